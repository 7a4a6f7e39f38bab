/* warn.c: what is legal and probably not meant */
#include "desk/doctrine.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/group.h"

#include <string.h>

struct warner {
	const struct desk *d;
	const struct node *paper;
	const struct desk_try *t;
	struct node *out;
};

static void
warn(struct warner *w, const char *part, int number, struct said text)
{
	struct arena *a = w->d->a;
	struct node *t = node_table(a);

	if (part != NULL && (number > 0 || strcmp(part, "order") != 0))
		node_add_string(a, t, "part", part);
	if (number > 0)
		node_add_int(a, t, "number", number);
	node_add_string(a, t, "warning", desk_say(w->d, text));
	node_add(a, w->out, NULL, t);
}

/* ------------------------------------------------------------------- orders */

static bool
names(const struct node *order, const char *unit)
{
	const char *x = node_str(order, "unit");

	return x != NULL && strcmp(x, unit) == 0;
}

/* The last order that names the unit, or became one that does. */
static int
order_naming(const struct warner *w, const char *unit)
{
	for (int i = w->t->norders - 1; i >= 0 && unit; i--) {
		const struct desk_order *o = &w->t->order[i];

		if (names(o->order, unit))
			return i + 1;
		for (const struct node *x = o->instead->child; x; x = x->next)
			if (names(x, unit))
				return i + 1;
	}
	return 0;
}

static const char *
ids(struct arena *a, const struct node *list)
{
	struct str s = str_new(a);

	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		str_addf(&s, "%s%s", x == list->child ? "" : ", ",
		    str_shown(a, x->s, 60));
	return s.s;
}

static bool
tells_of(const struct node *events, const char *unit)
{
	for (const struct node *x = events->child; x != NULL; x = x->next)
		if (names(x, unit))
			return true;
	return false;
}

/* Does any order or event after the card name it? */
static bool
does_something(const struct warner *w, const char *unit)
{
	for (int i = 0; i < w->t->norders; i++) {
		const struct desk_order *o = &w->t->order[i];

		if ((group_is(o->order) && group_names(o->order, unit)) ||
		    tells_of(o->events, unit))
			return true;
	}
	return order_naming(w, unit) > 0 || tells_of(w->t->besides, unit);
}

/* Those whom a card orders and nobody tells what to do. */
static void
look_at_idle(struct warner *w, const struct node *ordered, int order)
{
	const struct node *list = node_array_of(ordered, "units");
	struct node *idle = node_array(w->d->a);

	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		if (x->type == NODE_STRING && !does_something(w, x->s))
			node_add(w->d->a, idle, NULL, node_string(w->d->a,
			    x->s));
	if (idle->n > 0)
		warn(w, order ? "order" : NULL, order, SAID("warn.idle",
		    fact_text("units", ids(w->d->a, idle))));
}

static bool
is_empty(const struct node *event, const char *key)
{
	const struct node *v = node_get(event, key);

	return v == NULL || (v->type == NODE_ARRAY && v->n == 0);
}

/* The worst column, or none at all */
static bool
is_bad_column(const char *column)
{
	return column != NULL && (strcmp(column, "1:4") == 0 ||
	    strcmp(column, "below") == 0);
}

/* Is that the fault of an order already? */
static bool
is_told(const struct warner *w, const char *unit)
{
	int n = order_naming(w, unit);

	return n > 0 && w->t->order[n - 1].undone != NULL;
}

static void
look_at_event(struct warner *w, const struct node *x, int order)
{
	struct arena *a = w->d->a;
	const char *id = node_str(x, "event"), *unit = node_str(x, "unit");
	const char *column = node_str(x, "column");

	if (id == NULL)
		return;
	if (strcmp(id, "ordered") == 0 && is_empty(x, "units") &&
	    is_empty(x, "leaders"))
		warn(w, order ? "order" : NULL, order, SAID_ALONE(
		    "warn.card-orders-nobody"));
	else if (strcmp(id, "ordered") == 0)
		look_at_idle(w, x, order);
	else if (strcmp(id, "undone") == 0 && !is_told(w, unit))
		warn(w, "order", order_naming(w, unit), SAID("warn.undone",
		    fact_text("unit", unit ? unit : "it")));
	else if (strcmp(id, "forced") == 0)
		warn(w, "order", order_naming(w, unit), SAID("warn.forced",
		    fact_text("unit", unit ? unit : "it")));
	else if (strcmp(id, "attack") == 0 && is_bad_column(column))
		warn(w, order ? "order" : NULL, order, SAID("warn.odds",
		    fact_text("attackers", ids(a, node_array_of(x,
		    "attackers"))), fact_number("count", (int64_t)
		    node_array_of(x, "attackers")->n), fact_text("column",
		    column)));
}

static void
look_at_events(struct warner *w, const struct node *events, int order)
{
	for (const struct node *x = events->child; x != NULL; x = x->next)
		look_at_event(w, x, order);
}

