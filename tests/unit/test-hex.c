/* test-hex.c: numbers, neighbours, distance, lines of sight, facing */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "hex/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(a) ((int)(sizeof (a) / sizeof (a)[0]))

/* [ab 7.43] and the set-up of Chalons: columns 17 to 55, rows 0 to 26 */
static const struct hex_grid chalons = {
	.top = HEX_FLAT, .shove = HEX_SHOVE_ODD, .numbers = HEX_CCRR,
	.col0 = 17, .row0 = 0, .cols = 39, .rows = 27, .digits = 2,
};

/* Row 1 is the bottom player's baseline; rows have 13 and 12 hexes in turn. */
static const struct hex_grid medieval = {
	.top = HEX_POINTY, .shove = HEX_SHOVE_EVEN, .numbers = HEX_RRCC,
	.col0 = 1, .row0 = 11, .cols = 13, .rows = 11, .digits = 2,
	.ragged = true, .up = true,
};

static const struct hex_grid cannae = {
	.top = HEX_FLAT, .shove = HEX_SHOVE_ODD, .numbers = HEX_CCRR,
	.col0 = 1, .row0 = 0, .cols = 60, .rows = 34, .digits = 2,
};

/* Grids of every make, small enough for all pairs of hexes. */
#define SMALL(t, s, c, r, rag, u) { .top = HEX_##t, .shove = HEX_SHOVE_##s, \
	.numbers = HEX_CCRR, .col0 = c, .row0 = r, .cols = 9, .rows = 8, \
	.digits = 2, .ragged = rag, .up = u }
static const struct hex_grid small[] = {
	SMALL(FLAT, ODD, 1, 1, false, false),
	SMALL(FLAT, EVEN, 1, 1, false, false),
	SMALL(FLAT, ODD, 4, 0, false, false),
	SMALL(FLAT, EVEN, 4, 9, true, true),
	SMALL(FLAT, ODD, 4, 9, true, false),
	SMALL(POINTY, ODD, 1, 1, false, false),
	SMALL(POINTY, EVEN, 1, 1, false, false),
	SMALL(POINTY, ODD, 1, 0, true, false),
	SMALL(POINTY, EVEN, 1, 0, true, false),
	SMALL(POINTY, EVEN, 3, 9, true, true),
};

#define BIG(t, s) { .top = HEX_##t, .shove = HEX_SHOVE_##s, \
	.numbers = HEX_CCRR, .cols = 50, .rows = 50, .digits = 2 }
static const struct hex_grid big[] = {
	BIG(FLAT, ODD), BIG(FLAT, EVEN), BIG(POINTY, ODD), BIG(POINTY, EVEN),
};

static int
at(const struct hex_grid *g, const char *number)
{
	int hex = hex_parse(g, number);

	assert_int_not_equal(hex, HEX_NONE);
	return hex;
}

/*
 * A second opinion on geometry, which shares nothing with hex.c: cube
 * coordinates, x + y + z = 0, worked out from column and row as drawn.
 */
struct cube {
	int c[3];
};

static struct cube
cube_at(const struct hex_grid *g, int col, int row)
{
	int line = g->top == HEX_FLAT ? col : row;
	int along = g->top == HEX_FLAT ? row : col;
	int number = line + (g->top == HEX_FLAT ? g->col0 : g->row0);
	bool odd = ((number % 2) + 2) % 2 == 1;
	int v = 2 * along + (odd == (g->shove == HEX_SHOVE_ODD));
	int x = line, z = v - line;

	/* v and line are both even or both odd, or never: make it both */
	if (z % 2 != 0)
		z++;
	z /= 2;
	return (struct cube){ { x, -x - z, z } };
}

static struct cube
cube_of(const struct hex_grid *g, int hex)
{
	int row = hex_row(g, hex);

	return cube_at(g, hex_col(g, hex) - g->col0,
	    g->up ? g->row0 - row : row - g->row0);
}

static int
cube_distance(struct cube a, struct cube b)
{
	int most = 0;

	for (int i = 0; i < 3; i++)
		if (abs(a.c[i] - b.c[i]) > most)
			most = abs(a.c[i] - b.c[i]);
	return most;
}

/* A piece of the line from t = 0 to t = 1 as fractions, both bottoms > 0. */
struct piece {
	long lo, lo_div, hi, hi_div;
	bool along;		/* on the rim of the hex */
};

/*
 * The piece of the line from a to b inside the hex around c, rim included.
 * The hex is where no two coordinates, counted from its centre, differ in
 * their differences by more than 1: three slabs, each an interval of t.
 * Returns false if they have at most a point in common.
 */
static bool
clip(struct cube a, struct cube b, struct cube c, struct piece *p)
{
	*p = (struct piece){ 0, 1, 1, 1, false };
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3;
		long e = (b.c[i] - a.c[i]) - (b.c[j] - a.c[j]);
		long f = (c.c[i] - a.c[i]) - (c.c[j] - a.c[j]);

		if (e == 0) {
			if (labs(f) > 1)
				return false;
			p->along |= labs(f) == 1;
			continue;
		}
		if (e < 0) {
			e = -e;
			f = -f;
		}
		if ((f - 1) * p->lo_div > p->lo * e) {
			p->lo = f - 1;
			p->lo_div = e;
		}
		if ((f + 1) * p->hi_div < p->hi * e) {
			p->hi = f + 1;
			p->hi_div = e;
		}
	}
	return p->lo * p->hi_div < p->hi * p->lo_div;
}

