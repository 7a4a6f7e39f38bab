/* feigned.c: Feigned Retreat, pursuit, and the sting [6.7, 8.35] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* [6.71, 6.72] */
bool
gboh_may_feign(struct game *g, struct gboh_unit *u, struct gboh_unit *mover)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	return u->feigns && gboh_is(u, GBOH_HARASSES) && gboh_stands(u) &&
	    u->side != mover->side && gboh_is_horse(mover) && !u->engaged &&
	    gboh_stands(mover) && !gboh_pinned(d, s, u) &&
	    !gboh_pinned(d, s, mover);
}

/* ----------------------------------------------------- the retreat [6.73] */

struct trail {
	short prev[HEX_MAX];
	signed char far[HEX_MAX];	/* hexes moved; 0 not reached */
	int off[HEX_MAX];
};

static bool
may_step(const struct gboh_data *d, struct gboh *s, const struct gboh_unit *u,
    const struct gboh_unit *mover, int from, int dir)
{
	int to = hex_step(&d->map.grid, from, dir);
	const struct gboh_unit *x;

	if (to == HEX_NONE || !gboh_passable(d, from, dir) ||
	    gboh_distance_to(d, mover, to) <= gboh_distance_to(d, mover, from))
		return false;
	x = gboh_unit_at(s, to);
	if (x != NULL && (x->side != u->side || x->column != 0))
		return false;
	return !gboh_in_ezoc(d, s, u->side, to);
}

/*
 * Every step goes one hex farther away, so hexes come layer by layer; of
 * several ways the one that keeps nearest to the straight line to `aim`.
 */
static void
find_trails(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, const struct gboh_unit *mover, int aim,
    struct trail *t)
{
	int n = hex_count(&d->map.grid);

	memset(t->far, 0, sizeof t->far);
	memset(t->off, 0, sizeof t->off);
	for (int layer = 0; layer < d->rules.feign_most; layer++)
		for (int h = 0; h < n; h++) {
			if (layer == 0 ? h != u->hex : t->far[h] != layer)
				continue;
			for (int dir = 0; dir < HEX_DIRS; dir++) {
				int to = hex_step(&d->map.grid, h, dir);

				int off;

				if (!may_step(d, s, u, mover, h, dir) ||
				    to == u->hex)
					continue;
				off = t->off[h] + (aim == HEX_NONE ? 0 :
				    gboh_astray(d, u->hex, aim, to));
				if (t->far[to] != 0 && t->off[to] <= off)
					continue;
				t->far[to] = (signed char)(layer + 1);
				t->off[to] = off;
				t->prev[to] = (short)h;
			}
		}
}

static int
ask_feign(struct game *g, struct gboh_unit *u, struct gboh_unit *mover,
    const struct trail *t)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct question q = question(g, u->side, "feign");

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	question_fact(&q, fact_text("enemy", mover->id));
	question_fact(&q, fact_text("enemy-type",
	    gboh_type_names[mover->type]));
	question_fact(&q, fact_number("hits", u->hits));
	for (int h = 0; h < hex_count(&d->map.grid); h++) {
		if (t->far[h] < d->rules.feign_least ||
		    gboh_unit_at(s, h) != NULL)	/* [6.61, 11.63] */
			continue;
		option_hex(&q, h);
		option_attr(&q, "distance", t->far[h]);
		option_attr(&q, "enemies", gboh_enemies_within(d, s, u->side,
		    h, 2));
	}
	if (q.n == 0)
		return -1;
	option_decline(&q, "none");
	return ask(g, &q);
}

/* ------------------------------------------------------ the bait [6.74] */

static bool
with_leader(const struct gboh *s, const struct gboh_unit *u)
{
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].side ==
		    u->side && s->leaders[i].hex == u->hex)
			return true;
	return false;
}

static bool
swallows_bait(struct game *g, struct gboh_unit *hunter, int start,
    bool uncommanded)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int rating = hunter->bait ? hunter->bait : d->rules.bait, die, total;

	if (uncommanded) {
		tell(g, "bait", FACTS(fact_text("unit", hunter->id),
		    fact_text("result", "pursues")));
		return true;
	}
	if (hunter->column != 0 || !gboh_in_arc(d, hunter, start) ||
	    !gboh_sees(d, s, hunter->hex, start, false, hunter)) {
		tell(g, "bait", FACTS(fact_text("unit", hunter->id),
		    fact_text("result", "blind")));
		return false;
	}
	die = roll(g, 10, "6.74 bait %s", hunter->id);
	total = die + drm(g, with_leader(s, hunter) ? -1 : 0,
	    "6.74 leader");
	tell(g, "bait", FACTS(fact_text("unit", hunter->id),
	    fact_number("die", die), fact_number("rating", rating),
	    fact_text("result", total > rating ? "pursues" : "stays")));
	return total > rating;
}

/* ---------------------------------------------------- the pursuit [6.73] */

/* One hex forward, facing the way it goes; false if it routs.  Enemies next to
 * whom it comes may turn [7.14]. */
