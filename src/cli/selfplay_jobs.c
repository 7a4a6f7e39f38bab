/*
 * selfplay_jobs.c: many games on all cores
 *
 * The games are parted into runs of numbers that follow one another, more of
 * them than there are processes, and each process takes the next run that
 * nobody has taken: so all end at about the same time.  Runs are counted apart,
 * in memory that the processes share, and the first process adds them up in the
 * order of the games: so the figures, the order of the results and the failures
 * told are those of one process.  Meanwhile it plays the first games itself.
 */
#include "cli/selfplay.h"

#include "base/err.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX 64
#define LOOK_NS 2000000		/* between two looks at the processes */
#define LOOKS 100		/* of them one is for the terminal */

/* For each process, if there are so many games: one run of the last to end is
 * what the others wait for. */
#define RUNS 100

/* What the processes share. */
struct share {
	long first, games;
	int nruns;
	atomic_int next;		/* the run that nobody has taken */
	atomic_long done;		/* games, for the progress shown */
	struct figures run[];
};

static void
show_progress(long done, long games)
{
	fprintf(stderr, "\r%ld of %ld", done, games);
	fflush(stderr);
}

static void
play_runs(struct selfplay *s, struct share *x)
{
	int i;

	while ((i = atomic_fetch_add(&x->next, 1)) < x->nruns) {
		long from = x->games * i / x->nruns;
		long to = x->games * (i + 1) / x->nruns;

		for (; from < to; from++) {
			selfplay_game(s, x->first + from, true, &x->run[i]);
			atomic_fetch_add(&x->done, 1);
		}
	}
}

/* true when all have ended; *lost if one did not end well */
static bool
all_ended(pid_t *pid, int n, bool *lost)
{
	bool ended = true;

	for (int i = 0; i < n; i++) {
		int status;

		if (pid[i] == 0)
			continue;
		if (waitpid(pid[i], &status, WNOHANG) != pid[i]) {
			ended = false;
			continue;
		}
		pid[i] = 0;
		*lost = *lost || status != 0;
	}
	return ended;
}

static bool
wait_all(struct share *x, pid_t *pid, int n, long before, bool progress)
{
	const struct timespec pause = { 0, LOOK_NS };
	bool lost = false;

	for (long looks = 1; !all_ended(pid, n, &lost); looks++) {
		nanosleep(&pause, NULL);
		if (progress && looks % LOOKS == 0)
			show_progress(before + atomic_load(&x->done),
			    before + x->games);
	}
	return !lost;
}

static int
fork_all(struct err *e, struct selfplay *s, struct share *x, pid_t *pid,
    int n)
{
	fflush(stdout);
	fflush(stderr);
	for (int i = 0; i < n; i++) {
		pid[i] = fork();
		if (pid[i] < 0) {
			int why = errno;

			while (i-- > 0)		/* those that were begun */
				waitpid(pid[i], NULL, 0);
			return err_set(e, ERR_SYSTEM, "selfplay: a process "
			    "cannot be started: %s", strerror(why));
		}
		if (pid[i] == 0) {
			play_runs(s, x);
			_exit(0);
		}
	}
	return ERR_OK;
}

/* The first games, whose events are read as well. */
static void
play_first(struct selfplay *s, long first, long games)
{
	for (long i = 0; i < games; i++)
		selfplay_game(s, first + i, false, &s->all);
}

/* The others, `x->games` of them, in n processes. */
static int
play_others(struct err *e, struct selfplay *s, struct share *x, int n,
    long here, bool progress)
{
	pid_t pid[JOBS_MAX];
	int rc;

	if (n == 1 && !progress) {
		play_first(s, x->first - here, here);
		play_runs(s, x);
		return ERR_OK;
	}
	rc = fork_all(e, s, x, pid, n);
	if (rc != ERR_OK)
		return rc;
	play_first(s, x->first - here, here);
	return wait_all(x, pid, n, here, progress) ? ERR_OK : err_set(e,
	    ERR_SYSTEM, "selfplay: a process that played games ended before "
	    "they did");
}

int
selfplay_jobs(struct err *e, struct selfplay *s, long first, long games,
    int jobs, bool progress)
{
	long here = games < SELFPLAY_PHRASED ? games : SELFPLAY_PHRASED;
	long others = games - here;
	int n = jobs > JOBS_MAX ? JOBS_MAX : jobs, rc;
	int nruns = others < (long)n * RUNS ? (int)others : n * RUNS;
	size_t size = sizeof(struct share) + (size_t)nruns *
	    sizeof(struct figures);
	struct share *x;

	if (others == 0) {
		play_first(s, first, here);
		return ERR_OK;
	}
	if (n > others)
		n = (int)others;
	x = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED |
	    MAP_ANONYMOUS, -1, 0);
	if (x == MAP_FAILED)
		return err_set(e, ERR_SYSTEM, "selfplay: no memory for %d "
		    "processes: %s", n, strerror(errno));
	x->first = first + here;
	x->games = others;
	x->nruns = nruns;
	rc = play_others(e, s, x, n, here, progress);
	for (int i = 0; i < nruns && rc == ERR_OK; i++)
		figures_add(&s->all, &x->run[i]);
	if (progress)
		fprintf(stderr, "\r%30s\r", "");
	munmap(x, size);
	return rc;
}
