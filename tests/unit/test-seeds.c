/* test-seeds.c: every derivation of the protocol's sections 4 and 5 */
#include "trust-helper.h"

#include "trust/seeds.h"

/*
 * The vectors were made with Python's hashlib and hmac, from the protocol's
 * text and not from this program: secret = bytes(range(32)), GAME = zama-1,
 * N = 7, J = 3, the turn file "turn", carthage's orders "c", rome's "r".
 * The test below them makes the same ones again with openssl.
 */
#define GAME "zama-1"
#define N 7
#define J 3
#define LABEL "8.46 shock phalanx-b on velites-x"
#define TRANSCRIPT \
	"23de00e20b50c2ea17f39e4bd7e1a70fe130cd82f5f5a65fc95c55b398e4437a"
#define SEED "4b50db6051132a26738c8dc03635c595f4a8e2996cbf64f6dd83ea915ba32a7d"
#define KEY "12214a5b80d569200cf7fca2fdfb78ea794c07188845078de3f07336429ef104"
#define BOTKEY \
	"bb3435715b91c60ff5b6bf913c3c38651dbf3619cdc4afa12ce8bc8613bcaf30"
#define DECK "ee5c8ec41756897a873ee6b04fa215e144fbc5e460541dfbe4083c916a6a2e1a"
#define DECKKEY \
	"14b595318a45f0fde30d96c911591797a8c0d1c36bddc36b92f5c8a5db21790e"

static uint8_t secret[32];

static int
make_secret(void **state)
{
	for (int i = 0; i < 32; i++)
		secret[i] = (uint8_t)i;
	return enter_dir(state);
}

static void
assert_hex(const uint8_t b[32], const char *hex)
{
	char s[HASH_HEX];

	hash_hex(s, b, 32);
	assert_string_equal(s, hex);
}

static void
bytes(uint8_t out[32], const char *hex)
{
	assert_int_equal(hash_unhex(out, 32, hex), 0);
}

static void
the_secrets_commitment_is_the_protocols(void **state)
{
	char hex[HASH_HEX];

	(void)state;
	seeds_secret_commitment(hex, GAME, secret);
	assert_string_equal(hex, "aa1027abd87c6a26c5531e8e84a32000"
	    "b5fb51d70def34b15737da9904874d4e");
}

static void
seed_and_commitment_are_the_protocols(void **state)
{
	char hex[HASH_HEX];
	uint8_t seed[32];

	(void)state;
	seeds_seed(seed, GAME, secret, N);
	assert_hex(seed, SEED);
	seeds_commitment(hex, GAME, seed, N);
	assert_string_equal(hex, "aaf7881c842ee7795e3f71025619fa95"
	    "91829cb869e3e5fb673f21f1ef8cbb3a");
}

static void
the_transcript_is_turn_and_submissions_in_order(void **state)
{
	const char *const sides[] = { "carthage", "rome" };
	char turn[HASH_HEX], c[HASH_HEX], r[HASH_HEX], hex[HASH_HEX];
	const char *const sha[] = { c, r };

	(void)state;
	hash_sha256_hex(turn, "turn", 4);
	hash_sha256_hex(c, "c", 1);
	hash_sha256_hex(r, "r", 1);
	seeds_transcript(hex, turn, sides, sha, 2);
	assert_string_equal(hex, TRANSCRIPT);
	seeds_transcript(hex, turn, sides, sha, 0);
	assert_string_equal(hex, "7be5343db1a63fa0cbeb60c563400b46"
	    "5c8409f76a8452922b8e69cda52eb9df");
}

static void
the_keys_of_dice_bot_and_deck_are_the_protocols(void **state)
{
	uint8_t in[32], out[32];
	char hex[HASH_HEX];

	(void)state;
	bytes(in, SEED);
	seeds_key(out, GAME, in, N, TRANSCRIPT);
	assert_hex(out, KEY);
	seeds_botkey(out, GAME, secret, N, TRANSCRIPT);
	assert_hex(out, BOTKEY);
	seeds_deck(out, GAME, secret, J);
	assert_hex(out, DECK);
	seeds_deck_commitment(hex, GAME, out, J);
	assert_string_equal(hex, "db3c1d0589f8490d9d42cb6e14c2caf4"
	    "8e750a4054aee83b10d6fd4eaf4966ee");
	bytes(in, DECK);
	seeds_deckkey(out, GAME, in, J, TRANSCRIPT);
	assert_hex(out, DECKKEY);
}

