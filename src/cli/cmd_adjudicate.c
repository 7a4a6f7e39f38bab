/* cmd_adjudicate.c: iacta adjudicate: resolve, commit, say what happened */
#include "cli/commands.h"

#include "trust/adjudicate.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "deadline", 0, NULL, "asked sides that left something open are late",
	    false },
	CLI_WAIT,
	{ .name = NULL },
};

static int
run(struct err *e, struct cli *c)
{
	struct adjudicated *out = arena_new(c->a, struct adjudicated, 1);
	const struct history_file *report;
	struct history *h = NULL;
	long wait;
	int rc = cli_number(e, c, "wait", 0, HISTORY_WAIT, &wait);

	if (rc == ERR_OK)
		rc = history_open(e, cli_dir(c), &h);
	if (rc == ERR_OK)
		history_wait(h, wait);
	if (rc == ERR_OK)
		rc = adjudicate(e, c->a, h, cli_given(c, "deadline"), out);
	if (rc == ERR_OK) {
		report = position_file(out->x.file, out->x.nfiles,
		    "report.txt");
		fwrite(report->data, 1, report->len, stdout);
		cli_note("%s (%.12s)", out->x.headline, out->id);
	}
	if (rc == ERR_OK && out->warning != NULL)
		cli_note("the commit was made, but: %s", out->warning);
	history_close(h);
	return rc;
}

const struct command cmd_adjudicate = {
	.name = "adjudicate", .operands = "[DIR]",
	.help = "resolve an exchange, commit, and say what happened",
	.max = 1, .options = options, .run = run,
	.alone = cli_alone,
};
