/* retell.c: what a report is made from, read from a history */
#include "trust/retell.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/clock.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define WORDS 4096

struct word {
	struct word *next;
	const char *s;
};

struct retell {
	struct err *e;
	struct arena *a;
	struct history *h;
	const struct position *p;
	struct word **words;	/* that are kept: WORDS lists */
};

static bool
is_told(const char *path)
{
	return strcmp(path, "turn.toml") == 0 ||
	    strcmp(path, "events.toml") == 0 ||
	    strcmp(path, "dice.toml") == 0 ||
	    strncmp(path, "orders/", 7) == 0;
}

/* A file of a commit as a tree; NULL where there is none. */
static int
read_tree(struct retell *r, const struct history_file *files, size_t n,
    const char *path, struct node **out)
{
	const struct history_file *f = position_file(files, n, path);

	*out = NULL;
	if (f == NULL)
		return ERR_OK;
	if (toml_read(r->e, r->a, path, f->data, f->len, TOML_MAX_SIZE, out) !=
	    ERR_OK)
		return err_unverified(r->e);
	return ERR_OK;
}

/* ... and what it said with its acts, orders/SIDE-act-REVISION.toml, in the
 * order of the revisions. */
static int
read_act_talk(struct retell *r, const struct history_file *files, size_t n,
    const char *side, struct node *say)
{
	const char *begin = arena_printf(r->a, "orders/%s-act-", side);
	size_t k = strlen(begin);

	for (long last = 0, next;; last = next) {
		const char *path = NULL, *text, *old = node_str(say, side);
		struct node *t;

		next = LONG_MAX;
		for (size_t i = 0; i < n; i++) {
			char *end = NULL;
			long at = strncmp(files[i].path, begin, k) ? 0 :
			    strtol(files[i].path + k, &end, 10);

			if (at > last && at < next &&
			    strcmp(end, ".toml") == 0) {
				next = at;
				path = files[i].path;
			}
		}
		if (path == NULL)
			return ERR_OK;
		if (read_tree(r, files, n, path, &t) != ERR_OK)
			return r->e->code;
		text = node_str(t, "say");
		if (text != NULL)
			node_set(r->a, say, side, node_string(r->a, old ?
			    arena_printf(r->a, "%s\n%s", old, text) : text));
	}
}

/* The table talk of a commit: side = "text". */
static int
read_talk(struct retell *r, const struct history_file *files, size_t n,
    struct node *say)
{
	for (int i = 0; i < r->p->charter.nsides; i++) {
		const char *side = r->p->charter.side[i].name;
		const char *path = arena_printf(r->a, "orders/%s.toml", side);
		const char *text;
		struct node *t;

		if (read_tree(r, files, n, path, &t) != ERR_OK)
			return r->e->code;
		text = node_str(t, "say");
		if (text != NULL)
			node_add_string(r->a, say, side, text);
		if (read_act_talk(r, files, n, side, say) != ERR_OK)
			return r->e->code;
	}
	return ERR_OK;
}

static void
set_late(struct retell *r, const struct node *turn, struct report_exchange *x)
{
	const struct node *late = node_array_of(turn, "late");
	const char **list = arena_new(r->a, const char *, late ? late->n + 1 :
	    1);

	for (const struct node *c = late ? late->child : NULL; c; c = c->next)
		if (c->type == NODE_STRING)
			list[x->nlate++] = c->s;
	x->late = list;
}

/* What the commit's files tell; `turn` is its turn.toml, if it was read. */
static int
read_exchange(struct retell *r, const struct history_file *files, size_t n,
    const struct node *turn, struct report_exchange *x)
{
	struct node *events, *dice, *say = node_table(r->a);

	if (read_tree(r, files, n, "events.toml", &events) != ERR_OK ||
	    read_tree(r, files, n, "dice.toml", &dice) != ERR_OK ||
	    read_talk(r, files, n, say) != ERR_OK)
		return r->e->code;
	x->events = node_array_of(events, "event");
	x->recall = node_array_of(events, "recall");
	x->dice = dice;
	x->say = say;
	set_late(r, turn, x);
	return ERR_OK;
}

