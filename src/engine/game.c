/* game.c: one run of the rules: start, stop, dice, events, the record */
#include "engine/ask.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct game *
game_copy(struct game *g)
{
	struct game *c = arena_new(g->arena, struct game, 1);

	*c = *g;
	c->state = arena_alloc(g->arena, g->sys->state_size);
	memcpy(c->state, g->state, g->sys->state_size);
	return c;
}

const char *
game_side(const struct game *g, int side)
{
	assert(side >= 0 && side < g->nsides);
	return g->side[side];
}

int
game_revision(const struct game *g)
{
	return g->revision;
}

const char *
game_hex(struct game *g, int hex)
{
	char name[8];

	if (hex == HEX_NONE)
		return "none";
	if (g->grid->name != NULL)
		return g->grid->name[hex];
	return arena_strdup(g->arena, hex_name(g->grid, hex, name));
}

void
game_init(struct game *g)
{
	g->saved = arena_alloc(g->arena, g->sys->state_size);
	g->state = arena_alloc(g->arena, g->sys->state_size);
}

bool
game_replaying(const struct game *g)
{
	return g->q < g->stopped;
}

static void
reset_output(struct game *g)
{
	g->events = node_array(g->arena);
	g->asks = node_array(g->arena);
	g->mods = NULL;
	g->pending_rolls = NULL;
	g->nrecalled = 0;
	g->nanswers = g->nfresh = g->nrefusals = 0;
	g->secret_asks = NULL;
	g->nsecret_asks = 0;
	g->shuffles = NULL;
	g->nshuffles = 0;
	g->result = NULL;
	g->by_doctrine = 0;
	g->mails = 0;
	memset(g->waited, 0, sizeof g->waited);
	g->stop = STOP_NONE;
	g->q = 0;
	g->rollpos = 0;
	g->givenpos = 0;
	g->refused = -1;
	g->again = 0;
	g->quiet = 0;
	g->concealed = false;
	for (int i = 0; i < g->nsides; i++) {
		struct player *p = &g->player[i];
		size_t n = p->answers ? p->answers->n : 0;

		p->answer_used = arena_new(g->arena, bool, n + 1);
		p->unable = false;
	}
}

/* setjmp stands in a function of its own that keeps no local across it. */
static void
run_to_stop(struct game *g)
{
	if (setjmp(g->top) == 0) {
		g->sys->play(g);
		game_fail(g, "the rules came to their end without a result");
	}
}

void
game_run(struct game *g)
{
	reset_output(g);
	memcpy(g->state, g->saved, g->sys->state_size);
	run_to_stop(g);
	assert(g->stop != STOP_OVER || g->result != NULL);
}

void
game_stand(struct game *g, const char *result)
{
	reset_output(g);
	g->result = arena_strdup(g->arena, result);
	g->stop = STOP_OVER;
}

void
game_fail(struct game *g, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(g->why, sizeof g->why, fmt, ap);
	va_end(ap);
	g->stop = STOP_FAIL;
	longjmp(g->top, 1);
}

void
game_halt(struct game *g, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(g->why, sizeof g->why, fmt, ap);
	va_end(ap);
	g->stop = STOP_HALT;
	longjmp(g->top, 1);
}

/*
 * Right after a refusal nothing has happened, and there is none: who takes the
 * answers from elsewhere learns that an order was refused, but the rules do
 * not.
 */
void
checkpoint(struct game *g)
{
	if (g->refused == g->q)
		return;
	if (game_replaying(g))
		game_fail(g, "the record stops at question %d, but the rules "
		    "reach a checkpoint after %d", g->stopped, g->q);
	if (g->light == NULL)
		memcpy(g->saved, g->state, g->sys->state_size);
	g->nrecord = g->nrolls = g->rollpos = 0;
	g->q = 0;
	g->refused = -1;
	g->stopped = 0;
	g->concealed = false;
}

void
finish(struct game *g, const char *result)
{
	g->result = arena_strdup(g->arena, result);
	g->stop = STOP_OVER;
	longjmp(g->top, 1);
}

/* ------------------------------------------------------------------ dice */

