/* legal.c: what is legal now: for the order sheet, and for the bot */
#include "systems/cc_medieval/combat.h"

#include "base/arena.h"
#include "base/node.h"
#include "hex/path.h"

#include <string.h>

static struct node *
order(struct game *g, const char *verb, const char *unit)
{
	struct node *t = node_table(game_arena(g));

	node_add_string(game_arena(g), t, "do", verb);
	if (unit != NULL)
		node_add_string(game_arena(g), t, "unit", unit);
	return t;
}

static int
destinations(struct game *g, const struct cc_unit *u, int *out)
{
	const struct cc_data *d = cc_data(g);
	struct path_field *f;
	int n = 0;

	if (cc_cannot_move(g, u) != NULL)
		return 0;
	f = arena_new(game_arena(g), struct path_field, 1);
	cc_reachable(g, u, f);
	for (int h = 0; h < hex_count(&d->map.grid); h++)
		if (hex_exists(&d->map.grid, h) && f->cost[h] != PATH_NO &&
		    h != u->hex && cc_can_move_to(g, u, h) &&
		    cc_may_go_so_far(g, u, h, f->cost[h]))
			out[n++] = h;
	return n;
}

static void
add_list(struct game *g, struct node *out, const char *verb,
    const struct cc_unit *u, const char *key, struct node *list)
{
	struct node *t;

	if (list->n == 0)
		return;
	t = order(g, verb, u->id);
	node_add(game_arena(g), t, key, list);
	node_add(game_arena(g), out, NULL, t);
}

static struct node *
targets(struct game *g, const struct cc_unit *u,
    const char *(*cannot)(struct game *, const struct cc_unit *,
    const char *))
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);
	struct node *list = node_array(a);

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != u->side && cc_on_board(&s->unit[i]) &&
		    cannot(g, u, s->unit[i].id) == NULL)
			node_add(a, list, NULL, node_string(a,
			    s->unit[i].id));
	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].side != u->side &&
		    cc_leader_on_board(&s->leader[i]) &&
		    cannot(g, u, s->leader[i].id) == NULL)
			node_add(a, list, NULL, node_string(a,
			    s->leader[i].id));
	return list;
}

void
cc_legal(struct game *g, int side, const char *unit, struct node *out)
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);
	bool start = s->phase == CC_ORDERS;

	for (int i = 0; i < s->nunits; i++) {
		struct cc_unit *u = &s->unit[i];
		bool ordered = u->ordered;
		int to[HEX_MAX], n;
		struct node *list = node_array(a);

		if (u->side != side || side != s->active || !cc_on_board(u) ||
		    (unit != NULL && strcmp(unit, u->id) != 0))
			continue;
		if (start)
			u->ordered = true;	/* if a card orders it */
		if (start || s->phase == CC_MOVE) {
			n = destinations(g, u, to);
			for (int k = 0; k < n; k++)
				node_add(a, list, NULL, node_string(a,
				    game_hex(g, to[k])));
			add_list(g, out, "move", u, "to", list);
		}
		if (start || s->phase == CC_COMBAT) {
			add_list(g, out, "fire", u, "target", targets(g, u,
			    cc_cannot_fire));
			add_list(g, out, "close", u, "target", targets(g, u,
			    cc_cannot_close));
		}
		u->ordered = ordered;
	}
}

/* ------------------------------------------------------------------ bot */

/* Units of one's own in random order, those near the enemy more often. */
static int
shuffle_units(struct game *g, int side, int *out)
{
	struct cc *s = cc_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && cc_on_board(&s->unit[i]))
			out[n++] = i;
	for (int i = n - 1; i > 0; i--) {
		int k = bot_pick(g, i + 1), t = out[i];

		out[i] = out[k];
		out[k] = t;
	}
	return n;
}

static void
add_action(struct game *g, struct node *t)
{
	struct cc *s = cc_state(g);

	if (cc_may_spend(s, s->active) && bot_pick(g, 2) == 0) {
		int k = 1 + bot_pick(g, CC_ACTION_COUNT - 1);

		if (cc_data(g)->sheet[s->active] >> k & 1)
			node_add_string(game_arena(g), t, "action",
			    cc_action_names[k]);
	}
}

static const struct node *
bare_play(struct game *g, const char *card, const char *leader,
    const char *as)
{
	struct arena *a = game_arena(g);
	struct node *t = order(g, "play", NULL);

	node_add_string(a, t, "card", card);
	if (as != NULL)
		node_add_string(a, t, "as", as);
	if (leader != NULL) {
		node_add_string(a, t, "leader", leader);
		add_action(g, t);
	}
	node_add_array(a, t, "units");
	return t;
}

