/* board.c: who stands where, zones of control, stacking [5.3, 6.0, X5.2] */
#include "systems/ancient_battles/ab.h"

#include "base/node.h"

#include <stddef.h>
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

/* --------------------------------------------------------------- the index */

/* [6.0, 6.1, 6.6] every unit without a dot, except into prohibited terrain */
static bool
has_zone(const struct ab_data *d, const struct ab_unit *u)
{
	return !u->dot && !ab_is_leader(d, u);
}

/* A zone of control appears or goes.  They are counted for each side, so that
 * both hold a hex, and two units each other [6.4, 6.5]. */
static void
count_zone(const struct ab_data *d, struct ab *s, const struct ab_unit *u,
    int by)
{
	int foe = ab_other(u->side);

	for (int k = 0; k < HEX_DIRS; k++) {
		int h = hex_step(&d->map.grid, u->hex, k);

		if (h == HEX_NONE || ab_prohibited(d, h))
			continue;
		s->zones[u->side][h] = (unsigned char)(s->zones[u->side][h] +
		    by);
		s->foe[foe][h] = (unsigned char)((s->foe[foe][h] &
		    ~AB_FOE_ZONE) | (s->zones[u->side][h] ? AB_FOE_ZONE : 0));
	}
}

/* Who stands there, as the other side sees it. */
static void
mark_hex(const struct ab_data *d, struct ab *s, int side, int hex)
{
	int foe = ab_other(side), mark = s->foe[foe][hex] & AB_FOE_ZONE;

	for (struct ab_unit *u = ab_first_at(s, hex); u; u = ab_next_at(s, u))
		if (u->side == side)
			mark |= ab_is_leader(d, u) ? AB_FOE_LEADER :
			    AB_FOE_UNIT;
	s->foe[foe][hex] = (unsigned char)mark;
}

/* The lists are in the position's order: they must not depend on who came
 * first, since a position that was read does not know that. */
static void
enter(const struct ab_data *d, struct ab *s, struct ab_unit *u)
{
	short self = (short)(u - s->unit + 1), *p = &s->at[u->hex];

	while (*p != 0 && *p < self)
		p = &s->unit[*p - 1].next;
	u->next = *p;
	*p = self;
	mark_hex(d, s, u->side, u->hex);
	if (has_zone(d, u))
		count_zone(d, s, u, 1);
	s->known[u->side] = false;
}

static void
leave(const struct ab_data *d, struct ab *s, struct ab_unit *u)
{
	short self = (short)(u - s->unit + 1), *p = &s->at[u->hex];

	while (*p != self)
		p = &s->unit[*p - 1].next;
	*p = u->next;
	u->next = 0;
	mark_hex(d, s, u->side, u->hex);
	if (has_zone(d, u))
		count_zone(d, s, u, -1);
	s->known[u->side] = false;
}

void
ab_index(const struct ab_data *d, struct ab *s)
{
	memset(s->at, 0, sizeof s->at);
	memset(s->zones, 0, sizeof s->zones);
	memset(s->foe, 0, sizeof s->foe);
	for (int i = 0; i < s->nunits; i++) {
		s->unit[i].next = 0;
		s->unit[i].indexed = true;
	}
	for (int i = 0; i < s->nunits; i++)
		if (ab_on_map(&s->unit[i]))
			enter(d, s, &s->unit[i]);
}

void
ab_put(const struct ab_data *d, struct ab *s, struct ab_unit *u, int hex)
{
	if (ab_on_map(u))
		leave(d, s, u);
	u->hex = hex;
	u->status = AB_ON_MAP;
	if (ab_on_map(u))
		enter(d, s, u);
}

void
ab_remove(const struct ab_data *d, struct ab *s, struct ab_unit *u,
    int status)
{
	if (ab_on_map(u))
		leave(d, s, u);
	u->hex = HEX_NONE;
	u->status = status;
}

void
ab_copy(struct ab *to, const struct ab *from)
{
	const size_t rest = offsetof(struct ab, known);

	memcpy(to, from, offsetof(struct ab, unit) +
	    (size_t)from->nunits * sizeof from->unit[0]);
	memcpy((char *)to + rest, (const char *)from + rest,
	    offsetof(struct ab, away) - rest);
	memset(to->known, 0, sizeof to->known);
}

