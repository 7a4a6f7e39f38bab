/* desk.c: a paper laid on a turn, and what is wrong with it by itself */
#include "desk/desk.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <string.h>

bool
desk_asked(const struct desk *d, const char *kind)
{
	const struct node *x = d->asks ? d->asks->child : NULL;
	const char *side = d->game->side[d->side];

	for (; x != NULL; x = x->next)
		if (node_str(x, "side") && node_str(x, "kind") &&
		    strcmp(node_str(x, "side"), side) == 0 &&
		    strcmp(node_str(x, "kind"), kind) == 0)
			return true;
	return false;
}

const char *
desk_pattern(const struct desk *d)
{
	const char *id[512], *dash;
	int n = d->game->sys->units(d->game->state, d->side, id, 512);

	for (int i = 0; i < n; i++)
		if ((dash = strrchr(id[i], '-')) != NULL)
			return arena_printf(d->a, "%.*s-*", (int)(dash -
			    id[i]), id[i]);
	return "*";
}

bool
desk_is_over(const struct game *g, int side, const struct node *paper)
{
	return node_array_of(paper, "order") != NULL &&
	    g->player[side].orders == NULL;
}

bool
desk_took_order(const struct answer *x, int side)
{
	return x->side == side && strcmp(x->kind, "order") == 0 &&
	    x->number > 0 && (x->value->type != NODE_STRING ||
	    strcmp(x->value->s, "end") != 0);
}

int
desk_current_order(const struct game *g, int side)
{
	for (int i = g->nanswers - 1; i >= 0; i--) {
		const struct answer *x = &g->answers[i];

		if (strcmp(x->kind, "order") == 0)
			return x->side == side &&
			    x->value->type == NODE_TABLE ? x->number : 0;
	}
	return 0;
}

/* ------------------------------------------------------- secret options */

/* The public text of the option that `word` names by what it is; else it. */
static const char *
public_option(const struct node *shown, const struct node *secret,
    const char *word)
{
	const struct node *s = shown ? shown->child : NULL;
	const struct node *x = secret ? secret->child : NULL;

	for (; s != NULL && x != NULL; s = s->next, x = x->next)
		if (s->type == NODE_STRING && strcmp(s->s, word) == 0)
			return word;
	s = shown ? shown->child : NULL;
	x = secret ? secret->child : NULL;
	for (; s != NULL && x != NULL; s = s->next, x = x->next)
		if (x->type == NODE_STRING && s->type == NODE_STRING &&
		    str_glob(word, x->s))
			return s->s;
	return word;
}

static struct node *
public_answer(struct arena *a, const struct node *shown,
    const struct node *secret, const struct node *answer)
{
	struct node *list;

	if (answer->type == NODE_STRING)
		return node_string(a, public_option(shown, secret,
		    answer->s));
	if (answer->type != NODE_ARRAY)
		return node_copy(a, answer);
	list = node_array(a);
	for (const struct node *x = answer->child; x != NULL; x = x->next)
		node_add(a, list, NULL, public_answer(a, shown, secret, x));
	return list;
}

/*
 * Answers may name a secret option by what it is ("keep scout-1").  The game
 * on a desk is blind and knows only its public text: what this side's key has
 * opened is put in its place.
 */
static const struct node *
open_answers(const struct desk *d, struct arena *a,
    const struct node *answers)
{
	struct node *out;

	if (answers == NULL || answers->type != NODE_ARRAY ||
	    d->options == NULL || d->options->n == 0)
		return answers;
	out = node_copy(a, answers);
	for (const struct node *o = d->options->child; o; o = o->next) {
		const struct node *ask = node_at(d->asks,
		    (size_t)node_integer(o, "number", 1) - 1);
		const char *kind = node_str(ask, "kind");

		for (struct node *x = out->child; x && kind; x = x->next)
			if (node_str(x, "kind") && node_get(x, "answer") &&
			    strcmp(node_str(x, "kind"), kind) == 0)
				node_set(a, x, "answer", public_answer(a,
				    node_array_of(ask, "options"),
				    node_array_of(o, "options"),
				    node_get(x, "answer")));
	}
	return out;
}

/* -------------------------------------------------------------- the others */

/* A doctrine that asks whatever the question. */
static struct node *
ask_always(struct arena *a, const struct system *s)
{
	struct node *list = node_array(a);

	for (const struct question_kind *k = s->questions; k->kind; k++) {
		struct node *t = node_table(a);

		node_add_string(a, t, "kind", k->kind);
		node_add_string(a, t, "answer", "ask");
		node_add(a, list, NULL, t);
	}
	return list;
}

/* Orders that were begun stop at once; others are asked for. */
static void
hide_orders(struct arena *a, struct player *x)
{
	struct node *list = node_array(a), *t = node_table(a);

	node_add_string(a, t, "do", "pause");
	node_add(a, list, NULL, t);
	x->orders = x->begun ? list : NULL;
	x->used = x->part = x->failed = x->each = 0;
	x->moved = NULL;
}

