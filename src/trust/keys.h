/* keys.h: Ed25519 keys in minisign's and OpenSSH's forms */
#ifndef IACTA_TRUST_KEYS_H
#define IACTA_TRUST_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

enum key_form { KEY_MINISIGN, KEY_OPENSSH };

/* A public key as the charter names it. */
struct public_key {
	enum key_form form;
	uint8_t id[8];		/* minisign's key number; zero for OpenSSH */
	uint8_t ed[32];
};

/* A secret key, in memory only; wipe it with keys_wipe. */
struct secret_key {
	uint8_t id[8];
	uint8_t ed[64];		/* libsodium's: seed and public key */
};

/*
 * Parse the charter's form: the base64 line of a minisign public key, or
 * `ssh-ed25519 AAAA… [comment]`.  `what` names it in messages.
 */
int keys_public_parse(struct err *e, const char *what, const char *s,
	struct public_key *out) __attribute__((warn_unused_result));
/*
 * Read a public key from a file: a minisign .pub (comment line and key line,
 * or the key line alone) or an OpenSSH .pub line; gives the charter's line.
 */
int keys_public_read(struct err *e, struct arena *a, const char *path,
	struct public_key *out, const char **line)
	__attribute__((warn_unused_result));
/* The charter's line of a minisign-form key. */
char *keys_public_line(struct arena *a, const struct public_key *k);
/* `ssh-ed25519 AAAA…` of the same point (for allowed_signers). */
char *keys_ssh_line(struct arena *a, const struct public_key *k);

/*
 * Make a key pair.  Writes NAME.key (0600, minisign's secret key format) and
 * NAME.pub; refuses to overwrite.  `password` NULL: not encrypted (minisign
 * -W: kdf bytes zero), else scrypt as minisign does it.
 */
int keys_generate(struct err *e, struct arena *a, const char *name,
	const char *password) __attribute__((warn_unused_result));

/*
 * Read a minisign secret key file.  If it is encrypted, the password comes
 * from `ask_password` (called once; NULL: refuse with a sentence).
 */
typedef int keys_password(struct err *e, void *ctx, const char *path,
	char *out, size_t size);
int keys_secret_read(struct err *e, struct arena *a, const char *path,
	keys_password *ask_password, void *ctx, struct secret_key *out)
	__attribute__((warn_unused_result));

/* The default way to ask: $IACTA_PASSWORD_FILE if set (first line), else the
 * terminal without echo. */
int keys_ask_password(struct err *e, void *ctx, const char *path,
	char *out, size_t size);

void keys_public_of(const struct secret_key *s, struct public_key *out);
bool keys_public_equal(const struct public_key *a, const struct public_key *b);
void keys_wipe(struct secret_key *s);

#endif