struct slow_step {
	struct piece p;
	int hex;		/* HEX_NONE off the map */
};

static int
by_start(const void *va, const void *vb)
{
	const struct slow_step *a = va, *b = vb;
	long l = a->p.lo * b->p.lo_div, r = b->p.lo * a->p.lo_div;

	if (l != r)
		return (l > r) - (l < r);
	return (a->hex > b->hex) - (a->hex < b->hex);
}

/* Every hex in or just around the grid, clipped; sorted along the line. */
static int
slow_pieces(const struct hex_grid *g, int from, int to, struct slow_step *out,
	int max)
{
	struct cube a = cube_of(g, from), b = cube_of(g, to);
	int n = 0;

	for (int row = -1; row <= g->rows; row++)
		for (int col = -1; col <= g->cols; col++) {
			struct slow_step s;

			s.hex = hex_at(g, g->col0 + col,
			    g->up ? g->row0 - row : g->row0 + row);
			if ((s.hex == from || s.hex == to) ||
			    !clip(a, b, cube_at(g, col, row), &s.p))
				continue;
			assert_true(n < max);
			out[n++] = s;
		}
	qsort(out, (size_t)n, sizeof *out, by_start);
	return n;
}

static void
check_sight_slowly(const struct hex_grid *g, int from, int to)
{
	struct slow_step slow[256];
	struct hex_sight s;
	int n = slow_pieces(g, from, to, slow, LENGTH(slow)), i = 0;

	hex_sight(g, from, to, &s);
	for (int k = 0; k < s.n; k++) {
		const struct hex_sight_step *t = &s.step[k];

		assert_true(i < n);
		if (!slow[i].p.along) {
			assert_int_equal(t->a, slow[i++].hex);
			assert_int_equal(t->b, HEX_NONE);
			assert_false(t->edge);
			continue;
		}
		/* two hexes share the hexside; HEX_NONE sorts first */
		assert_true(i + 1 < n && slow[i + 1].p.along);
		assert_int_equal(slow[i].p.lo * slow[i + 1].p.lo_div,
		    slow[i + 1].p.lo * slow[i].p.lo_div);
		assert_int_equal(t->edge, slow[i].hex == HEX_NONE);
		assert_int_equal(t->a, slow[t->edge ? i + 1 : i].hex);
		assert_int_equal(t->b, t->edge ? HEX_NONE : slow[i + 1].hex);
		i += 2;
	}
	assert_int_equal(i, n);
}

static void
check_sight_is_the_same_backwards(const struct hex_grid *g, int from, int to)
{
	struct hex_sight s, r;

	hex_sight(g, from, to, &s);
	hex_sight(g, to, from, &r);
	assert_int_equal(s.n, r.n);
	for (int i = 0; i < s.n; i++) {
		const struct hex_sight_step *p = &s.step[i];
		const struct hex_sight_step *q = &r.step[r.n - 1 - i];

		assert_int_equal(p->a, q->a);
		assert_int_equal(p->b, q->b);
		assert_int_equal(p->edge, q->edge);
	}
}

/* Each step touches the one before it, beginning and ending at the ends. */
static void
check_sight_is_a_chain(const struct hex_grid *g, int from, int to)
{
	struct hex_sight s;
	int before = from;

	hex_sight(g, from, to, &s);
	for (int i = 0; i < s.n; i++) {
		const struct hex_sight_step *t = &s.step[i];
		int after = i + 1 < s.n ? s.step[i + 1].a : to;

		assert_true(hex_exists(g, t->a));
		assert_true(hex_adjacent(g, before, t->a));
		assert_true(hex_adjacent(g, t->a, after));
		if (t->b != HEX_NONE) {
			assert_true(t->a < t->b);
			assert_true(hex_exists(g, t->b));
			assert_true(hex_adjacent(g, before, t->b));
			assert_true(hex_adjacent(g, t->a, t->b));
			assert_true(hex_adjacent(g, t->b, after));
		}
		before = t->a;
	}
	assert_true(s.n >= hex_distance(g, from, to) - 1 ||
	    (s.n > 0 && (s.step[0].b != HEX_NONE || s.step[0].edge)));
}

/* The crossings, and that walking them by either way leads from end to end
 * through the very hexes of the sight. */
static void
check_crossings_follow_sight(const struct hex_grid *g, int from, int to)
{
	struct hex_crossing c;
	struct hex_sight s;
	int k = 0, here[2] = { from, from };

	hex_sight(g, from, to, &s);
	hex_crossings(g, from, to, &c);
	for (int i = 0; i < c.n; k++) {
		const struct hex_crossing_side *x = &c.side[i];

		assert_int_equal(x->hex, here[0]);
		if (!x->pair) {
			assert_int_equal(x->way, 0);
			here[0] = hex_step(g, x->hex, x->dir);
			assert_int_equal(here[0],
			    k < s.n ? s.step[k].a : to);
			i++;
			continue;
		}
		here[1] = here[0];
		assert_true(k < s.n);
		for (int way = 0; way < (s.step[k].edge ? 1 : 2); way++)
			for (int half = 0; half < 2; half++, i++) {
				assert_true(i < c.n && c.side[i].pair);
				assert_int_equal(c.side[i].way, way);
				assert_int_equal(c.side[i].hex, here[way]);
				here[way] = hex_step(g, here[way],
				    c.side[i].dir);
				assert_int_equal(here[way], half == 0
				    ? (way ? s.step[k].b : s.step[k].a)
				    : k + 1 < s.n ? s.step[k + 1].a : to);
			}
		k++;
	}
	assert_int_equal(here[0], to);
}

