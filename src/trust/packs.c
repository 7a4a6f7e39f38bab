/* packs.c: git's packs: found, checked, and read */
#include "trust/packs.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "trust/packs_delta.h"
#include "trust/sha1.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define DEPTH_MAX 4096		/* git's own longest chain of deltas */
#define PACK_HEAD 12		/* "PACK", version, count */
#define IDX_HEAD (8 + 256 * 4)	/* magic, version, and the fan-out */
#define ID OBJECTS_RAW
#define PIECE (1u << 20)	/* bytes that are summed up at once */
#define READS 64		/* until what was read need not be in memory */

struct mapped {
	const unsigned char *p;
	size_t n;
};

/*
 * An index of version 2 is: magic, version, 256 counts of the ids whose first
 * byte is at most that (the fan-out), the ids in order, a checksum of four
 * bytes for each, an offset of four bytes for each or, with its highest bit
 * set, the number of an offset of eight bytes, those, and two checksums.
 */
struct pack {
	struct pack *next;
	char *idx_path;
	char *pack_path;
	const char *name;	/* of the index, in its path */
	struct timespec when;	/* the index was written */
	struct mapped idx;	/* once something was sought in it */
	struct mapped pack;	/* once something was found in the index */
	size_t n;		/* objects */
	const char *wrong;	/* damaged: how; else NULL */
};

struct packs {
	char *dir;
	struct pack *list;
	unsigned reads;
};

struct packs *
packs_new(const char *dir)
{
	struct packs *p = calloc(1, sizeof *p);

	if (p == NULL || (p->dir = strdup(dir)) == NULL)
		arena_out_of_memory();
	return p;
}

const char *
packs_dir(const struct packs *p)
{
	return p->dir;
}

static void
free_pack(struct pack *k)
{
	if (k->idx.p != NULL)
		munmap((void *)k->idx.p, k->idx.n);
	if (k->pack.p != NULL)
		munmap((void *)k->pack.p, k->pack.n);
	free(k->idx_path);
	free(k->pack_path);
	free(k);
}

void
packs_free(struct packs *p)
{
	if (p == NULL)
		return;
	while (p->list != NULL) {
		struct pack *k = p->list;

		p->list = k->next;
		free_pack(k);
	}
	free(p->dir);
	free(p);
}

static uint32_t
be32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16
	    | (uint32_t)p[2] << 8 | p[3];
}

/* Map a regular file; false if it is none, or shorter than `least`. */
static bool
map(struct mapped *m, const char *path, size_t least)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	void *p;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)
	    && (size_t)st.st_size >= least) {
		p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd,
		    0);
		if (p != MAP_FAILED)
			*m = (struct mapped){ p, (size_t)st.st_size };
	}
	close(fd);
	return m->p != NULL;
}

static uint32_t
fan(const struct pack *k, int byte)
{
	return be32(k->idx.p + 8 + 4 * byte);
}

static const unsigned char *
id_of(const struct pack *k, size_t i)
{
	return k->idx.p + IDX_HEAD + i * ID;
}

/* The offsets of four bytes. */
static const unsigned char *
small_offsets(const struct pack *k)
{
	return k->idx.p + IDX_HEAD + k->n * (ID + 4);
}

/* Where the i-th object begins in the pack; SIZE_MAX if nowhere. */
static size_t
offset_of(const struct pack *k, size_t i)
{
	const unsigned char *small = small_offsets(k);
	const unsigned char *large = small + k->n * 4;
	const unsigned char *end = k->idx.p + k->idx.n - 2 * ID;
	uint64_t at = be32(small + i * 4);

	if (at & 0x80000000) {
		at &= 0x7fffffff;
		if (at >= (size_t)(end - large) / 8)
			return SIZE_MAX;
		large += at * 8;
		at = (uint64_t)be32(large) << 32 | be32(large + 4);
	}
	return at >= PACK_HEAD && at < k->pack.n - ID ? (size_t)at : SIZE_MAX;
}

static uint64_t
be64(const unsigned char *p)
{
	uint64_t x;

	memcpy(&x, p, sizeof x);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	return x;
}

