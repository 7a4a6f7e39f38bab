/* legal.c: what is legal now, for the order sheet */
#include "systems/cc_medieval/bot.h"
#include "systems/cc_medieval/way.h"

#include "base/arena.h"
#include "base/node.h"
#include "hex/path.h"

#include <string.h>

int
cc_destinations(struct game *g, const struct cc_unit *u, int *out)
{
	struct cc_mover m;
	struct path_field f;
	int n = 0;

	if (cc_cannot_move(g, u) != NULL)
		return 0;
	m = cc_mover_of(g, u);
	cc_search(g, &m, cc_move_budget(g, u), &f);
	for (int h = 0; h < hex_count(game_grid(g)); h++)
		if (f.cost[h] > 0 && cc_stands(m.d, m.s, u, h,
		    m.with_leader) && cc_may_go_so_far(g, u, h, f.cost[h]))
			out[n++] = h;
	return n;
}

int
cc_targets(struct game *g, const struct cc_unit *u, bool fire,
    struct cc_target *out)
{
	struct cc *s = cc_state(g);
	const char *(*cannot)(struct game *, const struct cc_unit *,
	    const struct cc_target *) = fire ? cc_cannot_fire_at :
	    cc_cannot_close_with;
	int n = 0;

	if ((fire ? cc_cannot_fire(g, u) : cc_cannot_close(g, u)) != NULL)
		return 0;
	for (int i = 0; i < s->nunits; i++)
		n += cc_unit_target(g, u->side, i, &out[n]) &&
		    cannot(g, u, &out[n]) == NULL;
	for (int i = 0; i < s->nleaders; i++)
		n += cc_leader_target(g, u->side, i, &out[n]) &&
		    cannot(g, u, &out[n]) == NULL;
	return n;
}

static void
add_list(struct game *g, struct node *out, const char *verb,
    const struct cc_unit *u, const char *key, struct node *list)
{
	struct arena *a = game_arena(g);
	struct node *t = node_table(a);

	if (list->n == 0)
		return;
	node_add_string(a, t, "do", verb);
	node_add_string(a, t, "unit", u->id);
	node_add(a, t, key, list);
	node_add(a, out, NULL, t);
}

static struct node *
target_list(struct game *g, const struct cc_unit *u, bool fire)
{
	struct arena *a = game_arena(g);
	struct cc_target x[CC_TARGETS];
	struct node *list = node_array(a);
	int n = cc_targets(g, u, fire, x);

	for (int i = 0; i < n; i++)
		node_add(a, list, NULL, node_string(a, cc_target_id(&x[i])));
	return list;
}

void
cc_legal(struct game *g, int side, const char *unit, struct node *out)
{
	struct arena *a = game_arena(g);
	struct cc *s = cc_state(g);
	bool start = s->phase == CC_ORDERS;

	for (int i = 0; i < s->nunits; i++) {
		struct cc_unit u = s->unit[i];
		struct node *list = node_array(a);
		int to[CC_HEXES], n;

		if (u.side != side || side != s->active || !cc_on_board(&u) ||
		    (unit != NULL && strcmp(unit, u.id) != 0))
			continue;
		u.ordered = u.ordered || start;	/* if a card orders it */
		if (start || s->phase == CC_MOVE) {
			n = cc_destinations(g, &u, to);
			for (int k = 0; k < n; k++)
				node_add(a, list, NULL, node_string(a,
				    game_hex(g, to[k])));
			add_list(g, out, "move", &u, "to", list);
		}
		if (start || s->phase == CC_COMBAT) {
			add_list(g, out, "fire", &u, "target", target_list(g,
			    &u, true));
			add_list(g, out, "close", &u, "target", target_list(g,
			    &u, false));
		}
	}
}
