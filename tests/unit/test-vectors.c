/*
 * test-vectors.c: the vectors for other implementations are what this one makes
 *
 * tests/vectors/vectors.json is written by tests/verify/vectors.py, which knows
 * nothing of this code.  Here the same tree is built with the program's own
 * functions, and must be the same text but for blanks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "show/json.h"
#include "trust/seal.h"
#include "trust/seeds.h"
#include "trust/sig.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const char game[] = "vectors-1";
static const char signed_text[] = "iacta = 1\ngame = \"vectors-1\"\n";
static uint8_t secret[32];
static struct arena a;
static char transcript_1[HASH_HEX];

static void
add_hex(struct node *t, const char *key, const uint8_t *p, size_t n)
{
	char *s = arena_alloc(&a, 2 * n + 1);

	hash_hex(s, p, n);
	node_add_string(&a, t, key, s);
}

static const char *
add_sha(struct node *t, const char *key, const char *text)
{
	char *sha = arena_alloc(&a, HASH_HEX);

	hash_sha256_hex(sha, text, strlen(text));
	node_add_string(&a, t, key, sha);
	return sha;
}

/* ------------------------------------------------------------- exchanges */

static void
add_rolls(struct node *t, const uint8_t key[32])
{
	static const char x200[] =
	    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
	    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
	static const struct {
		const char *label;
		int nth, sides;
	} rolls[] = {
		{ "7.0 combat at 3114", 1, 6 }, { "7.0 combat at 3114", 2, 6 },
		{ "10.1 fire ballista-67 at hun-archer-2", 1, 10 },
		{ "coin", 1, 2 }, { "one", 1, 1 }, { x200, 1, 65536 },
		{ "again 23245", 1, 65175 },
	};
	struct node *list = node_add_array(&a, t, "roll");

	for (size_t i = 0; i < sizeof rolls / sizeof rolls[0]; i++) {
		struct node *x = node_add(&a, list, NULL, node_table(&a));

		assert_true(seeds_label_ok(rolls[i].label));
		node_add_string(&a, x, "label", rolls[i].label);
		node_add_int(&a, x, "nth", rolls[i].nth);
		node_add_int(&a, x, "sides", rolls[i].sides);
		node_add_int(&a, x, "face", seeds_roll(key, rolls[i].sides,
		    rolls[i].nth, rolls[i].label));
	}
}

static void
add_picks(struct node *t, const uint8_t botkey[32])
{
	static const int options[] = { 2, 7, 300 };
	struct node *list = node_add_array(&a, t, "pick");

	for (int i = 0; i < 3; i++) {
		struct node *x = node_add(&a, list, NULL, node_table(&a));

		node_add_int(&a, x, "nth", i + 1);
		node_add_int(&a, x, "options", options[i]);
		node_add_int(&a, x, "pick", seeds_pick(botkey, options[i],
		    i + 1));
	}
}

static void
add_exchange(struct node *list, int n, const char *const sides[], int nsides)
{
	struct node *t = node_add(&a, list, NULL, node_table(&a)), *subs;
	const char *turn = arena_printf(&a, "iacta = 1\ngame = \"%s\"\n"
	    "exchange = %d\n", game, n), *turn_sha, *sha[2];
	char hex[HASH_HEX];
	uint8_t seed[32], key[32];

	node_add_int(&a, t, "n", n);
	seeds_seed(seed, game, secret, n);
	add_hex(t, "seed", seed, sizeof seed);
	seeds_commitment(hex, game, seed, n);
	node_add_string(&a, t, "commitment", hex);
	node_add_string(&a, t, "turn", turn);
	turn_sha = add_sha(t, "turn_sha256", turn);
	subs = node_add_array(&a, t, "submission");
	for (int i = 0; i < nsides; i++) {
		struct node *x = node_add(&a, subs, NULL, node_table(&a));
		const char *text = arena_printf(&a, "%sside = \"%s\"\n"
		    "order = []\n", turn, sides[i]);

		node_add_string(&a, x, "side", sides[i]);
		node_add_string(&a, x, "text", text);
		sha[i] = add_sha(x, "sha256", text);
	}
	seeds_transcript(hex, turn_sha, sides, sha, nsides);
	if (n == 1)
		memcpy(transcript_1, hex, sizeof hex);
	node_add_string(&a, t, "transcript", hex);
	seeds_key(key, game, seed, n, hex);
	add_hex(t, "key", key, sizeof key);
	seeds_botkey(seed, game, secret, n, hex);
	add_hex(t, "botkey", seed, sizeof seed);
	add_rolls(t, key);
	add_picks(t, seed);
}

