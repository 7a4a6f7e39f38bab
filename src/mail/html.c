/* html.c: HTML as text, for those whose mail program sends nothing else */
#include "mail/message.h"

#include "base/arena.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Tags that begin and end a line; their insides are text. */
static const char *const blocks[] = { "br", "p", "div", "pre", "tr", "li",
    "ul", "ol", "h1", "h2", "h3", "blockquote", "table", "hr", "body" };
/* Tags whose insides are not. */
static const char *const skipped[] = { "script", "style", "head", "title" };

static bool
is_tag(const char *s, size_t n, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strlen(list[i]) == n && strncasecmp(s, list[i], n) == 0)
			return true;
	return false;
}

static void
add_code_point(struct str *out, unsigned long c)
{
	if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return;
	if (c < 0x80) {
		str_addc(out, (char)c);
	} else if (c < 0x800) {
		str_addc(out, (char)(0xc0 | c >> 6));
		str_addc(out, (char)(0x80 | (c & 0x3f)));
	} else if (c < 0x10000) {
		str_addc(out, (char)(0xe0 | c >> 12));
		str_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		str_addc(out, (char)(0x80 | (c & 0x3f)));
	} else {
		str_addc(out, (char)(0xf0 | c >> 18));
		str_addc(out, (char)(0x80 | (c >> 12 & 0x3f)));
		str_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		str_addc(out, (char)(0x80 | (c & 0x3f)));
	}
}

/* An entity at s; returns what follows it. */
static const char *
entity(struct str *out, const char *s)
{
	static const struct { const char *name; unsigned long c; } names[] = {
		{ "amp;", '&' }, { "lt;", '<' }, { "gt;", '>' },
		{ "quot;", '"' }, { "apos;", '\'' }, { "nbsp;", 0xa0 },
		{ "mdash;", 0x2014 }, { "ndash;", 0x2013 },
		{ "ldquo;", 0x201c }, { "rdquo;", 0x201d },
		{ "shy;", 0xad }, { "hellip;", 0x2026 },
	};
	char *end;
	unsigned long c;

	if (s[1] == '#') {
		c = s[2] == 'x' || s[2] == 'X' ? strtoul(s + 3, &end, 16) :
		    strtoul(s + 2, &end, 10);
		add_code_point(out, c);
		return end + (*end == ';');
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(s + 1, names[i].name, strlen(names[i].name)) ==
		    0) {
			add_code_point(out, names[i].c);
			return s + 1 + strlen(names[i].name);
		}
	str_addc(out, '&');
	return s + 1;
}

static void
end_line(struct str *out)
{
	if (out->len > 0 && out->s[out->len - 1] != '\n')
		str_addc(out, '\n');
}

/* Behind the end tag of an element whose insides do not count. */
static const char *
skip_element(const char *s, const char *name, size_t n)
{
	for (; *s != '\0'; s++)
		if (s[0] == '<' && s[1] == '/' &&
		    strncasecmp(s + 2, name, n) == 0) {
			const char *end = strchr(s, '>');

			return end ? end + 1 : s + strlen(s);
		}
	return s;
}

/* A picture in place of text says in `alt` what that was: ":)". */
static void
add_alt(struct str *out, const char *s, const char *end)
{
	const char *alt = s;
	char quote;

	do {
		alt = memmem(alt + 1, (size_t)(end - alt - 1), "alt=", 4);
		if (alt == NULL || end - alt < 6)
			return;
	} while (strchr(" \t\r\n", alt[-1]) == NULL);
	quote = alt[4];
	if (quote != '"' && quote != '\'')
		return;
	for (alt += 5; alt < end && *alt != quote;)
		if (*alt == '&')
			alt = entity(out, alt);
		else
			str_addc(out, *alt++);
}

char *
message_html_text(struct arena *a, const char *s)
{
	struct str out = str_new(a);
	int pre = 0;

	while (*s != '\0') {
		const char *name, *end;
		size_t n;
		bool closing;

		if (*s == '&') {
			s = entity(&out, s);
			continue;
		}
		if (*s != '<' || (s[1] != '/' && s[1] != '!' &&
		    (s[1] | 32) < 'a') || (s[1] | 32) > 'z') {
			if ((*s == '\n' || *s == '\r') && pre == 0) {
				if (out.len > 0 && out.s[out.len - 1] != '\n' &&
				    out.s[out.len - 1] != ' ')
					str_addc(&out, ' ');
			} else {
				str_addc(&out, *s);
			}
			s++;
			continue;
		}
		closing = s[1] == '/';
		name = s + 1 + closing;
		n = strcspn(name, " \t\r\n/>");
		end = strncmp(s, "<!--", 4) == 0 ? strstr(s, "-->") :
		    strchr(s, '>');
		if (end == NULL)
			break;
		if (is_tag(name, n, blocks, sizeof blocks / sizeof *blocks)) {
			if (n == 2 && strncasecmp(name, "br", 2) == 0)
				str_addc(&out, '\n');
			else
				end_line(&out);
		}
		if (n == 3 && strncasecmp(name, "img", 3) == 0)
			add_alt(&out, s, end);
		if (n == 3 && strncasecmp(name, "pre", 3) == 0)
			pre += closing ? -(pre > 0) : 1;
		s = strchr(end, '>');
		s = s ? s + 1 : end + 1;
		if (!closing && is_tag(name, n, skipped, sizeof skipped /
		    sizeof *skipped))
			s = skip_element(s, name, n);
	}
	end_line(&out);
	return out.s;
}
