/* check.c: what can never be legal is refused when it is handed in */
#include "engine/group.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/why.h"

#include <string.h>

#define MAX_ORDERS 2000
#define MAX_UNITS 512
#define MAX_ENTRIES 128

static bool
is_unit(const char *id, const char *const names[], int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(names[i], id) == 0)
			return true;
	return false;
}

/* NULL, or why `id` is no unit of that side (-1: of any). */
static const char *
check_unit(struct game *g, const char *field, const char *id, int side,
    bool enemy)
{
	const char *names[MAX_UNITS], *all[MAX_UNITS];
	const char *what = strncmp(field, "leader", 6) ? "unit" : "leader";
	int n = 0, nall = g->sys->units(g->state, -1, all, MAX_UNITS);

	for (int i = 0; i < g->nsides; i++)
		if (side < 0 || (i == side) != enemy)
			n += g->sys->units(g->state, i, names + n,
			    MAX_UNITS - n);
	if (is_unit(id, names, n) || (!is_unit(id, all, nall) &&
	    g->sys->may_come && g->sys->may_come(g->state, id)))
		return NULL;
	if (is_unit(id, all, nall))
		return why_not(g, enemy ? "own-unit" : "enemy-unit",
		    FACTS(fact_text("field", field), fact_text("id", id),
		    fact_text("what", what)));
	return why_not(g, "no-unit", FACTS(fact_text("field", field),
	    fact_text("id", id), fact_text("what", what),
	    fact_text("near", str_nearest(id, names, (size_t)n))));
}

static const char *
check_word(struct game *g, const struct order_field *f, const char *s)
{
	const char *names[32];
	char *words = arena_strdup(g->arena, f->words), *save = NULL;
	struct node *list = node_array(g->arena);
	size_t n = 0;

	for (char *w = strtok_r(words, " ", &save); w != NULL && n < 32;
	    w = strtok_r(NULL, " ", &save)) {
		if (strcmp(w, s) == 0)
			return NULL;
		names[n++] = w;
		node_add(g->arena, list, NULL, node_string(g->arena, w));
	}
	return why_not(g, "no-word", FACTS(fact_text("field", f->name),
	    fact_text("word", s), fact_node("words", list),
	    fact_text("near", str_nearest(s, names, n))));
}

static const char *
field_type(struct game *g, const struct order_field *f, const char *wants,
    const struct node *v)
{
	static const char *const type[] = { [NODE_STRING] = "string",
	    [NODE_INT] = "integer", [NODE_BOOL] = "boolean",
	    [NODE_ARRAY] = "list", [NODE_TABLE] = "table" };

	return why_not(g, "field-type", FACTS(fact_text("field", f->name),
	    fact_text("wants", wants), fact_text("is", type[v->type])));
}

static const char *
check_value(struct game *g, int side, const struct order_field *f,
    const struct node *v)
{
	bool number = f->arg == ARG_INT, boolean = f->arg == ARG_BOOL;

	if (number ? v->type != NODE_INT : boolean ? v->type != NODE_BOOL :
	    v->type != NODE_STRING)
		return field_type(g, f, number ? "integer" : boolean ?
		    "boolean" : "string", v);
	switch (f->arg) {
	case ARG_UNIT:
	case ARG_UNITS:
		return check_unit(g, f->name, v->s, side, false);
	case ARG_ENEMY:
	case ARG_ENEMIES:
	case ARG_ENEMY_OR_LIST:
		return check_unit(g, f->name, v->s, side, true);
	case ARG_ANY:
		return check_unit(g, f->name, v->s, -1, false);
	case ARG_HEX:
	case ARG_HEXES:
		if (hex_parse(g->grid, v->s) == HEX_NONE)
			return why_not(g, "no-hex", FACTS(fact_text("field",
			    f->name), fact_text("id", v->s)));
		return NULL;
	case ARG_WORD:
		return check_word(g, f, v->s);
	case ARG_INT:
	case ARG_BOOL:
	case ARG_TEXT:
		return NULL;
	}
	return NULL;
}

static bool
takes_list(enum order_arg arg)
{
	return arg == ARG_UNITS || arg == ARG_ENEMIES || arg == ARG_HEXES;
}

