/* ask.h: between ask.c, record.c and orders.c: records, refusals, stopping */
#ifndef IACTA_ENGINE_ASK_H
#define IACTA_ENGINE_ASK_H

#include "engine/game.h"

/* The answer recorded since the checkpoint for question q; NULL. */
struct answer *record_find(const struct game *g, int q);
/* Keep an answer in the record and in this exchange's list. */
void record_answer(struct game *g, const struct answer *x);
/* Keep it in the list alone: resuming can do without. */
void note_answer(struct game *g, const struct answer *x);
/* The next of the given answers, if it is this side's of this kind (and of
 * these facts, unless NULL); else NULL. */
const struct node *given_next(struct game *g, int side, const char *kind,
	const struct node *facts);
/* Are a side's orders (or else its other answers) to be taken from there? */
bool given_orders(const struct game *g, int side);
bool given_answers(const struct game *g, int side);
/* Stop the run: g->asks is what is open, `first` the first open question. */
void stop_to_ask(struct game *g, int first) __attribute__((noreturn));
/* Tell and keep a refusal; text and reason are public unless sealed. */
void refusal_add(struct game *g, int side, const char *what, int number,
	const struct node *order, const char *reason, bool sealed);

#endif
