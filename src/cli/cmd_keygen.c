/* cmd_keygen.c: iacta keygen: make a key pair */
#include "cli/commands.h"

#include "trust/keys.h"

#include <sodium.h>
#include <string.h>

static const struct cli_option options[] = {
	{ "output", 'o', "NAME", "write NAME.key and NAME.pub (default: iacta)",
	    false },
	{ "password", 'p', NULL, "encrypt the secret key with a password",
	    false },
	{ .name = NULL },
};

static int
run(struct err *e, struct cli *c)
{
	const char *name = cli_value(c, "output");
	char password[1024];
	bool encrypt = cli_given(c, "password");
	struct public_key k;
	const char *line;
	int rc = ERR_OK;

	if (name == NULL)
		name = "iacta";
	if (encrypt)
		rc = keys_ask_password(e, NULL, arena_printf(c->a, "%s.key",
		    name), password, sizeof password);
	if (rc == ERR_OK)
		rc = keys_generate(e, c->a, name, encrypt ? password : NULL);
	sodium_memzero(password, sizeof password);
	if (rc == ERR_OK)
		rc = keys_public_read(e, c->a, arena_printf(c->a, "%s.pub",
		    name), &k, &line);
	if (rc == ERR_OK)
		printf("%s\n", line);
	return rc;
}

const struct command cmd_keygen = {
	.name = "keygen", .operands = "",
	.help = "make a key pair, and print the public key",
	.options = options, .run = run,
};