int
ab_around(const struct ab_data *d, const struct ab *s, int side, int hex,
    int *out)
{
	int n = 0;

	for (int k = 0; k < HEX_DIRS; k++) {
		int h = hex_step(&d->map.grid, hex, k);

		if (h == HEX_NONE ||
		    !(s->foe[ab_other(side)][h] & AB_FOE_UNIT))
			continue;
		for (const struct ab_unit *u = ab_first_at(s, h); u;
		    u = ab_next_at(s, u)) {
			int i = n;

			if (u->side != side || ab_is_leader(d, u) ||
			    n == AB_AROUND)
				continue;
			for (n++; i > 0 && out[i - 1] > u - s->unit; i--)
				out[i] = out[i - 1];
			out[i] = (int)(u - s->unit);
		}
	}
	return n;
}

/* Outwards from where they stand, as data.c measures heights. */
const unsigned char *
ab_away_from(const struct ab_data *d, struct ab *s, int side)
{
	const struct hex_grid *g = &d->map.grid;
	unsigned char *away = s->away[side];
	short queue[AB_HEXES];
	int from = 0, to = 0;

	if (s->known[side])
		return away;
	memset(away, 99, (size_t)hex_count(g));
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side == side && ab_on_map(u) && away[u->hex] != 0) {
			away[u->hex] = 0;
			queue[to++] = (short)u->hex;
		}
	}
	for (; from < to; from++) {
		int next[HEX_DIRS], far = away[queue[from]] + 1;

		hex_neighbours(g, queue[from], next);
		for (int k = 0; k < HEX_DIRS; k++)
			if (next[k] != HEX_NONE && away[next[k]] == 99) {
				away[next[k]] = (unsigned char)far;
				queue[to++] = (short)next[k];
			}
	}
	s->known[side] = true;
	return away;
}

/* ---------------------------------------------------------- who stands where */

/* [X5.2] artillery speaks for its hex only where nothing else does */
struct ab_unit *
ab_combat_unit_at(const struct ab_data *d, struct ab *s, int side, int hex)
{
	struct ab_unit *first = NULL;

	if (!(s->foe[ab_other(side)][hex] & AB_FOE_UNIT))
		return NULL;
	for (struct ab_unit *u = ab_first_at(s, hex); u;
	    u = ab_next_at(s, u)) {
		if (u->side != side || ab_is_leader(d, u))
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
	int mark = s->foe[ab_other(side)][hex];
	struct ab_unit *u = ab_first_at(s, hex);

	(void)d;
	if ((mark & AB_FOE_UNIT) || !(mark & AB_FOE_LEADER))
		return NULL;
	while (u->side != side)
		u = ab_next_at(s, u);
	return u;
}

/* [12.2] */
int
ab_leader_strength_at(const struct ab_data *d, const struct ab *s, int side,
    int hex)
{
	int n = 0;

	for (const struct ab_unit *u = ab_first_at(s, hex); u;
	    u = ab_next_at(s, u))
		if (u->side == side && ab_is_leader(d, u))
			n += u->strength;
	return n;
}

bool
ab_exerts_zoc(const struct ab_data *d, const struct ab_unit *u, int hex)
{
	return ab_on_map(u) && has_zone(d, u) &&
	    hex_adjacent(&d->map.grid, u->hex, hex) && !ab_prohibited(d, hex);
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
	if (s->foe[side][hex] & AB_FOE_UNIT)
		return true;
	for (int k = 0; k < HEX_DIRS; k++) {
		int h = hex_step(&d->map.grid, hex, k);

		if (h != HEX_NONE && (s->foe[side][h] & AB_FOE_UNIT))
			return true;
	}
	return false;
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
	for (const struct ab_unit *v = ab_first_at(s, hex); v;
	    v = ab_next_at(s, v))
		if (v != u && v->side == u->side && !ab_is_leader(d, v) &&
		    !d->type[v->type].stacks)
			others++;
	return others <= 1;
}

bool
ab_doubles_defence(const struct ab_data *d, int hex)
{
	int c = d->ground[ab_terrain_at(d, hex)].combat;

	return c != AB_NE && c != AB_AH;
}
