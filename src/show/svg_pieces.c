/* svg_pieces.c: the counters of a board, in the manner of its game.
 *
 * A counter repeats its plate (svg_plates.c) and adds what is its own: ratings,
 * facing, hits, blocks. */
#include "show/svg_draw.h"

#include "base/arena.h"
#include "base/node.h"
#include "show/phrase.h"
#include "show/say.h"

#include <string.h>

/* A disc; a star where some were taken in what the picture shows. */
static void
hits(struct svg *s, const struct board_piece *p, int x, int y)
{
	bool fresh = false;

	for (int i = 0; s->deeds != NULL && i < s->deeds->n; i++) {
		const struct board_deed *d = &s->deeds->deed[i].d;

		fresh = fresh || (d->kind == BOARD_HIT && d->amount > 0 &&
		    strcmp(d->who[0], p->id) == 0);
	}
	svg_put(s, "<use href=\"#@\" x=\"$\" y=\"$\"/><text x=\"$\" y=\"$\" "
	    "fill=\"@\">$</text>", fresh ? "hs" : "hd", x, y, x, y + 4,
	    s->o->dark ? "#1c1010" : "#fff", p->hits);
}

/* ----------------------------------------------------------------- states */

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

/* The strip of its nation behind the ratings, within the plate's corners. */
static void
strip(struct svg *s, const struct board_piece *p)
{
	static const char *const fills[] = { "", "#f7efdc", "#17140f",
	    "#c9b48a" };
	int w = svg_plate_size(s).w, h = svg_plate_size(s).h;

	if (p->band == 0)
		return;
	svg_put(s, "<path fill=\"@\" d=\"M$ $h$", fills[p->band & 3], 1 - w,
	    h - 11, 2 * w - 2);
	if (s->ink[p->side].light)
		svg_put(s, "v6l-4 4h-$l-4-4z\"/>", 2 * w - 10);
	else
		svg_put(s, "v10h-$z\"/>", 2 * w - 2);
}

/* Its letter stands before the ratings or, where these fill the plate, in the
 * upper corner. */
static void
missile(struct svg *s, const struct board_piece *p, const char *ink)
{
	struct svg_size m = svg_plate_size(s);
	char letter[2] = { p->missile, '\0' };
	bool low = s->b->manner == BOARD_RATED;

	if (p->missile == '\0')
		return;
	svg_put(s, "<text x=\"$\" y=\"$\" font-size=\"8\"@@>@</text>",
	    (low ? 6 : 7) - m.w, low ? m.h - 3 : 10 - m.h, low ? ink : "",
	    p->supply == 1 ? " text-decoration=\"underline\"" : p->supply == 2 ?
	    " text-decoration=\"line-through\" opacity=\".6\"" : "", letter);
}

static void
ratings(struct svg *s, const struct board_piece *p, bool alone, bool under)
{
	/* the group of its side has the usual ink */
	const char *ink = p->band == 1 || p->band == 3 ? " fill=\"#17140f\"" :
	    p->band == 2 ? " fill=\"#fff\"" : "";
	bool aside = s->b->manner == BOARD_RATED && p->missile != '\0';
	bool hidden = under && s->b->manner == BOARD_FACED;

	if (!alone)
		strip(s, p);
	svg_put(s, "<text@ y=\"$\"@@>^@</text>", aside ? " x=\"3\"" : "",
	    svg_plate_size(s).h - 3, ink, strlen(p->rating) > 6 ?
	    " font-size=\"8\"" : strlen(p->rating) > 5 ? " font-size=\"9\"" :
	    "", p->rating, p->light ? "•" : "");
	if (!alone && !hidden)
		missile(s, p, ink);
}

