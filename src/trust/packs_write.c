/* packs_write.c: a pack of a few whole objects, and its index */
#include "trust/packs.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/objects.h"
#include "trust/sha1.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* One object in the pack. */
struct packed {
	unsigned char id[OBJECTS_RAW];
	uint32_t at;		/* where it begins */
	uint32_t crc;		/* of its bytes there */
};

static void
add_be32(struct str *b, uint32_t n)
{
	char s[4] = { (char)(n >> 24), (char)(n >> 16), (char)(n >> 8),
		(char)n };

	str_addn(b, s, sizeof s);
}

/* The checksum of all that stands there. */
static void
add_sum(struct str *b)
{
	uint8_t sum[SHA1_BYTES];

	sha1(sum, b->s, b->len);
	str_addn(b, (char *)sum, sizeof sum);
}

/* Type and length: four bits of it, then seven to a byte, low ones first. */
static void
add_head(struct str *b, int type, size_t len)
{
	unsigned c = (unsigned)type << 4 | (len & 15);

	for (len >>= 4; len > 0; len >>= 7) {
		str_addc(b, (char)(c | 0x80));
		c = len & 0x7f;
	}
	str_addc(b, (char)c);
}

#define LARGE 65536		/* bytes */

/* One object more through the same stream. */
static void
add_deflated(struct str *b, z_stream *z, const char *s, size_t len)
{
	uLong n = deflateBound(z, len);
	Bytef *out = malloc(n);

	/* the map of a large battle is worth the time */
	if (deflateParams(z, len > LARGE ? Z_DEFAULT_COMPRESSION :
	    Z_BEST_SPEED, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	z->next_in = (z_const Bytef *)(uintptr_t)s;
	z->avail_in = (uInt)len;
	z->next_out = out;
	z->avail_out = (uInt)n;
	if (out == NULL || deflate(z, Z_FINISH) != Z_STREAM_END)
		arena_out_of_memory();
	str_addn(b, (char *)out, n - z->avail_out);
	free(out);
	if (deflateReset(z) != Z_OK)
		arena_out_of_memory();
}

static int
by_id(const void *x, const void *y)
{
	return memcmp(((const struct packed *)x)->id,
	    ((const struct packed *)y)->id, OBJECTS_RAW);
}

/* The ids of the objects in order, each once. */
static size_t
list_ids(struct arena *a, const struct object *x, size_t n,
	struct packed **out)
{
	struct packed *list = arena_new(a, struct packed, n + 1);
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		if (!objects_raw(list[i].id, x[i].id))
			abort();	/* it is ours */
		else
			list[i].at = (uint32_t)i;	/* for build_pack */
	qsort(list, n, sizeof *list, by_id);
	for (size_t i = 0; i < n; i++)
		if (k == 0 || by_id(&list[k - 1], &list[i]) != 0)
			list[k++] = list[i];
	*out = list;
	return k;
}

/* "PACK", version, count, the objects in the order of their ids, checksum. */
static struct str
build_pack(struct arena *a, const struct object *x, struct packed *list,
	size_t n)
{
	static const int types[] = {
		[OBJECT_COMMIT] = PACKS_COMMIT,
		[OBJECT_TREE] = PACKS_TREE,
		[OBJECT_BLOB] = PACKS_BLOB,
	};
	struct str b = str_new(a);
	z_stream z = {0};

	/* quickly rather than tightly, and with a quarter of the usual memory:
	 * `git gc` makes it small */
	if (deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, 13, 6,
	    Z_DEFAULT_STRATEGY) != Z_OK)
		arena_out_of_memory();
	str_add(&b, "PACK");
	add_be32(&b, 2);
	add_be32(&b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		const struct object *o = &x[list[i].at];

		list[i].at = (uint32_t)b.len;
		add_head(&b, types[o->type], o->len);
		add_deflated(&b, &z, o->data, o->len);
		list[i].crc = (uint32_t)crc32(0, (Bytef *)b.s + list[i].at,
		    (uInt)(b.len - list[i].at));
	}
	deflateEnd(&z);
	add_sum(&b);
	return b;
}

/* Version 2, as packs.c reads it. */
static struct str
build_index(struct arena *a, const struct packed *list, size_t n,
	const struct str *pack)
{
	struct str b = str_new(a);
	size_t k = 0;

	str_addn(&b, "\377tOc\0\0\0\2", 8);
	for (int byte = 0; byte < 256; byte++) {
		while (k < n && list[k].id[0] == byte)
			k++;
		add_be32(&b, (uint32_t)k);
	}
	for (size_t i = 0; i < n; i++)
		str_addn(&b, (const char *)list[i].id, OBJECTS_RAW);
	for (size_t i = 0; i < n; i++)
		add_be32(&b, list[i].crc);
	for (size_t i = 0; i < n; i++)
		add_be32(&b, list[i].at);
	str_addn(&b, pack->s + pack->len - SHA1_BYTES, SHA1_BYTES);
	add_sum(&b);
	return b;
}

/* As readable as the repository is once it is there, and never changed. */
static int
write_file(struct err *e, const char *path, const struct str *b)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
	    | O_NOFOLLOW, 0600);
	size_t done = 0;
	int rc = ERR_OK;

	if (fd < 0)
		return err_errno(e, path);
	while (rc == ERR_OK && done < b->len) {
		ssize_t n = write(fd, b->s + done, b->len - done);

		if (n < 0 && errno != EINTR)
			rc = err_errno(e, path);
		done += n > 0 ? (size_t)n : 0;
	}
	if (rc == ERR_OK && (fchmod(fd, 0444) < 0 || fsync(fd) < 0))
		rc = err_errno(e, path);
	if (close(fd) < 0 && rc == ERR_OK)
		rc = err_errno(e, path);
	return rc;
}

