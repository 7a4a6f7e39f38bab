/* test-hidden.c: hands, decks and secret options in the pipeline: sealed,
 * opened, and followed by those who cannot open them (protocol section 5) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/rules.h"
#include "systems/cc_medieval/cc.h"
#include "trust/exchange.h"
#include "trust/seal.h"
#include "trust/seeds.h"
#include "trust/sig.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMMITS 8

/* A game of cc-medieval/utus in memory. */
static struct arena a;
static struct err e;
static struct rules rules;
static struct charter charter;
static struct secret_key key[2];	/* tan, purple */
static uint8_t secret[32];
static struct exchange_output commit[COMMITS];
static int head, nonces, npapers;
static struct exchange_paper paper[2];

static void
make_key(struct secret_key *k, int which)
{
	uint8_t seed[32], pk[32];

	memset(seed, 'a' + which, sizeof seed);
	memset(k->id, '1' + which, sizeof k->id);
	crypto_sign_seed_keypair(pk, k->ed, seed);
}

static void
make_charter(const struct game *g)
{
	struct charter *c = &charter;
	char *commitment = arena_alloc(&a, HASH_HEX);
	struct secret_key referee;
	uint8_t sk[32];

	memset(c, 0, sizeof *c);
	c->game = "duel";
	c->system = "cc-medieval";
	c->scenario = "utus";
	c->rules_revision = cc_system.revision;
	seeds_secret_commitment(commitment, c->game, secret);
	c->secret_commitment = commitment;
	seal_keypair(c->seal, sk, c->game, secret);
	c->seal_key = hash_base64(&a, c->seal, sizeof c->seal);
	make_key(&referee, 2);
	keys_public_of(&referee, &c->referee_key);
	c->referee = keys_public_line(&a, &c->referee_key);
	c->nsides = 2;
	for (int i = 0; i < 2; i++) {
		make_key(&key[i], i);
		c->side[i].name = g->side[i];
		keys_public_of(&key[i], &c->side[i].public);
		c->side[i].key = keys_public_line(&a, &c->side[i].public);
	}
	for (size_t i = 0; i < rules.nfiles; i++) {
		char *sha = arena_alloc(&a, HASH_HEX);

		hash_sha256_hex(sha, rules.file[i].text, rules.file[i].len);
		c->file[c->nfiles++] = (struct charter_file){
		    rules.file[i].path, sha };
	}
}

static const struct history_file *
file(int n, const char *path)
{
	return position_file(commit[n].file, commit[n].nfiles, path);
}

static struct node *
tree(int n, const char *path)
{
	const struct history_file *f = file(n, path);
	struct node *t = NULL;

	if (toml_read(&e, &a, path, f->data, f->len, TOML_MAX_SIZE, &t) !=
	    ERR_OK)
		fail_msg("%s", e.msg);
	return t;
}

/* A submission to the open exchange, sealed where it has [secret]. */
static void
send(int side, const char *body)
{
	const struct history_file *f = file(head, "turn.toml");
	char sha[HASH_HEX], *text;
	const char *draft;
	size_t len;

	hash_sha256_hex(sha, f->data, f->len);
	draft = arena_printf(&a, "iacta = 1\ngame = \"duel\"\nexchange = %d\n"
	    "side = \"%s\"\nturn=\"%s\"\nrevision = 1\n"
	    "nonce = \"nonce-number-%05d\"\n%s", head,
	    charter.side[side].name, sha, nonces++, body);
	if (submission_seal(&e, &a, "draft", &charter, draft, strlen(draft),
	    &text, &len) != ERR_OK)
		fail_msg("%s", e.msg);
	paper[npapers++] = (struct exchange_paper){ text, len,
	    sig_minisign(&a, &key[side], text, len, "test") };
}

