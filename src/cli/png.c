/* png.c: a picture as PNG, by the program that is linked with librsvg.
 *
 * librsvg brings a dozen libraries with it.  Only `map --format png` wants
 * them, so they are in a program of its own, and nothing else starts slower. */
#include "cli/png.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PNG_WIDEST 4000

extern char **environ;

static int
wait_for(struct err *e, pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return err_errno(e, "iacta-png");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return err_set(e, ERR_SYSTEM, "the picture could not be made; "
		    "iacta-png has said why");
	return ERR_OK;
}

long
png_natural_width(const char *svg)
{
	static const char box[] = "viewBox=\"0 0 ";
	const char *p = strstr(svg, box);
	long n = p != NULL ? strtol(p + sizeof box - 1, NULL, 10) : 0;

	return n > 0 && n <= PNG_WIDEST ? n : n > 0 ? PNG_WIDEST : 0;
}

int
png_write(struct err *e, struct arena *a, const char *svg, size_t len,
    long width, const char *path)
{
	const char *program = cli_program(a, "iacta-png");
	char *args[] = { arena_strdup(a, program), arena_printf(a, "%ld",
	    width), NULL };
	posix_spawn_file_actions_t fa;
	FILE *f = tmpfile();
	pid_t pid;
	int rc;

	if (f == NULL)
		return err_errno(e, "a temporary file");
	if (!file_exists(program)) {
		fclose(f);
		return err_set(e, ERR_INPUT, "--format png needs %s, which was "
		    "not built: install librsvg2-dev and build again, or take "
		    "--format svg", program);
	}
	if (fwrite(svg, 1, len, f) != len || fflush(f) != 0) {
		fclose(f);
		return err_errno(e, "a temporary file");
	}
	rewind(f);
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_adddup2(&fa, fileno(f), 0);
	if (path != NULL)
		posix_spawn_file_actions_addopen(&fa, 1, path, O_WRONLY |
		    O_CREAT | O_TRUNC, 0644);
	fflush(stdout);
	errno = posix_spawn(&pid, program, &fa, NULL, args, environ);
	rc = errno != 0 ? err_errno(e, path != NULL ? path : program) :
	    wait_for(e, pid);
	posix_spawn_file_actions_destroy(&fa);
	fclose(f);
	return rc;
}
