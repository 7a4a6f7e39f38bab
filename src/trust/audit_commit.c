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

/* ------------------------------------------------------------ for people */

#define TRAILER "\nIacta-Program: "

/* A version: "0.2.0", "0.3.0-rc1". */
static bool
is_version(const char *s, size_t n)
{
	return n > 0 && n <= 40 && *s >= '0' && *s <= '9' && strspn(s,
	    "0123456789abcdefghijklmnopqrstuvwxyz.+~-") >= n;
}

int
audit_program(struct audit_work *w, const struct audit_at *x)
{
	const char *m = x->c->message, *p = strstr(m, TRAILER);
	size_t n;

	p = p != NULL ? p + strlen(TRAILER) : "";
	n = strcspn(p, "\n");
	if (!is_version(p, n) || strcmp(p + n, "\n") != 0)
		return err_set(w->e, ERR_VERIFY, "the commit's message: the "
		    "last line must be Iacta-Program and a version");
	w->program = arena_strndup(w->here, p, n);
	return ERR_OK;
}

/* Did this version write it?  Then people's files are as strict as others. */
static bool
is_ours(const struct audit_work *w)
{
	return strcmp(w->program, exchange_program) == 0;
}

void
audit_remark_add(struct audit_work *w, const char *what, const char *program,
    long n)
{
	struct audit_remark **r = &w->remark;

	while (*r != NULL && (strcmp((*r)->what, what) != 0 ||
	    strcmp((*r)->program, program) != 0))
		r = &(*r)->next;
	if (*r == NULL) {
		*r = arena_new(w->a, struct audit_remark, 1);
		(*r)->what = arena_strdup(w->a, what);
		(*r)->program = arena_strdup(w->a, program);
	}
	(*r)->n += n;
}

static void
remark(struct audit_work *w, const char *what)
{
	audit_remark_add(w, what, w->program, 1);
}

/* What happened, for people, is the first line; the rest are facts. */
int
audit_message(struct audit_work *w, const struct audit_at *x,
    const struct exchange_output *made)
{
	const char *m = x->c->message;
	const char *ours = exchange_message(w->here, w->charter.game, made,
	    w->program);

	if (strcmp(m, ours) == 0)
		return ERR_OK;
	if (!is_ours(w) && strcmp(m + strcspn(m, "\n"), ours + strcspn(ours,
	    "\n")) == 0) {
		remark(w, "the commit's first line");
		return ERR_OK;
	}
	return differ(w, "the commit's message", m, strlen(m), ours,
	    strlen(ours));
}

/* What a commit's tree says about the game; everything else is for people. */
static bool
is_fact(const char *path)
{
	static const char *const facts[] = { "game.toml", "turn.toml",
	    "checkpoint.toml", "answers.toml", "dice.toml", "events.toml",
	    "allowed_signers", NULL };

	for (const char *const *f = facts; *f != NULL; f++)
		if (strcmp(path, *f) == 0)
			return true;
	return strncmp(path, "rules/", 6) == 0 ||
	    strncmp(path, "orders/", 7) == 0;
}

static bool
is_same(const struct history_file *x, const struct history_file *y)
{
	return x->len == y->len && memcmp(x->data, y->data, x->len) == 0;
}

/* One file as it is and as it was made again; either may be NULL. */
static int
check_file(struct audit_work *w, const struct history_file *found,
    const struct history_file *made)
{
	const char *path = found != NULL ? found->path : made->path;

	if (found != NULL && made != NULL && is_same(found, made))
		return ERR_OK;
	if (!is_ours(w) && !is_fact(path)) {
		remark(w, str_shown(w->here, path, 80));
		return ERR_OK;
	}
	if (found == NULL)
		return err_set(w->e, ERR_VERIFY, "%s: it is missing", path);
	if (made == NULL)
		return err_set(w->e, ERR_VERIFY, "%s: there should be no such "
		    "file", str_shown(w->here, path, 80));
	return differ(w, path, found->data, found->len, made->data, made->len);
}

int
audit_same(struct audit_work *w, const struct audit_at *x,
    const struct history_file *made, size_t nmade)
{
	int rc = ERR_OK;

	for (size_t i = 0; i < nmade && rc == ERR_OK; i++)
		rc = check_file(w, position_file(x->files, x->nfiles,
		    made[i].path), &made[i]);
	for (size_t i = 0; i < x->nfiles && rc == ERR_OK; i++)
		if (position_file(made, nmade, x->files[i].path) == NULL)
			rc = check_file(w, &x->files[i], NULL);
	return rc;
}
