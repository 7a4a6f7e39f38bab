/* reveal.h: what was sealed while a finished game was played */
#ifndef IACTA_TRUST_REVEAL_H
#define IACTA_TRUST_REVEAL_H

#include "trust/position.h"

/*
 * With the secret that the last commit (read as `p`) has published: for
 * each exchange after turn `since` (-1: of the whole game) what each side held
 * and what it sent:
 *
 *	[{ exchange, player = [{ side, hand, holds, order, answer, doctrine,
 *	  deploy, closed }] }]
 *
 * `hand` says what is held ("hand"), `holds` lists it; the others are arrays
 * of texts, an order or an entry each.  `closed`: what it had sealed could not
 * be opened.  ERR_INPUT where the game is not over.
 */
int reveal_exchanges(struct err *e, struct arena *a, struct history *h,
	const struct position *p, long since, struct node **out) __attribute__((warn_unused_result));

#endif
