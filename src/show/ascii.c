/*
 * ascii.c: a board in letters
 *
 * Hexes are drawn as hexes, each side of a hex with a sign of its own, so that
 * a stream can be seen where it runs:
 *
 *	 ______        a flat hex: the counter's code and the way it faces,
 *	/HC01 6\       below it ground, level, hits, and the lower hexside
 *	\w1__2_/
 */
#include "show/ascii.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "show/phrase.h"
#include "show/say.h"
#include "show/wrap.h"

#include <ctype.h>
#include <string.h>

static const char ground_sign[BOARD_GROUND_COUNT] = {
	[BOARD_CLEAR] = '.', [BOARD_WOODS] = 'w', [BOARD_BROKEN] = 'b',
	[BOARD_MARSH] = 'm', [BOARD_RIVER] = '~', [BOARD_LAKE] = 'o',
	[BOARD_SLOPE] = '1', [BOARD_HILL] = 'h', [BOARD_PEAK] = 'p',
	[BOARD_CAMP] = 'c', [BOARD_CITY] = '@', [BOARD_WALL] = '#',
	[BOARD_GATE] = 'G', [BOARD_RAMPART] = '=', [BOARD_TRENCH] = 'v',
	[BOARD_FORD] = 'f', [BOARD_BRIDGE] = 'H', [BOARD_TRAIL] = ':',
	[BOARD_EXIT] = 'x',
};
static const char edge_sign[BOARD_EDGE_COUNT] = {
	[BOARD_EDGE_STREAM] = '~', [BOARD_EDGE_RIVER] = 'R',
	[BOARD_EDGE_RIDGE] = '^', [BOARD_EDGE_WALL] = '#',
	[BOARD_EDGE_GATE] = 'G', [BOARD_EDGE_RAMPART] = '=',
	[BOARD_EDGE_TRENCH] = 'v', [BOARD_EDGE_CLIFF] = '!',
	[BOARD_EDGE_TRAIL] = ':', [BOARD_EDGE_BRIDGE] = 'H',
	[BOARD_EDGE_FORD] = 'f',
};
static const char symbol_code[BOARD_SYMBOL_COUNT][3] = {
	[BOARD_LIGHT_FOOT] = "LI", [BOARD_MEDIUM_FOOT] = "MI",
	[BOARD_HEAVY_FOOT] = "HI", [BOARD_WARRIORS] = "WA",
	[BOARD_AUXILIA] = "AU", [BOARD_ARCHERS] = "AR",
	[BOARD_SLINGERS] = "SL", [BOARD_JAVELINS] = "JV",
	[BOARD_AXES] = "AX", [BOARD_VELITES] = "VE", [BOARD_HASTATI] = "HA",
	[BOARD_PRINCIPES] = "PR", [BOARD_TRIARII] = "TR",
	[BOARD_COHORT] = "CO", [BOARD_PHALANX] = "PH",
	[BOARD_LIGHT_HORSE] = "LC", [BOARD_MEDIUM_HORSE] = "MC",
	[BOARD_HEAVY_HORSE] = "HC", [BOARD_SUPER_HORSE] = "SC",
	[BOARD_LANCERS] = "LN", [BOARD_CATAPHRACTS] = "CT",
	[BOARD_LIGHT_HORSE_BOW] = "LB", [BOARD_MEDIUM_HORSE_BOW] = "MB",
	[BOARD_HEAVY_HORSE_BOW] = "HB", [BOARD_SUPER_HORSE_BOW] = "SB",
	[BOARD_ELEPHANTS] = "EL", [BOARD_CHARIOTS] = "CH",
	[BOARD_ARTILLERY] = "BA", [BOARD_BAGGAGE] = "BG",
	[BOARD_LEADER] = "LD", [BOARD_LEADER_OVERALL] = "OC",
	[BOARD_LEADER_CONTINGENT] = "CC", [BOARD_LEADER_ELEPHANT] = "EC",
};

char
ascii_ground(enum board_ground x)
{
	return (unsigned)x < BOARD_GROUND_COUNT ? ground_sign[x] : '\0';
}

char
ascii_edge(enum board_edge x)
{
	return (unsigned)x < BOARD_EDGE_COUNT ? edge_sign[x] : '\0';
}

