/* entries.c: leaving the board and entering it
 * [scenario.banners-for-exits, scenario.late-entry] */
#include "systems/cc_medieval/muster.h"
#include "systems/cc_medieval/way.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* Does the rule let a unit of this type leave from this hex? */
static bool
lets_out(struct game *g, const struct node *r, const struct cc_unit *u)
{
	const char *hook = node_str(r, "hook"), *side = node_str(r, "side");
	const struct node *types = node_array_of(r, "types");
	const struct node *hexes = node_array_of(r, "hexes");
	bool ok = types == NULL, here = false;

	if (hook == NULL || strcmp(hook, "exit-banner") != 0 || side == NULL ||
	    strcmp(side, cc_data(g)->side[u->side]) != 0)
		return false;
	for (const struct node *c = types ? types->child : NULL; c; c = c->next)
		ok = ok || !strcmp(c->s, cc_type_names[u->type]);
	for (const struct node *c = hexes ? hexes->child : NULL; c; c = c->next)
		here = here || hex_parse(game_grid(g), c->s) == u->hex;
	return ok && here;
}

/* [scenario.banners-for-exits] */
const char *
cc_cannot_exit(struct game *g, const struct cc_unit *u)
{
	const struct node *rules = cc_data(g)->rules;
	const char *why = cc_cannot_move(g, u);

	if (why != NULL)
		return why;
	if (u->moved > 0)	/* its second move, by Move Fire Move */
		return "exit.began";
	for (const struct node *r = rules ? rules->child : NULL; r; r = r->next)
		if (lets_out(g, r, u))
			return NULL;
	return "exit.here";
}

const char *
cc_try_exit(struct game *g, struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	struct cc_leader *l = cc_leader_stays(s, u) ? NULL : cc_attached(s, u);
	const char *why = cc_cannot_exit(g, u);
	int hex = u->hex;

	if (why != NULL)
		return why;
	cc_put_unit(s, u, HEX_NONE, CC_EXITED);
	if (l != NULL)
		cc_put_leader(s, l, HEX_NONE, CC_EXITED);
	tell(g, "exit", FACTS(fact_text("unit", u->id),
	    fact_text("leader", l != NULL ? l->id : NULL),
	    fact_hex("hex", hex)));
	cc_check_held(g);
	cc_win_banners(g, u->side, 1, "exit");
	return NULL;
}

/* [scenario.late-entry] a hill of the left section, or next to a hill */
static bool
is_entry_hex(struct game *g, int side, int hex)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	bool near = cc_terrain_at(d, s, hex) == CC_HILL;

	for (int k = 0; k < HEX_DIRS && !near; k++) {
		int x = hex_step(game_grid(g), hex, k);

		near = x != HEX_NONE && cc_terrain_at(d, s, x) == CC_HILL;
	}
	return near && (cc_sections(d, side, hex) & CC_LEFT);
}

static void
enter_unit(struct game *g, struct cc_unit *u, int hex)
{
	struct cc_leader *l = cc_lone_leader_at(cc_state(g), hex);

	cc_put_unit(cc_state(g), u, hex, CC_BOARD);
	u->ordered = true;
	u->joined = true;	/* it does not move, but may battle */
	u->began = hex;
	tell(g, "enter", FACTS(fact_text("unit", u->id), fact_hex("hex", hex),
	    cc_fact_if(g, "ordered", true)));
	if (l != NULL)
		cc_tell_attached(g, l, u, true);
	cc_check_held(g);
}

static void
enter_leader(struct game *g, struct cc_leader *l, int hex)
{
	struct cc_unit *u = cc_unit_at(cc_state(g), hex);

	cc_put_leader(cc_state(g), l, hex, CC_BOARD);
	l->ordered = true;
	l->moved = 1;
	cc_leader_begins(g, l);
	tell(g, "enter", FACTS(fact_text("unit", l->id),
	    fact_hex("hex", hex), cc_fact_if(g, "ordered", true)));
	if (u != NULL)
		cc_tell_attached(g, l, u, true);
}

/* [scenario.late-entry] Dara: ordered by a card of the left section */
const char *
cc_cannot_enter(struct game *g, const struct cc_unit *u,
    const struct cc_leader *l, int hex)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int side = s->active;
	const char *why;

	if (!d->enters_by_card[side] ||
	    (u ? u->status : l->status) != CC_RESERVE ||
	    (u ? u->side : l->side) != side)
		return "enter.not-waiting";
	if (!(u ? u->ordered : l->ordered) &&
	    (why = cc_muster_late(g, side, u, l)) != NULL)
		return why;
	if (!is_entry_hex(g, side, hex))
		return why_not(g, "enter.hex", FACTS(fact_hex("hex", hex)));
	if (u ? !cc_can_stand(d, s, u, hex) :
	    !cc_leader_can_stand(d, s, l, hex))
		return why_not(g, "enter.stand", FACTS(fact_hex("hex", hex)));
	return NULL;
}

const char *
cc_try_enter(struct game *g, const char *id, const char *where)
{
	struct cc *s = cc_state(g);
	struct cc_unit *u = cc_find_unit(s, id);
	struct cc_leader *l = u ? NULL : cc_find_leader(s, id);
	int hex = hex_parse(game_grid(g), where);
	const char *why = cc_cannot_enter(g, u, l, hex);

	if (why == NULL && u != NULL)
		enter_unit(g, u, hex);
	else if (why == NULL)
		enter_leader(g, l, hex);
	return why;
}
