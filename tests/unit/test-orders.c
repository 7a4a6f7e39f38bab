/* test-orders.c: orders taken one by one, refused, replaced, paused, late */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "toy.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/why.h"
#include "show/why.h"

#include <string.h>

#define COUNT(a) (sizeof (a) / sizeof (a)[0])

enum { RED, BLUE };

static struct arena arena;
static struct game game;
static struct toy_dice dice;

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

static void
run(const int *shows, int n)
{
	dice = (struct toy_dice){ shows, n, 0 };
	toy_use_dice(&game, &dice);
	game_run(&game);
	assert_int_equal(dice.at, n);
}

/* The next exchange: what was sent to the last one is used up. */
static void
next(void)
{
	game.exchange++;
	for (int i = 0; i < game.nsides; i++) {
		game.player[i].answers = NULL;
		game.player[i].late = false;
	}
}

static const struct toy_unit *
unit(const char *id)
{
	const struct toy *s = game.state;

	for (int i = 0; i < s->nunits; i++)
		if (strcmp(s->unit[i].id, id) == 0)
			return &s->unit[i];
	return NULL;
}

static void
assert_at(const char *id, const char *hex)
{
	assert_non_null(unit(id));
	assert_string_equal(game_hex(&game, unit(id)->hex), hex);
}

/* ------------------------------------------------------------------ taken */

static void
a_side_without_orders_is_asked_for_them(void **state)
{
	(void)state;
	run(NULL, 0);
	assert_int_equal(game.stop, STOP_ASK);
	assert_string_equal(toy_asks(&game), "red orders");
	assert_int_equal(game.waited[RED], 1);
	assert_int_equal(game.waited[BLUE], 0);
}

static void
orders_are_carried_out_and_the_next_side_is_asked(void **state)
{
	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0101\" },"
	    "{ do = \"move\", unit = \"red-3\", to = \"0501\" }]", false);
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "turn move move turn");
	assert_at("red-1", "0101");
	assert_at("red-3", "0501");
	assert_string_equal(toy_asks(&game), "blue orders");
	assert_null(game.player[RED].orders);
	assert_int_equal(game.player[RED].orders_exchange, -1);
}

static void
orders_sent_before_their_turn_wait_for_it(void **state)
{
	(void)state;
	toy_submit(&game, BLUE, "order = ["
	    "{ do = \"move\", unit = \"blue-1\", to = \"0103\" }]", false);
	run(NULL, 0);
	assert_string_equal(toy_asks(&game), "red orders");
	next();
	toy_submit(&game, RED, "order = []", false);
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "turn move turn");
	assert_int_equal(unit("blue-1")->hex, hex_parse(game.grid, "0103"));
	assert_string_equal(toy_asks(&game), "red orders");
}

static void
an_order_of_an_earlier_phase_is_refused(void **state)
{
	static const int shows[] = { 1 };

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"fight\", units = [\"red-2\"], target = \"blue-2\" },"
	    "{ do = \"move\", unit = \"red-1\", to = \"0101\" }]", false);
	run(shows, 1);
	assert_string_equal(toy_events(&game), "turn fight refused turn");
	assert_int_equal(game.nrefusals, 1);
	assert_int_equal(game.refusals[0].number, 2);
	assert_true(why_is(game.refusals[0].reason, "phase-over"));
	assert_string_equal(why_words(&game, game.refusals[0].reason),
	    "the movement phase is over: give this order before those "
	    "of later phases");
	assert_at("red-1", "0201");
}

static void
a_refused_order_leaves_the_rest_in_force(void **state)
{
	const int strength = unit("red-1")->strength;
	const struct node *x;

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0301\" },"
	    "{ do = \"move\", unit = \"red-1\", to = \"0101\" }]", false);
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "turn refused move turn");
	assert_at("red-1", "0101");
	assert_int_equal(unit("red-1")->strength, strength);
	x = node_at(game.events, 1);
	assert_string_equal(node_str(node_table_of(x, "why"), "code"),
	    "move.far");
	assert_string_equal(node_str(node_get(x, "text"), "unit"), "red-1");
	assert_int_equal(node_integer(x, "number", 0), 1);
}

