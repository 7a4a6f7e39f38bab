/* sha1.c: the checksum at the end of git's packs [FIPS 180-4, 6.1] */
#include "trust/sha1.h"

#include <string.h>

static uint32_t
rotate(uint32_t x, int n)
{
	return x << n | x >> (32 - n);
}

/* Ch, Parity and Maj, each with its constant [4.1.1, 4.2.1] */
static uint32_t
step(int t, uint32_t b, uint32_t c, uint32_t d)
{
	if (t < 20)
		return ((b & c) ^ (~b & d)) + 0x5a827999;
	if (t < 40)
		return (b ^ c ^ d) + 0x6ed9eba1;
	if (t < 60)
		return ((b & c) ^ (b & d) ^ (c & d)) + 0x8f1bbcdc;
	return (b ^ c ^ d) + 0xca62c1d6;
}

static void
block(uint32_t h[5], const uint8_t *p)
{
	uint32_t w[80], v[5];

	for (int t = 0; t < 16; t++, p += 4)
		w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16
		    | (uint32_t)p[2] << 8 | p[3];
	for (int t = 16; t < 80; t++)
		w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
	memcpy(v, h, sizeof v);
	for (int t = 0; t < 80; t++) {
		uint32_t next = rotate(v[0], 5) + step(t, v[1], v[2], v[3])
		    + v[4] + w[t];

		v[4] = v[3];
		v[3] = v[2];
		v[2] = rotate(v[1], 30);
		v[1] = v[0];
		v[0] = next;
	}
	for (int i = 0; i < 5; i++)
		h[i] += v[i];
}

void
sha1(uint8_t out[SHA1_BYTES], const void *p, size_t n)
{
	uint32_t h[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
		0xc3d2e1f0 };
	const uint8_t *s = p;
	uint64_t bits = (uint64_t)n * 8;
	uint8_t end[128] = {0};
	size_t left = n % 64, size = left < 56 ? 64 : 128;

	for (size_t i = 0; i + 64 <= n; i += 64)
		block(h, s + i);
	/* what is left, a one bit, zeros, and the length in bits */
	if (left > 0)
		memcpy(end, s + n - left, left);
	end[left] = 0x80;
	for (int i = 0; i < 8; i++)
		end[size - 1 - (size_t)i] = (uint8_t)(bits >> 8 * i);
	for (size_t i = 0; i < size; i += 64)
		block(h, end + i);
	for (int i = 0; i < 20; i++)
		out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}
