/* history_tree.c: reading the files of a commit */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#define NAME_LEN 100		/* of one component */
#define PATH_LEN 250
#define DEPTH_MAX 8
#define FILES_MAX 4096		/* in a tree with all that is below it */
#define TREE_MAX (1u << 20)
#define BYTES_MAX (64u << 20)	/* of all files of a commit together */

#define MODE_FILE "100644 "
#define MODE_TREE "40000 "

/*
 * Names are those that a game has, and no more: letters, digits and _ . -,
 * beginning with a letter, a digit or _.  So no "..", no ".git" in any case
 * or disguise, nothing that a shell, a terminal or a file system minds.
 */
bool
history_is_name(const char *s, size_t n)
{
	if (n == 0 || n > NAME_LEN || *s == '.' || *s == '-')
		return false;
	for (size_t i = 0; i < n; i++)
		if (!((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A'
		    && s[i] <= 'Z') || (s[i] >= '0' && s[i] <= '9')
		    || s[i] == '_' || s[i] == '.' || s[i] == '-'))
			return false;
	return true;
}

bool
history_is_path(const char *s)
{
	int depth = 1;

	if (strlen(s) > PATH_LEN)
		return false;
	for (;; s++, depth++) {
		size_t n = strcspn(s, "/");

		if (!history_is_name(s, n) || depth > DEPTH_MAX)
			return false;
		s += n;
		if (*s == '\0')
			return true;
	}
}

/* One entry of one tree. */
struct entry {
	bool tree;
	const char *name;
	char id[OBJECTS_ID];
};

/* git's order: as if a tree's name ended in '/'. */
static int
compare(const struct entry *x, const struct entry *y)
{
	size_t nx = strlen(x->name), ny = strlen(y->name);
	size_t n = nx < ny ? nx : ny;
	int d = memcmp(x->name, y->name, n);
	unsigned char cx = (unsigned char)x->name[n];
	unsigned char cy = (unsigned char)y->name[n];

	if (d != 0)
		return d;
	if (cx == '\0' && x->tree)
		cx = '/';
	if (cy == '\0' && y->tree)
		cy = '/';
	return cx - cy;
}

/* A file and a tree of one name need not be neighbours in git's order. */
static bool
has_twin(const struct entry *list, size_t n, const struct entry *x)
{
	for (size_t i = n; x->tree && i-- > 0; )
		if (strcmp(list[i].name, x->name) == 0)
			return true;
	return false;
}

/* Names the entry, in a buffer of its own until the next is wrong. */
static const char *
wrong_mode(const char *p, const char *end)
{
	static char text[128];
	const char *name = memchr(p, ' ', (size_t)(end - p));
	size_t n = 0;

	snprintf(text, sizeof text, "an entry is neither a plain file nor a "
	    "directory");
	if (name == NULL)
		return text;
	for (name++; name + n < end && n < 40 && name[n] > ' ' &&
	    name[n] < 0x7f; n++)
		continue;
	snprintf(text, sizeof text, "%.*s is neither a plain file nor a "
	    "directory", (int)n, name);
	return text;
}

/*
 * One entry is mode, blank, name, NUL, and 20 bytes of id.  Returns what is
 * wrong with it, or NULL; *s is moved to the next.
 */
static const char *
parse_entry(const char **s, const char *end, struct entry *x)
{
	const char *p = *s;
	const char *nul;

	x->tree = strncmp(p, MODE_TREE, strlen(MODE_TREE)) == 0;
	if (!x->tree && strncmp(p, MODE_FILE, strlen(MODE_FILE)) != 0)
		return wrong_mode(p, end);
	p += strlen(x->tree ? MODE_TREE : MODE_FILE);
	nul = memchr(p, '\0', (size_t)(end - p));
	if (nul == NULL || end - nul < 1 + OBJECTS_RAW)
		return "it is cut short";
	if (!history_is_name(p, (size_t)(nul - p)))
		return "an entry has a name that no file of a game has";
	x->name = p;
	objects_hex(x->id, (const unsigned char *)nul + 1);
	*s = nul + 1 + OBJECTS_RAW;
	return NULL;
}

static const char *
parse_tree(const char *s, size_t len, struct entry *list, size_t *n)
{
	const char *end = s + len;

	for (*n = 0; s < end; (*n)++) {
		struct entry *x = &list[*n];
		const char *wrong;

		if (*n == FILES_MAX)
			return "it has too many entries";
		wrong = parse_entry(&s, end, x);
		if (wrong != NULL)
			return wrong;
		if ((*n > 0 && compare(x - 1, x) >= 0) || has_twin(list, *n, x))
			return "its entries are out of order or there twice";
	}
	return NULL;
}

/* `path` is for messages: "" is the root. */
static int
read_tree(struct err *e, struct history *h, struct arena *a,
	const char *commit, const char *path, const char *id,
	struct entry **list, size_t *n)
{
	const char *wrong;
	char *s;
	size_t len;
	int rc = objects_read(e, h->objects, a, id, OBJECT_TREE, TREE_MAX, &s,
	    &len);

