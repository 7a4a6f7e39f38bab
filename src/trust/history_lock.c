/* history_lock.c: the lock on iacta/lock, and moving the ref under it */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NOTE_MAX 160
#define TRIES 50		/* at a ref that git holds, 20 ms each */

/*
 * When a process was started, in ticks since the machine was: with it a pid
 * that was given to somebody else since is told apart.  0: not known.  *dead
 * is set where it was killed and only waits for its parent to hear of it,
 * which in a container may never happen.
 */
static unsigned long long
started(long pid, bool *dead)
{
	struct arena a = {0};
	struct err ignored;
	unsigned long long ticks = 0;
	char *s, *p;
	size_t n;

	*dead = false;
	if (file_read(&ignored, &a, arena_printf(&a, "/proc/%ld/stat", pid),
	    4096, &s, &n) == ERR_OK && (p = strrchr(s, ')')) != NULL) {
		*dead = strncmp(p, ") Z", 3) == 0 || strncmp(p, ") X", 3) == 0;
		/* the 22nd field; the name in brackets is the second */
		for (int i = 2; i < 22 && p != NULL; i++)
			p = strchr(p + 1, ' ');
		if (p != NULL)
			ticks = strtoull(p, NULL, 10);
	}
	arena_free(&a);
	return ticks;
}

/* Does the process of this note still live? */
static bool
lives(long pid, unsigned long long ticks)
{
	unsigned long long now;
	bool dead;

	if (pid == (long)getpid() || (kill((pid_t)pid, 0) < 0
	    && errno == ESRCH))
		return false;
	now = started(pid, &dead);
	return !dead && (ticks == 0 || now == 0 || now == ticks);
}

/* "PID STARTED", and while objects are written "PACK COMMIT" behind it. */
int
history_note(struct err *e, struct history *h)
{
	bool dead;
	int n;

	if (h->noted)
		return ERR_OK;
	n = snprintf(h->note, sizeof h->note, "%ld %llu\n", (long)getpid(),
	    started((long)getpid(), &dead));
	if (ftruncate(h->lock, 0) < 0
	    || pwrite(h->lock, h->note, (size_t)n, 0) != n
	    || fdatasync(h->lock) < 0)
		return err_errno(e, "iacta/lock");
	h->noted = true;
	return ERR_OK;
}

/* Not synced: it is for the case that we are killed. */
int
history_note_pack(struct err *e, struct history *h, const char *pack,
	const char *id)
{
	char note[NOTE_MAX];
	int n = snprintf(note, sizeof note, "%.*s %s %s\n",
	    (int)strcspn(h->note, "\n"), h->note, pack, id);

	if (pwrite(h->lock, note, (size_t)n, 0) != n)
		return err_errno(e, "iacta/lock");
	return ERR_OK;
}

static void
unnote(struct history *h)
{
	/* a note that stays does no harm: it will be a dead process's */
	(void)!ftruncate(h->lock, 0);
	h->noted = false;
}

static int
remove_left(struct err *e, const char *path)
{
	return unlink(path) < 0 && errno != ENOENT ? err_errno(e, path)
	    : ERR_OK;
}

/*
 * We hold the lock and find a note: its writer died while it moved the ref or
 * wrote git's index, and may have left them locked.
 */
static int
heed_note(struct err *e, struct history *h)
{
	struct arena a = {0};
	char note[NOTE_MAX] = "", pack[41] = "", id[41] = "", head[41];
	ssize_t n = pread(h->lock, note, sizeof note - 1, 0);
	unsigned long long ticks = 0;
	long pid = 0;
	int rc, found;

	if (n <= 0)
		return n < 0 ? err_errno(e, "iacta/lock") : ERR_OK;
	sscanf(note, "%ld %llu %40s %40s", &pid, &ticks, pack, id);
	if (pid > 0 && lives(pid, ticks))
		return ERR_OK;
	rc = history_head(e, h, head, &found);
	if (rc != ERR_OK)
		return rc;
	objects_clear_left(h->objects, strcmp(head, id) == 0 ? "" : pack);
	rc = remove_left(e, arena_printf(&a, "%s%s.lock", h->common,
	    HISTORY_REF));
	if (rc == ERR_OK)
		rc = remove_left(e, arena_printf(&a, "%sindex.lock", h->git));
	if (rc == ERR_OK)
		unnote(h);
	arena_free(&a);
	return rc;
}

