/* svg.c: a board as a picture: its measures, its palette, its layers */
#include "show/svg_draw.h"

#include "base/arena.h"

#include <stdarg.h>
#include <string.h>

static const struct svg_palette light = {
	.page = "#faf6ec", .panel = "#fbf8f0", .clear = "#f3ecdb",
	.ink = "#2a2620", .muted = "#6b604c", .number = "#8f8262",
	.grid = "#cbbd9d", .frame = "#6b5b3e", .wood = "#d5dfba",
	.tree = "#7d9660", .level = { "#f3ecdb", "#ecdcb8", "#dfc698",
	"#cdac77" }, .contour = "#a98650", .broken = "#e6ddc8",
	.stone = "#a8987a", .stream = "#6fa6c6", .bank = "#c4dbe6",
	.water = "#a9cbdd", .marsh = "#dfe6d2", .reed = "#7b9a86", .town = "#e3d3c0",
	.wall = "#7a6f60", .ridge = "#8a6a38", .hit = "#b3261e",
};

static const struct svg_palette dark = {
	.page = "#15171a", .panel = "#1c1f22", .clear = "#23262a",
	.ink = "#e8e4da", .muted = "#a79f8e", .number = "#8b939b",
	.grid = "#3d4248", .frame = "#8d8368", .wood = "#27352a",
	.tree = "#5f7d5a", .level = { "#23262a", "#3a352b", "#4c4434",
	"#62543c" }, .contour = "#8a7448", .broken = "#2d2e2f",
	.stone = "#6d6a62", .stream = "#5aa3cc", .bank = "#1d3443",
	.water = "#1f3d50", .marsh = "#26302d", .reed = "#5d7f70", .town = "#3a322b",
	.wall = "#9a8f7d", .ridge = "#b08d52", .hit = "#ff6b5e",
};

/* One side is dark with a white symbol, the other light with a black one. */
static const struct svg_ink inks[2][BOARD_INK_COUNT] = {
	{
		[BOARD_CRIMSON] = { "#8c2a24", "#fff", "#2b1210", "#5f1a16",
		    "#8c2a24", false },
		[BOARD_PURPLE] = { "#573a7a", "#fff", "#20142e", "#3a2456",
		    "#573a7a", false },
		[BOARD_BLUE] = { "#22507e", "#fff", "#0f2236", "#163757",
		    "#22507e", false },
		[BOARD_AMBER] = { "#f0bd5c", "#1f1a12", "#3a2a0c", "#bd8a2f",
		    "#96650c", true },
		[BOARD_TAN] = { "#dfbf8c", "#1f1a12", "#3a2d18", "#a98650",
		    "#8a6424", true },
		[BOARD_SKY] = { "#a9cde0", "#12202a", "#173040", "#7aa5bd",
		    "#1f5f86", true },
		[BOARD_SAGE] = { "#c0d093", "#1a200f", "#2c3616", "#8f9f62",
		    "#4c5f1c", true },
	}, {
		[BOARD_CRIMSON] = { "#a8362f", "#fff", "#f0d8d5", "#5f1a16",
		    "#e0746c", false },
		[BOARD_PURPLE] = { "#6a4a94", "#fff", "#dcd0ea", "#3a2456",
		    "#a98bd0", false },
		[BOARD_BLUE] = { "#2c659e", "#fff", "#cfe0f0", "#163757",
		    "#6fa8dc", false },
		[BOARD_AMBER] = { "#f0bd5c", "#1f1a12", "#1a1306", "#bd8a2f",
		    "#f0bd5c", true },
		[BOARD_TAN] = { "#dfbf8c", "#1f1a12", "#1a1306", "#a98650",
		    "#e3c080", true },
		[BOARD_SKY] = { "#a9cde0", "#12202a", "#0a161e", "#7aa5bd",
		    "#a9cde0", true },
		[BOARD_SAGE] = { "#c0d093", "#1a200f", "#10140a", "#8f9f62",
		    "#c0d093", true },
	},
};

/* ------------------------------------------------------------------- text */

static void
put_int(struct str *out, int n)
{
	char buf[12], *p = buf + sizeof buf;
	unsigned u = n < 0 ? 0u - (unsigned)n : (unsigned)n;

	do
		*--p = (char)('0' + u % 10);
	while ((u /= 10) > 0);
	if (n < 0)
		*--p = '-';
	str_addn(out, p, (size_t)(buf + sizeof buf - p));
}

void
svg_escape(struct str *out, const char *s)
{
	const char *t = str_shown(out->arena, s, 4000);

	for (; *t != '\0'; t++)
		switch (*t) {
		case '&': str_add(out, "&amp;"); break;
		case '<': str_add(out, "&lt;"); break;
		case '>': str_add(out, "&gt;"); break;
		case '"': str_add(out, "&quot;"); break;
		case '\'': str_add(out, "&#39;"); break;
		default: str_addc(out, *t);
		}
}

