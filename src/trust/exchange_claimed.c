/*
 * exchange_claimed.c: what whoever has no secret takes from the commit itself
 *
 * The seed, the next commitment and the answers are the referee's claims.  The
 * seed must fit its commitment; an answer must be one that its side could have
 * given, and the rules must ask for it.  Whether what was sealed really said so
 * shows when the secret is out.
 */
#include "trust/exchange_run.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"

#include <string.h>

int
exchange_claimed(struct exchange_run *r, const char *path, struct node **out)
{
	const struct history_file *f = position_file(r->in->claimed,
	    r->in->nclaimed, path);

	if (f == NULL)
		return err_set(r->e, ERR_VERIFY, "%s: it is missing", path);
	if (toml_read(r->e, r->a, path, f->data, f->len, TOML_MAX_SIZE, out) !=
	    ERR_OK)
		return err_unverified(r->e);
	return ERR_OK;
}

/* The seed of this exchange and the next commitment, as they were published. */
int
exchange_claimed_seed(struct exchange_run *r)
{
	struct node *dice, *turn;
	const char *seed, *next;
	uint8_t hash[HASH_BYTES];
	int rc = exchange_claimed(r, "dice.toml", &dice);

	if (rc == ERR_OK)
		rc = exchange_claimed(r, "turn.toml", &turn);
	if (rc != ERR_OK)
		return rc;
	seed = node_str(dice, "seed");
	if (seed == NULL || hash_unhex(r->seed, sizeof r->seed, seed) < 0)
		return err_set(r->e, ERR_VERIFY, "dice.toml: seed must be "
		    "there, 64 digits 0-9 and a-f");
	next = node_str(turn, "commitment");
	if (next != NULL && hash_unhex(hash, sizeof hash, next) < 0)
		return err_set(r->e, ERR_VERIFY, "turn.toml: commitment must "
		    "be 64 digits 0-9 and a-f");
	if (next != NULL)
		memcpy(r->next, next, sizeof r->next);
	return ERR_OK;
}

/* ---------------------------------------------------------------- answers */

/* Did this side's orders begin in this exchange, as the answers say? */
static bool
began(const struct node *given, const char *side)
{
	for (const struct node *x = given->child; x != NULL; x = x->next) {
		const char *who = node_str(x, "side");
		const char *kind = node_str(x, "kind"), *by = node_str(x, "by");

		if (who != NULL && kind != NULL && by != NULL &&
		    strcmp(who, side) == 0 && strcmp(kind, "orders") == 0 &&
		    strcmp(by, "order") == 0)
			return true;
	}
	return false;
}

/* Was an order of this side refused in the open? */
static bool
refused_openly(const struct node *events, const char *side)
{
	const struct node *x = node_array_of(events, "event");

	for (x = x ? x->child : NULL; x != NULL; x = x->next) {
		const char *event = node_str(x, "event");
		const char *who = node_str(x, "side");
		const char *what = node_str(x, "what");

		if (event != NULL && who != NULL && what != NULL &&
		    strcmp(event, "refused") == 0 && strcmp(who, side) == 0 &&
		    strcmp(what, "order") == 0 && node_get(x, "text") != NULL)
			return true;
	}
	return false;
}

/*
 * Whether a sealed submission holds orders or a doctrine cannot be seen, but
 * follows from what stands afterwards.  Where no orders stand any more, new
 * ones were there if the answers say that they began.  Where something was
 * refused in the open the old ones, which were open, are those that were
 * carried out; where nothing was refused it makes no difference.
 */
static void
claim_standing(struct exchange_run *r, const struct submission *s,
    const struct node *checkpoint, const struct node *events)
{
	const char *side = r->p->charter.side[s->side].name;
	struct player *p = &r->p->game.player[s->side];
	int64_t orders = node_integer(node_table_of(node_table_of(checkpoint,
	    "orders"), side), "exchange", -1);

	if (s->sealed == NULL || s->opened)
		return;
	if (s->part[PART_ORDER] == NULL && (orders == r->p->n ||
	    (orders < 0 && began(r->p->game.given, side) &&
	    !refused_openly(events, side)))) {
		p->orders = node_array(r->a);
		p->orders_sealed = true;
		p->orders_exchange = (int)r->p->n;
		orders_restart(p);
	} else if (s->part[PART_ORDER] == NULL &&
	    refused_openly(events, side)) {
		p->orders_sealed = s->stood.sealed;
		p->known_orders = s->stood.known && !r->p->game.blind;
	}
	if (node_integer(node_table_of(checkpoint, "doctrine"), side, -1) ==
	    r->p->n)
		p->doctrine_exchange = (int)r->p->n;
}

/*
 * Could this side have answered in this way?  Late ones only where they were
 * declared late, a bot's always and only by itself, a submission's only where
 * there is one.
 */
