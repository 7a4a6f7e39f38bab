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
		return "there is no leader to give it";
	if (s->designating)
		return "shock has been designated: no more orders [9.11]";
	if (l->rank != GBOH_OVERALL && gboh_in_ezoc(d, s, l->side, l->hex))
		return "the leader is in an enemy ZOC [4.24]";
	return NULL;
}

/* ... or this unit cannot be told anything. */
static const char *
cannot_command(struct game *g, const struct gboh_unit *u)
{
	const char *why = gboh_cannot_lead(g);

	if (why == NULL && (u->side != gboh_state(g)->active ||
	    !gboh_on_map(u)))
		why = "it is not on the map";
	return why;
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
		return "it is routed [10.26]";
	if (u->rallied)
		return "it has rallied in this turn [10.27]";
	if (u->uncontrolled > 0)
		return "it is uncontrolled [11.31]";
	if (u->pursued)
		return "it has pursued in this turn [=8.63]";
	if (gboh_in_depth(s, u) && l->rank != GBOH_OVERALL)
		return "only the Overall Commander orders Double Depth [=9.52]";
	if (u->ordered)
		return "it has had its order in this Orders Phase [5.24]";
	if (d->rules.again_after && u->recovered > 0)
		return "it has recovered in this Orders Phase [=10.16]";
	if (u->pursued)
		return "it has pursued or broken off in this turn [=8.63]";
	if (u->line > 0)
		return NULL;
	if (gboh_cannot_drive(g, u) != NULL)
		return gboh_cannot_drive(g, u);
	if (s->issued > 0)
		return "it is not part of the line [4.31]";
	if (s->individual >= l->initiative)
		return "the leader has no more orders to give [4.22]";
	if (!gboh_may_command(l, u))
		return "the leader may not command it [4.33, 4.5]";
	if (gboh_other_class(l, u) != NULL)
		return gboh_other_class(l, u);
	if (!gboh_unit_in_range(d, s, l, u, l->range))
		return "it is out of the leader's range [4.21]";
	return NULL;
}

/* ------------------------------------------------------ line commands [4.3] */

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
		if (!gboh_stands(u) || gboh_cannot_fire(g, u) != NULL)
			continue;
		for (int k = 0; k < s->nunits && n < GBOH_GROUP; k++) {
			struct gboh_unit *v = &s->unit[k];

			if (v->side != u->side && v->line == s->issued &&
			    v->entered && gboh_stands(v) && gboh_zoc_on(d, u,
			    v))
				t[n++] = v;
		}
		if (n == 0)
			continue;
		at = gboh_ask_fire(g, "entry-fire", u, t, n, 1);
		if (at == NULL)
			continue;
		memcpy(u->shot, at->id, ID_SIZE);
		u->answered = s->issued;
		gboh_fire(g, (struct gboh_shot){ .unit = u, .target = at,
		    .kind = GBOH_ENTRY, .range = 1 }, NULL);
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
		return "he issues no line commands [4.33]";
	if (s->individual > 0)
		return "individual orders were given in this phase [4.31]";
	if (s->issued >= l->lines)
		return "he has issued his line commands [4.31]";
	if (gboh_in_ezoc(d, s, l->side, l->hex))
		return "the leader is in an enemy ZOC [4.33]";
	if (d->rules.line_reach > 0)
		return gboh_no_line_now(g);
	if (l->rolled && !l->commanding && l->rank != GBOH_OVERALL)
		return "he may not issue line commands in this activation "
		    "[4.33]";
	return NULL;
}

const char *
gboh_cannot_join(struct game *g, const struct gboh_unit *u)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (u->side != s->active || !gboh_stands(u) || u->rallied ||
	    u->ordered || u->line > 0 || u->uncontrolled > 0)
		return "a unit cannot take part: it is not there, "
		    "routed, rallied, uncontrolled or was ordered";
	if (u->pursued)
		return "a unit has pursued in this turn [=8.63]";
	if (gboh_data(g)->rules.line_reach > 0)
		return !gboh_may_line(l, u) ?
		    "the leader may not command a unit [=4.5]" :
		    gboh_cannot_drive(g, u);
	if (!gboh_may_command(l, u))
		return "the leader may not command a unit [4.33]";
	if (!gboh_unit_in_range(gboh_data(g), s, l, u, 2 * l->range))
		return "a unit is not within twice his range [4.32]";
	return NULL;
}

