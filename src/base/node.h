/* node.h: the one tree of values: what TOML is read into and written from */
#ifndef IACTA_BASE_NODE_H
#define IACTA_BASE_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* No floats and no dates: they are refused when a text is read. */
enum node_type { NODE_STRING, NODE_INT, NODE_BOOL, NODE_ARRAY, NODE_TABLE };

/*
 * How the writer lays a table or array out.  NODE_AUTO: a table of a document
 * or of another section becomes a [section], an array of tables there
 * [[sections]], everything else is in one line.  NODE_INLINE: in one line,
 * whatever it is.  NODE_LINES: an array with one element a line, a table under
 * its own header whose every entry is one line.
 */
enum node_layout { NODE_AUTO, NODE_INLINE, NODE_LINES };

struct node {
	enum node_type type;
	enum node_layout layout;
	int line;		/* in the text it was read from; 0 unknown */
	const char *key;	/* in its table; NULL elsewhere */
	const char *s;		/* NODE_STRING: UTF-8, NUL-terminated, no NULs */
	int64_t i;		/* NODE_INT; NODE_BOOL as 0 or 1 */
	struct node *child;	/* NODE_ARRAY, NODE_TABLE: first of the list */
	struct node *last;	/* ... and the last */
	struct node *next;	/* the next sibling, in the order written */
	size_t n;		/* children */
};

struct node *node_table(struct arena *a);
struct node *node_array(struct arena *a);
struct node *node_string(struct arena *a, const char *s);	/* copied */
struct node *node_int(struct arena *a, int64_t i);
struct node *node_bool(struct arena *a, bool b);

/*
 * Append a value to a table under a key (copied), or to an array (key NULL).
 * The value must belong to nothing yet.  Returns the value.
 */
struct node *node_add(struct arena *a, struct node *parent, const char *key,
	struct node *value);
/* Replace the value under a key, keeping its place, or append it. */
struct node *node_set(struct arena *a, struct node *table, const char *key,
	struct node *value);
/* Shorthands. */
void node_add_string(struct arena *a, struct node *t, const char *key,
	const char *s);
void node_add_int(struct arena *a, struct node *t, const char *key, int64_t i);
void node_add_bool(struct arena *a, struct node *t, const char *key, bool b);
/* An empty [table] or array appended and returned. */
struct node *node_add_table(struct arena *a, struct node *t, const char *key);
struct node *node_add_array(struct arena *a, struct node *t, const char *key);

struct node *node_copy(struct arena *a, const struct node *n);
/* Same types, values, keys and order of children; layout and lines aside. */
bool node_equal(const struct node *a, const struct node *b);
/* Is the string one of the list's? */
bool node_lists(const struct node *list, const char *s);

/* Children and values; NULL (or the fallback) where absent or of another
 * type.  `t` may be NULL. */
const struct node *node_get(const struct node *t, const char *key);
const struct node *node_at(const struct node *array, size_t i);
const char *node_str(const struct node *t, const char *key);
int64_t node_integer(const struct node *t, const char *key, int64_t fallback);
bool node_boolean(const struct node *t, const char *key, bool fallback);
const struct node *node_array_of(const struct node *t, const char *key);
const struct node *node_table_of(const struct node *t, const char *key);

/* Keys joined by dots ("unit.velites-x.hits"); an array takes an index. */
const struct node *node_path(const struct node *t, const char *path);

/* The first string or key in it that a terminal would not show as it is
 * (str_is_plain); NULL. */
const struct node *node_hostile(const struct node *n);

const char *node_type_name(enum node_type type);	/* "a string", … */

#endif