static bool
ride_to(struct game *g, struct gboh_trek *t, int to,
    const struct gboh_unit *struck)
{
	struct gboh_unit *u = t->u;
	int dir = hex_dir(game_grid(g), u->hex, to);

	u->facing = hex_turn(u->facing, dir) <= hex_turn(u->facing,
	    (dir + 5) % 6) ? dir : (dir + 5) % 6;
	if (!gboh_trek_step(g, t, to))
		return false;
	if (game_revision(g) >= 2)
		gboh_ride_met(g, t, struck);
	return gboh_stands(u);
}

static struct gboh_trek
riding(struct game *g, struct gboh_unit *u, const char *stopped)
{
	struct gboh_trek t = gboh_trek(g, u, "move", NULL);

	t.rides = true;
	t.stopped = stopped;
	return t;
}

/* [6.25] can one go from one of these neighbours to the other? */
static bool
is_open(struct game *g, int from, int to)
{
	const struct gboh_data *d = gboh_data(g);

	return game_revision(g) < 2 || gboh_passable(d, from, hex_dir(
	    &d->map.grid, from, to));
}

/* A vacant hex between the two; HEX_NONE. */
static int
between(struct game *g, const struct gboh_unit *u, const struct gboh_unit *v)
{
	const struct gboh_data *d = gboh_data(g);

	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int h = hex_step(&d->map.grid, u->hex, dir);

		if (h != HEX_NONE && gboh_passable(d, u->hex, dir) &&
		    hex_adjacent(&d->map.grid, h, v->hex) &&
		    gboh_unit_at(gboh_state(g), h) == NULL &&
		    is_open(g, h, v->hex))
			return h;
	}
	return HEX_NONE;
}

/* Along the way until two hexes from the prey: the vacant hex between them,
 * or HEX_NONE if it did not get there. */
static int
pursue(struct game *g, struct gboh_unit *hunter, struct gboh_unit *prey,
    const int *way, int n)
{
	const struct hex_grid *grid = game_grid(g);
	struct gboh *s = gboh_state(g);
	struct gboh_trek t = riding(g, hunter, "pursuit");
	int i = 0;

	while (i < n && gboh_distance(gboh_data(g), hunter, prey) > 2 &&
	    gboh_unit_at(s, way[i]) == NULL && is_open(g, hunter->hex, way[i]))
		if (!ride_to(g, &t, way[i++], NULL))
			return HEX_NONE;
	gboh_trek_tell(g, &t);
	if (!gboh_stands(prey) ||	/* run over by one who routed */
	    gboh_distance(gboh_data(g), hunter, prey) != 2)
		return HEX_NONE;
	if (i < n && hex_adjacent(grid, way[i], hunter->hex) &&
	    hex_adjacent(grid, way[i], prey->hex) &&
	    gboh_unit_at(s, way[i]) == NULL)
		return way[i];
	return between(g, prey, hunter);
}

static void
face_enemy(struct game *g, struct gboh_unit *u, const struct gboh_unit *v)
{
	int dir = hex_bearing(game_grid(g), u->hex, v->hex);

	if (dir >= 0 && hex_aspect_vertex(u->facing, dir) != HEX_FRONT)
		gboh_turn_to(g, u, dir, "feign");
}

enum strike { STRIKE_NONE = -1, STRIKE_FIRE, STRIKE_CLOSE, STRIKE_SHOCK };

static int
ask_strike(struct game *g, const char *kind, struct gboh_unit *u,
    struct gboh_unit *v, bool closes)
{
	struct question q = question(g, u->side, kind);
	bool fires = gboh_cannot_fire(g, u) == NULL, extended;
	bool reaches = fires && (!closes || gboh_strength(gboh_data(g), u,
	    gboh_distance(gboh_data(g), u, v), v->hex, &extended) >= 0);

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("target", v->id));
	if (reaches) {			/* javelins only when it has closed */
		option_add(&q, STRIKE_FIRE, "fire");
		option_attr(&q, "wish", 1);
	}
	if (fires && closes) {
		option_add(&q, STRIKE_CLOSE, "close-fire");
		option_attr(&q, "wish", 0);
	}
	option_add(&q, STRIKE_SHOCK, "shock");
	option_attr(&q, "wish", !reaches);
	option_decline(&q, "none");
	option_attr(&q, "wish", 0);
	return ask(g, &q);
}

/* What one of them does to the other at the end [6.73 step 4]. */
static void
strike(struct game *g, struct gboh_unit *u, struct gboh_unit *v, int how,
    int mid, bool pursuer)
{
	bool close = how == STRIKE_SHOCK || how == STRIKE_CLOSE ||
	    (pursuer && how == STRIKE_FIRE);

	if (how == STRIKE_NONE)
		return;
	if (close) {
		struct gboh_trek t = riding(g, u, "strike");

		if (!ride_to(g, &t, mid, pursuer ? v : NULL))
			return;
		gboh_trek_tell(g, &t);
	}
	if (!gboh_stands(v))	/* it has routed as it turned [7.13] */
		return;
	face_enemy(g, u, v);
	if (how == STRIKE_SHOCK)
		gboh_shock_now(g, u, v);
	else if (gboh_cannot_hit_unit(g, u, v) == NULL)
		gboh_fire(g, (struct gboh_shot){ .unit = u, .target = v,
		    .kind = GBOH_FEIGN, .moved = close }, NULL);
}

