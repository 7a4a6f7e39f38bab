/* shock.c: who shocks whom: designation and allocation, step by step
 * [7.3, 9.11, 9.12] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"

#include <string.h>

bool
gboh_is_heavy(const struct gboh_data *d, const struct gboh_unit *u)
{
	(void)d;
	return gboh_is(u, GBOH_HEAVY);
}

/* [cat 7.34, 11.61; spqr 7.33] */
bool
gboh_can_shock(const struct gboh_data *d, const struct gboh_unit *u)
{
	return !gboh_is_artillery(u) && !gboh_is(u, GBOH_SKIRMISHES |
	    GBOH_RIDDEN) && !(d->rules.light_archers && gboh_is(u,
	    GBOH_LIGHT) && gboh_is_archer(u));
}

/* Those who still take part where they stood when it was designated. */
int
gboh_members(struct gboh *s, int combat, bool attackers,
    struct gboh_unit **out, int max)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i], *x;

		if (u->combat != combat || u->attacks != attackers ||
		    !gboh_on_map(u) || u->hex != u->origin || (attackers &&
		    u->routed) || n == max)
			continue;
		out[n++] = u;
		x = u->atop ? gboh_partner(s, u) : NULL;
		for (int k = 0; k < n && x != NULL; k++)
			if (out[k] == x) {	/* of a stack the top one first */
				out[k] = u;
				out[n - 1] = x;
				break;
			}
	}
	return n;
}

/* In its ZOC, and one whom it may attack [spqr 7.33, 9.15]. */
bool
gboh_may_attack(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	return gboh_zoc_on(d, u, v) && (!gboh_is_velites(u) ||
	    gboh_faces(d, u, v)) && d->clash[gboh_approach(d, v,
	    u)][v->type][u->type] > 0;
}

static bool
in_zoc_of(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	return gboh_may_attack(d, u, v);
}

/* [9.12] only those in the ZOC of all can be attacked by all together */
static bool
in_every_zoc(const struct gboh_data *d, struct gboh_unit *const *att, int na,
    const struct gboh_unit *v)
{
	for (int i = 0; i < na; i++)
		if (!in_zoc_of(d, att[i], v))
			return false;
	return na > 0;
}

/* [7.33] within his range, of those whom he commands; [spqr 10.41] an engaged
 * unit whoever commands it */
static bool
is_in_reach(struct game *g, const struct gboh_leader *l,
    const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (s->engaged && u->engaged && gboh_is_spqr(d))
		return gboh_unit_in_range(d, s, l, u, l->range);
	if (game_revision(g) >= 2 && ((l->rank == GBOH_TRIBUNE && u->ala) ||
	    (l->rank == GBOH_SOCIORUM && !u->ala)))	/* [spqr 4.52] */
		return false;
	return gboh_commands(d, s, l, u);
}

/* [7.33, 7.34] NULL, or why it may not be designated */
const char *
gboh_cannot_shock(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	struct gboh_unit *v[1];

	if (!gboh_on_map(u) || u->side != s->active)
		return "off-map";
	if (u->routed || u->column != 0)
		return "shock.state";
	if (gboh_is_artillery(u))
		return "shock.artillery";
	if (!gboh_can_shock(d, u))
		return "shock.kind";
	if (u->combat != 0)
		return "shock.combat";
	if (u->pursued)
		return "pursued";
	if (gboh_in_my_zoc(d, s, u, v, 1) == 0)
		return "shock.no-enemy";
	if (u->shock != GBOH_NO_SHOCK)
		return NULL;
	if (u->rallied)
		return "rallied";
	if (u->entered && gboh_held_back(g, u))
		return "shock.triarii";
	if (d->rules.moved_adjacent ? u->met : u->entered &&
	    gboh_foes_near(d, s, u, 1) > 0)
		return "shock.unsaid";
	if (l == NULL || !gboh_leads(l) || (!u->ordered && !is_in_reach(g, l,
	    u)))
		return "shock.range";
	return NULL;
}

/* ------------------------------------------------------------- the order */