void
svg_put(struct svg *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	while (*fmt != '\0') {
		size_t n = strcspn(fmt, "$@^");

		str_addn(s->out, fmt, n);
		fmt += n;
		if (*fmt == '\0')
			break;
		if (*fmt == '$')
			put_int(s->out, va_arg(ap, int));
		else if (*fmt == '@')
			str_add(s->out, va_arg(ap, const char *));
		else
			svg_escape(s->out, va_arg(ap, const char *));
		fmt++;
	}
	va_end(ap);
}

/* --------------------------------------------------------------- geometry */

static bool
is_flat(const struct svg *s)
{
	return s->b->grid->top == HEX_FLAT;
}

/* Is this column (row) shoved half a hex down (right)? */
static bool
is_shoved(const struct hex_grid *g, int col, int row)
{
	int printed = g->top == HEX_FLAT ? g->col0 + col : g->row0 + row;

	return (printed & 1) == (g->shove == HEX_SHOVE_ODD);
}

struct svg_point
svg_centre(const struct svg *s, int hex)
{
	const struct hex_grid *g = s->b->grid;
	int col = hex % g->cols, row = hex / g->cols;
	int shove = is_shoved(g, col, row) ? s->h : 0;
	int c = col - s->col0, r = row - s->row0;
	struct svg_point p;

	if (is_flat(s))
		p = (struct svg_point){ c * 3 * s->a / 2, r * 2 * s->h + shove };
	else
		p = (struct svg_point){ c * 2 * s->h + shove, r * 3 * s->a / 2 };
	if (s->o->flip) {
		p.x = s->width - 2 * (s->x0 - s->left) - p.x;
		p.y = s->height - 2 * (s->y0 - s->top) - p.y;
	}
	return (struct svg_point){ s->x0 + p.x, s->y0 + p.y };
}

int
svg_drawn_dir(const struct svg *s, int dir)
{
	return s->o->flip ? (dir + 3) % HEX_DIRS : dir;
}

struct svg_point
svg_corner(const struct svg *s, int v)
{
	int a = s->a, k = s->a / 2, h = s->h;
	const struct svg_point flat[] = { { k, -h }, { a, 0 }, { k, h },
	    { -k, h }, { -a, 0 }, { -k, -h } };
	const struct svg_point pointy[] = { { h, -k }, { h, k }, { 0, a },
	    { -h, k }, { -h, -k }, { 0, -a } };

	v = (v + (s->o->flip ? 3 : 0) + HEX_DIRS) % HEX_DIRS;
	return is_flat(s) ? flat[v] : pointy[v];
}

bool
svg_in_window(const struct svg *s, int hex)
{
	int col, row;

	if (hex == HEX_NONE || !hex_exists(s->b->grid, hex))
		return false;
	col = hex % s->b->grid->cols - s->col0;
	row = hex / s->b->grid->cols - s->row0;
	return col >= 0 && col < s->cols && row >= 0 && row < s->rows;
}

static void
set_window(struct svg *s)
{
	const struct hex_grid *g = s->b->grid;
	int r = s->o->radius, col, row;

	s->cols = g->cols;
	s->rows = g->rows;
	if (s->o->around == HEX_NONE)
		return;
	col = s->o->around % g->cols;
	row = s->o->around / g->cols;
	s->col0 = col - r > 0 ? col - r : 0;
	s->row0 = row - r > 0 ? row - r : 0;
	s->cols = (col + r < g->cols ? col + r + 1 : g->cols) - s->col0;
	s->rows = (row + r < g->rows ? row + r + 1 : g->rows) - s->row0;
}

#define MARGIN 28		/* around the frame */
#define INSET 14		/* from the frame to the hexes */

static void
set_measures(struct svg *s)
{
	static const int half[][2] = { [BOARD_RATED] = { 30, 26 },
	    [BOARD_BLOCKS] = { 44, 38 }, [BOARD_FACED] = { 38, 33 } };
	bool ragged;

	s->a = half[s->b->manner][0];
	s->h = half[s->b->manner][1];
	set_window(s);
	ragged = s->b->grid->ragged && s->cols == s->b->grid->cols;
	if (is_flat(s)) {
		s->width = (s->cols - 1) * 3 * s->a / 2 + 2 * s->a;
		s->height = s->rows * 2 * s->h + (s->cols > 1 ? s->h : 0);
	} else {
		s->width = s->cols * 2 * s->h + (s->rows > 1 && !ragged ?
		    s->h : 0);
		s->height = (s->rows - 1) * 3 * s->a / 2 + 2 * s->a;
	}
	s->width += 2 * INSET;
	s->height += 2 * INSET;
	s->left = s->o->bare ? 3 : MARGIN;
	s->scale = s->width < 1500 ? 10 : s->width < 2000 ? 15 : 20;
	s->top = s->o->bare ? 3 : 88 * s->scale / 10;
	s->x0 = s->left + INSET + (is_flat(s) ? s->a : s->h);
	s->y0 = s->top + INSET + (is_flat(s) ? s->h : s->a);
	s->total_w = s->width + 2 * s->left;
	s->total_h = s->top + s->height + s->left;
}

