/* test-map.c: a grid with terrain in its hexes and along its hexsides */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "hex/map.h"

#include <string.h>

#define LENGTH(a) ((int)(sizeof (a) / sizeof (a)[0]))

enum { CLEAR, WOODS, SLOPE, RIDGE, RIVER, KINDS };
static const char *const kinds[KINDS] = {
	"clear", "woods", "slope", "ridge", "river"
};

static struct map map;

static struct node *
range(struct arena *a, int first, int last)
{
	struct node *n = node_array(a);

	node_add(a, n, NULL, node_int(a, first));
	node_add(a, n, NULL, node_int(a, last));
	return n;
}

/* [map] of Chalons, and the sections empty. */
static struct node *
chalons(struct arena *a)
{
	struct node *t = node_table(a), *m = node_add_table(a, t, "map");

	node_add_string(a, m, "top", "flat");
	node_add_string(a, m, "shove", "odd");
	node_add(a, m, "columns", range(a, 17, 55));
	node_add(a, m, "rows", range(a, 0, 26));
	node_add_string(a, m, "default", "clear");
	node_add_table(a, t, "terrain");
	node_add_table(a, t, "hexsides");
	node_add_table(a, t, "heights");
	return t;
}

static struct node *
section(struct node *t, const char *key)
{
	for (struct node *n = t->child; n != NULL; n = n->next)
		if (strcmp(n->key, key) == 0)
			return n;
	return NULL;
}

/* Another place at the end of a kind's list. */
static struct node *
list(struct arena *a, struct node *t, const char *sec, const char *kind,
	const char *place)
{
	struct node *s = section(t, sec), *k = section(s, kind);

	if (k == NULL)
		k = node_add_array(a, s, kind);
	return node_add(a, k, NULL, node_string(a, place));
}

static int
read_map(struct err *e, struct arena *a, const struct node *t)
{
	*e = (struct err){0};
	return map_read(e, a, "chalons.toml", t, kinds, KINDS, &map);
}

static int
at(const char *number)
{
	return hex_parse(&map.grid, number);
}

static void
a_hex_has_the_kinds_that_list_it_and_else_the_default(void **state)
{
	static const struct {
		const char *hex;
		uint32_t has;
	} rows[] = {
		{ "1700", 1u << WOODS }, { "1701", 1u << WOODS },
		{ "3114", 1u << SLOPE }, { "5219", 1u << SLOPE | 1u << WOODS },
		{ "1702", 1u << CLEAR }, { "5526", 1u << CLEAR },
	};
	struct arena a = {0};
	struct node *t = chalons(&a);
	struct err e;
	(void)state;

	list(&a, t, "terrain", "woods", "1700");
	list(&a, t, "terrain", "woods", "1701");
	list(&a, t, "terrain", "woods", "5219");
	list(&a, t, "terrain", "slope", "5219");
	list(&a, t, "terrain", "slope", "3114");
	assert_int_equal(read_map(&e, &a, t), ERR_OK);
	assert_int_equal(map.kinds, KINDS);
	for (int i = 0; i < LENGTH(rows); i++) {
		assert_int_equal(map.hex[at(rows[i].hex)], rows[i].has);
		for (int k = 0; k < KINDS; k++)
			assert_int_equal(map_has(&map, at(rows[i].hex), k),
			    rows[i].has >> k & 1);
	}
	arena_free(&a);
}

