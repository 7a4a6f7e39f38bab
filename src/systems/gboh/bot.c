/* bot.c: a player who knows the rules, for self-play and as an opponent */
#include "systems/gboh/legal.h"

#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* One of the targets of what legal_targets found; NULL. */
static const struct node *
bot_target(struct game *g, struct gboh_unit *u, const char *verb)
{
	struct arena *a = game_arena(g);
	struct node *all = node_array(a), *t;
	const struct node *list;

	gboh_legal_targets(g, u, verb, bot_pick(g, 4) == 0 &&
	    strcmp(verb, "fire") == 0, all);
	if (all->n == 0)
		return NULL;
	list = node_get(node_at(all, 0), "target");
	t = gboh_order(g, verb, u);
	node_add_string(a, t, "target", node_at(list, (size_t)bot_pick(g,
	    (int)list->n))->s);
	return t;
}

/* [spqr 6.66, 9.68] now and then a stack of Romans changes its order or extends
 * the line; NULL */
static const struct node *
bot_stack(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *x = gboh_partner(s, u);
	struct node *t;

	if (x == NULL || !gboh_is_roman(u) || u->ordered || x->ordered)
		return NULL;
	if (u->line == 0) {
		if (u->atop || gboh_cannot_reach(g, u) != NULL ||
		    bot_pick(g, 8) > 0)
			return NULL;
		return gboh_order(g, "restack", u);
	}
	for (int k = 2; k <= 5 && u->atop && bot_pick(g, 3) == 0; k += 3) {
		int h = hex_step(&d->map.grid, u->hex, (u->facing + k) % 6);

		if (h == HEX_NONE || gboh_cannot_extend(g, u, h) != NULL)
			continue;
		t = gboh_order(g, "extend", NULL);
		node_add(a, node_add_array(a, t, "units"), NULL, node_string(
		    a, arena_printf(a, "%s %s", u->id, game_hex(g, h))));
		return t;
	}
	return NULL;
}

/* [9.82] now and then a Scorpio is made ready for the other thing; NULL */
static const struct node *
bot_mode(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int far = gboh_nearest_enemy(d, s, u->side, u->hex);
	struct node *t;

	if (!gboh_is_artillery(u) || u->fired || (u->limbered ? far > 6 :
	    far <= 6) || bot_pick(g, 4) > 0)
		return NULL;
	t = gboh_order(g, "mode", u);
	node_add_string(game_arena(g), t, "mode", u->limbered ? "fire" :
	    "move");
	return t;
}

/* Fire, harass or move: what the unit can. */
static const struct node *
bot_unit(struct game *g, struct gboh_unit *u)
{
	const struct node *t = bot_stack(g, u);

	if (t == NULL)
		t = bot_mode(g, u);
	if (t == NULL && bot_pick(g, 3) > 0)
		t = bot_target(g, u, "fire");
	if (t == NULL && gboh_is(u, GBOH_HARASSES) && bot_pick(g, 3) > 0)
		t = bot_target(g, u, "harass");
	if (t == NULL)
		t = gboh_bot_move(g, u);
	return t;
}

static const struct node *
bot_line(struct game *g)
{
	struct gboh_unit *can[GBOH_UNITS], *in[GBOH_UNITS];
	const struct gboh_leader *l = gboh_active(gboh_state(g));
	int n = gboh_line_units(g, can), k;

	if (n == 0)
		return NULL;
	k = bot_pick(g, n);
	for (int i = 0; i < n && l->rank == GBOH_MAHOUT; i++)
		if (can[i]->hex == l->hex)		/* [spqr 4.92] */
			k = i;
	k = gboh_grow_line(g, can, n, k, in);
	return k > 0 ? gboh_line_order(g, in, k) : NULL;
}

/* [spqr 4.91] to elephants that obey only who is with them; HEX_NONE */
static int
elephants_to_drive(struct game *g, const struct gboh_leader *l,
    const short *cost)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits && s->elephants && l->rank !=
	    GBOH_MAHOUT; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->side == l->side && gboh_stands(u) && u->commanded &&
		    gboh_is(u, GBOH_ELEPHANT) && gboh_may_command(l, u) &&
		    cost[u->hex] > 0 && gboh_cannot_ride_to(g, l, u->hex) ==
		    NULL)
			return u->hex;
	}
	return HEX_NONE;
}

/* A routed unit that he could rally if he were nearer [10.28]; NULL. */
static struct gboh_unit *
far_fugitive(struct game *g, const struct gboh_leader *l)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits && s->issued == 0; i++) {
		struct gboh_unit *u = &s->unit[i];
		int far = u->side == l->side && u->routed && gboh_on_map(u) ?
		    gboh_distance_to(d, u, l->hex) : 0;

		if (far > l->range && far <= l->range + d->rules.leader_ma &&
		    gboh_may_command(l, u) && gboh_cannot_rally(g, l, u) ==
		    NULL)
			return u;
	}
	return NULL;
}

