/* track.c: the deeds of some events, and where everybody stood at each.
 *
 * An event of combat may name units without their hexes.  Where a unit stood
 * then follows from the moves around it: it is where its last move before that
 * led, or else where its next one began, or else where it stands at the end. */
#include "show/track.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

bool
track_moves(enum board_deed_kind kind)
{
	switch (kind) {
	case BOARD_MOVE: case BOARD_PLACE: case BOARD_ADVANCE:
	case BOARD_RETREAT: case BOARD_EVADE: case BOARD_ROUT:
		return true;
	case BOARD_NO_DEED: case BOARD_TURN: case BOARD_FIRE:
	case BOARD_ATTACK: case BOARD_BACK: case BOARD_HIT:
	case BOARD_GONE: case BOARD_EXITED: case BOARD_DISRUPT:
	case BOARD_RECOVER: case BOARD_DEED_COUNT:
		break;
	}
	return false;
}

static bool
does(const struct board_deed *d, const char *id)
{
	for (int i = 0; i < d->n; i++)
		if (strcmp(d->who[i], id) == 0)
			return true;
	return false;
}

static int
place(const struct track *t, const struct board *after, const char *id, int at)
{
	const struct board_piece *p = board_find(after, id);

	for (int i = at - 1; i >= 0; i--) {
		const struct board_deed *d = &t->deed[i].d;

		if (track_moves(d->kind) && d->to != HEX_NONE && does(d, id))
			return d->to;
	}
	for (int i = at; i < t->n; i++) {
		const struct board_deed *d = &t->deed[i].d;

		if (!does(d, id))
			continue;
		if (d->kind == BOARD_GONE || d->kind == BOARD_EXITED)
			return d->to;
		if (track_moves(d->kind) && d->from != HEX_NONE)
			return d->from;
		if (d->kind == BOARD_PLACE)
			return HEX_NONE;
	}
	return p != NULL && p->where == BOARD_ON_MAP ? p->hex : HEX_NONE;
}

static void
resolve(struct track *t, const struct board *after, int i)
{
	struct track_deed *x = &t->deed[i];

	for (int k = 0; k < x->d.n; k++)
		x->who_hex[k] = k == 0 && x->d.from != HEX_NONE ? x->d.from :
		    place(t, after, x->d.who[k], i);
	for (int k = 0; k < x->d.ntargets; k++)
		x->target_hex[k] = k == 0 && x->d.ntargets == 1 &&
		    x->d.to != HEX_NONE ? x->d.to :
		    place(t, after, x->d.target[k], i);
}

struct track
track_events(struct game *g, const struct board *after,
    const struct node *events)
{
	struct track t = { 0, NULL };
	int index = 0, number = 0;

	if (events == NULL || events->n == 0)
		return t;
	t.deed = arena_new(after->arena, struct track_deed, events->n);
	for (const struct node *x = events->child; x != NULL; x = x->next)
		t.n += board_deed(g, x, index++, &t.deed[t.n].d);
	for (int i = 0; i < t.n; i++) {
		enum board_deed_kind k = t.deed[i].d.kind;

		resolve(&t, after, i);
		if (k == BOARD_FIRE || k == BOARD_ATTACK)
			t.deed[i].number = ++number;
	}
	return t;
}
