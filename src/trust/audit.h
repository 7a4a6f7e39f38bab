/* audit.h: a whole history checked again, from nothing but the repository */
#ifndef IACTA_TRUST_AUDIT_H
#define IACTA_TRUST_AUDIT_H

#include "trust/charter.h"

struct history;
struct node;

/* A receipt as a player kept it: the TOML and its .minisig. */
struct audit_receipt {
	const char *what;	/* how messages call it */
	const char *text;
	size_t len;
	const char *sig;	/* NUL-terminated */
};

struct audit_verdict {
	const char *game;
	char head[41];
	const char *result;	/* NULL while the game goes on */
	long commits, submissions, rolls, shuffles, receipts;
	struct node *later;	/* array of strings: what could not be checked
				 * yet, and why */
	struct node *remarks;	/* array of strings: what another version wrote
				 * for people, and this one writes otherwise */
};

/*
 * Check every commit from the first to the head: its objects, its author,
 * message and signature, the files of its tree, the submissions' signatures,
 * headers, the seed against its commitment, the transcript, the
 * key, every roll; and carry out every exchange again.  When the game is over
 * its secret is in the last commit: then every file is made again and must be
 * the same byte for byte.  Before, what is sealed cannot be read; then the
 * published answers are taken, and what is sealed is taken over as it stands.
 * What is for people (reports, maps, the commit's first line) must be the same
 * where this version wrote it; where another did, it is remarked.
 *
 * ERR_VERIFY with one sentence that names the commit by number and id, the
 * file, and what differs.  Then the receipts: a submission that the referee
 * has given a receipt for and that is not in the commit of its exchange, nor
 * a higher revision of that side, is ERR_VERIFY too, and so is a receipt that
 * is not by this referee; one that is of another game is ERR_INPUT.
 *
 * The work is parted among `jobs` processes; the verdict is the same for any
 * number.
 */
int audit(struct err *e, struct arena *a, struct history *h,
	const struct audit_receipt *receipt, int nreceipts, int jobs,
	struct audit_verdict *out) __attribute__((warn_unused_result));

#endif
