/* elephants.c: elephants: rampage, cavalry's fear, pass-thru [spqr 9.1] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------------ directions */

/* The hexside through which the line to that place leaves it, or the opposite
 * one. */
static int
heading(const struct hex_grid *grid, int from, int place, bool away)
{
	int dir = hex_bearing(grid, from, place);

	return dir < 0 ? 0 : away ? (dir + 3) % HEX_DIRS : dir;
}

/* Of a phalanx the hex that is nearer to it, of two the left one. */
static int
place_of(struct game *g, const struct gboh_unit *u, const struct gboh_unit *x)
{
	const struct hex_grid *grid = game_grid(g);
	int h[2], n = gboh_hexes(gboh_data(g), x, h);

	return game_revision(g) >= 2 && n > 1 && hex_distance(grid, u->hex,
	    h[1]) < hex_distance(grid, u->hex, h[0]) ? h[1] : x->hex;
}

/* [spqr 9.14] may it go that way: not into ground that is barred to elephants? */
static bool
may_tread(const struct gboh_data *d, const struct gboh_unit *u, int from,
    int dir)
{
	int climbed = 0, hits = 0;

	return hex_step(&d->map.grid, from, dir) != HEX_NONE &&
	    gboh_step_cost(d, u, from, dir, &climbed, &hits) >= 0;
}

static bool
has_rider(struct gboh *s, const struct gboh_unit *u)
{
	const struct gboh_leader *l = gboh_find_leader(s, u->rider);

	return l != NULL && gboh_leads(l);
}

/* The unit that caused it: whose deed is being carried out, else in shock the
 * one that counted against it, and before the clash the first that fights it,
 * but for grief [spqr 4.84]. */
static const struct gboh_unit *
who_caused(struct game *g, const struct gboh_unit *u)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *x = NULL;
	bool now = game_revision(g) >= 2;

	if (now && s->cause > 0)
		return &s->unit[s->cause - 1];
	if (u->combat > 0)
		x = gboh_find(s, u->attacks ? s->combat[u->combat -
		    1].defender : s->combat[u->combat - 1].attacker);
	if (x == NULL && s->cause > 0)
		x = &s->unit[s->cause - 1];
	if (x == NULL && now && u->combat > 0 && (!gboh_is(u, GBOH_RIDDEN) ||
	    has_rider(s, u)))
		gboh_members(s, u->combat, !u->attacks, &x, 1);
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

/* [spqr 4.82, 9.14] whose elephant is lost */
static void
unseat(struct game *g, struct gboh_leader *l)
{
	int die = roll(g, 10, "=4.82 casualty %s", l->id);

	if (die != 0)
		tell(g, "casualty", FACTS(fact_text("leader", l->id),
		    fact_text("result", "unhurt"), fact_number("danger", die),
		    fact_text("why", "elephant")));
	else
		gboh_wound(g, l, roll(g, 10, "=4.82 wound %s", l->id),
		    "elephant");
}

/* A leader with it is lost with it beyond the edge, and otherwise rolls; its
 * own rider has done so. */
static void
its_leader(struct game *g, const struct gboh_unit *u, int hex, bool off)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (!gboh_leads(l) || l->side != u->side || l->hex != hex ||
		    strcmp(l->id, u->rider) == 0)
			continue;
		if (off)
			gboh_kill_leader(g, l, "killed");
		else
			unseat(g, l);
	}
}

/* [spqr 4.82] a Leader Elephant is lost: its rider goes on as a leader, if it
 * did not take him off the map [9.14] */
void
gboh_lose_mount(struct game *g, const struct gboh_unit *u, bool off)
{
	struct gboh_leader *l = gboh_find_leader(gboh_state(g), u->rider);

	if (l == NULL || !gboh_leads(l))
		return;
	if (off)
		gboh_kill_leader(g, l, "killed");
	else
		unseat(g, l);
}

/* [spqr 4.84] its rider has fallen: in combat it may go mad with grief */
void
gboh_mourn(struct game *g, struct gboh_unit *u, bool combat)
{
	int die;

	if (!gboh_stands(u))
		return;
	if (combat) {
		die = roll(g, 10, "=4.84 grief %s", u->id);
		tell(g, "grief", FACTS(fact_text("unit", u->id),
		    fact_number("die", die), fact_text("result", die >=
		    gboh_data(g)->rampage.mahout ? "rampage" : "removed")));
		if (die >= gboh_data(g)->rampage.mahout) {
			gboh_rampage(g, u);
			return;
		}
	}
	gboh_eliminate(g, u, "grief");
}

/* ------------------------------------------------------------- in its way */

