/* sheet.c: what a player at home is told: losses, which card, how many dice */
#include "systems/cc_medieval/cc.h"
#include "systems/cc_medieval/muster.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

const char *const cc_tolls[] = { "toll.blocks", "toll.units", "toll.leaders",
	NULL };

void
cc_toll(const void *data, const void *state, int side, int *out)
{
	const struct cc *s = state;

	(void)data;
	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *u = &s->unit[i];
		bool lost = u->status == CC_ELIMINATED;

		if (u->side != side)
			continue;
		out[0] += lost ? u->full : u->full - u->blocks;
		out[1] += lost;
	}
	for (int i = 0; i < s->nleaders; i++)
		out[2] += s->leader[i].side == side &&
		    s->leader[i].status == CC_ELIMINATED;
}

/* ------------------------------------------------------------ which card */

static struct node *
play_order(struct game *g, const char *card, const char *leader,
    const char *as)
{
	struct arena *a = game_arena(g);
	struct node *t = node_table(a);

	node_add_string(a, t, "do", "play");
	node_add_string(a, t, "card", card);
	if (as != NULL)
		node_add_string(a, t, "as", as);
	if (leader != NULL)
		node_add_string(a, t, "leader", leader);
	node_add_array(a, t, "units");
	return t;
}

static struct node *
with_unit(struct game *g, const struct node *play, const char *unit)
{
	struct arena *a = game_arena(g);
	struct node *t = node_copy(a, play);
	struct node *list = node_array(a);
	const struct node *old = node_array_of(play, "units");

	for (const struct node *x = old ? old->child : NULL; x; x = x->next)
		node_add(a, list, NULL, node_string(a, x->s));
	node_add(a, list, NULL, node_string(a, unit));
	node_set(a, t, "units", list);
	return t;
}

/*
 * Whom the play could order only together with others: who is linked to a
 * leader's unit by another one.  `ways` has a play for each of `could` that
 * orders it.
 */
static void
add_linked(struct game *g, int side, struct node *ways, struct node *could)
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);
	const struct node *way = ways->child;

	for (; way != NULL; way = way->next)
		for (int i = 0; i < s->nunits; i++) {
			const struct cc_unit *u = &s->unit[i];
			struct node *play;

			if (u->side != side || !cc_on_board(u) ||
			    node_lists(could, u->id))
				continue;
			play = with_unit(g, way, u->id);
			if (cc_cannot_play_order(g, play) != NULL)
				continue;
			node_add(a, could, NULL, node_string(a, u->id));
			node_add(a, ways, NULL, play);
		}
}

/* Whom this play could order, nearest to the enemy first: their ids into
 * `could`, and *play becomes an order with as many as fit together. */
static void
fill(struct game *g, int side, struct node **play, struct node *could)
{
	struct arena *a = game_arena(g);
	struct node *ways = node_array(a), *way;
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const struct node *bare = *play;

	for (int near = 0; near < 40; near++)
		for (int i = 0; i < s->nunits; i++) {
			struct cc_unit *u = &s->unit[i];

			if (u->side != side || !cc_on_board(u) ||
			    cc_nearest_enemy(d, s, side, u->hex) != near)
				continue;
			way = with_unit(g, bare, u->id);
			if (cc_cannot_play_order(g, way) == NULL) {
				node_add(a, could, NULL, node_string(a,
				    u->id));
				node_add(a, ways, NULL, way);
			}
			if (cc_cannot_play_order(g, with_unit(g, *play,
			    u->id)) == NULL)
				*play = with_unit(g, *play, u->id);
		}
	add_linked(g, side, ways, could);
}

static void
add_line(struct game *g, struct node *lines, const char *text,
    struct node *could, struct node *order)
{
	struct arena *a = game_arena(g);
	struct node *t = node_add(a, lines, NULL, node_table(a));

