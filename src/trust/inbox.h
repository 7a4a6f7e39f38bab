/* inbox.h: submissions that wait, and receipts, in the private directory */
#ifndef IACTA_TRUST_INBOX_H
#define IACTA_TRUST_INBOX_H

#include <stddef.h>

struct arena;
struct err;
struct history;

struct inbox_entry {
	long exchange;
	const char *side;
	long revision;
	const char *text;	/* the exact signed bytes */
	size_t len;
	const char *sig;
	size_t sig_len;
	int ssh;		/* .sig rather than .minisig */
	int act;		/* it holds acts alone */
};

/*
 * Keep a submission: iacta/inbox/EXCHANGE.SIDE.REVISION.toml with its
 * .minisig or .sig, mode 0600, signature first, each by temp file, fsync and
 * rename: it is there once the .toml is.  Refused (ERR_INPUT) if that side
 * has one with this revision or a higher one for this exchange with other
 * bytes; the very same bytes again are fine (*again = 1).  The caller holds
 * the lock.
 */
int inbox_put(struct err *e, struct arena *a, struct history *h,
	const struct inbox_entry *x, int *again)
	__attribute__((warn_unused_result));

/* So many submissions of a side to one exchange are kept; *left is how many
 * more can be. */
#define INBOX_MOST 20
int inbox_left(struct err *e, struct arena *a, struct history *h,
	long exchange, const char *side, int *left)
	__attribute__((warn_unused_result));

/* The revision that the next one of this sender must have, at least. */
int inbox_next(struct err *e, struct arena *a, struct history *h,
	long exchange, const char *side, long *revision)
	__attribute__((warn_unused_result));

/* For each side its highest revision for this exchange of those that hold more
 * than acts, sorted by side. */
int inbox_get(struct err *e, struct arena *a, struct history *h,
	long exchange, struct inbox_entry **out, size_t *n)
	__attribute__((warn_unused_result));

/* Every one for this exchange that holds acts alone, by side and revision:
 * EXCHANGE.SIDE.REVISION.act.toml. */
int inbox_acts(struct err *e, struct arena *a, struct history *h,
	long exchange, struct inbox_entry **out, size_t *n)
	__attribute__((warn_unused_result));

/* Remove what names an exchange before `exchange`, temp files included. */
int inbox_clean(struct err *e, struct arena *a, struct history *h,
	long exchange) __attribute__((warn_unused_result));

/* Was a receipt given for a submission to this exchange that is no longer
 * there, nor a higher revision of its side (of acts alone: that very one)?
 * `list` is what inbox_get gave; *name is the receipt's file, or NULL: to go on without it convicts the
 * referee. */
int inbox_lost(struct err *e, struct arena *a, struct history *h,
	long exchange, const struct inbox_entry *list, size_t n,
	const char **name) __attribute__((warn_unused_result));

/* The name of its file, for messages: iacta/inbox/EXCHANGE.SIDE.REVISION.toml */
const char *inbox_name(struct arena *a, const struct inbox_entry *x);

/* Keep a receipt and its signature: iacta/receipts/EXCHANGE.SIDE.REVISION.toml
 * and .minisig. */
int inbox_put_receipt(struct err *e, struct arena *a, struct history *h,
	const struct inbox_entry *x, const char *receipt, const char *sig)
	__attribute__((warn_unused_result));

#endif
