/* cmd_hook.c: iacta hook post-receive: orders that players push */
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

static int
run(struct err *e, struct cli *c)
{
	const char *dir = getenv("GIT_DIR");
	struct history *h = NULL;
	char line[LINE], id[65], ref[LINE];
	bool any = false;
	int rc;

	if (strcmp(c->operand[0], "post-receive") != 0)
		return err_set(e, ERR_USAGE, "hook: %s: there is only "
		    "post-receive", str_shown(c->a, c->operand[0], 40));
	rc = history_open(e, dir ? dir : ".", &h);
	while (rc == ERR_OK && fgets(line, sizeof line, stdin) != NULL) {
		if (sscanf(line, "%*64s %64s %399s", id, ref) != 2 ||
		    strncmp(ref, REF, strlen(REF)) != 0 ||
		    strspn(id, "0123456789abcdef") != 40 ||
		    strspn(id, "0") == 40)
			continue;
		any = true;
		take_commit(c, h, id);
	}
	if (rc == ERR_OK && any)
		rc = go_on(e, c, h);
	history_close(h);
	return rc;
}

const struct command cmd_hook = {
	.name = "hook", .operands = "post-receive",
	.help = "take the orders that were pushed to " REF "SIDE",
	.min = 1, .max = 1, .run = run,
};
