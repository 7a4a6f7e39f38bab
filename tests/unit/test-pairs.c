/*
 * test-pairs.c: what is hidden shows nowhere (protocol section 5)
 *
 * Pairs of games that differ in nothing but a card of a hand, which the other
 * has in its deck, and the other way round; or in whether a marker for a
 * Pre-arranged Withdrawal is a real one.  Both are run with the same dice and
 * the same orders and doctrine, exchange after exchange; until what differs acts
 * the files of both have the same public view.  IACTA_PAIRS is how many (500; of
 * the markers a tenth).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/rules.h"
#include "systems/cc_medieval/cc.h"
#include "systems/gboh/gboh.h"
#include "trust/exchange_files.h"
#include "trust/seal.h"
#include "trust/seeds.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXCHANGES 4		/* at most, of one pair */
#define PLENTY 12		/* cards in the deck: no shuffle comes near */

static const struct { const char *system, *scenario; } scenarios[] = {
	{ "cc-medieval", "utus" }, { "cc-medieval", "hippis" },
	{ "cc-medieval", "onoguris" }, { "cc-medieval", "kardarigans-stand" },
	{ "spqr", "learning" }, { "spqr", "zama" },
};
#define SCENARIOS (sizeof scenarios / sizeof *scenarios)
#define CARDS 4			/* so many have hands, the others markers */

static struct arena all;	/* rules, charters: as long as the program */
static struct err err;
static struct rules rules[SCENARIOS];
static struct game start[SCENARIOS];
static struct charter charters[SCENARIOS];
static uint8_t secret[32] = "a secret of thirty-two bytes...";
static uint8_t luck[32] = "what is chosen at random here...";
static long nluck;

static int
pick(int n)
{
	return n < 2 ? 0 : seeds_pick(luck, n, ++nluck);
}

/* ------------------------------------------------------------------ a game */

static void
make_charter(struct charter *c, const struct game *g, const char *system,
    const char *scenario)
{
	uint8_t sk[32];

	memset(c, 0, sizeof *c);
	c->game = "pairs";
	c->system = system;
	c->scenario = scenario;
	seal_keypair(c->seal, sk, c->game, secret);
	c->nsides = g->nsides;
	for (int i = 0; i < g->nsides; i++) {
		struct secret_key k;
		uint8_t seed[32], pk[32];

		memset(&k, i, sizeof k);
		memset(seed, 'a' + i, sizeof seed);
		crypto_sign_seed_keypair(pk, k.ed, seed);
		keys_public_of(&k, &c->side[i].public);
		c->side[i].name = g->side[i];
	}
	memset(&c->referee_key, 1, sizeof c->referee_key);
}

static int
load(void **state)
{
	(void)state;
	assert_true(sodium_init() >= 0);
	for (size_t i = 0; i < SCENARIOS; i++) {
		if (rules_from_disk(&err, &all, scenarios[i].system,
		    scenarios[i].scenario, NULL, &rules[i]) != ERR_OK ||
		    rules_game(&err, &all, &rules[i], NULL, &start[i]) !=
		    ERR_OK)
			fail_msg("%s", err.msg);
		make_charter(&charters[i], &start[i], scenarios[i].system,
		    scenarios[i].scenario);
	}
	return 0;
}

static int
unload(void **state)
{
	(void)state;
	arena_free(&all);
	return 0;
}

/* A game of its own, which shares nothing that a run changes. */
static struct game *
copy_game(struct arena *a, const struct game *from)
{
	struct game *g = arena_new(a, struct game, 1);

	*g = *from;
	g->arena = a;
	game_init(g);
	memcpy(g->saved, from->saved, g->sys->state_size);
	memcpy(g->state, from->state, g->sys->state_size);
	g->record = arena_new(a, struct answer, from->nrecord + 1);
	g->caprecord = from->nrecord + 1;
	if (from->nrecord > 0)
		memcpy(g->record, from->record, (size_t)from->nrecord *
		    sizeof *g->record);
	g->rolls = arena_new(a, struct rolled, from->nrolls + 1);
	g->caprolls = from->nrolls + 1;
	if (from->nrolls > 0)
		memcpy(g->rolls, from->rolls, (size_t)from->nrolls *
		    sizeof *g->rolls);
	g->answers = NULL;
	g->fresh = NULL;
	g->refusals = NULL;
	g->nanswers = g->capanswers = g->nfresh = g->capfresh = 0;
	g->nrefusals = g->caprefusals = 0;
	return g;
}

