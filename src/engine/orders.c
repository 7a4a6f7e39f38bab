/* orders.c: taking a side's orders one by one, and refusing them */
#include "engine/ask.h"
#include "engine/group.h"
#include "engine/standing.h"

#include "base/arena.h"
#include "base/node.h"
#include "engine/why.h"

#include <limits.h>
#include <string.h>

void
refusal_add(struct game *g, int side, const char *what, int number,
    const struct node *order, const char *reason, bool sealed)
{
	struct arena *a = g->arena;
	struct node *t = node_table(a);

	if (game_replaying(g))
		return;
	if (g->nrefusals == g->caprefusals) {
		int cap = g->caprefusals ? 2 * g->caprefusals : 16;
		struct refusal *r = arena_new(a, struct refusal, cap);

		if (g->nrefusals > 0)
			memcpy(r, g->refusals,
			    (size_t)g->nrefusals * sizeof *r);
		g->refusals = r;
		g->caprefusals = cap;
	}
	if (order != NULL && !why_is_code(reason))
		game_fail(g, "\"%s\" is not the code of a refusal", reason);
	node_add_string(a, t, "event", "refused");
	node_add_string(a, t, "side", g->side[side]);
	node_add_string(a, t, "what", what);
	node_add_int(a, t, "number", number);
	if (!sealed && order != NULL) {
		node_add(a, t, "text", node_copy(a, order))->layout =
		    NODE_INLINE;
		node_add(a, t, "why", why_node(a, reason));
	}
	node_add(a, g->events, NULL, t);
	g->refusals[g->nrefusals++] = (struct refusal){
		.side = side, .number = number, .what = what, .order = order,
		.reason = arena_strdup(a, reason), .sealed = sealed,
		.event = t,
	};
}

/* ------------------------------------------------------------ that stand */

/*
 * A pause, the orders that end it and an order that was refused change
 * nothing: they stand in answers.toml, but not in the record, and the next
 * order has the number of the question that they had.  So a checkpoint stays
 * short however often a side stops to think.
 */
enum kept { RECORDED, NOTED };

static void
keep_word_about(struct game *g, int side, const char *kind, const char *word,
    const char *by, int number, enum kept kept, struct node *about)
{
	struct answer x = { .q = g->q, .side = side, .kind = kind, .by = by,
	    .number = number, .about = about };

	if (g->light != NULL)
		return;
	x.value = node_string(g->arena, word);
	if (kept == RECORDED)
		record_answer(g, &x);
	else
		note_answer(g, &x);
}

static void
keep_word(struct game *g, int side, const char *kind, const char *word,
    const char *by, int number, enum kept kept)
{
	keep_word_about(g, side, kind, word, by, number, kept, NULL);
}

static void
record_word(struct game *g, int side, const char *kind, const char *word,
    const char *by, int number)
{
	keep_word(g, side, kind, word, by, number, RECORDED);
}

/* What a late side does: start with none, or go on with the rest. */
static const char *
late_word(enum kept kept)
{
	return kept == RECORDED ? "none" : "go on";
}

static void
begin_late(struct game *g, int side, enum kept kept)
{
	const char *late = late_word(kept);
	struct player *p = &g->player[side];

	if (p->orders == NULL) {
		p->orders = node_array(g->arena);
		p->orders_exchange = g->exchange;
		orders_restart(p);
	}
	p->begun = true;
	keep_word(g, side, "orders", late, "late", 0, kept);
	tell(g, "late", FACTS(fact_side("side", side),
	    fact_text("answer", late)));
}

/*
 * Late with the orders that the last turn asked for.  Who was late with
 * something else is asked for orders, and nobody passes more than one turn for
 * one deadline.
 */
static bool
is_late_now(const struct game *g, int side)
{
	return g->player[side].late && g->q == g->stopped;
}

/*
 * The question "orders", which has got its number: answered by orders that
 * stand and were not begun.
 */
