/* toy_play.c: games of the toy system, for tests that run them themselves */
#include "toy.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
die(const struct err *e)
{
	fprintf(stderr, "toy: %s\n", e->msg);
	abort();
}

struct node *
toy_toml(struct arena *a, const char *text)
{
	struct node *t = NULL;
	struct err e = { 0 };

	if (toml_read(&e, a, "test", text, strlen(text), TOML_MAX_SIZE, &t) !=
	    ERR_OK)
		die(&e);
	return t;
}

void
toy_open(struct arena *a, struct game *g, const char *position)
{
	const struct node *t = toy_toml(a, position);
	const struct rules *rules;
	struct err e = { 0 };

	if (toy_rules(&e, "toy", node_str(t, "scenario"), &rules) != ERR_OK ||
	    rules_game(&e, a, rules, t, g) != ERR_OK)
		die(&e);
	g->exchange = 1;
}

void
toy_submit(struct game *g, int side, const char *text, bool sealed)
{
	const struct node *t = toy_toml(g->arena, text);
	struct player *p = &g->player[side];

	if (node_get(t, "order") != NULL) {
		p->orders = node_array_of(t, "order");
		p->orders_exchange = g->exchange;
		p->orders_sealed = sealed;
		p->used = 0;
		p->begun = false;
	}
	if (node_get(t, "doctrine") != NULL) {
		p->doctrine = node_array_of(t, "doctrine");
		p->doctrine_exchange = g->exchange;
	}
	p->answers = node_array_of(t, "answer");
	p->answers_sealed = sealed;
	p->deploy = node_get(t, "deploy");
}

/* --------------------------------------------------------------- sources */

static int
roll_dice(void *ctx, struct game *g, int sides, const char *label)
{
	struct toy_dice *d = ctx;

	(void)sides;
	if (d->at == d->n)
		game_halt(g, "no die for %s", label);
	return d->shows[d->at++] - 1;
}

void
toy_use_dice(struct game *g, struct toy_dice *d)
{
	g->source = (struct source){ .ctx = d, .roll = roll_dice };
}

static int
chance(unsigned *seed, int n)
{
	*seed = *seed * 1103515245u + 12345u;
	return (int)((*seed >> 16) % (unsigned)n);
}

static int
roll_chance(void *ctx, struct game *g, int sides, const char *label)
{
	(void)g, (void)label;
	return chance(ctx, sides);
}

static int
pick_chance(void *ctx, struct game *g, int n)
{
	(void)g;
	return chance(ctx, n);
}

void
toy_use_chance(struct game *g, unsigned *seed)
{
	g->source = (struct source){ .ctx = seed, .roll = roll_chance,
	    .pick = pick_chance };
}

/* --------------------------------------------------------------- outcome */

const char *
toy_events(struct game *g)
{
	struct str s = str_new(g->arena);

	for (const struct node *x = g->events->child; x; x = x->next)
		str_addf(&s, "%s%s", s.len ? " " : "", node_str(x, "event"));
	return s.s;
}

const char *
toy_asks(struct game *g)
{
	struct str s = str_new(g->arena);

	for (const struct node *x = g->asks->child; x; x = x->next)
		str_addf(&s, "%s%s %s", s.len ? ", " : "",
		    node_str(x, "side"), node_str(x, "kind"));
	return s.s;
}
