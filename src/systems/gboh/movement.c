/* movement.c: what moving costs, and planning a move
 * [6.1 - 6.4, 7.1, 7.2] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------------------ costs */

/* The column of the Movement Cost Chart. */
static int
chart_class(const struct gboh_data *d, const struct gboh_unit *u)
{
	return d->type[u->type].ground;
}

static int
hits_of(const struct gboh_data *d, const struct gboh_ground *x,
    const struct gboh_unit *u)
{
	return u->column != 0 && !x->column ? 0 : x->hits[chart_class(d, u)];
}

/* [6.21, 6.22, 6.28] */
int
gboh_step_cost(const struct gboh_data *d, const struct gboh_unit *u, int from,
    int dir, int *climbed, int *hits)
{
	const struct map *m = &d->map;
	int to = hex_step(&m->grid, from, dir), cost, up;

	if (!gboh_passable(d, from, dir))
		return -1;
	cost = d->ground[gboh_terrain_at(d, to)].mp;
	*hits += hits_of(d, &d->ground[gboh_terrain_at(d, to)], u);
	for (int k = 0; k < GBOH_TERRAIN_COUNT; k++)
		if (map_side_has(m, from, dir, k)) {
			cost += d->hexside[k].mp;
			*hits += hits_of(d, &d->hexside[k], u);
		}
	up = m->height[to] - m->height[from];
	for (; up > 0; up--) {
		const struct gboh_ground *x = *climbed == 0 ? &d->up :
		    &d->more;

		cost += x->mp;
		*hits += hits_of(d, x, u);
		(*climbed)++;
	}
	for (; up < 0; up++) {
		cost += d->down.mp;
		*hits += hits_of(d, &d->down, u);
	}
	return cost;
}

/* [6.42, 11.74] */
int
gboh_ma(const struct gboh_data *d, const struct gboh_unit *u)
{
	return u->ma + (u->column != 0 ? d->rules.column_ma : 0) -
	    (u->unwalled ? d->rules.shield_mp : 0);
}

int
gboh_turn_hits(const struct gboh_data *d, const struct gboh_unit *u,
    int facing)
{
	return hex_turn(gboh_looks(u), facing) *
	    d->ground[gboh_terrain_at(d, u->hex)].turn[chart_class(d, u)];
}

/* ------------------------------------------------ zones of control [7.23] */

/* [7.23] may it leave the enemy ZOC in which it stands? */
static bool
may_leave_zoc(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	bool vacant = false;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != u->side && gboh_zoc(d, &s->unit[i],
		    u->hex) && s->unit[i].ma >= u->ma)
			return false;
	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int h = hex_step(&d->map.grid, u->hex, dir);

		if (h != HEX_NONE && gboh_aspect(u, dir) == HEX_FRONT &&
		    gboh_unit_at(s, h) == NULL)
			vacant = true;
	}
	return vacant;
}

/* [7.25] may it turn where it stands, in an enemy ZOC? */
static bool
may_turn_in_zoc(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	struct gboh_unit *v[2];

	return gboh_ezocs(d, s, u->side, u->hex, NULL) == 1 &&
	    gboh_in_my_zoc(d, s, u, v, 2) == 0;
}

const char *
gboh_cannot_move(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (u->shield)
		return "it is in Shield Wall [11.73]";
	if (u->engaged)
		return "it is engaged [10.31]";
	if (gboh_is_artillery(u) && (!u->limbered || u->fired))
		return "artillery moves in Move mode, and not when it fired "
		    "[11.62, 11.65]";
	if (gboh_in_ezoc(d, s, u->side, u->hex) && !may_leave_zoc(d, s, u) &&
	    !may_turn_in_zoc(d, s, u))
		return "it is in an enemy ZOC and can neither leave it nor "
		    "turn [7.23, 7.25]";
	return NULL;
}

/* --------------------------------------------------------------- planning */

/* Which way a unit looks while it is planned. */
int
gboh_looks(const struct gboh_unit *u)
{
	return u->column != 0 ? u->column - 1 : u->facing;
}

void
gboh_look(struct gboh_unit *u, int f)
{
	if (u->column != 0)
		u->column = f + 1;
	else
		u->facing = f;
}

/* May it go that way without turning?  In column also beside the front,
 * which turns it for nothing [6.44]. */
static bool
goes_that_way(const struct gboh_unit *u, int dir)
{
	if (gboh_is_artillery(u))
		return true;
	if (u->column != 0)
		return hex_turn(u->column - 1, dir) <= 1;
	return gboh_aspect(u, dir) == HEX_FRONT;
}

