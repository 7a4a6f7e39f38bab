/* muster.c: whom a card may order [order.*, card.*] */
#include "systems/cc_medieval/muster.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* [scenario.late-entry] does it wait off the board for a card (Dara)? */
static bool
waits_for_card(struct game *g, int side, const char *id)
{
	struct cc *s = cc_state(g);
	const struct cc_unit *u = cc_find_unit(s, id);
	const struct cc_leader *l = u ? NULL : cc_find_leader(s, id);

	return (u ? u->status : l->status) == CC_RESERVE &&
	    cc_data(g)->enters_by_card[side];
}

const char *
cc_muster_read(struct game *g, const struct node *order, struct muster *m)
{
	struct cc *s = cc_state(g);
	const struct node *units = node_array_of(order, "units");
	const struct node *leaders = node_array_of(order, "leaders");

	for (const struct node *c = units ? units->child : NULL; c;
	    c = c->next) {
		const struct cc_unit *u = cc_find_unit(s, c->s);

		if (u == NULL)
			return why_not(g, "muster.is-leader", FACTS(fact_text(
			    "who", c->s)));
		if (!cc_on_board(u) && !waits_for_card(g, u->side, u->id))
			return why_not(g, "muster.off-board", FACTS(fact_text(
			    "who", u->id)));
		for (int i = 0; i < m->nunits; i++)
			if (&s->unit[m->unit[i]] == u)
				return why_not(g, "muster.twice", FACTS(
				    fact_text("who", c->s)));
		if (m->nunits < CC_ORDERED)
			m->unit[m->nunits++] = (int)(u - s->unit);
	}
	for (const struct node *c = leaders ? leaders->child : NULL; c;
	    c = c->next) {
		const struct cc_leader *l = cc_find_leader(s, c->s);

		if (l == NULL || (!cc_leader_on_board(l) &&
		    !waits_for_card(g, l->side, l->id)))
			return why_not(g, "muster.no-leader", FACTS(fact_text(
			    "who", c->s)));
		for (int i = 0; i < m->nleaders; i++)
			if (&s->leader[m->leader[i]] == l)
				return why_not(g, "muster.twice", FACTS(
				    fact_text("who", c->s)));
		if (m->nleaders < CC_ORDERED)
			m->leader[m->nleaders++] = (int)(l - s->leader);
	}
	if (node_str(order, "leader") != NULL) {
		const struct cc_leader *l = cc_find_leader(s, node_str(order,
		    "leader"));

		m->lead = l ? (int)(l - s->leader) : CC_LEAD_WRONG;
	}
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

/*
 * Who has moved since the card was played was ordered where he began; who waits
 * off the board is ordered in the left section (Dara).
 */
static unsigned
ordered_in(const struct cc_data *d, int side, int began, int hex)
{
	if (began != HEX_NONE)
		hex = began;
	return hex == HEX_NONE ? CC_LEFT : cc_sections(d, side, hex);
}

/* Those of the named that stand in a section; NULL: none does. */
static struct node *
standing_in(struct game *g, const char *const *id, const unsigned *mask,
    int n, unsigned section)
{
	struct arena *a = game_arena(g);
	struct node *list = NULL;

	for (int i = 0; i < n; i++) {
		if (!(mask[i] & section))
			continue;
		if (list == NULL)
			list = node_array(a);
		node_add(a, list, NULL, node_string(a, id[i]));
	}
	return list;
}

static const char *
by_sections(struct game *g, const struct muster *m, int left, int center,
    int right)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const char *id[2 * CC_ORDERED];
	unsigned mask[2 * CC_ORDERED];
	int n = 0;

	for (int i = 0; i < m->nunits; i++) {
		const struct cc_unit *u = &s->unit[m->unit[i]];

		id[n] = u->id;
		mask[n++] = ordered_in(d, m->side, u->began, u->hex);
	}
	for (int i = 0; i < m->nleaders; i++) {
		const struct cc_leader *l = &s->leader[m->leader[i]];

		id[n] = l->id;
		mask[n++] = ordered_in(d, m->side, l->began, l->hex);
	}
	if (n <= left + center + right &&
	    share_out(mask, n, left, center, right))
		return NULL;
	return why_not(g, "muster.sections", FACTS(fact_number("left", left),
	    fact_number("center", center), fact_number("right", right),
	    fact_node("at_left", standing_in(g, id, mask, n, CC_LEFT)),
	    fact_node("at_center", standing_in(g, id, mask, n, CC_CENTER)),
	    fact_node("at_right", standing_in(g, id, mask, n, CC_RIGHT))));
}

