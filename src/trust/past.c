/* past.c: earlier commits of a repository */
#include "trust/past.h"

#include "base/arena.h"
#include "base/err.h"

#include <string.h>

/* The id of commit n: of those listed, or wherever it is. */
static int
find(struct err *e, const struct past *p, long n, char id[41])
{
	int rc;

	if (p->commit == NULL) {
		rc = history_nth(e, p->h, n, p->referee, id);
		return rc == ERR_OK ? rc : err_unverified(e);
	}
	if (n < 0 || (size_t)n >= p->n)
		return err_set(e, ERR_VERIFY, "there is no commit %ld; the "
		    "last is %ld", n, (long)p->n - 1);
	memcpy(id, p->commit[n].id, 41);
	return ERR_OK;
}

static int
read_file(struct err *e, void *ctx, struct arena *a, long n,
    const char *path, const char **data, size_t *len)
{
	const struct past *p = ctx;
	char id[41];
	int rc = find(e, p, n, id);

	return rc == ERR_OK ? history_read(e, p->h, a, id, path, data, len) :
	    rc;
}

struct exchange_past
past_of(struct past *p)
{
	return (struct exchange_past){ p, read_file };
}
