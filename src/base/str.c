/* str.c: growing strings, names and ids, UTF-8, what may be shown, misses */
#include "base/str.h"

#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define NAME_MAX_LEN 40
#define NEAREST_MAX_LEN 64	/* longer words are no near misses */

struct str
str_new(struct arena *a)
{
	struct str b = { .arena = a, .cap = 64 };

	b.s = arena_alloc(a, b.cap);
	return b;
}

/* Room for `n` more bytes and the NUL. */
static void
reserve(struct str *b, size_t n)
{
	size_t cap = b->cap;

	assert(n < SIZE_MAX / 4 && b->len < SIZE_MAX / 4);
	if (b->len + n < cap)
		return;
	while (b->len + n >= cap)
		cap *= 2;
	b->s = arena_grow(b->arena, b->s, b->cap, cap);
	b->cap = cap;
}

void
str_addn(struct str *b, const char *s, size_t n)
{
	reserve(b, n);
	memcpy(b->s + b->len, s, n);
	b->len += n;
	b->s[b->len] = '\0';
}

void
str_add(struct str *b, const char *s)
{
	str_addn(b, s, strlen(s));
}

void
str_addc(struct str *b, char c)
{
	str_addn(b, &c, 1);
}

void
str_addf(struct str *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(b->s + b->len, b->cap - b->len, fmt, ap);
	va_end(ap);
	assert(n >= 0);
	if ((size_t)n >= b->cap - b->len) {
		b->s[b->len] = '\0';
		reserve(b, (size_t)n);
		va_start(ap, fmt);
		vsnprintf(b->s + b->len, b->cap - b->len, fmt, ap);
		va_end(ap);
	}
	b->len += (size_t)n;
}

/* ASCII alone, whatever the locale. */
static bool
is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool
str_is_name(const char *s)
{
	size_t n;

	if (!is_lower(s[0]))
		return false;
	for (n = 1; s[n] != '\0' && n <= NAME_MAX_LEN; n++)
		if (!is_lower(s[n]) && !is_digit(s[n]) && s[n] != '-')
			return false;
	return n <= NAME_MAX_LEN;
}

bool
str_is_id(const char *s)
{
	size_t n;

	if (s[0] == '-' || s[0] == '\0')
		return false;
	for (n = 0; s[n] != '\0' && n <= NAME_MAX_LEN; n++)
		if (!is_lower(s[n]) && !is_upper(s[n]) && !is_digit(s[n])
		    && s[n] != '-')
			return false;
	return n <= NAME_MAX_LEN;
}

/*
 * The length of the UTF-8 character at `s`, of which `n` bytes may be read,
 * and its code point; 0 where there is no valid one.  [Unicode 3.9, table 3-7]
 */
static size_t
decode(const unsigned char *s, size_t n, uint32_t *cp)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len;

	if (n == 0)
		return 0;
	if (s[0] < 0x80) {
		*cp = s[0];
		return 1;
	}
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	len = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (len > n)
		return 0;
	*cp = s[0] & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*cp = *cp << 6 | (s[i] & 0x3fu);
	}
	if (*cp < least[len] || *cp > 0x10ffff
	    || (*cp >= 0xd800 && *cp <= 0xdfff))
		return 0;
	return len;
}

bool
str_is_utf8(const char *s, size_t n)
{
	const unsigned char *p = (const unsigned char *)s;
	uint32_t cp;

	for (size_t i = 0; i < n;) {
		size_t len;

		if (p[i] >= 0x01 && p[i] < 0x80) {
			i++;
			continue;
		}
		len = decode(p + i, n - i, &cp);
		if (len == 0 || cp == 0)
			return false;
		i += len;
	}
	return true;
}

/* Would a terminal do something with it instead of showing it? */
static bool
is_hidden(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp < 0xa0)	/* C0, DEL, C1 */
	    || cp == 0x061c || cp == 0x200e || cp == 0x200f	/* marks */
	    || (cp >= 0x2028 && cp <= 0x202e)	/* separators, embeddings */
	    || (cp >= 0x2066 && cp <= 0x2069)	/* isolates */
	    || cp == 0xfeff;
}

bool
str_is_plain(const char *s)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t n = strlen(s), len;
	uint32_t cp;

	for (; n > 0; p += len, n -= len) {
		len = 1;
		cp = *p;
		if (cp >= 0x80)
			len = decode(p, n, &cp);
		if (len == 0 || is_hidden(cp))
			return false;
	}
	return true;
}

/* How many bytes at its start are printable ASCII, which needs no look. */
static size_t
ascii_part(const char *s)
{
	size_t n = 0;

	while (s[n] >= 0x20 && s[n] < 0x7f)
		n++;
	return n;
}

