/* fuzz.h: what the harnesses share: games of each system, ready to be run */
#ifndef IACTA_TESTS_FUZZ_H
#define IACTA_TESTS_FUZZ_H

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/rules.h"
#include "trust/exchange.h"
#include "trust/seal.h"
#include "trust/seeds.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define FUZZ_DRAWS 4000		/* dice and picks of one run */

struct fuzz_table {
	const char *system, *scenario;
	struct rules rules;
	struct game start;
	struct charter charter;
	uint8_t secret[32];
	struct exchange_output found;	/* commit 0 */
};

/* One of each system. */
__attribute__((unused))
static struct fuzz_table fuzz_tables[] = {
	{ .system = "ancient-battles", .scenario = "chalons-free" },
	{ .system = "cc-medieval", .scenario = "petra-passes" },
	{ .system = "cataphract", .scenario = "utus" },
	{ .system = "spqr", .scenario = "learning" },
};
#define FUZZ_TABLES (sizeof fuzz_tables / sizeof fuzz_tables[0])

__attribute__((unused))
static struct arena fuzz_kept;

__attribute__((unused))
static void
fuzz_must(int rc, const struct err *e)
{
	if (rc == ERR_OK)
		return;
	fprintf(stderr, "%s\n", e->msg);
	abort();
}

/* A message is one line that can be shown. */
__attribute__((unused))
static void
fuzz_message(const struct err *e)
{
	assert(e->msg[0] != '\0' && str_is_plain(e->msg));
}

__attribute__((unused))
static struct secret_key
fuzz_key(int which)
{
	struct secret_key k = { .id = { (uint8_t)('1' + which) } };
	uint8_t seed[32], pk[32];

	memset(seed, 'a' + which, sizeof seed);
	crypto_sign_seed_keypair(pk, k.ed, seed);
	return k;
}

__attribute__((unused))
static void
fuzz_sender(struct charter_side *s, int which, const char *name)
{
	struct secret_key k = fuzz_key(which);

	s->name = name;
	keys_public_of(&k, &s->public);
	s->key = keys_public_line(&fuzz_kept, &s->public);
}

__attribute__((unused))
static void
fuzz_charter(struct fuzz_table *t)
{
	struct charter *c = &t->charter;
	char *commitment = arena_alloc(&fuzz_kept, HASH_HEX);
	uint8_t sk[32];

	memset(t->secret, 7, sizeof t->secret);
	c->game = "fuzz";
	c->system = t->system;
	c->scenario = t->scenario;
	c->rules_revision = 1;
	seeds_secret_commitment(commitment, c->game, t->secret);
	c->secret_commitment = commitment;
	seal_keypair(c->seal, sk, c->game, t->secret);
	c->seal_key = hash_base64(&fuzz_kept, c->seal, sizeof c->seal);
	c->nsides = t->start.nsides;
	for (int i = 0; i < c->nsides; i++)
		fuzz_sender(&c->side[i], i, t->start.side[i]);
	fuzz_sender(&c->side[CHARTER_REFEREE], 9, "referee");
	c->referee = c->side[CHARTER_REFEREE].key;
	c->referee_key = c->side[CHARTER_REFEREE].public;
	for (size_t i = 0; i < t->rules.nfiles; i++) {
		char *sha = arena_alloc(&fuzz_kept, HASH_HEX);

		hash_sha256_hex(sha, t->rules.file[i].text,
		    t->rules.file[i].len);
		c->file[c->nfiles++] = (struct charter_file){
		    t->rules.file[i].path, sha };
	}
}

/* Found a game of each. */
__attribute__((unused))
static void
fuzz_begin(void)
{
	struct err e = { 0 };

	assert(sodium_init() >= 0);
	for (size_t i = 0; i < FUZZ_TABLES; i++) {
		struct fuzz_table *t = &fuzz_tables[i];
		struct game *g = arena_new(&fuzz_kept, struct game, 1);

		fuzz_must(rules_from_disk(&e, &fuzz_kept, t->system,
		    t->scenario, NULL, &t->rules), &e);
		fuzz_must(rules_game(&e, &fuzz_kept, &t->rules, NULL,
		    &t->start), &e);
		fuzz_must(rules_game(&e, &fuzz_kept, &t->rules, NULL, g), &e);
		fuzz_charter(t);
		fuzz_must(exchange_found(&e, &fuzz_kept, &t->charter,
		    &t->rules, g, t->secret, NULL, &t->found), &e);
	}
}

/* All that most harnesses do first. */
#define FUZZ_INITIALIZE \
int \
LLVMFuzzerInitialize(int *argc, char ***argv) \
{ \
	(void)argc, (void)argv; \
	fuzz_begin(); \
	return 0; \
}

/* ------------------------------------------------------- numbers for rules */

struct fuzz_dice {
	uint32_t seed;
	int drawn;
};

__attribute__((unused))
static uint32_t
fuzz_draw(struct fuzz_dice *d, struct game *g)
{
	if (++d->drawn > FUZZ_DRAWS)
		game_halt(g, "enough");
	d->seed = d->seed * 1664525u + 1013904223u;
	return d->seed >> 8;
}

__attribute__((unused))
static int
fuzz_roll(void *ctx, struct game *g, int sides, const char *label)
{
	assert(sides >= 1 && sides <= 65536 && seeds_label_ok(label));
	return (int)(fuzz_draw(ctx, g) % (uint32_t)sides);
}

__attribute__((unused))
static int
fuzz_pick(void *ctx, struct game *g, int n)
{
	assert(n >= 1);
	return (int)(fuzz_draw(ctx, g) % (uint32_t)n);
}

__attribute__((unused))
static void
fuzz_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)j;
	for (int i = n - 1; i > 0; i--) {
		int k = (int)(fuzz_draw(ctx, g) % (uint32_t)(i + 1));
		int c = cards[i];

		cards[i] = cards[k];
		cards[k] = c;
	}
}

__attribute__((unused))
static void
fuzz_watch(struct game *g)
{
	const char *why = g->sys->invariant != NULL ? g->sys->invariant(g) :
	    NULL;

	if (why != NULL) {
		fprintf(stderr, "%s\n", why);
		abort();
	}
}

/* A game from its start, in the arena, with these dice. */
__attribute__((unused))
static struct game *
fuzz_game(struct arena *a, const struct fuzz_table *t, struct fuzz_dice *d)
{
	struct game *g = arena_new(a, struct game, 1);

	*g = t->start;
	g->arena = a;
	game_init(g);
	memcpy(g->saved, t->start.saved, g->sys->state_size);
	g->exchange = 1;
	g->source = (struct source){ d, fuzz_roll, fuzz_pick, fuzz_shuffle };
	return g;
}

/* The table and the rest of the input, by its first byte. */
__attribute__((unused))
static const struct fuzz_table *
fuzz_choose(const uint8_t **data, size_t *n)
{
	const struct fuzz_table *t = &fuzz_tables[**data % FUZZ_TABLES];

	++*data;
	--*n;
	return t;
}

__attribute__((unused))
static char *
fuzz_text(struct arena *a, const uint8_t *data, size_t n)
{
	char *s = arena_alloc(a, n + 1);

	memcpy(s, data, n);
	s[n] = '\0';
	return s;
}

#endif