static void
add_deck(struct node *list, int j, int n)
{
	struct node *t = node_add(&a, list, NULL, node_table(&a)), *order;
	uint8_t deck[32], key[32];
	char hex[HASH_HEX];
	int cards[60];

	node_add_int(&a, t, "deck", j);
	seeds_deck(deck, game, secret, j);
	add_hex(t, "seed", deck, sizeof deck);
	seeds_deck_commitment(hex, game, deck, j);
	node_add_string(&a, t, "commitment", hex);
	node_add_string(&a, t, "transcript", transcript_1);
	seeds_deckkey(key, game, deck, j, transcript_1);
	add_hex(t, "key", key, sizeof key);
	node_add_int(&a, t, "cards", n);
	for (int i = 0; i < n; i++)
		cards[i] = i;
	seeds_shuffle(key, cards, n);
	order = node_add_array(&a, t, "order");
	for (int i = 0; i < n; i++)
		node_add(&a, order, NULL, node_int(&a, cards[i]));
}

/* ------------------------------------------------------------------ keys */

static struct secret_key
key_of(const char *side)
{
	struct secret_key k;
	uint8_t seed[32], pk[32];

	memset(seed, *side, sizeof seed);
	memset(k.id, *side, sizeof k.id);
	crypto_sign_seed_keypair(pk, k.ed, seed);
	return k;
}

static void
add_key(struct node *list, const char *side)
{
	struct node *t = node_add(&a, list, NULL, node_table(&a));
	struct secret_key k = key_of(side);
	struct public_key pk;
	uint8_t x25519[32];

	keys_public_of(&k, &pk);
	node_add_string(&a, t, "side", side);
	add_hex(t, "seed", k.ed, 32);
	add_hex(t, "number", k.id, sizeof k.id);
	add_hex(t, "public", pk.ed, sizeof pk.ed);
	node_add_string(&a, t, "minisign", keys_public_line(&a, &pk));
	node_add_string(&a, t, "openssh", keys_ssh_line(&a, &pk));
	assert_int_equal(seal_x25519_of(x25519, &pk), 0);
	add_hex(t, "x25519", x25519, sizeof x25519);
}

static struct node *
add_signature(struct node *list, const char *side, const char *form)
{
	struct node *t = node_add(&a, list, NULL, node_table(&a));

	node_add_string(&a, t, "key", side);
	node_add_string(&a, t, "form", form);
	node_add_string(&a, t, "text", signed_text);
	return t;
}

static void
add_signatures(struct node *list, const char *side)
{
	static const char *const spaces[] = { "iacta", "git" };
	struct secret_key k = key_of(side);
	const char *comment = arena_printf(&a, "iacta %s 1 %s", game, side);
	struct node *t = add_signature(list, side, "minisign");

	node_add_string(&a, t, "comment", comment);
	node_add_string(&a, t, "signature", sig_minisign(&a, &k, signed_text,
	    strlen(signed_text), comment));
	for (int i = 0; i < 2; i++) {
		t = add_signature(list, side, "openssh");
		node_add_string(&a, t, "namespace", spaces[i]);
		node_add_string(&a, t, "signature", sig_ssh(&a, &k, spaces[i],
		    signed_text, strlen(signed_text)));
	}
}

/* ----------------------------------------------------------------- seals */

static void
add_seal(struct node *list, const char *to, const char *what,
    const char *plain, size_t pad)
{
	struct node *t = node_add(&a, list, NULL, node_table(&a));
	uint8_t pk[32], sk[32];
	struct public_key k;
	struct secret_key s;

	seal_keypair(pk, sk, game, secret);
	if (strcmp(to, "referee") != 0) {
		s = key_of(to);
		keys_public_of(&s, &k);
		assert_int_equal(seal_x25519_of(pk, &k), 0);
	}
	node_add_int(&a, t, "n", 3);
	node_add_string(&a, t, "to", to);
	node_add_string(&a, t, "what", what);
	node_add_string(&a, t, "plain", plain);
	node_add_int(&a, t, "pad", (int64_t)pad);
	node_add(&a, t, "sealed", seal_referee(&a, game, secret, 3, to, what,
	    pk, plain, strlen(plain), pad));
}

/* -------------------------------------------------------------- the file */

static struct node *
make(void)
{
	static const char *const sides[] = { "red", "blue" };
	struct node *t = node_table(&a), *list;
	char hex[HASH_HEX];
	uint8_t pk[32], sk[32];

	node_add_int(&a, t, "iacta", 1);
	node_add_string(&a, t, "game", game);
	add_hex(t, "secret", secret, sizeof secret);
	seeds_secret_commitment(hex, game, secret);
	node_add_string(&a, t, "secret_commitment", hex);
	seal_keypair(pk, sk, game, secret);
	node_add_string(&a, t, "seal_key", hash_base64(&a, pk, sizeof pk));
	list = node_add_array(&a, t, "exchange");
	add_exchange(list, 0, sides, 2);
	add_exchange(list, 1, sides + 1, 1);
	add_exchange(list, 12, sides, 0);
	list = node_add_array(&a, t, "deck");
	add_deck(list, 0, 60);
	add_deck(list, 1, 7);
	add_deck(list, 2, 1);
	list = node_add_array(&a, t, "key");
	add_key(list, "red");
	add_key(list, "blue");
	list = node_add_array(&a, t, "signature");
	add_signatures(list, "red");
	add_signatures(list, "blue");
	list = node_add_array(&a, t, "seal");
	add_seal(list, "red", "hand", "ambush\nleadership-center\n", SEAL_HAND);
	add_seal(list, "red", "hand", "ambush\n", SEAL_HAND);
	add_seal(list, "blue", "hand", "ambush\n", SEAL_HAND);
	add_seal(list, "blue", "refusal:2", "{ code = \"no-way\" }\n",
	    SEAL_REFUSAL);
	add_seal(list, "referee", "state", "deck = [1, 2, 3]\n", SEAL_STATE);
	return t;
}

