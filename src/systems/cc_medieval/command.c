/* command.c: playing a card and ordering [turn.*, order.*, card.*] */
#include "systems/cc_medieval/muster.h"

#include "base/arena.h"
#include "base/node.h"

#include <stdio.h>
#include <string.h>

static bool
is_leadership(int kind)
{
	return cc_card_rules[kind].by == CC_BY_LEADER;
}

/* ---------------------------------------------------- cards that decide */

static void
order_unit(struct cc_unit *u)
{
	u->ordered = true;
}

bool
cc_orders_by_itself(const struct cc_data *d, struct cc *s, int kind,
    const struct cc_unit *u)
{
	const struct cc_leader *l = cc_leader_at(s, u->hex);

	if (kind == CC_CLASH)		/* [card.clash-of-shields] */
		return cc_any_enemy_adjacent(d, s, u->side, u->hex);
	return kind == CC_LEADERS_CARD && l != NULL && l->side == u->side;
}

/* [card.clash-of-shields] all that stand next to the enemy */
static void
order_adjacent(struct game *g)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct cc_unit *u = &s->unit[i];

		if (u->side == s->active && cc_on_board(u) &&
		    cc_orders_by_itself(cc_data(g), s, CC_CLASH, u))
			order_unit(u);
	}
}

/* [card.leaders] leaders, and their units while they stay with them */
static bool
order_leaders(struct game *g)
{
	struct cc *s = cc_state(g);
	bool any = false;

	for (int i = 0; i < s->nleaders; i++) {
		struct cc_leader *l = &s->leader[i];
		struct cc_unit *u;

		if (l->side != s->active || !cc_leader_on_board(l))
			continue;
		any = true;
		l->ordered = true;
		u = cc_unit_at(s, l->hex);
		if (u != NULL && u->side == l->side)
			order_unit(u);
	}
	return any;
}

static void
muster_option(struct game *g, struct question *q, int i)
{
	struct cc *s = cc_state(g);

	option_add(q, i, s->unit[i].id);
	q->option[q->n - 1].hex = s->unit[i].hex;
	option_attr(q, "near", -cc_nearest_enemy(cc_data(g), s, s->unit[i].side,
	    s->unit[i].hex));
}

#define LEADER_VALUE 1000	/* option values of leaders */

/* [card.cry-havoc] one die: whom it orders; false: nobody */
static bool
havoc_die(struct game *g, int face, const struct node *planned)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, s->active, "muster");
	int picked;

	if (face == CC_SWORDS)
		return false;
	question_fact(&q, fact_text("card", "cry-havoc"));
	question_fact(&q, fact_text("die", cc_face_names[face]));
	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *u = &s->unit[i];

		if (u->side == s->active && cc_on_board(u) && !u->ordered &&
		    (face >= CC_HELMET || d->sort[u->type].class == face))
			muster_option(g, &q, i);
	}
	for (int i = 0; face == CC_HELMET && i < s->nleaders; i++)
		if (s->leader[i].side == s->active && !s->leader[i].ordered &&
		    cc_leader_on_board(&s->leader[i]))
			option_add(&q, LEADER_VALUE + i, s->leader[i].id);
	option_decline(&q, "none");
	q.planned = planned;
	picked = ask(g, &q);
	if (picked < 0)
		return false;
	if (picked >= LEADER_VALUE) {
		s->leader[picked - LEADER_VALUE].ordered = true;
	} else {
		order_unit(&s->unit[picked]);
		s->unit[picked].idle = face == CC_FLAG;
	}
	tell(g, "summoned", FACTS(fact_text("die", cc_face_names[face]),
	    fact_text("unit", picked >= LEADER_VALUE ? NULL :
	    s->unit[picked].id), fact_text("leader", picked >= LEADER_VALUE ?
	    s->leader[picked - LEADER_VALUE].id : NULL)));
	return true;
}

/* [card.rally] is a block left?  One that fell is there again. */
static bool
has_leader_block(struct game *g, int side)
{
	struct cc *s = cc_state(g);
	int n = 0;

	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].side == side &&
		    (s->leader[i].status == CC_BOARD ||
		    s->leader[i].status == CC_RESERVE))
			n++;
	return n < cc_data(g)->leader_blocks && s->nleaders < CC_LEADERS;
}

