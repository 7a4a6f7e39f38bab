/*
 * packs_gather.c: many packs into one
 *
 * The packs of single commits have whole objects; gathered they are full of
 * texts that differ in a few lines.  Whoever serves a clone would look for these
 * every time anew, so they become deltas here (packs_alike.c).  What is gathered
 * is gathered again as the game grows, deltas as they are, together with
 * whatever has not at least twice as many objects as all that is smaller: so
 * there are few packs, and an object is written a few times only.
 */
#include "trust/packs_build.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/objects.h"
#include "trust/sha1.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#define GATHER_PACKS 16		/* so many are too many */
#define GATHER_MAX (4u << 20)	/* bytes: no pack is made longer than this */
#define GATHER_TIMES 2		/* as large as all that is smaller: it stays */
#define INDEX_HEAD (8 + 256 * 4)
#define INDEX_EACH (OBJECTS_RAW + 4 + 4)

struct gathered {
	struct arena a;
	struct taken *list;
	size_t n, room;
	char (*name)[PACKS_NAME];	/* of the packs they came from */
	int npacks;
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

/* By id, and the same from several packs in their order. */
int
packs_by_taken(const void *x, const void *y)
{
	const struct taken *a = x, *b = y;

	return memcmp(a->id, b->id, OBJECTS_RAW);
}

static int
by_taken_and_pack(const void *x, const void *y)
{
	const struct taken *a = x, *b = y;
	int d = packs_by_taken(a, b);

	return d != 0 ? d : (a->from > b->from) - (a->from < b->from);
}

static int
by_raw_id(const void *x, const void *y)
{
	return memcmp(x, y, OBJECTS_RAW);
}

/* Is it whole, or a delta whose base is in the same pack under its name? */
static bool
is_taken(struct taken *t, const char *ids, size_t n)
{
	int type = (unsigned char)*t->s >> 4 & 7;
	size_t head = 0;

	t->base = NULL;
	if (type >= PACKS_COMMIT && type <= PACKS_TAG)
		return true;
	while (head < t->len && (unsigned char)t->s[head++] & 0x80)
		;
	if (type != PACKS_BY_NAME || t->len < head + OBJECTS_RAW)
		return false;
	t->base = (const unsigned char *)t->s + head;
	return bsearch(t->base, ids, n, OBJECTS_RAW, by_raw_id) != NULL;
}

/*
 * The entries of a pack whose checksums hold and that could be one of those that
 * we write; false for any other, which stays as it is.
 */
static bool
take_entries(struct taken *t, size_t n, int from, const char *pack,
	size_t len, const char *index)
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
		t[i].from = from;
	}
	qsort(t, n, sizeof *t, by_place);
	for (size_t i = 0; i < n; i++) {
		const char *end = i + 1 < n ? t[i + 1].s : pack + len
		    - SHA1_BYTES;

		t[i].len = (size_t)(end - t[i].s);
		if (t[i].len == 0 || !is_taken(&t[i], ids, n) ||
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
	    k != INDEX_HEAD + n * INDEX_EACH + 2 * SHA1_BYTES)
		return;
	while (g->n + n > g->room) {
		struct taken *more = arena_new(&g->a, struct taken,
		    2 * g->room + n);

		if (g->n > 0)
			memcpy(more, g->list, g->n * sizeof *more);
		g->list = more;
		g->room = 2 * g->room + n;
	}
	if (!take_entries(g->list + g->n, n, g->npacks, pack, len, index))
		return;
	g->n += n;
	memcpy(g->name[g->npacks++], name, PACKS_NAME);
}

/*
 * The pack of all that was taken, each once, and its index.  Of an object that
 * several packs have the first is taken, a delta or not, so that no chain of
 * deltas goes round: its base is in the same pack, or in one before.
 */
static void
build_gathered(struct gathered *g, struct packs_made *out)
{
	struct packed *list = arena_new(&out->a, struct packed, g->n);
	struct str b = str_new(&out->a);
	size_t n = 0;

	qsort(g->list, g->n, sizeof *g->list, by_taken_and_pack);
	for (size_t i = 0; i < g->n; i++)
		if (n == 0 || packs_by_taken(&g->list[n - 1], &g->list[i]))
			g->list[n++] = g->list[i];
	packs_find_alike(&g->a, g->list, n);
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

/* A pack as the directory shows it. */
struct part {
	char name[PACKS_NAME];
	size_t objects, bytes;
};

static int
by_objects(const void *x, const void *y)
{
	const struct part *a = x, *b = y;

	if (a->objects != b->objects)
		return a->objects < b->objects ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* The packs that are not too large, the smallest first.  An index tells by its
 * length how many objects there are. */
static size_t
list_parts(struct arena *a, const char *dir, char **names, size_t n,
	struct part *out)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		struct part *x = &out[k];
		struct stat index, pack;

		if (!is_index(names[i], x->name) || lstat(packs_path(a, dir,
		    x->name, "idx"), &index) < 0 || lstat(packs_path(a, dir,
		    x->name, "pack"), &pack) < 0 ||
		    index.st_size < INDEX_HEAD || pack.st_size > GATHER_MAX)
			continue;
		x->objects = ((size_t)index.st_size - INDEX_HEAD) / INDEX_EACH;
		x->bytes = (size_t)pack.st_size;
		k++;
	}
	qsort(out, k, sizeof *out, by_objects);
	return k;
}

/* How many of them to gather: all before the last that is not much larger than
 * those before it, and that one. */
static size_t
choose(const struct part *x, size_t n)
{
	size_t objects = 0, bytes = 0, best = 0;

	for (size_t i = 0; i < n; i++) {
		bytes += x[i].bytes;
		if (bytes > GATHER_MAX)
			break;
		if (x[i].objects <= GATHER_TIMES * objects)
			best = i + 1;
		objects += x[i].objects;
	}
	return best;
}

int
packs_gather(struct err *e, struct packs *p, const char *dir)
{
	struct gathered g = { .n = 0 };
	struct packs_made made = { .name = "" };
	struct part *part;
	char **names;
	size_t n = 0, chosen = 0;
	int rc = file_list(e, &g.a, packs_dir(p), &names, &n);

	if (rc == ERR_OK && n >= 2 * GATHER_PACKS) {	/* with the indexes */
		part = arena_new(&g.a, struct part, n);
		n = list_parts(&g.a, packs_dir(p), names, n, part);
		chosen = n >= GATHER_PACKS ? choose(part, n) : 0;
		g.name = arena_alloc(&g.a, chosen * PACKS_NAME + 1);
	}
	for (size_t i = 0; i < chosen; i++)
		gather_pack(&g, packs_dir(p), part[i].name);
	if (g.npacks >= GATHER_PACKS / 2) {
		build_gathered(&g, &made);
		rc = packs_stage(e, &made, dir);
		if (rc == ERR_OK)
			rc = packs_publish(e, p, dir, made.name);
		for (int i = 0; i < g.npacks && rc == ERR_OK; i++)
			if (strcmp(g.name[i], made.name) != 0)
				packs_remove(p, g.name[i]);
		(void)packs_renew(p);	/* they are not mapped any longer */
	}
	packs_made_free(&made);
	arena_free(&g.a);
	return rc;
}
