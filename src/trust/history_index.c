/*
 * history_index.c: which commit is the n-th, without a walk through all.
 *
 * A commit knows its parent only.  Where a walk from the head was long, what
 * it saw is kept beside the objects: 40 digits and a LF for each commit, from
 * the first.  What is there is believed as far as it meets the history: an
 * entry that a walk from the head comes by tells all before it.  And whoever
 * planted the file can lead to nothing but commits that the referee signed and
 * numbered so.
 */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEAR 64			/* steps that cost less than to keep them */
#define LINE OBJECTS_ID		/* the digits, and the LF in the NUL's place */

struct index {
	const char *path;
	int fd;			/* -1: there is none */
	long n;			/* entries */
};

static struct index
open_index(struct arena *a, const struct history *h)
{
	struct index x = { arena_printf(a, "%siacta-commits", h->common), -1,
	    0 };
	struct stat st;

	x.fd = open(x.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (x.fd >= 0 && fstat(x.fd, &st) == 0 && S_ISREG(st.st_mode))
		x.n = (long)(st.st_size / LINE);
	return x;
}

static void
close_index(struct index *x)
{
	if (x->fd >= 0)
		close(x->fd);
}

/* Entry n, if there is one. */
static bool
entry(const struct index *x, long n, char id[OBJECTS_ID])
{
	if (n < 0 || n >= x->n || pread(x->fd, id, LINE, n * LINE) != LINE)
		return false;
	if (id[LINE - 1] != '\n' || strspn(id, "0123456789abcdef") != LINE - 1)
		return false;
	id[LINE - 1] = '\0';
	return true;
}

long
history_number(const struct history_commit *c)
{
	static const char trailer[] = "\nIacta-Exchange: ";
	const char *s = strstr(c->message, trailer);
	long n = 0;

	if (s == NULL)
		return -1;
	for (s += sizeof trailer - 1; *s >= '0' && *s <= '9'; s++)
		n = n < 100000000 ? 10 * n + (*s - '0') : n;
	return n;
}

/* A walk from the head: commit `top - i` is id[i]. */
struct walk {
	struct history *h;
	struct arena *a;
	long top, at;
	char (*id)[OBJECTS_ID];
	long room;
};

static void
note(struct walk *w, const char *id)
{
	long i = w->top - w->at;

	if (i == w->room) {
		char (*more)[OBJECTS_ID];

		w->room = w->room > 0 ? 2 * w->room : NEAR;
		more = arena_alloc(w->a, (size_t)w->room * OBJECTS_ID);
		if (i > 0)
			memcpy(more, w->id, (size_t)i * OBJECTS_ID);
		w->id = more;
	}
	memcpy(w->id[i], id, OBJECTS_ID);
}

/* One commit down; the first has number 0. */
static int
step(struct err *e, struct walk *w)
{
	struct arena here = {0};
	struct history_commit c;
	int rc = history_read_commit(e, w->h, &here, w->id[w->top - w->at],
	    &c);

	if (rc == ERR_OK && *c.parent == '\0')
		rc = err_set(e, ERR_VERIFY, "%s: its last commit says that it "
		    "is number %ld, and there are only %ld before it",
		    w->h->dir, w->top, w->top - w->at);
	if (rc == ERR_OK) {
		w->at--;
		note(w, c.parent);
	}
	arena_free(&here);
	return rc;
}

/* What a long walk saw, after what was known before: from the first commit. */
static void
keep(struct walk *w, const struct index *x)
{
	struct str s = str_new(w->a);
	struct err ignored;
	char id[OBJECTS_ID];

	for (long n = 0; n < w->at; n++) {
		if (!entry(x, n, id))
			return;
		str_addf(&s, "%s\n", id);
	}
	for (long n = w->at; n <= w->top; n++)
		str_addf(&s, "%s\n", w->id[w->top - n]);
	/* where it cannot be kept the next walk is as long */
	if (file_write(&ignored, x->path, s.s, s.len, 0644) != ERR_OK)
		return;
}

static int
walk_to(struct err *e, struct walk *w, long n, char id[OBJECTS_ID])
{
	struct index x;
	char known[OBJECTS_ID];
	bool meets = false;
	int rc = ERR_OK;

	while (rc == ERR_OK && w->at > n && w->top - w->at < NEAR)
		rc = step(e, w);
	if (rc != ERR_OK || w->at == n) {
		if (rc == ERR_OK)
			memcpy(id, w->id[w->top - n], OBJECTS_ID);
		return rc;
	}
	x = open_index(w->a, w->h);
	for (long at = w->top; at >= w->at && !meets; at--)
		meets = entry(&x, at, known) && strcmp(known,
		    w->id[w->top - at]) == 0;
	while (rc == ERR_OK && !meets && w->at > 0) {
		rc = step(e, w);
		meets = rc == ERR_OK && entry(&x, w->at, known) &&
		    strcmp(known, w->id[w->top - w->at]) == 0;
	}
	if (rc == ERR_OK && w->top - w->at > NEAR)
		keep(w, &x);
	if (rc == ERR_OK && n >= w->at)
		memcpy(id, w->id[w->top - n], OBJECTS_ID);
	else if (rc == ERR_OK && !entry(&x, n, id))
		rc = err_set(e, ERR_SYSTEM, "%s: it is damaged; remove it",
		    x.path);
	close_index(&x);
	return rc;
}

int
history_nth(struct err *e, struct history *h, long n,
	const struct public_key *referee, char id[41])
{
	struct arena a = {0};
	struct walk w = { .h = h, .a = &a };
	struct history_commit c;
	char head[OBJECTS_ID];
	int found, rc = history_head(e, h, head, &found);

	if (rc == ERR_OK && !found)
		rc = err_set(e, ERR_INPUT, "there is no game in this "
		    "repository: refs/heads/main names no commit");
	if (rc == ERR_OK)
		rc = history_read_commit(e, h, &a, head, &c);
	if (rc == ERR_OK) {
		w.top = w.at = history_number(&c);
		if (n < 0 || n > w.top)
			rc = err_set(e, ERR_INPUT, "there is no turn %ld: the "
			    "last is %ld", n, w.top);
	}
	if (rc == ERR_OK) {
		note(&w, head);
		rc = walk_to(e, &w, n, id);
	}
	if (rc == ERR_OK && n < w.at) {
		rc = history_read_commit(e, h, &a, id, &c);
		if (rc == ERR_OK && (history_number(&c) != n ||
		    (referee != NULL && history_signed(e, &c, referee) !=
		    ERR_OK)))
			rc = err_set(e, ERR_VERIFY, "%siacta-commits: commit "
			    "%ld is not the referee's; remove this file",
			    h->common, n);
	}
	arena_free(&a);
	return rc;
}
