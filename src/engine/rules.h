/* rules.h: a system's and a scenario's data files, from disk or a history */
#ifndef IACTA_ENGINE_RULES_H
#define IACTA_ENGINE_RULES_H

#include "engine/game.h"

/* One file of rules/: its path there ("scenarios/chalons.toml"), its text. */
struct rules_file {
	const char *path;
	const char *text;
	size_t len;
};

struct rules {
	const struct system *sys;
	const char *scenario;
	struct rules_file *file;	/* sorted by path */
	size_t nfiles;
	struct scenario_files tree;	/* parsed */
	int revision;			/* of system.toml */
};

/* Where games/ is: $IACTA_DATA, or beside the running program (a build tree),
 * or the installed data directory.  In the arena. */
const char *rules_data_dir(struct arena *a);

/*
 * Read DATA/games/SYSTEM: system.toml, charts.toml, phrases.toml (where there
 * is one), scenarios/SCENARIO.toml and the scenario it is based on.  Unknown
 * names are refused with the near miss.  `charts` is NULL, or a file whose
 * values replace those of charts.toml (`new --charts`).  `scenario` is NULL
 * where a case brings its own position: then it is the first that system.toml
 * lists, for its map and sides.
 */
int rules_from_disk(struct err *e, struct arena *a, const char *system,
	const char *scenario, const char *charts, struct rules *out)
	__attribute__((warn_unused_result));
/* The same from files in memory (a history's rules/). */
int rules_from_files(struct err *e, struct arena *a, const char *system,
	const char *scenario, const struct rules_file *file, size_t n,
	struct rules *out) __attribute__((warn_unused_result));

/* Does this program play that revision of the rules?  ERR_INPUT if not. */
int rules_check_revision(struct err *e, const struct system *s,
	int64_t revision) __attribute__((warn_unused_result));

/*
 * Make a game ready to run from its start: `g` is zeroed, data loaded, state
 * at the scenario's beginning in g->saved (and g->state).  `position` is NULL
 * or a case's.  The caller fills in exchange, players and source.
 */
int rules_game(struct err *e, struct arena *a, const struct rules *r,
	const struct node *position, struct game *g)
	__attribute__((warn_unused_result));
/* The same without a state: one that was published is to be read. */
int rules_board(struct err *e, struct arena *a, const struct rules *r,
	const struct node *position, struct game *g)
	__attribute__((warn_unused_result));

#endif
