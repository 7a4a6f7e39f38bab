/* cmd_selfplay.c: iacta selfplay: the bot against itself */
#include "cli/commands.h"

#include "base/node.h"
#include "base/str.h"
#include "base/stream.h"
#include "cli/save.h"
#include "engine/rules.h"
#include "show/phrase.h"
#include "trust/seeds.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct cli_option options[] = {
	{ "games", 'g', "N", "how many (1)", false },
	{ "seed", 's', "TEXT", "other games for another text", false },
	{ "first", 0, "N", "the number of the first game (1)", false },
	{ "save", 0, "DIR", "through the whole pipeline, with keys and signed "
	    "submissions, each kept as a repository under DIR", false },
	{ "quiet", 'q', NULL, "only what went wrong", false },
	{ .name = NULL },
};

#define CHOICES 1000000		/* of one game: more is a dead end */
#define TOLD 10			/* failures */
#define PHRASED 10		/* games whose events are put in words */

/* Names and how often. */
struct tally {
	struct node *t;		/* table: name = count */
};

struct selfplay {
	struct cli *c;
	const struct rules *rules;
	struct game start;		/* loaded once, copied for each game */
	uint8_t secret[32];
	const char *seed;
	struct tally results, events, kinds, wins, fields;
	long games, failures;
	int64_t turns, least, most, rolls, stops, mails;
};

/* One game on its way.  Dice and picks have a stream each, so that a bot that
 * thinks longer does not move the dice. */
struct match {
	struct stream dice, picks;
	long npicks;
};

static void
count(struct selfplay *s, struct tally *y, const char *name, int64_t n)
{
	struct node *x = NULL;

	if (y->t == NULL)
		y->t = node_table(s->c->a);
	for (x = y->t->child; x != NULL; x = x->next)
		if (strcmp(x->key, name) == 0)
			break;
	if (x == NULL)
		x = node_add(s->c->a, y->t, name, node_int(s->c->a, 0));
	x->i += n;
}

/* --------------------------------------------------------------- numbers */

static int
roll_die(void *ctx, struct game *g, int sides, const char *label)
{
	struct match *m = ctx;

	if (!seeds_label_ok(label))
		game_fail(g, "\"%s\" is no label for a roll", label);
	return stream_below(&m->dice, sides);
}

/* A bot chooses where the rules ask, and there a position must be sound. */
static int
pick(void *ctx, struct game *g, int n)
{
	struct match *m = ctx;
	struct err e = { 0 };

	if (++m->npicks > CHOICES)
		game_fail(g, "it does not end: %d choices", CHOICES);
	if (m->npicks % 64 == 0 && g->sys->check != NULL &&
	    g->sys->check(&e, g->data, g->state) != ERR_OK)
		game_fail(g, "the position is not sound: %s", e.msg);
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

static bool
is_known(const struct system *s, const char *event)
{
	for (const struct event_kind *k = s->events; k->event; k++)
		if (strcmp(k->event, event) == 0)
			return true;
	return strcmp(event, "refused") == 0 || strcmp(event, "late") == 0;
}

/* An event's phrase, in whichever table of the catalogue it stands. */
static const char *
phrase_of(const struct selfplay *s, const char *event)
{
	const struct node *t = s->rules->tree.phrases;

	for (t = t ? t->child : NULL; t != NULL; t = t->next)
		if (node_str(t, event) != NULL)
			return node_str(t, event);
	return NULL;
}

/* Every event is one of the system's, and its phrase fits it. */
static const char *
check_events(struct selfplay *s, struct game *g)
{
	for (const struct node *x = g->events->child; x; x = x->next) {
		const char *id = node_str(x, "event"), *phrase;
		struct str out = str_new(g->arena);
		struct err e = { 0 };

		if (!is_known(g->sys, id))
			return arena_printf(g->arena, "the system does not "
			    "list the event %s", id);
		phrase = phrase_of(s, id);
		if (s->games > PHRASED || phrase == NULL)
			continue;
		for (const struct node *f = x->child; f; f = f->next)
			count(s, &s->fields, arena_printf(g->arena, "%s.%s",
			    id, f->key), 1);
		if (phrase_fill(&e, &out, phrase, x, NULL) != ERR_OK)
			return arena_printf(g->arena, "event %s: %s", id,
			    e.msg);
	}
	return NULL;
}

static const char *
check_end(struct selfplay *s, struct game *g)
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
	why = check_round_trip(g);
	return why ? why : check_events(s, g);
}

/* ----------------------------------------------------------------- a game */

/* Would a player who keeps the default doctrine have had to be waited for? */
static bool
would_stop(const struct system *s, const char *kind)
{
	const struct question_kind *k = question_kind(s, kind);

	return k != NULL && !k->window && strcmp(k->standard, "ask") == 0;
}

