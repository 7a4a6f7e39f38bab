/* selfplay.c: one game of bots against bots, checked and counted */
#include "cli/selfplay.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/stream.h"
#include "show/phrase.h"
#include "trust/seeds.h"

#include <stdio.h>
#include <string.h>

#define CHOICES 1000000		/* of one game: more is a dead end */

/* One game on its way.  Dice and picks have a stream each, so that a bot that
 * thinks longer does not move the dice. */
struct match {
	struct stream dice, picks;
	long npicks;
	struct figures *out;
	int64_t event[SELFPLAY_KINDS], kind[SELFPLAY_KINDS];
};

/* ---------------------------------------------------------------- figures */

void
figures_result(struct figures *f, const char *text, int64_t n)
{
	int i = 0;

	while (i < f->nresults && strcmp(f->result[i].text, text) != 0)
		i++;
	if (i == SELFPLAY_RESULTS)
		i--;			/* the rest is one */
	if (i == f->nresults) {
		snprintf(f->result[i].text, sizeof f->result[i].text, "%s",
		    text);
		f->nresults++;
	}
	f->result[i].n += n;
}

static void
add_failure(struct figures *f, long game, const char *why)
{
	if (f->failures < SELFPLAY_TOLD) {
		f->failed[f->failures].game = game;
		snprintf(f->failed[f->failures].why, SELFPLAY_TEXT, "%.*s",
		    SELFPLAY_TEXT - 1, why);
	}
	f->failures++;
}

void
figures_add(struct figures *f, const struct figures *later)
{
	bool first = f->games == f->failures;

	if (later->games > later->failures) {
		f->least = first || later->least < f->least ? later->least :
		    f->least;
		f->most = first || later->most > f->most ? later->most :
		    f->most;
	}
	for (long i = 0; i < later->failures; i++)
		add_failure(f, i < SELFPLAY_TOLD ? later->failed[i].game : 0,
		    i < SELFPLAY_TOLD ? later->failed[i].why : "");
	f->games += later->games;
	f->turns += later->turns;
	f->rolls += later->rolls;
	f->mails += later->mails;
	for (int i = 0; i < SELFPLAY_KINDS; i++) {
		f->event[i] += later->event[i];
		f->kind[i] += later->kind[i];
	}
	for (int i = 0; i < later->nresults; i++)
		figures_result(f, later->result[i].text, later->result[i].n);
}

/* --------------------------------------------------------------- numbers */

static int
roll_die(void *ctx, struct game *g, int sides, const char *label)
{
	struct match *m = ctx;

	if (g->light == NULL && !seeds_label_ok(label))
		game_fail(g, "\"%s\" is no label for a roll", label);
	return stream_below(&m->dice, sides);
}

/* Apart, so that a choice does not clear the room for a message. */
static __attribute__((noinline)) void
check_position(struct game *g)
{
	struct err e = { 0 };

	if (g->sys->check != NULL &&
	    g->sys->check(&e, g->data, g->state) != ERR_OK)
		game_fail(g, "the position is not sound: %s", e.msg);
}

/* A bot chooses where the rules ask, and there a position must be sound. */
static int
pick(void *ctx, struct game *g, int n)
{
	struct match *m = ctx;

	if (++m->npicks > CHOICES)
		game_fail(g, "it does not end: %d choices", CHOICES);
	if (m->npicks % 64 == 0)
		check_position(g);
	return stream_below(&m->picks, n);
}

static void
watch(struct game *g)
{
	const char *why = g->sys->invariant(g);

	if (why != NULL)
		game_fail(g, "%s", why);
}

/* For balance figures any order of the cards will do. */
static void
shuffle_deck(void *ctx, struct game *g, int j, int *cards, int n)
{
	struct match *m = ctx;

	(void)g;
	(void)j;
	for (int i = n - 1; i >= 1; i--) {
		int k = stream_below(&m->dice, i + 1), card = cards[i];

		cards[i] = cards[k];
		cards[k] = card;
	}
}

/* --------------------------------------------------------------- counting */

/* Names are mostly the same string as in the table: try that first. */
static int
event_index(const struct system *s, const char *event)
{
	for (int i = 0; s->events[i].event != NULL; i++)
		if (s->events[i].event == event)
			return i;
	for (int i = 0; s->events[i].event != NULL; i++)
		if (strcmp(s->events[i].event, event) == 0)
			return i;
	return -1;
}

static int
kind_index(const struct system *s, const char *kind)
{
	const struct question_kind *k = question_kind(s, kind);

	return k != NULL ? (int)(k - s->questions) : -1;
}

static void
count_event(struct game *g, const char *event)
{
	struct match *m = g->source.ctx;
	int i = event_index(g->sys, event);

	if (i >= 0 && i < SELFPLAY_KINDS)
		m->event[i]++;
	else if (strcmp(event, "refused") != 0 && strcmp(event, "late") != 0)
		game_fail(g, "the system does not list the event %s", event);
}

static void
count_kind(struct game *g, const char *kind)
{
	struct match *m = g->source.ctx;
	int i = kind_index(g->sys, kind);

	if (i >= 0 && i < SELFPLAY_KINDS)
		m->kind[i]++;
}

static const struct light counting = { count_event, count_kind };

/* ---------------------------------------------------------------- checks */

