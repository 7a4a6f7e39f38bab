/*
 * report_facts.c: all that a report says, as a tree for a layout
 *
 *	game, exchange (n), previous (n - 1), since (the turn that it goes back
 *	to), several (whether it tells more than one exchange)
 *	system, scenario, name      of the battle
 *	when, result                where the game stands; how it ended
 *	lead                        who leads, by what
 *	side     [{ side, title, text }]            how each side stands
 *	ask      [{ side, title, kind, about, help, option, accept }]
 *	waiting  [{ side, title, kind, help }]      one for each asked side
 *	late     [title]
 *	changed  [{ side, title, piece = [{ id, name, change }],
 *	         rest = [{ id, name, hex, hits }] }]
 *	recall   [text]     what the first exchange told goes on with
 *	chapter  as story.h says
 *	talk     [{ title, line }]
 *	refused  [{ title, what, number, reason, order }],
 *	sealed   [{ title, what, number = [n] }]
 *	die      [{ roll, shows, label, again }], first_roll
 *	position, map               texts
 *	trips    { exchanges, doctrine, waited = [{ title, times }] }
 *	time     [{ side, title, used, left, by }]  which only those have who
 *	         tell it later: no clock reaches a commit
 *	commitment
 *	reveal   as trust/reveal.h says, each player with a title
 */
#include "show/report.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/game.h"
#include "engine/rules.h"
#include "show/ascii.h"
#include "show/changes.h"
#include "show/names.h"
#include "show/say.h"
#include "show/story.h"
#include "show/why.h"
#include "show/wrap.h"

#include <string.h>

#define TALK 4000		/* characters of a line of table talk */
#define MARK 4			/* columns before it */

/* A report on its way. */
struct facts {
	struct arena *a;
	struct game *g;
	const struct report_context *c;
	const struct node *phrases;
	struct names *names;
	struct phrase_names words;
	struct board *board;		/* NULL: the system draws none */
	struct node *out;
};

static bool
is(const struct node *event, const char *id)
{
	const char *s = node_str(event, "event");

	return s != NULL && strcmp(s, id) == 0;
}

/* A value as a reader sees it: no quotes around words, names for ids. */
static const char *
value(struct facts *r, const struct node *v)
{
	struct str s = str_new(r->a);
	const char *name;

	if (v->type == NODE_STRING) {
		size_t n = strcspn(v->s, " ");	/* "legio-49 2424" */

		name = names_mention(r->names, arena_strndup(r->a, v->s, n));
		return name == NULL ? str_shown(r->a, v->s, 400) :
		    v->s[n] == '\0' ? name : arena_printf(r->a, "%s%s", name,
		    str_shown(r->a, v->s + n, 400));
	}
	if (v->type == NODE_ARRAY) {
		for (const struct node *c = v->child; c; c = c->next)
			str_addf(&s, "%s%s", c == v->child ? "" : ", ",
			    value(r, c));
		return s.s;
	}
	toml_write_inline(&s, v);
	return str_shown(r->a, s.s, 400);
}

static void
add_title(struct facts *r, struct node *t, const char *side)
{
	node_add_string(r->a, t, "side", side ? side : "?");
	node_add_string(r->a, t, "title", side ? names_side(r->names, side) :
	    "?");
}

static struct node *
add_entry(struct facts *r, struct node *list)
{
	struct node *t = node_table(r->a);

	node_add(r->a, list, NULL, t);
	return t;
}

/* ------------------------------------------------------------ the heading */

static void
heading(struct facts *r)
{
	const struct report_context *c = r->c;
	const char *result = node_str(c->turn, "result"), *name;
	const char *when = say_when(r->g);

	node_add_string(r->a, r->out, "game", c->game);
	node_add_int(r->a, r->out, "exchange", c->exchange);
	node_add_int(r->a, r->out, "previous", c->exchange - 1);
	if (c->ntold > 0)
		node_add_int(r->a, r->out, "since", c->told[0].n - 1);
	node_add_bool(r->a, r->out, "several", c->ntold > 1);
	if (c->rules != NULL) {
		node_add_string(r->a, r->out, "system", c->rules->sys->id);
		node_add_string(r->a, r->out, "scenario", c->rules->scenario);
		name = node_str(c->rules->tree.scenario, "title");
		node_add_string(r->a, r->out, "name", name ? name :
		    c->rules->scenario);
	}
	if (*when != '\0')
		node_add_string(r->a, r->out, "when", phrase_sentence(r->a,
		    when));
	if (result != NULL)
		node_add_string(r->a, r->out, "result", phrase_result(r->a,
		    result, &r->words));
}

