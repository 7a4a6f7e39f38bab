/* clash.c: the Clash of Spears and Swords, the Hand-to-hand Struggle
 * [9.15, 9.16, 10.13] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------ one against one */

static int
base_column(const struct gboh_data *d, const struct gboh_unit *att,
    const struct gboh_unit *def)
{
	return d->clash[gboh_approach(d, def, att)][def->type][att->type];
}

/* [9.16 A] an enemy's ZOC from the attacker's own flank or rear denies it */
static bool
is_beset(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *att)
{
	struct gboh_unit *v[2 * GBOH_AROUND];
	int n = gboh_zocs_on(d, s, att, NULL, v, 2 * GBOH_AROUND);

	for (int i = 0; i < n; i++)
		if (gboh_approach(d, att, v[i]) != HEX_FRONT &&
		    gboh_can_shock(d, v[i]))
			return true;
	return false;
}

/* [9.16 A; spqr 8.46 A] through flank or rear, and nothing against it */
static bool
has_position(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *att, const struct gboh_unit *def)
{
	enum hex_aspect a = gboh_approach(d, def, att);

	if (a == HEX_FRONT || is_beset(d, s, att))
		return false;
	if (gboh_is(def, GBOH_SKIRMISHES) && a == HEX_FLANK)
		return false;
	return !(gboh_is(def, GBOH_ELEPHANT) && gboh_is(att, GBOH_HORSE |
	    GBOH_ELEPHANT));
}

/* [11.5] a flank hex that no friend occupies or has in its ZOC */
static bool
has_open_flank(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u)
{
	for (int dir = 0; dir < HEX_DIRS; dir++) {
		int h = hex_step(&d->map.grid, u->hex, dir);
		const struct gboh_unit *x;
		bool covered = false;

		if (gboh_aspect(u, dir) != HEX_FLANK)
			continue;
		if (h == HEX_NONE)
			continue;
		x = gboh_unit_at(s, h);
		covered = x != NULL && x->side == u->side;
		for (int i = 0; i < s->nunits && !covered; i++)
			covered = s->unit[i].side == u->side &&
			    &s->unit[i] != u && gboh_zoc(d, &s->unit[i], h);
		if (!covered)
			return true;
	}
	return false;
}

/* [9.16 step 1] *why names the rule */
static int
superiority(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *att, const struct gboh_unit *def,
    const char **why)
{
	int chart = d->superiority[def->type][att->type];

	*why = "";
	if (def->column != 0) {
		*why = "6.45 column";
		return GBOH_AS;
	}
	if (has_position(d, s, att, def)) {
		*why = "9.16 position";
		return GBOH_AS;
	}
	if (d->indian_african && gboh_is(att, GBOH_ELEPHANT) && gboh_is(def,
	    GBOH_ELEPHANT) && !strcmp(att->class, "indian") &&
	    !strcmp(def->class, "african")) {
		*why = "=8.72 indian-african";
		return GBOH_AS;
	}
	if (att->sword && !gboh_is_horse(att) && !gboh_is_horse(def) &&
	    has_open_flank(d, s, def)) {
		*why = "11.5 swords";
		return GBOH_AS;
	}
	if (chart == GBOH_DS_MISSILE)
		chart = def->missile != GBOH_NO_MISSILE &&
		    def->missiles == GBOH_NO ? GBOH_NONE : GBOH_DS;
	if (chart != GBOH_NONE)
		*why = "9.32 weapons";
	return chart;
}

static int
worth(const struct gboh_data *d, struct gboh *s, const struct gboh_unit *att,
    const struct gboh_unit *def)
{
	const char *why;
	int sup = superiority(d, s, att, def, &why);

	return base_column(d, att, def) + (sup == GBOH_AS ? 3 : sup ==
	    GBOH_DS ? -3 : 0);
}

/* ------------------------------------------------- which unit counts [9.15] */

/* [spqr 6.68, 9.53] of a stack the unit that takes an odd hit: the top one, of
 * Romans attacked from the rear the bottom one */
