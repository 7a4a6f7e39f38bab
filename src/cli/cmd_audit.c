/* cmd_audit.c: iacta audit: check the whole history again */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "show/json.h"
#include "trust/bundle.h"
#include "trust/history.h"
#include "trust/pin.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECEIPT_MAX 4096

static const struct cli_option options[] = {
	{ "receipt", 'r', "FILE", "a receipt that must have been honoured, "
	    "with FILE.minisig", true },
	{ "bundle", 'b', "FILE", "the history, the receipts and the verdict "
	    "in one file, which `iacta audit FILE` opens", false },
	{ "json", 0, NULL, "the verdict as JSON", false },
	{ "jobs", 'j', "N", "processes at once (one for each core)", false },
	{ .name = NULL },
};

static int
read_receipt(struct err *e, struct cli *c, const char *path,
    struct audit_receipt *out)
{
	const char *beside = arena_printf(c->a, "%s.minisig", path);
	char *text, *sig;
	size_t n;
	int rc = file_read(e, c->a, path, RECEIPT_MAX, &text, &out->len);

	if (rc == ERR_OK)
		rc = file_read(e, c->a, beside, RECEIPT_MAX, &sig, &n);
	if (rc != ERR_OK)
		return rc;
	if (strlen(sig) != n)
		return err_set(e, ERR_INPUT, "%s: this is not a "
		    "signature of minisign or OpenSSH",
		    str_shown(c->a, beside, 200));
	out->what = str_shown(c->a, path, 200);
	out->text = text;
	out->sig = sig;
	return ERR_OK;
}

static const char *
counted(struct cli *c, long n, const char *what)
{
	return arena_printf(c->a, "%ld %s%s", n, what, n == 1 ? "" : "s");
}

static const char *
in_words(struct cli *c, const struct audit_verdict *v)
{
	struct str s = str_new(c->a);

	str_addf(&s, "%s: the history holds: %s up to %.12s, %s, %s", v->game,
	    counted(c, v->commits, "commit"), v->head,
	    counted(c, v->submissions, "submission"),
	    counted(c, v->rolls, "roll"));
	if (v->shuffles > 0)
		str_addf(&s, ", %s", counted(c, v->shuffles, "shuffle"));
	if (v->receipts > 0)
		str_addf(&s, ", %s honoured", counted(c, v->receipts,
		    "receipt"));
	str_addc(&s, '\n');
	if (v->result != NULL)
		str_addf(&s, "the game is over (%s); its secret is out, and "
		    "every file was made again\n", str_shown(c->a, v->result,
		    200));
	for (const struct node *x = v->later->child; x != NULL; x = x->next)
		str_addf(&s, "not checked yet: %s\n", x->s);
	for (const struct node *x = v->remarks->child; x; x = x->next)
		str_addf(&s, "remark: %s\n", x->s);
	return s.s;
}

static void
print_json(struct cli *c, const struct audit_verdict *v)
{
	struct node *t = node_table(c->a);
	struct str s = str_new(c->a);

	node_add_bool(c->a, t, "holds", true);
	node_add_string(c->a, t, "game", v->game);
	node_add_string(c->a, t, "head", v->head);
	node_add_int(c->a, t, "commits", v->commits);
	node_add_int(c->a, t, "submissions", v->submissions);
	node_add_int(c->a, t, "rolls", v->rolls);
	node_add_int(c->a, t, "shuffles", v->shuffles);
	node_add_int(c->a, t, "receipts", v->receipts);
	if (v->result != NULL)
		node_add_string(c->a, t, "result", v->result);
	node_add(c->a, t, "later", node_copy(c->a, v->later));
	node_add(c->a, t, "remarks", node_copy(c->a, v->remarks));
	json_write(&s, t);
	printf("%s\n", s.s);
}

/* Programs read the reason where they read the verdict. */
static void
print_failure(struct cli *c, const struct err *e)
{
	struct node *t = node_table(c->a);
	struct str s = str_new(c->a);

	node_add_bool(c->a, t, "holds", false);
	node_add_string(c->a, t, "reason", e->msg);
	json_write(&s, t);
	printf("%s\n", s.s);
}

/* It holds; is it the game that was accepted here? */
static int
is_pinned(struct err *e, struct cli *c, struct history *h)
{
	struct position *p = arena_new(c->a, struct position, 1);
	char id[41];
	int rc = position_head(e, c->a, h, id, p);

	return rc == ERR_OK ? pin_check(e, c->a, h, p) : rc;
}

static bool
is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static int
run(struct err *e, struct cli *c)
{
	struct audit_receipt receipt[CLI_VALUES];
	struct audit_verdict v;
	struct history *h = NULL;
	const char *path, *dir = cli_dir(c), *unpacked = NULL;
	bool json = cli_given(c, "json");
	long cores = sysconf(_SC_NPROCESSORS_ONLN), jobs;
	int n = 0, rc = cli_number(e, c, "jobs", 1, cores > 0 ? cores : 1,
	    &jobs);

	while (rc == ERR_OK && (path = cli_value_at(c, "receipt", n)))
		rc = read_receipt(e, c, path, &receipt[n++]);
	if (rc == ERR_OK)
		rc = is_file(dir) ? bundle_open(e, c->a, dir, &h, &unpacked,
		    receipt, &n, CLI_VALUES) : history_open(e, dir, &h);
	if (rc == ERR_OK)
		rc = audit(e, c->a, h, receipt, n, jobs > 1000 ? 1000 :
		    (int)jobs, &v);
	if (rc == ERR_OK)
		rc = is_pinned(e, c, h);
	if (rc == ERR_OK && cli_given(c, "bundle"))
		rc = bundle_write(e, c->a, h, cli_value(c, "bundle"),
		    in_words(c, &v), receipt, n);
	if (rc == ERR_OK && json)
		print_json(c, &v);
	else if (rc == ERR_OK)
		fputs(in_words(c, &v), stdout);
	else if (rc == ERR_VERIFY && json)
		print_failure(c, e);
	history_close(h);
	bundle_remove(unpacked);
	return rc;
}

const struct command cmd_audit = {
	.name = "audit", .operands = "[DIR | BUNDLE]",
	.help = "check the whole history again: every signature, die and "
	    "result",
	.max = 1, .options = options, .run = run,
	.alone = cli_alone,
};
