/* test-engine.c: asking, stopping, re-executing: the same game every time */
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

#include <string.h>

#define COUNT(a) (sizeof (a) / sizeof (a)[0])

enum { RED, BLUE };

static struct arena arena;
static struct game game;
static struct toy_dice dice;

static const char line[] = "scenario = \"line\"\ndeployed = true\n"
    "side.blue.ambushes = 1\nunit.blue-1.hex = \"0103\"\n";

static int
setup(void **state)
{
	(void)state;
	toy_open(&arena, &game, line);
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

static void
next(void)
{
	game.exchange++;
	for (int i = 0; i < game.nsides; i++)
		game.player[i].answers = NULL;
}

static struct toy *
toy(void)
{
	return game.state;
}

/* ------------------------------------------------------ who answers what */

static const char attack[] = "order = [{ do = \"fight\", "
    "units = [\"red-2\"], target = \"blue-2\" }]";

static void
an_answer_comes_from_submission_then_order_then_doctrine(void **state)
{
	static const int shows[] = { 6 };
	static const struct {
		const char *more;	/* of red */
		const char *hex, *by;	/* of red-2, and who said so */
	} rows[] = {
		{ "", "0301", "doctrine" },
		{ "doctrine = [{ kind = \"advance\", answer = \"red-2\" }]",
		  "0302", "doctrine" },
		{ "doctrine = [{ kind = \"advance\", answer = \"no\" }]\n"
		  "answer = [{ kind = \"advance\", answer = \"red-2\" }]",
		  "0302", "answer" },
		{ "doctrine = [{ kind = \"advance\", into = \"0101\", "
		  "answer = \"red-2\" }]", "0301", "doctrine" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		toy_open(&arena, &game, line);
		toy_submit(&game, RED, arena_printf(&arena, "%s\n%s", attack,
		    rows[i].more), false);
		run(shows, 1);
		assert_string_equal(game_hex(&game, toy()->unit[1].hex),
		    rows[i].hex);
		assert_string_equal(game.answers[game.nanswers - 3].kind,
		    "advance");
		assert_string_equal(game.answers[game.nanswers - 3].by,
		    rows[i].by);
	}
}

static void
what_the_order_says_comes_before_doctrine(void **state)
{
	static const int shows[] = { 6 };

	(void)state;
	toy_submit(&game, RED, "order = [{ do = \"fight\", units = "
	    "[\"red-2\"], target = \"blue-2\", advance = \"red-2\" }]\n"
	    "doctrine = [{ kind = \"advance\", answer = \"no\" }]", false);
	run(shows, 1);
	assert_string_equal(game_hex(&game, toy()->unit[1].hex), "0302");
	assert_int_equal(game.by_doctrine, 1);		/* the retreat */
}

static void
an_answer_that_is_no_option_is_refused_and_the_question_stays(void **state)
{
	static const int shows[] = { 6 };
	const struct node *x;

	(void)state;
	toy_submit(&game, RED, attack, false);
	toy_submit(&game, BLUE, "doctrine = [{ kind = \"retreat\", "
	    "answer = \"ask\" }]\n"
	    "answer = [{ kind = \"retreat\", answer = \"0101\" }]", false);
	run(shows, 1);
	assert_string_equal(toy_events(&game), "turn fight refused");
	assert_string_equal(toy_asks(&game), "blue retreat");
	x = node_at(game.events, 2);
	assert_string_equal(node_str(x, "what"), "answer");
	x = node_table_of(x, "why");
	assert_string_equal(node_str(x, "code"), "no-option");
	assert_true(node_array_of(x, "options")->n > 1);
}

static void
an_answer_about_something_else_is_left_for_it(void **state)
{
	static const int shows[] = { 6 };

	(void)state;
	toy_submit(&game, RED, attack, false);
	toy_submit(&game, BLUE, "doctrine = [{ kind = \"retreat\", "
	    "answer = \"ask\" }]\nanswer = ["
	    "{ kind = \"retreat\", unit = \"blue-1\", answer = \"first\" },"
	    "{ kind = \"retreat\", unit = \"blue-2\", answer = \"0303\" }]",
	    false);
	run(shows, 1);
	assert_string_equal(toy_asks(&game), "blue orders");
	assert_int_equal(game.nrefusals, 0);
}

static void
without_the_default_doctrine_a_question_is_declined_or_asked(void **state)
{
	static const int shows[] = { 6 };

	(void)state;
	game.no_default = true;
	toy_submit(&game, RED, attack, false);
	run(shows, 1);
	assert_string_equal(toy_asks(&game), "blue retreat");
	next();
	toy_submit(&game, BLUE, "answer = [{ kind = \"retreat\", "
	    "answer = \"0303\" }]", false);
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "retreat turn");
	assert_string_equal(toy_asks(&game), "blue orders");
}

/* ------------------------------------------------------------- stopping */

static void
events_and_dice_before_a_stop_are_told_once(void **state)
{
	static const int first[] = { 4 }, second[] = { 6, 6 };
	const struct node *x;

	(void)state;
	toy_submit(&game, RED, attack, false);
	run(first, 1);
	assert_string_equal(toy_events(&game), "turn fight");
	assert_int_equal(game.nfresh, 1);
	assert_int_equal(game.nrolls, 1);
	next();
	game.player[RED].late = game.player[BLUE].late = true;
	run(second, 2);
	assert_int_equal(game.nfresh, 2);
	x = node_at(game.events, 0);
	assert_string_equal(node_str(x, "event"), "lost");
	assert_string_equal(node_at(node_array_of(x, "rolls"), 0)->s, "2.1");
}

static void
questions_asked_together_may_be_answered_apart(void **state)
{
	static const int first[] = { 4 }, second[] = { 6, 6 };
	static const int who[][2] = { { RED, BLUE }, { BLUE, RED } };
	static const char *const answer[] = {
		"answer = [{ kind = \"loss\", answer = \"red-3\" }]",
		"answer = [{ kind = \"loss\", answer = \"blue-3\" }]",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(who); i++) {
		toy_open(&arena, &game, line);
		toy_submit(&game, RED, attack, false);
		run(first, 1);
		assert_string_equal(toy_asks(&game), "red loss, blue loss");
		next();
		toy_submit(&game, who[i][0], answer[who[i][0]], false);
		run(NULL, 0);
		assert_string_equal(toy_events(&game), "");
		assert_string_equal(toy_asks(&game), who[i][0] == RED ?
		    "blue loss" : "red loss");
		next();
		toy_submit(&game, who[i][1], answer[who[i][1]], false);
		run(second, 2);
		assert_string_equal(toy_events(&game), "lost lost turn");
		assert_int_equal(toy()->unit[2].strength, 1);
		assert_int_equal(toy()->unit[5].strength, 1);
	}
}

static void
deployments_are_taken_only_when_all_are_there(void **state)
{
	(void)state;
	toy_open(&arena, &game, "scenario = \"line\"\n");
	toy_submit(&game, RED, "deploy = { red-1 = \"0606\" }", true);
	run(NULL, 0);
	assert_string_equal(toy_asks(&game), "blue deploy");
	assert_int_equal(game.nanswers, 0);
	next();
	toy_submit(&game, RED, "deploy = { red-1 = \"0606\" }", true);
	toy_submit(&game, BLUE, "deploy = \"standard\"", true);
	run(NULL, 0);
	assert_string_equal(toy_events(&game), "deployed deployed turn");
	assert_string_equal(game_hex(&game, toy()->unit[0].hex), "0606");
}

static void
a_deployment_that_is_not_legal_is_refused_and_asked_again(void **state)
{
	(void)state;
	toy_open(&arena, &game, "scenario = \"line\"\n");
	toy_submit(&game, RED, "deploy = { red-1 = \"nowhere\" }", true);
	toy_submit(&game, BLUE, "deploy = \"standard\"", true);
	run(NULL, 0);
	assert_string_equal(toy_asks(&game), "red deploy");
	assert_int_equal(game.nrefusals, 1);
	assert_string_equal(game.refusals[0].reason,
	    "deploy.hex\x1f" "unit=\"red-1");
}

/* -------------------------------------------------------------- windows */

static void
a_window_that_declines_leaves_no_trace(void **state)
{
	static const int shows[] = { 1 };
	static const struct { const char *doctrine; bool acts; } rows[] = {
		{ "", false },
		{ "doctrine = [{ kind = \"ambush\", answer = \"no\" }]",
		  false },
		{ "doctrine = [{ kind = \"ambush\", unit = \"x\", "
		  "answer = \"yes\" }]", false },
		{ "doctrine = [{ kind = \"ambush\", answer = \"yes\" }]",
		  true },
		{ "answer = [{ kind = \"ambush\", answer = \"yes\" }]",
		  false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		bool seen = false;

		toy_open(&arena, &game, line);
		toy_submit(&game, RED, attack, false);
		toy_submit(&game, BLUE, rows[i].doctrine, false);
		run(shows, 1);
		for (int k = 0; k < game.nanswers; k++)
			seen = seen || !strcmp(game.answers[k].kind, "ambush");
		assert_int_equal(seen, rows[i].acts);
		assert_int_equal(toy()->side[BLUE].ambushes, !rows[i].acts);
		assert_int_equal(game.by_doctrine, 0);
	}
}

static void
a_window_before_the_stop_stays_as_it_was(void **state)
{
	static const int first[] = { 6 };
	static const struct { const char *before, *after; int left; } rows[] = {
		{ "[]", "[{ kind = \"ambush\", answer = \"yes\" }]", 1 },
		{ "[{ kind = \"ambush\", answer = \"yes\" }]", "[]", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		toy_open(&arena, &game, line);
		toy_submit(&game, RED, "order = [{ do = \"fight\", units = "
		    "[\"red-3\"], target = \"blue-3\" }]\n"
		    "doctrine = [{ kind = \"advance\", answer = \"ask\" }]",
		    false);
		toy_submit(&game, BLUE, arena_printf(&arena, "doctrine = %s",
		    rows[i].before), false);
		run(first, 1);
		assert_string_equal(toy_asks(&game), "red advance");
		next();
		toy_submit(&game, RED, "answer = [{ kind = \"advance\", "
		    "answer = \"no\" }]", false);
		toy_submit(&game, BLUE, arena_printf(&arena, "doctrine = %s",
		    rows[i].after), false);
		run(NULL, 0);
		assert_string_equal(toy_asks(&game), "blue orders");
		assert_int_equal(toy()->side[BLUE].ambushes, rows[i].left);
	}
}

/* ---------------------------------------------------------------- records */

/* Everything but the rolls, which stand in other files. */
static void
through_checkpoint(struct game *g)
{
	struct node *t = node_table(&arena), *back;
	struct str s = str_new(&arena);
	struct err e = { 0 };

	game_checkpoint_write(g, t);
	toml_write(&s, t);
	memset(g->saved, 0, g->sys->state_size);
	back = toy_toml(&arena, s.s);
	if (game_checkpoint_read(&e, g, back) != ERR_OK)
		fail_msg("%s", e.msg);
}

static void
a_record_that_does_not_fit_the_rules_ends_the_run(void **state)
{
	static const int first[] = { 4 };
	static const struct { const char *what, *says; } rows[] = {
		{ "label", "roll 1.1 is recorded as \"other\"" },
		{ "kind", "question 5 is recorded as advance" },
		{ "value", "question 5 is recorded as loss" },
		{ "order", "could not have been given" },
		{ "verb", "could not have been given" },
		{ "lost", "the record has no order at question 3" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct answer *x;
		const char *what = rows[i].what;

		toy_open(&arena, &game, line);
		toy_submit(&game, RED, arena_printf(&arena, "%s\nanswer = "
		    "[{ kind = \"loss\", answer = \"red-3\" }]", attack),
		    false);
		run(first, 1);
		assert_string_equal(toy_asks(&game), "blue loss");
		assert_int_equal(game.nrecord, 4);
		through_checkpoint(&game);
		x = &game.record[3];
		if (!strcmp(what, "label"))
			game.rolls[0].label = "other";
		else if (!strcmp(what, "kind"))
			x->kind = "advance";
		else if (!strcmp(what, "value"))
			x->value = node_string(&arena, "red-9");
		else if (!strcmp(what, "order"))
			game.record[2].value = toy_toml(&arena,
			    "do = \"fight\"\n");
		else if (!strcmp(what, "verb"))
			game.record[2].value = toy_toml(&arena, "x = 1\n");
		else
			game.record[2].q = 99;
		next();
		run(NULL, 0);
		if (game.stop != STOP_FAIL)
			fail_msg("%s: %d %s", what, game.stop, game.why);
		if (strstr(game.why, rows[i].says) == NULL)
			fail_msg("%s: %s", what, game.why);
	}
}

static void
given_answers_that_are_none_end_the_run_or_stop_it(void **state)
{
	static const struct {
		const char *given;
		enum game_stop stop;
	} rows[] = {
		{ "", STOP_ASK },
		{ "{ side = \"red\", kind = \"orders\", answer = \"given\", "
		  "by = \"order\" }", STOP_FAIL },
		{ "{ side = \"red\", kind = \"orders\" }", STOP_ASK },
		{ "{ side = \"red\", kind = \"orders\", answer = 1, "
		  "by = \"order\" }", STOP_ASK },
		{ "{ side = \"red\", kind = \"orders\", answer = \"given\", "
		  "by = \"order\" }, { side = \"red\", kind = \"order\", "
		  "by = \"order\", answer = 7 }", STOP_FAIL },
		{ "{ side = \"red\", kind = \"orders\", answer = \"given\", "
		  "by = \"order\" }, { side = \"red\", kind = \"order\", "
		  "by = \"order\", answer = { do = \"move\" } }", STOP_FAIL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		toy_open(&arena, &game, line);
		game.given = node_get(toy_toml(&arena, arena_printf(&arena,
		    "given = [%s]", rows[i].given)), "given");
		run(NULL, 0);
		assert_int_equal(game.stop, rows[i].stop);
	}
}

/* ------------------------------------------------- the same game again */

/* The rolls' numbers aside, which differ where the stops do. */
static struct node *
without_rolls(const struct node *events)
{
	struct node *list = node_array(&arena);

	for (const struct node *x = events->child; x != NULL; x = x->next) {
		struct node *t = node_table(&arena);

		node_add(&arena, list, NULL, t);
		for (const struct node *f = x->child; f; f = f->next)
			if (strcmp(f->key, "rolls") != 0)
				node_add(&arena, t, f->key,
				    node_copy(&arena, f));
	}
	return list;
}

/* A whole game of two bots, and all that came of it. */
struct played {
	struct node *events, *answers;
	struct toy state;
	struct rolled *rolls;
	int nrolls;
	const char *result;
};

static void
play_bots(struct game *g, unsigned seed, struct played *p)
{
	struct node *t = node_table(&arena);

	toy_open(&arena, g, arena_printf(&arena, "%sturns = 6\n"
	    "side.red.ambushes = 2\n", line));
	g->player[RED].bot = g->player[BLUE].bot = true;
	toy_use_chance(g, &seed);
	game_run(g);
	if (g->stop != STOP_OVER)
		fail_msg("seed %u: %s", seed, g->why);
	game_answers(g, t);
	p->answers = node_copy(&arena, node_array_of(t, "answer"));
	p->events = g->events;
	p->state = *(struct toy *)g->state;
	p->rolls = g->fresh;
	p->nrolls = g->nfresh;
	p->result = g->result;
}

/* The dice of a game that was played, each label's in its order. */
static int
roll_played(void *ctx, struct game *g, int sides, const char *label)
{
	struct played *p = ctx;

	(void)sides;
	for (int i = 0; i < p->nrolls; i++)
		if (p->rolls[i].nth > 0 && !strcmp(p->rolls[i].label, label)) {
			p->rolls[i].nth = 0;
			return p->rolls[i].face;
		}
	game_halt(g, "no die for %s", label);
}

static void
open_again(struct game *g, struct played *p)
{
	toy_open(&arena, g, arena_printf(&arena, "%sturns = 6\n"
	    "side.red.ambushes = 2\n", line));
	g->player[RED].bot = g->player[BLUE].bot = true;
	g->source = (struct source){ .ctx = p, .roll = roll_played };
}

static void
assert_same_end(struct game *g, struct played *p)
{
	struct field_names names = { g->grid, g->side, g->nsides,
	    FIELDS_ALL };

	assert_int_equal(g->stop, STOP_OVER);
	assert_string_equal(g->result, p->result);
	assert_null(field_differs(&arena, g->state, &p->state, g->sys->fields,
	    &names));
}

static void
given_answers_make_the_same_game(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= 100; seed++) {
		struct node *t = node_table(&arena);
		struct played p;

		play_bots(&game, seed, &p);
		open_again(&game, &p);
		game.given = p.answers;
		game_run(&game);
		assert_same_end(&game, &p);
		assert_true(node_equal(game.events, p.events));
		game_answers(&game, t);
		assert_true(node_equal(node_array_of(t, "answer"),
		    p.answers));
		arena_free(&arena);
	}
}

/* Orders, one of them refused, a pause, doctrine, a window, late answers. */
static void
given_answers_stand_for_sealed_orders_and_doctrine(void **state)
{
	static const int shows[] = { 6, 4, 6, 6 };
	struct node *t = node_table(&arena), *again = node_table(&arena);
	struct node *events;
	struct toy end;

	(void)state;
	toy_submit(&game, RED, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0606\" },"
	    "{ do = \"fight\", units = [\"red-2\"], target = \"blue-2\", "
	    "advance = \"red-2\" },"
	    "{ do = \"fight\", units = [\"red-3\"], target = \"blue-3\" },"
	    "{ do = \"pause\" }]", true);
	toy_submit(&game, BLUE, "doctrine = [{ kind = \"ambush\", "
	    "unit = \"blue-3\", answer = \"yes\" }]", true);
	game.player[RED].late = game.player[BLUE].late = true;
	run(shows, 4);
	assert_string_equal(toy_events(&game), "turn refused fight retreat "
	    "advance fight lost lost");
	assert_string_equal(toy_asks(&game), "red orders");
	game_answers(&game, t);
	events = game.events;
	end = *toy();

	toy_open(&arena, &game, line);
	game.player[RED].orders = node_array(&arena);	/* nobody can tell */
	game.player[RED].orders_sealed = true;
	game.player[RED].orders_exchange = 1;
	game.player[RED].late = game.player[BLUE].late = true;
	game.given = node_array_of(t, "answer");
	run(shows, 4);
	game_answers(&game, again);
	assert_true(node_equal(t, again));
	assert_true(node_equal(events, game.events));
	assert_memory_equal(&end, toy(), sizeof end);
}

/* Does this answer belong to what went before: an order, a window? */
static bool
goes_with_the_last(const struct node *x)
{
	const char *kind = node_str(x, "kind");

	return strcmp(kind, "order") == 0 || strcmp(kind, "ambush") == 0;
}

/* From the checkpoint's text and the rolls of the exchanges before. */
static void
resume(struct game *g)
{
	struct rolled *rolls = g->rolls;
	int n = g->nrolls;

	through_checkpoint(g);
	g->rolls = rolls;
	g->nrolls = n;
	g->exchange++;
}

static void
a_stop_at_every_question_makes_the_same_game(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= 100; seed++) {
		struct node *events = node_array(&arena);
		const struct node *x;
		struct played p;
		int stops = 0;

		play_bots(&game, seed, &p);
		open_again(&game, &p);
		x = p.answers->child;
		do {
			struct node *some = node_array(&arena);

			if (stops++ > 0)
				resume(&game);
			while (x != NULL && (some->n == 0 ||
			    goes_with_the_last(x))) {
				node_add(&arena, some, NULL,
				    node_copy(&arena, x));
				x = x->next;
			}
			game.given = some;
			game_run(&game);
			if (game.stop == STOP_FAIL || game.stop == STOP_HALT)
				fail_msg("seed %u: %s", seed, game.why);
			assert_int_equal(game.givenpos, some->n);
			for (struct node *e = game.events->child; e;
			    e = e->next)
				node_add(&arena, events, NULL,
				    node_copy(&arena, e));
		} while (game.stop == STOP_ASK);
		assert_null(x);
		assert_same_end(&game, &p);
		assert_true(node_equal(without_rolls(events),
		    without_rolls(p.events)));
		arena_free(&arena);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_answer_comes_from_submission_then_order_then_doctrine),
		TEST(what_the_order_says_comes_before_doctrine),
		TEST(
		an_answer_that_is_no_option_is_refused_and_the_question_stays),
		TEST(an_answer_about_something_else_is_left_for_it),
		TEST(
		without_the_default_doctrine_a_question_is_declined_or_asked),
		TEST(events_and_dice_before_a_stop_are_told_once),
		TEST(questions_asked_together_may_be_answered_apart),
		TEST(deployments_are_taken_only_when_all_are_there),
		TEST(a_deployment_that_is_not_legal_is_refused_and_asked_again),
		TEST(a_window_that_declines_leaves_no_trace),
		TEST(a_window_before_the_stop_stays_as_it_was),
		TEST(a_record_that_does_not_fit_the_rules_ends_the_run),
		TEST(given_answers_that_are_none_end_the_run_or_stop_it),
		TEST(given_answers_make_the_same_game),
		TEST(given_answers_stand_for_sealed_orders_and_doctrine),
		TEST(a_stop_at_every_question_makes_the_same_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
