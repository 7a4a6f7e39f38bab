/* test-toml.c: TOML in and out, the same whichever library is behind it */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "base/toml_backend.h"
#include "base/toml_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof (a) / sizeof *(a))

static struct arena arena;

static int
drop_arena(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

static int
read_text(struct err *e, const char *s, struct node **out)
{
	return toml_read(e, &arena, "t", s, strlen(s), TOML_MAX_SIZE, out);
}

static struct node *
must_read(const char *s)
{
	struct node *t = NULL;
	struct err e;

	if (read_text(&e, s, &t) != ERR_OK)
		fail_msg("%s\nin: %s", e.msg, s);
	return t;
}

static void
must_refuse(const char *s, const char *why)
{
	struct node *t = NULL;
	struct err e;

	if (read_text(&e, s, &t) == ERR_OK)
		fail_msg("was not refused: %.200s", s);
	assert_int_equal(e.code, ERR_INPUT);
	if (strstr(e.msg, why) == NULL)
		fail_msg("not \"%s\" but: %s", why, e.msg);
}

static const char *
written(const struct node *t)
{
	struct str out = str_new(&arena);

	toml_write(&out, t);
	return out.s;
}

static const char *
written_inline(const struct node *n)
{
	struct str out = str_new(&arena);

	toml_write_inline(&out, n);
	return out.s;
}

/* -- the corpus -- */

static bool
ends_in(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

/* Call `f` with the path and content of every TOML file in the directory, of
 * which there are at least so many. */
static void
for_each_file(const char *sub, size_t least,
	void (*f)(const char *path, const char *s, size_t n))
{
	const char *srcdir = getenv("IACTA_SRCDIR");
	char *dir = arena_printf(&arena, "%s/%s", srcdir ? srcdir : ".", sub);
	struct err e;
	char **names;
	size_t n;

	if (file_list(&e, &arena, dir, &names, &n) != ERR_OK)
		fail_msg("%s (set IACTA_SRCDIR)", e.msg);
	assert_true(n >= least);
	for (size_t i = 0; i < n; i++) {
		char *path = arena_printf(&arena, "%s/%s", dir, names[i]), *s;
		size_t len;

		if (!ends_in(path, ".toml"))
			continue;
		if (file_read(&e, &arena, path, 100000, &s, &len) != ERR_OK)
			fail_msg("%s", e.msg);
		f(path, s, len);
	}
}

static void
reads_and_is_written_the_same_twice(const char *path, const char *s, size_t n)
{
	struct node *t, *again;
	const char *text;
	struct err e;

	if (toml_read(&e, &arena, path, s, n, TOML_MAX_SIZE, &t) != ERR_OK)
		fail_msg("%s", e.msg);
	text = written(t);
	if (read_text(&e, text, &again) != ERR_OK)
		fail_msg("%s, written: %s\n%s", path, e.msg, text);
	assert_string_equal(written(again), text);
}

static void
every_valid_text_is_read(void **state)
{
	(void)state;
	for_each_file("tests/unit/toml/valid", 20,
	    reads_and_is_written_the_same_twice);
}

static void
is_refused_for_its_reason(const char *path, const char *s, size_t n)
{
	static const char mark[] = "# refused: ";
	const char *why = s + sizeof mark - 1;
	struct node *t;
	struct err e;

	if (strncmp(s, mark, sizeof mark - 1) != 0)
		fail_msg("%s does not begin with \"%s\"", path, mark);
	why = arena_strndup(&arena, why, strcspn(why, "\n"));
	if (toml_read(&e, &arena, path, s, n, TOML_MAX_SIZE, &t) == ERR_OK)
		fail_msg("%s was not refused", path);
	assert_int_equal(e.code, ERR_INPUT);
	assert_memory_equal(e.msg, path, strlen(path));
	if (strstr(e.msg, why) == NULL)
		fail_msg("not \"%s\" but: %s", why, e.msg);
	/* our own check says so, before any library has seen it */
	assert_null(strstr(e.msg, toml_backend));
}

static void
every_refused_text_is_refused_for_its_reason(void **state)
{
	(void)state;
	for_each_file("tests/unit/toml/refused", 20,
	    is_refused_for_its_reason);
}

/*
 * Most texts are read without the library.  It sees the same in each of them:
 * returns what of the text was left to it, and the test fails where it refuses
 * the text or has another value.
 */
static bool
check_with_library(const char *path, const char *s, size_t n)
{
	const char *text = arena_strndup(&arena, s, n);
	struct node *ours, *library;
	struct err e;
	bool left = false;

	if (toml_read(&e, &arena, path, s, n, TOML_MAX_SIZE, &ours) != ERR_OK ||
	    toml_scan(&e, &arena, text, &library, &left) != ERR_OK ||
	    toml_backend_fill(&e, &arena, text, n, library) != ERR_OK)
		fail_msg("%s: %s", path, e.msg);
	if (!node_equal(ours, library))
		fail_msg("%s: %s reads other values: %s", path, toml_backend,
		    s);
	return left;
}

static void
is_read_the_same_by_the_library(const char *path, const char *s, size_t n)
{
	check_with_library(path, s, n);
}

static void
needs_no_library(const char *path, const char *s, size_t n)
{
	if (check_with_library(path, s, n))
		fail_msg("%s is not read without %s", path, toml_backend);
}

static void
values_are_those_of_the_library(void **state)
{
	static const char *const systems[] = { "ancient-battles", "cataphract",
	    "cc-medieval", "spqr" };

	(void)state;
	for_each_file("tests/unit/toml/valid", 20,
	    is_read_the_same_by_the_library);
	for (size_t i = 0; i < COUNT(systems); i++) {
		for_each_file(arena_printf(&arena, "games/%s", systems[i]), 4,
		    needs_no_library);
		for_each_file(arena_printf(&arena, "games/%s/scenarios",
		    systems[i]), 2, needs_no_library);
	}
}

/* -- what is read -- */

static void
values_are_what_was_written(void **state)
{
	static const struct { const char *text, *path, *value; } rows[] = {
		{ "a = 1", "a", "1" },
		{ "a = +1_000", "a", "1000" },
		{ "a = -0", "a", "0" },
		{ "a = 9223372036854775807", "a", "9223372036854775807" },
		{ "a = -9223372036854775808", "a", "-9223372036854775808" },
		{ "a = true\nb = false", "b", "false" },
		{ "a = \"\"", "a", "\"\"" },
		{ "a = ''", "a", "\"\"" },
		{ "a = 'C:\\x'", "a", "\"C:\\\\x\"" },
		{ "a = \"\\b\\t\\n\\f\\r\\\"\\\\\"", "a",
			"\"\\b\\t\\n\\f\\r\\\"\\\\\"" },
		{ "a = \"\\u00E9\\U0001F3B2\"", "a",
			"\"\xc3\xa9\xf0\x9f\x8e\xb2\"" },
		{ "a = \"\\u0001\\u007F\"", "a", "\"\\u0001\\u007F\"" },
		{ "a = \"\"\"\nx\ny\"\"\"", "a", "\"x\\ny\"" },
		{ "a = \"\"\"x \\\n\n   y\"\"\"", "a", "\"x y\"" },
		{ "a = \"\"\"x\"\"y\\\"\"\"\"", "a", "\"x\\\"\\\"y\\\"\"" },
		{ "a = '''\nx\\ny'''", "a", "\"x\\\\ny\"" },
		{ "a = \"\"\"'''\"\"\"", "a", "\"''\\u0027\"" },
		{ "a = [1, \"x\", [true], {b = 2}]", "a",
			"[1, \"x\", [true], { b = 2 }]" },
		{ "a = [\n1, # one\n2,\n]", "a", "[1, 2]" },
		{ "a = [ ]\nb = { }", "b", "{}" },
		{ "a = { b.c = 1, b.d = 2 }", "a",
			"{ b = { c = 1, d = 2 } }" },
		{ "a.b.c = 1\na . b . d = 2", "a.b", "{ c = 1, d = 2 }" },
		{ "[a.b]\nx = 1\n[a]\ny = 2", "a", "{ b = { x = 1 }, y = 2 }" },
		{ "[[a]]\nx = 1\n[a.b]\ny = 2\n[[a]]", "a",
			"[{ x = 1, b = { y = 2 } }, {}]" },
		{ "[ a . 'b' ]\n\"c d\" = 1", "a.b.c d", "1" },
		{ "'8.43 * \"x\"' = 1", "8.43 * \"x\"", "1" },
		{ "1 = 2\n-_- = 3", "-_-", "3" },
		{ "true = 1", "true", "1" },
		{ "inf = 1", "inf", "1" },
		{ "1.5 = 1", "1.5", "1" },
		{ "# only\n\t # comments", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct node *t = must_read(rows[i].text);

		if (*rows[i].path == '\0')
			assert_int_equal(t->n, 0);
		else if (node_path(t, rows[i].path) == NULL)
			fail_msg("no %s in %s", rows[i].path, rows[i].text);
		else
			assert_string_equal(written_inline(node_path(t,
			    rows[i].path)), rows[i].value);
	}
}

/* "key:line" of every node, parents first */
static void
trace(struct str *out, const struct node *n)
{
	for (const struct node *c = n->child; c != NULL; c = c->next) {
		str_addf(out, "%s:%d ", c->key ? c->key : "-", c->line);
		trace(out, c);
	}
}

static void
keys_keep_the_written_order_and_know_their_lines(void **state)
{
	struct str out = str_new(&arena);

	(void)state;
	trace(&out, must_read(
	    "z = 1\n"
	    "list = [ 1,\n"
	    "  2 ]\n"
	    "a = { y = \"\"\"\n"
	    "x\"\"\", b = 2 }\n"
	    "m.k = 1\n"
	    "c = 3\n"
	    "m.j = 2\n"
	    "\n"
	    "[u.w]\n"
	    "q = 1\n"
	    "[[t]]\n"
	    "r = 1\n"
	    "[[t]]\n"
	    "[t.s]\n"
	    "[u]\n"
	    "p = 1\n"));
	assert_string_equal(out.s, "z:1 list:2 -:2 -:3 a:4 y:4 b:5 "
	    "m:6 k:6 j:8 c:7 u:16 w:10 q:11 p:17 "
	    "t:12 -:12 r:13 -:14 s:15 ");
}

static void
the_layout_is_kept_as_written(void **state)
{
	const struct node *t = must_read("a = { b = 1 }\nc = [1]\n"
	    "d = [\n1]\n[e]\nf = {}\n[[g]]\n");

	(void)state;
	assert_int_equal(node_get(t, "a")->layout, NODE_INLINE);
	assert_int_equal(node_get(t, "c")->layout, NODE_INLINE);
	assert_int_equal(node_get(t, "d")->layout, NODE_LINES);
	assert_int_equal(node_get(t, "e")->layout, NODE_AUTO);
	assert_int_equal(node_path(t, "e.f")->layout, NODE_INLINE);
	assert_int_equal(node_get(t, "g")->layout, NODE_AUTO);
}

static void
a_read_needs_no_terminating_nul(void **state)
{
	struct node *t;
	struct err e;

	(void)state;
	assert_int_equal(toml_read(&e, &arena, "t", "a = 12", 5, 5, &t),
	    ERR_OK);
	assert_int_equal(node_integer(t, "a", 0), 1);
}

static void
a_large_table_is_searched_in_whole(void **state)
{
	struct str b = str_new(&arena);
	size_t half;

	(void)state;
	for (int i = 0; i < 3000; i++)
		str_addf(&b, "k%d = %d\nt.k%d = %d\n", i, i, i, -i);
	assert_int_equal(node_path(must_read(b.s), "k2999")->i, 2999);
	assert_int_equal(node_path(must_read(b.s), "t.k2999")->i, -2999);
	half = b.len;
	for (int i = 0; i < 3000; i += 7) {
		b.len = half;
		str_addf(&b, i % 2 ? "k%d = 0\n" : "t.k%d = 0\n", i);
		must_refuse(b.s, arena_printf(&arena,
		    "line 6001: \"k%d\" is there already, in line %d", i,
		    2 * i + (i % 2 ? 1 : 2)));
	}
}

/* -- what is refused -- */

static const char *
repeated(const char *before, const char *s, size_t n, const char *after)
{
	struct str b = str_new(&arena);

	str_add(&b, before);
	while (n-- > 0)
		str_add(&b, s);
	str_add(&b, after);
	return b.s;
}

static void
limits_hold_exactly(void **state)
{
	static const struct {
		const char *before, *s, *after;
		size_t most;
		const char *why;
	} rows[] = {
		{ "", "[[a]]\n", "", TOML_MAX_CHILDREN, "entries" },
		{ "a = [", "1,", "]", TOML_MAX_CHILDREN, "entries" },
		{ "a = \"", "x", "\"", TOML_MAX_STRING - 2, "bytes" },
		{ "a = '''", "\n", "'''", TOML_MAX_STRING - 6, "bytes" },
		{ "a", ".a", "=1", TOML_MAX_KEYS - 1, "keys" },
		{ "[a", ".a", "]", TOML_MAX_KEYS - 1, "keys" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		must_read(repeated(rows[i].before, rows[i].s, rows[i].most,
		    rows[i].after));
		must_refuse(repeated(rows[i].before, rows[i].s,
		    rows[i].most + 1, rows[i].after), rows[i].why);
	}
}

static const char *
nested(const char *before, size_t n)
{
	return repeated(repeated(before, "[", n, ""), "]", n, "\n");
}

static void
nesting_is_limited_however_it_is_written(void **state)
{
	static const struct { const char *before; size_t deep; } rows[] = {
		{ "a = ", 0 },
		{ "[x]\na = ", 1 },
		{ "[[x]]\na = ", 2 },
		{ "[x.y]\na = ", 2 },
		{ "x.y.z = ", 2 },
		{ "[[x]]\ny.z = ", 3 },
	};
	static const char elements[] = "[[a]]\n[[a.b]]\n[[a.b.c]]\n"
	    "[[a.b.c.d]]\n[[a.b.c.d.e]]\n[[a.b.c.d.e.f]]\n"
	    "[[a.b.c.d.e.f.g]]\n[[a.b.c.d.e.f.g.h]]\n";

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		size_t n = TOML_MAX_DEPTH - rows[i].deep;

		must_read(nested(rows[i].before, n));
		must_refuse(nested(rows[i].before, n + 1), "deep");
	}
	must_read(repeated("a = ", "{a=", 16, "1}}}}}}}}}}}}}}}}"));
	must_refuse(repeated("a = ", "{a=", 17, "1}}}}}}}}}}}}}}}}}"), "deep");
	must_refuse(repeated("a = ", "[", 100000, ""), "deep");
	must_refuse(repeated("a = ", "{a=", 100000, ""), "deep");
	must_read(elements);
	must_refuse(repeated(elements, "[a.b.c.d.e.f.g.h.i]", 1, "\n"),
	    "deep");
}

static void
a_byte_order_mark_is_refused(void **state)
{
	(void)state;
	must_refuse("\xef\xbb\xbf" "a = 1\n", "line 1: a byte order mark");
}

static void
too_many_bytes_are_refused(void **state)
{
	struct node *t;
	struct err e;

	(void)state;
	assert_int_equal(toml_read(&e, &arena, "t", "a = 1\n", 6, 6, &t),
	    ERR_OK);
	assert_int_equal(toml_read(&e, &arena, "t", "a = 1\n", 6, 5, &t),
	    ERR_INPUT);
	assert_string_equal(e.msg, "t: more than 5 bytes");
}

static void
a_message_names_text_and_line_and_is_safe_to_show(void **state)
{
	struct node *t;
	struct err e;

	(void)state;
	assert_int_equal(toml_read(&e, &arena, "orders.toml",
	    "a = 1\n\n\xe2\x80\xae = 2\n", 15, 99, &t), ERR_INPUT);
	assert_string_equal(e.msg, "orders.toml: line 3: a key is missing "
	    "before \"\\u{202e} = 2\"");
}

static void
every_cut_of_a_text_is_read_or_refused(void **state)
{
	static const char text[] =
	    "a = [1, {b = \"\\u00E9\\\"\", 'c' = '''x\n'''}] # c\n"
	    "[d.\"e\"]\nf = \"\"\"\\\n \\\\\"\"\"\n[[g]]\nh = -1_0\n";
	struct node *t;
	struct err e;

	(void)state;
	for (size_t n = 0; n < sizeof text; n++)
		if (toml_read(&e, &arena, "t", text, n, n, &t) != ERR_OK)
			assert_null(strstr(e.msg, toml_backend));
}

/* -- what is written -- */

static void
a_position_is_written_one_entry_a_line(void **state)
{
	struct node *t = node_table(&arena), *unit, *u, *order;

	(void)state;
	node_add_int(&arena, t, "iacta", 1);
	unit = node_add_table(&arena, t, "unit");
	unit->layout = NODE_LINES;
	u = node_add_table(&arena, unit, "legio-49");
	node_add_string(&arena, u, "side", "roman");
	node_add_int(&arena, u, "strength", 8);
	node_add_string(&arena, u, "hex", "2424");
	u = node_add_table(&arena, unit, "legio-50");
	node_add_bool(&arena, u, "routed", true);
	order = node_add_array(&arena, t, "order");
	order->layout = NODE_LINES;
	u = node_add(&arena, order, NULL, node_table(&arena));
	node_add_string(&arena, u, "do", "move");
	u = node_add(&arena, order, NULL, node_table(&arena));
	node_add_string(&arena, u, "do", "fire");
	assert_string_equal(written(t),
	    "iacta = 1\n"
	    "order = [\n"
	    "\t{ do = \"move\" },\n"
	    "\t{ do = \"fire\" },\n"
	    "]\n"
	    "\n"
	    "[unit]\n"
	    "legio-49 = { side = \"roman\", strength = 8, hex = \"2424\" }\n"
	    "legio-50 = { routed = true }\n");
}

static void
what_is_canonical_is_written_as_it_was_read(void **state)
{
	static const char *const rows[] = {
		"",
		"a = 1\n",
		"a = []\nb = {}\n",
		"[a]\n",
		"[a]\n\n[a.b]\n\n[c]\n",
		"[[a]]\n\n[[a]]\nx = 1\n",
		"x = [\n\t1,\n\t[2, 3],\n]\n",
		"x = [1, 2]\n\n[a]\ny = { z = { q = [] } }\n\n[a.b]\n"
			"c = \"d\"\n\n[[a.e]]\n\n[a.e.f]\n\n[[a.e]]\n",
		"\"1979-05-27\" = 1\n1979-5-27 = 2\n\"a b\" = 3\n'\"' = 4\n"
			"'\\' = 5\n\"'\" = 6\n\"\xc3\xa4\" = 7\n\n"
			"[\"x.y\"]\n\n[\"x.y\".z]\n",
		"s = \"\\\"\\\\\\b\\t\\n\\f\\r\\u0001\\u007F\xc3\xa4'x''\"\n",
		"s = \"''\\u0027''\\u0027'\"\n",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_string_equal(written(must_read(rows[i])), rows[i]);
}

static void
inline_layout_overrides_headers(void **state)
{
	struct node *t = node_table(&arena), *in, *list;

	(void)state;
	in = node_add_table(&arena, t, "in");
	in->layout = NODE_INLINE;
	node_add_table(&arena, in, "deep");
	list = node_add_array(&arena, t, "list");
	list->layout = NODE_INLINE;
	node_add(&arena, list, NULL, node_table(&arena));
	assert_string_equal(written(t), "in = { deep = {} }\nlist = [{}]\n");
}

static void
every_character_survives(void **state)
{
	struct node *t = node_table(&arena), *back;

	(void)state;
	for (uint32_t cp = 1; cp < 0x110000;) {
		struct str s = str_new(&arena);

		for (int i = 0; i < 1000 && cp < 0x110000; i++, cp++) {
			if (cp >= 0xd800 && cp < 0xe000)
				continue;
			if (cp < 0x80) {
				str_addc(&s, (char)cp);
			} else if (cp < 0x800) {
				str_addc(&s, (char)(0xc0 | cp >> 6));
				str_addc(&s, (char)(0x80 | (cp & 0x3f)));
			} else {
				if (cp < 0x10000) {
					str_addc(&s, (char)(0xe0 | cp >> 12));
				} else {
					str_addc(&s, (char)(0xf0 | cp >> 18));
					str_addc(&s, (char)(0x80
					    | (cp >> 12 & 0x3f)));
				}
				str_addc(&s, (char)(0x80 | (cp >> 6 & 0x3f)));
				str_addc(&s, (char)(0x80 | (cp & 0x3f)));
			}
		}
		node_add_string(&arena, t, arena_printf(&arena, "u%u",
		    (unsigned)cp), s.s);
	}
	back = must_read(written(t));
	assert_true(node_equal(t, back));
}

/* -- random trees -- */

static uint64_t seed;

static unsigned
pick(unsigned n)
{
	seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (unsigned)(seed >> 33) % n;
}

static const char *
random_string(void)
{
	static const char *const bits[] = { "a", "legio-8", "'", "''", "\"",
		"\\", "\n", "\t", "\r", "\x01", "\x1f", "\x7f", "\xc3\xa4",
		"\xf0\x9f\x8e\xb2", "\xef\xbb\xbf", "\xef\xbf\xbf", " ", "#",
		"[", "]", "{", "}", "=", ",", ".", "u0041", "1979-05-27" };
	struct str s = str_new(&arena);

	for (unsigned n = pick(8); n > 0; n--)
		str_add(&s, bits[pick(COUNT(bits))]);
	return s.s;
}

/* Distinct by its number; of every kind that may be read. */
static const char *
random_key(unsigned n)
{
	static const char *const forms[] = { "k%u", "%u", "1979-05-27-%u",
		"a key %u", "x.%u", "\"%u\"", "it's %u", "\\%u", "=%u#",
		"\xc3\xa4%u", "-%u_" };

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	return arena_printf(&arena, forms[pick(COUNT(forms))], n);
#pragma GCC diagnostic pop
}

static struct node *random_tree(enum node_type type, int depth);

static struct node *
random_value(int depth)
{
	switch (pick(depth > 0 ? 6 : 4)) {
	case 0:
		return node_bool(&arena, pick(2));
	case 1:
		return node_int(&arena, (int64_t)((uint64_t)pick(1u << 31)
		    * (pick(2) ? 1 : UINT64_C(0x2545f4914f6cdd1d))));
	case 4:
		return random_tree(NODE_ARRAY, depth - 1);
	case 5:
		return random_tree(NODE_TABLE, depth - 1);
	default:
		return node_string(&arena, random_string());
	}
}

static struct node *
random_tree(enum node_type type, int depth)
{
	struct node *t = type == NODE_TABLE ? node_table(&arena)
	    : node_array(&arena);
	bool tables = type == NODE_ARRAY && pick(2);

	t->layout = (enum node_layout)pick(3);
	for (unsigned i = 0, n = pick(6); i < n; i++)
		node_add(&arena, t, type == NODE_TABLE ? random_key(i) : NULL,
		    tables && depth > 0 ? random_tree(NODE_TABLE, depth - 1)
		    : random_value(depth));
	return t;
}

/* Equal, except that tables and arrays of tables may stand later. */
static bool
same_but_for_order(const struct node *a, const struct node *b)
{
	if (a->type != b->type || a->n != b->n)
		return false;
	if (a->type == NODE_ARRAY) {
		const struct node *y = b->child;

		for (const struct node *x = a->child; x; x = x->next) {
			if (!same_but_for_order(x, y))
				return false;
			y = y->next;
		}
		return true;
	}
	if (a->type != NODE_TABLE)
		return node_equal(a, b);
	for (const struct node *x = a->child; x != NULL; x = x->next)
		if (node_get(b, x->key) == NULL
		    || !same_but_for_order(x, node_get(b, x->key)))
			return false;
	return true;
}

static void
random_trees_read_back_equal(void **state)
{
	(void)state;
	for (seed = 1; seed <= 2000; seed++) {
		struct arena_mark mark = arena_mark(&arena);
		uint64_t started = seed;
		struct node *t = random_tree(NODE_TABLE, 5), *back, *again;
		const char *text = written(t);

		back = must_read(text);
		check_with_library("random", text, strlen(text));
		if (!same_but_for_order(t, back))
			fail_msg("another tree: %s", text);
		/* in the order written it is equal, in whatever layout */
		again = must_read(written(back));
		assert_true(node_equal(back, again));
		assert_string_equal(written(again), text);
		arena_reset(&arena, mark);
		seed = started;
	}
}

static void
random_trees_in_one_line_read_back_equal(void **state)
{
	(void)state;
	for (seed = 1; seed <= 2000; seed++) {
		struct arena_mark mark = arena_mark(&arena);
		uint64_t started = seed;
		struct node *t = random_tree(NODE_TABLE, 6), *back;
		const char *text = arena_printf(&arena, "v = %s\n",
		    written_inline(t));

		assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
		back = must_read(text);
		if (!node_equal(t, node_get(back, "v")))
			fail_msg("another tree: %s", text);
		arena_reset(&arena, mark);
		seed = started;
	}
}

#define TEST(f) cmocka_unit_test_teardown(f, drop_arena)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_valid_text_is_read),
		TEST(every_refused_text_is_refused_for_its_reason),
		TEST(values_are_those_of_the_library),
		TEST(values_are_what_was_written),
		TEST(keys_keep_the_written_order_and_know_their_lines),
		TEST(the_layout_is_kept_as_written),
		TEST(a_read_needs_no_terminating_nul),
		TEST(a_large_table_is_searched_in_whole),
		TEST(limits_hold_exactly),
		TEST(nesting_is_limited_however_it_is_written),
		TEST(a_byte_order_mark_is_refused),
		TEST(too_many_bytes_are_refused),
		TEST(a_message_names_text_and_line_and_is_safe_to_show),
		TEST(every_cut_of_a_text_is_read_or_refused),
		TEST(a_position_is_written_one_entry_a_line),
		TEST(what_is_canonical_is_written_as_it_was_read),
		TEST(inline_layout_overrides_headers),
		TEST(every_character_survives),
		TEST(random_trees_read_back_equal),
		TEST(random_trees_in_one_line_read_back_equal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
