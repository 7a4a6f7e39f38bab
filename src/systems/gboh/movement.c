/* movement.c: planning a move: a path that an order gives, or the cheapest way
 * to a hex [cat 6.1 - 6.4; spqr 6.1 - 6.4, 6.7] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <stdint.h>
#include <string.h>

static const char *
add_step(struct gboh_plan *p, int what, int to)
{
	if (p->n == GBOH_WAY)
		return "path.long";
	p->step[p->n].what = what;
	p->step[p->n++].to = to;
	if (what == GBOH_ENTER)
		p->hexes = true;
	return NULL;
}

/* The facing nearest to the present one from which it can go that way. */
static int
facing_for(const struct gboh_unit *u, int dir)
{
	struct gboh_unit x = *u;
	int best = -1, f0 = gboh_looks(u);

	for (int f = 0; f < HEX_DIRS; f++) {
		gboh_look(&x, f);
		if (gboh_goes_that_way(&x, dir) && (best < 0 ||
		    hex_turn(f0, f) < hex_turn(f0, best)))
			best = f;
	}
	return best;
}

/* -------------------------------------------------------- an order's path */

struct rehearsal {
	struct gboh_mover m;
	struct gboh_plan *p;
	int last;		/* the hex before this one */
};

static const char *
rehearse_turn(struct rehearsal *r, int f)
{
	bool turns = hex_turn(gboh_looks(&r->m.u), f) != 0 &&
	    !gboh_is_artillery(&r->m.u);
	const char *why = gboh_try_turn(&r->m, f);

	return why == NULL && turns ? add_step(r->p, GBOH_TURN, f) : why;
}

static const char *
rehearse_enter(struct rehearsal *r, int to)
{
	int dir = hex_dir(game_grid(r->m.g), gboh_head(gboh_data(r->m.g),
	    &r->m.u), to);
	const char *why = NULL;

	if (dir >= 0 && !gboh_goes_that_way(&r->m.u, dir) &&
	    !gboh_is(&r->m.u, GBOH_WIDE)) {
		r->m.follows = gboh_is_road(gboh_data(r->m.g), r->m.u.hex,
		    dir);
		why = rehearse_turn(r, facing_for(&r->m.u, dir));
		r->m.follows = false;
		if (why != NULL)
			return why;
	}
	r->last = r->m.u.hex;
	why = gboh_try_enter(&r->m, to);
	return why == NULL ? add_step(r->p, GBOH_ENTER, to) : why;
}

