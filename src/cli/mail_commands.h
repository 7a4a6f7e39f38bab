/* mail_commands.h: the commands of iacta-mail */
#ifndef IACTA_CLI_MAIL_COMMANDS_H
#define IACTA_CLI_MAIL_COMMANDS_H

#include "cli/cli.h"

struct clock;
struct mail_way;
struct position;

int mail_submit_run(struct err *e, struct cli *c);
int mail_mail_run(struct err *e, struct cli *c);
int mail_tick_run(struct err *e, struct cli *c);

/* Write to the players and spectators of a game, each once for a turn.
 * ERR_NOTHING where the charter has no address. */
int mail_players(struct err *e, struct cli *c, struct history *h,
	struct position *p, const char *id, const char *from,
	const struct mail_way *way, int *sent)
	__attribute__((warn_unused_result));

/* One message to each address that plays in several games of a directory. */
int mail_digest(struct err *e, struct cli *c, const char *from,
	const struct mail_way *way) __attribute__((warn_unused_result));

/* Is there a game's repository at `dir`? */
bool mail_is_game(struct arena *a, const char *dir);

/* Remind a side, if it is awaited. */
int mail_remind(struct err *e, struct cli *c, struct history *h,
	struct position *p, int side, const struct clock *k, bool moved,
	const char *from,
	const struct mail_way *way, bool *sent)
	__attribute__((warn_unused_result));

#endif
