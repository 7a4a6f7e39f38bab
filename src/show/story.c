/* story.c: events as chapters and lines */
#include "show/story.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "show/phrase.h"

#include <string.h>

#define RANKS 8

/* A story on its way.  Headings wait until something is told under them. */
struct story {
	struct arena *a;
	struct node *out;
	const struct node *catalogue;
	const struct phrase_names *names;
	const struct node *events;
	struct node *lines;		/* of the chapter that is open */
	const char *pending[RANKS];
	int npending;
};

static void
open_chapter(struct story *s, const char *heading, int rank)
{
	struct node *t = node_table(s->a);

	if (heading != NULL)
		node_add_string(s->a, t, "heading", heading);
	node_add_int(s->a, t, "rank", rank);
	s->lines = node_add_array(s->a, t, "line");
	node_add(s->a, s->out, NULL, t);
}

/* The highest heading is told at once, lower ones if something follows. */
static void
add_heading(struct story *s, const char *text, int rank)
{
	rank = rank < RANKS ? rank : RANKS - 1;
	while (s->npending <= rank)
		s->pending[s->npending++] = NULL;
	s->pending[rank] = text;
	s->npending = rank + 1;
	if (rank > 0)
		return;
	open_chapter(s, text, rank);
	s->npending = 0;
}

static void
flush_headings(struct story *s)
{
	for (int i = 0; i < s->npending; i++)
		if (s->pending[i] != NULL)
			open_chapter(s, s->pending[i], i);
	s->npending = 0;
	if (s->lines == NULL)
		open_chapter(s, NULL, 0);
}

/* The event's place in its list, from 0. */
static int
number_of(const struct story *s, const struct node *event)
{
	int n = 0;

	for (const struct node *x = s->events->child; x != event; x = x->next)
		n++;
	return n;
}

static void
add_line(struct story *s, const char *text, int margin,
    const struct node *event)
{
	static const char blanks[] = "                ";
	const struct node *rolls = node_array_of(event, "rolls");
	struct node *t = node_table(s->a), *list;

	if (margin > (int)sizeof blanks - 1)
		margin = (int)sizeof blanks - 1;
	node_add_string(s->a, t, "text", text);
	node_add_int(s->a, t, "event", number_of(s, event));
	node_add_string(s->a, t, "margin", blanks + sizeof blanks - 1 -
	    margin);
	node_add_bool(s->a, t, "deep", margin > 0);
	list = node_add_array(s->a, t, "roll");
	for (const struct node *r = rolls ? rolls->child : NULL; r;
	    r = r->next)
		node_add(s->a, list, NULL, node_copy(s->a, r));
	node_add(s->a, t, "mod", phrase_mods(s->a, s->catalogue, event,
	    s->names));
	node_add(s->a, s->lines, NULL, t);
}

static bool
is(const struct node *event, const char *id)
{
	const char *s = node_str(event, "event");

	return s != NULL && strcmp(s, id) == 0;
}

/* Those of one kind that follow one another: a; b; c.  Returns the last. */
static const struct node *
told_list(struct story *s, const struct node *x, const char *first)
{
	const char *id = node_str(x, "event"), *text;
	const struct node *n = x->next, *begin = x;
	struct str line = str_new(s->a);

	str_add(&line, first);
	for (; n != NULL; n = n->next) {
		if (is(n, "refused"))
			continue;		/* told elsewhere */
		if (!is(n, id) || (text = phrase_listed(s->a, s->catalogue,
		    n, s->names)) == NULL)
			break;
		str_addf(&line, "; %s", text);
		x = n;
	}
	str_addc(&line, '.');
	add_line(s, phrase_sentence(s->a, line.s), 0, begin);
	return x;
}

