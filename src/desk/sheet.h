/* sheet.h: an order sheet to fill in */
#ifndef IACTA_DESK_SHEET_H
#define IACTA_DESK_SHEET_H

#include "desk/desk.h"

struct sheet_head {
	const char *game, *turn, *nonce;
	long revision;
	bool guided;		/* `iacta turn` goes on with it */
};

/*
 * All that a sheet is made from, as a tree: header, decide (system.decide),
 * units (each once: { id, name, kind, hex, acts, reach, moves,
 * foremost }), legal (every
 * order that is legal now; alternatives as lists), ask.
 */
struct node *sheet_node(const struct desk *d, const struct sheet_head *h);

/*
 * The sheet as TOML with comments.  `open`: nothing goes under [secret].
 * `all`: every verb with its fields, and every hex.  `faults` (may be NULL)
 * is put on top, as comments.
 */
void sheet_write(const struct desk *d, const struct sheet_head *h, bool open,
	bool all, struct str *out);

/* Before the first turn: the deployment that `iacta accept` takes. */
void sheet_deployment(const struct desk *d, const char *game,
	struct str *out);

/* Add a text to a sheet as comments. */
void sheet_comment(struct str *out, struct arena *a, const char *text);

#endif
