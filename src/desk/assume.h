/* assume.h: a turn to its end, with dice that do as little as they can */
#ifndef IACTA_DESK_ASSUME_H
#define IACTA_DESK_ASSUME_H

#include "desk/desk.h"
#include "desk/trace.h"

/* A roll whose result was assumed. */
struct assumed {
	const char *label;
	int sides, face;
	const char *what;	/* "succeeds", "does least" */
	int order;		/* that rolled it; 0: none */
};

struct assumption_list {
	struct assumed *roll;
	int n, cap;
	bool cut;		/* there were too many to go on */
};

/*
 * Find for every roll of the paper's turn a result that does least (or that
 * the system assumes), then run it so: `g` and `t` are that run, in d->a.
 *
 * How: the dice of one throw (those rolled before the next event is told) all
 * get the same face; every face is tried on a copy of the game, up to the
 * next throw, and that is taken after which the position has changed least.
 */
void assume_run(const struct desk *d, const struct node *paper,
	const struct node *suppose, struct game *g, struct trace *t,
	struct assumption_list *out);

#endif
