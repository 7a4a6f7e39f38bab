/* cmd_submit.c: iacta submit: verify a submission, keep it, print a receipt */
#include "cli/commands.h"

#include "base/file.h"
#include "base/str.h"
#include "cli/cmd_mail.h"
#include "cli/game.h"
#include "trust/sig.h"
#include "trust/submission.h"

#include <string.h>

#define MESSAGE_MAX (1u << 20)
#define SIG_MAX 65536

const struct cli_option cmd_submit_options[] = {
	{ "mail", 0, NULL, "read a message from standard input", false },
	{ "games", 0, "DIR", "with --mail: the games are in this directory, "
	    "each by its name", false },
	{ "answer", 0, NULL, "with --mail: answer every message", false },
	{ "from", 0, "ADDRESS", "the address that answers come from", false },
	{ "sendmail", 0, "PROGRAM", "what sends them (/usr/sbin/sendmail)",
	    false },
	{ "maildir", 0, "DIR", "put them into a Maildir instead", false },
	CLI_RECEIPT,
	CLI_WAIT,
	{ .name = NULL },
};

/* FILE.minisig or FILE.sig beside it; NULL if there is neither. */
static int
read_signature(struct err *e, struct cli *c, const char *file, char **sig)
{
	static const char *const ext[] = { "minisig", "sig" };
	size_t n;
	int rc;

	*sig = NULL;
	for (int i = 0; i < 2; i++) {
		const char *path = arena_printf(c->a, "%s.%s", file, ext[i]);

		if (!file_exists(path))
			continue;
		rc = file_read(e, c->a, path, SIG_MAX, sig, &n);
		if (rc == ERR_OK && strlen(*sig) != n)
			rc = err_set(e, ERR_VERIFY, "%s: this is not a "
			    "signature of minisign or OpenSSH",
			    path);
		return rc;
	}
	return ERR_OK;
}

/* A text with a signature beside it, or both in one armoured file. */
static int
read_submission(struct err *e, struct cli *c, const char *file,
    struct submit_input *in)
{
	char *s, *sig = NULL, *sig2 = NULL;
	size_t n;
	bool stream = strcmp(file, "-") == 0;
	int rc = file_read(e, c->a, file, MESSAGE_MAX, &s, &n);

	in->what = stream ? "message" : str_shown(c->a, file, 200);
	if (rc == ERR_OK && n == 0)
		rc = err_set(e, ERR_INPUT, "%s: it is empty", in->what);
	if (rc != ERR_OK)
		return rc;
	if (!stream && !sig_is_armoured(s, n)) {
		rc = read_signature(e, c, file, &sig);
		if (rc == ERR_OK && sig == NULL)
			rc = err_set(e, ERR_VERIFY, "%s: it is not signed: "
			    "neither %s.minisig nor %s.sig is there, and it "
			    "has no armour", in->what, in->what, in->what);
		if (rc == ERR_OK && n > SUBMISSION_MAX)
			rc = err_set(e, ERR_INPUT, "%s: it has %zu bytes; a "
			    "submission may have %u", in->what, n,
			    SUBMISSION_MAX);
	} else {
		rc = sig_dearmor(e, c->a, in->what, s, n, &s, &n, &sig,
		    &sig2);
	}
	in->text = s;
	in->len = n;
	in->sig = sig;
	in->sig2 = sig2;
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	struct submit_input in = { .what = NULL };
	struct history *h = NULL;
	const char *dir, *file;
	bool mail = cli_given(c, "mail");
	long wait;
	int rc;

	cli_dir_file(c, &dir, &file);
	if (mail && c->noperands > 1)
		return err_set(e, ERR_USAGE, "submit: --mail reads standard "
		    "input: leave FILE out");
	if (!mail && file == NULL)
		return err_set(e, ERR_USAGE, "submit: FILE is missing; usage: "
		    "iacta submit [DIR] FILE, or --mail < MESSAGE");
	if (mail)
		return cmd_mail_become(e, c);
	rc = cli_number(e, c, "wait", 0, HISTORY_WAIT, &wait);
	if (rc == ERR_OK)
		rc = cli_no_dir(e, c, file);
	if (rc == ERR_OK)
		rc = read_submission(e, c, file, &in);
	if (rc == ERR_OK)
		rc = history_open(e, dir, &h);
	if (rc == ERR_OK)
		history_wait(h, wait);
	if (rc == ERR_OK)
		rc = cli_submit(e, c, h, &in);
	history_close(h);
	return rc;
}

/* For a message it becomes another program. */
static bool
is_alone(const struct cli *c)
{
	return !cli_given(c, "mail");
}

const struct command cmd_submit = {
	.name = "submit", .operands = "[DIR] FILE",
	.help = "verify a submission, keep it, print the receipt",
	.max = 2, .options = cmd_submit_options, .run = run,
	.alone = is_alone,
};
