/* prearranged.c: Pre-arranged Withdrawal: markers laid face down, lines that
 * fall back [spqr 6.8] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ---------------------------------------------------- what a marker shows */

/* The place of his marker among those of his side: those that lie, then those
 * that are ordered for the next turn. */
static int
place_of(const struct gboh *s, const struct gboh_leader *l, bool next)
{
	int n = 0;

	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < s->nleaders; i++) {
			const struct gboh_leader *x = &s->leaders[i];

			if (x == l && pass == next)
				return n;
			n += x->side == l->side && (pass ? x->intends :
			    x->marker);
		}
	return n;
}

enum { BLUFF, REAL };
static const char *const faces[] = { "bluff", "real" };

/* `blind`: only what was sealed to his side is known; NULL. */
static const char *
face_of(const struct gboh *s, const struct gboh_leader *l, bool next,
    bool blind)
{
	const struct gboh_faces *f = &s->faces[l->side];
	int n = place_of(s, l, next);

	if (next ? l->intends_real : l->prearranged || l->revealed)
		return faces[REAL];
	return !blind ? faces[BLUFF] : n < f->n ? f->id[n] : NULL;
}

/* What is sealed to a side: "real" or "bluff" for each of its markers. */
int
gboh_hand(const void *data, const void *state, int side, const char **ids,
    int max)
{
	const struct gboh *s = state;
	int n = 0;

	(void)data;
	for (int next = 0; next < 2; next++)
		for (int i = 0; i < s->nleaders; i++) {
			const struct gboh_leader *l = &s->leaders[i];

			if (l->side == side && (next ? l->intends :
			    l->marker) && n < max)
				ids[n++] = face_of(s, l, next, false);
		}
	return n;
}

bool
gboh_hides(const void *data)
{
	return ((const struct gboh_data *)data)->prearranges;
}

/* [spqr 6.83] he is bound by a real marker: in an Orders Phase of his it has
 * been revealed */
bool
gboh_is_prepared(const struct gboh_leader *l)
{
	return l != NULL && l->marker && (l->revealed || l->prearranged);
}

/* ------------------------------------------------------ whose line [6.81] */

/* Infantry that can fall back so. */
static bool
is_fit(const struct gboh_unit *u)
{
	return gboh_stands(u) && !gboh_is_mounted(u) && !gboh_is(u,
	    GBOH_SKIRMISHES | GBOH_BARBARIAN | GBOH_ENGINE | GBOH_RIDDEN);
}

/* The Line of this unit that he commands; false where none of it is within two
 * hexes and in his sight. */
static bool
his_line(struct game *g, const struct gboh_leader *l,
    const struct gboh_unit *u, bool *in)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool near = false;

	memset(in, 0, GBOH_UNITS * sizeof *in);
	if (!is_fit(u) || !gboh_may_line(l, u))
		return false;
	gboh_line_around(g, u, in);
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *v = &s->unit[i];
		int h[2], n = gboh_hexes(d, v, h);

		in[i] = in[i] && is_fit(v) && gboh_may_line(l, v);
		for (int k = 0; k < n && in[i] && !near; k++)
			near = hex_distance(&d->map.grid, l->hex, h[k]) <=
			    d->rules.line_reach && (l->hex == h[k] ||
			    gboh_sees(d, s, l->hex, h[k], GBOH_COMMAND, NULL));
	}
	return near;
}

/* [spqr 6.83] is it of a Line that he could have fall back? */
bool
gboh_in_prepared_line(struct game *g, const struct gboh_leader *l,
    const struct gboh_unit *u)
{
	bool in[GBOH_UNITS];

	return his_line(g, l, u, in);
}

/* [spqr 6.81] may his side lay a marker with him now? */
bool
gboh_may_prepare(struct game *g, const struct gboh_leader *l)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *oc = gboh_overall(s, l->side);

	if (oc == NULL || (!oc->elite && oc->initiative <
	    d->rules.prearrange_initiative) || !gboh_leads(l) || l->marker)
		return false;
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == l->side && gboh_distance_to(d,
		    &s->unit[i], l->hex) <= d->rules.line_reach &&
		    gboh_in_prepared_line(g, l, &s->unit[i]))
			return true;
	return false;
}

