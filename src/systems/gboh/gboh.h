/* gboh.h: Great Battles of History: its state, its charts, who calls whom */
#ifndef IACTA_GBOH_H
#define IACTA_GBOH_H

#include "engine/system.h"
#include "hex/map.h"

#define GBOH_UNITS 384
#define GBOH_LEADERS 32
#define GBOH_COMBATS 64
#define GBOH_GROUP 24		/* units of one side in one combat, at most */
#define GBOH_NATIONS 8		/* that one leader commands, at most */
#define GBOH_RALLIED 16
#define GBOH_COLUMNS 16
#define GBOH_RANGES 12
#define GBOH_LINES 32
#define GBOH_STACK 8		/* units in one hex, passing ones included */
#define GBOH_AROUND 16		/* units next to one hex, at most */
#define GBOH_STACKINGS 24
#define GBOH_GROUNDS 5		/* columns of the Movement Cost Chart */
#define GBOH_WAY 64		/* hexes or steps of one move, at most */

enum gboh_phase { GBOH_START, GBOH_NEXT, GBOH_ACTIVATION, GBOH_ORDERS,
	GBOH_SHOCK, GBOH_MOMENTUM, GBOH_ROUT, GBOH_WITHDRAWAL,
	GBOH_PHASE_COUNT };
enum gboh_kind { GBOH_NORMAL, GBOH_ELITE, GBOH_TRUMP, GBOH_CHAMPION,
	GBOH_UNCONTROLLED, GBOH_REACTIVATED, GBOH_KIND_COUNT };
/* Names of troop types and weapons; which a title has, and what they can do,
 * is in its charts. */
enum gboh_type { GBOH_HI, GBOH_MI, GBOH_LI, GBOH_HC, GBOH_LN, GBOH_LC,
	GBOH_PH, GBOH_LG, GBOH_BI, GBOH_SK, GBOH_RC, GBOH_EL, GBOH_CH,
	GBOH_TYPE_COUNT };
enum gboh_weapon { GBOH_NO_MISSILE, GBOH_B, GBOH_C, GBOH_J, GBOH_F, GBOH_A,
	GBOH_S, GBOH_SCREEN, GBOH_WEAPON_COUNT };
/* What a unit is, by its type and weapon: charts.toml's [types], [weapons]. */
enum gboh_trait {
	GBOH_READY = 1 << 0,	/* the rest of this is known */
	GBOH_HORSE = 1 << 1,
	GBOH_ARMOURED = 1 << 2,	/* harder to hit with missiles */
	GBOH_FORMED = 1 << 3,	/* heavy and medium infantry */
	GBOH_LIGHT = 1 << 4,
	GBOH_HARASSES = 1 << 5,
	GBOH_HEAVY = 1 << 6,	/* must shock where it moves adjacent */
	GBOH_WIDE = 1 << 7,	/* stands in two hexes */
	GBOH_SKIRMISHES = 1 << 8,
	GBOH_ELEPHANT = 1 << 9,
	GBOH_CHARIOT = 1 << 10,
	GBOH_LEGION = 1 << 11,
	GBOH_BARBARIAN = 1 << 12,
	GBOH_RIDDEN = 1 << 13,	/* a Leader Elephant */
	GBOH_BOW = 1 << 16,	/* weapons: fires over friends */
	GBOH_THROWN = 1 << 17,
	GBOH_ONCE = 1 << 18,	/* one volley */
	GBOH_COMPOSITE = 1 << 19,
	GBOH_ENGINE = 1 << 20,	/* artillery */
	GBOH_REACTS = 1 << 21,	/* reaction fire only */
};
enum gboh_supply { GBOH_FULL, GBOH_LOW, GBOH_NO };
enum gboh_status { GBOH_ON_MAP, GBOH_ELIMINATED, GBOH_RESERVE,
	GBOH_PURSUING };
enum gboh_rank { GBOH_SUBORDINATE, GBOH_OVERALL, GBOH_CONTINGENT,
	GBOH_PROCONSUL, GBOH_TRIBUNE, GBOH_SOCIORUM, GBOH_EQUITUM,
	GBOH_MAHOUT };
enum gboh_arm { GBOH_ANY_ARM, GBOH_FOOT_ONLY, GBOH_HORSE_ONLY };
enum gboh_pursuit { GBOH_NO_PURSUIT, GBOH_BY_TQ, GBOH_BY_RATING };
enum gboh_marker { GBOH_NO_SHOCK, GBOH_MUST_CHECK, GBOH_NO_CHECK };
enum gboh_edge { GBOH_NORTH, GBOH_SOUTH, GBOH_EAST, GBOH_WEST };
enum gboh_superiority { GBOH_NONE, GBOH_AS, GBOH_DS, GBOH_DS_MISSILE };
enum gboh_terrain { GBOH_CLEAR, GBOH_WOODS, GBOH_BROKEN, GBOH_MARSH,
	GBOH_RIVER, GBOH_WALL, GBOH_RAMPART, GBOH_TRENCH, GBOH_CITY,
	GBOH_VILLAGE, GBOH_CAMP, GBOH_STREAM, GBOH_GATE, GBOH_ROAD,
	GBOH_TERRAIN_COUNT };
/* The steps of the Shock segment, each for all combats [9.12]. */
enum gboh_round { GBOH_DESIGNATE, GBOH_CHARGE, GBOH_CASUALTIES, GBOH_STRUGGLE,
	GBOH_COLLAPSE, GBOH_ADVANCE, GBOH_AFTERMATH, GBOH_ROUND_COUNT };

struct gboh_unit {
	char id[ID_SIZE];
	int side;
	char nation[ID_SIZE], class[ID_SIZE], name[FIELD_TEXT_SIZE];
	char legion[ID_SIZE];	/* its number: the colour of its border */
	bool ala;
	char rider[ID_SIZE];	/* of a Leader Elephant */
	int screen, screens;	/* the archers around an elephant; supply */
	bool deep;		/* may form Double Depth */
	bool depleted, pursued, commanded, stood;
	int exit;		/* where it left the map, pursuing */
	int type, size, tq, ma, missile, bait;
	int fast;		/* a phalanx's second movement allowance */
	bool feigns, sword, walls, dismounts;
	int hex, facing;	/* the vertex */
	int column;		/* 0, or 1 + the direction faced in column */
	int status, hits, missiles;
	bool routed, rallied, moved, left, shield, foot, limbered, engaged;
	int horse_ma;		/* while dismounted */
	int uncontrolled;	/* the turn of its Uncontrolled Advance [11.3] */
	int active_fire;
	/* in this Orders Phase */
	bool ordered, stepped, entered, fired, turned, withdrew;
	bool due, unwalled, charged;
	bool met;		/* has come next to an enemy */
	bool extended;		/* the line, which costs points */
	bool stays;		/* the unit on top of it has left [spqr 6.66] */
	int spent;		/* points, in coming back to the map */
	int climbed;		/* levels */
	int shock;		/* its marker */
	int line, from;
	int before;		/* the hex that it left with its last step */
	int answered;		/* the line at which it used entry fire */
	int recovered, reaction_fire;
	char shot[ID_SIZE];
	int combat, origin;	/* in which combat, and where it stood then */
	int origin2;		/* the other hex of a phalanx */
	int via, via2;		/* hexes by which it ran from there */
	bool attacks;
	bool atop;		/* on top of the other unit of its hex */
	/* derived: see gboh_ready */
	unsigned traits;
	short self;		/* 1 + its number in the position */
	short next[2];		/* the next in each of its hexes, likewise */
	short with;		/* who moves with it, likewise; of a copy */
};

