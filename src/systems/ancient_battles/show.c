/* show.c: Ancient Battles for people: the map in letters, lists of units */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/str.h"
#include "show/sides.h"
#include "show/wrap.h"

#include <string.h>

static const char terrain_sign[AB_TERRAIN_COUNT] = {
	[AB_CLEAR] = '.', [AB_TRAIL] = '.', [AB_WOODS] = 'w',
	[AB_RIVER] = '~', [AB_LAKE] = '~', [AB_SLOPE] = '/', [AB_HILL] = 'h', [AB_PEAK] = '^',
	[AB_CAMP] = 'C', [AB_EXIT] = 'x', [AB_STREAM] = '~',
	[AB_RIDGE] = '/', [AB_CLIFF] = '/',
};

/* The sign of a hex's ground; r for a slope that borders a ridge [7.43]. */
static char
ground_sign(const struct ab_data *d, int hex)
{
	int terrain = ab_terrain_at(d, hex);

	for (int k = 0; terrain == AB_SLOPE && k < HEX_DIRS; k++)
		if (map_side_has(&d->map, hex, k, AB_RIDGE))
			return 'r';
	if (terrain == AB_CLEAR && map_has(&d->map, hex, AB_EXIT))
		return 'x';
	return terrain_sign[terrain];
}

/* How many counters stand in each hex: mostly none. */
struct crowd {
	unsigned char in[HEX_MAX];
};

static void
count_crowd(const struct ab_data *d, const struct ab *s, struct crowd *c)
{
	memset(c->in, 0, (size_t)hex_count(&d->map.grid));
	for (int i = 0; i < s->nunits; i++)
		if (ab_on_map(&s->unit[i]))
			c->in[s->unit[i].hex]++;
}

/* Two characters: a counter's number, or the terrain. */
static void
cell(struct str *out, const struct ab_data *d, struct ab *s,
    const struct crowd *c, int hex)
{
	struct ab_unit *u = NULL;

	if (c->in[hex] == 0) {
		str_addc(out, ' ');
		str_addc(out, ground_sign(d, hex));
		return;
	}
	u = ab_combat_unit_at(d, s, 0, hex);
	if (u == NULL)
		u = ab_combat_unit_at(d, s, 1, hex);
	if (u == NULL)
		u = ab_lone_leader_at(d, s, 0, hex);
	if (u == NULL)
		u = ab_lone_leader_at(d, s, 1, hex);
	if (u != NULL && u->number > 0)
		str_addf(out, "%02d", u->number % 100);
	else if (u != NULL)
		str_addf(out, "%-2.2s", u->id);
	else
		str_addf(out, " %c", ground_sign(d, hex));
}

static void
end_line(struct str *out)
{
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	str_addc(out, '\n');
}

/* Room for the row's number.  Where an even column, which stands beside it,
 * is not the first, the cell before it is empty and keeps them apart. */
static const char *
margin(const struct hex_grid *g)
{
	return g->col0 & 1 ? "  " : "   ";
}

/* One printed line: the columns of one parity of a row. */
static void
half_row(struct str *out, const struct ab_data *d, struct ab *s,
    const struct crowd *c, int row, int parity)
{
	const struct hex_grid *g = &d->map.grid;
	int last = g->col0 + g->cols - 1;

	if (parity == 0)
		str_addf(out, "%02d%s", row, margin(g) + 2);
	else
		str_add(out, margin(g));
	for (int col = g->col0; col <= last; col++) {
		if (((col & 1) != 0) == (parity != 0))
			cell(out, d, s, c, hex_at(g, col, row));
		else
			str_add(out, "  ");
	}
	end_line(out);
}

static void
column_heads(struct str *out, const struct hex_grid *g, int parity)
{
	str_add(out, margin(g));
	for (int col = g->col0; col < g->col0 + g->cols; col++)
		if (((col & 1) != 0) == (parity != 0))
			str_addf(out, "%02d", col);
		else
			str_add(out, "  ");
	end_line(out);
}

/* ------------------------------------------------- what the signs mean */

/* "48-98 roman, 1-47 hunnic": whose counters are whose. */
static void
counter_numbers(struct game *g, struct wrap_words *f)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	for (int side = 0; side < d->nsides; side++) {
		int low = 0, high = 0;

		for (int i = 0; i < s->nunits; i++) {
			int n = s->unit[i].number;

			if (s->unit[i].side != side || n == 0)
				continue;
			low = low == 0 || n < low ? n : low;
			high = n > high ? n : high;
		}
		if (low > 0)
			wrap_word(f, arena_printf(game_arena(g), "%d-%d %s%s",
			    low, high, d->side[side],
			    side + 1 < d->nsides ? "," : "."));
	}
}

static void
legend(struct game *g, struct str *out)
{
	static const struct { char sign; const char *text; } signs[] = {
		{ '.', ". clear" }, { 'w', "w woods" }, { '~', "~ river" },
		{ '/', "/ slope" }, { 'r', "r slope at a ridge" },
		{ 'h', "h hill" }, { '^', "^ peak" }, { 'C', "C camp" },
		{ 'x', "x exit" },
	};
	const struct ab_data *d = ab_data(g);
	struct wrap_words f = { .out = out };
	const char *last = NULL;

	wrap_word(&f, "Counters:");
	counter_numbers(g, &f);
	wrap_end(&f);
	wrap_word(&f, "Ground:");
	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
		bool there = false;

		for (int h = 0; h < hex_count(&d->map.grid) && !there; h++)
			there = hex_exists(&d->map.grid, h) &&
			    ground_sign(d, h) == signs[i].sign;
		if (!there)
			continue;
		if (last != NULL)
			wrap_word(&f, arena_printf(game_arena(g), "%s,", last));
		last = signs[i].text;
	}
	wrap_word(&f, arena_printf(game_arena(g), "%s.", last));
	wrap_end(&f);
	str_addf(out, "%s columns stand half a hex above the others.\n",
	    d->map.grid.shove == HEX_SHOVE_ODD ? "Even" : "Odd");
}

