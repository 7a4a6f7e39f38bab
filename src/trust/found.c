/* found.c: founding a game: the charter, the secret, commit 0 */
#include "trust/found.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "trust/seal.h"
#include "trust/seeds.h"
#include "trust/store.h"

#include <sodium.h>
#include <string.h>

static const char *
scenario_sides(struct arena *a, const struct game *g)
{
	struct str s = str_new(a);

	for (int i = 0; i < g->nsides; i++)
		str_addf(&s, "%s%s", i ? ", " : "", g->side[i]);
	return s.s;
}

/* The sides that were named, in the scenario's playing order. */
static int
order_sides(struct err *e, struct arena *a, const struct found_input *in,
    const struct game *g, struct charter *c)
{
	for (int i = 0; i < in->nsides; i++) {
		int k = 0;

		while (k < g->nsides && strcmp(g->side[k], in->side[i].name))
			k++;
		if (k == g->nsides)
			return err_set(e, ERR_INPUT, "--side %s: %s has no "
			    "such side; its sides are %s",
			    str_shown(a, in->side[i].name, 60), in->scenario,
			    scenario_sides(a, g));
		if (c->side[k].name != NULL)
			return err_set(e, ERR_INPUT, "--side %s: it is given "
			    "twice", in->side[i].name);
		c->side[k] = in->side[i];
	}
	for (int k = 0; k < g->nsides; k++)
		if (c->side[k].name == NULL)
			return err_set(e, ERR_INPUT, "who plays %s? name each "
			    "side with --side NAME=PUBKEY or NAME=bot; the "
			    "sides of %s are %s", g->side[k], in->scenario,
			    scenario_sides(a, g));
	c->nsides = g->nsides;
	return ERR_OK;
}

/* A hand is sealed to its side's key, which minisign's form opens. */
static int
check_keys(struct err *e, const struct game *g, const struct charter *c)
{
	for (int i = 0; game_has_hands(g) && i < c->nsides; i++)
		if (!c->side[i].bot && c->side[i].public.form != KEY_MINISIGN)
			return err_set(e, ERR_INPUT, "--side %s: in %s hands "
			    "are hidden, and an OpenSSH key cannot open them; "
			    "it needs a minisign key (`iacta keygen`)",
			    c->side[i].name, c->system);
	return ERR_OK;
}

static int
name_files(struct err *e, struct arena *a, const struct rules *r,
    struct charter *c)
{
	if (r->nfiles > CHARTER_FILES)
		return err_set(e, ERR_INPUT, "%s: more than %d files of rules",
		    c->system, CHARTER_FILES);
	for (size_t i = 0; i < r->nfiles; i++) {
		char *sha = arena_alloc(a, HASH_HEX);

		hash_sha256_hex(sha, r->file[i].text, r->file[i].len);
		c->file[i] = (struct charter_file){ r->file[i].path, sha };
	}
	c->nfiles = (int)r->nfiles;
	return ERR_OK;
}

/* What the secret and the referee's key give; then it is read as others
 * will read it. */
static int
complete(struct err *e, struct arena *a, struct charter *c,
    const struct secret_key *k, const uint8_t secret[32])
{
	char *commitment = arena_alloc(a, HASH_HEX);
	struct str text = str_new(a);
	uint8_t sk[32];

	seeds_secret_commitment(commitment, c->game, secret);
	c->secret_commitment = commitment;
	seal_keypair(c->seal, sk, c->game, secret);
	sodium_memzero(sk, sizeof sk);
	c->seal_key = hash_base64(a, c->seal, sizeof c->seal);
	keys_public_of(k, &c->referee_key);
	c->referee = keys_public_line(a, &c->referee_key);
	charter_write(&text, c);
	return charter_parse(e, a, "game.toml", text.s, text.len, c);
}

