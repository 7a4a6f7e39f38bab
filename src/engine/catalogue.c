/* catalogue.c: the program's own phrases, for what a game's lack */
#include "engine/catalogue.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"
#include "engine/rules.h"

#include <assert.h>
#include <string.h>

/* The table of that name, which may be changed; NULL if there is none. */
static struct node *
table(struct node *t, const char *name)
{
	for (struct node *c = t->child; c != NULL; c = c->next)
		if (strcmp(c->key, name) == 0)
			return c->type == NODE_TABLE ? c : NULL;
	return NULL;
}

static bool
has(struct node *t, const char *const *tables, const char *key)
{
	for (; *tables != NULL; tables++)
		if (node_get(table(t, *tables), key) != NULL)
			return true;
	return false;
}

/*
 * An event is in one of three tables, which says how it is told: one that the
 * game tells as a line is not to become a heading as well.  So it is taken
 * over only where all of `tables` lack it.
 */
static void
add(struct arena *a, struct node *to, const struct node *from,
    const char *const *tables)
{
	for (const char *const *name = tables; *name != NULL; name++) {
		const struct node *t = node_table_of(from, *name);

		for (const struct node *c = t ? t->child : NULL; c;
		    c = c->next) {
			if (has(to, tables, c->key))
				continue;
			if (node_get(to, *name) == NULL)
				node_add_table(a, to, *name);
			if (table(to, *name) != NULL)
				node_add(a, table(to, *name), c->key,
				    node_copy(a, c));
		}
	}
}

static const char *
own_text(const char *system)
{
	const struct catalogue_text *t = catalogue_texts;

	while (t->system != NULL && strcmp(t->system, system) != 0)
		t++;
	return t->text;
}

const struct node *
catalogue_complete(struct arena *a, const char *system,
    const struct rules_file *file, struct node *own)
{
	static const char *const events[] = { "phrase", "heading", "list",
	    NULL };
	static const char *const whys[] = { "why", NULL };
	static const char *const mods[] = { "mod", NULL };
	static const char *const said[] = { "say", NULL };
	const char *text = own_text(system);
	struct err e = { 0 };
	struct node *t;
	int rc;

	/* nearly always: the game has what the program has */
	if (text == NULL || (own != NULL && file->len == strlen(text) &&
	    memcmp(file->text, text, file->len) == 0))
		return own;
	rc = toml_read(&e, a, "phrases.toml", text, strlen(text),
	    strlen(text), &t);
	if (rc == ERR_SYSTEM)
		return own;
	assert(rc == ERR_OK);		/* test-phrases reads them all */
	if (own == NULL)
		return t;
	add(a, own, t, events);
	add(a, own, t, whys);
	add(a, own, t, mods);
	add(a, own, t, said);
	return own;
}
