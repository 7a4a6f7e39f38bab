/* inbox.c: submissions that wait, and receipts, in the private directory */
#include "trust/inbox.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/history.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_MAX (8u << 20)
#define SIG_MAX 65536
#define TEMP ".iacta-"		/* what file_write's temp files begin with */

/* What a file's name says: EXCHANGE.SIDE.REVISION.toml and the like. */
struct name {
	long exchange;
	const char *side;
	long revision;
	const char *ext;	/* "toml", "toml.minisig", "toml.sig"; of acts
				 * "act.toml" and so on */
};

/* Digits without a leading zero, and a dot; NULL if it is not so. */
static const char *
parse_number(const char *s, long *out)
{
	size_t n = strspn(s, "0123456789");

	if (n == 0 || n > 9 || (*s == '0' && n > 1) || s[n] != '.')
		return NULL;
	*out = strtol(s, NULL, 10);
	return s + n + 1;
}

static bool
parse_name(struct arena *a, const char *s, struct name *out)
{
	size_t n;

	if ((s = parse_number(s, &out->exchange)) == NULL)
		return false;
	n = strcspn(s, ".");
	out->side = arena_strndup(a, s, n);
	if (!str_is_name(out->side) || s[n] != '.')
		return false;
	if ((s = parse_number(s + n + 1, &out->revision)) == NULL)
		return false;
	out->ext = s;
	return true;
}

/* iacta/KIND/EXCHANGE.SIDE.REVISION.toml */
static const char *
entry_path(struct arena *a, const char *top, const char *kind,
	const struct inbox_entry *x)
{
	return arena_printf(a, "%s/%s/%ld.%s.%ld.%stoml", top, kind,
	    x->exchange, x->side, x->revision, x->act ? "act." : "");
}

static int
list_inbox(struct err *e, struct arena *a, struct history *h,
	const char **top, char ***names, size_t *n)
{
	int rc = history_private(e, h, a, top);

	if (rc != ERR_OK)
		return rc;
	return file_list(e, a, arena_printf(a, "%s/inbox", *top), names, n);
}

static bool
is_act(const struct name *x)
{
	return strcmp(x->ext, "act.toml") == 0;
}

static bool
is_text(const struct name *x)
{
	return strcmp(x->ext, "toml") == 0 || is_act(x);
}

/* The highest revision of a side for an exchange, of all or of those that hold
 * more than acts; 0 if there is none. */
static long
highest(struct arena *a, char **names, size_t n, long exchange,
	const char *side, bool all)
{
	long most = 0;
	struct name x;

	for (size_t i = 0; i < n; i++)
		if (parse_name(a, names[i], &x) && x.exchange == exchange
		    && strcmp(x.side, side) == 0 && is_text(&x)
		    && (all || !is_act(&x)) && x.revision > most)
			most = x.revision;
	return most;
}

/* How many of a side for an exchange are there? */
static int
kept(struct arena *a, char **names, size_t n, long exchange, const char *side)
{
	int count = 0;
	struct name x;

	for (size_t i = 0; i < n; i++)
		count += parse_name(a, names[i], &x) && x.exchange == exchange
		    && strcmp(x.side, side) == 0 && is_text(&x);
	return count;
}

/* Its .toml is there: are these the bytes? */
static int
same_again(struct err *e, struct arena *a, const char *path,
	const struct inbox_entry *x, int *again)
{
	char *was;
	size_t len;
	int rc = file_read(e, a, path, TEXT_MAX, &was, &len);

	if (rc != ERR_OK)
		return rc;
	*again = len == x->len && memcmp(was, x->text, len) == 0;
	if (!*again)
		return err_set(e, ERR_INPUT, "%s has already sent revision %ld "
		    "for exchange %ld, with another content; the first "
		    "counts: send a higher revision", x->side, x->revision,
		    x->exchange);
	return ERR_OK;
}