/* How good a side's standing is: the sum of the fields that [situation] names
 * under `score`, those with a minus taken off. */
static int64_t
score(const struct node *fields, const struct node *side)
{
	int64_t sum = 0;

	for (const struct node *f = fields ? fields->child : NULL; f;
	    f = f->next) {
		const char *s = f->type == NODE_STRING ? f->s : "";

		sum += *s == '-' ? -node_integer(side, s + 1, 0) :
		    node_integer(side, s, 0);
	}
	return sum;
}

/* A phrase of [situation] over some fields; NULL where it is not there. */
static const char *
situation(struct facts *r, const char *key, const struct phrase_scope *scope)
{
	const char *phrase = node_str(node_table_of(r->phrases, "situation"),
	    key);
	struct str s = str_new(r->a);
	struct err e = { 0 };

	if (phrase == NULL ||
	    phrase_fill_in(&e, &s, phrase, scope, ESCAPE_TEXT) != ERR_OK)
		return NULL;
	return s.s;
}

/* Who leads: the side with the highest score, by so many over the next. */
static void
add_lead(struct facts *r, const struct node *sides)
{
	const struct node *fields = node_array_of(node_table_of(r->phrases,
	    "situation"), "score");
	const struct node *best = NULL;
	int64_t most = 0, next = 0;
	struct node *t = node_table(r->a);
	struct phrase_scope top = { .fields = t };
	const char *text;

	if (fields == NULL)
		return;
	for (const struct node *x = sides->child; x != NULL; x = x->next) {
		int64_t n = score(fields, x);

		if (best == NULL || n > most) {
			next = best != NULL ? most : n;
			most = n;
			best = x;
		} else if (n > next || x == sides->child->next) {
			next = n;
		}
	}
	if (best == NULL)
		return;
	node_add_string(r->a, t, "leader", names_side(r->names, best->key));
	node_add_int(r->a, t, "by", most - next);
	text = situation(r, most == next ? "even" : "lead", &top);
	if (text != NULL)
		node_add_string(r->a, r->out, "lead", text);
}

/* How each side stands: [situation] side, over its fields in the position,
 * with {top.…} for what does not belong to a side. */
static void
standing(struct facts *r)
{
	const struct node *sides = node_table_of(r->c->turn, "side");
	struct node *list = node_add_array(r->a, r->out, "side");

	if (sides == NULL || r->phrases == NULL)
		return;
	for (const struct node *x = sides->child; x != NULL; x = x->next) {
		struct node *t = add_entry(r, list);
		struct phrase_scope game = { r->c->turn, NULL };
		struct phrase_scope title = { t, &game };
		struct phrase_scope own = { x, &title };
		const char *text;

		add_title(r, t, x->key);
		text = situation(r, "side", &own);
		if (text != NULL)
			node_add_string(r->a, t, "text", text);
	}
	add_lead(r, sides);
}

/* -------------------------------------------------------------- questions */

static const char *
about(struct facts *r, const struct node *ask)
{
	struct str s = str_new(r->a);

	for (const struct node *f = ask->child; f != NULL; f = f->next) {
		if (!strcmp(f->key, "side") || !strcmp(f->key, "kind") ||
		    !strcmp(f->key, "options") || !strcmp(f->key, "sealed")
		    || (f->type == NODE_STRING && *f->s == '\0'))
			continue;
		str_addf(&s, "%s%s %s", s.len ? ", " : "", str_shown(r->a,
		    f->key, 60), value(r, f));
	}
	return s.s;
}

/* The kind of a question, and what it is about. */
static void
add_kind(struct facts *r, struct node *t, const char *kind)
{
	const struct question_kind *k = kind ? question_kind(r->g->sys,
	    kind) : NULL;

	node_add_string(r->a, t, "kind", kind ? kind : "?");
	if (k != NULL)
		node_add_string(r->a, t, "help", k->help);
}

