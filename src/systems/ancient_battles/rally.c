/* rally.c: bringing back one eliminated unit [13.0] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"

/* [13.0, 5.32, X5.2] may it stand there, with friends who stack with it?  In
 * revision 1 the hex had to be vacant. */
static bool
has_room(struct game *g, const struct ab_unit *u, int hex)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	if (ab_combat_unit_at(d, s, ab_other(u->side), hex) ||
	    ab_lone_leader_at(d, s, ab_other(u->side), hex))
		return false;
	return game_revision(g) < 2 ?
	    ab_combat_unit_at(d, s, u->side, hex) == NULL :
	    ab_can_stay(d, s, u, hex);
}

/* [13.0, 13.2] hexes round a leader, neither he nor they in an enemy zone */
int
ab_rally_hexes(struct game *g, const struct ab_unit *u, int *out, int max)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *l = &s->unit[i];

		if (l->side != u->side || !ab_on_map(l) || !ab_is_leader(d, l) ||
		    ab_in_ezoc(d, s, l->side, l->hex))
			continue;
		for (int k = 0; k < HEX_DIRS; k++) {
			int h = hex_step(&d->map.grid, l->hex, k);
			bool known = false;

			for (int x = 0; x < n; x++)
				known = known || out[x] == h;
			if (h == HEX_NONE || known || n == max ||
			    ab_prohibited(d, h) || !has_room(g, u, h) ||
			    ab_in_ezoc(d, s, u->side, h))
				continue;
			out[n++] = h;
		}
	}
	return n;
}

const char *
ab_cannot_rally(struct game *g, const struct ab_unit *u)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	int hexes[64];

	if (s->rallied)
		return "rally.tried";
	if (u->status != AB_ELIMINATED)			/* [13.1] */
		return "rally.alive";
	if (!d->type[u->type].rally)
		return why_not(g, "rally.never", FACTS(fact_text("type",
		    ab_type_names[u->type])));
	if (s->side[u->side].rally <= 0)
		return why_not(g, "rally.none", FACTS(fact_side("side",
		    u->side)));
	if (ab_rally_hexes(g, u, hexes, 64) == 0)
		return "rally.no-hex";
	return NULL;
}

static bool
has_hex(const int *list, int n, int hex)
{
	for (int i = 0; i < n; i++)
		if (list[i] == hex)
			return true;
	return false;
}

static int
choose_hex(struct game *g, const struct ab_unit *u, const int *hexes, int n,
    int wanted)
{
	struct question q = question(g, u->side, "rally-hex");

	if (wanted != HEX_NONE)
		return wanted;
	question_fact(&q, fact_text("unit", u->id));
	for (int i = 0; i < n; i++) {
		option_hex(&q, hexes[i]);
		option_attr(&q, "enemies", ab_enemies_within(ab_data(g),
		    ab_state(g), u->side, hexes[i], 3));
	}
	return ask(g, &q);
}

static void
order_rally(struct game *g, const struct node *order)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);
	struct ab_unit *u = ab_find(s, node_str(order, "unit"));
	const char *why = ab_cannot_rally(g, u), *hex = node_str(order, "hex");
	int hexes[64], n = ab_rally_hexes(g, u, hexes, 64), die, needed, to;
	int wanted = hex ? hex_parse(game_grid(g), hex) : HEX_NONE;

	if (why == NULL && hex != NULL && !has_hex(hexes, n, wanted))
		why = why_not(g, "rally.hex", FACTS(fact_text("hex", hex)));
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", u->id)));
		return;
	}
	needed = s->side[u->side].rally;
	die = roll(g, 6, "13.0 rally %s", u->id) + 1;
	if (die > needed) {
		s->rallied = true;
		tell(g, "rally", FACTS(fact_text("unit", u->id),
		    fact_number("die", die), fact_number("needed", needed),
		    fact_text("result", "not")));
		order_failed(g, u->side);
		return;
	}
	to = choose_hex(g, u, hexes, n, wanted);
	s->rallied = true;
	ab_put(d, s, u, to);
	if (u->missile != AB_NO_MISSILE && d->missile[u->missile].once)
		u->thrown = true;
	tell(g, "rally", FACTS(fact_text("unit", u->id),
	    fact_number("die", die), fact_number("needed", needed),
	    fact_text("result", "rallied"), fact_hex("hex", to),
	    fact_node("thrown", u->thrown ? node_bool(game_arena(g), true) :
	    NULL)));
	ab_enter_hex(g, u, to);
	ab_recount(g);
}

void
ab_rally_phase(struct game *g)
{
	struct ab *s = ab_state(g);
	const struct order *o;

	while ((o = order_next(g, s->active, AB_RALLY)) != NULL) {
		order_rally(g, o->node);
		checkpoint(g);
	}
}
