/* state.c: Great Battles of History: the position, field by field */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

const char *const gboh_phase_names[] = { "start", "next", "activation",
    "orders", "shock", "momentum", "rout", "withdrawal", NULL };
const char *const gboh_kind_names[] = { "normal", "elite", "trump",
    "champion", "uncontrolled", "reactivated", NULL };
const char *const gboh_type_names[] = { "HI", "MI", "LI", "HC", "LN", "LC",
    "PH", "LG", "BI", "SK", "RC", "EL", "CH", NULL };
const char *const gboh_weapon_names[] = { "none", "B", "C", "J", "F", "A",
    "S", "a", NULL };
const char *const gboh_supply_names[] = { "full", "low", "no", NULL };
/* The vertices and hexsides of a flat-top hex, as hex.h names them. */
const char *const gboh_facing_names[] = { "NE", "E", "SE", "SW", "W", "NW",
    NULL };
const char *const gboh_column_names[] = { "none", "N", "NE", "SE", "S", "SW",
    "NW", NULL };
const char *const gboh_superiority_names[] = { "none", "AS", "DS", "DS*",
    NULL };
const char *const gboh_aspect_names[] = { "front", "flank", "rear", NULL };
const char *const gboh_status_names[] = { "map", "eliminated", "reserve",
    "pursuing", NULL };
const char *const gboh_rank_names[] = { "subordinate", "overall",
    "contingent", "proconsul", "tribune", "praefect-sociorum",
    "praefect-equitum", "elephant", NULL };
const char *const gboh_marker_names[] = { "none", "must", "free", NULL };
const char *const gboh_edge_names[] = { "north", "south", "east", "west",
    NULL };
const char *const gboh_round_names[] = { "designate", "charge",
    "casualties", "struggle", "collapse", "advance", "aftermath", NULL };

#define AT(type, member) offsetof(struct type, member)
#define UNIT(name, kind) { #name, kind, AT(gboh_unit, name) }
#define LEADER(name, kind) { #name, kind, AT(gboh_leader, name) }
#define SIDE(name, kind) { #name, kind, AT(gboh_side, name) }

static const struct field unit_fields[] = {
	{ "side", FIELD_SIDE, AT(gboh_unit, side), .omit = -1 },
	UNIT(nation, FIELD_ID),
	{ "type", FIELD_ENUM, AT(gboh_unit, type), .names = gboh_type_names,
	    .always = true },
	UNIT(class, FIELD_ID),
	UNIT(name, FIELD_TEXT),
	{ "size", FIELD_INT, AT(gboh_unit, size), .always = true },
	{ "tq", FIELD_INT, AT(gboh_unit, tq), .always = true },
	{ "ma", FIELD_INT, AT(gboh_unit, ma), .always = true },
	{ "missile", FIELD_ENUM, AT(gboh_unit, missile),
	    .names = gboh_weapon_names },
	UNIT(feigns, FIELD_BOOL),
	UNIT(sword, FIELD_BOOL),
	UNIT(walls, FIELD_BOOL),
	UNIT(dismounts, FIELD_BOOL),
	UNIT(bait, FIELD_INT),
	{ "hex", FIELD_HEX, AT(gboh_unit, hex), .omit = HEX_NONE },
	{ "facing", FIELD_ENUM, AT(gboh_unit, facing), .omit = 1,
	    .names = gboh_facing_names, .always = true },
	{ "column", FIELD_ENUM, AT(gboh_unit, column),
	    .names = gboh_column_names },
	{ "status", FIELD_ENUM, AT(gboh_unit, status),
	    .names = gboh_status_names },
	UNIT(hits, FIELD_INT),
	UNIT(routed, FIELD_BOOL),
	UNIT(rallied, FIELD_BOOL),
	UNIT(moved, FIELD_BOOL),
	{ "missiles", FIELD_ENUM, AT(gboh_unit, missiles),
	    .names = gboh_supply_names },
	UNIT(left, FIELD_BOOL),
	UNIT(shield, FIELD_BOOL),
	UNIT(foot, FIELD_BOOL),
	UNIT(horse_ma, FIELD_INT),
	UNIT(limbered, FIELD_BOOL),
	UNIT(engaged, FIELD_BOOL),
	UNIT(uncontrolled, FIELD_INT),
	UNIT(active_fire, FIELD_INT),
	UNIT(ordered, FIELD_BOOL),
	UNIT(stepped, FIELD_BOOL),
	UNIT(entered, FIELD_BOOL),
	UNIT(fired, FIELD_BOOL),
	{ "shock", FIELD_ENUM, AT(gboh_unit, shock), .names = gboh_marker_names },
	UNIT(line, FIELD_INT),
	{ "from", FIELD_HEX, AT(gboh_unit, from), .omit = HEX_NONE },
	{ "before", FIELD_HEX, AT(gboh_unit, before), .omit = HEX_NONE },
	UNIT(answered, FIELD_INT),
	UNIT(turned, FIELD_BOOL),
	UNIT(withdrew, FIELD_BOOL),
	UNIT(recovered, FIELD_INT),
	UNIT(shot, FIELD_ID),
	UNIT(due, FIELD_BOOL),
	UNIT(unwalled, FIELD_BOOL),
	UNIT(reaction_fire, FIELD_INT),
	UNIT(combat, FIELD_INT),
	UNIT(attacks, FIELD_BOOL),
	{ "origin", FIELD_HEX, AT(gboh_unit, origin), .omit = HEX_NONE },
	UNIT(charged, FIELD_BOOL),
	{ NULL },
};