static void
rolls_are_the_protocols(void **state)
{
	static const struct {
		int sides, first, second, tenth;
	} rows[] = {
		{ 1, 0, 0, 0 }, { 2, 1, 0, 0 }, { 6, 1, 2, 0 },
		{ 10, 3, 2, 0 }, { 100, 73, 92, 80 }, { 1000, 173, 192, 580 },
		{ 65535, 44608, 60482, 59310 },
		{ 65536, 29149, 62912, 44588 },
	};
	uint8_t key[32];

	(void)state;
	bytes(key, KEY);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int s = rows[i].sides;

		assert_int_equal(seeds_roll(key, s, 1, LABEL), rows[i].first);
		assert_int_equal(seeds_roll(key, s, 2, LABEL), rows[i].second);
		assert_int_equal(seeds_roll(key, s, 10, LABEL), rows[i].tenth);
	}
}

/*
 * Of the dice that are allowed, one of 65175 sides rejects most: 65146 of
 * 2^32.  These are the first three rolls of it, found by trying, that the
 * first draw (T = 0) does not decide.
 */
static void
a_draw_beyond_the_last_whole_multiple_is_drawn_again(void **state)
{
	uint8_t key[32];

	(void)state;
	bytes(key, KEY);
	assert_int_equal(seeds_roll(key, 65175, 58165, "reject"), 31888);
	assert_int_equal(seeds_roll(key, 65175, 132838, "reject"), 64893);
	assert_int_equal(seeds_roll(key, 65175, 139617, "reject"), 19473);
}

static void
a_bots_picks_are_the_protocols(void **state)
{
	static const int picks[] = { 3, 0, 1, 0, 4, 1, 0, 0, 3, 3, 1, 2 };
	uint8_t key[32];

	(void)state;
	bytes(key, BOTKEY);
	for (int i = 0; i < 12; i++)
		assert_int_equal(seeds_pick(key, 5, i + 1), picks[i]);
	assert_int_equal(seeds_pick(key, 1, 1), 0);
}

static void
a_shuffle_is_the_protocols(void **state)
{
	static const int shuffled[20] = { 19, 6, 5, 4, 13, 15, 3, 11, 17, 1,
		7, 14, 18, 12, 16, 0, 8, 2, 9, 10 };
	int cards[20];
	uint8_t key[32];

	(void)state;
	bytes(key, DECKKEY);
	for (int i = 0; i < 20; i++)
		cards[i] = i;
	seeds_shuffle(key, cards, 20);
	assert_memory_equal(cards, shuffled, sizeof cards);
	cards[0] = 42;
	seeds_shuffle(key, cards, 1);
	assert_int_equal(cards[0], 42);
	seeds_shuffle(key, cards, 0);
}

/* The hex that openssl gives for hmac(key, message). */
static void
openssl_hmac(char out[HASH_HEX], const char *hexkey, const char *message)
{
	char command[1024], said[256];
	char *equals;

	snprintf(command, sizeof command, "printf '%%s' '%s' | openssl dgst "
	    "-sha256 -mac HMAC -macopt hexkey:%s", message, hexkey);
	assert_int_equal(run(command, said, sizeof said), 0);
	equals = strstr(said, "= ");
	assert_non_null(equals);
	memcpy(out, equals + 2, 64);
	out[64] = '\0';
}

static void
openssl_derives_the_same_keys(void **state)
{
	char hex[HASH_HEX], bot[HASH_HEX], zero[HASH_HEX];

	(void)state;
	hash_hex(zero, secret, 32);
	openssl_hmac(hex, zero, "iacta-seed:" GAME ":7");
	assert_string_equal(hex, SEED);
	openssl_hmac(hex, SEED, "iacta-key:" GAME ":7:" TRANSCRIPT);
	assert_string_equal(hex, KEY);
	openssl_hmac(bot, zero, "iacta-bot:" GAME ":7");
	openssl_hmac(hex, bot, "iacta-bot-key:" GAME ":7:" TRANSCRIPT);
	assert_string_equal(hex, BOTKEY);
	openssl_hmac(hex, zero, "iacta-deck:" GAME ":3");
	assert_string_equal(hex, DECK);
	openssl_hmac(hex, DECK, "iacta-deck-key:" GAME ":3:" TRANSCRIPT);
	assert_string_equal(hex, DECKKEY);
}

