/* why.c: why something cannot be, as a code with fields */
#include "engine/why.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/game.h"

#include <stdlib.h>
#include <string.h>

#define FIELD '\x1f'
#define ENTRY '\x1e'
#define VALUE_MAX 200		/* characters of one value */

static size_t
code_length(const char *why)
{
	return strspn(why, "abcdefghijklmnopqrstuvwxyz0123456789.-");
}

bool
why_is_code(const char *why)
{
	size_t n = code_length(why);

	return n > 0 && (why[n] == '\0' || why[n] == FIELD);
}

bool
why_is(const char *why, const char *code)
{
	size_t n = strlen(code);

	return why != NULL && strncmp(why, code, n) == 0 &&
	    (why[n] == '\0' || why[n] == FIELD);
}

/* ---------------------------------------------------------------- to text */

/* Escaped, so that no value can hold a separator. */
static void
add_value(struct str *s, const struct node *v)
{
	if (v->type == NODE_INT) {
		str_addf(s, "#%lld", (long long)v->i);
	} else if (v->type == NODE_ARRAY) {
		str_addc(s, '[');
		for (const struct node *c = v->child; c != NULL; c = c->next)
			str_addf(s, "%s%c", str_shown(s->arena,
			    c->type == NODE_STRING ? c->s : "?", VALUE_MAX),
			    ENTRY);
	} else {
		str_addf(s, "\"%s", str_shown(s->arena,
		    v->type == NODE_STRING ? v->s : "?", VALUE_MAX));
	}
}

static void
add_fields(struct str *s, const struct node *fields)
{
	for (const struct node *f = fields->child; f != NULL; f = f->next) {
		str_addf(s, "%c%s=", FIELD, f->key);
		add_value(s, f);
	}
}

const char *
why_not(struct game *g, const char *code, const struct fact *facts)
{
	struct node *t;
	struct str s;

	if (g->quiet > 0)
		return code;
	t = node_table(g->arena);
	s = str_new(g->arena);
	fact_write(g, t, facts);
	str_add(&s, code);
	add_fields(&s, t);
	return s.s;
}

const char *
why_also(struct game *g, const char *why, const struct fact *facts)
{
	return why != NULL ? why_not(g, why, facts) : NULL;
}

const char *
game_words(struct game *g, const char *why)
{
	return g->words != NULL ? g->words(g, why) : why_plain(g->arena, why);
}

void
game_legal(struct game *g, int side, const char *unit, struct node *out)
{
	struct node *mods = g->mods;	/* what looking adds is nobody's */

	g->mods = NULL;
	g->quiet++;
	g->sys->legal(g, side, unit, out);
	g->quiet--;
	g->mods = mods;
}

/* -------------------------------------------------------------- from text */

static struct node *
value_node(struct arena *a, const char *s, size_t n)
{
	struct node *list;

	if (n > 0 && *s == '#')
		return node_int(a, strtoll(s + 1, NULL, 10));
	if (n == 0 || *s != '[')
		return node_string(a, n > 0 ? arena_strndup(a, s + 1, n - 1) :
		    "");
	list = node_array(a);
	for (const char *p = s + 1, *end = s + n; p < end;) {
		const char *stop = memchr(p, ENTRY, (size_t)(end - p));

		if (stop == NULL)
			stop = end;
		node_add(a, list, NULL, node_string(a, arena_strndup(a, p,
		    (size_t)(stop - p))));
		p = stop + 1;
	}
	return list;
}

struct node *
why_node(struct arena *a, const char *why)
{
	struct node *t;
	size_t n = code_length(why);

	if (!why_is_code(why))
		return NULL;
	t = node_table(a);
	t->layout = NODE_INLINE;
	node_add_string(a, t, "code", arena_strndup(a, why, n));
	for (const char *p = why + n; *p == FIELD;) {
		const char *name = p + 1;
		size_t len = strcspn(name, "=\x1f");
		const char *value = name + len + (name[len] == '=');
		size_t vlen = strcspn(value, "\x1f");

		name = arena_strndup(a, name, len);
		if (node_get(t, name) == NULL)	/* what was said first holds */
			node_add(a, t, name, value_node(a, value, vlen));
		p = value + vlen;
	}
	return t;
}

static bool
is_value(const struct node *v)
{
	if (v->type == NODE_ARRAY) {
		for (const struct node *c = v->child; c != NULL; c = c->next)
			if (c->type != NODE_STRING)
				return false;
		return true;
	}
	return v->type == NODE_INT || v->type == NODE_STRING;
}

const char *
why_from_node(struct arena *a, const struct node *t)
{
	const char *code = node_str(t, "code");
	struct str s = str_new(a);

	if (code == NULL || code_length(code) != strlen(code) ||
	    *code == '\0')
		return NULL;
	str_add(&s, code);
	for (const struct node *f = t->child; f != NULL; f = f->next) {
		if (strcmp(f->key, "code") == 0)
			continue;
		if (!is_value(f) || f->key[strcspn(f->key, "=\x1f\x1e")])
			return NULL;
		str_addf(&s, "%c%s=", FIELD, f->key);
		add_value(&s, f);
	}
	return s.s;
}

const char *
why_plain(struct arena *a, const char *why)
{
	struct str s = str_new(a);
	const struct node *t = why_node(a, why);
	const char *sep = " (";

	if (t == NULL)
		return why;
	for (const struct node *f = t->child; f != NULL; f = f->next) {
		if (strcmp(f->key, "code") == 0) {
			str_add(&s, f->s);
			continue;
		}
		str_addf(&s, "%s%s", sep, f->key);
		sep = ", ";
		if (f->type == NODE_INT)
			str_addf(&s, " %lld", (long long)f->i);
		else if (f->type == NODE_STRING)
			str_addf(&s, " %s", f->s);
		for (const struct node *c = f->type == NODE_ARRAY ? f->child :
		    NULL; c != NULL; c = c->next)
			str_addf(&s, " %s", c->s);
	}
	str_add(&s, *sep == ',' ? ")" : "");
	return s.s;
}
