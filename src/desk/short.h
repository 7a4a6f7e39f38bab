/* short.h: an order in a few words: "move legio-3 2503" */
#ifndef IACTA_DESK_SHORT_H
#define IACTA_DESK_SHORT_H

#include "desk/desk.h"

/*
 * Read an order as it is typed: TOML's { do = "move", ... }, or a verb and
 * words.  Each word finds its field by what it is: a hex, one's own unit or
 * leader, an enemy, a number, a word that the field takes, the name of a field
 * that is true or false, FIELD=VALUE; several units fill a list.  ERR_INPUT
 * with the reason.
 */
int short_order(struct err *e, const struct desk *d, const char *line,
	struct node **out) __attribute__((warn_unused_result));

/* What could stand next in such a line, for completion: words that begin with
 * `begin`, in an array. */
struct node *short_complete(const struct desk *d, const char *line,
	const char *begin);

/*
 * The same backwards: an order as it is typed, "play two-left-1 purple-mc-1
 * purple-mc-3"; NULL for one that takes a table to write.
 */
const char *short_words(const struct desk *d, const struct node *order);

#endif
