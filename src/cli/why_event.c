/* why_event.c: what a roll did: its event, its chart, its modifiers */
#include "cli/why.h"

#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/phrase.h"
#include "show/report.h"

#include <string.h>

/* -------------------------------------------------------- finding it */

static bool
has_roll(const struct node *event, const char *roll)
{
	const struct node *list = node_array_of(event, "rolls");

	for (list = list ? list->child : NULL; list; list = list->next)
		if (list->type == NODE_STRING && strcmp(list->s, roll) == 0)
			return true;
	return false;
}

/* Do they speak of the same hexes or units? */
static bool
shares_field(const struct node *x, const struct node *y)
{
	static const char *const same[] = { "hexes", "hex", "unit", "target",
	    "defenders", "attackers", "leader" };

	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		const struct node *v = node_get(x, same[i]);
		const struct node *u = node_get(y, same[i]);

		if (v != NULL && u != NULL && node_equal(v, u))
			return true;
	}
	return false;
}

/*
 * The last event before `event` (NULL: of all) that reckoned for it: it has a
 * column or modifiers, no dice of its own, and speaks of the same; and no
 * other dice were rolled about that since.
 */
static const struct node *
find_lead(const struct node *list, const struct node *upto,
    const struct node *event)
{
	const struct node *found = NULL, *x = list ? list->child : NULL;

	for (; x != upto; x = x->next) {
		if (!shares_field(x, event))
			continue;
		if (node_get(x, "rolls") != NULL)
			found = NULL;
		else if (node_get(x, "column") || node_get(x, "mods"))
			found = x;
	}
	return found;
}

/* The events of commit n; NULL if it has none. */
static int
events_of(struct err *e, struct why *w, long n, const struct node **out)
{
	struct exchange_past past = past_of(&w->past);
	const char *data = NULL;
	struct node *t = NULL;
	size_t len = 0;
	int rc = past.read(e, past.ctx, w->c->a, n, "events.toml", &data,
	    &len);

	if (rc == ERR_OK && data != NULL && toml_read(e, w->c->a,
	    "events.toml", data, len, TOML_MAX_SIZE, &t) != ERR_OK)
		rc = err_unverified(e);
	*out = node_array_of(t, "event");
	return rc;
}

static int
look_into(struct err *e, struct why *w, long n, const char *roll)
{
	const struct node *list, *before;
	int rc = events_of(e, w, n, &list);

	for (const struct node *x = list ? list->child : NULL;
	    rc == ERR_OK && x != NULL; x = x->next)
		if (has_roll(x, roll)) {
			w->event = x;
			w->told = n;
			w->lead = find_lead(list, x, x);
			break;
		}
	/* the run may have stopped between the two */
	if (w->event != NULL && w->lead == NULL) {
		rc = events_of(e, w, n - 1, &before);
		if (rc == ERR_OK)
			w->lead = find_lead(before, NULL, w->event);
	}
	return rc;
}

int
why_find(struct err *e, struct why *w)
{
	const char *roll = arena_printf(w->c->a, "%ld.%ld", w->n, w->k);
	struct history_file *files;
	size_t n;
	int rc = ERR_OK;

	for (long i = w->n + 1; rc == ERR_OK && w->event == NULL &&
	    i < (long)w->past.n; i++)
		rc = look_into(e, w, i, roll);
	if (rc != ERR_OK || w->event == NULL)
		return rc;
	w->then = arena_new(w->c->a, struct position, 1);
	rc = history_read_all(e, w->past.h, w->c->a,
	    w->past.commit[w->told].id, &files, &n);
	if (rc == ERR_OK)
		rc = position_load(e, w->c->a, files, n, w->then);
	return rc;
}

/* ------------------------------------------------------------ its chart */

static const char *
inline_of(struct arena *a, const struct node *v)
{
	struct str s = str_new(a);

	if (v->type == NODE_STRING)
		return str_shown(a, v->s, 200);
	toml_write_inline(&s, v);
	return str_shown(a, s.s, 200);
}

