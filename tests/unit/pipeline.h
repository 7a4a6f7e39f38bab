/* pipeline.h: a game of the toy system in memory, for tests of the pipeline:
 * a charter, keys, signed submissions, and the commits one after another */
#ifndef IACTA_TESTS_PIPELINE_H
#define IACTA_TESTS_PIPELINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "toy.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/exchange.h"
#include "trust/seal.h"
#include "trust/seeds.h"
#include "trust/sig.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define COMMITS 400

struct pipeline {
	struct arena a;
	struct err e;
	struct charter charter;
	struct secret_key referee, key[2];	/* red, blue */
	uint8_t secret[32];
	struct exchange_output commit[COMMITS];
	int n;					/* the head */
	/* what is in hand for the next exchange */
	struct exchange_paper paper[4];
	int npapers;
	int nonces;
};

/* The same "random" bytes each time, so that a failure can be repeated. */
__attribute__((unused))
static void
pipeline_bytes(void *buf, size_t n)
{
	static uint32_t seed = 1;

	for (uint8_t *b = buf; n > 0; n--) {
		seed = seed * 1664525u + 1013904223u;
		*b++ = (uint8_t)(seed >> 24);
	}
}

__attribute__((unused))
static uint32_t
pipeline_random(void)
{
	uint32_t x;

	pipeline_bytes(&x, sizeof x);
	return x;
}

__attribute__((unused))
static const char *
pipeline_random_name(void)
{
	return "test";
}

__attribute__((unused))
static void
pipeline_not_random(void)
{
	static randombytes_implementation same = {
		.implementation_name = pipeline_random_name,
		.random = pipeline_random,
		.buf = pipeline_bytes,
	};

	assert_int_equal(randombytes_set_implementation(&same), 0);
	assert_true(sodium_init() >= 0);
}

/* The same keys each time. */
__attribute__((unused))
static void
pipeline_key(struct secret_key *k, int which)
{
	uint8_t seed[32], pk[32];

	memset(seed, 'a' + which, sizeof seed);
	memset(k->id, '1' + which, sizeof k->id);
	crypto_sign_seed_keypair(pk, k->ed, seed);
}

__attribute__((unused))
static void
pipeline_side(struct pipeline *p, int i, bool bot)
{
	struct charter_side *s = &p->charter.side[i];

	s->name = i == 0 ? "red" : "blue";
	s->bot = bot;
	pipeline_key(&p->key[i], i);
	keys_public_of(&p->key[i], &s->public);
	s->key = bot ? NULL : keys_public_line(&p->a, &s->public);
}

/* A charter of toy/line; bots is a string of 'b' and '-'. */
__attribute__((unused))
static void
pipeline_charter(struct pipeline *p, const struct rules *r, const char *bots)
{
	struct charter *c = &p->charter;
	char *commitment = arena_alloc(&p->a, HASH_HEX);
	uint8_t sk[32];

	pipeline_not_random();
	memset(p->secret, 7, sizeof p->secret);
	c->game = "duel";
	c->system = "toy";
	c->scenario = "line";
	c->rules_revision = 1;
	seeds_secret_commitment(commitment, c->game, p->secret);
	c->secret_commitment = commitment;
	seal_keypair(c->seal, sk, c->game, p->secret);
	c->seal_key = hash_base64(&p->a, c->seal, sizeof c->seal);
	pipeline_key(&p->referee, 2);
	keys_public_of(&p->referee, &c->referee_key);
	c->referee = keys_public_line(&p->a, &c->referee_key);
	c->nsides = 2;
	pipeline_side(p, 0, bots[0] == 'b');
	pipeline_side(p, 1, bots[1] == 'b');
	for (size_t i = 0; i < r->nfiles; i++) {
		char *sha = arena_alloc(&p->a, HASH_HEX);

		hash_sha256_hex(sha, r->file[i].text, r->file[i].len);
		c->file[c->nfiles++] = (struct charter_file){ r->file[i].path,
		    sha };
	}
}

/* Found it: commit 0. */
__attribute__((unused))
static void
pipeline_found(struct pipeline *p, const char *bots)
{
	const struct rules *r;
	struct game *g;

	memset(p, 0, sizeof *p);
	g = arena_new(&p->a, struct game, 1);
	assert_int_equal(toy_rules(&p->e, "toy", "line", &r), ERR_OK);
	pipeline_charter(p, r, bots);
	assert_int_equal(rules_game(&p->e, &p->a, r, NULL, g), ERR_OK);
	assert_int_equal(exchange_found(&p->e, &p->a, &p->charter, r, g,
	    p->secret, NULL, &p->commit[0]), ERR_OK);
}

