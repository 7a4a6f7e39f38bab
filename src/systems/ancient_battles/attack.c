/* attack.c: who must attack, who may, and what makes an attack legal
 * [7.1, 7.2, 7.52, 12.2, 12.3] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"

#include <string.h>

/* ------------------------------------------------------ who must, who may */

/* [7.14, 7.74] */
bool
ab_free_to_attack(const struct ab_data *d, const struct ab_unit *u)
{
	return ab_on_map(u) && !ab_is_leader(d, u) && !u->attacked && !u->advanced;
}

static bool
is_target(const struct ab_data *d, const struct ab_unit *u,
    const struct ab_unit *e)
{
	return ab_on_map(e) && e->side != u->side && !ab_is_leader(d, e) &&
	    hex_adjacent(&d->map.grid, u->hex, e->hex);
}

/* Does a unit of the other side, one that is free to attack or any, hold e in
 * its zone? */
static bool
is_held(const struct ab_data *d, const struct ab *s, const struct ab_unit *e,
    bool only_free)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side != e->side && ab_exerts_zoc(d, u, e->hex) &&
		    (!only_free || ab_free_to_attack(d, u)))
			return true;
	}
	return false;
}

/*
 * [7.11, 7.12] it stands in an enemy zone; or next to it is an enemy who must
 * be attacked, in a friendly zone and not attacked yet, and it holds him
 * itself or nobody is left who does.
 */
bool
ab_must_attack(const struct ab_data *d, struct ab *s, const struct ab_unit *u)
{
	if (!ab_free_to_attack(d, u))
		return false;
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *e = &s->unit[i];

		if (!is_target(d, u, e))
			continue;
		if (ab_exerts_zoc(d, e, u->hex))
			return true;
		if (!e->defended && is_held(d, s, e, false) &&
		    (ab_exerts_zoc(d, u, e->hex) || !is_held(d, s, e, true)))
			return true;
	}
	return false;
}

bool
ab_in_list(const int *list, int n, int x)
{
	for (int i = 0; i < n; i++)
		if (list[i] == x)
			return true;
	return false;
}

/* Could a unit outside this attack still attack e? */
static bool
somebody_else(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x, const struct ab_unit *e)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side == x->side && ab_free_to_attack(d, u) &&
		    is_target(d, u, e) && !ab_in_list(x->att, x->natt, i))
			return true;
	}
	return false;
}

/* Is e next to an attacker, unattacked, and left to this attack alone? */
static bool
left_over(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x, const struct ab_unit *e)
{
	bool next = false;

	if (e->defended || ab_in_list(x->def, x->ndef, (int)(e - s->unit)))
		return false;
	for (int i = 0; i < x->natt; i++)
		next = next || is_target(d, &s->unit[x->att[i]], e);
	return next && !somebody_else(d, s, x, e);
}

/* ------------------------------------------------------------ an attack */

void
ab_add_hex(int *list, int *n, int hex)
{
	if (!ab_in_list(list, *n, hex) && *n < 8)
		list[(*n)++] = hex;
}

/* Everything of a side that fights in a hex takes part; in an attack only what
 * is still free to [7.14]. */
static void
add_hex_units(const struct ab_data *d, const struct ab *s, int side, int hex,
    bool only_free, int *list, int *n)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side == side && u->hex == hex && ab_on_map(u) &&
		    !ab_is_leader(d, u) && !ab_in_list(list, *n, i) &&
		    (!only_free || ab_free_to_attack(d, u)) && *n < AB_GROUP)
			list[(*n)++] = i;
	}
}

/* [12.2] a leader adds himself to the unit in his hex, and is named only with
 * it: the first that is named without; NULL */
static const struct ab_unit *
leader_without_unit(struct game *g, const char *const *ids, int n,
    const int *hexes, int nhexes)
{
	for (int i = 0; i < n; i++) {
		const struct ab_unit *u = ab_find(ab_state(g), ids[i]);

		if (ab_is_leader(ab_data(g), u) &&
		    !ab_in_list(hexes, nhexes, u->hex))
			return u;
	}
	return NULL;
}

