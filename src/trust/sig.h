/* sig.h: signatures: minisign's (prehashed) and OpenSSH's */
#ifndef IACTA_TRUST_SIG_H
#define IACTA_TRUST_SIG_H

#include "trust/keys.h"

/*
 * The four lines of a .minisig: untrusted comment, signature ("ED", key id,
 * 64 bytes over BLAKE2b-512 of the text), trusted comment, global signature.
 */
char *sig_minisign(struct arena *a, const struct secret_key *k,
	const char *text, size_t len, const char *trusted_comment);

/*
 * Verify a detached signature of either form (told by its first line) over
 * exactly these bytes.  ERR_VERIFY with one sentence: legacy signature and the
 * remedy, another key's, bytes changed, comment changed, not a signature.
 * OpenSSH signatures must have namespace `ns` ("iacta") and sha256 or sha512.
 * `what` names the text in messages.
 */
int sig_verify(struct err *e, const char *what, const struct public_key *k,
	const char *ns, const char *text, size_t len,
	const char *sig, size_t sig_len) __attribute__((warn_unused_result));

/*
 * As sig_verify, on the bytes as they came, then on their normal form; *out
 * are the signed bytes (in the arena, or `text` itself).
 */
int sig_verify_text(struct err *e, struct arena *a, const char *what,
	const struct public_key *k, const char *text, size_t len,
	const char *sig, size_t sig_len, const char **out, size_t *out_len)
	__attribute__((warn_unused_result));

/* An armoured OpenSSH signature over the text, with this namespace (sha512). */
char *sig_ssh(struct arena *a, const struct secret_key *k, const char *ns,
	const char *text, size_t len);

/* No line of a submission begins with "-----": ERR_INPUT, with the line's
 * number, where one does.  sig_dearmor has checked its text. */
int sig_check_text(struct err *e, const char *what, const char *text,
	size_t len) __attribute__((warn_unused_result));

/*
 * The form for mail bodies and forum posts (-----BEGIN IACTA ORDERS-----).
 * sig_armor joins text and signature.  sig_dearmor finds the one such block
 * in `s` (at most 1 MB; among prose, LF or CRLF; a block quoted with "> " is
 * prose) and gives the text as it came and the signature laid out anew:
 * base64 that was wrapped is joined, and minisign's own trusted comment, if
 * its tabs came as blanks, is given with tabs as a second candidate (`sig2`,
 * NULL if there is none).  Nothing is verified yet.  ERR_INPUT: no block, two,
 * one cut off, a line of dashes in the text, no signature's shape.
 */
/* Does a line begin with -----BEGIN IACTA ORDERS-----? */
bool sig_is_armoured(const char *s, size_t len);
char *sig_armor(struct arena *a, const char *text, const char *sig);
int sig_dearmor(struct err *e, struct arena *a, const char *what,
	const char *s, size_t len, char **text, size_t *text_len,
	char **sig, char **sig2) __attribute__((warn_unused_result));

#endif