static struct gboh_unit *
foremost(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *x = gboh_partner(s, u), *v[GBOH_GROUP];
	int n = u->attacks || gboh_is(u, GBOH_WIDE) ? 0 : gboh_members(s,
	    u->combat, true, v, GBOH_GROUP);
	bool rear = n > 0;

	if (x == NULL || x->combat != u->combat)
		return u;
	for (int i = 0; i < n; i++)
		rear = rear && gboh_approach(d, u, v[i]) == HEX_REAR;
	return u->atop != rear ? u : x;
}

static struct gboh_unit *
choose(struct game *g, int k, bool attacker, struct gboh_unit **u, int n,
    const int *value)
{
	struct gboh *s = gboh_state(g);
	struct gboh_combat *c = &s->combat[k - 1];
	struct question q = question(g, u[0]->side, "clash");
	bool differ = attacker && c->lead[0] != '\0' && n > 1;

	for (int i = 1; i < n; i++)
		differ = differ || u[i]->type != u[0]->type ||
		    value[i] != value[0];
	if (!differ)
		return foremost(g, u[0]);
	question_fact(&q, fact_number("combat", k));
	question_fact(&q, fact_text("as", attacker ? "attacker" :
	    "defender"));
	for (int i = 0; i < n; i++) {
		option_add(&q, i, u[i]->id);
		option_attr(&q, "worth", value[i]);
	}
	if (attacker && c->lead[0] != '\0')
		q.planned = node_string(game_arena(g), c->lead);
	return u[ask(g, &q)];
}

/* [spqr 4.83, 10.13] of defenders with a Leader Elephant among them the others;
 * how many */
static int
without_mounts(struct gboh_unit **u, int n, struct gboh_unit **out)
{
	int k = 0;

	for (int i = 0; i < n; i++)
		if (!gboh_is(u[i], GBOH_RIDDEN))
			out[k++] = u[i];
	for (int i = 0; i < n && k == 0; i++)
		out[i] = u[i];
	return k > 0 ? k : n;
}

static void
choose_units(struct game *g, int k, struct gboh_unit **att, int na,
    struct gboh_unit **def, int nd, struct gboh_unit **a,
    struct gboh_unit **b)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *count[GBOH_GROUP];
	int value[GBOH_GROUP];

	nd = without_mounts(def, nd, count);	/* [spqr 4.83] */
	def = count;
	for (int i = 0; i < nd; i++) {
		int most = -99;

		for (int x = 0; x < na; x++) {
			int w = worth(d, s, att[x], def[i]);

			most = w > most ? w : most;
		}
		value[i] = -most;
	}
	*b = choose(g, k, false, def, nd, value);
	for (int x = 0; x < na; x++)
		value[x] = worth(d, s, att[x], *b);
	*a = choose(g, k, true, att, na, value);
}

/* ------------------------------------------------------ the struggle [9.16] */

static int
total_size(struct gboh_unit **u, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += u[i]->size;
	return sum < 1 ? 1 : sum;
}

/* The sizes of both sides, their ratio in words, and whom its rounding favours:
 * attacker or defender; NULL where nothing is rounded. */
struct sizes {
	int attackers, defenders;
	const char *ratio, *favours;
};

/* [9.16 step 2] columns to the right */
static int
size_shift(struct game *g, struct sizes *x, bool moved, bool ignored)
{
	struct arena *ar = game_arena(g);
	int a = x->attackers, b = x->defenders, r;

	x->favours = (a >= b ? a % b : b % a) == 0 ? NULL : moved ?
	    "attacker" : "defender";
	if (a >= b) {
		r = moved ? (a + b - 1) / b : a / b;
		x->ratio = arena_printf(ar, "%d:1", r);
	} else {
		r = moved ? b / a : (b + a - 1) / a;
		x->ratio = arena_printf(ar, "1:%d", r);
		r = 2 - r;
	}
	if (r != 1 && ignored) {
		mod(g, "=8.46 size-ignored", NULL);
		return 0;
	}
	if (r != 1)
		mod(g, "9.16 size", FACTS(fact_number("n", r - 1), fact_number(
		    "size", a), fact_number("against", b)));
	return r - 1;
}

/* The table's first or last column where there are no more; what that changes
 * is told. */
static int
within_table(struct game *g, int column)
{
	int last = gboh_data(g)->columns;

	return column + drm(g, column < 1 ? 1 - column : column > last ?
	    last - column : 0, "9.16 table-end");
}

