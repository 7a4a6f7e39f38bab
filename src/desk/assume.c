/* assume.c: a turn to its end, with dice that do as little as they can */
#include "desk/assume.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"

#include <limits.h>
#include <string.h>

#define ROLLS_MAX 2000		/* of one turn */
#define DICE_MAX 64		/* of one throw */
#define DICE_SAME 16		/* so many alike: a tie would never end */

/* One run: the rolls that are settled, then a throw to be tried. */
struct trial {
	const struct desk *d;
	const struct assumption_list *settled;
	struct trace *trace;
	int next;		/* of the settled ones */
	const struct node *paper;
	int face;		/* of the throw; -1: stop before it */
	int count;		/* dice of the throw so far */
	int faces[DICE_MAX];
	size_t events;		/* told when it began */
	struct assumed roll;	/* its first die */
	void *before;		/* the state then */
};

static int
trial_roll(void *ctx, struct game *g, int sides, const char *label)
{
	struct trial *t = ctx;

	int face = t->face;

	if (t->next < t->settled->n)
		return t->settled->roll[t->next++].face;
	if (desk_is_over(g, t->d->side, t->paper))
		game_halt(g, "your turn is over, and dice decide who is "
		    "next");
	if (t->face < 0)
		game_halt(g, "a die: %s", label);
	if (t->count > 0 && (g->events->n != t->events ||
	    sides != t->roll.sides || t->count == DICE_MAX))
		game_halt(g, "the next throw");
	if (t->count >= DICE_SAME)
		face = (t->face + t->count) % sides;
	t->faces[t->count] = face < sides ? face : sides - 1;
	if (t->count++ == 0) {
		t->events = g->events->n;
		t->roll = (struct assumed){ arena_strdup(g->arena, label),
		    sides, t->face, "does least",
		    desk_current_order(g, t->d->side) };
		t->before = arena_alloc(g->arena, g->sys->state_size);
		memcpy(t->before, g->state, g->sys->state_size);
	}
	return t->faces[t->count - 1];
}

static int
trial_pick(void *ctx, struct game *g, int n)
{
	(void)ctx, (void)n;
	game_halt(g, "the bot has to choose");
}

static void
trial_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)j, (void)cards, (void)n;
	game_halt(g, "cards are shuffled");
}

static void
watch(struct game *g)
{
	struct trial *t = g->source.ctx;

	if (t->trace != NULL)
		trace_event(t->trace, g);
}

static void
run(struct trial *t, struct arena *a, const struct node *paper,
    const struct node *suppose, struct game *g)
{
	desk_fork(t->d, a, paper, DESK_ASSUMED, suppose, g);
	g->source = (struct source){ t, trial_roll, trial_pick, trial_shuffle,
	    NULL };
	g->watch = watch;
	game_run(g);
	g->watch = NULL;
}

/* How much has happened since the throw: less is better. */
static long
effect(const struct trial *t, const struct game *g)
{
	const unsigned char *x = t->before, *y = g->state;
	long n = 0;

	if (g->stop == STOP_FAIL || g->stop == STOP_OVER)
		return LONG_MAX - 1;
	for (size_t i = 0; i < g->sys->state_size; i++)
		n += x[i] != y[i];
	return 16 * n + (long)(g->events->n - t->events);
}

static const struct assumption *
system_assumes(const struct system *s, const char *label)
{
	const struct assumption *x = s->assume;

	for (; x != NULL && x->label != NULL; x++)
		if (str_glob(x->label, label))
			return x;
	return NULL;
}

static void
settle(const struct desk *d, struct assumption_list *out,
    const struct assumed *r, const int *faces, int count)
{
	for (int i = 0; i < count; i++) {
		if (out->n == out->cap) {
			int cap = out->cap ? 2 * out->cap : 64;
			struct assumed *p = arena_new(d->a, struct assumed,
			    cap);

			if (out->n > 0)
				memcpy(p, out->roll, (size_t)out->n *
				    sizeof *p);
			out->roll = p;
			out->cap = cap;
		}
		out->roll[out->n] = *r;
		out->roll[out->n].face = faces[i];
		out->roll[out->n++].label = arena_strdup(d->a, r->label);
	}
}

/* Settle the next throw; false if there is none. */
static bool
next_throw(const struct desk *d, const struct node *paper,
    const struct node *suppose, struct assumption_list *out)
{
	struct assumed best = { .label = "" };
	long least = LONG_MAX;
	int count = 0, sides = 1, only = -1, faces[DICE_MAX];

	for (int face = 0; face < sides; face++) {
		struct arena a = { 0 };
		struct trial t = { .d = d, .settled = out, .paper = paper,
		    .face = face };
		struct game *g = arena_new(&a, struct game, 1);
		const struct assumption *x;

		if (only >= 0 && face != only) {
			arena_free(&a);
			continue;
		}
		run(&t, &a, paper, suppose, g);
		if (t.count > 0 && face == 0) {
			sides = t.roll.sides;
			x = system_assumes(g->sys, t.roll.label);
			only = x != NULL && x->face < sides ? x->face : -1;
			if (only >= 0)
				t.roll.what = x->what;
			best.what = t.roll.what;
		}
		if (t.count > 0 && (only < 0 || face == only) &&
		    effect(&t, g) < least) {
			const char *what = only < 0 ? "does least" :
			    best.what;

			least = effect(&t, g);
			best = t.roll;
			best.label = arena_strdup(d->a, t.roll.label);
			best.what = what;
			count = t.count;
			memcpy(faces, t.faces, sizeof faces);
		}
		arena_free(&a);
	}
	settle(d, out, &best, faces, count);
	return count > 0;
}

void
assume_run(const struct desk *d, const struct node *paper,
    const struct node *suppose, struct game *g, struct trace *t,
    struct assumption_list *out)
{
	struct trial last = { .d = d, .settled = out, .paper = paper,
	    .face = -1, .trace = t };

	while (next_throw(d, paper, suppose, out) && !out->cut)
		out->cut = out->n > ROLLS_MAX;
	run(&last, d->a, paper, suppose, g);
}