static int
open_lock(struct err *e, const char *path, int *fd)
{
	struct stat st;

	*fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
	    | O_NONBLOCK, 0600);
	if (*fd < 0)
		return err_errno(e, path);
	if (fstat(*fd, &st) < 0)
		return err_errno(e, path);
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_SYSTEM, "%s: not a file", path);
	if ((st.st_mode & 07777) != 0600 && fchmod(*fd, 0600) < 0)
		return err_errno(e, path);
	while (flock(*fd, LOCK_EX) < 0)
		if (errno != EINTR)
			return err_errno(e, path);
	return ERR_OK;
}

int
history_lock(struct err *e, struct history *h)
{
	struct arena a = {0};
	const char *dir;
	int rc;

	if (h->lock >= 0)
		return ERR_OK;
	rc = history_private(e, h, &a, &dir);
	if (rc == ERR_OK)
		rc = open_lock(e, arena_printf(&a, "%s/lock", dir), &h->lock);
	if (rc == ERR_OK)
		rc = heed_note(e, h);
	if (rc != ERR_OK)
		history_unlock(h);
	arena_free(&a);
	return rc;
}

void
history_unlock(struct history *h)
{
	if (h->lock >= 0 && h->noted)
		unnote(h);
	if (h->lock >= 0)
		close(h->lock);
	h->lock = -1;
}

/* Lock the ref, as git does; somebody's `git` may hold it for a moment. */
static int
lock_ref(struct err *e, struct history *h, git_transaction *tx)
{
	const struct timespec wait = { .tv_nsec = 20 * 1000 * 1000 };
	int rc;

	for (int i = 0; i < TRIES; i++) {
		rc = git_transaction_lock_ref(tx, HISTORY_REF);
		if (rc != GIT_ELOCKED)
			return rc < 0 ? history_git_error(e, h) : ERR_OK;
		nanosleep(&wait, NULL);
	}
	return err_set(e, ERR_NOTHING, "%s: %s is locked by another process; "
	    "if none is running, remove %s%s.lock", h->dir, HISTORY_REF,
	    h->common, HISTORY_REF);
}

int
history_must_stand(struct err *e, struct history *h, const char *parent)
{
	char head[41];
	int found;
	int rc = history_head(e, h, head, &found);

	if (rc == ERR_OK && strcmp(head, parent) != 0)
		return err_set(e, ERR_NOTHING, "%s: somebody else was faster: "
		    "%s is at %.12s by now", h->dir, HISTORY_REF,
		    found ? head : "nothing");
	return rc;
}

int
history_hold_ref(struct err *e, struct history *h, const char *parent,
	git_transaction **out)
{
	int rc = history_note(e, h);

	*out = NULL;
	if (rc == ERR_OK && git_transaction_new(out, h->repo) < 0)
		rc = history_git_error(e, h);
	if (rc == ERR_OK)
		rc = lock_ref(e, h, *out);
	if (rc == ERR_OK)
		rc = history_must_stand(e, h, parent);
	if (rc != ERR_OK) {
		git_transaction_free(*out);
		*out = NULL;
	}
	return rc;
}

int
history_move_ref(struct err *e, struct history *h, git_transaction *tx,
	const char *game, const char *id, int64_t when)
{
	git_signature *who = NULL;
	git_oid oid;
	int rc = ERR_OK;

	if (git_oid_fromstr(&oid, id) < 0
	    || git_signature_new(&who, game, "referee@iacta.invalid",
		(git_time_t)when, 0) < 0
	    || git_transaction_set_target(tx, HISTORY_REF, &oid, who,
		"iacta: adjudicated") < 0
	    || git_transaction_commit(tx) < 0)
		rc = history_git_error(e, h);
	git_signature_free(who);
	return rc;
}