/* ------------------------------------------------- positions to begin with */

struct wander {
	struct arena *a;
	int left;		/* turns until it is far enough */
	int turn;
	char leader[ID_SIZE];
	void *state;		/* the one it stopped at */
};

static bool
has_cards(const struct game *g)
{
	return strcmp(g->sys->id, "cc-medieval") == 0;
}

/* Does another player's, or leader's, turn begin where the game was kept? */
static bool
is_new_turn(struct wander *w, const struct game *g)
{
	const struct cc *c = g->saved;
	const struct gboh *s = g->saved;

	if (has_cards(g)) {
		if (c->phase != CC_COMMAND || c->turn == w->turn)
			return false;
		w->turn = c->turn;
		return true;
	}
	if (s->phase != GBOH_ACTIVATION || s->begun ||
	    strcmp(s->leader, w->leader) == 0)
		return false;
	memcpy(w->leader, s->leader, ID_SIZE);
	return true;
}

static int
wander_pick(void *ctx, struct game *g, int n)
{
	struct wander *w = ctx;

	if (is_new_turn(w, g) && --w->left < 0) {
		memcpy(w->state, g->saved, g->sys->state_size);
		if (has_cards(g))
			((struct cc *)w->state)->phase = CC_ORDERS;
		game_halt(g, "far enough");
	}
	return pick(n);
}

static int
wander_roll(void *ctx, struct game *g, int sides, const char *label)
{
	(void)ctx, (void)g, (void)label;
	return pick(sides);
}

static void
wander_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)g, (void)j;
	for (int i = n - 1; i > 0; i--) {
		int k = pick(i + 1), t = cards[i];

		cards[i] = cards[k];
		cards[k] = t;
	}
}

/* Where bots have come to after some turns; NULL if the game is over. */
static struct game *
position(struct arena *a, const struct game *from)
{
	struct wander w = { a, pick(16), -1, "", NULL };
	struct game *g = copy_game(a, from);

	w.state = arena_alloc(a, g->sys->state_size);
	g->exchange = 1;
	g->source = (struct source){ &w, wander_roll, wander_pick,
	    wander_shuffle, NULL };
	for (int i = 0; i < g->nsides; i++)
		g->player[i].bot = true;
	game_run(g);
	if (g->stop == STOP_FAIL)
		fail_msg("%s", g->why);
	if (g->stop != STOP_HALT)
		return NULL;
	g = copy_game(a, from);
	memcpy(g->saved, w.state, g->sys->state_size);
	memcpy(g->state, w.state, g->sys->state_size);
	g->exchange = 1;
	for (int i = 0; i < g->nsides; i++)
		g->player[i].orders_exchange =
		    g->player[i].doctrine_exchange = -1;
	return g;
}

/* ------------------------------------------------------ what the players do */

static int
ahead_pick(void *ctx, struct game *g, int n)
{
	const struct answer *x = g->nanswers ? &g->answers[g->nanswers - 1] :
	    NULL;

	if (x != NULL && x->side != *(int *)ctx && !strcmp(x->kind, "order"))
		game_halt(g, "far enough");
	return pick(n);
}

static int
ahead_roll(void *ctx, struct game *g, int sides, const char *label)
{
	(void)label;
	return ahead_pick(ctx, g, sides);
}

static void
ahead_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)j, (void)cards, (void)n;
	game_halt(g, "far enough");
}

/* The orders that the bot gives for the rest of its turn. */
static struct node *
plan_orders(struct arena *a, const struct game *from, int side)
{
	struct game *g = copy_game(a, from);
	struct node *list = node_array(a);

	g->source = (struct source){ &side, ahead_roll, ahead_pick,
	    ahead_shuffle, NULL };
	for (int i = 0; i < g->nsides; i++)
		g->player[i].bot = true;
	game_run(g);
	if (g->stop == STOP_FAIL)
		fail_msg("%s", g->why);
	for (int i = 0; i < g->nanswers; i++) {
		const struct answer *x = &g->answers[i];

		if (x->side == side && strcmp(x->kind, "order") == 0 &&
		    x->value->type == NODE_TABLE)
			node_add(a, list, NULL, node_copy(a, x->value));
	}
	return list;
}

