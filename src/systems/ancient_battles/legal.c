/* legal.c: what is legal now: for the order sheet, and for the bot */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

static struct node *
order(struct game *g, const char *verb, const struct ab_unit *u)
{
	struct node *t = node_table(game_arena(g));

	node_add_string(game_arena(g), t, "do", verb);
	if (u != NULL)
		node_add_string(game_arena(g), t, "unit", u->id);
	return t;
}

/* Where it may end a move, in the order of the hexes. */
static int
destinations(struct game *g, const struct ab_unit *u, int *out)
{
	const struct ab_data *d = ab_data(g);
	uint64_t set[PATH_WORDS];
	int n = 0;

	if (ab_cannot_move(g, u) != NULL)
		return 0;
	ab_reach(g, u, set);
	for (int w = 0; w <= (hex_count(&d->map.grid) - 1) / 64; w++)
		for (uint64_t bits = set[w]; bits != 0; bits &= bits - 1) {
			int h = w * 64 + __builtin_ctzll(bits);

			if (h != u->hex && ab_can_stay(d, ab_state(g), u, h))
				out[n++] = h;
		}
	return n;
}

static void
legal_moves(struct game *g, const struct ab_unit *u, struct node *out)
{
	struct arena *a = game_arena(g);
	int to[AB_HEXES], n = destinations(g, u, to);
	struct node *t, *list;

	if (n == 0)
		return;
	t = order(g, "move", u);
	list = node_add_array(a, t, "to");
	for (int i = 0; i < n; i++)
		node_add(a, list, NULL, node_string(a, game_hex(g, to[i])));
	node_add(a, out, NULL, t);
}

static void
legal_fire(struct game *g, const struct ab_unit *u, struct node *out)
{
	struct arena *a = game_arena(g);
	struct ab *s = ab_state(g);
	struct node *list;

	if (!ab_on_map(u) || ab_away_from(ab_data(g), s, ab_other(u->side))
	    [u->hex] > ab_data(g)->missile[u->missile].n)
		return;
	list = node_array(a);
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != u->side && ab_on_map(&s->unit[i]) &&
		    hex_distance(game_grid(g), u->hex, s->unit[i].hex) <=
		    ab_data(g)->missile[u->missile].n &&
		    ab_cannot_fire(g, u, &s->unit[i]) == NULL)
			node_add(a, list, NULL, node_string(a,
			    s->unit[i].id));
	if (list->n > 0) {
		struct node *t = order(g, "fire", u);

		node_add(a, t, "target", list);
		node_add(a, out, NULL, t);
	}
}

/* Leaders included. */
static bool
beside_enemy(const struct ab_data *d, const struct ab *s,
    const struct ab_unit *u)
{
	for (int k = 0; k < HEX_DIRS; k++) {
		int h = hex_step(&d->map.grid, u->hex, k);

		if (h != HEX_NONE && (s->foe[u->side][h] & (AB_FOE_UNIT |
		    AB_FOE_LEADER)))
			return true;
	}
	return false;
}

static void
legal_attacks(struct game *g, const struct ab_unit *u,
    const struct ab_weak *w, struct node *out)
{
	struct arena *a = game_arena(g);
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	if (!ab_free_to_attack(d, u) || !beside_enemy(d, s, u))
		return;
	for (int i = 0; i < s->nunits; i++) {
		int units[1] = { (int)(u - s->unit) }, targets[1] = { i };
		struct ab_attack x;
		struct node *t;

		if (s->unit[i].side == u->side || !ab_on_map(&s->unit[i]) ||
		    !hex_adjacent(&d->map.grid, u->hex, s->unit[i].hex) ||
		    ab_build_attack(NULL, d, s, u->side, units, 1, targets, 1,
		    w, &x) != NULL)
			continue;
		t = order(g, "attack", NULL);
		node_add(a, node_add_array(a, t, "units"), NULL,
		    node_string(a, u->id));
		node_add(a, node_add_array(a, t, "targets"), NULL,
		    node_string(a, s->unit[i].id));
		node_add(a, out, NULL, t);
	}
}

