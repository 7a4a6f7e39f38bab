/* activation.c: who is activated next, trumps, momentum, doom, elite
 * commanders [5.0] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* [5.11] inactive, then active, then finished */
static bool
is_inactive(const struct gboh_leader *l)
{
	return gboh_leads(l) && !l->finished;
}

/* [5.13] may his turn come in the normal way? */
static bool
awaits(const struct gboh_leader *l)
{
	return is_inactive(l) && !l->held;
}

void
gboh_finish_leader(struct game *g, struct gboh_leader *l, const char *why)
{
	l->finished = true;
	l->held = false;
	tell(g, "finished", FACTS(fact_text("leader", l->id),
	    fact_text("why", why)));
}

/* ------------------------------------------------ the start of a turn [5.5] */

static void
designate(struct gboh *s, struct gboh_leader *l, int kind)
{
	memcpy(s->leader, l->id, ID_SIZE);
	s->active = l->side;
	s->activation = kind;
	s->over[0] = '\0';
	s->over_phase = 0;
	for (int i = 0; i < GAME_SIDES; i++)
		s->side[i].trumped = false;
}

/* [5.51] the Overall Commander, or one in his range (turn 1: anywhere) */
static bool
offer_elite(struct game *g, int side)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *oc = gboh_overall(s, side);
	struct question q = question(g, side, "elite");
	int chosen;

	if (oc == NULL || !oc->elite || s->side[side].elite)
		return false;
	s->side[side].elite = true;
	question_fact(&q, fact_number("turn", s->turn));
	option_add(&q, (int)(oc - s->leaders), oc->id);
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (l != oc && l->side == side && is_inactive(l) &&
		    (s->turn == 1 || gboh_in_range(d, s, oc, l->hex,
		    oc->range)))
			option_add(&q, i, l->id);
	}
	option_decline(&q, "none");
	chosen = ask(g, &q);
	if (chosen < 0)
		return false;
	designate(s, &s->leaders[chosen], GBOH_ELITE);
	tell(g, "elite", FACTS(fact_text("leader", s->leader)));
	return true;
}

/* [11.85] */
static bool
offer_champion(struct game *g, int side)
{
	struct gboh *s = gboh_state(g);
	struct question q;
	int chosen;

	if (s->turn != 1 || !s->side[side].champion || s->side[side].started)
		return false;
	q = question(g, side, "champion");
	s->side[side].started = true;
	for (int i = 0; i < s->nleaders; i++)
		if (s->leaders[i].side == side && awaits(&s->leaders[i])) {
			option_add(&q, i, s->leaders[i].id);
			option_attr(&q, "initiative",
			    s->leaders[i].initiative);
		}
	if (q.n == 0)
		return false;
	option_decline(&q, "none");
	chosen = ask(g, &q);
	if (chosen < 0)
		return false;
	designate(s, &s->leaders[chosen], GBOH_CHAMPION);
	return true;
}

/* [spqr 5.53] both have an Elite Overall Commander: the higher total has the
 * phase, of equals neither */
static void
contest_elite(struct game *g)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *oc[2];
	int die[2], total[2], winner = -1;

	for (int i = 0; i < 2; i++) {
		oc[i] = gboh_overall(s, i);

		if (oc[i] == NULL || !oc[i]->elite || s->side[i].elite ||
		    gboh_data(g)->rules.reactivation == 0)
			return;
	}
	for (int i = 0; i < 2; i++) {
		die[i] = roll(g, 10, "=5.53 elite %s", game_side(g, i));
		total[i] = die[i] + oc[i]->initiative;
	}
	if (total[0] != total[1])
		winner = total[0] > total[1] ? 0 : 1;
	for (int i = 0; i < 2; i++)
		s->side[i].elite = i != winner;
	tell(g, "contest", FACTS(fact_text("first_leader", oc[0]->id),
	    fact_number("first_die", die[0]),
	    fact_number("first_initiative", oc[0]->initiative),
	    fact_number("first", total[0]),
	    fact_text("second_leader", oc[1]->id),
	    fact_number("second_die", die[1]),
	    fact_number("second_initiative", oc[1]->initiative),
	    fact_number("second", total[1]), fact_side("winner", winner)));
}

