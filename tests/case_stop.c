/* case_stop.c: the same case again with a stop at every single question */
#include "case.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"

#include <string.h>

struct stopping {
	struct case_run *plain, *again;
	size_t next;			/* of the plain run's answers */
	struct rolled *rolled;		/* every roll so far, by N.K */
	int nrolled, cap;
};

/* The dice of the plain run, each label's in its order. */
static int
roll_again(void *ctx, struct game *g, int sides, const char *label)
{
	struct stopping *s = ctx;
	struct node *list = s->plain->rolls;

	(void)sides;
	for (struct node *x = list->child; x != NULL; x = x->next)
		if (x->line == 0 && !strcmp(node_str(x, "label"), label)) {
			x->line = 1;		/* used */
			return (int)node_integer(x, "face", 0);
		}
	game_halt(g, "stopping at every question, the rules roll \"%s\", "
	    "which they did not before", label);
}

/* The cards come as they came before. */
static const char *
draw_again(void *ctx, struct game *g)
{
	struct case_run *c = ((struct stopping *)ctx)->again;
	const struct node *x = c->card;

	if (x == NULL)
		game_halt(g, "a card too few: the rules draw one and nothing "
		    "is left");
	c->card = x->next;
	return x->s;
}

/* ------------------------------------------------- through a checkpoint */

static void
keep_rolls(struct stopping *s)
{
	struct case_run *c = s->again;
	struct game *g = &c->g;

	if (s->nrolled + g->nfresh > s->cap) {
		int cap = 2 * (s->nrolled + g->nfresh) + 16;
		struct rolled *p = arena_new(c->arena, struct rolled, cap);

		if (s->nrolled > 0)
			memcpy(p, s->rolled, (size_t)s->nrolled * sizeof *p);
		s->rolled = p;
		s->cap = cap;
	}
	for (int i = 0; i < g->nfresh; i++)
		s->rolled[s->nrolled++] = g->fresh[i];
}

static bool
restore_rolls(struct stopping *s, const struct node *list)
{
	struct game *g = &s->again->g;
	int n = 0;

	g->rolls = arena_new(s->again->arena, struct rolled, list->n + 1);
	g->caprolls = (int)list->n + 1;
	for (const struct node *x = list->child; x != NULL; x = x->next)
		for (int i = 0; i < s->nrolled; i++)
			if (strcmp(x->s, arena_printf(s->again->arena, "%d.%d",
			    s->rolled[i].exchange, s->rolled[i].index)) == 0)
				g->rolls[n++] = s->rolled[i];
	g->nrolls = n;
	return n == (int)list->n;
}

/* As the referee's command does it: of the checkpoint nothing is left but
 * the file's text.  (g->state stays: it is the position of the turn file.) */
static bool
through_checkpoint(struct stopping *s)
{
	struct case_run *c = s->again;
	struct node *t = node_table(c->arena), *back = NULL;
	struct node *hidden = node_table(c->arena);
	struct str text = str_new(c->arena);
	struct err e = { 0 };

	keep_rolls(s);
	game_hidden(&c->g, c->g.saved, hidden);
	game_checkpoint_write(&c->g, t);
	toml_write(&text, t);
	memset(c->g.saved, 0, c->g.sys->state_size);
	if (toml_read(&e, c->arena, "checkpoint.toml", text.s, text.len,
	    TOML_MAX_SIZE, &back) != ERR_OK ||
	    game_checkpoint_read(&e, &c->g, back) != ERR_OK ||
	    game_hidden_read(&e, &c->g, hidden) != ERR_OK) {
		case_fault(c, "stopping: %s", e.msg);
		return false;
	}
	if (!restore_rolls(s, node_array_of(back, "rolls"))) {
		case_fault(c, "stopping: the checkpoint names a roll that was "
		    "not made");
		return false;
	}
	return true;
}

/* --------------------------------------------------------------- the run */

static int
side_index(const struct game *g, const char *name)
{
	for (int i = 0; i < g->nsides; i++)
		if (strcmp(g->side[i], name) == 0)
			return i;
	return -1;
}

/* Is it a fact of the question, rather than what its answer revealed? */
static bool
is_fact(const struct game *g, const char *kind, const char *key)
{
	const struct question_kind *k = question_kind(g->sys, kind);
	size_t n = strlen(key);

	for (const char *p = k ? k->facts : ""; (p = strstr(p, key)); p += n)
		if ((p == k->facts || p[-1] == ' ') &&
		    (p[n] == '\0' || p[n] == ' '))
			return true;
	return false;
}

/* The plain run's next answer, as a player would write it. */
static void
give_answer(struct stopping *s)
{
	struct case_run *c = s->again;
	const struct node *x = s->plain->log[s->next++].answer;
	struct node *list = node_array(c->arena);
	struct node *t = node_add(c->arena, list, NULL, node_table(c->arena));
	int side = side_index(&c->g, node_str(x, "side"));

	for (const struct node *f = x->child; f != NULL; f = f->next)
		if (strcmp(f->key, "kind") == 0 ||
		    strcmp(f->key, "answer") == 0 ||
		    is_fact(&c->g, node_str(x, "kind"), f->key))
			node_add(c->arena, t, f->key,
			    node_copy(c->arena, f));
	for (int i = 0; i < c->g.nsides; i++)
		c->g.player[i].answers = NULL;
	c->g.player[side].answers = list;
	c->g.player[side].answers_sealed = false;
}

static void
take_answers_away(struct case_run *c)
{
	for (int i = 0; i < c->g.nsides; i++)
		c->g.player[i].answers = NULL;
}

/* -------------------------------------------------- whoever answers then */

