/* melee.c: the combat phase: who attacks whom, and what comes of it
 * [7.0, 7.1, 7.2, 7.5, 7.6, 11.2, 12.3, 14.0, 15.1] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------------ who must, who may */

/* [7.14, 7.74] */
bool
ab_free_to_attack(const struct ab_data *d, const struct ab_unit *u)
{
	return ab_on_map(u) && !ab_is_leader(d, u) && !u->attacked && !u->advanced;
}

static bool
is_target(const struct ab_data *d, const struct ab_unit *u,
    const struct ab_unit *e)
{
	return ab_on_map(e) && e->side != u->side && !ab_is_leader(d, e) &&
	    hex_adjacent(&d->map.grid, u->hex, e->hex);
}

/* [7.11, 7.12] it stands in an enemy zone, or holds an enemy in its own */
bool
ab_must_attack(const struct ab_data *d, struct ab *s, const struct ab_unit *u)
{
	if (!ab_free_to_attack(d, u))
		return false;
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *e = &s->unit[i];

		if (!is_target(d, u, e))
			continue;
		if (ab_exerts_zoc(d, e, u->hex))
			return true;
		if (ab_exerts_zoc(d, u, e->hex) && !e->defended)
			return true;
	}
	return false;
}

static bool
in_list(const int *list, int n, int x)
{
	for (int i = 0; i < n; i++)
		if (list[i] == x)
			return true;
	return false;
}

/* Could a unit outside this attack still attack e? */
static bool
somebody_else(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x, const struct ab_unit *e)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side == x->side && ab_free_to_attack(d, u) &&
		    is_target(d, u, e) && !in_list(x->att, x->natt, i))
			return true;
	}
	return false;
}

/* Is e next to an attacker, unattacked, and left to this attack alone? */
static bool
left_over(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x, const struct ab_unit *e)
{
	bool next = false;

	if (e->defended || in_list(x->def, x->ndef, (int)(e - s->unit)))
		return false;
	for (int i = 0; i < x->natt; i++)
		next = next || is_target(d, &s->unit[x->att[i]], e);
	return next && !somebody_else(d, s, x, e);
}

/* ------------------------------------------------------------ an attack */

static void
add_hex(int *list, int *n, int hex)
{
	if (!in_list(list, *n, hex) && *n < 8)
		list[(*n)++] = hex;
}

/* Everything of a side that fights in a hex takes part. */
static void
add_hex_units(const struct ab_data *d, const struct ab *s, int side, int hex,
    int *list, int *n)
{
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side == side && u->hex == hex && ab_on_map(u) &&
		    !ab_is_leader(d, u) && !in_list(list, *n, i) &&
		    *n < AB_GROUP)
			list[(*n)++] = i;
	}
}

static const char *
add_attackers(struct game *g, struct ab_attack *x, const char *const *ids,
    int n)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct arena *a = game_arena(g);

	for (int i = 0; i < n; i++) {
		struct ab_unit *u = ab_find(s, ids[i]);

		if (ab_is_leader(d, u))
			return arena_printf(a, "%s is a leader and never "
			    "attacks by himself [12.3]", u->id);
		if (!ab_on_map(u))
			return arena_printf(a, "%s is not on the map", u->id);
		if (u->attacked)
			return arena_printf(a, "%s has already attacked [7.14]",
			    u->id);
		if (u->advanced)
			return arena_printf(a, "%s has advanced and may not "
			    "attack any more [7.74]", u->id);
		add_hex(x->ahex, &x->nahex, u->hex);
		add_hex_units(d, s, u->side, u->hex, x->att, &x->natt);
	}
	return x->natt > 0 ? NULL : "it names no attackers";
}

/* [7.12] an enemy is attacked a second time only by those with no other */
static bool
has_fresh_enemy(const struct ab_data *d, const struct ab *s,
    const struct ab_attack *x)
{
	for (int i = 0; i < s->nunits; i++)
		for (int k = 0; k < x->natt; k++)
			if (is_target(d, &s->unit[x->att[k]], &s->unit[i]) &&
			    !s->unit[i].defended)
				return true;
	return false;
}

