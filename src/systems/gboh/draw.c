/* draw.c: Great Battles of History: the position as it is drawn */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/str.h"

#include <string.h>

static int
ground(int kind)
{
	switch ((enum gboh_terrain)kind) {
	case GBOH_CLEAR: return BOARD_CLEAR;
	case GBOH_WOODS: return BOARD_WOODS;
	case GBOH_BROKEN: return BOARD_BROKEN;
	case GBOH_MARSH: return BOARD_MARSH;
	case GBOH_RIVER: return BOARD_RIVER;
	case GBOH_WALL: return BOARD_WALL;
	case GBOH_RAMPART: return BOARD_RAMPART;
	case GBOH_TRENCH: return BOARD_TRENCH;
	case GBOH_CITY: case GBOH_VILLAGE: return BOARD_CITY;
	case GBOH_CAMP: return BOARD_CAMP;
	case GBOH_STREAM: case GBOH_GATE: case GBOH_ROAD:
	case GBOH_TERRAIN_COUNT: break;
	}
	return -1;
}

static int
edge(int kind)
{
	switch ((enum gboh_terrain)kind) {
	case GBOH_STREAM: return BOARD_EDGE_STREAM;
	case GBOH_RIVER: return BOARD_EDGE_RIVER;
	case GBOH_WALL: return BOARD_EDGE_WALL;
	case GBOH_RAMPART: return BOARD_EDGE_RAMPART;
	case GBOH_TRENCH: return BOARD_EDGE_TRENCH;
	case GBOH_GATE: return BOARD_EDGE_GATE;
	case GBOH_ROAD: return BOARD_EDGE_TRAIL;
	case GBOH_CLEAR: case GBOH_WOODS: case GBOH_BROKEN: case GBOH_MARSH:
	case GBOH_CITY: case GBOH_VILLAGE: case GBOH_CAMP:
	case GBOH_TERRAIN_COUNT: break;
	}
	return -1;
}

static bool
is_class(const struct gboh_unit *u, const char *class)
{
	return strcmp(u->class, class) == 0;
}

/* Legions by their line of battle: class HA, PR, TR, CO, VE. */
static enum board_symbol
legion_symbol(const struct gboh_unit *u)
{
	return is_class(u, "VE") ? BOARD_VELITES : is_class(u, "HA") ?
	    BOARD_HASTATI : is_class(u, "PR") ? BOARD_PRINCIPES :
	    is_class(u, "TR") ? BOARD_TRIARII : BOARD_COHORT;
}

static enum board_symbol
foot_symbol(const struct gboh_unit *u)
{
	if (gboh_is_artillery(u))
		return BOARD_ARTILLERY;
	if (gboh_is_roman(u) && u->class[0] != '\0')
		return legion_symbol(u);
	if (gboh_is_archer(u) && u->type != GBOH_HI)
		return BOARD_ARCHERS;
	if (u->missile == GBOH_S)
		return BOARD_SLINGERS;
	if (u->missile == GBOH_F || is_class(u, "axe"))
		return BOARD_AXES;
	if (is_class(u, "berserker"))
		return BOARD_WARRIORS;
	return u->type == GBOH_HI ? BOARD_HEAVY_FOOT : u->type == GBOH_MI ?
	    BOARD_MEDIUM_FOOT : u->missile == GBOH_J ? BOARD_JAVELINS :
	    BOARD_LIGHT_FOOT;
}

static enum board_symbol
symbol(const struct gboh_unit *u)
{
	bool bow = gboh_is_archer(u);

	switch ((enum gboh_type)u->type) {
	case GBOH_HI: case GBOH_MI: case GBOH_LI: case GBOH_SK:
		return foot_symbol(u);
	case GBOH_HC:
		return is_class(u, "cat") ? BOARD_CATAPHRACTS : bow ?
		    BOARD_HEAVY_HORSE_BOW : BOARD_HEAVY_HORSE;
	case GBOH_LN: return BOARD_LANCERS;
	case GBOH_LC: return bow ? BOARD_LIGHT_HORSE_BOW : BOARD_LIGHT_HORSE;
	case GBOH_RC: return BOARD_MEDIUM_HORSE;
	case GBOH_PH: return BOARD_PHALANX;
	case GBOH_LG: return legion_symbol(u);
	case GBOH_BI: return BOARD_WARRIORS;
	case GBOH_EL: return BOARD_ELEPHANTS;
	case GBOH_CH: return BOARD_CHARIOTS;
	case GBOH_TYPE_COUNT: break;
	}
	return BOARD_SYMBOL_COUNT;
}

static enum board_where
where(int status, int hex)
{
	switch ((enum gboh_status)status) {
	case GBOH_ON_MAP: return hex != HEX_NONE ? BOARD_ON_MAP :
	    BOARD_WAITING;
	case GBOH_ELIMINATED: return BOARD_LOST;
	case GBOH_PURSUING: return BOARD_LEFT_MAP;
	case GBOH_RESERVE: break;
	}
	return BOARD_WAITING;
}

static unsigned
state(const struct gboh_unit *u)
{
	return (u->routed ? BOARD_ROUTED : 0u) |
	    (u->rallied ? BOARD_RALLIED : 0u) |
	    (u->column != 0 ? BOARD_COLUMN : 0u) |
	    (u->shield ? BOARD_SHIELD : 0u) |
	    (u->depleted ? BOARD_DEPLETED : 0u) |
	    (u->engaged ? BOARD_ENGAGED : 0u) |
	    (u->uncontrolled > 0 ? BOARD_LOOSE : 0u);
}

