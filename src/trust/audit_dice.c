/* audit_dice.c: the dice of one exchange, by themselves (protocol section 4) */
#include "trust/audit_work.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/seal.h"
#include "trust/seeds.h"

#include <limits.h>
#include <string.h>

static int
read_tree(struct audit_work *w, const struct audit_at *x, const char *path,
    struct node **out)
{
	const struct history_file *f = position_file(x->files, x->nfiles,
	    path);

	if (f == NULL)
		return err_set(w->e, ERR_VERIFY, "%s: it is missing", path);
	return toml_read(w->e, w->here, path, f->data, f->len, TOML_MAX_SIZE,
	    out);
}

/* Does the file say what was reckoned? */
static int
must_say(struct audit_work *w, const char *file, const struct node *t,
    const char *key, const char *reckoned)
{
	const char *s = node_str(t, key);

	if (s != NULL && strcmp(s, reckoned) == 0)
		return ERR_OK;
	return err_set(w->e, ERR_VERIFY, "%s: %s is %s%.16s, but %.16s… is "
	    "what it should be", file, key, s ? "" : "not there",
	    s ? str_shown(w->here, s, 16) : "", reckoned);
}

/* The transcript of exchange n-1, from the files that it covers. */
static void
transcript(struct audit_work *w, const struct audit_at *before,
    const struct audit_at *x, char out[HASH_HEX])
{
	const struct history_file *turn = position_file(before->files,
	    before->nfiles, "turn.toml");
	const char *sides[CHARTER_SIDES], *sha[CHARTER_SIDES];
	char turn_sha[HASH_HEX];
	int n = 0;

	hash_sha256_hex(turn_sha, turn->data, turn->len);
	for (int i = 0; i < w->charter.nsides; i++) {
		const char *side = w->charter.side[i].name;
		const struct history_file *f = position_file(x->files,
		    x->nfiles, arena_printf(w->here, "orders/%s.toml", side));
		char *hex = arena_alloc(w->here, HASH_HEX);

		if (f == NULL)
			continue;
		hash_sha256_hex(hex, f->data, f->len);
		sides[n] = side;
		sha[n++] = hex;
	}
	seeds_transcript(out, turn_sha, sides, sha, n);
}

/* --------------------------------------------------------------- rolls */

static bool
shows_face(const struct system *sys, const struct node *t, int sides,
    int face)
{
	int shown = face;
	const char *word = sys->shows(sides, face, &shown);
	const struct node *v = node_get(t, "shows");

	if (v == NULL)
		return false;
	if (word != NULL)
		return v->type == NODE_STRING && strcmp(v->s, word) == 0;
	return v->type == NODE_INT && v->i == shown;
}

/* How often the label was rolled up to here: a table of them would be more
 * to read, and there are never many. */
static long
count_label(const struct node *first, const struct node *upto,
    const char *label)
{
	long n = 1;

	for (; first != upto; first = first->next) {
		const char *s = node_str(first, "label");

		n += s != NULL && strcmp(s, label) == 0;
	}
	return n;
}

static int
check_roll(struct audit_work *w, const struct system *sys,
    const uint8_t key[32], const struct node *list, const struct node *t,
    long index)
{
	const char *label = node_str(t, "label");
	int64_t sides = node_integer(t, "sides", 0);
	int64_t face = node_integer(t, "face", -1);
	int64_t nth = node_integer(t, "nth", 0);
	int rolled;

	if (node_integer(t, "index", 0) != index || label == NULL ||
	    !seeds_label_ok(label) || sides < 1 || sides > 65536)
		return err_set(w->e, ERR_VERIFY, "dice.toml: roll %ld must "
		    "have index %ld, a label, and 1 to 65536 sides", index,
		    index);
	if (nth != count_label(list->child, t, label))
		return err_set(w->e, ERR_VERIFY, "dice.toml: roll %ld: nth is "
		    "not how often \"%s\" was rolled", index, label);
	rolled = seeds_roll(key, (int)sides, (long)nth, label);
	if (face != rolled)
		return err_set(w->e, ERR_VERIFY, "dice.toml: roll %ld (%s): "
		    "the face is %lld, but the key gives %d", index, label,
		    (long long)face, rolled);
	if (!shows_face(sys, t, (int)sides, rolled))
		return err_set(w->e, ERR_VERIFY, "dice.toml: roll %ld (%s): "
		    "it does not show what face %d is", index, label, rolled);
	return ERR_OK;
}

