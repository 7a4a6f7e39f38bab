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

#define NEAR "[; did you mean \"{near:id}\"?]"

const struct why_kind why_kinds[] = {
	{ "no-verb", "the order has no verb; write do = \"…\"" },
	{ "unknown-order", "do = \"{order}\": no such order" NEAR },
	{ "unknown-field", "\"{field}\": {order} takes no such field" NEAR },
	{ "missing-field", "{order} needs {field}[ ({help})]" },
	{ "field-type", "{field}: it must be "
	    "{wants?integer=a whole number|boolean=true or false|"
	    "list=a list, \\[\"…\", \"…\"\\]|string=a string|{wants}}, not "
	    "{is?integer=a whole number|boolean=true or false|list=a list|"
	    "string=a string|table=a table|{is}}" },
	{ "too-many", "{field}: more than {most} entries" },
	{ "no-unit", "{field} \"{id:id}\": no such {what}" NEAR },
	{ "own-unit", "{field} \"{id:id}\": that is your own {what}" },
	{ "enemy-unit", "{field} \"{id:id}\": that is the enemy's {what}" },
	{ "no-hex", "{field} \"{id}\": no such hex on this map" },
	{ "no-word", "{field} \"{word}\": it must be one of {words}" NEAR },
	{ "else-phase", "it must be an order of the same phase" },
	{ "else-group", "it cannot be an advance of several units" },
	{ "if-fails-list", "it must be a list of orders" },
	{ "if-fails-within", "an order that is done in place of others has "
	    "no if_fails of its own" },
	{ "if-fails-phase", "no order there may be of an earlier phase" },
	{ "group-units", "units: it must be a pattern of ids (\"legio-*\") "
	    "or a list of them" },
	{ "group-nobody", "units \"{id}\": none of your units is called so"
	    NEAR },
	{ "group-line", "units: there are no line commands in this game" },
	{ "group-by", "by: it must be a number of hexes from 1" },
	{ "group-stays", "none of its units can get nearer now" },
	{ "phase-over", "the {phase} phase is over" },
	{ "not-this-phase", "it is not an order of this phase" },
	{ "turn-over", "the turn is over" },
	{ "no-option", "the options are {options}" },
	{ "no-deployment", "this game has no deployment" },
	{ NULL, NULL }
};

const char *
why_phrase(const struct node *catalogue, const char *code)
{
	const char *s = node_str(node_table_of(catalogue, "why"), code);

	for (const struct why_kind *k = why_kinds; !s && k->code; k++)
		if (strcmp(k->code, code) == 0)
			s = k->phrase;
	return s;
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
	struct phrase_names names = report_names(g->arena, g);
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
