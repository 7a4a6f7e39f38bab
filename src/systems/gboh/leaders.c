/* leaders.c: command ranges, flight, casualties, moves, replacements
 * [4.0, 8.19, 9.14] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

struct gboh_leader *
gboh_active(struct gboh *s)
{
	return s->leader[0] != '\0' ? gboh_find_leader(s, s->leader) : NULL;
}

struct gboh_leader *
gboh_overall(struct gboh *s, int side)
{
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (l->side == side && l->rank == GBOH_OVERALL &&
		    gboh_leads(l))
			return l;
	}
	return NULL;
}

/* [spqr 4.8] the Leader Elephant that he rides; NULL */
struct gboh_unit *
gboh_mount_of(struct gboh *s, const struct gboh_leader *l)
{
	for (int i = 0; i < s->nunits; i++)
		if (gboh_is(&s->unit[i], GBOH_RIDDEN) &&
		    gboh_on_map(&s->unit[i]) &&
		    strcmp(s->unit[i].rider, l->id) == 0)
			return &s->unit[i];
	return NULL;
}

/* He goes there, and his elephant with him, facing as who stands there
 * [spqr 4.81, 4.85]. */
void
gboh_leader_to(struct game *g, struct gboh_leader *l, int hex)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_mount_of(s, l), *x, pose;
	int from;

	l->hex = hex;
	if (u == NULL || u->hex == hex)
		return;
	pose = *u;
	pose.hex = hex;
	x = gboh_other_at(s, hex, u);
	if (x != NULL)
		pose.facing = x->facing;
	from = u->hex;
	gboh_put(gboh_data(g), s, u, &pose);
	tell(g, "move", FACTS(fact_text("unit", u->id), fact_hex("from", from),
	    fact_hex("to", hex), fact_text("facing",
	    gboh_facing_names[u->facing])));
}

/* [4.33, 4.5] */
bool
gboh_may_command(const struct gboh_leader *l, const struct gboh_unit *u)
{
	if (l->side != u->side)
		return false;
	if (!gboh_may_single(l, u))
		return false;
	for (int i = 0; i < l->ncommands; i++)
		if (strcmp(l->commands[i], u->nation) == 0)
			return true;
	return l->ncommands == 0;
}

/* [4.21] an unobstructed path of at most `range` hexes */
bool
gboh_in_range(const struct gboh_data *d, struct gboh *s,
    const struct gboh_leader *l, int hex, int range)
{
	unsigned char mark[HEX_MAX], seen[HEX_MAX];
	int queue[HEX_MAX], head = 0, tail = 0;
	const struct hex_grid *g = &d->map.grid;

	if (!gboh_leads(l))			/* lost in his own phase */
		return false;
	if (l->hex == hex)
		return true;
	if (hex_distance(g, l->hex, hex) > range)
		return false;
	gboh_mark_near(d, s, l->side, l->hex, range, mark);
	memset(seen, 0, (size_t)hex_count(g));
	queue[tail++] = l->hex;
	seen[l->hex] = 1;
	while (head < tail) {
		int at = queue[head++];

		for (int dir = 0; dir < HEX_DIRS; dir++) {
			int to = hex_step(g, at, dir);

			if (to == HEX_NONE || seen[to] ||
			    !gboh_passable(d, at, dir) ||
			    (mark[to] & GBOH_ENEMY) ||
			    ((mark[to] & GBOH_EZOC) &&
			    !(mark[to] & GBOH_FRIEND)))
				continue;
			if (to == hex)
				return true;
			seen[to] = (unsigned char)(seen[at] + 1);
			if (seen[to] <= range)
				queue[tail++] = to;
		}
	}
	return false;
}

/* ... to one of the unit's hexes */
bool
gboh_unit_in_range(const struct gboh_data *d, struct gboh *s,
    const struct gboh_leader *l, const struct gboh_unit *u, int range)
{
	int h[2], n = gboh_hexes(d, u, h);

	return (n > 0 && gboh_in_range(d, s, l, h[0], range)) ||
	    (n > 1 && gboh_in_range(d, s, l, h[1], range));
}

