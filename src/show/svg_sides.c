/* svg_sides.c: what runs along hexsides: streams, ridges, walls */
#include "show/svg_draw.h"

#define C(x) offsetof(struct svg_palette, x)

unsigned
svg_edges_used(const struct svg *s)
{
	unsigned used = 0;

	for (int h = 0; h < hex_count(s->b->grid); h++)
		for (int d = 0; d < HEX_DIRS && svg_in_window(s, h); d++)
			used |= s->b->edge[h][d];
	return used;
}

/* How each feature is drawn: one line upon another. */
static const struct edge_line {
	int width;
	size_t colour;
	const char *dash;
	bool smooth;
} edge_lines[BOARD_EDGE_COUNT][2] = {
	[BOARD_EDGE_STREAM] = { { 9, C(bank), "", true },
	    { 4, C(stream), "", true } },
	[BOARD_EDGE_RIVER] = { { 15, C(bank), "", true },
	    { 10, C(stream), "", true } },
	[BOARD_EDGE_RIDGE] = { { 7, C(ridge), "", false },
	    { 4, C(level[1]), "2 3", false } },
	[BOARD_EDGE_WALL] = { { 8, C(wall), "", false },
	    { 4, C(town), "4 4", false } },
	[BOARD_EDGE_GATE] = { { 8, C(ridge), "", false },
	    { 4, C(page), "12 4", false } },
	[BOARD_EDGE_RAMPART] = { { 7, C(ridge), "3 2", false },
	    { 2, C(wall), "", false } },
	[BOARD_EDGE_TRENCH] = { { 8, C(stone), "", false },
	    { 4, C(broken), "", false } },
	[BOARD_EDGE_CLIFF] = { { 7, C(wall), "2 2", false },
	    { 2, C(ink), "", false } },
	[BOARD_EDGE_TRAIL] = { { 3, C(ridge), "6 3", false },
	    { 1, C(ridge), "6 3", false } },
	[BOARD_EDGE_BRIDGE] = { { 12, C(ridge), "", false },
	    { 6, C(town), "3 2", false } },
	[BOARD_EDGE_FORD] = { { 10, C(stone), "3 3", false },
	    { 4, C(broken), "3 3", false } },
};

bool
svg_has_edge(enum board_edge x)
{
	return (unsigned)x < BOARD_EDGE_COUNT && edge_lines[x][0].width > 0;
}

static bool
side_has(const struct svg *s, int hex, int dir, int k)
{
	return svg_in_window(s, hex) && s->b->edge[hex][dir] >> k & 1;
}

/* A stream bends at the corners where two of its sides meet: from the middle
 * of one to the middle of the other.  Each corner belongs to three hexsides of
 * which two are this hex's. */
static void
smooth_side(struct svg *s, int h, int d, struct svg_point c, int k)
{
	struct svg_point p = svg_corner(s, d + 5), q = svg_corner(s, d);
	int mx = c.x + (p.x + q.x) / 2, my = c.y + (p.y + q.y) / 2;
	int to = hex_step(s->b->grid, h, d);

	for (int end = 0; end < 2; end++) {
		struct svg_point v = end ? q : p;
		int next = end ? d + 1 : d + 5;
		bool mine = side_has(s, h, next % 6, k);
		bool theirs = to != HEX_NONE && side_has(s, to, (d + (end ? 2 :
		    4)) % 6, k);

		if (!mine && !theirs)
			svg_put(s, "M$ $L$ $", mx, my, c.x + v.x, c.y + v.y);
		if (mine && end) {
			struct svg_point a = svg_corner(s, next + 5);
			struct svg_point b = svg_corner(s, next);

			svg_put(s, "M$ $Q$ $ $ $", mx, my, c.x + v.x,
			    c.y + v.y, c.x + (a.x + b.x) / 2,
			    c.y + (a.y + b.y) / 2);
		}
	}
}

/* Two sides of neighbouring hexes that meet at a corner of this hexside and
 * both lie on the far side of it are met when those hexes are drawn. */
static void
edge_path(struct svg *s, int k, bool smooth)
{
	for (int h = 0; h < hex_count(s->b->grid); h++)
		for (int d = 0; d < HEX_DIRS; d++) {
			struct svg_point c, p, q;
			int to;

			if (!side_has(s, h, d, k))
				continue;
			c = svg_centre(s, h);
			if (smooth) {
				smooth_side(s, h, d, c, k);
				continue;
			}
			to = hex_step(s->b->grid, h, d);
			if (to != HEX_NONE && to < h && svg_in_window(s, to))
				continue;
			p = svg_corner(s, d + 5);
			q = svg_corner(s, d);
			svg_put(s, "M$ $l$ $", c.x + p.x, c.y + p.y, q.x - p.x,
			    q.y - p.y);
		}
}

void
svg_edge_sample(struct svg *s, enum board_edge x)
{
	for (int i = 0; i < 2; i++)
		svg_put(s, "<path fill=\"none\" stroke=\"@\" stroke-width=\"$\""
		    " stroke-dasharray=\"@\" stroke-linecap=\"@\" d=\"M-17 5L-6"
		    "-5 6 5 17-5\"/>", svg_colour(s, edge_lines[x][i].colour),
		    edge_lines[x][i].width, edge_lines[x][i].dash, *edge_lines[
		    x][i].dash ? "butt" : "round");
}

void
svg_edges(struct svg *s)
{
	unsigned used = svg_edges_used(s);

	for (int k = 0; k < BOARD_EDGE_COUNT; k++) {
		const struct edge_line *l = edge_lines[k];

		if (!(used >> k & 1))
			continue;
		svg_put(s, "<g fill=\"none\" stroke-linecap=\"@\"><defs><path "
		    "id=\"e$\" d=\"", *l[0].dash ? "butt" : "round", k);
		edge_path(s, k, l[0].smooth);
		svg_put(s, "\"/></defs>");
		for (int i = 0; i < 2; i++)
			if (*l[i].dash)
				svg_put(s, "<use href=\"#e$\" stroke=\"@\" "
				    "stroke-width=\"$\" stroke-dasharray=\"@\" "
				    "stroke-linecap=\"butt\"/>", k, svg_colour(s,
				    l[i].colour), l[i].width, l[i].dash);
			else
				svg_put(s, "<use href=\"#e$\" stroke=\"@\" "
				    "stroke-width=\"$\"/>", k, svg_colour(s,
				    l[i].colour), l[i].width);
		svg_put(s, "</g>\n");
	}
}
