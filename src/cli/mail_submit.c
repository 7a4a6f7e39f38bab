/* mail_submit.c: iacta submit --mail: a submission from a message */
#include "cli/mail_commands.h"

#include "base/file.h"
#include "base/str.h"
#include "cli/cmd_mail.h"
#include "cli/game.h"
#include "mail/answer.h"
#include "mail/incoming.h"

#include <string.h>

/* What an MTA wants to hear (sysexits.h): try again later. */
#define EX_TEMPFAIL 75

static void
print_taken(const struct incoming *in)
{
	if (*in->undone != '\0')
		cli_note("what mail had done to it could be undone: %s",
		    in->undone);
	cli_print_submitted(&in->out);
}

/*
 * With an answer sent, or none due, a message that is wrong is no failure of
 * the pipe: an MTA would bounce it.  Where nothing could be done (somebody
 * holds the game, the answer could not leave) it shall try again.
 */
int
mail_submit_run(struct err *e, struct cli *c)
{
	struct mail_way way;
	struct incoming in;
	struct err failed = { 0 };
	bool answers = cli_given(c, "answer"), sent = false;
	const char *from;
	char *s;
	size_t len;
	long wait;
	int rc = cmd_mail_way(e, c, answers, &way, &from);

	if (rc == ERR_OK)
		rc = cli_number(e, c, "wait", 0, HISTORY_WAIT, &wait);
	if (rc == ERR_OK)
		rc = file_read(e, c->a, "-", MESSAGE_MAX, &s, &len);
	if (rc != ERR_OK)
		return rc;
	rc = incoming_take(e, c->a, s, len, cli_dir(c), cli_value(c, "games"),
	    wait, &in);
	if (rc == ERR_OK)
		rc = cli_keep_receipt(e, c, &in.out);
	if (!answers) {
		if (rc == ERR_OK)
			print_taken(&in);
		incoming_close(&in);
		return rc;
	}
	/* a full disk is no fault of the sender's: the queue keeps it */
	if (rc == ERR_NOTHING || rc == ERR_SYSTEM) {
		incoming_close(&in);
		cli_note("%s", e->msg);
		return err_set(e, EX_TEMPFAIL, "try again later");
	}
	if (answer(&failed, c->a, &in, rc == ERR_OK ? NULL : e->msg, from,
	    &way, &sent) != ERR_OK) {
		incoming_close(&in);
		return err_set(e, EX_TEMPFAIL, "the answer could not be sent: "
		    "%s", failed.msg);
	}
	if (rc == ERR_OK)
		cli_note("%s: exchange %ld, %s, revision %ld%s", in.out.game,
		    in.out.exchange, in.out.side, in.out.revision, sent ? "" :
		    "; no answer was due");
	else
		cli_note("%s%s", e->msg, sent ? "; answered" : in.m.silent ?
		    "; it gets no answer" : "; too many answers today");
	incoming_close(&in);
	return ERR_OK;
}