static void
push_roll(struct game *g, struct rolled **list, int *n, int *cap,
    const struct rolled *r)
{
	if (*n == *cap) {
		int newcap = *cap ? 2 * *cap : 32;
		struct rolled *p = arena_new(g->arena, struct rolled, newcap);

		if (*n > 0)
			memcpy(p, *list, (size_t)*n * sizeof *p);
		*list = p;
		*cap = newcap;
	}
	(*list)[(*n)++] = *r;
}

/* The number of this label in this exchange: it goes into the die's message, so
 * that the same label rolls afresh.  Those of earlier exchanges were rolled
 * with other keys and do not count. */
static long
next_nth(const struct game *g, const char *label)
{
	for (int i = g->nfresh - 1; i >= 0; i--)
		if (strcmp(g->fresh[i].label, label) == 0)
			return g->fresh[i].nth + 1;
	return 1;
}

/* A roll is attached to the next event that is told. */
static void
note_roll(struct game *g, const struct rolled *r)
{
	if (g->pending_rolls == NULL)
		g->pending_rolls = node_array(g->arena);
	node_add(g->arena, g->pending_rolls, NULL, node_string(g->arena,
	    arena_printf(g->arena, "%d.%d", r->exchange, r->index)));
}

int
roll(struct game *g, int sides, const char *fmt, ...)
{
	char label[256];
	struct rolled r;
	va_list ap;
	int n;

	if (g->light != NULL) {
		g->nfresh++;
		return g->source.roll(g->source.ctx, g, sides, fmt);
	}
	va_start(ap, fmt);
	n = vsnprintf(label, sizeof label, fmt, ap);
	va_end(ap);
	assert(n > 0 && n <= 200);
	if (g->sys->cite != NULL)
		snprintf(label, sizeof label, "%s", g->sys->cite(g,
		    arena_strdup(g->arena, label)));

	/* Run again, the rules meet the same rolls in the same order; that the
	 * label is the same is the proof that they took the same way.  A roll
	 * keeps the exchange in which it was first made: its key is gone. */
	if (g->rollpos < g->nrolls) {
		r = g->rolls[g->rollpos++];
		if (strcmp(r.label, label) != 0 || r.sides != sides)
			game_fail(g, "roll %d.%d is recorded as \"%s\", but "
			    "the rules roll \"%s\"", r.exchange, r.index,
			    r.label, label);
		note_roll(g, &r);
		return r.face;
	}
	if (game_replaying(g))
		game_fail(g, "the record has no roll \"%s\"", label);
	r.exchange = g->exchange;
	r.index = g->nfresh + 1;
	r.label = arena_strdup(g->arena, label);
	r.nth = g->nth = next_nth(g, label);
	r.sides = sides;
	r.face = g->source.roll(g->source.ctx, g, sides, label);
	assert(r.face >= 0 && r.face < sides);
	push_roll(g, &g->fresh, &g->nfresh, &g->capfresh, &r);
	push_roll(g, &g->rolls, &g->nrolls, &g->caprolls, &r);
	g->rollpos = g->nrolls;
	note_roll(g, &r);
	return r.face;
}

bool
game_blind(const struct game *g)
{
	return g->blind;
}

const char *
card_scripted(struct game *g)
{
	return g->source.draw ? g->source.draw(g->source.ctx, g) : NULL;
}

#define SHUFFLES_MAX 64		/* in one exchange */

/*
 * A shuffle leaves no record: the checkpoint that must follow it before the
 * next question holds the shuffled deck, so that no run ever makes it twice
 * (being here while replaying is therefore a fault).  A blind run has no cards
 * to shuffle and only counts it, so that the next deck has the same number.
 */
void
shuffle(struct game *g, int j, int *cards, int n)
{
	if (game_replaying(g))
		game_fail(g, "a shuffle stands between a checkpoint and a "
		    "question");
	if (g->shuffles == NULL)
		g->shuffles = arena_new(g->arena, struct shuffled,
		    SHUFFLES_MAX);
	if (g->nshuffles == SHUFFLES_MAX)
		game_fail(g, "more than %d shuffles in one exchange",
		    SHUFFLES_MAX);
	g->shuffles[g->nshuffles++] = (struct shuffled){ j, n };
	if (!g->blind && g->source.shuffle != NULL)
		g->source.shuffle(g->source.ctx, g, j, cards, n);
}