static const char *
rehearse_fire(struct rehearsal *r, const char *id)
{
	struct game *g = r->m.g;
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *u = &r->m.u;
	struct gboh_unit *t = gboh_find_target(s, id);
	const char *why;

	if (t == NULL || t->side == u->side || !gboh_on_map(t))
		return "no-target";
	if (u->line > 0 && r->p->hexes)
		return "fire.in-line";
	for (int i = 0; i < r->p->n; i++)
		if (r->p->step[i].what == GBOH_SHOOT)
			return "fire.once";
	why = gboh_cannot_fire(g, u);
	if (why == NULL)
		why = gboh_cannot_hit_unit(g, u, t);
	if (why == NULL && r->last != HEX_NONE && gboh_distance_to(d, t,
	    r->last) <= gboh_distance(d, t, u))
		why = "fire.closer";
	if (why == NULL && r->p->hexes && gboh_moves_or_fires(g, u))
		why = "fire.archers";
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

/* A phalanx's step: the two hexes in which it stands after it, "2620/2720". */
static const char *
rehearse_pair(struct rehearsal *r, const char *text)
{
	struct game *g = r->m.g;
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_unit *u = &r->m.u;
	const char *slash = strchr(text, '/');
	int a = hex_parse(&d->map.grid, arena_strndup(game_arena(g), text,
	    (size_t)(slash - text)));
	int b = hex_parse(&d->map.grid, slash + 1);

	for (int k = 0; k < 4 && a != HEX_NONE && b != HEX_NONE; k++) {
		struct gboh_unit to = *u;
		int f = (u->facing + (k == 2 ? 1 : 5)) % HEX_DIRS;
		int dir = (u->facing + k) % HEX_DIRS;

		if (k < 2)
			gboh_pose_enter(d, &to, dir);
		else if (!gboh_pose_turn(d, &to, f))
			continue;
		if (to.hex == HEX_NONE || a == b || !gboh_occupies(d, &to,
		    a) || !gboh_occupies(d, &to, b))
			continue;
		return k < 2 ? rehearse_enter(r, to.hex) :
		    rehearse_turn(r, f);
	}
	return "path.pair";
}

static const char *
rehearse_path(struct rehearsal *r, const struct node *path)
{
	const char *why = NULL;

	for (const struct node *c = path->child; c && !why; c = c->next) {
		int hex = c->s ? hex_parse(game_grid(r->m.g), c->s) : HEX_NONE;
		int f = facing_named(&r->m.u, c->s);

		if (gboh_is(&r->m.u, GBOH_WIDE) && r->m.u.column == 0 &&
		    c->s && strchr(c->s, '/'))
			why = rehearse_pair(r, c->s);
		else if (gboh_is(&r->m.u, GBOH_WIDE) && c->s &&
		    strcmp(c->s, "reverse") == 0)
			why = rehearse_turn(r, (r->m.u.facing + 3) % 6);
		else if (hex != HEX_NONE)
			why = rehearse_enter(r, hex);
		else if (f >= 0)
			why = rehearse_turn(r, f);
		else if (c->s && strncmp(c->s, "fire ", 5) == 0)
			why = why_also(r->m.g, rehearse_fire(r, c->s + 5),
			    FACTS(fact_text("target", c->s + 5)));
		else
			why = "path.step";
		why = why_also(r->m.g, why, FACTS(fact_text("step", c->s)));
	}
	return why;
}

/* [cat 6.41, 6.43; spqr 6.71, 6.73] */
static const char *
rehearse_column(struct rehearsal *r, const char *word, const char *face)
{
	const struct gboh_data *d = gboh_data(r->m.g);
	struct gboh *s = gboh_state(r->m.g);
	struct gboh_unit *u = &r->m.u;
	int f = -1;

	if (gboh_is_horse(u) || (d->rules.column_discipline &&
	    !s->side[u->side].disciplined) || gboh_is_artillery(u) ||
	    gboh_is(u, GBOH_SKIRMISHES | GBOH_BARBARIAN | GBOH_ELEPHANT |
	    GBOH_CHARIOT))
		return "column.who";
	if (gboh_pinned(d, s, u))
		return "column.zoc";
	if (gboh_in_depth(s, u))
		return "depth.column";
	r->m.mp += d->rules.column_mp;
	if (r->m.mp > r->m.budget)
		return "points";
	if (strcmp(word, "out") == 0) {
		for (int i = 0; i < HEX_DIRS; i++)
			if (face && !strcmp(face, gboh_facing_names[i]))
				f = i;
		if (gboh_is(u, GBOH_WIDE))
			f = u->facing;
		if (u->column == 0 || f < 0 || (!gboh_is(u, GBOH_WIDE) &&
		    f != u->column - 1 && f != (u->column + 4) % 6))
			return "column.out";
		r->p->face = f;
		r->p->column = 0;
		return NULL;
	}
	for (int i = 1; i <= HEX_DIRS; i++)
		if (strcmp(word, gboh_column_names[i]) == 0)
			f = i;
	if (u->column != 0 || f < 0)
		return "column.in";
	if (gboh_is(u, GBOH_WIDE) ? gboh_aspect(u, f - 1) != HEX_FLANK :
	    f - 1 != u->facing && f - 1 != (u->facing + 1) % 6)
		return "column.side";
	r->p->column = f;
	return NULL;
}

/* NULL, or why a friend who is in the hex keeps it from stopping there. */
static const char *
cannot_join(struct game *g, const struct gboh_unit *who, int hex)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[GBOH_STACK];
	int n = hex != HEX_NONE ? gboh_stack(s, hex, v, GBOH_STACK) : 0;
	const char *why = NULL;

	for (int i = 0; i < n && why == NULL; i++)
		if (v[i]->self != who->self && v[i]->side == who->side &&
		    v[i]->self != who->with)
			why = gboh_cannot_share(gboh_data(g), s, who, v[i]);
	return why;
}

