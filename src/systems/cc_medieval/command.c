/* command.c: playing a card and ordering [turn.*, order.*, card.*] */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* What a play order names. */
struct muster {
	int side;
	int nunits, unit[CC_ORDERED];		/* indices */
	int nleaders, leader[CC_ORDERED];	/* ordered by themselves */
	const char *lead;			/* of a Leadership card */
	bool one;				/* one unit of one's choice */
};

static const char *
read_muster(struct game *g, const struct node *order, struct muster *m)
{
	struct cc *s = cc_state(g);
	struct arena *a = game_arena(g);
	const struct node *units = node_array_of(order, "units");
	const struct node *leaders = node_array_of(order, "leaders");

	for (const struct node *c = units ? units->child : NULL; c;
	    c = c->next) {
		const struct cc_unit *u = cc_find_unit(s, c->s);

		if (u == NULL)
			return arena_printf(a, "%s is a leader; name him under "
			    "leaders", c->s);
		if (!cc_on_board(u))
			return arena_printf(a, "%s is not on the board",
			    u->id);
		for (int i = 0; i < m->nunits; i++)
			if (&s->unit[m->unit[i]] == u)
				return arena_printf(a, "%s is named twice "
				    "[order.once-per-turn]", u->id);
		if (m->nunits < CC_ORDERED)
			m->unit[m->nunits++] = (int)(u - s->unit);
	}
	for (const struct node *c = leaders ? leaders->child : NULL; c;
	    c = c->next) {
		const struct cc_leader *l = cc_find_leader(s, c->s);

		if (l == NULL || !cc_leader_on_board(l))
			return arena_printf(a, "%s is no leader on the board",
			    c->s);
		for (int i = 0; i < m->nleaders; i++)
			if (&s->leader[m->leader[i]] == l)
				return arena_printf(a, "%s is named twice "
				    "[order.once-per-turn]", l->id);
		if (m->nleaders < CC_ORDERED)
			m->leader[m->nleaders++] = (int)(l - s->leader);
	}
	m->lead = node_str(order, "leader");
	return NULL;
}

/* -------------------------------------------------------- section cards */

/* Can the orders of the three sections be shared out among these hexes? */
static bool
share_out(const unsigned *mask, int n, int left, int center, int right)
{
	if (n == 0)
		return true;
	return (left > 0 && (mask[0] & CC_LEFT) &&
	    share_out(mask + 1, n - 1, left - 1, center, right)) ||
	    (center > 0 && (mask[0] & CC_CENTER) &&
	    share_out(mask + 1, n - 1, left, center - 1, right)) ||
	    (right > 0 && (mask[0] & CC_RIGHT) &&
	    share_out(mask + 1, n - 1, left, center, right - 1));
}

static const char *
by_sections(struct game *g, const struct muster *m, int left, int center,
    int right)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	unsigned mask[2 * CC_ORDERED];
	int n = 0;

	for (int i = 0; i < m->nunits; i++)
		mask[n++] = cc_sections(d, m->side, s->unit[m->unit[i]].hex);
	for (int i = 0; i < m->nleaders; i++)
		mask[n++] = cc_sections(d, m->side, s->leader[m->leader[i]].hex);
	if (s->mirrored) {			/* [card.counter-attack] */
		int t = left;

		left = right;
		right = t;
	}
	if (n <= left + center + right &&
	    share_out(mask, n, left, center, right))
		return NULL;
	return arena_printf(game_arena(g), "the card orders %d in the left, %d "
	    "in the centre and %d in the right section, and these do not fit "
	    "[order.section-cards]", left, center, right);
}

static const char *
any_number(struct game *g, const struct muster *m, int n)
{
	if (m->nunits + m->nleaders <= n)
		return NULL;
	return arena_printf(game_arena(g), "the card orders %d, not %d", n,
	    m->nunits + m->nleaders);
}

/* -------------------------------------------------- cards for some units */

enum want { WANT_LIGHT, WANT_MEDIUM, WANT_HEAVY, WANT_FOOT, WANT_MOUNTED,
	WANT_RANGED };

static bool
wanted(const struct cc_data *d, const struct cc_unit *u, enum want w)
{
	const struct cc_sort *x = &d->sort[u->type];

	switch (w) {
	case WANT_LIGHT:
		return x->class == CC_LIGHT;
	case WANT_MEDIUM:
		return x->class == CC_MEDIUM;
	case WANT_HEAVY:
		return x->class == CC_HEAVY;
	case WANT_FOOT:
		return x->foot;
	case WANT_MOUNTED:
		return !x->foot;
	case WANT_RANGED:
		return cc_range_of(d, u) > 0;
	}
	return false;
}

