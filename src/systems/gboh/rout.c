/* rout.c: Cohesion Hits, rout, discipline, the Rout and Reload
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

	if (u->status == GBOH_ELIMINATED)	/* by what it caused itself */
		return;
	gboh_remove(gboh_data(g), s, u, GBOH_ELIMINATED);
	u->exit = strcmp(cause, "edge") == 0 ? hex : HEX_NONE;
	u->hits = u->column = 0;
	u->routed = u->shield = u->engaged = u->due = false;
	u->shock = GBOH_NO_SHOCK;
	u->uncontrolled = 0;
	gboh_count_points(gboh_data(g), s);
	tell(g, "eliminated", FACTS(fact_text("unit", u->id),
	    fact_hex("hex", hex), fact_text("cause", cause),
	    fact_number("points", gboh_points(gboh_data(g), u))));
	if (gboh_is(u, GBOH_RIDDEN))
		gboh_lose_mount(g, u, strcmp(cause, "edge") == 0);
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

	if (s->side[side].disciplined || s->side[side].ferocity ||
	    d->rules.ferocity == 0)
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

/* ----------------------------------------------------------- rout [10.21] */

/* What rout makes of it [10.21, 10.26]. */
void
gboh_break(struct gboh_unit *u)
{
	u->routed = true;
	u->hits = u->column = 0;
	u->shield = u->engaged = u->rallied = u->due = false;
	u->shock = GBOH_NO_SHOCK;
	u->uncontrolled = 0;
	if (!gboh_is_horse(u) && u->missile != GBOH_NO_MISSILE)
		u->missiles = GBOH_NO;				/* [10.26] */
}

/* [spqr 6.68, 9.53] the other unit of a stack in which one has routed */
static void
rout_mate(struct game *g, struct gboh_unit *x, bool top_routed, bool mixed)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int die, total, tq;

	if (!gboh_stands(x))
		return;
	tq = gboh_tq(d, s, x);
	if (top_routed || gboh_is(x, GBOH_WIDE) || x->hits >= tq) {
		gboh_rout(g, x);
		return;
	}
	die = roll(g, 10, "=6.68 top %s", x->id);
	total = die + drm(g, mixed ? d->rules.mixed_drm : 0,
	    "=9.63 mixed");
	tell(g, "check", FACTS(fact_text("unit", x->id),
	    fact_text("why", "top"), fact_number("die", die),
	    fact_number("total", total), fact_number("tq", tq),
	    fact_text("result", total > tq ? "routs" : "holds")));
	if (total > tq)
		gboh_rout(g, x);
}

void
gboh_rout(struct game *g, struct gboh_unit *u)
{
	int from = u->hex, side = u->side;
	struct gboh_unit *mate = gboh_mate(gboh_state(g), u);
	bool top = u->atop, mixed = mate && gboh_is_mixed(u, mate);
	const char *cause;

	if (!gboh_stands(u))
		return;
	if (gboh_is_artillery(u) || gboh_is(u, GBOH_SKIRMISHES)) {
		gboh_eliminate(g, u, "rout");	/* [cat 11.67; spqr 10.21] */
	} else if (gboh_is(u, GBOH_ELEPHANT)) {
		gboh_rampage(g, u);
	} else if (gboh_is(u, GBOH_WIDE)) {
		const struct gboh_unit was = *u;

		if (!gboh_run_phalanx(g, u, &cause))
			gboh_eliminate(g, u, cause);
		else if (gboh_on_map(u))
			gboh_follow_phalanx(g, u, &was);
	} else if (!gboh_run(g, u, gboh_data(g)->rules.rout_hexes, -1,
	    &cause)) {
		gboh_eliminate(g, u, cause);
	} else if (gboh_on_map(u)) {
		gboh_leaders_follow(g, u, from, u->hex, "rout");
	}
	check_discipline(g, side);
	if (mate != NULL)
		rout_mate(g, mate, top, mixed);
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

	if (gboh_is(u, GBOH_WIDE)) {
		gboh_eliminate(g, u, "phalanx");	/* [spqr 10.23] */
		return;
	}
	gboh_retire_fire(g, u, NULL);				/* [8.22] */
	if (!gboh_on_map(u))
		return;
	if (!gboh_run(g, u, GBOH_WAY / 2, u->ma, &cause))
		gboh_eliminate(g, u, cause);
	else if (gboh_on_map(u))
		gboh_leaders_follow(g, u, from, u->hex, "rout");
}

static bool
is_short(const struct gboh_unit *u)
{
	return u->missile != GBOH_NO_MISSILE && u->missiles != GBOH_FULL;
}

static bool
screen_is_short(const struct gboh_unit *u)
{
	return u->screen != GBOH_NO_MISSILE && u->screens != GBOH_FULL;
}

/* [8.18, 10.26] in no enemy ZOC, and in nobody's range and sight who has
 * missiles */
static bool
may_reload(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool watched = false;

	if (!gboh_on_map(u) || (u->routed && !gboh_is_horse(u)) ||
	    (!is_short(u) && !screen_is_short(u)) || gboh_pinned(d, s, u))
		return false;
	for (int k = 0; k < s->nunits && !watched; k++) {
		const struct gboh_unit *v = &s->unit[k];

		watched = v->side != u->side && gboh_stands(v) &&
		    ((gboh_has_missiles(v) && gboh_cannot_hit_unit(g, v, u) ==
		    NULL) || gboh_screen_reaches(g, v, u));
	}
	return !watched;
}

/* [8.18] all at once: who reloads now keeps nobody else from it */
static void
reload(struct game *g)
{
	struct gboh *s = gboh_state(g);
	bool may[GBOH_UNITS];

	for (int i = 0; i < s->nunits; i++)
		may[i] = may_reload(g, &s->unit[i]);
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];
		bool screen = screen_is_short(u);

		if (!may[i])
			continue;
		if (is_short(u)) {
			u->missiles = GBOH_FULL;
			tell(g, "missiles", FACTS(fact_text("unit", u->id),
			    fact_text("missiles", "full")));
		}
		if (screen) {				/* [spqr 9.12] */
			u->screens = GBOH_FULL;
			tell(g, "missiles", FACTS(fact_text("unit", u->id),
			    fact_text("missiles", "full"), fact_text("weapon",
			    gboh_weapon_names[u->screen])));
		}
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
	tell(g, "rout-phase", FACTS(fact_number("turn", s->turn)));
	for (int side = 0; side < d->nsides; side++)
		while ((u = next_to_run(d, s, side, todo)) != NULL) {
			todo[u - s->unit] = false;
			run_on(g, u);
		}
	reload(g);
	if (game_revision(g) >= 2)	/* before markers are flipped, which the
					 * next turn tells [spqr 4.91] */
		gboh_place_mahouts(g);
	gboh_flip_markers(s);
	gboh_lift_markers(s);
	if (game_revision(g) < 2)
		gboh_place_mahouts(g);
}

/* [3.0 D 4] */
void
gboh_flip_markers(struct gboh *s)
{
	s->ended = false;
	for (int i = 0; i < s->nunits; i++) {
		s->unit[i].moved = s->unit[i].pursued = false;
		s->unit[i].active_fire = 0;
	}
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (l->status != GBOH_ELIMINATED)
			l->finished = false;
		l->held = l->bypassed = l->passed_over = l->pinned = false;
		l->commanding = l->rolled = false;
		l->phases = l->nrallied = 0;
	}
	for (int i = 0; i < GAME_SIDES; i++)
		s->side[i].elite = s->side[i].advanced =
		    s->side[i].trumped = false;
}
