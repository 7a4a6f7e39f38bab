/* movement.c: moving units and leaders
 * [move.*, terrain.*, inspired.move-a-leader] */
#include "systems/cc_medieval/combat.h"

#include "base/arena.h"
#include "base/node.h"
#include "hex/path.h"

#include <string.h>

#define WAY_MAX 16

/* ------------------------------------------------------------- how far */

static bool
onslaught(const struct cc *s)
{
	return cc_is_kind(s, CC_ONSLAUGHT, CC_ACT_ONSLAUGHT);
}

/* [card.move-fire-move] is it one that moves, fires and moves again? */
static bool
moves_twice(struct game *g, const struct cc_unit *u)
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
static int
budget(struct game *g, const struct cc_unit *u)
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
	if (s->phase == CC_AGAIN && !moves_twice(g, u))
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

/* ------------------------------------------------------------- the way */

struct mover {
	const struct cc_data *d;
	struct cc *s;
	const struct cc_unit *u;	/* NULL: a leader alone */
	int side;
	bool light_foot;		/* may pass one friend */
	bool with_leader;
	int start;
};

/* [move.no-stacking-no-passing] */
static int
step(void *ctx, int from, int to, int dir)
{
	const struct mover *m = ctx;
	const struct cc_unit *x = cc_unit_at(m->s, to);
	const struct cc_leader *l = cc_leader_at(m->s, to);

	(void)from;
	(void)dir;
	if (!cc_passable(m->d, m->s, m->side, to) ||
	    (x != NULL && x->side != m->side) ||
	    (l != NULL && l->side != m->side))
		return PATH_NO;
	if (m->u == NULL)
		return 1;			/* leaders pass friends */
	if (x != NULL && x != m->u && !m->light_foot)
		return PATH_NO;
	if (x == NULL && l != NULL && m->with_leader)
		return PATH_NO;			/* a leader has his own */
	return 1;
}

static bool
stops(void *ctx, int hex)
{
	const struct mover *m = ctx;

	if (hex == m->start)
		return false;
	if (m->u != NULL && cc_lone_leader_at(m->s, hex) != NULL)
		return true;		/* [move.onto-lone-leader-attaches] */
	return cc_must_stop(m->d, m->s, m->u, hex);
}

/*
 * [order.leader-detach] A leader who has an order of his own, and has not used
 * it, does not go with his unit; under Leaders he does, for the unit is
 * ordered only while he is with it.
 */
static bool
leader_stays(struct cc *s, const struct cc_unit *u)
{
	const struct cc_leader *l = cc_attached(s, u);

	return l != NULL && l->ordered && l->moved == 0 &&
	    s->played != CC_LEADERS_CARD;
}

static struct mover
mover_of(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	return (struct mover){ .d = d, .s = s, .u = u, .side = u->side,
	    .light_foot = cc_is_foot(d, u) && d->sort[u->type].class == CC_LIGHT
	    && !s->one && (s->played == CC_LIGHT_TROOPS || moves_twice(g, u)),
	    .with_leader = cc_attached(s, u) != NULL && !leader_stays(s, u),
	    .start = u->hex };
}

void
cc_reachable(struct game *g, const struct cc_unit *u, struct path_field *f)
{
	struct mover m = mover_of(g, u);

	path_search(game_grid(g), u->hex, budget(g, u), step, stops, &m, f);
}

/* May the unit end a move there, with a leader or without one? */
static bool
can_stand(const struct cc_data *d, struct cc *s, const struct cc_unit *u,
    int hex, bool with_leader)
{
	const struct cc_unit *x = cc_unit_at(s, hex);
	const struct cc_leader *l = cc_leader_at(s, hex);

	return hex != HEX_NONE && cc_passable(d, s, u->side, hex) &&
	    (x == NULL || x == u) && (l == NULL || (l->side == u->side &&
	    (x == u || !with_leader)));
}

bool
cc_can_stand(const struct cc_data *d, struct cc *s, const struct cc_unit *u,
    int hex)
{
	return can_stand(d, s, u, hex, cc_attached(s, u) != NULL);
}

bool
cc_can_move_to(struct game *g, const struct cc_unit *u, int hex)
{
	struct mover m = mover_of(g, u);

	return can_stand(m.d, m.s, u, hex, m.with_leader);
}

