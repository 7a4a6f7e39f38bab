/* history.c: the game's repository: opening, the private directory, the ref */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LATEST 253402300799	/* the last second of the year 9999 */

int
history_git_error(struct err *e, const struct history *h)
{
	return err_set(e, ERR_SYSTEM, "%s: %s", h->dir, git_said());
}

static char *
copied(const char *s)
{
	char *p = strdup(s);

	if (p == NULL)
		arena_out_of_memory();
	return p;
}

static struct history *
new_history(const char *dir)
{
	struct history *h = calloc(1, sizeof *h);

	if (h == NULL)
		arena_out_of_memory();
	h->dir = copied(dir);
	h->lock = h->ref = -1;
	h->wait = HISTORY_WAIT;
	return h;
}

/* `path` without the slashes at its end, and without its last `cut` bytes. */
static char *
trimmed(const char *path, size_t cut)
{
	char *p = copied(path);
	size_t n = strlen(p) - cut;

	while (n > 1 && p[n - 1] == '/')
		n--;
	p[n] = '\0';
	return p;
}

/*
 * Where the work tree is: beside a directory called .git, or the directory
 * that was named if it has a .git of any kind.  Never where the repository's
 * configuration says: that comes from outside, and files are written there.
 */
static char *
find_worktree(struct history *h)
{
	size_t n = strlen(h->git);
	struct arena a = {0};
	char *found = NULL;
	struct stat st;

	if (n > 6 && strcmp(h->git + n - 6, "/.git/") == 0)
		found = trimmed(h->git, 5);
	else if (lstat(arena_printf(&a, "%s/.git", h->dir), &st) == 0)
		found = trimmed(h->dir, 0);
	arena_free(&a);
	return found;
}

/* An absolute path with a slash at its end. */
static char *
directory(struct arena *a, const char *path)
{
	char *s = realpath(path, NULL);

	if (s != NULL && strcmp(s, "/") != 0)
		path = arena_printf(a, "%s/", s);
	free(s);
	return copied(path);
}

/* Git's own directory, and the one that it shares with others. */
static int
settle(struct err *e, struct history *h, struct arena *a, const char *git,
	const char *common)
{
	h->git = directory(a, git);
	h->common = directory(a, common);
	return objects_open(e, arena_printf(a, "%sobjects", h->common),
	    &h->objects);
}

/* ------------------------------------------- before libgit2 opens anything */

#define CONFIG_MAX (64u << 10)
#define REF_MAX 4096
#define PACKED_REFS_MAX (4u << 20)

/* A file, or nothing: libgit2 would wait for ever for a pipe to be written. */
static int
check_file(struct err *e, struct arena *a, const char *git, const char *name)
{
	const char *path = arena_printf(a, "%s/%s", git, name);
	struct stat st;

	if (stat(path, &st) < 0)
		return errno == ENOENT || errno == ENOTDIR ? ERR_OK :
		    err_errno(e, str_shown(a, path, 200));
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_VERIFY, "%s: this must be a regular "
		    "file", str_shown(a, path, 200));
	return ERR_OK;
}

/* Its own configuration, which comes from outside like the rest, may not lead
 * to other files. */
static int
check_config(struct err *e, struct arena *a, const char *git,
	const char *name)
{
	const char *path = arena_printf(a, "%s/%s", git, name);
	int rc = check_file(e, a, git, name);
	char *s;
	size_t n;

	if (rc != ERR_OK || !file_exists(path))
		return rc;
	rc = file_read(e, a, path, CONFIG_MAX, &s, &n);
	if (rc == ERR_OK && (strlen(s) != n || strcasestr(s, "include")))
		rc = err_set(e, ERR_VERIFY, "%s: a game's repository may "
		    "not include other files of configuration; remove what "
		    "says include", str_shown(a, path, 200));
	return rc;
}

/* "gitdir: PATH" in a file called .git, or PATH in one called commondir. */
static int
follow(struct err *e, struct arena *a, const char *base, const char *file,
	const char *prefix, const char **out)
{
	char *s;
	size_t n;
	int rc = file_read(e, a, file, 4096, &s, &n);

	if (rc != ERR_OK)
		return rc;
	if (strncmp(s, prefix, strlen(prefix)) == 0)
		s += strlen(prefix);
	s[strcspn(s, "\r\n")] = '\0';
	*out = *s == '/' ? s : arena_printf(a, "%s/%s", base, s);
	return ERR_OK;
}

