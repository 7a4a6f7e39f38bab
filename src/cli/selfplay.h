/* selfplay.h: games of bots against bots, and the figures of many */
#ifndef IACTA_CLI_SELFPLAY_H
#define IACTA_CLI_SELFPLAY_H

#include "engine/rules.h"

#include <stdint.h>

#define SELFPLAY_PHRASED 10	/* games whose events are put in words */
#define SELFPLAY_TOLD 10	/* failures */
#define SELFPLAY_KINDS 80	/* of events, of questions */
#define SELFPLAY_RESULTS 32
#define SELFPLAY_TEXT 400

/* Figures of some games: flat, so that a process can hand them over. */
struct figures {
	long games, failures;
	int64_t turns, least, most, rolls, mails;
	int64_t event[SELFPLAY_KINDS], kind[SELFPLAY_KINDS];
	int nresults;			/* in the order in which they came */
	struct {
		char text[80];
		int64_t n;
	} result[SELFPLAY_RESULTS];
	struct {			/* the first failures */
		long game;
		char why[SELFPLAY_TEXT];
	} failed[SELFPLAY_TOLD];
};

struct selfplay {
	struct arena *a;
	const struct rules *rules;
	struct game start;		/* loaded once, copied for each game */
	uint8_t secret[32];
	struct node *fields;		/* [EVENT] FIELD = true, if seen */
	struct figures all;
};

/* Play a game and count it.  `light`: only what is counted is kept of it;
 * otherwise its events are checked, each against its phrase. */
void selfplay_game(struct selfplay *s, long number, bool light,
	struct figures *out);
void figures_result(struct figures *f, const char *text, int64_t n);
/* What came later is added to what came before. */
void figures_add(struct figures *f, const struct figures *later);

/* An event's phrase, in whichever table of the catalogue it stands; NULL. */
const char *selfplay_phrase(const struct selfplay *s, const char *event);

/* Would a player who keeps the default doctrine have had to be waited for? */
bool selfplay_would_stop(const struct system *s, const char *kind);

/*
 * Games `first` and on, in so many processes, into s->all: the same as in one.
 * `progress`: how far they are is shown on a terminal.  ERR_SYSTEM.
 */
int selfplay_jobs(struct err *e, struct selfplay *s, long first, long games,
	int jobs, bool progress) __attribute__((warn_unused_result));

#endif
