/* why.h: between cmd_why.c and its parts: one roll and all about it */
#ifndef IACTA_CLI_WHY_H
#define IACTA_CLI_WHY_H

#include "cli/cli.h"
#include "trust/past.h"

#define WHY_TRIES 64		/* attempts at one roll that are shown */

struct why {
	struct cli *c;
	struct past past;
	const char *dir;
	/* the roll */
	long n;				/* its exchange */
	long k;				/* its index */
	const char *label, *shows;
	long nth;
	int sides, face;
	struct position *before;	/* commit n */
	const struct history_commit *made;	/* commit n+1 */
	const char *sender[CHARTER_SIDES];	/* in the transcript */
	int nsenders;
	const char *commitment, *seed, *transcript, *key;	/* hex */
	uint32_t tried[WHY_TRIES];	/* each v; the last was taken */
	int ntries;
	/* what it did; NULL where it is in no event yet */
	const struct node *event;
	const struct node *lead;	/* the event that led to it, or NULL */
	long told;			/* the commit that tells of it */
	struct position *then;		/* the same */
};

/* why_event.c: find the event (past.commit is listed), and say what it was. */
int why_find(struct err *e, struct why *w) __attribute__((warn_unused_result));
void why_event(struct why *w, struct str *out);

/* why_shell.c: the commands that do it again, for sh; the last line that they
 * print is "face F". */
void why_shell(struct why *w, struct str *out);

#endif
