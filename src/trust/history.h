/* history.h: the game's git repository: objects, commits, the ref, the lock,
 * the inbox.  libgit2 stays within src/trust/history*, objects.c and packs*. */
#ifndef IACTA_TRUST_HISTORY_H
#define IACTA_TRUST_HISTORY_H

#include "trust/keys.h"

#include <stdbool.h>
#include <stdint.h>

struct history;

/* One file of a commit's tree; path with '/' ("orders/roman.toml"). */
struct history_file {
	const char *path;
	const char *data;
	size_t len;
	const char *id;		/* git's, of what was read; else NULL */
};

/* Make a repository with a work tree at `dir` (which must be absent or an
 * empty directory): HEAD -> refs/heads/main, no commits. */
int history_create(struct err *e, const char *dir, struct history **out)
	__attribute__((warn_unused_result));
/* Open the one at `dir` (work tree or bare or .git), reading no configuration
 * of user or system, owner validation off. */
int history_open(struct err *e, const char *dir, struct history **out)
	__attribute__((warn_unused_result));
/* Where the one at `dir` has its repository, and what work trees share of it. */
int history_paths(struct err *e, struct arena *a, const char *dir,
	const char **git, const char **common)
	__attribute__((warn_unused_result));
void history_close(struct history *h);		/* NULL does nothing */

/* The private directory, `iacta` in git's common directory; it and
 * iacta/inbox, iacta/receipts are made with mode 0700 when first asked for. */
int history_private(struct err *e, struct history *h, struct arena *a,
	const char **path) __attribute__((warn_unused_result));

/* Is it there? */
bool history_is_private(const struct history *h);

/*
 * The flock on iacta/lock.  Taking it waits for HISTORY_WAIT seconds, or as
 * many as history_wait says; then ERR_NOTHING.  A note in it means that its
 * writer died: refs/heads/main.lock is removed, and if it died publishing a
 * commit whose objects can be read, the ref is moved there (history_finished).
 * It is released by history_unlock, history_close, or death.
 */
#define HISTORY_WAIT 60
void history_wait(struct history *h, long seconds);
int history_lock(struct err *e, struct history *h)
	__attribute__((warn_unused_result));
void history_unlock(struct history *h);
bool history_finished(const struct history *h);

/* A commit of the game, as read and checked. */
struct history_commit {
	char id[41];
	char parent[41];	/* "" for the first */
	char tree[41];
	int64_t time;		/* the committer's, seconds */
	const char *message;
	const char *signature;	/* armoured SSH signature; NULL if unsigned */
	const char *signed_text; /* what the signature covers */
	size_t signed_len;
	/* "GAME <referee@iacta.invalid> T +0000" */
	const char *author, *committer;
};

/* The commit that refs/heads/main names; *found false when there is none. */
int history_head(struct err *e, struct history *h, char id[41], int *found)
	__attribute__((warn_unused_result));
int history_read_commit(struct err *e, struct history *h, struct arena *a,
	const char *id, struct history_commit *out)
	__attribute__((warn_unused_result));
/* Did this key sign it?  ERR_VERIFY if not. */
int history_signed(struct err *e, const struct history_commit *c,
	const struct public_key *k) __attribute__((warn_unused_result));
/* All commits from the first to the head, along first parents; commit n is
 * (*out)[n].  A commit with two parents is refused with ERR_VERIFY. */
int history_all(struct err *e, struct history *h, struct arena *a,
	struct history_commit **out, size_t *n)
	__attribute__((warn_unused_result));

/* "Iacta-Exchange: N" in its message; -1 if there is none. */
long history_number(const struct history_commit *c);
/*
 * The id of commit n, counted from the first: a few steps back from the head,
 * or for one far behind by what such walks have seen before (history_index.c);
 * that one must be signed by `referee`, unless it is NULL.  ERR_INPUT when
 * there is no such commit.
 */
int history_nth(struct err *e, struct history *h, long n,
	const struct public_key *referee, char id[41])
	__attribute__((warn_unused_result));

/*
 * Read one file of a commit's tree; *data NULL when there is none.  Every
 * object on the way is checked before libgit2 sees it (zlib, length, hash);
 * a bad one is ERR_VERIFY, naming commit and path.
 */
int history_read(struct err *e, struct history *h, struct arena *a,
	const char *commit, const char *path, const char **data, size_t *len)
	__attribute__((warn_unused_result));
/* Every file of a commit's tree, sorted by path.  Modes other than 100644 and
 * 040000, absurd names, and more than 4096 files or 64 MB are refused. */
int history_read_all(struct err *e, struct history *h, struct arena *a,
	const char *commit, struct history_file **files, size_t *n)
	__attribute__((warn_unused_result));
/* ... those that another commit has too are taken from there: `known`, as they
 * were read, which live as long.  Only those that are wanted (NULL: all). */
int history_read_beside(struct err *e, struct history *h, struct arena *a,
	const char *commit, bool (*wanted)(const char *path),
	const struct history_file *known, size_t nknown,
	struct history_file **files, size_t *n)
	__attribute__((warn_unused_result));
/* ... only those that are wanted. */
int history_read_some(struct err *e, struct history *h, struct arena *a,
	const char *commit, bool (*wanted)(const char *path),
	struct history_file **files, size_t *n)
	__attribute__((warn_unused_result));
/* For an audit: from now on objects are named by libgit2, whose SHA-1 detects
 * attempts at two objects of one name. */
int history_strict(struct err *e, struct history *h)
	__attribute__((warn_unused_result));
/* Is what is stored whole, even where nobody reads it?  ERR_VERIFY if not. */
int history_check(struct err *e, struct history *h)
	__attribute__((warn_unused_result));
/* The id of a tree or blob at a path of a commit, "" when there is none. */
int history_id_at(struct err *e, struct history *h, const char *commit,
	const char *path, char id[41]) __attribute__((warn_unused_result));

/*
 * Append a commit: these files (the whole tree, any order), signed with the
 * referee's key in git's SSH format, author and committer
 * "GAME <referee@iacta.invalid>", time `when` in +0000.  `parent` is the
 * commit it must stand on ("" for the first): the ref moves by
 * compare-and-swap, and ERR_NOTHING says that somebody was faster.  Objects
 * and ref are synced.  The pid is noted in the lock while the ref moves.
 */
int history_append(struct err *e, struct history *h, const char *game,
	const struct secret_key *key, const char *parent,
	const struct history_file *files, size_t n,
	const char *message, int64_t when, char id[41])
	__attribute__((warn_unused_result));

/* The tree id that these files would have; nothing is written. */
int history_tree_id(struct err *e, struct history *h,
	const struct history_file *files, size_t n, char id[41])
	__attribute__((warn_unused_result));

/*
 * Bring the work tree (where there is one) from commit `old` ("" for none) to
 * commit `new`: the game's files are written, those of old that new has not
 * are removed, files that are not the game's are left alone.  A symlink in
 * the way is never followed.  Failures are told through `e` but the commit
 * stands.
 */
int history_refresh(struct err *e, struct history *h, const char *old,
	const char *new_id) __attribute__((warn_unused_result));
/* The same for who has just appended `new_id` with these files, which need
 * not be read again. */
int history_refresh_to(struct err *e, struct history *h, const char *old,
	const char *new_id, const struct history_file *files, size_t n)
	__attribute__((warn_unused_result));

/* SOURCE_DATE_EPOCH if set (refused if it is no number), else the clock. */
int history_now(struct err *e, int64_t *when)
	__attribute__((warn_unused_result));

#endif
