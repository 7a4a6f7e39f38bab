/* board.c: who stands where, cc_sections, terrain, lines of sight
 * [board.*, ranged.line-of-sight, terrain.hill-line-of-sight] */
#include "systems/cc_medieval/cc.h"

#include <string.h>

struct cc_unit *
cc_find_unit(struct cc *s, const char *id)
{
	for (int i = 0; i < s->nunits; i++)
		if (strcmp(s->unit[i].id, id) == 0)
			return &s->unit[i];
	return NULL;
}

struct cc_leader *
cc_find_leader(struct cc *s, const char *id)
{
	for (int i = 0; i < s->nleaders; i++)
		if (strcmp(s->leader[i].id, id) == 0)
			return &s->leader[i];
	return NULL;
}

/*
 * The index: number + 1 of the unit and of the leader in each hex, 0 for none.
 * It is part of the state, so that a checkpoint keeps it, but no field of it: a
 * state that was read from a file has none, and gets it when it is first asked.
 */
void
cc_index(struct cc *s)
{
	memset(s->unit_at, 0, sizeof s->unit_at);
	memset(s->leader_at, 0, sizeof s->leader_at);
	for (int i = s->nunits - 1; i >= 0; i--)
		if (cc_on_board(&s->unit[i]))
			s->unit_at[s->unit[i].hex] = (signed char)(i + 1);
	for (int i = s->nleaders - 1; i >= 0; i--)
		if (cc_leader_on_board(&s->leader[i]))
			s->leader_at[s->leader[i].hex] = (signed char)(i + 1);
	s->indexed = true;
}

void
cc_put_unit(struct cc *s, struct cc_unit *u, int hex, int status)
{
	if (cc_on_board(u) && cc_unit_at(s, u->hex) == u)
		s->unit_at[u->hex] = 0;
	u->hex = hex;
	u->status = status;
	if (cc_on_board(u))
		s->unit_at[hex] = (signed char)(u - s->unit + 1);
}

/* One who flees passes others: then two are in a hex for a moment. */
void
cc_put_leader(struct cc *s, struct cc_leader *l, int hex, int status)
{
	int from = cc_leader_on_board(l) ? l->hex : HEX_NONE;

	l->hex = hex;
	l->status = status;
	if (from != HEX_NONE)
		s->leader_at[from] = 0;
	for (int i = s->nleaders - 1; i >= 0; i--)
		if (cc_leader_on_board(&s->leader[i]) &&
		    (s->leader[i].hex == from || s->leader[i].hex == hex))
			s->leader_at[s->leader[i].hex] = (signed char)(i + 1);
}

struct cc_leader *
cc_attached(struct cc *s, const struct cc_unit *u)
{
	struct cc_leader *l = cc_leader_at(s, u->hex);

	return l != NULL && l->side == u->side ? l : NULL;
}

struct cc_leader *
cc_lone_leader_at(struct cc *s, int hex)
{
	return cc_unit_at(s, hex) == NULL ? cc_leader_at(s, hex) : NULL;
}

/* [board.sections, board.dotted-line-hexes] as the side sees them */
unsigned
cc_sections(const struct cc_data *d, int side, int hex)
{
	int row = hex_row(&d->map.grid, hex), col = hex_col(&d->map.grid, hex);
	bool odd = row % 2 != 0;
	unsigned m = 0;

	if (col <= (odd ? 5 : 4))
		m |= CC_LEFT;
	if (odd ? col >= 5 && col <= 9 : col >= 5 && col <= 8)
		m |= CC_CENTER;
	if (col >= 9)
		m |= CC_RIGHT;
	if (d->top[side])
		m = (m & CC_CENTER) | (m & CC_LEFT ? CC_RIGHT : 0u) |
		    (m & CC_RIGHT ? CC_LEFT : 0u);
	return m;
}

static bool
is_opened(const struct cc *s, int hex)
{
	for (int i = 0; i < s->nopened; i++)
		if (s->opened[i] == hex)
			return true;
	return false;
}

int
cc_terrain_at(const struct cc_data *d, const struct cc *s, int hex)
{
	return s->nopened > 0 && is_opened(s, hex) ? CC_CLEAR :
	    d->terrain[hex];
}

bool
cc_passable(const struct cc_data *d, const struct cc *s, int side, int hex)
{
	const struct cc_ground *x = &d->ground[cc_terrain_at(d, s, hex)];

	if (x->gate)				/* [terrain.city-gate] */
		return d->owner[hex] == side;
	return !x->impassable;
}

