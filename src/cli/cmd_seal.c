/* cmd_seal.c: iacta seal: seal [secret] and write the normal form */
#include "cli/commands.h"

#include "base/file.h"
#include "cli/game.h"
#include "desk/home.h"
#include "trust/submission.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "output", 'o', "FILE", "write it here (default: beside the draft, "
	    "orders.sealed.toml)", false },
	{ .name = NULL },
};

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct history *h = NULL;
	const char *dir, *file, *path;
	char *text, *out;
	size_t len, n;
	int rc;

	cli_dir_file(c, &dir, &file);
	rc = cli_no_dir(e, c, file);
	if (rc == ERR_OK)
		rc = cli_named_file(e, c, file);
	if (rc == ERR_OK)
		rc = file_read(e, c->a, file, SUBMISSION_MAX, &text, &len);
	if (rc == ERR_OK)
		rc = cli_open(e, c, dir, &h, p);
	if (rc == ERR_OK)
		rc = submission_seal(e, c->a, file, &p->charter, text, len,
		    &out, &n);
	path = cli_value(c, "output");
	if (path == NULL)
		path = sign_beside(c->a, file, "sealed");
	if (rc == ERR_OK && strcmp(path, file) == 0)
		rc = err_set(e, ERR_USAGE, "seal: --output is the draft "
		    "itself, which is kept as it is");
	if (rc == ERR_OK)
		rc = file_write(e, path, out, n, 0644);
	if (rc == ERR_OK)
		printf("%s\n", path);
	history_close(h);
	return rc;
}

const struct command cmd_seal = {
	.name = "seal", .operands = "[DIR] FILE",
	.help = "seal what stands under [secret], beside the draft",
	.min = 1, .max = 2, .options = options, .run = run,
	.alone = cli_alone,
};