/* Without the blanks between things; those in strings stay. */
static const char *
dense(const char *s)
{
	struct str out = str_new(&a);
	bool in = false;

	for (; *s != '\0'; s++) {
		if (!in && strchr(" \n", *s) != NULL)
			continue;
		if (*s == '"')
			in = !in;
		str_addc(&out, *s);
		if (!in || *s != '\\')
			continue;
		if (*++s == 'n')		/* there are two ways to say it */
			str_add(&out, "u000a");
		else
			str_addc(&out, *s);
	}
	return out.s;
}

/* A file of tests/vectors. */
static char *
read_vector(const char *name, size_t *len)
{
	const char *path = arena_printf(&a, "%s/tests/vectors/%s",
	    getenv("IACTA_SRCDIR"), name);
	struct err e;
	char *text;

	if (file_read(&e, &a, path, 1u << 20, &text, len) != ERR_OK)
		fail_msg("%s", e.msg);
	return text;
}

/* What minisign and OpenSSH made: recorded, so it is taken over. */
static const struct node *
foreign(void)
{
	const struct node *list;
	struct node *t;
	struct err e;
	size_t len;
	char *text = read_vector("vectors.json", &len);

	if (json_read(&e, &a, text, len, len, &t) != ERR_OK)
		fail_msg("%s", e.msg);
	list = node_array_of(t, "foreign");
	assert_non_null(list);
	return list;
}

static void
the_vectors_are_what_this_program_makes(void **state)
{
	const char *path = "vectors.json";
	struct str s = str_new(&a);
	const char *made, *kept;
	struct node *all;
	char *text;
	size_t len, i = 0;

	(void)state;
	for (int k = 0; k < 32; k++)
		secret[k] = (uint8_t)k;
	text = read_vector(path, &len);
	all = make();
	node_add(&a, all, "foreign", node_copy(&a, foreign()));
	json_write(&s, all);
	made = dense(s.s);
	kept = dense(text);
	while (made[i] != '\0' && made[i] == kept[i])
		i++;
	if (strcmp(made, kept) != 0)
		fail_msg("%s: here it says %.60s, and the program makes %.60s",
		    path, kept + (i > 20 ? i - 20 : 0), made + (i > 20 ?
		    i - 20 : 0));
	arena_free(&a);
}

static const char *
foreign_file(const struct node *x, const char *key, size_t *len)
{
	return read_vector(arena_printf(&a, "foreign/%s", node_str(x, key)),
	    len);
}

/* The program's verdict: does it hold? */
static bool
holds(const struct node *x)
{
	const char *ns = node_str(x, "namespace"), *line;
	size_t len, sig_len, key_len;
	const char *text = foreign_file(x, "text", &len);
	const char *sig = foreign_file(x, "signature", &sig_len);
	char *key = arena_strdup(&a, foreign_file(x, "key", &key_len));
	struct public_key k;
	struct err e;

	key[strcspn(key, "\r")] = '\0';
	if (key[strlen(key) - 1] == '\n')
		key[strlen(key) - 1] = '\0';
	line = strrchr(key, '\n');	/* minisign's has a comment above */
	if (keys_public_parse(&e, "key", line ? line + 1 : key, &k) != ERR_OK)
		return false;
	return sig_verify(&e, "text", &k, ns ? ns : "iacta", text, len, sig,
	    sig_len) == ERR_OK;
}

static void
what_others_signed_is_judged_as_they_would(void **state)
{
	const struct node *list = foreign();
	int n[2] = { 0, 0 };

	(void)state;
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		bool want = node_boolean(x, "holds", false);

		if (holds(x) != want)
			fail_msg("%s of %s by %s: %s", node_str(x,
			    "signature"), node_str(x, "text"), node_str(x,
			    "key"), want ? "it should hold" : "it should not "
			    "hold");
		n[want]++;
	}
	assert_true(n[0] >= 10 && n[1] >= 10);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_vectors_are_what_this_program_makes),
		cmocka_unit_test(what_others_signed_is_judged_as_they_would),
	};

	if (sodium_init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
