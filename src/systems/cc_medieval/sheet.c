/* sheet.c: what a player at home is told: losses in numbers */
#include "systems/cc_medieval/cc.h"

const char *const cc_tolls[] = { "blocks lost", "units lost", "leaders lost",
	NULL };

void
cc_toll(const void *data, const void *state, int side, int *out)
{
	const struct cc *s = state;

	(void)data;
	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *u = &s->unit[i];
		bool lost = u->status == CC_ELIMINATED;

		if (u->side != side)
			continue;
		out[0] += lost ? u->full : u->full - u->blocks;
		out[1] += lost;
	}
	for (int i = 0; i < s->nleaders; i++)
		out[2] += s->leader[i].side == side &&
		    s->leader[i].status == CC_ELIMINATED;
}
