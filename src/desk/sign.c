/* sign.c: seal and sign a draft, beside it */
#include "desk/home.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "trust/sig.h"

#include <string.h>

const char *
sign_beside(struct arena *a, const char *file, const char *what)
{
	size_t n = strlen(file);

	if (n > 5 && strcmp(file + n - 5, ".toml") == 0)
		return arena_printf(a, "%.*s.%s.toml", (int)(n - 5), file,
		    what);
	return arena_printf(a, "%s.%s", file, what);
}

int
sign_draft(struct err *e, struct arena *a, struct history *h,
    const struct position *p, const struct secret_key *key,
    const char *file, const char *draft, size_t len, struct signed_paper *out)
{
	struct err unkept;
	char *text;
	int rc;

	memset(out, 0, sizeof *out);
	rc = submission_seal(e, a, file, &p->charter, draft, len, &text,
	    &out->len);
	if (rc == ERR_OK)
		rc = submission_parse(e, a, file, &p->charter, text, out->len,
		    &out->s);
	/* a signature under what answers another turn is refused later */
	if (rc == ERR_OK)
		rc = submission_answers(e, file, &out->s, p->n, p->turn_sha);
	if (rc != ERR_OK)
		return rc;
	out->text = text;
	out->sig = sig_minisign(a, key, text, out->len, arena_printf(a,
	    "iacta %s %ld %s", p->charter.game, p->n,
	    p->charter.side[out->s.side].name));
	out->block = sig_armor(a, text, out->sig);
	/* a clone that cannot be written to is no reason not to play */
	out->kept = sent_keep(&unkept, a, h, p, &out->s, draft, len) ==
	    ERR_OK;
	return ERR_OK;
}

int
sign_write(struct err *e, struct arena *a, const struct signed_paper *s,
    const char *path)
{
	int rc = file_write(e, path, s->text, s->len, 0644);

	if (rc == ERR_OK)
		rc = file_write(e, arena_printf(a, "%s.minisig", path), s->sig,
		    strlen(s->sig), 0644);
	return rc;
}
