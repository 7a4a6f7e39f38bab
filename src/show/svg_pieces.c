/* svg_pieces.c: the counters of a board, in the manner of its game.
 *
 * A plate with its symbol is drawn once for each side and kind; a counter
 * repeats it and adds what is its own: ratings, facing, hits, blocks. */
#include "show/svg_draw.h"

#include "base/arena.h"
#include "base/node.h"
#include "show/phrase.h"
#include "show/say.h"

#include <string.h>

/* Half the width and height of a plate, and how far it is moved down. */
struct plate { int w, h, down; };

static struct plate
plate_of(const struct svg *s)
{
	static const struct plate sizes[] = { [BOARD_RATED] = { 19, 19, 2 },
	    [BOARD_BLOCKS] = { 22, 17, -3 }, [BOARD_FACED] = { 18, 18, 2 } };

	return sizes[s->b->manner];
}

static bool
is_leader(const struct board_piece *p)
{
	return p->state & BOARD_IS_LEADER;
}

/* ------------------------------------------------------------ definitions */

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

static void
plain_plate(struct svg *s, const struct svg_ink *k)
{
	struct plate m = plate_of(s);
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

static void
symbol_at(struct svg *s, const struct svg_ink *k, enum board_symbol x,
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

static bool
is_drawn(const struct svg *s, const struct board_piece *p)
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
		    is_drawn(s, p) || (s->deeds != NULL && p->where == BOARD_LOST)))
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

void
svg_hits(struct svg *s, int x, int y, int n)
{
	svg_put(s, "<circle cx=\"$\" cy=\"$\" r=\"8\" fill=\"@\" stroke=\"#fff"
	    "\"/><text x=\"$\" y=\"$\" fill=\"@\" font-size=\"11\" "
	    "font-weight=\"bold\" text-anchor=\"middle\">$</text>", x, y,
	    s->c->hit, x, y + 4, s->o->dark ? "#1c1010" : "#fff", n);
}

/* ----------------------------------------------------------------- states */

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
		svg_put(s, "M$ $L$ $L$ $L$ $L$ $", a.x * 8 / 10, a.y * 8 / 10,
		    (a.x * 6 + v.x * 4) * 8 / 100, (a.y * 6 + v.y * 4) * 8 /
		    100, (a.x + v.x) * 47 / 100, (a.y + v.y) * 47 / 100,
		    (a.x * 4 + v.x * 6) * 8 / 100, (a.y * 4 + v.y * 6) * 8 /
		    100, v.x * 8 / 10, v.y * 8 / 10);
	else
		svg_put(s, "M$ $L$ $L$ $", a.x * 9 / 10, a.y * 9 / 10,
		    v.x * 9 / 10, v.y * 9 / 10, b.x * 9 / 10, b.y * 9 / 10);
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

		if (p->facing < 0 || !is_drawn(s, p) || made[p->side][f])
			continue;
		made[p->side][f] = true;
		bar_def(s, p->side, p->facing, column);
	}
}

static void
front_bar(struct svg *s, const struct board_piece *p, int dx, int dy)
{
	svg_put(s, "<use href=\"#f$-$\"", p->side, p->facing + (p->state &
	    BOARD_COLUMN ? HEX_DIRS : 0));
	if (dx != 0)
		svg_put(s, " x=\"$\"", dx);
	svg_put(s, " y=\"$\"/>", dy);
}

/* Four small blocks below the block: those it has, and those it has lost. */
static void
blocks(struct svg *s, const struct board_piece *p)
{
	int n = p->full > p->blocks ? p->full : p->blocks;
	const struct svg_ink *k = &s->ink[p->side];

	svg_put(s, "<path class=\"b\" stroke=\"@\" fill=\"@\" d=\"", k->line,
	    k->fill);
	for (int i = 0; i < p->blocks; i++)
		svg_put(s, "M$ 21h9v7h-9z", i * 11 - n * 11 / 2 + 1);
	svg_put(s, "\"/>");
	if (n == p->blocks)
		return;
	svg_put(s, "<path stroke=\"@\" stroke-dasharray=\"1 1\" fill=\"none\" "
	    "d=\"", s->c->muted);
	for (int i = p->blocks; i < n; i++)
		svg_put(s, "M$ 21h9v7h-9z", i * 11 - n * 11 / 2 + 1);
	svg_put(s, "\"/>");
}