/* Every window is answered as often as not; some questions are asked. */
static struct node *
plan_doctrine(struct arena *a, const struct game *g)
{
	struct node *list = node_array(a);

	for (const struct question_kind *k = g->sys->questions; k->kind; k++) {
		struct node *t = node_table(a);

		if (strcmp(k->kind, "orders") == 0 ||
		    pick(k->window ? 2 : 4) != 0)
			continue;
		node_add_string(a, t, "kind", k->kind);
		node_add_string(a, t, "answer", k->window ? "first" : "ask");
		node_add(a, list, NULL, t);
	}
	return list;
}

static struct node *
plan_answer(struct arena *a, const struct node *ask)
{
	const struct node *o = node_array_of(ask, "options");
	struct node *t = node_table(a);

	node_add_string(a, t, "kind", node_str(ask, "kind"));
	node_add_string(a, t, "answer", node_at(o, (size_t)pick((int)o->n))->s);
	return t;
}

static int
side_of(const struct game *g, const struct node *ask)
{
	return strcmp(node_str(ask, "side"), g->side[0]) != 0;
}

/* ---------------------------------------------------------------- the pair */

struct pair {
	struct arena *a;
	const struct rules *rules;
	const struct charter *charter;
	struct game *g[2];
	int leader;		/* whose marker differs */
	const char *card[2];	/* the two that changed places */
	int place;		/* of the one in the deck, at the start */
	int left;		/* cards in the deck then */
	uint8_t dice[32];
};

static int
pair_roll(void *ctx, struct game *g, int sides, const char *label)
{
	const struct pair *p = ctx;

	return seeds_roll(p->dice, sides, g->nth + 1000 * g->exchange, label);
}

static int
pair_pick(void *ctx, struct game *g, int n)
{
	(void)ctx, (void)n;
	game_fail(g, "nobody is a bot");
}

/* Is it named by the order, by itself or by its kind? */
static bool
order_names(const struct game *g, const struct node *order, const char *card)
{
	const char *name = node_str(order, "card");

	return name != NULL && (strcmp(name, card) == 0 || strcmp(name,
	    cc_kind_names[cc_card_kind(g->data, card)]) == 0);
}

static bool
orders_name(const struct pair *p, const struct node *list)
{
	const struct node *x = has_cards(p->g[0]) ? list->child : NULL;

	for (; x != NULL; x = x->next)
		if (order_names(p->g[0], x, p->card[0]) ||
		    order_names(p->g[0], x, p->card[1]))
			return true;
	return false;
}

/* A card of a hand changes places with one of the deck. */
static bool
exchange_cards(struct pair *p)
{
	struct cc *s = p->g[1]->saved;
	int side = pick(2), i;
	char t[ID_SIZE];

	if (s->ndeck < PLENTY || s->hand[side].n == 0)
		return false;
	i = pick(s->hand[side].n);
	p->place = pick(pick(2) ? s->ndeck : PLENTY);
	p->left = s->left;
	memcpy(t, s->hand[side].id[i], ID_SIZE);
	p->card[0] = arena_strdup(p->a, t);
	p->card[1] = arena_strdup(p->a, s->deck[p->place]);
	memcpy(s->hand[side].id[i], s->deck[p->place], ID_SIZE);
	memcpy(s->deck[p->place], t, ID_SIZE);
	return true;
}

/* Every leader gets a marker, as if it had been laid; one of them differs. */
static bool
exchange_faces(struct pair *p)
{
	struct gboh *s[2] = { p->g[0]->saved, p->g[1]->saved };

	p->leader = pick(s[0]->nleaders);
	p->card[0] = s[0]->leaders[p->leader].id;
	p->card[1] = "marker";
	for (int i = 0; i < s[0]->nleaders; i++) {
		bool real = pick(2) == 0;

		for (int k = 0; k < 2; k++) {
			struct gboh_leader *l = &s[k]->leaders[i];

			l->marker = gboh_leads(l);
			l->revealed = false;
			l->prearranged = l->marker && (i == p->leader ?
			    k == 0 : real);
		}
	}
	return s[0]->leaders[p->leader].marker;
}

