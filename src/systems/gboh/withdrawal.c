/* withdrawal.c: Orderly Withdrawal, of units and of cavalry lines [6.5] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* [spqr 6.51, 9.21] Skirmishers count hexes, before anything not faster */
static bool
by_hexes(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	return gboh_is(u, GBOH_SKIRMISHES) && gboh_reckoned_ma(g, mover) +
	    (mover->column != 0 ? gboh_data(g)->rules.column_ma : 0) <= u->ma;
}

/* [6.51] by how much it is faster; a column has a point more [6.42], and a
 * phalanx that comes near its higher allowance [spqr 6.51] */
static int
faster_by(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	const struct gboh_data *d = gboh_data(g);

	return by_hexes(g, u, mover) ? d->rules.withdraw_skirmisher_hexes :
	    u->ma - gboh_reckoned_ma(g, mover) - (mover->column != 0 ?
	    d->rules.column_ma : 0);
}

/* [spqr 6.51] a stack goes as a whole, and its top unit speaks for it */
static bool
may_stack_go(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	const struct gboh_unit *x = gboh_partner(gboh_state(g), u);

	return !gboh_is(u, GBOH_WIDE | GBOH_RIDDEN) && (x == NULL ||
	    (u->atop && faster_by(g, x, mover) >= faster_by(g, u, mover)));
}

/* [spqr 9.14] from elephants that run wild friends withdraw as well */
static bool
is_rampaging(const struct gboh_unit *mover)
{
	return gboh_is(mover, GBOH_ELEPHANT) && mover->routed;
}

/* [6.51, 6.47] */
bool
gboh_may_withdraw(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	return gboh_stands(u) && (u->side != mover->side ||
	    is_rampaging(mover)) && u->column == 0 && !u->shield &&
	    !u->engaged && !gboh_is_artillery(u) &&
	    faster_by(g, u, mover) > 0 && !gboh_pinned(d, s, u) &&
	    may_stack_go(g, u, mover);
}

/*
 * [6.52] from where is it approached?  By the hexsides through which the line
 * to the enemy leaves its hex: one, or two where it leaves through a vertex.
 * At two hexes these lead to the hexes around it that the enemy is next to.
 */
static enum hex_aspect
approach(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	struct hex_crossing x;
	bool seen[3] = { false };
	int half[2], halves = gboh_hexes(d, u, half), from[2];
	int n = gboh_hexes(d, mover, from), near = gboh_distance(d, u, mover);

	if (near == 1)
		return gboh_approach(d, u, mover);
	for (int k = 0; k < halves * n; k++) {
		int a = half[k % halves], b = from[k / halves];

		if (hex_distance(&d->map.grid, a, b) != near)
			continue;
		hex_crossings(&d->map.grid, a, b, &x);
		for (int i = 0; i < x.n; i++)
			if (x.side[i].hex == a)
				seen[gboh_half_aspect(u, k % halves,
				    x.side[i].dir)] = true;
	}
	return seen[HEX_FLANK] ? HEX_FLANK : seen[HEX_REAR] ? HEX_REAR :
	    HEX_FRONT;
}

/* ------------------------------------------------------- where it can go */

struct ways {
	short mp[HEX_MAX], hits[HEX_MAX];	/* mp -1: not reached */
	short pass[HEX_MAX];	/* of these, for going on through a friend */
	short prev[HEX_MAX];
	int budget;
};

struct seeker {
	struct game *g;
	const struct gboh_data *d;
	struct gboh *s;
	const struct gboh_unit *u;
	const struct gboh_unit *enemy;
	int budget;
	bool hexes;		/* which are counted, not points */
	struct ways *w;
};

/* [6.55] */
static bool
may_step(const struct seeker *k, int from, int dir)
{
	int to = hex_step(&k->d->map.grid, from, dir), t;
	struct gboh_unit *x;

	if (to == HEX_NONE || !gboh_passable(k->d, from, dir) ||
	    gboh_distance_to(k->d, k->enemy, to) <=
	    gboh_distance_to(k->d, k->enemy, from))
		return false;
	t = gboh_terrain_at(k->d, to);
	if (t == GBOH_WOODS || t == GBOH_MARSH || t == GBOH_RIVER)
		return false;
	x = gboh_unit_at(k->s, to);
	if (x != NULL && (x->side != k->u->side || x->column != 0 ||
	    gboh_in_depth(k->s, x)))			/* [spqr 9.52] */
		return false;
	return !gboh_in_ezoc(k->d, k->s, k->u->side, to);
}