/* The dice's sign of its class: disc, triangle, square. */
static void
class_mark(struct svg *s, int weight)
{
	static const char *const marks[] = {
	    "<circle cx=\"-16\" cy=\"-11\" r=\"4\" fill=\"#1d9a52\" stroke=\"#fff\"/>",
	    "<path d=\"M-20-8l4-7 4 7z\" fill=\"#2563c9\" stroke=\"#fff\"/>",
	    "<path d=\"M-20-15h7v7h-7z\" fill=\"#cf2b25\" stroke=\"#fff\"/>" };

	if (weight >= 0 && weight <= 2)
		svg_put(s, "@", marks[weight]);
}

static void
ratings(struct svg *s, const struct board_piece *p)
{
	static const char *const strip[] = { "", "#f7efdc", "#17140f",
	    "#c9b48a" };
	int h = plate_of(s).h, w = plate_of(s).w;
	/* the group of its side has the usual ink */
	const char *ink = p->band == 1 || p->band == 3 ? " fill=\"#17140f\"" :
	    p->band == 2 ? " fill=\"#fff\"" : "";

	if (p->band > 0)
		svg_put(s, "<path fill=\"@\" d=\"M$ $h$v10h-$z\"/>", strip[
		    p->band & 3], 1 - w, h - 11, 2 * w - 2, 2 * w - 2);
	svg_put(s, "<text y=\"$\"@@>^@</text>", h - 3, ink,
	    strlen(p->rating) > 6 ? " font-size=\"8\"" :
	    strlen(p->rating) > 5 ? " font-size=\"9\"" : "", p->rating,
	    p->light ? "•" : "");
}

static void
missile(struct svg *s, const struct board_piece *p)
{
	char letter[2] = { p->missile, '\0' };

	if (p->missile == '\0')
		return;
	svg_put(s, "<text x=\"$\" y=\"$\" font-size=\"8\"@>@</text>",
	    6 - plate_of(s).w, 9 - plate_of(s).h, p->supply == 1 ?
	    " text-decoration=\"underline\"" : p->supply == 2 ?
	    " text-decoration=\"line-through\" opacity=\".6\"" : "", letter);
}

static void
states(struct svg *s, const struct board_piece *p, bool under)
{
	int w = plate_of(s).w, h = plate_of(s).h;

	if (p->state & BOARD_DEPLETED)
		svg_put(s, "<path fill=\"#fff\" opacity=\".7\" d=\"M$-$h9L$ $"
		    "v-9z\"/>", w - 17, h, w, 17 - h);
	if (p->state & BOARD_SHIELD)
		svg_put(s, "<path fill=\"none\" stroke=\"@\" stroke-width=\"3\" "
		    "d=\"M-$-$h$v$h-$z\"/>", s->ink[p->side].ink, w - 2, h - 2,
		    2 * w - 4, 2 * h - 4, 2 * w - 4);
	if (p->state & BOARD_DISRUPTED)
		svg_put(s, "<path stroke=\"@\" stroke-width=\"3\" d=\"M-$-$L$ $"
		    "\"/>", s->c->hit, w, h, w, h);
	if (p->state & BOARD_ENGAGED)
		svg_put(s, "<path stroke=\"@\" stroke-width=\"2\" d=\"M-$ $l8 8"
		    "m-8 0l8-8\"/>", s->c->hit, w + 3, h - 6);
	if (p->state & BOARD_LOOSE)
		svg_put(s, "<text x=\"-$\" y=\"$\" font-size=\"13\" font-weight="
		    "\"bold\" fill=\"@\">!</text>", w, h - 2, s->c->hit);
	if (p->state & BOARD_ROUTED)
		svg_put(s, "<use href=\"#wf\"/>");
	if (p->hits > 0 && under)	/* beside the plate on top */
		svg_hits(s, w + 1, 6, p->hits);
	else if (p->hits > 0)
		svg_hits(s, w - 2, 2 - h, p->hits);
}

/* Both hexes' plate, upright. */
static void
wide_path(struct svg *s, const struct board_piece *p)
{
	const struct svg_ink *k = &s->ink[p->side];

	svg_put(s, "<path fill=\"@\" stroke=\"@\"@ d=\"", k->fill, k->line,
	    p->state & BOARD_ROUTED ?
	    " opacity=\".45\" stroke-dasharray=\"4 3\"" : "");
	plate_path(s, k, plate_of(s).w - 1, s->h + plate_of(s).h);
	svg_put(s, "\"/><path stroke=\"@\" stroke-dasharray=\"2 3\" d=\"M-$ 0h"
	    "$\"/>", k->ink, plate_of(s).w - 1, 2 * plate_of(s).w - 2);
}

