/* movement.c: moving, disengaging, entering and leaving the map
 * [5.0, 6.0, 9.0, 11.1, 14.2, X6.2] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"
#include "hex/path.h"

#include <string.h>

#define WAY_MAX 128

/* [X6.2] what leaving the map costs */
static int
exit_cost(const struct ab_data *d)
{
	return d->ground[AB_EXIT].mp;
}

/* One unit's view of the map while it moves. */
struct mover {
	const struct ab_data *d;
	struct ab *s;
	const struct ab_unit *u;
	int start;
	bool entering;		/* it comes from off the map [9.0] */
	bool engaged;		/* it starts in an enemy zone of control */
	const unsigned char *foe;	/* AB_FOE_*, of each hex */
};

static void
look_round(struct mover *m, struct game *g, const struct ab_unit *u)
{
	m->d = ab_data(g);
	m->s = ab_state(g);
	m->u = u;
	m->start = u->hex;
	m->entering = false;
	m->foe = m->s->foe[u->side];
	m->engaged = u->hex != HEX_NONE && (m->foe[u->hex] & AB_FOE_ZONE);
}

/* [5.12, 12.1] an enemy bars his hex, a lone leader only to leaders */
static int
bars(const struct mover *m)
{
	return ab_is_leader(m->d, m->u) ? AB_FOE_UNIT | AB_FOE_LEADER :
	    AB_FOE_UNIT;
}

static bool
barred(const struct mover *m, int hex)
{
	return m->foe[hex] & bars(m);
}

/*
 * [5.13, 5.34, 6.0, 6.2, 11.1] a unit stops in an enemy zone of control, which
 * costs it no more than the ground, and one that disengages does not go from
 * one into another; a way that the program finds rides at a leader at its end only.  `to`: only the way there.
 */
static struct path_tables
tables(const struct mover *m, bool charging, int to)
{
	return (struct path_tables){
		.step = (const short (*)[HEX_DIRS])(charging ? m->d->ride :
		    m->d->step),
		.mark = m->foe,
		.bar = (unsigned char)bars(m),
		.stop = AB_FOE_ZONE | AB_FOE_UNIT | AB_FOE_LEADER,
		.first = m->engaged ? AB_FOE_ZONE : 0,
		.to = to,
	};
}

static void
scan(const struct mover *m, bool charging, int budget, int to,
    struct path_field *out)
{
	struct path_tables t = tables(m, charging, to);

	path_scan(&m->d->map.grid, m->start, budget, &t, out);
}

/* [6.3, 11.0, 11.1, 12.5] a dot, and nobody next to it is faster */
static bool
can_disengage(const struct ab_data *d, const struct ab *s,
    const struct ab_unit *u)
{
	int list[AB_AROUND], n;

	if (!u->dot)
		return false;
	n = ab_around(d, s, ab_other(u->side), u->hex, list);
	for (int i = 0; i < n; i++)
		if (s->unit[list[i]].ma > u->ma)
			return false;
	return true;
}

const char *
ab_cannot_move(struct game *g, const struct ab_unit *u)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	if (!ab_on_map(u))
		return "off-map";
	if (u->moved)
		return "move.again";
	if (ab_in_ezoc(d, s, u->side, u->hex) && !u->dot)
		return why_not(g, "move.held", FACTS(fact_hex("hex", u->hex)));
	if (ab_in_ezoc(d, s, u->side, u->hex) && !can_disengage(d, s, u))
		return "move.slow";
	return NULL;
}

void
ab_reachable(struct game *g, const struct ab_unit *u, struct path_field *out)
{
	struct mover m;

	look_round(&m, g, u);
	scan(&m, false, u->ma, HEX_NONE, out);
}

void
ab_reach(struct game *g, const struct ab_unit *u, uint64_t out[PATH_WORDS])
{
	struct path_tables t;
	struct mover m;

	look_round(&m, g, u);
	t = tables(&m, false, HEX_NONE);
	path_reach(&m.d->map.grid, m.start, u->ma, &t, out);
}

/* ------------------------------------------------------------ the way */

struct way {
	int n, hex[WAY_MAX], cost;
};

/* [14.0] a move that does not start next to an enemy; one from off the map
 * never does, and the hex of entry is its first [9.0] */
