/* charter.h: game.toml: the terms of a game, which never change */
#ifndef IACTA_TRUST_CHARTER_H
#define IACTA_TRUST_CHARTER_H

#include "trust/hash.h"
#include "trust/keys.h"

struct err;
struct rules_file;
struct str;

#define CHARTER_SIDES 4
#define CHARTER_REFEREE CHARTER_SIDES	/* who is no side, but sends acts */
#define CHARTER_FILES 32	/* of rules/ */
#define CHARTER_SPECTATORS 32
#define CHARTER_MAX 65536	/* bytes of game.toml */

struct charter_side {
	const char *name;
	const char *key;	/* its line; NULL for a bot */
	struct public_key public;
	bool bot;
	const char *mail;	/* NULL: none */
};

/* One file of rules/, by its path there, and its SHA-256 in hex. */
struct charter_file {
	const char *path;
	const char *sha;
};

/* How much time the sides have: so many hours at the start, so many more for
 * each exchange in which they are asked, at most `cap`.  hours 0: no clock.
 * Weekdays in `skip` (bit 0 is Monday) do not count, nor do so many days on
 * which a side said that it would be absent. */
#define CHARTER_HOURS 10000
#define CHARTER_ABSENCE 1000	/* days */
struct charter_clock {
	long hours, add, cap;
	unsigned skip;
	long absence;
};
extern const char *const charter_weekdays[7];	/* "Monday" … */

/* "saturday" as its bit; 0 if there is no such day. */
unsigned charter_weekday(const char *name);

/* After so many deadlines that a side missed in a row the referee may name a
 * substitute for it, or declare the game lost for it; 0: never. */
#define CHARTER_MISSED 1000
struct charter_missed {
	long substitute, forfeit;
};

struct charter {
	const char *game, *system, *scenario;
	long rules_revision;
	bool own_charts;		/* charts = "own" */
	struct charter_clock clock;
	struct charter_missed missed;
	const char *secret_commitment;	/* hex */
	const char *seal_key;		/* base64 */
	uint8_t seal[32];		/* the same */
	const char *referee;		/* base64 line of a minisign key */
	struct public_key referee_key;
	/* in playing order; and the referee, as who sends acts */
	struct charter_side side[CHARTER_SIDES + 1];
	int nsides;
	/* addresses that get what is public */
	const char *spectator[CHARTER_SPECTATORS];
	int nspectators;
	struct charter_file file[CHARTER_FILES];
	int nfiles;
};

/*
 * Read a charter.  Everything is checked: names, the form of every hash and
 * key, that no side is there twice or called `turn` or `referee`, that no key
 * belongs to two sides, that each side has either a key or `bot = true`, and
 * that nothing unknown is in it.  `name` is how messages call the text.  The
 * strings live in the arena.
 */
int charter_parse(struct err *e, struct arena *a, const char *name,
	const char *text, size_t len, struct charter *out)
	__attribute__((warn_unused_result));

/* The text of game.toml. */
void charter_write(struct str *out, const struct charter *c);

/* May a side be called so?  ERR_INPUT with the reason if not. */
int charter_side_name(struct err *e, struct arena *a, const char *name)
	__attribute__((warn_unused_result));

/* The index of a side; -1 if there is none of that name. */
int charter_side(const struct charter *c, const char *name);

/* The index of who sends a submission: a side, or CHARTER_REFEREE; -1. */
int charter_sender(const struct charter *c, const char *name);

/* Can it stand in the header of a message? */
bool charter_is_mail(const char *s);

/* " roman, hunnic": the sides' names for messages, in the arena. */
const char *charter_sides(struct arena *a, const struct charter *c);

/* Are these the files that the charter names?  ERR_VERIFY if not. */
int charter_check_rules(struct err *e, const struct charter *c,
	const struct rules_file *file, size_t n)
	__attribute__((warn_unused_result));

#endif
