/* phrase.c: events in words, from a system's catalogue of phrases */
#include "show/phrase.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/system.h"
#include "engine/why.h"
#include "show/wrap.h"

#include <string.h>

#define SHOWN 500		/* characters of one field */

/*
 *	phrase  = { text | "{" insert "}" | "[" phrase "]" }
 *	insert  = field [ ":" form ] [ "?" choice { "|" choice } ]
 *	choice  = value "=" phrase | phrase	(without a value: otherwise)
 *	field, form, value: no blank in the first two, none of {}[]|=\ in any
 *
 * Parsing and filling are one.  What is parsed without being wanted (a choice
 * that does not fit) is skipped: only its grammar counts.
 */
struct phrase {
	struct err *e;
	struct arena *a;
	const char *p;			/* what is left */
	const char *whole;
	const struct node *event;
	const struct phrase_names *names;
	bool missing;			/* a field of this part is not there */
	int skip, optional;		/* depths */
	int rc;
	struct node *fields;		/* of phrase_fields; or NULL */
	bool needed;
};

static void fill(struct phrase *x, struct str *out, const char *stop);

static void
fault(struct phrase *x, const char *what, const char *name)
{
	if (x->rc == ERR_OK)
		x->rc = err_set(x->e, ERR_INPUT, "phrase \"%s\": %s%s%s",
		    str_shown(x->a, x->whole, 200), what, *name ? " " : "",
		    str_shown(x->a, name, 60));
	x->p += strlen(x->p);
}

/* ---------------------------------------------------------------- fields */

static const char *
plain(struct arena *a, const struct node *v)
{
	struct str s;

	switch (v->type) {
	case NODE_STRING:
		return str_shown(a, v->s, SHOWN);
	case NODE_INT:
		return arena_printf(a, "%lld", (long long)v->i);
	case NODE_BOOL:
		return v->i ? "yes" : "no";
	case NODE_ARRAY:
	case NODE_TABLE:
		s = str_new(a);
		toml_write_inline(&s, v);
		return str_shown(a, s.s, SHOWN);
	}
	return "";
}

static const char *
named(struct phrase *x, const struct node *v)
{
	const char *id = plain(x->a, v), *name = NULL;

	if (v->type == NODE_STRING && x->names != NULL)
		name = x->names->name(x->names->ctx, v->s);
	return name == NULL ? id : arena_printf(x->a, "%s (%s)",
	    str_shown(x->a, name, SHOWN), id);
}

/* a, b and c */
static const char *
joined(struct phrase *x, const struct node *v, bool names)
{
	struct str s = str_new(x->a);

	if (v->type != NODE_ARRAY)
		return names ? named(x, v) : plain(x->a, v);
	for (const struct node *c = v->child; c != NULL; c = c->next)
		str_addf(&s, "%s%s", c == v->child ? "" :
		    c->next ? ", " : " and ",
		    names ? named(x, c) : plain(x->a, c));
	return v->n > 0 ? s.s : "none";
}

static int64_t
count(const struct node *v)
{
	return v->type == NODE_ARRAY ? (int64_t)v->n :
	    v->type == NODE_INT ? v->i : 1;
}

static const char *
capital(struct arena *a, const char *s)
{
	char *t = arena_strdup(a, s);

	if (*t >= 'a' && *t <= 'z')
		*t = (char)(*t - 'a' + 'A');
	return t;
}

static const char *
in_form(struct phrase *x, const struct node *v, const char *form)
{
	static const struct node nothing = { .type = NODE_STRING, .s = "" };

	if (v == NULL)
		v = &nothing;
	if (*form == '\0')
		return joined(x, v, false);
	if (strcmp(form, "name") == 0)
		return joined(x, v, true);
	if (strcmp(form, "cap") == 0)
		return capital(x->a, joined(x, v, false));
	if (strcmp(form, "signed") == 0)
		return arena_printf(x->a, "%+lld", (long long)v->i);
	if (strcmp(form, "half") == 0)
		return arena_printf(x->a, "%s%lld%s", v->i < 0 ? "-" : "",
		    (long long)(v->i < 0 ? -(v->i / 2) : v->i / 2),
		    v->i % 2 != 0 ? ".5" : "");
	if (strcmp(form, "count") == 0)
		return arena_printf(x->a, "%lld", (long long)count(v));
	if (strcmp(form, "s") == 0)
		return count(v) == 1 ? "" : "s";
	fault(x, "there is no form", form);
	return "";
}

