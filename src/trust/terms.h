/*
 * terms.h: what signed acts have changed since the founding
 *
 * [terms] of turn.toml overrides the charter from that turn on:
 *
 *	[terms]
 *	rules_revision = 2
 *	key.red = "RWQ…"		who speaks for red now
 *	mail.red = "new@example.org"
 *	absence = [{ side = "red", from = "2027-07-01", to = "2027-07-20" }]
 *	rewound = [{ at = 7, to = 3 }]	in exchange 7, to the start of 3
 *	extension = [{ exchange = 4, side = "red", hours = 48 }]
 *	pause = [{ from = "2026-12-24", to = "2027-01-06" }]
 */
#ifndef IACTA_TRUST_TERMS_H
#define IACTA_TRUST_TERMS_H

#include "trust/charter.h"

struct node;

/* Those that are lists of tables. */
#define TERMS_LISTS 4
extern const char *const terms_lists[TERMS_LISTS];

/*
 * Put what [terms] of `turn` says into the charter.  ERR_VERIFY where it is
 * not of the form above, or names a side that has no key.  `t` is NULL where
 * there is no such table.
 */
int terms_apply(struct err *e, struct arena *a, const struct node *t,
	struct charter *c) __attribute__((warn_unused_result));

#endif
