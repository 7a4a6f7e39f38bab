/* cmd_sign.c: iacta sign: seal and sign, beside the draft */
#include "cli/commands.h"

#include "base/file.h"
#include "cli/game.h"
#include "desk/home.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "key", 'k', "KEY", "your secret key", false },
	{ "output", 'o', "FILE", "write what is sent here (default: beside "
	    "the draft, orders.signed.toml)", false },
	{ .name = NULL },
};

/* Whose draft it is, to read the key that belongs to it. */
static int
read_key(struct err *e, struct cli *c, struct position *p, const char *file,
    const char *text, size_t len, const char *path, struct secret_key *k)
{
	struct submission s;
	int rc = submission_draft(e, c->a, file, &p->charter, text, len, &s);

	return rc == ERR_OK ? cli_key(e, c, p, s.side, path, k) : rc;
}

static int
write_out(struct err *e, struct cli *c, const char *file,
    const struct signed_paper *s)
{
	const char *path = cli_value(c, "output");
	int rc;

	if (path == NULL)
		path = sign_beside(c->a, file, "signed");
	if (strcmp(path, file) == 0)
		return err_set(e, ERR_USAGE, "sign: --output is the draft "
		    "itself, which is kept as it is");
	rc = sign_write(e, c->a, s, path);
	if (rc == ERR_OK) {
		printf("%s", s->block);
		cli_note("%s and its .minisig are what is sent; the block "
		    "above is the same, for a mail or a post", path);
	}
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct signed_paper *s = arena_new(c->a, struct signed_paper, 1);
	struct history *h = NULL;
	struct secret_key k = { .id = { 0 } };
	const char *dir, *file, *key;
	char *text;
	size_t len;
	int rc = cli_need(e, c, "key", &key);

	cli_dir_file(c, &dir, &file);
	if (rc == ERR_OK)
		rc = cli_no_dir(e, c, file);
	if (rc == ERR_OK)
		rc = cli_named_file(e, c, file);
	if (rc == ERR_OK)
		rc = file_read(e, c->a, file, SUBMISSION_MAX, &text, &len);
	if (rc == ERR_OK)
		rc = cli_open(e, c, dir, &h, p);
	if (rc == ERR_OK)
		rc = read_key(e, c, p, file, text, len, key, &k);
	if (rc == ERR_OK)
		rc = sign_draft(e, c->a, h, p, &k, file, text, len, s);
	keys_wipe(&k);
	if (rc == ERR_OK)
		rc = write_out(e, c, file, s);
	history_close(h);
	return rc;
}

const struct command cmd_sign = {
	.name = "sign", .operands = "[DIR] FILE",
	.help = "seal and sign beside the draft, and print the block to send",
	.min = 1, .max = 2, .options = options, .run = run,
	.alone = cli_alone,
};
