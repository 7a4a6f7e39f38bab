/* replay.c: an exchange step by step, for the page that shows it.
 *
 * The boards before and after an exchange are exact.  Between them events say
 * what changes: they are applied one after the other to a copy of the first
 * board, and the last step sets right whatever no event told. */
#include "show/replay.h"

#include "base/arena.h"
#include "base/node.h"
#include "engine/game.h"
#include "show/say.h"
#include "show/track.h"

#include <string.h>

static int
index_of(const struct replay_pieces *all, const char *id)
{
	for (int i = 0; i < all->n; i++)
		if (strcmp(all->piece[i].id, id) == 0)
			return i;
	return -1;
}

static void
grow(struct arena *a, struct replay_pieces *all)
{
	struct board_piece *old = all->piece;

	all->cap = all->cap > 0 ? 2 * all->cap : 64;
	all->piece = arena_new(a, struct board_piece, all->cap);
	if (all->n > 0)
		memcpy(all->piece, old, (size_t)all->n * sizeof *old);
}

void
replay_add(struct arena *a, struct replay_pieces *all, const struct board *b)
{
	for (int k = 0; k < b->npieces; k++) {
		const struct board_piece *p = &b->piece[k];
		struct board_piece *x;

		if (index_of(all, p->id) >= 0)
			continue;
		if (all->n == all->cap)
			grow(a, all);
		x = &all->piece[all->n++];
		*x = *p;
		x->id = arena_strdup(a, p->id);
		x->name = arena_strdup(a, p->name);
		x->kind = p->kind != NULL ? arena_strdup(a, p->kind) : NULL;
		x->rating = x->label = "";
		x->facts = (struct said){ NULL, NULL };
	}
}

static void
add_int(struct arena *a, struct node *list, int n)
{
	node_add(a, list, NULL, node_int(a, n));
}

struct node *
replay_state(struct arena *a, int index, const struct board *b,
    const struct board_piece *p)
{
	struct node *t = node_array(a);

	add_int(a, t, index);
	add_int(a, t, (int)p->where);
	add_int(a, t, p->where == BOARD_ON_MAP ? p->hex : HEX_NONE);
	add_int(a, t, p->where == BOARD_ON_MAP ? p->hex2 : HEX_NONE);
	add_int(a, t, p->facing);
	add_int(a, t, p->hits);
	add_int(a, t, p->blocks);
	add_int(a, t, (int)p->state);
	add_int(a, t, p->supply);
	node_add(a, t, NULL, node_string(a, p->rating));
	node_add(a, t, NULL, node_string(a, say_phrase(a, b->phrases,
	    p->facts)));
	return t;
}

/* Do they look the same? */
static bool
same(const struct board_piece *x, const struct board_piece *y)
{
	return x->where == y->where && x->hex == y->hex &&
	    x->hex2 == y->hex2 && x->facing == y->facing &&
	    x->hits == y->hits && x->blocks == y->blocks &&
	    x->state == y->state && x->supply == y->supply &&
	    strcmp(x->rating, y->rating) == 0 &&
	    said_same(x->facts, y->facts);
}

struct node *
replay_changes(struct arena *a, const struct replay_pieces *all,
    const struct board *from, const struct board *to)
{
	struct node *list = node_array(a);

	for (int i = 0; i < to->npieces; i++) {
		const struct board_piece *p = &to->piece[i];
		const struct board_piece *was = from != NULL ?
		    board_find(from, p->id) : NULL;

		if (was == NULL || !same(was, p))
			node_add(a, list, NULL, replay_state(a, index_of(all,
			    p->id), to, p));
	}
	return list;
}

/* --------------------------------------------------------- one deed's effect */

static struct board_piece *
find(struct board *b, const char *id)
{
	for (int i = 0; i < b->npieces; i++)
		if (strcmp(b->piece[i].id, id) == 0)
			return &b->piece[i];
	return NULL;
}

/*
 * A piece of two hexes keeps the way in which they lie, or turns with them:
 * what is on its right stays there.
 */
static void
put(struct board *b, struct board_piece *p, int hex, int facing)
{
	if (p->hex2 != HEX_NONE && p->hex != HEX_NONE) {
		int dir = hex_dir(b->grid, p->hex, p->hex2);

		if (dir >= 0 && facing >= 0 && p->facing >= 0)
			dir = (dir + facing - p->facing + HEX_DIRS) % HEX_DIRS;
		p->hex2 = dir < 0 ? HEX_NONE : hex_step(b->grid, hex, dir);
	}
	p->hex = hex;
	p->where = BOARD_ON_MAP;
}

static void
apply_end(struct board_piece *p, enum board_where where)
{
	p->where = where;
	p->hex = p->hex2 = HEX_NONE;
}

static void
apply_move(struct board *b, const struct board_deed *d)
{
	for (int i = 0; i < d->n; i++) {
		struct board_piece *p = find(b, d->who[i]);
		int to = d->to;

		if (p == NULL)
			continue;
		if (to == HEX_NONE && d->kind == BOARD_PLACE &&
		    d->ntargets > 0) {
			const struct board_piece *q = find(b, d->target[0]);

			to = q != NULL ? q->hex : HEX_NONE;
		}
		if (d->off)
			apply_end(p, BOARD_LEFT_MAP);
		if (d->off || to == HEX_NONE)
			continue;
		put(b, p, to, i == 0 && !d->column && !(p->state &
		    BOARD_COLUMN) ? d->facing : -1);
		if (d->facing >= 0 && i == 0) {
			p->facing = d->facing;
			p->state = (p->state & ~(unsigned)BOARD_COLUMN) |
			    (d->column ? BOARD_COLUMN : 0u);
		}
		if (d->kind == BOARD_ROUT && !(p->state & BOARD_IS_LEADER)) {
			p->state |= BOARD_ROUTED;
			p->facing = -1;
		}
	}
}