static bool
same(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

/* Nothing was rolled for it that would be lost with it. */
static bool
is_bare(const struct node *x)
{
	return node_get(x, "rolls") == NULL && node_get(x, "mods") == NULL;
}

/* The field that parts of such an event have in common, as [join] names it;
 * NULL: it is told alone. */
static const char *
join_field(const struct story *s, const struct node *x, bool *always)
{
	const char *id = node_str(x, "event"), *join = id ? node_str(
	    node_table_of(s->catalogue, "join"), id) : NULL;
	size_t n = join != NULL ? strcspn(join, " ") : 0;

	*always = join != NULL && strcmp(join + n, " always") == 0;
	return join != NULL ? arena_strndup(s->a, join, n) : NULL;
}

/*
 * May the second be a part of what the first tells?  The same event of the same
 * unit, which goes on from where it had come, and nothing rolled for it.  The
 * catalogue says "unit": then it must be marked as a part; "unit always": then
 * it need not.
 */
static bool
goes_on(const struct story *s, const struct node *x, const struct node *y)
{
	bool always;
	const char *field = join_field(s, x, &always);

	return field != NULL && is(y, node_str(x, "event")) &&
	    same(node_str(x, "to"), node_str(y, "from")) &&
	    same(node_str(x, field), node_str(y, field)) &&
	    (always || same(node_str(y, "part"), "next")) &&
	    node_get(x, "stopped") == NULL && is_bare(x) && is_bare(y);
}

/*
 * Does the second tell that somebody rode along with the first?  The catalogue
 * names the field that says with whom under [ride].  Of several only the one
 * who is told of already goes on.
 */
static bool
rides(const struct story *s, const struct node *x, const struct node *y,
    const struct node *ride)
{
	const char *id = node_str(y, "event"), *field = id ? node_str(
	    node_table_of(s->catalogue, "ride"), id) : NULL;
	bool always;
	const char *whom = field ? join_field(s, x, &always) : NULL;

	return whom != NULL && is_bare(y) && same(node_str(x, whom),
	    node_str(y, field)) && same(node_str(x, "to"), node_str(y,
	    "to")) && (ride == NULL || (same(node_str(ride, id),
	    node_str(y, id)) && same(node_str(ride, "to"), node_str(y,
	    "from"))));
}

/* One event for both: the second's fields, but from where, by which way and as
 * which part the first began. */
static struct node *
join(struct arena *a, const struct node *x, const struct node *y)
{
	const struct node *p = node_array_of(x, "path");
	struct node *t = node_table(a), *path = node_array(a);

	for (const struct node *f = y->child; f != NULL; f = f->next)
		if (strcmp(f->key, "from") != 0 && strcmp(f->key, "path") != 0
		    && strcmp(f->key, "part") != 0)
			node_add(a, t, f->key, node_copy(a, f));
	for (int i = 0; i < 2; i++, p = node_array_of(y, "path"))
		for (const struct node *c = p ? p->child : NULL; c; c = c->next)
			node_add(a, path, NULL, node_copy(a, c));
	node_add_string(a, t, "from", node_str(x, "from"));
	node_add(a, t, "path", path);
	if (node_get(x, "part") != NULL)
		node_add_string(a, t, "part", node_str(x, "part"));
	return t;
}

/* What is told as one: the event, or it and those that go on with it; *last is
 * the last of them, *ride tells who rode along (NULL: nobody did), *rider is the
 * first event that said so. */
static const struct node *
whole(const struct story *s, const struct node *x, const struct node **last,
    const struct node **ride, const struct node **rider)
{
	const struct node *y = x;

	*ride = *rider = NULL;
	for (const struct node *n = x->next; n != NULL; n = n->next) {
		if (is(n, "refused"))
			continue;
		if (rides(s, y, n, *ride)) {
			*rider = *ride == NULL ? n : *rider;
			*ride = *ride == NULL ? n : join(s->a, *ride, n);
		} else if (goes_on(s, y, n)) {
			y = join(s->a, y, n);
		} else {
			break;
		}
		*last = n;
	}
	return y;
}

/* An event that is none of a list, and those that are told with it.  Returns
 * the last of them. */
static const struct node *
told_line(struct story *s, const struct node *x)
{
	const struct node *last = x, *ride, *rider, *y = whole(s, x, &last,
	    &ride, &rider);
	int margin;
	const char *text = phrase_line(s->a, s->catalogue, y, s->names,
	    &margin);

	if (text != NULL) {
		flush_headings(s);
		add_line(s, text, margin, x);
	}
	text = ride != NULL ? phrase_line(s->a, s->catalogue, ride, s->names,
	    &margin) : NULL;
	if (text != NULL) {
		flush_headings(s);
		add_line(s, text, margin, rider);
	}
	return last;
}

void
story_add(struct arena *a, struct node *out, const struct node *events,
    const struct node *catalogue, const struct phrase_names *names)
{
	struct arena here = { 0 };	/* words on their way are many */
	struct story s = { .a = &here, .out = node_array(&here),
	    .catalogue = catalogue, .names = names, .events = events };

	for (const struct node *x = events ? events->child : NULL; x;
	    x = x->next) {
		const char *text;
		int rank;

		if (is(x, "refused"))
			continue;
		text = phrase_heading(&here, catalogue, x, names, &rank);
		if (text != NULL) {
			add_heading(&s, text, rank);
			continue;
		}
		text = phrase_listed(&here, catalogue, x, names);
		if (text != NULL) {
			flush_headings(&s);
			x = told_list(&s, x, text);
			continue;
		}
		x = told_line(&s, x);
	}
	for (const struct node *t = s.out->child; t != NULL; t = t->next)
		node_add(a, out, NULL, node_copy(a, t));
	arena_free(&here);
}
