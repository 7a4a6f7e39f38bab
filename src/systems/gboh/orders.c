/* orders.c: the Movement and Missile Fire Segment: line commands, individual
 * orders, recovery, rally [4.2, 4.3, 5.2, 10.16, 10.27] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* [4.24, 5.26] NULL, or why the active leader gives no orders */
const char *
gboh_cannot_lead(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (l == NULL || !gboh_leads(l))
		return "nobody-leads";
	if (l->finished)			/* [4.25] by a casualty */
		return gboh_he_cannot(g, l, "leader.finished");
	if (s->designating)
		return "designated";
	if (l->rank != GBOH_OVERALL && gboh_in_ezoc(d, s, l->side, l->hex))
		return gboh_he_cannot(g, l, "leader.zoc");
	return NULL;
}

/* ... or this unit cannot be told anything. */
static const char *
cannot_command(struct game *g, const struct gboh_unit *u)
{
	const char *why = gboh_cannot_lead(g);

	if (why == NULL && (u->side != gboh_state(g)->active ||
	    !gboh_on_map(u)))
		why = "off-map";
	return why;
}

/* [spqr 9.82] a Scorpio takes its orders from any leader, tribunes too */
static bool
obeys_anybody(struct game *g, const struct gboh_leader *l,
    const struct gboh_unit *u)
{
	return gboh_is_artillery(u) && gboh_is_spqr(gboh_data(g)) &&
	    game_revision(g) >= 2 && l->rank != GBOH_MAHOUT;
}

/* NULL, or why the unit may not be given an order to move or fire */
const char *
gboh_cannot_order(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	const char *why = cannot_command(g, u);

	if (why != NULL)
		return why;
	if (u->routed)
		return "routed";
	if (u->rallied)
		return "rallied";
	if (u->uncontrolled > 0)
		return "uncontrolled";
	if (u->pursued)
		return "pursued";
	if (gboh_in_depth(s, u) && l->rank != GBOH_OVERALL)
		return "depth.overall";
	if (u->ordered)
		return "ordered";
	if (d->rules.again_after && u->recovered > 0)
		return "recovered";
	if (u->pursued)
		return "pursued";
	if (u->line > 0)
		return NULL;
	if (s->issued > 0)
		return "line.not-in";
	if (s->individual >= l->initiative)
		return gboh_no_orders_left(g, l);
	if (!gboh_may_command(l, u) && !obeys_anybody(g, l, u))
		return gboh_he_cannot(g, l, "not-his");
	if (gboh_other_class(l, u) != NULL && !obeys_anybody(g, l, u))
		return gboh_other_class(l, u);
	if (!gboh_unit_in_range(d, s, l, u, l->range))
		return why_not(g, "out-of-range", FACTS(fact_text("leader",
		    l->id), fact_number("range", l->range)));
	if (gboh_is_prepared(l) && !gboh_in_prepared_line(g, l, u))
		return gboh_he_cannot(g, l, "prepared.unit");
	return NULL;
}

/* ------------------------------------------------------ line commands [4.3] */

/* [spqr 6.68] the other unit of a stack that has come up as one in a line;
 * NULL */
static struct gboh_unit *
came_along(struct game *g, const struct gboh_unit *u)
{
	struct gboh_unit *x = game_revision(g) < 2 ? NULL : gboh_mate(
	    gboh_state(g), u);

	return x != NULL && x->line == u->line && x->entered ? x : NULL;
}

