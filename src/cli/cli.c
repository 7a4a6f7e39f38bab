/* cli.c: taking command lines apart, and usage, from the commands' tables */
#include "cli/cli.h"

#include "base/file.h"
#include "base/str.h"
#include "base/wrap.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct cli_option none[] = { { .name = NULL } };

static const struct cli_option *
options_of(const struct command *c)
{
	return c->options != NULL ? c->options : none;
}

static int
find_option(const struct command *c, const char *name)
{
	const struct cli_option *o = options_of(c);

	for (int i = 0; o[i].name != NULL; i++)
		if (strcmp(o[i].name, name) == 0)
			return i;
	return -1;
}

static int
unknown_option(struct err *e, const struct cli *c, const char *arg)
{
	const struct cli_option *o = options_of(c->command);
	const char *names[CLI_OPTIONS];
	size_t n = 0;

	for (; o[n].name != NULL && n < CLI_OPTIONS; n++)
		names[n] = arena_printf(c->a, "--%s", o[n].name);
	return err_set(e, ERR_USAGE, "%s: there is no option %s%s; see `iacta "
	    "%s --help`", c->command->name, str_shown(c->a, arg, 60),
	    str_suggest(c->a, arg, names, n), c->command->name);
}

static int
add_value(struct err *e, struct cli *c, int i, const char *value)
{
	const struct cli_option *o = &options_of(c->command)[i];

	if (c->given[i] > 0 && !o->many)
		return err_set(e, ERR_USAGE, "%s: --%s is given twice",
		    c->command->name, o->name);
	if (c->given[i] == CLI_VALUES)
		return err_set(e, ERR_USAGE, "%s: --%s is given more than %d "
		    "times", c->command->name, o->name, CLI_VALUES);
	c->value[i][c->given[i]++] = value;
	return ERR_OK;
}

/* The value is what follows in the same argument, or the next argument. */
static int
take_option(struct err *e, struct cli *c, int i, const char *attached,
    char **argv, int argc, int *at)
{
	const struct cli_option *o = &options_of(c->command)[i];

	if (o->arg == NULL && attached != NULL)
		return err_set(e, ERR_USAGE, "%s: --%s takes no value",
		    c->command->name, o->name);
	if (o->arg == NULL)
		return add_value(e, c, i, "");
	if (attached != NULL)
		return add_value(e, c, i, attached);
	if (*at + 1 >= argc)
		return err_set(e, ERR_USAGE, "%s: --%s needs a value: %s",
		    c->command->name, o->name, o->arg);
	return add_value(e, c, i, argv[++*at]);
}

/* --name, --name=value */
static int
take_long(struct err *e, struct cli *c, char **argv, int argc, int *at)
{
	const char *arg = argv[*at] + 2, *eq = strchr(arg, '=');
	char *name = arena_strndup(c->a, arg, eq ? (size_t)(eq - arg) :
	    strlen(arg));
	int i = find_option(c->command, name);

	if (i < 0)
		return unknown_option(e, c, arena_printf(c->a, "--%s", name));
	return take_option(e, c, i, eq ? eq + 1 : NULL, argv, argc, at);
}

/* -k value, -kvalue */
static int
take_short(struct err *e, struct cli *c, char **argv, int argc, int *at)
{
	const struct cli_option *o = options_of(c->command);
	const char *arg = argv[*at];
	int i = 0;

	while (o[i].name != NULL && o[i].letter != arg[1])
		i++;
	if (o[i].name == NULL)
		return unknown_option(e, c, arg);
	return take_option(e, c, i, arg[2] != '\0' ? arg + 2 : NULL, argv,
	    argc, at);
}

/* "iacta keygen [-o NAME] [-p]" */
static const char *
usage_line(struct arena *a, const struct command *c)
{
	struct str s = str_new(a);

	str_addf(&s, "iacta %s%s%s", c->name, *c->operands ? " " : "",
	    c->operands);
	for (const struct cli_option *o = options_of(c); o->name; o++) {
		if (o->letter != 0)
			str_addf(&s, " [-%c", o->letter);
		else
			str_addf(&s, " [--%s", o->name);
		str_addf(&s, "%s%s]%s", o->arg ? " " : "", o->arg ? o->arg :
		    "", o->many ? "…" : "");
	}
	return s.s;
}

int
cli_parse(struct err *e, struct cli *c, int argc, char **argv)
{
	const struct command *k = c->command;
	bool plain = false;
	int rc = ERR_OK;

	for (int i = 0; i < argc && rc == ERR_OK; i++) {
		const char *arg = argv[i];

		if (!plain && strcmp(arg, "--") == 0)
			plain = true;
		else if (!plain && strncmp(arg, "--", 2) == 0)
			rc = take_long(e, c, argv, argc, &i);
		else if (!plain && arg[0] == '-' && arg[1] != '\0')
			rc = take_short(e, c, argv, argc, &i);
		else if (c->noperands == k->max)
			rc = err_set(e, ERR_USAGE, "%s: unexpected "
			    "argument \"%s\"; usage: %s", k->name,
			    str_shown(c->a, arg, 60), usage_line(c->a, k));
		else
			c->operand[c->noperands++] = arg;
	}
	if (rc == ERR_OK && c->noperands < k->min)
		rc = err_set(e, ERR_USAGE, "%s: an argument is missing; "
		    "usage: %s", k->name, usage_line(c->a, k));
	return rc;
}

