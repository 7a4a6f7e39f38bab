/* ab.h: Ancient Battles: its state, its charts, and who asks whom what */
#ifndef IACTA_AB_H
#define IACTA_AB_H

#include "engine/system.h"
#include "hex/map.h"
#include "hex/path.h"

#define AB_UNITS 128
#define AB_HEXES 2048		/* of a map, at most */
#define AB_ENTRY 16
#define AB_CAMPS 8
#define AB_GROUP 24		/* units of one side in one combat, at most */

enum ab_phase { AB_DEPLOY, AB_ORDERS, AB_MOVEMENT, AB_MISSILE, AB_COMBAT,
	AB_RALLY, AB_PHASE_COUNT };
enum ab_status { AB_ON_MAP, AB_ELIMINATED, AB_EXITED, AB_RESERVE };
enum ab_type { AB_INFANTRY, AB_LIGHT_INFANTRY, AB_SKIRMISHER, AB_ARTILLERY,
	AB_LEADER, AB_CAVALRY, AB_LIGHT_CAVALRY, AB_ELEPHANT, AB_CHARIOT,
	AB_TYPE_COUNT };
enum ab_weapon { AB_NO_MISSILE, AB_BOW, AB_SLING, AB_JAVELIN, AB_PILUM,
	AB_SPEAR, AB_BALLISTA, AB_WEAPON_COUNT };
/* the last three lie along hexsides */
enum ab_terrain { AB_CLEAR, AB_TRAIL, AB_WOODS, AB_RIVER, AB_LAKE, AB_SLOPE,
	AB_HILL, AB_PEAK, AB_CAMP, AB_EXIT, AB_STREAM, AB_RIDGE, AB_CLIFF,
	AB_TERRAIN_COUNT };

struct ab_unit {
	char id[ID_SIZE];
	int number, side, nation, type;
	char name[FIELD_TEXT_SIZE];
	int strength, ma, missile;
	bool dot;
	int hex, status;
	int arrives, nentry, entry[AB_ENTRY];	/* a reinforcement [9.0] */
	bool thrown;		/* one-time missiles are gone [10.0] */
	bool disrupted;		/* [10.1] */
	/* in this movement phase */
	bool moved, ready;	/* ready: may charge [14.0] */
	int from, arrival;	/* where it began; who arrived after whom */
	/* in this missile fire phase */
	bool fired;
	/* in this combat phase */
	bool attacked, defended, advanced;
	/* derived */
	short next;		/* 1 + the number of the next in its hex */
	bool indexed;		/* false in a position that was read */
};

/* What the enemies of a side do in a hex. */
enum { AB_FOE_UNIT = 1, AB_FOE_LEADER = 2, AB_FOE_ZONE = 4 };

struct ab_side {
	int rally, demoralization, disintegration;
	int points;		/* from camps and exits */
	int lost;		/* combat strength eliminated */
	bool demoralized;
};

struct ab {
	int turn, turns, phase, active;
	int step;		/* of the deployment */
	int arrivals;		/* moves made in this movement phase */
	bool rallied;		/* a rally was tried in this phase */
	int ncamps, camps[AB_CAMPS];	/* camp hexes that have paid */
	struct ab_side side[GAME_SIDES];
	int nunits;
	struct ab_unit unit[AB_UNITS];
	/*
	 * Derived: an index of who stands where.  It is made where a position
	 * was read (ab_state), and kept up by ab_put and ab_remove.
	 */
	bool known[GAME_SIDES];		/* is `away` up to date? */
	short at[AB_HEXES];		/* 1 + the first unit in the hex; the
					 * others follow in their order */
	unsigned char zones[2][AB_HEXES];	/* how many of a side hold it */
	unsigned char foe[2][AB_HEXES];		/* AB_FOE_*, for each side */
	unsigned char away[2][AB_HEXES];	/* from the next unit of a side */
};

/* The position as it is, to look ahead in: `away` is reckoned when it is asked
 * for.  What no unit fills is not copied. */
void ab_copy(struct ab *to, const struct ab *from);

enum ab_effect { AB_NE, AB_AH, AB_DD, AB_DT, AB_DD_SLOPE, AB_DD_HILL,
	AB_EFFECT_COUNT };
enum ab_charge { AB_CHARGE_OK, AB_CHARGE_PASS, AB_CHARGE_NO };
enum ab_result { AB_AL, AB_AR, AB_NONE, AB_EX, AB_DR, AB_DL,
	AB_RESULT_COUNT };

struct ab_ground {		/* a row of the Terrain Effects Chart [8.0] */
	int mp, combat, charge;
	bool blocks, prohibited, overlay;
};

