/* changes.c: what is otherwise between two positions */
#include "show/changes.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/board.h"
#include "show/names.h"
#include "show/phrase.h"

#include <string.h>

struct changes {
	struct arena *a;
	struct node *out;
	const struct node *phrases;	/* [change] */
	struct names *names;
};

/* What has been found of a side so far. */
static struct node *
entry_of(struct changes *c, const char *side)
{
	struct node *t;

	for (struct node *x = c->out->child; x != NULL; x = x->next)
		if (strcmp(node_str(x, "side"), side) == 0)
			return x;
	t = node_add(c->a, c->out, NULL, node_table(c->a));
	node_add_string(c->a, t, "side", side);
	node_add_string(c->a, t, "title", names_side(c->names, side));
	node_add_array(c->a, t, "piece");
	return t;
}

static struct node *
named_piece(struct changes *c, const char *id)
{
	const char *name = names_of(c->names, id);
	struct node *t = node_table(c->a);

	node_add_string(c->a, t, "id", id);
	node_add_string(c->a, t, "name", name ? name : id);
	return t;
}

static void
add_value(struct changes *c, struct node *t, const char *key,
    const struct node *v)
{
	node_add(c->a, t, key, v != NULL ? node_copy(c->a, v) :
	    node_string(c->a, ""));
}

/* The words for one field that changed; NULL where they are not told. */
static const char *
change(struct changes *c, const struct node *phrase, const struct node *old,
    const struct node *new, const struct node *piece)
{
	struct node *t = node_table(c->a);
	struct phrase_scope own = { piece, NULL }, top = { t, &own };
	struct str s = str_new(c->a);
	struct err e = { 0 };

	if (old == NULL ? new == NULL : new != NULL && node_equal(old, new))
		return NULL;
	add_value(c, t, "old", old);
	add_value(c, t, "new", new);
	if (phrase->type != NODE_STRING || phrase_fill_in(&e, &s, phrase->s,
	    &top, ESCAPE_TEXT) != ERR_OK || s.len == 0)
		return NULL;
	return s.s;
}

/* One piece: every phrase of its table, in the catalogue's order. */
static void
piece(struct changes *c, const char *table, const struct node *old,
    const struct node *new)
{
	const char *side = node_str(new, "side");
	struct str s = str_new(c->a);
	size_t n = strlen(table);
	struct node *t;

	for (const struct node *p = c->phrases->child; p; p = p->next) {
		const char *text;

		if (strncmp(p->key, table, n) != 0 || p->key[n] != '.')
			continue;
		text = change(c, p, node_get(old, p->key + n + 1),
		    node_get(new, p->key + n + 1), new);
		if (text != NULL)
			str_addf(&s, "%s%s", s.len > 0 ? ", " : "", text);
	}
	if (s.len == 0)
		return;
	t = named_piece(c, new->key);
	node_add_string(c->a, t, "change", s.s);
	node_add(c->a, (struct node *)node_get(entry_of(c, side ? side :
	    new->key), "piece"), NULL, t);
}

void
changes_add(struct arena *a, struct node *out, const struct node *before,
    const struct node *after, const struct node *catalogue,
    struct names *names)
{
	struct changes c = { .a = a, .out = out, .names = names,
	    .phrases = node_table_of(catalogue, "change") };

	if (c.phrases == NULL)
		return;
	for (const struct node *t = after->child; t != NULL; t = t->next) {
		const struct node *old = node_table_of(before, t->key);

		if (t->type != NODE_TABLE)
			continue;
		for (const struct node *x = t->child; x != NULL; x = x->next)
			if (x->type == NODE_TABLE)
				piece(&c, t->key, node_get(old, x->key), x);
	}
}

static bool
lists_piece(const struct node *list, const char *id)
{
	for (const struct node *x = list->child; x != NULL; x = x->next)
		if (strcmp(node_str(x, "id"), id) == 0)
			return true;
	return false;
}

void
changes_add_rest(struct arena *a, struct node *out, const struct board *b,
    struct names *names)
{
	struct changes c = { .a = a, .out = out, .names = names };

	for (int side = 0; side < b->nsides; side++) {
		struct node *entry = entry_of(&c, b->side[side].id);
		const struct node *changed = node_get(entry, "piece");
		struct node *rest = node_add_array(a, entry, "rest");

		for (int i = 0; i < b->npieces; i++) {
			const struct board_piece *p = &b->piece[i];
			struct node *t;
			char hex[8];

			if (p->side != side || (p->where != BOARD_ON_MAP &&
			    p->where != BOARD_WAITING) ||
			    lists_piece(changed, p->id))
				continue;
			t = named_piece(&c, p->id);
			if (p->where == BOARD_ON_MAP)
				node_add_string(a, t, "hex", hex_name(b->grid,
				    p->hex, hex));
			if (p->hits > 0)
				node_add_int(a, t, "hits", p->hits);
			node_add(a, rest, NULL, t);
		}
	}
}
