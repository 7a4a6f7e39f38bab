/* data.c: Great Battles of History: charts, map and scenario from files */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <stdio.h>
#include <string.h>

static const char *const terrain_names[GBOH_TERRAIN_COUNT] = {
	"clear", "woods", "broken", "marsh", "river", "wall", "rampart",
	"trench", "city", "village", "camp", "stream", "gate", "road",
};

static int
name_index(const char *s, const char *const *names, int n)
{
	for (int i = 0; s != NULL && i < n; i++)
		if (strcmp(names[i], s) == 0)
			return i;
	return -1;
}

/* ------------------------------------------------------------- the rules */

#define RULE(name) { #name, offsetof(struct gboh_rules, name) }

static const struct { const char *name; size_t offset; } rule_names[] = {
	RULE(vertex_cost), RULE(leader_ma), RULE(leader_stack_mp),
	RULE(column_mp), RULE(column_ma), RULE(column_tq), RULE(column_hits),
	RULE(again_hits), RULE(withdraw_foot_hits),
	RULE(withdraw_approach_hits), RULE(harass_range), RULE(feign_least),
	RULE(feign_most), RULE(double_hit_most), RULE(extended),
	RULE(extended_wall), RULE(supply_bow), RULE(supply_javelin),
	RULE(rout_hexes), RULE(rout_tq), RULE(recover), RULE(recover_near),
	RULE(rally_foot), RULE(rally_horse), RULE(ferocity),
	RULE(dismount_distance), RULE(foot_ma), RULE(shield_mp),
	RULE(shield_drm), RULE(leader_points), RULE(momentum), RULE(bait),
	RULE(killed_drm), RULE(superior_attack), RULE(superior_defence),
	RULE(again_after), RULE(idle_zocs), RULE(light_archers),
	RULE(column_discipline), RULE(line_roll_strategy), RULE(line_reach),
	RULE(legion_turn_cost), RULE(elephant_vertex_cost),
	RULE(skirmisher_vertex_cost), RULE(reverse_cost),
	RULE(again_fast_hits), RULE(fast_hits), RULE(pivot_hits),
	RULE(wheel_least), RULE(withdraw_skirmisher_hexes),
	RULE(prearrange_initiative), RULE(face_least),
	RULE(harass_range_foot), RULE(elephant_missile_hits),
	RULE(stand_attacker_drm), RULE(rally_initiative),
	RULE(rally_depleted), RULE(rally_depleted_hits), RULE(extend_mp),
	RULE(double_mp), RULE(double_drm), RULE(double_factor),
	RULE(defence_heavy), RULE(defence), RULE(pass_drm), RULE(pass_hits),
	RULE(elephant_hex_hits), RULE(fear_least), RULE(scorpio_active),
	RULE(scorpio_reaction), RULE(triarii_enemy), RULE(triarii_lines),
	RULE(light_points), RULE(phalanx_points), RULE(manoeuvre_zocs),
	RULE(face_difference), RULE(moved_adjacent), RULE(reactivation),
	RULE(impetuosity), RULE(control), RULE(mixed_drm),
	RULE(charge_spares), RULE(shock_javelins),
	RULE(zoc_momentum), RULE(idle_missiles),
	RULE(retire_each), RULE(routed_passed),
};

static int *
rule_at(struct gboh_rules *r, const char *name)
{
	for (size_t i = 0; i < sizeof rule_names / sizeof *rule_names; i++)
		if (strcmp(rule_names[i].name, name) == 0)
			return (int *)(void *)((char *)r +
			    rule_names[i].offset);
	return NULL;
}

