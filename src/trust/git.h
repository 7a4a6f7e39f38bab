/*
 * git.h: libgit2, loaded when it is first needed
 *
 * It brings twenty libraries, and to load them is half of a command that only
 * reads; but objects, packs, refs and git's index are read and written without
 * it (objects.c, packs*.c, history*.c, stage.c).  So it is not linked: who makes
 * a repository, opens a bundle, or wants its SHA-1 calls git_start, and its
 * functions by way of `git2`.
 */
#ifndef IACTA_TRUST_GIT_H
#define IACTA_TRUST_GIT_H

#include <git2.h>

struct err;

#define GIT_CALLS(X) \
	X(config_free) X(config_set_bool) X(config_set_int32) \
	X(error_clear) X(error_last) \
	X(indexer_append) X(indexer_commit) X(indexer_free) X(indexer_new) \
	X(libgit2_init) X(libgit2_opts) \
	X(odb_hash) X(oid_fromstr) X(oid_tostr) \
	X(reference_create) X(reference_free) \
	X(repository_config) X(repository_free) X(repository_init_ext)

/* git2.oid_tostr is git_oid_tostr, once git_start was called. */
struct git_calls {
#define GIT_CALL(name) __typeof__(git_##name) *name;
	GIT_CALLS(GIT_CALL)
#undef GIT_CALL
};
extern struct git_calls git2;

/* Load libgit2 and start it, with no configuration but ours; it is never
 * stopped. */
int git_start(struct err *e) __attribute__((warn_unused_result));

/* What libgit2 said last. */
const char *git_said(void);

#endif
