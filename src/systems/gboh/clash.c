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
		if (gboh_approach(d, att, v[i]) != HEX_FRONT)
			return true;
	return false;
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
		*why = "6.45 attacked in column";
		return GBOH_AS;
	}
	if (gboh_approach(d, def, att) != HEX_FRONT && !is_beset(d, s, att)) {
		*why = "9.16 position";
		return GBOH_AS;
	}
	if (att->sword && !gboh_is_horse(att) && !gboh_is_horse(def) &&
	    has_open_flank(d, s, def)) {
		*why = "11.5 swords against an open flank";
		return GBOH_AS;
	}
	if (chart == GBOH_DS_MISSILE)
		chart = def->missile != GBOH_NO_MISSILE &&
		    def->missiles == GBOH_NO ? GBOH_NONE : GBOH_DS;
	if (chart != GBOH_NONE)
		*why = "9.32 weapon system";
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
		return u[0];
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

static void
choose_units(struct game *g, int k, struct gboh_unit **att, int na,
    struct gboh_unit **def, int nd, struct gboh_unit **a,
    struct gboh_unit **b)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int value[GBOH_GROUP];

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

/* [9.16 step 2] columns to the right, and the ratio in words */
static int
size_shift(struct game *g, int a, int b, bool moved, const char **ratio)
{
	struct arena *ar = game_arena(g);
	int r;

	if (a >= b) {
		r = moved ? (a + b - 1) / b : a / b;
		*ratio = arena_printf(ar, "%d:1", r);
	} else {
		r = moved ? b / a : (b + a - 1) / a;
		*ratio = arena_printf(ar, "1:%d", r);
		r = 2 - r;
	}
	if (r != 1)
		mod(g, "%+d columns 9.16 size %d against %d", r - 1, a, b);
	return r - 1;
}

/* The Shock Combat Results Table's own shifts. */
static int
terrain_shift(struct game *g, struct gboh_unit **att, int na,
    struct gboh_unit **def, int nd)
{
	const struct gboh_data *d = gboh_data(g);
	const short *height = d->map.height;
	int wood = 0, higher = 0, lower = 0, shift = 0, x = 0, top = -99,
	    bottom = 99;

	for (int i = 0; i < na; i++) {
		int h = height[att[i]->hex];

		top = h > top ? h : top;
		bottom = h < bottom ? h : bottom;
	}
	for (int i = 0; i < nd; i++) {
		int t = d->ground[gboh_terrain_at(d, def[i]->hex)].shift;

		wood += t != 0;
		x = t != 0 ? t : x;
		higher += height[def[i]->hex] > top;
		lower += height[def[i]->hex] < bottom;
	}
	if (wood == nd) {
		mod(g, "%+d columns 9.34 the defenders' terrain", x);
		shift += x;
	}
	if (higher == nd && d->all_higher != 0) {
		mod(g, "%+d columns 9.34 all defenders are higher",
		    d->all_higher);
		shift += d->all_higher;
	} else if (higher > 0 && d->any_higher != 0) {
		mod(g, "%+d columns 9.34 a defender is higher",
		    d->any_higher);
		shift += d->any_higher;
	}
	if (lower == nd && d->all_lower != 0) {
		mod(g, "%+d columns 9.34 all defenders are lower",
		    d->all_lower);
		shift += d->all_lower;
	}
	return shift;
}

static int
best_charisma(const struct gboh *s, struct gboh_unit **u, int n)
{
	int best = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < s->nleaders; k++) {
			const struct gboh_leader *l = &s->leaders[k];

			if (gboh_leads(l) && l->side == u[i]->side &&
			    l->hex == u[i]->hex && l->charisma > best)
				best = l->charisma;
		}
	return best;
}

/* [10.13] as equally as possible; the rest to the unit that counted first */
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
		int i;

		question_fact(&q, fact_number("combat", k));
		for (i = 0; i < n; i++)
			if (more[i] == 0) {
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
			gboh_add_hits(g, u[i], each + more[i], "shock");
}

