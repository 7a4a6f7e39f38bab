/* cmd_map.c: iacta map: the position on its map */
#include "cli/commands.h"

#include "base/node.h"
#include "base/str.h"
#include "cli/game.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "format", 'f', "FORMAT", "ascii (the default)", false },
	{ "at", 0, "N", "of turn N (default: the last)", false },
	{ "json", 0, NULL, "the lines as JSON", false },
	{ .name = NULL },
};

static int
check_format(struct err *e, struct cli *c)
{
	static const char *const names[] = { "ascii", "svg", "png" };
	const char *s = cli_value(c, "format");

	if (s == NULL || strcmp(s, names[0]) == 0)
		return ERR_OK;
	if (strcmp(s, names[1]) == 0 || strcmp(s, names[2]) == 0)
		return err_set(e, ERR_USAGE, "map: --format %s is still to "
		    "come; ascii is there", s);
	return err_set(e, ERR_USAGE, "map: --format %s: it must be ascii%s",
	    str_shown(c->a, s, 40), str_suggest(c->a, s, names, 1));
}

static struct node *
as_json(struct cli *c, struct position *p, const char *text)
{
	struct node *t = node_table(c->a), *lines;

	node_add_string(c->a, t, "game", p->charter.game);
	node_add_int(c->a, t, "exchange", p->n);
	game_position(&p->game, p->game.state, node_add_table(c->a, t,
	    "position"));
	lines = node_add_array(c->a, t, "lines");
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		node_add(c->a, lines, NULL, node_string(c->a,
		    arena_strndup(c->a, text, n)));
		text += n + (text[n] == '\n');
	}
	return t;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct str s = str_new(c->a);
	struct history *h = NULL;
	char id[41];
	long at;
	int rc = check_format(e, c);

	if (rc == ERR_OK)
		rc = cli_number(e, c, "at", 0, -1, &at);
	if (rc == ERR_OK)
		rc = cli_open_at(e, c, cli_dir(c), at, &h, id, p);
	if (rc == ERR_OK && p->game.sys->ascii == NULL)
		rc = err_set(e, ERR_INPUT, "%s has no map in letters",
		    p->charter.system);
	if (rc == ERR_OK) {
		p->game.sys->ascii(&p->game, &s);
		if (cli_given(c, "json"))
			cli_json(c, as_json(c, p, s.s));
		else
			cli_text(c, s.s);
	}
	history_close(h);
	return rc;
}

const struct command cmd_map = {
	.name = "map", .operands = "[DIR]",
	.help = "the position on its map",
	.max = 1, .options = options, .run = run,
};