static void
seek(const struct seeker *k, int at, int mp, int hits, int climbed)
{
	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int to = hex_step(&k->d->map.grid, at, dir), c = climbed;
		int h = hits, cost, pass = 0;
		struct gboh_unit *x, there = *k->u;

		if (!may_step(k, at, dir))
			continue;
		cost = gboh_step_cost(k->d, k->u, at, dir, &c, &h);
		if (cost > 0 && k->hexes)
			cost = 1;
		if (cost < 0 || mp + cost > k->budget)
			continue;
		there.hex = to;
		if (gboh_beside_elephants(k->g, &there))	/* [spqr 9.15] */
			h += k->d->rules.elephant_hex_hits;
		x = gboh_unit_at(k->s, to);
		if (x != NULL) {
			const struct gboh_stacking *r = gboh_stacking(k->d,
			    k->s, k->u, x, false);

			pass = r ? r->hits_mover : 0;
			h += pass;
		}
		if (k->w->mp[to] >= 0 && (k->w->hits[to] < h ||
		    (k->w->hits[to] == h && k->w->mp[to] <= mp + cost)))
			continue;
		k->w->mp[to] = (short)(mp + cost);
		k->w->hits[to] = (short)h;
		k->w->pass[to] = (short)pass;
		k->w->prev[to] = (short)at;
		seek(k, to, mp + cost, h, c);
	}
}

/* By how much it is faster, or so many hexes (0: the former). */
static void
find_ways(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover, int hexes, struct ways *w)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *mate = gboh_partner(s, u);
	struct gboh_unit me = *u;
	struct seeker k = { g, d, s, &me, mover, hexes > 0 ? hexes :
	    faster_by(g, u, mover), hexes > 0 || by_hexes(g, u, mover), w };

	me.with = mate ? mate->self : 0;

	memset(w->mp, -1, sizeof w->mp);
	w->budget = k.budget;
	seek(&k, u->hex, 0, 0, 0);
}

/* [spqr 6.67] how it faces there: as who stands there, if it comes beneath
 * another */
static int
face_there(struct gboh *s, const struct gboh_unit *u, int hex)
{
	struct gboh_unit at = *u;
	const struct gboh_unit *x;

	at.hex = hex;
	x = gboh_partner(s, &at);
	return x != NULL && hex != u->hex ? x->facing : u->facing;
}

/* [6.61; spqr 6.55] reached, and it may stop there and has the points left to
 * turn as who stands there */
static bool
may_end(struct game *g, const struct ways *w, const struct gboh_unit *u,
    int hex)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *mate;
	struct gboh_unit at;

	if (w->mp[hex] < 0 || hex == u->hex)
		return false;
	mate = gboh_partner(s, u);
	at = *u;
	at.hex = hex;
	at.with = mate ? mate->self : 0;
	return gboh_cannot_stop(g, &at) == NULL && w->mp[hex] +
	    gboh_turn_mp(gboh_data(g), u, face_there(s, u, hex)) <= w->budget;
}

/* [cat 6.52; spqr 6.52] what the withdrawal itself costs; Legion infantry
 * checks instead, light troops of SPQR go free */
static int
foot_hits(const struct gboh_data *d, const struct gboh_unit *u)
{
	return gboh_is_horse(u) || gboh_is(u, GBOH_SKIRMISHES | GBOH_LEGION |
	    GBOH_ELEPHANT | GBOH_CHARIOT) || gboh_is_velites(u) ? 0 :
	    d->rules.withdraw_foot_hits;
}

/* ... and the approach; Skirmishers mind only their rear [spqr 6.52] */
static int
approach_hits(const struct gboh_data *d, const struct gboh_unit *u,
    enum hex_aspect from)
{
	return from == HEX_FRONT || (gboh_is(u, GBOH_SKIRMISHES) &&
	    from == HEX_FLANK) ? 0 : d->rules.withdraw_approach_hits;
}

