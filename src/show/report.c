/* report.c: what happened in an exchange, for people, in plain text */
#include "show/report.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/game.h"
#include "show/phrase.h"
#include "show/why.h"
#include "show/wrap.h"

#include <string.h>

#define TALK 4000		/* characters of table talk that are shown */

/* A report on its way. */
struct report {
	struct str *out;
	struct arena *a;
	struct game *g;
	const struct report_context *c;
	struct phrase_names names;
};

/* The name that a unit has in the position. */
static const char *
name_of(void *ctx, const char *id)
{
	const struct node *position = ctx;

	for (const struct node *t = position->child; t; t = t->next) {
		const struct node *x = t->type == NODE_TABLE ?
		    node_get(t, id) : NULL;
		const char *name = x != NULL && x->type == NODE_TABLE ?
		    node_str(x, "name") : NULL;

		if (name != NULL)
			return name;
	}
	return NULL;
}

struct phrase_names
report_names(struct arena *a, struct game *g)
{
	struct node *position = node_table(a);

	game_position(g, g->state, position);
	return (struct phrase_names){ position, name_of };
}

static bool
is(const struct node *event, const char *id)
{
	const char *s = node_str(event, "event");

	return s != NULL && strcmp(s, id) == 0;
}

static const char *
shown(struct report *r, const char *s)
{
	return str_shown(r->a, s != NULL ? s : "", 400);
}

/* A value as a reader sees it: no quotes around words. */
static const char *
value(struct report *r, const struct node *v)
{
	struct str s = str_new(r->a);

	if (v->type == NODE_STRING)
		return shown(r, v->s);
	if (v->type == NODE_ARRAY) {
		for (const struct node *c = v->child; c; c = c->next)
			str_addf(&s, "%s%s", c == v->child ? "" : ", ",
			    value(r, c));
		return s.s;
	}
	toml_write_inline(&s, v);
	return shown(r, s.s);
}

/* ----------------------------------------------------------------- title */

static void
title(struct report *r)
{
	const char *result = node_str(r->c->turn, "result");
	struct str s = str_new(r->a), when = str_new(r->a);

	str_addf(&s, "%s, turn file %d", r->c->game, r->c->exchange);
	wrap_heading(r->out, s.s, '=');
	if (r->g->sys->when != NULL)
		r->g->sys->when(r->g, &when);
	if (when.len > 0)
		wrap_text(r->out, when.s, 0, 0);
	if (result != NULL)
		wrap_text(r->out, arena_printf(r->a,
		    "The game is over: %s.", shown(r, result)), 0, 4);
	for (int i = 0; i < r->c->nlate; i++)
		wrap_text(r->out, arena_printf(r->a, "The deadline passed "
		    "without an answer of %s.", shown(r, r->c->late[i])), 0,
		    4);
}

/* ------------------------------------------------------------- the story */

/* Headings that wait for something to be told under them. */
struct pending {
	const char *text[8];
	int n;
	bool begun;			/* something was told */
};

/* One of a lower rank than the first is told only if something follows. */
static void
add_heading(struct report *r, struct pending *p, const char *text, int rank)
{
	rank = rank < 8 ? rank : 7;
	while (p->n <= rank)
		p->text[p->n++] = NULL;
	p->text[rank] = text;
	p->n = rank + 1;
	if (rank > 0)
		return;
	str_addf(r->out, "%s* %s\n", p->begun ? "\n" : "", text);
	p->begun = true;
	p->n = 0;
}

static void
flush_headings(struct report *r, struct pending *p)
{
	for (int i = 0; i < p->n; i++) {
		if (p->text[i] == NULL)
			continue;
		if (p->begun)
			str_addc(r->out, '\n');
		wrap_text(r->out, arena_printf(r->a, "* %s", p->text[i]), 0,
		    2);
		p->begun = true;
	}
	p->n = 0;
	p->begun = true;
}

/* Those of one kind that follow one another: a; b; c.  Returns the last. */
static const struct node *
told_list(struct report *r, const struct node *x, const char *first)
{
	const char *id = node_str(x, "event"), *text;
	const struct node *n = x->next;
	struct str s = str_new(r->a);

	str_add(&s, first);
	for (; n != NULL; n = n->next) {
		if (is(n, "refused"))
			continue;		/* told elsewhere */
		if (!is(n, id) || (text = phrase_listed(r->a, r->c->phrases,
		    n, &r->names)) == NULL)
			break;
		str_addf(&s, "; %s", text);
		x = n;
	}
	str_addc(&s, '.');
	wrap_text(r->out, s.s, 0, 4);
	return x;
}

static void
story(struct report *r)
{
	const struct node *list = r->c->events;
	struct pending p = { .n = 0 };
	bool any = false;

	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		const char *text;
		int rank;

		if (is(x, "refused"))
			continue;
		if (!any)
			wrap_heading(r->out, "What happened", '-');
		any = true;
		text = phrase_heading(r->a, r->c->phrases, x, &r->names,
		    &rank);
		if (text != NULL) {
			add_heading(r, &p, text, rank);
			continue;
		}
		flush_headings(r, &p);
		text = phrase_listed(r->a, r->c->phrases, x, &r->names);
		if (text != NULL)
			x = told_list(r, x, text);
		else
			phrase_event(r->out, r->a, r->c->phrases, x,
			    &r->names);
	}
	if (any && !p.begun)
		str_add(r->out, "Nothing that is told.\n");
}

