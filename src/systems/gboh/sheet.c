/* sheet.c: what a player at home is told: losses, who leads, what to roll */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

const char *const gboh_tolls[] = { "toll.cohesion", "toll.routed",
	"toll.units", "toll.leaders", "toll.points", NULL };

void
gboh_toll(const void *data, const void *state, int side, int *out)
{
	const struct gboh *s = state;

	(void)data;
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->side != side)
			continue;
		/* a unit that routs has lost all of it, and no unit more */
		out[0] += !gboh_on_map(u) || u->routed || u->hits > u->tq ?
		    u->tq : u->hits;
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
section(struct game *g, say_fn *say, struct node *out, const char *title)
{
	struct arena *a = game_arena(g);
	struct node *t = node_add(a, out, NULL, node_table(a));

	node_add_string(a, t, "title", say(g, SAID_ALONE(title)));
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

/* "aetius: 4 individual orders, 1 line command, range 5, 7 units in range" */
static const char *
leader_words(struct game *g, say_fn *say, const char *code,
    const struct gboh_leader *l, const struct gboh_leader *now, bool first)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		n += s->unit[i].side == l->side && gboh_on_map(&s->unit[i]) &&
		    gboh_commands(d, s, l, &s->unit[i]);
	return say(g, SAID(code, fact_text("leader", l->id), fact_text("now",
	    now ? now->id : NULL), fact_number("first", first),
	    fact_number("initiative", l->initiative),
	    fact_number("lines", l->lines), fact_number("range", l->range),
	    fact_number("units", n)));
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
decide_leaders(struct game *g, say_fn *say, struct node *lines)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *now = gboh_active(s);
	int equals = 0;

	for (int i = 0; i < s->nleaders; i++)
		equals += gboh_cannot_activate(g, &s->leaders[i]) == NULL;
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_cannot_activate(g, &s->leaders[i]) == NULL) {
			add_line(g, lines, leader_words(g, say, "sheet.leader",
			    &s->leaders[i], NULL, equals > 1 &&
			    &s->leaders[i] == now), "activate",
			    s->leaders[i].id, equals > 1 && s->phase ==
			    GBOH_ACTIVATION);
			if (&s->leaders[i] != now)
				add_units(g, lines->last, &s->leaders[i]);
		}
	if (s->phase != GBOH_ACTIVATION)
		return;
	for (int i = 0; i < s->nleaders; i++)
		if (gboh_cannot_trump(g, &s->leaders[i]) == NULL)
			add_line(g, lines, leader_words(g, say, "sheet.trump",
			    &s->leaders[i], now, false), "trump",
			    s->leaders[i].id, true);
	add_line(g, lines, say(g, SAID_ALONE("sheet.pass")), "pass", NULL,
	    true);
}

/* Leaders ride by themselves too: how far the active one gets. */
static void
decide_ride(struct game *g, say_fn *say, struct node *lines)
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
	node_add_string(a, t, "text", say(g, SAID("sheet.ride",
	    fact_text("leader", l->id), fact_text("hex", game_hex(g, l->hex)),
	    fact_number("hexes", n))));
	o = node_add_table(a, t, "order");
	node_add_string(a, o, "do", "move-leader");
	node_add_string(a, o, "leader", l->id);
	node_add_string(a, o, "to", game_hex(g, to));
}

/* [spqr 6.82] with whom a marker may be laid, for this turn or the next */
static void
decide_markers(struct game *g, int side, say_fn *say, struct node *out)
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
			lines = section(g, say, out, "sheet.markers");
			add_line(g, lines, say(g, SAID("sheet.marker",
			    fact_number("begun", gboh_has_begun(s, side)))),
			    NULL, NULL, false);
		}
		t = node_add(a, lines, NULL, node_table(a));
		node_add_string(a, t, "text", say(g, SAID("sheet.marker-with",
		    fact_text("leader", l->id))));
		o = node_add_table(a, t, "order");
		node_add_string(a, o, "do", "prearrange");
		node_add_string(a, o, "leader", l->id);
		node_add_bool(a, o, "real", true);
	}
}

void
gboh_decide(struct game *g, int side, const struct node *hand, say_fn *say,
    struct node *out)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);

	(void)hand;
	if (side != s->active || l == NULL || !gboh_leads(l) ||
	    (s->phase != GBOH_ACTIVATION && s->phase != GBOH_ORDERS))
		return;
	decide_leaders(g, say, section(g, say, out, "sheet.who-acts"));
	decide_markers(g, side, say, out);
	if (s->phase == GBOH_ACTIVATION)
		gboh_fresh_orders(s);
	decide_ride(g, say, section(g, say, out, "sheet.himself"));
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
gboh_guess(const void *data, void *state, int known,
    int (*below)(void *ctx, int n), void *ctx)
{
	struct gboh *s = state;

	(void)data;
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (l->side == known)
			continue;
		if (l->marker && !l->revealed)
			l->prearranged = below(ctx, 2) == 1;
		if (l->intends)
			l->intends_real = below(ctx, 2) == 1;
	}
}

const char *
gboh_forecast(struct game *g, say_fn *say, const char *verb, const char *unit,
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
		return n < 0 ? NULL : say(g, SAID("forecast.fire",
		    fact_number("range", range), fact_number("most", n)));
	}
	return say(g, SAID("forecast.shock",
	    fact_number("tq", gboh_tq(d, s, u)),
	    fact_number("hits", u->hits),
	    fact_number("enemy_tq", gboh_tq(d, s, t)),
	    fact_number("enemy_hits", t->hits)));
}
