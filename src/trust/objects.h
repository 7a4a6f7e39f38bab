/* objects.h: git's objects: each is checked before anybody reads it */
#ifndef IACTA_TRUST_OBJECTS_H
#define IACTA_TRUST_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;
struct objects;		/* opaque: the `objects` directory of a repository */

#define OBJECTS_ID 41	/* 40 digits and the NUL */

enum object_type { OBJECT_COMMIT, OBJECT_TREE, OBJECT_BLOB };

struct object {
	enum object_type type;
	const char *data;
	size_t len;
	char id[OBJECTS_ID];
};

#define OBJECTS_RAW 20
bool objects_raw(unsigned char out[OBJECTS_RAW], const char *id);
void objects_hex(char out[OBJECTS_ID], const unsigned char *raw);

/* `dir` is git's `objects`.  Alternates are not followed: a history needs
 * nothing from outside. */
int objects_open(struct err *e, const char *dir, struct objects **out)
	__attribute__((warn_unused_result));
void objects_close(struct objects *o);		/* NULL does nothing */

/*
 * Read an object of this type and of at most `max` bytes into the arena;
 * NUL-terminated beyond its length.  None reaches libgit2, which may loop on a
 * truncated one and overflow on one that lies about its size: it is inflated
 * here under the limit, must end there, must have the length that it claims
 * and must hash to its name; of a pack, see packs.h.  ERR_VERIFY says "object
 * ID is missing" or how it is damaged.
 */
int objects_read(struct err *e, struct objects *o, struct arena *a,
	const char *id, enum object_type type, size_t max,
	char **data, size_t *len) __attribute__((warn_unused_result));

/* From now on what is read is named by libgit2, whose SHA-1 detects attempts at
 * two objects of one name. */
int objects_strict(struct err *e, struct objects *o)
	__attribute__((warn_unused_result));

/* Check the packs from end to end; ERR_VERIFY names the one that is bad. */
int objects_check(struct err *e, struct objects *o)
	__attribute__((warn_unused_result));

/* Fill in the id that type and content give. */
void objects_name(struct object *x);

/*
 * Write these objects, all or none, as one pack: what will be written, under
 * which name (`name` may be NULL); the files, synced, in a directory of ours;
 * and moving them to where everybody finds them.
 */
int objects_make(struct err *e, struct objects *o, const struct object *x,
	size_t n, const char **name) __attribute__((warn_unused_result));
int objects_stage(struct err *e, struct objects *o, const char *dir)
	__attribute__((warn_unused_result));
int objects_publish(struct err *e, struct objects *o, const char *dir,
	const char *name) __attribute__((warn_unused_result));
/* Can anybody read what is in it? */
bool objects_published(const struct objects *o, const char *name);
/* Nothing came of it: remove it, from both places. */
void objects_discard(struct objects *o, const char *dir, const char *name);

/* Where there are many packs, make one of them (packs_gather). */
int objects_gather(struct err *e, struct objects *o, const char *dir)
	__attribute__((warn_unused_result));

#endif
