/* scratch.h: a directory for one test, and real commands to check against */
#ifndef IACTA_TESTS_SCRATCH_H
#define IACTA_TESTS_SCRATCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* Run a shell command; it may print nothing.  Returns its exit status. */
__attribute__((format(printf, 1, 2), unused))
static int
sh(const char *fmt, ...)
{
	char cmd[4096];
	va_list ap;
	int status;

	va_start(ap, fmt);
	vsnprintf(cmd, sizeof cmd, fmt, ap);
	va_end(ap);
	status = system(cmd);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The first line that a command prints; the next call overwrites it. */
__attribute__((format(printf, 1, 2), unused))
static char *
line_of(const char *fmt, ...)
{
	static char out[4096];
	char cmd[4096];
	va_list ap;
	FILE *f;

	va_start(ap, fmt);
	vsnprintf(cmd, sizeof cmd, fmt, ap);
	va_end(ap);
	f = popen(cmd, "r");
	assert_non_null(f);
	if (fgets(out, sizeof out, f) == NULL)
		out[0] = '\0';
	out[strcspn(out, "\n")] = '\0';
	pclose(f);
	return out;
}

/* cmocka's setup and teardown: *state is the directory's path. */
__attribute__((unused))
static int
make_scratch(void **state)
{
	char *dir = strdup("/tmp/iacta-test-XXXXXX");

	/* what a user's git is set to is no business of a test */
	setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
	setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
	setenv("GIT_AUTHOR_NAME", "t", 1);
	setenv("GIT_AUTHOR_EMAIL", "t@example.org", 1);
	setenv("GIT_COMMITTER_NAME", "t", 1);
	setenv("GIT_COMMITTER_EMAIL", "t@example.org", 1);
	*state = dir;
	return mkdtemp(dir) == NULL;
}

__attribute__((unused))
static int
remove_scratch(void **state)
{
	int rc = sh("chmod -R u+rwX %s && rm -rf %s", (char *)*state,
	    (char *)*state);

	free(*state);
	return rc;
}

#endif
