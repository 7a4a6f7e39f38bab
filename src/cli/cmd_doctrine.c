/* cmd_doctrine.c: iacta doctrine: kinds of question, and what is left open */
#include "cli/commands.h"
#include "cli/game.h"
#include "desk/doctrine.h"
#include "desk/home.h"
#include "desk/tell.h"

#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/json.h"
#include "show/wrap.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "side", 's', "S", "check, rehearse: whose doctrine it is", false },
	{ "key", 'k', "KEY", "check: your secret key, which opens your hand",
	    false },
	{ "json", 0, NULL, "the same as JSON", false },
	{ .name = NULL },
};

static void
print_wrapped(struct cli *c, const char *text, int first, int rest)
{
	struct str s = str_new(c->a);

	wrap_text(&s, text, first, rest);
	printf("%s", s.s);
}

/* ------------------------------------------------------------------- kinds */

static void
print_kind(struct cli *c, const struct question_kind *k)
{
	print_wrapped(c, arena_printf(c->a, "%s: %s", k->kind, k->help), 0, 4);
	if (*k->facts != '\0')
		print_wrapped(c, arena_printf(c->a, "facts: %s", k->facts), 4,
		    8);
	if (k->attributes != NULL)
		print_wrapped(c, arena_printf(c->a, "attributes: %s",
		    k->attributes), 4, 8);
	if (k->window)
		print_wrapped(c, "a window: only doctrine answers it, it is "
		    "never asked aloud, and its default is no", 4, 8);
	else
		print_wrapped(c, arena_printf(c->a, "default: %s; late: %s",
		    k->standard, k->late), 4, 8);
}

static struct node *
kind_node(struct cli *c, const struct question_kind *k)
{
	struct node *t = node_table(c->a);

	node_add_string(c->a, t, "kind", k->kind);
	node_add_string(c->a, t, "help", k->help);
	node_add_string(c->a, t, "facts", k->facts);
	node_add_string(c->a, t, "attributes", k->attributes != NULL ?
	    k->attributes : "");
	node_add_string(c->a, t, "default", k->standard);
	node_add_string(c->a, t, "late", k->late);
	node_add_bool(c->a, t, "window", k->window);
	return t;
}

static int
list_kinds(struct err *e, struct cli *c)
{
	struct node *all = node_array(c->a);
	struct str s = str_new(c->a);
	struct rules r;
	int rc = rules_from_disk(e, c->a, c->operand[0], NULL, NULL, &r);

	if (rc != ERR_OK)
		return rc;
	for (const struct question_kind *k = r.sys->questions; k->kind; k++)
		if (cli_given(c, "json"))
			node_add(c->a, all, NULL, kind_node(c, k));
		else
			print_kind(c, k);
	if (cli_given(c, "json")) {
		json_write(&s, all);
		printf("%s\n", s.s);
	} else {
		print_wrapped(c, "An answer is an option as the question "
		    "lists it (most that can be declined have none, not no), "
		    "first, last, most or least of an attribute, ask, or "
		    "several of these with then between them; "
		    "iacta-orders(5) tells more.", 0, 0);
	}
	return ERR_OK;
}

/* ------------------------------------------------------------------- check */

/* "retreat: 1 (where it fits), 4; else by default: least danger" */
static void
print_open(struct cli *c, const struct question_kind *k,
    const struct node *doctrine)
{
	struct str s = str_new(c->a), answer;
	bool closed = false;
	int number = 0, n = 0;

	str_addf(&s, "%s: ", k->kind);
	for (const struct node *x = doctrine->child; x; x = x->next) {
		number++;
		if (strcmp(node_str(x, "kind"), k->kind) != 0)
			continue;
		answer = str_new(c->a);
		toml_write_inline(&answer, node_get(x, "answer"));
		str_addf(&s, "%sentry %d: %s%s", n++ ? ", " : "", number,
		    str_shown(c->a, answer.s, 120),
		    closed ? " (never reached)" : "");
		closed = closed || doctrine_decides(x);
	}
	if (!closed)
		str_addf(&s, "%s%s", n ? "; else by default: " :
		    "by default: ", k->window ? "no" : k->standard);
	print_wrapped(c, s.s, 0, 4);
}

static int
read_doctrine(struct err *e, struct cli *c, const char *file,
    const struct node **out)
{
	struct node *t;
	int rc = toml_read_file(e, c->a, file, &t);

	if (rc != ERR_OK)
		return rc;
	*out = node_get(t, "doctrine");
	if (*out == NULL)
		*out = node_get(node_table_of(t, "secret"), "doctrine");
	if (*out == NULL)
		return err_set(e, ERR_INPUT, "%s: there is no [[doctrine]] "
		    "in it", str_shown(c->a, file, 200));
	return ERR_OK;
}

