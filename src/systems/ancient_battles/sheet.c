/* sheet.c: what a player at home is told: losses in numbers */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"

#include <string.h>

const char *const ab_tolls[] = { "toll.disrupted", "toll.units",
	"toll.strength", NULL };

/* Asked at every event: what a unit's end costs is counted only after it has
 * been told, so that the strength lost is found here anew. */
void
ab_toll(const void *data, const void *state, int side, int *out)
{
	const struct ab *s = state;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side != side)
			continue;
		out[0] += ab_on_map(u) && u->disrupted;
		out[1] += u->status == AB_ELIMINATED;
	}
	out[2] = ab_strength_lost(data, s, side);
}

static const char *
fire_words(struct game *g, say_fn *say, const struct ab_unit *u,
    const struct ab_unit *t, int from)
{
	const struct ab_data *d = ab_data(g);
	int range = hex_distance(&d->map.grid, from, t->hex);

	if (u->missile == AB_NO_MISSILE || range < 1 ||
	    range > d->missile[u->missile].n)
		return NULL;
	return say(g, SAID("forecast.fire", fact_number("range", range),
	    fact_number("face", d->missile[u->missile].disrupts[range -
	    1])));
}

/*
 * The attack that the unit would make from there by itself, with the terrain
 * and its charge, and whom it would have to take on as well: "2.50:1, column
 * 2:1".
 */
const char *
ab_forecast(struct game *g, say_fn *say, const char *verb, const char *unit,
    const char *target, int from)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g = game_copy(g));
	struct ab_unit *u = ab_find(s, unit), *t = ab_find(s, target);
	struct ab_attack x;
	int one, other, column;

	if (u == NULL || t == NULL || from == HEX_NONE)
		return NULL;
	if (strcmp(verb, "fire") == 0)
		return fire_words(g, say, u, t, from);
	if (u->hex != from) {
		u->ready = ab_would_charge(g, u, from);
		ab_put(d, s, u, from);
	}
	one = (int)(u - s->unit);
	other = (int)(t - s->unit);
	if (ab_build_attack(NULL, d, s, u->side, &one, 1, &other, 1, NULL,
	    &x) != NULL)
		return say(g, SAID("forecast.helped", fact_number("strength",
		    u->strength), fact_number("against", t->strength)));
	ab_charge_all(d, s, &x);
	ab_weigh(d, s, &x, NULL);
	column = x.column - s->side[u->side].demoralized;
	return say(g, SAID("forecast.attack", fact_text("odds",
	    arena_printf(game_arena(g), "%d.%02d:1", ab_odds_hundredths(&x) /
	    100, ab_odds_hundredths(&x) % 100)), fact_text("column", column < 0
	    ? "" : d->column[column].name), fact_number("defenders",
	    x.ndef), fact_number("charges", x.charging[0])));
}
