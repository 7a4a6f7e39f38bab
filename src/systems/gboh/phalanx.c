/* phalanx.c: phalanxes in shock: the saving throw, their defence, Double Depth
 * [spqr 8.43, 8.47, 9.4, 9.53] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

/* [spqr 9.51] two phalanxes in the same two hexes */
bool
gboh_is_double(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	const struct gboh_unit *x = gboh_is(u, GBOH_WIDE) ? gboh_partner(s,
	    u) : NULL;

	(void)d;
	return x != NULL && gboh_is(x, GBOH_WIDE) && x->hex == u->hex;
}

/* [spqr 6.51, 7.15, 7.23] the allowance with which others reckon: the higher
 * one of a phalanx, but in Double Depth never [9.52] */
int
gboh_reckoned_ma(struct game *g, const struct gboh_unit *u)
{
	return game_revision(g) >= 2 && gboh_in_depth(gboh_state(g), u) ?
	    u->ma : gboh_most_ma(u);
}

/* Was it attacked with Position Superiority [spqr 8.47]? */
static bool
is_outflanked(const struct gboh *s, const struct gboh_unit *u)
{
	return u->combat > 0 && !u->attacks &&
	    s->combat[u->combat - 1].position;
}

/*
 * [spqr 8.43, 8.47] the saving throw: what its hits exceed its TQ by is added,
 * and something for an attacker.  In the Collapse none for a defender who was
 * outflanked.  It stands with one hit short of its TQ.
 */
bool
gboh_breaks(struct game *g, struct gboh_unit *u, bool collapse)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int tq = gboh_tq(d, s, u), over = u->hits - tq, die, total;

	if (!gboh_is(u, GBOH_WIDE) || (collapse && is_outflanked(s, u)))
		return true;
	die = roll(g, 10, collapse ? "=8.47 stand %s" : "=8.43 stand %s",
	    u->id);
	total = die + drm(g, over > 0 ? over : 0, "=8.43 over-tq");
	total += drm(g, u->attacks ? d->rules.stand_attacker_drm : 0,
	    "=8.43 attacked");
	tell(g, "save", FACTS(fact_text("unit", u->id),
	    fact_number("die", die), fact_number("total", total),
	    fact_number("tq", tq), fact_text("result", total > tq ? "routs" :
	    "stands")));
	if (total > tq)
		return true;
	if (u->hits != tq - 1) {
		u->hits = tq - 1;
		tell(g, "steady", FACTS(fact_text("unit", u->id),
		    fact_number("total", u->hits)));
	}
	u->stood = collapse;
	return false;
}

/* ------------------------------------------------------ defence [spqr 9.41] */

/* The hexes beside it, as it faces: does another phalanx hold this one? */
static bool
is_covered(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, int hex, const struct gboh_unit **by)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *x = &s->unit[i];

		if (x->self == u->self || x->side != u->side ||
		    !gboh_stands(x) || !gboh_is(x, GBOH_WIDE) ||
		    x->self == u->with || x == *by ||
		    (gboh_is_double(d, s, u) && x->hex == u->hex))
			continue;
		if (gboh_occupies(d, x, hex) || gboh_zoc(d, x, hex)) {
			*by = x;
			return true;
		}
	}
	return false;
}

static int
flank_hexes(const struct gboh_data *d, const struct gboh_unit *u, int out[2])
{
	int h[2], n = gboh_hexes(d, u, h), k = 0;

	for (int i = 0; i < n; i++)
		for (int dir = 0; dir < HEX_DIRS; dir++) {
			int to = hex_step(&d->map.grid, h[i], dir);

			if (to != HEX_NONE && k < 2 && !gboh_occupies(d, u,
			    to) && gboh_half_aspect(u, i, dir) == HEX_FLANK)
				out[k++] = to;
		}
	return k;
}

/* For each of its flanks that another phalanx covers; each covers one. */
static int
covered_flanks(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	const struct gboh_unit *by = NULL;
	int h[2], n = flank_hexes(d, u, h), k = 0;

	for (int i = 0; i < n; i++)
		k += is_covered(d, s, u, h[i], &by);
	return k;
}

int
gboh_phalanx_shift(struct game *g, struct gboh_unit **att, int na,
    struct gboh_unit **def, int nd, bool moved)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int shift = 0, each = 0;

	if (!moved || d->rules.defence == 0)
		return 0;
	for (int i = 0; i < na; i++) {
		if (gboh_is(att[i], GBOH_WIDE))
			return 0;
		each = att[i]->type == GBOH_HI && (each == 0 || each ==
		    d->rules.defence_heavy) ? d->rules.defence_heavy :
		    d->rules.defence;
	}
	for (int k = 0; k < nd; k++) {
		bool front = true;

		if (!gboh_is(def[k], GBOH_WIDE) || def[k]->routed ||
		    def[k]->column != 0 || (game_revision(g) >= 2 &&
		    gboh_is_double(d, s, def[k]) && !def[k]->atop))
			continue;	/* a Double Depth has two flanks */
		for (int i = 0; i < na; i++)
			front = front && gboh_approach(d, def[k], att[i]) ==
			    HEX_FRONT;
		if (front)
			shift -= each * covered_flanks(d, s, def[k]);
	}
	if (shift != 0)
		drm(g, shift, "=9.41 beside");
	return shift;
}

