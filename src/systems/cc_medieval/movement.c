/* movement.c: moving units and leaders
 * [move.*, terrain.*, inspired.move-a-leader] */
#include "systems/cc_medieval/way.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------------- how far */

static bool
onslaught(const struct cc *s)
{
	return cc_is_kind(s, CC_ONSLAUGHT, CC_ACT_ONSLAUGHT);
}

/* [card.move-fire-move] is it one that moves, fires and moves again? */
bool
cc_moves_twice(struct game *g, const struct cc_unit *u)
{
	return cc_is_kind(cc_state(g), CC_MFM, CC_ACT_MFM) &&
	    cc_data(g)->sort[u->type].class == CC_LIGHT;
}

/* The farthest a unit may move now, the card in effect considered. */
int
cc_move_limit(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const struct cc_sort *x = &d->sort[u->type];
	int n = x->charge > x->move ? x->charge : x->move;

	if (s->one)
		return n;
	if (s->played == CC_LINE)
		return 1;
	if (s->played == CC_DOUBLE_TIME)
		return 2;
	if (onslaught(s) && x->foot)
		return u->type == CC_W ? 3 : 2;
	if (cc_is_kind(s, CC_CHARGE, CC_ACT_CHARGE) &&
	    (u->type == CC_HC || u->type == CC_SHC))
		return 3;
	if (cc_is_closing(g, u))
		return 2;
	if (s->action == CC_ACT_REDEPLOY)
		return 2 * x->move;
	return n;
}

/* Leaving a camp or a marsh is a move of one hex. */
int
cc_move_budget(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	int n = cc_move_limit(g, u);

	if (d->ground[cc_terrain_at(d, cc_state(g), u->hex)].leaves_one && n > 1)
		n = 1;
	return n;
}

const char *
cc_cannot_move(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const struct cc_unit *t;

	if (!cc_on_board(u))
		return "off-board";
	if (!u->ordered)
		return "not-ordered";
	if (s->phase == CC_AGAIN ? u->again : u->moved > 0)
		return "moved";
	if (u->joined)
		return "joined";
	if (s->phase == CC_AGAIN && !cc_moves_twice(g, u))
		return "again.only-light";
	if (s->phase == CC_AGAIN && u->moved > 0 &&
	    cc_must_stop(d, s, u, u->hex))
		return why_not(g, "again.stopped", FACTS(fact_hex("hex",
		    u->hex)));
	if (s->one)
		return NULL;
	if (s->played == CC_CLASH)
		return "clash.move";
	if (cc_is_darkening(g, u))
		return "darken.move";
	if (cc_is_closing(g, u)) {
		t = u->target[0] ? cc_find_unit(s, u->target) : NULL;
		if (t == NULL || !cc_on_board(t) || t->hex != u->targethex)
			return "close.no-target";
	}
	return NULL;
}

/* ------------------------------------------------------------- entering */

/* [terrain.marsh] true if the unit is gone */
bool
cc_marsh_roll(struct game *g, struct cc_unit *u, int hex)
{
	const struct cc_data *d = cc_data(g);
	struct cc_fate fate = { .checked = true };
	bool lost;
	int face;

	if (!d->ground[cc_terrain_at(d, cc_state(g), hex)].marsh)
		return false;
	face = roll(g, 6, "marsh %s in %s", u->id, game_hex(g, hex));
	lost = face == d->sort[u->type].class;
	tell(g, "marsh", FACTS(fact_text("unit", u->id), fact_hex("hex", hex),
	    fact_node("faces", cc_faces_node(g, &face, 1)),
	    fact_text("result", lost ? "lost" : "safe")));
	if (lost)
		cc_lose_blocks(g, u, 1, &fate);
	return fate.gone;
}

bool
cc_leader_marsh_roll(struct game *g, struct cc_leader *l, int hex)
{
	const struct cc_data *d = cc_data(g);
	int face;

	if (!d->ground[cc_terrain_at(d, cc_state(g), hex)].marsh)
		return false;
	face = roll(g, 6, "marsh %s in %s", l->id, game_hex(g, hex));
	tell(g, "marsh", FACTS(fact_text("leader", l->id),
	    fact_hex("hex", hex),
	    fact_node("faces", cc_faces_node(g, &face, 1)),
	    fact_text("result", face == CC_HELMET ? "lost" : "safe")));
	if (face == CC_HELMET)
		cc_eliminate_leader(g, l, "marsh");
	return face == CC_HELMET;
}

