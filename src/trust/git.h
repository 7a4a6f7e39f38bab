/*
 * git.h: libgit2, loaded when it is first needed
 *
 * It brings twenty libraries, and to load them is a third of a command that
 * only reads; but objects, packs and refs are read without it (objects.c,
 * packs.c, history.c).  So it is not linked: whoever writes to a repository
 * calls git_start, and libgit2's functions by way of `git2`.
 */
#ifndef IACTA_TRUST_GIT_H
#define IACTA_TRUST_GIT_H

#include <git2.h>

struct err;

#define GIT_CALLS(X) \
	X(config_free) X(config_set_bool) X(config_set_int32) \
	X(error_clear) X(error_last) \
	X(index_add) X(index_entrycount) X(index_free) X(index_get_bypath) \
	X(index_open) X(index_remove) X(index_write) \
	X(indexer_append) X(indexer_commit) X(indexer_free) X(indexer_new) \
	X(libgit2_init) X(libgit2_opts) \
	X(odb_hash) X(oid_fromraw) X(oid_fromstr) X(oid_tostr) \
	X(reference_create) X(reference_free) \
	X(repository_config) X(repository_free) X(repository_init_ext) \
	X(repository_is_bare) X(repository_open_ext) \
	X(signature_free) X(signature_new) \
	X(transaction_commit) X(transaction_free) X(transaction_lock_ref) \
	X(transaction_new) X(transaction_set_target)

/* git2.index_open is git_index_open, once git_start was called. */
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
