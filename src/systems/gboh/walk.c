/* walk.c: moving step by step, with what the enemy does meanwhile
 * [6.13, 6.3, 6.6, 7.32] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <assert.h>
#include <string.h>

void
gboh_place_as(struct game *g, struct gboh_unit *u,
    const struct gboh_unit *pose)
{
	const struct gboh_data *d = gboh_data(g);
	int h[2], n = gboh_hexes(d, pose, h);

	for (int i = 0; i < n; i++)
		if (!gboh_occupies(d, u, h[i])) {
			u->left = true;
			gboh_leaders_caught(g, u, h[i]);
		}
	gboh_put(d, gboh_state(g), u, pose);
}

void
gboh_place(struct game *g, struct gboh_unit *u, int hex)
{
	struct gboh_unit pose = *u;

	pose.hex = hex;
	gboh_place_as(g, u, &pose);
}

void
gboh_turn_to(struct game *g, struct gboh_unit *u, int facing, const char *why)
{
	struct gboh_unit to = *u;
	int from;

	gboh_pose_turn(gboh_data(g), &to, facing);
	from = u->hex;
	gboh_place_as(g, u, &to);
	tell(g, "face", FACTS(fact_text("unit", u->id),
	    fact_text("facing", gboh_facing_names[facing]),
	    u->hex != from ? fact_hex("hex", u->hex) : fact_text("hex", NULL),
	    fact_text("why", why)));
}

struct walk {
	struct gboh_unit *u;
	const struct gboh_plan *p;
	struct gboh_leader *with;
	int from, mp, climbed;
	struct node *path;
	struct gboh_unit start;	/* as it stood at first */
	struct gboh_unit safe;	/* ... when it last had its hex to itself */
	bool shot[GBOH_UNITS];	/* has fired at it while withdrawing [6.56] */
	bool turned;
	bool told;		/* a part of it has been told */
	bool last;		/* this is the last step of the plan */
	bool arrives;		/* ... the last hex: it may still turn */
	int roads;		/* hexes gone along the road */
	bool follows;		/* turns only to follow it */
	int nhits;		/* taken on the way and not yet told */
	struct { int n, total; const char *cause; } hit[2 * GBOH_WAY];
	struct gboh_unit *partner;	/* moves along */
	enum { NO_PIVOT, PIVOT, WHEEL, FREE_WHEEL } pivot;
};

/* What has been walked since the last event, then the hits of that. */
static void
flush(struct game *g, struct walk *w, const char *stopped)
{
	struct arena *a = game_arena(g);
	const struct gboh_unit *u = w->u, *x = w->partner;

	if (w->path->n == 0 && !w->turned && stopped == NULL)
		return;
	if (w->path->n == 0 && !w->turned)
		w->from = u->hex;
	tell(g, "move", FACTS(fact_text("unit", u->id),
	    fact_hex("from", w->from), fact_hex("to", u->hex),
	    fact_node("path", w->path), fact_text("facing", u->column != 0 ?
	    gboh_column_names[u->column] : gboh_facing_names[u->facing]),
	    fact_number("mp", w->mp), fact_text("with", x != NULL &&
	    gboh_on_map(x) && x->hex == u->hex ? x->id : NULL),
	    fact_text("part", w->told ? "next" : NULL),
	    fact_text("stopped", stopped)));
	w->told = true;
	if (w->with != NULL && gboh_leads(w->with) && w->path->n > 0)
		gboh_tell_ride(g, w->with, w->from, u);	/* [4.23] */
	for (int i = 0; i < w->nhits; i++)
		gboh_tell_hits(g, u, w->hit[i].n, w->hit[i].total,
		    w->hit[i].cause);
	w->nhits = 0;
	w->path = node_array(a);
	w->turned = false;
	w->from = u->hex;
}

/* Hits count the instant they occur [6.22], and are told after the move. */
static void
walk_hits(struct game *g, struct walk *w, int hits, const char *cause)
{
	struct gboh_unit *u = w->u;

	assert(w->nhits < 2 * GBOH_WAY);
	u->hits += hits;
	w->hit[w->nhits].n = hits;
	w->hit[w->nhits].total = u->hits;
	w->hit[w->nhits++].cause = cause;
	if (u->hits < gboh_tq(gboh_data(g), gboh_state(g), u))
		return;
	flush(g, w, "rout");
	gboh_rout(g, u);
}

