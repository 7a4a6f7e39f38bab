/* packs_build.h: what packs_write.c, packs_gather.c and packs_alike.c share */
#ifndef IACTA_TRUST_PACKS_BUILD_H
#define IACTA_TRUST_PACKS_BUILD_H

#include "trust/packs.h"

#include <stdint.h>
#include <zlib.h>

/* One object in the pack. */
struct packed {
	unsigned char id[OBJECTS_RAW];
	uint32_t at;		/* where it begins */
	uint32_t crc;		/* of its bytes there */
};

/* What is taken from a pack: its bytes as they are. */
struct taken {
	unsigned char id[OBJECTS_RAW];
	const char *s;
	size_t len;
	uint32_t crc;
	int from;			/* the number of the pack */
	const unsigned char *base;	/* of a delta: an id; NULL: whole */
	int height;			/* deltas upon one that is whole */
};
int packs_by_taken(const void *x, const void *y);	/* by id */
/* Make deltas of what is whole in t[0 .. n-1], which stand in the order of the
 * ids and have every base, and is like something else there. */
void packs_find_alike(struct arena *a, struct taken *t, size_t n);

void packs_add_number(struct str *b, uint32_t n);
/* The checksum of all that stands there. */
void packs_add_sum(struct str *b);
/* Type and length of an entry, and its content: one more through the same
 * stream, which deflateEnd ends. */
void packs_add_head(struct str *b, int type, size_t len);
void packs_deflate_start(z_stream *z);
void packs_add_deflated(struct str *b, z_stream *z, const char *s, size_t len);

/* The index of a pack, of version 2; `list` is in the order of the ids. */
struct str packs_build_index(struct arena *a, const struct packed *list,
	size_t n, const struct str *pack);
/* A pack is called by its checksum. */
void packs_name_made(struct packs_made *m);
/* Files of another name in `dir` are not ours. */
const char *packs_path(struct arena *a, const char *dir, const char *name,
	const char *ext);

#endif
