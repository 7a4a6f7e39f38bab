/* svg_ground.c: the ground of a board: tints, heights, grid and numbers */
#include "show/svg_draw.h"

#include "base/arena.h"
#include "show/say.h"

/*
 * What stands in a hex besides its tint.  Drawn around the centre of a hex
 * that is 60 wide and 52 high, near its corners, where no counter hides it.
 * ~1 and ~2 are the two colours.
 */
struct motif {
	const char *draw;
	size_t tint, one, two;		/* of the palette; 0: none */
};

#define C(x) offsetof(struct svg_palette, x)

#define TREE(x, y) "M" x " " y "l-4 5h3v3h2v-3h3zm0-5l-3 5h6z"

static const struct motif motifs[BOARD_GROUND_COUNT] = {
	[BOARD_CLEAR] = { "", 0, 0, 0 },
	[BOARD_WOODS] = { "<path fill=\"~1\" d=\"" TREE("-23", "-1")
	    TREE("23", "0") TREE("-13", "-16") TREE("14", "17")
	    TREE("-12", "18") TREE("15", "-15") "\"/>", C(wood), C(tree), 0 },
	[BOARD_BROKEN] = { "<path fill=\"~1\" d=\"M-25 3l3-4 5 1 1 3zM17 4l2-5 "
	    "4 0 3 5zM-13-16l3-3 4 3zM9 21l3-4 4 1 1 3zM-15 19l2-3 4 0 1 3z"
	    "M10-17l2-2 3 2z\"/>", C(broken), C(stone), 0 },
	[BOARD_MARSH] = { "<path stroke=\"~1\" stroke-width=\"2\" "
	    "fill=\"none\" d=\"M-26 4h10m-7-2v-6m3 6v-9m3 9v-5M16 4h10m-7-2v-6"
	    "m3 6v-9m3 9v-5M-15 20h9m-6-2v-4m3 4v-6M7 20h9m-6-2v-4m3 4v-6\"/>",
	    C(marsh), C(reed), 0 },
	/* where it fills its hexes; else a band, in waters() */
	[BOARD_RIVER] = { "<path stroke=\"~1\" fill=\"none\" opacity=\".6\" "
	    "d=\"M-26 2q4-4 8 0t8 0M10 7q4-4 8 0t8 0M-8 20q4-4 8 0t8 0\"/>", 0,
	    C(stream), 0 },
	[BOARD_LAKE] = { "<path stroke=\"~1\" fill=\"none\" d=\"M-24 0q4-4 8 0"
	    "t8 0M8 0q4-4 8 0t8 0M-12 17q4-4 8 0t8 0\"/>", C(bank), C(stream),
	    0 },
	[BOARD_SLOPE] = { "", 0, C(contour), 0 },	/* by its level */
	[BOARD_HILL] = { "", 0, C(contour), 0 },
	[BOARD_PEAK] = { "<path fill=\"~1\" d=\"M-26 4l5-8 5 8zM16 4l5-8 5 "
	    "8z\"/>", 0, C(contour), 0 },
	[BOARD_CAMP] = { "<path fill=\"~1\" d=\"M-28 5l6-10 6 10h-4l-2-5-2 5zM16 "
	    "5l6-10 6 10h-4l-2-5-2 5z\"/><path fill=\"none\" stroke=\"~1\" "
	    "stroke-width=\"2\" stroke-dasharray=\"2 3\" d=\"M-13-22h26M-13 "
	    "22h26\"/>", C(town), C(ridge), 0 },
	[BOARD_CITY] = { "<path fill=\"~1\" d=\"M-26 5v-7l5-4 5 4v7zM16 5v-7l5"
	    "-4 5 4v7zM-14-14v-5l4-3 4 3v5zM6 21v-4l4-3 4 3v4z\"/>", C(town),
	    C(wall), 0 },
	[BOARD_WALL] = { "<path fill=\"~1\" d=\"M-28 8v-14h3v3h3v-3h3v3h3v-3h3"
	    "v14zM13 8v-14h3v3h3v-3h3v3h3v-3h3v14z\"/><path stroke=\"~1\" "
	    "d=\"M-14-20h28M-14 22h28\"/>", C(town), C(wall), 0 },
	[BOARD_GATE] = { "<path fill=\"~1\" d=\"M-28 8v-14h12v14h-3v-5q-3-6-6 0"
	    "v5zM16 8v-14h12v14h-3v-5q-3-6-6 0v5z\"/>", C(town), C(ridge), 0 },
	[BOARD_RAMPART] = { "<path fill=\"none\" stroke=\"~1\" stroke-width="
	    "\"3\" d=\"M-26 4l10-8M16-4l10 8M-14 21h28\"/>", C(broken),
	    C(wall), 0 },
	[BOARD_TRENCH] = { "<path fill=\"none\" stroke=\"~1\" stroke-width="
	    "\"2\" stroke-dasharray=\"4 2\" d=\"M-27-3h11M-27 3h11M16-3h11M16 "
	    "3h11M-13 21h26\"/>", C(broken), C(wall), 0 },
	[BOARD_FORD] = { "<path fill=\"~1\" d=\"M-22-4h6v3h-6zM-20 4h6v3h-6zM14"
	    "-4h6v3h-6zM16 4h6v3h-6zM-8-2h5v3h-5zM4 2h5v3h-5z\"/>", 0,
	    C(stone), 0 },
	[BOARD_BRIDGE] = { "<path fill=\"~1\" stroke=\"~2\" d=\"M-26-9h52v3h-52"
	    "zM-26 6h52v3h-52z\"/>", 0, C(ridge), C(ink) },
	[BOARD_TRAIL] = { "", 0, C(ridge), 0 },
	[BOARD_EXIT] = { "<path fill=\"none\" stroke=\"~1\" stroke-width=\"2\" "
	    "d=\"M0 12v9m-4-4l4 5 4-5\"/>", 0, C(ridge), 0 },
};