/* ------------------------------------------------------ advance [spqr 8.53] */

static bool
among(const int *list, int n, int hex)
{
	for (int i = 0; i < n; i++)
		if (list[i] == hex)
			return true;
	return false;
}

/* Could it stand so: on the map, and nobody else in its new hexes? */
static bool
is_free(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *pose)
{
	const struct gboh_data *d = gboh_data(g);
	int h[2], climbed = 0, hits = 0;

	if (gboh_hexes(d, pose, h) != 2)
		return false;
	for (int i = 0; i < 2; i++)
		if (!gboh_occupies(d, u, h[i]) && gboh_other_at(gboh_state(g),
		    h[i], u) != NULL)
			return false;
	return gboh_pose_cost(d, u, pose, &climbed, &hits) >= 0;
}

/* The three hexes before it, from left to right. */
static void
front_hexes(const struct gboh_data *d, const struct gboh_unit *u, int out[3])
{
	int h[2];

	out[0] = out[1] = out[2] = HEX_NONE;
	if (gboh_hexes(d, u, h) != 2)
		return;
	out[0] = hex_step(&d->map.grid, h[0], u->facing);
	out[1] = hex_step(&d->map.grid, h[0], (u->facing + 1) % HEX_DIRS);
	out[2] = hex_step(&d->map.grid, h[1], (u->facing + 1) % HEX_DIRS);
}

int
gboh_phalanx_advances(struct game *g, const struct gboh_unit *u,
    const int *hex, int n, struct gboh_unit *out, bool *wheel)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int k = 0, front[3], enemies = 0;

	*wheel = false;
	for (int t = 0; t < 2; t++) {
		struct gboh_unit pose = *u;
		int h[2], m;

		gboh_pose_enter(d, &pose, (u->facing + t) % HEX_DIRS);
		m = gboh_hexes(d, &pose, h);
		if (m == 2 && is_free(g, u, &pose) && (among(hex, n, h[0]) ||
		    among(hex, n, h[1])))
			out[k++] = pose;
	}
	front_hexes(d, u, front);
	for (int i = 0; i < 3; i += 2)
		enemies += front[i] != HEX_NONE && gboh_enemy_at(s, u->side,
		    front[i]) != NULL;
	if (!(front[1] != HEX_NONE && among(hex, n, front[1]) &&
	    !(front[0] != HEX_NONE && among(hex, n, front[0])) &&
	    !(front[2] != HEX_NONE && among(hex, n, front[2])) &&
	    enemies == 1))
		return k;
	if (gboh_is_double(d, s, u))		/* [spqr 9.52] */
		return k;
	/* the half before the enemy stays, and the other goes */
	*wheel = true;
	out[0] = *u;
	return gboh_pose_turn(d, &out[0], (u->facing + (front[0] != HEX_NONE &&
	    gboh_enemy_at(s, u->side, front[0]) != NULL ? 5 : 1)) %
	    HEX_DIRS) && gboh_occupies(d, &out[0], front[1]) && is_free(g, u,
	    &out[0]);
}

int
gboh_phalanx_advance_hits(struct game *g, const struct gboh_unit *u,
    const int *hex, int n)
{
	const struct gboh_data *d = gboh_data(g);
	int least = -1;

	for (int t = 0; t < 2; t++) {
		struct gboh_unit pose = *u;
		int h[2], climbed = 0, hits = 0;
		bool opens = false, free = true;

		gboh_pose_enter(d, &pose, (u->facing + t) % HEX_DIRS);
		if (gboh_hexes(d, &pose, h) != 2)
			continue;
		for (int i = 0; i < 2; i++) {
			opens = opens || among(hex, n, h[i]);
			free = free && (among(hex, n, h[i]) || gboh_occupies(
			    d, u, h[i]) || gboh_other_at(gboh_state(g), h[i],
			    u) == NULL);
		}
		if (opens && free && gboh_pose_cost(d, u, &pose, &climbed,
		    &hits) >= 0 && (least < 0 || hits < least))
			least = hits;
	}
	return least;
}

/* [spqr 8.51] of the hits of an advance, those that it can take */
static int
bearable(struct game *g, const struct gboh_unit *u, int hits)
{
	int most = gboh_tq(gboh_data(g), gboh_state(g), u) - 1 - u->hits;

	return hits < most ? hits : most > 0 ? most : 0;
}