/* [move.leader-attach-detach-limits] alone, or with a unit that has none */
bool
cc_leader_can_stand(const struct cc_data *d, struct cc *s,
    const struct cc_leader *l, int hex)
{
	const struct cc_unit *u = cc_unit_at(s, hex);
	const struct cc_leader *x = cc_leader_at(s, hex);

	return cc_passable(d, s, l->side, hex) &&
	    (u == NULL || u->side == l->side) && (x == NULL || x == l);
}

struct way {
	int n, hex[WAY_MAX];
};

static const char *
find_way(struct game *g, struct mover *m, int to, int limit, struct way *w)
{
	struct path_field f;

	path_search(game_grid(g), m->start, limit, step, stops, m, &f);
	if (f.cost[to] == PATH_NO || to == m->start)
		return why_not(g, "path.reach", FACTS(fact_hex("hex", to),
		    fact_hex("from", m->start), fact_number("limit", limit)));
	w->n = path_way(&f, to, w->hex, WAY_MAX);
	return NULL;
}

static const char *
follow(struct game *g, struct mover *m, const struct node *path, int limit,
    struct way *w)
{
	int from = m->start;

	w->n = 0;
	for (const struct node *c = path->child; c != NULL; c = c->next) {
		int to = hex_parse(game_grid(g), c->s);

		if (to == HEX_NONE || !hex_adjacent(game_grid(g), from, to))
			return why_not(g, "path.gap", FACTS(fact_hex("from",
			    from), fact_text("hex", c->s)));
		if (w->n > 0 && stops(m, from))
			return why_not(g, "path.stop", FACTS(fact_hex("hex",
			    from)));
		if (step(m, from, to, 0) == PATH_NO)
			return why_not(g, "path.enter", FACTS(fact_hex("hex",
			    to)));
		if (w->n == limit || w->n == WAY_MAX)
			return why_not(g, "path.long", FACTS(fact_number(
			    "limit", limit)));
		w->hex[w->n++] = to;
		from = to;
	}
	return w->n > 0 ? NULL : "path.or-to";
}

static const char *
plan(struct game *g, struct mover *m, const struct node *order, int limit,
    struct way *w)
{
	const char *to = node_str(order, "to");
	const struct node *path = node_array_of(order, "path");

	if ((to == NULL) == (path == NULL))
		return "path.or-to";
	return to != NULL ? find_way(g, m, hex_parse(game_grid(g), to), limit,
	    w) : follow(g, m, path, limit, w);
}

static struct node *
way_node(struct game *g, const struct way *w)
{
	struct node *list;

	if (game_unread(g))
		return NULL;
	list = node_array(game_arena(g));
	for (int i = 0; i < w->n; i++)
		node_add(game_arena(g), list, NULL, node_string(
		    game_arena(g), game_hex(g, w->hex[i])));
	return list;
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
touches_ford(struct game *g, int start, const struct way *w)
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
check_length(struct game *g, const struct cc_unit *u, const struct way *w)
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
check_closing(struct game *g, const struct cc_unit *u, const struct way *w)
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
	struct way w = { .n = n };

	if (n < 1 || n > WAY_MAX)
		return false;
	w.hex[n - 1] = hex;
	return check_length(g, u, &w) == NULL &&
	    check_closing(g, u, &w) == NULL;
}