static int
read_past(struct err *err, void *ctx, struct arena *arena, long n,
    const char *path, const char **data, size_t *len)
{
	const struct history_file *f = file((int)n, path);

	(void)err, (void)ctx, (void)arena;
	*data = f != NULL ? f->data : NULL;
	*len = f != NULL ? f->len : 0;
	return ERR_OK;
}

static struct exchange_input
input(int n)
{
	return (struct exchange_input){ .files = commit[n].file,
	    .nfiles = commit[n].nfiles, .past = { NULL, read_past },
	    .paper = paper, .npapers = npapers, .secret = secret };
}

static void
go(void)
{
	struct exchange_input in = input(head);

	if (exchange_run(&e, &a, &in, &commit[head + 1]) != ERR_OK)
		fail_msg("%s", e.msg);
	head++;
	npapers = 0;
}

/* Exchange n again, without the secret, from what commit n+1 holds. */
static int
again(int n, struct exchange_output *out)
{
	struct exchange_input in = input(n);
	struct exchange_paper old[2];

	in.paper = old;
	in.npapers = 0;
	for (int i = 0; i < 2; i++) {
		const char *path = arena_printf(&a, "orders/%s.toml",
		    charter.side[i].name);
		const struct history_file *f = file(n + 1, path);

		if (f != NULL)
			old[in.npapers++] = (struct exchange_paper){ f->data,
			    f->len, file(n + 1, arena_printf(&a, "%s.minisig",
			    path))->data };
	}
	in.secret = NULL;
	in.claimed = commit[n + 1].file;
	in.nclaimed = commit[n + 1].nfiles;
	return exchange_run(&e, &a, &in, out);
}

/* The path of the first file that differs from commit n's; NULL. */
static const char *
differs(int n, const struct exchange_output *x)
{
	for (size_t i = 0; i < x->nfiles; i++) {
		const struct history_file *f = file(n, x->file[i].path);

		if (f == NULL || f->len != x->file[i].len ||
		    memcmp(f->data, x->file[i].data, f->len) != 0)
			return x->file[i].path;
	}
	return NULL;
}

/* Change a file of commit n. */
static void
put(int n, const char *path, const struct node *t)
{
	struct history_file *copy = arena_new(&a, struct history_file,
	    commit[n].nfiles);
	struct str s = str_new(&a);

	toml_write(&s, t);
	memcpy(copy, commit[n].file, commit[n].nfiles * sizeof *copy);
	for (size_t i = 0; i < commit[n].nfiles; i++)
		if (strcmp(copy[i].path, path) == 0) {
			copy[i].data = s.s;
			copy[i].len = s.len;
		}
	commit[n].file = copy;
}

/* ------------------------------------------------------------------ hands */

static struct node *
sealed_hand(struct node *turn, int side)
{
	return (struct node *)(uintptr_t)node_get(node_at(node_array_of(turn,
	    "hand"), (size_t)side), "sealed");
}

static const char *
hand(int n, int side)
{
	char *s;
	size_t len;

	assert_int_equal(seal_open_side(&a, sealed_hand(tree(n, "turn.toml"),
	    side), &key[side], &s, &len), 0);
	return s;
}

static void
found(int with)
{
	struct game *g = arena_new(&a, struct game, 1);

	memset(secret, with, sizeof secret);
	memset(commit, 0, sizeof commit);
	head = npapers = 0;
	if (rules_game(&e, &a, &rules, NULL, g) != ERR_OK)
		fail_msg("%s", e.msg);
	make_charter(g);
	assert_int_equal(exchange_found(&e, &a, &charter, &rules, g, secret,
	    NULL, &commit[0]), ERR_OK);
	send(0, "[[secret.doctrine]]\nkind = \"keep\"\nanswer = \"ask\"\n");
	send(1, "");
	go();
}