struct gboh_leader {
	char id[ID_SIZE];
	int side;
	char name[FIELD_TEXT_SIZE];
	int rank, initiative, lines, range, strategy, charisma, combat;
	bool elite;
	int ncommands;
	char commands[GBOH_NATIONS][ID_SIZE];
	int hex, status;
	bool replacement, wounded, replaced;
	char rides[ID_SIZE];	/* the cavalry with which he is off the map */
	int arm;		/* the only units he commands */
	int loss;		/* by which wounds have lowered his ratings */
	/* in this game turn */
	bool finished, held, bypassed, passed_over;
	bool pinned;		/* in an enemy ZOC in this turn [5.31] */
	int phases;
	int nrallied;
	char rallied[GBOH_RALLIED][ID_SIZE];
	/* in this activation, and in this Orders Phase */
	bool commanding, rolled;
	int mp;
	bool moved;
	bool drives;		/* elephants, with which he stays [spqr 4.91] */
	bool initial;		/* issued a line in his initial phase */
	char ordered_class[ID_SIZE], ordered_legion[ID_SIZE];
	int ordered_ala;	/* 0 nobody yet, 1 legion, 2 ala */
	/* [spqr 6.82] a marker lies, it is a real one, that is known; and one
	 * for the next turn */
	bool marker, prearranged, revealed, intends, intends_real;
};

struct gboh_side {
	int level, points, edge, fight, stamina;
	bool disciplined, ferocity;
	bool champion;		/* won the Challenge */
	bool started, elite;	/* has had its champion's, its Elite phase */
	bool trumped;		/* has tried a trump in this activation */
	bool advanced;		/* its uncontrolled line has moved this turn */
	bool carthaginian, triarii;	/* [spqr 4.6, 9.7] */
	bool withdrawing;	/* a real marker is revealed [spqr 6.81] */
};

struct gboh_combat {
	char lead[FIELD_TEXT_SIZE], advance[FIELD_TEXT_SIZE];
	char face[FIELD_TEXT_SIZE], loss[FIELD_TEXT_SIZE];
	char share[FIELD_TEXT_SIZE];
	bool position, passing;
	bool shaken;		/* no pursuit: a defender failed its check in
				 * the Collapse, or was surrounded */
	bool chase;		/* of routed units by a pursuer; not kept */
	char attacker[ID_SIZE], defender[ID_SIZE];	/* [9.15] */
	int superiority;
	int slain_attacker, slain_defender;	/* Charisma lost [9.16] */
	bool over;
};

/* What was sealed to a side of its markers, in their order. */
struct gboh_faces {
	int n;
	char id[2 * GBOH_LEADERS][ID_SIZE];
};

struct gboh {
	int turn, phase, active, activation;
	char leader[ID_SIZE];
	int individual, issued;
	bool acted, designating, wish, engaged;
	bool regrouping, ended, elephants;
	bool begun;		/* the orders of this activation are taken up */
	struct gboh_faces faces[GAME_SIDES];
	bool momentum;		/* this is a momentum phase */
	int pursuit;
	char over[ID_SIZE];	/* whom the active leader has trumped */
	int over_phase;		/* and in which phase that was */
	int tie, tie_next;
	int round;
	struct gboh_side side[GAME_SIDES];
	int nleaders;
	struct gboh_leader leaders[GBOH_LEADERS];
	int nunits;
	struct gboh_unit unit[GBOH_UNITS];
	int ncombats;
	struct gboh_combat combat[GBOH_COMBATS];
	/* whose deed is being carried out, while it is; who goes through
	 * friends; 1 + its number */
	short cause, passing;
	/* derived: the first unit in each hex, as 1 + its number */
	short at[HEX_MAX];
};

/*
 * What the rules of a title say in numbers: system.toml's [rules].  Where two
 * titles of the series differ, they differ here; where a whole procedure does,
 * gboh_is_spqr asks which one is played.
 */
struct gboh_rules {
	int vertex_cost, leader_ma, leader_stack_mp;
	int column_mp, column_ma, column_tq, column_hits;
	int again_hits, withdraw_foot_hits, withdraw_approach_hits;
	int harass_range, feign_least, feign_most;
	int double_hit_most, extended, extended_wall;
	int supply_bow, supply_javelin;
	int rout_hexes, rout_tq, recover, recover_near, rally_foot, rally_horse;
	int ferocity, dismount_distance, foot_ma, shield_mp, shield_drm;
	int leader_points, momentum, bait, killed_drm;
	int superior_attack, superior_defence;
	int again_after, idle_zocs, light_archers, column_discipline;
	int line_roll_strategy, line_reach;
	int legion_turn_cost, elephant_vertex_cost, skirmisher_vertex_cost;
	int reverse_cost, again_fast_hits, fast_hits, pivot_hits, wheel_least;
	int withdraw_skirmisher_hexes, prearrange_initiative, face_least;
	int harass_range_foot, elephant_missile_hits, stand_attacker_drm;
	int rally_initiative, rally_depleted, rally_depleted_hits, extend_mp;
	int double_mp, double_drm, double_factor, defence_heavy, defence;
	int pass_drm, pass_hits, elephant_hex_hits, fear_least;
	int scorpio_active, scorpio_reaction, triarii_enemy, triarii_lines;
	int light_points, phalanx_points;
	int manoeuvre_zocs;	/* missiles extend a Skirmisher's ZOC */
	int face_difference;	/* allowances count in reaction facing */
	int moved_adjacent;	/* only from a hex that is not adjacent */
	int reactivation, impetuosity, control, mixed_drm;
	int charge_spares;	/* who need not check in a charge [spqr 8.43] */
	int routed_passed;	/* who passes a routed friend pays [spqr 6.69] */
	int zoc_momentum;	/* none for who was in an enemy ZOC [5.31]: 1 in
				 * this turn, 2 in his own Orders Phases */
	int retire_each;	/* Retire Fire at a rout where it leaves a
				 * friend in a ZOC, not only where it begins */
	int idle_missiles;	/* missiles count for 8.18, 10.16 and 10.27
				 * though their unit cannot fire as it stands */
	int shock_javelins;	/* shock uses up javelins [spqr 8.17] */
};

struct gboh_ground {		/* a row of the Movement Cost Chart [6.28] */
	int mp, shift;
	int hits[GBOH_GROUNDS], turn[GBOH_GROUNDS];
	bool column, rough, prohibited, blocks;
	bool free_phalanx;	/* ... and not of a phalanx in column */
	bool half;		/* a road: half a point */
	unsigned barred;	/* by column: who may not enter */
};

/* A row of the Stacking Charts: the first that fits decides. */
enum { GBOH_STACK_BASIC = 1, GBOH_STACK_ENGINE = 2, GBOH_STACK_SKIRMISHER = 4,
	GBOH_STACK_VELITES = 8, GBOH_STACK_LEGION = 16, GBOH_STACK_ANY = 31 };
struct gboh_stacking {
	bool rout;
	unsigned mover, other;
	int colour;		/* 0 any, 1 the same, 2 another */
	int hits_mover, hits_other;	/* going through */
	bool check;		/* and the other checks its TQ */
	int least;		/* hits of the check */
	bool stop;		/* voluntary: it may stop there */
	int stop_hits;		/* rout: where it would stop */
	bool stop_check;
};

