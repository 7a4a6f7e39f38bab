/* board.c: a position as it is drawn: what systems share in filling it in */
#include "engine/board.h"

#include "base/arena.h"
#include "base/node.h"
#include "engine/game.h"

#include <string.h>

struct board *
board_of(struct game *g)
{
	struct arena *a = game_arena(g);
	struct board *b = arena_new(a, struct board, 1);
	size_t n = (size_t)hex_count(game_grid(g));

	b->arena = a;
	b->grid = game_grid(g);
	b->ground = arena_new(a, uint32_t, n);
	b->edge = arena_calloc(a, n, sizeof b->edge[0]);
	b->level = arena_new(a, short, n);
	b->nsides = g->nsides;
	for (int i = 0; i < g->nsides; i++)
		b->side[i] = (struct board_side){ .id = g->side[i],
		    .title = g->side[i], .status = "", .home = -1,
		    .ink = i == 0 ? BOARD_CRIMSON : BOARD_AMBER };
	if (g->sys->board != NULL)
		g->sys->board(g, b);
	return b;
}

struct board *
board_pieces(struct arena *a, const struct board *b)
{
	struct board *out = arena_new(a, struct board, 1);

	*out = (struct board){ .arena = a, .grid = b->grid,
	    .manner = b->manner, .title = b->title, .system = b->system,
	    .when = b->when ? arena_strdup(a, b->when) : NULL,
	    .nsides = b->nsides, .npieces = b->npieces,
	    .cappieces = b->npieces };
	for (int i = 0; i < b->nsides; i++) {
		out->side[i] = b->side[i];
		out->side[i].id = arena_strdup(a, b->side[i].id);
		out->side[i].title = arena_strdup(a, b->side[i].title);
		out->side[i].status = arena_strdup(a, b->side[i].status);
	}
	out->piece = arena_new(a, struct board_piece, b->npieces);
	for (int i = 0; i < b->npieces; i++) {
		struct board_piece *p = &out->piece[i];

		*p = b->piece[i];
		p->id = arena_strdup(a, p->id);
		p->name = arena_strdup(a, p->name);
		p->rating = arena_strdup(a, p->rating);
		p->label = arena_strdup(a, p->label);
		p->kind = arena_strdup(a, p->kind);
		p->facts = arena_strdup(a, p->facts);
	}
	return out;
}

struct board_piece *
board_add(struct board *b, const char *id, const char *name, int side)
{
	struct board_piece *p;

	if (b->npieces == b->cappieces) {
		int cap = b->cappieces ? 2 * b->cappieces : 64;
		struct board_piece *old = b->piece;

		b->piece = arena_new(b->arena, struct board_piece, cap);
		if (b->npieces > 0)
			memcpy(b->piece, old, (size_t)b->npieces *
			    sizeof *old);
		b->cappieces = cap;
	}
	p = &b->piece[b->npieces++];
	*p = (struct board_piece){ .id = id, .name = name, .side = side,
	    .hex = HEX_NONE, .hex2 = HEX_NONE, .facing = -1, .weight = -1,
	    .rating = "", .label = "", .kind = "", .facts = "" };
	return p;
}

void
board_map(struct board *b, const struct map *m, int (*ground)(int kind),
    int (*edge)(int kind))
{
	for (int h = 0; h < hex_count(b->grid); h++) {
		b->level[h] = m->height[h];
		for (int k = 0; k < m->kinds; k++)
			if (map_has(m, h, k) && ground(k) >= 0)
				b->ground[h] |= 1u << ground(k);
		for (int dir = 0; dir < HEX_DIRS; dir++)
			for (int k = 0; m->side[h][dir] != 0 && k < m->kinds;
			    k++)
				if (map_side_has(m, h, dir, k) &&
				    edge(k) >= 0)
					b->edge[h][dir] |=
					    (uint16_t)(1u << edge(k));
	}
}

const struct board_piece *
board_find(const struct board *b, const char *id)
{
	for (int i = 0; i < b->npieces; i++)
		if (strcmp(b->piece[i].id, id) == 0)
			return &b->piece[i];
	return NULL;
}

static bool
stands_in(const struct board_piece *p, int hex)
{
	return p->where == BOARD_ON_MAP && hex != HEX_NONE &&
	    (p->hex == hex || p->hex2 == hex);
}

int
board_count(const struct board *b, int hex)
{
	int n = 0;

	for (int i = 0; i < b->npieces; i++)
		n += stands_in(&b->piece[i], hex);
	return n;
}