static bool
is_possible(const struct exchange_run *r, const struct node *x)
{
	const char *name = node_str(x, "side"), *by = node_str(x, "by");
	const char *kind = node_str(x, "kind");
	int side = name != NULL ? charter_side(&r->p->charter, name) : -1;
	const struct player *p = &r->p->game.player[side < 0 ? 0 : side];

	if (side < 0 || by == NULL || kind == NULL)
		return false;
	if (p->bot || strcmp(by, "bot") == 0)
		return p->bot && strcmp(by, "bot") == 0;
	if (strcmp(by, "late") == 0)
		return p->late;
	if (strcmp(by, "answer") == 0)
		return exchange_sent_by(r, side) != NULL;
	if (strcmp(by, "order") == 0 && strcmp(kind, "orders") == 0)
		return p->orders != NULL && !p->begun;
	if (strcmp(by, "order") == 0)		/* a late side's: none */
		return p->orders_exchange >= 0 || p->late;
	return strcmp(by, "doctrine") == 0;
}

static int
check_given(struct exchange_run *r)
{
	size_t n = 1;

	for (const struct node *x = r->p->game.given->child; x != NULL;
	    x = x->next, n++)
		if (!is_possible(r, x))
			return err_set(r->e, ERR_VERIFY, "answers.toml: answer "
			    "%zu: its side cannot have answered in this way",
			    n);
	return ERR_OK;
}

int
exchange_claim_answers(struct exchange_run *r)
{
	struct node *answers, *checkpoint, *events;
	int rc = exchange_claimed(r, "answers.toml", &answers);

	if (rc == ERR_OK)
		rc = exchange_claimed(r, "checkpoint.toml", &checkpoint);
	if (rc == ERR_OK)
		rc = exchange_claimed(r, "events.toml", &events);
	if (rc != ERR_OK)
		return rc;
	r->p->game.given = node_array_of(answers, "answer");
	if (r->p->game.given == NULL)
		r->p->game.given = node_array(r->a);
	for (int i = 0; i < r->nsubs; i++)
		claim_standing(r, &r->sub[i], checkpoint, events);
	return check_given(r);
}

/*
 * Where a hand is hidden, what became of an order or a doctrine depends on it:
 * even what was sent openly is taken from the answers.
 */
void
exchange_know_nothing(struct exchange_run *r)
{
	for (int i = 0; i < r->p->charter.nsides; i++) {
		r->p->game.player[i].known_orders = false;
		r->p->game.player[i].known_answers = false;
	}
}

/* Which shuffles there were the rules say, what was committed to the referee;
 * whether it is true shows when the game ends. */
static int
claim_shuffles(struct exchange_run *r)
{
	const struct game *g = &r->to->game;
	struct node *dice;
	int rc = exchange_claimed(r, "dice.toml", &dice);

	for (int i = 0; i < g->nshuffles && rc == ERR_OK; i++) {
		const char *s = node_str(node_at(node_array_of(dice,
		    "shuffle"), (size_t)i), "commitment");
		uint8_t hash[HASH_BYTES];

		if (s == NULL || hash_unhex(hash, sizeof hash, s) < 0)
			return err_set(r->e, ERR_VERIFY, "dice.toml: shuffle "
			    "%d must be there, with its commitment, 64 digits "
			    "0-9 and a-f", i + 1);
		r->shuffle[i].deck = g->shuffles[i].deck;
		r->shuffle[i].cards = g->shuffles[i].cards;
		memcpy(r->shuffle[i].commitment, s, HASH_HEX);
		r->nshuffles = i + 1;
	}
	return rc;
}

/* How many options the bot's picks had, as it was published: without the secret
 * nobody knows better. */
static const struct node *
claimed_picks(struct exchange_run *r)
{
	const struct node *list;
	struct node *dice;

	if (exchange_claimed(r, "dice.toml", &dice) != ERR_OK)
		return NULL;
	list = node_array_of(dice, "picks");
	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		if (x->type != NODE_INT || x->i < 2 || x->i > 65536)
			return NULL;
	return list;
}

/* What is sealed in the files as they were published. */
int
exchange_claim_sealed(struct exchange_run *r, struct exchange_made *m)
{
	struct node *events = NULL, *turn = NULL, *checkpoint = NULL;
	int rc = exchange_claimed(r, "events.toml", &events);

	if (rc == ERR_OK)
		rc = exchange_claimed(r, "turn.toml", &turn);
	if (rc == ERR_OK)
		rc = exchange_claimed(r, "checkpoint.toml", &checkpoint);
	if (rc == ERR_OK && r->to->game.blind)
		rc = claim_shuffles(r);
	m->nshuffles = r->nshuffles;
	m->picks = claimed_picks(r);
	m->claimed = node_array_of(events, "event");
	m->claimed_turn = turn;
	m->claimed_checkpoint = checkpoint;
	return rc;
}
