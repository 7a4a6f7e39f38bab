/* retreat.c: retreats, displacement, advances, retreat before combat
 * [7.7, 7.8, 11.2, 12.3] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------- where it may go */

/* [7.72] no enemy, no enemy zone of control; what is prohibited, or off the
 * map, is no step at all */
static bool
open_to(const struct ab_data *d, struct ab *s, int side, int hex)
{
	return hex != HEX_NONE && ab_combat_unit_at(d, s, ab_other(side), hex) == NULL &&
	    ab_lone_leader_at(d, s, ab_other(side), hex) == NULL &&
	    !ab_in_ezoc(d, s, side, hex);
}

/* [7.72] the neighbour, unless hex or hexside are prohibited or off the map */
static int
step(const struct ab_data *d, int hex, int dir)
{
	return ab_may_step(d, hex, dir) ? hex_step(&d->map.grid, hex, dir) :
	    HEX_NONE;
}

/* [7.73] nothing but a leader of one's own stands there */
static bool
vacant(const struct ab_data *d, struct ab *s, int side, int hex)
{
	return ab_combat_unit_at(d, s, side, hex) == NULL;
}

/* All combat units of a hex may stay with those of the other [X5.2]. */
static bool
group_may_join(const struct ab_data *d, const struct ab *s, int side,
    int from, int to)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side == side && u->hex == from && ab_on_map(u) &&
		    !ab_can_stay(d, s, u, to))
			return false;
	}
	return true;
}

struct shove {			/* a retreat that may push others */
	const struct ab_data *d;
	struct ab *s;
	int side;
	const int *involved;
	int ninvolved;
	bool used[AB_HEXES];	/* hexes of the chain so far */
};

static bool
is_involved(const struct shove *v, int hex)
{
	for (int i = 0; i < v->ninvolved; i++) {
		const struct ab_unit *u = &v->s->unit[v->involved[i]];

		if (ab_on_map(u) && u->side == v->side && u->hex == hex)
			return true;
	}
	return false;
}

/* A hex whose unit could be pushed out of it [7.82, 7.84]. */
static bool
pushable(const struct shove *v, int hex)
{
	return open_to(v->d, v->s, v->side, hex) && !v->used[hex] &&
	    !vacant(v->d, v->s, v->side, hex) && !is_involved(v, hex);
}

/* [7.73] a hex that is vacant for whoever retreats */
static bool
free_hex(const struct shove *v, int hex)
{
	return open_to(v->d, v->s, v->side, hex) && !v->used[hex] &&
	    vacant(v->d, v->s, v->side, hex);
}

/* [7.83, X5.2] friends with whom all that is in `from` may stack: none of
 * them need be displaced */
static bool
shared_hex(const struct shove *v, int from, int hex)
{
	return open_to(v->d, v->s, v->side, hex) && !v->used[hex] &&
	    !is_involved(v, hex) &&
	    group_may_join(v->d, v->s, v->side, from, hex);
}

static bool
goes_without_pushing(const struct shove *v, int hex)
{
	for (int k = 0; k < HEX_DIRS; k++) {
		int to = step(v->d, hex, k);

		if (free_hex(v, to) || shared_hex(v, hex, to))
			return true;
	}
	return false;
}

/* Leaders are no combat units and are not counted [12.0]. */
static int
units_in(const struct shove *v, int hex)
{
	int n = 0;

	for (int i = 0; i < v->s->nunits; i++) {
		const struct ab_unit *u = &v->s->unit[i];

		if (u->side == v->side && u->hex == hex && ab_on_map(u) &&
		    !ab_is_leader(v->d, u))
			n++;
	}
	return n;
}

/*
 * [7.83] how many units are displaced if `hex` is to be freed: those in it, if
 * they have a hex to go to, and those that they must push in turn; 0 if it
 * cannot be freed.  Cheapest first over the hexes that can be pushed.
 */
static int
chain_length(const struct shove *v, int hex)
{
	int list[AB_UNITS], cost[AB_UNITS], n = 0, at = 0;
	bool done[AB_UNITS] = { false };

	if (!pushable(v, hex))
		return 0;
	list[n] = hex;
	cost[n++] = units_in(v, hex);
	for (; at >= 0; done[at] = true) {
		at = -1;
		for (int i = 0; i < n; i++)
			if (!done[i] && (at < 0 || cost[i] < cost[at]))
				at = i;
		if (at < 0)
			break;
		if (goes_without_pushing(v, list[at]))
			return cost[at];
		for (int k = 0; k < HEX_DIRS; k++) {
			int to = step(v->d, list[at], k), i = 0, c;

			if (to == HEX_NONE || !pushable(v, to))
				continue;
			c = cost[at] + units_in(v, to);
			while (i < n && list[i] != to)
				i++;
			if (i == n) {
				list[n] = to;
				cost[n++] = c;
			} else if (c < cost[i]) {
				cost[i] = c;
			}
		}
	}
	return 0;
}

