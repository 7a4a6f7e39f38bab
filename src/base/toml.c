/* toml.c: TOML in: our own check of the text, then a library if it must be */
#include "base/toml.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "base/toml_backend.h"
#include "base/toml_scan.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* No bytes that are not text: the check that comes before all others. */
static int
check_bytes(struct err *e, const char *s, size_t len)
{
	int line = 1;

	if (len >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0)
		return err_set(e, ERR_INPUT, "line 1: a byte order mark");
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '\n')
			line++;
		else if ((c < 0x20 && c != '\t') || c == 0x7f)
			return err_set(e, ERR_INPUT, "line %d: control "
			    "character 0x%02x", line, c);
	}
	if (str_is_utf8(s, len))
		return ERR_OK;
	line = 1;		/* the first line that is not */
	for (size_t i = 0, n; i < len; i += n + 1, line++) {
		const char *end = memchr(s + i, '\n', len - i);

		n = end ? (size_t)(end - (s + i)) : len - i;
		if (!str_is_utf8(s + i, n))
			break;
	}
	return err_set(e, ERR_INPUT, "line %d: not UTF-8", line);
}

static int
read_text(struct err *e, struct arena *a, const char *s, size_t len,
	size_t max, struct node **out)
{
	struct node *root;
	char *text;
	bool left;
	int rc;

	if (len > max)
		return err_set(e, ERR_INPUT, "more than %zu bytes", max);
	rc = check_bytes(e, s, len);
	if (rc != ERR_OK)
		return rc;
	text = arena_strndup(a, s, len);
	rc = toml_scan(e, a, text, &root, &left);
	if (rc == ERR_OK && left)
		rc = toml_backend_fill(e, a, text, len, root);
	if (rc == ERR_OK)
		*out = root;
	return rc;
}

/* ------------------------------------------------------------ what is kept */

struct kept {
	struct kept *next;
	struct arena a;
	char *text;
	size_t len;
	struct node *tree;
	long turn;		/* when it was last read */
};

static struct {
	bool on;
	long turn;
	struct kept *list;	/* what was read last is first */
} keeping;

/* Forget what was last read before this turn. */
static void
forget(long turn)
{
	for (struct kept **at = &keeping.list; *at != NULL;) {
		struct kept *k = *at;

		if (k->turn >= turn) {
			at = &k->next;
			continue;
		}
		*at = k->next;
		arena_free(&k->a);
		free(k);
	}
}

void
toml_keep(bool on)
{
	forget(LONG_MAX);
	keeping.on = on;
}

void
toml_keep_turn(void)
{
	forget(keeping.turn++);
}

static struct node *
recall(const char *s, size_t len)
{
	for (struct kept **at = &keeping.list; *at != NULL;
	    at = &(*at)->next) {
		struct kept *k = *at;

		if (k->len != len || memcmp(k->text, s, len) != 0)
			continue;
		k->turn = keeping.turn;
		*at = k->next;
		k->next = keeping.list;
		keeping.list = k;
		return k->tree;
	}
	return NULL;
}

static int
read_kept(struct err *e, const char *s, size_t len, size_t max,
	struct node **out)
{
	struct kept *k;
	int rc;

	if (len <= max && (*out = recall(s, len)) != NULL)
		return ERR_OK;
	k = calloc(1, sizeof *k);
	if (k == NULL)
		abort();
	rc = read_text(e, &k->a, s, len, max, &k->tree);
	if (rc != ERR_OK) {
		arena_free(&k->a);
		free(k);
		return rc;
	}
	*out = k->tree;
	k->text = arena_strndup(&k->a, s, len);
	k->len = len;
	k->turn = keeping.turn;
	k->next = keeping.list;
	keeping.list = k;
	return ERR_OK;
}

int
toml_read(struct err *e, struct arena *a, const char *name, const char *s,
	size_t len, size_t max, struct node **out)
{
	size_t most = max < TOML_MAX_SIZE ? max : TOML_MAX_SIZE;
	int rc = keeping.on ? read_kept(e, s, len, most, out) :
	    read_text(e, a, s, len, most, out);

	if (rc != ERR_OK)
		err_prefix(e, "%s", name);
	return rc;
}

int
toml_read_file(struct err *e, struct arena *a, const char *path,
	struct node **out)
{
	char *s;
	size_t len;
	int rc = file_read(e, a, path, TOML_MAX_SIZE, &s, &len);

	if (rc != ERR_OK)
		return rc;
	return toml_read(e, a, path, s, len, TOML_MAX_SIZE, out);
}