/* [spqr 7.31] is an enemy next to it to whom it was not when it began? */
static bool
meets(const struct gboh_data *d, const struct gboh *s,
    const struct gboh_unit *start, const struct gboh_unit *u)
{
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != u->side && gboh_on_map(&s->unit[i]) &&
		    gboh_distance(d, u, &s->unit[i]) == 1 &&
		    gboh_distance(d, start, &s->unit[i]) > 1)
			return true;
	return false;
}

/* [7.31, 7.32] the marker, the instant it comes adjacent */
static void
mark_shock(struct game *g, struct walk *w)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = w->u;

	if (u->column != 0 || gboh_is_artillery(u) || u->shock ==
	    GBOH_MUST_CHECK || gboh_foes_near(d, s, u, 1) == 0)
		return;
	if (d->rules.moved_adjacent && (!gboh_can_shock(d, u) ||
	    !meets(d, s, &w->start, u) || gboh_held_back(g, u)))
		return;
	u->met = d->rules.moved_adjacent;
	if (gboh_is_heavy(d, u) || w->p->shock ||
	    s->activation == GBOH_UNCONTROLLED)
		u->shock = GBOH_MUST_CHECK;
}

/* Is anybody near enough to react? */
static bool
watched(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (gboh_foes_near(d, s, u, 2) > 0)
		return true;
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]) &&
		    s->leaders[i].side != u->side &&
		    gboh_distance_to(d, u, s->leaders[i].hex) <= 1)
			return true;
	return false;
}

/* [spqr 6.66] does its move end beneath a friend? */
static bool
comes_beneath(struct game *g, const struct walk *w)
{
	return w->arrives && w->partner == NULL && gboh_partner(gboh_state(g),
	    w->u) != NULL && gboh_cannot_stop(g, w->u) == NULL;
}

/* The enemy's answers to a step; false: the move is over. */
static bool
react(struct game *g, struct walk *w, const struct gboh_unit *before)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = w->u;
	const struct gboh_unit *stack = comes_beneath(g, w) ? gboh_partner(s,
	    u) : NULL;
	int stood[GBOH_UNITS];
	bool gone[GBOH_UNITS];

	if (stack == NULL)
		mark_shock(g, w);
	if (!watched(g, u))
		return true;
	flush(g, w, w->last || !gboh_pinned(d, s, u) ? NULL :
	    "zoc");
	gboh_leaders_flee(g, u, before);
	for (int i = 0; i < s->nunits; i++)
		stood[i] = s->unit[i].hex;
	gboh_terrify(g, u, before, w->shot);		/* [spqr 9.16] */
	if (!gboh_withdrawals(g, u, before, w->shot))
		return false;
	if (!gboh_stands(u))
		return false;
	for (int i = 0; i < s->nunits; i++)
		gone[i] = s->unit[i].hex != stood[i];
	if (d->rules.extend_mp > 0)
		gboh_extensions(g, u, before, gone);	/* [spqr 9.67] */
	gboh_reaction_facing(g, u);
	if (!gboh_stands(u))
		return false;
	if (u->line > 0) {
		for (int i = 0; i < s->nunits; i++)
			if (s->unit[i].side != u->side &&
			    gboh_zoc_on(d, &s->unit[i], u) &&
			    (gboh_has_missiles(&s->unit[i]) ||
			    gboh_screen_ready(g, &s->unit[i])) &&
			    s->unit[i].answered != u->line &&
			    gboh_fires_on_entry(d, &s->unit[i], stack))
				s->unit[i].due = true;	/* [8.21] */
	} else {
		gboh_entry_fire(g, u, stack);
	}
	return gboh_stands(u) && !u->shield && (!gboh_pinned(d, s, u) ||
	    gboh_may_wheel(d, s, u));
}

/* What it enters as it comes to stand so: friends, each once. */
static int
friends_there(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, const struct gboh_unit *to,
    struct gboh_unit **out, struct gboh_unit **enemy)
{
	int h[2], n = gboh_hexes(d, to, h), k = 0;