/* Does it forbid a unit that enters it to battle in that turn? */
bool
cc_bars_battle(struct game *g, const struct cc_unit *u, int hex)
{
	const struct cc_data *d = cc_data(g);
	const struct cc_ground *x = &d->ground[cc_terrain_at(d, cc_state(g),
	    hex)];

	return (x->entry == CC_ENTRY_FOOT && !cc_is_foot(d, u)) ||
	    (x->entry == CC_ENTRY_LISTED && !x->entry_type[u->type]);
}

void
cc_tell_attached(struct game *g, const struct cc_leader *l,
    struct cc_unit *u, bool stays)
{
	u->joined = u->joined || stays;
	tell(g, "attach", FACTS(fact_text("leader", l->id),
	    fact_text("unit", u->id), fact_hex("hex", u->hex),
	    cc_fact_if(g, "stays", stays)));
}

void
cc_move_unit(struct game *g, struct cc_unit *u, int hex)
{
	struct cc *s = cc_state(g);
	struct cc_leader *l = cc_attached(s, u), *alone;

	cc_put_unit(s, u, hex, CC_BOARD);
	if (l != NULL) {
		cc_put_leader(s, l, hex, CC_BOARD);
	} else {
		alone = cc_leader_at(s, hex);
		if (alone != NULL && alone->side == u->side)
			cc_tell_attached(g, alone, u, false);
	}
	cc_check_held(g);
}

/* Did the way, or its ends, touch the stream? [scenario.stream…] */
static bool
touches_ford(struct game *g, int start, const struct cc_way *w)
{
	const struct cc_data *d = cc_data(g);
	bool wet = cc_terrain_at(d, cc_state(g), start) == CC_FORD;

	for (int i = 0; i < w->n; i++)
		wet = wet || cc_terrain_at(d, cc_state(g), w->hex[i]) == CC_FORD;
	return wet && d->stream;
}

/* -------------------------------------------------------------- units */

/* [move.warrior-charge-compulsory] is a move of n hexes a charge? */
static bool
is_charge(struct game *g, const struct cc_unit *u, int n)
{
	struct cc *s = cc_state(g);
	int free_move = cc_data(g)->sort[u->type].move;

	if ((!s->one && s->played == CC_DOUBLE_TIME) || onslaught(s))
		free_move = 2;
	if (!s->one && s->action == CC_ACT_REDEPLOY)
		return false;		/* nobody battles then */
	return u->type == CC_W && n > free_move;
}

/* [move.warrior-charge-compulsory] an enemy unit there, and it may battle */
static bool
may_charge_to(struct game *g, const struct cc_unit *u, int hex)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const struct cc_ground *x = &d->ground[cc_terrain_at(d, s, hex)];

	return cc_enemy_unit_adjacent(d, s, u->side, hex) && !u->idle &&
	    (x->entry != CC_ENTRY_LISTED || x->entry_type[u->type]);
}

/* May it go so far at all? */
static const char *
check_length(struct game *g, const struct cc_unit *u, const struct cc_way *w)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int to = w->hex[w->n - 1];

	if (!s->one && s->action == CC_ACT_REDEPLOY) {
		if (cc_any_enemy_adjacent(d, s, u->side, to))
			return "redeploy.adjacent";
		return NULL;
	}
	if (is_charge(g, u, w->n) && !may_charge_to(g, u, to))
		return "charge.far";
	return NULL;
}

/* [card.fire-and-close] nearer to the target */
static const char *
check_closing(struct game *g, const struct cc_unit *u, const struct cc_way *w)
{
	if (!cc_is_closing(g, u))
		return NULL;
	if (hex_distance(game_grid(g), w->hex[w->n - 1], u->targethex) >=
	    hex_distance(game_grid(g), u->hex, u->targethex))
		return why_not(g, "close.away", FACTS(fact_text("target",
		    u->target)));
	return NULL;
}

bool
cc_may_go_so_far(struct game *g, const struct cc_unit *u, int hex, int n)
{
	struct cc_way w = { .n = n };

	if (n < 1 || n > CC_WAY_MAX)
		return false;
	w.hex[n - 1] = hex;
	return check_length(g, u, &w) == NULL &&
	    check_closing(g, u, &w) == NULL;
}

