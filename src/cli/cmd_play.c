/* cmd_play.c: iacta play: a game at one terminal, or a turn tried out */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/game.h"
#include "cli/prompt.h"
#include "cli/run.h"
#include "cli/table.h"
#include "desk/short.h"
#include "show/ascii.h"
#include "show/report.h"
#include "show/say.h"
#include "show/wrap.h"
#include "trust/adjudicate.h"
#include "trust/found.h"
#include "trust/sig.h"
#include "trust/submit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct cli_option options[] = {
	{ "side", 's', "S", "the side that you play (default: the first)",
	    false },
	{ "against", 0, "WHO", "bot (the default) or person: both sides at "
	    "this terminal", false },
	{ "dir", 'd', "DIR", "keep the game's repository there (default: "
	    "SCENARIO, here)", false },
	{ "key", 'k', "KEY", "in a running game: your secret key, which opens "
	    "your hand", false },
	{ .name = NULL },
};

struct play {
	struct cli *c;
	const char *dir, *keys;		/* the repository; keys and secret */
	struct history *h;
	struct prompt *prompt;
	struct table *table;		/* who is at it now, for completion */
	const char *news;		/* of the last exchange; NULL */
	bool greeted;			/* knows of help and ? */
	bool person[CHARTER_SIDES];
	struct secret_key key[CHARTER_SIDES];
};

static struct node *
words(void *ctx, const char *line, const char *begin)
{
	static const char *const own[] = { "map", "show", "list", "undo",
	    "odds", "doctrine", "end", "pause", "write", "quit", "help",
	    "all" };
	struct play *y = ctx;
	struct node *list;

	if (y->table == NULL)
		return NULL;
	list = short_complete(&y->table->home->desk, line, begin);
	for (size_t i = 0; i < sizeof own / sizeof *own && strchr(line, ' ')
	    == NULL; i++)
		if (strncmp(own[i], begin, strlen(begin)) == 0)
			node_add(y->table->a, list, NULL, node_string(
			    y->table->a, own[i]));
	return list;
}

/* ------------------------------------------------------------------- found */

static int
choose_sides(struct err *e, struct play *y, const struct game *g)
{
	const char *side = cli_value(y->c, "side");
	const char *who = cli_value(y->c, "against");
	bool found = side == NULL;

	if (who != NULL && strcmp(who, "bot") && strcmp(who, "person"))
		return err_set(e, ERR_USAGE, "play: --against takes bot or "
		    "person");
	for (int i = 0; i < g->nsides; i++) {
		bool mine = side ? strcmp(side, g->side[i]) == 0 : i == 0;

		found = found || mine;
		y->person[i] = mine || (who && strcmp(who, "person") == 0);
	}
	if (!found)
		return err_set(e, ERR_INPUT, "--side %s: the sides are %s and "
		    "%s", str_shown(y->c->a, side, 40), g->side[0],
		    g->side[1]);
	return ERR_OK;
}

/* A key for each person, beside the repository. */
static int
make_keys(struct err *e, struct play *y, const struct game *g,
    struct charter_side *side)
{
	int rc = file_mkdirs(e, y->keys, 0700);

	if (rc == ERR_OK && setenv("IACTA_HOME", y->keys, 1) != 0)
		rc = err_set(e, ERR_SYSTEM, "IACTA_HOME cannot be set");
	for (int i = 0; i < g->nsides && rc == ERR_OK; i++) {
		const char *path = arena_printf(y->c->a, "%s/%s", y->keys,
		    g->side[i]);

		side[i].name = g->side[i];
		side[i].bot = !y->person[i];
		if (side[i].bot)
			continue;
		rc = keys_generate(e, y->c->a, path, NULL);
		if (rc == ERR_OK)
			rc = keys_public_read(e, y->c->a, arena_printf(
			    y->c->a, "%s.pub", path), &side[i].public,
			    &side[i].key);
		if (rc == ERR_OK)
			rc = keys_secret_read(e, y->c->a, arena_printf(
			    y->c->a, "%s.key", path), NULL, NULL,
			    &y->key[i]);
	}
	return rc;
}

