/* ask.c: questions: who answers them, and stopping where nobody does */
#include "engine/ask.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"

#include <assert.h>
#include <string.h>

struct question
question(struct game *g, int side, const char *kind)
{
	struct question q = { .g = g, .side = side, .kind = kind,
	    .decline = -1 };

	assert(question_kind(g->sys, kind) != NULL);
	return q;
}

void
question_fact(struct question *q, struct fact f)
{
	static const char *const taken[] = { "q", "side", "kind", "number",
	    "answer", "by", "options", NULL };

	assert(q->nfacts < QUESTION_FACTS);
	if (q->g->light != NULL)
		return;
	for (const char *const *t = taken; *t != NULL; t++)
		assert(strcmp(f.name, *t) != 0);
	q->fact[q->nfacts++] = f;
}

void
option_add(struct question *q, int value, const char *text)
{
	if (q->n == q->cap) {
		int cap = q->cap ? 2 * q->cap : 8;
		struct option *o = arena_new(q->g->arena, struct option, cap);

		if (q->n > 0)
			memcpy(o, q->option, (size_t)q->n * sizeof *o);
		q->option = o;
		q->cap = cap;
	}
	q->option[q->n++] = (struct option){
		.text = q->g->light ? text : arena_strdup(q->g->arena, text),
		.value = value, .hex = HEX_NONE,
	};
}

void
option_hex(struct question *q, int hex)
{
	option_add(q, hex, q->g->light ? "" : game_hex(q->g, hex));
	q->option[q->n - 1].hex = hex;
}

void
option_attr(struct question *q, const char *name, int value)
{
	struct option *o = &q->option[q->n - 1];

	assert(q->n > 0 && o->nattrs < OPTION_ATTRS);
	o->attr[o->nattrs].name = name;
	o->attr[o->nattrs++].value = value;
}

void
option_secret(struct question *q, const char *secret)
{
	q->option[q->n - 1].secret = arena_strdup(q->g->arena, secret);
	q->secret = true;
}

void
option_decline(struct question *q, const char *text)
{
	q->decline = q->n;
	option_add(q, -1, text);
}

/* The facts of a question, as they stand beside its kind. */
static struct node *
about(struct game *g, const struct question *q)
{
	struct node *t = node_table(g->arena);

	fact_write(g, t, q->fact);
	return t;
}

/* The facts, and what the given answer says was revealed with it. */
static struct node *
given_about(struct game *g, struct node *facts, const struct node *given)
{
	const struct node *said = answer_about(g->arena, given);

	for (const struct node *x = said->child; x != NULL; x = x->next)
		if (node_get(facts, x->key) == NULL)
			node_add(g->arena, facts, x->key,
			    node_copy(g->arena, x));
	return facts;
}

static int
option_find(const struct question *q, const char *text)
{
	for (int i = 0; text != NULL && i < q->n; i++)
		if (strcmp(q->option[i].text, text) == 0)
			return i;
	return -1;
}

/* --------------------------------------------------------------- answers */

/* Does a submission's [[answer]] speak of this question?  Every fact that it
 * names must be one of the question's, with that value; those that it leaves
 * out may be anything, so that one entry can be for all retreats. */
static bool
answer_fits(const struct node *entry, const char *kind,
    const struct node *facts)
{
	const char *k = node_str(entry, "kind");

	if (k == NULL || strcmp(k, kind) != 0)
		return false;
	for (const struct node *c = entry->child; c != NULL; c = c->next) {
		const struct node *f;

		if (!strcmp(c->key, "kind") || !strcmp(c->key, "answer"))
			continue;
		f = node_get(facts, c->key);
		if (f == NULL || !node_equal(f, c))
			return false;
	}
	return true;
}

static void
refuse_answer(struct game *g, const struct question *q, int number,
    const struct node *entry)
{
	struct node *options = node_array(g->arena);

	for (int i = 0; i < q->n; i++)
		node_add(g->arena, options, NULL, node_string(g->arena,
		    q->option[i].text));
	refusal_add(g, q->side, "answer", number, entry, why_not(g,
	    "no-option", FACTS(fact_node("options", options))),
	    g->player[q->side].answers_sealed);
}

