/* clock.c: how much time each side has left, by the charter's clock */
#include "trust/clock.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"

#include <string.h>

#define HOUR 3600

static bool
asks(const struct node *turn, const char *side)
{
	const struct node *list = node_array_of(turn, "ask");

	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		const char *s = node_str(x, "side");

		if (s != NULL && strcmp(s, side) == 0)
			return true;
	}
	return false;
}

/* One exchange, from commit to commit. */
static void
run_down(const struct charter *c, const struct node *turn, int64_t used,
    int64_t *left)
{
	for (int i = 0; i < c->nsides; i++) {
		if (!asks(turn, c->side[i].name))
			continue;
		left[i] += c->clock.add * HOUR - used;
		if (left[i] > c->clock.cap * HOUR)
			left[i] = c->clock.cap * HOUR;
		if (left[i] < 0)
			left[i] = 0;
	}
}

int
clock_left(struct err *e, struct arena *a, struct history *h,
    const struct position *p, bool *has, int64_t *since,
    int64_t left[CHARTER_SIDES])
{
	struct history_commit *all;
	size_t n;
	int rc;

	*has = p->charter.clock.hours > 0 && p->n > 0;
	if (!*has)
		return ERR_OK;
	rc = history_all(e, h, a, &all, &n);
	for (int i = 0; i < p->charter.nsides; i++)
		left[i] = p->charter.clock.hours * HOUR;
	for (size_t i = 1; rc == ERR_OK && i + 1 < n; i++) {
		const char *data;
		struct node *turn;
		size_t len;

		rc = history_read(e, h, a, all[i].id, "turn.toml", &data,
		    &len);
		if (rc == ERR_OK && data != NULL)
			rc = toml_read(e, a, "turn.toml", data, len,
			    TOML_MAX_SIZE, &turn);
		if (rc == ERR_OK && data != NULL)
			run_down(&p->charter, turn, all[i + 1].time -
			    all[i].time, left);
	}
	if (rc == ERR_OK)
		*since = all[n - 1].time;
	return rc;
}
