/* adjudicate.c: resolve an exchange and commit what became of it */
#include "trust/adjudicate.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "trust/acts.h"
#include "trust/inbox.h"
#include "trust/past.h"
#include "trust/store.h"
#include "trust/submit.h"

#include <sodium.h>
#include <string.h>

/* Under the lock, with what is at hand. */
struct work {
	struct err *e;
	struct arena *a;
	struct history *h;
	struct position *p;
	char head[41];
	uint8_t secret[32];
	struct secret_key key;
	struct inbox_entry *entry;
	size_t nentries;
	struct inbox_entry *act;	/* that hold acts alone */
	size_t nacts;
	const char *late[CHARTER_SIDES];
	int nlate;
	const char *broken;	/* a receipt whose submission is lost */
};

static const struct inbox_entry *
entry_of(const struct work *w, const char *side)
{
	for (size_t i = 0; i < w->nentries; i++)
		if (strcmp(w->entry[i].side, side) == 0)
			return &w->entry[i];
	return NULL;
}

/* Did what this side sent answer nothing that is asked of it? */
static int
answers_nothing(struct work *w, const struct inbox_entry *x, bool *out)
{
	const struct charter *c = &w->p->charter;
	struct submission s;
	const char *what = inbox_name(w->a, x);
	int rc = submission_parse(w->e, w->a, what, c, x->text, x->len, &s);

	if (rc == ERR_OK)
		rc = submission_open(w->e, w->a, what, c, w->secret, &s);
	*out = rc == ERR_OK && submission_leaves(&s, x->side,
	    position_asks(w->p)) != NULL;
	return rc;
}

/* What is asked of a side: "orders", "retreat" */
static const char *
asked_of(const struct work *w, const char *side)
{
	const struct node *x = position_asks(w->p);
	struct str s = str_new(w->a);
	const char *last = "";

	for (x = x ? x->child : NULL; x != NULL; x = x->next) {
		const char *who = node_str(x, "side");
		const char *kind = node_str(x, "kind");

		if (who == NULL || kind == NULL || strcmp(who, side) != 0 ||
		    strcmp(kind, last) == 0)
			continue;
		str_addf(&s, "%s%s", s.len ? ", " : "", kind);
		last = kind;
	}
	return s.s;
}

/* Who is missing, and who of them is late. */
static int
muster(struct work *w, bool deadline)
{
	const struct charter *c = &w->p->charter;
	struct str missing = str_new(w->a);

	for (int i = 0; i < c->nsides; i++) {
		const char *side = c->side[i].name;
		const struct inbox_entry *x = entry_of(w, side);
		bool empty = false;
		int rc;

		if (!position_asked(w->p, i))
			continue;
		if (x != NULL && deadline && w->p->n > 0 &&
		    (rc = answers_nothing(w, x, &empty)) != ERR_OK)
			return rc;
		if (x != NULL && !empty)
			continue;
		if (deadline && w->p->n > 0)
			w->late[w->nlate++] = side;
		else
			str_addf(&missing, "%s%s (%s)", missing.len ? ", " :
			    "", side, asked_of(w, side));
	}
	if (missing.len == 0)
		return ERR_OK;
	if (w->broken != NULL)
		return err_set(w->e, ERR_NOTHING, "exchange %ld waits for %s; "
		    "%s says that a submission was there which is lost: have "
		    "it sent again", w->p->n, missing.s, w->broken);
	return err_set(w->e, ERR_NOTHING, "exchange %ld waits for %s%s",
	    w->p->n, missing.s, w->p->n > 0 ? "; --deadline would declare "
	    "them late" : "; an acceptance is never late");
}

static int
parse_all(struct work *w, const struct inbox_entry *x, size_t n,
    struct submission **out)
{
	int rc = ERR_OK;

	*out = arena_new(w->a, struct submission, n + 1);
	for (size_t i = 0; i < n && rc == ERR_OK; i++)
		rc = submission_parse(w->e, w->a, inbox_name(w->a, &x[i]),
		    &w->p->charter, x[i].text, x[i].len, &(*out)[i]);
	return rc;
}

/* Somebody resigns, or all agree on something: nobody is waited for. */
static int
is_decided(struct work *w, bool *out)
{
	struct submission *sub, *alone;
	struct acts acts;
	int rc = parse_all(w, w->entry, w->nentries, &sub);

	if (rc == ERR_OK)
		rc = parse_all(w, w->act, w->nacts, &alone);
	if (rc != ERR_OK)
		return rc;
	acts_apply(w->a, w->p, sub, (int)w->nentries, alone, (int)w->nacts,
	    &acts);
	*out = acts_decide(&acts);
	return ERR_OK;
}

