/* dry.c: what a submission would do, up to the first die */
#include "cli/dry.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

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
part_problem(struct arena *a, struct position *p, int side, const char *part,
    const struct node *value, bool entry)
{
	struct node *t = node_table(a), *list = node_array(a);
	struct err e = { 0 };
	const char *msg, *colon;

	if (entry)
		node_add(a, list, NULL, node_copy(a, value));
	node_add(a, t, part, entry ? list : node_copy(a, value));
	if (submission_check(&e, &p->game, side, t) == ERR_OK)
		return NULL;
	msg = arena_strdup(a, e.msg);
	colon = strstr(msg, ": ");		/* "order 1: " */
	return colon != NULL ? colon + 2 : msg;
}

struct node *
dry_problems(struct arena *a, struct position *p, const struct submission *s)
{
	struct node *out = node_array(a);

	for (int i = 0; i < PART_COUNT; i++) {
		const char *part = submission_parts[i], *why = NULL;
		const struct node *v = s->part[i];
		bool list = v != NULL && i != PART_DEPLOY &&
		    v->type == NODE_ARRAY;
		size_t before = out->n;
		int number = 0;

		for (const struct node *x = list ? v->child : NULL; x;
		    x = x->next) {
			number++;
			why = part_problem(a, p, s->side, part, x, true);
			if (why != NULL)
				add_problem(a, out, part, number, x->line,
				    why);
		}
		if (v == NULL || out->n > before)
			continue;
		why = part_problem(a, p, s->side, part, v, false);
		if (why != NULL)
			add_problem(a, out, part, 0, v->line, why);
	}
	return out;
}

/* -------------------------------------------------------------- the source */

struct run {
	struct game *g;
	struct arena *a;
	struct dry *out;
	int side;
	int *owner;		/* of each event; 0: no order's */
	size_t nowners, cap;
};

static int
no_roll(void *ctx, struct game *g, int sides, const char *label)
{
	struct run *r = ctx;

	(void)sides;
	r->out->dice = arena_strdup(r->a, label);
	game_halt(g, "a die: %s", label);
}

static int
no_pick(void *ctx, struct game *g, int n)
{
	(void)ctx, (void)n;
	game_halt(g, "the bot has to choose");
}

static void
no_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)j, (void)cards, (void)n;
	game_halt(g, "cards are shuffled");
}

/* The order of our side that is being carried out; 0: none is. */
static int
current_order(const struct run *r)
{
	const struct game *g = r->g;

	for (int i = g->nanswers - 1; i >= 0; i--) {
		const struct answer *x = &g->answers[i];

		if (strcmp(x->kind, "order") == 0)
			return x->side == r->side &&
			    x->value->type == NODE_TABLE ? x->number : 0;
	}
	return 0;
}

static void
watch(struct game *g)
{
	struct run *r = g->source.ctx;

	if (g->events->n > r->cap) {
		size_t cap = 2 * g->events->n + 64;
		int *p = arena_new(r->a, int, cap);

		if (r->nowners > 0)
			memcpy(p, r->owner, r->nowners * sizeof *p);
		r->owner = p;
		r->cap = cap;
	}
	/* refusals are events that nobody watches */
	while (r->nowners < g->events->n)
		r->owner[r->nowners++] = 0;
	r->owner[g->events->n - 1] = current_order(r);
}

/* ------------------------------------------------------------ what is known */

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
	x->used = 0;
}

static void
hide_unknown(struct arena *a, struct position *p)
{
	for (int i = 0; i < p->charter.nsides; i++) {
		struct player *x = &p->game.player[i];

		if (p->charter.side[i].bot)
			continue;
		if (!x->known_orders && x->orders_exchange >= 0)
			hide_orders(a, x);
		if (!x->known_answers)
			x->doctrine = ask_always(a, p->game.sys);
	}
}

static bool
is_asked_now(const struct position *p, const struct node *ask)
{
	const struct node *x = position_asks(p);

	for (x = x ? x->child : NULL; x != NULL; x = x->next)
		if (node_equal(x, ask))
			return true;
	return false;
}