bool
gboh_commands(const struct gboh_data *d, struct gboh *s,
    const struct gboh_leader *l, const struct gboh_unit *u)
{
	return gboh_leads(l) && gboh_on_map(u) && gboh_may_command(l, u) &&
	    gboh_unit_in_range(d, s, l, u, l->range);
}

/* Why not, of a leader. */
const char *
gboh_he_cannot(struct game *g, const struct gboh_leader *l, const char *code)
{
	return why_not(g, code, FACTS(fact_text("leader", l->id)));
}

/* ... [4.22] */
const char *
gboh_no_orders_left(struct game *g, const struct gboh_leader *l)
{
	return why_not(g, "leader.spent", FACTS(fact_text("leader", l->id),
	    fact_number("orders", l->initiative)));
}

/* ------------------------------------------------------------ casualties */

void
gboh_kill_leader(struct game *g, struct gboh_leader *l, const char *cause)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *mount = gboh_mount_of(s, l);
	int hex = l->hex;

	l->status = GBOH_ELIMINATED;
	l->hex = HEX_NONE;
	l->finished = true;
	l->held = false;
	for (int i = 0; l->rank == GBOH_OVERALL && i < s->nleaders; i++) {
		struct gboh_leader *x = &s->leaders[i];

		if (x->side == l->side && x->rank == GBOH_PROCONSUL &&
		    gboh_leads(x)) {			/* [spqr 4.56] */
			x->rank = GBOH_OVERALL;
			x->strategy = 1;
			break;
		}
	}
	gboh_count_points(d, s);
	tell(g, "eliminated", FACTS(fact_text("leader", l->id),
	    fact_hex("hex", hex), fact_text("cause", cause),
	    fact_number("points", gboh_leader_points(d, l))));
	if (mount != NULL)
		gboh_mourn(g, mount, strcmp(cause, "killed") == 0);
}

static int
less(int rating)
{
	return rating > 0 ? rating - 1 : 0;
}

/* [cat 8.19, 9.14, 9.36] a casualty: killed above Personal Combat, else
 * wounded */
void
gboh_wound(struct game *g, struct gboh_leader *l, int die, const char *why)
{
	int combat = l->combat;

	if (gboh_data(g)->casualty[0] != NULL) {
		gboh_table_casualty(g, l, die, why);
		return;
	}
	if (die > l->combat || l->wounded) {
		tell(g, "casualty", FACTS(fact_text("leader", l->id),
		    fact_text("result", "killed"), fact_number("die", die),
		    fact_number("needed", l->combat), fact_text("why", why)));
		gboh_kill_leader(g, l, "killed");
		return;
	}
	l->wounded = true;
	l->initiative = less(l->initiative);
	l->range = less(l->range);
	l->strategy = less(l->strategy);
	l->charisma = less(l->charisma);
	l->combat = less(l->combat);
	tell(g, "casualty", FACTS(fact_text("leader", l->id),
	    fact_text("result", "wounded"), fact_number("die", die),
	    fact_number("needed", combat), fact_text("why", why)));
}

/* ---------------------------------------------------------- flight [4.62] */

/* May a leader of that side enter the hex: no enemy, and no enemy ZOC unless
 * a friend is there?
 * `mark` is what gboh_mark says of the hexes. */
static bool
leader_may_enter(const struct gboh_data *d, struct gboh *s, int side,
    const unsigned char *mark, int from, int dir)
{
	int to = hex_step(&d->map.grid, from, dir);
	struct gboh_unit *u;

	if (to == HEX_NONE || !gboh_passable(d, from, dir))
		return false;
	u = gboh_unit_at(s, to);
	if (u != NULL)
		return u->side == side;
	return !(mark[to] & GBOH_EZOC);
}