void
gboh_start_phase(struct game *g)
{
	struct gboh *s = gboh_state(g);

	gboh_champions(g);				/* [11.8] */
	gboh_lay_markers(g);				/* [spqr 6.82] */
	contest_elite(g);
	for (int side = 0; side < gboh_data(g)->nsides; side++)
		if (offer_elite(g, side)) {
			gboh_begin_phase(g, GBOH_ACTIVATION);
			return;
		}
	for (int side = 0; side < gboh_data(g)->nsides; side++)
		if (offer_champion(g, side)) {
			gboh_begin_phase(g, GBOH_ACTIVATION);
			return;
		}
	s->tie_next = -1;
	s->tie = 0;
	gboh_begin_phase(g, GBOH_NEXT);
}

/* ----------------------------------------------------- who is next [5.12] */

/* Two dice, the first side's first, until they differ: the last of each. */
static int
roll_off(struct game *g, const char *rule, int die[2])
{
	do {
		for (int i = 0; i < 2; i++)
			die[i] = roll(g, 10, "%s tie %s", rule, game_side(g,
			    i));
	} while (die[0] == die[1]);
	return die[0] > die[1] ? 0 : 1;
}

/* [5.26] held, and out of the enemy's ZOC now: before any other */
static struct gboh_leader *
held_and_free(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (is_inactive(l) && l->held && !gboh_in_ezoc(d, s, l->side,
		    l->hex))
			return l;
	}
	return NULL;
}

static bool
is_uncontrolled(const struct gboh *s, int side)
{
	for (int i = 0; i < s->nunits && !s->side[side].advanced; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->side == side && gboh_on_map(u) && !u->routed &&
		    u->uncontrolled > 0 && u->uncontrolled <= s->turn)
			return true;
	}
	return false;
}

/* [11.31] an uncontrolled line counts as the lowest leader */
static bool
uncontrolled_next(struct game *g)
{
	struct gboh *s = gboh_state(g);
	bool a = is_uncontrolled(s, 0), b = is_uncontrolled(s, 1);
	int die[2];

	if (!a && !b)
		return false;
	s->active = a && b ? roll_off(g, "11.3", die) : a ? 0 : 1;
	s->side[s->active].advanced = true;
	s->leader[0] = '\0';
	s->activation = GBOH_UNCONTROLLED;
	return true;
}

/* The lowest initiative of those who wait, and who of each side has it. */
static int
lowest(struct gboh *s, struct gboh_leader *first[2])
{
	int low = 99;

	first[0] = first[1] = NULL;
	for (int i = 0; i < s->nleaders; i++)
		if (awaits(&s->leaders[i]) && s->leaders[i].initiative < low)
			low = s->leaders[i].initiative;
	for (int i = s->nleaders - 1; i >= 0; i--)
		if (awaits(&s->leaders[i]) && s->leaders[i].initiative == low)
			first[s->leaders[i].side] = &s->leaders[i];
	return low;
}

void
gboh_next_phase(struct game *g)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *first[2], *l = held_and_free(g);
	int low, side, die[2];

	if (l != NULL && !s->ended) {
		designate(s, l, GBOH_NORMAL);
		gboh_begin_phase(g, GBOH_ACTIVATION);
		return;
	}
	if (uncontrolled_next(g)) {
		gboh_begin_phase(g, GBOH_ACTIVATION);
		return;
	}
	low = lowest(s, first);
	if ((first[0] == NULL && first[1] == NULL) || s->ended) {
		s->leader[0] = '\0';
		s->activation = GBOH_NORMAL;
		gboh_begin_phase(g, GBOH_ROUT);
		return;
	}
	if (first[0] == NULL || first[1] == NULL) {
		side = first[0] ? 0 : 1;
	} else if (s->tie_next >= 0 && s->tie == low) {
		side = s->tie_next;
		s->tie_next = 1 - side;
	} else {
		side = roll_off(g, "5.12", die);
		s->tie = low;
		s->tie_next = 1 - side;
		tell(g, "tie", FACTS(fact_number("initiative", low),
		    fact_side("first", side), fact_number("die", die[side]),
		    fact_number("against", die[1 - side])));
	}
	designate(s, first[side], GBOH_NORMAL);
	gboh_begin_phase(g, GBOH_ACTIVATION);
}

/* --------------------------------------------------------- trumps [5.4] */

