/* ascii.h: a board in letters, never wider than a mail or a terminal */
#ifndef IACTA_SHOW_ASCII_H
#define IACTA_SHOW_ASCII_H

#include "engine/board.h"

struct str;

#define ASCII_WIDTH 78

struct ascii_options {
	bool ground;		/* no counters */
	bool flip;		/* seen from the upper edge */
	int around, radius;	/* HEX_NONE: all that is occupied */
};

/*
 * The map, in as many windows side by side as its width needs, and a list of
 * the counters on it.  No line is longer than ASCII_WIDTH columns.
 */
void ascii_board(struct str *out, const struct board *b,
	const struct ascii_options *o);

/* The four letters that a piece has on the map; `out` holds 8. */
const char *ascii_code(const struct board *b, const struct board_piece *p,
	char out[8]);

/* The sign of a ground, of a hexside; NUL where there is none. */
char ascii_ground(enum board_ground x);
char ascii_edge(enum board_edge x);

#endif
