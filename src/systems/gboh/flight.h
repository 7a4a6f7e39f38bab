/* flight.h: how units run, for those in one hex and in two */
#ifndef IACTA_SYSTEMS_GBOH_FLIGHT_H
#define IACTA_SYSTEMS_GBOH_FLIGHT_H

#include "systems/gboh/gboh.h"

struct node;

/* flight.c */

/* At the edge already: the next hex is off the map [10.23]. */
bool gboh_leaves_map(const struct gboh_data *d, const struct gboh *s, int side,
	int at);
/* 0 blocked; 1 vacant, 2 a friend, 3 a friend in an enemy ZOC */
int gboh_resistance(const struct gboh_data *d, struct gboh *s,
	const struct gboh_unit *u, int at, int dir);
/* [spqr 6.69, 10.25] all in a hex through which it runs, or would stop in */
void gboh_run_over(struct game *g, struct gboh_unit *u, int hex, bool stops);
/* [spqr 8.62] a pursuer will follow; a hex before the last is noted */
void gboh_note_way(struct gboh_unit *u, int from);

/* A stretch of a rout that has not been told yet. */
struct gboh_stretch {
	struct gboh_unit *u;
	int from;
	struct node *path;
};
struct gboh_stretch gboh_stretch(struct game *g, struct gboh_unit *u);
void gboh_stretch_add(struct game *g, struct gboh_stretch *t);
void gboh_stretch_tell(struct game *g, struct gboh_stretch *t);

#endif
