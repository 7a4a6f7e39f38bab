/* missile.c: missile fire, its supply, leaders hit [8.1] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

static const char *const kind_names[] = { "order", "entry", "retire",
    "return", "withdraw", "harass", "artillery", "feign" };

bool
gboh_has_missiles(const struct gboh_unit *u)
{
	return u->missile != GBOH_NO_MISSILE && u->missiles != GBOH_NO;
}

/* [11.4] */
bool
gboh_fires_twice(const struct gboh_unit *u)
{
	return gboh_is(u, GBOH_COMPOSITE) && !gboh_is_horse(u) && !u->left;
}

/* [8.15, 8.16] */
int
gboh_strength(const struct gboh_data *d, const struct gboh_unit *u, int range,
    int to, bool *extended)
{
	int horse = gboh_is_mounted(u), n = d->missile[u->missile][horse].n;
	int more = gboh_terrain_at(d, u->hex) == GBOH_RAMPART ?
	    d->rules.extended_wall : d->rules.extended;

	*extended = false;
	if (u->missile == GBOH_NO_MISSILE || range < 1)
		return -1;
	if (range <= n)
		return d->missile[u->missile][horse].strength[range - 1];
	if (range > n + more || d->map.height[to] >= d->map.height[u->hex])
		return -1;
	*extended = true;
	return 0;
}

const char *
gboh_cannot_fire(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_unit *x = u->legion[0] != '\0' ? gboh_partner(
	    gboh_state(g), u) : NULL;

	if (u->missile == GBOH_NO_MISSILE)
		return "fire.no-missiles";
	if (u->missiles == GBOH_NO)
		return "fire.none-left";
	if (u->routed)
		return "routed";
	if (u->column != 0)
		return "fire.column";
	if (u->shield)
		return "shield";
	if (u->engaged)
		return "engaged";
	if (gboh_is_artillery(u) && u->limbered)
		return "fire.mode";
	if (x != NULL && !u->atop)
		return "fire.beneath";
	return NULL;
}

const char *
gboh_cannot_hit(struct game *g, const struct gboh_unit *u, int hex)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *t = gboh_enemy_at(s, u->side, hex);
	bool extended;
	int range;

	if (hex == HEX_NONE || u->hex == HEX_NONE)
		return "off-map";
	range = hex_distance(&d->map.grid, u->hex, hex);
	if (gboh_strength(d, u, range, hex, &extended) < 0)
		return "fire.range";
	if (!gboh_in_arc(d, u, hex))
		return "fire.arc";
	if (!gboh_sees(d, s, u->hex, hex, gboh_is_archer(u), u))
		return "fire.sight";
	if (t != NULL && t->engaged)
		return "fire.engaged";
	return NULL;
}

/* Its nearer hex counts, of two as near the first that can be hit. */
int
gboh_aim(struct game *g, const struct gboh_unit *u, const struct gboh_unit *t)
{
	const struct gboh_data *d = gboh_data(g);
	int h[2], n = gboh_hexes(d, t, h);

	if (n < 2)
		return t->hex;
	if (gboh_distance_to(d, u, h[1]) < gboh_distance_to(d, u, h[0]) ||
	    (gboh_distance_to(d, u, h[1]) == gboh_distance_to(d, u, h[0]) &&
	    gboh_cannot_hit(g, u, h[0]) != NULL)) {
		int x = h[0];

		h[0] = h[1];
		h[1] = x;
	}
	return gboh_cannot_hit(g, u, h[0]) == NULL ||
	    gboh_cannot_hit(g, u, h[1]) != NULL ? h[0] : h[1];
}

const char *
gboh_cannot_hit_unit(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *t)
{
	return gboh_cannot_hit(g, u, gboh_aim(g, u, t));
}

/* [11.63] fire at a cheiroballistra is for the infantry that protects it */
struct gboh_unit *
gboh_find_target(struct gboh *s, const char *id)
{
	struct gboh_unit *t = gboh_find(s, id);

	return t != NULL && gboh_is_artillery(t) && gboh_on_map(t) ?
	    gboh_unit_at(s, t->hex) : t;
}

/* [8.19] one who is alone in his hex */
const char *
gboh_cannot_hit_leader(struct game *g, const struct gboh_unit *u,
    const struct gboh_leader *l)
{
	if (!gboh_leads(l) || l->side == u->side ||
	    gboh_unit_at(gboh_state(g), l->hex) != NULL)
		return "fire.leader";
	return gboh_cannot_hit(g, u, l->hex);
}

/* ------------------------------------------------------------- resolution */

/* Where the shot comes from: in harassment the end of the way [8.33]. */
static int
fires_from(const struct gboh_shot *x)
{
	return x->place != 0 ? x->place - 1 : x->unit->hex;
}

