/* combat.c: fire, close combat, first strike, battle back
 * [ranged.*, close.*, evade.*, card.first-strike, inspired.battle-bonus] */
#include "systems/cc_medieval/combat.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

int
cc_roll_dice(struct game *g, const char *deed, const char *who, const char *at,
    int n, int *faces)
{
	if (n > CC_DICE_MAX)
		n = CC_DICE_MAX;
	for (int i = 0; i < n; i++)
		faces[i] = roll(g, 6, "%s %s at %s die %d", deed, who, at,
		    i + 1);
	return n;
}

static void
tell_combat(struct game *g, const char *event, const struct cc_unit *u,
    const char *deed, const char *target, int hex, const int *faces, int n,
    int hits, int flags, bool evades)
{
	bool fired = strcmp(event, "fire") == 0;

	tell(g, event, FACTS(fact_text("unit", u->id),
	    fact_hex("from", u->hex), fact_text("deed", deed),
	    fact_text("target", target),
	    fact_hex("hex", hex), fact_number("dice", n),
	    fact_node("faces", cc_faces_node(g, faces, n)),
	    fact_number("hits", hits), fact_number("flags", flags),
	    cc_fact_if(g, "evades", evades),
	    cc_fact_if(g, "fought", fired && u->fought)));
}

/* --------------------------------------------------------- at lone leaders */

/* [leader.casualty-alone] a helmet, or he must evade */
void
cc_strike_leader(struct game *g, const char *event, const char *deed,
    struct cc_unit *u, struct cc_leader *l, int dice)
{
	int faces[CC_DICE_MAX], n = cc_roll_dice(g, event, u->id, l->id, dice,
	    faces);
	int hits = cc_count_faces(faces, n, CC_HELMET);

	tell_combat(g, event, u, deed, l->id, l->hex, faces, n, hits > 0, 0,
	    false);
	if (hits > 0)
		cc_eliminate_leader(g, l, "leader");
	else
		cc_leader_evade(g, l);
}

/* ------------------------------------------------------------------ fire */

void
cc_fire(struct game *g, struct cc_unit *u, const struct cc_target *x,
    int extra)
{
	const struct cc_data *d = cc_data(g);
	struct cc_fate fate = { false };
	struct cc_unit *t = x->unit;
	int faces[CC_DICE_MAX], n, dice, hits;
	bool full;

	u->fired++;
	if (!cc_is_darkening(g, u) && !cc_is_closing(g, u))
		u->fought = true;
	dice = cc_fire_dice(g, u, cc_target_hex(x)) + extra;
	dice += cc_all_turn_dice(g, u);
	if (t == NULL) {
		cc_strike_leader(g, "fire", NULL, u, x->leader, dice);
		return;
	}
	memcpy(u->target, t->id, sizeof u->target);
	u->targethex = t->hex;
	full = t->blocks == t->full;
	n = cc_roll_dice(g, "fire", u->id, t->id, dice, faces);
	hits = cc_symbol_hits(d, t, faces, n);
	tell_combat(g, "fire", u, NULL, t->id, t->hex, faces, n, hits,
	    cc_count_faces(faces, n, CC_FLAG), false);
	cc_lose_blocks(g, t, hits, &fate);
	cc_apply_flags(g, t, cc_count_faces(faces, n, CC_FLAG), full, &fate);
}

/* --------------------------------------------------------- close combat */

/* One side's roll in close combat; what it does to the other. */
static void
strike(struct game *g, const char *event, const char *deed, struct cc_unit *u,
    bool full, struct cc_unit *t, bool t_full, int extra,
    struct cc_fate *fate)
{
	int faces[CC_DICE_MAX], n, hits, flags;

	n = cc_roll_dice(g, event, u->id, t->id, cc_close_dice(g, u, u->hex,
	    t->hex, full) + extra, faces);
	hits = cc_close_hits(g, u, t, faces, n);
	flags = cc_count_faces(faces, n, CC_FLAG);
	tell_combat(g, event, u, deed, t->id, t->hex, faces, n, hits, flags,
	    false);
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
first_strike(struct game *g, const struct cc_clash *c, int dice)
{
	struct cc *s = cc_state(g);
	int side = c->def->side;
	struct question q = question(g, side, "first-strike");
	const char *card;

	if (s->side[side].cards == 0)
		return false;
	combat_facts(g, &q, c->def, c->att, dice);
	option_add(&q, 1, "yes");
	option_decline(&q, "none");
	q.unable = !game_blind(g) && !cc_holds(g, side, CC_FIRST_STRIKE);
	if (window(g, &q) != 1)
		return false;
	card = cc_spend_card(g, side, CC_FIRST_STRIKE);
	s->side[side].replace++;
	tell(g, "first-strike", FACTS(fact_side("side", side),
	    fact_text("card", card),
	    fact_text("unit", c->def->id),
	    fact_text("attacker", c->att->id)));
	return true;
}

void
cc_tell_declined(struct game *g, const struct cc_unit *u, const char *what)
{
	tell(g, "declined", FACTS(fact_text("unit", u->id),
	    fact_hex("hex", u->hex), fact_text("what", what)));
}

/* [close.battle-back, evade.parthian-shot] a unit may, and mostly does */
static bool
wants(struct game *g, const char *kind, const struct cc_unit *u,
    const struct cc_unit *against, int dice)
{
	struct question q = question(g, u->side, kind);

	combat_facts(g, &q, u, against, dice);
	option_add(&q, 1, "yes");
	option_decline(&q, "none");
	if (ask(g, &q) == 1)
		return true;
	cc_tell_declined(g, u, kind);
	return false;
}

/*
 * [inspired.battle-bonus] for a unit of the side whose turn it is not, that
 * battles back, strikes first or from ambush: a window
 */
static int
battle_bonus(struct game *g, const char *deed, const struct cc_unit *u,
    const struct cc_unit *against, int dice)
{
	struct cc *s = cc_state(g);
	struct question q = question(g, u->side, "battle-bonus");

	if (!cc_may_spend(s, u->side))
		return 0;
	combat_facts(g, &q, u, against, dice);
	question_fact(&q, fact_text("deed", deed));
	option_add(&q, 1, "yes");
	option_decline(&q, "none");
	if (window(g, &q) != 1)
		return 0;
	cc_spend_token(g, u->side, "battle-bonus");
	return 1;
}

/* A strike of that side, with its token if it spends one. */
static void
strike_out_of_turn(struct game *g, const char *deed, const char *event,
    struct cc_unit *u, bool full, struct cc_unit *t, bool t_full, int more,
    struct cc_fate *fate)
{
	int token, dice = cc_close_dice(g, u, u->hex, t->hex, full) + more;

