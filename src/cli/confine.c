/*
 * confine.c: a command that meets bytes from outside sees nothing else
 *
 * A repository, a submission or a message may come from anybody.  Should one
 * of them ever get the better of a parser, it finds itself in a process that
 * can write nowhere but in the game that it came with.  Raw system calls, with
 * the numbers of the kernel's interface: the C library has no wrappers, and
 * the headers of a system may be older than its kernel.
 */
#include "cli/confine.h"

#ifndef __linux__

void
confine(struct cli *c)
{
	(void)c;
}

#else

#include "base/file.h"
#include "engine/rules.h"
#include "trust/git.h"
#include "trust/history.h"
#include "trust/store.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

#define OF_VERSION 1		/* flag: tell the version of the interface */
#define BENEATH 1		/* rule: a file, or all beneath a directory */

enum {
	EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2,
	READ_DIR = 1 << 3, REMOVE_DIR = 1 << 4, REMOVE_FILE = 1 << 5,
	MAKE_CHAR = 1 << 6, MAKE_DIR = 1 << 7, MAKE_REG = 1 << 8,
	MAKE_SOCK = 1 << 9, MAKE_FIFO = 1 << 10, MAKE_BLOCK = 1 << 11,
	MAKE_SYM = 1 << 12, REFER = 1 << 13,
	TRUNCATE = 1 << 14,		/* from version 3 on */
};
#define ALL ((TRUNCATE << 1) - 1)
#define READ (READ_FILE | READ_DIR)
#define FILES (READ_FILE | WRITE_FILE | TRUNCATE)	/* of a file itself */
#define WRITE (READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | \
	MAKE_REG | REFER | TRUNCATE)
#define TCP 3			/* bind and connect; from version 4 on */

struct ruleset_attr {
	uint64_t files, net;
};

struct beneath_attr {
	uint64_t access;
	int32_t fd;
} __attribute__((packed));

struct walls {
	struct cli *c;
	int fd;
	uint64_t handled;
};

/* A path that is not there needs no rule: nothing of it can be read. */
static void
allow(struct walls *w, const char *path, uint64_t access)
{
	struct beneath_attr b = { .fd = open(path, O_PATH | O_CLOEXEC) };
	struct stat st;

	if (b.fd < 0)
		return;
	if (fstat(b.fd, &st) == 0) {
		b.access = access & w->handled & (S_ISDIR(st.st_mode) ?
		    (uint64_t)ALL : (uint64_t)FILES);
		(void)syscall(SYS_landlock_add_rule, w->fd, BENEATH, &b, 0);
	}
	close(b.fd);
}

/* A file that is written anew beside itself: so its directory. */
static void
allow_beside(struct walls *w, const char *path)
{
	const char *slash = strrchr(path, '/');

	allow(w, slash == NULL ? "." : slash == path ? "/" :
	    arena_strndup(w->c->a, path, (size_t)(slash - path)), WRITE);
}

static bool
is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* A game's work tree, and its repository where that is elsewhere. */
static void
allow_game(struct walls *w, const char *dir)
{
	const char *git, *common;
	struct err ignored;

	allow(w, dir, WRITE);
	if (history_paths(&ignored, w->c->a, dir, &git, &common) != ERR_OK)
		return;
	allow(w, git, WRITE);
	allow(w, common, WRITE);
}

/* What the command line names: directories are games, or hold some. */
static void
allow_named(struct walls *w, const char *s)
{
	if (strcmp(s, "-") == 0)
		return;
	if (is_dir(s)) {
		allow_game(w, s);
		return;
	}
	allow_beside(w, s);
	allow(w, s, READ);		/* it may be a link */
}

/* "SIDE=FILE" or "SIDE=FILE,MAIL" */
static void
allow_key(struct walls *w, const char *s)
{
	const char *eq = strchr(s, '=');

	if (eq != NULL)
		allow(w, arena_strndup(w->c->a, eq + 1, strcspn(eq + 1, ",")),
		    READ);
}

