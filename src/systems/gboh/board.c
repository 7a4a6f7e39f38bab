/* board.c: who stands where; facing, zones of control, elevation, sight
 * [7.1, 7.2, 8.14] */
#include "systems/gboh/gboh.h"

#include <stdint.h>
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
	const struct gboh_unit *top = u->legion[0] != '\0' && !u->atop ?
	    gboh_mate((struct gboh *)(uintptr_t)s, u) : NULL;
	int tq = top != NULL && top->atop ? top->tq : u->tq;

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
	return d->kind[hex];
}

static int
find_terrain(const struct map *m, int hex)
{
	for (int k = GBOH_STREAM - 1; k > GBOH_CLEAR; k--)
		if (map_has(m, hex, k))
			return k;
	return GBOH_CLEAR;
}

/* [6.27] */
bool
gboh_is_rough(const struct gboh_data *d, int hex)
{
	return d->ground[gboh_terrain_at(d, hex)].rough;
}

/* ... in one of its hexes */
bool
gboh_stands_rough(const struct gboh_data *d, const struct gboh_unit *u)
{
	int h[2], n = gboh_hexes(d, u, h);

	return (n > 0 && gboh_is_rough(d, h[0])) || (n > 1 &&
	    gboh_is_rough(d, h[1]));
}

/* [6.25] */
bool
gboh_passable(const struct gboh_data *d, int from, int dir)
{
	return d->open[from] >> dir & 1;
}

static bool
find_passable(const struct gboh_data *d, int from, int dir)
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

/* What is asked of the map all the time, once for all. */
void
gboh_survey(struct gboh_data *d)
{
	int n = hex_count(&d->map.grid);

	for (int h = 0; h < n; h++)
		d->kind[h] = (unsigned char)find_terrain(&d->map, h);
	for (int h = 0; h < n; h++)
		for (int dir = 0; dir < HEX_DIRS; dir++)
			if (find_passable(d, h, dir))
				d->open[h] |= (unsigned char)(1u << dir);
}

/* ---------------------------------------------------------------- facing */

/* [6.43, 7.11, 11.64] of a unit in one hex */
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

/* Which half of a two-hex unit in column leads: 0 the left, 1 the right? */
int
gboh_leading(const struct gboh_unit *u)
{
	return u->column - 1 == (u->facing + 2) % HEX_DIRS;
}

/*
 * The same of one half of a unit.  A two-hex unit has three hexes in front,
 * one at each flank and three behind, and in column one in front and one
 * behind.
 */
enum hex_aspect
gboh_half_aspect(const struct gboh_unit *u, int half, int dir)
{
	enum hex_aspect a = gboh_aspect(u, dir);

	if (!gboh_is(u, GBOH_WIDE) || u->column == 0 || a == HEX_FLANK)
		return a;
	return (a == HEX_FRONT) == (half == gboh_leading(u)) ? a : HEX_FLANK;
}

enum hex_aspect
gboh_aspect_from(const struct gboh_data *d, const struct gboh_unit *u, int hex)
{
	int h[2], n = gboh_hexes(d, u, h);
	enum hex_aspect best = HEX_REAR;
	bool any = false;

	for (int i = 0; i < n; i++) {
		int dir = hex_dir(&d->map.grid, h[i], hex);
		enum hex_aspect a;

		if (dir < 0)
			continue;
		a = gboh_half_aspect(u, i, dir);
		if (!any || a < best)
			best = a;
		any = true;
	}
	return any ? best : HEX_FRONT;
}

/* Of several hexes of the other that are next to it, the one best for it. */
enum hex_aspect
gboh_approach(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	int h[2], n = gboh_hexes(d, v, h);
	enum hex_aspect best = HEX_REAR;
	bool any = false;

	for (int i = 0; i < n; i++) {
		enum hex_aspect a;

		if (gboh_distance_to(d, u, h[i]) != 1)
			continue;
		a = gboh_aspect_from(d, u, h[i]);
		best = !any || a < best ? a : best;
		any = true;
	}
	return any ? best : HEX_FRONT;
}

/* --------------------------------------------------------------- distances */

