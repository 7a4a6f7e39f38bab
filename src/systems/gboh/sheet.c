/* sheet.c: what a player at home is told: losses, who leads, what to roll */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

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

/* ------------------------------------------------------------- who leads */

static struct node *
section(struct game *g, struct node *out, const char *title)
{
	struct arena *a = game_arena(g);
	struct node *t = node_add(a, out, NULL, node_table(a));

	node_add_string(a, t, "title", title);
	return node_add_array(a, t, "lines");
}

static void
add_line(struct game *g, struct node *lines, const char *text,
    const char *verb, const char *leader, bool order)
{
	struct arena *a = game_arena(g);
	struct node *t = node_add(a, lines, NULL, node_table(a)), *o;

	node_add_string(a, t, "text", text);
	if (!order)
		return;
	o = node_add_table(a, t, "order");
	node_add_string(a, o, "do", verb);
	if (leader != NULL)
		node_add_string(a, o, "leader", leader);
}

/* "4 individual orders, 1 line command, range 5, 7 units in range" */
static const char *
leader_words(struct game *g, const struct gboh_leader *l)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		n += s->unit[i].side == l->side && gboh_on_map(&s->unit[i]) &&
		    gboh_commands(d, s, l, &s->unit[i]);
	return arena_printf(game_arena(g), "%d individual order%s, %d line "
	    "command%s, range %d, %d unit%s in range", l->initiative,
	    l->initiative == 1 ? "" : "s", l->lines, l->lines == 1 ? "" : "s",
	    l->range, n, n == 1 ? "" : "s");
}

/* The units of a leader whom the rest of the sheet is not about. */
static void
add_units(struct game *g, struct node *line, const struct gboh_leader *l)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct node *list = node_add_array(a, line, "units");

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == l->side && gboh_on_map(&s->unit[i]) &&
		    gboh_commands(gboh_data(g), s, l, &s->unit[i]))
			node_add(a, list, NULL, node_string(a,
			    s->unit[i].id));
}

static void
decide_leaders(struct game *g, struct node *lines)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *now = gboh_active(s);
	int equals = 0;

	for (int i = 0; i < s->nleaders; i++)
		equals += gboh_cannot_activate(g, &s->leaders[i]) == NULL;
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_cannot_activate(g, &s->leaders[i]) == NULL) {
			add_line(g, lines, arena_printf(game_arena(g),
			    "%s: %s", s->leaders[i].id, leader_words(g,
			    &s->leaders[i])), "activate", s->leaders[i].id, equals > 1 &&
			    s->phase == GBOH_ACTIVATION);
			if (&s->leaders[i] != now)
				add_units(g, lines->last, &s->leaders[i]);
		}
	if (s->phase != GBOH_ACTIVATION)
		return;
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_cannot_trump(g, &s->leaders[i]) == NULL)
			add_line(g, lines, arena_printf(game_arena(g), "%s, "
			    "if he trumps %s: %s", s->leaders[i].id, now->id,
			    leader_words(g, &s->leaders[i])), "trump",
			    s->leaders[i].id, true);
	add_line(g, lines, "or he passes, and is finished for this turn",
	    "pass", NULL, true);
}

/* Leaders ride by themselves too: how far the active one gets. */
static void
decide_ride(struct game *g, struct node *lines)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	int n = 0, best = 99, to = HEX_NONE;
	struct node *t, *o;

	if (gboh_cannot_lead(g) != NULL || (l->mp > 0 && s->phase ==
	    GBOH_ORDERS) || s->individual >= l->initiative)
		return;
	for (int h = 0; h < hex_count(game_grid(g)); h++) {
		int far;

		if (!hex_exists(game_grid(g), h) || h == l->hex ||
		    !gboh_leader_reaches(g, l, h) ||
		    gboh_cannot_ride_to(g, l, h) != NULL)
			continue;
		n++;
		far = gboh_nearest_enemy(gboh_data(g), s, l->side, h);
		if (far >= 3 && far < best) {
			best = far;
			to = h;
		}
	}
	if (to == HEX_NONE)
		return;
	t = node_add(a, lines, NULL, node_table(a));
	node_add_string(a, t, "text", arena_printf(a, "%s in %s reaches %d "
	    "hexes; nearest to the enemy, three hexes off or more:", l->id,
	    game_hex(g, l->hex), n));
	o = node_add_table(a, t, "order");
	node_add_string(a, o, "do", "move-leader");
	node_add_string(a, o, "leader", l->id);
	node_add_string(a, o, "to", game_hex(g, to));
}