/* ------------------------------------------------------------ the grammar */

static bool
has_string(const struct node *list, const char *s)
{
	for (const struct node *c = list->child; c != NULL; c = c->next)
		if (strcmp(c->s, s) == 0)
			return true;
	return false;
}

/* The event's field; NULL (and noted) where it is not there. */
static const struct node *
field(struct phrase *x, const char *name)
{
	const struct node *v = node_get(x->event, name);

	if (x->fields != NULL && (!x->needed ||
	    (x->skip == 0 && x->optional == 0)) &&
	    !has_string(x->fields, name))
		node_add(x->a, x->fields, NULL, node_string(x->a, name));
	if (v != NULL || x->skip > 0 || x->fields != NULL)
		return v;
	x->missing = true;
	if (x->optional == 0)
		fault(x, "the event has no field", name);
	return NULL;
}

static const char *
word(struct phrase *x, const char *stop)
{
	size_t n = strcspn(x->p, stop);
	const char *s = arena_strndup(x->a, x->p, n);

	x->p += n;
	if (n == 0)
		fault(x, "a name is missing before", x->p);
	return s;
}

/* The value before a choice's "="; NULL for the choice without one. */
static const char *
choice_value(struct phrase *x)
{
	size_t n = strcspn(x->p, "{}[]|=\\");
	const char *s;

	if (x->p[n] != '=')
		return NULL;
	s = arena_strndup(x->a, x->p, n);
	x->p += n + 1;
	return s;
}

static void
choose(struct phrase *x, struct str *out, const char *is)
{
	bool done = is == NULL;

	do {
		const char *value;
		struct str s = str_new(x->a);
		bool fits;

		x->p++;			/* ? or | */
		value = choice_value(x);
		fits = !done && (value == NULL || strcmp(value, is) == 0);
		x->skip += !fits;
		fill(x, &s, "|}");
		x->skip -= !fits;
		if (fits)
			str_add(out, s.s);
		done = done || fits;
	} while (*x->p == '|');
	if (!done)
		str_add(out, is);
}

static void
insert(struct phrase *x, struct str *out)
{
	const char *name = word(x, ":?{}[]|=\\ "), *form = "", *text = "";
	const struct node *v = x->rc == ERR_OK ? field(x, name) : NULL;

	if (*x->p == ':') {
		x->p++;
		form = word(x, ":?{}[]|=\\ ");
	}
	if (x->rc == ERR_OK)
		text = in_form(x, v, form);
	if (*x->p == '?')
		choose(x, out, v != NULL ? text : NULL);
	else
		str_add(out, text);
	if (*x->p == '}')
		x->p++;
	else
		fault(x, "a } is missing", "");
}

static void
option(struct phrase *x, struct str *out)
{
	struct str s = str_new(x->a);
	bool outer = x->missing;

	x->missing = false;
	x->optional++;
	fill(x, &s, "]");
	x->optional--;
	if (*x->p == ']')
		x->p++;
	else
		fault(x, "a ] is missing", "");
	if (!x->missing)
		str_add(out, s.s);
	x->missing = outer;
}

static void
fill(struct phrase *x, struct str *out, const char *stop)
{
	while (*x->p != '\0' && strchr(stop, *x->p) == NULL) {
		char c = *x->p++;

		if (c == '{') {
			insert(x, out);
		} else if (c == '[') {
			option(x, out);
		} else if (c == '}' || c == ']') {
			fault(x, "it closes what is not open", "");
		} else {
			if (c == '\\' && *x->p != '\0')
				c = *x->p++;
			str_addc(out, c);
		}
	}
}