struct ab_data {
	struct map map;
	struct ab_ground ground[AB_TERRAIN_COUNT];	/* hexes */
	struct ab_ground hexside[AB_TERRAIN_COUNT];
	/* for each hex of the grid, and each direction out of it */
	short *high;		/* distance from ridge, hill or peak [7.43] */
	short *peak;		/* distance from a peak [X7.E] */
	short *prize[2];	/* of a side: from the next camp to take or exit
				 * hex to leave by [X6.1, X6.2]; for the bot */
	unsigned char *terrain;	/* other than overlays */
	short (*step)[HEX_DIRS];	/* what a step costs; -1: not allowed */
	short (*ride)[HEX_DIRS];	/* the same for a charging unit [14.2] */
	int columns;
	struct { int a, b; const char *name; } column[16];
	int crt[6][16];
	struct { int n, disrupts[4]; bool once; } missile[AB_WEAPON_COUNT];
	struct { bool charge, rally, leader, stacks; } type[AB_TYPE_COUNT];
	int levels;
	struct { const char *name; int num, den; } level[8];
	int per_strength, per_leader_strength;
	int nsides;
	const char *side[GAME_SIDES], *title[GAME_SIDES];
	int camp_side, camp_die;
	int exit_side, exit_points;
	const struct node *exit_unit;		/* id = points */
	const struct node *deaths;		/* [[death]] */
	const struct node *deploy;		/* [deploy] */
	const struct node *standard;		/* [unit], for its hexes */
};

extern const char *const ab_phase_names[];
extern const char *const ab_type_names[];
extern const char *const ab_nation_names[];
extern const char *const ab_weapon_names[];
extern const char *const ab_result_names[];
extern const struct system ab_system;

static inline const struct ab_data *
ab_data(const struct game *g)
{
	return game_data(g);
}

/* board.c */
void ab_index(const struct ab_data *d, struct ab *s);

static inline struct ab *
ab_state(struct game *g)
{
	struct ab *s = game_state(g);

	if (s->nunits > 0 && !s->unit[0].indexed)
		ab_index(ab_data(g), s);
	return s;
}

/* data.c */
int ab_load(struct err *e, struct arena *a, const struct scenario_files *f,
	const struct node *position, void **data,
	const struct hex_grid **grid, const char **sides, int *nsides);
/* state.c */
extern const struct field ab_fields[];
int ab_start(struct err *e, struct arena *a, const void *data,
	const struct scenario_files *f, const struct node *position,
	void *state);
int ab_check(struct err *e, const void *data, const void *state);
const struct node *ab_effective(struct arena *a,
	const struct scenario_files *f);
int ab_units(const void *state, int side, const char **out, int max);
const char *ab_invariant(struct game *g);

/* board.c: who stands where, zones of control, stacking [5.3, 6.0] */
static inline bool
ab_is_leader(const struct ab_data *d, const struct ab_unit *u)
{
	return d->type[u->type].leader;
}

static inline bool
ab_on_map(const struct ab_unit *u)
{
	return u->status == AB_ON_MAP && u->hex != HEX_NONE;
}

static inline int
ab_other(int side)
{
	return 1 - side;
}

struct ab_unit *ab_find(struct ab *s, const char *id);
/* The one way to move a unit, and to take it off the map. */
void ab_put(const struct ab_data *d, struct ab *s, struct ab_unit *u,
	int hex);
void ab_remove(const struct ab_data *d, struct ab *s, struct ab_unit *u,
	int status);

/* The units in a hex, of both sides, in the order of the position. */
static inline struct ab_unit *
ab_first_at(const struct ab *s, int hex)
{
	return s->at[hex] ? (struct ab_unit *)&s->unit[s->at[hex] - 1] : NULL;
}

static inline struct ab_unit *
ab_next_at(const struct ab *s, const struct ab_unit *u)
{
	return u->next ? (struct ab_unit *)&s->unit[u->next - 1] : NULL;
}

#define AB_AROUND (6 * 8)
/* The combat units of a side next to a hex, by number, in the order of the
 * position; how many (AB_AROUND at most). */
int ab_around(const struct ab_data *d, const struct ab *s, int side, int hex,
	int *out);
/* How far each hex is from the nearest unit of a side, leaders included; 99 at
 * most. */
const unsigned char *ab_away_from(const struct ab_data *d, struct ab *s,
	int side);
/* Ids of units, numbers of hexes, as a list for an event or a question. */
struct node *ab_id_list(struct game *g, const int *list, int n);
struct node *ab_hex_list(struct game *g, const int *list, int n);
/* The combat unit (not a leader) of that side in a hex, which names whatever
 * is stacked with it; NULL. */
struct ab_unit *ab_combat_unit_at(const struct ab_data *d, struct ab *s,
	int side, int hex);
