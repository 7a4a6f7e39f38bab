/* picture.h: the board of a game with its titles, and what happened on it */
#ifndef IACTA_SHOW_PICTURE_H
#define IACTA_SHOW_PICTURE_H

#include "show/svg.h"

struct scenario_files;

/* board_of, with the titles of scenario and system and the time. */
struct board *picture_board(struct game *g, const struct scenario_files *f);

/* "chalons-1, exchange 12" */
const char *picture_note(struct arena *a, const char *game, long n);

/* map.svg as it stands in a commit: the position, and what the exchange's
 * events (an array, or NULL) have changed. */
void picture_svg(struct str *out, struct game *g,
	const struct scenario_files *f, const struct node *events,
	const char *note);

#endif