const char *
svg_colour(const struct svg *s, size_t at)
{
	return *(const char *const *)(const void *)((const char *)s->c + at);
}

bool
svg_has_ground(enum board_ground x)
{
	return (unsigned)x < BOARD_GROUND_COUNT && motifs[x].draw != NULL;
}

uint32_t
svg_grounds_used(const struct svg *s)
{
	uint32_t used = 0;

	for (int h = 0; h < hex_count(s->b->grid); h++)
		if (svg_in_window(s, h))
			used |= s->b->ground[h];
	return used;
}

bool
svg_level_used(const struct svg *s, int level)
{
	for (int h = 0; h < hex_count(s->b->grid); h++)
		if (svg_in_window(s, h) && s->b->level[h] == level)
			return true;
	return false;
}

/* ------------------------------------------------------------ definitions */

static void
hex_outline(struct svg *s)
{
	for (int v = 0; v < HEX_DIRS; v++) {
		struct svg_point p = svg_corner(s, v);

		svg_put(s, v ? "L$ $" : "M$ $", p.x, p.y);
	}
	svg_put(s, "z");
}

static void
motif(struct svg *s, const struct motif *m)
{
	for (const char *p = m->draw; *p != '\0'; p++)
		if (*p == '~')
			str_add(s->out, svg_colour(s, *++p == '1' ? m->one :
			    m->two));
		else
			str_addc(s->out, *p);
}

static void
ground_def(struct svg *s, int k)
{
	const struct motif *m = &motifs[k];
	bool large = s->a != 30;

	svg_put(s, "<g id=\"g$\">", k);
	if (m->tint != 0)
		svg_put(s, "<use href=\"#hx\" fill=\"@\"/>", svg_colour(s,
		    m->tint));
	if (large && *m->draw != '\0')
		svg_put(s, "<g transform=\"scale(1.25)\">");
	motif(s, m);
	svg_put(s, large && *m->draw != '\0' ? "</g></g>\n" : "</g>\n");
}

