/* exchange_hidden.c: hands, secret options and the hidden part of a
 * checkpoint: sealed, or taken over as they were published (protocol 5) */
#include "trust/exchange_files.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/seal.h"

#include <sodium.h>
#include <string.h>

#define HAND_MAX 256

/*
 * Without the secret nobody can make the referee's seals: what was published
 * under `sealed` is taken over, so that the files come out the same.  Its form
 * and length are checked, for these are public and must tell nothing.  What is
 * in it is checked when the game is over: then its secret is out, and every
 * seal is made again.
 */
static int
take_over(struct err *e, struct arena *a, struct node *t,
    const struct node *claimed, size_t pad, const char *what)
{
	const struct node *sealed = node_get(claimed, "sealed");

	if (!seal_is_padded(a, sealed, pad))
		return err_set(e, ERR_VERIFY, "%s is not sealed there, or not "
		    "with the right length", what);
	node_add(a, t, "sealed", node_copy(a, sealed))->layout = NODE_LINES;
	return ERR_OK;
}

int
exchange_seal_to(struct err *e, const struct exchange_made *m, int side,
    const char *what, const char *plain, size_t len, size_t pad,
    struct node *t)
{
	const struct charter_side *to = &m->charter->side[side];
	struct node *sealed = NULL;
	uint8_t x25519[32];

	if (seal_x25519_of(x25519, &to->public) == 0)
		sealed = seal_referee(m->a, m->charter->game, m->secret, m->n,
		    to->name, what, x25519, plain, len, pad);
	if (sealed == NULL)
		return err_set(e, ERR_VERIFY, "game.toml: nothing can be "
		    "sealed to the key of %s", to->name);
	node_add(m->a, t, "sealed", sealed);
	return ERR_OK;
}

/* ------------------------------------------------------------------- hands */

static const struct node *
claimed_hand(const struct exchange_made *m, const char *side)
{
	const struct node *x = node_array_of(m->claimed_turn, "hand");

	for (x = x ? x->child : NULL; x != NULL; x = x->next) {
		const char *s = node_str(x, "side");

		if (s != NULL && strcmp(s, side) == 0)
			break;
	}
	return x;
}

/* The count is public and comes from the rules, in a blind run too, where the
 * hand is so many blanks.  A bot's hand is sealed to nobody: it has no key, and
 * is in the referee's own seal. */
static int
seal_hand(struct err *e, const struct exchange_made *m, int side,
    struct node *t)
{
	const struct system *sys = m->g->sys;
	const char *name = m->charter->side[side].name, *id[HAND_MAX];
	struct str s = str_new(m->a);
	int n = sys->hand(m->g->data, m->g->state, side, id, HAND_MAX);

	node_add_string(m->a, t, "side", name);
	node_add_int(m->a, t, "count", n);
	if (m->charter->side[side].bot)
		return ERR_OK;
	if (m->secret == NULL)
		return take_over(e, m->a, t, claimed_hand(m, name), SEAL_HAND,
		    arena_printf(m->a, "turn.toml: the hand of %s", name));
	for (int i = 0; i < n; i++)
		str_addf(&s, "%s\n", id[i]);
	return exchange_seal_to(e, m, side, "hand", s.s, s.len, SEAL_HAND, t);
}

/* Before the first exchange nothing is dealt. */
int
exchange_hands(struct err *e, const struct exchange_made *m,
    struct node *turn)
{
	struct node *list = node_array(m->a);
	int rc = ERR_OK;

	if (!game_has_hands(m->g) || m->n == 0)
		return ERR_OK;
	for (int i = 0; i < m->charter->nsides && rc == ERR_OK; i++)
		rc = seal_hand(e, m, i, node_add(m->a, list, NULL,
		    node_table(m->a)));
	node_add(m->a, turn, "hand", list);
	return rc;
}

/* ----------------------------------------------------------------- options */

/* Where among the open questions it stands. */
static size_t
place_of(const struct node *asks, const struct node *ask)
{
	size_t i = 0;

	for (const struct node *x = asks->child; x && x != ask; x = x->next)
		i++;
	return i;
}

int
exchange_options(struct err *e, const struct exchange_made *m)
{
	int rc = ERR_OK;

	for (int i = 0; i < m->g->nsecret_asks && rc == ERR_OK; i++) {
		const struct secret_ask *x = &m->g->secret_asks[i];

		if (m->secret == NULL)
			rc = take_over(e, m->a, x->ask, node_at(node_array_of(
			    m->claimed_turn, "ask"), place_of(m->g->asks,
			    x->ask)), SEAL_HAND, arena_printf(m->a, "turn.toml:"
			    " what is asked of %s", m->g->side[x->side]));
		else
			rc = exchange_seal_to(e, m, x->side, "options",
			    x->options, strlen(x->options), SEAL_HAND,
			    x->ask);
	}
	return rc;
}

/* ------------------------------------------------------------------- state */

/*
 * Before the first exchange the rules themselves say what is hidden: all know
 * it, and nothing is sealed.
 */
int
exchange_hidden(struct err *e, const struct exchange_made *m,
    struct node *checkpoint)
{
	struct node *hidden = node_table(m->a), *sealed;
	struct str s = str_new(m->a);

	if (!game_hides(m->g) || m->n == 0)
		return ERR_OK;
	if (m->secret == NULL)
		return take_over(e, m->a, checkpoint, m->claimed_checkpoint,
		    SEAL_STATE, "checkpoint.toml: what is hidden");
	if (m->picks != NULL && m->picks->n > 0)
		node_add(m->a, hidden, "picks", node_copy(m->a, m->picks))->
		    layout = NODE_INLINE;
	game_hidden(m->g, m->g->saved, hidden);
	toml_write(&s, hidden);
	sealed = seal_referee(m->a, m->charter->game, m->secret, m->n,
	    "referee", "state", m->charter->seal, s.s, s.len, SEAL_STATE);
	sodium_memzero(s.s, s.len);
	if (sealed == NULL)
		return err_set(e, ERR_VERIFY, "game.toml: seal_key is no key "
		    "that anything can be sealed to");
	node_add(m->a, checkpoint, "sealed", sealed);
	return ERR_OK;
}