struct gboh_line {		/* who may form a Line together [4.32] */
	int side;
	const struct node *types, *classes, *nations;
	int space;		/* hexes from one to the next [spqr 4.32] */
	int ala;		/* 0 any, 1 legions only, 2 alae only */
	bool one;		/* all of one legion or ala */
};

struct gboh_kind_of {		/* a troop type, or a weapon */
	bool known;
	unsigned traits;
	int ground;		/* its column of the Movement Cost Chart */
};

/* A title of the series: how its positions are written. */
struct gboh_title {
	const char *system;
	const struct field *fields, *sides, *leaders, *units;
};
extern const struct gboh_title gboh_cataphract, gboh_spqr;
extern const struct field gboh_cataphract_fields[], gboh_spqr_fields[];

struct gboh_rampage {		/* [spqr 9.14] */
	int compass[6];		/* directions for 1 to 6 */
	int friend, mahout, hexes, rolls, alone, front, flank, cavalry;
	int leader_tq;
};

struct gboh_data {
	const struct gboh_title *of;
	struct map map;
	struct gboh_rules rules;
	struct gboh_kind_of type[GBOH_TYPE_COUNT];
	struct gboh_kind_of weapon[GBOH_WEAPON_COUNT];
	int rally[2][10];	/* hits of a rallied unit, TQ to 5 and from 6 */
	int nstacking;
	struct gboh_stacking stacking[GBOH_STACKINGS];
	unsigned char kind[HEX_MAX];	/* the terrain that counts */
	unsigned char open[HEX_MAX];	/* by direction: may be gone there */
	struct gboh_ground ground[GBOH_TERRAIN_COUNT];
	struct gboh_ground hexside[GBOH_TERRAIN_COUNT];
	struct gboh_ground up, more, further, down;	/* levels */
	int any_higher, all_higher, all_lower;
	int columns;
	struct { int a, d; } crt[10][GBOH_COLUMNS];
	int clash[3][GBOH_TYPE_COUNT][GBOH_TYPE_COUNT];	/* aspect, def, att */
	int superiority[GBOH_TYPE_COUNT][GBOH_TYPE_COUNT];
	struct { int n, strength[GBOH_RANGES]; }
	    missile[GBOH_WEAPON_COUNT][2];		/* foot, horse */
	int drm_woods, drm_moved, drm_heavy, drm_heavy_front;
	int drm_skirmisher, drm_depleted, drm_rampart;
	int shift_depleted, shift_indian;
	bool indian_african;	/* Indian elephants are superior to Africans */
	int charge_elephant, charge_african;
	const char *casualty[10];	/* the Leader Casualty Table; NULL */
	struct gboh_rampage rampage;
	int pursuit[GBOH_TYPE_COUNT];	/* ratings [spqr 8.66] */
	int pursuit_numidian, pursuit_infantry, pursuit_zoc;
	int nlines;
	struct gboh_line line[GBOH_LINES];
	int nsides;
	const char *side[GAME_SIDES], *title[GAME_SIDES];
	bool prearranges;	/* an army that may [spqr 6.81] */
};

extern const char *const gboh_phase_names[];
extern const char *const gboh_kind_names[];
extern const char *const gboh_type_names[];
extern const char *const gboh_weapon_names[];
extern const char *const gboh_supply_names[];
extern const char *const gboh_facing_names[];
extern const char *const gboh_column_names[];
extern const char *const gboh_superiority_names[];
extern const char *const gboh_aspect_names[];
extern const struct system gboh_cataphract_system, gboh_spqr_system;

static inline const struct gboh_data *
gboh_data(const struct game *g)
{
	return game_data(g);
}

static inline bool
gboh_is_spqr(const struct gboh_data *d)
{
	return d->of == &gboh_spqr;
}

/* What is derived in a unit is lost where a position is read. */
void gboh_ready(const struct gboh_data *d, struct gboh *s);

static inline struct gboh *
gboh_state(struct game *g)
{
	struct gboh *s = game_state(g);

	if (s->nunits > 0 && s->unit[0].traits == 0)
		gboh_ready(gboh_data(g), s);
	return s;
}

static inline bool
gboh_is(const struct gboh_unit *u, unsigned traits)
{
	return (u->traits & traits) != 0;
}

static inline bool
gboh_on_map(const struct gboh_unit *u)
{
	return u->status == GBOH_ON_MAP && u->hex != HEX_NONE;
}

/* On the map and not routed. */
static inline bool
gboh_stands(const struct gboh_unit *u)
{
	return gboh_on_map(u) && !u->routed;
}

static inline bool
gboh_leads(const struct gboh_leader *l)
{
	return l->status == GBOH_ON_MAP && l->hex != HEX_NONE;
}

static inline bool
gboh_is_horse(const struct gboh_unit *u)
{
	return gboh_is(u, GBOH_HORSE);
}

/* On horses, elephants or chariots. */
static inline bool
gboh_is_mounted(const struct gboh_unit *u)
{
	return gboh_is(u, GBOH_HORSE | GBOH_ELEPHANT | GBOH_CHARIOT);
}

static inline bool
gboh_is_artillery(const struct gboh_unit *u)
{
	return gboh_is(u, GBOH_ENGINE);
}

static inline bool
gboh_is_archer(const struct gboh_unit *u)
{
	return gboh_is(u, GBOH_BOW);
}

/* Infantry of a legion or ala [spqr 6.63]. */
static inline bool
gboh_is_roman(const struct gboh_unit *u)
{
	return u->legion[0] != '\0' && !gboh_is_horse(u);
}

static inline bool
gboh_is_velites(const struct gboh_unit *u)
{
	return gboh_is_roman(u) && u->class[0] == 'V' && u->class[1] == 'E';
}

/* The highest printed movement allowance. */
static inline int
gboh_most_ma(const struct gboh_unit *u)
{
	return u->fast > u->ma ? u->fast : u->ma;
}

/* gboh.c: the sequence of play */
void gboh_play(struct game *g);

/* titles.c */
extern const struct difference gboh_spqr_differences[];
const char *gboh_cite(struct game *g, const char *text);

/* data.c */
int gboh_load(struct err *e, struct arena *a, const struct scenario_files *f,
	const struct node *position, void **data,
	const struct hex_grid **grid, const char **sides, int *nsides);
/* state.c */
extern const char *const gboh_status_names[], *const gboh_rank_names[],
    *const gboh_marker_names[], *const gboh_edge_names[],
    *const gboh_round_names[], *const gboh_pursuit_names[];
int gboh_start(struct err *e, struct arena *a, const void *data,
	const struct scenario_files *f, const struct node *position,
	void *state);
int gboh_check(struct err *e, const void *data, const void *state);
int gboh_units(const void *state, int side, const char **out, int max);
const char *gboh_invariant(struct game *g);
void gboh_begin_phase(struct game *g, int phase);

/* checks.c [spqr 10.11] */
bool gboh_is_mixed(const struct gboh_unit *u, const struct gboh_unit *x);
int gboh_mixed_drm(struct game *g, const struct gboh_unit *u);
/* A check outside shock: the hits; `least` of them in any case. */
int gboh_tq_check(struct game *g, struct gboh_unit *u, const char *rule,
	const char *why, int more, const char *reason, int least);
/* ... one that costs `hits` if it fails, however high the die. */
int gboh_tq_check_flat(struct game *g, struct gboh_unit *u, const char *rule,
	const char *why, int hits);

/* stacking.c: the Stacking Charts */
const struct gboh_stacking *gboh_stacking(const struct gboh_data *d,
	struct gboh *s, const struct gboh_unit *u, const struct gboh_unit *x,
	bool rout);
