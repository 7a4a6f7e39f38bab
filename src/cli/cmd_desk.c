/* cmd_desk.c: iacta desk: the desk for another program: JSON in, JSON out */
#include "cli/commands.h"

#include "base/file.h"
#include "base/str.h"
#include "desk/request.h"

static int
run(struct err *e, struct cli *c)
{
	struct str out = str_new(c->a);
	char *text;
	size_t len;
	int rc = file_read(e, c->a, c->noperands > 0 ? c->operand[0] : "-",
	    REQUEST_MAX, &text, &len);

	if (rc != ERR_OK)
		return rc;
	rc = desk_request(e, c->a, text, len, &out);
	fwrite(out.s, 1, out.len, stdout);
	return rc;
}

const struct command cmd_desk = {
	.name = "desk", .operands = "[FILE]",
	.help = "for other programs: one request as JSON, one answer",
	.max = 1, .run = run,
};