/* ---------------------------------------------------------- laying [6.82] */

static void
lay(struct game *g, struct gboh_leader *l, bool real)
{
	if (!gboh_may_prepare(g, l))
		return;
	l->marker = true;
	l->prearranged = real;
	l->revealed = false;
	tell(g, "marker", FACTS(fact_text("leader", l->id)));
}

/* Has a leader of that side been activated in this turn? */
bool
gboh_has_begun(const struct gboh *s, int side)
{
	for (int i = 0; i < s->nleaders; i++)
		if (s->leaders[i].side == side && s->leaders[i].phases > 0)
			return true;
	return false;
}

/* With its first orders of a turn a side lays markers for this turn, with later
 * ones for the next. */
void
gboh_order_prearrange(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_find_leader(s, node_str(o->node,
	    "leader"));
	bool real = node_boolean(o->node, "real", false);

	if (l == NULL || l->side != o->side || !gboh_leads(l)) {
		order_cannot(g, "no-leader", l ? FACTS(fact_text("leader",
		    l->id)) : NULL);
		return;
	}
	if (!gboh_has_begun(s, o->side)) {
		lay(g, l, real);
		return;
	}
	l->intends = true;
	l->intends_real = real;
}

/* At the start of a turn, the first side's first. */
void
gboh_lay_markers(struct game *g)
{
	struct gboh *s = gboh_state(g);

	for (int side = 0; side < gboh_data(g)->nsides; side++)
		for (int i = 0; i < s->nleaders; i++) {
			struct gboh_leader *l = &s->leaders[i];
			bool real = l->intends_real;

			if (l->side != side || !l->intends)
				continue;
			l->intends = l->intends_real = false;
			lay(g, l, real);
		}
}

/* At the end of it. */
void
gboh_lift_markers(struct gboh *s)
{
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		l->marker = l->prearranged = l->revealed = false;
	}
	for (int i = 0; i < GAME_SIDES; i++)
		s->side[i].withdrawing = false;
}

/* -------------------------------------------------------- turning over */

static void
turn_over(struct gboh *s, struct gboh_leader *l)
{
	l->prearranged = l->revealed = true;
	s->side[l->side].withdrawing = true;
}

/* [spqr 6.83] he is activated: a bluff is taken away */
void
gboh_reveal_marker(struct game *g, struct gboh_leader *l)
{
	struct gboh *s = gboh_state(g);
	const char *face;

	if (!l->marker || l->revealed)
		return;
	face = reveal(g, "marker", face_of(s, l, false, game_blind(g)));
	if (strcmp(face, faces[REAL]) == 0) {
		turn_over(s, l);
	} else if (strcmp(face, faces[BLUFF]) == 0) {
		l->marker = l->prearranged = false;
	} else {
		game_fail(g, "\"%s\" is no face of a marker", face);
	}
	tell(g, "revealed", FACTS(fact_text("leader", l->id),
	    fact_text("result", face)));
}

/* --------------------------------------------------- falling back [6.83] */

static int
farthest(struct game *g, const struct gboh_unit *mover, const bool *left)
{
	struct gboh *s = gboh_state(g);
	int best = -1, most = -1;

	for (int i = 0; i < s->nunits; i++) {
		int far;

		if (!left[i])
			continue;
		far = gboh_distance(gboh_data(g), &s->unit[i], mover);
		if (far > most) {
			most = far;
			best = i;
		}
	}
	return best;
}

/* Those behind first, so that the others have room. */
static void
fall_back(struct game *g, struct gboh_leader *l, struct gboh_unit *mover,
    bool *in, struct node *units, bool *shot)
{
	struct gboh *s = gboh_state(g);
	int i;

	turn_over(s, l);
	tell(g, "prearranged", FACTS(fact_text("leader", l->id),
	    fact_node("units", units)));
	while ((i = farthest(g, mover, in)) >= 0) {
		in[i] = false;
		if (gboh_stands(mover) && gboh_stands(&s->unit[i]))
			gboh_fall_back(g, &s->unit[i], mover, shot);
	}
	if (gboh_leads(l) && !l->finished)
		gboh_finish_leader(g, l, "prearranged");
}

