/* svg_deeds.c: what happened, on the board: trails, fire, blows, losses */
#include "show/svg_draw.h"

#include "base/node.h"
#include "show/phrase.h"

#include <string.h>

void
svg_deed_defs(struct svg *s)
{
	if (!s->o->page && (s->deeds == NULL || s->deeds->n == 0))
		return;
	for (int i = 0; i < s->b->nsides; i++)
		svg_put(s, "<marker id=\"mv$\" viewBox=\"-1 -6 12 12\" refX=\"7\" "
		    "markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\"><path "
		    "fill=\"@\" d=\"M0-5L10 0 0 5z\"/></marker><marker id=\"mr$"
		    "\" viewBox=\"-1 -6 12 12\" refX=\"7\" markerWidth=\"4\" "
		    "markerHeight=\"4\" orient=\"auto\"><path fill=\"@\" "
		    "stroke=\"@\" stroke-width=\"2\" d=\"M0-4L9 0 0 4z\"/>"
		    "</marker>\n", i, s->ink[i].deep, i, s->c->page,
		    s->ink[i].deep);
	svg_put(s, "<marker id=\"mf\" viewBox=\"-1 -5 10 10\" refX=\"7\" "
	    "markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\"><path "
	    "fill=\"@\" d=\"M0-4L8 0 0 4 2 0z\"/></marker><marker id=\"ma\" "
	    "viewBox=\"0 -6 10 12\" refX=\"2\" markerWidth=\"2\" markerHeight="
	    "\"2\" orient=\"auto\"><path fill=\"@\" d=\"M0-6L10 0 0 6z\"/>"
	    "</marker>\n", s->c->ink, s->c->hit);
}

unsigned
svg_deeds_used(const struct svg *s)
{
	unsigned used = 0;

	for (int i = 0; s->deeds != NULL && i < s->deeds->n; i++) {
		const struct track_deed *x = &s->deeds->deed[i];

		if (svg_in_window(s, x->who_hex[0]) || svg_in_window(s,
		    x->d.to))
			used |= 1u << x->d.kind;
	}
	return used;
}

/* ----------------------------------------------------------------- trails */

static bool
is_flight(enum board_deed_kind k)
{
	return k == BOARD_RETREAT || k == BOARD_EVADE || k == BOARD_ROUT;
}

/* Trails of several units between the same hexes lie side by side. */
static int
lane(const struct svg *s, int i)
{
	const struct track_deed *x = &s->deeds->deed[i];
	int n = 0;

	for (int k = 0; k < i; k++) {
		const struct track_deed *y = &s->deeds->deed[k];

		n += track_moves(y->d.kind) && y->d.kind != BOARD_PLACE &&
		    y->who_hex[0] == x->d.to && y->d.to == x->who_hex[0];
	}
	return n > 0 ? 7 : 0;
}

static int
root(int n)
{
	int r = 0;

	while ((r + 1) * (r + 1) <= n)
		r++;
	return r;
}

/* The end of a trail: short of the centre, where the counter stands. */
static struct svg_point
short_of(struct svg_point from, struct svg_point to, int by)
{
	int dx = to.x - from.x, dy = to.y - from.y;
	int len = root(dx * dx + dy * dy);

	if (len <= by)
		return to;
	to.x -= dx * by / len;
	to.y -= dy * by / len;
	return to;
}

/* From there along a deed's way, as steps, and those that go straight on as
 * one: a map has to stay small. */
static void
way_path(struct svg *s, struct svg_point at, const struct board_deed *d)
{
	struct svg_point step = { 0, 0 }, way = { 0, 0 };
	const char *before = "l";

	for (int k = 0; k < d->nway; k++) {
		struct svg_point to = svg_centre(s, d->way[k]), next;

		if (k + 1 == d->nway)
			to = short_of(at, to, 24);
		next = (struct svg_point){ to.x - at.x, to.y - at.y };
		if (k > 0 && (next.x != step.x || next.y != step.y)) {
			svg_put(s, "@$ $", before, way.x, way.y);
			way = (struct svg_point){ 0, 0 };
			before = " ";
		}
		way.x += next.x;
		way.y += next.y;
		step = next;
		at = to;
	}
	svg_put(s, "@$ $", before, way.x, way.y);
}

