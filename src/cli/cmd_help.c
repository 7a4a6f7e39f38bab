/* cmd_help.c: iacta help: open the manual page, or list words for a shell */
#include "cli/commands.h"

#include "base/file.h"
#include "base/str.h"
#include "cli/run.h"
#include "engine/rules.h"
#include "engine/system.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "words", 0, NULL, "what completes in a shell: commands, or the "
	    "options of COMMAND", false },
	{ .name = NULL },
};

static const struct command *
find(const char *name)
{
	for (const struct command *const *c = commands; *c != NULL; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	return NULL;
}

static int
unknown(struct err *e, struct cli *c, const char *name)
{
	const char *names[64];
	size_t n = 0;

	for (; commands[n] != NULL && n < 60; n++)
		names[n] = commands[n]->name;
	return err_set(e, ERR_INPUT, "there is no command and no system "
	    "\"%s\"%s", str_shown(c->a, name, 40), str_suggest(c->a, name,
	    names, n));
}

static void
print_words(const struct command *k)
{
	if (k == NULL)
		for (const struct command *const *c = commands; *c; c++)
			printf("%s\n", (*c)->name);
	else
		for (const struct cli_option *o = k->options; o && o->name;
		    o++)
			printf("--%s\n", o->name);
}

/* The page: beside the program in a build tree, else man's own. */
static int
open_page(struct cli *c, const char *page, const char *section)
{
	const char *path = arena_printf(c->a, "%s/man/%s.%s", rules_data_dir(
	    c->a), page, section);

	if (file_exists(path))
		return run_wait((const char *const[]){ "man", "-l", path,
		    NULL });
	return run_wait((const char *const[]){ "man", section, page, NULL });
}

static int
run(struct err *e, struct cli *c)
{
	const char *name = c->noperands > 0 ? c->operand[0] : NULL;
	const struct command *k = name ? find(name) : NULL;
	bool system = name != NULL && system_find(name) != NULL;

	if (name != NULL && k == NULL && !system)
		return unknown(e, c, name);
	if (cli_given(c, "words")) {
		print_words(k);
		return ERR_OK;
	}
	if (system) {
		if (open_page(c, arena_printf(c->a, "iacta-%s", name), "7")
		    != 0)
			return err_set(e, ERR_SYSTEM, "the manual page of %s "
			    "cannot be shown; `iacta games %s` describes it",
			    name, name);
		return ERR_OK;
	}
	cli_usage(stdout, k);
	if (open_page(c, "iacta", "1") != 0)
		cli_note("the manual page cannot be shown: is man there?");
	return ERR_OK;
}

const struct command cmd_help = {
	.name = "help", .operands = "[COMMAND | SYSTEM]",
	.help = "the usage and the manual page",
	.max = 1, .options = options, .run = run,
};
