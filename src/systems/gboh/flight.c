/* flight.c: the way of a routing unit in one hex, and whom it runs over
 * [6.65, 10.21 - 10.24] */
#include "systems/gboh/flight.h"

#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------- one hex [10.21] */

static int
edge_dir(const struct gboh *s, int side, int k)
{
	static const int dirs[4][2] = { { 0, 0 }, { 3, 3 }, { 1, 2 },
	    { 4, 5 } };

	return dirs[s->side[side].edge][k];
}

/* At the edge already: the next hex is off the map [10.23]. */
bool
gboh_leaves_map(const struct gboh_data *d, const struct gboh *s, int side,
    int at)
{
	for (int k = 0; k < 2; k++)
		if (hex_step(&d->map.grid, at, edge_dir(s, side, k)) ==
		    HEX_NONE && gboh_to_edge(d, s, side, at) <= 1)
			return true;
	return false;
}

/* A friend, with whom it cannot stay: not even with artillery [10.24].  Leader
 * Elephants are in nobody's way, but for cavalry [spqr 4.85, 6.61]. */
static struct gboh_unit *
friend_at(struct gboh *s, const struct gboh_unit *u, int hex)
{
	struct gboh_unit *x = gboh_other_at(s, hex, u);

	return x != NULL && gboh_is(x, GBOH_RIDDEN) && x->side == u->side &&
	    !gboh_is_horse(u) ? NULL : x;
}

/* 0 blocked; 1 vacant, 2 a friend, 3 a friend in an enemy ZOC */
int
gboh_resistance(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, int at, int dir)
{
	int to = hex_step(&d->map.grid, at, dir), climbed = 0, hits = 0;
	const struct gboh_unit *x;
	bool zoc;

	if (to == HEX_NONE || gboh_step_cost(d, u, at, dir, &climbed,
	    &hits) < 0)
		return 0;
	x = gboh_other_at(s, to, u);
	if (x != NULL && (x->side != u->side || gboh_in_depth(s, x)))
		return 0;				/* [spqr 9.52] */
	zoc = gboh_in_ezoc(d, s, u->side, to);
	if (x == NULL)
		return zoc ? 0 : 1;
	return zoc ? 3 : friend_at(s, u, to) != NULL ? 2 : 1;
}

/* The hexes that it has left on this flight. */
struct trail {
	int hex[GBOH_WAY];
	int n;
};

static bool
has_been(const struct trail *t, int hex)
{
	for (int i = 0; i < t->n; i++)
		if (t->hex[i] == hex)
			return true;
	return false;
}

/*
 * Where it may go on to from a hex: of the hexes nearer to its edge those of
 * the least resistance, and of these the most direct; then of those equally
 * far, then of the others.  Returns how many, 0 if all is blocked.
 */
static int
next_hexes(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, int at, const struct trail *been, int *out)
{
	int here = gboh_to_edge(d, s, u->side, at);
	int worth[HEX_DIRS], gain[HEX_DIRS];	/* resistance; edge nearer by */

	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int to = hex_step(&d->map.grid, at, dir);

		worth[dir] = to == HEX_NONE || has_been(been, to) ? 0 :
		    gboh_resistance(d, s, u, at, dir);
		if (worth[dir] > 0)
			gain[dir] = here - gboh_to_edge(d, s, u->side, to);
	}
	for (int tier = 0; tier < 3; tier++)
		for (int r = 1; r <= 3; r++) {
			int most = 0, n = 0;

			for (int dir = 0; dir < HEX_DIRS; dir++) {
				if (worth[dir] != r || (gain[dir] > 0 ? 0 :
				    gain[dir] == 0 ? 1 : 2) != tier ||
				    (n > 0 && gain[dir] < most))
					continue;
				if (n > 0 && gain[dir] > most)
					n = 0;
				most = gain[dir];
				out[n++] = hex_step(&d->map.grid, at, dir);
			}
			if (n > 0)
				return n;
		}
	return 0;
}

/* ------------------------------------------------------ the whole way */

/* How a way ends, as far as it can be foreseen. */
enum end { STOPS, BURSTS, EDGE, BLOCKED };