static void
check_line(const struct hex_grid *g, int a, int b)
{
	check_sight_slowly(g, a, b);
	check_sight_is_the_same_backwards(g, a, b);
	check_sight_is_a_chain(g, a, b);
	check_crossings_follow_sight(g, a, b);
}

static void
check_all_lines_from(const struct hex_grid *g, int a)
{
	for (int b = 0; b < hex_count(g); b++)
		if (hex_exists(g, b))
			check_line(g, a, b);
}

/* --- numbers --- */

static void
every_hex_has_a_number_that_reads_back(void **state)
{
	const struct hex_grid *all[] = {
		&chalons, &medieval, &cannae, &small[3], &small[8], &big[2]
	};
	char name[8];
	(void)state;

	for (int i = 0; i < LENGTH(all); i++)
		for (int h = 0; h < hex_count(all[i]); h++) {
			const struct hex_grid *g = all[i];

			hex_name(g, h, name);
			if (!hex_exists(g, h)) {
				assert_string_equal(name, "-");
				continue;
			}
			assert_int_equal(hex_parse(g, name), h);
			assert_int_equal(hex_at(g, hex_col(g, h),
			    hex_row(g, h)), h);
		}
	assert_string_equal(hex_name(&chalons, HEX_NONE, name), "-");
	assert_string_equal(hex_name(&chalons, 39 * 27, name), "-");
}

static void
numbers_are_printed_as_the_map_prints_them(void **state)
{
	static const struct hex_grid three = {
		.top = HEX_FLAT, .col0 = 95, .row0 = 7, .cols = 20,
		.rows = 10, .digits = 3,
	};
	static const struct hex_grid one = {
		.top = HEX_POINTY, .numbers = HEX_RRCC, .cols = 10,
		.rows = 10, .digits = 1,
	};
	static const struct {
		const struct hex_grid *g;
		const char *number;
		int col, row, hex;
	} rows[] = {
		{ &chalons, "1700", 17, 0, 0 },
		{ &chalons, "5526", 55, 26, 39 * 27 - 1 },
		{ &chalons, "1801", 18, 1, 40 },
		{ &medieval, "1101", 1, 11, 0 },
		{ &medieval, "0113", 13, 1, 13 * 11 - 1 },
		{ &medieval, "1012", 12, 10, 13 + 11 },
		{ &three, "101008", 101, 8, 26 },
		{ &one, "07", 7, 0, 7 },
	};
	char name[8];
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		int h = hex_at(rows[i].g, rows[i].col, rows[i].row);

		assert_int_equal(h, rows[i].hex);
		assert_int_equal(hex_parse(rows[i].g, rows[i].number), h);
		assert_string_equal(hex_name(rows[i].g, h, name),
		    rows[i].number);
	}
}

static void
what_is_no_number_or_off_the_map_is_no_hex(void **state)
{
	static const struct {
		const struct hex_grid *g;
		const char *number;
	} rows[] = {
		{ &chalons, "" }, { &chalons, "27" }, { &chalons, "272" },
		{ &chalons, "27255" }, { &chalons, "27 5" },
		{ &chalons, "+725" }, { &chalons, "2a25" },
		{ &chalons, "-725" }, { &chalons, " 2725" },
		{ &chalons, "27-1" }, { &chalons, "1600" },
		{ &chalons, "5600" }, { &chalons, "5527" },
		{ &medieval, "0000" }, { &medieval, "0001" },
		{ &medieval, "1201" }, { &medieval, "0114" },
		{ &medieval, "0213" },	/* a row of twelve */
		{ &medieval, "1013" },
	};
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++)
		assert_int_equal(hex_parse(rows[i].g, rows[i].number),
		    HEX_NONE);
	assert_int_equal(hex_at(&chalons, 16, 5), HEX_NONE);
	assert_int_equal(hex_at(&chalons, 20, -1), HEX_NONE);
	assert_false(hex_exists(&chalons, HEX_NONE));
	assert_false(hex_exists(&chalons, 39 * 27));
	assert_false(hex_exists(&medieval, 13 + 12));
}

/* --- neighbours --- */

/* In direction order; "" is off the map. */
static const struct {
	const struct hex_grid *g;
	const char *hex, *beside[HEX_DIRS];
} neighbours[] = {
	/* [ab 7.43] both examples name all six */
	{ &chalons, "5219",
	  { "5218", "5318", "5319", "5220", "5119", "5118" } },
	{ &chalons, "3114",
	  { "3113", "3214", "3215", "3115", "3015", "3014" } },
	{ &chalons, "1700",
	  { "", "1800", "1801", "1701", "", "" } },
	{ &chalons, "1800",
	  { "", "", "1900", "1801", "1700", "" } },
	{ &chalons, "5526",
	  { "5525", "", "", "", "", "5426" } },
	/* rows of 13: the rows beside at c-1 and c; of 12: at c and c+1 */
	{ &medieval, "0505",
	  { "0605", "0506", "0405", "0404", "0504", "0604" } },
	{ &medieval, "0605",
	  { "0706", "0606", "0506", "0505", "0604", "0705" } },
	{ &medieval, "0101",
	  { "0201", "0102", "", "", "", "" } },
	{ &medieval, "0113",
	  { "", "", "", "", "0112", "0212" } },
	{ &medieval, "0212",
	  { "0313", "", "0113", "0112", "0211", "0312" } },
	{ &medieval, "1107",
	  { "", "1108", "1007", "1006", "1106", "" } },
	/* [spqr 9.11] elephants from 3022 into 2921, then 2821 or 2822 */
	{ &cannae, "2921",
	  { "2920", "3021", "3022", "2922", "2822", "2821" } },
};

