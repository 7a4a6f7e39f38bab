/* svg_plates.c: what the counters of a board are made of.
 *
 * A plate with its symbol is drawn once for each side and kind, a front bar once
 * for each side and facing; svg_pieces.c puts them together. */
#include "show/svg_draw.h"

struct svg_size
svg_plate_size(const struct svg *s)
{
	static const struct svg_size sizes[] = { [BOARD_RATED] = { 19, 19, 2 },
	    [BOARD_BLOCKS] = { 22, 17, -3 }, [BOARD_FACED] = { 20, 20, 1 } };

	return sizes[s->b->manner];
}

/* The dark side's plates have square corners, the light side's cut ones. */
static void
plate_path(struct svg *s, const struct svg_ink *k, int w, int h)
{
	if (k->light)
		svg_put(s, "M$ $h$l5 5v$l-5 5h-$l-5-5v-$z", 5 - w, -h,
		    2 * w - 10, 2 * h - 10, 2 * w - 10, 2 * h - 10);
	else
		svg_put(s, "M-$-$h$v$h-$z", w, h, 2 * w, 2 * h, 2 * w);
}

void
svg_plain_plate(struct svg *s, const struct svg_ink *k)
{
	struct svg_size m = svg_plate_size(s);
	int depth = s->b->manner == BOARD_BLOCKS ? 4 : 2;

	for (int i = 0; i < 2; i++) {
		svg_put(s, "<path fill=\"@\" @=\"@\" @d=\"", i ? k->fill :
		    s->b->manner == BOARD_BLOCKS ? k->shade : k->line,
		    i ? "stroke" : "stroke-width", i ? k->line : "0",
		    i ? "" : s->b->manner == BOARD_BLOCKS ? "" :
		    "opacity=\".35\" ");
		plate_path(s, k, m.w, m.h);
		svg_put(s, i ? "\"/>" : "\" transform=\"translate($ $)\"/>",
		    depth, depth);
	}
	/* a line inside the edge, so that pattern tells the sides as well */
	if (k->light) {
		svg_put(s, "<path fill=\"none\" stroke=\"@\" opacity=\".5\" "
		    "d=\"", k->line);
		plate_path(s, k, m.w - 3, m.h - 3);
		svg_put(s, "\"/>");
	}
}

void
svg_plate_symbol(struct svg *s, const struct svg_ink *k, enum board_symbol x,
    bool deep)
{
	svg_put(s, "<g transform=\"translate(0 $)\" stroke=\"@\" fill=\"@\" "
	    "stroke-width=\"2\" stroke-linejoin=\"round\">",
	    s->b->manner == BOARD_BLOCKS ? 0 : -5, k->ink, k->ink);
	if (deep)
		svg_deep_symbol(s, k->ink, k->fill);
	else
		svg_symbol(s, x, k->ink, k->fill);
	svg_put(s, "</g>");
}

static void
leader_plate(struct svg *s, const struct svg_ink *k, enum board_symbol x)
{
	if (x == BOARD_LEADER_OVERALL)
		svg_put(s, "<circle r=\"13\" fill=\"@\" stroke=\"@\"/>",
		    s->c->page, k->line);
	svg_put(s, "<circle r=\"$\" fill=\"@\" stroke=\"@\" stroke-width=\"2\""
	    "/>", 10, k->fill, k->light ? k->line : "#fff");
	svg_symbol(s, x, k->ink, k->fill);
}

bool
svg_is_drawn(const struct svg *s, const struct board_piece *p)
{
	if (p->where != BOARD_ON_MAP || p->hex == HEX_NONE)
		return false;
	return svg_in_window(s, p->hex) || (p->hex2 != HEX_NONE &&
	    svg_in_window(s, p->hex2));
}

static bool
is_needed(const struct svg *s, int side, enum board_symbol x)
{
	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];

		if (p->side == side && p->symbol == x && (s->o->page ||
		    svg_is_drawn(s, p) || (s->deeds != NULL && p->where == BOARD_LOST)))
			return true;
	}
	return false;
}

