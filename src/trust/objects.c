/* objects.c: git's objects: each is checked before anybody reads it */
#include "trust/objects.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "trust/git.h"
#include "trust/hash.h"
#include "trust/packs.h"
#include "trust/sha1.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define HEADER_MAX 32		/* "commit 18446744073709551615" and the NUL */
#define LINK_MAX (128u << 20)	/* of each object in a chain of deltas */

struct objects {
	char *dir;
	struct packs *packs;
	struct packs_made made;		/* the last that was */
	bool strict;			/* libgit2 names objects as well */
};

static const char *const names[] = {
	[OBJECT_COMMIT] = "commit",
	[OBJECT_TREE] = "tree",
	[OBJECT_BLOB] = "blob",
};

bool
objects_raw(unsigned char out[OBJECTS_RAW], const char *id)
{
	return hash_unhex(out, OBJECTS_RAW, id) == 0;
}

void
objects_hex(char out[OBJECTS_ID], const unsigned char *raw)
{
	hash_hex(out, raw, OBJECTS_RAW);
}

int
objects_open(struct err *e, const char *dir, struct objects **out)
{
	struct arena a = {0};
	struct objects *o = calloc(1, sizeof *o);

	(void)e;
	if (o == NULL || (o->dir = strdup(dir)) == NULL)
		arena_out_of_memory();
	o->packs = packs_new(arena_printf(&a, "%s/pack", dir));
	arena_free(&a);
	*out = o;
	return ERR_OK;
}

void
objects_close(struct objects *o)
{
	if (o == NULL)
		return;
	packs_made_free(&o->made);
	packs_free(o->packs);
	free(o->dir);
	free(o);
}

int
objects_strict(struct err *e, struct objects *o)
{
	o->strict = true;
	return git_start(e);
}

void
objects_name(struct object *x)
{
	char head[HEADER_MAX];
	int n = snprintf(head, sizeof head, "%s %zu", names[x->type], x->len);
	unsigned char raw[OBJECTS_RAW];

	sha1_two(raw, head, (size_t)n + 1, x->data, x->len);
	objects_hex(x->id, raw);
}

static int
damaged(struct err *e, const char *id, const char *how)
{
	return err_set(e, ERR_VERIFY, "object %s is damaged: %s", id, how);
}

/*
 * "TYPE LENGTH NUL" at the start of an object, of which `n` bytes are there.
 * Returns how long it is, or 0 if it is none.
 */
static size_t
parse_header(const char *s, size_t n, const char *type, size_t *len)
{
	const char *end = memchr(s, '\0', n);
	const char *p = s + strlen(type) + 1;

	if (end == NULL || strncmp(s, type, strlen(type)) != 0 || p[-1] != ' ')
		return 0;
	if (p >= end || (*p == '0' && p + 1 != end) || end - p > 18)
		return 0;
	for (*len = 0; p < end; p++) {
		if (*p < '0' || *p > '9')
			return 0;
		*len = *len * 10 + (size_t)(*p - '0');
	}
	return (size_t)(end - s) + 1;
}

/*
 * Inflate a loose object.  The header comes first, into room of its own; then
 * the content, into what the header says and one byte more, so that content
 * that is longer shows.  Returns NULL, or what is wrong.
 */
static const char *
inflate_object(z_stream *z, struct arena *a, const char *type, size_t max,
	char **data, size_t *len)
{
	char header[HEADER_MAX];
	size_t k, have;
	int rc;

	z->next_out = (Bytef *)header;
	z->avail_out = sizeof header;
	rc = inflate(z, Z_SYNC_FLUSH);
	if (rc != Z_OK && rc != Z_STREAM_END)
		return "it is not compressed as git does it";
	have = sizeof header - z->avail_out;
	k = parse_header(header, have, type, len);
	if (k == 0)
		return "it is cut short or of another kind";
	if (*len > max)
		return "it is too long";
	if (have - k > *len)
		return "it is longer than it claims";
	*data = arena_alloc(a, *len + 1);
	memcpy(*data, header + k, have - k);
	z->next_out = (Bytef *)*data + (have - k);
	z->avail_out = (uInt)(*len + 1 - (have - k));
	if (rc != Z_STREAM_END)
		rc = inflate(z, Z_FINISH);
	if (rc == Z_DATA_ERROR)
		return "its checksum is wrong";
	if (z->avail_out == 0)
		return "it is longer than it claims";
	if (rc != Z_STREAM_END)
		return "it is cut short";
	if (z->avail_out != 1)
		return "it is shorter than it claims";
	if (z->avail_in != 0)
		return "something follows it";
	(*data)[*len] = '\0';
	return NULL;
}

/* Is it what its name says? */
static int
check_name(struct err *e, const struct objects *o, const char *id,
	enum object_type type, const char *data, size_t len)
{
	static const git_object_t types[] = {
		[OBJECT_COMMIT] = GIT_OBJECT_COMMIT,
		[OBJECT_TREE] = GIT_OBJECT_TREE,
		[OBJECT_BLOB] = GIT_OBJECT_BLOB,
	};
	struct object x = { .type = type, .data = data, .len = len };
	git_oid oid;