const char *
gboh_cannot_line(struct game *g, struct gboh_unit *const *u, int n)
{
	const struct gboh_leader *l = gboh_active(gboh_state(g));
	const char *why = gboh_cannot_issue(g);

	for (int i = 0; i < n && why == NULL; i++)
		why = gboh_cannot_join(g, u[i]);
	if (why != NULL)
		return why;
	if (n == 0 && (l->rank == GBOH_OVERALL || l->commanding))
		return "it names no units, and there is nothing to roll for";
	if (n > 0)
		why = gboh_not_his_herd(g, u, n);
	if (n > 0 && why == NULL && gboh_data(g)->rules.line_reach > 0)
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
			why = "there is no such unit";
			break;
		}
		node_add(a, list, NULL, node_string(a, u[n++]->id));
	}
	if (why == NULL)
		why = gboh_cannot_line(g, u, n);
	if (why != NULL) {
		order_refuse(g, "no such line command: %s", why);
		return;
	}
	if (gboh_data(g)->rules.line_reach > 0) {
		if (!gboh_line_allowed(g, u, n, list, &die, &needed))
			return;
		l->initial = l->initial || !s->momentum;
	} else {
		if (l->rank == GBOH_OVERALL)
			l->commanding = l->rolled = true;
		if (!l->commanding && !line_roll(g, l, list, &die, &needed))
			return;
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

/* [10.16, 10.27, 11.1] in range and sight of an enemy with missiles */
bool
gboh_under_missiles(struct game *g, struct gboh_unit *u)
{
	struct gboh *s = gboh_state(g);
	int way[8];

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *v = &s->unit[i];

		if (v->side == u->side || !gboh_stands(v) || v->engaged ||
		    gboh_cannot_fire(g, v) != NULL)
			continue;
		if (gboh_cannot_hit_unit(g, v, u) == NULL)
			return true;
		if (gboh_cannot_harass(g, v, u) == NULL &&
		    gboh_harass_way(g, v, u, way, 8) > 0)
			return true;
	}
	return false;
}

const char *
gboh_cannot_recover(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (!gboh_stands(u) || u->rallied)
		return "it is routed or has rallied [10.16]";
	if (u->uncontrolled > 0)
		return "it is uncontrolled [11.31]";
	if (d->rules.again_after && u->ordered)
		return "it has had its order in this Orders Phase [=10.16]";
	if (u->hits == 0 || u->recovered >= d->rules.recover)
		return "it has no hits to remove [10.16]";
	if (gboh_is_rough(d, u->hex))
		return "it is not in clear terrain [10.16]";
	if (gboh_foes_near(d, s, u, 1) > 0)
		return "an enemy is adjacent [10.16]";
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
		return "a line command was issued in this phase [4.31]";
	if (s->individual >= l->initiative)
		return "the leader has no more orders to give [4.22]";
	if (!gboh_commands(d, s, l, u))
		return "the leader does not command it, or it is out of range "
		    "[4.21]";
	return gboh_other_class(l, u);
}

static void
order_recover(struct game *g, const struct order *o)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit"));
	const char *why = u ? gboh_cannot_reach(g, u) : "no such unit";
	int n;

	if (why == NULL)
		why = gboh_cannot_recover(g, u);
	if (why != NULL) {
		order_refuse(g, "%s cannot recover: %s", u ? u->id : "?", why);
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
		return "it is not routed";
	if (gboh_is_rough(d, u->hex))
		return "it is in rough terrain";
	if (gboh_foes_near(d, s, u, 1) > 0)
		return "an enemy is adjacent";
	if (gboh_under_missiles(g, u))
		return "it is within range and sight of enemy missiles";
	for (int i = 0; i < l->nrallied; i++)
		if (strcmp(l->rallied[i], u->id) == 0)
			return "he has tried it in this turn";
	if (l->nrallied == GBOH_RALLIED)
		return "he has tried too often";
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
	const char *why = u ? gboh_cannot_reach(g, u) : "no such unit";
	int die, f = -1;

	for (int i = 0; face && i < HEX_DIRS; i++)
		if (strcmp(face, gboh_facing_names[i]) == 0)
			f = i;
	if (why == NULL)
		why = gboh_cannot_rally(g, l, u);
	if (why == NULL && face && f < 0)
		why = "face: no such facing";
	if (why != NULL) {
		order_refuse(g, "%s cannot be rallied: %s [10.27]",
		    u ? u->id : "?", why);
		return;
	}
	gboh_spend_order(g, u, 1);
	memcpy(l->rallied[l->nrallied++], u->id, ID_SIZE);
	if (gboh_data(g)->rules.rally_initiative > 0) {
		gboh_rally_or_run(g, l, u, f);
		return;
	}
	die = roll(g, 10, "10.27 rally %s", u->id);
	if (die > l->charisma) {
		tell(g, "rally", FACTS(fact_text("unit", u->id),
		    fact_text("leader", l->id), fact_number("die", die),
		    fact_number("needed", l->charisma),
		    fact_text("result", "eliminated")));
		gboh_eliminate(g, u, "rally");
		return;
	}
	u->routed = false;
	u->rallied = true;
	u->hits = u->tq / (gboh_is_horse(u) ? d->rules.rally_horse :
	    d->rules.rally_foot);
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

	if (strcmp(v, "line") == 0)
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
		order_refuse(g, "%s", gboh_cannot_lead(g));
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
	while ((o = order_next(g, s->active, GBOH_ORDERS)) != NULL) {
		const struct gboh_leader *l = gboh_active(s);

		if (strcmp(o->verb, "momentum") == 0) {
			s->wish = true;
			break;
		}
		carry_out(g, o);
		if (l->finished && gboh_leads(l)) {	/* by 4.33 */
			gboh_begin_phase(g, GBOH_MOMENTUM);
			return;
		}
		checkpoint(g);
	}
	gboh_begin_phase(g, GBOH_SHOCK);
}