static const char *
check_field(struct game *g, int side, const struct order_field *f,
    const struct node *v)
{
	const char *why = NULL;

	if (!takes_list(f->arg) && !(v->type == NODE_ARRAY &&
	    (f->arg == ARG_TEXT || f->arg == ARG_ENEMY_OR_LIST)))
		return check_value(g, side, f, v);
	if (v->type != NODE_ARRAY)
		return field_type(g, f, "list", v);
	if (v->n > MAX_ENTRIES)
		return why_not(g, "too-many", FACTS(fact_text("field", f->name),
		    fact_number("most", MAX_ENTRIES)));
	for (const struct node *c = v->child; c && !why; c = c->next)
		why = check_value(g, side, f, c);
	return why;
}

static const struct order_field *
find_field(const struct order_verb *v, const char *name)
{
	for (const struct order_field *f = v->fields; f->name != NULL; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}

static const char *
unknown_field(struct game *g, const struct order_verb *v, const char *name)
{
	const char *names[32];
	size_t n = 0;

	for (const struct order_field *f = v->fields; f->name && n < 32; f++)
		names[n++] = f->name;
	return why_not(g, "unknown-field", FACTS(fact_text("order", v->verb),
	    fact_text("field", name),
	    fact_text("near", str_nearest(name, names, n))));
}

static const char *check_order(struct game *g, int side,
    const struct node *order, bool within);

static const char *
check_else(struct game *g, int side, const struct order_verb *v,
    const struct node *x)
{
	const char *why = group_is(x) ? "else-group" : check_order(g, side, x,
	    true);

	if (why == NULL && group_verb_of(g->sys, x) != v && (group_verb_of(g->sys,
	    x) == NULL || group_verb_of(g->sys, x)->phase != v->phase))
		why = "else-phase";
	return why_also(g, why, FACTS(fact_text("part", "else")));
}

/* What is done when it fails: orders of its phase or of later ones. */
static const char *
check_if_fails(struct game *g, int side, const struct order_verb *v,
    const struct node *list, bool within)
{
	const char *why = within ? "if-fails-within" : NULL;

	if (why == NULL && list->type != NODE_ARRAY)
		why = "if-fails-list";
	else if (why == NULL && list->n > MAX_ENTRIES)
		why = why_not(g, "too-many", FACTS(fact_text("field",
		    "if_fails"), fact_number("most", MAX_ENTRIES)));
	for (const struct node *x = why ? NULL : list->child; x && !why;
	    x = x->next) {
		const struct order_verb *w = group_verb_of(g->sys, x);

		why = check_order(g, side, x, true);
		if (why == NULL && w != NULL && w->phase < v->phase &&
		    w->phase != ORDER_ANY)
			why = "if-fails-phase";
	}
	return why_also(g, why, FACTS(fact_text("part", "if_fails")));
}

static const char *
unknown_verb(struct game *g, const char *verb)
{
	struct node *list = node_array(g->arena);
	const char *names[64];
	size_t n = 0;

	for (const struct order_verb *v = g->sys->verbs; v->verb && n < 62;
	    v++)
		names[n++] = v->verb;
	names[n++] = "pause";
	names[n++] = "advance";
	for (size_t i = 0; i < n; i++)
		node_add(g->arena, list, NULL, node_string(g->arena,
		    names[i]));
	return why_not(g, "unknown-order", FACTS(fact_text("order", verb),
	    fact_text("near", str_nearest(verb, names, n)),
	    fact_node("orders", list)));
}

static const char *
check_fields(struct game *g, int side, const struct order_verb *v,
    const struct node *order, bool within)
{
	const char *why = NULL;

	for (const struct node *c = order->child; c && !why; c = c->next) {
		const struct order_field *f = find_field(v, c->key);

		if (strcmp(c->key, "do") == 0)
			continue;
		if (strcmp(c->key, "else") == 0)
			why = check_else(g, side, v, c);
		else if (strcmp(c->key, "if_fails") == 0)
			why = check_if_fails(g, side, v, c, within);
		else
			why = f ? check_field(g, side, f, c) :
			    unknown_field(g, v, c->key);
	}
	for (const struct order_field *f = v->fields; f->name && !why; f++)
		if (f->needed && node_get(order, f->name) == NULL)
			why = why_not(g, "missing-field", FACTS(fact_text(
			    "order", v->verb), fact_text("field", f->name)));
	return why;
}

/* `within` another order: there is one level of them. */
static const char *
check_order(struct game *g, int side, const struct node *order, bool within)
{
	const struct order_verb *v;
	const char *verb = node_str(order, "do"), *why;
	const struct node *under;

	if (order->type != NODE_TABLE || verb == NULL)
		return "no-verb";
	if (strcmp(verb, "pause") == 0)
		return NULL;
	if ((v = group_verb_of(g->sys, order)) == NULL)
		return unknown_verb(g, verb);
	if (group_is(order)) {
		why = group_static(g, side, order);
		under = node_get(order, "if_fails");
		return why == NULL && under != NULL ? check_if_fails(g, side,
		    v, under, within) : why;
	}
	why = check_fields(g, side, v, order, within);
	if (why == NULL && g->sys->order_check != NULL)
		why = g->sys->order_check(g, side, order);
	return why;
}

const char *
order_static(struct game *g, int side, const struct node *order)
{
	return check_order(g, side, order, false);
}

static int
check_answer(struct err *e, struct game *g, const struct node *x, int number)
{
	const char *names[64], *kind = node_str(x, "kind");
	const struct node *answer = node_get(x, "answer");
	size_t n = 0;

	if (x->type != NODE_TABLE || kind == NULL || answer == NULL)
		return err_set(e, ERR_INPUT, "answer %d: it needs kind and "
		    "answer", number);
	if (answer->type != NODE_STRING && answer->type != NODE_ARRAY)
		return err_set(e, ERR_INPUT, "answer %d: answer must be a "
		    "string, one of the options of the question", number);
	if (answer->type == NODE_STRING && strcmp(answer->s, "ask") == 0)
		return err_set(e, ERR_INPUT, "answer %d: \"ask\" answers "
		    "nothing; it is for doctrine", number);
	if (question_kind(g->sys, kind) != NULL)
		return ERR_OK;
	for (const struct question_kind *k = g->sys->questions;
	    k->kind && n < 64; k++)
		names[n++] = k->kind;
	return err_set(e, ERR_INPUT, "answer %d: kind \"%s\": no such kind of "
	    "question%s", number, str_shown(g->arena, kind, 60),
	    str_suggest(g->arena, kind, names, n));
}

static int
check_orders(struct err *e, struct game *g, int side,
    const struct node *list)
{
	int number = 0;

	if (list->type != NODE_ARRAY)
		return err_set(e, ERR_INPUT, "order: it is %s; write [[order]] "
		    "entries", node_type_name(list->type));
	if (list->n > MAX_ORDERS)
		return err_set(e, ERR_INPUT, "order: more than %d orders",
		    MAX_ORDERS);
	for (const struct node *c = list->child; c != NULL; c = c->next) {
		const char *why = order_static(g, side, c);

		number++;
		if (why != NULL)
			return err_set(e, ERR_INPUT, "order %d: %s", number,
			    game_words(g, why));
	}
	return ERR_OK;
}

int
submission_check(struct err *e, struct game *g, int side,
    const struct node *t)
{
	const struct node *x;
	int rc = ERR_OK, number = 0;

	if ((x = node_get(t, "order")) != NULL)
		rc = check_orders(e, g, side, x);
	if (rc == ERR_OK && (x = node_get(t, "answer")) != NULL) {
		if (x->type != NODE_ARRAY || x->n > MAX_ORDERS)
			return err_set(e, ERR_INPUT, "answer: write [[answer]] "
			    "entries, at most %d", MAX_ORDERS);
		for (x = x->child; x && rc == ERR_OK; x = x->next)
			rc = check_answer(e, g, x, ++number);
	}
	if (rc == ERR_OK && (x = node_get(t, "doctrine")) != NULL)
		rc = doctrine_check(e, g, x);
	if (rc == ERR_OK && (x = node_get(t, "deploy")) != NULL) {
		const char *why = "no-deployment";

		if (g->sys->deploy_check != NULL)
			why = g->sys->deploy_check(g, side, x);
		if (why != NULL)
			rc = err_set(e, ERR_INPUT, "deploy: %s",
			    game_words(g, why));
	}
	return rc;
}
