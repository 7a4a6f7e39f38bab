/* show.c: Great Battles of History for people: the map in letters, lists */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/str.h"
#include "show/sides.h"
#include "show/wrap.h"

#include <ctype.h>
#include <string.h>

static const char terrain_sign[GBOH_TERRAIN_COUNT] = {
	[GBOH_CLEAR] = '.', [GBOH_WOODS] = 'w', [GBOH_BROKEN] = 'b',
	[GBOH_MARSH] = 'm', [GBOH_RIVER] = '~', [GBOH_WALL] = '#',
	[GBOH_RAMPART] = '=', [GBOH_TRENCH] = 'v', [GBOH_CITY] = '@',
	[GBOH_STREAM] = '~',
};
/* The keys of a number pad point where the unit faces. */
static const char facing_sign[] = "963147";
static const char column_sign[] = "893217";

static const char *
leader_at(const struct gboh *s, int hex)
{
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].hex == hex)
			return s->leaders[i].id;
	return NULL;
}

/* Three characters: a unit's type and facing, a leader, or the ground. */
static void
cell(struct str *out, const struct gboh_data *d, struct gboh *s, int hex)
{
	const struct gboh_unit *u = gboh_unit_at(s, hex);
	const char *name, *leader = leader_at(s, hex);
	int height = d->map.height[hex];

	if (u != NULL) {
		name = gboh_type_names[u->type];
		for (int i = 0; i < 2; i++)
			str_addc(out, u->side == 0 ? name[i] :
			    (char)tolower((unsigned char)name[i]));
		str_addc(out, u->routed ? '!' : gboh_is_artillery(u) ? 'o' :
		    u->column != 0 ? column_sign[u->column - 1] :
		    facing_sign[u->facing]);
	} else if (leader != NULL) {
		str_addf(out, "*%-2.2s", leader);
	} else if (height != 0) {
		str_addf(out, " %c%d", terrain_sign[gboh_terrain_at(d, hex)],
		    height < 0 ? -height : height);
	} else {
		str_addf(out, " %c ", terrain_sign[gboh_terrain_at(d, hex)]);
	}
}

static void
end_line(struct str *out)
{
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	str_addc(out, '\n');
}

static void
half_row(struct str *out, const struct gboh_data *d, struct gboh *s, int row,
    int parity)
{
	const struct hex_grid *g = &d->map.grid;

	if (parity == 0)
		str_addf(out, "%02d ", row);
	else
		str_add(out, "   ");
	for (int col = g->col0; col < g->col0 + g->cols; col++) {
		int hex = hex_at(g, col, row);

		if ((col & 1) == parity && hex != HEX_NONE &&
		    hex_exists(g, hex))
			cell(out, d, s, hex);
		else
			str_add(out, "   ");
	}
	end_line(out);
}

/* ------------------------------------------------ what the map cannot show */

static const char *
leader_name(const struct gboh_leader *l)
{
	return l->name[0] != '\0' ? l->name : l->id;
}

/* "Hun 1 (hun-lc-1)": orders need the id. */
static void
name_and_id(struct str *out, const char *name, const char *id)
{
	if (name[0] != '\0')
		str_addf(out, "%s (%s)", name, id);
	else
		str_add(out, id);
}

/* A leader stacked with a unit is not on the map: all of them. */
static void
leaders(struct game *g, struct str *out, int side)
{
	struct gboh *s = gboh_state(g);
	struct wrap_words f = { .out = out, .rest = 4 };
	int last = -1;

	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].side == side)
			last = i;
	for (int i = 0; i <= last; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (!gboh_leads(l) || l->side != side)
			continue;
		if (f.at == 0)
			wrap_word(&f, arena_printf(game_arena(g),
			    "Leaders of the %s:", gboh_data(g)->title[side]));
		wrap_word(&f, arena_printf(game_arena(g), "%s %s%s", game_hex(g,
		    l->hex), leader_name(l), i < last ? "," : "."));
	}
	wrap_end(&f);
}