/* Up to n units of a sort; with none of it on the board, one of any. */
static const char *
of_sort(struct game *g, struct muster *m, enum want w, int n)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct arena *a = game_arena(g);
	bool any = false;

	if (m->nleaders > 0)
		return "this card orders no leaders by themselves "
		    "[order.leader-detach]";
	for (int i = 0; i < s->nunits; i++)
		any = any || (s->unit[i].side == m->side &&
		    cc_on_board(&s->unit[i]) && wanted(d, &s->unit[i], w));
	if (!any) {
		m->one = true;
		return any_number(g, m, 1);
	}
	for (int i = 0; i < m->nunits; i++)
		if (!wanted(d, &s->unit[m->unit[i]], w))
			return arena_printf(a, "%s is not of the kind that this "
			    "card orders", s->unit[m->unit[i]].id);
	return any_number(g, m, n);
}

/* [card.darken-the-sky, card.fire-and-close] none next to the enemy */
static const char *
away_from_enemy(struct game *g, const struct muster *m)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < m->nunits && !m->one; i++) {
		const struct cc_unit *u = &s->unit[m->unit[i]];

		if (cc_any_enemy_adjacent(cc_data(g), s, u->side, u->hex))
			return arena_printf(game_arena(g), "%s is next to the "
			    "enemy", u->id);
	}
	return NULL;
}

/* Are all these hexes one linked group (from the first on)? */
static bool
linked(struct game *g, const int *hex, int n)
{
	bool in[2 * CC_ORDERED + 1] = { true };

	for (int again = 1; again;) {
		again = 0;
		for (int i = 1; i < n; i++)
			for (int k = 0; k < n && !in[i]; k++)
				if (in[k] && (hex[k] == hex[i] ||
				    hex_adjacent(game_grid(g), hex[k],
				    hex[i])))
					in[i] = true, again = 1;
	}
	for (int i = 0; i < n; i++)
		if (!in[i])
			return false;
	return true;
}

static int
muster_hexes(struct game *g, const struct muster *m, int *out)
{
	struct cc *s = cc_state(g);
	int n = 0;

	for (int i = 0; i < m->nunits; i++)
		out[n++] = s->unit[m->unit[i]].hex;
	for (int i = 0; i < m->nleaders; i++)
		out[n++] = s->leader[m->leader[i]].hex;
	return n;
}

static const char *
in_group(struct game *g, const struct muster *m)
{
	int hex[2 * CC_ORDERED], n = muster_hexes(g, m, hex);

	if (n > 1 && !linked(g, hex, n))
		return "the units must stand in linked hexes";
	return NULL;
}

/* ------------------------------------------------------ leadership cards */

static bool
names_unit(const struct muster *m, int unit)
{
	for (int i = 0; i < m->nunits; i++)
		if (m->unit[i] == unit)
			return true;
	return false;
}

/* [card.leadership-any, card.leadership-section] */
static const char *
leadership(struct game *g, struct muster *m, unsigned section, int linked_n)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct arena *a = game_arena(g);
	struct cc_leader *l = m->lead ? cc_find_leader(s, m->lead) : NULL;
	int hex[2 * CC_ORDERED + 1], n = 0, own = 0;
	const struct cc_unit *with;

	if (l == NULL || !cc_leader_on_board(l) || l->side != m->side)
		return "a Leadership card needs leader, one of yours on the "
		    "board";
	if (s->mirrored && section == CC_LEFT)
		section = CC_RIGHT;
	else if (s->mirrored && section == CC_RIGHT)
		section = CC_LEFT;
	if (section != 0 && !(cc_sections(d, m->side, l->hex) & section))
		return arena_printf(a, "%s is not in the card's section",
		    l->id);
	hex[n++] = l->hex;
	n += muster_hexes(g, m, hex + 1);
	for (int i = 0; i < m->nleaders; i++) {
		const struct cc_leader *x = &s->leader[m->leader[i]];

		if (cc_unit_at(s, x->hex) != NULL && x != l)
			return arena_printf(a, "%s stands with a unit and may "
			    "not detach now [order.leader-detach]", x->id);
	}
	with = cc_unit_at(s, l->hex);
	for (int i = 1; i < n; i++)
		if (hex[i] == l->hex)
			own++;
	if (n - 1 - own > linked_n)
		return arena_printf(a, "the card orders the leader's hex and %d "
		    "more, not %d", linked_n, n - 1 - own);
	if (!linked(g, hex, n))
		return "the units must be linked to the leader's hex";
	if (with != NULL && with->side == m->side &&
	    !names_unit(m, (int)(with - s->unit)) && m->nunits < CC_ORDERED)
		m->unit[m->nunits++] = (int)(with - s->unit);
	if (with == NULL && own == 0 && m->nleaders < CC_ORDERED)
		m->leader[m->nleaders++] = (int)(l - s->leader);
	return NULL;
}

