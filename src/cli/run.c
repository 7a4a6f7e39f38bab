/* run.c: other programs: the editor, the pager, git, sendmail */
#include "cli/run.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * A ^C at the terminal goes to us as well as to the editor or pager that has
 * it: it is for them, and whoever dies first leaves the other one without a
 * terminal.  Ignored here until they are done.
 */
struct ignored {
	struct sigaction intr, quit;
};

static void
ignore(struct ignored *x)
{
	struct sigaction act = { .sa_handler = SIG_IGN };

	sigemptyset(&act.sa_mask);
	sigaction(SIGINT, &act, &x->intr);
	sigaction(SIGQUIT, &act, &x->quit);
}

static void
heed(const struct ignored *x)
{
	sigaction(SIGINT, &x->intr, NULL);
	sigaction(SIGQUIT, &x->quit, NULL);
}

static void
become(const char *const *argv, int in, const struct ignored *x)
{
	heed(x);
	if (in >= 0) {
		dup2(in, STDIN_FILENO);
		close(in);
	}
	signal(SIGPIPE, SIG_DFL);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static int
await(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 127;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

int
run_wait(const char *const *argv)
{
	struct ignored x;
	pid_t pid;
	int rc = 127;

	fflush(stdout);
	ignore(&x);
	if ((pid = fork()) == 0)
		become(argv, -1, &x);
	if (pid > 0)
		rc = await(pid);
	heed(&x);
	return rc;
}

int
run_feed(const char *const *argv, const char *text, size_t len)
{
	struct ignored x;
	int fd[2], rc;
	pid_t pid;

	fflush(stdout);
	if (pipe(fd) < 0)
		return 127;
	ignore(&x);
	if ((pid = fork()) < 0) {
		heed(&x);
		close(fd[0]);
		close(fd[1]);
		return 127;
	}
	if (pid == 0) {
		close(fd[1]);
		become(argv, fd[0], &x);
	}
	close(fd[0]);
	while (len > 0) {
		ssize_t n = write(fd[1], text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;		/* it has seen enough */
		text += n;
		len -= (size_t)n;
	}
	close(fd[1]);
	rc = await(pid);
	heed(&x);
	return rc;
}

/* An editor may be a command with arguments: the shell takes it apart. */
int
run_editor(const char *file)
{
	const char *editor = getenv("VISUAL");
	char *line;
	int rc;

	if (editor == NULL || *editor == '\0')
		editor = getenv("EDITOR");
	if (editor == NULL || *editor == '\0')
		editor = "vi";
	if (asprintf(&line, "%s \"$1\"", editor) < 0)
		return 127;
	rc = run_wait((const char *const[]){ "sh", "-c", line, "sh", file,
	    NULL });
	free(line);
	return rc;
}

void
run_pager(const char *text)
{
	const char *pager = getenv("PAGER");
	struct winsize w = { .ws_row = 24 };
	int lines = 0;

	for (const char *p = text; *p != '\0'; p++)
		lines += *p == '\n';
	if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO) ||
	    (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_row > 0 &&
	    lines < w.ws_row)) {
		fputs(text, stdout);
		return;
	}
	if (pager == NULL || *pager == '\0')
		pager = "less -EFRX -Ps'space goes on, q skips the rest'";
	if (run_feed((const char *const[]){ "sh", "-c", pager, NULL }, text,
	    strlen(text)) == 127)
		fputs(text, stdout);
}
