/* cmd_report.c: iacta report: what happened, as the history has it */
#include "cli/commands.h"

#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/game.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "format", 'f', "FORMAT", "text (the default)", false },
	{ "at", 0, "N", "of turn N (default: the last)", false },
	{ "json", 0, NULL, "the events as JSON", false },
	{ .name = NULL },
};

static int
check_format(struct err *e, struct cli *c)
{
	static const char *const names[] = { "text", "markdown", "bbcode",
	    "html" };
	const char *s = cli_value(c, "format");

	if (s == NULL || strcmp(s, names[0]) == 0)
		return ERR_OK;
	for (int i = 1; i < 4; i++)
		if (strcmp(s, names[i]) == 0)
			return err_set(e, ERR_USAGE, "report: --format %s is "
			    "still to come; text is there", s);
	return err_set(e, ERR_USAGE, "report: --format %s: it must be text%s",
	    str_shown(c->a, s, 40), str_suggest(c->a, s, names, 1));
}

/* A list of one of the commit's files; NULL where there is no such file. */
static int
list_of(struct err *e, struct cli *c, const struct position *p,
    const char *path, const char *key, struct node *out)
{
	const struct history_file *f = position_file(p->files, p->nfiles,
	    path);
	const struct node *list;
	struct node *t;

	if (f == NULL)
		return ERR_OK;
	if (toml_read(e, c->a, path, f->data, f->len, TOML_MAX_SIZE, &t) !=
	    ERR_OK)
		return e->code = ERR_VERIFY;
	list = node_array_of(t, key);
	node_add(c->a, out, key, list != NULL ? node_copy(c->a, list) :
	    node_array(c->a));
	return ERR_OK;
}

static int
print_json(struct err *e, struct cli *c, const struct position *p)
{
	struct node *t = node_table(c->a);
	int rc;

	node_add_string(c->a, t, "game", p->charter.game);
	node_add_int(c->a, t, "exchange", p->n);
	if (p->result != NULL)
		node_add_string(c->a, t, "result", p->result);
	rc = list_of(e, c, p, "events.toml", "event", t);
	if (rc == ERR_OK)
		rc = list_of(e, c, p, "dice.toml", "roll", t);
	if (rc == ERR_OK)
		cli_json(c, t);
	return rc;
}

static int
print_text(struct err *e, struct cli *c, const struct position *p)
{
	const struct history_file *f = position_file(p->files, p->nfiles,
	    "report.txt");

	if (f == NULL)
		return err_set(e, ERR_VERIFY, "turn %ld has no report.txt",
		    p->n);
	cli_text(c, arena_strndup(c->a, f->data, f->len));
	return ERR_OK;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct history *h = NULL;
	char id[41];
	long at;
	int rc = check_format(e, c);

	if (rc == ERR_OK)
		rc = cli_number(e, c, "at", 0, -1, &at);
	if (rc == ERR_OK)
		rc = cli_open_at(e, c, cli_dir(c), at, &h, id, p);
	if (rc == ERR_OK)
		rc = cli_given(c, "json") ? print_json(e, c, p) :
		    print_text(e, c, p);
	history_close(h);
	return rc;
}

const struct command cmd_report = {
	.name = "report", .operands = "[DIR]",
	.help = "what happened in an exchange",
	.max = 1, .options = options, .run = run,
};
