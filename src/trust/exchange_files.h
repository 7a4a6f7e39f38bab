/* exchange_files.h: between exchange.c and exchange_files.c: the files of a
 * commit, from a run */
#ifndef IACTA_TRUST_EXCHANGE_FILES_H
#define IACTA_TRUST_EXCHANGE_FILES_H

#include "trust/exchange.h"

/* Cards shuffled in this exchange. */
struct exchange_shuffle {
	int deck, cards;
	char commitment[HASH_HEX];
};

#define EXCHANGE_SHUFFLES 64

/* All that the files of commit n+1 (or 0) are made of. */
struct exchange_made {
	struct arena *a;
	const struct charter *charter;
	const struct rules *rules;
	const struct history_file *kept;	/* game.toml and rules/ */
	size_t nkept;
	struct game *g;				/* after the run */
	const struct node *asks;
	long n;					/* the number of this commit */
	const uint8_t *secret;			/* NULL: not known */
	const char *charter_sha;
	const char *commitment;			/* of exchange n; NULL: over */
	/* from 1 on: what exchange n-1 was */
	const struct node *before;		/* turn.toml of n-1 */
	const char *previous, *transcript;
	const uint8_t *seed, *key;
	const char *const *late;
	int nlate;
	const struct submission *alone;	/* that hold acts alone */
	int nalone;
	const struct acts *acts;	/* NULL for commit 0 */
	const struct node *picks;	/* options of the bot's picks; NULL */
	const struct submission *sub;		/* in charter order */
	int nsubs;
	const struct exchange_shuffle *shuffle;
	int nshuffles;
	/* NULL, or the events as published, where answers were taken from
	 * there: what is sealed in them */
	const struct node *claimed;
	/* without the secret: turn.toml and checkpoint.toml as published, for
	 * what is sealed in them */
	const struct node *claimed_turn, *claimed_checkpoint;
};

/*
 * Events of a run without the secret, with what is sealed put in from the
 * published ones: the text of refused orders that nobody can read yet, and
 * refusals of answers that nobody can read yet.  Where the two differ
 * otherwise *made is ours, unchanged.  ERR_VERIFY where the published ones
 * leave out what must be sealed.
 */
int exchange_masked(struct err *e, struct arena *a, const struct game *g,
	const struct node *ours, const struct node *claimed,
	const struct node **made) __attribute__((warn_unused_result));

/* --- exchange_hidden.c --- */

/* Seal to a side's key, and add it to `t` under `sealed`. */
int exchange_seal_to(struct err *e, const struct exchange_made *m, int side,
	const char *what, const char *plain, size_t len, size_t pad,
	struct node *t)
	__attribute__((warn_unused_result));
/* [[hand]] of turn.toml; the options of open questions that only their side
 * may know; what a checkpoint hides.  Without the secret what was published
 * is taken over, if it may be such a text. */
int exchange_hands(struct err *e, const struct exchange_made *m,
	struct node *turn) __attribute__((warn_unused_result));
int exchange_options(struct err *e, const struct exchange_made *m)
	__attribute__((warn_unused_result));
int exchange_hidden(struct err *e, const struct exchange_made *m,
	struct node *checkpoint) __attribute__((warn_unused_result));

/* Write them all into out->file, and the headline. */
int exchange_files(struct err *e, const struct exchange_made *m,
	struct exchange_output *out) __attribute__((warn_unused_result));

#endif
