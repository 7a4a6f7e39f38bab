/* test-seal.c: what only one reader may read */
#include "trust-helper.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "trust/hash.h"
#include "trust/seal.h"

#include <sodium.h>

#define GAME "zama-1"
#define HAND "card-12\ncard-3\n"

static struct arena arena;
static struct err err;
static uint8_t secret[32], seal_pk[32], seal_sk[32], side_pk[32];
static struct secret_key side, other;

static void
read_pair(const char *name, struct secret_key *out)
{
	assert_int_equal(keys_generate(&err, &arena, name, NULL), ERR_OK);
	assert_int_equal(keys_secret_read(&err, &arena,
	    arena_printf(&arena, "%s.key", name), NULL, NULL, out), ERR_OK);
}

static int
make_keys(void **state)
{
	struct public_key p;

	if (enter_dir(state) != 0)
		return -1;
	for (int i = 0; i < 32; i++)
		secret[i] = (uint8_t)i;
	seal_keypair(seal_pk, seal_sk, GAME, secret);
	read_pair("side", &side);
	read_pair("other", &other);
	keys_public_of(&side, &p);
	assert_int_equal(seal_x25519_of(side_pk, &p), 0);
	return 0;
}

static int
finish(void **state)
{
	arena_free(&arena);
	return leave_dir(state);
}

static struct node *
seal_hand(const char *plain)
{
	return seal_referee(&arena, GAME, secret, 7, "rome", "hand", side_pk,
	    plain, strlen(plain), SEAL_HAND);
}

static void
assert_opens(const struct node *sealed, const char *plain)
{
	char *out;
	size_t n;

	assert_int_equal(seal_open(&arena, sealed, seal_pk, seal_sk, &out,
	    &n), 0);
	assert_string_equal(out, plain);
	assert_int_equal(n, strlen(plain));
}

/* The sealed bytes; `out` is large enough. */
static size_t
joined(const struct node *sealed, uint8_t *out, size_t max)
{
	char *s = arena_alloc(&arena, sealed->n * 64 + 1), *p = s;
	long n;

	for (const struct node *c = sealed->child; c != NULL; c = c->next)
		p = stpcpy(p, c->s);
	n = hash_unbase64(out, max, s);
	assert_true(n > 0);
	return (size_t)n;
}

static struct node *
array_of(const uint8_t *b, size_t n)
{
	const char *s = hash_base64(&arena, b, n);
	struct node *array = node_array(&arena);

	for (; *s != '\0'; s += strnlen(s, 64))
		node_add(&arena, array, NULL, node_string(&arena,
		    arena_strndup(&arena, s, strnlen(s, 64))));
	return array;
}

/* The seed is hmac(bytes(range(32)), "iacta-box:zama-1"), from Python's hmac;
 * the pair libsodium's of that seed. */
static void
the_seal_key_is_the_protocols(void **state)
{
	uint8_t seed[32], pk[32], sk[32];

	(void)state;
	assert_int_equal(hash_unhex(seed, 32, "52e4883b4ac54afc0c94b49dfcfa51"
	    "fe09236fec85fa85fbc196f28c395d7326"), 0);
	crypto_box_seed_keypair(pk, sk, seed);
	assert_memory_equal(seal_pk, pk, 32);
	assert_memory_equal(seal_sk, sk, 32);
}

static void
a_hand_opens_with_its_sides_key_only(void **state)
{
	struct node *sealed = seal_hand(HAND);
	char *out;
	size_t n;

	(void)state;
	assert_int_equal(seal_open_side(&arena, sealed, &side, &out, &n), 0);
	assert_string_equal(out, HAND);
	assert_int_equal(n, strlen(HAND));
	assert_int_equal(seal_open_side(&arena, sealed, &other, &out, &n),
	    -1);
	assert_int_equal(seal_open(&arena, sealed, seal_pk, seal_sk, &out,
	    &n), -1);
}

