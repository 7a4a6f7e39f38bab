/*
 * desk.h: what a player does at home: list, try, rehearse
 *
 * Plain C on top of engine and show, without git, keys or seals, so that a
 * page in the browser can use it as the commands do; what comes out is a tree
 * of values (json_write) or text.  home.h brings a turn here from a clone.
 */
#ifndef IACTA_DESK_DESK_H
#define IACTA_DESK_DESK_H

#include "engine/rules.h"

struct phrase_names;
struct str;

/* One side's turn, open on its desk. */
struct desk {
	struct arena *a;		/* lives as long as the desk */
	const struct game *game;	/* at its checkpoint, with what stands
					 * of earlier turns; never run itself */
	const struct rules *rules;
	int side;
	long n;				/* the turn file's number */
	const struct node *asks;	/* its [[ask]]; NULL: none */
	const struct node *hand;	/* the side's cards by id; NULL where
					 * they are not known */
	const struct node *options;	/* { number, options } of questions
					 * whose options are secret; NULL */
};

/*
 * A paper is a table as it stands in a submission: order, answer, doctrine,
 * deploy, each where it is there.
 */

/* How the parts of a turn that nobody can know are filled in. */
enum desk_mode {
	DESK_CERTAIN,	/* not at all: the run stops there */
	DESK_ASSUMED,	/* dice do as little as they can, the enemy answers as
			 * supposed */
	DESK_RANDOM,	/* dice of our own, the enemy as supposed */
};

/*
 * The game with this paper laid on it, ready to run, in `a`.  Except in mode
 * DESK_CERTAIN the others answer by `suppose` (a doctrine; NULL: the default
 * one) wherever theirs is not known, and nobody is waited for but with orders.
 */
void desk_fork(const struct desk *d, struct arena *a, const struct node *paper,
	enum desk_mode mode, const struct node *suppose, struct game *out);

/* Is this kind asked of the side now? */
bool desk_asked(const struct desk *d, const char *kind);
/* A pattern of ids that fits some of the side's units: "legio-*". */
const char *desk_pattern(const struct desk *d);

/*
 * Every problem that would make `submit` refuse the paper, not only the
 * first: an array of { part, number, line, problem }.
 */
struct node *desk_problems(const struct desk *d, const struct node *paper);

/*
 * Is a running game past the turn that the paper gave orders for?  What is
 * rolled then is nobody's business here.
 */
bool desk_is_over(const struct game *g, int side, const struct node *paper);

/* Was an order of `side` taken with this answer, or refused?  (Those that are
 * passed over after one that failed were not.) */
bool desk_took_order(const struct answer *x, int side);

/* The order of `side` that a running game is carrying out; 0: none. */
int desk_current_order(const struct game *g, int side);

/* ------------------------------------------------------------------- words */

/* What is said at the desk, in words (show/say.h): the game's, or the
 * program's own. */
const char *desk_say(const struct desk *d, struct said s);

/* An order as a line: "move, unit legio-49, to 2424". */
const char *desk_order_words(struct arena *a, const struct node *order);
/* Events in words, each line indented by `margin`; headings are left out.
 * `names` are report_names: what is mentioned for the first time is told with
 * its id. */
void desk_tell_events(const struct desk *d, const struct phrase_names *names,
	const struct node *events, int margin, struct str *out);

/* --------------------------------------------------------------- try orders */

enum desk_verdict {
	DESK_DONE, DESK_REFUSED, DESK_NOT_REACHED, DESK_VERDICT_COUNT
};
extern const char *const desk_verdicts[DESK_VERDICT_COUNT];

struct desk_order {
	int number, line;
	const struct node *order;
	enum desk_verdict verdict;
	const char *reason;	/* of a refusal; NULL */
	bool assumed;		/* the verdict rests on assumptions */
	const char *undone;	/* it is carried out and then certainly taken
				 * back: why, in words; NULL */
	struct node *instead;	/* the orders that it became: of a group, and
				 * under if_fails; an array */
	struct node *events;	/* what it causes */
	size_t certain;		/* so many of them are certain */
};

/* What a paper would do. */
struct desk_try {
	struct desk_order *order;
	int norders;
	struct node *besides;	/* events that belong to no order */
	size_t certain;		/* so many of them are certain */
	struct node *answers;	/* refused answers: { part, number, problem } */
	struct node *rolls;	/* assumed: { label, shows, what, order } */
	struct node *asked;	/* questions of ours that would be asked on the
				 * way: { kind, ..., order } */
	const char *dice;	/* the first die's label; NULL: no die */
	int dice_order;		/* the order that rolls it; 0: none */
	struct node *ask;	/* what is asked where certainty ends */
	struct node *ask_last;	/* ... and where the assumed run ends */
	bool guessed;		/* what others sealed may answer that */
	const char *halt;	/* why it could not go on; NULL */
	const char *result;	/* the game would be over; NULL */
	struct game *after;	/* the assumed run at its end */
};

/*
 * Run the paper: first as far as all is certain, then to its end with
 * assumptions.  ERR_VERIFY where the history does not fit the rules.
 */
int desk_try(struct err *e, const struct desk *d, const struct node *paper,
	const struct node *suppose, struct desk_try *out)
	__attribute__((warn_unused_result));

/* Legal, but probably not meant: an array of { part, number, warning }. */
struct node *desk_warnings(const struct desk *d, const struct node *paper,
	const struct desk_try *t);

/* Of them those about cards in the hand that only a doctrine plays. */
struct node *desk_card_warnings(const struct desk *d,
	const struct node *doctrine);

/* ----------------------------------------------------------------- rehearse */

struct desk_rehearsal {
	long runs;
	struct node *orders;	/* { number, done, refused, not-reached,
				 * reason, toll } */
	struct node *toll;	/* of the whole turn, as below */
	struct node *ends;	/* { what, times }: where the turn broke off */
	bool supposed;		/* the enemy had a doctrine that was supposed */
};

/*
 * Run the paper so many times with dice of its own, which `seed` alone
 * decides.  A toll is { side, what, mean (in hundredths), often (runs in
 * which there was any) }.
 */
int desk_rehearse(struct err *e, const struct desk *d,
	const struct node *paper, const struct node *suppose, long runs,
	uint64_t seed, struct desk_rehearsal *out)
	__attribute__((warn_unused_result));

#endif
