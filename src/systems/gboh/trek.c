/* trek.c: hexes entered out of turn: withdrawing, feigning, pursuing, running
 * at one's tormentors [4.62, 6.5, 6.7, 8.34] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

struct gboh_trek
gboh_trek(struct game *g, struct gboh_unit *u, const char *event,
    const struct gboh_unit *enemy)
{
	return (struct gboh_trek){ .u = u, .event = event, .enemy = enemy,
	    .from = u->hex, .path = node_array(game_arena(g)) };
}

/* What was entered since the last event, then the hits of that. */
void
gboh_trek_tell(struct game *g, struct gboh_trek *t)
{
	const struct gboh_unit *u = t->u;

	if (t->path->n == 0)
		return;
	tell(g, t->event, FACTS(fact_text("unit", u->id),
	    fact_hex("from", t->from), fact_hex("to", u->hex),
	    fact_node("path", t->path),
	    fact_text("facing", gboh_facing_names[u->facing]),
	    fact_text("enemy", t->enemy ? t->enemy->id : NULL),
	    fact_text("stopped", t->stopped)));
	for (int i = 0; i < GBOH_LEADERS; i++)
		if (t->with[i]) {
			t->with[i] = false;
			gboh_tell_ride(g, &gboh_state(g)->leaders[i], t->from,
			    u);
		}
	for (int i = 0; i < t->nhits; i++)
		gboh_tell_hits(g, u, t->hit[i].n, t->hit[i].total, "terrain");
	t->nhits = 0;
	t->path = node_array(game_arena(g));
	t->from = u->hex;
}

/* A leader of the other side who was not next to it before? */
static bool
comes_to_leader(struct game *g, const struct gboh_unit *u, int from)
{
	const struct hex_grid *grid = game_grid(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (gboh_leads(l) && l->side != u->side &&
		    hex_adjacent(grid, l->hex, u->hex) &&
		    !hex_adjacent(grid, l->hex, from))
			return true;
	}
	return false;
}

/*
 * One hex.  The ground's hits count the instant they occur, as the friend does
 * whose hex it is, and leaders next to whom it comes may go; what happened is
 * told before that.  False if the unit does not stand any more.
 */
bool
gboh_trek_step(struct game *g, struct gboh_trek *t, int to)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = t->u, *friend = gboh_other_at(s, to, u);
	const struct gboh_unit before = *u;
	int from = u->hex, hits = 0;

	gboh_step_cost(d, u, from, hex_dir(&d->map.grid, from, to),
	    &t->climbed, &hits);
	gboh_place(g, u, to);
	for (int i = 0; i < s->nleaders && t->rides; i++)
		if (gboh_leads(&s->leaders[i]) && s->leaders[i].side ==
		    u->side && s->leaders[i].hex == from) {
			gboh_leader_to(g, &s->leaders[i], to);
			t->with[i] = true;
		}
	node_add(game_arena(g), t->path, NULL, node_string(game_arena(g),
	    game_hex(g, to)));
	if (hits > 0 && t->nhits < GBOH_WAY) {
		u->hits += hits;
		t->hit[t->nhits].n = hits;
		t->hit[t->nhits++].total = u->hits;
	}
	if (u->hits >= gboh_tq(d, s, u)) {
		gboh_trek_tell(g, t);
		gboh_rout(g, u);
		return false;
	}
	if (friend != NULL && !(t->arrives && gboh_cannot_stop(g, u) ==
	    NULL)) {					/* [spqr 6.69] */
		gboh_trek_tell(g, t);
		gboh_pass_through(g, u, friend);
	}
	if (gboh_stands(u) && !t->rides && gboh_beside_elephants(g, u)) {
		gboh_trek_tell(g, t);			/* [spqr 9.15] */
		gboh_hit(g, u, d->rules.elephant_hex_hits, "elephant");
	}
	if (gboh_stands(u) && comes_to_leader(g, u, from)) {
		gboh_trek_tell(g, t);
		gboh_leaders_flee(g, u, &before);
	}
	return gboh_stands(u);
}
