/* page.h: the replay page: one file with board and story */
#ifndef IACTA_SHOW_PAGE_H
#define IACTA_SHOW_PAGE_H

#include "engine/board.h"
#include "show/report.h"

struct err;

/* A turn of those that the page goes through. */
struct page_turn {
	const struct board *board;
	const char *when;		/* NULL: not known */
	const char *commitment;		/* to the seed of its exchange; NULL */
};

/*
 * Turn i: 0 is the one before the first exchange that is told, and then there is
 * one for each.  They are asked for in this order, and each stays until the next
 * but one is asked for; the last stays.  NULL: it cannot be read.
 */
typedef const struct page_turn *page_turn_of(void *ctx, int i);

/* What the page of the exchanges that `c` tells says; NULL if a turn cannot be
 * read. */
struct node *page_facts(struct arena *a, struct game *g,
	const struct report_context *c, page_turn_of *turn, void *ctx);

/*
 * The page.  `script` and `style` are the base64 of the SHA-256 of page_script()
 * and page_style(): the page's content security policy allows these two and
 * nothing else.
 */
int page_write(struct err *e, struct str *out, struct node *facts,
	const char *script, const char *style)
	__attribute__((warn_unused_result));

const char *page_script(void);
const char *page_style(struct arena *a);

#endif
