/*
 * stage.c: git's index of a work tree [gitformat-index(5)]
 *
 * A header, the entries sorted by path, parts that may be left out, and the
 * SHA-1 of it all:
 *
 *	"DIRC", version, number of entries
 *	ten numbers of the stat, 20 bytes of id, flags, the path and padding
 *	"TREE" and the like, length, content
 *
 * Numbers are of 32 bits, the highest first, flags of 16.  From version 3 on
 * flags may go on in 16 more; in version 4 a path begins like the one before
 * it, and there is no padding.
 */
#include "trust/stage.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "trust/sha1.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define HEADER 12
#define NUMBERS 10			/* of a stat */
#define FIXED (4 * NUMBERS + OBJECTS_RAW + 2)
#define PATH_MOST 4096
/* flags */
#define MORE 0x4000			/* they go on */
#define MERGED 0x3000			/* which side of a merge; 0: none */
#define LENGTH 0x0fff			/* of the path, or this if it is more */

struct entry {
	struct stage_file f;
	unsigned flags, more;
	bool put;			/* since it was read */
};

struct stage {
	struct arena *a;
	struct entry *entry;
	size_t n, room;
};

static uint32_t
number(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | p[3];
}

static void
add_number(struct str *s, uint32_t n)
{
	char p[4] = { (char)(n >> 24), (char)(n >> 16), (char)(n >> 8),
	    (char)n };

	str_addn(s, p, 4);
}

static void
add_short(struct str *s, unsigned n)
{
	str_addc(s, (char)(n >> 8));
	str_addc(s, (char)n);
}

/* ------------------------------------------------------------------ entries */

struct stage *
stage_new(struct arena *a)
{
	struct stage *x = arena_new(a, struct stage, 1);

	x->a = a;
	return x;
}

static struct entry *
add_entry(struct stage *x)
{
	if (x->n == x->room) {
		struct entry *more;

		x->room = x->room > 0 ? 2 * x->room : 64;
		more = arena_new(x->a, struct entry, x->room);
		if (x->n > 0)
			memcpy(more, x->entry, x->n * sizeof *more);
		x->entry = more;
	}
	x->entry[x->n] = (struct entry){ .flags = 0 };
	return &x->entry[x->n++];
}

size_t
stage_count(const struct stage *x)
{
	return x->n;
}

const struct stage_file *
stage_find(const struct stage *x, const char *path)
{
	for (size_t i = 0; i < x->n; i++)
		if (strcmp(x->entry[i].f.path, path) == 0 &&
		    (x->entry[i].flags & MERGED) == 0)
			return &x->entry[i].f;
	return NULL;
}

/* Is it `path`, or a directory above it? */
static bool
is_above(const char *above, const char *path)
{
	size_t n = strlen(above);

	return strncmp(above, path, n) == 0 &&
	    (path[n] == '\0' || path[n] == '/');
}

static void
remove_where(struct stage *x, const char *path, bool clashing)
{
	size_t n = 0;

	for (size_t i = 0; i < x->n; i++) {
		const char *p = x->entry[i].f.path;

		if (clashing ? !is_above(p, path) && !is_above(path, p) :
		    strcmp(p, path) != 0)
			x->entry[n++] = x->entry[i];
	}
	x->n = n;
}

void
stage_remove(struct stage *x, const char *path)
{
	remove_where(x, path, false);
}

void
stage_put(struct stage *x, const char *path, const char *id,
	const struct stat *st)
{
	struct entry *n;

	remove_where(x, path, true);
	n = add_entry(x);
	n->f.path = arena_strdup(x->a, path);
	memcpy(n->f.id, id, OBJECTS_ID);
	n->f.stat = stage_stat(st);
	n->put = true;
}

