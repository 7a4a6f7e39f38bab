/* page.c: the replay page of a game, from its history */
#include "cli/page.h"

#include "base/node.h"
#include "base/str.h"
#include "show/page.h"
#include "show/picture.h"
#include "trust/hash.h"

#include <string.h>

static const char *
sha256_of(struct cli *c, const char *text)
{
	uint8_t sha[HASH_BYTES];

	hash_sha256(sha, text, strlen(text));
	return hash_base64(c->a, sha, sizeof sha);
}

/* The turns on their way into the page: those of the past two at a time, each in
 * memory of its own. */
struct turns {
	struct err *e;
	struct history *h;
	struct position *p;	/* the last */
	int n;			/* its number; 0 is the first */
	struct arena past[2];
	struct page_turn turn[2];
};

static void
fill_turn(struct arena *a, struct position *p, struct page_turn *t)
{
	const struct board *b = picture_board(&p->game, &p->rules.tree);
	const char *commitment = node_str(p->turn, "commitment");

	t->board = a == p->game.arena ? b : board_pieces(a, b, NULL);
	t->when = t->board->when;
	t->commitment = commitment ? arena_strdup(a, commitment) : NULL;
}

/* A turn on the ground of the last, of which nothing but the pieces is kept. */
static int
read_turn(struct turns *x, struct arena *a, long n, struct page_turn *t)
{
	struct arena scratch = { 0 };
	struct position *q = arena_new(&scratch, struct position, 1);
	char id[41];
	int rc = position_at_on(x->e, &scratch, x->p, x->h, n, id, q);

	if (rc == ERR_OK)
		fill_turn(a, q, t);
	arena_free(&scratch);
	return rc;
}

static const struct page_turn *
turn_of(void *ctx, int i)
{
	struct turns *x = ctx;
	struct page_turn *t = &x->turn[i % 2];
	struct arena *a = &x->past[i % 2];
	long n = x->p->n - x->n + i;

	if (n < 0)
		n = 0;
	if (n == x->p->n) {
		fill_turn(x->p->game.arena, x->p, t);
		return t;
	}
	arena_free(a);
	return read_turn(x, a, n, t) == ERR_OK ? t : NULL;
}

int
page_make(struct err *e, struct cli *c, struct history *h,
    struct position *p, const struct report_context *x, struct str *out)
{
	struct turns turns = { .e = e, .h = h, .p = p, .n = x->ntold };
	struct node *facts = page_facts(c->a, &p->game, x, turn_of, &turns);

	arena_free(&turns.past[0]);
	arena_free(&turns.past[1]);
	return facts == NULL ? e->code : page_write(e, out, facts, sha256_of(c,
	    page_script()), sha256_of(c, page_style(c->a)));
}

int
page_print(struct err *e, struct cli *c, struct history *h,
    struct position *p, const struct report_context *x)
{
	struct str out = str_new(c->a);

	if (page_make(e, c, h, p, x, &out) != ERR_OK)
		return e->code;
	if (fwrite(out.s, 1, out.len, stdout) != out.len)
		return err_set(e, ERR_SYSTEM, "the page cannot be written");
	return ERR_OK;
}
