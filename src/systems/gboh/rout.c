/* rout.c: Cohesion Hits, rout and its path, discipline, the Rout and Reload
 * Phase [8.18, 10.1, 10.2, 11.2] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

void
gboh_eliminate(struct game *g, struct gboh_unit *u, const char *cause)
{
	struct gboh *s = gboh_state(g);
	int hex = u->hex;

	gboh_remove(gboh_data(g), s, u, GBOH_ELIMINATED);
	u->hits = u->column = 0;
	u->routed = u->shield = u->engaged = u->due = false;
	u->shock = GBOH_NO_SHOCK;
	u->uncontrolled = 0;
	gboh_count_points(gboh_data(g), s);
	tell(g, "eliminated", FACTS(fact_text("unit", u->id),
	    fact_hex("hex", hex), fact_text("cause", cause),
	    fact_number("points", u->tq)));
}

void
gboh_tell_hits(struct game *g, const struct gboh_unit *u, int n, int total,
    const char *cause)
{
	tell(g, "hits", FACTS(fact_text("unit", u->id),
	    fact_number("hits", n), fact_number("total", total),
	    fact_number("tq", gboh_tq(gboh_data(g), gboh_state(g), u)),
	    fact_text("cause", cause)));
}

void
gboh_add_hits(struct game *g, struct gboh_unit *u, int n, const char *cause)
{
	if (n <= 0 || !gboh_on_map(u))
		return;
	if (u->routed) {
		gboh_eliminate(g, u, "hits");			/* [10.26] */
		return;
	}
	u->hits += n;
	gboh_tell_hits(g, u, n, u->hits, cause);
}

bool
gboh_hit(struct game *g, struct gboh_unit *u, int n, const char *cause)
{
	gboh_add_hits(g, u, n, cause);
	if (gboh_stands(u) && u->hits >= gboh_tq(gboh_data(g), gboh_state(g), u))
		gboh_rout(g, u);				/* [10.14] */
	return gboh_stands(u);
}

/* ----------------------------------------------------- discipline [11.2] */

void
gboh_rout_overdue(struct game *g, int side)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (s->side[side].disciplined || s->side[side].ferocity)
		return;
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->side == side && gboh_stands(u) && u->hits >= gboh_tq(d, s,
		    u))
			gboh_rout(g, u);
	}
}

static void
check_discipline(struct game *g, int side)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *oc = gboh_overall(s, side);
	int die = 9, needed = oc ? oc->initiative : -1;

	if (!s->side[side].ferocity)
		return;
	if (oc != NULL)
		die = roll(g, 10, "11.2 discipline %s", game_side(g, side));
	if (die > needed)
		s->side[side].ferocity = false;
	tell(g, "discipline", FACTS(fact_side("side", side),
	    fact_number("die", die), fact_number("needed", needed),
	    fact_text("result", die > needed ? "lost" : "kept")));
	if (die > needed && s->phase != GBOH_SHOCK)
		gboh_rout_overdue(g, side);
}

/* -------------------------------------------------------- the path [10.21] */

static int
edge_dir(const struct gboh *s, int side, int k)
{
	static const int dirs[4][2] = { { 0, 0 }, { 3, 3 }, { 1, 2 },
	    { 4, 5 } };

	return dirs[s->side[side].edge][k];
}

/* At the edge already: the next hex is off the map [10.23]. */
static bool
leaves_map(const struct gboh_data *d, const struct gboh *s,
    const struct gboh_unit *u)
{
	for (int k = 0; k < 2; k++)
		if (hex_step(&d->map.grid, u->hex, edge_dir(s, u->side, k)) ==
		    HEX_NONE && gboh_to_edge(d, s, u->side, u->hex) <= 1)
			return true;
	return false;
}

/* 0 blocked; 1 vacant, 2 a friend, 3 a friend in an enemy ZOC */
static int
resistance(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, int dir)
{
	int to = hex_step(&d->map.grid, u->hex, dir);
	const struct gboh_unit *x;
	bool zoc;

	if (to == HEX_NONE || !gboh_passable(d, u->hex, dir))
		return 0;
	x = gboh_unit_at(s, to);
	if (x != NULL && x->side != u->side)
		return 0;
	zoc = gboh_in_ezoc(d, s, u->side, to);
	if (x == NULL)
		return zoc ? 0 : 1;
	return zoc ? 3 : 2;
}

