/* layout.c: a report or a mail from a tree of facts and a layout */
#include "show/layout.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "show/phrase.h"
#include "show/wrap.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH 24		/* blocks in one another */

/*
 *	layout = { text | "{" insert "}" | block }
 *	block  = "{each " name "}" layout "{end}" | ...
 *
 * As with phrases, reading and filling are one: a block that is not wanted is
 * read with `skip` raised, a list's block is read once for each of the list,
 * from the same place.
 */
struct layout {
	struct err *e;
	struct arena *a;
	const char *name, *text, *p;
	enum escape_format format;
	const struct phrase_scope *scope;
	int skip, depth, rc;
};

static void blocks(struct layout *x, struct str *out);

static int
line_of(const struct layout *x, const char *at)
{
	int line = 1;

	for (const char *p = x->text; p < at; p++)
		line += *p == '\n';
	return line;
}

static void
fault(struct layout *x, const char *at, const char *what)
{
	if (x->rc == ERR_OK)
		x->rc = err_set(x->e, ERR_INPUT, "layout %s: line %d: %s",
		    x->name, line_of(x, at), what);
	x->p = x->text + strlen(x->text);
}

/* The end of the tag or insert that begins at p: behind its last brace. */
static const char *
tag_end(const char *p)
{
	int open = 0;

	for (; *p != '\0'; p++) {
		if (*p == '\\' && p[1] != '\0')
			p++;
		else if (*p == '{')
			open++;
		else if (*p == '}' && --open == 0)
			return p + 1;
	}
	return NULL;
}

/* Is it a tag of that name?  Then what stands behind the name, else NULL. */
static const char *
tag(const char *p, const char *name)
{
	size_t n = strlen(name);

	if (*p != '{' || strncmp(p + 1, name, n) != 0)
		return NULL;
	p += 1 + n;
	return *p == '}' || *p == ' ' ? p + strspn(p, " ") : NULL;
}

