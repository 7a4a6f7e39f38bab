/* audit_work.h: between the files of the audit */
#ifndef IACTA_TRUST_AUDIT_WORK_H
#define IACTA_TRUST_AUDIT_WORK_H

#include "trust/audit.h"
#include "trust/exchange.h"

/* One commit, as it is in the repository. */
struct audit_at {
	long n;
	const struct history_commit *c;
	struct history_file *files;
	size_t nfiles;
};

/* Something for people that another version wrote otherwise. */
struct audit_remark {
	struct audit_remark *next;
	const char *what, *program;
	long n;			/* in how many commits */
};

struct audit_work {
	struct err *e;
	struct arena *a;	/* for what lives as long as the audit */
	struct arena *here;	/* for what lives as long as one commit */
	struct history *h;
	struct history_commit *commit;
	size_t ncommits;
	struct charter charter;
	const struct charter *now;	/* with the terms of the turn at hand */
	struct audit_at first;		/* commit 0 */
	struct position *ground;	/* charter, rules and board, as it has
					 * them; NULL until it has been made
					 * again */
	const uint8_t *secret;			/* NULL: not out yet */
	uint8_t secret_bytes[32];
	long sealed[CHARTER_SIDES];	/* exchanges with something unread */
	const char *program;		/* that wrote the commit at hand */
	struct audit_remark *remark;
	struct audit_verdict *out;
};

/* --- audit.c --- */

/* Check the commits from .. to - 1, 1 or later, one after another. */
int audit_range(struct audit_work *w, long from, long to)
	__attribute__((warn_unused_result));

/* --- audit_jobs.c --- */

/* ... in so many processes. */
int audit_jobs(struct audit_work *w, long from, long to, int jobs)
	__attribute__((warn_unused_result));

/* --- audit_commit.c --- */

/* `what` was written otherwise by another version, in n commits. */
void audit_remark_add(struct audit_work *w, const char *what,
	const char *program, long n);

/* What is wrong is in this commit: put its number and id before it, once. */
int audit_blame(struct err *e, long n, const char *id);

/* Author, committer, headers, signature; which version wrote it; the message,
 * beside what was made again. */
int audit_commit(struct audit_work *w, const struct audit_at *x)
	__attribute__((warn_unused_result));
int audit_program(struct audit_work *w, const struct audit_at *x)
	__attribute__((warn_unused_result));
int audit_message(struct audit_work *w, const struct audit_at *x,
	const struct exchange_output *made)
	__attribute__((warn_unused_result));
/* Are the files of the commit those that were made again, and no others? */
int audit_same(struct audit_work *w, const struct audit_at *x,
	const struct history_file *made, size_t nmade)
	__attribute__((warn_unused_result));

/* --- audit_dice.c --- */

/* dice.toml of commit x by itself: seed, transcript, key, every roll. */
int audit_dice(struct audit_work *w, const struct audit_at *before,
	const struct audit_at *x) __attribute__((warn_unused_result));
/* The secret that the last commit reveals, if the game is over. */
int audit_secret(struct audit_work *w, const struct audit_at *last)
	__attribute__((warn_unused_result));

/* --- audit_sent.c --- */

/* Every submission of commit x: signature, header. */
int audit_sent(struct audit_work *w, const struct audit_at *before,
	const struct audit_at *x, struct exchange_paper **paper, int *n)
	__attribute__((warn_unused_result));
/* Who was asked has sent something or was declared late, and nobody was who
 * had answered. */
int audit_asked(struct audit_work *w, const struct audit_at *x,
	const struct position *before, const char *const *late, int nlate)
	__attribute__((warn_unused_result));
int audit_receipt(struct audit_work *w, const struct audit_receipt *r)
	__attribute__((warn_unused_result));

#endif
