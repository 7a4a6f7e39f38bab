/* victory.c: Rout Points, army withdrawal, the end [12.0] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"

/* [12.11] */
void
gboh_count_points(const struct gboh_data *d, struct gboh *s)
{
	for (int i = 0; i < GAME_SIDES; i++)
		s->side[i].points = 0;
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side >= 0 &&
		    s->unit[i].status == GBOH_ELIMINATED)
			s->side[s->unit[i].side].points += s->unit[i].tq;
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (l->side >= 0 && l->status == GBOH_ELIMINATED)
			s->side[l->side].points += d->rules.leader_points *
			    (l->initiative + l->wounded);
	}
}

static void
end_game(struct game *g, const char *result)
{
	tell(g, "victory", FACTS(fact_text("result", result)));
	finish(g, result);
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
	if (over[0] >= 0 && over[1] >= 0) {
		if (over[0] == over[1])
			end_game(g, "draw");
		end_game(g, arena_printf(game_arena(g), "%s narrow victory",
		    game_side(g, over[0] < over[1] ? 0 : 1)));
	}
	if (over[0] >= 0 || over[1] >= 0)
		end_game(g, arena_printf(game_arena(g), "%s victory",
		    game_side(g, over[0] >= 0 ? 1 : 0)));
	gboh_flip_markers(s);
	s->turn++;
	tell(g, "turn", FACTS(fact_number("turn", s->turn)));
}
