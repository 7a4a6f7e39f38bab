/* leaders.c: lone leaders whom an enemy moves upon [12.1] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "hex/path.h"

#include <limits.h>
#include <string.h>

struct flight {
	const struct ab_data *d;
	struct ab *s;
	const struct ab_unit *u;
	int start;
	bool blocked[AB_HEXES], ezoc[AB_HEXES];
};

static int
flight_cost(void *ctx, int from, int to, int dir)
{
	const struct flight *f = ctx;

	if (f->blocked[to] || (from == f->start && f->ezoc[to]))
		return PATH_NO;
	return f->d->step[from][dir];
}

static bool
flight_stop(void *ctx, int hex)
{
	const struct flight *f = ctx;

	return f->ezoc[hex];
}

/* How far a friendly combat unit is, of those no farther than `limit` from
 * where the leader stands. */
static int
nearest_friend(const struct ab_data *d, const struct ab *s,
    const struct ab_unit *u, int hex, int limit)
{
	const struct hex_grid *grid = &d->map.grid;
	int best = INT_MAX;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *v = &s->unit[i];
		int n;

		if (v->side != u->side || !ab_on_map(v) || ab_is_leader(d, v) ||
		    hex_distance(grid, v->hex, u->hex) > limit)
			continue;
		n = hex_distance(grid, v->hex, hex);
		if (n < best)
			best = n;
	}
	return best;
}

static int
friends_within_one(const struct ab_data *d, const struct ab *s,
    const struct ab_unit *u, int hex)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *v = &s->unit[i];

		if (v->side == u->side && ab_on_map(v) && !ab_is_leader(d, v) &&
		    hex_distance(&d->map.grid, v->hex, hex) <= 1)
			n++;
	}
	return n;
}

/*
 * Where the leader may go: as near to the nearest friends as he can get.  The
 * zone of the one that rode at him does not count: he has just slipped it.
 */
static void
flight_options(struct game *g, struct ab_unit *u,
    const struct ab_unit *rider, struct question *q)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct flight *f = arena_new(game_arena(g), struct flight, 1);
	struct path_field *p = arena_new(game_arena(g), struct path_field, 1);
	int here = nearest_friend(d, s, u, u->hex, INT_MAX), best = here;

	f->d = d;
	f->s = s;
	f->u = u;
	f->start = u->hex;
	for (int i = 0; i < s->nunits; i++)
		if (ab_on_map(&s->unit[i]) && s->unit[i].side != u->side)
			f->blocked[s->unit[i].hex] = true;
	for (int i = 0; i < s->nunits; i++)
		for (int k = 0; k < HEX_DIRS; k++) {
			const struct ab_unit *v = &s->unit[i];
			int h = ab_on_map(v) ? hex_step(&d->map.grid, v->hex, k) :
			    HEX_NONE;

			if (v->side != u->side && v != rider &&
			    h != HEX_NONE && ab_exerts_zoc(d, v, h))
				f->ezoc[h] = true;
		}
	path_search(&d->map.grid, u->hex, u->ma, flight_cost, flight_stop, f,
	    p);
	for (int i = 0; i < p->n; i++) {
		int n = nearest_friend(d, s, u, p->reached[i], here);

		if (n < best)
			best = n;
	}
	for (int h = 0; best < here && h < hex_count(&d->map.grid); h++)
		if (p->cost[h] != PATH_NO && h != u->hex &&
		    nearest_friend(d, s, u, h, here) == best) {
			option_hex(q, h);
			option_attr(q, "friends", friends_within_one(d, s, u,
			    h));
		}
}

void
ab_overrun(struct game *g, struct ab_unit *mover, struct ab_unit *leader)
{
	int hex = leader->hex, pursuit, escape, to;
	struct question q = question(g, leader->side, "leader-flight");

	pursuit = roll(g, 6, "12.1 pursuit %s after %s", mover->id,
	    leader->id) + 1 + mover->ma;
	escape = roll(g, 6, "12.1 escape %s from %s", leader->id,
	    mover->id) + 1 + leader->ma;
	tell(g, "escape", FACTS(fact_text("leader", leader->id),
	    fact_text("unit", mover->id), fact_hex("hex", hex),
	    fact_number("pursuit", pursuit), fact_number("escape", escape),
	    fact_text("result", escape >= pursuit ? "escapes" : "caught")));
	if (escape < pursuit) {
		ab_eliminate(g, leader, "caught");
		return;
	}
	question_fact(&q, fact_text("unit", leader->id));
	question_fact(&q, fact_hex("hex", hex));
	flight_options(g, leader, mover, &q);
	if (q.n == 0) {
		ab_eliminate(g, leader, "flight");
		return;
	}
	to = ask(g, &q);
	ab_put(ab_data(g), ab_state(g), leader, to);
	tell(g, "flight", FACTS(fact_text("leader", leader->id),
	    fact_hex("from", hex), fact_hex("to", to)));
}
