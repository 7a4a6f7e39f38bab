/*
 * standing.h: how far a side has come in the orders that stand
 *
 * `used` is the number of the order that was begun last.  One order of the list
 * may lead to several: those under its `if_fails` (`part` counts the ones that
 * were begun) and the single ones of a group (`each` counts them, `moved` are
 * the units that have gone).  All of it follows from what was published, so
 * that who has only answers.toml keeps the same checkpoint.
 */
#ifndef IACTA_ENGINE_STANDING_H
#define IACTA_ENGINE_STANDING_H

#include "engine/game.h"

struct upcoming {
	const struct node *order;	/* as it is written; NULL: none is left */
	const struct node *single;	/* of a group; NULL: nobody can follow */
	int number, part, each;
};

/* What comes next of the orders that stand. */
struct upcoming orders_upcoming(struct game *g, int side, int phase);

/* An order, or a word in its place (`value` a string), was taken. */
void orders_took(struct game *g, int side, int number, int part, int each,
	const struct node *value);

/* The order just taken is refused; if it was a group's, that ends. */
void orders_refused(struct player *p);

/* What was written under that number and part; NULL. */
const struct node *orders_entry(const struct player *p, int number, int part);

/* { part = 1, each = 2 }, each where it is not 0; NULL: neither. */
struct node *orders_about(struct arena *a, int part, int each);

#endif
