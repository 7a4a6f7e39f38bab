/* incoming.c: the submission in a message: found, read, handed in */
#include "mail/incoming.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "mail/unmangle.h"
#include "trust/history.h"
#include "trust/sig.h"

#include <string.h>
#include <strings.h>

static bool
ends(const char *s, const char *with)
{
	size_t n = strlen(s), m = strlen(with);

	return n >= m && strcasecmp(s + n - m, with) == 0;
}

/* Attachments FILE and FILE.minisig (or .sig) are a block too. */
static void
add_pairs(struct arena *a, const struct message *m, struct unmangle *u)
{
	for (int i = 0; i < m->n; i++)
		for (int k = 0; k < m->n; k++) {
			const char *text = m->text[i].name;
			const char *sig = m->text[k].name;
			size_t n;

			if (text == NULL || sig == NULL || i == k ||
			    !(ends(sig, ".minisig") || ends(sig, ".sig")))
				continue;
			n = strlen(text);
			if (strncasecmp(sig, text, n) != 0 || sig[n] != '.')
				continue;
			unmangle_text(a, arena_printf(a, "-----BEGIN IACTA "
			    "ORDERS-----\n%s\n-----BEGIN IACTA SIGNATURE-----"
			    "\n%s\n-----END IACTA ORDERS-----\n",
			    m->text[i].text, m->text[k].text),
			    m->text[i].len + m->text[k].len + 96, u);
		}
}

/* Why nothing was found, as exactly as it can be said. */
static int
nothing(struct err *e, const struct message *m, const struct unmangle *u)
{
	if (u->cut)
		return err_set(e, ERR_INPUT, "message: the submission is cut "
		    "off: it begins, but the line -----END IACTA ORDERS----- "
		    "did not arrive; send it again, as an attachment if it "
		    "happens twice");
	if (m->encrypted)
		return err_set(e, ERR_INPUT, "message: it is encrypted, and "
		    "the referee cannot read it; send it unencrypted (what is "
		    "secret in it is sealed already)");
	if (m->tnef)
		return err_set(e, ERR_INPUT, "message: all of it is in "
		    "winmail.dat, which only Outlook reads; send it as plain "
		    "text");
	if (m->too_large)
		return err_set(e, ERR_INPUT, "message: a part of it has more "
		    "than %u bytes and was passed over; a submission is much "
		    "smaller", MESSAGE_TEXT_MAX);
	return err_set(e, ERR_INPUT, "message: there is no submission in it: "
	    "no line is -----BEGIN IACTA ORDERS-----, and no .toml with its "
	    ".minisig is attached; `iacta sign` prints the block to paste");
}

/* The game's repository: `dir`, or the one of that name. */
static int
open_game(struct err *e, struct arena *a, const char *dir, const char *games,
    struct incoming *in)
{
	char id[41];
	int rc;

	if (games != NULL) {
		if (in->game == NULL)
			return err_set(e, ERR_INPUT, "message: the submission "
			    "does not say which game it is for; the line game "
			    "= \"NAME\" is missing");
		dir = arena_printf(a, "%s/%s", games, in->game);
		if (!file_exists(dir))
			dir = arena_printf(a, "%s/%s.git", games, in->game);
		if (!file_exists(dir))
			return err_set(e, ERR_INPUT, "message: no game here is "
			    "called \"%s\"", in->game);
	}
	in->p = arena_new(a, struct position, 1);
	rc = history_open(e, dir, &in->h);
	if (rc == ERR_OK)
		rc = position_head(e, a, in->h, id, in->p);
	if (rc != ERR_OK)
		in->p = NULL;
	return rc;
}

