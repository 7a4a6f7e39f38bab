/*
 * group.h: orders of several units at once
 *
 *	{ do = "advance", units = "cat-*", toward = "2725", by = 4 }
 *
 * moves each of these units (a pattern of ids, or a list of ids and patterns)
 * as near to that hex as it legally gets, at most `by` hexes from where it
 * stands; without `toward` to the enemy nearest to it.  "line cat-*" gives them
 * a line command first.  The order is handed out as single ones, each found
 * when its turn comes: of those who have not gone yet the nearest to his goal
 * who can get nearer.  Nothing but the position and who has gone decides it, so
 * that a run that goes on from a checkpoint finds the same.
 */
#ifndef IACTA_ENGINE_GROUP_H
#define IACTA_ENGINE_GROUP_H

#include "engine/game.h"

bool group_is(const struct node *order);
/* The verb that its single orders have ("move"); NULL: the system has none. */
const struct order_verb *group_verb(const struct system *s);
/* The verb of any order, a group's that of its single ones; NULL: none. */
const struct order_verb *group_verb_of(const struct system *s,
	const struct node *order);
/* Does it begin with a line command? */
bool group_line(const struct node *group);
/* NULL, or why it could never be carried out. */
const char *group_static(struct game *g, int side, const struct node *group);
/* Does it name this unit? */
bool group_names(const struct node *group, const char *unit);
/* Could this single order be one of it? */
bool group_may_give(const struct node *group, const struct node *order);

/* The next single order, where `each` were given and the units of `moved` (may
 * be NULL) have gone; NULL: none is left. */
struct node *group_next(struct game *g, int side, const struct node *group,
	int each, const struct node *moved);

#endif