static bool
is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool
is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int
history_paths(struct err *e, struct arena *a, const char *dir,
	const char **git, const char **common)
{
	int rc = ERR_OK;

	*git = arena_printf(a, "%s/.git", dir);
	if (is_file(*git))
		rc = follow(e, a, dir, *git, "gitdir: ", git);
	else if (!file_exists(*git))
		*git = dir;
	*common = *git;
	if (rc == ERR_OK && is_file(arena_printf(a, "%s/commondir", *git)))
		rc = follow(e, a, *git, arena_printf(a, "%s/commondir", *git),
		    "", common);
	return rc;
}

/* Where a repository is, and everything that libgit2 reads by itself when it
 * opens it. */
static int
check_repository(struct err *e, struct arena *a, const char *dir,
	const char **out, const char **shared)
{
	static const char *const files[] = { "HEAD", "packed-refs",
	    "commondir", "shallow", "index", HISTORY_REF, "info/exclude",
	    "info/attributes", "objects/info/alternates", NULL };
	const char *git, *common;
	int rc = history_paths(e, a, dir, &git, &common);

	for (int i = 0; files[i] != NULL && rc == ERR_OK; i++) {
		rc = check_file(e, a, git, files[i]);
		if (rc == ERR_OK)
			rc = check_file(e, a, common, files[i]);
	}
	if (rc == ERR_OK)
		rc = check_config(e, a, common, "config");
	if (rc == ERR_OK)
		rc = check_config(e, a, git, "config.worktree");
	if (rc == ERR_OK && (!is_file(arena_printf(a, "%s/HEAD", git)) ||
	    !is_directory(arena_printf(a, "%s/objects", common)) ||
	    !is_directory(arena_printf(a, "%s/refs", common))))
		rc = err_set(e, ERR_INPUT, "%s: no game here: this is not a "
		    "git repository", dir);
	*out = git;
	*shared = common;
	return rc;
}

/* What is in a file of a few lines of git's; *out is NULL if there is none. */
static int
read_small(struct err *e, struct arena *a, const char *path, size_t max,
	char **out)
{
	size_t n;

	*out = NULL;
	if (!file_exists(path))
		return ERR_OK;
	return file_read(e, a, path, max, out, &n);
}

static const char *
next_line(const char *p)
{
	p = strchr(p, '\n');
	return p != NULL ? p + 1 : NULL;
}

/* `bare = true`, or `bare` alone, in the section [core]. */
static bool
says_bare(const char *config)
{
	bool core = false, bare = false;

	for (const char *p = config; p != NULL; p = next_line(p)) {
		p += strspn(p, " \t");
		if (*p == '[')
			core = strncasecmp(p, "[core]", 6) == 0;
		if (!core || strncasecmp(p, "bare", 4) != 0)
			continue;
		p += 4 + strspn(p + 4, " \t");
		if (*p == '=') {
			p += 1 + strspn(p + 1, " \t\"");
			bare = *p != '\0' && (strchr("tTyY1", *p) != NULL ||
			    strncasecmp(p, "on", 2) == 0);
		} else if (*p == '\n' || *p == '\0') {
			bare = true;
		}
	}
	return bare;
}

int
history_find_worktree(struct err *e, struct history *h)
{
	struct arena a = {0};
	char *config = NULL;
	int rc = ERR_OK;

	if (h->worktree != NULL)
		return ERR_OK;
	/* of a tree beside others git does not ask whether it is bare */
	if (strcmp(h->git, h->common) == 0)
		rc = read_small(e, &a, arena_printf(&a, "%sconfig", h->common),
		    CONFIG_MAX, &config);
	if (rc == ERR_OK && (config == NULL || !says_bare(config)))
		h->worktree = find_worktree(h);
	arena_free(&a);
	return rc;
}