int
gboh_distance_to(const struct gboh_data *d, const struct gboh_unit *u, int hex)
{
	int h[2], n, best = 999;

	if (!gboh_is(u, GBOH_WIDE))
		return u->hex == HEX_NONE ? best : hex_distance(&d->map.grid,
		    u->hex, hex);
	n = gboh_hexes(d, u, h);
	for (int i = 0; i < n; i++) {
		int far = hex_distance(&d->map.grid, h[i], hex);

		best = far < best ? far : best;
	}
	return best;
}

int
gboh_distance(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	int h[2], n, best = 999;

	if (!gboh_is(v, GBOH_WIDE))
		return v->hex == HEX_NONE ? best : gboh_distance_to(d, u,
		    v->hex);
	n = gboh_hexes(d, v, h);
	for (int i = 0; i < n; i++) {
		int far = gboh_distance_to(d, u, h[i]);

		best = far < best ? far : best;
	}
	return best;
}

/* ------------------------------------------------------- zones of control */

/* [cat 7.21, 7.22; spqr 7.21, 7.22] which of its sides it controls */
static bool
controls(const struct gboh_data *d, const struct gboh_unit *u,
    enum hex_aspect a)
{
	if (a != HEX_FLANK || !d->rules.manoeuvre_zocs)
		return a == HEX_FRONT;
	return (gboh_is(u, GBOH_SKIRMISHES) || gboh_is_velites(u)) &&
	    gboh_has_missiles(u) && u->column == 0;
}

static bool
has_zoc(const struct gboh_data *d, const struct gboh_unit *u)
{
	return gboh_on_map(u) && !u->routed && !gboh_is_artillery(u) &&
	    !gboh_is(u, GBOH_RIDDEN) && !(d->rules.manoeuvre_zocs &&
	    gboh_is(u, GBOH_SKIRMISHES) && !gboh_has_missiles(u));
}

/* [7.22] no ZOC into ground that is prohibited to it */
static bool
may_enter(const struct gboh_data *d, const struct gboh_unit *u, int from,
    int dir, int to)
{
	return gboh_passable(d, from, dir) && !(d->ground[gboh_terrain_at(d,
	    to)].barred >> d->type[u->type].ground & 1);
}

bool
gboh_zoc(const struct gboh_data *d, const struct gboh_unit *u, int hex)
{
	int h[2], n;

	if (!has_zoc(d, u) || hex == HEX_NONE)
		return false;
	n = gboh_hexes(d, u, h);
	for (int i = 0; i < n; i++) {
		int dir = hex_dir(&d->map.grid, h[i], hex);

		if (dir >= 0 && controls(d, u, gboh_half_aspect(u, i, dir)) &&
		    may_enter(d, u, h[i], dir, hex))
			return true;
	}
	return false;
}

/* Is one of the other's hexes in front of it? */
bool
gboh_faces(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	int h[2], n = gboh_hexes(d, v, h);

	for (int i = 0; i < n; i++)
		if (gboh_distance_to(d, u, h[i]) == 1 && gboh_aspect_from(d,
		    u, h[i]) == HEX_FRONT)
			return true;
	return false;
}

bool
gboh_zoc_on(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	int h[2], n = gboh_hexes(d, v, h);

	for (int i = 0; i < n; i++)
		if (gboh_zoc(d, u, h[i]))
			return true;
	return false;
}

/* Enemies of a side with a ZOC into a hex, each once. */
static int
zocs_into(const struct gboh_data *d, struct gboh *s, int side, int hex,
    const struct gboh_unit *except, struct gboh_unit **out, int max)
{
	int n = 0;

	for (int dir = 0; hex != HEX_NONE && dir < HEX_DIRS; dir++) {
		struct gboh_unit *v[GBOH_STACK];
		int from = hex_step(&d->map.grid, hex, dir), k;

		if (from == HEX_NONE || s->at[from] == 0)
			continue;
		k = gboh_stack(s, from, v, GBOH_STACK);
		for (int i = 0; i < k && n < max; i++) {
			bool known = v[i]->side == side || v[i] == except;

			for (int x = 0; x < n; x++)
				known = known || out[x] == v[i];
			if (!known && gboh_zoc(d, v[i], hex))
				out[n++] = v[i];
		}
	}
	return n;
}