const char *
revealed(const struct game *g, const char *what)
{
	const struct answer *x = record_find(g, g->q);

	return x != NULL ? node_str(x->about, what) : NULL;
}

static void
add_about(struct game *g, struct answer *x, const char *what,
    const char *value)
{
	if (x->about == NULL)
		x->about = node_table(g->arena);
	if (node_get(x->about, what) == NULL)	/* the lists may share it */
		node_add_string(g->arena, x->about, what, value);
}

/*
 * What was hidden comes out with the answer to the question last asked.  Four
 * runs come here, and must leave the same record:
 *
 * - the referee's, who knows it: it is written beside the answer;
 * - any run again from a checkpoint: it stands in the record already, and who
 *   knows better must agree with it;
 * - a blind audit: it was read from answers.toml with the answer (given_about
 *   in ask.c), so that it is in the record too, and nothing else may be;
 * - a player at home who tries orders, blind and with nothing given: what he
 *   does not know ends the run (it is no fault), what he holds is told.
 */
const char *
reveal(struct game *g, const char *what, const char *known)
{
	struct answer *x = record_find(g, g->q);
	const char *old = revealed(g, what);

	if (g->light != NULL)
		return known;
	if (old != NULL && (known == NULL || strcmp(old, known) == 0))
		return old;
	if (g->blind && g->given == NULL && !game_replaying(g)) {
		if (known == NULL)	/* nobody has told it yet */
			game_halt(g, "the %s is hidden", what);
		return known;
	}
	if (old != NULL || known == NULL || x == NULL || g->blind ||
	    game_replaying(g))
		game_fail(g, "the record does not say which %s question %d "
		    "revealed", what, g->q);
	add_about(g, x, what, known);
	for (int i = g->nanswers - 1; i >= 0; i--)
		if (g->answers[i].q == g->q) {
			add_about(g, &g->answers[i], what, known);
			break;
		}
	return known;
}

int
drm(struct game *g, int n, const char *why)
{
	if (n != 0)
		mod(g, why, FACTS(fact_number("n", n)));
	return n;
}

void
mod(struct game *g, const char *why, const struct fact *facts)
{
	const char *rule, *blank;
	struct node *t;

	if (g->light != NULL)
		return;
	t = node_table(g->arena);
	t->layout = NODE_INLINE;
	blank = strrchr(why, ' ');
	node_add_string(g->arena, t, "code", blank ? blank + 1 : why);
	if (blank != NULL) {
		rule = arena_strndup(g->arena, why, (size_t)(blank - why));
		node_add_string(g->arena, t, "rule", g->sys->cite ?
		    g->sys->cite(g, rule) : rule);
	}
	if (facts != NULL)
		fact_write(g, t, facts);
	if (g->mods == NULL)
		g->mods = node_array(g->arena);
	node_add(g->arena, g->mods, NULL, t);
}

void
mod_forget(struct game *g)
{
	g->mods = NULL;
}

int
bot_pick(struct game *g, int n)
{
	assert(n > 0 && n <= 65536);
	return n == 1 ? 0 : g->source.pick(g->source.ctx, g, n);
}

/* ---------------------------------------------------------------- events */

void
tell(struct game *g, const char *event, const struct fact *facts)
{
	struct node *t;

	if (g->light != NULL) {
		g->light->told(g, event);
		if (g->watch != NULL)
			g->watch(g);
		return;
	}
	if (game_replaying(g)) {
		t = node_table(g->arena);
		node_add_string(g->arena, t, "event", event);
		fact_write(g, t, facts);
		g->recalled[g->nrecalled++ % GAME_RECALLED] = t;
	} else {
		t = node_table(g->arena);
		node_add_string(g->arena, t, "event", event);
		fact_write(g, t, facts);
		if (g->mods != NULL)
			node_add(g->arena, t, "mods", g->mods);
		if (g->pending_rolls != NULL)
			node_add(g->arena, t, "rolls", g->pending_rolls);
		node_add(g->arena, g->events, NULL, t);
		if (g->watch != NULL)
			g->watch(g);
	}
	g->mods = NULL;
	g->pending_rolls = NULL;
}
