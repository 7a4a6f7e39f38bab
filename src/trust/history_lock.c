/* history_lock.c: the lock on iacta/lock, and moving the ref under it */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NOTE_MAX 240
#define NOBODY "0000000000000000000000000000000000000000"
#define PATIENCE 20		/* ms between two tries at the lock */
#define TRIES 50		/* at a ref that git holds, 20 ms each */

/*
 * "PID", and while a commit is published "PID PACK PARENT COMMIT".  Whoever
 * holds the lock and finds a note knows that its writer is gone, for the lock
 * would be his: the pid is for people.
 */
static int
write_note(struct err *e, struct history *h, const char *more)
{
	char note[NOTE_MAX];
	int n;

	snprintf(h->note, sizeof h->note, "%ld", (long)getpid());
	n = snprintf(note, sizeof note, "%s%s\n", h->note, more);
	if (ftruncate(h->lock, 0) < 0
	    || pwrite(h->lock, note, (size_t)n, 0) != n
	    || fdatasync(h->lock) < 0)
		return err_errno(e, "iacta/lock");
	h->noted = true;
	return ERR_OK;
}

int
history_note(struct err *e, struct history *h)
{
	return h->noted ? ERR_OK : write_note(e, h, "");
}

int
history_note_pack(struct err *e, struct history *h, const char *pack,
	const char *parent, const char *id)
{
	char more[NOTE_MAX];

	snprintf(more, sizeof more, " %s %s %s", pack,
	    *parent ? parent : NOBODY, id);
	return write_note(e, h, more);
}

/* Not synced: if this is lost the ref is found where it should be. */
void
history_note_done(struct history *h)
{
	(void)!ftruncate(h->lock, (off_t)strlen(h->note));
}

void
history_note_keep(struct history *h)
{
	h->keep = true;
}

static void
unnote(struct history *h)
{
	/* a note that stays does no harm: it will be a dead process's */
	if (!h->keep)
		(void)!ftruncate(h->lock, 0);
	h->noted = h->keep = false;
}

static int
remove_left(struct err *e, const char *path)
{
	return unlink(path) < 0 && errno != ENOENT ? err_errno(e, path)
	    : ERR_OK;
}

/* Lock the ref, as git does; somebody's `git` may hold it for a moment. */
static int
lock_ref(struct err *e, struct history *h, git_transaction *tx)
{
	const struct timespec wait = { .tv_nsec = 20 * 1000 * 1000 };
	int rc;

	for (int i = 0; i < TRIES; i++) {
		rc = git2.transaction_lock_ref(tx, HISTORY_REF);
		if (rc != GIT_ELOCKED)
			return rc < 0 ? history_git_error(e, h) : ERR_OK;
		nanosleep(&wait, NULL);
	}
	return err_set(e, ERR_NOTHING, "%s: %s is locked by another process; "
	    "if none is running, remove %s%s.lock", h->dir, HISTORY_REF,
	    h->common, HISTORY_REF);
}

/* What the note of one who is gone says. */
struct left {
	long pid;
	char pack[41], parent[41], id[41];
};

/*
 * The objects of a commit can be read, and so can the seed: the exchange is
 * closed, whatever became of the one who adjudicated it.  Move the ref, unless
 * it has been moved.
 */
static int
finish(struct err *e, struct history *h, const char *dir,
	const struct left *x)
{
	const char *parent = strcmp(x->parent, NOBODY) ? x->parent : "";
	git_transaction *tx = NULL;
	int rc = objects_publish(e, h->objects, dir, x->pack);

	if (rc == ERR_OK)
		rc = history_repo(e, h);
	if (rc == ERR_OK && git2.transaction_new(&tx, h->repo) < 0)
		rc = history_git_error(e, h);
	if (rc == ERR_OK)
		rc = lock_ref(e, h, tx);
	if (rc == ERR_OK)
		rc = history_must_stand(e, h, parent);
	if (rc == ERR_OK)
		rc = history_move_ref(e, h, tx, "iacta", x->id,
		    (int64_t)time(NULL));
	if (tx != NULL)
		git2.transaction_free(tx);
	if (rc == ERR_OK)
		rc = history_refresh(e, h, parent, x->id);
	h->finished = rc == ERR_OK;
	return rc;
}

/*
 * We hold the lock and find a note: its writer died while it published a
 * commit or wrote git's index, and may have left them locked.
 */
static int
heed_note(struct err *e, struct history *h, const char *dir)
{
	struct arena a = {0};
	struct left x = { .pid = 0 };
	char note[NOTE_MAX] = "", head[41];
	ssize_t n = pread(h->lock, note, sizeof note - 1, 0);
	int rc, found;

	if (n <= 0)
		return n < 0 ? err_errno(e, "iacta/lock") : ERR_OK;
	sscanf(note, "%ld %40s %40s %40s", &x.pid, x.pack, x.parent, x.id);
	rc = remove_left(e, arena_printf(&a, "%s%s.lock", h->common,
	    HISTORY_REF));
	if (rc == ERR_OK)
		rc = remove_left(e, arena_printf(&a, "%sindex.lock", h->git));
	if (rc == ERR_OK)
		rc = history_head(e, h, head, &found);
	if (rc == ERR_OK && strcmp(head, x.id) != 0) {
		if (strcmp(found ? head : NOBODY, x.parent) == 0 &&
		    objects_published(h->objects, x.pack))
			rc = finish(e, h, dir, &x);
		else
			objects_discard(h->objects, dir, x.pack);
	}
	if (rc == ERR_OK)
		unnote(h);
	arena_free(&a);
	return rc;
}

/* Not in the kernel, which would wait for ever. */
static int
wait_for(struct err *e, const char *path, int fd, long seconds)
{
	const struct timespec nap = { .tv_nsec = PATIENCE * 1000 * 1000 };
	long naps = 0;

	while (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return err_errno(e, path);
		if (naps++ >= seconds * 1000 / PATIENCE)
			return err_set(e, ERR_NOTHING, "%s: another process "
			    "has held it for %ld second%s; nothing was done",
			    path, seconds, seconds == 1 ? "" : "s");
		nanosleep(&nap, NULL);
	}
	return ERR_OK;
}

static int
open_lock(struct err *e, const char *path, long seconds, int *fd)
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
	return wait_for(e, path, *fd, seconds);
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
		rc = open_lock(e, arena_printf(&a, "%s/lock", dir), h->wait,
		    &h->lock);
	if (rc == ERR_OK)
		rc = heed_note(e, h, dir);
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
	if (rc == ERR_OK)
		rc = history_repo(e, h);
	if (rc == ERR_OK && git2.transaction_new(out, h->repo) < 0)
		rc = history_git_error(e, h);
	if (rc == ERR_OK)
		rc = lock_ref(e, h, *out);
	if (rc == ERR_OK)
		rc = history_must_stand(e, h, parent);
	if (rc != ERR_OK && *out != NULL) {
		git2.transaction_free(*out);
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

	if (git2.oid_fromstr(&oid, id) < 0
	    || git2.signature_new(&who, game, "referee@iacta.invalid",
		(git_time_t)when, 0) < 0
	    || git2.transaction_set_target(tx, HISTORY_REF, &oid, who,
		"iacta: adjudicated") < 0
	    || git2.transaction_commit(tx) < 0)
		rc = history_git_error(e, h);
	git2.signature_free(who);
	return rc;
}

void
history_wait(struct history *h, long seconds)
{
	h->wait = seconds;
}

bool
history_finished(const struct history *h)
{
	return h->finished;
}