/* [5.41, 5.46] also one who is held in an enemy ZOC */
static bool
may_trump(const struct gboh_leader *l)
{
	return is_inactive(l) && l->rank != GBOH_CONTINGENT;
}

static bool
trump_roll(struct game *g, struct gboh_leader *l, const char *rule,
    const char *over)
{
	int die = roll(g, 10, "%s trump %s", rule, l->id);
	bool good = die <= l->initiative;

	tell(g, "trump", FACTS(fact_text("leader", l->id),
	    fact_number("die", die), fact_number("needed", l->initiative),
	    fact_text("result", good ? "trumps" : "fails"),
	    fact_text("over", over)));
	if (!good)
		gboh_finish_leader(g, l, "failed");
	return good;
}

/* [5.44] inactive leaders of both sides who are rated lower */
static void
bypass(struct game *g, const struct gboh_leader *by)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct node *list = node_array(a);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		l->passed_over = false;
		if (l == by || !awaits(l) || l->initiative >= by->initiative ||
		    l->bypassed)
			continue;
		l->bypassed = l->passed_over = true;
		node_add(a, list, NULL, node_string(a, l->id));
	}
	if (list->n > 0)
		tell(g, "bypassed", FACTS(fact_node("leaders", list)));
}

/* A trump has succeeded: he goes instead of the other. */
static void
take_over(struct game *g, struct gboh_leader *l,
    const struct gboh_leader *over)
{
	struct gboh *s = gboh_state(g);

	memcpy(s->over, over->id, ID_SIZE);
	s->over_phase = s->phase;
	memcpy(s->leader, l->id, ID_SIZE);
	s->active = l->side;
	s->activation = GBOH_TRUMP;
	bypass(g, l);
}

/* [5.42] the other side may trump; true if it did */
static bool
offer_trump(struct game *g, struct gboh_leader *over, const char *kind)
{
	struct gboh *s = gboh_state(g);
	int side = 1 - over->side, chosen;
	struct question q = question(g, side, kind);

	if (s->side[side].trumped)
		return false;
	question_fact(&q, fact_text("leader", over->id));
	question_fact(&q, fact_number("initiative", over->initiative));
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (l->side == side && may_trump(l) &&
		    l->initiative >= over->initiative) {
			option_add(&q, i, l->id);
			option_attr(&q, "initiative", l->initiative);
		}
	}
	if (q.n == 0)
		return false;
	option_decline(&q, "none");
	chosen = ask(g, &q);
	if (chosen < 0)
		return false;
	s->side[side].trumped = true;
	if (!trump_roll(g, &s->leaders[chosen], "5.42", over->id))
		return false;
	gboh_finish_leader(g, over, "trumped");
	orders_end(g, over->side, "trumped");
	take_over(g, &s->leaders[chosen], over);
	return true;
}

/* [5.41, 5.43] */
const char *
gboh_cannot_trump(struct game *g, const struct gboh_leader *l)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *now = gboh_active(s);

	if (l->side != s->active || !may_trump(l))
		return "trump.who";
	if (l->initiative <= now->initiative || s->side[s->active].trumped ||
	    s->activation != GBOH_NORMAL || now->held)
		return why_not(g, "trump.initiative", FACTS(fact_text("over",
		    now->id), fact_number("initiative", now->initiative)));
	return NULL;
}

/* [5.12] */
const char *
gboh_cannot_activate(struct game *g, const struct gboh_leader *l)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *now = gboh_active(s);

	if (l == now || (l->side == s->active && awaits(l) && !now->held &&
	    l->initiative == now->initiative &&
	    s->activation == GBOH_NORMAL))
		return NULL;
	return why_not(g, "activate.turn", FACTS(fact_text("next", now->id),
	    fact_number("initiative", now->initiative)));
}

/* [5.41] true if the activation has passed to the other side */
static bool
order_trump(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *now = gboh_active(s);
	struct gboh_leader *l = gboh_find_leader(s, node_str(o->node,
	    "leader"));
	const char *why = l ? gboh_cannot_trump(g, l) : "no-leader";

	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("leader", node_str(
		    o->node, "leader"))));
		return false;
	}
	s->side[s->active].trumped = true;
	if (!trump_roll(g, l, "5.41", now->id)) {
		order_failed(g, l->side);
		return false;
	}
	if (offer_trump(g, l, "trump"))
		return true;
	take_over(g, l, now);
	return false;
}

