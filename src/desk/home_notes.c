/* home_notes.c: a player's reminders to himself, from the whole history */
#include "desk/home.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/history.h"
#include "trust/seal.h"

#include <string.h>

static bool
is_orders(const char *path)
{
	size_t n = strlen(path);

	return strncmp(path, "orders/", 7) == 0 && n > 5 &&
	    strcmp(path + n - 5, ".toml") == 0;
}

/* The notes of one submission; those of another key stay closed. */
static void
add_notes(struct arena *a, const struct history_file *f, long exchange,
    const char *side, const struct secret_key *k, struct node *out)
{
	struct err ignored = { 0 };
	const struct node *x;
	struct node *t;

	if (toml_read(&ignored, a, f->path, f->data, f->len, TOML_MAX_SIZE,
	    &t) != ERR_OK || node_str(t, "side") == NULL ||
	    strcmp(node_str(t, "side"), side) != 0)
		return;
	x = node_array_of(t, "act");
	for (x = x ? x->child : NULL; x != NULL; x = x->next) {
		const struct node *text = node_array_of(x, "text");
		struct node *note;
		char *s;
		size_t n;

		if (text == NULL || seal_open_side(a, text, k, &s, &n) < 0)
			continue;
		note = node_add(a, out, NULL, node_table(a));
		node_add_string(a, note, "what", "note");
		node_add_int(a, note, "exchange", exchange);
		node_add_string(a, note, "text", arena_strndup(a, s,
		    strcspn(s, "\n")));
	}
}

int
home_notes(struct err *e, struct arena *a, struct history *h,
    const struct position *p, int side, const struct secret_key *k,
    struct node *out)
{
	struct history_commit *all;
	size_t n;
	int rc = history_all(e, h, a, &all, &n);

	if (rc == ERR_OK && n > (size_t)p->n + 1)
		n = (size_t)p->n + 1;
	for (size_t i = 1; i < n && rc == ERR_OK; i++) {
		struct history_file *file;
		size_t nfiles;

		rc = history_read_some(e, h, a, all[i].id, is_orders, &file,
		    &nfiles);
		for (size_t f = 0; rc == ERR_OK && f < nfiles; f++)
			add_notes(a, &file[f], (long)i - 1,
			    p->charter.side[side].name, k, out);
	}
	return rc;
}