static void
add_question(struct facts *r, struct node *list, const struct node *x)
{
	const char *kind = node_str(x, "kind"), *side = node_str(x, "side");
	const struct node *options = node_get(x, "options");
	struct node *t = add_entry(r, list);
	const char *text = about(r, x);

	add_title(r, t, side);
	add_kind(r, t, kind);
	if (*text != '\0')
		node_add_string(r->a, t, "about", text);
	node_add_bool(r->a, t, "accept", kind && !strcmp(kind, "accept"));
	if (options != NULL)
		node_add_string(r->a, t, "option", value(r, options));
}

static bool
lists(const struct node *list, const char *key, const char *s)
{
	for (const struct node *x = list->child; x != NULL; x = x->next)
		if (strcmp(node_str(x, key), s) == 0)
			return true;
	return false;
}

static void
questions(struct facts *r)
{
	const struct node *asks = node_array_of(r->c->turn, "ask");
	struct node *list = node_add_array(r->a, r->out, "ask");
	struct node *waiting = node_add_array(r->a, r->out, "waiting");

	for (const struct node *x = asks ? asks->child : NULL; x; x = x->next) {
		const char *side = node_str(x, "side");
		const char *kind = node_str(x, "kind");

		add_question(r, list, x);
		if (side != NULL && !lists(waiting, "side", side)) {
			struct node *t = add_entry(r, waiting);

			add_title(r, t, side);
			add_kind(r, t, kind);
		}
	}
}

/* --------------------------------------------------------- what happened */

static void
late(struct facts *r, const struct report_exchange *x, struct node *list)
{
	for (int i = 0; i < x->nlate; i++)
		node_add(r->a, list, NULL, node_string(r->a, names_side(
		    r->names, x->late[i])));
}

/* In pieces that leave room for a mark before them. */
static void
talk_line(struct facts *r, struct node *lines, const char *text)
{
	struct str s = str_new(r->a);

	wrap_text(&s, text, MARK, MARK);
	if (s.len == 0)
		node_add(r->a, lines, NULL, node_string(r->a, ""));
	for (const char *p = s.s; *p != '\0'; p = strchr(p, '\n') + 1)
		node_add(r->a, lines, NULL, node_string(r->a, arena_strndup(
		    r->a, p + MARK, strcspn(p, "\n") - MARK)));
}

static void
talk(struct facts *r, const struct report_exchange *x, struct node *list)
{
	for (const struct node *n = x->say ? x->say->child : NULL; n;
	    n = n->next) {
		const char *s = n->s != NULL ? n->s : "";
		struct node *t = add_entry(r, list), *lines;

		add_title(r, t, n->key);
		lines = node_add_array(r->a, t, "line");
		while (*s != '\0') {
			size_t len = strcspn(s, "\n");

			talk_line(r, lines, str_shown(r->a, arena_strndup(
			    r->a, s, len), TALK));
			s += len + (s[len] == '\n');
		}
	}
}

/* Of sealed refusals only the numbers are public: all of one side and kind
 * stand together. */
static struct node *
sealed_numbers(struct facts *r, struct node *list, const char *side,
    const char *what)
{
	struct node *t;

	for (struct node *x = list->child; x != NULL; x = x->next)
		if (strcmp(node_str(x, "side"), side) == 0 &&
		    strcmp(node_str(x, "what"), what) == 0)
			return (struct node *)node_get(x, "number");
	t = add_entry(r, list);
	add_title(r, t, side);
	node_add_string(r->a, t, "what", what);
	return node_add_array(r->a, t, "number");
}

static void
refusal(struct facts *r, const struct node *x, struct node *open,
    struct node *sealed)
{
	const char *side = node_str(x, "side"), *what = node_str(x, "what");
	const char *reason = why_refused(r->g, x);
	const struct node *text = node_get(x, "text");
	int64_t number = node_integer(x, "number", 0);
	struct node *t;

	if (side == NULL || what == NULL)
		return;
	if (reason == NULL) {
		node_add(r->a, sealed_numbers(r, sealed, side, what), NULL,
		    node_int(r->a, number));
		return;
	}
	t = add_entry(r, open);
	add_title(r, t, side);
	node_add_string(r->a, t, "what", what);
	node_add_int(r->a, t, "number", number);
	node_add_string(r->a, t, "reason", reason);
	if (text != NULL) {
		struct str order = str_new(r->a);

		toml_write_inline(&order, text);
		node_add_string(r->a, t, "order", str_shown(r->a, order.s,
		    400));
	}
}

