/* cmd_doctrine.c: iacta doctrine: kinds of question, and what is left open */
#include "cli/commands.h"
#include "cli/game.h"

#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/json.h"
#include "show/wrap.h"

#include <string.h>

static const struct cli_option options[] = {
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
	}
	return ERR_OK;
}

/* ------------------------------------------------------------------- check */

/* Does this entry decide every question of its kind?  Conditions may fail,
 * and so may all preferences but these. */
static bool
decides_always(const struct node *x)
{
	const struct node *answer = node_get(x, "answer");
	const char *last;

	for (const struct node *f = x->child; f != NULL; f = f->next)
		if (strcmp(f->key, "kind") && strcmp(f->key, "answer"))
			return false;
	if (answer->type == NODE_ARRAY)
		answer = answer->last;
	if (answer == NULL || answer->type != NODE_STRING)
		return false;
	last = strstr(answer->s, " then ");
	while (last != NULL && strstr(last + 1, " then ") != NULL)
		last = strstr(last + 1, " then ");
	last = last ? last + strlen(" then ") : answer->s;
	return !strcmp(last, "ask") || !strcmp(last, "first") ||
	    !strcmp(last, "last") || !strcmp(last, "*");
}

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
		closed = closed || decides_always(x);
	}
	if (!closed)
		str_addf(&s, "%s%s", n ? "; else by default: " :
		    "by default: ", k->window ? "no" : k->standard);
	print_wrapped(c, s.s, 0, 4);
}

static int
read_doctrine(struct err *e, struct cli *c, struct game *g, const char *file,
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
	if ((rc = doctrine_check(e, g, *out)) != ERR_OK)
		err_prefix(e, "%s", str_shown(c->a, file, 200));
	return rc;
}

static int
check(struct err *e, struct cli *c)
{
	const char *dir = c->noperands == 3 ? c->operand[1] : ".";
	const char *file = c->operand[c->noperands - 1];
	struct position *p = arena_new(c->a, struct position, 1);
	const struct node *doctrine = NULL;
	struct history *h = NULL;
	int rc = cli_no_dir(e, c, file);

	if (rc == ERR_OK)
		rc = cli_open(e, c, dir, &h, p);
	if (rc == ERR_OK)
		rc = read_doctrine(e, c, &p->game, file, &doctrine);
	if (rc == ERR_OK)
		for (const struct question_kind *k = p->game.sys->questions;
		    k->kind != NULL; k++)
			print_open(c, k, doctrine);
	history_close(h);
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	bool checks = strcmp(c->operand[0], "check") == 0;

	if (checks && c->noperands < 2)
		return err_set(e, ERR_USAGE, "doctrine: check needs the FILE");
	if (!checks && c->noperands > 1)
		return err_set(e, ERR_USAGE, "doctrine: write doctrine SYSTEM, "
		    "or doctrine check [DIR] FILE");
	return checks ? check(e, c) : list_kinds(e, c);
}

const struct command cmd_doctrine = {
	.name = "doctrine", .operands = "SYSTEM | check [DIR] FILE",
	.help = "the kinds of question and their defaults; what a doctrine "
	    "leaves open",
	.min = 1, .max = 3, .options = options, .run = run,
};
