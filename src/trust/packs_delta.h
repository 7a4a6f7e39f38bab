/* packs_delta.h: an object by what it has and another has not */
#ifndef IACTA_TRUST_PACKS_DELTA_H
#define IACTA_TRUST_PACKS_DELTA_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct str;

/* What a delta makes of its base, of at most `max` bytes, NUL-terminated beyond
 * its length.  NULL, or what is wrong with it. */
const char *packs_apply_delta(struct arena *a, const char *base, size_t nbase,
	const char *delta, size_t ndelta, size_t max, char **out, size_t *len);

/* A delta of at most `max` bytes that makes `s` of the base; false if none was
 * found. */
bool packs_make_delta(struct str *out, const char *base, size_t nbase,
	const char *s, size_t n, size_t max);

#endif
