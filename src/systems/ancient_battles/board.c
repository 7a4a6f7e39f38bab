/* board.c: who stands where, zones of control, stacking [5.3, 6.0, X5.2] */
#include "systems/ancient_battles/ab.h"

#include "base/node.h"

#include <string.h>

struct ab_unit *
ab_find(struct ab *s, const char *id)
{
	for (int i = 0; i < s->nunits; i++)
		if (strcmp(s->unit[i].id, id) == 0)
			return &s->unit[i];
	return NULL;
}

struct node *
ab_id_list(struct game *g, const int *list, int n)
{
	struct ab *s = ab_state(g);
	struct node *out = node_array(game_arena(g));

	for (int i = 0; i < n; i++)
		node_add(game_arena(g), out, NULL, node_string(game_arena(g),
		    s->unit[list[i]].id));
	return out;
}

struct node *
ab_hex_list(struct game *g, const int *list, int n)
{
	struct node *out = node_array(game_arena(g));

	for (int i = 0; i < n; i++)
		node_add(game_arena(g), out, NULL, node_string(game_arena(g),
		    game_hex(g, list[i])));
	return out;
}

/* [X5.2] artillery speaks for its hex only where nothing else does */
struct ab_unit *
ab_combat_unit_at(const struct ab_data *d, struct ab *s, int side, int hex)
{
	struct ab_unit *first = NULL;

	for (int i = 0; i < s->nunits; i++) {
		struct ab_unit *u = &s->unit[i];

		if (u->hex != hex || u->side != side || !ab_on_map(u) ||
		    ab_is_leader(d, u))
			continue;
		if (!d->type[u->type].stacks)
			return u;
		if (first == NULL)
			first = u;
	}
	return first;
}

struct ab_unit *
ab_lone_leader_at(const struct ab_data *d, struct ab *s, int side, int hex)
{
	struct ab_unit *leader = NULL;

	for (int i = 0; i < s->nunits; i++) {
		struct ab_unit *u = &s->unit[i];

		if (u->hex != hex || u->side != side || !ab_on_map(u))
			continue;
		if (!ab_is_leader(d, u))
			return NULL;
		if (leader == NULL)
			leader = u;
	}
	return leader;
}

/* [12.2] */
int
ab_leader_strength_at(const struct ab_data *d, const struct ab *s, int side,
    int hex)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->hex == hex && u->side == side && ab_on_map(u) &&
		    ab_is_leader(d, u))
			n += u->strength;
	}
	return n;
}

/* [6.0, 6.1, 6.6] every unit without a dot, except into prohibited terrain */
bool
ab_exerts_zoc(const struct ab_data *d, const struct ab_unit *u, int hex)
{
	return ab_on_map(u) && !u->dot && !ab_is_leader(d, u) &&
	    hex_adjacent(&d->map.grid, u->hex, hex) &&
	    !ab_prohibited(d, hex);
}

bool
ab_in_ezoc(const struct ab_data *d, const struct ab *s, int side, int hex)
{
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != side &&
		    ab_exerts_zoc(d, &s->unit[i], hex))
			return true;
	return false;
}

int
ab_enemies_within(const struct ab_data *d, const struct ab *s, int side,
    int hex, int range)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side != side && ab_on_map(u) && !ab_is_leader(d, u) &&
		    hex_distance(&d->map.grid, u->hex, hex) <= range)
			n++;
	}
	return n;
}

bool
ab_enemy_adjacent(const struct ab_data *d, const struct ab *s, int side,
    int hex)
{
	return ab_enemies_within(d, s, side, hex, 1) > 0;
}

/*
 * [5.32, 12.2, X5.2] one combat unit a hex; leaders are free to join, and
 * artillery joins other artillery and one other unit of its side.
 */
bool
ab_can_stay(const struct ab_data *d, const struct ab *s,
    const struct ab_unit *u, int hex)
{
	int others = d->type[u->type].stacks ? 0 : 1;

	if (ab_is_leader(d, u))
		return true;
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *v = &s->unit[i];

		if (v == u || v->hex != hex || !ab_on_map(v) ||
		    v->side != u->side || ab_is_leader(d, v))
			continue;
		if (!d->type[v->type].stacks)
			others++;
	}
	return others <= 1;
}

bool
ab_doubles_defence(const struct ab_data *d, int hex)
{
	int c = d->ground[ab_terrain_at(d, hex)].combat;

	return c != AB_NE && c != AB_AH;
}
