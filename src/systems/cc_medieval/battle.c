/* battle.c: who may battle, and the orders of combat
 * [combat.*, ranged.*, card.*, move.warrior-charge-compulsory] */
#include "systems/cc_medieval/combat.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------------- who may */

bool
cc_is_kind(const struct cc *s, int kind, int action)
{
	return !s->one && (s->played == kind || s->action == action);
}

const char *
cc_find_target(struct game *g, int side, const char *id, struct cc_unit **u,
    struct cc_leader **l)
{
	struct cc *s = cc_state(g);

	*u = cc_find_unit(s, id);
	*l = *u ? NULL : cc_find_leader(s, id);
	if (*u != NULL && cc_on_board(*u) && (*u)->side != side)
		return NULL;
	if (*l != NULL && cc_leader_on_board(*l) && (*l)->side != side &&
	    cc_unit_at(s, (*l)->hex) == NULL)
		return NULL;
	return arena_printf(game_arena(g), "%s is no enemy unit on the board, "
	    "nor a lone leader", id);
}

/* [card.fire-and-close] is it one that fires and then closes? */
bool
cc_is_closing(struct game *g, const struct cc_unit *u)
{
	return cc_is_kind(cc_state(g), CC_FIRE_CLOSE, CC_ACT_FIRE_CLOSE) &&
	    cc_range_of(cc_data(g), u) > 0 && !u->aside;
}

/* [card.darken-the-sky] is it one that fires twice and does nothing else? */
bool
cc_is_darkening(struct game *g, const struct cc_unit *u)
{
	return cc_is_kind(cc_state(g), CC_DARKEN, CC_ACT_DARKEN) &&
	    cc_range_of(cc_data(g), u) > 0 && !u->aside;
}

static const char *
cannot_battle(struct game *g, const struct cc_unit *u)
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);

	if (!cc_on_board(u))
		return arena_printf(a, "%s is not on the board", u->id);
	if (!u->ordered)
		return arena_printf(a, "%s is not ordered", u->id);
	if (u->idle)
		return arena_printf(a, "%s was ordered by a flag and may not "
		    "battle [card.cry-havoc]", u->id);
	if (u->stopped)
		return arena_printf(a, "%s may not battle in the turn it "
		    "enters this terrain", u->id);
	if (!s->one && s->action == CC_ACT_REDEPLOY)
		return "units that redeploy do not battle";
	if (u->fought)
		return arena_printf(a, "%s has already battled "
		    "[combat.one-kind-per-order]", u->id);
	return NULL;
}

/* Does its card or action let it battle however far it has moved? */
static bool
battles_from_afar(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	bool foot = cc_is_foot(d, u);

	return (!s->one && s->played == CC_DOUBLE_TIME) ||
	    (foot && cc_is_kind(s, CC_ONSLAUGHT, CC_ACT_ONSLAUGHT)) ||
	    (!foot && cc_is_kind(s, CC_CHARGE, CC_ACT_CHARGE)) ||
	    cc_is_closing(g, u);
}

/* May it move so far and close combat?  [move.medium-infantry …] */
static bool
moved_too_far(struct game *g, const struct cc_unit *u)
{
	const struct cc_sort *x = &cc_data(g)->sort[u->type];
	int most = x->charge > x->battle_move ? x->charge : x->battle_move;

	return u->moved > most && !battles_from_afar(g, u);
}

/* [move.warrior-charge-compulsory] warriors charge at units */
static bool
must_strike_unit(struct game *g, const struct cc_unit *u)
{
	return u->charge && cc_enemy_unit_adjacent(cc_data(g), cc_state(g),
	    u->side, u->hex);
}

/* Must it close with another than this unit?  NULL: a lone leader, a gate. */
static const char *
bound_elsewhere(struct game *g, const struct cc_unit *u,
    const struct cc_unit *t)
{
	struct arena *a = game_arena(g);

	if (cc_is_closing(g, u) && (t == NULL || strcmp(u->target, t->id) != 0))
		return arena_printf(a, "%s may close only with what it fired "
		    "at [card.fire-and-close]", u->id);
	if (t == NULL && must_strike_unit(g, u))
		return arena_printf(a, "%s has charged and must close with a "
		    "unit [move.warrior-charge-compulsory]", u->id);
	return NULL;
}

