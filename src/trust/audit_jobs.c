/*
 * audit_jobs.c: an audit on all cores
 *
 * Every exchange is carried out from the files of the commit before it, so
 * commits can be checked in any order: a position that is not what the rules
 * made of the one before it fails the commit that holds it, whoever has gone on
 * from it.  The commits are parted into pieces, which this process and its
 * children take one after another; what became of each is noted in memory that
 * they share.  The notes are added up in the order of the history, so that
 * figures and remarks are those of one process, and of several faults the
 * first is told.
 *
 * A piece that nobody has finished, because a process could not be started or
 * has died, is checked here in the end.
 */
#include "trust/audit_work.h"

#include "base/arena.h"
#include "base/err.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define JOBS_MAX 64
#define REMARKS_MAX 32		/* of one piece; one with more is done again */
#define PIECE_MIN 2		/* commits: a piece begins with some of work
				 * that one process would not have */
#define PIECES_EACH 6		/* pieces for each process, so that none is
				 * left with the last and longest */

/* What became of a piece. */
struct piece {
	bool done;
	int rc;
	struct err e;
	struct audit_verdict v;		/* its figures alone */
	long sealed[CHARTER_SIDES];
	int nremarks;
	struct { char what[128], program[48]; long n; } remark[REMARKS_MAX];
};

struct shared {
	atomic_long next;		/* the first piece that nobody took */
	atomic_long wrong;		/* the first that is known to fail */
	struct piece piece[];
};

struct parted {
	struct audit_work *w;
	long from, n, size;		/* commits, and of each piece */
	struct shared *s;
};

/* Its remarks fit their places. */
static bool
note_remarks(struct piece *p, const struct audit_remark *list)
{
	for (p->nremarks = 0; list != NULL; list = list->next) {
		int i = p->nremarks++;

		if (i == REMARKS_MAX ||
		    strlen(list->what) >= sizeof p->remark[i].what ||
		    strlen(list->program) >= sizeof p->remark[i].program)
			return false;
		strcpy(p->remark[i].what, list->what);
		strcpy(p->remark[i].program, list->program);
		p->remark[i].n = list->n;
	}
	return true;
}

static long
piece_end(const struct parted *x, long k)
{
	long to = x->from + (k + 1) * x->size, end = x->from + x->n;

	return to < end ? to : end;
}

static void
do_piece(const struct parted *x, long k)
{
	struct piece *p = &x->s->piece[k];
	struct audit_work mine = *x->w;
	long wrong;

	memset(&p->v, 0, sizeof p->v);
	memset(mine.sealed, 0, sizeof mine.sealed);
	mine.e = &p->e;
	mine.out = &p->v;
	mine.remark = NULL;
	p->rc = audit_range(&mine, x->from + k * x->size, piece_end(x, k));
	memcpy(p->sealed, mine.sealed, sizeof p->sealed);
	p->done = note_remarks(p, mine.remark);
	wrong = atomic_load(&x->s->wrong);
	while (p->rc != ERR_OK && k < wrong &&
	    !atomic_compare_exchange_weak(&x->s->wrong, &wrong, k))
		;
}

/* Piece after piece; behind one that fails nobody will look. */
static void
work(const struct parted *x, long pieces)
{
	long k;

	while ((k = atomic_fetch_add(&x->s->next, 1)) < pieces &&
	    k < atomic_load(&x->s->wrong))
		do_piece(x, k);
}

/* What one process would have counted by now. */
static void
add_piece(struct audit_work *w, const struct piece *p)
{
	w->out->commits += p->v.commits;
	w->out->submissions += p->v.submissions;
	w->out->rolls += p->v.rolls;
	w->out->shuffles += p->v.shuffles;
	for (int i = 0; i < CHARTER_SIDES; i++)
		w->sealed[i] += p->sealed[i];
	for (int i = 0; i < p->nremarks; i++)
		audit_remark_add(w, p->remark[i].what, p->remark[i].program,
		    p->remark[i].n);
}

static int
add_up(const struct parted *x, long pieces)
{
	for (long k = 0; k < pieces; k++) {
		const struct piece *p = &x->s->piece[k];

		if (!p->done) {
			int rc = audit_range(x->w, x->from + k * x->size,
			    piece_end(x, k));

			if (rc != ERR_OK)
				return rc;
			continue;
		}
		add_piece(x->w, p);
		if (p->rc != ERR_OK) {
			*x->w->e = p->e;
			return p->rc;
		}
	}
	return ERR_OK;
}

int
audit_jobs(struct audit_work *w, long from, long to, int jobs)
{
	struct parted x = { .w = w, .from = from, .n = to - from };
	int n = jobs > JOBS_MAX ? JOBS_MAX : jobs, rc;
	pid_t pid[JOBS_MAX];
	long pieces;
	size_t bytes;

	if (n <= 1 || x.n < 2 * PIECE_MIN)
		return audit_range(w, from, to);
	x.size = x.n / (n * PIECES_EACH);
	x.size = x.size < PIECE_MIN ? PIECE_MIN : x.size;
	pieces = (x.n + x.size - 1) / x.size;
	bytes = sizeof *x.s + (size_t)pieces * sizeof x.s->piece[0];
	x.s = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED |
	    MAP_ANONYMOUS, -1, 0);
	if (x.s == MAP_FAILED)
		return audit_range(w, from, to);
	atomic_init(&x.s->next, 0);
	atomic_init(&x.s->wrong, pieces);
	fflush(NULL);
	for (int i = 1; i < n; i++) {
		pid[i] = fork();
		if (pid[i] == 0) {
			work(&x, pieces);
			_exit(0);
		}
	}
	work(&x, pieces);
	for (int i = 1; i < n; i++)
		if (pid[i] > 0)
			waitpid(pid[i], NULL, 0);
	rc = add_up(&x, pieces);
	munmap(x.s, bytes);
	return rc;
}
