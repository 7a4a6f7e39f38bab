/* cli.h: commands, their options and operands: one table for all of it */
#ifndef IACTA_CLI_CLI_H
#define IACTA_CLI_CLI_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct history;
struct secret_key;

#define CLI_OPTIONS 16		/* of one command */
#define CLI_VALUES 256		/* of one option that may be repeated */

/* An option: `--name` and perhaps `-x`.  A list ends with name NULL. */
struct cli_option {
	const char *name;
	char letter;		/* 0: none */
	const char *arg;	/* what its value is called; NULL: takes none */
	const char *help;
	bool many;		/* may be given several times */
};
/* Options that several commands have. */
#define CLI_WAIT { "wait", 'w', "SECONDS", "for the lock, if another process " \
	"holds it (60)", false }
#define CLI_RECEIPT { "receipt", 0, "FILE", "keep the receipt here too, with " \
	"its .minisig", false }

struct cli;

struct command {
	const char *name;
	const char *operands;	/* as the usage shows them: "[DIR] FILE" */
	const char *help;	/* one line */
	int min, max;		/* how many operands */
	const struct cli_option *options;	/* NULL: none */
	int (*run)(struct err *e, struct cli *c);
	/* It meets bytes from outside and starts no other program, so that it
	 * can be confined; NULL: never. */
	bool (*alone)(const struct cli *c);
};

/*
 * A command line that was taken apart.  A command returns an err_code, and
 * writes its answer with printf to stdout, which main checks and closes; what
 * is no answer goes to stderr through cli_note.
 */
struct cli {
	const struct command *command;
	char **argv;		/* from the command's name; ends with NULL */
	struct arena *a;	/* lives until the end of the program */
	const char *operand[4];
	int noperands;
	const char *value[CLI_OPTIONS][CLI_VALUES];
	int given[CLI_OPTIONS];
};

/* All commands, in the order in which `iacta --help` lists them; ends with
 * NULL.  To add one: write cmd_NAME.c, declare its struct in commands.h, and
 * put it into the list of commands.c. */
extern const struct command *const commands[];

/* Take the arguments after the command's name apart; ERR_USAGE. */
int cli_parse(struct err *e, struct cli *c, int argc, char **argv)
	__attribute__((warn_unused_result));
/* The usage of one command, or of all. */
void cli_usage(FILE *out, const struct command *c);

/* An option's value; NULL if it was not given ("" if it takes none). */
const char *cli_value(const struct cli *c, const char *name);
/* The i-th value of one that may be repeated; NULL after the last. */
const char *cli_value_at(const struct cli *c, const char *name, int i);
/* For struct command: always. */
bool cli_alone(const struct cli *c);
bool cli_given(const struct cli *c, const char *name);
/* Does the command have this option at all? */
bool cli_knows(const struct cli *c, const char *name);
/* A value that must be given: ERR_USAGE if not. */
int cli_need(struct err *e, const struct cli *c, const char *name,
	const char **out) __attribute__((warn_unused_result));
/* A number from `min`; `fallback` if it was not given. */
int cli_number(struct err *e, const struct cli *c, const char *name, long min,
	long fallback, long *out) __attribute__((warn_unused_result));

/*
 * Operands [DIR] FILE: with two the first is the directory, with one it is
 * the file and the directory is ".".
 */
void cli_dir_file(const struct cli *c, const char **dir, const char **file);
/* Refuse a directory where a file is wanted. */
int cli_no_dir(struct err *e, const struct cli *c, const char *file)
	__attribute__((warn_unused_result));
/* Refuse "-": the command writes into the file itself. */
int cli_named_file(struct err *e, const struct cli *c, const char *file)
	__attribute__((warn_unused_result));
/* Operands [DIR] [FILE]: one alone is the directory if it is one; the file
 * is NULL if there is none. */
int cli_dir_or_file(struct err *e, const struct cli *c, const char **dir,
	const char **file) __attribute__((warn_unused_result));
/* Operand [DIR]. */
const char *cli_dir(const struct cli *c);

/* Where a program of ours is: beside this one, as in a build tree, or where it
 * is installed. */
const char *cli_program(struct arena *a, const char *name);

/* A line for people, to stderr: "iacta: …". */
void cli_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
