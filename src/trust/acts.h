/*
 * acts.h: what players do besides orders, and the referee besides adjudicating
 * (protocol section 15)
 *
 * [[act]] of a submission: resign, draw, rewind, substitute, absence, revision,
 * note; of the referee's (side = "referee", signed by his key): extension,
 * pause, ruling, substitute, forfeit.  They take effect when the exchange is
 * adjudicated, the referee's first, then in charter order and of one side by
 * revision, before the rules are run.  An act that ends the
 * game or takes it back decides the exchange: then the rules are not run.
 *
 * What is proposed stands under [pending] of turn.toml until its side's next
 * submission: draw = ["red"], rewind.red = 3, revision.red = 2.
 */
#ifndef IACTA_TRUST_ACTS_H
#define IACTA_TRUST_ACTS_H

#include "trust/position.h"
#include "trust/submission.h"

/* Are these acts, of this form?  ERR_INPUT if not. */
int acts_check(struct err *e, struct arena *a, const char *what,
	const struct charter *c, const struct submission *s)
	__attribute__((warn_unused_result));
/* Is it an act of this kind? */
bool acts_is(const struct node *act, const char *what);
/* How many sides do people play? */
int acts_people(const struct charter *c);
/* NULL, or the code of why this side (or CHARTER_REFEREE) cannot do it in this
 * position. */
const char *acts_cannot(const struct position *p, int side,
	const struct node *act);

/* Can they be done in this position?  ERR_INPUT if not: for `submit`. */
int acts_possible(struct err *e, const char *what, const struct position *p,
	const struct submission *s)
	__attribute__((warn_unused_result));

struct acts {
	struct node *list;	/* for answers.toml: side, revision, do, … */
	struct node *events;	/* for events.toml */
	struct node *terms;	/* the next turn's [terms]; NULL: none */
	struct node *pending;	/* ... and [pending]; NULL: none */
	const char *result;	/* the game is over; NULL */
	long rewind;		/* to the start of this exchange; -1 */
};

/* Is the exchange decided by them, without the rules? */
bool acts_decide(const struct acts *x);

/*
 * What comes of the acts of these submissions to turn p: those that hold orders
 * (at most one a side, in charter order) and those that hold acts alone.  An
 * act that is not possible any more is told as such.
 */
void acts_apply(struct arena *a, const struct position *p,
	const struct submission *sub, int nsubs,
	const struct submission *alone, int nalone, struct acts *out);

#endif