static int
price(struct game *g, const struct gboh_unit *u, const struct ways *w,
    int hex, enum hex_aspect from)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit at = *u;

	at.hex = hex;
	return w->hits[hex] - w->pass[hex] + foot_hits(d, u) +
	    approach_hits(d, u, from) + gboh_turn_hits(d, &at, face_there(
	    gboh_state(g), u, hex));
}

/* ------------------------------------------------------------ withdrawing */

/* The default doctrine: light cavalry, from what beats it. */
static bool
loses_to(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	return gboh_is(u, GBOH_HARASSES) &&
	    (d->superiority[u->type][mover->type] == GBOH_AS ||
	    d->clash[HEX_FRONT][u->type][mover->type] > 7);
}

static void
facts(struct game *g, struct question *q, const struct gboh_unit *u,
    const struct gboh_unit *mover, enum hex_aspect from, bool forced)
{
	question_fact(q, fact_text("unit", u->id));
	question_fact(q, fact_text("type", gboh_type_names[u->type]));
	question_fact(q, fact_text("class", u->class));
	question_fact(q, fact_number("hits", u->hits));
	question_fact(q, fact_number("tq", gboh_tq(gboh_data(g),
	    gboh_state(g), u)));
	question_fact(q, fact_hex("hex", u->hex));
	question_fact(q, fact_text("enemy", mover->id));
	question_fact(q, fact_text("enemy-type",
	    gboh_type_names[mover->type]));
	question_fact(q, fact_number("mp", faster_by(g, u, mover)));
	question_fact(q, fact_text("approach", gboh_aspect_names[from]));
	if (gboh_data(g)->rules.elephant_hex_hits > 0)
		question_fact(q, fact_number("forced", forced));
}

/* Adds the hexes; returns how many. */
static int
hex_options(struct game *g, struct question *q, const struct gboh_unit *u,
    const struct gboh_unit *mover, const struct ways *w, enum hex_aspect from)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool wish = loses_to(d, u, mover);
	int tq = gboh_tq(d, s, u), n = 0;

	for (int h = 0; h < hex_count(&d->map.grid); h++) {
		int hits;

		if (!may_end(g, w, u, h))
			continue;
		hits = price(g, u, w, h, from);
		option_hex(q, h);
		option_attr(q, "distance", gboh_distance_to(d, mover, h));
		option_attr(q, "hits", hits);
		option_attr(q, "enemies", gboh_enemies_within(d, s, u->side,
		    h, 2));
		option_attr(q, "wish", wish && u->hits + hits < tq);
		n++;
	}
	return n;
}

/* [6.56] */
static void
offer_fire(struct game *g, struct gboh_unit *u, struct gboh_unit *mover,
    bool *shot)
{
	struct gboh *s = gboh_state(g);

	if (!gboh_is_horse(u) || !gboh_is_archer(u) || shot[u - s->unit] ||
	    u->side == mover->side ||
	    gboh_cannot_fire(g, u) != NULL || mover->engaged ||
	    !gboh_in_arc(gboh_data(g), u, mover->hex) ||
	    !gboh_sees(gboh_data(g), s, u->hex, mover->hex, true, u))
		return;
	if (gboh_ask_fire(g, "withdraw-fire", u, &mover, 1, 2) == NULL)
		return;
	shot[u - s->unit] = true;
	gboh_fire(g, (struct gboh_shot){ .unit = u, .target = mover,
	    .kind = GBOH_WITHDRAW, .range = 2, .moved = true }, NULL);
}