static const struct field leader_fields[] = {
	{ "side", FIELD_SIDE, AT(gboh_leader, side), .omit = -1 },
	LEADER(name, FIELD_TEXT),
	{ "rank", FIELD_ENUM, AT(gboh_leader, rank), .names = gboh_rank_names },
	{ "initiative", FIELD_INT, AT(gboh_leader, initiative),
	    .always = true },
	LEADER(lines, FIELD_INT),
	{ "range", FIELD_INT, AT(gboh_leader, range), .always = true },
	LEADER(strategy, FIELD_INT),
	{ "charisma", FIELD_INT, AT(gboh_leader, charisma), .always = true },
	{ "combat", FIELD_INT, AT(gboh_leader, combat), .always = true },
	LEADER(elite, FIELD_BOOL),
	{ "commands", FIELD_IDS, AT(gboh_leader, commands),
	    .stride = ID_SIZE, .count = AT(gboh_leader, ncommands),
	    .max = GBOH_NATIONS },
	{ "hex", FIELD_HEX, AT(gboh_leader, hex), .omit = HEX_NONE },
	{ "status", FIELD_ENUM, AT(gboh_leader, status),
	    .names = gboh_status_names },
	LEADER(replacement, FIELD_BOOL),
	LEADER(wounded, FIELD_BOOL),
	LEADER(replaced, FIELD_BOOL),
	LEADER(finished, FIELD_BOOL),
	LEADER(held, FIELD_BOOL),
	LEADER(bypassed, FIELD_BOOL),
	LEADER(passed_over, FIELD_BOOL),
	LEADER(phases, FIELD_INT),
	{ "rallied", FIELD_IDS, AT(gboh_leader, rallied), .stride = ID_SIZE,
	    .count = AT(gboh_leader, nrallied), .max = GBOH_RALLIED },
	LEADER(commanding, FIELD_BOOL),
	LEADER(rolled, FIELD_BOOL),
	LEADER(mp, FIELD_INT),
	LEADER(moved, FIELD_BOOL),
	LEADER(pinned, FIELD_BOOL),
	{ NULL },
};

