/* history_append.c: making a commit: blobs, trees, the signature, the ref */
#include "trust/history_repo.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/sig.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The objects of a commit to be, from the files up. */
struct building {
	struct arena *a;
	struct object *list;	/* room for every file and every directory */
	size_t n;
	struct history_entry *made;	/* the files by their paths */
	size_t nmade;
};

static struct object *
add_object(struct building *b, enum object_type type, const char *data,
	size_t len)
{
	struct object *x = &b->list[b->n++];

	*x = (struct object){ .type = type, .data = data, .len = len };
	objects_name(x);
	return x;
}

/* Most files of a game stay as they were read. */
static struct object *
add_file(struct building *b, const struct history_file *f)
{
	struct history_entry *made = &b->made[b->nmade++];
	struct object *x;

	if (f->id == NULL) {
		x = add_object(b, OBJECT_BLOB, f->data, f->len);
	} else {
		x = &b->list[b->n++];
		*x = (struct object){ .type = OBJECT_BLOB, .data = f->data,
		    .len = f->len };
		memcpy(x->id, f->id, OBJECTS_ID);
	}
	made->path = f->path;
	memcpy(made->id, x->id, OBJECTS_ID);
	return x;
}

/* Mode, blank, name, NUL, and 20 bytes of id. */
static void
add_entry(struct str *tree, enum object_type type, const char *name, size_t n,
	const char *id)
{
	unsigned char raw[OBJECTS_RAW];

	if (!objects_raw(raw, id))
		abort();		/* it is ours */
	str_add(tree, type == OBJECT_TREE ? "40000 " : "100644 ");
	str_addn(tree, name, n);
	str_addc(tree, '\0');
	str_addn(tree, (const char *)raw, sizeof raw);
}

/*
 * The tree of files[0 .. n-1], whose paths begin with the same `skip` bytes.
 * They are sorted by path, and that is git's order too, since '/' stands in
 * them where git puts it.  Returns the tree's id.
 */
static const char *
build_tree(struct building *b, const struct history_file *files, size_t n,
	size_t skip)
{
	struct str tree = str_new(b->a);

	for (size_t i = 0, next; i < n; i = next) {
		const char *name = files[i].path + skip;
		size_t k = strcspn(name, "/");
		const char *id;

		next = i + 1;
		if (name[k] == '\0') {
			id = add_file(b, &files[i])->id;
			add_entry(&tree, OBJECT_BLOB, name, k, id);
			continue;
		}
		while (next < n && strncmp(files[next].path + skip, name,
		    k + 1) == 0)
			next++;
		id = build_tree(b, files + i, next - i, skip + k + 1);
		add_entry(&tree, OBJECT_TREE, name, k, id);
	}
	return add_object(b, OBJECT_TREE, tree.s, tree.len)->id;
}

static int
by_path(const void *x, const void *y)
{
	const struct history_file *a = x, *b = y;

	return strcmp(a->path, b->path);
}

/* A path that is there twice, or as a file and as a directory. */
static const char *
find_clash(const struct history_file *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t k = strlen(f[i].path);

		for (size_t j = i + 1; j < n; j++) {
			if (strncmp(f[j].path, f[i].path, k) != 0)
				break;
			if (f[j].path[k] == '\0' || f[j].path[k] == '/')
				return f[i].path;
		}
	}
	return NULL;
}

/* All objects of these files into b->list; the root tree is the last. */
static int
build(struct err *e, struct history *h, struct building *b,
	const struct history_file *files, size_t n)
{
	struct history_file *sorted = arena_new(b->a, struct history_file,
	    n + 1);
	const char *clash;
	size_t room = n + 2;		/* the root and the commit */

	for (size_t i = 0; i < n; i++) {
		const char *p = files[i].path;

		if (!history_is_path(p))
			return err_set(e, ERR_INPUT, "%s: \"%s\" is no name "
			    "for a file of a game", h->dir,
			    str_shown(b->a, p, 80));
		for (; *p != '\0'; p++)
			room += *p == '/';
		sorted[i] = files[i];
	}
	qsort(sorted, n, sizeof *sorted, by_path);
	clash = find_clash(sorted, n);
	if (clash != NULL)
		return err_set(e, ERR_INPUT, "%s: %s is listed twice", h->dir,
		    clash);
	b->list = arena_new(b->a, struct object, room);
	b->made = arena_new(b->a, struct history_entry, n + 1);
	build_tree(b, sorted, n, 0);
	return ERR_OK;
}

int
history_tree_id(struct err *e, struct history *h,
	const struct history_file *files, size_t n, char id[41])
{
	struct arena a = {0};
	struct building b = { .a = &a };
	int rc = build(e, h, &b, files, n);

	if (rc == ERR_OK)
		memcpy(id, b.list[b.n - 1].id, OBJECTS_ID);
	arena_free(&a);
	return rc;
}

