/* rulings.h: the referee's own acts: written and signed, and those that wait */
#ifndef IACTA_TRUST_RULINGS_H
#define IACTA_TRUST_RULINGS_H

#include "trust/position.h"
#include "trust/submit.h"

/*
 * A submission of the referee to the open exchange with these acts (an array
 * of tables, as iacta-orders(5) has them), signed by his key, to be handed in
 * with `submit`.  They are checked like those of players, wait in the inbox
 * like them, and take effect when the exchange is adjudicated.
 */
int rulings_paper(struct err *e, struct arena *a, struct history *h,
	const struct node *acts, struct submit_input *out)
	__attribute__((warn_unused_result));

/*
 * [terms] as the next turn will have it by what the referee and the players
 * have handed in so far that holds acts alone; NULL if there is none.  An
 * extension, a pause or an absence counts from the moment it is handed in, so
 * whoever reckons the time that is left asks here.  In a
 * repository that is not the referee's these are the terms of the turn.
 */
int rulings_terms(struct err *e, struct arena *a, struct history *h,
	const struct position *p, struct node **terms)
	__attribute__((warn_unused_result));

#endif
