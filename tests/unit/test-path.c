/* test-path.c: the cheapest ways over a grid, with costs and stops */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "hex/path.h"

#include <string.h>

#define LENGTH(a) ((int)(sizeof (a) / sizeof (a)[0]))

static const struct hex_grid chalons = {
	.top = HEX_FLAT, .shove = HEX_SHOVE_ODD, .numbers = HEX_CCRR,
	.col0 = 17, .row0 = 0, .cols = 39, .rows = 27, .digits = 2,
};

static const struct hex_grid medieval = {
	.top = HEX_POINTY, .shove = HEX_SHOVE_EVEN, .numbers = HEX_RRCC,
	.col0 = 1, .row0 = 11, .cols = 13, .rows = 11, .digits = 2,
	.ragged = true, .up = true,
};

static const struct hex_grid largest = {
	.top = HEX_FLAT, .cols = 64, .rows = 128, .digits = 3,
};

/* A country made up from a seed: what each step costs, and where to stop. */
struct country {
	uint32_t seed;
	int dearest;		/* steps cost 1 .. dearest */
	int closed;		/* of 16 steps so many may not be taken */
	int stops;		/* of 16 hexes so many stop */
	int asked;
};

static uint32_t
mixed(uint32_t seed, int a, int b)
{
	uint32_t x = seed * 2654435761u + (uint32_t)a * 40503u +
	    (uint32_t)b * 2246822519u;

	x ^= x >> 15;
	x *= 2246822519u;
	x ^= x >> 13;
	x *= 3266489917u;
	return x ^ x >> 16;
}

static int
country_cost(void *ctx, int from, int to, int dir)
{
	struct country *c = ctx;
	uint32_t x = mixed(c->seed, from, to);

	(void)dir;
	c->asked++;
	if ((int)(x & 15) < c->closed)
		return PATH_NO;
	return 1 + (int)((x >> 4) % (uint32_t)c->dearest);
}

static bool
country_stop(void *ctx, int hex)
{
	struct country *c = ctx;

	return (int)(mixed(c->seed + 1, hex, hex) & 15) < c->stops;
}

static int
one_each(void *ctx, int from, int to, int dir)
{
	(void)ctx, (void)from, (void)to, (void)dir;
	return 1;
}

/* Static: too large for comfort on a stack, and dirty from test to test. */
static struct path_field got, want;

/* What path.h says, word for word and slowly. */
static void
slow_search(const struct hex_grid *g, int start, int budget, path_cost *cost,
	path_stop *stop, void *ctx, struct path_field *out)
{
	static bool settled[HEX_MAX];

	out->n = 0;
	for (int h = 0; h < hex_count(g); h++) {
		out->cost[h] = PATH_NO;
		out->prev[h] = HEX_NONE;
		settled[h] = false;
	}
	if (budget >= 0)
		out->cost[start] = 0;
	for (;;) {
		int here = HEX_NONE;

		for (int h = 0; h < hex_count(g); h++)
			if (!settled[h] && out->cost[h] != PATH_NO &&
			    (here == HEX_NONE ||
			    out->cost[h] < out->cost[here]))
				here = h;
		if (here == HEX_NONE)
			break;
		settled[here] = true;
		out->reached[out->n++] = here;
		if (here != start && stop != NULL && stop(ctx, here))
			continue;
		for (int d = 0; d < HEX_DIRS; d++) {
			int to = hex_step(g, here, d), c;

			if (to == HEX_NONE || settled[to])
				continue;
			c = cost(ctx, here, to, d);
			if (c == PATH_NO || out->cost[here] + c > budget)
				continue;
			if (out->cost[to] != PATH_NO &&
			    out->cost[to] <= out->cost[here] + c)
				continue;
			out->cost[to] = out->cost[here] + c;
			out->prev[to] = (short)here;
		}
	}
}

