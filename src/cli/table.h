/* table.h: between cmd_play.c and its parts: one side at the table */
#ifndef IACTA_CLI_TABLE_H
#define IACTA_CLI_TABLE_H

#include "cli/cli.h"
#include "desk/home.h"

struct prompt;

/* What a side has decided so far in this exchange. */
struct table {
	struct arena *a;	/* of this exchange */
	struct home *home;
	struct prompt *prompt;
	const char *name;	/* the side's */
	bool sandbox;		/* nothing is sent */
	struct node *orders, *answers, *doctrine;
};

enum table_end {
	TABLE_SEND,		/* as it is */
	TABLE_PAUSE,		/* with a pause: go on after the dice */
	TABLE_QUIT,
};

/*
 * Take orders and answers from the prompt until they are to be sent.  Each
 * order is tried at once; `undo` takes the last one back, until a die is
 * rolled for it: then what there is is sent.
 */
enum table_end table_take(struct table *t);

/* What of it goes into a submission: order, answer, doctrine. */
struct node *table_paper(const struct table *t, bool pause);

#endif
