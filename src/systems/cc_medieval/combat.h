/* combat.h: who battles, how a combat is fought, and what follows it */
#ifndef IACTA_CC_COMBAT_H
#define IACTA_CC_COMBAT_H

#include "systems/cc_medieval/cc.h"

/* battle.c: is this card, or this action of a Leadership card, in effect? */
bool cc_is_kind(const struct cc *s, int kind, int action);
/* Does the unit fire and close, or darken the sky, under what is in effect? */
bool cc_is_closing(struct game *g, const struct cc_unit *u);
bool cc_is_darkening(struct game *g, const struct cc_unit *u);
/* An enemy unit, or a lone enemy leader, by id; NULL, or why not. */
const char *cc_find_target(struct game *g, int side, const char *id,
	struct cc_target *out);
/* The same by the number of the unit or of the leader; false: it is none. */
bool cc_unit_target(struct game *g, int side, int i, struct cc_target *out);
bool cc_leader_target(struct game *g, int side, int i, struct cc_target *out);

/* combat.c */
struct cc_clash {
	struct cc_unit *att, *def;
	bool att_full, def_full;	/* when the combat began */
	bool initial;			/* not a bonus combat */
	bool token;			/* to be spent on a die, when the dice
					 * are counted */
	const char *deed;		/* "bonus", or NULL */
};

int cc_roll_dice(struct game *g, const char *deed, const char *who,
	const char *at, int n, int *faces);
void cc_fire(struct game *g, struct cc_unit *u, const struct cc_target *x,
	int extra);
/* At a lone leader, by fire or in close combat. */
void cc_strike_leader(struct game *g, const char *event, const char *deed,
	struct cc_unit *u, struct cc_leader *l, int dice);
/*
 * The steps of close combat.  Returns true if it was a success: the defender
 * is gone from his hex (and did not evade), and the attacker still in his.
 */
bool cc_close_combat(struct game *g, struct cc_clash *c);
/* The attacker's dice of cards and of the token, which is spent now. */
int cc_more_dice(struct game *g, const struct cc_unit *u, bool initial,
	bool token);
/* What its owner let it leave undone. */
void cc_tell_declined(struct game *g, const struct cc_unit *u,
	const char *what);
/* [card.ambush] who lay in wait strikes at a unit that has advanced. */
void cc_strike_from_ambush(struct game *g, struct cc_unit *u,
	struct cc_unit *target, struct cc_fate *fate);

/* advance.c: one unit's close combat, to its very end */
void cc_attack(struct game *g, struct cc_unit *u, const struct cc_target *x,
	const struct node *order, bool token);
/* The dice at a gate, and the advance into it. */
void cc_storm(struct game *g, struct cc_unit *u, int hex,
	const struct node *order);

#endif