static void
openssl_rolls_the_same_die(void **state)
{
	char hex[HASH_HEX], message[128];
	uint8_t key[32];

	(void)state;
	bytes(key, KEY);
	for (int nth = 1; nth <= 8; nth++) {
		unsigned long v;

		snprintf(message, sizeof message, "roll:%d:0:%s", nth, LABEL);
		openssl_hmac(hex, KEY, message);
		hex[8] = '\0';
		v = strtoul(hex, NULL, 16);
		assert_true(v < 4294967290);	/* 10 * floor(2^32 / 10) */
		assert_int_equal(seeds_roll(key, 10, nth, LABEL), v % 10);
	}
}

static void
sha256sum_makes_the_same_commitments(void **state)
{
	char said[256], hex[HASH_HEX];
	uint8_t seed[32];

	(void)state;
	bytes(seed, SEED);
	seeds_commitment(hex, GAME, seed, N);
	assert_int_equal(run("printf '%s' iacta-commit:" GAME ":7:" SEED
	    " | sha256sum", said, sizeof said), 0);
	said[64] = '\0';
	assert_string_equal(said, hex);
	bytes(seed, DECK);
	seeds_deck_commitment(hex, GAME, seed, J);
	assert_int_equal(run("printf '%s' iacta-deck-commit:" GAME ":3:" DECK
	    " | sha256sum", said, sizeof said), 0);
	said[64] = '\0';
	assert_string_equal(said, hex);
}

/* A wrong reduction or a stuck byte shows at once; chi-squared with 9 degrees
 * of freedom is over 27.88 once in a thousand, and the dice are fixed. */
static void
ten_thousand_dice_are_even(void **state)
{
	int count[10] = { 0 };
	double chi = 0;
	uint8_t key[32];

	(void)state;
	bytes(key, KEY);
	for (int i = 1; i <= 10000; i++)
		count[seeds_roll(key, 10, i, "even")]++;
	for (int i = 0; i < 10; i++)
		chi += (count[i] - 1000) * (count[i] - 1000) / 1000.0;
	assert_true(chi < 27.88);
}

static void
each_card_comes_to_each_place(void **state)
{
	int seen[5][5] = { { 0 } };

	(void)state;
	for (int i = 0; i < 2000; i++) {
		int cards[5] = { 0, 1, 2, 3, 4 };
		uint8_t key[32] = { (uint8_t)i, (uint8_t)(i >> 8) };

		seeds_shuffle(key, cards, 5);
		for (int j = 0; j < 5; j++)
			seen[j][cards[j]]++;
	}
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 5; j++)
			assert_in_range(seen[i][j], 320, 480);
}

static void
labels_are_of_the_protocols_alphabet(void **state)
{
	char label[203];

	(void)state;
	assert_true(seeds_label_ok(LABEL));
	assert_true(seeds_label_ok("x"));
	assert_true(seeds_label_ok("~!#%&()*+,-./:;<=>?@[]^_{|}"));
	assert_false(seeds_label_ok(""));
	assert_false(seeds_label_ok(" x"));
	assert_false(seeds_label_ok("x "));
	assert_false(seeds_label_ok(" "));
	for (int c = 1; c < 256; c++) {
		char s[] = { 'a', (char)c, 'b', '\0' };
		int ok = c >= 0x20 && c <= 0x7e &&
		    strchr("\"'\\`$", c) == NULL;

		assert_int_equal(seeds_label_ok(s), ok);
	}
	memset(label, 'x', sizeof label);
	label[200] = '\0';
	assert_true(seeds_label_ok(label));
	label[200] = 'x';
	label[201] = '\0';
	assert_false(seeds_label_ok(label));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_secrets_commitment_is_the_protocols),
		cmocka_unit_test(seed_and_commitment_are_the_protocols),
		cmocka_unit_test(
		    the_transcript_is_turn_and_submissions_in_order),
		cmocka_unit_test(
		    the_keys_of_dice_bot_and_deck_are_the_protocols),
		cmocka_unit_test(rolls_are_the_protocols),
		cmocka_unit_test(
		    a_draw_beyond_the_last_whole_multiple_is_drawn_again),
		cmocka_unit_test(a_bots_picks_are_the_protocols),
		cmocka_unit_test(a_shuffle_is_the_protocols),
		cmocka_unit_test(openssl_derives_the_same_keys),
		cmocka_unit_test(openssl_rolls_the_same_die),
		cmocka_unit_test(sha256sum_makes_the_same_commitments),
		cmocka_unit_test(ten_thousand_dice_are_even),
		cmocka_unit_test(each_card_comes_to_each_place),
		cmocka_unit_test(labels_are_of_the_protocols_alphabet),
	};

	return cmocka_run_group_tests(tests, make_secret, leave_dir);
}
