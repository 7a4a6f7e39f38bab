/* table.c: a side at the terminal: orders typed, tried and taken back */
#include "cli/table.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/prompt.h"
#include "cli/run.h"
#include "desk/sheet.h"
#include "desk/short.h"
#include "desk/tell.h"
#include "show/ascii.h"
#include "show/report.h"
#include "show/say.h"
#include "show/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
	"An order is typed as VERB and words, in any order: move UNIT HEX,\n"
	"fire UNIT ENEMY, play CARD UNIT UNIT; or as in a sheet,\n"
	"{ do = \"move\", ... }. Tab completes.\n"
	"?        what is to be decided, and what each unit could do\n"
	"? UNIT   what this unit could do\n"
	"all      every order that is legal, hex by hex\n"
	"map      the map, with what you ordered so far; show: the position\n"
	"list     your orders so far; undo: take the last one back\n"
	"odds [N] rehearse them N times\n"
	"doctrine KIND ANSWER   a standing answer for the enemy's turn\n"
	"end      that is all: the turn goes on\n"
	"pause    carry them out, then ask again\n"
	"write FILE   the orders as a sheet; quit: stop here\n";

static void
say(struct table *t, const char *text)
{
	struct str s = str_new(t->a);

	wrap_text(&s, text, 0, 4);
	fputs(s.s, stdout);
}

struct node *
table_paper(const struct table *t, bool pause)
{
	struct node *out = node_table(t->a), *list;

	if (t->orders != NULL) {
		list = node_add(t->a, out, "order", node_copy(t->a,
		    t->orders));
		list->layout = NODE_LINES;
		if (pause) {
			struct node *x = node_add(t->a, list, NULL,
			    node_table(t->a));

			x->layout = NODE_INLINE;
			node_add_string(t->a, x, "do", "pause");
		}
	}
	if (t->answers->n > 0)
		node_add(t->a, out, "answer", node_copy(t->a, t->answers))->
		    layout = NODE_LINES;
	if (t->doctrine->n > 0)
		node_add(t->a, out, "doctrine", node_copy(t->a,
		    t->doctrine))->layout = NODE_LINES;
	return out;
}

/* ------------------------------------------------------------------ orders */

static void
drop_last(struct table *t)
{
	struct node *list = node_array(t->a);

	list->layout = NODE_LINES;
	for (const struct node *x = t->orders->child; x && x->next; x =
	    x->next)
		node_add(t->a, list, NULL, node_copy(t->a, x));
	t->orders = list;
}

/* The last order on trial: false if it cannot stay; *dice if it rolls. */
static bool
try_last(struct table *t, bool *dice)
{
	struct desk *d = &t->home->desk;
	struct node *paper = table_paper(t, false);
	struct node *problems = desk_problems(d, paper);
	int number = (int)t->orders->n;
	const char *why = tell_problem(problems, "order", number);
	const struct desk_order *o;
	struct phrase_names names;
	struct desk_try r;
	struct str s = str_new(t->a);
	struct err e;

	if (why == NULL && desk_try(&e, d, paper, NULL, &r) != ERR_OK)
		why = e.msg;
	if (why != NULL) {
		say(t, why);
		return false;
	}
	o = &r.order[number - 1];
	if (o->verdict == DESK_REFUSED && !o->assumed) {
		say(t, o->reason);
		return false;
	}
	*dice = r.dice != NULL && r.dice_order == number;
	if (*dice && !t->sandbox)
		return true;		/* the real ones tell */
	names = report_names(d->a, r.after, d->rules);
	desk_tell_events(d, &names, o->events, 2, &s);
	if (o->assumed || *dice)
		printf("(assumed)\n");
	if (o->verdict == DESK_REFUSED)
		say(t, arena_printf(t->a, "refused, if it comes so: %s",
		    o->reason));
	fputs(s.s, stdout);
	return true;
}