/* The unit with the weapon that it uses: a copy, for the charts. */
static struct gboh_unit
armed(const struct gboh_data *d, const struct gboh_shot *x)
{
	struct gboh_unit u = *x->unit;

	if (x->screen) {
		u.missile = u.screen;
		gboh_derive(d, &u);
		u.traits &= ~(unsigned)(GBOH_ELEPHANT);
	}
	return u;
}

/* [8.15; spqr 8.15 3] bows, and with them slings and screens, do little to the
 * front of heavy infantry close by */
static bool
shoots_flat(const struct gboh_data *d, const struct gboh_unit *u)
{
	return gboh_is_archer(u) || (d->drm_skirmisher != 0 && !gboh_is(u,
	    GBOH_THROWN | GBOH_ENGINE));
}

/* [8.15, 11.73] */
static int
modifiers(struct game *g, const struct gboh_shot *x, int range)
{
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_unit *t = x->target, arm = armed(d, x);
	int hex = t ? gboh_aim(g, x->unit, t) : x->leader->hex, n = 0, dir;
	bool throws = gboh_is(&arm, GBOH_ONCE) || (gboh_is(&arm,
	    GBOH_THROWN) && !gboh_is_mounted(&arm));

	n += drm(g, gboh_terrain_at(d, hex) == GBOH_WOODS ? d->drm_woods : 0,
	    "8.15 woods");
	n += drm(g, x->moved && !throws && !gboh_is_artillery(x->unit) ?
	    d->drm_moved : 0, "8.15 moved");
	n += drm(g, x->unit->depleted ? d->drm_depleted : 0,
	    "=10.32 depleted");
	dir = hex_bearing(&d->map.grid, hex, fires_from(x));
	n += drm(g, dir >= 0 && map_side_has(&d->map, hex, dir,
	    GBOH_RAMPART) ? d->drm_rampart : 0,
	    "=8.15 rampart");
	if (t == NULL)
		return n;
	n += drm(g, gboh_is(t, GBOH_SKIRMISHES) ? d->drm_skirmisher : 0,
	    "=8.15 skirmisher");
	if (t->shield)
		return n + drm(g, d->rules.shield_drm, "11.73 shield-wall");
	if (!gboh_is(t, GBOH_ARMOURED))
		return n;
	if (range == 1 && shoots_flat(d, &arm) && dir >= 0 &&
	    (gboh_is(t, GBOH_WIDE) ? gboh_aspect_from(d, t, fires_from(x)) :
	    gboh_aspect(t, dir)) == HEX_FRONT)
		return n + drm(g, d->drm_heavy_front,
		    "8.15 heavy-front");
	return n + drm(g, d->drm_heavy, "8.15 heavy");
}

/* [8.17] */
static void
use_missiles(struct game *g, const struct gboh_shot *x, int die)
{
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_unit arm = armed(d, x);
	struct gboh_unit *u = x->unit;
	int *supply = x->screen ? &u->screens : &u->missiles, was = *supply;

	if (gboh_is_artillery(u))
		return;
	if (was == GBOH_LOW || gboh_is(&arm, GBOH_ONCE | GBOH_LEGION))
		*supply = GBOH_NO;
	else if (die >= (gboh_is(&arm, GBOH_THROWN) ?
	    d->rules.supply_javelin : d->rules.supply_bow))
		*supply = GBOH_LOW;
	if (*supply != was)
		tell(g, "missiles", FACTS(fact_text("unit", u->id),
		    fact_text("missiles", gboh_supply_names[*supply]),
		    fact_text("weapon", x->screen ? gboh_weapon_names[
		    u->screen] : NULL)));
}

/* [spqr 8.13] of a stack the top unit is hit, through the rear the other */
static void
pick_struck(struct game *g, struct gboh_shot *x)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *t = x->target, *y;
	int dir;

	if (t == NULL || gboh_data(g)->drm_skirmisher == 0 || (t->with == 0 &&
	    (x->kind == GBOH_ENTRY || x->kind == GBOH_RETIRE ||
	    x->kind == GBOH_WITHDRAW)))	/* at a unit that moves alone */
		return;
	y = gboh_partner(s, t);
	if (y == NULL || gboh_is_artillery(t) || gboh_is_artillery(y))
		return;
	if (gboh_unit_at(s, t->hex) == y) {
		y = t;
		t = gboh_unit_at(s, t->hex);
	}
	dir = hex_bearing(game_grid(g), gboh_aim(g, x->unit, t),
	    fires_from(x));
	if (dir >= 0 && gboh_aspect(t, dir) == HEX_REAR)
		x->target = y;		/* of phalanxes too [spqr 9.53] */
	else
		x->target = t;
}

