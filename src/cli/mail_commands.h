/* mail_commands.h: the commands of iacta-mail */
#ifndef IACTA_CLI_MAIL_COMMANDS_H
#define IACTA_CLI_MAIL_COMMANDS_H

#include "cli/cli.h"

struct mail_way;
struct position;

int mail_submit_run(struct err *e, struct cli *c);
int mail_mail_run(struct err *e, struct cli *c);
int mail_tick_run(struct err *e, struct cli *c);

/* Write to the players of a game, each once for a turn; or remind those who
 * are awaited.  ERR_NOTHING where the charter has no address. */
int mail_players(struct err *e, struct cli *c, struct history *h,
	struct position *p, const char *id, const char *from,
	const struct mail_way *way, bool reminder, int *sent)
	__attribute__((warn_unused_result));

#endif
