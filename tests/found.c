/* found.c: found a game with a secret that is given, for golden games:
 *	found SYSTEM/SCENARIO DIR NAME SECRET-FILE SIDE=PUBKEY-FILE... */
#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/found.h"
#include "trust/keys.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static int
read_secret(struct err *e, struct arena *a, const char *path,
    uint8_t secret[32])
{
	char *text;
	size_t len, n;
	int rc = file_read(e, a, path, 1000, &text, &len);

	if (rc == ERR_OK && (sodium_hex2bin(secret, 32, text, len, "\n", &n,
	    NULL) != 0 || n != 32))
		rc = err_set(e, ERR_INPUT, "%s: it must be 32 bytes in hex",
		    path);
	return rc;
}

static int
read_side(struct err *e, struct arena *a, const char *arg,
    struct charter_side *out)
{
	const char *eq = strchr(arg, '=');

	if (eq == NULL)
		return err_set(e, ERR_USAGE, "%s: not SIDE=PUBKEY", arg);
	out->name = arena_strndup(a, arg, (size_t)(eq - arg));
	return keys_public_read(e, a, eq + 1, &out->public, &out->key);
}

int
main(int argc, char **argv)
{
	struct arena a = { 0 };
	struct charter_side side[GAME_SIDES] = { { .name = NULL } };
	struct found_input in = { .side = side };
	struct exchange_output out;
	struct err e = { 0 };
	uint8_t secret[32];
	char id[41], *slash;
	int rc = sodium_init() < 0 ? ERR_SYSTEM : ERR_OK;

	if (argc < 6 || argc > 5 + GAME_SIDES ||
	    (slash = strchr(argv[1], '/')) == NULL) {
		fprintf(stderr, "usage: found SYSTEM/SCENARIO DIR NAME SECRET "
		    "SIDE=PUBKEY...\n");
		return 2;
	}
	in.system = arena_strndup(&a, argv[1], (size_t)(slash - argv[1]));
	in.scenario = slash + 1;
	in.dir = argv[2];
	in.game = argv[3];
	in.secret = secret;
	if (rc == ERR_OK)
		rc = read_secret(&e, &a, argv[4], secret);
	for (int i = 5; i < argc && rc == ERR_OK; i++)
		rc = read_side(&e, &a, argv[i], &side[in.nsides++]);
	if (rc == ERR_OK)
		rc = found_game(&e, &a, &in, id, &out);
	if (rc != ERR_OK)
		fprintf(stderr, "found: %s\n", e.msg);
	arena_free(&a);
	return rc;
}