/* ------------------------------------------------------------ the kinds */

static const char *
one_unit(struct game *g, struct muster *m)
{
	m->one = true;
	return m->nleaders > 0 ? "the alternative orders one unit, no leader" :
	    any_number(g, m, 1);
}

static const char *
orders_nobody(const struct muster *m)
{
	return m->nunits + m->nleaders > 0 ? "this card orders nobody" : NULL;
}

/* Does the card allow these orders?  [card.*] */
static const char *
check_muster(struct game *g, int kind, struct muster *m)
{
	int c = cc_state(g)->side[m->side].command;
	const char *why;

	switch ((enum cc_kind)kind) {
	case CC_SCOUT:
		return any_number(g, m, 1);
	case CC_TWO_LEFT:
		return by_sections(g, m, 2, 0, 0);
	case CC_TWO_CENTER:
		return by_sections(g, m, 0, 2, 0);
	case CC_TWO_RIGHT:
		return by_sections(g, m, 0, 0, 2);
	case CC_THREE_LEFT:
		return by_sections(g, m, 3, 0, 0);
	case CC_THREE_CENTER:
		return by_sections(g, m, 0, 3, 0);
	case CC_THREE_RIGHT:
		return by_sections(g, m, 0, 0, 3);
	case CC_COMMAND_LEFT:
		return by_sections(g, m, c, 0, 0);
	case CC_COMMAND_CENTER:
		return by_sections(g, m, 0, c, 0);
	case CC_COMMAND_RIGHT:
		return by_sections(g, m, 0, 0, c);
	case CC_COORDINATED:
		return by_sections(g, m, 1, 1, 1);
	case CC_OUT_FLANKED:
		return by_sections(g, m, 2, 0, 2);
	case CC_FORWARD:
		return by_sections(g, m, 2, 2, 2);
	case CC_LIGHT_TROOPS:
		return of_sort(g, m, WANT_LIGHT, c);
	case CC_MEDIUM_TROOPS:
		return of_sort(g, m, WANT_MEDIUM, c);
	case CC_HEAVY_TROOPS:
		return of_sort(g, m, WANT_HEAVY, c);
	case CC_LEADERSHIP_ANY:
		return leadership(g, m, 0, 2);
	case CC_LEADERSHIP_LEFT:
		return leadership(g, m, CC_LEFT, 3);
	case CC_LEADERSHIP_CENTER:
		return leadership(g, m, CC_CENTER, 3);
	case CC_LEADERSHIP_RIGHT:
		return leadership(g, m, CC_RIGHT, 3);
	case CC_DARKEN:
	case CC_FIRE_CLOSE:
		why = of_sort(g, m, WANT_RANGED, 4);
		return why ? why : away_from_enemy(g, m);
	case CC_DOUBLE_TIME:
		why = of_sort(g, m, WANT_FOOT, c);
		return why ? why : in_group(g, m);
	case CC_ONSLAUGHT:
		return of_sort(g, m, WANT_FOOT, 3);
	case CC_CHARGE:
		return of_sort(g, m, WANT_MOUNTED, 3);
	case CC_MFM:
		return of_sort(g, m, WANT_LIGHT, 4);
	case CC_LINE:
		return in_group(g, m);
	case CC_NO_CARD:
	case CC_COUNTER:
	case CC_AMBUSH:
	case CC_FIRST_STRIKE:
		return orders_nobody(m);
	case CC_CLASH:
	case CC_LEADERS_CARD:
	case CC_HAVOC:
	case CC_RALLY:
	case CC_KIND_COUNT:
		break;
	}
	return NULL;
}

static bool
is_leadership(int kind)
{
	return kind >= CC_LEADERSHIP_ANY && kind <= CC_LEADERSHIP_RIGHT;
}

/* ---------------------------------------------------- cards that decide */

static void
order_unit(struct cc_unit *u)
{
	u->ordered = true;
}

