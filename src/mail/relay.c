/* relay.c: what mail did to the lines of a signed text, undone */
#include "mail/relay.h"

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SIGNATURE 100		/* base64 characters of minisign's two */
#define GLOBAL 88

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
is_base64(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	    (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '=';
}

static const char *
skip(const char *s)
{
	while (is_blank(*s))
		s++;
	return s;
}

/* ------------------------------------------------------------- the layout */

/*
 *	text   = { key "=" value }
 *	value  = number | string | "[" { string [ "," ] } "]"
 *
 * White space anywhere, in a string of base64 too: it never has any.
 */
static const char *
read_string(struct str *out, const char *s, bool base64)
{
	str_addc(out, '"');
	for (s++; *s != '\0' && *s != '"'; s++) {
		if (*s == '\\' && s[1] != '\0')
			str_addc(out, *s++);
		if (*s == '\n')
			str_add(out, base64 ? "" : " ");
		else if (!base64 || !is_blank(*s))
			str_addc(out, *s);
	}
	str_addc(out, '"');
	return *s == '"' ? s + 1 : NULL;
}

static const char *
read_strings(struct str *out, const char *s)
{
	str_add(out, "[\n");
	for (s = skip(s + 1); *s == '"'; s = skip(s)) {
		s = read_string(out, s, true);
		if (s == NULL)
			return NULL;
		str_add(out, ",\n");
		s = skip(s);
		s += *s == ',';
	}
	str_addc(out, ']');
	return *s == ']' ? s + 1 : NULL;
}

static const char *
read_value(struct str *out, const char *s, bool joined)
{
	if (*s == '[')
		return read_strings(out, s);
	if (*s == '"')
		return read_string(out, s, joined);
	if (*s < '0' || *s > '9')
		return NULL;
	while (*s >= '0' && *s <= '9')
		str_addc(out, *s++);
	return s;
}

const char *
relay_layout(struct arena *a, const char *s)
{
	struct str out = str_new(a);
	const char *p = skip(s);

	while (*p != '\0') {
		size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyz_");
		bool turn = n == 4 && strncmp(p, "turn", 4) == 0;
		const char *value = skip(p + n);

		if (n == 0 || *value != '=')
			return s;
		str_addn(&out, p, n);
		str_add(&out, turn ? "=" : " = ");
		p = read_value(&out, skip(value + 1), turn || strncmp(p,
		    "nonce", n) == 0);
		if (p == NULL)
			return s;
		str_addc(&out, '\n');
		p = skip(p);
	}
	return out.s;
}

/* ----------------------------------------------------------- the signature */

/* Base64 alone, from s to end. */
static const char *
base64_of(struct arena *a, const char *s, const char *end)
{
	struct str out = str_new(a);

	for (; s < end; s++)
		if (is_base64(*s))
			str_addc(&out, *s);
	return out.s;
}

/* Words from s to end, a blank between them. */
static const char *
words(struct arena *a, const char *s, const char *end)
{
	struct str out = str_new(a);
	bool blank = false;

	for (; s < end; s++) {
		if (is_blank(*s) && *s != '\t') {
			blank = out.len > 0;
			continue;
		}
		if (blank)
			str_addc(&out, ' ');
		blank = false;
		str_addc(&out, *s);
	}
	return out.s;
}

/* Where the last `n` characters of base64 before `end` begin. */
static const char *
last_base64(const char *s, const char *end, int n)
{
	while (end > s && n > 0 && (is_base64(end[-1]) || is_blank(end[-1]))) {
		end--;
		n -= is_base64(*end);
	}
	return n == 0 ? end : NULL;
}

static const char *
relay_minisign(struct arena *a, const char *s)
{
	const char *one = strstr(s, "untrusted comment:");
	const char *two = one ? strstr(one + 3, "trusted comment:") : NULL;
	const char *end = s + strlen(s), *sig, *global;

	/* "untrusted" ends with the other's words */
	while (two != NULL && two - one == 2)
		two = strstr(two + 1, "trusted comment:");
	if (two == NULL)
		return NULL;
	sig = last_base64(one, two, SIGNATURE);
	global = last_base64(two, end, GLOBAL);
	if (sig == NULL || global == NULL)
		return NULL;
	return arena_printf(a, "%s\n%s\n%s\n%s\n", words(a, one, sig),
	    base64_of(a, sig, two), words(a, two, global), base64_of(a,
	    global, end));
}

static const char *
relay_ssh(struct arena *a, const char *s)
{
	const char *begin = strstr(s, "BEGIN SSH SIGNATURE");
	const char *end = begin ? strstr(begin, "END SSH SIGNATURE") : NULL;
	struct str out = str_new(a);
	const char *code;

	if (end == NULL)
		return NULL;
	begin += strlen("BEGIN SSH SIGNATURE");
	code = base64_of(a, begin, end);
	str_add(&out, "-----BEGIN SSH SIGNATURE-----\n");
	while (*code != '\0') {
		size_t n = strlen(code) < 70 ? strlen(code) : 70;

		str_addn(&out, code, n);
		str_addc(&out, '\n');
		code += n;
	}
	str_add(&out, "-----END SSH SIGNATURE-----\n");
	return out.s;
}

const char *
relay_signature(struct arena *a, const char *s)
{
	const char *laid = relay_minisign(a, s);

	if (laid == NULL)
		laid = relay_ssh(a, s);
	return laid != NULL ? laid : s;
}

/* ------------------------------------------------------------------- breaks */

const char *
relay_unwrapped(struct arena *a, const char *s, const char *with)
{
	struct str out = str_new(a);
	bool quoted = false;

	for (; *s != '\0'; s++) {
		if (*s == '\\' && s[1] != '\0' && quoted) {
			str_addc(&out, *s++);
		} else if (*s == '"') {
			quoted = !quoted;
		} else if (*s == '!' && s[1] == '\n') {
			s += 1 + (s[2] == ' ');
			continue;
		} else if (*s == '\n' && (s[1] == ' ' || quoted)) {
			str_add(&out, quoted ? with : "");
			s += s[1] == ' ';
			continue;
		}
		str_addc(&out, *s);
	}
	return out.s;
}

const char *
relay_without_links(struct arena *a, const char *s)
{
	static const char *const of[] = { "<mailto:", "<http://", "<https://" };
	struct str out = str_new(a);

	while (*s != '\0') {
		const char *p = s + (*s == ' '), *end = NULL;

		for (int i = 0; i < 3 && end == NULL; i++)
			if (strncmp(p, of[i], strlen(of[i])) == 0)
				end = strchr(p, '>');
		if (end != NULL)
			s = end + 1;
		else
			str_addc(&out, *s++);
	}
	return out.s;
}

/* A tag of BBCode at s: its length; 0 if it is none. */
static size_t
tag_length(const char *s)
{
	static const char *const names[] = { "url", "email", "code", "quote",
	    "img", "size", "color", "font", "b", "i", "u" };
	const char *p = s + 1 + (s[1] == '/');
	size_t n = strcspn(p, "]=\n ");

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t more;

		if (strlen(names[i]) != n || strncasecmp(p, names[i], n) != 0)
			continue;
		more = p[n] == '=' ? strcspn(p + n, "]\n") : 0;
		return p[n + more] == ']' ? (size_t)(p - s) + n + more + 1 : 0;
	}
	return 0;
}