int
gboh_zocs_on(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, const struct gboh_unit *except,
    struct gboh_unit **out, int max)
{
	int h[2], n = gboh_hexes(d, u, h), k = 0;

	for (int i = 0; i < n; i++) {
		struct gboh_unit *v[GBOH_AROUND];
		int m = zocs_into(d, s, u->side, h[i], except, v, GBOH_AROUND);

		for (int x = 0; x < m && k < max; x++) {
			bool known = false;

			for (int y = 0; y < k; y++)
				known = known || out[y] == v[x];
			if (!known)
				out[k++] = v[x];
		}
	}
	return k;
}

int
gboh_ezocs(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, const struct gboh_unit *except)
{
	struct gboh_unit *v[2 * GBOH_AROUND];

	return gboh_zocs_on(d, s, u, except, v, 2 * GBOH_AROUND);
}

bool
gboh_in_ezoc(const struct gboh_data *d, struct gboh *s, int side, int hex)
{
	struct gboh_unit *v[1];

	return zocs_into(d, s, side, hex, NULL, v, 1) > 0;
}

bool
gboh_pinned(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	int h[2], n = gboh_hexes(d, u, h);

	for (int i = 0; i < n; i++)
		if (gboh_in_ezoc(d, s, u->side, h[i]))
			return true;
	return false;
}

/* Enemies in a hex who can be shocked: all but artillery among others. */
static int
foes_in(struct gboh *s, int side, int hex, struct gboh_unit **out, int max)
{
	struct gboh_unit *v[GBOH_STACK], *top = gboh_enemy_at(s, side, hex);
	int k = top ? gboh_stack(s, hex, v, GBOH_STACK) : 0, n = 0;

	for (int i = 0; i < k && n < max; i++)
		if (v[i]->side != side && (v[i] == top ||
		    !gboh_is_artillery(v[i])))
			out[n++] = v[i];
	return n;
}

/* Its ZOC where it could shock: Velites only their front [spqr 7.33]. */
static bool
strikes(const struct gboh_data *d, const struct gboh_unit *u,
    enum hex_aspect a)
{
	return controls(d, u, a) && (a == HEX_FRONT || !gboh_is_velites(u));
}

int
gboh_in_my_zoc(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, struct gboh_unit **out, int max)
{
	int h[2], nh = has_zoc(d, u) ? gboh_hexes(d, u, h) : 0, n = 0;

	for (int i = 0; i < nh; i++)
		for (int dir = 0; dir < HEX_DIRS; dir++) {
			int to = hex_step(&d->map.grid, h[i], dir), k;
			struct gboh_unit *v[GBOH_STACK];

			if (to == HEX_NONE || !strikes(d, u, gboh_half_aspect(
			    u, i, dir)) || !may_enter(d, u, h[i], dir, to))
				continue;
			k = foes_in(s, u->side, to, v, GBOH_STACK);
			for (int x = 0; x < k && n < max; x++) {
				bool known = false;

				for (int y = 0; y < n; y++)
					known = known || out[y] == v[x];
				if (!known)
					out[n++] = v[x];
			}
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
		    gboh_distance_to(d, &s->unit[i], hex) <= range)
			n++;
	return n;
}

int
gboh_foes_near(const struct gboh_data *d, const struct gboh *s,
    const struct gboh_unit *u, int range)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != u->side && gboh_on_map(&s->unit[i]) &&
		    gboh_distance(d, u, &s->unit[i]) <= range)
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
		n = gboh_distance_to(d, &s->unit[i], hex);
		if (n < best)
			best = n;
	}
	return best;
}

