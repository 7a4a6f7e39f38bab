/* charge.c: the Charge, and leaders lost in shock [9.13, 9.14, 10.15] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

static bool
would_rout(struct game *g, const struct gboh_unit *u)
{
	return u->hits >= gboh_tq(gboh_data(g), gboh_state(g), u);
}

/* Those against whom a unit fights in a combat. */
struct foes {
	struct gboh_unit *u[GBOH_GROUP];
	int n;
	bool attack;		/* they are attacked by it */
};

static bool
is_class(const struct gboh_unit *u, const char *class)
{
	return gboh_is(u, GBOH_ELEPHANT) && strcmp(u->class, class) == 0;
}

/* [spqr 8.43, 9.11, 9.19, 9.53] what is added to the die of the charge */
static int
charge_drm(struct game *g, const struct gboh_unit *u, const struct foes *f)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool heavy = false, indian = false, deep = false;
	int n = 0;

	for (int i = 0; i < f->n; i++) {
		heavy = heavy || (f->attack && gboh_is(f->u[i],
		    GBOH_ARMOURED) && gboh_approach(d, f->u[i], u) ==
		    HEX_FRONT);
		indian = indian || is_class(f->u[i], "indian");
		deep = deep || (!f->attack && gboh_is_double(d, s, f->u[i]));
	}
	n += drm(g, gboh_is(u, GBOH_ELEPHANT) && heavy ? d->charge_elephant :
	    0, "=8.43 elephants");
	n += drm(g, is_class(u, "african") && indian ? d->charge_african : 0,
	    "=9.19 african-indian");
	n += drm(g, deep ? d->rules.double_drm : 0,
	    "=8.43 double-attack");
	n += drm(g, !f->attack && gboh_is_double(d, s, u) ?
	    -d->rules.double_drm : 0, "=8.43 double");
	n += drm(g, !f->attack && u->combat > 0 &&
	    s->combat[u->combat - 1].passing ? d->rules.pass_drm : 0,
	    "=9.11 pass");
	return n;
}

/* [9.13] one die; the hits by which it exceeds TQ */
static int
check_tq(struct game *g, struct gboh_unit *u, const struct foes *f)
{
	const struct gboh_data *d = gboh_data(g);
	int tq = gboh_tq(d, gboh_state(g), u), hits, total;
	int die = roll(g, 10, "9.13 charge %s", u->id);

	total = die + gboh_tq_drm(g, u) + charge_drm(g, u, f) +
	    gboh_mixed_drm(g, u);
	hits = total - tq;
	if (hits < 0)
		hits = 0;
	if (d->rules.charge_spares)
		tell(g, "charge", FACTS(fact_text("unit", u->id),
		    fact_number("die", die), fact_number("total", total),
		    fact_number("tq", tq), fact_number("hits", hits),
		    fact_number("combat", u->combat)));
	else
		tell(g, "charge", FACTS(fact_text("unit", u->id),
		    fact_number("die", die), fact_number("tq", tq),
		    fact_number("hits", hits),
		    fact_number("combat", u->combat)));
	if (hits > 0)
		gboh_add_hits(g, u, hits, "charge");
	return hits;
}

/* Is it attacked, and through its rear alone? */
static bool
from_rear(const struct gboh_data *d, const struct gboh_unit *u,
    const struct foes *f)
{
	for (int i = 0; i < f->n; i++)
		if (f->attack || gboh_approach(d, u, f->u[i]) != HEX_REAR)
			return false;
	return f->n > 0;
}

/* [spqr 9.53] of two phalanxes the top one checks, the other where they are
 * attacked from the rear, and if it takes hits the second as well */
static void
check_units(struct game *g, struct gboh_unit **u, int n, const struct foes *f,
    bool must)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < n; i++) {
		struct gboh_unit *x = gboh_partner(s, u[i]);
		bool deep = gboh_is_double(d, s, u[i]);

		if ((must && u[i]->shock != GBOH_MUST_CHECK) || (deep &&
		    u[i]->atop == from_rear(d, u[i], f)))
			continue;
		if (check_tq(g, u[i], f) > 0 && deep && x != NULL)
			check_tq(g, x, f);
	}
}

/* [9.13] attackers of routed units need not check; [spqr 8.43] nor those of
 * Skirmishers */