static const char *
any_number(struct game *g, const struct muster *m, int n)
{
	if (m->nunits + m->nleaders <= n)
		return NULL;
	return why_not(g, "muster.number", FACTS(fact_number("most", n),
	    fact_number("named", m->nunits + m->nleaders)));
}

/* -------------------------------------------------- cards for some units */

static bool
wanted(const struct cc_data *d, const struct cc_unit *u, int want)
{
	const struct cc_sort *x = &d->sort[u->type];

	switch (want) {
	case CC_WANT_LIGHT:
		return x->class == CC_LIGHT;
	case CC_WANT_MEDIUM:
		return x->class == CC_MEDIUM;
	case CC_WANT_HEAVY:
		return x->class == CC_HEAVY;
	case CC_WANT_FOOT:
		return x->foot;
	case CC_WANT_MOUNTED:
		return !x->foot;
	case CC_WANT_RANGED:
		return cc_range_of(d, u) > 0;
	}
	return false;
}

static bool
has_any(struct game *g, int side, int want)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && cc_on_board(&s->unit[i]) &&
		    wanted(cc_data(g), &s->unit[i], want))
			return true;
	return false;
}

bool
cc_muster_none(struct game *g, int side, int kind)
{
	const struct cc_card *c = &cc_card_rules[kind];

	return c->by == CC_BY_SORT && !has_any(g, side, c->want);
}

/* Up to n units of a sort; with none of it on the board, one of any. */
static const char *
of_sort(struct game *g, struct muster *m, int want, int n)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	if (m->nleaders > 0)			/* [leaders.not-a-unit] */
		return "muster.no-leaders";
	if (!has_any(g, m->side, want)) {
		m->one = true;
		return any_number(g, m, 1);
	}
	for (int i = 0; i < m->nunits; i++)
		if (!wanted(d, &s->unit[m->unit[i]], want))
			return why_not(g, "muster.kind", FACTS(fact_text("who",
			    s->unit[m->unit[i]].id)));
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
			return why_not(g, "muster.adjacent", FACTS(fact_text(
			    "who", u->id)));
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
		return "muster.linked";
	return NULL;
}

/* [order.leader-detach] cards by which nobody leaves his unit */
static const char *
none_detaches(struct game *g, const struct muster *m)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < m->nleaders; i++) {
		const struct cc_leader *l = &s->leader[m->leader[i]];

		if (cc_unit_at(s, l->hex) != NULL)
			return why_not(g, "muster.detach", FACTS(fact_text(
			    "who", l->id)));
	}
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
	struct cc_leader *l = m->lead >= 0 ? &s->leader[m->lead] : NULL;
	int hex[2 * CC_ORDERED + 1], n = 0, own = 0;
	const struct cc_unit *with;
	const char *why;

	if (m->lead == CC_LEAD_NONE && m->nunits + m->nleaders == 0)
		return NULL;			/* it orders nobody */
	if (l == NULL || !cc_leader_on_board(l) || l->side != m->side)
		return "leadership.leader";
	if (section != 0 && !(cc_sections(d, m->side, l->hex) & section))
		return why_not(g, "leadership.section", FACTS(fact_text("who",
		    l->id)));
	hex[n++] = l->hex;
	n += muster_hexes(g, m, hex + 1);
	if ((why = none_detaches(g, m)) != NULL)
		return why;
	with = cc_unit_at(s, l->hex);
	for (int i = 1; i < n; i++)
		if (hex[i] == l->hex)
			own++;
	if (n - 1 - own > linked_n)
		return why_not(g, "leadership.number", FACTS(fact_number("most",
		    linked_n), fact_number("named", n - 1 - own)));
	if (!linked(g, hex, n))
		return "leadership.linked";
	if (with != NULL && with->side == m->side &&
	    !names_unit(m, (int)(with - s->unit)) && m->nunits < CC_ORDERED)
		m->unit[m->nunits++] = (int)(with - s->unit);
	if (with == NULL && own == 0 && m->nleaders < CC_ORDERED)
		m->leader[m->nleaders++] = (int)(l - s->leader);
	return NULL;
}

