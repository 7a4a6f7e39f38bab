/* state.c: Ancient Battles: the position, field by field, and its start */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

const char *const ab_phase_names[] = { "deploy", "orders", "movement",
    "missile", "combat", "rally", NULL };
const char *const ab_type_names[] = { "infantry", "light-infantry",
    "skirmisher", "artillery", "leader", "cavalry", "light-cavalry",
    "elephant", "chariot", NULL };
const char *const ab_nation_names[] = { "none", "hun", "ostrogoth",
    "barbarian", "roman", "visigoth", NULL };
const char *const ab_weapon_names[] = { "none", "bow", "sling", "javelin",
    "pilum", "spear", "ballista", NULL };
const char *const ab_result_names[] = { "AL", "AR", "-", "EX", "DR", "DL",
    NULL };
static const char *const status_names[] = { "map", "eliminated", "exited",
    "reserve", NULL };

#define AT(type, member) offsetof(struct type, member)

static const struct field unit_fields[] = {
	{ "number", FIELD_INT, AT(ab_unit, number) },
	{ "side", FIELD_SIDE, AT(ab_unit, side), .omit = -1 },
	{ "nation", FIELD_ENUM, AT(ab_unit, nation),
	    .names = ab_nation_names },
	{ "type", FIELD_ENUM, AT(ab_unit, type), .names = ab_type_names,
	    .always = true },
	{ "name", FIELD_TEXT, AT(ab_unit, name) },
	{ "strength", FIELD_INT, AT(ab_unit, strength), .always = true },
	{ "ma", FIELD_INT, AT(ab_unit, ma), .always = true },
	{ "missile", FIELD_ENUM, AT(ab_unit, missile),
	    .names = ab_weapon_names },
	{ "dot", FIELD_BOOL, AT(ab_unit, dot) },
	{ "hex", FIELD_HEX, AT(ab_unit, hex), .omit = HEX_NONE },
	{ "status", FIELD_ENUM, AT(ab_unit, status), .names = status_names },
	{ "arrives", FIELD_INT, AT(ab_unit, arrives) },
	{ "entry", FIELD_HEXES, AT(ab_unit, entry), .stride = sizeof(int),
	    .count = AT(ab_unit, nentry), .max = AB_ENTRY },
	{ "thrown", FIELD_BOOL, AT(ab_unit, thrown) },
	{ "disrupted", FIELD_BOOL, AT(ab_unit, disrupted) },
	{ "moved", FIELD_BOOL, AT(ab_unit, moved) },
	{ "ready", FIELD_BOOL, AT(ab_unit, ready) },
	{ "from", FIELD_HEX, AT(ab_unit, from), .omit = HEX_NONE },
	{ "arrival", FIELD_INT, AT(ab_unit, arrival) },
	{ "fired", FIELD_BOOL, AT(ab_unit, fired) },
	{ "attacked", FIELD_BOOL, AT(ab_unit, attacked) },
	{ "defended", FIELD_BOOL, AT(ab_unit, defended) },
	{ "advanced", FIELD_BOOL, AT(ab_unit, advanced) },
	{ NULL },
};

static const struct field side_fields[] = {
	{ "rally", FIELD_INT, AT(ab_side, rally), .always = true },
	{ "demoralization", FIELD_INT, AT(ab_side, demoralization),
	    .always = true },
	{ "disintegration", FIELD_INT, AT(ab_side, disintegration),
	    .always = true },
	{ "points", FIELD_INT, AT(ab_side, points), .always = true },
	{ "lost", FIELD_INT, AT(ab_side, lost), .always = true },
	{ "demoralized", FIELD_BOOL, AT(ab_side, demoralized) },
	{ NULL },
};

const struct field ab_fields[] = {
	{ "turn", FIELD_INT, AT(ab, turn), .always = true },
	{ "turns", FIELD_INT, AT(ab, turns), .always = true },
	{ "phase", FIELD_ENUM, AT(ab, phase), .names = ab_phase_names,
	    .always = true },
	{ "active", FIELD_SIDE, AT(ab, active), .always = true },
	{ "step", FIELD_INT, AT(ab, step) },
	{ "arrivals", FIELD_INT, AT(ab, arrivals) },
	{ "rallied", FIELD_BOOL, AT(ab, rallied) },
	{ "camps", FIELD_HEXES, AT(ab, camps), .stride = sizeof(int),
	    .count = AT(ab, ncamps), .max = AB_CAMPS },
	{ "side", FIELD_SIDES, AT(ab, side), .fields = side_fields,
	    .stride = sizeof(struct ab_side), .max = GAME_SIDES },
	{ "unit", FIELD_TABLE, AT(ab, unit), .fields = unit_fields,
	    .stride = sizeof(struct ab_unit), .count = AT(ab, nunits),
	    .id = AT(ab_unit, id), .max = AB_UNITS },
	{ NULL },
};

