/* seal.c: what only one reader may read (protocol section 5) */
#include "trust/seal.h"

#include "base/arena.h"
#include "base/node.h"
#include "trust/hash.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define CHARS 64		/* base64 characters in one string */
#define NONCE crypto_box_NONCEBYTES

void
seal_keypair(uint8_t pk[32], uint8_t sk[32], const char *game,
	const uint8_t secret[32])
{
	char message[256];
	uint8_t seed[32];
	int n = snprintf(message, sizeof message, "iacta-box:%s", game);

	assert(n >= 0 && (size_t)n < sizeof message);
	hash_hmac(seed, secret, 32, message);
	crypto_box_seed_keypair(pk, sk, seed);
	sodium_memzero(seed, sizeof seed);
}

/* At least one `pad`, so that no length tells that nothing is in it. */
static uint8_t *
padded(struct arena *a, const char *plain, size_t len, size_t pad, size_t *n)
{
	uint8_t *p;

	*n = len == 0 ? pad : (len + pad - 1) / pad * pad;
	p = arena_alloc(a, *n);
	if (len > 0)
		memcpy(p, plain, len);
	memset(p + len, '\n', *n - len);
	return p;
}

static struct node *
to_node(struct arena *a, const uint8_t *box, size_t n)
{
	const char *s = hash_base64(a, box, n);
	struct node *array = node_array(a);

	array->layout = NODE_LINES;
	for (size_t left = strlen(s); left > 0;) {
		size_t w = left < CHARS ? left : CHARS;

		node_add(a, array, NULL,
		    node_string(a, arena_strndup(a, s, w)));
		s += w;
		left -= w;
	}
	return array;
}

/* The ephemeral pair, different for each content. */
static void
ephemeral(uint8_t pk[32], uint8_t sk[32], const char *game,
	const uint8_t secret[32], long n, const char *to, const char *what,
	const uint8_t *m, size_t len)
{
	char message[512], hex[HASH_HEX];
	uint8_t seed[32];
	int k;

	hash_sha256_hex(hex, m, len);
	k = snprintf(message, sizeof message, "iacta-seal:%s:%ld:%s:%s:%s",
	    game, n, to, what, hex);
	assert(k >= 0 && (size_t)k < sizeof message);
	hash_hmac(seed, secret, 32, message);
	crypto_box_seed_keypair(pk, sk, seed);
	sodium_memzero(seed, sizeof seed);
}

/* As crypto_box_seal makes it of the two public keys. */
static void
nonce_of(uint8_t out[NONCE], const uint8_t epk[32], const uint8_t pk[32])
{
	crypto_generichash_state st;

	crypto_generichash_init(&st, NULL, 0, NONCE);
	crypto_generichash_update(&st, epk, 32);
	crypto_generichash_update(&st, pk, 32);
	crypto_generichash_final(&st, out, NONCE);
}

struct node *
seal_referee(struct arena *a, const char *game, const uint8_t secret[32],
	long n, const char *to, const char *what, const uint8_t x25519[32],
	const char *plain, size_t len, size_t pad)
{
	uint8_t esk[32], nonce[NONCE], *m, *box;
	size_t size;
	int rc;

	m = padded(a, plain, len, pad, &size);
	box = arena_alloc(a, crypto_box_SEALBYTES + size);
	ephemeral(box, esk, game, secret, n, to, what, m, size);
	nonce_of(nonce, box, x25519);
	rc = crypto_box_easy(box + 32, m, size, nonce, x25519, esk);
	sodium_memzero(esk, sizeof esk);
	sodium_memzero(m, size);
	return rc != 0 ? NULL :
	    to_node(a, box, crypto_box_SEALBYTES + size);
}

int
seal_x25519_of(uint8_t out[32], const struct public_key *k)
{
	return crypto_sign_ed25519_pk_to_curve25519(out, k->ed);
}

struct node *
seal_player(struct arena *a, const uint8_t pk[32], const char *plain,
	size_t len)
{
	size_t size;
	uint8_t *m = padded(a, plain, len, SEAL_PLAYER, &size);
	uint8_t *box = arena_alloc(a, crypto_box_SEALBYTES + size);
	int rc = sodium_init() < 0 || crypto_box_seal(box, m, size, pk) != 0;

	sodium_memzero(m, size);
	return rc != 0 ? NULL :
	    to_node(a, box, crypto_box_SEALBYTES + size);
}

/* The strings of the array joined and decoded; NULL if they are not such. */
static uint8_t *
from_node(struct arena *a, const struct node *sealed, size_t *n)
{
	const struct node *c;
	char *s, *p;
	uint8_t *box;
	long size;

	if (sealed == NULL || sealed->type != NODE_ARRAY)
		return NULL;
	s = p = arena_alloc(a, sealed->n * CHARS + 1);
	for (c = sealed->child; c != NULL; c = c->next) {
		size_t w;

		if (c->type != NODE_STRING)
			return NULL;
		w = strnlen(c->s, CHARS + 1);
		if (w == 0 || w > CHARS)
			return NULL;
		memcpy(p, c->s, w);
		p += w;
	}
	box = arena_alloc(a, (size_t)(p - s) / 4 * 3 + 3);
	size = hash_unbase64(box, (size_t)(p - s) / 4 * 3 + 3, s);
	*n = (size_t)size;
	return size < 0 ? NULL : box;
}

int
seal_open(struct arena *a, const struct node *sealed,
	const uint8_t pk[32], const uint8_t sk[32], char **out, size_t *len)
{
	size_t n = 0;
	const uint8_t *box = from_node(a, sealed, &n);
	char *m;

	if (box == NULL || n < crypto_box_SEALBYTES)
		return -1;
	m = arena_alloc(a, n - crypto_box_SEALBYTES + 2);
	if (crypto_box_seal_open((uint8_t *)m, box, n, pk, sk) != 0)
		return -1;
	n -= crypto_box_SEALBYTES;
	while (n > 0 && m[n - 1] == '\n')
		n--;
	if (n > 0)
		m[n++] = '\n';
	m[n] = '\0';
	*out = m;
	*len = n;
	return 0;
}

int
seal_open_side(struct arena *a, const struct node *sealed,
	const struct secret_key *k, char **out, size_t *len)
{
	uint8_t pk[32], sk[32];
	int rc = -1;

	if (crypto_sign_ed25519_pk_to_curve25519(pk, k->ed + 32) == 0 &&
	    crypto_sign_ed25519_sk_to_curve25519(sk, k->ed) == 0)
		rc = seal_open(a, sealed, pk, sk, out, len);
	sodium_memzero(sk, sizeof sk);
	return rc;
}

#define SEALED_MAX (1u << 20)

bool
seal_is_padded(struct arena *a, const struct node *sealed, size_t pad)
{
	size_t n = 0, k = 0;

	if (sealed == NULL || sealed->type != NODE_ARRAY)
		return false;
	for (const struct node *c = sealed->child; c != NULL; c = c->next) {
		if (c->type != NODE_STRING || strlen(c->s) > CHARS ||
		    (k += strlen(c->s)) > SEALED_MAX)
			return false;
	}
	if (from_node(a, sealed, &n) == NULL || n <= crypto_box_SEALBYTES)
		return false;
	n -= crypto_box_SEALBYTES;
	return n % pad == 0;
}