/* True if it rolls a die, and so has to be sent. */
static bool
take_order(struct table *t, const char *line)
{
	struct node *order;
	struct err e;
	bool dice = false;

	if (t->orders == NULL) {
		say(t, "you are not asked for orders now");
		return false;
	}
	if (short_order(&e, &t->home->desk, line, &order) != ERR_OK) {
		say(t, e.msg);
		return false;
	}
	node_add(t->a, t->orders, NULL, order);
	if (!try_last(t, &dice)) {
		drop_last(t);
		return false;
	}
	return dice && !t->sandbox;
}

/* ---------------------------------------------------------------- commands */

/* A line of the sheet: an order as it can be typed here, which is wrapped, all
 * else as it is. */
static void
add_sheet_line(struct table *t, const char *line, struct str *out)
{
	size_t n = strspn(line, " ");
	const char *words = NULL;
	struct node *order;
	struct err e;

	if (n > 0 && line[n] == '{' && short_order(&e, &t->home->desk,
	    line + n, &order) == ERR_OK)
		words = short_words(&t->home->desk, order);
	if (words != NULL)
		wrap_text(out, words, (int)n, (int)n + 4);
	else
		str_addf(out, "%s\n", line);
}

/* The sections of the sheet that say what can be done: from a line with ==
 * to the next empty line, without the marks of comments. */
static const char *
sheet_text(struct table *t, bool all)
{
	struct sheet_head head = { "", "", "", 1, true };
	struct str s = str_new(t->a), out = str_new(t->a);
	bool on = false;

	sheet_write(&t->home->desk, &head, false, all, &s);
	for (const char *p = s.s; *p != '\0'; p = strchr(p, '\n') + 1) {
		size_t n = strcspn(p, "\n");

		on = n > 0 && (on || strncmp(p, "# ==", 4) == 0 ||
		    strncmp(p, "# What can be ordered", 21) == 0);
		if (on)
			add_sheet_line(t, arena_strndup(t->a, p + (n > 2 ? 2 :
			    0), n > 2 ? n - 2 : 0), &out);
	}
	return out.len > 0 ? out.s : "Nothing can be ordered now.\n";
}

static bool
knows(struct table *t, const char *unit)
{
	struct game *g = arena_new(t->a, struct game, 1);

	game_fork(g, t->home->desk.game, t->a);
	return board_find(board_of(g), unit) != NULL;
}

static void
show_unit(struct table *t, const char *unit)
{
	const char *p = sheet_text(t, false);
	const char *head = arena_printf(t->a, "%s,", unit);
	bool on = false;
	int n = 0;

	for (; *p != '\0'; p = strchr(p, '\n') + 1) {
		size_t len = strcspn(p, "\n");

		if (strncmp(p, head, strlen(head)) == 0)
			on = true;
		else if (strncmp(p, " ", 1) != 0)
			on = false;
		if (on)
			printf("%.*s\n", (int)len, p);
		n += on;
	}
	if (n == 0 && !knows(t, unit)) {
		const char *names[512];
		int k = t->home->desk.game->sys->units(t->home->desk.game->
		    state, -1, names, 512);

		say(t, arena_printf(t->a, "\"%s\": no such unit%s",
		    str_shown(t->a, unit, 60), str_suggest(t->a, unit, names,
		    (size_t)k)));
	} else if (n == 0) {
		say(t, "it can do nothing more than move now, if that; `all` "
		    "lists the hexes");
	}
}

static void
show_map(struct table *t)
{
	struct desk *d = &t->home->desk;
	struct str s = str_new(t->a);
	struct desk_try r;
	struct err e;

	if (desk_try(&e, d, table_paper(t, true), NULL, &r) != ERR_OK) {
		say(t, e.msg);
		return;
	}
	r.after->arena = t->a;
	ascii_board(&s, board_of(r.after), &(struct ascii_options){
	    .around = HEX_NONE });
	run_pager(s.s);
}