/* A window: nobody sees that a bluff could not be used. */
static bool
wants(struct game *g, const struct gboh_leader *l,
    const struct gboh_unit *mover, struct node *units)
{
	const char *face = face_of(gboh_state(g), l, false,
	    game_blind(g));
	struct question q = question(g, l->side, "prearranged");

	question_fact(&q, fact_text("leader", l->id));
	question_fact(&q, fact_text("enemy", mover->id));
	question_fact(&q, fact_text("enemy-type",
	    gboh_type_names[mover->type]));
	question_fact(&q, fact_node("units", units));
	option_add(&q, 1, "withdraw");
	option_decline(&q, "none");
	q.unable = face != NULL && strcmp(face, faces[REAL]) != 0;
	return window(g, &q) == 1;
}

/* [spqr 6.81] the tactic leaves its Overall Commander two activations */
static bool
is_too_late(struct game *g, int side)
{
	const struct gboh_leader *oc = gboh_overall(gboh_state(g), side);

	return oc != NULL && oc->phases > gboh_data(g)->rules.momentum;
}

/* One leader with a marker; `near` are the units that the mover has come up
 * to. */
static void
offer(struct game *g, struct gboh_leader *l, struct gboh_unit *mover,
    const bool *near, bool *shot)
{
	struct gboh *s = gboh_state(g);
	struct arena *a = game_arena(g);
	bool asked[GBOH_UNITS] = { false }, in[GBOH_UNITS];

	for (int i = 0; i < s->nunits && gboh_stands(mover); i++) {
		struct node *units = node_array(a);

		if (!near[i] || asked[i] || s->unit[i].side != l->side ||
		    !gboh_leads(l) || !gboh_can_fall_back(g, &s->unit[i],
		    mover) || !his_line(g, l, &s->unit[i], in))
			continue;
		for (int k = 0; k < s->nunits; k++) {
			asked[k] = asked[k] || in[k];
			in[k] = in[k] && gboh_can_fall_back(g, &s->unit[k],
			    mover);
			if (in[k])
				node_add(a, units, NULL, node_string(a,
				    s->unit[k].id));
		}
		if (wants(g, l, mover, units))
			fall_back(g, l, mover, in, units, shot);
	}
}

/* [spqr 6.83] enemy infantry has come where others could withdraw from it */
void
gboh_prearranged(struct game *g, struct gboh_unit *mover, const bool *near,
    bool *shot)
{
	struct gboh *s = gboh_state(g);

	if (gboh_is_mounted(mover))
		return;
	for (int i = 0; i < s->nleaders && gboh_stands(mover); i++)
		if (s->leaders[i].marker && s->leaders[i].side !=
		    mover->side && !is_too_late(g, s->leaders[i].side))
			offer(g, &s->leaders[i], mover, near, shot);
}

/* ----------------------------------------------------------------- the bot */

/* Now and then a marker, real or not; NULL. */
const struct node *
gboh_bot_prearrange(struct game *g, int side)
{
	struct gboh *s = gboh_state(g);
	struct arena *a = game_arena(g);
	struct node *t;
	int i;

	if (!gboh_data(g)->prearranges || bot_pick(g, 8) != 0)
		return NULL;
	i = bot_pick(g, s->nleaders);
	if (s->leaders[i].side != side || s->leaders[i].intends ||
	    !gboh_may_prepare(g, &s->leaders[i]))
		return NULL;
	t = node_table(a);
	node_add_string(a, t, "do", "prearrange");
	node_add_string(a, t, "leader", s->leaders[i].id);
	node_add(a, t, "real", node_bool(a, bot_pick(g, 2) == 0));
	return t;
}
