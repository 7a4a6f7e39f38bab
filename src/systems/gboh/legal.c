/* legal.c: what is legal now: for the order sheet, and for the bot */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

static struct node *
order(struct game *g, const char *verb, const struct gboh_unit *u)
{
	struct node *t = node_table(game_arena(g));

	node_add_string(game_arena(g), t, "do", verb);
	if (u != NULL)
		node_add_string(game_arena(g), t, "unit", u->id);
	return t;
}

/* --------------------------------------------------------- the order sheet */

/* Can it get there, and has room as it will face? */
static bool
is_free_for(struct game *g, const struct gboh_unit *u,
    const struct gboh_reach *r, int hex)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit at = *u;
	int face = gboh_cheapest_face(r, hex), h[2], n;

	if (face < 0 || gboh_unit_at(s, hex) != NULL)
		return false;
	if (!gboh_is(u, GBOH_WIDE))
		return true;
	at.hex = hex;
	gboh_look(&at, face);
	n = gboh_hexes(gboh_data(g), &at, h);
	for (int i = 0; i < n; i++)
		if (gboh_other_at(s, h[i], u) != NULL)
			return false;
	return true;
}

static void
legal_moves(struct game *g, struct gboh_unit *u, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh_reach reach, *r = &reach;
	struct node *t = order(g, "move", u), *list;

	if (gboh_cannot_order(g, u) != NULL || gboh_cannot_move(g, u) != NULL ||
	    (!u->atop && gboh_partner(gboh_state(g), u) != NULL))
		return;
	gboh_reach(g, u, r);
	list = node_add_array(a, t, "to");
	for (int h = 0; h < hex_count(game_grid(g)); h++)
		if (h != u->hex && is_free_for(g, u, r, h))
			node_add(a, list, NULL, node_string(a,
			    game_hex(g, h)));
	if (list->n > 0)
		node_add(a, out, NULL, t);
}

/* The bot leaves leaders who are alone to those who catch them. */
static void
legal_targets(struct game *g, struct gboh_unit *u, const char *verb,
    bool leaders, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct node *t = order(g, verb, u), *list = node_add_array(a, t,
	    "target");
	bool harass = strcmp(verb, "harass") == 0;
	int way[8];

	if (gboh_cannot_fire(g, u) != NULL || (!gboh_is_artillery(u) &&
	    gboh_cannot_order(g, u) != NULL) || (gboh_is_artillery(u) &&
	    gboh_cannot_fire_artillery(g, u) != NULL))
		return;
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *v = &s->unit[i];

		if (v->side == u->side || !gboh_on_map(v) || gboh_unit_at(s,
		    v->hex) != v)
			continue;
		if (harass ? gboh_cannot_harass(g, u, v) == NULL &&
		    gboh_harass_way(g, u, v, way, 8) > 0 :
		    gboh_cannot_hit_unit(g, u, v) == NULL)
			node_add(a, list, NULL, node_string(a, v->id));
	}
	for (int i = 0; leaders && i < s->nleaders; i++)
		if (gboh_cannot_hit_leader(g, u, &s->leaders[i]) == NULL)
			node_add(a, list, NULL, node_string(a,
			    s->leaders[i].id));
	if (list->n > 0)
		node_add(a, out, NULL, t);
}

static void
legal_shock(struct game *g, struct gboh_unit *u, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[8];
	struct node *t, *list;
	int n;

	if (gboh_cannot_shock(g, u) != NULL)
		return;
	n = gboh_in_my_zoc(gboh_data(g), s, u, v, 8);
	t = order(g, "shock", NULL);
	node_add(a, node_add_array(a, t, "units"), NULL, node_string(a,
	    u->id));
	list = node_add_array(a, t, "targets");
	for (int i = 0; i < n; i++)
		if (v[i]->combat == 0 && gboh_may_attack(gboh_data(g), u,
		    v[i]))
			node_add(a, list, NULL, node_string(a, v[i]->id));
	if (list->n > 0)
		node_add(a, out, NULL, t);
}