static void
apply_loss(struct board *b, const struct board_deed *d, struct board_piece *p)
{
	if (b->manner == BOARD_BLOCKS) {
		if (d->total >= 0)
			p->blocks = d->total;
		return;
	}
	if (d->kind == BOARD_RECOVER && d->total < 0)
		p->hits = -d->amount;
	else if (d->total >= 0)
		p->hits = d->total;
}

static void
apply_state(struct board *b, const struct board_deed *d,
    const struct node *event)
{
	const char *result = node_str(event, "result");

	for (int i = 0; i < d->n; i++) {
		struct board_piece *p = find(b, d->who[i]);

		if (p == NULL)
			continue;
		if (d->kind == BOARD_TURN && d->facing >= 0) {
			if (d->to != HEX_NONE)
				put(b, p, d->to, d->facing);
			p->facing = d->facing;
		} else if (d->kind == BOARD_HIT)
			apply_loss(b, d, p);
		else if (d->kind == BOARD_GONE)
			apply_end(p, BOARD_LOST);
		else if (d->kind == BOARD_EXITED)
			apply_end(p, BOARD_LEFT_MAP);
		else if (d->kind == BOARD_RECOVER) {
			if (result != NULL && strcmp(result, "rallied") != 0)
				continue;
			apply_loss(b, d, p);
			p->state &= ~(unsigned)(BOARD_ROUTED |
			    BOARD_DISRUPTED);
		}
	}
	if (d->kind == BOARD_FIRE && result != NULL &&
	    strcmp(result, "disrupted") == 0 && d->ntargets > 0) {
		struct board_piece *p = find(b, d->target[0]);

		if (p != NULL)
			p->state |= BOARD_DISRUPTED;
	}
}

static void
apply(struct board *b, const struct board_deed *d, const struct node *event)
{
	if (track_moves(d->kind))
		apply_move(b, d);
	else
		apply_state(b, d, event);
}

/* ------------------------------------------------------------------ steps */

/* A board of its own to change; the pieces' texts are shared. */
static struct board
copy_of(struct arena *a, const struct board *b)
{
	struct board c = *b;

	c.arena = a;
	c.piece = arena_new(a, struct board_piece, b->npieces + 1);
	memcpy(c.piece, b->piece, (size_t)b->npieces * sizeof *b->piece);
	return c;
}

static void
add_ids(struct arena *a, struct node *t, const char *key,
    const struct replay_pieces *all, const char *const *ids, int n)
{
	struct node *list = node_add_array(a, t, key);

	for (int i = 0; i < n; i++)
		add_int(a, list, index_of(all, ids[i]));
}

static void
add_hexes(struct arena *a, struct node *t, const int *hex, int n)
{
	struct node *list = node_array(a);

	for (int i = 0; i < n; i++)
		add_int(a, list, hex[i]);
	node_add(a, t, NULL, list);
}

static void
add_deed(struct arena *a, struct node *step, const struct replay_pieces *all,
    const struct track_deed *x)
{
	struct node *hexes;

	node_add_int(a, step, "k", x->d.kind);
	add_ids(a, step, "w", all, x->d.who, x->d.n);
	if (x->d.ntargets > 0)
		add_ids(a, step, "t", all, x->d.target, x->d.ntargets);
	hexes = node_add_array(a, step, "f");
	add_hexes(a, hexes, x->who_hex, x->d.n);
	add_hexes(a, hexes, x->target_hex, x->d.ntargets);
	if (x->d.nway > 0) {
		struct node *way = node_add_array(a, step, "p");

		for (int i = 0; i < x->d.nway; i++)
			add_int(a, way, x->d.way[i]);
	}
}

static int
count_moved(const struct board *now, const struct board *after)
{
	int n = 0;

	for (int i = 0; i < after->npieces; i++) {
		const struct board_piece *p = board_find(now,
		    after->piece[i].id);

		n += p != NULL && (p->where != after->piece[i].where ||
		    p->hex != after->piece[i].hex ||
		    p->hex2 != after->piece[i].hex2);
	}
	return n;
}

struct node *
replay_steps(struct game *g, const struct replay_pieces *all,
    const struct board *before, const struct board *after,
    const struct node *events, int *moved)
{
	struct arena *a = after->arena;
	struct track t = track_events(g, after, events);
	struct node *steps = node_array(a), *step = NULL;
	struct arena scratch = { 0 };
	struct board now = copy_of(&scratch, before), was = now;
	int index = 0, k = 0;

	was.piece = copy_of(&scratch, before).piece;

	for (const struct node *x = events ? events->child : NULL; x != NULL;
	    x = x->next, index++) {
		step = node_table(a);
		node_add_int(a, step, "e", index);
		if (k < t.n && t.deed[k].d.event == index) {
			memcpy(was.piece, now.piece, (size_t)now.npieces *
			    sizeof *now.piece);
			add_deed(a, step, all, &t.deed[k]);
			apply(&now, &t.deed[k].d, x);
			node_add(a, step, "c", replay_changes(a, all, &was,
			    &now));
			k++;
		}
		node_add(a, steps, NULL, step);
	}
	if (step != NULL) {
		node_set(a, step, "z", replay_changes(a, all, &now, after));
		*moved += count_moved(&now, after);
	}
	arena_free(&scratch);
	return steps;
}
