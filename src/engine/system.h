/* system.h: what a system gives to the engine */
#ifndef IACTA_ENGINE_SYSTEM_H
#define IACTA_ENGINE_SYSTEM_H

#include "engine/board.h"
#include "engine/engine.h"
#include "engine/field.h"

struct str;

/* A kind of question: its name, what it asks, the default doctrine's answer
 * and the late answer (both in the language of doctrine answers). */
struct question_kind {
	const char *kind;
	const char *help;
	const char *facts;	/* the names of its facts, for the manual */
	const char *standard;	/* default doctrine: "toward 2725", "ask" … */
	const char *late;	/* never "ask" */
	bool window;
	const char *attributes;	/* of its options, for least and most; or NULL */
	bool usual;		/* nearly everybody says the default: so do
				 * cases, and a bot seven times of eight */
};

/* A verb of orders.  `fields` describe what it takes, for check and manual. */
enum order_arg {
	ARG_UNIT,		/* the id of one of the side's own units */
	ARG_UNITS,		/* an array of them */
	ARG_ENEMY,		/* the id of an enemy unit */
	ARG_ENEMIES,
	ARG_ENEMY_OR_LIST,	/* one, or several to be tried in order */
	ARG_ANY,		/* the id of any unit */
	ARG_HEX,
	ARG_HEXES,
	ARG_WORD,		/* one of a few words */
	ARG_INT,
	ARG_BOOL,
	ARG_TEXT,
};

struct order_field {
	const char *name;
	enum order_arg arg;
	bool needed;
	const char *words;	/* ARG_WORD: blank-separated */
	const char *help;
	/*
	 * Nobody but its side may know what it says: neither record nor
	 * answers.toml have it.  So a checkpoint follows an order with such a
	 * field before the run can stop, and where it is not there (a blind
	 * run) the rules put a blank in its place.  It is never `needed`.
	 */
	bool hidden;
};

#define ORDER_ANY (-1)		/* in every phase of a side's orders */

struct order_verb {
	const char *verb;
	int phase;		/* or ORDER_ANY */
	const char *help;
	const struct order_field *fields;	/* ends with name NULL */
	bool leads;		/* what comes after it needs its success: its
				 * `if_fails` takes the place of all that */
};

/* An event: its id and what it means. */
struct event_kind {
	const char *event;
	const char *help;
};

/* What a rehearsal without dice assumes of a roll whose label fits. */
struct assumption {
	const char *label;	/* with * for any run of characters */
	int face;
	const char *what;	/* "succeeds" */
};

/* A rule that another title of the same series has otherwise: its number here
 * and there (NULL: that title has no such rule), and what is different. */
struct difference {
	const char *here, *there, *text;	/* the last has text NULL */
};

struct scenario_files {		/* rules/, as read: path and tree */
	const struct node *system, *charts, *scenario, *base;
	const struct node *phrases;
};

struct system {
	const char *id;
	int revision;		/* the newest; all from 1 on are played.  It
				 * goes up when a game's course changes, and
				 * the old way stays: game_revision(g) < 2 */
	size_t state_size;
	const struct field *fields;
	const struct question_kind *questions;	/* end with kind NULL */
	const struct order_verb *verbs;		/* end with verb NULL */
	const struct event_kind *events;
	const char *const *phases;		/* names, NULL-terminated */

	/*
	 * Build the constant data (charts, map) in the arena.  `position` is
	 * NULL, or a case's [position], whose map, terrain and charts replace
	 * the scenario's.
	 */
	int (*load)(struct err *e, struct arena *a,
		const struct scenario_files *f, const struct node *position,
		void **data, const struct hex_grid **grid,
		const char **sides, int *nsides);
	/* The state at the very start of a scenario, or of a case. */
	int (*start)(struct err *e, struct arena *a, const void *data,
		const struct scenario_files *f, const struct node *position,
		void *state);
	/* After a state was read from a file: rebuild nothing, check all. */
	int (*check)(struct err *e, const void *data, const void *state);

	/* Rule numbers in a label or modifier, as this system has them;
	 * NULL: as they are written. */
	const char *(*cite)(struct game *g, const char *text);
	const char *sister;			/* title compared with, or NULL */
	const struct difference *differences;

	/* The sequence of play, from whatever state says, until finish. */
	void (*play)(struct game *g);
	/* What must hold after every event: NULL, or what does not. */
	const char *(*invariant)(struct game *g);

