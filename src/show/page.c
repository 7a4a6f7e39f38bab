/* page.c: the replay page: one file with board and story.
 *
 * templates/page.html is its layout, page.css and page.js are put into it whole.
 * Without a script it is the report with the picture; the script finds its data
 * in a block of JSON. */
#include "show/page.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/game.h"
#include "engine/rules.h"
#include "show/json.h"
#include "show/layout.h"
#include "show/names.h"
#include "show/replay.h"
#include "show/say.h"
#include "show/story.h"
#include "show/svg.h"
#include "show/words.h"

#include <assert.h>
#include <string.h>

const char *
page_script(void)
{
	return layout_own("page.js");
}

const char *
page_style(struct arena *a)
{
	static const char here[] = "/* board */";	/* where it goes dark */
	const char *css = layout_own("page.css"), *at = strstr(css, here);
	struct str s = str_new(a);

	assert(at != NULL);
	str_addn(&s, css, (size_t)(at - css));
	svg_dark_rules(&s);
	str_add(&s, at + strlen(here));
	return s.s;
}

struct page {
	struct arena *a;
	struct game *g;
	const struct report_context *c;
	const struct board *last;	/* of the last turn */
	const char **when;		/* each exchange leaves off; NULL */
	struct replay_pieces all;
	struct svg_options options;
};

/* ------------------------------------------------------ data for the script */

/* Columns of pieces: id, name, side, symbol, kind, weight, band, light,
 * missile, full. */
static struct node *
pieces(struct page *p)
{
	struct node *list = node_array(p->a);

	for (int i = 0; i < p->all.n; i++) {
		const struct board_piece *x = &p->all.piece[i];
		const char letter[2] = { x->missile, '\0' };
		struct node *t = node_array(p->a);

		node_add(p->a, t, NULL, node_string(p->a, x->id));
		node_add(p->a, t, NULL, node_string(p->a, x->name));
		node_add(p->a, t, NULL, node_int(p->a, x->side));
		node_add(p->a, t, NULL, node_int(p->a, x->symbol));
		node_add(p->a, t, NULL, node_string(p->a, say_kind(
		    p->last, x)));
		node_add(p->a, t, NULL, node_int(p->a, x->weight));
		node_add(p->a, t, NULL, node_int(p->a, x->band));
		node_add(p->a, t, NULL, node_int(p->a, x->light));
		node_add(p->a, t, NULL, node_string(p->a, letter));
		node_add(p->a, t, NULL, node_int(p->a, x->full));
		node_add(p->a, list, NULL, t);
	}
	return list;
}

/* How hexes become points and numbers. */
static struct node *
grid(struct page *p, const struct board *b)
{
	const struct hex_grid *g = b->grid;
	struct svg_place at = svg_place(b, &p->options);
	struct node *t = node_table(p->a);

	node_add_int(p->a, t, "flat", g->top == HEX_FLAT);
	node_add_int(p->a, t, "odd", g->shove == HEX_SHOVE_ODD);
	node_add_int(p->a, t, "first", g->top == HEX_FLAT ? g->col0 : g->row0);
	node_add_int(p->a, t, "cols", g->cols);
	node_add_int(p->a, t, "x0", at.x0);
	node_add_int(p->a, t, "y0", at.y0);
	node_add_int(p->a, t, "dx", at.dx);
	node_add_int(p->a, t, "dy", at.dy);
	node_add_int(p->a, t, "shove", at.shove);
	node_add_int(p->a, t, "w", at.width);
	node_add_int(p->a, t, "h", at.height);
	node_add_int(p->a, t, "manner", b->manner);
	node_add_int(p->a, t, "ccrr", g->numbers == HEX_CCRR);
	node_add_int(p->a, t, "digits", g->digits);
	node_add_int(p->a, t, "col0", g->col0);
	node_add_int(p->a, t, "row0", hex_row(g, 0));
	node_add_int(p->a, t, "up", g->up);
	return t;
}