/* Is a side asked anew whose orders or doctrine were hidden? */
static bool
asks_hidden(const struct position *p)
{
	const struct game *g = &p->game;

	for (const struct node *x = g->asks->child; x != NULL; x = x->next) {
		const char *kind = node_str(x, "kind");
		const char *side = node_str(x, "side");

		if (is_asked_now(p, x))
			continue;
		for (int i = 0; i < g->nsides && kind && side; i++)
			if (strcmp(g->side[i], side) == 0 &&
			    !(strcmp(kind, "orders") == 0 ?
			    g->player[i].known_orders :
			    g->player[i].known_answers))
				return true;
	}
	return false;
}

/* ------------------------------------------------------------ what came out */

static struct dry_order *
find_order(struct dry *out, int number)
{
	return number > 0 && number <= out->norders ? &out->order[number - 1] :
	    NULL;
}

static void
list_orders(struct arena *a, const struct node *list, struct dry *out)
{
	const struct node *x = list != NULL && list->type == NODE_ARRAY ?
	    list->child : NULL;

	out->norders = x != NULL ? (int)list->n : 0;
	out->order = arena_new(a, struct dry_order, out->norders + 1);
	for (int i = 0; x != NULL; x = x->next, i++)
		out->order[i] = (struct dry_order){ .number = i + 1,
		    .line = x->line, .order = x, .events = node_array(a) };
}

static void
collect(struct run *r)
{
	struct game *g = r->g;
	const struct node *x = g->events->child;

	for (size_t i = 0; x != NULL; x = x->next, i++) {
		struct dry_order *o = find_order(r->out, i < r->nowners ?
		    r->owner[i] : 0);
		const char *id = node_str(x, "event");

		if (id != NULL && strcmp(id, "refused") == 0)
			continue;
		node_add(r->a, o ? o->events : r->out->besides, NULL,
		    node_copy(r->a, x));
	}
	for (int i = 0; i < g->nanswers; i++) {
		struct dry_order *o = g->answers[i].side == r->side &&
		    strcmp(g->answers[i].kind, "order") == 0 ?
		    find_order(r->out, g->answers[i].number) : NULL;

		if (o != NULL)
			o->reached = true;
	}
	for (int i = 0; i < g->nrefusals; i++) {
		const struct refusal *f = &g->refusals[i];
		struct dry_order *o = find_order(r->out, f->number);
		struct node *t;

		if (f->side != r->side)
			continue;
		if (strcmp(f->what, "order") == 0 && o != NULL) {
			o->refused = game_words(g, f->reason);
			continue;
		}
		t = node_table(r->a);
		node_add_string(r->a, t, "part", f->what);
		node_add_int(r->a, t, "number", f->number);
		node_add_string(r->a, t, "problem", game_words(g, f->reason));
		node_add(r->a, r->out->answers, NULL, t);
	}
}

int
dry_run(struct err *e, struct arena *a, struct position *p,
    const struct exchange_past *past, struct submission *s, struct dry *out)
{
	struct game *g = &p->game;
	struct run r = { .g = g, .a = a, .out = out, .side = s->side };
	bool unknown;
	int rc;

	memset(out, 0, sizeof *out);
	out->besides = node_array(a);
	out->answers = node_array(a);
	list_orders(a, s->part[PART_ORDER], out);
	rc = exchange_players(e, a, p, past, NULL, s, 1, &unknown);
	if (rc != ERR_OK)
		return rc;
	if (unknown)
		hide_unknown(a, p);
	g->source = (struct source){ &r, no_roll, no_pick, no_shuffle };
	g->watch = watch;
	game_run(g);
	g->watch = NULL;
	if (g->stop == STOP_FAIL)
		return err_set(e, ERR_VERIFY, "exchange %ld: %s", p->n,
		    g->why);
	out->dice_order = out->dice != NULL ? current_order(&r) : 0;
	out->ask = g->asks;
	out->guessed = asks_hidden(p);
	out->over = g->stop == STOP_OVER;
	collect(&r);
	return ERR_OK;
}