const char *
str_shown(struct arena *a, const char *s, size_t max)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t left = ascii_part(s);
	struct str b;

	if (s[left] == '\0' && left <= max)
		return arena_strndup(a, s, left);
	left = strlen(s);
	b = str_new(a);
	for (size_t shown = 0; left > 0; shown++) {
		uint32_t cp = 0;
		size_t len = decode(p, left, &cp);

		if (shown == max) {
			str_add(&b, "...");
			break;
		}
		if (len == 0 || (len == 1 && is_hidden(cp)))
			str_addf(&b, "\\x%02x", *p);
		else if (is_hidden(cp))
			str_addf(&b, "\\u{%04x}", (unsigned)cp);
		else
			str_addn(&b, (const char *)p, len);
		len = len ? len : 1;
		p += len;
		left -= len;
	}
	return b.s;
}

static size_t
least_of(size_t a, size_t b, size_t c)
{
	size_t least = a < b ? a : b;

	return least < c ? least : c;
}

/*
 * How many letters have to be put in, left out, changed or swapped with their
 * neighbour to make one of the other; by bytes, neither over NEAREST_MAX_LEN
 * long.  Three rows of the table are kept: a swap looks two back.
 */
static size_t
edit_distance(const char *s, size_t ns, const char *t, size_t nt)
{
	size_t rows[3][NEAREST_MAX_LEN + 1];

	for (size_t j = 0; j <= nt; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= ns; i++) {
		size_t *row = rows[i % 3];
		const size_t *above = rows[(i + 2) % 3];
		const size_t *swap = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= nt; j++) {
			row[j] = least_of(above[j] + 1, row[j - 1] + 1,
			    above[j - 1] + (s[i - 1] != t[j - 1]));
			if (i > 1 && j > 1 && s[i - 1] == t[j - 2] &&
			    s[i - 2] == t[j - 1] && swap[j - 2] + 1 < row[j])
				row[j] = swap[j - 2] + 1;
		}
	}
	return rows[ns % 3][nt];
}

const char *
str_nearest(const char *s, const char *const names[], size_t n)
{
	size_t len = strlen(s), best = len / 3 + 1;
	const char *nearest = NULL;

	if (len > NEAREST_MAX_LEN)
		return NULL;
	for (size_t i = 0; i < n && len >= 4; i++)
		if (strncmp(s, names[i], len) == 0 && (nearest == NULL ||
		    strlen(names[i]) < strlen(nearest)))
			nearest = names[i];
	if (nearest != NULL)
		return nearest;
	for (size_t i = 0; i < n; i++) {
		size_t l = strlen(names[i]), d;

		if (l > NEAREST_MAX_LEN)
			continue;
		d = edit_distance(s, len, names[i], l);
		if (d < best) {
			best = d;
			nearest = names[i];
		}
	}
	return nearest;
}

const char *
str_suggest(struct arena *a, const char *s, const char *const names[],
	size_t n)
{
	const char *nearest = str_nearest(s, names, n);

	if (nearest == NULL)
		return "";
	return arena_printf(a, "; did you mean \"%s\"?",
	    str_shown(a, nearest, NEAREST_MAX_LEN));
}

/*
 * When a character does not match, the last * takes one more and the rest is
 * tried again: earlier ones need not be, so the time is the product at worst.
 */
bool
str_glob(const char *pattern, const char *s)
{
	const char *star = NULL, *retry = NULL;

	while (*s != '\0') {
		if (*pattern == '*') {
			star = ++pattern;
			retry = s;
		} else if (*pattern == *s) {
			pattern++;
			s++;
		} else if (star != NULL) {
			pattern = star;
			s = ++retry;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return *pattern == '\0';
}

/* The length of the line at `s` without its end; `*next` is past that. */
static size_t
line_length(const char *s, size_t n, size_t *next)
{
	size_t len = 0;

	while (len < n && s[len] != '\n' && s[len] != '\r')
		len++;
	*next = len;
	if (len < n)
		*next += s[len] == '\r' && len + 1 < n && s[len + 1] == '\n'
		    ? 2 : 1;
	while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == '\t'))
		len--;
	return len;
}

void
str_normal(struct arena *a, const char *s, size_t n, char **out,
	size_t *out_len)
{
	char *text = arena_alloc(a, n + 2);
	size_t len = 0, end = 0, next;

	if (n >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0) {
		s += 3;
		n -= 3;
	}
	for (; n > 0; s += next, n -= next) {
		size_t line = line_length(s, n, &next);

		if (line == 0 && end == 0)
			continue;		/* empty lines at the start */
		memcpy(text + len, s, line);
		len += line;
		text[len++] = '\n';
		if (line > 0)
			end = len;		/* ... and at the end */
	}
	text[end] = '\0';
	*out = text;
	*out_len = end;
}