/* [8.19] an unmodified 0 may hit a leader in the hex, who is not of the firing
 * side */
static void
hit_leaders(struct game *g, int side, int hex)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];
		int die;

		if (!gboh_leads(l) || l->side == side || l->hex != hex)
			continue;
		die = roll(g, 10, "8.19 leader %s", l->id);
		if (die != 0) {
			tell(g, "casualty", FACTS(fact_text("leader", l->id),
			    fact_text("result", "unhurt"),
			    fact_number("danger", die),
			    fact_text("why", "missile")));
			continue;
		}
		gboh_wound(g, l, roll(g, 10, "8.19 casualty %s", l->id),
		    "missile");
	}
}

void
gboh_shoot(struct game *g, struct gboh_shot *x)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit *u = x->unit;
	const struct gboh_unit arm = armed(d, x);
	int hex, range, strength, die, total;
	const char *target;
	bool extended;

	pick_struck(g, x);
	hex = x->target ? gboh_aim(g, u, x->target) : x->leader->hex;
	range = x->range ? x->range : gboh_distance_to(d, u, hex);
	target = x->target ? x->target->id : x->leader->id;
	x->hits = 0;
	strength = gboh_strength(d, &arm, range, hex, &extended);
	if (x->target != NULL)
		gboh_offer_shield(g, x->target, u, fires_from(x), strength);
	die = roll(g, 10, "8.15 fire %s at %s", u->id, target);
	total = die + modifiers(g, x, range);
	if (extended)
		mod(g, "8.16 extended", NULL);
	if (total <= strength)
		x->hits = gboh_is(u, GBOH_COMPOSITE) && !gboh_is_horse(u) &&
		    total <= d->rules.double_hit_most && !extended ? 2 : 1;
	if (x->target == NULL)
		x->hits = 0;
	else if (x->hits > 0 && gboh_is(x->target, GBOH_ELEPHANT |
	    GBOH_CHARIOT) && !gboh_is(u, GBOH_ELEPHANT)) {
		x->hits = d->rules.elephant_missile_hits;	/* [spqr 8.15] */
		mod(g, "=8.15 large", FACTS(fact_number("n", x->hits)));
	} else if (x->hits > 1) {
		mod(g, "8.15 composite", FACTS(fact_number("n", x->hits)));
	}
	tell(g, "fire", FACTS(fact_text("unit", u->id),
	    fact_hex("from", u->hex), fact_text("target", target),
	    fact_hex("hex", hex),
	    fact_text("weapon", gboh_weapon_names[arm.missile]),
	    fact_number("range", range), fact_number("die", die),
	    fact_number("total", total), fact_number("strength", strength),
	    fact_number("hits", x->hits),
	    fact_text("kind", kind_names[x->kind])));
	use_missiles(g, x, die);
	gboh_state(g)->cause = u->self;		/* of grief [spqr 4.84] */
	if (die == 0)
		hit_leaders(g, u->side, hex);
	gboh_state(g)->cause = 0;
}

void
gboh_apply_shot(struct game *g, struct gboh_shot *x)
{
	struct gboh_unit *t = x->target;

	if (t == NULL || x->hits == 0 || !gboh_on_map(t))
		return;
	if (gboh_is_artillery(t))	/* [11.63] the infantry with it */
		t = gboh_unit_at(gboh_state(g), t->hex);
	gboh_state(g)->cause = x->unit->self;
	/* nobody advances into what it leaves [spqr 8.56] */
	gboh_hit(g, t, x->hits, "missile");
	gboh_state(g)->cause = 0;
}

/* [11.4] the second shot; what answers a movement (its range is fixed) is for
 * a target that is still where it was when the first was fired */
static bool
can_still(struct game *g, const struct gboh_shot *x, int was)
{
	int hex = x->target ? x->target->hex : x->leader->hex;

	return (x->target ? gboh_on_map(x->target) : gboh_leads(x->leader)) &&
	    gboh_on_map(x->unit) && gboh_cannot_fire(g, x->unit) == NULL &&
	    (x->range != 0 ? hex == was : gboh_cannot_hit(g, x->unit, hex) ==
	    NULL);
}

/* [8.23] an active unit has fired; so has artillery in its own phase [11.65] */
static bool
calls_for_return(struct game *g, const struct gboh_shot *x)
{
	return x->kind == GBOH_BY_ORDER || (x->kind == GBOH_ARTILLERY &&
	    x->unit->side == gboh_state(g)->active);
}

