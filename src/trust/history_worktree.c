/* history_worktree.c: the work tree, brought to a commit; git's index too */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/stage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INDEX_MAX (64u << 20)
#define DIR_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/*
 * Open the directory that holds `path`, component by component below `top`,
 * never through a link; *name is the last component.  With `make`, what is
 * missing is made and what is not a directory gives way: the path is the
 * game's.  Returns a descriptor, or -1 with errno.
 */
static int
open_parent(int top, const char *path, bool make, const char **name)
{
	char part[256];
	int dir = dup(top);
	const char *slash;

	while (dir >= 0 && (slash = strchr(path, '/')) != NULL) {
		size_t n = (size_t)(slash - path);
		int next;

		memcpy(part, path, n);
		part[n] = '\0';
		next = openat(dir, part, DIR_FLAGS);
		if (next < 0 && make && (errno == ENOENT || (errno != EACCES
		    && unlinkat(dir, part, 0) == 0))
		    && mkdirat(dir, part, 0777) == 0)
			next = openat(dir, part, DIR_FLAGS);
		close(dir);
		dir = next;
		path = slash + 1;
	}
	*name = path;
	return dir;
}

/* Does the file hold just these bytes already? */
static bool
holds(int dir, const char *name, const struct history_file *f)
{
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK
	    | O_CLOEXEC);
	char buf[16384];
	struct stat st;
	size_t at = 0;
	ssize_t n = 0;
	bool same = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode)
	    && (size_t)st.st_size == f->len;

	while (same && (n = read(fd, buf, sizeof buf)) > 0) {
		same = (size_t)n <= f->len - at
		    && memcmp(buf, f->data + at, (size_t)n) == 0;
		at += (size_t)n;
	}
	if (fd >= 0)
		close(fd);
	return same && n == 0 && at == f->len;
}

static int
write_all(int fd, const char *s, size_t n)
{
	while (n > 0) {
		ssize_t k = write(fd, s, n);

		if (k < 0 && errno != EINTR)
			return -1;
		if (k > 0) {
			s += k;
			n -= (size_t)k;
		}
	}
	return 0;
}

/*
 * Over what is there, where that is a plain file of one name: cheaper than a
 * new one.  -1 if it is not, or cannot be written.
 */
static int
overwrite(int dir, const char *name, const struct history_file *f)
{
	int fd = openat(dir, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK
	    | O_CLOEXEC);
	struct stat st;
	int rc = -1;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink == 1
	    && write_all(fd, f->data, f->len) == 0
	    && ftruncate(fd, (off_t)f->len) == 0)
		rc = 0;
	return close(fd) < 0 ? -1 : rc;
}

/* Not synced: it can be written again from the commit. */
static int
replace(int dir, const char *name, const struct history_file *f)
{
	int fd, rc;

	if (overwrite(dir, name, f) == 0)
		return 0;
	if (unlinkat(dir, name, 0) < 0 && errno != ENOENT
	    && unlinkat(dir, name, AT_REMOVEDIR) < 0)
		return -1;
	fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
	    | O_CLOEXEC, 0666);
	if (fd < 0)
		return -1;
	rc = write_all(fd, f->data, f->len);
	return close(fd) < 0 ? -1 : rc;
}

/*
 * Does git's index know the file as this blob, unchanged since?  As git does,
 * one that was written as late as the index itself is not believed: it may
 * have been changed within the clock's tick.
 */
static bool
is_clean(const struct stage *index, const struct history_entry *f,
	const struct stat *st, const struct stat *written)
{
	const struct stage_file *x = stage_find(index, f->path);
	struct stage_stat now = stage_stat(st);

	if (x == NULL || strcmp(x->id, f->id) != 0 || !S_ISREG(st->st_mode)
	    || st->st_mtim.tv_sec > written->st_mtim.tv_sec
	    || (st->st_mtim.tv_sec == written->st_mtim.tv_sec
		&& st->st_mtim.tv_nsec >= written->st_mtim.tv_nsec))
		return false;
	return memcmp(&x->stat, &now, sizeof now) == 0;
}

/* What a refresh works on. */
struct tree {
	struct history *h;
	struct arena *a;
	int top;		/* the directory */
	struct stage *index;
	struct stat written;	/* the index's file; zero if there is none */
	const struct history_file *files;	/* of the new commit, or NULL */
	size_t nfiles;
};