static struct node *
sides(struct page *p, const struct board *b)
{
	struct node *list = node_array(p->a);

	for (int i = 0; i < b->nsides; i++) {
		struct node *t = node_array(p->a);
		const char *colours[4];

		svg_side_colours(b, i, colours);
		node_add(p->a, t, NULL, node_string(p->a, b->side[i].title));
		for (int k = 0; k < 4; k++)
			node_add(p->a, t, NULL, node_string(p->a, colours[k]));
		node_add(p->a, list, NULL, t);
	}
	return list;
}

static struct node *
statuses(struct page *p, const struct board *b)
{
	struct node *list = node_array(p->a);

	for (int i = 0; i < b->nsides; i++)
		node_add(p->a, list, NULL, node_string(p->a, say_board(b,
		    b->side[i].status)));
	return list;
}

/* What it takes to make the rolls again: [label, nth, sides, face, shows]. */
static struct node *
dice(struct page *p, const struct node *d, const char *commitment)
{
	struct node *t = node_table(p->a), *list;
	const struct node *rolls = node_array_of(d, "roll");

	node_add_int(p->a, t, "x", node_integer(d, "exchange", 0));
	node_add_string(p->a, t, "seed", node_str(d, "seed") ?
	    node_str(d, "seed") : "");
	node_add_string(p->a, t, "transcript", node_str(d, "transcript") ?
	    node_str(d, "transcript") : "");
	node_add_string(p->a, t, "commitment", commitment ? commitment : "");
	list = node_add_array(p->a, t, "rolls");
	for (const struct node *r = rolls ? rolls->child : NULL; r != NULL;
	    r = r->next) {
		static const char *const keys[] = { "label", "nth", "sides",
		    "face", "shows" };
		struct node *row = node_array(p->a);

		for (int i = 0; i < 5; i++) {
			const struct node *v = node_get(r, keys[i]);

			node_add(p->a, row, NULL, v ? node_copy(p->a, v) :
			    node_int(p->a, 0));
		}
		node_add(p->a, list, NULL, row);
	}
	return t;
}

static struct node *
exchange(struct page *p, int i, const struct page_turn *before,
    const struct board *then, int *moved)
{
	const struct report_exchange *x = &p->c->told[i];
	struct board after = *then;
	struct node *t = node_table(p->a);

	after.arena = p->a;
	node_add_int(p->a, t, "n", x->n);
	if (i == 0)
		node_add(p->a, t, "start", replay_changes(p->a, &p->all, NULL,
		    before->board));
	node_add(p->a, t, "steps", replay_steps(p->g, &p->all, before->board,
	    &after, x->events, moved));
	node_add(p->a, t, "was", statuses(p, before->board));
	node_add(p->a, t, "is", statuses(p, &after));
	if (x->dice != NULL)
		node_add(p->a, t, "dice", dice(p, x->dice,
		    before->commitment));
	return t;
}

/* The exchanges as JSON, each in memory of its own: a game has hundreds.  On the
 * way the pieces are found and the last board; false if a turn is missing. */
static bool
write_exchanges(struct str *json, struct page *p, page_turn_of *turn,
    void *ctx, int *moved)
{
	const struct page_turn *before = turn(ctx, 0), *after = before;

	if (before == NULL)
		return false;
	replay_add(p->a, &p->all, before->board);
	str_addc(json, '[');
	for (int i = 0; i < p->c->ntold; i++, before = after) {
		struct arena scratch = { 0 };
		struct page one;

		after = turn(ctx, i + 1);
		if (after == NULL)
			return false;
		replay_add(p->a, &p->all, after->board);
		p->when[i] = after->when != NULL ? arena_strdup(p->a,
		    after->when) : NULL;
		one = *p;
		one.a = &scratch;
		if (i > 0)
			str_add(json, ", ");
		json_write(json, exchange(&one, i, before, after->board,
		    moved));
		arena_free(&scratch);
	}
	str_addc(json, ']');
	p->last = after->board;
	return true;
}