void
svg_plate(struct svg *s, int side, enum board_symbol x)
{
	svg_put(s, "<use href=\"#p$-$\"/>", side, (int)x);
}

void
svg_plate_of(struct svg *s, const struct board_piece *p)
{
	if (p->state & BOARD_DOUBLED)
		svg_put(s, "<use href=\"#pd$\"/>", p->side);
	else
		svg_plate(s, p->side, p->symbol);
}

/* A routed unit shows the back of its counter: paper, hatched in its side's
 * colour, with a dashed edge and no front. */
struct svg_ink
svg_piece_ink(const struct svg *s, const struct board_piece *p)
{
	struct svg_ink k = s->ink[p->side];

	if (p->state & BOARD_ROUTED) {
		k.fill = s->c->panel;
		k.ink = s->c->ink;
		k.line = k.deep;
	}
	return k;
}

static void
routed_plate(struct svg *s, const struct board_piece *p)
{
	struct svg_ink k = svg_piece_ink(s, p);
	int w = svg_plate_size(s).w;

	svg_put(s, "<path fill=\"@\" stroke=\"@\" stroke-width=\"2\" "
	    "stroke-dasharray=\"4 3\" d=\"", k.fill, k.line);
	plate_path(s, &k, w, svg_plate_size(s).h);
	svg_put(s, "\"/><path stroke=\"@\" stroke-width=\"2\" opacity=\".3\" d=\"",
	    k.deep);
	for (int d = 12 - 2 * w; d < 2 * w - 11; d += 8)
		svg_put(s, "M$ $l$ $", d < 0 ? -w : d - w, d < 0 ? -w - d : -w,
		    2 * w - (d < 0 ? -d : d), 2 * w - (d < 0 ? -d : d));
	svg_put(s, "\"/>");
	svg_plate_symbol(s, &k, p->symbol, false);
}

/* Along the two front hexsides, or the one that a column looks at: drawn once
 * for each side and way of facing. */
static void
bar_def(struct svg *s, int side, int facing, bool column)
{
	struct svg_point a = svg_corner(s, facing + 5);
	struct svg_point v = svg_corner(s, facing);
	struct svg_point b = svg_corner(s, facing + 1);

	svg_put(s, "<path id=\"f$-$\" fill=\"none\" stroke=\"@\" stroke-width="
	    "\"4\" stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"",
	    side, facing + (column ? HEX_DIRS : 0), s->ink[side].deep);
	if (column)
		svg_put(s, "M$ $L$ $L$ $L$ $L$ $", a.x * 88 / 100, a.y * 88 /
		    100, (a.x * 6 + v.x * 4) * 88 / 1000, (a.y * 6 + v.y * 4) *
		    88 / 1000, (a.x + v.x) * 51 / 100, (a.y + v.y) * 51 / 100,
		    (a.x * 4 + v.x * 6) * 88 / 1000, (a.y * 4 + v.y * 6) * 88 /
		    1000, v.x * 88 / 100, v.y * 88 / 100);
	else
		svg_put(s, "M$ $L$ $L$ $", a.x * 92 / 100, a.y * 92 / 100,
		    v.x * 92 / 100, v.y * 92 / 100, b.x * 92 / 100, b.y * 92 /
		    100);
	svg_put(s, "\"/>\n");
}

static void
bar_defs(struct svg *s)
{
	bool made[GAME_SIDES][2 * HEX_DIRS] = { { false } };

	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];
		bool column = p->state & BOARD_COLUMN;
		int f = p->facing + (column ? HEX_DIRS : 0);

		if (p->facing < 0 || !svg_is_drawn(s, p) || made[p->side][f])
			continue;
		made[p->side][f] = true;
		bar_def(s, p->side, p->facing, column);
	}
}

static void
hit_defs(struct svg *s)
{
	svg_put(s, "<circle id=\"hd\" r=\"8\" fill=\"@\" stroke=\"#fff\"/>"
	    "<path id=\"hs\" fill=\"@\" stroke=\"#fff\" d=\"" SVG_STAR "\"/>\n",
	    s->c->hit, s->c->hit);
}