/* [6.52] turning at the end, for what is left of the points */
static void
offer_facing(struct game *g, struct gboh_unit *u, int enemy, int left)
{
	const struct gboh_data *d = gboh_data(g);
	struct question q = question(g, u->side, "withdraw-face");
	struct gboh_unit *below = gboh_partner(gboh_state(g), u);
	int f, bearing, hits;

	bearing = hex_bearing(&d->map.grid, u->hex, enemy);
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	question_fact(&q, fact_number("mp", left));
	for (f = 0; f < HEX_DIRS; f++) {
		if (f == u->facing || gboh_turn_mp(d, u, f) > left || (below !=
		    NULL && gboh_turn_mp(d, below, f) > left))
			continue;
		option_add(&q, f, gboh_facing_names[f]);
		option_attr(&q, "covers", bearing >= 0 &&
		    hex_aspect_vertex(f, bearing) == HEX_FRONT);
		option_attr(&q, "hits", gboh_turn_hits(d, u, f));
	}
	if (q.n == 0)
		return;
	option_decline(&q, "keep");
	option_attr(&q, "covers", bearing >= 0 &&
	    hex_aspect_vertex(u->facing, bearing) == HEX_FRONT);
	option_attr(&q, "hits", 0);
	f = ask(g, &q);
	if (f < 0)
		return;
	hits = gboh_turn_hits(d, u, f);
	gboh_turn_to(g, u, f, "withdrawal");
	if (below != NULL)				/* [spqr 6.67] */
		gboh_turn_to(g, below, f, "withdrawal");
	if (hits > 0)
		gboh_hit(g, u, hits, "facing");
	if (hits > 0 && below != NULL && gboh_stands(below))
		gboh_hit(g, below, hits, "facing");
}

/* [cat 6.52; spqr 6.52] after it */
static void
pay(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);

	if (gboh_is(u, GBOH_LEGION) && gboh_stands(u)) {
		gboh_hit(g, u, gboh_tq_check_flat(g, u, "=6.52 withdraw",
		    "withdrawal", d->rules.withdraw_foot_hits), "withdrawal");
	} else if (foot_hits(d, u) > 0) {
		gboh_hit(g, u, foot_hits(d, u), "withdrawal");
	}
}

/* [spqr 6.66, 6.67] it has come beneath a friend; false if it does not stand
 * any more */
static bool
go_beneath(struct game *g, struct gboh_unit *u, struct gboh_unit *x)
{
	int hits = gboh_turn_hits(gboh_data(g), u, x->facing);

	u->atop = false;
	x->atop = true;
	if (u->facing != x->facing)
		gboh_turn_to(g, u, x->facing, "withdrawal");
	gboh_settle_hits(g, u);
	return gboh_hit(g, u, hits, "facing");
}

/*
 * [6.56, 6.62] how many of the n hexes of its way it leaves out (the first to be
 * entered is the last): those from the enemy on whom its fire routed and who ran
 * onto it, and before him where friends stand, with whom it was not to stop
 */
static int
left_out(struct game *g, const struct gboh_unit *u, const int *way, int n)
{
	struct gboh *s = gboh_state(g);
	int end = 0;

	for (int i = 0; i < n && game_revision(g) >= 2; i++)
		if (gboh_enemy_at(s, u->side, way[i]) != NULL)
			end = i + 1;
	while (end > 0 && end < n && gboh_unit_at(s, way[end]) != NULL)
		end++;
	return end;
}

static void
withdraw(struct game *g, struct gboh_unit *u, struct gboh_unit *mover,
    const struct ways *w, int to, enum hex_aspect from, bool *shot)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_trek t;
	struct gboh_unit *below = gboh_partner(gboh_state(g), u), *x;
	int way[32], n = 0, end, start = u->hex, enemy = mover->hex;
	int left = faster_by(g, u, mover) - w->mp[to];
	bool going = true;

	for (int h = to; h != start && n < 32; h = w->prev[h])
		way[n++] = h;
	/* [6.52] before it withdraws; it fires as it goes [6.56] */
	if (approach_hits(d, u, from) > 0 && !gboh_hit(g, u,
	    approach_hits(d, u, from), "approach"))
		return;
	if (below != NULL && approach_hits(d, below, from) > 0)
		gboh_hit(g, below, approach_hits(d, below, from), "approach");
	if (!gboh_stands(u))
		return;
	offer_fire(g, u, mover, shot);
	end = left_out(g, u, way, n);
	if (end > 0 && end == n)	/* it does not go, and pays nothing */
		return;
	t = gboh_trek(g, u, "withdraw", mover);
	u->with = below != NULL ? below->self : 0;	/* [spqr 6.69 a] */
	while (n > end && going) {
		t.arrives = --n == end;
		going = gboh_trek_step(g, &t, way[n]);
	}
	u->with = 0;
	if (!going)
		return;
	gboh_trek_tell(g, &t);
	gboh_leaders_follow(g, u, start, u->hex, "withdraw");
	x = gboh_partner(gboh_state(g), u);
	if (x != NULL && x != below && !go_beneath(g, u, x))
		return;
	if (below != NULL && gboh_stands(below) && below->hex == start) {
		gboh_put(d, gboh_state(g), below, &(struct gboh_unit){
		    .hex = u->hex, .facing = below->facing });
		u->atop = true;
		tell(g, "withdraw", FACTS(fact_text("unit", below->id),
		    fact_hex("from", start), fact_hex("to", below->hex),
		    fact_text("facing", gboh_facing_names[below->facing]),
		    fact_text("enemy", mover->id)));
		gboh_hit(g, below, w->hits[u->hex], "terrain");
	}
	pay(g, u);
	if (below != NULL && gboh_stands(below))
		pay(g, below);
	if (gboh_stands(u) && x == NULL)
		offer_facing(g, u, enemy, by_hexes(g, u, mover) ? 0 : left);
}

