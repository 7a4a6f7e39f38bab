/* pursuit.c: cavalry after those whom it has routed, and its return
 * [spqr 8.6] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------- who pursues */

/* Attacking cavalry that stands where it fought. */
static bool
may_pursue(const struct gboh_unit *u)
{
	return u->attacks && gboh_stands(u) && u->hex == u->origin &&
	    gboh_is_horse(u) && !u->engaged && !u->pursued;
}

/* [spqr 8.61] all defenders have routed, none by a failed Collapse check */
bool
gboh_pursuit_due(struct gboh *s, int k)
{
	bool horse = false;

	if (s->pursuit == GBOH_NO_PURSUIT || s->combat[k - 1].shaken)
		return false;
	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->combat != k)
			continue;
		if (!u->attacks && gboh_on_map(u) && (u->hex == u->origin ||
		    !u->routed))
			return false;
		horse = horse || may_pursue(u);
	}
	return horse;
}

/* What a pursuit needs to know when its combat is over. */
struct chase {
	struct gboh_unit *u, *prey;	/* prey NULL: nobody is left */
	int hex;			/* that the defender left */
	int way[3], nway;		/* of the prey, its hex last */
	bool foot;			/* any defender was infantry */
	int side;			/* of the defenders */
	int exit;			/* by which they left the map */
	bool ran;			/* its check failed */
	int combat;			/* it comes from, as it was */
	struct gboh_combat was;
	struct gboh_unit *other[GBOH_GROUP];	/* the other attackers */
	int nother, vacated[GBOH_GROUP], nvacated;
};

static struct gboh_unit *
choose_pursuer(struct game *g, int k)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct question q = question(g, s->active, "pursuit");

	question_fact(&q, fact_number("combat", k));
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->combat != k || !may_pursue(u))
			continue;
		q.side = u->side;
		option_add(&q, i, u->id);
		option_attr(&q, "tq", gboh_tq(d, s, u));
		option_attr(&q, "hits", u->hits);
	}
	return q.n > 0 ? &s->unit[ask(g, &q)] : NULL;
}

/* The hex that a defender has left, next to the pursuer; HEX_NONE. */
static int
left_by(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *by)
{
	int h[2] = { u->origin, u->origin2 };

	for (int i = 0; i < 2; i++)
		if (h[i] != HEX_NONE && hex_adjacent(&d->map.grid, h[i],
		    by->hex))
			return h[i];
	return HEX_NONE;
}

/* [spqr 8.62] the prey's way from the hex that it left */
static void
find_way(struct chase *c)
{
	const int h[3] = { c->prey->via, c->prey->via2, c->prey->hex };

	c->nway = 0;
	for (int i = 0; i < 3; i++)
		if (h[i] != HEX_NONE)
			c->way[c->nway++] = h[i];
}

/* The routed unit to follow: who counted for the clash, else the first. */
static void
find_prey(const struct gboh_data *d, struct gboh *s, int k, struct chase *c)
{
	c->prey = NULL;
	c->hex = c->exit = HEX_NONE;
	c->foot = false;
	c->nway = 0;
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];
		int left = left_by(d, u, c->u);
		bool lead;

		if (u->combat != k || u->attacks)
			continue;
		c->side = u->side;
		c->foot = c->foot || !gboh_is_horse(u);
		lead = strcmp(u->id, s->combat[k - 1].defender) == 0;
		if (left != HEX_NONE && (c->hex == HEX_NONE || (lead &&
		    gboh_on_map(u))))
			c->hex = left;
		if (u->status == GBOH_ELIMINATED && u->exit != HEX_NONE)
			c->exit = u->exit;
		if (gboh_on_map(u) && u->routed && (c->prey == NULL || lead)) {
			c->prey = u;
			c->hex = left;
		}
	}
	if (c->prey != NULL)
		find_way(c);
}

/* ------------------------------------------------------------- the ride */

/* The next hex: of the prey's way, where that goes on from here; otherwise the
 * one that brings it nearest to the prey, or to the edge of those who fled, of
 * equal ones that straight ahead [spqr 8.62]; HEX_NONE. */
static int
next_hex(struct game *g, const struct chase *c)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int best = HEX_NONE, least = 1 << 20;
	int here = gboh_to_edge(d, s, c->side, c->u->hex);
	int ahead = game_revision(g) < 2 ? 0 : c->u->facing;

	for (int i = c->nway - 1; i >= 0; i--)
		if (hex_adjacent(&d->map.grid, c->u->hex, c->way[i]))
			return c->way[i];
	for (int i = 0; i < HEX_DIRS; i++) {
		int dir = (ahead + i) % HEX_DIRS;
		int to = hex_step(&d->map.grid, c->u->hex, dir), value;

		if (to == HEX_NONE || !gboh_passable(d, c->u->hex, dir) ||
		    gboh_unit_at(s, to) != NULL)
			continue;
		value = c->prey != NULL ? hex_distance(&d->map.grid, to,
		    c->prey->hex) : gboh_to_edge(d, s, c->side, to);
		if (value < least && (c->prey != NULL || value < here)) {
			least = value;
			best = to;
		}
	}
	return best;
}

