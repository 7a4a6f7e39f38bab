/* cmd_mail.h: what iacta and iacta-mail share of the commands about mail */
#ifndef IACTA_CLI_CMD_MAIL_H
#define IACTA_CLI_CMD_MAIL_H

#include "cli/cli.h"

struct mail_way;

extern const struct cli_option cmd_submit_options[];
extern const struct cli_option cmd_mail_options[];
extern const struct cli_option cmd_tick_options[];

/* The options --from, --sendmail and --maildir; `needed`: --from must be
 * given. */
int cmd_mail_way(struct err *e, struct cli *c, bool needed,
	struct mail_way *way, const char **from)
	__attribute__((warn_unused_result));

/* Become iacta-mail, with the same arguments.  Returns only if that fails. */
int cmd_mail_become(struct err *e, struct cli *c)
	__attribute__((warn_unused_result));

#endif
