/* game.h: one run of the rules: its input, its record, its output.
 * For the engine and for those who run it; systems include engine.h. */
#ifndef IACTA_ENGINE_GAME_H
#define IACTA_ENGINE_GAME_H

#include "engine/system.h"

#include <setjmp.h>

/* Where numbers come from.  A function that cannot deliver calls game_fail or
 * game_halt.  While a die is rolled g->nth counts its label. */
struct source {
	void *ctx;
	int (*roll)(void *ctx, struct game *g, int sides, const char *label);
	int (*pick)(void *ctx, struct game *g, int n);
	void (*shuffle)(void *ctx, struct game *g, int j, int *cards, int n);
	/* cases only: the next card by id; NULL elsewhere */
	const char *(*draw)(void *ctx, struct game *g);
};

/* An answer that was taken: recorded since the checkpoint, and listed in
 * answers.toml. */
struct answer {
	int q;			/* the question's number since the checkpoint */
	int side;
	const char *kind;
	const char *by;		/* order answer doctrine late bot */
	int number;		/* kind "order": its number */
	struct node *about;	/* table of facts */
	struct node *value;	/* string or table */
};

struct rolled {
	int exchange, index;	/* N.K */
	const char *label;
	long nth;
	int sides, face;
};

/* One side's part in a run. */
struct player {
	bool bot, late;
	bool supposed;		/* a rehearsal: where its doctrine would ask,
				 * the late answer is taken */
	/* what stands */
	const struct node *orders;	/* array; NULL: none */
	int orders_exchange, used;
	int part, failed, each;		/* see standing.h; failed: 1 + the part
					 * whose roll failed last, or 0 */
	const struct node *moved;	/* ids; NULL: none */
	bool unable;			/* the order begun last was refused */
	bool begun, orders_sealed;
	const struct node *doctrine;	/* array; NULL: only the default's */
	int doctrine_exchange;
	/* from this exchange's submission */
	const struct node *answers;	/* array, or NULL */
	bool answers_sealed;
	const struct node *deploy;	/* table or string, or NULL */
	bool *answer_used;
	/* with `given`: these are known, and not taken from there */
	bool known_orders;
	bool known_answers;	/* answers, doctrine and deployment */
};

struct refusal {
	int side, number;
	const char *what;	/* "order" or "answer" */
	const struct node *order;
	const char *reason;	/* see engine/why.h */
	bool sealed;
	struct node *event;	/* the told event, to which a seal is added */
};

/* An open question whose options only its side may know. */
struct secret_ask {
	int side;
	struct node *ask;	/* in game.asks; the seal is added to it */
	const char *options;	/* one a line */
};

struct shuffled {
	int deck, cards;	/* J, and how many */
};

enum game_stop { STOP_NONE, STOP_ASK, STOP_OVER, STOP_FAIL, STOP_HALT };

#define GAME_RECALLED 4		/* events, at most */

/*
 * Between bots, where nobody will resume or read it: nothing is recorded and no
 * event is made, `told` and `taken` are called with what would have been.  The
 * course of the game is the same.
 */
struct light {
	void (*told)(struct game *g, const char *event);
	void (*taken)(struct game *g, const char *kind);
};

struct game {
	/* state, data, grid, arena; light is NULL where all is kept */
	union {
		struct game_view view;
		struct { GAME_VIEW };
	};
	/* input */
	const struct system *sys;
	const char *side[GAME_SIDES];
	int nsides;
	int exchange;			/* being adjudicated */
	int revision;			/* of the rules */
	struct player player[GAME_SIDES];
	struct source source;
	bool blind;			/* an audit without the secret: what is
					 * hidden is not known */
	bool no_default;		/* cases: questions decline or stop */
	bool withhold;			/* tests: nothing but a submission's
					 * answers answers a question */
	const struct node *given;	/* answers.toml's list: what is not
					 * known is taken from it alone */
	void (*watch)(struct game *g);	/* after every event; may be NULL */
	/* after every question that was answered anew: the option taken */
	void (*asked)(struct game *g, const struct question *q, int taken);
	void *asked_ctx;
	const struct node *phrases;	/* phrases.toml, for those who show */
	/* Why not in words, for messages; NULL: its code and fields. */
	const char *(*words)(struct game *g, const char *why);

	/* the checkpoint: state, and the record since */
	void *saved;
	struct answer *record;
	int nrecord, caprecord;
	struct rolled *rolls;
	int nrolls, caprolls;
	int stopped;			/* question at which the run stopped */