/* The way of least resistance; HEX_NONE if every hex is blocked. */
static int
choose_hex(struct game *g, struct gboh_unit *u, const int *been, int nbeen)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int here = gboh_to_edge(d, s, u->side, u->hex);

	for (int tier = 0; tier < 3; tier++)
		for (int r = 1; r <= 3; r++) {
			struct question q = question(g, u->side, "rout");
			int most = 0;

			question_fact(&q, fact_text("unit", u->id));
			question_fact(&q, fact_hex("hex", u->hex));
			for (int dir = 0; dir < HEX_DIRS; dir++) {
				int to = hex_step(&d->map.grid, u->hex, dir);
				int gain;
				bool seen = false;

				if (resistance(d, s, u, dir) != r)
					continue;
				gain = here - gboh_to_edge(d, s, u->side, to);
				if ((gain > 0 ? 0 : gain == 0 ? 1 : 2) != tier)
					continue;
				for (int i = 0; i < nbeen; i++)
					seen = seen || been[i] == to;
				if (seen)
					continue;
				if (q.n > 0 && gain < most)
					continue;
				if (q.n > 0 && gain > most)
					q.n = 0;	/* more direct */
				most = gain;
				option_hex(&q, to);
				option_attr(&q, "enemies", gboh_enemies_within(
				    d, s, u->side, to, 1));
			}
			if (q.n > 0)
				return ask(g, &q);
		}
	return HEX_NONE;
}

/* [6.65, 10.24] a friend in whose hex it comes */
static void
burst_through(struct game *g, struct gboh_unit *u, struct gboh_unit *x)
{
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_stacking *r = gboh_stacking(d, gboh_state(g), u, x,
	    true);
	int tq = gboh_tq(d, gboh_state(g), x), die, hits;

	if (r == NULL || (r->hits_other == 0 && !r->check))
		return;
	if (x->routed) {
		gboh_eliminate(g, x, "stacking");		/* [6.63] */
		return;
	}
	die = roll(g, 10, "6.65 check %s", x->id);
	hits = die + gboh_tq_drm(g, x) - tq;
	if (hits < r->least)
		hits = r->least;
	hits += r->hits_other;
	tell(g, "passed", FACTS(fact_text("unit", x->id),
	    fact_text("by", u->id), fact_number("die", die),
	    fact_number("hits", hits)));
	gboh_hit(g, x, hits, "stacking");
}

static struct gboh_unit *
friend_at(struct gboh *s, const struct gboh_unit *u, int hex)
{
	for (int i = 0; i < s->nunits; i++)
		if (&s->unit[i] != u && gboh_on_map(&s->unit[i]) &&
		    s->unit[i].hex == hex && !gboh_is_artillery(&s->unit[i]))
			return &s->unit[i];
	return NULL;
}

static void
step_into(struct game *g, struct gboh_unit *u, int to)
{
	struct gboh *s = gboh_state(g);
	int dir = hex_dir(game_grid(g), u->hex, to);
	struct gboh_unit *x = friend_at(s, u, to);
	static const int toward[4] = { 0, 3, 1, 4 };
	int f = toward[s->side[u->side].edge];

	if (hex_aspect_vertex(f, dir) != HEX_FRONT)
		f = hex_turn(f, dir) <= hex_turn(f, (dir + 5) % 6) ? dir :
		    (dir + 5) % 6;
	u->facing = f;
	gboh_place(g, u, to);
	if (x != NULL)
		burst_through(g, u, x);
}

/* The hexes that it has left on this flight. */
struct trail {
	int hex[64];
	int n;
};

/* Where it goes on to.  False if it is eliminated: the cause is the edge, or
 * stays what it was. */
static bool
next_hex(struct game *g, struct gboh_unit *u, struct trail *been, int *to,
    const char **cause)
{
	if (leaves_map(gboh_data(g), gboh_state(g), u)) {
		*cause = "edge";
		return false;
	}
	if (been->n < 64)
		been->hex[been->n++] = u->hex;
	*to = choose_hex(g, u, been->hex, been->n);
	return *to != HEX_NONE;
}

/* Some hexes, or as many as `mp` pays for (-1: not counted).  False and the
 * cause if it is eliminated. */
