/* tell.c: what came of trying a paper, in words or as a tree */
#include "desk/tell.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "show/ascii.h"
#include "show/names.h"
#include "show/report.h"
#include "show/say.h"
#include "show/wrap.h"

#include <string.h>

const char *
tell_problem(const struct node *problems, const char *part, int number)
{
	for (const struct node *x = problems->child; x; x = x->next)
		if (strcmp(node_str(x, "part"), part) == 0 &&
		    node_integer(x, "number", 0) == number)
			return node_str(x, "problem");
	return NULL;
}

const char *
tell_problem_at(struct arena *a, const struct node *problem, bool with_line)
{
	struct str s = str_new(a);
	long long number = (long long)node_integer(problem, "number", 0);
	long long line = (long long)node_integer(problem, "line", 0);

	str_add(&s, node_str(problem, "part"));
	if (number > 0)
		str_addf(&s, " %lld", number);
	if (line > 0 && with_line)
		str_addf(&s, " (line %lld)", line);
	str_addf(&s, ": %s", str_shown(a, node_str(problem, "problem"), 600));
	return s.s;
}

const char *
tell_problem_words(struct arena *a, const struct node *problem)
{
	return tell_problem_at(a, problem, true);
}

/* ------------------------------------------------------------------ orders */

/* An event that is assumed: its dice have no numbers, nobody has rolled. */
static struct node *
assumed_event(struct arena *a, const struct node *event)
{
	struct node *out = node_table(a);

	for (const struct node *x = event->child; x != NULL; x = x->next)
		if (strcmp(x->key, "rolls") != 0)
			node_add(a, out, x->key, node_copy(a, x));
	return out;
}

/* The first `n` of a list, or the others. */
static struct node *
part_of(struct arena *a, const struct node *list, size_t n, bool first)
{
	struct node *out = node_array(a);
	size_t i = 0;

	for (const struct node *x = list->child; x != NULL; x = x->next, i++)
		if ((i < n) == first)
			node_add(a, out, NULL, first ? node_copy(a, x) :
			    assumed_event(a, x));
	return out;
}

/* Lines that rest on an assumption begin with a tilde. */
static void
mark(struct str *out, const char *lines)
{
	for (const char *p = lines; *p != '\0'; p = strchr(p, '\n') + 1)
		str_addf(out, "~%.*s\n", (int)strcspn(p, "\n") - 1, p + 1);
}

static void
tell_events_of(const struct desk *d, const struct phrase_names *names,
    const struct node *events, size_t certain, int margin, struct str *out)
{
	struct str s = str_new(d->a);

	names_afresh(names->ctx);
	desk_tell_events(d, names, part_of(d->a, events, certain, true),
	    margin, out);
	names_afresh(names->ctx);
	desk_tell_events(d, names, part_of(d->a, events, certain, false),
	    margin > 1 ? margin : 2, &s);
	mark(out, s.s);
}

static void
tell_order(const struct desk *d, const struct phrase_names *names,
    const struct desk_order *o, const struct node *problems, struct str *out)
{
	const char *why = tell_problem(problems, "order", o->number);
	struct str lines = str_new(d->a);

	wrap_text(out, desk_say(d, SAID(o->line > 0 ? "check.order" :
	    "check.order-nowhere", fact_number("assumed", o->assumed &&
	    o->verdict != DESK_NOT_REACHED), fact_number("number", o->number),
	    fact_number("line", o->line), fact_text("order",
	    desk_order_words(d->a, o->order)))), 0, 8);
	if (why != NULL) {
		wrap_text(out, desk_say(d, SAID("check.wrong", fact_text("why",
		    str_shown(d->a, why, 600)))), 4, 8);
		return;
	}
	if (o->verdict == DESK_REFUSED || o->undone != NULL) {
		wrap_text(&lines, desk_say(d, SAID("check.refused", fact_text(
		    "why", str_shown(d->a, o->undone ? o->undone : o->reason,
		    600)))), 4, 8);
		if (o->assumed)
			mark(out, lines.s);
		else
			str_add(out, lines.s);
	} else if (o->verdict == DESK_NOT_REACHED) {
		wrap_text(out, desk_say(d, SAID_ALONE("check.not-reached")), 4,
		    8);
	}
	for (const struct node *x = o->instead->child; x != NULL; x = x->next)
		wrap_text(out, arena_printf(d->a, "- %s",
		    desk_order_words(d->a, x)), 4, 8);
	if (o->undone == NULL)
		tell_events_of(d, names, o->events, o->certain, 4, out);
}

/* Said once, before the first line that is assumed. */
static void
tell_assumptions(const struct desk *d, const struct desk_try *t,
    struct str *out)
{
	const struct node *r = t->rolls->child;
	bool hopes = false;

	for (; r != NULL; r = r->next)
		hopes = hopes || strcmp(node_str(r, "what"), "succeeds") == 0;
	if (t->rolls->n == 0 && t->asked->n == 0 && !t->guessed)
		return;
	wrap_text(out, desk_say(d, SAID("check.assumed", fact_number("hopes",
	    hopes))), 0, 0);
	str_addc(out, '\n');
}

