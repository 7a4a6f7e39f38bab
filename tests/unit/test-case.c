/* test-case.c: the runner of cases: what passes, what fails, and why */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "case.h"
#include "toy.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

#define COUNT(a) (sizeof (a) / sizeof (a)[0])

static struct arena arena;

static int
teardown(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

/* What players do, with refusals, pauses, windows and holes in between. */
static const char *const cases[] = {
	/* orders, a pause, new orders, and losses answered apart */
	"system = \"toy\"\n"
	"[position]\nscenario = \"line\"\ndeployed = true\n"
	"[[submission]]\nside = \"red\"\norder = ["
	"{ do = \"move\", unit = \"red-1\", to = \"0101\" },"
	"{ do = \"move\", unit = \"red-9\", to = \"0101\" },"
	"{ do = \"fight\", units = [\"red-2\"], target = \"blue-2\" },"
	"{ do = \"pause\" },"
	"{ do = \"fight\", units = [\"red-3\"], target = \"blue-3\" }]\n"
	"[[submission]]\nexchange = 2\nside = \"blue\"\n"
	"answer = [{ kind = \"retreat\", answer = \"0303\" }]\n"
	"[[submission]]\nexchange = 2\nside = \"red\"\n"
	"answer = [{ kind = \"advance\", answer = \"red-2\" }]\n"
	"[[submission]]\nexchange = 3\nside = \"red\"\norder = ["
	"{ do = \"fight\", units = [\"red-3\"], target = \"blue-3\" }]\n"
	"[[submission]]\nexchange = 5\nside = \"blue\"\n"
	"answer = [{ kind = \"loss\", answer = \"blue-1\" }, "
	"{ kind = \"loss\", answer = \"blue-3\" }]\n"
	"[[submission]]\nexchange = 4\nside = \"red\"\n"
	"answer = [{ kind = \"loss\", answer = \"red-3\" }]\n"
	"[dice]\nshows = [5]\n"
	"[dice.for]\n\"T.2 fight red-3*\" = [2]\n\"T.3*\" = [1, 1]\n"
	"[expect]\nstate = { \"unit.blue-2.hex\" = \"0303\", "
	"\"unit.red-3.tired\" = true, \"unit.red-2.tired\" = false, "
	"\"side.red.lost\" = 1, \"unit.red-2\" = { hex = \"0302\", "
	"strength = 3 } }\n"
	"absent = [\"unit.red-9\"]\n"
	"events = [\"move\", { event = \"fight\", target = \"blue-2\", "
	"sum = 5 }, \"retreat\", \"advance\", { event = \"fight\" }]\n"
	"asks = [\"blue orders\"]\n"
	"refused = [\"red order 2\", \"blue answer 1\"]\n",

	/* doctrine, an ambush, a planned advance, both sides' whole turns */
	"system = \"toy\"\ndefault_doctrine = true\n"
	"[position]\nscenario = \"line\"\ndeployed = true\nturns = 1\n"
	"side.blue.ambushes = 1\n"
	"[[submission]]\nside = \"red\"\norder = ["
	"{ do = \"fight\", units = [\"red-1\", \"red-2\"], "
	"target = \"blue-2\", advance = \"red-1\" },"
	"{ do = \"fight\", units = [\"red-3\"], target = \"blue-3\" }]\n"
	"[[submission]]\nside = \"blue\"\norder = ["
	"{ do = \"fight\", units = [\"blue-1\"], target = \"red-1\" }]\n"
	"doctrine = [{ kind = \"ambush\", unit = \"blue-3\", "
	"answer = \"yes\" }, { kind = \"retreat\", answer = "
	"\"toward 0606\" }, { kind = \"loss\", answer = \"least strength\" }]\n"
	"[[submission]]\nexchange = 2\nside = \"red\"\n"
	"answer = [{ kind = \"loss\", at = \"0402\", answer = \"red-3\" }]\n"
	"[dice]\nshows = [5, 4, 6, 6, 1]\n"
	"[expect]\nstate = { result = \"a draw\", \"side.blue.ambushes\" = 0, "
	"\"unit.red-1.hex\" = \"0302\" }\nasks = []\n",

	/* both deploy, one of them not as the rules want it */
	"system = \"toy\"\n[position]\nscenario = \"line\"\n"
	"[[submission]]\nside = \"red\"\ndeploy = { blue-1 = \"0101\" }\n"
	"[[submission]]\nside = \"blue\"\n[submission.secret]\n"
	"deploy = { blue-1 = \"0606\" }\n"
	"[[submission]]\nside = \"red\"\nexchange = 2\n"
	"deploy = \"standard\"\n"
	"[expect]\nrefused = [\"red deploy 1\"]\n"
	"state = { \"unit.blue-1.hex\" = \"0606\" }\n"
	"events = [\"refused\", \"deployed\", \"deployed\"]\n",
};

static void
a_case_comes_out_as_expected_with_and_without_stops(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct str out = str_new(&arena);

		if (!case_run(&arena, toy_toml(&arena, cases[i]), toy_rules,
		    &out))
			fail_msg("case %zu: %s", i, out.s);
		if (!case_run_stopping(&arena, toy_toml(&arena, cases[i]),
		    toy_rules, &out))
			fail_msg("case %zu: %s", i, out.s);
	}
}