/* [8.21] all entry fire at a line, after its movement */
void
gboh_line_fire(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i], *t[GBOH_GROUP], *at;
		int n = 0;

		if (!u->due)
			continue;
		u->due = false;
		if (!gboh_stands(u) || (gboh_cannot_fire(g, u) != NULL &&
		    !gboh_screen_ready(g, u)))
			continue;
		for (int k = 0; k < s->nunits && n < GBOH_GROUP; k++) {
			struct gboh_unit *v = &s->unit[k];

			if (v->side != u->side && v->line == s->issued &&
			    v->entered && gboh_stands(v) && gboh_zoc_on(d, u,
			    v) && (v->atop || came_along(g, v) == NULL))
				t[n++] = v;
		}
		if (n == 0)
			continue;
		at = gboh_cannot_fire(g, u) == NULL ? gboh_ask_fire(g,
		    "entry-fire", u, t, n, 1) : NULL;
		if (at != NULL) {
			memcpy(u->shot, at->id, ID_SIZE);
			u->answered = s->issued;
			at->with = came_along(g, at) ? came_along(g, at)->self :
			    0;
			gboh_fire(g, (struct gboh_shot){ .unit = u,
			    .target = at, .kind = GBOH_ENTRY, .range = 1 },
			    NULL);
			at->with = 0;
		}
		gboh_screen_fire(g, "entry-fire", u, at ? at : t[0],
		    GBOH_ENTRY);			/* [spqr 9.13] */
	}
}

/* The line's orders are over. */
void
gboh_close_lines(struct game *g)
{
	struct gboh *s = gboh_state(g);

	if (s->issued == 0)
		return;
	gboh_line_fire(g);
	gboh_check_control(g, s->issued);		/* [11.3] */
}

const char *
gboh_cannot_issue(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	const char *why = gboh_cannot_lead(g);

	if (why != NULL)
		return why;
	if (l->rank == GBOH_CONTINGENT || l->lines == 0)
		return gboh_he_cannot(g, l, "line.none");
	if (gboh_is_prepared(l))			/* [spqr 6.83] */
		return gboh_he_cannot(g, l, "prepared.line");
	if (s->individual > 0)
		return "line.individual";
	if (s->issued >= l->lines)
		return gboh_he_cannot(g, l, "line.issued");
	if (gboh_in_ezoc(d, s, l->side, l->hex))
		return gboh_he_cannot(g, l, "line.zoc");
	if (gboh_is_spqr(d))
		return gboh_no_line_now(g);
	if (l->rolled && !l->commanding && l->rank != GBOH_OVERALL)
		return gboh_he_cannot(g, l, "line.barred");
	return NULL;
}

const char *
gboh_cannot_join(struct game *g, const struct gboh_unit *u)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (u->side != s->active || !gboh_on_map(u))
		return "off-map";
	if (u->routed)
		return "routed";
	if (u->rallied)
		return "rallied";
	if (u->line > 0)
		return "line.twice";
	if (u->ordered)
		return "ordered";
	if (u->uncontrolled > 0)
		return "uncontrolled";
	if (u->pursued)
		return "pursued";
	if (gboh_is_spqr(gboh_data(g)))
		return !gboh_may_line(l, u) ? gboh_he_cannot(g, l, "not-his") :
		    gboh_cannot_drive(g, u);
	if (!gboh_may_command(l, u))
		return gboh_he_cannot(g, l, "not-his");
	if (!gboh_unit_in_range(gboh_data(g), s, l, u, 2 * l->range))
		return why_not(g, "line.range", FACTS(fact_text("leader",
		    l->id), fact_number("range", 2 * l->range)));
	return NULL;
}

const char *
gboh_cannot_line(struct game *g, struct gboh_unit *const *u, int n)
{
	const struct gboh_leader *l = gboh_active(gboh_state(g));
	const char *why = gboh_cannot_issue(g);

	for (int i = 0; i < n && why == NULL; i++)
		why = why_also(g, gboh_cannot_join(g, u[i]), FACTS(fact_text(
		    "unit", u[i]->id)));
	if (why != NULL)
		return why;
	if (n == 0 && (l->rank == GBOH_OVERALL || l->commanding))
		return "line.nothing";
	if (n > 0)
		why = gboh_not_his_herd(g, u, n);
	if (n > 0 && why == NULL && gboh_is_spqr(gboh_data(g)))
		why = gboh_line_too_far(g, u, n);
	return n == 0 || why != NULL ? why : gboh_not_a_line(g, u, n);
}

/* [4.33] true if he may; else he goes on with individual orders, or is
 * finished */