static void
retreat_option(struct question *q, const struct shove *v, int hex,
    int displaced)
{
	option_hex(q, hex);
	option_attr(q, "enemies", ab_enemies_within(v->d, v->s, v->side, hex, 3));
	option_attr(q, "terrain", ab_doubles_defence(v->d, hex) ? 1 : 0);
	option_attr(q, "displaced", displaced);
}

/* Vacant hexes; else hexes to share; else those that push the fewest. */
static void
retreat_options(struct question *q, const struct shove *v, int from)
{
	int fewest = 0;

	for (int k = 0; k < HEX_DIRS; k++) {
		int to = step(v->d, from, k);

		if (free_hex(v, to))
			retreat_option(q, v, to, 0);
	}
	for (int k = 0; q->n == 0 && k < HEX_DIRS; k++) {
		int to = step(v->d, from, k);

		if (shared_hex(v, from, to))
			retreat_option(q, v, to, 0);
	}
	if (q->n > 0)
		return;
	for (int k = 0; k < HEX_DIRS; k++) {
		int to = step(v->d, from, k);
		int n = to == HEX_NONE ? 0 : chain_length(v, to);

		if (n > 0 && (fewest == 0 || n < fewest))
			fewest = n;
	}
	for (int k = 0; fewest > 0 && k < HEX_DIRS; k++) {
		int to = step(v->d, from, k);

		if (to != HEX_NONE && chain_length(v, to) == fewest)
			retreat_option(q, v, to, fewest);
	}
}

/* --------------------------------------------------------- going there */

/* Everything of a side in a hex goes to another hex together. */
static struct node *
move_stack(struct game *g, int side, int from, int to,
    const struct ab_unit *but)
{
	struct ab *s = ab_state(g);
	struct node *with = node_array(game_arena(g));

	for (int i = 0; i < s->nunits; i++) {
		struct ab_unit *u = &s->unit[i];

		if (u->side != side || u->hex != from || !ab_on_map(u))
			continue;
		ab_put(ab_data(g), s, u, to);
		if (u != but)
			node_add(game_arena(g), with, NULL, node_string(
			    game_arena(g), u->id));
	}
	return with->n > 0 ? with : NULL;
}

/* [7.82, 7.83] push the unit out of `hex`; somebody needs it. */
static void
displace(struct game *g, struct shove *v, int hex, const char *by)
{
	struct ab_unit *u = ab_combat_unit_at(v->d, v->s, v->side, hex);
	struct question q = question(g, v->side, "displace");
	struct node *with;
	int to;

	v->used[hex] = true;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", ab_type_names[u->type]));
	question_fact(&q, fact_number("strength", u->strength));
	question_fact(&q, fact_hex("hex", hex));
	question_fact(&q, fact_text("pusher", by));
	retreat_options(&q, v, hex);
	if (q.n == 0)
		game_fail(g, "%s has nowhere to be displaced to", u->id);
	to = ask(g, &q);
	if (!vacant(v->d, v->s, v->side, to) &&
	    !group_may_join(v->d, v->s, v->side, hex, to))
		displace(g, v, to, u->id);
	with = move_stack(g, v->side, hex, to, u);
	tell(g, "displaced", FACTS(fact_text("unit", u->id),
	    fact_hex("from", hex), fact_hex("to", to), fact_text("by", by),
	    fact_node("with", with)));
	ab_enter_hex(g, u, to);
}

static struct shove *
start_shove(struct game *g, int side, int hex, const int *involved,
    int ninvolved)
{
	struct shove *v = arena_new(game_arena(g), struct shove, 1);

	*v = (struct shove){ .d = ab_data(g), .s = ab_state(g), .side = side,
	    .involved = involved, .ninvolved = ninvolved };
	v->used[hex] = true;
	return v;
}

enum ab_retreat
ab_can_retreat(struct game *g, int side, int hex, const int *involved,
    int ninvolved)
{
	const struct shove *v = start_shove(g, side, hex, involved, ninvolved);

	if (goes_without_pushing(v, hex))
		return AB_RETREATS;
	for (int k = 0; k < HEX_DIRS; k++) {
		int to = step(v->d, hex, k);

		if (to != HEX_NONE && chain_length(v, to) > 0)
			return AB_RETREATS_PUSHING;
	}
	return AB_RETREATS_NOWHERE;
}

