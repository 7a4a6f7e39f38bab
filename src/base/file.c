/* file.c: whole files in and out, durably */
#include "base/file.h"

#include "base/arena.h"
#include "base/err.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Fill `buf` as far as it and the file go; -1 with errno. */
static ssize_t
read_all(int fd, char *buf, size_t n)
{
	size_t done = 0;

	while (done < n) {
		ssize_t got = read(fd, buf + done, n - done);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		done += (size_t)got;
	}
	return (ssize_t)done;
}

static int
write_all(int fd, const char *s, size_t n)
{
	while (n > 0) {
		ssize_t put = write(fd, s, n);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		s += put;
		n -= (size_t)put;
	}
	return 0;
}

/*
 * Read to the end of the file; `guess` is how long it is thought to be.  The
 * buffer always has one byte more than was asked for: when that is filled too
 * the file is longer, and doubled, or refused.
 */
static int
slurp(struct err *e, struct arena *a, int fd, const char *path, size_t guess,
	size_t max, char **out, size_t *len)
{
	size_t have = 0, cap = guess < max ? guess : max;
	char *buf = arena_alloc(a, cap + 2);

	for (;;) {
		ssize_t got = read_all(fd, buf + have, cap + 1 - have);
		char *more;

		if (got < 0)
			return err_errno(e, path);
		have += (size_t)got;
		if (have <= cap)
			break;
		if (cap == max)
			return err_set(e, ERR_INPUT,
			    "%s: more than %zu bytes", path, max);
		cap = cap < max / 2 ? cap * 2 : max;
		more = arena_alloc(a, cap + 2);
		memcpy(more, buf, have);
		buf = more;
	}
	buf[have] = '\0';
	*out = buf;
	*len = have;
	return ERR_OK;
}

int
file_read(struct err *e, struct arena *a, const char *path, size_t max,
	char **out, size_t *len)
{
	struct stat st;
	int fd, rc;

	if (strcmp(path, "-") == 0)
		return slurp(e, a, STDIN_FILENO, "standard input", 4096, max,
		    out, len);
	/* non-blocking, so that a FIFO is refused instead of waited for */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return err_errno(e, path);
	if (fstat(fd, &st) < 0)
		rc = err_errno(e, path);
	else if (S_ISDIR(st.st_mode))
		rc = err_set(e, ERR_INPUT, "%s: it is a directory, not a file",
		    path);
	else if (!S_ISREG(st.st_mode))
		rc = err_set(e, ERR_INPUT, "%s: not a regular file", path);
	else
		rc = slurp(e, a, fd, path, (size_t)st.st_size + 1, max, out,
		    len);
	close(fd);
	return rc;
}

/* The directory that holds `path`, in the arena. */
static char *
parent_of(struct arena *a, const char *path)
{
	size_t n = strlen(path);

	while (n > 1 && path[n - 1] == '/')
		n--;
	while (n > 0 && path[n - 1] != '/')
		n--;
	while (n > 1 && path[n - 1] == '/')
		n--;
	return n > 0 ? arena_strndup(a, path, n) : arena_strdup(a, ".");
}

/* A temp file with this content and mode, on the disk; the name is filled in.
 * Messages name `path`, which it is to become. */
static int
write_temp(struct err *e, char *temp, const char *path, const char *s,
    size_t len, unsigned mode)
{
	int fd = mkstemp(temp);
	int bad, error;

	if (fd < 0)
		return err_errno(e, path);
	bad = fcntl(fd, F_SETFD, FD_CLOEXEC) < 0
	    || fchmod(fd, (mode_t)mode) < 0 || write_all(fd, s, len) < 0
	    || fsync(fd) < 0;
	error = errno;
	if (close(fd) < 0 && !bad) {
		bad = 1;
		error = errno;
	}
	if (!bad)
		return ERR_OK;
	unlink(temp);
	errno = error;
	return err_errno(e, path);
}

/* Give the temp file its name, or remove it. */
static int
move_temp(struct err *e, const char *temp, const char *path, bool replace)
{
	int bad = replace ? rename(temp, path) : link(temp, path);
	int error = errno;

	if (bad || !replace)
		unlink(temp);
	if (!bad)
		return ERR_OK;
	if (error == EEXIST && !replace)
		return err_set(e, ERR_INPUT, "%s: already exists", path);
	errno = error;
	return err_errno(e, path);
}