	if (rc != ERR_OK) {
		err_prefix(e, "%s: commit %.12s: %s", h->dir, commit,
		    *path ? path : "tree");
		return rc;
	}
	/* an entry takes at least 28 bytes */
	*list = arena_new(a, struct entry,
	    len / 28 + 1 < FILES_MAX ? len / 28 + 1 : FILES_MAX);
	wrong = parse_tree(s, len, *list, n);
	if (wrong != NULL)
		return err_set(e, ERR_VERIFY, "%s: commit %.12s: %s: %s",
		    h->dir, commit, *path ? path : "tree", wrong);
	return ERR_OK;
}

/*
 * Go down a path ("" for the root) from a commit; the last entry met, or
 * *found false.
 */
static int
walk(struct err *e, struct history *h, struct arena *a, const char *commit,
	const char *path, struct entry *at, bool *found)
{
	struct history_commit c;
	const char *s = path;
	int rc = history_read_commit(e, h, a, commit, &c);

	*found = true;
	*at = (struct entry){ .tree = true, .name = "" };
	memcpy(at->id, c.tree, sizeof at->id);
	while (rc == ERR_OK && *s != '\0' && *found) {
		const char *here = arena_strndup(a, path, (size_t)(s - path));
		size_t k = strcspn(s, "/"), n = 0, i;
		struct entry *list = NULL;

		if (at->tree)
			rc = read_tree(e, h, a, commit, here, at->id, &list,
			    &n);
		for (i = 0; i < n; i++)
			if (strlen(list[i].name) == k
			    && memcmp(list[i].name, s, k) == 0)
				break;
		*found = i < n;
		if (*found)
			*at = list[i];
		s += k + (s[k] == '/');
	}
	return rc;
}

int
history_id_at(struct err *e, struct history *h, const char *commit,
	const char *path, char id[41])
{
	struct arena a = {0};
	struct entry at;
	bool found;
	int rc = walk(e, h, &a, commit, path, &at, &found);

	id[0] = '\0';
	if (rc == ERR_OK && found)
		memcpy(id, at.id, OBJECTS_ID);
	arena_free(&a);
	return rc;
}

/* A file's content, with the commit and the path in the message. */
static int
read_blob(struct err *e, struct history *h, struct arena *a,
	const char *commit, const char *path, const char *id, size_t max,
	const char **data, size_t *len)
{
	char *s;
	int rc = objects_read(e, h->objects, a, id, OBJECT_BLOB, max, &s, len);

	if (rc == ERR_OK)
		*data = s;
	else
		err_prefix(e, "%s: commit %.12s: %s", h->dir, commit, path);
	return rc;
}

int
history_read_entry(struct err *e, struct history *h, struct arena *a,
	const char *commit, const struct history_entry *x, const char **data,
	size_t *len)
{
	return read_blob(e, h, a, commit, x->path, x->id, BYTES_MAX, data,
	    len);
}

int
history_read(struct err *e, struct history *h, struct arena *a,
	const char *commit, const char *path, const char **data, size_t *len)
{
	struct arena scratch = {0};
	struct entry at;
	bool found;
	int rc = walk(e, h, &scratch, commit, path, &at, &found);

	*data = NULL;
	*len = 0;
	if (rc == ERR_OK && found && !at.tree)
		rc = read_blob(e, h, a, commit, path, at.id, BYTES_MAX, data,
		    len);
	arena_free(&scratch);
	return rc;
}

/* What a walk through a whole tree gathers. */
struct gathering {
	const char *commit;
	struct history_entry *list;
	size_t n, cap;
	size_t trees;
};

static void
gather_file(struct arena *a, struct gathering *g, const char *path,
	const char *id)
{
	if (g->n == g->cap) {
		struct history_entry *more;

		g->cap = g->cap == 0 ? 32 : 2 * g->cap;
		more = arena_new(a, struct history_entry, g->cap);
		if (g->n > 0)
			memcpy(more, g->list, g->n * sizeof *more);
		g->list = more;
	}
	g->list[g->n].path = path;
	memcpy(g->list[g->n++].id, id, OBJECTS_ID);
}

static int
gather(struct err *e, struct history *h, struct arena *a, struct gathering *g,
	const char *path, const char *id, int depth)
{
	struct entry *list = NULL;
	size_t n = 0;
	int rc = read_tree(e, h, a, g->commit, path, id, &list, &n);

	if (rc == ERR_OK && (depth > DEPTH_MAX || ++g->trees > FILES_MAX))
		rc = err_set(e, ERR_VERIFY, "%s: commit %.12s: too many "
		    "directories", h->dir, g->commit);
	for (size_t i = 0; i < n && rc == ERR_OK; i++) {
		const char *p = *path == '\0' ? list[i].name :
		    arena_printf(a, "%s/%s", path, list[i].name);

		if (strlen(p) > PATH_LEN || g->n == FILES_MAX)
			rc = err_set(e, ERR_VERIFY, "%s: commit %.12s: too "
			    "many files", h->dir, g->commit);
		else if (list[i].tree)
			rc = gather(e, h, a, g, p, list[i].id, depth + 1);
		else
			gather_file(a, g, p, list[i].id);
	}
	return rc;
}

