/* say.c: something to be said, without its words */
#include "engine/say.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

static size_t
count(const struct fact *facts)
{
	size_t n = 0;

	while (facts != NULL && facts[n].name != NULL)
		n++;
	return n;
}

struct said
said_keep(struct arena *a, struct said s)
{
	size_t n = count(s.facts);
	struct fact *to = arena_new(a, struct fact, n + 1);

	for (size_t i = 0; i < n; i++) {
		to[i] = s.facts[i];
		if (to[i].s != NULL)
			to[i].s = arena_strdup(a, to[i].s);
		if (to[i].type == FACT_NODE && to[i].node != NULL)
			to[i].node = node_copy(a, to[i].node);
		if (to[i].type == FACT_SAID)
			to[i].more = said_keep(a, (struct said){ to[i].s,
			    to[i].more }).facts;
	}
	return (struct said){ s.code, to };
}

static bool
same_text(const char *x, const char *y)
{
	return x == y || (x != NULL && y != NULL && strcmp(x, y) == 0);
}

static bool
same_fact(const struct fact *x, const struct fact *y)
{
	if (x->type != y->type || strcmp(x->name, y->name) != 0 ||
	    x->i != y->i || !same_text(x->s, y->s))
		return false;
	if (x->type == FACT_SAID)
		return said_same((struct said){ x->s, x->more },
		    (struct said){ y->s, y->more });
	return x->type != FACT_NODE || x->node == y->node ||
	    (x->node != NULL && y->node != NULL && node_equal(x->node,
	    y->node));
}

bool
said_same(struct said x, struct said y)
{
	size_t n = count(x.facts);

	if (!same_text(x.code, y.code) || n != count(y.facts))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!same_fact(&x.facts[i], &y.facts[i]))
			return false;
	return true;
}
