/* found.h: founding a game: the charter, the secret, commit 0 */
#ifndef IACTA_TRUST_FOUND_H
#define IACTA_TRUST_FOUND_H

#include "trust/exchange.h"

struct found_input {
	const char *dir;		/* absent, or an empty directory */
	const char *game, *system, *scenario;
	const char *charts;		/* NULL, or an owner's chart file */
	struct charter_clock clock;	/* hours 0: none */
	struct charter_missed missed;
	/* name, and key or bot, and mail; in any order */
	const struct charter_side *side;
	int nsides;
	const char *const *spectator;	/* addresses */
	int nspectators;
	const uint8_t *secret;		/* NULL: a random one */
};

/*
 * Found a game: everything is checked first; then the referee's key is made
 * if he has none, the repository and the secret in his own directory, and
 * commit 0 is written.  Refused: a game whose secret exists already, sides
 * that are not exactly the scenario's.  `id` is the commit.
 */
int found_game(struct err *e, struct arena *a, const struct found_input *in,
	char id[41], struct exchange_output *out)
	__attribute__((warn_unused_result));

#endif
