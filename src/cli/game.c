/* game.c: what commands about a game share */
#include "cli/game.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "desk/home.h"
#include "show/json.h"
#include "show/report.h"
#include "trust/altered.h"
#include "trust/inbox.h"
#include "trust/pin.h"
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
	if (rc == ERR_OK)
		rc = pin_check(e, c->a, *h, p);
	return rc;
}

void
cli_tell_rules(struct cli *c, const struct position *p)
{
	const struct node *list = altered_rules(c->a, p);

	for (const struct node *x = list->child; x != NULL; x = x->next)
		cli_note("the game has rules of its own: %s%s", x->s,
		    p->charter.own_charts && strncmp(x->s, "charts.toml:", 12)
		    == 0 ? "; the charter says that its charts are an "
		    "owner's" : "");
}

int
cli_open(struct err *e, struct cli *c, const char *dir, struct history **h,
    struct position *p)
{
	char id[41];

	return cli_open_at(e, c, dir, -1, h, id, p);
}

int
cli_goes_on(struct err *e, struct cli *c, const struct position *p)
{
	if (p->result == NULL)
		return ERR_OK;
	return err_set(e, ERR_NOTHING, "%s: the game is over: %s",
	    p->charter.game, str_shown(c->a, report_result(c->a, &p->rules,
	    p->result), 200));
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
	return err_set(e, ERR_INPUT, "%s plays with an OpenSSH key, with "
	    "which sealed texts cannot be opened: leave --key out, and send "
	    "orders open (`iacta orders --open`), so that you can read why "
	    "one is refused", side);
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
	for (int i = 0; i < p->charter.nsides; i++)
		if (!p->charter.side[i].bot && keys_public_equal(&k,
		    &p->charter.side[i].public))
			return err_set(e, ERR_INPUT, "%s: this is the key of "
			    "%s in %s, not of %s", str_shown(c->a, path, 200),
			    p->charter.side[i].name, p->charter.game, s->name);
	return err_set(e, ERR_INPUT, "%s: this is not the key with which %s "
	    "plays in %s; give that one with --key", str_shown(c->a, path,
	    200), s->name, p->charter.game);
}

int
cli_home(struct err *e, struct cli *c, struct history *h, struct position *p,
    int side, const char *path, struct home *out)
{
	struct secret_key k;
	int rc;

	if (path == NULL)
		return home_open(e, c->a, h, p, side, NULL, out);
	rc = cli_key(e, c, p, side, path, &k);
	if (rc == ERR_OK) {
		rc = home_open(e, c->a, h, p, side, &k, out);
		keys_wipe(&k);
	}
	return rc;
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
cli_has_sent(struct err *e, struct cli *c, struct history *h,
    const struct position *p, int side, bool *out)
{
	struct inbox_entry *entry;
	size_t n;
	int rc = inbox_get(e, c->a, h, p->n, &entry, &n);

	*out = false;
	for (size_t i = 0; rc == ERR_OK && i < n; i++)
		*out = *out || strcmp(entry[i].side,
		    p->charter.side[side].name) == 0;
	return rc;
}

int
cli_keep_receipt(struct err *e, struct cli *c, const struct submit_output *out)
{
	const char *path = cli_value(c, "receipt");
	int rc;

	if (path == NULL)
		return ERR_OK;
	rc = file_write(e, path, out->receipt, strlen(out->receipt), 0644);
	if (rc == ERR_OK)
		rc = file_write(e, arena_printf(c->a, "%s.minisig", path),
		    out->receipt_sig, strlen(out->receipt_sig), 0644);
	return rc;
}

void
cli_print_submitted(const struct submit_output *out)
{
	printf("%s", out->receipt);
	if (out->again)
		cli_note("the very same submission had been kept already");
	if (out->left <= 5)
		cli_note("%s can send %d more revision%s for exchange %ld",
		    out->side, out->left, out->left == 1 ? "" : "s",
		    out->exchange);
	if (out->leaves != NULL)
		cli_note("%s is asked for %s, which this submission does not "
		    "answer: the game would have to ask again", out->side,
		    out->leaves);
}

int
cli_submit(struct err *e, struct cli *c, struct history *h,
    const struct submit_input *in)
{
	struct submit_output out;
	int rc = cli_given(c, "receipt") ? file_check_target(e, cli_value(c,
	    "receipt")) : ERR_OK;

	if (rc == ERR_OK)
		rc = submit(e, c->a, h, in, &out);
	if (rc == ERR_OK)
		rc = cli_keep_receipt(e, c, &out);
	if (rc == ERR_OK)
		cli_print_submitted(&out);
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
