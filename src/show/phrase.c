/* phrase.c: the language of phrases, filled with the fields of events */
#include "show/phrase.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/wrap.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN 500		/* characters of one field */
#define SHOWN_ALL 1000000	/* ... of what was cut already */
#define DEEP 32			/* choices and options, one within another */

/*
 *	phrase  = { text | "{" insert "}" | "[" phrase "]" }
 *	insert  = field [ ":" form ] [ "?" choice { "|" choice } ]
 *	choice  = value "=" phrase | phrase	(without a value: otherwise)
 *	value   = text | "@" field		(what that field says)
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
	const struct phrase_scope *scope;
	const struct phrase_names *names;
	enum escape_format format;
	size_t shown;			/* characters of one field, at most */
	bool missing;			/* a field of this part is not there */
	int skip, optional, depth;	/* depths */
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

const struct node *
phrase_field(const struct phrase_scope *scope, const char *name)
{
	const struct node *v = NULL;

	if (strncmp(name, "top.", 4) == 0 && scope != NULL) {
		while (scope->around != NULL)
			scope = scope->around;
		return node_get(scope->fields, name + 4);
	}
	for (; scope != NULL && v == NULL; scope = scope->around)
		v = node_get(scope->fields, name);
	return v;
}

/* Most fields are numbers, and small ones: quicker than printf. */
static const char *
decimal(struct arena *a, int64_t n)
{
	char buf[24], *p = buf + sizeof buf;
	uint64_t u = n < 0 ? -(uint64_t)n : (uint64_t)n;

	*--p = '\0';
	do
		*--p = (char)('0' + u % 10);
	while ((u /= 10) > 0);
	if (n < 0)
		*--p = '-';
	return arena_strdup(a, p);
}

static const char *
plain_within(struct arena *a, const struct node *v, size_t max)
{
	struct str s;

	switch (v->type) {
	case NODE_STRING:
		return str_shown(a, v->s, max);
	case NODE_INT:
		return decimal(a, v->i);
	case NODE_BOOL:
		return v->i ? "yes" : "no";
	case NODE_ARRAY:
	case NODE_TABLE:
		s = str_new(a);
		toml_write_inline(&s, v);
		return str_shown(a, s.s, max);
	}
	return "";
}

const char *
phrase_plain(struct arena *a, const struct node *v)
{
	return plain_within(a, v, SHOWN);
}

static const char *
as_it_is(struct phrase *x, const struct node *v)
{
	return plain_within(x->a, v, x->shown);
}

static const char *
side_title(struct phrase *x, const struct node *v)
{
	return v->type == NODE_STRING && x->names != NULL &&
	    x->names->side != NULL ? str_shown(x->a, x->names->side(
	    x->names->ctx, v->s), SHOWN) : as_it_is(x, v);
}

/* As a reader should meet it: an id by the name that it is called. */
static const char *
mentioned(struct phrase *x, const struct node *v)
{
	const char *s = v->type == NODE_STRING && x->names != NULL &&
	    x->names->mention != NULL && x->skip == 0 ?
	    x->names->mention(x->names->ctx, v->s) : NULL;

	return s != NULL ? s : plain_within(x->a, v, x->shown);
}

static const char *
as_named(struct phrase *x, const struct node *v)
{
	const char *id = plain_within(x->a, v, x->shown), *name = NULL;

	if (x->names != NULL && x->names->mention != NULL)
		return mentioned(x, v);
	if (v->type == NODE_STRING && x->names != NULL)
		name = x->names->name(x->names->ctx, v->s);
	return name == NULL ? id : arena_printf(x->a, "%s (%s)",
	    str_shown(x->a, name, SHOWN), id);
}

/* a, b and c; or what comes before the last */
static const char *
joined_by(struct phrase *x, const struct node *v, const char *(*as)(
    struct phrase *, const struct node *), const char *last)
{
	struct str s = str_new(x->a);

	if (v->type != NODE_ARRAY)
		return as(x, v);
	for (const struct node *c = v->child; c != NULL; c = c->next)
		str_addf(&s, "%s%s", c == v->child ? "" :
		    c->next ? ", " : last, as(x, c));
	return v->n > 0 ? s.s : "none";
}

static const char *
joined(struct phrase *x, const struct node *v, const char *(*as)(
    struct phrase *, const struct node *))
{
	return joined_by(x, v, as, " and ");
}

