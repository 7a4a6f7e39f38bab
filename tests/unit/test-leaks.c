/*
 * test-leaks.c: no card that is in a hand or in the deck is named anywhere in
 * a saved game, but for rules/, before its end; and each hand opens with its
 * side's key alone (protocol section 5).
 *
 * IACTA_LEAKS is how many games are played (1); IACTA_SAVED names a directory
 * of `iacta selfplay cc-medieval/… --save` to be looked through instead.
 */
#include "scratch.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/save.h"
#include "engine/rules.h"
#include "systems/cc_medieval/cc.h"
#include "trust/position.h"
#include "trust/seal.h"

#include <ctype.h>

static const char *const scenarios[] = { "hippis", "thannuris", "utus",
	"kardarigans-stand", "melebasa", "onoguris", "tricamarum", "dara" };
#define SCENARIOS (sizeof scenarios / sizeof *scenarios)

static struct err err;

/* What is looked through now. */
struct look {
	struct arena *a;	/* of one commit */
	struct position *p;
	const char *where;
	const struct secret_key *key;	/* of tan and purple */
	const struct node *answers;	/* of this commit; NULL */
	bool shuffled;
};

static bool
is_id(char c)
{
	return isalnum((unsigned char)c) || c == '-';
}

/* Does the text name this id, and not only a longer one that holds it? */
static bool
names_id(const char *s, size_t len, const char *id)
{
	size_t n = strlen(id);
	const char *end = s + len;

	for (const char *q = s; (q = memmem(q, (size_t)(end - q), id, n));
	    q++)
		if ((q == s || !is_id(q[-1])) && (q + n == end ||
		    !is_id(q[n])))
			return true;
	return false;
}

static bool
is_in(const struct node *list, const char *id)
{
	for (list = list ? list->child : NULL; list; list = list->next)
		if (strcmp(list->s, id) == 0)
			return true;
	return false;
}

/* Was it played or discarded openly, and then shuffled into the deck again? */
static bool
was_public(const struct look *k, const char *id)
{
	const struct node *x = k->answers ? k->answers->child : NULL;

	for (; k->shuffled && x != NULL; x = x->next) {
		const char *seen = node_str(x, "card");
		const char *order = node_str(node_table_of(x, "answer"),
		    "card");

		if ((seen != NULL && strcmp(seen, id) == 0) ||
		    (order != NULL && strcmp(order, id) == 0))
			return true;
	}
	return false;
}

static void
look_for(const struct look *k, const char *id)
{
	for (size_t i = 0; i < k->p->nfiles; i++) {
		const struct history_file *f = &k->p->files[i];

		if (strncmp(f->path, "rules/", 6) != 0 &&
		    names_id(f->data, f->len, id))
			fail_msg("%s: %s names %s, which is hidden", k->where,
			    f->path, id);
	}
}

static struct node *
tree_of(struct look *k, const char *path)
{
	const struct history_file *f = position_file(k->p->files,
	    k->p->nfiles, path);
	struct node *t = NULL;

	if (f != NULL && toml_read(&err, k->a, path, f->data, f->len,
	    TOML_MAX_SIZE, &t) != ERR_OK)
		fail_msg("%s: %s", k->where, err.msg);
	return t;
}

/* Each hand opens with one key, and holds nothing that is seen elsewhere. */
static void
look_at_hands(struct look *k, const struct node *discard)
{
	const struct node *x = node_array_of(k->p->turn, "hand");
	const char *seen[64];
	int nseen = 0, side = 0;

	assert_non_null(x);
	assert_int_equal(x->n, 2);
	for (x = x->child; x != NULL; x = x->next, side++) {
		int count = 0, own = strcmp(node_str(x, "side"), "tan") != 0;
		char *s, *save = NULL;
		size_t n;

		assert_string_equal(node_str(x, "side"),
		    k->p->game.side[side]);
		assert_int_equal(seal_open_side(k->a, node_get(x, "sealed"),
		    &k->key[1 - own], &s, &n), -1);
		assert_int_equal(seal_open_side(k->a, node_get(x, "sealed"),
		    &k->key[own], &s, &n), 0);
		for (s = strtok_r(s, "\n", &save); s != NULL;
		    s = strtok_r(NULL, "\n", &save)) {
			assert_false(is_in(discard, s));
			for (int i = 0; i < nseen; i++)
				assert_string_not_equal(seen[i], s);
			assert_true(nseen < 64);
			seen[nseen++] = s;
			count++;
		}
		assert_int_equal(count, node_integer(x, "count", -1));
	}
}