static const char *
take_list(struct game *g, const struct node *list, struct gboh_unit **out,
    int *n)
{
	struct gboh *s = gboh_state(g);

	*n = 0;
	for (const struct node *c = list ? list->child : NULL; c;
	    c = c->next) {
		struct gboh_unit *u = gboh_find(s, c->s);

		if (u == NULL)
			return why_not(g, "off-map", FACTS(fact_text("unit",
			    c->s)));
		for (int i = 0; i < *n; i++)
			if (out[i] == u)
				return why_not(g, "shock.twice", FACTS(
				    fact_text("unit", u->id)));
		if (*n == GBOH_GROUP)
			return why_not(g, "shock.many", FACTS(fact_number(
			    "most", GBOH_GROUP)));
		out[(*n)++] = u;
	}
	return *n > 0 ? NULL : "shock.lists";
}

/* What an order says in advance, as one text: "a then b". */
static const char *
planned_text(struct game *g, const struct node *order, const char *key,
    char *out)
{
	const struct node *v = node_get(order, key);
	struct str t = str_new(game_arena(g));

	out[0] = '\0';
	if (v == NULL)
		return NULL;
	if (v->type == NODE_STRING) {
		str_add(&t, v->s);
	} else {
		for (const struct node *c = v->child; c; c = c->next)
			str_addf(&t, "%s%s", t.len ? " then " : "",
			    c->s ? c->s : "");
	}
	if (t.len >= FIELD_TEXT_SIZE)
		return why_not(g, "shock.text", FACTS(fact_text("field", key),
		    fact_number("most", FIELD_TEXT_SIZE - 1)));
	memcpy(out, t.s, t.len + 1);
	return NULL;
}

static bool
is_among(struct gboh_unit *const *list, int n, const struct gboh_unit *u)
{
	for (int i = 0; i < n; i++)
		if (list[i] == u)
			return true;
	return false;
}

/* Is there anybody else who could still be ordered to attack it? */
static bool
left_to_others(struct game *g, struct gboh_unit *const *att, int na,
    const struct gboh_unit *v)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++)
		if (!is_among(att, na, &s->unit[i]) &&
		    gboh_cannot_shock(g, &s->unit[i]) == NULL &&
		    in_zoc_of(d, &s->unit[i], v))
			return true;
	return false;
}

/* [7.31, 9.12] NULL, or whom these would leave alone that they must attack */
static const char *
leaves_out(struct game *g, struct gboh_unit *const *att, int na,
    struct gboh_unit *const *def, int nd)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit *v[8];

	for (int i = 0; i < na; i++) {
		int n = gboh_in_my_zoc(d, gboh_state(g), att[i], v, 8);

		for (int k = 0; k < n; k++)
			if (v[k]->combat == 0 && !is_among(def, nd, v[k]) &&
			    gboh_may_attack(d, att[i], v[k]) &&
			    !in_every_zoc(d, att, na, v[k]) &&
			    !left_to_others(g, att, na, v[k]))
				return why_not(g, "shock.must", FACTS(
				    fact_text("unit", att[i]->id),
				    fact_text("target", v[k]->id)));
	}
	return NULL;
}

static void
join_combat(struct game *g, struct gboh_unit *u, int combat, bool attacks)
{
	struct gboh_unit *x;
	int h[2];

	u->combat = combat;
	u->attacks = attacks;
	u->origin = u->hex;
	u->origin2 = gboh_hexes(gboh_data(g), u, h) > 1 ? h[1] : HEX_NONE;
	if (attacks && u->shock == GBOH_NO_SHOCK)
		u->shock = GBOH_NO_CHECK;
	x = attacks ? gboh_partner(gboh_state(g), u) : NULL;
	if (x != NULL && x->entered && gboh_held_back(g, x) &&
	    game_revision(g) >= 2)
		x = NULL;			/* [spqr 9.72] */
	if (x != NULL && x->combat == 0 && gboh_can_shock(gboh_data(g), x) &&
	    !x->routed) {			/* [spqr 8.42] a stack as one */
		x->shock = u->shock;
		join_combat(g, x, combat, true);
	}
	if (!attacks) {
		if (u->shield)
			gboh_drop_shield(g, u);	/* [11.73] */
		u->charged = u->charged || u->column != 0;
	}
}

