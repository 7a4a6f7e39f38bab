/* submission.h: one side's signed TOML for one exchange */
#ifndef IACTA_TRUST_SUBMISSION_H
#define IACTA_TRUST_SUBMISSION_H

#include "trust/charter.h"

struct node;

#define SUBMISSION_MAX (256u * 1024)	/* bytes */
#define SUBMISSION_SAY 2000		/* characters of table talk */
#define SUBMISSION_REVISIONS 999999999

/* What a submission may hold besides its header and its table talk, open or
 * sealed. */
enum submission_part { PART_ORDER, PART_ANSWER, PART_DOCTRINE, PART_DEPLOY,
	PART_COUNT };
extern const char *const submission_parts[PART_COUNT];

/*
 *	iacta = 1		game, exchange, side, turn, revision, nonce
 *	say = "…"		table talk, always open
 *	sealed = ["…"]		what is sealed to the game's seal_key
 *	[[order]] [[answer]] [[doctrine]] [deploy]
 */
struct submission {
	const char *text;	/* the exact signed bytes */
	size_t len;
	const char *sig;
	size_t sig_len;
	bool ssh;		/* an OpenSSH signature, not minisign's */
	char sha[HASH_HEX];	/* of the signed bytes */

	const char *game, *turn, *nonce, *say;	/* say: NULL if none */
	int side;		/* in the charter */
	long exchange, revision;
	const struct node *acts;	/* [[act]]; NULL: none */
	bool draft;		/* nothing is sealed yet, a note neither */
	const struct node *sealed;	/* NULL: nothing is */
	bool opened;		/* what was sealed stands in `part` too */
	const struct node *part[PART_COUNT];	/* NULL: not there */
	bool hidden[PART_COUNT];	/* it came sealed */
	/* where it is sealed and may hold new orders: what is known of those
	 * that stood before it (exchange_players) */
	struct { bool known, sealed; } stood;
};

/*
 * Parse the bytes of a submission.  Every field of the header is needed and
 * checked for its form; game and side are the charter's, the side no bot's;
 * what is unknown is refused with the near miss.  Nothing is verified and
 * nothing opened.  `what` names it in messages.  `text` is borrowed.
 */
int submission_parse(struct err *e, struct arena *a, const char *what,
	const struct charter *c, const char *text, size_t len,
	struct submission *out) __attribute__((warn_unused_result));

/*
 * Parse a draft: as submission_parse, and what stands under [secret] counts as
 * if it stood open.
 */
int submission_draft(struct err *e, struct arena *a, const char *what,
	const struct charter *c, const char *text, size_t len,
	struct submission *out) __attribute__((warn_unused_result));

/*
 * Parse a submission as it came and verify its signature by the key of the
 * side that it names.  `sig2` is NULL or another reading of the signature
 * (sig_dearmor).  What is parsed and kept in `out` are the signed bytes.
 * ERR_INPUT before, ERR_VERIFY where the signature does not hold.
 */
int submission_verify(struct err *e, struct arena *a, const char *what,
	const struct charter *c, const char *text, size_t len,
	const char *sig, const char *sig2, struct submission *out)
	__attribute__((warn_unused_result));

/*
 * Open what is sealed, with the game's secret.  Refused: what nobody sealed
 * to this game's key; a plaintext whose game, exchange and side are not those
 * of the submission (nothing of it is told); a part that is there open and
 * sealed; anything unknown.
 */
int submission_open(struct err *e, struct arena *a, const char *what,
	const struct charter *c, const uint8_t secret[32],
	struct submission *s) __attribute__((warn_unused_result));

/* Does it answer exchange `n`, whose turn.toml has this SHA-256? */
int submission_answers(struct err *e, const char *what,
	const struct submission *s, long n, const char *turn_sha)
	__attribute__((warn_unused_result));

/*
 * Does it answer everything that [[ask]] asks of its side: orders with
 * [[order]] (even none: order = []), a deployment with [deploy], a question
 * with an [[answer]] of its kind or with [[doctrine]]?  Returns the kind that
 * it leaves open, or NULL.  Only of an opened one.
 */
const char *submission_leaves(const struct submission *s, const char *side,
	const struct node *asks);

/*
 * Does it hold acts or table talk and nothing else?  Then it answers nothing,
 * replaces nothing and has no part in the dice.  (An acceptance never does.)
 */
bool submission_acts_alone(const struct submission *s);

/* order, answer, doctrine and deploy in one table, for submission_check. */
struct node *submission_table(struct arena *a, const struct submission *s);

/*
 * Make of a draft what is signed: what stands under [secret] is sealed to the
 * game's seal_key, and the text is in normal form.  A draft without [secret]
 * is normalised and else left as it is; the others are laid out anew, without
 * their comments and with no line over 72 characters but for strings that are
 * longer.  The result has been parsed.
 */
int submission_seal(struct err *e, struct arena *a, const char *what,
	const struct charter *c, const char *draft, size_t len,
	char **out, size_t *out_len) __attribute__((warn_unused_result));

/* What may stand under [secret], and nothing else? */
int submission_check_secret(struct err *e, struct arena *a, const char *what,
	const struct node *secret) __attribute__((warn_unused_result));

/* A nonce of 128 random bits, in hex. */
const char *submission_nonce(struct arena *a);

#endif
