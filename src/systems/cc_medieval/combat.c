/* combat.c: fire, close combat, battle back, advance, bonus, gates
 * [combat.*, ranged.*, close.*, advance.*, card.first-strike, card.ambush] */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

#define DICE_MAX 16

static int
roll_dice(struct game *g, const char *deed, const char *who, const char *at,
    int n, int *faces)
{
	if (n > DICE_MAX)
		n = DICE_MAX;
	for (int i = 0; i < n; i++)
		faces[i] = roll(g, 6, "%s %s at %s die %d", deed, who, at,
		    i + 1);
	return n;
}

static void
tell_combat(struct game *g, const char *event, const struct cc_unit *u,
    const char *target, int hex, const int *faces, int n, int hits, int flags)
{
	tell(g, event, FACTS(fact_text("unit", u->id),
	    fact_hex("from", u->hex), fact_text("target", target),
	    fact_hex("hex", hex), fact_number("dice", n),
	    fact_node("faces", cc_faces_node(g, faces, n)),
	    fact_number("hits", hits), fact_number("flags", flags)));
}

/* ------------------------------------------------------------- who may */

static bool
is_kind(const struct cc *s, int kind, int action)
{
	return !s->one && (s->played == kind || s->action == action);
}

/* An enemy unit, or a lone enemy leader, by id. */
static const char *
find_target(struct game *g, int side, const char *id, struct cc_unit **u,
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

/* May it move so far and close combat?  [move.medium-infantry …] */
static bool
moved_too_far(struct game *g, const struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	const struct cc_sort *x = &cc_data(g)->sort[u->type];
	int most = x->charge > x->battle_move ? x->charge : x->battle_move;

	if (!s->one && (s->played == CC_DOUBLE_TIME ||
	    is_kind(s, CC_ONSLAUGHT, CC_ACT_ONSLAUGHT) ||
	    is_kind(s, CC_CHARGE, CC_ACT_CHARGE)))
		return false;
	if (is_kind(s, CC_FIRE_CLOSE, CC_ACT_FIRE_CLOSE))
		return false;
	return u->moved > most;
}

const char *
cc_cannot_close(struct game *g, const struct cc_unit *u, const char *target)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct arena *a = game_arena(g);
	const char *why = cannot_battle(g, u);
	struct cc_unit *t;
	struct cc_leader *l;
	int hex;

	if (why == NULL)
		why = find_target(g, u->side, target, &t, &l);
	if (why != NULL)
		return why;
	hex = t ? t->hex : l->hex;
	if (!hex_adjacent(game_grid(g), u->hex, hex))
		return arena_printf(a, "%s is not next to %s", u->id, target);
	if (is_kind(s, CC_FIRE_CLOSE, CC_ACT_FIRE_CLOSE) &&
	    cc_range_of(d, u) > 0 && strcmp(u->target, target) != 0)
		return arena_printf(a, "%s may close only with what it fired at "
		    "[card.fire-and-close]", u->id);
	if (u->fired > 0 && !is_kind(s, CC_FIRE_CLOSE, CC_ACT_FIRE_CLOSE))
		return arena_printf(a, "%s has fired "
		    "[combat.one-kind-per-order]", u->id);
	if (is_kind(s, CC_DARKEN, CC_ACT_DARKEN) && cc_range_of(d, u) > 0)
		return "units that darken the sky do not close";
	if (is_kind(s, CC_MFM, CC_ACT_MFM) &&
	    d->sort[u->type].class == CC_LIGHT)
		return "units of Move Fire Move do not close "
		    "[card.move-fire-move]";
	if (moved_too_far(g, u))
		return arena_printf(a, "%s has moved too far to battle", u->id);
	return NULL;
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
	    (is_kind(s, CC_ONSLAUGHT, CC_ACT_ONSLAUGHT) && foot) ||
	    (is_kind(s, CC_CHARGE, CC_ACT_CHARGE) && !foot))
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
		why = find_target(g, u->side, target, &t, &l);
	if (why == NULL)
		why = card_forbids_fire(g, u);
	if (why != NULL)
		return why;
	if (range == 0)
		return arena_printf(a, "%s has no missiles", u->id);
	if (u->charge)
		return arena_printf(a, "%s has charged and must close",
		    u->id);
	if (u->fired >= (is_kind(s, CC_DARKEN, CC_ACT_DARKEN) ? 2 : 1))
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