/* A game in which tan, who begins, has been dealt a Scout. */
static int
setup(void **state)
{
	(void)state;
	assert_true(sodium_init() >= 0);
	if (rules_from_disk(&e, &a, "cc-medieval", "utus", NULL, &rules) !=
	    ERR_OK)
		fail_msg("%s", e.msg);
	for (int i = 1; i < 100; i++) {
		found(i);
		if (strstr(hand(1, 0), "scout-") != NULL)
			return 0;
	}
	return -1;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(&a);
	return 0;
}

/* A card that the hand has not. */
static const char *
not_in(const char *cards)
{
	return strstr(cards, "rally-1") == NULL ? "rally-1" : "leaders-1";
}

static void
a_hand_opens_with_its_sides_key_alone(void **state)
{
	struct node *turn = tree(1, "turn.toml");
	char *s;
	size_t n;

	(void)state;
	assert_null(node_get(tree(0, "turn.toml"), "hand"));
	for (int i = 0; i < 2; i++) {
		const struct node *x = node_at(node_array_of(turn, "hand"),
		    (size_t)i);
		int lines = 0;

		assert_string_equal(node_str(x, "side"), charter.side[i].name);
		assert_int_equal(seal_open_side(&a, sealed_hand(turn, i),
		    &key[1 - i], &s, &n), -1);
		for (const char *p = hand(1, i); *p != '\0'; p++)
			lines += *p == '\n';
		assert_int_equal(lines, node_integer(x, "count", -1));
	}
}

static void
a_checkpoint_opens_with_the_secret_alone(void **state)
{
	struct position p;
	struct str s = str_new(&a);
	uint8_t wrong[32] = { 1 };
	const char *ids[32];
	int n;

	(void)state;
	assert_int_equal(position_load(&e, &a, commit[1].file,
	    commit[1].nfiles, &p), ERR_OK);
	assert_true(p.game.blind);
	n = p.game.sys->hand(p.game.data, p.game.saved, 0, ids, 32);
	for (int i = 0; i < n; i++)
		assert_null(ids[i]);
	assert_int_equal(position_unseal(&e, &a, &p, wrong), ERR_VERIFY);
	assert_int_equal(position_unseal(&e, &a, &p, secret), ERR_OK);
	assert_false(p.game.blind);
	assert_int_equal(p.game.sys->hand(p.game.data, p.game.saved, 0, ids,
	    32), n);
	for (int i = 0; i < n; i++)
		str_addf(&s, "%s\n", ids[i]);
	assert_string_equal(s.s, hand(1, 0));
}

static void
without_the_secret_the_same_files_are_made(void **state)
{
	struct exchange_output x;

	(void)state;
	send(0, "[[secret.order]]\ndo = \"play\"\ncard = \"scout\"\n"
	    "units = [\"tan-lbc-1\"]\n[[secret.order]]\ndo = \"move\"\n"
	    "unit = \"tan-lbc-1\"\nto = \"0703\"\n");
	go();
	for (int n = 0; n < head; n++) {
		if (again(n, &x) != ERR_OK)
			fail_msg("%s", e.msg);
		assert_true(x.blind);
		assert_null(differs(n + 1, &x));
	}
}

static void
a_forged_hand_is_found_when_the_secret_is_out(void **state)
{
	struct exchange_input in = input(0);
	struct exchange_output x;
	struct node *turn = tree(1, "turn.toml");
	struct node *mine = sealed_hand(turn, 0);

	(void)state;
	mine->child = sealed_hand(turn, 1)->child;
	put(1, "turn.toml", turn);
	assert_int_equal(again(0, &x), ERR_OK);
	assert_null(differs(1, &x));
	for (int i = 0; i < 2; i++) {
		const char *path = arena_printf(&a, "orders/%s.toml",
		    charter.side[i].name);

		paper[i] = (struct exchange_paper){ file(1, path)->data,
		    file(1, path)->len, file(1, arena_printf(&a, "%s.minisig",
		    path))->data };
	}
	in.npapers = 2;
	assert_int_equal(exchange_run(&e, &a, &in, &x), ERR_OK);
	assert_string_equal(differs(1, &x), "turn.toml");
}