struct stage_stat
stage_stat(const struct stat *st)
{
	return (struct stage_stat){
	    .ctime = (uint32_t)st->st_ctim.tv_sec,
	    .ctime_ns = (uint32_t)st->st_ctim.tv_nsec,
	    .mtime = (uint32_t)st->st_mtim.tv_sec,
	    .mtime_ns = (uint32_t)st->st_mtim.tv_nsec,
	    .dev = (uint32_t)st->st_dev, .ino = (uint32_t)st->st_ino,
	    .mode = STAGE_BLOB, .uid = (uint32_t)st->st_uid,
	    .gid = (uint32_t)st->st_gid, .size = (uint32_t)st->st_size };
}

/* ------------------------------------------------------------------ reading */

struct reading {
	struct arena *a;
	const unsigned char *p, *end;	/* what is left before the checksum */
	uint32_t version;
	const char *last;		/* the path before */
};

/* How much of the last path does not begin the next: seven bits a byte, the
 * highest first, each but the last with its top bit set and one more in it. */
static bool
read_cut(struct reading *r, size_t *out)
{
	size_t n = 0;

	for (bool first = true;; first = false) {
		unsigned char c;

		if (r->p == r->end || n > PATH_MOST)
			return false;
		c = *r->p++;
		n = (first ? 0 : n + 1) << 7 | (c & 0x7f);
		if ((c & 0x80) == 0)
			break;
	}
	*out = n;
	return true;
}

static bool
read_path(struct reading *r, const unsigned char *from, const char **out)
{
	const unsigned char *nul;
	size_t keep = 0, cut, n;

	if (r->version == 4) {
		keep = strlen(r->last);
		if (!read_cut(r, &cut) || cut > keep)
			return false;
		keep -= cut;
	}
	nul = memchr(r->p, '\0', (size_t)(r->end - r->p));
	if (nul == NULL)
		return false;
	n = (size_t)(nul - r->p);
	if (keep + n == 0 || keep + n > PATH_MOST)
		return false;
	*out = arena_printf(r->a, "%.*s%s", (int)keep, r->last,
	    (const char *)r->p);
	r->last = *out;
	r->p = nul + 1;
	if (r->version < 4) {
		size_t used = (size_t)(r->p - from);

		used = (8 - used % 8) % 8;
		if ((size_t)(r->end - r->p) < used)
			return false;
		r->p += used;
	}
	return true;
}

static bool
read_entry(struct reading *r, struct entry *x)
{
	const unsigned char *from = r->p, *p = r->p;
	uint32_t *const to[NUMBERS] = { &x->f.stat.ctime, &x->f.stat.ctime_ns,
	    &x->f.stat.mtime, &x->f.stat.mtime_ns, &x->f.stat.dev,
	    &x->f.stat.ino, &x->f.stat.mode, &x->f.stat.uid, &x->f.stat.gid,
	    &x->f.stat.size };

	if (r->end - r->p < FIXED + 2)
		return false;
	for (int i = 0; i < NUMBERS; i++, p += 4)
		*to[i] = number(p);
	objects_hex(x->f.id, p);
	p += OBJECTS_RAW;
	x->flags = (unsigned)p[0] << 8 | p[1];
	p += 2;
	if ((x->flags & MORE) != 0) {
		if (r->version < 3)
			return false;
		x->more = (unsigned)p[0] << 8 | p[1];
		p += 2;
	}
	r->p = p;
	return read_path(r, from, &x->f.path);
}

/* What follows may be left out if its name begins with a capital. */
static int
check_rest(struct err *e, struct reading *r)
{
	while (r->p < r->end) {
		uint32_t n;

		if (r->end - r->p < 8)
			return err_set(e, ERR_INPUT, "it is damaged");
		n = number(r->p + 4);
		if (*r->p < 'A' || *r->p > 'Z')
			return err_set(e, ERR_INPUT, "it is split or sparse, "
			    "which is not for games; see git-update-index(1)");
		r->p += 8;
		if ((size_t)(r->end - r->p) < n)
			return err_set(e, ERR_INPUT, "it is damaged");
		r->p += n;
	}
	return ERR_OK;
}

