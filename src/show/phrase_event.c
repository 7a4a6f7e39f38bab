/* phrase_event.c: events in words, from a system's catalogue of phrases */
#include "show/phrase.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "show/wrap.h"

#include <assert.h>
#include <string.h>

const char *
phrase_own(const char *table, const char *key)
{
	for (const struct own_phrase *p = own_phrases; p->table != NULL; p++)
		if (strcmp(p->table, table) == 0 && strcmp(p->key, key) == 0)
			return p->text;
	return NULL;
}

const char *
phrase_own_filled(struct arena *a, const char *table, const char *key,
    const struct node *fields)
{
	const char *phrase = phrase_own(table, key);
	struct str s = str_new(a);
	struct err e = { 0 };

	/* they fit what they are filled with; one that does not is shown */
	assert(phrase != NULL);
	return phrase_fill(&e, &s, phrase, fields, NULL) == ERR_OK ? s.s :
	    phrase;
}

const char *
phrase_result(struct arena *a, const char *result,
    const struct phrase_names *names)
{
	size_t n = strcspn(result, " ");
	const char *side = arena_strndup(a, result, n), *rest = result + n;
	const char *title = names != NULL && names->side != NULL ?
	    names->side(names->ctx, side) : side;
	const char *end = strstr(rest, " victory");
	struct node *t = node_table(a);

	if (strcmp(title, side) == 0)
		return result;
	node_add_string(a, t, "title", title);
	if (end != NULL && strcmp(end, " victory") == 0) {
		if (end != rest)
			node_add_string(a, t, "kind", arena_strndup(a,
			    rest + 1, (size_t)(end - rest - 1)));
		return phrase_own_filled(a, "result", "victory", t);
	}
	if (strncmp(rest, " wins ", 6) != 0)
		return result;
	node_add_string(a, t, "how", rest + 6);
	return phrase_own_filled(a, "result", "wins", t);
}

static const char *
find_phrase(const struct node *catalogue, const char *id)
{
	const char *s = node_str(node_table_of(catalogue, "phrase"), id);

	if (s == NULL)
		s = node_str(node_table_of(catalogue, "list"), id);
	return s != NULL ? s : phrase_own("phrase", id);
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
		    phrase_plain(a, f));
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
		    phrase_plain(a, r));
	str_addc(line, ')');
}

/* Without a phrase: "+1 moved, unit x", all that it says. */
static void
list_mod(struct str *out, struct arena *a, const struct node *m)
{
	if (node_get(m, "n") != NULL)
		str_addf(out, "%+d ", (int)node_integer(m, "n", 0));
	str_add(out, str_shown(a, node_str(m, "code"), 60));
	for (const struct node *f = m->child; f != NULL; f = f->next)
		if (strcmp(f->key, "code") != 0 && strcmp(f->key, "rule") != 0
		    && strcmp(f->key, "n") != 0)
			str_addf(out, ", %s %s", str_shown(a, f->key, 60),
			    phrase_plain(a, f));
}

/* A modifier in words, its rule last: "x2 charge of equites-63 [14.0]". */
static const char *
mod_text(struct arena *a, const struct node *catalogue, const struct node *m,
    const struct phrase_names *names)
{
	const char *code = node_str(m, "code"), *rule = node_str(m, "rule");
	const char *phrase = code ? node_str(node_table_of(catalogue, "mod"),
	    code) : NULL;
	struct str s = str_new(a);
	struct err e = { 0 };

	if (code == NULL)
		return phrase_plain(a, m);
	if (phrase == NULL || phrase_fill(&e, &s, phrase, m, names) != ERR_OK) {
		s = str_new(a);
		list_mod(&s, a, m);
	}
	if (rule != NULL)
		str_addf(&s, " [%s]", str_shown(a, rule, 60));
	return s.s;
}

const char *
phrase_line(struct arena *a, const struct node *catalogue,
    const struct node *event, const struct phrase_names *names, int *margin)
{
	const char *id = node_str(event, "event");
	const char *phrase = id ? find_phrase(catalogue, id) : NULL;
	struct str line = str_new(a);
	struct err e = { 0 };

	*margin = 0;
	if (id == NULL || (phrase != NULL && *phrase == '\0'))
		return NULL;
	if (phrase == NULL ||
	    phrase_fill(&e, &line, phrase, event, names) != ERR_OK) {
		list_fields(&line, a, event);
		return line.s;
	}
	*margin = (int)strspn(line.s, " ");
	return phrase_sentence(a, line.s + *margin);
}

const char *
phrase_sentence(struct arena *a, const char *s)
{
	size_t n = strcspn(s, " ");

	/* an id stays as it is */
	return memchr(s, '-', n) != NULL ? s : phrase_capital(a, s);
}

struct node *
phrase_mods(struct arena *a, const struct node *catalogue,
    const struct node *event, const struct phrase_names *names)
{
	const struct node *mods = node_array_of(event, "mods");
	struct node *out = node_array(a);

	for (const struct node *m = mods ? mods->child : NULL; m; m = m->next)
		node_add(a, out, NULL, node_string(a, mod_text(a, catalogue,
		    m, names)));
	return out;
}

void
phrase_event(struct str *out, struct arena *a, const struct node *catalogue,
    const struct node *event, const struct phrase_names *names)
{
	struct str line = str_new(a);
	const struct node *mods;
	const char *text;
	int margin;

	text = phrase_line(a, catalogue, event, names, &margin);
	if (text == NULL)
		return;
	str_add(&line, text);
	add_rolls(&line, a, event);
	wrap_text(out, line.s, margin, margin + 4);
	mods = phrase_mods(a, catalogue, event, names);
	for (const struct node *m = mods->child; m != NULL; m = m->next)
		wrap_text(out, m->s, margin < 4 ? 8 : margin + 4, margin + 12);
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
