/* submission_seal.c: from a draft to what is signed (protocol 5 and 6) */
#include "trust/submission.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/seal.h"

#include <sodium.h>
#include <string.h>

#define COLUMNS 72

const char *
submission_nonce(struct arena *a)
{
	uint8_t bits[16];
	char *hex = arena_alloc(a, 2 * sizeof bits + 1);

	randombytes_buf(bits, sizeof bits);
	hash_hex(hex, bits, sizeof bits);
	return hex;
}

/* A value that would not fit in one line gets lines or headers of its own. */
static void
break_lines(struct arena *a, struct node *t)
{
	for (struct node *c = t->child; c != NULL; c = c->next) {
		struct str s = str_new(a);

		if (c->type != NODE_TABLE && c->type != NODE_ARRAY)
			continue;
		toml_write_inline(&s, c);
		if (c->key != NULL && s.len + strlen(c->key) + 3 <= COLUMNS)
			continue;
		c->layout = NODE_AUTO;
		if (c->type == NODE_ARRAY && c->child != NULL &&
		    c->child->type != NODE_TABLE)
			c->layout = NODE_LINES;
		break_lines(a, c);
	}
}

/* What may be sealed, and nothing else. */
int
submission_check_secret(struct err *e, struct arena *a, const char *what,
    const struct node *secret)
{
	if (secret->type != NODE_TABLE)
		return err_set(e, ERR_INPUT, "%s: line %d: secret must be a "
		    "table: [secret], [[secret.order]]", what, secret->line);
	for (const struct node *c = secret->child; c != NULL; c = c->next) {
		int i = 0;

		while (i < PART_COUNT && strcmp(submission_parts[i], c->key))
			i++;
		if (i == PART_COUNT)
			return err_set(e, ERR_INPUT, "%s: line %d: \"%s\" "
			    "cannot be sealed; order, answer, doctrine and "
			    "deploy can%s", what, c->line,
			    str_shown(a, c->key, 60), str_suggest(a, c->key,
			    submission_parts, PART_COUNT));
	}
	return ERR_OK;
}

/* Header fields that the plaintext repeats must be there to be repeated. */
static int
sealed_of(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const struct node *t, struct node **out)
{
	const struct node *secret = node_get(t, "secret");
	struct node *inside = node_table(a);
	struct str plain = str_new(a);
	int rc = submission_check_secret(e, a, what, secret);

	if (rc != ERR_OK)
		return rc;
	if (node_get(t, "sealed") != NULL)
		return err_set(e, ERR_INPUT, "%s: it has something sealed "
		    "already and [secret] too; keep one of them", what);
	if (node_str(t, "game") == NULL || node_str(t, "side") == NULL ||
	    node_integer(t, "exchange", -1) < 0)
		return err_set(e, ERR_INPUT, "%s: game, exchange and side must "
		    "be there: what is sealed is bound to them", what);
	node_add_string(a, inside, "game", node_str(t, "game"));
	node_add_int(a, inside, "exchange", node_integer(t, "exchange", 0));
	node_add_string(a, inside, "side", node_str(t, "side"));
	for (const struct node *p = secret->child; p != NULL; p = p->next)
		node_add(a, inside, p->key, node_copy(a, p));
	toml_write(&plain, inside);
	*out = seal_player(a, c->seal, plain.s, plain.len);
	sodium_memzero(plain.s, plain.len);
	if (*out == NULL)
		return err_set(e, ERR_VERIFY, "game.toml: seal_key is no key "
		    "that anything can be sealed to");
	return ERR_OK;
}

/* `turn` fills a line, so it is written without blanks. */
static void
write_entry(struct str *out, const struct node *v)
{
	struct node *t = node_table(out->arena);

	if (v->type == NODE_STRING && strcmp(v->key, "turn") == 0) {
		str_add(out, "turn=");
		toml_write_inline(out, v);
		str_addc(out, '\n');
		return;
	}
	node_add(out->arena, t, v->key, node_copy(out->arena, v));
	toml_write(out, t);
}

