/* phrase_check.c: is a catalogue of phrases right? */
#include "show/phrase.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/system.h"
#include "engine/why.h"

#include <string.h>

static int
check_phrase(struct err *e, struct arena *a, const struct node *c)
{
	struct node *fields;
	int rc;

	if (c->type != NODE_STRING)
		return err_set(e, ERR_INPUT, "phrases.toml: line %d: %s: it "
		    "must be a string", c->line, str_shown(a, c->key, 60));
	rc = phrase_fields(e, a, c->s, false, &fields);
	if (rc != ERR_OK)
		err_prefix(e, "phrases.toml: line %d", c->line);
	return rc;
}

/* Every key an event of the system, unless it has none: then a code. */
static int
check_table(struct err *e, struct arena *a, const struct node *t,
    const struct system *s)
{
	for (const struct node *c = t ? t->child : NULL; c; c = c->next) {
		const struct event_kind *k = s != NULL ? s->events : NULL;
		int rc;

		while (k && k->event != NULL && strcmp(k->event, c->key) != 0)
			k++;
		if (k == NULL && !why_is_code(c->key))
			return err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "%s: a code is made of a-z, 0-9, . and -", c->line,
			    str_shown(a, c->key, 60));
		if (k && k->event == NULL && phrase_own("phrase",
		    c->key) == NULL)
			return err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "%s: no such event", c->line,
			    str_shown(a, c->key, 60));
		rc = check_phrase(e, a, c);
		if (rc != ERR_OK)
			return rc;
	}
	return ERR_OK;
}

/* [situation]: score, a list of fields; side, lead, even and goes-on, phrases. */
static int
check_situation(struct err *e, struct arena *a, const struct node *t)
{
	static const char *const names[] = { "score", "side", "lead", "even",
	    "goes-on" };
	int rc = ERR_OK;

	for (const struct node *c = t ? t->child : NULL; c && rc == ERR_OK;
	    c = c->next) {
		size_t i = 0;

		while (i < 5 && strcmp(names[i], c->key) != 0)
			i++;
		if (i == 5)
			rc = err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "[situation] has score, side, lead, even and "
			    "goes-on, not \"%s\"", c->line, str_shown(a,
			    c->key, 60));
		else if (i > 0)
			rc = check_phrase(e, a, c);
		else if (c->type != NODE_ARRAY)
			rc = err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "score: it must be a list of fields", c->line);
	}
	return rc;
}

/* [change]: "table.field" = phrase */
static int
check_changes(struct err *e, struct arena *a, const struct node *t)
{
	int rc = ERR_OK;

	for (const struct node *c = t ? t->child : NULL; c && rc == ERR_OK;
	    c = c->next) {
		rc = check_phrase(e, a, c);
		if (rc == ERR_OK && strchr(c->key, '.') == NULL)
			rc = err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "%s: a change is of a table's field, such as "
			    "\"unit.hits\"", c->line, str_shown(a, c->key,
			    60));
	}
	return rc;
}

int
phrase_check(struct err *e, struct arena *a, const struct node *catalogue,
    const struct system *s)
{
	const struct node *phrase = node_table_of(catalogue, "phrase");
	const struct node *heading = node_table_of(catalogue, "heading");
	const struct node *list = node_table_of(catalogue, "list");
	const struct node *join = node_table_of(catalogue, "join");
	const struct node *ride = node_table_of(catalogue, "ride");
	const struct node *name = node_table_of(catalogue, "name");
	const struct node *why = node_table_of(catalogue, "why");
	const struct node *mod = node_table_of(catalogue, "mod");
	const struct node *situation = node_table_of(catalogue, "situation");
	const struct node *change = node_table_of(catalogue, "change");
	const struct node *say = node_table_of(catalogue, "say");
	int rc;

	for (const struct node *c = catalogue->child; c != NULL; c = c->next)
		if (c != phrase && c != heading && c != list && c != join &&
		    c != ride && c != name && c != why && c != mod &&
		    c != situation && c != change && c != say)
			return err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "%s: the tables are [heading], [phrase], [list], "
			    "[join], [ride], [name], [why], [mod], [situation], "
			    "[change] and [say]",
			    c->line, str_shown(a, c->key, 60));
	rc = check_table(e, a, phrase, s);
	if (rc == ERR_OK)
		rc = check_table(e, a, heading, s);
	if (rc == ERR_OK)
		rc = check_table(e, a, list, s);
	if (rc == ERR_OK)
		rc = check_table(e, a, join, s);
	if (rc == ERR_OK)
		rc = check_table(e, a, ride, s);
	if (rc == ERR_OK)
		rc = check_table(e, a, name, NULL);
	if (rc == ERR_OK)
		rc = check_table(e, a, why, NULL);
	if (rc == ERR_OK)
		rc = check_table(e, a, mod, NULL);
	if (rc == ERR_OK)
		rc = check_table(e, a, say, NULL);
	if (rc == ERR_OK)
		rc = check_situation(e, a, situation);
	if (rc == ERR_OK)
		rc = check_changes(e, a, change);
	for (const struct event_kind *k = s->events;
	    rc == ERR_OK && k->event != NULL; k++)
		if (node_get(phrase, k->event) == NULL &&
		    node_get(heading, k->event) == NULL &&
		    node_get(list, k->event) == NULL)
			rc = err_set(e, ERR_INPUT, "phrases.toml: there is no "
			    "phrase for %s", k->event);
	return rc;
}
