/* packs.h: git's packs: found, checked, read, written */
#ifndef IACTA_TRUST_PACKS_H
#define IACTA_TRUST_PACKS_H

#include "base/arena.h"
#include "base/str.h"
#include "trust/objects.h"

#include <stdbool.h>

struct err;
struct packs;		/* opaque: the directory objects/pack */

/* The kinds of entry in a pack; the last two are deltas. */
enum { PACKS_COMMIT = 1, PACKS_TREE, PACKS_BLOB, PACKS_TAG,
	PACKS_BY_DISTANCE = 6, PACKS_BY_NAME };

/* Nothing is opened yet; a directory that is not there has no packs. */
struct packs *packs_new(const char *dir);
void packs_free(struct packs *p);		/* NULL does nothing */

/*
 * Read the object of this name and type, of at most `max` bytes, into the
 * arena, NUL-terminated beyond its length; the caller checks that it hashes to
 * its name.  *found: some pack has it.  Nothing is believed: before a pack is
 * looked into its whole index is checked, a chain of deltas must end, and no
 * link of it and nothing made by one may be longer than `link`.  *wrong says
 * how the object is damaged; ERR_VERIFY names a pack that is.
 */
int packs_read(struct err *e, struct packs *p, struct arena *a,
	const unsigned char id[OBJECTS_RAW], enum object_type type, size_t max,
	size_t link, char **data, size_t *len, const char **wrong,
	bool *found) __attribute__((warn_unused_result));

/*
 * These objects as one pack without deltas: three syncs instead of two for each
 * object, and no search for deltas, which libgit2's builder spends most of its
 * time on.  Made in memory first, so that its name is known before anything of
 * it is on the disk; staged in a directory that nobody else can read; and
 * published, which is a rename.
 */
#define PACKS_WRITE_MAX (512u << 20)
#define PACKS_NAME 41	/* 40 digits and the NUL */
struct packs_made {
	struct arena a;
	struct str pack, index;
	char name[PACKS_NAME];
};
int packs_make(struct err *e, struct packs *p, const struct object *x,
	size_t n, struct packs_made *out) __attribute__((warn_unused_result));
/* pack-NAME.pack and .idx in `dir`, synced. */
int packs_stage(struct err *e, struct packs_made *m, const char *dir)
	__attribute__((warn_unused_result));
void packs_unstage(const char *dir, const char name[PACKS_NAME]);
/* Move them to where git finds them.  If that fails after packs_has, it can
 * be done again, by another process too. */
int packs_publish(struct err *e, struct packs *p, const char *dir,
	const char name[PACKS_NAME]) __attribute__((warn_unused_result));
/* Is the pack of this name where git finds it? */
bool packs_has(const struct packs *p, const char name[PACKS_NAME]);
void packs_made_free(struct packs_made *m);
/* Remove the pack of this name. */
void packs_remove(const struct packs *p, const char name[PACKS_NAME]);

/*
 * Where there are many packs, put what is in the smaller ones that are like ours
 * into one, texts that are alike as deltas, and remove them.  A commit makes a
 * pack, and a clone reads them all.  The new one is staged in `dir`, synced and in its place before the
 * first is removed, so that every object can be read at any time, and whoever
 * dies on the way leaves nothing worse than some objects twice.  The caller
 * holds the lock.
 */
int packs_gather(struct err *e, struct packs *p, const char *dir)
	__attribute__((warn_unused_result));
/* Forget those that are no longer there; false if all are. */
bool packs_renew(struct packs *p);

/*
 * Check every pack from end to end: what nobody reads may be damaged too.
 * ERR_VERIFY names the pack.
 */
int packs_check(struct err *e, struct packs *p)
	__attribute__((warn_unused_result));

const char *packs_dir(const struct packs *p);

#endif
