/* confine.h: a command that meets bytes from outside sees nothing else */
#ifndef IACTA_CLI_CONFINE_H
#define IACTA_CLI_CONFINE_H

#include "cli/cli.h"

/*
 * For the rest of this process, where the kernel has Landlock: the directory of
 * the game, what the command line names, the referee's or player's own
 * directory and the program's data can be reached, and nothing else; no other
 * program can be started and no TCP connection made.  Where the kernel cannot
 * do it nothing happens, and nothing is said.
 */
void confine(struct cli *c);

#endif
