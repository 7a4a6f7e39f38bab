/* victory.c: Rout Points, army withdrawal, the end [12.0] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"

#include <string.h>

/* [cat 12.11; spqr 11.1] its TQ; of a phalanx twice that, of Skirmishers and
 * elephants two, of a Leader Elephant nothing */
int
gboh_points(const struct gboh_data *d, const struct gboh_unit *u)
{
	unsigned t = d->type[u->type].traits;

	if (d->rules.light_points > 0 && (t & GBOH_ELEPHANT))
		return u->rider[0] != '\0' ? 0 : d->rules.light_points;
	if (d->rules.light_points > 0 && (t & GBOH_SKIRMISHES))
		return d->rules.light_points;
	return u->tq * ((t & GBOH_WIDE) && d->rules.phalanx_points > 0 ?
	    d->rules.phalanx_points : 1);
}

int
gboh_leader_points(const struct gboh_data *d, const struct gboh_leader *l)
{
	bool small = d->rules.light_points > 0 && (l->replacement ||
	    l->rank == GBOH_TRIBUNE || l->rank == GBOH_SOCIORUM ||
	    l->rank == GBOH_EQUITUM || l->rank == GBOH_MAHOUT);

	return (small ? 1 : d->rules.leader_points) * (l->initiative +
	    l->wounded + l->loss);
}

/* [12.11] */
void
gboh_count_points(const struct gboh_data *d, struct gboh *s)
{
	for (int i = 0; i < GAME_SIDES; i++)
		s->side[i].points = 0;
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side >= 0 &&
		    s->unit[i].status == GBOH_ELIMINATED)
			s->side[s->unit[i].side].points += gboh_points(d,
			    &s->unit[i]);
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (l->side >= 0 && l->status == GBOH_ELIMINATED)
			s->side[l->side].points += gboh_leader_points(d, l);
	}
}

/* [12.12] who has won, and by which count; -1: nobody.  kind: victory, narrow,
 * draw or standstill. */
static void
end_game(struct game *g, int winner, const char *kind)
{
	const struct gboh *s = gboh_state(g);
	const char *result = winner < 0 ? "draw" : arena_printf(game_arena(g),
	    "%s%s victory", game_side(g, winner), strcmp(kind, "narrow") == 0 ?
	    " narrow" : "");

	tell(g, "victory", FACTS(fact_text("result", result),
	    fact_text("kind", kind), fact_side("winner", winner),
	    fact_side("loser", winner < 0 ? -1 : 1 - winner),
	    fact_side("first", 0),
	    fact_number("first_points", s->side[0].points),
	    fact_number("first_level", s->side[0].level),
	    fact_number("first_over", s->side[0].points - s->side[0].level),
	    fact_side("second", 1),
	    fact_number("second_points", s->side[1].points),
	    fact_number("second_level", s->side[1].level),
	    fact_number("second_over", s->side[1].points -
	    s->side[1].level)));
	finish(g, result);
}

/* A line that has found no enemy for so many turns finds none. */
#define GIVES_UP 50

/* [cat 5.0; spqr 5.0] units move only when ordered: with no leader left, nobody
 * who runs and no line that rushes, nothing happens any more */
static bool
is_at_rest(const struct gboh *s)
{
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_leads(&s->leaders[i]))
			return false;
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (gboh_on_map(u) && (u->routed || (u->uncontrolled > 0 &&
		    s->turn < u->uncontrolled + GIVES_UP)))
			return false;
	}
	return true;
}

/* [12.12] */
void
gboh_withdrawal_phase(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int over[2];

	gboh_count_points(d, s);
	for (int i = 0; i < 2; i++) {
		over[i] = s->side[i].points - s->side[i].level;
		if (over[i] >= 0)
			tell(g, "withdrawal", FACTS(fact_side("side", i),
			    fact_number("points", s->side[i].points),
			    fact_number("level", s->side[i].level)));
	}
	if (over[0] >= 0 && over[1] >= 0)
		end_game(g, over[0] == over[1] ? -1 : over[0] < over[1] ? 0 :
		    1, over[0] == over[1] ? "draw" : "narrow");
	if (over[0] >= 0 || over[1] >= 0)
		end_game(g, over[0] >= 0 ? 1 : 0, "victory");
	if (is_at_rest(s))
		end_game(g, -1, "standstill");
	gboh_flip_markers(s);
	s->turn++;
	tell(g, "turn", FACTS(fact_number("turn", s->turn)));
}