static void
an_order_that_cannot_be_one_is_refused_alone(void **state)
{
	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ unit = \"red-1\" }, { do = \"dance\" }, 7, "
	    "{ do = \"move\", unit = \"red-1\" },"
	    "{ do = \"move\", unit = \"blue-1\", to = \"0101\" },"
	    "{ do = \"move\", unit = \"red-1\", to = \"0101\" }]", false);
	run(NULL, 0);
	assert_int_equal(game.nrefusals, 5);
	assert_at("red-1", "0101");
}

/* --------------------------------------------------------------- sealed */

static void
a_sealed_order_is_refused_in_public_only_by_its_number(void **state)
{
	const struct node *x;
	struct node *answers = node_table(&arena);

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0301\" }]", true);
	run(NULL, 0);
	x = node_at(game.events, 1);
	assert_string_equal(node_str(x, "event"), "refused");
	assert_string_equal(node_str(x, "side"), "red");
	assert_string_equal(node_str(x, "what"), "order");
	assert_int_equal(node_integer(x, "number", 0), 1);
	assert_int_equal(x->n, 4);		/* and nothing else */
	assert_true(game.refusals[0].sealed);
	assert_true(why_is(game.refusals[0].reason, "move.far"));
	game_answers(&game, answers);
	x = node_at(node_array_of(answers, "answer"), 1);
	assert_string_equal(node_str(x, "kind"), "order");
	assert_string_equal(node_str(x, "answer"), "refused");
}

/* ------------------------------------------------------ replaced, paused */

static void
the_rest_of_the_orders_goes_on_after_a_question(void **state)
{
	static const int first[] = { 4 }, second[] = { 6, 6, 1 };

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"fight\", units = [\"red-2\"], target = \"blue-2\" },"
	    "{ do = \"fight\", units = [\"red-3\"], target = \"blue-3\" }]",
	    false);
	run(first, 1);
	assert_string_equal(toy_asks(&game), "red loss, blue loss");
	assert_int_equal(game.player[RED].used, 1);
	next();
	toy_submit(&game, RED, "answer = [{ kind = \"loss\", "
	    "answer = \"red-2\" }]", false);
	toy_submit(&game, BLUE, "answer = [{ kind = \"loss\", "
	    "answer = \"blue-1\" }]", false);
	run(second, 3);
	assert_string_equal(toy_events(&game), "lost lost fight turn");
	assert_string_equal(toy_asks(&game), "blue orders");
}

static void
new_orders_replace_the_rest_as_a_whole(void **state)
{
	static const int first[] = { 4 }, second[] = { 6, 6 };

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"fight\", units = [\"red-2\"], target = \"blue-2\" },"
	    "{ do = \"fight\", units = [\"red-3\"], target = \"blue-3\" }]",
	    false);
	run(first, 1);
	next();
	toy_submit(&game, RED, "order = [{ do = \"fight\", "
	    "units = [\"red-9\"], target = \"blue-3\" }]\n"
	    "answer = [{ kind = \"loss\", answer = \"red-2\" }]", false);
	toy_submit(&game, BLUE, "answer = [{ kind = \"loss\", "
	    "answer = \"blue-1\" }]", false);
	run(second, 2);
	assert_string_equal(toy_events(&game), "lost lost refused turn");
	assert_int_equal(game.refusals[0].number, 1);
	assert_string_equal(toy_asks(&game), "blue orders");
}

static void
a_pause_stops_and_takes_new_orders(void **state)
{
	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0101\" },"
	    "{ do = \"pause\" },"
	    "{ do = \"move\", unit = \"red-3\", to = \"0501\" }]", false);
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "turn move");
	assert_string_equal(toy_asks(&game), "red orders");
	next();
	toy_submit(&game, RED, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0102\" }]", false);
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "move turn");
	assert_at("red-1", "0102");
	assert_at("red-3", "0401");
	assert_string_equal(toy_asks(&game), "blue orders");
}

