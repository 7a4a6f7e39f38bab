/* rehearse.c: a turn many times over, with dice of our own */
#include "desk/desk.h"
#include "desk/trace.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

#define TOLLS 8
#define TURN_OVER "the turn is over"

/* What each side lost, number by number. */
struct toll {
	int of[GAME_SIDES][TOLLS];
};

struct tally {
	long sum[GAME_SIDES][TOLLS];
	long often[GAME_SIDES][TOLLS];
	long verdict[DESK_VERDICT_COUNT];
	const char *reason;
};

struct rehearsal {
	const struct desk *d;
	int norders, ntolls;
	struct tally *all;	/* by order; 0: the whole turn */
	const struct node *paper;
	struct node *ends;
	uint64_t random;
	/* this run */
	struct trace trace;
	struct toll last, *lost;	/* lost: by order */
};

/* ------------------------------------------------------------------ chance */

/* splitmix64: any numbers will do that show no pattern; none of them reaches
 * a game. */
static uint64_t
next_random(struct rehearsal *r)
{
	uint64_t z = r->random += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static int
any_roll(void *ctx, struct game *g, int sides, const char *label)
{
	struct rehearsal *r = ctx;

	(void)label;
	if (desk_is_over(g, r->d->side, r->paper))
		game_halt(g, "%s", TURN_OVER);
	return (int)((next_random(r) >> 33) % (unsigned)sides);
}

static int
any_pick(void *ctx, struct game *g, int n)
{
	return any_roll(ctx, g, n, "");
}

static void
no_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)j, (void)cards, (void)n;
	game_halt(g, "cards are shuffled");
}

/* ------------------------------------------------------------------- tolls */

static void
take_toll(const struct game *g, struct toll *out)
{
	memset(out, 0, sizeof *out);
	for (int i = 0; g->sys->toll != NULL && i < g->nsides; i++)
		g->sys->toll(g->data, g->state, i, out->of[i]);
}

static void
add_loss(struct rehearsal *r, const struct game *g, int owner)
{
	struct toll now;

	take_toll(g, &now);
	for (int i = 0; i < g->nsides; i++)
		for (int k = 0; k < r->ntolls; k++) {
			int n = now.of[i][k] - r->last.of[i][k];

			r->lost[0].of[i][k] += n;
			if (owner > 0 && owner <= r->norders)
				r->lost[owner].of[i][k] += n;
		}
	r->last = now;
}

static void
watch(struct game *g)
{
	struct rehearsal *r = g->source.ctx;

	trace_event(&r->trace, g);
	if (r->ntolls > 0)
		add_loss(r, g, trace_owner(&r->trace, g->events->n - 1));
}

/* --------------------------------------------------------------------- ends */

static void
count_end(struct rehearsal *r, const char *what)
{
	struct arena *a = r->d->a;
	struct node *t;

	for (t = r->ends->child; t != NULL; t = t->next)
		if (strcmp(node_str(t, "what"), what) == 0) {
			t->last->i++;
			return;
		}
	t = node_add(a, r->ends, NULL, node_table(a));
	node_add_string(a, t, "what", what);
	node_add_int(a, t, "times", 1);
}

/* Where the turn would stop first. */
static const char *
end_of(const struct desk *d, const struct game *g)
{
	int order = 0;

	for (int i = 0; i < g->nanswers; i++) {
		const struct answer *x = &g->answers[i];

		if (x->side == d->side && strcmp(x->kind, "order") == 0 &&
		    x->value->type == NODE_TABLE)
			order = x->number;
		if (x->side == d->side && strcmp(x->by, "late") == 0)
			return desk_say(d, SAID("check.stops", fact_text("kind",
			    x->kind), fact_number("order", order)));
	}
	if (g->stop == STOP_OVER)
		return desk_say(d, SAID("check.game-over", fact_text("result",
		    g->result)));
	if (g->stop == STOP_HALT && strcmp(g->why, TURN_OVER) != 0)
		return desk_say(d, SAID("check.cannot-go-on", fact_text("why",
		    g->why)));
	for (const struct node *x = g->asks->child; x != NULL; x = x->next)
		if (strcmp(node_str(x, "side"), g->side[d->side]) == 0)
			return desk_say(d, SAID("check.stops", fact_text("kind",
			    node_str(x, "kind"))));
	return desk_say(d, SAID_ALONE("check.to-its-end"));
}

/* ------------------------------------------------------------------ one run */

