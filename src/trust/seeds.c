/* seeds.c: dice, bots and cards from one secret (protocol sections 4 and 5) */
#include "trust/seeds.h"

#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_MAX 512		/* names, numbers and one hash fit well */
#define SIDES_MAX 65536

/* hmac(key, the formatted message) */
static void __attribute__((format(printf, 3, 4)))
hmac(uint8_t out[32], const uint8_t key[32], const char *fmt, ...)
{
	char message[MESSAGE_MAX];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(message, sizeof message, fmt, ap);
	va_end(ap);
	assert(n >= 0 && (size_t)n < sizeof message);
	hash_hmac(out, key, 32, message);
}

/* sha256("NAME:GAME[:N]:" hex(value)); no N if it is negative */
static void
commit(char out[HASH_HEX], const char *name, const char *game, long n,
	const uint8_t value[32])
{
	char message[MESSAGE_MAX], number[32] = "", hex[HASH_HEX];
	int len;

	if (n >= 0)
		snprintf(number, sizeof number, "%ld:", n);
	hash_hex(hex, value, 32);
	len = snprintf(message, sizeof message, "%s:%s:%s%s", name, game,
	    number, hex);
	assert(len >= 0 && (size_t)len < sizeof message);
	hash_sha256_hex(out, message, (size_t)len);
	sodium_memzero(message, sizeof message);
	sodium_memzero(hex, sizeof hex);
}

void
seeds_secret_commitment(char out[HASH_HEX], const char *game,
	const uint8_t secret[32])
{
	commit(out, "iacta-secret", game, -1, secret);
}

void
seeds_seed(uint8_t out[32], const char *game, const uint8_t secret[32],
	long n)
{
	hmac(out, secret, "iacta-seed:%s:%ld", game, n);
}

void
seeds_commitment(char out[HASH_HEX], const char *game,
	const uint8_t seed[32], long n)
{
	assert(n >= 0);
	commit(out, "iacta-commit", game, n, seed);
}

void
seeds_key(uint8_t out[32], const char *game, const uint8_t seed[32],
	long n, const char *transcript)
{
	hmac(out, seed, "iacta-key:%s:%ld:%s", game, n, transcript);
}

void
seeds_botkey(uint8_t out[32], const char *game, const uint8_t secret[32],
	long n, const char *transcript)
{
	uint8_t bot[32];

	hmac(bot, secret, "iacta-bot:%s:%ld", game, n);
	hmac(out, bot, "iacta-bot-key:%s:%ld:%s", game, n, transcript);
	sodium_memzero(bot, sizeof bot);
}

void
seeds_deck(uint8_t out[32], const char *game, const uint8_t secret[32],
	long j)
{
	hmac(out, secret, "iacta-deck:%s:%ld", game, j);
}

void
seeds_deck_commitment(char out[HASH_HEX], const char *game,
	const uint8_t deck[32], long j)
{
	assert(j >= 0);
	commit(out, "iacta-deck-commit", game, j, deck);
}

void
seeds_deckkey(uint8_t out[32], const char *game, const uint8_t deck[32],
	long j, const char *transcript)
{
	hmac(out, deck, "iacta-deck-key:%s:%ld:%s", game, j, transcript);
}

void
seeds_transcript(char out[HASH_HEX], const char *turn_sha,
	const char *const sides[], const char *const sha[], int n)
{
	crypto_hash_sha256_state st;
	uint8_t h[HASH_BYTES];
	char line[MESSAGE_MAX];

	crypto_hash_sha256_init(&st);
	for (int i = -1; i < n; i++) {
		int len = snprintf(line, sizeof line, "%s %s\n",
		    i < 0 ? "turn" : sides[i], i < 0 ? turn_sha : sha[i]);

		assert(len >= 0 && (size_t)len < sizeof line);
		crypto_hash_sha256_update(&st, (uint8_t *)line, (size_t)len);
	}
	crypto_hash_sha256_final(&st, h);
	hash_hex(out, h, sizeof h);
}

