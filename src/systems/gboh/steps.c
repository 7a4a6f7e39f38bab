/* steps.c: what a step of a move costs, and whether it may be made: once for
 * orders, for the search of ways and for the move itself
 * [cat 6.2, 6.4, 7.1, 7.2; spqr 6.2 - 6.4, 6.7, 7.1, 7.2] */
#include "systems/gboh/gboh.h"

/* ------------------------------------------------------------------ costs */

/* [cat 6.28; spqr 6.27] the hits of its column of the chart */
static int
hits_of(const struct gboh_data *d, const struct gboh_ground *x,
    const struct gboh_unit *u)
{
	int hits = x->hits[d->type[u->type].ground];

	if (hits <= 0 || u->column == 0)
		return hits;
	return !x->column || (x->free_phalanx && gboh_is(u, GBOH_WIDE)) ?
	    0 : hits;
}

static bool
add_ground(const struct gboh_data *d, const struct gboh_ground *x,
    const struct gboh_unit *u, int *mp, int *hits)
{
	*mp += x->mp;
	*hits += hits_of(d, x, u);
	return !(x->barred >> d->type[u->type].ground & 1);
}

/* [cat 6.21, 6.22; spqr 6.21, 6.22] of one hex into the next */
int
gboh_step_cost(const struct gboh_data *d, const struct gboh_unit *u, int from,
    int dir, int *climbed, int *hits)
{
	const struct map *m = &d->map;
	int to = hex_step(&m->grid, from, dir), cost = 0, up;

	if (!gboh_passable(d, from, dir) || !add_ground(d,
	    &d->ground[gboh_terrain_at(d, to)], u, &cost, hits))
		return -1;
	for (int k = 0; k < GBOH_TERRAIN_COUNT && m->side[from][dir]; k++)
		if (map_side_has(m, from, dir, k) &&
		    !add_ground(d, &d->hexside[k], u, &cost, hits))
			return -1;
	up = m->height[to] - m->height[from];
	for (; up > 0; up--) {
		add_ground(d, *climbed == 0 ? &d->up : *climbed == 1 ?
		    &d->more : &d->further, u, &cost, hits);
		(*climbed)++;
	}
	for (; up < 0; up++)
		add_ground(d, &d->down, u, &cost, hits);
	return cost;
}

/*
 * Of a unit from one pose to the next.  Each half that comes into a hex where
 * the unit was not yet goes there by itself; the dearer way counts, in points
 * and in hits [spqr 6.42].
 */
int
gboh_pose_cost(const struct gboh_data *d, const struct gboh_unit *before,
    const struct gboh_unit *after, int *climbed, int *hits)
{
	int a[2], b[2], na = gboh_hexes(d, before, a);
	int nb = gboh_hexes(d, after, b), most = 0, top = *climbed;
	int add[2] = { 0, 0 };

	if (na != nb)
		return -1;		/* a half would be off the map */
	for (int i = 0; i < nb; i++) {
		int c = *climbed, h = 0, dir, cost, from;

		if (b[i] == a[0] || (na > 1 && b[i] == a[1]))
			continue;
		from = na > 1 && before->column != 0 ? a[gboh_leading(
		    before)] : a[i];
		dir = hex_dir(&d->map.grid, from, b[i]);
		cost = dir < 0 ? -1 : gboh_step_cost(d, after, from, dir, &c,
		    &h);
		if (cost < 0)
			return -1;
		most = cost > most ? cost : most;
		add[i] = h;
		top = c > top ? c : top;
	}
	*climbed = top;
	for (int i = 0; na > 1 && i < 2; i++)
		if (add[!i] == 0 && hits_of(d, &d->ground[gboh_terrain_at(d,
		    a[!i])], before) > 0)
			add[i] = 0;	/* the other half has paid [6.42] */
	*hits += add[0] > add[1] ? add[0] : add[1];
	return most;
}

/* [cat 6.42, 11.74; spqr 6.41, 6.72, 9.68] */
int
gboh_ma(const struct gboh_data *d, const struct gboh_unit *u)
{
	return gboh_most_ma(u) + (u->column != 0 ? d->rules.column_ma : 0) -
	    (u->unwalled ? d->rules.shield_mp : 0) -
	    (u->extended ? d->rules.extend_mp : 0);
}

