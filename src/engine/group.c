/* group.c: orders of several units at once, made into single ones */
#include "engine/group.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"

#include <limits.h>
#include <string.h>

#define MEMBERS 128
#define LINE "line "

bool
group_is(const struct node *order)
{
	const char *verb = node_str(order, "do");

	return verb != NULL && strcmp(verb, "advance") == 0;
}

const struct order_verb *
group_verb(const struct system *s)
{
	return system_verb(s, "move");
}

const struct order_verb *
group_verb_of(const struct system *s, const struct node *order)
{
	return group_is(order) ? group_verb(s) : system_verb(s,
	    node_str(order, "do"));
}

bool
group_line(const struct node *group)
{
	const char *s = node_str(group, "units");

	return s != NULL && strncmp(s, LINE, strlen(LINE)) == 0;
}

bool
group_names(const struct node *group, const char *unit)
{
	const struct node *units = node_get(group, "units");

	if (units == NULL)
		return false;
	if (units->type == NODE_STRING)
		return str_glob(units->s + (group_line(group) ? strlen(LINE) :
		    0), unit);
	for (const struct node *u = units->type == NODE_ARRAY ? units->child :
	    NULL; u != NULL; u = u->next)
		if (u->type == NODE_STRING && str_glob(u->s, unit))
			return true;
	return false;
}

bool
group_may_give(const struct node *group, const struct node *order)
{
	const struct node *units = node_array_of(order, "units");
	const char *verb = node_str(order, "do"), *unit = node_str(order,
	    "unit");

	if (verb != NULL && strcmp(verb, "move") == 0)
		return unit != NULL && group_names(group, unit);
	if (verb == NULL || strcmp(verb, "line") != 0 || units == NULL ||
	    !group_line(group))
		return false;
	for (const struct node *u = units->child; u != NULL; u = u->next)
		if (u->type != NODE_STRING || !group_names(group, u->s))
			return false;
	return true;
}

/* ------------------------------------------------------------------ static */

/* NULL, or why one of its `units` means nobody. */
static const char *
check_pattern(struct game *g, int side, const struct node *v)
{
	const char *names[512], *s;
	int n = g->sys->units(g->state, side, names, 512);

	if (v->type != NODE_STRING)
		return "group-units";
	s = v->s + (strncmp(v->s, LINE, strlen(LINE)) ? 0 : strlen(LINE));
	for (int i = 0; i < n; i++)
		if (str_glob(s, names[i]))
			return NULL;
	return why_not(g, "group-nobody", FACTS(fact_text("id", s),
	    fact_text("near", str_nearest(s, names, (size_t)n))));
}

const char *
group_static(struct game *g, int side, const struct node *group)
{
	static const char *const may[] = { "units", "toward", "by" };
	const struct node *units = node_get(group, "units");
	const struct node *toward = node_get(group, "toward");
	const struct node *by = node_get(group, "by");
	const char *why = NULL;

	for (const struct node *f = group->child; f != NULL; f = f->next)
		if (strcmp(f->key, "do") != 0 && strcmp(f->key, "units") != 0 &&
		    strcmp(f->key, "toward") != 0 && strcmp(f->key, "by") != 0
		    && strcmp(f->key, "if_fails") != 0)
			return why_not(g, "unknown-field", FACTS(fact_text(
			    "order", "advance"), fact_text("field", f->key),
			    fact_text("near", str_nearest(f->key, may, 3))));
	if (units == NULL)
		return why_not(g, "missing-field", FACTS(fact_text("order",
		    "advance"), fact_text("field", "units")));
	if (units->type == NODE_STRING)
		why = check_pattern(g, side, units);
	else if (units->type != NODE_ARRAY || units->n == 0)
		why = "group-units";
	else if (units->n > MEMBERS)
		why = why_not(g, "too-many", FACTS(fact_text("field", "units"),
		    fact_number("most", MEMBERS)));
	for (const struct node *u = units->type == NODE_ARRAY ? units->child :
	    NULL; u != NULL && why == NULL; u = u->next)
		why = check_pattern(g, side, u);
	if (why == NULL && group_line(group) && system_verb(g->sys, "line") ==
	    NULL)
		why = "group-line";
	if (why == NULL && by != NULL && (by->type != NODE_INT || by->i < 1 ||
	    by->i > INT_MAX))
		why = "group-by";
	if (why == NULL && toward != NULL && (toward->type != NODE_STRING ||
	    hex_parse(g->grid, toward->s) == HEX_NONE))
		why = why_not(g, "no-hex", FACTS(fact_text("field", "toward"),
		    fact_text("id", toward->type == NODE_STRING ? toward->s :
		    "")));
	return why;
}

/* ----------------------------------------------------------------- members */

static const struct board_piece *
nearest_enemy(const struct board *b, int side, int hex)
{
	const struct board_piece *best = NULL;

	for (int i = 0; i < b->npieces; i++) {
		const struct board_piece *p = &b->piece[i];

		if (p->side == side || p->where != BOARD_ON_MAP ||
		    p->hex == HEX_NONE || (p->state & BOARD_IS_LEADER) != 0)
			continue;
		if (best == NULL || hex_distance(b->grid, hex, p->hex) <
		    hex_distance(b->grid, hex, best->hex))
			best = p;
	}
	return best;
}

