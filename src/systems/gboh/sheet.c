/* sheet.c: what a player at home is told: losses in numbers, rolls to hope for */
#include "systems/gboh/gboh.h"

const char *const gboh_tolls[] = { "cohesion lost", "units routed", "units lost",
	"leaders lost", "rout points", NULL };

void
gboh_toll(const void *data, const void *state, int side, int *out)
{
	const struct gboh *s = state;

	(void)data;
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->side != side)
			continue;
		/* a unit that routs has lost all of it */
		out[0] += !gboh_on_map(u) || u->routed ? u->tq : u->hits;
		out[1] += gboh_on_map(u) && u->routed;
		out[2] += u->status == GBOH_ELIMINATED;
	}
	for (int i = 0; i < s->nleaders; i++)
		out[3] += s->leaders[i].side == side &&
		    s->leaders[i].status == GBOH_ELIMINATED;
	out[4] = s->side[side].points;
}

/* Low dice obey and lead on; whoever writes orders for afterwards hopes so. */
const struct assumption gboh_assume[] = {
	{ "* line *", 0, "succeeds" },
	{ "* momentum *", 0, "succeeds" },
	{ "* trump *", 0, "succeeds" },
	{ "* control *", 0, "succeeds" },
	{ .label = NULL },
};
