/* path.c: the cheapest ways over a grid, with costs and stops */
#include "hex/path.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

/*
 * The hexes that have a cost but are not settled yet.  Settled is the cheapest,
 * and of these the one with the lowest index.
 *
 * Where the budget is small, as it is in movement, there is a set of hexes for
 * each cost, as bits: the least bit of the lowest set that is not empty comes
 * next.  `low` is that set; since every step costs something, it
 * only rises, and `word` is where its first bit may be.
 */
#define LEVELS 64		/* costs 0 .. 63 */
#define WORDS (HEX_MAX / 64)

struct levels {
	int low, top, words, word, n;
	uint64_t bits[LEVELS * WORDS];	/* `words` for each level */
};

static void
levels_clear(struct levels *q, int budget, int hexes)
{
	q->top = budget;
	q->words = (hexes + 63) / 64;
	q->low = q->word = q->n = 0;
	memset(q->bits, 0, (size_t)(budget + 1) * (size_t)q->words *
	    sizeof q->bits[0]);
}

static inline void
levels_put(struct levels *q, int hex, int cost)
{
	q->bits[cost * q->words + hex / 64] |= UINT64_C(1) << hex % 64;
	if (cost == q->low && hex / 64 < q->word)
		q->word = hex / 64;
	q->n++;
}

static inline void
levels_drop(struct levels *q, int hex, int cost)
{
	q->bits[cost * q->words + hex / 64] &= ~(UINT64_C(1) << hex % 64);
	q->n--;
}

static inline int
levels_take(struct levels *q)
{
	for (;;) {
		uint64_t *w = &q->bits[q->low * q->words + q->word];

		if (*w != 0) {
			int bit = __builtin_ctzll(*w);

			*w &= *w - 1;
			q->n--;
			return q->word * 64 + bit;
		}
		if (++q->word == q->words) {
			q->word = 0;
			q->low++;
		}
	}
}

/*
 * Else a binary heap of keys cost * HEX_MAX + hex.  `at` is where in the heap
 * an open hex stands; it and `key` are not cleared, since only what was put in
 * is looked at.
 */
struct heap {
	int n;
	int key[HEX_MAX];
	short at[HEX_MAX];
};

_Static_assert(PATH_BUDGET_MAX <= 0x7fffffff / HEX_MAX - 1, "keys fit an int");

static inline void
place(struct heap *o, int i, int key)
{
	o->key[i] = key;
	o->at[key % HEX_MAX] = (short)i;
}

static void
sift_up(struct heap *o, int i, int key)
{
	while (i > 0 && o->key[(i - 1) / 2] > key) {
		place(o, i, o->key[(i - 1) / 2]);
		i = (i - 1) / 2;
	}
	place(o, i, key);
}

static void
sift_down(struct heap *o, int i, int key)
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
heap_take(struct heap *o)
{
	int least = o->key[0];

	if (--o->n > 0)
		sift_down(o, 0, o->key[o->n]);
	return least % HEX_MAX;
}

/* Give a hex its first cost, or a lower one than `old`. */
static inline void
heap_put(struct heap *o, int hex, int cost, int old)
{
	sift_up(o, old == PATH_NO ? o->n++ : o->at[hex],
	    cost * HEX_MAX + hex);
}

/* ------------------------------------------------------------- the search */

/* The neighbours of a hex, from the grid's table or into `reckoned`. */
static inline const short *
beside(const struct hex_grid *g, int hex, short reckoned[HEX_DIRS])
{
	if (g->beside != NULL)
		return g->beside[hex];
	for (int d = 0; d < HEX_DIRS; d++)
		reckoned[d] = (short)hex_step(g, hex, d);
	return reckoned;
}

/* What a search is about: callbacks, or tables. */
struct search {
	const struct hex_grid *g;
	int start, to, budget;		/* `to`: HEX_NONE for all */
	path_cost *cost;
	path_stop *stop;
	void *ctx;
	const struct path_tables *t;
};

static inline bool
stops(const struct search *s, int hex)
{
	if (hex == s->start)
		return false;
	if (s->t != NULL)
		return (s->t->mark[hex] & s->t->stop) != 0;
	return s->stop != NULL && s->stop(s->ctx, hex);
}

static inline int
step_cost(const struct search *s, int from, int to, int dir)
{
	if (s->t == NULL)
		return s->cost(s->ctx, from, to, dir);
	if (s->t->mark[to] & (s->t->bar | (from == s->start ? s->t->first : 0)))
		return PATH_NO;
	return s->t->step[from][dir];
}

/*
 * Where only one hex is sought, a hex from which it cannot be reached any more
 * is passed over.  That changes nothing of the way: what such a hex could lead
 * to cheapest is too far as well, so that no hex on the way comes from one.
 * What has used up the budget, mostly the half of all hexes, leads nowhere.
 *
 * Compiled twice for each kind of search, so that the queue and the tables cost
 * no test in the inner loop.
 */