/* A page puts phalanxes together itself: a plate, and both symbols. */
static void
page_defs(struct svg *s, const struct board_piece *p)
{
	struct board_piece fresh = { .side = p->side };

	svg_put(s, "<g id=\"pw$\">", p->side);
	wide_path(s, &fresh);
	svg_put(s, "</g>\n<g id=\"y$\">", p->side);
	symbol_at(s, &s->ink[p->side], p->symbol, false);
	svg_put(s, "</g>\n<g id=\"yd$\">", p->side);
	symbol_at(s, &s->ink[p->side], p->symbol, true);
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
			    !is_drawn(s, p))))
				continue;
			if (s->o->page) {
				page_defs(s, p);
				break;
			}
			svg_put(s, "<g id=\"pd$\">", side);
			plain_plate(s, &s->ink[side]);
			symbol_at(s, &s->ink[side], p->symbol, true);
			svg_put(s, "</g>\n");
			break;
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
				plain_plate(s, k);
				symbol_at(s, k, (enum board_symbol)x, false);
			}
			svg_put(s, "</g>\n");
		}
	deep_defs(s);
	bar_defs(s);
	svg_put(s, "<g id=\"wf\"><path fill=\"#fff\" stroke=\"#222\" d=\"M13-24"
	    "h10l-3 4 3 4H13z\"/><path stroke=\"#222\" stroke-width=\"2\" d=\""
	    "M13-25v14\"/></g>\n");
}

/* ----------------------------------------------------------------- pieces */

#define MANY 150

static void
title(struct svg *s, const struct board_piece *p)
{
	struct arena *a = s->b->arena;
	struct node *t = node_table(a);
	const char *kind = say_kind(s->b, p);
	char hex[8];

	/* of an army of hundreds only ids: a map has to stay small */
	if (s->b->npieces > MANY) {
		svg_put(s, "<title>^</title>", p->id);
		return;
	}
	node_add_string(a, t, "name", *p->name ? p->name : p->id);
	if (*p->name)
		node_add_string(a, t, "id", p->id);
	if (*kind)
		node_add_string(a, t, "kind", kind);
	if (p->hex != HEX_NONE)
		node_add_string(a, t, "hex", hex_name(s->b->grid, p->hex,
		    hex));
	svg_put(s, "<title>^</title>", phrase_own_filled(a, "legend", "unit",
	    t));
}

/* A routed unit shows the back of its counter: pale, hatched, no front. */
static void
routed_plate(struct svg *s, const struct board_piece *p)
{
	struct plate m = plate_of(s);

	svg_put(s, "<g opacity=\".45\">");
	svg_plate(s, p->side, p->symbol);
	svg_put(s, "</g><path fill=\"none\" stroke=\"@\" stroke-width=\"2\" "
	    "stroke-dasharray=\"4 3\" d=\"M-$-$h$v$h-$z\"/>",
	    s->ink[p->side].deep, m.w, m.h, 2 * m.w, 2 * m.h, 2 * m.w);
}

/* What a counter shows besides plate and symbol. */
static void
own_marks(struct svg *s, const struct board_piece *p, bool under)
{
	if (s->b->manner == BOARD_BLOCKS) {
		class_mark(s, p->weight);
		blocks(s, p);
	} else {
		ratings(s, p);
		missile(s, p);
	}
	states(s, p, under);
}

static void
unit(struct svg *s, const struct board_piece *p, int x, int y, int under)
{
	struct plate m = plate_of(s);

	svg_put(s, "<g transform=\"translate($ $)\">", x, y + m.down);
	title(s, p);
	if (p->facing >= 0 && !(p->state & BOARD_ROUTED) && under == 0)
		front_bar(s, p, 0, -m.down);
	if (p->state & BOARD_ROUTED)
		routed_plate(s, p);
	else
		svg_plate(s, p->side, p->symbol);
	own_marks(s, p, under > 0);
	svg_put(s, "</g>\n");
}

/* The other phalanx of a Double Depth. */
static const struct board_piece *
behind(const struct svg *s, const struct board_piece *p)
{
	const struct board_piece *q;

	for (int k = 0; (q = board_at(s->b, p->hex, k)) != NULL; k++)
		if (q != p && q->state & BOARD_DOUBLED)
			return q;
	return NULL;
}

static void
wide_ratings(struct svg *s, const struct board_piece *p, int x, int y)
{
	struct board_piece half = *p;

	half.band = 0;
	svg_put(s, "<g transform=\"translate($ $)\">", x, y - plate_of(s).h +
	    6);
	ratings(s, &half);
	svg_put(s, "</g>");
}

