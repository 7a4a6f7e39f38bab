/* doctrine.c: standing answers: which entry fits, and what it chooses */
#include "engine/game.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct question_kind *
question_kind(const struct system *s, const char *kind)
{
	/* mostly it is the same string */
	for (const struct question_kind *k = s->questions; k->kind; k++)
		if (k->kind == kind)
			return k;
	for (const struct question_kind *k = s->questions; k->kind; k++)
		if (strcmp(k->kind, kind) == 0)
			return k;
	return NULL;
}

/* ------------------------------------------------------------- conditions */

/* ">=3", "<5", "!=2", "4" against a number */
static bool
number_fits(const char *s, int64_t n)
{
	static const char *const ops[] = { ">=", "<=", "!=", ">", "<", "=" };
	int op = 5;
	char *end;
	long long x;

	for (int i = 0; i < 6; i++)
		if (strncmp(s, ops[i], strlen(ops[i])) == 0) {
			op = i;
			s += strlen(ops[i]);
			break;
		}
	x = strtoll(s, &end, 10);
	if (end == s || *end != '\0')
		return false;
	return op == 0 ? n >= x : op == 1 ? n <= x : op == 2 ? n != x :
	    op == 3 ? n > x : op == 4 ? n < x : n == x;
}

static bool
condition_fits(const struct node *cond, const struct node *fact)
{
	if (fact == NULL)
		return false;
	if (cond->type == NODE_ARRAY) {
		for (const struct node *c = cond->child; c; c = c->next)
			if (condition_fits(c, fact))
				return true;
		return false;
	}
	if (fact->type == NODE_ARRAY) {
		for (const struct node *f = fact->child; f; f = f->next)
			if (condition_fits(cond, f))
				return true;
		return false;
	}
	if (cond->type == NODE_STRING && fact->type == NODE_STRING)
		return str_glob(cond->s, fact->s);
	if (cond->type == NODE_STRING && fact->type == NODE_INT)
		return number_fits(cond->s, fact->i);
	return cond->type == fact->type && cond->i == fact->i;
}

static bool
entry_fits(struct game *g, const struct node *entry, const struct question *q)
{
	const char *kind = node_str(entry, "kind");
	struct node *facts = node_table(g->arena);

	if (kind == NULL || strcmp(kind, q->kind) != 0)
		return false;
	fact_write(g, facts, q->fact);
	for (const struct node *c = entry->child; c != NULL; c = c->next) {
		if (!strcmp(c->key, "kind") || !strcmp(c->key, "answer"))
			continue;
		if (!condition_fits(c, node_get(facts, c->key)))
			return false;
	}
	return true;
}

/* ------------------------------------------------------------ preferences */

/* What a preference makes of an option: less is better; INT_MAX: out. */
struct preference {
	enum { PREF_TEXT, PREF_FIRST, PREF_LAST, PREF_NONE, PREF_TOWARD,
	    PREF_AWAY, PREF_LEAST, PREF_MOST } how;
	const char *word;	/* text, or the attribute's name */
	int hex;
};

static bool
prefix(const char *s, const char *p, const char **rest)
{
	size_t n = strlen(p);

	if (strncmp(s, p, n) != 0)
		return false;
	*rest = s + n;
	return true;
}

/* An option's own text comes before every other meaning of the word. */
static struct preference
preference_parse(struct game *g, const char *s, const struct question *q)
{
	struct preference p = { PREF_TEXT, s, HEX_NONE };

	for (int i = 0; i < q->n; i++)
		if (strcmp(q->option[i].text, s) == 0)
			return p;
	if (strcmp(s, "first") == 0)
		p.how = PREF_FIRST;
	else if (strcmp(s, "last") == 0)
		p.how = PREF_LAST;
	else if (strcmp(s, "none") == 0)
		p.how = PREF_NONE;
	else if (prefix(s, "toward ", &p.word))
		p.how = PREF_TOWARD;
	else if (prefix(s, "away ", &p.word))
		p.how = PREF_AWAY;
	else if (prefix(s, "least ", &p.word))
		p.how = PREF_LEAST;
	else if (prefix(s, "most ", &p.word))
		p.how = PREF_MOST;
	if (p.how == PREF_TOWARD || p.how == PREF_AWAY)
		p.hex = hex_parse(g->grid, p.word);
	return p;
}

