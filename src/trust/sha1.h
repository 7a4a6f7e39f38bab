/* sha1.h: git's names and checksums; nothing is trusted to them: the chain of
 * turns, which players sign, is one of SHA-256 */
#ifndef IACTA_TRUST_SHA1_H
#define IACTA_TRUST_SHA1_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_BYTES 20

void sha1(uint8_t out[SHA1_BYTES], const void *p, size_t n);
/* ... of `head`, shorter than a block of 64 bytes, and then `p`. */
void sha1_two(uint8_t out[SHA1_BYTES], const void *head, size_t nhead,
	const void *p, size_t n);

/* ... of what comes in pieces: whole blocks of 64 bytes, and at last the rest. */
struct sha1_sum {
	uint32_t h[5];
	uint64_t bytes;
};
struct sha1_sum sha1_begin(void);
void sha1_add(struct sha1_sum *x, const void *p, size_t n);
void sha1_end(struct sha1_sum *x, const void *p, size_t n,
	uint8_t out[SHA1_BYTES]);

#endif