/* Every mistake is told; the first is also the message. */
static int
tell_mistakes(struct err *e, struct cli *c, struct position *p,
    const char *file, const struct node *doctrine)
{
	struct desk d = { .a = c->a, .game = &p->game, .rules = &p->rules };
	const struct node *list = doctrine_problems(&d, doctrine);

	for (const struct node *x = list->child; x != NULL; x = x->next)
		print_wrapped(c, tell_problem_words(c->a, x), 0, 4);
	if (list->n == 0)
		return ERR_OK;
	return err_set(e, ERR_INPUT, "%s: %s%s", str_shown(c->a, file, 200),
	    tell_problem_words(c->a, list->child), list->n == 1 ? "" :
	    arena_printf(c->a, "; and %zu more", list->n - 1));
}

static int
open_both(struct err *e, struct cli *c, struct history **h,
    struct position *p, const struct node **doctrine)
{
	const char *dir = c->noperands == 3 ? c->operand[1] : ".";
	const char *file = c->operand[c->noperands - 1];
	int rc = cli_no_dir(e, c, file);

	if (rc == ERR_OK)
		rc = read_doctrine(e, c, file, doctrine);
	if (rc == ERR_OK)
		rc = cli_open(e, c, dir, h, p);
	if (rc == ERR_OK)
		rc = tell_mistakes(e, c, p, file, *doctrine);
	return rc;
}

#define OUTLOOK 200
#define ANSWERS 3		/* of one kind that are told one by one */

/* Is it of this kind, and answered so (NULL: in any way)? */
static bool
is_so(const struct node *x, const char *kind, const char *would)
{
	return strcmp(node_str(x, "kind"), kind) == 0 && (would == NULL ||
	    strcmp(node_str(x, "would"), would) == 0);
}

/* The first of the list that is answered as x. */
static bool
is_first(const struct node *list, const struct node *x)
{
	const struct node *y = list->child;

	while (y != x && !is_so(y, node_str(x, "kind"), node_str(x, "would")))
		y = y->next;
	return y == x;
}

/* " purple-mc-1 (3), purple-mc-2 (7)": whom it is about, in how many turns */
static void
add_units(struct cli *c, struct str *s, const struct node *list,
    const char *kind, const char *would)
{
	bool any = false;

	for (const struct node *x = list->child; x != NULL; x = x->next) {
		const char *unit = node_str(x, "unit");
		long long n = 0;
		bool again = false;

		if (!is_so(x, kind, would))
			continue;
		for (const struct node *y = list->child; y; y = y->next)
			if (is_so(y, kind, would) && (unit == NULL ?
			    node_str(y, "unit") == NULL : node_str(y, "unit") &&
			    strcmp(node_str(y, "unit"), unit) == 0)) {
				again = again || (n == 0 && y != x);
				n += (long long)node_integer(y, "turns", 0);
			}
		if (again)
			continue;
		str_addf(s, "%s%s%s (%lld)", any ? "," : "", unit ? " " : "",
		    unit ? str_shown(c->a, unit, 60) : "", n);
		any = true;
	}
}

/* "battle-back: yes: purple-mc-1 (3); no: purple-hc-2 (1)"; of a kind with
 * many answers, hexes of retreats for example, only whom it is about. */
static void
print_came_up(struct cli *c, const struct node *list, const char *kind)
{
	struct str s = str_new(c->a);
	int n = 0;

	for (const struct node *x = list->child; x != NULL; x = x->next)
		n += is_so(x, kind, NULL) && is_first(list, x);
	if (n == 0)
		return;
	str_add(&s, kind);
	if (n > ANSWERS) {
		str_add(&s, ": as the case may be:");
		add_units(c, &s, list, kind, NULL);
	}
	for (const struct node *x = list->child; n <= ANSWERS && x;
	    x = x->next) {
		if (!is_so(x, kind, NULL) || !is_first(list, x))
			continue;
		str_addf(&s, "%s %s:", strchr(s.s, ':') ? ";" : ":",
		    str_shown(c->a, node_str(x, "would"), 80));
		add_units(c, &s, list, kind, node_str(x, "would"));
	}
	print_wrapped(c, s.s, 0, 4);
}

/* What came up while bots played the enemy's next turn. */
static void
print_outlook(struct cli *c, struct position *p, const struct desk *d,
    const struct node *doctrine)
{
	struct node *list = node_array(c->a);
	long seen = doctrine_outlook(d, doctrine, OUTLOOK, list);

	if (seen == 0) {
		print_wrapped(c, "The enemy's next turn cannot be tried from "
		    "here: it rests on what is hidden. Every kind of question, "
		    "and what answers it:", 0, 0);
		for (const struct question_kind *k = p->game.sys->questions;
		    k->kind; k++)
			print_open(c, k, doctrine);
		return;
	}
	print_wrapped(c, arena_printf(c->a, "In %ld turns of the enemy, played "
	    "on from here by bots%s, this came up, and the doctrine says (in "
	    "brackets: how often):",
	    seen, !game_hides(&p->game) ? "" : d->hand != NULL ? " with your "
	    "own cards, and what the enemy hides supposed at random" :
	    " with what is hidden supposed at random"), 0, 0);
	for (const struct question_kind *k = p->game.sys->questions; k->kind;
	    k++)
		print_came_up(c, list, k->kind);
	if (list->n == 0)
		printf("Nothing came up.\n");
}

