/* sha_blocks.c: whole blocks of SHA-1 and SHA-256 by the processor itself */
#include "trust/sha_blocks.h"

static bool refused;		/* by a test */

void
sha_blocks_use(bool yes)
{
	refused = !yes;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <immintrin.h>

/* What a function needs that uses the instructions. */
#define WITH_SHA __attribute__((target("sha,sse4.1,ssse3")))

/* CPUID [Intel's manual, volume 2A]: SSSE3 and SSE4.1 in leaf 1, SHA in 7 */
static bool
ask_processor(void)
{
	unsigned a, b, c, d;

	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1) &&
	    __get_cpuid(1, &a, &b, &c, &d) && (c >> 9 & 1) && (c >> 19 & 1);
}

static bool
has_sha(void)
{
	static int known;	/* 0 is not yet, 1 is no, 2 is yes */

	if (known == 0)
		known = ask_processor() ? 2 : 1;
	return known == 2 && !refused;
}

/* Sixteen bytes as four numbers, high bytes first; the first number is the
 * lowest, or with `last` the highest. */
static inline WITH_SHA __m128i
load(const uint8_t *p, bool last)
{
	const __m128i low = _mm_set_epi64x(0x0c0d0e0f08090a0b,
	    0x0405060700010203);
	const __m128i high = _mm_set_epi64x(0x0001020304050607,
	    0x08090a0b0c0d0e0f);

	return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p),
	    last ? high : low);
}

/*
 * Four steps, i of twenty times [FIPS 180-4, 6.1.2], with the function f of its
 * four.  w has the next sixteen numbers of the schedule, in fours; `abcd` is
 * the state and `e` what it was four steps before, from which the fifth number
 * comes.
 */
#define SHA1_FOUR(i, f) do { \
	__m128i *x = &w[(i) % 4]; \
	__m128i add = (i) == 0 ? _mm_add_epi32(e, *x) : \
	    _mm_sha1nexte_epu32(e, *x); \
	if ((i) < 16) \
		*x = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(*x, \
		    w[((i) + 1) % 4]), w[((i) + 2) % 4]), w[((i) + 3) % 4]); \
	e = abcd; \
	abcd = _mm_sha1rnds4_epu32(abcd, add, f); \
} while (0)
#define SHA1_TWENTY(i, f) do { \
	SHA1_FOUR(i, f); \
	SHA1_FOUR((i) + 1, f); \
	SHA1_FOUR((i) + 2, f); \
	SHA1_FOUR((i) + 3, f); \
	SHA1_FOUR((i) + 4, f); \
} while (0)

static WITH_SHA void
sha1_all(uint32_t h[5], const uint8_t *p, size_t n)
{
	__m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((__m128i *)h), 0x1b);
	__m128i e = _mm_set_epi32((int)h[4], 0, 0, 0);

	for (; n > 0; n--, p += SHA_BLOCK) {
		const __m128i abcd0 = abcd, e0 = e;
		__m128i w[4] = { load(p, true), load(p + 16, true),
			load(p + 32, true), load(p + 48, true) };

		SHA1_TWENTY(0, 0);
		SHA1_TWENTY(5, 1);
		SHA1_TWENTY(10, 2);
		SHA1_TWENTY(15, 3);
		e = _mm_sha1nexte_epu32(e, e0);
		abcd = _mm_add_epi32(abcd, abcd0);
	}
	_mm_storeu_si128((__m128i *)h, _mm_shuffle_epi32(abcd, 0x1b));
	h[4] = (uint32_t)_mm_extract_epi32(e, 3);
}

/* The constants of [FIPS 180-4, 4.2.2] */
static const _Alignas(16) uint32_t k256[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
	0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
	0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
	0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
	0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Four steps, i of sixteen times [6.2.2]; the state is in two halves, the first,
 * second, fifth and sixth number and the others, as the instructions want it. */
#define SHA256_FOUR(i) do { \
	__m128i *x = &w[(i) % 4], *last = &w[((i) + 3) % 4]; \
	__m128i add = _mm_add_epi32(*x, \
	    _mm_load_si128((const __m128i *)&k256[4 * (i)])); \
	cdgh = _mm_sha256rnds2_epu32(cdgh, abef, add); \
	abef = _mm_sha256rnds2_epu32(abef, cdgh, \
	    _mm_shuffle_epi32(add, 0x0e)); \
	if ((i) < 12) \
		*x = _mm_sha256msg2_epu32(_mm_add_epi32( \
		    _mm_sha256msg1_epu32(*x, w[((i) + 1) % 4]), \
		    _mm_alignr_epi8(*last, w[((i) + 2) % 4], 4)), *last); \
} while (0)
#define SHA256_SIXTEEN(i) do { \
	SHA256_FOUR(i); \
	SHA256_FOUR((i) + 1); \
	SHA256_FOUR((i) + 2); \
	SHA256_FOUR((i) + 3); \
} while (0)

static WITH_SHA void
sha256_all(uint32_t h[8], const uint8_t *p, size_t n)
{
	__m128i abef = _mm_set_epi32((int)h[0], (int)h[1], (int)h[4],
	    (int)h[5]);
	__m128i cdgh = _mm_set_epi32((int)h[2], (int)h[3], (int)h[6],
	    (int)h[7]);

	for (; n > 0; n--, p += SHA_BLOCK) {
		const __m128i abef0 = abef, cdgh0 = cdgh;
		__m128i w[4] = { load(p, false), load(p + 16, false),
			load(p + 32, false), load(p + 48, false) };

		SHA256_SIXTEEN(0);
		SHA256_SIXTEEN(4);
		SHA256_SIXTEEN(8);
		SHA256_SIXTEEN(12);
		abef = _mm_add_epi32(abef, abef0);
		cdgh = _mm_add_epi32(cdgh, cdgh0);
	}
	h[0] = (uint32_t)_mm_extract_epi32(abef, 3);
	h[1] = (uint32_t)_mm_extract_epi32(abef, 2);
	h[2] = (uint32_t)_mm_extract_epi32(cdgh, 3);
	h[3] = (uint32_t)_mm_extract_epi32(cdgh, 2);
	h[4] = (uint32_t)_mm_extract_epi32(abef, 1);
	h[5] = (uint32_t)_mm_extract_epi32(abef, 0);
	h[6] = (uint32_t)_mm_extract_epi32(cdgh, 1);
	h[7] = (uint32_t)_mm_extract_epi32(cdgh, 0);
}

bool
sha1_blocks(uint32_t h[5], const uint8_t *p, size_t n)
{
	if (!has_sha())
		return false;
	sha1_all(h, p, n);
	return true;
}

bool
sha256_blocks(uint32_t h[8], const uint8_t *p, size_t n)
{
	if (!has_sha())
		return false;
	sha256_all(h, p, n);
	return true;
}

#else

bool
sha1_blocks(uint32_t h[5], const uint8_t *p, size_t n)
{
	(void)h, (void)p, (void)n, (void)refused;
	return false;
}

bool
sha256_blocks(uint32_t h[8], const uint8_t *p, size_t n)
{
	(void)h, (void)p, (void)n;
	return false;
}

#endif
