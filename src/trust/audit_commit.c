/* audit_commit.c: the commit itself, and its files beside those made again */
#include "trust/audit_work.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "trust/sig.h"

#include <stdio.h>
#include <string.h>

#define SHOWN 72		/* characters of a line that differs */

int
audit_blame(struct err *e, long n, const char *id)
{
	char said[64];
	const char *p;

	/* what reads objects names the commit already */
	snprintf(said, sizeof said, "commit %.12s: ", id);
	p = strstr(e->msg, said);
	if (p != NULL) {
		p += strlen(said);
		memmove(e->msg, p, strlen(p) + 1);
	}
	err_prefix(e, "commit %ld (%.12s)", n, id);
	return e->code;
}

/* ----------------------------------------------------------- the commit */

int
audit_commit(struct audit_work *w, const struct audit_at *x)
{
	const struct history_commit *c = x->c;
	const char *who = arena_printf(w->here, "%s <referee@iacta.invalid> "
	    "%lld +0000", w->charter.game, (long long)c->time);
	const char *text = arena_printf(w->here, "tree %s\n%s%s%sauthor %s\n"
	    "committer %s\n\n%s", c->tree, *c->parent ? "parent " : "",
	    c->parent, *c->parent ? "\n" : "", who, who, c->message);

	if (strcmp(c->author, who) != 0 || strcmp(c->committer, who) != 0)
		return err_set(w->e, ERR_VERIFY, "author and committer must "
		    "both be \"%s <referee@iacta.invalid>\" at one time in "
		    "+0000", w->charter.game);
	if (strlen(text) != c->signed_len ||
	    memcmp(text, c->signed_text, c->signed_len) != 0)
		return err_set(w->e, ERR_VERIFY, "the commit says more than "
		    "tree, parent, author, committer, signature and message");
	return history_signed(w->e, c, &w->charter.referee_key);
}

/* ---------------------------------------------------------- what differs */

/* The line in which `s` differs first from `t`, and its number. */
static size_t
first_line(const char *s, size_t n, const char *t, size_t m, int *number)
{
	size_t from = 0;

	*number = 1;
	for (size_t i = 0; i < n && i < m && s[i] == t[i]; i++)
		if (s[i] == '\n') {
			from = i + 1;
			++*number;
		}
	return from;
}

static const char *
shown_line(struct arena *a, const char *s, size_t n, size_t from)
{
	const char *end;
	size_t k = from < n ? n - from : 0;

	if (k == 0)
		return "at the end";
	end = memchr(s + from, '\n', k);
	if (end != NULL)
		k = (size_t)(end - s) - from;
	return arena_printf(a, "\"%s\"", str_shown(a, arena_strndup(a,
	    s + from, k < 4 * SHOWN ? k : 4 * SHOWN), SHOWN));
}

static int
differ(struct audit_work *w, const char *what, const char *found, size_t n,
    const char *made, size_t m)
{
	int number;
	size_t from = first_line(found, n, made, m, &number);

	return err_set(w->e, ERR_VERIFY, "%s: line %d is %s, but %s is what "
	    "it should be", what, number, shown_line(w->here, found, n, from),
	    shown_line(w->here, made, m, from));
}

int
audit_message(struct audit_work *w, const struct audit_at *x,
    const char *message)
{
	const char *m = x->c->message;

	if (strcmp(m, message) == 0)
		return ERR_OK;
	return differ(w, "the commit's message", m, strlen(m), message,
	    strlen(message));
}

static bool
is_same(const struct history_file *x, const struct history_file *y)
{
	return x->len == y->len && memcmp(x->data, y->data, x->len) == 0;
}

int
audit_same(struct audit_work *w, const struct audit_at *x,
    const struct history_file *made, size_t nmade)
{
	for (size_t i = 0; i < nmade; i++) {
		const struct history_file *f = position_file(x->files,
		    x->nfiles, made[i].path);

		if (f == NULL)
			return err_set(w->e, ERR_VERIFY, "%s: it is missing",
			    made[i].path);
		if (!is_same(f, &made[i]))
			return differ(w, f->path, f->data, f->len,
			    made[i].data, made[i].len);
	}
	for (size_t i = 0; i < x->nfiles; i++)
		if (position_file(made, nmade, x->files[i].path) == NULL)
			return err_set(w->e, ERR_VERIFY, "%s: there should be "
			    "no such file", x->files[i].path);
	return ERR_OK;
}