static void
show_position(struct table *t)
{
	struct game *g = arena_new(t->a, struct game, 1);
	struct str s = str_new(t->a);

	game_fork(g, t->home->desk.game, t->a);
	say_summary(g, &s);
	run_pager(s.s);
}

static void
list_orders(struct table *t)
{
	int number = 0;

	for (const struct node *x = t->orders ? t->orders->child : NULL; x;
	    x = x->next)
		say(t, arena_printf(t->a, "%d. %s", ++number,
		    desk_order_words(t->a, x)));
	if (number == 0)
		say(t, "no orders yet");
}

static void
show_odds(struct table *t, const char *n)
{
	long runs = n != NULL ? strtol(n, NULL, 10) : 200;
	struct node *paper = table_paper(t, false);
	struct desk_rehearsal r;
	struct str s = str_new(t->a);
	struct err e;

	if (runs < 1 || runs > 100000)
		runs = 200;
	if (desk_rehearse(&e, &t->home->desk, paper, NULL, runs, 1, &r) !=
	    ERR_OK) {
		say(t, e.msg);
		return;
	}
	tell_rehearsal(&t->home->desk, node_array_of(paper, "order"), &r, &s);
	run_pager(s.s);
}

static void
add_doctrine(struct table *t, char *rest)
{
	char *save = NULL, *kind = strtok_r(rest, " ", &save);
	char *answer = kind ? strtok_r(NULL, "", &save) : NULL;
	struct node *x = node_table(t->a), *list, *one;

	if (answer == NULL) {
		struct str s = str_new(t->a);

		tell_doctrine(&t->home->desk, t->doctrine, &s);
		fputs(s.len ? s.s : "doctrine KIND ANSWER\n", stdout);
		return;
	}
	x->layout = NODE_INLINE;
	node_add_string(t->a, x, "kind", kind);
	node_add_string(t->a, x, "answer", answer);
	one = node_table(t->a);
	list = node_add_array(t->a, one, "doctrine");
	node_add(t->a, list, NULL, node_copy(t->a, x));
	list = desk_problems(&t->home->desk, one);
	if (list->n > 0)
		say(t, node_str(list->child, "problem"));
	else
		node_add(t->a, t->doctrine, NULL, x);
}

static void
write_sheet(struct table *t, const char *path)
{
	struct sheet_head head = { t->home->p->charter.game,
	    t->home->p->turn_sha, submission_nonce(t->a), 1, false };
	struct str s = str_new(t->a), orders = str_new(t->a), out;
	struct err e;
	const char *p;

	if (path == NULL) {
		say(t, "write FILE");
		return;
	}
	for (const struct node *x = t->orders ? t->orders->child : NULL; x;
	    x = x->next) {
		toml_write_inline(&orders, x);
		str_add(&orders, ",\n");
	}
	if (home_revision(&e, t->home, &head.revision) != ERR_OK)
		head.revision = 1;
	sheet_write(&t->home->desk, &head, false, false, &s);
	out = str_new(t->a);
	p = strstr(s.s, "\norder = [\n");
	p = p != NULL ? p + strlen("\norder = [\n") : s.s + s.len;
	str_addn(&out, s.s, (size_t)(p - s.s));
	str_add(&out, orders.s);
	str_add(&out, p);
	if (file_write_new(&e, path, out.s, out.len, 0600) != ERR_OK)
		say(t, e.msg);
	else
		say(t, arena_printf(t->a, "%s: check it, sign it and send it "
		    "with `iacta turn --draft %s`", path, path));
}

/* --------------------------------------------------------------- questions */

/* An answer to the Nth thing that is asked, from the prompt; false at the end
 * of input. */
