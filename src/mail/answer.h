/* answer.h: every message gets an answer, and no robot does (RFC 3834) */
#ifndef IACTA_MAIL_ANSWER_H
#define IACTA_MAIL_ANSWER_H

#include "mail/incoming.h"
#include "mail/write.h"

/*
 * Answer a message of which `in` came, with `problem` NULL for what was kept,
 * else the sentence that says why not.  A receipt goes to the address that the
 * charter has for the side, or else to the sender, and only the former is told
 * the orders: who sends a copy of somebody's submission learns nothing.
 * Nobody gets more than so many answers a day, receipts for
 * what is new not counted; bounces, lists and automatic
 * replies get none.  *sent says whether one left.
 */
int answer(struct err *e, struct arena *a, const struct incoming *in,
	const char *problem, const char *from, const struct mail_way *way,
	bool *sent) __attribute__((warn_unused_result));

#endif
