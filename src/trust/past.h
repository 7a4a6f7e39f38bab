/* past.h: earlier commits of a repository, for exchange_run */
#ifndef IACTA_TRUST_PAST_H
#define IACTA_TRUST_PAST_H

#include "trust/exchange.h"

/* Commits 0 to the head's, listed when first asked for.  Zero but for `h`. */
struct past {
	struct history *h;
	struct history_commit *commit;
	size_t n;
};

/* A reader of these commits; `p` must live as long. */
struct exchange_past past_of(struct past *p);

/*
 * Has this side used this nonce in an earlier commit?  *commit is the first
 * that has it, or -1.  Reads every orders/SIDE.toml of the history.
 */
int past_nonce(struct err *e, struct arena *a, struct past *p,
	const struct charter *c, const struct submission *s, long *commit)
	__attribute__((warn_unused_result));

#endif