static void
look_at_commit(struct look *k, const struct history_file *files, size_t n)
{
	const struct cc_data *d;
	const struct node *discard;

	k->p = arena_new(k->a, struct position, 1);
	if (position_load(&err, k->a, files, n, k->p) != ERR_OK)
		fail_msg("%s: %s", k->where, err.msg);
	d = k->p->game.data;
	discard = node_array_of(k->p->turn, "discard");
	k->answers = node_array_of(tree_of(k, "answers.toml"), "answer");
	k->shuffled = node_array_of(tree_of(k, "dice.toml"), "shuffle") !=
	    NULL;
	for (int i = 0; i < d->ncards; i++)
		if (!is_in(discard, d->card[i].id) &&
		    !was_public(k, d->card[i].id))
			look_for(k, d->card[i].id);
	if (k->p->n > 0)
		look_at_hands(k, discard);
}

/* Every commit of the game but the last. */
static void
look_through(const char *dir, const char *keys)
{
	struct arena a = { 0 };
	struct history *h;
	struct history_commit *c;
	struct secret_key key[2];
	size_t n = 0;

	assert_int_equal(keys_secret_read(&err, &a, arena_printf(&a,
	    "%s/tan.key", keys), NULL, NULL, &key[0]), ERR_OK);
	assert_int_equal(keys_secret_read(&err, &a, arena_printf(&a,
	    "%s/purple.key", keys), NULL, NULL, &key[1]), ERR_OK);
	if (history_open(&err, dir, &h) != ERR_OK ||
	    history_all(&err, h, &a, &c, &n) != ERR_OK)
		fail_msg("%s", err.msg);
	for (size_t i = 0; i + 1 < n; i++) {
		struct arena here = { 0 };
		struct look k = { .a = &here, .key = key };
		struct history_file *files;
		size_t nfiles;

		k.where = arena_printf(&here, "%s, commit %zu", dir, i);
		if (history_read_all(&err, h, &here, c[i].id, &files,
		    &nfiles) != ERR_OK)
			fail_msg("%s", err.msg);
		look_at_commit(&k, files, nfiles);
		arena_free(&here);
	}
	history_close(h);
	arena_free(&a);
}

/* ------------------------------------------------------------------- tests */

static void
an_id_is_found_as_a_whole_word(void **state)
{
	static const char text[] = "card = \"scout-1\", rally-12";

	(void)state;
	assert_true(names_id(text, sizeof text - 1, "scout-1"));
	assert_true(names_id(text, sizeof text - 1, "rally-12"));
	assert_false(names_id(text, sizeof text - 1, "rally-1"));
	assert_false(names_id(text, sizeof text - 1, "out-1"));
}

static void
play_and_look(const char *dir, int number)
{
	struct arena a = { 0 };
	struct rules r;
	struct save s = { .dir = dir, .rules = &r, .seed = "leaks" };
	const char *result;

	if (rules_from_disk(&err, &a, "cc-medieval", scenarios[(size_t)number %
	    SCENARIOS], NULL, &r) != ERR_OK ||
	    save_prepare(&err, &a, &s) != ERR_OK ||
	    save_game(&err, &a, &s, number + 1, &result) != ERR_OK)
		fail_msg("%s", err.msg);
	look_through(arena_printf(&a, "%s/%s-%d", dir, r.scenario,
	    number + 1), arena_printf(&a, "%s/.referee", dir));
	arena_free(&a);
}

static void
nothing_hidden_is_named_in_a_game(void **state)
{
	const char *n = getenv("IACTA_LEAKS"), *dir = getenv("IACTA_SAVED");
	struct arena a = { 0 };
	char **names;
	size_t count;

	if (dir == NULL) {
		for (int i = 0; i < (n ? atoi(n) : 1); i++)
			play_and_look(*state, i);
		return;
	}
	assert_int_equal(file_list(&err, &a, dir, &names, &count), ERR_OK);
	for (size_t i = 0; i < count; i++)
		if (names[i][0] != '.')
			look_through(arena_printf(&a, "%s/%s", dir, names[i]),
			    arena_printf(&a, "%s/.referee", dir));
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_id_is_found_as_a_whole_word),
		cmocka_unit_test_setup_teardown(
		    nothing_hidden_is_named_in_a_game, make_scratch,
		    remove_scratch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
