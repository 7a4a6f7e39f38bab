/* dice.c: how many dice a combat rolls, and what they hit
 * [close.*, ranged.*, terrain.*] */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/node.h"

/* A modifier that a card gives. */
int
cc_card_drm(struct game *g, int n, const char *card)
{
	if (n != 0)
		mod(g, "card", FACTS(fact_number("n", n), fact_text("card",
		    card)));
	return n;
}

static void
cap(struct game *g, int *dice, int limit, const char *why)
{
	if (limit > 0 && *dice > limit) {
		mod(g, "terrain", FACTS(fact_number("n", limit - *dice),
		    fact_text("terrain", why)));
		*dice = limit;
	}
}

/* [terrain.hill] */
static void
hill_caps(struct game *g, const struct cc_unit *u, int from, int to,
    int *dice)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const struct cc_ground *x = &d->ground[CC_HILL];
	bool here = cc_terrain_at(d, s, from) == CC_HILL;
	bool there = cc_terrain_at(d, s, to) == CC_HILL;

	if (here)
		cap(g, dice, cc_is_foot(d, u) ? x->downhill_foot :
		    x->downhill_mounted, "hill");
	else if (there)
		cap(g, dice, x->uphill, "hill");
}

/* Dice of close combat from one hex into another, before cards and tokens. */
int
cc_close_dice(struct game *g, const struct cc_unit *u, int from, int to,
    bool full)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int a = cc_terrain_at(d, s, from), b = cc_terrain_at(d, s, to);
	int dice = d->sort[u->type].dice;

	if (u->type == CC_W && full) {
		drm(g, 1, "close.warrior-full-strength-bonus");
		dice++;
	}
	cap(g, &dice, d->ground[b].close_in, cc_terrain_names[b]);
	if (d->ground[a].enemy_out > 0 && d->owner[from] != u->side)
		cap(g, &dice, d->ground[a].enemy_out, cc_terrain_names[a]);
	else
		cap(g, &dice, d->ground[a].close_out, cc_terrain_names[a]);
	hill_caps(g, u, from, to, &dice);
	return dice;
}

/* [ranged.two-dice-still-one-moved] and the caps of terrain */
int
cc_fire_dice(struct game *g, const struct cc_unit *u, int to)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int a = cc_terrain_at(d, s, u->hex), b = cc_terrain_at(d, s, to);
	int dice = u->moved > 0 ? d->moved : d->still;

	cap(g, &dice, d->ground[b].fire_in, cc_terrain_names[b]);
	cap(g, &dice, d->ground[a].fire_out, cc_terrain_names[a]);
	return dice;
}

/* [scenario.stream-without-stop] it stands in the stream, or came through it */
static bool
is_wet(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);

	return u->wet || (d->stream &&
	    cc_terrain_at(d, cc_state(g), u->hex) == CC_FORD);
}

/* [card.*] reported by the name of the card */
static int
more(struct game *g, const struct cc_card *c, int n)
{
	return cc_card_drm(g, n, cc_kind_names[c - cc_card_rules]);
}

/* [card.mounted-charge] dice of a charge: none for light bow cavalry, one more
 * for super heavy, none out of a stream */
static int
charge_dice(struct game *g, const struct cc_unit *u)
{
	const struct cc *s = cc_state(g);

	if (s->played != CC_CHARGE && s->action != CC_ACT_CHARGE)
		return 0;
	return u->type == CC_LBC || is_wet(g, u) ? -1 : u->type == CC_SHC;
}

/* What cards add whatever the combat: in fire and in every close combat. */
int
cc_all_turn_dice(struct game *g, const struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	const struct cc_card *c = cc_card_now(s);

	return more(g, c, c->dice) + (c->dice_led != 0 &&
	    cc_attached(s, u) != NULL ? more(g, c, c->dice_led) : 0);
}

/* [card.*] what the card in effect adds in close combat */
int
cc_card_dice(struct game *g, const struct cc_unit *u, bool initial)
{
	struct cc *s = cc_state(g);
	const struct cc_card *both[] = { cc_card_now(s), cc_action_now(s) };
	bool foot = cc_is_foot(cc_data(g), u);
	int n;

	if (u->side != s->active || !u->ordered || s->one)
		return 0;
	n = cc_all_turn_dice(g, u);
	for (int i = 0; i < 2 && initial; i++) {
		int first = foot ? both[i]->first_foot :
		    both[i]->first_mounted;

		if (first > 0)
			n += more(g, both[i], first + (foot ? 0 :
			    charge_dice(g, u)));
	}
	return n;
}

int
cc_count_faces(const int *faces, int n, int face)
{
	int k = 0;

	for (int i = 0; i < n; i++)
		if (faces[i] == face)
			k++;
	return k;
}

int
cc_symbol_hits(const struct cc_data *d, const struct cc_unit *target,
    const int *faces, int n)
{
	return cc_count_faces(faces, n, d->sort[target->type].class);
}

/* [close.leader-symbol-attached-or-adjacent] */
static bool
inspired(struct game *g, const struct cc_unit *u)
{
	struct cc *s = cc_state(g);

	for (int i = 0; i < s->nleaders; i++)
		if (cc_leader_on_board(&s->leader[i]) &&
		    s->leader[i].side == u->side &&
		    hex_distance(game_grid(g), s->leader[i].hex, u->hex) <= 1)
			return true;
	return false;
}

/* [close.superior-armor, close.superior-stature] swords that do not count */
static int
swords_ignored(struct game *g, const struct cc_unit *u,
    const struct cc_unit *target)
{
	const struct cc_data *d = cc_data(g);
	int n = 0;

	if (d->sort[target->type].armour > d->sort[u->type].armour)
		n++;
	if (!cc_is_foot(d, target) && cc_is_foot(d, u))
		n++;
	return n;
}

int
cc_close_hits(struct game *g, const struct cc_unit *u,
    const struct cc_unit *target, const int *faces, int n)
{
	const struct cc_data *d = cc_data(g);
	int hits = cc_symbol_hits(d, target, faces, n);
	int swords = d->sort[u->type].swords ?
	    cc_count_faces(faces, n, CC_SWORDS) : 0;
	int ignored = swords_ignored(g, u, target);

	if (swords > 0 && ignored > 0)
		drm(g, ignored < swords ? -ignored : -swords, ignored > 1 ?
		    "close.superior-both" : d->sort[target->type].armour >
		    d->sort[u->type].armour ? "close.superior-armor" :
		    "close.superior-stature");
	if (swords > ignored)
		hits += swords - ignored;
	if (inspired(g, u))
		hits += cc_count_faces(faces, n, CC_HELMET);
	return hits;
}

struct fact
cc_fact_if(struct game *g, const char *name, bool yes)
{
	return fact_node(name, yes && !game_unread(g) ?
	    node_bool(game_arena(g), true) : NULL);
}

struct fact
cc_fact_with(struct game *g, const struct cc_unit *u)
{
	const struct cc_leader *l = cc_attached(cc_state(g), u);

	return fact_text("with", l != NULL ? l->id : NULL);
}

struct node *
cc_faces_node(struct game *g, const int *faces, int n)
{
	struct node *list;

	if (game_unread(g))
		return NULL;
	list = node_array(game_arena(g));
	for (int i = 0; i < n; i++)
		node_add(game_arena(g), list, NULL, node_string(
		    game_arena(g), cc_face_names[faces[i]]));
	return list;
}
