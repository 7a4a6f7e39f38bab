/* json_read.c: JSON into a tree of values */
#include "show/json.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <string.h>

#define DEPTH 32

struct reader {
	struct err *e;
	struct arena *a;
	const char *s, *end, *start;
};

static int
bad(struct reader *r, const char *what)
{
	return err_set(r->e, ERR_INPUT, "JSON: byte %zu: %s",
	    (size_t)(r->s - r->start) + 1, what);
}

static void
skip(struct reader *r)
{
	while (r->s < r->end && strchr(" \t\r\n", *r->s) != NULL)
		r->s++;
}

static bool
take(struct reader *r, char c)
{
	skip(r);
	if (r->s == r->end || *r->s != c)
		return false;
	r->s++;
	return true;
}

/* Four hex digits; -1. */
static long
code_unit(struct reader *r)
{
	long n = 0;

	if (r->end - r->s < 4)
		return -1;
	for (int i = 0; i < 4; i++, r->s++) {
		static const char digits[] = "0123456789abcdef";
		const char *p = strchr(digits, *r->s | 0x20);

		if (*r->s == '\0' || p == NULL || *p == '\0')
			return -1;
		n = 16 * n + (p - digits);
	}
	return n;
}

static void
add_utf8(struct str *out, unsigned long c)
{
	if (c < 0x80) {
		str_addc(out, (char)c);
		return;
	}
	if (c < 0x800) {
		str_addc(out, (char)(0xc0 | c >> 6));
	} else {
		if (c < 0x10000) {
			str_addc(out, (char)(0xe0 | c >> 12));
		} else {
			str_addc(out, (char)(0xf0 | c >> 18));
			str_addc(out, (char)(0x80 | (c >> 12 & 0x3f)));
		}
		str_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
	}
	str_addc(out, (char)(0x80 | (c & 0x3f)));
}

static int
read_escape(struct reader *r, struct str *out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *p;
	long c, low;

	if (r->s == r->end)
		return bad(r, "a string does not end");
	if (*r->s != 'u') {
		p = strchr(from, *r->s);
		if (*r->s == '\0' || p == NULL)
			return bad(r, "no such escape");
		r->s++;
		str_addc(out, to[p - from]);
		return ERR_OK;
	}
	r->s++;
	c = code_unit(r);
	if (c >= 0xd800 && c < 0xdc00) {
		if (r->end - r->s < 6 || r->s[0] != '\\' || r->s[1] != 'u')
			return bad(r, "half a surrogate pair");
		r->s += 2;
		low = code_unit(r);
		if (low < 0xdc00 || low > 0xdfff)
			return bad(r, "half a surrogate pair");
		c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
	} else if (c <= 0 || (c >= 0xdc00 && c < 0xe000)) {
		return bad(r, "no such character");
	}
	add_utf8(out, (unsigned long)c);
	return ERR_OK;
}

static int
read_string(struct reader *r, const char **out)
{
	struct str s = str_new(r->a);
	int rc = ERR_OK;

	while (rc == ERR_OK) {
		if (r->s == r->end)
			return bad(r, "a string does not end");
		if ((unsigned char)*r->s < 0x20)
			return bad(r, "a control character in a string");
		if (*r->s == '"')
			break;
		if (*r->s == '\\') {
			r->s++;
			rc = read_escape(r, &s);
		} else {
			str_addc(&s, *r->s++);
		}
	}
	if (rc != ERR_OK)
		return rc;
	r->s++;
	if (!str_is_utf8(s.s, s.len))
		return bad(r, "a string that is not UTF-8");
	*out = s.s;
	return ERR_OK;
}

static int read_value(struct reader *r, int depth, struct node **out);

static int
read_table(struct reader *r, int depth, struct node **out)
{
	struct node *t = node_table(r->a), *v;
	const char *key;
	int rc;

	*out = t;
	if (take(r, '}'))
		return ERR_OK;
	do {
		if (!take(r, '"'))
			return bad(r, "a name in quotes is missing");
		if ((rc = read_string(r, &key)) != ERR_OK)
			return rc;
		if (node_get(t, key) != NULL)
			return bad(r, "a name is given twice");
		if (!take(r, ':'))
			return bad(r, "a colon is missing");
		if ((rc = read_value(r, depth + 1, &v)) != ERR_OK)
			return rc;
		if (v != NULL)
			node_add(r->a, t, key, v);
	} while (take(r, ','));
	return take(r, '}') ? ERR_OK : bad(r, "a comma or } is missing");
}

static int
read_array(struct reader *r, int depth, struct node **out)
{
	struct node *t = node_array(r->a), *v;
	int rc;

	*out = t;
	if (take(r, ']'))
		return ERR_OK;
	do {
		if ((rc = read_value(r, depth + 1, &v)) != ERR_OK)
			return rc;
		if (v == NULL)
			return bad(r, "null in a list");
		node_add(r->a, t, NULL, v);
	} while (take(r, ','));
	return take(r, ']') ? ERR_OK : bad(r, "a comma or ] is missing");
}

static int
read_number(struct reader *r, struct node **out)
{
	bool minus = *r->s == '-';
	const char *from;
	int64_t n = 0;

	r->s += minus;
	from = r->s;
	for (; r->s < r->end && *r->s >= '0' && *r->s <= '9'; r->s++)
		n = 10 * n + (r->s - from < 18 ? *r->s - '0' : 0);
	if (r->s == from || r->s - from > 18 || (*from == '0' && r->s - from >
	    1) || (r->s < r->end && strchr(".eE", *r->s) != NULL))
		return bad(r, "only whole numbers are read");
	*out = node_int(r->a, minus ? -n : n);
	return ERR_OK;
}

static bool
word(struct reader *r, const char *w)
{
	size_t n = strlen(w);

	if ((size_t)(r->end - r->s) < n || memcmp(r->s, w, n) != 0)
		return false;
	r->s += n;
	return true;
}

/* *out is NULL for null, which is left out of tables. */
static int
read_value(struct reader *r, int depth, struct node **out)
{
	const char *s;
	int rc;

	*out = NULL;
	if (depth > DEPTH)
		return bad(r, "nested too deeply");
	if (take(r, '{'))
		return read_table(r, depth, out);
	if (take(r, '['))
		return read_array(r, depth, out);
	if (take(r, '"')) {
		if ((rc = read_string(r, &s)) == ERR_OK)
			*out = node_string(r->a, s);
		return rc;
	}
	if (word(r, "true") || word(r, "false"))
		*out = node_bool(r->a, r->s[-4] == 't' && r->s[-1] == 'e');
	else if (word(r, "null"))
		return ERR_OK;
	else if (r->s < r->end && strchr("-0123456789", *r->s) != NULL)
		return read_number(r, out);
	else
		return bad(r, "no value");
	return ERR_OK;
}

int
json_read(struct err *e, struct arena *a, const char *s, size_t len,
    size_t max, struct node **out)
{
	struct reader r = { e, a, s, s + len, s };
	int rc;

	if (len > max)
		return err_set(e, ERR_INPUT, "JSON: more than %zu bytes", max);
	rc = read_value(&r, 0, out);
	skip(&r);
	if (rc == ERR_OK && *out == NULL)
		rc = bad(&r, "null is no request");
	if (rc == ERR_OK && r.s != r.end)
		rc = bad(&r, "something follows the value");
	return rc;
}
