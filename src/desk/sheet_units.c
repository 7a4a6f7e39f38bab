/* sheet_units.c: each unit once, with what it could do, as short as useful */
#include "desk/sheet_parts.h"

#include "base/arena.h"
#include "base/node.h"
#include "show/say.h"

#include <limits.h>
#include <string.h>

#define REACHED 3		/* enemies that a unit could come next to */
#define WAYS 3			/* hexes from which, of each */

/* A copy of the game to look at; what is tried on it is thrown away. */
static struct game *
look(const struct desk *d)
{
	struct game *g = arena_new(d->a, struct game, 1);

	game_fork(g, d->game, d->a);
	return g;
}

static const char *
forecast(struct game *g, const char *verb, const char *unit,
    const char *target, int from)
{
	return g->sys->forecast == NULL || from == HEX_NONE ? NULL :
	    g->sys->forecast(g, say_words, verb, unit, target, from);
}

static struct node *
unit_of(const struct desk *d, struct node *units, const struct board *b,
    const char *id)
{
	const struct board_piece *p = board_find(b, id);
	struct node *t;

	for (t = units->child; t != NULL; t = t->next)
		if (strcmp(node_str(t, "id"), id) == 0)
			return t;
	t = node_add(d->a, units, NULL, node_table(d->a));
	node_add_string(d->a, t, "id", id);
	if (p != NULL) {
		char name[8];

		if (*p->name != '\0' && strcmp(p->name, id) != 0)
			node_add_string(d->a, t, "name", p->name);
		node_add_string(d->a, t, "kind", say_kind(b, p));
		node_add_string(d->a, t, "facts", say_board(b, p->facts));
		if (p->hex != HEX_NONE)
			node_add_string(d->a, t, "hex", hex_name(b->grid,
			    p->hex, name));
	}
	node_add_array(d->a, t, "acts");
	node_add_array(d->a, t, "reach");
	return t;
}

static struct node *
list_in(struct node *t, const char *key)
{
	for (struct node *x = t->child; x != NULL; x = x->next)
		if (x->key != NULL && strcmp(x->key, key) == 0)
			return x;
	return NULL;
}

/* { verb, target, odds } */
static void
add_act(const struct desk *d, struct game *g, const struct board *b,
    struct node *unit, const char *verb, const char *target)
{
	const char *id = node_str(unit, "id"), *odds = NULL;
	const struct board_piece *p = board_find(b, id);
	struct node *t = node_add(d->a, list_in(unit, "acts"), NULL,
	    node_table(d->a));

	node_add_string(d->a, t, "verb", verb);
	if (target != NULL) {
		node_add_string(d->a, t, "target", target);
		odds = p ? forecast(g, verb, id, target, p->hex) : NULL;
	}
	if (odds != NULL)
		node_add_string(d->a, t, "odds", odds);
}

/* Which hexes of the grid are in the list. */
static bool *
hexes_of(const struct desk *d, const struct hex_grid *grid,
    const struct node *list)
{
	bool *in = arena_new(d->a, bool, (size_t)hex_count(grid));

	for (const struct node *x = list->child; x != NULL; x = x->next) {
		int hex = x->type == NODE_STRING ? hex_parse(grid, x->s) :
		    HEX_NONE;

		if (hex != HEX_NONE)
			in[hex] = true;
	}
	return in;
}

/* The enemy's units on the map, the nearest first; how many. */
static int
enemies_of(const struct desk *d, const struct board *b, int hex, int *out)
{
	int n = 0;

	for (int i = 0; i < b->npieces; i++) {
		const struct board_piece *p = &b->piece[i];
		int far, k = n;

		if (p->side == d->side || p->where != BOARD_ON_MAP ||
		    p->hex == HEX_NONE || (p->state & BOARD_IS_LEADER) != 0)
			continue;
		far = hex == HEX_NONE ? 0 : hex_distance(b->grid, hex, p->hex);
		for (; k > 0 && hex != HEX_NONE && hex_distance(b->grid, hex,
		    b->piece[out[k - 1]].hex) > far; k--)
			out[k] = out[k - 1];
		out[k] = i;
		n++;
	}
	return n;
}

/* Next to which enemies it could end its move, and from where. */
static void
add_reach(const struct desk *d, struct game *g, const struct board *b,
    struct node *unit, const struct node *to)
{
	struct node *list = list_in(unit, "reach");
	const char *verb = g->sys->assault;
	const bool *can_go = hexes_of(d, b->grid, to);
	const struct board_piece *self = board_find(b, node_str(unit, "id"));
	int *enemy = arena_new(d->a, int, (size_t)b->npieces);
	int n = enemies_of(d, b, self ? self->hex : HEX_NONE, enemy);
	int more = 0;