static bool
spares_attackers(const struct gboh_data *d, struct gboh_unit **def, int nd)
{
	bool all = true, any = false;

	for (int i = 0; i < nd; i++) {
		bool weak = def[i]->routed || gboh_is(def[i],
		    GBOH_SKIRMISHES);

		all = all && weak;
		any = any || weak;
	}
	return d->rules.charge_spares ? any : all;
}

/* [spqr 8.43, 9.23] PH, HI and LG before whom only light infantry comes, in
 * front */
static bool
is_spared(const struct gboh_data *d, const struct gboh_unit *u,
    struct gboh_unit **att, int na)
{
	if (!d->rules.charge_spares || !gboh_is(u, GBOH_ARMOURED |
	    GBOH_LEGION))
		return false;
	for (int i = 0; i < na; i++)
		if (att[i]->type != GBOH_LI || gboh_approach(d, u, att[i]) !=
		    HEX_FRONT)
			return false;
	return na > 0;
}

static void
check_combat(struct game *g, int k)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct foes att = { .attack = false }, def = { .attack = true };
	struct gboh_unit *check[GBOH_GROUP];
	bool must = false;
	int n = 0;

	att.n = gboh_members(s, k, true, att.u, GBOH_GROUP);
	def.n = gboh_members(s, k, false, def.u, GBOH_GROUP);
	for (int i = 0; i < att.n; i++)
		must = must || att.u[i]->shock == GBOH_MUST_CHECK;
	if (!must)
		return;
	if (!spares_attackers(d, def.u, def.n))
		check_units(g, att.u, att.n, &def, true);
	for (int i = 0; i < def.n; i++)
		if (!is_spared(d, def.u[i], att.u, att.n))
			check[n++] = def.u[i];
	check_units(g, check, n, &att, false);
}

/* ------------------------------------------------- everyone routs [10.15] */

/* By how much its hits exceed its TQ. */
static int
over(struct game *g, const struct gboh_unit *u)
{
	return u->hits - gboh_tq(gboh_data(g), gboh_state(g), u);
}

/* What the cheapest advance would cost the unit; -1 if it can make none. */
static int
least_advance(struct game *g, struct gboh_unit *u, struct gboh_unit **def,
    int nd)
{
	int hex[2 * GBOH_GROUP], n = 0, least = -1;

	for (int k = 0; k < nd; k++)
		n += gboh_hexes(gboh_data(g), def[k], &hex[n]);
	if (gboh_is(u, GBOH_WIDE))
		return gboh_phalanx_advance_hits(g, u, hex, n);
	for (int k = 0; k < n; k++) {
		int a = gboh_advance_hits(g, u, hex[k]);

		if (a >= 0)
			a += gboh_elephant_hits(g, u, hex[k]);
		if (a >= 0 && (least < 0 || a < least))
			least = a;
	}
	return least;
}

/*
 * [9.23, 10.15] who of the attackers would advance, one for each hex of the
 * defenders: the superior one, then the best TQ; among equals the owner
 * chooses, and takes the one that it costs least.
 */
static void
would_advance(struct game *g, const struct gboh_combat *c,
    struct gboh_unit **att, int na, struct gboh_unit **def, int nd,
    int *cost)
{
	int can[GBOH_GROUP], total[GBOH_GROUP];

	for (int i = 0; i < na; i++) {
		cost[i] = 0;
		can[i] = least_advance(g, att[i], def, nd);
		total[i] = over(g, att[i]) + can[i];
	}
	for (int slot = 0; slot < nd; slot++) {
		int best = -1, rank = -1;

		for (int i = 0; i < na; i++) {
			int r = gboh_advance_rank(gboh_state(g), c,
			    att[i]);

			if (can[i] < 0 || r < rank || (r == rank &&
			    total[i] >= total[best]))
				continue;
			best = i;
			rank = r;
		}
		if (best < 0)
			return;
		cost[best] = can[best];
		can[best] = -1;
	}
}

static int
excess(struct game *g, struct gboh_unit **u, int n, const int *cost)
{
	int most = -99;

	for (int i = 0; i < n; i++) {
		int x = over(g, u[i]) + drm(g, cost ? cost[i] : 0,
		    "10.15 advance-cost");

		if (x > most)
			most = x;
	}
	return most;
}