/* The content of a file of the new commit. */
static int
content(struct err *e, struct tree *t, const char *commit,
	const struct history_entry *f, struct history_file *out)
{
	for (size_t i = 0; i < t->nfiles; i++)
		if (strcmp(t->files[i].path, f->path) == 0) {
			*out = t->files[i];
			return ERR_OK;
		}
	return history_read_entry(e, t->h, t->a, commit, f, &out->data,
	    &out->len);
}

static int
put_file(struct err *e, struct tree *t, const char *commit,
	const struct history_entry *f)
{
	struct history_file file = { .path = f->path };
	const char *name;
	int dir = open_parent(t->top, f->path, true, &name);
	struct stat st;
	int rc = ERR_OK;

	if (dir >= 0 && fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0
	    && is_clean(t->index, f, &st, &t->written)) {
		close(dir);
		return ERR_OK;
	}
	if (dir >= 0)
		rc = content(e, t, commit, f, &file);
	if (rc != ERR_OK) {
		close(dir);
		return rc;
	}
	if (dir < 0 || (!holds(dir, name, &file)
	    && replace(dir, name, &file) < 0)
	    || fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
		rc = err_errno(e, f->path);
		err_prefix(e, "%s", t->h->worktree);
	} else {
		stage_put(t->index, f->path, f->id, &st);
	}
	if (dir >= 0)
		close(dir);
	return rc;
}

/* Has the directory of `path` a file in the list, or what is below it? */
static bool
has_neighbour(const struct history_entry *files, size_t n, const char *path)
{
	size_t k = (size_t)(strrchr(path, '/') + 1 - path);

	for (size_t i = 0; i < n; i++)
		if (strncmp(files[i].path, path, k) == 0)
			return true;
	return false;
}

/* Remove a file that is not in the list, and its directory if that is empty
 * now and not wanted again. */
static int
remove_file(struct err *e, struct tree *t, const struct history_entry *files,
	size_t n, const char *path)
{
	const char *name;
	int dir = open_parent(t->top, path, false, &name);
	char up[256];
	int rc = ERR_OK;

	if (dir >= 0 && unlinkat(dir, name, 0) < 0 && errno != ENOENT
	    && errno != EISDIR) {
		rc = err_errno(e, path);
		err_prefix(e, "%s", t->h->worktree);
	}
	if (dir >= 0)
		close(dir);
	if (dir >= 0 && name != path && !has_neighbour(files, n, path)) {
		memcpy(up, path, (size_t)(name - path - 1));
		up[name - path - 1] = '\0';
		dir = open_parent(t->top, up, false, &name);
		if (dir >= 0) {
			unlinkat(dir, name, AT_REMOVEDIR);
			close(dir);
		}
	}
	if (rc == ERR_OK)
		stage_remove(t->index, path);
	return rc;
}

static bool
is_among(const struct history_entry *files, size_t n, const char *path)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(files[i].path, path) == 0)
			return true;
	return false;
}

/* Does the index hold just these? */
static bool
index_holds(const struct stage *index, const struct history_entry *files,
	size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct stage_file *x = stage_find(index, files[i].path);

		if (x == NULL || strcmp(x->id, files[i].id) != 0)
			return false;
	}
	return stage_count(index) == n;
}

/*
 * Remove what commit `old` has and the new one has not.  Where the index is
 * not at `old` its parent's files too: a process that died after it moved the
 * ref refreshed nothing.
 */
static int
remove_old(struct err *e, struct tree *t, const char *old,
	const struct history_entry *files, size_t n)
{
	int rc = ERR_OK;

	for (int back = 0; back < 2 && *old != '\0' && rc == ERR_OK; back++) {
		struct history_commit c;
		struct history_entry *was;
		size_t k = 0;

		bool last;

		rc = history_entries(e, t->h, t->a, old, &was, &k);
		last = rc != ERR_OK || index_holds(t->index, was, k);
		for (size_t i = 0; i < k && rc == ERR_OK; i++)
			if (!is_among(files, n, was[i].path))
				rc = remove_file(e, t, files, n,
				    was[i].path);
		if (last)
			return rc;
		if (rc == ERR_OK)
			rc = history_read_commit(e, t->h, t->a, old, &c);
		old = rc == ERR_OK ? arena_strdup(t->a, c.parent) : "";
	}
	return rc;
}

