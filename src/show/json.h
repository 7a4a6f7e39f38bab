/* json.h: a tree of values as JSON, for `--json` */
#ifndef IACTA_SHOW_JSON_H
#define IACTA_SHOW_JSON_H

struct node;
struct str;

/*
 * One value in one line, without a LF.  Keys in the order they stand; what is
 * outside of printable ASCII is escaped, so that it can be shown anywhere.
 */
void json_write(struct str *out, const struct node *value);

#endif