/* [cat 7.12; spqr 7.12] */
int
gboh_turn_mp(const struct gboh_data *d, const struct gboh_unit *u, int facing)
{
	int n = hex_turn(gboh_looks(u), facing);

	if (n == 0 || gboh_is_artillery(u) || gboh_is(u, GBOH_RIDDEN))
		return 0;
	if (gboh_is(u, GBOH_WIDE))
		return d->rules.reverse_cost;
	if (gboh_is_roman(u))
		return d->rules.legion_turn_cost;
	if (gboh_is(u, GBOH_SKIRMISHES))
		return n * d->rules.skirmisher_vertex_cost;
	return n * (gboh_is(u, GBOH_ELEPHANT | GBOH_CHARIOT) ?
	    d->rules.elephant_vertex_cost : d->rules.vertex_cost);
}

int
gboh_turn_hits(const struct gboh_data *d, const struct gboh_unit *u,
    int facing)
{
	if (gboh_is(u, GBOH_WIDE))
		return 0;
	return hex_turn(gboh_looks(u), facing) *
	    d->ground[gboh_terrain_at(d, u->hex)].turn[
	    d->type[u->type].ground] * !gboh_is(u, GBOH_SKIRMISHES);
}

/* ------------------------------------------------------------------ poses */

int
gboh_looks(const struct gboh_unit *u)
{
	return u->column != 0 ? u->column - 1 : u->facing;
}

void
gboh_look(struct gboh_unit *u, int f)
{
	if (u->column != 0) {
		if (gboh_is(u, GBOH_WIDE))
			u->facing = (u->facing + f - (u->column - 1) +
			    HEX_DIRS) % HEX_DIRS;
		u->column = f + 1;
	} else {
		u->facing = f;
	}
}

/* The hex from which it goes on: of a phalanx in column that of the half that
 * leads. */
int
gboh_head(const struct gboh_data *d, const struct gboh_unit *u)
{
	int h[2];

	return u->column != 0 && gboh_hexes(d, u, h) == 2 ?
	    h[gboh_leading(u)] : u->hex;
}

/* May it go that way without turning?  In column also beside the front,
 * which turns it for nothing [cat 6.44; spqr 6.74]. */
bool
gboh_goes_that_way(const struct gboh_unit *u, int dir)
{
	if (gboh_is_artillery(u))
		return true;
	if (u->column != 0)
		return hex_turn(u->column - 1, dir) <= 1;
	return gboh_aspect(u, dir) == HEX_FRONT;
}

/* Into the hex in that direction; a phalanx with both halves, in column the
 * half that leads, and the other after it [spqr 6.74]. */
void
gboh_pose_enter(const struct gboh_data *d, struct gboh_unit *u, int dir)
{
	int h[2], lead = gboh_leading(u);

	if (u->column == 0 || gboh_hexes(d, u, h) != 2) {
		u->hex = hex_step(&d->map.grid, u->hex, dir);
		if (u->column != 0)
			gboh_look(u, dir);
		return;
	}
	gboh_look(u, dir);
	u->hex = lead == 1 ? h[1] : hex_step(&d->map.grid, h[0], dir);
}

/*
 * To another facing.  A phalanx that turns to the next one pivots: the half on
 * the outside goes to the middle hex of its front [spqr 6.43]; to the opposite
 * one it turns about where it stands [spqr 6.45].  False for any other.
 */
bool
gboh_pose_turn(const struct gboh_data *d, struct gboh_unit *u, int f)
{
	int h[2], v = u->facing;

	if (!gboh_is(u, GBOH_WIDE)) {
		gboh_look(u, f);
		return true;
	}
	if (u->column != 0 || gboh_hexes(d, u, h) != 2)
		return false;
	switch ((f - v + HEX_DIRS) % HEX_DIRS) {
	case 1:
		u->hex = hex_step(&d->map.grid, h[1], v);
		break;
	case 3:
		u->hex = h[1];
		break;
	case 5:
		break;
	default:
		return false;
	}
	u->facing = f;
	return u->hex != HEX_NONE;
}