	node_add_string(a, t, "text", text);
	if (could != NULL && could->n > 0)
		node_add(a, t, "units", could);
	if (order != NULL)
		node_add(a, t, "order", order);
}

/* "inspired-left by aetius: …", what the card does */
static const char *
card_words(struct game *g, say_fn *say, const char *code, const char *card,
    const char *leader, int kind)
{
	const char *does = arena_printf(game_arena(g), "card.%s",
	    cc_kind_names[kind]);

	return say(g, SAID(code, fact_text("card", card), fact_text("leader",
	    leader), fact_said("does", SAID_ALONE(does))));
}

/* A card that takes no list of units: whom it orders. */
static struct node *
list_ordered(struct game *g, int side, int kind)
{
	struct cc *s = cc_state(g);
	struct node *list = node_array(game_arena(g));

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && cc_on_board(&s->unit[i]) &&
		    cc_orders_by_itself(cc_data(g), s, kind, &s->unit[i]))
			node_add(game_arena(g), list, NULL, node_string(
			    game_arena(g), s->unit[i].id));
	return list;
}

/* One way to play a card: with this leader (or none), for this use of it. */
static bool
offer_play(struct game *g, int side, const char *card, int kind,
    const char *leader, const char *as, say_fn *say, struct node *lines)
{
	struct arena *a = game_arena(g);
	struct node *play = play_order(g, card, leader, as);
	struct node *could = as == NULL ? list_ordered(g, side, kind) :
	    node_array(a);

	if (kind == CC_CLASH && as == NULL && could->n == 0)
		return false;
	if (could->n == 0)
		fill(g, side, &play, could);
	if (cc_cannot_play_order(g, play) != NULL || (kind == CC_COUNTER &&
	    could->n == 0))
		return false;
	add_line(g, lines, card_words(g, say, "sheet.card", card, leader,
	    kind), could, play);
	return true;
}

static void
offer_card(struct game *g, int side, const char *card, say_fn *say,
    struct node *lines)
{
	struct cc *s = cc_state(g);
	int kind = cc_card_kind(cc_data(g), card);
	bool any = false;

	if (kind == CC_FIRST_STRIKE) {
		add_line(g, lines, card_words(g, say, "sheet.card", card,
		    NULL, kind), NULL, NULL);
		return;
	}
	if (kind >= CC_LEADERSHIP_ANY && kind <= CC_LEADERSHIP_RIGHT)
		for (int i = 0; i < s->nleaders; i++)
			if (s->leader[i].side == side &&
			    cc_leader_on_board(&s->leader[i]))
				any = offer_play(g, side, card, kind,
				    s->leader[i].id, NULL, say, lines) ||
				    any;
	if (!any && kind == CC_AMBUSH)
		any = offer_play(g, side, card, kind, NULL, "scout", say,
		    lines);
	if (!any)
		any = offer_play(g, side, card, kind, NULL, NULL, say, lines);
	if (!any && kind == CC_CLASH)
		any = offer_play(g, side, card, kind, NULL, "scout", say,
		    lines);
	if (!any)
		any = offer_play(g, side, card, kind, NULL, "one", say,
		    lines);
	if (!any)
		add_line(g, lines, card_words(g, say, "sheet.idle-card", card,
		    NULL, kind), NULL, NULL);
}

static void
add_entry(struct game *g, struct node *lines, const char *text,
    const char *kind, const char *answer)
{
	struct arena *a = game_arena(g);
	struct node *t = node_add(a, lines, NULL, node_table(a)), *x;

	node_add_string(a, t, "text", text);
	x = node_add_table(a, t, "doctrine");
	node_add_string(a, x, "kind", kind);
	node_add_string(a, x, "answer", answer);
}

/* The cards that only a doctrine plays, with the line that does. */
static void
offer_window(struct game *g, const char *card, say_fn *say,
    struct node *lines)
{
	int kind = cc_card_kind(cc_data(g), card);