/* What lies on the hexsides between the two, where it is on all of them: the
 * most that it shifts; 0 where one is open. */
static int
between(const struct gboh_data *d, const struct gboh_unit *a,
    const struct gboh_unit *b)
{
	int ha[2], hb[2], na = gboh_hexes(d, a, ha), nb = gboh_hexes(d, b, hb);
	int most = -99;

	for (int i = 0; i < na * nb; i++) {
		int from = ha[i / nb], dir = hex_dir(&d->map.grid, from,
		    hb[i % nb]), x = 0;

		if (dir < 0)
			continue;
		for (int k = 0; k < GBOH_TERRAIN_COUNT; k++)
			if (d->hexside[k].shift != 0 &&
			    map_side_has(&d->map, from, dir, k))
				x = d->hexside[k].shift;
		most = x > most ? x : most;
	}
	return most == -99 ? 0 : most;
}

/* [spqr 6.26] a rampart between every attacker and every defender */
static int
hexside_shift(struct game *g, struct gboh_unit **att, int na,
    struct gboh_unit **def, int nd)
{
	int most = -99;

	for (int i = 0; i < na * nd; i++) {
		int x = between(gboh_data(g), att[i / nd], def[i % nd]);

		most = x > most ? x : most;
	}
	if (most >= 0 || most == -99)
		return 0;
	drm(g, most, "=6.26 across-rampart");
	return most;
}

/* Of a unit in two hexes, as the defender has it best: the attacker's lower
 * one, the defender's higher one and the one that shelters it. */
static int
lowest(const struct gboh_data *d, const struct gboh_unit *u)
{
	int h[2], a = d->map.height[u->hex];

	return gboh_hexes(d, u, h) > 1 && d->map.height[h[1]] < a ?
	    d->map.height[h[1]] : a;
}

static int
highest(const struct gboh_data *d, const struct gboh_unit *u)
{
	int h[2], a = d->map.height[u->hex];

	return gboh_hexes(d, u, h) > 1 && d->map.height[h[1]] > a ?
	    d->map.height[h[1]] : a;
}

static int
shelter(const struct gboh_data *d, const struct gboh_unit *u)
{
	int h[2], n = gboh_hexes(d, u, h), t = 0;

	for (int i = 0; i < n && t == 0; i++)
		t = d->ground[gboh_terrain_at(d, h[i])].shift;
	return t;
}

/* The Shock Combat Results Table's own shifts. */
static int
terrain_shift(struct game *g, struct gboh_unit **att, int na,
    struct gboh_unit **def, int nd)
{
	const struct gboh_data *d = gboh_data(g);
	int wood = 0, higher = 0, lower = 0, shift = 0, x = 0, top = -99,
	    bottom = 99;

	for (int i = 0; i < na; i++) {
		int low = lowest(d, att[i]);

		top = low > top ? low : top;
		bottom = low < bottom ? low : bottom;
	}
	for (int i = 0; i < nd; i++) {
		int t = shelter(d, def[i]), high = highest(d, def[i]);

		wood += t != 0;
		x = t != 0 ? t : x;
		higher += high > top;
		lower += high < bottom;
	}
	if (wood == nd) {
		drm(g, x, "9.34 terrain");
		shift += x;
	}
	if (higher == nd && d->all_higher != 0) {
		drm(g, d->all_higher, "9.34 all-higher");
		shift += d->all_higher;
	} else if (higher > 0 && d->any_higher != 0) {
		drm(g, d->any_higher, "9.34 any-higher");
		shift += d->any_higher;
	}
	if (lower == nd && d->all_lower != 0) {
		drm(g, d->all_lower, "9.34 all-lower");
		shift += d->all_lower;
	}
	return shift + hexside_shift(g, att, na, def, nd);
}

/* [spqr 8.46] sizes do not count with Skirmishers, nor where elephants or
 * chariots fight others */
static bool
ignores_size(struct gboh_unit **att, int na, struct gboh_unit **def, int nd)
{
	struct gboh_unit *count[GBOH_GROUP];
	int elephants = 0, chariots = 0;

	nd = without_mounts(def, nd, count);	/* [spqr 4.83] */
	for (int i = 0; i < na + nd; i++) {
		const struct gboh_unit *u = i < na ? att[i] : count[i - na];

		if (gboh_is(u, GBOH_SKIRMISHES))
			return true;
		elephants += gboh_is(u, GBOH_ELEPHANT);
		chariots += gboh_is(u, GBOH_CHARIOT);
	}
	return (elephants > 0 && elephants < na + nd) || (chariots > 0 &&
	    chariots < na + nd);
}