	if (!o->strict)
		objects_name(&x);
	else if (git2.odb_hash(&oid, data, len, types[type]) < 0)
		return damaged(e, id, git_said());
	else
		objects_hex(x.id, oid.id);
	if (strcmp(x.id, id) != 0)
		return damaged(e, id, "its content hashes to another name");
	return ERR_OK;
}

/* The bytes of a loose object's file, checked from end to end. */
static int
check_loose(struct err *e, struct objects *o, struct arena *a, const char *id,
	enum object_type type, size_t max, char *file, size_t size,
	char **data, size_t *len)
{
	z_stream z = {0};
	const char *wrong;

	if (inflateInit(&z) != Z_OK)
		arena_out_of_memory();
	z.next_in = (Bytef *)file;
	z.avail_in = (uInt)size;
	wrong = inflate_object(&z, a, names[type], max, data, len);
	inflateEnd(&z);
	if (wrong != NULL)
		return damaged(e, id, wrong);
	return check_name(e, o, id, type, *data, *len);
}

/* What a loose object of `max` bytes may take up at most when compressed. */
static size_t
compressed_max(size_t max)
{
	return compressBound(max + HEADER_MAX) + max / 8 + 4096;
}

/* *found says whether there is one of this name. */
static int
read_loose(struct err *e, struct objects *o, struct arena *a, const char *id,
	enum object_type type, size_t max, char **data, size_t *len,
	int *found)
{
	struct arena scratch = {0};
	char *path = arena_printf(&scratch, "%s/%.2s/%s", o->dir, id, id + 2);
	char *file;
	struct stat st;
	size_t size;
	int rc;

	*found = lstat(path, &st) == 0;
	if (!*found && errno != ENOENT && errno != ENOTDIR)
		rc = err_errno(e, path);
	else if (!*found)
		rc = ERR_OK;
	else if (!S_ISREG(st.st_mode))
		rc = damaged(e, id, "it is not a file");
	else if ((size_t)st.st_size > compressed_max(max))
		rc = damaged(e, id, "it is too long");
	else {
		rc = file_read(e, &scratch, path, compressed_max(max), &file,
		    &size);
		if (rc == ERR_OK)
			rc = check_loose(e, o, a, id, type, max, file, size,
			    data, len);
	}
	arena_free(&scratch);
	return rc;
}

static int
read_packed(struct err *e, struct objects *o, struct arena *a, const char *id,
	enum object_type type, size_t max, char **data, size_t *len)
{
	unsigned char raw[OBJECTS_RAW];
	const char *wrong = NULL;
	bool found;
	int rc;

	if (!objects_raw(raw, id))
		return damaged(e, id, "that is not a name");
	rc = packs_read(e, o->packs, a, raw, type, max, LINK_MAX, data, len,
	    &wrong, &found);
	if (rc != ERR_OK) {
		err_prefix(e, "object %s is missing or damaged", id);
		return rc;
	}
	if (!found)
		return err_set(e, ERR_VERIFY, "object %s is missing", id);
	rc = wrong != NULL ? damaged(e, id, wrong) :
	    check_name(e, o, id, type, *data, *len);
	if (rc != ERR_OK && packs_renew(o->packs))	/* they were gathered */
		return read_packed(e, o, a, id, type, max, data, len);
	return rc;
}

int
objects_read(struct err *e, struct objects *o, struct arena *a, const char *id,
	enum object_type type, size_t max, char **data, size_t *len)
{
	int found, rc;

	assert(strlen(id) == OBJECTS_ID - 1 && max < 1u << 30);
	rc = read_loose(e, o, a, id, type, max, data, len, &found);
	if (rc != ERR_OK || found)
		return rc;
	return read_packed(e, o, a, id, type, max, data, len);
}

int
objects_make(struct err *e, struct objects *o, const struct object *x,
	size_t n, const char **name)
{
	packs_made_free(&o->made);
	if (name != NULL)
		*name = o->made.name;
	return packs_make(e, o->packs, x, n, &o->made);
}

int
objects_stage(struct err *e, struct objects *o, const char *dir)
{
	return packs_stage(e, &o->made, dir);
}

static bool
is_name(const char *name)
{
	return strlen(name) == PACKS_NAME - 1 && strspn(name,
	    "0123456789abcdef") == PACKS_NAME - 1;
}

int
objects_publish(struct err *e, struct objects *o, const char *dir,
	const char *name)
{
	if (!is_name(name))
		return err_set(e, ERR_SYSTEM, "%s: there is no pack of the "
		    "name that is noted", dir);
	return packs_publish(e, o->packs, dir, name);
}

bool
objects_published(const struct objects *o, const char *name)
{
	return is_name(name) && packs_has(o->packs, name);
}

void
objects_discard(struct objects *o, const char *dir, const char *name)
{
	if (!is_name(name))
		return;
	packs_unstage(dir, name);
	packs_remove(o->packs, name);
}

int
objects_check(struct err *e, struct objects *o)
{
	return packs_check(e, o->packs);
}

int
objects_gather(struct err *e, struct objects *o, const char *dir)
{
	return packs_gather(e, o->packs, dir);
}