/* The kind, and which of that kind and side it is: the same all game long. */
const char *
ascii_code(const struct board *b, const struct board_piece *p, char out[8])
{
	bool known = (unsigned)p->symbol < BOARD_SYMBOL_COUNT;
	const char *k = known ? symbol_code[p->symbol] : "??";
	int n = 1;

	for (const struct board_piece *q = b->piece; q < p; q++)
		n += q->side == p->side && q->symbol == p->symbol;
	out[0] = p->side == 0 ? k[0] : (char)tolower((unsigned char)k[0]);
	out[1] = p->side == 0 ? k[1] : (char)tolower((unsigned char)k[1]);
	if (n > 99) {		/* letters for the tens */
		out[2] = (char)('a' + (n / 10 - 10) % 26);
	} else {
		out[2] = (char)('0' + n / 10);
	}
	out[3] = (char)('0' + n % 10);
	out[4] = '\0';
	return out;
}

/* ----------------------------------------------------------------- canvas */

struct canvas {
	const struct board *b;
	const struct ascii_options *o;
	bool flat;
	int col0, row0, cols, rows;	/* of the window */
	int width;			/* of a hex, its border included */
	int w, h;
	char *c;
	bool *taken;			/* hexes where pieces are */
};

static void
find_taken(struct canvas *v)
{
	v->taken = arena_new(v->b->arena, bool, hex_count(v->b->grid));
	for (int i = 0; i < v->b->npieces; i++) {
		const struct board_piece *p = &v->b->piece[i];

		if (p->hex != HEX_NONE)
			v->taken[p->hex] = true;
		if (p->hex2 != HEX_NONE)
			v->taken[p->hex2] = true;
	}
}

static void
put(struct canvas *v, int x, int y, char c)
{
	if (x >= 0 && x < v->w && y >= 0 && y < v->h)
		v->c[y * v->w + x] = c;
}

static void
put_text(struct canvas *v, int x, int y, const char *s)
{
	for (; *s != '\0'; s++)
		put(v, x++, y, *s);
}

static bool
is_shoved(const struct hex_grid *g, int col, int row)
{
	int printed = g->top == HEX_FLAT ? g->col0 + col : g->row0 + row;

	return (printed & 1) == (g->shove == HEX_SHOVE_ODD);
}

/* Where the left border of a hex is, and its upper line. */
static void
corner(const struct canvas *v, int hex, int *x, int *y)
{
	const struct hex_grid *g = v->b->grid;
	int col = hex % g->cols, row = hex / g->cols;
	bool shoved = is_shoved(g, col, row);
	int c = col - v->col0, r = row - v->row0;

	if (v->o->flip) {
		c = v->cols - 1 - c;
		r = v->rows - 1 - r;
		shoved = !shoved;
	}
	if (v->flat) {
		*x = 4 + c * v->width;
		*y = 3 + 2 * r + shoved;
	} else {
		*x = 4 + c * v->width + (shoved ? 2 : 0);
		*y = 2 + 3 * r;
	}
}

/* The sign of a hexside; `plain` where nothing runs along it. */
static char
side_sign(const struct canvas *v, int hex, int dir, char plain)
{
	if (v->o->flip)
		dir = (dir + 3) % HEX_DIRS;
	for (int k = 0; k < BOARD_EDGE_COUNT; k++)
		if (v->b->edge[hex][dir] >> k & 1)
			return edge_sign[k];
	return plain;
}

static void
flat_border(struct canvas *v, int hex, int x, int y)
{
	int n = v->width - 1;

	for (int i = 1; i <= n; i++) {
		put(v, x + i, y - 1, side_sign(v, hex, 0, '_'));
		put(v, x + i, y + 1, side_sign(v, hex, 3, '_'));
	}
	put(v, x, y, side_sign(v, hex, 5, '/'));
	put(v, x + n + 1, y, side_sign(v, hex, 1, '\\'));
	put(v, x, y + 1, side_sign(v, hex, 4, '\\'));
	put(v, x + n + 1, y + 1, side_sign(v, hex, 2, '/'));
}

