/* cmd_report.c: iacta report: what happened, as the history has it */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/game.h"
#include "cli/page.h"
#include "show/layout.h"
#include "trust/retell.h"
#include "trust/reveal.h"

#include <string.h>

#define LAYOUT_MAX 1000000	/* bytes */

static const struct cli_option options[] = {
	{ "format", 'f', "FORMAT", "text (the default), markdown, bbcode or "
	    "html", false },
	{ "at", 0, "N", "of turn N (default: the last)", false },
	{ "since", 0, "N", "all that happened since turn N, and what changed",
	    false },
	{ "all", 0, NULL, "every exchange from the first (html)", false },
	{ "reveal", 0, NULL, "after the end: hands, orders and doctrine of "
	    "both sides", false },
	{ "layout", 0, "FILE", "a layout of your own instead of the "
	    "program's", false },
	{ "json", 0, NULL, "the events as JSON", false },
	{ .name = NULL },
};

static int
get_format(struct err *e, struct cli *c, enum escape_format *out)
{
	const char *s = cli_value(c, "format");

	*out = ESCAPE_TEXT;
	for (int i = 0; s != NULL && i < ESCAPE_FORMAT_COUNT; i++)
		if (strcmp(s, escape_format_names[i]) == 0) {
			*out = (enum escape_format)i;
			return ERR_OK;
		}
	if (s == NULL)
		return ERR_OK;
	return err_set(e, ERR_USAGE, "report: --format %s: it must be text, "
	    "markdown, bbcode or html%s", str_shown(c->a, s, 40),
	    str_suggest(c->a, s, escape_format_names, ESCAPE_FORMAT_COUNT));
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
		return err_unverified(e);
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

/* By the program's layout, or by one that the user brings. */
static int
print_report(struct err *e, struct cli *c, struct history *h,
    const struct report_context *x, struct position *p, enum escape_format f)
{
	const char *path = cli_value(c, "layout");
	struct str out = str_new(c->a);
	char *text;
	size_t len;
	int rc;

	if (path == NULL && f == ESCAPE_HTML)
		return page_print(e, c, h, p, x);
	if (path == NULL) {
		report_write(&out, &p->game, x, f);
	} else {
		rc = file_read(e, c->a, path, LAYOUT_MAX, &text, &len);
		if (rc == ERR_OK)
			rc = layout_fill(e, &out, str_shown(c->a, path, 200),
			    text, report_facts(c->a, &p->game, x), f);
		if (rc != ERR_OK)
			return rc;
	}
	cli_text(c, out.s);
	return ERR_OK;
}

static int
print_told(struct err *e, struct cli *c, struct history *h, const char *id,
    struct position *p, long since, enum escape_format f)
{
	struct report_context x;
	struct node *opened;
	int rc = retell(e, c->a, h, id, p, since, &x);

	if (rc == ERR_OK && cli_given(c, "reveal")) {
		rc = reveal_exchanges(e, c->a, h, p, since, &opened);
		x.reveal = opened;
	}
	return rc == ERR_OK ? print_report(e, c, h, &x, p, f) : rc;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct history *h = NULL;
	enum escape_format f;
	char id[41];
	long at, since;
	int rc = get_format(e, c, &f);

	if (rc == ERR_OK)
		rc = cli_number(e, c, "at", 0, -1, &at);
	if (rc == ERR_OK)
		rc = cli_number(e, c, "since", 0, -1, &since);
	if (rc == ERR_OK)
		rc = cli_open_at(e, c, cli_dir(c), at, &h, id, p);
	if (rc == ERR_OK && cli_given(c, "all"))
		since = p->n > 0 ? 0 : -1;
	if (rc == ERR_OK && cli_given(c, "json"))
		rc = print_json(e, c, p);
	else if (rc == ERR_OK)
		rc = print_told(e, c, h, id, p, since, f);
	history_close(h);
	return rc;
}

const struct command cmd_report = {
	.name = "report", .operands = "[DIR]",
	.help = "what happened in an exchange, or since one",
	.max = 1, .options = options, .run = run,
	.alone = cli_alone,
};
