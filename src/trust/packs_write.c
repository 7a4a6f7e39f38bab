/* packs_write.c: a pack of a few whole objects, and its index */
#include "trust/packs_build.h"

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

void
packs_add_number(struct str *b, uint32_t n)
{
	char s[4] = { (char)(n >> 24), (char)(n >> 16), (char)(n >> 8),
		(char)n };

	str_addn(b, s, sizeof s);
}

void
packs_add_sum(struct str *b)
{
	uint8_t sum[SHA1_BYTES];

	sha1(sum, b->s, b->len);
	str_addn(b, (char *)sum, sizeof sum);
}

/* Four bits of the length, then seven to a byte, low ones first. */
void
packs_add_head(struct str *b, int type, size_t len)
{
	unsigned c = (unsigned)type << 4 | (len & 15);

	for (len >>= 4; len > 0; len >>= 7) {
		str_addc(b, (char)(c | 0x80));
		c = len & 0x7f;
	}
	str_addc(b, (char)c);
}

#define LARGE 65536		/* bytes */

/* Quickly rather than tightly, and with a quarter of the usual memory: `git gc`
 * makes it small. */
void
packs_deflate_start(z_stream *z)
{
	*z = (z_stream){ 0 };
	if (deflateInit2(z, Z_BEST_SPEED, Z_DEFLATED, 13, 6,
	    Z_DEFAULT_STRATEGY) != Z_OK)
		arena_out_of_memory();
}

void
packs_add_deflated(struct str *b, z_stream *z, const char *s, size_t len)
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
	z_stream z;

	packs_deflate_start(&z);
	str_add(&b, "PACK");
	packs_add_number(&b, 2);
	packs_add_number(&b, (uint32_t)n);
	for (size_t i = 0; i < n; i++) {
		const struct object *o = &x[list[i].at];

		list[i].at = (uint32_t)b.len;
		packs_add_head(&b, types[o->type], o->len);
		packs_add_deflated(&b, &z, o->data, o->len);
		list[i].crc = (uint32_t)crc32(0, (Bytef *)b.s + list[i].at,
		    (uInt)(b.len - list[i].at));
	}
	deflateEnd(&z);
	packs_add_sum(&b);
	return b;
}

struct str
packs_build_index(struct arena *a, const struct packed *list, size_t n,
	const struct str *pack)
{
	struct str b = str_new(a);
	size_t k = 0;

	str_addn(&b, "\377tOc\0\0\0\2", 8);
	for (int byte = 0; byte < 256; byte++) {
		while (k < n && list[k].id[0] == byte)
			k++;
		packs_add_number(&b, (uint32_t)k);
	}
	for (size_t i = 0; i < n; i++)
		str_addn(&b, (const char *)list[i].id, OBJECTS_RAW);
	for (size_t i = 0; i < n; i++)
		packs_add_number(&b, list[i].crc);
	for (size_t i = 0; i < n; i++)
		packs_add_number(&b, list[i].at);
	str_addn(&b, pack->s + pack->len - SHA1_BYTES, SHA1_BYTES);
	packs_add_sum(&b);
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

void
packs_name_made(struct packs_made *m)
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
	out->index = packs_build_index(&out->a, list, n, &out->pack);
	packs_name_made(out);
	return ERR_OK;
}

const char *
packs_path(struct arena *a, const char *dir, const char *name, const char *ext)
{
	return arena_printf(a, "%s/pack-%s.%s", dir, name, ext);
}

int
packs_stage(struct err *e, struct packs_made *m, const char *dir)
{
	const char *pack = packs_path(&m->a, dir, m->name, "pack");
	const char *index = packs_path(&m->a, dir, m->name, "idx");
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

	unlink(packs_path(&a, dir, name, "idx"));
	unlink(packs_path(&a, dir, name, "pack"));
	arena_free(&a);
}

bool
packs_has(const struct packs *p, const char name[PACKS_NAME])
{
	struct arena a = {0};
	bool has = file_exists(packs_path(&a, packs_dir(p), name, "pack"));

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
		rc = move(e, packs_path(&a, dir, name, "idx"), packs_path(&a, to,
		    name, "idx"));
	if (rc == ERR_OK)
		rc = move(e, packs_path(&a, dir, name, "pack"), packs_path(&a, to,
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