void
cli_usage(FILE *out, const struct command *c)
{
	if (c != NULL) {
		struct arena a = {0};

		fprintf(out, "usage: %s\n%s\n", usage_line(&a, c), c->help);
		arena_free(&a);
		for (const struct cli_option *o = options_of(c); o->name; o++) {
			char short_form[8] = "    ";
			int n;

			if (o->letter != 0)
				snprintf(short_form, sizeof short_form,
				    "-%c, ", o->letter);
			n = fprintf(out, "  %s--%s%s%s", short_form, o->name,
			    o->arg ? " " : "", o->arg ? o->arg : "");
			fprintf(out, "%*s%s\n", n < 28 ? 28 - n : 2, "",
			    o->help);
		}
		return;
	}
	fputs("usage: iacta COMMAND …\n", out);
	for (const struct command *const *k = commands; *k != NULL; k++)
		fprintf(out, "  %-11s %s\n", (*k)->name, (*k)->help);
	fputs("`iacta COMMAND --help` says more; DIR is the current directory "
	    "if not given\n", out);
}

const char *
cli_value_at(const struct cli *c, const char *name, int i)
{
	int k = find_option(c->command, name);

	assert(k >= 0);
	return i < c->given[k] ? c->value[k][i] : NULL;
}

const char *
cli_value(const struct cli *c, const char *name)
{
	return cli_value_at(c, name, 0);
}

bool
cli_knows(const struct cli *c, const char *name)
{
	for (const struct cli_option *o = c->command->options; o != NULL &&
	    o->name != NULL; o++)
		if (strcmp(o->name, name) == 0)
			return true;
	return false;
}

bool
cli_given(const struct cli *c, const char *name)
{
	return cli_value(c, name) != NULL;
}

int
cli_need(struct err *e, const struct cli *c, const char *name,
    const char **out)
{
	*out = cli_value(c, name);
	if (*out != NULL)
		return ERR_OK;
	return err_set(e, ERR_USAGE, "%s: --%s is missing; see `iacta %s "
	    "--help`", c->command->name, name, c->command->name);
}

int
cli_number(struct err *e, const struct cli *c, const char *name, long min,
    long fallback, long *out)
{
	const char *s = cli_value(c, name);
	size_t n;

	*out = fallback;
	if (s == NULL)
		return ERR_OK;
	n = strspn(s, "0123456789");
	*out = n > 0 && n <= 9 && s[n] == '\0' ? strtol(s, NULL, 10) : -1;
	if (*out < min || *out < 0)
		return err_set(e, ERR_USAGE, "%s: --%s %s: it must be a number "
		    "from %ld", c->command->name, name, str_shown(c->a, s, 40),
		    min);
	return ERR_OK;
}

static bool
is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

void
cli_dir_file(const struct cli *c, const char **dir, const char **file)
{
	*dir = c->noperands > 1 ? c->operand[0] : ".";
	*file = c->noperands > 0 ? c->operand[c->noperands - 1] : NULL;
}

int
cli_no_dir(struct err *e, const struct cli *c, const char *file)
{
	if (file == NULL || !is_dir(file))
		return ERR_OK;
	file = str_shown(c->a, file, 200);
	return err_set(e, ERR_INPUT, "%s: %s is a directory, and FILE is "
	    "missing; usage: %s", c->command->name, file, usage_line(c->a,
	    c->command));
}

int
cli_named_file(struct err *e, const struct cli *c, const char *file)
{
	if (strcmp(file, "-") != 0)
		return ERR_OK;
	return err_set(e, ERR_USAGE, "%s: it writes into the file itself, so "
	    "FILE cannot be standard input", c->command->name);
}

int
cli_dir_or_file(struct err *e, const struct cli *c, const char **dir,
    const char **file)
{
	struct stat st;

	cli_dir_file(c, dir, file);
	if (c->noperands == 1 && stat(c->operand[0], &st) != 0)
		return err_errno(e, str_shown(c->a, c->operand[0], 200));
	if (c->noperands == 1 && is_dir(c->operand[0])) {
		*dir = c->operand[0];
		*file = NULL;
	}
	return ERR_OK;
}

const char *
cli_dir(const struct cli *c)
{
	return c->noperands > 0 ? c->operand[0] : ".";
}

void
cli_note(const char *fmt, ...)
{
	char msg[8192];
	struct arena a = {0};
	struct str lines = str_new(&a);
	const char *text;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	/* paths and names from outside are in it, whoever put them there */
	text = arena_printf(&a, "iacta: %s", str_shown(&a, msg, sizeof msg));
	if (isatty(STDERR_FILENO)) {		/* else one line, for programs */
		wrap_text(&lines, text, 0, 4);
		fputs(lines.s, stderr);
	} else {
		fprintf(stderr, "%s\n", text);
	}
	arena_free(&a);
}

const char *
cli_program(struct arena *a, const char *name)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	const char *beside;

	while (n > 0 && exe[n - 1] != '/')
		n--;
	if (n > 0) {
		exe[n] = '\0';
		beside = arena_printf(a, "%s%s", exe, name);
		if (file_exists(beside))
			return beside;
	}
	return arena_printf(a, "%s/%s", IACTA_LIBEXECDIR, name);
}

bool
cli_alone(const struct cli *c)
{
	(void)c;
	return true;
}
