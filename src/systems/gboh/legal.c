/* legal.c: what is legal now, for the order sheet */
#include "systems/gboh/legal.h"

#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

struct node *
gboh_order(struct game *g, const char *verb, const struct gboh_unit *u)
{
	struct node *t = node_table(game_arena(g));

	node_add_string(game_arena(g), t, "do", verb);
	if (u != NULL)
		node_add_string(game_arena(g), t, "unit", u->id);
	return t;
}

/* --------------------------------------------------------- the order sheet */

/* Can it get there, and has room as it will face? */
static bool
is_free_for(struct game *g, const struct gboh_unit *u,
    const struct gboh_reach *r, int hex)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_unit *x = gboh_unit_at(s, hex);
	struct gboh_unit at = *u;
	int face = gboh_cheapest_face(g, u, r, hex), h[2], n;

	at.hex = hex;
	if (face < 0 || (x != NULL && !(x->side == u->side &&
	    (gboh_is_artillery(x) || gboh_is_artillery(u)) &&
	    gboh_cannot_stop(g, &at) == NULL)))		/* [11.63] */
		return false;
	if (!gboh_is(u, GBOH_WIDE))
		return true;
	gboh_look(&at, face);
	n = gboh_hexes(gboh_data(g), &at, h);
	for (int i = 0; i < n; i++)
		if (gboh_other_at(s, h[i], u) != NULL)
			return false;
	return true;
}

static void
legal_moves(struct game *g, struct gboh_unit *u, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh_reach reach, *r = &reach;
	struct node *t = gboh_order(g, "move", u), *list;

	if (gboh_cannot_order(g, u) != NULL || gboh_cannot_move(g, u) != NULL ||
	    (!u->atop && gboh_partner(gboh_state(g), u) != NULL))
		return;
	gboh_reach(g, u, r);
	list = node_add_array(a, t, "to");
	for (int h = 0; h < hex_count(game_grid(g)); h++)
		if (h != u->hex && is_free_for(g, u, r, h))
			node_add(a, list, NULL, node_string(a,
			    game_hex(g, h)));
	if (list->n > 0)
		node_add(a, out, NULL, t);
}

/* The bot leaves leaders who are alone to those who catch them. */
void
gboh_legal_targets(struct game *g, struct gboh_unit *u, const char *verb,
    bool leaders, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct node *t = gboh_order(g, verb, u), *list = node_add_array(a, t,
	    "target");
	bool harass = strcmp(verb, "harass") == 0;
	int way[8];

	if (gboh_cannot_fire(g, u) != NULL || (!gboh_is_artillery(u) &&
	    gboh_cannot_order(g, u) != NULL) || (gboh_is_artillery(u) &&
	    gboh_cannot_fire_artillery(g, u) != NULL))
		return;
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *v = &s->unit[i];

		if (v->side == u->side || !gboh_on_map(v) || gboh_unit_at(s,
		    v->hex) != v)
			continue;
		if (harass ? gboh_cannot_harass(g, u, v) == NULL &&
		    gboh_harass_way(g, u, v, way, 8) > 0 :
		    gboh_cannot_hit_unit(g, u, v) == NULL)
			node_add(a, list, NULL, node_string(a, v->id));
	}
	for (int i = 0; leaders && i < s->nleaders; i++)
		if (gboh_cannot_hit_leader(g, u, &s->leaders[i]) == NULL)
			node_add(a, list, NULL, node_string(a,
			    s->leaders[i].id));
	if (list->n > 0)
		node_add(a, out, NULL, t);
}

void
gboh_legal_shock(struct game *g, struct gboh_unit *u, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[8];
	struct node *t, *list;
	int n;

	if (gboh_cannot_shock(g, u) != NULL)
		return;
	n = gboh_in_my_zoc(gboh_data(g), s, u, v, 8);
	t = gboh_order(g, "shock", NULL);
	node_add(a, node_add_array(a, t, "units"), NULL, node_string(a,
	    u->id));
	list = node_add_array(a, t, "targets");
	for (int i = 0; i < n; i++)
		if (v[i]->combat == 0 && gboh_may_attack(gboh_data(g), u,
		    v[i]))
			node_add(a, list, NULL, node_string(a, v[i]->id));
	if (list->n > 0)
		node_add(a, out, NULL, t);
}

