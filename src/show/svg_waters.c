/* svg_waters.c: rivers, lakes and trails of a board, as bands through its hexes */
#include "show/svg_draw.h"

#include "base/arena.h"

static bool
wet(const struct svg *s, int hex, uint32_t kinds)
{
	return hex != HEX_NONE && (s->b->ground[hex] & kinds) != 0;
}

/* Bands through the centres of hexes of one sort, as a river flows; those that
 * are BROAD are drawn otherwise (NULL: none is). */
static void
band_path(struct svg *s, uint32_t kinds, const bool *broad)
{
	for (int h = 0; h < hex_count(s->b->grid); h++) {
		struct svg_point c, m[HEX_DIRS];
		int n = 0, out = -1, dir = 0;

		if (!svg_in_window(s, h) || !wet(s, h, kinds) ||
		    (broad != NULL && broad[h]))
			continue;
		c = svg_centre(s, h);
		for (int d = 0; d < HEX_DIRS; d++) {
			int to = hex_step(s->b->grid, h, d);
			struct svg_point p = svg_corner(s, d + 5);
			struct svg_point q = svg_corner(s, d);

			if (to == HEX_NONE && out < 0)
				out = d;
			if (!wet(s, to, kinds))
				continue;
			dir = d;
			m[n++] = (struct svg_point){ c.x + (p.x + q.x) / 2,
			    c.y + (p.y + q.y) / 2 };
		}
		if (n == 1 && out >= 0) {	/* it goes on off the map */
			int far = hex_step(s->b->grid, h, (dir + 3) % 6) ==
			    HEX_NONE ? (dir + 3) % 6 : out;
			struct svg_point p = svg_corner(s, far + 5);
			struct svg_point q = svg_corner(s, far);

			m[n++] = (struct svg_point){ c.x + p.x + q.x,
			    c.y + p.y + q.y };
		}
		if (n == 2)
			svg_put(s, "M$ $Q$ $ $ $", m[0].x, m[0].y, c.x, c.y,
			    m[1].x, m[1].y);
		else if (n == 0)
			svg_put(s, "M$ $h1", c.x, c.y);
		else
			for (int i = 0; i < n; i++)
				svg_put(s, "M$ $L$ $", m[i].x, m[i].y, c.x,
				    c.y);
	}
}

/*
 * The hexes of rivers that are anywhere more than a hex wide, which are water
 * from side to side all along: a river that was now a band and now a row of
 * full hexes would look like beads on a string.
 */
static const bool *
broad_waters(const struct svg *s, uint32_t kinds)
{
	int count = hex_count(s->b->grid), n = 0;
	bool *broad = arena_alloc(s->out->arena, (size_t)count);
	int *queue = arena_alloc(s->out->arena, (size_t)count *
	    sizeof *queue);

	for (int h = 0; h < count; h++) {
		int around = 0;

		for (int d = 0; d < HEX_DIRS && wet(s, h, kinds); d++)
			around += wet(s, hex_step(s->b->grid, h, d), kinds);
		if (around > 2) {
			broad[h] = true;
			queue[n++] = h;
		}
	}
	for (int i = 0; i < n; i++)
		for (int d = 0; d < HEX_DIRS; d++) {
			int to = hex_step(s->b->grid, queue[i], d);

			if (wet(s, to, kinds) && !broad[to]) {
				broad[to] = true;
				queue[n++] = to;
			}
		}
	return broad;
}

/* The hex N steps along a strip from another; HEX_NONE beyond the map. */
static int
along(const struct svg *s, int hex, int n)
{
	const struct hex_grid *g = s->b->grid;
	bool flat = g->top == HEX_FLAT;
	int at = (flat ? hex / g->cols : hex % g->cols) + n;

	if (at < 0 || at >= (flat ? g->rows : g->cols))
		return HEX_NONE;
	hex += n * (flat ? g->cols : 1);
	return hex_exists(g, hex) ? hex : HEX_NONE;
}

static bool
is_broad(const struct svg *s, const bool *broad, int hex)
{
	return svg_in_window(s, hex) && broad[hex];
}

/* Beyond the first and the last strip of the map such a river flows on. */
static void
waters_beyond(struct svg *s, int hex)
{
	struct svg_point c = svg_centre(s, hex);
	const struct hex_grid *g = s->b->grid;
	int strip = g->top == HEX_FLAT ? hex % g->cols : hex / g->cols;

	if (strip != 0 && strip != (g->top == HEX_FLAT ? g->cols : g->rows) - 1)
		return;
	for (int d = 0; d < HEX_DIRS; d++) {
		struct svg_point p = svg_corner(s, d + 5);
		struct svg_point q = svg_corner(s, d);

		if (hex_step(g, hex, d) == HEX_NONE)
			svg_put(s, "<use href=\"#hx\" x=\"$\" y=\"$\"/>",
			    c.x + p.x + q.x, c.y + p.y + q.y);
	}
}

