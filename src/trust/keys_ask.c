/* keys_ask.c: asking for a key's password */
#include "trust/keys.h"

#include "base/err.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define CTRL_C 3

/*
 * One line from a descriptor, byte by byte so that nothing is read ahead and
 * no buffer of the C library keeps a copy.  Returns the character that ended
 * it, 0 at the end of the file, or -1: errno, or EOVERFLOW if it is too long.
 */
static int
read_line(int fd, char *out, size_t size)
{
	size_t n = 0;
	int end = 0;
	char c;

	for (;;) {
		ssize_t got = read(fd, &c, 1);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		if (c == '\n' || c == CTRL_C) {
			end = c;
			break;
		}
		if (n == size - 1) {
			errno = EOVERFLOW;
			return -1;
		}
		out[n++] = c;
	}
	if (n > 0 && out[n - 1] == '\r')
		n--;
	out[n] = '\0';
	return end;
}

static int
from_file(struct err *e, const char *file, char *out, size_t size)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	int end = -1;

	if (fd >= 0)
		end = read_line(fd, out, size);
	if (end < 0)
		err_errno(e, file);
	if (fd >= 0)
		close(fd);
	return end < 0 ? ERR_SYSTEM : ERR_OK;
}

/*
 * Echo is off, and so are the keys that send signals: a process that is
 * killed or stopped would leave the terminal without echo.  Control-C ends
 * the line instead.
 */
static int
from_terminal(struct err *e, int tty, const char *path, char *out,
	size_t size)
{
	struct termios old, quiet;
	int end;

	if (tcgetattr(tty, &old) < 0)
		return err_errno(e, "the terminal");
	quiet = old;
	quiet.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
	quiet.c_lflag |= ICANON;
	quiet.c_cc[VEOL] = CTRL_C;
	if (tcsetattr(tty, TCSAFLUSH, &quiet) < 0)
		return err_errno(e, "the terminal");
	dprintf(tty, "Password for %s: ", path);
	end = read_line(tty, out, size);
	if (end < 0)
		err_errno(e, "the terminal");
	tcsetattr(tty, TCSAFLUSH, &old);
	dprintf(tty, "\n");
	if (end < 0)
		return ERR_SYSTEM;
	if (end != '\n')
		return err_set(e, ERR_INPUT, "%s: no password was given",
		    path);
	return ERR_OK;
}

int
keys_ask_password(struct err *e, void *ctx, const char *path,
	char *out, size_t size)
{
	const char *file = getenv("IACTA_PASSWORD_FILE");
	int tty, rc;

	(void)ctx;
	if (file != NULL && *file != '\0') {
		rc = from_file(e, file, out, size);
	} else {
		tty = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
		if (tty < 0)
			return err_set(e, ERR_INPUT, "%s: the key is "
			    "encrypted and there is no terminal to ask for "
			    "the password; name a file that holds it in "
			    "IACTA_PASSWORD_FILE", path);
		rc = from_terminal(e, tty, path, out, size);
		close(tty);
	}
	if (rc != ERR_OK)
		sodium_memzero(out, size);
	return rc;
}
