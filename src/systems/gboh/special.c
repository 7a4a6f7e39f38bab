/* special.c: dismounting, uncontrolled advances, artillery modes, Shield
 * Wall, champions, disengaging [10.32, 11.0] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------ dismounting [11.1] */

const char *
gboh_cannot_dismount(struct game *g, struct gboh_unit *u, bool up)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (!u->dismounts || u->foot != up)
		return up ? "mount.who" : "dismount.who";
	if (gboh_nearest_enemy(d, s, u->side, u->hex) <
	    d->rules.dismount_distance)
		return "mount.enemy";
	if (gboh_under_fire(g, u))
		return "mount.missiles";
	return NULL;
}

void
gboh_order_mount(struct game *g, const struct order *o, bool up)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit"));
	const char *face = node_str(o->node, "face");
	const char *why = u ? gboh_cannot_order(g, u) : "off-map";
	int f = -1;

	for (int i = 0; face && i < HEX_DIRS; i++)
		if (strcmp(face, gboh_facing_names[i]) == 0)
			f = i;
	if (why == NULL)
		why = gboh_cannot_dismount(g, u, up);
	if (why == NULL && (u->shield || u->engaged || u->column != 0))
		why = "mount.stuck";
	if (why == NULL && face && f < 0)
		why = "no-facing";
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit")), fact_text("facing", face)));
		return;
	}
	u->ordered = true;
	u->foot = !up;
	u->type = up ? GBOH_HC : GBOH_HI;
	gboh_derive(d, u);
	if (up) {
		u->ma = u->horse_ma;
		u->horse_ma = 0;
	} else {
		u->horse_ma = u->ma;
		u->ma = d->rules.foot_ma;
	}
	if (f >= 0)
		u->facing = f;
	if (u->line == 0)
		gboh_spend_order(g, u, 1);
	s->acted = true;
	tell(g, up ? "mount" : "dismount", FACTS(fact_text("unit", u->id),
	    fact_text("facing", gboh_facing_names[u->facing])));
}

/* ------------------------------------------------- artillery modes [11.62] */

void
gboh_order_mode(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit"));
	const char *mode = node_str(o->node, "mode");
	bool move = mode != NULL && strcmp(mode, "move") == 0;
	const char *why = u ? gboh_cannot_order(g, u) : "off-map";

	if (why == NULL && !gboh_is_artillery(u))
		why = "mode.who";
	if (why == NULL && (u->fired || u->limbered == move))
		why = "mode.spent";
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit")), fact_text("mode", mode)));
		return;
	}
	u->ordered = true;
	u->limbered = move;
	if (u->line == 0)
		gboh_spend_order(g, u, 1);
	s->acted = true;
	tell(g, "mode", FACTS(fact_text("unit", u->id),
	    fact_text("mode", move ? "move" : "fire")));
}

/* ------------------------------------------------------ Shield Wall [11.7] */

static void
told_shield(struct game *g, struct node *units, const char *result)
{
	if (units->n > 0)
		tell(g, "shield", FACTS(fact_node("units", units),
		    fact_text("result", result)));
}

static bool
may_wall(const struct gboh_unit *u)
{
	return gboh_stands(u) && u->walls && gboh_is(u, GBOH_FORMED) &&
	    u->column == 0 && !u->engaged;
}

static bool
flank_to_flank(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	int dir = hex_dir(&d->map.grid, u->hex, v->hex);

	return dir >= 0 && gboh_aspect(u, dir) == HEX_FLANK &&
	    gboh_aspect(v, (dir + 3) % 6) == HEX_FLANK;
}

/* [11.72] with it the whole line, flank to flank */
void
gboh_wall(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct arena *a = game_arena(g);
	struct node *list = node_array(a);
	bool more = true;

	u->shield = true;
	node_add(a, list, NULL, node_string(a, u->id));
	while (more) {
		more = false;
		for (int i = 0; i < s->nunits; i++) {
			struct gboh_unit *v = &s->unit[i];

			if (v->shield || v->side != u->side || !may_wall(v))
				continue;
			for (int k = 0; k < s->nunits && !v->shield; k++)
				if (s->unit[k].shield && s->unit[k].side ==
				    u->side && gboh_stands(&s->unit[k]) &&
				    flank_to_flank(d, v, &s->unit[k])) {
					v->shield = more = true;
					node_add(a, list, NULL,
					    node_string(a, v->id));
				}
		}
	}
	told_shield(g, list, "up");
}

