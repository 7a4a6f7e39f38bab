/* audit_sent.c: what the players sent: signatures, receipts */
#include "trust/audit_work.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/sig.h"

#include <string.h>

#define RECEIPT_MAX 4096

/* --------------------------------------------------------- submissions */

/* Its signature: minisign's or OpenSSH's, and not both. */
static int
find_signature(struct audit_work *w, const struct audit_at *x,
    const char *path, const char **sig)
{
	const struct history_file *mini = position_file(x->files, x->nfiles,
	    arena_printf(w->here, "%s.minisig", path));
	const struct history_file *ssh = position_file(x->files, x->nfiles,
	    arena_printf(w->here, "%s.sig", path));
	const struct history_file *f = mini != NULL ? mini : ssh;

	if ((mini == NULL) == (ssh == NULL))
		return err_set(w->e, ERR_VERIFY, "%s: there must be one "
		    "signature of it, %s.minisig or %s.sig", path, path,
		    path);
	if (memchr(f->data, '\0', f->len) != NULL)
		return err_set(w->e, ERR_VERIFY, "%s: this is not a "
		    "signature of minisign or OpenSSH",
		    f->path);
	*sig = arena_strndup(w->here, f->data, f->len);
	return ERR_OK;
}

static int
check_paper(struct audit_work *w, const struct audit_at *before,
    const struct audit_at *x, int side, bool act,
    const struct history_file *f, struct exchange_paper *out)
{
	const struct history_file *turn = position_file(before->files,
	    before->nfiles, "turn.toml");
	struct submission *s = arena_new(w->here, struct submission, 1);
	char sha[HASH_HEX];
	const char *sig = NULL;
	int rc = find_signature(w, x, f->path, &sig);

	if (rc == ERR_OK)
		rc = submission_verify(w->e, w->here, f->path, w->now,
		    f->data, f->len, sig, NULL, s);
	if (rc != ERR_OK)
		return rc;
	if (s->side != side)
		return err_set(w->e, ERR_VERIFY, "%s: it is signed by %s",
		    f->path, w->charter.side[s->side].name);
	if (s->len != f->len || memcmp(s->text, f->data, f->len) != 0)
		return err_set(w->e, ERR_VERIFY, "%s: these are not exactly "
		    "the signed bytes", f->path);
	if (submission_acts_alone(s) != act || (act && strcmp(f->path,
	    arena_printf(w->here, "orders/%s-act-%ld.toml",
	    w->charter.side[side].name, s->revision)) != 0))
		return err_set(w->e, ERR_VERIFY, "%s: a submission that holds "
		    "acts alone is called SIDE-act-REVISION.toml, and no other "
		    "is", f->path);
	hash_sha256_hex(sha, turn->data, turn->len);
	rc = submission_answers(w->e, f->path, s, before->n, sha);
	if (rc != ERR_OK)
		return rc;
	w->out->submissions++;
	*out = (struct exchange_paper){ f->data, f->len, sig,
	    .verified = s };
	return ERR_OK;
}

/* "orders/SIDE-act-N.toml" of this side? */
static bool
is_act_of(struct audit_work *w, const char *path, int side)
{
	const char *begin = arena_printf(w->here, "orders/%s-act-",
	    w->charter.side[side].name);
	size_t n = strlen(begin), k;

	if (strncmp(path, begin, n) != 0)
		return false;
	k = strspn(path + n, "0123456789");
	return k > 0 && strcmp(path + n + k, ".toml") == 0;
}

int
audit_sent(struct audit_work *w, const struct audit_at *before,
    const struct audit_at *x, struct exchange_paper **paper, int *n)
{
	int rc = ERR_OK;

	*n = 0;
	*paper = arena_new(w->here, struct exchange_paper, x->nfiles + 1);
	for (int i = 0; i <= CHARTER_REFEREE && rc == ERR_OK; i++) {
		const struct history_file *f;

		if (i >= w->charter.nsides && i != CHARTER_REFEREE)
			continue;
		f = position_file(x->files, x->nfiles, arena_printf(w->here,
		    "orders/%s.toml", w->charter.side[i].name));
		if (f != NULL)
			rc = check_paper(w, before, x, i, false, f,
			    &(*paper)[(*n)++]);
		for (size_t k = 0; k < x->nfiles && rc == ERR_OK; k++)
			if (is_act_of(w, x->files[k].path, i))
				rc = check_paper(w, before, x, i, true,
				    &x->files[k], &(*paper)[(*n)++]);
	}
	return rc;
}

/* ------------------------------------------------------------ deadlines */

static bool
is_among(const char *s, const char *const *list, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(s, list[i]) == 0)
			return true;
	return false;
}

/* Was somebody declared late though he had answered all that was asked? */
static int
check_late(struct audit_work *w, const struct position *before,
    const char *side, const struct history_file *f)
{
	struct submission s;
	int rc = submission_parse(w->e, w->here, f->path, &w->charter, f->data,
	    f->len, &s);

	if (rc == ERR_OK && s.sealed != NULL && w->secret == NULL)
		return ERR_OK;		/* it cannot be seen yet */
	if (rc == ERR_OK && w->secret != NULL)
		rc = submission_open(w->e, w->here, f->path, &w->charter,
		    w->secret, &s);
	if (rc == ERR_OK && submission_leaves(&s, side,
	    position_asks(before)) == NULL)
		rc = err_set(w->e, ERR_VERIFY, "turn.toml: %s was declared "
		    "late, but it had answered all that was asked of it",
		    side);
	return rc;
}