static void
order_activate(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_find_leader(s, node_str(o->node,
	    "leader"));
	const char *why = l ? gboh_cannot_activate(g, l) : "no-leader";

	if (why != NULL)
		order_cannot(g, why, FACTS(fact_text("leader", node_str(
		    o->node, "leader"))));
	else
		memcpy(s->leader, l->id, ID_SIZE);
}

void
gboh_fresh_orders(struct gboh *s)
{
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		u->ordered = u->stepped = u->entered = false;
		u->fired = u->turned = false;
		u->withdrew = u->due = u->unwalled = u->charged = false;
		u->shock = GBOH_NO_SHOCK;
		u->line = u->recovered = u->reaction_fire = u->combat = 0;
		u->from = u->before = HEX_NONE;
		u->origin = u->origin2 = u->via = u->via2 = HEX_NONE;
		u->answered = 0;
		u->shot[0] = '\0';
		u->attacks = u->met = u->extended = u->stood = false;
		u->stays = false;
		u->climbed = u->spent = 0;
	}
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		l->mp = 0;
		l->moved = l->drives = false;
		l->ordered_class[0] = l->ordered_legion[0] = '\0';
		l->ordered_ala = 0;
	}
	s->momentum = s->regrouping = false;
	s->individual = s->issued = s->round = s->ncombats = 0;
	s->acted = s->designating = s->wish = false;
}

/* [cat 5.31, 5.26; spqr 5.31] who has been in an enemy ZOC */
void
gboh_note_zones(struct game *g)
{
	struct gboh *s = gboh_state(g);
	int rule = gboh_data(g)->rules.zoc_momentum;

	for (int i = 0; rule != 0 && i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (gboh_leads(l) && (rule == 1 || l == gboh_active(s)) &&
		    gboh_in_ezoc(gboh_data(g), s, l->side, l->hex))
			l->pinned = true;
	}
}

static void
begin_orders(struct game *g)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);

	gboh_fresh_orders(s);
	gboh_note_zones(g);
	if (l != NULL)
		l->phases++;
}

/* [cat 4.33] no roll for lines in a momentum phase; [spqr 4.33] a new one */
static void
momentum_phase(struct game *g, struct gboh_leader *l)
{
	if (!gboh_is_spqr(gboh_data(g))) {
		l->rolled = true;
		return;
	}
	gboh_state(g)->momentum = true;
	l->rolled = l->commanding = false;
}

static void
end_activation(struct game *g)
{
	struct gboh *s = gboh_state(g);
	int side = s->active, kind = s->activation;

	if (kind != GBOH_UNCONTROLLED)
		orders_end(g, side, "activation-over");
	s->leader[0] = s->over[0] = '\0';
	s->over_phase = 0;
	s->activation = GBOH_NORMAL;
	s->wish = false;
	for (int i = 0; i < s->nleaders; i++)
		s->leaders[i].passed_over = false;
	gboh_begin_phase(g, kind == GBOH_ELITE || kind == GBOH_CHAMPION ?
	    GBOH_START : GBOH_NEXT);
}

/* [5.46] from an enemy ZOC it was no trump: whom it stopped goes on */
static void
undo_trump(struct game *g, struct gboh_leader *l, struct gboh_leader *over)
{
	struct gboh *s = gboh_state(g);
	bool momentum = s->over_phase == GBOH_MOMENTUM;

	l->phases -= s->phase == GBOH_MOMENTUM;
	if (over == NULL) {
		end_activation(g);
		return;
	}
	orders_end(g, l->side, "no-trump");
	over->finished = false;
	memcpy(s->leader, over->id, ID_SIZE);
	s->active = over->side;
	s->activation = GBOH_NORMAL;
	s->over[0] = '\0';
	s->over_phase = 0;
	s->wish = false;
	if (over->side != l->side && !momentum) {
		s->activation = GBOH_TRUMP;	/* which he had made himself */
		bypass(g, over);
	}
	if (!momentum) {
		gboh_begin_phase(g, GBOH_ACTIVATION);
		return;
	}
	orders_begin(g, over->side);
	begin_orders(g);
	momentum_phase(g, over);
	gboh_begin_phase(g, GBOH_ORDERS);
}

