/* bot.h: what a unit could do, for the order sheet and the bot */
#ifndef IACTA_CC_BOT_H
#define IACTA_CC_BOT_H

#include "systems/cc_medieval/combat.h"

#define CC_TARGETS (CC_UNITS + CC_LEADERS + 1)	/* and one that is none */

/* Where an ordered unit may move, by the numbers of the hexes; how many. */
int cc_destinations(struct game *g, const struct cc_unit *u, int *out);
/* Whom it may fire at, or close with; room for CC_TARGETS. */
int cc_targets(struct game *g, const struct cc_unit *u, bool fire,
	struct cc_target *out);

#endif
