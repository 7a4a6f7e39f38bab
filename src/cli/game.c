/* game.c: what commands about a game share */
#include "cli/game.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/json.h"
#include "trust/seal.h"
#include "trust/sig.h"

#include <string.h>

int
cli_open_at(struct err *e, struct cli *c, const char *dir, long at,
    struct history **h, char id[41], struct position *p)
{
	int rc = history_open(e, dir, h);

	if (rc == ERR_OK && (rc = position_at(e, c->a, *h, at, id, p)) !=
	    ERR_OK)
		err_prefix(e, "%s", str_shown(c->a, dir, 200));
	return rc;
}

int
cli_open(struct err *e, struct cli *c, const char *dir, struct history **h,
    struct position *p)
{
	char id[41];

	return cli_open_at(e, c, dir, -1, h, id, p);
}

int
cli_side(struct err *e, struct cli *c, const struct position *p, int *side)
{
	const struct charter *t = &p->charter;
	const char *names[CHARTER_SIDES], *s;
	int rc = cli_need(e, c, "side", &s);

	if (rc != ERR_OK)
		return rc;
	*side = charter_side(t, s);
	for (int i = 0; i < t->nsides; i++)
		names[i] = t->side[i].name;
	if (*side < 0)
		return err_set(e, ERR_INPUT, "--side %s: the sides of %s are "
		    "%s%s", str_shown(c->a, s, 60), t->game,
		    charter_sides(c->a, t), str_suggest(c->a, s, names,
		    (size_t)t->nsides));
	if (t->side[*side].bot)
		return err_set(e, ERR_INPUT, "--side %s: the bot plays it, "
		    "which submits nothing", s);
	return ERR_OK;
}

/* An OpenSSH key is not ours to read: what can be done without it. */
static int
not_ours(struct err *e, const struct cli *c, const char *side)
{
	if (strcmp(c->command->name, "sign") == 0)
		return err_set(e, ERR_INPUT, "%s plays with an OpenSSH key: "
		    "sign with `ssh-keygen -Y sign -n iacta -f KEY FILE` after "
		    "`iacta seal FILE`", side);
	if (strcmp(c->command->name, "accept") == 0)
		return err_set(e, ERR_INPUT, "%s plays with an OpenSSH key: "
		    "leave --key out, and sign what is written with "
		    "`ssh-keygen -Y sign -n iacta -f KEY FILE`", side);
	return err_set(e, ERR_INPUT, "%s plays with an OpenSSH key, which "
	    "opens nothing that is sealed: leave --key out; what is sent open "
	    "(`iacta orders --open`) is refused with its reason for all to "
	    "read", side);
}

int
cli_key(struct err *e, struct cli *c, const struct position *p, int side,
    const char *path, struct secret_key *out)
{
	const struct charter_side *s = &p->charter.side[side];
	struct public_key k;
	int rc;

	if (s->public.form != KEY_MINISIGN)
		return not_ours(e, c, s->name);
	rc = keys_secret_read(e, c->a, path, keys_ask_password, NULL, out);
	if (rc != ERR_OK)
		return rc;
	keys_public_of(out, &k);
	if (keys_public_equal(&k, &s->public))
		return ERR_OK;
	keys_wipe(out);
	return err_set(e, ERR_INPUT, "%s: it is not the key of %s in %s",
	    str_shown(c->a, path, 200), s->name, p->charter.game);
}

int
cli_sign(struct err *e, struct cli *c, const struct position *p, int side,
    const struct secret_key *k, const char *path, const char *text,
    size_t len, const char **sig)
{
	const char *comment = arena_printf(c->a, "iacta %s %ld %s",
	    p->charter.game, p->n, p->charter.side[side].name);
	int rc;

	*sig = sig_minisign(c->a, k, text, len, comment);
	rc = file_write(e, path, text, len, 0644);
	if (rc == ERR_OK)
		rc = file_write(e, arena_printf(c->a, "%s.minisig", path),
		    *sig, strlen(*sig), 0644);
	return rc;
}

int
cli_submit(struct err *e, struct cli *c, struct history *h,
    const struct submit_input *in)
{
	struct submit_output out;
	int rc = submit(e, c->a, h, in, &out);

	if (rc != ERR_OK)
		return rc;
	printf("%s", out.receipt);
	if (cli_given(c, "receipt")) {
		const char *path = cli_value(c, "receipt");

		rc = file_write(e, path, out.receipt, strlen(out.receipt),
		    0644);
		if (rc == ERR_OK)
			rc = file_write(e, arena_printf(c->a, "%s.minisig",
			    path), out.receipt_sig, strlen(out.receipt_sig),
			    0644);
	}
	if (out.again)
		cli_note("the very same submission had been kept already");
	if (out.leaves != NULL)
		cli_note("%s is asked for %s, which this submission does not "
		    "answer: the game would have to ask again", out.side,
		    out.leaves);
	return rc;
}

/* --------------------------------------------------------------- for people */

void
cli_json(struct cli *c, const struct node *v)
{
	struct str s = str_new(c->a);

	json_write(&s, v);
	printf("%s\n", s.s);
}

