/* field.c: one table of field descriptors: TOML in, TOML out, comparison */
#include "engine/engine.h"
#include "engine/field.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "hex/hex.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static void *
at(const void *s, size_t offset)
{
	return (char *)(uintptr_t)s + offset;
}

static int *
int_at(const void *s, size_t offset)
{
	return at(s, offset);
}

static void *
element(const void *s, const struct field *f, int i)
{
	return at(s, f->offset + (size_t)i * f->stride);
}

/* ----------------------------------------------------------------- write */

static bool
omitted(const void *s, const struct field *f)
{
	if (f->always)
		return false;
	switch (f->type) {
	case FIELD_BOOL:
		return *(bool *)at(s, f->offset) == (f->omit != 0);
	case FIELD_ID:
	case FIELD_TEXT:
		return *(char *)at(s, f->offset) == '\0';
	case FIELD_INT:
	case FIELD_ENUM:
	case FIELD_SIDE:
	case FIELD_HEX:
		return *int_at(s, f->offset) == f->omit;
	case FIELD_LIST:
	case FIELD_HEXES:
	case FIELD_IDS:
		return *int_at(s, f->count) == 0;
	case FIELD_TABLE:
	case FIELD_SIDES:
	case FIELD_HANDS:
		return false;
	}
	return false;
}

static const char *
hex_text(struct arena *a, const struct field_names *names, int hex)
{
	char name[8];

	if (hex == HEX_NONE)
		return "none";
	return arena_strdup(a, hex_name(names->grid, hex, name));
}

static struct node *
write_elements(struct arena *a, const void *s, const struct field *f,
    const struct field_names *names)
{
	struct node *list = node_array(a);
	int n = *int_at(s, f->count);

	for (int i = 0; i < n; i++) {
		const void *x = element(s, f, i);
		struct node *v;

		if (f->type == FIELD_HEXES) {
			v = node_string(a, hex_text(a, names, *(int *)x));
		} else if (f->type == FIELD_IDS) {
			v = node_string(a, x);
		} else {
			v = node_table(a);
			field_write(a, v, x, f->fields, names);
			list->layout = NODE_LINES;
		}
		node_add(a, list, NULL, v);
	}
	return list;
}

static struct node *
write_hands(struct arena *a, const void *s, const struct field *f,
    const struct field_names *names)
{
	struct node *t = node_table(a);

	t->layout = NODE_LINES;
	for (int i = 0; i < names->nsides; i++) {
		const void *x = element(s, f, i);
		struct node *list = node_add_array(a, t, names->side[i]);

		for (int k = 0; k < *int_at(x, f->count); k++)
			node_add(a, list, NULL, node_string(a, at(x,
			    f->id + (size_t)k * ID_SIZE)));
	}
	return t;
}

static struct node *
write_table(struct arena *a, const void *s, const struct field *f,
    const struct field_names *names)
{
	struct node *t = node_table(a);
	bool sides = f->type == FIELD_SIDES;
	int n = sides ? names->nsides : *int_at(s, f->count);

	t->layout = NODE_LINES;
	for (int i = 0; i < n; i++) {
		const void *x = element(s, f, i);
		const char *key = sides ? names->side[i] :
		    (const char *)at(x, f->id);
		struct node *entry = node_table(a);

		field_write(a, entry, x, f->fields, names);
		if (entry->n > 0 || names->which != FIELDS_HIDDEN)
			node_add(a, t, key, entry);
	}
	return t;
}

static struct node *
write_value(struct arena *a, const void *s, const struct field *f,
    const struct field_names *names)
{
	int i = 0;

	switch (f->type) {
	case FIELD_BOOL:
		return node_bool(a, *(bool *)at(s, f->offset));
	case FIELD_ID:
	case FIELD_TEXT:
		return node_string(a, at(s, f->offset));
	case FIELD_INT:
		return node_int(a, *int_at(s, f->offset));
	case FIELD_ENUM:
		return node_string(a, f->names[*int_at(s, f->offset)]);
	case FIELD_SIDE:
		i = *int_at(s, f->offset);
		return node_string(a, i < 0 ? "none" : names->side[i]);
	case FIELD_HEX:
		return node_string(a, hex_text(a, names,
		    *int_at(s, f->offset)));
	case FIELD_LIST:
	case FIELD_HEXES:
	case FIELD_IDS:
		return write_elements(a, s, f, names);
	case FIELD_HANDS:
		return write_hands(a, s, f, names);
	case FIELD_TABLE:
	case FIELD_SIDES:
		return write_table(a, s, f, names);
	}
	return NULL;
}