/* a-b-c: the hexes of a way; without its end only those on the way */
static const char *
linked(struct phrase *x, const struct node *v, bool end)
{
	struct str s = str_new(x->a);

	if (v->type != NODE_ARRAY)
		return as_it_is(x, v);
	for (const struct node *c = v->child; c != NULL; c = c->next)
		if (end || c->next != NULL)
			str_addf(&s, "%s%s", c == v->child ? "" : "-",
			    as_it_is(x, c));
	return s.len > 0 ? s.s : "none";
}

/* 3, 5 to 9 and 12: numbers, those that follow one another as a run */
static const char *
runs(struct phrase *x, const struct node *v)
{
	struct node *list = node_array(x->a);

	if (v->type != NODE_ARRAY)
		return as_it_is(x, v);
	for (const struct node *c = v->child, *last; c; c = last->next) {
		for (last = c; last->next && last->next->i > last->i &&
		    last->next->i - 1 == last->i; last = last->next)
			;
		if (last == c || last == c->next)
			last = c;	/* two are told one by one */
		node_add(x->a, list, NULL, last == c ? node_copy(x->a, c) :
		    node_string(x->a, arena_printf(x->a, "%lld to %lld",
		    (long long)c->i, (long long)last->i)));
	}
	return joined(x, list, as_it_is);
}

static int64_t
count(const struct node *v)
{
	return v->type == NODE_ARRAY ? (int64_t)v->n :
	    v->type == NODE_INT ? v->i : 1;
}

const char *
phrase_capital(struct arena *a, const char *s)
{
	char *t = arena_strdup(a, s);

	if (*t >= 'a' && *t <= 'z')
		*t = (char)(*t - 'a' + 'A');
	return t;
}

/* Each line of a text, shown, and escaped unless it is indented as code. */
static const char *
block(struct phrase *x, const char *s, bool code)
{
	struct str out = str_new(x->a);

	while (*s != '\0') {
		size_t n = strcspn(s, "\n");
		const char *line = str_shown(x->a, arena_strndup(x->a, s, n),
		    n);

		str_addf(&out, "%s%s", code ? "    " : "", code ? line :
		    escape_for(x->a, x->format, line));
		s += n + (s[n] == '\n');
		if (*s != '\0')
			str_addc(&out, '\n');
	}
	return out.s;
}

/* The forms of a layout; NULL: it is none of them. */
static const char *
layout_form(struct phrase *x, const struct node *v, const char *form)
{
	bool raw = strcmp(form, "raw") == 0, pad = strncmp(form, "pad", 3) == 0;
	struct str out;
	const char *s;
	size_t n;

	if (raw || strcmp(form, "block") == 0 || strcmp(form, "indent") == 0)
		return v->type != NODE_STRING ? joined(x, v, as_it_is) : raw ?
		    v->s : block(x, v->s, *form == 'i');
	if (!pad && strcmp(form, "code") != 0)
		return NULL;
	out = str_new(x->a);
	s = joined(x, v, as_it_is);
	if (!pad) {
		for (; *s != '\0'; s++)
			str_addc(&out, *s == '`' ? '\'' : *s);
		return out.s;
	}
	n = wrap_columns(s, strlen(s));
	str_add(&out, escape_for(x->a, x->format, s));
	for (size_t to = strtoul(form + 3, NULL, 10); n < to; n++)
		str_addc(&out, ' ');
	return out.s;
}

static const char *
in_form(struct phrase *x, const struct node *v, const char *form)
{
	static const struct node nothing = { .type = NODE_STRING, .s = "" };

	if (v == NULL)
		v = &nothing;
	if (*form == '\0')
		return joined(x, v, mentioned);
	if (strcmp(form, "id") == 0)
		return joined(x, v, as_it_is);
	if (strcmp(form, "name") == 0)
		return joined(x, v, as_named);
	if (strcmp(form, "side") == 0)
		return joined(x, v, side_title);
	if (strcmp(form, "cap") == 0)
		return phrase_capital(x->a, joined(x, v, mentioned));
	if (strcmp(form, "or") == 0)
		return joined_by(x, v, mentioned, " or ");
	if (strcmp(form, "way") == 0 || strcmp(form, "via") == 0)
		return linked(x, v, *(form + 1) == 'a');
	if (strcmp(form, "signed") == 0)
		return arena_printf(x->a, "%+lld", (long long)v->i);
	if (strcmp(form, "half") == 0)
		return arena_printf(x->a, "%s%lld%s", v->i < 0 ? "-" : "",
		    (long long)(v->i < 0 ? -(v->i / 2) : v->i / 2),
		    v->i % 2 != 0 ? ".5" : "");
	if (strcmp(form, "count") == 0)
		return arena_printf(x->a, "%lld", (long long)count(v));
	if (strcmp(form, "s") == 0)
		return count(v) == 1 || count(v) == -1 ? "" : "s";
	if (strcmp(form, "runs") == 0)
		return runs(x, v);
	if (strcmp(form, "result") == 0)
		return phrase_result(x->a, as_it_is(x, v), x->names);
	fault(x, "there is no form", form);
	return "";
}