/* NULL, or why these two may not both stay where they are. */
const char *gboh_cannot_share(const struct gboh_data *d, struct gboh *s,
	const struct gboh_unit *u, const struct gboh_unit *x);
/* NULL, or why a unit may not end its move as this copy of it stands. */
const char *gboh_cannot_stop(struct game *g, const struct gboh_unit *u);
const struct gboh_unit *gboh_overstacked(const struct gboh_data *d,
	struct gboh *s);
/* Does it stand in Double Depth with another phalanx [spqr 9.5]? */
bool gboh_in_depth(struct gboh *s, const struct gboh_unit *u);
/* The other unit of its stack; NULL. */
struct gboh_unit *gboh_partner(struct gboh *s, const struct gboh_unit *u);
/* The other of top and bottom, who stand; NULL. */
struct gboh_unit *gboh_mate(struct gboh *s, const struct gboh_unit *u);
void gboh_settle_hits(struct game *g, struct gboh_unit *u);
/* A unit enters a friend's hex and goes on [6.65]. */
void gboh_pass_through(struct game *g, struct gboh_unit *u,
	struct gboh_unit *friend);

/* stack.c: footprints, the index by hex, stacks */
/* The hexes that it stands in; how many (0 off the map). */
int gboh_hexes(const struct gboh_data *d, const struct gboh_unit *u,
	int out[2]);
bool gboh_occupies(const struct gboh_data *d, const struct gboh_unit *u,
	int hex);
/* The one way to change where a unit stands, or how a two-hex unit faces: hex,
 * facing and column are taken from `pose`. */
void gboh_put(const struct gboh_data *d, struct gboh *s, struct gboh_unit *u,
	const struct gboh_unit *pose);
void gboh_remove(const struct gboh_data *d, struct gboh *s,
	struct gboh_unit *u, int status);
/* After a change of type or weapon. */
void gboh_derive(const struct gboh_data *d, struct gboh_unit *u);
/* All in a hex, in the order of the position. */
int gboh_stack(struct gboh *s, int hex, struct gboh_unit **out, int max);
/* The top unit of a hex (not artillery, if anything else is there). */
struct gboh_unit *gboh_unit_at(struct gboh *s, int hex);
/* ... of the others than `u` (or what a copy of it stands for). */
struct gboh_unit *gboh_other_at(struct gboh *s, int hex,
	const struct gboh_unit *u);
struct gboh_unit *gboh_enemy_at(struct gboh *s, int side, int hex);

/* board.c: who stands where; facing, zones, sight [7.1, 7.2, 8.14] */
struct gboh_unit *gboh_find(struct gboh *s, const char *id);
struct gboh_leader *gboh_find_leader(struct gboh *s, const char *id);
/* TQ as it is now: rout, column, ferocity [6.45, 10.26, 11.2]. */
int gboh_tq(const struct gboh_data *d, const struct gboh *s,
	const struct gboh_unit *u);
/* -1 for a side whose champion won, on the first turn [11.85]. */
int gboh_tq_drm(struct game *g, const struct gboh_unit *u);
bool gboh_passable(const struct gboh_data *d, int from, int dir);
int gboh_terrain_at(const struct gboh_data *d, int hex);
void gboh_survey(struct gboh_data *d);
bool gboh_is_rough(const struct gboh_data *d, int hex);
bool gboh_stands_rough(const struct gboh_data *d, const struct gboh_unit *u);
/* From which side does something in that direction strike the unit? */
enum hex_aspect gboh_aspect(const struct gboh_unit *u, int dir);
int gboh_leading(const struct gboh_unit *u);
enum hex_aspect gboh_half_aspect(const struct gboh_unit *u, int half, int dir);
/* ... of a unit in one hex or two, something in that hex next to it. */
enum hex_aspect gboh_aspect_from(const struct gboh_data *d,
	const struct gboh_unit *u, int hex);
/* Where `v`, next to `u`, stands to it: front, flank or rear. */
enum hex_aspect gboh_approach(const struct gboh_data *d,
	const struct gboh_unit *u, const struct gboh_unit *v);
/* Between the nearest hexes of both. */
int gboh_distance(const struct gboh_data *d, const struct gboh_unit *u,
	const struct gboh_unit *v);
int gboh_distance_to(const struct gboh_data *d, const struct gboh_unit *u,
	int hex);
/* Does the unit exert a ZOC into the hex [7.21, 7.22], on a unit? */
bool gboh_zoc(const struct gboh_data *d, const struct gboh_unit *u, int hex);
bool gboh_zoc_on(const struct gboh_data *d, const struct gboh_unit *u,
	const struct gboh_unit *v);
/* Is one of the other's hexes in front of it? */
bool gboh_faces(const struct gboh_data *d, const struct gboh_unit *u,
	const struct gboh_unit *v);
/* Is the hex in a ZOC of this side's enemies, or a hex of the unit? */
bool gboh_in_ezoc(const struct gboh_data *d, struct gboh *s, int side,
	int hex);
bool gboh_pinned(const struct gboh_data *d, struct gboh *s,
	const struct gboh_unit *u);
/* Enemies whose ZOC is on a unit: which, and how many. */
int gboh_zocs_on(const struct gboh_data *d, struct gboh *s,
	const struct gboh_unit *u, const struct gboh_unit *except,
	struct gboh_unit **out, int max);
int gboh_ezocs(const struct gboh_data *d, struct gboh *s,
	const struct gboh_unit *u, const struct gboh_unit *except);
/* Enemy units in the unit's own ZOC, of stacks all. */
int gboh_in_my_zoc(const struct gboh_data *d, struct gboh *s,
	const struct gboh_unit *u, struct gboh_unit **out, int max);
int gboh_enemies_within(const struct gboh_data *d, const struct gboh *s,
	int side, int hex, int range);
int gboh_foes_near(const struct gboh_data *d, const struct gboh *s,
	const struct gboh_unit *u, int range);
/* `who` (or NULL) looks, and does not stand in its own way. */
enum { GBOH_PLAIN, GBOH_ARC, GBOH_COMMAND };	/* over friends; a leader */
bool gboh_sees(const struct gboh_data *d, struct gboh *s, int from, int to,
	int how, const struct gboh_unit *who);
bool gboh_in_arc(const struct gboh_data *d, const struct gboh_unit *u,
	int hex);
/* Steps to the edge, in half hexes: less is nearer. */
int gboh_to_edge(const struct gboh_data *d, const struct gboh *s, int side,
	int hex);
/* For each hex: friends, enemies, enemy ZOCs, seen from `side`. */
enum { GBOH_FRIEND = 1, GBOH_ENEMY = 2, GBOH_EZOC = 4, GBOH_FUGITIVE = 8 };
void gboh_mark(const struct gboh_data *d, const struct gboh *s, int side,
	unsigned char *mark);
/* The same of the hexes within that range of one; the others are not to be
 * asked for. */
void gboh_mark_near(const struct gboh_data *d, const struct gboh *s, int side,
	int hex, int range, unsigned char *mark);
int gboh_astray(const struct gboh_data *d, int from, int to, int hex);
int gboh_nearest_enemy(const struct gboh_data *d, const struct gboh *s,
	int side, int hex);
/* The same for every hex at once. */
void gboh_far_field(const struct gboh_data *d, const struct gboh *s, int side,
	short *far);

