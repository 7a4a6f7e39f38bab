/* submission.c: parsing and verifying one submission (protocol 3, 5 and 6) */
#include "trust/submission.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/acts.h"
#include "trust/seal.h"
#include "trust/sig.h"

#include <sodium.h>
#include <string.h>

const char *const submission_parts[PART_COUNT] = {
	[PART_ORDER] = "order",
	[PART_ANSWER] = "answer",
	[PART_DOCTRINE] = "doctrine",
	[PART_DEPLOY] = "deploy",
};

/* The header's fields, the talk and the seal; then the parts. */
static const char *const keys[] = { "iacta", "game", "exchange", "side",
	"turn", "revision", "nonce", "say", "sealed", "act", "order", "answer",
	"doctrine", "deploy" };
#define NKEYS (sizeof keys / sizeof keys[0])

/* What may stand in a sealed plaintext. */
static const char *const inner[] = { "game", "exchange", "side", "order",
	"answer", "doctrine", "deploy" };
#define NINNER (sizeof inner / sizeof inner[0])

static int
check_keys(struct err *e, struct arena *a, const char *what,
    const struct node *t, const char *const names[], size_t n)
{
	for (const struct node *c = t->child; c != NULL; c = c->next) {
		size_t i = 0;

		while (i < n && strcmp(names[i], c->key) != 0)
			i++;
		if (i == n && strcmp(c->key, "secret") == 0)
			return err_set(e, ERR_INPUT, "%s: line %d: [secret] is "
			    "not sealed; `iacta seal` or `iacta sign` does it "
			    "before you sign", what, c->line);
		if (i == n)
			return err_set(e, ERR_INPUT, "%s: line %d: \"%s\": a "
			    "submission has no such entry%s", what, c->line,
			    str_shown(a, c->key, 60),
			    str_suggest(a, c->key, names, n));
	}
	return ERR_OK;
}

static int
get_string(struct err *e, const char *what, const struct node *t,
    const char *key, const char **out)
{
	const struct node *v = node_get(t, key);

	if (v == NULL || v->type != NODE_STRING)
		return err_set(e, ERR_INPUT, "%s: %s must be there, a string",
		    what, key);
	*out = v->s;
	return ERR_OK;
}

static int
get_number(struct err *e, const char *what, const struct node *t,
    const char *key, long min, long *out)
{
	const struct node *v = node_get(t, key);

	if (v == NULL || v->type != NODE_INT || v->i < min ||
	    v->i > SUBMISSION_REVISIONS)
		return err_set(e, ERR_INPUT, "%s: %s must be there, a number "
		    "from %ld to %d", what, key, min, SUBMISSION_REVISIONS);
	*out = (long)v->i;
	return ERR_OK;
}

/* Whose it is: the game and the side that it names. */
static int
read_sender(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const struct node *t, struct submission *s)
{
	const struct node *v = node_get(t, "iacta");
	const char *side = NULL;
	int rc;

	if (v == NULL || v->type != NODE_INT || v->i != 1)
		return err_set(e, ERR_INPUT, "%s: iacta = 1 must be there",
		    what);
	if ((rc = get_string(e, what, t, "game", &s->game)) != ERR_OK)
		return rc;
	if (strcmp(s->game, c->game) != 0)
		return err_set(e, ERR_INPUT, "%s: it is for the game \"%s\", "
		    "but this is %s", what, str_shown(a, s->game, 60),
		    c->game);
	if ((rc = get_string(e, what, t, "side", &side)) != ERR_OK)
		return rc;
	s->side = charter_sender(c, side);
	if (s->side < 0)
		return err_set(e, ERR_INPUT, "%s: side = \"%s\": there is no "
		    "such side; the sides are %s", what,
		    str_shown(a, side, 60), charter_sides(a, c));
	if (c->side[s->side].bot)
		return err_set(e, ERR_INPUT, "%s: %s is played by the bot, "
		    "which submits nothing", what, side);
	return ERR_OK;
}

static int
check_nonce(struct err *e, const char *what, const char *s)
{
	size_t n = strlen(s);

	for (const char *p = s; *p != '\0'; p++)
		if (*p < 0x20 || *p > 0x7e)
			return err_set(e, ERR_INPUT, "%s: nonce must be of "
			    "printable ASCII characters", what);
	if (n < 16 || n > 64)
		return err_set(e, ERR_INPUT, "%s: nonce has %zu characters; "
		    "it must have 16 to 64, and be new each time", what, n);
	return ERR_OK;
}