/* One strip of the grid: a column of flat hexes, a row of pointed ones. */
static int
strip_length(const struct svg *s, bool shoved)
{
	const struct hex_grid *g = s->b->grid;
	bool flat = g->top == HEX_FLAT;
	int n = flat ? s->rows : s->cols;
	bool whole = flat ? s->row0 + s->rows == g->rows :
	    s->col0 + s->cols == g->cols;

	return n - (g->ragged && shoved && whole);
}

/* So many hexes of a strip, the first around 0,0. */
void
svg_run_path(struct svg *s, const char *id, int number, int n)
{
	bool flat = s->b->grid->top == HEX_FLAT;

	svg_put(s, "<path id=\"@$\" d=\"", id, number);
	for (int i = 0; i < n; i++) {
		int x = flat ? 0 : 2 * s->h * i, y = flat ? 2 * s->h * i : 0;
		int k = s->a / 2;

		if (flat)
			svg_put(s, "M$ $l$-$h$l$ $-$ $h-$z", x - s->a, y, k,
			    s->h, s->a, k, s->h, k, s->h, s->a);
		else
			svg_put(s, "M$ $l$-$ $ $v$l-$ $-$-$z", x - s->h, y - k,
			    s->h, k, s->h, k, s->a, s->h, k, s->h, k);
	}
	svg_put(s, "\"/>\n");
}

struct strip {
	bool shoved;
	int n;
	int printed;			/* its number */
	struct svg_point at;		/* of its first hex as drawn */
};

static struct strip
strip(const struct svg *s, int i)
{
	const struct hex_grid *g = s->b->grid;
	bool flat = g->top == HEX_FLAT;
	int col = s->col0 + (flat ? i : 0), row = s->row0 + (flat ? 0 : i);
	int hex = row * g->cols + col;
	struct strip t;

	t.printed = flat ? hex_col(g, hex) : hex_row(g, hex);
	t.shoved = (((flat ? g->col0 + col : g->row0 + row)) & 1) ==
	    (g->shove == HEX_SHOVE_ODD);
	t.n = strip_length(s, t.shoved);
	if (s->o->flip)
		hex += (t.n - 1) * (flat ? g->cols : 1);
	t.at = svg_centre(s, hex);
	return t;
}

static int
strips(const struct svg *s)
{
	return s->b->grid->top == HEX_FLAT ? s->cols : s->rows;
}

/*
 * Strips are alike in pairs, so that what all of them show is put together from
 * groups of two, four, eight: a map has to stay small.  Of `k` strips from the
 * Ith on, where I is even: a strip's own drawing is ID0 or ID1, a group's ID-k.
 */
static void
strip_group(struct svg *s, const char *id, int k, int i)
{
	struct strip t = strip(s, i), first = strip(s, 0);

	if (k == 1)
		svg_put(s, "<use href=\"#@$\" x=\"$\" y=\"$\"/>", id, t.shoved,
		    t.at.x, t.at.y);
	else if (i == 0)
		svg_put(s, "<use href=\"#@-$\"/>", id, k);
	else if (s->b->grid->top == HEX_FLAT)
		svg_put(s, "<use href=\"#@-$\" x=\"$\"/>", id, k, t.at.x -
		    first.at.x);
	else
		svg_put(s, "<use href=\"#@-$\" y=\"$\"/>", id, k, t.at.y -
		    first.at.y);
}

static void
strip_group_defs(struct svg *s, const char *id)
{
	for (int k = 2; k <= strips(s); k *= 2) {
		svg_put(s, "<g id=\"@-$\">", id, k);
		strip_group(s, id, k / 2, 0);
		strip_group(s, id, k / 2, k / 2);
		svg_put(s, "</g>\n");
	}
}

static void
all_strips(struct svg *s, const char *id)
{
	int at = 0;

	for (int k = 1 << 20; k > 0; k /= 2)
		if (strips(s) & k) {
			strip_group(s, id, k, at);
			at += k;
		}
}