static void
count_game(struct selfplay *s, struct game *g)
{
	struct node *t = node_table(g->arena);
	int64_t turn;

	game_position(g, g->state, t);
	turn = node_integer(t, "turn", 0);
	s->turns += turn;
	s->least = s->results.t == NULL || turn < s->least ? turn : s->least;
	s->most = turn > s->most ? turn : s->most;
	s->rolls += g->nfresh;
	s->mails += g->mails;
	count(s, &s->results, g->result, 1);
	for (int i = 0; i < g->nsides; i++)
		if (strncmp(g->result, g->side[i], strlen(g->side[i])) == 0)
			count(s, &s->wins, g->side[i], 1);
	for (const struct node *x = g->events->child; x; x = x->next)
		count(s, &s->events, node_str(x, "event"), 1);
	for (int i = 0; i < g->nanswers; i++) {
		if (g->answers[i].about == NULL)
			continue;		/* orders, deployments */
		count(s, &s->kinds, g->answers[i].kind, 1);
		s->stops += would_stop(g->sys, g->answers[i].kind);
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

static void
play_game(struct selfplay *s, long number)
{
	struct arena a = { 0 };
	struct match m = { .dice = stream_of(s, "dice", number),
	    .picks = stream_of(s, "picks", number) };
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
	for (int i = 0; i < g->nsides; i++)
		g->player[i].bot = true;
	game_run(g);
	s->games++;
	why = check_end(s, g);
	if (why == NULL) {
		count_game(s, g);
	} else if (s->failures++ < TOLD) {
		cli_note("game %ld: %s; to see it again: --seed '%s' "
		    "--first %ld --games 1", number,
		    str_shown(s->c->a, why, 400),
		    str_shown(s->c->a, s->seed, 100), number);
	}
	arena_free(&a);
}

/* ----------------------------------------------------------------- tables */

static void
print_share(const char *name, int64_t n, int64_t of)
{
	printf("  %7lld  %5.1f%%  %s\n", (long long)n,
	    of > 0 ? 100.0 * (double)n / (double)of : 0.0, name);
}

/* The largest first. */
static void
print_tally(const struct tally *y, int64_t of)
{
	int64_t below = INT64_MAX, next;

	do {
		next = -1;
		for (const struct node *x = y->t ? y->t->child : NULL; x;
		    x = x->next) {
			if (x->i == below)
				print_share(x->key, x->i, of);
			else if (x->i < below && x->i > next)
				next = x->i;
		}
		below = next;
	} while (next >= 0);
}

static void
print_per_game(const char *name, int64_t n, long games, const char *more)
{
	printf("  %9lld  %9.2f  %s%s\n", (long long)n,
	    (double)n / (double)games, name, more);
}

static void
print_events(const struct selfplay *s, long games)
{
	printf("\nEvents, and how many in a game (0: self-play never came to "
	    "that rule):\n");
	for (const struct event_kind *k = s->rules->sys->events; k->event; k++)
		print_per_game(k->event, node_integer(s->events.t, k->event,
		    0), games, "");
	printf("\nQuestions, and how many in a game:\n");
	for (const struct question_kind *k = s->rules->sys->questions;
	    k->kind != NULL; k++)
		print_per_game(k->kind, node_integer(s->kinds.t, k->kind, 0),
		    games, would_stop(s->rules->sys, k->kind) ?
		    " (asked by default)" : "");
}

/* A field that a phrase names and no event ever had may be a slip. */
static void
print_unseen(const struct selfplay *s)
{
	const char *sep = "\nFields of phrases that no event had:\n";

	for (const struct event_kind *k = s->rules->sys->events; k->event;
	    k++) {
		const char *phrase = phrase_of(s, k->event);
		struct node *list = NULL;
		struct err e = { 0 };

		if (phrase == NULL || node_get(s->fields.t, arena_printf(
		    s->c->a, "%s.event", k->event)) == NULL ||
		    phrase_fields(&e, s->c->a, phrase, false, &list) != ERR_OK)
			continue;
		for (const struct node *f = list->child; f; f = f->next) {
			const char *name = arena_printf(s->c->a, "%s.%s",
			    k->event, f->s);

			if (node_get(s->fields.t, name) != NULL)
				continue;
			printf("%s  %s\n", sep, name);
			sep = "";
		}
	}
}

static void
print_result(const struct selfplay *s)
{
	long games = s->games - s->failures;
	int n = s->start.nsides;

	printf("%ld game%s of %s/%s with seed \"%s\", %ld failed\n", s->games,
	    s->games == 1 ? "" : "s", s->rules->sys->id, s->rules->scenario,
	    str_shown(s->c->a, s->seed, 100), s->failures);
	if (games == 0)
		return;
	printf("\nResults:\n");
	print_tally(&s->results, games);
	printf("\nWon by:\n");
	for (int i = 0; i < n; i++)
		print_share(s->start.side[i], node_integer(s->wins.t,
		    s->start.side[i], 0), games);
	printf("\nTurns: %.1f on average, %lld to %lld.  Dice: %.1f in a "
	    "game.\n", (double)s->turns / (double)games, (long long)s->least,
	    (long long)s->most, (double)s->rolls / (double)games);
	if (s->turns > 0)
		printf("Mails in a turn with the default doctrine: %.2f (%.2f "
		    "for orders, %.2f for\nquestions that it asks).\n",
		    (double)(s->mails + s->stops) / (double)s->turns,
		    (double)s->mails / (double)s->turns,
		    (double)s->stops / (double)s->turns);
	print_events(s, games);
	print_unseen(s);
}

static double
seconds_since(const struct timespec *t)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - t->tv_sec) +
	    1e-9 * (double)(now.tv_nsec - t->tv_nsec);
}