/* Every leader in a hex that it comes to, who has not got away. */
static void
impale(struct game *g, int hex)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].hex == hex)
			gboh_kill_leader(g, &s->leaders[i], "rampage");
}

/* Who stands where it would go: hits by the side on which it comes, and every
 * leader who has not got away dies. */
static void
trample(struct game *g, struct gboh_unit *u, int hex)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_stack(s, hex, v, GBOH_STACK), cause = s->cause;

	impale(g, hex);
	if (game_revision(g) >= 2)
		s->cause = u->self;
	for (int i = 0; i < n; i++) {
		bool front = gboh_aspect_from(d, v[i], u->hex) == HEX_FRONT;
		int hits = gboh_is_horse(v[i]) ? d->rampage.cavalry : front ?
		    d->rampage.front : d->rampage.flank;

		if (gboh_on_map(v[i]))
			gboh_hit(g, v[i], hits, "rampage");
	}
	if (game_revision(g) >= 2)
		s->cause = cause;
}

static const char *
dir_name(int dir)
{
	return dir < 0 ? "none" : gboh_column_names[dir + 1];
}

static void
told(struct game *g, const struct gboh_unit *u, int die, int dir, int from,
    bool next, const char *target, const char *result)
{
	const struct gboh *s = gboh_state(g);

	tell(g, "rampage", FACTS(fact_text("unit", u->id),
	    fact_number("die", die), fact_text("direction", dir_name(dir)),
	    fact_hex("from", from), fact_hex("to", u->hex),
	    fact_text("facing", gboh_facing_names[u->facing]),
	    fact_text("part", next ? "next" : NULL),
	    fact_text("target", target), fact_text("result", result),
	    u->routed ? fact_text("hits", NULL) : fact_number("hits",
	    u->hits)));
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].side ==
		    u->side && s->leaders[i].hex == u->hex && u->hex != from)
			gboh_tell_ride(g, &s->leaders[i], from, u);
}

/* One roll and what it leads to. */
struct dash {
	int die, dir, from;	/* from where it was last told */
	int hit;		/* the hex of who is in its way */
	bool told;		/* a part of it */
	bool shot[GBOH_UNITS];	/* has fired while withdrawing */
};

/* [spqr 6.51, 9.14] friend and foe may give way; what it has run is told
 * before */
static void
give_way(struct game *g, struct gboh_unit *u, const struct gboh_unit *before,
    struct dash *x)
{
	const struct gboh_unit *was = before != NULL ? before : u;

	if (gboh_dodges(g, u, before, x->shot, true) + gboh_leaders_dodge(g, u,
	    was, true) == 0)
		return;
	if (before != NULL) {
		told(g, u, x->die, x->dir, x->from, x->told, NULL, "goes");
		x->from = u->hex;
		x->told = true;
	}
	gboh_leaders_dodge(g, u, was, false);
	gboh_dodges(g, u, before, x->shot, false);
}

/* [spqr 4.82] who rides an elephant of his own stays with that */
static bool
goes_with(struct gboh *s, const struct gboh_leader *l,
    const struct gboh_unit *u)
{
	const struct gboh_unit *mount = gboh_mount_of(s, l);

	return mount == NULL || mount->self == u->self;
}

/* Some hexes in a direction, until somebody or the ground is in the way.  False
 * if it leaves the map. */
static bool
dash(struct game *g, struct gboh_unit *u, struct dash *x)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	x->hit = HEX_NONE;
	give_way(g, u, NULL, x);
	for (int i = 0; i < d->rampage.hexes; i++) {
		int to = hex_step(&d->map.grid, u->hex, x->dir);
		const struct gboh_unit before = *u;
		struct gboh_unit pose = *u;

		if (to == HEX_NONE)
			return false;
		if (!may_tread(d, u, u->hex, x->dir))
			return true;
		if (gboh_other_at(s, to, u) != NULL) {
			x->hit = to;
			return true;
		}
		pose.hex = to;
		pose.facing = x->dir;
		impale(g, to);
		gboh_place_as(g, u, &pose);
		for (int k = 0; k < s->nleaders; k++)
			if (gboh_leads(&s->leaders[k]) && s->leaders[k].side ==
			    u->side && s->leaders[k].hex == before.hex &&
			    goes_with(s, &s->leaders[k], u))
				s->leaders[k].hex = to;
		give_way(g, u, &before, x);
	}
	return true;
}

