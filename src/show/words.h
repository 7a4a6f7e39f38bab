/* words.h: a position in sentences, for somebody who cannot see the map */
#ifndef IACTA_SHOW_WORDS_H
#define IACTA_SHOW_WORDS_H

#include "engine/board.h"

struct str;

/*
 * Unit by unit: what it is, where it stands and looks, who is next to it, what
 * enemies it sees and how far they are.  `only` is NULL or the id of the one
 * piece to tell of.
 */
void words_board(struct str *out, struct game *g, const struct board *b,
	const char *only);

#endif