	*enemy = NULL;
	for (int i = 0; i < n; i++) {
		struct gboh_unit *x = gboh_other_at(s, h[i], u);

		if (x == NULL || gboh_occupies(d, u, h[i]) ||
		    (k > 0 && out[0] == x))
			continue;
		if (x->side != u->side)
			*enemy = x;
		else
			out[k++] = x;
	}
	return k;
}

/* [spqr 6.31] the other unit of its stack, in their order */
static void
bring_along(struct game *g, struct walk *w, int hits)
{
	struct gboh_unit *x = w->partner;
	bool top = w->start.atop, x_top = !top;
	struct gboh_unit to = *x;

	to.hex = w->u->hex;
	to.facing = w->u->facing;
	to.column = w->u->column;
	gboh_put(gboh_data(g), gboh_state(g), x, &to);
	x->entered = true;
	w->u->atop = top;
	x->atop = x_top;
	if (hits > 0) {
		flush(g, w, NULL);
		gboh_hit(g, x, hits, "terrain");
	}
	if (w->pivot != NO_PIVOT && gboh_stands(x)) {	/* [spqr 9.52] */
		flush(g, w, NULL);
		gboh_hit(g, x, gboh_data(g)->rules.pivot_hits, "pivot");
	}
}

/* [spqr 6.43, 6.44] what a phalanx pays for pivoting, and for wheeling */
static void
pivot_hits(struct game *g, struct walk *w)
{
	const struct gboh_data *d = gboh_data(g);
	int hits;

	walk_hits(g, w, d->rules.pivot_hits, "pivot");
	if (w->pivot != WHEEL || !gboh_stands(w->u))
		return;
	flush(g, w, NULL);
	hits = gboh_tq_check(g, w->u, "=6.44 wheel", "wheel", 0, "",
	    d->rules.wheel_least);
	gboh_hit(g, w->u, hits, "wheel");
}

/* [6.61, 7.23] a friend's hex in an enemy ZOC: it would have to stop there, and
 * may not */
static bool
must_not_enter(struct game *g, const struct walk *w,
    const struct gboh_unit *to)
{
	return !w->p->deep && gboh_pinned(gboh_data(g), gboh_state(g), to) &&
	    gboh_cannot_stop(g, to) != NULL;
}

/* The unit comes to stand as `to`: what it pays, through whom it goes, and
 * what the enemy does about it. */
static bool
walk_to(struct game *g, struct walk *w, const struct gboh_unit *to)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = w->u, *friend[2];
	const struct gboh_unit before = *u;
	struct gboh_unit *enemy;
	int n = friends_there(d, s, u, to, friend, &enemy), hits = 0, cost;

	if (enemy != NULL) {
		flush(g, w, NULL);
		tell(g, "barred", FACTS(fact_text("unit", u->id),
		    fact_hex("hex", u->hex), fact_text("enemy", enemy->id)));
		return false;			/* [6.57] who has stayed */
	}
	if (n > 0 && must_not_enter(g, w, to)) {
		flush(g, w, "friend");
		return false;
	}
	if (gboh_pinned(d, s, u)) {
		flush(g, w, NULL);
		gboh_retire_fire(g, u, to);			/* [8.22] */
		if (!gboh_stands(u))
			return false;
	}
	cost = gboh_pose_cost(d, u, to, &w->climbed, &hits);
	if (w->p->road && !gboh_is(u, GBOH_WIDE) && gboh_is_road(d, u->hex,
	    hex_dir(&d->map.grid, u->hex, to->hex))) {	/* [spqr 6.27] */
		cost = gboh_road_mp(++w->roads);
		hits = 0;
	}
	w->mp += cost + (w->p->deep ? d->rules.double_mp : 0);
	if (gboh_finds_leader(g, u, to))	/* who may have to be asked */
		flush(g, w, NULL);
	gboh_place_as(g, u, to);
	w->turned = w->turned || u->facing != before.facing;
	u->entered = true;
	u->before = before.hex;
	if (w->with != NULL && gboh_leads(w->with)) {
		gboh_leader_to(g, w->with, u->hex);
		w->with->mp += cost;
	}
	if (u->hex != before.hex)
		node_add(game_arena(g), w->path, NULL, node_string(
		    game_arena(g), game_hex(g, u->hex)));
	if (w->partner != NULL && gboh_stands(w->partner))
		bring_along(g, w, hits);
	if (w->partner != NULL && !gboh_stands(w->partner))
		u->with = 0;
	if (hits > 0 && gboh_stands(u))	/* it may have run with the other */
		walk_hits(g, w, hits, "terrain");
	if (gboh_stands(u) && gboh_beside_elephants(g, u))	/* [spqr 9.15] */
		walk_hits(g, w, d->rules.elephant_hex_hits, "elephant");
	if (w->pivot != NO_PIVOT && gboh_stands(u))
		pivot_hits(g, w);
	for (int i = 0; i < n; i++) {
		if (gboh_stands(u))
			flush(g, w, NULL);
		if (gboh_stands(u) && w->p->deep)
			friend[i]->ordered = true;	/* [spqr 9.51] */
		else if (gboh_stands(u) && !(w->arrives &&
		    gboh_cannot_stop(g, u) == NULL))	/* [spqr 6.69] */
			gboh_pass_through(g, u, friend[i]);
	}

	if (gboh_stands(u) && gboh_cannot_stop(g, u) == NULL)
		w->safe = *u;
	return gboh_stands(u) && react(g, w, &before);
}