static void
piece(struct game *g, struct board *b, const struct gboh_unit *u)
{
	static const char letter[GBOH_WEAPON_COUNT] = { [GBOH_B] = 'B',
	    [GBOH_C] = 'C', [GBOH_J] = 'J', [GBOH_F] = 'F', [GBOH_A] = 'A',
	    [GBOH_S] = 'S' };
	struct board_piece *p = board_add(b, u->id, u->name, u->side);
	int tq = gboh_tq(gboh_data(g), gboh_state(g), u);

	p->symbol = symbol(u);
	p->where = where(u->status, u->hex);
	if (p->where == BOARD_ON_MAP) {
		int h[2];

		p->hex2 = gboh_hexes(gboh_data(g), u, h) > 1 ? h[1] : HEX_NONE;
		p->hex = u->hex;
	}
	p->facing = gboh_is_artillery(u) || u->routed ? -1 : u->column != 0 ?
	    u->column - 1 : u->facing;
	p->hits = u->hits;
	p->state = state(u) | (gboh_is_double(gboh_data(g), gboh_state(g), u) ?
	    BOARD_DOUBLED : 0u);
	p->missile = letter[u->missile];
	p->supply = u->missiles;
	p->rating = arena_printf(game_arena(g), "%d-%d-%d", u->size, tq,
	    u->ma);
	if (gboh_is_roman(u) && strchr(u->name, ' ') != NULL)
		p->label = strchr(u->name, ' ') + 1;	/* without its legion */
	p->kind = NULL;
	p->facts = said_keep(game_arena(g), SAID("unit", fact_text("type",
	    gboh_type_names[u->type]), fact_number("size", u->size),
	    fact_number("tq", tq), fact_number("ma", u->ma),
	    fact_text("missile", u->missile != GBOH_NO_MISSILE ?
	    gboh_weapon_names[u->missile] : NULL), fact_text("missiles",
	    gboh_supply_names[u->missiles])));
}

static void
leader(struct board *b, const struct gboh_leader *l)
{
	struct board_piece *p = board_add(b, l->id, l->name, l->side);

	p->symbol = l->rank == GBOH_OVERALL ? BOARD_LEADER_OVERALL :
	    l->rank == GBOH_CONTINGENT ? BOARD_LEADER_CONTINGENT :
	    BOARD_LEADER;
	p->where = where(l->status, l->hex);
	p->hex = p->where == BOARD_ON_MAP ? l->hex : HEX_NONE;
	p->state = BOARD_IS_LEADER | (l->wounded ? BOARD_WOUNDED : 0u) |
	    (l->finished ? BOARD_FINISHED : 0u);
	p->kind = NULL;
	p->facts = said_keep(b->arena, SAID("leader", fact_number("initiative",
	    l->initiative), fact_number("range", l->range),
	    fact_number("charisma", l->charisma)));
}

/* Rome is crimson; where she does not fight the first side is dark. */
static int
ink(struct game *g, int side)
{
	bool rome = false;

	for (int i = 0; i < gboh_data(g)->nsides; i++)
		rome = rome || strcmp(gboh_data(g)->side[i], "rome") == 0;
	if (rome)
		return strcmp(gboh_data(g)->side[side], "rome") == 0 ?
		    BOARD_CRIMSON : BOARD_SKY;
	return side == 0 ? BOARD_PURPLE : BOARD_SAGE;
}

static void
side(struct game *g, struct board *b, int i)
{
	static const int home[] = { [GBOH_NORTH] = 0, [GBOH_SOUTH] = 2,
	    [GBOH_EAST] = 1, [GBOH_WEST] = 3 };
	const struct gboh_side *x = &gboh_state(g)->side[i];
	struct board_side *out = &b->side[i];

	out->title = gboh_data(g)->title[i];
	out->ink = ink(g, i);
	out->home = home[x->edge];
	out->status = said_keep(b->arena, SAID("status", fact_number("points",
	    x->points), fact_number("level", x->level)));
}

void
gboh_board(struct game *g, struct board *b)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	b->manner = BOARD_FACED;
	board_map(b, &d->map, ground, edge);
	for (int i = 0; i < d->nsides; i++)
		side(g, b, i);
	/* of a stack the upper unit first */
	for (int atop = 1; atop >= 0; atop--)
		for (int i = 0; i < s->nunits; i++)
			if (s->unit[i].atop == (atop != 0))
				piece(g, b, &s->unit[i]);
	for (int i = 0; i < s->nleaders; i++)
		leader(b, &s->leaders[i]);
}

bool
gboh_in_sight(struct game *g, int from, int to)
{
	return from == to || gboh_sees(gboh_data(g), gboh_state(g), from, to,
	    false, NULL);
}

const struct board_verb gboh_deeds[] = {
	{ "move", BOARD_MOVE },
	{ "leader", BOARD_MOVE },
	{ "impetuosity", BOARD_MOVE },
	{ "withdraw", BOARD_RETREAT },
	{ "leader-withdraw", BOARD_RETREAT },
	{ "feign", BOARD_RETREAT },
	{ "face", BOARD_TURN },
	{ "fire", BOARD_FIRE },
	{ "hits", BOARD_HIT },
	{ "recover", BOARD_RECOVER },
	{ "rally", BOARD_RECOVER },
	{ "shock", BOARD_ATTACK },
	{ "rout", BOARD_ROUT },
	{ "advance", BOARD_ADVANCE },
	{ "eliminated", BOARD_GONE },
	{ "replace", BOARD_PLACE },
	/* SPQR's own */
	{ "extend", BOARD_MOVE },
	{ "prearranged", BOARD_RETREAT },
	{ "regroup", BOARD_RETREAT },
	{ "return", BOARD_PLACE },
	{ "pursues", BOARD_ADVANCE },
	{ "through", BOARD_MOVE },
	{ "rampage", BOARD_MOVE },
	{ NULL, BOARD_NO_DEED },
};
