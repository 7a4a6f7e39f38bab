/* expand.h: orders of several units at once, made into single ones */
#ifndef IACTA_DESK_EXPAND_H
#define IACTA_DESK_EXPAND_H

#include "desk/desk.h"

/*
 *	{ do = "advance", units = "cat-*", toward = "2725", by = 4 }
 *
 * moves each of these units (a pattern of ids, or a list of ids and patterns)
 * as near to that hex as it legally gets, at most `by` hexes from where it
 * stands; without `toward` to the enemy nearest to it.  "line cat-*" gives them
 * a line command first.  Those who stand nearest go first, and who gets no
 * nearer stays.  What the other orders of the paper did before is taken as
 * `check` assumes it.
 */

/* Has the paper any such orders? */
bool expand_needed(const struct node *paper);

/*
 * The paper with single orders in their place.  ERR_INPUT where one is badly
 * written, or nobody can follow it.
 */
int expand_paper(struct err *e, const struct desk *d,
	const struct node *paper, struct node **out)
	__attribute__((warn_unused_result));

/* The same for the text of a draft; as it is where there is nothing to do. */
int expand_draft(struct err *e, const struct desk *d, const char *file,
	const char *text, size_t len, const char **out, size_t *out_len)
	__attribute__((warn_unused_result));

#endif
