/* data.c: Ancient Battles: charts, terrain and scenario, from their files */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

static const char *const terrain_names[AB_TERRAIN_COUNT] = {
	"clear", "trail", "woods", "river", "lake", "slope", "hill", "peak",
	"camp", "exit", "stream", "ridge", "cliff",
};
static const char *const effect_names[AB_EFFECT_COUNT] = {
	"NE", "AH", "DD", "DT", "DD-slope", "DD-hill",
};

/* The index of a word in a list, or an error naming what is there. */
static int
word(struct err *e, const char *where, const char *s,
    const char *const *names, int n, int *out)
{
	for (int i = 0; s != NULL && i < n; i++)
		if (strcmp(names[i], s) == 0) {
			*out = i;
			return ERR_OK;
		}
	return err_set(e, ERR_INPUT, "charts.toml: %s: \"%s\" is not known "
	    "here", where, s ? s : "(nothing)");
}

/* -------------------------------------------------------------- the charts */

static int
load_crt(struct err *e, struct arena *a, const struct node *charts,
    struct ab_data *d)
{
	const struct node *crt = node_table_of(charts, "crt");
	const struct node *cols = node_array_of(crt, "columns");
	const struct node *die = node_table_of(crt, "die");

	if (cols == NULL || die == NULL || cols->n == 0 || cols->n > 16)
		return err_set(e, ERR_INPUT,
		    "charts.toml: crt: it needs columns (1 to 16) and die");
	for (const struct node *c = cols->child; c != NULL; c = c->next) {
		int i = d->columns++;
		char *end = NULL;

		d->column[i].name = c->s ? arena_strdup(a, c->s) : "";
		d->column[i].a = (int)strtol(d->column[i].name, &end, 10);
		d->column[i].b = *end == ':' ? atoi(end + 1) : 0;
		if (d->column[i].a < 1 || d->column[i].b < 1)
			return err_set(e, ERR_INPUT, "charts.toml: crt: column "
			    "%d is no ratio like \"3:1\"", i + 1);
	}
	for (int r = 0; r < 6; r++) {
		const struct node *row = node_array_of(die,
		    arena_printf(a, "%d", r + 1));

		if (row == NULL || row->n != cols->n)
			return err_set(e, ERR_INPUT, "charts.toml: crt.die.%d: "
			    "it needs a result for each column", r + 1);
		for (int i = 0; i < d->columns; i++) {
			int rc = word(e, "crt.die", node_at(row,
			    (size_t)i)->s, ab_result_names, AB_RESULT_COUNT,
			    &d->crt[r][i]);

			if (rc != ERR_OK)
				return rc;
		}
	}
	return ERR_OK;
}

static int
load_missiles(struct err *e, const struct node *charts, struct ab_data *d)
{
	for (int w = AB_BOW; w < AB_WEAPON_COUNT; w++) {
		const struct node *t = node_table_of(node_table_of(charts,
		    "missile"), ab_weapon_names[w]);
		const struct node *list = node_array_of(t, "disrupts");

		if (t == NULL)		/* older charts: nobody has it */
			continue;
		if (list == NULL || list->n == 0 || list->n > 4)
			return err_set(e, ERR_INPUT, "charts.toml: missile.%s: "
			    "it needs disrupts, a number for each range",
			    ab_weapon_names[w]);
		d->missile[w].once = node_boolean(t, "once", false);
		for (const struct node *c = list->child; c; c = c->next)
			d->missile[w].disrupts[d->missile[w].n++] = (int)c->i;
	}
	return ERR_OK;
}

/* A way is searched by what it costs: no hex is entered for nothing, and no
 * hexside makes one cheaper. */
#define MP_MOST 99

static int
load_ground(struct err *e, const char *where, const struct node *t,
    bool hexside, struct ab_ground *out)
{
	static const char *const charge[] = { "ok", "pass", "no" };
	const char *combat = node_str(t, "combat"), *c = node_str(t, "charge");
	const char *sight = node_str(t, "sight");
	int64_t mp = node_integer(t, "mp", 1);
	int least = hexside ? 0 : 1, rc = ERR_OK;

	if (mp < least || mp > MP_MOST)
		return err_set(e, ERR_INPUT, "charts.toml: %s.%s: mp is %lld; "
		    "movement points are %d to %d here", hexside ? "hexside" :
		    "terrain", where, (long long)mp, least, MP_MOST);
	out->mp = (int)mp;
	out->overlay = node_boolean(t, "overlay", false);
	out->prohibited = node_boolean(t, "prohibited", false);
	out->blocks = sight != NULL && strcmp(sight, "blocks") == 0;
	if (combat != NULL)
		rc = word(e, where, combat, effect_names, AB_EFFECT_COUNT,
		    &out->combat);
	if (rc == ERR_OK && c != NULL)
		rc = word(e, where, c, charge, 3, &out->charge);
	return rc;
}