static void
legal_for(struct game *g, struct gboh_unit *u, struct node *out)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (!gboh_on_map(u) || l == NULL)
		return;
	legal_moves(g, u, out);
	gboh_legal_targets(g, u, "fire", true, out);
	if (gboh_is(u, GBOH_HARASSES))
		gboh_legal_targets(g, u, "harass", false, out);
	if (gboh_cannot_reach(g, u) == NULL) {
		if (gboh_cannot_recover(g, u) == NULL)
			node_add(game_arena(g), out, NULL, gboh_order(g,
			    "recover", u));
		if (gboh_cannot_rally(g, l, u) == NULL)
			node_add(game_arena(g), out, NULL, gboh_order(g,
			    "rally", u));
	}
	gboh_legal_shock(g, u, out);
}

/* Those who may take part in a line of the active leader [4.32]. */
int
gboh_line_units(struct game *g, struct gboh_unit **out)
{
	struct gboh *s = gboh_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		if (!gboh_is_artillery(&s->unit[i]) && gboh_cannot_join(g,
		    &s->unit[i]) == NULL)
			out[n++] = &s->unit[i];
	return n;
}

/* A line grown from one of these, as far as it is one (and not too long for a
 * sheet); how many are in it. */
int
gboh_grow_line(struct game *g, struct gboh_unit *const *can, int n, int seed,
    struct gboh_unit **in)
{
	int k = 1;

	in[0] = can[seed];
	for (bool more = true; more && k < GBOH_GROUP; ) {
		more = false;
		for (int i = 0; i < n && k < GBOH_GROUP; i++) {
			bool known = false;

			for (int x = 0; x < k; x++)
				known = known || in[x] == can[i];
			if (known)
				continue;
			in[k] = can[i];
			if (gboh_not_a_line(g, in, k + 1) == NULL) {
				k++;
				more = true;
			}
		}
	}
	return gboh_cannot_line(g, in, k) == NULL ? k : 0;
}

struct node *
gboh_line_order(struct game *g, struct gboh_unit *const *in, int k)
{
	struct arena *a = game_arena(g);
	struct node *t = gboh_order(g, "line", NULL);
	struct node *list = node_add_array(a, t, "units");

	for (int i = 0; i < k; i++)
		node_add(a, list, NULL, node_string(a, in[i]->id));
	return t;
}

/* The longest line around each unit, each line once. */
static void
legal_lines(struct game *g, struct node *out)
{
	struct gboh_unit *can[GBOH_UNITS], *in[GBOH_UNITS];
	bool listed[GBOH_UNITS] = { false };
	int n, k;

	if (gboh_cannot_issue(g) != NULL)
		return;
	n = gboh_line_units(g, can);
	for (int i = 0; i < n; i++) {
		if (listed[i] || (k = gboh_grow_line(g, can, n, i, in)) == 0)
			continue;
		for (int x = 0; x < n; x++)
			for (int y = 0; y < k; y++)
				listed[x] = listed[x] || in[y] == can[x];
		node_add(game_arena(g), out, NULL, gboh_line_order(g, in, k));
	}
}

/* Who may be activated, and who may trump; passing [5.12, 5.15, 5.41] */
static void
legal_leaders(struct game *g, struct node *out)
{
	struct arena *a = game_arena(g);
	struct gboh *s = gboh_state(g);
	struct node *go = gboh_order(g, "activate", NULL), *list;
	struct node *trump = gboh_order(g, "trump", NULL), *higher;

	list = node_add_array(a, go, "leader");
	higher = node_add_array(a, trump, "leader");
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (gboh_cannot_activate(g, l) == NULL)
			node_add(a, list, NULL, node_string(a, l->id));
		if (gboh_cannot_trump(g, l) == NULL)
			node_add(a, higher, NULL, node_string(a, l->id));
	}
	node_add(a, out, NULL, go);
	if (higher->n > 0)
		node_add(a, out, NULL, trump);
	node_add(a, out, NULL, gboh_order(g, "pass", NULL));
}

/* In the activation: what will be legal as its orders begin, on a copy. */
void
gboh_legal(struct game *live, int side, const char *unit, struct node *out)
{
	struct game *g = game_copy(live);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);

	if (side != s->active || (s->phase != GBOH_ACTIVATION &&
	    s->phase != GBOH_ORDERS))
		return;
	if (s->phase == GBOH_ACTIVATION && l != NULL) {
		if (unit == NULL)
			legal_leaders(g, out);
		gboh_fresh_orders(s);
		l->commanding = l->rolled = false;
	}
	if (unit == NULL && l != NULL)
		legal_lines(g, out);
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && (unit == NULL ||
		    strcmp(unit, s->unit[i].id) == 0))
			legal_for(g, &s->unit[i], out);
}