static void
new_leader(struct game *g, int unit)
{
	struct cc *s = cc_state(g);
	struct cc_leader *l = &s->leader[s->nleaders++];

	memset(l, 0, sizeof *l);
	s->newleaders++;
	/* in revision 1 the tenth had the number 0, the eleventh 1 again */
	snprintf(l->id, sizeof l->id, "new-leader-%d", game_revision(g) < 2 ?
	    s->newleaders % 10 : s->newleaders);
	if (cc_data(g)->new_leader != NULL)
		snprintf(l->name, sizeof l->name, "%s", cc_data(g)->new_leader);
	l->side = s->unit[unit].side;
	l->began = HEX_NONE;
	l->status = CC_RESERVE;
	cc_put_leader(s, l, s->unit[unit].hex, CC_BOARD);
	tell(g, "newleader", FACTS(fact_text("leader", l->id),
	    fact_text("name", l->name[0] != '\0' ? l->name : NULL),
	    fact_text("unit", s->unit[unit].id), fact_side("side", l->side),
	    fact_hex("hex", l->hex)));
}

/* [card.rally] one die: whom it gives a block; `among` ordered units only */
static bool
rally_die(struct game *g, int face, bool among, bool *rallied,
    const struct node *planned)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, s->active, "muster");
	int picked;

	if (face > CC_HELMET)
		return false;
	question_fact(&q, fact_text("card", "rally"));
	question_fact(&q, fact_text("die", cc_face_names[face]));
	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *u = &s->unit[i];

		if (u->side == s->active && cc_on_board(u) &&
		    u->blocks < u->full && (!among || u->ordered) &&
		    (face == CC_HELMET || d->sort[u->type].class == face))
			muster_option(g, &q, i);
	}
	for (int i = 0; face == CC_HELMET && !among && i < s->nunits &&
	    has_leader_block(g, s->active); i++)
		if (rallied[i] && cc_attached(s, &s->unit[i]) == NULL)
			option_add(&q, LEADER_VALUE + i, arena_printf(
			    game_arena(g), "leader %s", s->unit[i].id));
	option_decline(&q, "none");
	q.planned = planned;
	picked = ask(g, &q);
	if (picked >= LEADER_VALUE) {
		new_leader(g, picked - LEADER_VALUE);
	} else if (picked >= 0) {
		struct cc_unit *u = &s->unit[picked];

		u->blocks++;
		rallied[picked] = true;
		if (!among)
			order_unit(u);
		tell(g, "rally", FACTS(fact_text("unit", u->id),
		    fact_number("blocks", u->blocks),
		    cc_fact_if(g, "ordered", !among)));
	}
	return picked >= 0;
}

static void
muster_dice(struct game *g, bool rally, bool among,
    const struct node *planned)
{
	struct cc *s = cc_state(g);
	int faces[CC_HAND], n = s->side[s->active].command;
	int wasted[CC_HAND], nwasted = 0;
	bool rallied[CC_UNITS] = { false };

	if (n > CC_HAND)
		n = CC_HAND;
	for (int i = 0; i < n; i++)
		faces[i] = roll(g, 6, "%s %s die %d", rally ? "rally" :
		    "havoc", game_side(g, s->active), i + 1);
	tell(g, "muster", FACTS(fact_side("side", s->active),
	    fact_text("card", rally ? "rally" : "cry-havoc"),
	    fact_node("faces", cc_faces_node(g, faces, n))));
	/* helmets come last: they fit any unit, and a new leader needs one
	 * that has rallied */
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < n; i++) {
			if ((faces[i] == CC_HELMET) != (pass == 1))
				continue;
			if (!(rally ? rally_die(g, faces[i], among, rallied,
			    planned) : havoc_die(g, faces[i], planned)))
				wasted[nwasted++] = faces[i];
		}
	if (nwasted > 0)
		tell(g, "wasted", FACTS(fact_text("card", rally ? "rally" :
		    "cry-havoc"), fact_node("faces", cc_faces_node(g, wasted,
		    nwasted))));
}

/* ---------------------------------------------------------------- playing */

struct play {
	const char *id;		/* the card */
	int kind;		/* what it is */
	int copied;		/* what it is a copy of, or kind itself */
	int effect;		/* what it counts as */
	bool scout;
	int action;
};