static bool
starts_charge(const struct mover *m, const struct way *w)
{
	if (m->entering)
		return m->d->ground[ab_terrain_at(m->d, m->start)].charge !=
		    AB_CHARGE_NO;
	return !m->engaged && w->n > 0 &&
	    !ab_enemy_adjacent(m->d, m->s, m->u->side, m->start);
}

/* [14.0] may this unit still charge after going this way? */
static bool
charge_possible(const struct mover *m, const struct way *w)
{
	int from = m->start;

	if (!m->d->type[m->u->type].charge || !starts_charge(m, w))
		return false;
	for (int i = 0; i < w->n; i++) {
		int dir = hex_dir(&m->d->map.grid, from, w->hex[i]);

		if (m->d->ride[from][dir] < 0)
			return false;
		from = w->hex[i];
	}
	return m->d->ground[ab_terrain_at(m->d, from)].charge == AB_CHARGE_OK;
}

static bool
search(const struct mover *m, bool charging, int to, int budget,
    struct way *w)
{
	struct path_field f;

	scan(m, charging, budget, to, &f);
	if (f.cost[to] == PATH_NO)
		return false;
	w->n = path_way(&f, to, w->hex, WAY_MAX);
	w->cost = f.cost[to];
	return true;
}

static const char *
why_barred(struct game *g, const struct mover *m, int hex)
{
	return why_not(g, m->foe[hex] & AB_FOE_UNIT ? "move.enemy" :
	    "move.leader", FACTS(fact_hex("hex", hex)));
}

static const char *
find_way(struct game *g, struct mover *m, int to, int budget, struct way *w)
{
	if (barred(m, to))
		return why_barred(g, m, to);
	if (m->d->type[m->u->type].charge &&
	    search(m, true, to, budget, w) && charge_possible(m, w))
		return NULL;
	if (search(m, false, to, budget, w))
		return NULL;
	return why_not(g, "move.reach", FACTS(fact_hex("hex", to),
	    fact_hex("from", m->start), fact_number("mp", budget)));
}

bool
ab_would_charge(struct game *g, const struct ab_unit *u, int to)
{
	struct mover m;
	struct way w = { .n = 0 };

	if (!ab_data(g)->type[u->type].charge)
		return false;
	look_round(&m, g, u);
	return !barred(&m, to) && search(&m, true, to, u->ma, &w) &&
	    charge_possible(&m, &w);
}

/* A way that the player wrote out: every step must be legal. */
static const char *
follow_way(struct game *g, struct mover *m, const struct node *path,
    int budget, struct way *w)
{
	int from = m->start;

	w->n = w->cost = 0;
	for (const struct node *c = path->child; c != NULL; c = c->next) {
		int to = hex_parse(game_grid(g), c->s), dir, cost;

		dir = to == HEX_NONE ? -1 : hex_dir(game_grid(g), from, to);
		if (dir < 0)
			return why_not(g, "move.gap", FACTS(fact_text("hex",
			    c->s), fact_hex("from", from)));
		if (w->n > 0 && (m->foe[from] & AB_FOE_ZONE))
			return why_not(g, "move.stop", FACTS(fact_hex("hex",
			    from)));
		if (barred(m, to))
			return why_barred(g, m, to);
		cost = m->d->step[from][dir];
		if (cost < 0 || (w->n == 0 && m->engaged &&
		    (m->foe[to] & AB_FOE_ZONE)))
			return why_not(g, "move.step", FACTS(fact_text("hex",
			    c->s), fact_hex("from", from)));
		if (w->n == WAY_MAX || w->cost + cost > budget)
			return why_not(g, "move.points", FACTS(fact_number(
			    "mp", budget), fact_text("hex", c->s),
			    fact_number("cost", w->cost + cost)));
		w->cost += cost;
		w->hex[w->n++] = to;
		from = to;
	}
	return NULL;
}

/* --------------------------------------------------------------- moving */

/* [12.1] lone leaders of the enemy in the hex that a unit has entered */
static void
ride_down(struct game *g, struct ab_unit *u)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct ab_unit *leader;

	while (ab_on_map(u) && (leader = ab_lone_leader_at(d, s,
	    ab_other(u->side), u->hex)) != NULL)
		ab_overrun(g, u, leader);
}