/* ----------------------------------------------------------------- start */

/* What a scenario's [side] says for people and about sources. */
static const char *const side_words[] = { "title", "rally_from",
    "demoralization_from", "disintegration_from", NULL };

static int
start_sides(struct err *e, struct arena *a, const struct ab_data *d,
    const struct node *t, struct ab *s)
{
	struct field_names names = { &d->map.grid, d->side, d->nsides };
	int rc = ERR_OK;

	for (int i = 0; i < d->nsides && rc == ERR_OK; i++) {
		const struct node *x = node_table_of(node_table_of(t,
		    "side"), d->side[i]);

		if (x != NULL)
			rc = field_read(e, a, x, &s->side[i], side_fields,
			    &names, side_words);
	}
	return rc;
}

/* [[reinforcement]]: the unit waits in reserve [9.0]. */
static int
start_reinforcements(struct err *e, const struct ab_data *d,
    const struct node *t, struct ab *s)
{
	const struct node *list = node_array_of(t, "reinforcement");

	for (const struct node *c = list ? list->child : NULL; c;
	    c = c->next) {
		const char *id = node_str(c, "unit");
		const struct node *hexes = node_array_of(c, "hexes");
		struct ab_unit *u = id ? ab_find(s, id) : NULL;

		if (u == NULL || hexes == NULL)
			return err_set(e, ERR_INPUT, "scenario: reinforcement: "
			    "it needs turn, unit and hexes");
		u->status = AB_RESERVE;
		u->hex = HEX_NONE;
		u->arrives = (int)node_integer(c, "turn", 1);
		u->nentry = 0;
		for (const struct node *h = hexes->child; h; h = h->next)
			if (h->s != NULL && u->nentry < AB_ENTRY)
				u->entry[u->nentry++] =
				    hex_parse(&d->map.grid, h->s);
	}
	return ERR_OK;
}

/* A position says phase = "deploy", or there is none at all. */
static bool
starts_with_deployment(const struct node *position)
{
	const char *phase = node_str(position, "phase");

	return position == NULL || (phase && strcmp(phase, "deploy") == 0);
}

static int
start_units(struct err *e, struct arena *a, const struct ab_data *d,
    const struct node *t, bool deploy, struct ab *s)
{
	struct field_names names = { &d->map.grid, d->side, d->nsides };
	struct node *only = node_table(a);
	const struct node *units = node_table_of(t, "unit");
	int rc;

	if (units == NULL)
		return ERR_OK;
	node_add(a, only, "unit", node_copy(a, units));
	rc = field_read(e, a, only, s, ab_fields, &names, NULL);
	for (int i = 0; deploy && i < s->nunits; i++)
		s->unit[i].hex = HEX_NONE;
	return rc == ERR_OK ? start_reinforcements(e, d, t, s) : rc;
}

/* What follows from what a position says. */
static void
settle(const struct ab_data *d, struct ab *s)
{
	for (int i = 0; i < s->nunits; i++) {
		struct ab_unit *u = &s->unit[i];

		if (ab_is_leader(d, u))
			u->dot = true;
		if (u->hex == HEX_NONE && u->status == AB_ON_MAP &&
		    u->arrives > 0)
			u->status = AB_RESERVE;
		if (u->status != AB_ON_MAP)
			u->hex = HEX_NONE;
	}
	ab_count_losses(d, s);
}

int
ab_start(struct err *e, struct arena *a, const void *data,
    const struct scenario_files *f, const struct node *position, void *state)
{
	static const char *const ignore[] = { "scenario", "map", "terrain",
	    "hexsides", "hand", NULL };
	const struct ab_data *d = data;
	struct field_names names = { &d->map.grid, d->side, d->nsides };
	const struct node *t = ab_effective(a, f);
	struct ab *s = state;
	int rc;

	field_clear(s, ab_fields, &names);
	s->turn = 1;
	s->turns = (int)node_integer(t, "turns", 1);
	s->phase = starts_with_deployment(position) ? AB_DEPLOY : AB_ORDERS;
	s->active = 0;
	rc = start_sides(e, a, d, t, s);
	if (rc == ERR_OK && (position == NULL ||
	    node_str(position, "scenario") != NULL))
		rc = start_units(e, a, d, t, starts_with_deployment(position),
		    s);
	if (rc == ERR_OK && position != NULL)
		rc = field_read(e, a, position, s, ab_fields, &names, ignore);
	if (rc == ERR_OK)
		settle(d, s);
	return rc;
}

