/* way.c: over which hexes a unit or a leader may go
 * [move.no-stacking-no-passing, move.onto-lone-leader-attaches, terrain.*] */
#include "systems/cc_medieval/way.h"

#include "base/arena.h"
#include "base/node.h"
#include "hex/path.h"

/* [move.no-stacking-no-passing] */
static int
step(void *ctx, int from, int to, int dir)
{
	const struct cc_mover *m = ctx;
	const struct cc_unit *x = cc_unit_at(m->s, to);
	const struct cc_leader *l = cc_leader_at(m->s, to);

	(void)from;
	(void)dir;
	if (!cc_passable(m->d, m->s, m->side, to) ||
	    (x != NULL && x->side != m->side) ||
	    (l != NULL && l->side != m->side))
		return PATH_NO;
	if (m->u == NULL)
		return 1;			/* leaders pass friends */
	if (x != NULL && x != m->u && !m->light_foot)
		return PATH_NO;
	if (x == NULL && l != NULL && m->with_leader)
		return PATH_NO;			/* a leader has his own */
	return 1;
}

static bool
stops(void *ctx, int hex)
{
	const struct cc_mover *m = ctx;

	if (hex == m->start)
		return false;
	if (m->u != NULL && cc_lone_leader_at(m->s, hex) != NULL)
		return true;		/* [move.onto-lone-leader-attaches] */
	return cc_must_stop(m->d, m->s, m->u, hex);
}

/*
 * [order.leader-detach] A leader who has an order of his own, and has not used
 * it, does not go with his unit; under Leaders he does, for the unit is
 * ordered only while he is with it.
 */
bool
cc_leader_stays(struct cc *s, const struct cc_unit *u)
{
	const struct cc_leader *l = cc_attached(s, u);

	return l != NULL && l->ordered && l->moved == 0 &&
	    s->played != CC_LEADERS_CARD;
}

struct cc_mover
cc_mover_of(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	return (struct cc_mover){ .d = d, .s = s, .u = u, .side = u->side,
	    .light_foot = cc_is_foot(d, u) && d->sort[u->type].class == CC_LIGHT
	    && !s->one && (s->played == CC_LIGHT_TROOPS || cc_moves_twice(g, u)),
	    .with_leader = cc_attached(s, u) != NULL && !cc_leader_stays(s, u),
	    .start = u->hex };
}

void
cc_search(struct game *g, struct cc_mover *m, int limit, struct path_field *f)
{
	path_search(game_grid(g), m->start, limit, step, stops, m, f);
}

/* May the unit end a move there, with a leader or without one? */
bool
cc_stands(const struct cc_data *d, struct cc *s, const struct cc_unit *u,
    int hex, bool with_leader)
{
	const struct cc_unit *x = cc_unit_at(s, hex);
	const struct cc_leader *l = cc_leader_at(s, hex);

	return hex != HEX_NONE && cc_passable(d, s, u->side, hex) &&
	    (x == NULL || x == u) && (l == NULL || (l->side == u->side &&
	    (x == u || !with_leader)));
}

bool
cc_can_stand(const struct cc_data *d, struct cc *s, const struct cc_unit *u,
    int hex)
{
	return cc_stands(d, s, u, hex, cc_attached(s, u) != NULL);
}

/* [move.leader-attach-detach-limits] alone, or with a unit that has none */
bool
cc_leader_can_stand(const struct cc_data *d, struct cc *s,
    const struct cc_leader *l, int hex)
{
	const struct cc_unit *u = cc_unit_at(s, hex);
	const struct cc_leader *x = cc_leader_at(s, hex);

	return cc_passable(d, s, l->side, hex) &&
	    (u == NULL || u->side == l->side) && (x == NULL || x == l);
}

static const char *
find_way(struct game *g, struct cc_mover *m, int to, int limit, struct cc_way *w)
{
	struct path_field f;

	path_find(game_grid(g), m->start, to, limit, step, stops, m, &f);
	if (f.cost[to] == PATH_NO || to == m->start)
		return why_not(g, "path.reach", FACTS(fact_hex("hex", to),
		    fact_hex("from", m->start), fact_number("limit", limit)));
	w->n = path_way(&f, to, w->hex, CC_WAY_MAX);
	return NULL;
}

static const char *
follow(struct game *g, struct cc_mover *m, const struct node *path, int limit,
    struct cc_way *w)
{
	int from = m->start;

	w->n = 0;
	for (const struct node *c = path->child; c != NULL; c = c->next) {
		int to = hex_parse(game_grid(g), c->s);

		if (to == HEX_NONE || !hex_adjacent(game_grid(g), from, to))
			return why_not(g, "path.gap", FACTS(fact_hex("from",
			    from), fact_text("hex", c->s)));
		if (w->n > 0 && stops(m, from))
			return why_not(g, "path.stop", FACTS(fact_hex("hex",
			    from)));
		if (step(m, from, to, 0) == PATH_NO)
			return why_not(g, "path.enter", FACTS(fact_hex("hex",
			    to)));
		if (w->n == limit || w->n == CC_WAY_MAX)
			return why_not(g, "path.long", FACTS(fact_number(
			    "limit", limit)));
		w->hex[w->n++] = to;
		from = to;
	}
	return w->n > 0 ? NULL : "path.or-to";
}

const char *
cc_plan(struct game *g, struct cc_mover *m, const struct node *order, int limit,
    struct cc_way *w)
{
	const char *to = node_str(order, "to");
	const struct node *path = node_array_of(order, "path");

	if ((to == NULL) == (path == NULL))
		return "path.or-to";
	return to != NULL ? find_way(g, m, hex_parse(game_grid(g), to), limit,
	    w) : follow(g, m, path, limit, w);
}

struct node *
cc_way_node(struct game *g, const struct cc_way *w)
{
	struct node *list;

	if (game_unread(g))
		return NULL;
	list = node_array(game_arena(g));
	for (int i = 0; i < w->n; i++)
		node_add(game_arena(g), list, NULL, node_string(
		    game_arena(g), game_hex(g, w->hex[i])));
	return list;
}