static int
check_rolls(struct audit_work *w, const struct node *dice,
    const uint8_t key[32])
{
	const struct system *sys = system_find(w->charter.system);
	const struct node *list = node_array_of(dice, "roll");
	const struct node *shuffles = node_array_of(dice, "shuffle");
	long index = 0;
	int rc = ERR_OK;

	if (sys == NULL)
		return err_set(w->e, ERR_VERIFY, "game.toml: this iacta does "
		    "not know the system %s", w->charter.system);
	for (const struct node *t = list ? list->child : NULL;
	    t != NULL && rc == ERR_OK; t = t->next)
		rc = check_roll(w, sys, key, list, t, ++index);
	w->out->rolls += index;
	w->out->shuffles += shuffles != NULL ? (long)shuffles->n : 0;
	return rc;
}

/* ---------------------------------------------------------------- seeds */

static int
check_seed(struct audit_work *w, const struct audit_at *before,
    const struct node *dice, uint8_t seed[32])
{
	const char *s = node_str(dice, "seed"), *game = w->charter.game;
	char hex[HASH_HEX];
	struct node *turn = NULL;
	uint8_t from[32];
	int rc = read_tree(w, before, "turn.toml", &turn);

	if (rc != ERR_OK)
		return rc;
	if (s == NULL || hash_unhex(seed, 32, s) < 0)
		return err_set(w->e, ERR_VERIFY, "dice.toml: seed must be "
		    "there, 64 digits 0-9 and a-f");
	seeds_commitment(hex, game, seed, before->n);
	if (node_str(turn, "commitment") == NULL ||
	    strcmp(node_str(turn, "commitment"), hex) != 0)
		return err_set(w->e, ERR_VERIFY, "dice.toml: the seed is not "
		    "the one that turn %ld committed to", before->n);
	if (w->secret == NULL)
		return ERR_OK;
	seeds_seed(from, game, w->secret, before->n);
	hash_hex(hex, from, sizeof from);
	return must_say(w, "dice.toml", dice, "seed", hex);
}

int
audit_dice(struct audit_work *w, const struct audit_at *before,
    const struct audit_at *x)
{
	char hex[HASH_HEX], key_hex[HASH_HEX];
	uint8_t seed[32], key[32];
	struct node *dice = NULL;
	int rc = read_tree(w, x, "dice.toml", &dice);

	if (rc == ERR_OK && node_integer(dice, "exchange", -1) != before->n)
		rc = err_set(w->e, ERR_VERIFY, "dice.toml: exchange must be "
		    "%ld", before->n);
	if (rc == ERR_OK)
		rc = check_seed(w, before, dice, seed);
	if (rc != ERR_OK)
		return rc;
	transcript(w, before, x, hex);
	seeds_key(key, w->charter.game, seed, before->n, hex);
	hash_hex(key_hex, key, sizeof key);
	rc = must_say(w, "dice.toml", dice, "transcript", hex);
	if (rc == ERR_OK)
		rc = must_say(w, "dice.toml", dice, "key", key_hex);
	if (rc == ERR_OK)
		rc = check_rolls(w, dice, key);
	return rc;
}

/* --------------------------------------------------------------- the end */

static int
check_secret(struct audit_work *w, const char *s)
{
	const struct charter *c = &w->charter;
	uint8_t pk[32], sk[32];
	char hex[HASH_HEX];

	if (s == NULL || hash_unhex(w->secret_bytes, 32, s) < 0)
		return err_set(w->e, ERR_VERIFY, "dice.toml: the game is over, "
		    "so the secret must be there, 64 digits 0-9 and a-f");
	seeds_secret_commitment(hex, c->game, w->secret_bytes);
	if (strcmp(hex, c->secret_commitment) != 0)
		return err_set(w->e, ERR_VERIFY, "dice.toml: the secret is not "
		    "the one that secret_commitment in game.toml was made "
		    "from");
	seal_keypair(pk, sk, c->game, w->secret_bytes);
	if (memcmp(pk, c->seal, sizeof pk) != 0)
		return err_set(w->e, ERR_VERIFY, "game.toml: seal_key does not "
		    "come from the secret");
	w->secret = w->secret_bytes;
	return ERR_OK;
}

int
audit_secret(struct audit_work *w, const struct audit_at *last)
{
	struct node *turn = NULL, *dice = NULL;
	const char *result;
	int rc = read_tree(w, last, "turn.toml", &turn);

	if (rc != ERR_OK)
		return rc;
	result = node_str(turn, "result");
	if (result == NULL)
		return ERR_OK;
	w->out->result = arena_strdup(w->a, result);
	rc = read_tree(w, last, "dice.toml", &dice);
	if (rc == ERR_OK)
		rc = check_secret(w, node_str(dice, "secret"));
	return rc;
}