	/* the run */
	const char *ending;		/* why orders that are left are refused */
	int quiet;			/* nobody will see why something cannot
					 * be */
	int q;				/* questions since the checkpoint */
	int rollpos;			/* rolls replayed so far */
	long nth;			/* for source.roll: how many times this
					 * label has been rolled, with this */
	size_t givenpos;
	struct order order;
	void *offered;			/* the state when it was handed out;
					 * what is refused changes nothing */
	bool concealed;			/* an order since the checkpoint says
					 * what the record must not have */
	int again;			/* the question whose order could not
					 * be, and whose `else` comes next; 0 */
	const char *again_why;
	int refused;			/* q after the last refusal, until
					 * something comes after it; -1 */
	struct node *mods;
	struct node *pending_rolls;
	enum game_stop stop;
	char why[512];			/* STOP_FAIL, STOP_HALT */
	jmp_buf top;

	/* output of this exchange */
	struct node *events;
	struct node *recalled[GAME_RECALLED];	/* the last events told before
						 * the stop, in a ring */
	int nrecalled;
	struct answer *answers;
	int nanswers, capanswers;
	struct rolled *fresh;
	int nfresh, capfresh;
	struct refusal *refusals;
	int nrefusals, caprefusals;
	struct node *asks;		/* [[ask]] of the open questions */
	struct secret_ask *secret_asks;	/* options to be sealed to their side */
	int nsecret_asks;
	struct shuffled *shuffles;
	int nshuffles;
	const char *result;
	int by_doctrine, waited[GAME_SIDES];
	int mails;			/* times that orders were wanted */
};

/* Allocate state and saved, and the lists; `g` is zeroed by the caller except
 * for the input. */
void game_init(struct game *g);

/*
 * A copy of a game that nobody has run yet, with a state and a record of its
 * own in the arena: to rehearse on.  What stands and what the players sent is
 * shared; `g` must live as long.
 */
void game_fork(struct game *out, const struct game *g, struct arena *a);

/* Run from the checkpoint until it stops.  The only setjmp. */
void game_run(struct game *g);

/* No run: the game is over with this result, in the position that was
 * published. */
void game_stand(struct game *g, const char *result);

/* End the run from a source: dice are not to be had (check), or ran out. */
void game_halt(struct game *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));

bool game_replaying(const struct game *g);

/* A player's orders are others now: nothing of them was begun. */
void orders_restart(struct player *p);

/* After a run: has every given answer been taken that had to be?  If not,
 * *at is the number of the first that was not, from 1. */
bool game_given_all(const struct game *g, size_t *at);

/* The last events that were told before the stop from which this run went on,
 * an array; empty where it began at a checkpoint. */
struct node *game_recalled(const struct game *g);

/* The position, as it stands in a turn file (keys of the state's fields). */
void game_position(struct game *g, const void *state, struct node *out);
/* What of the state is hidden; empty where nothing is. */
void game_hidden(struct game *g, const void *state, struct node *out);
/* Put back what game_hidden wrote. */
int game_hidden_read(struct err *e, struct game *g, const struct node *t)
	__attribute__((warn_unused_result));
/* checkpoint.toml's content: record, what stands, and the state where it is
 * another than the position that is published, g->state.  To be read back,
 * that must be in g->state again. */
void game_checkpoint_write(struct game *g, struct node *out);
int game_checkpoint_read(struct err *e, struct game *g, const struct node *t)
	__attribute__((warn_unused_result));

/* Can anything of the state be hidden in this scenario? */
bool game_hides(const struct game *g);
/* Is something sealed to each side with every turn?  And what it is called. */
bool game_has_hands(const struct game *g);
const char *game_hand_name(const struct game *g);

/* answers.toml, events.toml, the [[roll]] list, from the run's output. */
void game_answers(struct game *g, struct node *out);
struct node *answer_node(struct game *g, const struct answer *x, bool with_q);
/* What stands beside an answer in a file: its facts, and what it revealed. */
struct node *answer_about(struct arena *a, const struct node *answer);

/*
 * Is this submission part ever acceptable?  Checks orders, answers, doctrine
 * and deployment of `side` statically against system and state; the message
 * names `order 3` etc.  `t` is a table with order, answer, doctrine, deploy.
 */
int submission_check(struct err *e, struct game *g, int side,
	const struct node *t) __attribute__((warn_unused_result));
/* One order alone: NULL or why not. */
const char *order_static(struct game *g, int side, const struct node *order);

/* Why not, for a message: in words where the game has them. */
const char *game_words(struct game *g, const char *why);
/* The legal orders now (system.legal); nobody sees why others are not. */
void game_legal(struct game *g, int side, const char *unit,
	struct node *out);

/* doctrine.c */
const struct question_kind *question_kind(const struct system *s,
	const char *kind);
/* The first entry that fits decides; -1: none fits; -2: it says ask. */
int doctrine_answer(struct game *g, const struct node *doctrine,
	const struct question *q);
/* An answer in the language of doctrine: an option's index, -1 if it does
 * not apply, -2 for ask. */
int doctrine_choose(struct game *g, const struct node *answer,
	const struct question *q);
int doctrine_check(struct err *e, struct game *g, const struct node *doctrine)
	__attribute__((warn_unused_result));

#endif
