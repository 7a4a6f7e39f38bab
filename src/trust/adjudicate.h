/* adjudicate.h: resolve an exchange and commit what became of it */
#ifndef IACTA_TRUST_ADJUDICATE_H
#define IACTA_TRUST_ADJUDICATE_H

#include "trust/exchange.h"

struct adjudicated {
	char id[41];			/* the commit */
	struct exchange_output x;
	const char *warning;	/* what failed though it stands; NULL */
};

/*
 * Under the lock: read the head and the inbox, run the exchange, commit, clean
 * the inbox, refresh the work tree.  ERR_NOTHING when somebody who is asked
 * has sent nothing (the message names him), when the game is over, or when
 * somebody else was faster.  With `deadline` those are late who were asked
 * and have sent nothing, or nothing that answers what is asked: else a player
 * could hold up a game with empty submissions.  An acceptance is never late.
 */
int adjudicate(struct err *e, struct arena *a, struct history *h,
	bool deadline, struct adjudicated *out)
	__attribute__((warn_unused_result));

#endif
