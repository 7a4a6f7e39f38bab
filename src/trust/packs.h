/* packs.h: git's packs: each is checked before libgit2 opens it */
#ifndef IACTA_TRUST_PACKS_H
#define IACTA_TRUST_PACKS_H

#include <git2.h>

struct err;
struct object;
struct packs;		/* opaque: the directory objects/pack */

/* Nothing is opened yet; a directory that is not there has no packs. */
struct packs *packs_new(const char *dir);
void packs_free(struct packs *p);		/* NULL does nothing */

/*
 * The database of the one pack that has this object, borrowed until
 * packs_free; NULL when no pack has it.  libgit2 trusts the index of a pack
 * and follows deltas without end, so before it opens a pack the whole index
 * is checked, and before it reads an object the chain of its deltas is, of
 * which no link and nothing made by one may be longer than `max`.  ERR_VERIFY
 * names the pack.
 */
int packs_find(struct err *e, struct packs *p, const git_oid *id, size_t max,
	git_odb **out) __attribute__((warn_unused_result));

/*
 * Write these objects as one pack without deltas: three syncs instead of two
 * for each object, and no search for deltas, which libgit2's builder spends
 * most of its time on.  It is on the disk when this returns; who is killed
 * leaves nothing but a temp file that `git gc` removes.
 */
#define PACKS_WRITE_MAX (512u << 20)
#define PACKS_NAME 41	/* 40 digits and the NUL */
int packs_write(struct err *e, struct packs *p, const struct object *x,
	size_t n, char name[PACKS_NAME]) __attribute__((warn_unused_result));
/* Remove the pack of this name; packs_write gives "" for one that was there
 * before. */
void packs_remove(const struct packs *p, const char name[PACKS_NAME]);

/*
 * Check every pack from end to end: what nobody reads may be damaged too.
 * ERR_VERIFY names the pack.
 */
int packs_check(struct err *e, struct packs *p)
	__attribute__((warn_unused_result));

const char *packs_dir(const struct packs *p);

#endif
