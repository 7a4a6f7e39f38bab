/* commands.h: every command, each from its own cmd_NAME.c */
#ifndef IACTA_CLI_COMMANDS_H
#define IACTA_CLI_COMMANDS_H

#include "cli/cli.h"

extern const struct command cmd_keygen;
extern const struct command cmd_new;
extern const struct command cmd_accept;
extern const struct command cmd_seal;
extern const struct command cmd_sign;
extern const struct command cmd_submit;
extern const struct command cmd_adjudicate;

#endif