static const char *
add_targets(struct game *g, struct ab_attack *x, const char *const *ids,
    int n)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct arena *a = game_arena(g);

	for (int i = 0; i < n; i++) {
		struct ab_unit *e = ab_find(s, ids[i]);

		if (!ab_on_map(e))
			return arena_printf(a, "%s is not on the map", e->id);
		if (ab_is_leader(d, e) && ab_combat_unit_at(d, s, e->side, e->hex))
			return arena_printf(a, "%s stands with a unit; attack "
			    "that one", e->id);
		if (e->defended && has_fresh_enemy(d, s, x))
			return arena_printf(a, "%s has been attacked in this "
			    "phase [7.3]", e->id);
		add_hex(x->dhex, &x->ndhex, e->hex);
		if (ab_is_leader(d, e))
			x->def[x->ndef++] = (int)(e - s->unit);
		else
			add_hex_units(d, s, e->side, e->hex, x->def,
			    &x->ndef);
	}
	return x->ndef > 0 ? NULL : "it names no targets";
}

static const char *
check_shape(struct game *g, const struct ab_attack *x)
{
	struct arena *a = game_arena(g);

	if (x->nahex > 1 && x->ndhex > 1)
		return "several hexes may attack only one hex together, and "
		    "several hexes may be attacked only from one [7.21, 7.22]";
	for (int i = 0; i < x->nahex; i++)
		for (int k = 0; k < x->ndhex; k++)
			if (!hex_adjacent(game_grid(g), x->ahex[i],
			    x->dhex[k]))
				return arena_printf(a, "%s is not next to %s "
				    "[7.15]", game_hex(g, x->ahex[i]),
				    game_hex(g, x->dhex[k]));
	return NULL;
}

/*
 * [7.21] a single hex must take on every enemy that nobody else can;
 * [7.22] several hexes that leave one out have it lend its strength.
 */
static int
take_left_over(struct game *g, struct ab_attack *x, int *added)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *e = &s->unit[i];

		if (!left_over(d, s, x, e))
			continue;
		if (x->nahex > 1) {
			if (x->nlent < AB_GROUP)
				x->lent[x->nlent++] = i;
			continue;
		}
		if (!ab_exerts_zoc(d, e, x->ahex[0]) &&
		    !ab_exerts_zoc(d, &s->unit[x->att[0]], e->hex))
			continue;		/* neither holds the other */
		add_hex(x->dhex, &x->ndhex, e->hex);
		add_hex_units(d, s, e->side, e->hex, x->def, &x->ndef);
		added[n++] = i;
	}
	return n;
}

static struct node *
id_list(struct game *g, const int *list, int n)
{
	struct ab *s = ab_state(g);
	struct node *out = node_array(game_arena(g));

	for (int i = 0; i < n; i++)
		node_add(game_arena(g), out, NULL, node_string(game_arena(g),
		    s->unit[list[i]].id));
	return out;
}

static struct node *
hex_list(struct game *g, const int *list, int n)
{
	struct node *out = node_array(game_arena(g));

	for (int i = 0; i < n; i++)
		node_add(game_arena(g), out, NULL, node_string(game_arena(g),
		    game_hex(g, list[i])));
	return out;
}

const char *
ab_build_attack(struct game *g, int side, const char *const *units, int nunits,
    const char *const *targets, int ntargets, bool forced,
    struct ab_attack *x)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	const char *why;
	int added[AB_GROUP];

	memset(x, 0, sizeof *x);
	x->side = side;
	x->forced = forced;
	if ((why = add_attackers(g, x, units, nunits)) != NULL ||
	    (why = add_targets(g, x, targets, ntargets)) != NULL ||
	    (why = check_shape(g, x)) != NULL)
		return why;
	(void)take_left_over(g, x, added);
	for (int i = 0; i < x->natt; i++)
		x->charging[i] = ab_can_charge(d, s, &s->unit[x->att[i]], x);
	ab_weigh(g, x, false);
	if (!forced && x->column < 0)
		return arena_printf(game_arena(g), "%d.%d against %d.%d is "
		    "less than %s [7.52]", x->strength / 2,
		    x->strength % 2 * 5, x->defence / 2, x->defence % 2 * 5,
		    d->column[0].name);
	return NULL;
}

/* ------------------------------------------------------------- results */

