/* board.c: who stands where; facing, zones of control, elevation, sight
 * [7.1, 7.2, 8.14] */
#include "systems/gboh/gboh.h"

#include <stdlib.h>
#include <string.h>

struct gboh_unit *
gboh_find(struct gboh *s, const char *id)
{
	for (int i = 0; id != NULL && i < s->nunits; i++)
		if (strcmp(s->unit[i].id, id) == 0)
			return &s->unit[i];
	return NULL;
}

struct gboh_leader *
gboh_find_leader(struct gboh *s, const char *id)
{
	for (int i = 0; id != NULL && i < s->nleaders; i++)
		if (strcmp(s->leaders[i].id, id) == 0)
			return &s->leaders[i];
	return NULL;
}

/* [6.45, 10.26, 11.2] */
int
gboh_tq(const struct gboh_data *d, const struct gboh *s,
    const struct gboh_unit *u)
{
	int tq = u->tq;

	if (u->routed)
		return d->rules.rout_tq;
	if (s->side[u->side].ferocity)
		tq += d->rules.ferocity;
	if (u->column != 0)
		tq -= d->rules.column_tq;
	return tq < 1 ? 1 : tq;
}

int
gboh_tq_drm(struct game *g, const struct gboh_unit *u)
{
	const struct gboh *s = gboh_state(g);

	return drm(g, s->turn == 1 && s->side[u->side].champion ? -1 : 0,
	    "11.85 champion");
}

/* ------------------------------------------------------------- the ground */

int
gboh_terrain_at(const struct gboh_data *d, int hex)
{
	for (int k = GBOH_STREAM - 1; k > GBOH_CLEAR; k--)
		if (map_has(&d->map, hex, k))
			return k;
	return GBOH_CLEAR;
}

/* [6.27] */
bool
gboh_is_rough(const struct gboh_data *d, int hex)
{
	return d->ground[gboh_terrain_at(d, hex)].rough;
}

/* [6.25] */
bool
gboh_passable(const struct gboh_data *d, int from, int dir)
{
	int to = hex_step(&d->map.grid, from, dir);

	if (to == HEX_NONE || d->ground[gboh_terrain_at(d, to)].prohibited)
		return false;
	for (int k = 0; k < GBOH_TERRAIN_COUNT; k++)
		if (d->hexside[k].prohibited &&
		    map_side_has(&d->map, from, dir, k))
			return false;
	return true;
}

/* ---------------------------------------------------------------- facing */

/* [6.43, 7.11, 11.64] */
enum hex_aspect
gboh_aspect(const struct gboh_unit *u, int dir)
{
	int turn;

	if (gboh_is_artillery(u))
		return HEX_FRONT;
	if (u->column == 0)
		return hex_aspect_vertex(u->facing, dir);
	turn = hex_turn(u->column - 1, dir);
	return turn == 0 ? HEX_FRONT : turn == 3 ? HEX_REAR : HEX_FLANK;
}

/* [7.21, 7.22] */
bool
gboh_zoc(const struct gboh_data *d, const struct gboh_unit *u, int hex)
{
	int dir;

	if (!gboh_on_map(u) || u->routed || gboh_is_artillery(u) ||
	    hex == HEX_NONE)
		return false;
	if (abs(hex_col(&d->map.grid, u->hex) -
	    hex_col(&d->map.grid, hex)) > 1)
		return false;
	dir = hex_dir(&d->map.grid, u->hex, hex);
	return dir >= 0 && gboh_aspect(u, dir) == HEX_FRONT &&
	    gboh_passable(d, u->hex, dir);
}

int
gboh_ezocs(const struct gboh_data *d, const struct gboh *s, int side, int hex,
    const struct gboh_unit *except)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != side && &s->unit[i] != except &&
		    gboh_zoc(d, &s->unit[i], hex))
			n++;
	return n;
}

bool
gboh_in_ezoc(const struct gboh_data *d, const struct gboh *s, int side,
    int hex)
{
	return gboh_ezocs(d, s, side, hex, NULL) > 0;
}

int
gboh_in_my_zoc(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, struct gboh_unit **out, int max)
{
	int n = 0;

	for (int dir = 0; dir < HEX_DIRS && gboh_on_map(u); dir++) {
		int h = hex_step(&d->map.grid, u->hex, dir);
		struct gboh_unit *v;

		if (h == HEX_NONE || !gboh_zoc(d, u, h))
			continue;
		v = gboh_enemy_at(s, u->side, h);
		if (v != NULL && n < max)
			out[n++] = v;
	}
	return n;
}

int
gboh_enemies_within(const struct gboh_data *d, const struct gboh *s, int side,
    int hex, int range)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != side && gboh_on_map(&s->unit[i]) &&
		    hex_distance(&d->map.grid, s->unit[i].hex, hex) <= range)
			n++;
	return n;
}

