/*
 * packs_gather.c: many packs into one
 *
 * The packs of single commits have whole objects; gathered they are full of
 * texts that differ in a few lines.  Whoever serves a clone would look for these
 * every time anew, so some become deltas here: of files that begin alike and
 * are about as long every eighth stays whole, and each of the others stands by
 * what it has and the one before it has not.  A read goes through seven deltas
 * at most.
 */
#include "trust/packs_build.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/objects.h"
#include "trust/packs_delta.h"
#include "trust/sha1.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define GATHER_PACKS 64		/* so many are too many */
#define GATHER_MAX (16u << 20)	/* a pack that is larger stays as it is */
#define INDEX_HEAD (8 + 256 * 4)
#define DELTAS 7		/* one upon another */
#define DELTA_LEAST 512		/* bytes; what is shorter stays whole */
#define DELTA_MAX (24u << 20)	/* bytes of all that are compared */
#define ALIKE 8			/* bytes at their beginning */

/* What is taken from one pack: its bytes as they are. */
struct taken {
	unsigned char id[OBJECTS_RAW];
	const char *s;
	size_t len;
	uint32_t crc;
};

struct gathered {
	struct arena a;
	struct taken *list;
	size_t n, room;
	char (*name)[PACKS_NAME];	/* of the packs they came from */
	size_t npacks;
};

static uint32_t
be32(const char *s)
{
	const unsigned char *p = (const unsigned char *)s;

	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16
	    | (uint32_t)p[2] << 8 | p[3];
}

static bool
sum_holds(const char *s, size_t n)
{
	uint8_t sum[SHA1_BYTES];

	sha1(sum, s, n - SHA1_BYTES);
	return memcmp(sum, s + n - SHA1_BYTES, SHA1_BYTES) == 0;
}

static int
by_place(const void *x, const void *y)
{
	const struct taken *a = x, *b = y;

	return (a->s > b->s) - (a->s < b->s);
}

static int
by_taken_id(const void *x, const void *y)
{
	return memcmp(((const struct taken *)x)->id,
	    ((const struct taken *)y)->id, OBJECTS_RAW);
}

/*
 * The entries of a pack whose checksums hold and that has no deltas, as those
 * that we write; false for any other, which stays as it is.
 */
static bool
take_entries(struct taken *t, size_t n, const char *pack, size_t len,
	const char *index)
{
	const char *ids = index + INDEX_HEAD;
	const char *crcs = ids + n * OBJECTS_RAW, *ats = crcs + 4 * n;

	for (size_t i = 0; i < n; i++) {
		uint32_t at = be32(ats + 4 * i);

		if (at < 12 || at >= len - SHA1_BYTES)
			return false;
		memcpy(t[i].id, ids + i * OBJECTS_RAW, OBJECTS_RAW);
		t[i].s = pack + at;
		t[i].crc = be32(crcs + 4 * i);
	}
	qsort(t, n, sizeof *t, by_place);
	for (size_t i = 0; i < n; i++) {
		const char *end = i + 1 < n ? t[i + 1].s : pack + len
		    - SHA1_BYTES;
		int type = (unsigned char)*t[i].s >> 4 & 7;

		t[i].len = (size_t)(end - t[i].s);
		if (type < PACKS_COMMIT || type > PACKS_TAG ||
		    crc32(0, (const Bytef *)t[i].s, (uInt)t[i].len) !=
		    t[i].crc)
			return false;
	}
	return true;
}

static void
gather_pack(struct gathered *g, const char *dir, const char *name)
{
	struct err ignored;
	char *pack, *index;
	size_t len, k, n;

	if (file_read(&ignored, &g->a, packs_path(&g->a, dir, name, "pack"),
	    GATHER_MAX, &pack, &len) != ERR_OK || file_read(&ignored, &g->a,
	    packs_path(&g->a, dir, name, "idx"), GATHER_MAX, &index, &k) != ERR_OK
	    || len < 12 + SHA1_BYTES || k < INDEX_HEAD + 2 * SHA1_BYTES
	    || memcmp(pack, "PACK\0\0\0\2", 8) != 0
	    || memcmp(index, "\377tOc\0\0\0\2", 8) != 0
	    || !sum_holds(pack, len) || !sum_holds(index, k)
	    || memcmp(index + k - 2 * SHA1_BYTES, pack + len - SHA1_BYTES,
	    SHA1_BYTES) != 0)
		return;
	n = be32(pack + 8);
	if (n == 0 || n != be32(index + INDEX_HEAD - 4) || n > k ||
	    k != INDEX_HEAD + n * (OBJECTS_RAW + 8) + 2 * SHA1_BYTES)
		return;
	while (g->n + n > g->room) {
		struct taken *more = arena_new(&g->a, struct taken,
		    2 * g->room + n);

		if (g->n > 0)
			memcpy(more, g->list, g->n * sizeof *more);
		g->list = more;
		g->room = 2 * g->room + n;
	}
	if (!take_entries(g->list + g->n, n, pack, len, index))
		return;
	g->n += n;
	memcpy(g->name[g->npacks++], name, PACKS_NAME);
}

/* A text to be compared with others. */
struct text {
	struct taken *t;
	char *s;
	size_t len;
};

