/*
 * board.h: a position as it is drawn, the same for every system
 *
 * A system fills in a `struct board`: the ground and its features, the pieces
 * with their symbols, ratings, facing and state, what each side has to show.
 * Pictures, maps in letters and positions in words are all made from it.  What
 * happened stands beside it as deeds, which are taken from events by a table
 * of the system.  Nothing hidden may be in any of it.
 */
#ifndef IACTA_ENGINE_BOARD_H
#define IACTA_ENGINE_BOARD_H

#include "engine/engine.h"
#include "engine/say.h"
#include "hex/map.h"

/* What lies in a hex.  A hex may have several. */
enum board_ground {
	BOARD_CLEAR, BOARD_WOODS, BOARD_BROKEN, BOARD_MARSH, BOARD_RIVER,
	BOARD_LAKE, BOARD_SLOPE, BOARD_HILL, BOARD_PEAK, BOARD_CAMP,
	BOARD_CITY, BOARD_WALL, BOARD_GATE, BOARD_RAMPART, BOARD_TRENCH,
	BOARD_FORD, BOARD_BRIDGE, BOARD_TRAIL, BOARD_EXIT,
	BOARD_GROUND_COUNT
};

/* What runs along a hexside. */
enum board_edge {
	BOARD_EDGE_STREAM, BOARD_EDGE_RIVER, BOARD_EDGE_RIDGE,
	BOARD_EDGE_WALL, BOARD_EDGE_GATE, BOARD_EDGE_RAMPART,
	BOARD_EDGE_TRENCH, BOARD_EDGE_CLIFF, BOARD_EDGE_TRAIL,
	BOARD_EDGE_BRIDGE, BOARD_EDGE_FORD,
	BOARD_EDGE_COUNT
};

/* What is drawn on a counter. */
enum board_symbol {
	BOARD_LIGHT_FOOT, BOARD_MEDIUM_FOOT, BOARD_HEAVY_FOOT,
	BOARD_WARRIORS, BOARD_AUXILIA, BOARD_ARCHERS, BOARD_SLINGERS,
	BOARD_JAVELINS, BOARD_AXES, BOARD_VELITES, BOARD_HASTATI,
	BOARD_PRINCIPES, BOARD_TRIARII, BOARD_COHORT, BOARD_PHALANX,
	BOARD_LIGHT_HORSE, BOARD_MEDIUM_HORSE, BOARD_HEAVY_HORSE,
	BOARD_SUPER_HORSE, BOARD_LANCERS, BOARD_CATAPHRACTS,
	BOARD_LIGHT_HORSE_BOW, BOARD_MEDIUM_HORSE_BOW,
	BOARD_HEAVY_HORSE_BOW, BOARD_SUPER_HORSE_BOW,
	BOARD_ELEPHANTS, BOARD_CHARIOTS, BOARD_ARTILLERY, BOARD_BAGGAGE,
	BOARD_LEADER, BOARD_LEADER_OVERALL, BOARD_LEADER_CONTINGENT,
	BOARD_LEADER_ELEPHANT,
	BOARD_SYMBOL_COUNT
};

/* How the counters of a system are made. */
enum board_manner {
	BOARD_RATED,		/* strength and movement, no facing */
	BOARD_BLOCKS,		/* a block with a symbol, and its number */
	BOARD_FACED,		/* ratings, facing and hits */
};

enum board_where { BOARD_ON_MAP, BOARD_LOST, BOARD_LEFT_MAP, BOARD_WAITING };

/* State of a piece, as bits. */
enum {
	BOARD_ROUTED = 1, BOARD_DISRUPTED = 2, BOARD_DEPLETED = 4,
	BOARD_COLUMN = 8, BOARD_SHIELD = 16, BOARD_ENGAGED = 32,
	BOARD_WOUNDED = 64, BOARD_FINISHED = 128, BOARD_RALLIED = 256,
	BOARD_LOOSE = 512,	/* out of control */
	BOARD_IS_LEADER = 1024,
	BOARD_DOUBLED = 2048,	/* one of two phalanxes in Double Depth */
};

struct board_piece {
	const char *id, *name;		/* name: "" where it has only its id */
	int side;
	enum board_symbol symbol;
	enum board_where where;
	int hex;			/* HEX_NONE where it is not on the map */
	int hex2;			/* its second hex, or HEX_NONE */
	int facing;			/* a vertex, in column a direction; -1 */
	int hits;			/* hits taken, 0 */
	int blocks, full;		/* BOARD_BLOCKS; else 0 */
	unsigned state;
	int weight;			/* 0 light, 1 medium, 2 heavy; -1 */
	int band;			/* of its nation: 0 none, 1 pale, 2 black,
					 * 3 striped */
	const char *nation;		/* where bands tell them apart; or NULL */
	char missile;			/* its letter, or NUL */
	int supply;			/* 0 full, 1 low, 2 none */
	bool light;			/* a dot beside the ratings */
	const char *rating;		/* "8-5"; "" */
	const char *label;		/* "TR a", where stacks need it; "" */
	const char *kind;		/* "heavy cavalry"; NULL: what its
					 * symbol is called */
	struct said facts;		/* "size 5, TQ 7, MA 8" */
};

