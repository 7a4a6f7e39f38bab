/* stream.h: numbers for trying things out: fast, repeatable, and nothing that
 * anybody audits.  What counts in a game comes from the protocol (seeds.h). */
#ifndef IACTA_BASE_STREAM_H
#define IACTA_BASE_STREAM_H

#include <stdint.h>

struct stream {
	uint64_t at;
};

/* The same 32 bytes begin the same stream, on any machine. */
static inline struct stream
stream_begin(const uint8_t key[32])
{
	struct stream s = { 0 };

	for (int i = 0; i < 32; i++)
		s.at = (s.at << 8 | s.at >> 56) ^
		    (uint64_t)key[i] * 0x9e3779b97f4a7c15u;
	return s;
}

/* A counter that goes on by an odd number, well mixed (splitmix). */
static inline uint64_t
stream_next(struct stream *s)
{
	uint64_t x = s->at += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

/* 0 .. n-1; no number is likelier than another by more than n in 2^32. */
static inline int
stream_below(struct stream *s, int n)
{
	return (int)((stream_next(s) >> 32) * (uint64_t)n >> 32);
}

#endif