/* leaders.c: ranges, lines, casualties, flight [4.0] */
struct gboh_leader *gboh_active(struct gboh *s);
struct gboh_leader *gboh_overall(struct gboh *s, int side);
/* The Leader Elephant that he rides; NULL [spqr 4.8]. */
struct gboh_unit *gboh_mount_of(struct gboh *s, const struct gboh_leader *l);
void gboh_leader_to(struct game *g, struct gboh_leader *l, int hex);
bool gboh_may_command(const struct gboh_leader *l, const struct gboh_unit *u);
bool gboh_in_range(const struct gboh_data *d, struct gboh *s,
	const struct gboh_leader *l, int hex, int range);
bool gboh_unit_in_range(const struct gboh_data *d, struct gboh *s,
	const struct gboh_leader *l, const struct gboh_unit *u, int range);
bool gboh_commands(const struct gboh_data *d, struct gboh *s,
	const struct gboh_leader *l, const struct gboh_unit *u);
/* Why not, of a leader; that he has given all his orders [4.22]. */
const char *gboh_he_cannot(struct game *g, const struct gboh_leader *l,
	const char *code);
const char *gboh_no_orders_left(struct game *g,
	const struct gboh_leader *l);
/* lines.c [4.32] */
/* NULL, or why these units are no Line. */
const char *gboh_not_a_line(struct game *g, struct gboh_unit *const *u, int n);
bool gboh_entry_fits(const struct gboh_data *d, const struct gboh_line *l,
	struct gboh_unit *const *u, int n);
int gboh_cavalry_line(struct game *g, const struct gboh_unit *u, int *out,
	int max);
void gboh_kill_leader(struct game *g, struct gboh_leader *l, const char *cause);
/* A casualty has occurred: wounded or killed. */
void gboh_wound(struct game *g, struct gboh_leader *l, int die,
	const char *why);
/* Leaders next to `enemy` may flee, who were not when it stood as `before`
 * (NULL: wherever they were) [4.62]. */
void gboh_leaders_flee(struct game *g, struct gboh_unit *enemy,
	const struct gboh_unit *before);
int gboh_leaders_dodge(struct game *g, struct gboh_unit *elephant,
	const struct gboh_unit *before, bool count);
/* Is a leader of the enemy where it would stand as `to`?  He may be asked, so
 * that what was done so far has to be told first. */
bool gboh_finds_leader(struct game *g, const struct gboh_unit *u,
	const struct gboh_unit *to);
void gboh_leaders_caught(struct game *g, struct gboh_unit *enemy, int hex);
/* Tell that a leader went along with a unit. */
void gboh_tell_ride(struct game *g, const struct gboh_leader *l, int from,
	const struct gboh_unit *u);
/* All leaders of its side in `from` go along with the unit that left it. */
void gboh_leaders_ride(struct game *g, const struct gboh_unit *u, int from);
void gboh_follow_phalanx(struct game *g, struct gboh_unit *u,
	const struct gboh_unit *before);
bool gboh_is_with(const struct gboh_data *d, const struct gboh_leader *l,
	const struct gboh_unit *u);
void gboh_leaders_follow(struct game *g, struct gboh_unit *u, int from,
	int to, const char *why);
bool gboh_leader_reaches(struct game *g, const struct gboh_leader *l, int hex);
/* NULL, or why he may not end his move there, though he gets there. */
bool gboh_is_engaged(const struct gboh_data *d, struct gboh *s,
	const struct gboh_leader *l);
const char *gboh_cannot_ride_to(struct game *g, const struct gboh_leader *l,
	int to);
/* The points to every hex; -1 where he cannot get. */
void gboh_leader_field(struct game *g, const struct gboh_leader *l,
	short *cost);
void gboh_order_move_leader(struct game *g, const struct order *o);
void gboh_order_replace(struct game *g, const struct order *o);

/* activation.c: who is next, trumps, momentum [5.0] */
void gboh_start_phase(struct game *g);
void gboh_next_phase(struct game *g);
void gboh_activation_phase(struct game *g);
void gboh_momentum_phase(struct game *g);
/* Forget what units and leaders did in the Orders Phase before. */
void gboh_fresh_orders(struct gboh *s);
/* NULL, or why he may not go instead of the leader whose turn it is. */
const char *gboh_cannot_activate(struct game *g, const struct gboh_leader *l);
const char *gboh_cannot_trump(struct game *g, const struct gboh_leader *l);
void gboh_finish_leader(struct game *g, struct gboh_leader *l,
	const char *why);
/* Mark who is in an enemy ZOC now, for 5.31. */
void gboh_note_zones(struct game *g);

/* orders.c: the Movement and Missile Fire Segment [5.2, 10.16, 10.27] */
void gboh_orders_phase(struct game *g);
/* NULL, or why the active leader gives no orders. */
const char *gboh_cannot_lead(struct game *g);
/* The entry fire that a line's movement has left [8.21]. */
void gboh_line_fire(struct game *g);
void gboh_close_lines(struct game *g);
bool gboh_under_missiles(struct game *g, struct gboh_unit *u);
bool gboh_under_fire(struct game *g, struct gboh_unit *u);
const char *gboh_cannot_recover(struct game *g, struct gboh_unit *u);
const char *gboh_cannot_rally(struct game *g, const struct gboh_leader *l,
	struct gboh_unit *u);
const char *gboh_cannot_order(struct game *g, struct gboh_unit *u);
/* NULL, or why the active leader issues no line command now, and why he
 * issues none to that unit [4.3]. */
const char *gboh_cannot_issue(struct game *g);
/* NULL, or why a unit cannot be told anything but to move or fire. */
const char *gboh_cannot_reach(struct game *g, struct gboh_unit *u);
const char *gboh_cannot_join(struct game *g, const struct gboh_unit *u);
const char *gboh_cannot_line(struct game *g, struct gboh_unit *const *u,
	int n);

/* steps.c: one step of a move */
/* What it costs into the next hex: MP, or -1; *hits and *climbed are added
 * to. */
int gboh_step_cost(const struct gboh_data *d, const struct gboh_unit *u,
	int from, int dir, int *climbed, int *hits);
/* The same of a unit that stands as `before` and then as `after`. */
int gboh_pose_cost(const struct gboh_data *d, const struct gboh_unit *before,
	const struct gboh_unit *after, int *climbed, int *hits);
int gboh_ma(const struct gboh_data *d, const struct gboh_unit *u);
/* Which way it looks: the vertex, or in column the hexside. */
int gboh_looks(const struct gboh_unit *u);
void gboh_look(struct gboh_unit *u, int f);
/* Points and hits of turning to that facing where it stands, however it comes
 * to turn [7.12, 7.13]. */
int gboh_turn_mp(const struct gboh_data *d, const struct gboh_unit *u,
	int facing);
int gboh_turn_hits(const struct gboh_data *d, const struct gboh_unit *u,
	int facing);
int gboh_head(const struct gboh_data *d, const struct gboh_unit *u);
bool gboh_goes_that_way(const struct gboh_unit *u, int dir);
/* Change a copy of a unit as a step does; whether it may is asked below. */
void gboh_pose_enter(const struct gboh_data *d, struct gboh_unit *u, int dir);
bool gboh_pose_turn(const struct gboh_data *d, struct gboh_unit *u, int f);
void gboh_pose_column(struct gboh_unit *u, int column, int facing);
struct gboh_mover {		/* a unit on its way */
	struct game *g;
	struct gboh_unit u;	/* a copy, which moves */
	int mp, budget, climbed, start;
	bool zoc;		/* began in an enemy ZOC */
	bool stays;		/* may only turn */
	bool entered, stepped;	/* a hex; or turned */
	bool sure;		/* nobody gives way to it */
	/* [spqr 6.27] the Roman road: its rate holds as long as no enemy is
	 * near; hexes gone along it, what was saved, and the next turn is free */
	bool road, follows;
	int roads, saved;
};
/* Points for the nth hex along the road, two of which cost one. */
static inline int
gboh_road_mp(int nth)
{
	return nth % 2;
}
bool gboh_is_road(const struct gboh_data *d, int from, int dir);
void gboh_set_out(struct game *g, const struct gboh_unit *u, bool sure,
	struct gboh_mover *m);
