/* cmd_selfplay.c: iacta selfplay: the bot against itself */
#include "cli/commands.h"

#include "base/node.h"
#include "base/str.h"
#include "cli/save.h"
#include "cli/selfplay.h"
#include "show/phrase.h"
#include "show/report.h"
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
	{ "jobs", 'j', "N", "processes at once (one for each core)", false },
	{ "quiet", 'q', NULL, "only what went wrong", false },
	{ .name = NULL },
};

/* ----------------------------------------------------------------- tables */

static void
print_share(const char *name, int64_t n, int64_t of)
{
	printf("  %7lld  %5.1f%%  %s\n", (long long)n,
	    of > 0 ? 100.0 * (double)n / (double)of : 0.0, name);
}

/* The largest first; of those as often, the one that came first. */
static void
print_results(const struct selfplay *s, int64_t of)
{
	const struct figures *f = &s->all;
	int64_t below = INT64_MAX, next;

	do {
		next = -1;
		for (int i = 0; i < f->nresults; i++) {
			if (f->result[i].n == below)
				print_share(report_result(s->a, s->rules,
				    f->result[i].text), below, of);
			else if (f->result[i].n < below &&
			    f->result[i].n > next)
				next = f->result[i].n;
		}
		below = next;
	} while (next >= 0);
}

static int64_t
wins(const struct selfplay *s, int side)
{
	const char *name = s->start.side[side];
	int64_t n = 0;

	for (int i = 0; i < s->all.nresults; i++)
		if (strncmp(s->all.result[i].text, name, strlen(name)) == 0)
			n += s->all.result[i].n;
	return n;
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
	const struct system *x = s->rules->sys;

	printf("\nEvents, and how many in a game (0: self-play never came to "
	    "that rule):\n");
	for (int i = 0; x->events[i].event != NULL; i++)
		print_per_game(x->events[i].event, s->all.event[i], games, "");
	printf("\nQuestions, and how many in a game:\n");
	for (int i = 0; x->questions[i].kind != NULL; i++)
		print_per_game(x->questions[i].kind, s->all.kind[i], games,
		    selfplay_would_stop(x, x->questions[i].kind) ?
		    " (asked by default)" : "");
}

/* A field that a phrase names and no event ever had may be a slip. */
static void
print_unseen(const struct selfplay *s)
{
	const char *sep = "\nFields of phrases that no event had:\n";

	for (const struct event_kind *k = s->rules->sys->events; k->event;
	    k++) {
		const char *phrase = selfplay_phrase(s, k->event);
		const struct node *seen = node_get(s->fields, k->event);
		struct node *list = NULL;
		struct err e = { 0 };

		if (phrase == NULL || seen == NULL ||
		    phrase_fields(&e, s->a, phrase, false, &list) != ERR_OK)
			continue;
		for (const struct node *f = list->child; f; f = f->next) {
			if (node_get(seen, f->s) != NULL)
				continue;
			printf("%s  %s.%s\n", sep, k->event, f->s);
			sep = "";
		}
	}
}

static int64_t
stops(const struct selfplay *s)
{
	const struct system *x = s->rules->sys;
	int64_t n = 0;

	for (int i = 0; x->questions[i].kind != NULL; i++)
		if (selfplay_would_stop(x, x->questions[i].kind))
			n += s->all.kind[i];
	return n;
}