static void
neighbours_are_those_of_the_rulebooks(void **state)
{
	(void)state;

	for (int i = 0; i < LENGTH(neighbours); i++) {
		const struct hex_grid *g = neighbours[i].g;
		int h = at(g, neighbours[i].hex), all[HEX_DIRS];

		hex_neighbours(g, h, all);
		for (int d = 0; d < HEX_DIRS; d++) {
			int want = hex_parse(g, neighbours[i].beside[d]);

			assert_int_equal(hex_step(g, h, d), want);
			assert_int_equal(all[d], want);
		}
	}
}

static void
moves_of_the_gboh_examples_are_single_steps(void **state)
{
	static const char *const rows[][2] = {
		/* cataphract: Callinicum, Dara, Taginae */
		{ "1805", "1905" }, { "2206", "2305" }, { "1905", "2006" },
		{ "2006", "2105" }, { "2305", "2405" }, { "2105", "2206" },
		{ "2303", "2204" }, { "2204", "2103" }, { "2305", "2205" },
		{ "2205", "2105" }, { "3823", "3923" },
		/* spqr: phalanxes of two hexes, and what they front on */
		{ "2912", "3012" }, { "3112", "3013" }, { "3113", "3213" },
		{ "3114", "3214" }, { "3215", "3314" }, { "3722", "3822" },
		{ "3622", "3722" }, { "3721", "3822" }, { "3821", "3822" },
		{ "3920", "3821" }, { "2419", "2518" }, { "2518", "2618" },
		{ "3022", "2921" }, { "2921", "2821" }, { "2921", "2822" },
	};
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++)
		assert_true(hex_adjacent(&cannae, at(&cannae, rows[i][0]),
		    at(&cannae, rows[i][1])));
	assert_int_equal(hex_distance(&cannae, at(&cannae, "2322"),
	    at(&cannae, "2523")), 2);
	assert_int_equal(hex_distance(&cannae, at(&cannae, "3214"),
	    at(&cannae, "3415")), 2);
}

static void
a_ragged_board_has_rows_of_thirteen_and_twelve(void **state)
{
	int n = 0;
	(void)state;

	for (int h = 0; h < hex_count(&medieval); h++)
		n += hex_exists(&medieval, h);
	assert_int_equal(n, 6 * 13 + 5 * 12);
}

static void
check_steps_from(const struct hex_grid *g, int h)
{
	int all[HEX_DIRS];

	hex_neighbours(g, h, all);
	for (int d = 0; d < HEX_DIRS; d++) {
		int to = hex_step(g, h, d);

		assert_int_equal(all[d], to);
		if (to == HEX_NONE)
			continue;
		assert_true(hex_exists(g, to));
		assert_int_equal(hex_step(g, to, (d + 3) % 6), h);
		assert_int_equal(hex_dir(g, h, to), d);
		assert_int_equal(hex_distance(g, h, to), 1);
		assert_int_equal(cube_distance(cube_of(g, h),
		    cube_of(g, to)), 1);
		/* clockwise: d, then d+2, is d+1 */
		if (hex_step(g, to, (d + 2) % 6) != HEX_NONE &&
		    all[(d + 1) % 6] != HEX_NONE)
			assert_int_equal(hex_step(g, to, (d + 2) % 6),
			    all[(d + 1) % 6]);
	}
}

static void
a_step_back_undoes_a_step(void **state)
{
	(void)state;

	for (int i = 0; i < LENGTH(small); i++)
		for (int h = 0; h < hex_count(&small[i]); h++)
			if (hex_exists(&small[i], h))
				check_steps_from(&small[i], h);
	assert_int_equal(hex_step(&chalons, HEX_NONE, 2), HEX_NONE);
	assert_int_equal(hex_step(&chalons, 39 * 27, 0), HEX_NONE);
	assert_int_equal(hex_dir(&chalons, HEX_NONE, 3), -1);
	assert_false(hex_adjacent(&chalons, 3, HEX_NONE));
	assert_false(hex_adjacent(&chalons, 3, 3));
}

static void
distance_is_what_cubes_say(void **state)
{
	(void)state;

	for (int i = 0; i < LENGTH(small); i++)
		for (int a = 0; a < hex_count(&small[i]); a++)
			for (int b = 0; b < hex_count(&small[i]); b++)
				assert_int_equal(hex_distance(&small[i], a, b),
				    cube_distance(cube_of(&small[i], a),
				    cube_of(&small[i], b)));
}

static void
distances_by_hand(void **state)
{
	static const struct {
		const struct hex_grid *g;
		const char *a, *b;
		int far;
	} rows[] = {
		{ &chalons, "1700", "1700", 0 },
		{ &chalons, "1700", "1726", 26 },
		{ &chalons, "1700", "5500", 38 },
		{ &chalons, "1700", "5526", 45 },
		{ &chalons, "3300", "2900", 4 },
		{ &medieval, "0101", "0113", 12 },
		{ &medieval, "0101", "1101", 10 },
		{ &medieval, "0101", "1113", 17 },
		{ &medieval, "0107", "1107", 10 },
	};
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++)
		assert_int_equal(hex_distance(rows[i].g,
		    at(rows[i].g, rows[i].a), at(rows[i].g, rows[i].b)),
		    rows[i].far);
}

