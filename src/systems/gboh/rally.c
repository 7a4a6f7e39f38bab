/* rally.c: rallying, and depletion [spqr 10.28, 10.29, 10.3] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

/* [spqr 10.29] hits by the die and the printed TQ */
static int
rally_hits(struct game *g, const struct gboh_unit *u, bool depleted, int *die)
{
	const struct gboh_data *d = gboh_data(g);
	int total;

	*die = roll(g, 10, "=10.29 hits %s", u->id);
	total = *die + drm(g, depleted ? d->rules.rally_depleted_hits : 0,
	    "=10.33 depleted-hits");
	return d->rally[u->tq > 5][total > 9 ? 9 : total];
}

/* Its whole allowance; of a phalanx in hexes, two at a time.  False and the
 * cause if that is its end. */
static bool
run_on(struct game *g, struct gboh_unit *u, const char **cause)
{
	if (!gboh_is(u, GBOH_WIDE))
		return gboh_run(g, u, GBOH_WAY / 2, u->ma, cause);
	for (int n = gboh_data(g)->rules.rout_hexes; n <= u->ma &&
	    gboh_on_map(u); n += gboh_data(g)->rules.rout_hexes)
		if (!gboh_run_phalanx(g, u, cause))
			return false;
	return true;
}

/* [spqr 10.28] a routed unit; the order has been given */
void
gboh_rally_or_run(struct game *g, struct gboh_leader *l, struct gboh_unit *u,
    int facing)
{
	const struct gboh_data *d = gboh_data(g);
	int needed = l->initiative + d->rules.rally_initiative, total;
	int die = roll(g, 10, "10.27 rally %s", u->id), hits_die;
	const struct gboh_unit before = *u;
	bool was = u->depleted;
	const char *result, *cause;

	total = die + drm(g, was ? d->rules.rally_depleted : 0,
	    "=10.33 depleted-before");
	result = total <= needed ? "rallied" : total > u->tq ? "eliminated" :
	    "routs";
	if (total > needed) {
		tell(g, "rally", FACTS(fact_text("unit", u->id),
		    fact_text("leader", l->id), fact_number("die", die),
		    fact_number("total", total),
		    fact_number("needed", needed), fact_number("tq", u->tq),
		    fact_text("result", result)));
		if (total > u->tq)
			gboh_eliminate(g, u, "rally");
		else if (!run_on(g, u, &cause))
			gboh_eliminate(g, u, cause);
		else if (gboh_on_map(u) && gboh_is(u, GBOH_WIDE))
			gboh_follow_phalanx(g, u, &before);
		else if (gboh_on_map(u))		/* [spqr 10.26] */
			gboh_leaders_follow(g, u, before.hex, u->hex, "rout");
		return;
	}
	u->routed = false;
	u->rallied = u->depleted = true;
	u->hits = rally_hits(g, u, was, &hits_die);
	if (u->missile != GBOH_NO_MISSILE && !gboh_is_horse(u))
		u->missiles = GBOH_NO;
	if (facing >= 0 && !gboh_is(u, GBOH_WIDE))
		u->facing = facing;
	tell(g, "rally", FACTS(fact_text("unit", u->id),
	    fact_text("leader", l->id), fact_number("die", die),
	    fact_number("total", total), fact_number("needed", needed),
	    fact_number("tq", u->tq), fact_text("result", result),
	    fact_number("hits_die", hits_die), fact_number("hits", u->hits),
	    fact_text("facing", gboh_facing_names[u->facing])));
	if (!was)
		tell(g, "depleted", FACTS(fact_text("unit", u->id)));
}
