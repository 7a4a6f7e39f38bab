/* hex.c: hexes: numbers, neighbours, distance, lines of sight, facing */
#include "hex/hex.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A place on the grid, counted from 0 at the upper left whatever is printed. */
struct cell {
	int col, row;
};

/* Steps in columns and rows, by top, by whether the hex is shoved, and by
 * direction. */
static const signed char step_of[2][2][HEX_DIRS][2] = {
	[HEX_FLAT] = {
		{ {0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1} },
		{ {0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0} },
	},
	[HEX_POINTY] = {
		{ {0, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1} },
		{ {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 0}, {0, -1} },
	},
};

static const char *const dir_names[2][HEX_DIRS] = {
	[HEX_FLAT] = { "N", "NE", "SE", "S", "SW", "NW" },
	[HEX_POINTY] = { "NE", "E", "SE", "SW", "W", "NW" },
};

static const char *const vertex_names[2][HEX_DIRS] = {
	[HEX_FLAT] = { "NE", "E", "SE", "SW", "W", "NW" },
	[HEX_POINTY] = { "NE", "SE", "S", "SW", "NW", "N" },
};

static inline bool
on_grid(const struct hex_grid *g, int hex)
{
	return (unsigned)hex < (unsigned)(g->cols * g->rows);
}

static inline struct cell
cell_of(const struct hex_grid *g, int hex)
{
	unsigned row = (unsigned)hex / (unsigned)g->cols;

	return (struct cell){ hex - (int)row * g->cols, (int)row };
}

/* Parity is the printed number's; counting rows down keeps it alternating. */
static inline int
is_shoved(const struct hex_grid *g, struct cell c)
{
	int printed = g->top == HEX_FLAT ? g->col0 + c.col : g->row0 + c.row;

	return (printed & 1) == (g->shove == HEX_SHOVE_ODD);
}

/* The hex that a shoved row (or flat column) of a ragged grid lacks. */
static bool
is_missing(const struct hex_grid *g, struct cell c)
{
	bool last = g->top == HEX_FLAT ? c.row == g->rows - 1
	    : c.col == g->cols - 1;

	return last && is_shoved(g, c);
}

static inline int
hex_of(const struct hex_grid *g, struct cell c)
{
	if ((unsigned)c.col >= (unsigned)g->cols ||
	    (unsigned)c.row >= (unsigned)g->rows)
		return HEX_NONE;
	if (g->ragged && is_missing(g, c))
		return HEX_NONE;
	return c.row * g->cols + c.col;
}

bool
hex_is_ragged_gap(const struct hex_grid *g, int hex)
{
	return is_missing(g, cell_of(g, hex));
}

int
hex_at(const struct hex_grid *g, int col, int row)
{
	struct cell c = {
		col - g->col0, g->up ? g->row0 - row : row - g->row0
	};

	return hex_of(g, c);
}

int
hex_col(const struct hex_grid *g, int hex)
{
	assert(on_grid(g, hex));
	return g->col0 + cell_of(g, hex).col;
}

int
hex_row(const struct hex_grid *g, int hex)
{
	int row;

	assert(on_grid(g, hex));
	row = cell_of(g, hex).row;
	return g->up ? g->row0 - row : g->row0 + row;
}

/* Exactly `n` digits at s, or -1. */
static int
digits_at(const char *s, int n)
{
	int v = 0;

	for (int i = 0; i < n; i++) {
		if (s[i] < '0' || s[i] > '9')
			return -1;
		v = v * 10 + (s[i] - '0');
	}
	return v;
}

int
hex_parse(const struct hex_grid *g, const char *s)
{
	int first, second;

	if (strlen(s) != 2 * (size_t)g->digits)
		return HEX_NONE;
	first = digits_at(s, g->digits);
	second = digits_at(s + g->digits, g->digits);
	if (first < 0 || second < 0)
		return HEX_NONE;
	return g->numbers == HEX_CCRR ? hex_at(g, first, second)
	    : hex_at(g, second, first);
}

/* A number of just so many digits, and its end; NULL if it has more, or is less
 * than 0.  Every hex of a board has a name, each time one is read. */
static char *
add_digits(char *out, int digits, int n)
{
	if (digits < 1 || digits > 3 || n < 0)
		return NULL;
	for (int i = digits; i-- > 0; n /= 10)
		out[i] = (char)('0' + n % 10);
	out[digits] = '\0';
	return n > 0 ? NULL : out + digits;
}