static void
check_same(const struct hex_grid *g)
{
	assert_int_equal(got.n, want.n);
	for (int i = 0; i < got.n; i++)
		assert_int_equal(got.reached[i], want.reached[i]);
	for (int h = 0; h < hex_count(g); h++) {
		assert_int_equal(got.cost[h], want.cost[h]);
		assert_int_equal(got.prev[h], want.prev[h]);
	}
}

static void
the_search_is_what_the_header_says(void **state)
{
	static const struct {
		int budget, dearest, closed, stops;
	} rows[] = {
		{ 0, 3, 0, 0 }, { 1, 1, 0, 0 }, { 5, 3, 4, 2 },
		{ 12, 4, 0, 0 }, { 12, 1, 8, 0 }, { 20, 4, 6, 3 },
		{ 40, 6, 2, 1 }, { 40, 2, 9, 0 }, { 1000, 40, 1, 0 },
	};
	const struct hex_grid *grid[] = { &chalons, &medieval };
	(void)state;

	for (int i = 0; i < LENGTH(rows); i++)
		for (uint32_t seed = 0; seed < 40; seed++) {
			const struct hex_grid *g = grid[seed % 2];
			struct country c = { seed, rows[i].dearest,
				rows[i].closed, rows[i].stops, 0 };
			int start = (int)(mixed(seed, 7, 7) %
			    (uint32_t)hex_count(g));

			if (!hex_exists(g, start))
				start = 0;
			path_search(g, start, rows[i].budget, country_cost,
			    country_stop, &c, &got);
			slow_search(g, start, rows[i].budget, country_cost,
			    country_stop, &c, &want);
			check_same(g);
		}
}

static void
one_hex_is_found_as_among_all(void **state)
{
	(void)state;

	for (uint32_t seed = 0; seed < 8; seed++) {
		struct country c = { seed, 3, 4, 3, 0 };
		int start = hex_parse(&medieval, "0605"), a[64], b[64];

		assert_true(hex_exists(&medieval, start));
		path_search(&medieval, start, 9, country_cost, country_stop,
		    &c, &want);
		for (int to = 0; to < hex_count(&medieval); to++) {
			int n = path_way(&want, to, a, 64);

			path_find(&medieval, start, to, 9, country_cost,
			    country_stop, &c, &got);
			assert_int_equal(got.cost[to], want.cost[to]);
			assert_int_equal(path_way(&got, to, b, 64), n);
			assert_memory_equal(a, b, (size_t)n * sizeof *a);
		}
	}
}

static void
at_one_a_hex_cost_is_distance(void **state)
{
	int start = hex_parse(&chalons, "3114"), n = 0;
	(void)state;

	path_search(&chalons, start, 9, one_each, NULL, NULL, &got);
	for (int h = 0; h < hex_count(&chalons); h++) {
		int far = hex_distance(&chalons, start, h);

		assert_int_equal(got.cost[h], far <= 9 ? far : PATH_NO);
		n += far <= 9;
	}
	assert_int_equal(got.n, n);
}

static void
hexes_are_settled_by_cost_then_by_index(void **state)
{
	(void)state;

	path_search(&chalons, 500, 15, one_each, NULL, NULL, &got);
	for (int i = 1; i < got.n; i++) {
		int p = got.reached[i - 1], q = got.reached[i];

		assert_true(got.cost[p] < got.cost[q] ||
		    (got.cost[p] == got.cost[q] && p < q));
	}
}

static void
the_start_is_reached_even_with_no_budget(void **state)
{
	(void)state;

	path_search(&chalons, 100, 0, one_each, NULL, NULL, &got);
	assert_int_equal(got.n, 1);
	assert_int_equal(got.reached[0], 100);
	assert_int_equal(got.cost[100], 0);
	assert_int_equal(got.prev[100], HEX_NONE);
	path_search(&chalons, 100, -1, one_each, NULL, NULL, &got);
	assert_int_equal(got.n, 0);
	assert_int_equal(got.cost[100], PATH_NO);
}

static bool
stop_everywhere(void *ctx, int hex)
{
	(void)ctx, (void)hex;
	return true;
}