/* A side whose orders and doctrine only the referee can read. */
static void
hide(struct game *g, int side, enum desk_mode mode,
    const struct node *suppose)
{
	struct player *x = &g->player[side];

	if (!x->known_orders && x->orders_exchange >= 0)
		hide_orders(g->arena, x);
	if (mode == DESK_CERTAIN) {
		if (!x->known_answers && !x->bot)
			x->doctrine = ask_always(g->arena, g->sys);
		return;
	}
	x->supposed = true;
	x->bot = false;
	if (suppose != NULL || !x->known_answers)
		x->doctrine = suppose;
}

static void
lay(const struct desk *d, struct game *g, const struct node *paper)
{
	struct player *x = &g->player[d->side];
	const struct node *orders = node_array_of(paper, "order");
	const struct node *doctrine = node_array_of(paper, "doctrine");

	if (orders != NULL) {
		x->orders = orders;
		x->orders_exchange = g->exchange;
		orders_restart(x);
		x->known_orders = true;
	}
	if (doctrine != NULL) {
		x->doctrine = doctrine;
		x->known_answers = true;
	}
	x->answers = open_answers(d, g->arena, node_array_of(paper,
	    "answer"));
	x->deploy = node_get(paper, "deploy");
}

void
desk_fork(const struct desk *d, struct arena *a, const struct node *paper,
    enum desk_mode mode, const struct node *suppose, struct game *out)
{
	game_fork(out, d->game, a);
	lay(d, out, paper);
	for (int i = 0; i < out->nsides; i++)
		if (i != d->side)
			hide(out, i, mode, suppose);
	hide(out, d->side, DESK_CERTAIN, NULL);
	out->player[d->side].supposed = mode != DESK_CERTAIN;
}

/* ---------------------------------------------------------------- problems */

static void
add_problem(struct arena *a, struct node *out, const char *part, int number,
    int line, const char *problem)
{
	struct node *t = node_table(a);

	node_add_string(a, t, "part", part);
	if (number > 0)
		node_add_int(a, t, "number", number);
	if (line > 0)
		node_add_int(a, t, "line", line);
	node_add_string(a, t, "problem", problem);
	node_add(a, out, NULL, t);
}

/* NULL, or what is wrong with one part, or with one entry of it alone. */
static const char *
part_problem(const struct desk *d, struct game *g, const char *part,
    const struct node *value, bool entry)
{
	struct arena *a = d->a;
	struct node *t = node_table(a), *list = node_array(a);
	struct err e = { 0 };
	const char *msg, *colon;

	if (entry)
		node_add(a, list, NULL, node_copy(a, value));
	node_add(a, t, part, entry ? list : node_copy(a, value));
	if (submission_check(&e, g, d->side, t) == ERR_OK)
		return NULL;
	msg = arena_strdup(a, e.msg);
	colon = strstr(msg, ": ");		/* "order 1: " */
	return colon != NULL ? colon + 2 : msg;
}

static bool
takes(const struct order_verb *v, const char *field)
{
	static const char *const always[] = { "do", "else", "if_fails" };

	for (int i = 0; i < 3; i++)
		if (strcmp(field, always[i]) == 0)
			return true;
	for (const struct order_field *f = v->fields; f->name != NULL; f++)
		if (strcmp(field, f->name) == 0)
			return true;
	return false;
}

/* Which fields there are, for an order that has another. */
static const char *
with_fields(const struct desk *d, const struct node *order, const char *why)
{
	const struct order_verb *v = order->type == NODE_TABLE &&
	    node_str(order, "do") ? system_verb(d->game->sys, node_str(order,
	    "do")) : NULL;
	const struct node *x = v != NULL ? order->child : NULL;
	struct str s = str_new(d->a);

	while (x != NULL && takes(v, x->key))
		x = x->next;
	if (x == NULL)
		return why;
	for (const struct order_field *f = v->fields; f->name != NULL; f++)
		str_addf(&s, "%s%s", s.len ? ", " : "", f->name);
	return s.len == 0 ? why : arena_printf(d->a, "%s; %s", why,
	    desk_say(d, SAID("check.takes", fact_text("fields", s.s))));
}

static void
check_part(const struct desk *d, struct game *g, const char *part,
    const struct node *v, struct node *out)
{
	bool list = strcmp(part, "deploy") != 0 && v->type == NODE_ARRAY;
	const char *why;
	size_t before = out->n;
	int number = 0;

	for (const struct node *x = list ? v->child : NULL; x; x = x->next) {
		number++;
		why = part_problem(d, g, part, x, true);
		if (why != NULL && strcmp(part, "order") == 0)
			why = with_fields(d, x, why);
		if (why != NULL)
			add_problem(d->a, out, part, number, x->line, why);
	}
	if (out->n > before)
		return;
	why = part_problem(d, g, part, v, false);
	if (why != NULL)
		add_problem(d->a, out, part, 0, v->line, why);
}

struct node *
desk_problems(const struct desk *d, const struct node *paper)
{
	static const char *const parts[] = { "order", "answer", "doctrine",
	    "deploy" };
	struct node *out = node_array(d->a);
	struct game *g = arena_new(d->a, struct game, 1);

	game_fork(g, d->game, d->a);
	for (int i = 0; i < 4; i++)
		if (node_get(paper, parts[i]) != NULL)
			check_part(d, g, parts[i], node_get(paper, parts[i]),
			    out);
	return out;
}
