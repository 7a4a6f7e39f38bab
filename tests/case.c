/* case.c: running a case: position, submissions and dice in */
#include "case.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"
#include "hex/map.h"
#include "show/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
case_fault(struct case_run *c, const char *fmt, ...)
{
	char line[4096];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	str_addf(c->out, "%s\n", line);
	c->faults++;
}

/* ------------------------------------------------------------------ dice */

/* The face of a die of so many sides that shows this; -1. */
static int
face_of(const struct system *s, int sides, const struct node *shows)
{
	for (int face = 0; face < sides; face++) {
		int n = 0;
		const char *word = s->shows(sides, face, &n);

		if (word != NULL ? shows->type == NODE_STRING &&
		    strcmp(word, shows->s) == 0 :
		    shows->type == NODE_INT && shows->i == n)
			return face;
	}
	return -1;
}

static const struct node *
take_die(struct case_dice *d, const char *label)
{
	const struct node *x;

	for (size_t i = 0; i < d->npiles; i++)
		if ((x = d->pile[i].next) != NULL &&
		    str_glob(d->pile[i].pattern, label)) {
			d->pile[i].next = x->next;
			return x;
		}
	if ((x = d->next) != NULL)
		d->next = x->next;
	return x;
}

static int
roll_case(void *ctx, struct game *g, int sides, const char *label)
{
	struct case_run *c = ctx;
	const struct node *x = take_die(&c->dice, label), *t;
	struct str s = str_new(c->arena);
	int face;

	if (x == NULL)
		game_halt(g, "a die too few: the rules roll \"%s\" and "
		    "nothing is left", label);
	face = face_of(g->sys, sides, x);
	if (face < 0) {
		toml_write_inline(&s, x);
		game_halt(g, "the die for \"%s\" has %d sides and none of "
		    "them shows %s", label, sides, s.s);
	}
	t = node_add(c->arena, c->rolls, NULL, node_table(c->arena));
	node_add_string(c->arena, (struct node *)(uintptr_t)t, "label", label);
	node_add_int(c->arena, (struct node *)(uintptr_t)t, "face", face);
	return face;
}

static int
pick_case(void *ctx, struct game *g, int n)
{
	(void)ctx, (void)n;
	game_halt(g, "a case has no bot");
}

/* What is drawn in a case stands in [cards]; a shuffle changes nothing. */
static void
shuffle_case(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)g, (void)j, (void)cards, (void)n;
}

static const char *
draw_case(void *ctx, struct game *g)
{
	struct case_run *c = ctx;
	const struct node *x = c->card;

	if (x == NULL)
		game_halt(g, "a card too few: the rules draw one and nothing "
		    "is left");
	c->card = x->next;
	return x->s;
}

static void
open_dice(struct case_run *c)
{
	const struct node *t = node_table_of(c->tree, "dice"), *x;
	const struct node *piles = node_table_of(t, "for");
	size_t i = 0;

	x = node_array_of(t, "shows");
	c->dice.next = x ? x->child : NULL;
	c->dice.npiles = piles ? piles->n : 0;
	c->dice.pile = arena_new(c->arena, struct case_pile,
	    c->dice.npiles + 1);
	for (x = piles ? piles->child : NULL; x != NULL; x = x->next, i++)
		c->dice.pile[i] = (struct case_pile){ x->key, x->child };
	c->rolls = node_array(c->arena);
	c->g.source = (struct source){ .ctx = c, .roll = roll_case,
	    .pick = pick_case, .shuffle = shuffle_case,
	    .draw = draw_case };
	x = node_array_of(node_table_of(c->tree, "cards"), "draws");
	c->card = x ? x->child : NULL;
}

/* ------------------------------------------------------------ submissions */

static int
side_of(const struct case_run *c, const char *name)
{
	for (int i = 0; name != NULL && i < c->g.nsides; i++)
		if (strcmp(c->g.side[i], name) == 0)
			return i;
	return -1;
}

static void
open_submissions(struct case_run *c)
{
	const struct node *list = node_array_of(c->tree, "submission");
	int number = 0;

	c->last = 1;
	c->handed = arena_new(c->arena, bool, list ? list->n + 1 : 1);
	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		const char *side = node_str(x, "side");
		int64_t n = node_integer(x, "exchange", 1);

		number++;
		if (side_of(c, side) < 0)
			case_fault(c, "submission %d: side \"%s\": no such "
			    "side%s", number, side ? side : "",
			    str_suggest(c->arena, side ? side : "",
			    c->g.side, (size_t)c->g.nsides));
		if (n < 1 || n > 10000)
			case_fault(c, "submission %d: exchange %lld: they "
			    "count from 1", number, (long long)n);
		else if (n > c->last)
			c->last = (int)n;
	}
}