static void
want_orders(struct game *g, int side, enum kept kept)
{
	struct player *p = &g->player[side];
	struct node *t;

	if (!game_replaying(g))
		g->mails++;
	if (p->bot || record_find(g, g->q) != NULL)
		return;
	if (game_replaying(g))
		game_fail(g, "the record has no orders at question %d", g->q);
	if (given_orders(g, side)) {
		const struct node *n = given_next(g, side, "orders", NULL);

		if (node_str(n, "answer") != NULL &&
		    strcmp(node_str(n, "by"), "late") == 0) {
			if (!is_late_now(g, side))
				game_fail(g, "%s was not late with orders, as "
				    "the answers say", g->side[side]);
			if (strcmp(node_str(n, "answer"), late_word(kept)) != 0)
				game_fail(g, "%s is late, and the answers say "
				    "something else than \"%s\"",
				    g->side[side], late_word(kept));
			begin_late(g, side, kept);
			return;
		}
		if (node_str(n, "answer") != NULL) {
			if (strcmp(node_str(n, "answer"), "given") == 0)
				orders_restart(p);
			p->begun = true;
			keep_word(g, side, "orders", node_str(n, "answer"),
			    node_str(n, "by"), 0, kept);
			return;
		}
	} else if (p->orders != NULL && !p->begun) {
		p->begun = true;
		keep_word(g, side, "orders", "given", "order", 0, kept);
		return;
	} else if (is_late_now(g, side)) {
		begin_late(g, side, kept);
		return;
	}
	t = node_table(g->arena);
	node_add_string(g->arena, t, "side", g->side[side]);
	node_add_string(g->arena, t, "kind", "orders");
	node_add(g->arena, g->asks, NULL, t);
	stop_to_ask(g, g->q);
}

void
orders_begin(struct game *g, int side)
{
	g->q++;
	want_orders(g, side, RECORDED);
}

/* A side stops to think; its next order takes the number of its pause. */
static void
pause_for_orders(struct game *g, int side)
{
	want_orders(g, side, NOTED);
	g->q--;
}

/* An order is wanted where the run had stopped: that was at a pause, which is
 * over when there are orders. */
static void
end_pause(struct game *g, int side)
{
	if (g->q != g->stopped || record_find(g, g->q) != NULL)
		return;
	want_orders(g, side, NOTED);
	g->stopped = 0;		/* the next pause is another */
}

/*
 * Does the end of a side's orders count as a question?  Where the record goes
 * so far it alone says so, whoever answers for the side now: a bot may be
 * writing orders for a player who was asked.  Otherwise it does where orders
 * stand, and a bot's never do.
 */
static bool
ends_with_question(const struct game *g, int side)
{
	const struct answer *x = record_find(g, g->q + 1);

	if (x != NULL)
		return x->side == side && !strncmp(x->kind, "order", 5);
	return !game_replaying(g) && !g->player[side].bot &&
	    g->player[side].begun;
}

void
orders_end(struct game *g, int side, const char *why)
{
	struct player *p = &g->player[side];

	g->ending = why;
	if (ends_with_question(g, side))
		if (order_next(g, side, INT_MAX) != NULL)
			game_fail(g, "an order of %s was carried out after "
			    "its turn", g->side[side]);
	if (game_replaying(g))
		return;
	if (p->begun) {
		p->orders = NULL;
		p->orders_exchange = -1;
		orders_restart(p);
	}
}

static void refuse(struct game *g, const char *reason);

/* ------------------------------------------------------------- the next */

static void
hand_out(struct game *g, int side, int number, const struct node *node)
{
	g->order = (struct order){ .side = side, .number = number,
	    .verb = node_str(node, "do"), .node = node };
}

static bool
is_hidden(const struct order_verb *v, const char *field)
{
	for (const struct order_field *f = v ? v->fields : NULL; f && f->name;
	    f++)
		if (strcmp(f->name, field) == 0)
			return f->hidden;
	return false;
}

/* Does the order say something that only its side may know? */
static bool
has_hidden(const struct game *g, const struct node *order)
{
	const struct order_verb *v = system_verb(g->sys, node_str(order, "do"));

	for (const struct node *x = order->child; x != NULL; x = x->next)
		if (is_hidden(v, x->key))
			return true;
	return false;
}

/* What is published of an order: not what would have been done instead, nor
 * what its side alone may know. */
