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
	bool guided;		/* it goes into an editor, not into a mail */
	bool entries;		/* a list of doctrine stands in it */
	struct node *legal, *decide, *units;
};

/* Something said, in a comment (sheet.c). */
void sheet_say(struct sheet *s, struct said x);

void sheet_verbs(struct sheet *s);		/* sheet_verbs.c */
void sheet_value(struct sheet *s, struct str *line, const struct node *v);

/* An order in a comment, that can be copied as it is (sheet.c): in an editor in
 * one line, with one # to take off. */
void sheet_ready(struct sheet *s, const struct node *order);

/* sheet_lines.c */
const char *sheet_ids(struct arena *a, const struct node *list,
	const char *before);
/* Of each verb that is legal now an order, as an example. */
void sheet_examples(struct sheet *s);
/* Orders of several units together: lines. */
void sheet_groups(struct sheet *s);
/* The units: who can fight, one by one; who can only move, in columns. */
void sheet_unit_lines(struct sheet *s);

#endif