/* One roll; false when that was its end. */
static bool
one_direction(struct game *g, struct gboh_unit *u, int nth)
{
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_rampage *r = &d->rampage;
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *x = who_caused(g, u), *y;
	int die = roll(g, 10, "=9.14 rampage %s", u->id), dir, from = u->hex;
	bool leader = gboh_is(u, GBOH_RIDDEN), on;
	struct dash run = { .die = die };
	const char *end;
	int hit;

	if ((die >= r->mahout && nth > 1) || (die == r->friend && leader)) {
		bool tamed = leader && die >= r->mahout;

		tamed = tamed && has_rider(s, u);
		if (tamed) {
			u->routed = false;
			u->hits = u->tq > r->leader_tq ? u->tq - r->leader_tq :
			    0;
		}
		told(g, u, die, -1, from, false, NULL, tamed ? "rallied" :
		    "stopped");
		if (tamed)
			return false;
		gboh_eliminate(g, u, "rampage");
		its_leader(g, u, from, false);
		return false;
	}
	y = die == r->friend ? nearest_friend(d, s, u) : NULL;
	if (die >= r->mahout)
		dir = x != NULL && gboh_on_map(x) ? heading(&d->map.grid,
		    u->hex, place_of(g, u, x), true) : (u->facing + 3) %
		    HEX_DIRS;
	else if (die == r->friend)
		dir = y != NULL ? heading(&d->map.grid, u->hex,
		    place_of(g, u, y), false) : (u->facing + 3) % HEX_DIRS;
	else
		dir = r->compass[die - 1];
	run.dir = dir;
	run.from = from;
	on = dash(g, u, &run);
	hit = run.hit;
	y = hit != HEX_NONE ? gboh_unit_at(s, hit) : NULL;
	end = !on ? "off" : y != NULL ? NULL : alone(d, s, u);
	if (end == NULL && nth == r->rolls)
		end = "spent";
	if (end != NULL || y != NULL || run.from != u->hex || from == u->hex)
		told(g, u, die, dir, run.from, run.told, y != NULL ? y->id :
		    NULL, end ? end : "goes");
	if (hit != HEX_NONE)
		trample(g, u, hit);
	if (end == NULL || !gboh_on_map(u))	/* or run over by a rout */
		return gboh_on_map(u);
	hit = u->hex;
	gboh_eliminate(g, u, on ? "rampage" : "edge");
	its_leader(g, u, hit, !on);
	return false;
}

/* [spqr 9.14] to its end, before anything else */
void
gboh_rampage(struct game *g, struct gboh_unit *u)
{
	gboh_break(u);
	tell(g, "breaks", FACTS(fact_text("unit", u->id)));
	for (int nth = 1; gboh_on_map(u) && u->routed; nth++)
		if (!one_direction(g, u, nth))
			break;
}

/* ------------------------------------------- cavalry and elephants [9.15] */

static bool
frightens(const struct gboh_unit *e, const struct gboh_unit *u)
{
	return gboh_is(e, GBOH_ELEPHANT) && !gboh_is(e, GBOH_RIDDEN) &&
	    e->side != u->side && gboh_stands(e);
}

/* Does it stand so in the ZOC of enemy elephants? */
bool
gboh_before_elephants(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit *v[2 * GBOH_AROUND];
	int n = gboh_is_horse(u) && d->rules.elephant_hex_hits > 0 ?
	    gboh_zocs_on(d, gboh_state(g), u, NULL, v, 2 * GBOH_AROUND) : 0;

	for (int i = 0; i < n; i++)
		if (frightens(v[i], u))
			return true;
	return false;
}

/* ... in a hex of their flank or rear, or forced into their ZOC?  Those who
 * fight in that combat (0: none) do not count. */
static bool
is_beside(struct game *g, const struct gboh_unit *u, int but)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits && gboh_is_horse(u) &&
	    d->rules.elephant_hex_hits > 0; i++)
		if (frightens(&s->unit[i], u) && (but == 0 ||
		    s->unit[i].combat != but) && gboh_distance(d,
		    &s->unit[i], u) == 1)
			return true;
	return false;
}

bool
gboh_beside_elephants(struct game *g, const struct gboh_unit *u)
{
	return is_beside(g, u, 0);
}

/* [spqr 9.15, 10.15] the hits that elephants would cost it in that hex, once its
 * combat's defenders have run */
int
gboh_elephant_hits(struct game *g, const struct gboh_unit *u, int hex)
{
	struct gboh_unit at = *u;

	at.hex = hex;
	return is_beside(g, &at, u->combat) ?
	    gboh_data(g)->rules.elephant_hex_hits : 0;
}

/* [spqr 9.16] elephants have come next to cavalry from a hex that was not: it
 * withdraws if it can, and is shaken if it cannot */
