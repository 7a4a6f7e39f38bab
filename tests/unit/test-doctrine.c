/* test-doctrine.c: standing answers: which entry fits, and what it chooses */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "toy.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

#define COUNT(a) (sizeof (a) / sizeof (a)[0])

static struct arena arena;
static struct game game;

static int
setup(void **state)
{
	(void)state;
	toy_open(&arena, &game, "scenario = \"line\"\ndeployed = true\n");
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

/*
 * blue-2 in 0302 retreats: three hexes with their danger, and to stand.
 *	0 0303 danger 0    1 0402 danger 2    2 0202 danger 2    3 stand
 */
static struct question
retreat(void)
{
	struct question q = question(&game, 1, "retreat");
	static const struct { const char *hex; int danger; } rows[] = {
		{ "0303", 0 }, { "0402", 2 }, { "0202", 2 },
	};

	question_fact(&q, fact_text("unit", "blue-2"));
	question_fact(&q, fact_hex("from", hex_parse(game.grid, "0302")));
	question_fact(&q, fact_number("strength", 4));
	for (size_t i = 0; i < COUNT(rows); i++) {
		option_hex(&q, hex_parse(game.grid, rows[i].hex));
		option_attr(&q, "danger", rows[i].danger);
	}
	option_decline(&q, "stand");
	return q;
}

static const struct node *
array_of(const char *key, const char *text)
{
	return node_get(toy_toml(&arena, text), key);
}

static void
an_answer_is_an_option_or_a_preference(void **state)
{
	static const struct { const char *answer; int choice; } rows[] = {
		{ "answer = \"0402\"", 1 },
		{ "answer = \"04*\"", 1 },
		{ "answer = \"*02\"", 1 },	/* the first that fits */
		{ "answer = \"0101\"", -1 },
		{ "answer = \"stand\"", 3 },
		{ "answer = \"none\"", 3 },
		{ "answer = \"first\"", 0 },
		{ "answer = \"last\"", 3 },
		{ "answer = \"least danger\"", 0 },
		{ "answer = \"most danger\"", 1 },
		{ "answer = \"most courage\"", -1 },
		{ "answer = \"toward 0101\"", 2 },
		{ "answer = \"toward 9999\"", -1 },
		{ "answer = \"away 0103\"", 1 },
		{ "answer = \"ask\"", -2 },
		{ "answer = []", -1 },
		{ "answer = 3", -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct question q = retreat();

		assert_int_equal(doctrine_choose(&game, array_of("answer",
		    rows[i].answer), &q), rows[i].choice);
	}
}

static void
preferences_narrow_what_those_before_have_left(void **state)
{
	static const struct { const char *answer; int choice; } rows[] = {
		{ "answer = \"most danger then last\"", 2 },
		{ "answer = [\"most danger\", \"last\"]", 2 },
		{ "answer = \"most danger then toward 0601\"", 1 },
		{ "answer = \"0101 then most danger then last\"", 2 },
		{ "answer = \"most danger then 0303\"", 1 },
		{ "answer = \"0101 then ask\"", -2 },
		{ "answer = \"0303 then ask\"", 0 },
		{ "answer = \"0101 then 0102\"", -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct question q = retreat();

		assert_int_equal(doctrine_choose(&game, array_of("answer",
		    rows[i].answer), &q), rows[i].choice);
	}
}

static void
an_options_own_text_comes_before_other_meanings(void **state)
{
	struct question q = question(&game, 0, "advance");

	(void)state;
	option_add(&q, 10, "second");
	option_add(&q, 11, "first");
	option_add(&q, 12, "none");
	option_decline(&q, "no");
	assert_int_equal(doctrine_choose(&game, node_string(&arena, "first"),
	    &q), 1);
	assert_int_equal(doctrine_choose(&game, node_string(&arena, "none"),
	    &q), 2);
}

static void
an_entry_fits_where_its_conditions_do(void **state)
{
	static const struct { const char *conditions; bool fits; } rows[] = {
		{ "", true },
		{ "unit = \"blue-2\",", true },
		{ "unit = \"blue-*\",", true },
		{ "unit = \"red-*\",", false },
		{ "unit = [\"red-1\", \"blue-2\"],", true },
		{ "unit = [\"red-1\", \"red-2\"],", false },
		{ "unit = [],", false },
		{ "from = \"0302\",", true },
		{ "from = \"03*\",", true },
		{ "strength = 4,", true },
		{ "strength = 3,", false },
		{ "strength = \"4\",", true },
		{ "strength = \"=4\",", true },
		{ "strength = \">=4\",", true },
		{ "strength = \">= 4\",", true },
		{ "strength = \"<=4\",", true },
		{ "strength = \">4\",", false },
		{ "strength = \"<4\",", false },
		{ "strength = \"<5\",", true },
		{ "strength = \"!=4\",", false },
		{ "strength = \"!=5\",", true },
		{ "strength = [1, 4],", true },
		{ "strength = [\"<2\", \">3\"],", true },
		{ "strength = \"many\",", false },
		{ "strength = \">=\",", false },
		{ "strength = true,", false },
		{ "unit = \"blue-*\", strength = \">9\",", false },
		{ "courage = 1,", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct question q = retreat();
		const struct node *list = array_of("doctrine", arena_printf(
		    &arena, "doctrine = [{ kind = \"retreat\", %s answer = "
		    "\"first\" }]", rows[i].conditions));

		assert_int_equal(doctrine_answer(&game, list, &q),
		    rows[i].fits ? 0 : -1);
	}
}

static void
a_fact_that_is_a_list_fits_where_one_of_it_does(void **state)
{
	struct question q = question(&game, 0, "advance");
	struct node *list = node_array(&arena);

	(void)state;
	node_add(&arena, list, NULL, node_string(&arena, "red-1"));
	node_add(&arena, list, NULL, node_string(&arena, "red-2"));
	question_fact(&q, fact_node("into", list));
	option_add(&q, 1, "a");
	option_add(&q, 2, "b");
	assert_int_equal(doctrine_answer(&game, array_of("doctrine",
	    "doctrine = [{ kind = \"advance\", into = \"red-2\", "
	    "answer = \"b\" }]"), &q), 1);
	assert_int_equal(doctrine_answer(&game, array_of("doctrine",
	    "doctrine = [{ kind = \"advance\", into = \"red-3\", "
	    "answer = \"b\" }]"), &q), -1);
}

static void
the_first_entry_that_fits_and_applies_decides(void **state)
{
	static const struct { const char *list; int choice; } rows[] = {
		{ "{ kind = \"retreat\", answer = \"0402\" }, "
		  "{ kind = \"retreat\", answer = \"0303\" }", 1 },
		{ "{ kind = \"advance\", answer = \"0402\" }, "
		  "{ kind = \"retreat\", answer = \"0303\" }", 0 },
		{ "{ kind = \"retreat\", unit = \"x\", answer = \"0402\" }, "
		  "{ kind = \"retreat\", answer = \"0303\" }", 0 },
		{ "{ kind = \"retreat\", answer = \"0101\" }, "
		  "{ kind = \"retreat\", answer = \"0202\" }", 2 },
		{ "{ kind = \"retreat\", answer = \"ask\" }, "
		  "{ kind = \"retreat\", answer = \"0202\" }", -2 },
		{ "", -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct question q = retreat();

		assert_int_equal(doctrine_answer(&game, array_of("doctrine",
		    arena_printf(&arena, "doctrine = [%s]", rows[i].list)),
		    &q), rows[i].choice);
	}
}

static void
what_is_wrong_with_a_doctrine_is_said_with_a_remedy(void **state)
{
	static const struct { const char *text, *says; } rows[] = {
		{ "doctrine = \"x\"", "[[doctrine]]" },
		{ "doctrine = [1]", "doctrine 1: it is no table" },
		{ "doctrine = [{ answer = \"x\" }]",
		  "doctrine 1: it names no kind" },
		{ "doctrine = [{ kind = \"retrat\", answer = \"x\" }]",
		  "did you mean \"retreat\"?" },
		{ "doctrine = [{ kind = \"retreat\" }]",
		  "doctrine 1: kind \"retreat\": it has no answer" },
		{ "doctrine = [{ kind = \"retreat\", answer = 3 }]",
		  "it has no answer" },
		{ "doctrine = [{ kind = \"retreat\", answer = \"x\" }, "
		  "{ kind = \"retreat\", uni = \"x\", answer = \"x\" }]",
		  "doctrine 2: \"uni\": questions of kind \"retreat\" have no "
		  "such fact; they have: unit from strength" },
		{ "doctrine = [{ kind = \"retreat\", "
		  "answer = \"first then least dangr\" }]",
		  "doctrine 1: kind \"retreat\": \"least dangr\": no question "
		  "has such an attribute; did you mean \"danger\"?" },
		{ "doctrine = [{ kind = \"loss\", answer = "
		  "[\"most danger\", \"most strength\"] }]", NULL },
		{ "doctrine = [{ kind = \"ambush\", answer = \"ask\" }]",
		  "never asked aloud" },
		{ "doctrine = [{ kind = \"ambush\", answer = [\"ask\"] }]",
		  "never asked aloud" },
		{ "doctrine = [{ kind = \"ambush\", "
		  "answer = \"yes then ask\" }]", "never asked aloud" },
		{ "doctrine = [{ kind = \"ambush\", answer = \"yes\" }]",
		  NULL },
		{ "doctrine = []", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct err e = { 0 };
		int rc = doctrine_check(&e, &game, array_of("doctrine",
		    rows[i].text));

		if (rows[i].says == NULL)
			assert_int_equal(rc, ERR_OK);
		else if (rc != ERR_INPUT || !strstr(e.msg, rows[i].says))
			fail_msg("%s: %s", rows[i].text, e.msg);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_is_an_option_or_a_preference),
		cmocka_unit_test(
		    preferences_narrow_what_those_before_have_left),
		cmocka_unit_test(
		    an_options_own_text_comes_before_other_meanings),
		cmocka_unit_test(an_entry_fits_where_its_conditions_do),
		cmocka_unit_test(
		    a_fact_that_is_a_list_fits_where_one_of_it_does),
		cmocka_unit_test(
		    the_first_entry_that_fits_and_applies_decides),
		cmocka_unit_test(
		    what_is_wrong_with_a_doctrine_is_said_with_a_remedy),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
