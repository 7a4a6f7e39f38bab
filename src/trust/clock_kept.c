/* clock_kept.c: how far a game's clock was reckoned, remembered */
#include "trust/clock_work.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/store.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define KEPT_MAX 65536

/* NULL if the user has no directory. */
static const char *
path_of(struct arena *a, const struct position *p, const char **dir)
{
	const char *text = arena_printf(a, "iacta-clock:%s:%s", p->charter_sha,
	    p->charter.referee);
	char name[HASH_HEX];
	struct err ignored;

	if (store_dir(&ignored, a, dir) != ERR_OK || !file_exists(*dir))
		return NULL;
	*dir = arena_printf(a, "%s/clocks", *dir);
	hash_sha256_hex(name, text, strlen(text));
	return arena_printf(a, "%s/%s.toml", *dir, name);
}

/* Three numbers, [a, b, c]. */
static bool
three(const struct node *list, int64_t out[3])
{
	const struct node *x = list->type == NODE_ARRAY && list->n == 3 ?
	    list->child : NULL;

	for (int i = 0; i < 3; i++, x = x->next) {
		if (x == NULL || x->type != NODE_INT)
			return false;
		out[i] = x->i;
	}
	return true;
}

static bool
within(int64_t n, int64_t least, int64_t most)
{
	return n >= least && n <= most;
}

static bool
read_sides(const struct node *list, struct reckoning *r)
{
	const struct node *x = list ? list->child : NULL;
	int64_t n[3];

	if (list == NULL || list->n != (size_t)r->c->nsides)
		return false;
	for (int i = 0; x != NULL; x = x->next, i++) {
		if (!three(x, n) || !within(n[0], 0, CLOCK_LAST) ||
		    !within(n[1], 0, CLOCK_LAST) ||
		    !within(n[2], 0, r->c->clock.absence))
			return false;
		r->used[i] = n[0];
		r->left[i] = n[1];
		r->allowed[i] = n[2];
	}
	return true;
}

static bool
read_spans(const struct node *list, struct reckoning *r)
{
	int64_t n[3];

	if (list == NULL || list->n > CLOCK_SPANS)
		return false;
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		if (!three(x, n) || !within(n[0], -1, r->c->nsides - 1) ||
		    !within(n[1], 0, CLOCK_LAST) ||
		    !within(n[2], 0, CLOCK_LAST))
			return false;
		r->span[r->nspans++] = (struct clock_span){ (int)n[0], n[1],
		    n[2] };
	}
	return true;
}

bool
clock_recall(struct arena *a, const struct position *p, struct reckoning *r,
    char id[41])
{
	struct reckoning kept = { .c = r->c };
	const char *dir, *path = path_of(a, p, &dir), *commit;
	int64_t n, absences, pauses;
	struct err ignored;
	struct node *t;
	size_t len;
	char *s;

	if (path == NULL || !file_exists(path) || file_read(&ignored, a, path,
	    KEPT_MAX, &s, &len) != ERR_OK || toml_read(&ignored, a, path, s,
	    len, KEPT_MAX, &t) != ERR_OK)
		return false;
	commit = node_str(t, "commit");
	n = node_integer(t, "exchange", -1);
	absences = node_integer(t, "absences", -1);
	pauses = node_integer(t, "pauses", -1);
	if (commit == NULL || strlen(commit) != 40 || !within(n, 1, INT_MAX) ||
	    !within(absences, 0, INT_MAX) || !within(pauses, 0, INT_MAX) ||
	    !read_sides(node_array_of(t, "side"), &kept) ||
	    !read_spans(node_array_of(t, "span"), &kept))
		return false;
	kept.n = (long)n;
	kept.absences = (size_t)absences;
	kept.pauses = (size_t)pauses;
	*r = kept;
	memcpy(id, commit, 41);
	return true;
}

static void
add_three(struct arena *a, struct node *list, int64_t x, int64_t y, int64_t z)
{
	struct node *t = node_add(a, list, NULL, node_array(a));

	node_add_int(a, t, NULL, x);
	node_add_int(a, t, NULL, y);
	node_add_int(a, t, NULL, z);
}

void
clock_keep(struct arena *a, const struct position *p,
    const struct reckoning *r, const char *id)
{
	const char *dir, *path = path_of(a, p, &dir);
	struct node *t = node_table(a), *list;
	struct str s = str_new(a);
	struct err ignored;

	if (path == NULL)
		return;
	node_add_string(a, t, "commit", id);
	node_add_int(a, t, "exchange", r->n);
	node_add_int(a, t, "absences", (int64_t)r->absences);
	node_add_int(a, t, "pauses", (int64_t)r->pauses);
	list = node_add_array(a, t, "side");
	for (int i = 0; i < r->c->nsides; i++)
		add_three(a, list, r->used[i], r->left[i], r->allowed[i]);
	list = node_add_array(a, t, "span");
	for (int i = 0; i < r->nspans; i++)
		add_three(a, list, r->span[i].side, r->span[i].from,
		    r->span[i].to);
	toml_write(&s, t);
	if (file_mkdirs(&ignored, dir, 0700) == ERR_OK && file_write(&ignored,
	    path, s.s, s.len, 0600) != ERR_OK)
		return;
}
