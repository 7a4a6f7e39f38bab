/* fuzz-toml.c: any bytes at all as TOML; what was read is written and read,
 * and has the values that the library sees */
#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "base/toml_backend.h"
#include "base/toml_scan.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MAX 65536

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static struct node *
read_back(struct arena *a, const struct str *s)
{
	struct err e = { 0 };
	struct node *t = NULL;

	if (toml_read(&e, a, "again", s->s, s->len, TOML_MAX_SIZE, &t) !=
	    ERR_OK) {
		fprintf(stderr, "%s\nin what was written:\n%s\n", e.msg, s->s);
		assert(!"what was written can be read");
	}
	return t;
}

/* Where toml_read did without the library. */
static void
check_with_library(struct arena *a, const char *text, size_t n,
    const struct node *ours)
{
	struct err e = { 0 };
	struct node *t = NULL;
	bool left;
	int rc = toml_scan(&e, a, text, &t, &left);

	assert(rc == ERR_OK);
	rc = toml_backend_fill(&e, a, text, n, t);
	if (rc != ERR_OK)
		fprintf(stderr, "%s\n", e.msg);
	assert(rc == ERR_OK);
	assert(node_equal(ours, t));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct str first = str_new(&a), second = str_new(&a);
	struct err e = { 0 };
	struct node *t = NULL;
	char *text = arena_alloc(&a, n + 1);

	memcpy(text, data, n);
	text[n] = '\0';
	if (toml_read(&e, &a, "fuzz", text, n, MAX, &t) == ERR_OK) {
		check_with_library(&a, text, n, t);
		/* A string can be six times as long when it is written, and
		 * then be too long to be read again. */
		if (n > TOML_MAX_STRING / 6)
			goto done;
		toml_write(&first, t);
		toml_write(&second, read_back(&a, &first));
		/* plain values come first now, so nothing moves any more */
		assert(strcmp(first.s, second.s) == 0);
	} else {
		assert(e.msg[0] != '\0');
		assert(str_is_utf8(e.msg, strlen(e.msg)));
	}
done:
	arena_free(&a);
	return 0;
}