static const char *
add_attackers(struct game *g, struct ab_attack *x, const char *const *ids,
    int n)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct arena *a = game_arena(g);
	const struct ab_unit *leader, *with;

	for (int i = 0; i < n; i++) {
		struct ab_unit *u = ab_find(s, ids[i]);

		if (!ab_on_map(u))
			return arena_printf(a, "%s is not on the map", u->id);
		if (ab_is_leader(d, u))
			continue;
		if (u->attacked)
			return arena_printf(a, "%s has already attacked [7.14]",
			    u->id);
		if (u->advanced)
			return arena_printf(a, "%s has advanced and may not "
			    "attack any more [7.74]", u->id);
		ab_add_hex(x->ahex, &x->nahex, u->hex);
		add_hex_units(d, s, u->side, u->hex, true, x->att, &x->natt);
	}
	leader = leader_without_unit(g, ids, n, x->ahex, x->nahex);
	if (leader == NULL)
		return x->natt > 0 ? NULL : "it names no attackers";
	with = ab_combat_unit_at(d, s, leader->side, leader->hex);
	return with == NULL ? arena_printf(a, "%s is a leader and never "
	    "attacks by himself [12.3]", leader->id) : arena_printf(a, "%s is "
	    "a leader and attacks only with %s; name that one too [12.2]",
	    leader->id, with->id);
}

/* Is there anybody in the hex of e who was not attacked yet? [7.3, X5.2] */
static bool
is_fresh(const struct ab_data *d, const struct ab *s, const struct ab_unit *e)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *v = &s->unit[i];

		if (v->side == e->side && v->hex == e->hex && ab_on_map(v) &&
		    (v == e || !ab_is_leader(d, v)) && !v->defended)
			return true;
	}
	return false;
}

/* [7.12] an enemy is attacked a second time only by those with no other */
static bool
has_fresh_enemy(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x)
{
	for (int i = 0; i < s->nunits; i++)
		for (int k = 0; k < x->natt; k++)
			if (is_target(d, &s->unit[x->att[k]], &s->unit[i]) &&
			    !s->unit[i].defended)
				return true;
	return false;
}

static const char *
add_targets(struct game *g, struct ab_attack *x, const char *const *ids,
    int n)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct arena *a = game_arena(g);
	const struct ab_unit *leader;

	for (int i = 0; i < n; i++) {
		struct ab_unit *e = ab_find(s, ids[i]);

		if (!ab_on_map(e))
			return arena_printf(a, "%s is not on the map", e->id);
		if (ab_is_leader(d, e) && ab_combat_unit_at(d, s, e->side,
		    e->hex))
			continue;
		if (!is_fresh(d, s, e) && has_fresh_enemy(d, s, x))
			return arena_printf(a, "%s has been attacked in this "
			    "phase [7.3]", e->id);
		ab_add_hex(x->dhex, &x->ndhex, e->hex);
		if (!ab_is_leader(d, e))
			add_hex_units(d, s, e->side, e->hex, false, x->def,
			    &x->ndef);
		else if (!ab_in_list(x->def, x->ndef, (int)(e - s->unit)))
			x->def[x->ndef++] = (int)(e - s->unit);
	}
	leader = leader_without_unit(g, ids, n, x->dhex, x->ndhex);
	if (leader != NULL)
		return arena_printf(a, "%s stands with a unit; attack that one",
		    leader->id);
	return x->ndef > 0 ? NULL : "it names no targets";
}

static const char *
check_shape(struct game *g, const struct ab_attack *x)
{
	struct arena *a = game_arena(g);

	if (x->nahex > 1 && x->ndhex > 1)
		return "several hexes may attack only one hex together, and "
		    "several hexes may be attacked only from one [7.21, 7.22]";
	for (int i = 0; i < x->nahex; i++)
		for (int k = 0; k < x->ndhex; k++)
			if (!hex_adjacent(game_grid(g), x->ahex[i],
			    x->dhex[k]))
				return arena_printf(a, "%s is not next to %s "
				    "[7.15]", game_hex(g, x->ahex[i]),
				    game_hex(g, x->dhex[k]));
	return NULL;
}