#define ENDS 64

struct way {
	enum end end;
	int n, hex[GBOH_WAY];
	int mp, climbed;	/* left and used when it is walked */
};

/* The ways that are open: for each hex where one can end the first found. */
struct ways {
	struct gboh *s;
	const struct gboh_data *d;
	const struct gboh_unit *u;
	struct trail been;
	int hexes;		/* to go, at most */
	struct way now;
	int n;
	struct way way[ENDS];
};

static int
end_hex(const struct ways *w, const struct way *x)
{
	return x->n > 0 ? x->hex[x->n - 1] : w->u->hex;
}

static void
found(struct ways *w, enum end end)
{
	for (int i = 0; i < w->n; i++)
		if (w->way[i].end == end && end_hex(w, &w->way[i]) ==
		    end_hex(w, &w->now))
			return;
	if (w->n == ENDS)
		return;
	w->way[w->n] = w->now;
	w->way[w->n++].end = end;
}

static int
price(const struct ways *w, int at, int to, int *climbed)
{
	int hits = 0;

	return gboh_step_cost(w->d, w->u, at, hex_dir(&w->d->map.grid, at, to),
	    climbed, &hits);
}

/* Whether its points suffice for one of these: a unit that can go on by one of
 * several equal hexes goes, its full allowance [10.22]. */
static bool
can_pay(const struct ways *w, int at, const int *to, int n, int mp,
    int climbed)
{
	for (int i = 0; i < n; i++) {
		int c = climbed;

		if (price(w, at, to[i], &c) <= mp)
			return true;
	}
	return false;
}

/* Points (-1: not counted) come first: who has none left neither leaves the
 * map nor is barred [10.22, 10.23].  A friend's hex ends what can be foreseen:
 * he may rout as well. */
static void
seek(struct ways *w, int at, int mp, int climbed)
{
	int to[HEX_DIRS], n;

	w->now.mp = mp;
	w->now.climbed = climbed;
	if (w->now.n == w->hexes || mp == 0) {
		found(w, STOPS);
		return;
	}
	if (gboh_leaves_map(w->d, w->s, w->u->side, at)) {
		found(w, EDGE);
		return;
	}
	w->been.hex[w->been.n++] = at;
	n = next_hexes(w->d, w->s, w->u, at, &w->been, to);
	if (n == 0)
		found(w, BLOCKED);
	if (n > 0 && mp >= 0 && !can_pay(w, at, to, n, mp, climbed)) {
		found(w, STOPS);
		n = 0;
	}
	for (int i = 0; i < n; i++) {
		int c = climbed, cost = price(w, at, to[i], &c);
		int left = mp < 0 ? mp : mp - cost;

		if (mp >= 0 && cost > mp)
			continue;
		w->now.hex[w->now.n++] = to[i];
		w->now.mp = left;
		w->now.climbed = c;
		if (friend_at(w->s, w->u, to[i]) != NULL)
			found(w, BURSTS);
		else
			seek(w, to[i], left, c);
		w->now.n--;
	}
	w->been.n--;
}

/* The owner names where the way ends; one that saves the unit is taken before
 * any that does not. */
static const struct way *
choose_way(struct game *g, const struct ways *w)
{
	struct question q = question(g, w->u->side, "rout");

	question_fact(&q, fact_text("unit", w->u->id));
	question_fact(&q, fact_hex("hex", w->u->hex));
	for (int i = 0; i < w->n; i++) {
		const struct way *x = &w->way[i];
		int at = end_hex(w, x);

		if (x->end != STOPS && x->end != BURSTS)
			continue;
		option_add(&q, i, game_hex(g, at));
		q.option[q.n - 1].hex = at;
		option_attr(&q, "enemies", gboh_enemies_within(w->d, w->s,
		    w->u->side, at, 1));
		option_attr(&q, "friends", x->end == BURSTS);
	}
	return &w->way[q.n > 0 ? ask(g, &q) : 0];
}

/* ---------------------------------------------------------------- running */

