/*
 * fuzz-doctrine.c: any TOML as a doctrine: refused, or in force for every side
 * of a game whose orders the rules themselves offer
 */
#include "fuzz.h"

FUZZ_INITIALIZE

/* Every second of the legal orders, which makes a turn with some questions. */
static const struct node *
orders(struct arena *a, struct game *g, int side)
{
	struct node *legal = node_array(a), *out = node_array(a);
	int i = 0;

	game_legal(g, side, NULL, legal);
	for (const struct node *x = legal->child; x && out->n < 60; x = x->next)
		if (i++ % 2 == 0)
			node_add(a, out, NULL, node_copy(a, x));
	return out;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct fuzz_dice d = { .seed = 1, .drawn = FUZZ_DRAWS - 400 };
	struct err e = { 0 };
	const struct fuzz_table *t;
	struct node *tree = NULL;
	const struct node *list;
	struct game *g;

	if (n < 2)
		return 0;
	t = fuzz_choose(&data, &n);
	if (toml_read(&e, &a, "fuzz", fuzz_text(&a, data, n), n, 65536,
	    &tree) != ERR_OK) {
		fuzz_message(&e);
		arena_free(&a);
		return 0;
	}
	g = fuzz_game(&a, t, &d);
	list = node_array_of(tree, "doctrine");
	if (list == NULL)
		list = node_array(&a);
	if (doctrine_check(&e, g, list) != ERR_OK) {
		fuzz_message(&e);
	} else {
		memcpy(g->state, g->saved, g->sys->state_size);
		for (int i = 0; i < g->nsides; i++) {
			g->player[i].doctrine = list;
			g->player[i].late = i == 1;
			g->player[i].orders = orders(&a, g, i);
			g->player[i].orders_exchange = 1;
			g->player[i].deploy = node_string(&a, "standard");
		}
		g->watch = fuzz_watch;
		game_run(g);
		assert(g->stop != STOP_FAIL || *g->why != '\0');
	}
	arena_free(&a);
	return 0;
}