static void
allow_options(struct walls *w)
{
	const struct cli_option *o = w->c->command->options;

	for (; o != NULL && o->name != NULL; o++) {
		const char *s;

		/* an answer that is a file of its own, if not said where */
		if (o->arg != NULL && strcmp(o->arg, "OUT") == 0 &&
		    !cli_given(w->c, o->name))
			allow(w, ".", WRITE);
		for (int i = 0; o->arg != NULL && (s = cli_value_at(w->c,
		    o->name, i)) != NULL; i++) {
			if (strcmp(o->arg, "KEY") == 0)
				allow(w, s, READ);
			else if (strcmp(o->arg, "FILE") == 0 ||
			    strcmp(o->arg, "OUT") == 0 ||
			    strcmp(o->arg, "DIR") == 0)
				allow_named(w, s);
			else if (strcmp(o->arg, "SIDE=PUBKEY[,MAIL]") == 0)
				allow_key(w, s);
		}
	}
}

/* The referee's or player's own: keys, secrets, what was seen of games. */
static void
allow_home(struct walls *w)
{
	const char *dir = NULL, *password = getenv("IACTA_PASSWORD_FILE");
	struct err ignored;

	if (store_dir(&ignored, w->c->a, &dir) == ERR_OK &&
	    file_mkdirs(&ignored, dir, 0700) == ERR_OK)
		allow(w, dir, WRITE);
	if (dir != NULL)		/* it may be a link */
		allow(w, arena_printf(w->c->a, "%s/referee.key", dir), READ);
	if (password != NULL)
		allow(w, password, READ);
	allow(w, "/dev/tty", READ_FILE | WRITE_FILE);
}

/* `audit BUNDLE` */
static bool
is_bundle(const struct cli *c)
{
	return strstr(c->command->operands, "BUNDLE") != NULL &&
	    c->noperands > 0 && !is_dir(c->operand[0]);
}

static void
allow_all(struct walls *w)
{
	/* libgit2 is loaded by who writes, tables of characters for mail */
	static const char *const libraries[] = { "/usr/lib", "/lib", "/lib64",
	    "/usr/local/lib", "/etc/ld.so.cache", NULL };
	const char *tmp = getenv("TMPDIR");
	bool mail = cli_knows(w->c, "mail") && cli_given(w->c, "mail");
	bool dir = false;

	for (int i = 0; i < w->c->noperands; i++) {
		allow_named(w, w->c->operand[i]);
		dir = dir || is_dir(w->c->operand[i]);
	}
	if (!dir)
		allow_game(w, ".");
	allow_options(w);
	allow_home(w);
	allow(w, arena_printf(w->c->a, "%s/games", rules_data_dir(w->c->a)),
	    READ);
	for (int i = 0; libraries[i] != NULL; i++)
		allow(w, libraries[i], READ);
	/* a bundle is unpacked there, and a large message kept */
	if (mail || is_bundle(w->c))
		allow(w, tmp != NULL && *tmp != '\0' ? tmp : "/tmp", WRITE);
#if defined(__SANITIZE_ADDRESS__)
	allow(w, "/proc", READ);
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
	allow(w, "/proc", READ);
#endif
#endif
}

void
confine(struct cli *c)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
	    OF_VERSION);
	struct ruleset_attr attr = { .net = version >= 4 ? TCP : 0 };
	struct walls w = { .c = c };
	struct err ignored;

	/* the first cannot let a file be moved to another directory */
	if (version < 2)
		return;
	attr.files = w.handled = version >= 3 ? ALL : ALL & ~TRUNCATE;
	w.fd = (int)syscall(SYS_landlock_create_ruleset, &attr,
	    version >= 4 ? sizeof attr : sizeof attr.files, 0);
	if (w.fd < 0)
		return;
	allow_all(&w);
	/* this needs libgit2, wherever it is installed */
	if (is_bundle(c))
		(void)(git_start(&ignored) == ERR_OK);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
		(void)syscall(SYS_landlock_restrict_self, w.fd, 0);
	close(w.fd);
}

#endif
