/* harass.c: Harassment and Dispersal, impetuosity [8.3] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------- the way [8.32] */

/* [spqr 8.34] cavalry does not come before elephants */
static bool
shuns(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *target)
{
	return d->rules.elephant_hex_hits > 0 && gboh_is_horse(u) &&
	    gboh_is(target, GBOH_ELEPHANT) && !gboh_is(target, GBOH_RIDDEN);
}

static bool
may_step(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *target, int from, int dir)
{
	const struct gboh_data *d = gboh_data(g);
	const struct hex_grid *grid = &d->map.grid;
	struct gboh *s = gboh_state(g);
	int to = hex_step(grid, from, dir);

	if (to == HEX_NONE || !gboh_passable(d, from, dir) ||
	    gboh_is_rough(d, to) || gboh_unit_at(s, to) != NULL ||
	    gboh_distance_to(d, target, to) >= gboh_distance_to(d, target,
	    from))
		return false;
	if (d->rules.harass_range_foot > 0 && abs(d->map.height[to] -
	    d->map.height[from]) > 1)			/* [spqr 8.32] */
		return false;
	if (from == u->hex && gboh_aspect(u, dir) != HEX_FRONT)
		return false;
	if (gboh_distance_to(d, target, to) != 1)
		return !gboh_in_ezoc(d, s, u->side, to);
	return !shuns(d, u, target) || gboh_aspect_from(d, target, to) !=
	    HEX_FRONT;
}

/* [8.33] does it stand beside the way, with the hex in its arc of fire? */
static bool
reacts(struct game *g, const struct gboh_unit *v, const struct gboh_unit *u,
    const int *way, int n)
{
	const struct gboh_data *d = gboh_data(g);

	if (v->side == u->side || !gboh_stands(v) || gboh_is_artillery(v) ||
	    (gboh_cannot_fire(g, v) != NULL && !gboh_screen_ready(g, v)))
		return false;
	for (int i = 0; i < n; i++) {
		int dir = hex_dir(&d->map.grid, v->hex, way[i]);

		if (dir >= 0 && gboh_aspect(v, dir) != HEX_REAR)
			return true;
	}
	return false;
}

static int
reactors(struct game *g, const struct gboh_unit *u, const int *way, int n)
{
	struct gboh *s = gboh_state(g);
	int k = 0;

	for (int i = 0; i < s->nunits; i++)
		k += reacts(g, &s->unit[i], u, way, n);
	return k;
}

struct scout {
	struct game *g;
	struct gboh_unit *u, *target;
	int way[8], n;
	int best[8], nbest, least;
};

static void
scout(struct scout *x, int at)
{
	const struct hex_grid *grid = game_grid(x->g);

	if (x->n > 0 && gboh_distance_to(gboh_data(x->g), x->target, at) ==
	    1) {
		int k = 1000 * reactors(x->g, x->u, x->way, x->n);

		for (int i = 0; i < x->n; i++)
			k += gboh_astray(gboh_data(x->g), x->u->hex,
			    x->target->hex, x->way[i]);
		if (k < x->least) {
			x->least = k;
			x->nbest = x->n;
			memcpy(x->best, x->way, sizeof x->best);
		}
		return;
	}
	for (int dir = 0; dir < HEX_DIRS && x->n < 8; dir++) {
		if (!may_step(x->g, x->u, x->target, at, dir))
			continue;
		x->way[x->n++] = hex_step(grid, at, dir);
		scout(x, x->way[x->n - 1]);
		x->n--;
	}
}

int
gboh_harass_way(struct game *g, struct gboh_unit *u, struct gboh_unit *target,
    int *way, int max)
{
	struct scout x = { .g = g, .u = u, .target = target, .least = 1 << 30 };

	scout(&x, u->hex);
	for (int i = 0; i < x.nbest && i < max; i++)
		way[i] = x.best[i];
	return x.nbest <= max ? x.nbest : 0;
}