static const struct field side_fields[] = {
	{ "level", FIELD_INT, AT(gboh_side, level), .always = true },
	{ "points", FIELD_INT, AT(gboh_side, points), .always = true },
	{ "disciplined", FIELD_BOOL, AT(gboh_side, disciplined),
	    .always = true },
	{ "ferocity", FIELD_BOOL, AT(gboh_side, ferocity), .always = true },
	{ "edge", FIELD_ENUM, AT(gboh_side, edge), .names = gboh_edge_names,
	    .always = true },
	SIDE(fight, FIELD_INT),
	SIDE(stamina, FIELD_INT),
	SIDE(champion, FIELD_BOOL),
	SIDE(started, FIELD_BOOL),
	SIDE(elite, FIELD_BOOL),
	SIDE(trumped, FIELD_BOOL),
	SIDE(advanced, FIELD_BOOL),
	{ NULL },
};

static const struct field combat_fields[] = {
	{ "lead", FIELD_TEXT, AT(gboh_combat, lead) },
	{ "advance", FIELD_TEXT, AT(gboh_combat, advance) },
	{ "face", FIELD_TEXT, AT(gboh_combat, face) },
	{ "loss", FIELD_TEXT, AT(gboh_combat, loss) },
	{ "attacker", FIELD_ID, AT(gboh_combat, attacker) },
	{ "defender", FIELD_ID, AT(gboh_combat, defender) },
	{ "superiority", FIELD_ENUM, AT(gboh_combat, superiority),
	    .names = gboh_superiority_names, .always = true },
	{ "slain_attacker", FIELD_INT, AT(gboh_combat, slain_attacker) },
	{ "slain_defender", FIELD_INT, AT(gboh_combat, slain_defender) },
	{ "over", FIELD_BOOL, AT(gboh_combat, over) },
	{ NULL },
};

const struct field gboh_cataphract_fields[] = {
	{ "turn", FIELD_INT, AT(gboh, turn), .always = true },
	{ "phase", FIELD_ENUM, AT(gboh, phase), .names = gboh_phase_names,
	    .always = true },
	{ "active", FIELD_SIDE, AT(gboh, active), .always = true },
	{ "activation", FIELD_ENUM, AT(gboh, activation),
	    .names = gboh_kind_names },
	/* the active leader's id; the table of leaders has its own name */
	{ "active_leader", FIELD_ID, AT(gboh, leader) },
	{ "individual", FIELD_INT, AT(gboh, individual) },
	{ "issued", FIELD_INT, AT(gboh, issued) },
	{ "acted", FIELD_BOOL, AT(gboh, acted) },
	{ "designating", FIELD_BOOL, AT(gboh, designating) },
	{ "wish", FIELD_BOOL, AT(gboh, wish) },
	{ "engaged", FIELD_BOOL, AT(gboh, engaged) },
	{ "over", FIELD_ID, AT(gboh, over) },
	{ "over_phase", FIELD_ENUM, AT(gboh, over_phase),
	    .names = gboh_phase_names },
	{ "tie", FIELD_INT, AT(gboh, tie) },
	{ "tie_next", FIELD_SIDE, AT(gboh, tie_next), .omit = -1 },
	{ "round", FIELD_ENUM, AT(gboh, round), .names = gboh_round_names },
	{ "side", FIELD_SIDES, AT(gboh, side), .fields = side_fields,
	    .stride = sizeof(struct gboh_side), .max = GAME_SIDES },
	{ "leader", FIELD_TABLE, AT(gboh, leaders), .fields = leader_fields,
	    .stride = sizeof(struct gboh_leader),
	    .count = AT(gboh, nleaders), .id = AT(gboh_leader, id),
	    .max = GBOH_LEADERS },
	{ "unit", FIELD_TABLE, AT(gboh, unit), .fields = unit_fields,
	    .stride = sizeof(struct gboh_unit), .count = AT(gboh, nunits),
	    .id = AT(gboh_unit, id), .max = GBOH_UNITS },
	{ "combats", FIELD_LIST, AT(gboh, combat), .fields = combat_fields,
	    .stride = sizeof(struct gboh_combat),
	    .count = AT(gboh, ncombats), .max = GBOH_COMBATS },
	{ NULL },
};