/* For each hex how far its nearest enemy is: layer by layer around them. */
void
gboh_far_field(const struct gboh_data *d, const struct gboh *s, int side,
    short *far)
{
	const struct hex_grid *g = &d->map.grid;
	int queue[HEX_MAX], head = 0, tail = 0, count = hex_count(g);

	for (int h = 0; h < count; h++)
		far[h] = 999;
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];
		int h[2], n = u->side != side && gboh_on_map(u) ?
		    gboh_hexes(d, u, h) : 0;

		for (int k = 0; k < n; k++)
			if (far[h[k]] != 0) {
				far[h[k]] = 0;
				queue[tail++] = h[k];
			}
	}
	while (head < tail) {
		int at = queue[head++];

		for (int dir = 0; dir < HEX_DIRS; dir++) {
			int to = hex_step(g, at, dir);

			if (to != HEX_NONE && far[to] == 999) {
				far[to] = (short)(far[at] + 1);
				queue[tail++] = to;
			}
		}
	}
}

void
gboh_mark(const struct gboh_data *d, const struct gboh *s, int side,
    unsigned char *mark)
{
	gboh_mark_near(d, s, side, HEX_NONE, 0, mark);
}

void
gboh_mark_near(const struct gboh_data *d, const struct gboh *s, int side,
    int hex, int range, unsigned char *mark)
{
	memset(mark, 0, (size_t)hex_count(&d->map.grid));
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];
		int h[2], n = gboh_on_map(u) ? gboh_hexes(d, u, h) : 0;

		/* two more: its other half, and the hex beside that */
		if (hex != HEX_NONE && n > 0 && hex_distance(&d->map.grid, hex,
		    h[0]) > range + 2)
			continue;
		for (int k = 0; k < n; k++) {
			mark[h[k]] |= u->side == side ? GBOH_FRIEND :
			    GBOH_ENEMY;
			if (u->side == side && u->routed)
				mark[h[k]] |= GBOH_FUGITIVE;
			for (int dir = 0; u->side != side && has_zoc(d, u) &&
			    dir < HEX_DIRS; dir++) {
				int to = hex_step(&d->map.grid, h[k], dir);

				if (to != HEX_NONE && controls(d, u,
				    gboh_half_aspect(u, k, dir)) &&
				    may_enter(d, u, h[k], dir, to))
					mark[to] |= GBOH_EZOC;
			}
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
	int dir[2];

	if (gboh_is_artillery(u))
		return true;
	if (u->column != 0 && !d->rules.idle_missiles)
		return false;
	if (gboh_distance_to(d, u, hex) == 1)
		return gboh_aspect_from(d, u, hex) != HEX_REAR;
	for (int i = hex_exits(&d->map.grid, u->hex, hex, dir); i-- > 0;)
		if (gboh_aspect(u, dir[i]) != HEX_REAR)
			return true;
	return false;
}

/* [8.14] does this hex, somewhere between, block the line? */
static bool
blocks(const struct gboh_data *d, struct gboh *s, int hex, int from, int to,
    int how, const struct gboh_unit *who)
{
	const struct map *m = &d->map;
	struct gboh_unit *x;
	int h = m->height[hex], low = m->height[from], high = m->height[to];

	if (low > high) {
		int swap = low;

		low = high;
		high = swap;
	}
	if (h > high)
		return true;
	if (h < low)
		return false;
	if (d->ground[gboh_terrain_at(d, hex)].blocks)
		return true;
	x = who ? gboh_other_at(s, hex, who) : gboh_unit_at(s, hex);
	if (x == NULL || gboh_is(x, GBOH_RIDDEN) || (how == GBOH_COMMAND &&
	    gboh_is(x, GBOH_ELEPHANT)))
		return false;
	return how != GBOH_ARC || hex_distance(&m->grid, from, hex) >=
	    hex_distance(&m->grid, to, hex);
}

bool
gboh_sees(const struct gboh_data *d, struct gboh *s, int from, int to,
    int how, const struct gboh_unit *who)
{
	struct hex_sight x;

	if (hex_adjacent(&d->map.grid, from, to))
		return true;
	hex_sight(&d->map.grid, from, to, &x);
	for (int i = 0; i < x.n; i++)
		if (blocks(d, s, x.step[i].a, from, to, how, who) ||
		    (x.step[i].b != HEX_NONE && blocks(d, s, x.step[i].b,
		    from, to, how, who)))
			return false;
	return true;
}
