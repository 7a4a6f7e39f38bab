/* err.h: one error, written once, where the failure is first known */
#ifndef IACTA_BASE_ERR_H
#define IACTA_BASE_ERR_H

/*
 * A function that can fail takes a `struct err *` first, returns one of these,
 * and has set the message if and only if it did not return ERR_OK.  The codes
 * are the exit statuses of the command, but for ERR_SYSTEM (see err_status).
 */
enum err_code {
	ERR_OK = 0,
	ERR_INPUT = 1,		/* what came from outside is wrong */
	ERR_USAGE = 2,
	ERR_VERIFY = 3,		/* a history or a signature does not hold */
	ERR_NOTHING = 4,	/* nothing was done: wait, or somebody was faster */
	ERR_SYSTEM = 5,		/* the disk, the memory or the kernel said no:
				 * the same input may be right another time */
};

struct err {
	int code;
	char msg[2048];		/* one sentence: file, order, what, remedy */
};

/*
 * Set code and message and return `code`, so that a caller may write
 * `return err_set(e, ERR_INPUT, …)`.  What comes from outside is to be passed
 * through str_shown first: messages go to terminals.
 */
int err_set(struct err *e, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4), nonnull(1, 3)));

/* Put "prefix: " before a message that is already there. */
void err_prefix(struct err *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3), nonnull(1, 2)));

/*
 * What was read stands in a history, so a fault in it is the history's:
 * ERR_INPUT becomes ERR_VERIFY.  A full disk proves nothing against anybody,
 * so every other code stays.  Returns the code.
 */
int err_unverified(struct err *e) __attribute__((nonnull(1)));

/* The exit status for a code: iacta(1) has one for a wrong input and for a
 * system that failed, which a caller cannot mend by other means than reading
 * the message. */
int err_status(int code);

/* "path: what errno says" */
int err_errno(struct err *e, const char *path) __attribute__((nonnull(1, 2)));

#endif
