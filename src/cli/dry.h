/* dry.h: what a submission would do, up to the first die */
#ifndef IACTA_CLI_DRY_H
#define IACTA_CLI_DRY_H

#include "trust/exchange.h"

struct node;

/*
 * Every problem that would make `submit` refuse it, not only the first: an
 * array of { part, number, line, problem }.  `s` is a draft or was opened.
 */
struct node *dry_problems(struct arena *a, struct position *p,
	const struct submission *s);

/* One order as `check` tells it. */
struct dry_order {
	int number, line;
	const struct node *order;
	bool reached;
	const char *refused;	/* the reason; NULL */
	struct node *events;	/* array of what it causes */
};

struct dry {
	struct dry_order *order;
	int norders;
	struct node *besides;	/* events that belong to no order */
	struct node *answers;	/* refused answers: { number, reason } */
	const char *dice;	/* the label of the first die; NULL: none */
	int dice_order;		/* the order that rolls it; 0: none */
	struct node *ask;	/* what is asked where it stops */
	bool guessed;		/* orders or doctrine that nobody here can read
				 * may answer that */
	bool over;
};

/*
 * Run the rules from the position with this submission alone, until a die is
 * rolled, a bot has to choose or somebody is asked.  Nothing is written.  What
 * a side has sealed in earlier exchanges is not known: there the run stops as
 * if it had to ask.  ERR_VERIFY where the history does not fit the rules.
 */
int dry_run(struct err *e, struct arena *a, struct position *p,
	const struct exchange_past *past, struct submission *s,
	struct dry *out) __attribute__((warn_unused_result));

#endif