static void
a_hand_of_another_length_is_found_at_once(void **state)
{
	struct exchange_output x;
	struct node *turn = tree(1, "turn.toml");
	struct node *mine = sealed_hand(turn, 0);

	(void)state;
	mine->child = mine->child->next;
	put(1, "turn.toml", turn);
	assert_int_equal(again(0, &x), ERR_VERIFY);
	assert_non_null(strstr(e.msg, "turn.toml: the hand of"));
}

/* Nobody can read it yet, but it must be there. */
static void
what_is_hidden_and_not_sealed_is_found_at_once(void **state)
{
	struct exchange_output x;
	struct node *turn = tree(1, "turn.toml");
	struct node *checkpoint = tree(1, "checkpoint.toml");
	struct node *gone = sealed_hand(turn, 0);

	(void)state;
	gone->key = "unsealed";
	put(1, "turn.toml", turn);
	assert_int_equal(again(0, &x), ERR_VERIFY);
	assert_non_null(strstr(e.msg, "turn.toml: the hand of"));
	gone->key = "sealed";
	put(1, "turn.toml", turn);
	assert_int_equal(again(0, &x), ERR_OK);
	gone = (struct node *)(uintptr_t)node_get(checkpoint, "sealed");
	gone->key = "unsealed";
	put(1, "checkpoint.toml", checkpoint);
	assert_int_equal(again(0, &x), ERR_VERIFY);
	assert_non_null(strstr(e.msg, "checkpoint.toml: what is hidden"));
}

static void
a_shuffle_without_commitment_is_found_at_once(void **state)
{
	struct exchange_output x;
	struct node *dice = tree(1, "dice.toml");
	const struct node *s = node_at(node_array_of(dice, "shuffle"), 0);

	(void)state;
	assert_int_equal(node_integer(s, "deck", -1), 0);
	assert_int_equal(node_integer(s, "cards", -1), 65);
	node_set(&a, (struct node *)(uintptr_t)s, "commitment",
	    node_string(&a, "none"));
	put(1, "dice.toml", dice);
	assert_int_equal(again(0, &x), ERR_VERIFY);
	assert_non_null(strstr(e.msg, "shuffle 1"));
}

/* ------------------------------------------------------------------ orders */

static bool
is_named(int n, const char *card)
{
	for (size_t i = 0; i < commit[n].nfiles; i++) {
		const struct history_file *f = &commit[n].file[i];

		if (strncmp(f->path, "rules/", 6) != 0 &&
		    memmem(f->data, f->len, card, strlen(card)) != NULL)
			return true;
	}
	return false;
}

static void
a_card_not_in_the_hand_is_refused_under_seal(void **state)
{
	const char *card = not_in(hand(1, 0));
	const struct node *x;
	char *s;
	size_t n;

	(void)state;
	send(0, arena_printf(&a, "[[secret.order]]\ndo = \"play\"\n"
	    "card = \"%s\"\nunits = []\n", card));
	go();
	assert_false(is_named(2, card));
	x = node_array_of(tree(2, "events.toml"), "event")->child;
	while (strcmp(node_str(x, "event"), "refused") != 0)
		x = x->next;
	assert_null(node_get(x, "why"));
	assert_int_equal(seal_open_side(&a, node_get(x, "sealed"), &key[1],
	    &s, &n), -1);
	assert_int_equal(seal_open_side(&a, node_get(x, "sealed"), &key[0],
	    &s, &n), 0);
	assert_non_null(strstr(s, "{ code = \""));
	assert_non_null(strstr(s, card));
}

static const struct node *
play_of(int n)
{
	const struct node *x = node_array_of(tree(n, "answers.toml"),
	    "answer")->child;

	while (strcmp(node_str(x, "kind"), "order") != 0)
		x = x->next;
	return x;
}