/*
 * Over two hexes: one plate that lies along both, the writing upright.  Of two
 * in Double Depth (`under` one) the rear one's edge looks out at the rear, with
 * its hits at the other end, and both ratings stand on the front one.
 */
static void
wide_unit(struct svg *s, const struct board_piece *p, int under)
{
	struct svg_point a = svg_centre(s, p->hex), b = svg_centre(s, p->hex2);
	const struct svg_ink *k = &s->ink[p->side];
	int mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2;
	int turn = a.x == b.x ? 0 : (b.x > a.x) == (b.y > a.y) ? -60 : 60;
	struct svg_point v = svg_corner(s, p->facing >= 0 ? p->facing : 0);

	if (under > 0) {
		mx -= v.x * 11 / s->a;
		my -= v.y * 11 / s->a;
		a.x -= v.x * 11 / s->a, b.x -= v.x * 11 / s->a;
		a.y -= v.y * 11 / s->a, b.y -= v.y * 11 / s->a;
	}
	svg_put(s, "<g transform=\"translate($ $)\">", mx, my);
	title(s, p);
	if (p->facing >= 0 && !(p->state & BOARD_ROUTED) && under == 0) {
		front_bar(s, p, a.x - mx, a.y - my);
		front_bar(s, p, b.x - mx, b.y - my);
	}
	svg_put(s, "<g transform=\"rotate($)\">", turn);
	wide_path(s, p);
	svg_put(s, "</g>");
	if (under == 0) {
		const struct board_piece *q = p->state & BOARD_DOUBLED ?
		    behind(s, p) : NULL;

		svg_put(s, "<g transform=\"translate($ $)\">", a.x - mx, a.y -
		    my + 4);
		symbol_at(s, k, p->symbol, q != NULL);
		svg_put(s, "</g>");
		wide_ratings(s, p, b.x - mx, b.y - my - (q ? 6 : 0));
		if (q != NULL)
			wide_ratings(s, q, b.x - mx, b.y - my + 6);
		svg_put(s, "<g transform=\"translate($ $)\">", b.x - mx, b.y -
		    my);
		states(s, p, false);
		svg_put(s, "</g>");
	}
	if (under > 0 && p->hits > 0)		/* on its strip */
		svg_hits(s, a.x - mx - v.x * 13 / s->a, a.y - my - v.y * 13 /
		    s->a, p->hits);
	svg_put(s, "</g>\n");
}

/* ---------------------------------------------------------------- leaders */

/* With a unit a leader stands at its rear, so that the front stays clear. */
static struct svg_point
leader_place(const struct svg *s, const struct board_piece *l, int nth)
{
	struct svg_point c = svg_centre(s, l->hex), v;
	const struct board_piece *u = board_at(s->b, l->hex, 0);

	if (u == NULL || is_leader(u)) {
		c.x += nth * 14;
		return c;
	}
	if (s->b->manner == BOARD_BLOCKS || u->facing < 0) {
		c.x += 20 - nth * 14;
		c.y -= s->b->manner == BOARD_BLOCKS ? 18 : 14;
		return c;
	}
	v = svg_corner(s, u->facing + 3 + nth);
	c.x += v.x * 7 / 10;
	c.y += v.y * 7 / 10;
	return c;
}

static int
leaders_before(const struct svg *s, const struct board_piece *l)
{
	int n = 0;

	for (const struct board_piece *p = s->b->piece; p < l; p++)
		n += is_leader(p) && p->where == BOARD_ON_MAP &&
		    p->hex == l->hex;
	return n;
}

static void
leader(struct svg *s, const struct board_piece *p)
{
	struct svg_point c = leader_place(s, p, leaders_before(s, p));

	svg_put(s, "<g transform=\"translate($ $)\"@>", c.x, c.y, p->state &
	    BOARD_FINISHED ? " opacity=\".75\"" : "");
	title(s, p);
	svg_plate(s, p->side, p->symbol);
	if (p->state & BOARD_WOUNDED)
		svg_put(s, "<path stroke=\"@\" stroke-width=\"3\" d=\"M-7 7L7-7"
		    "\"/>", s->c->hit);
	svg_put(s, "</g>\n");
}

