/* cmd_hook.c: iacta hook post-receive, iacta hook update: orders that players
 * push, and what else they may push: nothing */
#include "cli/commands.h"

#include "base/str.h"
#include "cli/game.h"
#include "trust/adjudicate.h"
#include "trust/sig.h"

#include <stdlib.h>
#include <string.h>

#define REF "refs/heads/orders/"
#define LINE 400

/* FILE.toml with FILE.toml.minisig or .sig beside it, or an armoured file. */
static bool
as_submission(struct err *e, struct cli *c, const struct history_file *files,
    size_t n, const struct history_file *f, struct submit_input *in)
{
	static const char *const ext[] = { ".minisig", ".sig" };
	char *text, *sig, *sig2;
	size_t len;

	*in = (struct submit_input){ .what = str_shown(c->a, f->path, 100),
	    .text = f->data, .len = f->len };
	for (int i = 0; i < 2; i++) {
		const struct history_file *s = position_file(files, n,
		    arena_printf(c->a, "%s%s", f->path, ext[i]));

		if (s != NULL) {
			in->sig = arena_strndup(c->a, s->data, s->len);
			return true;
		}
	}
	if (!sig_is_armoured(f->data, f->len) || sig_dearmor(e, c->a, in->what,
	    f->data, f->len, &text, &len, &sig, &sig2) != ERR_OK)
		return false;
	*in = (struct submit_input){ in->what, text, len, sig, sig2 };
	return true;
}

/* Whatever of a pushed commit is a submission.  The push has happened: what
 * is wrong with it is told to who pushed, and nothing else comes of it. */
static void
take_commit(struct cli *c, struct history *h, const char *id)
{
	struct history_file *files;
	struct err e = { 0 };
	size_t n;
	int taken = 0;

	if (history_read_all(&e, h, c->a, id, &files, &n) != ERR_OK) {
		cli_note("%s", e.msg);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		struct submit_input in;
		struct submit_output out;

		if (!as_submission(&e, c, files, n, &files[i], &in))
			continue;
		taken++;
		if (submit(&e, c->a, h, &in, &out) != ERR_OK)
			cli_note("%s", e.msg);
		else
			cli_note("received: %s, exchange %ld, %s, revision "
			    "%ld%s", out.game, out.exchange, out.side,
			    out.revision, out.again ? " (again)" : "");
	}
	if (taken == 0)
		cli_note("there is no submission in %.12s: push a file and its "
		    ".minisig, or the block that `iacta sign` prints", id);
}

/* As long as everybody who is asked has answered. */
static int
go_on(struct err *e, struct cli *c, struct history *h)
{
	struct adjudicated *out = arena_new(c->a, struct adjudicated, 1);
	int rc;

	while ((rc = adjudicate(e, c->a, h, false, out)) == ERR_OK)
		cli_note("%s", out->x.headline);
	if (rc != ERR_NOTHING)
		return rc;
	cli_note("%s", e->msg);
	return ERR_OK;
}

/*
 * A push is taken before post-receive is asked, so a player could put anything
 * in the place of main.  Git asks `update` first, for each ref: the branches of
 * the sides are all that anybody pushes.
 */
static int
may_update(struct err *e, struct cli *c, struct history *h)
{
	const char *ref = c->operand[1], *side = ref + strlen(REF);
	struct position *p = arena_new(c->a, struct position, 1);
	char id[41];
	int rc = position_head(e, c->a, h, id, p);

	if (rc != ERR_OK || (strncmp(ref, REF, strlen(REF)) == 0 &&
	    charter_side(&p->charter, side) >= 0))
		return rc;
	return err_set(e, ERR_INPUT, "%s: nobody pushes that; push your orders "
	    "to " REF "SIDE, SIDE one of %s", str_shown(c->a, ref, 100),
	    charter_sides(c->a, &p->charter));
}

static int
take_pushes(struct err *e, struct cli *c, struct history *h)
{
	char line[LINE], id[65], ref[LINE];
	bool any = false;

	while (fgets(line, sizeof line, stdin) != NULL) {
		if (sscanf(line, "%*64s %64s %399s", id, ref) != 2 ||
		    strncmp(ref, REF, strlen(REF)) != 0 ||
		    strspn(id, "0123456789abcdef") != 40 ||
		    strspn(id, "0") == 40)
			continue;
		any = true;
		take_commit(c, h, id);
	}
	return any ? go_on(e, c, h) : ERR_OK;
}

static int
run(struct err *e, struct cli *c)
{
	const char *dir = getenv("GIT_DIR"), *what = c->operand[0];
	bool update = strcmp(what, "update") == 0;
	struct history *h = NULL;
	int rc;

	if (!update && strcmp(what, "post-receive") != 0)
		return err_set(e, ERR_USAGE, "hook: %s: there are post-receive "
		    "and update", str_shown(c->a, what, 40));
	if (c->noperands != (update ? 4 : 1))
		return err_set(e, ERR_USAGE, "hook: git calls it as `hook "
		    "post-receive` or `hook update REF OLD NEW`");
	rc = history_open(e, dir ? dir : ".", &h);
	if (rc == ERR_OK)
		rc = update ? may_update(e, c, h) : take_pushes(e, c, h);
	history_close(h);
	return rc;
}

const struct command cmd_hook = {
	.name = "hook", .operands = "post-receive | update REF OLD NEW",
	.help = "take the orders that were pushed to " REF "SIDE, and let "
	    "nothing else be pushed",
	.min = 1, .max = 4, .run = run,
};