/* -------------------------------------------------------------------- stops */

static void
tell_asked(const struct desk *d, const struct desk_try *t, struct str *out)
{
	for (const struct node *x = t->asked->child; x != NULL; x = x->next) {
		const char *answer = node_str(x, "answer");

		wrap_text(out, desk_say(d, SAID("check.asked",
		    fact_number("order", node_integer(x, "order", 0)),
		    fact_text("kind", node_str(x, "kind")),
		    fact_text("unit", node_str(x, "unit")),
		    fact_text("answer", answer ? answer : "-"))), 0, 4);
	}
}

static void
tell_stop(const struct desk *d, const struct desk_try *t, struct str *out)
{
	struct game *g = arena_new(d->a, struct game, 1);
	const struct node *ask = t->dice ? t->ask_last : t->ask;

	*g = *t->after;
	g->arena = d->a;
	if (t->result != NULL) {
		wrap_text(out, desk_say(d, SAID("check.over", fact_text(
		    "result", str_shown(d->a, t->result, 200)))), 0, 4);
		return;
	}
	if (ask == NULL || ask->n == 0) {
		if (t->halt != NULL)
			wrap_text(out, desk_say(d, SAID("check.ends",
			    fact_text("why", str_shown(d->a, t->halt, 200)))),
			    0, 4);
		return;
	}
	wrap_text(out, desk_say(d, SAID_ALONE(t->dice ? "check.then" :
	    t->guessed ? "check.then-unless-sealed" : "check.then-certainly")),
	    0, 4);
	for (const struct node *x = ask->child; x; x = x->next)
		report_asked(out, g, d->rules, x);
}

void
tell_try(const struct desk *d, const struct desk_try *t,
    const struct node *problems, struct str *out)
{
	struct phrase_names names = report_names(d->a, t->after,
	    d->rules);
	bool any = false;

	tell_assumptions(d, t, out);
	for (int i = 0; i < t->norders; i++)
		tell_order(d, &names, &t->order[i], problems, out);
	if (t->norders > 0)
		str_addc(out, '\n');
	for (const struct node *x = problems->child; x; x = x->next) {
		if (strcmp(node_str(x, "part"), "order") == 0 &&
		    node_get(x, "number") != NULL && t->norders > 0)
			continue;		/* told with its order */
		wrap_text(out, tell_problem_words(d->a, x), 0, 4);
		any = true;
	}
	for (const struct node *x = t->answers->child; x; x = x->next) {
		const char *part = node_str(x, "part");

		if (tell_problem(problems, part, 0) != NULL ||
		    tell_problem(problems, part, (int)node_integer(x,
		    "number", 0)) != NULL)
			continue;
		wrap_text(out, tell_problem_words(d->a, x), 0, 4);
		any = true;
	}
	if (any)
		str_addc(out, '\n');
	tell_events_of(d, &names, t->besides, t->certain, 0, out);
	tell_asked(d, t, out);
	tell_stop(d, t, out);
}

void
tell_warnings(const struct desk *d, const struct node *warnings,
    struct str *out)
{
	for (const struct node *x = warnings->child; x != NULL; x = x->next) {
		long long n = (long long)node_integer(x, "number", 0);
		const char *part = node_str(x, "part");

		wrap_text(out, desk_say(d, SAID("check.warning", fact_text(
		    "part", part), fact_text("number", n > 0 ? arena_printf(
		    d->a, "%lld", n) : NULL), fact_text("warning", str_shown(
		    d->a, node_str(x, "warning"), 400)))), 0, 4);
	}
}

void
tell_map(const struct desk *d, const struct desk_try *t, struct str *out)
{
	struct game *g = arena_new(d->a, struct game, 1);

	*g = *t->after;
	g->arena = d->a;
	if (g->sys->board == NULL)
		return;
	str_addf(out, "\n%s\n\n", desk_say(d, SAID_ALONE(t->rolls->n > 0 ?
	    "check.map-assumed" : "check.map")));
	ascii_board(out, board_of(g), &(struct ascii_options){
	    .around = HEX_NONE });
}

/* --------------------------------------------------------------- rehearsal */

/* "Vandals: hits 3.20 (96%), units routed 0.41 (38%)" */
static void
tell_toll(const struct desk *d, const struct node *toll, long runs,
    int margin, struct str *out)
{
	struct phrase_names names = report_names(d->a, d->game, d->rules);

	for (int i = 0; i < d->game->nsides; i++) {
		struct str s = str_new(d->a);

		for (const struct node *x = toll->child; x; x = x->next) {
			long long mean = (long long)node_integer(x, "mean", 0);
			long long often = (long long)node_integer(x, "often",
			    0);

			if (strcmp(node_str(x, "side"), d->game->side[i]) != 0)
				continue;
			str_addf(&s, "%s %s", s.len ? "," : "", desk_say(d,
			    SAID(often > 0 ? "check.toll" : "check.toll-never",
			    fact_text("what", node_str(x, "what")),
			    fact_text("mean", arena_printf(d->a,
			    "%s%lld.%02lld", mean < 0 ? "-" : "", (mean < 0 ?
			    -mean : mean) / 100, (mean < 0 ? -mean : mean) %
			    100)), fact_number("percent", (200 * often + runs)
			    / (2 * runs)))));
		}
		if (s.len > 0)
			wrap_text(out, arena_printf(d->a, "%s:%s",
			    names_side(names.ctx, d->game->side[i]), s.s),
			    margin, margin + 4);
	}
}