/* Has the marker been turned over, or lifted? */
static bool
has_shown(const struct pair *p)
{
	for (int i = 0; i < 2; i++) {
		const struct gboh *s = p->g[i]->state;
		const struct gboh_leader *l = &s->leaders[p->leader];

		if (!l->marker || l->revealed)
			return true;
	}
	return false;
}

/* Has one of the two been played, discarded, or made a Scout's choice? */
static bool
has_acted(const struct pair *p)
{
	bool kept = false;

	if (!has_cards(p->g[0]))
		return has_shown(p);

	for (int i = 0; i < 2; i++) {
		const struct game *g = p->g[i];
		const struct cc *s = g->state;

		for (int k = 0; k < s->ndiscard; k++)
			if (strcmp(s->discard[k], p->card[0]) == 0 ||
			    strcmp(s->discard[k], p->card[1]) == 0)
				return true;
		for (int k = 0; k < g->nanswers; k++)
			kept = kept || !strcmp(g->answers[k].kind, "keep");
		if (kept && p->left - s->left > p->place)
			return true;
	}
	return false;
}

/* ----------------------------------------------------------- public view */

/* Sealed texts by their length, hashes by a mark. */
static void
mask(struct arena *a, struct node *t)
{
	for (struct node *c = t->child; c != NULL; c = c->next) {
		size_t n = 0;

		if (c->key != NULL && strcmp(c->key, "sealed") == 0) {
			for (struct node *x = c->child; x; x = x->next)
				n += strlen(x->s);
			c->type = NODE_INT;
			c->i = (int64_t)n;
			c->child = NULL;
		} else if (c->key != NULL && !strcmp(c->key, "checkpoint")) {
			c->s = "a hash";
		}
		if (c->type == NODE_ARRAY || c->type == NODE_TABLE)
			mask(a, c);
	}
}

static const char *
public_view(struct arena *a, const struct history_file *f)
{
	size_t n = strlen(f->path);
	struct str s = str_new(a);
	struct node *t;

	if (n < 5 || strcmp(f->path + n - 5, ".toml") != 0)
		return arena_strndup(a, f->data, f->len);
	if (toml_read(&err, a, f->path, f->data, f->len, TOML_MAX_SIZE, &t) !=
	    ERR_OK)
		fail_msg("%s", err.msg);
	mask(a, t);
	toml_write(&s, t);
	return s.s;
}

static void
publish(struct pair *p, int i, struct exchange_output *out)
{
	static const uint8_t seed[32], key[32];
	static const char mark[] = "0000000000000000000000000000000000000000"
	    "000000000000000000000000";
	struct game *g = p->g[i];
	struct exchange_made m = { .a = p->a, .charter = p->charter,
	    .rules = p->rules, .g = g, .asks = g->asks, .n = g->exchange + 1,
	    .secret = secret, .charter_sha = mark, .previous = mark,
	    .transcript = mark, .seed = seed, .key = key,
	    .commitment = g->stop == STOP_OVER ? NULL : mark };

	memset(out, 0, sizeof *out);
	if (exchange_files(&err, &m, out) != ERR_OK)
		fail_msg("%s", err.msg);
}

static void
must_look_the_same(struct pair *p)
{
	struct exchange_output x, y;

	publish(p, 0, &x);
	publish(p, 1, &y);
	assert_int_equal(x.nfiles, y.nfiles);
	for (size_t i = 0; i < x.nfiles; i++) {
		const char *s = public_view(p->a, &x.file[i]);
		const char *t = public_view(p->a, &y.file[i]);

		if (strcmp(s, t) != 0)
			fail_msg("%s and %s show in %s:\n%s\n---\n%s",
			    p->card[0], p->card[1], x.file[i].path, s, t);
	}
}

/* --------------------------------------------------------------- the test */

/* What the open questions need, the same for both; false: nothing that leaves
 * the two cards alone. */
