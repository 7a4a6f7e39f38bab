/* cmd_orders.c: iacta orders: an order sheet to fill in */
#include "cli/commands.h"

#include "base/node.h"
#include "base/str.h"
#include "cli/game.h"
#include "desk/home.h"
#include "desk/sheet.h"

static const struct cli_option options[] = {
	{ "side", 's', "S", "the side that you play", false },
	{ "key", 'k', "KEY", "your secret key: it opens your hand", false },
	{ "open", 0, NULL, "nothing is to be sealed: all may read it", false },
	{ "all", 'a', NULL, "every verb with its fields, and every hex",
	    false },
	{ "json", 0, NULL, "header, choices, legal orders and questions as "
	    "JSON", false },
	{ .name = NULL },
};

static int
make(struct err *e, struct cli *c, struct home *m)
{
	struct position *p = m->p;
	struct sheet_head head = { p->charter.game, p->turn_sha,
	    submission_nonce(c->a), 1, false };
	struct str s = str_new(c->a);
	struct node *t;
	int rc = home_revision(e, m, &head.revision);

	if (rc != ERR_OK)
		return rc;
	if (cli_given(c, "json")) {
		t = sheet_node(&m->desk, &head);
		if (m->sealed != NULL)
			node_add(c->a, t, "sealed", m->sealed);
		cli_json(c, t);
		return ERR_OK;
	}
	sheet_write(&m->desk, &head, cli_given(c, "open"), cli_given(c,
	    "all"), &s);
	fwrite(s.s, 1, s.len, stdout);
	return ERR_OK;
}

static bool
deploys_now(const struct position *p, int side)
{
	const struct game *g = &p->game;

	return g->sys->deploys != NULL &&
	    g->sys->deploys(g->data, g->state, side);
}

/* There is nothing else to fill in before the first turn. */
static void
print_deployment(struct cli *c, const struct position *p, int side)
{
	struct desk d = { .a = c->a, .game = &p->game, .side = side };
	struct str s = str_new(c->a);

	sheet_deployment(&d, p->charter.game, &s);
	fwrite(s.s, 1, s.len, stdout);
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct home *m = arena_new(c->a, struct home, 1);
	struct history *h = NULL;
	int side, rc = cli_open(e, c, cli_dir(c), &h, p);

	if (rc == ERR_OK)
		rc = cli_side(e, c, p, &side);
	if (rc == ERR_OK)
		rc = cli_goes_on(e, c, p);
	if (rc == ERR_OK && p->n == 0 && deploys_now(p, side)) {
		print_deployment(c, p, side);
		history_close(h);
		return rc;
	}
	if (rc == ERR_OK && p->n == 0)
		rc = err_set(e, ERR_INPUT, "%s: turn 0 asks for no orders but "
		    "for your acceptance: `iacta accept`", p->charter.game);
	if (rc == ERR_OK)
		rc = cli_home(e, c, h, p, side, cli_value(c, "key"), m);
	if (rc == ERR_OK)
		rc = make(e, c, m);
	history_close(h);
	return rc;
}

const struct command cmd_orders = {
	.name = "orders", .operands = "[DIR]",
	.help = "an order sheet to fill in, with the legal choices",
	.max = 1, .options = options, .run = run,
	.alone = cli_alone,
};