/* [spqr 6.57] a leader who commands it is within two hexes of the line */
static bool
is_led(struct game *g, const int *line, int n)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int k = 0; k < s->nleaders; k++) {
		const struct gboh_leader *l = &s->leaders[k];
		bool all = gboh_leads(l), near = false;

		for (int i = 0; i < n && all; i++) {
			all = gboh_may_line(l, &s->unit[line[i]]);
			near = near || gboh_distance_to(d, &s->unit[line[i]],
			    l->hex) <= d->rules.line_reach;
		}
		if (all && near)
			return true;
	}
	return false;
}

/* [6.58] */
static bool
line_may_go(struct game *g, const struct gboh_unit *u)
{
	struct gboh *s = gboh_state(g);
	int line[GBOH_UNITS], n;

	if (!gboh_is_horse(u))
		return false;
	n = gboh_cavalry_line(g, u, line, GBOH_UNITS);
	for (int i = 0; i < n; i++)
		if (s->unit[line[i]].withdrew)
			return false;
	return n > 1 && (!gboh_is_spqr(gboh_data(g)) ||
	    is_led(g, line, n));
}

/* One unit of a line; false if it can get nowhere as things are. */
static bool
withdraw_with_line(struct game *g, struct gboh_unit *u,
    struct gboh_unit *mover, bool *shot)
{
	struct question q = question(g, u->side, "line-withdraw");
	enum hex_aspect from = approach(gboh_data(g), u, mover);
	struct ways w;

	find_ways(g, u, mover, 0, &w);
	facts(g, &q, u, mover, from, false);
	if (hex_options(g, &q, u, mover, &w, from) == 0)
		return false;
	withdraw(g, u, mover, &w, ask(g, &q), from, shot);
	return true;
}

/* [6.58] all at the same time: one whom a comrade bars goes after him */
static void
withdraw_line(struct game *g, struct gboh_unit *u, struct gboh_unit *mover,
    bool *shot)
{
	struct gboh *s = gboh_state(g);
	int line[GBOH_UNITS], n = gboh_cavalry_line(g, u, line, GBOH_UNITS);
	bool gone[GBOH_UNITS] = { false }, more = true;

	while (more) {
		more = false;
		for (int i = 0; i < n && gboh_stands(mover); i++) {
			struct gboh_unit *x = &s->unit[line[i]];

			if (gone[i] || !gboh_may_withdraw(g, x, mover) ||
			    !withdraw_with_line(g, x, mover, shot))
				continue;
			gone[i] = more = true;
		}
	}
}

enum { WHOLE_LINE = 1000000 };

/* [6.58] would a unit of its own line that can go make room for it? */
static bool
is_barred_by(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int line[GBOH_UNITS], n = gboh_cavalry_line(g, u, line, GBOH_UNITS);
	struct seeker k = { g, d, s, u, mover, 0, false, NULL };

	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int to = hex_step(&d->map.grid, u->hex, dir);

		for (int i = 0; i < n; i++)
			if (to != HEX_NONE && s->unit[line[i]].hex == to &&
			    may_step(&k, u->hex, dir) &&
			    gboh_may_withdraw(g, &s->unit[line[i]], mover))
				return true;
	}
	return false;
}

