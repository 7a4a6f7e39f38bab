/* try.c: what a paper would do: what is certain, then what is assumed */
#include "desk/assume.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "show/report.h"

#include <string.h>

const char *const desk_verdicts[DESK_VERDICT_COUNT] = { "done", "refused",
	"not reached" };

/* The certain run on its way. */
struct certain {
	const struct desk *d;
	const struct node *paper;
	struct trace trace;
	const char *dice;
};

static int
no_roll(void *ctx, struct game *g, int sides, const char *label)
{
	struct certain *c = ctx;

	(void)sides;
	if (desk_is_over(g, c->d->side, c->paper))
		game_halt(g, "your turn is over, and dice decide who is next");
	c->dice = arena_strdup(c->d->a, label);
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

static void
watch(struct game *g)
{
	struct certain *c = g->source.ctx;

	trace_event(&c->trace, g);
}

/* --------------------------------------------------------- what came of it */

static struct desk_order *
find_order(struct desk_try *out, int number)
{
	return number > 0 && number <= out->norders ? &out->order[number - 1] :
	    NULL;
}

static void
list_orders(struct arena *a, const struct node *list, struct desk_try *out)
{
	const struct node *x = list != NULL ? list->child : NULL;

	out->norders = x != NULL ? (int)list->n : 0;
	out->order = arena_new(a, struct desk_order, out->norders + 1);
	for (int i = 0; x != NULL; x = x->next, i++)
		out->order[i] = (struct desk_order){ .number = i + 1,
		    .line = x->line, .order = x, .events = node_array(a),
		    .instead = node_array(a),
		    .verdict = DESK_NOT_REACHED, .assumed = true };
}

static void
collect_events(const struct desk *d, const struct game *g,
    const struct trace *t, struct desk_try *out)
{
	const struct node *x = g->events->child;

	for (size_t i = 0; x != NULL; x = x->next, i++) {
		struct desk_order *o = find_order(out, trace_owner(t, i));
		const char *id = node_str(x, "event");

		if (id != NULL && strcmp(id, "refused") == 0)
			continue;
		node_add(d->a, o ? o->events : out->besides, NULL,
		    node_copy(d->a, x));
	}
}

static void
add_refused(const struct desk *d, struct game *g, const struct refusal *f,
    struct desk_try *out)
{
	struct node *t = node_table(d->a);

	node_add_string(d->a, t, "part", f->what);
	node_add_int(d->a, t, "number", f->number);
	node_add_string(d->a, t, "problem", game_words(g, f->reason));
	node_add(d->a, out->answers, NULL, t);
}

/* Verdicts; those of the certain run are not judged again. */
static void
judge(const struct desk *d, struct game *g, bool assumed,
    struct desk_try *out)
{
	for (int i = 0; i < g->nanswers; i++) {
		struct desk_order *o = desk_took_order(&g->answers[i],
		    d->side) ? find_order(out, g->answers[i].number) : NULL;

		if (o != NULL && o->verdict == DESK_NOT_REACHED) {
			o->verdict = DESK_DONE;
			o->assumed = assumed;
		}
	}
	for (int i = 0; i < g->nrefusals; i++) {
		const struct refusal *f = &g->refusals[i];
		struct desk_order *o = find_order(out, f->number);

		if (f->side != d->side)
			continue;
		if (strcmp(f->what, "order") == 0 && o != NULL) {
			if (o->assumed == assumed) {
				o->verdict = DESK_REFUSED;
				o->reason = arena_strdup(d->a, game_words(g,
				    f->reason));
			}
		} else if (!assumed) {
			add_refused(d, g, f, out);
		}
	}
}

/* What orders of several units, and those that failed, became. */
static void
collect_instead(const struct desk *d, const struct game *g,
    struct desk_try *out)
{
	for (int i = 0; i < g->nanswers; i++) {
		const struct answer *x = &g->answers[i];
		struct desk_order *o = x->side == d->side &&
		    strcmp(x->kind, "order") == 0 ? find_order(out, x->number)
		    : NULL;

		if (o != NULL && x->value->type == NODE_TABLE &&
		    (node_get(x->about, "each") != NULL ||
		    node_get(x->about, "part") != NULL))
			node_add(d->a, o->instead, NULL, node_copy(d->a,
			    x->value));
	}
}

/* Questions of ours that only a late answer answered. */
static void
collect_asked(const struct desk *d, const struct game *g,
    struct desk_try *out)
{
	int order = 0;

	for (int i = 0; i < g->nanswers; i++) {
		const struct answer *x = &g->answers[i];
		struct node *t;

		if (x->side == d->side && strcmp(x->kind, "order") == 0)
			order = x->value->type == NODE_TABLE ? x->number : 0;
		if (x->side != d->side || strcmp(x->by, "late") != 0)
			continue;
		t = x->about != NULL ? node_copy(d->a, x->about) :
		    node_table(d->a);
		node_add_string(d->a, t, "kind", x->kind);
		if (x->value->type == NODE_STRING)
			node_add_string(d->a, t, "answer", x->value->s);
		node_add_int(d->a, t, "order", order);
		node_add(d->a, out->asked, NULL, t);
	}
}

/* "legio-49 may not stay on a friend in 2323 and goes back" */
static const char *
event_words(const struct desk *d, const struct game *g,
    const struct node *event)
{
	struct phrase_names names = report_names(d->a, g, d->rules);
	struct node *one = node_array(d->a);
	struct str s = str_new(d->a), line = str_new(d->a);

	node_add(d->a, one, NULL, node_copy(d->a, event));
	desk_tell_events(d, &names, one, 0, &s);
	for (const char *p = s.s; *p != '\0'; p += strcspn(p, "\n"), p +=
	    strspn(p, "\n "))
		str_addf(&line, "%s%.*s", line.len ? " " : "",
		    (int)strcspn(p, "\n"), p);
	if (line.len > 0 && line.s[line.len - 1] == '.')
		line.s[--line.len] = '\0';
	return line.s;
}

/* A move that certainly ends in an illegal stack is no better than a refused
 * one, though the rules take it back only at the end of the phase. */
static void
collect_undone(const struct desk *d, const struct game *g,
    struct desk_try *out)
{
	const struct node *x = out->besides->child;

	for (size_t i = 0; x != NULL && i < out->certain; i++, x = x->next) {
		const char *id = node_str(x, "event"), *unit = node_str(x,
		    "unit");

		if (id == NULL || unit == NULL || strcmp(id, "undone") != 0)
			continue;
		for (int k = out->norders - 1; k >= 0; k--) {
			struct desk_order *o = &out->order[k];
			const char *who = node_str(o->order, "unit");

			if (o->verdict != DESK_DONE || o->assumed || who ==
			    NULL || strcmp(who, unit) != 0)
				continue;
			o->undone = event_words(d, g, x);
			break;
		}
	}
}

static void
list_rolls(const struct desk *d, const struct assumption_list *list,
    struct desk_try *out)
{
	const struct system *s = d->game->sys;

	for (int i = 0; i < list->n; i++) {
		const struct assumed *r = &list->roll[i];
		struct node *t = node_add(d->a, out->rolls, NULL,
		    node_table(d->a));
		int n = r->face;
		const char *word = s->shows(r->sides, r->face, &n);

		node_add_string(d->a, t, "label", r->label);
		if (word != NULL)
			node_add_string(d->a, t, "shows", word);
		else
			node_add_int(d->a, t, "shows", n);
		node_add_string(d->a, t, "what", r->what);
		node_add_int(d->a, t, "order", r->order);
	}
}

/* -------------------------------------------------------------- the others */

static bool
is_asked_now(const struct desk *d, const struct node *ask)
{
	const struct node *x = d->asks ? d->asks->child : NULL;

	for (; x != NULL; x = x->next)
		if (node_equal(x, ask))
			return true;
	return false;
}

/* Is a side asked anew whose orders or doctrine were hidden? */
static bool
asks_hidden(const struct desk *d, const struct game *g)
{
	for (const struct node *x = g->asks->child; x != NULL; x = x->next) {
		const char *kind = node_str(x, "kind");
		const char *side = node_str(x, "side");

		if (is_asked_now(d, x))
			continue;
		for (int i = 0; i < g->nsides && kind && side; i++)
			if (strcmp(g->side[i], side) == 0 &&
			    !(strcmp(kind, "orders") == 0 ?
			    d->game->player[i].known_orders :
			    d->game->player[i].known_answers))
				return true;
	}
	return false;
}

/* --------------------------------------------------------------------- run */

static int
failed(struct err *e, const struct desk *d, const struct game *g)
{
	return err_set(e, ERR_VERIFY, "exchange %ld: %s", d->n, g->why);
}

static int
run_certain(struct err *e, const struct desk *d, const struct node *paper,
    struct desk_try *out)
{
	struct game *g = arena_new(d->a, struct game, 1);
	struct certain c = { .d = d, .paper = paper, .trace = { .a = d->a, .side = d->side,
	    .orders = node_array_of(paper, "order") } };

	desk_fork(d, d->a, paper, DESK_CERTAIN, NULL, g);
	g->source = (struct source){ &c, no_roll, no_pick, no_shuffle, NULL };
	g->watch = watch;
	game_run(g);
	g->watch = NULL;
	if (g->stop == STOP_FAIL)
		return failed(e, d, g);
	judge(d, g, false, out);
	collect_events(d, g, &c.trace, out);
	for (int i = 0; i < out->norders; i++) {
		out->order[i].certain = out->order[i].events->n;
		out->order[i].events = node_array(d->a);
	}
	out->certain = out->besides->n;
	out->besides = node_array(d->a);
	out->dice = c.dice;
	out->dice_order = c.dice ? desk_current_order(g, d->side) : 0;
	out->ask = g->asks;
	out->guessed = asks_hidden(d, g);
	out->result = g->stop == STOP_OVER ? g->result : NULL;
	out->halt = g->stop == STOP_HALT ? arena_strdup(d->a, g->why) : NULL;
	return ERR_OK;
}

int
desk_try(struct err *e, const struct desk *d, const struct node *paper,
    const struct node *suppose, struct desk_try *out)
{
	struct trace t = { .a = d->a, .side = d->side,
	    .orders = node_array_of(paper, "order") };
	struct assumption_list rolls = { .n = 0 };
	int rc;

	memset(out, 0, sizeof *out);
	out->besides = node_array(d->a);
	out->answers = node_array(d->a);
	out->rolls = node_array(d->a);
	out->asked = node_array(d->a);
	list_orders(d->a, t.orders, out);
	if ((rc = run_certain(e, d, paper, out)) != ERR_OK)
		return rc;
	out->after = arena_new(d->a, struct game, 1);
	assume_run(d, paper, suppose, out->after, &t, &rolls);
	if (out->after->stop == STOP_FAIL)
		return failed(e, d, out->after);
	judge(d, out->after, true, out);
	collect_events(d, out->after, &t, out);
	collect_asked(d, out->after, out);
	collect_instead(d, out->after, out);
	collect_undone(d, out->after, out);
	list_rolls(d, &rolls, out);
	out->ask_last = out->after->asks;
	if (out->after->stop == STOP_HALT)
		out->halt = out->after->why;
	if (out->after->stop == STOP_OVER && out->result == NULL)
		out->result = out->after->result;
	return ERR_OK;
}