static void
dice(struct facts *r, const struct report_exchange *x, struct node *list)
{
	const struct node *rolls = node_array_of(x->dice, "roll");
	long long n = (long long)node_integer(x->dice, "exchange", 0);

	for (const struct node *d = rolls ? rolls->child : NULL; d;
	    d = d->next) {
		const struct node *shows = node_get(d, "shows");
		const char *label = node_str(d, "label");
		struct node *t = add_entry(r, list);

		node_add_string(r->a, t, "roll", arena_printf(r->a,
		    "%lld.%lld", n, (long long)node_integer(d, "index", 0)));
		node_add(r->a, t, "shows", shows ? node_copy(r->a, shows) :
		    node_string(r->a, "?"));
		node_add_string(r->a, t, "label", label && *label ? label :
		    "?");
		if (node_integer(d, "nth", 1) > 1)
			node_add_int(r->a, t, "again", node_integer(d, "nth",
			    1));
	}
	if (list->n > 0 && node_get(r->out, "first_roll") == NULL)
		node_add_string(r->a, r->out, "first_roll", node_str(
		    list->child, "roll"));
}

/* Where nothing was half done but somebody's orders go on: whose, from the
 * position before; [situation] goes-on, with {leader} and {phase}. */
static void
recall_turn(struct facts *r, struct node *list)
{
	const struct node *before = r->c->before, *e = r->c->ntold > 0 &&
	    r->c->told[0].events ? r->c->told[0].events->child : NULL;
	const char *leader = before ? node_str(before, "active_leader") : NULL;
	const char *phase = before ? node_str(before, "phase") : NULL, *text;
	struct node *t = node_table(r->a);
	struct phrase_scope top = { .fields = t };
	int rank;

	while (e != NULL && is(e, "refused"))
		e = e->next;
	if (e == NULL || leader == NULL || phase == NULL || (strcmp(phase,
	    "orders") != 0 && strcmp(phase, "shock") != 0) || phrase_heading(r->a, r->phrases, e, &r->words,
	    &rank) != NULL)
		return;
	text = names_of(r->names, leader);
	node_add_string(r->a, t, "leader", text ? text : leader);
	node_add_string(r->a, t, "phase", phase);
	text = situation(r, "goes-on", &top);
	if (text != NULL)
		node_add(r->a, list, NULL, node_string(r->a, text));
}

/*
 * A stop is in the middle of something: what it goes on with, from the last
 * event before it that has a line of its own.
 */
static void
recall(struct facts *r)
{
	const struct node *events = r->c->ntold > 0 ? r->c->told[0].recall :
	    NULL, *first = NULL;
	struct node *list = node_add_array(r->a, r->out, "recall");
	const char *text;
	int margin;

	for (const struct node *x = events ? events->child : NULL; x;
	    x = x->next) {
		text = phrase_line(r->a, r->phrases, x, &r->words, &margin);
		if (text != NULL && (first == NULL || margin == 0))
			first = x;
	}
	for (const struct node *x = first; x != NULL; x = x->next) {
		text = phrase_line(r->a, r->phrases, x, &r->words, &margin);
		if (text != NULL)
			node_add(r->a, list, NULL, node_string(r->a, text));
	}
	if (list->n == 0)
		recall_turn(r, list);
}

static void
happened(struct facts *r)
{
	struct node *lost = node_add_array(r->a, r->out, "late");
	struct node *chapters = node_add_array(r->a, r->out, "chapter");
	struct node *said = node_add_array(r->a, r->out, "talk");
	struct node *refused = node_add_array(r->a, r->out, "refused");
	struct node *sealed = node_add_array(r->a, r->out, "sealed");
	struct node *die = node_add_array(r->a, r->out, "die");
	bool any = false;

	recall(r);
	for (int i = 0; i < r->c->ntold; i++) {
		const struct report_exchange *x = &r->c->told[i];

		late(r, x, lost);
		if (!r->c->apart)
			story_add(r->a, chapters, x->events, r->phrases,
			    &r->words);
		talk(r, x, said);
		for (const struct node *e = x->events ? x->events->child :
		    NULL; e != NULL; e = e->next) {
			if (is(e, "refused"))
				refusal(r, e, refused, sealed);
			else
				any = true;
		}
		dice(r, x, die);
	}
	node_add_bool(r->a, r->out, "told", any || (r->c->ntold > 0 &&
	    r->c->exchange > 0));
}

