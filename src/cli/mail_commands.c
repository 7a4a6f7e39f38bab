/* mail_commands.c: the commands of iacta-mail, which is linked with GMime.
 *
 * GMime brings a dozen libraries with it.  The commands that read and write
 * mail are in a program of their own, which iacta becomes for them, so that
 * nothing else starts slower. */
#include "cli/cmd_mail.h"
#include "cli/mail_commands.h"

/* What answers hands its answer to sendmail. */
static bool
is_alone(const struct cli *c)
{
	return !cli_given(c, "answer") || cli_given(c, "maildir");
}

static const struct command submit_mail = {
	.name = "submit", .operands = "[DIR]",
	.help = "take a submission from a message",
	.max = 1, .options = cmd_submit_options, .run = mail_submit_run,
	.alone = is_alone,
};

static const struct command mail = {
	.name = "mail", .operands = "[DIR]",
	.help = "write to the players",
	.max = 1, .options = cmd_mail_options, .run = mail_mail_run,
};

static const struct command tick = {
	.name = "tick", .operands = "",
	.help = "do what is due in every game",
	.options = cmd_tick_options, .run = mail_tick_run,
};

const struct command *const commands[] = {
	&submit_mail,
	&mail,
	&tick,
	NULL,
};