static void
a_hexside_is_the_same_from_both_hexes(void **state)
{
	static const struct {
		const char *a, *b;
		int kind;
	} rows[] = {
		{ "3114", "3215", RIDGE }, { "3115", "3215", RIDGE },
		{ "1700", "1701", RIVER }, { "1801", "1700", RIVER },
	};
	struct arena a = {0};
	struct node *t = chalons(&a);
	struct err e;
	int n = 0;
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		char both[10];

		memcpy(both, rows[i].a, 4);
		both[4] = '/';
		memcpy(both + 5, rows[i].b, 5);
		list(&a, t, "hexsides", kinds[rows[i].kind], both);
	}
	assert_int_equal(read_map(&e, &a, t), ERR_OK);
	for (int i = 0; i < LENGTH(rows); i++) {
		int p = at(rows[i].a), q = at(rows[i].b);
		int d = hex_dir(&map.grid, p, q);

		assert_true(map_side_has(&map, p, d, rows[i].kind));
		assert_true(map_side_has(&map, q, (d + 3) % 6, rows[i].kind));
		assert_false(map_side_has(&map, p, d, CLEAR));
		assert_int_equal(map.hex[p], 1u << CLEAR);
	}
	for (int h = 0; h < hex_count(&map.grid); h++)
		for (int d = 0; d < HEX_DIRS; d++)
			n += map.side[h][d] != 0;
	assert_int_equal(n, 2 * LENGTH(rows));
	arena_free(&a);
}

static void
heights_are_zero_unless_said(void **state)
{
	struct arena a = {0};
	struct node *t = chalons(&a);
	struct err e;
	(void)state;

	node_add_int(&a, section(t, "heights"), "3114", 2);
	node_add_int(&a, section(t, "heights"), "1700", -1);
	assert_int_equal(read_map(&e, &a, t), ERR_OK);
	assert_int_equal(map.height[at("3114")], 2);
	assert_int_equal(map.height[at("1700")], -1);
	assert_int_equal(map.height[at("3115")], 0);
	arena_free(&a);
}

static void
the_default_may_be_another_kind_or_left_out(void **state)
{
	struct arena a = {0};
	struct node *t = node_table(&a), *m;
	struct err e;
	(void)state;

	node_add(&a, t, "map", node_copy(&a, section(chalons(&a), "map")));
	m = section(t, "map");
	node_set(&a, m, "default", node_string(&a, "slope"));
	assert_int_equal(read_map(&e, &a, t), ERR_OK);
	assert_int_equal(map.hex[0], 1u << SLOPE);

	/* no [terrain], no [hexsides], no [heights], no default */
	m = node_table(&a);
	node_add_string(&a, m, "top", "pointy");
	node_add_string(&a, m, "shove", "even");
	node_add_string(&a, m, "numbers", "RRCC");
	node_add_bool(&a, m, "ragged", true);
	node_add(&a, m, "columns", range(&a, 1, 13));
	node_add(&a, m, "rows", range(&a, 11, 1));
	node_set(&a, t, "map", m);
	assert_int_equal(read_map(&e, &a, t), ERR_OK);
	assert_int_equal(map.hex[at("1012")], 1u << CLEAR);
	assert_int_equal(map.hex[at("1012") + 1], 0);	/* no such hex */
	arena_free(&a);
}

static void
kinds_are_found_by_name(void **state)
{
	struct arena a = {0};
	struct err e;
	(void)state;

	assert_int_equal(read_map(&e, &a, chalons(&a)), ERR_OK);
	for (int k = 0; k < KINDS; k++)
		assert_int_equal(map_kind(&map, kinds[k]), k);
	assert_int_equal(map_kind(&map, "Clear"), -1);
	assert_int_equal(map_kind(&map, ""), -1);
	arena_free(&a);
}

