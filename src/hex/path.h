/* path.h: the cheapest ways over a grid, with costs and stops */
#ifndef IACTA_HEX_PATH_H
#define IACTA_HEX_PATH_H

#include "hex/hex.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What a step from one hex to its neighbour costs.  Return the cost (>= 1),
 * or PATH_NO if the step may not be taken.  A hex for which `stop` is true is
 * entered but not left (unless it is the start).  Both must answer the same
 * whenever they are asked; a step that could lead to nothing cheaper is not
 * asked for.
 */
#define PATH_NO (-1)
typedef int path_cost(void *ctx, int from, int to, int dir);
typedef bool path_stop(void *ctx, int hex);	/* may be NULL: never */

#define PATH_BUDGET_MAX 32767

/* Only the first hex_count entries of `cost` and `prev`, and the first `n` of
 * `reached`, are ever written: the rest is not to be read. */
struct path_field {
	short cost[HEX_MAX];	/* the least to each hex; PATH_NO if none */
	short prev[HEX_MAX];	/* the hex before it on the way; HEX_NONE */
	int reached[HEX_MAX];	/* hexes with a cost, in the order settled */
	int n;			/* how many */
};

/*
 * All hexes that can be reached from `start` for at most `budget` (start
 * included, at cost 0); none if the budget is negative.  Deterministic: of two
 * ways of equal cost the one found first wins, hexes being settled by cost,
 * then by index, and neighbours tried in direction order.
 */
void path_search(const struct hex_grid *g, int start, int budget,
	path_cost *cost, path_stop *stop, void *ctx, struct path_field *out);

/*
 * The same for one hex: the search ends when `to` is settled.  Its cost and the
 * way there are right, and no other hex is to be asked for.
 */
void path_find(const struct hex_grid *g, int start, int to, int budget,
	path_cost *cost, path_stop *stop, void *ctx, struct path_field *out);

/*
 * The same from tables, for those who search often: `step` has the cost of
 * each step out of each hex, negative where it may not be taken; `mark` a byte
 * of bits for each hex.  A hex with one of the bits `bar` is not entered, one
 * with `stop` is not left (unless it is the start), and the first step enters
 * none with `first`.  With `to` the search ends when that hex is settled, as
 * path_find does.
 */
struct path_tables {
	const short (*step)[HEX_DIRS];
	const unsigned char *mark;
	unsigned char bar, stop, first;
	int to;			/* HEX_NONE: all */
};
void path_scan(const struct hex_grid *g, int start, int budget,
	const struct path_tables *t, struct path_field *out);

/*
 * The hexes that path_scan would reach (`to` is HEX_NONE), as bits: a third of
 * its work, where nobody asks for ways and costs.  The budget is at most
 * PATH_REACH_MAX.
 */
#define PATH_REACH_MAX 254
#define PATH_WORDS (HEX_MAX / 64)
void path_reach(const struct hex_grid *g, int start, int budget,
	const struct path_tables *t, uint64_t out[PATH_WORDS]);

/* The way from the start to `to`, start excluded, `to` included.  Returns its
 * length, 0 if `to` is the start, unreachable or HEX_NONE; of a longer way the
 * first `max` hexes. */
int path_way(const struct path_field *f, int to, int *out, int max);

#endif
