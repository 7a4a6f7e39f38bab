/* track.h: the deeds of some events, and where everybody stood at each */
#ifndef IACTA_SHOW_TRACK_H
#define IACTA_SHOW_TRACK_H

#include "engine/board.h"

struct track_deed {
	struct board_deed d;
	int who_hex[BOARD_PARTY];	/* before it; HEX_NONE not known */
	int target_hex[BOARD_PARTY];
	int number;			/* of fire and attack, from 1; 0 */
};

struct track {
	int n;
	struct track_deed *deed;
};

/*
 * The deeds of `events` (an array, or NULL), of which `after` is the outcome.
 * In the board's arena; the events must live as long.
 */
struct track track_events(struct game *g, const struct board *after,
	const struct node *events);

/* Does it bring those who do it to another place? */
bool track_moves(enum board_deed_kind kind);

#endif
