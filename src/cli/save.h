/* save.h: games of the bot through the whole pipeline, kept as repositories */
#ifndef IACTA_CLI_SAVE_H
#define IACTA_CLI_SAVE_H

#include <stdint.h>

struct arena;
struct err;
struct rules;

struct save {
	const char *dir;	/* where the repositories go; absolute or not */
	const struct rules *rules;
	uint8_t seed[32];
	/* what came of it */
	long games, commits, submissions, refused, late, open_audits;
};

/*
 * Keys for the sides and a referee of these games alone, in DIR/.referee
 * (IACTA_HOME of this process from now on).  Whoever knows the seed knows these
 * keys: this process is not to make keys for people any more.
 */
int save_prepare(struct err *e, struct arena *a, struct save *s)
	__attribute__((warn_unused_result));

/*
 * Game `number`: founded, accepted, played and adjudicated exchange after
 * exchange as players would do it, with keys and signed, sealed submissions,
 * and audited once on the way and at the end.  The repository is DIR/SCENARIO-
 * NUMBER.  Seed and number decide everything, nonces and seals included: the
 * same again are the same turns, but for the times of their commits.  *result is
 * in the arena.
 */
int save_game(struct err *e, struct arena *a, struct save *s, long number,
	const char **result) __attribute__((warn_unused_result));

#endif