const struct gboh_title gboh_cataphract = { "cataphract",
	gboh_cataphract_fields, side_fields, leader_fields, unit_fields };

/* ----------------------------------------------------------------- start */

static bool
is_field(const struct field *f, const char *key)
{
	for (; f->name != NULL; f++)
		if (strcmp(f->name, key) == 0)
			return true;
	return false;
}

/* A scenario's entry without what is said about sources and for people. */
static struct node *
plain(struct arena *a, const struct node *entry, const struct field *f,
    bool strict)
{
	struct node *t = node_table(a);

	for (const struct node *c = entry->child; c != NULL; c = c->next)
		if (strcmp(c->key, "from") != 0 && (strict ||
		    is_field(f, c->key)))
			node_add(a, t, c->key, node_copy(a, c));
	return t;
}

static struct node *
plain_all(struct arena *a, const struct node *t, const struct field *f,
    bool strict)
{
	struct node *out = node_table(a);

	for (const struct node *c = t ? t->child : NULL; c; c = c->next)
		if (c->type == NODE_TABLE)
			node_add(a, out, c->key, plain(a, c, f, strict));
	return out;
}

/* [spqr 4.9] without that option a battle has no Elephant Leaders. */
static struct node *
without_mahouts(struct arena *a, const struct node *leaders)
{
	struct node *out = node_table(a);

	for (const struct node *c = leaders->child; c != NULL; c = c->next)
		if (node_str(c, "rank") == NULL || strcmp(node_str(c, "rank"),
		    gboh_rank_names[GBOH_MAHOUT]) != 0)
			node_add(a, out, c->key, node_copy(a, c));
	return out;
}

static int
start_scenario(struct err *e, struct arena *a, const struct gboh_data *d,
    const struct node *t, bool units, bool mahouts, struct gboh *s)
{
	struct field_names names = { &d->map.grid, d->side, d->nsides };
	struct node *x = node_table(a), *leaders;

	node_add(a, x, "side", plain_all(a, node_table_of(t, "side"),
	    d->of->sides, false));
	if (units) {
		leaders = plain_all(a, node_table_of(t, "leader"),
		    d->of->leaders, true);
		node_add(a, x, "leader", mahouts ? leaders : without_mahouts(a,
		    leaders));
		node_add(a, x, "unit", plain_all(a,
		    node_table_of(t, "unit"), d->of->units, true));
	}
	s->engaged = node_boolean(t, "engaged", false);
	s->elephants = node_boolean(t, "elephants", false);
	for (int i = 0; gboh_pursuit_names[i] != NULL; i++)
		if (node_str(t, "pursuit") != NULL && strcmp(node_str(t,
		    "pursuit"), gboh_pursuit_names[i]) == 0)
			s->pursuit = i;
	return field_read(e, a, x, s, d->of->fields, &names, NULL);
}

/* [11.2] an undisciplined army is ferocious until it is said not to be */
static void
settle_ferocity(const struct gboh_data *d, const struct node *position,
    struct gboh *s)
{
	for (int i = 0; i < d->nsides; i++) {
		const struct node *x = node_table_of(node_table_of(position,
		    "side"), d->side[i]);

		if (node_get(x, "ferocity") == NULL)
			s->side[i].ferocity = !s->side[i].disciplined &&
			    d->rules.ferocity > 0;
		if (s->side[i].disciplined)
			s->side[i].ferocity = false;
	}
}