static void
a_seal_is_the_same_whenever_it_is_made(void **state)
{
	struct node *one = seal_hand(HAND);
	uint8_t a[2048], b[2048];

	(void)state;
	assert_true(node_equal(one, seal_hand(HAND)));
	/* another content has another ephemeral key: its first 32 bytes */
	joined(one, a, sizeof a);
	joined(seal_hand("card-12\ncard-4\n"), b, sizeof b);
	assert_memory_not_equal(a, b, 32);
	joined(seal_referee(&arena, GAME, secret, 8, "rome", "hand", side_pk,
	    HAND, strlen(HAND), SEAL_HAND), b, sizeof b);
	assert_memory_not_equal(a, b, 32);
	joined(seal_referee(&arena, GAME, secret, 7, "rome", "options",
	    side_pk, HAND, strlen(HAND), SEAL_HAND), b, sizeof b);
	assert_memory_not_equal(a, b, 32);
}

/* The ephemeral key as the protocol spells it, over the padded plaintext. */
static void
the_ephemeral_key_is_the_protocols(void **state)
{
	char plain[SEAL_HAND], hex[HASH_HEX];
	uint8_t seed[32], pk[32], sk[32], box[2048];

	(void)state;
	memset(plain, '\n', sizeof plain);
	memcpy(plain, HAND, strlen(HAND));
	hash_sha256_hex(hex, plain, sizeof plain);
	hash_hmac(seed, secret, 32, arena_printf(&arena,
	    "iacta-seal:" GAME ":7:rome:hand:%s", hex));
	crypto_box_seed_keypair(pk, sk, seed);
	assert_int_equal(joined(seal_hand(HAND), box, sizeof box),
	    SEAL_HAND + crypto_box_SEALBYTES);
	assert_memory_equal(box, pk, 32);
}

static void
libsodium_opens_what_the_referee_seals(void **state)
{
	struct node *sealed = seal_referee(&arena, GAME, secret, 7, "referee",
	    "state", seal_pk, HAND, strlen(HAND), SEAL_STATE);
	uint8_t box[8192], plain[8192];
	size_t n = joined(sealed, box, sizeof box);

	(void)state;
	assert_int_equal(n, SEAL_STATE + crypto_box_SEALBYTES);
	assert_int_equal(crypto_box_seal_open(plain, box, n, seal_pk,
	    seal_sk), 0);
	assert_memory_equal(plain, HAND, strlen(HAND));
	for (size_t i = strlen(HAND); i < SEAL_STATE; i++)
		assert_int_equal(plain[i], '\n');
	assert_opens(sealed, HAND);
}

static void
we_open_what_libsodium_seals(void **state)
{
	uint8_t box[sizeof HAND - 1 + crypto_box_SEALBYTES];

	(void)state;
	assert_int_equal(crypto_box_seal(box, (const uint8_t *)HAND,
	    strlen(HAND), seal_pk), 0);
	assert_opens(array_of(box, sizeof box), HAND);
}

static void
a_player_seals_afresh_each_time(void **state)
{
	struct node *one = seal_player(&arena, seal_pk, HAND, strlen(HAND));
	struct node *two = seal_player(&arena, seal_pk, HAND, strlen(HAND));
	uint8_t box[4096];

	(void)state;
	assert_opens(one, HAND);
	assert_opens(two, HAND);
	assert_false(node_equal(one, two));
	assert_int_equal(joined(one, box, sizeof box),
	    SEAL_PLAYER + crypto_box_SEALBYTES);
}

static void
the_length_tells_only_how_many_paddings(void **state)
{
	static const struct {
		size_t len, padded;
	} rows[] = {
		{ 0, 2048 }, { 1, 2048 }, { 2047, 2048 }, { 2048, 2048 },
		{ 2049, 4096 }, { 4096, 4096 }, { 10000, 10240 },
	};
	char plain[10001];
	uint8_t *box = arena_alloc(&arena, 16384);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t n = rows[i].len, m;
		struct node *sealed;
		char *out;

		memset(plain, 'x', n);
		plain[n] = '\0';
		sealed = seal_player(&arena, seal_pk, plain, n);
		assert_int_equal(joined(sealed, box, 16384),
		    rows[i].padded + crypto_box_SEALBYTES);
		assert_int_equal(seal_open(&arena, sealed, seal_pk, seal_sk,
		    &out, &m), 0);
		assert_int_equal(m, n == 0 ? 0 : n + 1);
		assert_memory_equal(out, plain, n);
		assert_string_equal(out + n, n == 0 ? "" : "\n");
	}
}