static struct node *
published(struct game *g, const struct node *order)
{
	const struct order_verb *v = system_verb(g->sys, node_str(order, "do"));
	struct node *t = node_table(g->arena);

	t->layout = order->layout;
	for (const struct node *x = order->child; x != NULL; x = x->next)
		if (strcmp(x->key, "else") != 0 &&
		    strcmp(x->key, "if_fails") != 0 && !is_hidden(v, x->key))
			node_add(g->arena, t, x->key,
			    node_copy(g->arena, x));
	return t;
}

static void
record_order(struct game *g, int side, int number, const struct node *node,
    const char *by, struct node *about)
{
	struct answer x = { .q = g->q, .side = side, .kind = "order",
	    .by = by, .number = number, .value = published(g, node),
	    .about = about };

	record_answer(g, &x);
	hand_out(g, side, number, node);
	g->concealed = g->concealed || has_hidden(g, node);
}

/* An order from a history may be anything: the rules see none that could
 * never have been submitted. */
static void
must_be_order(struct game *g, int side, int phase, const struct node *order)
{
	const char *why = order_static(g, side, order);
	const struct order_verb *v = system_verb(g->sys, node_str(order, "do"));

	if (why == NULL && (v == NULL || (v->phase != phase && v->phase !=
	    ORDER_ANY)))
		why = "not-this-phase";
	if (why != NULL)
		game_fail(g, "a recorded order of %s could not have been "
		    "given: %s", g->side[side], game_words(g, why));
}

/* A given order that came openly is the one that was submitted, or what it
 * says should be done instead. */
static void
must_be_submitted(struct game *g, int side, int number, int part,
    const struct node *order)
{
	const struct player *p = &g->player[side];
	const struct node *o;

	if (p->bot || p->orders_sealed || p->orders == NULL || number < 1)
		return;
	o = orders_entry(p, number, part);
	if (o != NULL && group_is(o) && group_may_give(o, order))
		return;
	for (; o != NULL; o = node_table_of(o, "else"))
		if (node_equal(published(g, o), order))
			return;
	game_fail(g, "order %d of %s is another than it submitted", number,
	    g->side[side]);
}

/* What became of question q: an order, the end, or go on asking. */
enum next { NEXT_ORDER, NEXT_END, NEXT_AGAIN };

static enum next
next_from_value(struct game *g, int side, int phase, int number,
    const struct node *value)
{
	if (value->type == NODE_TABLE) {
		must_be_order(g, side, phase, value);
		hand_out(g, side, number, value);
		return NEXT_ORDER;
	}
	if (value->type == NODE_STRING && !strcmp(value->s, "end"))
		return NEXT_END;
	return NEXT_AGAIN;
}

/* What a history says is a number may be anything. */
static int
small_number(struct game *g, int side, const struct node *n, const char *key)
{
	int64_t i = node_integer(n, key, 0);

	if (i < 0 || i > INT_MAX - 1)
		game_fail(g, "an order of %s has an absurd %s", g->side[side],
		    key);
	return (int)i;
}

static enum next
next_given(struct game *g, int side, int phase)
{
	const struct node *n = given_next(g, side, "order", NULL), *value;
	const char *word;
	int number, part, each;

	if (n == NULL)
		game_fail(g, "the answers do not say what order %s gave next",
		    g->side[side]);
	number = small_number(g, side, n, "number");
	part = small_number(g, side, n, "part");
	each = small_number(g, side, n, "each");
	value = node_get(n, "answer");
	if (g->player[side].orders != NULL)
		g->player[side].begun = true;	/* as next_standing */
	orders_took(g, side, number, part, each, value);
	if (value->type == NODE_TABLE) {
		must_be_order(g, side, phase, value);
		must_be_submitted(g, side, number, part, value);
		record_order(g, side, number, value, node_str(n, "by"),
		    answer_about(g->arena, n));
		return NEXT_ORDER;
	}
	word = value->s ? value->s : "";
	if (strcmp(word, "end") == 0) {
		struct answer x = { .q = g->q, .side = side, .kind = "order",
		    .by = node_str(n, "by"), .number = number,
		    .value = node_string(g->arena, word),
		    .about = answer_about(g->arena, n) };

		record_answer(g, &x);
		return NEXT_END;
	}
	keep_word_about(g, side, "order", word, node_str(n, "by"), number,
	    NOTED, orders_about(g->arena, part, each));
	if (strcmp(word, "pause") == 0) {
		pause_for_orders(g, side);
		return NEXT_AGAIN;
	}
	if (strcmp(word, "refused") == 0)
		refusal_add(g, side, "order", number, NULL, "", true);
	g->q--;
	return NEXT_AGAIN;
}

