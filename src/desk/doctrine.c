/* doctrine.c: what a doctrine leaves open, and what of it never applies */
#include "desk/doctrine.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

bool
doctrine_decides(const struct node *x)
{
	const struct node *answer = node_get(x, "answer");
	const char *last;

	for (const struct node *f = x->child; f != NULL; f = f->next)
		if (strcmp(f->key, "kind") && strcmp(f->key, "answer"))
			return false;
	if (answer != NULL && answer->type == NODE_ARRAY)
		answer = answer->last;
	if (answer == NULL || answer->type != NODE_STRING)
		return false;
	last = strstr(answer->s, " then ");
	while (last != NULL && strstr(last + 1, " then ") != NULL)
		last = strstr(last + 1, " then ");
	last = last ? last + strlen(" then ") : answer->s;
	return !strcmp(last, "ask") || !strcmp(last, "first") ||
	    !strcmp(last, "last") || !strcmp(last, "*");
}

struct node *
doctrine_problems(const struct desk *d, const struct node *doctrine)
{
	struct node *t = node_table(d->a), *list, *out;

	node_add(d->a, t, "doctrine", node_copy(d->a, doctrine));
	list = desk_problems(d, t);
	out = node_array(d->a);
	for (const struct node *x = list->child; x != NULL; x = x->next)
		node_add(d->a, out, NULL, node_copy(d->a, x));
	return out;
}

int
doctrine_shadowed(const struct node *doctrine, int number)
{
	const struct node *x = node_at(doctrine, (size_t)number - 1);
	const char *kind = node_str(x, "kind");
	int i = 0;

	for (const struct node *y = doctrine->child; y != x && kind; y =
	    y->next) {
		i++;
		if (node_str(y, "kind") && strcmp(node_str(y, "kind"), kind) ==
		    0 && doctrine_decides(y))
			return i;
	}
	return 0;
}