static bool
line_roll(struct game *g, struct gboh_leader *l, struct node *list,
    int *shown, int *wanted)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *oc = gboh_overall(s, l->side);
	bool near = oc != NULL && gboh_in_range(d, s, oc, l->hex, oc->range);
	int needed = near ? oc->strategy : 0, die;

	l->rolled = true;
	die = roll(g, 10, "4.33 line %s", l->id);
	l->commanding = die <= needed;
	*shown = die;
	*wanted = needed;
	if (!l->commanding) {
		tell(g, "line", FACTS(fact_text("leader", l->id),
		    fact_node("units", list), fact_text("result", near ?
		    "individual" : "finished"), fact_number("die", die),
		    fact_number("needed", needed)));
		if (!near)
			gboh_finish_leader(g, l, "failed");
	}
	return l->commanding;
}

static void
order_line(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	const struct node *units = node_array_of(o->node, "units");
	struct arena *a = game_arena(g);
	struct node *list = node_array(a);
	struct gboh_unit *u[GBOH_UNITS];
	int n = 0, die = -1, needed = 0;
	const char *why = NULL;

	for (const struct node *c = units ? units->child : NULL; c;
	    c = c->next) {
		u[n] = gboh_find(s, c->s);
		if (u[n] == NULL || n == GBOH_UNITS - 1) {
			why = why_not(g, "off-map", FACTS(fact_text("unit",
			    c->s)));
			break;
		}
		node_add(a, list, NULL, node_string(a, u[n++]->id));
	}
	if (why == NULL)
		why = gboh_cannot_line(g, u, n);
	if (why != NULL) {
		order_cannot(g, why, NULL);
		return;
	}
	if (gboh_is_spqr(gboh_data(g))) {
		if (!gboh_line_allowed(g, u, n, list, &die, &needed)) {
			order_failed(g, l->side);
			return;
		}
		l->initial = l->initial || (n > 0 && !s->momentum);
	} else {
		if (l->rank == GBOH_OVERALL)
			l->commanding = l->rolled = true;
		if (!l->commanding && !line_roll(g, l, list, &die, &needed)) {
			order_failed(g, l->side);
			return;
		}
	}
	if (n == 0) {		/* [4.33] the roll alone: a line may follow in
				 * this phase or in momentum */
		tell(g, "line", FACTS(fact_text("leader", l->id),
		    fact_text("result", "able"), fact_number("die", die),
		    fact_number("needed", needed)));
		return;
	}
	if (s->issued > 0)
		gboh_close_lines(g);
	s->issued++;
	s->acted = true;
	for (int i = 0; i < s->nunits; i++)	/* [11.62] artillery with it */
		for (int k = 0; k < n; k++)
			if (s->unit[i].hex == u[k]->hex &&
			    (&s->unit[i] == u[k] ||
			    gboh_is_artillery(&s->unit[i])) &&
			    s->unit[i].line == 0 && gboh_on_map(&s->unit[i]))
				s->unit[i].line = s->issued;
	for (int i = 0; i < n; i++)
		u[i]->from = u[i]->hex;
	if (die < 0)
		tell(g, "line", FACTS(fact_text("leader", l->id),
		    fact_node("units", list), fact_text("result", "issued")));
	else
		tell(g, "line", FACTS(fact_text("leader", l->id),
		    fact_node("units", list), fact_text("result", "issued"),
		    fact_number("die", die), fact_number("needed", needed)));
	if (node_boolean(o->node, "unwall", false))
		gboh_unwall(g, u, n);
}

/* -------------------------------------------------- recovery, rally [10.0] */

/* In range and sight of an enemy with missiles; `idle`: though he cannot fire
 * as he stands. */
static bool
is_threatened(struct game *g, struct gboh_unit *u, bool idle)
{
	struct gboh *s = gboh_state(g);
	int way[8];

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *v = &s->unit[i];

		if (v->side == u->side || !gboh_stands(v) || v->engaged ||
		    (idle ? !gboh_has_missiles(v) : gboh_cannot_fire(g, v) !=
		    NULL))
			continue;
		if (gboh_cannot_hit_unit(g, v, u) == NULL)
			return true;
		if (gboh_cannot_harass(g, v, u) == NULL &&
		    gboh_harass_way(g, v, u, way, 8) > 0)
			return true;
	}
	return false;
}

