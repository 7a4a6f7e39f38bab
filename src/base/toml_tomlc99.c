/* toml_tomlc99.c: the values of a TOML text, by tomlc99 1.0 */
#include "base/toml.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml_backend.h"

#include <stdbool.h>
#include <stdlib.h>
#include <toml.h>

const char *const toml_backend = "tomlc99";

static bool fill_table(struct arena *a, const toml_table_t *from,
	struct node *to);
static bool fill_array(struct arena *a, const toml_array_t *from,
	struct node *to);

/* tomlc99's strings are malloc'ed; ours are in the arena. */
static bool
take_string(struct arena *a, toml_datum_t d, struct node *to)
{
	if (!d.ok)
		return false;
	to->s = arena_strdup(a, d.u.s);
	free(d.u.s);
	return true;
}

static bool
take_int(toml_datum_t d, struct node *to)
{
	to->i = d.ok ? d.u.i : 0;
	return d.ok;
}

static bool
take_bool(toml_datum_t d, struct node *to)
{
	to->i = d.ok && d.u.b;
	return d.ok;
}

/* The entry of a table that has the node's key; false where it differs. */
static bool
fill_entry(struct arena *a, const toml_table_t *from, struct node *to)
{
	switch (to->type) {
	case NODE_STRING:
		return take_string(a, toml_string_in(from, to->key), to);
	case NODE_INT:
		return take_int(toml_int_in(from, to->key), to);
	case NODE_BOOL:
		return take_bool(toml_bool_in(from, to->key), to);
	case NODE_ARRAY:
		return fill_array(a, toml_array_in(from, to->key), to);
	case NODE_TABLE:
		return fill_table(a, toml_table_in(from, to->key), to);
	}
	return false;
}

static bool
fill_element(struct arena *a, const toml_array_t *from, int i, struct node *to)
{
	switch (to->type) {
	case NODE_STRING:
		return take_string(a, toml_string_at(from, i), to);
	case NODE_INT:
		return take_int(toml_int_at(from, i), to);
	case NODE_BOOL:
		return take_bool(toml_bool_at(from, i), to);
	case NODE_ARRAY:
		return fill_array(a, toml_array_at(from, i), to);
	case NODE_TABLE:
		return fill_table(a, toml_table_at(from, i), to);
	}
	return false;
}

static bool
fill_table(struct arena *a, const toml_table_t *from, struct node *to)
{
	if (from == NULL)
		return false;
	if ((size_t)toml_table_nkval(from) + (size_t)toml_table_narr(from)
	    + (size_t)toml_table_ntab(from) != to->n)
		return false;
	for (struct node *c = to->child; c != NULL; c = c->next)
		if (!fill_entry(a, from, c))
			return false;
	return true;
}

static bool
fill_array(struct arena *a, const toml_array_t *from, struct node *to)
{
	int i = 0;

	if (from == NULL || (size_t)toml_array_nelem(from) != to->n)
		return false;
	for (struct node *c = to->child; c != NULL; c = c->next)
		if (!fill_element(a, from, i++, c))
			return false;
	return true;
}

int
toml_backend_fill(struct err *e, struct arena *a, const char *text,
	size_t len, struct node *outline)
{
	char why[200] = "";
	toml_table_t *root;
	bool same;

	/* it takes a char *, and might write there */
	root = toml_parse(arena_strndup(a, text, len), why, sizeof why);
	if (root == NULL)
		return err_set(e, ERR_INPUT, "tomlc99: %s", why);
	same = fill_table(a, root, outline);
	toml_free(root);
	if (!same)
		return err_set(e, ERR_INPUT,
		    "tomlc99 reads another tree than was checked");
	return ERR_OK;
}
