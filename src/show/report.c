/* report.c: what happened in an exchange, for people */
#include "show/report.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/game.h"
#include "show/layout.h"
#include "show/names.h"

#include <assert.h>

static const char *
name_of(void *ctx, const char *id)
{
	return names_of(ctx, id);
}

static const char *
mention(void *ctx, const char *id)
{
	return names_mention(ctx, id);
}

static const char *
side_title(void *ctx, const char *side)
{
	return names_side(ctx, side);
}

struct phrase_names
report_story_names(struct names *n)
{
	return (struct phrase_names){ n, name_of, name_of, side_title };
}

struct phrase_names
report_names(struct arena *a, const struct game *g,
    const struct rules *rules)
{
	struct node *position = node_table(a);
	struct game here = *g;

	here.arena = a;
	game_position(&here, here.state, position);
	return (struct phrase_names){ names_new(a, position, rules), name_of,
	    mention, side_title };
}

const char *
report_result(struct arena *a, const struct rules *rules, const char *result)
{
	static const struct node nothing = { .type = NODE_TABLE };
	struct phrase_names names = report_story_names(names_new(a, &nothing,
	    rules));

	return phrase_result(a, result, &names);
}

static void
by_own_layout(struct str *out, const char *name, const struct node *facts,
    enum escape_format f)
{
	const char *text = layout_own(name);
	struct err e = { 0 };

	/* the program's own layouts fit its facts, whatever they are; a report
	 * that says otherwise is better than none */
	assert(text != NULL);
	if (layout_fill(&e, out, name, text, facts, f) != ERR_OK)
		str_addf(out, "%s\n", e.msg);
}

static const char *const layout_of[] = { "report.txt", "report.md",
    "report.bbcode", "report.html" };

void
report_write(struct str *out, struct game *g, const struct report_context *c,
    enum escape_format f)
{
	by_own_layout(out, layout_of[f], report_facts(out->arena, g, c), f);
}

void
report_news(struct str *out, struct game *g, const struct report_context *c)
{
	by_own_layout(out, "news.txt", report_facts(out->arena, g, c),
	    ESCAPE_TEXT);
}

void
report_write_both(struct str *text, struct str *markdown, struct game *g,
    const struct report_context *c)
{
	const struct node *facts = report_facts(text->arena, g, c);

	by_own_layout(text, layout_of[ESCAPE_TEXT], facts, ESCAPE_TEXT);
	by_own_layout(markdown, layout_of[ESCAPE_MARKDOWN], facts,
	    ESCAPE_MARKDOWN);
}

void
report_asked(struct str *out, struct game *g, const struct rules *rules,
    const struct node *ask)
{
	by_own_layout(out, "asked.txt", report_asked_facts(out->arena, g,
	    rules, ask), ESCAPE_TEXT);
}