	/* Is this the id of a piece that is not there yet, but may be by the
	 * time an order for it comes up?  May be NULL. */
	bool (*may_come)(const void *state, const char *id);
	/* May this order or deployment ever be legal?  NULL or why not. */
	const char *(*order_check)(struct game *g, int side,
		const struct node *order);
	const char *(*deploy_check)(struct game *g, int side,
		const struct node *deploy);
	/* For the sheet: "rules", a list of sentences that say where this side
	 * may deploy, and "places", a table of where its units stand in the
	 * standard set-up.  May be NULL. */
	void (*deployment)(struct game *g, int side, say_fn *say,
		struct node *out);
	/* Does this side deploy in exchange 0 / now? */
	bool (*deploys)(const void *data, const void *state, int side);

	/* The bot's next order of a phase (uses bot_pick), NULL: phase over */
	const struct node *(*bot)(struct game *g, int side, int phase);
	/* The legal orders now, one table each, for the order sheet: of one
	 * unit, or of every unit (id NULL). */
	void (*legal)(struct game *g, int side, const char *unit,
		struct node *out);
	/* All unit ids (for near misses); side -1 all sides. */
	int (*units)(const void *state, int side, const char **out, int max);

	/*
	 * What is sealed to a side with every turn: the cards of its hand, or
	 * whatever else it alone may know.  The ids, in the order drawn (NULL
	 * where not known); returns how many, which is public.  NULL: there is
	 * nothing of the kind.  `hand_field` is the hidden field of the state
	 * that holds them, by side ("hand" where NULL), `hand_name` how people
	 * call them ("hand" where NULL).
	 */
	int (*hand)(const void *data, const void *state, int side,
		const char **ids, int max);
	const char *hand_field, *hand_name;
	/* Can anything be hidden in this scenario?  NULL: if a field can.
	 * Where not, hidden fields stay as they are at the start. */
	bool (*hides)(const void *data);
	/* The state was read without what is hidden: put blanks in its place,
	 * as many as the public facts say.  May be NULL. */
	void (*conceal)(const void *data, void *state);

	/* What a die shows: 0 for an integer in *n, else a word. */
	const char *(*shows)(int sides, int face, int *n);

	/*
	 * What a side has lost so far, in a few numbers (hits, units routed,
	 * units lost), by the codes of what is said in `tolls`; either may be
	 * NULL.
	 */
	const char *const *tolls;		/* NULL-terminated */
	void (*toll)(const void *data, const void *state, int side, int *out);
	/* Rolls that are assumed to come out so where they are not known;
	 * others are assumed to do least.  May be NULL, ends with one. */
	const struct assumption *assume;

	/*
	 * For the order sheet, on a copy of the game that is thrown away: what
	 * is to be decided first (which card, who leads), an array of { title,
	 * lines } with lines { text, units, order, doctrine }, all but text
	 * optional; an order is legal as it stands.  `hand` are the side's
	 * cards, NULL where they are not known.  May be NULL.
	 */
	void (*decide)(struct game *g, int side, const struct node *hand,
		say_fn *say, struct node *out);
	/* How good an attack or shot is that a unit would make from a hex:
	 * "3 dice", "2.50:1"; NULL: nothing to say.  May be NULL. */
	const char *(*forecast)(struct game *g, say_fn *say, const char *verb,
		const char *unit, const char *target, int from);
	const char *assault;	/* the verb of an attack on a neighbour */
	/* Does a leader reach this unit with his commands (or does it need
	 * none)?  May be NULL: nobody needs one. */
	bool (*commanded)(struct game *g, const char *unit);
	/* Fill in what is hidden in a state, at random, as it could be;
	 * `below` gives 0 to n-1.  What side `known` (-1: none) holds is in
	 * the state and stays.  NULL: what is hidden cannot be guessed. */
	void (*guess)(const void *data, void *state, int known,
		int (*below)(void *ctx, int n), void *ctx);

	/* For people */
	void (*board)(struct game *g, struct board *out);
	const struct board_verb *deeds;	/* events that show on it */
	/* Is there a line of sight between two hexes?  NULL: always. */
	bool (*sees)(struct game *g, int from, int to);
	/* The lists of units; their words come from `say`. */
	void (*summary)(struct game *g, say_fn *say, struct str *out);
	/* "Turn 3, Roman movement", in the game's arena */
	struct said (*when)(struct game *g);
};

extern const struct system *const systems[];	/* NULL-terminated */
const struct system *system_find(const char *id);
/* The verb of this name (may be NULL); NULL: it has no such order. */
const struct order_verb *system_verb(const struct system *s, const char *name);
/* Is what such a field holds a list? */
bool order_arg_is_list(enum order_arg arg);
/* Does this field of the verb (which may be NULL) hold one? */
bool order_takes_list(const struct order_verb *v, const char *field);

#endif
