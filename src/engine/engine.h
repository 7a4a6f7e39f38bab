/*
 * engine.h: what a system talks to: ask, roll, drm, tell, checkpoint, orders
 *
 * A system is ordinary code that reads like its rulebook.  Its state is one
 * flat struct; everything that a player chooses comes through ask or
 * order_next, every die through roll, everything that happened is told.  The
 * run stops (longjmp) at a question that nobody answers yet; resuming runs
 * again from the last checkpoint's state with the recorded answers and rolls.
 * Between a checkpoint and an ask nothing may depend on anything but state,
 * answers and rolls.
 */
#ifndef IACTA_ENGINE_ENGINE_H
#define IACTA_ENGINE_ENGINE_H

#include "engine/fact.h"
#include "hex/hex.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct field;
struct game;
struct node;
struct err;

#define GAME_SIDES 4

/* ------------------------------------------------------------ the state */

void *game_state(struct game *g);		/* the live state */
const void *game_data(const struct game *g);	/* charts, map: constant */
const struct hex_grid *game_grid(const struct game *g);
struct arena *game_arena(struct game *g);	/* lives as long as the run */
const char *game_side(const struct game *g, int side);
/* A hex's printed number, in the run's arena. */
const char *game_hex(struct game *g, int hex);

/* Nothing is half done: resuming may start here. */
void checkpoint(struct game *g);

/* The game is over: ends the run.  `result` is one line ("roman strategic
 * victory"). */
void finish(struct game *g, const char *result) __attribute__((noreturn));

/* ------------------------------------------------------------- dice */

/*
 * Roll a die of `sides`; the face from 0.  The label names the rule, the deed
 * and the subject ("10.28 rally XIX-PR-3"), from public facts only.
 */
int roll(struct game *g, int sides, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * A modifier: returns n, and reports it with the next event that is told.
 * n == 0 reports nothing.
 */
int drm(struct game *g, int n, const char *why);
/* A modifier that is not a plain sum: "x2", "shift -1"; reported the same. */
void mod(struct game *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Something happened.  Pending modifiers and rolls are attached to it. */
void tell(struct game *g, const char *event, const struct fact *facts);

/* --------------------------------------------------------- questions */

#define QUESTION_FACTS 10
#define OPTION_ATTRS 4

struct option {
	const char *text;	/* what is written to choose it */
	int value;		/* the system's own */
	int hex;		/* for preferences by place; HEX_NONE */
	int nattrs;
	struct { const char *name; int value; } attr[OPTION_ATTRS];
};

struct question {
	struct game *g;
	int side;
	const char *kind;
	struct fact fact[QUESTION_FACTS + 1];
	int nfacts;
	struct option *option;
	int n, cap;
	int decline;		/* the option that does nothing; -1 */
	const struct node *planned; /* what the order itself says; or NULL */
	int chosen;		/* the answer, set by ask_all */
};

/* A question to `side`; its kind stands in the system's table of kinds. */
struct question question(struct game *g, int side, const char *kind);
void question_fact(struct question *q, struct fact f);
void option_add(struct question *q, int value, const char *text);
void option_hex(struct question *q, int hex);	/* value = hex */
void option_attr(struct question *q, const char *name, int value);
/* The option that declines ("none"); its value is -1. */
void option_decline(struct question *q, const char *text);

/*
 * A player's choice; returns the chosen option's value, only ever with an
 * answer.  There is at least one option; where there is exactly one, it is
 * taken without asking anybody and nothing is recorded.
 */
int ask(struct game *g, struct question *q);
/* Choices that do not wait for one another; q[i].chosen is set to the chosen
 * option's value. */
void ask_all(struct game *g, struct question *q, int n);
/*
 * A window: only something hidden makes it possible.  Doctrine alone answers
 * it, and declining it is written and counted nowhere.  Needs a declining
 * option.
 */
int window(struct game *g, struct question *q);

/*
 * A choice that no list of options can hold (a deployment).  `check` says in
 * one sentence why an answer is not legal (NULL: it is).  The answer is a
 * node: the table that the player wrote under the kind's name, or a word that
 * check knows ("standard").  Questions of one call do not wait for one
 * another, and none is taken before all are there (deployments in secret).
 */
typedef const char *ask_check(struct game *g, int side,
	const struct node *answer);
void ask_tables(struct game *g, const char *kind, const int *sides, int n,
	ask_check *check, const struct node **answers);

/* ------------------------------------------------------------ orders */

/*
 * Before a side's turn: make sure that orders stand (asks kind "orders").
 * After it: what is left is refused and dropped.
 */
void orders_begin(struct game *g, int side);
void orders_end(struct game *g, int side);

struct order {
	int side;
	int number;		/* in its submission, from 1; 0 for a bot's */
	const char *verb;	/* `do` */
	const struct node *node;
};

/*
 * The side's next order of this phase, or NULL when the phase is over for it.
 * An order whose verb belongs to a later phase ends this one; one of an
 * earlier phase is refused.  `pause` stops and asks for orders.
 */
const struct order *order_next(struct game *g, int side, int phase);

/*
 * Refuse the order just taken, by reason.  Nothing of it may have happened
 * yet: no roll, no question, no event.
 */
void order_refuse(struct game *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* A random number 0 .. n-1 for a bot's choice (never for the rules). */
int bot_pick(struct game *g, int n);

/* A mistake of ours, or a record that does not fit the rules: ends the run. */
void game_fail(struct game *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));

#endif
