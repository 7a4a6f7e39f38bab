/* altered.h: does a game bring rules of its own? */
#ifndef IACTA_TRUST_ALTERED_H
#define IACTA_TRUST_ALTERED_H

#include "trust/position.h"

/*
 * Every file of the game's rules/ that is not the one that this program has
 * for that revision: an array of strings, "charts.toml: unit.legio-2.strength
 * is 9, not 8 (and 3 more)".  Empty where all are the same.  Where this program
 * cannot tell, one string says why.  Never fails.
 */
struct node *altered_rules(struct arena *a, const struct position *p);

#endif