/* To a hex: the steps of the cheapest way, and what they cost. */
static const char *
rehearse_to(struct rehearsal *r, const struct gboh_unit *who, const char *to,
    int face)
{
	struct game *g = r->m.g;
	const struct gboh_data *d = gboh_data(g);
	int hex = hex_parse(game_grid(g), to);
	struct gboh_reach reach;
	struct gboh_plan *p = r->p;
	const char *why;

	gboh_reach(g, who, &reach);
	if (!gboh_plan_to(g, who, &reach, hex, face, p)) {
		why = cannot_join(g, who, hex);
		return why ? why : why_not(g, "path.reach", FACTS(fact_text(
		    "to", to)));
	}
	for (int i = 0; i < p->n; i++)
		if (p->step[i].what == GBOH_ENTER)
			gboh_pose_enter(d, &r->m.u, hex_dir(&d->map.grid,
			    gboh_head(d, &r->m.u), p->step[i].to));
		else
			gboh_pose_turn(d, &r->m.u, p->step[i].to);
	r->m.mp = reach.cost[r->m.u.hex][gboh_looks(&r->m.u)];
	r->m.entered = p->hexes;
	return NULL;
}

/* [spqr 6.31, 6.64, 6.66] the other unit of its stack goes along; alone only
 * the top unit goes */
static const char *
plan_with(struct game *g, const struct gboh_unit *who, const char *id,
    struct rehearsal *r)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	struct gboh_unit *x = gboh_partner(s, who);
	const char *why;

	if (id == NULL)
		return x != NULL && !who->atop ? "stack.top" : NULL;
	if (x == NULL || strcmp(x->id, id) != 0)
		return why_not(g, "stack.with", FACTS(fact_text("with", id)));
	why = gboh_cannot_order(g, x);
	if (why == NULL)
		why = gboh_cannot_move(g, x);
	if (why == NULL && (who->line > 0) != (x->line > 0))
		why = "stack.line";
	why = why_also(g, why, FACTS(fact_text("unit", x->id)));
	if (why == NULL && who->line == 0 && s->individual + (r->p->lead &&
	    l->rank == GBOH_OVERALL ? 1 : 2) > l->initiative)
		why = gboh_no_orders_left(g, l);
	r->p->with = r->m.u.with = x->self;
	if (gboh_ma(gboh_data(g), x) < r->m.budget)
		r->m.budget = gboh_ma(gboh_data(g), x);
	return why;
}

/* [spqr 6.67] it takes the facing of the unit beneath which it comes */
static const char *
conform(struct rehearsal *r)
{
	struct game *g = r->m.g;
	struct gboh_unit *x = gboh_other_at(gboh_state(g), r->m.u.hex,
	    &r->m.u);

	if (x == NULL || x->side != r->m.u.side || x->self == r->m.u.with ||
	    gboh_is_artillery(x) || gboh_is_artillery(&r->m.u) ||
	    !gboh_is_roman(x) || !r->m.entered)
		return NULL;
	return rehearse_turn(r, x->facing);
}

