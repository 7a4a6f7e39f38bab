/* picture.c: the board of a game with its titles, and what happened on it */
#include "show/picture.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/game.h"
#include "show/phrase.h"
#include "show/say.h"

struct board *
picture_board(struct game *g, const struct scenario_files *f)
{
	struct board *b = board_of(g);

	b->title = node_str(f->scenario, "title");
	if (b->title == NULL)
		b->title = node_str(f->base, "title");
	b->system = node_str(f->system, "title");
	b->when = phrase_capital(b->arena, say_when(g));
	return b;
}

const char *
picture_note(struct arena *a, const char *game, long n)
{
	struct node *t = node_table(a);

	node_add_string(a, t, "game", game);
	node_add_int(a, t, "exchange", n);
	return phrase_own_filled(a, "legend", "note", t);
}

void
picture_svg(struct str *out, struct game *g, const struct scenario_files *f,
    const struct node *events, const char *note)
{
	struct board *b = picture_board(g, f);
	struct track t = track_events(g, b, events);
	struct svg_options o = { .around = HEX_NONE, .note = note };

	svg_board(out, b, &t, &o);
}