/* What is hidden in the entries of a table that is not: by their keys. */
static void
write_hidden_below(struct arena *a, struct node *out, const void *s,
    const struct field *f, const struct field_names *names)
{
	struct node *t;

	if (f->type != FIELD_TABLE && f->type != FIELD_SIDES)
		return;
	t = write_table(a, s, f, names);
	if (t->n > 0)
		node_add(a, out, f->name, t);
}

void
field_write(struct arena *a, struct node *out, const void *s,
    const struct field *f, const struct field_names *names)
{
	struct field_names all = *names;

	all.which = FIELDS_ALL;
	for (; f->name != NULL; f++) {
		if (names->which == FIELDS_PUBLIC && f->hidden)
			continue;
		if (names->which == FIELDS_HIDDEN && !f->hidden)
			write_hidden_below(a, out, s, f, names);
		else if (!omitted(s, f))
			node_add(a, out, f->name, write_value(a, s, f,
			    f->hidden ? &all : names));
	}
}

bool
field_hides(const struct field *f)
{
	for (; f->name != NULL; f++)
		if (f->hidden || (f->fields != NULL && field_hides(f->fields)))
			return true;
	return false;
}

/* ----------------------------------------------------------------- clear */

void
field_clear(void *s, const struct field *f, const struct field_names *names)
{
	for (; f->name != NULL; f++) {
		switch (f->type) {
		case FIELD_BOOL:
			*(bool *)at(s, f->offset) = f->omit != 0;
			break;
		case FIELD_ID:
			memset(at(s, f->offset), 0, ID_SIZE);
			break;
		case FIELD_TEXT:
			memset(at(s, f->offset), 0, FIELD_TEXT_SIZE);
			break;
		case FIELD_INT:
		case FIELD_ENUM:
		case FIELD_SIDE:
		case FIELD_HEX:
			*int_at(s, f->offset) = f->omit;
			break;
		case FIELD_LIST:
		case FIELD_HEXES:
		case FIELD_IDS:
		case FIELD_TABLE:
			*int_at(s, f->count) = 0;
			memset(at(s, f->offset), 0,
			    f->stride * (size_t)f->max);
			break;
		case FIELD_HANDS:
			memset(at(s, f->offset), 0,
			    f->stride * GAME_SIDES);
			break;
		case FIELD_SIDES:
			memset(at(s, f->offset), 0,
			    f->stride * (size_t)f->max);
			for (int i = 0; i < names->nsides; i++)
				field_clear(element(s, f, i), f->fields,
				    names);
			break;
		}
	}
}

/* ------------------------------------------------------------------ read */

static int
wrong_type(struct err *e, const struct node *v, const char *what)
{
	return err_set(e, ERR_INPUT, "it must be %s, not %s", what,
	    node_type_name(v->type));
}

static int
read_enum(struct err *e, struct arena *a, const struct node *v,
    const char *const *names, size_t n, bool none, int *out)
{
	if (v->type != NODE_STRING)
		return wrong_type(e, v, "a string");
	if (none && strcmp(v->s, "none") == 0) {
		*out = -1;
		return ERR_OK;
	}
	for (size_t i = 0; i < n; i++)
		if (strcmp(names[i], v->s) == 0) {
			*out = (int)i;
			return ERR_OK;
		}
	return err_set(e, ERR_INPUT, "\"%s\" is not known here%s",
	    str_shown(a, v->s, 40), str_suggest(a, v->s, names, n));
}

static int
read_hex(struct err *e, struct arena *a, const struct node *v,
    const struct field_names *names, int *out)
{
	if (v->type != NODE_STRING)
		return wrong_type(e, v, "a hex number in quotes");
	*out = hex_parse(names->grid, v->s);
	if (*out == HEX_NONE && strcmp(v->s, "none") != 0)
		return err_set(e, ERR_INPUT, "\"%s\" is no hex of this map",
		    str_shown(a, v->s, 20));
	return ERR_OK;
}