/* [spqr 9.51] from right behind the front phalanx, by the Overall Commander */
static const char *
deepen(struct rehearsal *r, const struct gboh_unit *who)
{
	struct game *g = r->m.g;
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	const struct gboh_unit *x = gboh_other_at(s, r->m.u.hex, &r->m.u);

	if (!r->p->deep)
		return gboh_is(who, GBOH_WIDE) && r->m.entered && x != NULL &&
		    x->side == who->side && x->self != r->m.u.with ?
		    "occupied" : NULL;
	if (l == NULL || l->rank != GBOH_OVERALL)
		return "depth.form";
	if (x == NULL || !x->deep || !who->deep || x->hex != r->m.u.hex ||
	    x->facing != r->m.u.facing || r->p->n != 1 || x->ordered ||
	    gboh_in_depth(s, x))
		return "depth.behind";
	r->m.mp += d->rules.double_mp;
	return r->m.mp > r->m.budget ? "points" : NULL;
}

const char *
gboh_plan_move(struct game *g, const struct gboh_unit *who,
    const struct node *order, struct gboh_plan *p)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_leader *l = gboh_active(gboh_state(g));
	const struct node *path = node_array_of(order, "path");
	const char *to = node_str(order, "to"), *face = node_str(order,
	    "face"), *column = node_str(order, "column"), *why = NULL;
	struct rehearsal r = { .p = p, .last = HEX_NONE };

	gboh_set_out(g, who, false, &r.m);
	memset(p, 0, sizeof *p);
	p->column = -1;
	p->shock = node_boolean(order, "shock", false);
	p->lead = node_boolean(order, "lead", false);
	p->deep = node_boolean(order, "double", false);
	if (l != NULL && l->rank == GBOH_MAHOUT && who->hex == l->hex)
		p->lead = true;			/* he sits on it [spqr 4.92] */
	why = plan_with(g, who, node_str(order, "with"), &r);
	if (why != NULL)
		return why;
	if (path != NULL)
		why = rehearse_path(&r, path);
	else if (to != NULL)
		why = rehearse_to(&r, who, to, column == NULL ?
		    facing_named(who, face) : -1);
	if (why == NULL && face != NULL && column == NULL) {
		int f = facing_named(&r.m.u, face);

		why = why_also(g, f < 0 ? "no-facing" : rehearse_turn(&r, f),
		    FACTS(fact_text("facing", face)));
	}
	if (why == NULL && column != NULL)
		why = rehearse_column(&r, column, face);
	if (why == NULL)
		why = gboh_not_headlong(g, p, &r.m);
	if (why == NULL)
		why = gboh_leaves_herd(g, who, p->lead);
	if (why == NULL)
		why = deepen(&r, who);
	if (why == NULL)
		why = conform(&r);
	if (why == NULL)
		why = gboh_cannot_stop(g, &r.m.u);
	if (why == NULL && p->n == 0 && p->column < 0)
		why = "move.nothing";
	if (why == NULL && !p->hexes && p->with == 0 && gboh_partner(
	    gboh_state(g), who) != NULL && (p->column >= 0 || gboh_looks(
	    &r.m.u) != gboh_looks(who)))
		why = "stack.faces";			/* [spqr 6.67] */
	p->road = r.m.road && r.m.roads > 0;
	if (why == NULL && p->lead && (l == NULL || !gboh_occupies(d, who,
	    l->hex) || l->mp + r.m.mp > d->rules.leader_ma))
		why = "lead.with";
	return why;
}

/* ----------------------------------------------------------- where to [6.3] */

/* Places: a hex and how a unit looks there, as one number. */
struct search {
	struct gboh_reach *r;
	struct gboh_mover m;
	struct gboh_unit at;		/* the unit, as it stands now */
	const unsigned char *mark;
	int cost, from;			/* of the place searched from */
	int n;				/* places found */
	int place[HEX_MAX * HEX_DIRS];
	uint64_t due[HEX_MAX * HEX_DIRS / 64];	/* places, as bits; see gather */
};

