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
	const struct submission *sub;		/* in charter order */
	int nsubs;
	const struct exchange_shuffle *shuffle;
	int nshuffles;
};

/* Write them all into out->file, and the headline. */
int exchange_files(struct err *e, const struct exchange_made *m,
	struct exchange_output *out) __attribute__((warn_unused_result));

#endif
