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

bool
cc_unit_target(struct game *g, int side, int i, struct cc_target *out)
{
	struct cc_unit *u = &cc_state(g)->unit[i];

	if (u->side == side || !cc_on_board(u))
		return false;
	*out = (struct cc_target){ .unit = u };
	return true;
}

bool
cc_leader_target(struct game *g, int side, int i, struct cc_target *out)
{
	struct cc *s = cc_state(g);
	struct cc_leader *l = &s->leader[i];

	if (l->side == side || !cc_leader_on_board(l) ||
	    cc_unit_at(s, l->hex) != NULL)
		return false;
	*out = (struct cc_target){ .leader = l };
	return true;
}

const char *
cc_find_target(struct game *g, int side, const char *id,
    struct cc_target *out)
{
	struct cc *s = cc_state(g);
	const struct cc_unit *u = cc_find_unit(s, id);
	const struct cc_leader *l = u ? NULL : cc_find_leader(s, id);

	if ((u != NULL && cc_unit_target(g, side, (int)(u - s->unit), out)) ||
	    (l != NULL && cc_leader_target(g, side, (int)(l - s->leader),
	    out)))
		return NULL;
	return why_not(g, "no-target", FACTS(fact_text("target", id)));
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
	struct cc *s = cc_state(g);

	if (!cc_on_board(u))
		return "off-board";
	if (!u->ordered)
		return "not-ordered";
	if (u->idle)
		return "havoc.flag";
	if (u->stopped)
		return "terrain.entered";
	if (!s->one && s->action == CC_ACT_REDEPLOY)
		return "redeploy.battle";
	if (u->fought)
		return "battled";
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

	if (cc_is_closing(g, u) && (t == NULL || strcmp(u->target, t->id) != 0))
		return "close.target";
	if (t == NULL && must_strike_unit(g, u))
		return "charge.unit";
	return NULL;
}

const char *
cc_cannot_close(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const char *why = cannot_battle(g, u);

	if (why != NULL)
		return why;
	if (u->fired > 0 && !cc_is_closing(g, u))
		return "fired";
	if (cc_is_darkening(g, u))
		return "darken.close";
	if (cc_is_kind(s, CC_MFM, CC_ACT_MFM) &&
	    d->sort[u->type].class == CC_LIGHT)
		return "mfm.close";
	if (moved_too_far(g, u))
		return "moved-too-far";
	return NULL;
}

const char *
cc_cannot_close_with(struct game *g, const struct cc_unit *u,
    const struct cc_target *x)
{
	if (!hex_adjacent(game_grid(g), u->hex, cc_target_hex(x)))
		return "not-adjacent";
	return bound_elsewhere(g, u, x->unit);
}

/* [terrain.city-gate] who may close combat may storm */
const char *
cc_cannot_storm(struct game *g, const struct cc_unit *u, int hex)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const char *why = cc_cannot_close(g, u);

	if (why != NULL)
		return why;
	if (!d->ground[cc_terrain_at(d, s, hex)].gate ||
	    d->owner[hex] == u->side || cc_unit_at(s, hex) != NULL)
		return "gate.none";
	if (!hex_adjacent(game_grid(g), u->hex, hex))
		return "gate.not-adjacent";
	return bound_elsewhere(g, u, NULL);
}

/* Cards under which this unit does not fire at all. */
static const char *
card_forbids_fire(struct game *g, const struct cc_unit *u)
{
	const struct cc *s = cc_state(g);
	const struct cc_card *both[] = { cc_card_now(s), cc_action_now(s) };
	bool foot = cc_is_foot(cc_data(g), u);

	if (foot ? both[0]->no_fire_foot || both[1]->no_fire_foot :
	    both[0]->no_fire_mounted || both[1]->no_fire_mounted)
		return "fire.card";
	return NULL;
}

const char *
cc_cannot_fire(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	const char *why = cannot_battle(g, u);

	if (why == NULL)
		why = card_forbids_fire(g, u);
	if (why != NULL)
		return why;
	if (cc_range_of(d, u) == 0)
		return "fire.no-missiles";
	if (u->charge)
		return "charge.close";
	if (u->fired >= (cc_is_darkening(g, u) ? 2 : 1))
		return "fired";
	if (cc_enemy_unit_adjacent(d, cc_state(g), u->side, u->hex))
		return "fire.adjacent";
	return NULL;
}

const char *
cc_cannot_fire_at(struct game *g, const struct cc_unit *u,
    const struct cc_target *x)
{
	const struct cc_data *d = cc_data(g);
	int hex = cc_target_hex(x), range = cc_range_of(d, u);
	int n = hex_distance(game_grid(g), u->hex, hex);

	if (n < 2 || n > range)
		return why_not(g, "fire.range", FACTS(fact_number("distance",
		    n), fact_number("range", range)));
	return cc_sees(d, cc_state(g), u->hex, hex) ? NULL : "fire.sight";
}

