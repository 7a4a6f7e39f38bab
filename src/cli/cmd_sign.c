/* cmd_sign.c: iacta sign: seal, and make FILE.minisig */
#include "cli/commands.h"

#include "base/file.h"
#include "cli/game.h"
#include "trust/submission.h"

static const struct cli_option options[] = {
	{ "key", 'k', "KEY", "your secret key", false },
	{ .name = NULL },
};

/* A signature under what answers another turn would only be refused later. */
static int
sign(struct err *e, struct cli *c, struct position *p, const char *key,
    const char *file, const char *text, size_t len)
{
	struct submission s;
	struct secret_key k = { .id = { 0 } };
	const char *sig;
	int rc = submission_parse(e, c->a, file, &p->charter, text, len, &s);

	if (rc == ERR_OK)
		rc = submission_answers(e, file, &s, p->n, p->turn_sha);
	if (rc == ERR_OK)
		rc = cli_key(e, c, p, s.side, key, &k);
	if (rc == ERR_OK)
		rc = cli_sign(e, c, p, s.side, &k, file, text, len, &sig);
	keys_wipe(&k);
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct history *h = NULL;
	const char *dir, *file, *key;
	char *text, *out;
	size_t len, n;
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
		rc = submission_seal(e, c->a, file, &p->charter, text, len,
		    &out, &n);
	if (rc == ERR_OK)
		rc = sign(e, c, p, key, file, out, n);
	if (rc == ERR_OK)
		printf("%s.minisig\n", file);
	history_close(h);
	return rc;
}

const struct command cmd_sign = {
	.name = "sign", .operands = "[DIR] FILE",
	.help = "seal, and make FILE.minisig",
	.min = 1, .max = 2, .options = options, .run = run,
};
