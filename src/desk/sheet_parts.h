/* sheet_parts.h: between sheet.c and its parts */
#ifndef IACTA_DESK_SHEET_PARTS_H
#define IACTA_DESK_SHEET_PARTS_H

#include "desk/sheet.h"

/* Every order that is legal now; lists are alternatives. */
struct node *sheet_legal(const struct desk *d);
/* What is to be decided first. */
struct node *sheet_decide(const struct desk *d);
/* Each unit that these orders name, once. */
void sheet_units(const struct desk *d, const struct node *legal,
	struct node *units);

/* A sheet on its way. */
struct sheet {
	struct str *out;
	const struct desk *d;
	bool open, all;
	struct node *legal, *decide, *units;
};

void sheet_verbs(struct sheet *s);		/* sheet_verbs.c */
void sheet_value(struct sheet *s, struct str *line, const struct node *v);

#endif