static bool
walk_enter(struct game *g, struct walk *w, int hex)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit to = *w->u;

	gboh_pose_enter(d, &to, hex_dir(&d->map.grid, gboh_head(d, &to),
	    hex));
	return walk_to(g, w, &to);
}

/* [spqr 6.44] a Wheel where the half that stays is in an enemy ZOC; without the
 * check where only Skirmishers exert it */
static int
pivot_kind(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *to)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int h[2], n = gboh_hexes(d, u, h), kind = PIVOT;

	for (int i = 0; i < n; i++) {
		struct gboh_unit half = *u, *v[GBOH_AROUND];
		int k;

		if (!gboh_occupies(d, to, h[i]))
			continue;
		half.traits &= ~(unsigned)GBOH_WIDE;
		half.hex = h[i];
		k = gboh_zocs_on(d, s, &half, NULL, v, GBOH_AROUND);
		for (int x = 0; x < k; x++)
			if (!gboh_is(v[x], GBOH_SKIRMISHES))
				kind = WHEEL;
			else if (kind == PIVOT)
				kind = FREE_WHEEL;
	}
	return kind;
}

static bool
walk_turn(struct game *g, struct walk *w, int f)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit *u = w->u, to = *u;
	int hits = gboh_turn_hits(d, u, f);

	if (!gboh_pose_turn(d, &to, f))
		return false;
	if (gboh_is(u, GBOH_WIDE) && hex_turn(u->facing, f) == 1) {
		bool going;

		w->pivot = pivot_kind(g, u, &to);
		going = walk_to(g, w, &to);
		w->pivot = NO_PIVOT;
		return going;
	}
	if (w->follows)
		hits = 0;
	else
		w->mp += gboh_turn_mp(d, u, f);
	gboh_put(d, gboh_state(g), u, &to);
	w->turned = true;
	if (w->partner != NULL && gboh_stands(w->partner)) {
		gboh_put(d, gboh_state(g), w->partner, &to);
		if (hits > 0) {
			flush(g, w, NULL);
			gboh_hit(g, w->partner, hits, "facing");
		}
	}
	if (hits > 0 && gboh_stands(u))	/* it may have run with the other */
		walk_hits(g, w, hits, "facing");	/* [7.13] */
	return gboh_stands(u);
}

static void
walk_shoot(struct game *g, struct walk *w, struct gboh_unit *target)
{
	struct gboh_unit *u = w->u;

	if (gboh_cannot_fire(g, u) != NULL || !gboh_on_map(target) ||
	    gboh_cannot_hit_unit(g, u, target) != NULL)
		return;
	flush(g, w, NULL);
	u->fired = true;
	gboh_fire(g, (struct gboh_shot){ .unit = u, .target = target,
	    .kind = GBOH_BY_ORDER, .moved = w->p->hexes ||
	    gboh_data(g)->rules.again_after }, NULL);
}