void
ab_retreat_group(struct game *g, int side, int hex, const int *involved,
    int ninvolved)
{
	struct ab *s = ab_state(g);
	struct shove *v = start_shove(g, side, hex, involved, ninvolved);
	struct ab_unit *u = ab_combat_unit_at(ab_data(g), s, side, hex);
	struct question q = question(g, side, "retreat");
	struct node *with;
	int to;

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", ab_type_names[u->type]));
	question_fact(&q, fact_number("strength", u->strength));
	question_fact(&q, fact_hex("hex", hex));
	retreat_options(&q, v, hex);
	if (q.n == 0) {
		ab_eliminate_hex(g, side, hex, "retreat");
		return;
	}
	to = ask(g, &q);
	if (!vacant(v->d, s, side, to) &&
	    !group_may_join(v->d, s, side, hex, to))
		displace(g, v, to, u->id);
	with = move_stack(g, side, hex, to, u);
	tell(g, "retreat", FACTS(fact_text("unit", u->id),
	    fact_hex("from", hex), fact_hex("to", to),
	    fact_node("with", with)));
	ab_enter_hex(g, u, to);
}

/* --------------------------------------------------------------- advance */

#define CHOICES (AB_GROUP * 32)	/* units, with each leader, and hexes */

struct choice {
	int unit, leader, hex;
};

static void
advance_option(struct game *g, struct question *q, struct choice *list,
    int unit, int leader, int hex)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	const struct ab_unit *u = &s->unit[unit];
	const char *with = leader >= 0 ? s->unit[leader].id : "";

	if (q->n == CHOICES)
		return;
	list[q->n] = (struct choice){ unit, leader, hex };
	option_add(q, q->n, arena_printf(game_arena(g), "%s%s%s %s", u->id,
	    leader >= 0 ? "+" : "", with, game_hex(g, hex)));
	q->option[q->n - 1].hex = hex;
	option_attr(q, "strength", u->strength);
	option_attr(q, "enemies", ab_enemies_within(d, s, u->side, hex, 1));
	option_attr(q, "terrain", ab_doubles_defence(d, hex) ? 1 : 0);
}

static void
do_advance(struct game *g, const struct choice *c)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct ab_unit *u = &s->unit[c->unit], *leader;
	struct node *with = NULL;
	int from = u->hex;

	ab_put(d, s, u, c->hex);
	u->advanced = true;
	if (c->leader >= 0) {
		ab_put(d, s, &s->unit[c->leader], c->hex);
		with = node_array(game_arena(g));
		node_add(game_arena(g), with, NULL, node_string(
		    game_arena(g), s->unit[c->leader].id));
	}
	tell(g, "advance", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", c->hex),
	    fact_node("with", with)));
	while ((leader = ab_lone_leader_at(d, s, ab_other(u->side), c->hex)))
		ab_overrun(g, u, leader);			/* [12.2] */
	ab_enter_hex(g, u, c->hex);
}

/* [7.74, 7.75] one unit that fought may go into one hex that was left */
void
ab_advance_after(struct game *g, int side, const char *as, const char *result,
    const int *units, int n, const int *vacated, int nvacated,
    const struct node *planned)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct question q = question(g, side, "advance");
	struct choice list[CHOICES];
	int picked;

	for (int i = 0; i < n; i++) {
		const struct ab_unit *u = &s->unit[units[i]];

		if (!ab_on_map(u) || u->side != side)
			continue;
		for (int k = 0; k < nvacated; k++) {
			int dir = hex_dir(&d->map.grid, u->hex, vacated[k]);

			if (dir < 0 || !ab_may_step(d, u->hex, dir) ||
			    ab_combat_unit_at(d, s, 0, vacated[k]) ||
			    ab_combat_unit_at(d, s, 1, vacated[k]))
				continue;
			advance_option(g, &q, list, units[i], -1, vacated[k]);
			for (int l = 0; l < s->nunits; l++)
				if (ab_on_map(&s->unit[l]) && s->unit[l].side ==
				    side && ab_is_leader(d, &s->unit[l]) &&
				    s->unit[l].hex == u->hex)
					advance_option(g, &q, list, units[i],
					    l, vacated[k]);
		}
	}
	if (q.n == 0)
		return;
	question_fact(&q, fact_text("as", as));
	question_fact(&q, fact_text("result", result));
	option_decline(&q, "none");
	q.planned = planned;
	picked = ask(g, &q);
	if (picked >= 0)
		do_advance(g, &list[picked]);
}

/* -------------------------------------------------- retreat before combat */

struct evasion {
	int first, last;
};

