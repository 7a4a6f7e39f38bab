/* sha1.c: git's names and checksums [FIPS 180-4, 6.1] */
#include "trust/sha1.h"

#include "trust/sha_blocks.h"

#include <assert.h>
#include <string.h>

static uint32_t
rotate(uint32_t x, int n)
{
	return x << n | x >> (32 - n);
}

/* Ch, Parity and Maj [4.1.1]; Ch and Maj as they need fewest operations */
#define CH(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define PARITY(x, y, z) ((x) ^ (y) ^ (z))
#define MAJ(x, y, z) (((x) & (y)) + ((z) & ((x) ^ (y))))

/* One step, after which what was e is a, what was a is b, and so on: five
 * steps bring each back to its name, without a move. */
#define STEP(f, k, a, b, c, d, e, wt) do { \
	e += rotate(a, 5) + f(b, c, d) + (k) + (wt); \
	b = rotate(b, 30); \
} while (0)
#define FIVE(f, k) do { \
	STEP(f, k, a, b, c, d, e, w[t]); \
	STEP(f, k, e, a, b, c, d, w[t + 1]); \
	STEP(f, k, d, e, a, b, c, w[t + 2]); \
	STEP(f, k, c, d, e, a, b, w[t + 3]); \
	STEP(f, k, b, c, d, e, a, w[t + 4]); \
} while (0)

/* The constants are those of [4.2.1]. */
static void
block(uint32_t h[5], const uint8_t *p)
{
	uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
	int t;

	for (t = 0; t < 16; t++, p += 4)
		w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16
		    | (uint32_t)p[2] << 8 | p[3];
	for (; t < 80; t++)
		w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
	for (t = 0; t < 20; t += 5)
		FIVE(CH, 0x5a827999);
	for (; t < 40; t += 5)
		FIVE(PARITY, 0x6ed9eba1);
	for (; t < 60; t += 5)
		FIVE(MAJ, 0x8f1bbcdc);
	for (; t < 80; t += 5)
		FIVE(PARITY, 0xca62c1d6);
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

static void
blocks(uint32_t h[5], const uint8_t *p, size_t n)
{
	if (n == 0 || sha1_blocks(h, p, n))
		return;
	for (; n > 0; n--, p += SHA_BLOCK)
		block(h, p);
}

/* The head fills part of a first block at most. */
void
sha1_two(uint8_t out[SHA1_BYTES], const void *head, size_t nhead,
	const void *p, size_t n)
{
	uint32_t h[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
		0xc3d2e1f0 };
	const uint8_t *s = p;
	uint64_t bits = (uint64_t)(nhead + n) * 8;
	uint8_t end[128] = {0};
	size_t used = 0, left = nhead + n, size;

	assert(nhead < 64);
	if (nhead > 0 && left >= 64) {
		used = 64 - nhead;
		memcpy(end, head, nhead);
		memcpy(end + nhead, s, used);
		blocks(h, end, 1);
		memset(end, 0, sizeof end);
		left -= 64;
		nhead = 0;
	}
	blocks(h, s + used, left / 64);
	used += left / 64 * 64;
	left %= 64;
	/* what is left, a one bit, zeros, and the length in bits */
	size = left < 56 ? 64 : 128;
	if (nhead > 0)
		memcpy(end, head, nhead);
	if (left > nhead)
		memcpy(end + nhead, s + used, left - nhead);
	end[left] = 0x80;
	for (int i = 0; i < 8; i++)
		end[size - 1 - (size_t)i] = (uint8_t)(bits >> 8 * i);
	blocks(h, end, size / 64);
	for (int i = 0; i < 20; i++)
		out[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}

void
sha1(uint8_t out[SHA1_BYTES], const void *p, size_t n)
{
	sha1_two(out, NULL, 0, p, n);
}