static enum next
next_bot(struct game *g, int side, int phase)
{
	const struct node *o;

	g->quiet++;
	o = g->sys->bot(g, side, phase);
	g->quiet--;
	if (o == NULL) {
		record_word(g, side, "order", "end", "bot", 0);
		return NEXT_END;
	}
	if (g->light != NULL) {
		hand_out(g, side, 0, o);
		return NEXT_ORDER;
	}
	record_order(g, side, 0, o, "bot", NULL);
	return NEXT_ORDER;
}

/* The phase ends for the side; `number` is the last of those passed over. */
static enum next
end_phase(struct game *g, int side, int number)
{
	record_word(g, side, "order", "end", "order", number);
	orders_took(g, side, number, 0, 0, node_string(g->arena, "end"));
	return NEXT_END;
}

/* NULL, or why this order of those that stand is not to be tried. */
static const char *
no_turn(struct game *g, int side, int phase, const struct upcoming *x,
    const struct order_verb *v)
{
	const char *why = phase == INT_MAX ? g->ending :
	    order_static(g, side, x->order);

	if (why == NULL && v != NULL && v->phase < phase && v->phase !=
	    ORDER_ANY)
		return why_not(g, "phase-over", FACTS(fact_text("phase",
		    g->sys->phases[v->phase])));
	if (why == NULL && group_is(x->order) && x->single == NULL)
		return "group-stays";
	return why;
}

static enum next
next_standing(struct game *g, int side, int phase)
{
	struct player *p = &g->player[side];
	const struct order_verb *v;
	const struct node *o;
	const char *verb, *why;
	struct upcoming x;

	if (p->orders != NULL)
		p->begun = true;	/* a case may start within a turn */
	x = orders_upcoming(g, side, phase);
	verb = x.order ? node_str(x.order, "do") : NULL;
	v = x.order && group_is(x.order) ? group_verb(g->sys) :
	    system_verb(g->sys, verb);
	if (x.order == NULL || (v != NULL && v->phase > phase))
		return end_phase(g, side, x.order == NULL ? x.number : 0);
	o = x.single != NULL ? x.single : x.order;
	orders_took(g, side, x.number, x.part, x.each, o);
	if (verb != NULL && strcmp(verb, "pause") == 0 && phase != INT_MAX) {
		keep_word_about(g, side, "order", "pause", "order", x.number,
		    NOTED, orders_about(g->arena, x.part, x.each));
		pause_for_orders(g, side);
		return NEXT_AGAIN;
	}
	record_order(g, side, x.number, o, "order", orders_about(g->arena,
	    x.part, x.each));
	why = no_turn(g, side, phase, &x, v);
	if (why != NULL) {
		refuse(g, why);
		return NEXT_AGAIN;
	}
	if (g->offered == NULL)
		g->offered = arena_alloc(g->arena, g->sys->state_size);
	memcpy(g->offered, g->state, g->sys->state_size);
	return NEXT_ORDER;
}

/* The order in place of one that could not be (`else`): is it this phase's
 * turn to try it?  A phase that went on without it has refused it. */
static bool
take_other(struct game *g, int side, int phase)
{
	const struct order_verb *v = system_verb(g->sys, g->order.verb);
	bool now = g->again == g->q && g->order.side == side && v != NULL &&
	    (v->phase == phase || v->phase == ORDER_ANY);

	if (!now)
		refuse(g, g->again_why);
	else
		g->refused = -1;	/* what comes may be a checkpoint */
	g->again = 0;
	return now;
}

