/* cards.c: the deck, hands, drawing and keeping
 * [setup.cards-tokens-first-player, end.*, card.scout] */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

static unsigned
slot_of(const char *id)
{
	unsigned h = 0;

	for (; *id != '\0'; id++)
		h = h * 31 + (unsigned char)*id;
	return h % CC_SLOTS;
}

void
cc_index_cards(struct cc_data *d)
{
	for (int i = 0; i < d->ncards; i++) {
		unsigned h = slot_of(d->card[i].id);

		while (d->card_slot[h] != 0)
			h = (h + 1) % CC_SLOTS;
		d->card_slot[h] = (signed char)(i + 1);
	}
}

int
cc_card_number(const struct cc_data *d, const char *id)
{
	for (unsigned h = slot_of(id); d->card_slot[h] != 0;
	    h = (h + 1) % CC_SLOTS)
		if (strcmp(d->card[d->card_slot[h] - 1].id, id) == 0)
			return d->card_slot[h] - 1;
	return -1;
}

int
cc_card_kind(const struct cc_data *d, const char *id)
{
	int i = cc_card_number(d, id);

	return i < 0 ? CC_NO_CARD : d->card[i].kind;
}

int
cc_in_hand(const struct cc_data *d, const struct cc *s, int side,
    const char *name)
{
	const struct cc_hand *h = &s->hand[side];

	for (int i = 0; i < h->n; i++)
		if (h->id[i] == name || strcmp(h->id[i], name) == 0)
			return i;
	for (int i = 0; i < h->n; i++)
		if (strcmp(cc_kind_names[cc_card_kind(d, h->id[i])], name) == 0)
			return i;
	return -1;
}

bool
cc_has_blank(const struct cc *s, int side)
{
	for (int i = 0; i < s->hand[side].n; i++)
		if (s->hand[side].id[i][0] == '\0')
			return true;
	return false;
}

bool
cc_holds(struct game *g, int side, int kind)
{
	const struct cc *s = cc_state(g);

	for (int i = 0; i < s->hand[side].n; i++)
		if (cc_card_kind(cc_data(g), s->hand[side].id[i]) == kind)
			return true;
	return false;
}

static void
hand_add(struct cc_hand *h, const char *id)
{
	if (h->n == CC_HAND)
		return;
	memset(h->id[h->n], 0, ID_SIZE);
	memcpy(h->id[h->n++], id, strlen(id));
}

static void
hand_remove(struct cc_hand *h, int i)
{
	memmove(h->id[i], h->id[i + 1],
	    (size_t)(h->n - i - 1) * sizeof h->id[0]);
	memset(h->id[--h->n], 0, ID_SIZE);
}

static void
to_discard(struct cc *s, const char *id)
{
	if (s->ndiscard == CC_CARDS)
		return;
	memset(s->discard[s->ndiscard], 0, ID_SIZE);
	memcpy(s->discard[s->ndiscard++], id, strlen(id));
}

/* Without the secret any card that nobody has seen may be in the hand. */
static int
find_in_hand(struct game *g, struct cc_hand *h, const char *id)
{
	for (int i = 0; i < h->n; i++)
		if (strcmp(h->id[i], id) == 0)
			return i;
	for (int i = 0; game_blind(g) && i < h->n; i++)
		if (h->id[i][0] == '\0')
			return i;
	game_fail(g, "%s is not in the hand that plays it", id);
}

void
cc_discard_from_hand(struct game *g, int side, const char *id)
{
	struct cc *s = cc_state(g);

	hand_remove(&s->hand[side], find_in_hand(g, &s->hand[side], id));
	s->side[side].cards = s->hand[side].n;
	to_discard(s, id);
}