/* Each entry answers once, the first that fits first: of two for the same
 * question the second is for the next time that it is asked.  One that names no
 * option is used up and refused, and the next is tried. */
static int
from_submission(struct game *g, const struct question *q,
    const struct node *facts)
{
	struct player *p = &g->player[q->side];
	const struct node *c = p->answers ? p->answers->child : NULL;

	for (int i = 0; c != NULL; c = c->next, i++) {
		int choice;

		if (p->answer_used[i] || !answer_fits(c, q->kind, facts))
			continue;
		p->answer_used[i] = true;
		choice = doctrine_choose(g, node_get(c, "answer"), q);
		if (choice >= 0)
			return choice;
		refuse_answer(g, q, i + 1, c);
	}
	return -1;
}

static int
from_word(struct game *g, const struct question *q, const char *word)
{
	return doctrine_choose(g, node_string(g->arena, word), q);
}

/* The standing doctrine, then the default one; -2 where they say ask. */
static int
from_doctrine(struct game *g, const struct question *q)
{
	const struct player *p = &g->player[q->side];
	int choice = -1;

	if (p->doctrine != NULL)
		choice = doctrine_answer(g, p->doctrine, q);
	if (choice != -1)
		return choice;
	if (g->no_default && !question_kind(g->sys, q->kind)->usual)
		return q->decline >= 0 ? q->decline : -2;
	return from_word(g, q, question_kind(g->sys, q->kind)->standard);
}

#define UNUSUAL 8	/* a bot does something else once in so many */

static int
from_bot(struct game *g, const struct question *q)
{
	const struct question_kind *k = question_kind(g->sys, q->kind);

	if (k->usual && bot_pick(g, UNUSUAL) != 0) {
		int choice = option_find(q, k->standard);

		return choice >= 0 ? choice : from_word(g, q, k->standard);
	}
	return bot_pick(g, q->n);
}

/* Between bots, where nothing is kept. */
static int
resolve_light(struct game *g, const struct question *q)
{
	g->q++;
	g->light->taken(g, q->kind);
	return q->n == 1 ? 0 : from_bot(g, q);
}

static int
window_light(struct game *g, const struct question *q)
{
	int choice = q->unable ? q->decline : bot_pick(g, q->n);

	g->q++;
	if (choice != q->decline)
		g->light->taken(g, q->kind);
	return q->option[choice].value;
}

static int
from_late(struct game *g, const struct question *q)
{
	int choice = from_word(g, q, question_kind(g->sys, q->kind)->late);

	return choice >= 0 ? choice : 0;
}

static int
take(struct game *g, const struct question *q, struct node *facts,
    int choice, const char *by)
{
	struct answer x = { .q = g->q, .side = q->side, .kind = q->kind,
	    .by = by, .about = facts,
	    .value = node_string(g->arena, q->option[choice].text) };

	record_answer(g, &x);
	if (g->asked != NULL)
		g->asked(g, q, choice);
	return choice;
}

static int
from_record(struct game *g, const struct question *q, const struct answer *x)
{
	int choice = -1;

	if (x->side == q->side && strcmp(x->kind, q->kind) == 0)
		choice = option_find(q, x->value->s);
	if (choice < 0)
		game_fail(g, "question %d is recorded as %s, but the rules "
		    "ask %s another way", x->q, x->kind, q->kind);
	return choice;
}

/*
 * An option's index; -1 where nobody answers.  The order of the sources is that
 * of docs/ARCHITECTURE.md ("Re-execution"), and each is there for a reason:
 *
 * - The record first, always: the rules are run again from the checkpoint, and
 *   what was answered then is not to be found anew by a doctrine that has
 *   changed since.  `g->q` counts the questions since the checkpoint, so that
 *   the same way through the rules meets the same number; a question without a
 *   record before the place where the last run stopped means that the way was
 *   another, and the history does not hold.
 * - Where answers.toml is `given` (an audit that cannot open the seals), it
 *   stands in for everything below, and nothing below is looked at: what it
 *   says came from there once, and the audit checks elsewhere that it may have.
 * - A single option is no question, yet is recorded: answering it may reveal a
 *   hidden card (reveal), and a blind run finds that in the record.
 * - `withhold` is for whoever wants to know what the doctrine leaves open.
 */