/* [cat 11.63] artillery that stands with infantry is no unit in shock: whoever
 * names it means the infantry */
static int
without_engines(struct game *g, struct gboh_unit **u, int n)
{
	int k = 0;

	for (int i = 0; i < n; i++) {
		struct gboh_unit *x = gboh_find_target(gboh_state(g),
		    u[i]->id);

		if (x == u[i] || !is_among(u, n, x))
			u[k++] = x;
	}
	return k;
}

void
gboh_order_shock(struct game *g, const struct order *o)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP];
	struct gboh_combat c = { .superiority = GBOH_NONE };
	int na = 0, nd = 0;
	const char *why = take_list(g, node_array_of(o->node, "units"), att,
	    &na);

	if (why == NULL)
		why = take_list(g, node_array_of(o->node, "targets"), def,
		    &nd);
	if (why == NULL && game_revision(g) >= 2)
		nd = without_engines(g, def, nd);
	for (int i = 0; i < na && why == NULL; i++)
		why = why_also(g, gboh_cannot_shock(g, att[i]), FACTS(
		    fact_text("unit", att[i]->id)));
	for (int k = 0; k < nd && why == NULL; k++) {
		if (!gboh_on_map(def[k]) || def[k]->side == s->active)
			why = "no-target";
		else if (def[k]->combat != 0)
			why = "shock.attacked";
		else if (!in_every_zoc(d, att, na, def[k]))
			why = "shock.zoc";
		why = why_also(g, why, FACTS(fact_text("target", def[k]->id)));
	}
	if (why == NULL)
		why = leaves_out(g, att, na, def, nd);
	if (why == NULL && s->ncombats == GBOH_COMBATS)
		why = "shock.combats";
	if (why == NULL)
		why = planned_text(g, o->node, "lead", c.lead);
	if (why == NULL)
		why = planned_text(g, o->node, "advance", c.advance);
	if (why == NULL)
		why = planned_text(g, o->node, "face", c.face);
	if (why == NULL)
		why = planned_text(g, o->node, "loss", c.loss);
	if (why == NULL)
		why = planned_text(g, o->node, "share", c.share);
	if (why != NULL) {
		order_cannot(g, why, NULL);
		return;
	}
	s->combat[s->ncombats++] = c;
	for (int i = 0; i < na; i++)
		join_combat(g, att[i], s->ncombats, true);
	for (int k = 0; k < nd; k++)
		join_combat(g, def[k], s->ncombats, false);
	s->designating = s->acted = true;
}

/* ------------------------------------------------------ what is left [9.12] */

/* Entry fire may have routed units since the order was written. */
static void
prune(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int k = 1; k <= s->ncombats; k++) {
		struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP];
		int na = gboh_members(s, k, true, att, GBOH_GROUP);
		int nd = gboh_members(s, k, false, def, GBOH_GROUP), left = 0;

		for (int i = 0; i < nd; i++) {
			if (in_every_zoc(d, att, na, def[i]))
				left++;
			else
				def[i]->combat = 0;
		}
		for (int x = 0; x < na && left == 0; x++)
			att[x]->combat = 0;
		s->combat[k - 1].over = na == 0 || left == 0;
	}
}

/* A new combat of one attacker against its enemies in combat `k` (0: in
 * none). */
static void
open_combat(struct game *g, struct gboh_unit *u, int k)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[8];
	int n = gboh_in_my_zoc(gboh_data(g), s, u, v, 8);

	s->combat[s->ncombats++] = (struct gboh_combat){
	    .superiority = GBOH_NONE };
	join_combat(g, u, s->ncombats, true);
	for (int i = 0; i < n; i++)
		if (v[i]->combat == k && !v[i]->attacks)
			join_combat(g, v[i], s->ncombats, false);
}

/* Does nobody attack one of the enemies in its ZOC? */
static bool
has_fresh_enemy(struct game *g, struct gboh_unit *u)
{
	struct gboh_unit *v[8];
	int n = gboh_in_my_zoc(gboh_data(g), gboh_state(g), u, v, 8);

	for (int i = 0; i < n; i++)
		if (v[i]->combat == 0)
			return true;
	return false;
}

