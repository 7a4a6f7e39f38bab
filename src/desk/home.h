/*
 * home.h: a player's clone: a turn on the desk, what is sealed to the player,
 * and what he sent
 *
 * This part of the desk needs git, keys and seals (trust); desk.h does not.
 */
#ifndef IACTA_DESK_HOME_H
#define IACTA_DESK_HOME_H

#include "desk/desk.h"
#include "trust/exchange.h"
#include "trust/past.h"

struct home {
	struct arena *a;
	struct history *h;	/* borrowed */
	struct position *p;	/* of its head; borrowed */
	struct past past;
	struct node *sealed;	/* what the key opened; NULL: no key */
	struct desk desk;
};

/*
 * Put the turn on the desk of `side`.  With its key (may be NULL) the hand
 * and secret options are opened.  What this clone remembers of the side's own
 * sealed orders and doctrine (sent_keep) is read back.
 */
int home_open(struct err *e, struct arena *a, struct history *h,
	struct position *p, int side, const struct secret_key *key,
	struct home *out) __attribute__((warn_unused_result));

/* The revision that the side's next submission needs: one more than what this
 * clone remembers of it and, for the referee, than what waits. */
int home_revision(struct err *e, struct home *m, long *out)
	__attribute__((warn_unused_result));

/*
 * What the commit's files hold sealed to a side: of turn.toml the hand, { what
 * = "hand", cards }, which is also put into the position, and the options of
 * the Nth question, { what = "options", number, kind, options }; of
 * events.toml the refused orders, { what, number, text, reason }.  An array in
 * the arena.
 */
int home_sealed(struct err *e, struct arena *a, struct position *p, int side,
	const struct secret_key *k, struct node **out)
	__attribute__((warn_unused_result));

/* Events as this side may read them: why its orders were refused is open. */
struct node *home_opened_events(struct arena *a, const struct node *events,
	const char *side, const struct secret_key *k);

/*
 * Add { what = "note", exchange, text } for each note to itself of this side
 * that the key opens, in all commits up to p.
 */
int home_notes(struct err *e, struct arena *a, struct history *h,
	const struct position *p, int side, const struct secret_key *k,
	struct node *out) __attribute__((warn_unused_result));

/*
 * The whole history once more: for every question that came up for `side`,
 * what was answered and what this doctrine (and then the default one) would
 * have said: { exchange, kind, unit, was, would }, "ask" where it would have
 * asked.
 */
int home_replay(struct err *e, struct arena *a, struct history *h, int side,
	const struct node *doctrine, struct node **out)
	__attribute__((warn_unused_result));

/* ------------------------------------------------------------------- check */

/* What was found out about a submission. */
struct checked {
	struct submission s;
	struct node *paper;	/* what of it was run */
	struct node *problems;	/* { part, number, line, problem } */
	struct node *warnings;	/* desk_warnings */
	struct desk_try t;
	bool ran;		/* it could be run */
	const char *leaves;	/* a kind that is asked and not answered */
};

/* Everything that is wrong with it, and what it would do.  `shut`: it is
 * sealed, and nobody here can open it. */
int home_check(struct err *e, struct home *m, const char *file,
	const struct submission *s, bool shut, const struct node *suppose,
	struct checked *out) __attribute__((warn_unused_result));
/* Add orders and answers that are refused before any die to the problems:
 * they are as wrong as those that never could be. */
void checked_refusals(struct home *m, struct checked *k);

/* -------------------------------------------------------------------- sign */

/* What is sent of a draft. */
struct signed_paper {
	struct submission s;
	const char *text;	/* sealed, in normal form */
	size_t len;
	const char *sig;	/* the .minisig */
	const char *block;	/* both, for a mail or a post */
	bool kept;		/* the clone remembers the draft */
};

/* The name beside a draft: orders.toml, "signed": orders.signed.toml. */
const char *sign_beside(struct arena *a, const char *file, const char *what);

/*
 * Seal and sign a draft, which must answer this turn, with the key of its
 * side, and remember it (sent_keep).  Nothing else is written.
 */
int sign_draft(struct err *e, struct arena *a, struct history *h,
	const struct position *p, const struct secret_key *key,
	const char *file, const char *draft, size_t len,
	struct signed_paper *out) __attribute__((warn_unused_result));

/* PATH and PATH.minisig, as `submit` takes them. */
int sign_write(struct err *e, struct arena *a, const struct signed_paper *s,
	const char *path) __attribute__((warn_unused_result));

/* -------------------------------------------------------------------- sent */

/*
 * Remember a draft as it was before it was sealed, in the private directory:
 * iacta/sent/EXCHANGE.SIDE.REVISION.toml, mode 0600.
 */
int sent_keep(struct err *e, struct arena *a, struct history *h,
	const struct position *p, const struct submission *s,
	const char *draft, size_t len) __attribute__((warn_unused_result));

/* The highest revision remembered for this exchange; 0: none. */
int sent_revision(struct err *e, struct arena *a, struct history *h,
	const char *side, long exchange, long *out)
	__attribute__((warn_unused_result));

/*
 * The draft of what `side` sent to `exchange`: that with this nonce (of the
 * submission that the referee used), or with `nonce` NULL the highest
 * revision.  *draft is NULL where nothing is remembered.
 */
int sent_draft(struct err *e, struct arena *a, struct history *h,
	const struct charter *c, const char *side, long exchange,
	const char *nonce, const char **draft, struct submission *out)
	__attribute__((warn_unused_result));

#endif