/* A lone leader and the enemy who rides at him share a hex while his owner is
 * asked where he flees to [12.1]. */
int
ab_check(struct err *e, const void *data, const void *state)
{
	const struct ab_data *d = data;
	const struct ab *s = state;
	unsigned char first[AB_HEXES] = { 0 };	/* 1 + who is in the hex */

	_Static_assert(AB_UNITS < 256, "AB_UNITS");
	if (s->active < 0)
		return err_set(e, ERR_INPUT, "active: it must be "
		    "one of the two sides");
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side < 0)
			return err_set(e, ERR_INPUT,
			    "unit.%s: it needs a side", u->id);
		if (u->strength < 0 || u->strength > 1000 || u->ma < 0 ||
		    u->ma > 100)
			return err_set(e, ERR_INPUT, "unit.%s: strength must "
			    "be 0 to 1000 and ma 0 to 100", u->id);
		for (int k = 0; k < u->nentry; k++)
			if (u->entry[k] == HEX_NONE)
				return err_set(e, ERR_INPUT, "unit.%s: entry: "
				    "no such hex", u->id);
		if (!ab_on_map(u) || ab_is_leader(d, u))
			continue;
		if (first[u->hex] == 0)
			first[u->hex] = (unsigned char)(i + 1);
		else if (s->unit[first[u->hex] - 1].side != u->side)
			return err_set(e, ERR_INPUT, "unit.%s: an enemy "
			    "stands in its hex", s->unit[first[u->hex] - 1].id);
	}
	return ERR_OK;
}

int
ab_units(const void *state, int side, const char **out, int max)
{
	const struct ab *s = state;
	int n = 0;

	for (int i = 0; i < s->nunits && n < max; i++)
		if (side < 0 || s->unit[i].side == side)
			out[n++] = s->unit[i].id;
	return n;
}

/* -------------------------------------------------------------- invariant */

static const char *
unit_invariant(struct game *g, const struct ab_unit *u)
{
	struct arena *a = game_arena(g);

	if ((u->status == AB_ON_MAP) != (u->hex != HEX_NONE))
		return arena_printf(a, "%s: status and hex disagree", u->id);
	if (u->hex != HEX_NONE && !hex_exists(game_grid(g), u->hex))
		return arena_printf(a, "%s stands off the map", u->id);
	if (!ab_on_map(u) && (u->disrupted || u->moved || u->fired ||
	    u->attacked || u->defended || u->advanced || u->ready) &&
	    u->status != AB_EXITED)
		return arena_printf(a, "%s is gone but still doing something",
		    u->id);
	return NULL;
}

/*
 * Units of both sides share a hex only while a lone leader is being ridden
 * down; combat units of one side only while they move, and where they may.
 */
static const char *
stack_invariant(struct game *g, const struct ab_unit *u,
    const struct ab_unit *v)
{
	const struct ab_data *d = ab_data(g);
	const struct ab *s = ab_state(g);

	if (u->side != v->side && !ab_is_leader(d, u) && !ab_is_leader(d, v))
		return arena_printf(game_arena(g), "%s and %s share %s", u->id,
		    v->id, game_hex(g, u->hex));
	if (u->side == v->side && s->phase != AB_MOVEMENT &&
	    s->phase != AB_DEPLOY && !ab_can_stay(d, s, u, u->hex))
		return arena_printf(game_arena(g), "%s and %s are stacked in "
		    "%s", u->id, v->id, game_hex(g, u->hex));
	return NULL;
}

const char *
ab_invariant(struct game *g)
{
	struct ab *s = ab_state(g);
	const char *why = NULL;

	for (int i = 0; i < s->nunits && why == NULL; i++) {
		const struct ab_unit *u = &s->unit[i];

		/* most stand alone in their hex, and all is well */
		if (ab_on_map(u) && hex_exists(game_grid(g), u->hex) &&
		    s->at[u->hex] == i + 1 && u->next == 0)
			continue;
		if (s->phase != AB_DEPLOY)
			why = unit_invariant(g, u);
		if (!ab_on_map(u))
			continue;
		for (const struct ab_unit *v = ab_first_at(s, u->hex);
		    v != u && why == NULL; v = ab_next_at(s, v))
			why = stack_invariant(g, u, v);
	}
	if (why == NULL && (s->turn < 1 || s->turn > s->turns))
		why = "the turn is out of range";
	return why;
}
