/* standing.c: a side's own standing orders, doctrine and what it sent now */
#include "desk/tell.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/say.h"
#include "show/wrap.h"

#include <string.h>

struct node *
desk_standing(const struct desk *d)
{
	const struct player *x = &d->game->player[d->side];
	struct node *t = node_table(d->a), *list;
	const struct node *o = x->orders ? x->orders->child : NULL;
	int i = 0;

	if (x->orders_exchange >= 0) {
		node_add_int(d->a, t, "exchange", x->orders_exchange);
		node_add_int(d->a, t, "used", x->used);
		node_add_bool(d->a, t, "known", x->known_orders);
		list = node_add_array(d->a, t, "orders");
		for (; o != NULL && x->known_orders; o = o->next)
			if (i++ >= x->used)
				node_add(d->a, list, NULL, node_copy(d->a,
				    o));
	}
	if (x->doctrine_exchange >= 0) {
		node_add_int(d->a, t, "doctrine-exchange",
		    x->doctrine_exchange);
		node_add_bool(d->a, t, "doctrine-known", x->known_answers);
		if (x->doctrine != NULL && x->known_answers)
			node_add(d->a, t, "doctrine", node_copy(d->a,
			    x->doctrine));
	}
	return t;
}

/* "retreat, unit lbc-*: toward 2725" */
static const char *
entry_words(struct arena *a, const struct node *entry)
{
	struct str s = str_new(a);
	const char *kind = node_str(entry, "kind");

	str_add(&s, str_shown(a, kind ? kind : "", 40));
	for (const struct node *x = entry->child; x != NULL; x = x->next) {
		struct str v = str_new(a);

		if (strcmp(x->key, "kind") == 0 ||
		    strcmp(x->key, "answer") == 0)
			continue;
		if (x->type == NODE_STRING)
			str_add(&v, x->s);
		else
			toml_write_inline(&v, x);
		str_add(&s, say_phrase(a, NULL, SAID("standing.if", fact_text(
		    "field", str_shown(a, x->key, 40)), fact_text("value",
		    str_shown(a, v.s, 100)))));
	}
	str_add(&s, ": ");
	if (node_str(entry, "answer") != NULL) {
		str_add(&s, str_shown(a, node_str(entry, "answer"), 200));
	} else if (node_get(entry, "answer") != NULL) {
		struct str v = str_new(a);

		toml_write_inline(&v, node_get(entry, "answer"));
		str_add(&s, str_shown(a, v.s, 200));
	}
	return s.s;
}

void
tell_doctrine(const struct desk *d, const struct node *doctrine,
    struct str *out)
{
	int number = 0;

	for (const struct node *x = doctrine ? doctrine->child : NULL; x;
	    x = x->next)
		wrap_text(out, arena_printf(d->a, "%d. %s", ++number,
		    entry_words(d->a, x)), 4, 8);
}

void
tell_standing(const struct desk *d, struct str *out)
{
	const struct node *t = desk_standing(d);
	const struct node *list = node_array_of(t, "orders");
	int number = (int)node_integer(t, "used", 0);

	if (list == NULL)
		wrap_text(out, desk_say(d, SAID_ALONE("standing.none")), 0, 4);
	else if (!node_boolean(t, "known", false))
		wrap_text(out, desk_say(d, SAID("standing.unknown",
		    fact_number("exchange", node_integer(t, "exchange", 0)),
		    fact_number("used", number))), 0, 4);
	else
		wrap_text(out, desk_say(d, SAID("standing.orders",
		    fact_number("exchange", node_integer(t, "exchange", 0)),
		    fact_number("left", (int64_t)list->n))), 0, 4);
	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		wrap_text(out, arena_printf(d->a, "%d. %s", ++number,
		    desk_order_words(d->a, x)), 4, 8);
	if (node_get(t, "doctrine-exchange") == NULL) {
		wrap_text(out, desk_say(d, SAID_ALONE(
		    "standing.default-doctrine")), 0, 4);
	} else if (!node_boolean(t, "doctrine-known", false)) {
		wrap_text(out, desk_say(d, SAID("standing.doctrine-unknown",
		    fact_number("exchange", node_integer(t,
		    "doctrine-exchange", 0)))), 0, 4);
	} else {
		wrap_text(out, desk_say(d, SAID("standing.doctrine",
		    fact_number("exchange", node_integer(t,
		    "doctrine-exchange", 0)))), 0, 4);
		tell_doctrine(d, node_get(t, "doctrine"), out);
	}
}
