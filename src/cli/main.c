/* main.c: iacta: find the command, run it, say what failed */
#include "cli/cli.h"
#include "cli/confine.h"

#include "base/str.h"
#include "base/version.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

/*
 * A descriptor that the caller closed must not become one of our files: an
 * answer would be written into it.  What stands in for stdout cannot be
 * written to, so that the failure is noticed.
 */
static void
hold_descriptors(void)
{
	int fd;

	while ((fd = open("/dev/null", O_RDONLY)) >= 0 && fd <= 2)
		;
	if (fd > 2)
		close(fd);
}

/* A command is over in no time: memory that was given back is kept, for to
 * get it again costs more than all the rest of it. */
static void
keep_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, 256 << 20);
	mallopt(M_TOP_PAD, 1 << 20);
#endif
}

static const struct command *
find_command(const char *name)
{
	for (const struct command *const *c = commands; *c != NULL; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	return NULL;
}

static int
unknown_command(struct err *e, struct arena *a, const char *name)
{
	const char *names[64];
	size_t n = 0;

	for (; commands[n] != NULL && n < 64; n++)
		names[n] = commands[n]->name;
	return err_set(e, ERR_USAGE, "there is no command \"%s\"%s "
	    "(`iacta --help` lists them)", str_shown(a, name, 40),
	    str_suggest(a, name, names, n));
}

/* Up to a `--`, which makes operands of what follows. */
static bool
wants_help(int argc, char **argv)
{
	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 ||
		    strcmp(argv[i], "-h") == 0)
			return true;
	return false;
}

static int
run_command(struct err *e, struct arena *a, int argc, char **argv)
{
	const struct command *k = find_command(argv[0]);
	struct cli c = { .command = k, .argv = argv, .a = a };
	int rc;

	if (k == NULL)
		return unknown_command(e, a, argv[0]);
	if (wants_help(argc - 1, argv + 1)) {
		cli_usage(stdout, k);
		return ERR_OK;
	}
	rc = cli_parse(e, &c, argc - 1, argv + 1);
	if (rc == ERR_OK && k->alone != NULL && k->alone(&c))
		confine(&c);
	return rc == ERR_OK ? k->run(e, &c) : rc;
}

static int
dispatch(struct err *e, struct arena *a, int argc, char **argv)
{
	if (argc < 2) {
		cli_usage(stderr, NULL);
		return err_set(e, ERR_USAGE, "no command was given");
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		cli_usage(stdout, NULL);
		return ERR_OK;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("iacta %s\n", version);
		return ERR_OK;
	}
	return run_command(e, a, argc - 1, argv + 1);
}

/* Who reads us (a pager, head) has seen enough: end as other programs do,
 * by the signal that was held off while work was under way. */
static void
end_if_unread(void)
{
	struct pollfd p = { .fd = STDOUT_FILENO, .events = POLLOUT };

	if (poll(&p, 1, 0) == 1 && (p.revents & POLLERR) != 0) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
}

/* An answer that did not arrive is a failure. */
static int
close_stdout(struct err *e, int rc)
{
	int failed;

	if (fflush(stdout) != 0 || ferror(stdout))
		end_if_unread();
	failed = ferror(stdout);

	errno = 0;
	if (fclose(stdout) != 0)
		failed = 1;
	if (!failed || rc != ERR_OK)
		return rc;
	return err_set(e, ERR_SYSTEM, "standard output: %s",
	    errno ? strerror(errno) : "it could not be written");
}

int
main(int argc, char **argv)
{
	struct arena a = {0};
	struct err e = {0};
	int rc;

	hold_descriptors();
	keep_memory();
	signal(SIGPIPE, SIG_IGN);
	if (sodium_init() < 0)
		rc = err_set(&e, ERR_SYSTEM, "libsodium cannot be started");
	else
		rc = dispatch(&e, &a, argc, argv);
	rc = close_stdout(&e, rc);
	if (rc != ERR_OK)
		cli_note("%s", e.msg);
	arena_free(&a);
	return err_status(rc);
}