/* [spqr 6.69, 10.25] all in a hex through which it runs, or would stop in */
void
gboh_run_over(struct game *g, struct gboh_unit *u, int hex, bool stops)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_stack(s, hex, v, GBOH_STACK);

	for (int top = 1; top >= 0; top--)
		for (int i = 0; i < n; i++) {
			const struct gboh_stacking *r;
			int hits;
			bool check;

			if (v[i]->self == u->self || v[i]->atop != (top != 0) ||
			    !gboh_on_map(v[i]) || v[i]->side != u->side)
				continue;
			r = gboh_stacking(d, s, u, v[i], true);
			hits = r == NULL ? 0 : stops ? r->stop_hits :
			    r->hits_other;
			check = r != NULL && (stops ? r->stop_check :
			    r->check);
			if (v[i]->routed && hits > 0) {
				gboh_eliminate(g, v[i], "stacking");
				continue;
			}
			if (check)
				hits += gboh_tq_check(g, v[i], "=6.69 check",
				    "stacking", 0, "", 0);
			gboh_hit(g, v[i], hits, "stacking");
		}
}

/* [6.65, 10.24] a friend in whose hex it comes */
static void
burst_through(struct game *g, struct gboh_unit *u, struct gboh_unit *x,
    bool stops)
{
	const struct gboh_data *d = gboh_data(g);
	const struct gboh_stacking *r = gboh_stacking(d, gboh_state(g), u, x,
	    true);
	int tq = gboh_tq(d, gboh_state(g), x), die, hits;

	if (d->rules.again_after) {
		gboh_run_over(g, u, x->hex, stops);
		return;
	}
	if (r == NULL || (r->hits_other == 0 && !r->check))
		return;
	if (x->routed) {
		gboh_eliminate(g, x, "stacking");		/* [6.63] */
		return;
	}
	die = roll(g, 10, "6.65 check %s", x->id);
	hits = die + gboh_tq_drm(g, x) - tq;
	if (hits < r->least)
		hits = r->least;
	hits += r->hits_other;
	tell(g, "passed", FACTS(fact_text("unit", x->id),
	    fact_text("by", u->id), fact_number("die", die),
	    fact_number("hits", hits)));
	gboh_hit(g, x, hits, "stacking");
}

static void
step_into(struct game *g, struct gboh_unit *u, int to)
{
	struct gboh *s = gboh_state(g);
	int dir = hex_dir(game_grid(g), u->hex, to);
	static const int toward[4] = { 0, 3, 1, 4 };
	int f = toward[s->side[u->side].edge];

	if (hex_aspect_vertex(f, dir) != HEX_FRONT)
		f = hex_turn(f, dir) <= hex_turn(f, (dir + 5) % 6) ? dir :
		    (dir + 5) % 6;
	u->facing = f;
	gboh_place(g, u, to);
}

struct gboh_stretch
gboh_stretch(struct game *g, struct gboh_unit *u)
{
	return (struct gboh_stretch){ u, u->hex, node_array(game_arena(g)) };
}

/* [spqr 8.62] a pursuer will follow; a hex before the last is noted */
void
gboh_note_way(struct gboh_unit *u, int from)
{
	if (u->combat == 0 || from == u->origin || from == HEX_NONE)
		return;
	if (u->via == HEX_NONE)
		u->via = from;
	else if (u->via2 == HEX_NONE)
		u->via2 = from;
}

void
gboh_stretch_add(struct game *g, struct gboh_stretch *t)
{
	node_add(game_arena(g), t->path, NULL, node_string(game_arena(g),
	    game_hex(g, t->u->hex)));
}

void
gboh_stretch_tell(struct game *g, struct gboh_stretch *t)
{
	const struct gboh_unit *u = t->u;

	if (t->path->n == 0)
		return;
	tell(g, "rout", FACTS(fact_text("unit", u->id),
	    fact_hex("from", t->from), fact_hex("to", u->hex),
	    fact_node("path", t->path),
	    fact_text("facing", gboh_facing_names[u->facing])));
	*t = gboh_stretch(g, t->u);
}

