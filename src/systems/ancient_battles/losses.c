/* losses.c: elimination, demoralization, disintegration, victory
 * [13.3, 15.0, 16.0, X5.1, X6.0, X6.1] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* [15.1] strength lost so far; leaders are no combat units */
int
ab_strength_lost(const struct ab_data *d, const struct ab *s, int side)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side &&
		    s->unit[i].status == AB_ELIMINATED &&
		    !ab_is_leader(d, &s->unit[i]))
			n += s->unit[i].strength;
	return n;
}

void
ab_count_losses(const struct ab_data *d, struct ab *s)
{
	for (int i = 0; i < d->nsides; i++)
		s->side[i].lost = ab_strength_lost(d, s, i);
	for (int i = 0; i < d->nsides; i++)
		s->side[i].demoralized = s->side[i].demoralization > 0 &&
		    s->side[i].lost >= s->side[i].demoralization;
}

/* Losses have changed: demoralization comes and goes at once [15.1]. */
void
ab_recount(struct game *g)
{
	struct ab *s = ab_state(g);
	bool was[GAME_SIDES];

	for (int i = 0; i < GAME_SIDES; i++)
		was[i] = s->side[i].demoralized;
	ab_count_losses(ab_data(g), s);
	for (int i = 0; i < ab_data(g)->nsides; i++)
		if (s->side[i].demoralized != was[i])
			tell(g, was[i] ? "steadied" : "demoralized",
			    FACTS(fact_side("side", i),
			    fact_number("lost", s->side[i].lost),
			    fact_number("level", s->side[i].demoralization)));
}

/* --------------------------------------------------------------- victory */

/* [X5.1] has a death spoilt every victory of this side? */
static bool
victory_spoilt(const struct ab_data *d, struct ab *s, int side)
{
	const struct node *c = d->deaths ? d->deaths->child : NULL;

	for (; c != NULL; c = c->next) {
		const char *effect = node_str(c, "effect");
		const char *whose = node_str(c, "side");
		const char *id = node_str(c, "unit");
		const struct ab_unit *u = id ? ab_find(s, id) : NULL;

		if (u != NULL && u->status == AB_ELIMINATED &&
		    effect != NULL && strcmp(effect, "draw") == 0 &&
		    whose != NULL && strcmp(whose, d->side[side]) == 0)
			return true;
	}
	return false;
}

/* [16.11, 16.12] points for the strength of leaders, or of others, that the
 * enemy of a side has lost */
static int
points_for(const struct ab_data *d, const struct ab *s, int side,
    bool leaders)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side != side &&
		    s->unit[i].status == AB_ELIMINATED &&
		    ab_is_leader(d, &s->unit[i]) == leaders)
			n += s->unit[i].strength;
	return n * (leaders ? d->per_leader_strength : d->per_strength);
}

int
ab_victory_points(const struct ab_data *d, const struct ab *s, int side)
{
	return points_for(d, s, side, false) + points_for(d, s, side, true) +
	    s->side[side].points;
}

/* "roman_leaders" */
static const char *
about(struct game *g, int side, const char *what)
{
	return arena_printf(game_arena(g), "%s_%s", ab_data(g)->side[side],
	    what);
}

/* `by` says what decided: points, disintegration, death, or spoilt: a victory
 * that a leader's death made a draw [X5.1]. */
static void __attribute__((noreturn))
end_game(struct game *g, int winner, const char *level, const char *by)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	const char *result = "draw";

	if (winner >= 0)
		result = arena_printf(game_arena(g), "%s %s victory",
		    d->side[winner], level);
	tell(g, "victory", FACTS(fact_text("result", result),
	    fact_text("by", by),
	    fact_number(d->side[0], ab_victory_points(d, s, 0)),
	    fact_number(d->side[1], ab_victory_points(d, s, 1)),
	    fact_number(about(g, 0, "strength"), points_for(d, s, 0, false)),
	    fact_number(about(g, 0, "leaders"), points_for(d, s, 0, true)),
	    fact_number(about(g, 0, "other"), s->side[0].points),
	    fact_number(about(g, 1, "strength"), points_for(d, s, 1, false)),
	    fact_number(about(g, 1, "leaders"), points_for(d, s, 1, true)),
	    fact_number(about(g, 1, "other"), s->side[1].points)));
	finish(g, result);
}