/* --------------------------------------------------------- at lone leaders */

/* [leader.casualty-alone] a helmet, or he must evade */
static void
strike_leader(struct game *g, const char *event, struct cc_unit *u,
    struct cc_leader *l, int dice)
{
	int faces[DICE_MAX], n = roll_dice(g, event, u->id, l->id, dice,
	    faces);
	int hits = cc_count_faces(faces, n, CC_HELMET);

	tell_combat(g, event, u, l->id, l->hex, faces, n, hits > 0, 0);
	if (hits > 0)
		cc_eliminate_leader(g, l, "leader");
	else
		cc_leader_evade(g, l);
}

/* ------------------------------------------------------------------ fire */

static void
fire(struct game *g, struct cc_unit *u, const char *target, int extra)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct cc_fate fate = { false };
	struct cc_unit *t;
	struct cc_leader *l;
	int faces[DICE_MAX], n, dice, hits;
	bool full;

	find_target(g, u->side, target, &t, &l);
	u->fired++;
	if (!is_kind(s, CC_DARKEN, CC_ACT_DARKEN) &&
	    !is_kind(s, CC_FIRE_CLOSE, CC_ACT_FIRE_CLOSE))
		u->fought = true;
	dice = cc_fire_dice(g, u, t ? t->hex : l->hex) + extra;
	if (s->played == CC_HAVOC && !s->one)
		dice += drm(g, 1, "card.cry-havoc");
	if (s->played == CC_LEADERS_CARD && !s->one && cc_attached(s, u))
		dice += drm(g, 1, "card.leaders");
	if (t == NULL) {
		strike_leader(g, "fire", u, l, dice);
		return;
	}
	memcpy(u->target, t->id, sizeof u->target);
	u->targethex = t->hex;
	full = t->blocks == t->full;
	n = roll_dice(g, "fire", u->id, t->id, dice, faces);
	hits = cc_symbol_hits(d, t, faces, n);
	tell_combat(g, "fire", u, t->id, t->hex, faces, n, hits,
	    cc_count_faces(faces, n, CC_FLAG));
	cc_lose_blocks(g, t, hits, &fate);
	cc_apply_flags(g, t, cc_count_faces(faces, n, CC_FLAG), full, &fate);
}

/* --------------------------------------------------------- close combat */

struct clash {
	struct cc_unit *att, *def;
	bool att_full, def_full;	/* when the combat began */
	bool initial;			/* not a bonus combat */
	int extra;			/* dice of a token */
};

/* One side's roll in close combat; what it does to the other. */
static void
strike(struct game *g, const char *deed, struct cc_unit *u, bool full,
    struct cc_unit *t, bool t_full, int extra, struct cc_fate *fate)
{
	int faces[DICE_MAX], n, hits, flags;

	n = roll_dice(g, deed, u->id, t->id, cc_close_dice(g, u, u->hex, t->hex,
	    full) + extra, faces);
	hits = cc_close_hits(g, u, t, faces, n);
	flags = cc_count_faces(faces, n, CC_FLAG);
	tell_combat(g, deed, u, t->id, t->hex, faces, n, hits, flags);
	cc_lose_blocks(g, t, hits, fate);
	cc_apply_flags(g, t, flags, t_full, fate);
}

static void
combat_facts(struct game *g, struct question *q, const struct cc_unit *mine,
    const struct cc_unit *theirs, int dice)
{
	struct cc *s = cc_state(g);
	const struct cc_side *x = &s->side[theirs->side];

	question_fact(q, fact_text("unit", mine->id));
	question_fact(q, fact_text("type", cc_type_names[mine->type]));
	question_fact(q, fact_number("blocks", mine->blocks));
	question_fact(q, fact_text("attacker", theirs->id));
	question_fact(q, fact_text("attacker-type",
	    cc_type_names[theirs->type]));
	question_fact(q, fact_number("attacker-blocks", theirs->blocks));
	question_fact(q, fact_number("dice", dice));
	question_fact(q, fact_number("banners", s->banners - x->banners -
	    x->held));
}