static int
found(struct err *e, struct play *y, const char *system,
    const char *scenario)
{
	struct arena *a = y->c->a;
	struct rules r;
	struct game *g = arena_new(a, struct game, 1);
	struct charter_side side[CHARTER_SIDES] = { { .name = NULL } };
	struct found_input in = { .system = system, .scenario = scenario,
	    .side = side, .game = scenario };
	struct exchange_output out;
	char id[41];
	int rc = rules_from_disk(e, a, system, scenario, NULL, &r);

	if (rc == ERR_OK)
		rc = rules_game(e, a, &r, NULL, g);
	if (rc == ERR_OK)
		rc = choose_sides(e, y, g);
	if (rc != ERR_OK)
		return rc;
	y->dir = cli_value(y->c, "dir");
	if (y->dir == NULL)
		y->dir = scenario;
	y->keys = arena_printf(a, "%s.keys", y->dir);
	if (file_exists(y->dir) || file_exists(y->keys))
		return err_set(e, ERR_INPUT, "%s: there is something already; "
		    "keep the game elsewhere with --dir DIR", str_shown(a, y->dir,
		    200));
	rc = make_keys(e, y, g, side);
	in.dir = y->dir;
	in.nsides = g->nsides;
	if (rc == ERR_OK)
		rc = found_game(e, a, &in, id, &out);
	if (rc == ERR_OK)
		rc = history_open(e, y->dir, &y->h);
	return rc;
}

/* -------------------------------------------------------------------- send */

static int
send(struct err *e, struct play *y, struct arena *a, struct position *p,
    int side, struct node *body)
{
	struct node *t = node_table(a);
	const char *name = p->charter.side[side].name;
	struct submit_input in = { .what = name };
	struct submit_output out;
	struct str draft = str_new(a);
	char *text;
	int rc;

	node_add_int(a, t, "iacta", 1);
	node_add_string(a, t, "game", p->charter.game);
	node_add_int(a, t, "exchange", p->n);
	node_add_string(a, t, "side", name);
	node_add_string(a, t, "turn", p->turn_sha);
	node_add_int(a, t, "revision", 1);
	node_add_string(a, t, "nonce", submission_nonce(a));
	if (body->n > 0)
		node_add(a, t, "secret", body);
	toml_write(&draft, t);
	rc = submission_seal(e, a, name, &p->charter, draft.s, draft.len,
	    &text, &in.len);
	if (rc != ERR_OK)
		return rc;
	in.text = text;
	in.sig = sig_minisign(a, &y->key[side], text, in.len, arena_printf(a,
	    "iacta %s %ld %s", p->charter.game, p->n, name));
	return submit(e, a, y->h, &in, &out);
}

/* ------------------------------------------------------------------- rounds */

static int
accept(struct err *e, struct play *y, struct arena *a, struct position *p)
{
	const struct game *g = &p->game;
	int rc = ERR_OK;

	for (int i = 0; i < p->charter.nsides && rc == ERR_OK; i++) {
		struct node *body = node_table(a);

		if (!y->person[i])
			continue;
		if (g->sys->deploys != NULL && g->sys->deploys(g->data,
		    g->saved, i))
			node_add_string(a, body, "deploy", "standard");
		rc = send(e, y, a, p, i, body);
	}
	return rc;
}

static void
draw(struct arena *a, struct position *p)
{
	struct str s = str_new(a);

	ascii_board(&s, board_of(&p->game), &(struct ascii_options){
	    .around = HEX_NONE });
	str_add(&s, say_when(&p->game));
	str_addc(&s, '\n');
	run_pager(s.s);
}

/* One side decides; *quit if the person stops here. */
static int
sit_down(struct err *e, struct play *y, struct arena *a, struct position *p,
    int side, bool *quit)
{
	struct home *m = arena_new(a, struct home, 1);
	struct table t = { .a = a, .home = m, .prompt = y->prompt,
	    .name = p->charter.side[side].name, .answers = node_array(a),
	    .doctrine = node_array(a) };
	int rc = home_open(e, a, y->h, p, side, &y->key[side], m);
	enum table_end end;

	if (rc != ERR_OK)
		return rc;
	if (desk_asked(&m->desk, "orders"))
		t.orders = node_array(a);
	if (m->desk.hand != NULL && m->desk.hand->n > 0) {
		struct str s = str_new(a), lines = str_new(a);

		str_addf(&s, "%s holds:", t.name);
		for (const struct node *x = m->desk.hand->child; x;
		    x = x->next)
			str_addf(&s, " %s", x->s);
		wrap_text(&lines, s.s, 0, 4);
		fputs(lines.s, stdout);
	}
	if (!y->greeted)
		printf("Type help, or ? for what can be done.\n");
	y->greeted = true;
	y->table = &t;
	end = table_take(&t);
	y->table = NULL;
	*quit = end == TABLE_QUIT;
	if (*quit)
		return ERR_OK;
	return send(e, y, a, p, side, table_paper(&t, end == TABLE_PAUSE));
}

