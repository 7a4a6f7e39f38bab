/*
 * words.c: a position in sentences, for somebody who cannot see the map
 *
 * The sentences are those of templates/words.txt; here are the facts:
 *
 *	title, when             of the battle, unless it is about one unit
 *	whole                   whether it is about all
 *	side     [{ title, status, piece, waiting, lost, left }]
 *	piece    [{ name, id, kind, facts, hex, hex2, ground = [name], level,
 *	         column, facing, hits, state = [code],
 *	         edge = [{ name, dir = [direction] }],
 *	         with = [{ name, id }],
 *	         next = [{ name, id, friend, dir }],
 *	         sees, seen = [{ name, id, hex, distance, way }], farther }]
 *	waiting, lost, left     [{ name, id }]
 */
#include "show/words.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/game.h"
#include "show/layout.h"
#include "show/say.h"

#include <assert.h>
#include <string.h>

/* A unit as it is mentioned: its name, and its id where that is another, else
 * empty (one that is not there would be sought in the table around it). */
static struct node *
add_name(struct arena *a, struct node *list, const struct board_piece *p)
{
	struct node *t = node_add(a, list, NULL, node_table(a));

	node_add_string(a, t, "name", *p->name ? p->name : p->id);
	node_add_string(a, t, "id", *p->name ? p->id : "");
	return t;
}

static const char *
hex_of(const struct board *b, int hex)
{
	char buf[8];

	return arena_strdup(b->arena, hex_name(b->grid, hex, buf));
}

/* "north", "south-west": from one hex to another, of eight ways. */
static const char *
way_to(const struct board *b, int from, int to)
{
	static const char *const words[] = { "north", "north-east", "east",
	    "south-east", "south", "south-west", "west", "north-west" };
	bool flat = b->grid->top == HEX_FLAT;
	int c = to % b->grid->cols - from % b->grid->cols;
	int r = to / b->grid->cols - from / b->grid->cols;
	int x = flat ? 87 * c : 100 * c, y = flat ? 100 * r : 87 * r;
	int ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;

	if (ax * 5 < ay * 2)
		return words[y < 0 ? 0 : 4];
	if (ay * 5 < ax * 2)
		return words[x > 0 ? 2 : 6];
	return x > 0 ? words[y < 0 ? 1 : 3] : words[y < 0 ? 7 : 5];
}

static void
add_ground(struct arena *a, struct node *t, const struct board *b, int hex)
{
	struct node *list = node_add_array(a, t, "ground");

	for (int k = 1; k < BOARD_GROUND_COUNT; k++)
		if (b->ground[hex] >> k & 1)
			node_add(a, list, NULL, node_string(a,
			    say_name(b, board_ground_code(k))));
	if (b->manner == BOARD_FACED && b->level[hex] != 0)
		node_add_int(a, t, "level", b->level[hex]);
}

static void
add_edges(struct arena *a, struct node *t, const struct board *b, int hex)
{
	struct node *list = node_add_array(a, t, "edge");

	for (int k = 0; k < BOARD_EDGE_COUNT; k++) {
		struct node *dirs = NULL;

		for (int d = 0; d < HEX_DIRS; d++) {
			if (!(b->edge[hex][d] >> k & 1))
				continue;
			if (dirs == NULL) {
				struct node *x = node_add(a, list, NULL,
				    node_table(a));

				node_add_string(a, x, "name",
				    say_name(b, board_edge_code(k)));
				dirs = node_add_array(a, x, "dir");
			}
			node_add(a, dirs, NULL, node_string(a, hex_dir_name(
			    b->grid, d)));
		}
	}
}

static void
add_state(struct arena *a, struct node *t, const struct board *b,
    const struct board_piece *p)
{
	static const struct { unsigned bit; const char *code; } codes[] = {
		{ BOARD_ROUTED, "routed" }, { BOARD_DISRUPTED, "disrupted" },
		{ BOARD_DEPLETED, "depleted" }, { BOARD_RALLIED, "rallied" },
		{ BOARD_SHIELD, "shield" }, { BOARD_ENGAGED, "engaged" },
		{ BOARD_WOUNDED, "wounded" }, { BOARD_FINISHED, "finished" },
		{ BOARD_LOOSE, "loose" }, { BOARD_DOUBLED, "doubled" },
	};
	struct node *list;

	if (p->facing >= 0) {
		bool column = (p->state & BOARD_COLUMN) != 0;

		node_add_bool(a, t, "column", column);
		node_add_string(a, t, "facing", column ? hex_dir_name(b->grid,
		    p->facing) : hex_vertex_name(b->grid, p->facing));
	}
	if (p->hits > 0)
		node_add_int(a, t, "hits", p->hits);
	list = node_add_array(a, t, "state");
	for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
		if (p->state & codes[i].bit)
			node_add(a, list, NULL, node_string(a,
			    codes[i].code));
}