/* [9.16 step 4] light archers do little to HI and MI */
static bool
is_halved(const struct gboh_unit *att, const struct gboh_unit *def)
{
	return gboh_is(att, GBOH_LIGHT) && gboh_is_archer(att) &&
	    gboh_is(def, GBOH_FORMED) && !def->routed;
}

static void
resolve(struct game *g, int k)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_combat *c = &s->combat[k - 1];
	struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP], *a, *b;
	int na = gboh_members(s, k, true, att, GBOH_GROUP);
	int nd = gboh_members(s, k, false, def, GBOH_GROUP);
	int column, die, total, row, ha, hd;
	const char *why, *ratio;
	bool moved = false;

	if (na == 0 || nd == 0) {
		c->over = true;
		return;
	}
	choose_units(g, k, att, na, def, nd, &a, &b);
	memcpy(c->attacker, a->id, ID_SIZE);
	memcpy(c->defender, b->id, ID_SIZE);
	c->superiority = superiority(d, s, a, b, &why);
	column = base_column(d, a, b);
	if (*why != '\0')
		mod(g, "%s %s", gboh_superiority_names[c->superiority], why);
	tell(g, "clash", FACTS(fact_number("combat", k),
	    fact_text("attacker", a->id), fact_text("defender", b->id),
	    fact_text("aspect", gboh_aspect_names[gboh_approach(d, b, a)]),
	    fact_number("column", column), fact_text("superiority",
	    gboh_superiority_names[c->superiority])));
	for (int i = 0; i < na; i++)
		moved = moved || att[i]->shock == GBOH_MUST_CHECK;
	column += size_shift(g, total_size(att, na), total_size(def, nd),
	    moved, &ratio);
	column += terrain_shift(g, att, na, def, nd);
	column = column < 1 ? 1 : column > d->columns ? d->columns : column;
	die = roll(g, 10, "9.16 shock %s", a->id);
	total = die + drm(g, best_charisma(s, att, na),
	    "9.16 Charisma of the attacker's leader");
	total += drm(g, -best_charisma(s, def, nd),
	    "9.16 Charisma of the defender's leader");
	total += drm(g, -c->slain_attacker, "9.16 the attacker's leader fell");
	total += drm(g, c->slain_defender, "9.16 the defender's leader fell");
	row = total < 0 ? 0 : total > 9 ? 9 : total;
	ha = d->crt[row][column - 1].a;
	hd = d->crt[row][column - 1].d;
	if (c->superiority == GBOH_AS) {
		mod(g, "x%d defender's hits 9.16 AS",
		    d->rules.superior_attack);
		hd *= d->rules.superior_attack;
	}
	if (c->superiority == GBOH_DS) {
		mod(g, "x%d attacker's hits 9.16 DS",
		    d->rules.superior_defence);
		ha *= d->rules.superior_defence;
	}
	if (is_halved(a, b)) {
		mod(g, "half the defender's hits 9.16 light archers");
		hd /= 2;
	}
	tell(g, "result", FACTS(fact_number("combat", k),
	    fact_text("attacker", a->id), fact_text("defender", b->id),
	    fact_text("ratio", ratio), fact_number("column", column),
	    fact_number("die", die), fact_number("total", total),
	    fact_text("result", arena_printf(game_arena(g), "%d(%d)",
	    d->crt[row][column - 1].a, d->crt[row][column - 1].d)),
	    fact_number("attackers", ha), fact_number("defenders", hd)));
	share(g, k, att, na, ha, a);
	share(g, k, def, nd, hd, b);
}

void
gboh_struggle_step(struct game *g)
{
	struct gboh *s = gboh_state(g);

	for (int k = 1; k <= s->ncombats; k++)
		if (!s->combat[k - 1].over)
			resolve(g, k);
}
