/* bot_move.c: where a bot's unit goes */
#include "systems/gboh/legal.h"

#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* So far from the enemy a march in column begins, and so near it ends. */
enum { MARCH_FAR = 9, MARCH_NEAR = 6 };
/* So near its own edge an enemy is worth a ride around the others. */
enum { HUNT_NEAR = 8 };

struct aim {
	struct game *g;
	struct gboh_unit *u;
	short far[HEX_MAX];	/* how far each hex is from the enemy */
};

/* ------------------------------------------------------------- where to */

/* What a place and facing are worth to the unit, of which `u` is a copy; less
 * is better.  `far` is the distance of the nearest enemy. */
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

/* The place that is best for it, at this cost at most; NULL. */
static struct node *
best_move(struct aim *x, int budget)
{
	struct game *g = x->g;
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = x->u, at = *u;
	struct gboh_reach reach, *r = &reach;
	struct node *t;
	struct gboh_plan p;
	int best = 1 << 30, hex = HEX_NONE, face = 0;

	gboh_reach(g, u, r);
	for (int h = 0; h < hex_count(game_grid(g)); h++)
		for (int f = 0; f < HEX_DIRS; f++) {
			int value = x->far[h] * 20 + r->cost[h][f];

			if (r->cost[h][f] < 1 || r->cost[h][f] > budget ||
			    (h != u->hex && gboh_unit_at(s, h) != NULL))
				continue;
			if (u->column == 0)
				value = value_of(g, &at, h, f, x->far[h]) *
				    20 + r->cost[h][f];
			if (value < best) {
				best = value;
				hex = h;
				face = f;
			}
		}
	if (hex == HEX_NONE || !gboh_plan_to(g, u, r, hex, face, &p))
		return NULL;
	t = gboh_order(g, "move", u);
	add_path(g, t, u, &p);
	if (s->elephants && gboh_is(u, GBOH_ELEPHANT) && gboh_active(s)->hex ==
	    u->hex)
		node_add_bool(game_arena(g), t, "lead", true);	/* [4.91] */
	return gboh_plan_move(g, u, t, &p) == NULL ? t : NULL;
}

/* With a field more, if it is legal so; otherwise as it was. */
static struct node *
try_with(struct game *g, const struct gboh_unit *u, struct node *t,
    const char *key, struct node *value)
{
	struct node *more = node_copy(game_arena(g), t);
	struct gboh_plan p;

	node_add(game_arena(g), more, key, value);
	return gboh_plan_move(g, u, more, &p) == NULL ? more : t;
}

/* ----------------------------------------------------- column, road [6.7] */

/* How near the enemy is before the vertex f of a hex: less is better. */
static int
outlook(const struct aim *x, int hex, int f)
{
	int sum = 0;

	for (int i = 0; i < 2; i++) {
		int h = hex_step(game_grid(x->g), hex, (f + i) % HEX_DIRS);

		sum += h != HEX_NONE ? x->far[h] : 99;
	}
	return sum;
}

/* [6.71] out of column where it stands, toward the enemy; NULL */
static const struct node *
deploy(struct aim *x)
{
	struct game *g = x->g;
	struct arena *a = game_arena(g);
	const struct gboh_unit *u = x->u;
	struct node *t = gboh_order(g, "move", u);
	struct gboh_plan p;
	int f = u->column - 1, other = (u->column + 4) % HEX_DIRS;

	if (outlook(x, u->hex, other) < outlook(x, u->hex, f))
		f = other;
	node_add_string(a, t, "column", "out");
	if (!gboh_is(u, GBOH_WIDE))
		node_add_string(a, t, "face", gboh_facing_names[f]);
	return gboh_plan_move(g, u, t, &p) == NULL ? t : NULL;
}

/* [6.71] a move that ends in column, where the enemy is far; NULL */
static const struct node *
form_column(struct aim *x)
{
	struct game *g = x->g;
	struct arena *a = game_arena(g);
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit *u = x->u, at = *u;
	bool wide = gboh_is(u, GBOH_WIDE);
	struct node *t = best_move(x, u->ma - d->rules.column_mp);
	struct gboh_plan p;
	int best = 1 << 30, dir = -1;

	if (t == NULL || gboh_plan_move(g, u, t, &p) != NULL)
		return NULL;
	for (int i = 0; i < p.n; i++)
		if (p.step[i].what == GBOH_TURN)
			gboh_pose_turn(d, &at, p.step[i].to);
		else
			gboh_pose_enter(d, &at, hex_dir(&d->map.grid,
			    gboh_head(d, &at), p.step[i].to));
	for (int k = 0; k < HEX_DIRS; k++) {
		int h = hex_step(&d->map.grid, at.hex, k);

		if (h != HEX_NONE && x->far[h] < best && (wide ?
		    gboh_aspect(&at, k) == HEX_FLANK : k == at.facing ||
		    k == (at.facing + 1) % HEX_DIRS)) {
			best = x->far[h];
			dir = k;
		}
	}
	if (dir < 0 || best < MARCH_NEAR)
		return NULL;
	node_add_string(a, t, "column", gboh_column_names[dir + 1]);
	return gboh_plan_move(g, u, t, &p) == NULL ? t : NULL;
}