static void
a_card_named_by_its_kind_is_told_as_it_is_played(void **state)
{
	struct exchange_output x;
	struct node *answers;
	const char *card;

	(void)state;
	send(0, "[[secret.order]]\ndo = \"play\"\ncard = \"scout\"\n"
	    "units = []\n");
	go();
	card = node_str(play_of(2), "card");
	assert_non_null(card);
	assert_non_null(strstr(hand(1, 0), card));
	assert_string_equal(node_at(node_array_of(tree(2, "turn.toml"),
	    "discard"), 0)->s, card);
	/* one that it cannot have been */
	answers = tree(2, "answers.toml");
	for (struct node *y = node_array_of(answers, "answer")->child; y;
	    y = y->next)
		if (node_get(y, "card") != NULL)
			node_set(&a, y, "card", node_string(&a, "rally-1"));
	put(2, "answers.toml", answers);
	assert_int_equal(again(1, &x), ERR_VERIFY);
}

static void
what_would_have_been_done_instead_is_not_published(void **state)
{
	const char *cards = hand(1, 0), *other = cards;

	(void)state;
	if (strncmp(other, "scout-", 6) == 0)
		other = strchr(other, '\n') + 1;
	other = arena_strndup(&a, other, strcspn(other, "\n"));
	send(0, arena_printf(&a, "[[secret.order]]\ndo = \"play\"\n"
	    "card = \"scout\"\nunits = []\n[secret.order.else]\n"
	    "do = \"play\"\ncard = \"%s\"\nunits = []\n", other));
	go();
	assert_false(is_named(2, other));
}

/* --------------------------------------------------------------- questions */

static void
secret_options_are_told_to_their_side_alone(void **state)
{
	struct exchange_output x;
	const struct node *ask;
	char *s, *second;
	size_t n;

	(void)state;
	send(0, "[[secret.order]]\ndo = \"play\"\ncard = \"scout\"\n"
	    "units = []\n");
	go();
	ask = node_at(node_array_of(tree(2, "turn.toml"), "ask"), 0);
	assert_string_equal(node_str(ask, "kind"), "keep");
	assert_string_equal(node_at(node_array_of(ask, "options"), 0)->s,
	    "1");
	assert_int_equal(seal_open_side(&a, node_get(ask, "sealed"), &key[1],
	    &s, &n), -1);
	assert_int_equal(seal_open_side(&a, node_get(ask, "sealed"), &key[0],
	    &s, &n), 0);
	second = strchr(s, '\n');
	*second++ = '\0';
	second[strcspn(second, "\n")] = '\0';
	assert_false(is_named(2, s));
	assert_false(is_named(2, second));
	/* its own id may answer; the other card is then open to all */
	send(0, arena_printf(&a, "[[secret.answer]]\nkind = \"keep\"\n"
	    "answer = \"%s\"\n", second));
	go();
	assert_false(is_named(3, second));
	assert_true(is_named(3, s));
	assert_non_null(strstr(hand(3, 0), second));
	if (again(2, &x) != ERR_OK)
		fail_msg("%s", e.msg);
	assert_null(differs(3, &x));
}

/* ----------------------------------------------------------------- damage */

static unsigned luck = 1;

static int
pick(int n)
{
	luck = luck * 1103515245u + 12345u;
	return (int)(luck >> 16 & 0x7fff) % n;
}

/* The nth value of a tree that is neither table nor array. */
static struct node *
leaf(struct node *t, int *n)
{
	if (t->type != NODE_TABLE && t->type != NODE_ARRAY)
		return --*n < 0 ? t : NULL;
	for (struct node *c = t->child; c != NULL; c = c->next) {
		struct node *x = leaf(c, n);

		if (x != NULL)
			return x;
	}
	return NULL;
}