/* --- directions --- */

static void
directions_and_vertices_have_names(void **state)
{
	static const struct {
		const struct hex_grid *g;
		const char *dir[HEX_DIRS], *vertex[HEX_DIRS];
	} rows[] = {
		{ &chalons, { "N", "NE", "SE", "S", "SW", "NW" },
		  { "NE", "E", "SE", "SW", "W", "NW" } },
		{ &medieval, { "NE", "E", "SE", "SW", "W", "NW" },
		  { "NE", "SE", "S", "SW", "NW", "N" } },
	};
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++)
		for (int d = 0; d < HEX_DIRS; d++) {
			const struct hex_grid *g = rows[i].g;

			assert_string_equal(hex_dir_name(g, d),
			    rows[i].dir[d]);
			assert_int_equal(hex_dir_parse(g, rows[i].dir[d]), d);
			assert_string_equal(hex_vertex_name(g, d),
			    rows[i].vertex[d]);
			assert_int_equal(hex_vertex_parse(g,
			    rows[i].vertex[d]), d);
		}
	assert_int_equal(hex_dir_parse(&chalons, "E"), -1);
	assert_int_equal(hex_dir_parse(&medieval, "N"), -1);
	assert_int_equal(hex_dir_parse(&chalons, "n"), -1);
	assert_int_equal(hex_vertex_parse(&chalons, "N"), -1);
	assert_int_equal(hex_vertex_parse(&medieval, ""), -1);
}

/* The bearing is the direction with the greatest projection. */
static int
slow_bearing(const struct hex_grid *g, int a, int b)
{
	/* from the middle of the grid every direction is on the map */
	int mid = hex_count(g) / 2 + g->cols / 2, best = -1, most = 0;
	struct cube o = cube_of(g, mid), p = cube_of(g, a), q = cube_of(g, b);

	for (int d = 0; d < HEX_DIRS; d++) {
		struct cube n = cube_of(g, hex_step(g, mid, d));
		int dot = 0;

		for (int i = 0; i < 3; i++)
			dot += (n.c[i] - o.c[i]) * (q.c[i] - p.c[i]);
		if (best < 0 || dot > most) {
			best = d;
			most = dot;
		}
	}
	return best;
}

static void
bearing_is_the_nearest_of_six_rays(void **state)
{
	(void)state;

	for (int i = 0; i < LENGTH(small); i++)
		for (int a = 0; a < hex_count(&small[i]); a++)
			for (int b = 0; b < hex_count(&small[i]); b++)
				assert_int_equal(hex_bearing(&small[i], a, b),
				    a == b ? -1
				    : slow_bearing(&small[i], a, b));
}

static void
a_bearing_between_two_directions_is_the_lower(void **state)
{
	(void)state;

	for (int i = 0; i < LENGTH(big); i++)
		for (int v = 0; v < HEX_DIRS; v++) {
			int from = hex_at(&big[i], 25, 25), to = from;

			for (int n = 1; n <= 10; n++) {
				to = hex_step(&big[i], to, v);
				to = hex_step(&big[i], to, (v + 1) % 6);
				assert_int_equal(hex_bearing(&big[i], from,
				    to), v == 5 ? 0 : v);
			}
		}
}

/* --- lines of sight --- */

static void
a_line_to_a_neighbour_or_to_itself_has_no_steps(void **state)
{
	struct hex_crossing c;
	struct hex_sight s;
	int h = at(&chalons, "3114");
	(void)state;

	hex_sight(&chalons, h, h, &s);
	assert_int_equal(s.n, 0);
	hex_crossings(&chalons, h, h, &c);
	assert_int_equal(c.n, 0);
	for (int d = 0; d < HEX_DIRS; d++) {
		hex_sight(&chalons, h, hex_step(&chalons, h, d), &s);
		assert_int_equal(s.n, 0);
		hex_crossings(&chalons, h, hex_step(&chalons, h, d), &c);
		assert_int_equal(c.n, 1);
		assert_int_equal(c.side[0].hex, h);
		assert_int_equal(c.side[0].dir, d);
	}
}

static void
a_line_down_a_row_of_hexes_goes_through_each(void **state)
{
	struct hex_sight s;
	(void)state;

	for (int i = 0; i < LENGTH(big); i++)
		for (int d = 0; d < HEX_DIRS; d++) {
			int from = hex_at(&big[i], 25, 25), to = from;
			int way[16];

			for (int n = 1; n <= 10; n++) {
				way[n] = to = hex_step(&big[i], to, d);
				hex_sight(&big[i], from, to, &s);
				assert_int_equal(s.n, n - 1);
				for (int k = 0; k < s.n; k++) {
					assert_int_equal(s.step[k].a,
					    way[k + 1]);
					assert_int_equal(s.step[k].b,
					    HEX_NONE);
					assert_false(s.step[k].edge);
				}
				check_line(&big[i], from, to);
			}
		}
}

