/* stacking.c: who may stop in a friend's hex, and what going through it costs:
 * the Stacking Charts [cat 6.6; spqr 6.6, 9.6] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"

#include <string.h>

/* [spqr 6.63] what it counts as on the charts */
static unsigned
group_of(const struct gboh_unit *u)
{
	if (gboh_is_artillery(u))
		return GBOH_STACK_ENGINE;
	if (gboh_is(u, GBOH_SKIRMISHES))
		return GBOH_STACK_SKIRMISHER;
	if (gboh_is_roman(u))
		return gboh_is_velites(u) ? GBOH_STACK_VELITES :
		    GBOH_STACK_LEGION;
	return GBOH_STACK_BASIC;
}

/* Does anybody of its own kind share its hex, the other apart? */
static bool
is_stacked(struct gboh *s, const struct gboh_unit *u,
    const struct gboh_unit *other)
{
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_stack(s, u->hex, v, GBOH_STACK);

	for (int i = 0; i < n; i++)
		if (v[i]->self != u->self && v[i]->self != other->self &&
		    v[i]->side == u->side && !gboh_is_artillery(v[i]) &&
		    !gboh_is(v[i], GBOH_RIDDEN))
			return true;
	return false;
}

const struct gboh_stacking *
gboh_stacking(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, const struct gboh_unit *x, bool rout)
{
	unsigned mover = group_of(u), other = group_of(x);
	bool same = u->legion[0] != '\0' && strcmp(u->legion, x->legion) == 0;
	int n = d->nstacking;

	/* [cat 11.63] only infantry stands with it freely */
	if (mover == GBOH_STACK_ENGINE && gboh_is_horse(x))
		mover = GBOH_STACK_BASIC;
	if (other == GBOH_STACK_ENGINE && gboh_is_horse(u))
		other = GBOH_STACK_BASIC;
	if (gboh_is(u, GBOH_RIDDEN) || gboh_is(x, GBOH_RIDDEN))
		return NULL;				/* [spqr 6.61, 4.85] */
	if (mover == GBOH_STACK_LEGION && (is_stacked(s, x, u) ||
	    u->with != 0)) {				/* [6.69 a] */
		if (rout)	/* [spqr 6.63] as another colour: a hit */
			same = false;
		else
			mover = GBOH_STACK_BASIC;
	}
	for (int i = 0; i < n; i++) {
		const struct gboh_stacking *r = &d->stacking[i];

		if (r->rout == rout && (r->mover & mover) &&
		    (r->other & other) && (r->colour == 0 ||
		    (r->colour == 1) == same))
			return r;
	}
	return NULL;
}

/* [spqr 9.51] two phalanxes, one behind the other, in the same two hexes */
static bool
is_double(const struct gboh_unit *u, const struct gboh_unit *x)
{
	return u->deep && x->deep && gboh_is(u, GBOH_WIDE) &&
	    gboh_is(x, GBOH_WIDE) && u->hex == x->hex &&
	    u->facing == x->facing && u->column == 0 && x->column == 0;
}

/* [spqr 9.5] does it stand in Double Depth with another phalanx? */
bool
gboh_in_depth(struct gboh *s, const struct gboh_unit *u)
{
	const struct gboh_unit *x = gboh_is(u, GBOH_WIDE) ? gboh_partner(s, u) :
	    NULL;

	return x != NULL && is_double(u, x);
}

/* NULL, or why these two may not both stay where they are. */
const char *
gboh_cannot_share(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, const struct gboh_unit *x)
{
	const struct gboh_stacking *r;

	if (u->side != x->side)
		return "occupied";
	if (gboh_is(u, GBOH_RIDDEN) || gboh_is(x, GBOH_RIDDEN))
		return gboh_is_horse(u) || gboh_is_horse(x) ?
		    "stack.elephant" : NULL;
	if (is_double(u, x) && !is_stacked(s, x, u) && !u->routed &&
	    !x->routed)				/* [spqr 9.53] */
		return NULL;
	r = gboh_stacking(d, s, u, x, false);
	if (r == NULL || !r->stop || x->routed || u->routed ||
	    is_stacked(s, x, u))
		return "occupied";
	return NULL;
}

/* [cat 6.57, 6.61; spqr 6.61] NULL, or why it may not end its move as this copy
 * of it stands; an enemy who is there may withdraw */
