/* trace.h: which order an event of a run belongs to */
#ifndef IACTA_DESK_TRACE_H
#define IACTA_DESK_TRACE_H

#include "engine/game.h"

#define TRACE_COMBATS 128

/*
 * Kept while a game runs: call trace_event after every event (game.watch).
 * An event belongs to the order that is being carried out; one that comes
 * later (a combat that was ordered and is resolved in a phase of its own) to
 * the order that began the combat, or that named the attackers.
 */
struct trace {
	struct arena *a;
	int side;
	const struct node *orders;	/* the list; may be NULL */
	int *owner;			/* of each event; 0: no order's */
	size_t n, cap;
	int combat[TRACE_COMBATS];	/* the order that began it */
	int last;			/* whose combat goes on; 0 */
};

void trace_event(struct trace *t, const struct game *g);
/* The order that event `i` belongs to; 0: none. */
int trace_owner(const struct trace *t, size_t i);

#endif
