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

struct sha1_sum
sha1_begin(void)
{
	return (struct sha1_sum){ { 0x67452301, 0xefcdab89, 0x98badcfe,
	    0x10325476, 0xc3d2e1f0 }, 0 };
}

void
sha1_add(struct sha1_sum *x, const void *p, size_t n)
{
	assert(n % SHA_BLOCK == 0);
	blocks(x->h, p, n / SHA_BLOCK);
	x->bytes += n;
}

/* What is left, a one bit, zeros, and the length in bits [5.1.1] */
void
sha1_end(struct sha1_sum *x, const void *p, size_t n, uint8_t out[SHA1_BYTES])
{
	size_t left = n % SHA_BLOCK, whole = n - left;
	size_t size = left < SHA_BLOCK - 8 ? SHA_BLOCK : 2 * SHA_BLOCK;
	uint8_t end[2 * SHA_BLOCK] = {0};
	uint64_t bits = (x->bytes + n) * 8;

	sha1_add(x, p, whole);
	if (left > 0)
		memcpy(end, (const uint8_t *)p + whole, left);
	end[left] = 0x80;
	for (int i = 0; i < 8; i++)
		end[size - 1 - (size_t)i] = (uint8_t)(bits >> 8 * i);
	blocks(x->h, end, size / SHA_BLOCK);
	for (int i = 0; i < SHA1_BYTES; i++)
		out[i] = (uint8_t)(x->h[i / 4] >> (24 - 8 * (i % 4)));
}

/* The head fills part of a first block at most. */
void
sha1_two(uint8_t out[SHA1_BYTES], const void *head, size_t nhead,
	const void *p, size_t n)
{
	struct sha1_sum x = sha1_begin();
	uint8_t first[SHA_BLOCK];
	size_t used = SHA_BLOCK - nhead < n ? SHA_BLOCK - nhead : n;

	assert(nhead < SHA_BLOCK);
	if (nhead == 0) {
		sha1_end(&x, p, n, out);
		return;
	}
	memcpy(first, head, nhead);
	if (used > 0)
		memcpy(first + nhead, p, used);
	if (nhead + used < SHA_BLOCK) {
		sha1_end(&x, first, nhead + used, out);
		return;
	}
	sha1_add(&x, first, SHA_BLOCK);
	sha1_end(&x, (const uint8_t *)p + used, n - used, out);
}

void
sha1(uint8_t out[SHA1_BYTES], const void *p, size_t n)
{
	sha1_two(out, NULL, 0, p, n);
}
