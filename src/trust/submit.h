/* submit.h: handing in a submission: verify, keep, receipt */
#ifndef IACTA_TRUST_SUBMIT_H
#define IACTA_TRUST_SUBMIT_H

#include "trust/submission.h"

struct history;

/* A submission as it came. */
struct submit_input {
	const char *what;	/* how messages call it */
	const char *text;
	size_t len;
	const char *sig;
	const char *sig2;	/* NULL, or another reading of it */
};

struct submit_output {
	int left;		/* how many more revisions are kept */
	const char *game, *side;
	long exchange, revision;
	const char *receipt;	/* TOML, signed by the referee */
	const char *receipt_sig;
	bool again;		/* the very same had been kept before */
	const char *leaves;	/* a kind that is asked and not answered */
};

/*
 * Everything is verified before anything is written: game, side, signature,
 * header, exchange and turn; what is sealed; and what orders, answers,
 * doctrine and deployment can never be.  Then, under the lock, that the exchange is still
 * open; the submission is kept, and the receipt made and kept.  Only the
 * referee can do it: it takes his key and the game's secret.
 */
int submit(struct err *e, struct arena *a, struct history *h,
	const struct submit_input *in, struct submit_output *out)
	__attribute__((warn_unused_result));

/* The referee's key, which must be the charter's. */
int submit_key(struct err *e, struct arena *a, const struct charter *c,
	struct secret_key *out) __attribute__((warn_unused_result));

#endif