/* What players say is theirs: each line is marked, and shown escaped. */
static void
table_talk(struct report *r)
{
	const struct node *say = r->c->say;

	if (say == NULL || say->n == 0)
		return;
	wrap_heading(r->out, "Table talk", '-');
	for (const struct node *x = say->child; x != NULL; x = x->next) {
		const char *s = x->s != NULL ? x->s : "";

		str_addf(r->out, "%s says:\n", shown(r, x->key));
		while (*s != '\0') {
			size_t n = strcspn(s, "\n");
			struct str line = str_new(r->a);

			wrap_text(&line, str_shown(r->a, arena_strndup(r->a,
			    s, n), TALK), 4, 4);
			for (char *p = line.s; *p != '\0';
			    p = strchr(p, '\n') + 1)
				p[2] = '|';
			str_add(r->out, n > 0 ? line.s : "  |\n");
			s += n + (s[n] == '\n');
		}
	}
}

static bool
is_sealed_refusal(const struct node *x, const char *side, const char *what)
{
	const char *s = node_str(x, "side"), *w = node_str(x, "what");

	return is(x, "refused") && node_get(x, "text") == NULL &&
	    s != NULL && w != NULL && strcmp(s, side) == 0 &&
	    strcmp(w, what) == 0;
}

/* "orders 1, 3 and 4: sealed": all of one side and kind, at its first. */
static void
sealed_refusals(struct report *r, const struct node *x)
{
	const char *side = node_str(x, "side"), *what = node_str(x, "what");
	struct str s = str_new(r->a);
	const struct node *p = r->c->events->child, *last = x;
	int n = 0;

	if (side == NULL || what == NULL)
		return;
	for (; p != x; p = p->next)
		if (is_sealed_refusal(p, side, what))
			return;
	for (; p != NULL; p = p->next)
		if (is_sealed_refusal(p, side, what))
			last = p;
	for (p = x; p != NULL; p = p->next)
		if (is_sealed_refusal(p, side, what))
			str_addf(&s, "%s%lld", n++ == 0 ? "" : p == last ?
			    " and " : ", ", (long long)node_integer(p,
			    "number", 0));
	wrap_text(r->out, arena_printf(r->a, "%s, %s%s %s: sealed; %s text%s "
	    "and the reason%s are for %s alone.", shown(r, side),
	    shown(r, what), n > 1 ? "s" : "", s.s, n > 1 ? "their" : "its",
	    n > 1 ? "s" : "", n > 1 ? "s" : "", shown(r, side)), 0, 4);
}

static void
refusal(struct report *r, const struct node *x)
{
	const struct node *text = node_get(x, "text");
	const char *reason = why_refused(r->g, x);

	if (reason == NULL) {
		sealed_refusals(r, x);
		return;
	}
	wrap_text(r->out, arena_printf(r->a, "%s, %s %lld: %s.", shown(r,
	    node_str(x, "side")), shown(r, node_str(x, "what")),
	    (long long)node_integer(x, "number", 0), shown(r, reason)), 0, 4);
	if (text != NULL) {
		struct str order = str_new(r->a);

		toml_write_inline(&order, text);
		wrap_text(r->out, shown(r, order.s), 8, 8);
	}
}

static void
refusals(struct report *r)
{
	const struct node *list = r->c->events;
	bool any = false;

	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		if (is(x, "refused")) {
			if (!any)
				wrap_heading(r->out, "Refused", '-');
			any = true;
			refusal(r, x);
		}
}

/* ------------------------------------------------------------------ dice */

#define DIE_COLUMN 16		/* where the label of a roll begins */

/* "3.2     6       8.46 shock phalanx-b on velites-x" */
static void
die(struct report *r, long long n, const struct node *x)
{
	const struct node *shows = node_get(x, "shows");
	const char *label = shown(r, node_str(x, "label"));
	long long nth = (long long)node_integer(x, "nth", 1);
	struct str s = str_new(r->a);

	str_addf(r->out, "%-7s %-7s ", arena_printf(r->a, "%lld.%lld", n,
	    (long long)node_integer(x, "index", 0)),
	    shows ? value(r, shows) : "?");
	if (nth > 1)
		label = arena_printf(r->a, "%s (time %lld)", label, nth);
	wrap_text(&s, *label ? label : "?", DIE_COLUMN, DIE_COLUMN);
	str_add(r->out, s.s + DIE_COLUMN);
}

static void
dice(struct report *r)
{
	const struct node *rolls = node_array_of(r->c->dice, "roll");
	long long n = (long long)node_integer(r->c->dice, "exchange", 0);

	if (rolls == NULL || rolls->n == 0)
		return;
	wrap_heading(r->out, arena_printf(r->a, "The dice of exchange %lld",
	    n), '-');
	for (const struct node *x = rolls->child; x != NULL; x = x->next)
		die(r, n, x);
}