/* A rule that a title does not name is 0: it has no such rule. */
static int
load_rules(struct err *e, const struct node *system, struct gboh_data *d)
{
	const struct node *t = node_table_of(system, "rules");

	for (const struct node *c = t ? t->child : NULL; c; c = c->next) {
		size_t n = strlen(c->key);
		int *at = rule_at(&d->rules, c->key);

		if (n > 5 && strcmp(c->key + n - 5, "_from") == 0)
			continue;
		if (at == NULL)
			return err_set(e, ERR_INPUT, "system.toml: rules.%s: "
			    "there is no such rule", c->key);
		if (c->type != NODE_INT || c->i < 0 || c->i > 99)
			return err_set(e, ERR_INPUT, "system.toml: rules.%s: "
			    "it needs a number, 0 to 99", c->key);
		*at = (int)c->i;
	}
	if ((d->rules.rally_initiative == 0 && (d->rules.rally_foot < 1 ||
	    d->rules.rally_horse < 1)) || d->rules.vertex_cost < 1 ||
	    d->rules.leader_ma < 1 || d->rules.rout_hexes < 1 ||
	    d->rules.feign_most < d->rules.feign_least)
		return err_set(e, ERR_INPUT, "system.toml: rules.rally_foot, "
		    "rally_horse, vertex_cost, leader_ma, rout_hexes: from 1; "
		    "feign_most no less than feign_least");
	return ERR_OK;
}

/* ---------------------------------------------- troop types and weapons */

static const struct { const char *name; unsigned trait; } trait_names[] = {
	{ "horse", GBOH_HORSE }, { "armoured", GBOH_ARMOURED },
	{ "formed", GBOH_FORMED }, { "light", GBOH_LIGHT },
	{ "harasses", GBOH_HARASSES }, { "heavy", GBOH_HEAVY },
	{ "wide", GBOH_WIDE }, { "skirmishes", GBOH_SKIRMISHES },
	{ "elephant", GBOH_ELEPHANT }, { "chariot", GBOH_CHARIOT },
	{ "legion", GBOH_LEGION }, { "barbarian", GBOH_BARBARIAN },
	{ "bow", GBOH_BOW }, { "thrown", GBOH_THROWN }, { "once", GBOH_ONCE },
	{ "composite", GBOH_COMPOSITE }, { "artillery", GBOH_ENGINE },
	{ "reacts", GBOH_REACTS },
};

static int
load_kind(struct err *e, const char *where, const struct node *t,
    struct gboh_kind_of *out)
{
	const struct node *list = node_array_of(t, "traits");

	out->known = true;
	out->ground = (int)node_integer(t, "ground", 0);
	if (out->ground < 0 || out->ground >= GBOH_GROUNDS)
		return err_set(e, ERR_INPUT, "charts.toml: %s.%s: ground is 0 "
		    "to %d", where, t->key, GBOH_GROUNDS - 1);
	for (const struct node *c = list ? list->child : NULL; c;
	    c = c->next) {
		size_t n = sizeof trait_names / sizeof *trait_names, i;

		for (i = 0; i < n; i++)
			if (c->s && strcmp(c->s, trait_names[i].name) == 0)
				break;
		if (i == n)
			return err_set(e, ERR_INPUT, "charts.toml: %s.%s: "
			    "there is no trait \"%s\"", where, t->key,
			    c->s ? c->s : "?");
		out->traits |= trait_names[i].trait;
	}
	return ERR_OK;
}

static int
load_kinds(struct err *e, const struct node *charts, const char *where,
    const char *const *names, int n, struct gboh_kind_of *out)
{
	const struct node *t = node_table_of(charts, where);

	for (const struct node *c = t ? t->child : NULL; c; c = c->next) {
		int i = name_index(c->key, names, n), rc;

		if (c->type != NODE_TABLE)
			continue;
		if (i < 0)
			return err_set(e, ERR_INPUT, "charts.toml: %s: the "
			    "program knows no \"%s\"", where, c->key);
		rc = load_kind(e, where, c, &out[i]);
		if (rc != ERR_OK)
			return rc;
	}
	return t != NULL ? ERR_OK : err_set(e, ERR_INPUT, "charts.toml: it "
	    "needs [%s]", where);
}

