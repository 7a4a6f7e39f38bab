/* elephants.c: elephants on a rampage [spqr 9.14] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------------ directions */

/* The hexside whose hex is nearest to that place, or farthest from it; of
 * several the first clockwise from N. */
static int
heading(const struct hex_grid *grid, int from, int place, bool away)
{
	int best = -1, most = 0;

	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int to = hex_step(grid, from, dir), far;

		if (to == HEX_NONE)
			continue;
		far = hex_distance(grid, to, place);
		if (best < 0 || (away ? far > most : far < most)) {
			best = dir;
			most = far;
		}
	}
	return best;
}

/* The unit that caused it: in shock the one that counted against it, else
 * whose deed is being carried out. */
static const struct gboh_unit *
who_caused(struct gboh *s, const struct gboh_unit *u)
{
	const struct gboh_unit *x = NULL;

	if (u->combat > 0)
		x = gboh_find(s, u->attacks ? s->combat[u->combat -
		    1].defender : s->combat[u->combat - 1].attacker);
	if (x == NULL && s->cause > 0)
		x = &s->unit[s->cause - 1];
	return x;
}

static const struct gboh_unit *
nearest_friend(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	const struct gboh_unit *best = NULL;

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *x = &s->unit[i];

		if (x->side == u->side && x->self != u->self &&
		    gboh_on_map(x) && (best == NULL || gboh_distance(d, u, x) <
		    gboh_distance(d, u, best)))
			best = x;
	}
	return best;
}

/* ---------------------------------------------------------------- its end */

/* [spqr 9.14] how a rampage ends, as the event tells it; NULL: not yet */
static const char *
alone(const struct gboh_data *d, struct gboh *s, const struct gboh_unit *u)
{
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].self != u->self && gboh_on_map(&s->unit[i]) &&
		    gboh_distance(d, u, &s->unit[i]) < d->rampage.alone)
			return NULL;
	return "alone";
}

/* A leader with it is lost with it beyond the edge, and otherwise rolls. */
static void
its_leader(struct game *g, int hex, int side, bool off)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (!gboh_leads(l) || l->side != side || l->hex != hex)
			continue;
		if (off) {
			gboh_kill_leader(g, l, "killed");
			continue;
		}
		if (roll(g, 10, "=4.82 casualty %s", l->id) != 0)
			tell(g, "casualty", FACTS(fact_text("leader", l->id),
			    fact_text("result", "unhurt"),
			    fact_text("why", "elephant")));
		else
			gboh_wound(g, l, roll(g, 10, "=4.82 wound %s", l->id),
			    "elephant");
	}
}

/* ------------------------------------------------------------- in its way */

/* Who stands where it would go: hits by the side on which it comes, and every
 * leader who has not got away dies. */
static void
trample(struct game *g, struct gboh_unit *u, int hex)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_stack(s, hex, v, GBOH_STACK);

	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].hex == hex)
			gboh_kill_leader(g, &s->leaders[i], "killed");
	for (int i = 0; i < n; i++) {
		bool front = gboh_aspect_from(d, v[i], u->hex) == HEX_FRONT;
		int hits = gboh_is_horse(v[i]) ? d->rampage.cavalry : front ?
		    d->rampage.front : d->rampage.flank;

		if (gboh_on_map(v[i]))
			gboh_hit(g, v[i], hits, "rampage");
	}
}

/* Some hexes in a direction, until somebody or the ground is in the way.
 * *hit: the hex of who is; false if it leaves the map. */
static bool
dash(struct game *g, struct gboh_unit *u, int dir, int *hit)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	*hit = HEX_NONE;
	for (int i = 0; i < d->rampage.hexes; i++) {
		int to = hex_step(&d->map.grid, u->hex, dir), from = u->hex;
		struct gboh_unit pose = *u;

		if (to == HEX_NONE)
			return false;
		if (!gboh_passable(d, u->hex, dir))
			return true;
		if (gboh_other_at(s, to, u) != NULL) {
			*hit = to;
			return true;
		}
		pose.hex = to;
		pose.facing = dir;
		gboh_place_as(g, u, &pose);
		for (int k = 0; k < s->nleaders; k++)
			if (gboh_leads(&s->leaders[k]) && s->leaders[k].side ==
			    u->side && s->leaders[k].hex == from)
				s->leaders[k].hex = to;
	}
	return true;
}

static const char *
dir_name(int dir)
{
	return dir < 0 ? "none" : gboh_column_names[dir + 1];
}

static void
told(struct game *g, const struct gboh_unit *u, int die, int dir, int from,
    const char *target, const char *result)
{
	tell(g, "rampage", FACTS(fact_text("unit", u->id),
	    fact_number("die", die), fact_text("direction", dir_name(dir)),
	    fact_hex("from", from), fact_hex("to", u->hex),
	    fact_text("target", target), fact_text("result", result)));
}

/* One roll; false when that was its end. */
static bool
one_direction(struct game *g, struct gboh_unit *u, int nth)
{
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_rampage *r = &d->rampage;
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *x = who_caused(s, u), *y;
	int die = roll(g, 10, "=9.14 rampage %s", u->id), dir, from = u->hex;
	bool leader = gboh_is(u, GBOH_RIDDEN), on;
	const char *end;
	int hit;

	if ((die >= r->mahout && nth > 1) || (die == r->friend && leader)) {
		bool tamed = leader && die >= r->mahout;

		told(g, u, die, -1, from, NULL, tamed ? "rallied" :
		    "stopped by the mahout");
		if (tamed) {
			u->routed = false;
			u->hits = u->tq > r->leader_tq ? u->tq - r->leader_tq :
			    0;
			return false;
		}
		gboh_eliminate(g, u, "rampage");
		return false;
	}
	y = die == r->friend ? nearest_friend(d, s, u) : NULL;
	if (die >= r->mahout)
		dir = x != NULL && gboh_on_map(x) ? heading(&d->map.grid,
		    u->hex, x->hex, true) : (u->facing + 3) % HEX_DIRS;
	else if (die == r->friend)
		dir = y != NULL ? heading(&d->map.grid, u->hex, y->hex,
		    false) : (u->facing + 3) % HEX_DIRS;
	else
		dir = r->compass[die - 1];
	on = dash(g, u, dir, &hit);
	y = hit != HEX_NONE ? gboh_unit_at(s, hit) : NULL;
	end = !on ? "off" : y != NULL ? NULL : alone(d, s, u);
	if (end == NULL && nth == r->rolls)
		end = "spent";
	told(g, u, die, dir, from, y != NULL ? y->id : NULL, end ? end :
	    "goes");
	if (hit != HEX_NONE)
		trample(g, u, hit);
	if (end == NULL)
		return true;
	hit = u->hex;
	gboh_eliminate(g, u, on ? "rampage" : "edge");
	its_leader(g, hit, u->side, !on);
	return false;
}

/* [spqr 9.14] to its end, before anything else */
void
gboh_rampage(struct game *g, struct gboh_unit *u)
{
	gboh_break(u);
	for (int nth = 1; gboh_on_map(u) && u->routed; nth++)
		if (!one_direction(g, u, nth))
			break;
}
