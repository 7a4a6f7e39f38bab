/* exchange.h: from one commit to the next: the pure function */
#ifndef IACTA_TRUST_EXCHANGE_H
#define IACTA_TRUST_EXCHANGE_H

#include "trust/position.h"
#include "trust/submission.h"

/*
 * Files of earlier commits: *data is NULL when commit `n` has no such file.
 * Asked for dice.toml (rolls since the checkpoint) and orders/SIDE.toml
 * (orders and doctrine that stand).
 */
struct exchange_past {
	void *ctx;
	int (*read)(struct err *e, void *ctx, struct arena *a, long n,
		const char *path, const char **data, size_t *len);
};

/* A submission as it came: text and detached signature. */
struct exchange_paper {
	const char *text;
	size_t len;
	const char *sig;	/* NUL-terminated */
	const char *name;	/* for messages; NULL: "submission" */
	const struct submission *verified;	/* NULL, or what
						 * submission_verify made of
						 * it with these keys */
};

struct exchange_input {
	const struct history_file *files;	/* the whole of commit n */
	size_t nfiles;
	struct position *loaded;	/* NULL, or what position_load made of
					 * them, and nobody has run yet */
	struct exchange_past past;
	const struct exchange_paper *paper;	/* in any order */
	int npapers;
	const char *const *late;		/* sides */
	int nlate;
	/*
	 * The game's secret; or NULL, for those who have not got it, and then
	 * `claimed` are the files of commit n+1 as the referee published
	 * them.  From these come what only the secret gives: the seed (which
	 * must fit its commitment), the next commitment, and, where a bot
	 * plays or something sealed is in force, the answers (answers.toml)
	 * and which orders and doctrine stand (checkpoint.toml).
	 */
	const uint8_t *secret;
	const struct history_file *claimed;
	size_t nclaimed;
};

struct exchange_output {
	struct history_file *file;	/* the whole of commit n+1 */
	size_t nfiles;
	long n;				/* n+1 */
	struct position *before;	/* commit n; NULL for commit 0 */
	struct game *game;		/* after the run */
	bool blind;	/* made from claimed answers, where orders or doctrine
			 * are sealed or a bot plays; what is sealed in the
			 * claimed events was taken over as it is */
	bool decided;			/* by acts, without the rules */
	bool over;
	char commitment[HASH_HEX];	/* "" when it is over */
	const char *headline;		/* what happened, one line */
};

/*
 * The files of commit n+1, from those of commit n and what the players sent,
 * and from nothing else.  Every submission is verified: signature, game,
 * exchange, turn.  Refused: two of one side, a side declared late that was
 * not asked, exchange 0 without every acceptance (and the deployment that it
 * needs).  ERR_VERIFY also where the record does not fit the rules; a game
 * that is over gives ERR_NOTHING.  Everything is in the arena.
 */
int exchange_run(struct err *e, struct arena *a,
	const struct exchange_input *in, struct exchange_output *out)
	__attribute__((warn_unused_result));

/*
 * Commit 0: the charter's files.  `c` is complete and its rules are `r`; g is
 * made from them (rules_game).  The position is the scenario's start, and
 * every side that is no bot is asked to accept.  `secret` may be NULL for
 * those who have not got it; then `claimed` is the commitment of exchange 0,
 * 64 digits, as the referee published it.
 */
int exchange_found(struct err *e, struct arena *a, const struct charter *c,
	const struct rules *r, struct game *g, const uint8_t *secret,
	const char *claimed, struct exchange_output *out)
	__attribute__((warn_unused_result));

/* Does the submission of `side` to exchange 0 hold all that it must? */
int exchange_check_acceptance(struct err *e, const char *what,
	const struct position *p, const struct submission *s)
	__attribute__((warn_unused_result));

/*
 * Fill in what stands of earlier exchanges and what these submissions add:
 * g->player's orders, doctrine, answers and deployment, and the record's
 * rolls.  `sub` may be changed (sealed parts are opened where there is a
 * secret).  *unknown becomes true where something that counts is sealed and
 * there is no secret.  For exchange_run, and for `check`.
 */
int exchange_players(struct err *e, struct arena *a, struct position *p,
	const struct exchange_past *past, const uint8_t *secret,
	struct submission *sub, int nsubs, bool *unknown)
	__attribute__((warn_unused_result));

/* The version of this program, which stands in every commit that it writes.
 * (A variable, so that a test can be another version.) */
extern const char *exchange_program;

/* A commit's message: the headline and the trailers; `program` is the version
 * that wrote it. */
char *exchange_message(struct arena *a, const char *game,
	const struct exchange_output *x, const char *program);

#endif