/* [card.counter-attack] left and right exchanged */
static int
mirrored(int kind)
{
	int other = cc_card_rules[kind].mirror;

	return other ? other : kind;
}

/* [card.counter-attack] the first card of a battle, and reactions */
static bool
copies_nothing(int kind)
{
	return kind == CC_NO_CARD || kind == CC_FIRST_STRIKE ||
	    kind == CC_AMBUSH;
}

/* What the card counts as: a Scout, a copy, or itself. */
static void
set_effect(struct game *g, bool as_scout, struct play *p)
{
	struct cc *s = cc_state(g);

	p->copied = p->effect = p->kind;
	if (p->kind == CC_COUNTER) {
		p->copied = s->side[cc_enemy(s->active)].last;
		if (copies_nothing(p->copied))
			p->copied = CC_NO_CARD;
		p->effect = p->copied == CC_NO_CARD ? CC_COUNTER :
		    mirrored(p->copied);
	}
	p->scout = p->effect == CC_SCOUT;
	if (as_scout && cc_card_rules[p->effect].scout) {
		p->copied = p->effect = CC_SCOUT;
		p->scout = true;
	}
}

static const char *
check_action(struct game *g, const struct cc_wish *w, struct play *p,
    bool one)
{
	struct cc *s = cc_state(g);

	p->action = w->action;
	if (w->action == CC_NO_ACTION)
		return NULL;
	if (!is_leadership(p->effect) || one)
		return "action.leadership";
	if (!(cc_data(g)->sheet[s->active] >> p->action & 1))
		return why_not(g, "action.sheet", FACTS(fact_text("action",
		    cc_action_names[w->action])));
	return cc_cannot_spend(s, s->active);
}

static const char *
check_alternative(struct game *g, const struct cc_wish *w,
    const struct play *p, struct muster *m)
{
	bool has = cc_card_rules[p->effect].one || m->one ||
	    cc_muster_none(g, m->side, p->effect);

	if (w->as == CC_AS_ITSELF)
		return NULL;
	if (w->as == CC_AS_SCOUT)
		return p->scout ? NULL : "as.scout";
	m->one = true;
	return has ? NULL : "as.one";
}

static const char *
check_banner(struct game *g, const struct cc_wish *w, const struct play *p)
{
	struct cc *s = cc_state(g);

	if (!w->banner)
		return NULL;
	if (!p->scout || !cc_data(g)->scout_banner[s->active])
		return "banner.none";
	if (!cc_may_take_banner(s, s->active))
		return "banner.last";
	return NULL;
}

static void
carry_muster(struct game *g, const struct muster *m)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < m->nunits; i++)
		order_unit(&s->unit[m->unit[i]]);
	for (int i = 0; i < m->nleaders; i++)
		s->leader[m->leader[i]].ordered = true;
}

static void
tell_ordered(struct game *g)
{
	struct cc *s = cc_state(g);
	struct arena *a = game_arena(g);
	struct node *units = node_array(a), *leaders = node_array(a);
	struct node *aside = node_array(a);

	if (game_unread(g)) {
		tell(g, "ordered", NULL);
		return;
	}
	for (int i = 0; i < s->nunits; i++) {
		if (s->unit[i].ordered)
			node_add(a, units, NULL, node_string(a,
			    s->unit[i].id));
		if (s->unit[i].aside)
			node_add(a, aside, NULL, node_string(a,
			    s->unit[i].id));
	}
	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].ordered)
			node_add(a, leaders, NULL, node_string(a,
			    s->leader[i].id));
	tell(g, "ordered", FACTS(fact_side("side", s->active),
	    fact_node("units", units), fact_node("leaders", leaders),
	    fact_node("aside", aside->n > 0 ? aside : NULL)));
}