/* [spqr 8.31] by the movement allowances; NULL, or why not */
static const char *
too_quick(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *target)
{
	int more = gboh_most_ma(target) - u->ma;

	if (d->rules.harass_range_foot == 0)
		return NULL;
	if (!gboh_is_horse(u) && gboh_is_archer(u))
		return "harass.archers";
	if (gboh_is_horse(u) && gboh_is(target, GBOH_SKIRMISHES))
		return "harass.skirmishers";
	if (more > 0 || (more == 0 && gboh_is_horse(u)))
		return "harass.quick";
	return NULL;
}

/* [8.31, 8.32] without the way */
const char *
gboh_cannot_harass(struct game *g, struct gboh_unit *u,
    struct gboh_unit *target)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const char *why = gboh_cannot_fire(g, u);
	int far, h[2], n = gboh_hexes(d, target, h);

	if (why != NULL)
		return why;
	if (u->side == s->active && gboh_is_prepared(gboh_active(s)))
		return gboh_he_cannot(g, gboh_active(s), "prepared.move");
	if (!gboh_is(u, GBOH_HARASSES))
		return "harass.light";
	if (too_quick(d, u, target) != NULL)
		return too_quick(d, u, target);
	if (!gboh_on_map(target) || target->side == u->side || target->engaged)
		return "harass.target";
	far = gboh_distance(d, u, target);
	if (far < 2 || far > (gboh_is_horse(u) ? d->rules.harass_range :
	    d->rules.harass_range_foot))
		return "harass.distance";
	if (gboh_pinned(d, s, u))
		return "harass.zoc";
	for (int i = 0; i < n; i++)
		if (gboh_sees(d, s, u->hex, h[i], gboh_is_archer(u), u))
			return NULL;
	return "harass.sight";
}

static const char *
given_way(struct game *g, struct gboh_unit *u, struct gboh_unit *target,
    const struct node *path, int *way, int *n)
{
	const struct hex_grid *grid = game_grid(g);
	int at = u->hex;

	*n = 0;
	for (const struct node *c = path->child; c != NULL; c = c->next) {
		int h = c->s ? hex_parse(grid, c->s) : HEX_NONE;
		int dir = h != HEX_NONE ? hex_dir(grid, at, h) : -1;

		if (*n == 8 || dir < 0 || !may_step(g, u, target, at, dir))
			return "harass.way";
		way[(*n)++] = at = h;
	}
	return *n > 0 && gboh_distance_to(gboh_data(g), target, at) == 1 ? NULL :
	    "harass.end";
}

/* ----------------------------------------------------- impetuosity [8.34] */

/* `at`: where its tormentor is.  Out of an enemy ZOC it goes forward without
 * turning, as any other unit [7.23]. */
static int
choose_impetus(struct game *g, struct gboh_unit *t, struct gboh_unit *u,
    int at, bool pinned)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct question q = question(g, t->side, "impetus");

	question_fact(&q, fact_text("unit", t->id));
	question_fact(&q, fact_text("enemy", u->id));
	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int to = hex_step(&d->map.grid, t->hex, dir);

		if (to == HEX_NONE || !gboh_passable(d, t->hex, dir) ||
		    gboh_unit_at(s, to) != NULL ||
		    (pinned && gboh_aspect(t, dir) != HEX_FRONT) ||
		    hex_distance(&d->map.grid, to, at) >=
		    hex_distance(&d->map.grid, t->hex, at))
			continue;
		option_hex(&q, to);
		option_attr(&q, "enemies", gboh_enemies_within(d, s, t->side,
		    to, 1));
	}
	return q.n > 0 ? ask(g, &q) : HEX_NONE;
}