/* [spqr 10.32, 9.19] of the units themselves */
static int
unit_shift(struct game *g, struct gboh_unit **att, int na,
    struct gboh_unit **def, int nd)
{
	const struct gboh_data *d = gboh_data(g);
	bool a = false, b = false, indian = false, elephant = false;
	int shift = 0;

	for (int i = 0; i < na; i++) {
		a = a || att[i]->depleted;
		indian = indian || (gboh_is(att[i], GBOH_ELEPHANT) &&
		    !strcmp(att[i]->class, "indian"));
	}
	for (int i = 0; i < nd; i++) {
		b = b || def[i]->depleted;
		elephant = elephant || gboh_is(def[i], GBOH_ELEPHANT);
	}
	if (a && d->shift_depleted != 0) {
		drm(g, d->shift_depleted, "=10.32 depleted-attacker");
		shift += d->shift_depleted;
	}
	if (b && d->shift_depleted != 0) {
		drm(g, -d->shift_depleted, "=10.32 depleted-defender");
		shift -= d->shift_depleted;
	}
	if (indian && !elephant && d->shift_indian != 0) {
		drm(g, d->shift_indian, "=8.74 indian");
		shift += d->shift_indian;
	}
	return shift;
}

static int
best_charisma(const struct gboh_data *d, const struct gboh *s,
    struct gboh_unit **u, int n)
{
	int best = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < s->nleaders; k++) {
			const struct gboh_leader *l = &s->leaders[k];

			if (gboh_is_with(d, l, u[i]) && l->charisma > best)
				best = l->charisma;
		}
	return best;
}

/* [spqr 10.13 3] in a stack, and the one in it that comes first */
static bool
takes_odd(struct game *g, struct gboh_unit *u)
{
	const struct gboh_unit *x = gboh_partner(gboh_state(g), u);

	return x != NULL && x->combat == u->combat && foremost(g, u) == u;
}

/* [spqr 10.13] its hits; what exceeds its TQ goes to a Leader Elephant with it */
static void
take_hits(struct game *g, struct gboh_unit *u, int hits)
{
	struct gboh *s = gboh_state(g);
	int most = gboh_tq(gboh_data(g), s, u) - u->hits, over = 0;
	struct gboh_unit *v[GBOH_STACK], *mount = NULL;
	int n = gboh_stack(s, u->hex, v, GBOH_STACK);

	for (int i = 0; i < n; i++)
		if (gboh_is(v[i], GBOH_RIDDEN) && v[i] != u && v[i]->combat ==
		    u->combat)
			mount = v[i];
	if (mount != NULL && hits > most)
		over = hits - (most > 0 ? most : 0);
	gboh_add_hits(g, u, hits - over, "shock");
	if (mount != NULL)
		gboh_add_hits(g, mount, over, "shock");
}

/* [10.13] as equally as possible; the rest to the unit that counted first, then
 * to those of stacks, then as its owner likes */
static void
share(struct game *g, int k, struct gboh_unit **u, int n, int hits,
    struct gboh_unit *first)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int each = hits / n, rest = hits % n, more[GBOH_GROUP] = { 0 };

	for (int i = 0; i < n && rest > 0; i++)
		if (u[i] == first) {
			more[i]++;
			rest--;
		}
	while (rest > 0) {
		struct question q = question(g, u[0]->side, "extra-hit");
		bool stacked = false;
		int i;

		for (i = 0; i < n; i++)
			stacked = stacked || (more[i] == 0 && takes_odd(g,
			    u[i]));
		question_fact(&q, fact_number("combat", k));
		for (i = 0; i < n; i++)
			if (more[i] == 0 && (!stacked || takes_odd(g, u[i]))) {
				option_add(&q, i, u[i]->id);
				option_attr(&q, "left", gboh_tq(d, s, u[i]) -
				    u[i]->hits - each);
			}
		if (u[0]->attacks && s->combat[k - 1].loss[0] != '\0')
			q.planned = node_string(game_arena(g),
			    s->combat[k - 1].loss);
		more[ask(g, &q)]++;
		rest--;
	}
	for (int i = 0; i < n; i++)
		if (each + more[i] > 0)
			take_hits(g, u[i], each + more[i]);
}