static void
count_orders(struct rehearsal *r, struct game *g)
{
	enum desk_verdict *v = arena_new(g->arena, enum desk_verdict,
	    r->norders + 1);

	for (int i = 1; i <= r->norders; i++)
		v[i] = DESK_NOT_REACHED;
	for (int i = 0; i < g->nanswers; i++) {
		const struct answer *x = &g->answers[i];

		if (desk_took_order(x, r->d->side) && x->number <= r->norders)
			v[x->number] = DESK_DONE;
	}
	for (int i = 0; i < g->nrefusals; i++) {
		const struct refusal *f = &g->refusals[i];

		if (f->side != r->d->side || strcmp(f->what, "order") != 0 ||
		    f->number < 1 || f->number > r->norders)
			continue;
		v[f->number] = DESK_REFUSED;
		if (r->all[f->number].reason == NULL)
			r->all[f->number].reason = arena_strdup(r->d->a,
			    game_words(g, f->reason));
	}
	for (int i = 1; i <= r->norders; i++)
		r->all[i].verdict[v[i]]++;
}

static void
count_run(struct rehearsal *r, struct game *g)
{
	count_orders(r, g);
	for (int o = 0; o <= r->norders; o++)
		for (int i = 0; i < g->nsides; i++)
			for (int k = 0; k < r->ntolls; k++) {
				int n = r->lost[o].of[i][k];

				r->all[o].sum[i][k] += n;
				r->all[o].often[i][k] += n > 0;
			}
	count_end(r, end_of(r->d, g));
}

static int
run_once(struct err *e, struct rehearsal *r, const struct node *paper,
    const struct node *suppose)
{
	struct arena a = { 0 };
	struct game *g = arena_new(&a, struct game, 1);
	int rc = ERR_OK;

	desk_fork(r->d, &a, paper, DESK_RANDOM, suppose, g);
	g->source = (struct source){ r, any_roll, any_pick, no_shuffle, NULL };
	g->watch = watch;
	r->trace = (struct trace){ .a = &a, .side = r->d->side,
	    .orders = node_array_of(paper, "order") };
	r->lost = arena_new(&a, struct toll, r->norders + 1);
	take_toll(g, &r->last);
	game_run(g);
	if (g->stop == STOP_FAIL)
		rc = err_set(e, ERR_VERIFY, "exchange %ld: %s", r->d->n,
		    g->why);
	else
		count_run(r, g);
	arena_free(&a);
	return rc;
}

/* ------------------------------------------------------------------- result */

static void
write_toll(const struct rehearsal *r, const struct tally *t, long runs,
    struct node *out)
{
	struct arena *a = r->d->a;
	const struct game *g = r->d->game;

	for (int i = 0; i < g->nsides; i++)
		for (int k = 0; k < r->ntolls; k++) {
			struct node *x;

			if (t->often[i][k] == 0 && t->sum[i][k] == 0)
				continue;
			x = node_add(a, out, NULL, node_table(a));
			node_add_string(a, x, "side", g->side[i]);
			node_add_string(a, x, "what", desk_say(r->d,
			    SAID_ALONE(g->sys->tolls[k])));
			node_add_int(a, x, "mean", t->sum[i][k] * 100 / runs);
			node_add_int(a, x, "often", t->often[i][k]);
		}
}

static void
write_order(const struct rehearsal *r, int number, long runs,
    struct node *out)
{
	struct arena *a = r->d->a;
	const struct tally *t = &r->all[number];
	struct node *x = node_add(a, out, NULL, node_table(a));

	node_add_int(a, x, "number", number);
	node_add_int(a, x, "done", t->verdict[DESK_DONE]);
	node_add_int(a, x, "refused", t->verdict[DESK_REFUSED]);
	node_add_int(a, x, "not-reached", t->verdict[DESK_NOT_REACHED]);
	if (t->reason != NULL)
		node_add_string(a, x, "reason", t->reason);
	write_toll(r, t, runs, node_add_array(a, x, "toll"));
}

int
desk_rehearse(struct err *e, const struct desk *d, const struct node *paper,
    const struct node *suppose, long runs, uint64_t seed,
    struct desk_rehearsal *out)
{
	const struct node *orders = node_array_of(paper, "order");
	struct rehearsal r = { .d = d, .norders = orders ? (int)orders->n : 0,
	    .paper = paper, .random = seed, .ends = node_array(d->a) };
	const char *const *name = d->game->sys->tolls;
	int rc = ERR_OK;

	while (name != NULL && name[r.ntolls] != NULL && r.ntolls < TOLLS)
		r.ntolls++;
	r.all = arena_new(d->a, struct tally, r.norders + 1);
	for (long i = 0; i < runs && rc == ERR_OK; i++)
		rc = run_once(e, &r, paper, suppose);
	if (rc != ERR_OK)
		return rc;
	*out = (struct desk_rehearsal){ runs, node_array(d->a),
	    node_array(d->a), r.ends, suppose != NULL };
	for (int i = 1; i <= r.norders; i++)
		write_order(&r, i, runs, out->orders);
	write_toll(&r, &r.all[0], runs, out->toll);
	return ERR_OK;
}