static int
refresh(struct err *e, struct tree *t, const char *old, const char *new_id)
{
	struct history_entry *list;
	size_t n;
	int rc = history_entries(e, t->h, t->a, new_id, &list, &n);

	if (rc == ERR_OK)
		rc = remove_old(e, t, old, list, n);
	for (size_t i = 0; rc == ERR_OK && i < n; i++)
		rc = put_file(e, t, new_id, &list[i]);
	return rc;
}

/* What is there; nothing where there is none. */
static int
read_index(struct err *e, struct tree *t, const char *path)
{
	char *s;
	size_t n;
	int rc;

	t->index = stage_new(t->a);
	if (stat(path, &t->written) < 0) {
		memset(&t->written, 0, sizeof t->written);
		return ERR_OK;
	}
	rc = file_read(e, t->a, path, INDEX_MAX, &s, &n);
	if (rc == ERR_OK && (rc = stage_read(e, t->a, s, n, &t->index)) !=
	    ERR_OK)
		err_prefix(e, "%s", path);
	return rc;
}

/* Under git's own lock; who finds it left by a dead process removes it
 * (history_lock.c). */
static int
write_index(struct err *e, struct tree *t, const char *path)
{
	const char *lock = arena_printf(t->a, "%s.lock", path);
	struct str s = str_new(t->a);
	int fd = open(lock, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
	    | O_CLOEXEC, 0666);
	int rc = ERR_OK;

	if (fd < 0 && errno == EEXIST)
		return err_set(e, ERR_SYSTEM, "%s: another process holds it; "
		    "if none is running, remove it", lock);
	if (fd < 0)
		return err_errno(e, lock);
	stage_write(&s, t->index, &t->written);
	if (write_all(fd, s.s, s.len) < 0 || fsync(fd) < 0)
		rc = err_errno(e, lock);
	if (close(fd) < 0 && rc == ERR_OK)
		rc = err_errno(e, lock);
	if (rc == ERR_OK && rename(lock, path) < 0)
		rc = err_errno(e, path);
	if (rc != ERR_OK)
		unlink(lock);
	return rc;
}

/* Is this the work tree of the game's branch? */
static bool
shows_main(struct history *h)
{
	static const char want[] = "ref: " HISTORY_REF "\n";
	struct arena a = {0};
	struct err ignored = {0};
	char *s;
	size_t n;
	bool is = file_read(&ignored, &a, arena_printf(&a, "%sHEAD", h->git),
	    sizeof want, &s, &n) == ERR_OK && strcmp(s, want) == 0;

	arena_free(&a);
	return is;
}

/* ... with the lock held: of two at once neither spoils the other's work. */
static int
refresh_locked(struct err *e, struct history *h, const char *old,
	const char *new_id, const struct history_file *files, size_t n)
{
	struct arena a = {0};
	struct tree t = { .h = h, .a = &a, .top = -1, .files = files,
	    .nfiles = n };
	const char *index = arena_printf(&a, "%sindex", h->git);
	int rc;

	t.top = open(h->worktree, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	rc = t.top < 0 ? err_errno(e, h->worktree) : read_index(e, &t, index);
	if (rc == ERR_OK)
		rc = refresh(e, &t, old, new_id);
	if (rc == ERR_OK)
		rc = write_index(e, &t, index);
	if (t.top >= 0)
		close(t.top);
	arena_free(&a);
	return rc;
}

int
history_refresh(struct err *e, struct history *h, const char *old,
	const char *new_id)
{
	return history_refresh_to(e, h, old, new_id, NULL, 0);
}

int
history_refresh_to(struct err *e, struct history *h, const char *old,
	const char *new_id, const struct history_file *files, size_t n)
{
	bool held = h->lock >= 0;
	int rc = history_find_worktree(e, h);

	if (rc != ERR_OK || h->worktree == NULL || !shows_main(h))
		return rc;
	rc = history_lock(e, h);
	if (rc == ERR_OK)
		rc = history_note(e, h);
	if (rc == ERR_OK)
		rc = refresh_locked(e, h, old, new_id, files, n);
	if (!held)
		history_unlock(h);
	return rc;
}
