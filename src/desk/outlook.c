/* outlook.c: which questions the enemy's next turn could raise */
#include "desk/doctrine.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/stream.h"

#include <string.h>

#define SEEN "the enemy's turn was seen"

struct outlook {
	const struct desk *d;
	const struct node *doctrine;
	struct stream chance;
	struct node *out;
	long run;
	bool enemy;		/* he has given orders in this run */
};

static int
any_roll(void *ctx, struct game *g, int sides, const char *label)
{
	struct outlook *o = ctx;

	(void)g, (void)label;
	return stream_below(&o->chance, sides);
}

static int
any_pick(void *ctx, struct game *g, int n)
{
	return any_roll(ctx, g, n, NULL);
}

static void
any_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)j;
	for (int i = n - 1; i > 0; i--) {
		int k = any_roll(ctx, g, i + 1, NULL), t = cards[i];

		cards[i] = cards[k];
		cards[k] = t;
	}
}

static int
below(void *ctx, int n)
{
	return stream_below(ctx, n);
}

/* Ends the run when the side itself gives orders again after the enemy. */
static void
watch(struct game *g)
{
	struct outlook *o = g->source.ctx;

	if (g->order.verb == NULL)
		return;
	if (g->order.side != o->d->side)
		o->enemy = true;
	else if (o->enemy)
		game_halt(g, "%s", SEEN);
}

static bool
is(const struct node *t, const char *key, const char *value)
{
	const char *s = node_str(t, key);

	return value == NULL ? s == NULL : s != NULL && strcmp(s, value) == 0;
}

static void
add_one(struct arena *a, struct node *t, const char *key)
{
	node_set(a, t, key, node_int(a, 1 + node_integer(t, key, 0)));
}

static void
asked(struct game *g, const struct question *q, int taken)
{
	struct outlook *o = g->asked_ctx;
	struct arena *a = o->d->a;
	const char *unit = NULL, *would;
	struct node *t;
	int choice;

	(void)taken;
	if (q->side != o->d->side || q->n < 2 || g->order.verb == NULL ||
	    g->order.side == q->side)
		return;
	choice = doctrine_answer(g, o->doctrine, q);
	if (choice == -1)
		choice = doctrine_choose(g, node_string(g->arena,
		    question_kind(g->sys, q->kind)->standard), q);
	would = choice >= 0 ? q->option[choice].text : "ask";
	for (int i = 0; i < q->nfacts; i++)
		if (strcmp(q->fact[i].name, "unit") == 0)
			unit = q->fact[i].s;
	for (t = o->out->child; t != NULL; t = t->next)
		if (is(t, "kind", q->kind) && is(t, "unit", unit) &&
		    is(t, "would", would))
			break;
	if (t == NULL) {
		t = node_add(a, o->out, NULL, node_table(a));
		node_add_string(a, t, "kind", q->kind);
		if (unit != NULL)
			node_add_string(a, t, "unit", unit);
		node_add_string(a, t, "would", would);
		node_add_int(a, t, "times", 0);
		node_add_int(a, t, "turns", 0);
		node_add_int(a, t, "last", -1);
	}
	add_one(a, t, "times");
	if (node_integer(t, "last", -1) != o->run) {
		add_one(a, t, "turns");
		node_set(a, t, "last", node_int(a, o->run));
	}
}

static bool
run_once(struct outlook *o)
{
	struct arena a = { 0 };
	struct game *g = arena_new(&a, struct game, 1);
	bool seen;

	game_fork(g, o->d->game, &a);
	if (game_hides(g)) {
		g->sys->guess(g->data, g->saved, o->d->hand != NULL ?
		    o->d->side : -1, below, &o->chance);
		g->blind = false;
	}
	for (int i = 0; i < g->nsides; i++) {
		struct player *p = &g->player[i];

		p->bot = true;
		p->orders = NULL;
		p->orders_exchange = -1;
		orders_restart(p);
	}
	g->source = (struct source){ o, any_roll, any_pick, any_shuffle,
	    NULL };
	g->watch = watch;
	g->asked = asked;
	g->asked_ctx = o;
	o->enemy = false;
	game_run(g);
	seen = o->enemy && (g->stop == STOP_OVER || (g->stop == STOP_HALT &&
	    strcmp(g->why, SEEN) == 0));
	arena_free(&a);
	return seen;
}

long
doctrine_outlook(const struct desk *d, const struct node *doctrine,
    long runs, struct node *out)
{
	struct outlook o = { .d = d, .doctrine = doctrine, .out = out };
	long seen = 0;

	if (game_hides(d->game) && d->game->sys->guess == NULL)
		return 0;
	for (o.run = 0; o.run < runs; o.run++) {
		seen += run_once(&o);
		if (seen == 0 && o.run >= 4)
			break;		/* it cannot be played from here */
	}
	return seen;
}