	if (kind == CC_FIRST_STRIKE || kind == CC_AMBUSH)
		add_entry(g, lines, card_words(g, say, "sheet.card", card,
		    NULL, kind), cc_kind_names[kind], "first");
}

/* [inspired.battlefield-actions] What a token does in the enemy's turn. */
static void
offer_token_windows(struct game *g, int side, say_fn *say,
    struct node *lines)
{
	if (cc_state(g)->side[side].tokens == 0)
		return;
	add_entry(g, lines, say(g, SAID_ALONE("sheet.bravery")), "bravery",
	    "yes");
	add_entry(g, lines, say(g, SAID_ALONE("sheet.battle-bonus")),
	    "battle-bonus", "yes");
}

static struct node *
section(struct game *g, say_fn *say, struct node *out, struct said title)
{
	struct arena *a = game_arena(g);
	struct node *t = node_add(a, out, NULL, node_table(a));

	node_add_string(a, t, "title", say(g, title));
	return node_add_array(a, t, "lines");
}

/* An order to go by himself, to a unit of his own if there is one. */
static struct node *
ride_order(struct game *g, const struct cc_leader *l, const int *to, int n)
{
	struct arena *a = game_arena(g);
	struct node *t = node_table(a);
	int best = to[0];

	for (int i = n - 1; i >= 0; i--)
		if (cc_unit_at(cc_state(g), to[i]) != NULL)
			best = to[i];
	t->layout = NODE_INLINE;
	node_add_string(a, t, "do", "move");
	node_add_string(a, t, "leader", l->id);
	node_add_string(a, t, "to", game_hex(g, best));
	return t;
}

/* Where the leaders are, and where they could go by themselves. */
static void
offer_leaders(struct game *g, int side, say_fn *say, struct node *out)
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);
	struct node *lines = NULL;
	int to[CC_HEXES], n;

	for (int i = 0; i < s->nleaders; i++) {
		struct cc_leader *l = &s->leader[i];
		const struct cc_unit *u;
		int phase = s->phase;
		bool ordered = l->ordered;

		if (l->side != side || !cc_leader_on_board(l))
			continue;
		u = cc_unit_at(s, l->hex);
		l->ordered = true;	/* g is thrown away */
		s->phase = CC_MOVE;
		n = l->moved > 0 ? 0 : cc_leader_destinations(g, l, to);
		s->phase = phase;
		l->ordered = ordered;
		if (lines == NULL)
			lines = section(g, say, out, SAID_ALONE(
			    "sheet.leaders"));
		add_line(g, lines, say(g, SAID("sheet.leader",
		    fact_text("leader", l->id), fact_text("hex", game_hex(g,
		    l->hex)), fact_text("with", u ? u->id : ""),
		    fact_number("hexes", n))), NULL, NULL);
		if (n > 0)	/* legal only after a card */
			node_add(a, lines->last, "example", ride_order(g, l,
			    to, n));
	}
}

/* [inspired.leadership-actions] those of the side's reference sheet */
static const char *
actions(struct game *g, int side)
{
	struct arena *a = game_arena(g);
	const char *list = "";

	for (int k = 1; k < CC_ACTION_COUNT; k++)
		if (cc_data(g)->sheet[side] >> k & 1)
			list = arena_printf(a, "%s%s%s", list, *list ? ", " :
			    "", cc_action_names[k]);
	return list;
}

/* What a token buys in the side's own turn. */
static void
offer_tokens(struct game *g, int side, say_fn *say, struct node *out)
{
	const struct cc *s = cc_state(g);
	struct node *lines;

	if (cc_cannot_spend(s, side) != NULL)
		return;
	lines = section(g, say, out, SAID("sheet.tokens", fact_number("tokens",
	    s->side[side].tokens)));
	add_line(g, lines, say(g, SAID_ALONE("sheet.token-die")), NULL, NULL);
	add_line(g, lines, say(g, SAID_ALONE("sheet.token-leader")), NULL,
	    NULL);
	add_line(g, lines, say(g, SAID("sheet.token-action",
	    fact_text("actions", actions(g, side)))), NULL, NULL);
}

