/* sheet_lines.c: the units of a sheet in words, as short as useful */
#include "desk/sheet_parts.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/wrap.h"
#include "engine/group.h"

#include <string.h>

#define EXAMPLES 4		/* verbs of which an order is shown */
#define FEW 3			/* enemies of each unit of a line */
#define WIDTH 70		/* of the columns */

/* What belongs to the line before. */
static void
detail(struct sheet *s, const char *text)
{
	struct str lines = str_new(s->d->a);

	wrap_text(&lines, text, 4, 8);
	for (char *p = lines.s; *p != '\0'; p = strchr(p, '\n') + 1)
		*p = '#';
	str_add(s->out, lines.s);
}

static void
heading(struct sheet *s, const char *code)
{
	str_addc(s->out, '\n');
	sheet_comment(s->out, s->d->a, arena_printf(s->d->a, "== %s ==",
	    desk_say(s->d, SAID_ALONE(code))));
}

const char *
sheet_ids(struct arena *a, const struct node *list, const char *before)
{
	struct str s = str_new(a);

	str_add(&s, before);
	for (const struct node *x = list->child; x != NULL; x = x->next)
		str_addf(&s, " %s", str_shown(a, x->s, 60));
	return s.s;
}

/* ---------------------------------------------------------------- examples */

/* A legal order with the first of its alternatives; a move goes foremost. */
static struct node *
one_of(struct sheet *s, const struct node *legal, const struct order_verb *v)
{
	struct arena *a = s->d->a;
	const char *unit = node_str(legal, "unit"), *foremost = NULL;
	struct node *t = node_table(a);

	for (const struct node *x = s->units->child; x && unit; x = x->next)
		if (strcmp(node_str(x, "id"), unit) == 0)
			foremost = node_str(x, "foremost");
	t->layout = NODE_INLINE;
	for (const struct node *x = legal->child; x != NULL; x = x->next) {
		const struct node *y = x;

		if (x->type == NODE_ARRAY && !order_takes_list(v, x->key))
			y = x->child;
		if (strcmp(x->key, "to") == 0 && foremost != NULL)
			node_add_string(a, t, "to", foremost);
		else if (y != NULL)
			node_add(a, t, x->key, node_copy(a, y));
	}
	return t;
}

/* The verb of the first decision, if nothing can be ordered before it: a card
 * is played first. */
static const char *
first_verb(const struct sheet *s)
{
	const struct node *lines = s->decide->child ? node_array_of(
	    s->decide->child, "lines") : NULL;
	const struct node *x = lines ? lines->child : NULL;

	for (; x != NULL; x = x->next) {
		const struct node *o = node_table_of(x, "order");

		if (o != NULL && node_get(o, "card") != NULL)
			return node_str(o, "do");
	}
	return NULL;
}

/* "legio-*" for "legio-49", if it fits others that can move as well; NULL. */
static const char *
pattern_of(const struct sheet *s, const char *unit)
{
	const char *dash = strrchr(unit, '-');
	size_t len = dash ? (size_t)(dash + 1 - unit) : 0;
	int n = 0;

	for (const struct node *x = s->legal->child; x && len; x = x->next) {
		const char *id = node_str(x, "unit");

		n += strcmp(node_str(x, "do"), "move") == 0 && id != NULL &&
		    strncmp(id, unit, len) == 0;
	}
	return n < 2 ? NULL : arena_printf(s->d->a, "%.*s*", (int)len, unit);
}

/* Several units at once, of those that can move. */
static void
example_advance(struct sheet *s)
{
	struct arena *a = s->d->a;
	const char *units = NULL;
	struct node *t = node_table(a);

	if (group_verb(s->d->game->sys) == NULL)
		return;
	for (const struct node *x = s->legal->child; x && !units; x = x->next)
		if (strcmp(node_str(x, "do"), "move") == 0 && node_str(x,
		    "unit") != NULL)
			units = pattern_of(s, node_str(x, "unit"));
	if (units == NULL)
		return;
	t->layout = NODE_INLINE;
	node_add_string(a, t, "do", "advance");
	node_add_string(a, t, "units", units);
	node_add_int(a, t, "by", 3);
	sheet_ready(s, t);
}