static void
legal_rally(struct game *g, const struct ab_unit *u, struct node *out)
{
	struct arena *a = game_arena(g);
	struct node *t, *list;
	int hexes[64], n;

	if (ab_cannot_rally(g, u) != NULL)
		return;
	n = ab_rally_hexes(g, u, hexes, 64);
	t = order(g, "rally", u);
	list = node_add_array(a, t, "hex");
	for (int i = 0; i < n; i++)
		node_add(a, list, NULL, node_string(a, game_hex(g,
		    hexes[i])));
	node_add(a, out, NULL, t);
}

void
ab_legal(struct game *g, int side, const char *unit, struct node *out)
{
	struct ab *s = ab_state(g);

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side != side || side != s->active ||
		    (unit != NULL && strcmp(unit, u->id) != 0))
			continue;
		if (s->phase == AB_ORDERS || s->phase == AB_MOVEMENT)
			legal_moves(g, u, out);
		/* as the turn begins: where nobody has moved before */
		if (s->phase == AB_ORDERS || s->phase == AB_MISSILE)
			legal_fire(g, u, out);
		if (s->phase == AB_ORDERS || s->phase == AB_COMBAT)
			legal_attacks(g, u, NULL, out);
		if (s->phase == AB_ORDERS || s->phase == AB_RALLY)
			legal_rally(g, u, out);
	}
}

/* ------------------------------------------------------------------ bot */

/* Some of the fast ones go where the scenario has points to give. */
static bool
bot_raids(const struct ab_data *d, const struct ab_unit *u)
{
	return u->ma >= 7 && u->number % 3 == 0 &&
	    d->prize[u->side][u->hex] < 999;
}

/* Mostly the hexes nearest to the enemy, or to the prize; sometimes any, once
 * in a while a friend's, who may make room or not [5.32]. */
static int
bot_destination(struct game *g, const struct ab_unit *u, const int *to,
    int n)
{
	const struct ab_data *d = ab_data(g);
	bool raids = bot_raids(d, u);
	const unsigned char *away = raids ? NULL : ab_away_from(d, ab_state(g),
	    ab_other(u->side));
	int best = 999, k = 0, near[AB_HEXES];

	if (bot_pick(g, 80) == 0) {
		struct path_field f;
		int any;

		ab_reachable(g, u, &f);
		any = f.reached[bot_pick(g, f.n)];
		if (any != u->hex)
			return any;
	}
	if (bot_pick(g, raids ? 10 : 4) == 0)
		return to[bot_pick(g, n)];
	for (int i = 0; i < n; i++) {
		/* an enemy leader alone is as near as next to him */
		int x = raids ? d->prize[u->side][to[i]] :
		    away[to[i]] > 0 ? away[to[i]] : 1;

		if (x < best) {
			best = x;
			k = 0;
		}
		if (x == best)
			near[k++] = to[i];
	}
	return near[bot_pick(g, k)];
}

static const struct node *
bot_move(struct game *g, int side)
{
	struct arena *a = game_arena(g);
	struct ab *s = ab_state(g);
	const struct ab_data *d = ab_data(g);
	int list[AB_UNITS], n = 0, to[AB_HEXES], k, hex;
	const struct ab_unit *u;
	struct node *t;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && ab_on_map(&s->unit[i]) &&
		    !s->unit[i].moved && ab_cannot_move(g, &s->unit[i]) == NULL)
			list[n++] = i;
	k = bot_pick(g, n + 1);
	if (k == n)
		return NULL;
	u = &s->unit[list[k]];
	if (ab_may_exit(d, u, u->hex) && bot_pick(g, 2) == 0) {
		t = order(g, "move", u);
		node_add_bool(a, t, "exit", true);
		return t;
	}
	n = destinations(g, u, to);
	if (n == 0)
		return NULL;
	hex = bot_destination(g, u, to, n);
	t = order(g, "move", u);
	node_add_string(a, t, "to", game_hex(g, hex));
	if (ab_may_exit(d, u, hex) && !ab_in_ezoc(d, s, side, hex)) {
		struct path_field f;

		ab_reachable(g, u, &f);
		if (f.cost[hex] + d->ground[AB_EXIT].mp <= u->ma)
			node_add_bool(a, t, "exit", true);	/* [X6.2] */
	}
	return t;
}