/* [card.clash-of-shields] all that stand next to the enemy */
static void
order_adjacent(struct game *g)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct cc_unit *u = &s->unit[i];

		if (u->side == s->active && cc_on_board(u) &&
		    cc_any_enemy_adjacent(cc_data(g), s, u->side, u->hex))
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

/* [card.cry-havoc] one die: whom it orders */
static void
havoc_die(struct game *g, int face, const struct node *planned)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, s->active, "muster");
	int picked;

	if (face == CC_SWORDS)
		return;
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
	if (picked >= LEADER_VALUE) {
		s->leader[picked - LEADER_VALUE].ordered = true;
	} else if (picked >= 0) {
		order_unit(&s->unit[picked]);
		s->unit[picked].idle = face == CC_FLAG;
	}
}

static void
new_leader(struct game *g, int unit)
{
	struct cc *s = cc_state(g);
	struct cc_leader *l = &s->leader[s->nleaders++];

	memset(l, 0, sizeof *l);
	s->newleaders++;
	memcpy(l->id, "new-leader-0", 13);
	l->id[11] = (char)('0' + s->newleaders % 10);
	l->side = s->unit[unit].side;
	l->hex = s->unit[unit].hex;
	tell(g, "newleader", FACTS(fact_text("leader", l->id),
	    fact_text("unit", s->unit[unit].id)));
}

/* [card.rally] one die: whom it gives a block; `among` ordered units only */
static void
rally_die(struct game *g, int face, bool among, bool *rallied,
    const struct node *planned)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, s->active, "muster");
	int picked;

	if (face > CC_HELMET)
		return;
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
	    s->nleaders < CC_LEADERS; i++)
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
		    fact_number("blocks", u->blocks)));
	}
}

static void
muster_dice(struct game *g, bool rally, bool among,
    const struct node *planned)
{
	struct cc *s = cc_state(g);
	int faces[CC_HAND], n = s->side[s->active].command;
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
			if (rally)
				rally_die(g, faces[i], among, rallied,
				    planned);
			else
				havoc_die(g, faces[i], planned);
		}
}

/* ---------------------------------------------------------------- playing */

struct play {
	const char *id;		/* the card */
	int kind;		/* what it is */
	int effect;		/* what it counts as */
	bool scout, mirrored;
	int action;
};

/* What the card counts as: a Scout, a copy, or itself. */
static void
set_effect(struct game *g, const struct node *order, struct play *p)
{
	struct cc *s = cc_state(g);
	const char *as = node_str(order, "as");

	p->effect = p->kind;
	if (p->kind == CC_COUNTER) {
		p->effect = s->side[cc_enemy(s->active)].last;
		p->mirrored = true;
	}
	p->scout = p->effect == CC_SCOUT;
	if (as != NULL && strcmp(as, "scout") == 0 &&
	    (p->effect == CC_AMBUSH || p->effect == CC_CLASH)) {
		p->effect = CC_SCOUT;
		p->scout = true;
	}
}

static const char *
check_action(struct game *g, const struct node *order, struct play *p,
    bool one)
{
	const char *name = node_str(order, "action");
	struct cc *s = cc_state(g);

	p->action = CC_NO_ACTION;
	if (name == NULL)
		return NULL;
	for (int k = 1; k < CC_ACTION_COUNT; k++)
		if (strcmp(cc_action_names[k], name) == 0)
			p->action = k;
	if (!is_leadership(p->effect) || one)
		return "only a Leadership card's units perform an inspired "
		    "leadership action [inspired.leadership-actions]";
	if (!(cc_data(g)->sheet[s->active] >> p->action & 1))
		return arena_printf(game_arena(g), "%s is not on this army's "
		    "sheet", name);
	if (!cc_may_spend(s, s->active))
		return "there is no token to spend on it";
	return NULL;
}

static const char *
check_alternative(const struct node *order, const struct play *p,
    struct muster *m)
{
	const char *as = node_str(order, "as");
	bool has = (is_leadership(p->effect) && p->effect !=
	    CC_LEADERSHIP_ANY) || p->effect == CC_FIRE_CLOSE;

	if (as == NULL)
		return NULL;
	if (strcmp(as, "scout") == 0)
		return p->scout ? NULL : "this card is not played as a Scout";
	m->one = true;
	return has ? NULL : "this card has no such alternative";
}

