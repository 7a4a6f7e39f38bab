/* cmd_check.c: iacta check: what an order file would do, and what is wrong */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/game.h"
#include "desk/home.h"
#include "desk/tell.h"
#include "show/wrap.h"
#include "trust/sig.h"
#include "trust/store.h"

#include <sodium.h>
#include <string.h>

#define MESSAGE_MAX (1u << 20)
#define SAMPLE_MAX 100000

static const struct cli_option options[] = {
	{ "key", 'k', "KEY", "your secret key, to see that it is the side's; "
	    "it opens your hand", false },
	{ "sample", 'n', "N", "rehearse it N times with dice of its own and "
	    "print the odds", false },
	{ "suppose", 0, "FILE", "answer for the enemy by the doctrine in FILE, "
	    "not by the default one", false },
	{ "brief", 'b', NULL, "no map", false },
	{ "json", 0, NULL, "the same as JSON", false },
	{ .name = NULL },
};

/* A check on its way. */
struct check {
	struct cli *c;
	const char *file;
	struct history *h;
	struct position *p;
	struct home home;
	struct submission s;
	struct checked found;
	const struct node *suppose;
	long sample;
	struct desk_rehearsal rehearsal;
	bool shut;		/* sealed, and nobody here can open it */
};

/* ----------------------------------------------------------------- reading */

/* A draft, a sealed text, or either with its signature in armour. */
static int
read_text(struct err *e, struct check *k, const char *path, char **text,
    size_t *len)
{
	char *sig, *sig2;
	int rc = file_read(e, k->c->a, path, MESSAGE_MAX, text, len);

	if (rc == ERR_OK && *len == 0)
		rc = err_set(e, ERR_INPUT, "%s: it is empty", k->file);
	if (rc == ERR_OK && sig_is_armoured(*text, *len))
		rc = sig_dearmor(e, k->c->a, k->file, *text, *len, text, len,
		    &sig, &sig2);
	return rc;
}

/* What is sealed only the referee opens, with the game's secret. */
static int
open_sealed(struct err *e, struct check *k)
{
	struct err none;
	uint8_t secret[32];
	bool referee = false;
	int rc;

	if (k->s.sealed == NULL)
		return ERR_OK;
	if (store_has_secret(&none, k->c->a, k->p->charter.game, &referee) !=
	    ERR_OK || !referee) {
		k->shut = true;
		return ERR_OK;
	}
	rc = store_secret(e, k->c->a, k->p->charter.game, secret);
	if (rc == ERR_OK)
		rc = submission_open(e, k->c->a, k->file, &k->p->charter,
		    secret, &k->s);
	sodium_memzero(secret, sizeof secret);
	return rc;
}

static int
read_suppose(struct err *e, struct check *k)
{
	const char *path = cli_value(k->c, "suppose");
	struct node *t, *list;
	int rc;

	if (path == NULL)
		return ERR_OK;
	rc = toml_read_file(e, k->c->a, path, &t);
	if (rc != ERR_OK)
		return rc;
	k->suppose = node_get(t, "doctrine");
	if (k->suppose == NULL)
		k->suppose = node_get(node_table_of(t, "secret"), "doctrine");
	if (k->suppose == NULL || k->suppose->type != NODE_ARRAY)
		return err_set(e, ERR_INPUT, "%s: there is no [[doctrine]] in "
		    "it", str_shown(k->c->a, path, 200));
	t = node_table(k->c->a);
	node_add(k->c->a, t, "doctrine", node_copy(k->c->a, k->suppose));
	list = desk_problems(&k->home.desk, t);
	if (list->n > 0)
		return err_set(e, ERR_INPUT, "%s: %s", str_shown(k->c->a,
		    path, 200), tell_problem_words(k->c->a, list->child));
	return ERR_OK;
}

/* ------------------------------------------------------------------- words */

static void
tell_all(struct check *k)
{
	const struct charter *t = &k->p->charter;
	struct str out = str_new(k->c->a);

	str_addf(&out, "%s: %s in exchange %ld of %s, revision %ld\n",
	    k->file, t->side[k->s.side].name, k->s.exchange, t->game,
	    k->s.revision);
	if (k->shut)
		wrap_text(&out, "What is sealed in it only the referee can "
		    "open: only the rest is checked. Check the draft before "
		    "it is sealed.", 0, 4);
	str_addc(&out, '\n');
	if (k->found.ran && !k->shut) {
		tell_try(&k->home.desk, &k->found.t, k->found.problems, &out);
		if (!cli_given(k->c, "brief"))
			tell_map(&k->home.desk, &k->found.t, &out);
	} else {
		for (const struct node *x = k->found.problems->child; x; x = x->next)
			wrap_text(&out, tell_problem_words(k->c->a, x), 0, 4);
	}
	if (k->found.leaves != NULL && !k->shut)
		wrap_text(&out, arena_printf(k->c->a, "You are asked for "
		    "%s, and it does not answer that.", k->found.leaves), 0, 4);
	if (k->found.warnings->n > 0) {
		str_addc(&out, '\n');
		tell_warnings(&k->home.desk, k->found.warnings, &out);
	}
	if (k->sample > 0 && k->found.ran) {
		str_addc(&out, '\n');
		tell_rehearsal(&k->home.desk, node_array_of(k->found.paper, "order"),
		    &k->rehearsal, &out);
	}
	fwrite(out.s, 1, out.len, stdout);
}