/* [card.first-strike] a window: true if the defender battles first */
static bool
first_strike(struct game *g, const struct clash *c, int dice)
{
	struct cc *s = cc_state(g);
	int side = c->def->side;
	struct question q = question(g, side, "first-strike");

	if (s->side[side].cards == 0)
		return false;
	combat_facts(g, &q, c->def, c->att, dice);
	option_add(&q, 1, "yes");
	option_decline(&q, "none");
	q.unable = !game_blind(g) && !cc_holds(g, side, CC_FIRST_STRIKE);
	if (window(g, &q) != 1)
		return false;
	cc_spend_card(g, side, CC_FIRST_STRIKE);
	s->side[side].replace++;
	tell(g, "first-strike", FACTS(fact_side("side", side),
	    fact_text("unit", c->def->id),
	    fact_text("attacker", c->att->id)));
	return true;
}

/* [inspired.battle-bonus] for a unit that battles back: a window */
static int
back_bonus(struct game *g, const struct clash *c, int dice)
{
	struct cc *s = cc_state(g);
	struct question q = question(g, c->def->side, "battle-bonus");

	if (!cc_may_spend(s, c->def->side))
		return 0;
	combat_facts(g, &q, c->def, c->att, dice);
	option_add(&q, 1, "yes");
	option_decline(&q, "none");
	if (window(g, &q) != 1)
		return 0;
	cc_spend_token(g, c->def->side, "battle-bonus");
	return drm(g, 1, "inspired.battle-bonus");
}

/* Dice without reporting why. */
static int
count_dice(struct game *g, const struct clash *c)
{
	int n = cc_close_dice(g, c->att, c->att->hex, c->def->hex, c->att_full) +
	    cc_card_dice(g, c->att, c->initial) + c->extra;

	mod_forget(g);
	return n;
}

/* [close.battle-back] */
static void
battle_back(struct game *g, const struct clash *c, struct cc_fate *att)
{
	struct cc_unit *u = c->def;
	int extra, dice = cc_close_dice(g, u, u->hex, c->att->hex, c->def_full);

	mod_forget(g);
	extra = back_bonus(g, c, dice);
	strike(g, "back", u, c->def_full, c->att, c->att_full, extra, att);
}

/* [evade.*] the attacker's roll at one that will not stand */
static void
strike_evader(struct game *g, const struct clash *c, const int way[2])
{
	const struct cc_data *d = cc_data(g);
	struct cc_fate fate = { false }, hit = { false };
	int faces[DICE_MAX], n, hits;
	struct cc_unit *u = c->def;

	n = roll_dice(g, "close", c->att->id, u->id, cc_close_dice(g, c->att,
	    c->att->hex, u->hex, c->att_full) + cc_card_dice(g, c->att,
	    c->initial) + c->extra, faces);
	hits = cc_symbol_hits(d, u, faces, n);
	tell_combat(g, "close", c->att, u->id, u->hex, faces, n, hits, 0);
	cc_lose_blocks(g, u, hits, &fate);
	if (fate.gone)
		return;
	if (d->sort[u->type].parthian > 0) {	/* [evade.parthian-shot] */
		n = roll_dice(g, "parthian", u->id, c->att->id,
		    d->sort[u->type].parthian, faces);
		hits = cc_symbol_hits(d, c->att, faces, n);
		tell_combat(g, "parthian", u, c->att->id, c->att->hex, faces,
		    n, hits, 0);
		cc_lose_blocks(g, c->att, hits, &hit);
	}
	cc_evade_move(g, u, way);
}

/*
 * The steps of close combat.  Returns true if it was a success: the defender
 * is gone from his hex (and did not evade), and the attacker still in his.
 */