/*
 * [7.21] a single hex must take on every enemy that nobody else can, if he
 * holds it or must be attacked [7.11];
 * [7.22] several hexes that leave one out have it lend its strength.
 */
static int
take_left_over(struct game *g, struct ab_attack *x, int *added)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *e = &s->unit[i];

		if (!left_over(d, s, x, e))
			continue;
		if (x->nahex > 1) {
			if (x->nlent < AB_GROUP)
				x->lent[x->nlent++] = i;
			continue;
		}
		if (!ab_exerts_zoc(d, e, x->ahex[0]) &&
		    !is_held(d, s, e, false))
			continue;
		ab_add_hex(x->dhex, &x->ndhex, e->hex);
		add_hex_units(d, s, e->side, e->hex, false, x->def, &x->ndef);
		added[n++] = i;
	}
	return n;
}

const char *
ab_build_attack(struct game *g, int side, const char *const *units, int nunits,
    const char *const *targets, int ntargets, bool forced,
    struct ab_attack *x)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	const char *why;
	int added[AB_GROUP];

	memset(x, 0, sizeof *x);
	x->side = side;
	x->forced = forced;
	if ((why = add_attackers(g, x, units, nunits)) != NULL ||
	    (why = add_targets(g, x, targets, ntargets)) != NULL ||
	    (why = check_shape(g, x)) != NULL)
		return why;
	(void)take_left_over(g, x, added);
	for (int i = 0; i < x->natt; i++)
		x->charging[i] = ab_can_charge(d, s, &s->unit[x->att[i]], x);
	ab_weigh(g, x, false);
	if (!forced && x->column < 0)
		return arena_printf(game_arena(g), "%d.%d against %d.%d is "
		    "less than %s [7.52]", x->strength / 2,
		    x->strength % 2 * 5, x->defence / 2, x->defence % 2 * 5,
		    d->column[0].name);
	return NULL;
}

/* ---------------------------------------- attacks of who was given none */

static void
plan_option(struct game *g, struct question *q, struct ab_plan *list,
    const struct ab_plan *p, const char *text)
{
	struct ab_attack x;

	if (ab_build_attack(g, q->side, p->units, p->n, p->targets, p->m, true,
	    &x) != NULL)
		return;
	list[q->n] = *p;
	option_add(q, q->n, text);
	option_attr(q, "odds", ab_odds_hundredths(&x));
}

/* Everybody free who stands next to that enemy, this unit first. */
static struct ab_plan
joined(struct game *g, const struct ab_unit *u, const struct ab_unit *e)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct ab_plan p = { .units = { u->id }, .targets = { e->id },
	    .n = 1, .m = 1 };

	for (int i = 0; i < s->nunits && p.n < AB_GROUP; i++) {
		const struct ab_unit *v = &s->unit[i];

		if (v != u && v->side == u->side && ab_free_to_attack(d, v) &&
		    is_target(d, v, e))
			p.units[p.n++] = v->id;
	}
	return p;
}

int
ab_plan_options(struct game *g, const struct ab_unit *u, bool again,
    struct question *q, struct ab_plan *list)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct ab_plan all = { .units = { u->id }, .n = 1 };

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *e = &s->unit[i];
		struct ab_plan p = { .units = { u->id }, .targets = { e->id },
		    .n = 1, .m = 1 }, j;

		if (!is_target(d, u, e) || (!is_fresh(d, s, e) && !again) ||
		    ab_combat_unit_at(d, s, e->side, e->hex) != e)
			continue;
		all.targets[all.m++] = e->id;
		plan_option(g, q, list, &p, e->id);
		j = joined(g, u, e);
		if (j.n > 1)
			plan_option(g, q, list, &j, arena_printf(
			    game_arena(g), "%s+", e->id));
	}
	if (all.m > 1)
		plan_option(g, q, list, &all, "all");
	return q->n;
}