/* Facing the way it goes, so that the next hex of it is in front. */
static void
face_along(struct game *g, struct gboh_unit *u, int dir, int next)
{
	int to = next != HEX_NONE ? hex_dir(&gboh_data(g)->map.grid, u->hex,
	    next) : -1;

	u->facing = dir;
	if (to < 0 || hex_aspect_vertex(dir, to) == HEX_FRONT)
		return;
	u->facing = (dir + 5) % HEX_DIRS;
	if (hex_aspect_vertex(u->facing, to) != HEX_FRONT)
		u->facing = to;
}

/* It must stop: an enemy is in its ZOC, or it is in his. */
static bool
meets_enemy(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[1];

	return gboh_in_my_zoc(d, s, u, v, 1) > 0 || gboh_pinned(d, s, u);
}

/* [spqr 8.62] after those who left the map */
static void
ride_off(struct game *g, struct chase *c)
{
	struct gboh_unit *u = c->u;
	struct gboh *s = gboh_state(g);
	struct arena *a = game_arena(g);
	struct node *with = node_array(a);
	int from = u->hex;

	gboh_remove(gboh_data(g), s, u, GBOH_PURSUING);
	u->exit = c->exit;
	u->shock = GBOH_NO_SHOCK;
	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (!gboh_leads(l) || l->side != u->side || l->hex != from)
			continue;
		l->status = GBOH_PURSUING;
		l->hex = HEX_NONE;
		memcpy(l->rides, u->id, ID_SIZE);
		node_add(a, with, NULL, node_string(a, l->id));
	}
	tell(g, "pursues", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", u->exit),
	    fact_hex("off", u->exit), fact_node("leaders", with->n > 0 ?
	    with : NULL)));
}

/* [spqr 8.64] who rode off with it comes back with it */
static struct node *
return_leaders(struct game *g, const struct gboh_unit *u)
{
	struct gboh *s = gboh_state(g);
	struct arena *a = game_arena(g);
	struct node *with = node_array(a);

	for (int i = 0; i < s->nleaders; i++) {
		struct gboh_leader *l = &s->leaders[i];

		if (l->status != GBOH_PURSUING || strcmp(l->rides, u->id) != 0)
			continue;
		l->status = GBOH_ON_MAP;
		l->hex = u->hex;
		l->rides[0] = '\0';
		node_add(a, with, NULL, node_string(a, l->id));
	}
	return with->n > 0 ? with : NULL;
}

/* Who is next to it takes its hits of elephants, turns and fires [spqr 7.15,
 * 8.21, 9.15]; false if it does not stand any more. */
static bool
is_met(struct game *g, struct gboh_unit *u, struct gboh_trek *t)
{
	const struct gboh_data *d = gboh_data(g);

	if (gboh_foes_near(d, gboh_state(g), u, 1) == 0)
		return true;
	gboh_trek_tell(g, t);
	if (gboh_beside_elephants(g, u) && !gboh_hit(g, u,
	    d->rules.elephant_hex_hits, "elephant"))
		return false;
	gboh_reaction_facing(g, u);
	if (gboh_stands(u))
		gboh_entry_fire(g, u, NULL);
	return gboh_stands(u);
}

static void go_on(struct game *g, struct chase *c);

static void
ride(struct game *g, struct chase *c)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit *u = c->u;
	struct gboh_trek t = gboh_trek(g, u, "pursues", NULL);
	int left = c->prey != NULL ? GBOH_WAY / 2 : c->foot ? (u->ma + 1) / 2 :
	    u->ma, to = c->hex;

	t.rides = true;
	for (; left > 0 && to != HEX_NONE; left--) {
		int dir = hex_dir(&d->map.grid, u->hex, to);

		if (dir < 0 || gboh_unit_at(gboh_state(g), to) != NULL)
			break;
		u->facing = dir;
		if (!gboh_trek_step(g, &t, to))
			return;
		to = next_hex(g, c);
		face_along(g, u, dir, to);
		if (!is_met(g, u, &t))
			return;
		if (meets_enemy(g, u))
			break;
		if (c->prey != NULL && (!gboh_on_map(c->prey) ||
		    gboh_distance(d, u, c->prey) <= 1))
			break;
	}
	gboh_trek_tell(g, &t);
	go_on(g, c);
}

/* [spqr 8.62] the shock at the end of the ride; if all whom it met were routed
 * and none is left, it goes on after them */
