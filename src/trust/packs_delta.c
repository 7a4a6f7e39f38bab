/*
 * packs_delta.c: an object by what it has and another has not
 *
 * A delta is the lengths of its base and of what it makes of it, and then
 * parts: a byte with the highest bit says where in the base to copy from and
 * how much, any other how many bytes of the delta itself come next; 0 is none.
 */
#include "trust/packs_delta.h"

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------- applying */

/* A length at the start of a delta: seven bits to a byte, low ones first.
 * Returns what follows, or NULL. */
static const unsigned char *
delta_length(const unsigned char *p, const unsigned char *end, size_t *len)
{
	int shift = 0;

	for (*len = 0; p < end && shift < 42; shift += 7) {
		*len |= (size_t)(*p & 0x7f) << shift;
		if (!(*p++ & 0x80))
			return p;
	}
	return NULL;
}

/* The four bytes of an offset, or three of a length, of which the lowest bits
 * of `which` say which are there.  SIZE_MAX if they are not. */
static size_t
delta_number(const unsigned char **p, const unsigned char *end, int which,
	int bytes)
{
	size_t n = 0;

	for (int i = 0; i < bytes; i++) {
		if (!(which >> i & 1))
			continue;
		if (*p == end)
			return SIZE_MAX;
		n |= (size_t)*(*p)++ << 8 * i;
	}
	return n;
}

const char *
packs_apply_delta(struct arena *a, const char *base, size_t nbase, const char *delta,
	size_t ndelta, size_t max, char **out, size_t *len)
{
	static const char wrong[] = "its delta is damaged or too long";
	const unsigned char *p = (const unsigned char *)delta;
	const unsigned char *end = p + ndelta;
	size_t claims, done = 0;

	p = delta_length(p, end, &claims);
	if (p == NULL || claims != nbase)
		return wrong;
	p = delta_length(p, end, len);
	if (p == NULL || *len > max)
		return wrong;
	*out = arena_alloc(a, *len + 1);
	while (p < end) {
		int op = *p++;

		if (op & 0x80) {
			size_t from = delta_number(&p, end, op, 4);
			size_t n = delta_number(&p, end, op >> 4, 3);

			n = n == 0 ? 0x10000 : n;
			if (from == SIZE_MAX || n == SIZE_MAX || from > nbase
			    || n > nbase - from || n > *len - done)
				return wrong;
			memcpy(*out + done, base + from, n);
			done += n;
		} else {
			if (op == 0 || op > end - p
			    || (size_t)op > *len - done)
				return wrong;
			memcpy(*out + done, p, (size_t)op);
			p += op;
			done += (size_t)op;
		}
	}
	if (done != *len)
		return wrong;
	(*out)[*len] = '\0';
	return NULL;
}

/* ------------------------------------------------------------------- making */

#define BLOCK 16		/* bytes that must be alike */
#define COPY_MAX 0xffff
#define INSERT_MAX 127

/* Where the blocks of the base begin, plus 1, by their bytes; of blocks that
 * meet in one place the first is kept. */
struct blocks {
	uint32_t *at;
	uint32_t mask;
};

static uint32_t
place(const struct blocks *b, const char *s)
{
	uint64_t x, y;

	memcpy(&x, s, sizeof x);
	memcpy(&y, s + sizeof x, sizeof y);
	x = x * UINT64_C(0x9e3779b97f4a7c15) ^ y * UINT64_C(0xc2b2ae3d27d4eb4f);
	return (uint32_t)(x >> 32) & b->mask;
}

static struct blocks
find_blocks(struct arena *a, const char *base, size_t n)
{
	struct blocks b = { .mask = 64 };

	while (b.mask < n / BLOCK * 2)
		b.mask *= 2;
	b.at = arena_new(a, uint32_t, b.mask--);
	for (size_t i = n / BLOCK; i-- > 0;)
		b.at[place(&b, base + i * BLOCK)] = (uint32_t)(i * BLOCK + 1);
	return b;
}

static void
add_length(struct str *out, size_t n)
{
	for (; n > 0x7f; n >>= 7)
		str_addc(out, (char)(0x80 | (n & 0x7f)));
	str_addc(out, (char)n);
}

static void
add_insert(struct str *out, const char *s, size_t n)
{
	while (n > 0) {
		size_t k = n < INSERT_MAX ? n : INSERT_MAX;

		str_addc(out, (char)k);
		str_addn(out, s, k);
		s += k;
		n -= k;
	}
}

/* Bytes of a number that are 0 are left out. */
static void
add_copy(struct str *out, size_t from, size_t n)
{
	while (n > 0) {
		size_t k = n < COPY_MAX ? n : COPY_MAX;
		unsigned char part[7], op = 0x80;
		size_t used = 1;

		for (int i = 0; i < 4; i++)
			if ((from >> 8 * i & 0xff) != 0) {
				op |= (unsigned char)(1 << i);
				part[used++] = (unsigned char)(from >> 8 * i);
			}
		for (int i = 0; i < 2; i++)
			if ((k >> 8 * i & 0xff) != 0) {
				op |= (unsigned char)(0x10 << i);
				part[used++] = (unsigned char)(k >> 8 * i);
			}
		part[0] = op;
		str_addn(out, (const char *)part, used);
		from += k;
		n -= k;
	}
}

bool
packs_make_delta(struct str *out, const char *base, size_t nbase,
	const char *s, size_t n, size_t max)
{
	struct arena a = {0};
	struct blocks b;
	size_t i = 0, told = 0;		/* s[0 .. told-1] is in the delta */

	if (nbase > UINT32_MAX - 1 || n > UINT32_MAX - 1)
		return false;
	b = find_blocks(&a, base, nbase);
	add_length(out, nbase);
	add_length(out, n);
	while (i + BLOCK <= n && out->len + (i - told) <= max) {
		size_t from = b.at[place(&b, s + i)], at = i, end;

		if (from-- == 0 || memcmp(base + from, s + i, BLOCK) != 0) {
			i++;
			continue;
		}
		for (end = from + BLOCK, i += BLOCK; i < n && end < nbase &&
		    s[i] == base[end]; i++)
			end++;
		while (at > told && from > 0 && s[at - 1] == base[from - 1]) {
			at--;
			from--;
		}
		add_insert(out, s + told, at - told);
		add_copy(out, from, end - from);
		told = i;
	}
	add_insert(out, s + told, n - told);
	arena_free(&a);
	return out->len <= max;
}
