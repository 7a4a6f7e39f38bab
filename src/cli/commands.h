/* commands.h: every command, each from its own cmd_NAME.c */
#ifndef IACTA_CLI_COMMANDS_H
#define IACTA_CLI_COMMANDS_H

#include "cli/cli.h"

extern const struct command cmd_keygen;
extern const struct command cmd_games;
extern const struct command cmd_new;
extern const struct command cmd_accept;
extern const struct command cmd_show;
extern const struct command cmd_map;
extern const struct command cmd_turn;
extern const struct command cmd_orders;
extern const struct command cmd_check;
extern const struct command cmd_seal;
extern const struct command cmd_sign;
extern const struct command cmd_submit;
extern const struct command cmd_adjudicate;
extern const struct command cmd_referee;
extern const struct command cmd_audit;
extern const struct command cmd_why;
extern const struct command cmd_report;
extern const struct command cmd_luck;
extern const struct command cmd_mail;
extern const struct command cmd_tick;
extern const struct command cmd_hook;
extern const struct command cmd_doctrine;
extern const struct command cmd_play;
extern const struct command cmd_selfplay;
extern const struct command cmd_desk;
extern const struct command cmd_help;

#endif
