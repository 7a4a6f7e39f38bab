/* test-json.c: a tree of values as JSON */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/json.h"

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
json(const struct node *v)
{
	struct str s = str_new(&arena);

	json_write(&s, v);
	return s.s;
}

static void
trees_keep_their_order_and_types(void **state)
{
	static const struct { const char *toml, *json; } rows[] = {
		{ "", "{}" },
		{ "a = 1", "{\"a\": 1}" },
		{ "a = -9223372036854775808",
		  "{\"a\": -9223372036854775808}" },
		{ "b = true\na = false", "{\"b\": true, \"a\": false}" },
		{ "a = []", "{\"a\": []}" },
		{ "a = [1, [2], {}]", "{\"a\": [1, [2], {}]}" },
		{ "[[x]]\nk = 'v'\n[[x]]",
		  "{\"x\": [{\"k\": \"v\"}, {}]}" },
		{ "'a b'.c = ''", "{\"a b\": {\"c\": \"\"}}" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct node *t;
		struct err e = { 0 };

		if (toml_read(&e, &arena, "row", rows[i].toml,
		    strlen(rows[i].toml), TOML_MAX_SIZE, &t) != ERR_OK)
			fail_msg("%s", e.msg);
		assert_string_equal(json(t), rows[i].json);
	}
}

static void
strings_are_escaped_to_printable_ascii(void **state)
{
	static const struct { const char *s, *json; } rows[] = {
		{ "plain", "\"plain\"" },
		{ "a\"b\\c/d", "\"a\\\"b\\\\c/d\"" },
		{ "tab\tline\n\x1b[2J\x7f",
		  "\"tab\\u0009line\\u000a\\u001b[2J\\u007f\"" },
		{ "\xc3\xa4", "\"\\u00e4\"" },
		{ "\xe2\x82\xac", "\"\\u20ac\"" },
		{ "\xe2\x80\xae", "\"\\u202e\"" },	/* bidirectional */
		{ "\xf0\x9f\x8e\xb2", "\"\\ud83c\\udfb2\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_string_equal(json(node_string(&arena, rows[i].s)),
		    rows[i].json);
}

static void
keys_are_escaped_too(void **state)
{
	struct node *t = node_table(&arena);

	(void)state;
	node_add_int(&arena, t, "a\"\xc3\xa4", 1);
	assert_string_equal(json(t), "{\"a\\\"\\u00e4\": 1}");
}

#define TEST(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(trees_keep_their_order_and_types),
		TEST(strings_are_escaped_to_printable_ascii),
		TEST(keys_are_escaped_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