static int
read_text(struct err *e, const struct node *v, bool id, char *out)
{
	size_t max = id ? ID_SIZE : FIELD_TEXT_SIZE;

	if (v->type != NODE_STRING)
		return wrong_type(e, v, "a string");
	if (strlen(v->s) >= max)
		return err_set(e, ERR_INPUT, "it is longer than %zu "
		    "characters", max - 1);
	if (id && !str_is_id(v->s))
		return err_set(e, ERR_INPUT, "an id is letters, digits and "
		    "hyphens");
	memset(out, 0, max);
	memcpy(out, v->s, strlen(v->s));
	return ERR_OK;
}

static int
read_elements(struct err *e, struct arena *a, const struct node *v, void *s,
    const struct field *f, const struct field_names *names)
{
	int n = 0, rc = ERR_OK;

	if (v->type != NODE_ARRAY)
		return wrong_type(e, v, "an array");
	if (v->n > (size_t)f->max)
		return err_set(e, ERR_INPUT, "more than %d entries", f->max);
	for (const struct node *c = v->child; c && rc == ERR_OK;
	    c = c->next, n++) {
		void *x = element(s, f, n);

		if (f->type == FIELD_HEXES) {
			rc = read_hex(e, a, c, names, x);
		} else if (f->type == FIELD_IDS) {
			rc = read_text(e, c, true, x);
		} else {
			memset(x, 0, f->stride);
			field_clear(x, f->fields, names);
			rc = field_read(e, a, c, x, f->fields, names, NULL);
		}
		if (rc != ERR_OK)
			err_prefix(e, "%d", n + 1);
	}
	*int_at(s, f->count) = n;
	return rc;
}

static int
find_element(struct err *e, struct arena *a, void *s, const struct field *f,
    const struct field_names *names, const char *key, void **out)
{
	int *n;

	if (f->type == FIELD_SIDES) {
		for (int i = 0; i < names->nsides; i++)
			if (strcmp(names->side[i], key) == 0) {
				*out = element(s, f, i);
				return ERR_OK;
			}
		return err_set(e, ERR_INPUT, "no such side%s",
		    str_suggest(a, key, names->side, (size_t)names->nsides));
	}
	n = int_at(s, f->count);
	for (int i = 0; i < *n; i++) {
		*out = element(s, f, i);
		if (strcmp(at(*out, f->id), key) == 0)
			return ERR_OK;
	}
	if (*n == f->max)
		return err_set(e, ERR_INPUT, "more than %d entries", f->max);
	if (!str_is_id(key))
		return err_set(e, ERR_INPUT, "an id is letters, digits and "
		    "hyphens, at most 40");
	*out = element(s, f, (*n)++);
	memset(*out, 0, f->stride);
	field_clear(*out, f->fields, names);
	memcpy(at(*out, f->id), key, strlen(key));
	return ERR_OK;
}

static int
read_table(struct err *e, struct arena *a, const struct node *v, void *s,
    const struct field *f, const struct field_names *names)
{
	int rc = ERR_OK;

	if (v->type != NODE_TABLE)
		return wrong_type(e, v, "a table");
	for (const struct node *c = v->child; c && rc == ERR_OK;
	    c = c->next) {
		void *x = NULL;

		rc = find_element(e, a, s, f, names, c->key, &x);
		if (rc == ERR_OK)
			rc = field_read(e, a, c, x, f->fields, names, NULL);
		if (rc != ERR_OK)
			err_prefix(e, "%s", str_shown(a, c->key, 40));
	}
	return rc;
}

static int
read_hands(struct err *e, struct arena *a, const struct node *v, void *s,
    const struct field *f, const struct field_names *names)
{
	if (v->type != NODE_TABLE)
		return wrong_type(e, v, "a table");
	for (const struct node *c = v->child; c != NULL; c = c->next) {
		struct node one = { .type = NODE_STRING, .s = c->key };
		int side, n = 0, rc = read_enum(e, a, &one, names->side,
		    (size_t)names->nsides, false, &side);

		if (rc == ERR_OK && (c->type != NODE_ARRAY ||
		    c->n > (size_t)f->max))
			rc = err_set(e, ERR_INPUT, "%s: it must be a list of "
			    "at most %d", c->key, f->max);
		if (rc != ERR_OK)
			return rc;
		for (const struct node *x = c->child; x; x = x->next, n++) {
			rc = read_text(e, x, true, at(element(s, f, side),
			    f->id + (size_t)n * ID_SIZE));
			if (rc != ERR_OK)
				return rc;
		}
		*int_at(element(s, f, side), f->count) = n;
	}
	return ERR_OK;
}