/* The repository first, so that a name is not used up for nothing. */
static int
establish(struct err *e, struct arena *a, const struct found_input *in,
    const struct secret_key *k, const uint8_t secret[32],
    const struct exchange_output *x, char id[41])
{
	struct history *h = NULL;
	bool kept = false;
	int64_t when;
	int found, rc = history_now(e, &when);

	if (rc == ERR_OK)
		rc = history_create(e, in->dir, &h);
	if (rc == ERR_OK)
		rc = store_keep_secret(e, a, in->game, secret);
	kept = rc == ERR_OK;
	if (rc == ERR_OK)
		rc = history_append(e, h, in->game, k, "", x->file, x->nfiles,
		    exchange_message(a, in->game,
		    x, exchange_program), when, id);
	if (rc == ERR_OK) {
		rc = history_refresh(e, h, "", id);
	} else if (kept) {
		struct err ignored;
		char head[41];

		if (history_head(&ignored, h, head, &found) == ERR_OK &&
		    !found)
			store_drop_secret(a, in->game);
	}
	history_close(h);
	return rc;
}

/* All that can be wrong is found before anything is made. */
static int
prepare(struct err *e, struct arena *a, const struct found_input *in,
    struct charter *c, struct rules *r, struct game *g)
{
	bool there;
	int rc;

	if (!str_is_name(in->game))
		return err_set(e, ERR_INPUT, "a game cannot be called \"%s\": "
		    "names are of a-z, 0-9 and -, begin with a letter and have "
		    "at most 40 characters; choose one with --name",
		    str_shown(a, in->game, 60));
	rc = rules_from_disk(e, a, in->system, in->scenario, in->charts, r);
	if (rc == ERR_OK)
		rc = rules_game(e, a, r, NULL, g);
	if (rc == ERR_OK)
		rc = order_sides(e, a, in, g, c);
	if (rc == ERR_OK)
		rc = check_keys(e, g, c);
	if (rc == ERR_OK)
		rc = name_files(e, a, r, c);
	if (rc == ERR_OK)
		rc = store_has_secret(e, a, in->game, &there);
	if (rc == ERR_OK && there)
		rc = err_set(e, ERR_INPUT, "a game called %s was founded "
		    "already; give this one another name with --name",
		    in->game);
	return rc;
}

int
found_game(struct err *e, struct arena *a, const struct found_input *in,
    char id[41], struct exchange_output *out)
{
	struct charter *c = arena_new(a, struct charter, 1);
	struct rules *r = arena_new(a, struct rules, 1);
	struct game *g = arena_new(a, struct game, 1);
	struct secret_key k = { .id = { 0 } };
	uint8_t secret[32];
	int rc;

	c->game = in->game;
	c->system = in->system;
	c->scenario = in->scenario;
	c->own_charts = in->charts != NULL;
	c->clock = in->clock;
	c->missed = in->missed;
	if (in->nspectators > CHARTER_SPECTATORS)
		return err_set(e, ERR_INPUT, "%d spectators are too many; a "
		    "game has at most %d", in->nspectators, CHARTER_SPECTATORS);
	for (int i = 0; i < in->nspectators; i++)
		c->spectator[c->nspectators++] = in->spectator[i];
	rc = prepare(e, a, in, c, r, g);
	if (rc == ERR_OK)
		c->rules_revision = (long)node_integer(r->tree.system,
		    "revision", 1);
	if (rc == ERR_OK)
		rc = store_referee(e, a, true, &k);
	if (rc != ERR_OK)
		return rc;
	if (in->secret != NULL)
		memcpy(secret, in->secret, sizeof secret);
	else
		randombytes_buf(secret, sizeof secret);
	rc = complete(e, a, c, &k, secret);
	if (rc == ERR_OK)
		rc = exchange_found(e, a, c, r, g, secret, NULL, out);
	if (rc == ERR_OK)
		rc = establish(e, a, in, &k, secret, out, id);
	sodium_memzero(secret, sizeof secret);
	keys_wipe(&k);
	return rc;
}