static void
pauses_and_refusals_leave_nothing_in_the_record(void **state)
{
	int asked, recorded;

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0101\" },"
	    "{ do = \"pause\" }]", false);
	run(NULL, 0);
	asked = game.stopped;
	recorded = game.nrecord;
	for (int i = 0; i < 3; i++) {
		next();
		toy_submit(&game, RED, "order = [{ do = \"move\", "
		    "unit = \"red-9\", to = \"0101\" },"
		    "{ do = \"pause\" }, { do = \"move\", "
		    "unit = \"red-3\", to = \"0501\" }]", false);
		run(NULL, 0);
		assert_string_equal(toy_events(&game), "refused");
		assert_string_equal(toy_asks(&game), "red orders");
		assert_int_equal(game.nanswers, 3);
		assert_int_equal(game.stopped, asked);
		assert_int_equal(game.nrecord, recorded);
	}
	next();
	toy_submit(&game, RED, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0102\" }]", false);
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "move turn");
	assert_at("red-1", "0102");
}

/* ----------------------------------------------------------------- late */

static void
a_late_side_has_no_orders_and_is_told_of(void **state)
{
	(void)state;
	run(NULL, 0);
	assert_string_equal(toy_asks(&game), "red orders");
	next();
	game.player[RED].late = true;
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "late turn");
	assert_string_equal(toy_asks(&game), "blue orders");
}

static void
a_late_side_passes_one_turn_and_no_more(void **state)
{
	unsigned seed = 1;

	(void)state;
	game.player[BLUE].bot = true;
	toy_use_chance(&game, &seed);
	game_run(&game);
	next();
	game.player[RED].late = true;
	game_run(&game);
	assert_string_equal(toy_asks(&game), "red orders");
	assert_int_equal(((struct toy *)game.state)->turn, 2);
}

static void
who_is_late_with_an_answer_is_still_asked_for_orders(void **state)
{
	static const int first[] = { 4 }, second[] = { 6, 6 };

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"fight\", units = [\"red-2\"], target = \"blue-2\" }]\n"
	    "doctrine = [{ kind = \"loss\", answer = \"red-2\" }]", false);
	run(first, 1);
	assert_string_equal(toy_asks(&game), "blue loss");
	next();
	game.player[BLUE].late = true;
	run(second, 2);
	assert_string_equal(toy_events(&game), "lost lost turn");
	assert_string_equal(toy_asks(&game), "blue orders");
}

static void
a_late_side_that_paused_goes_on_with_the_rest(void **state)
{
	(void)state;
	toy_submit(&game, RED, "order = [{ do = \"pause\" },"
	    "{ do = \"move\", unit = \"red-3\", to = \"0501\" }]", false);
	run(NULL, 0);
	assert_string_equal(toy_asks(&game), "red orders");
	next();
	game.player[RED].late = true;
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "late move turn");
	assert_at("red-3", "0501");
}

static void
a_late_side_goes_on_to_its_next_pause_and_no_further(void **state)
{
	(void)state;
	toy_submit(&game, RED, "order = [{ do = \"pause\" },"
	    "{ do = \"pause\" },"
	    "{ do = \"move\", unit = \"red-3\", to = \"0501\" }]", false);
	run(NULL, 0);
	for (int i = 0; i < 2; i++) {
		assert_string_equal(toy_asks(&game), "red orders");
		assert_at("red-3", "0401");
		next();
		game.player[RED].late = true;
		run(NULL, 0);
	}
	assert_string_equal(toy_events(&game), "late move turn");
	assert_at("red-3", "0501");
}

static void
a_late_side_gets_the_late_answer_to_a_question(void **state)
{
	static const int first[] = { 4 }, second[] = { 6, 6 };

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"fight\", units = [\"red-2\"], target = \"blue-2\" }]",
	    false);
	run(first, 1);
	assert_string_equal(toy_asks(&game), "red loss, blue loss");
	next();
	game.player[RED].late = game.player[BLUE].late = true;
	run(second, 2);
	/* most strength: red-1 and red-2 have 3, the first of them */
	assert_int_equal(unit("red-1")->strength, 2);
	assert_int_equal(unit("blue-2")->strength, 3);
	assert_string_equal(game.answers[0].by, "late");
}