/* Where he may go in up to three steps, each farther from the enemy. */
static void
flight_hexes(const struct gboh_data *d, struct gboh *s,
    const struct gboh_leader *l, const struct gboh_unit *enemy,
    const unsigned char *mark, int at, int left, unsigned char *seen)
{
	const struct hex_grid *g = &d->map.grid;

	for (int dir = 0; left > 0 && dir < HEX_DIRS; dir++) {
		int to = hex_step(g, at, dir);

		if (!leader_may_enter(d, s, l->side, mark, at, dir) ||
		    gboh_distance_to(d, enemy, to) <=
		    gboh_distance_to(d, enemy, at))
			continue;
		seen[to] = 1;
		flight_hexes(d, s, l, enemy, mark, to, left - 1, seen);
	}
}

static void
captured(struct game *g, struct gboh_leader *l, const struct gboh_unit *enemy)
{
	tell(g, "captured", FACTS(fact_text("leader", l->id),
	    fact_hex("hex", l->hex), fact_text("enemy", enemy->id)));
	gboh_kill_leader(g, l, "captured");
}

/* `wild`: from elephants that run wild, who capture nobody [spqr 9.14]. */
static void
leader_flees(struct game *g, struct gboh_leader *l, struct gboh_unit *enemy,
    bool wild)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *with = gboh_unit_at(s, l->hex);
	unsigned char seen[HEX_MAX] = { 0 }, mark[HEX_MAX];
	struct question q = question(g, l->side, "leader-withdraw");
	int to = -1, from = l->hex;

	if (gboh_mount_of(s, l) != NULL)	/* [spqr 4.72] */
		return;
	gboh_mark_near(d, s, l->side, l->hex, 3, mark);
	flight_hexes(d, s, l, enemy, mark, l->hex, 3, seen);
	question_fact(&q, fact_text("leader", l->id));
	question_fact(&q, fact_hex("hex", l->hex));
	question_fact(&q, fact_text("enemy", enemy->id));
	question_fact(&q, fact_number("alone", with == NULL));
	for (int h = 0; h < hex_count(&d->map.grid); h++) {
		if (!seen[h])
			continue;
		option_hex(&q, h);
		option_attr(&q, "enemies", gboh_enemies_within(d, s, l->side,
		    h, 3));
		option_attr(&q, "friends", gboh_unit_at(s, h) != NULL);
		option_attr(&q, "wish", with == NULL);
	}
	if (q.n > 0) {
		option_decline(&q, "none");
		option_attr(&q, "wish", with != NULL);
		option_attr(&q, "friends", 0);
		option_attr(&q, "enemies", 0);
		to = ask(g, &q);
	}
	if (to >= 0) {
		gboh_leader_to(g, l, to);
		tell(g, "leader-withdraw", FACTS(fact_text("leader", l->id),
		    fact_hex("from", from), fact_hex("to", to)));
	} else if (with == NULL && !wild) {
		captured(g, l, enemy);
	}
}

/* An enemy has come next to him; [spqr 4.72] one who is in the ZOC of another
 * already does not withdraw */
static void
leader_meets(struct game *g, struct gboh_leader *l, struct gboh_unit *enemy)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int with = game_revision(g) < 2 ? 0 : enemy->with;
	bool held = false;

	for (int i = 0; i < s->nunits && gboh_is_spqr(d); i++)
		held = held || (s->unit[i].side != l->side && &s->unit[i] !=
		    enemy && s->unit[i].self != with && gboh_zoc(d,
		    &s->unit[i], l->hex));
	if (!held)
		leader_flees(g, l, enemy, false);
	else if (gboh_unit_at(s, l->hex) == NULL)
		captured(g, l, enemy);
}

