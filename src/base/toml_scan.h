/* toml_scan.h: between toml.c and the check of a text, and within the check */
#ifndef IACTA_BASE_TOML_SCAN_H
#define IACTA_BASE_TOML_SCAN_H

#include "base/toml_backend.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct node;
struct toml_slot;	/* opaque but to toml_scan.c: a table's entry */

/*
 * The check finds where keys, strings and brackets begin and end, and which
 * table a line belongs to.  Its rules are those of TOML 1.0 and narrower where
 * libraries differ, so that a text it passes means the same to all of them.
 * What it finds is the outline: the tree in the order written and with the
 * lines, which no library tells us in the same way.
 *
 * Of the values it takes those that are what they look like: booleans,
 * integers, and strings of one line in "…" whose escapes are single letters.
 * That is all that the program itself writes, control characters aside, and
 * nearly all that people do.  Other strings are left to the library: `left`
 * says that there are some, and then it fills in the whole tree.
 *
 * The text is known to be UTF-8 without control characters, and a NUL ends
 * it; the outline is in the arena.  Refused with ERR_INPUT.
 */
int toml_scan(struct err *e, struct arena *a, const char *text,
	struct node **outline, bool *left) __attribute__((warn_unused_result));

struct toml_scan {
	struct err *e;
	struct arena *a;
	const char *text, *p;	/* where we are; a NUL ends the text */
	int line;
	struct toml_slot *slots;	/* open addressing, at most half full;
					 * none before the first large table */
	size_t n_slots, used;
	bool left;		/* a string for the library */
};

/* The keys of `a.b.c` */
struct toml_path {
	const char *key[TOML_MAX_KEYS];
	int n;
};

/*
 * toml_lex.c, for toml_scan.c.  What returns bool moves `p` past what it
 * names and says true, or has refused it; the questions about a character
 * move nothing.
 */

/* Always false, so that a caller may return it. */
bool toml_refuse(struct toml_scan *sc, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* `n` bytes from where we are, as a message may show them */
const char *toml_shown(struct toml_scan *sc, const char *s, size_t n);

void toml_skip_blanks(struct toml_scan *sc);
/* Blanks, comments and line ends, as between the elements of an array. */
void toml_skip_space(struct toml_scan *sc);
bool toml_line_end(struct toml_scan *sc);
/* At its first quote.  *s is its value, or NULL where that is left. */
bool toml_scan_string(struct toml_scan *sc, const char **s);
/* key.key.key, with the blanks around it */
bool toml_scan_path(struct toml_scan *sc, struct toml_path *path);

bool toml_is_digit(char c);
bool toml_is_bare(char c);		/* of a key without quotes */
/* 1979-05-27…, which tomlc99 takes for a date even as a key */
bool toml_begins_like_date(const char *s);

#endif
