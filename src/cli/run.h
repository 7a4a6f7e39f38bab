/* run.h: other programs: the editor, the pager, git, sendmail */
#ifndef IACTA_CLI_RUN_H
#define IACTA_CLI_RUN_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Run a program and wait for it; its exit status, 127 where it cannot be
 * started.  argv ends with NULL.
 */
int run_wait(const char *const *argv);
/* The same with this text on its standard input. */
int run_feed(const char *const *argv, const char *text, size_t len);
/* The user's editor on a file ($VISUAL, $EDITOR, vi); as run_wait. */
int run_editor(const char *file);
/* Show a text: in $PAGER (less) where it is longer than the terminal, else
 * as it is. */
void run_pager(const char *text);

#endif