static void
trail(struct svg *s, int i)
{
	const struct track_deed *x = &s->deeds->deed[i];
	const struct board_piece *p = board_find(s->b, x->d.who[0]);
	int from = x->who_hex[0], off = lane(s, i);
	bool flight = is_flight(x->d.kind);
	bool seen = svg_in_window(s, from);
	struct svg_point c;

	/* one that comes from outside a window begins at its edge */
	for (int k = 0; k < x->d.nway; k++)
		seen = seen || svg_in_window(s, x->d.way[k]);
	if (p == NULL || from == HEX_NONE || x->d.nway == 0 || !seen)
		return;
	for (int pass = 0; pass < 2; pass++) {
		c = svg_centre(s, from);
		if (pass == 0)
			svg_put(s, "<path stroke=\"@\" stroke-width=\"7\" d=\"M"
			    "$ $", s->c->page, c.x + off, c.y + off);
		else
			svg_put(s, "<path stroke=\"@\" stroke-width=\"3\"@ "
			    "marker-end=\"url(#m@$)\" d=\"M$ $",
			    s->ink[p->side].deep, flight ?
			    " stroke-dasharray=\"7 4\"" : "", flight ? "r" :
			    "v", p->side, c.x + off, c.y + off);
		way_path(s, c, &x->d);
		svg_put(s, "\"/>");
	}
	c = svg_centre(s, from);
	svg_put(s, "<circle cx=\"$\" cy=\"$\" r=\"4\" fill=\"@\" stroke=\"@\""
	    "/>\n", c.x + off, c.y + off, s->ink[p->side].deep, s->c->page);
}

/* Whom a unit has left behind: where it stood before it fell. */
static void
fallen(struct svg *s, const struct track_deed *x)
{
	const struct board_piece *p = board_find(s->b, x->d.who[0]);
	int hex = x->d.to != HEX_NONE ? x->d.to : x->who_hex[0];
	struct node *t = node_table(s->b->arena);
	struct svg_point c;

	if (p == NULL || p->where == BOARD_ON_MAP || !svg_in_window(s, hex))
		return;
	c = svg_centre(s, hex);
	node_add_string(s->b->arena, t, "name", *p->name ? p->name : p->id);
	svg_put(s, "<g transform=\"translate($ $)\"><title>^</title>"
	    "<g opacity=\".35\">", c.x, c.y, phrase_own_filled(
	    s->b->arena, "legend", "fell", t));
	svg_plate(s, p->side, p->symbol);
	svg_put(s, "</g><path stroke=\"@\" stroke-width=\"5\" d=\"M-17-17L17 17"
	    "M17-17L-17 17\"/><path stroke=\"@\" stroke-width=\"3\" d=\"M-17-17"
	    "L17 17M17-17L-17 17\"/></g>\n", s->c->page, s->c->hit);
}

void
svg_trails(struct svg *s)
{
	svg_put(s, s->o->page ? "<g id=\"trails\" fill=\"none\">\n" :
	    "<g fill=\"none\">\n");
	for (int i = 0; s->deeds != NULL && i < s->deeds->n; i++) {
		const struct track_deed *x = &s->deeds->deed[i];

		if (track_moves(x->d.kind) && x->d.kind != BOARD_PLACE)
			trail(s, i);
	}
	for (int i = 0; s->deeds != NULL && i < s->deeds->n; i++)
		if (s->deeds->deed[i].d.kind == BOARD_GONE)
			fallen(s, &s->deeds->deed[i]);
	svg_put(s, "</g>\n");
}

/* ------------------------------------------------------------------ blows */

static void
draw_badges(struct svg *s)
{
	for (int i = 0; i < s->nbadges; i++) {
		const struct svg_badge *b = &s->badge[i];

		svg_put(s, "<circle cx=\"$\" cy=\"$\" r=\"7\" fill=\"@\" "
		    "stroke=\"@\"/><text x=\"$\" y=\"$\" font-size=\"9\" "
		    "font-weight=\"bold\" text-anchor=\"middle\" fill=\"@\">$"
		    "</text>", b->x, b->y, b->colour, s->c->page, b->x, b->y +
		    3, s->c->page, b->n);
	}
	s->nbadges = 0;
}