int
phrase_fill(struct err *e, struct str *out, const char *phrase,
    const struct node *event, const struct phrase_names *names)
{
	struct str s = str_new(out->arena);
	struct phrase x = { .e = e, .a = out->arena, .p = phrase,
	    .whole = phrase, .event = event, .names = names };

	fill(&x, &s, "");
	if (x.rc == ERR_OK)
		str_add(out, s.s);
	return x.rc;
}

int
phrase_fields(struct err *e, struct arena *a, const char *phrase, bool needed,
    struct node **out)
{
	struct str s = str_new(a);
	struct phrase x = { .e = e, .a = a, .p = phrase, .whole = phrase,
	    .fields = node_array(a), .needed = needed };

	fill(&x, &s, "");
	*out = x.fields;
	return x.rc;
}

/* ---------------------------------------------------------------- events */

/* What the engine itself tells, unless the catalogue has another phrase. */
static const char *
own_phrase(const char *id)
{
	if (strcmp(id, "late") == 0)
		return "{side:cap} was late: {answer?none=no orders|{answer}}.";
	if (strcmp(id, "refused") == 0)
		return "{side:cap}: {what} {number} is refused.";
	return NULL;
}

static const char *
find_phrase(const struct node *catalogue, const char *id)
{
	const char *s = node_str(node_table_of(catalogue, "phrase"), id);

	if (s == NULL)
		s = node_str(node_table_of(catalogue, "list"), id);
	return s != NULL ? s : own_phrase(id);
}

/* "fight: target = "blue-2", sum = 5": nobody has put it in words. */
static void
list_fields(struct str *out, struct arena *a, const struct node *event)
{
	const char *sep = ": ";

	str_add(out, str_shown(a, node_str(event, "event"), 60));
	for (const struct node *f = event->child; f != NULL; f = f->next) {
		if (!strcmp(f->key, "event") || !strcmp(f->key, "mods") ||
		    !strcmp(f->key, "rolls") || !strcmp(f->key, "sealed"))
			continue;
		str_addf(out, "%s%s %s", sep, str_shown(a, f->key, 60),
		    plain(a, f));
		sep = ", ";
	}
}

static void
add_rolls(struct str *line, struct arena *a, const struct node *event)
{
	const struct node *rolls = node_array_of(event, "rolls");

	if (rolls == NULL || rolls->n == 0)
		return;
	str_add(line, rolls->n == 1 ? " (roll" : " (rolls");
	for (const struct node *r = rolls->child; r != NULL; r = r->next)
		str_addf(line, "%s %s", r == rolls->child ? "" : ",",
		    plain(a, r));
	str_addc(line, ')');
}

/* 8.46, X7.E */
static bool
is_rule(const char *s, size_t n)
{
	size_t dots = 0;

	for (size_t i = 0; i < n; i++) {
		bool dot = s[i] == '.';

		if (!dot && !(s[i] >= '0' && s[i] <= '9') &&
		    !(s[i] >= 'A' && s[i] <= 'Z'))
			return false;
		if (dot && (i == 0 || i + 1 == n || s[i - 1] == '.'))
			return false;
		dots += dot;
	}
	return dots > 0;
}

/* "x2 14.0 charge of equites-63": its rule goes to the end, in brackets. */
static const char *
mod_text(struct arena *a, const char *s)
{
	for (const char *p = s; *p != '\0';) {
		size_t n = strcspn(p, " ");

		if (is_rule(p, n))
			return arena_printf(a, "%.*s%s [%.*s]", (int)(p - s),
			    s, p[n] ? p + n + 1 : "", (int)n, p);
		p += n + (p[n] == ' ');
	}
	return s;
}

void
phrase_event(struct str *out, struct arena *a, const struct node *catalogue,
    const struct node *event, const struct phrase_names *names)
{
	const char *id = node_str(event, "event");
	const struct node *mods = node_array_of(event, "mods");
	const char *phrase = id ? find_phrase(catalogue, id) : NULL;
	struct str line = str_new(a);
	struct err e = { 0 };
	int margin;

	if (id == NULL || (phrase != NULL && *phrase == '\0'))
		return;
	if (phrase == NULL ||
	    phrase_fill(&e, &line, phrase, event, names) != ERR_OK)
		list_fields(&line, a, event);
	add_rolls(&line, a, event);
	margin = (int)strspn(line.s, " ");
	wrap_text(out, line.s, margin, margin + 4);
	for (const struct node *m = mods ? mods->child : NULL; m; m = m->next)
		wrap_text(out, mod_text(a, plain(a, m)), margin < 4 ? 8 :
		    margin + 4, margin + 12);
}