static int
rate(struct game *g, const struct preference *p, const struct question *q,
    int i)
{
	const struct option *o = &q->option[i];

	switch (p->how) {
	case PREF_TEXT:
		return str_glob(p->word, o->text) || (o->secret != NULL &&
		    str_glob(p->word, o->secret)) ? 0 : INT_MAX;
	case PREF_FIRST:
		return i;
	case PREF_LAST:
		return q->n - i;
	case PREF_NONE:
		return i == q->decline ? 0 : INT_MAX;
	case PREF_TOWARD:
	case PREF_AWAY:
		if (o->hex == HEX_NONE || p->hex == HEX_NONE)
			return INT_MAX;
		return (p->how == PREF_AWAY ? -1 : 1) *
		    hex_distance(g->grid, o->hex, p->hex);
	case PREF_LEAST:
	case PREF_MOST:
		for (int k = 0; k < o->nattrs; k++)
			if (strcmp(o->attr[k].name, p->word) == 0)
				return (p->how == PREF_MOST ? -1 : 1) *
				    o->attr[k].value;
		return INT_MAX;
	}
	return INT_MAX;
}

/* Keep the best of what is left; false where the preference says nothing. */
static bool
narrow(struct game *g, const char *word, const struct question *q,
    bool *left)
{
	struct preference p = preference_parse(g, word, q);
	int best = INT_MAX;

	for (int i = 0; i < q->n; i++)
		if (left[i] && rate(g, &p, q, i) < best)
			best = rate(g, &p, q, i);
	if (best == INT_MAX)
		return false;
	for (int i = 0; i < q->n; i++)
		left[i] = left[i] && rate(g, &p, q, i) == best;
	return true;
}

/* "a then b" is the list [a, b]. */
static struct node *
split(struct game *g, const char *s)
{
	struct node *list = node_array(g->arena);

	for (;;) {
		const char *p = strstr(s, " then ");
		size_t n = p ? (size_t)(p - s) : strlen(s);

		node_add(g->arena, list, NULL, node_string(g->arena,
		    arena_strndup(g->arena, s, n)));
		if (p == NULL)
			return list;
		s = p + strlen(" then ");
	}
}

int
doctrine_choose(struct game *g, const struct node *answer,
    const struct question *q)
{
	const struct node *list = answer;
	bool *left = arena_new(g->arena, bool, q->n);
	bool applied = false;

	if (answer == NULL)
		return -1;
	if (answer->type == NODE_STRING)
		list = split(g, answer->s);
	if (list->type != NODE_ARRAY)
		return -1;
	memset(left, 1, (size_t)q->n);
	for (const struct node *c = list->child; c != NULL; c = c->next) {
		if (c->type != NODE_STRING)
			continue;
		if (strcmp(c->s, "ask") == 0) {
			if (!applied)
				return -2;
		} else if (narrow(g, c->s, q, left)) {
			applied = true;
		}
	}
	for (int i = 0; applied && i < q->n; i++)
		if (left[i])
			return i;
	return -1;
}

int
doctrine_answer(struct game *g, const struct node *doctrine,
    const struct question *q)
{
	for (const struct node *c = doctrine->child; c != NULL; c = c->next) {
		int choice;

		if (!entry_fits(g, c, q))
			continue;
		choice = doctrine_choose(g, node_get(c, "answer"), q);
		if (choice != -1)
			return choice;
	}
	return -1;
}

/* ------------------------------------------------------------------ check */

static int
check_kind(struct err *e, struct game *g, const char *kind, int number)
{
	const char *names[64];
	size_t n = 0;

	for (const struct question_kind *k = g->sys->questions; k->kind; k++) {
		if (kind != NULL && strcmp(k->kind, kind) == 0)
			return ERR_OK;
		if (n < 64)
			names[n++] = k->kind;
	}
	if (kind == NULL)
		return err_set(e, ERR_INPUT, "doctrine %d: it names no kind of "
		    "question; write kind = \"%s\" or another of `iacta "
		    "doctrine %s`", number, names[0], g->sys->id);
	return err_set(e, ERR_INPUT, "doctrine %d: kind \"%s\": no such kind "
	    "of question%s", number, str_shown(g->arena, kind, 60),
	    str_suggest(g->arena, kind, names, n));
}