static void
changed(struct facts *r)
{
	struct node *list = node_add_array(r->a, r->out, "changed");

	if (r->c->before == NULL)
		return;
	changes_add(r->a, list, r->c->before, r->c->turn, r->phrases, r->names);
	if (r->board != NULL && list->n > 0)
		changes_add_rest(r->a, list, r->board, r->names);
}

/* ----------------------------------------------------------- the position */

static void
position_and_map(struct facts *r)
{
	struct str s = str_new(r->a);

	say_summary(r->g, &s);
	if (s.len > 0)
		node_add_string(r->a, r->out, "position", s.s);
	s = str_new(r->a);
	if (r->board != NULL)
		ascii_board(&s, r->board, &(struct ascii_options){
		    .around = HEX_NONE });
	if (s.len > 0)
		node_add_string(r->a, r->out, "map", s.s);
}

static void
trips(struct facts *r)
{
	const struct node *t = node_table_of(r->c->turn, "trips");
	const struct node *waited = node_table_of(t, "waited");
	struct node *out = node_table(r->a), *list;

	if (t == NULL)
		return;
	node_add_int(r->a, out, "exchanges", node_integer(t, "exchanges", 0));
	node_add_int(r->a, out, "doctrine", node_integer(t, "doctrine", 0));
	list = node_add_array(r->a, out, "waited");
	for (const struct node *x = waited ? waited->child : NULL; x;
	    x = x->next) {
		struct node *w = add_entry(r, list);

		add_title(r, w, x->key);
		node_add_int(r->a, w, "times", x->i);
	}
	node_add(r->a, node_add_array(r->a, r->out, "trips"), NULL, out);
}

/* The sides get their titles. */
static void
opened(struct facts *r)
{
	struct node *list;

	if (r->c->reveal == NULL)
		return;
	list = node_copy(r->a, r->c->reveal);
	for (struct node *x = list->child; x != NULL; x = x->next) {
		struct node *players = (struct node *)node_array_of(x,
		    "player");

		for (struct node *p = players ? players->child : NULL; p;
		    p = p->next)
			node_add_string(r->a, p, "title", names_side(r->names,
			    node_str(p, "side")));
	}
	node_add(r->a, r->out, "reveal", list);
}

struct node *
report_asked_facts(struct arena *a, struct game *g, const struct rules *rules,
    const struct node *ask)
{
	struct node *turn = node_table(a);
	struct report_context c = { .turn = turn, .rules = rules };
	struct facts r = { .a = a, .g = g, .c = &c, .out = node_table(a) };

	game_position(g, g->state, turn);
	node_add(a, node_add_array(a, turn, "ask"), NULL, node_copy(a, ask));
	r.names = names_new(a, turn, rules);
	questions(&r);
	return r.out;
}

/* What the commits' times say of each side's. */
static void
times(struct facts *r)
{
	const struct node *x = r->c->times ? r->c->times->child : NULL;
	struct node *list;

	if (x == NULL)
		return;
	list = node_add_array(r->a, r->out, "time");
	for (; x != NULL; x = x->next) {
		struct node *t = node_add(r->a, list, NULL, node_copy(r->a,
		    x));

		node_add_string(r->a, t, "title", names_side(r->names,
		    node_str(x, "side")));
	}
}

struct node *
report_facts(struct arena *a, struct game *g, const struct report_context *c)
{
	static const struct node nothing = { .type = NODE_TABLE };
	struct facts r = { .a = a, .g = g, .c = c, .out = node_table(a),
	    .phrases = c->phrases == NULL && c->rules != NULL ?
	    c->rules->tree.phrases : c->phrases,
	    .names = names_new(a, c->turn ? c->turn : &nothing, c->rules),
	    .board = g->sys->board != NULL ? board_of(g) : NULL };
	const char *commitment = node_str(c->turn, "commitment");

	r.words = report_story_names(r.names);
	heading(&r);
	standing(&r);
	questions(&r);
	changed(&r);
	happened(&r);
	position_and_map(&r);
	trips(&r);
	times(&r);
	if (commitment != NULL)
		node_add_string(a, r.out, "commitment", commitment);
	opened(&r);
	return r.out;
}
