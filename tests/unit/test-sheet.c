/*
 * test-sheet.c: what a sheet offers check accepts, what check calls legal is
 * carried out, and an assumed verdict is right if the assumption comes true
 *
 * Games are played with orders made at random from sheets.  IACTA_ORDERS is
 * how many are tried (3000); `make check-orders` wants 100,000.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "desk/assume.h"
#include "desk/sheet_parts.h"
#include "desk/short.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define SINGLES 40		/* orders tried alone in each position */
#define GROUP_KILOBYTES 24576	/* for all units of Chalons */
#define TOGETHER 10		/* orders of a whole turn */

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED true
#else
#define SANITIZED false
#endif

static uint64_t seed;
static long cards_alone;	/* cards that took no list of units */
static long read_back;		/* orders that were typed */
static long tried, refused_together, certain_together, assumed_together;

static int
any(int n)
{
	uint64_t z = seed += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (int)((z ^ (z >> 31)) % (unsigned)n);
}

static const char *
shown(struct arena *a, const struct node *t)
{
	struct str s = str_new(a);

	toml_write_inline(&s, t);
	return s.s;
}

/* ------------------------------------------------------------------- chance */

/* Faces to be rolled first, then any; ends at `halt` rolls. */
struct dice {
	const struct assumption_list *first;
	int next;
	bool only;		/* stop where the given faces end */
};

static int
roll_any(void *ctx, struct game *g, int sides, const char *label)
{
	struct dice *d = ctx;

	if (d->first != NULL && d->next < d->first->n) {
		const struct assumed *r = &d->first->roll[d->next++];

		if (strcmp(r->label, label) != 0 && d->only)
			game_halt(g, "another die: %s", label);
		return r->face;
	}
	if (d->only)
		game_halt(g, "no more dice");
	return any(sides);
}

static int
pick_any(void *ctx, struct game *g, int n)
{
	(void)ctx, (void)g;
	return any(n);
}

static void
shuffle_any(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)g, (void)j;
	for (int i = n - 1; i > 0; i--) {
		int k = any(i + 1), t = cards[i];

		cards[i] = cards[k];
		cards[k] = t;
	}
}

/* ------------------------------------------------------------------ the desk */

static int
asked_side(const struct game *g)
{
	const char *side = node_str(g->asks->child, "side");

	for (int i = 0; side != NULL && i < g->nsides; i++)
		if (strcmp(g->side[i], side) == 0)
			return i;
	return -1;
}

static struct desk
desk_of(struct arena *a, const struct rules *r, const struct game *g,
    const struct node *asks, int side)
{
	struct desk d = { .a = a, .game = g, .rules = r, .side = side, .n = 1,
	    .asks = asks };
	const char *id[64];
	struct node *hand;
	int n;

	if (g->sys->hand == NULL)
		return d;
	hand = node_array(a);
	n = g->sys->hand(g->data, g->state, side, id, 64);
	for (int i = 0; i < n; i++)
		node_add(a, hand, NULL, node_string(a, id[i]));
	d.hand = hand;
	return d;
}

static struct node *
paper_of(struct arena *a)
{
	struct node *t = node_table(a);

	node_add_array(a, t, "order");
	return t;
}

static void
give(struct arena *a, struct node *paper, const struct node *order)
{
	struct node *list = paper->child;

	node_add(a, list, NULL, node_copy(a, order));
}

/* ------------------------------------------------------------ what is offered */

/* One of the alternatives of a legal order. */
static struct node *
one_of(struct arena *a, const struct game *g, const struct node *legal)
{
	struct node *t = node_table(a);
	const struct order_verb *verb = system_verb(g->sys, node_str(legal,
	    "do"));

	t->layout = NODE_INLINE;
	for (const struct node *x = legal->child; x != NULL; x = x->next) {
		const struct node *v = x;

		if (x->type == NODE_ARRAY && !order_takes_list(verb, x->key))
			v = node_at(x, (size_t)any((int)x->n));
		node_add(a, t, x->key, node_copy(a, v));
	}
	return t;
}

/* Cards that order units and change nothing about what they may do. */
static bool
is_section_card(const char *card)
{
	return strncmp(card, "two-", 4) == 0 || strncmp(card, "three-", 6) ==
	    0 || strncmp(card, "command-", 8) == 0;
}