/* [10.16, 10.27] who has missiles */
bool
gboh_under_missiles(struct game *g, struct gboh_unit *u)
{
	return is_threatened(g, u, gboh_data(g)->rules.idle_missiles);
}

/* [11.1] who can fire */
bool
gboh_under_fire(struct game *g, struct gboh_unit *u)
{
	return is_threatened(g, u, false);
}

const char *
gboh_cannot_recover(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (!gboh_stands(u))
		return "routed";
	if (u->rallied)
		return "rallied";
	if (u->uncontrolled > 0)
		return "uncontrolled";
	if (d->rules.again_after && u->ordered)
		return "ordered";
	if (u->hits == 0 || u->recovered >= d->rules.recover)
		return "recover.none";
	if (gboh_stands_rough(d, u))
		return "recover.rough";
	if (gboh_foes_near(d, s, u, 1) > 0)
		return "recover.enemy";
	return NULL;
}

/* What every order to a unit that is not to move or fire asks. */
const char *
gboh_cannot_reach(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	const char *why = cannot_command(g, u);

	if (why != NULL)
		return why;
	if (s->issued > 0)
		return "after-line";
	if (s->individual >= l->initiative)
		return gboh_no_orders_left(g, l);
	if (!gboh_may_command(l, u))
		return gboh_he_cannot(g, l, "not-his");
	if (!gboh_commands(d, s, l, u))
		return why_not(g, "out-of-range", FACTS(fact_text("leader",
		    l->id), fact_number("range", l->range)));
	if (gboh_is_prepared(l) && !gboh_in_prepared_line(g, l, u))
		return gboh_he_cannot(g, l, "prepared.unit");
	return gboh_other_class(l, u);
}

static void
order_recover(struct game *g, const struct order *o)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit"));
	const char *why = u ? gboh_cannot_reach(g, u) : "off-map";
	int n;

	if (why == NULL)
		why = gboh_cannot_recover(g, u);
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit"))));
		return;
	}
	n = gboh_under_missiles(g, u) ? d->rules.recover_near :
	    d->rules.recover;
	if (n > d->rules.recover - u->recovered)
		n = d->rules.recover - u->recovered;
	if (n > u->hits)
		n = u->hits;
	u->hits -= n;
	u->recovered += n;
	gboh_spend_order(g, u, 1);
	tell(g, "recover", FACTS(fact_text("unit", u->id),
	    fact_number("hits", n), fact_number("total", u->hits)));
}

const char *
gboh_cannot_rally(struct game *g, const struct gboh_leader *l,
    struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (!u->routed || !gboh_on_map(u))
		return "rally.not-routed";
	if (gboh_stands_rough(d, u))
		return "rally.rough";
	if (gboh_foes_near(d, s, u, 1) > 0)
		return "rally.enemy";
	if (gboh_under_missiles(g, u))
		return "rally.missiles";
	for (int i = 0; i < l->nrallied; i++)
		if (strcmp(l->rallied[i], u->id) == 0)
			return "rally.tried";
	if (l->nrallied == GBOH_RALLIED)
		return "rally.often";
	return NULL;
}

