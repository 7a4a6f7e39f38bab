/* bot.c: a bot that plays anything legal, and toward the enemy */
#include "systems/cc_medieval/bot.h"
#include "systems/cc_medieval/muster.h"

#include "base/arena.h"
#include "base/node.h"

static struct node *
order(struct game *g, const char *verb, const char *unit)
{
	struct node *t = node_table(game_arena(g));

	node_add_string(game_arena(g), t, "do", verb);
	if (unit != NULL)
		node_add_string(game_arena(g), t, "unit", unit);
	return t;
}

/* ------------------------------------------------------------------- cards */

/* Units of one's own in random order, those too that wait for a card. */
static int
shuffle_units(struct game *g, int side, int *out)
{
	struct cc *s = cc_state(g);
	bool waiting = cc_data(g)->enters_by_card[side];
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && (cc_on_board(&s->unit[i]) ||
		    (waiting && s->unit[i].status == CC_RESERVE)))
			out[n++] = i;
	for (int i = n - 1; i > 0; i--) {
		int k = bot_pick(g, i + 1), t = out[i];

		out[i] = out[k];
		out[k] = t;
	}
	return n;
}

static int
pick_action(struct game *g)
{
	struct cc *s = cc_state(g);
	int k;

	if (!cc_may_spend(s, s->active) || bot_pick(g, 2) != 0)
		return CC_NO_ACTION;
	k = 1 + bot_pick(g, CC_ACTION_COUNT - 1);
	return cc_data(g)->sheet[s->active] >> k & 1 ? k : CC_NO_ACTION;
}

static int
pick_leader(struct game *g, int side)
{
	struct cc *s = cc_state(g);
	int leader = CC_LEAD_NONE;

	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].side == side &&
		    cc_leader_on_board(&s->leader[i]) &&
		    (leader == CC_LEAD_NONE || bot_pick(g, 2) == 0))
			leader = i;
	return leader;
}

/* A card, and a use of it that is legal while it orders nobody. */
static bool
pick_card(struct game *g, int side, struct cc_wish *w)
{
	struct cc *s = cc_state(g);
	int kind;

	*w = (struct cc_wish){ .m = { .side = side } };
	w->card = s->hand[side].id[bot_pick(g, s->hand[side].n)];
	kind = cc_card_kind(cc_data(g), w->card);
	if ((kind == CC_AMBUSH || kind == CC_CLASH) && bot_pick(g, 2) == 0)
		w->as = CC_AS_SCOUT;
	if (kind == CC_AMBUSH)
		w->as = CC_AS_SCOUT;
	w->m.lead = pick_leader(g, side);
	if (w->m.lead != CC_LEAD_NONE)
		w->action = pick_action(g);
	if (cc_cannot_play(g, w) == NULL)
		return true;
	w->m.lead = CC_LEAD_NONE;
	w->action = CC_NO_ACTION;
	w->as = CC_AS_ONE;
	if (cc_cannot_play(g, w) == NULL)
		return true;
	w->as = CC_AS_ITSELF;
	return cc_cannot_play(g, w) == NULL;
}

static const struct node *
play_order(struct game *g, const struct cc_wish *w)
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);
	struct node *t = order(g, "play", NULL), *units;

	node_add_string(a, t, "card", w->card);
	if (w->as != CC_AS_ITSELF)
		node_add_string(a, t, "as", w->as == CC_AS_SCOUT ? "scout" :
		    "one");
	if (w->m.lead >= 0)
		node_add_string(a, t, "leader", s->leader[w->m.lead].id);
	if (w->action != CC_NO_ACTION)
		node_add_string(a, t, "action", cc_action_names[w->action]);
	if (w->banner)				/* [scenario.scout-banner] */
		node_add_bool(a, t, "banner", true);
	units = node_add_array(a, t, "units");
	for (int i = 0; i < w->m.nunits; i++)
		node_add(a, units, NULL, node_string(a,
		    s->unit[w->m.unit[i]].id));
	if (w->m.nleaders > 0)
		units = node_add_array(a, t, "leaders");
	for (int i = 0; i < w->m.nleaders; i++)
		node_add(a, units, NULL, node_string(a,
		    s->leader[w->m.leader[i]].id));
	return t;
}