/* Add units in random order while the card allows them. */
static const struct node *
bot_play(struct game *g, int side)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const char *card, *leader = NULL, *as = NULL;
	const struct node *best;
	int order_of[CC_UNITS], n, k = 0, kind;

	if (s->hand[side].n == 0)
		return NULL;
	card = s->hand[side].id[bot_pick(g, s->hand[side].n)];
	kind = cc_card_kind(d, card);
	if ((kind == CC_AMBUSH || kind == CC_CLASH) && bot_pick(g, 2) == 0)
		as = "scout";
	if (kind == CC_AMBUSH)
		as = "scout";
	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].side == side &&
		    cc_leader_on_board(&s->leader[i]) &&
		    (leader == NULL || bot_pick(g, 2) == 0))
			leader = s->leader[i].id;
	best = bare_play(g, card, leader, as);
	if (cc_cannot_play(g, best) != NULL) {
		best = bare_play(g, card, NULL, "one");
		if (cc_cannot_play(g, best) != NULL)
			best = bare_play(g, card, NULL, NULL);
		if (cc_cannot_play(g, best) != NULL)
			return NULL;
	}
	n = shuffle_units(g, side, order_of);
	for (int i = 0; i < n && k < CC_ORDERED; i++) {
		struct node *try = node_copy(game_arena(g), best);
		struct node *units = (struct node *)(uintptr_t)node_get(try,
		    "units");

		node_add(game_arena(g), units, NULL, node_string(
		    game_arena(g), s->unit[order_of[i]].id));
		if (cc_cannot_play(g, try) == NULL) {
			best = try;
			k++;
		}
	}
	return best;
}

static const struct node *
bot_move(struct game *g, int side, const char *verb)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int list[CC_UNITS], n = 0, to[HEX_MAX], near[HEX_MAX], m, k = 0;
	int best = 99;
	const struct cc_unit *u;
	struct node *t;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side &&
		    cc_cannot_move(g, &s->unit[i]) == NULL)
			list[n++] = i;
	if (n == 0 || bot_pick(g, n + 2) == 0)
		return NULL;
	u = &s->unit[list[bot_pick(g, n)]];
	m = destinations(g, u, to);
	if (m == 0)
		return NULL;
	for (int i = 0; i < m; i++) {
		int x = cc_nearest_enemy(d, s, side, to[i]);

		if (x < best) {
			best = x;
			k = 0;
		}
		if (x == best)
			near[k++] = to[i];
	}
	t = order(g, verb, u->id);
	node_add_string(game_arena(g), t, "to", game_hex(g,
	    bot_pick(g, 3) == 0 ? to[bot_pick(g, m)] :
	    near[bot_pick(g, k)]));
	return t;
}

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

static const struct node *
bot_fight(struct game *g, int side, bool volley)
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);
	struct node *all = node_array(a);
	const struct node *pick, *list;
	struct node *t;

	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *u = &s->unit[i];
		bool closing = cc_is_closing(g, u);
		int hex;

		if (u->side != side || !cc_on_board(u) || !u->ordered)
			continue;
		if (closing == volley && !(volley && cc_any_enemy_adjacent(
		    cc_data(g), s, side, u->hex)))
			add_list(g, all, volley ? "volley" : "fire", u,
			    "target", targets(g, u, cc_cannot_fire));
		if (volley)
			continue;
		add_list(g, all, "close", u, "target", targets(g, u,
		    cc_cannot_close));
		if (can_storm(g, u, &hex)) {
			t = order(g, "storm", u->id);
			node_add_string(a, t, "gate", game_hex(g, hex));
			node_add(a, all, NULL, t);
		}
	}
	if (all->n == 0 || bot_pick(g, 10) == 0)
		return NULL;
	pick = node_at(all, (size_t)bot_pick(g, (int)all->n));
	list = node_array_of(pick, "target");
	if (list == NULL)
		return pick;
	t = order(g, node_str(pick, "do"), node_str(pick, "unit"));
	node_add_string(a, t, "target", node_at(list, (size_t)bot_pick(g,
	    (int)list->n))->s);
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
		return bot_move(g, side, "move");
	case CC_AGAIN:
		return bot_move(g, side, "move-again");
	case CC_COMBAT:
		return bot_fight(g, side, false);
	case CC_DEAL:
	case CC_FIRST:
	case CC_START:
	case CC_ORDERS:
	case CC_FINISH:
	case CC_DRAW:
	case CC_KEEP:
	case CC_PHASE_COUNT:
		break;
	}
	return NULL;
}