char *
hex_name(const struct hex_grid *g, int hex, char out[8])
{
	int first, second;
	char *end;

	if (!hex_exists(g, hex))
		return strcpy(out, "-");
	if (g->name != NULL)
		return memcpy(out, g->name[hex], sizeof g->name[hex]);
	first = hex_col(g, hex);
	second = hex_row(g, hex);
	if (g->numbers == HEX_RRCC) {
		first = hex_row(g, hex);
		second = hex_col(g, hex);
	}
	end = add_digits(out, g->digits, first);
	end = end ? add_digits(end, g->digits, second) : NULL;
	if (end == NULL)
		snprintf(out, 8, "%0*d%0*d", g->digits, first, g->digits,
		    second);
	return out;
}

int
hex_step_reckoned(const struct hex_grid *g, int hex, int dir)
{
	const signed char *d;
	struct cell c;

	if (!on_grid(g, hex))
		return HEX_NONE;
	c = cell_of(g, hex);
	d = step_of[g->top][is_shoved(g, c)][dir];
	return hex_of(g, (struct cell){ c.col + d[0], c.row + d[1] });
}

void
hex_neighbours(const struct hex_grid *g, int hex, int out[HEX_DIRS])
{
	const signed char (*d)[2];
	struct cell c;

	assert(on_grid(g, hex));
	if (g->beside != NULL) {
		for (int i = 0; i < HEX_DIRS; i++)
			out[i] = g->beside[hex][i];
		return;
	}
	c = cell_of(g, hex);
	d = step_of[g->top][is_shoved(g, c)];
	for (int i = 0; i < HEX_DIRS; i++)
		out[i] = hex_of(g,
		    (struct cell){ c.col + d[i][0], c.row + d[i][1] });
}

/*
 * Doubled coordinates: `u` counts columns (rows, on pointy tops), `v` counts
 * half hexes along them.  A step changes u by 0 and v by 2, or both by 1.
 */
static inline void
doubled(const struct hex_grid *g, int hex, int *u, int *v)
{
	struct cell c = cell_of(g, hex);

	if (g->top == HEX_FLAT) {
		*u = c.col;
		*v = 2 * c.row + is_shoved(g, c);
	} else {
		*u = c.row;
		*v = 2 * c.col + is_shoved(g, c);
	}
}

int
hex_distance_reckoned(const struct hex_grid *g, int a, int b)
{
	int ua, va, ub, vb, du, dv;

	assert(on_grid(g, a) && on_grid(g, b));
	doubled(g, a, &ua, &va);
	doubled(g, b, &ub, &vb);
	du = ua < ub ? ub - ua : ua - ub;
	dv = va < vb ? vb - va : va - vb;
	return dv > du ? (du + dv) / 2 : du;
}

int
hex_straight(const struct hex_grid *g, int a, int b)
{
	int ua, va, ub, vb;

	doubled(g, a, &ua, &va);
	doubled(g, b, &ub, &vb);
	return 3 * (ua - ub) * (ua - ub) + (va - vb) * (va - vb);
}

int
hex_dir_reckoned(const struct hex_grid *g, int a, int b)
{
	const signed char (*d)[2];
	struct cell from, to;

	if (!on_grid(g, a) || !on_grid(g, b))
		return -1;
	from = cell_of(g, a);
	to = cell_of(g, b);
	d = step_of[g->top][is_shoved(g, from)];
	for (int i = 0; i < HEX_DIRS; i++)
		if (from.col + d[i][0] == to.col &&
		    from.row + d[i][1] == to.row)
			return i;
	return -1;
}

void
hex_grid_prepare(struct arena *a, struct hex_grid *g)
{
	size_t n = (size_t)hex_count(g);
	short (*beside)[HEX_DIRS] = arena_alloc(a, n * sizeof *beside);
	struct hex_place *place = arena_new(a, struct hex_place, n);
	char (*name)[8] = arena_alloc(a, n * sizeof *name);

	for (int h = 0; h < (int)n; h++) {
		int u, v;

		for (int d = 0; d < HEX_DIRS; d++)
			beside[h][d] = (short)hex_step_reckoned(g, h, d);
		hex_name(g, h, name[h]);
		doubled(g, h, &u, &v);
		place[h] = (struct hex_place){ (short)u, (short)v };
	}
	g->beside = (const short (*)[HEX_DIRS])beside;
	g->place = place;
	g->name = (const char (*)[8])name;
}

