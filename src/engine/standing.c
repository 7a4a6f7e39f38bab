/* standing.c: how far a side has come in the orders that stand */
#include "engine/standing.h"

#include "base/arena.h"
#include "base/node.h"
#include "engine/group.h"

#include <string.h>

void
orders_restart(struct player *p)
{
	p->used = p->part = p->failed = p->each = 0;
	p->moved = NULL;
	p->begun = p->unable = false;
}

const struct node *
orders_entry(const struct player *p, int number, int part)
{
	const struct node *o = number > 0 ? node_at(p->orders,
	    (size_t)number - 1) : NULL;

	if (part == 0)
		return o;
	return part > 0 ? node_at(node_array_of(o, "if_fails"),
	    (size_t)part - 1) : NULL;
}

struct node *
orders_about(struct arena *a, int part, int each)
{
	struct node *t = part > 0 || each > 0 ? node_table(a) : NULL;

	if (part > 0)
		node_add_int(a, t, "part", part);
	if (each > 0)
		node_add_int(a, t, "each", each);
	return t;
}

/* A later order, or a later part of one, begins: what was counted within the
 * one before is over.  A word in an order's place ("end") ends a group. */
void
orders_took(struct game *g, int side, int number, int part, int each,
    const struct node *value)
{
	struct player *p = &g->player[side];
	const char *unit = value->type == NODE_TABLE ? node_str(value, "unit")
	    : NULL;
	struct node *list;

	p->unable = false;
	if (number > p->used) {
		p->used = number;
		p->part = p->failed = p->each = 0;
		p->moved = NULL;
	}
	if (part > p->part || value->type == NODE_STRING) {
		p->each = 0;
		p->moved = NULL;
	}
	if (part > p->part)
		p->part = part;
	if (each == 0 || value->type == NODE_STRING)
		return;
	p->each = each;
	list = p->moved ? node_copy(g->arena, p->moved) : node_array(g->arena);
	if (unit != NULL)
		node_add(g->arena, list, NULL, node_string(g->arena, unit));
	p->moved = list->n > 0 ? list : NULL;
}

void
orders_refused(struct player *p)
{
	p->unable = true;
	p->each = 0;
	p->moved = NULL;
}

/*
 * The rules may be past where they took it: it is the side's last.  Whether it
 * says what to do then is known to all where it was open; of sealed orders it
 * must not show.
 */
void
order_failed(struct game *g, int side)
{
	struct player *p = &g->player[side];
	const struct node *now;

	if (game_replaying(g) || g->light != NULL || p->bot || p->used == 0)
		return;
	now = orders_entry(p, p->used, 0);
	if (p->orders_sealed || (now != NULL && (group_is(now) ||
	    node_get(now, "if_fails") != NULL)))
		p->failed = 1 + p->part;
}

/* Is the order begun last a group that goes on? */
static bool
group_goes_on(const struct game *g, int side, const struct node *order,
    int phase)
{
	const struct player *p = &g->player[side];
	const struct order_verb *v = order ? group_verb_of(g->sys, order) :
	    NULL;

	return p->each > 0 && order != NULL && group_is(order) &&
	    v != NULL && v->phase == phase && p->failed != 1 + p->part &&
	    !p->unable;
}

/* Did the order begun last come to nothing, and says what to do then? */
static bool
is_branching(const struct game *g, int side)
{
	const struct player *p = &g->player[side];

	return node_array_of(orders_entry(p, p->used, 0), "if_fails") != NULL &&
	    (p->part > 0 || p->failed == 1 || p->unable);
}

/*
 * What comes next is one of four things, tried in this order:
 *
 * 1. the next single order of a group that was begun and goes on;
 * 2. the next under `if_fails` of an order that came to nothing (its roll
 *    failed, or it could not be done).  Where all of them are through and the
 *    order leads those after it, as a line command does, the rest of the list
 *    is passed over: it was meant for the case that it succeeds;
 * 3. the next order of the list;
 * 4. nothing: number 0.
 *
 * group_next tries units one after the other, and what it tries is not to be
 * told: hence `quiet`.  It depends on the position and on who has gone alone,
 * both of which are public, so that a blind run comes to the same place.
 */
struct upcoming
orders_upcoming(struct game *g, int side, int phase)
{
	const struct player *p = &g->player[side];
	const struct node *now = orders_entry(p, p->used, p->part), *under;
	const struct order_verb *v;
	struct upcoming x = { now, NULL, p->used, p->part, p->each + 1 };

	if (group_goes_on(g, side, now, phase)) {
		g->quiet++;
		x.single = group_next(g, side, now, p->each, p->moved);
		g->quiet--;
		if (x.single != NULL)
			return x;
	}
	x.each = 0;
	if (is_branching(g, side)) {
		now = orders_entry(p, p->used, 0);
		under = node_array_of(now, "if_fails");
		v = group_verb_of(g->sys, now);
		if ((size_t)p->part < under->n) {
			x.part = p->part + 1;
			x.order = orders_entry(p, p->used, x.part);
		} else if (group_is(now) ? group_line(now) : v && v->leads) {
			return (struct upcoming){ NULL, NULL,
			    (int)p->orders->n, 0, 0 };
		}
	}
	if (x.part == p->part) {
		x.number = p->used + 1;
		x.part = 0;
		x.order = orders_entry(p, x.number, 0);
	}
	v = x.order != NULL ? group_verb_of(g->sys, x.order) : NULL;
	if (x.order == NULL)
		x.number = 0;
	else if (group_is(x.order) && v != NULL && v->phase == phase) {
		g->quiet++;
		x.single = group_next(g, side, x.order, 0, NULL);
		g->quiet--;
		x.each = x.single != NULL;
	}
	return x;
}
