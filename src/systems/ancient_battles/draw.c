/* draw.c: Ancient Battles: the position as it is drawn */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/str.h"

static int
ground(int kind)
{
	switch ((enum ab_terrain)kind) {
	case AB_CLEAR: return BOARD_CLEAR;
	case AB_TRAIL: return BOARD_TRAIL;
	case AB_WOODS: return BOARD_WOODS;
	case AB_RIVER: return BOARD_RIVER;
	case AB_SLOPE: return BOARD_SLOPE;
	case AB_HILL: return BOARD_HILL;
	case AB_PEAK: return BOARD_PEAK;
	case AB_CAMP: return BOARD_CAMP;
	case AB_EXIT: return BOARD_EXIT;
	case AB_LAKE: return BOARD_LAKE;
	case AB_STREAM: case AB_RIDGE: case AB_CLIFF: case AB_TERRAIN_COUNT:
		break;
	}
	return -1;
}

static int
edge(int kind)
{
	switch ((enum ab_terrain)kind) {
	case AB_STREAM: return BOARD_EDGE_STREAM;
	case AB_RIVER: return BOARD_EDGE_RIVER;
	case AB_RIDGE: return BOARD_EDGE_RIDGE;
	case AB_TRAIL: return BOARD_EDGE_TRAIL;
	case AB_CLIFF: return BOARD_EDGE_CLIFF;
	case AB_CLEAR: case AB_WOODS: case AB_SLOPE: case AB_HILL:
	case AB_PEAK: case AB_CAMP: case AB_EXIT: case AB_LAKE:
	case AB_TERRAIN_COUNT: break;
	}
	return -1;
}

static enum board_symbol
light_symbol(const struct ab_unit *u)
{
	return u->missile == AB_BOW ? BOARD_ARCHERS :
	    u->missile == AB_SLING ? BOARD_SLINGERS : BOARD_JAVELINS;
}

/* Weight by strength: 8 is the heaviest horse there is. */
static enum board_symbol
horse_symbol(const struct ab_unit *u)
{
	if (u->missile == AB_BOW)
		return u->strength >= 8 ? BOARD_HEAVY_HORSE_BOW :
		    BOARD_MEDIUM_HORSE_BOW;
	return u->strength >= 8 ? BOARD_LANCERS : BOARD_MEDIUM_HORSE;
}

static enum board_symbol
symbol(const struct ab_unit *u)
{
	switch ((enum ab_type)u->type) {
	case AB_INFANTRY:
		return u->missile == AB_JAVELIN || u->strength < 6 ?
		    BOARD_WARRIORS : u->missile == AB_PILUM ? BOARD_HEAVY_FOOT :
		    BOARD_MEDIUM_FOOT;
	case AB_LIGHT_INFANTRY:
		return u->missile == AB_NO_MISSILE ? BOARD_LIGHT_FOOT :
		    light_symbol(u);
	case AB_SKIRMISHER: return light_symbol(u);
	case AB_ARTILLERY: return BOARD_ARTILLERY;
	case AB_LEADER: return BOARD_LEADER_OVERALL;
	case AB_CAVALRY: return horse_symbol(u);
	case AB_LIGHT_CAVALRY:
		return u->missile == AB_BOW ? BOARD_LIGHT_HORSE_BOW :
		    BOARD_LIGHT_HORSE;
	case AB_ELEPHANT: return BOARD_ELEPHANTS;
	case AB_CHARIOT: return BOARD_CHARIOTS;
	case AB_TYPE_COUNT: break;
	}
	return BOARD_SYMBOL_COUNT;
}

/* The strip behind the ratings tells the nations of a side apart. */
static int
band(const struct ab_unit *u)
{
	return u->nation == 3 ? 2 : u->nation == 2 || u->nation == 5 ? 1 : 0;
}

static void
piece(struct game *g, struct board *b, const struct ab_unit *u)
{
	static const char letter[AB_WEAPON_COUNT] = { [AB_JAVELIN] = 'J',
	    [AB_PILUM] = 'P', [AB_SPEAR] = 'T', [AB_SLING] = 'S' };
	struct board_piece *p = board_add(b, u->id, u->name, u->side);
	struct arena *a = game_arena(g);
	bool leader = ab_is_leader(ab_data(g), u);

	p->symbol = symbol(u);
	p->hex = u->hex;
	p->where = ab_on_map(u) ? BOARD_ON_MAP : u->status == AB_ELIMINATED ?
	    BOARD_LOST : u->status == AB_EXITED ? BOARD_LEFT_MAP :
	    BOARD_WAITING;
	if (p->where != BOARD_ON_MAP)
		p->hex = HEX_NONE;
	p->state = (u->disrupted ? BOARD_DISRUPTED : 0u) |
	    (leader ? BOARD_IS_LEADER : 0u);
	p->band = band(u);
	p->nation = leader ? NULL : ab_nation_names[u->nation];
	p->missile = letter[u->missile];
	p->supply = u->thrown ? 2 : 0;
	p->light = u->dot && !leader;
	p->rating = arena_printf(a, "%d-%d", u->strength, u->ma);
	p->kind = ab_type_names[u->type];
	p->facts = said_keep(a, SAID("unit", fact_number("strength",
	    u->strength), fact_number("movement", u->ma),
	    fact_text("missile", u->missile != AB_NO_MISSILE ?
	    ab_weapon_names[u->missile] : NULL), fact_number("thrown",
	    u->thrown)));
}

void
ab_board(struct game *g, struct board *b)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	b->manner = BOARD_RATED;
	board_map(b, &d->map, ground, edge);
	for (int h = 0; h < hex_count(b->grid); h++)
		b->level[h] = map_has(&d->map, h, AB_PEAK) ? 3 :
		    map_has(&d->map, h, AB_HILL) ? 2 :
		    map_has(&d->map, h, AB_SLOPE) ? 1 : 0;
	for (int i = 0; i < d->nsides; i++) {
		b->side[i].title = d->title[i];
		b->side[i].ink = i == 0 ? BOARD_CRIMSON : BOARD_AMBER;
		b->side[i].status = said_keep(b->arena, SAID("status",
		    fact_number("lost", s->side[i].lost),
		    fact_number("demoralization", s->side[i].demoralization),
		    fact_number("demoralized", s->side[i].demoralized),
		    fact_number("disintegration",
		    s->side[i].disintegration)));
	}
	for (int i = 0; i < s->nunits; i++)
		piece(g, b, &s->unit[i]);
}

bool
ab_in_sight(struct game *g, int from, int to)
{
	return from == to || ab_can_see(ab_data(g), from, to);
}

const struct board_verb ab_deeds[] = {
	{ "move", BOARD_MOVE },
	{ "undone", BOARD_MOVE },
	{ "enter", BOARD_PLACE },
	{ "exit", BOARD_EXITED },
	{ "flight", BOARD_RETREAT },
	{ "fire", BOARD_FIRE },
	{ "attack", BOARD_ATTACK },
	{ "evade", BOARD_EVADE },
	{ "retreat", BOARD_RETREAT },
	{ "displaced", BOARD_RETREAT },
	{ "eliminated", BOARD_GONE },
	{ "advance", BOARD_ADVANCE },
	{ "recover", BOARD_RECOVER },
	{ "rally", BOARD_PLACE },
	{ NULL, BOARD_NO_DEED },
};
