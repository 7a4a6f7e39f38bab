/* fact.c: facts as fields of a table */
#include "engine/fact.h"

#include "base/node.h"
#include "engine/game.h"

bool
fact_add(struct arena *a, struct node *t, const struct fact *f)
{
	switch (f->type) {
	case FACT_TEXT:
		if (f->s != NULL)
			node_add_string(a, t, f->name, f->s);
		return true;
	case FACT_NUMBER:
		node_add_int(a, t, f->name, f->i);
		return true;
	case FACT_NODE:
		if (f->node != NULL)
			node_add(a, t, f->name, node_copy(a, f->node));
		return true;
	case FACT_HEX:
	case FACT_SIDE:
	case FACT_SAID:
		break;
	}
	return false;
}

/* What is said has words, and words are in no event. */
void
fact_write(struct game *g, struct node *t, const struct fact *facts)
{
	for (const struct fact *f = facts; f->name != NULL; f++) {
		if (fact_add(g->arena, t, f))
			continue;
		if (f->type == FACT_HEX && f->i != HEX_NONE)
			node_add_string(g->arena, t, f->name, game_hex(g,
			    (int)f->i));
		else if (f->type == FACT_SIDE && f->i >= 0)
			node_add_string(g->arena, t, f->name, game_side(g,
			    (int)f->i));
	}
}