static void
go(struct game *g, struct cc_unit *u, const struct cc_way *w)
{
	struct cc *s = cc_state(g);
	int from = u->hex, to = w->hex[w->n - 1];
	struct cc_leader *l = cc_leader_stays(s, u) ? NULL : cc_attached(s, u);
	/* [move.onto-lone-leader-attaches] */
	struct cc_leader *met = l ? NULL : cc_lone_leader_at(s, to);
	bool bars = cc_bars_battle(g, u, to);

	if (l != NULL && l->ordered) {
		l->moved = w->n;	/* he has used his order with it */
		cc_leader_begins(g, l);
	}
	if (s->phase == CC_AGAIN) {
		u->again = true;
	} else {
		u->began = from;
		u->moved = w->n;
		u->charge = is_charge(g, u, w->n);
		u->wet = touches_ford(g, from, w);
	}
	u->stopped = u->stopped || bars;
	tell(g, "move", FACTS(fact_text("unit", u->id),
	    fact_text("with", l != NULL ? l->id : NULL),
	    fact_hex("from", from), fact_hex("to", to),
	    fact_node("path", cc_way_node(g, w)),
	    cc_fact_if(g, "again", s->phase == CC_AGAIN),
	    cc_fact_if(g, "charge", u->charge && s->phase != CC_AGAIN),
	    cc_fact_if(g, "wet", u->wet && s->phase != CC_AGAIN),
	    cc_fact_if(g, "stopped", bars)));
	cc_put_unit(s, u, to, CC_BOARD);
	if (l != NULL)
		cc_put_leader(s, l, to, CC_BOARD);
	if (met != NULL)
		cc_tell_attached(g, met, u, true);
	cc_check_held(g);
	cc_marsh_roll(g, u, to);
}

/* The hex to which it was sent, if another of its side is there; no way leads
 * to such a hex, and that is why. */
static int
ends_on_friend(struct game *g, const struct node *order,
    const struct cc_unit *u)
{
	const char *to = node_str(order, "to");
	int hex = to ? hex_parse(game_grid(g), to) : HEX_NONE;
	const struct cc_unit *x = hex != HEX_NONE ? cc_unit_at(cc_state(g),
	    hex) : NULL;

	return x != NULL && x != u && x->side == u->side ? hex : HEX_NONE;
}

/*
 * Who enters or leaves the board does nothing else with that order, and leaders
 * leave it only with units.  Revision 1 did not look at the rest.
 */
const char *
cc_says_too_much(struct game *g, const struct node *order)
{
	bool leaves = node_boolean(order, "exit", false);
	bool goes = node_get(order, "to") != NULL ||
	    node_get(order, "path") != NULL;

	if (game_revision(g) < 2)
		return NULL;
	if (node_str(order, "enter") != NULL && (goes || leaves))
		return "enter.alone";
	if (leaves && node_str(order, "leader") != NULL)
		return "exit.leader";
	return leaves && goes ? "exit.began" : NULL;
}

static const char *
try_unit(struct game *g, const struct node *order, struct cc_unit *u)
{
	const char *why, *where = node_str(order, "enter");
	struct cc_mover m;
	struct cc_way w = { .n = 0 };
	int to;

	if ((why = cc_says_too_much(g, order)) != NULL)
		return why;
	if (where != NULL)
		return cc_try_enter(g, u->id, where);
	if (node_boolean(order, "exit", false))
		return cc_try_exit(g, u);
	if ((why = cc_cannot_move(g, u)) != NULL)
		return why;
	m = cc_mover_of(g, u);
	why = cc_plan(g, &m, order, cc_move_budget(g, u), &w);
	to = why == NULL ? w.hex[w.n - 1] : ends_on_friend(g, order, u);
	if (to != HEX_NONE && !cc_stands(m.d, m.s, u, to, m.with_leader))
		why = "occupied";
	if (why == NULL)
		why = check_length(g, u, &w);
	if (why == NULL)
		why = check_closing(g, u, &w);
	if (why == NULL)
		go(g, u, &w);
	return why;
}

static const char *
try_move(struct game *g, const struct node *order)
{
	struct cc *s = cc_state(g);
	const char *unit = node_str(order, "unit");
	const char *leader = node_str(order, "leader");
	struct cc_unit *u = unit ? cc_find_unit(s, unit) : NULL;
	struct cc_leader *l = leader ? cc_find_leader(s, leader) : NULL;

	if (u != NULL && l == NULL)
		return try_unit(g, order, u);
	if (l != NULL && u == NULL)
		return cc_try_leader(g, order, l);
	return "no-mover";
}

void
cc_refuse_move(struct game *g, const char *why)
{
	const struct node *order = order_taken(g)->node;

	order_cannot(g, why, FACTS(fact_text("unit", node_str(order, "unit")),
	    fact_text("leader", node_str(order, "leader"))));
}

void
cc_move_phase(struct game *g, enum cc_phase phase)
{
	struct cc *s = cc_state(g);
	const struct order *o;

	while ((o = order_next(g, s->active, phase)) != NULL) {
		const char *why;

		while ((why = try_move(g, o->node)) != NULL)
			if ((o = order_else(g)) == NULL)
				break;
		if (why != NULL)
			cc_refuse_move(g, why);
		checkpoint(g);
	}
}