static bool
ask_one(struct table *t, const struct node *ask)
{
	static const char *const never[] = { "side", "options", "sealed" };
	const struct node *options = node_array_of(ask, "options");
	struct game *g = arena_new(t->a, struct game, 1);
	struct str s = str_new(t->a);
	struct node *x = node_table(t->a);

	game_fork(g, t->home->desk.game, t->a);
	report_asked(&s, g, t->home->desk.rules, ask);
	fputs(s.s, stdout);
	x->layout = NODE_INLINE;
	for (const struct node *y = ask->child; y != NULL; y = y->next) {
		int i = 0;

		while (i < 3 && strcmp(never[i], y->key) != 0)
			i++;
		if (i == 3)
			node_add(t->a, x, y->key, node_copy(t->a, y))->layout =
			    NODE_INLINE;
	}
	for (;;) {
		const char *line = prompt_line(t->prompt, t->a, arena_printf(
		    t->a, "%s, %s> ", t->name, node_str(ask, "kind")));

		if (line == NULL || strcmp(line, "quit") == 0)
			return false;
		for (const struct node *o = options ? options->child : NULL; o;
		    o = o->next)
			if (strcmp(o->s, line) == 0) {
				node_add_string(t->a, x, "answer", line);
				node_add(t->a, t->answers, NULL, x);
				return true;
			}
		say(t, "type one of the options as it stands there");
	}
}

static bool
ask_questions(struct table *t)
{
	const struct node *x = t->home->desk.asks;

	for (x = x ? x->child : NULL; x != NULL; x = x->next)
		if (strcmp(node_str(x, "side"), t->name) == 0 &&
		    node_get(x, "options") != NULL && !ask_one(t, x))
			return false;
	return true;
}

/* -------------------------------------------------------------------- take */

/* A command that is no order; false if it is none. */
static bool
command(struct table *t, const char *line)
{
	char *words = arena_strdup(t->a, line), *save = NULL;
	char *verb = strtok_r(words, " ", &save);
	char *rest = verb ? strtok_r(NULL, "", &save) : NULL;

	if (verb == NULL)
		return true;
	if (strcmp(verb, "?") == 0 && rest != NULL)
		show_unit(t, rest);
	else if (strcmp(verb, "?") == 0)
		run_pager(sheet_text(t, false));
	else if (strcmp(verb, "all") == 0)
		run_pager(sheet_text(t, true));
	else if (strcmp(verb, "help") == 0)
		fputs(help, stdout);
	else if (strcmp(verb, "map") == 0)
		show_map(t);
	else if (strcmp(verb, "show") == 0)
		show_position(t);
	else if (strcmp(verb, "list") == 0)
		list_orders(t);
	else if (strcmp(verb, "odds") == 0)
		show_odds(t, rest);
	else if (strcmp(verb, "doctrine") == 0)
		add_doctrine(t, rest ? rest : words + strlen(words));
	else if (strcmp(verb, "write") == 0)
		write_sheet(t, rest);
	else if (strcmp(verb, "undo") == 0 && t->orders && t->orders->n > 0) {
		say(t, arena_printf(t->a, "taken back: %s", desk_order_words(
		    t->a, t->orders->last)));
		drop_last(t);
	} else if (strcmp(verb, "undo") == 0)
		say(t, "there is nothing to take back");
	else
		return false;
	return true;
}

enum table_end
table_take(struct table *t)
{
	if (!ask_questions(t))
		return TABLE_QUIT;
	if (t->orders == NULL && !t->sandbox)
		return TABLE_SEND;
	for (;;) {
		const char *line = prompt_line(t->prompt, t->a, arena_printf(
		    t->a, "%s> ", t->name));

		if (line == NULL || strcmp(line, "quit") == 0)
			return TABLE_QUIT;
		while (*line == ' ')
			line++;
		if (strcmp(line, "end") == 0 && !t->sandbox)
			return TABLE_SEND;
		if (strcmp(line, "end") == 0) {
			say(t, "nothing is sent from here: `write FILE` keeps "
			    "these orders for `iacta turn`, `odds` rehearses "
			    "them, `quit` leaves");
			continue;
		}
		if (strcmp(line, "pause") == 0 && !t->sandbox)
			return TABLE_PAUSE;
		if (!command(t, line) && take_order(t, line))
			return TABLE_PAUSE;
	}
}
