/* melee.c: the combat phase: each combat, and what comes of it
 * [7.0, 7.5, 7.6, 11.2, 12.3, 14.0, 15.1] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

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

/* [10.42] whatever its weapons */
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

/* [7.6, 7.71] attackers retreat in the order in which their owner named them */
static void
throw_back(struct game *g, const struct ab_attack *x)
{
	for (int i = 0; i < x->nahex; i++)
		if (ab_combat_unit_at(ab_data(g), ab_state(g), x->side,
		    x->ahex[i]))
			ab_retreat_group(g, x->side, x->ahex[i], x->att,
			    x->natt);
}

/*
 * [7.6, 7.71, 7.83] Defenders go in the order in which the attacker named
 * them, which is not their owner's choice: one who would push others, or be
 * lost, waits for those who can go freely and may leave him a hex.
 */
static void
drive_back(struct game *g, const struct ab_attack *x)
{
	const struct ab_data *d = ab_data(g);
	int foe = ab_other(x->side);
	bool gone[8] = { false };

	for (int left = x->ndhex; left > 0; left--) {
		int next = -1, best = -1;

		for (int i = 0; i < x->ndhex; i++) {
			int how = gone[i] || !ab_combat_unit_at(d, ab_state(g),
			    foe, x->dhex[i]) ? -1 : (int)ab_can_retreat(g, foe,
			    x->dhex[i], x->def, x->ndef);

			if (how > best) {
				best = how;
				next = i;
			}
		}
		if (next < 0)
			return;
		gone[next] = true;
		ab_retreat_group(g, foe, x->dhex[next], x->def, x->ndef);
	}
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

/* A result as events and questions call it. */
static const char *
result_name(enum ab_result r)
{
	return r == AB_NONE ? "none" : ab_result_names[r];
}

/*
 * `evaded` are hexes that defenders left before the combat: the attacker may
 * advance there whatever the result [11.21], but not where he is thrown back.
 */
static void
apply(struct game *g, struct ab_attack *x, enum ab_result r,
    const int *evaded, int nevaded)
{
	const char *name = result_name(r);
	int empty[32], n = 0, foe = ab_other(x->side);
	struct question q;

	switch (r) {
	case AB_AL:
		q = loss_question(g, x->side, name, x->att, x->natt,
		    x->thrown_back ? x->charging : NULL,
		    node_get(x->order, "loss"));
		lose(g, ask(g, &q));
		break;
	case AB_AR:
		throw_back(g, x);
		break;
	case AB_EX:
		exchange(g, x);
		break;
	case AB_DR:
		drive_back(g, x);
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
	for (int i = 0; r != AB_AR && i < nevaded && n < 32; i++)
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
			ab_flee_before_combat(g, u, x);
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
			ab_add_hex(left, &n, hex);
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
	return n ? ab_id_list(g, list, n) : NULL;
}

/* [7.0, 15.1] the column, and the shift for a demoralized attacker */
static int
shifted_column(struct game *g, const struct ab_attack *x)
{
	struct ab *s = ab_state(g);
	int column = x->column;

	if (s->side[x->side].demoralized) {
		mod(g, "15.1 demoralized", FACTS(fact_number("n", -1),
		    fact_side("side", x->side)));
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
roll_combat(struct game *g, struct ab_attack *x, int column)
{
	const struct ab_data *d = ab_data(g);
	struct node *hexes = ab_hex_list(g, x->dhex, x->ndhex);
	char label[128] = "";
	enum ab_result r = AB_AL;
	int die;

	if (column < 0) {				/* [7.52] */
		mod(g, "7.52 below", FACTS(fact_text("least",
		    d->column[0].name)));
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
	if (r == AB_AR && any(x->charging, x->natt)) {	/* [14.0] */
		mod(g, "14.0 thrown-back", NULL);
		x->thrown_back = true;
		r = AB_AL;
	}
	tell(g, "result", FACTS(fact_node("hexes", hexes),
	    fact_number("die", die),
	    fact_text("column", d->column[column].name),
	    fact_text("result", result_name(r))));
	return r;
}

/*
 * [7.22] the owner of each unit that is left out says whether it lends its
 * strength; what does not is taken off the list.  Who lends has fought in this
 * phase: a strength is not used twice [7.3].
 */
static void
ask_lenders(struct game *g, struct ab_attack *x)
{
	struct ab *s = ab_state(g);
	struct question q[AB_GROUP];
	int n = x->nlent, list[AB_GROUP];

	memcpy(list, x->lent, sizeof list);
	x->nlent = 0;
	ab_weigh(ab_data(g), s, x, NULL);
	for (int i = 0; i < n; i++) {
		const struct ab_unit *u = &s->unit[list[i]];

		q[i] = question(g, u->side, "lend");
		question_fact(&q[i], fact_text("unit", u->id));
		question_fact(&q[i], fact_text("type",
		    ab_type_names[u->type]));
		question_fact(&q[i], fact_number("strength", u->strength));
		question_fact(&q[i], fact_hex("hex", u->hex));
		question_fact(&q[i], fact_node("attackers", ab_id_list(g,
		    x->att, x->natt)));
		question_fact(&q[i], fact_node("defenders", ab_id_list(g,
		    x->def, x->ndef)));
		question_fact(&q[i], fact_number("odds",
		    ab_odds_hundredths(x)));
		option_add(&q[i], list[i], "lend");
		option_decline(&q[i], "none");
	}
	ask_all(g, q, n);
	for (int i = 0; i < n; i++)
		if (q[i].chosen >= 0) {
			x->lent[x->nlent++] = q[i].chosen;
			s->unit[q[i].chosen].defended = true;
		}
}

/* [7.11] nobody stood: who owes another enemy an attack is free again */
static void
release(struct game *g, struct ab_attack *x)
{
	struct ab *s = ab_state(g);
	int list[AB_GROUP], all = x->natt, n = 0, att[AB_GROUP];

	memcpy(att, x->att, sizeof att);
	ab_release(ab_data(g), s, x);
	for (int i = 0; i < all; i++)
		if (!s->unit[att[i]].attacked)
			list[n++] = att[i];
	if (n > 0)
		tell(g, "released", FACTS(fact_node("units", ab_id_list(g,
		    list, n))));
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
	if (game_unread(g))
		tell(g, "assault", NULL);
	else
		tell(g, "assault", FACTS(fact_node("attackers", ab_id_list(g,
		    x->att, x->natt)), fact_node("targets", ab_id_list(g,
		    x->def, x->ndef))));
	set_charges(g, x);
	ab_weigh(d, s, x, NULL);
	nleft = retreats_before(g, x, left);
	if (x->ndef == 0) {
		release(g, x);
		ab_advance_after(g, x->side, "attacker", "evade", x->att,
		    x->natt, left, nleft, node_get(x->order, "advance"));
		return;
	}
	set_charges(g, x);
	if (x->nlent > 0)
		ask_lenders(g, x);
	ab_weigh(d, s, x, g);
	column = shifted_column(g, x);
	tell(g, "attack", FACTS(fact_node("attackers", ab_id_list(g, x->att,
	    x->natt)),
	    fact_node("from", ab_hex_list(g, x->ahex, x->nahex)),
	    fact_node("defenders", ab_id_list(g, x->def, x->ndef)),
	    fact_node("hexes", ab_hex_list(g, x->dhex, x->ndhex)),
	    fact_number("strength", x->strength),
	    fact_number("defence", x->defence),
	    fact_text("odds", odds_text(g, x)),
	    fact_text("column", column < 0 ? "below" :
	    d->column[column].name),
	    fact_node("charging", charging_list(g, x)),
	    fact_node("lent", x->nlent ? ab_id_list(g, x->lent, x->nlent) :
	    NULL)));
	r = roll_combat(g, x, column);
	apply(g, x, r, left, nleft);
	if (x->order != NULL && (r == AB_AL || r == AB_AR || r == AB_NONE))
		order_failed(g, x->side);
}

/* --------------------------------------------------------------- orders */

/* The units that a list names, by their index. */
static int
units_named(struct game *g, const struct node *list, int *out)
{
	struct ab *s = ab_state(g);
	int n = 0;

	for (const struct node *c = list ? list->child : NULL;
	    c && n < AB_GROUP; c = c->next)
		out[n++] = (int)(ab_find(s, c->s) - s->unit);
	return n;
}

static void
tell_extended(struct game *g, const struct ab_attack *x, int listed)
{
	if (x->nahex > 1 || x->ndhex <= listed)
		return;
	tell(g, "extended", FACTS(fact_node("attackers", ab_id_list(g, x->att,
	    x->natt)), fact_node("targets", ab_id_list(g, x->def, x->ndef))));
}

static int
hexes_of(struct game *g, const int *units, int n)
{
	int list[8], k = 0;

	for (int i = 0; i < n; i++)
		ab_add_hex(list, &k, ab_state(g)->unit[units[i]].hex);
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

		if (!ab_in_list(x->att, x->natt, (int)(u - s->unit)) ||
		    !ab_can_charge(ab_data(g), s, u, x))
			return why_not(g, "attack.charge", FACTS(fact_text(
			    "unit", u->id)));
	}
	return NULL;
}

static void
order_attack(struct game *g, const struct node *order)
{
	int units[AB_GROUP], targets[AB_GROUP];
	int n = units_named(g, node_array_of(order, "units"), units);
	int m = units_named(g, node_array_of(order, "targets"), targets);
	struct ab *s = ab_state(g);
	struct ab_attack x;
	const char *why = ab_build_attack(g, ab_data(g), s, s->active, units,
	    n, targets, m, NULL, &x);

	if (why == NULL)
		why = check_charges(g, &x, order);
	if (why != NULL) {
		order_cannot(g, why, NULL);
		return;
	}
	x.order = order;
	tell_extended(g, &x, hexes_of(g, targets, m));
	resolve(g, &x);
}

/* ------------------------------------------------- combats nobody planned */

static const char *
plan_text(struct game *g, const struct ab_plan *p)
{
	const char *id = ab_state(g)->unit[p->def[0]].id;

	switch (p->how) {
	case AB_ALONE:
		return id;
	case AB_TOGETHER:
		return arena_printf(game_arena(g), "%s+", id);
	case AB_ON_ALL:
		break;
	}
	return "all";
}

static void
force_attack(struct game *g, struct ab_unit *u)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct question q = question(g, u->side, "combat-plan");
	struct ab_plan list[AB_PLANS], *p;
	struct ab_attack x;
	int n = ab_plans(d, s, u, list);

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	if (n == 0)
		game_fail(g, "%s must attack but can attack nobody", u->id);
	for (int i = 0; i < n; i++) {
		option_add(&q, i, plan_text(g, &list[i]));
		option_attr(&q, "odds", list[i].odds);
	}
	p = &list[ask(g, &q)];
	ab_planned_attack(d, s, u->side, p, &x);
	tell(g, "forced", FACTS(fact_text("unit", u->id),
	    fact_text("answer", plan_text(g, p)),
	    fact_node("attackers", ab_id_list(g, p->att, p->natt)),
	    fact_node("targets", ab_id_list(g, p->def, p->ndef))));
	tell_extended(g, &x, hexes_of(g, p->def, p->ndef));
	resolve(g, &x);
}

/* The next that must attack, or the unit with which it is stacked [X5.2]. */
static struct ab_unit *
next_forced(struct game *g)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct ab_unit *u = &s->unit[i], *named;

		if (u->side != s->active || !ab_must_attack(d, s, u))
			continue;
		named = ab_combat_unit_at(d, s, u->side, u->hex);
		return ab_free_to_attack(d, named) ? named : u;
	}
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
		tell(g, "recover", FACTS(fact_node("units", ab_id_list(g, list,
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