static void
look_at_orders(struct warner *w)
{
	const struct node *orders = node_array_of(w->paper, "order");

	if (desk_asked(w->d, "orders") && orders == NULL)
		warn(w, NULL, 0, SAID_ALONE("warn.no-list"));
	else if (desk_asked(w->d, "orders") && orders->n == 0)
		warn(w, NULL, 0, SAID_ALONE("warn.no-orders"));
	for (int i = 0; i < w->t->norders; i++) {
		const struct desk_order *o = &w->t->order[i];

		look_at_events(w, o->events, i + 1);
		if (o->verdict == DESK_REFUSED && o->assumed)
			warn(w, "order", i + 1, SAID("warn.would-be-refused",
			    fact_text("why", str_shown(w->d->a, o->reason,
			    300))));
	}
	look_at_events(w, w->t->besides, 0);
}

/* Who was in some leader's command before the turn and is in nobody's then. */
static void
look_at_command(struct warner *w)
{
	struct arena *a = w->d->a;
	const struct system *sys = w->d->game->sys;
	struct game *before = arena_new(a, struct game, 1);
	struct game after = *w->t->after;
	struct node *lost = node_array(a);
	const char *id[512];
	int n;

	if (sys->commanded == NULL)
		return;
	game_fork(before, w->d->game, a);
	after.arena = a;
	n = sys->units(w->d->game->state, w->d->side, id, 512);
	for (int i = 0; i < n; i++)
		if (sys->commanded(before, id[i]) &&
		    !sys->commanded(&after, id[i]))
			node_add(a, lost, NULL, node_string(a, id[i]));
	if (lost->n > 0)
		warn(w, NULL, 0, SAID("warn.out-of-command", fact_text("units",
		    ids(a, lost))));
}

/* ------------------------------------------------------------------- cards */

static bool
holds(const struct node *hand, const char *card)
{
	size_t n = strlen(card);

	for (const struct node *x = hand->child; x != NULL; x = x->next)
		if (x->type == NODE_STRING && (strcmp(x->s, card) == 0 ||
		    (strncmp(x->s, card, n) == 0 && x->s[n] == '-' &&
		    strspn(x->s + n + 1, "0123456789") ==
		    strlen(x->s + n + 1))))
			return true;
	return false;
}

static void
look_at_cards(struct warner *w)
{
	bool any = false;

	for (int i = 0; i < w->t->norders; i++) {
		const char *card = node_str(w->t->order[i].order, "card");

		if (card == NULL)
			continue;
		any = true;
		if (w->d->hand != NULL && !holds(w->d->hand, card))
			warn(w, "order", i + 1, SAID("warn.not-in-hand",
			    fact_text("card", str_shown(w->d->a, card,
			    40))));
	}
	if (any && w->d->hand == NULL)
		warn(w, NULL, 0, SAID_ALONE("warn.hand-unknown"));
}

/* --------------------------------------------------- answers and doctrine */

static void
look_at_answers(struct warner *w)
{
	const struct node *x = node_array_of(w->paper, "answer");
	const bool *used = w->t->after->player[w->d->side].answer_used;
	int i = 0;

	for (x = x ? x->child : NULL; x != NULL; x = x->next, i++)
		if (used != NULL && !used[i])
			warn(w, "answer", i + 1, SAID_ALONE(
			    "warn.answer-unused"));
}

static void
look_at_doctrine(struct warner *w)
{
	const struct node *list = node_array_of(w->paper, "doctrine");
	int number = 0, by;

	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		if ((by = doctrine_shadowed(list, ++number)) > 0)
			warn(w, "doctrine", number, SAID("warn.shadowed",
			    fact_number("by", by)));
}

/* Cards that only a doctrine plays, in the enemy's turn. */
static void
look_at_windows(struct warner *w)
{
	const struct player *p = &w->d->game->player[w->d->side];
	const struct node *list = node_array_of(w->paper, "doctrine");

	if (list == NULL)
		list = p->known_answers ? p->doctrine : NULL;
	for (const struct question_kind *k = w->d->game->sys->questions;
	    k->kind != NULL && w->d->hand != NULL; k++) {
		bool there = false;

		if (!k->window || !holds(w->d->hand, k->kind))
			continue;
		for (const struct node *x = list ? list->child : NULL; x;
		    x = x->next)
			there = there || (node_str(x, "kind") &&
			    strcmp(node_str(x, "kind"), k->kind) == 0);
		if (!there)
			warn(w, NULL, 0, SAID("warn.window", fact_text("card",
			    k->kind)));
	}
}

struct node *
desk_card_warnings(const struct desk *d, const struct node *doctrine)
{
	struct node *paper = node_table(d->a);
	struct warner w = { d, paper, NULL, node_array(d->a) };

	node_add(d->a, paper, "doctrine", node_copy(d->a, doctrine));
	look_at_windows(&w);
	return w.out;
}

struct node *
desk_warnings(const struct desk *d, const struct node *paper,
    const struct desk_try *t)
{
	struct warner w = { d, paper, t, node_array(d->a) };

	look_at_orders(&w);
	look_at_command(&w);
	look_at_cards(&w);
	look_at_answers(&w);
	look_at_doctrine(&w);
	look_at_windows(&w);
	return w.out;
}
