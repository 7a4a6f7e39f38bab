/* clock.h: how much time each side has left, by the charter's clock */
#ifndef IACTA_TRUST_CLOCK_H
#define IACTA_TRUST_CLOCK_H

#include "trust/position.h"

/*
 * A side's clock runs from the commit that asks it something to the one that
 * adjudicates the exchange; each such exchange gives it more, up to the cap.
 * No clock reaches the tree: the times are those of the commits.  left[i] are
 * the seconds that side i had when the head was committed, at *since.  Where
 * the charter has no clock, *has is false.  Turn 0 is never late.
 */
int clock_left(struct err *e, struct arena *a, struct history *h,
	const struct position *p, bool *has, int64_t *since,
	int64_t left[CHARTER_SIDES]) __attribute__((warn_unused_result));

#endif