/* One run of such hexes along a strip, and a hex more at an end where the map
 * ends.  MADE: which lengths have a definition. */
static void
waters_run(struct svg *s, const bool *broad, int from, bool *made)
{
	int n = 1, last, back = along(s, from, -1) == HEX_NONE;
	struct svg_point c, step;

	while (is_broad(s, broad, along(s, from, n)))
		n++;
	last = along(s, from, n - 1);
	c = svg_centre(s, s->o->flip ? last : from);
	step = s->b->grid->top == HEX_FLAT ? (struct svg_point){ 0, 2 * s->h } :
	    (struct svg_point){ 2 * s->h, 0 };
	if (s->o->flip)
		back = along(s, last, 1) == HEX_NONE;
	n += (along(s, from, -1) == HEX_NONE) + (along(s, last, 1) ==
	    HEX_NONE);
	if (!made[n]) {
		svg_put(s, "<defs>");
		svg_run_path(s, "rr", n, n);
		svg_put(s, "</defs>");
	}
	made[n] = true;
	svg_put(s, "<use href=\"#rr$\" x=\"$\" y=\"$\"/>", n, c.x - (back ?
	    step.x : 0), c.y - (back ? step.y : 0));
}

/* Full hexes, laid once as a shore that shows around them, once as a bank and
 * once as water, which is pale so that numbers can be read on it. */
static void
wide_waters(struct svg *s, const bool *broad)
{
	bool any = false, made[HEX_SPAN + 3] = { false };

	for (int h = 0; h < hex_count(s->b->grid); h++) {
		if (!is_broad(s, broad, h))
			continue;
		if (!any)
			svg_put(s, "<defs><g id=\"rw\" stroke-linejoin=\"round\""
			    ">");
		any = true;
		if (!is_broad(s, broad, along(s, h, -1)))
			waters_run(s, broad, h, made);
		waters_beyond(s, h);
	}
	if (any)
		svg_put(s, "</g></defs><use href=\"#rw\" stroke=\"@\" "
		    "stroke-width=\"10\"/><use href=\"#rw\" stroke=\"@\" "
		    "stroke-width=\"5\"/><use href=\"#rw\" fill=\"@\" "
		    "stroke=\"@\" stroke-width=\"2\"/>\n", s->c->bank,
		    s->c->stream, s->c->water, s->c->water);
	if (any)
		svg_put(s, "<pattern id=\"wv\" width=\"64\" height=\"44\" "
		    "patternUnits=\"userSpaceOnUse\"><path fill=\"none\" "
		    "stroke=\"@\" opacity=\".5\" d=\"M6 9q4-4 8 0t8 0M38 30q4-4 "
		    "8 0t8 0\"/></pattern><use href=\"#rw\" fill=\"url(#wv)\"/>"
		    "\n", s->c->stream);
}

void
svg_waters(struct svg *s)
{
	const uint32_t kinds = 1u << BOARD_RIVER | 1u << BOARD_FORD |
	    1u << BOARD_BRIDGE;

	if (svg_grounds_used(s) & kinds) {
		const bool *broad = broad_waters(s, kinds);

		/* it ends at the frame */
		svg_put(s, "<clipPath id=\"fr\"><path d=\"M$ $h$v$h-$z\"/>"
		    "</clipPath>", s->left, s->top, s->width, s->height,
		    s->width);
		svg_put(s, "<g fill=\"none\" stroke-linecap=\"round\" "
		    "clip-path=\"url(#fr)\"><defs><path id=\"rv\" d=\"");
		band_path(s, kinds, broad);
		svg_put(s, "\"/></defs><use href=\"#rv\" stroke=\"@\" "
		    "stroke-width=\"$\"/>", s->c->bank, s->h + 10);
		svg_put(s, "<use href=\"#rv\" stroke=\"@\" stroke-width=\"$"
		    "\"/><use href=\"#rv\" stroke=\"@\" stroke-width=\"$\"/>",
		    s->c->stream, s->h + 3, s->c->water, s->h);
		wide_waters(s, broad);
		svg_put(s, "</g>\n");
	}
	if (svg_grounds_used(s) & 1u << BOARD_TRAIL) {
		svg_put(s, "<path fill=\"none\" stroke=\"@\" stroke-width="
		    "\"3\" stroke-dasharray=\"6 3\" d=\"", s->c->ridge);
		band_path(s, 1u << BOARD_TRAIL, NULL);
		svg_put(s, "\"/>\n");
	}
}
