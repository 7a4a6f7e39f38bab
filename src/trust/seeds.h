/* seeds.h: the game's secret, and every number that is derived from it */
#ifndef IACTA_TRUST_SEEDS_H
#define IACTA_TRUST_SEEDS_H

#include "trust/hash.h"

/* Protocol sections 4 and 5, line by line.  `game` is the game's id. */
void seeds_secret_commitment(char out[HASH_HEX], const char *game,
	const uint8_t secret[32]);
void seeds_seed(uint8_t out[32], const char *game, const uint8_t secret[32],
	long n);
void seeds_commitment(char out[HASH_HEX], const char *game,
	const uint8_t seed[32], long n);
/* `transcript` in hex */
void seeds_key(uint8_t out[32], const char *game, const uint8_t seed[32],
	long n, const char *transcript);
void seeds_botkey(uint8_t out[32], const char *game, const uint8_t secret[32],
	long n, const char *transcript);
void seeds_deck(uint8_t out[32], const char *game, const uint8_t secret[32],
	long j);
void seeds_deck_commitment(char out[HASH_HEX], const char *game,
	const uint8_t deck[32], long j);
void seeds_deckkey(uint8_t out[32], const char *game, const uint8_t deck[32],
	long j, const char *transcript);

#define SEEDS_LABEL_MAX 200	/* characters */

/*
 * One face 0 .. sides-1 of the `nth` roll of `label` (1 <= sides <= 65536,
 * 1 <= nth, and seeds_label_ok: who reads them from a file checks them first).
 */
int seeds_roll(const uint8_t key[32], int sides, long nth, const char *label);
/* A bot's `nth` pick among n. */
int seeds_pick(const uint8_t botkey[32], int n, long nth);
/* Fisher-Yates of `cards` (already in ascending order), in place. */
void seeds_shuffle(const uint8_t deckkey[32], int *cards, int n);
/* Is it a label of the protocol's alphabet and length? */
int seeds_label_ok(const char *label);

/*
 * The transcript of exchange n.  `turn_sha` is the hex SHA-256 of turn.toml;
 * sides[i] and sha[i] those that submitted, in charter order.
 */
void seeds_transcript(char out[HASH_HEX], const char *turn_sha,
	const char *const sides[], const char *const sha[], int n);

#endif