/* What the enemy's turn could raise for one side; with its key by its own
 * hand, and then with what of it the doctrine leaves unused. */
static int
check_side(struct err *e, struct cli *c, struct history *h,
    struct position *p, const struct node *doctrine)
{
	struct home *m = arena_new(c->a, struct home, 1);
	struct str s = str_new(c->a);
	int side, rc = cli_side(e, c, p, &side);

	if (rc == ERR_OK)
		rc = cli_home(e, c, h, p, side, cli_value(c, "key"), m);
	if (rc != ERR_OK)
		return rc;
	print_outlook(c, p, &m->desk, doctrine);
	tell_warnings(&m->desk, desk_card_warnings(&m->desk, doctrine), &s);
	fputs(s.s, stdout);
	return ERR_OK;
}

static int
check(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	const struct node *doctrine = NULL;
	struct history *h = NULL;
	int number = 0, by, rc = open_both(e, c, &h, p, &doctrine);

	if (rc == ERR_OK && cli_given(c, "key") && !cli_given(c, "side"))
		rc = err_set(e, ERR_USAGE, "doctrine: --key needs --side, "
		    "whose key it is");
	if (rc == ERR_OK && cli_given(c, "side"))
		rc = check_side(e, c, h, p, doctrine);
	for (const struct question_kind *k = rc == ERR_OK &&
	    !cli_given(c, "side") ? p->game.sys->questions : NULL; k &&
	    k->kind; k++)
		print_open(c, k, doctrine);
	for (const struct node *x = rc == ERR_OK ? doctrine->child : NULL; x;
	    x = x->next)
		if ((by = doctrine_shadowed(doctrine, ++number)) > 0)
			print_wrapped(c, arena_printf(c->a, "warning: entry "
			    "%d never applies: entry %d decides every "
			    "question of its kind", number, by), 0, 4);
	history_close(h);
	return rc;
}

/* ---------------------------------------------------------------- rehearse */

static bool
is(const struct node *x, const char *key, const char *value)
{
	const char *s = node_str(x, key);

	return s != NULL && strcmp(s, value) == 0;
}

/* Kind by kind: how often the same, otherwise, or a question to the player. */
static void
print_rehearsal(struct cli *c, const struct system *s,
    const struct node *list)
{
	for (const struct question_kind *k = s->questions; k->kind; k++) {
		int same = 0, other = 0, ask = 0;
		struct str line = str_new(c->a), where = str_new(c->a);

		for (const struct node *x = list->child; x; x = x->next) {
			const char *would = node_str(x, "would");
			const char *unit = node_str(x, "unit");

			if (!is(x, "kind", k->kind))
				continue;
			if (strcmp(would, "ask") == 0)
				ask++;
			else if (is(x, "was", would)) {
				same++;
				continue;
			} else
				other++;
			str_addf(&where, "; exchange %lld%s%s: %s, was %s",
			    (long long)node_integer(x, "exchange", 0),
			    unit ? ", " : "", unit ? unit : "", would,
			    node_str(x, "was"));
		}
		if (same + other + ask == 0)
			continue;
		str_addf(&line, "%s: the same %d time%s, otherwise %d, asked "
		    "you %d%s", k->kind, same, same == 1 ? "" : "s", other,
		    ask, str_shown(c->a, where.s, 2000));
		print_wrapped(c, line.s, 0, 4);
	}
	if (list->n == 0)
		printf("No question came up that this side could answer.\n");
}

static int
rehearse(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	const struct node *doctrine = NULL;
	struct node *list;
	struct history *h = NULL;
	int side, rc = open_both(e, c, &h, p, &doctrine);

	if (rc == ERR_OK)
		rc = cli_side(e, c, p, &side);
	if (rc == ERR_OK)
		rc = home_replay(e, c->a, h, side, doctrine, &list);
	if (rc == ERR_OK && cli_given(c, "json"))
		cli_json(c, list);
	else if (rc == ERR_OK)
		print_rehearsal(c, p->game.sys, list);
	history_close(h);
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	bool checks = strcmp(c->operand[0], "check") == 0;
	bool again = strcmp(c->operand[0], "rehearse") == 0;

	if ((checks || again) && c->noperands < 2)
		return err_set(e, ERR_USAGE, "doctrine: %s needs the FILE",
		    c->operand[0]);
	if (!checks && !again && c->noperands > 1)
		return err_set(e, ERR_USAGE, "doctrine: write doctrine SYSTEM, "
		    "doctrine check [DIR] FILE, or doctrine rehearse [DIR] "
		    "FILE --side S");
	return checks ? check(e, c) : again ? rehearse(e, c) :
	    list_kinds(e, c);
}

const struct command cmd_doctrine = {
	.name = "doctrine", .operands = "SYSTEM | check [DIR] FILE | rehearse "
	    "[DIR] FILE",
	.help = "kinds of question and defaults; what a doctrine would answer",
	.min = 1, .max = 3, .options = options, .run = run,
	.alone = cli_alone,
};