/* Along vertex v lie by turns a hexside between two hexes, and a hex. */
static void
check_along(const struct hex_grid *g, int from, int v, int n)
{
	struct hex_crossing c;
	struct hex_sight s;
	int h = from, to = from;

	for (int i = 0; i < n; i++)
		to = hex_step(g, hex_step(g, to, v), (v + 1) % 6);
	hex_sight(g, from, to, &s);
	assert_int_equal(s.n, 2 * n - 1);
	for (int i = 0; i < s.n; i++) {
		int p = hex_step(g, h, v), q = hex_step(g, h, (v + 1) % 6);

		if (i % 2 == 0) {
			assert_int_equal(s.step[i].a, p < q ? p : q);
			assert_int_equal(s.step[i].b, p < q ? q : p);
			h = hex_step(g, p, (v + 1) % 6);
		} else {
			assert_int_equal(s.step[i].a, h);
			assert_int_equal(s.step[i].b, HEX_NONE);
		}
		assert_false(s.step[i].edge);
	}
	hex_crossings(g, from, to, &c);
	assert_int_equal(c.n, 4 * n);
	check_line(g, from, to);
}

static void
a_line_along_hexsides_has_pairs_and_hexes_by_turns(void **state)
{
	(void)state;

	for (int i = 0; i < LENGTH(big); i++)
		for (int v = 0; v < HEX_DIRS; v++)
			for (int n = 1; n <= 10; n++)
				check_along(&big[i], hex_at(&big[i], 25, 25),
				    v, n);
}

static void
a_line_along_the_edge_of_the_map_has_one_hex_of_the_pair(void **state)
{
	static const struct {
		const struct hex_grid *g;
		const char *from, *to, *a;
	} rows[] = {
		{ &chalons, "1800", "2000", "1900" },
		{ &chalons, "1726", "1926", "1826" },
		{ &medieval, "0113", "0313", "0212" },
		{ &medieval, "0901", "1101", "1001" },
	};
	struct hex_crossing c;
	struct hex_sight s;
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		const struct hex_grid *g = rows[i].g;
		int from = at(g, rows[i].from), to = at(g, rows[i].to);

		hex_sight(g, from, to, &s);
		assert_int_equal(s.n, 1);
		assert_int_equal(s.step[0].a, at(g, rows[i].a));
		assert_int_equal(s.step[0].b, HEX_NONE);
		assert_true(s.step[0].edge);
		hex_crossings(g, from, to, &c);
		assert_int_equal(c.n, 2);
		assert_true(c.side[0].pair && c.side[1].pair);
		assert_int_equal(c.side[0].way, 0);
		assert_int_equal(c.side[1].way, 0);
	}
}

static void
lines_by_hand(void **state)
{
	/* steps apart by blanks, pairs with a slash */
	static const struct {
		const char *from, *to, *steps;
	} rows[] = {
		{ "3010", "3014", "3011 3012 3013" },
		{ "3010", "3210", "3109/3110" },
		{ "3010", "3410", "3109/3110 3210 3309/3310" },
		{ "3010", "3111", "3110/3011" },
		{ "3010", "3112", "3011 3111" },
		{ "3010", "3211", "3110" },
		{ "3010", "3310", "3110 3210" },
	};
	struct hex_sight s;
	char got[256], name[8];
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		int n = 0;

		got[0] = '\0';
		hex_sight(&chalons, at(&chalons, rows[i].from),
		    at(&chalons, rows[i].to), &s);
		for (int k = 0; k < s.n; k++) {
			n += sprintf(got + n, "%s%s", k ? " " : "",
			    hex_name(&chalons, s.step[k].a, name));
			if (s.step[k].b != HEX_NONE)
				n += sprintf(got + n, "/%s",
				    hex_name(&chalons, s.step[k].b, name));
		}
		assert_string_equal(got, rows[i].steps);
	}
}

static void
every_line_of_small_maps_is_what_clipping_says(void **state)
{
	(void)state;

	for (int i = 0; i < LENGTH(small); i++)
		for (int a = 0; a < hex_count(&small[i]); a++)
			if (hex_exists(&small[i], a))
				check_all_lines_from(&small[i], a);
}

static void
lines_of_the_games_maps_are_what_clipping_says(void **state)
{
	static const char *const from[] = { "1700", "5526", "3114" };
	(void)state;

	for (int i = 0; i < LENGTH(from); i++)
		check_all_lines_from(&chalons, at(&chalons, from[i]));
	for (int a = 0; a < hex_count(&medieval); a++)
		if (hex_exists(&medieval, a))
			check_all_lines_from(&medieval, a);
}

/* The longest lines a grid can have fit into the arrays. */
static void
lines_across_the_largest_maps_fit(void **state)
{
	static const struct {
		enum hex_top top;
		int cols, rows;
	} rows[] = {
		{ HEX_FLAT, 64, 128 }, { HEX_FLAT, 128, 64 },
		{ HEX_POINTY, 64, 128 }, { HEX_POINTY, 128, 64 },
		{ HEX_FLAT, 90, 91 }, { HEX_POINTY, 90, 91 },
	};
	struct hex_crossing c;
	struct hex_sight s;
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		struct hex_grid g = {
			.top = rows[i].top, .cols = rows[i].cols,
			.rows = rows[i].rows, .digits = 3,
		};
		int corner[] = { 0, g.cols - 1, hex_count(&g) - 1 };

		for (int k = 0; k < LENGTH(corner); k++)
			for (int b = 0; b < hex_count(&g); b++) {
				hex_sight(&g, corner[k], b, &s);
				hex_crossings(&g, corner[k], b, &c);
			}
	}
}

/* --- facing --- */