static void
order_rally(struct game *g, const struct order *o)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit"));
	const char *face = node_str(o->node, "face");
	const char *why = u ? gboh_cannot_reach(g, u) : "off-map";
	int die, f = -1;

	for (int i = 0; face && i < HEX_DIRS; i++)
		if (strcmp(face, gboh_facing_names[i]) == 0)
			f = i;
	if (why == NULL)
		why = gboh_cannot_rally(g, l, u);
	if (why == NULL && face && f < 0)
		why = "no-facing";
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit")), fact_text("leader", l ? l->id : NULL),
		    fact_text("facing", face)));
		return;
	}
	gboh_spend_order(g, u, 1);
	memcpy(l->rallied[l->nrallied++], u->id, ID_SIZE);
	if (gboh_data(g)->rules.rally_initiative > 0) {
		gboh_rally_or_run(g, l, u, f);
		if (!u->rallied)
			order_failed(g, l->side);
		return;
	}
	die = roll(g, 10, "10.27 rally %s", u->id);
	if (die > l->charisma) {
		tell(g, "rally", FACTS(fact_text("unit", u->id),
		    fact_text("leader", l->id), fact_number("die", die),
		    fact_number("needed", l->charisma),
		    fact_text("result", "eliminated")));
		gboh_eliminate(g, u, "rally");
		order_failed(g, l->side);
		return;
	}
	u->routed = false;
	u->rallied = true;
	u->hits = u->tq / (gboh_is_horse(u) ? d->rules.rally_horse :
	    d->rules.rally_foot);
	if (u->missile != GBOH_NO_MISSILE && !gboh_is_horse(u))
		u->missiles = GBOH_NO;
	if (f >= 0)
		u->facing = f;
	tell(g, "rally", FACTS(fact_text("unit", u->id),
	    fact_text("leader", l->id), fact_number("die", die),
	    fact_number("needed", l->charisma),
	    fact_text("result", "rallied"), fact_number("hits", u->hits),
	    fact_text("facing", gboh_facing_names[u->facing])));
}

/* ------------------------------------------------------------ the segment */

static void
carry_out(struct game *g, const struct order *o)
{
	const char *v = o->verb;

	if (strcmp(v, "prearrange") == 0)
		gboh_order_prearrange(g, o);
	else if (strcmp(v, "line") == 0)
		order_line(g, o);
	else if (strcmp(v, "move") == 0)
		gboh_order_move(g, o);
	else if (strcmp(v, "fire") == 0)
		gboh_order_fire(g, o);
	else if (strcmp(v, "harass") == 0)
		gboh_order_harass(g, o);
	else if (strcmp(v, "recover") == 0)
		order_recover(g, o);
	else if (strcmp(v, "rally") == 0)
		order_rally(g, o);
	else if (strcmp(v, "shock") == 0)
		gboh_order_shock(g, o);
	else if (strcmp(v, "disengage") == 0)
		gboh_order_disengage(g, o);
	else if (strcmp(v, "dismount") == 0)
		gboh_order_mount(g, o, false);
	else if (strcmp(v, "mount") == 0)
		gboh_order_mount(g, o, true);
	else if (strcmp(v, "mode") == 0)
		gboh_order_mode(g, o);
	else if (strcmp(v, "regroup") == 0)
		gboh_order_regroup(g, o);
	else if (strcmp(v, "extend") == 0)
		gboh_order_extend(g, o);
	else if (strcmp(v, "restack") == 0)
		gboh_order_restack(g, o);
	else if (gboh_cannot_lead(g) != NULL)
		order_cannot(g, gboh_cannot_lead(g), NULL);
	else if (strcmp(v, "move-leader") == 0)
		gboh_order_move_leader(g, o);
	else
		gboh_order_replace(g, o);
}

void
gboh_orders_phase(struct game *g)
{
	struct gboh *s = gboh_state(g);
	const struct order *o;

	if (s->activation == GBOH_UNCONTROLLED) {
		gboh_uncontrolled_advance(g);
		gboh_begin_phase(g, GBOH_SHOCK);
		return;
	}
	gboh_note_zones(g);
	while ((o = order_next(g, s->active, GBOH_ORDERS)) != NULL) {
		struct gboh_leader *l = gboh_active(s);

		if (strcmp(o->verb, "momentum") == 0) {
			s->wish = true;
			break;
		}
		carry_out(g, o);
		gboh_release(g);
		gboh_note_zones(g);
		if (l->finished && gboh_leads(l) && strcmp(o->verb,
		    "line") == 0) {			/* [cat 4.33] */
			gboh_begin_phase(g, GBOH_MOMENTUM);
			return;
		}
		checkpoint(g);
	}
	gboh_begin_phase(g, GBOH_SHOCK);
}