static void
a_stop_is_entered_and_not_left_but_the_start_is_left(void **state)
{
	int start = hex_parse(&medieval, "0605");
	(void)state;

	path_search(&medieval, start, 10, one_each, stop_everywhere, NULL,
	    &got);
	assert_int_equal(got.n, 7);
	for (int i = 0; i < got.n; i++)
		assert_true(hex_distance(&medieval, start,
		    got.reached[i]) <= 1);
}

static int
only_clockwise(void *ctx, int from, int to, int dir)
{
	(void)ctx, (void)from, (void)to;
	return dir == 0 || dir == 1 ? 2 : PATH_NO;
}

static void
the_direction_given_is_the_one_taken(void **state)
{
	int start = hex_parse(&chalons, "3114"), way[8];
	(void)state;

	path_search(&chalons, start, 5, only_clockwise, NULL, NULL, &got);
	assert_int_equal(got.n, 6);	/* itself; N, NE; N N, N NE, NE NE */
	assert_int_equal(path_way(&got, hex_parse(&chalons, "3213"), way, 8),
	    2);
	/* both ways round cost 4; 3113 is settled before 3214 */
	assert_int_equal(way[0], hex_parse(&chalons, "3113"));
	assert_int_equal(way[1], hex_parse(&chalons, "3213"));
}

static void
a_way_leads_from_the_start_by_steps_that_add_up(void **state)
{
	struct country c = { 5, 4, 3, 0, 0 };
	int way[HEX_MAX];
	(void)state;

	path_search(&chalons, 500, 30, country_cost, NULL, &c, &got);
	assert_true(got.n > 300);
	for (int i = 0; i < got.n; i++) {
		int to = got.reached[i], here = 500, sum = 0;
		int n = path_way(&got, to, way, HEX_MAX);

		for (int k = 0; k < n; k++) {
			int d = hex_dir(&chalons, here, way[k]);

			assert_true(d >= 0);
			sum += country_cost(&c, here, way[k], d);
			assert_int_equal(sum, got.cost[way[k]]);
			here = way[k];
		}
		assert_int_equal(here, to);
	}
}

static void
a_way_is_cut_at_its_far_end(void **state)
{
	int a = hex_parse(&chalons, "3100"), way[6] = { 0, 0, 0, -7, -7, -7 };
	(void)state;

	path_search(&chalons, a, 20, one_each, NULL, NULL, &got);
	assert_int_equal(path_way(&got, hex_parse(&chalons, "3110"), way, 3),
	    3);
	assert_int_equal(way[0], hex_parse(&chalons, "3101"));
	assert_int_equal(way[2], hex_parse(&chalons, "3103"));
	assert_int_equal(way[3], -7);
	assert_int_equal(path_way(&got, a, way, 6), 0);
	assert_int_equal(path_way(&got, HEX_NONE, way, 6), 0);
	assert_int_equal(path_way(&got, hex_parse(&chalons, "3126"), way, 6),
	    0);
}

static void
what_lies_beyond_the_grid_is_left_alone(void **state)
{
	int n = hex_count(&medieval);
	(void)state;

	memset(&got, 0x5a, sizeof got);
	path_search(&medieval, 0, 100, one_each, NULL, NULL, &got);
	assert_int_equal(got.n, 138);
	for (int h = n; h < HEX_MAX; h++) {
		assert_int_equal(got.cost[h], 0x5a5a);
		assert_int_equal(got.prev[h], 0x5a5a);
	}
	assert_int_equal(got.reached[138], 0x5a5a5a5a);
}

static void
the_largest_grid_and_budget_fit(void **state)
{
	struct country c = { 3, 800, 0, 0, 0 };
	(void)state;

	path_search(&largest, 0, PATH_BUDGET_MAX, country_cost, NULL, &c,
	    &got);
	assert_int_equal(got.n, HEX_MAX);
	assert_true(c.asked <= HEX_MAX * HEX_DIRS);
	for (int i = 1; i < got.n; i++)
		assert_true(got.cost[got.reached[i - 1]] <=
		    got.cost[got.reached[i]]);
}

/* --- tables --- */

