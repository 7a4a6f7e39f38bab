/* field.h: one table of field descriptors: TOML in, TOML out, comparison */
#ifndef IACTA_ENGINE_FIELD_H
#define IACTA_ENGINE_FIELD_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct hex_grid;
struct node;

#define ID_SIZE 41		/* an id of 40 characters and the NUL */

enum field_type {
	FIELD_INT,		/* int */
	FIELD_BOOL,		/* bool */
	FIELD_ID,		/* char[ID_SIZE] */
	FIELD_TEXT,		/* char[FIELD_TEXT_SIZE], free text */
	FIELD_ENUM,		/* int, index into names[] */
	FIELD_SIDE,		/* int, index into the game's sides; -1 none */
	FIELD_HEX,		/* int, a hex; HEX_NONE none */
	FIELD_TABLE,		/* array of structs keyed by their FIELD_ID */
	FIELD_SIDES,		/* array of structs, one a side, by its name */
	FIELD_LIST,		/* array of structs without ids: [[list]] */
	FIELD_HEXES,		/* array of int hexes, with a count */
	FIELD_IDS,		/* array of char[ID_SIZE], with a count */
	FIELD_HANDS,		/* a list of ids for each side, by its name:
				 * array of structs (stride) with the count at
				 * `count` and the ids at `id` in each */
};

#define FIELD_TEXT_SIZE 64

/*
 * A field whose value equals `omit` is not written (and a field that is not
 * there is read as `omit`): 0 for numbers, false, HEX_NONE, -1 for sides.  For
 * FIELD_TABLE, FIELD_LIST, FIELD_HEXES and FIELD_IDS `count` is the offset of
 * the int that counts, `max` the array's length, `stride` an element's size;
 * for tables `fields` describes an element and `id` is the offset of its id.
 */
struct field {
	const char *name;
	enum field_type type;
	size_t offset;
	int omit;
	const char *const *names;	/* FIELD_ENUM: NULL-terminated */
	const struct field *fields;	/* elements */
	size_t stride, count, id;
	int max;
	bool always;			/* written even when equal to omit */
	bool hidden;			/* not everybody's business: written only
					 * where field_names says so, and then
					 * as a whole; no field of a list */
};

/* What names mean here. */
struct field_names {
	const struct hex_grid *grid;
	const char *const *side;
	int nsides;
	enum { FIELDS_PUBLIC, FIELDS_HIDDEN, FIELDS_ALL } which; /* written */
};

/* A struct into a table.  Entries of tables stand one a line. */
void field_write(struct arena *a, struct node *out, const void *s,
	const struct field *f, const struct field_names *names);

/*
 * A table into a struct.  What the table does not name stays as it is; an
 * entry of a FIELD_TABLE that exists is changed in the fields it names, one
 * that does not is added with every other field at `omit`; lists are replaced
 * whole.  Unknown keys, wrong types, unknown names and too many entries are
 * refused: "unit.x.hexx: no such field; did you mean "hex"?".  Keys listed in
 * `ignore` (NULL-terminated, or NULL) are passed over.
 */
int field_read(struct err *e, struct arena *a, const struct node *t, void *s,
	const struct field *f, const struct field_names *names,
	const char *const *ignore) __attribute__((warn_unused_result));

/* Is any of them hidden, or any of their elements'? */
bool field_hides(const struct field *f);

/* Set every field to its `omit`. */
void field_clear(void *s, const struct field *f,
	const struct field_names *names);

/* The path of the first field that differs, or NULL. */
const char *field_differs(struct arena *a, const void *x, const void *y,
	const struct field *f, const struct field_names *names);

#endif
