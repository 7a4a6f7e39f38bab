/* report.h: what happened in an exchange, for people */
#ifndef IACTA_SHOW_REPORT_H
#define IACTA_SHOW_REPORT_H

#include "show/escape.h"
#include "show/phrase.h"

struct game;
struct names;
struct node;
struct rules;
struct str;

/* One exchange of those that a report tells. */
struct report_exchange {
	int n;				/* it made turn n */
	const struct node *events;	/* array: the [[event]] of events.toml */
	const struct node *recall;	/* array: the last events before the
					 * stop from which it went on */
	const struct node *dice;	/* dice.toml: exchange, [[roll]] */
	const struct node *say;		/* table: side = "table talk" */
	const char *const *late;	/* the sides declared late */
	int nlate;
};

/*
 * What a report is made from besides the game's position.  All of it is
 * borrowed; what is NULL (or 0) is not there and its section is left out.
 */
struct report_context {
	const char *game;		/* the game's id */
	int exchange;			/* n: the report stands beside turn n */
	const struct rules *rules;	/* phrases, titles, the scenario */
	bool brief;			/* a page without the position in words,
					 * which is the most of a large one */
	bool apart;			/* no chapters: the page has them for
					 * each exchange */
	const struct node *phrases;	/* NULL: those of the rules; neither:
					 * events are named, fields listed */
	const struct node *turn;	/* turn.toml: [[ask]], [trips], result,
					 * commitment, the position */
	const struct node *before;	/* the turn.toml with which to compare;
					 * NULL: what changed is not told */
	const struct report_exchange *told;	/* in order */
	int ntold;
	const struct node *reveal;	/* trust/reveal.h's list; or NULL */
	const struct node *times;	/* [{ side, used, left, by }] in words:
					 * never in what is committed; or
					 * NULL */
};

/*
 * All that a report says, as a tree that a layout (templates/report.*) puts
 * into words; report_facts.c lists its fields.  A pure function of its input:
 * no clock, no locale.
 */
struct node *report_facts(struct arena *a, struct game *g,
	const struct report_context *c);

/* Of them only `ask`, with one question. */
struct node *report_asked_facts(struct arena *a, struct game *g,
	const struct rules *rules, const struct node *ask);

/* The report in a format, by the program's own layout. */
void report_write(struct str *out, struct game *g,
	const struct report_context *c, enum escape_format f);

/* What a player reads before a turn: without lists, dice and proofs. */
void report_news(struct str *out, struct game *g,
	const struct report_context *c);

/* The two that stand in every commit, from the same facts. */
void report_write_both(struct str *text, struct str *markdown, struct game *g,
	const struct report_context *c);

/* One [[ask]] of a turn file: whom, what about, the options. */
void report_asked(struct str *out, struct game *g, const struct rules *rules,
	const struct node *ask);

/* The names of the units as they stand in g->state; lives in the arena.
 * `rules` (or NULL) has the sides' titles. */
struct phrase_names report_names(struct arena *a, const struct game *g,
	const struct rules *rules);
/* How a game ended (phrase_result), with the sides' titles of its rules. */
const char *report_result(struct arena *a, const struct rules *rules,
	const char *result);
/* For a story: names alone, never with an id. */
struct phrase_names report_story_names(struct names *n);

#endif