static void
put_down(struct game *g, const struct play *p, const struct muster *m)
{
	struct cc *s = cc_state(g);
	bool led = is_leadership(p->effect) && !m->one && m->lead >= 0;

	s->played = p->effect;
	s->scouted = p->scout;
	s->one = m->one;
	s->gains = cc_card_rules[p->effect].token;
	s->side[s->active].last = p->copied;
	s->action = p->action;
	tell(g, "card", FACTS(fact_side("side", s->active),
	    fact_text("card", p->id),
	    fact_text("kind", p->effect == CC_COUNTER ? "none" :
	    cc_kind_names[p->effect]),
	    fact_text("as", m->one ? "one" : NULL),
	    fact_text("leader", led ? s->leader[m->lead].id : NULL),
	    fact_text("action", p->action ? cc_action_names[p->action] :
	    NULL), cc_fact_if(g, "banner", s->taken)));
	if (p->kind == CC_COUNTER && p->effect != CC_COUNTER)
		tell(g, "copy", FACTS(fact_side("side", s->active),
		    fact_text("of", cc_kind_names[p->copied]),
		    fact_text("kind", cc_kind_names[p->effect])));
	cc_discard_from_hand(g, s->active, p->id);
	if (p->action != CC_NO_ACTION) {
		s->gains = false;
		cc_spend_token(g, s->active, cc_action_names[p->action]);
	}
}

/* Units and leaders that an order names, as one list of preferences. */
static const struct node *
preferences(struct game *g, const struct node *order)
{
	struct arena *a = game_arena(g);
	struct node *list = node_array(a);
	const char *const keys[] = { "units", "leaders" };

	for (int k = 0; k < 2; k++) {
		const struct node *x = node_array_of(order, keys[k]);

		for (const struct node *c = x ? x->child : NULL; c;
		    c = c->next)
			node_add(a, list, NULL, node_string(a, c->s));
	}
	return list;
}

/*
 * [inspired.leadership-actions] Fire and Close and Darken the Sky are for
 * units that stand away from the enemy; others move and battle as usual.
 */
static void
set_aside(struct game *g)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct cc_unit *u = &s->unit[i];

		u->aside = u->ordered && (s->action == CC_ACT_FIRE_CLOSE ||
		    s->action == CC_ACT_DARKEN) &&
		    cc_any_enemy_adjacent(cc_data(g), s, u->side, u->hex);
	}
}

static void
play_card(struct game *g, const struct node *order, const struct play *p,
    struct muster *m)
{
	const struct node *planned = preferences(g, order);

	cc_state(g)->taken = node_boolean(order, "banner", false);
	put_down(g, p, m);
	if (p->effect == CC_CLASH)
		order_adjacent(g);
	else if (p->effect == CC_LEADERS_CARD && !m->one)
		order_leaders(g);
	else if (p->effect == CC_HAVOC || p->effect == CC_RALLY)
		muster_dice(g, p->effect == CC_RALLY, false, planned);
	else
		carry_muster(g, m);
	set_aside(g);
	tell_ordered(g);
	if (p->action == CC_ACT_RALLY)
		muster_dice(g, true, true, planned);
}

static bool
has_leader(struct game *g, int side)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].side == side && cc_leader_on_board(&s->leader[i]))
			return true;
	return false;
}

/* The card that a blank stands for when it is played as `name`; NULL. */
static const char *
blank_as(struct game *g, const char *name)
{
	const struct cc_data *d = cc_data(g);
	const char *card = revealed(g, "card");

	for (int i = 0; i < d->ncards; i++)
		if ((card == NULL || strcmp(card, d->card[i].id) == 0) &&
		    (strcmp(d->card[i].id, name) == 0 ||
		    strcmp(cc_kind_names[d->card[i].kind], name) == 0))
			return d->card[i].id;
	return NULL;
}

/* Which card it is, and what it counts as. */
static const char *
check_card(struct game *g, const struct cc_wish *w, struct play *p)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int i = cc_in_hand(d, s, s->active, w->card);

	*p = (struct play){ .kind = CC_NO_CARD };
	if (i < 0 && !cc_has_blank(s, s->active))
		return "card.hand";
	p->id = i < 0 ? blank_as(g, w->card) : s->hand[s->active].id[i];
	if (p->id == NULL)
		return "card.unknown";
	p->kind = cc_card_kind(d, p->id);
	set_effect(g, w->as == CC_AS_SCOUT, p);
	return p->effect == CC_AMBUSH ? "ambush.scout" : NULL;
}

/* Whom it orders, and what else it says; *m is changed. */
static const char *
check_orders(struct game *g, const struct cc_wish *w, struct play *p,
    struct muster *m)
{
	const char *why;

