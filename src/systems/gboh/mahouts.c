/* mahouts.c: the optional command of elephants [spqr 4.9] */
#include "systems/gboh/gboh.h"

#include <string.h>

/* Is he in the hex of an elephant of his side? */
static bool
is_among_elephants(struct gboh *s, const struct gboh_leader *l)
{
	struct gboh_unit *v[GBOH_STACK];
	int n = gboh_leads(l) ? gboh_stack(s, l->hex, v, GBOH_STACK) : 0;

	for (int i = 0; i < n; i++)
		if (gboh_is(v[i], GBOH_ELEPHANT) && !gboh_is(v[i],
		    GBOH_RIDDEN) && v[i]->side == l->side)
			return true;
	return false;
}

/* [spqr 4.91] NULL, or why this leader may not order that elephant: the first
 * orders come from anybody, further ones from who is with them */
const char *
gboh_cannot_drive(struct game *g, const struct gboh_unit *u)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (!s->elephants || !gboh_is(u, GBOH_ELEPHANT) || !u->commanded ||
	    gboh_is(u, GBOH_RIDDEN) || l == NULL)
		return NULL;
	return is_among_elephants(s, l) ? NULL : "elephants.stacked";
}

/* Does it obey only who is with it, and not an Elephant Leader's line? */
static bool
is_driven(struct gboh *s, const struct gboh_leader *l,
    const struct gboh_unit *u)
{
	return s->elephants && gboh_is(u, GBOH_ELEPHANT) && u->commanded &&
	    !gboh_is(u, GBOH_RIDDEN) && l != NULL && l->rank != GBOH_MAHOUT;
}

/* [spqr 4.91] NULL, or why this move would leave him behind: the first of them
 * to go is the one in whose hex he is, and he goes along with it */
const char *
gboh_leaves_herd(struct game *g, const struct gboh_unit *u, bool lead)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (!is_driven(s, l, u))
		return NULL;
	if (!l->drives && u->hex != l->hex)
		return "elephants.first";
	return u->hex == l->hex && !lead ? "elephants.lead" : NULL;
}

/* It has been given orders to move, and who is with it for that. */
void
gboh_drive(struct game *g, struct gboh_unit *u, struct gboh_unit *with)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);

	if (is_driven(s, l, u) || (with != NULL && is_driven(s, l, with)))
		l->drives = true;
	if (gboh_is(u, GBOH_ELEPHANT))
		u->commanded = true;
	if (with != NULL && gboh_is(with, GBOH_ELEPHANT))
		with->commanded = true;
}

/* [spqr 4.92] NULL, or why this is not an Elephant Leader's line */
const char *
gboh_not_his_herd(struct game *g, struct gboh_unit *const *u, int n)
{
	const struct gboh_leader *l = gboh_active(gboh_state(g));

	if (l->rank != GBOH_MAHOUT)
		return NULL;
	for (int i = 0; i < n; i++)
		if (u[i]->hex == l->hex)
			return NULL;
	return "elephants.herd";
}

/* [spqr 4.92] NULL, or why elephants of such a line may not move so: turning
 * comes first, and they go as far as they can */
const char *
gboh_not_headlong(struct game *g, const struct gboh_plan *p,
    const struct gboh_mover *at)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	bool gone = false;

	if (l == NULL || l->rank != GBOH_MAHOUT)
		return NULL;
	for (int i = 0; i < p->n; i++) {
		if (p->step[i].what == GBOH_TURN && gone)
			return "elephants.turn";
		gone = gone || p->step[i].what == GBOH_ENTER;
	}
	if (gboh_pinned(d, s, &at->u))
		return NULL;
	for (int t = 0; t < 2; t++) {
		struct gboh_mover x = *at;
		int to = hex_step(&d->map.grid, at->u.hex, (at->u.facing + t) %
		    HEX_DIRS);

		if (to != HEX_NONE && gboh_try_enter(&x, to) == NULL)
			return "elephants.far";
	}
	return NULL;
}

/* Where this Elephant Leader is to be; he is taken off first [spqr 4.91].  True
 * if he was placed. */
static bool
place(struct game *g, struct gboh_leader *l)
{
	struct gboh *s = gboh_state(g);
	struct question q = question(g, l->side, "elephant-leader");
	int chosen;

	question_fact(&q, fact_text("leader", l->id));
	question_fact(&q, fact_number("turn", s->turn));
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->side == l->side && gboh_stands(u) && gboh_is(u,
		    GBOH_ELEPHANT) && !gboh_is(u, GBOH_RIDDEN))
			option_add(&q, i, u->id);
	}
	if (q.n == 0)
		return false;
	option_decline(&q, "none");
	chosen = ask(g, &q);
	if (chosen < 0 || (game_revision(g) >= 2 && l->hex ==
	    s->unit[chosen].hex))			/* he stays there */
		return false;
	l->status = GBOH_ON_MAP;
	l->hex = s->unit[chosen].hex;
	l->finished = false;
	tell(g, "elephant-leader", FACTS(fact_text("leader", l->id),
	    fact_text("unit", s->unit[chosen].id)));
	return true;
}

/* [spqr 4.91, 4.94] at the end of the Rout and Reload Phase one is placed; two
 * at most are in play */
void
gboh_place_mahouts(struct game *g)
{
	struct gboh *s = gboh_state(g);

	for (int side = 0; s->elephants && side < gboh_data(g)->nsides;
	    side++) {
		bool placed = false;
		int n = 0;

		for (int i = 0; i < s->nleaders && n < 2 && !placed; i++)
			if (s->leaders[i].side == side &&
			    s->leaders[i].rank == GBOH_MAHOUT &&
			    s->leaders[i].status != GBOH_ELIMINATED) {
				placed = place(g, &s->leaders[i]) &&
				    game_revision(g) >= 2;
				n++;
			}
	}
}