/* A pack is called by its checksum. */
static void
name_made(struct packs_made *m)
{
	objects_hex(m->name, (const unsigned char *)m->pack.s + m->pack.len -
	    SHA1_BYTES);
}

int
packs_make(struct err *e, struct packs *p, const struct object *x, size_t n,
	struct packs_made *out)
{
	struct packed *list;
	size_t bytes = 0;

	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < n; i++)
		bytes += x[i].len;
	if (bytes > PACKS_WRITE_MAX)
		return err_set(e, ERR_INPUT, "%s: %zu bytes are too much for "
		    "one commit", packs_dir(p), bytes);
	n = list_ids(&out->a, x, n, &list);
	out->pack = build_pack(&out->a, x, list, n);
	out->index = build_index(&out->a, list, n, &out->pack);
	name_made(out);
	return ERR_OK;
}

/* Files of another name in `dir` are not ours. */
static const char *
staged(struct arena *a, const char *dir, const char *name, const char *ext)
{
	return arena_printf(a, "%s/pack-%s.%s", dir, name, ext);
}

int
packs_stage(struct err *e, struct packs_made *m, const char *dir)
{
	const char *pack = staged(&m->a, dir, m->name, "pack");
	const char *index = staged(&m->a, dir, m->name, "idx");
	int rc;

	packs_unstage(dir, m->name);
	rc = write_file(e, pack, &m->pack);
	if (rc == ERR_OK)
		rc = write_file(e, index, &m->index);
	if (rc != ERR_OK)
		packs_unstage(dir, m->name);
	return rc;
}

void
packs_unstage(const char *dir, const char name[PACKS_NAME])
{
	struct arena a = {0};

	unlink(staged(&a, dir, name, "idx"));
	unlink(staged(&a, dir, name, "pack"));
	arena_free(&a);
}

bool
packs_has(const struct packs *p, const char name[PACKS_NAME])
{
	struct arena a = {0};
	bool has = file_exists(staged(&a, packs_dir(p), name, "pack"));

	arena_free(&a);
	return has;
}

/* What has been moved already, by one who died, is there. */
static int
move(struct err *e, const char *from, const char *to)
{
	if (rename(from, to) == 0 || (errno == ENOENT && file_exists(to)))
		return ERR_OK;
	return err_errno(e, to);
}

/*
 * The index first: git takes an index without its pack for nothing, and
 * nothing of what is packed can be read before the pack is there.  From then
 * on both are.
 */
int
packs_publish(struct err *e, struct packs *p, const char *dir,
	const char name[PACKS_NAME])
{
	const char *to = packs_dir(p);
	struct arena a = {0};
	int rc = ERR_OK;

	if (mkdir(to, 0777) < 0 && errno != EEXIST)
		rc = err_errno(e, to);
	if (rc == ERR_OK)
		rc = move(e, staged(&a, dir, name, "idx"), staged(&a, to,
		    name, "idx"));
	if (rc == ERR_OK)
		rc = move(e, staged(&a, dir, name, "pack"), staged(&a, to,
		    name, "pack"));
	if (rc == ERR_OK)
		rc = file_sync_dir(e, to);
	arena_free(&a);
	return rc;
}

void
packs_made_free(struct packs_made *m)
{
	arena_free(&m->a);
}

void
packs_remove(const struct packs *p, const char name[PACKS_NAME])
{
	struct arena a = {0};

	unlink(arena_printf(&a, "%s/pack-%s.idx", packs_dir(p), name));
	unlink(arena_printf(&a, "%s/pack-%s.pack", packs_dir(p), name));
	arena_free(&a);
}

/* ------------------------------------------------- many packs into one */

#define GATHER_PACKS 64		/* so many are too many */
#define GATHER_MAX (16u << 20)	/* a pack that is larger stays as it is */
#define INDEX_HEAD (8 + 256 * 4)

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

	if (file_read(&ignored, &g->a, staged(&g->a, dir, name, "pack"),
	    GATHER_MAX, &pack, &len) != ERR_OK || file_read(&ignored, &g->a,
	    staged(&g->a, dir, name, "idx"), GATHER_MAX, &index, &k) != ERR_OK
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
	str_add(&b, "PACK");
	add_be32(&b, 2);
	add_be32(&b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		list[i] = (struct packed){ .at = (uint32_t)b.len,
		    .crc = g->list[i].crc };
		memcpy(list[i].id, g->list[i].id, OBJECTS_RAW);
		str_addn(&b, g->list[i].s, g->list[i].len);
	}
	add_sum(&b);
	out->pack = b;
	out->index = build_index(&out->a, list, n, &out->pack);
	name_made(out);
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