static const char *
check_banner(struct game *g, const struct node *order, const struct play *p)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const struct cc_side *x = &s->side[s->active];

	if (!node_boolean(order, "banner", false))
		return NULL;
	if (!p->scout || !d->scout_banner[s->active])
		return "no banner is offered for this card";
	if (x->banners + x->held + 1 >= s->banners)
		return "the last banner is not taken this way "
		    "[scenario.scout-banner]";
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

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].ordered)
			node_add(a, units, NULL, node_string(a,
			    s->unit[i].id));
	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].ordered)
			node_add(a, leaders, NULL, node_string(a,
			    s->leader[i].id));
	tell(g, "ordered", FACTS(fact_side("side", s->active),
	    fact_node("units", units), fact_node("leaders", leaders)));
}

static void
put_down(struct game *g, const struct play *p, const struct muster *m)
{
	struct cc *s = cc_state(g);

	s->played = p->effect;
	s->mirrored = p->mirrored;
	s->scouted = p->scout;
	s->one = m->one;
	s->gains = p->scout || is_leadership(p->effect) ||
	    p->effect == CC_LEADERS_CARD;
	s->side[s->active].last = p->effect;
	tell(g, "card", FACTS(fact_side("side", s->active),
	    fact_text("card", p->id),
	    fact_text("kind", cc_kind_names[p->effect]),
	    fact_text("as", m->one ? "one" : NULL)));
	cc_discard_from_hand(g, s->active, p->id);
	if (p->action != CC_NO_ACTION) {
		s->action = p->action;
		s->gains = false;
		cc_spend_token(g, s->active, cc_action_names[p->action]);
	}
}

static void
take_banner(struct game *g)
{
	struct cc *s = cc_state(g);

	s->taken = true;
	if (!cc_data(g)->scout_token[s->active])
		s->gains = false;
	cc_win_banners(g, s->active, 1, "scout");
}

static void
play_card(struct game *g, const struct node *order, const struct play *p,
    struct muster *m)
{
	const struct node *planned = node_get(order, "units");

	put_down(g, p, m);
	if (p->effect == CC_CLASH)
		order_adjacent(g);
	else if (p->effect == CC_LEADERS_CARD && !m->one)
		order_leaders(g);
	else if (p->effect == CC_HAVOC || p->effect == CC_RALLY)
		muster_dice(g, p->effect == CC_RALLY, false, planned);
	else
		carry_muster(g, m);
	if (p->action == CC_ACT_RALLY)
		muster_dice(g, true, true, planned);
	tell_ordered(g);
	if (node_boolean(order, "banner", false))
		take_banner(g);
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

/* Read and check a play order; NULL, or why it is not legal. */
static const char *
check_play(struct game *g, const struct node *order, struct play *p,
    struct muster *m)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const char *name = node_str(order, "card"), *why = NULL;
	int i = cc_in_hand(d, s, s->active, name);

	*m = (struct muster){ .side = s->active };
	*p = (struct play){ .kind = CC_NO_CARD };
	if (i < 0 && !cc_has_blank(s, s->active))
		return arena_printf(game_arena(g), "%s is not in your hand",
		    name);
	p->id = i < 0 ? blank_as(g, name) : arena_strdup(game_arena(g),
	    s->hand[s->active].id[i]);
	if (p->id == NULL)
		return arena_printf(game_arena(g), "there is no card %s",
		    name);
	p->kind = cc_card_kind(d, p->id);
	set_effect(g, order, p);
	if (p->effect == CC_LEADERS_CARD && !has_leader(g, s->active))
		m->one = true;
	if (p->effect != CC_HAVOC && p->effect != CC_RALLY)
		why = read_muster(g, order, m);
	if (why == NULL)
		why = check_alternative(order, p, m);
	if (why == NULL)
		why = check_action(g, order, p, m->one);
	s->mirrored = p->mirrored;
	if (why == NULL)
		why = m->one ? one_unit(g, m) : check_muster(g, p->effect, m);
	s->mirrored = false;
	return why ? why : check_banner(g, order, p);
}

const char *
cc_cannot_play(struct game *g, const struct node *order)
{
	struct muster m;
	struct play p;

	return check_play(g, order, &p, &m);
}

/* NULL and the card is played, or why it is not. */
static const char *
try_play(struct game *g, const struct node *order)
{
	struct muster m;
	struct play p;
	const char *why = check_play(g, order, &p, &m);

	if (why == NULL && strcmp(p.id, node_str(order, "card")) != 0)
		reveal(g, "card", p.id);
	if (why == NULL)
		play_card(g, order, &p, &m);
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
	struct muster m = { .side = s->active };
	struct node *empty = node_table(game_arena(g));
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
	set_effect(g, empty, &p);
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
			order_refuse(g, "%s", why);
	}
	if (s->played == CC_NO_CARD)
		play_unnamed(g);
}