static void
offer_withdrawal(struct game *g, struct gboh_unit *u, struct gboh_unit *mover,
    bool *shot)
{
	const struct gboh_data *d = gboh_data(g);
	enum hex_aspect from = approach(d, u, mover);
	struct question q = question(g, u->side, "withdraw");
	bool line = !is_rampaging(mover) && line_may_go(g, u);
	struct ways w;
	int to, n;

	find_ways(g, u, mover, 0, &w);
	facts(g, &q, u, mover, from, false);
	n = hex_options(g, &q, u, mover, &w, from);
	if (n == 0 && !(line && is_barred_by(g, u, mover)))
		return;
	if (line) {
		option_add(&q, WHOLE_LINE, "line");
		option_attr(&q, "wish", n > 0 ? 0 : -1);
	}
	option_decline(&q, "none");
	option_attr(&q, "wish", !loses_to(d, u, mover));
	option_attr(&q, "hits", 0);
	to = ask(g, &q);
	if (to == WHOLE_LINE) {
		withdraw_line(g, u, mover, shot);
	} else if (to >= 0) {
		u->withdrew = true;
		withdraw(g, u, mover, &w, to, from, shot);
	}
}

/* [spqr 9.16] nothing else holds it, and it has somewhere to go */
bool
gboh_force_withdrawal(struct game *g, struct gboh_unit *u,
    struct gboh_unit *mover, bool *shot)
{
	const struct gboh_data *d = gboh_data(g);
	enum hex_aspect from = approach(d, u, mover);
	struct question q = question(g, u->side, "withdraw");
	struct ways w;
	int to;

	if (u->column != 0 || u->engaged || faster_by(g, u, mover) <= 0 ||
	    gboh_ezocs(d, gboh_state(g), u, mover) > 0)
		return false;
	find_ways(g, u, mover, 0, &w);
	facts(g, &q, u, mover, from, true);
	if (hex_options(g, &q, u, mover, &w, from) == 0)
		return false;
	to = ask(g, &q);
	u->withdrew = true;
	withdraw(g, u, mover, &w, to, from, shot);
	return true;
}

/* ------------------------------------------------- as prepared [spqr 6.83] */

bool
gboh_can_fall_back(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	const struct gboh_unit *x = gboh_partner(gboh_state(g), u);

	return gboh_stands(u) && u->side != mover->side && u->column == 0 &&
	    !u->engaged && !gboh_pinned(gboh_data(g), gboh_state(g), u) &&
	    (x == NULL || u->atop);
}

/* The way of both halves of a phalanx: a pose for each of the two directions
 * behind it. */
static int
steps_back(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover, struct gboh_unit *out, int *hits)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct seeker k = { g, d, s, u, mover, 1, true, NULL };
	int h[2], n = gboh_hexes(d, u, h), found = 0;

	for (int t = 3; t < 5; t++) {
		int dir = (u->facing + t) % HEX_DIRS, climbed = 0;
		struct gboh_unit pose = *u;
		bool open = n == 2;

		hits[found] = 0;
		for (int i = 0; i < n && open; i++) {
			int to = hex_step(&d->map.grid, h[i], dir);

			open = may_step(&k, h[i], dir) && (gboh_occupies(d, u,
			    to) || gboh_unit_at(s, to) == NULL);
		}
		if (!open)
			continue;
		pose.hex = hex_step(&d->map.grid, u->hex, dir);
		if (gboh_pose_cost(d, u, &pose, &climbed, &hits[found]) < 0)
			continue;
		out[found++] = pose;
	}
	return found;
}

