/*
 * why.h: why something cannot be, as a code with fields
 *
 * A predicate says NULL (it may) or why not.  That is a code of the system's
 * list ("missile.range": [a-z0-9] and . - within), or a code with fields as
 * `why_not` makes it.  It is one string, so that predicates pass it on without
 * looking at it; whoever records or shows it takes it apart here.  Words are
 * found when it is shown (show/why.h), never before.
 *
 * In memory the fields follow the code, each after a byte 0x1f as
 * name=TYPEvalue: TYPE " for text, # for a number, [ for a list whose entries
 * are parted by 0x1e.  No value has a byte below 0x20.
 */
#ifndef IACTA_ENGINE_WHY_H
#define IACTA_ENGINE_WHY_H

#include <stdbool.h>

struct arena;
struct node;

/* Is it a code, with fields or without? */
bool why_is_code(const char *why);

/* Is it this code, whatever its fields? */
bool why_is(const char *why, const char *code);

/* { code = "missile.range", unit = "x" }, as it stands in a file; the fields
 * in the order in which they were added.  NULL if it is no code. */
struct node *why_node(struct arena *a, const char *why);

/* The same, read back from a file; NULL if that is not of this form. */
const char *why_from_node(struct arena *a, const struct node *t);

/* Without a catalogue: "missile.range (unit x, range 4)". */
const char *why_plain(struct arena *a, const char *why);

#endif
