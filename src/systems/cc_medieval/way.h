/* way.h: the ways of units and of leaders over the board */
#ifndef IACTA_CC_WAY_H
#define IACTA_CC_WAY_H

#include "systems/cc_medieval/combat.h"

#define CC_WAY_MAX 16

struct cc_way {
	int n, hex[CC_WAY_MAX];		/* the hexes entered */
};

struct cc_mover {
	const struct cc_data *d;
	struct cc *s;
	const struct cc_unit *u;	/* NULL: a leader alone */
	int side;
	bool light_foot;		/* may pass friends */
	bool with_leader;
	int start;
};

/* way.c */
struct cc_mover cc_mover_of(struct game *g, const struct cc_unit *u);
/* Does a leader who has an order of his own stay behind? */
bool cc_leader_stays(struct cc *s, const struct cc_unit *u);
/* The way that an order's `to` or `path` says; NULL, or why not. */
const char *cc_plan(struct game *g, struct cc_mover *m,
	const struct node *order, int limit, struct cc_way *w);
/* NULL, or why an order to enter or leave the board says more than that. */
const char *cc_says_too_much(struct game *g, const struct node *order);
struct node *cc_way_node(struct game *g, const struct cc_way *w);
/* May the unit end a move there, with a leader or without one? */
bool cc_stands(const struct cc_data *d, struct cc *s, const struct cc_unit *u,
	int hex, bool with_leader);

/* movement.c: how far; refusing */
int cc_move_budget(struct game *g, const struct cc_unit *u);
bool cc_moves_twice(struct game *g, const struct cc_unit *u);
void cc_refuse_move(struct game *g, const char *why);

struct path_field;
void cc_search(struct game *g, struct cc_mover *m, int limit,
	struct path_field *f);

/* leaders.c */
const char *cc_try_leader(struct game *g, const struct node *order,
	struct cc_leader *l);

#endif