/* [9.16 step 4] light archers do little to HI and MI; [spqr 9.32] so does light
 * cavalry */
static bool
is_halved(const struct gboh_data *d, const struct gboh_unit *att,
    const struct gboh_unit *def)
{
	return gboh_is(att, GBOH_LIGHT) && (d->rules.charge_spares ?
	    gboh_is_horse(att) : gboh_is_archer(att)) &&
	    gboh_is(def, GBOH_FORMED) && !def->routed;
}

/* [spqr 10.13] an attacking phalanx's owner deals out the hits, one by one */
static void
deal(struct game *g, int k, int side, struct gboh_unit **u, int n, int hits)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int got[GBOH_GROUP] = { 0 };

	for (int left = hits; left > 0; left--) {
		struct question q = question(g, side, "share");

		question_fact(&q, fact_number("combat", k));
		question_fact(&q, fact_number("hits", left));
		for (int i = 0; i < n; i++) {
			option_add(&q, i, u[i]->id);
			option_attr(&q, "left", gboh_tq(d, s, u[i]) -
			    u[i]->hits - got[i]);
		}
		if (s->combat[k - 1].share[0] != '\0')
			q.planned = node_string(game_arena(g),
			    s->combat[k - 1].share);
		got[ask(g, &q)]++;
	}
	for (int i = 0; i < n; i++)
		if (got[i] > 0)
			take_hits(g, u[i], got[i]);
}

/* Does the attacker's owner deal out the defenders' hits? */
static bool
deals_out(struct gboh_unit **att, int na, struct gboh_unit **def, int nd)
{
	bool phalanx = false;

	for (int i = 0; i < na; i++)
		phalanx = phalanx || gboh_is(att[i], GBOH_WIDE);
	for (int i = 0; i < nd; i++)
		phalanx = phalanx && !gboh_is(def[i], GBOH_WIDE);
	return phalanx && nd > 1;
}

/* [spqr 8.46 step 4, 9.11, 9.23] what light troops, elephants let through and
 * Double Depth change */
static void
change_hits(struct game *g, const struct gboh_combat *c,
    const struct gboh_unit *a, const struct gboh_unit *b,
    struct gboh_unit **def, int nd, int *ha, int *hd)
{
	const struct gboh_data *d = gboh_data(g);
	bool skirmishers = false;

	for (int i = 0; i < nd; i++)
		skirmishers = skirmishers || gboh_is(def[i], GBOH_SKIRMISHES);
	if (is_halved(d, a, b)) {
		mod(g, d->rules.charge_spares ? "=9.32 light-cavalry" :
		    "9.16 light-archers", NULL);
		*hd /= 2;
	}
	if (skirmishers) {
		mod(g, "=9.23 skirmishers", NULL);
		*ha = *ha / 2 > 1 ? 1 : *ha / 2;
	}
	if (c->passing) {
		drm(g, -d->rules.pass_hits, "=9.11 passing");
		*hd /= 2;
		*ha = *ha > d->rules.pass_hits ? *ha - d->rules.pass_hits : 0;
	}
}

/* What the clash of a combat came to [9.15, 9.16 step 1]. */
struct clash {
	struct gboh_unit *a, *b;	/* who counts; NULL: there is none */
	const char *why;		/* the rule of superiority */
};

static void
clash(struct game *g, int k, struct clash *x)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_combat *c = &s->combat[k - 1];
	struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP];
	int na = gboh_members(s, k, true, att, GBOH_GROUP);
	int nd = gboh_members(s, k, false, def, GBOH_GROUP);

	x->a = x->b = NULL;
	if (na == 0 || nd == 0) {
		c->over = true;
		return;
	}
	choose_units(g, k, att, na, def, nd, &x->a, &x->b);
	memcpy(c->attacker, x->a->id, ID_SIZE);
	memcpy(c->defender, x->b->id, ID_SIZE);
	c->superiority = superiority(d, s, x->a, x->b, &x->why);
	c->position = has_position(d, s, x->a, x->b) && x->b->column == 0;
}

