/*
 * fuzz-submission.c: any bytes at all as a submission: as it comes from a
 * player, as the rest of one after a good header, and as a message with one
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/rules.h"
#include "trust/seal.h"
#include "trust/seeds.h"
#include "trust/sig.h"
#include "trust/submission.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Two games: one with deployment, one with cards. */
static struct table {
	const char *system, *scenario;
	struct rules rules;
	struct game start;
	struct charter charter;
	uint8_t secret[32];
	const char *header;
} tables[] = {
	{ .system = "ancient-battles", .scenario = "chalons-free" },
	{ .system = "cc-medieval", .scenario = "petra-passes" },
};
#define TABLES (sizeof tables / sizeof tables[0])

static struct arena kept;

static void
must(int rc, const struct err *e)
{
	if (rc == ERR_OK)
		return;
	fprintf(stderr, "%s\n", e->msg);
	abort();
}

static void
set_charter(struct table *t)
{
	struct charter *c = &t->charter;
	char *commitment = arena_alloc(&kept, HASH_HEX);
	uint8_t sk[32], pk[32];

	memset(t->secret, 7, sizeof t->secret);
	c->game = "fuzz";
	c->system = t->system;
	c->scenario = t->scenario;
	c->rules_revision = 1;
	seeds_secret_commitment(commitment, c->game, t->secret);
	c->secret_commitment = commitment;
	seal_keypair(c->seal, sk, c->game, t->secret);
	c->seal_key = hash_base64(&kept, c->seal, sizeof c->seal);
	c->nsides = t->start.nsides;
	for (int i = 0; i < c->nsides; i++) {
		struct secret_key k = { .id = { (uint8_t)('1' + i) } };
		uint8_t seed[32];

		memset(seed, 'a' + i, sizeof seed);
		crypto_sign_seed_keypair(pk, k.ed, seed);
		c->side[i].name = t->start.side[i];
		keys_public_of(&k, &c->side[i].public);
		c->side[i].key = keys_public_line(&kept, &c->side[i].public);
	}
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct err e = { 0 };

	(void)argc, (void)argv;
	assert(sodium_init() >= 0);
	for (size_t i = 0; i < TABLES; i++) {
		struct table *t = &tables[i];

		must(rules_from_disk(&e, &kept, t->system, t->scenario, NULL,
		    &t->rules), &e);
		must(rules_game(&e, &kept, &t->rules, NULL, &t->start), &e);
		set_charter(t);
		t->header = arena_printf(&kept, "iacta = 1\ngame = \"fuzz\"\n"
		    "exchange = 1\nside = \"%s\"\nturn = \"%064d\"\n"
		    "revision = 1\nnonce = \"0123456789abcdef\"\n",
		    t->start.side[0], 0);
	}
	return 0;
}

/* Would it ever be acceptable?  The rules' own check, on a copy. */
static void
check(struct arena *a, const struct table *t, const struct submission *s)
{
	struct game *g = arena_new(a, struct game, 1);
	struct err e = { 0 };

	*g = t->start;
	g->arena = a;
	game_init(g);
	memcpy(g->saved, t->start.saved, g->sys->state_size);
	if (submission_check(&e, g, s->side, submission_table(a, s)) !=
	    ERR_OK)
		assert(str_is_utf8(e.msg, strlen(e.msg)));
}

static void
try(struct arena *a, const struct table *t, const char *text, size_t n)
{
	struct submission *s = arena_new(a, struct submission, 1);
	struct err e = { 0 };

	if (submission_parse(&e, a, "fuzz", &t->charter, text, n, s) ==
	    ERR_OK) {
		assert(s->side >= 0 && s->side < t->charter.nsides);
		if (submission_open(&e, a, "fuzz", &t->charter, t->secret, s)
		    == ERR_OK)
			check(a, t, s);
	} else {
		assert(str_is_utf8(e.msg, strlen(e.msg)));
	}
	/* as a draft: what stands under [secret] counts too */
	memset(s, 0, sizeof *s);
	if (submission_draft(&e, a, "fuzz", &t->charter, text, n, s) ==
	    ERR_OK)
		check(a, t, s);
}

static void
try_message(struct arena *a, const struct table *t, const char *s, size_t n)
{
	struct submission *out = arena_new(a, struct submission, 1);
	char *text = NULL, *sig = NULL, *sig2 = NULL;
	struct err e = { 0 };
	size_t len = 0;

	if (sig_dearmor(&e, a, "fuzz", s, n, &text, &len, &sig, &sig2) ==
	    ERR_OK)
		/* nobody can sign by accident */
		assert(submission_verify(&e, a, "fuzz", &t->charter, text, len,
		    sig, sig2, out) != ERR_OK);
	assert(str_is_utf8(e.msg, strlen(e.msg)));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	for (size_t i = 0; i < TABLES; i++) {
		struct arena a = { 0 };
		struct str s = str_new(&a);

		str_add(&s, tables[i].header);
		str_addn(&s, (const char *)data, n);
		try(&a, &tables[i], s.s, s.len);
		s = str_new(&a);
		str_addn(&s, (const char *)data, n);
		try(&a, &tables[i], s.s, s.len);
		try_message(&a, &tables[i], s.s, s.len);
		arena_free(&a);
	}
	return 0;
}
