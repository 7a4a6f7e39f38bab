/* node.c: the one tree of values: what TOML is read into and written from */
#include "base/node.h"

#include "base/arena.h"
#include "base/str.h"

#include <assert.h>
#include <string.h>

static struct node *
new_node(struct arena *a, enum node_type type)
{
	struct node *n = arena_new(a, struct node, 1);

	n->type = type;
	return n;
}

struct node *
node_table(struct arena *a)
{
	return new_node(a, NODE_TABLE);
}

struct node *
node_array(struct arena *a)
{
	return new_node(a, NODE_ARRAY);
}

struct node *
node_string(struct arena *a, const char *s)
{
	struct node *n = new_node(a, NODE_STRING);

	n->s = arena_strdup(a, s);
	return n;
}

struct node *
node_int(struct arena *a, int64_t i)
{
	struct node *n = new_node(a, NODE_INT);

	n->i = i;
	return n;
}

struct node *
node_bool(struct arena *a, bool b)
{
	struct node *n = new_node(a, NODE_BOOL);

	n->i = b;
	return n;
}

static bool
is_parent(const struct node *n)
{
	return n->type == NODE_TABLE || n->type == NODE_ARRAY;
}

struct node *
node_add(struct arena *a, struct node *parent, const char *key,
	struct node *value)
{
	assert(is_parent(parent));
	assert((parent->type == NODE_TABLE) == (key != NULL));
	assert(value != parent && value->next == NULL && value->key == NULL);

	value->key = key ? arena_strdup(a, key) : NULL;
	if (parent->last != NULL)
		parent->last->next = value;
	else
		parent->child = value;
	parent->last = value;
	parent->n++;
	return value;
}

struct node *
node_set(struct arena *a, struct node *table, const char *key,
	struct node *value)
{
	struct node *before = NULL, *old;

	assert(table->type == NODE_TABLE);
	for (old = table->child; old != NULL; before = old, old = old->next)
		if (strcmp(old->key, key) == 0)
			break;
	if (old == NULL)
		return node_add(a, table, key, value);
	if (old == value)
		return value;

	assert(value->next == NULL && value->key == NULL);
	value->key = old->key;
	value->next = old->next;
	if (before != NULL)
		before->next = value;
	else
		table->child = value;
	if (table->last == old)
		table->last = value;
	old->next = NULL;
	old->key = NULL;
	return value;
}

void
node_add_string(struct arena *a, struct node *t, const char *key,
	const char *s)
{
	node_add(a, t, key, node_string(a, s));
}

void
node_add_int(struct arena *a, struct node *t, const char *key, int64_t i)
{
	node_add(a, t, key, node_int(a, i));
}

void
node_add_bool(struct arena *a, struct node *t, const char *key, bool b)
{
	node_add(a, t, key, node_bool(a, b));
}

struct node *
node_add_table(struct arena *a, struct node *t, const char *key)
{
	return node_add(a, t, key, node_table(a));
}

struct node *
node_add_array(struct arena *a, struct node *t, const char *key)
{
	return node_add(a, t, key, node_array(a));
}

struct node *
node_copy(struct arena *a, const struct node *n)
{
	struct node *copy = new_node(a, n->type);

	copy->layout = n->layout;
	copy->line = n->line;
	copy->i = n->i;
	if (n->s != NULL)
		copy->s = arena_strdup(a, n->s);
	for (const struct node *c = n->child; c != NULL; c = c->next)
		node_add(a, copy, c->key, node_copy(a, c));
	return copy;
}

static bool
equal_children(const struct node *a, const struct node *b)
{
	const struct node *x = a->child, *y = b->child;

	for (; x != NULL && y != NULL; x = x->next, y = y->next) {
		if (a->type == NODE_TABLE && strcmp(x->key, y->key) != 0)
			return false;
		if (!node_equal(x, y))
			return false;
	}
	return x == NULL && y == NULL;
}

bool
node_equal(const struct node *a, const struct node *b)
{
	if (a->type != b->type)
		return false;
	switch (a->type) {
	case NODE_STRING:
		return strcmp(a->s, b->s) == 0;
	case NODE_INT:
	case NODE_BOOL:
		return a->i == b->i;
	case NODE_ARRAY:
	case NODE_TABLE:
		return equal_children(a, b);
	}
	return false;
}