static void
play_all(struct selfplay *s, long first, long games)
{
	bool terminal = isatty(STDERR_FILENO) && !cli_given(s->c, "quiet");
	struct timespec began;
	double seconds;

	clock_gettime(CLOCK_MONOTONIC, &began);
	for (long i = 0; i < games; i++) {
		play_game(s, first + i);
		if (terminal && (i + 1) % 10 == 0)
			fprintf(stderr, "\r%ld of %ld", i + 1, games);
	}
	if (terminal && games >= 10)
		fprintf(stderr, "\r%30s\r", "");
	seconds = seconds_since(&began);
	if (!cli_given(s->c, "quiet") && seconds > 0)
		cli_note("%.1f games a second", (double)games / seconds);
}

/* --------------------------------------------------------- the pipeline */

static void
print_saved(const struct selfplay *s, const struct save *v)
{
	printf("%ld game%s of %s/%s under %s, %ld failed\n", v->games,
	    v->games == 1 ? "" : "s", s->rules->sys->id, s->rules->scenario,
	    str_shown(s->c->a, v->dir, 200), s->failures);
	printf("%ld exchanges, %ld submissions, %ld refused orders, %ld "
	    "deadlines; audited at the end%s\n", v->commits, v->submissions,
	    v->refused, v->late, v->open_audits ? arena_printf(s->c->a,
	    ", and %ld on the way", v->open_audits) : "");
	printf("\nResults:\n");
	print_tally(&s->results, v->games - s->failures);
}

static int
save_all(struct err *e, struct selfplay *s, const char *dir, long first,
    long games)
{
	struct save v = { .dir = dir, .rules = s->rules };
	struct timespec began;
	int rc;

	memcpy(v.seed, s->secret, sizeof v.seed);
	clock_gettime(CLOCK_MONOTONIC, &began);
	rc = save_prepare(e, s->c->a, &v);
	for (long i = 0; i < games && rc == ERR_OK; i++) {
		struct arena a = { 0 };
		const char *result;
		struct err why = { 0 };

		if (save_game(&why, &a, &v, first + i, &result) == ERR_OK)
			count(s, &s->results, result, 1);
		else if (s->failures++ < TOLD)
			cli_note("game %ld: %s", first + i, why.msg);
		arena_free(&a);
	}
	s->games = v.games;
	if (rc == ERR_OK && !cli_given(s->c, "quiet")) {
		print_saved(s, &v);
		cli_note("%.1f exchanges a second", (double)v.commits /
		    seconds_since(&began));
	}
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	const char *arg = c->operand[0], *slash = strchr(arg, '/');
	struct selfplay *s = arena_new(c->a, struct selfplay, 1);
	struct rules rules;
	long games, first;
	int rc = cli_number(e, c, "games", 1, 1, &games);

	if (rc == ERR_OK)
		rc = cli_number(e, c, "first", 1, 1, &first);
	if (rc != ERR_OK)
		return rc;
	if (slash == NULL)
		return err_set(e, ERR_USAGE, "selfplay: %s: write "
		    "SYSTEM/SCENARIO; `iacta games` lists them",
		    str_shown(c->a, arg, 60));
	rc = rules_from_disk(e, c->a, arena_strndup(c->a, arg,
	    (size_t)(slash - arg)), slash + 1, NULL, &rules);
	if (rc == ERR_OK && rules.tree.phrases != NULL)
		rc = phrase_check(e, c->a, rules.tree.phrases, rules.sys);
	if (rc == ERR_OK)
		rc = rules_game(e, c->a, &rules, NULL, &s->start);
	if (rc != ERR_OK)
		return rc;
	s->c = c;
	s->rules = &rules;
	s->seed = cli_value(c, "seed") ? cli_value(c, "seed") : "iacta";
	hash_sha256(s->secret, s->seed, strlen(s->seed));
	if (cli_given(c, "save")) {
		rc = save_all(e, s, cli_value(c, "save"), first, games);
		if (rc != ERR_OK)
			return rc;
	} else {
		play_all(s, first, games);
		if (!cli_given(c, "quiet"))
			print_result(s);
	}
	return s->failures == 0 ? ERR_OK : err_set(e, ERR_INPUT, "%ld of %ld "
	    "games failed", s->failures, s->games);
}

const struct command cmd_selfplay = {
	.name = "selfplay", .operands = "SYSTEM/SCENARIO",
	.help = "the bot against itself: for testing, balance figures and "
	    "speed",
	.min = 1, .max = 1, .options = options, .run = run,
};