/* ---------------------------------------------------------------- orders */

typedef const char *cannot_at(struct game *g, const struct cc_unit *u,
	const struct cc_target *x);

static const char *
check_target(struct game *g, const struct cc_unit *u, const char *id,
    cannot_at *cannot, struct cc_target *x)
{
	const char *why = cc_find_target(g, u->side, id, x);

	return why ? why : why_also(g, cannot(g, u, x),
	    FACTS(fact_text("target", id)));
}

/* The first legal of the targets that an order names. */
static const char *
choose_target(struct game *g, const struct node *order, cannot_at *cannot,
    const struct cc_unit *u, struct cc_target *x)
{
	const struct node *t = node_get(order, "target");
	const char *first = NULL, *why;

	if (t->type == NODE_STRING)
		return check_target(g, u, t->s, cannot, x);
	for (const struct node *c = t->child; c != NULL; c = c->next) {
		if ((why = check_target(g, u, c->s, cannot, x)) == NULL)
			return NULL;
		if (first == NULL)
			first = why;
	}
	return first ? first : "no-targets";
}

/* What becomes of a target: an attack fails that leaves it as it was. */
struct before {
	int blocks, hex;
};

static struct before
before(const struct cc_target *x)
{
	return (struct before){ x->unit ? x->unit->blocks : 0,
	    cc_target_hex(x) };
}

static bool
is_unharmed(const struct before *was, const struct cc_target *x)
{
	if (x->unit == NULL)
		return x->leader->status == CC_BOARD && x->leader->hex ==
		    was->hex;
	return cc_on_board(x->unit) && x->unit->blocks == was->blocks &&
	    x->unit->hex == was->hex;
}

static const char *
try_close(struct game *g, const struct node *order, struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	const char *why = cc_cannot_close(g, u);
	struct cc_target x;
	bool token = node_boolean(order, "token", false);
	bool later = node_boolean(order, "bonus-token", false);
	struct before was;

	if (why == NULL)
		why = choose_target(g, order, cc_cannot_close_with, u, &x);
	if (why != NULL)
		return why;
	if (token && later)
		return "token.both";
	if ((token || later) && cc_cannot_spend(s, s->active) != NULL)
		return cc_cannot_spend(s, s->active);
	was = before(&x);
	cc_attack(g, u, &x, order, token);
	if (is_unharmed(&was, &x))
		order_failed(g, u->side);
	return NULL;
}

static const char *
try_fire(struct game *g, const struct node *order, struct cc_unit *u,
    bool volley)
{
	const char *why = cc_cannot_fire(g, u);
	struct cc_target x;
	struct before was;

	if (volley != cc_is_closing(g, u))
		return volley ? "volley.only" : "volley.needed";
	if (volley && cc_any_enemy_adjacent(cc_data(g), cc_state(g), u->side,
	    u->hex))
		return "volley.adjacent";
	if (why == NULL)
		why = choose_target(g, order, cc_cannot_fire_at, u, &x);
	if (why != NULL)
		return why;
	was = before(&x);
	cc_fire(g, u, &x, volley ? cc_card_drm(g, 1, "fire-and-close") : 0);
	if (is_unharmed(&was, &x))
		order_failed(g, u->side);
	return NULL;
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
		return "leader.battle";
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
	struct cc_target x;
	int picked;

	question_fact(&q, fact_text("unit", u->id));
	for (int i = 0; i < s->nunits && cc_cannot_close(g, u) == NULL; i++)
		if (cc_unit_target(g, u->side, i, &x) &&
		    cc_cannot_close_with(g, u, &x) == NULL) {
			option_add(&q, i, s->unit[i].id);
			option_attr(&q, "weak", -s->unit[i].blocks);
		}
	if (q.n == 0) {
		u->charge = false;
		tell(g, "charge", FACTS(fact_text("unit", u->id),
		    fact_text("result", "nobody")));
		return;
	}
	picked = ask(g, &q);
	tell(g, "charge", FACTS(fact_text("unit", u->id),
	    fact_text("result", "attack")));
	cc_unit_target(g, u->side, picked, &x);
	cc_attack(g, u, &x, NULL, false);
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
			order_cannot(g, why, FACTS(fact_text("unit", node_str(
			    order_taken(g)->node, "unit"))));
		checkpoint(g);
	}
	/* no checkpoint: resuming begins with the orders of the phase */
	while (phase == CC_COMBAT && (u = next_charge(g)) != NULL)
		force_charge(g, u);
}