static void
leave_wall(struct game *g, struct gboh_unit *u, struct node *list)
{
	struct arena *a = game_arena(g);

	u->shield = false;
	u->unwalled = true;
	node_add(a, list, NULL, node_string(a, u->id));
}

void
gboh_drop_shield(struct game *g, struct gboh_unit *u)
{
	struct arena *a = game_arena(g);
	struct node *list = node_array(a);

	u->shield = false;
	node_add(a, list, NULL, node_string(a, u->id));
	told_shield(g, list, "down");
}

/* [11.74] these, and with them the whole wall, flank to flank */
void
gboh_unwall(struct game *g, struct gboh_unit **u, int n)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct node *list = node_array(game_arena(g));
	bool more = true;

	for (int i = 0; i < n; i++)
		if (u[i]->shield)
			leave_wall(g, u[i], list);
	while (more) {
		more = false;
		for (int i = 0; i < s->nunits; i++) {
			struct gboh_unit *v = &s->unit[i];

			for (int k = 0; k < s->nunits && v->shield; k++)
				if (s->unit[k].unwalled && s->unit[k].side ==
				    v->side && gboh_stands(&s->unit[k]) &&
				    flank_to_flank(d, v, &s->unit[k])) {
					leave_wall(g, v, list);
					more = true;
				}
		}
	}
	told_shield(g, list, "down");
}

/* ---------------------------------------------- uncontrolled advance [11.3] */

/* Not bow-armed, and more than two hexes nearer to the enemy? */
static bool
has_rushed(const struct gboh_data *d, const struct gboh *s,
    const struct gboh_unit *u)
{
	return u->entered && gboh_stands(u) && !gboh_is_archer(u) &&
	    u->from != HEX_NONE && gboh_nearest_enemy(d, s, u->side, u->from) -
	    gboh_nearest_enemy(d, s, u->side, u->hex) > 2;
}

/* After the movement of a line: of an undisciplined army the whole line is
 * uncontrolled [11.31], of a disciplined one those that rushed [11.32]. */
void
gboh_check_control(struct game *g, int line)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	struct arena *a = game_arena(g);
	struct node *list = node_array(a);
	bool disciplined = s->side[s->active].disciplined, rushed = false;
	int die = -1;

	if (!d->rules.control)
		return;
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->line != line || !gboh_stands(u))
			continue;
		rushed = rushed || has_rushed(d, s, u);
		if (!disciplined || has_rushed(d, s, u))
			node_add(a, list, NULL, node_string(a, u->id));
	}
	if (!rushed)
		return;
	if (disciplined && l != NULL) {
		die = roll(g, 10, "11.32 control %s", l->id);
		if (die <= l->initiative) {
			tell(g, "controlled", FACTS(fact_text("leader", l->id),
			    fact_number("die", die),
			    fact_number("needed", l->initiative)));
			return;
		}
		tell(g, "uncontrolled", FACTS(fact_node("units", list),
		    fact_number("die", die),
		    fact_number("needed", l->initiative)));
	} else {
		tell(g, "uncontrolled", FACTS(fact_node("units", list)));
	}
	for (const struct node *c = list->child; c != NULL; c = c->next)
		gboh_find(s, c->s)->uncontrolled = s->turn + 1;
}

static struct gboh_unit *
choose_prey(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int near = gboh_nearest_enemy(d, s, u->side, u->hex);
	struct question q = question(g, u->side, "uncontrolled");

	question_fact(&q, fact_text("unit", u->id));
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != u->side && gboh_on_map(&s->unit[i]) &&
		    hex_distance(&d->map.grid, u->hex, s->unit[i].hex) ==
		    near)
			option_add(&q, i, s->unit[i].id);
	return q.n > 0 ? &s->unit[ask(g, &q)] : NULL;
}

/* How near a hex brings it to its prey, with the prey in front where that can
 * be: less is nearer, -1 where it does not get.  *face: the cheapest facing. */
static int
rush_value(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *prey, const struct gboh_reach *r, int h, int *face)
{
	const struct gboh_data *d = gboh_data(g);
	int best = -1, cost = 0;
	struct gboh_unit x;

	if (gboh_cheapest_face(g, u, r, h) < 0 ||
	    gboh_other_at(gboh_state(g), h, u) != NULL)
		return -1;
	x = *u;
	for (int f = 0; f < HEX_DIRS; f++) {
		int value;

		if (r->cost[h][f] < 0)
			continue;
		x.hex = h;
		x.facing = f;
		value = 2 * hex_distance(&d->map.grid, h, prey->hex) +
		    !gboh_zoc_on(d, &x, prey);
		if (best >= 0 && (value > best || (value == best &&
		    r->cost[h][f] >= cost)))
			continue;
		best = value;
		cost = r->cost[h][f];
		*face = f;
	}
	return best;
}