/* The hex nearest to him from where he can; HEX_NONE. */
static int
back_to_rally(struct game *g, const struct gboh_leader *l,
    const struct gboh_unit *u, const short *near, const short *cost)
{
	int best = HEX_NONE;

	for (int h = 0; h < hex_count(game_grid(g)); h++)
		if (cost[h] > 0 && near[h] >= 3 && gboh_distance_to(gboh_data(
		    g), u, h) <= l->range && (best == HEX_NONE || cost[h] <
		    cost[best]) && gboh_cannot_ride_to(g, l, h) == NULL)
			best = h;
	return best;
}

/* The leader after his army, not nearer than three hexes to the enemy. */
static const struct node *
bot_leader(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	struct node *t = gboh_order(g, "move-leader", NULL);
	const struct gboh_unit *flees = far_fugitive(g, l);
	int best = gboh_nearest_enemy(d, s, l->side, l->hex), hex = HEX_NONE;
	short near[HEX_MAX], cost[HEX_MAX];

	if (gboh_is_engaged(d, s, l) || l->drives || (best <= 5 && !s->elephants && flees == NULL) ||
	    l->mp > 0 ||
	    (s->issued == 0 && s->individual >= l->initiative) ||
	    gboh_in_ezoc(d, s, l->side, l->hex) || gboh_is_prepared(l))
		return NULL;
	gboh_far_field(d, s, l->side, near);
	gboh_leader_field(g, l, cost);
	hex = elephants_to_drive(g, l, cost);
	if (hex == HEX_NONE && flees != NULL)
		hex = back_to_rally(g, l, flees, near, cost);
	for (int h = hex == HEX_NONE && best > 5 ? 0 : HEX_MAX;
	    h < hex_count(&d->map.grid); h++) {
		int far = near[h];

		if (far < best && far >= 3 && hex_distance(&d->map.grid,
		    l->hex, h) <= 6 && cost[h] >= 0 &&
		    gboh_cannot_ride_to(g, l, h) == NULL) {
			best = far;
			hex = h;
		}
	}
	if (hex == HEX_NONE)
		return NULL;
	node_add_string(game_arena(g), t, "leader", l->id);
	node_add_string(game_arena(g), t, "to", game_hex(g, hex));
	return t;
}

/* [spqr 4.4] the Overall Commander calls another out of the enemy's reach, or
 * from far behind to his troops; NULL */
static const struct node *
bot_other_leader(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *me = gboh_active(s);
	struct node *t = gboh_order(g, "move-leader", NULL);
	short near[HEX_MAX], cost[HEX_MAX];

	if (me->rank != GBOH_OVERALL || s->issued > 0 || s->individual + 2 >
	    me->initiative || gboh_is_prepared(me))
		return NULL;
	gboh_far_field(d, s, me->side, near);
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];
		int best = HEX_NONE;

		if (l == me || l->side != me->side || !gboh_leads(l) ||
		    l->moved || gboh_is_engaged(d, s, l) || (near[l->hex] > 1 && near[l->hex] < 9) ||
		    !gboh_in_range(d, s, me, l->hex, me->range))
			continue;
		gboh_leader_field(g, l, cost);
		for (int h = 0; h < hex_count(&d->map.grid); h++)
			if (cost[h] > 0 && near[h] >= 3 && near[h] <= 8 &&
			    (best == HEX_NONE || cost[h] < cost[best]) &&
			    gboh_cannot_ride_to(g, l, h) == NULL)
				best = h;
		if (best == HEX_NONE)
			continue;
		node_add_string(game_arena(g), t, "leader", l->id);
		node_add_string(game_arena(g), t, "to", game_hex(g, best));
		return t;
	}
	return NULL;
}

/* Who comes for a fallen leader [cat 4.63; spqr 4.74]; NULL. */
static const struct gboh_leader *
successor(const struct gboh *s, const struct gboh_leader *l)
{
	if (l->rank == GBOH_TRIBUNE || l->rank == GBOH_SOCIORUM ||
	    l->rank == GBOH_EQUITUM || l->rank == GBOH_CONTINGENT)
		return l;
	for (int i = 0; i < s->nleaders; i++)
		if (s->leaders[i].side == l->side &&
		    s->leaders[i].replacement &&
		    s->leaders[i].status == GBOH_RESERVE)
			return &s->leaders[i];
	return NULL;
}

static const struct node *
bot_replace(struct game *g)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *me = gboh_active(s), *by;
	struct node *t = gboh_order(g, "replace", NULL);

	if (me->rank != GBOH_OVERALL || s->issued > 0 || s->individual >=
	    me->initiative || gboh_is_prepared(me))
		return NULL;
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (l->side != me->side || l->status != GBOH_ELIMINATED ||
		    l->replaced || l->rank == GBOH_OVERALL || l->rank ==
		    GBOH_MAHOUT || (by = successor(s, l)) == NULL)
			continue;
		for (int k = 0; k < s->nunits; k++) {
			const struct gboh_unit *u = &s->unit[k];

			if (!gboh_stands(u) || gboh_unit_at(s, u->hex) != u ||
			    !gboh_may_command(by, u))
				continue;
			node_add_string(game_arena(g), t, "leader", l->id);
			node_add_string(game_arena(g), t, "hex", game_hex(g,
			    u->hex));
			return t;
		}
	}
	return NULL;
}