/* The facing with that way in front which turns toward the enemy. */
static int
face_toward(struct game *g, const struct gboh_unit *t, int dir, int enemy)
{
	int bearing = hex_bearing(game_grid(g), t->hex, enemy);
	int other = (dir + 5) % 6;

	if (bearing >= 0 && hex_aspect_vertex(dir, bearing) == HEX_FRONT &&
	    (hex_aspect_vertex(other, bearing) != HEX_FRONT ||
	    hex_turn(t->facing, dir) <= hex_turn(t->facing, other)))
		return dir;
	return other;
}

/* [7.23] may it go, as things are? */
static bool
may_run(struct game *g, const struct gboh_unit *t, bool pinned)
{
	return !t->shield && !t->engaged && t->column == 0 && (!pinned ||
	    (game_revision(g) >= 2 && gboh_may_leave_zoc(g, t)));
}

/* It turns to its tormentor; false if it does not stand any more. */
static bool
turn_for(struct game *g, struct gboh_unit *t, int to, int at)
{
	const struct gboh_data *d = gboh_data(g);
	int face = face_toward(g, t, hex_dir(&d->map.grid, t->hex, to), at);
	int hits = gboh_turn_hits(d, t, face);

	if (t->facing != face)
		gboh_turn_to(g, t, face, "impetus");
	return hits == 0 || gboh_hit(g, t, hits, "facing");	/* [7.13] */
}

/* `from`: where its tormentor stood, who may have run off the map since */
static void
impetuosity(struct game *g, struct gboh_unit *t, struct gboh_unit *u,
    int from)
{
	const struct gboh_data *d = gboh_data(g);
	bool moves, pinned = gboh_pinned(d, gboh_state(g), t);
	int die, total, to = HEX_NONE, at = gboh_on_map(u) ? u->hex : from;
	struct gboh_unit pose = *t;
	struct gboh_trek trek;

	if (!gboh_stands(t) || gboh_is_horse(t) || gboh_is_artillery(t))
		return;
	die = roll(g, 10, "8.34 impetuosity %s", t->id);
	total = die + gboh_tq_drm(g, t);
	moves = total > t->tq;
	if (moves && may_run(g, t, pinned))
		to = choose_impetus(g, t, u, at, pinned);
	tell(g, "impetuosity", FACTS(fact_text("unit", t->id),
	    fact_number("die", die), fact_number("needed", t->tq),
	    fact_text("result", !moves ? "holds" : to == HEX_NONE ?
	    "blocked" : "moves"), fact_hex("to", to)));
	if (to == HEX_NONE)
		return;
	pose.hex = to;
	if (pinned)
		gboh_retire_fire(g, t, &pose);			/* [8.22] */
	if (!gboh_stands(t) || (!pinned && !turn_for(g, t, to, at)))
		return;
	trek = gboh_trek(g, t, "move", NULL);
	trek.stopped = "impetus";
	if (!gboh_trek_step(g, &trek, to))
		return;
	gboh_trek_tell(g, &trek);
	gboh_reaction_facing(g, t);				/* [7.14] */
	if (gboh_stands(t))
		gboh_entry_fire(g, t, NULL);			/* [8.21] */
}

/* ------------------------------------------------------------ the tactic */

/* Who fires back: each is asked, in the position's order. */
static int
answering(struct game *g, struct gboh_unit *u, const int *way, int n,
    struct gboh_shot *out, int max)
{
	struct gboh *s = gboh_state(g);
	int k = 0;

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *v = &s->unit[i];

		if (!reacts(g, v, u, way, n) || k + 3 > max)
			continue;
		if (gboh_cannot_fire(g, v) == NULL && gboh_ask_fire(g,
		    "entry-fire", v, &u, 1, 1) != NULL) {
			memcpy(v->shot, u->id, ID_SIZE);
			for (int x = 0; x < (gboh_fires_twice(v) ? 2 : 1); x++)
				out[k++] = (struct gboh_shot){ .unit = v,
				    .target = u, .kind = GBOH_ENTRY,
				    .range = 1 };
		}
		if (gboh_screen_ready(g, v) && gboh_ask_screen(g,
		    "entry-fire", v, u))		/* [spqr 9.13] */
			out[k++] = (struct gboh_shot){ .unit = v, .target = u,
			    .kind = GBOH_ENTRY, .range = 1, .screen = true };
	}
	return k;
}