/* A part of a submission, open or under [secret]. */
static const struct node *
part(const struct node *x, const char *name, bool *sealed)
{
	const struct node *p = node_get(x, name);

	*sealed = p == NULL;
	return p ? p : node_get(node_table_of(x, "secret"), name);
}

static void
note_refused(struct case_run *c, int side, const char *what, int number)
{
	node_add(c->arena, c->refused, NULL, node_string(c->arena,
	    arena_printf(c->arena, "%s %s %d", c->g.side[side], what,
	    number)));
}

/* An order that can never be legal is refused when it is handed in. */
static void
bar_orders(struct case_run *c, int side, const struct node *orders)
{
	struct node *barred = node_array(c->arena);
	int number = 0;

	for (const struct node *x = orders->child; x != NULL; x = x->next) {
		number++;
		if (order_static(&c->g, side, x) == NULL)
			continue;
		node_add(c->arena, barred, NULL, node_int(c->arena, number));
		note_refused(c, side, "order", number);
	}
	c->barred[side] = barred;
}

static bool
is_barred(const struct case_run *c, const struct refusal *r)
{
	const struct node *x = c->barred[r->side] ?
	    c->barred[r->side]->child : NULL;

	if (strcmp(r->what, "order") != 0)
		return false;
	for (; x != NULL; x = x->next)
		if (x->i == r->number)
			return true;
	return false;
}

static void
check_rest(struct case_run *c, int side, int number, const struct node *x)
{
	struct node *t = node_table(c->arena);
	const struct node *p;
	struct err e = { 0 };
	bool sealed;

	if ((p = part(x, "answer", &sealed)) != NULL)
		node_add(c->arena, t, "answer", node_copy(c->arena, p));
	if ((p = part(x, "doctrine", &sealed)) != NULL)
		node_add(c->arena, t, "doctrine", node_copy(c->arena, p));
	if (submission_check(&e, &c->g, side, t) != ERR_OK)
		case_fault(c, "submission %d: %s", number, e.msg);
}

static void
hand_in_one(struct case_run *c, int number, const struct node *x)
{
	int side = side_of(c, node_str(x, "side"));
	struct player *p = &c->g.player[side];
	const struct node *orders, *doctrine, *deploy;
	bool sealed;

	check_rest(c, side, number, x);
	orders = part(x, "order", &sealed);
	if (orders != NULL) {
		p->orders = orders;
		p->orders_exchange = c->g.exchange;
		p->orders_sealed = sealed;
		p->used = 0;
		p->begun = false;
		bar_orders(c, side, orders);
	}
	p->answers = part(x, "answer", &p->answers_sealed);
	doctrine = part(x, "doctrine", &sealed);
	if (doctrine != NULL) {
		p->doctrine = doctrine;
		p->doctrine_exchange = c->g.exchange;
	}
	deploy = part(x, "deploy", &sealed);
	if (deploy != NULL)
		p->deploy = deploy;
}

void
case_hand_in(struct case_run *c, int exchange)
{
	const struct node *list = node_array_of(c->tree, "submission");
	int number = 0;

	for (int i = 0; i < c->g.nsides; i++)
		c->g.player[i].answers = NULL;
	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		if (number++, node_integer(x, "exchange", 1) == exchange) {
			c->handed[number - 1] = true;
			hand_in_one(c, number, x);
		}
}

/* ------------------------------------------------------------------- run */

static void
log_answer(struct case_run *c, const struct answer *x)
{
	const struct question_kind *k = question_kind(c->g.sys, x->kind);

	if (x->about == NULL || k == NULL || k->window)
		return;		/* an order, a deployment, a window */
	if (c->nlog == c->caplog) {
		size_t cap = c->caplog ? 2 * c->caplog : 32;
		struct case_log *p = arena_new(c->arena, struct case_log, cap);

		if (c->nlog > 0)
			memcpy(p, c->log, c->nlog * sizeof *p);
		c->log = p;
		c->caplog = cap;
	}
	c->log[c->nlog++] = (struct case_log){ c->exchange,
	    answer_node(&c->g, x, false) };
}

FILE *case_trace;
bool case_trace_legal;

/* What each side could order in the position that a case begins with. */
static struct node *
legal_orders(struct case_run *c)
{
	struct node *t = node_table(c->arena);

	memcpy(c->g.state, c->g.saved, c->g.sys->state_size);
	for (int i = 0; i < c->g.nsides; i++)
		game_legal(&c->g, i, NULL, node_add_array(c->arena, t,
		    c->g.side[i]));
	return t;
}