/* A leader of that side alone in a hex; NULL. */
struct ab_unit *ab_lone_leader_at(const struct ab_data *d, struct ab *s,
	int side, int hex);
/* The strengths of that side's leaders in a hex, added. */
int ab_leader_strength_at(const struct ab_data *d, const struct ab *s, int side,
	int hex);
/* Is this hex in a zone of control of the enemies of `side`? */
static inline bool
ab_in_ezoc(const struct ab_data *d, const struct ab *s, int side, int hex)
{
	(void)d;
	return s->foe[side][hex] & AB_FOE_ZONE;
}

bool ab_exerts_zoc(const struct ab_data *d, const struct ab_unit *u, int hex);
/* Is any enemy combat unit adjacent? */
bool ab_enemy_adjacent(const struct ab_data *d, const struct ab *s, int side,
	int hex);
int ab_enemies_within(const struct ab_data *d, const struct ab *s, int side,
	int hex, int range);
/* May this unit end a phase in a hex, beside the friends that stand there? */
bool ab_can_stay(const struct ab_data *d, const struct ab *s,
	const struct ab_unit *u, int hex);
/* The ground of a hex: its terrain other than overlays. */
static inline int
ab_terrain_at(const struct ab_data *d, int hex)
{
	return d->terrain[hex];
}

static inline bool
ab_prohibited(const struct ab_data *d, int hex)
{
	return d->ground[d->terrain[hex]].prohibited;
}

bool ab_doubles_defence(const struct ab_data *d, int hex);
/* [5.1, 7.72] neither the hex nor the hexside is prohibited */
static inline bool
ab_may_step(const struct ab_data *d, int from, int dir)
{
	return d->step[from][dir] >= 0;
}

/* movement.c [5.0, 9.0, 11.1, X6.2] */
void ab_movement_phase(struct game *g);
/* NULL, or why this unit may not move now. */
const char *ab_cannot_move(struct game *g, const struct ab_unit *u);
/* May it charge from there, once it has gone there by the best way [14.0]? */
bool ab_would_charge(struct game *g, const struct ab_unit *u, int to);
/* The hexes that it can come to, with costs and ways, or only as bits. */
void ab_reachable(struct game *g, const struct ab_unit *u,
	struct path_field *out);
void ab_reach(struct game *g, const struct ab_unit *u,
	uint64_t out[PATH_WORDS]);
bool ab_may_exit(const struct ab_data *d, const struct ab_unit *u, int hex);

/* missile.c [10.0] */
void ab_missile_phase(struct game *g);
const char *ab_cannot_fire(struct game *g, const struct ab_unit *u,
	const struct ab_unit *target);
bool ab_can_see(const struct ab_data *d, int from, int to);

/* strength.c: what an attack is worth [7.0, 7.4, 14.0] */
struct ab_attack {
	int side;
	int natt, att[AB_GROUP];	/* unit indices */
	int ndef, def[AB_GROUP];
	int nahex, ahex[8];
	int ndhex, dhex[8];
	bool charging[AB_GROUP];	/* of att */
	bool thrown_back;		/* a charge's AR became AL [14.0] */
	int nlent, lent[AB_GROUP];	/* [7.22] */
	int strength, defence;		/* in half points */
	int column;			/* -1: below the chart */
	const struct node *order;	/* for planned answers; or NULL */
	bool forced;
};
/* Fill in strength, defence, column; each modifier is reported to `say`, unless
 * that is NULL. */
void ab_weigh(const struct ab_data *d, struct ab *s, struct ab_attack *x,
	struct game *say);
bool ab_can_charge(const struct ab_data *d, struct ab *s,
	const struct ab_unit *u, const struct ab_attack *x);
/* Everybody charges who may [14.0]. */
void ab_charge_all(const struct ab_data *d, struct ab *s,
	struct ab_attack *x);
/* A/D in hundredths. */
int ab_odds_hundredths(const struct ab_attack *x);

/* attack.c [7.1, 7.2] */
/* Is this unit still free to attack? */
bool ab_free_to_attack(const struct ab_data *d, const struct ab_unit *u);
bool ab_must_attack(const struct ab_data *d, struct ab *s,
	const struct ab_unit *u);
bool ab_in_list(const int *list, int n, int x);
void ab_add_hex(int *list, int *n, int hex);	/* of an attack: at most 8 */
/* [7.12, 7.52] the units of a side that must attack and have an attack at odds
 * that the chart has, but might lose it by attacks of others */
struct ab_weak {
	int n, unit[AB_UNITS];
};
void ab_find_weak(const struct ab_data *d, struct ab *s, int side,
	struct ab_weak *w);

