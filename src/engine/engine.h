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

/* What of a game is asked for all the time: how its struct begins. */
struct light;
#define GAME_VIEW \
	void *state;			/* the live one */ \
	const void *data;		/* charts, map: constant */ \
	const struct hex_grid *grid; \
	struct arena *arena;		/* lives as long as the run */ \
	const struct light *light;	/* see game.h */
struct game_view { GAME_VIEW };

static inline void *
game_state(struct game *g)
{
	return ((struct game_view *)(void *)g)->state;
}

static inline const void *
game_data(const struct game *g)
{
	return ((const struct game_view *)(const void *)g)->data;
}

static inline const struct hex_grid *
game_grid(const struct game *g)
{
	return ((const struct game_view *)(const void *)g)->grid;
}

static inline struct arena *
game_arena(struct game *g)
{
	return ((struct game_view *)(void *)g)->arena;
}

const char *game_side(const struct game *g, int side);
/*
 * The revision of the rules that this game is played by, from 1 to the
 * system's newest.  Where a rule was mended, games of before go on as they
 * were: `if (game_revision(g) < 3)` and the old way, at the place of the rule.
 */
int game_revision(const struct game *g);
/* A hex's printed number, in the run's arena. */
const char *game_hex(struct game *g, int hex);

/* The game with a state of its own, to try something out on: nothing that is
 * done to it reaches the game. */
struct game *game_copy(struct game *g);

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
 * n == 0 reports nothing.  `why` is its rule and its code, "8.15 moved", or a
 * code alone; the words are in [mod] of the system's phrases.toml.
 */
int drm(struct game *g, int n, const char *why);
/* A modifier that is not a plain sum, or has other fields (ids, hexes,
 * numbers); reported the same. */
void mod(struct game *g, const char *why, const struct fact *facts);

/* Modifiers that came to nothing are not reported. */
void mod_forget(struct game *g);

/* Is nobody going to read what is told?  Then lists for it need not be made;
 * nothing else may depend on this. */
static inline bool
game_unread(const struct game *g)
{
	return ((const struct game_view *)(const void *)g)->light != NULL;
}


/* Something happened.  Pending modifiers and rolls are attached to it. */
void tell(struct game *g, const char *event, const struct fact *facts);

/* ------------------------------------------------------------ hidden things */

/*
 * Shuffle cards that stand in ascending order of their numbers; `j` counts the
 * game's shuffles from 0.  A checkpoint comes before the next question.
 */
void shuffle(struct game *g, int j, int *cards, int n);
/* The next card of a case's own list, or NULL where cards come from a deck. */
const char *card_scripted(struct game *g);
/* What is hidden is not known: the run checks what is public only. */
bool game_blind(const struct game *g);
/*
 * Something hidden becomes public with the answer or order just taken (which
 * of two cards was played): it is kept beside it under the name `what`, which
 * is none of its facts.  `known` is NULL where it is not known: then what is
 * kept there is returned, and where nothing is, the run ends.  It is as
 * untrusted as its file.
 */
const char *reveal(struct game *g, const char *what, const char *known);
/* What was revealed with the answer or order just taken; NULL. */
const char *revealed(const struct game *g, const char *what);

/* --------------------------------------------------------- questions */

#define QUESTION_FACTS 12
#define OPTION_ATTRS 4

struct option {
	const char *text;	/* what is written to choose it */
	const char *secret;	/* what it is, where only its side may know */
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
	bool secret;		/* the options are its side's alone to know */
	bool unable;		/* a window whose means are not there: declined
				 * whatever the doctrine says, and no trace */
	const struct node *planned; /* what the order itself says; or NULL */
	int chosen;		/* the answer, set by ask_all */
};

/* A question to `side`; its kind stands in the system's table of kinds. */
struct question question(struct game *g, int side, const char *kind);
void question_fact(struct question *q, struct fact f);
void option_add(struct question *q, int value, const char *text);
void option_hex(struct question *q, int hex);	/* value = hex */
void option_attr(struct question *q, const char *name, int value);
/* What the last option is, for its side alone (the text is public). */
void option_secret(struct question *q, const char *secret);
/* The option that declines ("none"); its value is -1. */
void option_decline(struct question *q, const char *text);

/*
 * A player's choice; returns the chosen option's value, only ever with an
 * answer.  There is at least one option; where there is exactly one, it is
 * taken without asking anybody, and recorded only if the options are secret.
 */
int ask(struct game *g, struct question *q);
/* The index of the option with that value. */
int option_index(const struct question *q, int value);
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
 * A choice that no list of options can hold (a deployment).  `check` says why
 * an answer is not legal (see why_not; NULL: it is).  The answer is a
 * node: the table that the player wrote under the kind's name, or a word that
 * check knows ("standard").  Questions of one call do not wait for one
 * another, and none is taken before all are there (deployments in secret).
 */
typedef const char *ask_check(struct game *g, int side,
	const struct node *answer);
void ask_tables(struct game *g, const char *kind, const int *sides, int n,
	ask_check *check, const struct node **answers);

/* ---------------------------------------------------------- why not */

/*
 * A predicate of a rule returns NULL, or why not: a code of the system's list
 * as it stands ("missile.range"), or, where the predicate alone knows more, a
 * code with fields: ids, hexes, sides, numbers and lists of ids, never prose.
 * The words are in [why] of the system's phrases.toml.  While legal orders are
 * listed or a bot looks for one nobody will see it, and it is only the code.
 */
const char *why_not(struct game *g, const char *code,
	const struct fact *facts);
/* The same with more fields (a field that it has stays as it is); NULL stays
 * NULL. */
const char *why_also(struct game *g, const char *why,
	const struct fact *facts);

/* ------------------------------------------------------------ orders */

/*
 * Before a side's turn: make sure that orders stand (asks kind "orders").
 * After it: what is left is refused, because of `why` ("turn-over"), and
 * dropped.
 */
void orders_begin(struct game *g, int side);
void orders_end(struct game *g, int side, const char *why);

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

/* The order just taken, or the one in its place. */
const struct order *order_taken(const struct game *g);

/*
 * Refuse the order just taken, because of `why` (see why_not) and these fields
 * (may be NULL).  Nothing of it may have happened yet: no roll, no question,
 * no event.
 */
void order_cannot(struct game *g, const char *why, const struct fact *facts);

/*
 * The order just taken is not legal: is there another in its place (`else`)?
 * Then it is the current order now.  Nothing may have happened yet.
 */
const struct order *order_else(struct game *g);

/*
 * The last order of this side was carried out and failed: what stands under
 * its `if_fails` comes next.  Public, whether there is such a thing or not.
 */
void order_failed(struct game *g, int side);

/* A random number 0 .. n-1 for a bot's choice (never for the rules). */
int bot_pick(struct game *g, int n);

/* A mistake of ours, or a record that does not fit the rules: ends the run. */
void game_fail(struct game *g, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), noreturn));

#endif
