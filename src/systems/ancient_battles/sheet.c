/* sheet.c: what a player at home is told: losses in numbers */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"

#include <string.h>

const char *const ab_tolls[] = { "units disrupted", "units lost",
	"strength lost", NULL };

void
ab_toll(const void *data, const void *state, int side, int *out)
{
	const struct ab *s = state;

	(void)data;
	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side != side)
			continue;
		out[0] += ab_on_map(u) && u->disrupted;
		out[1] += u->status == AB_ELIMINATED;
	}
	out[2] = s->side[side].lost;
}

/* Strengths as they stand on the counters; `check` has every modifier. */
const char *
ab_forecast(struct game *g, const char *verb, const char *unit,
    const char *target, int from)
{
	struct ab *s = ab_state(g);
	const struct ab_unit *u = ab_find(s, unit), *t = ab_find(s, target);
	const struct ab_data *d = ab_data(g);

	if (u == NULL || t == NULL)
		return NULL;
	if (strcmp(verb, "fire") == 0)
		return arena_printf(game_arena(g), "range %d",
		    hex_distance(&d->map.grid, from, t->hex));
	return arena_printf(game_arena(g), "%d against %d", u->strength,
	    t->strength);
}