const struct order *
order_next(struct game *g, int side, int phase)
{
	struct player *p = &g->player[side];

	for (;;) {
		const struct answer *x;
		enum next next;

		if (g->again > 0 && take_other(g, side, phase))
			return &g->order;
		g->q++;
		end_pause(g, side);
		if ((x = record_find(g, g->q)) != NULL) {
			if (strcmp(x->kind, "orders") == 0)
				continue;
			next = next_from_value(g, side, phase, x->number,
			    x->value);
		} else if (game_replaying(g)) {
			game_fail(g, "the record has no order at question %d",
			    g->q);
		} else if (given_orders(g, side)) {
			next = next_given(g, side, phase);
		} else if (p->bot) {
			next = next_bot(g, side, phase);
		} else {
			next = next_standing(g, side, phase);
		}
		if (next == NEXT_ORDER)
			return &g->order;
		if (next == NEXT_END)
			return NULL;
	}
}

const struct order *
order_taken(const struct game *g)
{
	return &g->order;
}

static void
mark_refused(struct game *g, int side, int number)
{
	struct answer *list = g->answers;

	for (int i = g->nanswers - 1; i >= 0; i--)
		if (list[i].side == side && list[i].number == number &&
		    strcmp(list[i].kind, "order") == 0) {
			list[i].value = node_string(g->arena, "refused");
			return;
		}
}

/* Nothing came after an order that is refused: take it out again. */
static void
unrecord(struct game *g, const struct order *o)
{
	const struct answer *x = g->nrecord > 0 ?
	    &g->record[g->nrecord - 1] : NULL;

	if (x == NULL || x->q != g->q || x->side != o->side ||
	    x->number != o->number || strcmp(x->kind, "order") != 0)
		game_fail(g, "order %d of %s is refused after something "
		    "happened", o->number, g->side[o->side]);
	g->nrecord--;
	g->q--;
}

static void
replace_order(struct answer *list, int n, const struct order *o,
    struct node *value)
{
	for (int i = n - 1; i >= 0; i--)
		if (list[i].side == o->side && list[i].number == o->number &&
		    strcmp(list[i].kind, "order") == 0) {
			list[i].value = value;
			return;
		}
}

const struct order *
order_else(struct game *g)
{
	const struct node *other = node_table_of(g->order.node, "else");
	const struct order_verb *v = system_verb(g->sys,
	    node_str(g->order.node, "do"));
	const struct order_verb *w = system_verb(g->sys, node_str(other, "do"));
	struct node *value;

	if (w == NULL || v == NULL || v->phase != w->phase ||
	    game_replaying(g) || given_orders(g, g->order.side))
		return NULL;
	value = published(g, other);
	replace_order(g->record, g->nrecord, &g->order, value);
	replace_order(g->answers, g->nanswers, &g->order, value);
	g->concealed = g->concealed || has_hidden(g, other);
	g->order.node = other;
	g->order.verb = node_str(other, "do");
	return &g->order;
}

/* Does it come from orders that stand, and not from a bot or a record? */
static bool
is_tried(struct game *g, const struct order *o)
{
	return !g->player[o->side].bot && !game_replaying(g) &&
	    !given_orders(g, o->side);
}

/*
 * Where it says what to do in its place (`else`), nothing is refused yet: the
 * phase's next order_next hands that out, under the same question.  Whoever
 * replays the game without the orders never tries it, so that whatever was
 * noted on the way to the refusal is taken back.
 */
void
order_cannot(struct game *g, const char *why, const struct fact *facts)
{
	const char *reason = facts != NULL ? why_also(g, why, facts) : why;
	const struct order *o = &g->order;

	if (is_tried(g, o) && g->offered != NULL)
		memcpy(g->state, g->offered, g->sys->state_size);
	if (is_tried(g, o) && order_else(g) != NULL) {
		g->again = g->q;
		g->again_why = arena_strdup(g->arena, reason);
		g->refused = g->q;
		return;
	}
	refuse(g, reason);
}

/* As order_cannot, whatever it says to do in its place. */
static void
refuse(struct game *g, const char *reason)
{
	const struct order o = g->order;

	if (g->player[o.side].bot)
		game_fail(g, "the bot's own order was refused: %s",
		    game_words(g, reason));
	if (game_replaying(g) || given_orders(g, o.side))
		game_fail(g, "a recorded order is refused: %s",
		    game_words(g, reason));
	g->concealed = false;
	orders_refused(&g->player[o.side]);
	refusal_add(g, o.side, "order", o.number, o.node, reason,
	    g->player[o.side].orders_sealed);
	mark_refused(g, o.side, o.number);
	unrecord(g, &o);
	g->refused = g->q;
}