/* The facing nearest to the present one from which it can. */
static int
facing_for(const struct gboh_unit *u, int dir)
{
	struct gboh_unit x = *u;
	int best = -1, f0 = gboh_looks(u);

	for (int f = 0; f < HEX_DIRS; f++) {
		gboh_look(&x, f);
		if (goes_that_way(&x, dir) && (best < 0 ||
		    hex_turn(f0, f) < hex_turn(f0, best)))
			best = f;
	}
	return best;
}

struct rehearsal {
	struct game *g;
	struct gboh_unit *u;		/* a copy, which moves */
	struct gboh_plan *p;
	int mp, climbed, budget;
	int start;
	bool zoc;			/* began in an enemy ZOC */
};

static const char *
add_step(struct gboh_plan *p, int what, int to)
{
	if (p->n == GBOH_WAY)
		return "more than 64 steps";
	p->step[p->n].what = what;
	p->step[p->n++].to = to;
	if (what == GBOH_ENTER)
		p->hexes = true;
	return NULL;
}

static const char *
rehearse_turn(struct rehearsal *r, int f)
{
	const struct gboh_data *d = gboh_data(r->g);
	int n = hex_turn(gboh_looks(r->u), f);

	if (n == 0 || gboh_is_artillery(r->u))
		return NULL;
	if (r->zoc && r->u->hex == r->start) {
		if (!may_turn_in_zoc(d, gboh_state(r->g), r->u) ||
		    r->p->hexes)
			return "it may not turn in an enemy ZOC [7.25]";
		r->budget = (gboh_ma(d, r->u) + 1) / 2;
	}
	r->mp += n * d->rules.vertex_cost;
	if (r->mp > r->budget)
		return "it has not enough movement points";
	gboh_look(r->u, f);
	return add_step(r->p, GBOH_TURN, f);
}

static const char *
rehearse_enter(struct rehearsal *r, int to)
{
	const struct gboh_data *d = gboh_data(r->g);
	struct gboh *s = gboh_state(r->g);
	struct gboh_unit *u = r->u, *x;
	int dir = hex_dir(&d->map.grid, u->hex, to), hits = 0, cost;
	const char *why;

	if (dir < 0)
		return "the path jumps";
	if (r->zoc && u->hex == r->start && (!may_leave_zoc(d, s, u) ||
	    r->p->n > 0))
		return "it may not leave the enemy ZOC [7.23]";
	if (!goes_that_way(u, dir)) {
		why = rehearse_turn(r, facing_for(u, dir));
		if (why != NULL)
			return why;
		if (r->zoc && u->hex == r->start)
			return "it leaves an enemy ZOC without turning [7.23]";
	}
	if (u->column != 0)
		u->column = dir + 1;
	cost = gboh_step_cost(d, u, u->hex, dir, &r->climbed, &hits);
	if (cost < 0)
		return "that way is impassable";
	r->mp += cost;
	if (r->mp > r->budget)
		return "it has not enough movement points";
	x = gboh_other_at(s, to, u);
	if (x != NULL && x->side != u->side && !gboh_may_withdraw(r->g, x, u) &&
	    !x->feigns)
		return "an enemy stands in the way [6.62]";
	if (x != NULL && x->side == u->side && (x->column != 0 ||
	    u->column != 0) && !gboh_is_artillery(x))
		return "units in column neither pass nor are passed through "
		    "[6.47]";
	u->hex = to;
	return add_step(r->p, GBOH_ENTER, to);
}

static const char *
rehearse_fire(struct rehearsal *r, const char *id, int last)
{
	struct gboh *s = gboh_state(r->g);
	struct gboh_unit *t = gboh_find(s, id);
	const char *why;

	if (t == NULL || t->side == r->u->side || !gboh_on_map(t))
		return "there is no such enemy to fire at";
	if (r->u->line > 0 && r->p->hexes)
		return "in a line a unit that has moved fires by an order of "
		    "its own, after the line's movement [8.21]";
	for (int i = 0; i < r->p->n; i++)
		if (r->p->step[i].what == GBOH_SHOOT)
			return "a unit fires once in an Orders Phase [8.11]";
	why = gboh_cannot_fire(r->g, r->u);
	if (why == NULL)
		why = gboh_cannot_hit(r->g, r->u, t->hex);
	if (why == NULL && last != HEX_NONE && hex_distance(game_grid(r->g),
	    last, t->hex) <= hex_distance(game_grid(r->g), r->u->hex, t->hex))
		why = "it must have moved closer to the target just before "
		    "[8.11]";
	if (why == NULL)
		why = add_step(r->p, GBOH_SHOOT, (int)(t - s->unit));
	return why;
}

