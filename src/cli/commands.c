/* commands.c: the list of commands, in the order of a game */
#include "cli/commands.h"

const struct command *const commands[] = {
	&cmd_keygen,
	&cmd_games,
	&cmd_new,
	&cmd_accept,
	&cmd_show,
	&cmd_map,
	&cmd_turn,
	&cmd_orders,
	&cmd_check,
	&cmd_seal,
	&cmd_sign,
	&cmd_submit,
	&cmd_adjudicate,
	&cmd_audit,
	&cmd_why,
	&cmd_report,
	&cmd_luck,
	&cmd_mail,
	&cmd_doctrine,
	&cmd_play,
	&cmd_selfplay,
	&cmd_help,
	NULL,
};
