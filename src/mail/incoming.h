/* incoming.h: the submission in a message: found, read, handed in */
#ifndef IACTA_MAIL_INCOMING_H
#define IACTA_MAIL_INCOMING_H

#include "mail/message.h"
#include "trust/position.h"
#include "trust/submit.h"

struct history;

/* What came of a message. */
struct incoming {
	struct message m;
	const char *game;	/* what the block calls its game; NULL */
	struct position *p;	/* of that game; NULL: not opened */
	struct history *h;
	struct submission *sub;	/* what was signed; NULL: nothing verified */
	const char *undone;	/* what mail had done to it, as unmangle calls it; "" nothing */
	struct submit_output out;	/* where it was handed in */
	bool kept;
};

/*
 * Read a message, find its game (`dir`, or the repository of that name, with
 * or without .git, in `games`), the reading of its block that verifies, and
 * hand it in, waiting so many seconds for the lock.  The game and the side are what is signed, never From.  On
 * failure `e` says in one sentence what is wrong and what would be right.
 * Always close it.
 */
int incoming_take(struct err *e, struct arena *a, const char *s, size_t len,
	const char *dir, const char *games, long wait, struct incoming *out)
	__attribute__((warn_unused_result));
void incoming_close(struct incoming *in);

#endif