/* Another unit of the list speaks for its hex: all in it is lost [X5.2]. */
static bool
spoken_for(struct game *g, const int *list, int n, int i)
{
	const struct ab_data *d = ab_data(g);
	const struct ab_unit *u = &ab_state(g)->unit[list[i]];

	for (int k = 0; k < n; k++) {
		const struct ab_unit *v = &ab_state(g)->unit[list[k]];

		if (k == i || !ab_on_map(v) || v->hex != u->hex)
			continue;
		if (d->type[u->type].stacks != d->type[v->type].stacks ?
		    d->type[u->type].stacks : k < i)
			return true;
	}
	return false;
}

/* The owner's choice among those involved, as indices [7.6]. */
static struct question
loss_question(struct game *g, int side, const char *result, const int *list,
    int n, const bool *among, const struct node *planned)
{
	struct ab *s = ab_state(g);
	struct question q = question(g, side, "loss");

	question_fact(&q, fact_text("result", result));
	for (int i = 0; i < n; i++) {
		const struct ab_unit *u = &s->unit[list[i]];

		if (!ab_on_map(u) || (among != NULL && !among[i]) ||
		    spoken_for(g, list, n, i))
			continue;
		option_add(&q, list[i], u->id);
		q.option[q.n - 1].hex = u->hex;
		option_attr(&q, "strength", u->strength);
	}
	q.planned = planned;
	return q;
}

static void
lose(struct game *g, int unit)
{
	struct ab *s = ab_state(g);

	ab_eliminate_hex(g, s->unit[unit].side, s->unit[unit].hex, "loss");
}

static bool
any(const bool *list, int n)
{
	for (int i = 0; i < n; i++)
		if (list[i])
			return true;
	return false;
}

/* The hexes of a list in which that side fights no longer. */
static int
vacated(struct game *g, int side, const int *hexes, int n, int *out)
{
	int k = 0;

	for (int i = 0; i < n; i++)
		if (!ab_combat_unit_at(ab_data(g), ab_state(g), side, hexes[i]))
			out[k++] = hexes[i];
	return k;
}

static void
retreat_all(struct game *g, int side, const int *hexes, int n,
    const int *involved, int ninvolved)
{
	for (int i = 0; i < n; i++)
		if (ab_combat_unit_at(ab_data(g), ab_state(g), side, hexes[i]))
			ab_retreat_group(g, side, hexes[i], involved, ninvolved);
}

static void
exchange(struct game *g, struct ab_attack *x)
{
	struct question q[2];

	q[0] = loss_question(g, x->side, "EX", x->att, x->natt, NULL,
	    node_get(x->order, "loss"));
	q[1] = loss_question(g, ab_other(x->side), "EX", x->def, x->ndef, NULL,
	    NULL);
	ask_all(g, q, 2);
	lose(g, q[0].chosen);
	lose(g, q[1].chosen);
}

/*
 * `evaded` are hexes that defenders left before the combat: the attacker may
 * advance there whatever the result, if he is still there to do so.
 */
static void
apply(struct game *g, struct ab_attack *x, enum ab_result r,
    const int *evaded, int nevaded)
{
	const char *name = ab_result_names[r];
	int empty[32], n = 0, foe = ab_other(x->side);
	struct question q;

	switch (r) {
	case AB_AL:
		q = loss_question(g, x->side, name, x->att, x->natt, NULL,
		    node_get(x->order, "loss"));
		lose(g, ask(g, &q));
		break;
	case AB_AR:
		if (any(x->charging, x->natt)) {	/* [14.0] */
			q = loss_question(g, x->side, "AL", x->att, x->natt,
			    x->charging, node_get(x->order, "loss"));
			lose(g, ask(g, &q));
			break;
		}
		retreat_all(g, x->side, x->ahex, x->nahex, x->att, x->natt);
		break;
	case AB_EX:
		exchange(g, x);
		break;
	case AB_DR:
		retreat_all(g, foe, x->dhex, x->ndhex, x->def, x->ndef);
		break;
	case AB_DL:
		q = loss_question(g, foe, name, x->def, x->ndef, NULL, NULL);
		lose(g, ask(g, &q));
		break;
	case AB_NONE:
	case AB_RESULT_COUNT:
		break;
	}
	ab_check_collapse(g);
	if (r == AB_AL || r == AB_AR) {
		n = vacated(g, x->side, x->ahex, x->nahex, empty);
		ab_advance_after(g, foe, "defender", name, x->def, x->ndef,
		    empty, n, NULL);
		n = 0;
	} else {
		n = vacated(g, foe, x->dhex, x->ndhex, empty);
	}
	for (int i = 0; i < nevaded && n < 32; i++)
		empty[n++] = evaded[i];
	if (n > 0)
		ab_advance_after(g, x->side, "attacker", name, x->att, x->natt,
		    empty, n, node_get(x->order, "advance"));
}