static void
neighbours_are_front_flank_or_rear(void **state)
{
	static const enum hex_aspect
	    side[] = { HEX_FRONT, HEX_FRONT, HEX_FLANK, HEX_REAR, HEX_FLANK,
		HEX_FRONT },
	    vertex[] = { HEX_FRONT, HEX_FRONT, HEX_FLANK, HEX_REAR, HEX_REAR,
		HEX_FLANK };
	(void)state;

	for (int f = 0; f < HEX_DIRS; f++)
		for (int k = 0; k < HEX_DIRS; k++) {
			assert_int_equal(hex_aspect_side(f, (f + k) % 6),
			    side[k]);
			assert_int_equal(hex_aspect_vertex(f, (f + k) % 6),
			    vertex[k]);
		}
}

static void
a_turn_is_at_most_three_sixths(void **state)
{
	static const int sixths[] = { 0, 1, 2, 3, 2, 1 };
	(void)state;

	for (int f = 0; f < HEX_DIRS; f++)
		for (int k = 0; k < HEX_DIRS; k++)
			assert_int_equal(hex_turn(f, (f + k) % 6), sixths[k]);
}

/* --- tables --- */

static void
tables_say_what_is_reckoned(void **state)
{
	struct arena a = { 0 };
	(void)state;

	for (int i = 0; i < LENGTH(small); i++) {
		struct hex_grid g = small[i];
		int n = hex_count(&g), six[HEX_DIRS];

		hex_grid_prepare(&a, &g);
		for (int x = 0; x < n; x++) {
			if (!hex_exists(&g, x))
				continue;
			hex_neighbours(&g, x, six);
			for (int d = 0; d < HEX_DIRS; d++) {
				assert_int_equal(six[d], hex_step_reckoned(&g,
				    x, d));
				assert_int_equal(hex_step(&g, x, d), six[d]);
			}
			for (int y = 0; y < n; y++) {
				if (!hex_exists(&g, y))
					continue;
				assert_int_equal(hex_distance(&g, x, y),
				    hex_distance_reckoned(&g, x, y));
				assert_int_equal(hex_dir(&g, x, y),
				    hex_dir_reckoned(&g, x, y));
			}
		}
		assert_int_equal(hex_step(&g, HEX_NONE, 0), HEX_NONE);
		assert_int_equal(hex_dir(&g, HEX_NONE, 0), -1);
	}
	arena_free(&a);
}

/* --- reading a grid --- */

static struct node *
range(struct arena *a, int first, int last)
{
	struct node *n = node_array(a);

	node_add(a, n, NULL, node_int(a, first));
	node_add(a, n, NULL, node_int(a, last));
	return n;
}

static struct node *
grid_table(struct arena *a)
{
	struct node *t = node_table(a);

	node_add_string(a, t, "top", "flat");
	node_add_string(a, t, "shove", "odd");
	node_add(a, t, "columns", range(a, 17, 55));
	node_add(a, t, "rows", range(a, 0, 26));
	return t;
}

static void
a_grid_is_read_with_what_it_leaves_out(void **state)
{
	struct arena a = {0};
	struct err e = {0};
	struct hex_grid g;
	(void)state;

	assert_int_equal(hex_grid_read(&e, grid_table(&a), &g), ERR_OK);
	assert_int_equal(g.top, HEX_FLAT);
	assert_int_equal(g.shove, HEX_SHOVE_ODD);
	assert_int_equal(g.numbers, HEX_CCRR);
	assert_int_equal(g.col0, 17);
	assert_int_equal(g.row0, 0);
	assert_int_equal(g.cols, 39);
	assert_int_equal(g.rows, 27);
	assert_int_equal(g.digits, 2);
	assert_false(g.ragged || g.up);
	arena_free(&a);
}

static void
a_grid_may_have_its_first_row_at_the_bottom(void **state)
{
	struct arena a = {0};
	struct err e = {0};
	struct hex_grid g;
	struct node *t = node_table(&a);
	(void)state;

	node_add_string(&a, t, "top", "pointy");
	node_add_string(&a, t, "shove", "even");
	node_add_string(&a, t, "numbers", "RRCC");
	node_add(&a, t, "columns", range(&a, 1, 13));
	node_add(&a, t, "rows", range(&a, 11, 1));
	node_add_int(&a, t, "digits", 2);
	node_add_bool(&a, t, "ragged", true);
	assert_int_equal(hex_grid_read(&e, t, &g), ERR_OK);
	assert_int_equal(g.top, medieval.top);
	assert_int_equal(g.shove, medieval.shove);
	assert_int_equal(g.numbers, medieval.numbers);
	assert_int_equal(g.col0, medieval.col0);
	assert_int_equal(g.row0, medieval.row0);
	assert_int_equal(g.cols, medieval.cols);
	assert_int_equal(g.rows, medieval.rows);
	assert_true(g.ragged && g.up);
	arena_free(&a);
}

enum { WORD, NUMBER, RANGE, LONG, GONE };

static struct node *
value(struct arena *a, int type, const char *s, int i, int j)
{
	struct node *n;

	switch (type) {
	case WORD:
		return node_string(a, s);
	case NUMBER:
		return node_int(a, i);
	case RANGE:
		return range(a, i, j);
	default:
		n = range(a, i, j);
		node_add(a, n, NULL, node_int(a, j));
		return n;
	}
}