/* Signature first: a submission is there once its .toml is. */
static int
write_entry(struct err *e, struct arena *a, const char *path,
	const struct inbox_entry *x)
{
	const char *minisig = arena_printf(a, "%s.minisig", path);
	const char *ssh = arena_printf(a, "%s.sig", path);
	const char *other = x->ssh ? minisig : ssh;
	int rc;

	/* somebody may have died here before, with the other kind */
	if (unlink(other) < 0 && errno != ENOENT)
		return err_errno(e, other);
	rc = file_write(e, x->ssh ? ssh : minisig, x->sig, x->sig_len, 0600);
	if (rc == ERR_OK)
		rc = file_write(e, path, x->text, x->len, 0600);
	return rc;
}

int
inbox_put(struct err *e, struct arena *a, struct history *h,
	const struct inbox_entry *x, int *again)
{
	const char *top, *path;
	char **names;
	size_t n;
	long most;
	int rc = list_inbox(e, a, h, &top, &names, &n);

	*again = 0;
	if (rc != ERR_OK)
		return rc;
	if (!str_is_name(x->side) || x->exchange < 0 || x->revision < 1
	    || x->exchange > 999999999 || x->revision > 999999999)
		return err_set(e, ERR_INPUT, "a submission has a side, an "
		    "exchange from 0 and a revision from 1 to 999999999");
	if (x->len > TEXT_MAX || x->sig_len > SIG_MAX)
		return err_set(e, ERR_INPUT, "the submission of %s is too long",
		    x->side);
	path = entry_path(a, top, "inbox", x);
	if (file_exists(path))
		return same_again(e, a, path, x, again);
	most = highest(a, names, n, x->exchange, x->side, true);
	if (most >= x->revision)
		return err_set(e, ERR_INPUT, "%s has already sent revision %ld "
		    "for exchange %ld; revision %ld comes too late: send %ld",
		    x->side, most, x->exchange, x->revision, most + 1);
	if (kept(a, names, n, x->exchange, x->side) >= INBOX_MOST)
		return err_set(e, ERR_INPUT, "%s has sent %d revisions for "
		    "exchange %ld, and more are not kept; the last of them "
		    "counts", x->side, INBOX_MOST, x->exchange);
	return write_entry(e, a, path, x);
}

int
inbox_left(struct err *e, struct arena *a, struct history *h, long exchange,
	const char *side, int *left)
{
	const char *top;
	char **names;
	size_t n;
	int rc = list_inbox(e, a, h, &top, &names, &n);

	*left = rc != ERR_OK ? 0 : INBOX_MOST - kept(a, names, n, exchange,
	    side);
	return rc;
}

int
inbox_next(struct err *e, struct arena *a, struct history *h, long exchange,
	const char *side, long *revision)
{
	const char *top;
	char **names;
	size_t n;
	int rc = list_inbox(e, a, h, &top, &names, &n);

	*revision = rc != ERR_OK ? 1 : highest(a, names, n, exchange, side,
	    true) + 1;
	return rc;
}

static int
read_entry(struct err *e, struct arena *a, const char *top,
	struct inbox_entry *x)
{
	const char *path = entry_path(a, top, "inbox", x);
	const char *sig = arena_printf(a, "%s.minisig", path);
	char *s;
	int rc = file_read(e, a, path, TEXT_MAX, &s, &x->len);

	x->text = s;
	x->ssh = !file_exists(sig);
	if (x->ssh)
		sig = arena_printf(a, "%s.sig", path);
	if (rc == ERR_OK)
		rc = file_read(e, a, sig, SIG_MAX, &s, &x->sig_len);
	x->sig = s;
	return rc;
}

static int
by_side(const void *x, const void *y)
{
	const struct inbox_entry *a = x, *b = y;
	int d = strcmp(a->side, b->side);

	return d != 0 ? d : (a->revision > b->revision)
	    - (a->revision < b->revision);
}

