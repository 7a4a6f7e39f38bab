/* retell.h: what a report is made from, read from a history */
#ifndef IACTA_TRUST_RETELL_H
#define IACTA_TRUST_RETELL_H

#include "show/report.h"
#include "trust/position.h"

/*
 * Fill `out` for the report of commit `id`, read as `p`: the exchanges after
 * turn `since` (-1: the last one alone), each with its events, dice, table
 * talk and who was late; and the turn to compare with, which commit 0 has not.
 * ERR_INPUT where `since` is not an earlier turn.  `e`'s other codes as
 * reading a history has them; all is in the arena.
 */
int retell(struct err *e, struct arena *a, struct history *h, const char *id,
	const struct position *p, long since, struct report_context *out)
	__attribute__((warn_unused_result));

#endif