/* [spqr 6.27] along the Roman road, as long as that brings it nearer and keeps
 * it out of the enemy's sight; NULL */
static const struct node *
march(struct aim *x)
{
	struct game *g = x->g;
	struct arena *a = game_arena(g);
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct node *best = NULL, *t = gboh_order(g, "move", x->u);
	struct node *path = node_add_array(a, t, "path");
	struct gboh_plan p;

	for (int hex = x->u->hex, n = 0; hex != HEX_NONE && n < GBOH_WAY / 2;
	    n++) {
		int to = HEX_NONE;

		for (int dir = 0; dir < HEX_DIRS; dir++) {
			int h = hex_step(&d->map.grid, hex, dir);

			if (gboh_is_road(d, hex, dir) && x->far[h] <
			    x->far[hex] && x->far[h] >= MARCH_NEAR &&
			    gboh_unit_at(s, h) == NULL)
				to = h;
		}
		hex = to;
		if (hex == HEX_NONE)
			break;
		node_add(a, path, NULL, node_string(a, game_hex(g, hex)));
		if (gboh_plan_move(g, x->u, t, &p) != NULL)
			break;
		if (p.road)
			best = node_copy(a, t);
	}
	return best;
}

/* -------------------------------------------------------- SPQR's moves */

/* [spqr 4.92] an Elephant Leader's elephants go straight on, to the end of
 * their allowance; NULL */
static const struct node *
headlong(struct aim *x)
{
	struct game *g = x->g;
	struct arena *a = game_arena(g);
	struct node *t = gboh_order(g, "move", x->u);
	struct node *path = node_add_array(a, t, "path");
	struct gboh_mover m;
	struct gboh_plan p;

	gboh_set_out(g, x->u, false, &m);
	for (bool more = true; more && path->n < GBOH_WAY; ) {
		int best = 1 << 30;
		struct gboh_mover next = m;

		more = false;
		for (int i = 0; i < 2; i++) {
			int h = hex_step(game_grid(g), m.u.hex, (m.u.facing +
			    i) % HEX_DIRS);
			struct gboh_mover y = m;

			if (h != HEX_NONE && x->far[h] < best &&
			    gboh_try_enter(&y, h) == NULL) {
				best = x->far[h];
				next = y;
				more = true;
			}
		}
		m = next;
		if (more)
			node_add(a, path, NULL, node_string(a, game_hex(g,
			    m.u.hex)));
	}
	return path->n > 0 && gboh_plan_move(g, x->u, t, &p) == NULL ? t :
	    NULL;
}

/* [spqr 9.51] beneath the phalanx right before it; NULL */
static const struct node *
deepen(struct aim *x)
{
	struct game *g = x->g;
	struct arena *a = game_arena(g);
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_unit *u = x->u;

	for (int i = 0; u->deep && u->column == 0 && i < 2; i++) {
		struct node *t = gboh_order(g, "move", u);
		struct gboh_unit to = *u;
		struct gboh_plan p;
		int h[2];

		gboh_pose_enter(d, &to, (u->facing + i) % HEX_DIRS);
		if (to.hex == HEX_NONE || gboh_hexes(d, &to, h) != 2)
			continue;
		node_add(a, node_add_array(a, t, "path"), NULL, node_string(a,
		    arena_printf(a, "%s/%s", game_hex(g, h[0]), game_hex(g,
		    h[1]))));
		node_add_bool(a, t, "double", true);
		if (gboh_plan_move(g, u, t, &p) == NULL)
			return t;
	}
	return NULL;
}

