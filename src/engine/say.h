/*
 * say.h: something to be said, without its words
 *
 * What people read of a position (the turn, how a side stands, what a unit is
 * worth) is known to the systems, but not in words: they name a phrase and give
 * its fields.  Words are found where it is shown (show/say.h), as those of
 * events and of refusals are.
 */
#ifndef IACTA_ENGINE_SAY_H
#define IACTA_ENGINE_SAY_H

#include "engine/fact.h"

#include <stdbool.h>

struct arena;
struct game;

struct said {
	const char *code;		/* of the phrase; NULL: nothing */
	const struct fact *facts;	/* its fields; NULL: none */
};

/*
 *	SAID("status", fact_number("points", 3), fact_number("level", 50))
 *
 * holds until the end of the block that it stands in; said_keep copies it, its
 * texts and all.  Facts are texts, numbers, nodes and things said, no hexes or
 * sides: those are given as texts.
 */
#define SAID(code, ...) ((struct said){ (code), FACTS(__VA_ARGS__) })
#define SAID_ALONE(code) ((struct said){ (code), 0 })
struct said said_keep(struct arena *a, struct said s);

/* Something said within something else. */
static inline struct fact
fact_said(const char *name, struct said s)
{
	return (struct fact){ .name = name, .type = FACT_SAID, .s = s.code,
	    .more = s.facts };
}

bool said_same(struct said x, struct said y);

/* How to put something in words: whoever wants them from a system brings it.
 * In the game's arena. */
typedef const char *say_fn(struct game *g, struct said s);

#endif
