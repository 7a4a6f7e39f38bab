/* sent.c: what a player sealed, remembered in his own clone */
#include "desk/home.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

static const char *
path_of(struct arena *a, const char *dir, long exchange, const char *side,
    long revision)
{
	return arena_printf(a, "%s/sent/%ld.%s.%ld.toml", dir, exchange, side,
	    revision);
}

int
sent_keep(struct err *e, struct arena *a, struct history *h,
    const struct position *p, const struct submission *s, const char *draft,
    size_t len)
{
	const char *dir;
	int rc = history_private(e, h, a, &dir);

	if (rc == ERR_OK)
		rc = file_mkdirs(e, arena_printf(a, "%s/sent", dir), 0700);
	if (rc == ERR_OK)
		rc = file_write(e, path_of(a, dir, s->exchange,
		    p->charter.side[s->side].name, s->revision), draft, len,
		    0600);
	return rc;
}

/* "2.toml", what follows "3.roman.": the revision, or 0 if it is none */
static long
revision_in(const char *s)
{
	size_t digits = strspn(s, "0123456789");

	if (digits == 0 || digits > 9 || strcmp(s + digits, ".toml"))
		return 0;
	return strtol(s, NULL, 10);
}

int
sent_revision(struct err *e, struct arena *a, struct history *h,
    const char *side, long exchange, long *out)
{
	const char *head = arena_printf(a, "%ld.%s.", exchange, side);
	const char *dir, *sent;
	char **names;
	size_t n = 0;
	int rc;

	*out = 0;
	if (!history_is_private(h))
		return ERR_OK;
	rc = history_private(e, h, a, &dir);
	if (rc != ERR_OK)
		return rc;
	sent = arena_printf(a, "%s/sent", dir);
	if (file_exists(sent))
		rc = file_list_of(e, a, sent, head, &names, &n);
	for (size_t i = 0; i < n && rc == ERR_OK; i++) {
		long r = revision_in(names[i] + strlen(head));

		*out = r > *out ? r : *out;
	}
	return rc;
}

int
sent_draft(struct err *e, struct arena *a, struct history *h,
    const struct charter *c, const char *side, long exchange,
    const char *nonce, const char **draft, struct submission *out)
{
	const char *dir;
	long last;
	int rc = sent_revision(e, a, h, side, exchange, &last);

	*draft = NULL;
	if (rc != ERR_OK || last == 0)
		return rc;
	rc = history_private(e, h, a, &dir);
	for (long r = last; r > 0 && rc == ERR_OK && *draft == NULL; r--) {
		const char *path = path_of(a, dir, exchange, side, r);
		char *text;
		size_t len;

		if (!file_exists(path))
			continue;
		rc = file_read(e, a, path, SUBMISSION_MAX, &text, &len);
		if (rc == ERR_OK)
			rc = submission_draft(e, a, path, c, text, len, out);
		if (rc == ERR_OK && (nonce == NULL ||
		    strcmp(out->nonce, nonce) == 0))
			*draft = text;
	}
	return rc;
}