const char *
relay_without_tags(struct arena *a, const char *s)
{
	struct str out = str_new(a);

	while (*s != '\0') {
		size_t n = *s == '[' ? tag_length(s) : 0;

		if (n > 0)
			s += n;
		else
			str_addc(&out, *s++);
	}
	return out.s;
}

/* ----------------------------------------------------------------- decoding */

static int
hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ?
	    c - 'A' + 10 : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

const char *
relay_quoted_printable(struct arena *a, const char *s)
{
	struct str out = str_new(a);

	while (*s != '\0') {
		int hi = *s == '=' ? hex_digit(s[1]) : -1;
		int lo = hi >= 0 ? hex_digit(s[2]) : -1;
		size_t blank = *s == '=' ? strspn(s + 1, " \t\r") : 0;

		if (lo >= 0 && hi * 16 + lo != 0) {
			str_addc(&out, (char)(hi * 16 + lo));
			s += 3;
		} else if (*s == '=' && s[1 + blank] == '\n') {
			s += 2 + blank;
		} else {
			str_addc(&out, *s++);
		}
	}
	return out.s;
}

static int
value_of(char c)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkl"
	    "mnopqrstuvwxyz0123456789+/";
	const char *p = strchr(digits, c);

	return p != NULL && c != '\0' ? (int)(p - digits) : -1;
}

const char *
relay_base64(struct arena *a, const char *s)
{
	struct str out = str_new(a);
	unsigned bits = 0;
	int n = 0;

	for (; *s != '\0'; s++) {
		if (is_blank(*s) || *s == '=')
			continue;
		if (value_of(*s) < 0)
			return NULL;
		bits = bits << 6 | (unsigned)value_of(*s);
		n += 6;
		if (n < 8)
			continue;
		n -= 8;
		if ((bits >> n & 0xff) != 0)
			str_addc(&out, (char)(bits >> n & 0xff));
	}
	return out.len > 0 ? out.s : NULL;
}