static void
found(struct search *x)
{
	int hex = x->m.u.hex, f = gboh_looks(&x->m.u), mp = x->m.mp;
	short *c = &x->r->cost[hex][f];

	if (*c >= 0 && *c <= mp)
		return;
	if (*c < 0)
		x->place[x->n++] = hex * HEX_DIRS + f;
	*c = (short)mp;
	x->r->prev[hex][f] = x->from;
}

static void
stand(struct search *x)
{
	x->m.u.hex = x->at.hex;
	x->m.u.facing = x->at.facing;
	x->m.u.column = x->at.column;
	x->m.mp = x->cost;
	x->m.climbed = x->at.climbed;
	x->m.entered = x->m.stepped = x->cost > 0;
}

/* Is there a way already that costs no more?  Then no other need be tried. */
static bool
is_known(const struct search *x, int hex, int f, int cost)
{
	return x->r->cost[hex][f] >= 0 && x->r->cost[hex][f] <= cost;
}

/* One vertex at a time; those who pay the same for every turn at once. */
static void
search_turns(struct search *x)
{
	bool wide = gboh_is(&x->at, GBOH_WIDE);
	bool flat = gboh_is_roman(&x->at) || gboh_is(&x->at, GBOH_SKIRMISHES);
	int f = gboh_looks(&x->at);

	for (int t = 5; t >= 1; t -= flat || (wide && t != 3) ? 1 : 4) {
		if (wide && t != 1 && t != 3 && t != 5)
			continue;
		if (!wide && is_known(x, x->at.hex, (f + t) % HEX_DIRS,
		    x->cost))
			continue;
		stand(x);
		if (gboh_try_turn(&x->m, (f + t) % HEX_DIRS) == NULL)
			found(x);
	}
}

static void
search_from(struct search *x, const struct gboh_unit *u, bool first)
{
	const struct gboh_data *d = gboh_data(x->m.g);
	bool pinned = x->m.zoc && first;

	if (!gboh_is_artillery(u) && (!pinned || gboh_is(u, GBOH_WIDE)))
		search_turns(x);
	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int to = hex_step(&d->map.grid, x->at.hex, dir), least;

		if (to == HEX_NONE || (x->mark[to] & (GBOH_ENEMY |
		    GBOH_FUGITIVE)))
			continue;
		/* for less than the ground nobody enters; in column he turns */
		least = x->cost + d->ground[gboh_terrain_at(d, to)].mp;
		if ((x->at.column == 0 && (least > x->m.budget ||
		    is_known(x, to, x->at.facing, least))) ||
		    !gboh_goes_that_way(&x->at, dir))
			continue;
		stand(x);
		if (gboh_try_enter(&x->m, to) == NULL)
			found(x);
	}
}

/* Is this the end of the way: an enemy ZOC that it has entered? */
static bool
must_stop(const struct search *x, const struct gboh_data *d)
{
	int h[2], n = gboh_hexes(d, &x->at, h), in = 0;

	for (int i = 0; i < n; i++)
		in += (x->mark[h[i]] & GBOH_EZOC) != 0;
	return in == n || (in > 0 && !gboh_is(&x->at, GBOH_WIDE));
}

/* The places of this cost among those found from `first` on, in order. */
static int
gather(struct search *x, int cost, int first, int *out)
{
	int n = 0, low = HEX_MAX * HEX_DIRS / 64, high = -1;

	for (int i = first; i < x->n; i++) {
		int p = x->place[i];

		if (x->r->cost[p / HEX_DIRS][p % HEX_DIRS] != cost)
			continue;
		x->due[p / 64] |= UINT64_C(1) << p % 64;
		low = p / 64 < low ? p / 64 : low;
		high = p / 64 > high ? p / 64 : high;
	}
	for (int w = low; w <= high; w++)
		for (; x->due[w] != 0; x->due[w] &= x->due[w] - 1)
			out[n++] = w * 64 + __builtin_ctzll(x->due[w]);
	return n;
}

