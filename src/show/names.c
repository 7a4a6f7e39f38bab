/* names.c: what units, leaders and sides are called in a report */
#include "show/names.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/rules.h"

#include <stdint.h>
#include <string.h>

#define SHOWN 80		/* characters of a name */

struct entry {
	const char *key;	/* NULL: free */
	const char *name;
	int count;		/* how many have this name (a key) */
	bool mentioned;
};

/* Two tables of open addressing: by id, and how often each name occurs. */
struct names {
	struct arena *a;
	const struct rules *rules;
	size_t size;		/* of each: a power of two */
	struct entry *id, *count;
};

/* The place of a key in a table: its entry, or a free one. */
static struct entry *
find(struct entry *table, size_t size, const char *key)
{
	uint32_t h = 2166136261u;

	for (const char *p = key; *p != '\0'; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	while (table[h & (size - 1)].key != NULL &&
	    strcmp(table[h & (size - 1)].key, key) != 0)
		h++;
	return &table[h & (size - 1)];
}

/* The number at the end of an id, with the blank before it, or "". */
static const char *
number_of(struct arena *a, const char *id)
{
	size_t n = strlen(id), from = n;

	while (from > 0 && id[from - 1] >= '0' && id[from - 1] <= '9')
		from--;
	return from < n && from > 0 ? arena_printf(a, " %s", id + from) : "";
}

/* Each table of the position whose entries are tables: id and name. */
static void
each_named(struct names *n, const struct node *position,
    void (*with)(struct names *, const char *id, const char *name))
{
	for (const struct node *t = position->child; t; t = t->next) {
		if (t->type != NODE_TABLE)
			continue;
		for (const struct node *x = t->child; x; x = x->next) {
			const char *name = x->type == NODE_TABLE ?
			    node_str(x, "name") : NULL;

			if (name != NULL && *name != '\0')
				with(n, x->key, str_shown(n->a, name, SHOWN));
		}
	}
}

static void
count_name(struct names *n, const char *id, const char *name)
{
	struct entry *c = find(n->count, n->size, name);

	(void)id;
	c->key = name;
	c->count++;
}

static void
put_name(struct names *n, const char *id, const char *name)
{
	struct entry *x = find(n->id, n->size, id);
	const char *number;

	if (find(n->count, n->size, name)->count > 1) {
		number = number_of(n->a, id);
		name = *number != '\0' ? arena_printf(n->a, "%s%s", name,
		    number) : NULL;
	}
	*x = (struct entry){ .key = id, .name = name };
}

struct names *
names_new(struct arena *a, const struct node *position,
    const struct rules *rules)
{
	struct names *n = arena_new(a, struct names, 1);
	size_t entries = 1;

	for (const struct node *t = position->child; t; t = t->next)
		entries += t->type == NODE_TABLE ? t->n : 0;
	n->a = a;
	n->rules = rules;
	for (n->size = 16; n->size < 2 * entries; n->size *= 2)
		;
	n->id = arena_new(a, struct entry, n->size);
	n->count = arena_new(a, struct entry, n->size);
	each_named(n, position, count_name);
	each_named(n, position, put_name);
	return n;
}

void
names_afresh(struct names *n)
{
	for (size_t i = 0; i < n->size; i++)
		n->id[i].mentioned = false;
}

/* What is no piece of the position, such as a card, by its kind: the
 * catalogue's [name], with or without the number at the id's end. */
static const char *
name_of_kind(const struct names *n, const char *id)
{
	const struct node *t = n->rules ? node_table_of(
	    n->rules->tree.phrases, "name") : NULL;
	size_t len = strlen(id);
	const char *s = t != NULL ? node_str(t, id) : NULL;

	if (t == NULL || s != NULL)
		return s;
	while (len > 0 && id[len - 1] >= '0' && id[len - 1] <= '9')
		len--;
	return len > 1 && id[len - 1] == '-' ? node_str(t, arena_strndup(n->a,
	    id, len - 1)) : NULL;
}

const char *
names_of(const struct names *n, const char *id)
{
	const struct entry *x = find(n->id, n->size, id);

	return x->key != NULL ? x->name : name_of_kind(n, id);
}

const char *
names_side(const struct names *n, const char *side)
{
	const struct node *const from[] = {
	    n->rules ? n->rules->tree.scenario : NULL,
	    n->rules ? n->rules->tree.base : NULL };

	for (int i = 0; i < 2; i++) {
		const char *title = node_str(node_table_of(node_table_of(
		    from[i], "side"), side), "title");

		if (title != NULL && *title != '\0')
			return str_shown(n->a, title, SHOWN);
	}
	return side;
}

const char *
names_mention(struct names *n, const char *id)
{
	struct entry *x = find(n->id, n->size, id);

	if (x->name == NULL)
		return NULL;
	if (x->mentioned)
		return x->name;
	x->mentioned = true;
	return arena_printf(n->a, "%s (%s)", x->name, id);
}