void
gboh_leaders_flee(struct game *g, struct gboh_unit *enemy,
    const struct gboh_unit *before)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (gboh_leads(l) && l->side != enemy->side &&
		    gboh_on_map(enemy) && !enemy->routed &&
		    gboh_distance_to(d, enemy, l->hex) == 1 &&
		    (before == NULL || gboh_distance_to(d, before, l->hex) !=
		    1))
			leader_meets(g, l, enemy);
	}
}

/* [spqr 4.72, 9.14] leaders of both sides before elephants that run wild, if
 * any: asked, or only counted */
int
gboh_leaders_dodge(struct game *g, struct gboh_unit *elephant,
    const struct gboh_unit *before, bool count)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int n = 0;

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (!gboh_leads(l) || gboh_distance_to(d, elephant, l->hex) !=
		    1 || gboh_distance_to(d, before, l->hex) <= 1)
			continue;
		n++;
		if (!count)
			leader_flees(g, l, elephant, true);
	}
	return n;
}

bool
gboh_finds_leader(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *to)
{
	const struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++)
		if (s->leaders[i].side != u->side &&
		    gboh_leads(&s->leaders[i]) && gboh_occupies(gboh_data(g),
		    to, s->leaders[i].hex))
			return true;
	return false;
}

/* [4.62] an enemy comes into the hex where leaders are alone */
void
gboh_leaders_caught(struct game *g, struct gboh_unit *enemy, int hex)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].hex == hex &&
		    s->leaders[i].side != enemy->side) {
			if (gboh_is_spqr(gboh_data(g)))
				captured(g, &s->leaders[i], enemy);
			else
				leader_flees(g, &s->leaders[i], enemy, false);
		}
}

void
gboh_tell_ride(struct game *g, const struct gboh_leader *l, int from,
    const struct gboh_unit *u)
{
	tell(g, "leader", FACTS(fact_text("leader", l->id),
	    fact_hex("from", from), fact_hex("to", l->hex),
	    fact_text("with", u->id)));
}

/* [10.25] of a phalanx each with the half in whose hex he is */
void
gboh_follow_phalanx(struct game *g, struct gboh_unit *u,
    const struct gboh_unit *before)
{
	const struct gboh_data *d = gboh_data(g);
	int old[2], new[2], n = gboh_hexes(d, before, old);

	if (gboh_hexes(d, u, new) < 2)
		return;
	for (int i = 0; i < n; i++)
		gboh_leaders_follow(g, u, old[i], new[i], "rout");
}

/* Is he stacked with it, in either of its hexes? */
bool
gboh_is_with(const struct gboh_data *d, const struct gboh_leader *l,
    const struct gboh_unit *u)
{
	return gboh_leads(l) && l->side == u->side && gboh_occupies(d, u,
	    l->hex);
}

void
gboh_leaders_ride(struct game *g, const struct gboh_unit *u, int from)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (!gboh_leads(l) || l->hex != from || l->side != u->side)
			continue;
		gboh_leader_to(g, l, u->hex);
		gboh_tell_ride(g, l, from, u);
	}
}

/* [4.62, 10.25] leaders in `from` may go along with a unit to `to` */
void
gboh_leaders_follow(struct game *g, struct gboh_unit *u, int from, int to,
    const char *why)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];
		struct question q;

		if (!gboh_leads(l) || l->side != u->side || l->hex != from)
			continue;
		q = question(g, l->side, "leader-goes");
		question_fact(&q, fact_text("leader", l->id));
		question_fact(&q, fact_text("unit", u->id));
		question_fact(&q, fact_text("why", why));
		option_add(&q, 1, "go");
		option_decline(&q, "stay");
		if (ask(g, &q) != 1)
			continue;
		gboh_leader_to(g, l, to);
		gboh_tell_ride(g, l, from, u);
	}
}

/* --------------------------------------------------------- moving leaders */

/* What the ways of a leader are about, looked up once. */
struct leader_way {
	const struct gboh_data *d;
	struct gboh *s;
	const struct gboh_leader *l;
	struct gboh_unit horse;		/* that he rides, or is taken to ride */
	unsigned char mark[HEX_MAX];
};