/* Build an attack of those units (by their index) on those targets; NULL or
 * why it is not legal, in words only where `say` is given.  `w` is what
 * ab_find_weak found, NULL to have it found. */
const char *ab_build_attack(struct game *say, const struct ab_data *d,
	struct ab *s, int side, const int *units, int nunits,
	const int *targets, int ntargets, const struct ab_weak *w,
	struct ab_attack *x);

#define AB_PLANS 40
enum ab_how { AB_ALONE, AB_TOGETHER, AB_ON_ALL };
struct ab_plan {
	enum ab_how how;
	int att[AB_GROUP], def[AB_GROUP];
	int natt, ndef;
	int column, odds;
};
/*
 * The attacks open to a unit that must attack and was given none; those below
 * the chart, or that leave a friend no other, only where nothing better is
 * open [7.12, 7.52].  How many.
 */
int ab_plans(const struct ab_data *d, struct ab *s, const struct ab_unit *u,
	struct ab_plan *list);
void ab_planned_attack(const struct ab_data *d, struct ab *s, int side,
	const struct ab_plan *p, struct ab_attack *x);
/*
 * All defenders retreated before the combat: attackers who owe another enemy
 * an attack are free to make it [7.11], and those who alone can are taken out
 * of the attack: they do not advance.
 */
void ab_release(const struct ab_data *d, struct ab *s, struct ab_attack *x);

/* melee.c [7.0] */
void ab_combat_phase(struct game *g);

/* retreat.c [7.7, 7.8, 11.2] */
/* Can what stands in a hex retreat as things are now? */
enum ab_retreat { AB_RETREATS_NOWHERE, AB_RETREATS_PUSHING, AB_RETREATS };
enum ab_retreat ab_can_retreat(struct game *g, int side, int hex,
	const int *involved, int ninvolved);
void ab_retreat_group(struct game *g, int side, int hex, const int *involved,
	int ninvolved);
void ab_advance_after(struct game *g, int side, const char *as,
	const char *result, const int *units, int n, const int *vacated,
	int nvacated, const struct node *planned);
/* Offer a retreat before combat to a defender; true if it went. */
bool ab_offer_evade(struct game *g, struct ab_unit *u,
	const struct ab_attack *x);
void ab_flee_before_combat(struct game *g, struct ab_unit *leader,
	const struct ab_attack *x);

/* leaders.c [12.1] */
void ab_overrun(struct game *g, struct ab_unit *mover, struct ab_unit *leader);

/* losses.c [13.0, 15.0, 16.0, X5.1, X6.0] */
void ab_eliminate(struct game *g, struct ab_unit *u, const char *cause);
/* All that fights in the hex of this unit [X5.2]. */
void ab_eliminate_hex(struct game *g, int side, int hex, const char *cause);
/* After losses: does a side disintegrate?  Ends the game if so. */
void ab_check_collapse(struct game *g);
void ab_recount(struct game *g);
/* [15.1] what the side has lost in strength, leaders not counted */
int ab_strength_lost(const struct ab_data *d, const struct ab *s, int side);
void ab_count_losses(const struct ab_data *d, struct ab *s);
/* A unit comes, if only for a moment, into that hex: camps [X6.1]. */
void ab_enter_hex(struct game *g, const struct ab_unit *u, int hex);
/* [16.11, 16.12, X6] what a side has scored so far */
int ab_victory_points(const struct ab_data *d, const struct ab *s, int side);
void ab_final_victory(struct game *g) __attribute__((noreturn));
void ab_rally_phase(struct game *g);
const char *ab_cannot_rally(struct game *g, const struct ab_unit *u);
int ab_rally_hexes(struct game *g, const struct ab_unit *u, int *out, int max);

/* deploy.c [X2.0, X2.1] */
void ab_deploy_phase(struct game *g);
const char *ab_deploy_check(struct game *g, int side,
	const struct node *answer);
bool ab_deploys(const void *data, const void *state, int side);
void ab_deployment(struct game *g, int side, say_fn *say, struct node *out);

/* legal.c */
const struct node *ab_bot(struct game *g, int side, int phase);
void ab_legal(struct game *g, int side, const char *unit, struct node *out);

/* draw.c */
void ab_board(struct game *g, struct board *b);
extern const struct board_verb ab_deeds[];
bool ab_in_sight(struct game *g, int from, int to);

/* show.c */
void ab_summary(struct game *g, say_fn *say, struct str *out);
struct said ab_when(struct game *g);

/* sheet.c */
extern const char *const ab_tolls[];
void ab_toll(const void *data, const void *state, int side, int *out);
const char *ab_forecast(struct game *g, say_fn *say, const char *verb,
	const char *unit,
	const char *target, int from);

#endif