/* [8.11] it fires at the end of its way, at the first whom it can hit */
static struct node *
fire_at_end(struct aim *x, struct node *t)
{
	struct game *g = x->g;
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct node *more, *path;
		struct gboh_plan p;

		if (s->unit[i].side == x->u->side || !gboh_on_map(&s->unit[i])
		    || gboh_unit_at(s, s->unit[i].hex) != &s->unit[i] ||
		    gboh_distance(gboh_data(g), x->u, &s->unit[i]) >
		    x->u->ma + 2)
			continue;
		more = node_copy(a, t);
		path = more->child;
		while (path != NULL && strcmp(path->key, "path") != 0)
			path = path->next;
		node_add(a, path, NULL, node_string(a, arena_printf(a,
		    "fire %s", s->unit[i].id)));
		if (gboh_plan_move(g, x->u, more, &p) == NULL)
			return more;
	}
	return t;
}

/* [spqr 8.6] cavalry rides for those near their own edge, who would run off the
 * map: how far each hex is from such, where there are any. */
static void
hunt(struct aim *x)
{
	const struct gboh_data *d = gboh_data(x->g);
	struct gboh *s = gboh_state(x->g);
	short far[HEX_MAX];
	bool any = false;

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *v = &s->unit[i];

		if (v->side == x->u->side || !gboh_stands(v) ||
		    gboh_is(v, GBOH_ELEPHANT) || gboh_to_edge(d, s, v->side,
		    v->hex) > 2 * HUNT_NEAR)
			continue;
		for (int h = 0; h < hex_count(&d->map.grid); h++) {
			short n = (short)gboh_distance_to(d, v, h);

			if (!any || n < far[h])
				far[h] = n;
		}
		any = true;
	}
	if (any)
		memcpy(x->far, far, sizeof *far * (size_t)hex_count(
		    &d->map.grid));
}

/* ------------------------------------------------------------------- all */

/* Its stack, its leader and its missiles go with it, now and then. */
static const struct node *
complete(struct aim *x, struct node *t)
{
	struct game *g = x->g;
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = x->u;
	struct node *was = t;

	if (gboh_partner(s, u) != NULL && bot_pick(g, 2) == 0) {
		t = try_with(g, u, t, "with", node_string(a, gboh_partner(s,
		    u)->id));
		if (t != was)
			return t;
	}
	if (gboh_active(s)->hex == u->hex && !node_boolean(t, "lead", false) &&
	    bot_pick(g, 2) == 0) {
		t = try_with(g, u, t, "lead", node_bool(a, true));
		if (t != was)
			return t;
	}
	if (u->line == 0 && u->missile != GBOH_NO_MISSILE && gboh_has_missiles(
	    u) && bot_pick(g, 5) == 0)
		t = fire_at_end(x, t);
	return t;
}

static const struct node *
special_move(struct aim *x)
{
	struct game *g = x->g;
	struct gboh_unit *u = x->u;
	const struct gboh_leader *l = gboh_active(gboh_state(g));
	const struct node *t = NULL;
	int far = x->far[u->hex];

	if (l->rank == GBOH_MAHOUT)
		return headlong(x);
	if (u->column != 0 && far <= MARCH_NEAR)
		return deploy(x);
	if (u->deep && l->rank == GBOH_OVERALL && bot_pick(g, 3) == 0)
		t = deepen(x);
	if (t == NULL && far > MARCH_NEAR && gboh_data(g)->hexside[
	    GBOH_ROAD].half)
		t = march(x);
	if (t == NULL && u->column == 0 && far >= MARCH_FAR &&
	    !gboh_is_mounted(u) && gboh_partner(gboh_state(g), u) == NULL &&
	    bot_pick(g, gboh_is(u, GBOH_WIDE) ? 16 : 6) == 0)
		t = form_column(x);
	return t;
}

const struct node *
gboh_bot_move(struct game *g, struct gboh_unit *u)
{
	struct gboh *s = gboh_state(g);
	struct aim aim = { .g = g, .u = u }, *x = &aim;
	const struct node *t;
	struct node *plain;

	if (gboh_cannot_move(g, u) != NULL ||
	    (u->moved && u->hits + 2 >= gboh_tq(gboh_data(g), s, u)))
		return NULL;
	gboh_far_field(gboh_data(g), s, u->side, x->far);
	t = special_move(x);
	if (t != NULL || gboh_active(s)->rank == GBOH_MAHOUT)
		return t;
	if (s->pursuit != GBOH_NO_PURSUIT && gboh_is_horse(u) &&
	    gboh_is_heavy(gboh_data(g), u) && x->far[u->hex] > 1 &&
	    bot_pick(g, 3) == 0)
		hunt(x);
	plain = best_move(x, 99);
	return plain != NULL ? complete(x, plain) : NULL;
}
