/* retreat.h: what retreats and evasions share: ways toward one's own side */
#ifndef IACTA_CC_RETREAT_H
#define IACTA_CC_RETREAT_H

#include "systems/cc_medieval/cc.h"

/* May a unit on its way home enter?  *joins: a lone leader of its own is there
 * and takes it in. */
bool cc_open_hex(struct game *g, const struct cc_unit *u, int hex,
	bool *joins);
void cc_add_hex(struct game *g, struct node *list, int hex);
/* A leg of a retreat or an evasion: told, and the unit there. */
void cc_go_leg(struct game *g, const char *event, struct cc_unit *u, int to,
	const struct node *path, int lost);
bool cc_is_marsh(struct game *g, int hex);

#endif
