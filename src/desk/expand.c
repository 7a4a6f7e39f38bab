/* expand.c: orders of several units at once, made into single ones */
#include "desk/expand.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "desk/assume.h"

#include <limits.h>
#include <string.h>

#define MEMBERS 128

struct expansion {
	struct err *e;
	const struct desk *d;
	struct node *orders;	/* so far, single ones */
	int number;		/* of the group order in its paper */
};

static bool
is_group(const struct node *order)
{
	const char *verb = node_str(order, "do");

	return verb != NULL && strcmp(verb, "advance") == 0;
}

bool
expand_needed(const struct node *paper)
{
	const struct node *x = node_array_of(paper, "order");

	for (x = x ? x->child : NULL; x != NULL; x = x->next)
		if (is_group(x))
			return true;
	return false;
}

/* The game after the orders so far, waiting for more. */
static struct game *
here(struct expansion *x)
{
	struct arena *a = x->d->a;
	struct node *paper = node_table(a), *list, *pause = node_table(a);
	struct game *g = arena_new(a, struct game, 1);
	struct trace t = { .a = a, .side = x->d->side };
	struct assumption_list rolls = { .n = 0 };

	node_add_string(a, pause, "do", "pause");
	list = node_add(a, paper, "order", node_copy(a, x->orders));
	node_add(a, list, NULL, pause);
	assume_run(x->d, paper, NULL, g, &t, &rolls);
	return g;
}

/* ------------------------------------------------------------------ members */

/* Does the group's `units` name this one? */
static bool
names(const struct node *units, const char *id)
{
	const char *s = units->s;

	if (units->type == NODE_STRING)
		return str_glob(strncmp(s, "line ", 5) == 0 ? s + 5 : s, id);
	for (const struct node *u = units->type == NODE_ARRAY ? units->child :
	    NULL; u != NULL; u = u->next)
		if (u->type == NODE_STRING && str_glob(u->s, id))
			return true;
	return false;
}