/* Along the way, and then it is told: what it does to others comes after. */
static void
walk_way(struct game *g, struct gboh_unit *u, const struct way *x)
{
	struct gboh_stretch t = gboh_stretch(g, u);

	for (int i = 0; i < x->n; i++) {
		struct gboh_unit to = *u;

		to.hex = x->hex[i];
		if (gboh_finds_leader(g, u, &to))
			gboh_stretch_tell(g, &t);
		gboh_note_way(u, u->hex);
		step_into(g, u, x->hex[i]);
		gboh_stretch_add(g, &t);
	}
	gboh_stretch_tell(g, &t);
}

static struct ways *
find_ways(struct game *g, const struct gboh_unit *u, const struct trail *been,
    int hexes, int mp, int climbed)
{
	struct ways *w = arena_new(game_arena(g), struct ways, 1);

	w->s = gboh_state(g);
	w->d = gboh_data(g);
	w->u = u;
	w->been = *been;
	w->hexes = hexes;
	seek(w, u->hex, mp, climbed);
	return w;
}

/* [8.22] from a friend's hex, those whose ZOC it leaves by this way; false if
 * that is its end */
static bool
is_let_go(struct game *g, struct gboh_unit *u, const struct way *x)
{
	struct gboh_unit to = *u;

	if (x->n > 0)
		to.hex = x->hex[0];
	if (x->n > 0 || x->end == EDGE)
		gboh_retire_fire(g, u, x->n > 0 ? &to : NULL);
	return gboh_on_map(u);
}

/* [10.24] it cannot stay with a friend and goes one hex farther; `watched`: may
 * be fired at for that.  False if that is its end. */
static bool
past_friend(struct game *g, struct gboh_unit *u, const struct trail *been,
    bool watched, const char **cause)
{
	struct gboh *s = gboh_state(g);
	const struct way *x = choose_way(g, find_ways(g, u, been, 1, -1, 0));
	struct gboh_unit *second;

	if (watched && !is_let_go(g, u, x))
		return true;
	*cause = x->end == EDGE ? "edge" : "stacking";
	if (x->end == EDGE || x->end == BLOCKED)
		return false;
	second = friend_at(s, u, x->hex[0]);
	if (second != NULL) {
		burst_through(g, u, second, true);
		return false;
	}
	walk_way(g, u, x);
	return true;
}

/* Would it end its flight here, were nobody in its way? */
static bool
ends_here(struct game *g, const struct gboh_unit *u, const struct trail *been,
    int hexes, int mp, int climbed)
{
	const struct ways *w = find_ways(g, u, been, hexes, mp, climbed);

	for (int i = 0; i < w->n; i++)
		if (w->way[i].end != STOPS || w->way[i].n > 0)
			return false;
	return true;
}

bool
gboh_run(struct game *g, struct gboh_unit *u, int hexes, int mp,
    const char **cause)
{
	struct gboh *s = gboh_state(g);
	struct trail been = { .n = 0 };
	bool watched = mp >= 0 && gboh_data(g)->rules.retire_each;
	int climbed = 0;

	for (;;) {
		const struct way *x = choose_way(g, find_ways(g, u, &been,
		    hexes, mp, climbed));
		int start = u->hex;

		if (watched && been.n > 0 && !is_let_go(g, u, x))
			return true;
		if (!u->routed)		/* not before its way is known */
			gboh_break(u);
		walk_way(g, u, x);
		*cause = x->end == EDGE ? "edge" : "blocked";
		if (x->end == EDGE || x->end == BLOCKED)
			return false;
		if (x->end == STOPS)
			break;
		been.hex[been.n++] = start;
		for (int i = 0; i + 1 < x->n; i++)
			been.hex[been.n++] = x->hex[i];
		hexes -= x->n;
		mp = x->mp;
		climbed = x->climbed;
		burst_through(g, u, friend_at(s, u, u->hex), ends_here(g, u,
		    &been, hexes, mp, climbed));	/* [spqr 10.25] */
		if (!gboh_on_map(u))	/* run over by another */
			return true;
	}
	if (friend_at(s, u, u->hex) == NULL)
		return true;
	been.hex[been.n++] = u->hex;
	return past_friend(g, u, &been, watched, cause);
}