/* NULL and it is done, or why it may not be. */
const char *gboh_try_turn(struct gboh_mover *m, int f);
const char *gboh_try_enter(struct gboh_mover *m, int hex);
const char *gboh_cannot_move(struct game *g, struct gboh_unit *u);
/* [spqr 6.44] one half is in an enemy ZOC, the other may go. */
bool gboh_may_wheel(const struct gboh_data *d, struct gboh *s,
	const struct gboh_unit *u);
/* [7.23] the enemy ZOC in which it stands. */
bool gboh_may_leave_zoc(struct game *g, const struct gboh_unit *u);

/* movement.c [6.0] */
struct gboh_step {
	enum { GBOH_ENTER, GBOH_TURN, GBOH_SHOOT } what;
	int to;			/* hex, facing, or the target's index */
};
struct gboh_plan {
	int n;
	struct gboh_step step[GBOH_WAY];
	bool hexes;		/* enters any hex */
	bool shock, lead;
	bool deep;		/* its last step forms Double Depth */
	bool road;		/* at the rate of the road where it is on it */
	int column;		/* -1 as it is, 0 out, 1 + direction */
	int face;		/* for leaving column */
	short with;		/* who goes along: 1 + its number */
};
const char *gboh_plan_move(struct game *g, const struct gboh_unit *who,
	const struct node *order, struct gboh_plan *p);
/* Carry out a plan; reactions included. */
void gboh_walk(struct game *g, struct gboh_unit *u, const struct gboh_plan *p);
void gboh_order_move(struct game *g, const struct order *o);
/* Where it may go: cost[hex][facing], -1; from the search. */
struct gboh_reach {
	short cost[HEX_MAX][6];
	int prev[HEX_MAX][6];		/* hex * 6 + facing before; -1 */
};
void gboh_reach(struct game *g, const struct gboh_unit *u,
	struct gboh_reach *r);
/* How a move to a hex ends facing that says nothing about it: the cheapest way,
 * and of equals the nearest to how the unit faces now; -1: it cannot get
 * there. */
int gboh_cheapest_face(struct game *g, const struct gboh_unit *u,
	const struct gboh_reach *r, int hex);
bool gboh_plan_to(struct game *g, const struct gboh_unit *u,
	const struct gboh_reach *r, int hex, int face, struct gboh_plan *p);
void gboh_turn_to(struct game *g, struct gboh_unit *u, int facing,
	const char *why);
/* legion.c [spqr 9.6, 9.7] */
/* Triarii who may not move and shock yet [spqr 9.72]. */
bool gboh_held_back(struct game *g, const struct gboh_unit *u);
/* ... who may not move at all [spqr 9.71]. */
bool gboh_must_stay(struct game *g, const struct gboh_unit *u);
void gboh_order_restack(struct game *g, const struct order *o);
void gboh_order_extend(struct game *g, const struct order *o);
/* NULL, or why the top unit of a stack may not go into that flank hex. */
const char *gboh_cannot_extend(struct game *g, const struct gboh_unit *u,
	int hex);
void gboh_extensions(struct game *g, struct gboh_unit *mover,
	const struct gboh_unit *before, const bool *gone);

/* mahouts.c [spqr 4.9] */
const char *gboh_cannot_drive(struct game *g, const struct gboh_unit *u);
const char *gboh_leaves_herd(struct game *g, const struct gboh_unit *u,
	bool lead);
void gboh_drive(struct game *g, struct gboh_unit *u, struct gboh_unit *with);
const char *gboh_not_his_herd(struct game *g, struct gboh_unit *const *u,
	int n);
struct gboh_plan;
struct gboh_mover;
const char *gboh_not_headlong(struct game *g, const struct gboh_plan *p,
	const struct gboh_mover *at);
void gboh_place_mahouts(struct game *g);

/* command.c [spqr 4.3, 4.5] */
bool gboh_may_line(const struct gboh_leader *l, const struct gboh_unit *u);
bool gboh_may_single(const struct gboh_leader *l, const struct gboh_unit *u);
const char *gboh_other_class(const struct gboh_leader *l,
	const struct gboh_unit *u);
/* Individual orders are used up, for this unit. */
void gboh_spend_order(struct game *g, const struct gboh_unit *u, int n);
const char *gboh_not_spaced_line(struct game *g, struct gboh_unit *const *u,
	int n);
/* Adds the units that form a Line with it, without regard to leaders. */
void gboh_line_around(struct game *g, const struct gboh_unit *u, bool *in);
const char *gboh_line_too_far(struct game *g, struct gboh_unit *const *u,
	int n);
const char *gboh_no_line_now(struct game *g);
bool gboh_line_allowed(struct game *g, struct gboh_unit *const *u, int n,
	struct node *list, int *die, int *needed);

/* walk.c */
/* To another place, as `pose` stands, or into another hex. */
void gboh_place_as(struct game *g, struct gboh_unit *u,
	const struct gboh_unit *pose);
void gboh_place(struct game *g, struct gboh_unit *u, int hex);

/* trek.c: hexes entered out of turn */
struct gboh_trek {
	struct gboh_unit *u;
	const char *event;	/* which tells of it */
	const struct gboh_unit *enemy;	/* or NULL */
	const char *stopped;	/* or NULL */
	bool rides;		/* leaders in its hex go along */
	bool arrives;		/* the next hex is the last */
	int from, climbed;
	struct node *path;
	bool with[GBOH_LEADERS];
	int nhits;		/* taken on the way and not yet told */
	struct { int n, total; } hit[GBOH_WAY];
};
struct gboh_trek gboh_trek(struct game *g, struct gboh_unit *u,
	const char *event, const struct gboh_unit *enemy);
/* False if the unit does not stand any more. */
bool gboh_trek_step(struct game *g, struct gboh_trek *t, int to);
void gboh_trek_tell(struct game *g, struct gboh_trek *t);

/* withdrawal.c [6.5] */
/* The mover has come here from where it stood as `before` (NULL: begins
 * here); false: it stops. */
bool gboh_withdrawals(struct game *g, struct gboh_unit *mover,
	const struct gboh_unit *before, bool *shot);
bool gboh_may_withdraw(struct game *g, const struct gboh_unit *u,
	const struct gboh_unit *mover);
/* Cavalry before elephants: false if it cannot [spqr 9.16]. */
bool gboh_force_withdrawal(struct game *g, struct gboh_unit *u,
	struct gboh_unit *mover, bool *shot);

int gboh_dodges(struct game *g, struct gboh_unit *elephant,
	const struct gboh_unit *before, bool *shot, bool count);
/* One hex, as the Line of a leader does who has it prepared [spqr 6.83]. */
bool gboh_can_fall_back(struct game *g, const struct gboh_unit *u,
	const struct gboh_unit *mover);
void gboh_fall_back(struct game *g, struct gboh_unit *u,
	struct gboh_unit *mover, bool *shot);