/* ------------------------------------------------------- on submission */

static void
what_can_never_be_legal_is_refused_with_the_near_miss(void **state)
{
	static const struct { const char *text, *says; } rows[] = {
		{ "order = 3", "order: it is" },
		{ "order = [{ unit = \"red-1\" }]",
		  "order 1: the order has no verb" },
		{ "order = [{ do = \"mov\" }]",
		  "order 1: do = \"mov\": no such order (did you mean "
		  "\"move\"?); the orders of this game are move, fight" },
		{ "order = [{ do = \"pause\" }, { do = \"paus\" }]",
		  "order 2: do = \"paus\": no such order (did you mean "
		  "\"pause\"?); the orders of this game are" },
		{ "order = [{ do = \"move\", unit = \"red-1\", "
		  "to = \"0101\", too = 1 }]",
		  "\"too\": move takes no such field; did you mean \"to\"?" },
		{ "order = [{ do = \"move\", to = \"0101\" }]",
		  "move needs unit (who moves)" },
		{ "order = [{ do = \"move\", unit = \"red-11\", "
		  "to = \"0101\" }]",
		  "unit \"red-11\": no such unit; did you mean \"red-1\"?" },
		{ "order = [{ do = \"move\", unit = \"blue-1\", "
		  "to = \"0101\" }]",
		  "unit \"blue-1\": that is the enemy's unit" },
		{ "order = [{ do = \"fight\", units = [\"red-1\"], "
		  "target = \"red-2\" }]",
		  "target \"red-2\": that is your own unit" },
		{ "order = [{ do = \"fight\", units = \"red-1\", "
		  "target = \"blue-2\" }]", "units: it must be a list" },
		{ "order = [{ do = \"move\", unit = 1, to = \"0101\" }]",
		  "unit: it must be a string" },
		{ "order = [{ do = \"move\", unit = \"red-1\", "
		  "to = \"0199\" }]", "to \"0199\": no such hex" },
		{ "answer = [{ kind = \"los\", answer = \"x\" }]",
		  "answer 1: kind \"los\": no such kind of question; did you "
		  "mean \"loss\"?" },
		{ "answer = [{ kind = \"loss\" }]",
		  "answer 1: it needs kind and answer" },
		{ "deploy = { blue-1 = \"0101\" }",
		  "deploy: deploy.unit (unit blue-1)" },
		{ "doctrine = [{ kind = \"loss\" }]", "doctrine 1" },
		{ "order = [{ do = \"move\", unit = \"\\u001B[2J\", "
		  "to = \"0101\" }]", "unit \"\\x1b[2J\": no such unit" },
		{ "order = [{ do = \"move\", unit = \"red-1\", "
		  "to = \"0606\" }]\n"
		  "answer = [{ kind = \"loss\", answer = \"x\" }]\n"
		  "doctrine = []\ndeploy = \"standard\"", NULL },
	};

	(void)state;
	game.words = why_words;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct err e = { 0 };
		int rc = submission_check(&e, &game, RED,
		    toy_toml(&arena, rows[i].text));

		if (rows[i].says == NULL)
			assert_int_equal(rc, ERR_OK);
		else if (rc != ERR_INPUT || !strstr(e.msg, rows[i].says))
			fail_msg("%s: %s", rows[i].text, e.msg);
	}
}

/* ------------------------------------------------ what its side alone knows */

static const struct order_field feint_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who moves", false },
	{ "to", ARG_HEX, true, NULL, "the hex beside it", false },
	{ "feint", ARG_BOOL, false, NULL, "whether it is one", true },
	{ .name = NULL },
};
static const struct order_verb feint_verbs[] = {
	{ "move", TOY_MOVE, "go to the next hex", feint_fields },
	{ .verb = NULL },
};