static void
print_json(struct check *k)
{
	struct arena *a = k->c->a;
	struct node *t = node_table(a);

	node_add_string(a, t, "file", k->file);
	node_add_string(a, t, "side", k->p->charter.side[k->s.side].name);
	node_add_int(a, t, "exchange", k->s.exchange);
	node_add_int(a, t, "revision", k->s.revision);
	node_add_bool(a, t, "sealed", k->shut);
	if (k->found.ran)
		tell_try_node(&k->home.desk, &k->found.t, k->found.problems, t);
	checked_refusals(&k->home, &k->found);
	node_add(a, t, "problems", k->found.problems);
	node_add(a, t, "warnings", k->found.warnings);
	if (k->found.leaves != NULL)
		node_add_string(a, t, "leaves", k->found.leaves);
	if (k->sample > 0 && k->found.ran)
		node_add(a, t, "rehearsal", tell_rehearsal_node(
		    &k->home.desk, &k->rehearsal));
	cli_json(k->c, t);
}

/* --------------------------------------------------------------------- run */

static int
verdict(struct err *e, struct check *k)
{
	size_t n = k->found.problems->n;

	if (n == 0)
		return ERR_OK;
	return err_set(e, ERR_INPUT, "%s: %s%s", k->file, tell_problem_words(
	    k->c->a, k->found.problems->child), n == 1 ? "" : arena_printf(k->c->a,
	    "; and %zu more", n - 1));
}

static int
check(struct err *e, struct check *k)
{
	int rc = home_check(e, &k->home, k->file, &k->s, k->shut, k->suppose,
	    &k->found);

	if (rc == ERR_OK && k->found.ran && k->sample > 0)
		rc = desk_rehearse(e, &k->home.desk, k->found.paper,
		    k->suppose, k->sample, 1, &k->rehearsal);
	if (rc != ERR_OK)
		return rc;
	if (cli_given(k->c, "json")) {
		print_json(k);
	} else {
		tell_all(k);
		checked_refusals(&k->home, &k->found);
	}
	return verdict(e, k);
}

static int
run(struct err *e, struct cli *c)
{
	struct check k = { .c = c };
	const char *dir, *path;
	char *text;
	size_t len;
	int rc;

	cli_dir_file(c, &dir, &path);
	k.p = arena_new(c->a, struct position, 1);
	k.file = strcmp(path, "-") ? str_shown(c->a, path, 200) : "orders";
	rc = cli_number(e, c, "sample", 1, 0, &k.sample);
	if (rc == ERR_OK && k.sample > SAMPLE_MAX)
		rc = err_set(e, ERR_USAGE, "check: --sample takes at most %d",
		    SAMPLE_MAX);
	if (rc == ERR_OK)
		rc = cli_no_dir(e, c, path);
	if (rc == ERR_OK)
		rc = read_text(e, &k, path, &text, &len);
	if (rc == ERR_OK)
		rc = cli_open(e, c, dir, &k.h, k.p);
	if (rc == ERR_OK)
		rc = cli_goes_on(e, c, k.p);
	if (rc == ERR_OK)
		rc = submission_draft(e, c->a, k.file, &k.p->charter, text,
		    len, &k.s);
	if (rc == ERR_OK)
		rc = open_sealed(e, &k);
	if (rc == ERR_OK)
		rc = cli_home(e, c, k.h, k.p, k.s.side, cli_value(c, "key"),
		    &k.home);
	if (rc == ERR_OK)
		rc = read_suppose(e, &k);
	if (rc == ERR_OK)
		rc = check(e, &k);
	history_close(k.h);
	return rc;
}

const struct command cmd_check = {
	.name = "check", .operands = "[DIR] FILE",
	.help = "what an order file would do, and what is wrong with it",
	.min = 1, .max = 2, .options = options, .run = run,
	.alone = cli_alone,
};