enum { BAR = 1, STOP = 2, FIRST = 4 };

struct tables {
	struct path_tables t;
	int start;
};

static int
table_cost(void *ctx, int from, int to, int dir)
{
	const struct tables *x = ctx;

	if ((x->t.mark[to] & BAR) ||
	    (from == x->start && (x->t.mark[to] & FIRST)))
		return PATH_NO;
	return x->t.step[from][dir];
}

static bool
table_stop(void *ctx, int hex)
{
	return (((const struct tables *)ctx)->t.mark[hex] & STOP) != 0;
}

/* By tables as by callbacks: every cost and way; each way sought alone; and
 * what can be reached at all. */
static void
a_scan_finds_what_a_search_finds(void **state)
{
	static short step[HEX_MAX][HEX_DIRS];
	static unsigned char mark[HEX_MAX];
	static struct path_field a, b, one;
	uint64_t reach[PATH_WORDS];
	int way[2][64], budgets[] = { 0, 5, 9, 63, 64, 90 };
	(void)state;

	for (uint32_t seed = 1; seed <= 60; seed++) {
		const struct hex_grid *g = seed % 2 ? &chalons : &medieval;
		int n = hex_count(g), budget = budgets[seed % 6];
		int start = n / 2;
		struct tables x = { { (const short (*)[HEX_DIRS])step, mark,
		    BAR, STOP, FIRST, HEX_NONE }, start };

		for (int h = 0; h < n; h++) {
			mark[h] = (unsigned char)(mixed(seed, h, 7) % 16 < 5 ?
			    mixed(seed, h, 8) & 7 : 0);
			for (int d = 0; d < HEX_DIRS; d++)
				step[h][d] = (short)(1 + (int)(mixed(seed, h,
				    100 + d) % 5) - (mixed(seed, h, 200 + d) %
				    9 == 0 ? 9 : 0));
		}
		for (int h = 0; h < n; h++)
			for (int d = 0; d < HEX_DIRS; d++)
				if (step[h][d] < 0)
					step[h][d] = PATH_NO;
		path_search(g, start, budget, table_cost, table_stop, &x, &a);
		path_scan(g, start, budget, &x.t, &b);
		assert_int_equal(a.n, b.n);
		for (int i = 0; i < a.n; i++)
			assert_int_equal(a.reached[i], b.reached[i]);
		path_reach(g, start, budget, &x.t, reach);
		for (int h = 0; h < n; h++) {
			if (!hex_exists(g, h))
				continue;
			assert_int_equal(reach[h / 64] >> h % 64 & 1,
			    a.cost[h] != PATH_NO);
			assert_int_equal(a.cost[h], b.cost[h]);
			assert_int_equal(a.prev[h], b.prev[h]);
			x.t.to = h;
			path_scan(g, start, budget, &x.t, &one);
			assert_int_equal(one.cost[h], a.cost[h]);
			assert_int_equal(path_way(&one, h, way[0], 64),
			    path_way(&a, h, way[1], 64));
			assert_memory_equal(way[0], way[1], sizeof way[0][0] *
			    (size_t)path_way(&a, h, way[1], 64));
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_search_is_what_the_header_says),
		cmocka_unit_test(one_hex_is_found_as_among_all),
		cmocka_unit_test(at_one_a_hex_cost_is_distance),
		cmocka_unit_test(hexes_are_settled_by_cost_then_by_index),
		cmocka_unit_test(the_start_is_reached_even_with_no_budget),
		cmocka_unit_test(
		    a_stop_is_entered_and_not_left_but_the_start_is_left),
		cmocka_unit_test(the_direction_given_is_the_one_taken),
		cmocka_unit_test(
		    a_way_leads_from_the_start_by_steps_that_add_up),
		cmocka_unit_test(a_way_is_cut_at_its_far_end),
		cmocka_unit_test(what_lies_beyond_the_grid_is_left_alone),
		cmocka_unit_test(the_largest_grid_and_budget_fit),
		cmocka_unit_test(a_scan_finds_what_a_search_finds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