int
history_open(struct err *e, const char *dir, struct history **out)
{
	struct arena a = {0};
	const char *git, *common;
	struct history *h = NULL;
	int rc = check_repository(e, &a, dir, &git, &common);

	if (rc == ERR_OK) {
		h = new_history(dir);
		rc = settle(e, h, &a, git, common);
	}
	arena_free(&a);
	if (rc == ERR_OK)
		*out = h;
	else
		history_close(h);
	return rc;
}

/* A game is founded where nothing is yet. */
static int
must_be_empty(struct err *e, const char *dir)
{
	struct arena a = {0};
	char **names;
	size_t n;
	struct stat st;
	int rc = ERR_OK;

	if (lstat(dir, &st) < 0 && errno == ENOENT)
		return ERR_OK;
	rc = file_list(e, &a, dir, &names, &n);
	if (rc == ERR_OK && n > 0)
		rc = err_set(e, ERR_INPUT, "%s: not empty; name a directory "
		    "that is empty or does not exist", dir);
	arena_free(&a);
	return rc;
}

static int
sync_file(struct err *e, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int rc = fd < 0 || fsync(fd) < 0 ? err_errno(e, path) : ERR_OK;

	if (fd >= 0)
		close(fd);
	return rc;
}

/* libgit2 does not sync what it makes a repository of. */
static int
sync_new(struct err *e, const struct history *h)
{
	static const char *const files[] = {
		"HEAD", "config", "objects", "refs/heads", "refs", "",
	};
	struct arena a = {0};
	int rc = ERR_OK;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (rc == ERR_OK)
			rc = sync_file(e, arena_printf(&a, "%s%s", h->git,
			    files[i]));
	if (rc == ERR_OK)
		rc = sync_file(e, h->worktree);
	arena_free(&a);
	return rc;
}

/*
 * Without reflogs: they would cost four more syncs a commit, and the history
 * is its own log.  Who serves a clone finds better deltas with less work by one
 * thread among few: the files of a turn are like those of the turn before.
 */
static int
configure(struct err *e, struct history *h)
{
	git_config *config = NULL;
	int rc = ERR_OK;

	if (git2.repository_config(&config, h->repo) < 0
	    || git2.config_set_bool(config, "core.logAllRefUpdates", 0) < 0
	    || git2.config_set_int32(config, "pack.threads", 1) < 0
	    || git2.config_set_int32(config, "pack.window", 5) < 0)
		rc = history_git_error(e, h);
	git2.config_free(config);
	return rc;
}

int
history_create(struct err *e, const char *dir, struct history **out)
{
	git_repository_init_options opts = {
		.version = GIT_REPOSITORY_INIT_OPTIONS_VERSION,
		.flags = GIT_REPOSITORY_INIT_MKPATH
		    | GIT_REPOSITORY_INIT_NO_REINIT,
		.initial_head = "main",
	};
	struct history *h;
	struct arena a = {0};
	const char *git = arena_printf(&a, "%s/.git", dir);
	int rc = git_start(e);

	if (rc == ERR_OK)
		rc = must_be_empty(e, dir);
	if (rc != ERR_OK) {
		arena_free(&a);
		return rc;
	}
	h = new_history(dir);
	if (git2.repository_init_ext(&h->repo, dir, &opts) < 0)
		rc = history_git_error(e, h);
	else
		rc = settle(e, h, &a, git, git);
	if (rc == ERR_OK)
		h->worktree = find_worktree(h);
	arena_free(&a);
	if (rc == ERR_OK)
		rc = configure(e, h);
	if (rc == ERR_OK)
		rc = sync_new(e, h);
	if (rc == ERR_OK)
		*out = h;
	else
		history_close(h);
	return rc;
}

void
history_close(struct history *h)
{
	if (h == NULL)
		return;
	history_unlock(h);
	history_forget(h);
	objects_close(h->objects);
	if (h->repo != NULL)
		git2.repository_free(h->repo);
	free(h->dir);
	free(h->git);
	free(h->common);
	free(h->worktree);
	free(h);
}