/* [11.31] to a hex from which it has the prey in front, or as near as it gets;
 * its owner chooses among equals */
static bool
plan_rush(struct game *g, struct gboh_unit *u, struct gboh_unit *prey,
    struct gboh_plan *p)
{
	const struct hex_grid *grid = game_grid(g);
	struct gboh_reach reach, *r = &reach;
	struct question q = question(g, u->side, "rush");
	int best = -1, hex, face = -1, straight = 0;

	gboh_reach(g, u, r);
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	question_fact(&q, fact_text("target", prey->id));
	for (int h = 0; h < hex_count(grid); h++) {
		int value = rush_value(g, u, prey, r, h, &face);

		if (value < 0 || (best >= 0 && value > best))
			continue;
		if (value < best)
			q.n = straight = 0;
		best = value;
		option_hex(&q, h);
		option_attr(&q, "mp", r->cost[h][face]);
		if (r->cost[h][face] < q.option[straight].attr[0].value)
			straight = q.n - 1;
		option_attr(&q, "enemies", gboh_enemies_within(gboh_data(g),
		    gboh_state(g), u->side, h, 1));
	}
	if (q.n == 0)
		return false;
	hex = q.option[straight].hex;
	if (q.n > 1) {
		int chosen;

		option_decline(&q, "straight");
		chosen = ask(g, &q);
		hex = chosen >= 0 ? chosen : hex;
	}
	rush_value(g, u, prey, r, hex, &face);
	memset(p, 0, sizeof *p);
	p->column = -1;
	p->shock = true;
	return gboh_plan_to(g, u, r, hex, face, p) && p->n > 0;
}

/* [11.31, 7.25] held in its hex by an enemy beside or behind it: it turns to
 * him, if it may */
static bool
plan_turn(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *prey, struct gboh_plan *p)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_mover out;
	int best = -1, least = 0;

	if (game_revision(g) < 2 || gboh_distance(d, u, prey) != 1 ||
	    !gboh_pinned(d, gboh_state(g), u))
		return false;
	gboh_set_out(g, u, true, &out);
	for (int f = 0; f < HEX_DIRS; f++) {
		struct gboh_mover m = out;

		if (gboh_try_turn(&m, f) == NULL && gboh_zoc_on(d, &m.u,
		    prey) && (best < 0 || m.mp < least)) {
			best = f;
			least = m.mp;
		}
	}
	memset(p, 0, sizeof *p);
	p->column = -1;
	p->n = 1;
	p->step[0].what = GBOH_TURN;
	p->step[0].to = best;
	return best >= 0;
}

/* [7.33] it has turned to one next to whom it stood */
static void
engage_beside(struct game *g, struct gboh_unit *u)
{
	struct gboh_unit *v[1];

	if (game_revision(g) >= 2 && gboh_stands(u) && u->shock ==
	    GBOH_NO_SHOCK && u->column == 0 && gboh_in_my_zoc(gboh_data(g),
	    gboh_state(g), u, v, 1) > 0)
		u->shock = GBOH_NO_CHECK;
}

void
gboh_uncontrolled_advance(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i], *prey, *v[1];
		struct gboh_plan p;

		if (u->side != s->active || !gboh_stands(u) ||
		    u->uncontrolled == 0 || u->uncontrolled > s->turn ||
		    u->ordered)
			continue;
		if (gboh_in_my_zoc(d, s, u, v, 1) > 0) {
			u->shock = GBOH_NO_CHECK;
			continue;
		}
		if (gboh_cannot_move(g, u) != NULL)
			continue;
		prey = choose_prey(g, u);
		if (prey == NULL || !(plan_turn(g, u, prey, &p) || plan_rush(g,
		    u, prey, &p))) {
			u->ordered = true;	/* not asked again */
			continue;
		}
		gboh_walk(g, u, &p);
		engage_beside(g, u);
		checkpoint(g);
	}
}

/* -------------------------------------------------------- champions [11.8] */

