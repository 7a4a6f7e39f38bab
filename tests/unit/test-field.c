/* test-field.c: one table of descriptors: TOML in, TOML out, comparison */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/field.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "hex/hex.h"

#include <string.h>

#define COUNT(a) (sizeof (a) / sizeof (a)[0])

struct man {
	char id[ID_SIZE];
	int side, hex, hits, mood;
	bool brave;
	char name[FIELD_TEXT_SIZE];
};

struct note {
	int at, weight;
};

struct world {
	int turn, pace;
	bool quiet;
	char leader[ID_SIZE];
	struct man man[3];
	int nmen;
	struct man spy[2];	/* hidden */
	int nspies;
	struct { int points, plan; } side[4];
	struct note note[2];
	int nnotes;
	int road[4], nroad;
	char hand[2][ID_SIZE];
	int nhand;
};

static const char *const moods[] = { "calm", "angry", NULL };

#define AT(type, member) offsetof(struct type, member)

static const struct field man_fields[] = {
	{ .name = "side", .type = FIELD_SIDE, .offset = AT(man, side),
	    .omit = -1 },
	{ .name = "hex", .type = FIELD_HEX, .offset = AT(man, hex),
	    .omit = HEX_NONE },
	{ .name = "hits", .type = FIELD_INT, .offset = AT(man, hits) },
	{ .name = "mood", .type = FIELD_ENUM, .offset = AT(man, mood),
	    .names = moods },
	{ .name = "brave", .type = FIELD_BOOL, .offset = AT(man, brave),
	    .omit = 1 },
	{ .name = "name", .type = FIELD_TEXT, .offset = AT(man, name) },
	{ .name = NULL },
};

static const struct field side_fields[] = {
	{ .name = "points", .type = FIELD_INT, .offset = 0 },
	{ .name = "plan", .type = FIELD_INT, .offset = sizeof(int),
	    .hidden = true },
	{ .name = NULL },
};

static const struct field note_fields[] = {
	{ .name = "at", .type = FIELD_HEX, .offset = AT(note, at),
	    .omit = HEX_NONE },
	{ .name = "weight", .type = FIELD_INT, .offset = AT(note, weight) },
	{ .name = NULL },
};

static const struct field fields[] = {
	{ .name = "turn", .type = FIELD_INT, .offset = AT(world, turn),
	    .always = true },
	{ .name = "pace", .type = FIELD_INT, .offset = AT(world, pace),
	    .omit = 2 },
	{ .name = "quiet", .type = FIELD_BOOL, .offset = AT(world, quiet) },
	{ .name = "leader", .type = FIELD_ID, .offset = AT(world, leader) },
	{ .name = "road", .type = FIELD_HEXES, .offset = AT(world, road),
	    .stride = sizeof(int), .max = 4, .count = AT(world, nroad) },
	{ .name = "hand", .type = FIELD_IDS, .offset = AT(world, hand),
	    .stride = ID_SIZE, .max = 2, .count = AT(world, nhand) },
	{ .name = "man", .type = FIELD_TABLE, .offset = AT(world, man),
	    .fields = man_fields, .stride = sizeof(struct man), .max = 3,
	    .count = AT(world, nmen), .id = AT(man, id) },
	{ .name = "side", .type = FIELD_SIDES, .offset = AT(world, side),
	    .fields = side_fields, .stride = 2 * sizeof(int), .max = 4 },
	{ .name = "spy", .type = FIELD_TABLE, .offset = AT(world, spy),
	    .fields = man_fields, .stride = sizeof(struct man), .max = 2,
	    .count = AT(world, nspies), .id = AT(man, id), .hidden = true },
	{ .name = "note", .type = FIELD_LIST, .offset = AT(world, note),
	    .fields = note_fields, .stride = sizeof(struct note), .max = 2,
	    .count = AT(world, nnotes) },
	{ .name = NULL },
};

static const struct hex_grid grid = {
	.top = HEX_FLAT, .numbers = HEX_CCRR, .col0 = 1, .row0 = 1, .cols = 9,
	.rows = 9, .digits = 2,
};
static const char *const sides[] = { "rome", "carthage" };
static const struct field_names names = { &grid, sides, 2, FIELDS_ALL };

static struct arena arena;