int
gboh_nearest_enemy(const struct gboh_data *d, const struct gboh *s, int side,
    int hex)
{
	int best = 999;

	for (int i = 0; i < s->nunits; i++) {
		int n;

		if (s->unit[i].side == side || !gboh_on_map(&s->unit[i]))
			continue;
		n = hex_distance(&d->map.grid, s->unit[i].hex, hex);
		if (n < best)
			best = n;
	}
	return best;
}

void
gboh_mark(const struct gboh_data *d, const struct gboh *s, int side,
    unsigned char *mark)
{
	memset(mark, 0, (size_t)hex_count(&d->map.grid));
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (!gboh_on_map(u))
			continue;
		mark[u->hex] |= u->side == side ? GBOH_FRIEND : GBOH_ENEMY;
		for (int dir = 0; u->side != side && dir < HEX_DIRS; dir++) {
			int h = hex_step(&d->map.grid, u->hex, dir);

			if (h != HEX_NONE && gboh_zoc(d, u, h))
				mark[h] |= GBOH_EZOC;
		}
	}
}

/* How far off the straight line between two hexes: only to compare. */
int
gboh_astray(const struct gboh_data *d, int from, int to, int hex)
{
	const struct hex_grid *g = &d->map.grid;
	int x[3], y[3], h[3] = { from, to, hex };

	for (int i = 0; i < 3; i++) {
		int col = hex_col(g, h[i]);

		x[i] = col;
		y[i] = 2 * hex_row(g, h[i]) + ((col & 1) == (g->shove ==
		    HEX_SHOVE_ODD ? 1 : 0));
	}
	return abs((x[1] - x[0]) * (y[2] - y[0]) -
	    (y[1] - y[0]) * (x[2] - x[0]));
}

/* In half hexes: along columns one counts two, along rows a step N two. */
int
gboh_to_edge(const struct gboh_data *d, const struct gboh *s, int side,
    int hex)
{
	const struct hex_grid *g = &d->map.grid;
	int col = hex_col(g, hex), row = hex_row(g, hex);
	int low = (col & 1) == (g->shove == HEX_SHOVE_ODD ? 1 : 0);

	switch ((enum gboh_edge)s->side[side].edge) {
	case GBOH_NORTH:
		return 2 * (row - g->row0) + low;
	case GBOH_SOUTH:
		return 2 * (g->row0 + g->rows - 1 - row) + 1 - low;
	case GBOH_EAST:
		return 2 * (g->col0 + g->cols - 1 - col);
	case GBOH_WEST:
		return 2 * (col - g->col0);
	}
	return 0;
}

/* ----------------------------------------------------------------- sight */

/* [8.13] the line leaves the firer's hex through a front or flank hexside */
bool
gboh_in_arc(const struct gboh_data *d, const struct gboh_unit *u, int hex)
{
	struct hex_crossing x;
	int dir = hex_dir(&d->map.grid, u->hex, hex);
	bool in = false;

	if (gboh_is_artillery(u))
		return true;
	if (u->column != 0)
		return false;
	if (dir >= 0)
		return gboh_aspect(u, dir) != HEX_REAR;
	hex_crossings(&d->map.grid, u->hex, hex, &x);
	for (int i = 0; i < x.n && !in; i++)
		if (x.side[i].hex == u->hex)
			in = gboh_aspect(u, x.side[i].dir) != HEX_REAR;
	return in;
}

/* [8.14] does this hex, somewhere between, block the line? */
static bool
blocks(const struct gboh_data *d, struct gboh *s, int hex, int from, int to,
    bool archer, const struct gboh_unit *who)
{
	const struct map *m = &d->map;
	int h = m->height[hex], low = m->height[from], high = m->height[to];

	if (low > high) {
		int x = low;

		low = high;
		high = x;
	}
	if (h > high)
		return true;
	if (h < low)
		return false;
	if (d->ground[gboh_terrain_at(d, hex)].blocks)
		return true;
	if ((who ? gboh_other_at(s, hex, who) : gboh_unit_at(s, hex)) == NULL)
		return false;
	return !archer || hex_distance(&m->grid, from, hex) >=
	    hex_distance(&m->grid, to, hex);
}

bool
gboh_sees(const struct gboh_data *d, struct gboh *s, int from, int to,
    bool archer, const struct gboh_unit *who)
{
	struct hex_sight x;

	if (hex_adjacent(&d->map.grid, from, to))
		return true;
	hex_sight(&d->map.grid, from, to, &x);
	for (int i = 0; i < x.n; i++)
		if (blocks(d, s, x.step[i].a, from, to, archer, who) ||
		    (x.step[i].b != HEX_NONE && blocks(d, s, x.step[i].b,
		    from, to, archer, who)))
			return false;
	return true;
}