static void
pointy_border(struct canvas *v, int hex, int x, int y)
{
	int n = v->width - 1;

	put(v, x + 1, y - 1, side_sign(v, hex, 5, '/'));
	put(v, x + n, y - 1, side_sign(v, hex, 0, '\\'));
	put(v, x + 1, y + 2, side_sign(v, hex, 3, '\\'));
	put(v, x + n, y + 2, side_sign(v, hex, 2, '/'));
	for (int i = 0; i < 2; i++) {
		put(v, x, y + i, side_sign(v, hex, 4, '|'));
		put(v, x + n + 1, y + i, side_sign(v, hex, 1, '|'));
	}
}

/* What lies in the hex, and how high: a counter never hides it. */
static void
ground_signs(struct canvas *v, int hex, int x, int y)
{
	int level = v->b->level[hex];

	for (int k = BOARD_GROUND_COUNT - 1; k > BOARD_CLEAR; k--)
		if (v->b->ground[hex] >> k & 1 && k != BOARD_SLOPE &&
		    k != BOARD_HILL && k != BOARD_PEAK)
			put(v, x++, y, ground_sign[k]);
	if (level != 0)
		put(v, x, y, (char)('0' + (level < 0 ? -level : level) % 10));
}

/* The keys of a number pad show where a unit looks. */
static char
facing_sign(const struct canvas *v, const struct board_piece *p)
{
	static const char flat_vertex[] = "963147", flat_side[] = "893217";
	static const char pointy_vertex[] = "932178", pointy_side[] = "963147";
	int f = p->facing;

	if (p->state & BOARD_ROUTED)
		return '!';
	if (f < 0)
		return p->state & BOARD_DISRUPTED ? '?' : ' ';
	if (v->o->flip)
		f = (f + 3) % HEX_DIRS;
	if (p->state & BOARD_COLUMN)
		return v->flat ? flat_side[f] : pointy_side[f];
	return v->flat ? flat_vertex[f] : pointy_vertex[f];
}

static void
piece(struct canvas *v, int hex, int x, int y)
{
	const struct board_piece *p = v->taken[hex] ? board_at(v->b, hex, 0) :
	    NULL, *q;
	char code[8], facing;
	int end = x + v->width - 1;

	if (p == NULL || v->o->ground)
		return;
	put_text(v, x + 1, y, ascii_code(v->b, p, code));
	facing = facing_sign(v, p);
	if (v->flat && facing != ' ')
		put(v, end, y, facing);
	if (p->full > 0)
		put(v, end - 1, y + 1, (char)('0' + p->blocks % 10));
	else if (p->hits > 0)
		put(v, end - 1, y + 1, p->hits > 9 ? '9' :
		    (char)('0' + p->hits));
	for (int k = 1; (q = board_at(v->b, hex, k)) != NULL; k++)
		put(v, end, y + 1, q->state & BOARD_IS_LEADER ? '*' : '+');
}

static void
draw_border(struct canvas *v, int hex)
{
	int x, y;

	corner(v, hex, &x, &y);
	if (v->flat)
		flat_border(v, hex, x, y);
	else
		pointy_border(v, hex, x, y);
}

/* After all borders: its lower line is also its neighbour's hexside. */
static void
draw_inside(struct canvas *v, int hex)
{
	int x, y;

	corner(v, hex, &x, &y);
	ground_signs(v, hex, x + 1, y + 1);
	piece(v, hex, x, y);
}

static void
labels(struct canvas *v)
{
	const struct hex_grid *g = v->b->grid;

	for (int c = 0; c < v->cols; c++) {
		int hex = v->row0 * g->cols + v->col0 + c, x, y;

		corner(v, hex, &x, &y);
		put_text(v, x + 2, 0, arena_printf(v->b->arena, "%02d",
		    hex_col(g, hex)));
	}
	for (int r = 0; r < v->rows; r++) {
		int hex = (v->row0 + r) * g->cols + v->col0 + (v->o->flip ?
		    v->cols - 1 : 0), x, y;

		corner(v, hex, &x, &y);
		put_text(v, 0, y, arena_printf(v->b->arena, "%02d",
		    hex_row(g, hex)));
	}
}

