/* git.c: libgit2, loaded when it is first needed */
#include "trust/git.h"

#include "base/err.h"
#include "trust/git_memory.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>

#define PACKS_OPEN 64		/* files that libgit2 may hold open at once */
#ifdef __APPLE__
#define LIBRARY "libgit2." LIBGIT2_SOVERSION ".dylib"
#else
#define LIBRARY "libgit2.so." LIBGIT2_SOVERSION
#endif

struct git_calls git2;

/* Its functions by their names, into git2 from first to last. */
static int
load(struct err *e)
{
#define GIT_CALL(name) "git_" #name,
	static const char *const names[] = { GIT_CALLS(GIT_CALL) };
#undef GIT_CALL
	void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	char *at = (char *)&git2;

	_Static_assert(sizeof names / sizeof *names * sizeof(void *) ==
	    sizeof git2, "a name for each call");
	if (library == NULL)
		return err_set(e, ERR_SYSTEM, "libgit2 is missing, which "
		    "writes to repositories: %s", dlerror());
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		void *call = dlsym(library, names[i]);

		if (call == NULL)
			return err_set(e, ERR_SYSTEM, "%s has no %s", LIBRARY,
			    names[i]);
		memcpy(at + i * sizeof call, &call, sizeof call);
	}
	return ERR_OK;
}

const char *
git_said(void)
{
	const git_error *g = git2.error_last != NULL ? git2.error_last() :
	    NULL;

	return g != NULL && g->message != NULL ? g->message : "libgit2 failed";
}

/*
 * libgit2 with mbedTLS reads and parses every certificate of the system when
 * it starts, 4 ms that nobody here needs: we speak to no network.  There is
 * no option against it, so no file can be opened while it starts.  Should
 * some build really need one, it starts again as usual.
 */
static int
start_without_files(void)
{
	struct rlimit usual, none;
	int rc;

	if (getrlimit(RLIMIT_NOFILE, &usual) < 0)
		return git2.libgit2_init();
	none = usual;
	none.rlim_cur = 0;
	if (setrlimit(RLIMIT_NOFILE, &none) < 0)
		return git2.libgit2_init();
	rc = git2.libgit2_init();
	if (setrlimit(RLIMIT_NOFILE, &usual) < 0)
		return -1;
	return rc < 0 ? git2.libgit2_init() : rc;
}

int
git_start(struct err *e)
{
	static const int levels[] = {
		GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
		GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL,
	};
	static int started;
	int rc;

	if (started)
		return ERR_OK;
	rc = load(e);
	if (rc != ERR_OK)
		return rc;
	if (git_memory_use() < 0 || start_without_files() < 0)
		return err_set(e, ERR_SYSTEM, "libgit2: %s", git_said());
	git2.error_clear();
	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
		rc |= git2.libgit2_opts(GIT_OPT_SET_SEARCH_PATH, levels[i], "");
	rc |= git2.libgit2_opts(GIT_OPT_SET_TEMPLATE_PATH, "");
	rc |= git2.libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
	rc |= git2.libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
	rc |= git2.libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 1);
	rc |= git2.libgit2_opts(GIT_OPT_SET_MWINDOW_FILE_LIMIT,
	    (size_t)PACKS_OPEN);
	if (rc != 0)
		return err_set(e, ERR_SYSTEM, "libgit2: %s", git_said());
	started = 1;
	return ERR_OK;
}
