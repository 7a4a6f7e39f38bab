/* muster.h: whom a play order names, and whether the card allows it */
#ifndef IACTA_CC_MUSTER_H
#define IACTA_CC_MUSTER_H

#include "systems/cc_medieval/cc.h"

/* What a play order names. */
struct muster {
	int side;
	int nunits, unit[CC_ORDERED];		/* indices */
	int nleaders, leader[CC_ORDERED];	/* ordered by themselves */
	const char *lead;			/* of a Leadership card */
	bool one;				/* one unit of one's choice */
};

/* What the order names; NULL, or why it cannot be. */
const char *cc_muster_read(struct game *g, const struct node *order,
	struct muster *m);
/* Does a card of this kind order these?  NULL, or why not.  A Leadership card
 * adds the leader's own unit. */
const char *cc_muster_check(struct game *g, int kind, struct muster *m);
/* May the card in effect order this one too, who waits off the board? */
const char *cc_muster_late(struct game *g, int side, const struct cc_unit *u,
	const struct cc_leader *l);
/* The alternative of one unit of one's choice. */
const char *cc_muster_one(struct game *g, struct muster *m);
/* Is it a card for some sort of unit, of which the side has none? */
bool cc_muster_none(struct game *g, int side, int kind);

#endif