static void
trace_legal(struct case_run *c, struct node *t)
{
	const char *title = node_str(c->tree, "title");
	struct node *legal;

	node_add_string(c->arena, t, "title", title ? title : "");
	legal = node_add_table(c->arena, t, "legal");
	memcpy(c->g.state, c->g.saved, c->g.sys->state_size);
	for (int i = 0; i < c->g.nsides; i++)
		game_legal(&c->g, i, NULL, node_add_array(c->arena, legal,
		    c->g.side[i]));
}

static void
trace(struct case_run *c, const char *key, const void *state)
{
	struct field_names names = { c->g.grid, c->g.side, c->g.nsides,
	    FIELDS_ALL };
	struct node *t = node_table(c->arena), *position;
	struct str s = str_new(c->arena);

	if (case_trace == NULL)
		return;
	if (strcmp(key, "start") == 0) {
		trace_legal(c, t);
	} else {
		node_add(c->arena, t, "events", node_copy(c->arena,
		    c->g.events));
		node_add(c->arena, t, "asks", node_copy(c->arena, c->g.asks));
	}
	position = node_add_table(c->arena, t, key);
	field_write(c->arena, position, state, c->g.sys->fields, &names);
	if (case_trace_legal && strcmp(key, "start") == 0)
		node_add(c->arena, t, "legal", legal_orders(c));
	json_write(&s, t);
	fprintf(case_trace, "%s\n", s.s);
}

void
case_go(struct case_run *c, int exchange)
{
	struct game *g = &c->g;

	g->exchange = exchange;
	game_run(g);
	for (const struct node *x = g->events->child; x; x = x->next)
		node_add(c->arena, c->events, NULL, node_copy(c->arena, x));
	for (int i = 0; i < g->nanswers; i++)
		log_answer(c, &g->answers[i]);
	for (int i = 0; i < g->nrefusals; i++)
		if (!is_barred(c, &g->refusals[i]))
			note_refused(c, g->refusals[i].side,
			    g->refusals[i].what, g->refusals[i].number);
	if (g->stop == STOP_FAIL || g->stop == STOP_HALT)
		case_fault(c, "%s", g->why);
	else
		trace(c, "position", g->state);
}

void
case_play(struct case_run *c)
{
	for (c->exchange = 1;; c->exchange++) {
		c->g.exchange = c->exchange;
		case_hand_in(c, c->exchange);
		case_go(c, c->exchange);
		if (c->g.stop != STOP_ASK || c->exchange >= c->last)
			return;
	}
}

/* In a case nothing is sealed: what is hidden stands in it too. */
struct node *
case_turn(struct case_run *c)
{
	struct field_names names = { c->g.grid, c->g.side, c->g.nsides,
	    FIELDS_ALL };
	struct node *t = node_table(c->arena);

	field_write(c->arena, t, c->g.state, c->g.sys->fields, &names);
	if (c->g.result != NULL)
		node_add_string(c->arena, t, "result", c->g.result);
	if (c->g.stop == STOP_ASK)
		node_add(c->arena, t, "ask", node_copy(c->arena, c->g.asks));
	return t;
}

static bool
open_game(struct case_run *c, case_rules *get)
{
	const struct node *position = node_table_of(c->tree, "position");
	const char *system = node_str(c->tree, "system");
	const char *scenario = node_str(position, "scenario");
	const struct rules *rules = NULL;
	struct err e = { 0 };

	if (scenario == NULL && !map_is_blank(position))
		scenario = node_str(position, "map");
	if (get(&e, system, scenario, &rules) != ERR_OK) {
		case_fault(c, "%s", e.msg);
		return false;
	}
	if (position == NULL)
		position = node_table(c->arena);
	if (rules_game(&e, c->arena, rules, position, &c->g) != ERR_OK) {
		case_fault(c, "position: %s", e.msg);
		return false;
	}
	c->g.no_default = !node_boolean(c->tree, "default_doctrine", false);
	return true;
}

bool
case_open(struct case_run *c, struct arena *a, const struct node *tree,
    case_rules *rules, struct str *out)
{
	memset(c, 0, sizeof *c);
	c->arena = a;
	c->tree = tree;
	c->out = out;
	c->events = node_array(a);
	c->refused = node_array(a);
	case_keys(c);
	if (c->faults > 0 || !open_game(c, rules))
		return false;
	open_dice(c);
	open_submissions(c);
	trace(c, "start", c->g.saved);
	return c->faults == 0;
}

bool
case_run(struct arena *a, const struct node *tree, case_rules *rules,
    struct str *out)
{
	struct case_run *c = arena_new(a, struct case_run, 1);

	if (!case_open(c, a, tree, rules, out))
		return false;
	case_play(c);
	case_expect(c);
	return c->faults == 0;
}