/* prearranged.c [spqr 6.8] */
int gboh_hand(const void *data, const void *state, int side, const char **ids,
	int max);
bool gboh_hides(const void *data);
bool gboh_is_prepared(const struct gboh_leader *l);
bool gboh_may_prepare(struct game *g, const struct gboh_leader *l);
bool gboh_has_begun(const struct gboh *s, int side);
bool gboh_in_prepared_line(struct game *g, const struct gboh_leader *l,
	const struct gboh_unit *u);
void gboh_order_prearrange(struct game *g, const struct order *o);
void gboh_lay_markers(struct game *g);
void gboh_lift_markers(struct gboh *s);
void gboh_reveal_marker(struct game *g, struct gboh_leader *l);
void gboh_prearranged(struct game *g, struct gboh_unit *mover,
	const bool *near, bool *shot);
const struct node *gboh_bot_prearrange(struct game *g, int side);

/* feigned.c [6.7] */
bool gboh_may_feign(struct game *g, struct gboh_unit *u,
	struct gboh_unit *mover);
/* Offers it; 0 no, 1 feigned and the mover goes on, 2 the mover pursued. */
int gboh_offer_feign(struct game *g, struct gboh_unit *u,
	struct gboh_unit *mover);
void gboh_feign_after_harass(struct game *g, struct gboh_unit *u,
	struct gboh_unit *target, const int *way, int n);

/* missile.c [8.1] */
enum gboh_fire_kind { GBOH_BY_ORDER, GBOH_ENTRY, GBOH_RETIRE, GBOH_RETURN,
	GBOH_WITHDRAW, GBOH_HARASS, GBOH_ARTILLERY, GBOH_FEIGN };
struct gboh_shot {
	struct gboh_unit *unit, *target;	/* target NULL: a leader */
	struct gboh_leader *leader;
	enum gboh_fire_kind kind;
	int range;		/* the one that counts; 0: the distance */
	int place;		/* 1 + the hex from which it counts [8.33] */
	bool moved;
	bool screen;		/* an elephant's archers, not its riders */
	int hits;		/* out */
};
/* Strength at a range, -1 beyond it; 0 and *extended at extended range. */
int gboh_strength(const struct gboh_data *d, const struct gboh_unit *u,
	int range, int to, bool *extended);
bool gboh_has_missiles(const struct gboh_unit *u);
/* NULL, or why the unit cannot fire at that hex from where it stands. */
const char *gboh_cannot_hit(struct game *g, const struct gboh_unit *u,
	int hex);
/* The hex of a target that counts, and the same for it. */
int gboh_aim(struct game *g, const struct gboh_unit *u,
	const struct gboh_unit *t);
const char *gboh_cannot_hit_unit(struct game *g, const struct gboh_unit *u,
	const struct gboh_unit *t);
/* The unit of that id; of a protected cheiroballistra the infantry [11.63]. */
struct gboh_unit *gboh_find_target(struct gboh *s, const char *id);
const char *gboh_cannot_hit_leader(struct game *g, const struct gboh_unit *u,
	const struct gboh_leader *l);
const char *gboh_cannot_fire(struct game *g, const struct gboh_unit *u);
/* One die; sets hits, tells; the hits are not yet applied. */
void gboh_shoot(struct game *g, struct gboh_shot *x);
/* The hits of that. */
void gboh_apply_shot(struct game *g, struct gboh_shot *x);
/* Fires (twice if 11.4 allows) and applies. */
void gboh_fire(struct game *g, struct gboh_shot x, struct gboh_unit *second);
bool gboh_fires_twice(const struct gboh_unit *u);
void gboh_order_fire(struct game *g, const struct order *o);
/* Archers on foot who do not do both in an Orders Phase [spqr 8.11]. */
bool gboh_moves_or_fires(struct game *g, const struct gboh_unit *u);
/* NULL, or why artillery does not fire now without an order [11.65]. */
const char *gboh_cannot_fire_artillery(struct game *g,
	const struct gboh_unit *u);

/* reaction.c [7.14, 8.2, 11.66, 11.71] */
void gboh_reaction_facing(struct game *g, struct gboh_unit *mover);
void gboh_ride_met(struct game *g, struct gboh_trek *t,
	const struct gboh_unit *struck);
void gboh_meet_harassment(struct game *g, struct gboh_unit *u,
	struct gboh_unit *harasser, int hex);
bool gboh_fires_on_entry(const struct gboh_data *d, const struct gboh_unit *u,
	const struct gboh_unit *stack);
void gboh_entry_fire(struct game *g, struct gboh_unit *mover,
	const struct gboh_unit *stack);
/* It is about to stand as `to`; NULL: to rout. */
void gboh_retire_fire(struct game *g, struct gboh_unit *mover,
	const struct gboh_unit *to);
void gboh_return_fire(struct game *g, struct gboh_unit *firer,
	struct gboh_unit *target);
void gboh_artillery_fire(struct game *g, struct gboh_unit *mover);
/* ... at anybody, with what shots are left when the enemy's movement ends. */
void gboh_artillery_last(struct game *g);
void gboh_offer_shield(struct game *g, struct gboh_unit *target,
	struct gboh_unit *firer, int from, int strength);
/* An elephant's screen may fire as well [spqr 9.12, 9.13]. */
bool gboh_screen_ready(struct game *g, const struct gboh_unit *u);
/* Could its screen hit that unit? */
bool gboh_screen_reaches(struct game *g, const struct gboh_unit *u,
	const struct gboh_unit *target);
bool gboh_ask_screen(struct game *g, const char *question,
	const struct gboh_unit *u, struct gboh_unit *target);
void gboh_screen_fire(struct game *g, const char *question,
	struct gboh_unit *u, struct gboh_unit *target,
	enum gboh_fire_kind kind);
/* Ask whether `u` fires at one of the targets; NULL if not. */
struct gboh_unit *gboh_ask_fire(struct game *g, const char *kind,
	struct gboh_unit *u, struct gboh_unit **target, int n, int range);

/* harass.c [8.3] */
int gboh_harass_way(struct game *g, struct gboh_unit *u,
	struct gboh_unit *target, int *way, int max);
const char *gboh_cannot_harass(struct game *g, struct gboh_unit *u,
	struct gboh_unit *target);
void gboh_order_harass(struct game *g, const struct order *o);

/* shock.c: designation and allocation [7.3, 9.11, 9.12] */
void gboh_shock_phase(struct game *g);
void gboh_order_shock(struct game *g, const struct order *o);
const char *gboh_cannot_shock(struct game *g, struct gboh_unit *u);
bool gboh_is_heavy(const struct gboh_data *d, const struct gboh_unit *u);
/* May units of its kind ever shock [cat 7.34; spqr 7.33]? */
bool gboh_can_shock(const struct gboh_data *d, const struct gboh_unit *u);
bool gboh_may_attack(const struct gboh_data *d, const struct gboh_unit *u,
	const struct gboh_unit *v);
int gboh_members(struct gboh *s, int combat, bool attackers,
	struct gboh_unit **out, int max);
/* One attacker against all in its ZOC, at once; true if they were all routed and
 * none is left, so that it rides on [spqr 8.62]. */
bool gboh_shock_ahead(struct game *g, struct gboh_unit *attacker);
/* One attacker against one defender, at once [6.73]. */
void gboh_shock_now(struct game *g, struct gboh_unit *attacker,
	struct gboh_unit *defender);