static int
load_troops(struct err *e, const struct node *charts, struct gboh_data *d)
{
	int rc = load_kinds(e, charts, "types", gboh_type_names,
	    GBOH_TYPE_COUNT, d->type);

	d->weapon[GBOH_NO_MISSILE].known = true;
	return rc == ERR_OK ? load_kinds(e, charts, "weapons",
	    gboh_weapon_names, GBOH_WEAPON_COUNT, d->weapon) : rc;
}

/* ------------------------------------------------------------- the charts */

static int
load_crt(struct err *e, struct arena *a, const struct node *charts,
    struct gboh_data *d)
{
	const struct node *crt = node_table_of(charts, "crt");
	const struct node *die = node_table_of(crt, "die");

	d->columns = (int)node_integer(crt, "columns", 0);
	if (d->columns < 1 || d->columns > GBOH_COLUMNS)
		return err_set(e, ERR_INPUT,
		    "charts.toml: crt: it needs columns, 1 to 16");
	for (int r = 0; r < 10; r++) {
		const struct node *row = node_array_of(die,
		    arena_printf(a, "%d", r));

		for (int c = 0; c < d->columns; c++) {
			const struct node *x = row ? node_at(row, (size_t)c) :
			    NULL;

			if (x == NULL || x->s == NULL || sscanf(x->s,
			    "%2d(%2d)", &d->crt[r][c].a, &d->crt[r][c].d) != 2)
				return err_set(e, ERR_INPUT, "charts.toml: "
				    "crt.die.%d: it needs a result like "
				    "\"2(3)\" for each column", r);
		}
	}
	return ERR_OK;
}

/* One cell of the clash chart or the superiority chart. */
static int
load_cell(struct err *e, const struct node *clash, const struct node *sup,
    int def, size_t k, int att, struct gboh_data *d)
{
	const char *name = gboh_type_names[def];
	const struct node *row = node_array_of(sup, name);
	const struct node *x = row ? node_at(row, k) : NULL;

	if (x == NULL || x->s == NULL)
		return err_set(e, ERR_INPUT, "charts.toml: superiority.%s: it "
		    "needs an entry for each of clash.attackers", name);
	d->superiority[def][att] = !strcmp(x->s, "-") ? GBOH_NONE :
	    name_index(x->s, gboh_superiority_names, 4);
	if (d->superiority[def][att] < 0)
		return err_set(e, ERR_INPUT, "charts.toml: superiority.%s: -, "
		    "AS, DS or DS*", name);
	for (int a = 0; a < 3; a++) {
		const struct node *r = node_array_of(node_table_of(clash,
		    gboh_aspect_names[a]), name);
		const struct node *y = r ? node_at(r, k) : NULL;

		if (y == NULL || y->type != NODE_INT)
			return err_set(e, ERR_INPUT, "charts.toml: clash.%s."
			    "%s: it needs a column for each of "
			    "clash.attackers", gboh_aspect_names[a], name);
		d->clash[a][def][att] = (int)y->i;
	}
	return ERR_OK;
}

static int
load_clash(struct err *e, const struct node *charts, struct gboh_data *d)
{
	const struct node *clash = node_table_of(charts, "clash");
	const struct node *sup = node_table_of(charts, "superiority");
	const struct node *att = node_array_of(clash, "attackers");
	const struct node *heavy = node_array_of(sup, "heavy");
	size_t k = 0;

	for (const struct node *c = att ? att->child : NULL; c;
	    c = c->next, k++) {
		int t = name_index(c->s, gboh_type_names, GBOH_TYPE_COUNT);

		if (t < 0 || !d->type[t].known)
			return err_set(e, ERR_INPUT, "charts.toml: "
			    "clash.attackers: %s is not in [types]",
			    c->s ? c->s : "?");
		for (int def = 0; def < GBOH_TYPE_COUNT; def++) {
			int rc = d->type[def].known ? load_cell(e, clash, sup,
			    def, k, t, d) : ERR_OK;

			if (rc != ERR_OK)
				return rc;
		}
	}
	for (const struct node *c = heavy ? heavy->child : NULL; c;
	    c = c->next) {
		int t = name_index(c->s, gboh_type_names, GBOH_TYPE_COUNT);

		if (t >= 0)
			d->type[t].traits |= GBOH_HEAVY;
	}
	return k > 0 ? ERR_OK : err_set(e, ERR_INPUT, "charts.toml: clash: it "
	    "needs attackers");
}