void
svg_ground_defs(struct svg *s)
{
	uint32_t used = svg_grounds_used(s);

	svg_put(s, "<path id=\"hx\" d=\"");
	hex_outline(s);
	svg_put(s, "\"/>\n");
	svg_run_path(s, "st", 0, strip_length(s, false));
	svg_run_path(s, "st", 1, strip_length(s, true));
	strip_group_defs(s, "st");
	for (int k = 1; k < BOARD_GROUND_COUNT; k++)
		if (used >> k & 1 && (motifs[k].tint != 0 ||
		    *motifs[k].draw != '\0'))
			ground_def(s, k);
}

/* --------------------------------------------------------- grid, numbers */

static void
draw_strips(struct svg *s, const char *attributes)
{
	svg_put(s, "<g @>", attributes);
	all_strips(s, "st");
	svg_put(s, "</g>\n");
}

/* The printed number of the Ith hex of a strip, as drawn. */
static int
along_number(const struct svg *s, int i, int n)
{
	const struct hex_grid *g = s->b->grid;
	bool flat = g->top == HEX_FLAT;
	int k = s->o->flip ? n - 1 - i : i;
	int hex = flat ? (s->row0 + k) * g->cols + s->col0 :
	    s->row0 * g->cols + s->col0 + k;

	return flat ? hex_row(g, hex) : hex_col(g, hex);
}

static void
number_text(struct svg *s, int x, int y, int n)
{
	if (s->b->grid->digits == 2 && n < 10)
		svg_put(s, "<text x=\"$\" y=\"$\">0$</text>", x, y, n);
	else
		svg_put(s, "<text x=\"$\" y=\"$\">$</text>", x, y, n);
}

/* Those of `k` heights from the Ith on: a power of two, made of two halves. */
static void
row_of_numbers(struct svg *s, int shoved, int k, int i)
{
	svg_put(s, "<use href=\"#nb$-$\"", shoved, k);
	if (i > 0)
		svg_put(s, s->b->grid->top == HEX_FLAT ? " y=\"$\"" :
		    " x=\"$\"", 2 * s->h * i);
	svg_put(s, "/>");
}

/*
 * A number has two halves, and all hexes of a strip share one of them, all at
 * the same height of their strips the other.  So each half is written once for
 * each strip and once for each height, and then only repeated: a thousand
 * numbers take no more room than a hundred.
 */
static void
numbers(struct svg *s)
{
	const struct hex_grid *g = s->b->grid;
	bool flat = g->top == HEX_FLAT;
	bool second = (g->numbers == HEX_CCRR) == flat;
	int base = s->b->manner == BOARD_RATED ? -18 : s->b->manner ==
	    BOARD_BLOCKS ? -29 : -20;
	const char *along = second ? "start" : "end";
	const char *across = second ? "end" : "start";

	svg_put(s, "<g fill=\"@\" font-size=\"9\"><defs>\n", s->c->number);
	for (int shoved = 0; shoved < 2; shoved++) {
		int n = strip_length(s, shoved);

		svg_put(s, "<g id=\"na$\" text-anchor=\"@\">", shoved, along);
		for (int i = 0; i < n; i++)
			number_text(s, flat ? 0 : 2 * s->h * i, base + (flat ?
			    2 * s->h * i : 0), along_number(s, i, n));
		svg_put(s, "</g>\n<g id=\"nb$-1\" text-anchor=\"@\">", shoved,
		    across);
		for (int i = 0; i < strips(s); i++) {
			struct strip t = strip(s, i);

			if (t.shoved == (shoved != 0))
				number_text(s, t.at.x, t.at.y + base,
				    t.printed);
		}
		svg_put(s, "</g>\n");
		for (int k = 2; k <= n; k *= 2) {
			svg_put(s, "<g id=\"nb$-$\">", shoved, k);
			row_of_numbers(s, shoved, k / 2, 0);
			row_of_numbers(s, shoved, k / 2, k / 2);
			svg_put(s, "</g>\n");
		}
	}
	strip_group_defs(s, "na");
	svg_put(s, "</defs>");
	all_strips(s, "na");
	for (int shoved = 0; shoved < 2; shoved++) {
		int n = strip_length(s, shoved), at = 0;

		for (int k = 1 << 20; k > 0; k /= 2)
			if (n & k) {
				row_of_numbers(s, shoved, k, at);
				at += k;
			}
	}
	svg_put(s, "</g>\n");
}