static int
resolve(struct game *g, struct question *q)
{
	struct node *facts = about(g, q);
	const struct answer *x;
	int choice;

	g->q++;
	if ((x = record_find(g, g->q)) != NULL)
		return from_record(g, q, x);
	if (game_replaying(g))
		game_fail(g, "the record has no answer to question %d (%s)",
		    g->q, q->kind);
	if (given_answers(g, q->side)) {
		const struct node *n = given_next(g, q->side, q->kind, facts);

		if (n == NULL)
			return -1;
		choice = option_find(q, node_str(n, "answer"));
		if (choice < 0)
			game_fail(g, "the answer to %s is none of its options",
			    q->kind);
		if (strcmp(node_str(n, "by"), "doctrine") == 0 && q->n > 1)
			g->by_doctrine++;
		return take(g, q, given_about(g, facts, n), choice,
		    node_str(n, "by"));
	}
	if (q->n == 1)		/* recorded for what it reveals */
		return take(g, q, facts, 0, "doctrine");
	if (g->player[q->side].bot)
		return take(g, q, facts, from_bot(g, q), "bot");
	choice = from_submission(g, q, facts);
	if (choice >= 0)
		return take(g, q, facts, choice, "answer");
	if (g->withhold)
		return -1;
	choice = q->planned ? doctrine_choose(g, q->planned, q) : -1;
	if (choice >= 0)
		return take(g, q, facts, choice, "order");
	choice = from_doctrine(g, q);
	if (choice >= 0) {
		g->by_doctrine++;
		return take(g, q, facts, choice, "doctrine");
	}
	if (g->player[q->side].late || g->player[q->side].supposed)
		return take(g, q, facts, from_late(g, q), "late");
	return -1;
}

static void
seal_options(struct game *g, const struct question *q, struct node *ask)
{
	struct str s = str_new(g->arena);
	struct secret_ask *list = arena_new(g->arena, struct secret_ask,
	    g->nsecret_asks + 1);

	for (int i = 0; i < q->n; i++)
		str_addf(&s, "%s\n", q->option[i].secret ?
		    q->option[i].secret : q->option[i].text);
	if (g->nsecret_asks > 0)
		memcpy(list, g->secret_asks,
		    (size_t)g->nsecret_asks * sizeof *list);
	list[g->nsecret_asks++] = (struct secret_ask){ q->side, ask, s.s };
	g->secret_asks = list;
}

static void
open_question(struct game *g, const struct question *q)
{
	struct arena *a = g->arena;
	struct node *t = node_table(a), *list;

	node_add_string(a, t, "side", g->side[q->side]);
	node_add_string(a, t, "kind", q->kind);
	fact_write(g, t, q->fact);
	list = node_add_array(a, t, "options");
	for (int i = 0; i < q->n; i++)
		node_add(a, list, NULL, node_string(a, q->option[i].text));
	node_add(a, g->asks, NULL, t);
	if (q->secret)
		seal_options(g, q, t);
}

void
stop_to_ask(struct game *g, int first)
{
	bool counted[GAME_SIDES] = { false };

	if (g->concealed)
		game_fail(g, "an order with something hidden stands between a "
		    "checkpoint and a question");
	for (const struct node *x = g->asks->child; x != NULL; x = x->next)
		for (int i = 0; i < g->nsides; i++)
			if (!strcmp(node_str(x, "side"), g->side[i]) &&
			    !counted[i]) {
				counted[i] = true;
				g->waited[i]++;
			}
	g->stopped = first;
	g->stop = STOP_ASK;
	longjmp(g->top, 1);
}

int
option_index(const struct question *q, int value)
{
	int i = 0;

	while (i < q->n - 1 && q->option[i].value != value)
		i++;
	return i;
}

int
ask(struct game *g, struct question *q)
{
	ask_all(g, q, 1);
	return q->chosen;
}

void
ask_all(struct game *g, struct question *q, int n)
{
	int first = g->q + 1, open = 0;

	for (int i = 0; i < n; i++) {
		int choice = 0;

		assert(q[i].n > 0);
		if (q[i].n > 1 || q[i].secret)
			choice = g->light != NULL ? resolve_light(g, &q[i]) :
			    resolve(g, &q[i]);
		if (choice < 0) {
			open_question(g, &q[i]);
			open++;
		} else {
			q[i].chosen = q[i].option[choice].value;
		}
	}
	if (open > 0)
		stop_to_ask(g, first);
}