/* [5.45, 5.46] a trump that led to nothing; true if it is another's turn */
static bool
void_trump(struct game *g, struct gboh_leader *l)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool zoc = gboh_in_ezoc(d, s, l->side, l->hex);
	struct gboh_leader *over = zoc && s->over[0] != '\0' ?
	    gboh_find_leader(s, s->over) : NULL;

	for (int i = 0; i < s->nleaders; i++)
		if (s->leaders[i].passed_over)
			s->leaders[i].bypassed = s->leaders[i].passed_over =
			    false;
	tell(g, "void", FACTS(fact_text("leader", l->id),
	    fact_text("over", over ? over->id : NULL)));
	if (zoc)
		undo_trump(g, l, over);
	return zoc;
}

void
gboh_activation_phase(struct game *g)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l;
	const struct order *o;

	if (s->activation == GBOH_UNCONTROLLED) {
		begin_orders(g);
		tell(g, "activate", FACTS(fact_side("side", s->active),
		    fact_text("kind", "uncontrolled")));
		gboh_begin_phase(g, GBOH_ORDERS);
		return;
	}
	if (!s->begun)
		orders_begin(g, s->active);
	s->begun = false;
	while ((o = order_next(g, s->active, GBOH_ACTIVATION)) != NULL) {
		if (strcmp(o->verb, "activate") == 0) {
			order_activate(g, o);
		} else if (strcmp(o->verb, "trump") == 0) {
			if (order_trump(g, o)) {
				gboh_begin_phase(g, GBOH_ACTIVATION);
				return;
			}
		} else if (strcmp(o->verb, "prearrange") == 0) {
			gboh_order_prearrange(g, o);
			s->begun = true;	/* what it hides is kept */
			checkpoint(g);
			s->begun = false;
		} else {
			l = gboh_active(s);
			if (s->activation == GBOH_TRUMP && void_trump(g, l))
				return;
			gboh_finish_leader(g, l, "passed");
			end_activation(g);
			return;
		}
	}
	l = gboh_active(s);
	gboh_reveal_marker(g, l);			/* [spqr 6.83] */
	begin_orders(g);
	l->commanding = l->rolled = l->initial = false;
	tell(g, "activate", FACTS(fact_text("leader", l->id),
	    fact_side("side", l->side),
	    fact_number("initiative", l->initiative),
	    fact_text("kind", l->held && s->activation == GBOH_NORMAL ?
	    "held" : gboh_kind_names[s->activation])));
	gboh_begin_phase(g, GBOH_ORDERS);
}

/* ------------------------------------------------------------------- doom */

/* [cat 5.33] */
static void
finish_all(struct game *g, int side)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++)
		if ((side < 0 || s->leaders[i].side == side) &&
		    is_inactive(&s->leaders[i]))
			gboh_finish_leader(g, &s->leaders[i], "doom");
}

/* [spqr 5.33] the other side may activate any of its leaders */
static bool
offer_reactivation(struct game *g, struct gboh_leader *by)
{
	struct gboh *s = gboh_state(g);
	struct question q = question(g, 1 - by->side, "reactivate");
	int chosen;

	question_fact(&q, fact_text("leader", by->id));
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (l->side == by->side || !gboh_leads(l) ||
		    l->rank == GBOH_MAHOUT)
			continue;
		option_add(&q, i, l->id);
		option_attr(&q, "initiative", l->initiative);
		option_attr(&q, "finished", l->finished);
	}
	if (q.n == 0)
		return false;
	option_decline(&q, "none");
	chosen = ask(g, &q);
	if (chosen < 0)
		return false;
	orders_end(g, by->side, "activation-over");
	tell(g, "reactivated", FACTS(fact_text("leader",
	    s->leaders[chosen].id)));
	designate(s, &s->leaders[chosen], s->leaders[chosen].finished ?
	    GBOH_REACTIVATED : GBOH_NORMAL);
	s->leaders[chosen].finished = false;
	return true;
}

/* [spqr 5.33] */
static void
doom_of_spqr(struct game *g, struct gboh_leader *l)
{
	struct gboh *s = gboh_state(g);
	int die = roll(g, 10, "5.33 doom %s", l->id);

	s->ended = die == 9;
	tell(g, "doom", FACTS(fact_text("leader", l->id),
	    fact_number("die", die), fact_text("result", die <= 1 ?
	    "reactivation" : die == 9 ? "end" : "finished")));
	gboh_finish_leader(g, l, "doom");
	s->wish = false;
	if (die <= 1)
		offer_reactivation(g, l);
}

