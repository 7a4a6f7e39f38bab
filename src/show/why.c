/* why.c: why something cannot be, in words */
#include "show/why.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/game.h"
#include "engine/why.h"
#include "show/phrase.h"
#include "show/report.h"

#include <string.h>

const char *
why_phrase(const struct node *catalogue, const char *code)
{
	const char *s = node_str(node_table_of(catalogue, "why"), code);

	return s != NULL ? s : phrase_own("why", code);
}

/* What a field of an order is for, as the system's table of verbs says. */
static const char *
help_of(const struct game *g, const char *verb, const char *field)
{
	for (const struct order_verb *v = g->sys->verbs; v->verb; v++)
		if (strcmp(v->verb, verb) == 0)
			for (const struct order_field *f = v->fields; f->name;
			    f++)
				if (strcmp(f->name, field) == 0)
					return f->help;
	return NULL;
}

static void
add_help(const struct game *g, struct node *t)
{
	const char *verb = node_str(t, "order"), *field = node_str(t, "field");
	const char *help = verb != NULL && field != NULL ?
	    help_of(g, verb, field) : NULL;

	if (help != NULL && node_get(t, "help") == NULL)
		node_add_string(g->arena, t, "help", help);
}

const char *
why_words(struct game *g, const char *why)
{
	struct node *t = why_node(g->arena, why);
	const char *phrase = t != NULL ? why_phrase(g->phrases,
	    node_str(t, "code")) :
	    NULL;
	struct phrase_names names = report_names(g->arena, g, NULL);
	struct str s = str_new(g->arena);
	struct err e = { 0 };

	if (phrase == NULL)
		return why_plain(g->arena, why);
	add_help(g, t);
	if (node_str(t, "part") != NULL)
		str_addf(&s, "%s: ", node_str(t, "part"));
	if (phrase_fill(&e, &s, phrase, t, &names) != ERR_OK)
		return why_plain(g->arena, why);
	return s.s;
}

const char *
why_refused(struct game *g, const struct node *event)
{
	const struct node *t = node_table_of(event, "why");
	const char *why = t != NULL ? why_from_node(g->arena, t) : NULL;

	return why != NULL ? why_words(g, why) : NULL;
}