static int
load_terrain(struct err *e, const struct node *charts, struct ab_data *d)
{
	for (int k = 0; k < AB_TERRAIN_COUNT; k++) {
		const struct node *h = node_table_of(node_table_of(charts,
		    "terrain"), terrain_names[k]);
		const struct node *s = node_table_of(node_table_of(charts,
		    "hexside"), terrain_names[k]);
		int rc = ERR_OK;

		if (h != NULL)
			rc = load_ground(e, terrain_names[k], h, false,
			    &d->ground[k]);
		else if (s == NULL)	/* older charts: on no map */
			d->ground[k].prohibited = true;
		if (s != NULL && rc == ERR_OK)
			rc = load_ground(e, terrain_names[k], s, true,
			    &d->hexside[k]);
		if (rc != ERR_OK)
			return rc;
	}
	return ERR_OK;
}

static void
load_types(const struct node *system, struct ab_data *d)
{
	for (int k = 0; k < AB_TYPE_COUNT; k++) {
		const struct node *t = node_table_of(node_table_of(system,
		    "type"), ab_type_names[k]);

		d->type[k].charge = node_boolean(t, "charge", false);
		d->type[k].rally = node_boolean(t, "rally", true);
		d->type[k].leader = node_boolean(t, "leader", false);
		d->type[k].stacks = node_boolean(t, "stacks", false);
	}
}

static int
load_victory(struct err *e, struct arena *a, const struct node *charts,
    struct ab_data *d)
{
	const struct node *v = node_table_of(charts, "victory");
	const struct node *list = node_array_of(v, "levels");

	d->per_strength = (int)node_integer(v, "per_strength", 1);
	d->per_leader_strength =
	    (int)node_integer(v, "per_leader_strength", 5);
	if (list == NULL || list->n > 8)
		return err_set(e, ERR_INPUT, "charts.toml: victory: it needs "
		    "levels, at most 8");
	for (const struct node *c = list->child; c != NULL; c = c->next) {
		const struct node *r = node_array_of(c, "more_than");
		const char *name = node_str(c, "level");

		if (r == NULL || r->n != 2 || name == NULL)
			return err_set(e, ERR_INPUT, "charts.toml: victory: a "
			    "level needs level and more_than = [2, 1]");
		d->level[d->levels].name = arena_strdup(a, name);
		d->level[d->levels].num = (int)node_at(r, 0)->i;
		d->level[d->levels++].den = (int)node_at(r, 1)->i;
	}
	return ERR_OK;
}

/* ------------------------------------------------------------ the scenario */

const struct node *
ab_effective(struct arena *a, const struct scenario_files *f)
{
	struct node *t;

	if (f->base == NULL)
		return f->scenario;
	t = node_copy(a, f->base);
	for (const struct node *c = f->scenario->child; c; c = c->next) {
		struct node *old = (struct node *)(uintptr_t)node_get(t,
		    c->key);

		if (strcmp(c->key, "unit") != 0 || old == NULL) {
			node_set(a, t, c->key, node_copy(a, c));
			continue;
		}
		for (const struct node *u = c->child; u; u = u->next) {
			struct node *to = (struct node *)(uintptr_t)node_get(
			    old, u->key);

			if (to == NULL) {
				node_add(a, old, u->key, node_copy(a, u));
				continue;
			}
			for (const struct node *x = u->child; x; x = x->next)
				node_set(a, to, x->key, node_copy(a, x));
		}
	}
	return t;
}

static int
load_sides(struct err *e, struct arena *a, const struct node *t,
    struct ab_data *d)
{
	const struct node *sides = node_array_of(t, "sides");