static void
tell_news(struct play *y, struct arena *a, const struct adjudicated *x)
{
	struct desk d = { .a = a, .game = x->x.game, .rules =
	    &x->x.before->rules };
	struct phrase_names names = report_names(a, x->x.game, d.rules);
	struct str s = str_new(a), out = str_new(a);

	desk_tell_events(&d, &names, x->x.game->events, 0, &s);
	for (const char *p = s.s; *p != '\0'; p = strchr(p, '\n') + 1)
		str_addf(&out, "%s\n", str_shown(a, arena_strndup(a, p,
		    strcspn(p, "\n")), 400));
	y->news = arena_strdup(y->c->a, out.s);
}

/* Below the map, where they stay in sight. */
static void
show_news(struct play *y)
{
	if (y->news != NULL)
		run_pager(y->news);
	y->news = NULL;
}

static int
one_exchange(struct err *e, struct play *y, struct arena *a, bool *stop)
{
	struct position *p = arena_new(a, struct position, 1);
	struct adjudicated *x = arena_new(a, struct adjudicated, 1);
	char id[41];
	int rc = position_at(e, a, y->h, -1, id, p);

	if (rc == ERR_OK && p->n == 0)
		rc = accept(e, y, a, p);
	else if (rc == ERR_OK)
		draw(a, p);
	show_news(y);
	for (int i = 0; rc == ERR_OK && p->n > 0 && !*stop &&
	    i < p->charter.nsides; i++)
		if (y->person[i] && position_asked(p, i))
			rc = sit_down(e, y, a, p, i, stop);
	if (rc != ERR_OK || *stop)
		return rc;
	rc = adjudicate(e, a, y->h, false, x);
	if (rc != ERR_OK)
		return rc;
	tell_news(y, a, x);
	if (x->x.over) {
		show_news(y);
		printf("The game is over: %s.\n", str_shown(a,
		    report_result(a, &p->rules, x->x.game->result), 200));
		*stop = true;
	}
	return ERR_OK;
}

static int
play_game(struct err *e, struct play *y, const char *what,
    const char *slash)
{
	bool stop = false;
	int rc = found(e, y, arena_strndup(y->c->a, what, (size_t)(slash -
	    what)), slash + 1);

	while (rc == ERR_OK && !stop) {
		struct arena a = { 0 };

		rc = one_exchange(e, y, &a, &stop);
		arena_free(&a);
	}
	if (rc == ERR_OK)
		cli_note("the game is kept in %s (its keys in %s): `iacta "
		    "audit %s` checks it", y->dir, y->keys, y->dir);
	return rc;
}

/* ----------------------------------------------------------------- sandbox */

static int
try_turn(struct err *e, struct play *y)
{
	struct arena *a = y->c->a;
	struct position *p = arena_new(a, struct position, 1);
	struct home *m = arena_new(a, struct home, 1);
	struct table t = { .a = a, .home = m, .prompt = y->prompt,
	    .sandbox = true, .answers = node_array(a),
	    .doctrine = node_array(a), .orders = node_array(a) };
	int side, rc = cli_open(e, y->c, y->c->operand[0], &y->h, p);

	if (rc == ERR_OK)
		rc = cli_side(e, y->c, p, &side);
	if (rc == ERR_OK)
		rc = cli_goes_on(e, y->c, p);
	if (rc == ERR_OK && p->n == 0)
		rc = err_set(e, ERR_NOTHING, "%s: the game has not begun: all "
		    "sides have to accept first (`iacta accept`)",
		    p->charter.game);
	if (rc == ERR_OK)
		rc = cli_home(e, y->c, y->h, p, side, cli_value(y->c, "key"),
		    m);
	if (rc != ERR_OK)
		return rc;
	t.name = p->charter.side[side].name;
	draw(a, p);
	printf("A sandbox: nothing is sent. Type help, or ? for what can be "
	    "done.\n");
	y->table = &t;
	table_take(&t);
	y->table = NULL;
	return ERR_OK;
}

static int
run(struct err *e, struct cli *c)
{
	struct play *y = arena_new(c->a, struct play, 1);
	const char *what = c->operand[0], *slash = strchr(what, '/');
	struct stat st;
	int rc;

	y->c = c;
	y->prompt = prompt_new(words, y);
	if (stat(what, &st) == 0 && S_ISDIR(st.st_mode))
		rc = try_turn(e, y);
	else if (slash != NULL)
		rc = play_game(e, y, what, slash);
	else
		rc = err_set(e, ERR_USAGE, "play: name SYSTEM/SCENARIO (`iacta "
		    "games` lists them), or the directory of a game");
	prompt_free(y->prompt);
	for (int i = 0; i < CHARTER_SIDES; i++)
		keys_wipe(&y->key[i]);
	history_close(y->h);
	return rc;
}

const struct command cmd_play = {
	.name = "play", .operands = "SYSTEM/SCENARIO | DIR",
	.help = "a game at one terminal, or a turn of a running one tried out",
	.min = 1, .max = 1, .options = options, .run = run,
};