void
tell_rehearsal(const struct desk *d, const struct node *orders,
    const struct desk_rehearsal *r, struct str *out)
{
	const struct node *o = orders ? orders->child : NULL;

	wrap_text(out, desk_say(d, SAID("check.rehearsed", fact_number("runs",
	    r->runs), fact_number("supposed", r->supposed))), 0, 0);
	str_addc(out, '\n');
	for (const struct node *x = r->orders->child; x && o; x = x->next,
	    o = o->next) {
		int64_t done = node_integer(x, "done", 0);
		int64_t refused = node_integer(x, "refused", 0);
		const char *why = node_str(x, "reason");

		wrap_text(out, desk_say(d, SAID("check.order-nowhere",
		    fact_number("assumed", 0), fact_number("number",
		    node_integer(x, "number", 0)), fact_text("order",
		    desk_order_words(d->a, o)))), 0, 8);
		if (done != r->runs)
			wrap_text(out, desk_say(d, SAID(refused > 0 ?
			    "check.carried-out-refused" : "check.carried-out",
			    fact_number("done", done), fact_number("runs",
			    r->runs), fact_number("refused", refused),
			    fact_text("why", str_shown(d->a, why ? why : "",
			    200)))), 4, 8);
		tell_toll(d, node_get(x, "toll"), r->runs, 4, out);
	}
	str_addf(out, "\n%s\n", desk_say(d, SAID_ALONE("check.whole-turn")));
	tell_toll(d, r->toll, r->runs, 4, out);
	for (const struct node *x = r->ends->child; x; x = x->next)
		wrap_text(out, desk_say(d, SAID("check.times",
		    fact_number("times", node_integer(x, "times", 0)),
		    fact_text("what", str_shown(d->a, node_str(x, "what"),
		    200)))), 4, 8);
}

/* ------------------------------------------------------------------- trees */

static void
order_node(const struct desk *d, const struct desk_order *o,
    const struct node *problems, struct node *list)
{
	struct arena *a = d->a;
	struct node *x = node_add(a, list, NULL, node_table(a));
	const char *why = tell_problem(problems, "order", o->number);

	node_add_int(a, x, "number", o->number);
	node_add_int(a, x, "line", o->line);
	node_add(a, x, "order", node_copy(a, o->order));
	node_add_string(a, x, "outcome", why ? "wrong" : o->undone ? "undone" :
	    desk_verdicts[o->verdict]);
	node_add_bool(a, x, "assumed", o->assumed);
	if (why == NULL)
		why = o->undone ? o->undone : o->reason;
	if (why != NULL)
		node_add_string(a, x, "reason", why);
	if (o->instead->n > 0)
		node_add(a, x, "instead", node_copy(a, o->instead));
	node_add_int(a, x, "certain", (int64_t)o->certain);
	node_add(a, x, "events", node_copy(a, o->events));
}

void
tell_try_node(const struct desk *d, const struct desk_try *t,
    const struct node *problems, struct node *out)
{
	struct arena *a = d->a;
	struct node *list = node_add_array(a, out, "orders");

	for (int i = 0; i < t->norders; i++)
		order_node(d, &t->order[i], problems, list);
	node_add(a, out, "besides", node_copy(a, t->besides));
	node_add(a, out, "assumed", node_copy(a, t->rolls));
	node_add(a, out, "asked", node_copy(a, t->asked));
	if (t->dice != NULL)
		node_add_string(a, out, "dice", t->dice);
	else if (t->ask != NULL)
		node_add(a, out, "ask", node_copy(a, t->ask));
	if (t->result != NULL)
		node_add_string(a, out, "result", t->result);
	if (t->after != NULL) {
		struct game *g = arena_new(a, struct game, 1);

		*g = *t->after;
		g->arena = a;
		game_position(g, g->state, node_add_table(a, out,
		    "position"));
	}
}

struct node *
tell_rehearsal_node(const struct desk *d, const struct desk_rehearsal *r)
{
	struct node *t = node_table(d->a);

	node_add_int(d->a, t, "runs", r->runs);
	node_add(d->a, t, "orders", node_copy(d->a, r->orders));
	node_add(d->a, t, "toll", node_copy(d->a, r->toll));
	node_add(d->a, t, "ends", node_copy(d->a, r->ends));
	return t;
}