static void
resolve(struct game *g, int k, const struct clash *x)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_combat *c = &s->combat[k - 1];
	struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP];
	struct gboh_unit *a = x->a, *b = x->b;
	int na = gboh_members(s, k, true, att, GBOH_GROUP);
	int nd = gboh_members(s, k, false, def, GBOH_GROUP);
	int column = base_column(d, a, b), die, total, row, ha, hd;
	struct sizes size = { total_size(att, na), total_size(def, nd), NULL,
	    NULL };
	bool moved = false;

	if (na == 0 || nd == 0) {
		c->over = true;
		return;
	}
	if (*x->why != '\0')
		mod(g, x->why, FACTS(fact_text("superiority",
		    gboh_superiority_names[c->superiority])));
	tell(g, "clash", FACTS(fact_number("combat", k),
	    fact_text("attacker", a->id), fact_text("defender", b->id),
	    fact_text("attacker_type", gboh_type_names[a->type]),
	    fact_text("defender_type", gboh_type_names[b->type]),
	    fact_text("aspect", gboh_aspect_names[gboh_approach(d, b, a)]),
	    fact_number("column", column), fact_text("superiority",
	    gboh_superiority_names[c->superiority])));
	for (int i = 0; i < na; i++)
		moved = moved || att[i]->shock == GBOH_MUST_CHECK;
	column += size_shift(g, &size, moved, ignores_size(att, na, def, nd));
	column += terrain_shift(g, att, na, def, nd);
	column += unit_shift(g, att, na, def, nd);
	column += gboh_phalanx_shift(g, att, na, def, nd, moved);
	column = within_table(g, column);
	die = roll(g, 10, "9.16 shock %s", a->id);
	total = die + drm(g, best_charisma(d, s, att, na),
	    "9.16 charisma-attacker");
	total += drm(g, -best_charisma(d, s, def, nd),
	    "9.16 charisma-defender");
	total += drm(g, -c->slain_attacker, "9.16 fell-attacker");
	total += drm(g, c->slain_defender, "9.16 fell-defender");
	row = total < 0 ? 0 : total > 9 ? 9 : total;
	ha = d->crt[row][column - 1].a;
	hd = d->crt[row][column - 1].d;
	if (c->superiority == GBOH_AS) {
		int times = c->position && gboh_is_double(d, s, b) ?
		    d->rules.double_factor : d->rules.superior_attack;

		drm(g, times, "9.16 superior-attacker");
		hd *= times;
	}
	if (c->superiority == GBOH_DS) {
		drm(g, d->rules.superior_defence, "9.16 superior-defender");
		ha *= d->rules.superior_defence;
	}
	change_hits(g, c, a, b, def, nd, &ha, &hd);
	tell(g, "result", FACTS(fact_number("combat", k),
	    fact_text("attacker", a->id), fact_text("defender", b->id),
	    fact_number("size", size.attackers), fact_number("against",
	    size.defenders), fact_text("ratio", size.ratio),
	    fact_text("favours", size.favours), fact_number("column", column),
	    fact_number("die", die), fact_number("total", total),
	    fact_number("row", row), fact_text("result", arena_printf(game_arena(g), "%d(%d)",
	    d->crt[row][column - 1].a, d->crt[row][column - 1].d)),
	    fact_number("attackers", ha), fact_number("defenders", hd)));
	share(g, k, att, na, ha, a);
	nd = without_mounts(def, nd, def);
	if (deals_out(att, na, def, nd))
		deal(g, k, att[0]->side, def, nd, hd);
	else
		share(g, k, def, nd, hd, b);
}

/* [9.1] The clash of every combat comes before the first is resolved: a routed
 * unit that falls in one may have covered a flank in another [11.5]. */
void
gboh_struggle_step(struct game *g)
{
	struct gboh *s = gboh_state(g);
	struct clash list[GBOH_COMBATS];

	for (int k = 1; k <= s->ncombats; k++)
		if (!s->combat[k - 1].over)
			clash(g, k, &list[k - 1]);
	for (int k = 1; k <= s->ncombats; k++)
		if (!s->combat[k - 1].over)
			resolve(g, k, &list[k - 1]);
}
