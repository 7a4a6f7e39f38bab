/* svg_leaders.c: leaders on a board, and names that leave its counters free */
#include "show/svg_draw.h"

#include "base/arena.h"

#include <string.h>

static int
leaders_before(const struct svg *s, const struct board_piece *l)
{
	int n = 0;

	for (const struct board_piece *p = s->b->piece; p < l; p++)
		n += svg_is_leader(p) && p->where == BOARD_ON_MAP &&
		    p->hex == l->hex;
	return n;
}

/* With a unit a leader stands at its rear, so that the front stays clear. */
static struct svg_point
leader_place(const struct svg *s, const struct board_piece *l)
{
	struct svg_point c = svg_centre(s, l->hex), v;
	const struct board_piece *u = board_at(s->b, l->hex, 0);
	int nth = leaders_before(s, l);

	if (u == NULL || svg_is_leader(u)) {
		c.x += nth * 14;
		return c;
	}
	if (s->b->manner == BOARD_BLOCKS || u->facing < 0) {
		c.x += 20 - nth * 14;
		c.y -= s->b->manner == BOARD_BLOCKS ? 18 : 14;
		return c;
	}
	v = svg_corner(s, u->facing + 3 + nth);
	c.x += v.x * 8 / 10;
	c.y += v.y * 8 / 10;
	return c;
}

void
svg_leader(struct svg *s, const struct board_piece *p)
{
	struct svg_point c = leader_place(s, p);

	svg_put(s, "<g transform=\"translate($ $)\"@>", c.x, c.y, p->state &
	    BOARD_FINISHED ? " opacity=\".75\"" : "");
	svg_piece_title(s, p);
	svg_plate(s, p->side, p->symbol);
	if (p->state & BOARD_WOUNDED)
		svg_put(s, "<path stroke=\"@\" stroke-width=\"3\" d=\"M-7 7L7-7"
		    "\"/>", s->c->hit);
	svg_put(s, "</g>\n");
}

/* ------------------------------------------------------------------ boxes */

static int
common(struct svg_box a, struct svg_box b)
{
	int x0 = a.x0 > b.x0 ? a.x0 : b.x0, x1 = a.x1 < b.x1 ? a.x1 : b.x1;
	int y0 = a.y0 > b.y0 ? a.y0 : b.y0, y1 = a.y1 < b.y1 ? a.y1 : b.y1;

	return x1 > x0 && y1 > y0 ? (x1 - x0) * (y1 - y0) : 0;
}

/* What a piece takes up in a hex: its plate, and the blocks below it. */
static struct svg_box
unit_box(const struct svg *s, int hex)
{
	struct svg_point c = svg_centre(s, hex);
	struct svg_size m = svg_plate_size(s);

	c.y += m.down;
	return (struct svg_box){ c.x - m.w, c.y - m.h, c.x + m.w + 4, c.y +
	    (s->b->manner == BOARD_BLOCKS ? 29 : m.h + 1) };
}

/* Found out once: for a name many places are tried. */
static void
find_counters(struct svg *s)
{
	struct svg_box *box = arena_new(s->out->arena, struct svg_box,
	    2 * s->b->npieces + 1);

	s->counter = box;
	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];

		if (!svg_is_drawn(s, p))
			continue;
		if (svg_is_leader(p)) {
			struct svg_point c = leader_place(s, p);

			*box++ = (struct svg_box){ c.x - 11, c.y - 11, c.x + 11,
			    c.y + 11 };
			continue;
		}
		*box++ = unit_box(s, p->hex);
		if (p->hex2 != HEX_NONE)
			*box++ = unit_box(s, p->hex2);
	}
	s->ncounters = (int)(box - s->counter);
}

/* How much of it counters cover. */
int
svg_covered(struct svg *s, struct svg_box box)
{
	int sum = 0;

	if (s->counter == NULL)
		find_counters(s);
	for (int i = 0; i < s->ncounters; i++)
		sum += common(box, s->counter[i]);
	return sum;
}

/* ------------------------------------------------------------------ names */

/* The letters' size: larger on a large map, which is made small. */
static int
size(const struct svg *s)
{
	return s->scale == 20 ? 15 : s->scale == 15 ? 13 : 11;
}

struct label {
	const char *name;
	size_t len, cut;	/* in two lines: where the first one ends */
	struct svg_box box;
};

static int
letters(const char *s, size_t n)
{
	int count = 0;

	for (size_t i = 0; i < n; i++)
		count += (s[i] & 0xc0) != 0x80;
	return count;
}

/* The space that is nearest to the middle; 0 where there is none. */
static size_t
middle_space(const char *s, size_t n)
{
	for (size_t off = 0; off < n / 2; off++) {
		if (s[n / 2 - off] == ' ')
			return n / 2 - off;
		if (s[n / 2 + off] == ' ')
			return n / 2 + off;
	}
	return 0;
}

static int
label_width(const struct svg *s, const struct label *l)
{
	int a, b = 0, letter = size(s) * 7;	/* generous, in elevenths */

	a = letters(l->name, l->cut > 0 ? l->cut : l->len);
	if (l->cut > 0)
		b = letters(l->name + l->cut + 1, l->len - l->cut - 1);
	return (a > b ? a : b) * letter / 11 + 2;
}

/*
 * The places where a name can stand, the best first: around its leader, and
 * below or above the counter that he is with, in C&C toward his own baseline.
 */