/* What is written of a position reads back as the same. */
static const char *
check_round_trip(struct game *g)
{
	struct field_names names = { g->grid, g->side, g->nsides,
	    FIELDS_ALL };
	struct node *t = node_table(g->arena);
	void *back = arena_alloc(g->arena, g->sys->state_size);
	struct err e = { 0 };
	const char *path;

	field_write(g->arena, t, g->state, g->sys->fields, &names);
	field_clear(back, g->sys->fields, &names);
	if (field_read(&e, g->arena, t, back, g->sys->fields, &names, NULL) !=
	    ERR_OK)
		return arena_printf(g->arena, "the position cannot be read "
		    "back: %s", e.msg);
	path = field_differs(g->arena, g->state, back, g->sys->fields,
	    &names);
	return path == NULL ? NULL : arena_printf(g->arena,
	    "the position reads back with another %s", path);
}

static void
note_fields(struct selfplay *s, const char *event, const struct node *x)
{
	struct node *seen = s->fields->child;

	while (seen != NULL && strcmp(seen->key, event) != 0)
		seen = seen->next;
	if (seen == NULL)
		seen = node_add_table(s->a, s->fields, event);
	for (const struct node *f = x->child; f; f = f->next)
		if (node_get(seen, f->key) == NULL)
			node_add_bool(s->a, seen, f->key, true);
}

const char *
selfplay_phrase(const struct selfplay *s, const char *event)
{
	const struct node *t = s->rules->tree.phrases;

	for (t = t ? t->child : NULL; t != NULL; t = t->next)
		if (strcmp(t->key, "why") != 0 && node_str(t, event) != NULL)
			return node_str(t, event);
	return NULL;
}

/* Every event is one of the system's, and its phrase fits it. */
static const char *
check_event(struct selfplay *s, struct game *g, const struct node *x)
{
	const char *id = node_str(x, "event"), *phrase;
	struct match *m = g->source.ctx;
	struct str out = str_new(g->arena);
	struct err e = { 0 };
	int i = event_index(g->sys, id);

	if (i >= 0 && i < SELFPLAY_KINDS)
		m->event[i]++;
	else if (strcmp(id, "refused") != 0 && strcmp(id, "late") != 0)
		return arena_printf(g->arena, "the system does not list the "
		    "event %s", id);
	phrase = selfplay_phrase(s, id);
	if (phrase == NULL)
		return NULL;
	note_fields(s, id, x);
	if (phrase_fill(&e, &out, phrase, x, NULL) != ERR_OK)
		return arena_printf(g->arena, "event %s: %s", id, e.msg);
	return NULL;
}

#define ROUND_TRIPS 16	/* of so many games one is written and read back */

static const char *
check_end(struct selfplay *s, struct game *g, long number)
{
	struct err e = { 0 };
	const char *why;

	if (g->stop == STOP_ASK)
		return "it stopped to ask, though bots play";
	if (g->stop != STOP_OVER)
		return g->why;
	if (g->sys->check != NULL &&
	    g->sys->check(&e, g->data, g->state) != ERR_OK)
		return arena_printf(g->arena, "the last position is not "
		    "sound: %s", e.msg);
	why = g->light == NULL || number % ROUND_TRIPS == 0 ?
	    check_round_trip(g) : NULL;
	for (const struct node *x = g->events->child; x && !why; x = x->next)
		why = check_event(s, g, x);
	return why;
}

/* ----------------------------------------------------------------- a game */

bool
selfplay_would_stop(const struct system *s, const char *kind)
{
	const struct question_kind *k = question_kind(s, kind);

	return k != NULL && !k->window && strcmp(k->standard, "ask") == 0;
}

static void
count_game(struct figures *f, struct game *g)
{
	struct match *m = g->source.ctx;
	struct node *t = node_table(g->arena);
	int64_t turn;
	bool first = f->games == f->failures;

	game_position(g, g->state, t);
	turn = node_integer(t, "turn", 0);
	f->least = first || turn < f->least ? turn : f->least;
	f->most = turn > f->most ? turn : f->most;
	f->games++;
	f->turns += turn;
	f->rolls += g->nfresh;
	f->mails += g->mails;
	figures_result(f, g->result, 1);
	for (int i = 0; i < g->nanswers; i++)
		if (g->answers[i].about != NULL)	/* no orders */
			count_kind(g, g->answers[i].kind);
	for (int i = 0; i < SELFPLAY_KINDS; i++) {
		f->event[i] += m->event[i];
		f->kind[i] += m->kind[i];
	}
}

static struct stream
stream_of(const struct selfplay *s, const char *what, long number)
{
	uint8_t key[32];
	char message[64];

	snprintf(message, sizeof message, "iacta-selfplay-%s:%ld", what,
	    number);
	hash_hmac(key, s->secret, sizeof s->secret, message);
	return stream_begin(key);
}

void
selfplay_game(struct selfplay *s, long number, bool light, struct figures *out)
{
	struct arena a = { 0 };
	struct match m = { .dice = stream_of(s, "dice", number),
	    .picks = stream_of(s, "picks", number), .out = out };
	struct game *g = arena_new(&a, struct game, 1);
	const char *why;

	*g = s->start;
	g->arena = &a;
	game_init(g);
	memcpy(g->saved, s->start.saved, g->sys->state_size);
	g->exchange = 1;
	g->source = (struct source){ &m, roll_die, pick, shuffle_deck };
	if (g->sys->invariant != NULL)
		g->watch = watch;
	g->light = light ? &counting : NULL;
	for (int i = 0; i < g->nsides; i++)
		g->player[i].bot = true;
	game_run(g);
	why = check_end(s, g, number);
	if (why == NULL) {
		count_game(out, g);
	} else {
		out->games++;
		add_failure(out, number, why);
	}
	arena_free(&a);
}