/* ----------------------------------------------------------------- layers */

static int
level_of(const struct svg *s, int hex)
{
	int level = svg_in_window(s, hex) ? s->b->level[hex] : 0;

	return level > 3 ? 3 : level;
}

/* How many hexes of a strip, from this one on, have the same level. */
static int
run_length(const struct svg *s, int hex)
{
	const struct hex_grid *g = s->b->grid;
	bool flat = g->top == HEX_FLAT;
	int step = flat ? g->cols : 1, n = 1;
	int rest = flat ? g->rows - hex / g->cols : g->cols - hex % g->cols;

	while (n < rest && level_of(s, hex + n * step) == level_of(s, hex))
		n++;
	return n;
}

/* Is the one before it in its strip of the same level? */
static bool
begins_run(const struct svg *s, int hex)
{
	const struct hex_grid *g = s->b->grid;
	bool flat = g->top == HEX_FLAT;
	int step = flat ? g->cols : 1;
	bool first = flat ? hex < g->cols : hex % g->cols == 0;

	return first || level_of(s, hex - step) != level_of(s, hex);
}

/* Runs of one height along the strips: a third of the hexes' number. */
static void
tints(struct svg *s)
{
	int step = s->b->grid->top == HEX_FLAT ? s->b->grid->cols : 1;
	bool made[HEX_SPAN + 1] = { false };

	for (int level = 1; level <= 3; level++) {
		bool any = false;

		for (int h = 0; h < hex_count(s->b->grid); h++) {
			struct svg_point p;
			int n;

			if (level_of(s, h) != level || !begins_run(s, h))
				continue;
			n = run_length(s, h);
			if (!any)
				svg_put(s, "<g fill=\"@\">",
				    s->c->level[level]);
			any = true;
			if (!made[n]) {
				svg_put(s, "<defs>");
				svg_run_path(s, "rn", n, n);
				svg_put(s, "</defs>");
				made[n] = true;
			}
			p = svg_centre(s, s->o->flip ? h + (n - 1) * step : h);
			svg_put(s, "<use href=\"#rn$\" x=\"$\" y=\"$\"/>", n,
			    p.x, p.y);
		}
		if (any)
			svg_put(s, "</g>\n");
	}
}

static void
motifs_on_map(struct svg *s, bool above_water)
{
	const uint32_t above = 1u << BOARD_FORD | 1u << BOARD_BRIDGE;

	for (int h = 0; h < hex_count(s->b->grid); h++) {
		struct svg_point p;

		if (!svg_in_window(s, h))
			continue;
		p = svg_centre(s, h);
		for (int k = 1; k < BOARD_GROUND_COUNT; k++)
			if (s->b->ground[h] >> k & 1 && k != BOARD_RIVER &&
			    (motifs[k].tint != 0 || *motifs[k].draw != '\0') &&
			    (above >> k & 1) == above_water)
				svg_put(s, "<use href=\"#g$\" x=\"$\" y=\"$\"/>"
				    , k, p.x, p.y);
	}
	svg_put(s, "\n");
}

/* One hex that is higher than its neighbours in these directions: its edge
 * there, with ticks downhill. */
