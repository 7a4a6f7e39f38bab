/* hash.h: SHA-256, HMAC, hex and base64, as the protocol uses them */
#ifndef IACTA_TRUST_HASH_H
#define IACTA_TRUST_HASH_H

#include <stddef.h>
#include <stdint.h>

struct arena;

#define HASH_BYTES 32
#define HASH_HEX 65		/* 64 digits and the NUL */

void hash_sha256(uint8_t out[HASH_BYTES], const void *p, size_t n);
void hash_sha256_hex(char out[HASH_HEX], const void *p, size_t n);
/* hmac(key, message): raw key, ASCII message. */
void hash_hmac(uint8_t out[HASH_BYTES], const uint8_t *key, size_t keylen,
	const char *message);
void hash_hex(char *out, const uint8_t *p, size_t n);	/* 2n+1 chars */
/* Exactly n bytes of lower-case hex; 0 if it is, -1 if not. */
int hash_unhex(uint8_t *out, size_t n, const char *hex);
/* Standard base64 with padding. */
char *hash_base64(struct arena *a, const uint8_t *p, size_t n);
/* Strict decoding; returns the length, or -1.  At most `max` bytes. */
long hash_unbase64(uint8_t *out, size_t max, const char *s);

#endif
