/* home_past.c: the game so far once more, to see what a doctrine would do */
#include "desk/home.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"

#include <string.h>

/* What came up, and what this doctrine makes of it. */
struct replay {
	int side;
	long n;
	const struct node *doctrine;
	struct arena *a;
	struct node *out;
};

static void
asked(struct game *g, const struct question *q, int taken)
{
	struct replay *r = g->asked_ctx;
	struct node *t;
	int choice;

	if (q->side != r->side || q->n < 2)
		return;
	choice = doctrine_answer(g, r->doctrine, q);
	if (choice == -1)
		choice = doctrine_choose(g, node_string(g->arena,
		    question_kind(g->sys, q->kind)->standard), q);
	t = node_table(r->a);
	node_add_int(r->a, t, "exchange", r->n);
	node_add_string(r->a, t, "kind", q->kind);
	for (int i = 0; i < q->nfacts; i++)
		if (strcmp(q->fact[i].name, "unit") == 0 && q->fact[i].s)
			node_add_string(r->a, t, "unit", q->fact[i].s);
	node_add_string(r->a, t, "was", q->option[taken].text);
	node_add_string(r->a, t, "would", choice >= 0 ?
	    q->option[choice].text : "ask");
	node_add(r->a, r->out, NULL, t);
}

static const char *
file_text(const struct history_file *files, size_t n, const char *path,
    size_t *len)
{
	const struct history_file *f = position_file(files, n, path);

	*len = f != NULL ? f->len : 0;
	return f != NULL ? f->data : NULL;
}

/* What the sides sent to an exchange stands in the commit after it. */
static int
papers(struct arena *a, const struct charter *c,
    const struct history_file *files, size_t n, struct exchange_paper *out)
{
	int k = 0;

	for (int i = 0; i < c->nsides; i++) {
		const char *path = arena_printf(a, "orders/%s.toml",
		    c->side[i].name), *text, *sig;
		size_t len, siglen;

		text = file_text(files, n, path, &len);
		sig = file_text(files, n, arena_printf(a, "%s.minisig", path),
		    &siglen);
		if (sig == NULL)
			sig = file_text(files, n, arena_printf(a, "%s.sig",
			    path), &siglen);
		if (text != NULL && sig != NULL)
			out[k++] = (struct exchange_paper){ text, len,
			    arena_strndup(a, sig, siglen), path };
	}
	return k;
}

static int
late_sides(struct err *e, struct arena *a, const struct history_file *files,
    size_t n, const char *late[CHARTER_SIDES], int *nlate)
{
	const struct node *x;
	struct node *t;
	size_t len;
	const char *text = file_text(files, n, "turn.toml", &len);
	int rc;

	*nlate = 0;
	if (text == NULL)
		return err_set(e, ERR_VERIFY, "turn.toml: it is missing");
	rc = toml_read(e, a, "turn.toml", text, len, TOML_MAX_SIZE, &t);
	x = rc == ERR_OK ? node_array_of(t, "late") : NULL;
	for (x = x ? x->child : NULL; x && *nlate < CHARTER_SIDES; x = x->next)
		late[(*nlate)++] = x->s;
	return rc;
}

static int
replay_exchange(struct err *e, struct arena *a, struct past *past, long n,
    struct replay *r)
{
	struct history_file *now, *then;
	struct position *p = arena_new(a, struct position, 1);
	struct exchange_paper paper[CHARTER_SIDES];
	const char *late[CHARTER_SIDES];
	struct exchange_input in = { .past = past_of(past), .paper = paper,
	    .late = late, .loaded = p };
	struct exchange_output out;
	size_t nnow, nthen;
	int rc = history_read_all(e, past->h, a, past->commit[n].id, &now,
	    &nnow);

	if (rc == ERR_OK)
		rc = history_read_all(e, past->h, a, past->commit[n + 1].id,
		    &then, &nthen);
	if (rc == ERR_OK)
		rc = position_load(e, a, now, nnow, p);
	if (rc == ERR_OK)
		rc = late_sides(e, a, then, nthen, late, &in.nlate);
	if (rc != ERR_OK)
		return rc;
	in.files = now;
	in.nfiles = nnow;
	in.claimed = then;
	in.nclaimed = nthen;
	in.npapers = papers(a, &p->charter, then, nthen, paper);
	r->n = n;
	p->game.asked = asked;
	p->game.asked_ctx = r;
	return exchange_run(e, a, &in, &out);
}

int
home_replay(struct err *e, struct arena *a, struct history *h, int side,
    const struct node *doctrine, struct node **out)
{
	struct past past = { .h = h };
	struct replay r = { .side = side, .doctrine = doctrine, .a = a,
	    .out = node_array(a) };
	int rc = history_all(e, h, a, &past.commit, &past.n);

	for (size_t n = 0; rc == ERR_OK && n + 1 < past.n; n++) {
		struct arena here = { 0 };

		rc = replay_exchange(e, &here, &past, (long)n, &r);
		arena_free(&here);
	}
	*out = r.out;
	return rc;
}
