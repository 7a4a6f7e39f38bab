/* pin.c: is this the game that was accepted, and the referee's own history? */
#include "trust/pin.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/hash.h"
#include "trust/store.h"

#include <string.h>

#define WORDS 5			/* of 16 bits each */

const char *
pin_phrase(struct arena *a, const struct position *p)
{
	static const char con[] = "bdfghjklmnprstvz", vo[] = "aiou";
	const char *text = arena_printf(a, "iacta-fingerprint:%s:%s",
	    p->charter_sha, p->charter.referee);
	uint8_t h[HASH_BYTES];
	struct str s = str_new(a);

	hash_sha256(h, text, strlen(text));
	for (int i = 0; i < WORDS; i++) {
		unsigned n = (unsigned)h[2 * i] << 8 | h[2 * i + 1];

		str_addf(&s, "%s%c%c%c%c%c", i ? "-" : "", con[n >> 12],
		    vo[n >> 10 & 3], con[n >> 6 & 15], vo[n >> 4 & 3],
		    con[n & 15]);
	}
	return s.s;
}

/* ------------------------------------------------------------ the pin */

struct pin {
	const char *path;		/* of its file; NULL: no directory */
	bool there;
	const char *charter, *referee, *commit;
	long exchange;			/* of `commit`, the last that was checked */
	/* of a game that nobody accepted here: the last commit that was
	 * checked, and the file that remembers it, which is called by charter
	 * and referee, so that it says nothing about any other game */
	const char *seen_path, *seen;
};

static void
read_seen(struct arena *a, const char *dir, const struct position *p,
    struct pin *out)
{
	const char *text = arena_printf(a, "iacta-seen:%s:%s", p->charter_sha,
	    p->charter.referee);
	char name[HASH_HEX], *s;
	struct err ignored;
	size_t n;

	hash_sha256_hex(name, text, strlen(text));
	out->seen_path = arena_printf(a, "%s/seen/%s", dir, name);
	if (file_exists(out->seen_path) && file_read(&ignored, a,
	    out->seen_path, 64, &s, &n) == ERR_OK && n == 41 && s[40] == '\n') {
		s[40] = '\0';
		out->seen = s;
	}
}

/* Who has a directory of his own need not check what he has checked. */
static void
write_seen(struct arena *a, const struct pin *x, const char *head)
{
	struct err ignored;
	char *dir = arena_strdup(a, x->seen_path);

	*strrchr(dir, '/') = '\0';
	*strrchr(dir, '/') = '\0';
	if (!file_exists(dir))
		return;
	dir[strlen(dir)] = '/';
	if (file_mkdirs(&ignored, dir, 0700) == ERR_OK &&
	    file_write(&ignored, x->seen_path, arena_printf(a, "%s\n", head),
	    41, 0600) != ERR_OK)
		return;
}

static int
read_pin(struct err *e, struct arena *a, const struct position *p,
    struct pin *out)
{
	const char *dir;
	struct node *t;
	int rc;

	memset(out, 0, sizeof *out);
	if (store_dir(e, a, &dir) != ERR_OK)
		return ERR_OK;		/* nobody's home: nothing is pinned */
	out->path = arena_printf(a, "%s/pins/%s.toml", dir, p->charter.game);
	if (!file_exists(out->path)) {
		read_seen(a, dir, p, out);
		return ERR_OK;
	}
	rc = toml_read_file(e, a, out->path, &t);
	if (rc != ERR_OK)
		return rc;
	out->there = true;
	out->charter = node_str(t, "charter");
	out->referee = node_str(t, "referee");
	out->commit = node_str(t, "commit");
	out->exchange = (long)node_integer(t, "exchange", -1);
	if (out->charter == NULL || out->referee == NULL ||
	    out->commit == NULL || strlen(out->commit) != 40 ||
	    out->exchange < 0)
		return err_set(e, ERR_INPUT, "%s: it needs charter, referee, "
		    "exchange and commit; if it is damaged, remove it and "
		    "compare the fingerprint again", out->path);
	return ERR_OK;
}

static int
write_pin(struct err *e, struct arena *a, const struct pin *x,
    const struct position *p, long exchange, const char *commit)
{
	struct node *t = node_table(a);
	struct str s = str_new(a);
	char *dir = arena_strdup(a, x->path);
	int rc;

	*strrchr(dir, '/') = '\0';
	node_add_string(a, t, "charter", p->charter_sha);
	node_add_string(a, t, "referee", p->charter.referee);
	node_add_int(a, t, "exchange", exchange);
	node_add_string(a, t, "commit", commit);
	toml_write(&s, t);
	rc = file_mkdirs(e, dir, 0700);
	return rc == ERR_OK ? file_write(e, x->path, s.s, s.len, 0600) : rc;
}