const char *
cc_spend_card(struct game *g, int side, int kind)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const char *id = NULL;

	for (int i = 0; i < s->hand[side].n && id == NULL; i++)
		if (cc_card_kind(d, s->hand[side].id[i]) == kind)
			id = arena_strdup(game_arena(g),
			    s->hand[side].id[i]);
	id = reveal(g, "card", id);
	if (cc_card_kind(d, id) != kind)
		game_fail(g, "there is no %s to play", cc_kind_names[kind]);
	cc_discard_from_hand(g, side, id);
	return id;
}

/* ---------------------------------------------------------------- the deck */

static int
number_of(const struct cc_data *d, const char *id)
{
	int i = cc_card_number(d, id);

	return i < 0 ? 0 : i;
}

static void
sort_numbers(int *list, int n)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && list[k - 1] > list[k]; k--) {
			int t = list[k];

			list[k] = list[k - 1];
			list[k - 1] = t;
		}
}

/* Discards, and what is left of the deck, become a new deck. */
static void
reshuffle(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int cards[CC_CARDS], n = 0;

	for (int i = 0; i < s->ndeck; i++)
		cards[n++] = number_of(d, s->deck[i]);
	for (int i = 0; i < s->ndiscard && n < CC_CARDS; i++)
		cards[n++] = number_of(d, s->discard[i]);
	s->left += s->ndiscard;
	sort_numbers(cards, n);
	shuffle(g, s->shuffles++, cards, game_blind(g) ? s->left : n);
	memset(s->deck, 0, sizeof s->deck);
	memset(s->discard, 0, sizeof s->discard);
	s->ndiscard = 0;
	s->ndeck = game_blind(g) ? 0 : n;
	for (int i = 0; i < s->ndeck; i++)
		memcpy(s->deck[i], d->card[cards[i]].id,
		    strlen(d->card[cards[i]].id));
	tell(g, "shuffle", FACTS(fact_number("cards", s->left)));
}

/* From index 0 of the deck upwards. */
static void
draw_one(struct game *g, struct cc_hand *to)
{
	struct cc *s = cc_state(g);
	const char *id;

	if (s->left == 0)
		reshuffle(g);
	if (s->left == 0 || to->n == CC_HAND)
		return;
	s->left--;
	id = card_scripted(g);
	if (id == NULL && s->ndeck > 0) {
		hand_add(to, s->deck[0]);
		memmove(s->deck[0], s->deck[1],
		    (size_t)(s->ndeck - 1) * sizeof s->deck[0]);
		memset(s->deck[--s->ndeck], 0, ID_SIZE);
		return;
	}
	hand_add(to, id ? id : "");
}

static void
draw_to_hand(struct game *g, int side, int n)
{
	struct cc *s = cc_state(g);
	int before = s->hand[side].n;

	for (int i = 0; i < n; i++)
		draw_one(g, &s->hand[side]);
	s->side[side].cards = s->hand[side].n;
	if (s->hand[side].n > before)
		tell(g, "draw", FACTS(fact_side("side", side),
		    fact_number("cards", s->hand[side].n - before),
		    fact_number("left", s->left)));
}

/* The opening deal, in charter order, each side its whole hand. */
void
cc_deal(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	for (int i = 0; i < d->ncards; i++)
		to_discard(s, d->card[i].id);
	s->left = 0;
	reshuffle(g);
	for (int i = 0; i < d->nsides; i++)
		draw_to_hand(g, i, s->side[i].command - s->hand[i].n);
}

/* ------------------------------------------------------------ end of turn */

static void
end_tokens(struct game *g)
{
	struct cc *s = cc_state(g);

	if (s->played == CC_HAVOC)
		for (int i = 0; i < 2; i++)	/* the active side first */
			cc_change_tokens(g, i == 0 ? s->active :
			    cc_enemy(s->active), 1, "cry-havoc");
	if (s->gains)
		cc_change_tokens(g, s->active, 1, cc_kind_names[s->played]);
}