/* [16.14] at the end of the last turn */
void
ab_final_victory(struct game *g)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int p[2] = { ab_victory_points(d, s, 0), ab_victory_points(d, s, 1) };
	int winner = p[0] > p[1] ? 0 : 1, loser = ab_other(winner);

	if (p[0] == p[1])
		end_game(g, -1, "", "points");
	if (victory_spoilt(d, s, winner))
		end_game(g, -1, "", "spoilt");
	for (int i = 0; i < d->levels; i++)
		if (p[loser] == 0 || (long)p[winner] * d->level[i].den >
		    (long)p[loser] * d->level[i].num)
			end_game(g, winner, d->level[i].name, "points");
	end_game(g, winner, d->level[d->levels - 1].name, "points");
}

/* [15.2] the phasing side wins where both fall apart at once */
void
ab_check_collapse(struct game *g)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	bool gone[2];

	for (int i = 0; i < 2; i++) {
		gone[i] = s->side[i].disintegration > 0 &&
		    s->side[i].lost >= s->side[i].disintegration;
		if (gone[i])
			tell(g, "disintegrated", FACTS(fact_side("side", i),
			    fact_number("lost", s->side[i].lost),
			    fact_number("level", s->side[i].disintegration)));
	}
	if (gone[0] || gone[1]) {
		int winner = gone[0] && gone[1] ? s->active : gone[0] ? 1 : 0;

		bool spoilt = victory_spoilt(d, s, winner);

		end_game(g, spoilt ? -1 : winner, "automatic",
		    spoilt ? "spoilt" : "disintegration");
	}
}

/* [X5.1] a death that decides the battle on the spot */
static void
check_death(struct game *g, const struct ab_unit *u)
{
	const struct ab_data *d = ab_data(g);
	const struct node *c = d->deaths ? d->deaths->child : NULL;

	for (; c != NULL; c = c->next) {
		const char *id = node_str(c, "unit");
		const char *effect = node_str(c, "effect");
		const char *whose = node_str(c, "side");
		const char *level = node_str(c, "level");

		if (id == NULL || effect == NULL || whose == NULL ||
		    strcmp(id, u->id) != 0 || strcmp(effect, "win") != 0)
			continue;
		for (int i = 0; i < d->nsides; i++)
			if (strcmp(d->side[i], whose) == 0)
				end_game(g, i, level ? level : "automatic",
				    "death");
	}
}

/* ----------------------------------------------------------- elimination */

void
ab_eliminate(struct game *g, struct ab_unit *u, const char *cause)
{
	int hex = u->hex;

	ab_remove(ab_data(g), ab_state(g), u, AB_ELIMINATED);
	u->disrupted = u->ready = u->moved = u->fired = false;
	u->attacked = u->defended = u->advanced = false;
	u->from = HEX_NONE;
	u->arrival = 0;
	tell(g, "eliminated", FACTS(fact_text("unit", u->id),
	    fact_hex("hex", hex), fact_number("strength", u->strength),
	    fact_text("cause", cause)));
	ab_recount(g);
	check_death(g, u);
}

/* [X5.2] a result in a hex is for all that fight there; a leader stays */
void
ab_eliminate_hex(struct game *g, int side, int hex, const char *cause)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct ab_unit *u = &s->unit[i];

		if (u->side == side && ab_on_map(u) && u->hex == hex &&
		    !ab_is_leader(d, u))
			ab_eliminate(g, u, cause);
	}
}

/* [X6.1] a camp hex pays once, when a combat unit first enters it */
void
ab_enter_hex(struct game *g, const struct ab_unit *u, int hex)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int n;

	if (!ab_on_map(u) || u->side != d->camp_side || ab_is_leader(d, u) ||
	    !map_has(&d->map, hex, AB_CAMP) || s->ncamps == AB_CAMPS)
		return;
	for (int i = 0; i < s->ncamps; i++)
		if (s->camps[i] == hex)
			return;
	s->camps[s->ncamps++] = hex;
	n = roll(g, d->camp_die, "X6.1 camp %s", game_hex(g, hex)) + 1;
	s->side[u->side].points += n;
	tell(g, "camp", FACTS(fact_text("unit", u->id),
	    fact_hex("hex", hex), fact_number("points", n)));
}