static void
sting(struct game *g, struct gboh_unit *prey, struct gboh_unit *hunter,
    int mid)
{
	const struct gboh_data *d = gboh_data(g);
	int tq = gboh_tq(d, gboh_state(g), prey), die;
	bool good;

	if (mid == HEX_NONE)
		return;
	die = roll(g, 10, "6.73 feign %s", prey->id);
	good = die + gboh_tq_drm(g, prey) <= tq;
	tell(g, "feign-result", FACTS(fact_text("unit", prey->id),
	    fact_number("die", die), fact_number("tq", tq),
	    fact_text("result", good ? "turns" : "fails")));
	if (good) {
		face_enemy(g, prey, hunter);
		strike(g, prey, hunter, ask_strike(g, "feign-strike", prey,
		    hunter, true), mid, false);
	} else {
		strike(g, hunter, prey, ask_strike(g, "pursuit-strike",
		    hunter, prey, false), mid, true);
	}
}

/*
 * [6.73 step 2] the facing of its way: of the two that have that direction in
 * front the one that looks more away from the enemy; then the one nearer to its
 * facing before; then the clockwise one.
 */
static int
facing_away(const struct hex_grid *grid, const struct gboh_unit *u, int dir,
    int enemy)
{
	int f[2] = { dir, (dir + 5) % 6 };
	int to = hex_step(grid, u->hex, dir), n[2];

	for (int i = 0; i < 2; i++) {
		/* its other front hex: how far from the enemy it leads */
		int side = i == 0 ? (dir + 1) % 6 : (dir + 5) % 6;
		int h = to == HEX_NONE ? HEX_NONE : hex_step(grid, to, side);

		n[i] = h == HEX_NONE ? 0 : hex_distance(grid, h, enemy);
	}
	if (n[0] != n[1])
		return f[n[0] > n[1] ? 0 : 1];
	return hex_turn(u->facing, f[1]) < hex_turn(u->facing, f[0]) ? f[1] :
	    f[0];
}

/* ------------------------------------------------------------- by itself */

int
gboh_offer_feign(struct game *g, struct gboh_unit *u, struct gboh_unit *mover)
{
	const struct gboh_data *d = gboh_data(g);
	const struct hex_grid *grid = &d->map.grid;
	struct gboh *s = gboh_state(g);
	struct trail trail, *t = &trail;
	struct gboh_trek flight;
	int to, start = u->hex, step[16], n = 0, way[20], k = 0, mid;

	find_trails(d, s, u, mover, HEX_NONE, t);
	to = ask_feign(g, u, mover, t);
	if (to < 0)
		return 0;
	find_trails(d, s, u, mover, to, t);
	for (int h = to; h != start && n < 16; h = t->prev[h])
		step[n++] = h;
	mid = gboh_distance(d, mover, u) > 1 || game_revision(g) < 2 ?
	    between(g, mover, u) : HEX_NONE;	/* no way around to start */
	if (mid != HEX_NONE)
		way[k++] = mid;
	way[k++] = start;
	for (int i = n - 1; i > 0; i--)
		way[k++] = step[i];
	flight = gboh_trek(g, u, "feign", mover);
	for (int i = n - 1; i >= 0; i--) {
		u->facing = facing_away(grid, u, hex_dir(grid, u->hex,
		    step[i]), mover->hex);
		if (!gboh_trek_step(g, &flight, step[i]))
			return 1;
	}
	gboh_trek_tell(g, &flight);
	gboh_leaders_follow(g, u, start, u->hex, "withdraw");
	if (!swallows_bait(g, mover, start, false))
		return 1;
	if (mid != HEX_NONE || hex_adjacent(grid, mover->hex, start))
		sting(g, u, mover, pursue(g, mover, u, way, k));
	return 2;
}

/* ----------------------------------------------- after harassment [8.35] */

void
gboh_feign_after_harass(struct game *g, struct gboh_unit *u,
    struct gboh_unit *target, const int *way, int n)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int back[8], dir;
	bool commanded = false;

	for (int i = 0; i < s->nleaders; i++)
		if (s->leaders[i].side == target->side &&
		    gboh_commands(d, s, &s->leaders[i], target))
			commanded = true;
	dir = hex_bearing(&d->map.grid, target->hex, u->hex);
	if (dir >= 0)
		u->facing = facing_away(&d->map.grid, u, dir, target->hex);
	tell(g, "feign", FACTS(fact_text("unit", u->id),
	    fact_hex("from", u->hex), fact_hex("to", u->hex),
	    fact_text("facing", gboh_facing_names[u->facing]),
	    fact_text("enemy", target->id)));
	if (!swallows_bait(g, target, u->hex, !commanded))
		return;
	for (int i = 0; i < n; i++)
		back[i] = way[n - 1 - i];
	sting(g, u, target, pursue(g, target, u, back, n));
}