/* Numbers are drawn above the arrows, which would cover them. */
static void
badge(struct svg *s, int x, int y, int n, const char *colour)
{
	if (n <= 0)
		return;
	if (s->nbadges == SVG_BADGES)
		draw_badges(s);
	s->badge[s->nbadges++] = (struct svg_badge){ x, y, n, colour };
}

/* The point of the curve from A over M to B that no counter is under, or the
 * fewest: the middle or one near it. */
static struct svg_point
clear_point(struct svg *s, struct svg_point a, struct svg_point m,
    struct svg_point b)
{
	static const int eighths[] = { 4, 3, 5, 2, 6 };
	struct svg_point best = { 0, 0 };
	int least = -1;

	for (int i = 0; i < 5; i++) {
		int t = eighths[i], u = 8 - t;
		int x = (u * u * a.x + 2 * u * t * m.x + t * t * b.x) / 64;
		int y = (u * u * a.y + 2 * u * t * m.y + t * t * b.y) / 64;
		int cost = svg_covered(s, (struct svg_box){ x - 7, y - 7,
		    x + 7, y + 7 });

		if (least < 0 || cost < least)
			best = (struct svg_point){ x, y }, least = cost;
	}
	return best;
}

/* A thin dashed curve that leaves both counters free. */
static void
shot(struct svg *s, const struct track_deed *x)
{
	struct svg_point a, b, m;
	bool near;

	if (x->d.ntargets == 0 || !svg_in_window(s, x->who_hex[0]) ||
	    !svg_in_window(s, x->target_hex[0]) ||
	    x->who_hex[0] == x->target_hex[0])
		return;
	a = svg_centre(s, x->who_hex[0]);
	b = svg_centre(s, x->target_hex[0]);
	near = hex_distance(s->b->grid, x->who_hex[0], x->target_hex[0]) < 2;
	m.x = (a.x + b.x) / 2 - (b.y - a.y) / (near ? 2 : 5);
	m.y = (a.y + b.y) / 2 + (b.x - a.x) / (near ? 2 : 5);
	a = short_of(m, a, 22);
	b = short_of(m, b, 27);
	for (int pass = 0; pass < 2; pass++)
		svg_put(s, "<path fill=\"none\" stroke=\"@\" stroke-width=\"$\""
		    "@ d=\"M$ $Q$ $ $ $\"/>", pass ? s->c->ink : s->c->page,
		    pass ? 2 : 5, pass ? " stroke-dasharray=\"5 3\" marker-end="
		    "\"url(#mf)\"" : "", a.x, a.y, m.x, m.y, b.x, b.y);
	m = clear_point(s, a, m, b);
	badge(s, m.x, m.y, x->number, s->c->ink);
}

/* Would a number there cover another one?  Several blows cross one hexside. */
static bool
on_a_badge(const struct svg *s, struct svg_point p)
{
	for (int i = 0; i < s->nbadges; i++) {
		int dx = s->badge[i].x - p.x, dy = s->badge[i].y - p.y;

		if (dx * dx + dy * dy < 13 * 13)
			return true;
	}
	return false;
}

/* Beside an arrow: where it hides the least. */
static void
blow_badge(struct svg *s, struct svg_point m, int dx, int dy, int number)
{
	int len = root(dx * dx + dy * dy), least = -1;
	struct svg_point best = m;

	for (int i = 0; number > 0 && len > 0 && i < 6; i++) {
		int across = i & 1 ? 13 : -13;	/* there one battles back */
		int along = i < 2 ? 0 : i < 4 ? -10 : -15;
		struct svg_point p = { m.x + (dx * along - dy * across) / len,
		    m.y + (dy * along + dx * across) / len };
		int cost = svg_covered(s, (struct svg_box){ p.x - 7, p.y - 7,
		    p.x + 7, p.y + 7 }) + (on_a_badge(s, p) ? 1000 : 0) +
		    (across > 0 ? 60 : 0);

		if (least < 0 || cost < least)
			best = p, least = cost;
	}
	badge(s, best.x, best.y, number, s->c->hit);
}

