/* json.c: a tree of values as JSON, for `--json` */
#include "show/json.h"

#include "base/node.h"
#include "base/str.h"

/* The character at *s (valid UTF-8), and *s past it. */
static unsigned long
next_character(const unsigned char **s)
{
	unsigned long c = *(*s)++;
	int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;

	if (more > 0)
		c &= 0x3fu >> more;
	for (; more > 0 && (**s & 0xc0) == 0x80; more--)
		c = c << 6 | (*(*s)++ & 0x3fu);
	return c;
}

static void
write_string(struct str *out, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	str_addc(out, '"');
	while (*s != '\0') {
		unsigned long c = next_character(&s);

		if (c == '"' || c == '\\')
			str_addf(out, "\\%c", (char)c);
		else if (c >= 0x20 && c < 0x7f)
			str_addc(out, (char)c);
		else if (c >= 0x10000)
			str_addf(out, "\\u%04lx\\u%04lx",
			    0xd800 + ((c - 0x10000) >> 10),
			    0xdc00 + ((c - 0x10000) & 0x3ff));
		else
			str_addf(out, "\\u%04lx", c);
	}
	str_addc(out, '"');
}

static void
write_children(struct str *out, const struct node *v)
{
	bool table = v->type == NODE_TABLE;

	str_addc(out, table ? '{' : '[');
	for (const struct node *c = v->child; c != NULL; c = c->next) {
		if (c != v->child)
			str_add(out, ", ");
		if (table) {
			write_string(out, c->key);
			str_add(out, ": ");
		}
		json_write(out, c);
	}
	str_addc(out, table ? '}' : ']');
}

void
json_write(struct str *out, const struct node *v)
{
	switch (v->type) {
	case NODE_STRING:
		write_string(out, v->s);
		break;
	case NODE_INT:
		str_addf(out, "%lld", (long long)v->i);
		break;
	case NODE_BOOL:
		str_add(out, v->i ? "true" : "false");
		break;
	case NODE_ARRAY:
	case NODE_TABLE:
		write_children(out, v);
		break;
	}
}