/* Counters that share a hex: the map has room for one. */
static void
stacks(struct game *g, struct str *out, const struct crowd *c)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct wrap_words f = { .out = out, .rest = 4 };
	bool any = false;

	for (int h = 0; h < hex_count(&d->map.grid); h++) {
		struct str line;
		int n = 0;

		if (c->in[h] < 2)
			continue;
		line = str_new(game_arena(g));
		for (int i = 0; i < s->nunits; i++)
			if (ab_on_map(&s->unit[i]) && s->unit[i].hex == h)
				str_addf(&line, "%s%s", n++ ? " + " : "",
				    s->unit[i].id);
		wrap_word(&f, any ? ";" : "Stacks:");
		wrap_word(&f, arena_printf(game_arena(g), "%s %s", game_hex(g, h),
		    line.s));
		any = true;
	}
	wrap_end(&f);
}

void
ab_ascii(struct game *g, struct str *out)
{
	const struct ab_data *d = ab_data(g);
	const struct hex_grid *grid = &d->map.grid;
	struct ab *s = ab_state(g);
	struct crowd crowd;

	count_crowd(d, s, &crowd);
	column_heads(out, grid, 0);
	column_heads(out, grid, 1);
	for (int row = grid->row0; row < grid->row0 + grid->rows; row++) {
		half_row(out, d, s, &crowd, row, 0);
		half_row(out, d, s, &crowd, row, 1);
	}
	str_addc(out, '\n');
	legend(g, out);
	sides_list(out, g, &d->map, AB_RIDGE, "Ridge");
	sides_list(out, g, &d->map, AB_STREAM, "Stream");
	sides_list(out, g, &d->map, AB_TRAIL, "Trail");
	stacks(g, out, &crowd);
}

/* ----------------------------------------------------------- the summary */

/* "legio-49   8-5  2424  pilum": . after MA is the dot, ! is disrupted */
static const char *
unit_line(struct game *g, const struct ab_unit *u, int width)
{
	const char *weapon = u->missile != AB_NO_MISSILE && !u->thrown ?
	    ab_weapon_names[u->missile] : "";

	return arena_printf(game_arena(g), "%-*s %2d-%d%s %s%s%s%s", width,
	    u->id, u->strength, u->ma, u->dot && u->type != AB_LEADER ? "." :
	    " ", game_hex(g, u->hex), u->disrupted ? "!" : " ",
	    *weapon ? " " : "", weapon);
}

/* Those on the map in two columns where they fit, read downwards. */
static void
units_on_map(struct game *g, struct str *out, int side)
{
	struct ab *s = ab_state(g);
	const char *line[AB_UNITS];
	size_t width = 0, id = 0;
	int n = 0, rows;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && ab_on_map(&s->unit[i]) &&
		    strlen(s->unit[i].id) > id)
			id = strlen(s->unit[i].id);
	for (int i = 0; i < s->nunits; i++) {
		if (s->unit[i].side != side || !ab_on_map(&s->unit[i]))
			continue;
		line[n] = unit_line(g, &s->unit[i], (int)id);
		if (strlen(line[n]) > width)
			width = strlen(line[n]);
		n++;
	}
	rows = 2 * width + 2 <= WRAP_WIDTH ? (n + 1) / 2 : n;
	for (int i = 0; i < rows; i++) {
		if (rows + i < n)
			str_addf(out, "%-*s  %s", (int)width, line[i],
			    line[rows + i]);
		else
			str_add(out, line[i]);
		end_line(out);
	}
}

/* "Eliminated: legio-49 (8), …" */
static void
units_elsewhere(struct game *g, struct str *out, int side,
    enum ab_status status, const char *name)
{
	struct ab *s = ab_state(g);
	struct wrap_words f = { .out = out, .rest = 4 };
	const char *last = NULL;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side != side || (int)status != u->status || ab_on_map(u))
			continue;
		wrap_word(&f, last ? arena_printf(game_arena(g), "%s,", last) :
		    name);
		last = status == AB_RESERVE ? arena_printf(game_arena(g),
		    "%s (turn %d)", u->id, u->arrives) : u->id;
	}
	if (last != NULL)
		wrap_word(&f, arena_printf(game_arena(g), "%s.", last));
	wrap_end(&f);
}

void
ab_summary(struct game *g, struct str *out)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	for (int i = 0; i < d->nsides; i++) {
		const struct ab_side *x = &s->side[i];

		int points = ab_victory_points(d, s, i);

		str_addf(out, "%s%s: %d strength lost (demoralized at %d%s, "
		    "beaten at %d),\n%d victory point%s so far, %d from camps "
		    "and exits.\n",
		    i ? "\n" : "", d->title[i], x->lost, x->demoralization,
		    x->demoralized ? ": now" : "", x->disintegration,
		    points, points == 1 ? "" : "s", x->points);
		units_on_map(g, out, i);
		units_elsewhere(g, out, i, AB_ON_MAP, "Not placed yet:");
		units_elsewhere(g, out, i, AB_RESERVE, "To come:");
		units_elsewhere(g, out, i, AB_ELIMINATED, "Eliminated:");
		units_elsewhere(g, out, i, AB_EXITED, "Left the map:");
	}
	str_add(out, "\nStrength-movement (. light), hex (! disrupted), "
	    "missiles that it has.\n");
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