/* The ids from `from` to before `to` begin with this byte, and are in order,
 * which their first eight bytes nearly always tell. */
static const char *
check_ids(const struct pack *k, unsigned byte, size_t from, size_t to)
{
	uint64_t last = 0, next;

	for (size_t i = from; i < to; i++, last = next) {
		const unsigned char *id = id_of(k, i);

		next = be64(id);
		if (*id != byte)
			return "its index does not add up";
		if (i > from && (next < last || (next == last &&
		    memcmp(id - ID, id, ID) >= 0)))
			return "its index is not in order";
	}
	return NULL;
}

/* Returns NULL, or what is wrong: ids in order, each under its first byte. */
static const char *
check_index(struct pack *k)
{
	const char *wrong = NULL;
	size_t least;

	if (!map(&k->idx, k->idx_path, IDX_HEAD + 2 * ID))
		return "its index cannot be read, or is cut short";
	if (memcmp(k->idx.p, "\377tOc\0\0\0\2", 8) != 0)
		return "its index is of another version";
	for (int i = 1; i < 256; i++)
		if (fan(k, i - 1) > fan(k, i))
			return "its index does not add up";
	k->n = fan(k, 255);
	least = IDX_HEAD + k->n * (ID + 4 + 4) + 2 * ID;
	if (k->idx.n < least || (k->idx.n - least) % 8 != 0)
		return "its index is of another length";
	for (int i = 0; i < 256 && wrong == NULL; i++)
		wrong = check_ids(k, (unsigned)i, i > 0 ? fan(k, i - 1) : 0,
		    fan(k, i));
	return wrong;
}

/* ... and each with a place in the pack, which is of this index. */
static const char *
check_pack(struct pack *k)
{
	const unsigned char *small;
	size_t room;

	if (k->pack.p != NULL)
		return NULL;
	if (!map(&k->pack, k->pack_path, PACK_HEAD + ID))
		return "it cannot be read, or is cut short";
	if (memcmp(k->pack.p, "PACK\0\0\0\2", 8) != 0)
		return "it is of another version";
	if (be32(k->pack.p + 8) != k->n
	    || memcmp(k->idx.p + k->idx.n - 2 * ID,
		k->pack.p + k->pack.n - ID, ID) != 0)
		return "its index belongs to another pack";
	small = small_offsets(k);
	room = k->pack.n - PACK_HEAD - ID;
	/* in a short pack what is no offset, but the number of one, is too
	 * large for an offset as well */
	for (size_t i = 0; i < k->n; i++)
		if ((room > INT32_MAX - PACK_HEAD ||
		    be32(small + 4 * i) - PACK_HEAD >= room)
		    && offset_of(k, i) == SIZE_MAX)
			return "its index points outside of it";
	return NULL;
}

/* Open the index when it is first needed: a long game has many packs, and few
 * are looked into. */
static bool
is_sound(struct pack *k)
{
	if (k->wrong == NULL && k->idx.p == NULL)
		k->wrong = check_index(k);
	return k->wrong == NULL;
}

static bool
is_known(const struct packs *p, const char *name)
{
	for (struct pack *k = p->list; k != NULL; k = k->next)
		if (strcmp(k->name, name) == 0)
			return true;
	return false;
}

static struct pack *
new_pack(struct packs *p, struct arena *a, const char *name)
{
	size_t n = strlen(name);
	struct stat st;
	struct pack *k;

	if (n < 4 || strcmp(name + n - 4, ".idx") != 0 || is_known(p, name))
		return NULL;
	k = calloc(1, sizeof *k);
	if (k == NULL || (k->idx_path = strdup(arena_printf(a, "%s/%s", p->dir,
	    name))) == NULL || (k->pack_path = strdup(arena_printf(a,
	    "%s/%.*spack", p->dir, (int)n - 3, name))) == NULL)
		arena_out_of_memory();
	k->name = k->idx_path + strlen(p->dir) + 1;
	if (lstat(k->idx_path, &st) == 0)
		k->when = st.st_mtim;
	return k;
}