/* Without the smallest width a title and the sides' names do not fit. */
static void
widen(struct svg *s)
{
	if (s->o->bare)
		return;
	if (s->total_w < 720) {
		int more = (720 - s->total_w) / 2;

		s->left += more;
		s->x0 += more;
		s->total_w = 720;
	}
	s->total_h += svg_legend_height(s);
}

static void
set_up(struct svg *s, const struct board *b, const struct svg_options *o)
{
	memset(s, 0, sizeof *s);
	s->b = b;
	s->o = o;
	s->c = o->dark ? &dark : &light;
	for (int i = 0; i < b->nsides; i++)
		s->ink[i] = inks[o->dark][b->side[i].ink];
	set_measures(s);
}

struct svg_place
svg_place(const struct board *b, const struct svg_options *o)
{
	struct svg s;

	set_up(&s, b, o);
	return (struct svg_place){
		.x0 = s.x0, .y0 = s.y0,
		.dx = is_flat(&s) ? 3 * s.a / 2 : 2 * s.h,
		.dy = is_flat(&s) ? 2 * s.h : 3 * s.a / 2,
		.shove = s.h, .width = s.total_w, .height = s.total_h,
	};
}

void
svg_side_colours(const struct board *b, int side, const char *out[4])
{
	const struct svg_ink *k = &inks[0][b->side[side].ink];

	out[0] = k->fill;
	out[1] = k->ink;
	out[2] = k->line;
	out[3] = k->deep;
}

static void
dark_rule(struct str *out, const char *what, const char *from, const char *to)
{
	str_add(out, arena_printf(out->arena, "[%s=\"%s\"]{%s:%s}\n", what,
	    from, what, to));
}

/*
 * Without ancestors in the selectors, which do not reach what <use> repeats.
 * A dark side's plates and trails have one colour in a light picture and two
 * in a dark one: plates are filled with theirs, trails drawn with theirs.
 */
void
svg_dark_rules(struct str *out)
{
	const char *const *a = (const char *const *)(const void *)&light;
	const char *const *b = (const char *const *)(const void *)&dark;

	for (size_t i = 0; i < sizeof light / sizeof *a; i++) {
		dark_rule(out, "fill", a[i], b[i]);
		dark_rule(out, "stroke", a[i], b[i]);
	}
	for (int i = 0; i < BOARD_INK_COUNT; i++) {
		const struct svg_ink *k = &inks[0][i], *d = &inks[1][i];

		dark_rule(out, "fill", k->fill, d->fill);
		dark_rule(out, "stroke", k->line, d->line);
		dark_rule(out, "stroke", k->deep, d->deep);
	}
}

/* ----------------------------------------------------------------- layers */

static void
begin(struct svg *s)
{
	svg_put(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 $ $"
	    "\"@ font-family=\"DejaVu Sans,Verdana,sans-serif\" "
	    "font-size=\"11\" role=\"img\">\n", s->total_w, s->total_h,
	    s->o->page ? " id=\"board\"" : "");
	svg_put(s, "<title>^@^</title>\n", s->b->title ? s->b->title : "Map",
	    s->b->when ? ", " : "", s->b->when ? s->b->when : "");
	if (!s->o->page)
		svg_put(s, "<path fill=\"@\" d=\"M0 0h$v$h-$z\"/>\n",
		    s->c->page, s->total_w, s->total_h, s->total_w);
}

/* A double line, as on a printed map. */
static void
frame(struct svg *s)
{
	svg_put(s, "<g fill=\"none\" stroke=\"@\"><path stroke-width=\"2\" "
	    "d=\"M$ $h$v$h-$z\"/>", s->c->frame, s->left, s->top, s->width,
	    s->height, s->width);
	if (!s->o->bare)
		svg_put(s, "<path d=\"M$ $h$v$h-$z\"/>", s->left - 5,
		    s->top - 5, s->width + 10, s->height + 10, s->width + 10);
	svg_put(s, "</g>\n");
}

void
svg_board(struct str *out, const struct board *b, const struct track *deeds,
    const struct svg_options *o)
{
	struct svg s;

	set_up(&s, b, o);
	s.out = out;
	s.deeds = deeds;
	widen(&s);
	begin(&s);
	svg_put(&s, "<defs>\n");
	if (o->around != HEX_NONE)	/* trails from outside end at it */
		svg_put(&s, "<clipPath id=\"cl\"><path d=\"M$ $h$v$h-$z\"/>"
		    "</clipPath>\n", s.left, s.top, s.width, s.height,
		    s.width);
	svg_ground_defs(&s);
	if (!o->ground) {
		svg_piece_defs(&s);
		svg_deed_defs(&s);
	}
	svg_put(&s, "</defs>\n");
	svg_ground(&s);
	frame(&s);
	if (!o->ground) {
		svg_put(&s, "<g@>\n", o->around != HEX_NONE ?
		    " clip-path=\"url(#cl)\"" : "");
		svg_trails(&s);
		svg_pieces(&s);
		svg_blows(&s);
		svg_put(&s, "</g>\n");
	}
	if (!o->bare) {
		svg_header(&s);
		svg_legend(&s);
	}
	svg_put(&s, "</svg>\n");
}