void
cc_decide(struct game *g, int side, const struct node *hand, say_fn *say,
    struct node *out)
{
	struct cc *s = cc_state(g);
	struct node *lines;

	bool now = side == s->active && (s->phase == CC_ORDERS || s->phase ==
	    CC_COMMAND || s->phase == CC_MOVE);

	if (hand == NULL) {
		if (now)
			offer_leaders(g, side, say, out);
		return;
	}
	if (side == s->active && (s->phase == CC_ORDERS || s->phase ==
	    CC_COMMAND)) {
		lines = section(g, say, out, SAID_ALONE("sheet.cards"));
		for (const struct node *x = hand->child; x; x = x->next)
			offer_card(g, side, x->s, say, lines);
	}
	if (now) {
		offer_leaders(g, side, say, out);
		offer_tokens(g, side, say, out);
	}
	lines = section(g, say, out, SAID_ALONE("sheet.windows"));
	for (const struct node *x = hand->child; x != NULL; x = x->next)
		offer_window(g, x->s, say, lines);
	offer_token_windows(g, side, say, lines);
}

const char *
cc_forecast(struct game *g, say_fn *say, const char *verb, const char *unit,
    const char *target, int from)
{
	struct cc *s = cc_state(g);
	const struct cc_unit *u = cc_find_unit(s, unit), *t = cc_find_unit(s,
	    target);
	struct cc_unit x;
	int n;

	if (u == NULL || t == NULL)
		return NULL;
	x = *u;
	x.hex = from;
	if (strcmp(verb, "close") == 0)
		n = cc_close_dice(g, &x, from, t->hex, true);
	else
		n = cc_fire_dice(g, &x, t->hex);
	mod_forget(g);
	return say(g, SAID("forecast", fact_number("dice", n)));
}

/* Is a card known to lie in the discard pile? */
static bool
is_discarded(const struct cc *s, const char *card)
{
	for (int i = 0; i < s->ndiscard; i++)
		if (strcmp(s->discard[i], card) == 0)
			return true;
	return false;
}

static bool
is_in_hand(const struct cc_hand *h, const char *card)
{
	for (int i = 0; i < h->n; i++)
		if (strcmp(h->id[i], card) == 0)
			return true;
	return false;
}

/* Every card that does not lie open, dealt anew: as many to each hand as it
 * has, the others are the deck. */
void
cc_guess(const void *data, void *state, int known,
    int (*below)(void *ctx, int n), void *ctx)
{
	const struct cc_data *d = data;
	struct cc *s = state;
	struct cc_hand own = { .n = 0 };
	const char *card[CC_CARDS];
	int n = 0, at = 0;

	if (known >= 0)
		own = s->hand[known];
	for (int i = 0; i < d->ncards; i++)
		if (!is_discarded(s, d->card[i].id) && !is_in_hand(&own,
		    d->card[i].id))
			card[n++] = d->card[i].id;
	for (int i = n - 1; i > 0; i--) {
		int k = below(ctx, i + 1);
		const char *t = card[i];

		card[i] = card[k];
		card[k] = t;
	}
	memset(s->hand, 0, sizeof s->hand);
	memset(s->drawn, 0, sizeof s->drawn);
	memset(s->deck, 0, sizeof s->deck);
	for (int i = 0; i < d->nsides; i++)
		for (int k = 0; i != known && k < s->side[i].cards && at < n;
		    k++) {
			memcpy(s->hand[i].id[s->hand[i].n++], card[at],
			    strlen(card[at]));
			at++;
		}
	if (known >= 0)
		s->hand[known] = own;
	for (s->ndeck = 0; s->ndeck < s->left && at < n; at++)
		memcpy(s->deck[s->ndeck++], card[at], strlen(card[at]));
}