/* ------------------------------------------------------------ one combat */

static void
drop_defender(struct ab_attack *x, int i)
{
	memmove(&x->def[i], &x->def[i + 1],
	    (size_t)(x->ndef - i - 1) * sizeof x->def[0]);
	x->ndef--;
}

/* [11.2, 12.3] who will not stand; returns the hexes they left */
static int
retreats_before(struct game *g, struct ab_attack *x, int *left)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int n = 0;

	for (int i = 0; i < x->ndef;) {
		struct ab_unit *u = &s->unit[x->def[i]];
		int hex = u->hex;
		bool gone;

		if (ab_is_leader(d, u)) {
			ab_flee_before_combat(g, u);
			gone = true;
		} else {
			gone = ab_offer_evade(g, u, x);
		}
		if (!gone) {
			i++;
			continue;
		}
		drop_defender(x, i);
		if (!ab_combat_unit_at(d, s, u->side, hex))
			add_hex(left, &n, hex);
	}
	/* what is still attacked */
	for (int i = 0; i < x->ndhex;) {
		if (ab_combat_unit_at(d, s, ab_other(x->side), x->dhex[i])) {
			i++;
			continue;
		}
		memmove(&x->dhex[i], &x->dhex[i + 1],
		    (size_t)(x->ndhex - i - 1) * sizeof x->dhex[0]);
		x->ndhex--;
	}
	return n;
}

static void
set_charges(struct game *g, struct ab_attack *x)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	const struct node *list = node_array_of(x->order, "charge");

	for (int i = 0; i < x->natt; i++) {
		const struct ab_unit *u = &s->unit[x->att[i]];
		bool wanted = list == NULL;

		for (const struct node *c = list ? list->child : NULL; c;
		    c = c->next)
			wanted = wanted || strcmp(c->s, u->id) == 0;
		x->charging[i] = wanted && ab_can_charge(d, s, u, x);
	}
}

static struct node *
charging_list(struct game *g, const struct ab_attack *x)
{
	int list[AB_GROUP], n = 0;

	for (int i = 0; i < x->natt; i++)
		if (x->charging[i])
			list[n++] = x->att[i];
	return n ? id_list(g, list, n) : NULL;
}

/* [7.0, 15.1] the column, and the shift for a demoralized attacker */
static int
shifted_column(struct game *g, const struct ab_attack *x)
{
	struct ab *s = ab_state(g);
	int column = x->column;

	if (s->side[x->side].demoralized) {
		mod(g, "shift -1 15.1 %s is demoralized",
		    game_side(g, x->side));
		column--;
	}
	return column < 0 ? -1 : column;
}

static const char *
odds_text(struct game *g, const struct ab_attack *x)
{
	return arena_printf(game_arena(g), "%d.%02d:1",
	    ab_odds_hundredths(x) / 100, ab_odds_hundredths(x) % 100);
}

static enum ab_result
roll_combat(struct game *g, const struct ab_attack *x, int column)
{
	const struct ab_data *d = ab_data(g);
	struct node *hexes = hex_list(g, x->dhex, x->ndhex);
	char label[128] = "";
	enum ab_result r = AB_AL;
	int die;

	if (column < 0) {				/* [7.52] */
		mod(g, "7.52 below %s: lost without a roll",
		    d->column[0].name);
		tell(g, "result", FACTS(fact_node("hexes", hexes),
		    fact_text("column", "below"), fact_text("result", "AL")));
		return r;
	}
	for (const struct node *c = hexes->child; c != NULL; c = c->next) {
		strncat(label, " ", sizeof label - strlen(label) - 1);
		strncat(label, c->s, sizeof label - strlen(label) - 1);
	}
	die = roll(g, 6, "7.0 combat at%s", label) + 1;
	r = (enum ab_result)d->crt[die - 1][column];
	if (r == AB_AR && any(x->charging, x->natt))
		mod(g, "14.0 a charge turns AR into AL");
	tell(g, "result", FACTS(fact_node("hexes", hexes),
	    fact_number("die", die),
	    fact_text("column", d->column[column].name),
	    fact_text("result", r == AB_NONE ? "none" :
	    ab_result_names[r])));
	return r;
}

