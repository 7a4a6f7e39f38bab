/* sheet.c: what a player at home is told: losses in numbers */
#include "systems/ancient_battles/ab.h"

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