static bool
close_combat(struct game *g, struct clash *c)
{
	struct cc_fate att = { false }, def = { false };
	int way[2], dice = count_dice(g, c);
	bool struck_first;

	c->att_full = c->att_full || c->att->blocks == c->att->full;
	c->def_full = c->def->blocks == c->def->full;
	dice = count_dice(g, c);
	struck_first = first_strike(g, c, dice);
	if (struck_first) {
		strike(g, "close", c->def, c->def_full, c->att, c->att_full,
		    0, &att);
		if (att.gone || att.left)
			return false;
	} else if (cc_offer_evade(g, c->def, c->att, dice, way)) {
		strike_evader(g, c, way);
		return false;
	}
	strike(g, "close", c->att, c->att_full, c->def, c->def_full,
	    cc_card_dice(g, c->att, c->initial) + c->extra, &def);
	if (def.gone || def.left)
		return true;
	if (!struck_first)
		battle_back(g, c, &att);
	return false;
}

/* --------------------------------------------------------------- advance */

static bool
ask_yes(struct game *g, const char *kind, const struct cc_unit *u, int hex,
    const struct node *planned)
{
	struct question q = question(g, u->side, kind);

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", hex));
	option_add(&q, 1, "yes");
	option_add(&q, 0, "no");
	q.decline = 1;
	q.planned = planned;
	return ask(g, &q) == 1;
}

/* true and false of an order, as the question's words */
static const struct node *
as_words(struct game *g, const struct node *v)
{
	if (v != NULL && v->type == NODE_BOOL)
		return node_string(game_arena(g), v->i ? "yes" : "no");
	return v;
}

/* [advance.cavalry-extra-hex] */
static void
extra_hex(struct game *g, struct cc_unit *u, const struct node *planned)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const struct cc_ground *x = &d->ground[cc_terrain_at(d, s, u->hex)];
	struct question q = question(g, u->side, "extra");
	int from = u->hex, to;

	if (!d->sort[u->type].extra || x->stops_mounted ||
	    (d->rugged && cc_terrain_at(d, s, u->hex) == CC_HILL))
		return;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	for (int k = 0; k < HEX_DIRS; k++) {
		int h = hex_step(game_grid(g), u->hex, k);

		if (h == HEX_NONE || !cc_can_stand(d, s, u, h))
			continue;
		option_hex(&q, h);
		option_attr(&q, "enemies", cc_units_adjacent(d, s,
		    cc_enemy(u->side), h));
	}
	option_decline(&q, "none");
	q.planned = planned;
	to = ask(g, &q);
	if (to < 0)
		return;
	tell(g, "advance", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", to)));
	cc_move_unit(g, u, to);
	cc_enter_terrain(g, u);
	cc_marsh_roll(g, u, to);
}

/* [card.ambush] a window; who lies in wait, or NULL */
static struct cc_unit *
ambush(struct game *g, struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int side = cc_enemy(u->side), picked;
	struct question q = question(g, side, "ambush");
	const struct cc_side *x = &s->side[u->side];

	if (s->side[side].cards == 0)
		return NULL;
	question_fact(&q, fact_text("attacker", u->id));
	question_fact(&q, fact_text("attacker-type",
	    cc_type_names[u->type]));
	question_fact(&q, fact_number("attacker-blocks", u->blocks));
	question_fact(&q, fact_hex("hex", u->hex));
	question_fact(&q, fact_number("banners", s->banners - x->banners -
	    x->held));
	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *v = &s->unit[i];

		if (v->side != side || !cc_on_board(v) ||
		    !hex_adjacent(&d->map.grid, v->hex, u->hex))
			continue;
		option_add(&q, i, v->id);
		option_attr(&q, "dice", cc_close_dice(g, v, v->hex, u->hex,
		    v->blocks == v->full) + 2);
		option_attr(&q, "blocks", v->blocks);
		mod_forget(g);
	}
	if (q.n == 0)
		return NULL;
	option_decline(&q, "none");
	q.unable = !game_blind(g) && !cc_holds(g, side, CC_AMBUSH);
	picked = window(g, &q);
	if (picked < 0)
		return NULL;
	cc_spend_card(g, side, CC_AMBUSH);
	s->side[side].replace++;
	tell(g, "ambush", FACTS(fact_side("side", side),
	    fact_text("unit", s->unit[picked].id),
	    fact_text("attacker", u->id)));
	return &s->unit[picked];
}