static void
walk_column(struct game *g, struct gboh_unit *u, const struct gboh_plan *p)
{
	struct gboh_unit to = *u;

	gboh_pose_column(&to, p->column, p->face);
	gboh_put(gboh_data(g), gboh_state(g), u, &to);
	tell(g, "column", FACTS(fact_text("unit", u->id), fact_text("column",
	    p->column == 0 ? "out" : gboh_column_names[p->column]),
	    fact_text("facing", p->column == 0 ?
	    gboh_facing_names[u->facing] : NULL)));
}

/* [cat 6.13; spqr 6.13, 6.41] it has moved before in this game turn */
static bool
moves_again(struct game *g, struct gboh_unit *u, int hits)
{
	if (hits == 0 || gboh_is(u, GBOH_SKIRMISHES))
		return true;
	tell(g, "again", FACTS(fact_text("unit", u->id)));
	return gboh_hit(g, u, hits, "moved");
}

/* [spqr 6.13, 6.41] after the move: again, and by a phalanx's fifth point */
static void
settle_move(struct game *g, struct walk *w, struct gboh_unit *u, bool again)
{
	const struct gboh_data *d = gboh_data(g);
	bool fast = u->fast > u->ma && w->start.column == 0 && w->mp > u->ma;

	if (!gboh_stands(u))
		return;
	if (again) {
		moves_again(g, u, fast ? d->rules.again_fast_hits :
		    d->rules.again_hits);
		return;
	}
	if (fast)
		gboh_hit(g, u, gboh_tq_check_flat(g, u, "=6.41 fast", "fast",
		    d->rules.fast_hits), "fast");
}

/* [spqr 6.66] who comes into a friend's hex to stay goes beneath */
static void
settle_stack(struct game *g, const struct walk *w)
{
	struct gboh_unit *u = w->u, *x = gboh_partner(gboh_state(g), u);

	if (x == NULL || w->partner != NULL)
		return;
	u->atop = false;
	x->atop = true;
	gboh_settle_hits(g, u);
}

/* The unit that led has routed on the way: the other one stays, where it can. */
static void
leave_behind(struct game *g, struct walk *w)
{
	struct gboh_unit *x = w->partner, to;

	if (x == NULL || !gboh_stands(x) || gboh_cannot_stop(g, x) == NULL)
		return;
	to = *x;
	to.hex = w->safe.hex;
	if (gboh_cannot_stop(g, &to) == NULL)
		gboh_place_as(g, x, &to);
	else
		gboh_eliminate(g, x, "stacking");
	if (gboh_stands(x))
		tell(g, "move", FACTS(fact_text("unit", x->id),
		    fact_hex("from", w->from), fact_hex("to", x->hex),
		    fact_text("facing", gboh_facing_names[x->facing])));
}