/* A unit that must shock and was given no combat; the first `ordered` combats
 * stay as their orders have them. */
static void
allocate(struct game *g, struct gboh_unit *u, int ordered)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[8], *def[GBOH_GROUP];
	int n = gboh_in_my_zoc(d, s, u, v, 8);

	if (has_fresh_enemy(g, u) && s->ncombats < GBOH_COMBATS) {
		open_combat(g, u, 0);
		return;
	}
	for (int i = 0; i < n; i++) {
		int k = v[i]->combat, nd;
		bool all = true;

		if (k == 0 || v[i]->attacks)
			continue;
		nd = gboh_members(s, k, false, def, GBOH_GROUP);
		for (int x = 0; x < nd; x++)
			all = all && in_zoc_of(d, u, def[x]);
		if (all) {
			join_combat(g, u, k, true);
			return;
		}
	}
	/* [7.31] those of whom its combat has more are left to it */
	for (int i = 0; i < n && s->ncombats < GBOH_COMBATS; i++)
		if (v[i]->combat > ordered && !v[i]->attacks) {
			open_combat(g, u, v[i]->combat);
			return;
		}
}

/* An enemy in every attacker's ZOC that nobody attacks is attacked too. */
static void
extend(struct game *g, int k)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *att[GBOH_GROUP], *v[8];
	int na = gboh_members(s, k, true, att, GBOH_GROUP), n;

	if (na == 0)
		return;
	n = gboh_in_my_zoc(d, s, att[0], v, 8);
	for (int i = 0; i < n; i++)
		if (v[i]->combat == 0 && in_every_zoc(d, att, na, v[i]))
			join_combat(g, v[i], k, false);
}

/* [9.12] one of several attackers goes for the enemy that only it can attack
 * and that nobody attacks after all; the last one takes it on as well. */
static void
part(struct game *g, int k)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *att[GBOH_GROUP];
	int na = gboh_members(s, k, true, att, GBOH_GROUP), left = na;

	for (int i = 0; i < na && left > 1; i++)
		if (has_fresh_enemy(g, att[i]) && s->ncombats < GBOH_COMBATS) {
			open_combat(g, att[i], 0);
			left--;
		}
	if (left < na)
		extend(g, k);
}

static struct node *
ids(struct game *g, struct gboh_unit **u, int n, bool must)
{
	struct arena *a = game_arena(g);
	struct node *list = node_array(a);

	for (int i = 0; i < n; i++)
		if (!must || u[i]->shock == GBOH_MUST_CHECK)
			node_add(a, list, NULL, node_string(a, u[i]->id));
	return list;
}

static void
announce(struct game *g, int k)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP];
	int na = gboh_members(s, k, true, att, GBOH_GROUP);
	int nd = gboh_members(s, k, false, def, GBOH_GROUP);

	if (na == 0 || nd == 0) {
		s->combat[k - 1].over = true;
		return;
	}
	tell(g, "shock", FACTS(fact_number("combat", k),
	    fact_node("attackers", ids(g, att, na, false)),
	    fact_node("defenders", ids(g, def, nd, false)),
	    fact_node("check", ids(g, att, na, true))));
}

static void
designation(struct game *g)
{
	struct gboh *s = gboh_state(g);
	int ordered;

	gboh_close_lines(g);
	gboh_artillery_last(g);			/* [cat 11.66; spqr 9.86] */
	prune(g);
	gboh_must_disengage(g);				/* [spqr 10.42] */
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->side == s->active && s->engaged && u->engaged &&
		    u->combat == 0 && u->shock == GBOH_NO_SHOCK &&
		    gboh_cannot_shock(g, u) == NULL)
			u->shock = GBOH_NO_CHECK;	/* [10.31] */
	}
	ordered = s->ncombats;
	for (int k = 1; k <= ordered; k++)
		if (!s->combat[k - 1].over)
			extend(g, k);
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->side == s->active && u->combat == 0 &&
		    u->shock != GBOH_NO_SHOCK && gboh_on_map(u) &&
		    !u->routed && u->column == 0)
			allocate(g, u, ordered);
	}
	for (int k = 1; k <= ordered; k++)
		if (!s->combat[k - 1].over)
			part(g, k);
	for (int k = 1; k <= s->ncombats; k++)
		announce(g, k);
	for (int k = 0; k < s->ncombats; k++)
		s->acted = s->acted || !s->combat[k].over;
}

