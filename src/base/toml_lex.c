/* toml_lex.c: the check of a TOML text: its blanks, strings and keys */
#include "base/toml_scan.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool
toml_refuse(struct toml_scan *sc, const char *fmt, ...)
{
	char msg[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	err_set(sc->e, ERR_INPUT, "line %d: %s", sc->line, msg);
	return false;
}

const char *
toml_shown(struct toml_scan *sc, const char *s, size_t n)
{
	return str_shown(sc->a, arena_strndup(sc->a, s, n), 40);
}

/* -- blanks, comments, ends of lines -- */

void
toml_skip_blanks(struct toml_scan *sc)
{
	while (*sc->p == ' ' || *sc->p == '\t')
		sc->p++;
}

static void
skip_comment(struct toml_scan *sc)
{
	if (*sc->p == '#')
		sc->p += strcspn(sc->p, "\n");
}

void
toml_skip_space(struct toml_scan *sc)
{
	for (;;) {
		toml_skip_blanks(sc);
		skip_comment(sc);
		if (*sc->p != '\n')
			return;
		sc->p++;
		sc->line++;
	}
}

bool
toml_line_end(struct toml_scan *sc)
{
	toml_skip_blanks(sc);
	skip_comment(sc);
	if (*sc->p == '\n' || *sc->p == '\0')
		return true;
	return toml_refuse(sc, "unexpected \"%s\" after the end of the entry",
	    toml_shown(sc, sc->p, strcspn(sc->p, "\n")));
}

/* -- strings -- */

/* The code point of `digits` capital hex digits, or -1. */
static long
hex_digits(const char *s, int digits)
{
	long cp = 0;

	for (int i = 0; i < digits; i++) {
		if (s[i] >= '0' && s[i] <= '9')
			cp = cp * 16 + (s[i] - '0');
		else if (s[i] >= 'A' && s[i] <= 'F')
			cp = cp * 16 + (s[i] - 'A' + 10);
		else
			return -1;
	}
	return cp;
}

/* At \u or \U: the hex digits of a character that every library takes. */
static bool
skip_unicode(struct toml_scan *sc)
{
	int digits = sc->p[1] == 'u' ? 4 : 8;
	long cp = hex_digits(sc->p + 2, digits);

	if (cp < 0)
		return toml_refuse(sc, "\\%c wants %d hex digits, in capitals",
		    sc->p[1], digits);
	if (cp == 0 || cp > 0x10ffff || (cp >= 0xd800 && cp <= 0xdfff)
	    || cp == 0xfffe || cp == 0xffff)
		return toml_refuse(sc, "\\%.*s is not a character", digits + 1,
		    sc->p + 1);
	sc->p += 2 + digits;
	return true;
}

/* At a backslash in a basic string. */
/*
 * A backslash at a line's end takes the blanks before the next text with it.
 * toml++ looks for them in Unicode, and reads past the end of what it has
 * decoded where that text is not ASCII.
 */
static bool
after_line_end(struct toml_scan *sc)
{
	for (; strchr(" \t\n", *sc->p) != NULL && *sc->p != '\0'; sc->p++)
		sc->line += *sc->p == '\n';
	if ((unsigned char)*sc->p >= 0x80)
		return toml_refuse(sc, "a character that is not ASCII after a "
		    "backslash at the end of a line; write it as \\uXXXX");
	return true;
}

static bool
skip_escape(struct toml_scan *sc, bool multi)
{
	char c = sc->p[1];

	if (c == 'u' || c == 'U')
		return skip_unicode(sc);
	if (c == '\n' && multi) {
		sc->p += 2;
		sc->line++;
		return after_line_end(sc);
	}
	if (c == '\0' || c == '\n')
		return toml_refuse(sc, "the string is not closed: a quote is missing");
	if (strchr("btnfr\"\\", c) == NULL)
		return toml_refuse(sc, "\\%s is no escape; a backslash is "
		    "written \\\\", toml_shown(sc, sc->p + 1, 1));
	if (multi && c == '\\' && sc->p[2] == '"')
		return toml_refuse(sc, "\\\\ before a quote in a multi-line "
		    "string; write \\u005C");
	sc->p += 2;
	return true;
}

static size_t
run_of(const char *s, char c)
{
	size_t n = 0;

	while (s[n] == c)
		n++;
	return n;
}

/* Past the opening quote: one line, to the closing quote. */
static bool
skip_line_string(struct toml_scan *sc, char quote)
{
	for (;;) {
		char c = *sc->p;

		if (c == '\0' || c == '\n')
			return toml_refuse(sc, "the string is not closed: a quote is missing");
		if (c == quote) {
			sc->p++;
			return true;
		}
		if (quote == '"' && strncmp(sc->p, "'''", 3) == 0)
			return toml_refuse(sc, "three single quotes in a "
			    "string; write one of them \\u0027");
		if (quote == '"' && c == '\\') {
			if (!skip_escape(sc, false))
				return false;
			continue;
		}
		sc->p++;
	}
}

/* Past the three opening quotes: lines, to three closing quotes. */
static bool
skip_multi_string(struct toml_scan *sc, char quote)
{
	for (;;) {
		char c = *sc->p;
		size_t run = run_of(sc->p, quote);

		if (c == '\0')
			return toml_refuse(sc, "the string is not closed: a quote is missing");
		if (run > 3)
			return toml_refuse(sc, "more than three quotes in "
			    "a row");
		if (run == 3) {
			sc->p += 3;
			return true;
		}
		if (quote == '"' && c == '\\') {
			if (!skip_escape(sc, true))
				return false;
			continue;
		}
		if (c == '\n')
			sc->line++;
		sc->p += run ? run : 1;
	}
}

static bool
skip_string(struct toml_scan *sc)
{
	const char *start = sc->p;
	char quote = *start;
	bool multi = start[1] == quote && start[2] == quote;

	sc->p += multi ? 3 : 1;
	if (!(multi ? skip_multi_string(sc, quote)
	    : skip_line_string(sc, quote)))
		return false;
	if (sc->p - start > TOML_MAX_STRING)
		return toml_refuse(sc, "a string of more than %d bytes",
		    TOML_MAX_STRING);
	return true;
}

/* What stands for itself between quotes or after a backslash; no \u. */
static const char *
plain_value(struct arena *a, const char *s, size_t n)
{
	static const char letters[] = "btnfr\"\\", means[] = "\b\t\n\f\r\"\\";
	char *out = arena_strndup(a, s, n), *to = memchr(out, '\\', n);

	if (to == NULL)
		return out;
	for (const char *from = to; *from != '\0'; from++) {
		const char *escape;

		if (*from != '\\') {
			*to++ = *from;
			continue;
		}
		escape = strchr(letters, *++from);
		if (escape == NULL || *escape == '\0')
			return NULL;
		*to++ = means[escape - letters];
	}
	*to = '\0';
	return out;
}

bool
toml_scan_string(struct toml_scan *sc, const char **s)
{
	const char *start = sc->p;

	*s = NULL;
	if (!skip_string(sc))
		return false;
	if (*start == '"' && strncmp(start, "\"\"\"", 3) != 0)
		*s = plain_value(sc->a, start + 1,
		    (size_t)(sc->p - start) - 2);
	return true;
}

/* -- keys -- */

bool
toml_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool
toml_is_bare(char c)
{
	return toml_is_digit(c) || (c >= 'a' && c <= 'z')
	    || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

bool
toml_begins_like_date(const char *s)
{
	for (int i = 0; i < 10; i++)
		if (i == 4 || i == 7 ? s[i] != '-' : !toml_is_digit(s[i]))
			return false;
	return true;
}

static bool
quoted_key(struct toml_scan *sc, const char **key)
{
	const char *start = sc->p + 1;
	size_t n;

	if (*start == *sc->p)
		return toml_refuse(sc, "a key without a name");
	if (!skip_string(sc))
		return false;
	n = (size_t)(sc->p - 1 - start);
	if (memchr(start, '\t', n) != NULL)
		return toml_refuse(sc, "a tab in a key");
	if (start[-1] == '"' && memchr(start, '\\', n) != NULL)
		return toml_refuse(sc, "an escape in a key; put the key in "
		    "'single quotes'");
	*key = arena_strndup(sc->a, start, n);
	return true;
}

/* What begins a line and belongs to a list that was closed before it is the
 * mistake of whoever writes lists by hand. */
static bool
refuse_key(struct toml_scan *sc, const char *at)
{
	const char *before = at;

	while (before > sc->text && (before[-1] == ' ' || before[-1] == '\t'))
		before--;
	if (before == sc->text || before[-1] == '\n') {
		if (*at == ']')
			return toml_refuse(sc, "this ] closes nothing: the "
			    "list above it is closed already");
		if (*at == '{')
			return toml_refuse(sc, "this { ... } is in no list: "
			    "does it belong above the ] that closes one?");
	}
	return toml_refuse(sc, "a key is missing before \"%s\"",
	    toml_shown(sc, at, strcspn(at, "\n")));
}

static bool
scan_key(struct toml_scan *sc, const char **key)
{
	const char *start = sc->p;

	if (*start == '"' || *start == '\'')
		return quoted_key(sc, key);
	while (toml_is_bare(*sc->p))
		sc->p++;
	if (sc->p == start)
		return refuse_key(sc, start);
	if (toml_begins_like_date(start))
		return toml_refuse(sc, "a key that begins like a date; put it "
		    "in quotes");
	*key = arena_strndup(sc->a, start, (size_t)(sc->p - start));
	return true;
}

bool
toml_scan_path(struct toml_scan *sc, struct toml_path *path)
{
	path->n = 0;
	for (;;) {
		if (path->n == TOML_MAX_KEYS)
			return toml_refuse(sc, "more than %d keys joined by "
			    "dots", TOML_MAX_KEYS);
		toml_skip_blanks(sc);
		if (!scan_key(sc, &path->key[path->n++]))
			return false;
		toml_skip_blanks(sc);
		if (*sc->p != '.')
			return true;
		sc->p++;
	}
}