/* A copy of a word, one for all that are the same. */
static const char *
keep_word(struct retell *r, const char *s)
{
	struct word **at, *w;
	uint32_t h = 2166136261u;

	for (const char *p = s; *p != '\0'; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	for (at = &r->words[h % WORDS]; *at != NULL; at = &(*at)->next)
		if (strcmp((*at)->s, s) == 0)
			return (*at)->s;
	w = *at = arena_new(r->a, struct word, 1);
	return w->s = arena_strdup(r->a, s);
}

/* What an exchange tells has few words, and again and again. */
static struct node *
keep(struct retell *r, const struct node *n)
{
	struct node *out;

	if (n == NULL)
		return NULL;
	out = arena_new(r->a, struct node, 1);
	*out = (struct node){ .type = n->type, .layout = n->layout,
	    .line = n->line, .i = n->i, .n = n->n,
	    .s = n->s ? keep_word(r, n->s) : NULL,
	    .key = n->key ? keep_word(r, n->key) : NULL };
	/* what is sealed is long, and a report cannot open it */
	if (n->key != NULL && strcmp(n->key, "sealed") == 0 &&
	    n->type == NODE_ARRAY) {
		out->n = 0;
		return out;
	}
	for (const struct node *c = n->child; c != NULL; c = c->next) {
		struct node *copy = keep(r, c);

		if (out->last == NULL)
			out->child = copy;
		else
			out->last->next = copy;
		out->last = copy;
	}
	return out;
}

static void
keep_exchange(struct retell *r, const struct report_exchange *x,
    struct report_exchange *out)
{
	const char **late = arena_new(r->a, const char *, x->nlate + 1);

	*out = (struct report_exchange){ .events = keep(r, x->events),
	    .recall = keep(r, x->recall), .dice = keep(r, x->dice),
	    .say = keep(r, x->say), .late = late, .nlate = x->nlate };
	for (int i = 0; i < x->nlate; i++)
		late[i] = keep_word(r, x->late[i]);
}

/* An exchange before the last, `x` being NULL where only the turn is wanted:
 * of the files only what is told outlives the call. */
static int
read_one(struct retell *r, const char *id, struct report_exchange *x,
    const struct node **turn)
{
	struct arena scratch = { 0 };
	struct retell s = *r;
	struct report_exchange all = { 0 };
	struct history_file *files;
	struct node *t;
	size_t n;
	int rc;

	s.a = &scratch;
	rc = history_read_some(r->e, r->h, &scratch, id, is_told, &files, &n);
	if (rc == ERR_OK)
		rc = read_tree(&s, files, n, "turn.toml", &t);
	if (rc == ERR_OK && x != NULL)
		rc = read_exchange(&s, files, n, t, &all);
	if (rc == ERR_OK && x != NULL)
		keep_exchange(r, &all, x);
	else if (rc == ERR_OK)
		*turn = keep(r, t);
	arena_free(&scratch);
	return rc;
}

/* The exchanges before the last, back to `since`, and the turn there. */
static int
read_earlier(struct retell *r, const char *id, long since,
    struct report_exchange *told, struct report_context *out)
{
	struct history_commit c;

	if (history_read_commit(r->e, r->h, r->a, id, &c) != ERR_OK)
		return r->e->code;
	for (long n = r->p->n - 1; n >= since; n--) {
		struct report_exchange *x = n == since ? NULL :
		    &told[n - since - 1];
		char parent[41];

		memcpy(parent, c.parent, sizeof parent);
		if (read_one(r, parent, x, &out->before) != ERR_OK)
			return r->e->code;
		if (x == NULL)
			return ERR_OK;
		x->n = (int)n;
		if (history_read_commit(r->e, r->h, r->a, parent, &c) !=
		    ERR_OK)
			return r->e->code;
	}
	return ERR_OK;
}

/* How much time the sides have used, where that is worth telling, and have
 * left. */
static int
read_times(struct retell *r, struct report_context *out)
{
	struct clock k;
	struct node *list = node_array(r->a);
	int rc = clock_read(r->e, r->a, r->h, r->p, NULL, &k);

	for (int i = 0; rc == ERR_OK && i < r->p->charter.nsides; i++) {
		const struct clock_side *s = &k.side[i];
		struct node *t = node_table(r->a);

		node_add_string(r->a, t, "side", r->p->charter.side[i].name);
		if (s->used >= 60)
			node_add_string(r->a, t, "used", clock_words(r->a,
			    s->used));
		if (k.has && s->deadline != 0) {
			node_add_string(r->a, t, "left", clock_words(r->a,
			    s->left));
			node_add_string(r->a, t, "by", clock_moment(r->a,
			    s->deadline));
		}
		if (t->n > 1)
			node_add(r->a, list, NULL, t);
	}
	out->times = list;
	return rc;
}

int
retell(struct err *e, struct arena *a, struct history *h, const char *id,
    const struct position *p, long since, struct report_context *out)
{
	struct retell r = { .e = e, .a = a, .h = h, .p = p,
	    .words = arena_new(a, struct word *, WORDS) };
	struct report_exchange *told;
	long n;

	if (since < 0 && p->n > 0)
		since = p->n - 1;
	n = since < 0 ? 1 : p->n - since;
	if (since >= 0 && since >= p->n)
		return err_set(e, ERR_INPUT, "turn %ld is not before turn %ld, "
		    "which the report is about", since, p->n);
	told = arena_new(a, struct report_exchange, (size_t)n);
	*out = (struct report_context){ .game = p->charter.game,
	    .exchange = (int)p->n, .rules = &p->rules, .turn = p->turn,
	    .told = told, .ntold = (int)n };
	told[n - 1].n = (int)p->n;
	if (read_exchange(&r, p->files, p->nfiles, p->turn, &told[n - 1]) !=
	    ERR_OK || read_times(&r, out) != ERR_OK)
		return e->code;
	return since < 0 ? ERR_OK : read_earlier(&r, id, since, told, out);
}