/* What follows from what a position says. */
static void
settle(const struct gboh_data *d, const struct node *position, struct gboh *s)
{
	struct gboh_leader *l = gboh_active(s);

	settle_ferocity(d, position, s);
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->hex == HEX_NONE && u->status == GBOH_ON_MAP)
			u->status = GBOH_ELIMINATED;
		if (u->status != GBOH_ON_MAP)
			u->hex = HEX_NONE;
	}
	gboh_ready(d, s);
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *x = &s->leaders[i];

		if (x->rank == GBOH_MAHOUT && x->hex == HEX_NONE &&
		    x->status == GBOH_ON_MAP)
			x->status = GBOH_RESERVE;
		if (x->hex == HEX_NONE && x->status == GBOH_ON_MAP)
			x->status = x->replacement ? GBOH_RESERVE :
			    GBOH_ELIMINATED;
		if (x->status != GBOH_ON_MAP)
			x->hex = HEX_NONE;
	}
	if (l != NULL) {
		s->active = l->side;
		if (node_get(position, "phase") == NULL)
			s->phase = GBOH_ORDERS;
		if (s->phase == GBOH_ORDERS && l->phases == 0)
			l->phases = 1;
	}
	gboh_count_points(d, s);
}

int
gboh_start(struct err *e, struct arena *a, const void *data,
    const struct scenario_files *f, const struct node *position, void *state)
{
	static const char *const ignore[] = { "scenario", "map", "terrain",
	    "hexsides", "heights", "hand", NULL };
	const struct gboh_data *d = data;
	struct field_names names = { &d->map.grid, d->side, d->nsides };
	struct gboh *s = state;
	int rc;

	field_clear(s, d->of->fields, &names);
	s->turn = 1;
	s->tie_next = -1;
	rc = start_scenario(e, a, d, f->scenario, position == NULL ||
	    node_str(position, "scenario") != NULL, node_boolean(position,
	    "elephants", node_boolean(f->scenario, "elephants", false)), s);
	if (rc == ERR_OK && position != NULL)
		rc = field_read(e, a, position, s, d->of->fields, &names,
		    ignore);
	if (rc == ERR_OK)
		settle(d, position, s);
	if (rc == ERR_OK && gboh_overstacked(d, s) != NULL)
		rc = err_set(e, ERR_INPUT, "unit.%s: another unit stands in "
		    "its hex", gboh_overstacked(d, s)->id);
	return rc;
}

static int
check_unit(struct err *e, const struct gboh_data *d, const struct gboh *s,
    const struct gboh_unit *u)
{
	if (!d->type[u->type].known || !d->weapon[u->missile].known)
		return err_set(e, ERR_INPUT, "unit.%s: this title has no type "
		    "%s or no missile %s", u->id, gboh_type_names[u->type],
		    gboh_weapon_names[u->missile]);
	if (u->side < 0)
		return err_set(e, ERR_INPUT, "unit.%s: it needs a side", u->id);
	if (u->size < 0 || u->size > 99 || u->tq < 1 || u->tq > 20 ||
	    u->ma < 0 || u->ma > 40 || u->hits < 0 || u->hits > 99)
		return err_set(e, ERR_INPUT, "unit.%s: size 0 to 99, tq 1 to "
		    "20, ma 0 to 40, hits 0 to 99", u->id);
	if (u->combat < 0 || u->combat > s->ncombats)
		return err_set(e, ERR_INPUT, "unit.%s: there is no such "
		    "combat", u->id);
	if (!gboh_on_map(u))
		return ERR_OK;
	for (const struct gboh_unit *v = s->unit; v < u; v++)
		if (gboh_on_map(v) && v->hex == u->hex && v->side != u->side)
			return err_set(e, ERR_INPUT, "unit.%s: %s stands in "
			    "its hex", u->id, v->id);
	return ERR_OK;
}