/* [11.21] two hexes, one after the other, ending two away */
static int
evasions(const struct ab_data *d, struct ab *s, const struct ab_unit *u,
    struct evasion *out, int max)
{
	const struct hex_grid *grid = &d->map.grid;
	int n = 0;

	for (int i = 0; i < HEX_DIRS; i++) {
		int a = step(d, u->hex, i);

		if (!open_to(d, s, u->side, a))
			continue;
		for (int k = 0; k < HEX_DIRS && n < max; k++) {
			int b = a == HEX_NONE ? HEX_NONE : step(d, a, k);

			if (b == HEX_NONE || hex_distance(grid, u->hex, b) != 2
			    || !open_to(d, s, u->side, b) ||
			    !ab_can_stay(d, s, u, b))
				continue;
			out[n++] = (struct evasion){ a, b };
		}
	}
	return n;
}

static void
evade(struct game *g, struct ab_unit *u, const struct evasion *way,
    const struct ab_attack *x)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int from = u->hex;
	int path[2] = { way->first, way->last };
	struct node *with = NULL;
	bool alone = true;

	for (int i = 0; i < s->nunits; i++)
		if (&s->unit[i] != u && ab_on_map(&s->unit[i]) &&
		    s->unit[i].hex == from && !ab_is_leader(d, &s->unit[i]))
			alone = false;
	if (alone && !ab_is_leader(d, u))
		with = move_stack(g, u->side, from, way->last, u);
	else
		ab_put(d, s, u, way->last);
	tell(g, "evade", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_node("path", ab_hex_list(g, path, 2)),
	    fact_node("with", with),
	    fact_node("attackers", ab_id_list(g, x->att, x->natt))));
	ab_enter_hex(g, u, way->first);
	ab_enter_hex(g, u, way->last);
}

/* [11.21, 11.22] */
static bool
can_evade(const struct ab *s, const struct ab_unit *u,
    const struct ab_attack *x)
{
	if (!u->dot || u->disrupted)
		return false;
	for (int i = 0; i < x->natt; i++)
		if (s->unit[x->att[i]].ma > u->ma)
			return false;
	return true;
}

static void
evade_options(struct game *g, struct question *q, const struct evasion *way,
    int n)
{
	for (int i = 0; i < n; i++) {
		option_add(q, i, arena_printf(game_arena(g), "%s %s",
		    game_hex(g, way[i].first), game_hex(g, way[i].last)));
		q->option[q->n - 1].hex = way[i].last;
		option_attr(q, "enemies", ab_enemies_within(ab_data(g),
		    ab_state(g), q->side, way[i].last, 3));
		option_attr(q, "terrain", ab_doubles_defence(ab_data(g),
		    way[i].last) ? 1 : 0);
	}
}

bool
ab_offer_evade(struct game *g, struct ab_unit *u, const struct ab_attack *x)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct question q = question(g, u->side, "evade");
	struct evasion way[36];
	int n, picked;

	if (!can_evade(s, u, x) || (n = evasions(d, s, u, way, 36)) == 0)
		return false;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", ab_type_names[u->type]));
	question_fact(&q, fact_number("strength", u->strength));
	question_fact(&q, fact_hex("hex", u->hex));
	question_fact(&q, fact_node("attackers", ab_id_list(g, x->att,
	    x->natt)));
	question_fact(&q, fact_number("odds", ab_odds_hundredths(x)));
	evade_options(g, &q, way, n);
	option_decline(&q, "none");
	picked = ask(g, &q);
	if (picked < 0)
		return false;
	evade(g, u, &way[picked], x);
	return true;
}

/* [12.3] a lone leader who is attacked always goes */
void
ab_flee_before_combat(struct game *g, struct ab_unit *leader,
    const struct ab_attack *x)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct question q = question(g, leader->side, "leader-flight");
	struct evasion way[36];
	int n = evasions(d, s, leader, way, 36);

	if (n == 0) {
		ab_eliminate(g, leader, "flight");
		return;
	}
	question_fact(&q, fact_text("unit", leader->id));
	question_fact(&q, fact_hex("hex", leader->hex));
	for (int i = 0; i < n; i++) {
		bool known = false;

		for (int k = 0; k < i; k++)
			known = known || way[k].last == way[i].last;
		if (known)
			continue;
		option_add(&q, i, game_hex(g, way[i].last));
		q.option[q.n - 1].hex = way[i].last;
		option_attr(&q, "friends", ab_enemies_within(d, s,
		    ab_other(leader->side), way[i].last, 1));
	}
	evade(g, leader, &way[ask(g, &q)], x);
}
