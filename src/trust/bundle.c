/* bundle.c: a whole game, its receipts and the verdict in one file */
#include "trust/bundle.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/history.h"
#include "trust/history_repo.h"
#include "trust/packs.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "# v2 git bundle\n"
#define FILE_MAX (512u << 20)
#define OBJECT_MAX (64u << 20)
#define SLOTS 65536		/* of the table of ids, a power of two */

/* Objects on their way into a pack, each once. */
struct packing {
	struct err *e;
	struct arena *a;
	struct objects *o;
	struct object *list;
	size_t n, cap;
	size_t slot[SLOTS], *next;	/* 1 + index of the first, of the next */
};

static size_t
slot_of(const char *id)
{
	size_t h = 0;

	for (int i = 0; i < 8; i++)
		h = h * 31 + (unsigned char)id[i];
	return h & (SLOTS - 1);
}

static bool
is_known(const struct packing *p, const char *id)
{
	for (size_t i = p->slot[slot_of(id)]; i != 0; i = p->next[i - 1])
		if (strcmp(p->list[i - 1].id, id) == 0)
			return true;
	return false;
}

static void
add(struct packing *p, const struct object *x)
{
	size_t *slot = &p->slot[slot_of(x->id)];

	if (p->n == p->cap) {
		size_t cap = p->cap ? 2 * p->cap : 1024;
		struct object *l = arena_new(p->a, struct object, cap);
		size_t *next = arena_new(p->a, size_t, cap);

		if (p->n > 0) {
			memcpy(l, p->list, p->n * sizeof *l);
			memcpy(next, p->next, p->n * sizeof *next);
		}
		p->list = l;
		p->next = next;
		p->cap = cap;
	}
	p->list[p->n] = *x;
	p->next[p->n] = *slot;
	*slot = ++p->n;
}

/* Read it from the history, unless it is there already; *x is NULL then. */
static int
take(struct packing *p, const char *id, enum object_type type,
    const struct object **x)
{
	struct object o = { .type = type };
	char *data;
	int rc;

	*x = NULL;
	if (is_known(p, id))
		return ERR_OK;
	rc = objects_read(p->e, p->o, p->a, id, type, OBJECT_MAX, &data,
	    &o.len);
	if (rc != ERR_OK)
		return rc;
	o.data = data;
	memcpy(o.id, id, OBJECTS_ID);
	add(p, &o);
	*x = &p->list[p->n - 1];
	return ERR_OK;
}

/* "MODE NAME\0" and 20 bytes, again and again; the audit has read it. */
static int
take_tree(struct packing *p, const char *id, int depth)
{
	const struct object *t;
	const char *s, *end;
	int rc = take(p, id, OBJECT_TREE, &t);

	if (rc != ERR_OK || t == NULL)
		return rc;
	s = t->data;
	end = s + t->len;
	while (s < end && rc == ERR_OK) {
		bool tree = strncmp(s, "40000 ", 6) == 0;
		const struct object *blob;
		char name[OBJECTS_ID];

		s += strlen(s) + 1;
		if (end - s < OBJECTS_RAW || depth > 8)
			return err_set(p->e, ERR_VERIFY, "tree %.12s is "
			    "damaged", id);
		objects_hex(name, (const unsigned char *)s);
		rc = tree ? take_tree(p, name, depth + 1) :
		    take(p, name, OBJECT_BLOB, &blob);
		s += OBJECTS_RAW;
	}
	return rc;
}

/* --------------------------------------------------- the verdict's branch */

static const char *
add_made(struct packing *p, enum object_type type, const char *s, size_t len)
{
	struct object x = { .type = type, .data = s, .len = len };

	objects_name(&x);
	if (!is_known(p, x.id))
		add(p, &x);
	return arena_strdup(p->a, x.id);
}