void
gboh_terrify(struct game *g, struct gboh_unit *mover,
    const struct gboh_unit *before, bool *shot)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (!gboh_is(mover, GBOH_ELEPHANT) || gboh_is(mover, GBOH_RIDDEN) ||
	    d->rules.elephant_hex_hits == 0)
		return;
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];
		int hits;

		if (u->side == mover->side || !gboh_on_map(u) ||
		    !gboh_is_horse(u) || gboh_distance(d, u, mover) != 1 ||
		    gboh_distance(d, u, before) == 1)
			continue;
		if (u->routed) {		/* without a die */
			gboh_eliminate(g, u, "fear");
			continue;
		}
		if (gboh_force_withdrawal(g, u, mover, shot))
			continue;
		hits = gboh_tq_check(g, u, "=9.16 fear", "fear", 0, "",
		    d->rules.fear_least);
		gboh_hit(g, u, hits, "fear");
	}
}

/* ------------------------------------------------------ pass-thru [9.11] */

/* The hexes behind the unit that nobody occupies and elephants can enter. */
static int
free_behind(struct game *g, const struct gboh_unit *e,
    const struct gboh_unit *u, int *out, int max)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int h[2], n = gboh_hexes(d, u, h), k = 0;

	for (int dir = 0; dir < HEX_DIRS; dir++)
		for (int i = 0; i < n; i++) {
			int to = hex_step(&d->map.grid, h[i], dir);
			bool seen = false;

			if (to == HEX_NONE || gboh_occupies(d, u, to) ||
			    gboh_half_aspect(u, i, dir) != HEX_REAR ||
			    !may_tread(d, e, h[i], dir) ||
			    gboh_unit_at(s, to) != NULL)
				continue;
			for (int x = 0; x < k; x++)
				seen = seen || out[x] == to;
			if (!seen && k < max)
				out[k++] = to;
		}
	return k;
}

/* The two of a combat in which infantry may let elephants through. */
static bool
may_pass(struct game *g, int k, struct gboh_unit **e, struct gboh_unit **u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *att[2], *def[2];
	int na = gboh_members(s, k, true, att, 2), hex[8];
	int nd = gboh_members(s, k, false, def, 2);

	if (na != 1 || nd != 1 || d->rules.pass_drm == 0)
		return false;
	*e = att[0];
	*u = def[0];
	return gboh_is(*e, GBOH_ELEPHANT) && (*e)->shock == GBOH_MUST_CHECK &&
	    !gboh_is_mounted(*u) && !gboh_is_artillery(*u) && !(*u)->routed &&
	    gboh_approach(d, *u, *e) == HEX_FRONT && free_behind(g, *e, *u,
	    hex, 8) > 0;
}

void
gboh_offer_pass(struct game *g, int k)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *e, *u;
	struct question q;

	if (!may_pass(g, k, &e, &u))
		return;
	q = question(g, u->side, "pass-thru");
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", gboh_type_names[u->type]));
	question_fact(&q, fact_number("hits", u->hits));
	question_fact(&q, fact_number("tq", gboh_tq(gboh_data(g), s, u)));
	question_fact(&q, fact_text("enemy", e->id));
	option_add(&q, 1, "pass");
	option_decline(&q, "none");
	if (ask(g, &q) != 1)
		return;
	s->combat[k - 1].passing = true;
	tell(g, "passing", FACTS(fact_number("combat", k),
	    fact_text("unit", u->id)));
}

/* After the struggle: through to the far side, and the ranks are split. */
void
gboh_pass_through_ranks(struct game *g, int k)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *att[1], *def[1], before;
	int hex[8], n, from, hits;
	struct question q;

	if (!s->combat[k - 1].passing || gboh_members(s, k, true, att, 1) ==
	    0 || gboh_members(s, k, false, def, 1) == 0 || def[0]->routed ||
	    (n = free_behind(g, att[0], def[0], hex, 8)) == 0)
		return;
	q = question(g, att[0]->side, "pass-hex");
	question_fact(&q, fact_text("unit", att[0]->id));
	question_fact(&q, fact_text("target", def[0]->id));
	for (int i = 0; i < n; i++) {
		option_hex(&q, hex[i]);
		option_attr(&q, "enemies", gboh_enemies_within(d, s,
		    att[0]->side, hex[i], 1));
	}
	before = *att[0];
	from = before.hex;
	gboh_place(g, att[0], ask(g, &q));
	tell(g, "through", FACTS(fact_text("unit", att[0]->id),
	    fact_hex("from", from), fact_hex("to", att[0]->hex),
	    fact_text("target", def[0]->id)));
	gboh_leaders_ride(g, att[0], from);
	gboh_comes_up(g, att[0], &before);		/* [spqr 7.15] */
	if (gboh_is(def[0], GBOH_SKIRMISHES) || !gboh_stands(def[0]))
		return;
	hits = gboh_tq_check(g, def[0], "=9.11 pass", "pass", 0, "", 0);
	gboh_hit(g, def[0], hits, "pass");
}