static void
walk(struct game *g, struct gboh_unit *u, const struct gboh_plan *p)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct walk w = { .u = u, .p = p, .from = u->hex, .start = *u,
	    .safe = *u, .climbed = u->climbed,
	    .with = p->lead ? gboh_active(s) : NULL,
	    .partner = p->with ? &s->unit[p->with - 1] : NULL,
	    .path = node_array(game_arena(g)) };
	struct gboh_unit *x = w.partner, *below = x == NULL && u->atop ?
	    gboh_mate(s, u) : NULL;
	bool going = true, again = u->moved, x_again = x && x->moved;
	const char *back = NULL;

	u->ordered = u->stepped = u->moved = true;
	gboh_drive(g, u, x);				/* [spqr 4.91] */
	if (x != NULL)
		x->ordered = x->stepped = x->moved = true;
	if (again && !d->rules.again_after)		/* [6.13] */
		going = moves_again(g, u, d->rules.again_hits);
	if (going && !gboh_withdrawals(g, u, NULL, w.shot))
		going = false;
	for (int i = 0; i < p->n && going && gboh_stands(u) && !u->shield;
	    i++) {				/* [11.73] */
		w.last = w.arrives = true;
		for (int k = i + 1; k < p->n; k++) {
			w.last = w.last && p->step[k].what == GBOH_SHOOT;
			w.arrives = w.arrives && p->step[k].what != GBOH_ENTER;
		}
		w.follows = p->road && i + 1 < p->n && p->step[i].what ==
		    GBOH_TURN && p->step[i + 1].what == GBOH_ENTER &&
		    gboh_is_road(d, u->hex, hex_dir(&d->map.grid, u->hex,
		    p->step[i + 1].to));
		switch (p->step[i].what) {
		case GBOH_ENTER:
			going = walk_enter(g, &w, p->step[i].to);
			break;
		case GBOH_TURN:
			going = walk_turn(g, &w, p->step[i].to);
			break;
		case GBOH_SHOOT:
			walk_shoot(g, &w, &s->unit[p->step[i].to]);
			break;
		}
		if (p->step[i].what == GBOH_ENTER && gboh_stands(u) &&
		    !gboh_is(u, GBOH_WIDE) && going && u->hex !=
		    p->step[i].to) {	/* it gave way itself [spqr 9.14] */
			w.from = u->hex;
			w.safe = *u;
			break;
		}
		if (!going && p->step[i].what == GBOH_ENTER && i + 1 < p->n &&
		    p->step[i + 1].what == GBOH_TURN && gboh_stands(u) &&
		    comes_beneath(g, &w))	/* [spqr 6.67] in a ZOC too */
			going = true;
		if (!going && gboh_stands(u) && i + 1 < p->n &&
		    p->step[i + 1].what == GBOH_SHOOT) {
			walk_shoot(g, &w, &s->unit[p->step[i + 1].to]);
			break;
		}
	}
	if (d->rules.again_after)
		u->climbed = w.climbed;
	if (!gboh_stands(u)) {
		leave_behind(g, &w);
		return;
	}
	if (gboh_cannot_stop(g, u) != NULL) {	/* on a friend [6.61] */
		flush(g, &w, NULL);
		back = "back";
		if (!gboh_is(u, GBOH_WIDE))	/* its facing is its place */
			w.safe.facing = u->facing;
		node_add(game_arena(g), w.path, NULL, node_string(
		    game_arena(g), game_hex(g, w.safe.hex)));
		if (w.with != NULL && w.with->hex == u->hex)
			gboh_leader_to(g, w.with, w.safe.hex);
		gboh_place_as(g, u, &w.safe);
		if (w.partner != NULL && gboh_stands(w.partner))
			bring_along(g, &w, 0);
	}
	flush(g, &w, back);
	if (p->column >= 0 && !u->shield && !gboh_pinned(d, s, u)) {
		walk_column(g, u, p);
		if (x != NULL && gboh_stands(x) && x->hex == u->hex)
			walk_column(g, x, p);		/* [spqr 6.67] */
	}
	if (d->rules.again_after) {
		settle_stack(g, &w);
		settle_move(g, &w, u, again);
		if (x != NULL)
			settle_move(g, &w, x, x_again);
	}
	if (below != NULL && below->hex != u->hex) {
		below->stays = true;			/* [spqr 6.66] */
		gboh_settle_hits(g, below);		/* [spqr 6.68] */
	}
	if (gboh_stands(u))
		gboh_artillery_fire(g, u);
}

/* Two that move together are one enemy to those who react [spqr 4.72, 6.68,
 * 7.15]. */
void
gboh_walk(struct game *g, struct gboh_unit *u, const struct gboh_plan *p)
{
	if (game_revision(g) >= 2)
		u->with = p->with;
	walk(g, u, p);
	u->with = 0;
}

void
gboh_order_move(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit"));
	struct gboh_plan p;
	const char *why = u ? gboh_cannot_order(g, u) : "off-map";

	if (why == NULL)
		why = gboh_cannot_move(g, u);
	if (why == NULL)
		why = gboh_plan_move(g, u, o->node, &p);
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit"))));
		return;
	}
	if (u->line == 0)
		gboh_spend_order(g, u, p.with && !(p.lead && gboh_active(
		    s)->rank == GBOH_OVERALL) ? 2 : 1);	/* [spqr 6.64] */
	s->acted = true;
	gboh_walk(g, u, &p);
}