/* The play that orders this unit; NULL where the sheet shows none. */
static struct node *
play_for(struct arena *a, const struct node *decide, const char *unit)
{
	for (const struct node *s = decide->child; s != NULL; s = s->next) {
		const struct node *x = node_array_of(s, "lines");

		for (x = x ? x->child : NULL; x != NULL; x = x->next) {
			const struct node *o = node_table_of(x, "order");
			const struct node *u = node_array_of(x, "units");
			const char *card = node_str(o, "card");
			struct node *t, *list;

			if (card == NULL || !is_section_card(card))
				continue;
			for (u = u ? u->child : NULL; u != NULL; u = u->next)
				if (strcmp(u->s, unit) == 0)
					break;
			if (u == NULL)
				continue;
			t = node_copy(a, o);
			list = node_array(a);
			node_add(a, list, NULL, node_string(a, unit));
			node_set(a, t, "units", list);
			return t;
		}
	}
	return NULL;
}

/* ---------------------------------------------------------------- the checks */

static int
no_roll(void *ctx, struct game *g, int sides, const char *label)
{
	(void)ctx, (void)sides;
	game_halt(g, "a die: %s", label);
}

/* Nothing of the paper is refused as far as it is certain. */
static void
must_be_accepted(const struct desk *d, struct node *paper)
{
	struct node *problems = desk_problems(d, paper);
	struct arena a = { 0 };
	struct game *g = arena_new(&a, struct game, 1);
	struct dice none = { .first = NULL };

	if (problems->n > 0)
		fail_msg("a sheet offers %s: %s", shown(d->a, paper),
		    node_str(problems->child, "problem"));
	desk_fork(d, &a, paper, DESK_CERTAIN, NULL, g);
	g->source = (struct source){ &none, no_roll, pick_any, shuffle_any,
	    NULL };
	game_run(g);
	if (g->stop == STOP_FAIL)
		fail_msg("%s", g->why);
	for (int i = 0; i < g->nrefusals; i++)
		if (g->refusals[i].side == d->side)
			fail_msg("a sheet offers %s: refused: %s",
			    shown(d->a, paper), game_words(g,
			    g->refusals[i].reason));
	tried += (long)paper->child->n;
	arena_free(&a);
}

static bool
is_listed(const struct node *list, const char *id)
{
	const struct node *x = list != NULL ? list->child : NULL;

	while (x != NULL && strcmp(x->s, id) != 0)
		x = x->next;
	return x != NULL;
}

/* Every id of the first list is in the second. */
static void
must_be_within(const struct desk *d, const struct node *line,
    const char *what, const struct node *few, const struct node *many)
{
	for (const struct node *x = few ? few->child : NULL; x; x = x->next)
		if (!is_listed(many, x->s))
			fail_msg("%s: %s is not there, which %s",
			    shown(d->a, line), x->s, what);
}

/* A card could order whom its line says: all whom the order beside it names,
 * and whom it orders; and all of them if it takes no list. */
static void
must_order_whom_it_says(const struct desk *d, const struct node *line)
{
	const struct node *order = node_get(line, "order");
	const struct node *could = node_array_of(line, "units");
	const struct node *units = node_array_of(order, "units");
	struct node *paper = paper_of(d->a);
	struct arena a = { 0 };
	struct dice none = { .first = NULL };
	struct game *g;

	if (node_str(order, "card") == NULL || could == NULL)
		return;
	g = arena_new(&a, struct game, 1);
	must_be_within(d, line, "its order names", units, could);
	give(d->a, paper, order);
	desk_fork(d, &a, paper, DESK_CERTAIN, NULL, g);
	g->source = (struct source){ &none, no_roll, pick_any, shuffle_any,
	    NULL };
	game_run(g);
	for (const struct node *x = g->events->child; x != NULL; x = x->next) {
		const struct node *who = node_array_of(x, "units");

		if (strcmp(node_str(x, "event"), "ordered") != 0)
			continue;
		must_be_within(d, line, "it orders", who, could);
		if (units == NULL || units->n == 0) {
			must_be_within(d, line, "it could order", could, who);
			cards_alone++;
		}
	}
	arena_free(&a);
}

/* What is shown as it can be typed is that order when it is typed. */
static void
must_read_back(const struct desk *d, const struct node *order)
{
	const char *words = short_words(d, order);
	struct node *back;
	struct err e;

	if (words == NULL)
		return;
	if (short_order(&e, d, words, &back) != ERR_OK)
		fail_msg("%s: %s", words, e.msg);
	for (const struct node *x = order->child; x != NULL; x = x->next) {
		const struct node *y = node_get(back, x->key);

		if (y == NULL ? x->type != NODE_ARRAY || x->n > 0 :
		    !node_equal(x, y))
			fail_msg("%s, typed as %s, is %s", shown(d->a, order),
			    words, shown(d->a, back));
	}
	read_back++;
}

