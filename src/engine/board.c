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
	b->phrases = g->phrases;
	b->ground = arena_new(a, uint32_t, n);
	b->edge = arena_calloc(a, n, sizeof b->edge[0]);
	b->level = arena_new(a, short, n);
	b->nsides = g->nsides;
	for (int i = 0; i < g->nsides; i++)
		b->side[i] = (struct board_side){ .id = g->side[i],
		    .title = g->side[i], .home = -1,
		    .ink = i == 0 ? BOARD_CRIMSON : BOARD_AMBER };
	if (g->sys->board != NULL)
		g->sys->board(g, b);
	return b;
}

/* A copy of `s`, or `known` where that is the same. */
static const char *
copied(struct arena *a, const char *s, const char *known)
{
	return known != NULL && strcmp(s, known) == 0 ? known :
	    arena_strdup(a, s);
}

struct board *
board_pieces(struct arena *a, const struct board *b, const struct board *like)
{
	static const struct board_piece none;
	struct board *out = arena_new(a, struct board, 1);

	*out = (struct board){ .arena = a, .grid = b->grid,
	    .phrases = b->phrases, .manner = b->manner, .title = b->title,
	    .system = b->system,
	    .when = b->when ? arena_strdup(a, b->when) : NULL,
	    .nsides = b->nsides, .npieces = b->npieces,
	    .cappieces = b->npieces };
	for (int i = 0; i < b->nsides; i++) {
		out->side[i] = b->side[i];
		out->side[i].id = arena_strdup(a, b->side[i].id);
		out->side[i].title = arena_strdup(a, b->side[i].title);
		out->side[i].status = said_keep(a, b->side[i].status);
	}
	out->piece = arena_new(a, struct board_piece, b->npieces);
	for (int i = 0; i < b->npieces; i++) {
		const struct board_piece *x = like != NULL &&
		    i < like->npieces ? &like->piece[i] : &none;
		struct board_piece *p = &out->piece[i];

		*p = b->piece[i];
		p->id = copied(a, p->id, x->id);
		p->name = copied(a, p->name, x->name);
		p->rating = copied(a, p->rating, x->rating);
		p->label = copied(a, p->label, x->label);
		p->kind = p->kind ? copied(a, p->kind, x->kind) : NULL;
		p->facts = said_same(p->facts, x->facts) ? x->facts :
		    said_keep(a, p->facts);
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
	    .rating = "", .label = "", .kind = "" };
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
board_ground_code(enum board_ground x)
{
	switch (x) {
	case BOARD_CLEAR: return "ground.clear";
	case BOARD_WOODS: return "ground.woods";
	case BOARD_BROKEN: return "ground.broken";
	case BOARD_MARSH: return "ground.marsh";
	case BOARD_RIVER: return "ground.river";
	case BOARD_LAKE: return "ground.lake";
	case BOARD_SLOPE: return "ground.slope";
	case BOARD_HILL: return "ground.hill";
	case BOARD_PEAK: return "ground.peak";
	case BOARD_CAMP: return "ground.camp";
	case BOARD_CITY: return "ground.city";
	case BOARD_WALL: return "ground.wall";
	case BOARD_GATE: return "ground.gate";
	case BOARD_RAMPART: return "ground.rampart";
	case BOARD_TRENCH: return "ground.trench";
	case BOARD_FORD: return "ground.ford";
	case BOARD_BRIDGE: return "ground.bridge";
	case BOARD_TRAIL: return "ground.trail";
	case BOARD_EXIT: return "ground.exit";
	case BOARD_GROUND_COUNT: break;
	}
	return "ground.unknown";
}

const char *
board_edge_code(enum board_edge x)
{
	switch (x) {
	case BOARD_EDGE_STREAM: return "edge.stream";
	case BOARD_EDGE_RIVER: return "edge.river";
	case BOARD_EDGE_RIDGE: return "edge.ridge";
	case BOARD_EDGE_WALL: return "edge.wall";
	case BOARD_EDGE_GATE: return "edge.gate";
	case BOARD_EDGE_RAMPART: return "edge.rampart";
	case BOARD_EDGE_TRENCH: return "edge.trench";
	case BOARD_EDGE_CLIFF: return "edge.cliff";
	case BOARD_EDGE_TRAIL: return "edge.trail";
	case BOARD_EDGE_BRIDGE: return "edge.bridge";
	case BOARD_EDGE_FORD: return "edge.ford";
	case BOARD_EDGE_COUNT: break;
	}
	return "edge.unknown";
}

const char *
board_symbol_code(enum board_symbol x)
{
	switch (x) {
	case BOARD_LIGHT_FOOT: return "symbol.light-foot";
	case BOARD_MEDIUM_FOOT: return "symbol.medium-foot";
	case BOARD_HEAVY_FOOT: return "symbol.heavy-foot";
	case BOARD_WARRIORS: return "symbol.warriors";
	case BOARD_AUXILIA: return "symbol.auxilia";
	case BOARD_ARCHERS: return "symbol.archers";
	case BOARD_SLINGERS: return "symbol.slingers";
	case BOARD_JAVELINS: return "symbol.javelins";
	case BOARD_AXES: return "symbol.axes";
	case BOARD_VELITES: return "symbol.velites";
	case BOARD_HASTATI: return "symbol.hastati";
	case BOARD_PRINCIPES: return "symbol.principes";
	case BOARD_TRIARII: return "symbol.triarii";
	case BOARD_COHORT: return "symbol.cohort";
	case BOARD_PHALANX: return "symbol.phalanx";
	case BOARD_LIGHT_HORSE: return "symbol.light-horse";
	case BOARD_MEDIUM_HORSE: return "symbol.medium-horse";
	case BOARD_HEAVY_HORSE: return "symbol.heavy-horse";
	case BOARD_SUPER_HORSE: return "symbol.super-horse";
	case BOARD_LANCERS: return "symbol.lancers";
	case BOARD_CATAPHRACTS: return "symbol.cataphracts";
	case BOARD_LIGHT_HORSE_BOW: return "symbol.light-horse-bow";
	case BOARD_MEDIUM_HORSE_BOW: return "symbol.medium-horse-bow";
	case BOARD_HEAVY_HORSE_BOW: return "symbol.heavy-horse-bow";
	case BOARD_SUPER_HORSE_BOW: return "symbol.super-horse-bow";
	case BOARD_ELEPHANTS: return "symbol.elephants";
	case BOARD_CHARIOTS: return "symbol.chariots";
	case BOARD_ARTILLERY: return "symbol.artillery";
	case BOARD_BAGGAGE: return "symbol.baggage";
	case BOARD_LEADER: return "symbol.leader";
	case BOARD_LEADER_OVERALL: return "symbol.leader-overall";
	case BOARD_LEADER_CONTINGENT: return "symbol.leader-contingent";
	case BOARD_LEADER_ELEPHANT: return "symbol.leader-elephant";
	case BOARD_SYMBOL_COUNT: break;
	}
	return "symbol.unknown";
}