/*
 * A window that declines leaves no trace: on replay it acts where the record
 * says so and is declined everywhere else.
 */
int
window(struct game *g, struct question *q)
{
	const struct player *p = &g->player[q->side];
	struct node *facts;
	const struct answer *x;
	int choice = q->decline;

	assert(q->decline >= 0);
	if (g->light != NULL)
		return window_light(g, q);
	facts = about(g, q);
	g->q++;
	if ((x = record_find(g, g->q)) != NULL) {
		choice = from_record(g, q, x);
	} else if (game_replaying(g)) {
		choice = q->decline;
	} else if (given_answers(g, q->side)) {
		const struct node *n = given_next(g, q->side, q->kind, facts);

		if (n != NULL) {
			choice = option_find(q, node_str(n, "answer"));
			if (choice < 0)
				game_fail(g, "the answer to %s is none of "
				    "its options", q->kind);
			take(g, q, given_about(g, facts, n), choice,
			    node_str(n, "by"));
		}
	} else if (q->unable || g->blind) {
		choice = q->decline;
	} else if (p->bot) {
		choice = bot_pick(g, q->n);
		if (choice != q->decline)
			take(g, q, facts, choice, "bot");
	} else {
		if (p->doctrine != NULL)
			choice = doctrine_answer(g, p->doctrine, q);
		if (choice < 0)
			choice = q->decline;
		if (choice != q->decline)
			take(g, q, facts, choice, "doctrine");
	}
	return q->option[choice].value;
}

/* ---------------------------------------------------------------- tables */

static struct node *
table_answer(struct game *g, int side, const char *kind, ask_check *check,
    const char **by)
{
	struct player *p = &g->player[side];
	const char *why;

	if (given_answers(g, side)) {
		const struct node *n = given_next(g, side, kind, NULL);

		if (n == NULL)
			return NULL;
		why = check(g, side, node_get(n, "answer"));
		if (why != NULL)
			game_fail(g, "the answers give %s a %s that is not "
			    "legal: %s", g->side[side], kind,
			    game_words(g, why));
		*by = node_str(n, "by");
		return node_copy(g->arena, node_get(n, "answer"));
	}
	if (p->bot) {
		*by = "bot";
		return node_string(g->arena, "standard");
	}
	if (p->deploy != NULL) {
		why = check(g, side, p->deploy);
		if (why == NULL) {
			*by = "answer";
			return node_copy(g->arena, p->deploy);
		}
		refusal_add(g, side, kind, 1, p->deploy, why,
		    p->answers_sealed);
		p->deploy = NULL;
	}
	*by = "late";
	return p->late ? node_string(g->arena,
	    question_kind(g->sys, kind)->late) : NULL;
}

void
ask_tables(struct game *g, const char *kind, const int *sides, int n,
    ask_check *check, const struct node **answers)
{
	struct node *value[GAME_SIDES] = { NULL };
	const char *by[GAME_SIDES] = { NULL };
	int first = g->q + 1, open = 0;

	assert(n <= GAME_SIDES);
	for (int i = 0; i < n; i++) {
		const struct answer *x = record_find(g, first + i);

		answers[i] = x ? x->value : NULL;
		if (x != NULL)
			continue;
		if (first + i < g->stopped)
			game_fail(g, "the record has no answer to question "
			    "%d (%s)", first + i, kind);
		g->q = first + i;
		answers[i] = value[i] = table_answer(g, sides[i], kind, check,
		    &by[i]);
		if (value[i] == NULL) {
			struct node *t = node_table(g->arena);

			node_add_string(g->arena, t, "side",
			    g->side[sides[i]]);
			node_add_string(g->arena, t, "kind", kind);
			node_add(g->arena, g->asks, NULL, t);
			open++;
		}
	}
	g->q = first + n - 1;
	if (open > 0)
		stop_to_ask(g, first);
	for (int i = 0; i < n; i++)
		if (value[i] != NULL) {
			struct answer x = { .q = first + i, .side = sides[i],
			    .kind = kind, .by = by[i] ? by[i] : "",
			    .value = value[i] };

			record_answer(g, &x);
		}
}
