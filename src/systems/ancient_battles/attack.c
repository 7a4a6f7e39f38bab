/* attack.c: who must attack, who may, and what makes an attack legal
 * [7.1, 7.2, 7.52, 12.2, 12.3] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"

#include <assert.h>
#include <string.h>

/* Why not, with its fields if somebody is to read them. */
static const char *
ab_cannot(struct game *say, const char *code, const struct fact *facts)
{
	return say == NULL ? code : why_not(say, code, facts);
}

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
	int list[AB_AROUND], n;

	if (!ab_in_ezoc(d, s, e->side, e->hex) || !only_free)
		return ab_in_ezoc(d, s, e->side, e->hex);
	n = ab_around(d, s, ab_other(e->side), e->hex, list);
	for (int i = 0; i < n; i++)
		if (ab_free_to_attack(d, &s->unit[list[i]]) &&
		    ab_exerts_zoc(d, &s->unit[list[i]], e->hex))
			return true;
	return false;
}

/*
 * [7.11, 7.12, 10.32] it stands in an enemy zone; or next to it is an enemy who must
 * be attacked, in a friendly zone and not attacked yet, and it holds him
 * itself or nobody is left who does.
 */
bool
ab_must_attack(const struct ab_data *d, struct ab *s, const struct ab_unit *u)
{
	int list[AB_AROUND], n;

	if (!ab_free_to_attack(d, u))
		return false;
	if (ab_in_ezoc(d, s, u->side, u->hex))
		return true;
	n = ab_around(d, s, ab_other(u->side), u->hex, list);
	for (int i = 0; i < n; i++) {
		const struct ab_unit *e = &s->unit[list[i]];

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

/*
 * [7.11] is u, which stands outside this attack, bound to attack e once the
 * attack is made?  It is if e holds it; or if e must be attacked, and u holds
 * him or nobody outside the attack does who is free.  The latter not against
 * several hexes: whom they leave out may lend instead, and light troops beside
 * him may stay idle [7.22].
 */
static bool
is_bound(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x, const struct ab_unit *u,
    const struct ab_unit *e)
{
	if (ab_exerts_zoc(d, e, u->hex) || ab_exerts_zoc(d, u, e->hex))
		return true;
	int list[AB_AROUND], n;

	if (x->nahex > 1 || !is_held(d, s, e, false))
		return false;
	n = ab_around(d, s, x->side, e->hex, list);
	for (int i = 0; i < n; i++)
		if (ab_exerts_zoc(d, &s->unit[list[i]], e->hex) &&
		    ab_free_to_attack(d, &s->unit[list[i]]) &&
		    !ab_in_list(x->att, x->natt, list[i]))
			return false;
	return true;
}

static void add_hex_units(const struct ab_data *d, const struct ab *s,
	int side, int hex, bool only_free, int *list, int *n);

/* The lists need not be cleared: what they hold is counted. */
static void
start_attack(struct ab_attack *x, int side)
{
	x->side = side;
	x->natt = x->ndef = x->nahex = x->ndhex = x->nlent = 0;
	x->thrown_back = x->forced = false;
	x->order = NULL;
}

/*
 * [7.11, 7.21] will units outside this attack have to attack e, and can they,
 * all together, at odds that the chart has [7.52]?
 */
static bool
others_attack(const struct ab_data *d, struct ab *s,
    const struct ab_attack *x, const struct ab_unit *e)
{
	int list[AB_AROUND], n = ab_around(d, s, x->side, e->hex, list);
	struct ab_attack y;
	bool bound = false;

	start_attack(&y, x->side);
	for (int i = 0; i < n; i++) {
		const struct ab_unit *u = &s->unit[list[i]];

		if (!ab_free_to_attack(d, u) || y.natt == AB_GROUP ||
		    ab_in_list(x->att, x->natt, list[i]))
			continue;
		ab_add_hex(y.ahex, &y.nahex, u->hex);
		y.att[y.natt++] = list[i];
		bound = bound || is_bound(d, s, x, u, e);
	}
	if (!bound)
		return false;
	ab_add_hex(y.dhex, &y.ndhex, e->hex);
	add_hex_units(d, s, e->side, e->hex, false, y.def, &y.ndef);
	ab_charge_all(d, s, &y);
	ab_weigh(d, s, &y, NULL);
	return y.column >= 0;
}

/* Is e next to an attacker, unattacked, and left to this attack alone? */
static bool
left_over(const struct ab_data *d, struct ab *s, const struct ab_attack *x,
    const struct ab_unit *e)
{
	bool next = false;

	if (e->defended || ab_in_list(x->def, x->ndef, (int)(e - s->unit)))
		return false;
	for (int i = 0; i < x->natt && !next; i++)
		next = is_target(d, &s->unit[x->att[i]], e);
	return next && !others_attack(d, s, x, e);
}

/* [7.11] must the attacker in that hex take on e, whom nobody else does? */
static bool
is_owed(const struct ab_data *d, const struct ab *s, const struct ab_unit *e,
    int hex)
{
	return ab_exerts_zoc(d, e, hex) || is_held(d, s, e, false);
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
	for (const struct ab_unit *u = ab_first_at(s, hex); u;
	    u = ab_next_at(s, u)) {
		int i = (int)(u - s->unit);

		if (u->side == side && !ab_is_leader(d, u) &&
		    !ab_in_list(list, *n, i) &&
		    (!only_free || ab_free_to_attack(d, u)) && *n < AB_GROUP)
			list[(*n)++] = i;
	}
}

/* [12.2] a leader adds himself to the unit in his hex, and is named only with
 * it: the first that is named without; NULL */
static const struct ab_unit *
leader_without_unit(const struct ab_data *d, const struct ab *s,
    const int *units, int n, const int *hexes, int nhexes)
{
	for (int i = 0; i < n; i++) {
		const struct ab_unit *u = &s->unit[units[i]];

		if (ab_is_leader(d, u) && !ab_in_list(hexes, nhexes, u->hex))
			return u;
	}
	return NULL;
}

static const char *
add_attackers(struct game *say, const struct ab_data *d, struct ab *s,
    struct ab_attack *x, const int *units, int n)
{
	const struct ab_unit *leader, *with;

	for (int i = 0; i < n; i++) {
		const struct ab_unit *u = &s->unit[units[i]];

		if (!ab_on_map(u))
			return ab_cannot(say, "off-map", FACTS(fact_text(
			    "unit", u->id)));
		if (ab_is_leader(d, u))
			continue;
		if (u->attacked)
			return ab_cannot(say, "attack.again", FACTS(fact_text(
			    "unit", u->id)));
		if (u->advanced)
			return ab_cannot(say, "attack.advanced", FACTS(
			    fact_text("unit", u->id)));
		ab_add_hex(x->ahex, &x->nahex, u->hex);
		add_hex_units(d, s, u->side, u->hex, true, x->att, &x->natt);
	}
	leader = leader_without_unit(d, s, units, n, x->ahex, x->nahex);
	if (leader == NULL)
		return x->natt > 0 ? NULL : "attack.nobody";
	with = ab_combat_unit_at(d, s, leader->side, leader->hex);
	return ab_cannot(say, "attack.leader", FACTS(fact_text("unit",
	    leader->id), fact_text("with", with ? with->id : NULL)));
}

/* Is there anybody in the hex of e who was not attacked yet? [7.3, X5.2] */
static bool
is_fresh(const struct ab_data *d, const struct ab *s, const struct ab_unit *e)
{
	for (const struct ab_unit *v = ab_first_at(s, e->hex); v;
	    v = ab_next_at(s, v))
		if (v->side == e->side && (v == e || !ab_is_leader(d, v)) &&
		    !v->defended)
			return true;
	return false;
}

/* [7.12] an enemy is attacked a second time only by those with no other */
static bool
has_fresh_enemy(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x)
{
	int list[AB_AROUND];

	for (int k = 0; k < x->nahex; k++) {
		int n = ab_around(d, s, ab_other(x->side), x->ahex[k], list);

		for (int i = 0; i < n; i++)
			if (!s->unit[list[i]].defended)
				return true;
	}
	return false;
}

static const char *
add_targets(struct game *say, const struct ab_data *d, struct ab *s,
    struct ab_attack *x, const int *targets, int n)
{
	const struct ab_unit *leader;

	for (int i = 0; i < n; i++) {
		const struct ab_unit *e = &s->unit[targets[i]];

		if (!ab_on_map(e))
			return ab_cannot(say, "off-map", FACTS(fact_text(
			    "unit", e->id)));
		if (ab_is_leader(d, e) && ab_combat_unit_at(d, s, e->side,
		    e->hex))
			continue;
		if (!is_fresh(d, s, e) && has_fresh_enemy(d, s, x))
			return ab_cannot(say, "attack.attacked", FACTS(
			    fact_text("target", e->id)));
		ab_add_hex(x->dhex, &x->ndhex, e->hex);
		if (!ab_is_leader(d, e))
			add_hex_units(d, s, e->side, e->hex, false, x->def,
			    &x->ndef);
		else if (!ab_in_list(x->def, x->ndef, targets[i]) &&
		    x->ndef < AB_GROUP)
			x->def[x->ndef++] = targets[i];
	}
	leader = leader_without_unit(d, s, targets, n, x->dhex, x->ndhex);
	if (leader != NULL)
		return ab_cannot(say, "attack.escorted", FACTS(fact_text(
		    "target", leader->id)));
	return x->ndef > 0 ? NULL : "attack.no-target";
}

static const char *
check_shape(struct game *say, const struct ab_data *d,
    const struct ab_attack *x)
{
	if (x->nahex > 1 && x->ndhex > 1)
		return "attack.hexes";
	for (int i = 0; i < x->nahex; i++)
		for (int k = 0; k < x->ndhex; k++)
			if (!hex_adjacent(&d->map.grid, x->ahex[i],
			    x->dhex[k]))
				return ab_cannot(say, "attack.apart", FACTS(
				    fact_hex("from", x->ahex[i]),
				    fact_hex("hex", x->dhex[k])));
	return NULL;
}

/* The enemies next to any attacker, in the order of the position. */
static int
neighbours(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x, int *out)
{
	int list[AB_AROUND], n = 0;

	for (int k = 0; k < x->nahex; k++) {
		int m = ab_around(d, s, ab_other(x->side), x->ahex[k], list);

		for (int i = 0; i < m; i++) {
			int at = n;

			if (ab_in_list(out, n, list[i]))
				continue;
			for (n++; at > 0 && out[at - 1] > list[i]; at--)
				out[at] = out[at - 1];
			out[at] = list[i];
		}
	}
	return n;
}

/*
 * [7.21] a single hex must take on every enemy that nobody else does, if he
 * holds it or must be attacked [7.11];
 * [7.22] several hexes that leave one out may have it lend its strength.
 */
static void
take_left_over(const struct ab_data *d, struct ab *s, struct ab_attack *x)
{
	int list[8 * AB_AROUND], n = neighbours(d, s, x, list);

	for (int i = 0; i < n; i++) {
		const struct ab_unit *e = &s->unit[list[i]];

		if (!left_over(d, s, x, e))
			continue;
		if (x->nahex > 1) {
			if (x->nlent < AB_GROUP)
				x->lent[x->nlent++] = list[i];
		} else if (is_owed(d, s, e, x->ahex[0])) {
			ab_add_hex(x->dhex, &x->ndhex, e->hex);
			add_hex_units(d, s, e->side, e->hex, false, x->def,
			    &x->ndef);
		}
	}
}

/* Whatever the odds. */
static const char *
build(struct game *say, const struct ab_data *d, struct ab *s, int side,
    const int *units, int nunits, const int *targets, int ntargets,
    struct ab_attack *x)
{
	const char *why;

	start_attack(x, side);
	if ((why = add_attackers(say, d, s, x, units, nunits)) != NULL ||
	    (why = add_targets(say, d, s, x, targets, ntargets)) != NULL ||
	    (why = check_shape(say, d, x)) != NULL)
		return why;
	take_left_over(d, s, x);
	ab_charge_all(d, s, x);
	ab_weigh(d, s, x, NULL);
	return NULL;
}

/* ---------------------------------------- attacks of who was given none */

static void
add_plan(const struct ab_data *d, struct ab *s, const struct ab_unit *u,
    struct ab_plan *p, struct ab_plan *list, int *n)
{
	struct ab_attack x;

	if (*n == AB_PLANS || build(NULL, d, s, u->side, p->att, p->natt,
	    p->def, p->ndef, &x) != NULL)
		return;
	p->column = x.column;
	p->odds = ab_odds_hundredths(&x);
	list[(*n)++] = *p;
}

/* Everybody free who stands next to that enemy, this unit first. */
static struct ab_plan
joined(const struct ab_data *d, const struct ab *s, const struct ab_unit *u,
    const struct ab_unit *e)
{
	struct ab_plan p = { .how = AB_TOGETHER, .natt = 1, .ndef = 1,
	    .att = { (int)(u - s->unit) }, .def = { (int)(e - s->unit) } };

	int list[AB_AROUND], n = ab_around(d, s, u->side, e->hex, list);

	for (int i = 0; i < n && p.natt < AB_GROUP; i++)
		if (&s->unit[list[i]] != u &&
		    ab_free_to_attack(d, &s->unit[list[i]]))
			p.att[p.natt++] = list[i];
	return p;
}

/* Is the last of the plans at odds that the chart has? */
static bool
is_fair(const struct ab_plan *list, int n)
{
	return n > 0 && list[n - 1].column >= 0;
}

/* All attacks open to u, on enemies that were not attacked yet or `again`; with
 * `fair` only until one is found at odds that the chart has. */
static int
plans(const struct ab_data *d, struct ab *s, const struct ab_unit *u,
    bool again, bool fair, struct ab_plan *list)
{
	struct ab_plan all = { .how = AB_ON_ALL, .natt = 1,
	    .att = { (int)(u - s->unit) } };
	int around[AB_AROUND], n = 0;
	int m = ab_around(d, s, ab_other(u->side), u->hex, around);

	for (int k = 0; k < m && !(fair && is_fair(list, n)); k++) {
		int i = around[k];
		const struct ab_unit *e = &s->unit[i];
		struct ab_plan p = { .how = AB_ALONE, .natt = 1, .ndef = 1,
		    .att = { (int)(u - s->unit) }, .def = { i } };

		if ((!is_fresh(d, s, e) && !again) ||
		    ab_combat_unit_at(d, s, e->side, e->hex) != e)
			continue;
		if (all.ndef < AB_GROUP)
			all.def[all.ndef++] = i;
		add_plan(d, s, u, &p, list, &n);
		if (fair && is_fair(list, n))
			break;
		p = joined(d, s, u, e);
		if (p.natt > 1)
			add_plan(d, s, u, &p, list, &n);
	}
	if (all.ndef > 1 && !(fair && is_fair(list, n)))
		add_plan(d, s, u, &all, list, &n);
	if (n == 0 && !again)
		return plans(d, s, u, true, fair, list);
	return n;
}

static bool
has_fair_plan(const struct ab_data *d, struct ab *s, const struct ab_unit *u)
{
	struct ab_plan list[AB_PLANS];

	return is_fair(list, plans(d, s, u, false, true, list));
}

/*
 * Whatever else is attacked, this unit alone can attack all enemies next to it
 * at odds that the chart has: at its least strength, half, against the most
 * that their hexes may give them.  Most units can, so that nothing else need be
 * looked at.
 */
static bool
is_safe(const struct ab_data *d, struct ab *s, const struct ab_unit *u)
{
	int list[AB_AROUND], sum = 0;
	int n = ab_around(d, s, ab_other(u->side), u->hex, list);

	for (int i = 0; i < n; i++) {
		const struct ab_unit *e = &s->unit[list[i]];
		int c = d->ground[ab_terrain_at(d, e->hex)].combat;
		int times = c == AB_DT ? 3 : c == AB_NE || c == AB_AH ? 1 : 2;

		sum += times * (e->strength + ab_leader_strength_at(d, s,
		    e->side, e->hex));
	}
	return (long)d->column[0].a * sum * 2 <=
	    (long)d->column[0].b * u->strength;
}

void
ab_find_weak(const struct ab_data *d, struct ab *s, int side,
    struct ab_weak *w)
{
	w->n = 0;
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side == side && ab_must_attack(d, s, u) &&
		    !is_safe(d, s, u) && has_fair_plan(d, s, u))
			w->unit[w->n++] = i;
	}
}

