/* history_repo.h: what the files behind history.h share */
#ifndef IACTA_TRUST_HISTORY_REPO_H
#define IACTA_TRUST_HISTORY_REPO_H

#include "trust/history.h"
#include "trust/git.h"
#include "trust/objects.h"

#include <stdbool.h>

#define HISTORY_REF "refs/heads/main"

struct history {
	git_repository *repo;	/* of one that was just made; else NULL */
	struct objects *objects;
	char *dir;		/* as the caller named it, for messages */
	char *git;		/* git's directory, with a slash at the end */
	char *common;		/* git's common directory, likewise */
	char *worktree;		/* NULL: there is none; history_find_worktree */
	bool private;		/* its directories are as they should be */
	int ref;		/* descriptor of the ref's lock; -1: not held */
	int lock;		/* descriptor of iacta/lock; -1: not held */
	bool noted;		/* our note stands in it */
	char note[64];		/* its first words */
	bool keep;		/* it outlives us */
	long wait;		/* seconds, for the lock */
	bool finished;		/* a commit of one who died was published */
	struct history_list *known;	/* what was listed; see history_tree.c */
};

/* A file of a commit's tree, before it is read. */
struct history_entry {
	const char *path;
	char id[OBJECTS_ID];
};

/* Where the work tree is, if there is one. */
int history_find_worktree(struct err *e, struct history *h)
	__attribute__((warn_unused_result));
/* "DIR: what libgit2 said", ERR_SYSTEM */
int history_git_error(struct err *e, const struct history *h);

/* May a file of a game be called so?  One component; see history_tree.c. */
bool history_is_name(const char *s, size_t n);
/* ... a whole path, components joined by '/' */
bool history_is_path(const char *s);

/* The files of a commit's tree without their contents, sorted by path.  The
 * last few commits that were listed or made are remembered. */
int history_entries(struct err *e, struct history *h, struct arena *a,
	const char *commit, struct history_entry **out, size_t *n)
	__attribute__((warn_unused_result));

/* Remember the list of a commit that was just made, in any order. */
void history_know(struct history *h, const char *commit,
	const struct history_entry *list, size_t n);
void history_forget(struct history *h);		/* all of them */

/* What is in such a file. */
int history_read_entry(struct err *e, struct history *h, struct arena *a,
	const char *commit, const struct history_entry *x, const char **data,
	size_t *len) __attribute__((warn_unused_result));

/* ERR_NOTHING if the ref is not at `id` ("" for no commit yet). */
int history_must_stand(struct err *e, struct history *h, const char *id)
	__attribute__((warn_unused_result));
/*
 * Note in the lock, which is held, that something of git's is about to be
 * locked: who finds the note of a dead process unlocks it.  It stands until
 * history_unlock, so that one sync does for the ref and the index.
 */
int history_note(struct err *e, struct history *h)
	__attribute__((warn_unused_result));
/*
 * ... and that this pack, which waits in the private directory, is for commit
 * `id`, after `parent` ("" for none).  Once anybody can read the pack, whoever
 * finds the note moves the ref there.
 */
int history_note_pack(struct err *e, struct history *h, const char *pack,
	const char *parent, const char *id) __attribute__((warn_unused_result));
/* The ref is there: only git's locks may still be ours. */
void history_note_done(struct history *h);
/* It is not: the note outlives us, and the next one finishes it. */
void history_note_keep(struct history *h);
/* Lock the ref, which must be at `parent` ("" for none), or ERR_NOTHING.  The
 * caller holds the lock, and calls history_let_ref whatever becomes of it. */
int history_hold_ref(struct err *e, struct history *h, const char *parent)
	__attribute__((warn_unused_result));
/* ... and move it to `id`. */
int history_move_ref(struct err *e, struct history *h, const char *id)
	__attribute__((warn_unused_result));
/* Unlock it, if it has not been moved. */
void history_let_ref(struct history *h);

#endif
