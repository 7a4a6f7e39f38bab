/* say.c: what is said (engine/say.h), in words */
#include "show/say.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/game.h"
#include "show/phrase.h"

#include <assert.h>
#include <string.h>

static const char *
find_phrase(const struct node *phrases, const char *code)
{
	const char *s = node_str(node_table_of(phrases, "say"), code);
	const char *dot = strchr(code, '.');

	for (const struct own_phrase *p = own_phrases; s == NULL &&
	    dot != NULL && p->table != NULL; p++)
		if (strncmp(p->table, code, (size_t)(dot - code)) == 0 &&
		    p->table[dot - code] == '\0' && strcmp(p->key,
		    dot + 1) == 0)
			s = p->text;
	return s;
}

static struct node *
fields(struct arena *a, const struct node *phrases, const struct fact *facts)
{
	struct node *t = node_table(a);

	for (const struct fact *f = facts; f && f->name != NULL; f++) {
		if (fact_add(a, t, f))
			continue;
		assert(f->type == FACT_SAID);	/* hexes and sides are texts */
		if (f->s != NULL)
			node_add_string(a, t, f->name, say_phrase(a, phrases,
			    (struct said){ f->s, f->more }));
	}
	return t;
}

/* "status { points = 3, level = 50 }" */
static const char *
bare(struct arena *a, const char *code, const struct node *t)
{
	struct str s = str_new(a);

	str_addf(&s, t->n > 0 ? "%s " : "%s", code);
	if (t->n > 0)
		toml_write_inline(&s, t);
	return s.s;
}

const char *
say_phrase(struct arena *a, const struct node *phrases, struct said s)
{
	const char *phrase = s.code ? find_phrase(phrases, s.code) : "";
	struct phrase_scope scope = { .fields = NULL };
	struct str out;
	struct err e = { 0 };

	if (phrase != NULL && phrase[strcspn(phrase, "{[\\")] == '\0')
		return phrase;
	out = str_new(a);
	scope.fields = fields(a, phrases, s.facts);
	return phrase != NULL && phrase_fill_in(&e, &out, phrase, &scope,
	    ESCAPE_TEXT) == ERR_OK ? out.s : bare(a, s.code, scope.fields);
}

const char *
say_words(struct game *g, struct said s)
{
	return say_phrase(g->arena, g->phrases, s);
}

const char *
say_board(const struct board *b, struct said s)
{
	return say_phrase(b->arena, b->phrases, s);
}

const char *
say_name(const struct board *b, const char *code)
{
	return say_board(b, SAID_ALONE(code));
}

const char *
say_kind(const struct board *b, const struct board_piece *p)
{
	return p->kind != NULL ? p->kind : say_name(b, board_symbol_code(
	    p->symbol));
}

const char *
say_when(struct game *g)
{
	return g->sys->when != NULL ? say_words(g, g->sys->when(g)) : "";
}

void
say_summary(struct game *g, struct str *out)
{
	if (g->sys->summary != NULL)
		g->sys->summary(g, say_words, out);
}