static void
resolve(struct game *g, struct ab_attack *x)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int left[8], nleft, column;
	enum ab_result r;

	for (int i = 0; i < x->natt; i++)
		s->unit[x->att[i]].attacked = true;
	for (int i = 0; i < x->ndef; i++)
		s->unit[x->def[i]].defended = true;
	set_charges(g, x);
	ab_weigh(g, x, false);
	nleft = retreats_before(g, x, left);
	if (x->ndef == 0) {
		ab_advance_after(g, x->side, "attacker", "evade", x->att,
		    x->natt, left, nleft, node_get(x->order, "advance"));
		return;
	}
	set_charges(g, x);
	ab_weigh(g, x, true);
	column = shifted_column(g, x);
	tell(g, "attack", FACTS(fact_node("attackers", id_list(g, x->att,
	    x->natt)),
	    fact_node("from", hex_list(g, x->ahex, x->nahex)),
	    fact_node("defenders", id_list(g, x->def, x->ndef)),
	    fact_node("hexes", hex_list(g, x->dhex, x->ndhex)),
	    fact_number("strength", x->strength),
	    fact_number("defence", x->defence),
	    fact_text("odds", odds_text(g, x)),
	    fact_text("column", column < 0 ? "below" :
	    d->column[column].name),
	    fact_node("charging", charging_list(g, x)),
	    fact_node("lent", x->nlent ? id_list(g, x->lent, x->nlent) :
	    NULL)));
	r = roll_combat(g, x, column);
	apply(g, x, r, left, nleft);
}

/* --------------------------------------------------------------- orders */

static int
strings(const struct node *list, const char **out, int max)
{
	int n = 0;

	for (const struct node *c = list ? list->child : NULL; c && n < max;
	    c = c->next)
		out[n++] = c->s;
	return n;
}

static void
tell_extended(struct game *g, const struct ab_attack *x, int listed)
{
	if (x->nahex > 1 || x->ndhex <= listed)
		return;
	tell(g, "extended", FACTS(fact_node("attackers", id_list(g, x->att,
	    x->natt)), fact_node("targets", id_list(g, x->def, x->ndef))));
}

static int
hexes_of(struct game *g, const char *const *ids, int n)
{
	int list[8], k = 0;

	for (int i = 0; i < n; i++)
		add_hex(list, &k, ab_find(ab_state(g), ids[i])->hex);
	return k;
}

/* [14.0] an order may name only such as can charge */
static const char *
check_charges(struct game *g, const struct ab_attack *x,
    const struct node *order)
{
	const struct node *list = node_array_of(order, "charge");
	struct ab *s = ab_state(g);

	for (const struct node *c = list ? list->child : NULL; c;
	    c = c->next) {
		const struct ab_unit *u = ab_find(s, c->s);

		if (!in_list(x->att, x->natt, (int)(u - s->unit)) ||
		    !ab_can_charge(ab_data(g), s, u, x))
			return arena_printf(game_arena(g), "%s cannot charge "
			    "here [14.0, 14.2]", u->id);
	}
	return NULL;
}

static void
order_attack(struct game *g, const struct node *order)
{
	const char *units[AB_GROUP], *targets[AB_GROUP], *why;
	int n = strings(node_array_of(order, "units"), units, AB_GROUP);
	int m = strings(node_array_of(order, "targets"), targets, AB_GROUP);
	struct ab_attack x;

	why = ab_build_attack(g, ab_state(g)->active, units, n, targets, m,
	    false, &x);
	if (why == NULL)
		why = check_charges(g, &x, order);
	if (why != NULL) {
		order_refuse(g, "%s", why);
		return;
	}
	x.order = order;
	tell_extended(g, &x, hexes_of(g, targets, m));
	resolve(g, &x);
}

