/* commands.c: the list of commands, in the order of a game */
#include "cli/commands.h"

const struct command *const commands[] = {
	&cmd_keygen,
	&cmd_new,
	&cmd_accept,
	&cmd_seal,
	&cmd_sign,
	&cmd_submit,
	&cmd_adjudicate,
	NULL,
};
