/*
 * fuzz-engine.c: turn after turn of orders that were legal once and are
 * mutated by the bytes of the input: another unit, another hex, a field of
 * another order, twice, not at all.  What the rules say of the position must
 * hold after every event, and a run ends in a question, in the end of the game
 * or when the dice are used up, never otherwise.
 */
#include "fuzz.h"

#define TURNS 6
#define ORDERS 24

struct bytes {
	const uint8_t *p;
	size_t n;
};

FUZZ_INITIALIZE

static unsigned
next(struct bytes *b)
{
	if (b->n == 0)
		return 0;
	b->n--;
	return *b->p++;
}

static const struct node *
at(const struct node *list, struct bytes *b)
{
	unsigned i = next(b) | next(b) << 8;

	return list->n == 0 ? NULL : node_at(list, i % list->n);
}

/* One of the legal orders, perhaps with a field of another. */
static struct node *
mutated(struct arena *a, const struct node *legal, struct bytes *b)
{
	const struct node *x = at(legal, b), *y = at(legal, b), *f;
	struct node *t = node_copy(a, x);
	unsigned how = next(b) % 8;

	if (how > 3 || how == 0)
		return t;
	f = y->child;
	for (unsigned i = next(b) % y->n; i > 0; i--)
		f = f->next;
	if (how == 1 || node_get(t, f->key) != NULL)
		node_set(a, t, f->key, node_copy(a, f));
	if (how == 3) {
		struct node *e = node_copy(a, y);

		if (node_get(e, "else") == NULL && node_get(t, "else") == NULL)
			node_set(a, t, "else", e);
	}
	return t;
}

/* The legal orders of some units, one after another: of all it takes long. */
static const struct node *
orders(struct arena *a, struct game *g, int side, struct bytes *b)
{
	const char *units[400];
	struct node *legal = node_array(a), *out = node_array(a);
	int n = g->sys->units(g->state, side, units, 400);
	unsigned count = next(b) % ORDERS;

	if (next(b) % 16 == 0)
		game_legal(g, side, NULL, legal);
	for (unsigned i = 0; i < count; i++) {
		if (n > 0 && next(b) % 2 == 0)
			game_legal(g, side, units[next(b) % (unsigned)n],
			    legal);
		if (legal->n > 0)
			node_add(a, out, NULL, mutated(a, legal, b));
	}
	return out;
}

/* Answers of the kinds that were asked, by the options that were offered. */
static const struct node *
answers(struct arena *a, const struct node *asks, const char *side,
    struct bytes *b)
{
	struct node *out = node_array(a);
	const struct node *x = asks != NULL ? asks->child : NULL;

	for (; x != NULL; x = x->next) {
		const struct node *o = node_array_of(x, "options");
		struct node *t;

		if (strcmp(node_str(x, "side"), side) != 0 || o == NULL ||
		    o->n == 0)
			continue;
		t = node_add(a, out, NULL, node_table(a));
		node_add_string(a, t, "kind", node_str(x, "kind"));
		node_add(a, t, "answer", node_copy(a, node_at(o, next(b) %
		    o->n)));
	}
	return out;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct fuzz_dice d = { .seed = 1 };
	struct bytes b = { data, n };
	const struct node *asks = NULL;
	const struct fuzz_table *t;
	struct game *g;

	if (n < 8)
		return 0;
	t = &fuzz_tables[next(&b) % FUZZ_TABLES];
	d.seed = next(&b) | next(&b) << 8;
	g = fuzz_game(&a, t, &d);
	memcpy(g->state, g->saved, g->sys->state_size);
	g->watch = fuzz_watch;
	for (int i = 0; i < g->nsides; i++)
		g->player[i].deploy = node_string(&a, "standard");
	for (int turn = 0; turn < TURNS; turn++) {
		for (int i = 0; i < g->nsides; i++) {
			struct player *p = &g->player[i];

			p->orders = orders(&a, g, i, &b);
			p->orders_exchange = g->exchange;
			p->used = 0;
			p->begun = false;
			p->answers = answers(&a, asks, g->side[i], &b);
			p->answer_used = arena_new(&a, bool, p->answers->n + 1);
			p->late = next(&b) % 4 == 0;
		}
		game_run(g);
		if (g->stop == STOP_FAIL) {
			fprintf(stderr, "%s\n", g->why);
			abort();
		}
		if (g->stop != STOP_ASK || b.n == 0)
			break;
		asks = g->asks;
		g->exchange++;
	}
	arena_free(&a);
	return 0;
}