void
sheet_examples(struct sheet *s)
{
	const struct order_verb *seen[EXAMPLES];
	int n = 0;

	for (const struct node *x = s->legal->child; x && n < EXAMPLES;
	    x = x->next) {
		const struct order_verb *v = system_verb(s->d->game->sys,
		    node_str(x, "do"));
		const struct node *units = node_array_of(x, "units");
		bool again = false;

		for (int i = 0; i < n; i++)
			again = again || seen[i] == v;
		if (again || (node_get(x, "unit") == NULL && (units == NULL ||
		    units->n != 1)))
			continue;
		if (n == 0)
			sheet_say(s, SAID("form.examples", fact_text("first",
			    first_verb(s))));
		seen[n++] = v;
		sheet_ready(s, one_of(s, x, v));
		if (strcmp(v->verb, "move") == 0)
			example_advance(s);
	}
}

/* ------------------------------------------------------------------- units */

/* "fire: tan-lb-1 (2 dice), tan-lbc-1 (2 dice)"; of each verb one line */
static void
write_acts(struct sheet *s, const struct node *acts)
{
	struct arena *a = s->d->a;

	for (const struct node *x = acts->child; x != NULL; x = x->next) {
		const char *verb = node_str(x, "verb");
		const struct node *y = acts->child;
		struct str line = str_new(a);
		int n = 0;

		while (y != x && strcmp(node_str(y, "verb"), verb) != 0)
			y = y->next;
		if (y != x)
			continue;	/* told with the first */
		str_add(&line, verb);
		for (; y != NULL; y = y->next) {
			const char *target = node_str(y, "target");
			const char *odds = node_str(y, "odds");

			if (strcmp(node_str(y, "verb"), verb) != 0 ||
			    target == NULL)
				continue;
			str_addf(&line, "%s %s%s%s%s", n++ ? "," : ":",
			    target, odds ? " (" : "", odds ? odds : "",
			    odds ? ")" : "");
		}
		detail(s, line.s);
	}
}

/* "move next to tan-lb-1 by 0704 0703 (2 dice); or 26 other hexes" */
static void
write_moves(struct sheet *s, const struct node *unit)
{
	struct arena *a = s->d->a;
	long long n = (long long)node_integer(unit, "moves", 0);
	const struct node *reach = node_array_of(unit, "reach");
	const char *foremost = node_str(unit, "foremost");
	struct str line = str_new(a);
	int k = 0;

	if (n == 0)
		return;
	str_add(&line, desk_say(s->d, SAID("form.moves", fact_number("hexes",
	    n), fact_text("foremost", reach->n == 0 ? foremost : NULL))));
	for (const struct node *x = reach->child; x != NULL; x = x->next) {
		const char *odds = node_str(x, "odds");

		str_addf(&line, "; %s", desk_say(s->d, SAID(k++ ?
		    "form.next-by" : "form.next-to-by", fact_text("target",
		    node_str(x, "target")), fact_text("hexes", sheet_ids(a,
		    node_array_of(x, "from"), "")), fact_text("odds",
		    odds))));
	}
	n = (long long)node_integer(unit, "more", 0);
	if (n > 0)
		str_addf(&line, "; %s", desk_say(s->d, SAID("form.or-to",
		    fact_number("others", n))));
	detail(s, line.s);
}

static bool
only_moves(const struct node *unit)
{
	return node_array_of(unit, "acts")->n == 0 &&
	    node_array_of(unit, "reach")->n == 0 &&
	    node_str(unit, "foremost") != NULL;
}

/* "thracian-cat-1, Thracian 1, cataphracts, in 3415"; a kind that the name
 * says already is left out. */
static void
write_unit(struct sheet *s, const struct node *x)
{
	const char *name = node_str(x, "name"), *kind = node_str(x, "kind");
	const char *hex = node_str(x, "hex");

	if (kind != NULL && (*kind == '\0' || (name != NULL && strstr(name,
	    kind) != NULL)))
		kind = NULL;
	sheet_say(s, SAID("form.unit", fact_text("unit", node_str(x, "id")),
	    fact_text("name", name), fact_text("kind", kind), fact_text("hex",
	    hex)));
	write_acts(s, node_array_of(x, "acts"));
	write_moves(s, x);
}

/* Those who can only move, in columns: "legio-49 2424 to 2219". */
static void
write_movers(struct sheet *s)
{
	int width = 0, column = 0, columns;
	bool any = false;

	for (const struct node *x = s->units->child; x; x = x->next)
		if (only_moves(x) && (int)strlen(node_str(x, "id")) > width)
			width = (int)strlen(node_str(x, "id"));
	columns = WIDTH / (width + 16);
	columns = columns < 1 ? 1 : columns;
	for (const struct node *x = s->units->child; x; x = x->next) {
		const char *hex = node_str(x, "hex");

		if (!only_moves(x))
			continue;
		if (!any) {
			heading(s, "form.movers");
			any = true;
		}
		str_addf(s->out, "%s%-*s %4s to %s", column ? "  " : "# ",
		    width, node_str(x, "id"), hex ? hex : "-", node_str(x,
		    "foremost"));
		column = (column + 1) % columns;
		if (column == 0)
			str_addc(s->out, '\n');
	}
	if (column > 0)
		str_addc(s->out, '\n');
}