/* The newest first; by name where the clock cannot tell. */
static int
by_age(const void *x, const void *y)
{
	const struct pack *a = *(struct pack *const *)x;
	const struct pack *b = *(struct pack *const *)y;

	if (a->when.tv_sec != b->when.tv_sec)
		return a->when.tv_sec > b->when.tv_sec ? -1 : 1;
	if (a->when.tv_nsec != b->when.tv_nsec)
		return a->when.tv_nsec > b->when.tv_nsec ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* Before those that are known the newest and the oldest, where the last turn
 * and the rules are; then the others. */
static void
add_packs(struct packs *p, struct pack **list, size_t n)
{
	qsort(list, n, sizeof *list, by_age);
	for (size_t i = n; i-- > 0;) {
		size_t at = n < 3 ? i : i == 0 ? 0 : i == 1 ? n - 1 : i - 1;

		list[at]->next = p->list;
		p->list = list[at];
	}
}

/* Find the packs that have come since. */
static int
rescan(struct err *e, struct packs *p)
{
	struct arena a = {0};
	struct pack **list, *k;
	char **names;
	size_t n = 0, come = 0;
	int rc = ERR_OK;

	if (file_exists(p->dir))
		rc = file_list(e, &a, p->dir, &names, &n);
	list = arena_new(&a, struct pack *, n + 1);
	for (size_t i = 0; i < n; i++)
		if ((k = new_pack(p, &a, names[i])) != NULL)
			list[come++] = k;
	add_packs(p, list, come);
	arena_free(&a);
	return rc;
}

/* Which object of this pack it is; SIZE_MAX if it is not there. */
static size_t
find_in(struct pack *k, const unsigned char *id)
{
	size_t low, high;

	if (!is_sound(k))
		return SIZE_MAX;
	low = *id > 0 ? fan(k, *id - 1) : 0;
	high = fan(k, *id);
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int d = memcmp(id, id_of(k, mid), ID);

		if (d == 0)
			return mid;
		if (d < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return SIZE_MAX;
}

/* The pack that has it, now first in the list; NULL if none has. */
static struct pack *
find(struct packs *p, const unsigned char *id)
{
	for (struct pack **at = &p->list; *at != NULL; at = &(*at)->next) {
		struct pack *k = *at;

		if (find_in(k, id) == SIZE_MAX
		    || (k->wrong = check_pack(k)) != NULL)
			continue;
		*at = k->next;
		k->next = p->list;
		p->list = k;
		return k;
	}
	return NULL;
}

/*
 * An entry begins with its type and length: four bits of it, then seven to a
 * byte, as long as the highest bit is set.  Returns what follows, or NULL.
 */
static const unsigned char *
entry_head(const struct pack *k, size_t at, int *type, size_t *len)
{
	const unsigned char *p = k->pack.p + at;
	const unsigned char *end = k->pack.p + k->pack.n - ID;
	int shift = 4;

	*type = *p >> 4 & 7;
	*len = *p & 15;
	while (*p++ & 0x80) {
		if (p == end || shift > 40)
			return NULL;
		*len |= (size_t)(*p & 0x7f) << shift;
		shift += 7;
	}
	return p;
}

/*
 * How far back the base of a delta is: seven bits to a byte, each but the
 * last counting one more.  0 if it is nonsense; *s is moved behind it.
 */
static size_t
base_distance(const unsigned char **s, const unsigned char *end)
{
	const unsigned char *p = *s;
	size_t n = *p & 0x7f;

	while (*p & 0x80) {
		if (++p == end || n > SIZE_MAX >> 8)
			return 0;
		n = (n + 1) << 7 | (*p & 0x7f);
	}
	*s = p + 1;
	return n;
}

/* ---------------------------------------------------------------- reading */

/* One link of a chain of deltas: where its compressed bytes are, and how long
 * it is when it is inflated. */
struct link {
	const unsigned char *p;
	size_t len;
};

/*
 * Inflate what must be exactly `len` bytes into `out`, which has room for one
 * more, so that content that is longer shows.  NULL, or what is wrong.
 */
static const char *
inflate_link(const struct pack *k, const struct link *x, char *out)
{
	const unsigned char *end = k->pack.p + k->pack.n - ID;
	z_stream z = {0};
	int rc;

	if (inflateInit(&z) != Z_OK)
		arena_out_of_memory();
	z.next_in = (Bytef *)x->p;
	z.avail_in = (size_t)(end - x->p) < UINT_MAX ? (uInt)(end - x->p) :
	    UINT_MAX;
	z.next_out = (Bytef *)out;
	z.avail_out = (uInt)x->len + 1;
	rc = inflate(&z, Z_FINISH);
	inflateEnd(&z);
	if (rc != Z_STREAM_END || z.avail_out != 1)
		return "it is not compressed as git does it, or of another "
		    "length";
	out[x->len] = '\0';
	return NULL;
}

/*
 * Follow the deltas of the entry at `at` to a whole object: *list has the
 * deltas, the last one first to be applied, and the object at its end.
 */
static const char *
follow_chain(struct pack *k, size_t at, size_t max, struct arena *a,
	struct link **list, int *n, int *type)
{
	const unsigned char *end = k->pack.p + k->pack.n - ID;
	int cap = 0;

	*list = NULL;
	for (*n = 0; *n < DEPTH_MAX;) {
		size_t len, back;
		const unsigned char *p = entry_head(k, at, type, &len);

		if (p == NULL || p >= end)
			return "it is cut short";
		if (len > max)
			return "it is too long";
		if (*n == cap) {
			struct link *more = arena_new(a, struct link,
			    cap = cap ? 4 * cap : 16);

			if (*n > 0)
				memcpy(more, *list, (size_t)*n * sizeof *more);
			*list = more;
		}
		if (*type == PACKS_BY_NAME) {
			at = end - p < ID ? SIZE_MAX : find_in(k, p);
			if (at != SIZE_MAX)
				at = offset_of(k, at);
			p += ID;
		} else if (*type == PACKS_BY_DISTANCE) {
			back = base_distance(&p, end);
			at = back == 0 || back > at - PACK_HEAD ? SIZE_MAX
			    : at - back;
		} else if (*type < PACKS_COMMIT || *type > PACKS_TAG) {
			return "it is of an unknown kind";
		}
		if (at == SIZE_MAX)
			return "its base is missing";
		if (p >= end)
			return "it is cut short";
		(*list)[(*n)++] = (struct link){ p, len };
		if (*type <= PACKS_TAG)
			return NULL;
	}
	return "its deltas never end";
}

/* Make the object of a chain; what leads to it lives in an arena of its own. */
static const char *
make_object(struct pack *k, struct arena *a, const struct link *list, int n,
	size_t max, size_t link, char **data, size_t *len)
{
	struct arena mine[2] = {0};
	const char *wrong = NULL;

	for (int i = n; i-- > 0 && wrong == NULL;) {
		struct arena *here = i == 0 ? a : &mine[i % 2];
		char *s, *base = *data;

		if (i == n - 1) {
			*len = list[i].len;
			*data = arena_alloc(here, *len + 1);
			wrong = inflate_link(k, &list[i], *data);
			continue;
		}
		/* the base is in the other one */
		if (i > 0)
			arena_free(here);
		s = arena_alloc(&mine[i % 2], list[i].len + 1);
		wrong = inflate_link(k, &list[i], s);
		if (wrong == NULL)
			wrong = packs_apply_delta(here, base, *len, s, list[i].len,
			    i == 0 ? max : link, data, len);
	}
	arena_free(&mine[0]);
	arena_free(&mine[1]);
	return wrong;
}

static const char *
read_entry(struct pack *k, struct arena *a, size_t at, enum object_type type,
	size_t max, size_t link, char **data, size_t *len)
{
	static const int kinds[] = {
		[OBJECT_COMMIT] = PACKS_COMMIT,
		[OBJECT_TREE] = PACKS_TREE,
		[OBJECT_BLOB] = PACKS_BLOB,
	};
	struct arena here = {0};
	struct link *list;
	int n, kind;
	const char *wrong = follow_chain(k, at, link, &here, &list, &n, &kind);

	if (wrong == NULL && kind != kinds[type])
		wrong = "it is of another kind";
	if (wrong == NULL && n == 1 && list[0].len > max)
		wrong = "it is too long";
	if (wrong == NULL)
		wrong = make_object(k, a, list, n, max, link, data, len);
	arena_free(&here);
	return wrong;
}

/* An object that no pack has may be in one that is damaged. */
static int
not_found(struct err *e, const struct packs *p)
{
	for (const struct pack *k = p->list; k != NULL; k = k->next)
		if (k->wrong != NULL && file_exists(k->idx_path))
			return err_set(e, ERR_VERIFY, "%s: %s", k->pack_path,
			    k->wrong);
	return ERR_OK;
}

/*
 * Who reads a whole history reads all packs.  What of them is mapped counts as
 * his memory, though the system can read it again at any time: give it back.
 */
static void
give_back(struct packs *p)
{
	if (++p->reads % READS != 0)
		return;
	for (struct pack *k = p->list; k != NULL; k = k->next)
		if (k->pack.p != NULL)
			(void)madvise((void *)k->pack.p, k->pack.n,
			    MADV_DONTNEED);
}

int
packs_read(struct err *e, struct packs *p, struct arena *a,
	const unsigned char id[OBJECTS_RAW], enum object_type type, size_t max,
	size_t link, char **data, size_t *len, const char **wrong, bool *found)
{
	struct pack *k = find(p, id);
	int rc;

	if (k == NULL) {
		rc = rescan(e, p);
		if (rc != ERR_OK)
			return rc;
		k = find(p, id);
	}
	*found = k != NULL;
	if (k == NULL)
		return not_found(e, p);
	*wrong = read_entry(k, a, offset_of(k, find_in(k, id)), type, max,
	    link, data, len);
	give_back(p);
	if (*wrong != NULL && !file_exists(k->idx_path)) {
		/* `git gc` was here; find() has put it first */
		p->list = k->next;
		free_pack(k);
		return packs_read(e, p, a, id, type, max, link, data, len,
		    wrong, found);
	}
	return ERR_OK;
}

bool
packs_renew(struct packs *p)
{
	bool gone = false;

	for (struct pack **at = &p->list; *at != NULL;) {
		struct pack *k = *at;

		if (file_exists(k->idx_path)) {
			at = &k->next;
			continue;
		}
		*at = k->next;
		free_pack(k);
		gone = true;
	}
	return gone;
}

/* ------------------------------------------------------------- checksums */

/* Piece by piece, so that a pack need not be in memory as a whole. */
static bool
sum_holds(const struct mapped *m)
{
	struct sha1_sum x = sha1_begin();
	uint8_t sum[SHA1_BYTES];
	size_t at = 0;

	for (; m->n - ID - at > PIECE; at += PIECE) {
		sha1_add(&x, m->p + at, PIECE);
		(void)madvise((void *)(m->p + at), PIECE, MADV_DONTNEED);
	}
	sha1_end(&x, m->p + at, m->n - ID - at, sum);
	return memcmp(sum, m->p + m->n - ID, ID) == 0;
}

int
packs_check(struct err *e, struct packs *p)
{
	int rc;

	(void)packs_renew(p);
	rc = rescan(e, p);
	for (struct pack *k = p->list; k != NULL && rc == ERR_OK;
	    k = k->next) {
		const char *wrong = is_sound(k) ? check_pack(k) : k->wrong;

		if (wrong == NULL && !sum_holds(&k->idx))
			wrong = "the checksum of its index is wrong";
		if (wrong == NULL && !sum_holds(&k->pack))
			wrong = "its checksum is wrong";
		if (wrong != NULL)
			rc = err_set(e, ERR_VERIFY, "%s: %s", k->pack_path,
			    wrong);
	}
	return rc;
}
