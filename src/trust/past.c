/* past.c: earlier commits of a repository */
#include "trust/past.h"

#include "base/arena.h"
#include "base/err.h"

#include <string.h>

static int
list(struct err *e, struct arena *a, struct past *p)
{
	return p->commit != NULL ? ERR_OK : history_all(e, p->h, a,
	    &p->commit, &p->n);
}

static int
read_file(struct err *e, void *ctx, struct arena *a, long n,
    const char *path, const char **data, size_t *len)
{
	struct past *p = ctx;
	int rc = list(e, a, p);

	if (rc == ERR_OK && (n < 0 || (size_t)n >= p->n))
		rc = err_set(e, ERR_VERIFY, "there is no commit %ld", n);
	if (rc == ERR_OK)
		rc = history_read(e, p->h, a, p->commit[n].id, path, data,
		    len);
	return rc;
}

struct exchange_past
past_of(struct past *p)
{
	return (struct exchange_past){ p, read_file };
}

int
past_nonce(struct err *e, struct arena *a, struct past *p,
    const struct charter *c, const struct submission *s, long *commit)
{
	const char *path = arena_printf(a, "orders/%s.toml",
	    c->side[s->side].name), *data;
	int rc = list(e, a, p);

	*commit = -1;
	for (size_t i = 1; rc == ERR_OK && i < p->n; i++) {
		struct submission old;
		size_t len;

		rc = read_file(e, p, a, (long)i, path, &data, &len);
		/* most do not hold it anywhere: no need to parse them */
		if (rc != ERR_OK || data == NULL ||
		    memmem(data, len, s->nonce, strlen(s->nonce)) == NULL)
			continue;
		rc = submission_parse(e, a, path, c, data, len, &old);
		if (rc == ERR_OK && strcmp(old.nonce, s->nonce) == 0) {
			*commit = (long)i;
			break;
		}
	}
	return rc;
}