/* A short thick arrow on the hexside; battling back beside it, thinner. */
static void
blow(struct svg *s, int from, int to, int number, bool back)
{
	struct svg_point a, b;
	int most = s->b->manner == BOARD_RATED ? 16 : 24;
	int wide = s->b->manner == BOARD_RATED ? 5 : 7;
	int dx, dy, ox, oy, mx, my;

	if (!svg_in_window(s, from) || !svg_in_window(s, to) || from == to)
		return;
	a = svg_centre(s, from);
	b = svg_centre(s, to);
	dx = (b.x - a.x) * 10 / s->h;
	dy = (b.y - a.y) * 10 / s->h;
	while (dx > most || dx < -most || dy > most || dy < -most)
		dx = dx * 2 / 3, dy = dy * 2 / 3;
	ox = back ? dy * 5 / 10 : 0;
	oy = back ? -dx * 5 / 10 : 0;
	mx = (a.x + b.x) / 2 + ox;
	my = (a.y + b.y) / 2 + oy;
	svg_put(s, "<path stroke=\"@\" stroke-width=\"$\" d=\"M$ $l$ $\"/>",
	    s->c->page, back ? 5 : wide + 4, mx - dx / 2, my - dy / 2,
	    dx * 9 / 10, dy * 9 / 10);
	svg_put(s, "<path stroke=\"@\" stroke-width=\"$\"@ d=\"M$ $l$ $\" "
	    "marker-end=\"url(#ma)\"/>", s->c->hit, back ? 3 : wide, back ?
	    " stroke-dasharray=\"4 2\"" : "", mx - dx / 2, my - dy / 2,
	    dx * 6 / 10, dy * 6 / 10);
	blow_badge(s, (struct svg_point){ mx, my }, dx, dy, number);
}

static int
nearest_target(const struct svg *s, const struct track_deed *x, int from)
{
	int best = HEX_NONE, d = 0;

	for (int i = 0; i < x->d.ntargets; i++) {
		int to = x->target_hex[i];

		if (to == HEX_NONE || from == HEX_NONE)
			continue;
		if (best == HEX_NONE || hex_distance(s->b->grid, from, to) < d)
			best = to, d = hex_distance(s->b->grid, from, to);
	}
	return best;
}

static void
blows(struct svg *s, const struct track_deed *x)
{
	for (int i = 0; i < x->d.n; i++)
		blow(s, x->who_hex[i], nearest_target(s, x, x->who_hex[i]),
		    i == 0 ? x->number : 0, x->d.kind == BOARD_BACK);
}

/* ----------------------------------------------------------------- losses */

/* A red star with what a unit has lost since, at its lower right. */
static void
losses(struct svg *s, const struct board_piece *p)
{
	struct svg_point c;
	int n = 0;

	for (int i = 0; i < s->deeds->n; i++) {
		const struct board_deed *d = &s->deeds->deed[i].d;

		if (d->kind == BOARD_HIT && strcmp(d->who[0], p->id) == 0)
			n += d->amount;
	}
	/* those of a counter that shows its hits are a star themselves */
	if (n <= 0 || s->b->manner == BOARD_FACED || p->where != BOARD_ON_MAP ||
	    !svg_in_window(s, p->hex))
		return;
	c = svg_centre(s, p->hex);
	svg_put(s, "<g transform=\"translate($ $)\"><path fill=\"@\" stroke=\""
	    "@\" d=\"" SVG_STAR "\"/><text y=\"4\" font-size=\"9\" "
	    "font-weight=\"bold\" text-anchor=\"middle\" fill=\"@\">−$</text>"
	    "</g>\n", c.x + 33, c.y + 15, s->c->hit, s->c->page, s->o->dark ?
	    "#1c1010" : "#fff", n);
}

void
svg_blows(struct svg *s)
{
	svg_put(s, s->o->page ? "<g id=\"blows\">\n" : "<g>\n");
	for (int i = 0; s->deeds != NULL && i < s->deeds->n; i++) {
		const struct track_deed *x = &s->deeds->deed[i];

		if (x->d.kind == BOARD_FIRE)
			shot(s, x);
		else if (x->d.kind == BOARD_ATTACK || x->d.kind == BOARD_BACK)
			blows(s, x);
	}
	draw_badges(s);
	for (int i = 0; s->deeds != NULL && i < s->b->npieces; i++)
		losses(s, &s->b->piece[i]);
	svg_put(s, "</g>\n");
}