/* Is it eligible for close combat, with whomever? */
static const char *
cannot_close_combat(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct arena *a = game_arena(g);
	const char *why = cannot_battle(g, u);

	if (why != NULL)
		return why;
	if (u->fired > 0 && !cc_is_closing(g, u))
		return arena_printf(a, "%s has fired "
		    "[combat.one-kind-per-order]", u->id);
	if (cc_is_darkening(g, u))
		return "units that darken the sky do not close";
	if (cc_is_kind(s, CC_MFM, CC_ACT_MFM) &&
	    d->sort[u->type].class == CC_LIGHT)
		return "units of Move Fire Move do not close "
		    "[card.move-fire-move]";
	if (moved_too_far(g, u))
		return arena_printf(a, "%s has moved too far to battle", u->id);
	return NULL;
}

const char *
cc_cannot_close(struct game *g, const struct cc_unit *u, const char *target)
{
	struct arena *a = game_arena(g);
	const char *why = cannot_close_combat(g, u);
	struct cc_unit *t;
	struct cc_leader *l;

	if (why == NULL)
		why = cc_find_target(g, u->side, target, &t, &l);
	if (why != NULL)
		return why;
	if (!hex_adjacent(game_grid(g), u->hex, t ? t->hex : l->hex))
		return arena_printf(a, "%s is not next to %s", u->id, target);
	return bound_elsewhere(g, u, t);
}

/* [terrain.city-gate] who may close combat may storm */
const char *
cc_cannot_storm(struct game *g, const struct cc_unit *u, int hex)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const char *why = cannot_close_combat(g, u);

	if (why != NULL)
		return why;
	if (!d->ground[cc_terrain_at(d, s, hex)].gate ||
	    d->owner[hex] == u->side || cc_unit_at(s, hex) != NULL)
		return "there is no closed and empty enemy gate";
	if (!hex_adjacent(game_grid(g), u->hex, hex))
		return "it is not next to the gate";
	return bound_elsewhere(g, u, NULL);
}

/* Cards under which this unit does not fire at all. */
static const char *
card_forbids_fire(struct game *g, const struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	bool foot = cc_is_foot(cc_data(g), u);

	if (s->one)
		return NULL;
	if (s->played == CC_CLASH || s->played == CC_DOUBLE_TIME ||
	    (cc_is_kind(s, CC_ONSLAUGHT, CC_ACT_ONSLAUGHT) && foot) ||
	    (cc_is_kind(s, CC_CHARGE, CC_ACT_CHARGE) && !foot))
		return "units ordered by this card do not fire";
	return NULL;
}

const char *
cc_cannot_fire(struct game *g, const struct cc_unit *u, const char *target)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct arena *a = game_arena(g);
	const char *why = cannot_battle(g, u);
	struct cc_unit *t;
	struct cc_leader *l;
	int hex, range = cc_range_of(d, u);

	if (why == NULL)
		why = cc_find_target(g, u->side, target, &t, &l);
	if (why == NULL)
		why = card_forbids_fire(g, u);
	if (why != NULL)
		return why;
	if (range == 0)
		return arena_printf(a, "%s has no missiles", u->id);
	if (u->charge)
		return arena_printf(a, "%s has charged and must close",
		    u->id);
	if (u->fired >= (cc_is_darkening(g, u) ? 2 : 1))
		return arena_printf(a, "%s has fired", u->id);
	if (cc_enemy_unit_adjacent(d, s, u->side, u->hex))
		return arena_printf(a, "%s is next to an enemy unit and cannot "
		    "fire [ranged.not-when-adjacent]", u->id);
	hex = t ? t->hex : l->hex;
	if (hex_adjacent(game_grid(g), u->hex, hex) ||
	    hex_distance(game_grid(g), u->hex, hex) > range)
		return arena_printf(a, "%s is %d hexes away; %s fires at 2 to "
		    "%d", target, hex_distance(game_grid(g), u->hex, hex),
		    u->id, range);
	if (!cc_sees(d, s, u->hex, hex))
		return arena_printf(a, "%s does not see %s", u->id, target);
	return NULL;
}

/* ---------------------------------------------------------------- orders */

