/* advance.c: momentum advance, ambush, bonus close combat, gates
 * [advance.*, card.ambush, terrain.city-gate] */
#include "systems/cc_medieval/combat.h"

#include "base/arena.h"
#include "base/node.h"

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

static void
advance_to(struct game *g, struct cc_unit *u, int to, bool extra)
{
	bool bars = cc_bars_battle(g, u, to);

	u->stopped = u->stopped || bars;
	tell(g, "advance", FACTS(fact_text("unit", u->id), cc_fact_with(g, u),
	    fact_hex("from", u->hex), fact_hex("to", to),
	    cc_fact_if(g, "extra", extra), cc_fact_if(g, "stopped", bars)));
	cc_move_unit(g, u, to);
}

/* [advance.cavalry-extra-hex] */
static void
extra_hex(struct game *g, struct cc_unit *u, const struct node *planned)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, u->side, "extra");
	int to;

	if (!d->sort[u->type].extra || cc_must_stop(d, s, u, u->hex))
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
	tell(g, "extra", FACTS(fact_text("unit", u->id)));
	advance_to(g, u, to, true);
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
	const char *card;

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
	card = cc_spend_card(g, side, CC_AMBUSH);
	s->side[side].replace++;
	tell(g, "ambush", FACTS(fact_side("side", side),
	    fact_text("card", card),
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

static bool
ask_bonus(struct game *g, struct cc_unit *u, const struct cc_unit *only,
    const struct node *planned, struct cc_target *x)
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
		return false;
	option_decline(&q, "none");
	q.planned = planned;
	picked = ask(g, &q);
	return picked >= 1000 ? cc_leader_target(g, u->side, picked - 1000, x) :
	    picked >= 0 && cc_unit_target(g, u->side, picked, x);
}

static void attack(struct game *g, struct cc_unit *u,
	const struct cc_target *x, const struct node *order, bool initial,
	bool full, bool token);

/* What may follow a momentum advance. */
enum follows { FOLLOWS_NOTHING, FOLLOWS_EXTRA = 1, FOLLOWS_BONUS = 2 };

/* [advance.momentum] into the hex that was left, and what follows */
static void
momentum(struct game *g, struct cc_unit *u, int hex, const struct node *order,
    unsigned follows)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct cc_unit *in_wait;
	struct cc_target target;
	bool full = u->blocks == u->full;

	if (!cc_on_board(u) || !cc_can_stand(d, s, u, hex))
		return;
	if (!ask_yes(g, "advance", u, hex, as_words(g, node_get(order,
	    "advance")))) {
		cc_tell_declined(g, u, "advance");
		return;
	}
	advance_to(g, u, hex, false);
	if (cc_marsh_roll(g, u, hex))
		return;
	if (follows & FOLLOWS_EXTRA)
		extra_hex(g, u, node_get(order, "extra"));
	if (!cc_on_board(u))
		return;
	in_wait = ambush(g, u);
	if (in_wait != NULL) {
		struct cc_fate fate = { false };

		cc_strike_from_ambush(g, in_wait, u, &fate);
		if (fate.gone || fate.left)
			return;
	}
	if (!(follows & FOLLOWS_BONUS) || !may_bonus(g, u))
		return;
	if (!ask_bonus(g, u, in_wait, node_get(order, "bonus"), &target))
		return;
	u->bonus = true;
	tell(g, "bonus", FACTS(fact_text("unit", u->id),
	    fact_text("target", cc_target_id(&target))));
	attack(g, u, &target, order, false, in_wait != NULL && full,
	    node_boolean(order, "bonus-token", false));
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

/* `full`: it was at full strength when it was ambushed, which counts whatever
 * it lost since. */
static void
attack(struct game *g, struct cc_unit *u, const struct cc_target *x,
    const struct node *order, bool initial, bool full, bool token)
{
	struct cc_clash c = { .att = u, .def = x->unit, .att_full = full, .initial = initial,
	    .token = token, .deed = initial ? NULL : "bonus" };
	unsigned follows = initial ? FOLLOWS_EXTRA | FOLLOWS_BONUS :
	    FOLLOWS_NOTHING;
	int hex;

	if (c.def == NULL) {
		int dice = cc_more_dice(g, u, initial, token);

		dice += cc_close_dice(g, u, u->hex, cc_target_hex(x),
		    u->blocks == u->full);
		cc_strike_leader(g, "close", c.deed, u, x->leader, dice);
		return;
	}
	hex = c.def->hex;
	if (!cc_close_combat(g, &c) || !cc_on_board(u))
		return;
	if (opens_gate(g, u->side, hex)) {
		gate_opened(g, u, hex, NULL);
		follows &= ~(unsigned)FOLLOWS_BONUS;
	}
	momentum(g, u, hex, order, follows);
}

void
cc_attack(struct game *g, struct cc_unit *u, const struct cc_target *x,
    const struct node *order, bool token)
{
	u->fought = true;
	u->charge = false;
	tell(g, "attack", FACTS(fact_text("unit", u->id), cc_fact_with(g, u),
	    fact_hex("from", u->hex), fact_text("target", cc_target_id(x)),
	    fact_hex("hex", cc_target_hex(x))));
	attack(g, u, x, order, true, false, token);
}

/* [terrain.city-gate] two dice; swords open it, helmets with a leader */
void
cc_storm(struct game *g, struct cc_unit *u, int hex, const struct node *order)
{
	struct cc *s = cc_state(g);
	int faces[CC_DICE_MAX], hits;
	int n = cc_roll_dice(g, "storm", u->id, game_hex(g, hex), 2, faces);

	hits = cc_count_faces(faces, n, CC_SWORDS);
	if (cc_attached(s, u) != NULL)
		hits += cc_count_faces(faces, n, CC_HELMET);
	if (hits == 0) {
		tell(g, "gate", FACTS(fact_text("unit", u->id),
		    fact_hex("hex", hex),
		    fact_node("faces", cc_faces_node(g, faces, n)),
		    fact_text("result", "holds")));
		return;
	}
	s->opened[s->nopened++] = hex;
	gate_opened(g, u, hex, cc_faces_node(g, faces, n));
	momentum(g, u, hex, order, FOLLOWS_NOTHING);
}