static void
a_case_that_is_wrong_fails_and_says_why(void **state)
{
	static const struct { const char *from, *to, *says; } rows[] = {
		{ "shows = [5]", "shows = [5, 1]",
		  "1 of those that show are never rolled" },
		{ "shows = [5]", "shows = []",
		  "a die too few: the rules roll \"T.2 fight red-2 on "
		  "blue-2\"" },
		{ "shows = [5]", "shows = [7]", "none of them shows 7" },
		{ "shows = [5]", "shows = [\"five\"]",
		  "none of them shows \"five\"" },
		{ "= [1, 1]", "= [1, 1, 1]", "those for \"T.3*\" are never" },
		{ "= [1, 1]", "= [1]", "a die too few: the rules roll "
		  "\"T.3 exhaustion blue-3\"" },
		{ "shows = [5]", "shwos = [5]", "dice.shwos: no such key" },
		{ "system = \"toy\"", "system = \"tot\"",
		  "no such system; did you mean \"toy\"?" },
		{ "system = \"toy\"", "system = \"toy\"\nrles = 1",
		  "rles: no such key" },
		{ "side = \"blue\"", "side = \"bleu\"",
		  "side \"bleu\": no such side" },
		{ "exchange = 5", "exchange = 0",
		  "submission 5: exchange 0: they count from 1" },
		{ "scenario = \"line\"", "scenario = \"lin\"", "" },
		{ "deployed = true", "depoyed = true",
		  "position: depoyed: no such field" },
		{ "deployed = true", "deployed = 1", "position: deployed" },
		{ "\"unit.blue-2.hex\" = \"0303\"",
		  "\"unit.blue-2.hex\" = \"0304\"",
		  "state: unit.blue-2.hex: expected \"0304\", is \"0303\"" },
		{ "\"unit.blue-2.hex\"", "\"unit.blue-2.hxe\"",
		  "unit.blue-2.hxe: a position has no such field" },
		{ "\"side.red.lost\" = 1", "\"side.red.lost\" = 0",
		  "side.red.lost: expected 0, is 1" },
		{ "absent = [\"unit.red-9\"]", "absent = [\"unit.red-1\"]",
		  "unit.red-1 is there" },
		{ "absent = [\"unit.red-9\"]", "absent = [\"units.red-9\"]",
		  "no such field; did you mean \"unit\"?" },
		{ "events = [\"move\"", "events = [\"over\"",
		  "\"over\" did not happen" },
		{ "sum = 5", "sum = 6", "did not happen" },
		{ "asks = [\"blue orders\"]", "asks = []",
		  "asks: \"blue orders\" is there and not expected" },
		{ "asks = [\"blue orders\"]",
		  "asks = [\"blue orders\", \"red orders\"]",
		  "asks: \"red orders\" is expected and not there" },
		{ "\"red order 2\", ", "",
		  "refused: \"red order 2\" is there and not expected" },
		{ "\"red order 2\"", "\"red order 2\", \"red order 3\"",
		  "refused: \"red order 3\" is expected and not there" },
		{ "answer = \"red-2\" }]", "answer = \"red-2\", "
		  "into = \"0101\" }]", "state: unit.red-2" },
		{ "kind = \"retreat\"", "kind = \"retrea\"",
		  "submission 2: answer 1: kind \"retrea\": no such kind" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const char *at = strstr(cases[0], rows[i].from);
		struct str text = str_new(&arena), out = str_new(&arena);

		assert_non_null(at);
		str_addn(&text, cases[0], (size_t)(at - cases[0]));
		str_add(&text, rows[i].to);
		str_add(&text, at + strlen(rows[i].from));
		if (case_run(&arena, toy_toml(&arena, text.s), toy_rules,
		    &out) || strstr(out.s, rows[i].says) == NULL)
			fail_msg("%s: %s", rows[i].to, out.s);
	}
}

static void
a_case_that_asserts_nothing_fails(void **state)
{
	static const char *const rows[] = {
		"system = \"toy\"\n", "system = \"toy\"\n[expect]\n",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str out = str_new(&arena);

		assert_false(case_run(&arena, toy_toml(&arena, rows[i]),
		    toy_rules, &out));
		assert_non_null(strstr(out.s, "it asserts nothing"));
	}
}

/* The rest of the grammar, each in a case of a few lines. */
static void
small_cases_pass_or_say_what_is_wrong(void **state)
{
#define SMALL "system = \"toy\"\n[position]\nscenario = \"line\"\n" \
	"deployed = true\n"
	static const struct { const char *text, *says; } rows[] = {
		/* the usual value of a field stands in no turn file */
		{ SMALL "[expect]\nstate = { \"unit.red-1.tired\" = false, "
		  "\"side.red.lost\" = 0, turn = 1 }", NULL },
		{ SMALL "[expect]\nstate = { \"unit.red-7.tired\" = false }",
		  "unit.red-7.tired: expected false, is nothing" },
		{ SMALL "[expect]\nstate = { \"unit.red-1.tired\" = true }",
		  "unit.red-1.tired: expected true, is nothing" },
		/* labels in whatever order, then the rest */
		{ SMALL "[[submission]]\nside = \"red\"\norder = ["
		  "{ do = \"fight\", units = [\"red-2\"], "
		  "target = \"blue-2\" }, { do = \"fight\", units = "
		  "[\"red-3\"], target = \"blue-3\" }]\n"
		  "[dice]\nshows = [1]\n[dice.for]\n\"*red-3 *\" = [1]\n"
		  "[expect]\nasks = [\"blue orders\"]", NULL },
		/* a submission after the end is never handed in */
		{ SMALL "turns = 1\n[[submission]]\nside = \"red\"\n"
		  "order = []\n[[submission]]\nside = \"blue\"\n"
		  "order = []\n[[submission]]\nside = \"red\"\n"
		  "exchange = 2\n[expect]\nstate = { result = \"a draw\" }",
		  "submission 3: the run never came to its exchange" },
		/* what is sealed is refused like the rest */
		{ SMALL "[[submission]]\nside = \"red\"\n"
		  "[submission.secret]\norder = [{ do = \"move\", "
		  "unit = \"red-1\", to = \"0606\" }]\n"
		  "[expect]\nrefused = [\"red order 1\"]", NULL },
		/* an order that never has its turn is refused all the same */
		{ SMALL "[[submission]]\nside = \"blue\"\n"
		  "order = [{ do = \"dance\" }]\n[expect]\n"
		  "refused = [\"blue order 1\"]\nasks = [\"red orders\"]",
		  NULL },
		/* cards that nobody draws */
		{ SMALL "[cards]\ndraws = [\"scout\"]\n[expect]\nasks = "
		  "[\"red orders\"]", "cards: 1 are never drawn" },
		{ SMALL "[dice]\nshows = [true]\n[expect]\nasks = []",
		  "dice.shows: none of it may be" },
		{ SMALL "[dice.for]\nx = 1\n[expect]\nasks = []",
		  "dice.for.\"x\": it must be a list" },
		{ SMALL "[[submission]]\nsid = \"red\"\n[expect]\nasks = []",
		  "submission 1: sid: no such key" },
		{ SMALL "[expect]\nstate = 1", "expect.state: it may not be" },
		{ SMALL "[expect]\nevents = [1]", "expect.events: none of it" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str out = str_new(&arena);
		bool ok = case_run(&arena, toy_toml(&arena, rows[i].text),
		    toy_rules, &out);

		if (rows[i].says == NULL ? !ok : ok ||
		    strstr(out.s, rows[i].says) == NULL)
			fail_msg("%s: %s", rows[i].text, out.s);
	}
}

#define TEST(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_case_comes_out_as_expected_with_and_without_stops),
		TEST(a_case_that_is_wrong_fails_and_says_why),
		TEST(a_case_that_asserts_nothing_fails),
		TEST(small_cases_pass_or_say_what_is_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