__attribute__((unused))
static const struct history_file *
pipeline_file(const struct pipeline *p, int n, const char *path)
{
	return position_file(p->commit[n].file, p->commit[n].nfiles, path);
}

__attribute__((unused))
static struct node *
pipeline_tree(struct pipeline *p, int n, const char *path)
{
	const struct history_file *f = pipeline_file(p, n, path);
	struct node *t = NULL;

	assert_non_null(f);
	if (toml_read(&p->e, &p->a, path, f->data, f->len, TOML_MAX_SIZE,
	    &t) != ERR_OK)
		fail_msg("%s", p->e.msg);
	return t;
}

__attribute__((unused))
static const char *
pipeline_turn_sha(struct pipeline *p)
{
	const struct history_file *f = pipeline_file(p, p->n, "turn.toml");
	char *sha = arena_alloc(&p->a, HASH_HEX);

	hash_sha256_hex(sha, f->data, f->len);
	return sha;
}

/* The header of a submission to the open exchange, with a new nonce. */
__attribute__((unused))
static const char *
pipeline_header(struct pipeline *p, int side)
{
	return arena_printf(&p->a, "iacta = 1\ngame = \"duel\"\n"
	    "exchange = %d\nside = \"%s\"\nturn=\"%s\"\nrevision = 1\n"
	    "nonce = \"nonce-number-%05d\"\n", p->n,
	    p->charter.side[side].name, pipeline_turn_sha(p), p->nonces++);
}

/* A submission of header and body, sealed where it has [secret], signed. */
__attribute__((unused))
static struct exchange_paper
pipeline_sign(struct pipeline *p, int side, const char *header,
	const char *body)
{
	const char *draft = arena_printf(&p->a, "%s%s", header, body);
	struct exchange_paper x = { .name = NULL };
	char *text;

	if (submission_seal(&p->e, &p->a, "draft", &p->charter, draft,
	    strlen(draft), &text, &x.len) != ERR_OK)
		fail_msg("%s", p->e.msg);
	x.text = text;
	x.sig = sig_minisign(&p->a, &p->key[side], x.text, x.len, "test");
	return x;
}

__attribute__((unused))
static void
pipeline_send(struct pipeline *p, int side, const char *body)
{
	p->paper[p->npapers++] = pipeline_sign(p, side,
	    pipeline_header(p, side), body);
}

__attribute__((unused))
static int
pipeline_past(struct err *e, void *ctx, struct arena *a, long n,
	const char *path, const char **data, size_t *len)
{
	const struct pipeline *p = ctx;
	const struct history_file *f = pipeline_file(p, (int)n, path);

	(void)e, (void)a;
	*data = f != NULL ? f->data : NULL;
	*len = f != NULL ? f->len : 0;
	return ERR_OK;
}

/* The input of exchange n, with what is in hand. */
__attribute__((unused))
static struct exchange_input
pipeline_input(struct pipeline *p, int n)
{
	return (struct exchange_input){ .files = p->commit[n].file,
	    .nfiles = p->commit[n].nfiles, .past = { p, pipeline_past },
	    .paper = p->paper, .npapers = p->npapers, .secret = p->secret };
}

/* Adjudicate; `late` is NULL or a side. */
__attribute__((unused))
static int
pipeline_adjudicate(struct pipeline *p, const char *late)
{
	struct exchange_input in = pipeline_input(p, p->n);
	int rc;

	in.late = &late;
	in.nlate = late != NULL;
	rc = exchange_run(&p->e, &p->a, &in, &p->commit[p->n + 1]);
	if (rc == ERR_OK) {
		p->n++;
		p->npapers = 0;
	}
	return rc;
}

/* ... which must succeed. */
__attribute__((unused))
static void
pipeline_go(struct pipeline *p)
{
	if (pipeline_adjudicate(p, NULL) != ERR_OK)
		fail_msg("%s", p->e.msg);
}

/* Founded, and accepted with the standard deployments. */
__attribute__((unused))
static void
pipeline_start(struct pipeline *p)
{
	pipeline_found(p, "--");
	for (int i = 0; i < 2; i++)
		pipeline_send(p, i, "deploy = \"standard\"\n");
	pipeline_go(p);
}

#endif