/* The hits of coming to stand so, the die of a wheel included. */
static void
pay(struct game *g, struct gboh_unit *u, const struct gboh_unit *before,
    bool wheel, bool may_rout)
{
	const struct gboh_data *d = gboh_data(g);
	int climbed = 0, hits = 0;

	gboh_pose_cost(d, before, u, &climbed, &hits);
	if (wheel) {
		hits += d->rules.pivot_hits;
		hits += gboh_tq_check(g, u, "=6.44 wheel", "wheel", 0, "",
		    d->rules.wheel_least);
	}
	if (may_rout)
		gboh_hit(g, u, hits, "wheel");
	else
		gboh_add_hits(g, u, bearable(g, u, hits), "advance");
}

/* [spqr 8.53] having gone forward as a whole it may wheel */
static void
offer_wheel(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct question q = question(g, u->side, "advance-wheel");
	const struct gboh_unit before = *u;
	struct gboh_unit *v[8];
	int f;

	if (!gboh_may_wheel(d, s, u) || gboh_is_double(d, s, u))
		return;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	for (int t = 1; t <= 5; t += 4) {
		struct gboh_unit x = *u;
		int h[2], to = (u->facing + t) % HEX_DIRS;

		gboh_hexes(d, u, h);
		if (!gboh_pose_turn(d, &x, to) || !is_free(g, u, &x) ||
		    gboh_in_ezoc(d, s, u->side, h[gboh_occupies(d, &x,
		    h[0])]))
			continue;
		option_add(&q, to, gboh_facing_names[to]);
		option_attr(&q, "covers", gboh_in_my_zoc(d, s, &x, v, 8));
		option_attr(&q, "hits", d->rules.pivot_hits +
		    d->rules.wheel_least);
	}
	if (q.n == 0)
		return;
	option_decline(&q, "keep");
	option_attr(&q, "covers", gboh_in_my_zoc(d, s, u, v, 8));
	option_attr(&q, "hits", 0);
	f = ask(g, &q);
	if (f < 0)
		return;
	gboh_turn_to(g, u, f, "advance");
	pay(g, u, &before, true, true);
}

/* Leaders stay with the half in whose hex they are. */
static void
leaders_along(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *before)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int old[2], new[2], n = gboh_hexes(d, before, old);

	gboh_hexes(d, u, new);
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];
		int from = l->hex;

		if (!gboh_is_with(d, l, before) || gboh_occupies(d, u, from))
			continue;
		gboh_leader_to(g, l, n > 1 && from == old[1] && new[1] !=
		    HEX_NONE ? new[1] : new[0]);
		gboh_tell_ride(g, l, from, u);
	}
}

void
gboh_advance_phalanx(struct game *g, struct gboh_unit *u, int combat,
    const int *hex, int n)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_unit before = *u;
	struct gboh_unit pose[2], *x;
	struct question q = question(g, u->side, "advance");
	bool wheel;
	int k = gboh_phalanx_advances(g, u, hex, n, pose, &wheel), i;

	if (k == 0)
		return;
	question_fact(&q, fact_number("combat", combat));
	for (i = 0; i < k; i++) {
		int climbed = 0, hits = 0;

		gboh_pose_cost(d, u, &pose[i], &climbed, &hits);
		option_add(&q, i, arena_printf(game_arena(g), "%s %s", u->id,
		    game_hex(g, pose[i].hex)));
		option_attr(&q, "tq", gboh_tq(d, s, u));
		option_attr(&q, "hits", hits);
	}
	if (s->combat[combat - 1].advance[0] != '\0')
		q.planned = node_string(game_arena(g),
		    s->combat[combat - 1].advance);
	i = ask(g, &q);
	x = gboh_is_double(d, s, u) ? gboh_partner(s, u) : NULL;
	gboh_place_as(g, u, &pose[i]);
	if (!wheel)
		u->engaged = false;
	tell(g, "advance", FACTS(fact_text("unit", u->id),
	    fact_hex("from", before.hex), fact_hex("to", u->hex),
	    fact_text("facing", u->facing != before.facing ?
	    gboh_facing_names[u->facing] : NULL)));
	leaders_along(g, u, &before);
	pay(g, u, &before, wheel, false);
	if (x != NULL && gboh_stands(x)) {	/* Double Depth [spqr 8.51] */
		const struct gboh_unit was = *x;

		gboh_place_as(g, x, &pose[i]);
		u->atop = before.atop;
		x->atop = !before.atop;
		x->engaged = false;
		tell(g, "advance", FACTS(fact_text("unit", x->id),
		    fact_hex("from", was.hex), fact_hex("to", x->hex)));
		pay(g, x, &was, false, false);
		u->with = game_revision(g) < 2 ? 0 : x->self;
	}
	if (!wheel && gboh_stands(u))
		offer_wheel(g, u);
	if (gboh_stands(u))
		gboh_comes_up(g, u, &before);
	u->with = 0;
}