static void
legal_for(struct game *g, struct gboh_unit *u, struct node *out)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (!gboh_on_map(u) || l == NULL)
		return;
	legal_moves(g, u, out);
	legal_targets(g, u, "fire", true, out);
	if (gboh_is(u, GBOH_HARASSES))
		legal_targets(g, u, "harass", false, out);
	if (gboh_cannot_reach(g, u) == NULL) {
		if (gboh_cannot_recover(g, u) == NULL)
			node_add(game_arena(g), out, NULL, order(g, "recover",
			    u));
		if (gboh_cannot_rally(g, l, u) == NULL)
			node_add(game_arena(g), out, NULL, order(g, "rally",
			    u));
	}
	legal_shock(g, u, out);
}

/* Those who may take part in a line of the active leader [4.32]. */
static int
line_units(struct game *g, struct gboh_unit **out)
{
	struct gboh *s = gboh_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (!gboh_is_artillery(&s->unit[i]) && gboh_cannot_join(g,
		    &s->unit[i]) == NULL)
			out[n++] = &s->unit[i];
	return n;
}

/* A line grown from one of these, as far as it is one (and not too long for a
 * sheet); how many are in it. */
static int
grow_line(struct game *g, struct gboh_unit *const *can, int n, int seed,
    struct gboh_unit **in)
{
	int k = 1;

	in[0] = can[seed];
	for (bool more = true; more && k < GBOH_GROUP; ) {
		more = false;
		for (int i = 0; i < n && k < GBOH_GROUP; i++) {
			bool known = false;

			for (int x = 0; x < k; x++)
				known = known || in[x] == can[i];
			if (known)
				continue;
			in[k] = can[i];
			if (gboh_not_a_line(g, in, k + 1) == NULL) {
				k++;
				more = true;
			}
		}
	}
	return gboh_cannot_line(g, in, k) == NULL ? k : 0;
}

static struct node *
line_order(struct game *g, struct gboh_unit *const *in, int k)
{
	struct arena *a = game_arena(g);
	struct node *t = order(g, "line", NULL), *list = node_add_array(a, t,
	    "units");

	for (int i = 0; i < k; i++)
		node_add(a, list, NULL, node_string(a, in[i]->id));
	return t;
}

/* The longest line around each unit, each line once. */
static void
legal_lines(struct game *g, struct node *out)
{
	struct gboh_unit *can[GBOH_UNITS], *in[GBOH_UNITS];
	bool listed[GBOH_UNITS] = { false };
	int n, k;

	if (gboh_cannot_issue(g) != NULL)
		return;
	n = line_units(g, can);
	for (int i = 0; i < n; i++) {
		if (listed[i] || (k = grow_line(g, can, n, i, in)) == 0)
			continue;
		for (int x = 0; x < n; x++)
			for (int y = 0; y < k; y++)
				listed[x] = listed[x] || in[y] == can[x];
		node_add(game_arena(g), out, NULL, line_order(g, in, k));
	}
}

/* Who may be activated, and who may trump; passing [5.12, 5.15, 5.41] */
static void
legal_leaders(struct game *g, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct node *go = order(g, "activate", NULL), *list;
	struct node *trump = order(g, "trump", NULL), *higher;

	list = node_add_array(a, go, "leader");
	higher = node_add_array(a, trump, "leader");
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (gboh_cannot_activate(g, l) == NULL)
			node_add(a, list, NULL, node_string(a, l->id));
		if (gboh_cannot_trump(g, l) == NULL)
			node_add(a, higher, NULL, node_string(a, l->id));
	}
	node_add(a, out, NULL, go);
	if (higher->n > 0)
		node_add(a, out, NULL, trump);
	node_add(a, out, NULL, order(g, "pass", NULL));
}

/* In the activation: what will be legal as its orders begin, on a copy. */
void
gboh_legal(struct game *live, int side, const char *unit, struct node *out)
{
	struct game *g = game_copy(live);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);

	if (side != s->active || (s->phase != GBOH_ACTIVATION &&
	    s->phase != GBOH_ORDERS))
		return;
	if (s->phase == GBOH_ACTIVATION && l != NULL) {
		if (unit == NULL)
			legal_leaders(g, out);
		gboh_fresh_orders(s);
		l->commanding = l->rolled = false;
	}
	if (unit == NULL && l != NULL)
		legal_lines(g, out);
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && (unit == NULL ||
		    strcmp(unit, s->unit[i].id) == 0))
			legal_for(g, &s->unit[i], out);
}

/* ------------------------------------------------------------------- bot */