static bool
word_in(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = list; (p = strstr(p, word)) != NULL; p += n)
		if ((p == list || p[-1] == ' ') &&
		    (p[n] == '\0' || p[n] == ' '))
			return true;
	return false;
}

/* Anywhere in it: "none then ask" may come to asking as well. */
static bool
says_ask(struct game *g, const struct node *answer)
{
	if (answer->type == NODE_STRING)
		answer = split(g, answer->s);
	for (const struct node *c = answer->child; c != NULL; c = c->next)
		if (c->type == NODE_STRING && strcmp(c->s, "ask") == 0)
			return true;
	return false;
}

/* The attributes of all kinds, each once: those that one kind lacks say
 * nothing there, and that is no mistake. */
static size_t
all_attributes(struct game *g, const char **out, size_t max)
{
	size_t n = 0;

	for (const struct question_kind *k = g->sys->questions; k->kind; k++)
		for (const char *p = k->attributes; p != NULL && *p != '\0';) {
			size_t len = strcspn(p, " "), i = 0;
			const char *word = arena_strndup(g->arena, p, len);

			while (i < n && strcmp(out[i], word) != 0)
				i++;
			if (i == n && n < max)
				out[n++] = word;
			p += len + (p[len] == ' ');
		}
	return n;
}

/* "least enemis" */
static int
check_answer(struct err *e, struct game *g, const char *kind,
    const struct node *answer, int number)
{
	const char *names[64];
	size_t n = all_attributes(g, names, 64);

	if (answer->type == NODE_STRING)
		answer = split(g, answer->s);
	for (const struct node *c = answer->child; c != NULL; c = c->next) {
		const char *word;
		size_t i = 0;

		if (c->type != NODE_STRING ||
		    (!prefix(c->s, "least ", &word) &&
		    !prefix(c->s, "most ", &word)))
			continue;
		while (i < n && strcmp(names[i], word) != 0)
			i++;
		if (i == n)
			return err_set(e, ERR_INPUT, "doctrine %d: kind "
			    "\"%s\": \"%s\": no question has such an "
			    "attribute%s", number, kind,
			    str_shown(g->arena, c->s, 60),
			    str_suggest(g->arena, word, names, n));
	}
	return ERR_OK;
}

static int
check_entry(struct err *e, struct game *g, const struct node *x, int number)
{
	const char *kind = node_str(x, "kind");
	const struct node *answer = node_get(x, "answer");
	const struct question_kind *k;
	int rc;

	if (x->type != NODE_TABLE)
		return err_set(e, ERR_INPUT, "doctrine %d: it is no table; "
		    "write { kind = \"…\", answer = \"…\" }", number);
	if ((rc = check_kind(e, g, kind, number)) != ERR_OK)
		return rc;
	if (answer == NULL || (answer->type != NODE_STRING &&
	    answer->type != NODE_ARRAY))
		return err_set(e, ERR_INPUT, "doctrine %d: kind \"%s\": it "
		    "has no answer; write answer = \"…\"", number, kind);
	k = question_kind(g->sys, kind);
	if (k->window && says_ask(g, answer))
		return err_set(e, ERR_INPUT, "doctrine %d: kind \"%s\": this "
		    "question is never asked aloud, so it cannot be answered "
		    "\"ask\"", number, kind);
	for (const struct node *c = x->child; c != NULL; c = c->next)
		if (strcmp(c->key, "kind") && strcmp(c->key, "answer") &&
		    !word_in(k->facts, c->key))
			return err_set(e, ERR_INPUT, "doctrine %d: \"%s\": "
			    "questions of kind \"%s\" have no such fact; they "
			    "have: %s", number,
			    str_shown(g->arena, c->key, 60), kind,
			    *k->facts ? k->facts : "none");
	return check_answer(e, g, kind, answer, number);
}

int
doctrine_check(struct err *e, struct game *g, const struct node *doctrine)
{
	int number = 0;

	if (doctrine->type != NODE_ARRAY)
		return err_set(e, ERR_INPUT, "doctrine: it is %s; write "
		    "[[doctrine]] entries", node_type_name(doctrine->type));
	for (const struct node *c = doctrine->child; c != NULL; c = c->next) {
		int rc = check_entry(e, g, c, ++number);

		if (rc != ERR_OK)
			return rc;
	}
	return ERR_OK;
}
