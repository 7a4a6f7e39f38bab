/*
 * sha_blocks.h: whole blocks of SHA-1 and SHA-256 by the processor itself
 *
 * Some have instructions for both.  Where they have not, or the program is for
 * another kind, these return false and nothing is done: sha1.c and libsodium
 * reckon it then, to the same values.
 */
#ifndef IACTA_TRUST_SHA_BLOCKS_H
#define IACTA_TRUST_SHA_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHA_BLOCK 64		/* bytes */

/* `n` blocks at `p` go into the state `h`. */
bool sha1_blocks(uint32_t h[5], const uint8_t *p, size_t n);
bool sha256_blocks(uint32_t h[8], const uint8_t *p, size_t n);

/* For tests: no such instructions from now on, or again those there are. */
void sha_blocks_use(bool yes);

#endif