	if (sides == NULL || sides->n != 2)
		return err_set(e, ERR_INPUT,
		    "scenario: it needs sides, two names in playing order");
	for (const struct node *c = sides->child; c != NULL; c = c->next) {
		const char *title;

		if (c->s == NULL || !str_is_name(c->s))
			return err_set(e, ERR_INPUT,
			    "scenario: sides: not a side's name");
		title = node_str(node_table_of(node_table_of(t, "side"),
		    c->s), "title");
		d->side[d->nsides] = arena_strdup(a, c->s);
		d->title[d->nsides++] = title ? title : c->s;
	}
	return ERR_OK;
}

static int
side_index(const struct ab_data *d, const char *name)
{
	for (int i = 0; name != NULL && i < d->nsides; i++)
		if (strcmp(d->side[i], name) == 0)
			return i;
	return -1;
}

#define DIE_MOST 100

static int
load_specials(struct err *e, const struct node *t, struct ab_data *d)
{
	const struct node *camp = node_table_of(t, "camp");
	const struct node *ex = node_table_of(t, "exit");
	int64_t die = node_integer(camp, "die", 6);

	if (die < 1 || die > DIE_MOST)
		return err_set(e, ERR_INPUT, "scenario: camp: die is %lld; a "
		    "die has 1 to %d sides", (long long)die, DIE_MOST);
	d->camp_side = side_index(d, node_str(camp, "side"));
	d->camp_die = (int)die;
	d->exit_side = side_index(d, node_str(ex, "side"));
	d->exit_points = (int)node_integer(ex, "points", 1);
	d->exit_unit = node_table_of(ex, "unit");
	d->deaths = node_array_of(t, "death");
	d->deploy = node_table_of(t, "deploy");
	d->standard = node_table_of(t, "unit");
	return ERR_OK;
}

/* A case may change the terrain of single hexes and of hexsides. */
static int
change_terrain(struct err *e, struct ab_data *d, const struct node *position)
{
	uint32_t overlays = 0;

	for (int k = 0; k < AB_TERRAIN_COUNT; k++)
		if (d->ground[k].overlay)
			overlays |= UINT32_C(1) << k;
	return map_change(e, &d->map, position,
	    (UINT32_C(1) << AB_STREAM) - 1, overlays);
}

/*
 * How far each hex is from the nearest of those with distance 0; 999 where
 * there is none.  On a whole rectangle of hexes the shortest way never leaves
 * it, so stepping outwards gives hex_distance.
 */
static void
measure(const struct hex_grid *g, short *dist)
{
	int queue[HEX_MAX], from = 0, to = 0;

	for (int h = 0; h < hex_count(g); h++)
		if (dist[h] == 0)
			queue[to++] = h;
	for (; from < to; from++) {
		int next[HEX_DIRS];

		hex_neighbours(g, queue[from], next);
		for (int dir = 0; dir < HEX_DIRS; dir++)
			if (next[dir] != HEX_NONE && dist[next[dir]] == 999) {
				dist[next[dir]] =
				    (short)(dist[queue[from]] + 1);
				queue[to++] = next[dir];
			}
	}
}

/* How far each hex is from high ground [7.43], and from a peak [X7.E]. */
static void
measure_heights(struct ab_data *d)
{
	struct map *m = &d->map;

	for (int x = 0; x < hex_count(&m->grid); x++) {
		bool peak = map_has(m, x, AB_PEAK);
		bool high = peak || map_has(m, x, AB_HILL);

		for (int dir = 0; dir < HEX_DIRS && !high; dir++)
			high = map_side_has(m, x, dir, AB_RIDGE);
		d->high[x] = high ? 0 : 999;
		d->peak[x] = peak ? 0 : 999;
	}
	measure(&m->grid, d->high);
	measure(&m->grid, d->peak);
}

static int
terrain_of(const struct ab_data *d, int hex)
{
	for (int k = AB_PEAK; k > AB_CLEAR; k--)
		if (!d->ground[k].overlay && map_has(&d->map, hex, k))
			return k;
	return map_has(&d->map, hex, AB_CAMP) ? AB_CAMP : AB_CLEAR;
}

