/* muster.h: whom a play order names, and whether the card allows it */
#ifndef IACTA_CC_MUSTER_H
#define IACTA_CC_MUSTER_H

#include "systems/cc_medieval/cc.h"

/* What a play order names. */
struct muster {
	int side;
	int nunits, unit[CC_ORDERED];		/* indices */
	int nleaders, leader[CC_ORDERED];	/* ordered by themselves */
	int lead;				/* of a Leadership card */
	bool one;				/* one unit of one's choice */
};

#define CC_LEAD_NONE (-1)	/* none is named */
#define CC_LEAD_WRONG (-2)	/* who is named is no leader */

/* A play order that somebody thinks of. */
struct cc_wish {
	const char *card;	/* by id or kind */
	enum { CC_AS_ITSELF, CC_AS_SCOUT, CC_AS_ONE } as;
	int action;
	bool banner;
	struct muster m;
};

/* NULL, or why it cannot be played; nothing happens. */
const char *cc_cannot_play(struct game *g, const struct cc_wish *w);

/* The same of an order as it is written. */
const char *cc_cannot_play_order(struct game *g, const struct node *order);

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