/* JSON in a script element: nothing in it may end the element. */
static void
add_data(struct page *p, struct node *facts, const struct str *exchanges,
    int moved)
{
	struct arena here = { 0 };
	struct str json = str_new(&here), out = str_new(&here);

	str_add(&json, "{\"game\": ");
	json_write(&json, node_string(p->a, p->c->game));
	str_add(&json, ", \"grid\": ");
	json_write(&json, grid(p, p->last));
	str_add(&json, ", \"sides\": ");
	json_write(&json, sides(p, p->last));
	str_add(&json, ", \"pieces\": ");
	json_write(&json, pieces(p));
	str_add(&json, ", \"x\": ");
	str_addn(&json, exchanges->s, exchanges->len);
	str_addf(&json, ", \"moved\": %d}", moved);
	for (const char *s = json.s; *s != '\0'; s++)
		if (*s == '<' || *s == '>' || *s == '&')
			str_addf(&out, "\\u%04x", (unsigned)*s);
		else
			str_addc(&out, *s);
	node_add_string(p->a, facts, "data", out.s);
	arena_free(&here);
}

/* --------------------------------------------------------------- the text */

static void
add_parts(struct page *p, struct node *facts)
{
	struct node *list = node_add_array(p->a, facts, "part");
	const struct node *phrases = p->c->phrases ? p->c->phrases :
	    p->c->rules ? p->c->rules->tree.phrases : NULL;
	struct phrase_names names = report_story_names(report_names(p->a, p->g,
	    p->c->rules).ctx);

	for (int i = 0; i < p->c->ntold; i++) {
		struct node *t = node_table(p->a);

		node_add_int(p->a, t, "n", p->c->told[i].n);
		if (p->when[i] != NULL)
			node_add_string(p->a, t, "stands", p->when[i]);
		story_add(p->a, node_add_array(p->a, t, "chapter"),
		    p->c->told[i].events, phrases, &names);
		node_add(p->a, list, NULL, t);
	}
}

static const char *
picture(struct page *p)
{
	const struct board *b = p->last;
	const struct report_exchange *x = &p->c->told[p->c->ntold - 1];
	struct track t = track_events(p->g, b, x->events);
	struct str s = str_new(p->a);

	svg_board(&s, b, &t, &p->options);
	return s.s;
}

struct node *
page_facts(struct arena *a, struct game *g, const struct report_context *c,
    page_turn_of *turn, void *ctx)
{
	struct report_context apart = *c;
	struct page p = { .a = a, .g = g, .c = c,
	    .when = arena_new(a, const char *, c->ntold + 1),
	    .options = { .around = HEX_NONE, .bare = true, .page = true } };
	struct arena here = { 0 };
	struct str words = str_new(p.a), exchanges = str_new(&here);
	struct node *facts = NULL;
	int moved = 0;

	apart.apart = true;
	if (write_exchanges(&exchanges, &p, turn, ctx, &moved)) {
		facts = report_facts(p.a, g, &apart);
		if (!c->brief)
			words_board(&words, g, p.last, NULL);
		add_parts(&p, facts);
		node_add_string(p.a, facts, "svg", picture(&p));
		if (words.len > 0)
			node_add_string(p.a, facts, "words", words.s);
		add_data(&p, facts, &exchanges, moved);
	}
	arena_free(&here);
	return facts;
}

int
page_write(struct err *e, struct str *out, struct node *facts,
    const char *script, const char *style)
{
	struct arena *a = out->arena;

	node_add_string(a, facts, "script", page_script());
	node_add_string(a, facts, "style", page_style(a));
	node_add_string(a, facts, "script_hash", script);
	node_add_string(a, facts, "style_hash", style);
	return layout_fill(e, out, "page.html", layout_own("page.html"), facts,
	    ESCAPE_HTML);
}
