/* test-layout.c: layouts, and what happens to hostile text in each format */
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
#include "show/layout.h"

#include <stdio.h>
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

static struct node *
toml(const char *text)
{
	struct err e = { 0 };
	struct node *t;

	if (toml_read(&e, &arena, "facts", text, strlen(text), TOML_MAX_SIZE,
	    &t) != ERR_OK)
		fail_msg("%s", e.msg);
	return t;
}

/* ---------------------------------------------------------------- grammar */

static const char facts_text[] =
    "name = \"Zama\"\n"
    "empty = \"\"\n"
    "no = false\n"
    "none = []\n"
    "words = [\"a\", \"b\", \"c\"]\n"
    "row = [{ k = 1, t = \"one\" }, { k = 2, t = \"two\", more = [\"x\"] }]\n"
    "long = \"aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd eeeeeeeeee "
    "ffffffffff gggg hhhh\"\n";

static void
blocks_repeat_choose_and_wrap(void **state)
{
	static const struct { const char *layout, *text; } rows[] = {
		{ "a [b] c\n", "a [b] c\n" },
		{ "\\{name} {name}\n", "{name} Zama\n" },
		{ "{each words}{it}{last?yes=|, }{end}.\n", "a, b, c.\n" },
		{ "x\n{each words}\n- {it}\n{end}\ny\n",
		  "x\n- a\n- b\n- c\ny\n" },
		{ "{each none}never{end}{each nowhere}never{end}.", "." },
		{ "{each row}\n{nth}: {t} of {name}\n{each more}\n  {it}{t}\n"
		  "{end}\n{end}\n", "1: one of Zama\n2: two of Zama\n  xtwo\n" },
		{ "{if name}yes{else}no{end} {if none}yes{else}no{end} "
		  "{if empty}yes{else}no{end} {if no}yes{else}no{end}",
		  "yes no no no" },
		{ "{unless none}yes{else}no{end} {if none name}any{end}",
		  "yes any" },
		{ "{if none}\n{each words}{if name}{it}{end}{end}\n{else}\n"
		  "other\n{end}\n", "other\n" },
		{ "{# {if what}}x{# y}z\n", "xz\n" },
		{ "{# alone on its line}\nx\n", "x\n" },
		{ "{under =}{name}: x{end}\n", "Zama: x\n=======\n" },
		{ "{wrap 4}  {long}{end}\n",
		  "  aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd eeeeeeeeee "
		  "ffffffffff gggg\n      hhhh\n" },
		{ "ab {wrap 2}{long}{end}.\n",
		  "ab aaaaaaaaaa bbbbbbbbbb cccccccccc dddddddddd eeeeeeeeee "
		  "ffffffffff\n  gggg hhhh.\n" },
		{ "{name:pad6}|\n", "Zama  |\n" },
		{ "{name?Zama=Z{name}|x}", "ZZama" },
		{ "{each words}{wrap 0}{it}{end}\n{end}", "a\nb\nc\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str s = str_new(&arena);
		struct err e = { 0 };

		if (layout_fill(&e, &s, "row", rows[i].layout,
		    toml(facts_text), ESCAPE_TEXT) != ERR_OK)
			fail_msg("%s: %s", rows[i].layout, e.msg);
		assert_string_equal(s.s, rows[i].text);
	}
}

static void
a_wrong_layout_is_refused_by_its_line(void **state)
{
	static const struct { const char *layout, *says; } rows[] = {
		{ "x\n{each words}\n", "row: line 2: this block has no {end}" },
		{ "{end}", "row: line 1: {end} or {else} without a block" },
		{ "a\nb{else}", "row: line 2: {end} or {else} without" },
		{ "{if a}{else}{else}{end}", "two {else}" },
		{ "x {name\n", "row: line 1: a brace is not closed" },
		{ "{use nothing.txt}", "does not exist" },
		{ "\n\n{nowhere}", "row: line 3: " },
		{ "{name:shout}", "there is no form shout" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str s = str_new(&arena);
		struct err e = { 0 };

		assert_int_equal(layout_fill(&e, &s, "row", rows[i].layout,
		    toml(facts_text), ESCAPE_TEXT), ERR_INPUT);
		if (strstr(e.msg, rows[i].says) == NULL)
			fail_msg("%s: %s", rows[i].layout, e.msg);
		assert_int_equal(s.len, 0);
	}
}

/* ---------------------------------------------------------------- hostile */

static const char *const hostile[] = {
	"<script>alert(1)</script>", "</title><script>", "<img src=x onerror=a>",
	"\"><svg onload=alert(1)>", "' onmouseover='alert(1)", "<!-- ", "-->",
	"]]>", "<![CDATA[", "&lt;script&gt;", "&#60;b&#62;", "&amp;&", "</pre>",
	"</style>", "<style>*{display:none}", "javascript:alert(1)",
	"data:text/html,<b>", "<iframe>", "<base href=//x>", "<meta>",
	"[url=http://x]a[/url]", "[/code]", "[/quote]", "[b]", "[/b]", "[*]",
	"[img]http://x/y.png[/img]", "[quote=\"x\"]", "[list]", "[size=200]x",
	"[code]", "[[b]]", "[ b]", "[1]", "[", "]",
	"[a](http://x)", "![a](http://x)", "[a]: http://x", "`code`", "```",
	"**bold**", "_it_", "__b__", "~~s~~", "# heading", "- item", "+ item",
	"> quote", "1. one", "2) two", "| a | b |", "---", "===", "***",
	"http://example.org/x", "www.example.org", "a@example.org", "@everyone",
	"$x$", "$$", "\\", "\\\\", "\\<b>", "<a@b.c>", "<http://x>",
	"\x1b[2J", "\x1b]0;x\x07", "a\rb", "a\nb", "\x7f", "\xc2\x9b" "31m",
	"\xe2\x80\xae" "gnp", "\xe2\x81\xa6x", "{name}", "{each x}", "{end}",
	"%s%n", "$(id)", "`id`", "; rm", "-----BEGIN IACTA ORDERS-----",
	"From x", ".", "..", "", " ", "\t", "\xc3\xa4", "\xe2\x82\xac",
};
static const char *const around[] = { "%s", "x%s", "%sx", "x %s y" };

/* Is the character at p marked as itself by a backslash? */
static int
escaped(const char *s, const char *p)
{
	int n = 0;

	while (p > s && p[-1] == '\\') {
		p--;
		n++;
	}
	return n % 2;
}

/* How much of what means something in the format a text holds. */
static int
marks(enum escape_format f, const char *s)
{
	int n = 0;

	for (const char *p = s; *p != '\0'; p++)
		switch (f) {
		case ESCAPE_HTML:
			n += strchr("<>\"'", *p) != NULL;
			n += *p == '&' && strncmp(p, "&lt;", 4) != 0 &&
			    strncmp(p, "&gt;", 4) != 0 &&
			    strncmp(p, "&amp;", 5) != 0 &&
			    strncmp(p, "&quot;", 6) != 0 &&
			    strncmp(p, "&#39;", 5) != 0;
			break;
		case ESCAPE_MARKDOWN:
			n += strchr("`*_[]<>&|~$", *p) != NULL &&
			    !escaped(s, p);
			n += (p == s || p[-1] == '\n') &&
			    strchr("-+#>=", *p) != NULL;
			n += strncmp(p, "://", 3) == 0 && !escaped(s, p);
			break;
		case ESCAPE_BBCODE:
			n += *p == '[' && p[1] != '\0' && strchr("abcdefghij"
			    "klmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/*=@+",
			    p[1]) != NULL;
			break;
		case ESCAPE_TEXT:
		case ESCAPE_FORMAT_COUNT:
			break;
		}
	return n;
}

static int
controls(const char *s)
{
	int n = 0;

	for (const unsigned char *p = (const unsigned char *)s; *p; p++)
		n += (*p < 0x20 && *p != '\n') || *p == 0x7f ||
		    (*p == 0xc2 && p[1] < 0xa0) || (*p == 0xe2 &&
		    p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae);
	return n;
}

static struct node *
put(struct node *t, const char *key, const char *s)
{
	node_add_string(&arena, t, key, s);
	return t;
}

/* Facts in which every text is `s`. */
static struct node *
facts_of(const char *s)
{
	struct node *t = node_table(&arena), *x, *y;
	static const char *const plain[] = { "game", "name", "when", "lead",
	    "since", "exchange", "first_roll", "commitment", "map",
	    "position" };
	static const char *const lists[] = { "side", "ask", "waiting",
	    "refused", "talk", "die", "sealed" };

	for (size_t i = 0; i < COUNT(plain); i++)
		put(t, plain[i], s);
	for (size_t i = 0; i < COUNT(lists); i++) {
		x = node_table(&arena);
		node_add(&arena, node_add_array(&arena, t, lists[i]), NULL, x);
		put(put(put(put(x, "title", s), "text", s), "kind", s), "about",
		    s);
		put(put(put(put(x, "help", s), "option", s), "what", s),
		    "reason", s);
		put(put(put(put(x, "order", s), "roll", s), "shows", s),
		    "label", s);
		put(x, "number", s);
		node_add(&arena, node_add_array(&arena, x, "line"), NULL,
		    node_string(&arena, s));
	}
	node_add(&arena, node_add_array(&arena, t, "late"), NULL,
	    node_string(&arena, s));
	node_add_bool(&arena, t, "told", true);
	x = node_table(&arena);
	node_add(&arena, node_add_array(&arena, t, "chapter"), NULL, x);
	y = node_table(&arena);
	node_add(&arena, node_add_array(&arena, put(x, "heading", s), "line"),
	    NULL, put(put(y, "text", s), "margin", ""));
	node_add(&arena, node_add_array(&arena, y, "roll"), NULL,
	    node_string(&arena, s));
	node_add(&arena, node_add_array(&arena, y, "mod"), NULL,
	    node_string(&arena, s));
	x = node_table(&arena);
	node_add(&arena, node_add_array(&arena, t, "changed"), NULL, x);
	y = node_table(&arena);
	node_add(&arena, node_add_array(&arena, put(x, "title", s), "piece"),
	    NULL, put(put(put(y, "id", s), "name", s), "change", s));
	node_add(&arena, node_add_array(&arena, x, "rest"), NULL, put(put(
	    node_table(&arena), "name", s), "hex", s));
	return t;
}

static const char *
filled(const char *layout, const char *s, enum escape_format f)
{
	struct str out = str_new(&arena);
	struct err e = { 0 };

	if (layout_fill(&e, &out, layout, layout_own(layout), facts_of(s),
	    f) != ERR_OK)
		fail_msg("%s: %s", layout, e.msg);
	return out.s;
}

static void
hostile_text_stays_text_in_every_format(void **state)
{
	int tried = 0;

	(void)state;
	for (int f = 0; f < ESCAPE_FORMAT_COUNT; f++)
		for (size_t i = 0; i < COUNT(hostile); i++)
			for (size_t k = 0; k < COUNT(around); k++) {
				char s[200];
				const char *out;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
				snprintf(s, sizeof s, around[k], hostile[i]);
#pragma GCC diagnostic pop
				out = escape_for(&arena, (enum escape_format)f,
				    str_shown(&arena, s, 200));
				if (marks((enum escape_format)f, out) != 0 ||
				    controls(out) != 0)
					fail_msg("%s: \"%s\" became \"%s\"",
					    escape_format_names[f], s, out);
				tried++;
			}
	assert_true(tried >= 200 * ESCAPE_FORMAT_COUNT);
}

/*
 * A report as a reader's program understands it: what the format makes of it is
 * taken back, so that a text is again what it was, and whatever marks up has
 * MARK before it.  A code span of Markdown stands between CODE and END, indented
 * code between LINES and END.  Runs of blanks are one blank.
 */
#define MARK '\x01'
#define CODE '\x02'
#define LINES '\x03'
#define END '\x04'
#define TEXT "QXQ"

static void
show(struct str *out, char c)
{
	if (c != ' ' || out->len == 0 || out->s[out->len - 1] != ' ')
		str_addc(out, c);
}

/* Behind what begins blocks at the start of a line; each is a mark. */
static const char *
block_marks(struct str *out, const char *p)
{
	for (;;) {
		size_t digits;

		for (; *p == ' '; p++)
			show(out, ' ');
		digits = strspn(p, "0123456789");
		if (digits > 0 && p[digits] != '\0' && strchr(".)",
		    p[digits]) != NULL && (p[digits + 1] == ' ' ||
		    p[digits + 1] == '\n')) {
			str_addc(out, MARK);
			str_addn(out, p, digits + 1);
			p += digits + 1;
		} else if (*p != '\0' && strchr("-+#>=", *p) != NULL) {
			str_addc(out, MARK);
			str_addc(out, *p++);
		} else {
			return p;
		}
	}
}

/* From one backquote to the next; nothing in it means anything. */
static const char *
code_span(struct str *out, const char *p)
{
	size_t n = strcspn(p + 1, "`\n");

	if (p[1 + n] != '`') {
		str_addc(out, MARK);
		str_addc(out, *p);
		return p + 1;
	}
	str_addc(out, CODE);
	for (const char *q = p + 1; q < p + 1 + n; q++)
		show(out, *q);
	str_addc(out, END);
	return p + n + 2;
}

/* The lines of code that are indented, behind an empty line. */
static const char *
code_lines(struct str *out, const char *p)
{
	str_addc(out, LINES);
	for (; strncmp(p, "    ", 4) == 0; p += *p == '\n') {
		for (p += 4; *p != '\0' && *p != '\n'; p++)
			show(out, *p);
		str_addc(out, '\n');
	}
	str_addc(out, END);
	return p;
}

static void
read_markdown(struct str *out, const char *s)
{
	const char *p = s;

	while (*p != '\0') {
		if (p - s > 1 && p[-1] == '\n' && p[-2] == '\n' &&
		    strncmp(p, "    ", 4) == 0)
			p = code_lines(out, p);
		if (p == s || p[-1] == '\n')
			p = block_marks(out, p);
		if (*p == '`') {
			p = code_span(out, p);
			continue;
		}
		if (*p == '\\' && p[1] != '\0' && strchr("!\"#$%&'()*+,-./:;"
		    "<=>?@[\\]^_`{|}~", p[1]) != NULL)
			p++;
		else if (strchr("*_[]<>|~$&@", *p) != NULL ||
		    strncmp(p, "://", 3) == 0 || (*p == '.' && p - s > 2 &&
		    strncmp(p - 3, "www", 3) == 0))
			str_addc(out, MARK);
		show(out, *p++);
	}
}

static void
read_bbcode(struct str *out, const char *s)
{
	for (; *s != '\0'; s++)
		if (strncmp(s, "\xef\xbc\xbb", 3) == 0) {
			show(out, '[');
			s += 2;
		} else {
			if (*s == '[' && s[1] != '\0' && strchr("abcdefghijkl"
			    "mnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/*=@+",
			    s[1]) != NULL)
				str_addc(out, MARK);
			show(out, *s);
		}
}

static void
read_html(struct str *out, const char *s)
{
	static const struct { const char *entity; char c; } rows[] = {
		{ "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' },
		{ "&quot;", '"' }, { "&#39;", '\'' },
	};
	bool inside = false;		/* a tag or the style sheet */

	while (*s != '\0') {
		size_t k = 0;

		while (k < COUNT(rows) && strncmp(s, rows[k].entity,
		    strlen(rows[k].entity)) != 0)
			k++;
		if (k < COUNT(rows)) {
			show(out, rows[k].c);
			s += strlen(rows[k].entity);
			continue;
		}
		if (strncmp(s, "<style>", 7) == 0)
			inside = true;
		if (strncmp(s, "</style>", 8) == 0)
			inside = false;
		if (!inside && strchr("<>&\"'", *s) != NULL)
			str_addc(out, MARK);
		show(out, *s++);
	}
}

static const char *
read_as(enum escape_format f, const char *s)
{
	struct str out = str_new(&arena);

	switch (f) {
	case ESCAPE_MARKDOWN: read_markdown(&out, s); break;
	case ESCAPE_BBCODE: read_bbcode(&out, s); break;
	case ESCAPE_HTML: read_html(&out, s); break;
	case ESCAPE_TEXT:
	case ESCAPE_FORMAT_COUNT: break;
	}
	return out.s;
}

/* A report that was read, with `text` where TEXT stood. */
static const char *
with_text(const char *report, const char *text)
{
	struct str out = str_new(&arena);
	bool code = false;
	int places = 0;

	for (const char *p = report; *p != '\0'; ) {
		code = *p == CODE || (code && *p != END);
		if (strncmp(p, TEXT, strlen(TEXT)) != 0) {
			show(&out, *p++);
			continue;
		}
		p += strlen(TEXT);
		places++;
		/* a code span cannot hold the mark that ends it */
		for (const char *q = text; *q != '\0'; q++)
			show(&out, *q == '`' && code ? '\'' : *q);
	}
	assert_true(places >= 20);
	return out.s;
}

/* Every mark of the report is the layout's, and every text is there as it is. */
static void
a_report_of_hostile_texts_reads_as_a_harmless_one_with_these(void **state)
{
	static const char *const layout[] = { "report.txt", "report.md",
	    "report.bbcode", "report.html" };
	int compared = 0;

	(void)state;
	for (int f = 0; f < ESCAPE_FORMAT_COUNT; f++) {
		const char *harmless = read_as((enum escape_format)f,
		    filled(layout[f], TEXT, (enum escape_format)f));

		for (size_t i = 0; i < COUNT(hostile); i++) {
			const char *text = str_shown(&arena, hostile[i], 200);
			const char *out, *is, *wanted;
			size_t at = 0;

			/* what is empty leaves its place out */
			if (strspn(text, " ") == strlen(text))
				continue;
			out = filled(layout[f], text, (enum escape_format)f);
			assert_int_equal(controls(out), 0);
			if (f == ESCAPE_TEXT)	/* wrapped: nothing marks up */
				continue;
			is = read_as((enum escape_format)f, out);
			wanted = with_text(harmless, text);
			while (is[at] != '\0' && is[at] == wanted[at])
				at++;
			if (is[at] != wanted[at])
				fail_msg("%s: \"%s\": \"%.60s\", not "
				    "\"%.60s\"", layout[f], text, is + at,
				    wanted + at);
			compared++;
		}
	}
	assert_true(compared >= 3 * (int)(COUNT(hostile) - 4));
}

/* What a browser makes of it again is what it was. */
static void
escaped_html_reads_as_the_text_that_it_was(void **state)
{
	static const struct { const char *entity; char c; } rows[] = {
		{ "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' },
		{ "&quot;", '"' }, { "&#39;", '\'' },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(hostile); i++) {
		const char *s = str_shown(&arena, hostile[i], 200);
		const char *p = escape_for(&arena, ESCAPE_HTML, s);
		struct str back = str_new(&arena);

		while (*p != '\0') {
			size_t k = 0;

			while (k < COUNT(rows) && strncmp(p, rows[k].entity,
			    strlen(rows[k].entity)) != 0)
				k++;
			str_addc(&back, k < COUNT(rows) ? rows[k].c : *p);
			p += k < COUNT(rows) ? strlen(rows[k].entity) : 1;
		}
		assert_string_equal(back.s, s);
	}
}

static void
escaped_markdown_without_its_backslashes_is_the_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(hostile); i++) {
		const char *s = str_shown(&arena, hostile[i], 200);
		const char *p = escape_for(&arena, ESCAPE_MARKDOWN, s);
		struct str back = str_new(&arena);

		for (; *p != '\0'; p++) {
			p += *p == '\\' && p[1] != '\0';
			str_addc(&back, *p);
		}
		assert_string_equal(back.s, s);
	}
}

#define TEST(f) cmocka_unit_test_teardown(f, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(blocks_repeat_choose_and_wrap),
		TEST(a_wrong_layout_is_refused_by_its_line),
		TEST(hostile_text_stays_text_in_every_format),
		TEST(a_report_of_hostile_texts_reads_as_a_harmless_one_with_these),
		TEST(escaped_html_reads_as_the_text_that_it_was),
		TEST(escaped_markdown_without_its_backslashes_is_the_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