static int
halt_roll(void *ctx, struct game *g, int sides, const char *label)
{
	(void)ctx, (void)sides, (void)label;
	game_halt(g, "far enough");
}

static int
halt_pick(void *ctx, struct game *g, int n)
{
	(void)ctx, (void)n;
	game_halt(g, "far enough");
}

static void
halt_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)j, (void)cards, (void)n;
	game_halt(g, "far enough");
}

/*
 * What was counted as a question when the run stopped is counted when it is
 * run again, whoever answers: a copy gets past the record with bots for all
 * sides, up to the first thing that they would choose.
 */
static void
bots_get_there(struct case_run *c)
{
	struct game *g = arena_new(c->arena, struct game, 1);
	size_t n = c->g.sys->state_size;

	*g = c->g;
	game_init(g);
	memcpy(g->saved, c->g.saved, n);
	g->record = arena_new(c->arena, struct answer, c->g.nrecord + 1);
	if (c->g.nrecord > 0)
		memcpy(g->record, c->g.record, (size_t)c->g.nrecord *
		    sizeof *g->record);
	g->caprecord = c->g.nrecord + 1;
	g->answers = NULL;
	g->fresh = NULL;
	g->capanswers = g->capfresh = 0;
	g->source = (struct source){ NULL, halt_roll, halt_pick,
	    halt_shuffle, NULL };
	for (int i = 0; i < g->nsides; i++)
		g->player[i].bot = true;
	game_run(g);
	if (g->stop == STOP_FAIL && g->q <= g->stopped)
		case_fault(c, "stopping: with bots for the sides: %s", g->why);
}

static void
play_stopping(struct stopping *s)
{
	struct case_run *c = s->again;
	int exchange = 1;

	c->exchange = 1;
	c->g.exchange = 1;
	case_hand_in(c, 1);
	take_answers_away(c);
	for (;; exchange++) {
		case_go(c, exchange);
		if (c->g.stop != STOP_ASK || !through_checkpoint(s))
			return;
		bots_get_there(c);
		if (s->next < s->plain->nlog &&
		    s->plain->log[s->next].exchange == c->exchange) {
			give_answer(s);
		} else if (c->exchange < s->plain->exchange) {
			c->g.exchange = exchange + 1;
			case_hand_in(c, ++c->exchange);
			take_answers_away(c);
		} else {
			return;
		}
	}
}

/* --------------------------------------------------------------- compare */

/* Events without what must differ: the rolls' numbers, refused answers. */
static struct node *
plain_events(struct case_run *c)
{
	struct node *list = node_array(c->arena);

	for (const struct node *x = c->events->child; x; x = x->next) {
		struct node *t;

		if (!strcmp(node_str(x, "event"), "refused") &&
		    node_str(x, "what") &&
		    strcmp(node_str(x, "what"), "order") != 0)
			continue;
		t = node_add(c->arena, list, NULL, node_table(c->arena));
		for (const struct node *f = x->child; f; f = f->next)
			if (strcmp(f->key, "rolls") != 0)
				node_add(c->arena, t, f->key,
				    node_copy(c->arena, f));
	}
	return list;
}

static const char *
line_of(struct case_run *c, const struct node *x)
{
	struct str s = str_new(c->arena);

	if (x == NULL)
		return "nothing";
	toml_write_inline(&s, x);
	return s.s;
}

static void
compare_events(struct case_run *p, struct case_run *c)
{
	const struct node *x = plain_events(p)->child;
	const struct node *y = plain_events(c)->child;
	int n = 1;

	while (x != NULL && y != NULL && node_equal(x, y))
		x = x->next, y = y->next, n++;
	if (x != NULL || y != NULL)
		case_fault(p, "stopping: event %d: without stops %s, with "
		    "them %s", n, line_of(p, x), line_of(p, y));
}

static void
compare(struct case_run *p, struct case_run *c)
{
	struct field_names names = { p->g.grid, p->g.side, p->g.nsides,
	    FIELDS_ALL };
	const char *path = field_differs(p->arena, p->g.state, c->g.state,
	    p->g.sys->fields, &names);

	if (path != NULL)
		case_fault(p, "stopping: %s differs: without stops %s, with "
		    "them %s", path, line_of(p, node_path(case_turn(p), path)),
		    line_of(p, node_path(case_turn(c), path)));
	compare_events(p, c);
	if (!node_equal(p->g.asks, c->g.asks))
		case_fault(p, "stopping: without stops %s is asked, with them "
		    "%s", line_of(p, p->g.asks), line_of(p, c->g.asks));
	for (const struct node *x = p->rolls->child; x; x = x->next)
		if (x->line == 0)
			case_fault(p, "stopping: \"%s\" is not rolled",
			    node_str(x, "label"));
	if (p->g.stop != c->g.stop)
		case_fault(p, "stopping: the run ends another way");
}

bool
case_run_stopping(struct arena *a, const struct node *tree, case_rules *rules,
    struct str *out)
{
	struct stopping s = { 0 };
	struct case_run *p = arena_new(a, struct case_run, 1);
	struct case_run *c = arena_new(a, struct case_run, 1);

	if (!case_open(p, a, tree, rules, out))
		return false;
	case_play(p);
	case_expect(p);
	if (p->faults > 0 || !case_open(c, a, tree, rules, out))
		return false;
	s.plain = p;
	s.again = c;
	c->g.withhold = true;
	c->g.source.ctx = &s;
	c->g.source.roll = roll_again;
	c->g.source.draw = draw_again;
	play_stopping(&s);
	if (c->faults > 0)
		return false;
	compare(p, c);
	return p->faults == 0;
}