const char *
phrase_listed(struct arena *a, const struct node *catalogue,
    const struct node *event, const struct phrase_names *names)
{
	const char *id = node_str(event, "event");
	const char *phrase = id ? node_str(node_table_of(catalogue, "list"),
	    id) : NULL;
	struct str s = str_new(a);
	struct err e = { 0 };

	if (phrase == NULL || node_get(event, "mods") != NULL ||
	    node_get(event, "rolls") != NULL ||
	    phrase_fill(&e, &s, phrase, event, names) != ERR_OK)
		return NULL;
	return s.s;
}

const char *
phrase_heading(struct arena *a, const struct node *catalogue,
    const struct node *event, const struct phrase_names *names, int *rank)
{
	const char *id = node_str(event, "event");
	const struct node *x = node_table_of(catalogue, "heading");
	struct str s = str_new(a);
	struct err e = { 0 };

	*rank = 0;
	for (x = x ? x->child : NULL; x != NULL && id != NULL; x = x->next) {
		if (x->type == NODE_STRING && strcmp(x->key, id) == 0)
			return phrase_fill(&e, &s, x->s, event, names) ==
			    ERR_OK ? s.s : id;
		++*rank;
	}
	return NULL;
}

/* ----------------------------------------------------------------- check */

/* Every key an event of the system, unless it has none: then a code. */
static int
check_table(struct err *e, struct arena *a, const struct node *t,
    const struct system *s)
{
	for (const struct node *c = t ? t->child : NULL; c; c = c->next) {
		const struct event_kind *k = s != NULL ? s->events : NULL;
		struct node *fields;
		int rc;

		while (k && k->event != NULL && strcmp(k->event, c->key) != 0)
			k++;
		if (k == NULL && !why_is_code(c->key))
			return err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "%s: a code is made of a-z, 0-9, . and -", c->line,
			    str_shown(a, c->key, 60));
		if (k && k->event == NULL && own_phrase(c->key) == NULL)
			return err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "%s: no such event", c->line,
			    str_shown(a, c->key, 60));
		if (c->type != NODE_STRING)
			return err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "%s: it must be a string", c->line, c->key);
		rc = phrase_fields(e, a, c->s, false, &fields);
		if (rc != ERR_OK) {
			err_prefix(e, "phrases.toml: line %d", c->line);
			return rc;
		}
	}
	return ERR_OK;
}

int
phrase_check(struct err *e, struct arena *a, const struct node *catalogue,
    const struct system *s)
{
	const struct node *phrase = node_table_of(catalogue, "phrase");
	const struct node *heading = node_table_of(catalogue, "heading");
	const struct node *list = node_table_of(catalogue, "list");
	const struct node *why = node_table_of(catalogue, "why");
	int rc;

	for (const struct node *c = catalogue->child; c != NULL; c = c->next)
		if (c != phrase && c != heading && c != list && c != why)
			return err_set(e, ERR_INPUT, "phrases.toml: line %d: "
			    "%s: the tables are [heading], [phrase], [list] and "
			    "[why]", c->line, str_shown(a, c->key, 60));
	rc = check_table(e, a, phrase, s);
	if (rc == ERR_OK)
		rc = check_table(e, a, heading, s);
	if (rc == ERR_OK)
		rc = check_table(e, a, list, s);
	if (rc == ERR_OK)
		rc = check_table(e, a, why, NULL);
	for (const struct event_kind *k = s->events;
	    rc == ERR_OK && k->event != NULL; k++)
		if (node_get(phrase, k->event) == NULL &&
		    node_get(heading, k->event) == NULL &&
		    node_get(list, k->event) == NULL)
			rc = err_set(e, ERR_INPUT, "phrases.toml: there is no "
			    "phrase for %s", k->event);
	return rc;
}