static void
states(struct svg *s, const struct board_piece *p, bool under)
{
	int w = svg_plate_size(s).w, h = svg_plate_size(s).h;

	if (p->state & BOARD_DEPLETED)
		svg_put(s, "<path fill=\"#fff\" opacity=\".7\" d=\"M$-$h9L$ $"
		    "v-9z\"/>", w - 17, h, w, 17 - h);
	if (p->state & BOARD_SHIELD)
		svg_put(s, "<path fill=\"none\" stroke=\"@\" stroke-width=\"3\" "
		    "d=\"M-$ $v-$h$v$\"/>", s->ink[p->side].ink, w - 2, h - 12,
		    2 * h - 14, 2 * w - 4, 2 * h - 14);
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
	if (p->hits > 0 && under)	/* beside its ratings */
		hits(s, p, w + 2, h - 7);
	else if (p->hits > 0)
		hits(s, p, w - 4, 4 - h);
}

void
svg_blank(struct svg *s, const struct board_piece *p)
{
	const struct svg_ink *k = &s->ink[p->side];

	svg_plain_plate(s, k);
	svg_put(s, "<g font-size=\"10\" font-weight=\"bold\" text-anchor=\"middle"
	    "\" fill=\"@\">", k->ink);
	ratings(s, p, false, false);
	svg_put(s, "</g>");
}

/* ----------------------------------------------------------------- pieces */

#define MANY 150

void
svg_piece_title(struct svg *s, const struct board_piece *p)
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

/* What a counter shows besides plate and symbol. */
static void
own_marks(struct svg *s, const struct board_piece *p, bool under)
{
	if (s->b->manner == BOARD_BLOCKS) {
		class_mark(s, p->weight);
		blocks(s, p);
	} else {
		ratings(s, p, false, under);
	}
	states(s, p, under);
}

static void
unit(struct svg *s, const struct board_piece *p, int x, int y, int under)
{
	struct svg_size m = svg_plate_size(s);

	svg_put(s, "<g transform=\"translate($ $)\"", x, y + m.down);
	if (p->state & BOARD_ROUTED)
		svg_put(s, " fill=\"@\"", svg_piece_ink(s, p).ink);
	svg_put(s, ">");
	svg_piece_title(s, p);
	if (p->facing >= 0 && !(p->state & BOARD_ROUTED) && under == 0)
		front_bar(s, p, 0, svg_centre(s, p->hex).y - y - m.down);
	if (p->state & BOARD_ROUTED)
		svg_put(s, "<use href=\"#r$-$\"/>", p->side, (int)p->symbol);
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
	svg_put(s, "<g transform=\"translate($ $)\">", x, y -
	    svg_plate_size(s).h + 6);
	ratings(s, p, true, false);
	svg_put(s, "</g>");
}

/* The ratings of one over two hexes, in letters as large as on other counters:
 * "10-7" and below it the movement. */
static void
tall_ratings(struct svg *s, const struct board_piece *p, int x, int y)
{
	const char *last = strrchr(p->rating, '-');

	if (last == NULL || strlen(p->rating) < 6) {
		wide_ratings(s, p, x, y);
		return;
	}
	svg_put(s, "<text x=\"$\" y=\"$\">^</text><text x=\"$\" y=\"$\">^"
	    "</text>", x, y + 2, arena_strndup(s->out->arena, p->rating,
	    (size_t)(last - p->rating)), x, y + 14, last + 1);
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
	const struct svg_ink ink = svg_piece_ink(s, p), *k = &ink;
	int mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2;
	int turn = a.x == b.x ? 0 : (b.x > a.x) == (b.y > a.y) ? -60 : 60;
	struct svg_point v = svg_corner(s, p->facing >= 0 ? p->facing : 0);

	if (under > 0) {
		mx -= v.x * 11 / s->a;
		my -= v.y * 11 / s->a;
		a.x -= v.x * 11 / s->a, b.x -= v.x * 11 / s->a;
		a.y -= v.y * 11 / s->a, b.y -= v.y * 11 / s->a;
	}
	svg_put(s, "<g transform=\"translate($ $)\" fill=\"@\">", mx, my,
	    k->ink);
	svg_piece_title(s, p);
	if (p->facing >= 0 && !(p->state & BOARD_ROUTED) && under == 0) {
		front_bar(s, p, a.x - mx, a.y - my);
		front_bar(s, p, b.x - mx, b.y - my);
	}
	svg_put(s, "<g transform=\"rotate($)\">", turn);
	svg_wide_plate(s, p);
	svg_put(s, "</g>");
	if (under == 0) {
		const struct board_piece *q = p->state & BOARD_DOUBLED ?
		    behind(s, p) : NULL;

		svg_put(s, "<g transform=\"translate($ $)\">", a.x - mx, a.y -
		    my + 4);
		svg_plate_symbol(s, k, p->symbol, q != NULL);
		svg_put(s, "</g>");
		if (q != NULL) {
			wide_ratings(s, p, b.x - mx, b.y - my - 6);
			wide_ratings(s, q, b.x - mx, b.y - my + 6);
		} else {
			tall_ratings(s, p, b.x - mx, b.y - my);
		}
		svg_put(s, "<g transform=\"translate($ $)\">", b.x - mx, b.y -
		    my);
		states(s, p, false);
		svg_put(s, "</g>");
	}
	if (under > 0 && p->hits > 0)		/* on its strip */
		hits(s, p, a.x - mx - v.x * 13 / s->a, a.y - my - v.y *
		    13 / s->a);
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
		n += !svg_is_leader(q);
	}
}