static void
contour_def(struct svg *s, unsigned dirs)
{
	svg_put(s, "<defs><path id=\"ct$\" d=\"", (int)dirs);
	for (int d = 0; d < HEX_DIRS; d++) {
		struct svg_point p = svg_corner(s, d + 5);
		struct svg_point q = svg_corner(s, d);

		if (!(dirs >> d & 1))
			continue;
		svg_put(s, "M$ $l$ $", p.x, p.y, q.x - p.x, q.y - p.y);
		/* a number stands close below a side that looks down */
		for (int t = p.x + q.x == 0 && p.y > 0 ? 6 : 1; t <= 5; t += 2)
			svg_put(s, "M$ $l$ $", p.x + (q.x - p.x) * t / 6, p.y +
			    (q.y - p.y) * t / 6, (p.x + q.x) * 3 / s->h,
			    (p.y + q.y) * 3 / s->h);
	}
	svg_put(s, "\"/></defs>");
}

static void
contours(struct svg *s)
{
	bool made[1 << HEX_DIRS] = { false }, any = false;

	for (int h = 0; h < hex_count(s->b->grid); h++) {
		unsigned dirs = 0;
		struct svg_point c;

		for (int d = 0; d < HEX_DIRS && svg_in_window(s, h); d++) {
			int to = hex_step(s->b->grid, h, d);

			if (to != HEX_NONE && s->b->level[to] <
			    s->b->level[h])
				dirs |= 1u << d;
		}
		if (dirs == 0)
			continue;
		if (!any)
			svg_put(s, "<g fill=\"none\" stroke=\"@\">",
			    s->c->contour);
		any = true;
		if (!made[dirs])
			contour_def(s, dirs);
		made[dirs] = true;
		c = svg_centre(s, h);
		svg_put(s, "<use href=\"#ct$\" x=\"$\" y=\"$\"/>", (int)dirs,
		    c.x, c.y);
	}
	if (any)
		svg_put(s, "</g>\n");
}

/* Dashed lines between sections, and their names at both baselines. */
static void
sections(struct svg *s)
{
	int from = s->x0;

	if (s->b->nsections == 0 || s->o->around != HEX_NONE)
		return;
	svg_put(s, "<g fill=\"none\" stroke=\"@\" stroke-dasharray=\"7 5\" "
	    "opacity=\".6\">", s->c->hit);
	for (int i = 0; i < s->b->nsections; i++)
		svg_put(s, "<path d=\"M$ $v$\"/>", s->x0 + (s->o->flip ?
		    s->cols * 2 - 1 - s->b->section[i] : s->b->section[i] -
		    1) * s->h, s->top, s->height);
	svg_put(s, "</g>\n<g fill=\"@\" font-size=\"10\" text-anchor=\"middle"
	    "\">", s->c->muted);
	for (int i = 0; i <= s->b->nsections; i++) {
		int a = i == 0 ? 0 : s->b->section[i - 1] - 1;
		int z = i == s->b->nsections ? s->cols * 2 - 2 :
		    s->b->section[i] - 1;
		int x = from + (a + z) * s->h / 2;
		const char *name = say_name(s->b, s->b->section_name[i]);
		const char *other = say_name(s->b, s->b->section_name[
		    s->b->nsections - i]);

		svg_put(s, "<text x=\"$\" y=\"$\">^</text><text x=\"$\" y=\"$\""
		    ">^</text>", x, s->top + s->height - 4, name, x, s->top +
		    11, other);
	}
	svg_put(s, "</g>\n");
}

void
svg_ground(struct svg *s)
{
	svg_put(s, "<path fill=\"@\" d=\"M$ $h$v$h-$z\"/>\n", s->c->panel,
	    s->left, s->top, s->width, s->height, s->width);
	draw_strips(s, arena_printf(s->out->arena, "fill=\"%s\"",
	    s->c->clear));
	tints(s);
	motifs_on_map(s, false);
	svg_waters(s);
	draw_strips(s, arena_printf(s->out->arena, "fill=\"none\" "
	    "stroke=\"%s\"", s->c->grid));
	motifs_on_map(s, true);
	contours(s);
	svg_edges(s);
	sections(s);
	numbers(s);
}
