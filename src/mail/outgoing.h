/* outgoing.h: the mail that a player gets after an adjudication */
#ifndef IACTA_MAIL_OUTGOING_H
#define IACTA_MAIL_OUTGOING_H

#include "mail/write.h"
#include "trust/position.h"

struct history;

#define OUTGOING_SPECTATOR (-1)

/*
 * What side `side` needs to play turn p->n, commit `id`: what changed since
 * turn `since`, the report, its own hand, what is asked, the sheet to fill in.
 * Only what this side may know; OUTGOING_SPECTATOR may know what is public.  The text, the HTML (which shows the picture
 * of content id "map"), subject and ids are set; addresses, date and the
 * picture are the caller's.  `secret` is the game's, with which the side's own
 * hand and orders are opened.
 */
int outgoing_turn(struct err *e, struct arena *a, struct history *h,
	const char *id, int side, long since, const uint8_t *secret,
	struct mail *out) __attribute__((warn_unused_result));

/* The side's own hand, which the referee can open with the game's secret; NULL
 * where there is none. */
int outgoing_hand(struct err *e, struct arena *a, const struct position *p,
	int side, const uint8_t *secret, struct node **out)
	__attribute__((warn_unused_result));

/* A reminder that this side is awaited; `left` says how long in words, `by`
 * until when; NULL: there is no clock.  `moved`: not a reminder, but word that
 * it has another deadline than the turn's own message said. */
int outgoing_reminder(struct err *e, struct arena *a,
	const struct position *p, int side, const char *left, const char *by,
	bool moved, struct mail *out) __attribute__((warn_unused_result));

/*
 * Up to which turn has this side been written to?  -1: never.  Kept in the
 * private directory: iacta/mailed/SIDE.
 */
int outgoing_mailed(struct err *e, struct arena *a, struct history *h,
	const char *side, long *n) __attribute__((warn_unused_result));
int outgoing_note(struct err *e, struct arena *a, struct history *h,
	const char *side, long n) __attribute__((warn_unused_result));

#endif