static void
mount(struct game *g, const struct gboh_leader *l, struct leader_way *w)
{
	w->d = gboh_data(g);
	w->s = gboh_state(g);
	w->l = l;
	w->horse = (struct gboh_unit){ .type = gboh_mount_of(w->s, l) != NULL ?
	    GBOH_EL : GBOH_HC };			/* [spqr 6.15] */
	gboh_mark(w->d, w->s, l->side, w->mark);
}

/* [6.15, 6.64] the points for a step of a leader; -1 */
static int
leader_step(const struct leader_way *w, int from, int dir)
{
	int climbed = 0, hits = 0, cost, to;

	if (!leader_may_enter(w->d, w->s, w->l->side, w->mark, from, dir))
		return -1;
	to = hex_step(&w->d->map.grid, from, dir);
	cost = gboh_step_cost(w->d, &w->horse, from, dir, &climbed, &hits);
	if (cost >= 0 && gboh_unit_at(w->s, to) != NULL)
		cost += w->d->rules.leader_stack_mp;
	return cost;
}

/* [cat 4.61; spqr 4.71] he stops in a ZOC */
static bool
leader_stops(const struct leader_way *w, int hex)
{
	return hex != w->l->hex && (w->mark[hex] & GBOH_EZOC);
}

/* The cheapest cost to every hex by Dijkstra's way over small numbers, -1 where
 * he does not get; with `to` only that hex is to be asked for. */
static void
leader_costs(const struct leader_way *w, int budget, int to, short *cost)
{
	const struct hex_grid *g = &w->d->map.grid;

	memset(cost, -1, sizeof(short) * (size_t)hex_count(g));
	cost[w->l->hex] = 0;
	for (int c = 0; c <= budget; c++) {
		if (to != HEX_NONE && cost[to] >= 0 && cost[to] <= c)
			return;
		for (int h = 0; h < hex_count(g); h++) {
			if (cost[h] != c || leader_stops(w, h))
				continue;
			for (int dir = 0; dir < HEX_DIRS; dir++) {
				int n = hex_step(g, h, dir), x;

				if (n == HEX_NONE || (cost[n] >= 0 &&
				    cost[n] <= c))
					continue;
				x = leader_step(w, h, dir);
				if (x >= 0 && c + x <= budget && (cost[n] < 0 ||
				    c + x < cost[n]))
					cost[n] = (short)(c + x);
			}
		}
	}
}

static int
leader_cost(const struct leader_way *w, int to, int budget)
{
	short cost[HEX_MAX];

	leader_costs(w, budget, to, cost);
	return cost[to];
}

void
gboh_leader_field(struct game *g, const struct gboh_leader *l, short *cost)
{
	struct leader_way w;

	mount(g, l, &w);
	leader_costs(&w, gboh_data(g)->rules.leader_ma - l->mp, HEX_NONE,
	    cost);
}

bool
gboh_leader_reaches(struct game *g, const struct gboh_leader *l, int hex)
{
	struct leader_way w;

	mount(g, l, &w);
	return leader_cost(&w, hex, gboh_data(g)->rules.leader_ma - l->mp) >=
	    0;
}

static int
path_cost_of(const struct leader_way *w, const struct node *path, int *to)
{
	const struct hex_grid *g = &w->d->map.grid;
	int at = w->l->hex, sum = 0;

	for (const struct node *c = path->child; c != NULL; c = c->next) {
		int h = c->s ? hex_parse(g, c->s) : HEX_NONE;
		int dir = h != HEX_NONE ? hex_dir(g, at, h) : -1, x;

		if (dir < 0 || leader_stops(w, at))
			return -1;
		x = leader_step(w, at, dir);
		if (x < 0)
			return -1;
		sum += x;
		at = h;
	}
	*to = at;
	return sum;
}