static void
go_on(struct game *g, struct chase *c)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[8];
	int n = gboh_in_my_zoc(gboh_data(g), s, c->u, v, 8), first;

	if (n == 0)
		return;
	first = v[0]->hex;
	c->foot = false;
	for (int i = 0; i < n; i++)
		c->foot = c->foot || !gboh_is_horse(v[i]);
	if (!gboh_shock_ahead(g, c->u) || !gboh_stands(c->u))
		return;
	c->prey = NULL;
	c->nway = 0;
	c->hex = first;
	ride(g, c);
}

/* ------------------------------------------------------------ the check */

/* [spqr 8.62, 8.66] */
static bool
runs_off(struct game *g, struct chase *c)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = c->u;
	bool rated = s->pursuit == GBOH_BY_RATING;
	int needed = rated ? d->pursuit[u->type] : gboh_tq(d, s, u);
	int die = roll(g, 10, "=8.62 pursuit %s", u->id), total = die;

	for (int i = 0; i < s->nleaders && rated; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].side ==
		    u->side && s->leaders[i].hex == u->hex) {
			total += drm(g, -s->leaders[i].charisma,
			    "=8.66 charisma");
			break;
		}
	total += drm(g, rated && u->type == GBOH_LC && !strcmp(u->nation,
	    "numidia") ? d->pursuit_numidian : 0, "=8.66 numidians");
	total += drm(g, rated && c->foot ? d->pursuit_infantry : 0,
	    "=8.66 infantry");
	total += drm(g, rated && gboh_pinned(d, s, u) ? d->pursuit_zoc : 0,
	    "=8.66 zoc");
	u->pursued = true;
	tell(g, "pursuit", FACTS(fact_text("unit", u->id),
	    fact_number("die", die), fact_number("total", total),
	    fact_number("needed", needed), fact_text("result",
	    total > needed ? "pursues" : "breaks-off")));
	return c->ran = total > needed;
}

/* [spqr 8.61] who else attacked, and the hexes that are left to them */
static void
find_others(struct game *g, int k, struct chase *c)
{
	struct gboh *s = gboh_state(g);

	c->combat = k;
	c->was = s->combat[k - 1];
	c->nvacated = gboh_vacated(g, k, c->vacated, GBOH_GROUP);
	c->nother = 0;
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->combat == k && u->attacks && u != c->u &&
		    gboh_stands(u) && u->hex == u->origin && c->nother <
		    GBOH_GROUP)
			c->other[c->nother++] = u;
	}
}

/* These advance, one after the other, as after their combat. */
static void
advance_after(struct game *g, const struct chase *c, struct gboh_unit **u,
    int n)
{
	struct gboh *s = gboh_state(g);

	while (s->ncombats < c->combat)		/* a pursuit's shock may have
						 * cleared them */
		s->combat[s->ncombats++] = (struct gboh_combat){
		    .superiority = GBOH_NONE, .over = true };
	s->combat[c->combat - 1] = c->was;
	for (int i = 0; i < n; i++) {
		u[i]->combat = c->combat;
		u[i]->attacks = true;
		u[i]->origin = u[i]->hex;
	}
	gboh_advance_into(g, c->combat, u, n, c->vacated, c->nvacated);
}

/* After all combats, in their order; who and after whom is known before the
 * first begins. */
void
gboh_pursuits(struct game *g)
{
	struct gboh *s = gboh_state(g);
	struct chase list[GBOH_COMBATS];
	int n = 0;

	for (int k = 1; k <= s->ncombats; k++) {
		struct chase *c = &list[n];

		if (!gboh_pursuit_due(s, k) || (c->u = choose_pursuer(g, k)) ==
		    NULL)
			continue;
		find_prey(gboh_data(g), s, k, c);
		find_others(g, k, c);
		n++;
	}
	for (int i = 0; i < n; i++) {
		struct chase *c = &list[i];

		if (!gboh_stands(c->u))
			;		/* the others go all the same */
		else if (runs_off(g, c) && c->prey == NULL && c->exit !=
		    HEX_NONE)
			ride_off(g, c);
		else if (c->ran)
			ride(g, c);
		else
			advance_after(g, c, &c->u, 1);	/* breaks off */
		if (c->nother > 0)
			advance_after(g, c, c->other, c->nother);
	}
}

/* ------------------------------------------------------ regroup [8.64] */