/* Does terrain end a move there?  u is NULL for a leader alone. */
bool
cc_must_stop(const struct cc_data *d, const struct cc *s,
    const struct cc_unit *u, int hex)
{
	int t = cc_terrain_at(d, s, hex);
	const struct cc_ground *x = &d->ground[t];

	if (t == CC_FORD && d->stream)
		return false;		/* [scenario.stream-without-stop] */
	if (t == CC_HILL && d->rugged)
		return true;		/* [scenario.rugged-hills] */
	return u != NULL && cc_is_foot(d, u) ? x->stops_foot :
	    x->stops_mounted;
}

void
cc_homeward(const struct cc_data *d, int side, int hex, int out[2])
{
	/* pointy-top directions: NE E SE SW W NW */
	static const int up[2] = { 0, 5 }, down[2] = { 2, 3 };
	const int *dir = d->top[side] ? up : down;

	out[0] = hex_step(&d->map.grid, hex, dir[0]);
	out[1] = hex_step(&d->map.grid, hex, dir[1]);
}

bool
cc_on_baseline(const struct cc_data *d, int side, int hex)
{
	return hex_row(&d->map.grid, hex) == (d->top[side] ? 11 : 1);
}

bool
cc_enemy_unit_adjacent(const struct cc_data *d, struct cc *s, int side, int hex)
{
	return cc_units_adjacent(d, s, cc_enemy(side), hex) > 0;
}

bool
cc_any_enemy_adjacent(const struct cc_data *d, struct cc *s, int side, int hex)
{
	for (int i = 0; i < s->nleaders; i++)
		if (cc_leader_on_board(&s->leader[i]) &&
		    s->leader[i].side != side &&
		    hex_adjacent(&d->map.grid, s->leader[i].hex, hex))
			return true;
	return cc_enemy_unit_adjacent(d, s, side, hex);
}

int
cc_units_adjacent(const struct cc_data *d, struct cc *s, int side, int hex)
{
	int n = 0;

	for (int k = 0; k < HEX_DIRS; k++) {
		const struct cc_unit *u = cc_unit_at(s, hex_step(&d->map.grid,
		    hex, k));

		n += u != NULL && u->side == side;
	}
	return n;
}

int
cc_enemy_hexes(const struct cc *s, int side, int *out)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != side && cc_on_board(&s->unit[i]))
			out[n++] = s->unit[i].hex;
	return n;
}

int
cc_nearest_of(const struct cc_data *d, const int *list, int n, int hex)
{
	int best = 99;

	for (int i = 0; i < n && best > 1; i++) {
		int x = hex_distance(&d->map.grid, list[i], hex);

		best = x < best ? x : best;
	}
	return best;
}

int
cc_nearest_enemy(const struct cc_data *d, struct cc *s, int side, int hex)
{
	int list[CC_UNITS], n = cc_enemy_hexes(s, side, list);

	return cc_nearest_of(d, list, n, hex);
}

bool
cc_is_foot(const struct cc_data *d, const struct cc_unit *u)
{
	return d->sort[u->type].foot;
}

/* [ranged.who-and-range, units.bow-and-non-bow-cavalry] */
int
cc_range_of(const struct cc_data *d, const struct cc_unit *u)
{
	const struct cc_sort *x = &d->sort[u->type];

	return u->bow && x->bow_range > 0 ? x->bow_range : x->range;
}

/* Does this hex, lying between, stop the line? */
static bool
obstructs(const struct cc_data *d, struct cc *s, int hex, int from, int to)
{
	int t = cc_terrain_at(d, s, hex);

	if (cc_unit_at(s, hex) || cc_leader_at(s, hex))
		return true;
	if (t == CC_HILL)		/* a plateau sees itself */
		return d->group[from] != d->group[hex] ||
		    d->group[to] != d->group[hex];
	return d->ground[t].sight;
}

/*
 * [ranged.los-along-hexside] Where the line runs along hexsides, whatever
 * stands on one side of it does not block, but something on each side does, at
 * the same hexside or at two.  Beyond the edge of the board is an obstruction.
 */
bool
cc_sees(const struct cc_data *d, struct cc *s, int from, int to)
{
	struct hex_sight v;
	bool left = false, right = false;

	hex_sight(&d->map.grid, from, to, &v);
	for (int i = 0; i < v.n; i++) {
		bool a = obstructs(d, s, v.step[i].a, from, to), b;

		if (v.step[i].b == HEX_NONE && !v.step[i].edge) {
			if (a)
				return false;
			continue;
		}
		b = v.step[i].edge || obstructs(d, s, v.step[i].b, from, to);
		left = left || (v.step[i].right ? b : a);
		right = right || (v.step[i].right ? a : b);
	}
	return !(left && right);
}