/* Into column (1 + the direction) or out of it (0).  A phalanx keeps its
 * facing, and its hexes [spqr 6.73]. */
void
gboh_pose_column(struct gboh_unit *u, int column, int facing)
{
	u->column = column;
	if (column == 0)
		u->facing = facing;
}

/* ------------------------------------------------ zones of control [7.23] */

/* [cat 7.23; spqr 7.23] may it leave the enemy ZOC in which it stands? */
bool
gboh_may_leave_zoc(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[2 * GBOH_AROUND];
	int n = gboh_zocs_on(d, s, u, NULL, v, 2 * GBOH_AROUND);
	bool vacant = gboh_is(u, GBOH_WIDE);

	for (int i = 0; i < n; i++)
		if (gboh_reckoned_ma(g, v[i]) >= gboh_reckoned_ma(g, u) &&
		    !(d->rules.idle_zocs && !gboh_can_shock(d, v[i])))
			return false;
	for (int dir = 0; dir < HEX_DIRS && !vacant; dir++) {
		int h = hex_step(&d->map.grid, u->hex, dir);

		vacant = h != HEX_NONE && gboh_aspect(u, dir) == HEX_FRONT &&
		    gboh_unit_at(s, h) == NULL;
	}
	return vacant;
}

/* [cat 7.25; spqr 7.24] may it turn where it stands, in an enemy ZOC? */
static bool
may_turn_in_zoc(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	struct gboh_unit *v[2 * GBOH_AROUND];
	int n = gboh_zocs_on(d, s, u, NULL, v, 2 * GBOH_AROUND), k = 0;

	for (int i = 0; i < n; i++)
		k += !d->rules.idle_zocs || gboh_can_shock(d, v[i]);
	return k <= 1 && (k == 1 || n > 0) && !gboh_is(u, GBOH_WIDE) &&
	    gboh_in_my_zoc(d, s, u, v, 2) == 0;
}

/* [spqr 6.44] one half is in an enemy ZOC and stays, the other goes */
bool
gboh_may_wheel(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	int h[2];

	return gboh_is(u, GBOH_WIDE) && u->column == 0 &&
	    gboh_hexes(d, u, h) == 2 &&
	    gboh_in_ezoc(d, s, u->side, h[0]) !=
	    gboh_in_ezoc(d, s, u->side, h[1]);
}

const char *
gboh_cannot_move(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (gboh_is(u, GBOH_RIDDEN))
		return "ridden";
	if (gboh_is_prepared(gboh_active(s)))		/* [spqr 6.83] */
		return gboh_he_cannot(g, gboh_active(s), "prepared.move");
	if (gboh_cannot_drive(g, u) != NULL)		/* [spqr 4.91] */
		return gboh_cannot_drive(g, u);
	if (u->shield)
		return "shield";
	if (u->engaged)
		return "engaged";
	if (u->stays)					/* [spqr 6.66] */
		return "stack.stays";
	if (gboh_is_artillery(u) && (!u->limbered || u->fired))
		return "artillery.moves";
	if (gboh_pinned(d, s, u) && !gboh_may_leave_zoc(g, u) &&
	    !may_turn_in_zoc(d, s, u) && !gboh_may_wheel(d, s, u))
		return "zoc.stuck";
	return NULL;
}

/* --------------------------------------------------------------- the road */

/* [spqr 6.27] does the Roman road lead that way? */
bool
gboh_is_road(const struct gboh_data *d, int from, int dir)
{
	return d->hexside[GBOH_ROAD].half && hex_step(&d->map.grid, from,
	    dir) != HEX_NONE && map_side_has(&d->map, from, dir, GBOH_ROAD);
}

/* ... is the unit out of the enemy's reach, as that rate wants it? */
static bool
is_unseen(const struct gboh_data *d, const struct gboh *s,
    const struct gboh_unit *u)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *v = &s->unit[i];
		int far;

		if (v->side == u->side || !gboh_on_map(v))
			continue;
		far = gboh_distance(d, u, v);
		if (far <= 2 || (gboh_has_missiles(v) && far <=
		    d->missile[v->missile][gboh_is_mounted(v)].n))
			return false;
	}
	return true;
}