/* One of the targets of what legal_targets found; NULL. */
static const struct node *
bot_target(struct game *g, struct gboh_unit *u, const char *verb)
{
	struct arena *a = game_arena(g);
	struct node *all = node_array(a), *t;
	const struct node *list;

	legal_targets(g, u, verb, false, all);
	if (all->n == 0)
		return NULL;
	list = node_get(node_at(all, 0), "target");
	t = order(g, verb, u);
	node_add_string(a, t, "target", node_at(list, (size_t)bot_pick(g,
	    (int)list->n))->s);
	return t;
}

/* How good it is for the unit (a copy) to stand there so, where the nearest
 * enemy is so far; less is better. */
static int
value_of(struct game *g, struct gboh_unit *u, int hex, int facing, int far)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[8];
	int best = 2;

	u->hex = hex;
	u->facing = facing;
	if (gboh_is_heavy(d, u))
		best = 1;
	else if (gboh_is_archer(u))
		best = 3;
	if (far < best)
		return 40 + 10 * (best - far);
	if (far == 1)
		return gboh_in_my_zoc(d, s, u, v, 8) == 1 ? 0 : 25;
	return 10 * (far - best);
}

/* The steps of a plan as an order writes them. */
static void
add_path(struct game *g, struct node *order, const struct gboh_unit *u,
    const struct gboh_plan *p)
{
	const struct gboh_data *d = gboh_data(g);
	struct arena *a = game_arena(g);
	struct node *list = node_add_array(a, order, "path");
	struct gboh_unit x = *u;

	for (int i = 0; i < p->n; i++) {
		int to = p->step[i].to, h[2];
		bool turn = p->step[i].what == GBOH_TURN;
		bool about = turn && hex_turn(x.facing, to) == 3;
		const char *text = turn ? gboh_facing_names[to] : game_hex(g,
		    to);

		if (turn)
			gboh_pose_turn(d, &x, to);
		else
			gboh_pose_enter(d, &x, hex_dir(&d->map.grid,
			    gboh_head(d, &x), to));
		if (gboh_is(u, GBOH_WIDE) && gboh_hexes(d, &x, h) == 2)
			text = about ? "reverse" : arena_printf(a, "%s/%s",
			    game_hex(g, h[0]), game_hex(g, h[1]));
		node_add(a, list, NULL, node_string(a, text));
	}
}

static const struct node *
bot_move(struct game *g, struct gboh_unit *u)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct gboh_reach reach, *r = &reach;
	struct node *t;
	struct gboh_plan p;
	struct gboh_unit x = *u;
	short far[HEX_MAX];
	int best = 1 << 30, hex = HEX_NONE, face = 0;

	if (u->column != 0 || gboh_cannot_order(g, u) != NULL ||
	    gboh_cannot_move(g, u) != NULL || (u->moved && u->hits + 2 >=
	    gboh_tq(gboh_data(g), s, u)))
		return NULL;
	t = order(g, "move", u);
	gboh_reach(g, u, r);
	gboh_far_field(gboh_data(g), s, u->side, far);
	for (int h = 0; h < hex_count(game_grid(g)); h++)
		for (int f = 0; f < HEX_DIRS; f++) {
			int value;

			if (r->cost[h][f] < 1 || (h != u->hex &&
			    gboh_unit_at(s, h) != NULL))
				continue;
			value = value_of(g, &x, h, f, far[h]) * 20 +
			    r->cost[h][f];
			if (value < best) {
				best = value;
				hex = h;
				face = f;
			}
		}
	if (hex == HEX_NONE || !gboh_plan_to(g, u, r, hex, face, &p))
		return NULL;
	add_path(g, t, u, &p);
	if (gboh_plan_move(g, u, t, &p) != NULL)
		return NULL;
	if (gboh_partner(s, u) != NULL && bot_pick(g, 2) == 0) {
		struct node *both = node_copy(a, t);

		node_add_string(a, both, "with", gboh_partner(s, u)->id);
		if (gboh_plan_move(g, u, both, &p) == NULL)
			return both;
	}
	if (gboh_active(s)->hex == u->hex && bot_pick(g, 2) == 0) {
		struct node *with = node_copy(a, t);

		node_add_bool(a, with, "lead", true);
		if (gboh_plan_move(g, u, with, &p) == NULL)
			return with;
	}
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
		return order(g, "restack", u);
	}
	for (int k = 2; k <= 5 && u->atop && bot_pick(g, 3) == 0; k += 3) {
		int h = hex_step(&d->map.grid, u->hex, (u->facing + k) % 6);

		if (h == HEX_NONE || gboh_cannot_extend(g, u, h) != NULL)
			continue;
		t = order(g, "extend", NULL);
		node_add(a, node_add_array(a, t, "units"), NULL, node_string(
		    a, arena_printf(a, "%s %s", u->id, game_hex(g, h))));
		return t;
	}
	return NULL;
}

