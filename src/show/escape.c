/* escape.c: text from outside, made harmless for where it is shown */
#include "show/escape.h"

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <string.h>

const char *const escape_format_names[] = { "text", "markdown", "bbcode",
    "html", NULL };

/* In text, in attributes with quotes of either kind, and in a comment. */
static void
html(struct str *out, const char *s)
{
	for (; *s != '\0'; s++)
		switch (*s) {
		case '&': str_add(out, "&amp;"); break;
		case '<': str_add(out, "&lt;"); break;
		case '>': str_add(out, "&gt;"); break;
		case '"': str_add(out, "&quot;"); break;
		case '\'': str_add(out, "&#39;"); break;
		default: str_addc(out, *s); break;
		}
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Would a list, a heading or a quotation begin here, at the start of a line?
 * Then the mark that begins it; else NULL. */
static const char *
block_mark(const char *s)
{
	const char *p = s;

	if (*s != '\0' && strchr("-+=#>", *s) != NULL)
		return s;
	while (is_digit(*p))
		p++;
	return p > s && (*p == '.' || *p == ')') &&
	    (p[1] == ' ' || p[1] == '\0') ? p : NULL;
}

/*
 * CommonMark takes a backslash before any ASCII punctuation.  Escaped is what
 * marks up within a line, at a line's start what begins a block, and the
 * colon and the dot that would make a link of http:// and www.
 */
static void
markdown(struct str *out, const char *s)
{
	const char *mark = block_mark(s), *start = s;

	for (; *s != '\0'; s++) {
		bool link = (*s == ':' && s[1] == '/') || (*s == '.' &&
		    s - start >= 3 && strncmp(s - 3, "www", 3) == 0);

		if (strchr("\\`*_[]<>&|~$@", *s) != NULL || s == mark ||
		    link)
			str_addc(out, '\\');
		str_addc(out, *s);
		if (*s == '\n')
			mark = block_mark(s + 1);
	}
}

/*
 * BBCode knows no escape: a bracket that could open a tag becomes its
 * full-width twin.  One before a digit, as around the number of a rule, opens
 * none.
 */
static void
bbcode(struct str *out, const char *s)
{
	for (; *s != '\0'; s++)
		if (*s == '[' && !is_digit(s[1]) && (is_letter(s[1]) ||
		    strchr("/*=@+", s[1]) != NULL))
			str_add(out, "\xef\xbc\xbb");
		else
			str_addc(out, *s);
}

const char *
escape_for(struct arena *a, enum escape_format f, const char *s)
{
	struct str out;

	if (f == ESCAPE_TEXT)
		return s;
	out = str_new(a);
	switch (f) {
	case ESCAPE_MARKDOWN:
		markdown(&out, s);
		return out.s;
	case ESCAPE_BBCODE:
		bbcode(&out, s);
		return out.s;
	case ESCAPE_HTML:
		html(&out, s);
		return out.s;
	case ESCAPE_TEXT:
	case ESCAPE_FORMAT_COUNT:
		break;
	}
	return s;
}
