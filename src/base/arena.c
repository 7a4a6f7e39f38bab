/* arena.c: memory that is given back all at once */
#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_FIRST 4000	/* most arenas hold a path or two */
#define BLOCK_MIN 65536
#define BLOCK_OWN 16384

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	size_t dirty;		/* from here on it is zero already */
	_Alignas(max_align_t) unsigned char data[];
};

void
arena_out_of_memory(void)
{
	fputs("iacta: there is not enough memory; run it again where there is "
	    "more\n", stderr);
	_Exit(1);
}

/*
 * What is larger than the usual block comes zeroed from the system, and pages
 * of it that nobody touches are never there.  What would take much of a block
 * has one of its own, behind the first, in which there is room for others.
 */
static struct arena_block *
new_block(struct arena *a, size_t n)
{
	size_t size = a->head == NULL ? BLOCK_FIRST : BLOCK_MIN;
	bool own = a->head != NULL && n > BLOCK_OWN;
	bool large = n > size && n > BLOCK_MIN;
	struct arena_block *b, **at = own ? &a->head->next : &a->head;

	if (n > size || own)
		size = n;
	b = large ? calloc(1, sizeof *b + size) : malloc(sizeof *b + size);
	if (b == NULL)
		arena_out_of_memory();
	b->next = *at;
	b->used = 0;
	b->size = size;
	b->dirty = large ? 0 : size;
	*at = b;
	return b;
}

void *
arena_alloc(struct arena *a, size_t n)
{
	const size_t align = _Alignof(max_align_t);
	struct arena_block *b = a->head;
	unsigned char *p;

	assert(n <= SIZE_MAX / 2);
	n = (n + align - 1) / align * align;
	if (b == NULL || b->size - b->used < n)
		b = new_block(a, n);
	p = b->data + b->used;
	if (b->dirty > b->used)
		memset(p, 0, b->dirty - b->used < n ? b->dirty - b->used : n);
	b->used += n;
	if (b->dirty < b->used)
		b->dirty = b->used;
	return p;
}

void *
arena_calloc(struct arena *a, size_t n, size_t size)
{
	assert(size == 0 || n <= SIZE_MAX / 2 / size);
	return arena_alloc(a, n * size);
}

/* The link to the block that holds `p` from its beginning and nothing else. */
static struct arena_block **
block_of(struct arena *a, const void *p, size_t used)
{
	for (struct arena_block **at = &a->head; *at; at = &(*at)->next)
		if ((*at)->data == p)
			return (*at)->used == used ? at : NULL;
	return NULL;
}

void *
arena_grow(struct arena *a, void *p, size_t old, size_t n)
{
	const size_t align = _Alignof(max_align_t);
	struct arena_block **at = NULL, *b;
	void *more;

	assert(old <= n && n <= SIZE_MAX / 2);
	n = (n + align - 1) / align * align;
	if (old > BLOCK_MIN)
		at = block_of(a, p, (old + align - 1) / align * align);
	if (at == NULL) {
		more = arena_alloc(a, n);
		memcpy(more, p, old);
		return more;
	}
	b = realloc(*at, sizeof *b + n);
	if (b == NULL)
		arena_out_of_memory();
	b->used = b->size = b->dirty = n;
	*at = b;
	return b->data;
}

char *
arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *p = arena_alloc(a, n + 1);

	memcpy(p, s, n);
	return p;
}

char *
arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *
arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *p;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	assert(n >= 0);
	p = arena_alloc(a, (size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(p, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return p;
}

void
arena_free(struct arena *a)
{
	while (a->head != NULL) {
		struct arena_block *b = a->head;

		a->head = b->next;
		free(b);
	}
}

struct arena_mark
arena_mark(const struct arena *a)
{
	struct arena_mark m = { a->head, a->head ? a->head->next : NULL,
	    a->head ? a->head->used : 0 };

	return m;
}

static void
free_until(struct arena_block **at, const struct arena_block *last)
{
	while (*at != last) {
		struct arena_block *b = *at;

		assert(b != NULL);
		*at = b->next;
		free(b);
	}
}

void
arena_reset(struct arena *a, struct arena_mark m)
{
	free_until(&a->head, m.block);
	if (a->head == NULL)
		return;
	free_until(&a->head->next, m.behind);
	a->head->used = m.used;
}