static void
the_strings_are_of_at_most_64_characters(void **state)
{
	const struct node *sealed = seal_hand(HAND);
	const struct node *c;

	(void)state;
	assert_int_equal(sealed->type, NODE_ARRAY);
	for (c = sealed->child; c != NULL; c = c->next) {
		assert_int_equal(c->type, NODE_STRING);
		assert_in_range(strlen(c->s), c->next != NULL ? 64 : 1, 64);
	}
}

static void
every_bit_of_a_seal_counts(void **state)
{
	uint8_t box[sizeof HAND - 1 + crypto_box_SEALBYTES];
	size_t n = sizeof box, len;
	char *out;

	(void)state;
	assert_int_equal(crypto_box_seal(box, (const uint8_t *)HAND,
	    strlen(HAND), seal_pk), 0);
	for (size_t i = 0; i < n * 8; i++) {
		/* X25519 ignores the top bit, but the nonce does not */
		box[i / 8] ^= (uint8_t)(1 << i % 8);
		assert_int_equal(seal_open(&arena, array_of(box, n), seal_pk,
		    seal_sk, &out, &len), -1);
		box[i / 8] ^= (uint8_t)(1 << i % 8);
	}
	for (size_t cut = 0; cut < n; cut++)
		assert_int_equal(seal_open(&arena, array_of(box, cut),
		    seal_pk, seal_sk, &out, &len), -1);
}

static void
assert_not_sealed(const struct node *n)
{
	size_t len;
	char *out;

	assert_int_equal(seal_open(&arena, n, seal_pk, seal_sk, &out, &len),
	    -1);
}

static void
what_is_no_array_of_base64_is_refused(void **state)
{
	struct node *n = node_array(&arena);

	(void)state;
	assert_not_sealed(NULL);
	assert_not_sealed(node_string(&arena, "AAAA"));
	assert_not_sealed(n);
	node_add(&arena, n, NULL, node_int(&arena, 1));
	assert_not_sealed(n);
	n = seal_player(&arena, seal_pk, HAND, strlen(HAND));
	node_add(&arena, n, NULL, node_string(&arena, ""));
	assert_not_sealed(n);
	n = seal_player(&arena, seal_pk, HAND, strlen(HAND));
	n->child->s = arena_printf(&arena, " %s", n->child->s + 1);
	assert_not_sealed(n);
	n = seal_player(&arena, seal_pk, HAND, strlen(HAND));
	n->child->s = arena_printf(&arena, "%s%s", n->child->s,
	    n->child->next->s);
	n->child->next = n->child->next->next;
	assert_not_sealed(n);
}

static void
a_key_of_small_order_gets_nothing_sealed(void **state)
{
	struct public_key one = { .form = KEY_MINISIGN, .ed = { 1 } };
	uint8_t zero[32] = { 0 }, out[32];

	(void)state;
	assert_null(seal_player(&arena, zero, HAND, strlen(HAND)));
	assert_null(seal_referee(&arena, GAME, secret, 1, "rome", "hand",
	    zero, HAND, strlen(HAND), SEAL_HAND));
	assert_int_equal(seal_x25519_of(out, &one), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_seal_key_is_the_protocols),
		cmocka_unit_test(a_hand_opens_with_its_sides_key_only),
		cmocka_unit_test(a_seal_is_the_same_whenever_it_is_made),
		cmocka_unit_test(the_ephemeral_key_is_the_protocols),
		cmocka_unit_test(libsodium_opens_what_the_referee_seals),
		cmocka_unit_test(we_open_what_libsodium_seals),
		cmocka_unit_test(a_player_seals_afresh_each_time),
		cmocka_unit_test(the_length_tells_only_how_many_paddings),
		cmocka_unit_test(the_strings_are_of_at_most_64_characters),
		cmocka_unit_test(every_bit_of_a_seal_counts),
		cmocka_unit_test(what_is_no_array_of_base64_is_refused),
		cmocka_unit_test(a_key_of_small_order_gets_nothing_sealed),
	};

	return cmocka_run_group_tests(tests, make_keys, finish);
}