void
gboh_ascii(struct game *g, struct str *out)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct hex_grid *grid = &d->map.grid;

	str_add(out, "   ");
	for (int col = grid->col0; col < grid->col0 + grid->cols; col++)
		str_addf(out, "%02d ", col);
	end_line(out);
	for (int row = grid->row0; row < grid->row0 + grid->rows; row++)
		for (int parity = 0; parity < 2; parity++)
			half_row(out, d, s, row, parity);
	str_addf(out, "\n%s in capitals, %s small: type and facing as on a "
	    "number pad\n(9 NE, 6 E, 3 SE, 1 SW, 4 W, 7 NW), ! routed, o "
	    "artillery; *xx a leader.\n", d->title[0], d->title[1]);
	str_add(out, "Ground: . clear, w woods, b broken, m marsh, ~ river, # "
	    "wall, = rampart,\nv trench, @ city; a digit is the level.  Even "
	    "columns stand half a hex above\nthe odd ones.\n");
	sides_list(out, g, &d->map, GBOH_STREAM, "Stream");
	sides_list(out, g, &d->map, GBOH_WALL, "Wall");
	for (int side = 0; side < d->nsides; side++)
		leaders(g, out, side);
}

/* -------------------------------------------------------------- the lists */

static void
list_leaders(struct game *g, struct str *out, int side)
{
	static const char *const rank[] = { "", " OC", " CC" };
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (l->side != side || !gboh_leads(l))
			continue;
		str_addf(out, "  %s ", game_hex(g, l->hex));
		name_and_id(out, l->name, l->id);
		str_addf(out, "%s  initiative %d, lines %d, range %d, "
		    "charisma %d, combat %d", rank[l->rank], l->initiative,
		    l->lines, l->range, l->charisma, l->combat);
		if (l->rank == GBOH_OVERALL)
			str_addf(out, ", strategy %d%s", l->strategy,
			    l->elite ? ", elite" : "");
		str_addf(out, "%s%s%s%s\n", l->wounded ? ", wounded" : "",
		    l->finished ? ", finished" : "", l->bypassed ?
		    ", no momentum" : "", l->held ? ", held" : "");
	}
}

static void
list_units(struct game *g, struct str *out, int side)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->side != side || !gboh_on_map(u))
			continue;
		str_addf(out, "  %s %-2s ", game_hex(g, u->hex),
		    u->column != 0 ? gboh_column_names[u->column] :
		    gboh_facing_names[u->facing]);
		name_and_id(out, u->name, u->id);
		str_addf(out, "  %s size %d tq %d ma %d",
		    gboh_type_names[u->type], u->size, gboh_tq(d, s, u),
		    u->ma);
		if (u->missile != GBOH_NO_MISSILE)
			str_addf(out, " %s%s%s", gboh_weapon_names[
			    u->missile], u->missiles != GBOH_FULL ? "-" : "",
			    u->missiles != GBOH_FULL ? gboh_supply_names[
			    u->missiles] : "");
		if (u->hits > 0)
			str_addf(out, ", hits %d", u->hits);
		str_addf(out, "%s%s%s%s%s%s%s\n", u->routed ? ", routed" : "",
		    u->rallied ? ", rallied" : "", u->moved ? ", moved" : "",
		    u->column != 0 ? ", in column" : "", u->shield ?
		    ", Shield Wall" : "", u->engaged ? ", engaged" : "",
		    u->uncontrolled > 0 ? ", uncontrolled" : "");
	}
}

void
gboh_summary(struct game *g, struct str *out)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int side = 0; side < d->nsides; side++) {
		const struct gboh_side *x = &s->side[side];

		str_addf(out, "%s: Rout Points %d of %d%s\n", d->title[side],
		    x->points, x->level, x->disciplined ? "" :
		    ", undisciplined");
		if (!x->disciplined && x->ferocity)
			str_addf(out, "  (the +%d of 11.2 is in every tq below "
			    "but of routed units)\n", d->rules.ferocity);
		list_leaders(g, out, side);
		list_units(g, out, side);
	}
}

void
gboh_when(struct game *g, struct str *out)
{
	static const char *const words[] = { "start", "next leader",
	    "activation", "orders", "shock", "momentum", "rout and reload",
	    "withdrawal" };
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	str_addf(out, "Turn %d, %s", s->turn, words[s->phase]);
	if (l != NULL)
		str_addf(out, ", %s (%s)", leader_name(l), d->title[l->side]);
}