static int
teardown(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

static struct node *
parse(const char *text)
{
	struct node *t = NULL;
	struct err e = { 0 };

	if (toml_read(&e, &arena, "test", text, strlen(text), TOML_MAX_SIZE,
	    &t) != ERR_OK)
		fail_msg("%s", e.msg);
	return t;
}

static void
read_into(struct world *w, const char *text)
{
	struct err e = { 0 };

	if (field_read(&e, &arena, parse(text), w, fields, &names, NULL) !=
	    ERR_OK)
		fail_msg("%s: %s", text, e.msg);
}

static const char *
written(const struct world *w)
{
	struct node *t = node_table(&arena);
	struct str s = str_new(&arena);

	field_write(&arena, t, w, fields, &names);
	toml_write(&s, t);
	return s.s;
}

static const char whole[] =
    "turn = 3\n"
    "quiet = true\n"
    "leader = \"caesar\"\n"
    "road = [\"0101\", \"0102\"]\n"
    "hand = [\"a\", \"b-2\"]\n"
    "[man]\n"
    "x = { side = \"rome\", hex = \"0909\", hits = 2, mood = \"angry\", "
    "brave = false, name = \"Legio X\" }\n"
    "y = { side = \"carthage\" }\n"
    "[side]\n"
    "rome = { points = 4 }\n"
    "[[note]]\n"
    "at = \"0303\"\n"
    "weight = -7\n"
    "[[note]]\n"
    "weight = 1\n";

static void
clear(struct world *w)
{
	memset(w, 0, sizeof *w);
	field_clear(w, fields, &names);
}

static void
what_is_written_reads_back_the_same(void **state)
{
	struct world w, again;

	(void)state;
	clear(&w);
	clear(&again);
	read_into(&w, whole);
	read_into(&again, written(&w));
	assert_memory_equal(&w, &again, sizeof w);
	assert_null(field_differs(&arena, &w, &again, fields, &names));
	assert_int_equal(w.man[0].hits, 2);
	assert_int_equal(w.man[0].mood, 1);
	assert_int_equal(w.man[1].side, 1);
	assert_true(w.man[1].brave);
	assert_int_equal(w.side[0].points, 4);
	assert_int_equal(w.note[0].weight, -7);
	assert_int_equal(w.note[1].at, HEX_NONE);
	assert_int_equal(w.nroad, 2);
	assert_string_equal(w.hand[1], "b-2");
}

static void
usual_values_are_not_written(void **state)
{
	struct world w;
	struct node *t = node_table(&arena);

	(void)state;
	clear(&w);
	assert_int_equal(w.pace, 2);
	read_into(&w, "[man]\nx = { side = \"rome\", hits = 0 }\n");
	field_write(&arena, t, &w, fields, &names);
	assert_int_equal(node_integer(t, "turn", -1), 0);	/* always */
	assert_null(node_get(t, "pace"));
	assert_null(node_get(t, "quiet"));
	assert_null(node_get(t, "leader"));
	assert_null(node_get(t, "road"));
	assert_null(node_get(t, "note"));
	assert_int_equal(node_path(t, "man.x")->n, 1);		/* side */
	assert_non_null(node_path(t, "side.carthage"));
}

static void
what_a_table_does_not_name_stays(void **state)
{
	struct world w;

	(void)state;
	clear(&w);
	read_into(&w, whole);
	read_into(&w, "road = []\nman.x.hits = 5\nman.z.side = \"rome\"\n"
	    "side.carthage.points = 1\n");
	assert_int_equal(w.turn, 3);
	assert_int_equal(w.nmen, 3);
	assert_int_equal(w.man[0].hits, 5);
	assert_int_equal(w.man[0].mood, 1);
	assert_int_equal(w.man[2].hex, HEX_NONE);
	assert_int_equal(w.nroad, 0);			/* lists as a whole */
	assert_int_equal(w.nnotes, 2);
	assert_int_equal(w.side[0].points, 4);
	assert_int_equal(w.side[1].points, 1);
}

static void
what_does_not_fit_is_refused_by_its_path(void **state)
{
	static const struct { const char *text, *says; } rows[] = {
		{ "tunr = 1", "tunr: no such field" },
		{ "turns = 1", "turns: no such field; did you mean \"turn\"?" },
		{ "turn = \"1\"", "turn: it must be a whole number, not" },
		{ "turn = 99999999999", "turn: it must be a number "
		  "from -1000000 to 1000000" },
		{ "quiet = 1", "quiet: it must be true or false" },
		{ "leader = \"a b\"", "leader: an id is letters" },
		{ "leader = \"12345678901234567890123456789012345678901\"",
		  "leader: it is longer than 40" },
		{ "man = 1", "man: it must be a table" },
		{ "man.x = 1", "man: x: it must be a table" },
		{ "man.x.hex = \"9999\"",
		  "man: x: hex: \"9999\" is no hex of this map" },
		{ "man.x.hex = 101", "man: x: hex: it must be a hex number" },
		{ "man.x.hexx = \"0101\"",
		  "man: x: hexx: no such field; did you mean \"hex\"?" },
		{ "man.x.side = \"roma\"",
		  "\"roma\" is not known here; did you mean \"rome\"?" },
		{ "man.x.mood = \"glad\"", "man: x: mood: \"glad\"" },
		{ "man.\"a b\".hits = 1", "man: a b: an id is letters" },
		{ "man.a.hits = 1\nman.b.hits = 1\nman.c.hits = 1\n"
		  "man.d.hits = 1", "man: d: more than 3 entries" },
		{ "side.rom.points = 1", "did you mean \"rome\"?" },
		{ "road = \"0101\"", "road: it must be an array" },
		{ "road = [\"0101\", \"xx\"]", "road: 2: \"xx\" is no hex" },
		{ "road = [\"0101\", \"0101\", \"0101\", \"0101\", "
		  "\"0101\"]", "road: more than 4 entries" },
		{ "hand = [\"\"]", "hand: 1: an id" },
		{ "note = [{ weight = true }]", "note: 1: weight: it must" },
		{ "note = [{}, {}, {}]", "note: more than 2" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world w;
		struct err e = { 0 };

		clear(&w);
		if (field_read(&e, &arena, parse(rows[i].text), &w, fields,
		    &names, NULL) != ERR_INPUT ||
		    strstr(e.msg, rows[i].says) == NULL)
			fail_msg("%s: %s", rows[i].text, e.msg);
	}
}

static void
keys_to_be_ignored_are_passed_over(void **state)
{
	static const char *const ignore[] = { "iacta", "ask", NULL };
	struct world w;
	struct err e = { 0 };

	(void)state;
	clear(&w);
	assert_int_equal(field_read(&e, &arena, parse("iacta = 1\nturn = 4\n"
	    "[[ask]]\nside = \"x\"\n"), &w, fields, &names, ignore), ERR_OK);
	assert_int_equal(w.turn, 4);
}

static void
the_first_field_that_differs_is_named(void **state)
{
	static const struct { const char *change, *path; } rows[] = {
		{ "turn = 4", "turn" },
		{ "pace = 3", "pace" },
		{ "quiet = false", "quiet" },
		{ "man.x.hits = 3", "man.x.hits" },
		{ "man.x.hits = 0", "man.x.hits" },
		{ "man.z.hits = 0", "man.z" },
		{ "side.carthage.points = 9", "side.carthage.points" },
		{ "road = [\"0101\"]", "road" },
		{ "note = []", "note" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world x, y;
		const char *path;

		clear(&x);
		clear(&y);
		read_into(&x, whole);
		read_into(&y, whole);
		read_into(&y, rows[i].change);
		path = field_differs(&arena, &x, &y, fields, &names);
		assert_non_null(path);
		assert_string_equal(path, rows[i].path);
	}
}

/* What is public and what is hidden are together the whole. */
static void
what_is_hidden_is_written_apart(void **state)
{
	struct field_names part = names;
	struct node *public = node_table(&arena), *hidden = node_table(&arena);
	struct world w, again;
	struct err e = { 0 };

	(void)state;
	clear(&w);
	clear(&again);
	read_into(&w, whole);
	read_into(&w, "side.rome.plan = 3\n"
	    "spy.x = { side = \"rome\", hits = 2 }\n");
	part.which = FIELDS_PUBLIC;
	field_write(&arena, public, &w, fields, &part);
	part.which = FIELDS_HIDDEN;
	field_write(&arena, hidden, &w, fields, &part);
	assert_null(node_get(public, "spy"));
	assert_null(node_path(public, "side.rome.plan"));
	assert_int_equal(node_path(public, "side.rome.points")->i, 4);
	assert_int_equal(hidden->n, 2);
	assert_int_equal(node_path(hidden, "spy.x.hits")->i, 2);
	assert_int_equal(node_path(hidden, "side.rome.plan")->i, 3);
	assert_int_equal(node_path(hidden, "side")->n, 1);
	assert_int_equal(field_read(&e, &arena, public, &again, fields,
	    &names, NULL), ERR_OK);
	assert_int_equal(field_read(&e, &arena, hidden, &again, fields,
	    &names, NULL), ERR_OK);
	assert_memory_equal(&w, &again, sizeof w);
}

static void
clearing_leaves_nothing_of_what_was(void **state)
{
	struct world w, fresh;

	(void)state;
	clear(&fresh);
	clear(&w);
	read_into(&w, whole);
	field_clear(&w, fields, &names);
	assert_null(field_differs(&arena, &w, &fresh, fields, &names));
	assert_int_equal(w.nmen, 0);
}

#define TEST(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_written_reads_back_the_same),
		TEST(usual_values_are_not_written),
		TEST(what_a_table_does_not_name_stays),
		TEST(what_does_not_fit_is_refused_by_its_path),
		TEST(keys_to_be_ignored_are_passed_over),
		TEST(the_first_field_that_differs_is_named),
		TEST(what_is_hidden_is_written_apart),
		TEST(clearing_leaves_nothing_of_what_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