void
sheet_unit_lines(struct sheet *s)
{
	bool any = false;

	for (const struct node *x = s->units->child; x; x = x->next) {
		if (only_moves(x))
			continue;
		if (!any)
			heading(s, "form.units");
		any = true;
		write_unit(s, x);
	}
	write_movers(s);
}

/* An advance of all of them, as an example. */
static void
write_advance(struct sheet *s, const struct node *units)
{
	struct node *t = node_table(s->d->a);

	sheet_say(s, SAID_ALONE("form.lets-act"));
	t->layout = NODE_INLINE;
	node_add_string(s->d->a, t, "do", "advance");
	node_add(s->d->a, t, "units", node_copy(s->d->a, units));
	node_add_int(s->d->a, t, "by", 3);
	sheet_ready(s, t);
}

/* "armenian-cat-1: fire at vandal-noble-1; next to vandal-hc-5 by 2107 2108":
 * the nearest few. */
static void
write_short(struct sheet *s, const struct node *unit)
{
	struct arena *a = s->d->a;
	const struct node *acts = node_array_of(unit, "acts");
	const struct node *reach = node_array_of(unit, "reach");
	struct str line = str_new(a);
	int n = 0;

	str_addf(&line, "%s:", node_str(unit, "id"));
	for (const struct node *x = acts->child; x && n < FEW; x = x->next) {
		const char *target = node_str(x, "target");

		str_addf(&line, "%s %s%s%s", n++ ? "," : "", node_str(x,
		    "verb"), target ? " " : "", target ? target : "");
	}
	if (acts->n > FEW)
		str_addf(&line, " %s", desk_say(s->d, SAID_ALONE(
		    "form.and-more")));
	n = 0;
	for (const struct node *x = reach->child; x && n < FEW; x = x->next) {
		const char *from = node_array_of(x, "from")->child->s;

		str_addf(&line, "%s%s", n ? ", " : acts->n > 0 ? "; " : " ",
		    desk_say(s->d, SAID(n ? "form.next-by" :
		    "form.next-to-by", fact_text("target", node_str(x,
		    "target")), fact_text("hexes", arena_printf(a, " %s",
		    from)))));
		n++;
	}
	detail(s, line.s);
}

/* What its units could do beyond moving once the command is given: it is
 * tried, with a roll that succeeds where it needs one. */
static void
write_then(struct sheet *s, const struct node *order,
    const struct node *units)
{
	struct arena *a = s->d->a;
	struct node *paper = node_table(a), *list, *stop, *then;
	struct desk after = *s->d;
	struct sheet line = *s;
	struct desk_try t;
	struct err e;
	bool any = false;

	list = node_add_array(a, paper, "order");
	node_add(a, list, NULL, node_copy(a, order));
	stop = node_add(a, list, NULL, node_table(a));
	node_add_string(a, stop, "do", "pause");
	if (desk_try(&e, s->d, paper, NULL, &t) != ERR_OK ||
	    t.order[0].verdict != DESK_DONE)
		return;
	after.game = t.after;
	then = node_array(a);
	sheet_units(&after, sheet_legal(&after), then);
	line.d = &after;
	for (const struct node *x = then->child; x != NULL; x = x->next) {
		if (!node_lists(units, node_str(x, "id")) || only_moves(x))
			continue;
		if (!any)
			sheet_say(s, SAID_ALONE("form.then"));
		any = true;
		write_short(&line, x);
	}
}

/* A line command lets its units act; they move by orders of their own. */
void
sheet_groups(struct sheet *s)
{
	bool any = false;

	for (const struct node *x = s->legal->child; x; x = x->next) {
		const struct node *units = node_array_of(x, "units");
		bool line = strcmp(node_str(x, "do"), "line") == 0;

		if (units == NULL || units->n < 2 || node_get(x, "targets"))
			continue;
		if (!any)
			heading(s, "form.groups");
		sheet_ready(s, x);
		if (!any && line)
			write_advance(s, units);
		if (line)
			write_then(s, x, units);
		any = true;
	}
}
