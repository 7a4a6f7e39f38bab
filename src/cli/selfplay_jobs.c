/*
 * selfplay_jobs.c: many games on all cores
 *
 * The games are parted into as many runs of numbers that follow one another as
 * there are processes.  Each process counts its own into memory that it shares
 * with the first, which adds them up in the order of the games: so the figures,
 * the order of the results and the failures told are those of one process.
 */
#include "cli/selfplay.h"

#include "base/err.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX 64
#define PROGRESS_NS 200000000	/* between two looks at the terminal */

/* What a process shares with the first. */
struct job {
	volatile long done;
	struct figures figures;
};

static void
show_progress(long done, long games)
{
	fprintf(stderr, "\r%ld of %ld", done, games);
	fflush(stderr);
}

static void
play_run(struct selfplay *s, long first, long games, struct job *j)
{
	for (long i = 0; i < games; i++) {
		selfplay_game(s, first + i, true, &j->figures);
		j->done = i + 1;
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
wait_all(const struct job *job, pid_t *pid, int n, long before, long games,
    bool progress)
{
	const struct timespec pause = { 0, progress ? PROGRESS_NS :
	    PROGRESS_NS / 100 };
	bool lost = false;

	while (!all_ended(pid, n, &lost)) {
		long done = before;

		nanosleep(&pause, NULL);
		for (int i = 0; i < n; i++)
			done += job[i].done;
		if (progress)
			show_progress(done, games);
	}
	return !lost;
}

static int
fork_all(struct err *e, struct selfplay *s, long first, long games,
    struct job *job, pid_t *pid, int n)
{
	fflush(stdout);
	fflush(stderr);
	for (int i = 0; i < n; i++) {
		long from = games * i / n, to = games * (i + 1) / n;

		pid[i] = fork();
		if (pid[i] < 0) {
			int why = errno;

			while (i-- > 0)		/* those that were begun */
				waitpid(pid[i], NULL, 0);
			return err_set(e, ERR_SYSTEM, "selfplay: a process "
			    "cannot be started: %s", strerror(why));
		}
		if (pid[i] == 0) {
			play_run(s, first + from, to - from, &job[i]);
			_exit(0);
		}
	}
	return ERR_OK;
}

int
selfplay_jobs(struct err *e, struct selfplay *s, long first, long games,
    int jobs, bool progress)
{
	/* the first ones, whose events are read as well, are played here */
	long here = games < SELFPLAY_PHRASED ? games : SELFPLAY_PHRASED;
	int n = jobs > JOBS_MAX ? JOBS_MAX : jobs;
	pid_t pid[JOBS_MAX];
	struct job *job;
	int rc = ERR_OK;

	for (long i = 0; i < here; i++)
		selfplay_game(s, first + i, false, &s->all);
	if (games == here)
		return ERR_OK;
	if (n > games - here)
		n = (int)(games - here);
	job = mmap(NULL, (size_t)n * sizeof *job, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (job == MAP_FAILED)
		return err_set(e, ERR_SYSTEM, "selfplay: no memory for %d "
		    "processes: %s", n, strerror(errno));
	if (n == 1 && !progress)
		play_run(s, first + here, games - here, &job[0]);
	else
		rc = fork_all(e, s, first + here, games - here, job, pid,
		    n);
	if (rc == ERR_OK && (n > 1 || progress) &&
	    !wait_all(job, pid, n, here, games, progress))
		rc = err_set(e, ERR_SYSTEM, "selfplay: a process that played "
		    "games ended before they did");
	for (int i = 0; i < n && rc == ERR_OK; i++)
		figures_add(&s->all, &job[i].figures);
	if (progress)
		fprintf(stderr, "\r%30s\r", "");
	munmap(job, (size_t)n * sizeof *job);
	return rc;
}