static void
a_hidden_field_is_neither_recorded_nor_published(void **state)
{
	struct system feints = *game.sys;

	(void)state;
	feints.verbs = feint_verbs;
	game.sys = &feints;
	toy_submit(&game, RED, "order = [{ do = \"move\", unit = \"red-1\", "
	    "to = \"0101\", feint = true }]", false);
	run(NULL, 0);
	assert_int_equal(game.stop, STOP_ASK);
	assert_at("red-1", "0101");
	for (int i = 0; i < game.nanswers; i++)
		if (game.answers[i].value->type == NODE_TABLE) {
			assert_non_null(node_get(game.answers[i].value, "to"));
			assert_null(node_get(game.answers[i].value, "feint"));
		}
}

static void
no_stop_may_come_between_a_hidden_field_and_a_checkpoint(void **state)
{
	struct system feints = *game.sys;

	(void)state;
	feints.verbs = feint_verbs;
	game.sys = &feints;
	toy_submit(&game, RED, "order = [{ do = \"move\", unit = \"red-1\", "
	    "to = \"0101\", feint = true }, { do = \"pause\" }]", false);
	run(NULL, 0);
	assert_int_equal(game.stop, STOP_FAIL);
	assert_non_null(strstr(game.why, "something hidden"));
}

static void
why_not_goes_through_a_file_and_back(void **state)
{
	struct node *list = node_array(&arena);
	struct str s = str_new(&arena);
	const char *why;

	(void)state;
	node_add(&arena, list, NULL, node_string(&arena, "a"));
	node_add(&arena, list, NULL, node_string(&arena, "b\x1e\x1f"));
	why = why_not(&game, "missile.range", FACTS(fact_text("unit", "u\x1f"),
	    fact_number("range", -4), fact_text("absent", NULL),
	    fact_node("of", list), fact_side("side", RED)));
	why = why_also(&game, why, FACTS(fact_text("unit", "other"),
	    fact_number("most", 3)));
	toml_write_inline(&s, why_node(&arena, why));
	assert_string_equal(s.s, "{ code = \"missile.range\", unit = "
	    "\"u\\\\x1f\", range = -4, of = [\"a\", \"b\\\\x1e\\\\x1f\"], "
	    "side = \"red\", most = 3 }");
	assert_true(why_is(why, "missile.range"));
	assert_false(why_is(why, "missile"));
	assert_true(node_equal(why_node(&arena, why_from_node(&arena,
	    why_node(&arena, why))), why_node(&arena, why)));
	assert_string_equal(why_plain(&arena, why), "missile.range (unit "
	    "u\\x1f, range -4, of a b\\x1e\\x1f, side red, most 3)");
	assert_null(why_node(&arena, "it is out of range"));
	assert_null(why_also(&game, NULL, FACTS(fact_number("n", 1))));
	game.quiet = 1;
	why = "missile.range";
	assert_ptr_equal(why_not(&game, why, FACTS(fact_number("n", 1))), why);
	game.quiet = 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_side_without_orders_is_asked_for_them),
		TEST(orders_are_carried_out_and_the_next_side_is_asked),
		TEST(orders_sent_before_their_turn_wait_for_it),
		TEST(an_order_of_an_earlier_phase_is_refused),
		TEST(a_refused_order_leaves_the_rest_in_force),
		TEST(an_order_that_cannot_be_one_is_refused_alone),
		TEST(a_sealed_order_is_refused_in_public_only_by_its_number),
		TEST(the_rest_of_the_orders_goes_on_after_a_question),
		TEST(new_orders_replace_the_rest_as_a_whole),
		TEST(a_pause_stops_and_takes_new_orders),
		TEST(pauses_and_refusals_leave_nothing_in_the_record),
		TEST(a_late_side_has_no_orders_and_is_told_of),
		TEST(a_late_side_passes_one_turn_and_no_more),
		TEST(who_is_late_with_an_answer_is_still_asked_for_orders),
		TEST(a_late_side_that_paused_goes_on_with_the_rest),
		TEST(a_late_side_goes_on_to_its_next_pause_and_no_further),
		TEST(a_late_side_gets_the_late_answer_to_a_question),
		TEST(what_can_never_be_legal_is_refused_with_the_near_miss),
		TEST(a_hidden_field_is_neither_recorded_nor_published),
		TEST(no_stop_may_come_between_a_hidden_field_and_a_checkpoint),
		TEST(why_not_goes_through_a_file_and_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
