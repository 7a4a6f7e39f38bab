/* toml.h: TOML in and out */
#ifndef IACTA_BASE_TOML_H
#define IACTA_BASE_TOML_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct node;
struct str;

#define TOML_MAX_DEPTH 16
#define TOML_MAX_SIZE (8u << 20)

/*
 * Parse a text into a table of nodes in the arena.  `name` is how messages
 * call it ("orders.toml: line 3: …").  Refused with ERR_INPUT: bytes that are
 * not UTF-8, control characters other than LF and TAB (CR is refused as well:
 * callers hand in the normal form), more than `max` bytes, deeper nesting
 * than TOML_MAX_DEPTH, floats, dates, and what is not TOML 1.0.
 *
 * Whichever library is behind it, the same texts are read, into the same
 * tree: what libraries are known to treat differently is refused too.  So
 * there are no integers but decimal ones; hex digits in \u are capitals, and
 * neither \u0000, \uFFFE nor \uFFFF is a character; a basic string does not
 * hold three single quotes in a row; a run of quotes that ends a multi-line
 * string is three long, and a blank does not follow its \ at a line's end; a
 * key is not empty, holds no tab and no escapes ('single quotes' take what
 * needs one), and stands in quotes where it begins like a date; a header does
 * not reach into a table made by dotted keys; toml_backend.h has more limits.
 *
 * The children of a table are in the order in which their keys first appear
 * in the text.  `line` is where a value stands: for a table its header's, or
 * that of the first longer header or dotted key that implies it.  `layout` is
 * as it was written: NODE_INLINE for inline tables and for arrays in one line,
 * NODE_LINES for arrays over several.
 */
int toml_read(struct err *e, struct arena *a, const char *name,
	const char *s, size_t len, size_t max, struct node **out)
	__attribute__((warn_unused_result));

/*
 * Between toml_keep(true) and toml_keep(false) texts are kept with their trees,
 * and one that is read again gives the same tree: who reads may not change it
 * then.  A tree is good, whatever becomes of the arena, until the second
 * toml_keep_turn after it was last read.
 */
void toml_keep(bool on);
void toml_keep_turn(void);

/* file_read and toml_read. */
int toml_read_file(struct err *e, struct arena *a, const char *path,
	struct node **out) __attribute__((warn_unused_result));

/*
 * The canonical text of a table: keys in the order they stand in the tree,
 * plain values and inline ones first, then tables as [a.b] and arrays of
 * tables as [[a.b]], one blank line before each header.  Bare keys where
 * TOML allows, basic strings with the shortest escapes.
 *
 * It reads back as an equal tree where in every table the plain and inline
 * values stand before the others already.  The keys must be such as toml_read
 * accepts: what came out of it, or names and ids.
 */
void toml_write(struct str *out, const struct node *table);
/* One value as it stands right of a `=`, in one line. */
void toml_write_inline(struct str *out, const struct node *value);

/* Which backend this is: "toml++" or "tomlc99". */
extern const char *const toml_backend;

#endif