static void
try_singles(const struct desk *d, const struct node *decide,
    const struct node *legal)
{
	bool cards = d->hand != NULL;

	for (const struct node *s = decide->child; s != NULL; s = s->next) {
		const struct node *x = node_array_of(s, "lines");

		for (x = x ? x->child : NULL; x != NULL; x = x->next) {
			struct node *paper = paper_of(d->a);

			if (node_get(x, "order") == NULL)
				continue;
			give(d->a, paper, node_get(x, "order"));
			must_be_accepted(d, paper);
			must_order_whom_it_says(d, x);
			must_read_back(d, node_get(x, "order"));
		}
	}
	for (int i = 0; i < SINGLES && legal->n > 0; i++) {
		struct node *paper = paper_of(d->a), *play = NULL;
		struct node *o = one_of(d->a, d->game, node_at(legal,
		    (size_t)any((int)legal->n)));

		if (cards && node_str(o, "unit") != NULL &&
		    (play = play_for(d->a, decide, node_str(o, "unit"))) ==
		    NULL)
			continue;
		if (play != NULL)
			give(d->a, paper, play);
		give(d->a, paper, o);
		must_be_accepted(d, paper);
		must_read_back(d, o);
	}
}

/* Several units at once: all whose ids begin as one's. */
static struct node *
some_advance(const struct desk *d, const struct node *legal)
{
	struct node *t = node_table(d->a);
	const struct node *x = legal->n > 0 ? node_at(legal, (size_t)any(
	    (int)legal->n)) : NULL;
	const char *unit = x != NULL ? node_str(x, "unit") : NULL;

	node_add_string(d->a, t, "do", "advance");
	node_add_string(d->a, t, "units", unit ? arena_printf(d->a, "%.*s*",
	    1 + any((int)strlen(unit)), unit) : "*");
	node_add_int(d->a, t, "by", 1 + any(5));
	return t;
}

/* One order of its phase for the case that it fails, or none. */
static void
add_if_fails(const struct desk *d, struct node *order,
    const struct order_verb *v, const struct node *legal)
{
	struct node *list = node_add_array(d->a, order, "if_fails");
	const struct node *x = node_at(legal, (size_t)any((int)legal->n));
	const struct order_verb *w = d->game->sys->verbs;

	while (w->verb != NULL && strcmp(w->verb, node_str(x, "do")) != 0)
		w++;
	if (w->verb != NULL && w->phase == v->phase)
		node_add(d->a, list, NULL, one_of(d->a, d->game, x));
}

/* A turn of several orders, some of which get into each other's way. */
static struct node *
whole_turn(const struct desk *d, const struct node *decide,
    const struct node *legal)
{
	struct node *paper = paper_of(d->a), *chosen = node_array(d->a);
	const struct system *s = d->game->sys;
	const struct node *first = decide->child;

	first = first ? node_array_of(first, "lines") : NULL;
	if (d->hand != NULL && first != NULL && first->n > 0) {
		const struct node *x = node_at(first, (size_t)any(
		    (int)first->n));

		if (node_get(x, "order") != NULL)
			give(d->a, paper, node_get(x, "order"));
	}
	for (int i = 0; i < TOGETHER && legal->n > 0; i++)
		node_add(d->a, chosen, NULL, one_of(d->a, d->game, node_at(
		    legal, (size_t)any((int)legal->n))));
	for (const struct order_verb *v = s->verbs; v->verb != NULL; v++) {
		if (strcmp(v->verb, "move") == 0 && any(3) == 0)
			give(d->a, paper, some_advance(d, legal));
		for (struct node *x = chosen->child; x; x = x->next) {
			if (strcmp(node_str(x, "do"), v->verb) != 0 ||
			    strcmp(v->verb, "pass") == 0)
				continue;
			if (any(4) == 0)
				add_if_fails(d, x, v, legal);
			give(d->a, paper, x);
		}
	}
	return paper;
}

/* Was the order itself refused, not one that came in its place? */
static const struct refusal *
refusal_of(const struct game *g, int side, int number,
    const struct node *order)
{
	for (int i = 0; i < g->nrefusals; i++)
		if (g->refusals[i].side == side &&
		    g->refusals[i].number == number &&
		    node_equal(g->refusals[i].order, order) &&
		    strcmp(g->refusals[i].what, "order") == 0)
			return &g->refusals[i];
	return NULL;
}

