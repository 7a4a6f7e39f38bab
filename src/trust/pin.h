/*
 * pin.h: is this the game that was accepted, and the referee's own history?
 *
 * Everything in a clone came over a network.  Its head must be signed by the
 * charter's referee, and so must every commit down to the first, whose charter
 * is the head's.  Which charter that is, only people can tell each other: its
 * fingerprint is a phrase to compare by telephone.  The first acceptance pins
 * it in the player's own directory, and from then on no other game can take
 * its place.
 */
#ifndef IACTA_TRUST_PIN_H
#define IACTA_TRUST_PIN_H

#include "trust/position.h"

/*
 * Check the head of `h`, whose charter is that of `p` (any commit of it), and
 * the chain of commits behind it, down to the first or to one that was checked
 * before (remembered with the pin).  ERR_VERIFY where the referee did not sign,
 * where the charter is not the pinned one, and where the history is not the
 * one that was seen before.
 */
int pin_check(struct err *e, struct arena *a, struct history *h,
	const struct position *p) __attribute__((warn_unused_result));

/* Pin this game, whose history was checked: $IACTA_HOME/pins/GAME.toml.
 * *first says that there was no pin. */
int pin_keep(struct err *e, struct arena *a, struct history *h,
	const struct position *p, bool *first)
	__attribute__((warn_unused_result));

/* "lusab-babad-gutih-tugad-mudof": 80 bits of the SHA-256 of
 * "iacta-fingerprint:CHARTER:REFEREE", the SHA-256 of game.toml in hex and the
 * referee's line, as proquints. */
const char *pin_phrase(struct arena *a, const struct position *p);

#endif