static int
find_name(const char *const names[HEX_DIRS], const char *s)
{
	for (int i = 0; i < HEX_DIRS; i++)
		if (strcmp(names[i], s) == 0)
			return i;
	return -1;
}

const char *
hex_dir_name(const struct hex_grid *g, int dir)
{
	assert(dir >= 0 && dir < HEX_DIRS);
	return dir_names[g->top][dir];
}

int
hex_dir_parse(const struct hex_grid *g, const char *s)
{
	return find_name(dir_names[g->top], s);
}

const char *
hex_vertex_name(const struct hex_grid *g, int v)
{
	assert(v >= 0 && v < HEX_DIRS);
	return vertex_names[g->top][v];
}

int
hex_vertex_parse(const struct hex_grid *g, const char *s)
{
	return find_name(vertex_names[g->top], s);
}

/*
 * Points.  Whether a line passes left or right of a point does not change when
 * the plane is stretched along an axis, so hexes need not be regular and all
 * coordinates can be whole: x to the right, y down, the doubled axis as it is
 * and the other one threefold.  A flat-top hex around the origin then has its
 * vertices at (1,-1) (2,0) (1,1) (-1,1) (-2,0) (-1,-1).
 */
struct point {
	int x, y;
};

/* From a hex's centre to its neighbours' centres. */
static const struct point centre_of[2][HEX_DIRS] = {
	[HEX_FLAT] = { {0, -2}, {3, -1}, {3, 1}, {0, 2}, {-3, 1}, {-3, -1} },
	[HEX_POINTY] = { {1, -3}, {2, 0}, {1, 3}, {-1, 3}, {-2, 0}, {-1, -3} },
};

/* From a hex's centre to the vertex between directions v and v+1, which is a
 * third of the way to the two neighbours' centres added up. */
static const struct point vertex_of[2][HEX_DIRS] = {
	[HEX_FLAT] = { {1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1} },
	[HEX_POINTY] = { {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}, {0, -2} },
};

/* Above 0 where q lies clockwise of p, 0 where they are in line. */
static inline int
cross(struct point p, struct point q)
{
	return p.x * q.y - p.y * q.x;
}

static struct point
vector(const struct hex_grid *g, int a, int b)
{
	int ua, va, ub, vb;

	assert(on_grid(g, a) && on_grid(g, b));
	doubled(g, a, &ua, &va);
	doubled(g, b, &ub, &vb);
	if (g->top == HEX_FLAT)
		return (struct point){ 3 * (ub - ua), vb - va };
	return (struct point){ vb - va, 3 * (ub - ua) };
}

int
hex_bearing(const struct hex_grid *g, int a, int b)
{
	const struct point *v = vertex_of[g->top];
	struct point d = vector(g, a, b);

	if (a == b)
		return -1;
	for (int i = 0; i < HEX_DIRS; i++)
		if (cross(v[(i + 5) % 6], d) >= 0 && cross(v[i], d) <= 0)
			return i;
	assert(!"six sectors cover the plane");
	return -1;
}

/*
 * A line being followed from hex to hex.  `clockwise` says how far the centre
 * of the present hex lies clockwise (to the right) of the line; `by_vertex`
 * and `by_step` what a vertex, or a step to a neighbour, adds to that.
 */
struct line {
	int here;
	int clockwise;
	int by_vertex[HEX_DIRS];
	int by_step[HEX_DIRS];
};

static void
start_line(struct line *l, const struct hex_grid *g, int from, int to)
{
	struct point d = vector(g, from, to);

	l->here = from;
	l->clockwise = 0;
	for (int i = 0; i < HEX_DIRS; i++) {
		l->by_vertex[i] = cross(d, vertex_of[g->top][i]);
		l->by_step[i] = cross(d, centre_of[g->top][i]);
	}
}

/*
 * The direction in which the line leaves the present hex.  It leaves through
 * hexside d if vertex d-1 is left of it and vertex d right.  If it leaves
 * through vertex d itself, it goes on into the neighbour d if the far end of
 * the hexside that begins there is right of it, into d+1 if left; if the far
 * end lies on it, it runs along that hexside, between both: `*along` is set.
 */
static int
way_out(const struct line *l, bool *along)
{
	*along = false;
	for (int d = 0; d < HEX_DIRS; d++) {
		int left = l->clockwise + l->by_vertex[(d + 5) % 6];
		int at = l->clockwise + l->by_vertex[d];
		int right = l->clockwise + l->by_vertex[(d + 1) % 6];

		if (left < 0 && at > 0)
			return d;
		if (left < 0 && at == 0 && right > 0) {
			/* the hexside is as long as the vertex is far */
			int end = at + l->by_vertex[d];

			*along = end == 0;
			return end >= 0 ? d : (d + 1) % 6;
		}
	}
	assert(!"a line through a hex leaves it");
	return -1;
}

