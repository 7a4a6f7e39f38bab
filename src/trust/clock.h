/* clock.h: how much time each side has left, by the charter's clock */
#ifndef IACTA_TRUST_CLOCK_H
#define IACTA_TRUST_CLOCK_H

#include "trust/position.h"

struct node;

#define CLOCK_HALVES 3

struct clock_side {
	int64_t used;		/* seconds since the game began */
	int64_t left;		/* when the head was committed */
	/* If it is asked something: when half of that is gone, half of the
	 * rest, and half of that; and when all of it is.  0 if it is not asked
	 * or the charter has no clock. */
	int64_t half[CLOCK_HALVES], deadline;
};

struct clock {
	bool has;		/* the charter has one, and the game has begun */
	int64_t since;		/* when the head was committed */
	struct clock_side side[CHARTER_SIDES];
};

/*
 * A side's clock runs from the commit that asks it something to the one that
 * adjudicates the exchange; each such exchange gives it more, up to the cap.
 * Weekdays that the charter leaves out do not count, nor days of a pause, nor
 * days of a side's announced absence, of which the charter allows it so many
 * (and none before the day of the turn to which it was announced).  All days
 * are those of UTC.  Where an exchange asked several sides, the commits do not
 * tell who let the others wait: a side that was not late loses no more than it
 * gains.  An extension adds to what is left in its exchange, above the cap.
 *
 * No clock reaches the tree: the times are those of the commits.  `terms` are
 * those of the next turn as far as they are known (rulings.h); NULL: those of
 * the head.  Turn 0 is never late.
 */
int clock_read(struct err *e, struct arena *a, struct history *h,
	const struct position *p, const struct node *terms, struct clock *out)
	__attribute__((warn_unused_result));

/* A date, "2027-07-01", as days since 1970; -1 if it is none. */
int64_t clock_date(const char *s);

/* The day of a moment, since 1970, and as a date. */
int64_t clock_day(int64_t when);
const char *clock_day_name(struct arena *a, int64_t day);
/* "3 days 4 hours", "12 minutes": a stretch of time in words. */
const char *clock_words(struct arena *a, int64_t seconds);
/* "Saturday 21 November 2026, 04:00 UTC" */
const char *clock_moment(struct arena *a, int64_t when);

#endif