/* NAME-foot and NAME-horse, or NAME for both. */
static int
load_missiles(struct err *e, struct arena *a, const struct node *charts,
    struct gboh_data *d)
{
	static const char *const kind[] = { "foot", "horse" };
	const struct node *t = node_table_of(charts, "missile");
	const struct node *m = node_table_of(charts, "missile_drm");

	for (int w = GBOH_NO_MISSILE + 1; w < GBOH_WEAPON_COUNT; w++)
		for (int k = 0; k < 2 && d->weapon[w].known; k++) {
			const char *name = arena_printf(a, "%s-%s",
			    gboh_weapon_names[w], kind[k]);
			const struct node *list = node_array_of(t, name);

			if (list == NULL)
				list = node_array_of(t, gboh_weapon_names[w]);
			if (list == NULL || list->n == 0 ||
			    list->n > GBOH_RANGES)
				return err_set(e, ERR_INPUT, "charts.toml: "
				    "missile.%s: it needs a strength for each "
				    "range", name);
			for (const struct node *c = list->child; c;
			    c = c->next)
				d->missile[w][k].strength[
				    d->missile[w][k].n++] = (int)c->i;
		}
	d->drm_woods = (int)node_integer(m, "woods", 1);
	d->drm_moved = (int)node_integer(m, "moved", 1);
	d->drm_heavy = (int)node_integer(m, "heavy", 1);
	d->drm_heavy_front = (int)node_integer(m, "heavy_front", 3);
	d->drm_skirmisher = (int)node_integer(m, "skirmisher", 0);
	d->drm_depleted = (int)node_integer(m, "depleted", 0);
	d->drm_rampart = (int)node_integer(m, "rampart", 0);
	return ERR_OK;
}

/* ---------------------------------------------------- the Stacking Charts */

/* A group's name, or a list of them. */
static unsigned
group_mask(const struct node *x)
{
	static const char *const names[] = { "basic", "artillery",
	    "skirmisher", "velites", "legion" };
	unsigned mask = 0;
	int i;

	if (x == NULL)
		return 0;
	if (x->type == NODE_ARRAY) {
		for (const struct node *c = x->child; c; c = c->next)
			mask |= group_mask(c);
		return mask;
	}
	i = name_index(x->s, names, 5);
	return i >= 0 ? 1u << i : x->s && strcmp(x->s, "any") == 0 ?
	    GBOH_STACK_ANY : 0;
}

static int
load_stacking(struct err *e, const struct node *charts, const char *which,
    struct gboh_data *d)
{
	const struct node *list = node_array_of(node_table_of(charts,
	    "stacking"), which);

	for (const struct node *c = list ? list->child : NULL; c;
	    c = c->next) {
		struct gboh_stacking *r = &d->stacking[d->nstacking];
		const struct node *through = node_array_of(c, "through");
		const char *colour = node_str(c, "colour");

		if (d->nstacking == GBOH_STACKINGS)
			return err_set(e, ERR_INPUT, "charts.toml: stacking: "
			    "more than %d rows", GBOH_STACKINGS);
		r->rout = strcmp(which, "rout") == 0;
		r->mover = group_mask(node_get(c, "mover"));
		r->other = group_mask(node_get(c, "other"));
		r->colour = colour == NULL ? 0 : strcmp(colour, "same") == 0 ?
		    1 : 2;
		if (through != NULL && through->n == 2) {
			r->hits_mover = (int)node_at(through, 0)->i;
			r->hits_other = (int)node_at(through, 1)->i;
		}
		r->check = node_boolean(c, "check", false);
		r->least = (int)node_integer(c, "least", 0);
		r->stop = node_boolean(c, "stop", false);
		r->stop_hits = (int)node_integer(c, "stop_hits",
		    r->hits_other);
		r->stop_check = node_boolean(c, "stop_check", r->check);
		if (r->mover == 0 || r->other == 0)
			return err_set(e, ERR_INPUT, "charts.toml: stacking."
			    "%s: each row needs mover and other: basic, "
			    "artillery, skirmisher, velites, legion or any",
			    which);
		d->nstacking++;
	}
	return list != NULL ? ERR_OK : err_set(e, ERR_INPUT, "charts.toml: "
	    "stacking.%s is missing", which);
}

