/* replay.h: an exchange step by step, for the page that shows it */
#ifndef IACTA_SHOW_REPLAY_H
#define IACTA_SHOW_REPLAY_H

#include "engine/board.h"

struct node;

/* All pieces that ever stand on one of several boards, in one order. */
struct replay_pieces {
	int n, cap;
	struct board_piece *piece;	/* id, name, kind and what does not
					 * change, as first seen */
};
/* Those of one more board: what it has that is new comes last.  The board is not
 * needed afterwards. */
void replay_add(struct arena *a, struct replay_pieces *all,
	const struct board *b);

/*
 * The steps of an exchange, as an array for the page's script: for each event
 * that is seen or told
 *
 *	{ e, k, w, t, f, p, c }
 *
 * `e` the event's index, `k` the kind of deed (as enum board_deed_kind), `w`
 * and `t` the pieces that do and suffer it, `f` their hexes [[who], [target]],
 * `p` the way, `c` how pieces come out of it, each as replay_state has it.  The
 * last step also brings every piece to where `after` has it; how many pieces
 * that moves to another hex is added to *moved.
 */
struct node *replay_steps(struct game *g, const struct replay_pieces *all,
	const struct board *before, const struct board *after,
	const struct node *events, int *moved);

/* [piece, where, hex, hex2, facing, hits, blocks, state, supply, rating,
 * facts] */
struct node *replay_state(struct arena *a, int index, const struct board *b,
	const struct board_piece *p);
/* Of all pieces that differ between two boards (`from` NULL: of all). */
struct node *replay_changes(struct arena *a, const struct replay_pieces *all,
	const struct board *from, const struct board *to);

#endif