static void
draw_window(struct str *out, struct canvas *v)
{
	const struct hex_grid *g = v->b->grid;

	v->w = 4 + v->cols * v->width + 1 + (v->flat ? 0 : 2);
	v->h = v->flat ? 2 * v->rows + 5 : 3 * v->rows + 3;
	v->c = arena_alloc(v->b->arena, (size_t)(v->w * v->h));
	memset(v->c, ' ', (size_t)(v->w * v->h));
	find_taken(v);
	for (int pass = 0; pass < 2; pass++)
		for (int r = v->row0; r < v->row0 + v->rows; r++)
			for (int c = v->col0; c < v->col0 + v->cols; c++) {
				int hex = r * g->cols + c;

				if (hex_exists(g, hex))
					(pass ? draw_inside : draw_border)(v,
					    hex);
			}
	labels(v);
	for (int y = 0; y < v->h; y++) {
		int n = v->w;

		while (n > 0 && v->c[y * v->w + n - 1] == ' ')
			n--;
		if (n == 0 && y > 0)
			continue;
		str_addn(out, v->c + y * v->w, (size_t)n);
		str_addc(out, '\n');
	}
}

/* --------------------------------------------------------------- the list */

static void
list_line(struct str *out, const struct board *b, const struct board_piece *p)
{
	char code[8], hex[8];
	const struct hex_grid *g = b->grid;

	str_addf(out, "%s %s %s", ascii_code(b, p, code), hex_name(g, p->hex,
	    hex), p->id);
	if (*p->rating)
		str_addf(out, " %s", p->rating);
	if (p->facing >= 0)
		str_addf(out, " %s", p->state & BOARD_COLUMN ? hex_dir_name(g,
		    p->facing) : hex_vertex_name(g, p->facing));
	if (p->hits > 0)
		str_addf(out, " hits %d", p->hits);
	str_addf(out, "%s%s%s%s", p->state & BOARD_ROUTED ? " routed" : "",
	    p->state & BOARD_DISRUPTED ? " disrupted" : "", p->state &
	    BOARD_COLUMN ? " column" : "", p->state & BOARD_DEPLETED ?
	    " depleted" : "");
}

static bool
in_window(const struct canvas *v, const struct board_piece *p)
{
	int c, r;

	if (p->where != BOARD_ON_MAP || p->hex == HEX_NONE)
		return false;
	c = p->hex % v->b->grid->cols - v->col0;
	r = p->hex / v->b->grid->cols - v->row0;
	return c >= 0 && c < v->cols && r >= 0 && r < v->rows;
}

/* In two columns where they fit, read downwards. */
static void
list(struct str *out, const struct canvas *v, int side)
{
	const char **line = arena_new(v->b->arena, const char *,
	    v->b->npieces + 1);
	size_t widest = 0;
	int n = 0, rows;

	for (int i = 0; i < v->b->npieces; i++) {
		const struct board_piece *p = &v->b->piece[i];
		struct str s = str_new(v->b->arena);

		if (p->side != side || !in_window(v, p))
			continue;
		list_line(&s, v->b, p);
		if (s.len > ASCII_WIDTH)
			s.s[ASCII_WIDTH] = '\0', s.len = ASCII_WIDTH;
		widest = s.len > widest ? s.len : widest;
		line[n++] = s.s;
	}
	rows = 2 * widest + 2 <= ASCII_WIDTH ? (n + 1) / 2 : n;
	for (int i = 0; i < rows; i++)
		if (rows + i < n)
			str_addf(out, "%-*s  %s\n", (int)widest, line[i],
			    line[rows + i]);
		else
			str_addf(out, "%s\n", line[i]);
}

/* ------------------------------------------------------------- the legend */

/* "# woods,": a sign and what it is, which stay together */
static void
sign_word(struct wrap_words *f, const struct board *b, const char *key,
    char sign, const char *name)
{
	struct node *t = node_table(b->arena);

	node_add_string(b->arena, t, "sign", (char [2]){ sign });
	node_add_string(b->arena, t, "name", name);
	wrap_word(f, phrase_own_filled(b->arena, "letters", key, t));
}

/* What a counter's letters and signs say. */
static void
piece_words(struct str *out, const struct board *b)
{
	static const char *const manner[] = { [BOARD_RATED] = "rated",
	    [BOARD_BLOCKS] = "blocks", [BOARD_FACED] = "faced" };
	struct node *t = node_table(b->arena);

	node_add_string(b->arena, t, "upper", b->side[0].title);
	node_add_string(b->arena, t, "lower", b->side[1].title);
	node_add_string(b->arena, t, "manner", manner[b->manner]);
	wrap_text(out, phrase_own_filled(b->arena, "letters", "pieces", t), 0,
	    0);
}

