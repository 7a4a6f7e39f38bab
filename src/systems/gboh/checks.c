/* checks.c: TQ checks outside shock [cat 9.35; spqr 10.11, 6.68, 9.63] */
#include "systems/gboh/gboh.h"

#include <string.h>

/* [spqr 9.63] Romans of another colour or class */
bool
gboh_is_mixed(const struct gboh_unit *u, const struct gboh_unit *x)
{
	return gboh_is_roman(u) && gboh_is_roman(x) && (strcmp(u->legion,
	    x->legion) != 0 || strcmp(u->class, x->class) != 0);
}

/* ... in one stack: who only runs or goes through is in none */
int
gboh_mixed_drm(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_unit *x = gboh_mate(gboh_state(g), u);
	bool mixed = x != NULL && gboh_is_mixed(u, x);

	return drm(g, mixed ? gboh_data(g)->rules.mixed_drm : 0,
	    "=9.63 mixed");
}

/* A die; told as a check.  `flat`, unless 0, are the hits of any excess. */
static int
check(struct game *g, struct gboh_unit *u, const char *rule,
    const char *why, int more, const char *reason, int least, int flat)
{
	int tq = gboh_tq(gboh_data(g), gboh_state(g), u), hits;
	int die = roll(g, 10, "%s %s", rule, u->id), total = die;

	total += drm(g, more, reason);
	total += gboh_mixed_drm(g, u);
	hits = total - tq < least ? least : total - tq;
	if (flat > 0 && hits > 0)
		hits = flat;
	tell(g, "check", FACTS(fact_text("unit", u->id),
	    fact_text("why", why), fact_number("die", die),
	    fact_number("total", total), fact_number("tq", tq),
	    fact_number("hits", hits)));
	return hits;
}

/*
 * The excess over TQ is hits, at least `least`.  `rule` names it with the deed
 * ("=6.44 wheel").
 */
int
gboh_tq_check(struct game *g, struct gboh_unit *u, const char *rule,
    const char *why, int more, const char *reason, int least)
{
	return check(g, u, rule, why, more, reason, least, 0);
}

int
gboh_tq_check_flat(struct game *g, struct gboh_unit *u, const char *rule,
    const char *why, int hits)
{
	return check(g, u, rule, why, 0, "", 0, hits);
}
