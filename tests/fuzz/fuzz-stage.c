/* fuzz-stage.c: any bytes as git's index, under a checksum that fits: refused,
 * or written and read again as the same files */
#include "fuzz.h"

#include "trust/sha1.h"
#include "trust/stage.h"

#include <sys/stat.h>

#define MOST 65536

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static const struct stat late = { .st_mtim.tv_sec = UINT32_MAX };
	struct arena a = { 0 };
	struct str first = str_new(&a), second = str_new(&a);
	struct err e = { 0 };
	struct stage *x;
	char *s;

	if (n > MOST)
		return 0;
	s = arena_alloc(&a, n + SHA1_BYTES);
	memcpy(s, data, n);
	sha1((uint8_t *)s + n, s, n);
	if (stage_read(&e, &a, s, n + SHA1_BYTES, &x) == ERR_OK) {
		stage_write(&first, x, &late);
		fuzz_must(stage_read(&e, &a, first.s, first.len, &x), &e);
		stage_write(&second, x, &late);
		assert(first.len == second.len &&
		    memcmp(first.s, second.s, first.len) == 0);
		stage_remove(x, "turn.toml");
		assert(stage_find(x, "turn.toml") == NULL);
	} else {
		assert(e.msg[0] != '\0');
	}
	arena_free(&a);
	return 0;
}
