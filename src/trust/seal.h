/* seal.h: what only one reader may read (crypto_box_seal's format) */
#ifndef IACTA_TRUST_SEAL_H
#define IACTA_TRUST_SEAL_H

#include "trust/keys.h"

struct node;

#define SEAL_HAND 1024		/* plaintext is padded to a multiple of this */
#define SEAL_REFUSAL 2048	/* one length for all: longer ones are cut */
#define SEAL_STATE 4096
#define SEAL_PLAYER 2048

/* The game's seal key pair, from its secret. */
void seal_keypair(uint8_t pk[32], uint8_t sk[32], const char *game,
	const uint8_t secret[32]);

/*
 * The referee seals, reproducibly: to the side's Ed25519 key turned into
 * X25519, or to the seal key (`to` "referee", `x25519` given).  `what` is
 * "hand", "options", "state" or "refusal:NUMBER".  Plaintext padded with LF to a multiple of
 * `pad`, at least one; it is the padded text whose hash is in the ephemeral
 * key.  Returns the TOML array of strings of at most 64 base64 characters, or
 * NULL if nobody can have that key (it is of small order).
 */
struct node *seal_referee(struct arena *a, const char *game,
	const uint8_t secret[32], long n, const char *to, const char *what,
	const uint8_t x25519[32], const char *plain, size_t len, size_t pad);
/* -1 if the point is not one of the main subgroup. */
int seal_x25519_of(uint8_t out[32], const struct public_key *k)
	__attribute__((warn_unused_result));

/* A player seals to the seal key, with a random ephemeral key; NULL as
 * above. */
struct node *seal_player(struct arena *a, const uint8_t pk[32],
	const char *plain, size_t len);

/* Does it look like a sealed text whose plaintext is a multiple of `pad`? */
bool seal_is_padded(struct arena *a, const struct node *sealed, size_t pad);

/* Open with an X25519 pair; the LF padding is reduced to one LF, or to nothing
 * where there is nothing else.  -1 if it is not for this key, broken, or no
 * array of base64 strings.  What is in it is as untrusted as its sender. */
int seal_open(struct arena *a, const struct node *sealed,
	const uint8_t pk[32], const uint8_t sk[32], char **out, size_t *len)
	__attribute__((warn_unused_result));
/* ... with a side's minisign key. */
int seal_open_side(struct arena *a, const struct node *sealed,
	const struct secret_key *k, char **out, size_t *len)
	__attribute__((warn_unused_result));

#endif