static void
load_ground(const struct node *t, struct gboh_ground *out)
{
	const struct node *hits = node_array_of(t, "hits");
	const struct node *turn = node_array_of(t, "turn");
	const struct node *barred = node_array_of(t, "barred");
	const char *sight = node_str(t, "sight");

	out->mp = (int)node_integer(t, "mp", 0);
	out->shift = (int)node_integer(t, "shift", 0);
	out->column = node_boolean(t, "column", false);
	out->free_phalanx = node_boolean(t, "free_phalanx", false);
	out->half = node_boolean(t, "half", false);
	for (const struct node *c = barred ? barred->child : NULL; c;
	    c = c->next)
		if (c->type == NODE_INT && c->i >= 0 && c->i < GBOH_GROUNDS)
			out->barred |= 1u << c->i;
	out->rough = node_boolean(t, "rough", false);
	out->prohibited = node_boolean(t, "prohibited", false);
	out->blocks = sight != NULL && strcmp(sight, "blocks") == 0;
	for (size_t i = 0; i < GBOH_GROUNDS; i++) {
		if (hits != NULL && node_at(hits, i) != NULL)
			out->hits[i] = (int)node_at(hits, i)->i;
		if (turn != NULL && node_at(turn, i) != NULL)
			out->turn[i] = (int)node_at(turn, i)->i;
	}
}

/* [spqr 4.73] */
static void
load_casualty(const struct node *charts, struct gboh_data *d)
{
	const struct node *list = node_array_of(node_table_of(charts,
	    "casualty"), "die");

	for (size_t i = 0; list != NULL && list->n == 10 && i < 10; i++)
		d->casualty[i] = node_at(list, i)->s;
}

/* [spqr 9.14] */
static void
load_rampage(const struct node *charts, struct gboh_rampage *r)
{
	const struct node *t = node_table_of(charts, "rampage");
	const struct node *list = node_array_of(t, "compass");

	for (size_t i = 0; i < 6; i++) {
		const struct node *x = list ? node_at(list, i) : NULL;
		int dir = x ? name_index(x->s, gboh_column_names, 7) : 0;

		r->compass[i] = dir > 0 ? dir - 1 : (int)i;
	}
	r->friend = (int)node_integer(t, "friend", 0);
	r->mahout = (int)node_integer(t, "mahout", 7);
	r->hexes = (int)node_integer(t, "hexes", 3);
	r->rolls = (int)node_integer(t, "rolls", 4);
	r->alone = (int)node_integer(t, "alone", 8);
	r->front = (int)node_integer(t, "front", 1);
	r->flank = (int)node_integer(t, "flank", 2);
	r->cavalry = (int)node_integer(t, "cavalry", 2);
	r->leader_tq = (int)node_integer(t, "leader_tq", 2);
}

