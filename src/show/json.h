/* json.h: a tree of values as JSON, for `--json` */
#ifndef IACTA_SHOW_JSON_H
#define IACTA_SHOW_JSON_H

#include <stddef.h>

struct arena;
struct err;
struct node;
struct str;

/*
 * One value in one line, without a LF.  Keys in the order they stand; what is
 * outside of printable ASCII is escaped, so that it can be shown anywhere.
 */
void json_write(struct str *out, const struct node *value);

/*
 * The other way: tables, lists, strings, whole numbers, true and false; null
 * leaves its name out.  Refused with ERR_INPUT: more than `max` bytes, deep
 * nesting, fractions, a name given twice, strings that are not UTF-8.
 */
int json_read(struct err *e, struct arena *a, const char *s, size_t len,
	size_t max, struct node **out) __attribute__((warn_unused_result));

#endif