int
gboh_check(struct err *e, const void *data, const void *state)
{
	const struct gboh *s = state;
	struct gboh *any = (struct gboh *)(uintptr_t)state;

	if (s->active < 0)
		return err_set(e, ERR_INPUT, "active: it must be a side");
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (l->side < 0 || l->initiative < 0 || l->initiative > 9)
			return err_set(e, ERR_INPUT, "leader.%s: it needs a "
			    "side, and initiative is 0 to 9", l->id);
		if (gboh_find(any, l->id) != NULL)
			return err_set(e, ERR_INPUT, "leader.%s: a unit has "
			    "that id", l->id);
	}
	if (s->leader[0] != '\0' && gboh_active(any) == NULL)
		return err_set(e, ERR_INPUT, "active_leader: there is no "
		    "leader %s", s->leader);
	if (s->phase >= GBOH_ACTIVATION && s->phase <= GBOH_MOMENTUM &&
	    s->activation != GBOH_UNCONTROLLED && s->leader[0] == '\0')
		return err_set(e, ERR_INPUT, "phase: in this phase there is an "
		    "active_leader");
	for (int i = 0; i < s->nunits; i++) {
		int rc = check_unit(e, data, s, &s->unit[i]);

		if (rc != ERR_OK)
			return rc;
	}
	return ERR_OK;
}

int
gboh_units(const void *state, int side, const char **out, int max)
{
	const struct gboh *s = state;
	int n = 0;

	for (int i = 0; i < s->nunits && n < max; i++)
		if (side < 0 || s->unit[i].side == side)
			out[n++] = s->unit[i].id;
	for (int i = 0; i < s->nleaders && n < max; i++)
		if (side < 0 || s->leaders[i].side == side)
			out[n++] = s->leaders[i].id;
	return n;
}

/* -------------------------------------------------------------- invariant */

static const char *
unit_invariant(struct game *g, const struct gboh_unit *u)
{
	struct arena *a = game_arena(g);

	if ((u->status == GBOH_ON_MAP) != (u->hex != HEX_NONE))
		return arena_printf(a, "%s: status and hex disagree", u->id);
	if (u->hex != HEX_NONE && !hex_exists(game_grid(g), u->hex))
		return arena_printf(a, "%s stands off the map", u->id);
	if (u->hits < 0)
		return arena_printf(a, "%s has %d hits", u->id, u->hits);
	if (gboh_on_map(u) && u->routed && u->hits > 0)
		return arena_printf(a, "%s is routed and has hits", u->id);
	return NULL;
}

/* Two enemies never stand in one hex. */
static const char *
shares_with_enemy(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit *v[GBOH_STACK];
	int h[2], n = gboh_hexes(d, u, h);

	for (int i = 0; i < n; i++) {
		int k = gboh_stack(gboh_state(g), h[i], v, GBOH_STACK);

		for (int x = 0; x < k; x++)
			if (v[x]->side != u->side)
				return arena_printf(game_arena(g), "%s and %s "
				    "share %s", u->id, v[x]->id, game_hex(g,
				    h[i]));
	}
	return NULL;
}

const char *
gboh_invariant(struct game *g)
{
	struct gboh *s = gboh_state(g);
	const char *why = NULL;

	for (int i = 0; i < s->nunits && why == NULL; i++) {
		const struct gboh_unit *u = &s->unit[i];

		why = unit_invariant(g, u);
		if (why == NULL && gboh_on_map(u))
			why = shares_with_enemy(g, u);
	}
	for (int i = 0; i < s->nleaders && why == NULL; i++) {
		const struct gboh_leader *l = &s->leaders[i];
		const struct gboh_unit *u = gboh_leads(l) ? gboh_unit_at(s,
		    l->hex) : NULL;

		if (u != NULL && u->side != l->side)
			why = arena_printf(game_arena(g), "%s and %s share %s",
			    l->id, u->id, game_hex(g, l->hex));
	}
	return why;
}

void
gboh_begin_phase(struct game *g, int phase)
{
	const struct gboh_unit *u = gboh_overstacked(gboh_data(g),
	    gboh_state(g));

	if (u != NULL)
		game_fail(g, "%s is stacked in %s with %s", u->id, game_hex(g,
		    u->hex), gboh_other_at(gboh_state(g), u->hex, u) ?
		    gboh_other_at(gboh_state(g), u->hex, u)->id : "?");
	gboh_state(g)->phase = phase;
	checkpoint(g);
}