/*
 * [7.12, 7.52] every unit that must attack has to be given an attack, and none
 * may attack below the chart: is there one that could attack now, but could no
 * more once this attack is made?  Looked up in a copy of the state.
 */
static const struct ab_unit *
stranded(const struct ab_data *d, struct ab *s, const struct ab_attack *x,
    const struct ab_weak *w)
{
	struct ab after;
	bool made = false;

	for (int i = 0; i < w->n; i++) {
		const struct ab_unit *u = &s->unit[w->unit[i]];
		struct ab_unit *then = &after.unit[w->unit[i]];

		if (ab_in_list(x->att, x->natt, w->unit[i]) ||
		    hex_distance(&d->map.grid, u->hex, x->ahex[0]) > 6)
			continue;
		if (!made) {
			ab_copy(&after, s);
			for (int k = 0; k < x->natt; k++)
				after.unit[x->att[k]].attacked = true;
			for (int k = 0; k < x->ndef; k++)
				after.unit[x->def[k]].defended = true;
			for (int k = 0; k < x->nlent; k++)
				after.unit[x->lent[k]].defended = true;
			made = true;
		}
		if (ab_must_attack(d, &after, then) &&
		    !has_fair_plan(d, &after, then))
			return u;
	}
	return NULL;
}

const char *
ab_build_attack(struct game *say, const struct ab_data *d, struct ab *s,
    int side, const int *units, int nunits, const int *targets, int ntargets,
    const struct ab_weak *w, struct ab_attack *x)
{
	const struct ab_unit *left;
	struct ab_weak found;
	const char *why = build(say, d, s, side, units, nunits, targets,
	    ntargets, x);

	if (why != NULL)
		return why;
	if (x->column < 0)
		return ab_cannot(say, "attack.odds", FACTS(fact_number(
		    "strength", x->strength), fact_number("defence",
		    x->defence), fact_text("least", d->column[0].name)));
	if (w == NULL)
		ab_find_weak(d, s, side, &found);
	if ((left = stranded(d, s, x, w ? w : &found)) != NULL)
		return ab_cannot(say, "attack.strands", FACTS(fact_text("unit",
		    left->id), fact_text("least", d->column[0].name)));
	return NULL;
}

