/* store.c: the referee's own directory: his key and the games' secrets */
#include "trust/store.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/str.h"
#include "trust/hash.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define DIGITS 64

int
store_dir(struct err *e, struct arena *a, const char **out)
{
	const char *s = getenv("IACTA_HOME");

	if (s != NULL && *s != '\0') {
		*out = arena_strdup(a, s);
		return ERR_OK;
	}
	s = getenv("HOME");
	if (s == NULL || *s == '\0') {	/* a mail server's pipe has none */
		const struct passwd *who = getpwuid(geteuid());

		s = who != NULL ? who->pw_dir : NULL;
	}
	if (s == NULL || *s == '\0')
		return err_set(e, ERR_INPUT, "where the referee's key and "
		    "secrets are kept is not known: set IACTA_HOME to a "
		    "directory of your own");
	*out = arena_printf(a, "%s/.iacta", s);
	return ERR_OK;
}

/* The directory, made if need be and locked: let go by closing it. */
static int
lock_dir(struct err *e, const char *dir, int *fd)
{
	int rc = file_mkdirs(e, dir, 0700);

	*fd = -1;
	if (rc != ERR_OK)
		return rc;
	*fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (*fd < 0)
		return err_errno(e, dir);
	while (flock(*fd, LOCK_EX) < 0)
		if (errno != EINTR)
			return err_errno(e, dir);
	return ERR_OK;
}

/*
 * Several foundings at once find no key, and all must end up with the same one.
 * Who finds the pair whole reads it.  Everybody else waits for the lock and
 * looks again: a key that stands alone is one whose maker is still at work (and
 * takes it back if he fails), or has died, and then it holds.
 */
static int
make_referee(struct err *e, struct arena *a, const char *dir,
    const char *path)
{
	int fd, rc = lock_dir(e, dir, &fd);

	if (rc == ERR_OK && !file_exists(path))
		rc = keys_generate(e, a, arena_printf(a, "%s/referee", dir),
		    NULL);
	if (fd >= 0)
		close(fd);
	return rc;
}

int
store_referee(struct err *e, struct arena *a, bool make,
    struct secret_key *out)
{
	const char *dir, *path;
	int rc = store_dir(e, a, &dir);

	if (rc != ERR_OK)
		return rc;
	path = arena_printf(a, "%s/referee.key", dir);
	if (!make && !file_exists(path))
		return err_set(e, ERR_INPUT, "%s: it is not there: only the "
		    "referee who founded the game can do this; set IACTA_HOME "
		    "to his directory", path);
	if (make && (!file_exists(path) || !file_exists(arena_printf(a,
	    "%s/referee.pub", dir))))
		rc = make_referee(e, a, dir, path);
	if (rc == ERR_OK)
		rc = keys_secret_read(e, a, path, keys_ask_password, NULL,
		    out);
	return rc;
}

/* DIR/secrets/GAME */
static int
secret_path(struct err *e, struct arena *a, const char *game,
    const char **dir, const char **path)
{
	const char *top;
	int rc = store_dir(e, a, &top);

	assert(str_is_name(game));	/* it becomes a path */
	if (rc == ERR_OK) {
		*dir = arena_printf(a, "%s/secrets", top);
		*path = arena_printf(a, "%s/%s", *dir, game);
	}
	return rc;
}

int
store_has_secret(struct err *e, struct arena *a, const char *game, bool *out)
{
	const char *dir, *path;
	int rc = secret_path(e, a, game, &dir, &path);

	*out = rc == ERR_OK && file_exists(path);
	return rc;
}

int
store_secret(struct err *e, struct arena *a, const char *game,
    uint8_t out[32])
{
	const char *dir, *path;
	char *s;
	size_t n;
	int rc = secret_path(e, a, game, &dir, &path);

	if (rc != ERR_OK)
		return rc;
	if (!file_exists(path))
		return err_set(e, ERR_INPUT, "%s: it is not there: only the "
		    "referee who founded the game has its secret; set "
		    "IACTA_HOME to his directory", path);
	rc = file_read(e, a, path, 4096, &s, &n);
	if (rc != ERR_OK)
		return rc;
	if (n == DIGITS + 1 && s[DIGITS] == '\n')
		s[DIGITS] = '\0';
	if (strlen(s) != DIGITS || hash_unhex(out, 32, s) < 0)
		rc = err_set(e, ERR_INPUT, "%s: it must hold 64 digits 0-9 "
		    "and a-f; restore it from a backup", path);
	sodium_memzero(s, n);
	return rc;
}

int
store_keep_secret(struct err *e, struct arena *a, const char *game,
    const uint8_t secret[32])
{
	char text[DIGITS + 2];
	const char *dir, *path;
	int rc = secret_path(e, a, game, &dir, &path);

	if (rc == ERR_OK && file_exists(path))
		return err_set(e, ERR_INPUT, "%s: a game called %s was founded "
		    "already; give this one another name with --name", path,
		    game);
	if (rc == ERR_OK)
		rc = file_mkdirs(e, dir, 0700);
	if (rc == ERR_OK) {
		hash_hex(text, secret, 32);
		memcpy(text + DIGITS, "\n", 2);
		rc = file_write_new(e, path, text, DIGITS + 1, 0600);
		sodium_memzero(text, sizeof text);
	}
	return rc;
}

void
store_drop_secret(struct arena *a, const char *game)
{
	struct err ignored;
	const char *dir, *path;

	if (secret_path(&ignored, a, game, &dir, &path) == ERR_OK)
		(void)!unlink(path);
}
