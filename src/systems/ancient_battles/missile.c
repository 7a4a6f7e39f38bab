/* missile.c: missile fire and lines of sight [10.0] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

static bool
side_blocks(const struct ab_data *d, const struct hex_crossing_side *c)
{
	for (int k = 0; k < AB_TERRAIN_COUNT; k++)
		if (map_side_has(&d->map, c->hex, c->dir, k) &&
		    d->hexside[k].blocks)
			return true;
	return false;
}

/* [10.21, 10.23, 10.24] straight through: hexes and ridges between */
static bool
blocked_through(const struct ab_data *d, const struct hex_sight *v,
    const struct hex_crossing *c)
{
	for (int i = 0; i < v->n; i++)
		if (v->step[i].b == HEX_NONE && !v->step[i].edge &&
		    d->ground[ab_terrain_at(d, v->step[i].a)].blocks)
			return true;
	for (int i = 0; i < c->n; i++)
		if (!c->side[i].pair && side_blocks(d, &c->side[i]))
			return true;
	return false;
}

/*
 * [10.22] along a hexside there are two ways round it, and both must be
 * blocked, by a hex or by a ridge.  The crossings of a pair follow one
 * another: those of way 0, then those of way 1.
 */
static bool
blocked_along(const struct ab_data *d, const struct hex_sight *v,
    const struct hex_crossing *c)
{
	int k = 0;

	for (int i = 0; i < v->n; i++) {
		bool way[2] = { false, false };

		if (v->step[i].b == HEX_NONE && !v->step[i].edge)
			continue;
		way[0] = d->ground[ab_terrain_at(d, v->step[i].a)].blocks;
		if (v->step[i].b != HEX_NONE)
			way[1] = d->ground[ab_terrain_at(d,
			    v->step[i].b)].blocks;
		while (k < c->n && !c->side[k].pair)
			k++;
		for (int n = v->step[i].edge ? 2 : 4; n > 0 && k < c->n;
		    n--, k++)
			if (side_blocks(d, &c->side[k]))
				way[c->side[k].way] = true;
		if (way[0] && way[1])
			return true;
	}
	return false;
}

/* [10.25] only ground blocks: no unit does */
bool
ab_can_see(const struct ab_data *d, int from, int to)
{
	struct hex_crossing c;
	struct hex_sight v;

	if (hex_adjacent(&d->map.grid, from, to))
		return true;
	hex_sight(&d->map.grid, from, to, &v);
	hex_crossings(&d->map.grid, from, to, &c);
	return !blocked_through(d, &v, &c) && !blocked_along(d, &v, &c);
}

const char *
ab_cannot_fire(struct game *g, const struct ab_unit *u,
    const struct ab_unit *target)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int range;

	if (!ab_on_map(u) || !ab_on_map(target))
		return why_not(g, "fire.off-map", FACTS(fact_text("who",
		    ab_on_map(u) ? target->id : u->id)));
	if (u->missile == AB_NO_MISSILE)
		return "fire.no-missiles";
	if (u->fired)
		return "fire.again";
	if (u->thrown)
		return "fire.thrown";
	if (ab_is_leader(d, target))		/* [12.4] */
		return "fire.leader";
	range = hex_distance(&d->map.grid, u->hex, target->hex);
	if (range > d->missile[u->missile].n)
		return why_not(g, "fire.range", FACTS(fact_number("distance",
		    range), fact_text("weapon", ab_weapon_names[u->missile]),
		    fact_number("range", d->missile[u->missile].n)));
	if (range > 1 && ab_in_ezoc(d, s, u->side, u->hex))	/* [10.31] */
		return "fire.held";
	if (!ab_can_see(d, u->hex, target->hex))
		return why_not(g, "fire.sight", FACTS(fact_hex("from", u->hex),
		    fact_hex("hex", target->hex)));
	return NULL;
}

static void
order_fire(struct game *g, const struct node *order)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct ab_unit *u = ab_find(s, node_str(order, "unit"));
	struct ab_unit *t = ab_find(s, node_str(order, "target"));
	const char *why = ab_cannot_fire(g, u, t);
	int die, range, needed;

	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", u->id),
		    fact_text("target", t->id)));
		return;
	}
	range = hex_distance(&d->map.grid, u->hex, t->hex);
	needed = d->missile[u->missile].disrupts[range - 1];
	u->fired = true;
	if (d->missile[u->missile].once)
		u->thrown = true;
	die = roll(g, 6, "10.1 fire %s at %s", u->id, t->id) + 1;
	if (die <= needed)
		t->disrupted = true;
	tell(g, "fire", FACTS(fact_text("unit", u->id),
	    fact_hex("from", u->hex), fact_text("target", t->id),
	    fact_hex("hex", t->hex),
	    fact_text("weapon", ab_weapon_names[u->missile]),
	    fact_number("range", range), fact_number("die", die),
	    fact_number("needed", needed),
	    fact_text("result", die <= needed ? "disrupted" : "none"),
	    fact_node("thrown", u->thrown ? node_bool(game_arena(g), true) :
	    NULL)));
	if (die > needed)
		order_failed(g, u->side);
}

/* [10.41] nobody but the side whose turn it is fires */
void
ab_missile_phase(struct game *g)
{
	struct ab *s = ab_state(g);
	const struct order *o;

	while ((o = order_next(g, s->active, AB_MISSILE)) != NULL) {
		order_fire(g, o->node);
		checkpoint(g);
	}
	for (int i = 0; i < s->nunits; i++)
		s->unit[i].fired = false;
}
