/*
 * packs_alike.c: texts of a pack to be that are alike, as deltas
 *
 * Of texts that begin alike and are about as long the first stays whole.  Each
 * of the others stands by what it has and an earlier one has not: the one whose
 * number in the row has the lowest bit that is set cleared.  So half of them
 * have their neighbour for a base, a quarter the one next but one and so on, and
 * a read goes through as many deltas as the number has bits, not through all of
 * the row.
 */
#include "trust/packs_build.h"

#include "base/arena.h"
#include "base/str.h"
#include "trust/packs_delta.h"

#include <stdlib.h>
#include <string.h>

#define DELTAS 16		/* one upon another */
#define DELTA_LEAST 256		/* bytes; what is shorter stays whole */
#define DELTA_MAX (8u << 20)	/* bytes of all that are compared at once */
#define ALIKE 8			/* bytes at their beginning */

/* A text to be compared with others. */
struct text {
	struct taken *t;
	size_t len;
	const unsigned char *packed;	/* the text, deflated */
	unsigned char head[ALIKE];	/* how it begins */
	char *s;			/* inflated, while its row is at hand */
	int depth;			/* deltas below it */
};

static int
type_of(const struct taken *t)
{
	return (unsigned char)*t->s >> 4 & 7;
}

static bool
are_alike(const struct text *a, const struct text *b)
{
	return type_of(a->t) == type_of(b->t) &&
	    memcmp(a->head, b->head, ALIKE) == 0;
}

/* What begins alike together, and by length. */
static int
by_likeness(const void *x, const void *y)
{
	const struct text *a = x, *b = y;
	int d = type_of(a->t) - type_of(b->t);

	if (d == 0)
		d = memcmp(a->head, b->head, ALIKE);
	if (d == 0)
		d = (a->len > b->len) - (a->len < b->len);
	return d != 0 ? d : packs_by_taken(a->t, b->t);
}

static size_t
packed_len(const struct text *x)
{
	return x->t->len - (size_t)((const char *)x->packed - x->t->s);
}

/* How a text begins; false if that cannot be read. */
static bool
inflate_head(struct text *x)
{
	z_stream z = { .next_in = (z_const Bytef *)(uintptr_t)x->packed,
	    .avail_in = (uInt)packed_len(x), .next_out = x->head,
	    .avail_out = ALIKE };
	int rc;

	if (inflateInit(&z) != Z_OK)
		arena_out_of_memory();
	rc = inflate(&z, Z_SYNC_FLUSH);
	inflateEnd(&z);
	return (rc == Z_OK || rc == Z_STREAM_END) && z.avail_out == 0;
}

static bool
inflate_whole(struct arena *a, struct text *x)
{
	uLongf made = x->len;

	x->s = arena_alloc(a, x->len);
	return uncompress((Bytef *)x->s, &made, x->packed,
	    (uLong)packed_len(x)) == Z_OK && made == x->len;
}

/* A file or a tree that is whole; false where that is of no use. */
static bool
find_text(struct taken *t, struct text *out)
{
	const unsigned char *p = (const unsigned char *)t->s, *end = p + t->len;
	size_t len = *p & 15;

	if (type_of(t) != PACKS_BLOB && type_of(t) != PACKS_TREE)
		return false;
	for (int shift = 4; *p & 0x80; shift += 7) {
		if (++p == end || shift > 25)
			return false;
		len |= (size_t)(*p & 0x7f) << shift;
	}
	*out = (struct text){ .t = t, .len = len, .packed = p + 1 };
	return len >= DELTA_LEAST && len <= DELTA_MAX &&
	    inflate_head(out);
}

/*
 * Put a delta in the place of the whole text, where that is shorter by a
 * quarter.  What it makes is compared: the pack that has the text will be
 * removed.
 */
static bool
try_delta(struct arena *a, z_stream *z, const struct text *base,
	const struct text *x)
{
	struct arena here = {0};
	struct str delta = str_new(&here), entry = str_new(&here);
	size_t len = 0;
	char *made;
	bool good = packs_make_delta(&delta, base->s, base->len, x->s, x->len,
	    x->len / 2) && packs_apply_delta(&here, base->s, base->len,
	    delta.s, delta.len, x->len, &made, &len) == NULL &&
	    len == x->len && memcmp(made, x->s, len) == 0;

	if (good) {
		packs_add_head(&entry, PACKS_BY_NAME, delta.len);
		str_addn(&entry, (const char *)base->t->id, OBJECTS_RAW);
		packs_add_deflated(&entry, z, delta.s, delta.len);
		good = entry.len < x->t->len / 4 * 3;
	}
	if (good) {
		x->t->s = arena_strndup(a, entry.s, entry.len);
		x->t->len = entry.len;
		x->t->crc = (uint32_t)crc32(0, (Bytef *)entry.s,
		    (uInt)entry.len);
	}
	arena_free(&here);
	return good;
}

/*
 * How many deltas stand upon each that is whole.  Chains end: a base is in the
 * pack that its delta came from, or was taken from one before that.
 */
static void
find_heights(struct taken *t, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct taken *root = &t[i];
		int height = 0;

		while (root->base != NULL && height < DELTAS) {
			struct taken key;

			memcpy(key.id, root->base, OBJECTS_RAW);
			root = bsearch(&key, t, n, sizeof *t, packs_by_taken);
			if (root == NULL)
				abort();	/* it was looked for */
			height++;
		}
		if (root->height < height)
			root->height = height;
	}
}

/* How many of x[0 .. n-1] begin as the first does, as far as there is room for
 * them at once. */
static size_t
row_of(const struct text *x, size_t n)
{
	size_t bytes = x[0].len, k = 1;

	while (k < n && are_alike(&x[0], &x[k]) &&
	    bytes + x[k].len <= DELTA_MAX)
		bytes += x[k++].len;
	return k;
}

static void
shorten_row(struct arena *a, z_stream *z, struct text *x, size_t n)
{
	struct arena here = {0};

	for (size_t i = 0; i < n; i++) {
		const struct text *base = &x[i > 0 ? i & (i - 1) : 0];

		if (!inflate_whole(&here, &x[i]))
			break;
		if (i > 0 && base->depth + 1 + x[i].t->height <= DELTAS &&
		    try_delta(a, z, base, &x[i]))
			x[i].depth = base->depth + 1;
	}
	arena_free(&here);
}

void
packs_find_alike(struct arena *a, struct taken *t, size_t n)
{
	struct arena here = {0};
	struct text *x = arena_new(&here, struct text, n + 1);
	size_t k = 0, row;
	z_stream z;

	find_heights(t, n);
	for (size_t i = 0; i < n; i++)
		k += t[i].base == NULL && find_text(&t[i], &x[k]);
	qsort(x, k, sizeof *x, by_likeness);
	packs_deflate_start(&z);
	for (size_t i = 0; i < k; i += row) {
		row = row_of(x + i, k - i);
		if (row > 1)
			shorten_row(a, &z, x + i, row);
	}
	deflateEnd(&z);
	arena_free(&here);
}