/* charge.c [9.13, 9.14] */
void gboh_charge_step(struct game *g);
void gboh_casualty_step(struct game *g);
/* Those whose hits have reached their TQ rout, combat by combat. */
void gboh_rout_combats(struct game *g);
/* phalanx.c [spqr 8.43, 8.47, 9.4, 9.53] */
int gboh_reckoned_ma(struct game *g, const struct gboh_unit *u);
/* A phalanx that would rout: false if its saving throw holds it. */
bool gboh_breaks(struct game *g, struct gboh_unit *u, bool collapse);
/* Columns for a phalanx that is charged in front [spqr 9.41]. */
int gboh_phalanx_shift(struct game *g, struct gboh_unit **att, int na,
	struct gboh_unit **def, int nd, bool moved);
bool gboh_is_double(const struct gboh_data *d, struct gboh *s,
	const struct gboh_unit *u);
/* How a phalanx can advance into these vacated hexes [spqr 8.53]: poses, and
 * whether they are a wheel. */
int gboh_phalanx_advances(struct game *g, const struct gboh_unit *u,
	const int *hex, int n, struct gboh_unit *out, bool *wheel);
/* The hits of its cheapest advance, were these hexes vacated; -1: none. */
int gboh_phalanx_advance_hits(struct game *g, const struct gboh_unit *u,
	const int *hex, int n);
void gboh_advance_phalanx(struct game *g, struct gboh_unit *u, int combat,
	const int *hex, int n);
/* clash.c [9.15, 9.16] */
void gboh_struggle_step(struct game *g);
/* collapse.c [9.17, 9.2, 10.13, 10.15] */
void gboh_collapse_step(struct game *g);
void gboh_advance_step(struct game *g, bool charge);
/* The hexes that the defenders of a combat have left; these attackers follow. */
int gboh_vacated(struct game *g, int combat, int *out, int max);
void gboh_advance_into(struct game *g, int combat, struct gboh_unit **u, int n,
	const int *hex, int nh);
void gboh_comes_up(struct game *g, struct gboh_unit *u,
	const struct gboh_unit *before);
void gboh_aftermath_step(struct game *g);
void gboh_release(struct game *g);
int gboh_advance_hits(struct game *g, struct gboh_unit *u, int hex);
void gboh_advance(struct game *g, struct gboh_unit *u, int hex,
	const char *face);
/* pursuit.c [spqr 8.6] */
/* Has this combat's cavalry routed all before it? */
bool gboh_pursuit_due(struct gboh *s, int combat);
void gboh_pursuits(struct game *g);
void gboh_order_regroup(struct game *g, const struct order *o);
const struct node *gboh_bot_regroup(struct game *g);
/* Who advances before whom: more is earlier [9.23]. */
int gboh_advance_rank(struct gboh *s, const struct gboh_combat *c,
	const struct gboh_unit *u);

/* rout.c [10.1, 10.2, 11.2] */
/* Hits the instant they occur; the unit may rout.  True if it stands. */
bool gboh_hit(struct game *g, struct gboh_unit *u, int n, const char *cause);
/* Hits whose consequences come later. */
void gboh_add_hits(struct game *g, struct gboh_unit *u, int n,
	const char *cause);
/* Tell of hits that are counted already; `total` is what it had then. */
void gboh_tell_hits(struct game *g, const struct gboh_unit *u, int n,
	int total, const char *cause);
void gboh_rout(struct game *g, struct gboh_unit *u);
void gboh_break(struct gboh_unit *u);
void gboh_rout_overdue(struct game *g, int side);
void gboh_rout_phase(struct game *g);
void gboh_flip_markers(struct gboh *s);
void gboh_eliminate(struct game *g, struct gboh_unit *u, const char *cause);

/* casualty.c [spqr 4.73] */
void gboh_table_casualty(struct game *g, struct gboh_leader *l, int die,
	const char *why);
/* elephants.c [spqr 9.1] */
void gboh_rampage(struct game *g, struct gboh_unit *u);
/* A Leader Elephant is lost, or its rider is [spqr 4.82, 4.84]. */
void gboh_lose_mount(struct game *g, const struct gboh_unit *u, bool off);
void gboh_mourn(struct game *g, struct gboh_unit *u, bool combat);
bool gboh_before_elephants(struct game *g, const struct gboh_unit *u);
bool gboh_beside_elephants(struct game *g, const struct gboh_unit *u);
int gboh_elephant_hits(struct game *g, const struct gboh_unit *u, int hex);
void gboh_terrify(struct game *g, struct gboh_unit *mover,
	const struct gboh_unit *before, bool *shot);
void gboh_offer_pass(struct game *g, int combat);
void gboh_pass_through_ranks(struct game *g, int combat);

/* flight.c: the way of a rout [10.21 - 10.24] */
/*
 * It runs some hexes, or as many as `mp` pays for (-1: not counted), and tells
 * of it.  False and the cause if that is its end; it may also be gone when it
 * is true, run over by another.
 */
bool gboh_run_phalanx(struct game *g, struct gboh_unit *u,
	const char **cause);
bool gboh_run(struct game *g, struct gboh_unit *u, int hexes, int mp,
	const char **cause);

/* rally.c [spqr 10.28] */
void gboh_rally_or_run(struct game *g, struct gboh_leader *l,
	struct gboh_unit *u, int facing);

/* special.c [11.0] */
void gboh_order_mount(struct game *g, const struct order *o, bool up);
void gboh_order_mode(struct game *g, const struct order *o);
void gboh_unwall(struct game *g, struct gboh_unit **u, int n);
void gboh_wall(struct game *g, struct gboh_unit *u);
void gboh_drop_shield(struct game *g, struct gboh_unit *u);
void gboh_check_control(struct game *g, int line);
void gboh_uncontrolled_advance(struct game *g);
void gboh_champions(struct game *g);
void gboh_order_disengage(struct game *g, const struct order *o);
void gboh_must_disengage(struct game *g);
const char *gboh_cannot_disengage(struct game *g, const struct gboh_unit *u,
	int hex);
const char *gboh_cannot_dismount(struct game *g, struct gboh_unit *u, bool up);

/* victory.c [12.0] */
/* Rout Points of a unit or leader who is lost [cat 12.11; spqr 11.1]. */
int gboh_points(const struct gboh_data *d, const struct gboh_unit *u);
int gboh_leader_points(const struct gboh_data *d,
	const struct gboh_leader *l);
void gboh_count_points(const struct gboh_data *d, struct gboh *s);
void gboh_withdrawal_phase(struct game *g);

/* legal.c */
const struct node *gboh_bot(struct game *g, int side, int phase);
void gboh_legal(struct game *g, int side, const char *unit, struct node *out);

/* show.c */
void gboh_board(struct game *g, struct board *b);
extern const struct board_verb gboh_deeds[];
bool gboh_in_sight(struct game *g, int from, int to);
void gboh_summary(struct game *g, say_fn *say, struct str *out);
struct said gboh_when(struct game *g);

/* sheet.c */
extern const char *const gboh_tolls[];
void gboh_toll(const void *data, const void *state, int side, int *out);
void gboh_decide(struct game *g, int side, const struct node *hand,
	say_fn *say, struct node *out);
bool gboh_commanded(struct game *g, const char *unit);
void gboh_guess(const void *data, void *state, int known,
	int (*below)(void *ctx, int n), void *ctx);
const char *gboh_forecast(struct game *g, say_fn *say, const char *verb,
	const char *unit,
	const char *target, int from);
extern const struct assumption gboh_assume[];

#endif
