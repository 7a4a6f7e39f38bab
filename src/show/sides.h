/* sides.h: what stands along hexsides, listed below a map in letters */
#ifndef IACTA_SHOW_SIDES_H
#define IACTA_SHOW_SIDES_H

struct game;
struct map;
struct str;

/* Hexsides of one kind, each once: "Ridge hexsides: 3114/3215 …"; nothing
 * where there are none. */
void sides_list(struct str *out, struct game *g, const struct map *m, int kind,
	const char *name);

#endif
