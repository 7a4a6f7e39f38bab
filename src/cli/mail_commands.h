/* mail_commands.h: the commands of iacta-mail */
#ifndef IACTA_CLI_MAIL_COMMANDS_H
#define IACTA_CLI_MAIL_COMMANDS_H

#include "cli/cli.h"

int mail_submit_run(struct err *e, struct cli *c);
int mail_mail_run(struct err *e, struct cli *c);

#endif