static const struct board_piece *
nearest_enemy(const struct desk *d, const struct board *b, int hex)
{
	const struct board_piece *best = NULL;

	for (int i = 0; i < b->npieces; i++) {
		const struct board_piece *p = &b->piece[i];

		if (p->side == d->side || p->where != BOARD_ON_MAP ||
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
goal_of(const struct expansion *x, const struct board *b,
    const struct node *group, int hex)
{
	const char *toward = node_str(group, "toward");
	const struct board_piece *p;

	if (toward != NULL)
		return hex_parse(b->grid, toward);
	p = nearest_enemy(x->d, b, hex);
	return p != NULL ? p->hex : HEX_NONE;
}

/* The units of the group on the map, the nearest to their goal first. */
static int
members(const struct expansion *x, struct game *g, const struct node *group,
    const char **out)
{
	struct board *b = board_of(g);
	int far[MEMBERS], n = 0;

	for (int i = 0; i < b->npieces && n < MEMBERS; i++) {
		const struct board_piece *p = &b->piece[i];
		int goal, k, at;

		if (p->side != x->d->side || p->where != BOARD_ON_MAP ||
		    p->hex == HEX_NONE || (p->state & BOARD_IS_LEADER) != 0 ||
		    !names(node_get(group, "units"), p->id))
			continue;
		goal = goal_of(x, b, group, p->hex);
		k = goal == HEX_NONE ? INT_MAX : hex_distance(b->grid,
		    p->hex, goal);
		for (at = n++; at > 0 && far[at - 1] > k; at--) {
			far[at] = far[at - 1];
			out[at] = out[at - 1];
		}
		far[at] = k;
		out[at] = arena_strdup(x->d->a, p->id);
	}
	return n;
}

/* ------------------------------------------------------------------- moves */

static const struct node *
reachable(struct expansion *x, struct game *g, const char *unit)
{
	struct node *list = node_array(x->d->a);

	game_legal(g, x->d->side, unit, list);
	for (const struct node *o = list->child; o != NULL; o = o->next)
		if (strcmp(node_str(o, "do"), "move") == 0 &&
		    node_array_of(o, "to") != NULL)
			return node_array_of(o, "to");
	return NULL;
}

/* The order that brings one unit nearer; false if none does. */
static bool
move_one(struct expansion *x, const struct node *group, const char *unit)
{
	struct arena *a = x->d->a;
	struct game *g = here(x);
	struct board *b = board_of(g);
	const struct board_piece *p = board_find(b, unit);
	const struct node *to = reachable(x, g, unit);
	int64_t by = node_integer(group, "by", INT_MAX);
	int goal, best = INT_MAX;
	const char *hex = NULL;
	struct node *t;

	if (p == NULL || p->hex == HEX_NONE || to == NULL)
		return false;
	goal = goal_of(x, b, group, p->hex);
	if (goal == HEX_NONE)
		return false;
	best = hex_distance(b->grid, p->hex, goal);
	for (to = to->child; to != NULL; to = to->next) {
		int h = hex_parse(b->grid, to->s);
		int far = hex_distance(b->grid, h, goal);

		if (far < best && hex_distance(b->grid, p->hex, h) <= by) {
			best = far;
			hex = to->s;
		}
	}
	if (hex == NULL)
		return false;
	t = node_add(a, x->orders, NULL, node_table(a));
	t->layout = NODE_INLINE;
	t->line = group->line;
	node_add_string(a, t, "do", "move");
	node_add_string(a, t, "unit", unit);
	node_add_string(a, t, "to", hex);
	return true;
}

static void
give_line(struct expansion *x, const struct node *group,
    const char *const *unit, int n)
{
	struct arena *a = x->d->a;
	struct node *t, *list;

	t = node_add(a, x->orders, NULL, node_table(a));
	t->layout = NODE_INLINE;
	t->line = group->line;
	node_add_string(a, t, "do", "line");
	list = node_add_array(a, t, "units");
	for (int i = 0; i < n; i++)
		node_add(a, list, NULL, node_string(a, unit[i]));
}

/* ------------------------------------------------------------------- papers */

static int
check_group(struct expansion *x, const struct node *group)
{
	static const char *const may[] = { "do", "units", "toward", "by" };
	const struct node *units = node_get(group, "units");
	const struct node *by = node_get(group, "by");
	const char *toward = node_str(group, "toward");

	for (const struct node *f = group->child; f != NULL; f = f->next) {
		int i = 0;

		while (i < 4 && strcmp(may[i], f->key) != 0)
			i++;
		if (i == 4)
			return err_set(x->e, ERR_INPUT, "order %d: \"%s\": "
			    "advance takes units, toward and by", x->number,
			    str_shown(x->d->a, f->key, 40));
	}
	if (units == NULL || (units->type != NODE_STRING && units->type !=
	    NODE_ARRAY))
		return err_set(x->e, ERR_INPUT, "order %d: advance needs "
		    "units, a pattern of ids (\"cat-*\") or a list",
		    x->number);
	if (by != NULL && (by->type != NODE_INT || by->i < 1))
		return err_set(x->e, ERR_INPUT, "order %d: by is a number of "
		    "hexes from 1", x->number);
	if (node_get(group, "toward") != NULL && (toward == NULL ||
	    hex_parse(x->d->game->grid, toward) == HEX_NONE))
		return err_set(x->e, ERR_INPUT, "order %d: toward is a hex of "
		    "the map", x->number);
	return ERR_OK;
}

static int
expand_one(struct expansion *x, const struct node *group)
{
	const char *unit[MEMBERS], *s = node_str(group, "units");
	int n, moved = 0, rc = check_group(x, group);

	if (rc != ERR_OK)
		return rc;
	n = members(x, here(x), group, unit);
	if (n == 0)
		return err_set(x->e, ERR_INPUT, "order %d: no unit of yours on "
		    "the map is meant by its units", x->number);
	if (s != NULL && strncmp(s, "line ", 5) == 0)
		give_line(x, group, unit, n);
	for (int i = 0; i < n; i++)
		moved += move_one(x, group, unit[i]);
	if (moved == 0)
		return err_set(x->e, ERR_INPUT, "order %d: none of its %d "
		    "unit%s can get nearer now", x->number, n, n == 1 ? "" :
		    "s");
	return ERR_OK;
}

int
expand_paper(struct err *e, const struct desk *d, const struct node *paper,
    struct node **out)
{
	struct expansion x = { .e = e, .d = d, .orders = node_array(d->a) };
	const struct node *o = node_array_of(paper, "order");
	int rc = ERR_OK;

	*out = node_copy(d->a, paper);
	if (!expand_needed(paper))
		return ERR_OK;
	x.orders->layout = NODE_LINES;
	for (o = o->child; o != NULL && rc == ERR_OK; o = o->next) {
		x.number++;
		if (is_group(o))
			rc = expand_one(&x, o);
		else
			node_add(d->a, x.orders, NULL, node_copy(d->a, o));
	}
	if (rc == ERR_OK)
		node_set(d->a, *out, "order", x.orders);
	return rc;
}

int
expand_draft(struct err *e, const struct desk *d, const char *file,
    const char *text, size_t len, const char **out, size_t *out_len)
{
	struct node *t, *body, *done;
	struct str s = str_new(d->a);
	char *normal;
	size_t n;
	int rc;

	*out = text;
	*out_len = len;
	str_normal(d->a, text, len, &normal, &n);
	rc = toml_read(e, d->a, file, normal, n, TOML_MAX_SIZE, &t);
	if (rc != ERR_OK)
		return rc;
	body = (struct node *)(uintptr_t)node_table_of(t, "secret");
	if (body == NULL || node_get(body, "order") == NULL)
		body = t;
	if (!expand_needed(body))
		return ERR_OK;
	rc = expand_paper(e, d, body, &done);
	if (rc != ERR_OK)
		return rc;
	node_set(d->a, body, "order", node_copy(d->a, node_get(done,
	    "order")))->layout = NODE_LINES;
	toml_write(&s, t);
	*out = s.s;
	*out_len = s.len;
	return ERR_OK;
}
