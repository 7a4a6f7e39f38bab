/* cmd_mail.c: commands about mail: iacta becomes iacta-mail for them */
#include "cli/cmd_mail.h"
#include "cli/commands.h"

#include "base/file.h"
#include "base/str.h"
#include "mail/write.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

int
cmd_mail_become(struct err *e, struct cli *c)
{
	const char *program = cli_program(c->a, "iacta-mail");
	int n = 0;
	char **args;

	if (!file_exists(program))
		return err_set(e, ERR_INPUT, "%s needs %s, which was not "
		    "built: install libgmime-3.0-dev and build again",
		    c->command->name, program);
	while (c->argv[n] != NULL)
		n++;
	args = arena_new(c->a, char *, (size_t)n + 2);
	args[0] = arena_strdup(c->a, program);
	memcpy(args + 1, c->argv, (size_t)n * sizeof *args);
	fflush(stdout);
	execv(program, args);
	return err_errno(e, program);
}

int
cmd_mail_way(struct err *e, struct cli *c, bool needed, struct mail_way *way,
    const char **from)
{
	const char *sendmail = cli_value(c, "sendmail");

	*from = cli_value(c, "from");
	*way = (struct mail_way){ sendmail ? sendmail : "/usr/sbin/sendmail",
	    cli_value(c, "maildir") };
	if (needed && *from == NULL)
		return err_set(e, ERR_USAGE, "%s: --from is missing: the "
		    "address that answers come from and replies go to",
		    c->command->name);
	if (*from != NULL && (strpbrk(*from, "\r\n") != NULL ||
	    strchr(*from, '@') == NULL))
		return err_set(e, ERR_USAGE, "%s: --from %s: it is not an "
		    "address", c->command->name, str_shown(c->a, *from, 80));
	return ERR_OK;
}

const struct cli_option cmd_mail_options[] = {
	{ "from", 0, "ADDRESS", "where it comes from and replies go to",
	    false },
	{ "side", 's', "S", "only to this side", false },
	{ "again", 0, NULL, "also to those who have had this turn's", false },
	{ "remind", 0, NULL, "a reminder to those who are awaited", false },
	{ "digest", 0, NULL, "with --games: one message to each who plays in "
	    "several of them, about all of them", false },
	{ "games", 0, "DIR", "the directory of the games", false },
	{ "sendmail", 0, "PROGRAM", "what sends it (/usr/sbin/sendmail)",
	    false },
	{ "maildir", 0, "DIR", "put it into a Maildir instead", false },
	{ .name = NULL },
};

const struct command cmd_mail = {
	.name = "mail", .operands = "[DIR]",
	.help = "write to the players: the report, the map, the sheet",
	.max = 1, .options = cmd_mail_options, .run = cmd_mail_become,
};

const struct cli_option cmd_tick_options[] = {
	{ "games", 0, "DIR", "the directory of the games", false },
	{ "from", 0, "ADDRESS", "where mail comes from and replies go to",
	    false },
	{ "sendmail", 0, "PROGRAM", "what sends it (/usr/sbin/sendmail)",
	    false },
	{ "maildir", 0, "DIR", "put it into a Maildir instead", false },
	{ .name = NULL },
};

const struct command cmd_tick = {
	.name = "tick", .operands = "",
	.help = "do what is due in every game: adjudicate, remind, write",
	.options = cmd_tick_options, .run = cmd_mail_become,
};