static int
check_pin(struct err *e, const struct pin *x, const struct position *p)
{
	if (!x->there || (strcmp(x->charter, p->charter_sha) == 0 &&
	    strcmp(x->referee, p->charter.referee) == 0))
		return ERR_OK;
	return err_set(e, ERR_VERIFY, "this is not the game %s that was "
	    "accepted: its charter or its referee's key is another.  Ask the "
	    "referee by another way; %s holds what was accepted",
	    p->charter.game, x->path);
}

/* ---------------------------------------------------------- the chain */

static bool
is_charter(const char *path)
{
	return strcmp(path, "game.toml") == 0;
}

/* The first commit's charter is the one we read. */
static int
check_root(struct err *e, struct arena *a, struct history *h, const char *id,
    const struct position *p)
{
	struct history_file *f;
	char sha[HASH_HEX];
	size_t n;
	int rc = history_read_some(e, h, a, id, is_charter, &f, &n);

	if (rc != ERR_OK)
		return rc;
	if (n == 1)
		hash_sha256_hex(sha, f->data, f->len);
	if (n != 1 || strcmp(sha, p->charter_sha) != 0)
		return err_set(e, ERR_VERIFY, "commit 0 (%.12s): it has "
		    "another charter than the last commit", id);
	return ERR_OK;
}

/* From the head down to the first commit, or to the one that is pinned. */
static int
walk(struct err *e, struct arena *a, struct history *h,
    const struct position *p, const struct pin *x, const char *head, long *n)
{
	char id[41];
	struct arena here = {0};
	int rc = ERR_OK;

	memcpy(id, head, sizeof id);
	for (bool first = true; rc == ERR_OK; first = false) {
		struct history_commit c;

		if (x->there && strcmp(id, x->commit) == 0) {
			if (first)
				*n = x->exchange;
			break;
		}
		if (x->seen != NULL && strcmp(id, x->seen) == 0)
			break;
		arena_free(&here);
		rc = history_read_commit(e, h, &here, id, &c);
		if (rc == ERR_OK && history_signed(e, &c,
		    &p->charter.referee_key) != ERR_OK) {
			err_prefix(e, "commit %.12s is not one of the "
			    "referee's", id);
			rc = err_unverified(e);
		}
		if (rc == ERR_OK && first)
			*n = history_number(&c);
		if (rc == ERR_OK && x->there && history_number(&c) == x->exchange)
			rc = err_set(e, ERR_VERIFY, "turn %ld of this history "
			    "(%.12s) is not the one that was seen before "
			    "(%.12s): somebody shows you two histories",
			    x->exchange, id, x->commit);
		if (rc == ERR_OK && *c.parent == '\0') {
			rc = check_root(e, a, h, id, p);
			break;
		}
		if (rc == ERR_OK)
			memcpy(id, c.parent, sizeof id);
	}
	arena_free(&here);
	return rc;
}

int
pin_check(struct err *e, struct arena *a, struct history *h,
    const struct position *p)
{
	struct err ignored;
	struct pin x;
	char head[41];
	long n = -1;
	int found, rc = read_pin(e, a, p, &x);

	if (rc == ERR_OK)
		rc = check_pin(e, &x, p);
	if (rc == ERR_OK)
		rc = history_head(e, h, head, &found);
	if (rc == ERR_OK)
		rc = walk(e, a, h, p, &x, head, &n);
	if (rc == ERR_OK && x.seen_path != NULL && (x.seen == NULL ||
	    strcmp(x.seen, head) != 0))
		write_seen(a, &x, head);
	/* what cannot be remembered is checked again the next time */
	if (rc == ERR_OK && x.there && n > x.exchange &&
	    write_pin(&ignored, a, &x, p, n, head) != ERR_OK)
		return ERR_OK;
	return rc;
}

int
pin_keep(struct err *e, struct arena *a, struct history *h,
    const struct position *p, bool *first)
{
	struct pin x;
	char head[41];
	int found, rc = read_pin(e, a, p, &x);

	*first = !x.there;
	if (rc != ERR_OK || x.there)
		return rc;
	if (x.path == NULL)
		return store_dir(e, a, &x.path);	/* says what is missing */
	rc = history_head(e, h, head, &found);
	return rc == ERR_OK ? write_pin(e, a, &x, p, p->n, head) : rc;
}