/* [spqr 10.41] he is stacked with a unit that is engaged */
bool
gboh_is_engaged(const struct gboh_data *d, struct gboh *s,
    const struct gboh_leader *l)
{
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_is_spqr(d) ? gboh_stack(s, l->hex, v,
	    GBOH_STACK) : 0;

	for (int i = 0; i < n; i++)
		if (v[i]->engaged && v[i]->side == l->side)
			return true;
	return false;
}

/* How many individual orders it costs, and why not: the Overall Commander also
 * moves others, and leaves an enemy ZOC [4.4]. */
static int
leader_price(struct game *g, const struct gboh_leader *active,
    const struct gboh_leader *l, const char **why)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool zoc = gboh_in_ezoc(d, s, l->side, l->hex);

	*why = gboh_is_prepared(active) ? gboh_he_cannot(g, active,
	    "prepared.unit") : NULL;			/* [spqr 6.83] */
	if (*why == NULL && gboh_is_engaged(d, s, l))
		*why = "leader.engaged";		/* [spqr 10.41] */
	if (*why != NULL)
		return 1;
	if (l == active) {
		if (l->drives)
			*why = "elephants.stays";	/* [spqr 4.91] */
		else if (zoc && l->rank != GBOH_OVERALL)
			*why = "leader.pinned";
		return s->issued > 0 && !zoc ? 0 : 1;
	}
	if (active->rank != GBOH_OVERALL)
		*why = "leader.others";
	else if (s->issued > 0)
		*why = "after-line";
	else if (l->moved)
		*why = "leader.moved";
	else if (!gboh_in_range(d, s, active, l->hex, active->range))
		*why = "leader.range";
	return zoc ? 2 : 1;
}

/* [spqr 4.34] he moves with his line command and ends out of its range */
static bool
strays_from_line(struct game *g, const struct gboh_leader *l, int to)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader x = *l;

	x.hex = to;
	if (!gboh_is_spqr(d) || s->issued == 0 || l != gboh_active(s))
		return false;
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].line > 0 && s->unit[i].side == l->side &&
		    gboh_on_map(&s->unit[i]) && gboh_unit_in_range(d, s, &x,
		    &s->unit[i], l->range))
			return false;
	return true;
}

/* [spqr 4.85] */
static bool
mount_barred(struct gboh *s, const struct gboh_leader *l, int to)
{
	const struct gboh_unit *x = gboh_unit_at(s, to);
	bool enemy = false;

	if (gboh_mount_of(s, l) == NULL)
		return false;
	for (int i = 0; i < s->nleaders; i++)
		enemy = enemy || (gboh_leads(&s->leaders[i]) &&
		    s->leaders[i].side != l->side && s->leaders[i].hex == to);
	return enemy || (x != NULL && gboh_is_horse(x));
}

/* NULL, or why he may not end his move there, though he gets there. */
const char *
gboh_cannot_ride_to(struct game *g, const struct gboh_leader *l, int to)
{
	if (strays_from_line(g, l, to))
		return "leader.strays";
	if (mount_barred(gboh_state(g), l, to))
		return "leader.elephant";
	return NULL;
}