/* It stands, one hit short of its TQ. */
static void
steady(struct game *g, struct gboh_unit *u)
{
	u->hits = gboh_tq(gboh_data(g), gboh_state(g), u) - 1;
	tell(g, "steady", FACTS(fact_text("unit", u->id),
	    fact_number("total", u->hits)));
}

/* [spqr 8.61] nobody pursues a unit that had enemies or their ZOCs all around
 * it */
static void
note_surrounded(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int h[2], n = gboh_hexes(d, u, h);

	for (int i = 0; i < n * HEX_DIRS; i++) {
		int to = hex_step(&d->map.grid, h[i / HEX_DIRS], i % HEX_DIRS);
		const struct gboh_unit *x;

		if (to == HEX_NONE)
			return;
		if (gboh_occupies(d, u, to))
			continue;
		x = gboh_unit_at(s, to);
		if (x != NULL ? x->side == u->side : !gboh_in_ezoc(d, s,
		    u->side, to))
			return;
	}
	if (u->combat > 0 && !u->attacks)
		s->combat[u->combat - 1].shaken = true;
}

/* Who runs of a combat in which all would rout [10.15]. */
enum flees { FLEES_NOBODY, FLEES_DEFENDER, FLEES_ATTACKER };

/* [10.15] if all would rout one side runs, and the other stands */
static enum flees
decide(struct game *g, int k)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP], **stand;
	int na = gboh_members(s, k, true, att, GBOH_GROUP);
	int nd = gboh_members(s, k, false, def, GBOH_GROUP);
	int cost[GBOH_GROUP], ns, a, b;
	bool all = na > 0 && nd > 0, attacker;

	for (int i = 0; i < na; i++)
		all = all && would_rout(g, att[i]);
	for (int i = 0; i < nd; i++)
		all = all && would_rout(g, def[i]);
	if (!all)
		return FLEES_NOBODY;
	would_advance(g, &s->combat[k - 1], att, na, def, nd, cost);
	a = excess(g, att, na, cost);
	b = excess(g, def, nd, NULL);
	attacker = a > b;
	stand = attacker ? def : att;
	ns = attacker ? nd : na;
	tell(g, "stands", FACTS(fact_number("combat", k),
	    fact_text("routs", attacker ? "attacker" : "defender"),
	    fact_number("attackers", a), fact_number("defenders", b)));
	for (int i = 0; i < ns; i++)
		steady(g, stand[i]);
	return attacker ? FLEES_ATTACKER : FLEES_DEFENDER;
}

static void
one_side_runs(struct game *g, int k, bool attackers)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *stand[GBOH_GROUP], *flee[GBOH_GROUP];
	int ns = gboh_members(s, k, !attackers, stand, GBOH_GROUP);
	int nf = gboh_members(s, k, attackers, flee, GBOH_GROUP);

	for (int i = 0; i < nf; i++)
		if (gboh_stands(flee[i]) && gboh_breaks(g, flee[i],
		    s->round == GBOH_COLLAPSE)) {
			note_surrounded(g, flee[i]);
			gboh_rout(g, flee[i]);
		}
	for (int i = 0; i < ns; i++)		/* ferocity may be gone */
		if (gboh_stands(stand[i]) && would_rout(g, stand[i]))
			steady(g, stand[i]);
}

/* [9.13, 9.17 step 1] defenders first */
static void
rout_combat(struct game *g, int k)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP];
	int na = gboh_members(s, k, true, att, GBOH_GROUP);
	int nd = gboh_members(s, k, false, def, GBOH_GROUP);

	for (int i = 0; i < na + nd; i++) {	/* a phalanx may stand */
		struct gboh_unit *u = i < na ? att[i] : def[i - na];

		if (gboh_stands(u) && would_rout(g, u) && gboh_is(u,
		    GBOH_WIDE))
			gboh_breaks(g, u, s->round == GBOH_COLLAPSE);
	}
	for (int i = 0; i < nd; i++)
		if (gboh_stands(def[i]) && would_rout(g, def[i])) {
			note_surrounded(g, def[i]);
			gboh_rout(g, def[i]);
		}
	for (int i = 0; i < na; i++)
		if (gboh_stands(att[i]) && would_rout(g, att[i]))
			gboh_rout(g, att[i]);
}