/* [advance.bonus-combat-who, advance.one-bonus-per-turn] */
static bool
may_bonus(struct game *g, const struct cc_unit *u)
{
	return !u->bonus && !u->stopped && !u->idle &&
	    (cc_data(g)->sort[u->type].bonus_always ||
	    cc_attached(cc_state(g), u) != NULL);
}

static const char *
ask_bonus(struct game *g, struct cc_unit *u, const struct cc_unit *only,
    const struct node *planned)
{
	struct cc *s = cc_state(g);
	struct question q = question(g, u->side, "bonus");
	int picked;

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *t = &s->unit[i];

		if (t->side == u->side || !cc_on_board(t) ||
		    (only != NULL && t != only) ||
		    !hex_adjacent(game_grid(g), t->hex, u->hex))
			continue;
		option_add(&q, i, t->id);
		option_attr(&q, "weak", -t->blocks);
	}
	for (int i = 0; only == NULL && i < s->nleaders; i++) {
		const struct cc_leader *l = &s->leader[i];

		if (l->side != u->side && cc_leader_on_board(l) &&
		    cc_unit_at(s, l->hex) == NULL &&
		    hex_adjacent(game_grid(g), l->hex, u->hex))
			option_add(&q, 1000 + i, l->id);
	}
	if (q.n == 0)
		return NULL;
	option_decline(&q, "none");
	q.planned = planned;
	picked = ask(g, &q);
	return picked < 0 ? NULL : picked >= 1000 ?
	    s->leader[picked - 1000].id : s->unit[picked].id;
}

static void attack(struct game *g, struct cc_unit *u, const char *target,
	const struct node *order, bool initial, bool full, int extra);

/* [advance.momentum] into the hex that was left, and what follows */
static void
momentum(struct game *g, struct cc_unit *u, int hex, const struct node *order,
    bool initial, bool bonus_allowed)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct cc_unit *in_wait;
	const char *target;
	bool full = u->blocks == u->full;
	int from = u->hex;

	if (!cc_on_board(u) || !cc_can_stand(d, s, u, hex) ||
	    !ask_yes(g, "advance", u, hex, as_words(g, node_get(order,
	    "advance"))))
		return;
	tell(g, "advance", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", hex)));
	cc_move_unit(g, u, hex);
	cc_enter_terrain(g, u);
	if (cc_marsh_roll(g, u, hex))
		return;
	if (initial && bonus_allowed)
		extra_hex(g, u, node_get(order, "extra"));
	if (!cc_on_board(u))
		return;
	in_wait = ambush(g, u);
	if (in_wait != NULL) {
		struct cc_fate fate = { false };

		strike(g, "close", in_wait, in_wait->blocks == in_wait->full,
		    u, u->blocks == u->full, drm(g, 2, "card.ambush"), &fate);
		if (fate.gone || fate.left)
			return;
	}
	if (!initial || !bonus_allowed || !may_bonus(g, u))
		return;
	target = ask_bonus(g, u, in_wait, node_get(order, "bonus"));
	if (target == NULL)
		return;
	u->bonus = true;
	attack(g, u, target, order, false, in_wait != NULL && full, 0);
}

/* A gate whose defender is gone is open for good [terrain.city-gate] */
static bool
opens_gate(struct game *g, int side, int hex)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	if (!d->ground[cc_terrain_at(d, s, hex)].gate ||
	    d->owner[hex] == side || s->nopened == CC_OPENED)
		return false;
	s->opened[s->nopened++] = hex;
	return true;
}

static void
gate_opened(struct game *g, const struct cc_unit *u, int hex,
    const struct node *faces)
{
	tell(g, "gate", FACTS(fact_text("unit", u->id), fact_hex("hex", hex),
	    fact_node("faces", faces), fact_text("result", "open")));
	if (cc_data(g)->gate_banner[u->side])
		cc_win_banners(g, u->side, 1, "gate");
}

/*
 * One unit's close combat, to its very end.  `full`: it was at full strength
 * when it was ambushed, which counts whatever it lost since.
 */
