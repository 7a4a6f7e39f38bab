/* sig_ssh.h: what the files behind sig.h share about OpenSSH's form */
#ifndef IACTA_TRUST_SIG_SSH_H
#define IACTA_TRUST_SIG_SSH_H

#include "trust/keys.h"

#define SIG_SSH_BEGIN "-----BEGIN SSH SIGNATURE-----"
#define SIG_SSH_END "-----END SSH SIGNATURE-----"

/* sig_verify, for a signature that begins with SIG_SSH_BEGIN and is known to
 * hold no NUL and to be of a sane length. */
int sig_ssh_verify(struct err *e, const char *what,
	const struct public_key *k, const char *ns, const char *text,
	size_t len, const char *sig, size_t sig_len)
	__attribute__((warn_unused_result));

/* The armour around a signature's base64, as ssh-keygen lays it out. */
char *sig_ssh_wrap(struct arena *a, const char *base64);

#endif