static void
add_entry(struct str *tree, const char *mode, const char *name,
    const char *id)
{
	unsigned char raw[OBJECTS_RAW];

	if (!objects_raw(raw, id))
		abort();		/* it is ours */
	str_addf(tree, "%s %s", mode, name);
	str_addc(tree, '\0');
	str_addn(tree, (const char *)raw, sizeof raw);
}

/* Its commit is signed by nobody: a judge audits again. */
static const char *
add_verdict(struct packing *p, const char *verdict, int64_t when,
    const struct audit_receipt *receipt, int n)
{
	struct str inner = str_new(p->a), outer = str_new(p->a);
	struct str c = str_new(p->a);

	for (int i = 0; i < n; i++) {
		/* three digits, so that git's order is ours */
		const char *name = arena_printf(p->a, "%03d.toml", i + 1);

		add_entry(&inner, "100644", name, add_made(p, OBJECT_BLOB,
		    receipt[i].text, receipt[i].len));
		add_entry(&inner, "100644", arena_printf(p->a, "%s.minisig",
		    name), add_made(p, OBJECT_BLOB, receipt[i].sig,
		    strlen(receipt[i].sig)));
	}
	if (n > 0)
		add_entry(&outer, "40000", "receipts", add_made(p, OBJECT_TREE,
		    inner.s, inner.len));
	add_entry(&outer, "100644", "verdict.txt", add_made(p, OBJECT_BLOB,
	    verdict, strlen(verdict)));
	str_addf(&c, "tree %s\nauthor iacta <audit@iacta.invalid> %lld +0000\n"
	    "committer iacta <audit@iacta.invalid> %lld +0000\n\nthe verdict "
	    "of the audit, and the receipts\n", add_made(p, OBJECT_TREE,
	    outer.s, outer.len), (long long)when, (long long)when);
	return add_made(p, OBJECT_COMMIT, c.s, c.len);
}

int
bundle_write(struct err *e, struct arena *a, struct history *h,
    const char *path, const char *verdict,
    const struct audit_receipt *receipt, int nreceipts)
{
	struct packing *p = arena_new(a, struct packing, 1);
	struct packs_made made = { .a = { 0 } };
	struct packs *packs;
	struct history_commit *c;
	const struct object *x;
	struct str s = str_new(a);
	const char *id;
	size_t n;
	int rc = history_all(e, h, a, &c, &n);

	p->e = e;
	p->a = a;
	p->o = h->objects;
	for (size_t i = 0; i < n && rc == ERR_OK; i++) {
		rc = take(p, c[i].id, OBJECT_COMMIT, &x);
		if (rc == ERR_OK)
			rc = take_tree(p, c[i].tree, 0);
	}
	if (rc != ERR_OK)
		return rc;
	id = add_verdict(p, verdict, c[n - 1].time, receipt, nreceipts);
	packs = packs_new(path);
	rc = packs_make(e, packs, p->list, p->n, &made);
	packs_free(packs);
	if (rc == ERR_OK) {
		str_addf(&s, HEAD "%s refs/heads/main\n%s refs/heads/verdict\n"
		    "%s HEAD\n\n", c[n - 1].id, id, c[n - 1].id);
		str_addn(&s, made.pack.s, made.pack.len);
		rc = file_write(e, path, s.s, s.len, 0644);
	}
	packs_made_free(&made);
	return rc;
}

/* ------------------------------------------------------------- opening one */

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *f)
{
	(void)st, (void)type, (void)f;
	return remove(path);
}

