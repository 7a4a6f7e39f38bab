/* store.h: the referee's own directory: his key and the games' secrets */
#ifndef IACTA_TRUST_STORE_H
#define IACTA_TRUST_STORE_H

#include "trust/keys.h"

/*
 * $IACTA_HOME, or $HOME/.iacta; nothing is made.  ERR_INPUT when neither is
 * set.  In it, never in a repository: referee.key and referee.pub, and
 * secrets/GAME with 64 hex digits; directories 0700, secrets 0600.
 */
int store_dir(struct err *e, struct arena *a, const char **out)
	__attribute__((warn_unused_result));

/*
 * The referee's key.  With `make` it is made if there is none; without, that
 * is refused with the remedy.  Wipe it with keys_wipe.
 */
int store_referee(struct err *e, struct arena *a, bool make,
	struct secret_key *out) __attribute__((warn_unused_result));

/* Is there a secret of a game of this name? */
int store_has_secret(struct err *e, struct arena *a, const char *game,
	bool *out) __attribute__((warn_unused_result));
int store_secret(struct err *e, struct arena *a, const char *game,
	uint8_t out[32]) __attribute__((warn_unused_result));
/* Keep a new game's secret; refused when there is one of that name. */
int store_keep_secret(struct err *e, struct arena *a, const char *game,
	const uint8_t secret[32]) __attribute__((warn_unused_result));
/* Take back what store_keep_secret wrote: its game came to nothing. */
void store_drop_secret(struct arena *a, const char *game);

#endif