/* Fire, harass or move: what the unit can. */
static const struct node *
bot_unit(struct game *g, struct gboh_unit *u)
{
	const struct node *t = bot_stack(g, u);

	if (t == NULL && bot_pick(g, 3) > 0)
		t = bot_target(g, u, "fire");
	if (t == NULL && gboh_is(u, GBOH_HARASSES) && bot_pick(g, 3) > 0)
		t = bot_target(g, u, "harass");
	if (t == NULL)
		t = bot_move(g, u);
	return t;
}

static const struct node *
bot_line(struct game *g)
{
	struct gboh_unit *can[GBOH_UNITS], *in[GBOH_UNITS];
	int n = line_units(g, can), k;

	if (n == 0)
		return NULL;
	k = grow_line(g, can, n, bot_pick(g, n), in);
	return k > 0 ? line_order(g, in, k) : NULL;
}

/* The leader after his army, not nearer than three hexes to the enemy. */
static const struct node *
bot_leader(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	struct node *t = order(g, "move-leader", NULL);
	int best = gboh_nearest_enemy(d, s, l->side, l->hex), hex = HEX_NONE;
	short near[HEX_MAX], cost[HEX_MAX];

	if (best <= 5 || l->mp > 0 || (s->issued == 0 && s->individual >=
	    l->initiative) || gboh_in_ezoc(d, s, l->side, l->hex) ||
	    gboh_is_prepared(l))
		return NULL;
	gboh_far_field(d, s, l->side, near);
	gboh_leader_field(g, l, cost);
	for (int h = 0; h < hex_count(&d->map.grid); h++) {
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

/* Who comes for a fallen leader [cat 4.63; spqr 4.74]; NULL. */
static const struct gboh_leader *
successor(const struct gboh *s, const struct gboh_leader *l)
{
	if (l->rank == GBOH_TRIBUNE || l->rank == GBOH_SOCIORUM ||
	    l->rank == GBOH_EQUITUM || l->rank == GBOH_CONTINGENT)
		return l;
	for (int i = 0; i < s->nleaders; i++)
		if (s->leaders[i].side == l->side && s->leaders[i].replacement &&
		    s->leaders[i].status == GBOH_RESERVE)
			return &s->leaders[i];
	return NULL;
}

static const struct node *
bot_replace(struct game *g)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *me = gboh_active(s), *by;
	struct node *t = order(g, "replace", NULL);

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
			return order(g, "rally", u);
		if (u->hits >= 3 && gboh_cannot_recover(g, u) == NULL)
			return order(g, "recover", u);
		if (gboh_cannot_order(g, u) == NULL && (t = bot_unit(g, u)))
			return t;
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
			legal_shock(g, u, all);
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
	if (t == NULL && !dumb && bot_pick(g, 3) == 0)
		t = bot_leader(g);
	if (t == NULL && !dumb)
		t = bot_individual(g);
	if (t == NULL)
		t = bot_shock(g);
	if (t == NULL && l != NULL && gboh_leads(l) && l->rank !=
	    GBOH_CONTINGENT && s->activation != GBOH_ELITE && !l->bypassed &&
	    !l->held && l->phases <= d->rules.momentum && bot_pick(g, 2) == 0)
		t = order(g, "momentum", NULL);
	return t;
}

/* Now and then a higher rated leader goes first. */
static const struct node *
bot_trump(struct game *g, int side)
{
	struct gboh *s = gboh_state(g);
	struct node *t;

	if (bot_pick(g, 12) > 0)
		return NULL;
	for (int i = 0; i < s->nleaders; i++) {
		if (s->leaders[i].side != side || gboh_cannot_trump(g,
		    &s->leaders[i]) != NULL)
			continue;
		t = order(g, "trump", NULL);
		node_add_string(game_arena(g), t, "leader", s->leaders[i].id);
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
		return bot_trump(g, side);
	return phase == GBOH_ORDERS ? bot_orders(g) : NULL;
}