static int
load_terrain(struct err *e, const struct node *charts, struct gboh_data *d)
{
	const struct node *slope = node_table_of(charts, "slope");
	const struct node *shift = node_table_of(charts, "shift");

	for (int k = 0; k < GBOH_TERRAIN_COUNT; k++) {
		const struct node *h = node_table_of(node_table_of(charts,
		    "terrain"), terrain_names[k]);
		const struct node *s = node_table_of(node_table_of(charts,
		    "hexside"), terrain_names[k]);

		load_ground(h, &d->ground[k]);
		load_ground(s, &d->hexside[k]);
		if (h == NULL)		/* older charts: on no map */
			d->ground[k].prohibited = true;
		if (k < GBOH_STREAM && !d->ground[k].prohibited &&
		    d->ground[k].mp < 1)
			return err_set(e, ERR_INPUT, "charts.toml: terrain.%s: "
			    "mp from 1", terrain_names[k]);
	}
	load_ground(node_table_of(slope, "up"), &d->up);
	load_ground(node_table_of(slope, "more"), &d->more);
	load_ground(node_table_of(slope, node_table_of(slope, "further") ?
	    "further" : "more"), &d->further);
	load_ground(node_table_of(slope, "down"), &d->down);
	d->any_higher = (int)node_integer(shift, "any_higher", 0);
	d->all_higher = (int)node_integer(shift, "all_higher", 0);
	d->all_lower = (int)node_integer(shift, "all_lower", 0);
	d->shift_depleted = (int)node_integer(shift, "depleted", 0);
	d->shift_indian = (int)node_integer(shift, "indian", 0);
	d->indian_african = node_str(node_table_of(charts, "superiority"),
	    "indian_african") != NULL;
	shift = node_table_of(charts, "charge_drm");
	d->charge_elephant = (int)node_integer(shift, "elephant_front", 0);
	d->charge_african = (int)node_integer(shift, "african", 0);
	load_casualty(charts, d);
	load_rampage(charts, &d->rampage);
	shift = node_table_of(charts, "pursuit");
	for (int k = 0; k < GBOH_TYPE_COUNT; k++)
		d->pursuit[k] = (int)node_integer(shift, gboh_type_names[k],
		    0);
	d->pursuit_numidian = (int)node_integer(shift, "numidian", 0);
	d->pursuit_infantry = (int)node_integer(shift, "infantry", 0);
	d->pursuit_zoc = (int)node_integer(shift, "zoc", 0);
	return ERR_OK;
}

/* ----------------------------------------------------------- the scenario */

static int
load_sides(struct err *e, struct arena *a, const struct node *t,
    struct gboh_data *d)
{
	const struct node *sides = node_array_of(t, "sides");

	if (sides == NULL || sides->n != 2)
		return err_set(e, ERR_INPUT, "scenario: it needs two sides");
	for (const struct node *c = sides->child; c != NULL; c = c->next) {
		const char *title;

		if (c->s == NULL || !str_is_name(c->s))
			return err_set(e, ERR_INPUT,
			    "scenario: sides: not a side's name");
		title = node_str(node_table_of(node_table_of(t, "side"),
		    c->s), "title");
		d->side[d->nsides] = arena_strdup(a, c->s);
		d->title[d->nsides++] = title ? arena_strdup(a, title) :
		    arena_strdup(a, c->s);
	}
	return ERR_OK;
}

static int
load_lines(struct err *e, struct arena *a, const struct node *t,
    struct gboh_data *d)
{
	const struct node *list = node_array_of(t, "line");

	for (const struct node *c = list ? list->child : NULL; c;
	    c = c->next) {
		struct node *x = node_copy(a, c);
		struct gboh_line *l = &d->line[d->nlines];

		l->side = name_index(node_str(x, "side"), d->side, d->nsides);
		l->types = node_array_of(x, "types");
		l->classes = node_array_of(x, "classes");
		l->nations = node_array_of(x, "nations");
		l->space = (int)node_integer(x, "space", 1);
		l->ala = node_get(x, "ala") == NULL ? 0 :
		    node_boolean(x, "ala", false) ? 2 : 1;
		l->one = node_str(x, "legion") != NULL;
		if (l->side < 0 || d->nlines == GBOH_LINES - 1)
			return err_set(e, ERR_INPUT, "scenario: line %d: no "
			    "such side, or too many lines", d->nlines + 1);
		d->nlines++;
	}
	return ERR_OK;
}