/* [10.15] is decided in every combat before anybody runs: who runs in one may
 * take units of another along.  Where not all would, it is looked at again when
 * its turn comes, for ferocity may be gone by then [11.2]. */
void
gboh_rout_combats(struct game *g)
{
	struct gboh *s = gboh_state(g);
	enum flees flees[GBOH_COMBATS];

	for (int k = 1; k <= s->ncombats; k++)
		flees[k - 1] = s->combat[k - 1].over ? FLEES_NOBODY :
		    decide(g, k);
	for (int k = 1; k <= s->ncombats; k++) {
		if (s->combat[k - 1].over)
			continue;
		if (flees[k - 1] == FLEES_NOBODY)
			flees[k - 1] = decide(g, k);
		if (flees[k - 1] == FLEES_NOBODY)
			rout_combat(g, k);
		else
			one_side_runs(g, k, flees[k - 1] == FLEES_ATTACKER);
	}
}

/* Combats with nobody left on one side are over. */
static void
close_empty(struct gboh *s)
{
	for (int k = 1; k <= s->ncombats; k++) {
		struct gboh_unit *v[1];

		if (gboh_members(s, k, true, v, 1) == 0 ||
		    gboh_members(s, k, false, v, 1) == 0)
			s->combat[k - 1].over = true;
	}
}

void
gboh_charge_step(struct game *g)
{
	struct gboh *s = gboh_state(g);

	for (int k = 1; k <= s->ncombats; k++)
		if (!s->combat[k - 1].over)
			gboh_offer_pass(g, k);			/* [spqr 9.11] */
	for (int k = 1; k <= s->ncombats; k++)
		if (!s->combat[k - 1].over)
			check_combat(g, k);
	gboh_rout_combats(g);
	for (int side = 0; side < 2; side++)
		gboh_rout_overdue(g, side);			/* [11.2] */
	gboh_advance_step(g, true);
	for (int i = 0; i < s->nunits; i++) {	/* left in the Charge [9.21] */
		struct gboh_unit *u = &s->unit[i];

		if (u->combat != 0 && !u->attacks && u->hex != u->origin &&
		    !gboh_pursuit_due(s, u->combat))
			u->origin = HEX_NONE;
	}
	close_empty(s);
}

/* -------------------------------------------------- leaders lost [9.14] */

/* Those with this unit; with a stack each is in danger once. */
static int
check_leaders(struct game *g, const struct gboh_unit *u, bool *done)
{
	struct gboh *s = gboh_state(g);
	int lost = 0;

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];
		int charisma = l->charisma, die;

		if (done[i] || !gboh_is_with(gboh_data(g), l, u))
			continue;
		done[i] = true;
		die = roll(g, 10, "9.14 casualty %s", l->id);
		if (die != 0) {
			tell(g, "casualty", FACTS(fact_text("leader", l->id),
			    fact_text("result", "unhurt"),
			    fact_number("danger", die),
			    fact_text("why", "shock")));
			continue;
		}
		gboh_wound(g, l, roll(g, 10, "9.14 wound %s", l->id),
		    "shock");
		if (!gboh_leads(l))
			lost += charisma + gboh_data(g)->rules.killed_drm;
	}
	return lost;
}

/* [cat 9.14; spqr 4.73, 8.44] */
void
gboh_casualty_step(struct game *g)
{
	struct gboh *s = gboh_state(g);

	for (int k = 1; k <= s->ncombats; k++) {
		struct gboh_unit *u[GBOH_GROUP];
		struct gboh_combat *c = &s->combat[k - 1];
		bool done[GBOH_LEADERS] = { false };
		int n;

		if (c->over)
			continue;
		n = gboh_members(s, k, true, u, GBOH_GROUP);
		for (int i = 0; i < n; i++)
			c->slain_attacker += check_leaders(g, u[i], done);
		n = gboh_members(s, k, false, u, GBOH_GROUP);
		for (int i = 0; i < n; i++)
			c->slain_defender += check_leaders(g, u[i], done);
	}
	close_empty(s);			/* elephants in grief [spqr 4.84] */
}