/* A fact only where it is so: may the unit charge now? */
static struct fact
charge_fact(struct game *g, bool ready)
{
	return fact_node("charge", ready ? node_bool(game_arena(g), true) :
	    NULL);
}

/* The hexes [from, to) of the way. */
static void
tell_move(struct game *g, const struct ab_unit *u, const struct way *w,
    int from, int to)
{
	int start = from > 0 ? w->hex[from - 1] : u->hex, cost = 0;

	if (game_unread(g)) {
		tell(g, "move", NULL);
		return;
	}
	for (int i = from, at = start; i < to; at = w->hex[i++])
		cost += ab_data(g)->step[at][hex_dir(game_grid(g), at,
		    w->hex[i])];
	tell(g, "move", FACTS(fact_text("unit", u->id),
	    fact_hex("from", start), fact_hex("to", w->hex[to - 1]),
	    fact_node("path", ab_hex_list(g, &w->hex[from], to - from)),
	    fact_number("cost", cost), charge_fact(g, u->ready)));
}

/*
 * Take the unit along its way; leaders in it are ridden down [12.1].  It is
 * told as far as the next of them, so that what happens there comes after.
 */
static void
walk(struct game *g, struct ab_unit *u, const struct way *w)
{
	struct ab *s = ab_state(g);
	int told = 0;

	for (int i = 0; i < w->n; i++) {
		if (i == told) {
			do
				told++;
			while (told < w->n && !(s->foe[u->side][w->hex[told -
			    1]] & AB_FOE_LEADER));
			tell_move(g, u, w, i, told);
		}
		ab_put(ab_data(g), s, u, w->hex[i]);
		ride_down(g, u);
		ab_enter_hex(g, u, u->hex);
	}
}

/* [X6.2] */
bool
ab_may_exit(const struct ab_data *d, const struct ab_unit *u, int hex)
{
	return u->side == d->exit_side && map_has(&d->map, hex, AB_EXIT);
}

static void
leave_map(struct game *g, struct ab_unit *u)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int points = (int)node_integer(d->exit_unit, u->id, d->exit_points);
	int hex = u->hex;

	ab_remove(d, s, u, AB_EXITED);
	u->moved = u->ready = false;
	u->from = HEX_NONE;
	u->arrival = 0;
	s->side[u->side].points += points;
	tell(g, "exit", FACTS(fact_text("unit", u->id), fact_hex("hex", hex),
	    fact_number("points", points)));
}

static const char *
check_exit(struct game *g, const struct mover *m, const struct way *w)
{
	int last = w->n ? w->hex[w->n - 1] : m->start;

	if (m->u->side != m->d->exit_side)
		return why_not(g, "exit.side", FACTS(fact_side("side",
		    m->u->side)));
	if (!ab_may_exit(m->d, m->u, last))
		return why_not(g, "exit.hex", FACTS(fact_hex("hex", last)));
	if (w->n > 0 && (m->foe[last] & AB_FOE_ZONE))
		return why_not(g, "move.stop", FACTS(fact_hex("hex", last)));
	if (w->cost + exit_cost(m->d) > m->u->ma)
		return why_not(g, "exit.points", FACTS(fact_hex("hex", last)));
	return NULL;
}

static const char *
plan_way(struct game *g, struct mover *m, const struct node *order,
    int budget, struct way *w)
{
	const char *to = node_str(order, "to");
	const struct node *path = node_array_of(order, "path");
	bool leaves = node_boolean(order, "exit", false);
	const char *why = NULL;

	w->n = w->cost = 0;
	if (to != NULL && path != NULL)
		return "move.both";
	if (to != NULL)
		why = find_way(g, m, hex_parse(game_grid(g), to),
		    leaves ? budget - exit_cost(m->d) : budget, w);
	else if (path != NULL)
		why = follow_way(g, m, path, budget, w);
	if (why == NULL && leaves)
		why = check_exit(g, m, w);
	if (why == NULL && !leaves && w->n == 0 &&
	    strcmp(node_str(order, "do"), "move") == 0)
		why = "move.nowhere";
	return why;
}