static int
facing_named(const struct gboh_unit *u, const char *word)
{
	for (int f = 0; word != NULL && f < HEX_DIRS; f++)
		if (strcmp(word, u->column != 0 ? gboh_column_names[f + 1] :
		    gboh_facing_names[f]) == 0)
			return f;
	return -1;
}

static const char *
rehearse_path(struct rehearsal *r, const struct node *path)
{
	const char *why = NULL;
	int last = HEX_NONE;

	for (const struct node *c = path->child; c && !why; c = c->next) {
		int hex = c->s ? hex_parse(game_grid(r->g), c->s) : HEX_NONE;
		int f = facing_named(r->u, c->s);

		if (hex != HEX_NONE) {
			last = r->u->hex;
			why = rehearse_enter(r, hex);
		} else if (f >= 0) {
			why = rehearse_turn(r, f);
		} else if (c->s && strncmp(c->s, "fire ", 5) == 0) {
			why = rehearse_fire(r, c->s + 5, last);
		} else {
			why = "a step is a hex, a facing or \"fire UNIT\"";
		}
	}
	return why;
}

static const char *
rehearse_column(struct rehearsal *r, const char *word, const char *face)
{
	const struct gboh_data *d = gboh_data(r->g);
	struct gboh *s = gboh_state(r->g);
	struct gboh_unit *u = r->u;
	int f = -1;

	if (gboh_is_horse(u) || !s->side[u->side].disciplined ||
	    gboh_is_artillery(u))
		return "only infantry of a disciplined army forms columns "
		    "[6.41]";
	if (gboh_in_ezoc(d, s, u->side, u->hex))
		return "it is in an enemy ZOC [6.41]";
	r->mp += d->rules.column_mp;
	if (r->mp > r->budget)
		return "it has not enough movement points";
	if (strcmp(word, "out") == 0) {
		for (int i = 0; i < HEX_DIRS; i++)
			if (face && !strcmp(face, gboh_facing_names[i]))
				f = i;
		if (u->column == 0 || f < 0 || (f != u->column - 1 &&
		    f != (u->column + 4) % 6))
			return "it must be in column and face a vertex next to "
			    "the hexside faced [6.43]";
		r->p->face = f;
		r->p->column = 0;
		return NULL;
	}
	for (int i = 1; i <= HEX_DIRS; i++)
		if (strcmp(word, gboh_column_names[i]) == 0)
			f = i;
	if (u->column != 0 || f < 0)
		return "it is in column already, or that is no hexside";
	if (f - 1 != u->facing && f - 1 != (u->facing + 1) % 6)
		return "a column faces a hexside next to the vertex faced "
		    "[6.43]";
	r->p->column = f;
	return NULL;
}

/* [6.61] where it ends no friend stands; an enemy may withdraw [6.57] */
static const char *
rehearse_end(struct rehearsal *r)
{
	struct gboh *s = gboh_state(r->g);

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *v = &s->unit[i];

		if (v->self != r->u->self && gboh_on_map(v) &&
		    v->side == r->u->side && v->hex == r->u->hex &&
		    gboh_is_artillery(v) == gboh_is_artillery(r->u))
			return "another unit stands where it would end [6.61]";
	}
	return NULL;
}

const char *
gboh_plan_move(struct game *g, const struct gboh_unit *who,
    const struct node *order, struct gboh_plan *p)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	const struct node *path = node_array_of(order, "path");
	const char *to = node_str(order, "to"), *face = node_str(order,
	    "face"), *column = node_str(order, "column");
	struct gboh_unit x = *who, *u = &x;
	struct rehearsal r = { .g = g, .u = u, .p = p,
	    .budget = gboh_ma(d, u), .start = u->hex,
	    .zoc = gboh_in_ezoc(d, s, u->side, u->hex) };
	const char *why = NULL;

	memset(p, 0, sizeof *p);
	p->column = -1;
	p->shock = node_boolean(order, "shock", false);
	p->lead = node_boolean(order, "lead", false);
	if (path != NULL) {
		why = rehearse_path(&r, path);
	} else if (to != NULL) {
		struct gboh_reach reach;
		int f = column == NULL ? facing_named(u, face) : -1;

		gboh_reach(g, who, &reach);
		if (!gboh_plan_to(g, who, &reach, hex_parse(game_grid(g), to), f, p))
			why = "it cannot get there";
		for (int i = 0; i < p->n && why == NULL; i++)
			if (p->step[i].what == GBOH_ENTER)
				u->hex = p->step[i].to;
			else
				gboh_look(u, p->step[i].to);
		if (why == NULL) {
			short *c = reach.cost[u->hex];

			r.mp = c[gboh_looks(u)];
		}
	}
	if (why == NULL && face != NULL && column == NULL) {
		int f = facing_named(u, face);

		why = f < 0 ? "face: no such facing" : rehearse_turn(&r, f);
	}
	if (why == NULL && column != NULL)
		why = rehearse_column(&r, column, face);
	if (why == NULL)
		why = rehearse_end(&r);
	if (why == NULL && p->n == 0 && p->column < 0)
		why = "it does nothing";
	if (why == NULL && p->lead && (l == NULL || l->hex != who->hex ||
	    l->mp + r.mp > d->rules.leader_ma))
		why = "the leader is not stacked with it, or has not enough "
		    "movement points [4.23, 6.14]";
	return why;
}

