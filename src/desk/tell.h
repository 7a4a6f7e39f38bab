/* tell.h: what came of trying or rehearsing a paper, in words or as a tree */
#ifndef IACTA_DESK_TELL_H
#define IACTA_DESK_TELL_H

#include "desk/desk.h"

/* What is wrong with order `number` (0: with the list), by desk_problems. */
const char *tell_problem(const struct node *problems, const char *part,
	int number);
/* "order 3 (line 12): what is wrong" */
const char *tell_problem_words(struct arena *a, const struct node *problem);
/* ... and without its line, for who sees it there. */
const char *tell_problem_at(struct arena *a, const struct node *problem,
	bool with_line);

/* Each order with its verdict, in words, and where it all stops. */
void tell_try(const struct desk *d, const struct desk_try *t,
	const struct node *problems, struct str *out);
/* The warnings, one a line; nothing where there are none. */
void tell_warnings(const struct desk *d, const struct node *warnings,
	struct str *out);
/* The map after the turn, as far as it was tried. */
void tell_map(const struct desk *d, const struct desk_try *t,
	struct str *out);
void tell_rehearsal(const struct desk *d, const struct node *orders,
	const struct desk_rehearsal *r, struct str *out);

/* The side's own standing orders and doctrine; a doctrine alone. */
struct node *desk_standing(const struct desk *d);
void tell_standing(const struct desk *d, struct str *out);
void tell_doctrine(const struct desk *d, const struct node *doctrine,
	struct str *out);

/* The same as trees. */
void tell_try_node(const struct desk *d, const struct desk_try *t,
	const struct node *problems, struct node *out);
struct node *tell_rehearsal_node(const struct desk *d,
	const struct desk_rehearsal *r);

#endif