static void
go(struct game *g, struct cc_unit *u, const struct way *w)
{
	struct cc *s = cc_state(g);
	int from = u->hex, to = w->hex[w->n - 1];
	struct cc_leader *l = leader_stays(s, u) ? NULL : cc_attached(s, u);
	/* [move.onto-lone-leader-attaches] */
	struct cc_leader *met = l ? NULL : cc_lone_leader_at(s, to);
	bool bars = cc_bars_battle(g, u, to);

	if (l != NULL && l->ordered)
		l->moved = w->n;	/* he has used his order with it */
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
	    fact_node("path", way_node(g, w)),
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

static const char *
try_unit(struct game *g, const struct node *order, struct cc_unit *u)
{
	const char *why, *where = node_str(order, "enter");
	struct mover m;
	struct way w = { .n = 0 };

	if (where != NULL)
		return cc_try_enter(g, u->id, where);
	if ((why = cc_cannot_move(g, u)) != NULL)
		return why;
	if (node_boolean(order, "exit", false))
		return cc_try_exit(g, u);
	m = mover_of(g, u);
	why = plan(g, &m, order, budget(g, u), &w);
	if (why == NULL && !can_stand(m.d, m.s, u, w.hex[w.n - 1],
	    m.with_leader))
		why = "occupied";
	if (why == NULL)
		why = check_length(g, u, &w);
	if (why == NULL)
		why = check_closing(g, u, &w);
	if (why == NULL)
		go(g, u, &w);
	return why;
}

/* ------------------------------------------------------------- leaders */

/* [move.leader-three-hexes, move.leader-attach-detach-limits] */
static const char *
leader_way(struct game *g, struct cc_leader *l, const struct node *order,
    int limit, struct way *w)
{
	struct cc *s = cc_state(g);
	struct mover m = { .d = cc_data(g), .s = s, .side = l->side,
	    .start = l->hex };
	const char *why = plan(g, &m, order, limit, w);

	if (why == NULL && !cc_leader_can_stand(m.d, s, l, w->hex[w->n - 1]))
		why = "leader.occupied";
	return why;
}

static void
leader_go(struct game *g, struct cc_leader *l, const struct way *w)
{
	struct cc *s = cc_state(g);
	int from = l->hex, to = w->hex[w->n - 1];
	struct cc_unit *left = cc_unit_at(s, from), *joined = cc_unit_at(s, to);

	cc_put_leader(s, l, to, CC_BOARD);
	l->moved = w->n;
	/* [card.leaders] the unit he leaves is not ordered any more */
	if (left != NULL && (s->played != CC_LEADERS_CARD || left->moved > 0))
		left = NULL;
	if (left != NULL)
		left->ordered = false;
	tell(g, "move", FACTS(fact_text("leader", l->id),
	    fact_hex("from", from), fact_hex("to", to),
	    fact_node("path", way_node(g, w)),
	    fact_text("unordered", left != NULL ? left->id : NULL)));
	if (joined != NULL)
		cc_tell_attached(g, l, joined, true);
	cc_leader_marsh_roll(g, l, to);
}

/* Leaving a camp or a marsh is a move of one hex for a leader too. */
static int
leader_limit(struct game *g, const struct cc_leader *l)
{
	const struct cc_data *d = cc_data(g);

	return cc_leader_on_board(l) && d->ground[cc_terrain_at(d, cc_state(g),
	    l->hex)].leaves_one ? 1 : d->leader_move;
}

static const char *
try_leader(struct game *g, const struct node *order, struct cc_leader *l)
{
	const char *why, *where = node_str(order, "enter");
	struct way w = { .n = 0 };
	int limit = cc_state(g)->played == CC_LINE ? 1 :
	    leader_limit(g, l);

	if (where != NULL)
		return cc_try_enter(g, l->id, where);
	if (!cc_leader_on_board(l) || !l->ordered)
		return "leader.not-ordered";
	if (l->moved > 0)
		return "moved";
	why = leader_way(g, l, order, limit, &w);
	if (why == NULL)
		leader_go(g, l, &w);
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
		return try_leader(g, order, l);
	return "no-mover";
}

static void
refuse_move(struct game *g, const char *why)
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
			refuse_move(g, why);
		checkpoint(g);
	}
}

/* [inspired.move-a-leader] */
static const char *
try_move_leader(struct game *g, const struct node *order)
{
	struct cc *s = cc_state(g);
	struct cc_leader *l = cc_find_leader(s, node_str(order, "leader"));
	struct way w = { .n = 0 };
	const char *why;

	if (l == NULL || !cc_leader_on_board(l))
		return "leader.off-board";
	if (cc_cannot_spend(s, s->active) != NULL)
		return cc_cannot_spend(s, s->active);
	why = leader_way(g, l, order, leader_limit(g, l), &w);
	if (why == NULL) {
		cc_spend_token(g, s->active, "move-a-leader");
		leader_go(g, l, &w);
	}
	return why;
}

void
cc_finish_phase(struct game *g)
{
	struct cc *s = cc_state(g);
	const struct order *o;

	while ((o = order_next(g, s->active, CC_FINISH)) != NULL) {
		const char *why;

		while ((why = try_move_leader(g, o->node)) != NULL)
			if ((o = order_else(g)) == NULL)
				break;
		if (why != NULL)
			refuse_move(g, why);
		checkpoint(g);
	}
}
