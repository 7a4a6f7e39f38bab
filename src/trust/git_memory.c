/* git_memory.c: libgit2 with an allocator that never returns NULL */
#include "trust/git_memory.h"

#include "base/arena.h"
#include "trust/git.h"

#include <git2/sys/alloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *
there(void *p)
{
	if (p == NULL)
		arena_out_of_memory();
	return p;
}

static void *
get(size_t n, const char *file, int line)
{
	(void)file, (void)line;
	return there(malloc(n ? n : 1));
}

static void *
resize(void *p, size_t n, const char *file, int line)
{
	(void)file, (void)line;
	return there(realloc(p, n ? n : 1));
}

#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR < 6
static void *
get_zeroed(size_t n, size_t size, const char *file, int line)
{
	(void)file, (void)line;
	return there(calloc(n ? n : 1, size ? size : 1));
}

static size_t
product(size_t n, size_t size)
{
	if (size != 0 && n > SIZE_MAX / size)
		arena_out_of_memory();
	return n * size;
}

static void *
get_array(size_t n, size_t size, const char *file, int line)
{
	return get(product(n, size), file, line);
}

static void *
resize_array(void *p, size_t n, size_t size, const char *file, int line)
{
	return resize(p, product(n, size), file, line);
}

static char *
copy_exactly(const char *s, size_t n, const char *file, int line)
{
	char *p = get(n + 1, file, line);

	memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

static char *
copy_most(const char *s, size_t n, const char *file, int line)
{
	return copy_exactly(s, strnlen(s, n), file, line);
}

static char *
copy(const char *s, const char *file, int line)
{
	return copy_exactly(s, strlen(s), file, line);
}
#endif

int
git_memory_use(void)
{
	static git_allocator ours = {
		.gmalloc = get, .grealloc = resize, .gfree = free,
#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR < 6
		.gcalloc = get_zeroed, .gmallocarray = get_array,
		.greallocarray = resize_array, .gstrdup = copy,
		.gstrndup = copy_most, .gsubstrdup = copy_exactly,
#endif
	};

	return git2.libgit2_opts(GIT_OPT_SET_ALLOCATOR, &ours);
}