/* Make a private directory, or find it; a link in its place is refused. */
static int
private_dir(struct err *e, const char *path)
{
	struct stat st;
	bool made = mkdir(path, 0700) == 0;

	if (!made && errno != EEXIST)
		return err_errno(e, path);
	if (lstat(path, &st) < 0)
		return err_errno(e, path);
	if (!S_ISDIR(st.st_mode))
		return err_set(e, ERR_SYSTEM, "%s: not a directory", path);
	if ((st.st_mode & 07777) != 0700 && chmod(path, 0700) < 0)
		return err_errno(e, path);
	return ERR_OK;
}

bool
history_is_private(const struct history *h)
{
	struct arena a = {0};
	bool is = file_exists(arena_printf(&a, "%siacta", h->common));

	arena_free(&a);
	return is;
}

int
history_private(struct err *e, struct history *h, struct arena *a,
	const char **path)
{
	const char *top = arena_printf(a, "%siacta", h->common);
	const char *inbox = arena_printf(a, "%s/inbox", top);
	const char *receipts = arena_printf(a, "%s/receipts", top);
	struct stat st;
	bool fresh;
	int rc;

	*path = top;
	if (h->private)
		return ERR_OK;
	fresh = lstat(receipts, &st) < 0;
	rc = private_dir(e, top);
	if (rc == ERR_OK)
		rc = private_dir(e, inbox);
	if (rc == ERR_OK)
		rc = private_dir(e, receipts);
	if (rc == ERR_OK && fresh)
		rc = file_sync_dir(e, top);
	if (rc == ERR_OK && fresh)
		rc = file_sync_dir(e, h->common);
	h->private = rc == ERR_OK;
	return rc;
}

/* "ID refs/heads/main" in a line of packed-refs; NULL if none is so. */
static const char *
packed_ref(const char *s)
{
	size_t k = strlen(HISTORY_REF);

	for (; s != NULL && *s != '\0'; s = strchr(s, '\n'), s += s != NULL)
		if (strlen(s) > 41 + k - 1 && s[40] == ' ' &&
		    strncmp(s + 41, HISTORY_REF, k) == 0 &&
		    (s[41 + k] == '\n' || s[41 + k] == '\0'))
			return s;
	return NULL;
}

int
history_head(struct err *e, struct history *h, char id[41], int *found)
{
	struct arena a = {0};
	unsigned char raw[OBJECTS_RAW];
	const char *ref;
	char *s;
	int rc = read_small(e, &a, arena_printf(&a, "%s" HISTORY_REF,
	    h->common), REF_MAX, &s);

	id[0] = '\0';
	ref = s;
	if (rc == ERR_OK && s == NULL) {
		rc = read_small(e, &a, arena_printf(&a, "%spacked-refs",
		    h->common), PACKED_REFS_MAX, &s);
		ref = packed_ref(s);
	}
	*found = rc == ERR_OK && ref != NULL;
	if (*found && strncmp(ref, "ref:", 4) == 0)
		rc = err_set(e, ERR_VERIFY, "%s: %s names another ref instead "
		    "of a commit", h->dir, HISTORY_REF);
	else if (*found) {
		snprintf(id, OBJECTS_ID, "%s", ref);
		if (!objects_raw(raw, id))
			rc = err_set(e, ERR_VERIFY, "%s: %s is damaged: it "
			    "names no commit", h->dir, HISTORY_REF);
	}
	if (rc != ERR_OK)
		id[0] = '\0';
	arena_free(&a);
	return rc;
}

int
history_strict(struct err *e, struct history *h)
{
	return objects_strict(e, h->objects);
}

int
history_check(struct err *e, struct history *h)
{
	return objects_check(e, h->objects);
}

int
history_now(struct err *e, int64_t *when)
{
	const char *s = getenv("SOURCE_DATE_EPOCH");
	size_t n;

	if (s == NULL) {
		*when = time(NULL);
		return ERR_OK;
	}
	n = strspn(s, "0123456789");
	*when = n > 0 && n < 18 && s[n] == '\0' ? strtoll(s, NULL, 10) : -1;
	if (*when < 0 || *when > LATEST)
		return err_set(e, ERR_INPUT, "SOURCE_DATE_EPOCH: seconds since "
		    "1970 are wanted, in digits");
	return ERR_OK;
}
