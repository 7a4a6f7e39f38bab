/* sha1.h: the checksum at the end of git's packs; nothing is trusted to it */
#ifndef IACTA_TRUST_SHA1_H
#define IACTA_TRUST_SHA1_H

#include <stddef.h>
#include <stdint.h>

#define SHA1_BYTES 20

/* Objects are named by libgit2, whose SHA-1 detects collisions; but it lends
 * that to objects only. */
void sha1(uint8_t out[SHA1_BYTES], const void *p, size_t n);

#endif