static void
add_neighbours(struct arena *a, struct node *t, const struct board *b,
    const struct board_piece *p)
{
	struct node *with = node_add_array(a, t, "with");
	struct node *next = node_add_array(a, t, "next");
	const struct board_piece *q;

	for (int k = 0; (q = board_at(b, p->hex, k)) != NULL; k++)
		if (q != p)
			add_name(a, with, q);
	for (int d = 0; d < HEX_DIRS; d++)
		for (int k = 0; (q = board_at(b, hex_step(b->grid, p->hex, d),
		    k)) != NULL; k++) {
			struct node *x = add_name(a, next, q);

			node_add_bool(a, x, "friend", q->side == p->side);
			node_add_string(a, x, "dir", hex_dir_name(b->grid, d));
		}
}

#define SEEN 5			/* enemies told of, the nearest first */

struct seen {
	const struct board_piece *p;
	int distance;
};

static void
keep_nearest(struct seen *list, int *n, struct seen x)
{
	int i = *n < SEEN ? (*n)++ : SEEN - 1;

	if (i == SEEN - 1 && *n == SEEN && list[i].p != NULL &&
	    list[i].distance <= x.distance)
		return;
	for (; i > 0 && list[i - 1].distance > x.distance; i--)
		list[i] = list[i - 1];
	list[i] = x;
}

static void
add_sights(struct arena *a, struct node *t, struct game *g,
    const struct board *b, const struct board_piece *p)
{
	struct seen list[SEEN] = { { NULL, 0 } };
	struct node *seen = node_add_array(a, t, "seen");
	int n = 0, all = 0;

	for (int i = 0; i < b->npieces; i++) {
		const struct board_piece *q = &b->piece[i];

		if (q->side == p->side || q->where != BOARD_ON_MAP ||
		    (g->sys->sees != NULL && !g->sys->sees(g, p->hex,
		    q->hex)))
			continue;
		all++;
		keep_nearest(list, &n, (struct seen){ q, hex_distance(b->grid,
		    p->hex, q->hex) });
	}
	node_add_int(a, t, "sees", all);
	for (int i = 0; i < n; i++) {
		struct node *x = add_name(a, seen, list[i].p);

		node_add_string(a, x, "hex", hex_of(b, list[i].p->hex));
		node_add_int(a, x, "distance", list[i].distance);
		node_add_string(a, x, "way", way_to(b, p->hex,
		    list[i].p->hex));
	}
	if (all > n)
		node_add_int(a, t, "farther", all - n);
}

static void
add_piece(struct arena *a, struct node *list, struct game *g,
    const struct board *b, const struct board_piece *p)
{
	struct node *t = add_name(a, list, p);

	node_add_string(a, t, "kind", say_kind(b, p));
	node_add_string(a, t, "facts", say_board(b, p->facts));
	node_add_string(a, t, "hex", hex_of(b, p->hex));
	if (p->hex2 != HEX_NONE)
		node_add_string(a, t, "hex2", hex_of(b, p->hex2));
	add_ground(a, t, b, p->hex);
	add_state(a, t, b, p);
	add_edges(a, t, b, p->hex);
	add_neighbours(a, t, b, p);
	add_sights(a, t, g, b, p);
}

static void
add_elsewhere(struct arena *a, struct node *side, const struct board *b, int i,
    enum board_where where, const char *key)
{
	struct node *list = node_add_array(a, side, key);

	for (int k = 0; k < b->npieces; k++)
		if (b->piece[k].side == i && b->piece[k].where == where)
			add_name(a, list, &b->piece[k]);
}

static void
add_side(struct arena *a, struct node *sides, struct game *g,
    const struct board *b, int i, const char *only)
{
	struct node *t = node_add(a, sides, NULL, node_table(a));
	struct node *list;

	node_add_string(a, t, "title", b->side[i].title);
	node_add_string(a, t, "status", say_board(b, b->side[i].status));
	list = node_add_array(a, t, "piece");
	for (int k = 0; k < b->npieces; k++) {
		const struct board_piece *p = &b->piece[k];

		if (p->side == i && p->where == BOARD_ON_MAP &&
		    (only == NULL || strcmp(only, p->id) == 0))
			add_piece(a, list, g, b, p);
	}
	if (only != NULL)
		return;
	add_elsewhere(a, t, b, i, BOARD_WAITING, "waiting");
	add_elsewhere(a, t, b, i, BOARD_LOST, "lost");
	add_elsewhere(a, t, b, i, BOARD_LEFT_MAP, "left");
}

void
words_board(struct str *out, struct game *g, const struct board *b,
    const char *only)
{
	struct arena *a = b->arena;
	struct node *facts = node_table(a), *sides;
	const char *layout = layout_own("words.txt");
	struct err e = { 0 };

	assert(layout != NULL);
	node_add_bool(a, facts, "whole", only == NULL);
	if (only == NULL && b->title != NULL)
		node_add_string(a, facts, "title", b->title);
	if (b->when != NULL)
		node_add_string(a, facts, "when", b->when);
	sides = node_add_array(a, facts, "side");
	for (int i = 0; i < b->nsides; i++)
		add_side(a, sides, g, b, i, only);
	if (layout_fill(&e, out, "words.txt", layout, facts, ESCAPE_TEXT) !=
	    ERR_OK)
		str_addf(out, "%s\n", e.msg);
}