/* The scenario's map without what is said about sources. */
static struct node *
plain_map(struct arena *a, const struct node *t)
{
	static const char *const tables[] = { "map", "terrain", "hexsides",
	    "heights" };
	struct node *out = node_table(a);

	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
		const struct node *from = node_table_of(t, tables[i]);
		struct node *to;

		if (from == NULL)
			continue;
		to = node_add_table(a, out, tables[i]);
		for (const struct node *c = from->child; c; c = c->next) {
			size_t n = strlen(c->key);

			if (strcmp(c->key, "comment") != 0 && (n < 4 ||
			    strcmp(c->key + n - 4, "from") != 0))
				node_add(a, to, c->key, node_copy(a, c));
		}
	}
	return out;
}

/* [spqr 6.81] has the scenario an army that may lay markers? */
static bool
may_prearrange(const struct gboh_data *d, const struct node *leaders)
{
	const struct node *x = leaders ? leaders->child : NULL;

	for (; x != NULL && d->rules.prearrange_initiative > 0; x = x->next) {
		const char *rank = node_str(x, "rank");

		if (rank != NULL && strcmp(rank, "overall") == 0 &&
		    (node_boolean(x, "elite", false) || node_integer(x,
		    "initiative", 0) >= d->rules.prearrange_initiative))
			return true;
	}
	return false;
}

int
gboh_load(struct err *e, struct arena *a, const struct scenario_files *f,
    const struct node *position, void **data, const struct hex_grid **grid,
    const char **sides, int *nsides)
{
	struct gboh_data *d = arena_new(a, struct gboh_data, 1);
	const struct node *t = f->scenario;
	int rc;

	d->of = node_str(f->system, "system") != NULL && strcmp(node_str(
	    f->system, "system"), gboh_spqr.system) == 0 ? &gboh_spqr :
	    &gboh_cataphract;
	rc = load_rules(e, f->system, d);
	if (rc == ERR_OK)
		rc = load_troops(e, f->charts, d);
	if (rc == ERR_OK)
		rc = load_stacking(e, f->charts, "voluntary", d);
	if (rc == ERR_OK)
		rc = load_stacking(e, f->charts, "rout", d);
	for (int k = 0; k < 2; k++) {
		const struct node *row = node_array_of(node_table_of(f->charts,
		    "rally"), k ? "high" : "low");

		for (size_t i = 0; row != NULL && i < 10; i++)
			if (node_at(row, i) != NULL)
				d->rally[k][i] = (int)node_at(row, i)->i;
	}
	if (rc == ERR_OK)
		rc = load_crt(e, a, f->charts, d);
	if (rc == ERR_OK)
		rc = load_clash(e, f->charts, d);
	if (rc == ERR_OK)
		rc = load_missiles(e, a, f->charts, d);
	if (rc == ERR_OK)
		rc = load_terrain(e, f->charts, d);
	if (rc == ERR_OK)
		rc = load_sides(e, a, t, d);
	if (rc == ERR_OK)
		rc = load_lines(e, a, t, d);
	if (rc == ERR_OK)
		rc = map_read(e, a, "scenario", plain_map(a, t),
		    terrain_names, GBOH_TERRAIN_COUNT, &d->map);
	if (rc == ERR_OK && d->map.grid.top != HEX_FLAT)
		rc = err_set(e, ERR_INPUT, "scenario: map: top must be flat");
	if (rc == ERR_OK && position != NULL)
		rc = map_change(e, &d->map, position,
		    (UINT32_C(1) << GBOH_STREAM) - 1, 0);
	if (rc != ERR_OK)
		return rc;
	gboh_survey(d);
	d->prearranges = may_prearrange(d, node_table_of(t, "leader"));
	*data = d;
	*grid = &d->map.grid;
	*nsides = d->nsides;
	memcpy(sides, d->side, sizeof d->side);
	return ERR_OK;
}
