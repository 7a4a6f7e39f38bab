/* hex.h: hexes: numbers, neighbours, distance, lines of sight, facing */
#ifndef IACTA_HEX_HEX_H
#define IACTA_HEX_HEX_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct node;

/*
 * A hex is an index 0 .. hex_count-1 into the grid, row by row from the upper
 * left.  Directions 0..5 go clockwise: on flat-top hexes from north (N, NE, SE,
 * S, SW, NW), on pointy-top hexes from north-east (NE, E, SE, SW, W, NW).
 * Direction d's opposite is (d + 3) % 6.
 */
#define HEX_NONE (-1)
#define HEX_DIRS 6
#define HEX_MAX 8192		/* hexes of a grid, at most */
#define HEX_SPAN 128		/* columns or rows of a grid, at most */

enum hex_top { HEX_FLAT, HEX_POINTY };
/* Which columns (flat) or rows (pointy) are shoved half a hex down (right),
 * by the parity of the *printed* number. */
enum hex_shove { HEX_SHOVE_ODD, HEX_SHOVE_EVEN };
enum hex_numbers { HEX_CCRR, HEX_RRCC };

struct hex_grid {
	enum hex_top top;
	enum hex_shove shove;
	enum hex_numbers numbers;
	int col0, row0;		/* printed column and row of the upper left */
	int cols, rows;
	int digits;		/* of each half of a number: 2, or 1..3 */
	/* pointy rows of unequal length (C&C boards): if set, rows that are
	 * shoved have one column fewer, and that hex does not exist (on flat
	 * tops, columns that are shoved have one row fewer) */
	bool ragged;
	bool up;		/* printed rows grow upwards from the bottom */
	/* made once by hex_grid_prepare, NULL before: each hex's printed
	 * number, its neighbours, its doubled coordinates (hex.c) */
	const char (*name)[8];
	const short (*beside)[HEX_DIRS];
	const struct hex_place {
		short u, v;
	} *place;
};

/*
 * Read `top = "flat"|"pointy"`, `shove = "odd"|"even"`, `numbers = "CCRR"|
 * "RRCC"`, `columns = [first, last]`, `rows = [first, last]`, `digits`,
 * `ragged` from a table.  Columns from left to right, rows from the top down:
 * `rows = [11, 1]` has row 1 at the bottom.  numbers ("CCRR"), digits (2) and
 * ragged (false) may be left out.
 */
int hex_grid_read(struct err *e, const struct node *t, struct hex_grid *g)
	__attribute__((warn_unused_result));

/* Make the tables that turn steps and distances into look-ups; they live in the
 * arena.  Without them everything is reckoned, with the same results. */
struct arena;
void hex_grid_prepare(struct arena *a, struct hex_grid *g);

/* Columns times rows: hexes that do not exist on a ragged grid included. */
static inline int
hex_count(const struct hex_grid *g)
{
	return g->cols * g->rows;
}

bool hex_is_ragged_gap(const struct hex_grid *g, int hex);
static inline bool
hex_exists(const struct hex_grid *g, int hex)
{
	return hex >= 0 && hex < hex_count(g) &&
	    !(g->ragged && hex_is_ragged_gap(g, hex));
}

/* By printed column and row; HEX_NONE off the map. */
int hex_at(const struct hex_grid *g, int col, int row);
int hex_col(const struct hex_grid *g, int hex);
int hex_row(const struct hex_grid *g, int hex);
/* "2725" to a hex, HEX_NONE if it is no number or off the map. */
int hex_parse(const struct hex_grid *g, const char *s);
/* The printed number ("-" for what is no hex); `out` holds at least 8
 * characters.  Returns out. */
char *hex_name(const struct hex_grid *g, int hex, char out[8]);

/* The neighbour in a direction; HEX_NONE off the map, and from HEX_NONE. */
int hex_step_reckoned(const struct hex_grid *g, int hex, int dir);
static inline int
hex_step(const struct hex_grid *g, int hex, int dir)
{
	return g->beside != NULL && hex >= 0 ? g->beside[hex][dir] :
	    hex_step_reckoned(g, hex, dir);
}

/* All six at once, which is cheaper. */
void hex_neighbours(const struct hex_grid *g, int hex, int out[HEX_DIRS]);

