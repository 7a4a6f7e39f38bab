/* cmd_luck.c: iacta luck: dice expected and rolled */
#include "cli/commands.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "cli/game.h"
#include "show/layout.h"
#include "show/luck.h"
#include "trust/retell.h"

static const struct cli_option options[] = {
	{ "at", 0, "N", "up to turn N (default: the last)", false },
	{ "since", 0, "N", "only the dice after turn N", false },
	{ "json", 0, NULL, "the same as JSON", false },
	{ .name = NULL },
};

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct report_context x;
	struct history *h = NULL;
	struct str out = str_new(c->a);
	struct node *facts;
	char id[41];
	long at, since;
	int rc = cli_number(e, c, "at", 0, -1, &at);

	if (rc == ERR_OK)
		rc = cli_number(e, c, "since", 0, -1, &since);
	if (rc == ERR_OK)
		rc = cli_open_at(e, c, cli_dir(c), at, &h, id, p);
	if (rc == ERR_OK)
		rc = retell(e, c->a, h, id, p, since < 0 && p->n > 0 ? 0 :
		    since, &x);
	history_close(h);
	if (rc != ERR_OK)
		return rc;
	facts = luck_facts(c->a, &x);
	if (cli_given(c, "json")) {
		cli_json(c, facts);
		return ERR_OK;
	}
	rc = layout_fill(e, &out, "luck.txt", layout_own("luck.txt"), facts,
	    ESCAPE_TEXT);
	if (rc == ERR_OK)
		cli_text(c, out.s);
	return rc;
}

const struct command cmd_luck = {
	.name = "luck", .operands = "[DIR]",
	.help = "dice expected and rolled, for each side",
	.max = 1, .options = options, .run = run,
	.alone = cli_alone,
};