static void
attack(struct game *g, struct cc_unit *u, const char *target,
    const struct node *order, bool initial, bool full, int extra)
{
	struct clash c = { .att = u, .att_full = full, .initial = initial,
	    .extra = extra };
	struct cc_leader *l;
	bool gate;
	int hex;

	find_target(g, u->side, target, &c.def, &l);
	if (c.def == NULL) {
		int dice = cc_close_dice(g, u, u->hex, l->hex,
		    u->blocks == u->full) + cc_card_dice(g, u, initial) + extra;

		strike_leader(g, "close", u, l, dice);
		return;
	}
	hex = c.def->hex;
	if (!close_combat(g, &c) || !cc_on_board(u))
		return;
	gate = opens_gate(g, u->side, hex);
	if (gate)
		gate_opened(g, u, hex, NULL);
	momentum(g, u, hex, order, initial, !gate);
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
	int extra = 0;

	why = choose_target(g, order, cc_cannot_close, u, &target);
	if (why != NULL)
		return why;
	if (node_boolean(order, "token", false)) {
		if (!cc_may_spend(s, s->active))
			return "there is no token to spend";
		cc_spend_token(g, s->active, "battle-bonus");
		extra = 1;
	}
	u->fought = true;
	u->charge = false;
	attack(g, u, target, order, true, false, extra);
	return NULL;
}

static const char *
try_fire(struct game *g, const struct node *order, struct cc_unit *u,
    bool volley)
{
	struct cc *s = cc_state(g);
	const char *target = NULL, *why;
	bool card = is_kind(s, CC_FIRE_CLOSE, CC_ACT_FIRE_CLOSE);

	if (volley != (card && cc_range_of(cc_data(g), u) > 0))
		return volley ? "only Fire and Close fires before movement" :
		    "under Fire and Close it fires before movement "
		    "(do = \"volley\")";
	if (volley && cc_any_enemy_adjacent(cc_data(g), s, u->side, u->hex))
		return "it is next to the enemy";
	why = choose_target(g, order, cc_cannot_fire, u, &target);
	if (why == NULL)
		fire(g, u, target, volley ? drm(g, 1, "card.fire-and-close") :
		    0);
	return why;
}

/* [terrain.city-gate] two dice; swords open it, helmets with a leader */
static const char *
try_storm(struct game *g, const struct node *order, struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int hex = hex_parse(game_grid(g), node_str(order, "gate"));
	const char *why = cannot_battle(g, u);
	int faces[DICE_MAX], n, hits;

	if (why == NULL && (!d->ground[cc_terrain_at(d, s, hex)].gate ||
	    d->owner[hex] == u->side || cc_unit_at(s, hex) != NULL))
		why = "there is no closed and empty enemy gate";
	if (why == NULL && !hex_adjacent(game_grid(g), u->hex, hex))
		why = "it is not next to the gate";
	if (why == NULL && (moved_too_far(g, u) || u->fired > 0))
		why = "it cannot close combat now";
	if (why != NULL)
		return why;
	u->fought = true;
	u->charge = false;
	n = roll_dice(g, "storm", u->id, game_hex(g, hex), 2, faces);
	hits = cc_count_faces(faces, n, CC_SWORDS);
	if (cc_attached(s, u) != NULL)
		hits += cc_count_faces(faces, n, CC_HELMET);
	if (hits == 0) {
		tell(g, "gate", FACTS(fact_text("unit", u->id),
		    fact_hex("hex", hex),
		    fact_node("faces", cc_faces_node(g, faces, n)),
		    fact_text("result", "holds")));
		return NULL;
	}
	s->opened[s->nopened++] = hex;
	gate_opened(g, u, hex, cc_faces_node(g, faces, n));
	momentum(g, u, hex, order, true, false);
	return NULL;
}

static const char *
try_order(struct game *g, const struct order *o)
{
	struct cc_unit *u = cc_find_unit(cc_state(g), node_str(o->node, "unit"));

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
	attack(g, u, s->unit[picked].id, NULL, true, false, 0);
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
		cc_check_held(g);
		checkpoint(g);
	}
	/* no checkpoint: resuming begins with the orders of the phase */
	while (phase == CC_COMBAT && (u = next_charge(g)) != NULL) {
		force_charge(g, u);
		cc_check_held(g);
	}
}
