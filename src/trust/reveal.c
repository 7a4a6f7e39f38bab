/* reveal.c: what was sealed while a finished game was played */
#include "trust/reveal.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/game.h"
#include "trust/hash.h"
#include "trust/seeds.h"
#include "trust/submission.h"

#include <string.h>

#define HELD 64			/* cards and the like that a side holds */

struct reveal {
	struct err *e;
	struct arena *a;
	struct history *h;
	const struct charter *c;
	uint8_t secret[32];
};

/* The secret of the last commit, which must be what the charter promised. */
static int
read_secret(struct reveal *r, const struct position *p)
{
	const struct history_file *f = position_file(p->files, p->nfiles,
	    "dice.toml");
	char commitment[HASH_HEX];
	const char *s = NULL;
	struct node *dice;

	if (p->result == NULL || f == NULL)
		return err_set(r->e, ERR_INPUT, "the game is not over: what is "
		    "sealed is opened by the secret, which the last turn will "
		    "publish");
	if (toml_read(r->e, r->a, "dice.toml", f->data, f->len, TOML_MAX_SIZE,
	    &dice) != ERR_OK)
		return err_unverified(r->e);
	s = node_str(dice, "secret");
	if (s == NULL || hash_unhex(r->secret, 32, s) < 0)
		return err_set(r->e, ERR_VERIFY, "dice.toml: the game is over, "
		    "but its secret is not published");
	seeds_secret_commitment(commitment, r->c->game, r->secret);
	if (strcmp(commitment, r->c->secret_commitment) != 0)
		return err_set(r->e, ERR_VERIFY, "dice.toml: the secret is not "
		    "the one that game.toml promised");
	return ERR_OK;
}

/* What each side held at a turn. */
static void
add_held(struct reveal *r, const struct position *p, int side,
    struct node *t)
{
	const struct game *g = &p->game;
	const char *ids[HELD];
	struct node *list;
	int n;

	if (!game_has_hands(g) || g->saved == NULL)
		return;
	n = g->sys->hand(g->data, g->saved, side, ids, HELD);
	node_add_string(r->a, t, "hand", game_hand_name(g));
	list = node_add_array(r->a, t, "holds");
	for (int i = 0; i < n && i < HELD; i++)
		node_add(r->a, list, NULL, node_string(r->a, ids[i] ? ids[i] :
		    "?"));
}

static void
add_texts(struct reveal *r, struct node *t, const char *key,
    const struct node *v)
{
	struct node *list = node_add_array(r->a, t, key);
	const struct node *x = v != NULL && v->type == NODE_ARRAY ? v->child :
	    v;

	for (; x != NULL; x = x->next) {
		struct str s = str_new(r->a);

		if (x->type == NODE_STRING)
			str_add(&s, x->s);
		else
			toml_write_inline(&s, x);
		node_add(r->a, list, NULL, node_string(r->a, s.s));
		if (v->type != NODE_ARRAY)
			break;
	}
}

/* What a side sent: the submission in the commit that used it, opened. */
static void
add_sent(struct reveal *r, const struct history_file *files, size_t n,
    int side, struct node *t)
{
	const char *path = arena_printf(r->a, "orders/%s.toml",
	    r->c->side[side].name);
	const struct history_file *f = position_file(files, n, path);
	struct submission s;
	struct err e = { 0 };

	if (f == NULL)
		return;
	memset(&s, 0, sizeof s);
	if (submission_parse(&e, r->a, path, r->c, f->data, f->len, &s) !=
	    ERR_OK || (s.sealed != NULL && submission_open(&e, r->a, path,
	    r->c, r->secret, &s) != ERR_OK)) {
		node_add_bool(r->a, t, "closed", true);
		return;
	}
	add_texts(r, t, "order", s.part[PART_ORDER]);
	add_texts(r, t, "answer", s.part[PART_ANSWER]);
	add_texts(r, t, "doctrine", s.part[PART_DOCTRINE]);
	add_texts(r, t, "deploy", s.part[PART_DEPLOY]);
}

static struct node *
exchange_node(struct reveal *r, const struct position *turn,
    const struct history_file *files, size_t n)
{
	struct node *t = node_table(r->a), *players;

	node_add_int(r->a, t, "exchange", turn->n);
	players = node_add_array(r->a, t, "player");
	for (int i = 0; i < r->c->nsides; i++) {
		struct node *x = node_table(r->a);

		node_add_string(r->a, x, "side", r->c->side[i].name);
		add_held(r, turn, i, x);
		add_sent(r, files, n, i, x);
		node_add(r->a, players, NULL, x);
	}
	return t;
}

static bool
is_sent(const char *path)
{
	return strncmp(path, "orders/", 7) == 0;
}

/* What was sealed at turn `at`, with what the commit `next` used: added to
 * the list, and nothing else of it is kept. */
static int
add_exchange(struct reveal *r, const struct position *ground, long at,
    const char *next, struct arena *a, struct node *list)
{
	struct arena scratch = { 0 };
	struct reveal s = *r;
	struct position *turn = arena_new(&scratch, struct position, 1);
	struct history_file *files;
	size_t n;
	char id[41];
	int rc = position_at_on(r->e, &scratch, ground, r->h, at, id, turn);

	s.a = &scratch;
	if (rc == ERR_OK)
		rc = position_unseal(r->e, &scratch, turn, r->secret);
	if (rc == ERR_OK)
		rc = history_read_some(r->e, r->h, &scratch, next, is_sent,
		    &files, &n);
	if (rc == ERR_OK)
		node_add(a, list, NULL, node_copy(a, exchange_node(&s, turn,
		    files, n)));
	arena_free(&scratch);
	return rc;
}

int
reveal_exchanges(struct err *e, struct arena *a, struct history *h,
    const struct position *p, long since, struct node **out)
{
	struct reveal r = { .e = e, .a = a, .h = h, .c = &p->charter };
	struct history_commit *all;
	size_t n;
	int rc = read_secret(&r, p);

	*out = node_array(a);
	if (rc == ERR_OK)
		rc = history_all(e, h, a, &all, &n);
	if (rc != ERR_OK || n == 0)
		return rc;
	for (size_t i = since < 0 ? 0 : (size_t)since; i + 1 < n &&
	    rc == ERR_OK; i++)
		rc = add_exchange(&r, p, (long)i, all[i + 1].id, a, *out);
	return rc;
}