const struct node *
node_get(const struct node *t, const char *key)
{
	if (t == NULL || t->type != NODE_TABLE)
		return NULL;
	for (const struct node *c = t->child; c != NULL; c = c->next)
		if (c->key[0] == key[0] && strcmp(c->key, key) == 0)
			return c;
	return NULL;
}

const struct node *
node_at(const struct node *array, size_t i)
{
	const struct node *c;

	if (array == NULL || array->type != NODE_ARRAY || i >= array->n)
		return NULL;
	for (c = array->child; i > 0; i--)
		c = c->next;
	return c;
}

static const struct node *
get_typed(const struct node *t, const char *key, enum node_type type)
{
	const struct node *n = node_get(t, key);

	return n != NULL && n->type == type ? n : NULL;
}

const char *
node_str(const struct node *t, const char *key)
{
	const struct node *n = get_typed(t, key, NODE_STRING);

	return n ? n->s : NULL;
}

int64_t
node_integer(const struct node *t, const char *key, int64_t fallback)
{
	const struct node *n = get_typed(t, key, NODE_INT);

	return n ? n->i : fallback;
}

bool
node_boolean(const struct node *t, const char *key, bool fallback)
{
	const struct node *n = get_typed(t, key, NODE_BOOL);

	return n ? n->i != 0 : fallback;
}

const struct node *
node_array_of(const struct node *t, const char *key)
{
	return get_typed(t, key, NODE_ARRAY);
}

const struct node *
node_table_of(const struct node *t, const char *key)
{
	return get_typed(t, key, NODE_TABLE);
}

/* The element that the digits at `path` number, and what follows them. */
static const struct node *
at_index(const struct node *array, const char *path, const char **rest)
{
	size_t i = 0;

	if (*path < '0' || *path > '9' || (path[0] == '0' && path[1] >= '0'))
		return NULL;
	for (; *path >= '0' && *path <= '9'; path++) {
		i = i * 10 + (size_t)(*path - '0');
		if (i >= array->n)
			return NULL;
	}
	*rest = path;
	return node_at(array, i);
}

/*
 * A key may itself hold dots ("system.toml"), so a path is not cut at its
 * dots: each key that it begins with is tried, in the order written.
 */
const struct node *
node_path(const struct node *t, const char *path)
{
	const struct node *found;
	const char *rest;

	if (t == NULL || !is_parent(t))
		return NULL;
	if (t->type == NODE_ARRAY) {
		found = at_index(t, path, &rest);
		if (found == NULL || *rest == '\0')
			return found;
		return *rest == '.' ? node_path(found, rest + 1) : NULL;
	}
	for (const struct node *c = t->child; c != NULL; c = c->next) {
		size_t len = strlen(c->key);

		if (strncmp(path, c->key, len) != 0)
			continue;
		if (path[len] == '\0')
			return c;
		if (path[len] != '.')
			continue;
		found = node_path(c, path + len + 1);
		if (found != NULL)
			return found;
	}
	return NULL;
}

const char *
node_type_name(enum node_type type)
{
	switch (type) {
	case NODE_STRING:
		return "a string";
	case NODE_INT:
		return "an integer";
	case NODE_BOOL:
		return "true or false";
	case NODE_ARRAY:
		return "an array";
	case NODE_TABLE:
		return "a table";
	}
	return "nothing";
}

const struct node *
node_hostile(const struct node *n)
{
	if ((n->key != NULL && !str_is_plain(n->key)) ||
	    (n->type == NODE_STRING && !str_is_plain(n->s)))
		return n;
	for (const struct node *c = n->child; c != NULL; c = c->next) {
		const struct node *x = node_hostile(c);

		if (x != NULL)
			return x;
	}
	return NULL;
}

bool
node_lists(const struct node *list, const char *s)
{
	const struct node *x = list->child;

	while (x != NULL && (x->type != NODE_STRING || strcmp(x->s, s) != 0))
		x = x->next;
	return x != NULL;
}
