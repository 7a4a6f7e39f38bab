/* report.h: what happened in an exchange, for people, in plain text */
#ifndef IACTA_SHOW_REPORT_H
#define IACTA_SHOW_REPORT_H

#include "show/phrase.h"

struct game;
struct node;
struct str;

/*
 * What a report is made from besides the game's position.  All of it is
 * borrowed; what is NULL (or 0) is not there and its section is left out.
 */
struct report_context {
	const char *game;		/* the game's id */
	int exchange;			/* n: the report stands beside turn n */
	const struct node *turn;	/* turn.toml: [[ask]], [trips], result,
					 * commitment */
	const struct node *events;	/* array: the [[event]] of events.toml */
	const struct node *dice;	/* dice.toml: exchange, [[roll]] */
	const char *const *late;	/* the sides declared late */
	int nlate;
	const struct node *say;		/* table: side = "table talk" */
	const struct node *phrases;	/* phrases.toml; NULL: events are named
					 * and their fields listed */
};

/*
 * The report of an exchange: what happened, table talk, refused orders, the
 * dice as N.K, the position and its map, what is asked of whom, the round
 * trips so far and how to check.  g->state is the position shown.  A pure
 * function of its input: no clock, no locale.  Lines are at most 72 columns
 * wide, the map's aside.
 */
void report_text(struct str *out, struct game *g,
	const struct report_context *c);

/* One [[ask]] of a turn file: whom, what about, the options. */
void report_asked(struct str *out, struct game *g, const struct node *ask);

/* The names of the units as they stand in g->state; lives in the arena. */
struct phrase_names report_names(struct arena *a, struct game *g);

#endif