/* "UNIT HEX FACING"; NULL, or why not. */
static const char *
read_return(struct game *g, const char *text, struct gboh_unit **u, int *hex,
    int *facing)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	char id[ID_SIZE], at[16], face[16];

	if (text == NULL || sscanf(text, "%31s %15s %15s", id, at, face) != 3)
		return "regroup.entry";
	*u = gboh_find(s, id);
	*hex = hex_parse(&d->map.grid, at);
	*facing = -1;
	for (int f = 0; f < HEX_DIRS; f++)
		if (strcmp(face, gboh_facing_names[f]) == 0)
			*facing = f;
	if (*u == NULL || (*u)->side != s->active || (*u)->status !=
	    GBOH_PURSUING)
		return "regroup.unit";
	if ((*u)->pursued)				/* [spqr 8.63] */
		return "regroup.finished";
	if (*hex == HEX_NONE || *facing < 0)
		return "regroup.place";
	if ((*u)->exit == HEX_NONE || hex_distance(&d->map.grid, (*u)->exit,
	    *hex) > 2)
		return "regroup.near";
	if (gboh_unit_at(s, *hex) != NULL || gboh_terrain_at(d, *hex) ==
	    GBOH_RIVER || d->ground[gboh_terrain_at(d, *hex)].prohibited)
		return "regroup.enter";
	for (int dir = 0; dir < HEX_DIRS; dir++)
		if (hex_step(&d->map.grid, *hex, dir) == HEX_NONE)
			return NULL;
	return "regroup.edge";
}

/* It has come back by its movement: heavy cavalry next to an enemy charges him,
 * and those next to it react [spqr 4.72, 7.15, 7.31, 8.21]. */
static void
come_back(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit off = *u;

	off.hex = HEX_NONE;
	if (gboh_is_heavy(d, u) && gboh_foes_near(d, gboh_state(g), u, 1) > 0) {
		u->met = true;
		u->shock = GBOH_MUST_CHECK;
	}
	gboh_comes_up(g, u, &off);
}

void
gboh_order_regroup(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	const struct node *list = node_array_of(o->node, "units");
	struct arena *a = game_arena(g);
	struct node *ids = node_array(a);
	struct gboh_unit *u;
	const char *why = NULL;
	int hex, facing;

	if (l == NULL || l->rank != GBOH_OVERALL || s->individual > 0 ||
	    s->issued > 0)
		why = "regroup.overall";
	else if (gboh_is_prepared(l))
		why = gboh_he_cannot(g, l, "prepared.unit");
	for (const struct node *c = list ? list->child : NULL; c && !why;
	    c = c->next) {
		why = why_also(g, read_return(g, c->s, &u, &hex, &facing),
		    FACTS(fact_text("entry", c->s)));
		if (why == NULL)
			node_add(a, ids, NULL, node_string(a, u->id));
	}
	if (why == NULL && ids->n == 0)
		why = "no-units";
	if (why != NULL) {
		order_cannot(g, why, NULL);
		return;
	}
	s->regrouping = s->acted = true;
	s->issued = l->lines > 0 ? l->lines : 1;	/* no other orders */
	tell(g, "regroup", FACTS(fact_text("leader", l->id),
	    fact_node("units", ids)));
	for (const struct node *c = list->child; c != NULL; c = c->next) {
		struct gboh_unit pose;

		if (read_return(g, c->s, &u, &hex, &facing) != NULL)
			continue;
		pose = *u;
		pose.hex = hex;
		pose.facing = facing;
		u->status = GBOH_ON_MAP;
		gboh_place_as(g, u, &pose);
		u->exit = HEX_NONE;
		u->line = s->issued;
		u->spent = gboh_data(g)->ground[gboh_terrain_at(gboh_data(g),
		    hex)].mp;
		tell(g, "return", FACTS(fact_text("unit", u->id),
		    fact_hex("hex", hex), fact_node("leaders",
		    return_leaders(g, u))));
		if (game_revision(g) >= 2)
			come_back(g, u);
	}
}

/* For a bot: those who wait beyond the edge come back where they left; NULL. */
const struct node *
gboh_bot_regroup(struct game *g)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	struct arena *a = game_arena(g);
	struct node *t = node_table(a), *list;

	if (l == NULL || l->rank != GBOH_OVERALL || s->individual > 0 ||
	    s->issued > 0 || gboh_is_prepared(l))
		return NULL;
	node_add_string(a, t, "do", "regroup");
	list = node_add_array(a, t, "units");
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i], *x;
		const char *text;
		int hex, facing;

		if (u->side != s->active || u->status != GBOH_PURSUING ||
		    u->exit == HEX_NONE)
			continue;
		text = arena_printf(a, "%s %s %s", u->id, game_hex(g, u->exit),
		    gboh_facing_names[u->facing]);
		for (const struct node *c = list->child; c; c = c->next)
			if (strstr(c->s, game_hex(g, u->exit)) != NULL)
				text = NULL;
		if (text != NULL && read_return(g, text, &x, &hex, &facing) ==
		    NULL)
			node_add(a, list, NULL, node_string(a, text));
	}
	return list->n > 0 ? t : NULL;
}