/* Where a unit of the group is to go; HEX_NONE: nowhere. */
static int
goal_of(const struct board *b, int side, const struct node *group, int hex)
{
	const char *toward = node_str(group, "toward");
	const struct board_piece *p;

	if (toward != NULL)
		return hex_parse(b->grid, toward);
	p = nearest_enemy(b, side, hex);
	return p != NULL ? p->hex : HEX_NONE;
}

static bool
is_in(const struct node *list, const char *id)
{
	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		if (x->type == NODE_STRING && strcmp(x->s, id) == 0)
			return true;
	return false;
}

/* The units on the map that have not gone, the nearest to their goal first. */
static int
members(const struct board *b, int side, const struct node *group,
    const struct node *moved, const struct board_piece **out)
{
	int far[MEMBERS], n = 0;

	for (int i = 0; i < b->npieces && n < MEMBERS; i++) {
		const struct board_piece *p = &b->piece[i];
		int goal, k, at;

		if (p->side != side || p->where != BOARD_ON_MAP ||
		    p->hex == HEX_NONE || (p->state & BOARD_IS_LEADER) != 0 ||
		    !group_names(group, p->id) || is_in(moved, p->id))
			continue;
		goal = goal_of(b, side, group, p->hex);
		k = goal == HEX_NONE ? INT_MAX : hex_distance(b->grid,
		    p->hex, goal);
		for (at = n++; at > 0 && far[at - 1] > k; at--) {
			far[at] = far[at - 1];
			out[at] = out[at - 1];
		}
		far[at] = k;
		out[at] = p;
	}
	return n;
}

/* ------------------------------------------------------------ single orders */

static struct node *
give_line(struct game *g, const struct node *group,
    const struct board_piece *const *unit, int n)
{
	struct node *t = node_table(g->arena), *list;

	t->layout = NODE_INLINE;
	t->line = group->line;
	node_add_string(g->arena, t, "do", "line");
	list = node_add_array(g->arena, t, "units");
	for (int i = 0; i < n; i++)
		node_add(g->arena, list, NULL, node_string(g->arena,
		    unit[i]->id));
	return t;
}

/* The hex that brings a unit nearer to its goal, as far as it was seen. */
struct best {
	const struct hex_grid *grid;
	int from, goal, by, far, straight;
	int hex;			/* HEX_NONE: none yet */
};

static void
consider(struct best *b, const struct node *to)
{
	int h = to->type == NODE_STRING ? hex_parse(b->grid, to->s) :
	    HEX_NONE, far;

	if (h == HEX_NONE || hex_distance(b->grid, b->from, h) > b->by)
		return;
	far = hex_distance(b->grid, h, b->goal);
	if (far > b->far || (far == b->far && (b->hex == HEX_NONE ||
	    hex_straight(b->grid, h, b->goal) >= b->straight)))
		return;
	b->far = far;
	b->straight = hex_straight(b->grid, h, b->goal);
	b->hex = h;
}

/*
 * The order that brings a unit nearer; NULL if none does.  What was looked at
 * for that is given back at once: a group of forty may look sixteen hundred
 * times.
 */
static struct node *
give_move(struct game *g, int side, const struct board *b,
    const struct node *group, const struct board_piece *p)
{
	struct best x = { .grid = b->grid, .from = p->hex,
	    .goal = goal_of(b, side, group, p->hex),
	    .by = (int)node_integer(group, "by", INT_MAX),
	    .hex = HEX_NONE };
	struct arena_mark before = arena_mark(g->arena);
	struct node *list, *t;
	char name[8];

	if (x.goal == HEX_NONE)
		return NULL;
	list = node_array(g->arena);
	x.far = hex_distance(b->grid, p->hex, x.goal);
	game_legal(g, side, p->id, list);
	for (const struct node *o = list->child; o != NULL; o = o->next) {
		const struct node *to = node_get(o, "to");

		if (strcmp(node_str(o, "do"), "move") != 0 || to == NULL)
			continue;
		if (to->type == NODE_STRING)
			consider(&x, to);
		for (to = to->type == NODE_ARRAY ? to->child : NULL; to;
		    to = to->next)
			consider(&x, to);
	}
	arena_reset(g->arena, before);
	if (x.hex == HEX_NONE)
		return NULL;
	t = node_table(g->arena);
	t->layout = NODE_INLINE;
	t->line = group->line;
	node_add_string(g->arena, t, "do", "move");
	node_add_string(g->arena, t, "unit", p->id);
	node_add_string(g->arena, t, "to", hex_name(b->grid, x.hex,
	    name));
	return t;
}

struct node *
group_next(struct game *g, int side, const struct node *group, int each,
    const struct node *moved)
{
	const struct board_piece *unit[MEMBERS];
	struct board *b = board_of(g);
	int n = members(b, side, group, moved, unit);
	struct node *t = NULL;

	if (n > 0 && each == 0 && group_line(group))
		return give_line(g, group, unit, n);
	for (int i = 0; i < n && t == NULL; i++)
		t = give_move(g, side, b, group, unit[i]);
	return t;
}
