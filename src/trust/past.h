/* past.h: earlier commits of a repository, for exchange_run */
#ifndef IACTA_TRUST_PAST_H
#define IACTA_TRUST_PAST_H

#include "trust/exchange.h"

/* Commits 0 to the head's: those listed, or where there is no list, sought
 * when they are asked for. */
struct past {
	struct history *h;
	const struct public_key *referee;	/* who signed them */
	struct history_commit *commit;		/* NULL, or all of them */
	size_t n;
};

/* A reader of these commits; `p` must live as long. */
struct exchange_past past_of(struct past *p);

#endif