/* ------------------------------------------------------------- the steps */

static void
one_round(struct game *g, enum gboh_round round)
{
	switch (round) {
	case GBOH_DESIGNATE:
		designation(g);				/* [9.11, 9.12] */
		break;
	case GBOH_CHARGE:
		gboh_charge_step(g);			/* [9.13] */
		break;
	case GBOH_CASUALTIES:
		gboh_casualty_step(g);			/* [9.14] */
		break;
	case GBOH_STRUGGLE:
		gboh_struggle_step(g);			/* [9.15, 9.16] */
		break;
	case GBOH_COLLAPSE:
		gboh_collapse_step(g);			/* [9.17] */
		break;
	case GBOH_ADVANCE:
		gboh_advance_step(g, false);		/* [9.2] */
		break;
	case GBOH_AFTERMATH:
		gboh_aftermath_step(g);
		break;
	case GBOH_ROUND_COUNT:
		break;
	}
}

static void
clear_combats(struct gboh *s)
{
	for (int i = 0; i < s->nunits; i++) {
		s->unit[i].combat = 0;
		s->unit[i].attacks = false;
		s->unit[i].origin = s->unit[i].origin2 = HEX_NONE;
		s->unit[i].via = s->unit[i].via2 = HEX_NONE;
		s->unit[i].stood = false;
	}
	s->ncombats = 0;
}

void
gboh_shock_phase(struct game *g)
{
	struct gboh *s = gboh_state(g);

	while (s->round < GBOH_ROUND_COUNT) {
		one_round(g, s->round);
		if (s->round == GBOH_AFTERMATH)
			break;
		s->round++;
		checkpoint(g);
	}
	gboh_pursuits(g);				/* [spqr 8.6] */
	clear_combats(s);
	s->round = 0;
}

bool
gboh_shock_ahead(struct game *g, struct gboh_unit *attacker)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[8];
	int n, m = 0, marker = attacker->shock;
	bool chase = true;

	clear_combats(s);
	n = gboh_in_my_zoc(gboh_data(g), s, attacker, v, 8);
	for (int i = 0; i < n; i++)
		if (in_zoc_of(gboh_data(g), attacker, v[i])) {
			chase = chase && v[i]->routed;
			v[m++] = v[i];
		}
	if (m == 0)
		return false;
	s->combat[s->ncombats++] = (struct gboh_combat){
	    .superiority = GBOH_NONE, .shaken = true, .chase = chase };
	attacker->shock = GBOH_MUST_CHECK;
	join_combat(g, attacker, 1, true);
	for (int i = 0; i < m; i++)
		join_combat(g, v[i], 1, false);
	announce(g, 1);
	gboh_charge_step(g);
	gboh_casualty_step(g);
	gboh_struggle_step(g);
	gboh_collapse_step(g);
	for (int i = 0; i < m; i++)
		chase = chase && !gboh_on_map(v[i]);
	s->combat[0].chase = chase;
	gboh_advance_step(g, false);
	gboh_aftermath_step(g);
	attacker->shock = marker;
	clear_combats(s);
	return chase;
}

/* [6.73] one combat at once; both check TQ */
void
gboh_shock_now(struct game *g, struct gboh_unit *attacker,
    struct gboh_unit *defender)
{
	struct gboh *s = gboh_state(g);
	int marker = attacker->shock;

	clear_combats(s);
	s->combat[s->ncombats++] = (struct gboh_combat){
	    .superiority = GBOH_NONE };
	attacker->shock = GBOH_MUST_CHECK;
	join_combat(g, attacker, 1, true);
	join_combat(g, defender, 1, false);
	announce(g, 1);
	gboh_charge_step(g);
	gboh_casualty_step(g);
	gboh_struggle_step(g);
	gboh_collapse_step(g);
	gboh_advance_step(g, false);
	gboh_aftermath_step(g);
	attacker->shock = marker;
	clear_combats(s);
}
