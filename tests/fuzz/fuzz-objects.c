/*
 * fuzz-objects.c: any bytes as a loose object, as what is deflated in one, and
 * as a pack with its index, under checksums that fit: read, or refused
 */
#include "fuzz.h"

#include "base/file.h"
#include "trust/objects.h"
#include "trust/sha1.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define MOST 65536

static const char *top;
/* the blob "hello\n", which the seeds have in a pack */
static const char id[] = "ce013625030ba8dba906f756967f9e9ca394464a";

static void
gone(struct arena *a, const char *name)
{
	const char *path = arena_printf(a, "%s/%s", top, name);

	if (unlink(path) < 0)
		(void)rmdir(path);
}

static void
clean(void)
{
	gone(&fuzz_kept, "ce");
	gone(&fuzz_kept, "pack");
	gone(&fuzz_kept, "");
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static char name[] = "/tmp/iacta-fuzz.XXXXXX";

	(void)argc, (void)argv;
	top = mkdtemp(name);
	assert(top != NULL);
	assert(mkdir(arena_printf(&fuzz_kept, "%s/ce", top), 0700) == 0);
	assert(mkdir(arena_printf(&fuzz_kept, "%s/pack", top), 0700) == 0);
	atexit(clean);
	return 0;
}

static void
put(struct arena *a, const char *name, const void *p, size_t n)
{
	FILE *f = fopen(arena_printf(a, "%s/%s", top, name), "w");

	assert(f != NULL && fwrite(p, 1, n, f) == n);
	assert(fclose(f) == 0);
}

/* The last 20 bytes become the SHA-1 of those before. */
static void
seal(uint8_t *p, size_t n)
{
	if (n >= SHA1_BYTES)
		sha1(p + n - SHA1_BYTES, p, n - SHA1_BYTES);
}

/* Index and pack: two bytes say how long the index is. */
static void
put_pack(struct arena *a, const uint8_t *data, size_t n)
{
	size_t len = n < 2 ? 0 : ((size_t)data[0] << 8 | data[1]);
	uint8_t *index, *pack;

	if (n < 2)
		return;
	data += 2;
	n -= 2;
	if (len > n)
		len = n;
	index = arena_alloc(a, len + 1);
	memcpy(index, data, len);
	pack = arena_alloc(a, n - len + 1);
	memcpy(pack, data + len, n - len);
	seal(pack, n - len);
	if (len >= 2 * SHA1_BYTES && n - len >= SHA1_BYTES)
		memcpy(index + len - 2 * SHA1_BYTES, pack + n - len -
		    SHA1_BYTES, SHA1_BYTES);
	seal(index, len);
	put(a, arena_printf(a, "pack/pack-%s.idx", id), index, len);
	put(a, arena_printf(a, "pack/pack-%s.pack", id), pack, n - len);
}

static void
read_it(struct arena *a)
{
	struct objects *o = NULL;
	struct err e = { 0 };
	char *data;
	size_t len;

	fuzz_must(objects_open(&e, top, &o), &e);
	for (int type = OBJECT_COMMIT; type <= OBJECT_BLOB; type++) {
		if (objects_read(&e, o, a, id, (enum object_type)type, MOST,
		    &data, &len) == ERR_OK)
			/* it cannot be another text with this name */
			assert(type == OBJECT_BLOB && len == 6 &&
			    memcmp(data, "hello\n", 6) == 0);
		else
			fuzz_message(&e);
	}
	if (objects_check(&e, o) != ERR_OK)
		fuzz_message(&e);
	objects_close(o);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const char loose[] =
	    "ce/013625030ba8dba906f756967f9e9ca394464a";
	struct arena a = { 0 };
	uLongf len;
	uint8_t *z;

	if (n < 1)
		return 0;
	switch (data[0] % 3) {
	case 0:
		put(&a, loose, data + 1, n - 1);
		break;
	case 1:
		len = compressBound(n - 1);
		z = arena_alloc(&a, len);
		assert(compress(z, &len, data + 1, n - 1) == Z_OK);
		put(&a, loose, z, len);
		break;
	case 2:
		put_pack(&a, data + 1, n - 1);
	}
	read_it(&a);
	gone(&a, loose);
	gone(&a, arena_printf(&a, "pack/pack-%s.idx", id));
	gone(&a, arena_printf(&a, "pack/pack-%s.pack", id));
	arena_free(&a);
	return 0;
}