static int
by_path(const void *x, const void *y)
{
	const struct history_entry *a = x, *b = y;

	return strcmp(a->path, b->path);
}

/* Adjudication lists the commit it stands on and the one it makes more than
 * once.  A commit's list never changes. */
struct history_list {
	struct history_list *next;
	struct arena a;
	char commit[OBJECTS_ID];
	struct history_entry *list;
	size_t n;
};

#define KNOWN_MAX 3

void
history_know(struct history *h, const char *commit,
	const struct history_entry *list, size_t n)
{
	struct history_list *x = calloc(1, sizeof *x), **at = &h->known;

	if (x == NULL)
		arena_out_of_memory();
	memcpy(x->commit, commit, OBJECTS_ID);
	x->list = arena_new(&x->a, struct history_entry, n + 1);
	for (x->n = 0; x->n < n; x->n++) {
		x->list[x->n] = list[x->n];
		x->list[x->n].path = arena_strdup(&x->a, list[x->n].path);
	}
	qsort(x->list, n, sizeof *x->list, by_path);
	x->next = h->known;
	h->known = x;
	for (int i = 0; i < KNOWN_MAX && *at != NULL; i++)
		at = &(*at)->next;
	while ((x = *at) != NULL) {
		*at = x->next;
		arena_free(&x->a);
		free(x);
	}
}

void
history_forget(struct history *h)
{
	struct history_list *x;

	while ((x = h->known) != NULL) {
		h->known = x->next;
		arena_free(&x->a);
		free(x);
	}
}

/* A copy of what is remembered of a commit; false if nothing is. */
static bool
recall(struct history *h, struct arena *a, const char *commit,
	struct history_entry **out, size_t *n)
{
	const struct history_list *x = h->known;

	while (x != NULL && strcmp(x->commit, commit) != 0)
		x = x->next;
	if (x == NULL)
		return false;
	*out = arena_new(a, struct history_entry, x->n + 1);
	for (*n = 0; *n < x->n; (*n)++) {
		(*out)[*n] = x->list[*n];
		(*out)[*n].path = arena_strdup(a, x->list[*n].path);
	}
	return true;
}

int
history_entries(struct err *e, struct history *h, struct arena *a,
	const char *commit, struct history_entry **out, size_t *n)
{
	struct gathering g = { .commit = commit };
	struct history_commit c;
	int rc;

	if (recall(h, a, commit, out, n))
		return ERR_OK;
	rc = history_read_commit(e, h, a, commit, &c);
	if (rc != ERR_OK)
		return rc;
	rc = gather(e, h, a, &g, "", c.tree, 1);
	if (rc != ERR_OK)
		return rc;
	if (g.n > 0)
		qsort(g.list, g.n, sizeof *g.list, by_path);
	history_know(h, commit, g.list, g.n);
	*out = g.list;
	*n = g.n;
	return ERR_OK;
}

/* A file that was read before, in another commit. */
static const struct history_file *
find_known(const struct history_file *known, size_t n, const char *id)
{
	for (size_t i = 0; i < n; i++)
		if (known[i].id != NULL && strcmp(known[i].id, id) == 0)
			return &known[i];
	return NULL;
}

static int
read_files(struct err *e, struct history *h, struct arena *a,
	const char *commit, bool (*wanted)(const char *path),
	const struct history_file *known, size_t nknown,
	struct history_file **files, size_t *n)
{
	struct history_entry *list;
	size_t count, left = BYTES_MAX;
	int rc = history_entries(e, h, a, commit, &list, &count);

	*n = 0;
	if (rc != ERR_OK)
		return rc;
	*files = arena_new(a, struct history_file, count + 1);
	for (size_t i = 0; i < count && rc == ERR_OK; i++) {
		struct history_file *f = &(*files)[*n];
		const struct history_file *same;

		if (wanted != NULL && !wanted(list[i].path))
			continue;
		(*n)++;
		same = find_known(known, nknown, list[i].id);
		if (same != NULL && same->len <= left) {
			f->data = same->data;
			f->len = same->len;
		} else {
			rc = read_blob(e, h, a, commit, list[i].path,
			    list[i].id, left, &f->data, &f->len);
		}
		f->path = list[i].path;
		f->id = list[i].id;
		if (rc == ERR_OK)
			left -= f->len;
	}
	return rc;
}

int
history_read_some(struct err *e, struct history *h, struct arena *a,
	const char *commit, bool (*wanted)(const char *path),
	struct history_file **files, size_t *n)
{
	return read_files(e, h, a, commit, wanted, NULL, 0, files, n);
}

int
history_read_all(struct err *e, struct history *h, struct arena *a,
	const char *commit, struct history_file **files, size_t *n)
{
	return read_files(e, h, a, commit, NULL, NULL, 0, files, n);
}

int
history_read_beside(struct err *e, struct history *h, struct arena *a,
	const char *commit, bool (*wanted)(const char *path),
	const struct history_file *known, size_t nknown,
	struct history_file **files, size_t *n)
{
	return read_files(e, h, a, commit, wanted, known, nknown, files, n);
}