static int
stacked(const struct svg *s, int hex)
{
	const struct board_piece *q;
	int n = 0;

	for (int k = 0; (q = board_at(s->b, hex, k)) != NULL; k++)
		n += !svg_is_leader(q);
	return n;
}

/*
 * Of a stack the top one is moved up and those below it down, so far that the
 * strip with their ratings looks out under it.
 */
static struct svg_point
fanned(const struct svg *s, const struct board_piece *p, int under)
{
	struct svg_point c = svg_centre(s, p->hex);
	int n = stacked(s, p->hex), strip = s->b->manner == BOARD_FACED ? 13 :
	    11;

	if (n > 1) {
		c.x += 3 * under;
		c.y += under * (n > 2 ? 2 * strip / n : strip) - (s->b->manner
		    == BOARD_FACED ? 3 : 5);
	}
	return c;
}

/* "TR a/PR c" above a stack, the top one first, in place of the number. */
static void
stack_labels(struct svg *s, const struct board_piece *p)
{
	struct svg_point c = svg_centre(s, p->hex);
	const struct board_piece *q;

	q = board_at(s->b, p->hex, 1);
	if (depth(s, p) > 0 || *p->label == '\0' || q == NULL || svg_is_leader(q))
		return;
	svg_put(s, "<text x=\"$\" y=\"$\">^", c.x, c.y - 24, p->label);
	for (int k = 1; (q = board_at(s->b, p->hex, k)) != NULL; k++)
		if (!svg_is_leader(q) && *q->label)
			svg_put(s, "/^", q->label);
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
		if (!svg_is_drawn(s, p) || svg_is_leader(p))
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

	/* those below are drawn first */
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
			c = fanned(s, p, d);
			unit(s, p, c.x, c.y, d);
		}
	if (side >= 0)
		svg_put(s, "</g>\n");
}

void
svg_pieces(struct svg *s)
{
	svg_put(s, "<g@ font-size=\"$\" font-weight=\"bold\" text-anchor=\""
	    "middle\">\n", s->o->page ? " id=\"units\"" : "", s->b->manner ==
	    BOARD_FACED ? 11 : 10);
	units(s);
	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];

		if (!svg_is_drawn(s, p))
			continue;
		if (svg_is_leader(p))
			svg_leader(s, p);
	}
	svg_put(s, "<g font-size=\"9\" font-weight=\"normal\" fill=\"@\" stroke="
	    "\"@\" stroke-width=\"4\" paint-order=\"stroke\">", s->c->ink,
	    s->c->page);
	for (int i = 0; i < s->b->npieces; i++)
		if (svg_is_drawn(s, &s->b->piece[i]) &&
		    !svg_is_leader(&s->b->piece[i]))
			stack_labels(s, &s->b->piece[i]);
	svg_put(s, "</g>\n");
	svg_leader_names(s);
	svg_put(s, "</g>\n");
}