	if (p->effect == CC_LEADERS_CARD && !has_leader(g, m->side))
		m->one = true;
	why = check_alternative(g, w, p, m);
	if (why == NULL)
		why = check_action(g, w, p, m->one);
	if (why == NULL)
		why = m->one ? cc_muster_one(g, m) :
		    cc_muster_check(g, p->effect, m);
	return why ? why : check_banner(g, w, p);
}

const char *
cc_cannot_play(struct game *g, const struct cc_wish *w)
{
	struct muster m = w->m;
	struct play p;
	const char *why = check_card(g, w, &p);

	return why ? why : check_orders(g, w, &p, &m);
}

static struct cc_wish
read_wish(struct game *g, const struct node *order)
{
	struct cc_wish w = { .card = node_str(order, "card"),
	    .banner = node_boolean(order, "banner", false),
	    .m = { .side = cc_state(g)->active, .lead = CC_LEAD_NONE } };
	const char *as = node_str(order, "as");
	const char *action = node_str(order, "action");

	if (as != NULL)
		w.as = strcmp(as, "scout") == 0 ? CC_AS_SCOUT : CC_AS_ONE;
	for (int k = 1; action != NULL && k < CC_ACTION_COUNT; k++)
		if (strcmp(cc_action_names[k], action) == 0)
			w.action = k;
	return w;
}

/* NULL, or why the order cannot be carried out; what it says goes to w and
 * p. */
static const char *
check_play(struct game *g, const struct node *order, struct cc_wish *w,
    struct play *p)
{
	const char *why;

	*w = read_wish(g, order);
	why = check_card(g, w, p);
	/* for these two the units are preferences */
	if (why == NULL && p->effect != CC_HAVOC && p->effect != CC_RALLY)
		why = cc_muster_read(g, order, &w->m);
	return why ? why : check_orders(g, w, p, &w->m);
}

const char *
cc_cannot_play_order(struct game *g, const struct node *order)
{
	struct cc_wish w;
	struct play p;

	return check_play(g, order, &w, &p);
}

/* NULL and the card is played, or why it is not. */
static const char *
try_play(struct game *g, const struct node *order)
{
	struct cc_wish w;
	struct play p;
	const char *why = check_play(g, order, &w, &p);

	if (why == NULL)
		p.id = arena_strdup(game_arena(g), p.id);
	if (why == NULL && strcmp(p.id, node_str(order, "card")) != 0)
		reveal(g, "card", p.id);
	if (why == NULL)
		play_card(g, order, &p, &w.m);
	return why;
}

/* No card was named: one goes all the same, and orders nobody. */
static void
play_unnamed(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, s->active, "card");
	struct play p = { .kind = CC_NO_CARD };
	struct muster m = { .side = s->active, .lead = CC_LEAD_NONE };
	const struct cc_hand *h = &s->hand[s->active];
	const char *id;

	if (h->n == 0)
		return;
	for (int i = 0; i < h->n; i++) {
		option_add(&q, i, arena_printf(game_arena(g), "%d", i + 1));
		option_secret(&q, h->id[i]);
	}
	id = arena_strdup(game_arena(g), h->id[ask(g, &q)]);
	p.id = reveal(g, "card", *id ? id : NULL);
	p.kind = cc_card_kind(d, p.id);
	if (p.kind == CC_NO_CARD)
		game_fail(g, "\"%s\" is no card", p.id);
	set_effect(g, p.kind == CC_AMBUSH, &p);
	put_down(g, &p, &m);
	if (p.effect == CC_CLASH)
		order_adjacent(g);
	tell_ordered(g);
}

void
cc_command_phase(struct game *g)
{
	struct cc *s = cc_state(g);
	const struct order *o;

	while (s->played == CC_NO_CARD &&
	    (o = order_next(g, s->active, CC_COMMAND)) != NULL) {
		const char *why;

		while ((why = try_play(g, o->node)) != NULL)
			if ((o = order_else(g)) == NULL)
				break;
		if (why != NULL)
			order_cannot(g, why, FACTS(fact_text("card", node_str(
			    order_taken(g)->node, "card"))));
	}
	if (s->played == CC_NO_CARD)
		play_unnamed(g);
}