/* ------------------------------------------------- combats nobody planned */

struct plan {
	const char *units[AB_GROUP], *targets[AB_GROUP];
	int n, m;
};

static void
plan_option(struct game *g, struct question *q, struct plan *list,
    const struct plan *p, const char *text)
{
	struct ab_attack x;

	if (ab_build_attack(g, q->side, p->units, p->n, p->targets, p->m, true,
	    &x) != NULL)
		return;
	list[q->n] = *p;
	option_add(q, q->n, text);
	option_attr(q, "odds", ab_odds_hundredths(&x));
}

/* Everybody free who stands next to that enemy, this unit first. */
static struct plan
joined(struct game *g, const struct ab_unit *u, const struct ab_unit *e)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct plan p = { .units = { u->id }, .targets = { e->id },
	    .n = 1, .m = 1 };

	for (int i = 0; i < s->nunits && p.n < AB_GROUP; i++) {
		const struct ab_unit *v = &s->unit[i];

		if (v != u && v->side == u->side && ab_free_to_attack(d, v) &&
		    is_target(d, v, e))
			p.units[p.n++] = v->id;
	}
	return p;
}

static int
plan_options(struct game *g, const struct ab_unit *u, bool again,
    struct question *q, struct plan *list)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct plan all = { .units = { u->id }, .n = 1 };

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *e = &s->unit[i];
		struct plan p = { .units = { u->id }, .targets = { e->id },
		    .n = 1, .m = 1 }, j;

		if (!is_target(d, u, e) || (e->defended && !again) ||
		    ab_combat_unit_at(d, s, e->side, e->hex) != e)
			continue;
		all.targets[all.m++] = e->id;
		plan_option(g, q, list, &p, e->id);
		j = joined(g, u, e);
		if (j.n > 1)
			plan_option(g, q, list, &j, arena_printf(
			    game_arena(g), "%s+", e->id));
	}
	if (all.m > 1)
		plan_option(g, q, list, &all, "all");
	return q->n;
}

static void
force_attack(struct game *g, struct ab_unit *u)
{
	struct question q = question(g, u->side, "combat-plan");
	struct plan list[40], *p;
	struct ab_attack x;
	int picked;

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	if (plan_options(g, u, false, &q, list) == 0 &&
	    plan_options(g, u, true, &q, list) == 0)
		game_fail(g, "%s must attack but can attack nobody", u->id);
	picked = ask(g, &q);
	p = &list[picked];
	tell(g, "forced", FACTS(fact_text("unit", u->id),
	    fact_text("answer", q.option[picked].text)));
	if (ab_build_attack(g, u->side, p->units, p->n, p->targets, p->m, true,
	    &x) != NULL)
		game_fail(g, "a forced attack of %s is not legal", u->id);
	tell_extended(g, &x, hexes_of(g, p->targets, p->m));
	resolve(g, &x);
}

static struct ab_unit *
next_forced(struct game *g)
{
	struct ab *s = ab_state(g);

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == s->active &&
		    ab_must_attack(ab_data(g), s, &s->unit[i]))
			return &s->unit[i];
	return NULL;
}

/* [10.1] those who were disrupted come back to order */
static void
recover(struct game *g)
{
	struct ab *s = ab_state(g);
	int list[AB_UNITS], n = 0;

	for (int i = 0; i < s->nunits; i++) {
		struct ab_unit *u = &s->unit[i];

		if (u->disrupted && ab_on_map(u))
			list[n++] = i;
		u->disrupted = u->attacked = u->defended = u->advanced = false;
		u->ready = false;			/* [14.3] */
	}
	if (n > 0)
		tell(g, "recover", FACTS(fact_node("units", id_list(g, list,
		    n))));
}

void
ab_combat_phase(struct game *g)
{
	struct ab *s = ab_state(g);
	const struct order *o;
	struct ab_unit *u;

	while ((o = order_next(g, s->active, AB_COMBAT)) != NULL) {
		order_attack(g, o->node);
		checkpoint(g);
	}
	/* no checkpoint: resuming begins with the orders of the phase */
	while ((u = next_forced(g)) != NULL)
		force_attack(g, u);
	recover(g);
}