static int
read_value(struct err *e, struct arena *a, const struct node *v, void *s,
    const struct field *f, const struct field_names *names)
{
	void *p = at(s, f->offset);
	size_t n = 0;

	switch (f->type) {
	case FIELD_BOOL:
		if (v->type != NODE_BOOL)
			return wrong_type(e, v, "true or false");
		*(bool *)p = v->i != 0;
		return ERR_OK;
	case FIELD_INT:
		if (v->type != NODE_INT)
			return wrong_type(e, v, "a whole number");
		if (v->i < -1000000 || v->i > 1000000)
			return err_set(e, ERR_INPUT, "it must be a "
			    "number from -1000000 to 1000000");
		*(int *)p = (int)v->i;
		return ERR_OK;
	case FIELD_ID:
		return read_text(e, v, true, p);
	case FIELD_TEXT:
		return read_text(e, v, false, p);
	case FIELD_ENUM:
		while (f->names[n] != NULL)
			n++;
		return read_enum(e, a, v, f->names, n, false, p);
	case FIELD_SIDE:
		return read_enum(e, a, v, names->side, (size_t)names->nsides,
		    true, p);
	case FIELD_HEX:
		return read_hex(e, a, v, names, p);
	case FIELD_LIST:
	case FIELD_HEXES:
	case FIELD_IDS:
		return read_elements(e, a, v, s, f, names);
	case FIELD_HANDS:
		return read_hands(e, a, v, s, f, names);
	case FIELD_TABLE:
	case FIELD_SIDES:
		return read_table(e, a, v, s, f, names);
	}
	return ERR_OK;
}

static bool
in_list(const char *const *list, const char *key)
{
	for (; list != NULL && *list != NULL; list++)
		if (strcmp(*list, key) == 0)
			return true;
	return false;
}

static int
no_such_field(struct err *e, struct arena *a, const char *key,
    const struct field *f)
{
	const char *known[64];
	size_t n = 0;

	for (; f->name != NULL && n < 64; f++)
		known[n++] = f->name;
	return err_set(e, ERR_INPUT, "%s: no such field%s",
	    str_shown(a, key, 40), str_suggest(a, key, known, n));
}

int
field_read(struct err *e, struct arena *a, const struct node *t, void *s,
    const struct field *fields, const struct field_names *names,
    const char *const *ignore)
{
	if (t->type != NODE_TABLE)
		return wrong_type(e, t, "a table");
	for (const struct node *c = t->child; c != NULL; c = c->next) {
		const struct field *f = fields;
		int rc;

		if (in_list(ignore, c->key))
			continue;
		while (f->name != NULL && strcmp(f->name, c->key) != 0)
			f++;
		if (f->name == NULL)
			return no_such_field(e, a, c->key, fields);
		rc = read_value(e, a, c, s, f, names);
		if (rc != ERR_OK) {
			err_prefix(e, "%s", f->name);
			return rc;
		}
	}
	return ERR_OK;
}

/* --------------------------------------------------------------- compare */

static const char *
node_differs(struct arena *a, const struct node *x, const struct node *y,
    const char *path)
{
	const struct node *c;

	if (x->type != NODE_TABLE || y->type != NODE_TABLE)
		return node_equal(x, y) ? NULL : path;
	for (c = x->child; c != NULL; c = c->next) {
		const struct node *d = node_get(y, c->key);
		const char *sub = arena_printf(a, "%s%s%s", path,
		    *path ? "." : "", c->key), *r;

		if (d == NULL)
			return sub;
		if ((r = node_differs(a, c, d, sub)) != NULL)
			return r;
	}
	for (c = y->child; c != NULL; c = c->next)
		if (node_get(x, c->key) == NULL)
			return arena_printf(a, "%s%s%s", path,
			    *path ? "." : "", c->key);
	return NULL;
}

const char *
field_differs(struct arena *a, const void *x, const void *y,
    const struct field *f, const struct field_names *names)
{
	struct node *p = node_table(a), *q = node_table(a);
	struct field_names all = *names;

	all.which = FIELDS_ALL;
	field_write(a, p, x, f, &all);
	field_write(a, q, y, f, &all);
	return node_equal(p, q) ? NULL : node_differs(a, p, q, "");
}