static bool
give_orders(struct pair *p)
{
	const struct game *g = p->g[0];
	struct node *answers[2] = { node_array(p->a), node_array(p->a) };
	struct node *orders[2] = { NULL, NULL };

	for (const struct node *x = g->asks->child; x != NULL; x = x->next) {
		int side = side_of(g, x);

		if (strcmp(node_str(x, "kind"), "orders") != 0)
			node_add(p->a, answers[side], NULL, plan_answer(p->a,
			    x));
		else
			orders[side] = plan_orders(p->a, g, side);
	}
	for (int side = 0; side < 2; side++) {
		if (orders[side] != NULL && orders_name(p, orders[side]))
			return false;
		for (int i = 0; i < 2; i++) {
			struct player *y = &p->g[i]->player[side];

			y->answers = answers[side];
			y->answers_sealed = true;
			if (orders[side] == NULL)
				continue;
			y->orders = orders[side];
			y->orders_sealed = true;
			y->orders_exchange = g->exchange;
			y->used = 0;
			y->begun = false;
		}
	}
	return true;
}

/* The first question of the position is for orders. */
static void
ask_orders(struct game *g)
{
	int side = has_cards(g) ? ((const struct cc *)g->saved)->active :
	    ((const struct gboh *)g->saved)->active;
	struct node *t = node_table(g->arena);

	g->asks = node_array(g->arena);
	node_add_string(g->arena, t, "side", g->side[side]);
	node_add_string(g->arena, t, "kind", "orders");
	node_add(g->arena, g->asks, NULL, t);
}

/* One pair; returns how many exchanges could be compared. */
static int
run_pair(struct pair *p)
{
	int n = 0;

	for (int i = 0; i < 2; i++)
		p->g[i]->source = (struct source){ p, pair_roll, pair_pick,
		    ahead_shuffle, NULL };
	ask_orders(p->g[0]);
	while (n < EXCHANGES && give_orders(p)) {
		for (int i = 0; i < 2; i++) {
			game_run(p->g[i]);
			if (p->g[i]->stop == STOP_FAIL)
				fail_msg("%s", p->g[i]->why);
		}
		if (has_acted(p) || p->g[0]->stop == STOP_HALT)
			break;
		must_look_the_same(p);
		n++;
		if (p->g[0]->stop == STOP_OVER)
			break;
		p->g[0]->exchange = ++p->g[1]->exchange;
	}
	return n;
}

static int
try_pair(struct arena *a, int number, size_t which)
{
	struct pair p = { .a = a, .rules = &rules[which],
	    .charter = &charters[which] };
	struct game *g = position(a, &start[which]);
	struct node *doctrine[2];

	if (g == NULL)
		return 0;
	for (int i = 0; i < 2; i++)
		doctrine[i] = plan_doctrine(a, g);
	for (int i = 0; i < 2; i++) {
		p.g[i] = copy_game(a, g);
		for (int side = 0; side < 2; side++) {
			p.g[i]->player[side].doctrine = doctrine[side];
			p.g[i]->player[side].doctrine_exchange = 0;
		}
	}
	if (has_cards(g) ? !exchange_cards(&p) : !exchange_faces(&p))
		return 0;
	hash_hmac(p.dice, luck, sizeof luck, arena_printf(a, "dice %d",
	    number));
	return run_pair(&p);
}

/* Of some scenarios, the first of them and how many; a share of the pairs. */
static void
run_pairs(size_t first, size_t count, int share)
{
	const char *s = getenv("IACTA_PAIRS");
	int want = (s != NULL ? atoi(s) : 500) / share, pairs = 0, tried = 0;
	long compared = 0;

	while (pairs < want) {
		struct arena a = { 0 };
		int n = try_pair(&a, tried, first + (size_t)tried % count);

		tried++;

		pairs += n > 0;
		compared += n;
		arena_free(&a);
		assert_true(tried < 20 * want + 100);
	}
	print_message("%d pairs, %ld exchanges compared, of %d tried\n",
	    pairs, compared, tried);
}

static void
hidden_cards_show_nowhere_until_they_act(void **state)
{
	(void)state;
	run_pairs(0, CARDS, 1);
}

static void
markers_show_nothing_until_they_are_turned_over(void **state)
{
	(void)state;
	run_pairs(CARDS, SCENARIOS - CARDS, 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hidden_cards_show_nowhere_until_they_act),
		cmocka_unit_test(
		    markers_show_nothing_until_they_are_turned_over),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