	for (int i = 0; i < n && verb; i++) {
		const struct board_piece *p = &b->piece[enemy[i]];
		struct node *t = NULL, *from = NULL;

		for (int k = 0; k < HEX_DIRS; k++) {
			int h = hex_step(b->grid, p->hex, k);
			char name[8];
			const char *odds;

			if (h == HEX_NONE || !can_go[h] || (from != NULL &&
			    from->n >= WAYS))
				continue;
			if (t == NULL && list->n >= REACHED) {
				more++;
				break;
			}
			if (t == NULL) {
				t = node_add(d->a, list, NULL, node_table(
				    d->a));
				node_add_string(d->a, t, "target", p->id);
				odds = forecast(g, verb, node_str(unit, "id"),
				    p->id, h);
				if (odds != NULL)
					node_add_string(d->a, t, "odds",
					    odds);
				from = node_add_array(d->a, t, "from");
			}
			node_add(d->a, from, NULL, node_string(d->a,
			    hex_name(b->grid, h, name)));
		}
	}
	if (more > 0)
		node_set(d->a, unit, "more", node_int(d->a, more));
}

/* How far the nearest enemy is from each hex: found out once, when it is first
 * asked for. */
struct nearest {
	const struct desk *d;
	const struct board *b;
	int *far;		/* plus 1; 0 is not known yet */
};

static int
nearest_to(struct nearest *x, int hex)
{
	const struct board *b = x->b;
	int far = INT_MAX / 1000;

	if (x->far[hex] > 0)
		return x->far[hex] - 1;
	for (int i = 0; i < b->npieces; i++) {
		const struct board_piece *q = &b->piece[i];
		int n;

		if (q->side == x->d->side || q->where != BOARD_ON_MAP ||
		    q->hex == HEX_NONE)
			continue;
		n = hex_distance(b->grid, hex, q->hex);
		far = n < far ? n : far;
	}
	x->far[hex] = far + 1;
	return far;
}

/* Of these hexes the nearest to any enemy; of equals the nearest to it. */
static void
add_foremost(struct nearest *near, struct node *unit, const struct node *to)
{
	const struct board *b = near->b;
	const struct board_piece *p = board_find(b, node_str(unit, "id"));
	const char *best = NULL;
	int least = INT_MAX;

	for (const struct node *x = to->child; x != NULL; x = x->next) {
		int h = x->type == NODE_STRING ? hex_parse(b->grid, x->s) :
		    HEX_NONE, far;

		if (h == HEX_NONE)
			continue;
		far = nearest_to(near, h) * 1000;
		if (p != NULL && p->hex != HEX_NONE)
			far += hex_distance(b->grid, p->hex, h);
		if (far < least) {
			least = far;
			best = x->s;
		}
	}
	if (best != NULL)
		node_set(near->d->a, unit, "foremost", node_string(near->d->a,
		    best));
}

/* What one legal order means for its units. */
static void
take_order(const struct desk *d, struct game *g, const struct board *b,
    struct nearest *near, const struct node *order, struct node *units)
{
	const char *verb = node_str(order, "do"), *id = node_str(order, "unit");
	const struct node *many = node_array_of(order, "units");
	const struct node *to = node_array_of(order, "to");
	const struct node *target = node_get(order, "target");
	struct node *t;

	if (target == NULL)
		target = node_get(order, "targets");
	if (id == NULL && many != NULL && many->n == 1)
		id = many->child->s;
	if (id == NULL)
		return;
	t = unit_of(d, units, b, id);
	if (to != NULL && target == NULL) {
		node_set(d->a, t, "moves", node_int(d->a, (int64_t)to->n));
		add_reach(d, g, b, t, to);
		add_foremost(near, t, to);
	} else if (target != NULL && target->type == NODE_ARRAY) {
		for (const struct node *x = target->child; x; x = x->next)
			add_act(d, g, b, t, verb, x->s);
	} else if (target == NULL) {
		add_act(d, g, b, t, verb, NULL);
	}
}

void
sheet_units(const struct desk *d, const struct node *legal,
    struct node *units)
{
	struct game *g = look(d);
	struct board *b = board_of(g);
	struct nearest near = { d, b, arena_new(d->a, int,
	    (size_t)hex_count(b->grid)) };

	for (const struct node *x = legal->child; x != NULL; x = x->next)
		take_order(d, g, b, &near, x, units);
}

struct node *
sheet_legal(const struct desk *d)
{
	struct node *list = node_array(d->a);

	if (d->game->sys->legal != NULL)
		game_legal(look(d), d->side, NULL, list);
	return list;
}

struct node *
sheet_decide(const struct desk *d)
{
	struct node *list = node_array(d->a);

	if (d->game->sys->decide != NULL)
		d->game->sys->decide(look(d), d->side, d->hand, say_words,
		    list);
	return list;
}