static struct svg_box
label_place(const struct svg *s, const struct board_piece *p, int k, int w,
    int h)
{
	struct svg_point c = leader_place(s, p), m = svg_centre(s, p->hex);
	struct svg_box u = unit_box(s, p->hex);
	int r = p->symbol == BOARD_LEADER_OVERALL ? 15 : 12;
	bool up = s->b->side[p->side].home == (s->o->flip ? 2 : 0);
	const struct board_piece *with = board_at(s->b, p->hex, 0);
	int x = c.x, y = c.y + r;		/* middle and top */

	if (s->b->manner == BOARD_BLOCKS && with != NULL && !svg_is_leader(with)) {
		if (k < 2) {
			k = up ? 1 - k : k;
			x = m.x;
			y = k == 0 ? u.y1 : (c.y - r - h);
			return (struct svg_box){ x - w / 2, y, x + w / 2, y +
			    h };
		}
	}
	switch (k) {
	case 0: break;
	case 1: y = c.y - r - h; break;
	case 2: case 3:
		x += (k == 2 ? 1 : -1) * (r + w / 2);
		y = c.y - h / 2;
		break;
	case 4: case 5: x += (k == 4 ? 1 : -1) * (w / 2 - 6); break;
	case 6: case 7:
		x += (k == 6 ? 1 : -1) * (w / 2 - 6);
		y = c.y - r - h;
		break;
	case 8: x = m.x, y = u.y1; break;
	case 9: x = m.x, y = u.y0 - h; break;
	case 10: y += 10; break;
	case 11: y = c.y - r - h - 10; break;
	default: x += (k == 12 ? 1 : -1) * (r + w / 2), y = c.y; break;
	}
	return (struct svg_box){ x - w / 2, y, x + w / 2, y + h };
}

#define PLACES 14

/* The arrow of an attack, on the hexside; nothing of other deeds. */
static struct svg_box
blow_box(const struct svg *s, const struct track_deed *x)
{
	struct svg_point a, b;

	if ((x->d.kind != BOARD_ATTACK && x->d.kind != BOARD_BACK) ||
	    x->d.ntargets == 0 || x->who_hex[0] == HEX_NONE ||
	    x->target_hex[0] == HEX_NONE)
		return (struct svg_box){ 0, 0, 0, 0 };
	a = svg_centre(s, x->who_hex[0]);
	b = svg_centre(s, x->target_hex[0]);
	a.x = (a.x + b.x) / 2;
	a.y = (a.y + b.y) / 2;
	return (struct svg_box){ a.x - 12, a.y - 12, a.x + 12, a.y + 12 };
}

/* What a place costs: counters, other names and the frame are in the way. */
static int
label_cost(struct svg *s, const struct label *placed, int n,
    struct svg_box box)
{
	struct svg_box frame = { s->left + 2, s->top + 2, s->left + s->width -
	    2, s->top + s->height - 2 };
	int area = (box.x1 - box.x0) * (box.y1 - box.y0);
	int cost = 3 * svg_covered(s, box) + 12 * (area - common(box, frame));

	for (int i = 0; i < n; i++)
		cost += 5 * common(box, placed[i].box);
	for (int i = 0; s->deeds != NULL && i < s->deeds->n; i++)
		cost += 3 * common(box, blow_box(s, &s->deeds->deed[i]));
	return cost;
}

static void
label_settle(struct svg *s, const struct board_piece *p,
    struct label *all, int n)
{
	struct label *l = &all[n];
	size_t cut;
	int least = -1;

	l->name = *p->name ? p->name : p->id;
	l->len = strlen(l->name);
	cut = l->len > 9 ? middle_space(l->name, l->len) : 0;
	for (int lines = 1; lines <= (cut > 0 ? 2 : 1); lines++)
		for (int k = 0; k < PLACES; k++) {
			struct label t = *l;
			int cost;

			t.cut = lines == 2 ? cut : 0;
			t.box = label_place(s, p, k, label_width(s, &t),
			    size(s) * lines + 1);
			cost = label_cost(s, all, n, t.box) + 8 * k + (lines -
			    1) * 20;
			if (least < 0 || cost < least)
				*l = t, least = cost;
		}
}

static void
label_put(struct svg *s, const struct label *l)
{
	int x = (l->box.x0 + l->box.x1) / 2, y = l->box.y0 + size(s) * 9 / 11;
	struct arena *a = s->out->arena;

	if (l->cut == 0)
		svg_put(s, "<text x=\"$\" y=\"$\">^</text>", x, y, l->name);
	else
		svg_put(s, "<text x=\"$\" y=\"$\">^</text><text x=\"$\" y=\"$\""
		    ">^</text>", x, y, arena_printf(a, "%.*s", (int)l->cut,
		    l->name), x, y + size(s), l->name + l->cut + 1);
}

/* Names have a casing in the page's colour, to be read on anything. */
void
svg_leader_names(struct svg *s)
{
	struct label *all = arena_new(s->out->arena, struct label,
	    s->b->npieces + 1);
	int n = 0;

	svg_put(s, "<g font-family=\"DejaVu Serif,Georgia,serif\" font-style=\""
	    "italic\" font-weight=\"bold\" font-size=\"$\" text-anchor=\""
	    "middle\" fill=\"@\" stroke=\"@\" stroke-width=\"3\" "
	    "stroke-linejoin=\"round\" paint-order=\"stroke\">", size(s),
	    s->c->ink, s->c->page);
	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];

		if (!svg_is_leader(p) || !svg_is_drawn(s, p))
			continue;
		label_settle(s, p, all, n);
		label_put(s, &all[n++]);
	}
	svg_put(s, "</g>\n");
}