const char *
gboh_cannot_stop(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int h[2], n = gboh_hexes(d, u, h);
	const char *why = NULL;

	for (int i = 0; i < n && why == NULL; i++) {
		struct gboh_unit *v[GBOH_STACK];
		int k = gboh_stack(s, h[i], v, GBOH_STACK);

		for (int x = 0; x < k && why == NULL; x++)
			if (v[x]->self != u->self && v[x]->side == u->side &&
			    v[x]->self != u->with)
				why = gboh_cannot_share(d, s, u, v[x]);
	}
	return why;
}

/* A unit that shares its hex with another against the charts; NULL. */
const struct gboh_unit *
gboh_overstacked(const struct gboh_data *d, struct gboh *s)
{
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i], *v[GBOH_STACK];
		int h[2], n = gboh_on_map(u) ? gboh_hexes(d, u, h) : 0;

		for (int k = 0; k < n; k++) {
			int m = gboh_stack(s, h[k], v, GBOH_STACK);

			for (int x = 0; x < m; x++)
				if (v[x]->self < u->self &&
				    gboh_cannot_share(d, s, u, v[x]) != NULL)
					return u;
		}
	}
	return NULL;
}

/* The other unit of its stack; NULL. */
struct gboh_unit *
gboh_partner(struct gboh *s, const struct gboh_unit *u)
{
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_on_map(u) ? gboh_stack(s, u->hex, v, GBOH_STACK) : 0;

	for (int i = 0; i < n; i++)
		if (v[i]->self != u->self && v[i]->side == u->side &&
		    !gboh_is_artillery(v[i]) && !gboh_is(v[i], GBOH_RIDDEN) &&
		    !gboh_is_artillery(u) && !gboh_is(u, GBOH_RIDDEN))
			return v[i];
	return NULL;
}

/* The unit with which it forms a stack, top and bottom; NULL.  Who only passes
 * through is in no stack. */
struct gboh_unit *
gboh_mate(struct gboh *s, const struct gboh_unit *u)
{
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_on_map(u) && u->self != s->passing ? gboh_stack(s,
	    u->hex, v, GBOH_STACK) : 0;

	for (int i = 0; i < n; i++)
		if (v[i]->self != u->self && v[i]->self != s->passing &&
		    v[i]->side == u->side && gboh_stands(v[i]) &&
		    v[i]->atop != u->atop && !gboh_is(u, GBOH_ENGINE |
		    GBOH_RIDDEN) && !gboh_is(v[i], GBOH_ENGINE | GBOH_RIDDEN))
			return v[i];
	return NULL;
}

/* [spqr 6.68] its TQ is another now, for it is alone or has come beneath
 * another: it does not rout by that */
void
gboh_settle_hits(struct game *g, struct gboh_unit *u)
{
	int tq = gboh_tq(gboh_data(g), gboh_state(g), u);

	if (!gboh_stands(u) || u->hits < tq)
		return;
	u->hits = tq - 1;
	tell(g, "steady", FACTS(fact_text("unit", u->id),
	    fact_number("total", u->hits)));
}

/* [spqr 6.63] of a stack that is passed every unit, and who goes along */
static void
hit_all(struct game *g, const struct gboh_unit *u, struct gboh_unit *friend,
    int hits)
{
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_stack(gboh_state(g), friend->hex, v, GBOH_STACK);

	gboh_hit(g, friend, hits, "stacking");
	for (int i = 0; i < n; i++)
		if (v[i] != friend && v[i]->self != u->self &&
		    v[i]->side == u->side &&
		    gboh_on_map(v[i]) && !v[i]->routed &&
		    !gboh_is_artillery(v[i]) && !gboh_is(v[i], GBOH_RIDDEN))
			gboh_hit(g, v[i], hits, "stacking");
}

/* [cat 6.63, 6.65; spqr 6.63, 6.69] voluntary movement through a friend */
void
gboh_pass_through(struct game *g, struct gboh_unit *u,
    struct gboh_unit *friend)
{
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_stacking *r = gboh_stacking(d, gboh_state(g), u,
	    friend, false);

	if (r == NULL || (r->hits_other == 0 && r->hits_mover == 0))
		return;
	if (friend->routed && !d->rules.routed_passed) {
		gboh_eliminate(g, friend, "stacking");
		return;
	}
	/* meanwhile it is no part of the stack: its own TQ counts */
	gboh_state(g)->passing = u->self;
	if (friend->routed)
		gboh_eliminate(g, friend, "stacking");
	else
		hit_all(g, u, friend, r->hits_other);
	if (gboh_on_map(u) && !u->routed)
		gboh_hit(g, u, r->hits_mover, "stacking");
	gboh_state(g)->passing = 0;
}