void
gboh_fire(struct game *g, struct gboh_shot x, struct gboh_unit *second)
{
	struct gboh_unit *first = x.target;
	int shots = gboh_fires_twice(x.unit) && x.kind != GBOH_FEIGN ? 2 : 1;
	int was = x.target ? x.target->hex : x.leader->hex;

	for (int i = 0; i < shots; i++) {
		if (i == 1 && second != NULL)
			x.target = second;
		if (i == 1 && !can_still(g, &x, was))
			break;
		if (i == 1)
			mod(g, "11.4 second", NULL);
		gboh_shoot(g, &x);
		gboh_apply_shot(g, &x);
	}
	if (!calls_for_return(g, &x) || first == NULL)
		return;
	if (gboh_partner(gboh_state(g), first) != NULL && !first->atop)
		first = gboh_partner(gboh_state(g), first);	/* [spqr 6.68] */
	gboh_return_fire(g, x.unit, first);			/* [8.23] */
	if (second != NULL && second != first && x.target == second)
		gboh_return_fire(g, x.unit, second);
}

/* ------------------------------------------------------------------ order */

/* [spqr 8.11] Light Infantry archers */
bool
gboh_moves_or_fires(struct game *g, const struct gboh_unit *u)
{
	return gboh_data(g)->rules.light_archers && u->type == GBOH_LI &&
	    gboh_is_archer(u);
}

/* [11.65] in its own side's Movement and Missile Fire Segment */
const char *
gboh_cannot_fire_artillery(struct game *g, const struct gboh_unit *u)
{
	const struct gboh *s = gboh_state(g);

	if (u->side != s->active || s->designating)
		return "artillery.phase";
	if (u->fired || u->ordered || u->active_fire >= 2)
		return "artillery.spent";
	return NULL;
}

static int
far_from(struct game *g, int hex, const struct gboh_unit *t,
    const struct gboh_leader *l)
{
	return t ? gboh_distance_to(gboh_data(g), t, hex) : hex_distance(
	    game_grid(g), hex, l->hex);
}

void
gboh_order_fire(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit"));
	struct gboh_unit *t = gboh_find_target(s, node_str(o->node, "target"));
	struct gboh_unit *t2 = gboh_find_target(s, node_str(o->node,
	    "second"));
	struct gboh_leader *l = gboh_find_leader(s, node_str(o->node,
	    "target"));
	const char *why = NULL;
	bool again = u != NULL && u->line > 0 && u->stepped && !u->fired;
	int before = t != NULL ? t->hits : 0;

	if (u == NULL)
		why = "off-map";
	else if (gboh_is_artillery(u))
		why = gboh_cannot_fire_artillery(g, u);
	else if (!again)
		why = gboh_cannot_order(g, u);
	if (why == NULL)
		why = gboh_cannot_fire(g, u);
	if (why == NULL && l == NULL && (t == NULL || !gboh_on_map(t) ||
	    t->side == u->side))
		why = "no-target";
	if (why == NULL)
		why = l ? gboh_cannot_hit_leader(g, u, l) :
		    gboh_cannot_hit_unit(g, u, t);
	if (why == NULL && t2 != NULL && (!gboh_fires_twice(u) ||
	    !gboh_on_map(t2) || t2->side == u->side ||
	    gboh_cannot_hit_unit(g, u, t2) != NULL))
		why = "fire.second";
	if (why == NULL && again && u->entered && gboh_moves_or_fires(g, u))
		why = "fire.archers";
	if (why == NULL && again && u->entered && u->before != HEX_NONE &&
	    far_from(g, u->before, t, l) <= far_from(g, u->hex, t, l))
		why = "fire.closer";
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit")), fact_text("target", node_str(o->node,
		    "target"))));
		return;
	}
	s->acted = true;
	if (again)
		gboh_line_fire(g);
	if (gboh_is_artillery(u))
		u->active_fire++;
	else if (u->line == 0)
		gboh_spend_order(g, u, 1);
	u->ordered = u->fired = true;
	if (u->routed || !gboh_on_map(u) || gboh_cannot_fire(g, u) != NULL ||
	    (t && gboh_cannot_hit_unit(g, u, t) != NULL))
		return;
	gboh_fire(g, (struct gboh_shot){ .unit = u, .target = t, .leader = l,
	    .kind = gboh_is_artillery(u) ? GBOH_ARTILLERY : GBOH_BY_ORDER,
	    .moved = again && (u->entered ||
	    gboh_data(g)->rules.again_after) }, t2);
	if (t ? gboh_stands(t) && t->hits == before : gboh_leads(l))
		order_failed(g, u->side);
	if (!gboh_is_artillery(u) && gboh_on_map(u) && !u->routed)
		gboh_artillery_fire(g, u);
}