static int
resolve(struct work *w, struct exchange_output *out)
{
	struct past past = { .h = w->h,
	    .referee = &w->p->charter.referee_key };
	struct exchange_paper *paper = arena_new(w->a, struct exchange_paper,
	    w->nentries + w->nacts + 1);
	struct exchange_input in = { .files = w->p->files,
	    .nfiles = w->p->nfiles, .loaded = w->p,
	    .past = past_of(&past), .paper = paper,
	    .npapers = (int)(w->nentries + w->nacts), .late = w->late,
	    .nlate = w->nlate, .secret = w->secret };

	for (size_t i = 0; i < w->nentries; i++)
		paper[i] = (struct exchange_paper){ w->entry[i].text,
		    w->entry[i].len, w->entry[i].sig,
		    inbox_name(w->a, &w->entry[i]) };
	for (size_t i = 0; i < w->nacts; i++)
		paper[w->nentries + i] = (struct exchange_paper){
		    w->act[i].text, w->act[i].len, w->act[i].sig,
		    inbox_name(w->a, &w->act[i]) };
	return exchange_run(w->e, w->a, &in, out);
}

/* The commit stands: what fails now is told, and does not undo it. */
static const char *
tidy(struct work *w, const char *id, const struct exchange_output *x)
{
	struct err e;

	if (inbox_clean(&e, w->a, w->h, x->n) != ERR_OK ||
	    history_refresh_to(&e, w->h, w->head, id, x->file, x->nfiles) !=
	    ERR_OK)
		return arena_strdup(w->a, e.msg);
	if (w->broken != NULL)
		return arena_printf(w->a, "%s says that a submission was there "
		    "which is lost; with that receipt the referee is "
		    "convicted", w->broken);
	return NULL;
}

static int
work(struct work *w, bool deadline, struct adjudicated *out)
{
	int64_t when;
	bool decided = false;
	int rc = position_head(w->e, w->a, w->h, w->head, w->p);

	if (rc == ERR_OK && w->p->result != NULL)
		rc = err_set(w->e, ERR_NOTHING, "the game is over: %s",
		    str_shown(w->a, w->p->result, 200));
	if (rc == ERR_OK)
		rc = submit_key(w->e, w->a, &w->p->charter, &w->key);
	if (rc == ERR_OK)
		rc = store_secret(w->e, w->a, w->p->charter.game, w->secret);
	if (rc == ERR_OK)
		rc = inbox_get(w->e, w->a, w->h, w->p->n, &w->entry,
		    &w->nentries);
	if (rc == ERR_OK)
		rc = inbox_lost(w->e, w->a, w->h, w->p->n, w->entry,
		    w->nentries, &w->broken);
	if (rc == ERR_OK)
		rc = inbox_acts(w->e, w->a, w->h, w->p->n, &w->act, &w->nacts);
	if (rc == ERR_OK)
		rc = is_decided(w, &decided);
	if (rc == ERR_OK && !decided)
		rc = muster(w, deadline);
	if (rc == ERR_OK)
		rc = resolve(w, &out->x);
	if (rc == ERR_OK)
		rc = history_now(w->e, &when);
	if (rc == ERR_OK)
		rc = history_append(w->e, w->h, w->p->charter.game, &w->key,
		    w->head, out->x.file, out->x.nfiles, exchange_message(
		    w->a, w->p->charter.game, &out->x, exchange_program),
		    when, out->id);
	if (rc == ERR_OK)
		out->warning = tidy(w, out->id, &out->x);
	return rc;
}

/* Who is not leaves nothing behind in his clone: the lock is in the private
 * directory, and that is the referee's. */
static int
is_referee(struct work *w)
{
	int rc;

	if (history_is_private(w->h))
		return ERR_OK;
	rc = position_head(w->e, w->a, w->h, w->head, w->p);
	if (rc == ERR_OK)
		rc = submit_key(w->e, w->a, &w->p->charter, &w->key);
	keys_wipe(&w->key);
	return rc;
}

int
adjudicate(struct err *e, struct arena *a, struct history *h, bool deadline,
    struct adjudicated *out)
{
	struct work *w = arena_new(a, struct work, 1);
	char before[41] = "", now[41] = "";
	int rc, found;

	memset(out, 0, sizeof *out);
	w->e = e;
	w->a = a;
	w->h = h;
	w->p = arena_new(a, struct position, 1);
	rc = history_head(e, h, before, &found);
	if (rc == ERR_OK)
		rc = is_referee(w);
	if (rc == ERR_OK)
		rc = history_lock(e, h);
	if (rc == ERR_OK) {
		rc = history_head(e, h, now, &found);
		if (rc == ERR_OK && history_finished(h))
			rc = err_set(e, ERR_NOTHING, "an adjudication that was "
			    "interrupted is finished now: see commit %.12s; "
			    "nothing else was done", now);
		else if (rc == ERR_OK && strcmp(before, now) != 0)
			rc = err_set(e, ERR_NOTHING, "somebody else adjudicated "
			    "this exchange in the meantime; nothing was done");
		if (rc == ERR_OK)
			rc = work(w, deadline, out);
		history_unlock(h);
	}
	sodium_memzero(w->secret, sizeof w->secret);
	keys_wipe(&w->key);
	return rc;
}
