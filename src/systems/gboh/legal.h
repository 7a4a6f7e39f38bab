/* legal.h: between the order sheet and the bot: orders that are legal now */
#ifndef SYSTEMS_GBOH_LEGAL_H
#define SYSTEMS_GBOH_LEGAL_H

#include <stdbool.h>

struct game;
struct gboh_unit;
struct node;

/* An order with its verb and, unless NULL, its unit. */
struct node *gboh_order(struct game *g, const char *verb,
    const struct gboh_unit *u);
/* Added to the list: one order with all targets; with lone leaders too. */
void gboh_legal_targets(struct game *g, struct gboh_unit *u, const char *verb,
    bool leaders, struct node *out);
void gboh_legal_shock(struct game *g, struct gboh_unit *u, struct node *out);
/* Those who may take part in a line of the active leader [4.32]. */
int gboh_line_units(struct game *g, struct gboh_unit **out);
/* A line grown from one of these; how many are in it, 0 if it is none. */
int gboh_grow_line(struct game *g, struct gboh_unit *const *can, int n,
    int seed, struct gboh_unit **in);
struct node *gboh_line_order(struct game *g, struct gboh_unit *const *in,
    int k);

/* bot_move.c: a move of the unit, which may be given orders, that brings it
 * nearer; NULL */
const struct node *gboh_bot_move(struct game *g, struct gboh_unit *u);

#endif