/* The commit's text with its signature as a header, as git signs. */
static void
add_commit(struct building *b, const char *game, const struct secret_key *key,
	const char *parent, const char *message, int64_t when)
{
	const char *who = arena_printf(b->a, "%s <referee@iacta.invalid> %lld "
	    "+0000", game, (long long)when);
	struct str head = str_new(b->a), text = str_new(b->a);
	const char *sig;

	str_addf(&head, "tree %s\n", b->list[b->n - 1].id);
	if (*parent != '\0')
		str_addf(&head, "parent %s\n", parent);
	str_addf(&head, "author %s\ncommitter %s\n", who, who);
	str_addf(&text, "%s\n%s", head.s, message);
	sig = sig_ssh(b->a, key, "git", text.s, text.len);
	text = head;
	str_add(&text, "gpgsig");
	while (*sig != '\0') {
		size_t k = strcspn(sig, "\n");

		str_addc(&text, ' ');
		str_addn(&text, sig, k);
		str_addc(&text, '\n');
		sig += k + (sig[k] == '\n');
	}
	str_addf(&text, "\n%s", message);
	add_object(b, OBJECT_COMMIT, text.s, text.len);
}

/*
 * Drop the blobs that the parent has too: whoever moved the ref there has
 * synced them.  What is merely lying about may not be on the disk yet.
 */
static int
drop_known(struct err *e, struct history *h, struct building *b,
	const char *parent)
{
	struct history_entry *known;
	size_t k, n = 0;
	int rc = history_entries(e, h, b->a, parent, &known, &k);

	if (rc != ERR_OK)
		return rc;
	for (size_t i = 0; i < b->n; i++) {
		size_t j = 0;

		while (j < k && strcmp(known[j].id, b->list[i].id) != 0)
			j++;
		if (j == k)
			b->list[n++] = b->list[i];
	}
	b->n = n;
	return ERR_OK;
}

/* What one who died before he could note it left there. */
static void
sweep(struct arena *a, const char *dir)
{
	struct err ignored;
	char **names;
	size_t n = 0;

	if (file_list(&ignored, a, dir, &names, &n) != ERR_OK)
		n = 0;
	for (size_t i = 0; i < n; i++)
		if (strncmp(names[i], "pack-", 5) == 0)
			unlink(arena_printf(a, "%s/%s", dir, names[i]));
}

/* The commit stands: what fails now is tried again with the next. */
static void
gather(struct history *h, const char *dir)
{
	struct err ignored;

	if (objects_gather(&ignored, h->objects, dir) != ERR_OK)
		return;
}

/*
 * Move the objects to where everybody can read them, and then the ref.  They
 * tell the seed of the exchange, so from the first of these steps on there is
 * no way back: the note in the lock names pack and commit, and whoever comes
 * after us, if we die or fail on the way, finishes it (history_lock.c) before
 * he does anything else.  Until then they are in the private directory.
 */
static int
publish(struct err *e, struct history *h, const struct building *b,
	const char *parent, const char *id)
{
	struct arena a = {0};
	const char *pack, *dir = NULL;
	int rc = history_private(e, h, &a, &dir);

	if (rc == ERR_OK)
		rc = objects_make(e, h->objects, b->list, b->n, &pack);
	if (rc == ERR_OK) {
		sweep(&a, dir);
		rc = objects_stage(e, h->objects, dir);
	}
	if (rc == ERR_OK) {
		rc = history_note_pack(e, h, pack, parent, id);
		if (rc == ERR_OK)
			rc = history_hold_ref(e, h, parent);
		if (rc == ERR_OK)
			rc = objects_publish(e, h->objects, dir, pack);
		if (rc == ERR_OK)
			rc = history_move_ref(e, h, id);
		if (rc == ERR_OK) {
			history_note_done(h);
			gather(h, dir);
		} else if (objects_published(h->objects, pack))
			history_note_keep(h);
		else
			objects_discard(h->objects, dir, pack);
		history_let_ref(h);
	}
	arena_free(&a);
	return rc;
}

/* ... under the lock, which the caller may hold already. */
static int
publish_locked(struct err *e, struct history *h, const struct building *b,
	const char *parent, const char *id)
{
	bool held = h->lock >= 0;
	int rc = history_lock(e, h);

	if (rc == ERR_OK)
		rc = publish(e, h, b, parent, id);
	if (!held)
		history_unlock(h);
	return rc;
}

int
history_append(struct err *e, struct history *h, const char *game,
	const struct secret_key *key, const char *parent,
	const struct history_file *files, size_t n,
	const char *message, int64_t when, char id[41])
{
	struct arena a = {0};
	struct building b = { .a = &a };
	char made[OBJECTS_ID];		/* `id` may be where `parent` is */
	int rc = history_must_stand(e, h, parent);

	if (rc == ERR_OK)
		rc = build(e, h, &b, files, n);
	if (rc == ERR_OK) {
		add_commit(&b, game, key, parent, message, when);
		memcpy(made, b.list[b.n - 1].id, OBJECTS_ID);
		if (*parent != '\0')
			rc = drop_known(e, h, &b, parent);
	}
	if (rc == ERR_OK)
		rc = publish_locked(e, h, &b, parent, made);
	if (rc == ERR_OK) {
		memcpy(id, made, OBJECTS_ID);
		history_know(h, made, b.made, b.nmade);
	}
	arena_free(&a);
	return rc;
}