/* ------------------------------------------------------------ the grammar */

/* The event's field; NULL (and noted) where it is not there. */
static const struct node *
field(struct phrase *x, const char *name)
{
	const struct node *v = phrase_field(x->scope, name);

	if (x->fields != NULL && (!x->needed ||
	    (x->skip == 0 && x->optional == 0)) &&
	    !node_lists(x->fields, name))
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

/*
 * Is it the choice of this value, the text itself or what @field says (or is
 * called, where names are compared)?  So is one without a value.
 */
static bool
choice_fits(struct phrase *x, const char *is, bool named)
{
	size_t n = strcspn(x->p, "{}[]|=\\");
	const char *value = x->p;

	if (value[n] != '=')
		return true;
	x->p += n + 1;
	if (*value == '@') {
		const struct node *v = field(x, arena_strndup(x->a, value + 1,
		    n - 1));

		return v != NULL && is != NULL && (strcmp(joined(x, v,
		    as_it_is), is) == 0 || (named && strcmp(joined(x, v,
		    as_named), is) == 0));
	}
	return is != NULL && strncmp(value, is, n) == 0 && is[n] == '\0';
}

static void
choose(struct phrase *x, struct str *out, const char *is, bool named)
{
	bool done = is == NULL;

	do {
		bool idle = done && x->fields == NULL, fits;

		x->p++;			/* ? or | */
		x->skip += idle;	/* what it names need not be there */
		fits = choice_fits(x, is, named) && !done;
		x->skip -= idle;
		if (fits) {
			fill(x, out, "|}");
		} else {
			struct str none = str_new(x->a);

			x->skip++;
			fill(x, &none, "|}");
			x->skip--;
		}
		done = done || fits;
	} while (*x->p == '|');
	if (!done)
		str_add(out, escape_for(x->a, x->format, is));
}

static void
insert(struct phrase *x, struct str *out)
{
	const char *name = word(x, ":?{}[]|=\\ "), *form = "", *text = "";
	const char *whole = NULL;
	const struct node *v = x->rc == ERR_OK ? field(x, name) : NULL;

	if (*x->p == ':') {
		x->p++;
		form = word(x, ":?{}[]|=\\ ");
	}
	if (x->rc == ERR_OK && v != NULL && *form != '\0')
		whole = layout_form(x, v, form);
	if (x->rc == ERR_OK && whole == NULL)
		text = in_form(x, v, *x->p == '?' && *form == '\0' ? "id" :
		    form);
	if (*x->p == '?')
		choose(x, out, v != NULL ? text : NULL, strcmp(form,
		    "name") == 0);
	else
		str_add(out, whole != NULL ? whole : escape_for(x->a,
		    x->format, text));
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
	if (++x->depth > DEEP)		/* a game's phrases come from outside */
		fault(x, "it is nested too deeply", "");
	while (*x->p != '\0' && strchr(stop, *x->p) == NULL) {
		size_t n = strcspn(x->p, *stop == '|' ? "{}[]|\\" : "{}[]\\");
		char c;

		str_addn(out, x->p, n);
		x->p += n;
		if (n > 0)
			continue;
		c = *x->p++;
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
	x->depth--;
}

int
phrase_fill(struct err *e, struct str *out, const char *phrase,
    const struct node *event, const struct phrase_names *names)
{
	struct str s = str_new(out->arena);
	struct phrase_scope scope = { .fields = event };
	struct phrase x = { .e = e, .a = out->arena, .p = phrase,
	    .whole = phrase, .scope = &scope, .names = names, .shown = SHOWN };

	fill(&x, &s, "");
	if (x.rc == ERR_OK)
		str_add(out, s.s);
	return x.rc;
}

int
phrase_fill_in(struct err *e, struct str *out, const char *phrase,
    const struct phrase_scope *scope, enum escape_format f)
{
	struct str s = str_new(out->arena);
	struct phrase x = { .e = e, .a = out->arena, .p = phrase,
	    .whole = phrase, .scope = scope, .format = f, .shown = SHOWN_ALL };

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