/* What begins alike together, and by length. */
static int
by_likeness(const void *x, const void *y)
{
	const struct text *a = x, *b = y;
	int d = memcmp(a->s, b->s, ALIKE);

	if (d == 0)
		d = (a->len > b->len) - (a->len < b->len);
	return d != 0 ? d : by_taken_id(a->t, b->t);
}

/* The text of a file; false where that is of no use. */
static bool
inflate_text(struct arena *a, struct taken *t, size_t most, struct text *out)
{
	const unsigned char *p = (const unsigned char *)t->s, *end = p + t->len;
	size_t len = *p & 15;
	uLongf made;

	if ((*p >> 4 & 7) != PACKS_BLOB)
		return false;
	for (int shift = 4; *p & 0x80; shift += 7) {
		if (++p == end || shift > 25)
			return false;
		len |= (size_t)(*p & 0x7f) << shift;
	}
	if (len < DELTA_LEAST || len > most)
		return false;
	*out = (struct text){ t, arena_alloc(a, len), len };
	made = len;
	return uncompress((Bytef *)out->s, &made, p + 1, (uLong)(end - p - 1))
	    == Z_OK && made == len;
}

/*
 * Put a delta in the place of the whole text, where that is shorter by half.
 * What it makes is compared: the pack that has the text will be removed.
 */
static bool
try_delta(struct arena *a, z_stream *z, const struct text *base,
	const struct text *x)
{
	struct arena here = {0};
	struct str delta = str_new(&here), entry = str_new(a);
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
		good = entry.len < x->t->len / 2;
	}
	if (good) {
		x->t->s = entry.s;
		x->t->len = entry.len;
		x->t->crc = (uint32_t)crc32(0, (Bytef *)entry.s,
		    (uInt)entry.len);
	}
	arena_free(&here);
	return good;
}

static void
find_deltas(struct gathered *g, size_t n)
{
	struct arena here = {0};
	struct text *x = arena_new(&here, struct text, n + 1);
	size_t k = 0, left = DELTA_MAX;
	z_stream z;

	for (size_t i = 0; i < n; i++)
		if (inflate_text(&here, &g->list[i], left, &x[k]))
			left -= x[k++].len;
	qsort(x, k, sizeof *x, by_likeness);
	packs_deflate_start(&z);
	for (size_t i = 1, deep = 0; i < k; i++)
		deep = deep < DELTAS && memcmp(x[i - 1].s, x[i].s, ALIKE) == 0
		    && try_delta(&g->a, &z, &x[i - 1], &x[i]) ? deep + 1 : 0;
	deflateEnd(&z);
	arena_free(&here);
}

/* The pack of all that was taken, each once, and its index. */
static void
build_gathered(struct gathered *g, struct packs_made *out)
{
	struct packed *list = arena_new(&out->a, struct packed, g->n);
	struct str b = str_new(&out->a);
	size_t n = 0;

	qsort(g->list, g->n, sizeof *g->list, by_taken_id);
	for (size_t i = 0; i < g->n; i++)
		if (n == 0 || by_taken_id(&g->list[n - 1], &g->list[i]))
			g->list[n++] = g->list[i];
	find_deltas(g, n);
	str_add(&b, "PACK");
	packs_add_number(&b, 2);
	packs_add_number(&b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		list[i] = (struct packed){ .at = (uint32_t)b.len,
		    .crc = g->list[i].crc };
		memcpy(list[i].id, g->list[i].id, OBJECTS_RAW);
		str_addn(&b, g->list[i].s, g->list[i].len);
	}
	packs_add_sum(&b);
	out->pack = b;
	out->index = packs_build_index(&out->a, list, n, &out->pack);
	packs_name_made(out);
}

/* "pack-NAME.idx" */
static bool
is_index(const char *s, char name[PACKS_NAME])
{
	if (strlen(s) != 5 + 40 + 4 || strncmp(s, "pack-", 5) != 0 ||
	    strcmp(s + 45, ".idx") != 0)
		return false;
	memcpy(name, s + 5, 40);
	name[40] = '\0';
	return strspn(name, "0123456789abcdef") == 40;
}

int
packs_gather(struct err *e, struct packs *p, const char *dir)
{
	struct gathered g = { .n = 0 };
	struct packs_made made = { .name = "" };
	char **names, name[PACKS_NAME];
	size_t n = 0, count = 0;
	int rc = file_list(e, &g.a, packs_dir(p), &names, &n);

	for (size_t i = 0; i < n; i++)
		count += is_index(names[i], name);
	if (rc == ERR_OK && count >= GATHER_PACKS) {
		g.name = arena_alloc(&g.a, count * PACKS_NAME);
		for (size_t i = 0; i < n; i++)
			if (is_index(names[i], name))
				gather_pack(&g, packs_dir(p), name);
	}
	if (g.npacks >= GATHER_PACKS / 2) {
		build_gathered(&g, &made);
		rc = packs_stage(e, &made, dir);
		if (rc == ERR_OK)
			rc = packs_publish(e, p, dir, made.name);
		for (size_t i = 0; i < g.npacks && rc == ERR_OK; i++)
			if (strcmp(g.name[i], made.name) != 0)
				packs_remove(p, g.name[i]);
	}
	packs_made_free(&made);
	arena_free(&g.a);
	return rc;
}
