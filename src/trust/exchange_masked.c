/* exchange_masked.c: what is sealed in published events, for those who have
 * not got the secret */
#include "trust/exchange_files.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "engine/why.h"
#include "trust/seal.h"

#include <string.h>

static bool
is(const struct node *t, const char *key, const char *value)
{
	const char *s = node_str(t, key);

	return s != NULL && strcmp(s, value) == 0;
}

static bool
is_sealed(struct arena *a, const struct node *list)
{
	return seal_is_padded(a, list, SEAL_REFUSAL);
}

static int
side_of(const struct game *g, const struct node *event)
{
	for (int i = 0; i < g->nsides; i++)
		if (is(event, "side", g->side[i]))
			return i;
	return -1;
}

static bool
says_why(struct arena *a, const struct node *x)
{
	const struct node *why = node_table_of(x, "why");

	return why != NULL && why_from_node(a, why) != NULL;
}

/* The published refusal `x` of an order, as far as it may be read: an open
 * one may have been refused for what is hidden. */
static bool
is_refused_order(struct arena *a, const struct game *g, const struct node *x)
{
	int side = side_of(g, x);

	if (!is(x, "event", "refused") || !is(x, "what", "order") ||
	    side < 0 || g->player[side].known_orders)
		return false;
	if (node_get(x, "sealed") != NULL)
		return is_sealed(a, node_get(x, "sealed"));
	return g->blind && !g->player[side].orders_sealed &&
	    node_table_of(x, "text") != NULL && says_why(a, x);
}

/* ... of an answer or a deployment, which answers.toml does not tell of */
static bool
is_refused_answer(struct arena *a, const struct game *g, const struct node *x)
{
	int side = side_of(g, x);
	size_t n = 4;		/* event, side, what, number */

	if (!is(x, "event", "refused") || side < 0 ||
	    g->player[side].known_answers ||
	    (!is(x, "what", "answer") && !is(x, "what", "deploy")) ||
	    node_integer(x, "number", 0) < 1)
		return false;
	if (node_get(x, "sealed") != NULL)
		n += is_sealed(a, node_get(x, "sealed")) ? 1 : 99;
	else
		n += node_get(x, "text") != NULL && says_why(a, x) ? 2 : 99;
	return x->n == n;
}

/* Are they the same but for the seal, or text and why, which come last? */
static bool
same_open(const struct node *ours, const struct node *claimed)
{
	const struct node *x = claimed->child, *y = ours ? ours->child : NULL;

	for (; y != NULL; x = x->next, y = y->next)
		if (x == NULL || strcmp(x->key, y->key) != 0 ||
		    !node_equal(x, y))
			return false;
	if (ours == NULL || x == NULL)
		return false;
	if (strcmp(x->key, "text") == 0)
		x = x->next;
	return x != NULL && x->next == NULL && (!strcmp(x->key, "sealed") ||
	    !strcmp(x->key, "why"));
}

/* The refusal of an order that nobody but its side may read says nothing at
 * all to that side either. */
static bool
is_mute(const struct game *g, const struct node *x)
{
	int side = side_of(g, x);

	return is(x, "event", "refused") && is(x, "what", "order") &&
	    side >= 0 && !g->player[side].known_orders &&
	    node_get(x, "sealed") == NULL && node_get(x, "text") == NULL;
}

int
exchange_masked(struct err *e, struct arena *a, const struct game *g,
    const struct node *ours, const struct node *claimed,
    const struct node **made)
{
	struct node *out = node_array(a);
	const struct node *y = ours->child;

	*made = ours;
	for (const struct node *x = claimed->child; x != NULL; x = x->next)
		if (is_mute(g, x))
			return err_set(e, ERR_VERIFY, "events.toml: order %lld "
			    "of %s was refused, and its side is not told why",
			    (long long)node_integer(x, "number", 0),
			    node_str(x, "side"));

	for (const struct node *x = claimed->child; x != NULL; x = x->next) {
		if (is_refused_answer(a, g, x)) {
			node_add(a, out, NULL, node_copy(a, x));
			continue;
		}
		if (y == NULL || !(node_equal(x, y) ||
		    (is_refused_order(a, g, x) && same_open(y, x))))
			return ERR_OK;
		/* ours where they are equal: its layout is right */
		node_add(a, out, NULL, node_copy(a, node_equal(x, y) ? y : x));
		y = y->next;
	}
	if (y == NULL)
		*made = out;
	return ERR_OK;
}
