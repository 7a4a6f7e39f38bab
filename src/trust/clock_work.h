/* clock_work.h: what clock.c and clock_kept.c share */
#ifndef IACTA_TRUST_CLOCK_WORK_H
#define IACTA_TRUST_CLOCK_WORK_H

#include "trust/clock.h"

#define CLOCK_LAST (INT64_C(2932896) * 86400)	/* the end of the year 9999 */
#define CLOCK_SPANS 256		/* of days on which clocks stand still */

/* Days on which the clock of a side, or of all (-1), stands still. */
struct clock_span {
	int side;
	int64_t from, to;	/* both included */
};

/* How far the exchanges before commit `n` have brought it. */
struct reckoning {
	const struct charter *c;
	long n;
	struct clock_span span[CLOCK_SPANS];
	int nspans;
	/* how many absences and pauses of the list in [terms] are in it */
	size_t absences, pauses;
	int64_t allowed[CHARTER_SIDES];	/* days of absence that are left */
	int64_t used[CHARTER_SIDES], left[CHARTER_SIDES];	/* seconds */
};

/*
 * A game is reckoned from its first exchange, and a long one takes long.  How
 * far that has come is remembered in the user's own directory, in a file called
 * by charter and referee, with the commit that it came to.  False, and nothing
 * changed, where there is none, or none that makes sense; what cannot be kept
 * is reckoned again.
 */
bool clock_recall(struct arena *a, const struct position *p,
	struct reckoning *r, char id[41]);
void clock_keep(struct arena *a, const struct position *p,
	const struct reckoning *r, const char *id);

#endif