/* Where in a list a word stands; -1: nowhere. */
static long
place_of(const struct node *list, const char *word)
{
	long i = 0;

	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		if (x->type == NODE_STRING && strcmp(x->s, word) == 0)
			return i;
		i++;
	}
	return -1;
}

/* A chart with columns, by name or by number, and a row for each number of the
 * die, as modifiers have left it. */
static void
add_columns(struct why *w, struct str *out, const struct node *chart)
{
	const struct node *column = node_get(w->event, "column"), *cell;
	const struct node *rows = node_table_of(chart, "die");
	const char *row = w->shows;
	int64_t total = node_integer(w->event, "total", -1000);
	long i = -1;

	if (column == NULL || rows == NULL)
		return;
	if (column->type == NODE_STRING)
		i = place_of(node_array_of(chart, "columns"), column->s);
	else if (node_integer(chart, "columns", 0) > 0 &&
	    column->type == NODE_INT)
		i = (long)column->i - 1;
	if (column->type == NODE_INT && total > -1000 && rows->n > 0)
		row = arena_printf(w->c->a, "%lld", (long long)(total < 0 ?
		    0 : total >= (int64_t)rows->n ? (int64_t)rows->n - 1 :
		    total));
	cell = node_array_of(rows, row);
	if (i < 0 || cell == NULL || (cell = node_at(cell, (size_t)i)) == NULL)
		return;
	str_addf(out, "chart: [%s] of rules/charts.toml (%s), column %s, die "
	    "%s: %s\n", chart->key, node_str(chart, "from") ? str_shown(
	    w->c->a, node_str(chart, "from"), 60) : "its source is not said",
	    inline_of(w->c->a, column), row, inline_of(w->c->a, cell));
}

/* A chart that has a table for something that the event names. */
static void
add_tables(struct why *w, struct str *out, const struct node *chart)
{
	for (const struct node *f = w->event->child; f != NULL; f = f->next) {
		const struct node *row = f->type == NODE_STRING &&
		    strcmp(f->key, "event") != 0 ?
		    node_table_of(chart, f->s) : NULL;

		if (row == NULL)
			continue;
		str_addf(out, "chart: [%s.%s] of rules/charts.toml:",
		    chart->key, row->key);
		for (const struct node *v = row->child; v; v = v->next)
			str_addf(out, "%s %s = %s", v == row->child ? "" : ",",
			    v->key, inline_of(w->c->a, v));
		str_addc(out, '\n');
	}
}

static void
add_charts(struct why *w, struct str *out)
{
	const struct node *charts = w->then->rules.tree.charts;

	for (const struct node *x = charts ? charts->child : NULL; x != NULL;
	    x = x->next)
		if (x->type == NODE_TABLE) {
			add_columns(w, out, x);
			add_tables(w, out, x);
		}
}

/* -------------------------------------------------------------- in words */

/* Every field that the words may have left out, but for the dice. */
static void
add_fields(struct why *w, struct str *out, const struct node *event)
{
	const char *comma = "";

	str_add(out, "    (");
	for (const struct node *f = event->child; f != NULL; f = f->next) {
		if (!strcmp(f->key, "rolls") || !strcmp(f->key, "mods"))
			continue;
		str_addf(out, "%s%s %s", comma, f->key,
		    inline_of(w->c->a, f));
		comma = ", ";
	}
	str_add(out, ")\n");
}

/* -------------------------------------------------------- its combat */

static bool
lists_word(const struct node *list, const char *word)
{
	return word != NULL && list != NULL && list->type == NODE_ARRAY &&
	    place_of(list, word) >= 0;
}

/* Does this event open a combat, with lists of both sides? */
static bool
opens(const struct node *x)
{
	return node_integer(x, "combat", 0) > 0 && node_array_of(x,
	    "attackers") != NULL && node_array_of(x, "defenders") != NULL;
}

static bool
takes_part(const struct node *opening, const struct node *x)
{
	const char *unit = node_str(x, "unit");

	return lists_word(node_array_of(opening, "attackers"), unit) ||
	    lists_word(node_array_of(opening, "defenders"), unit);
}

/* Of the combat with that opening: by its number, or by who it is about. */
static bool
belongs(const struct node *opening, const struct node *x)
{
	int64_t k = node_integer(x, "combat", 0);

	return k > 0 ? k == node_integer(opening, "combat", 0) :
	    takes_part(opening, x);
}