	mod_forget(g);
	if (strcmp(deed, "back") == 0 && !wants(g, "battle-back", u, t, dice))
		return;
	token = battle_bonus(g, deed, u, t, dice);
	strike(g, event, strcmp(deed, event) == 0 ? NULL : deed, u, full, t,
	    t_full, cc_card_drm(g, more, "ambush") +
	    drm(g, token, "inspired.battle-bonus"), fate);
}

/*
 * [inspired.battle-bonus] The token is announced when the dice are counted,
 * after a First Strike and after the defender has said whether he evades: an
 * attack that does not come about costs none.
 */
int
cc_more_dice(struct game *g, const struct cc_unit *u, bool initial, bool token)
{
	token = token && cc_may_spend(cc_state(g), u->side);
	if (token)
		cc_spend_token(g, u->side, "battle-bonus");
	return cc_card_dice(g, u, initial) + drm(g, token,
	    "inspired.battle-bonus");
}

/* Dice without the token, and without reporting why. */
static int
count_dice(struct game *g, const struct cc_clash *c)
{
	int n = cc_close_dice(g, c->att, c->att->hex, c->def->hex,
	    c->att_full) + cc_card_dice(g, c->att, c->initial);

	mod_forget(g);
	return n;
}

void
cc_strike_from_ambush(struct game *g, struct cc_unit *u,
    struct cc_unit *target, struct cc_fate *fate)
{
	strike_out_of_turn(g, "ambush", "close", u, u->blocks == u->full,
	    target, target->blocks == target->full, 2, fate);
}

/* [evade.*] the attacker's roll at one that will not stand */
static void
strike_evader(struct game *g, const struct cc_clash *c, const int way[2])
{
	const struct cc_data *d = cc_data(g);
	struct cc_fate fate = { false }, hit = { false };
	int faces[CC_DICE_MAX], n, hits;
	struct cc_unit *u = c->def;

	n = cc_more_dice(g, c->att, c->initial, c->token);
	n = cc_roll_dice(g, "close", c->att->id, u->id, n + cc_close_dice(g,
	    c->att, c->att->hex, u->hex, c->att_full), faces);
	hits = cc_symbol_hits(d, u, faces, n);
	tell_combat(g, "close", c->att, c->deed, u->id, u->hex, faces, n, hits,
	    0, true);
	cc_lose_blocks(g, u, hits, &fate);
	if (fate.gone)
		return;
	if (d->sort[u->type].parthian > 0 &&	/* [evade.parthian-shot] */
	    wants(g, "parthian", u, c->att, d->sort[u->type].parthian)) {
		n = cc_roll_dice(g, "parthian", u->id, c->att->id,
		    d->sort[u->type].parthian, faces);
		hits = cc_symbol_hits(d, c->att, faces, n);
		tell_combat(g, "parthian", u, NULL, c->att->id, c->att->hex,
		    faces, n, hits, 0, false);
		cc_lose_blocks(g, c->att, hits, &hit);
	}
	cc_evade_move(g, u, way);
}

bool
cc_close_combat(struct game *g, struct cc_clash *c)
{
	struct cc_fate att = { false }, def = { false };
	int way[2], dice;
	bool struck_first;

	c->att_full = c->att_full || c->att->blocks == c->att->full;
	c->def_full = c->def->blocks == c->def->full;
	dice = count_dice(g, c);
	struck_first = first_strike(g, c, dice);
	if (struck_first) {
		strike_out_of_turn(g, "first-strike", "close", c->def,
		    c->def_full, c->att, c->att_full, 0, &att);
		if (att.gone || att.left)
			return false;
	} else if (cc_offer_evade(g, c->def, c->att, dice, way)) {
		strike_evader(g, c, way);
		return false;
	}
	strike(g, "close", c->deed, c->att, c->att_full, c->def, c->def_full,
	    cc_more_dice(g, c->att, c->initial, c->token), &def);
	if (def.gone || def.left)
		return true;
	if (!struck_first)			/* [close.battle-back] */
		strike_out_of_turn(g, "back", "back", c->def, c->def_full,
		    c->att, c->att_full, 0, &att);
	return false;
}