int
audit_asked(struct audit_work *w, const struct audit_at *x,
    const struct position *before, const char *const *late, int nlate)
{
	int rc = ERR_OK;

	for (int i = 0; i < w->charter.nsides && rc == ERR_OK; i++) {
		const char *side = w->charter.side[i].name;
		bool is_late = is_among(side, late, nlate);
		const struct history_file *f = position_file(x->files,
		    x->nfiles, arena_printf(w->here, "orders/%s.toml", side));

		if (f != NULL && is_late)
			rc = check_late(w, before, side, f);
		else if (f == NULL && !is_late && position_asked(before, i))
			rc = err_set(w->e, ERR_VERIFY, "turn.toml: %s was "
			    "asked and sent nothing, and was not declared "
			    "late", side);
	}
	return rc;
}

/* ------------------------------------------------------------- receipts */

struct receipt {
	const char *side;
	const char *sha;
	long exchange, revision;
	bool act;		/* of one that holds acts alone */
};

static int
parse_receipt(struct audit_work *w, const struct audit_receipt *r,
    struct receipt *out)
{
	uint8_t hash[HASH_BYTES];
	const char *game;
	struct node *t = NULL;
	int rc = toml_read(w->e, w->here, r->what, r->text, r->len,
	    RECEIPT_MAX, &t);

	if (rc != ERR_OK)
		return rc;
	game = node_str(t, "game");
	out->side = node_str(t, "side");
	out->sha = node_str(t, "sha256");
	out->exchange = (long)node_integer(t, "exchange", -1);
	out->revision = (long)node_integer(t, "revision", 0);
	out->act = node_boolean(t, "act", false);
	if (game == NULL || out->side == NULL || out->sha == NULL ||
	    hash_unhex(hash, sizeof hash, out->sha) < 0 || out->exchange < 0 ||
	    out->revision < 1)
		return err_set(w->e, ERR_INPUT, "%s: it is no receipt: game, "
		    "exchange, side, revision and sha256 must be there",
		    r->what);
	if (strcmp(game, w->charter.game) != 0)
		return err_set(w->e, ERR_INPUT, "%s: it is a receipt of the "
		    "game \"%s\", but this is %s", r->what,
		    str_shown(w->here, game, 60), w->charter.game);
	if (charter_sender(&w->charter, out->side) < 0)
		return err_set(w->e, ERR_INPUT, "%s: there is no side \"%s\" "
		    "in %s", r->what, str_shown(w->here, out->side, 60), game);
	return ERR_OK;
}

/* "commit 4 (0123…): orders/roman.toml: why, but the referee signed …" */
static int
convict(struct audit_work *w, const struct audit_receipt *r,
    const struct receipt *x, const char *why)
{
	err_set(w->e, ERR_VERIFY, "orders/%s.toml: %s, but %s, signed by the "
	    "referee, says that he holds revision %ld (%.16s…): the referee "
	    "is convicted", x->side, why, r->what, x->revision, x->sha);
	return audit_blame(w->e, x->exchange + 1,
	    w->commit[x->exchange + 1].id);
}

static int
check_receipt(struct audit_work *w, const struct audit_receipt *r,
    const struct receipt *x)
{
	const char *path = x->act ? arena_printf(w->here,
	    "orders/%s-act-%ld.toml", x->side, x->revision) :
	    arena_printf(w->here, "orders/%s.toml", x->side);
	struct submission s;
	const char *data;
	size_t len;
	int rc = history_read(w->e, w->h, w->here,
	    w->commit[x->exchange + 1].id, path, &data, &len);

	if (rc == ERR_OK && data == NULL)
		return convict(w, r, x, "it is missing");
	if (rc == ERR_OK)
		rc = submission_parse(w->e, w->here, path, &w->charter, data,
		    len, &s);
	if (rc != ERR_OK)
		return rc;
	if (s.revision < x->revision)
		return convict(w, r, x, arena_printf(w->here, "it is only "
		    "revision %ld", s.revision));
	if (s.revision == x->revision && strcmp(s.sha, x->sha) != 0)
		return convict(w, r, x, arena_printf(w->here, "it is another "
		    "revision %ld (%.16s…)", s.revision, s.sha));
	return ERR_OK;
}

int
audit_receipt(struct audit_work *w, const struct audit_receipt *r)
{
	long head = (long)w->ncommits - 1;
	struct receipt x;
	int rc = sig_verify(w->e, r->what, &w->charter.referee_key, "iacta",
	    r->text, r->len, r->sig, strlen(r->sig));

	if (rc != ERR_OK) {
		err_prefix(w->e, "the receipt is not by the referee of %s",
		    w->charter.game);
		return rc;
	}
	rc = parse_receipt(w, r, &x);
	if (rc != ERR_OK)
		return rc;
	if (x.exchange > head || (x.exchange == head &&
	    w->out->result != NULL))
		return err_set(w->e, ERR_VERIFY, "%s: the referee signed it "
		    "for exchange %ld, but this history ends with commit %ld: it "
		    "is not the one that he showed to %s", r->what,
		    x.exchange, head, x.side);
	if (x.exchange < head)
		rc = check_receipt(w, r, &x);
	else
		node_add(w->a, w->out->later, NULL, node_string(w->a,
		    arena_printf(w->a, "%s: exchange %ld is still open",
		    r->what, x.exchange)));
	w->out->receipts += rc == ERR_OK && x.exchange < head;
	return rc;
}