/* [spqr 6.82] with whom a marker may be laid, for this turn or the next */
static void
decide_markers(struct game *g, int side, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct node *lines = NULL;

	for (int i = 0; i < s->nleaders && gboh_data(g)->prearranges; i++) {
		const struct gboh_leader *l = &s->leaders[i];
		struct node *t, *o;

		if (l->side != side || l->intends || !gboh_may_prepare(g, l))
			continue;
		if (lines == NULL) {
			lines = section(g, out, "Pre-arranged Withdrawal");
			add_line(g, lines, gboh_has_begun(s, side) ? "a marker "
			    "laid for the next turn lets a Line near its "
			    "leader fall back before infantry; real = false "
			    "is a bluff, and nobody else sees which it is" :
			    "a marker laid for this turn lets a Line near its "
			    "leader fall back before infantry; real = false "
			    "is a bluff, and nobody else sees which it is",
			    NULL, NULL, false);
		}
		t = node_add(a, lines, NULL, node_table(a));
		node_add_string(a, t, "text", arena_printf(a, "with %s",
		    l->id));
		o = node_add_table(a, t, "order");
		node_add_string(a, o, "do", "prearrange");
		node_add_string(a, o, "leader", l->id);
		node_add_bool(a, o, "real", true);
	}
}

void
gboh_decide(struct game *g, int side, const struct node *hand,
    struct node *out)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);

	(void)hand;
	if (side != s->active || l == NULL || !gboh_leads(l) ||
	    (s->phase != GBOH_ACTIVATION && s->phase != GBOH_ORDERS))
		return;
	decide_leaders(g, section(g, out, "Who acts"));
	decide_markers(g, side, out);
	if (s->phase == GBOH_ACTIVATION)
		gboh_fresh_orders(s);
	decide_ride(g, section(g, out, "The leader himself"));
}

/* Is the unit in the range of one who may command it [4.33, 4.5]? */
bool
gboh_commanded(struct game *g, const char *unit)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *u = gboh_find(s, unit);

	if (u == NULL || !gboh_on_map(u) || u->routed)
		return true;		/* nobody asks */
	for (int i = 0; i < s->nleaders; i++)
		if (s->leaders[i].side == u->side && gboh_leads(
		    &s->leaders[i]) && gboh_commands(gboh_data(g), s,
		    &s->leaders[i], u))
			return true;
	return false;
}

/* [spqr 6.83] a marker that nobody has turned over may be either */
void
gboh_guess(const void *data, void *state, int (*below)(void *ctx, int n),
    void *ctx)
{
	struct gboh *s = state;

	(void)data;
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (l->marker && !l->revealed)
			l->prearranged = below(ctx, 2) == 1;
		if (l->intends)
			l->intends_real = below(ctx, 2) == 1;
	}
}

/* "7", or "7 with 2 hits" */
static const char *
cohesion(struct game *g, const struct gboh_unit *u)
{
	int tq = gboh_tq(gboh_data(g), gboh_state(g), u);

	return u->hits == 0 ? arena_printf(game_arena(g), "%d", tq) :
	    arena_printf(game_arena(g), "%d with %d hit%s", tq, u->hits,
	    u->hits == 1 ? "" : "s");
}

const char *
gboh_forecast(struct game *g, const char *verb, const char *unit,
    const char *target, int from)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *u = gboh_find(s, unit);
	const struct gboh_unit *t = gboh_find(s, target);
	bool extended = false;
	int range, n;

	if (u == NULL || t == NULL)
		return NULL;
	if (strcmp(verb, "fire") == 0) {
		range = hex_distance(&d->map.grid, from, t->hex);
		n = gboh_strength(d, u, range, t->hex, &extended);
		return n < 0 ? NULL : arena_printf(game_arena(g),
		    "range %d, hits with 0%s", range, n == 0 ? "" :
		    arena_printf(game_arena(g), " to %d", n));
	}
	return arena_printf(game_arena(g), "TQ %s to %s", cohesion(g, u),
	    cohesion(g, t));
}
