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

static void
fill_turn(struct arena *a, struct position *p, const struct board *like,
    struct page_turn *t)
{
	const struct board *b = picture_board(&p->game, &p->rules.tree);
	const char *commitment = node_str(p->turn, "commitment");

	t->board = a == p->game.arena ? b : board_pieces(a, b, like);
	t->when = t->board->when;
	t->commitment = commitment ? arena_strdup(a, commitment) : NULL;
}

/* A turn on the ground of `p`, of which nothing but the pieces is kept. */
static int
read_turn(struct err *e, struct arena *a, struct history *h,
    const struct position *p, long n, const struct board *like,
    struct page_turn *t)
{
	struct arena scratch = { 0 };
	struct position *q = arena_new(&scratch, struct position, 1);
	char id[41];
	int rc = position_at_on(e, &scratch, p, h, n, id, q);

	if (rc == ERR_OK)
		fill_turn(a, q, like, t);
	arena_free(&scratch);
	return rc;
}

/* The turn before the first that is told, and each of them; the earlier ones in
 * the arena `past`. */
static int
read_turns(struct err *e, struct cli *c, struct arena *past, struct history *h,
    struct position *p, const struct report_context *x,
    struct page_turn *turn)
{
	for (int i = 0; i <= x->ntold; i++) {
		const struct board *like = i > 0 ? turn[i - 1].board : NULL;
		long n = p->n - x->ntold + i;

		if (n < 0)
			n = 0;
		if (n == p->n)
			fill_turn(c->a, p, like, &turn[i]);
		else if (read_turn(e, past, h, p, n, like, &turn[i]) !=
		    ERR_OK)
			return e->code;
	}
	return ERR_OK;
}

int
page_make(struct err *e, struct cli *c, struct history *h,
    struct position *p, const struct report_context *x, struct str *out)
{
	struct arena past = { 0 };
	struct page_turn *turn = arena_new(&past, struct page_turn,
	    x->ntold + 1);
	struct node *facts = NULL;
	int rc = read_turns(e, c, &past, h, p, x, turn);

	if (rc == ERR_OK)
		facts = page_facts(c->a, &p->game, x, turn);
	arena_free(&past);
	return rc == ERR_OK ? page_write(e, out, facts, sha256_of(c,
	    page_script()), sha256_of(c, page_style(c->a))) : rc;
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