/* Into the neighbour, which is on the map: the hull of the centres of all
 * hexes goes through no hex that is off it. */
static void
go(struct line *l, const struct hex_grid *g, int dir)
{
	l->here = hex_step(g, l->here, dir);
	l->clockwise += l->by_step[dir];
	assert(l->here != HEX_NONE);
}

/*
 * The line leaves the present hex along the hexside between its neighbours d
 * and d+1.  These as a step; `*dir` is the direction of a.
 */
static struct hex_sight_step
pair_ahead(const struct line *l, const struct hex_grid *g, int d, int *dir)
{
	int p = hex_step(g, l->here, d);
	int q = hex_step(g, l->here, (d + 1) % 6);
	bool q_first = p == HEX_NONE || (q != HEX_NONE && q < p);
	struct hex_sight_step s = { p, q, p == HEX_NONE || q == HEX_NONE,
	    q_first };

	*dir = d;
	if (q_first) {
		s.a = q;
		s.b = p;
		*dir = (d + 1) % 6;
	}
	return s;
}

/* Beyond the hexside: by way of neighbour `dir`, one of d and d+1, on in the
 * other direction of the two. */
static void
go_along(struct line *l, const struct hex_grid *g, int d, int dir)
{
	go(l, g, dir);
	go(l, g, dir == d ? (d + 1) % 6 : d);
}

static void
add_step(struct hex_sight *out, struct hex_sight_step s)
{
	assert(out->n < (int)(sizeof out->step / sizeof out->step[0]));
	out->step[out->n++] = s;
}

void
hex_sight(const struct hex_grid *g, int from, int to, struct hex_sight *out)
{
	struct line l;
	bool along;

	out->n = 0;
	start_line(&l, g, from, to);
	while (l.here != to) {
		int d = way_out(&l, &along), dir;

		if (along) {
			add_step(out, pair_ahead(&l, g, d, &dir));
			go_along(&l, g, d, dir);
		} else {
			go(&l, g, d);
		}
		if (l.here != to)
			add_step(out, (struct hex_sight_step){
			    l.here, HEX_NONE, false, false });
	}
}

static void
add_side(struct hex_crossing *out, struct hex_crossing_side s)
{
	assert(out->n < (int)(sizeof out->side / sizeof out->side[0]));
	out->side[out->n++] = s;
}

void
hex_crossings(const struct hex_grid *g, int from, int to,
	struct hex_crossing *out)
{
	struct line l;
	bool along;

	out->n = 0;
	start_line(&l, g, from, to);
	while (l.here != to) {
		int d = way_out(&l, &along), dir, other;
		struct hex_sight_step s;

		if (!along) {
			add_side(out, (struct hex_crossing_side){
			    l.here, d, false, 0 });
			go(&l, g, d);
			continue;
		}
		s = pair_ahead(&l, g, d, &dir);
		other = dir == d ? (d + 1) % 6 : d;
		add_side(out, (struct hex_crossing_side){
		    l.here, dir, true, 0 });
		add_side(out, (struct hex_crossing_side){
		    s.a, other, true, 0 });
		if (!s.edge) {
			add_side(out, (struct hex_crossing_side){
			    l.here, other, true, 1 });
			add_side(out, (struct hex_crossing_side){
			    s.b, dir, true, 1 });
		}
		go_along(&l, g, d, dir);
	}
}

int
hex_exits(const struct hex_grid *g, int from, int to, int dir[2])
{
	struct line l;
	bool along;

	start_line(&l, g, from, to);
	dir[0] = way_out(&l, &along);
	dir[1] = (dir[0] + 1) % HEX_DIRS;
	return along ? 2 : 1;
}

enum hex_aspect
hex_aspect_side(int facing, int dir)
{
	static const enum hex_aspect aspect[HEX_DIRS] = {
		HEX_FRONT, HEX_FRONT, HEX_FLANK, HEX_REAR, HEX_FLANK, HEX_FRONT
	};

	return aspect[(dir - facing + 6) % 6];
}

enum hex_aspect
hex_aspect_vertex(int facing, int dir)
{
	static const enum hex_aspect aspect[HEX_DIRS] = {
		HEX_FRONT, HEX_FRONT, HEX_FLANK, HEX_REAR, HEX_REAR, HEX_FLANK
	};

	return aspect[(dir - facing + 6) % 6];
}