/* --- drawing --- */

/* A key with HMAC's first block done: for all its draws the work is half. */
struct keyed {
	crypto_auth_hmacsha256_state st;
};

static struct keyed
keyed(const uint8_t key[32])
{
	struct keyed k;

	crypto_auth_hmacsha256_init(&k.st, key, 32);
	return k;
}

static size_t
decimal(char *out, unsigned long v)
{
	char digits[24];
	size_t n = 0;

	do
		digits[n++] = (char)('0' + v % 10);
	while (v /= 10);
	for (size_t i = 0; i < n; i++)
		out[i] = digits[n - 1 - i];
	return n;
}

/* The first four bytes of hmac(key, "WORD:I:T" TAIL) */
static uint32_t
first_four(const struct keyed *k, const char *word, unsigned long i,
	unsigned long t, const char *tail)
{
	struct keyed now = *k;
	char head[64];
	uint8_t h[HASH_BYTES];
	size_t n = strlen(word);

	memcpy(head, word, n);
	head[n++] = ':';
	n += decimal(head + n, i);
	head[n++] = ':';
	n += decimal(head + n, t);
	crypto_auth_hmacsha256_update(&now.st, (uint8_t *)head, n);
	crypto_auth_hmacsha256_update(&now.st, (const uint8_t *)tail,
	    strlen(tail));
	crypto_auth_hmacsha256_final(&now.st, h);
	sodium_memzero(&now, sizeof now);
	return (uint32_t)h[0] << 24 | (uint32_t)h[1] << 16 |
	    (uint32_t)h[2] << 8 | h[3];
}

/* The first v below S * floor(2^32 / S), modulo S: every face is as likely. */
static int
draw(const struct keyed *k, int sides, const char *word, unsigned long i,
	const char *tail)
{
	const uint64_t s = (uint64_t)sides;
	const uint64_t limit = s * (((uint64_t)1 << 32) / s);

	for (unsigned long t = 0;; t++) {
		uint32_t v = first_four(k, word, i, t, tail);

		if (v < limit)
			return (int)(v % s);
	}
}

int
seeds_roll(const uint8_t key[32], int sides, long nth, const char *label)
{
	struct keyed k = keyed(key);
	char tail[SEEDS_LABEL_MAX + 2];
	size_t n = strlen(label);
	int face;

	assert(sides >= 1 && sides <= SIDES_MAX && nth >= 1);
	assert(n <= SEEDS_LABEL_MAX);
	tail[0] = ':';
	memcpy(tail + 1, label, n + 1);
	face = draw(&k, sides, "roll", (unsigned long)nth, tail);
	sodium_memzero(&k, sizeof k);
	return face;
}

int
seeds_pick(const uint8_t botkey[32], int n, long nth)
{
	struct keyed k = keyed(botkey);
	int pick;

	assert(n >= 1 && n <= SIDES_MAX && nth >= 1);
	pick = draw(&k, n, "bot", (unsigned long)nth, "");
	sodium_memzero(&k, sizeof k);
	return pick;
}

void
seeds_shuffle(const uint8_t deckkey[32], int *cards, int n)
{
	struct keyed k = keyed(deckkey);

	assert(n <= SIDES_MAX);
	for (int i = n - 1; i >= 1; i--) {
		int j = draw(&k, i + 1, "card", (unsigned long)i, "");
		int card = cards[i];

		cards[i] = cards[j];
		cards[j] = card;
	}
	sodium_memzero(&k, sizeof k);
}

int
seeds_label_ok(const char *label)
{
	size_t n = strnlen(label, SEEDS_LABEL_MAX + 1);

	if (n < 1 || n > SEEDS_LABEL_MAX || label[0] == ' ' ||
	    label[n - 1] == ' ')
		return 0;
	for (size_t i = 0; i < n; i++)
		if (label[i] < 0x20 || label[i] > 0x7e ||
		    strchr("\"'\\`$", label[i]) != NULL)
			return 0;
	return 1;
}