static void
damage(struct node *t, int leaves)
{
	static const int numbers[] = { -1000000, -1, 0, 1, 2, 7, 16, 17, 80,
	    81, 1000, 1000000 };

	for (int i = pick(3); i >= 0; i--) {
		int at = pick(leaves), from = pick(leaves);
		struct node *x = leaf(t, &at), *y = leaf(t, &from);

		if (x->type == NODE_INT)
			x->i = numbers[pick(12)];
		else if (x->type == NODE_BOOL)
			x->i = !x->i;
		else if (y->type == NODE_STRING)
			x->s = y->s;
	}
}

static int
count_leaves(struct node *t)
{
	int n = 1000000;

	assert_null(leaf(t, &n));
	return 1000000 - n;
}

static int
any_roll(void *ctx, struct game *g, int sides, const char *label)
{
	(void)ctx, (void)label;
	if (g->nfresh > 2000)
		game_halt(g, "enough");
	return pick(sides);
}

static int
no_pick(void *ctx, struct game *g, int n)
{
	(void)ctx, (void)n;
	game_fail(g, "nobody is a bot");
}

static void
no_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)g, (void)j, (void)cards, (void)n;
}

/* Run on from a damaged checkpoint, with the hands or without. */
static void
run_damaged(struct arena *here, const struct node *checkpoint,
    const struct node *given, bool blind)
{
	struct position p;
	struct game *g = &p.game;

	assert_int_equal(position_load(&e, here, commit[1].file,
	    commit[1].nfiles, &p), ERR_OK);
	if (!blind)
		assert_int_equal(position_unseal(&e, here, &p, secret),
		    ERR_OK);
	if (game_checkpoint_read(&e, g, checkpoint) != ERR_OK)
		return;
	g->sys->conceal(g->data, g->saved);
	g->given = given;
	g->player[0].orders = node_array(here);
	g->player[0].orders_sealed = true;
	g->source = (struct source){ NULL, any_roll, no_pick, no_shuffle,
	    NULL };
	game_run(g);
}

static void
a_damaged_history_can_at_worst_be_refused(void **state)
{
	struct node *answers, *start = tree(1, "checkpoint.toml");
	const char *times = getenv("IACTA_DAMAGED");
	int n = count_leaves(start), m;

	(void)state;
	send(0, "[[secret.order]]\ndo = \"play\"\ncard = \"scout\"\n"
	    "units = [\"tan-lbc-1\"]\n[[secret.order]]\ndo = \"move\"\n"
	    "unit = \"tan-lbc-1\"\nto = \"0703\"\n[[secret.order]]\n"
	    "do = \"fire\"\nunit = \"tan-lbc-1\"\n"
	    "target = \"purple-lbc-2\"\n");
	go();
	answers = tree(2, "answers.toml");
	m = count_leaves(answers);
	alarm(300);			/* nor may it go on for ever */
	for (int i = 0; i < (times ? atoi(times) : 1000); i++) {
		struct arena here = { 0 };
		struct node *x = node_copy(&here, start);
		struct node *y = node_copy(&here, answers);

		if (i % 4 != 0)
			damage(x, n);
		if (i % 4 < 2)
			damage(y, m);
		run_damaged(&here, x, node_array_of(y, "answer"), i % 8 < 6);
		arena_free(&here);
	}
	alarm(0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_hand_opens_with_its_sides_key_alone),
		TEST(a_checkpoint_opens_with_the_secret_alone),
		TEST(without_the_secret_the_same_files_are_made),
		TEST(a_forged_hand_is_found_when_the_secret_is_out),
		TEST(a_hand_of_another_length_is_found_at_once),
		TEST(what_is_hidden_and_not_sealed_is_found_at_once),
		TEST(a_shuffle_without_commitment_is_found_at_once),
		TEST(a_card_not_in_the_hand_is_refused_under_seal),
		TEST(a_card_named_by_its_kind_is_told_as_it_is_played),
		TEST(what_would_have_been_done_instead_is_not_published),
		TEST(secret_options_are_told_to_their_side_alone),
		TEST(a_damaged_history_can_at_worst_be_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