/* -------------------------------------------------------------- on its way */

void
gboh_set_out(struct game *g, const struct gboh_unit *u, bool sure,
    struct gboh_mover *m)
{
	bool deep = gboh_in_depth(gboh_state(g), u);

	*m = (struct gboh_mover){ .g = g, .u = *u, .sure = sure,
	    .budget = gboh_ma(gboh_data(g), u), .climbed = u->climbed,
	    .start = u->hex, .stays = gboh_must_stay(g, u),
	    .zoc = gboh_pinned(gboh_data(g), gboh_state(g), u) };
	if (deep && m->budget > u->ma)		/* [spqr 9.52] */
		m->budget = u->ma;
	m->budget -= u->spent;			/* [spqr 8.64] */
	m->road = !sure && gboh_data(g)->hexside[GBOH_ROAD].half &&
	    !gboh_is(u, GBOH_WIDE) && is_unseen(gboh_data(g), gboh_state(g),
	    u);
}

/* Who stands in the hexes that it would come into? */
static const char *
who_bars(struct gboh_mover *m, const int *h, int n)
{
	const struct gboh_data *d = gboh_data(m->g);
	struct gboh *s = gboh_state(m->g);
	int side = m->u.side;

	for (int i = 0; i < n; i++) {
		struct gboh_unit *x;

		if (s->at[h[i]] == 0)
			continue;
		x = gboh_other_at(s, h[i], &m->u);
		if (x == NULL || gboh_occupies(d, &m->u, h[i]))
			continue;
		if (x->side != side) {
			if (m->sure || (!gboh_may_withdraw(m->g, x, &m->u) &&
			    !x->feigns))
				return "way.enemy";
			continue;
		}
		if (gboh_in_depth(s, x))
			return "way.depth";
		if ((x->column != 0 || m->u.column != 0) &&
		    !gboh_is_artillery(x))
			return "way.column";
		if (m->sure && gboh_in_ezoc(d, s, side, h[i]) &&
		    !(gboh_is_artillery(x) &&		/* [cat 11.63] */
		    gboh_cannot_share(d, s, &m->u, x) == NULL))
			return "way.stop";
	}
	return NULL;
}

static const char *
take(struct gboh_mover *m, const struct gboh_unit *to, int cost)
{
	if (m->mp + cost > m->budget)
		return "points";
	m->mp += cost;
	m->u.hex = to->hex;
	m->u.facing = to->facing;
	m->u.column = to->column;
	return NULL;
}

/* A phalanx pivots or turns about [spqr 6.43 - 6.45]. */
static const char *
try_pivot(struct gboh_mover *m, int f)
{
	const struct gboh_data *d = gboh_data(m->g);
	struct gboh *s = gboh_state(m->g);
	struct gboh_unit to = m->u;
	int h[2], cost = d->rules.reverse_cost, hits = 0, climbed = m->climbed;
	bool about = hex_turn(m->u.facing, f) == 3;
	const char *why;

	if (gboh_in_depth(s, &m->u) && (about || gboh_pinned(d, s, &m->u)))
		return "pivot.depth";
	if (!gboh_pose_turn(d, &to, f))
		return "pivot.facing";
	if (about) {
		for (int i = 0; i < gboh_hexes(d, &m->u, h); i++)
			if (gboh_is_rough(d, h[i]))
				return "pivot.rough";
		if (gboh_pinned(d, s, &m->u))
			return "pivot.zoc";
		return take(m, &to, cost);
	}
	if (gboh_pinned(d, s, &m->u)) {		/* [spqr 6.44] */
		gboh_hexes(d, &m->u, h);
		if (!gboh_may_wheel(d, s, &m->u) || gboh_in_ezoc(d, s, m->u.side,
		    h[gboh_occupies(d, &to, h[0])]))
			return "pivot.half";
	}
	cost = gboh_pose_cost(d, &m->u, &to, &climbed, &hits);
	if (cost < 0)
		return "way.impassable";
	why = who_bars(m, h, gboh_hexes(d, &to, h));
	if (why == NULL)
		why = take(m, &to, cost);
	if (why == NULL) {
		m->climbed = climbed;
		m->entered = true;
	}
	return why;
}

