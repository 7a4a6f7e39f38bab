/* history_lock.c: the lock on iacta/lock, and moving the ref under it */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"

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

/* ------------------------------------------------------------------ the ref */

/* As git does, by a file that is there for a moment and becomes the ref. */
static const char *
ref_lock(struct arena *a, const struct history *h)
{
	return arena_printf(a, "%s%s.lock", h->common, HISTORY_REF);
}

static int
try_ref(const struct history *h, const char *path)
{
	struct arena a = {0};
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	int fd = open(path, flags, 0666);

	/* where all refs are packed git may remove the directory */
	if (fd < 0 && errno == ENOENT && mkdir(arena_printf(&a,
	    "%srefs/heads", h->common), 0777) == 0)
		fd = open(path, flags, 0666);
	arena_free(&a);
	return fd;
}

/* Somebody's `git` may hold it for a moment. */
static int
lock_ref(struct err *e, struct history *h)
{
	const struct timespec wait = { .tv_nsec = 20 * 1000 * 1000 };
	struct arena a = {0};
	const char *path = ref_lock(&a, h);
	int rc = ERR_OK;

	for (int i = 0; i < TRIES; i++) {
		h->ref = try_ref(h, path);
		if (h->ref >= 0 || errno != EEXIST)
			break;
		nanosleep(&wait, NULL);
	}
	if (h->ref < 0 && errno == EEXIST)
		rc = err_set(e, ERR_NOTHING, "%s: %s is locked by another "
		    "process; if none is running, remove %s", h->dir,
		    HISTORY_REF, path);
	else if (h->ref < 0)
		rc = err_errno(e, path);
	arena_free(&a);
	return rc;
}

void
history_let_ref(struct history *h)
{
	struct arena a = {0};

	if (h->ref >= 0) {
		close(h->ref);
		unlink(ref_lock(&a, h));
	}
	h->ref = -1;
	arena_free(&a);
}

/* There is no reflog: the history is its own. */
int
history_move_ref(struct err *e, struct history *h, const char *id)
{
	struct arena a = {0};
	const char *lock = ref_lock(&a, h);
	const char *path = arena_printf(&a, "%s%s", h->common, HISTORY_REF);
	const char *line = arena_printf(&a, "%s\n", id);
	ssize_t n = (ssize_t)strlen(line);
	int rc = ERR_OK;

	if (write(h->ref, line, (size_t)n) != n || fsync(h->ref) < 0)
		rc = err_errno(e, lock);
	else if (rename(lock, path) < 0)
		rc = err_errno(e, path);
	if (rc == ERR_OK) {
		close(h->ref);
		h->ref = -1;
		rc = file_sync_dir(e, arena_printf(&a, "%srefs/heads",
		    h->common));
	}
	arena_free(&a);
	return rc;
}

/* ------------------------------------------------------- one who died */

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
	int rc = objects_publish(e, h->objects, dir, x->pack);

	if (rc == ERR_OK)
		rc = lock_ref(e, h);
	if (rc == ERR_OK)
		rc = history_must_stand(e, h, parent);
	if (rc == ERR_OK)
		rc = history_move_ref(e, h, x->id);
	history_let_ref(h);
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
	rc = remove_left(e, ref_lock(&a, h));
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
history_hold_ref(struct err *e, struct history *h, const char *parent)
{
	int rc = history_note(e, h);

	if (rc == ERR_OK)
		rc = lock_ref(e, h);
	if (rc == ERR_OK)
		rc = history_must_stand(e, h, parent);
	if (rc != ERR_OK)
		history_let_ref(h);
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