/* The last opening before the event of a combat that it belongs to; NULL. */
static const struct node *
find_opening(const struct node *list, const struct node *event)
{
	const struct node *found = NULL, *x = list ? list->child : NULL;

	for (; x != NULL && x != event && !node_equal(x, event); x = x->next)
		if (opens(x) && belongs(x, event))
			found = x;
	return found;
}

#define STOPS 48		/* exchanges that a combat may go over, either way */

/* A leader rolls, or a section begins: orders again, and the combat is over. */
static bool
closes(struct why *w, const struct node *words, const struct node *x,
    const struct phrase_names *names)
{
	int rank;

	return (node_get(x, "leader") != NULL && node_get(x, "needed") != NULL)
	    || phrase_heading(w->c->a, words, x, names, &rank) != NULL;
}

/* Add the events of a commit; returns the one that is asked for, if it is
 * there. */
static const struct node *
add_events(struct why *w, struct node *all, const struct node *list, long n)
{
	const struct node *found = NULL;

	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		struct node *y = node_copy(w->c->a, x);

		if (n == w->told && found == NULL && node_equal(x, w->event))
			found = y;
		node_add(w->c->a, all, NULL, y);
	}
	return found;
}

/*
 * All that is told of the combat, from its first check to who runs.  Questions
 * may have parted it: its opening is looked for in the commits before, and its
 * end in those after.
 */
static int
add_combat(struct err *e, struct why *w, struct str *out,
    const struct node *words, const struct phrase_names *names)
{
	const struct node *list[STOPS + 1], *opening = NULL, *x = NULL;
	struct node *all = node_array(w->c->a);
	long n = 0, last = w->told;
	int rc = ERR_OK;
	bool within = false, begun = false;

	for (; n <= STOPS && n <= w->told && opening == NULL && rc == ERR_OK;
	    n++) {
		rc = events_of(e, w, w->told - n, &list[n]);
		opening = rc == ERR_OK ? find_opening(list[n], w->event) :
		    NULL;
	}
	if (rc != ERR_OK || opening == NULL)
		return rc;
	while (n-- > 0)
		if ((x = add_events(w, all, list[n], w->told - n)) != NULL)
			opening = find_opening(all, x);
	while (rc == ERR_OK && ++last < (long)w->past.n &&
	    last <= w->told + STOPS) {
		rc = events_of(e, w, last, &list[0]);
		if (rc == ERR_OK)
			add_events(w, all, list[0], last);
	}
	if (rc != ERR_OK || opening == NULL)
		return rc;
	str_add(out, "the combat that it belongs to:\n");
	for (x = opening; x != NULL; x = x->next) {
		within = within || !opens(x);
		begun = begun || node_get(x, "column") != NULL;
		if (x != opening && ((within && opens(x)) || (begun && closes(
		    w, words, x, names))))
			break;
		if (belongs(opening, x))
			phrase_event(out, w->c->a, words, x, names);
	}
	return ERR_OK;
}

void
why_event(struct why *w, struct str *out)
{
	struct err ignored;

	struct phrase_names names;
	const struct node *words;

	if (w->event == NULL) {
		str_add(out, "no event tells of it yet: what it decides is "
		    "still open\n");
		return;
	}
	names = report_names(w->c->a, &w->then->game, &w->then->rules);
	words = w->then->rules.tree.phrases;
	str_addf(out, "what it did, in commit %ld (%.12s):\n", w->told,
	    w->past.commit[w->told].id);
	if (w->lead != NULL) {
		phrase_event(out, w->c->a, words, w->lead, &names);
		add_fields(w, out, w->lead);
	}
	phrase_event(out, w->c->a, words, w->event, &names);
	add_fields(w, out, w->event);
	add_charts(w, out);
	if (node_get(w->event, "mods") == NULL && node_get(w->lead, "mods") ==
	    NULL)
		str_add(out, "modifiers: none\n");
	memset(&ignored, 0, sizeof ignored);
	add_combat(&ignored, w, out, words, &names);
}
