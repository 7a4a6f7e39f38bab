/* altered.c: does a game bring rules of its own? */
#include "trust/altered.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"

#include <string.h>

#define FILE_MAX (1u << 20)

/* What differs between two trees: the first place, and how many. */
struct altered {
	struct arena *a;
	const char *where, *is, *was;
	int n;
};

static const char *
inline_of(struct arena *a, const struct node *v)
{
	struct str s = str_new(a);

	if (v == NULL)
		return "missing";
	toml_write_inline(&s, v);
	return str_shown(a, s.s, 60);
}

static void
compare(struct altered *d, const char *path, const struct node *theirs,
    const struct node *ours)
{
	const struct node *x;

	if (theirs != NULL && ours != NULL && theirs->type == NODE_TABLE &&
	    ours->type == NODE_TABLE) {
		const char *dot = *path ? "." : "";

		for (x = theirs->child; x != NULL; x = x->next)
			compare(d, arena_printf(d->a, "%s%s%s", path, dot,
			    x->key), x, node_get(ours, x->key));
		for (x = ours->child; x != NULL; x = x->next)
			if (node_get(theirs, x->key) == NULL)
				compare(d, arena_printf(d->a, "%s%s%s", path,
				    dot, x->key), NULL, x);
		return;
	}
	if (theirs != NULL && ours != NULL && node_equal(theirs, ours))
		return;
	if (d->n++ == 0) {
		d->where = path;
		d->is = inline_of(d->a, theirs);
		d->was = inline_of(d->a, ours);
	}
}

static const struct rules_file *
find(const struct rules *r, const char *path)
{
	for (size_t i = 0; i < r->nfiles; i++)
		if (strcmp(r->file[i].path, path) == 0)
			return &r->file[i];
	return NULL;
}

static const char *
describe(struct arena *a, const struct rules_file *theirs,
    const struct rules_file *ours)
{
	struct altered d = { .a = a };
	struct node *x = NULL, *y = NULL;
	struct err e;

	if (toml_read(&e, a, theirs->path, theirs->text, theirs->len, FILE_MAX,
	    &x) != ERR_OK || toml_read(&e, a, ours->path, ours->text,
	    ours->len, FILE_MAX, &y) != ERR_OK)
		return "it cannot be compared";
	compare(&d, "", x, y);
	if (d.n == 0)
		return "only its layout or its comments differ";
	return arena_printf(a, "%s is %s, not %s%s", str_shown(a, d.where,
	    80), d.is, d.was, d.n == 1 ? "" : arena_printf(a,
	    " (and %d more)", d.n - 1));
}

/* Are the files that came with the program the game's, byte for byte?  So it
 * is mostly, and then there is no need to parse them. */
static bool
is_all_ours(struct arena *a, const struct position *p)
{
	const char *dir = arena_printf(a, "%s/games/%s", rules_data_dir(a),
	    p->charter.system);

	for (size_t i = 0; i < p->rules.nfiles; i++) {
		const struct rules_file *f = &p->rules.file[i];
		struct err ignored;
		size_t n;
		char *s;

		if (file_read(&ignored, a, arena_printf(a, "%s/%s", dir,
		    f->path), FILE_MAX, &s, &n) != ERR_OK || n != f->len ||
		    memcmp(s, f->text, n) != 0)
			return false;
	}
	return true;
}

static void
add(struct arena *a, struct node *out, const char *path, const char *what)
{
	node_add(a, out, NULL, node_string(a, arena_printf(a, "%s: %s",
	    str_shown(a, path, 80), what)));
}

struct node *
altered_rules(struct arena *a, const struct position *p)
{
	const struct rules *theirs = &p->rules;
	struct rules *ours = arena_new(a, struct rules, 1);
	struct node *out = node_array(a);
	struct err e;

	if (is_all_ours(a, p))
		return out;
	if (rules_from_disk(&e, a, p->charter.system, p->charter.scenario,
	    NULL, ours) != ERR_OK) {
		add(a, out, "rules", "this program has no such scenario to "
		    "compare them with");
		return out;
	}
	if (ours->revision != theirs->revision) {
		add(a, out, "rules", arena_printf(a, "they are revision %d, "
		    "and this program has the files of revision %d only",
		    theirs->revision, ours->revision));
		return out;
	}
	for (size_t i = 0; i < theirs->nfiles; i++) {
		const struct rules_file *f = &theirs->file[i];
		const struct rules_file *g = find(ours, f->path);

		if (g == NULL)
			add(a, out, f->path, "this program has no such file");
		else if (f->len != g->len || memcmp(f->text, g->text, f->len))
			add(a, out, f->path, describe(a, f, g));
	}
	for (size_t i = 0; i < ours->nfiles; i++)
		if (find(theirs, ours->file[i].path) == NULL)
			add(a, out, ours->file[i].path, "the game has no such "
			    "file");
	return out;
}
