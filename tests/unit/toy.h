/* toy.h: a small system that uses everything the engine has, for tests */
#ifndef IACTA_TESTS_TOY_H
#define IACTA_TESTS_TOY_H

#include "engine/rules.h"

#define TOY_UNITS 12

enum toy_phase { TOY_MOVE, TOY_FIGHT };

struct toy_unit {
	char id[ID_SIZE];
	int side, hex, strength;
	bool tired;
};

struct toy {
	int turn, turns;
	int active;
	bool deployed;
	struct toy_unit unit[TOY_UNITS];
	int nunits;
	struct toy_side {
		int ambushes;		/* hidden, were it a real game */
		int lost;
	} side[GAME_SIDES];
};

extern const struct system toy_system;

/*
 * Two sides, red and blue, on 6 by 6 hexes; a turn of a side is:
 *	move    { do = "move", unit, to }: one hex, free and on the map
 *	fight   { do = "fight", units = [], target, advance = "yes|no" }
 * A fight rolls a die, +1 for each attacker beyond the first, against the
 * target's strength.  The defender may have an ambush (window "ambush", -2).
 * More: the target retreats ("retreat"), and one of the attackers may follow
 * ("advance").  Equal: each side chooses who loses a point ("loss", both at
 * once), and then a die of exhaustion is rolled.  Less: nothing.
 * Where `deployed` is not true in a position, both deploy first ("deploy":
 * ids to hexes, or "standard").
 */
int toy_rules(struct err *e, const char *system, const char *scenario,
	const struct rules **out);

/* For tests that run games themselves; what is wrong ends the program. */

struct node *toy_toml(struct arena *a, const char *text);
/* A game from a position in TOML; exchange 1. */
void toy_open(struct arena *a, struct game *g, const char *position);
/* What a side sends, as the pipeline hands it in; sealed or not. */
void toy_submit(struct game *g, int side, const char *text, bool sealed);

/* Dice in the order that they are rolled; one too few halts the run. */
struct toy_dice {
	const int *shows;
	int n, at;
};
void toy_use_dice(struct game *g, struct toy_dice *d);
/* Numbers without end from a seed, for dice and for bots. */
void toy_use_chance(struct game *g, unsigned *seed);

/* "refused", "move": the ids of the run's events, blank-separated. */
const char *toy_events(struct game *g);
/* "red retreat": what is asked, likewise with commas. */
const char *toy_asks(struct game *g);

#endif