static const struct node *
bot_individual(struct game *g)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	int from;

	if (s->individual >= l->initiative || s->issued > 0)
		return NULL;
	from = bot_pick(g, s->nunits);
	for (int k = 0; k < s->nunits; k++) {
		struct gboh_unit *u = &s->unit[(from + k) % s->nunits];
		const struct node *t;

		if (u->side != s->active || gboh_cannot_reach(g, u) != NULL)
			continue;
		if (gboh_cannot_rally(g, l, u) == NULL && bot_pick(g, 2) == 0)
			return gboh_order(g, "rally", u);
		if (u->hits >= 3 && gboh_cannot_recover(g, u) == NULL)
			return gboh_order(g, "recover", u);
		if (gboh_cannot_order(g, u) == NULL && (t = bot_unit(g, u)))
			return t;
	}
	return NULL;
}

/* [cat 10.32; spqr 10.42] who need not fight on, and would be better off
 * elsewhere; NULL */
static const struct node *
bot_disengage(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];
		struct node *t;

		if (!u->engaged || u->side != s->active || !gboh_stands(u) ||
		    bot_pick(g, 3) == 0)
			continue;
		for (int dir = 0; dir < HEX_DIRS; dir++) {
			int h = hex_step(&d->map.grid, u->hex, dir);

			if (h == HEX_NONE || gboh_cannot_disengage(g, u, h) !=
			    NULL)
				continue;
			t = gboh_order(g, "disengage", u);
			node_add_string(game_arena(g), t, "to", game_hex(g,
			    h));
			return t;
		}
	}
	return NULL;
}

static const struct node *
bot_shock(struct game *g)
{
	struct gboh *s = gboh_state(g);
	struct node *all = node_array(game_arena(g));

	for (int i = 0; i < s->nunits && all->n == 0; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->side == s->active && (u->shock != GBOH_NO_SHOCK ||
		    (gboh_is_heavy(gboh_data(g), u) && u->hits + 2 <
		    gboh_tq(gboh_data(g), s, u))))
			gboh_legal_shock(g, u, all);
	}
	return all->n > 0 ? node_at(all, 0) : NULL;
}

static const struct node *
bot_orders(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	const struct node *t = NULL;
	bool dumb = gboh_cannot_lead(g) != NULL;

	if (!dumb)
		t = gboh_bot_regroup(g);
	for (int i = 0; i < s->nunits && !dumb && t == NULL; i++)
		if (s->unit[i].line > 0 && s->unit[i].side == s->active &&
		    gboh_cannot_order(g, &s->unit[i]) == NULL)
			t = bot_unit(g, &s->unit[i]);
	if (t == NULL && !dumb && gboh_cannot_issue(g) == NULL &&
	    (s->issued > 0 || bot_pick(g, 3) > 0))
		t = bot_line(g);
	if (t == NULL && !dumb && bot_pick(g, 4) == 0)
		t = bot_replace(g);
	if (t == NULL && !dumb && bot_pick(g, 4) == 0)
		t = bot_leader(g);
	if (t == NULL && !dumb && bot_pick(g, 12) == 0)
		t = bot_other_leader(g);
	if (t == NULL && !dumb)
		t = bot_individual(g);
	if (t == NULL && s->engaged)
		t = bot_disengage(g);
	if (t == NULL)
		t = bot_shock(g);
	if (t == NULL && l != NULL && gboh_leads(l) && l->rank !=
	    GBOH_CONTINGENT && s->activation != GBOH_ELITE && !l->bypassed &&
	    !l->held && l->phases <= d->rules.momentum && bot_pick(g, 2) == 0)
		t = gboh_order(g, "momentum", NULL);
	return t;
}

/* Now and then a higher rated leader goes first, another of the same rating, or
 * nobody [5.12, 5.15, 5.41]. */
static const struct node *
bot_activation(struct game *g, int side)
{
	struct gboh *s = gboh_state(g);
	int what = bot_pick(g, 60), from;
	struct node *t;

	if (what == 0)
		return gboh_order(g, "pass", NULL);
	if (what > 8)
		return NULL;
	from = bot_pick(g, s->nleaders);
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[(from + i) %
		    s->nleaders];

		if (l->side != side || l == gboh_active(s) || (what < 7 ?
		    gboh_cannot_trump(g, l) : gboh_cannot_activate(g, l)) !=
		    NULL)
			continue;
		t = gboh_order(g, what < 7 ? "trump" : "activate", NULL);
		node_add_string(game_arena(g), t, "leader", l->id);
		return t;
	}
	return NULL;
}

const struct node *
gboh_bot(struct game *g, int side, int phase)
{
	const struct node *t = phase == GBOH_ACTIVATION ?
	    gboh_bot_prearrange(g, side) : NULL;

	if (t != NULL)
		return t;
	if (phase == GBOH_ACTIVATION)
		return bot_activation(g, side);
	return phase == GBOH_ORDERS ? bot_orders(g) : NULL;
}
