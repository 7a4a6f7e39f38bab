/*
 * fault.c: preloaded into the program under test, makes one call fail
 *
 *	FAULT=malloc:N	the Nth allocation finds no memory (malloc, calloc,
 *			realloc, and C++'s new, which calls malloc)
 *	FAULT=write:N, fsync:N, rename:N, open:N, mkdir:N	the Nth of these
 *			fails, with ENOSPC, EIO, EIO, EMFILE, ENOSPC
 *	FAULT_COUNT=FILE	appends how many there were of the kind, so
 *			that a test knows when it has tried them all
 *	FAULT_PROBE=FILE	at the end appends what a program that was
 *			taken over could do: read /etc/passwd, write into the
 *			directory above, run another program, connect
 *
 * Built by tests/e2e/faults.sh: cc -shared -fPIC
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *kind;
static long when, count;
static int ready, count_fd = -1, probe_fd = -1;

/* The program may confine itself: what is written at the end is opened first. */
static int
open_log(const char *name)
{
	const char *path = getenv(name);

	return path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND |
	    O_CLOEXEC, 0600);
}

__attribute__((constructor))
static void
open_logs(void)
{
	count_fd = open_log("FAULT_COUNT");
	probe_fd = open_log("FAULT_PROBE");
}

static void
probe(const char *what, int got)
{
	dprintf(probe_fd, "%s %s\n", what, got >= 0 ? "yes" :
	    strerror(errno));
}

static void
probe_all(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
	    .sin_port = htons(9), .sin_addr = { htonl(INADDR_LOOPBACK) } };
	int pid, status = 0;

	probe("read", open("/etc/passwd", O_RDONLY));
	probe("write", open("../iacta-probe", O_WRONLY | O_CREAT, 0600));
	if ((pid = fork()) == 0) {
		unsetenv("LD_PRELOAD");		/* or it would do the same */
		execl("/bin/true", "true", (char *)NULL);
		_exit(errno);
	}
	waitpid(pid, &status, 0);
	errno = WEXITSTATUS(status);
	probe("run", errno == 0 ? 0 : -1);
	probe("connect", connect(socket(AF_INET, SOCK_STREAM, 0),
	    (struct sockaddr *)&to, sizeof to));
}

static void
begin(void)
{
	const char *s;

	ready = 1;
	s = getenv("FAULT");
	if (s != NULL && strchr(s, ':') != NULL) {
		kind = s;
		when = atol(strchr(s, ':') + 1);
	}
}

/* Is this call the one? */
static int
fails(const char *what)
{
	size_t n = strlen(what);

	if (!ready)
		begin();
	return kind != NULL && strncmp(kind, what, n) == 0 &&
	    kind[n] == ':' && ++count == when;
}

__attribute__((destructor))
static void
end(void)
{
	kind = NULL;
	if (count_fd >= 0)
		dprintf(count_fd, "%ld\n", count);
	if (probe_fd >= 0)
		probe_all();
}

#define REAL(type, name, ...) \
	static type (*real)(__VA_ARGS__); \
	if (real == NULL) \
		real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *
malloc(size_t n)
{
	if (fails("malloc")) {
		errno = ENOMEM;
		return NULL;
	}
	return __libc_malloc(n);
}

void *
calloc(size_t n, size_t m)
{
	if (fails("malloc")) {
		errno = ENOMEM;
		return NULL;
	}
	return __libc_calloc(n, m);
}

void *
realloc(void *p, size_t n)
{
	if (fails("malloc")) {
		errno = ENOMEM;
		return NULL;
	}
	return __libc_realloc(p, n);
}

ssize_t
write(int fd, const void *p, size_t n)
{
	REAL(ssize_t, write, int, const void *, size_t);

	if (fd > 2 && fails("write")) {
		errno = ENOSPC;
		return -1;
	}
	return real(fd, p, n);
}

ssize_t
pwrite(int fd, const void *p, size_t n, off_t at)
{
	REAL(ssize_t, pwrite, int, const void *, size_t, off_t);

	if (fails("write")) {
		errno = ENOSPC;
		return -1;
	}
	return real(fd, p, n, at);
}

int
fsync(int fd)
{
	REAL(int, fsync, int);

	if (fails("fsync")) {
		errno = EIO;
		return -1;
	}
	return real(fd);
}

int
fdatasync(int fd)
{
	REAL(int, fdatasync, int);

	if (fails("fsync")) {
		errno = EIO;
		return -1;
	}
	return real(fd);
}

int
rename(const char *from, const char *to)
{
	REAL(int, rename, const char *, const char *);

	if (fails("rename")) {
		errno = EIO;
		return -1;
	}
	return real(from, to);
}

int
mkdir(const char *path, mode_t mode)
{
	REAL(int, mkdir, const char *, mode_t);

	if (fails("mkdir")) {
		errno = ENOSPC;
		return -1;
	}
	return real(path, mode);
}

int
open(const char *path, int flags, ...)
{
	va_list ap;
	mode_t mode;

	REAL(int, open, const char *, int, ...);

	va_start(ap, flags);
	mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0;
	va_end(ap);
	if (fails("open")) {
		errno = EMFILE;
		return -1;
	}
	return real(path, flags, mode);
}