/* Between two hexes of the grid; neither may be HEX_NONE. */
int hex_distance_reckoned(const struct hex_grid *g, int a, int b);
static inline int
hex_distance(const struct hex_grid *g, int a, int b)
{
	int du, dv;

	if (g->place == NULL || a < 0 || b < 0)
		return hex_distance_reckoned(g, a, b);
	du = g->place[a].u - g->place[b].u;
	dv = g->place[a].v - g->place[b].v;
	du = du < 0 ? -du : du;
	dv = dv < 0 ? -dv : dv;
	return dv > du ? (du + dv) / 2 : du;
}

/* The square of the distance between two centres, where neighbours have 4: of
 * hexes equally far, the one on the straight line has the least. */
int hex_straight(const struct hex_grid *g, int a, int b);

/* The direction from a to its neighbour b; -1 where they are not adjacent. */
int hex_dir_reckoned(const struct hex_grid *g, int a, int b);
static inline int
hex_dir(const struct hex_grid *g, int a, int b)
{
	if (g->beside == NULL || a < 0 || b < 0)
		return hex_dir_reckoned(g, a, b);
	for (int d = 0; d < HEX_DIRS; d++)
		if (g->beside[a][d] == b)
			return d;
	return -1;
}

static inline bool
hex_adjacent(const struct hex_grid *g, int a, int b)
{
	return (g->place == NULL || a < 0 || b < 0 ||
	    hex_distance(g, a, b) == 1) && hex_dir(g, a, b) >= 0;
}
/* "N", "NE", … for this grid, and back (-1). */
const char *hex_dir_name(const struct hex_grid *g, int dir);
int hex_dir_parse(const struct hex_grid *g, const char *s);
/* Likewise the vertex between directions v and v+1. */
const char *hex_vertex_name(const struct hex_grid *g, int v);
int hex_vertex_parse(const struct hex_grid *g, const char *s);
/* The direction whose ray from a comes nearest to b (ties: the lower); -1
 * where they are the same hex. */
int hex_bearing(const struct hex_grid *g, int a, int b);

/*
 * A straight line of sight from the centre of a to the centre of b, as steps.
 * Each step lies strictly between the two hexes: one hex the line goes
 * through, or two (`b` not HEX_NONE) where it runs along the hexside between
 * them.  A hex that the line only touches at a vertex is not listed.  Of a
 * pair `a` is the hex with the lower index, so that the way back is the same
 * steps in reverse.  Where one hex of a pair is off the map, `a` is the one on
 * the map, `b` is HEX_NONE and `edge` is set.
 */
struct hex_sight {
	int n;
	struct hex_sight_step {
		int a, b;	/* b = HEX_NONE: the line goes through a */
		bool edge;	/* along a's hexside, the other hex off map */
		bool right;	/* of a pair: a lies to the right of the line */
	} step[2 * HEX_SPAN];
};
void hex_sight(const struct hex_grid *g, int from, int to,
	struct hex_sight *out);
/*
 * The hexsides that the line crosses, in order: each as a hex and the
 * direction out of it.  A line along a hexside (between p and q) crosses from
 * the hex before into both and out of both; those four hexsides are listed
 * with `pair` true, the two on p's way (way 0, p the lower index) first, then
 * the two on q's (way 1).  At the edge of the map only way 0 is there.  A line
 * that goes from one hex into the next at a vertex crosses the hexside that
 * the two share.
 */
struct hex_crossing {
	int n;
	struct hex_crossing_side {
		int hex, dir;
		bool pair;	/* one of two ways round a hexside */
		int way;	/* 0 or 1, which of the two */
	} side[4 * HEX_SPAN];
};
void hex_crossings(const struct hex_grid *g, int from, int to,
	struct hex_crossing *out);
/*
 * The hexsides of `from` through which the line to another hex leaves it: one
 * direction, or two where it leaves through a vertex, even if beyond one of
 * them the map has ended.  Returns how many.
 */
int hex_exits(const struct hex_grid *g, int from, int to, int dir[2]);

/*
 * Facing.  To a hexside: facing 0..5 is a direction; front is that neighbour
 * and (in `wide` games) the two beside it.  To a vertex: facing v 0..5 looks
 * between directions v and v+1.  Each neighbour of a faced hex is front, flank
 * or rear:
 *   to a vertex (GBoH):   front v, v+1; flank v+2, v+5; rear v+3, v+4
 *   to a hexside:         front f-1, f, f+1; flank f+2, f-2; rear f+3
 */
enum hex_aspect { HEX_FRONT, HEX_FLANK, HEX_REAR };
enum hex_aspect hex_aspect_side(int facing, int dir);
enum hex_aspect hex_aspect_vertex(int facing, int dir);
/* Sixths of a turn from one facing to another, 0..3. */
int hex_turn(int from, int to);

#endif