static void
a_wrong_grid_is_refused_by_key(void **state)
{
	static const struct {
		const char *key;
		int type;
		const char *s;
		int i, j;
		const char *msg;
	} rows[] = {
		{ "top", WORD, "round", 0, 0,
		  "top is to be \"flat\" or \"pointy\"" },
		{ "top", NUMBER, NULL, 1, 0,
		  "top is to be \"flat\" or \"pointy\"" },
		{ "top", GONE, NULL, 0, 0,
		  "top is missing; it is to be \"flat\" or \"pointy\"" },
		{ "shove", WORD, "Odd", 0, 0,
		  "shove is to be \"odd\" or \"even\"" },
		{ "shove", GONE, NULL, 0, 0,
		  "shove is missing; it is to be \"odd\" or \"even\"" },
		{ "numbers", WORD, "ccrr", 0, 0,
		  "numbers is to be \"CCRR\" or \"RRCC\"" },
		{ "digits", NUMBER, NULL, 0, 0, "digits is to be 1, 2 or 3" },
		{ "digits", NUMBER, NULL, 4, 0, "digits is to be 1, 2 or 3" },
		{ "digits", WORD, "2", 0, 0, "digits is to be 1, 2 or 3" },
		{ "ragged", NUMBER, NULL, 1, 0,
		  "ragged is to be true or false" },
		{ "columns", GONE, NULL, 0, 0, "columns is missing; it is to "
		  "be [first, last], each 0 to 99" },
		{ "columns", RANGE, NULL, 1, 100,
		  "columns is to be [first, last], each 0 to 99" },
		{ "columns", RANGE, NULL, -1, 3,
		  "columns is to be [first, last], each 0 to 99" },
		{ "columns", LONG, NULL, 1, 3,
		  "columns is to be [first, last], each 0 to 99" },
		{ "columns", RANGE, NULL, 5, 3,
		  "columns is to be [first, last] left to right" },
		{ "rows", NUMBER, NULL, 5, 3,
		  "rows is to be [first, last], each 0 to 99" },
	};
	struct arena a = {0};
	struct hex_grid g;
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		struct node *t = node_table(&a), *from = grid_table(&a);
		struct err e = {0};

		for (const struct node *n = from->child; n; n = n->next)
			if (strcmp(n->key, rows[i].key) != 0)
				node_add(&a, t, n->key, node_copy(&a, n));
		if (rows[i].type != GONE)
			node_add(&a, t, rows[i].key, value(&a, rows[i].type,
			    rows[i].s, rows[i].i, rows[i].j));
		assert_int_equal(hex_grid_read(&e, t, &g), ERR_INPUT);
		assert_string_equal(e.msg, rows[i].msg);
	}
	arena_free(&a);
}

static void
a_grid_that_is_too_large_is_refused(void **state)
{
	static const struct {
		int col1, row1, rc;
	} rows[] = {
		{ 127, 63, ERR_OK }, { 63, 127, ERR_OK },
		{ 128, 3, ERR_INPUT }, { 3, 128, ERR_INPUT },
		{ 127, 64, ERR_INPUT },
	};
	struct arena a = {0};
	struct err e = {0};
	struct hex_grid g;
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++) {
		struct node *t = grid_table(&a);

		node_add_int(&a, t, "digits", 3);
		node_set(&a, t, "columns", range(&a, 0, rows[i].col1));
		node_set(&a, t, "rows", range(&a, 0, rows[i].row1));
		assert_int_equal(hex_grid_read(&e, t, &g), rows[i].rc);
	}
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_hex_has_a_number_that_reads_back),
		cmocka_unit_test(numbers_are_printed_as_the_map_prints_them),
		cmocka_unit_test(what_is_no_number_or_off_the_map_is_no_hex),
		cmocka_unit_test(neighbours_are_those_of_the_rulebooks),
		cmocka_unit_test(moves_of_the_gboh_examples_are_single_steps),
		cmocka_unit_test(
		    a_ragged_board_has_rows_of_thirteen_and_twelve),
		cmocka_unit_test(a_step_back_undoes_a_step),
		cmocka_unit_test(distance_is_what_cubes_say),
		cmocka_unit_test(distances_by_hand),
		cmocka_unit_test(directions_and_vertices_have_names),
		cmocka_unit_test(bearing_is_the_nearest_of_six_rays),
		cmocka_unit_test(
		    a_bearing_between_two_directions_is_the_lower),
		cmocka_unit_test(
		    a_line_to_a_neighbour_or_to_itself_has_no_steps),
		cmocka_unit_test(a_line_down_a_row_of_hexes_goes_through_each),
		cmocka_unit_test(
		    a_line_along_hexsides_has_pairs_and_hexes_by_turns),
		cmocka_unit_test(
		    a_line_along_the_edge_of_the_map_has_one_hex_of_the_pair),
		cmocka_unit_test(lines_by_hand),
		cmocka_unit_test(
		    every_line_of_small_maps_is_what_clipping_says),
		cmocka_unit_test(
		    lines_of_the_games_maps_are_what_clipping_says),
		cmocka_unit_test(lines_across_the_largest_maps_fit),
		cmocka_unit_test(neighbours_are_front_flank_or_rear),
		cmocka_unit_test(a_turn_is_at_most_three_sixths),
		cmocka_unit_test(tables_say_what_is_reckoned),
		cmocka_unit_test(a_grid_is_read_with_what_it_leaves_out),
		cmocka_unit_test(a_grid_may_have_its_first_row_at_the_bottom),
		cmocka_unit_test(a_wrong_grid_is_refused_by_key),
		cmocka_unit_test(a_grid_that_is_too_large_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
