/* test-str.c: growing strings, names and ids, UTF-8, what may be shown */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/str.h"

#include <string.h>

#define COUNT(a) (sizeof (a) / sizeof *(a))
#define FORTY "a234567890123456789012345678901234567890"

static void
a_string_grows_and_stays_terminated(void **state)
{
	struct arena a = {0};
	struct str b = str_new(&a);

	(void)state;
	assert_string_equal(b.s, "");
	for (int i = 0; i < 1000; i++) {
		str_addc(&b, 'x');
		str_add(&b, "yz");
		str_addn(&b, "0123", 2);
		str_addf(&b, "%d;", i);
		assert_int_equal(strlen(b.s), b.len);
	}
	assert_memory_equal(b.s, "xyz010;xyz011;", 14);
	assert_string_equal(b.s + b.len - 11, "8;xyz01999;");
	arena_free(&a);
}

static void
a_format_longer_than_the_room_is_written_in_whole(void **state)
{
	struct arena a = {0};
	struct str b = str_new(&a);
	char word[301];

	(void)state;
	memset(word, 'w', 300);
	word[300] = '\0';
	str_addf(&b, "<%s>", word);
	assert_int_equal(b.len, 302);
	assert_int_equal(b.s[301], '>');
	arena_free(&a);
}

static void
names_and_ids_are_told_from_other_words(void **state)
{
	static const struct { const char *s; bool name, id; } rows[] = {
		{ "roman", true, true },
		{ "a", true, true },
		{ "east-2", true, true },
		{ "Roman", false, true },
		{ "4-legio", false, true },
		{ "-x", false, false },
		{ "", false, false },
		{ "a b", false, false },
		{ "a_b", false, false },
		{ "../x", false, false },
		{ "a\n", false, false },
		{ "\xc3\xa4", false, false },
		{ FORTY, true, true },
		{ FORTY "1", false, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		assert_int_equal(str_is_name(rows[i].s), rows[i].name);
		assert_int_equal(str_is_id(rows[i].s), rows[i].id);
	}
}

static void
utf8_is_told_from_other_bytes(void **state)
{
	static const struct { const char *s; size_t n; bool valid; } rows[] = {
		{ "", 0, true },
		{ "plain", 5, true },
		{ "a\0b", 3, false },
		{ "\xc3\xa4", 2, true },
		{ "\xc3", 1, false },
		{ "\x80", 1, false },
		{ "\xc0\x80", 2, false },		/* overlong */
		{ "\xc1\xbf", 2, false },
		{ "\xe0\x9f\xbf", 3, false },
		{ "\xe0\xa0\x80", 3, true },
		{ "\xed\x9f\xbf", 3, true },
		{ "\xed\xa0\x80", 3, false },		/* surrogates */
		{ "\xed\xbf\xbf", 3, false },
		{ "\xee\x80\x80", 3, true },
		{ "\xef\xbf\xbf", 3, true },
		{ "\xf0\x8f\xbf\xbf", 4, false },
		{ "\xf0\x90\x80\x80", 4, true },
		{ "\xf4\x8f\xbf\xbf", 4, true },
		{ "\xf4\x90\x80\x80", 4, false },	/* past U+10FFFF */
		{ "\xf5\x80\x80\x80", 4, false },
		{ "\xff", 1, false },
		{ "\xe2\x82(", 3, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_int_equal(str_is_utf8(rows[i].s, rows[i].n),
		    rows[i].valid);
}

static void
what_is_shown_cannot_command_a_terminal(void **state)
{
	static const struct { const char *s; size_t max; const char *out; }
	rows[] = {
		{ "legio-8", 40, "legio-8" },
		{ "Ch\xc3\xa2lons", 40, "Ch\xc3\xa2lons" },
		{ "a\x1b[31mb", 40, "a\\x1b[31mb" },
		{ "a\nb\tc\x7f", 40, "a\\x0ab\\x09c\\x7f" },
		{ "\xc2\x9b" "1m", 40, "\\u{009b}1m" },
		{ "\xe2\x80\xae" "evil", 40, "\\u{202e}evil" },
		{ "\xe2\x81\xa6x\xe2\x81\xa9", 40, "\\u{2066}x\\u{2069}" },
		{ "\xff\xc3", 40, "\\xff\\xc3" },
		{ "abcdef", 3, "abc..." },
		{ "abc", 3, "abc" },
		{ "\xc3\xa4\xc3\xa4\xc3\xa4", 2, "\xc3\xa4\xc3\xa4..." },
		{ "", 0, "" },
	};
	struct arena a = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_string_equal(str_shown(&a, rows[i].s, rows[i].max),
		    rows[i].out);
	arena_free(&a);
}

static void
a_near_miss_finds_the_name_that_was_meant(void **state)
{
	static const char *const names[] = { "move", "fire", "legio-8",
		"legio-9", "shock" };
	static const struct { const char *s, *meant; } rows[] = {
		{ "moev", "move" },		/* two letters swapped */
		{ "mvoe", "move" },
		{ "mvvo", NULL },		/* two edits of four letters */
		{ "legi", "legio-8" },		/* how some of them begin */
		{ "mov", "move" },
		{ "movee", "move" },
		{ "legio-7", "legio-8" },	/* a tie goes to the earlier */
		{ "legio9", "legio-9" },
		{ "shock", "shock" },
		{ "x", NULL },
		{ "", NULL },
		{ "something else", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const char *got = str_nearest(rows[i].s, names, COUNT(names));

		if (rows[i].meant == NULL)
			assert_null(got);
		else
			assert_string_equal(got, rows[i].meant);
	}
}

static void
a_suggestion_is_a_question_or_nothing(void **state)
{
	static const char *const names[] = { "legio-8" };
	struct arena a = {0};

	(void)state;
	assert_string_equal(str_suggest(&a, "legoi-8", names, 1),
	    "; did you mean \"legio-8\"?");
	assert_string_equal(str_suggest(&a, "velites", names, 1), "");
	assert_string_equal(str_suggest(&a, "velites", NULL, 0), "");
	arena_free(&a);
}

static void
a_star_stands_for_any_run_of_characters(void **state)
{
	static const struct { const char *pattern, *s; bool match; } rows[] = {
		{ "", "", true },
		{ "", "a", false },
		{ "*", "", true },
		{ "*", "anything", true },
		{ "lbc-*", "lbc-3", true },
		{ "lbc-*", "lbc-", true },
		{ "lbc-*", "lbd-3", false },
		{ "*-x", "velites-x", true },
		{ "*-x", "velites-xy", false },
		{ "8.43 * velites-x", "8.43 shock on velites-x", true },
		{ "a*b*c", "aXbYbZc", true },
		{ "a*b*c", "aXcYb", false },
		{ "**a**", "bab", true },
		{ "a", "aa", false },
		{ "*aab", "aaaab", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_int_equal(str_glob(rows[i].pattern, rows[i].s),
		    rows[i].match);
}

static void
the_normal_form_is_that_of_the_protocol(void **state)
{
	static const struct { const char *s, *out; } rows[] = {
		{ "", "" },
		{ "a", "a\n" },
		{ "a\n", "a\n" },
		{ "\xef\xbb\xbf" "a\n", "a\n" },
		{ "\xef\xbb\xbf", "" },
		{ "a\r\nb\rc\n", "a\nb\nc\n" },
		{ "a\r\r\nb", "a\n\nb\n" },
		{ "a \t\nb\t \n", "a\nb\n" },
		{ " \n\t\n\n  a\n\n\nb\n\n \n", "  a\n\n\nb\n" },
		{ "\n\n", "" },
		{ " ", "" },
		{ "\r", "" },
		{ "a\n\xef\xbb\xbf" "b", "a\n\xef\xbb\xbf" "b\n" },
	};
	struct arena a = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		char *out, *again;
		size_t n, m;

		str_normal(&a, rows[i].s, strlen(rows[i].s), &out, &n);
		assert_string_equal(out, rows[i].out);
		assert_int_equal(n, strlen(rows[i].out));
		str_normal(&a, out, n, &again, &m);
		assert_string_equal(again, out);
	}
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_string_grows_and_stays_terminated),
		cmocka_unit_test(
		    a_format_longer_than_the_room_is_written_in_whole),
		cmocka_unit_test(names_and_ids_are_told_from_other_words),
		cmocka_unit_test(utf8_is_told_from_other_bytes),
		cmocka_unit_test(what_is_shown_cannot_command_a_terminal),
		cmocka_unit_test(a_near_miss_finds_the_name_that_was_meant),
		cmocka_unit_test(a_suggestion_is_a_question_or_nothing),
		cmocka_unit_test(a_star_stands_for_any_run_of_characters),
		cmocka_unit_test(the_normal_form_is_that_of_the_protocol),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
