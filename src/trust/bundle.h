/*
 * bundle.h: a whole game, its receipts and the verdict in one file
 *
 * The file is a git bundle with two branches: `main`, the history, and
 * `verdict`, whose tree has verdict.txt and receipts/N.toml with their
 * signatures.  `iacta audit FILE` opens it, and so does `git clone FILE`.
 */
#ifndef IACTA_TRUST_BUNDLE_H
#define IACTA_TRUST_BUNDLE_H

#include "trust/audit.h"

/* Write one; `verdict` is what the audit said. */
int bundle_write(struct err *e, struct arena *a, struct history *h,
	const char *path, const char *verdict,
	const struct audit_receipt *receipt, int nreceipts)
	__attribute__((warn_unused_result));

/*
 * Unpack one into a directory of its own under $TMPDIR, and open it.  The
 * receipts in it are added to `receipt`, of which there is room for `max`.
 * bundle_remove when it is closed.
 */
int bundle_open(struct err *e, struct arena *a, const char *path,
	struct history **h, const char **dir, struct audit_receipt *receipt,
	int *nreceipts, int max) __attribute__((warn_unused_result));
void bundle_remove(const char *dir);	/* NULL does nothing */

#endif