/* -------------------------------------------------------------- position */

static void
position_and_map(struct report *r)
{
	struct str s = str_new(r->a);

	if (r->g->sys->summary != NULL)
		r->g->sys->summary(r->g, &s);
	if (s.len > 0) {
		wrap_heading(r->out, "The position", '-');
		str_add(r->out, s.s);
	}
	s = str_new(r->a);
	if (r->g->sys->ascii != NULL)
		r->g->sys->ascii(r->g, &s);
	if (s.len > 0) {
		wrap_heading(r->out, "The map", '-');
		str_add(r->out, s.s);
	}
}

/* ------------------------------------------------------------- questions */

/* "blue, retreat: unit blue-2, from 0302" and its options. */
static void
question_asked(struct report *r, const struct node *x)
{
	const struct node *options = node_get(x, "options");
	const struct question_kind *k;
	const char *kind = node_str(x, "kind"), *sep = ": ";
	struct str s = str_new(r->a);

	str_addf(&s, "%s, %s", shown(r, node_str(x, "side")),
	    shown(r, kind));
	for (const struct node *f = x->child; f != NULL; f = f->next) {
		if (!strcmp(f->key, "side") || !strcmp(f->key, "kind") ||
		    !strcmp(f->key, "options") || !strcmp(f->key, "sealed"))
			continue;
		str_addf(&s, "%s%s %s", sep, shown(r, f->key), value(r, f));
		sep = ", ";
	}
	wrap_text(r->out, s.s, 0, 4);
	k = kind ? question_kind(r->g->sys, kind) : NULL;
	if (k != NULL)
		wrap_text(r->out, arena_printf(r->a, "(%s)", k->help), 8, 8);
	else if (kind != NULL && strcmp(kind, "accept") == 0)
		wrap_text(r->out, "(sign the charter: iacta accept)", 8, 8);
	if (options != NULL)
		wrap_text(r->out, arena_printf(r->a, "options: %s",
		    value(r, options)), 8, 12);
}

static void
questions(struct report *r)
{
	const struct node *list = node_array_of(r->c->turn, "ask");

	if (list == NULL || list->n == 0)
		return;
	wrap_heading(r->out, "What is asked now", '-');
	for (const struct node *x = list->child; x != NULL; x = x->next)
		question_asked(r, x);
}

void
report_asked(struct str *out, struct game *g, const struct node *ask)
{
	struct report r = { .out = out, .a = out->arena, .g = g };

	question_asked(&r, ask);
}

static void
trips(struct report *r)
{
	const struct node *t = node_table_of(r->c->turn, "trips");
	const struct node *waited = node_table_of(t, "waited");
	struct str s = str_new(r->a);
	long long doctrine = (long long)node_integer(t, "doctrine", 0);
	const char *sep = " for ";

	if (t == NULL)
		return;
	wrap_heading(r->out, "Round trips so far", '-');
	str_addf(&s, "%lld. Doctrine answered %lld question%s. The game "
	    "waited", (long long)node_integer(t, "exchanges", 0), doctrine,
	    doctrine == 1 ? "" : "s");
	for (const struct node *x = waited ? waited->child : NULL; x;
	    x = x->next) {
		long long n = (long long)x->i;

		str_addf(&s, "%s%s %s", sep, shown(r, x->key), n == 1 ?
		    "once" : arena_printf(r->a, "%lld times", n));
		sep = x->next != NULL && x->next->next == NULL ? " and for " :
		    ", for ";
	}
	if (waited == NULL || waited->n == 0)
		str_add(&s, " for nobody");
	str_addc(&s, '.');
	wrap_text(r->out, s.s, 0, 0);
}

static void
how_to_check(struct report *r)
{
	const struct node *rolls = node_array_of(r->c->dice, "roll");
	const char *commitment = node_str(r->c->turn, "commitment");

	wrap_heading(r->out, "How to check", '-');
	wrap_text(r->out, "\"iacta audit\" checks every signature, every die "
	    "and every result of the history again.", 0, 0);
	if (rolls != NULL && rolls->n > 0)
		wrap_text(r->out, arena_printf(r->a, "\"iacta why %lld.1\" "
		    "tells how the first of the dice above came about, and "
		    "how to redo it with sha256sum and openssl.",
		    (long long)node_integer(r->c->dice, "exchange", 0)), 0, 0);
	if (commitment != NULL) {
		wrap_text(r->out, "The dice of the exchange that begins now "
		    "are fixed by", 0, 0);
		str_addf(r->out, "    %s\n", shown(r, commitment));
	}
}

void
report_text(struct str *out, struct game *g, const struct report_context *c)
{
	struct report r = { .out = out, .a = out->arena, .g = g, .c = c,
	    .names = report_names(out->arena, g) };

	title(&r);
	story(&r);
	table_talk(&r);
	refusals(&r);
	dice(&r);
	position_and_map(&r);
	questions(&r);
	trips(&r);
	how_to_check(&r);
}
