/* words.c: a position in sentences, for somebody who cannot see the map */
#include "show/words.h"

#include "base/arena.h"
#include "base/str.h"
#include "engine/game.h"
#include "show/wrap.h"

#include <string.h>

static const char *
name(const struct board *b, const struct board_piece *p)
{
	return *p->name ? arena_printf(b->arena, "%s (%s)", p->name, p->id) :
	    p->id;
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
ground_words(struct str *s, const struct board *b, int hex)
{
	int n = 0;

	for (int k = 1; k < BOARD_GROUND_COUNT; k++)
		if (b->ground[hex] >> k & 1)
			str_addf(s, "%s%s", n++ ? " and " : " in ",
			    board_ground_name(k));
	if (n == 0)
		str_add(s, " on clear ground");
	if (b->manner == BOARD_FACED && b->level[hex] != 0)
		str_addf(s, ", level %d", b->level[hex]);
}

/* "A stream runs along its hexsides N and NE." */
static void
side_words(struct str *s, const struct board *b, int hex)
{
	for (int k = 0; k < BOARD_EDGE_COUNT; k++) {
		int n = 0;

		for (int d = 0; d < HEX_DIRS; d++) {
			if (!(b->edge[hex][d] >> k & 1))
				continue;
			if (n++ == 0)
				str_addf(s, " There is a %s along its hexside",
				    board_edge_name(k));
			str_addf(s, n > 1 ? " and %s" : " %s",
			    hex_dir_name(b->grid, d));
		}
		if (n > 0)
			str_addc(s, '.');
	}
}

static void
state_words(struct str *s, const struct board *b, const struct board_piece *p)
{
	static const struct { unsigned bit; const char *word; } words[] = {
		{ BOARD_ROUTED, "routed" }, { BOARD_DISRUPTED, "disrupted" },
		{ BOARD_DEPLETED, "depleted" }, { BOARD_RALLIED, "rallied" },
		{ BOARD_SHIELD, "in a shield wall" },
		{ BOARD_ENGAGED, "engaged" }, { BOARD_WOUNDED, "wounded" },
		{ BOARD_FINISHED, "finished for this turn" },
		{ BOARD_LOOSE, "out of control" },
	};

	if (p->facing >= 0 && p->state & BOARD_COLUMN)
		str_addf(s, ", in column, facing %s", hex_dir_name(b->grid,
		    p->facing));
	else if (p->facing >= 0)
		str_addf(s, ", facing %s", hex_vertex_name(b->grid,
		    p->facing));
	if (p->hits > 0)
		str_addf(s, ", with %d hit%s", p->hits, p->hits == 1 ? "" :
		    "s");
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (p->state & words[i].bit)
			str_addf(s, ", %s", words[i].word);
}

static void
neighbours(struct str *s, const struct board *b, const struct board_piece *p)
{
	const struct board_piece *q;
	int n = 0;

	for (int k = 0; (q = board_at(b, p->hex, k)) != NULL; k++)
		if (q != p)
			str_addf(s, "%s%s", n++ ? ", " : " In the same hex: ",
			    name(b, q));
	if (n > 0)
		str_addc(s, '.');
	n = 0;
	for (int d = 0; d < HEX_DIRS; d++)
		for (int k = 0; (q = board_at(b, hex_step(b->grid, p->hex, d),
		    k)) != NULL; k++)
			str_addf(s, "%s%s %s to the %s", n++ ? ", " :
			    " Next to it: ", q->side == p->side ? "friend" :
			    "enemy", name(b, q), hex_dir_name(b->grid, d));
	str_add(s, n > 0 ? "." : " Nobody is next to it.");
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
sights(struct str *s, struct game *g, const struct board *b,
    const struct board_piece *p)
{
	struct seen list[SEEN] = { { NULL, 0 } };
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
	if (all == 0) {
		str_add(s, " It sees no enemy.");
		return;
	}
	str_addf(s, " It sees %d %s: ", all, all == 1 ? "enemy" : "enemies");
	for (int i = 0; i < n; i++)
		str_addf(s, "%s%s in %s, %d hex%s to the %s", i ? "; " : "",
		    name(b, list[i].p), hex_of(b, list[i].p->hex),
		    list[i].distance, list[i].distance == 1 ? "" : "es",
		    way_to(b, p->hex, list[i].p->hex));
	str_addf(s, all > n ? "; and %d farther away." : ".", all - n);
}

static void
piece(struct str *out, struct game *g, const struct board *b,
    const struct board_piece *p)
{
	struct str s = str_new(b->arena);

	str_add(&s, name(b, p));
	if (*p->kind)
		str_addf(&s, ", %s", p->kind);
	if (*p->facts)
		str_addf(&s, ", %s", p->facts);
	str_addf(&s, ", is in %s", hex_of(b, p->hex));
	if (p->hex2 != HEX_NONE)
		str_addf(&s, " and %s", hex_of(b, p->hex2));
	ground_words(&s, b, p->hex);
	state_words(&s, b, p);
	str_addc(&s, '.');
	side_words(&s, b, p->hex);
	neighbours(&s, b, p);
	sights(&s, g, b, p);
	wrap_text(out, s.s, 0, 2);
}

static void
elsewhere(struct str *out, const struct board *b, int side,
    enum board_where where, const char *title)
{
	struct str s = str_new(b->arena);
	int n = 0;

	for (int i = 0; i < b->npieces; i++)
		if (b->piece[i].side == side && b->piece[i].where == where)
			str_addf(&s, "%s%s", n++ ? ", " : title,
			    name(b, &b->piece[i]));
	if (n > 0) {
		str_addc(&s, '.');
		wrap_text(out, s.s, 0, 2);
	}
}

void
words_board(struct str *out, struct game *g, const struct board *b,
    const char *only)
{
	if (only == NULL && b->title != NULL)
		wrap_text(out, arena_printf(b->arena, "%s, %s.", b->title,
		    b->when ? b->when : ""), 0, 0);
	for (int side = 0; side < b->nsides; side++) {
		if (only == NULL)
			wrap_heading(out, arena_printf(b->arena, "%s%s%s",
			    b->side[side].title, *b->side[side].status ? ": " :
			    "", b->side[side].status), '-');
		for (int i = 0; i < b->npieces; i++) {
			const struct board_piece *p = &b->piece[i];

			if (p->side == side && p->where == BOARD_ON_MAP &&
			    (only == NULL || strcmp(only, p->id) == 0))
				piece(out, g, b, p);
		}
		if (only != NULL)
			continue;
		elsewhere(out, b, side, BOARD_WAITING, "Still to come: ");
		elsewhere(out, b, side, BOARD_LOST, "Lost: ");
		elsewhere(out, b, side, BOARD_LEFT_MAP, "Left the map: ");
	}
}
