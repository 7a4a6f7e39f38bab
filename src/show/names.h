/* names.h: what units, leaders and sides are called in a report */
#ifndef IACTA_SHOW_NAMES_H
#define IACTA_SHOW_NAMES_H

#include <stdbool.h>

struct arena;
struct game;
struct node;
struct rules;

/*
 * The names of a position: of everything in it that has an id and a `name`,
 * and the titles of the sides.  Where several have one name, the number at the
 * end of the id tells them apart ("legionaries 50"); where that is not enough
 * they have no name.
 */
struct names;

/* From a position as it stands in a turn file; `rules` may be NULL (then the
 * sides are called by their ids).  Borrows both. */
struct names *names_new(struct arena *a, const struct node *position,
	const struct rules *rules);

/* As new: nothing has been mentioned. */
void names_afresh(struct names *n);

/* NULL if it has only its id. */
const char *names_of(const struct names *n, const char *id);

/* The side's title ("Byzantines"), or its id. */
const char *names_side(const struct names *n, const char *side);

/*
 * As a story mentions it: "Vandal 3 (vandal-hc-3)" the first time, then
 * "Vandal 3"; NULL as names_of.
 */
const char *names_mention(struct names *n, const char *id);

#endif
