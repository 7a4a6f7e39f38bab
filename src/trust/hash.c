/* hash.c: SHA-256, HMAC, hex and base64, as the protocol uses them */
#include "trust/hash.h"

#include "base/arena.h"
#include "trust/sha_blocks.h"

#include <sodium.h>
#include <stdbool.h>
#include <string.h>

_Static_assert(HASH_BYTES == crypto_hash_sha256_BYTES, "SHA-256");
_Static_assert(HASH_BYTES == crypto_auth_hmacsha256_BYTES, "HMAC-SHA-256");

/* What does not fill a block, a one bit, zeros, and the length in bits
 * [FIPS 180-4, 5.1.1]; false where the processor cannot. */
static bool
by_processor(uint8_t out[HASH_BYTES], const uint8_t *p, size_t n)
{
	uint32_t h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	uint8_t end[2 * SHA_BLOCK] = {0};
	size_t left = n % SHA_BLOCK;
	size_t size = left < SHA_BLOCK - 8 ? SHA_BLOCK : 2 * SHA_BLOCK;

	if (left > 0)
		memcpy(end, p + n - left, left);
	end[left] = 0x80;
	for (int i = 0; i < 8; i++)
		end[size - 1 - (size_t)i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
	if (!sha256_blocks(h, p, n / SHA_BLOCK) ||
	    !sha256_blocks(h, end, size / SHA_BLOCK))
		return false;
	for (int i = 0; i < HASH_BYTES; i++)
		out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
	return true;
}

void
hash_sha256(uint8_t out[HASH_BYTES], const void *p, size_t n)
{
	if (by_processor(out, p, n))
		return;
	crypto_hash_sha256(out, n != 0 ? p : (const uint8_t *)"", n);
}

void
hash_sha256_hex(char out[HASH_HEX], const void *p, size_t n)
{
	uint8_t h[HASH_BYTES];

	hash_sha256(h, p, n);
	hash_hex(out, h, sizeof h);
}

void
hash_hmac(uint8_t out[HASH_BYTES], const uint8_t *key, size_t keylen,
	const char *message)
{
	crypto_auth_hmacsha256_state st;

	crypto_auth_hmacsha256_init(&st, key, keylen);
	crypto_auth_hmacsha256_update(&st, (const uint8_t *)message,
	    strlen(message));
	crypto_auth_hmacsha256_final(&st, out);
	sodium_memzero(&st, sizeof st);
}

void
hash_hex(char *out, const uint8_t *p, size_t n)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		*out++ = digits[p[i] >> 4];
		*out++ = digits[p[i] & 15];
	}
	*out = '\0';
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

int
hash_unhex(uint8_t *out, size_t n, const char *hex)
{
	if (strnlen(hex, 2 * n + 1) != 2 * n)
		return -1;
	for (size_t i = 0; i < n; i++) {
		int hi = hex_digit(hex[2 * i]);
		int lo = hex_digit(hex[2 * i + 1]);

		if (hi < 0 || lo < 0)
			return -1;
		out[i] = (uint8_t)(hi << 4 | lo);
	}
	return 0;
}

char *
hash_base64(struct arena *a, const uint8_t *p, size_t n)
{
	size_t size = sodium_base64_encoded_len(n,
	    sodium_base64_VARIANT_ORIGINAL);
	char *s = arena_alloc(a, size);

	return sodium_bin2base64(s, size, p, n,
	    sodium_base64_VARIANT_ORIGINAL);
}

/*
 * libsodium refuses what is not canonical: bits left over, padding that is
 * missing or too much, characters outside the alphabet.  But 1.0.18 takes some
 * bytes over 0x7f for letters, so the alphabet is checked here first.
 */
long
hash_unbase64(uint8_t *out, size_t max, const char *s)
{
	size_t len = strlen(s), n;

	if (strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	    "0123456789+/=") != len)
		return -1;
	if (sodium_base642bin(out, max, s, len, NULL, &n, NULL,
	    sodium_base64_VARIANT_ORIGINAL) != 0)
		return -1;
	return (long)n;
}
