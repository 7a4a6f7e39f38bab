/* fork.c: a copy of a game, to try something out on */
#include "engine/game.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* Whoever runs the copy may add to what an answer is about (reveal). */
static struct answer *
copy_record(struct arena *a, const struct game *g)
{
	struct answer *x = arena_new(a, struct answer, g->nrecord + 1);

	for (int i = 0; i < g->nrecord; i++) {
		x[i] = g->record[i];
		if (x[i].about != NULL)
			x[i].about = node_copy(a, x[i].about);
	}
	return x;
}

void
game_fork(struct game *out, const struct game *g, struct arena *a)
{
	*out = *g;
	out->arena = a;
	game_init(out);
	memcpy(out->saved, g->saved, g->sys->state_size);
	memcpy(out->state, g->state, g->sys->state_size);
	out->record = copy_record(a, g);
	out->caprecord = g->nrecord + 1;
	out->rolls = arena_new(a, struct rolled, g->nrolls + 1);
	for (int i = 0; i < g->nrolls; i++)
		out->rolls[i] = g->rolls[i];
	out->caprolls = g->nrolls + 1;
	out->answers = NULL;
	out->fresh = NULL;
	out->refusals = NULL;
	out->nanswers = out->capanswers = 0;
	out->nfresh = out->capfresh = 0;
	out->nrefusals = out->caprefusals = 0;
	out->offered = NULL;
	out->watch = NULL;
	out->asked = NULL;
}