/* ----------------------------------------------------------- where to [6.3] */

void
gboh_reach(struct game *g, const struct gboh_unit *u, struct gboh_reach *r)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct hex_grid *grid = &d->map.grid;
	unsigned char mark[HEX_MAX];
	int budget = gboh_ma(d, u), n = hex_count(grid), start = u->hex;
	int low = start, high = start;
	bool zoc = gboh_in_ezoc(d, s, u->side, start);
	struct gboh_unit x = *u;

	gboh_mark(d, s, u->side, mark);
	memset(r->cost, -1, sizeof r->cost[0] * (size_t)n);
	memset(r->prev, -1, sizeof r->prev[0] * (size_t)n);
	r->cost[start][gboh_looks(u)] = 0;
	if (zoc && !may_leave_zoc(d, s, u))
		return;
	for (int c = 0; c <= budget; c++)
		for (int h = low; h <= high; h++)
			for (int f = 0; f < HEX_DIRS; f++) {
				bool first = h == start;

				if (r->cost[h][f] != c || (!first &&
				    (mark[h] & GBOH_EZOC)))
					continue;
				gboh_look(&x, f);
				for (int t = -1; t <= 1 && !(first && zoc);
				    t += 2) {
					int nf = (f + t + 6) % 6;
					int nc = c + (gboh_is_artillery(u) ?
					    0 : d->rules.vertex_cost);

					if (gboh_is_artillery(u) ||
					    nc > budget ||
					    (r->cost[h][nf] >= 0 &&
					    r->cost[h][nf] <= nc))
						continue;
					r->cost[h][nf] = (short)nc;
					r->prev[h][nf] = h * 6 + f;
				}
				for (int dir = 0; dir < HEX_DIRS; dir++) {
					int to = hex_step(grid, h, dir);
					int climbed = 0, hits = 0, nc, nf;

					if (to == HEX_NONE ||
					    !goes_that_way(&x, dir) ||
					    (mark[to] & GBOH_ENEMY) ||
					    ((mark[to] & GBOH_FRIEND) &&
					    ((mark[to] & GBOH_EZOC) ||
					    x.column != 0)))
						continue;
					nc = gboh_step_cost(d, &x, h, dir,
					    &climbed, &hits);
					nf = x.column != 0 ? dir : f;
					if (nc < 0 || c + nc > budget ||
					    (r->cost[to][nf] >= 0 &&
					    r->cost[to][nf] <= c + nc))
						continue;
					r->cost[to][nf] = (short)(c + nc);
					r->prev[to][nf] = h * 6 + f;
					low = to < low ? to : low;
					high = to > high ? to : high;
				}
			}
}

bool
gboh_plan_to(struct game *g, const struct gboh_unit *u,
    const struct gboh_reach *r, int hex, int face, struct gboh_plan *p)
{
	int chain[GBOH_WAY * 4], n = 0, at, start = u->hex * 6 + gboh_looks(u);

	(void)g;
	if (hex == HEX_NONE)
		return false;
	for (int f = 0; f < HEX_DIRS && face < 0; f++)
		if (r->cost[hex][f] >= 0) {
			face = f;
			for (int k = f + 1; k < HEX_DIRS; k++)
				if (r->cost[hex][k] >= 0 &&
				    r->cost[hex][k] < r->cost[hex][face])
					face = k;
		}
	if (face < 0 || r->cost[hex][face] < 0)
		return false;
	for (at = hex * 6 + face; at != start; at = r->prev[at / 6][at % 6]) {
		if (n == GBOH_WAY * 4 || at < 0)
			return false;
		chain[n++] = at;
	}
	p->n = 0;
	p->hexes = false;
	for (at = start; n > 0; n--) {
		int next = chain[n - 1];
		bool turn = next / 6 == at / 6;

		if (turn && p->n > 0 && p->step[p->n - 1].what == GBOH_TURN)
			p->step[p->n - 1].to = next % 6;
		else if (add_step(p, turn ? GBOH_TURN : GBOH_ENTER,
		    turn ? next % 6 : next / 6) != NULL)
			return false;
		at = next;
	}
	return true;
}