void
cli_text(struct cli *c, const char *s)
{
	while (*s != '\0') {
		size_t n = strcspn(s, "\n");

		printf("%s\n", str_shown(c->a, arena_strndup(c->a, s, n),
		    n + 1));
		s += n + (s[n] == '\n');
	}
}

/* ------------------------------------------------------- sealed to a side */

static bool
is_sides(const struct node *t, const char *side)
{
	const char *s = node_str(t, "side");

	return s != NULL && strcmp(s, side) == 0 &&
	    node_get(t, "sealed") != NULL;
}

/* Why it was refused: { code = "…", … }, or a text. */
static void
add_reason(struct cli *c, struct node *t, const char *reason)
{
	const char *text = arena_printf(c->a, "why = %s\n", reason);
	struct node *why = NULL;
	struct err e = { 0 };

	if (*reason == '{' && toml_read(&e, c->a, "refusal", text,
	    strlen(text), TOML_MAX_SIZE, &why) == ERR_OK &&
	    node_table_of(why, "why") != NULL)
		node_add(c->a, t, "why", node_copy(c->a, node_get(why,
		    "why")));
	else
		node_add_string(c->a, t, "reason", reason);
}

/* A refused order: why in the first line, its text in the second. */
static int
opened_refusal(struct err *e, struct cli *c, const struct node *x,
    const struct secret_key *k, struct node *out)
{
	struct node *t = node_table(c->a);
	const char *what = node_str(x, "what");
	char *s, *text;
	size_t n;

	if (seal_open_side(c->a, node_get(x, "sealed"), k, &s, &n) < 0)
		return err_set(e, ERR_VERIFY, "events.toml: line %d: what is "
		    "sealed there cannot be opened with this key", x->line);
	if ((text = strchr(s, '\n')) != NULL)
		*text++ = '\0';
	node_add_string(c->a, t, "what", what ? what : "order");
	node_add_int(c->a, t, "number", node_integer(x, "number", 0));
	node_add_string(c->a, t, "text", text == NULL ? "" : arena_strndup(
	    c->a, text, strcspn(text, "\n")));
	add_reason(c, t, s);
	node_add(c->a, out, NULL, t);
	return ERR_OK;
}

/* One to a line: a hand, or the options of a question. */
static int
opened_lines(struct err *e, struct cli *c, const struct node *x,
    const struct secret_key *k, struct node *list)
{
	char *s, *save = NULL;
	size_t n;

	if (seal_open_side(c->a, node_get(x, "sealed"), k, &s, &n) < 0)
		return err_set(e, ERR_VERIFY, "turn.toml: line %d: what is "
		    "sealed there cannot be opened with this key", x->line);
	for (s = strtok_r(s, "\n", &save); s; s = strtok_r(NULL, "\n", &save))
		node_add(c->a, list, NULL, node_string(c->a, s));
	return ERR_OK;
}

static int
opened_hand(struct err *e, struct cli *c, struct position *p, int side,
    const struct node *x, const struct secret_key *k, struct node *out)
{
	struct node *t = node_add(c->a, out, NULL, node_table(c->a)), *cards;
	int rc;

	node_add_string(c->a, t, "what", "hand");
	cards = node_add_array(c->a, t, "cards");
	rc = opened_lines(e, c, x, k, cards);
	if (rc == ERR_OK)
		rc = position_hold(e, c->a, p, side, cards);
	return rc;
}

static int
opened_options(struct err *e, struct cli *c, const struct node *x, int number,
    const struct secret_key *k, struct node *out)
{
	struct node *t = node_add(c->a, out, NULL, node_table(c->a));
	const char *kind = node_str(x, "kind");

	node_add_string(c->a, t, "what", "options");
	node_add_int(c->a, t, "number", number);
	node_add_string(c->a, t, "kind", kind != NULL ? kind : "");
	return opened_lines(e, c, x, k, node_add_array(c->a, t, "options"));
}

int
cli_sealed(struct err *e, struct cli *c, struct position *p, int side,
    const struct secret_key *k, struct node **out)
{
	const struct history_file *f = position_file(p->files, p->nfiles,
	    "events.toml");
	const char *name = p->charter.side[side].name;
	const struct node *x = node_array_of(p->turn, "hand");
	struct node *events = NULL;
	int number = 0, rc = ERR_OK;

	*out = node_array(c->a);
	for (x = x ? x->child : NULL; x && rc == ERR_OK; x = x->next)
		if (is_sides(x, name))
			rc = opened_hand(e, c, p, side, x, k, *out);
	x = position_asks(p);
	for (x = x ? x->child : NULL; x && rc == ERR_OK; x = x->next) {
		number++;
		if (is_sides(x, name))
			rc = opened_options(e, c, x, number, k, *out);
	}
	if (rc == ERR_OK && f != NULL && toml_read(e, c->a, f->path, f->data,
	    f->len, TOML_MAX_SIZE, &events) != ERR_OK)
		rc = e->code = ERR_VERIFY;
	x = node_array_of(events, "event");
	for (x = x ? x->child : NULL; x && rc == ERR_OK; x = x->next)
		if (is_sides(x, name))
			rc = opened_refusal(e, c, x, k, *out);
	return rc;
}
