/* draw.c: Commands & Colors: the position as it is drawn */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/str.h"

static int
ground(int kind)
{
	switch ((enum cc_terrain)kind) {
	case CC_CLEAR: return BOARD_CLEAR;
	case CC_BROKEN: return BOARD_BROKEN;
	case CC_FOREST: return BOARD_WOODS;
	case CC_HILL: return BOARD_HILL;
	case CC_RIVER: return BOARD_RIVER;
	case CC_FORD: return BOARD_FORD;
	case CC_BRIDGE: return BOARD_BRIDGE;
	case CC_CAMP: return BOARD_CAMP;
	case CC_MARSH: return BOARD_MARSH;
	case CC_WALL: return BOARD_WALL;
	case CC_GATE: return BOARD_GATE;
	case CC_TERRAIN_COUNT: break;
	}
	return -1;
}

static int
edge(int kind)
{
	(void)kind;		/* the board has no features along hexsides */
	return -1;
}

static enum board_symbol
symbol(const struct cc_unit *u)
{
	switch ((enum cc_type)u->type) {
	case CC_LB: return BOARD_ARCHERS;
	case CC_A: return BOARD_AUXILIA;
	case CC_MI: return BOARD_MEDIUM_FOOT;
	case CC_W: return BOARD_WARRIORS;
	case CC_HI: return BOARD_HEAVY_FOOT;
	case CC_LC: return BOARD_LIGHT_HORSE;
	case CC_LBC: return BOARD_LIGHT_HORSE_BOW;
	case CC_MC: return u->bow ? BOARD_MEDIUM_HORSE_BOW :
	    BOARD_MEDIUM_HORSE;
	case CC_HC: return u->bow ? BOARD_HEAVY_HORSE_BOW :
	    BOARD_HEAVY_HORSE;
	case CC_SHC: return u->bow ? BOARD_SUPER_HORSE_BOW :
	    BOARD_SUPER_HORSE;
	case CC_TYPE_COUNT: break;
	}
	return BOARD_SYMBOL_COUNT;
}

static enum board_where
where(int status, int hex)
{
	switch ((enum cc_status)status) {
	case CC_BOARD: return hex != HEX_NONE ? BOARD_ON_MAP : BOARD_WAITING;
	case CC_ELIMINATED: return BOARD_LOST;
	case CC_EXITED: return BOARD_LEFT_MAP;
	case CC_RESERVE: break;
	}
	return BOARD_WAITING;
}

static void
piece(struct game *g, struct board *b, const struct cc_unit *u)
{
	const struct cc_sort *sort = &cc_data(g)->sort[u->type];
	struct board_piece *p = board_add(b, u->id, u->name, u->side);

	p->symbol = symbol(u);
	p->where = where(u->status, u->hex);
	p->hex = p->where == BOARD_ON_MAP ? u->hex : HEX_NONE;
	p->blocks = u->blocks;
	p->full = u->full;
	p->weight = sort->class;
	p->kind = sort->name;
	p->facts = said_keep(game_arena(g), SAID("unit", fact_number("blocks",
	    u->blocks), fact_number("full", u->full), fact_number("dice",
	    sort->dice), fact_number("move", sort->move), fact_number("bow",
	    u->bow)));
}

static void
leader(struct board *b, const struct cc_leader *l)
{
	struct board_piece *p = board_add(b, l->id, l->name, l->side);

	p->symbol = BOARD_LEADER;
	p->where = where(l->status, l->hex);
	p->hex = p->where == BOARD_ON_MAP ? l->hex : HEX_NONE;
	p->state = BOARD_IS_LEADER;
	p->kind = NULL;
}

static void
side(struct game *g, struct board *b, int i)
{
	const struct cc_data *d = cc_data(g);
	const struct cc_side *x = &cc_state(g)->side[i];
	struct board_side *out = &b->side[i];

	out->title = d->title[i];
	out->ink = d->top[i] ? BOARD_TAN : BOARD_PURPLE;
	out->home = d->top[i] ? 0 : 2;
	out->won = x->banners + x->held;
	out->goal = cc_state(g)->banners;
	out->status = said_keep(b->arena, SAID("status", fact_number("cards",
	    x->cards), fact_number("tokens", x->tokens), fact_number("won",
	    out->won), fact_number("goal", out->goal)));
}

void
cc_board(struct game *g, struct board *b)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	b->manner = BOARD_BLOCKS;
	board_map(b, &d->map, ground, edge);
	for (int i = 0; i < s->nopened; i++)	/* gates and camps removed */
		b->ground[s->opened[i]] = 1u << BOARD_CLEAR;
	for (int h = 0; h < hex_count(b->grid); h++)
		b->level[h] = map_has(&d->map, h, CC_HILL);
	/* [board.sections, board.dotted-line-hexes] */
	b->nsections = 2;
	b->section[0] = 9;
	b->section[1] = 17;
	b->section_name[0] = "section.left";
	b->section_name[1] = "section.centre";
	b->section_name[2] = "section.right";
	for (int i = 0; i < d->nsides; i++)
		side(g, b, i);
	for (int i = 0; i < s->nunits; i++)
		piece(g, b, &s->unit[i]);
	for (int i = 0; i < s->nleaders; i++)
		leader(b, &s->leader[i]);
}

bool
cc_in_sight(struct game *g, int from, int to)
{
	return from == to || cc_sees(cc_data(g), cc_state(g), from, to);
}

const struct board_verb cc_deeds[] = {
	{ "move", BOARD_MOVE },
	{ "attach", BOARD_PLACE },
	{ "newleader", BOARD_PLACE },
	{ "enter", BOARD_PLACE },
	{ "exit", BOARD_EXITED },
	{ "fire", BOARD_FIRE },
	{ "parthian", BOARD_FIRE },
	{ "close", BOARD_ATTACK },
	{ "back", BOARD_BACK },
	{ "hit", BOARD_HIT },
	{ "rally", BOARD_RECOVER },
	{ "eliminated", BOARD_GONE },
	{ "retreat", BOARD_RETREAT },
	{ "evade", BOARD_EVADE },
	{ "advance", BOARD_ADVANCE },
	{ NULL, BOARD_NO_DEED },
};