static void
harass(struct game *g, struct gboh_unit *u, struct gboh_unit *t,
    const int *way, int n, bool feign)
{
	struct arena *a = game_arena(g);
	struct node *path = node_array(a);
	struct gboh_shot mine = { .unit = u, .target = t,
	    .kind = GBOH_HARASS, .range = 1, .moved = true,
	    .place = 1 + way[n - 1] };
	struct gboh_shot *shot = arena_new(a, struct gboh_shot, 64);
	int k, taken = 0, was = t->hex, from = u->hex;

	for (int i = 0; i < n; i++)
		node_add(a, path, NULL, node_string(a, game_hex(g, way[i])));
	tell(g, "harass", FACTS(fact_text("unit", u->id),
	    fact_text("target", t->id), fact_node("path", path)));
	gboh_meet_harassment(g, t, u, way[n - 1]);
	if (!gboh_on_map(t) || t->hex != was)	/* it routed as it turned */
		return;
	if (shuns(gboh_data(g), u, t) && !gboh_hit(g, u,	/* [spqr 8.34] */
	    gboh_data(g)->rules.elephant_hex_hits, "elephant"))
		return;
	k = answering(g, u, way, n, shot, 64);
	gboh_shoot(g, &mine);			/* all at the same time */
	for (int i = 0; i < k; i++) {
		if (!shot[i].screen && gboh_cannot_fire(g, shot[i].unit) !=
		    NULL)
			continue;		/* none left, or in the wall */
		gboh_shoot(g, &shot[i]);
		taken += shot[i].hits;
	}
	gboh_apply_shot(g, &mine);
	if (taken > 0 && gboh_on_map(u))
		gboh_hit(g, u, taken, "missile");
	if (mine.hits > 0 && gboh_data(g)->rules.impetuosity)
		impetuosity(g, t, u, from);
	if (feign && gboh_stands(u) && gboh_stands(t))
		gboh_feign_after_harass(g, u, t, way, n);
}

/* [spqr 6.13, 8.31] */
static void
harassment_is_movement(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	bool again = u->moved;

	if (!d->rules.again_after || !gboh_stands(u))
		return;
	u->moved = true;
	if (!again || gboh_is(u, GBOH_SKIRMISHES))
		return;
	tell(g, "again", FACTS(fact_text("unit", u->id)));
	gboh_hit(g, u, d->rules.again_hits, "moved");
}

void
gboh_order_harass(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit"));
	struct gboh_unit *t = gboh_find_target(s, node_str(o->node, "target"));
	const struct node *path = node_array_of(o->node, "path");
	bool feign = node_boolean(o->node, "feign", false);
	const char *why = u ? gboh_cannot_order(g, u) : "off-map";
	int way[8], n = 0;

	if (why == NULL)
		why = t ? gboh_cannot_harass(g, u, t) : "no-target";
	if (why == NULL && (u->shield || u->engaged))
		why = "harass.stuck";
	if (why == NULL && path != NULL)
		why = given_way(g, u, t, path, way, &n);
	if (why == NULL && path == NULL) {
		n = gboh_harass_way(g, u, t, way, 8);
		if (n == 0)
			why = "harass.no-way";
	}
	if (why == NULL && feign && !gboh_may_feign(g, u, t))
		why = "harass.feign";
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit")), fact_text("target", node_str(o->node,
		    "target"))));
		return;
	}
	u->ordered = u->fired = true;
	if (u->line == 0)
		gboh_spend_order(g, u, 1);
	s->acted = true;
	harass(g, u, t, way, n, feign);
	harassment_is_movement(g, u);
	if (gboh_stands(u))
		gboh_artillery_fire(g, u);
}