const struct board_piece *
board_at(const struct board *b, int hex, int nth)
{
	int leader = -1;

	for (int i = 0; i < b->npieces; i++) {
		if (!stands_in(&b->piece[i], hex))
			continue;
		if (!(b->piece[i].state & BOARD_IS_LEADER)) {
			if (nth-- == 0)
				return &b->piece[i];
		} else if (leader < 0) {
			leader = i;
		}
	}
	for (int i = leader; i >= 0 && i < b->npieces; i++)
		if (stands_in(&b->piece[i], hex) &&
		    (b->piece[i].state & BOARD_IS_LEADER) && nth-- == 0)
			return &b->piece[i];
	return NULL;
}

/* ------------------------------------------------------------------ words */

const char *
board_ground_name(enum board_ground x)
{
	switch (x) {
	case BOARD_CLEAR: return "clear";
	case BOARD_WOODS: return "woods";
	case BOARD_BROKEN: return "broken ground";
	case BOARD_MARSH: return "marsh";
	case BOARD_RIVER: return "river";
	case BOARD_LAKE: return "lake";
	case BOARD_SLOPE: return "slope";
	case BOARD_HILL: return "hill";
	case BOARD_PEAK: return "peak";
	case BOARD_CAMP: return "camp";
	case BOARD_CITY: return "city";
	case BOARD_WALL: return "wall";
	case BOARD_GATE: return "gate";
	case BOARD_RAMPART: return "rampart";
	case BOARD_TRENCH: return "trench";
	case BOARD_FORD: return "ford";
	case BOARD_BRIDGE: return "bridge";
	case BOARD_TRAIL: return "trail";
	case BOARD_EXIT: return "exit";
	case BOARD_GROUND_COUNT: break;
	}
	return "unknown ground";
}

const char *
board_edge_name(enum board_edge x)
{
	switch (x) {
	case BOARD_EDGE_STREAM: return "stream";
	case BOARD_EDGE_RIVER: return "river";
	case BOARD_EDGE_RIDGE: return "ridge";
	case BOARD_EDGE_WALL: return "wall";
	case BOARD_EDGE_GATE: return "gate";
	case BOARD_EDGE_RAMPART: return "rampart";
	case BOARD_EDGE_TRENCH: return "trench";
	case BOARD_EDGE_CLIFF: return "cliff";
	case BOARD_EDGE_TRAIL: return "trail";
	case BOARD_EDGE_BRIDGE: return "bridge";
	case BOARD_EDGE_FORD: return "ford";
	case BOARD_EDGE_COUNT: break;
	}
	return "unknown feature";
}

const char *
board_symbol_name(enum board_symbol x)
{
	switch (x) {
	case BOARD_LIGHT_FOOT: return "light infantry";
	case BOARD_MEDIUM_FOOT: return "medium infantry";
	case BOARD_HEAVY_FOOT: return "heavy infantry";
	case BOARD_WARRIORS: return "warriors";
	case BOARD_AUXILIA: return "auxilia";
	case BOARD_ARCHERS: return "archers";
	case BOARD_SLINGERS: return "slingers";
	case BOARD_JAVELINS: return "javelins";
	case BOARD_AXES: return "axemen";
	case BOARD_VELITES: return "velites";
	case BOARD_HASTATI: return "hastati";
	case BOARD_PRINCIPES: return "principes";
	case BOARD_TRIARII: return "triarii";
	case BOARD_COHORT: return "cohort";
	case BOARD_PHALANX: return "phalanx";
	case BOARD_LIGHT_HORSE: return "light cavalry";
	case BOARD_MEDIUM_HORSE: return "medium cavalry";
	case BOARD_HEAVY_HORSE: return "heavy cavalry";
	case BOARD_SUPER_HORSE: return "super heavy cavalry";
	case BOARD_LANCERS: return "lancers";
	case BOARD_CATAPHRACTS: return "cataphracts";
	case BOARD_LIGHT_HORSE_BOW: return "light horse archers";
	case BOARD_MEDIUM_HORSE_BOW: return "medium cavalry with bows";
	case BOARD_HEAVY_HORSE_BOW: return "heavy cavalry with bows";
	case BOARD_SUPER_HORSE_BOW: return "super heavy cavalry with bows";
	case BOARD_ELEPHANTS: return "elephants";
	case BOARD_CHARIOTS: return "chariots";
	case BOARD_ARTILLERY: return "artillery";
	case BOARD_BAGGAGE: return "baggage";
	case BOARD_LEADER: return "leader";
	case BOARD_LEADER_OVERALL: return "overall commander";
	case BOARD_LEADER_CONTINGENT: return "contingent leader";
	case BOARD_LEADER_ELEPHANT: return "elephant leader";
	case BOARD_SYMBOL_COUNT: break;
	}
	return "unknown unit";
}