/* [5.21 - 5.25, 7.72] what a step costs; -1 where it is prohibited */
static int
step_cost(const struct ab_data *d, int from, int to, int dir)
{
	const struct map *m = &d->map;
	int cost = d->ground[d->terrain[to]].mp;

	for (int k = AB_STREAM; k < AB_TERRAIN_COUNT; k++)
		if (map_side_has(m, from, dir, k)) {
			if (d->hexside[k].prohibited)
				return -1;
			cost += d->hexside[k].mp;
		}
	if (d->ground[d->terrain[to]].prohibited)
		return -1;
	/* [5.22] whatever else lies there */
	if (map_has(m, from, AB_TRAIL) && map_has(m, to, AB_TRAIL) &&
	    map_side_has(m, from, dir, AB_TRAIL))
		return d->ground[AB_TRAIL].mp;
	return cost;
}

/* [14.2] a step that a charging unit may take */
static bool
charge_step(const struct ab_data *d, int from, int to, int dir)
{
	for (int k = 0; k < AB_TERRAIN_COUNT; k++)
		if (map_side_has(&d->map, from, dir, k) &&
		    d->hexside[k].charge == AB_CHARGE_NO)
			return false;
	return d->ground[d->terrain[to]].charge != AB_CHARGE_NO;
}

/* [X6.1, X6.2] how far each hex is from where a side scores by being there */
static void
measure_prizes(struct arena *a, struct ab_data *d)
{
	int n = hex_count(&d->map.grid);

	for (int i = 0; i < 2; i++) {
		d->prize[i] = arena_new(a, short, (size_t)n);
		for (int h = 0; h < n; h++)
			d->prize[i][h] = (i == d->camp_side &&
			    map_has(&d->map, h, AB_CAMP)) ||
			    (i == d->exit_side && map_has(&d->map, h, AB_EXIT))
			    ? 0 : 999;
		measure(&d->map.grid, d->prize[i]);
	}
}

/* What the rules ask of the map again and again, reckoned once. */
static void
survey(struct arena *a, struct ab_data *d)
{
	const struct hex_grid *grid = &d->map.grid;
	size_t n = (size_t)hex_count(grid);

	d->terrain = arena_new(a, unsigned char, n);
	d->high = arena_new(a, short, n);
	d->peak = arena_new(a, short, n);
	d->step = arena_alloc(a, n * sizeof *d->step);
	d->ride = arena_alloc(a, n * sizeof *d->ride);
	for (int h = 0; h < (int)n; h++)
		d->terrain[h] = (unsigned char)terrain_of(d, h);
	for (int h = 0; h < (int)n; h++)
		for (int k = 0; k < HEX_DIRS; k++) {
			int to = hex_step(grid, h, k);

			d->step[h][k] = (short)(to == HEX_NONE ? -1 :
			    step_cost(d, h, to, k));
			d->ride[h][k] = (short)(to != HEX_NONE &&
			    charge_step(d, h, to, k) ? d->step[h][k] : -1);
		}
	measure_heights(d);
	measure_prizes(a, d);
}

int
ab_load(struct err *e, struct arena *a, const struct scenario_files *f,
    const struct node *position, void **data, const struct hex_grid **grid,
    const char **sides, int *nsides)
{
	struct ab_data *d = arena_new(a, struct ab_data, 1);
	const struct node *t = ab_effective(a, f);
	int rc;

	load_types(f->system, d);
	rc = load_crt(e, a, f->charts, d);
	if (rc == ERR_OK)
		rc = load_missiles(e, f->charts, d);
	if (rc == ERR_OK)
		rc = load_terrain(e, f->charts, d);
	if (rc == ERR_OK)
		rc = load_victory(e, a, f->charts, d);
	if (rc == ERR_OK)
		rc = load_sides(e, a, t, d);
	if (rc == ERR_OK)
		rc = map_read(e, a, "scenario", t, terrain_names,
		    AB_TERRAIN_COUNT, &d->map);
	if (rc == ERR_OK && position != NULL)
		rc = change_terrain(e, d, position);
	if (rc == ERR_OK && hex_count(&d->map.grid) > AB_HEXES)
		rc = err_set(e, ERR_INPUT, "scenario: map: it has %d hexes; %d "
		    "are possible", hex_count(&d->map.grid), AB_HEXES);
	if (rc == ERR_OK)
		rc = load_specials(e, t, d);
	if (rc != ERR_OK)
		return rc;
	survey(a, d);
	*data = d;
	*grid = &d->map.grid;
	*nsides = d->nsides;
	memcpy(sides, d->side, sizeof d->side);
	return ERR_OK;
}