static void
search_place(struct search *x, const struct gboh_unit *u, int cost, int place)
{
	int h = place / HEX_DIRS, f = place % HEX_DIRS;
	bool home = h == u->hex;

	if (x->r->cost[h][f] != cost)
		return;
	x->at.hex = h;
	gboh_look(&x->at, f);
	x->cost = cost;
	x->from = place;
	if (home || !must_stop(x, gboh_data(x->m.g)))
		search_from(x, u, home && f == gboh_looks(u) && cost == 0);
}

/*
 * No way that is found here leads over a routed friend, whom it would cost
 * [6.63]: who wants that names every hex.
 *
 * Dijkstra's way over small numbers: the places of one cost after those of the
 * cost before, in the order of the map, so that of ways that cost the same
 * always the same one is found.  Turns that cost nothing (Skirmishers) find
 * places of the cost that is being searched; they follow.
 */
void
gboh_reach(struct game *g, const struct gboh_unit *u, struct gboh_reach *r)
{
	const struct gboh_data *d = gboh_data(g);
	unsigned char mark[HEX_MAX];
	int n = hex_count(&d->map.grid), start = u->hex, look = gboh_looks(u);
	int now[HEX_MAX * HEX_DIRS];
	struct search search, *x = &search;

	x->r = r;
	x->at = *u;
	x->mark = mark;
	x->n = 0;
	memset(x->due, 0, ((size_t)n * HEX_DIRS + 63) / 64 * sizeof x->due[0]);
	gboh_set_out(g, u, true, &x->m);
	gboh_mark(d, gboh_state(g), u->side, mark);
	memset(r->cost, -1, sizeof r->cost[0] * (size_t)n);
	memset(r->prev, -1, sizeof r->prev[0] * (size_t)n);
	r->cost[start][look] = 0;
	x->place[x->n++] = start * HEX_DIRS + look;
	for (int c = 0; c <= x->m.budget; c++)
		for (int first = 0, k; (k = gather(x, c, first, now)) > 0; ) {
			first = x->n;
			for (int i = 0; i < k; i++)
				search_place(x, u, c, now[i]);
		}
}

int
gboh_cheapest_face(struct game *g, const struct gboh_unit *u,
    const struct gboh_reach *r, int hex)
{
	static const int near[HEX_DIRS] = { 0, 1, 5, 2, 4, 3 };
	bool first = game_revision(g) < 2;	/* NE, if that is no dearer */
	int face = -1;

	for (int k = 0; k < HEX_DIRS; k++) {
		int f = first ? k : (gboh_looks(u) + near[k]) % HEX_DIRS;

		if (r->cost[hex][f] >= 0 && (face < 0 || r->cost[hex][f] <
		    r->cost[hex][face]))
			face = f;
	}
	return face;
}

bool
gboh_plan_to(struct game *g, const struct gboh_unit *u,
    const struct gboh_reach *r, int hex, int face, struct gboh_plan *p)
{
	const struct gboh_data *d = gboh_data(g);
	int chain[GBOH_WAY * 4], n = 0, at, start = u->hex * 6 + gboh_looks(u);
	bool wide = gboh_is(u, GBOH_WIDE);

	if (hex == HEX_NONE)
		return false;
	if (face < 0)
		face = gboh_cheapest_face(g, u, r, hex);
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
		/* in column entering a hex turns it too */
		bool turn = next / 6 == at / 6 || (wide && u->column == 0 &&
		    next % 6 != at % 6);

		if (turn && !wide && p->n > 0 && p->step[p->n - 1].what ==
		    GBOH_TURN)
			p->step[p->n - 1].to = next % 6;
		else if (add_step(p, turn ? GBOH_TURN : GBOH_ENTER,
		    turn ? next % 6 : next / 6) != NULL)
			return false;
		at = next;
	}
	(void)d;
	return true;
}
