/* exchange_run.h: between the files that carry out an exchange */
#ifndef IACTA_TRUST_EXCHANGE_RUN_H
#define IACTA_TRUST_EXCHANGE_RUN_H

#include "trust/acts.h"
#include "trust/exchange_files.h"

/* One exchange on its way. */
struct exchange_run {
	struct err *e;
	struct arena *a;
	const struct exchange_input *in;
	struct position *p;
	struct submission sub[CHARTER_SIDES];	/* in charter order */
	int nsubs;
	struct submission *alone;	/* those that hold acts alone */
	int nalone;
	struct acts acts;
	struct position *to;	/* where it goes on: p, unless rewound */
	const char *late[CHARTER_SIDES];
	int nlate;
	char transcript[HASH_HEX];
	uint8_t seed[32], key[32], botkey[32];
	char next[HASH_HEX];		/* the next commitment */
	long picks;
	struct node *pick_options;	/* how many each pick had */
	struct exchange_shuffle shuffle[EXCHANGE_SHUFFLES];
	int nshuffles;
};

/* The submission of a side that holds more than acts; NULL. */
const struct submission *exchange_sent_by(const struct exchange_run *r,
	int side);

/* --- exchange_source.c --- */

/* Rolls, picks and shuffles from this exchange's keys.  It borrows `r`. */
struct source exchange_source(struct exchange_run *r);

/* --- exchange_claimed.c: without the secret --- */

/* A file of the commit as the referee published it, parsed. */
int exchange_claimed(struct exchange_run *r, const char *path,
	struct node **out) __attribute__((warn_unused_result));
/* The seed of this exchange and the next commitment. */
int exchange_claimed_seed(struct exchange_run *r)
	__attribute__((warn_unused_result));
/* The answers, and which orders and doctrine stand: each must be possible. */
int exchange_claim_answers(struct exchange_run *r)
	__attribute__((warn_unused_result));
/* Where a hand is hidden, nothing that the sides sent is known by itself. */
void exchange_know_nothing(struct exchange_run *r);
/* What is sealed, for the files that are made again. */
int exchange_claim_sealed(struct exchange_run *r, struct exchange_made *m)
	__attribute__((warn_unused_result));

/* --- exchange_back.c --- */

/* Go on from the start of exchange r->acts.rewind: r->to. */
int exchange_go_back(struct exchange_run *r)
	__attribute__((warn_unused_result));

#endif
