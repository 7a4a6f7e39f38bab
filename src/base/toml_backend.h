/* toml_backend.h: what toml.c asks of a TOML library */
#ifndef IACTA_BASE_TOML_BACKEND_H
#define IACTA_BASE_TOML_BACKEND_H

#include <stddef.h>

struct arena;
struct err;
struct node;

/*
 * Limits below those of either library, for which both do the same: tomlc99
 * takes ten keys in a header and slows down with the square of a string's
 * length and of a table's or an array's size.
 */
#define TOML_MAX_KEYS 10		/* in a header, or joined by dots */
#define TOML_MAX_CHILDREN 10000		/* of one table or array */
#define TOML_MAX_STRING 65536		/* bytes, as written */

/*
 * Parse `text` (NUL-terminated beyond `len`; our own check has passed it) and
 * put its values into `outline`, the tree that the check made: keys, types,
 * order and lines are there, but not every string.  Refused with ERR_INPUT
 * when the library refuses the text or sees another tree in it.  Strings are
 * copied into the arena; nothing of the library outlives the call.
 */
int toml_backend_fill(struct err *e, struct arena *a, const char *text,
	size_t len, struct node *outline) __attribute__((warn_unused_result));

#endif