/* The first legal of the targets that an order names. */
static const char *
choose_target(struct game *g, const struct node *order,
    const char *(*cannot)(struct game *, const struct cc_unit *,
    const char *), const struct cc_unit *u, const char **target)
{
	const struct node *t = node_get(order, "target");
	const char *first = NULL, *why;

	if (t->type == NODE_STRING) {
		*target = t->s;
		return cannot(g, u, t->s);
	}
	for (const struct node *c = t->child; c != NULL; c = c->next) {
		*target = c->s;
		if ((why = cannot(g, u, c->s)) == NULL)
			return NULL;
		if (first == NULL)
			first = why;
	}
	return first ? first : "it names no target";
}

static const char *
try_close(struct game *g, const struct node *order, struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	const char *target = NULL, *why;
	bool token = node_boolean(order, "token", false);
	bool later = node_boolean(order, "bonus-token", false);

	why = choose_target(g, order, cc_cannot_close, u, &target);
	if (why != NULL)
		return why;
	if (token && later)
		return "one token is spent in a turn, on the attack or on the "
		    "bonus combat [inspired.one-token-own-turn-one-opponents]";
	if ((token || later) && cc_cannot_spend(s, s->active) != NULL)
		return cc_cannot_spend(s, s->active);
	u->fought = true;
	u->charge = false;
	cc_attack(g, u, target, order, token);
	return NULL;
}

static const char *
try_fire(struct game *g, const struct node *order, struct cc_unit *u,
    bool volley)
{
	const char *target = NULL, *why;

	if (volley != cc_is_closing(g, u))
		return volley ? "only Fire and Close fires before movement" :
		    "under Fire and Close it fires before movement "
		    "(do = \"volley\")";
	if (volley && cc_any_enemy_adjacent(cc_data(g), cc_state(g), u->side,
	    u->hex))
		return "it is next to the enemy";
	why = choose_target(g, order, cc_cannot_fire, u, &target);
	if (why == NULL)
		cc_fire(g, u, target, volley ? drm(g, 1,
		    "card.fire-and-close") : 0);
	return why;
}

static const char *
try_storm(struct game *g, const struct node *order, struct cc_unit *u)
{
	int hex = hex_parse(game_grid(g), node_str(order, "gate"));
	const char *why = cc_cannot_storm(g, u, hex);

	if (why != NULL)
		return why;
	u->fought = true;
	u->charge = false;
	cc_storm(g, u, hex, order);
	return NULL;
}

static const char *
try_order(struct game *g, const struct order *o)
{
	struct cc_unit *u = cc_find_unit(cc_state(g), node_str(o->node,
	    "unit"));

	if (u == NULL)
		return "a leader does not battle by himself "
		    "[combat.lone-leader-cannot-battle]";
	if (strcmp(o->verb, "close") == 0)
		return try_close(g, o->node, u);
	if (strcmp(o->verb, "storm") == 0)
		return try_storm(g, o->node, u);
	return try_fire(g, o->node, u, strcmp(o->verb, "volley") == 0);
}

/* [move.warrior-charge-compulsory] a charge that nobody ordered to strike */
static struct cc_unit *
next_charge(struct game *g)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].charge && cc_on_board(&s->unit[i]) &&
		    !s->unit[i].fought)
			return &s->unit[i];
	return NULL;
}

static void
force_charge(struct game *g, struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	struct question q = question(g, u->side, "charge");
	int picked;

	u->charge = false;
	question_fact(&q, fact_text("unit", u->id));
	for (int i = 0; i < s->nunits; i++)
		if (cc_cannot_close(g, u, s->unit[i].id) == NULL) {
			option_add(&q, i, s->unit[i].id);
			option_attr(&q, "weak", -s->unit[i].blocks);
		}
	if (q.n == 0)
		return;
	picked = ask(g, &q);
	u->fought = true;
	cc_attack(g, u, s->unit[picked].id, NULL, false);
}

void
cc_combat_phase(struct game *g, enum cc_phase phase)
{
	struct cc *s = cc_state(g);
	const struct order *o;
	struct cc_unit *u;

	while ((o = order_next(g, s->active, phase)) != NULL) {
		const char *why;

		while ((why = try_order(g, o)) != NULL)
			if ((o = order_else(g)) == NULL)
				break;
		if (why != NULL)
			order_refuse(g, "%s", why);
		checkpoint(g);
	}
	/* no checkpoint: resuming begins with the orders of the phase */
	while (phase == CC_COMBAT && (u = next_charge(g)) != NULL)
		force_charge(g, u);
}