static void
legend(struct str *out, const struct canvas *v)
{
	struct wrap_words f = { .out = out };
	const struct board *b = v->b;
	uint32_t ground = 0, edge = 0;
	bool levels = false;

	for (int h = 0; h < hex_count(b->grid); h++) {
		ground |= b->ground[h];
		levels = levels || b->level[h] != 0;
		for (int d = 0; d < HEX_DIRS; d++)
			edge |= b->edge[h][d];
	}
	wrap_word(&f, phrase_own("letters", "ground"));
	for (int k = 1; k < BOARD_GROUND_COUNT; k++)
		if (ground >> k & 1 && k != BOARD_SLOPE && k != BOARD_HILL &&
		    k != BOARD_PEAK)
			sign_word(&f, b, "sign", ground_sign[k],
			    say_name(b, board_ground_code(k)));
	if (levels)
		wrap_word(&f, phrase_own("letters", "levels"));
	wrap_word(&f, phrase_own("letters", "clear"));
	if (edge != 0)
		wrap_word(&f, phrase_own("letters", "sides"));
	for (int k = 0; k < BOARD_EDGE_COUNT; k++)
		if (edge >> k & 1)
			sign_word(&f, b, "side", edge_sign[k],
			    say_name(b, board_edge_code(k)));
	wrap_end(&f);
	if (v->o->ground || b->nsides < 2)
		return;
	piece_words(out, b);
}

/* What is occupied, and one hex around it; the whole map for the ground. */
static void
set_area(struct canvas *v)
{
	const struct hex_grid *g = v->b->grid;
	int c0 = g->cols, r0 = g->rows, c1 = -1, r1 = -1;

	for (int i = 0; i < v->b->npieces; i++) {
		const struct board_piece *p = &v->b->piece[i];
		int c = p->hex % g->cols, r = p->hex / g->cols;

		if (p->where != BOARD_ON_MAP || p->hex == HEX_NONE)
			continue;
		c0 = c < c0 ? c : c0, c1 = c > c1 ? c : c1;
		r0 = r < r0 ? r : r0, r1 = r > r1 ? r : r1;
	}
	if (v->o->around != HEX_NONE) {
		c0 = v->o->around % g->cols - v->o->radius + 1;
		c1 = c0 + 2 * v->o->radius - 2;
		r0 = v->o->around / g->cols - v->o->radius + 1;
		r1 = r0 + 2 * v->o->radius - 2;
	} else if (c1 < 0 || v->o->ground || g->cols <= 14) {
		c0 = r0 = 0, c1 = g->cols - 1, r1 = g->rows - 1;
	}
	v->col0 = c0 > 1 ? c0 - 1 : 0;
	v->row0 = r0 > 1 ? r0 - 1 : 0;
	v->cols = (c1 + 2 < g->cols ? c1 + 2 : g->cols) - v->col0;
	v->rows = (r1 + 2 < g->rows ? r1 + 2 : g->rows) - v->row0;
}

void
ascii_board(struct str *out, const struct board *b,
    const struct ascii_options *o)
{
	struct canvas all = { .b = b, .o = o,
	    .flat = b->grid->top == HEX_FLAT };
	int most, parts, done = 0;

	all.width = !all.flat ? 5 : b->manner == BOARD_FACED ? 7 : 6;
	set_area(&all);
	most = (ASCII_WIDTH - 7) / all.width;
	parts = (all.cols + most - 1) / most;
	for (int i = 0; i < parts; i++) {
		struct canvas v = all;
		int k = o->flip ? parts - 1 - i : i;

		v.col0 = all.col0 + all.cols * k / parts;
		v.cols = all.col0 + all.cols * (k + 1) / parts - v.col0;
		if (done++ > 0)
			str_addc(out, '\n');
		draw_window(out, &v);
	}
	str_addc(out, '\n');
	legend(out, &all);
	if (o->ground)
		return;
	for (int side = 0; side < b->nsides; side++) {
		const char *status = say_board(b, b->side[side].status);

		str_addf(out, "\n%s", b->side[side].title);
		str_addf(out, *status ? ": %s\n" : "%s\n", status);
		list(out, &all, side);
	}
}