void
gboh_order_move_leader(struct game *g, const struct order *o)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *active = gboh_active(s);
	struct gboh_leader *l = gboh_find_leader(s, node_str(o->node,
	    "leader"));
	struct leader_way w;
	const struct node *path = node_array_of(o->node, "path");
	const char *why;
	int price, cost, to = HEX_NONE, from;

	if (l == NULL || !gboh_leads(l) || l->side != active->side) {
		order_cannot(g, "no-leader", FACTS(fact_text("leader",
		    node_str(o->node, "leader"))));
		return;
	}
	if (l == active && node_str(o->node, "to") == NULL && path == NULL) {
		order_cannot(g, "path.or-to", NULL);
		return;
	}
	price = leader_price(g, active, l, &why);
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("leader", l->id)));
		return;
	}
	if (s->individual + price > active->initiative && price > 0) {
		order_cannot(g, gboh_no_orders_left(g, active), NULL);
		return;
	}
	mount(g, l, &w);
	if (path != NULL) {
		cost = path_cost_of(&w, path, &to);
	} else {
		to = hex_parse(&d->map.grid, node_str(o->node, "to") ?
		    node_str(o->node, "to") : "");
		cost = to == HEX_NONE ? -1 : leader_cost(&w, to,
		    d->rules.leader_ma - l->mp);
	}
	why = cost >= 0 ? gboh_cannot_ride_to(g, l, to) : NULL;
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("leader", l->id),
		    fact_hex("hex", to)));
		return;
	}
	if (cost < 0 || to == l->hex || l->mp + cost > d->rules.leader_ma) {
		order_cannot(g, "leader.reach", FACTS(fact_text("leader",
		    l->id), fact_number("mp", d->rules.leader_ma - l->mp)));
		return;
	}
	from = l->hex;
	gboh_leader_to(g, l, to);
	l->mp += cost;
	l->moved = l != active;
	s->individual += price;
	s->acted = true;
	tell(g, "leader", FACTS(fact_text("leader", l->id),
	    fact_hex("from", from), fact_hex("to", to)));
}

/* [4.63; spqr 4.74] is a unit in the hex that he may command? */
static bool
finds_command(struct gboh *s, const struct gboh_leader *l, int hex)
{
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_stack(s, hex, v, GBOH_STACK);

	for (int i = 0; i < n; i++)
		if (gboh_may_command(l, v[i]))
			return true;
	return false;
}

/* [4.63] */
void
gboh_order_replace(struct game *g, const struct order *o)
{
	const struct hex_grid *grid = game_grid(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *active = gboh_active(s), *by = NULL;
	struct gboh_leader *l = gboh_find_leader(s, node_str(o->node,
	    "leader"));
	const char *at = node_str(o->node, "hex");
	int hex = at ? hex_parse(grid, at) : HEX_NONE;
	const char *why = NULL;

	if (gboh_is_prepared(active))
		why = gboh_he_cannot(g, active, "prepared.unit");
	else if (active->rank != GBOH_OVERALL)
		why = "replace.overall";
	else if (s->issued > 0)
		why = "after-line";
	else if (s->individual >= active->initiative)
		why = gboh_no_orders_left(g, active);
	else if (l == NULL || l->side != active->side ||
	    l->status != GBOH_ELIMINATED || l->replaced)
		why = "replace.who";
	else if (l->rank == GBOH_OVERALL)		/* [spqr 4.75] */
		why = "replace.commander";
	for (int i = 0; why == NULL && i < s->nleaders; i++)
		if (s->leaders[i].side == l->side && by == NULL &&
		    s->leaders[i].replacement &&
		    s->leaders[i].status == GBOH_RESERVE)
			by = &s->leaders[i];
	if (why == NULL && (l->rank == GBOH_CONTINGENT || l->rank ==
	    GBOH_TRIBUNE || l->rank == GBOH_SOCIORUM || l->rank ==
	    GBOH_EQUITUM))			/* [cat 4.63; spqr 4.74] */
		by = l;
	if (why == NULL && by == NULL)
		why = "replace.none";
	if (why == NULL && !finds_command(s, by, hex))
		why = "replace.unit";
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("leader", node_str(
		    o->node, "leader")), fact_hex("hex", hex)));
		return;
	}
	if (by != l)
		l->replaced = true;
	by->status = GBOH_ON_MAP;
	by->hex = hex;
	by->finished = true;
	gboh_count_points(gboh_data(g), s);
	s->individual++;
	s->acted = true;
	tell(g, "replace", FACTS(fact_text("leader", l->id),
	    fact_text("by", by->id), fact_hex("hex", hex)));
}