/* The rename would put a file in the place of a device. */
int
file_check_target(struct err *e, const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0 || S_ISREG(st.st_mode))
		return ERR_OK;
	return err_set(e, ERR_INPUT, "%s: there is something of this name that "
	    "is not a file; name another", path);
}

static int
write_file(struct err *e, const char *path, const char *s, size_t len,
	unsigned mode, bool replace)
{
	struct arena a = {0};
	char *dir = parent_of(&a, path);
	/* its name begins with a dot: a leftover is nobody's file */
	char *temp = arena_printf(&a, "%s/.iacta-XXXXXX", dir);
	int rc = replace ? file_check_target(e, path) : ERR_OK;

	if (rc == ERR_OK)
		rc = write_temp(e, temp, path, s, len, mode);
	if (rc == ERR_OK)
		rc = move_temp(e, temp, path, replace);
	if (rc == ERR_OK)
		rc = file_sync_dir(e, dir);
	arena_free(&a);
	return rc;
}

int
file_write(struct err *e, const char *path, const char *s, size_t len,
	unsigned mode)
{
	return write_file(e, path, s, len, mode, true);
}

int
file_write_new(struct err *e, const char *path, const char *s, size_t len,
	unsigned mode)
{
	return write_file(e, path, s, len, mode, false);
}

bool
file_exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

static bool
is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Make one directory, or find that it is there. */
static int
make_dir(struct err *e, struct arena *a, const char *path, unsigned mode)
{
	if (mkdir(path, (mode_t)mode) < 0) {
		int error = errno;

		if (is_dir(path))
			return ERR_OK;
		errno = error == EEXIST ? ENOTDIR : error;
		return err_errno(e, path);
	}
	if (chmod(path, (mode_t)mode) < 0)
		return err_errno(e, path);
	return file_sync_dir(e, parent_of(a, path));
}

int
file_mkdirs(struct err *e, const char *path, unsigned mode)
{
	struct arena a = {0};
	char *p = arena_strdup(&a, path);
	int rc = ERR_OK;

	if (is_dir(path))
		return arena_free(&a), ERR_OK;
	for (char *s = p + 1; *p != '\0' && rc == ERR_OK; s++) {
		char c = *s;

		if (c != '/' && c != '\0')
			continue;
		*s = '\0';
		if (s[-1] != '/')
			rc = make_dir(e, &a, p, mode);
		*s = c;
		if (c == '\0')
			break;
	}
	if (*p == '\0')
		rc = err_set(e, ERR_INPUT, "a directory without a name");
	arena_free(&a);
	return rc;
}

static int
by_bytes(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

static bool
is_dots(const char *s)
{
	return strcmp(s, ".") == 0 || strcmp(s, "..") == 0;
}

static int
list_names(struct arena *a, DIR *d, const char *prefix, char ***names,
	size_t *n)
{
	size_t first = strlen(prefix);
	size_t cap = 16, count = 0;
	char **list = arena_new(a, char *, cap);
	struct dirent *entry;

	while (errno = 0, (entry = readdir(d)) != NULL) {
		if (is_dots(entry->d_name)
		    || strncmp(entry->d_name, prefix, first) != 0)
			continue;
		if (count == cap) {
			char **more = arena_new(a, char *, cap *= 2);

			memcpy(more, list, count * sizeof *list);
			list = more;
		}
		list[count++] = arena_strdup(a, entry->d_name);
	}
	if (errno != 0)
		return -1;
	qsort(list, count, sizeof *list, by_bytes);
	*names = list;
	*n = count;
	return 0;
}

int
file_list(struct err *e, struct arena *a, const char *path, char ***names,
	size_t *n)
{
	return file_list_of(e, a, path, "", names, n);
}

int
file_list_of(struct err *e, struct arena *a, const char *path,
	const char *prefix, char ***names, size_t *n)
{
	DIR *d = opendir(path);
	int rc = ERR_OK;

	if (d == NULL)
		return err_errno(e, path);
	if (list_names(a, d, prefix, names, n) < 0)
		rc = err_errno(e, path);
	closedir(d);
	return rc;
}

int
file_sync_dir(struct err *e, const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int rc = ERR_OK;

	if (fd < 0)
		return err_errno(e, path);
	/* some file systems cannot; then the rename is all there is */
	if (fsync(fd) < 0 && errno != EINVAL)
		rc = err_errno(e, path);
	close(fd);
	return rc;
}
