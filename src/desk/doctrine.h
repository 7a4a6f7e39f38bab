/* doctrine.h: what a doctrine would answer, kind by kind, and in the past */
#ifndef IACTA_DESK_DOCTRINE_H
#define IACTA_DESK_DOCTRINE_H

#include "desk/desk.h"

/* Does this entry decide every question of its kind?  Conditions may fail,
 * and so may all preferences but a few. */
bool doctrine_decides(const struct node *entry);

/* Every mistake of a doctrine, not only the first: { number, problem }. */
struct node *doctrine_problems(const struct desk *d,
	const struct node *doctrine);

/* The number of an earlier entry that leaves nothing to entry `number` (from
 * 1); 0 if there is none. */
int doctrine_shadowed(const struct node *doctrine, int number);

/*
 * Which questions the enemy's next turn could raise in this position, found by
 * letting bots play on so many times: { kind, unit, would, times, turns } into
 * `out`.  Returns in how many of them the enemy had a turn; 0 where bots cannot
 * play on from here, because what is hidden is not known.
 */
long doctrine_outlook(const struct desk *d, const struct node *doctrine,
	long runs, struct node *out);

#endif