static bool
is_block_tag(const char *p)
{
	static const char *const names[] = { "each", "if", "unless", "else",
	    "end", "wrap", "under", "use", "#" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (tag(p, names[i]) != NULL)
			return true;
	return false;
}

/*
 * At the start of a line that holds nothing but blanks and tags of blocks,
 * wraps aside (they hold text): true.
 */
static bool
only_tags(const char *p)
{
	bool any = false;

	for (;;) {
		p += strspn(p, " \t");
		if (*p == '\n' || *p == '\0')
			return any;
		if (!is_block_tag(p) || tag(p, "wrap") != NULL ||
		    tag(p, "under") != NULL)
			return false;
		any = true;
		p = tag_end(p);
		if (p == NULL)
			return false;
	}
}

/* Behind a tag: blanks and the line's end go with it where it stands alone on
 * its line, or with others of its kind. */
static void
behind_tag(struct layout *x, const char *start)
{
	const char *line = start, *p;

	while (line > x->text && line[-1] != '\n')
		line--;
	p = x->p + strspn(x->p, " \t");
	if (*p == '\n' && only_tags(line))
		x->p = p + 1;
}

static const char *
argument(struct layout *x, const char *p)
{
	size_t n = strcspn(p, " }");

	return arena_strndup(x->a, p, n);
}

static bool
holds(const struct node *v)
{
	if (v == NULL)
		return false;
	if (v->type == NODE_ARRAY || v->type == NODE_TABLE)
		return v->n > 0;
	if (v->type == NODE_BOOL)
		return v->i != 0;
	return v->type != NODE_STRING || *v->s != '\0';
}

/* Read up to the tag that ends this block, or its part; true for {else}. */
static bool
end_of_block(struct layout *x, const char *start)
{
	const char *p = x->p;
	bool other = tag(p, "else") != NULL;

	if (x->rc != ERR_OK)
		return false;
	if (!other && tag(p, "end") == NULL) {
		fault(x, start, "this block has no {end}");
		return false;
	}
	x->p = tag_end(p);
	behind_tag(x, p);
	return other;
}

static void
part(struct layout *x, struct str *out, bool wanted)
{
	struct str lost = str_new(x->a);

	x->skip += !wanted;
	blocks(x, wanted ? out : &lost);
	x->skip -= !wanted;
}

static void
condition(struct layout *x, struct str *out, const char *start,
    const char *names, bool positive)
{
	bool is;

	while (*names != '}' && !holds(phrase_field(x->scope, argument(x,
	    names)))) {
		names += strcspn(names, " }");
		names += strspn(names, " ");
	}
	is = (*names != '}') == positive;

	part(x, out, is);
	if (end_of_block(x, start)) {
		part(x, out, !is);
		if (end_of_block(x, start))
			fault(x, start, "this block has two {else}");
	}
}

/* The fields of one element, and what it is in the list. */
static const struct node *
element(struct layout *x, const struct node *v, size_t nth, size_t n)
{
	struct node *t = node_table(x->a);

	if (v->type != NODE_TABLE)
		node_add(x->a, t, "it", node_copy(x->a, v));
	node_add_bool(x->a, t, "first", nth == 1);
	node_add_bool(x->a, t, "last", nth == n);
	node_add_int(x->a, t, "nth", (int64_t)nth);
	return t;
}

static void
each(struct layout *x, struct str *out, const char *start, const char *name)
{
	const struct node *list = phrase_field(x->scope, name);
	const struct phrase_scope *around = x->scope;
	const char *begin = x->p;
	size_t nth = 0;

	if (x->skip > 0 || list == NULL || list->type != NODE_ARRAY ||
	    list->n == 0) {
		part(x, out, false);
		end_of_block(x, start);
		return;
	}
	for (const struct node *v = list->child; v != NULL && x->rc == ERR_OK;
	    v = v->next) {
		struct phrase_scope inner = { element(x, v, ++nth, list->n),
		    around }, own = { v, &inner };

		x->p = begin;
		x->scope = v->type == NODE_TABLE ? &own : &inner;
		blocks(x, out);
		end_of_block(x, start);
	}
	x->scope = around;
}

static size_t
column(const struct str *out)
{
	size_t n = out->len;

	while (n > 0 && out->s[n - 1] != '\n')
		n--;
	return wrap_columns(out->s + n, out->len - n);
}

static void
wrapped(struct layout *x, struct str *out, const char *start, int rest)
{
	struct str s = str_new(x->a), lines = str_new(x->a);
	size_t at = column(out), lead;

	part(x, &s, true);
	end_of_block(x, start);
	if (x->rc != ERR_OK || x->skip > 0)
		return;
	lead = strspn(s.s, " ");
	wrap_text(&lines, s.s + lead, (int)(at + lead), (int)(lead + (size_t)
	    rest));
	if (lines.len > at) {
		lines.s[--lines.len] = '\0';		/* its last LF */
		str_add(out, lines.s + at);
	}
}

static void
underlined(struct layout *x, struct str *out, const char *start, char rule)
{
	struct str s = str_new(x->a);

	part(x, &s, true);
	end_of_block(x, start);
	if (x->rc != ERR_OK || x->skip > 0)
		return;
	str_addf(out, "%s\n", s.s);
	for (size_t n = wrap_columns(s.s, s.len); n > 0; n--)
		str_addc(out, rule);
}

static void
use(struct layout *x, struct str *out, const char *start, const char *name)
{
	const char *text = layout_own(name);
	struct layout y = *x;

	if (text == NULL) {
		fault(x, start, "{use} names a layout that does not exist");
		return;
	}
	if (x->skip > 0)
		return;
	y.name = name;
	y.text = y.p = text;
	blocks(&y, out);
	if (y.rc == ERR_OK && *y.p != '\0')
		fault(&y, y.p, "{end} or {else} without a block");
	x->rc = y.rc;
	if (x->rc != ERR_OK)
		x->p = x->text + strlen(x->text);
}

static void
insert(struct layout *x, struct str *out, const char *start)
{
	struct arena here = { 0 };
	struct str s;

	if (x->skip > 0 || x->rc != ERR_OK)
		return;
	s = str_new(&here);
	x->rc = phrase_fill_in(x->e, &s, arena_strndup(&here, start,
	    (size_t)(x->p - start)), x->scope, x->format);
	str_addn(out, s.s, s.len);
	arena_free(&here);
	if (x->rc == ERR_OK)
		return;
	err_prefix(x->e, "layout %s: line %d", x->name, line_of(x, start));
	x->p = x->text + strlen(x->text);
}

/* One tag or insert; false at {end} and {else}, which is left to be read. */
static bool
braces(struct layout *x, struct str *out)
{
	const char *start = x->p, *rest;

	if (tag(start, "end") != NULL || tag(start, "else") != NULL)
		return false;
	x->p = tag_end(start);
	if (x->p == NULL) {
		x->p = start;
		fault(x, start, "a brace is not closed");
	} else if (++x->depth > DEPTH) {
		fault(x, start, "too many blocks in one another");
	} else if ((rest = tag(start, "each")) != NULL) {
		behind_tag(x, start);
		each(x, out, start, argument(x, rest));
	} else if ((rest = tag(start, "if")) != NULL) {
		behind_tag(x, start);
		condition(x, out, start, rest, true);
	} else if ((rest = tag(start, "unless")) != NULL) {
		behind_tag(x, start);
		condition(x, out, start, rest, false);
	} else if ((rest = tag(start, "wrap")) != NULL) {
		wrapped(x, out, start, atoi(rest));
	} else if ((rest = tag(start, "under")) != NULL) {
		underlined(x, out, start, *rest);
	} else if ((rest = tag(start, "use")) != NULL) {
		use(x, out, start, argument(x, rest));
		behind_tag(x, start);
	} else if (tag(start, "#") != NULL) {
		behind_tag(x, start);
	} else {
		insert(x, out, start);
	}
	x->depth--;
	return true;
}

static void
blocks(struct layout *x, struct str *out)
{
	while (*x->p != '\0' && x->rc == ERR_OK) {
		size_t n;

		if ((x->p == x->text || x->p[-1] == '\n') && only_tags(x->p))
			x->p += strspn(x->p, " \t");
		if (*x->p == '{') {
			if (!braces(x, out))
				return;
			continue;
		}
		if (*x->p == '\\' && x->p[1] != '\0')
			x->p++;
		n = strcspn(x->p + 1, "{\\\n") + 1;
		n += x->p[n] == '\n';
		if (*x->p == '\n')
			n = 1;
		if (x->skip == 0)
			str_addn(out, x->p, n);
		x->p += n;
	}
}

int
layout_fill(struct err *e, struct str *out, const char *name,
    const char *text, const struct node *facts, enum escape_format f)
{
	struct phrase_scope scope = { .fields = facts };
	struct arena here = { 0 };
	struct str s = str_new(&here);
	struct layout x = { .e = e, .a = &here, .name = name,
	    .text = text, .p = text, .format = f, .scope = &scope };

	blocks(&x, &s);
	if (x.rc == ERR_OK && *x.p != '\0')
		fault(&x, x.p, "{end} or {else} without a block");
	if (x.rc == ERR_OK)
		str_add(out, s.s);
	arena_free(&here);
	return x.rc;
}

const char *
layout_own(const char *name)
{
	for (const struct layout_text *t = layout_texts; t->name != NULL; t++)
		if (strcmp(t->name, name) == 0)
			return t->text;
	return NULL;
}
