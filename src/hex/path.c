/* path.c: the cheapest ways over a grid, with costs and stops */
#include "hex/path.h"

#include <assert.h>
#include <string.h>

/*
 * The hexes that have a cost but are not settled yet: a binary heap of keys
 * cost * HEX_MAX + hex, so that the least key is the next by cost, then by
 * index.  `at` is where in the heap an open hex stands; it and `key` are not
 * cleared, since only what was put in is looked at.
 */
struct open {
	int n;
	int key[HEX_MAX];
	short at[HEX_MAX];
};

_Static_assert(PATH_BUDGET_MAX <= 0x7fffffff / HEX_MAX - 1, "keys fit an int");

static inline void
place(struct open *o, int i, int key)
{
	o->key[i] = key;
	o->at[key % HEX_MAX] = (short)i;
}

static void
sift_up(struct open *o, int i, int key)
{
	while (i > 0 && o->key[(i - 1) / 2] > key) {
		place(o, i, o->key[(i - 1) / 2]);
		i = (i - 1) / 2;
	}
	place(o, i, key);
}

static void
sift_down(struct open *o, int i, int key)
{
	for (;;) {
		int c = 2 * i + 1;

		if (c + 1 < o->n && o->key[c + 1] < o->key[c])
			c++;
		if (c >= o->n || o->key[c] >= key)
			break;
		place(o, i, o->key[c]);
		i = c;
	}
	place(o, i, key);
}

static int
take_least(struct open *o)
{
	int least = o->key[0];

	if (--o->n > 0)
		sift_down(o, 0, o->key[o->n]);
	return least % HEX_MAX;
}

/* Give `hex` a cost, its first or a lower one. */
static void
offer(struct open *o, struct path_field *f, int hex, int cost, int prev)
{
	int i = f->cost[hex] == PATH_NO ? o->n++ : o->at[hex];

	f->cost[hex] = cost;
	f->prev[hex] = (short)prev;
	sift_up(o, i, cost * HEX_MAX + hex);
}

void
path_search(const struct hex_grid *g, int start, int budget,
	path_cost *cost, path_stop *stop, void *ctx, struct path_field *out)
{
	size_t count = (size_t)hex_count(g);
	struct open o;

	assert(count <= HEX_MAX && hex_exists(g, start));
	assert(budget <= PATH_BUDGET_MAX);
	memset(out->cost, 0xff, count * sizeof out->cost[0]);	/* PATH_NO */
	memset(out->prev, 0xff, count * sizeof out->prev[0]);	/* HEX_NONE */
	out->n = 0;
	o.n = 0;
	if (budget >= 0) {
		out->cost[start] = 0;
		place(&o, o.n++, start);
	}
	while (o.n > 0) {
		int here = take_least(&o), so_far = out->cost[here];
		int beside[HEX_DIRS];

		out->reached[out->n++] = here;
		if (here != start && stop != NULL && stop(ctx, here))
			continue;
		hex_neighbours(g, here, beside);
		for (int d = 0; d < HEX_DIRS; d++) {
			int to = beside[d], c;

			/* what is settled costs no more than this hex */
			if (to == HEX_NONE || (out->cost[to] != PATH_NO &&
			    out->cost[to] <= so_far))
				continue;
			c = cost(ctx, here, to, d);
			if (c == PATH_NO || c > budget - so_far)
				continue;
			assert(c >= 0);
			if (out->cost[to] == PATH_NO ||
			    so_far + c < out->cost[to])
				offer(&o, out, to, so_far + c, here);
		}
	}
}

int
path_way(const struct path_field *f, int to, int *out, int max)
{
	int n = 0, i;

	if (to == HEX_NONE || f->cost[to] == PATH_NO)
		return 0;
	for (int h = to; f->prev[h] != HEX_NONE; h = f->prev[h])
		n++;
	i = n;
	for (int h = to; f->prev[h] != HEX_NONE; h = f->prev[h])
		if (--i < max)
			out[i] = h;
	return n < max ? n : max;
}