/* Now and then a leader is ordered by himself. */
static void
add_leaders(struct game *g, int side, struct cc_wish *w)
{
	struct cc *s = cc_state(g);
	bool waiting = cc_data(g)->enters_by_card[side];

	for (int i = 0; i < s->nleaders; i++) {
		const struct cc_leader *l = &s->leader[i];

		if (l->side != side || (!cc_leader_on_board(l) && !(waiting &&
		    l->status == CC_RESERVE)) || bot_pick(g, 6) != 0)
			continue;
		w->m.leader[w->m.nleaders++] = i;
		if (cc_cannot_play(g, w) != NULL)
			w->m.nleaders--;
	}
}

/* Add units in random order while the card allows them. */
static const struct node *
bot_play(struct game *g, int side)
{
	struct cc *s = cc_state(g);
	struct cc_wish w;
	int list[CC_UNITS], n;

	if (s->hand[side].n == 0 || !pick_card(g, side, &w))
		return NULL;
	add_leaders(g, side, &w);
	n = shuffle_units(g, side, list);
	for (int i = 0; i < n && w.m.nunits < CC_ORDERED; i++) {
		w.m.unit[w.m.nunits++] = list[i];
		if (cc_cannot_play(g, &w) != NULL)
			w.m.nunits--;
	}
	w.banner = cc_data(g)->scout_banner[side];
	if (w.banner && (cc_cannot_play(g, &w) != NULL || bot_pick(g, 2) == 0))
		w.banner = false;
	return play_order(g, &w);
}

/* ---------------------------------------------------------------- movement */

/* Of hexes, those nearest to an enemy; how many. */
static int
nearest(struct game *g, int side, const int *hex, int n, int *out)
{
	int best = 99, k = 0, enemy[CC_UNITS];
	int m = cc_enemy_hexes(cc_state(g), side, enemy);

	for (int i = 0; i < n; i++) {
		int x = cc_nearest_of(cc_data(g), enemy, m, hex[i]);

		if (x < best) {
			best = x;
			k = 0;
		}
		if (x == best)
			out[k++] = hex[i];
	}
	return k;
}

/* Somebody who could move: a unit, a leader, or one who waits. */
struct goer {
	const struct cc_unit *u;
	const struct cc_leader *l;
	bool enters;
};

static int
goers(struct game *g, int side, bool leaders, struct goer *out)
{
	struct cc *s = cc_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *u = &s->unit[i];
		bool waits = u->ordered && u->status == CC_RESERVE;

		if (u->side == side && (waits ||
		    cc_cannot_move(g, u) == NULL))
			out[n++] = (struct goer){ .u = u, .enters = waits };
	}
	for (int i = 0; i < s->nleaders && leaders; i++) {
		const struct cc_leader *l = &s->leader[i];
		bool waits = l->ordered && l->status == CC_RESERVE;

		if (l->side == side && (waits ||
		    cc_cannot_move_leader(g, l) == NULL))
			out[n++] = (struct goer){ .l = l, .enters = waits };
	}
	return n;
}

static int
places_of(struct game *g, const struct goer *x, int *out)
{
	int n = 0;

	if (!x->enters)
		return x->u ? cc_destinations(g, x->u, out) :
		    cc_leader_destinations(g, x->l, out);
	for (int h = 0; h < hex_count(game_grid(g)); h++)
		if (hex_exists(game_grid(g), h) &&
		    cc_cannot_enter(g, x->u, x->l, h) == NULL)
			out[n++] = h;
	return n;
}

static const struct node *
go_order(struct game *g, int side, const char *verb, const struct goer *x)
{
	struct arena *a = game_arena(g);
	int to[CC_HEXES], near[CC_HEXES], m, k;
	struct node *t = order(g, verb, x->u ? x->u->id : NULL);

	if (x->l != NULL)
		node_add_string(a, t, "leader", x->l->id);
	if (x->u != NULL && !x->enters && cc_cannot_exit(g, x->u) == NULL &&
	    bot_pick(g, 2) == 0) {
		node_add_bool(a, t, "exit", true);
		return t;
	}
	m = places_of(g, x, to);
	if (m == 0)
		return NULL;
	k = nearest(g, side, to, m, near);
	node_add_string(a, t, x->enters ? "enter" : "to", game_hex(g,
	    bot_pick(g, 3) == 0 ? to[bot_pick(g, m)] : near[bot_pick(g, k)]));
	return t;
}

