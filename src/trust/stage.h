/* stage.h: git's index of a work tree [gitformat-index(5)] */
#ifndef IACTA_TRUST_STAGE_H
#define IACTA_TRUST_STAGE_H

#include "trust/objects.h"

#include <stdint.h>

struct stat;
struct str;
struct stage;		/* opaque: the files that git knows of a work tree */

#define STAGE_BLOB 0100644	/* the mode of every file of a game */

/* What git compares to see that a file is unchanged; the rest of a stat's
 * numbers are cut to 32 bits. */
struct stage_stat {
	uint32_t ctime, ctime_ns, mtime, mtime_ns, dev, ino;
	uint32_t mode, uid, gid, size;
};

struct stage_file {
	const char *path;
	char id[OBJECTS_ID];
	struct stage_stat stat;
};

/*
 * What is in the bytes of an index of version 2, 3 or 4; it borrows nothing
 * and lives in the arena.  Entries of a merge are kept as they are, and so are
 * git's marks; what git keeps there besides, it can make again.  ERR_INPUT for
 * what is damaged, and for an index that is split or sparse.
 */
int stage_read(struct err *e, struct arena *a, const char *s, size_t len,
	struct stage **out) __attribute__((warn_unused_result));
struct stage *stage_new(struct arena *a);

size_t stage_count(const struct stage *x);
/* The file of that path; NULL if there is none, or if it is being merged. */
const struct stage_file *stage_find(const struct stage *x, const char *path);

/* This file stands so in the work tree, and nothing else where it is. */
void stage_put(struct stage *x, const char *path, const char *id,
	const struct stat *st);
void stage_remove(struct stage *x, const char *path);

/* Those numbers of a stat. */
struct stage_stat stage_stat(const struct stat *st);

/*
 * The bytes, for git.  A file that was changed no earlier than the index that
 * was read (`written`) may have been changed after it within the clock's tick:
 * unless it has been put since, git is told to look at its content.
 */
void stage_write(struct str *out, struct stage *x,
	const struct stat *written);

#endif
