/* casualty.c: the Leader Casualty Table [spqr 4.73] */
#include "systems/gboh/gboh.h"

#include <stdlib.h>
#include <string.h>

static void
lower(int *rating, int n)
{
	*rating = *rating > n ? *rating - n : 0;
}

/* Finished for the turn, wounded, or killed, by the die. */
void
gboh_table_casualty(struct game *g, struct gboh_leader *l, int die,
    const char *why)
{
	const char *entry = gboh_data(g)->casualty[die];
	int n = strncmp(entry, "wounded ", 8) == 0 ? atoi(entry + 8) : 0;
	bool dies = strcmp(entry, "killed") == 0 || (n > 0 &&
	    l->initiative <= n);

	tell(g, "casualty", FACTS(fact_text("leader", l->id),
	    fact_text("result", dies ? "killed" : n > 0 ? "wounded" :
	    "finished"), fact_number("die", die), n > 0 ? fact_number("loss",
	    n) : fact_text("loss", NULL), fact_text("why", why)));
	if (dies) {
		gboh_kill_leader(g, l, "killed");
		return;
	}
	if (n > 0) {
		l->loss += n;
		lower(&l->initiative, n);
		lower(&l->range, n);
		lower(&l->strategy, n);
		lower(&l->charisma, n);
	}
	if (!l->finished)
		gboh_finish_leader(g, l, "casualty");
}
