/* submit.c: handing in a submission: verify, keep, receipt */
#include "trust/submit.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/acts.h"
#include "trust/clock.h"
#include "trust/exchange.h"
#include "trust/inbox.h"
#include "trust/sig.h"
#include "trust/store.h"

#include <sodium.h>
#include <string.h>

int
submit_key(struct err *e, struct arena *a, const struct charter *c,
    struct secret_key *out)
{
	struct public_key k;
	int rc = store_referee(e, a, false, out);

	if (rc != ERR_OK)
		return rc;
	keys_public_of(out, &k);
	if (keys_public_equal(&k, &c->referee_key))
		return ERR_OK;
	keys_wipe(out);
	return err_set(e, ERR_INPUT, "the key in your directory is not that of "
	    "the referee of %s; set IACTA_HOME to the directory of the one "
	    "who founded it", c->game);
}

/* Can it ever be carried out? */
static int
check_content(struct err *e, struct arena *a, const struct submit_input *in,
    struct position *p, const uint8_t secret[32], struct submission *s)
{
	int rc = submission_open(e, a, in->what, &p->charter, secret, s);

	if (rc == ERR_OK)
		rc = exchange_check_acceptance(e, in->what, p, s);
	if (rc != ERR_OK)
		return rc;
	rc = submission_check(e, &p->game, s->side, submission_table(a, s));
	if (rc != ERR_OK)
		err_prefix(e, "%s", in->what);
	return rc;
}

/*
 * An absence is announced ahead: days that have passed stop nobody's clock.
 * Only here a clock is read; what was taken is not judged by it again.
 */
static int
check_absences(struct err *e, struct arena *a, const char *what,
    const struct submission *s)
{
	int64_t now;
	int rc = history_now(e, &now);

	for (const struct node *x = s->acts ? s->acts->child : NULL;
	    x != NULL && rc == ERR_OK; x = x->next)
		if (acts_is(x, "absence") && clock_date(node_str(x, "from")) <
		    clock_day(now))
			rc = err_set(e, ERR_INPUT, "%s: absence from %s: that "
			    "day is over; an absence is announced ahead, from "
			    "%s (today) or a later day", what, str_shown(a,
			    node_str(x, "from"), 20), clock_day_name(a,
			    clock_day(now)));
	return rc;
}

static int
check(struct err *e, struct arena *a, struct history *h,
    const struct submit_input *in, char id[41], struct position *p,
    struct submission *s)
{
	uint8_t secret[32];
	int rc = position_head(e, a, h, id, p);

	if (rc == ERR_OK)
		rc = submission_verify(e, a, in->what, &p->charter, in->text,
		    in->len, in->sig, in->sig2, s);
	if (rc == ERR_OK && p->result != NULL)
		rc = err_set(e, ERR_INPUT, "%s: the game is over: %s",
		    in->what, str_shown(a, p->result, 200));
	if (rc == ERR_OK)
		rc = submission_answers(e, in->what, s, p->n, p->turn_sha);
	if (rc == ERR_OK)
		rc = acts_possible(e, in->what, p, s);
	if (rc == ERR_OK)
		rc = check_absences(e, a, in->what, s);
	if (rc == ERR_OK)
		rc = store_secret(e, a, p->charter.game, secret);
	if (rc == ERR_OK)
		rc = check_content(e, a, in, p, secret, s);
	sodium_memzero(secret, sizeof secret);
	return rc;
}

static const char *
receipt(struct arena *a, const struct charter *c, const struct submission *s)
{
	struct node *t = node_table(a);
	struct str out = str_new(a);

	node_add_string(a, t, "game", c->game);
	node_add_int(a, t, "exchange", s->exchange);
	node_add_string(a, t, "side", c->side[s->side].name);
	node_add_int(a, t, "revision", s->revision);
	node_add_string(a, t, "sha256", s->sha);
	if (submission_acts_alone(s))
		node_add_bool(a, t, "act", true);
	toml_write(&out, t);
	return out.s;
}

/* The head that was read is still the head, or it is read again. */
static int
still_open(struct err *e, struct arena *a, struct history *h, const char *at,
    const struct position **now)
{
	struct position *p;
	char id[41];
	int found, rc = history_head(e, h, id, &found);

	if (rc != ERR_OK || strcmp(id, at) == 0)
		return rc;
	*now = p = arena_new(a, struct position, 1);
	return position_head(e, a, h, id, p);
}

/* Under the lock: the exchange is still open, and stays so until the receipt
 * is written. */
static int
keep(struct err *e, struct arena *a, struct history *h,
    const struct submit_input *in, const char *at,
    const struct position *old, const struct submission *s,
    const struct secret_key *k, struct submit_output *out)
{
	const char *side = old->charter.side[s->side].name;
	struct inbox_entry x = { .exchange = s->exchange, .side = side,
	    .revision = s->revision, .text = s->text, .len = s->len,
	    .sig = s->sig, .sig_len = s->sig_len, .ssh = s->ssh,
	    .act = submission_acts_alone(s) };
	const struct position *now = old;
	int again = 0, rc = still_open(e, a, h, at, &now);

	if (rc == ERR_OK)
		rc = submission_answers(e, in->what, s, now->n, now->turn_sha);
	if (rc == ERR_OK && (rc = inbox_put(e, a, h, &x, &again)) != ERR_OK)
		err_prefix(e, "%s", in->what);
	if (rc == ERR_OK)
		rc = inbox_left(e, a, h, s->exchange, side, &out->left);
	if (rc != ERR_OK)
		return rc;
	out->game = old->charter.game;
	out->side = side;
	out->exchange = s->exchange;
	out->revision = s->revision;
	out->again = again;
	out->leaves = x.act ? NULL : submission_leaves(s, side,
	    position_asks(now));
	out->receipt = receipt(a, &old->charter, s);
	out->receipt_sig = sig_minisign(a, k, out->receipt,
	    strlen(out->receipt), arena_printf(a, "iacta %s %ld %s",
	    out->game, out->exchange, side));
	return inbox_put_receipt(e, a, h, &x, out->receipt,
	    out->receipt_sig);
}

int
submit(struct err *e, struct arena *a, struct history *h,
    const struct submit_input *in, struct submit_output *out)
{
	struct position *p = arena_new(a, struct position, 1);
	struct submission *s = arena_new(a, struct submission, 1);
	struct secret_key k = { .id = { 0 } };
	char at[41];
	int rc = check(e, a, h, in, at, p, s);

	memset(out, 0, sizeof *out);
	if (rc == ERR_OK)
		rc = submit_key(e, a, &p->charter, &k);
	if (rc == ERR_OK)
		rc = history_lock(e, h);
	if (rc == ERR_OK) {
		rc = keep(e, a, h, in, at, p, s, &k, out);
		history_unlock(h);
	}
	keys_wipe(&k);
	return rc;
}