static inline __attribute__((always_inline)) void
run(const struct search *s, struct levels *q, struct heap *o,
	struct path_field *out)
{
	while ((q != NULL ? q->n : o->n) > 0) {
		int here = q != NULL ? levels_take(q) : heap_take(o);
		int so_far = out->cost[here];
		short reckoned[HEX_DIRS];
		const short *next;

		out->reached[out->n++] = here;
		if (here == s->to)
			return;
		if (so_far >= s->budget || stops(s, here))
			continue;
		next = beside(s->g, here, reckoned);
		for (int d = 0; d < HEX_DIRS; d++) {
			int to = next[d], c, old;

			/* what is settled costs no more than this hex */
			if (to == HEX_NONE || ((old = out->cost[to]) != PATH_NO
			    && old <= so_far))
				continue;
			c = step_cost(s, here, to, d);
			if (c < 0 || c > s->budget - so_far)
				continue;
			c += so_far;
			if ((old != PATH_NO && c >= old) ||
			    (s->to != HEX_NONE &&
			    c + hex_distance(s->g, to, s->to) > s->budget))
				continue;
			out->cost[to] = (short)c;
			out->prev[to] = (short)here;
			if (q == NULL) {
				heap_put(o, to, c, old);
				continue;
			}
			if (old != PATH_NO)
				levels_drop(q, to, old);
			levels_put(q, to, c);
		}
	}
}

/* Apart, so that a small search does not carry the heap on its stack. */
static __attribute__((noinline)) void
run_heap(const struct search *s, struct path_field *out)
{
	struct heap o = { .n = 0 };

	heap_put(&o, s->start, 0, PATH_NO);
	if (s->t != NULL)
		run(s, NULL, &o, out);
	else
		run(&(struct search){ s->g, s->start, s->to, s->budget,
		    s->cost, s->stop, s->ctx, NULL }, NULL, &o, out);
}

static __attribute__((noinline)) void
run_levels(const struct search *s, struct path_field *out)
{
	struct levels q;

	levels_clear(&q, s->budget, hex_count(s->g));
	levels_put(&q, s->start, 0);
	if (s->t != NULL)
		run(s, &q, NULL, out);
	else
		run(&(struct search){ s->g, s->start, s->to, s->budget,
		    s->cost, s->stop, s->ctx, NULL }, &q, NULL, out);
}

static void
search(const struct search *s, struct path_field *out)
{
	size_t count = (size_t)hex_count(s->g);

	assert(count <= HEX_MAX && hex_exists(s->g, s->start));
	assert(s->budget <= PATH_BUDGET_MAX);
	memset(out->cost, 0xff, count * sizeof out->cost[0]);	/* PATH_NO */
	memset(out->prev, 0xff, count * sizeof out->prev[0]);	/* HEX_NONE */
	out->n = 0;
	if (s->budget < 0)
		return;
	out->cost[s->start] = 0;
	if (s->budget < LEVELS)
		run_levels(s, out);
	else
		run_heap(s, out);
}

void
path_search(const struct hex_grid *g, int start, int budget,
	path_cost *cost, path_stop *stop, void *ctx, struct path_field *out)
{
	path_find(g, start, HEX_NONE, budget, cost, stop, ctx, out);
}

void
path_find(const struct hex_grid *g, int start, int to, int budget,
	path_cost *cost, path_stop *stop, void *ctx, struct path_field *out)
{
	struct search s = { g, start, to, budget, cost, stop, ctx, NULL };

	search(&s, out);
}

void
path_scan(const struct hex_grid *g, int start, int budget,
	const struct path_tables *t, struct path_field *out)
{
	struct search s = { .g = g, .start = start, .to = t->to,
	    .budget = budget, .t = t };

	search(&s, out);
}

/*
 * A hex is looked at again when it has become cheaper: in which order does not
 * matter for what can be reached.  Each is in the queue once at most.
 */
void
path_reach(const struct hex_grid *g, int start, int budget,
	const struct path_tables *t, uint64_t out[PATH_WORDS])
{
	unsigned char cost[HEX_MAX];
	short queue[HEX_MAX];
	uint64_t waiting[PATH_WORDS];
	size_t count = (size_t)hex_count(g), bits = (count + 63) / 64 *
	    sizeof *out;
	unsigned from = 0, to = 0;

	assert(budget <= PATH_REACH_MAX && hex_exists(g, start));
	memset(out, 0, bits);
	if (budget < 0)
		return;
	memset(waiting, 0, bits);
	memset(cost, 0xff, count);
	cost[start] = 0;
	out[start / 64] |= UINT64_C(1) << start % 64;
	for (queue[to++] = (short)start; from != to;) {
		int here = queue[from++ % HEX_MAX], bar = t->bar;
		int so_far = cost[here], left = budget - so_far;
		short reckoned[HEX_DIRS];
		const short *next = beside(g, here, reckoned);
		const short *step = t->step[here];

		waiting[here / 64] &= ~(UINT64_C(1) << here % 64);
		if (here == start)
			bar |= t->first;
		else if (t->mark[here] & t->stop)
			continue;
		for (int d = 0; d < HEX_DIRS; d++) {
			int h = next[d], c = step[d];
			uint64_t bit = UINT64_C(1) << (h & 63);

			if (h == HEX_NONE || c < 0 || c > left ||
			    c + so_far >= cost[h] || (t->mark[h] & bar))
				continue;
			c += so_far;
			cost[h] = (unsigned char)c;
			out[h / 64] |= bit;
			if (c == budget || (waiting[h / 64] & bit))
				continue;
			waiting[h / 64] |= bit;
			queue[to++ % HEX_MAX] = (short)h;
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
