/* changes.h: what is otherwise between two positions */
#ifndef IACTA_SHOW_CHANGES_H
#define IACTA_SHOW_CHANGES_H

struct arena;
struct board;
struct names;
struct node;

/*
 * Compare two positions, as they stand in turn files, piece by piece (all that
 * has an id and a side), and add to `out`, an array, for each side
 *
 *	{ side, title, piece = [{ id, name, change }] }
 *
 * A change is told by the phrase under [change] of the catalogue, whose key
 * is table and field ("unit.hits"); its fields are `old` and `new` (empty
 * where the field was or is not there) besides those that the piece has now.
 * What has no phrase there is not told.
 */
void changes_add(struct arena *a, struct node *out, const struct node *before,
	const struct node *after, const struct node *catalogue,
	struct names *names);

/*
 * The rest of each side, which is not in `out`: rest = [{ id, name, hex, hits }]
 * of those who are on the map or still to come.  A side of which nothing changed
 * gets an entry with an empty `piece`.
 */
void changes_add_rest(struct arena *a, struct node *out,
	const struct board *b, struct names *names);

#endif