/* Git may be told not to reckon it. */
static bool
has_checksum(const char *s, size_t len)
{
	static const uint8_t none[SHA1_BYTES];
	uint8_t sum[SHA1_BYTES];

	if (memcmp(s + len, none, sizeof none) == 0)
		return true;
	sha1(sum, s, len);
	return memcmp(s + len, sum, sizeof sum) == 0;
}

int
stage_read(struct err *e, struct arena *a, const char *s, size_t len,
	struct stage **out)
{
	const unsigned char *p = (const unsigned char *)s;
	struct reading r = { .a = a, .p = p + HEADER, .last = "" };
	struct stage *x = stage_new(a);
	uint32_t n;

	if (len < HEADER + SHA1_BYTES || memcmp(s, "DIRC", 4) != 0 ||
	    !has_checksum(s, len - SHA1_BYTES))
		return err_set(e, ERR_INPUT, "it is damaged");
	r.end = p + len - SHA1_BYTES;
	r.version = number(p + 4);
	if (r.version < 2 || r.version > 4)
		return err_set(e, ERR_INPUT, "it is of version %lu, which is "
		    "not known", (unsigned long)r.version);
	for (n = number(p + 8); n > 0; n--)
		if (!read_entry(&r, add_entry(x)))
			return err_set(e, ERR_INPUT, "it is damaged");
	*out = x;
	return check_rest(e, &r);
}

/* ------------------------------------------------------------------ writing */

/* By path, and the entries of a merge by their side. */
static int
in_order(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	int d = strcmp(a->f.path, b->f.path);

	return d != 0 ? d : (int)(a->flags & MERGED) - (int)(b->flags &
	    MERGED);
}

static bool
is_doubtful(const struct entry *x, const struct stat *written)
{
	struct stage_stat then = stage_stat(written);
	const struct stage_stat *s = &x->f.stat;

	return !x->put && (s->mtime > then.mtime || (s->mtime == then.mtime &&
	    s->mtime_ns >= then.mtime_ns));
}

static void
write_entry(struct str *out, const struct entry *x,
	const struct stat *written)
{
	const struct stage_stat *s = &x->f.stat;
	const uint32_t numbers[NUMBERS] = { s->ctime, s->ctime_ns, s->mtime,
	    s->mtime_ns, s->dev, s->ino, s->mode, s->uid, s->gid,
	    is_doubtful(x, written) ? 0 : s->size };
	size_t from = out->len, n = strlen(x->f.path);
	unsigned char raw[OBJECTS_RAW];

	for (int i = 0; i < NUMBERS; i++)
		add_number(out, numbers[i]);
	if (!objects_raw(raw, x->f.id))
		abort();		/* it is ours */
	str_addn(out, (const char *)raw, sizeof raw);
	add_short(out, (x->flags & ~(unsigned)(MORE | LENGTH)) |
	    (x->more != 0 ? MORE : 0) | (n < LENGTH ? (unsigned)n : LENGTH));
	if (x->more != 0)
		add_short(out, x->more);
	str_addn(out, x->f.path, n + 1);
	while ((out->len - from) % 8 != 0)
		str_addc(out, '\0');
}

void
stage_write(struct str *out, struct stage *x, const struct stat *written)
{
	uint8_t sum[SHA1_BYTES];
	uint32_t version = 2;

	if (x->n > 0)
		qsort(x->entry, x->n, sizeof *x->entry, in_order);
	for (size_t i = 0; i < x->n; i++)
		if (x->entry[i].more != 0)
			version = 3;
	str_add(out, "DIRC");
	add_number(out, version);
	add_number(out, (uint32_t)x->n);
	for (size_t i = 0; i < x->n; i++)
		write_entry(out, &x->entry[i], written);
	sha1(sum, out->s, out->len);
	str_addn(out, (const char *)sum, sizeof sum);
}