static bool
was_reached(const struct game *g, int side, int number)
{
	for (int i = 0; i < g->nanswers; i++)
		if (desk_took_order(&g->answers[i], side) &&
		    g->answers[i].number == number)
			return true;
	return false;
}

/* What check said, against what came of it; `assumed`: the dice fell so. */
static void
compare(const struct desk *d, const struct desk_try *t, struct game *g,
    bool assumed)
{
	for (int i = 0; i < t->norders; i++) {
		const struct desk_order *o = &t->order[i];
		const struct refusal *f = refusal_of(g, d->side, i + 1,
		    o->order);

		if (!was_reached(g, d->side, i + 1) || (o->assumed &&
		    !assumed) || o->verdict == DESK_NOT_REACHED)
			continue;
		if (f == NULL && o->verdict == DESK_REFUSED &&
		    node_get(o->order, "if_fails") != NULL)
			continue;	/* what came in its place was */
		if ((f != NULL) != (o->verdict == DESK_REFUSED))
			fail_msg("order %d, %s, is %s%s, but %s: %s", i + 1,
			    shown(d->a, o->order), o->assumed ? "assumed " :
			    "", desk_verdicts[o->verdict], f ? "refused" :
			    "carried out", f ? game_words(g, f->reason) :
			    o->reason ? o->reason : "");
		tried++;
		refused_together += f != NULL;
		certain_together += !o->assumed;
		assumed_together += o->assumed;
	}
}

/* As the referee would run it: nobody is supposed to answer anything. */
static void
adjudicate(const struct desk *d, struct arena *a, const struct node *paper,
    struct dice *dice, bool asks, struct game *g)
{
	desk_fork(d, a, paper, DESK_RANDOM, NULL, g);
	for (int i = 0; i < g->nsides; i++)
		g->player[i].supposed = !asks;
	g->source = (struct source){ dice, roll_any, pick_any, shuffle_any,
	    NULL };
	game_run(g);
	if (g->stop == STOP_FAIL)
		fail_msg("%s", g->why);
}

/* One turn; the game that goes on, or NULL.  What is only tried is given back:
 * a copy of a game shares what the game has, so that the turns played stay. */
static struct game *
play_turn(struct arena *a, const struct rules *r, struct game *now,
    const struct node *asks, const struct node **next_asks)
{
	int side = asked_side(&(struct game){ .asks = (struct node *)
	    (uintptr_t)asks, .nsides = now->nsides, .side = { now->side[0],
	    now->side[1] } });
	struct arena here = { 0 };
	struct desk d = desk_of(&here, r, now, asks, side);
	struct node *decide = sheet_decide(&d), *legal = sheet_legal(&d);
	struct node *paper;
	struct desk_try t;
	struct err e = { 0 };
	struct assumption_list rolls = { .n = 0 };
	struct trace trace = { .a = &here, .side = side };
	struct dice chance = { .first = NULL };
	struct game *g = arena_new(&here, struct game, 1);
	struct game *then = arena_new(a, struct game, 1);

	try_singles(&d, decide, legal);
	paper = whole_turn(&d, decide, legal);
	if (desk_try(&e, &d, paper, NULL, &t) != ERR_OK)
		fail_msg("%s", e.msg);
	assume_run(&d, paper, NULL, g, &trace, &rolls);
	adjudicate(&d, &here, paper, &(struct dice){ &rolls, 0, true }, true, g);
	compare(&d, &t, g, true);
	g = arena_new(a, struct game, 1);
	adjudicate(&d, a, node_copy(a, paper), &chance, false, g);
	compare(&d, &t, g, false);
	arena_free(&here);
	if (g->stop != STOP_ASK)
		return NULL;
	*next_asks = g->asks;
	game_fork(then, g, a);
	return then;
}

/* A game at its first question. */
static struct game *
begin_game(struct arena *a, const char *system, const char *scenario,
    struct rules *r, const struct node **asks)
{
	static struct dice chance;
	struct err e = { 0 };
	struct game *g = arena_new(a, struct game, 1), *now;

