/* cmd_referee.c: iacta referee: what he does besides adjudicating */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "cli/game.h"
#include "trust/rulings.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_option options[] = {
	{ "extend", 0, "SIDE=HOURS", "give a side more time", true },
	{ "pause", 0, "FROM,TO", "stop all clocks, from one date to another",
	    true },
	{ "ruling", 0, "TEXT", "put a ruling on record", true },
	{ "substitute", 0, "SIDE=PUBKEY[,MAIL]", "name who plays a side that "
	    "missed its deadlines", true },
	{ "forfeit", 0, "SIDE", "declare the game lost for a side that missed "
	    "its deadlines", true },
	CLI_RECEIPT,
	CLI_WAIT,
	{ .name = NULL },
};

/* "SIDE=REST" */
static int
split(struct err *e, struct cli *c, const char *option, const char *s,
    char by, const char **first, const char **rest)
{
	const char *at = strchr(s, by);

	if (at == NULL || at == s || at[1] == '\0')
		return err_set(e, ERR_USAGE, "referee: --%s %s: write two "
		    "things with \"%c\" between them", option,
		    str_shown(c->a, s, 60), by);
	*first = arena_strndup(c->a, s, (size_t)(at - s));
	*rest = at + 1;
	return ERR_OK;
}

static struct node *
add(struct cli *c, struct node *list, const char *act)
{
	struct node *t = node_add(c->a, list, NULL, node_table(c->a));

	node_add_string(c->a, t, "do", act);
	return t;
}

static int
extend(struct err *e, struct cli *c, const char *s, struct node *list)
{
	const char *side, *hours;
	struct node *t;
	char *end;
	long n;
	int rc = split(e, c, "extend", s, '=', &side, &hours);

	if (rc != ERR_OK)
		return rc;
	n = strtol(hours, &end, 10);
	if (end == hours || *end != '\0' || n < 1 || n > CHARTER_HOURS)
		return err_set(e, ERR_USAGE, "referee: --extend %s: hours are "
		    "a number from 1 to %d", str_shown(c->a, s, 60),
		    CHARTER_HOURS);
	t = add(c, list, "extension");
	node_add_string(c->a, t, "for", side);
	node_add_int(c->a, t, "hours", n);
	return ERR_OK;
}

static int
pause_clocks(struct err *e, struct cli *c, const char *s, struct node *list)
{
	const char *from, *to;
	struct node *t;
	int rc = split(e, c, "pause", s, ',', &from, &to);

	if (rc != ERR_OK)
		return rc;
	t = add(c, list, "pause");
	node_add_string(c->a, t, "from", from);
	node_add_string(c->a, t, "to", to);
	return ERR_OK;
}

static int
rule(struct err *e, struct cli *c, const char *s, struct node *list)
{
	(void)e;
	node_add_string(c->a, add(c, list, "ruling"), "text", s);
	return ERR_OK;
}

static int
substitute(struct err *e, struct cli *c, const char *s, struct node *list)
{
	const char *side, *key, *comma;
	struct public_key k;
	struct node *t;
	int rc = split(e, c, "substitute", s, '=', &side, &key);

	if (rc != ERR_OK)
		return rc;
	comma = strrchr(key, ',');
	if (comma != NULL)
		key = arena_strndup(c->a, key, (size_t)(comma - key));
	if (file_exists(key) && (rc = keys_public_read(e, c->a, key, &k,
	    &key)) != ERR_OK)
		return rc;
	t = add(c, list, "substitute");
	node_add_string(c->a, t, "for", side);
	node_add_string(c->a, t, "key", key);
	if (comma != NULL)
		node_add_string(c->a, t, "mail", comma + 1);
	return ERR_OK;
}

static int
forfeit(struct err *e, struct cli *c, const char *s, struct node *list)
{
	(void)e;
	node_add_string(c->a, add(c, list, "forfeit"), "for", s);
	return ERR_OK;
}

static int
read_acts(struct err *e, struct cli *c, struct node *list)
{
	static const struct {
		const char *option;
		int (*read)(struct err *e, struct cli *c, const char *s,
			struct node *list);
	} acts[] = { { "extend", extend }, { "pause", pause_clocks },
	    { "ruling", rule }, { "substitute", substitute },
	    { "forfeit", forfeit } };
	const char *s;
	int rc = ERR_OK;

	for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
		for (int k = 0; rc == ERR_OK &&
		    (s = cli_value_at(c, acts[i].option, k)) != NULL; k++)
			rc = acts[i].read(e, c, s, list);
	if (rc == ERR_OK && list->n == 0)
		return err_set(e, ERR_USAGE, "referee: say what to do, such as "
		    "--extend SIDE=HOURS; see iacta referee --help");
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	struct node *list = node_array(c->a);
	struct submit_input in;
	struct history *h = NULL;
	long wait;
	int rc = cli_number(e, c, "wait", 0, HISTORY_WAIT, &wait);

	if (rc == ERR_OK)
		rc = read_acts(e, c, list);
	if (rc == ERR_OK)
		rc = history_open(e, cli_dir(c), &h);
	if (rc == ERR_OK)
		history_wait(h, wait);
	if (rc == ERR_OK)
		rc = rulings_paper(e, c->a, h, list, &in);
	if (rc == ERR_OK)
		rc = cli_submit(e, c, h, &in);
	history_close(h);
	return rc;
}

const struct command cmd_referee = {
	.name = "referee", .operands = "[DIR]",
	.help = "give more time, rule, name a substitute: acts of the referee",
	.max = 1, .options = options, .run = run,
	.alone = cli_alone,
};