/* Things that mail programs put into texts and that cannot be undone. */
static int
refine(struct err *e, const struct unmangle *u, int rc)
{
	static const struct { const char *in, *what; } signs[] = {
		{ "safelinks.protection", "a link was rewritten (Safe Links)" },
		{ "urldefense", "a link was rewritten (URL Defense)" },
	};

	if (rc != ERR_VERIFY)
		return rc;
	for (int i = 0; i < u->n; i++)
		for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
			const char *s = u->reading[i].text;
			const char *at = strstr(s, signs[k].in);
			int line = 0;

			if (at == NULL)
				continue;
			for (; s < at; s++)
				line += *s == '\n';
			return err_set(e, ERR_VERIFY, "message: line %d of the "
			    "submission was changed on its way: %s; send it as "
			    "an attachment", line, signs[k].what);
		}
	return rc;
}

/* The readings in turn, until a signature holds. */
static int
verify(struct err *e, struct arena *a, const struct unmangle *u,
    struct incoming *in, struct submit_input *input)
{
	struct err first = { 0 };
	int rc = ERR_INPUT;

	for (int i = 0; i < u->n; i++) {
		const char *s = u->reading[i].text;
		struct submission *sub = arena_new(a, struct submission, 1);
		char *text, *sig, *sig2;
		size_t len;
		struct err why = { 0 };

		rc = sig_dearmor(&why, a, "message", s, strlen(s), &text,
		    &len, &sig, &sig2);
		if (rc == ERR_OK)
			rc = submission_verify(&why, a, "message",
			    &in->p->charter, text, len, sig, sig2, sub);
		if (rc == ERR_OK) {
			*input = (struct submit_input){ "message", text, len,
			    sig, sig2 };
			in->sub = sub;
			in->undone = u->reading[i].how;
			return ERR_OK;
		}
		/* a signature that does not hold says more than a text that
		 * cannot be read, and the first reading more than the last */
		if (first.code == 0 || (first.code != ERR_VERIFY &&
		    rc == ERR_VERIFY))
			first = why;
	}
	*e = first;
	return refine(e, u, e->code);
}

/* Two blocks that are not quoted and say different things. */
static bool
is_ambiguous(struct arena *a, const struct unmangle *u,
    const struct incoming *in)
{
	for (int i = 0; i < u->n; i++) {
		const char *s = u->reading[i].text;
		struct submission other;
		char *text, *sig, *sig2;
		size_t len;
		struct err e = { 0 };

		if (sig_dearmor(&e, a, "message", s, strlen(s), &text, &len,
		    &sig, &sig2) == ERR_OK && submission_verify(&e, a,
		    "message", &in->p->charter, text, len, sig, sig2,
		    &other) == ERR_OK && strcmp(other.sha, in->sub->sha) != 0)
			return true;
	}
	return false;
}

int
incoming_take(struct err *e, struct arena *a, const char *s, size_t len,
    const char *dir, const char *games, long wait, struct incoming *in)
{
	struct unmangle *u = arena_new(a, struct unmangle, 1);
	struct submit_input input;
	int rc;

	memset(in, 0, sizeof *in);
	in->undone = "";
	rc = message_read(e, a, s, len, &in->m);
	if (rc != ERR_OK)
		return rc;
	for (int i = 0; i < in->m.n; i++)
		unmangle_text(a, in->m.text[i].text, in->m.text[i].len, u);
	add_pairs(a, &in->m, u);
	if (u->n == 0)
		return nothing(e, &in->m, u);
	in->game = unmangle_game(a, u);
	rc = open_game(e, a, dir, games, in);
	if (rc == ERR_OK)
		rc = verify(e, a, u, in, &input);
	if (rc == ERR_OK && u->blocks > 1 && is_ambiguous(a, u, in))
		rc = err_set(e, ERR_INPUT, "message: it holds two different "
		    "submissions; send one a message, and quote no other");
	if (rc == ERR_OK) {
		history_wait(in->h, wait);
		rc = submit(e, a, in->h, &input, &in->out);
	}
	in->kept = rc == ERR_OK;
	return rc;
}

void
incoming_close(struct incoming *in)
{
	history_close(in->h);
	in->h = NULL;
}