	chance = (struct dice){ .first = NULL };
	if (rules_from_disk(&e, a, system, scenario, NULL, r) != ERR_OK ||
	    rules_game(&e, a, r, NULL, g) != ERR_OK)
		fail_msg("%s/%s: %s", system, scenario, e.msg);
	g->exchange = 1;
	g->source = (struct source){ &chance, roll_any, pick_any, shuffle_any,
	    NULL };
	for (int i = 0; i < g->nsides; i++)
		g->player[i] = (struct player){ .known_orders = true,
		    .known_answers = true, .orders_exchange = -1,
		    .doctrine_exchange = -1, .supposed = true,
		    .deploy = node_string(a, "standard") };
	game_run(g);
	if (g->stop != STOP_ASK)
		fail_msg("%s/%s: %s", system, scenario, g->why);
	*asks = g->asks;
	now = arena_new(a, struct game, 1);
	game_fork(now, g, a);
	return now;
}

static void
play_game(const char *system, const char *scenario, int turns)
{
	struct arena a = { 0 };
	struct rules r;
	const struct node *asks;
	struct game *now = begin_game(&a, system, scenario, &r, &asks);

	for (int i = 0; i < turns && now != NULL; i++)
		now = play_turn(&a, &r, now, asks, &asks);
	arena_free(&a);
}

static long
peak_kilobytes(void)
{
	struct rusage u;

	assert_int_equal(getrusage(RUSAGE_SELF, &u), 0);
	return u.ru_maxrss;
}

/* A whole army in one order is found unit by unit, and each looks for its way
 * on the whole map: that must not add up.  (It comes first, for a peak is seen
 * only once.  A sanitizer's memory is its own.) */
static void
an_order_of_a_whole_army_takes_little_memory(void **state)
{
	struct arena a = { 0 };
	struct rules r;
	const struct node *asks;
	struct game *now = begin_game(&a, "ancient-battles", "chalons", &r,
	    &asks);
	struct desk d = desk_of(&a, &r, now, asks, asked_side(&(struct game){
	    .asks = (struct node *)(uintptr_t)asks, .nsides = now->nsides,
	    .side = { now->side[0], now->side[1] } }));
	struct node *paper = paper_of(&a), *order = node_table(&a);
	struct desk_rehearsal odds;
	struct desk_try t;
	struct err e;
	long before;

	(void)state;
	if (SANITIZED) {
		arena_free(&a);
		skip();
	}
	order->layout = NODE_INLINE;
	node_add_string(&a, order, "do", "advance");
	node_add_string(&a, order, "units", "*");
	give(&a, paper, order);
	before = peak_kilobytes();
	assert_int_equal(desk_try(&e, &d, paper, NULL, &t), ERR_OK);
	assert_true(t.order[0].instead->n > 40);
	assert_int_equal(desk_rehearse(&e, &d, paper, NULL, 50, 1, &odds),
	    ERR_OK);
	if (peak_kilobytes() - before > GROUP_KILOBYTES)
		fail_msg("an advance of %zu units took %ld kB",
		    t.order[0].instead->n, peak_kilobytes() - before);
	printf("an advance of %zu units: %ld kB\n", t.order[0].instead->n,
	    peak_kilobytes() - before);
	arena_free(&a);
}

static void
what_a_sheet_offers_is_what_check_and_the_rules_accept(void **state)
{
	static const struct { const char *system, *scenario; } games[] = {
		{ "cc-medieval", "thannuris" }, { "cataphract", "tricameron" },
		{ "ancient-battles", "chalons" }, { "cc-medieval", "dara" },
		{ "cataphract", "callinicum" }, { "cc-medieval", "utus" },
		{ "cataphract", "casilinum" }, { "cc-medieval", "melebasa" },
		{ "spqr", "learning" }, { "spqr", "zama" },
		{ "spqr", "bagradas" }, { "spqr", "cynoscephalae" },
	};
	const size_t ngames = sizeof games / sizeof *games;
	const char *s = getenv("IACTA_ORDERS"), *from = getenv("IACTA_SEED");
	long wanted = s != NULL ? atol(s) : 3000;

	(void)state;
	seed = from != NULL ? strtoull(from, NULL, 10) : 1;
	for (size_t i = 0; tried < wanted; i++)
		play_game(games[i % ngames].system,
		    games[i % ngames].scenario, 12 + any(40));
	printf("%ld orders; of those in whole turns %ld certain, %ld assumed, "
	    "%ld refused\n", tried, certain_together, assumed_together,
	    refused_together);
	printf("%ld cards that order by themselves\n", cards_alone);
	assert_true(certain_together > 0 && assumed_together > 0);
	assert_true(read_back > 500);
	assert_true(from != NULL || cards_alone > 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_order_of_a_whole_army_takes_little_memory),
		cmocka_unit_test(
		    what_a_sheet_offers_is_what_check_and_the_rules_accept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