static int
check_say(struct err *e, const char *what, const char *s)
{
	size_t n = 0;

	for (; *s != '\0'; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	if (n > SUBMISSION_SAY)
		return err_set(e, ERR_INPUT, "%s: say has %zu characters; at "
		    "most %d are allowed", what, n, SUBMISSION_SAY);
	return ERR_OK;
}

/* Its length tells nobody how long the orders are. */
static int
check_sealed(struct err *e, struct arena *a, const char *what,
    const struct node *v)
{
	if (seal_is_padded(a, v, SEAL_PLAYER))
		return ERR_OK;
	return err_set(e, ERR_INPUT, "%s: sealed must be an array of strings "
	    "of base64, and what is sealed padded to a multiple of %d bytes, "
	    "as `iacta seal` does it", what, SEAL_PLAYER);
}

static int
read_header(struct err *e, struct arena *a, const char *what,
    const struct node *t, struct submission *s)
{
	uint8_t hash[HASH_BYTES];
	int rc = get_number(e, what, t, "exchange", 0, &s->exchange);

	if (rc == ERR_OK)
		rc = get_string(e, what, t, "turn", &s->turn);
	if (rc == ERR_OK && hash_unhex(hash, sizeof hash, s->turn) < 0)
		rc = err_set(e, ERR_INPUT, "%s: turn must be the SHA-256 of "
		    "the turn.toml that it answers: 64 digits 0-9 and a-f",
		    what);
	if (rc == ERR_OK)
		rc = get_number(e, what, t, "revision", 1, &s->revision);
	if (s->draft && node_get(t, "nonce") == NULL) {
		s->nonce = "";			/* who signs puts one in */
	} else {
		if (rc == ERR_OK)
			rc = get_string(e, what, t, "nonce", &s->nonce);
		if (rc == ERR_OK)
			rc = check_nonce(e, what, s->nonce);
	}
	if (rc == ERR_OK && node_get(t, "say") != NULL &&
	    node_str(t, "say") == NULL)
		rc = err_set(e, ERR_INPUT, "%s: say: it must be a string",
		    what);
	if (rc == ERR_OK && node_get(t, "say") != NULL) {
		rc = get_string(e, what, t, "say", &s->say);
		if (rc == ERR_OK)
			rc = check_say(e, what, s->say);
	}
	s->sealed = node_get(t, "sealed");
	if (rc == ERR_OK && s->sealed != NULL)
		rc = check_sealed(e, a, what, s->sealed);
	return rc;
}

static int
check_length(struct err *e, const char *what, size_t len)
{
	if (len > SUBMISSION_MAX)
		return err_set(e, ERR_INPUT, "%s: it has %zu bytes; a "
		    "submission may have %u", what, len, SUBMISSION_MAX);
	return ERR_OK;
}

/* The tree of the signed bytes just as they are.  To TOML a CR and an LF are
 * the end of a line; a CR alone, or a byte order mark, is refused there. */
static int
read_signed(struct err *e, struct arena *a, const char *what,
    const char *text, size_t len, struct node **out)
{
	int rc = check_length(e, what, len);
	char *s = arena_alloc(a, len + 1);
	size_t n = 0;

	for (size_t i = 0; i < len && rc == ERR_OK; i++)
		if (text[i] != '\r' || i + 1 == len || text[i + 1] != '\n')
			s[n++] = text[i];
	return rc == ERR_OK ? toml_read(e, a, what, s, n, SUBMISSION_MAX, out) :
	    rc;
}

static bool
is_normal(struct arena *a, const char *text, size_t len)
{
	char *normal;
	size_t n;

	str_normal(a, text, len, &normal, &n);
	return n == len && memcmp(normal, text, n) == 0;
}

/* The tree of the normal form, to see who sent it before a signature can be
 * tried. */
static int
read_tree(struct err *e, struct arena *a, const char *what, const char *text,
    size_t len, struct node **out)
{
	int rc = check_length(e, what, len);
	char *normal;
	size_t n;

	if (rc != ERR_OK)
		return rc;
	str_normal(a, text, len, &normal, &n);
	if (n == 0)
		return err_set(e, ERR_INPUT, "%s: it is empty", what);
	return toml_read(e, a, what, normal, n, SUBMISSION_MAX, out);
}

static int
read_submission(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const struct node *t, const char *text,
    size_t len, struct submission *out)
{
	int rc = sig_check_text(e, what, text, len);

	out->text = text;
	out->len = len;
	if (rc == ERR_OK)
		rc = read_sender(e, a, what, c, t, out);
	if (rc == ERR_OK)
		rc = check_keys(e, a, what, t, keys, NKEYS);
	if (rc == ERR_OK)
		rc = read_header(e, a, what, t, out);
	if (rc != ERR_OK)
		return rc;
	for (int i = 0; i < PART_COUNT; i++)
		out->part[i] = node_get(t, submission_parts[i]);
	out->acts = node_get(t, "act");
	hash_sha256_hex(out->sha, text, len);
	if (out->side == CHARTER_REFEREE && !submission_acts_alone(out))
		return err_set(e, ERR_INPUT, "%s: the referee sends acts, from "
		    "exchange 1 on, and nothing else", what);
	return out->acts != NULL ? acts_check(e, a, what, c, out) : ERR_OK;
}

bool
submission_acts_alone(const struct submission *s)
{
	if (s->exchange == 0 || s->sealed != NULL ||
	    (s->acts == NULL && s->say == NULL))
		return false;
	for (int i = 0; i < PART_COUNT; i++)
		if (s->part[i] != NULL)
			return false;
	return true;
}

int
submission_parse(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const char *text, size_t len,
    struct submission *out)
{
	struct node *t;
	int rc = read_signed(e, a, what, text, len, &t);

	memset(out, 0, sizeof *out);
	if (rc == ERR_OK)
		rc = read_submission(e, a, what, c, t, text, len, out);
	return rc;
}

int
submission_draft(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const char *text, size_t len,
    struct submission *out)
{
	struct node *t, *open = node_table(a);
	const struct node *secret;
	int rc = read_tree(e, a, what, text, len, &t);

	memset(out, 0, sizeof *out);
	if (rc != ERR_OK)
		return rc;
	for (const struct node *x = t->child; x != NULL; x = x->next)
		if (strcmp(x->key, "secret") != 0)
			node_add(a, open, x->key, node_copy(a, x));
	out->draft = true;
	rc = read_submission(e, a, what, c, open, text, len, out);
	if (rc != ERR_OK || (secret = node_get(t, "secret")) == NULL)
		return rc;
	rc = submission_check_secret(e, a, what, secret);
	for (int i = 0; i < PART_COUNT && rc == ERR_OK; i++) {
		const struct node *v = node_get(secret, submission_parts[i]);

		if (v != NULL && out->part[i] != NULL)
			rc = err_set(e, ERR_INPUT, "%s: line %d: %s is there "
			    "open and under [secret]; write it once", what,
			    v->line, submission_parts[i]);
		else if (v != NULL)
			out->part[i] = v;
	}
	return rc;
}

static bool
is_ssh(const char *sig)
{
	static const char begin[] = "-----BEGIN SSH SIGNATURE-----";

	return strncmp(sig, begin, sizeof begin - 1) == 0;
}

int
submission_verify(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const char *text, size_t len,
    const char *sig, const char *sig2, struct submission *out)
{
	const char *used = sig, *bytes;
	const struct public_key *k;
	struct submission sender = { .side = -1 };
	struct node *t;
	size_t n;
	int rc;

	rc = read_tree(e, a, what, text, len, &t);
	if (rc == ERR_OK)
		rc = read_sender(e, a, what, c, t, &sender);
	if (rc != ERR_OK)
		return rc;
	k = &c->side[sender.side].public;
	rc = sig_verify_text(e, a, what, k, text, len, sig, strlen(sig),
	    &bytes, &n);
	if (rc != ERR_OK && sig2 != NULL) {
		used = sig2;
		rc = sig_verify_text(e, a, what, k, text, len, sig2,
		    strlen(sig2), &bytes, &n);
	}
	memset(out, 0, sizeof *out);
	if (rc == ERR_OK && is_ssh(used) != (k->form == KEY_OPENSSH))
		rc = err_set(e, ERR_VERIFY, "%s: the charter names a minisign "
		    "key for %s, and this is an OpenSSH signature; sign it "
		    "with `iacta sign` or minisign", what,
		    c->side[sender.side].name);
	if (rc == ERR_OK && !is_normal(a, bytes, n))
		rc = read_signed(e, a, what, bytes, n, &t);
	if (rc == ERR_OK)
		rc = read_submission(e, a, what, c, t, bytes, n, out);
	out->sig = used;
	out->sig_len = strlen(used);
	out->ssh = is_ssh(used);
	return rc;
}

/* ---------------------------------------------------------------- sealed */

/* The three that keep an opponent from handing it in as his own come first,
 * in this order. */
static bool
is_bound(const struct node *t, const struct charter *c,
    const struct submission *s)
{
	static const char *const header[] = { "game", "exchange", "side" };
	const char *game = node_str(t, "game"), *side = node_str(t, "side");
	const struct node *x = t->child;

	for (int i = 0; i < 3; i++, x = x->next)
		if (x == NULL || strcmp(x->key, header[i]) != 0)
			return false;
	return game != NULL && side != NULL && strcmp(game, c->game) == 0 &&
	    strcmp(side, c->side[s->side].name) == 0 &&
	    node_integer(t, "exchange", -1) == s->exchange;
}

static int
open_plain(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const char *plain, size_t n,
    struct submission *s)
{
	const char *inside = arena_printf(a, "%s: sealed part", what);
	struct node *t;
	int rc = toml_read(e, a, inside, plain, n, SUBMISSION_MAX, &t);

	if (rc == ERR_SYSTEM)
		return rc;		/* it may be as good as can be */
	if (rc != ERR_OK || !is_bound(t, c, s))
		return err_set(e, ERR_INPUT, "%s: what is sealed in it was not "
		    "sealed for %s in exchange %ld of %s; seal it again with "
		    "`iacta seal`", what, c->side[s->side].name, s->exchange,
		    c->game);
	rc = check_keys(e, a, inside, t, inner, NINNER);
	for (int i = 0; i < PART_COUNT && rc == ERR_OK; i++) {
		const struct node *v = node_get(t, submission_parts[i]);

		if (v == NULL)
			continue;
		if (s->part[i] != NULL)
			return err_set(e, ERR_INPUT, "%s: %s is there open and "
			    "sealed; write it once", what,
			    submission_parts[i]);
		s->part[i] = v;
		s->hidden[i] = true;
	}
	return rc;
}

int
submission_open(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const uint8_t secret[32], struct submission *s)
{
	uint8_t pk[32], sk[32];
	char *plain = NULL;
	size_t n = 0;
	int rc;

	if (s->sealed == NULL || s->opened)
		return ERR_OK;
	seal_keypair(pk, sk, c->game, secret);
	rc = seal_open(a, s->sealed, pk, sk, &plain, &n);
	sodium_memzero(sk, sizeof sk);
	if (rc < 0)
		return err_set(e, ERR_INPUT, "%s: what is sealed in it cannot "
		    "be opened: it was not sealed to the seal_key of %s, or "
		    "was damaged since", what, c->game);
	rc = open_plain(e, a, what, c, plain, n, s);
	s->opened = rc == ERR_OK;
	return rc;
}

/* ----------------------------------------------------------- what it does */

int
submission_answers(struct err *e, const char *what,
    const struct submission *s, long n, const char *turn_sha)
{
	if (s->exchange < n)
		return err_set(e, ERR_INPUT, "%s: it answers exchange %ld, "
		    "which is closed; exchange %ld is open", what,
		    s->exchange, n);
	if (s->exchange > n)
		return err_set(e, ERR_INPUT, "%s: it answers exchange %ld, "
		    "which is not open yet; exchange %ld is", what,
		    s->exchange, n);
	if (strcmp(s->turn, turn_sha) != 0)
		return err_set(e, ERR_INPUT, "%s: it answers another turn.toml "
		    "(%.12s…) than that of exchange %ld (%.12s…); fetch the "
		    "turn again and compare", what, s->turn, n, turn_sha);
	return ERR_OK;
}

/* Does an [[answer]] speak of this question? */
static bool
speaks_of(const struct node *answer, const struct node *ask)
{
	const char *kind = node_str(answer, "kind");

	if (kind == NULL || strcmp(kind, node_str(ask, "kind")) != 0)
		return false;
	for (const struct node *c = answer->child; c != NULL; c = c->next) {
		const struct node *f = node_get(ask, c->key);

		if (strcmp(c->key, "answer") != 0 &&
		    (f == NULL || !node_equal(f, c)))
			return false;
	}
	return true;
}

static bool
meets(const struct submission *s, const struct node *ask)
{
	const char *kind = node_str(ask, "kind");
	const struct node *list = s->part[PART_ANSWER];

	if (strcmp(kind, "accept") == 0)
		return true;
	if (strcmp(kind, "orders") == 0)
		return s->part[PART_ORDER] != NULL;
	if (strcmp(kind, "deploy") == 0)
		return s->part[PART_DEPLOY] != NULL;
	if (s->part[PART_DOCTRINE] != NULL)
		return true;
	for (list = list ? list->child : NULL; list; list = list->next)
		if (list->type == NODE_TABLE && speaks_of(list, ask))
			return true;
	return false;
}

const char *
submission_leaves(const struct submission *s, const char *side,
    const struct node *asks)
{
	const struct node *x = asks != NULL ? asks->child : NULL;

	for (; x != NULL; x = x->next) {
		const char *who = node_str(x, "side");

		if (who != NULL && node_str(x, "kind") != NULL &&
		    strcmp(who, side) == 0 && !meets(s, x))
			return node_str(x, "kind");
	}
	return NULL;
}

struct node *
submission_table(struct arena *a, const struct submission *s)
{
	struct node *t = node_table(a);

	for (int i = 0; i < PART_COUNT; i++)
		if (s->part[i] != NULL)
			node_add(a, t, submission_parts[i],
			    node_copy(a, s->part[i]));
	return t;
}
