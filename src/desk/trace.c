/* trace.c: which order an event of a run belongs to */
#include "desk/trace.h"

#include "base/arena.h"
#include "base/node.h"
#include "desk/desk.h"
#include "engine/group.h"

#include <string.h>

static bool
is_in(const struct node *v, const char *id)
{
	if (v == NULL)
		return false;
	if (v->type == NODE_STRING)
		return strcmp(v->s, id) == 0;
	for (const struct node *x = v->type == NODE_ARRAY ? v->child : NULL;
	    x != NULL; x = x->next)
		if (is_in(x, id))
			return true;
	return false;
}

/* The last order that sends this unit somewhere; 0. */
static int
order_of_unit(const struct trace *t, const char *id)
{
	const struct node *x = t->orders ? t->orders->child : NULL;
	int number = 0, found = 0;

	for (; x != NULL; x = x->next) {
		number++;
		if (is_in(node_get(x, "unit"), id) ||
		    is_in(node_get(x, "units"), id) ||
		    (group_is(x) && group_names(x, id)))
			found = number;
	}
	return found;
}

static int
order_of_attackers(const struct trace *t, const struct node *event)
{
	const struct node *v = node_get(event, "attackers");
	const char *one = node_str(event, "attacker");

	if (v != NULL && v->type == NODE_ARRAY && v->child != NULL)
		one = v->child->s;
	return one != NULL ? order_of_unit(t, one) : 0;
}

/* Of an order that names nobody: momentum, pass.  It ends what others began. */
static bool
names_nobody(const struct trace *t, int number)
{
	const struct node *x = t->orders ? t->orders->child : NULL;

	while (x != NULL && --number > 0)
		x = x->next;
	return x != NULL && node_get(x, "unit") == NULL &&
	    node_get(x, "units") == NULL && node_get(x, "leader") == NULL;
}

static bool
tells_of_units(const struct node *event)
{
	return node_get(event, "unit") != NULL || node_get(event, "units") !=
	    NULL || node_get(event, "combat") != NULL;
}

/* Who is fired at was sent there by this order; 0. */
static int
order_of_target(const struct trace *t, const struct node *event)
{
	const char *target = node_str(event, "target");

	return target != NULL ? order_of_unit(t, target) : 0;
}

static int
find_owner(struct trace *t, const struct game *g, const struct node *event)
{
	int owner = desk_current_order(g, t->side), ended = 0, number;
	int64_t combat = node_integer(event, "combat", -1);
	bool fight = combat >= 0 && combat < TRACE_COMBATS;

	if (owner > 0 && names_nobody(t, owner) && tells_of_units(event)) {
		ended = owner;
		owner = 0;
	}
	if (owner > 0) {
		t->last = 0;
		if (fight)
			t->combat[combat] = owner;
		return owner;
	}
	if (fight && t->combat[combat] > 0)
		return t->last = t->combat[combat];
	if ((number = order_of_attackers(t, event)) > 0) {
		if (fight)
			t->combat[combat] = number;
		return t->last = number;
	}
	if (ended > 0 && (number = order_of_target(t, event)) > 0)
		return t->last = number;
	if (node_get(event, "unit") == NULL && node_get(event, "leader") ==
	    NULL && node_get(event, "units") == NULL)
		t->last = 0;
	return t->last > 0 ? t->last : ended;
}

void
trace_event(struct trace *t, const struct game *g)
{
	if (g->events->n > t->cap) {
		size_t cap = 2 * g->events->n + 64;
		int *p = arena_new(t->a, int, cap);

		if (t->n > 0)
			memcpy(p, t->owner, t->n * sizeof *p);
		t->owner = p;
		t->cap = cap;
	}
	/* refusals are events that nobody watches */
	while (t->n < g->events->n)
		t->owner[t->n++] = 0;
	t->owner[g->events->n - 1] = find_owner(t, g, g->events->last);
}

int
trace_owner(const struct trace *t, size_t i)
{
	return i < t->n ? t->owner[i] : 0;
}
