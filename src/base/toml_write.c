/* toml_write.c: TOML out: the canonical text of a tree */
#include "base/toml.h"

#include "base/node.h"
#include "base/str.h"
#include "base/toml_backend.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* The keys from the document's root down to a header's table. */
struct trail {
	const struct trail *up;
	const char *key;
	int n;			/* keys, this one included */
};

static bool
is_bare_key(const char *s)
{
	return strspn(s, "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == strlen(s);
}

/* 1979-05-27…, which toml_read wants in quotes */
static bool
begins_like_date(const char *s)
{
	for (int i = 0; i < 10; i++)
		if (i == 4 || i == 7 ? s[i] != '-' : s[i] < '0' || s[i] > '9')
			return false;
	return true;
}

/* A quoted key has no escapes, so it is the key that chooses the quotes. */
static void
write_key(struct str *out, const char *key)
{
	bool basic = strpbrk(key, "\"\\") == NULL
	    && strstr(key, "'''") == NULL;
	char quote = basic ? '"' : '\'';

	assert(*key != '\0');
	if (is_bare_key(key) && !begins_like_date(key)) {
		str_add(out, key);
		return;
	}
	assert(basic || strchr(key, '\'') == NULL);
	for (const char *s = key; *s != '\0'; s++)
		assert((unsigned char)*s >= 0x20 && *s != 0x7f);
	str_addc(out, quote);
	str_add(out, key);
	str_addc(out, quote);
}

/* The letter after the backslash of a short escape, or 0. */
static char
short_escape(char c)
{
	switch (c) {
	case '\b':
		return 'b';
	case '\t':
		return 't';
	case '\n':
		return 'n';
	case '\f':
		return 'f';
	case '\r':
		return 'r';
	case '"':
	case '\\':
		return c;
	}
	return 0;
}

static void
write_string(struct str *out, const char *s)
{
	int single = 0;		/* quotes in a row; three are refused */

	str_addc(out, '"');
	for (; *s != '\0'; s++) {
		char esc = short_escape(*s);

		single = *s == '\'' ? single + 1 : 0;
		if (esc != 0) {
			str_addc(out, '\\');
			str_addc(out, esc);
		} else if ((unsigned char)*s < 0x20 || *s == 0x7f
		    || single == 3) {
			str_addf(out, "\\u%04X", (unsigned)*s);
			single = 0;
		} else {
			str_addc(out, *s);
		}
	}
	str_addc(out, '"');
}

static void
write_array(struct str *out, const struct node *array)
{
	str_addc(out, '[');
	for (const struct node *c = array->child; c != NULL; c = c->next) {
		toml_write_inline(out, c);
		if (c->next != NULL)
			str_add(out, ", ");
	}
	str_addc(out, ']');
}

static void
write_table(struct str *out, const struct node *table)
{
	if (table->child == NULL) {
		str_add(out, "{}");
		return;
	}
	str_add(out, "{ ");
	for (const struct node *c = table->child; c != NULL; c = c->next) {
		write_key(out, c->key);
		str_add(out, " = ");
		toml_write_inline(out, c);
		str_add(out, c->next ? ", " : " }");
	}
}

void
toml_write_inline(struct str *out, const struct node *value)
{
	switch (value->type) {
	case NODE_STRING:
		write_string(out, value->s);
		return;
	case NODE_INT:
		str_addf(out, "%" PRId64, value->i);
		return;
	case NODE_BOOL:
		str_add(out, value->i ? "true" : "false");
		return;
	case NODE_ARRAY:
		write_array(out, value);
		return;
	case NODE_TABLE:
		write_table(out, value);
		return;
	}
}

/* An array with one element a line. */
static void
write_lines(struct str *out, const struct node *array)
{
	str_add(out, "[\n");
	for (const struct node *c = array->child; c != NULL; c = c->next) {
		str_addc(out, '\t');
		toml_write_inline(out, c);
		str_add(out, ",\n");
	}
	str_addc(out, ']');
}

static bool
is_array_of_tables(const struct node *n)
{
	if (n->type != NODE_ARRAY || n->layout != NODE_AUTO || n->n == 0)
		return false;
	for (const struct node *c = n->child; c != NULL; c = c->next)
		if (c->type != NODE_TABLE || c->layout == NODE_INLINE)
			return false;
	return true;
}

/* Does it stand under headers of its own, not right of a `=`? */
static bool
has_header(const struct node *n, const struct node *parent,
	const struct trail *trail)
{
	if (parent->layout == NODE_LINES
	    || (trail != NULL && trail->n == TOML_MAX_KEYS))
		return false;
	return is_array_of_tables(n)
	    || (n->type == NODE_TABLE && n->layout != NODE_INLINE);
}

static void
write_trail(struct str *out, const struct trail *trail)
{
	if (trail->up != NULL) {
		write_trail(out, trail->up);
		str_addc(out, '.');
	}
	write_key(out, trail->key);
}

static void
write_header(struct str *out, const struct trail *trail, const char *open,
	const char *close)
{
	if (out->len > 0)
		str_addc(out, '\n');
	str_add(out, open);
	write_trail(out, trail);
	str_add(out, close);
	str_addc(out, '\n');
}

static void
write_entry(struct str *out, const struct node *parent, const struct node *n)
{
	write_key(out, n->key);
	str_add(out, " = ");
	if (n->type == NODE_ARRAY && n->layout == NODE_LINES && n->n > 0
	    && parent->layout != NODE_LINES)
		write_lines(out, n);
	else
		toml_write_inline(out, n);
	str_addc(out, '\n');
}

/* The lines of a table, then what it holds under headers of their own. */
static void
write_body(struct str *out, const struct node *table,
	const struct trail *trail)
{
	const struct node *c, *element;

	for (c = table->child; c != NULL; c = c->next)
		if (!has_header(c, table, trail))
			write_entry(out, table, c);
	for (c = table->child; c != NULL; c = c->next) {
		struct trail here = { trail, c->key, trail ? trail->n + 1 : 1 };

		if (!has_header(c, table, trail))
			continue;
		if (c->type == NODE_TABLE) {
			write_header(out, &here, "[", "]");
			write_body(out, c, &here);
			continue;
		}
		for (element = c->child; element; element = element->next) {
			write_header(out, &here, "[[", "]]");
			write_body(out, element, &here);
		}
	}
}

void
toml_write(struct str *out, const struct node *table)
{
	assert(table->type == NODE_TABLE);
	write_body(out, table, NULL);
}
