/* test-phrase.c: events in words, lines that fit, and the report */
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
#include "show/phrase.h"
#include "show/report.h"
#include "show/say.h"
#include "show/wrap.h"

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

static const char *
name_of(void *ctx, const char *id)
{
	(void)ctx;
	return strcmp(id, "leg-8") == 0 ? "Legio VIII" :
	    strcmp(id, "bad") == 0 ? "\033[2J" : NULL;
}

static const struct phrase_names names = { NULL, name_of };

static const struct node *
event(const char *text)
{
	return node_get(toy_toml(&arena, text), "e");
}

static const char combat[] = "e = { event = \"combat\", att = [\"leg-8\", "
    "\"leg-9\", \"aux\"], def = [\"hun\"], n = 1, die = 3, shift = -1, "
    "up = 2, result = \"DR\", rout = true, evil = \"\\u001B[2J\", "
    "none = [], who = \"bad\" }";

/* ----------------------------------------------------------------- grammar */

static void
a_phrase_is_filled_from_the_events_fields(void **state)
{
	static const struct { const char *phrase, *text; } rows[] = {
		{ "", "" },
		{ "plain words", "plain words" },
		{ "die {die}.", "die 3." },
		{ "{att} attack {def}", "leg-8, leg-9 and aux attack hun" },
		{ "{none}", "none" },
		{ "{att:name}", "Legio VIII (leg-8), leg-9 and aux" },
		{ "{def:name}", "hun" },
		{ "{att:count} unit{att:s}", "3 units" },
		{ "{def:count} unit{def:s}", "1 unit" },
		{ "{n} hit{n:s}, {die} hit{die:s}", "1 hit, 3 hits" },
		{ "{shift:signed} {up:signed}", "-1 +2" },
		{ "{shift:signed} column{shift:s}", "-1 column" },
		{ "{die:half} {up:half} {shift:half}", "1.5 1 -0.5" },
		{ "{result:cap}{event:cap}", "DRCombat" },
		{ "{rout}", "yes" },
		{ "{att:way} {att:via}", "leg-8-leg-9-aux leg-8-leg-9" },
		{ "{def:via}", "none" },
		{ "{die?@n=same|{die}}", "3" },
		{ "{die?1=one|@die=same|other}", "same" },
		{ "{die?3=three|@absent=same|other}", "three" },
		{ "a[{die?@absent=same|other}]", "a" },
		{ "a[ by {die}]", "a by 3" },
		{ "a[ by {absent}]", "a" },
		{ "a[ by {die} or {absent}]b", "ab" },
		{ "a[ x[ y {absent}] {die}]", "a x 3" },
		{ "a[ x {absent}[ y {die}]]", "a" },
		{ "{result?DR=back|AL=lost}", "back" },
		{ "{result?AL=lost|DR=back {die}}!", "back 3!" },
		{ "{result?AL=lost|else {die}}", "else 3" },
		{ "{result?AL=lost}", "DR" },
		{ "{die?1=one|2=two|3=three}", "three" },
		{ "{rout?yes=routs|no=stands}", "routs" },
		{ "{result?DR=|x}", "" },
		{ "{def:count?1=is|are} {att:count?1=is|are}", "is are" },
		{ "{result?AL={absent}|ok}", "ok" },
		{ "[{absent?x=1|2}]", "" },
		{ "{result?DR={die?3=deep|x}|y}", "deep" },
		{ "\\{die\\} \\[x\\] \\\\", "{die} [x] \\" },
		{ "a|b = c", "a|b = c" },
		{ "{evil}", "\\x1b[2J" },
		{ "{who:name}", "\\x1b[2J (bad)" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str s = str_new(&arena);
		struct err e = { 0 };

		if (phrase_fill(&e, &s, rows[i].phrase, event(combat),
		    &names) != ERR_OK)
			fail_msg("%s", e.msg);
		assert_string_equal(s.s, rows[i].text);
	}
}

static void
a_phrase_that_is_none_is_refused_and_adds_nothing(void **state)
{
	static const struct { const char *phrase, *says; } rows[] = {
		{ "{absent}", "the event has no field absent" },
		{ "{die:nam}", "there is no form nam" },
		{ "[{die:nam}]", "there is no form nam" },
		{ "{result?AL={die:nam}|x}", "there is no form nam" },
		{ "{die", "a } is missing" },
		{ "{result?DR=x", "a } is missing" },
		{ "[x", "a ] is missing" },
		{ "x]", "it closes what is not open" },
		{ "x}", "it closes what is not open" },
		{ "{}", "a name is missing" },
		{ "{die:}", "a name is missing" },
		{ "{die:s:s}", "a } is missing" },
		{ "{result?DR=[x|y}", "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str s = str_new(&arena);
		struct err e = { 0 };

		if (phrase_fill(&e, &s, rows[i].phrase, event(combat),
		    &names) != ERR_INPUT || !strstr(e.msg, rows[i].says))
			fail_msg("%s: %s", rows[i].phrase, e.msg);
		assert_int_equal(s.len, 0);
	}
}

/* A game's phrases come from outside, and a stack has an end. */
static void
a_phrase_is_nested_only_so_deep(void **state)
{
	static const char *const opens[] = { "[", "{result?", "[{absent?" };
	static const char *const closes[] = { "]", "}", "}]" };

	(void)state;
	for (size_t i = 0; i < COUNT(opens); i++)
		for (int n = 15; n < 20000; n += 10000) {
			struct str p = str_new(&arena), s = str_new(&arena);
			struct err e = { 0 };
			int rc;

			for (int k = 0; k < n; k++)
				str_add(&p, opens[i]);
			str_add(&p, "x");
			for (int k = 0; k < n; k++)
				str_add(&p, closes[i]);
			rc = phrase_fill(&e, &s, p.s, event(combat), &names);
			assert_int_equal(rc, n == 15 ? ERR_OK : ERR_INPUT);
			if (n != 15)
				assert_non_null(strstr(e.msg, "too deeply"));
		}
}

static void
the_fields_of_a_phrase_are_known_without_an_event(void **state)
{
	static const struct { const char *phrase, *all, *needed; } rows[] = {
		{ "x", "", "" },
		{ "{a} {b:s}[ {c}]{a}", "a b c ", "a b " },
		{ "{a?x={b}|{c}}", "a b c ", "a " },
		{ "{a?@b=|{c}}", "a b c ", "a b " },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		for (int needed = 0; needed < 2; needed++) {
			struct node *list;
			struct str s = str_new(&arena);
			struct err e = { 0 };

			assert_int_equal(phrase_fields(&e, &arena,
			    rows[i].phrase, needed, &list), ERR_OK);
			for (struct node *x = list->child; x; x = x->next)
				str_addf(&s, "%s ", x->s);
			assert_string_equal(s.s, needed ? rows[i].needed :
			    rows[i].all);
		}
}

/* ------------------------------------------------------------------- lines */

static void
text_is_broken_at_blanks_with_a_hanging_indent(void **state)
{
	static const struct { const char *text, *lines; } rows[] = {
		{ "", "" },
		{ "   ", "" },
		{ "a  b", "  a b\n" },
		{ "a\nb", "  a\n    b\n" },
		{ "0123456789 0123456789 0123456789 0123456789 0123456789 "
		  "0123456789 abcd x",
		  "  0123456789 0123456789 0123456789 0123456789 0123456789 "
		  "0123456789 abcd\n    x\n" },
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa x",
		  "  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n    x\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str s = str_new(&arena);

		wrap_text(&s, rows[i].text, 2, 4);
		assert_string_equal(s.s, rows[i].lines);
	}
	assert_int_equal(wrap_columns("a\xc3\xa4\xe2\x82\xac", 6), 3);
}

static void
an_event_has_its_rolls_and_its_modifiers(void **state)
{
	static const char text[] = "e = { event = \"fight\", sum = 5, "
	    "mods = [{ code = \"more\", rule = \"T.2\", n = 1 }, "
	    "{ code = \"ambush\", rule = \"T.4\", n = -2 }], "
	    "rolls = [\"3.2\", \"3.3\"] }";
	static const struct { const char *catalogue, *lines; } rows[] = {
		{ "[phrase]\nfight = \"They make {sum}\"\n"
		  "[mod]\nmore = \"{n:signed} for numbers\"",
		  "They make 5 (rolls 3.2, 3.3)\n"
		  "        +1 for numbers [T.2]\n        -2 ambush [T.4]\n" },
		{ "[phrase]\nfight = \"They make {sum}\"",
		  "They make 5 (rolls 3.2, 3.3)\n"
		  "        +1 more [T.2]\n        -2 ambush [T.4]\n" },
		{ "[phrase]\nfight = \"They make {more}\"",
		  "fight: sum 5 (rolls 3.2, 3.3)\n"
		  "        +1 more [T.2]\n        -2 ambush [T.4]\n" },
		{ "", "fight: sum 5 (rolls 3.2, 3.3)\n"
		  "        +1 more [T.2]\n        -2 ambush [T.4]\n" },
		{ "[phrase]\nfight = \"\"", "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str s = str_new(&arena);

		phrase_event(&s, &arena, toy_toml(&arena, rows[i].catalogue),
		    event(text), &names);
		assert_string_equal(s.s, rows[i].lines);
	}
}

static void
blanks_at_the_start_indent_a_line_and_what_is_under_it(void **state)
{
	struct str s = str_new(&arena);

	(void)state;
	phrase_event(&s, &arena, toy_toml(&arena, "[phrase]\nx = \"    {a} "
	    "and {a} and {a} and {a}\""), event("e = { event = \"x\", "
	    "a = \"a word of some length\", "
	    "mods = [{ code = \"hill\", rule = \"X7.E\" }] }"),
	    &names);
	assert_string_equal(s.s,
	    "    A word of some length and a word of some length and a word "
	    "of some\n        length and a word of some length\n"
	    "        hill [X7.E]\n");
}

static void
only_bare_events_of_a_list_stand_together(void **state)
{
	static const struct { const char *event, *text; } rows[] = {
		{ "e = { event = \"move\", n = 1 }", "go 1" },
		{ "e = { event = \"move\" }", NULL },
		{ "e = { event = \"move\", n = 1, rolls = [\"1.1\"] }",
		  NULL },
		{ "e = { event = \"move\", n = 1, mods = [\"x\"] }", NULL },
		{ "e = { event = \"stay\", n = 1 }", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const char *s = phrase_listed(&arena, toy_toml(&arena,
		    "[list]\nmove = \"go {n}\"\n[phrase]\nstay = \"x\""),
		    event(rows[i].event), &names);

		if (rows[i].text == NULL)
			assert_null(s);
		else
			assert_string_equal(s, rows[i].text);
	}
}

/* --------------------------------------------------------------- catalogue */

static const char catalogue[] =
    "[heading]\n"
    "turn = \"Turn {turn}: {side}\"\n"
    "[phrase]\n"
    "deployed = \"{side:cap} is deployed.\"\n"
    "move = \"{unit:name} moves from {from} to {to}.\"\n"
    "fight = \"{units:name} attack{units:count?1=s|} {target:name}: "
    "{result?retreat=it retreats|exchange=both lose|nothing happens}.\"\n"
    "retreat = \"{unit:name} retreats to {to}.\"\n"
    "advance = \"{unit:name} follows into {to}.\"\n"
    "lost = \"{unit:name} loses {n}.\"\n"
    "over = \"Lost: red {red}, blue {blue}.\"\n"
    "[why]\n"
    "\"move.far\" = \"{unit} cannot go from {from} to {to}\"\n"
    "[say]\n"
    "when = \"turn {turn}, {side}\"\n";

static void
a_catalogue_has_a_phrase_for_every_event_and_no_other(void **state)
{
	static const struct { const char *from, *to, *says; } rows[] = {
		{ "", "", NULL },
		{ "\"move.far\"", "\"Move far\"", "a code is made of" },
		{ "move =", "moev =", "moev: no such event" },
		{ "[phrase]", "[phrases]",
		  "the tables are [heading], [phrase], [list], [join], [ride]" },
		{ "retreats to {to}", "retreats to {to",
		  "a } is missing" },
		{ "advance = \"", "late = \"", "no phrase for advance" },
		{ "\"{unit:name} loses {n}.\"", "3", "must be a string" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str s = str_new(&arena);
		const char *at = strstr(catalogue, rows[i].from);
		struct err e = { 0 };
		int rc;

		assert_non_null(at);
		str_addn(&s, catalogue, (size_t)(at - catalogue));
		str_add(&s, rows[i].to);
		str_add(&s, at + strlen(rows[i].from));
		rc = phrase_check(&e, &arena, toy_toml(&arena, s.s),
		    &toy_system);
		if (rows[i].says == NULL ? rc != ERR_OK : rc != ERR_INPUT ||
		    strstr(e.msg, rows[i].says) == NULL)
			fail_msg("%s: %s", rows[i].from, e.msg);
	}
}

/* The game's own words first, then the program's; without a phrase that fits,
 * what there is to say. */
static void
a_club_can_say_it_in_words_of_its_own(void **state)
{
	const struct node *club = toy_toml(&arena, "[say]\n"
	    "\"check.map\" = \"Our map:\"\n"
	    "\"check.ends\" = \"{nothing}\"\n"
	    "losses = \"{n} block{n:s}[ of {who:or}][ ({what})]\"\n");
	const struct said over = SAID("check.over", fact_text("result", "x"));
	const struct said losses = SAID("losses", fact_number("n", -12),
	    fact_node("who", toy_toml(&arena, "l = [\"a\", \"b\", "
	    "\"c\"]")->child), fact_said("what", over));
	const struct said ends = SAID("check.ends", fact_text("why", "y"));

	(void)state;
	assert_string_equal(say_phrase(&arena, NULL, SAID_ALONE("check.map")),
	    "The map then:");
	assert_string_equal(say_phrase(&arena, club, SAID_ALONE("check.map")),
	    "Our map:");
	assert_string_equal(say_phrase(&arena, club, losses),
	    "-12 blocks of a, b or c (The game would be over: x.)");
	assert_string_equal(say_phrase(&arena, NULL, ends),
	    "Here it ends: y.");
	assert_string_equal(say_phrase(&arena, club, ends),
	    "check.ends { why = \"y\" }");
	assert_string_equal(say_phrase(&arena, NULL, SAID_ALONE("losses")),
	    "losses");
	assert_string_equal(say_phrase(&arena, NULL, SAID_ALONE(NULL)), "");
	assert_true(said_same(losses, said_keep(&arena, losses)));
	assert_false(said_same(losses, ends));
}

/* ------------------------------------------------------------------ report */

static const char *
report(struct game *g, const char *turn, const char *dice, const char *say,
    const char *phrases)
{
	static const char *const late[] = { "blue" };
	struct str s = str_new(&arena);
	struct report_exchange x = {
		.n = 4, .events = g->events, .dice = toy_toml(&arena, dice),
		.late = late, .nlate = 1, .say = toy_toml(&arena, say),
	};
	struct report_context c = {
		.game = "trial", .exchange = 4, .turn = toy_toml(&arena, turn),
		.phrases = phrases ? toy_toml(&arena, phrases) : NULL,
		.told = &x, .ntold = 1,
	};

	g->phrases = c.phrases;
	report_write(&s, g, &c, ESCAPE_TEXT);
	return s.s;
}

static void
assert_within_72_columns(const char *s)
{
	while (*s != '\0') {
		size_t n = strcspn(s, "\n");

		if (wrap_columns(s, n) > WRAP_WIDTH)
			fail_msg("%.*s", (int)n, s);
		s += n + (s[n] == '\n');
	}
}

static void
a_report_tells_all_and_fits_into_mail(void **state)
{
	static const int shows[] = { 1 };
	static const char *const parts[] = {
		"trial, turn file 4\n==================\n",
		"Turn 1, blue.\n",
		"Awaited: the blue, with their orders.\n",
		"The deadline passed without an answer from the blue.",
		"What happened\n-------------\n\n* Turn 1: red\n",
		"red-1 moves from 0201 to 0101.\n",
		"(roll 1.1)\n",
		"The red say:\n  | Hail \\x1b[2J!\n  |\n  | a b\n",
		"red, order 2: red-2 cannot go from 0301 to 0601.\n"
		"        { do = \"move\", unit = \"red-2\", to = \"0601\" }\n",
		"The dice\n--------\n",
		"3.1     1       T.2 fight red-2 on blue-2\n",
		"3.2     6       T.3 again (time 2)\n",
		"red-1: strength 3 in 0101\n",
		"blue: the orders of a turn\n",
		"blue: where a beaten unit goes\n"
		"    retreat: unit blue-2, from 0302\n"
		"    options: 0303, 0402\n",
		"4. Doctrine answered 1 question. The game waited for the red "
		"3 times and\nfor the blue once.\n",
		"iacta audit", "iacta why 3.1", "    abcdef\n",
	};
	struct toy_dice dice = { shows, 1, 0 };
	struct game g;
	const char *s;

	(void)state;
	toy_open(&arena, &g, "scenario = \"line\"\ndeployed = true\n");
	toy_use_dice(&g, &dice);
	toy_submit(&g, 0, "order = ["
	    "{ do = \"move\", unit = \"red-1\", to = \"0101\" },"
	    "{ do = \"move\", unit = \"red-2\", to = \"0601\" },"
	    "{ do = \"fight\", units = [\"red-2\"], target = \"blue-2\" }]",
	    false);
	game_run(&g);
	s = report(&g, "commitment = \"abcdef\"\n"
	    "trips = { exchanges = 4, doctrine = 1, waited = { red = 3, "
	    "blue = 1 } }\n"
	    "ask = [{ side = \"blue\", kind = \"orders\" }, { side = "
	    "\"blue\", kind = \"retreat\", unit = \"blue-2\", from = "
	    "\"0302\", options = [\"0303\", \"0402\"] }]\n",
	    "exchange = 3\nroll = [{ index = 1, label = \"T.2 fight red-2 on "
	    "blue-2\", nth = 1, shows = 1 }, { index = 2, label = "
	    "\"T.3 again\", nth = 2, shows = 6 }]\n",
	    "red = \"Hail \\u001B[2J!\\n\\na  b\"\n", catalogue);
	for (size_t i = 0; i < COUNT(parts); i++)
		if (strstr(s, parts[i]) == NULL)
			fail_msg("there is no \"%s\" in\n%s", parts[i], s);
	assert_within_72_columns(s);
	assert_null(strchr(s, '\033'));
}

static void
a_report_without_phrases_tells_the_events_fields(void **state)
{
	struct game g;
	const char *s;

	(void)state;
	toy_open(&arena, &g, "scenario = \"line\"\ndeployed = true\n");
	toy_submit(&g, 0, "order = [{ do = \"move\", unit = \"red-2\", "
	    "to = \"0601\" }]", true);
	game_run(&g);
	s = report(&g, "result = \"red wins\"\n", "exchange = 3\n", "", NULL);
	assert_non_null(strstr(s, "turn: turn 1, side red\n"));
	assert_non_null(strstr(s, "The game is over: red wins.\n"));
	assert_non_null(strstr(s, "red, order 1: sealed; its text and the "
	    "reason are for the red alone.\n"));
	assert_null(strstr(s, "0601"));
	assert_null(strstr(s, "The dice"));
	assert_null(strstr(s, "Table talk"));
}

static const char *
story(const char *events)
{
	struct str s = str_new(&arena);
	struct game g;
	struct report_exchange x = {
	    .events = node_get(toy_toml(&arena, events), "event") };
	struct report_context c = { .game = "trial", .told = &x, .ntold = 1,
	    .phrases = toy_toml(&arena, "[heading]\nturn = \"T{n}\"\n"
	    "phase = \"P{n}\"\n[list]\nmove = \"m{n}\"\n[phrase]\n"
	    "lost = \"    l{n}.\"\ngo = \"{u} {from}-{to}[ {part}] "
	    "{path:way}{on}.\"\nflee = \"{u} {from}-{to} {path:way}.\"\n"
	    "lead = \"{lead} {from}-{to}.\"\n[join]\ngo = \"u\"\n"
	    "flee = \"u always\"\n[ride]\nlead = \"with\"\n") };
	const char *from, *to;

	toy_open(&arena, &g, "scenario = \"line\"\ndeployed = true\n");
	report_write(&s, &g, &c, ESCAPE_TEXT);
	from = strstr(s.s, "-------------\n\n");
	to = strstr(s.s, "\nThe position");
	assert_non_null(from);
	assert_non_null(to);
	from += strlen("-------------\n\n");
	return arena_strndup(&arena, from, (size_t)(to - from));
}

static void
a_report_leaves_empty_headings_out_and_lists_together(void **state)
{
	static const struct { const char *events, *text; } rows[] = {
		{ "{ event = \"turn\", n = 1 }", "* T1\n" },
		{ "{ event = \"phase\", n = 1 }, { event = \"phase\", n = 2 "
		  "}, { event = \"lost\", n = 3 }, { event = \"phase\", n = "
		  "4 }, { event = \"turn\", n = 2 }",
		  "* P2\n    L3.\n\n* T2\n" },
		{ "{ event = \"move\", n = 1 }, { event = \"refused\", side = "
		  "\"red\", what = \"order\", number = 2 }, { event = "
		  "\"move\", n = 3 }, { event = \"lost\", n = 4 }, { event = "
		  "\"move\", n = 5 }, { event = \"refused\", side = \"red\", "
		  "what = \"order\", number = 6 }",
		  "M1; m3.\n    L4.\nM5.\n\nRefused\n-------\n\n"
		  "red, orders 2 and 6: sealed; their texts and the reasons "
		  "are for the red\n    alone.\n" },
		{ "{ event = \"turn\", n = 1 }, { event = \"phase\", n = 2 }, "
		  "{ event = \"move\", n = 3 }",
		  "* T1\n\n* P2\nM3.\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_string_equal(story(arena_printf(&arena,
		    "event = [%s]\n", rows[i].events)), rows[i].text);
}

/* Parts of one move that follow one another are one, unless something comes
 * between them or they are not of one. */
static void
a_report_joins_the_parts_of_a_move(void **state)
{
	static const struct { const char *events, *text; } rows[] = {
		{ "{ event = \"go\", u = \"a\", from = \"1\", to = \"2\", "
		  "path = [\"2\"], on = 1 }, { event = \"refused\", side = "
		  "\"red\", what = \"order\", number = 2 }, { event = \"go\", "
		  "u = \"a\", from = \"2\", to = \"4\", path = [\"3\", "
		  "\"4\"], part = \"next\", on = 3 }",
		  "A 1-4 2-3-43.\n" },
		{ "{ event = \"go\", u = \"a\", from = \"1\", to = \"2\", "
		  "path = [\"2\"], on = 1 }, { event = \"lost\", n = 1 }, "
		  "{ event = \"go\", u = \"a\", from = \"2\", to = \"3\", "
		  "path = [\"3\"], part = \"next\", on = 2 }, { event = "
		  "\"go\", u = \"a\", from = \"3\", to = \"4\", path = "
		  "[\"4\"], part = \"next\", on = 3 }",
		  "A 1-2 21.\n    L1.\nA 2-4 next 3-43.\n" },
		{ "{ event = \"go\", u = \"a\", from = \"1\", to = \"2\", "
		  "path = [\"2\"], on = 1 }, { event = \"go\", u = \"b\", "
		  "from = \"2\", to = \"3\", path = [\"3\"], part = "
		  "\"next\", on = 2 }", "A 1-2 21.\nB 2-3 next 32.\n" },
		{ "{ event = \"go\", u = \"a\", from = \"1\", to = \"2\", "
		  "path = [\"2\"], on = 1 }, { event = \"go\", u = \"a\", "
		  "from = \"2\", to = \"3\", path = [\"3\"], on = 2 }",
		  "A 1-2 21.\nA 2-3 32.\n" },
		{ "{ event = \"flee\", u = \"a\", from = \"1\", to = \"2\", "
		  "path = [\"2\"] }, { event = \"flee\", u = \"a\", from = "
		  "\"2\", to = \"3\", path = [\"3\"] }", "A 1-3 2-3.\n" },
		/* who rides along is told once */
		{ "{ event = \"go\", u = \"a\", from = \"1\", to = \"2\", "
		  "path = [\"2\"], on = 1 }, { event = \"lead\", lead = "
		  "\"x\", with = \"a\", from = \"1\", to = \"2\" }, { event "
		  "= \"go\", u = \"a\", from = \"2\", to = \"3\", path = "
		  "[\"3\"], part = \"next\", on = 2 }, { event = \"lead\", "
		  "lead = \"x\", with = \"a\", from = \"2\", to = \"3\" }",
		  "A 1-3 2-32.\nX 1-3.\n" },
		/* and another is no part of it */
		{ "{ event = \"go\", u = \"a\", from = \"1\", to = \"2\", "
		  "path = [\"2\"], on = 1 }, { event = \"lead\", lead = "
		  "\"x\", with = \"b\", from = \"1\", to = \"2\" }, { event "
		  "= \"go\", u = \"a\", from = \"2\", to = \"3\", path = "
		  "[\"3\"], part = \"next\", on = 2 }",
		  "A 1-2 21.\nX 1-2.\nA 2-3 next 32.\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const char *s = story(arena_printf(&arena, "event = [%s]\n",
		    rows[i].events));
		const char *end = strstr(s, "\nRefused");

		assert_string_equal(end ? arena_strndup(&arena, s,
		    (size_t)(end - s)) : s, rows[i].text);
	}
}

#define TEST(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_phrase_is_filled_from_the_events_fields),
		TEST(a_phrase_that_is_none_is_refused_and_adds_nothing),
		TEST(a_phrase_is_nested_only_so_deep),
		TEST(the_fields_of_a_phrase_are_known_without_an_event),
		TEST(text_is_broken_at_blanks_with_a_hanging_indent),
		TEST(an_event_has_its_rolls_and_its_modifiers),
		TEST(blanks_at_the_start_indent_a_line_and_what_is_under_it),
		TEST(only_bare_events_of_a_list_stand_together),
		TEST(a_catalogue_has_a_phrase_for_every_event_and_no_other),
		TEST(a_club_can_say_it_in_words_of_its_own),
		TEST(a_report_tells_all_and_fits_into_mail),
		TEST(a_report_without_phrases_tells_the_events_fields),
		TEST(a_report_leaves_empty_headings_out_and_lists_together),
		TEST(a_report_joins_the_parts_of_a_move),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