struct board_side {
	const char *id, *title;
	struct said status;		/* "Rout Points 3 of 50" */
	int ink;			/* enum board_ink */
	int won, goal;			/* banners; 0: none are counted */
	int home;			/* its edge: a compass quarter 0 N, 1 E,
					 * 2 S, 3 W; -1 */
};

enum board_ink { BOARD_CRIMSON, BOARD_PURPLE, BOARD_BLUE, BOARD_AMBER,
	BOARD_TAN, BOARD_SKY, BOARD_SAGE, BOARD_INK_COUNT };

struct board {
	struct arena *arena;
	const struct hex_grid *grid;
	enum board_manner manner;
	const struct node *phrases;	/* the game's; or NULL */
	const char *title, *system;	/* set by who asks for it; or NULL */
	const char *when;
	int nsides;
	struct board_side side[GAME_SIDES];
	uint32_t *ground;		/* for each hex bits of board_ground */
	uint16_t (*edge)[HEX_DIRS];	/* bits of board_edge */
	short *level;
	int nsections;			/* columns after which a section ends,
					 * in half hexes from the left */
	int section[4];
	const char *section_name[5];	/* codes of what is said */
	int npieces, cappieces;
	struct board_piece *piece;	/* of a hex the first is on top */
};

/* The board of a game as it stands in g->state.  In its arena. */
struct board *board_of(struct game *g);

/* What of it changes from turn to turn, in another arena: pieces, what the
 * sides show, `when`; no ground.  Grid, phrases and titles are borrowed, and
 * words that `like` (or NULL), a board of the same arena, has too. */
struct board *board_pieces(struct arena *a, const struct board *b,
	const struct board *like);

/* For systems: a fresh piece at the end of the list, with nothing set. */
struct board_piece *board_add(struct board *b, const char *id,
	const char *name, int side);
/* Ground, hexsides and heights from a map; `ground` and `edge` say what each
 * of the map's kinds is (-1: not of that sort). */
void board_map(struct board *b, const struct map *m, int (*ground)(int kind),
	int (*edge)(int kind));

const struct board_piece *board_find(const struct board *b, const char *id);
/* The Nth piece of a hex from the top, leaders last; NULL. */
const struct board_piece *board_at(const struct board *b, int hex, int nth);
int board_count(const struct board *b, int hex);

/* Their names as something said, for legends and sentences: "ground.broken" */
const char *board_ground_code(enum board_ground x);
const char *board_edge_code(enum board_edge x);
const char *board_symbol_code(enum board_symbol x);

/* ------------------------------------------------------------------ deeds */

enum board_deed_kind {
	BOARD_NO_DEED,		/* nothing of it can be seen on the board */
	BOARD_MOVE,		/* unit or leader, from, to, path, facing, with */
	BOARD_PLACE,		/* comes to hex: enters, is rallied, joins */
	BOARD_ADVANCE, BOARD_RETREAT, BOARD_EVADE, BOARD_ROUT,
	BOARD_TURN,		/* facing */
	BOARD_FIRE,		/* unit at target, from, hex */
	BOARD_ATTACK,		/* unit at target, attackers at defenders */
	BOARD_BACK,		/* battles back */
	BOARD_HIT,		/* hits, total; or lost, left */
	BOARD_GONE,		/* eliminated */
	BOARD_EXITED,		/* left the map */
	BOARD_DISRUPT,		/* disrupted; units recover */
	BOARD_RECOVER,
	BOARD_DEED_COUNT
};

/* A system's table: what each of its events is.  All are in it. */
struct board_verb {
	const char *event;		/* ends with NULL */
	enum board_deed_kind deed;
};

#define BOARD_WAY 64
#define BOARD_PARTY 24

struct board_deed {
	enum board_deed_kind kind;
	int event;			/* its index in the list */
	int n;				/* who does it: at least one */
	const char *who[BOARD_PARTY];
	int ntargets;
	const char *target[BOARD_PARTY];
	int from, to;			/* HEX_NONE where not told */
	int nway, way[BOARD_WAY];	/* the hexes entered, `to` the last */
	int facing;			/* -1: unchanged */
	bool column;
	bool off;			/* ... and beyond the edge of the map */
	int amount;			/* hits or blocks lost; less than 0: won
					 * back */
	int total;			/* hits or blocks now; -1: not told */
};

/* What an event shows on the board; false for nothing. */
bool board_deed(struct game *g, const struct node *event, int index,
	struct board_deed *out);

#endif
