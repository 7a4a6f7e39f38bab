/* arena.h: memory that is given back all at once */
#ifndef IACTA_BASE_ARENA_H
#define IACTA_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

/* Zero-initialise with `struct arena a = {0}`.  No locking: one thread. */
struct arena {
	struct arena_block *head;
};

/*
 * Zeroed memory, aligned for anything; never NULL (out of memory aborts: a
 * stateless command that has changed nothing may simply die).  It lives until
 * arena_free, or arena_reset to a mark taken before.
 */
void *arena_alloc(struct arena *a, size_t n)
	__attribute__((returns_nonnull, nonnull));

/* Room for `n` of something, refusing to overflow. */
#define arena_new(a, type, n) \
	((type *)arena_calloc((a), (size_t)(n), sizeof(type)))
void *arena_calloc(struct arena *a, size_t n, size_t size)
	__attribute__((returns_nonnull, nonnull));

/*
 * Room for `n` bytes, the first `old` of them those at `p`, which was allocated
 * with that length and is not to be used any longer; what follows them is not
 * zeroed.  What is large is not kept twice.
 */
void *arena_grow(struct arena *a, void *p, size_t old, size_t n)
	__attribute__((returns_nonnull, nonnull));

char *arena_strdup(struct arena *a, const char *s)
	__attribute__((returns_nonnull, nonnull));
char *arena_strndup(struct arena *a, const char *s, size_t n)
	__attribute__((returns_nonnull, nonnull));
char *arena_printf(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), returns_nonnull, nonnull(1, 2)));

/* Give everything back; the arena can be used again. */
void arena_free(struct arena *a) __attribute__((nonnull));

struct arena_mark {
	struct arena_block *block, *behind;
	size_t used;
};

/* Everything allocated after the mark is given back by the reset. */
struct arena_mark arena_mark(const struct arena *a);
void arena_reset(struct arena *a, struct arena_mark m);

/*
 * There is no more memory: say so and end, with status 1.  Whatever was under
 * way is as if the process had been killed, which every command bears.
 */
void arena_out_of_memory(void) __attribute__((noreturn));

#endif