static void
write_sealed(struct str *out, const struct node *t, struct node *sealed)
{
	struct arena *a = out->arena;
	struct node *rest = node_table(a);
	struct str s = str_new(a);

	for (const struct node *c = t->child; c != NULL; c = c->next) {
		if (strcmp(c->key, "secret") == 0)
			continue;
		if (c->type == NODE_ARRAY || c->type == NODE_TABLE)
			node_add(a, rest, c->key, node_copy(a, c));
		else
			write_entry(out, c);
	}
	/* one string a line, and no tab that would count for eight columns */
	if (sealed != NULL)
		str_add(out, "sealed = [\n");
	for (const struct node *c = sealed ? sealed->child : NULL; c;
	    c = c->next)
		str_addf(out, "\"%s\",\n", c->s);
	if (sealed != NULL)
		str_add(out, "]\n");
	break_lines(a, rest);
	toml_write(&s, rest);
	if (s.len > 0)
		str_addf(out, "%s%s", *s.s == '[' ? "\n" : "", s.s);
}

/* A note to oneself is sealed to one's own key. */
static int
seal_notes(struct err *e, struct arena *a, const char *what,
    const struct charter *c, struct node *t, bool *any)
{
	const struct node *acts = node_array_of(t, "act");
	const char *side = node_str(t, "side");
	int i = side != NULL ? charter_side(c, side) : -1;
	uint8_t x25519[32];

	*any = false;
	for (struct node *x = acts ? acts->child : NULL; x; x = x->next) {
		const char *text = x->type == NODE_TABLE ?
		    node_str(x, "text") : NULL;
		const char *act = text ? node_str(x, "do") : NULL;
		struct node *sealed = NULL;

		if (act == NULL || strcmp(act, "note") != 0)
			continue;
		if (i >= 0 && !c->side[i].bot &&
		    seal_x25519_of(x25519, &c->side[i].public) == 0)
			sealed = seal_player(a, x25519, text, strlen(text));
		if (sealed == NULL)
			return err_set(e, ERR_INPUT, "%s: a note cannot be "
			    "sealed to the key of its side", what);
		node_set(a, x, "text", sealed);
		*any = true;
	}
	return ERR_OK;
}

int
submission_seal(struct err *e, struct arena *a, const char *what,
    const struct charter *c, const char *draft, size_t len,
    char **out, size_t *out_len)
{
	struct submission check;
	struct str s = str_new(a);
	struct node *t, *sealed = NULL;
	bool notes = false;
	int rc;

	if (len > SUBMISSION_MAX)
		return err_set(e, ERR_INPUT, "%s: it has %zu bytes; a "
		    "submission may have %u", what, len, SUBMISSION_MAX);
	str_normal(a, draft, len, out, out_len);
	if (*out_len == 0)
		return err_set(e, ERR_INPUT, "%s: it is empty", what);
	rc = toml_read(e, a, what, *out, *out_len, SUBMISSION_MAX, &t);
	/* a sheet that the referee mailed has none: the nonce is the player's,
	 * or the referee could choose one that pleases him */
	if (rc == ERR_OK && node_get(t, "nonce") == NULL) {
		char *with = arena_printf(a, "nonce = \"%s\"\n%.*s",
		    submission_nonce(a), (int)*out_len, *out);

		str_normal(a, with, strlen(with), out, out_len);
		rc = toml_read(e, a, what, *out, *out_len, SUBMISSION_MAX,
		    &t);
	}
	if (rc == ERR_OK)
		rc = seal_notes(e, a, what, c, t, &notes);
	if (rc == ERR_OK && node_get(t, "secret") != NULL)
		rc = sealed_of(e, a, what, c, t, &sealed);
	if (rc == ERR_OK && (sealed != NULL || notes)) {
		write_sealed(&s, t, sealed);
		str_normal(a, s.s, s.len, out, out_len);
	}
	if (rc == ERR_OK)
		rc = submission_parse(e, a, what, c, *out, *out_len, &check);
	return rc;
}
