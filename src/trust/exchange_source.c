/* exchange_source.c: the numbers of the protocol, for the rules */
#include "trust/exchange_run.h"

#include "base/arena.h"
#include "base/node.h"
#include "trust/seeds.h"

static int
source_roll(void *ctx, struct game *g, int sides, const char *label)
{
	const struct exchange_run *r = ctx;

	if (!seeds_label_ok(label))
		game_fail(g, "\"%s\" is no label for a roll", label);
	return seeds_roll(r->key, sides, g->nth, label);
}

static int
source_pick(void *ctx, struct game *g, int n)
{
	struct exchange_run *r = ctx;

	if (r->in->secret == NULL)
		game_fail(g, "the answers do not say what the bot chose");
	if (r->pick_options == NULL)
		r->pick_options = node_array(r->a);
	node_add(r->a, r->pick_options, NULL, node_int(r->a, n));
	return seeds_pick(r->botkey, n, ++r->picks);
}

/* Only the secret deals; without it a run is blind and does not come here. */
static void
source_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	struct exchange_run *r = ctx;
	const char *game = r->p->charter.game;
	struct exchange_shuffle *s = &r->shuffle[r->nshuffles];
	uint8_t deck[32], key[32];

	if (r->in->secret == NULL)
		game_fail(g, "a deck cannot be shuffled without the secret");
	if (r->nshuffles++ == EXCHANGE_SHUFFLES)
		game_fail(g, "more than %d shuffles", EXCHANGE_SHUFFLES);
	seeds_deck(deck, game, r->in->secret, j);
	seeds_deckkey(key, game, deck, j, r->transcript);
	seeds_shuffle(key, cards, n);
	s->deck = j;
	s->cards = n;
	seeds_deck_commitment(s->commitment, game, deck, j);
}

struct source
exchange_source(struct exchange_run *r)
{
	return (struct source){ .ctx = r, .roll = source_roll,
	    .pick = source_pick, .shuffle = source_shuffle };
}
