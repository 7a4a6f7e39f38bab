/* page.h: the replay page of a game, from its history */
#ifndef IACTA_CLI_PAGE_H
#define IACTA_CLI_PAGE_H

#include "cli/game.h"
#include "trust/retell.h"

struct str;

/* The page of what `x` tells about turn `p`. */
int page_make(struct err *e, struct cli *c, struct history *h,
	struct position *p, const struct report_context *x, struct str *out)
	__attribute__((warn_unused_result));

/* The same, to standard output. */
int page_print(struct err *e, struct cli *c, struct history *h,
	struct position *p, const struct report_context *x)
	__attribute__((warn_unused_result));

#endif