static void
fall_back_wide(struct game *g, struct gboh_unit *u, struct gboh_unit *mover)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit pose[2], *below = gboh_partner(s, u);
	enum hex_aspect from = approach(d, u, mover);
	struct question q = question(g, u->side, "line-withdraw");
	int hits[3], n = steps_back(g, u, mover, pose, hits), start = u->hex;
	struct arena *a = game_arena(g);
	struct node *path = node_array(a);
	int i;

	facts(g, &q, u, mover, from, false);
	for (i = 0; i < n; i++) {
		option_hex(&q, pose[i].hex);
		option_attr(&q, "distance", gboh_distance(d, &pose[i], mover));
		option_attr(&q, "hits", hits[i] + foot_hits(d, u) +
		    approach_hits(d, u, from));
		option_attr(&q, "enemies", gboh_enemies_within(d, s, u->side,
		    pose[i].hex, 2));
		option_attr(&q, "wish", 0);
	}
	if (n == 0)
		return;
	i = option_index(&q, ask(g, &q));
	if (!gboh_hit(g, u, approach_hits(d, u, from), "approach"))
		return;
	gboh_place_as(g, u, &pose[i]);
	node_add(a, path, NULL, node_string(a, game_hex(g, u->hex)));
	tell(g, "withdraw", FACTS(fact_text("unit", u->id),
	    fact_hex("from", start), fact_hex("to", u->hex),
	    fact_node("path", path),
	    fact_text("facing", gboh_facing_names[u->facing]),
	    fact_text("enemy", mover->id)));
	gboh_leaders_follow(g, u, start, u->hex, "withdraw");
	if (below != NULL && gboh_stands(below)) {	/* Double Depth */
		gboh_place_as(g, below, &pose[i]);
		u->atop = true;
	}
	if (gboh_hit(g, u, hits[i], "terrain"))
		pay(g, u);
	if (below != NULL && gboh_stands(below) && gboh_hit(g, below, hits[i],
	    "terrain"))
		pay(g, below);
}

/* A unit that cannot go stays. */
void
gboh_fall_back(struct game *g, struct gboh_unit *u, struct gboh_unit *mover,
    bool *shot)
{
	const struct gboh_data *d = gboh_data(g);
	enum hex_aspect from;
	struct question q;
	struct ways w;

	if (gboh_is(u, GBOH_WIDE)) {
		fall_back_wide(g, u, mover);
		return;
	}
	from = approach(d, u, mover);
	q = question(g, u->side, "line-withdraw");
	find_ways(g, u, mover, 1, &w);
	facts(g, &q, u, mover, from, false);
	if (hex_options(g, &q, u, mover, &w, from) > 0)
		withdraw(g, u, mover, &w, ask(g, &q), from, shot);
}

/* [spqr 6.51, 9.14] who may give way to elephants that run wild, if any: asked
 * unit by unit, or only counted */
int
gboh_dodges(struct game *g, struct gboh_unit *elephant,
    const struct gboh_unit *before, bool *shot, bool count)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];
		int now = gboh_on_map(u) && u != elephant ? gboh_distance(d, u,
		    elephant) : 9;

		if (now > 2 || (before == NULL ? now != 2 : gboh_distance(d, u,
		    before) <= 2) || !gboh_may_withdraw(g, u, elephant))
			continue;
		n++;
		if (!count)
			offer_withdrawal(g, u, elephant, shot);
	}
	return n;
}

/* Has the mover just come within two hexes of it, or begins there?  A Feigned
 * Retreat is possible before one that begins adjacent as well [6.51, 6.73]. */
static bool
triggered(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *mover, const struct gboh_unit *before)
{
	int now = gboh_distance(d, u, mover);

	if (before == NULL)
		return now == 2 || (now == 1 && u->feigns);
	return now <= 2 && gboh_distance(d, u, before) > 2;
}

bool
gboh_withdrawals(struct game *g, struct gboh_unit *mover,
    const struct gboh_unit *before, bool *shot)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool near[GBOH_UNITS];

	for (int i = 0; i < s->nunits; i++)
		near[i] = gboh_stands(&s->unit[i]) && s->unit[i].side !=
		    mover->side && triggered(d, &s->unit[i], mover, before);
	gboh_prearranged(g, mover, near, shot);		/* [spqr 6.83] */
	for (int i = 0; i < s->nunits && gboh_stands(mover); i++) {
		struct gboh_unit *u = &s->unit[i];
		int feigned = 0;

		if (!near[i] || !gboh_stands(u) || gboh_distance(d, u, mover) >
		    2)
			continue;
		if (gboh_may_feign(g, u, mover))
			feigned = gboh_offer_feign(g, u, mover);
		if (feigned == 2)
			return false;
		if (feigned == 0 && gboh_may_withdraw(g, u, mover) &&
		    (before != NULL || gboh_distance(d, u, mover) == 2))
			offer_withdrawal(g, u, mover, shot);
	}
	return gboh_stands(mover);
}
