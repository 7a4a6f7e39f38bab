/* report.c: what happened in an exchange, for people, in plain text */
#include "show/report.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/game.h"
#include "show/phrase.h"
#include "show/wrap.h"

#include <string.h>

#define TALK 4000		/* characters of table talk that are shown */

/* A report on its way. */
struct report {
	struct str *out;
	struct arena *a;
	struct game *g;
	const struct report_context *c;
	struct node *position;
	struct phrase_names names;
};

/* The name that a unit has in the position. */
static const char *
name_of(void *ctx, const char *id)
{
	const struct report *r = ctx;

	for (const struct node *t = r->position->child; t; t = t->next) {
		const struct node *x = t->type == NODE_TABLE ?
		    node_get(t, id) : NULL;
		const char *name = x != NULL && x->type == NODE_TABLE ?
		    node_str(x, "name") : NULL;

		if (name != NULL)
			return name;
	}
	return NULL;
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

static void
story(struct report *r)
{
	const struct node *list = r->c->events;
	bool any = false;

	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		const char *heading;

		if (is(x, "refused"))
			continue;
		if (!any)
			wrap_heading(r->out, "What happened", '-');
		heading = phrase_heading(r->a, r->c->phrases, x, &r->names);
		if (heading != NULL && any)
			str_addc(r->out, '\n');
		any = true;
		if (heading != NULL)
			wrap_text(r->out, arena_printf(r->a, "* %s", heading),
			    0, 2);
		else
			phrase_event(r->out, r->a, r->c->phrases, x,
			    &r->names);
	}
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

static void
refusal(struct report *r, const struct node *x)
{
	const struct node *text = node_get(x, "text");
	const char *reason = node_str(x, "reason");
	struct str s = str_new(r->a);

	str_addf(&s, "%s, %s %lld: ", shown(r, node_str(x, "side")),
	    shown(r, node_str(x, "what")),
	    (long long)node_integer(x, "number", 0));
	if (reason == NULL)
		str_addf(&s, "sealed; its text and the reason are for %s "
		    "alone.", shown(r, node_str(x, "side")));
	else
		str_addf(&s, "%s.", shown(r, reason));
	wrap_text(r->out, s.s, 0, 4);
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
position(struct report *r)
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
	struct report r = { .out = out, .a = out->arena, .g = g, .c = c };

	r.position = node_table(r.a);
	game_position(g, g->state, r.position);
	r.names = (struct phrase_names){ &r, name_of };
	title(&r);
	story(&r);
	table_talk(&r);
	refusals(&r);
	dice(&r);
	position(&r);
	questions(&r);
	trips(&r);
	how_to_check(&r);
}
