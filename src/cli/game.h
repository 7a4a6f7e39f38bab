/* game.h: what commands about a game share */
#ifndef IACTA_CLI_GAME_H
#define IACTA_CLI_GAME_H

#include "cli/cli.h"
#include "trust/position.h"
#include "trust/submit.h"

struct node;
struct str;

/* Open the repository at `dir` and read its head; close *h. */
int cli_open(struct err *e, struct cli *c, const char *dir,
	struct history **h, struct position *p)
	__attribute__((warn_unused_result));

/* The same for commit `at` (-1: the head), whose id goes to `id`. */
int cli_open_at(struct err *e, struct cli *c, const char *dir, long at,
	struct history **h, char id[41], struct position *p)
	__attribute__((warn_unused_result));

/* Say which files of the game's rules/ are not this program's own, and what
 * differs. */
void cli_tell_rules(struct cli *c, const struct position *p);

/* ERR_NOTHING with the result, in words, if the game is over. */
int cli_goes_on(struct err *e, struct cli *c, const struct position *p)
	__attribute__((warn_unused_result));

/*
 * The option --side, which must be one of the game's and no bot's; its index.
 */
int cli_side(struct err *e, struct cli *c, const struct position *p,
	int *side) __attribute__((warn_unused_result));

/*
 * Read the secret key at `path` and see that it is the side's in the charter
 * (which must be a minisign key).  Wipe it with keys_wipe.
 */
int cli_key(struct err *e, struct cli *c, const struct position *p, int side,
	const char *path, struct secret_key *out)
	__attribute__((warn_unused_result));

struct home;
/* The turn on the side's desk; the key at `path` (NULL: none) opens its
 * hand. */
int cli_home(struct err *e, struct cli *c, struct history *h,
	struct position *p, int side, const char *path, struct home *out)
	__attribute__((warn_unused_result));

/* Sign a submission and write FILE (0644) and FILE.minisig. */
int cli_sign(struct err *e, struct cli *c, const struct position *p, int side,
	const struct secret_key *k, const char *path, const char *text,
	size_t len, const char **sig) __attribute__((warn_unused_result));

/*
 * The referee's view of the open exchange: for each side { side, asked, since,
 * revision, arrived }, the last two if something of it waits; never what is in
 * it.  NULL for whoever is not the referee.
 */
int waiting_node(struct err *e, struct cli *c, struct history *h,
	const struct position *p, const char *id, struct node **out)
	__attribute__((warn_unused_result));
void waiting_words(struct cli *c, const struct node *list, struct str *out);

/* Print a value as JSON, and a text from a repository, shown escaped. */
void cli_json(struct cli *c, const struct node *v);
void cli_text(struct cli *c, const char *s);

/* Does something of this side wait to be adjudicated? */
int cli_has_sent(struct err *e, struct cli *c, struct history *h,
	const struct position *p, int side, bool *out)
	__attribute__((warn_unused_result));

/* --receipt FILE, and what `submit` prints. */
int cli_keep_receipt(struct err *e, struct cli *c,
	const struct submit_output *out) __attribute__((warn_unused_result));
void cli_print_submitted(const struct submit_output *out);

/* Hand a submission in; the receipt to stdout, remarks to stderr. */
int cli_submit(struct err *e, struct cli *c, struct history *h,
	const struct submit_input *in) __attribute__((warn_unused_result));

#endif