/* [cat 5.33] the Die Roll of Doom */
static void
doom(struct game *g, struct gboh_leader *l)
{
	int die;

	if (gboh_data(g)->rules.reactivation) {
		doom_of_spqr(g, l);
		return;
	}
	die = roll(g, 10, "5.33 doom %s", l->id);
	tell(g, "doom", FACTS(fact_text("leader", l->id),
	    fact_number("die", die), fact_text("result", die <= 1 ?
	    "paralysis" : die == 9 ? "night" : "finished")));
	if (die <= 1)
		finish_all(g, l->side);
	else if (die == 9)
		finish_all(g, -1);
	else
		gboh_finish_leader(g, l, "doom");
}

/* --------------------------------------------------------- momentum [5.3] */

/* [5.31] NULL, or why he may not try */
static const char *
no_momentum(struct game *g, const struct gboh_leader *l)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	if (l->rank == GBOH_CONTINGENT)
		return "contingent";
	if (s->activation == GBOH_ELITE)
		return "elite";
	if (l->bypassed)
		return "bypassed";
	if (l->held)
		return "held";
	if (s->activation == GBOH_REACTIVATED)
		return "reactivated";
	if (l->rank == GBOH_MAHOUT)
		return "elephant";
	if (l->finished)
		return "finished";
	if (l->phases > d->rules.momentum - (l->rank == GBOH_OVERALL &&
	    s->side[l->side].withdrawing))	/* [cat 5.14;
							 * spqr 5.14, 6.81] */
		return "phases";
	if (l->pinned || gboh_in_ezoc(d, s, l->side, l->hex))
		return "zoc";
	return NULL;
}

static bool
momentum(struct game *g, struct gboh_leader *l)
{
	const char *why = no_momentum(g, l);
	int die;

	if (why != NULL) {
		tell(g, "momentum", FACTS(fact_text("leader", l->id),
		    fact_text("result", "barred"), fact_text("why", why)));
		return false;
	}
	die = roll(g, 10, "5.32 momentum %s", l->id);
	tell(g, "momentum", FACTS(fact_text("leader", l->id),
	    fact_number("die", die), fact_number("needed", l->initiative),
	    fact_text("result", die <= l->initiative ? "gained" : "fails")));
	if (die == 9)
		doom(g, l);
	return die <= l->initiative && die != 9;
}

void
gboh_momentum_phase(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	bool zoc, failed;

	if (l == NULL || !gboh_leads(l)) {
		end_activation(g);
		return;
	}
	failed = s->wish && no_momentum(g, l) == NULL;
	zoc = gboh_in_ezoc(d, s, l->side, l->hex);
	if (s->activation == GBOH_TRUMP && !s->acted &&
	    (l->phases <= 1 || s->over[0] != '\0') && void_trump(g, l))
		return;
	if (s->wish && !momentum(g, l)) {
		order_failed(g, l->side);
		if (gboh_active(s) != l) {	/* another is reactivated */
			gboh_begin_phase(g, GBOH_ACTIVATION);
			return;
		}
	} else if (s->wish) {
		int side;

		for (side = 0; side < 2; side++)
			s->side[side].trumped = false;
		s->wish = false;
		if (offer_trump(g, l, "momentum-trump")) {
			gboh_begin_phase(g, GBOH_ACTIVATION);
			return;
		}
		begin_orders(g);
		s->over[0] = '\0';
		s->over_phase = 0;
		momentum_phase(g, l);
		gboh_begin_phase(g, GBOH_ORDERS);
		return;
	}
	if (s->activation == GBOH_ELITE) {		/* [5.52] */
		if (s->wish)
			s->wish = false;
	} else if (!l->finished && zoc && l->rank != GBOH_OVERALL &&
	    !s->acted && !l->held && s->activation == GBOH_NORMAL &&
	    !s->wish) {
		l->held = true;				/* [5.26] */
		tell(g, "held", FACTS(fact_text("leader", l->id)));
	} else if (!l->finished) {
		gboh_finish_leader(g, l, failed ? "failed" : "done");
	}
	end_activation(g);
}