static void
print_result(const struct selfplay *s, const char *seed)
{
	const struct figures *f = &s->all;
	long games = f->games - f->failures;
	double turns = (double)f->turns;

	printf("%ld game%s of %s/%s with seed \"%s\", %ld failed\n", f->games,
	    f->games == 1 ? "" : "s", s->rules->sys->id, s->rules->scenario,
	    str_shown(s->a, seed, 100), f->failures);
	if (games == 0)
		return;
	printf("\nResults:\n");
	print_results(s, games);
	printf("\nWon by:\n");
	for (int i = 0; i < s->start.nsides; i++)
		print_share(s->start.side[i], wins(s, i), games);
	printf("\nTurns: %.1f on average, %lld to %lld.  Dice: %.1f in a "
	    "game.\n", turns / (double)games, (long long)f->least,
	    (long long)f->most, (double)f->rolls / (double)games);
	if (f->turns > 0)
		printf("Mails in a turn with the default doctrine: %.2f (%.2f "
		    "for orders, %.2f for\nquestions that it asks).\n",
		    (double)(f->mails + stops(s)) / turns,
		    (double)f->mails / turns, (double)stops(s) / turns);
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
tell_failures(const struct selfplay *s, const char *seed)
{
	for (long i = 0; i < s->all.failures && i < SELFPLAY_TOLD; i++)
		cli_note("game %ld: %s; to see it again: --seed '%s' "
		    "--first %ld --games 1", s->all.failed[i].game,
		    str_shown(s->a, s->all.failed[i].why, SELFPLAY_TEXT),
		    str_shown(s->a, seed, 100), s->all.failed[i].game);
}

static int
play_all(struct err *e, struct cli *c, struct selfplay *s, const char *seed,
    long first, long games)
{
	bool quiet = cli_given(c, "quiet");
	long cores = sysconf(_SC_NPROCESSORS_ONLN), jobs;
	struct timespec began;
	double seconds;
	int rc = cli_number(e, c, "jobs", 1, cores > 0 ? cores : 1, &jobs);

	if (rc != ERR_OK)
		return rc;
	clock_gettime(CLOCK_MONOTONIC, &began);
	rc = selfplay_jobs(e, s, first, games, jobs > 1000 ? 1000 : (int)jobs,
	    isatty(STDERR_FILENO) && !quiet);
	if (rc != ERR_OK)
		return rc;
	seconds = seconds_since(&began);
	tell_failures(s, seed);
	if (quiet)
		return ERR_OK;
	if (seconds > 0)
		cli_note("%.1f games a second", (double)games / seconds);
	print_result(s, seed);
	return ERR_OK;
}

/* --------------------------------------------------------- the pipeline */

static void
print_saved(const struct selfplay *s, const struct save *v)
{
	printf("%ld game%s of %s/%s under %s, %ld failed\n", v->games,
	    v->games == 1 ? "" : "s", s->rules->sys->id, s->rules->scenario,
	    str_shown(s->a, v->dir, 200), s->all.failures);
	printf("%ld exchanges, %ld submissions, %ld refused orders, %ld "
	    "deadlines; audited at the end%s\n", v->commits, v->submissions,
	    v->refused, v->late, v->open_audits ? arena_printf(s->a,
	    ", and %ld on the way", v->open_audits) : "");
	printf("\nResults:\n");
	print_results(s, v->games - s->all.failures);
}

static int
save_all(struct err *e, struct cli *c, struct selfplay *s, const char *dir,
    long first, long games)
{
	struct save v = { .dir = dir, .rules = s->rules };
	struct timespec began;
	int rc;

	memcpy(v.seed, s->secret, sizeof v.seed);
	clock_gettime(CLOCK_MONOTONIC, &began);
	rc = save_prepare(e, s->a, &v);
	for (long i = 0; i < games && rc == ERR_OK; i++) {
		struct arena a = { 0 };
		const char *result;
		struct err why = { 0 };

		if (save_game(&why, &a, &v, first + i, &result) == ERR_OK)
			figures_result(&s->all, result, 1);
		else if (s->all.failures++ < SELFPLAY_TOLD)
			cli_note("game %ld: %s", first + i, why.msg);
		arena_free(&a);
	}
	s->all.games = v.games;
	if (rc == ERR_OK && !cli_given(c, "quiet")) {
		print_saved(s, &v);
		cli_note("%.1f exchanges a second", (double)v.commits /
		    seconds_since(&began));
	}
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	const char *arg = c->operand[0], *slash = strchr(arg, '/'), *seed;
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
	s->a = c->a;
	s->rules = &rules;
	s->fields = node_table(c->a);
	seed = cli_value(c, "seed") ? cli_value(c, "seed") : "iacta";
	hash_sha256(s->secret, seed, strlen(seed));
	rc = cli_given(c, "save") ? save_all(e, c, s, cli_value(c, "save"),
	    first, games) : play_all(e, c, s, seed, first, games);
	if (rc != ERR_OK)
		return rc;
	return s->all.failures == 0 ? ERR_OK : err_set(e, ERR_INPUT, "%ld of %ld "
	    "games failed", s->all.failures, s->all.games);
}

const struct command cmd_selfplay = {
	.name = "selfplay", .operands = "SYSTEM/SCENARIO",
	.help = "the bot against itself: for testing, balance figures and "
	    "speed",
	.min = 1, .max = 1, .options = options, .run = run,
};