void
ab_planned_attack(const struct ab_data *d, struct ab *s, int side,
    const struct ab_plan *p, struct ab_attack *x)
{
	const char *why = build(NULL, d, s, side, p->att, p->natt, p->def,
	    p->ndef, x);

	assert(why == NULL);
	x->forced = true;
}

/* How good an attack is by the rules: 2, 1 if it leaves a friend without one,
 * 0 below the chart. */
static int
plan_rank(const struct ab_data *d, struct ab *s, int side,
    const struct ab_plan *p, const struct ab_weak *w)
{
	struct ab_attack x;

	if (p->column < 0)
		return 0;
	ab_planned_attack(d, s, side, p, &x);
	return stranded(d, s, &x, w) == NULL ? 2 : 1;
}

int
ab_plans(const struct ab_data *d, struct ab *s, const struct ab_unit *u,
    struct ab_plan *list)
{
	int rank[AB_PLANS], n = plans(d, s, u, false, false, list), best = 0, k = 0;
	struct ab_weak w;

	ab_find_weak(d, s, u->side, &w);
	for (int i = 0; i < n; i++) {
		rank[i] = plan_rank(d, s, u->side, &list[i], &w);
		if (rank[i] > best)
			best = rank[i];
	}
	for (int i = 0; i < n; i++)
		if (rank[i] == best)
			list[k++] = list[i];
	return k;
}

