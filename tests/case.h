/* case.h: running a case: position, submissions and dice in, verdict out */
#ifndef IACTA_TESTS_CASE_H
#define IACTA_TESTS_CASE_H

#include "engine/rules.h"

#include "base/str.h"

#include <stdio.h>

/*
 * Where rules come from; `scenario` may be NULL.  What it returns lives as
 * long as the callback says: run-case keeps it for the next case.
 */
typedef int case_rules(struct err *e, const char *system,
	const char *scenario, const struct rules **out);

/* What the dice show, in the order that they are handed out. */
struct case_dice {
	const struct node *next;	/* of [dice] shows */
	struct case_pile {		/* of [dice.for], in the file's order */
		const char *pattern;
		const struct node *next;
	} *pile;
	size_t npiles;
};

/* A question that was answered, or a die that was rolled, for --stop. */
struct case_log {
	int exchange;
	struct node *answer;
};

struct case_run {
	struct arena *arena;
	const struct node *tree;	/* the case */
	struct str *out;		/* what differs, a line each */
	int faults;

	struct game g;
	struct case_dice dice;
	const struct node *card;	/* the next to be drawn */
	int exchange, last;		/* of the case's submissions */
	bool *handed;			/* each submission */
	const struct node *barred[GAME_SIDES]; /* orders refused at once: the
						* numbers, array of int */

	struct node *events;		/* of all exchanges */
	struct node *refused;		/* array: "rome order 2" */
	struct node *rolls;		/* array: { label, face } */
	struct case_log *log;
	size_t nlog, caplog;
};

/*
 * Where each run is written down, if not NULL, a line of JSON each: { title,
 * legal = { SIDE = [...] }, start = POSITION } when a case begins, with the
 * orders that are legal then; { events = [...], asks = [...], position =
 * POSITION } when it stops.  tests/oracle/ is made of this.
 */
extern FILE *case_trace;
/* With the start, `legal`: by side what its order sheet lists. */
extern bool case_trace_legal;

/*
 * Run the case in `tree` and compare.  Returns true if all is as expected;
 * else `out` has a line for each thing that is not.
 */
bool case_run(struct arena *a, const struct node *tree, case_rules *rules,
	struct str *out);

/*
 * Run it twice, as case_run does and with a stop at every single question,
 * through the text of a checkpoint each time; the dice are supplied by label.
 * Events, position, open questions and result must be the same.
 */
bool case_run_stopping(struct arena *a, const struct node *tree,
	case_rules *rules, struct str *out);

/* ------------------------------------------------- between the case_*.c */

void case_fault(struct case_run *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Read the case and make its game ready; false with the faults noted. */
bool case_open(struct case_run *c, struct arena *a, const struct node *tree,
	case_rules *rules, struct str *out);
/* Hand in the submissions of an exchange, as the referee's command would. */
void case_hand_in(struct case_run *c, int exchange);
/* game_run, and keep what came of it. */
void case_go(struct case_run *c, int exchange);
/* All exchanges of the case. */
void case_play(struct case_run *c);
/* The position as a turn file has it, with result and [[ask]]. */
struct node *case_turn(struct case_run *c);
/* Compare with [expect]. */
void case_expect(struct case_run *c);
/* Unknown keys and wrong types of the whole file. */
void case_keys(struct case_run *c);

#endif