/* Both hexes' plate, upright. */
void
svg_wide_plate(struct svg *s, const struct board_piece *p)
{
	const struct svg_ink ink = svg_piece_ink(s, p), *k = &ink;

	svg_put(s, "<path fill=\"@\" stroke=\"@\"@ d=\"", k->fill, k->line,
	    p->state & BOARD_ROUTED ?
	    " stroke-width=\"2\" stroke-dasharray=\"4 3\"" : "");
	plate_path(s, k, svg_plate_size(s).w - 1, s->h + svg_plate_size(s).h);
	svg_put(s, "\"/><path stroke=\"@\" stroke-dasharray=\"2 3\" d=\"M-$ 0h"
	    "$\"/>", k->ink, svg_plate_size(s).w - 1, 2 * svg_plate_size(s).w - 2);
}

/* A page puts phalanxes together itself: a plate, and both symbols. */
static void
page_defs(struct svg *s, const struct board_piece *p)
{
	struct board_piece fresh = { .side = p->side };

	svg_put(s, "<g id=\"pw$\">", p->side);
	svg_wide_plate(s, &fresh);
	svg_put(s, "</g>\n<g id=\"y$\">", p->side);
	svg_plate_symbol(s, &s->ink[p->side], p->symbol, false);
	svg_put(s, "</g>\n<g id=\"yd$\">", p->side);
	svg_plate_symbol(s, &s->ink[p->side], p->symbol, true);
	svg_put(s, "</g>\n");
}

/* Those in Double Depth, for the legend. */
static void
deep_defs(struct svg *s)
{
	for (int side = 0; side < s->b->nsides; side++)
		for (int i = 0; i < s->b->npieces; i++) {
			const struct board_piece *p = &s->b->piece[i];

			if (p->side != side || p->symbol != BOARD_PHALANX ||
			    (!s->o->page && (!(p->state & BOARD_DOUBLED) ||
			    !svg_is_drawn(s, p))))
				continue;
			if (s->o->page) {
				page_defs(s, p);
				break;
			}
			svg_put(s, "<g id=\"pd$\">", side);
			svg_plain_plate(s, &s->ink[side]);
			svg_plate_symbol(s, &s->ink[side], p->symbol, true);
			svg_put(s, "</g>\n");
			break;
		}
}

/* One for each side and kind that has routed. */
static void
routed_defs(struct svg *s)
{
	bool made[GAME_SIDES][BOARD_SYMBOL_COUNT + 1] = { { false } };

	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];
		struct board_piece q = *p;

		if (made[p->side][p->symbol] || svg_is_leader(p) ||
		    s->b->manner != BOARD_FACED || (!s->o->page &&
		    (!(p->state & BOARD_ROUTED) || !svg_is_drawn(s, p))))
			continue;
		made[p->side][p->symbol] = true;
		q.state |= BOARD_ROUTED;
		svg_put(s, "<g id=\"r$-$\">", p->side, (int)p->symbol);
		routed_plate(s, &q);
		svg_put(s, "</g>\n");
	}
}

void
svg_piece_defs(struct svg *s)
{
	for (int side = 0; side < s->b->nsides; side++)
		for (int x = 0; x <= BOARD_SYMBOL_COUNT; x++) {
			const struct svg_ink *k = &s->ink[side];

			if (!is_needed(s, side, (enum board_symbol)x))
				continue;
			svg_put(s, "<g id=\"p$-$\">", side, x);
			if (x >= BOARD_LEADER && x < BOARD_SYMBOL_COUNT) {
				leader_plate(s, k, (enum board_symbol)x);
			} else {
				svg_plain_plate(s, k);
				svg_plate_symbol(s, k, (enum board_symbol)x, false);
			}
			svg_put(s, "</g>\n");
		}
	deep_defs(s);
	routed_defs(s);
	bar_defs(s);
	hit_defs(s);
	svg_put(s, "<g id=\"wf\"><path fill=\"#fff\" stroke=\"#222\" d=\"M13-24"
	    "h10l-3 4 3 4H13z\"/><path stroke=\"#222\" stroke-width=\"2\" d=\""
	    "M13-25v14\"/></g>\n");
}
