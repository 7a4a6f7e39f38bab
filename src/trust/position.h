/* position.h: one commit of a game, read and checked, ready to be played on */
#ifndef IACTA_TRUST_POSITION_H
#define IACTA_TRUST_POSITION_H

#include "engine/rules.h"
#include "trust/charter.h"
#include "trust/history.h"

/*
 * What the files of commit n say.  `game` is ready to run from its checkpoint
 * (g->saved, the record, which orders and doctrine stand) except for the
 * rolls of the record, the players' orders and the source; g->state is the
 * position of turn.toml.  Where something can be hidden the game is blind:
 * there are blanks in its place.
 */
struct position {
	long n;
	const struct history_file *files;
	size_t nfiles;
	struct charter charter;		/* with what [terms] changed */
	char charter_sha[HASH_HEX], turn_sha[HASH_HEX];
	char checkpoint_sha[HASH_HEX];
	struct rules rules;
	struct node *turn;		/* turn.toml */
	struct node *checkpoint;	/* checkpoint.toml */
	const char *result;		/* NULL while the game goes on */
	struct game game;
};

/*
 * Read a commit's files.  Checked: the charter, that rules/ is what it names,
 * that turn.toml is of this game and names this charter and this checkpoint,
 * and that checkpoint and position fit the rules.  ERR_VERIFY where not.
 * `files` is borrowed; everything else is in the arena.
 */
int position_load(struct err *e, struct arena *a,
	const struct history_file *files, size_t n, struct position *out)
	__attribute__((warn_unused_result));

/* Only what is the same in every commit: the charter, the rules and the
 * board; and a position on it, which makes them again only where game.toml or
 * rules/ are others.  (`ground` may be NULL, and lives as long as `out`.) */
int position_ground(struct err *e, struct arena *a,
	const struct history_file *files, size_t n, struct position *out)
	__attribute__((warn_unused_result));
int position_load_on(struct err *e, struct arena *a,
	const struct position *ground, const struct history_file *files,
	size_t n, struct position *out) __attribute__((warn_unused_result));

/* position_load of the head, or of commit `at` (-1: the head).  The commit's
 * id goes to `id`.  The texts that it holds for people, report and map, are
 * not read: they are not among `files`. */
int position_at(struct err *e, struct arena *a, struct history *h, long at,
	char id[41], struct position *out) __attribute__((warn_unused_result));

/* ... on the ground of another of the game, which lives as long. */
int position_at_on(struct err *e, struct arena *a,
	const struct position *ground, struct history *h, long at,
	char id[41], struct position *out) __attribute__((warn_unused_result));

/*
 * The last commit, to go on from it: it must be the referee's own.  Who puts
 * another on top of it, notes of his own perhaps, would make a history that
 * nobody can audit.
 */
int position_head(struct err *e, struct arena *a, struct history *h,
	char id[41], struct position *out)
	__attribute__((warn_unused_result));

/*
 * Open what the checkpoint hides (hands, decks), with the game's secret, and
 * put it back: the game is blind no more.  Where nothing can be hidden, there
 * is nothing to do.  g->state stays as it was published.
 */
int position_unseal(struct err *e, struct arena *a, struct position *p,
	const uint8_t secret[32]) __attribute__((warn_unused_result));

/*
 * Put a side's own hand, as its key opened it (an array of ids), in place of
 * the blanks: in g->state, and in g->saved where it has as many cards.
 */
int position_hold(struct err *e, struct arena *a, struct position *p,
	int side, const struct node *cards) __attribute__((warn_unused_result));

/* A file of a commit; NULL if there is none. */
const struct history_file *position_file(const struct history_file *files,
	size_t n, const char *path);

/* The array of [[ask]]; NULL if nothing is asked. */
const struct node *position_asks(const struct position *p);
/* Is something asked of this side (its index)? */
bool position_asked(const struct position *p, int side);

/* The keys of turn.toml that no field of a system may have. */
extern const char *const position_header[];	/* NULL-terminated */

#endif