/* [scenario.scout-banner] at the end of the turn, if it may be taken then */
static void
take_banner(struct game *g)
{
	struct cc *s = cc_state(g);

	s->taken = s->taken && cc_may_take_banner(s, s->active);
	if (s->taken)
		cc_win_banners(g, s->active, 1, "scout");
}

/* [scenario.growing-hand] one card more, until the hand is full */
static int
growth(struct game *g)
{
	struct cc *s = cc_state(g);

	if (cc_data(g)->grows_to[s->active] <= s->side[s->active].command)
		return 0;
	s->side[s->active].command++;
	tell(g, "command", FACTS(fact_side("side", s->active),
	    fact_number("command", s->side[s->active].command)));
	return 1;
}

/*
 * [end.draw-and-replacement-order] replacements for First Strike and Ambush
 * first, then the active side's card; two for a Scout, of which one is kept.
 */
void
cc_draw_phase(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int me = s->active, foe = cc_enemy(me), more;

	end_tokens(g);
	take_banner(g);
	if (s->played == CC_HAVOC)
		reshuffle(g);
	if (!d->no_draw[foe])
		draw_to_hand(g, foe, s->side[foe].replace);
	more = growth(g);
	if (s->scouted && !s->taken) {
		draw_to_hand(g, me, more);
		draw_one(g, &s->drawn[me]);
		draw_one(g, &s->drawn[me]);
		tell(g, "draw", FACTS(fact_side("side", me),
		    fact_number("cards", s->drawn[me].n),
		    fact_number("left", s->left),
		    cc_fact_if(g, "choice", true)));
	} else if (!d->no_draw[me]) {
		draw_to_hand(g, me, 1 + more);
	}
}

/* [card.scout] which of the two cards stays; the other is discarded openly */
void
cc_keep_phase(struct game *g)
{
	struct cc *s = cc_state(g);
	struct cc_hand drawn = s->drawn[s->active];
	struct question q = question(g, s->active, "keep");
	int keep = 0;

	if (drawn.n == 2) {
		for (int i = 0; i < 2; i++) {
			option_add(&q, i, i == 0 ? "1" : "2");
			option_secret(&q, drawn.id[i]);
		}
		keep = ask(g, &q);
	}
	if (drawn.n == 0)
		return;
	memset(&s->drawn[s->active], 0, sizeof drawn);
	hand_add(&s->hand[s->active], drawn.id[keep]);
	s->side[s->active].cards = s->hand[s->active].n;
	tell(g, "keep", FACTS(fact_side("side", s->active)));
	if (drawn.n == 2) {
		const char *other = drawn.id[1 - keep];

		other = reveal(g, "card", *other ? other : NULL);
		if (cc_card_kind(cc_data(g), other) == CC_NO_CARD)
			game_fail(g, "\"%s\" is no card", other);
		to_discard(s, other);
		tell(g, "discard", FACTS(fact_side("side", s->active),
		    fact_text("card", other)));
	}
}

int
cc_hand(const void *data, const void *state, int side, const char **ids,
    int max)
{
	const struct cc *s = state;
	int n = 0;

	(void)data;
	for (int i = 0; i < s->hand[side].n && n < max; i++)
		ids[n++] = s->hand[side].id[i][0] ? s->hand[side].id[i] :
		    NULL;
	return n;
}

/* So many blanks as all may know: what two cards were drawn for a Scout is the
 * rest of the deck's cards. */
void
cc_conceal(const void *data, void *state)
{
	const struct cc_data *d = data;
	struct cc *s = state;
	int rest = d->ncards - s->left - s->ndiscard;

	for (int i = 0; i < d->nsides; i++) {
		int n = s->side[i].cards;

		s->hand[i].n = n < 0 ? 0 : n > CC_HAND ? CC_HAND : n;
		rest -= s->hand[i].n;
	}
	if (s->phase == CC_KEEP && s->scouted && !s->taken && rest > 0)
		s->drawn[s->active].n = rest > 2 ? 2 : rest;
}
