/* trust-helper.h: a private directory and other people's programs, for the
 * tests of src/trust */
#ifndef IACTA_TRUST_HELPER_H
#define IACTA_TRUST_HELPER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir_name[] = "/tmp/iacta-trust-XXXXXX";

/* Make a private directory and go there. */
static inline int
enter_dir(void **state)
{
	(void)state;
	return mkdtemp(dir_name) == NULL || chdir(dir_name) != 0;
}

static inline int
leave_dir(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", dir_name);
	return chdir("/") != 0 || system(command) != 0;
}

/* Run a command line; its exit status, and the first bytes that it said. */
static inline int
run(const char *command, char *out, size_t size)
{
	FILE *p = popen(command, "r");
	size_t n;

	assert_non_null(p);
	n = fread(out, 1, size - 1, p);
	out[n] = '\0';
	while (fgetc(p) != EOF)
		;
	n = (size_t)pclose(p);
	return WIFEXITED((int)n) ? WEXITSTATUS((int)n) : -1;
}

/* Run a command line that must succeed (a program that is not there fails
 * the test: none of these may be skipped). */
static inline void
must(const char *command)
{
	char out[4096];
	int rc = run(command, out, sizeof out);

	if (rc != 0)
		fail_msg("%s: status %d: %s", command, rc, out);
}

static inline void
must_not(const char *command)
{
	char out[4096];

	if (run(command, out, sizeof out) == 0)
		fail_msg("%s: succeeded: %s", command, out);
}

/*
 * Run a command on a terminal of its own and type `answer` whenever it writes
 * "assword"; returns its exit status.
 */
static inline int
run_on_terminal(const char *command, const char *answer)
{
	char seen[8] = "", c;
	int fd, status;
	pid_t pid = forkpty(&fd, NULL, NULL, NULL);
	ssize_t got;

	assert_true(pid >= 0);
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	while ((got = read(fd, &c, 1)) == 1) {
		memmove(seen, seen + 1, 6);
		seen[6] = c;
		if (strcmp(seen, "assword") != 0)
			continue;
		usleep(100000);		/* until echo is off */
		assert_true(write(fd, answer, strlen(answer)) > 0);
		assert_true(write(fd, "\n", 1) == 1);
	}
	close(fd);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline void
write_bytes(const char *path, const char *s, size_t n)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(s, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static inline void
write_text(const char *path, const char *s)
{
	write_bytes(path, s, strlen(s));
}

/* A small text file whole; borrowed until the next call. */
static inline char *
read_text(const char *path)
{
	static char text[65536];
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	fclose(f);
	return text;
}

#endif
