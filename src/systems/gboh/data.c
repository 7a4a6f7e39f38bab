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
	"trench", "city", "stream",
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
	RULE(rout_hexes), RULE(rout_tq), RULE(rout_through_hits),
	RULE(rout_through_least), RULE(stack_hits), RULE(recover),
	RULE(recover_near), RULE(rally_foot), RULE(rally_horse),
	RULE(ferocity), RULE(dismount_distance), RULE(foot_ma),
	RULE(shield_mp), RULE(shield_drm), RULE(leader_points),
	RULE(momentum), RULE(bait), RULE(killed_drm), RULE(superior_attack),
	RULE(superior_defence),
};

static int
load_rules(struct err *e, const struct node *system, struct gboh_data *d)
{
	const struct node *t = node_table_of(system, "rules");

	for (size_t i = 0; i < sizeof rule_names / sizeof *rule_names; i++) {
		const struct node *x = node_get(t, rule_names[i].name);

		if (x == NULL || x->type != NODE_INT || x->i < 0 || x->i > 99)
			return err_set(e, ERR_INPUT, "system.toml: rules.%s: "
			    "it needs a number, 0 to 99", rule_names[i].name);
		memcpy((char *)&d->rules + rule_names[i].offset,
		    &(int){ (int)x->i }, sizeof(int));
	}
	if (d->rules.rally_foot < 1 || d->rules.rally_horse < 1 ||
	    d->rules.vertex_cost < 1 || d->rules.feign_least < 1 ||
	    d->rules.feign_most < d->rules.feign_least)
		return err_set(e, ERR_INPUT, "system.toml: rules.rally_foot, "
		    "rally_horse, vertex_cost, feign_least: from 1; feign_most "
		    "no less than feign_least");
	return ERR_OK;
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

static int
load_clash(struct err *e, const struct node *charts, struct gboh_data *d)
{
	const struct node *clash = node_table_of(charts, "clash");
	const struct node *sup = node_table_of(charts, "superiority");
	const struct node *att = node_array_of(clash, "attackers");
	const struct node *heavy = node_array_of(sup, "heavy");

	for (int def = 0; def < GBOH_TYPE_COUNT; def++) {
		const struct node *row = node_array_of(sup,
		    gboh_type_names[def]);

		for (int k = 0; k < GBOH_TYPE_COUNT; k++) {
			const struct node *at = att ? node_at(att, (size_t)k) :
			    NULL;
			const struct node *x = row ? node_at(row, (size_t)k) :
			    NULL;
			int t = at ? name_index(at->s, gboh_type_names,
			    GBOH_TYPE_COUNT) : -1;

			if (t < 0 || x == NULL || x->s == NULL)
				return err_set(e, ERR_INPUT, "charts.toml: "
				    "clash.attackers or superiority.%s: they "
				    "need %d entries", gboh_type_names[def],
				    GBOH_TYPE_COUNT);
			d->superiority[def][t] = !strcmp(x->s, "-") ?
			    GBOH_NONE : name_index(x->s,
			    gboh_superiority_names, 4);
			if (d->superiority[def][t] < 0)
				return err_set(e, ERR_INPUT, "charts.toml: "
				    "superiority.%s: -, AS, DS or DS*",
				    gboh_type_names[def]);
			for (int k2 = 0; k2 < 3; k2++) {
				const struct node *r = node_array_of(
				    node_table_of(clash,
				    gboh_aspect_names[k2]),
				    gboh_type_names[def]);
				const struct node *y = r ? node_at(r,
				    (size_t)k) : NULL;

				if (y == NULL || y->type != NODE_INT)
					return err_set(e, ERR_INPUT,
					    "charts.toml: clash.%s.%s: it "
					    "needs %d columns",
					    gboh_aspect_names[k2],
					    gboh_type_names[def],
					    GBOH_TYPE_COUNT);
				d->clash[k2][def][t] = (int)y->i;
			}
		}
	}
	for (const struct node *c = heavy ? heavy->child : NULL; c;
	    c = c->next) {
		int t = name_index(c->s, gboh_type_names, GBOH_TYPE_COUNT);

		if (t >= 0)
			d->heavy[t] = true;
	}
	return ERR_OK;
}

static int
load_missiles(struct err *e, struct arena *a, const struct node *charts,
    struct gboh_data *d)
{
	static const char *const kind[] = { "foot", "horse" };
	const struct node *t = node_table_of(charts, "missile");
	const struct node *m = node_table_of(charts, "missile_drm");

	for (int w = GBOH_B; w < GBOH_WEAPON_COUNT; w++)
		for (int k = 0; k < 2; k++) {
			const char *name = w == GBOH_A ? "A" :
			    arena_printf(a, "%s-%s", gboh_weapon_names[w],
			    kind[k]);
			const struct node *list = node_array_of(t, name);

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
	return ERR_OK;
}

static void
load_ground(const struct node *t, struct gboh_ground *out)
{
	const struct node *hits = node_array_of(t, "hits");
	const struct node *turn = node_array_of(t, "turn");
	const char *sight = node_str(t, "sight");

	out->mp = (int)node_integer(t, "mp", 0);
	out->shift = (int)node_integer(t, "shift", 0);
	out->column = node_boolean(t, "column", false);
	out->rough = node_boolean(t, "rough", false);
	out->prohibited = node_boolean(t, "prohibited", false);
	out->blocks = sight != NULL && strcmp(sight, "blocks") == 0;
	for (size_t i = 0; i < 3; i++) {
		if (hits != NULL && node_at(hits, i) != NULL)
			out->hits[i] = (int)node_at(hits, i)->i;
		if (turn != NULL && node_at(turn, i) != NULL)
			out->turn[i] = (int)node_at(turn, i)->i;
	}
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

		if (h == NULL && k < GBOH_STREAM)
			return err_set(e, ERR_INPUT, "charts.toml: terrain.%s "
			    "is missing", terrain_names[k]);
		load_ground(h, &d->ground[k]);
		load_ground(s, &d->hexside[k]);
		if (k < GBOH_STREAM && !d->ground[k].prohibited &&
		    d->ground[k].mp < 1)
			return err_set(e, ERR_INPUT, "charts.toml: terrain.%s: "
			    "mp from 1", terrain_names[k]);
	}
	load_ground(node_table_of(slope, "up"), &d->up);
	load_ground(node_table_of(slope, "more"), &d->more);
	load_ground(node_table_of(slope, "down"), &d->down);
	d->any_higher = (int)node_integer(shift, "any_higher", 0);
	d->all_higher = (int)node_integer(shift, "all_higher", 0);
	d->all_lower = (int)node_integer(shift, "all_lower", 0);
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

int
gboh_load(struct err *e, struct arena *a, const struct scenario_files *f,
    const struct node *position, void **data, const struct hex_grid **grid,
    const char **sides, int *nsides)
{
	struct gboh_data *d = arena_new(a, struct gboh_data, 1);
	const struct node *t = f->scenario;
	int rc;

	rc = load_rules(e, f->system, d);
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
	*data = d;
	*grid = &d->map.grid;
	*nsides = d->nsides;
	memcpy(sides, d->side, sizeof d->side);
	return ERR_OK;
}