/* Names have a casing in the page's colour, to be read on anything. */
static void
leader_name(struct svg *s, const struct board_piece *p)
{
	struct svg_point c = leader_place(s, p, leaders_before(s, p));
	struct svg_point m = svg_centre(s, p->hex);
	bool up = s->b->side[p->side].home == (s->o->flip ? 2 : 0);
	const char *along = "";

	if (s->b->manner == BOARD_BLOCKS) {	/* toward their own baseline */
		c.x = m.x;
		c.y = m.y + (up ? -24 : 38);
	} else if (c.x == m.x) {
		c.y += 24;
	} else {		/* away from the counter beside which he is */
		along = c.x < m.x ? " text-anchor=\"end\"" :
		    " text-anchor=\"start\"";
		c.x += c.x < m.x ? 6 : -6;
		c.y += 23;
	}
	svg_put(s, "<text x=\"$\" y=\"$\"@>^</text>", c.x, c.y, along, *p->name ?
	    p->name : p->id);
}

static void
leader_names(struct svg *s)
{
	svg_put(s, "<g font-family=\"DejaVu Serif,Georgia,serif\" font-style=\""
	    "italic\" font-weight=\"bold\" font-size=\"11\" text-anchor=\""
	    "middle\" fill=\"@\" stroke=\"@\" stroke-width=\"3\" "
	    "stroke-linejoin=\"round\" paint-order=\"stroke\">", s->c->ink,
	    s->c->page);
	for (int i = 0; i < s->b->npieces; i++)
		if (is_leader(&s->b->piece[i]) && is_drawn(s, &s->b->piece[i]))
			leader_name(s, &s->b->piece[i]);
	svg_put(s, "</g>\n");
}

/* ----------------------------------------------------------------- stacks */

static int
depth(const struct svg *s, const struct board_piece *p)
{
	int n = 0;

	for (int k = 0; ; k++) {
		const struct board_piece *q = board_at(s->b, p->hex, k);

		if (q == NULL || q == p)
			return n;
		n += !is_leader(q);
	}
}

/* "TR a / PR c" below a stack, the top one first. */
static void
stack_labels(struct svg *s, const struct board_piece *p)
{
	struct svg_point c = svg_centre(s, p->hex);
	const struct board_piece *q;

	q = board_at(s->b, p->hex, 1);
	if (depth(s, p) > 0 || *p->label == '\0' || q == NULL || is_leader(q))
		return;
	svg_put(s, "<text x=\"$\" y=\"$\" font-size=\"9\" font-weight=\"normal"
	    "\" fill=\"@\">^", c.x, c.y + s->h - 3, s->c->ink, p->label);
	for (int k = 1; (q = board_at(s->b, p->hex, k)) != NULL; k++)
		if (!is_leader(q) && *q->label)
			svg_put(s, " / ^", q->label);
	svg_put(s, "</text>\n");
}

/* How many units lie on top of each. */
static int
stack_depths(const struct svg *s, int *depths)
{
	int most = 0;

	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];

		depths[i] = -1;
		if (!is_drawn(s, p) || is_leader(p))
			continue;
		depths[i] = depth(s, p);
		most = depths[i] > most ? depths[i] : most;
	}
	return most;
}

static void
units(struct svg *s)
{
	int *depths = arena_new(s->out->arena, int, s->b->npieces + 1);
	int side = -1;

	/* those below are drawn first, each a little to the right and up */
	for (int d = stack_depths(s, depths); d >= 0; d--)
		for (int i = 0; i < s->b->npieces; i++) {
			const struct board_piece *p = &s->b->piece[i];
			struct svg_point c;

			if (depths[i] != d)
				continue;
			if (p->side != side)
				svg_put(s, "@<g fill=\"@\">\n", side < 0 ? "" :
				    "</g>", s->ink[p->side].ink);
			side = p->side;
			if (p->hex2 != HEX_NONE) {
				wide_unit(s, p, p->state & BOARD_DOUBLED ? d :
				    0);
				continue;
			}
			c = svg_centre(s, p->hex);
			unit(s, p, c.x + 6 * d, c.y - 6 * d, d);
		}
	if (side >= 0)
		svg_put(s, "</g>\n");
}

void
svg_pieces(struct svg *s)
{
	svg_put(s, "<g@ font-size=\"10\" font-weight=\"bold\" text-anchor=\""
	    "middle\">\n", s->o->page ? " id=\"units\"" : "");
	units(s);
	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];

		if (!is_drawn(s, p))
			continue;
		if (is_leader(p))
			leader(s, p);
		else
			stack_labels(s, p);
	}
	leader_names(s);
	svg_put(s, "</g>\n");
}
