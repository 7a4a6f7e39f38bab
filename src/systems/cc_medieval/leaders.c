/* leaders.c: leaders who move by themselves
 * [move.leader-three-hexes, inspired.move-a-leader] */
#include "systems/cc_medieval/way.h"

#include "base/arena.h"
#include "base/node.h"
#include "hex/path.h"

#include <string.h>

/* [move.leader-three-hexes, move.leader-attach-detach-limits] */
static const char *
leader_way(struct game *g, struct cc_leader *l, const struct node *order,
    int limit, struct cc_way *w)
{
	struct cc *s = cc_state(g);
	struct cc_mover m = { .d = cc_data(g), .s = s, .side = l->side,
	    .start = l->hex };
	const char *why = cc_plan(g, &m, order, limit, w);

	if (why == NULL && !cc_leader_can_stand(m.d, s, l, w->hex[w->n - 1]))
		why = "leader.occupied";
	return why;
}

/* Revision 1 forgot where he was ordered [order.section-cards]. */
void
cc_leader_begins(struct game *g, struct cc_leader *l)
{
	if (game_revision(g) >= 2 && l->began == HEX_NONE)
		l->began = l->hex;
}

static void
leader_go(struct game *g, struct cc_leader *l, const struct cc_way *w)
{
	struct cc *s = cc_state(g);
	int from = l->hex, to = w->hex[w->n - 1];
	struct cc_unit *left = cc_unit_at(s, from), *joined = cc_unit_at(s, to);

	cc_leader_begins(g, l);
	cc_put_leader(s, l, to, CC_BOARD);
	l->moved = w->n;
	/* [card.leaders] the unit he leaves is not ordered any more */
	if (left != NULL && (s->played != CC_LEADERS_CARD || left->moved > 0))
		left = NULL;
	if (left != NULL)
		left->ordered = false;
	tell(g, "move", FACTS(fact_text("leader", l->id),
	    fact_hex("from", from), fact_hex("to", to),
	    fact_node("path", cc_way_node(g, w)),
	    fact_text("unordered", left != NULL ? left->id : NULL)));
	if (joined != NULL)
		cc_tell_attached(g, l, joined, true);
	cc_leader_marsh_roll(g, l, to);
}

/* Leaving a camp or a marsh is a move of one hex for a leader too. */
static int
leader_limit(struct game *g, const struct cc_leader *l)
{
	const struct cc_data *d = cc_data(g);

	return cc_leader_on_board(l) && d->ground[cc_terrain_at(d, cc_state(g),
	    l->hex)].leaves_one ? 1 : d->leader_move;
}

const char *
cc_cannot_move_leader(struct game *g, const struct cc_leader *l)
{
	struct cc *s = cc_state(g);

	if (s->phase == CC_FINISH)	/* [inspired.move-a-leader] */
		return cc_leader_on_board(l) ? cc_cannot_spend(s, s->active) :
		    "leader.off-board";
	if (!cc_leader_on_board(l) || !l->ordered)
		return "leader.not-ordered";
	return l->moved > 0 ? "moved" : NULL;
}

/* How far he may go: one hex with the line, three elsewhere. */
static int
limit_now(struct game *g, const struct cc_leader *l)
{
	struct cc *s = cc_state(g);

	return s->phase != CC_FINISH && s->played == CC_LINE ? 1 :
	    leader_limit(g, l);
}

int
cc_leader_destinations(struct game *g, const struct cc_leader *l, int *out)
{
	struct cc_mover m = { .d = cc_data(g), .s = cc_state(g),
	    .side = l->side, .start = l->hex };
	struct path_field f;
	int n = 0;

	if (cc_cannot_move_leader(g, l) != NULL)
		return 0;
	cc_search(g, &m, limit_now(g, l), &f);
	for (int h = 0; h < hex_count(game_grid(g)); h++)
		if (f.cost[h] > 0 && cc_leader_can_stand(m.d, m.s, l, h))
			out[n++] = h;
	return n;
}

const char *
cc_try_leader(struct game *g, const struct node *order, struct cc_leader *l)
{
	const char *why, *where = node_str(order, "enter");
	struct cc_way w = { .n = 0 };

	if ((why = cc_says_too_much(g, order)) != NULL)
		return why;
	if (where != NULL)
		return cc_try_enter(g, l->id, where);
	why = cc_cannot_move_leader(g, l);
	if (why == NULL)
		why = leader_way(g, l, order, limit_now(g, l), &w);
	if (why == NULL)
		leader_go(g, l, &w);
	return why;
}

/* [inspired.move-a-leader] */
static const char *
try_move_leader(struct game *g, const struct node *order)
{
	struct cc *s = cc_state(g);
	struct cc_leader *l = cc_find_leader(s, node_str(order, "leader"));
	struct cc_way w = { .n = 0 };
	const char *why = l ? cc_cannot_move_leader(g, l) : "leader.off-board";

	if (why == NULL)
		why = leader_way(g, l, order, limit_now(g, l), &w);
	if (why == NULL) {
		cc_spend_token(g, s->active, "move-a-leader");
		leader_go(g, l, &w);
	}
	return why;
}

void
cc_finish_phase(struct game *g)
{
	struct cc *s = cc_state(g);
	const struct order *o;

	while ((o = order_next(g, s->active, CC_FINISH)) != NULL) {
		const char *why;

		while ((why = try_move_leader(g, o->node)) != NULL)
			if ((o = order_else(g)) == NULL)
				break;
		if (why != NULL)
			cc_refuse_move(g, why);
		checkpoint(g);
	}
}