/* ------------------------------------------------------------ the kinds */

const char *
cc_muster_one(struct game *g, struct muster *m)
{
	m->one = true;
	return m->nleaders > 0 ? "one.leader" :
	    any_number(g, m, 1);
}

static const char *
orders_nobody(const struct muster *m)
{
	return m->nunits + m->nleaders > 0 ? "muster.nobody" : NULL;
}

/* Only a card for the left section brings on who waits (Dara). */
static bool
names_waiting(struct game *g, const struct muster *m)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < m->nunits; i++)
		if (s->unit[m->unit[i]].hex == HEX_NONE)
			return true;
	for (int i = 0; i < m->nleaders; i++)
		if (s->leader[m->leader[i]].hex == HEX_NONE)
			return true;
	return false;
}

/* How many, where a card may say as many as the command. */
static int
orders(struct game *g, const struct muster *m, int n)
{
	return n == CC_COMMANDED ? cc_state(g)->side[m->side].command : n;
}

/* Does the card allow these orders?  [card.*] */
const char *
cc_muster_check(struct game *g, int kind, struct muster *m)
{
	const struct cc_card *c = &cc_card_rules[kind];
	const char *why = NULL;

	if (!c->section && names_waiting(g, m))
		return "muster.waiting";
	switch (c->by) {
	case CC_BY_NOTHING:
		return orders_nobody(m);
	case CC_BY_NUMBER:
		return any_number(g, m, orders(g, m, c->most));
	case CC_BY_SECTIONS:
		return by_sections(g, m, orders(g, m, c->left), orders(g, m,
		    c->center), orders(g, m, c->right));
	case CC_BY_SORT:
		why = of_sort(g, m, (int)c->want, orders(g, m, c->most));
		break;
	case CC_BY_LEADER:
		return leadership(g, m, c->where, c->most);
	case CC_BY_LINE:
		why = none_detaches(g, m);
		break;
	case CC_BY_ITSELF:
		break;
	}
	if (why == NULL && c->away)
		why = away_from_enemy(g, m);
	return why == NULL && c->linked ? in_group(g, m) : why;
}

/* An action does what a card of its name does. */
static const int action_card[CC_ACTION_COUNT] = {
	[CC_ACT_CHARGE] = CC_CHARGE, [CC_ACT_ONSLAUGHT] = CC_ONSLAUGHT,
	[CC_ACT_FIRE_CLOSE] = CC_FIRE_CLOSE, [CC_ACT_MFM] = CC_MFM,
	[CC_ACT_DARKEN] = CC_DARKEN,
};

const struct cc_card *
cc_card_now(const struct cc *s)
{
	return &cc_card_rules[s->one ? CC_NO_CARD : s->played];
}

const struct cc_card *
cc_action_now(const struct cc *s)
{
	return &cc_card_rules[s->one ? CC_NO_CARD : action_card[s->action]];
}

/* All that are ordered, and one more who waits. */
const char *
cc_muster_late(struct game *g, int side, const struct cc_unit *u,
    const struct cc_leader *l)
{
	struct cc *s = cc_state(g);
	struct muster m = { .side = side, .lead = CC_LEAD_NONE };

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && m.nunits < CC_ORDERED &&
		    (s->unit[i].ordered || &s->unit[i] == u))
			m.unit[m.nunits++] = i;
	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].side == side && m.nleaders < CC_ORDERED &&
		    (s->leader[i].ordered || &s->leader[i] == l))
			m.leader[m.nleaders++] = i;
	return cc_muster_check(g, s->played, &m);
}