const char *
gboh_try_turn(struct gboh_mover *m, int f)
{
	const struct gboh_data *d = gboh_data(m->g);
	const char *why;
	int cost;

	if (hex_turn(gboh_looks(&m->u), f) == 0 || gboh_is_artillery(&m->u))
		return NULL;
	if (gboh_is(&m->u, GBOH_WIDE)) {
		why = m->u.column == 0 ? try_pivot(m, f) :
		    "pivot.column";
		m->stepped = m->stepped || why == NULL;
		return why;
	}
	if (m->zoc && m->u.hex == m->start) {
		if (m->entered || !may_turn_in_zoc(d, gboh_state(m->g),
		    &m->u))
			return "turn.zoc";
		m->budget = (gboh_ma(d, &m->u) + 1) / 2;
	}
	cost = gboh_turn_mp(d, &m->u, f);
	if (m->road && m->follows) {
		m->saved += cost;
		cost = 0;
	}
	if (m->mp + cost > m->budget)
		return "points";
	m->mp += cost;
	m->stepped = true;
	gboh_look(&m->u, f);
	return NULL;
}

/* Within reach the whole move is at the ordinary rate. */
static const char *
leave_road(struct gboh_mover *m)
{
	if (!m->road || is_unseen(gboh_data(m->g), gboh_state(m->g), &m->u))
		return NULL;
	m->road = false;
	m->mp += m->saved;
	m->saved = 0;
	return m->mp > m->budget ? "road.enemy" : NULL;
}

/* A unit in one hex into the next; a phalanx with both halves. */
static const char *
go(struct gboh_mover *m, int dir, int hex)
{
	const struct gboh_data *d = gboh_data(m->g);
	int hits = 0, climbed = m->climbed, cost, h[2];
	const char *why;

	if (gboh_is(&m->u, GBOH_WIDE)) {
		struct gboh_unit to = m->u;

		gboh_pose_enter(d, &to, dir);
		cost = gboh_pose_cost(d, &m->u, &to, &climbed, &hits);
		if (cost < 0)
			return "way.impassable";
		why = who_bars(m, h, gboh_hexes(d, &to, h));
		if (why == NULL)
			why = take(m, &to, cost);
	} else {
		cost = gboh_step_cost(d, &m->u, m->u.hex, dir, &climbed,
		    &hits);
		if (cost < 0)
			return "way.impassable";
		why = who_bars(m, &hex, 1);
		if (m->road && gboh_is_road(d, m->u.hex, dir)) {
			m->saved += cost - gboh_road_mp(++m->roads);
			cost = gboh_road_mp(m->roads);
		}
		if (why == NULL && m->mp + cost > m->budget)
			why = "points";
		if (why == NULL) {
			m->mp += cost;
			gboh_pose_enter(d, &m->u, dir);
			why = leave_road(m);
		}
	}
	if (why == NULL)
		m->climbed = climbed;
	return why;
}

const char *
gboh_try_enter(struct gboh_mover *m, int hex)
{
	const struct gboh_data *d = gboh_data(m->g);
	struct gboh *s = gboh_state(m->g);
	int dir = hex_dir(&d->map.grid, gboh_head(d, &m->u), hex);
	const char *why;

	if (dir < 0)
		return "path.jump";
	if (!gboh_goes_that_way(&m->u, dir))
		return "way.front";
	if (m->stays)
		return "way.triarii";
	if (m->zoc && m->u.hex == m->start && !m->entered &&
	    (!gboh_may_leave_zoc(m->g, &m->u) || m->stepped))
		return "zoc.leave";
	if (gboh_is(&m->u, GBOH_WIDE) && m->entered && gboh_pinned(d, s,
	    &m->u) && m->sure)
		return "zoc.entered";
	why = go(m, dir, hex);
	if (why == NULL && gboh_before_elephants(m->g, &m->u))
		why = "way.elephants";
	if (why == NULL)
		m->entered = m->stepped = true;
	return why;
}