int
hex_turn(int from, int to)
{
	int n = (to - from + 6) % 6;

	return n > 3 ? 6 - n : n;
}

/* Say what is wrong with a key of the table, and where. */
static int
refuse(struct err *e, const struct node *t, const char *key, const char *what)
{
	const struct node *n = node_get(t, key);
	int line = n != NULL ? n->line : t->line;

	err_set(e, ERR_INPUT, n != NULL ? "%s is to be %s"
	    : "%s is missing; it is to be %s", key, what);
	if (line > 0)
		err_prefix(e, "line %d", line);
	return ERR_INPUT;
}

/* One of two words, as 0 or 1; `fallback` where absent, unless it is -1. */
static int
read_word(struct err *e, const struct node *t, const char *key,
	const char *w0, const char *w1, int fallback, int *out)
{
	const struct node *n = node_get(t, key);
	char what[64];

	if (n == NULL && fallback >= 0) {
		*out = fallback;
		return ERR_OK;
	}
	if (n != NULL && n->type == NODE_STRING) {
		*out = strcmp(n->s, w1) == 0;
		if (*out || strcmp(n->s, w0) == 0)
			return ERR_OK;
	}
	snprintf(what, sizeof what, "\"%s\" or \"%s\"", w0, w1);
	return refuse(e, t, key, what);
}

/* [first, last], both of them numbers that `max` allows to be printed. */
static int
read_range(struct err *e, const struct node *t, const char *key, int max,
	int *first, int *last)
{
	const struct node *n = node_array_of(t, key);
	char what[64];

	if (n != NULL && n->n == 2) {
		const struct node *a = n->child, *b = a->next;

		if (a->type == NODE_INT && a->i >= 0 && a->i <= max &&
		    b->type == NODE_INT && b->i >= 0 && b->i <= max) {
			*first = (int)a->i;
			*last = (int)b->i;
			return ERR_OK;
		}
	}
	snprintf(what, sizeof what, "[first, last], each 0 to %d", max);
	return refuse(e, t, key, what);
}

static int
read_size(struct err *e, const struct node *t, struct hex_grid *g)
{
	int max = g->digits == 1 ? 9 : g->digits == 2 ? 99 : 999;
	int col1, row1, rc;

	if ((rc = read_range(e, t, "columns", max, &g->col0, &col1)))
		return rc;
	if ((rc = read_range(e, t, "rows", max, &g->row0, &row1)))
		return rc;
	if (col1 < g->col0)
		return refuse(e, t, "columns", "[first, last] left to right");
	g->up = row1 < g->row0;
	g->cols = col1 - g->col0 + 1;
	g->rows = (g->up ? g->row0 - row1 : row1 - g->row0) + 1;
	if (g->cols > HEX_SPAN)
		return refuse(e, t, "columns", "128 columns at most");
	if (g->rows > HEX_SPAN)
		return refuse(e, t, "rows", "128 rows at most");
	if (g->cols * g->rows > HEX_MAX)
		return refuse(e, t, "rows", "fewer: a map has 8192 hexes "
		    "at most");
	return ERR_OK;
}

int
hex_grid_read(struct err *e, const struct node *t, struct hex_grid *g)
{
	const struct node *n;
	int top, shove, numbers, rc;

	*g = (struct hex_grid){ .digits = 2 };
	if ((rc = read_word(e, t, "top", "flat", "pointy", -1, &top)))
		return rc;
	if ((rc = read_word(e, t, "shove", "odd", "even", -1, &shove)))
		return rc;
	if ((rc = read_word(e, t, "numbers", "CCRR", "RRCC", 0, &numbers)))
		return rc;
	g->top = top ? HEX_POINTY : HEX_FLAT;
	g->shove = shove ? HEX_SHOVE_EVEN : HEX_SHOVE_ODD;
	g->numbers = numbers ? HEX_RRCC : HEX_CCRR;
	if ((n = node_get(t, "digits")) != NULL) {
		if (n->type != NODE_INT || n->i < 1 || n->i > 3)
			return refuse(e, t, "digits", "1, 2 or 3");
		g->digits = (int)n->i;
	}
	if ((n = node_get(t, "ragged")) != NULL) {
		if (n->type != NODE_BOOL)
			return refuse(e, t, "ragged", "true or false");
		g->ragged = n->i != 0;
	}
	return read_size(e, t, g);
}