static bool
run(struct game *g, struct gboh_unit *u, int hexes, int mp,
    const char **cause)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct trail been = { .n = 0 };
	int climbed = 0;

	*cause = "blocked";
	for (int i = 0; i < hexes; i++) {
		int to, hits = 0, cost;

		if (!next_hex(g, u, &been, &to, cause))
			return false;
		cost = gboh_step_cost(d, u, u->hex, hex_dir(&d->map.grid,
		    u->hex, to), &climbed, &hits);
		if (mp >= 0 && cost > mp)
			break;
		mp -= mp >= 0 ? cost : 0;
		step_into(g, u, to);
		if (!gboh_on_map(u))	/* run over by another */
			return true;
	}
	if (friend_at(s, u, u->hex) != NULL) {			/* [10.24] */
		int to;

		*cause = "stacking";
		if (!next_hex(g, u, &been, &to, cause))
			return false;
		if (friend_at(s, u, to) != NULL) {
			burst_through(g, u, friend_at(s, u, to));
			return !gboh_on_map(u);
		}
		step_into(g, u, to);
	}
	return true;
}

void
gboh_rout(struct game *g, struct gboh_unit *u)
{
	int from = u->hex, side = u->side;
	const char *cause;

	if (!gboh_stands(u))
		return;
	u->routed = true;
	u->hits = u->column = 0;
	u->shield = u->engaged = u->rallied = u->due = false;
	u->shock = GBOH_NO_SHOCK;
	u->uncontrolled = 0;
	if (!gboh_is_horse(u) && u->missile != GBOH_NO_MISSILE)
		u->missiles = GBOH_NO;				/* [10.26] */
	if (gboh_is_artillery(u)) {
		gboh_eliminate(g, u, "rout");			/* [11.67] */
	} else if (!run(g, u, gboh_data(g)->rules.rout_hexes, -1, &cause)) {
		gboh_eliminate(g, u, cause);
	} else if (gboh_on_map(u)) {
		tell(g, "rout", FACTS(fact_text("unit", u->id),
		    fact_hex("from", from), fact_hex("to", u->hex)));
		gboh_leaders_follow(g, u, from, u->hex, "rout");
	}
	check_discipline(g, side);
}

/* ------------------------------------------------- the phase [10.22, 8.18] */

static struct gboh_unit *
next_to_run(const struct gboh_data *d, struct gboh *s, int side,
    const bool *todo)
{
	struct gboh_unit *best = NULL;

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (todo[i] && u->side == side && gboh_on_map(u) &&
		    u->routed && (best == NULL || gboh_to_edge(d, s, side,
		    u->hex) < gboh_to_edge(d, s, side, best->hex)))
			best = u;
	}
	return best;
}

static void
run_on(struct game *g, struct gboh_unit *u)
{
	int from = u->hex;
	const char *cause;

	gboh_retire_fire(g, u);					/* [8.22] */
	if (!gboh_on_map(u))
		return;
	if (!run(g, u, 64, u->ma, &cause)) {
		gboh_eliminate(g, u, cause);
		return;
	}
	if (!gboh_on_map(u))
		return;
	tell(g, "rout", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", u->hex)));
	gboh_leaders_follow(g, u, from, u->hex, "rout");
}

/* [8.18] */
static void
reload(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];
		bool watched = false;

		if (!gboh_stands(u) || u->missile == GBOH_NO_MISSILE ||
		    u->missiles == GBOH_FULL || gboh_pinned(d, s, u))
			continue;
		for (int k = 0; k < s->nunits && !watched; k++)
			watched = s->unit[k].side != u->side &&
			    gboh_stands(&s->unit[k]) &&
			    gboh_has_missiles(&s->unit[k]) &&
			    gboh_cannot_hit_unit(g, &s->unit[k], u) == NULL;
		if (watched)
			continue;
		u->missiles = GBOH_FULL;
		tell(g, "missiles", FACTS(fact_text("unit", u->id),
		    fact_text("missiles", "full")));
	}
}

void
gboh_rout_phase(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u;
	bool todo[GBOH_UNITS];

	for (int i = 0; i < s->nunits; i++) {
		s->unit[i].rallied = false;
		todo[i] = s->unit[i].routed;
	}
	for (int side = 0; side < d->nsides; side++)
		while ((u = next_to_run(d, s, side, todo)) != NULL) {
			todo[u - s->unit] = false;
			run_on(g, u);
		}
	reload(g);
	gboh_flip_markers(s);
}

/* [3.0 D 4] */
void
gboh_flip_markers(struct gboh *s)
{
	for (int i = 0; i < s->nunits; i++) {
		s->unit[i].moved = false;
		s->unit[i].active_fire = 0;
	}
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (l->status != GBOH_ELIMINATED)
			l->finished = false;
		l->held = l->bypassed = l->passed_over = false;
		l->commanding = l->rolled = false;
		l->phases = l->nrallied = 0;
	}
	for (int i = 0; i < GAME_SIDES; i++)
		s->side[i].elite = s->side[i].advanced =
		    s->side[i].trumped = false;
}