static void
order_move(struct game *g, const struct node *order)
{
	struct ab *s = ab_state(g);
	struct ab_unit *u = ab_find(s, node_str(order, "unit"));
	struct mover m;
	struct way w;
	const char *why = ab_cannot_move(g, u);
	bool charge;

	if (why == NULL) {
		look_round(&m, g, u);
		why = plan_way(g, &m, order, u->ma, &w);
	}
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", u->id)));
		return;
	}
	charge = charge_possible(&m, &w);
	if (w.n > 0) {
		u->moved = true;
		u->from = u->hex;
		u->arrival = ++s->arrivals;
		u->ready = charge;
	}
	walk(g, u, &w);
	if (node_boolean(order, "exit", false) && ab_on_map(u))
		leave_map(g, u);
}

/* [9.0] a reinforcement enters in one of its hexes and may go on */
static const char *
cannot_enter(struct game *g, const struct ab_unit *u, int hex)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	bool listed = false;

	if (u->status != AB_RESERVE)
		return "enter.who";
	if (s->turn < u->arrives)
		return why_not(g, "enter.early", FACTS(fact_number("turn",
		    u->arrives)));
	for (int i = 0; i < u->nentry; i++)
		listed = listed || u->entry[i] == hex;
	if (!listed)
		return "enter.hex";
	if (ab_combat_unit_at(d, s, ab_other(u->side), hex) ||
	    ab_lone_leader_at(d, s, ab_other(u->side), hex))
		return "enter.enemy";
	if (d->ground[ab_terrain_at(d, hex)].mp > u->ma)
		return "enter.points";
	return NULL;
}

static void
order_enter(struct game *g, const struct node *order)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct ab_unit *u = ab_find(s, node_str(order, "unit")), here;
	int hex = hex_parse(game_grid(g), node_str(order, "hex"));
	const char *why = cannot_enter(g, u, hex);
	struct mover m;
	struct way w = { .n = 0 };

	if (why == NULL) {
		here = *u;
		here.hex = hex;
		here.status = AB_ON_MAP;
		look_round(&m, g, &here);
		m.entering = true;
		why = plan_way(g, &m, order,
		    u->ma - d->ground[ab_terrain_at(d, hex)].mp, &w);
		if ((m.foe[hex] & AB_FOE_ZONE) && (why != NULL || w.n > 0))
			why = "enter.stop";
	}
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", u->id),
		    fact_hex("hex", hex)));
		return;
	}
	ab_put(d, s, u, hex);
	u->from = HEX_NONE;		/* it came from off the map */
	u->moved = true;
	u->arrival = ++s->arrivals;
	u->ready = charge_possible(&m, &w);
	tell(g, "enter", FACTS(fact_text("unit", u->id),
	    fact_hex("hex", hex), charge_fact(g, u->ready && w.n == 0)));
	ab_enter_hex(g, u, hex);
	walk(g, u, &w);
}

/* ------------------------------------------------------- end of the phase */

/* The last to arrive of those that break the stacking limit [5.32]. */
static struct ab_unit *
overstacked(const struct ab_data *d, struct ab *s)
{
	struct ab_unit *last = NULL;

	for (int i = 0; i < s->nunits; i++) {
		struct ab_unit *u = &s->unit[i];

		if (ab_on_map(u) && u->side == s->active && u->moved &&
		    u->hex != u->from && !ab_can_stay(d, s, u, u->hex) &&
		    (last == NULL || u->arrival > last->arrival))
			last = u;
	}
	return last;
}

static void
unstack(struct game *g)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct ab_unit *u;

	while ((u = overstacked(d, s)) != NULL) {
		int hex = u->hex;

		if (u->from == HEX_NONE)
			ab_remove(d, s, u, AB_RESERVE);
		else
			ab_put(d, s, u, u->from);
		u->ready = false;
		tell(g, "undone", FACTS(fact_text("unit", u->id),
		    fact_hex("from", hex), fact_hex("to", u->hex)));
		ride_down(g, u);	/* a leader may have fled there */
	}
}

void
ab_movement_phase(struct game *g)
{
	struct ab *s = ab_state(g);
	const struct order *o;

	while ((o = order_next(g, s->active, AB_MOVEMENT)) != NULL) {
		if (strcmp(o->verb, "enter") == 0)
			order_enter(g, o->node);
		else
			order_move(g, o->node);
		checkpoint(g);
	}
	unstack(g);
	for (int i = 0; i < s->nunits; i++) {
		s->unit[i].moved = false;
		s->unit[i].from = HEX_NONE;
		s->unit[i].arrival = 0;
	}
	s->arrivals = 0;
}