static void
a_wrong_place_is_refused_by_name_and_line(void **state)
{
	static const struct {
		const char *section, *kind, *place, *msg;
	} rows[] = {
		{ "terrain", "wood", "1700", "chalons.toml: no such terrain: "
		  "\"wood\"; did you mean \"woods\"?" },
		{ "hexsides", "volcano", "1700/1701",
		  "chalons.toml: no such terrain: \"volcano\"" },
		{ "terrain", "woods", "1600",
		  "chalons.toml: line 7: \"1600\" is no hex of the map" },
		{ "terrain", "woods", "17\a0",
		  "chalons.toml: line 7: \"17\\x070\" is no hex of the map" },
		{ "terrain", "woods", "2020",
		  "chalons.toml: line 7: 2020 has woods twice" },
		{ "hexsides", "ridge", "1700",
		  "chalons.toml: line 7: \"1700\" is a hex; a hexside is "
		  "written as the two hexes beside it, with a slash between" },
		{ "hexsides", "ridge", "1700-1701",
		  "chalons.toml: line 7: \"1700-1701\" is no hex of the map" },
		{ "hexsides", "ridge", "1700/1600",
		  "chalons.toml: line 7: \"1600\" is no hex of the map" },
		{ "hexsides", "ridge", "/1700",
		  "chalons.toml: line 7: \"\" is no hex of the map" },
		{ "hexsides", "ridge", "1700/1701/1702", "chalons.toml: "
		  "line 7: \"1701/1702\" is no hex of the map" },
		{ "hexsides", "ridge", "1700/1702", "chalons.toml: line 7: "
		  "\"1700/1702\" is no hexside: the two hexes are not "
		  "adjacent" },
		{ "hexsides", "ridge", "1700/1700", "chalons.toml: line 7: "
		  "\"1700/1700\" is no hexside: the two hexes are not "
		  "adjacent" },
		{ "hexsides", "ridge", "2021/2020",
		  "chalons.toml: line 7: 2021/2020 has ridge twice" },
	};
	struct arena a = {0};
	struct err e;
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		struct node *t = chalons(&a);

		list(&a, t, "terrain", "woods", "2020");
		list(&a, t, "hexsides", "ridge", "2020/2021");
		list(&a, t, rows[i].section, rows[i].kind,
		    rows[i].place)->line = 7;
		assert_int_equal(read_map(&e, &a, t), ERR_INPUT);
		assert_string_equal(e.msg, rows[i].msg);
	}
	arena_free(&a);
}

static void
a_section_of_the_wrong_type_is_refused(void **state)
{
	static const struct {
		const char *section, *key, *msg;
	} rows[] = {
		{ "map", NULL, "chalons.toml: there is no [map]" },
		{ "terrain", NULL,
		  "chalons.toml: [terrain] is to be a table" },
		{ "hexsides", NULL,
		  "chalons.toml: [hexsides] is to be a table" },
		{ "heights", NULL,
		  "chalons.toml: [heights] is to be a table" },
		{ "map", "default",
		  "chalons.toml: default is to be a terrain's name" },
		{ "map", "top", "chalons.toml: top is to be \"flat\" or "
		  "\"pointy\"" },
		{ "terrain", "woods",
		  "chalons.toml: terrain.woods is to be a list, not " },
		{ "heights", "3114", "chalons.toml: the height of 3114 is to "
		  "be a number, -99 to 99" },
		{ "heights", "31",
		  "chalons.toml: \"31\" is no hex of the map" },
	};
	struct arena a = {0};
	struct err e;
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		struct node *t = chalons(&a);

		if (rows[i].key != NULL)
			node_set(&a, section(t, rows[i].section), rows[i].key,
			    node_int(&a, 1000));
		else
			node_set(&a, t, rows[i].section, node_int(&a, 1));
		assert_int_equal(read_map(&e, &a, t), ERR_INPUT);
		assert_int_equal(strncmp(e.msg, rows[i].msg,
		    strlen(rows[i].msg)), 0);
	}
	arena_free(&a);
}

static void
a_list_holds_strings_alone(void **state)
{
	struct arena a = {0};
	struct node *t = chalons(&a);
	struct err e;
	(void)state;

	list(&a, t, "terrain", "woods", "1700");
	node_add(&a, section(section(t, "terrain"), "woods"), NULL,
	    node_int(&a, 1701))->line = 9;
	assert_int_equal(read_map(&e, &a, t), ERR_INPUT);
	assert_non_null(strstr(e.msg, "chalons.toml: line 9: terrain.woods "
	    "is to list hexes as strings, not "));
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    a_hex_has_the_kinds_that_list_it_and_else_the_default),
		cmocka_unit_test(a_hexside_is_the_same_from_both_hexes),
		cmocka_unit_test(heights_are_zero_unless_said),
		cmocka_unit_test(the_default_may_be_another_kind_or_left_out),
		cmocka_unit_test(kinds_are_found_by_name),
		cmocka_unit_test(a_wrong_place_is_refused_by_name_and_line),
		cmocka_unit_test(a_section_of_the_wrong_type_is_refused),
		cmocka_unit_test(a_list_holds_strings_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
