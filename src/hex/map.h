/* map.h: a grid with terrain in its hexes and along its hexsides */
#ifndef IACTA_HEX_MAP_H
#define IACTA_HEX_MAP_H

#include "hex/hex.h"

#include <stdint.h>

struct arena;

#define MAP_KINDS 32		/* terrain kinds of a system, at most */

struct map {
	struct hex_grid grid;
	int kinds;
	const char *kind[MAP_KINDS];	/* names; kind 0 is the default */
	uint32_t hex[HEX_MAX];		/* a bit for each kind in the hex */
	uint32_t side[HEX_MAX][HEX_DIRS]; /* a bit for each kind; both hexes
					   * of a hexside agree */
	short height[HEX_MAX];		/* levels, 0 unless said */
};

/*
 * Read a map:
 *	[map]       as hex_grid_read, and default = "clear"
 *	[terrain]   KIND = ["0101", …] for hexes
 *	[hexsides]  KIND = ["0101/0102", …]
 *	[heights]   "0101" = 2 …  (optional)
 * `kinds` are the names that the system knows, kind 0 the default unless [map]
 * says another; others are refused by name with the near miss, and so is a
 * hex or hexside that has one kind twice.  A hex may have several kinds; one
 * that is listed nowhere has the default alone.  Hexsides have no default.
 * `t` is the table that holds [map] and the others; `name` the file for
 * messages.  The map borrows the strings of `kinds`; nothing else of what is
 * passed in need live on.
 */
int map_read(struct err *e, struct arena *a, const char *name,
	const struct node *t, const char *const kinds[], int nkinds,
	struct map *m) __attribute__((warn_unused_result));

/* Does a case's position say map = "blank"? */
bool map_is_blank(const struct node *position);

/*
 * What a case's position changes: map = "blank" leaves nothing but kind 0 in
 * every hex, no hexsides and no heights; then [terrain] KIND = ["0101", …]
 * gives a hex that kind alone (one of `overlays` is added to what is there);
 * [hexsides] none = ["0101/0102", …] takes away what lies along these, and
 * KIND = […] adds; [heights] "0101" = 2.  `allowed` are the kinds that a hex
 * may have.  A hex that becomes kind 0 is level unless [heights] says more.
 */
int map_change(struct err *e, struct map *m, const struct node *position,
	uint32_t allowed, uint32_t overlays)
	__attribute__((warn_unused_result));

/* The terrain kind by name; -1. */
int map_kind(const struct map *m, const char *name);

static inline bool
map_has(const struct map *m, int hex, int kind)
{
	return m->hex[hex] >> kind & 1;
}

static inline bool
map_side_has(const struct map *m, int hex, int dir, int kind)
{
	return m->side[hex][dir] >> kind & 1;
}

#endif
