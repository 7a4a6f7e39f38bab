/* show.c: Ancient Battles for people: the map in letters, lists of units */
#include "systems/ancient_battles/ab.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

static const char terrain_sign[AB_TERRAIN_COUNT] = {
	[AB_CLEAR] = '.', [AB_TRAIL] = '.', [AB_WOODS] = 'w',
	[AB_RIVER] = '~', [AB_SLOPE] = '/', [AB_HILL] = 'h', [AB_PEAK] = '^',
	[AB_CAMP] = 'C', [AB_EXIT] = 'x', [AB_STREAM] = '~',
	[AB_RIDGE] = '/',
};

/* Two characters: a counter's number, or the terrain. */
static void
cell(struct str *out, const struct ab_data *d, struct ab *s, int hex)
{
	struct ab_unit *u = combat_unit_at(d, s, 0, hex);
	char c = terrain_sign[terrain_at(d, hex)];

	if (u == NULL)
		u = combat_unit_at(d, s, 1, hex);
	if (u == NULL)
		u = lone_leader_at(d, s, 0, hex);
	if (u == NULL)
		u = lone_leader_at(d, s, 1, hex);
	if (u != NULL && u->number > 0)
		str_addf(out, "%02d", u->number % 100);
	else if (u != NULL)
		str_addf(out, "%-2.2s", u->id);
	else if (c == '.' && map_has(&d->map, hex, AB_EXIT))
		str_add(out, " x");
	else
		str_addf(out, " %c", c);
}

/* One printed line: the columns of one parity of a row. */
static void
half_row(struct str *out, const struct ab_data *d, struct ab *s, int row,
    int parity)
{
	const struct hex_grid *g = &d->map.grid;
	int last = g->col0 + g->cols - 1;

	if (parity == 0)
		str_addf(out, "%02d ", row);
	else
		str_add(out, "   ");
	for (int col = g->col0; col <= last; col++) {
		if (((col & 1) != 0) == (parity != 0))
			cell(out, d, s, hex_at(g, col, row));
		else
			str_add(out, "  ");
	}
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	str_addc(out, '\n');
}

static void
column_heads(struct str *out, const struct hex_grid *g, int parity)
{
	str_add(out, "   ");
	for (int col = g->col0; col < g->col0 + g->cols; col++)
		if (((col & 1) != 0) == (parity != 0))
			str_addf(out, "%02d", col);
		else
			str_add(out, "  ");
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	str_addc(out, '\n');
}

void
ab_ascii(struct game *g, struct str *out)
{
	const struct ab_data *d = ab_data(g);
	const struct hex_grid *grid = &d->map.grid;
	struct ab *s = ab_state(g);

	column_heads(out, grid, 0);
	column_heads(out, grid, 1);
	for (int row = grid->row0; row < grid->row0 + grid->rows; row++) {
		half_row(out, d, s, row, 0);
		half_row(out, d, s, row, 1);
	}
	str_add(out, "A number is a counter's; . clear, w woods, / slope, "
	    "h hill, ^ peak,\nC camp, x exit, ~ river.  Even columns stand "
	    "half a hex above odd ones.\n");
}

/* ----------------------------------------------------------- the summary */

static void
unit_line(struct game *g, struct str *out, const struct ab_unit *u)
{
	str_addf(out, "  %2d %-16s %2d-%d%s", u->number, u->id, u->strength,
	    u->ma, u->dot ? "." : " ");
	str_addf(out, " %-8s", u->missile != AB_NO_MISSILE && !u->thrown ?
	    ab_weapon_names[u->missile] : "");
	if (u->hex != HEX_NONE)
		str_addf(out, " %s", game_hex(g, u->hex));
	if (u->disrupted)
		str_add(out, " disrupted");
	if (u->status == AB_ELIMINATED)
		str_add(out, " eliminated");
	if (u->status == AB_EXITED)
		str_add(out, " left the map");
	if (u->status == AB_RESERVE)
		str_addf(out, " arrives in turn %d", u->arrives);
}

static void
side_units(struct game *g, struct str *out, int side)
{
	struct ab *s = ab_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		struct str line = str_new(game_arena(g));

		if (s->unit[i].side != side)
			continue;
		unit_line(g, &line, &s->unit[i]);
		if (n++ % 2 == 0)
			str_addf(out, "%-46s", line.s);
		else
			str_addf(out, "%s\n", line.s);
	}
	if (n % 2 == 1)
		str_addc(out, '\n');
}

void
ab_summary(struct game *g, struct str *out)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	for (int i = 0; i < d->nsides; i++) {
		const struct ab_side *x = &s->side[i];

		str_addf(out, "%s: %d strength lost (demoralized at %d%s, "
		    "beaten at %d),\n%d points from camps and exits.\n",
		    d->title[i], x->lost, x->demoralization, x->demoralized ?
		    ": now" : "", x->disintegration, x->points);
		side_units(g, out, i);
	}
}

void
ab_when(struct game *g, struct str *out)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	if (s->phase == AB_DEPLOY)
		str_add(out, "deployment");
	else
		str_addf(out, "turn %d of %d, %s: %s", s->turn, s->turns,
		    d->title[s->active], ab_phase_names[s->phase]);
}
