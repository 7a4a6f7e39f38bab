/* cmd_accept.c: iacta accept: sign the charter, with a deployment */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/game.h"
#include "trust/pin.h"
#include "trust/submission.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "side", 's', "S", "the side that you play", false },
	{ "key", 'k', "KEY", "your secret key; without it, sign what is "
	    "written yourself", false },
	{ "revision", 'r', "N", "to replace an acceptance sent before "
	    "(default: 1)", false },
	{ "output", 'o', "OUT", "where to write it (default: S-0.toml)",
	    false },
	{ "submit", 0, NULL, "hand it in at once (the referee)", false },
	{ "receipt", 0, "FILE", "with --submit: keep the receipt here too",
	    false },
	{ .name = NULL },
};

static const char *const may[] = { "deploy", "doctrine", "order", "say" };

/* FILE: [deploy], and what else a first submission may hold. */
static int
read_file(struct err *e, struct cli *c, const char *path, struct node **out)
{
	size_t n, len, k = sizeof may / sizeof may[0];
	char *text, *normal;
	int rc = file_read(e, c->a, path, SUBMISSION_MAX, &text, &len);

	if (rc != ERR_OK)
		return rc;
	str_normal(c->a, text, len, &normal, &n);
	rc = toml_read(e, c->a, path, normal, n, SUBMISSION_MAX, out);
	for (const struct node *x = rc == ERR_OK ? (*out)->child : NULL;
	    x != NULL; x = x->next) {
		size_t i = 0;

		while (i < k && strcmp(may[i], x->key) != 0)
			i++;
		if (i == k)
			return err_set(e, ERR_INPUT, "%s: line %d: \"%s\": "
			    "beside [deploy] there may be doctrine, order and "
			    "say%s", path, x->line, str_shown(c->a, x->key,
			    60), str_suggest(c->a, x->key, may, k));
	}
	return rc;
}

/* `turn` fills a line of 72 columns, so it stands without blanks. */
static const char *
tighten(struct arena *a, const char *s)
{
	static const char wide[] = "\nturn = ";
	const char *p = strstr(s, wide);

	return p == NULL ? s : arena_printf(a, "%.*s\nturn=%s",
	    (int)(p - s), s, p + sizeof wide - 1);
}

/* The draft of an acceptance: everything but the talk is sealed. */
static const char *
draft(struct cli *c, const struct position *p, int side, long revision,
    const struct node *content)
{
	struct arena *a = c->a;
	struct node *t = node_table(a), *secret = node_table(a);
	struct str s = str_new(a);
	const struct game *g = &p->game;

	node_add_int(a, t, "iacta", 1);
	node_add_string(a, t, "game", p->charter.game);
	node_add_int(a, t, "exchange", p->n);
	node_add_string(a, t, "side", p->charter.side[side].name);
	node_add_string(a, t, "turn", p->turn_sha);
	node_add_int(a, t, "revision", revision);
	node_add_string(a, t, "nonce", submission_nonce(a));
	if (node_str(content, "say") != NULL)
		node_add_string(a, t, "say", node_str(content, "say"));
	for (const struct node *x = content ? content->child : NULL; x;
	    x = x->next)
		if (strcmp(x->key, "say") != 0)
			node_add(a, secret, x->key, node_copy(a, x));
	if (node_get(content, "deploy") == NULL && g->sys->deploys != NULL &&
	    g->sys->deploys(g->data, g->saved, side))
		node_add_string(a, secret, "deploy", "standard");
	if (secret->n > 0)
		node_add(a, t, "secret", secret);
	toml_write(&s, t);
	return tighten(a, s.s);
}

/* The static check that `submit` makes, so that a mistake shows here. */
static int
check(struct err *e, struct cli *c, struct position *p, int side,
    const char *path, const struct node *content)
{
	int rc = content != NULL ? submission_check(e, &p->game, side,
	    content) : ERR_OK;

	if (rc != ERR_OK)
		err_prefix(e, "%s", str_shown(c->a, path, 200));
	return rc;
}

/* Write it, signed where there is a key. */
static int
write_out(struct err *e, struct cli *c, const struct position *p, int side,
    const struct submit_input *in, const char **sig)
{
	const char *key = cli_value(c, "key");
	struct secret_key k;
	int rc;

	if (key == NULL) {
		cli_note("%s is not signed yet: sign it with `minisign -S -m`, "
		    "or `ssh-keygen -Y sign -n iacta -f KEY`", in->what);
		return file_write(e, in->what, in->text, in->len, 0644);
	}
	rc = cli_key(e, c, p, side, key, &k);
	if (rc == ERR_OK) {
		rc = cli_sign(e, c, p, side, &k, in->what, in->text, in->len,
		    sig);
		keys_wipe(&k);
	}
	return rc;
}

static int
make(struct err *e, struct cli *c, struct position *p, int side,
    const struct node *content, struct submit_input *out)
{
	const char *s;
	char *text = NULL;
	long revision;
	int rc = cli_number(e, c, "revision", 1, 1, &revision);

	if (rc != ERR_OK)
		return rc;
	out->what = cli_value(c, "output");
	if (out->what == NULL)
		out->what = arena_printf(c->a, "%s-0.toml",
		    p->charter.side[side].name);
	s = draft(c, p, side, revision, content);
	rc = submission_seal(e, c->a, out->what, &p->charter, s, strlen(s),
	    &text, &out->len);
	out->text = text;
	if (rc == ERR_OK)
		rc = write_out(e, c, p, side, out, &out->sig);
	if (rc == ERR_OK && !cli_given(c, "submit"))
		printf("%s\n", out->what);
	return rc;
}

/* From now on no other game of this name is taken for it. */
static int
pin(struct err *e, struct cli *c, struct history *h,
    const struct position *p)
{
	bool first;
	int rc = pin_keep(e, c->a, h, p, &first);

	if (rc == ERR_OK && first)
		cli_note("the charter of %s is %s: compare this phrase with "
		    "the referee's and your opponent's by another way than "
		    "the one by which the game came, the telephone for "
		    "example; from now on iacta takes no other for it",
		    p->charter.game, pin_phrase(c->a, p));
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct history *h = NULL;
	struct node *content = NULL;
	struct submit_input in = { .what = NULL };
	const char *dir, *file;
	int side = 0, rc;

	if (cli_given(c, "submit") && !cli_given(c, "key"))
		return err_set(e, ERR_USAGE, "accept: --submit needs --key");
	rc = cli_dir_or_file(e, c, &dir, &file);
	if (rc == ERR_OK)
		rc = cli_open(e, c, dir, &h, p);
	if (rc == ERR_OK && p->n != 0)
		rc = err_set(e, ERR_INPUT, "%s: the charter was accepted "
		    "already: turn %ld is open", p->charter.game, p->n);
	if (rc == ERR_OK)
		rc = cli_side(e, c, p, &side);
	if (rc == ERR_OK && file != NULL)
		rc = read_file(e, c, file, &content);
	if (rc == ERR_OK)
		rc = check(e, c, p, side, file, content);
	if (rc == ERR_OK)
		rc = make(e, c, p, side, content, &in);
	if (rc == ERR_OK) {
		cli_tell_rules(c, p);
		rc = pin(e, c, h, p);
	}
	if (rc == ERR_OK && cli_given(c, "submit"))
		rc = cli_submit(e, c, h, &in);
	history_close(h);
	return rc;
}

const struct command cmd_accept = {
	.name = "accept", .operands = "[DIR] [FILE]",
	.help = "sign the charter, with the deployment in FILE where there "
	    "is one",
	.max = 2, .options = options, .run = run,
	.alone = cli_alone,
};