/* Those of an exchange that hold acts alone, or the others. */
static int
get(struct err *e, struct arena *a, struct history *h, long exchange,
	bool acts, struct inbox_entry **out, size_t *n)
{
	const char *top;
	char **names;
	size_t count;
	int rc = list_inbox(e, a, h, &top, &names, &count);

	*n = 0;
	if (rc != ERR_OK)
		return rc;
	*out = arena_new(a, struct inbox_entry, count + 1);
	for (size_t i = 0; i < count && rc == ERR_OK; i++) {
		struct inbox_entry *x = &(*out)[*n];
		struct name f;

		if (!parse_name(a, names[i], &f) || f.exchange != exchange
		    || !is_text(&f) || is_act(&f) != acts || (!acts
		    && f.revision != highest(a, names, count, exchange, f.side,
		    false)))
			continue;
		x->exchange = exchange;
		x->side = f.side;
		x->revision = f.revision;
		x->act = acts;
		rc = read_entry(e, a, top, x);
		(*n)++;
	}
	qsort(*out, *n, sizeof **out, by_side);
	return rc;
}

int
inbox_get(struct err *e, struct arena *a, struct history *h, long exchange,
	struct inbox_entry **out, size_t *n)
{
	return get(e, a, h, exchange, false, out, n);
}

int
inbox_acts(struct err *e, struct arena *a, struct history *h, long exchange,
	struct inbox_entry **out, size_t *n)
{
	return get(e, a, h, exchange, true, out, n);
}

const char *
inbox_name(struct arena *a, const struct inbox_entry *x)
{
	return entry_path(a, "iacta", "inbox", x);
}

static bool
has_one(const struct inbox_entry *list, size_t n, const struct name *x)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(list[i].side, x->side) == 0
		    && list[i].revision >= x->revision)
			return true;
	return false;
}

int
inbox_lost(struct err *e, struct arena *a, struct history *h,
	long exchange, const struct inbox_entry *list, size_t n,
	const char **name)
{
	const char *top;
	char **names;
	size_t count = 0;
	struct name x;
	int rc = history_private(e, h, a, &top);

	*name = NULL;
	if (rc == ERR_OK)
		rc = file_list_of(e, a, arena_printf(a, "%s/receipts", top),
		    arena_printf(a, "%ld.", exchange), &names, &count);
	for (size_t i = 0; i < count && rc == ERR_OK; i++)
		if (parse_name(a, names[i], &x) && x.exchange == exchange
		    && is_text(&x) && !(is_act(&x) ? file_exists(arena_printf(
		    a, "%s/inbox/%s", top, names[i])) : has_one(list, n, &x)))
			*name = arena_printf(a, "iacta/receipts/%s", names[i]);
	return rc;
}

int
inbox_clean(struct err *e, struct arena *a, struct history *h, long exchange)
{
	const char *top;
	char **names;
	size_t n;
	int rc = list_inbox(e, a, h, &top, &names, &n);

	for (size_t i = 0; rc == ERR_OK && i < n; i++) {
		const char *path = arena_printf(a, "%s/inbox/%s", top,
		    names[i]);
		struct name x;
		bool temp = strncmp(names[i], TEMP, strlen(TEMP)) == 0;

		if (!temp && !(parse_name(a, names[i], &x)
		    && x.exchange < exchange))
			continue;
		if (unlink(path) < 0 && errno != ENOENT)
			rc = err_errno(e, path);
	}
	return rc;
}

int
inbox_put_receipt(struct err *e, struct arena *a, struct history *h,
	const struct inbox_entry *x, const char *receipt, const char *sig)
{
	const char *top, *path;
	int rc = history_private(e, h, a, &top);

	if (rc != ERR_OK)
		return rc;
	path = entry_path(a, top, "receipts", x);
	rc = file_write(e, arena_printf(a, "%s.minisig", path), sig,
	    strlen(sig), 0600);
	if (rc == ERR_OK)
		rc = file_write(e, path, receipt, strlen(receipt), 0600);
	return rc;
}
