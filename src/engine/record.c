/*
 * record.c: answers that are there already
 *
 * Those recorded since the checkpoint are taken again when the rules are run
 * again; those of answers.toml (`given`) stand in for what an audit cannot
 * read.
 */
#include "engine/ask.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

struct answer *
record_find(const struct game *g, int q)
{
	for (int i = 0; i < g->nrecord; i++)
		if (g->record[i].q == q)
			return &g->record[i];
	return NULL;
}

static void
push_answer(struct game *g, struct answer **list, int *n, int *cap,
    const struct answer *x)
{
	if (*n == *cap) {
		int newcap = *cap ? 2 * *cap : 32;
		struct answer *p = arena_new(g->arena, struct answer, newcap);

		if (*n > 0)
			memcpy(p, *list, (size_t)*n * sizeof *p);
		*list = p;
		*cap = newcap;
	}
	(*list)[(*n)++] = *x;
}

void
note_answer(struct game *g, const struct answer *x)
{
	push_answer(g, &g->answers, &g->nanswers, &g->capanswers, x);
}

void
record_answer(struct game *g, const struct answer *x)
{
	if (g->light != NULL)
		return;
	push_answer(g, &g->record, &g->nrecord, &g->caprecord, x);
	note_answer(g, x);
}

static bool
about_equal(const struct node *entry, const struct node *facts)
{
	for (const struct node *f = facts->child; f != NULL; f = f->next) {
		const struct node *x = node_get(entry, f->key);

		if (x == NULL || !node_equal(x, f))
			return false;
	}
	return true;
}

/* ------------------------------------------------------- given answers */

bool
given_orders(const struct game *g, int side)
{
	return g->given != NULL && !g->player[side].known_orders;
}

bool
given_answers(const struct game *g, int side)
{
	return g->given != NULL && !g->player[side].known_answers;
}

/* Is this one of a side whose answers of this kind are known anyway? */
static bool
is_known(const struct game *g, const struct node *x)
{
	const char *s = node_str(x, "side"), *k = node_str(x, "kind");

	for (int i = 0; s != NULL && k != NULL && i < g->nsides; i++)
		if (strcmp(s, g->side[i]) == 0)
			return strcmp(k, "order") && strcmp(k, "orders") ?
			    g->player[i].known_answers :
			    g->player[i].known_orders;
	return false;
}

static size_t
given_from(const struct game *g)
{
	const struct node *x = node_at(g->given, g->givenpos);
	size_t i = g->givenpos;

	for (; x != NULL && is_known(g, x); x = x->next)
		i++;
	return i;
}

bool
game_given_all(const struct game *g, size_t *at)
{
	size_t i = g->given != NULL ? given_from(g) : 0;

	*at = i + 1;
	return g->given == NULL || i == g->given->n;
}

/*
 * answers.toml is read strictly in order: the next entry must be this question,
 * of this side, with these facts, or it is nobody's, and the run stops where
 * the claimed one went on.  Entries of a side whose submissions are known are
 * passed over, for the rules find those answers themselves and the audit
 * compares.  game_given_all tells at the end whether something was left over.
 */
const struct node *
given_next(struct game *g, int side, const char *kind,
    const struct node *facts)
{
	size_t at = given_from(g);
	const struct node *x = node_at(g->given, at);
	const char *s = node_str(x, "side"), *k = node_str(x, "kind");

	if (x == NULL || s == NULL || k == NULL ||
	    strcmp(s, g->side[side]) != 0 || strcmp(k, kind) != 0 ||
	    node_get(x, "answer") == NULL || node_str(x, "by") == NULL ||
	    (facts != NULL && !about_equal(x, facts)))
		return NULL;
	g->givenpos = at + 1;
	return x;
}