static const struct node *
bot_move(struct game *g, int side, const char *verb, bool leaders)
{
	struct goer list[CC_UNITS + CC_LEADERS];
	int n = goers(g, side, leaders, list);

	if (n == 0 || bot_pick(g, n + 2) == 0)
		return NULL;
	return go_order(g, side, verb, &list[bot_pick(g, n)]);
}

/* [inspired.move-a-leader] seldom, for there are better uses */
static const struct node *
bot_finish(struct game *g, int side)
{
	struct cc *s = cc_state(g);
	int list[CC_LEADERS], n = 0;
	struct goer x = { .u = NULL };

	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].side == side &&
		    cc_cannot_move_leader(g, &s->leader[i]) == NULL)
			list[n++] = i;
	if (n == 0 || bot_pick(g, 12) != 0)
		return NULL;
	x.l = &s->leader[list[bot_pick(g, n)]];
	return go_order(g, side, "move-leader", &x);
}

/* ------------------------------------------------------------------ combat */

/* Something a unit could do in combat. */
struct deed {
	const char *verb;	/* fire, volley, close, storm */
	const struct cc_unit *u;
	int gate;		/* of storm */
};

static bool
can_storm(struct game *g, const struct cc_unit *u, int *hex)
{
	for (int k = 0; k < HEX_DIRS; k++) {
		*hex = hex_step(game_grid(g), u->hex, k);
		if (*hex != HEX_NONE && cc_cannot_storm(g, u, *hex) == NULL)
			return true;
	}
	return false;
}

static int
deeds_of(struct game *g, const struct cc_unit *u, bool volley,
    struct deed *out)
{
	struct cc *s = cc_state(g);
	struct cc_target x[CC_TARGETS];
	int n = 0, hex;

	if (cc_is_closing(g, u) == volley && !(volley &&
	    cc_any_enemy_adjacent(cc_data(g), s, u->side, u->hex)) &&
	    cc_targets(g, u, true, x) > 0)
		out[n++] = (struct deed){ volley ? "volley" : "fire", u,
		    HEX_NONE };
	if (volley)
		return n;
	if (cc_targets(g, u, false, x) > 0)
		out[n++] = (struct deed){ "close", u, HEX_NONE };
	if (can_storm(g, u, &hex))
		out[n++] = (struct deed){ "storm", u, hex };
	return n;
}

static const struct node *
bot_fight(struct game *g, int side, bool volley)
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);
	struct deed all[3 * CC_UNITS], *pick;
	struct cc_target x[CC_TARGETS];
	struct node *t;
	int n = 0, k;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && s->unit[i].ordered &&
		    cc_on_board(&s->unit[i]))
			n += deeds_of(g, &s->unit[i], volley, &all[n]);
	if (n == 0 || bot_pick(g, 10) == 0)
		return NULL;
	pick = &all[bot_pick(g, n)];
	t = order(g, pick->verb, pick->u->id);
	if (pick->gate != HEX_NONE) {
		node_add_string(a, t, "gate", game_hex(g, pick->gate));
		return t;
	}
	k = cc_targets(g, pick->u, pick->verb[0] != 'c', x);
	node_add_string(a, t, "target", cc_target_id(&x[bot_pick(g, k)]));
	if (pick->verb[0] == 'c' && cc_may_spend(s, side) &&
	    bot_pick(g, 6) == 0)		/* [inspired.battle-bonus] */
		node_add_bool(a, t, bot_pick(g, 3) == 0 ? "bonus-token" :
		    "token", true);
	return t;
}

const struct node *
cc_bot(struct game *g, int side, int phase)
{
	switch ((enum cc_phase)phase) {
	case CC_COMMAND:
		return bot_play(g, side);
	case CC_VOLLEY:
		return bot_fight(g, side, true);
	case CC_MOVE:
		return bot_move(g, side, "move", true);
	case CC_AGAIN:
		return bot_move(g, side, "move-again", false);
	case CC_COMBAT:
		return bot_fight(g, side, false);
	case CC_FINISH:
		return bot_finish(g, side);
	case CC_DEAL:
	case CC_FIRST:
	case CC_START:
	case CC_ORDERS:
	case CC_DRAW:
	case CC_KEEP:
	case CC_PHASE_COUNT:
		break;
	}
	return NULL;
}