void
gboh_champions(struct game *g)
{
	struct gboh *s = gboh_state(g);
	int hits[2] = { 0, 0 }, rounds = 0, winner = -1;

	if (s->turn != 1 || s->side[0].fight == 0 || s->side[1].fight == 0 ||
	    s->side[0].champion || s->side[1].champion ||
	    s->side[0].started || s->side[1].started)
		return;
	while (winner < 0) {
		int total[2], low, n;

		rounds++;
		for (int k = 0; k < 2; k++)
			total[k] = roll(g, 10, "11.83 champion %s",
			    game_side(g, k)) + s->side[k].fight;
		if (total[0] == total[1])
			continue;
		low = total[0] < total[1] ? 0 : 1;
		n = 3 * total[low] <= total[1 - low] ? 3 :
		    2 * total[low] <= total[1 - low] ? 2 : 1;
		hits[low] += n;
		if (hits[low] > s->side[low].stamina)
			winner = 1 - low;
	}
	s->side[winner].champion = true;
	s->side[1 - winner].started = true;
	tell(g, "champion", FACTS(fact_side("winner", winner),
	    fact_number("rounds", rounds)));
}

/* -------------------------------------------------------- engaged [10.32] */

/* [cat 10.32; spqr 10.42] NULL, or why it may not go back to that hex */
const char *
gboh_cannot_disengage(struct game *g, const struct gboh_unit *u, int hex)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	int dir = gboh_on_map(u) && hex != HEX_NONE ? hex_dir(&d->map.grid,
	    u->hex, hex) : -1, climbed = 0, hits = 0;

	if (!u->engaged || u->side != s->active || !gboh_stands(u))
		return "disengage.not";
	if (!gboh_is_horse(u) && !gboh_is(u, GBOH_LIGHT))
		return "disengage.who";
	if (gboh_is_spqr(d) && l != NULL && !gboh_unit_in_range(d, s,
	    l, u, l->range))
		return why_not(g, "out-of-range", FACTS(fact_text("leader",
		    l->id), fact_number("range", l->range)));
	if (dir < 0 || gboh_step_cost(d, u, u->hex, dir, &climbed, &hits) <
	    0 || gboh_unit_at(s, hex) != NULL || gboh_in_ezoc(d, s, u->side,
	    hex))
		return "disengage.hex";
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *v = &s->unit[i];
		const char *why = NULL;

		if (v->side == u->side || !gboh_on_map(v) || !v->engaged ||
		    !(gboh_zoc_on(d, v, u) || gboh_zoc_on(d, u, v)))
			continue;
		if (v->ma >= u->ma)
			why = "disengage.fast";
		else if (gboh_distance_to(d, v, hex) == 1)
			why = "disengage.near";
		if (why != NULL)
			return why_also(g, why, FACTS(fact_text("enemy",
			    v->id)));
	}
	return NULL;
}

static void
disengage(struct game *g, struct gboh_unit *u, int hex)
{
	const struct gboh_unit before = *u;
	int from = u->hex;

	u->engaged = false;
	u->ordered = true;
	gboh_place(g, u, hex);
	gboh_state(g)->acted = true;
	tell(g, "move", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", hex)));
	if (gboh_is_spqr(gboh_data(g)) && game_revision(g) >= 2)
		gboh_leaders_follow(g, u, from, hex, "withdraw");
	gboh_leaders_flee(g, u, &before);		/* [4.62] */
}

void
gboh_order_disengage(struct game *g, const struct order *o)
{
	struct gboh_unit *u = gboh_find(gboh_state(g), node_str(o->node,
	    "unit"));
	const char *to = node_str(o->node, "to"), *why;
	int hex = to ? hex_parse(game_grid(g), to) : HEX_NONE;

	why = u ? gboh_cannot_disengage(g, u, hex) : "disengage.not";
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit")), fact_hex("hex", hex)));
		return;
	}
	disengage(g, u, hex);
}

/* [spqr 10.42] who cannot shock must go back, if it can: into the first hex,
 * from N clockwise */
void
gboh_must_disengage(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits && s->engaged && gboh_is_spqr(d);
	    i++) {
		struct gboh_unit *u = &s->unit[i];

		for (int dir = 0; dir < HEX_DIRS && u->engaged &&
		    gboh_stands(u) && !gboh_can_shock(d, u); dir++) {
			int hex = hex_step(&d->map.grid, u->hex, dir);

			if (gboh_cannot_disengage(g, u, hex) == NULL)
				disengage(g, u, hex);
		}
	}
}