void
bundle_remove(const char *dir)
{
	if (dir != NULL)
		nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* "ID refs/heads/NAME" in the lines before the pack. */
static bool
find_ref(const char *head, const char *name, git_oid *out)
{
	const char *ref = strstr(head, name);
	char id[41];

	if (ref == NULL || ref - head < 41 || ref[-1] != ' ')
		return false;
	memcpy(id, ref - 41, 40);
	id[40] = '\0';
	return git2.oid_fromstr(out, id) == 0;
}

static int
unpack(struct err *e, struct arena *a, struct history *h, const char *pack,
    size_t len)
{
	git_indexer_progress progress = { 0 };
	git_indexer *indexer = NULL;
	const char *dir = arena_printf(a, "%sobjects/pack", h->common);
	int rc = file_mkdirs(e, dir, 0700);

	if (rc == ERR_OK && (git2.indexer_new(&indexer, dir, 0600, NULL,
	    NULL) < 0 || git2.indexer_append(indexer, pack, len, &progress) < 0
	    || git2.indexer_commit(indexer, &progress) < 0))
		rc = err_set(e, ERR_VERIFY, "its pack is damaged");
	git2.indexer_free(indexer);
	return rc;
}

static int
set_ref(struct err *e, struct history *h, const char *name,
    const git_oid *id)
{
	git_reference *ref = NULL;
	int rc = git2.reference_create(&ref, h->repo, name, id, 1, "bundle") < 0
	    ? err_set(e, ERR_VERIFY, "it has no %s", name) : ERR_OK;

	git2.reference_free(ref);
	return rc;
}

static int
read_receipts(struct err *e, struct arena *a, struct history *h,
    const git_oid *verdict, struct audit_receipt *receipt, int *n, int max)
{
	struct history_file *f;
	char id[41];
	size_t k;
	int rc;

	git2.oid_tostr(id, sizeof id, verdict);
	rc = history_read_all(e, h, a, id, &f, &k);
	for (size_t i = 0; rc == ERR_OK && i + 1 < k && *n < max; i++)
		if (strncmp(f[i].path, "receipts/", 9) == 0 &&
		    strcmp(f[i + 1].path, arena_printf(a, "%s.minisig",
		    f[i].path)) == 0)
			receipt[(*n)++] = (struct audit_receipt){ f[i].path,
			    f[i].data, f[i].len, arena_strndup(a,
			    f[i + 1].data, f[i + 1].len) };
	return rc;
}

static int
fill(struct err *e, struct arena *a, char *s, size_t len, struct history *h,
    struct audit_receipt *receipt, int *nreceipts, int max)
{
	char *pack = strstr(s, "\n\n");
	git_oid head, verdict;
	int rc;

	if (strncmp(s, HEAD, strlen(HEAD)) != 0 || pack == NULL)
		return err_set(e, ERR_INPUT, "it is no git bundle");
	*pack = '\0';
	pack += 2;
	if (!find_ref(s, "refs/heads/main", &head) ||
	    !find_ref(s, "refs/heads/verdict", &verdict))
		return err_set(e, ERR_INPUT, "it is no bundle that `iacta audit "
		    "--bundle` wrote");
	rc = unpack(e, a, h, pack, len - (size_t)(pack - s));
	if (rc == ERR_OK)
		rc = set_ref(e, h, HISTORY_REF, &head);
	if (rc == ERR_OK)
		rc = set_ref(e, h, "refs/heads/verdict", &verdict);
	if (rc == ERR_OK)
		rc = read_receipts(e, a, h, &verdict, receipt, nreceipts, max);
	return rc;
}

int
bundle_open(struct err *e, struct arena *a, const char *path,
    struct history **h, const char **dir, struct audit_receipt *receipt,
    int *nreceipts, int max)
{
	const char *tmp = getenv("TMPDIR");
	char *made = arena_printf(a, "%s/iacta-XXXXXX", tmp != NULL && *tmp ?
	    tmp : "/tmp"), *s;
	size_t len;
	int rc = file_read(e, a, path, FILE_MAX, &s, &len);

	*h = NULL;
	*dir = NULL;
	if (rc != ERR_OK)
		return rc;
	if (mkdtemp(made) == NULL)
		return err_errno(e, made);
	*dir = made;
	rc = history_create(e, arena_printf(a, "%s/game", made), h);
	if (rc == ERR_OK)
		rc = fill(e, a, s, len, *h, receipt, nreceipts, max);
	if (rc != ERR_OK)
		err_prefix(e, "%s", str_shown(a, path, 200));
	return rc;
}