/* ------------------------------------------- when nobody stood to be fought */

/* [7.11, 11.2, 12.3] an enemy that an attacker owes an attack, and that no
 * friend of his will attack; `only`: nor any other of the attackers */
static bool
owes(const struct ab_data *d, struct ab *s, const struct ab_attack *x, int i,
    bool only)
{
	const struct ab_unit *u = &s->unit[x->att[i]];

	int list[AB_AROUND];
	int n = ab_around(d, s, ab_other(u->side), u->hex, list);

	for (int k = 0; k < n; k++) {
		const struct ab_unit *e = &s->unit[list[k]];
		bool shared = false;

		if (!left_over(d, s, x, e) ||
		    !is_owed(d, s, e, u->hex))
			continue;
		for (int j = 0; only && j < x->natt; j++)
			shared = shared || (j != i &&
			    is_target(d, &s->unit[x->att[j]], e));
		if (!shared)
			return true;
	}
	return false;
}

void
ab_release(const struct ab_data *d, struct ab *s, struct ab_attack *x)
{
	bool free[AB_GROUP], stays[AB_GROUP];
	int n = 0;

	for (int i = 0; i < x->natt; i++) {
		free[i] = ab_on_map(&s->unit[x->att[i]]) &&
		    owes(d, s, x, i, false);
		stays[i] = free[i] && owes(d, s, x, i, true);
	}
	for (int i = 0; i < x->natt; i++) {
		if (free[i])
			s->unit[x->att[i]].attacked = false;
		if (!stays[i])
			x->att[n++] = x->att[i];
	}
	x->natt = n;
}