static const struct node *
bot_enter(struct game *g, int side)
{
	struct arena *a = game_arena(g);
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side != side || u->status != AB_RESERVE ||
		    s->turn < u->arrives)
			continue;
		for (int k = 0; k < u->nentry; k++) {
			int h = u->entry[k];
			struct node *t;

			if (ab_combat_unit_at(d, s, 0, h) ||
			    ab_combat_unit_at(d, s, 1, h) ||
			    ab_lone_leader_at(d, s, ab_other(side), h) ||
			    d->ground[ab_terrain_at(d, h)].mp > u->ma)
				continue;
			t = order(g, "enter", u);
			node_add_string(a, t, "hex", game_hex(g, h));
			return t;
		}
	}
	return NULL;
}

static const struct node *
bot_fire(struct game *g, int side)
{
	struct arena *a = game_arena(g);
	struct ab *s = ab_state(g);
	struct node *all = node_array(a), *t;
	const struct node *pick;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && ab_on_map(&s->unit[i]) &&
		    s->unit[i].missile != AB_NO_MISSILE && !s->unit[i].fired)
			legal_fire(g, &s->unit[i], all);
	if (all->n == 0 || bot_pick(g, 12) == 0)
		return NULL;
	pick = node_at(all, (size_t)bot_pick(g, (int)all->n));
	t = node_table(a);
	node_add_string(a, t, "do", "fire");
	node_add_string(a, t, "unit", node_str(pick, "unit"));
	pick = node_get(pick, "target");
	node_add_string(a, t, "target", node_at(pick, (size_t)bot_pick(g,
	    (int)pick->n))->s);
	return t;
}

/* [7.22] all that can still attack the same hex together; NULL if they may not,
 * or if there is only one */
static const struct node *
bot_join(struct game *g, int side, const struct node *one,
    const struct ab_weak *w)
{
	struct arena *a = game_arena(g);
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	const struct ab_unit *e = ab_find(s, node_at(node_get(one, "targets"),
	    0)->s);
	int around[AB_AROUND], units[AB_GROUP], targets[1], n = 0;
	int m = ab_around(d, s, side, e->hex, around);
	struct ab_attack x;
	struct node *t, *list;

	for (int i = 0; i < m && n < AB_GROUP; i++)
		if (ab_free_to_attack(d, &s->unit[around[i]]))
			units[n++] = around[i];
	targets[0] = (int)(e - s->unit);
	if (n < 2 || ab_build_attack(NULL, d, s, side, units, n, targets, 1, w,
	    &x) != NULL)
		return NULL;
	t = order(g, "attack", NULL);
	list = node_add_array(a, t, "units");
	for (int i = 0; i < n; i++)
		node_add(a, list, NULL, node_string(a, s->unit[units[i]].id));
	node_add(a, t, "targets", node_copy(a, node_get(one, "targets")));
	return t;
}

/* One of the attacks that a single unit may make, or several together; or
 * leave it to fate. */
static const struct node *
bot_attack(struct game *g, int side)
{
	struct ab *s = ab_state(g);
	struct node *all = node_array(game_arena(g));
	const struct node *one, *more;
	struct ab_weak w;

	ab_find_weak(ab_data(g), s, side, &w);
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && ab_on_map(&s->unit[i]))
			legal_attacks(g, &s->unit[i], &w, all);
	if (all->n == 0 || bot_pick(g, 3) == 0)
		return NULL;
	one = node_at(all, (size_t)bot_pick(g, (int)all->n));
	more = bot_pick(g, 2) == 0 ? bot_join(g, side, one, &w) : NULL;
	return more ? more : one;
}

static const struct node *
bot_rally(struct game *g, int side)
{
	struct arena *a = game_arena(g);
	struct ab *s = ab_state(g);
	int list[AB_UNITS], n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side &&
		    s->unit[i].status == AB_ELIMINATED &&
		    ab_cannot_rally(g, &s->unit[i]) == NULL)
			list[n++] = i;
	if (n == 0)
		return NULL;
	return node_copy(a, order(g, "rally",
	    &s->unit[list[bot_pick(g, n)]]));
}

const struct node *
ab_bot(struct game *g, int side, int phase)
{
	const struct node *o;

	switch ((enum ab_phase)phase) {
	case AB_MOVEMENT:
		o = bot_enter(g, side);
		return o ? o : bot_move(g, side);
	case AB_MISSILE:
		return bot_fire(g, side);
	case AB_COMBAT:
		return bot_attack(g, side);
	case AB_RALLY:
		return bot_rally(g, side);
	case AB_DEPLOY:
	case AB_ORDERS:
	case AB_PHASE_COUNT:
		break;
	}
	return NULL;
}
