/* banners.c: banners and tokens, the start of a turn, the special rules
 * [end.victory-is-instant, inspired.*, scenario.*] */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* Units and leaders of a side that are lost, or units on hills. */
static int
count_units(struct game *g, int side, int status, bool hills)
{
	struct cc *s = cc_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		n += s->unit[i].side == side && s->unit[i].status == status &&
		    (!hills || cc_terrain_at(cc_data(g), s,
		    s->unit[i].hex) == CC_HILL);
	return n;
}

static int
lost_leaders(const struct cc *s, int side)
{
	int n = 0;

	for (int i = 0; i < s->nleaders; i++)
		n += s->leader[i].side == side &&
		    s->leader[i].status == CC_ELIMINATED;
	return n;
}

/* The winner's banners by what they are for, or the units on the hills. */
void
cc_end_win(struct game *g, int side, const char *why)
{
	struct cc *s = cc_state(g);
	const struct cc_side *x = &s->side[side];
	int enemy = cc_enemy(side);
	int units = count_units(g, enemy, CC_ELIMINATED, false);
	int leaders = lost_leaders(s, enemy);
	int others = x->banners - units - leaders;
	const char *result = arena_printf(game_arena(g), "%s victory",
	    game_side(g, side));

	if (strcmp(why, "hills") == 0)
		tell(g, "victory", FACTS(fact_side("side", side),
		    fact_text("result", result), fact_text("why", why),
		    fact_number("own", count_units(g, side, CC_BOARD, true)),
		    fact_number("enemy", count_units(g, enemy, CC_BOARD,
		    true))));
	else
		tell(g, "victory", FACTS(fact_side("side", side),
		    fact_text("result", result), fact_text("why", why),
		    fact_number("banners", x->banners + x->held),
		    fact_number("needed", s->banners),
		    fact_number("units", units),
		    fact_number("leaders", leaders),
		    fact_number("others", others > 0 ? others : 0),
		    fact_number("held", x->held)));
	finish(g, result);
}

static void
check_victory(struct game *g, int side)
{
	struct cc *s = cc_state(g);

	if (s->side[side].banners + s->side[side].held >= s->banners)
		cc_end_win(g, side, "banners");
}

void
cc_win_banners(struct game *g, int side, int n, const char *why)
{
	struct cc *s = cc_state(g);

	s->side[side].banners += n;
	tell(g, "banner", FACTS(fact_side("side", side),
	    fact_number("change", n), fact_number("banners",
	    s->side[side].banners + s->side[side].held),
	    fact_text("why", why)));
	check_victory(g, side);
}

/* [scenario.scout-banner] not the one that wins */
bool
cc_may_take_banner(const struct cc *s, int side)
{
	return s->side[side].banners + s->side[side].held + 1 < s->banners;
}

/* There are only so many tokens in the box. */
void
cc_change_tokens(struct game *g, int side, int n, const char *why)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int all = 0;

	for (int i = 0; i < d->nsides; i++)
		all += s->side[i].tokens;
	if (n > 0 && all + n > d->tokens)
		n = d->tokens - all;
	if (n == 0)
		return;
	s->side[side].tokens += n;
	tell(g, "token", FACTS(fact_side("side", side),
	    fact_number("change", n),
	    fact_number("tokens", s->side[side].tokens),
	    fact_text("why", why)));
}

/* [inspired.one-token-own-turn-one-opponents] NULL, or why not */
const char *
cc_cannot_spend(const struct cc *s, int side)
{
	if (s->side[side].tokens == 0)
		return "token.none";
	if (s->side[side].spent)
		return "token.spent";
	return NULL;
}

bool
cc_may_spend(const struct cc *s, int side)
{
	return cc_cannot_spend(s, side) == NULL;
}

void
cc_spend_token(struct game *g, int side, const char *why)
{
	cc_state(g)->side[side].spent = true;
	cc_change_tokens(g, side, -1, why);
}

/* --------------------------------------------------------- special rules */

static bool
hooked(const struct node *r, const char *hook)
{
	const char *s = node_str(r, "hook");

	return s != NULL && strcmp(s, hook) == 0;
}

static int
units_on(struct game *g, int side, const struct node *hexes)
{
	struct cc *s = cc_state(g);
	int n = 0;

	for (const struct node *c = hexes ? hexes->child : NULL; c;
	    c = c->next) {
		const struct cc_unit *u = cc_unit_at(s, hex_parse(game_grid(g),
		    c->s));

		if (u != NULL && u->side == side)
			n++;
	}
	return n;
}

static bool
holds_alone(struct game *g, int side, const struct node *hexes)
{
	return units_on(g, side, hexes) > 0 &&
	    units_on(g, cc_enemy(side), hexes) == 0;
}

static void
set_held(struct game *g, int side, int held)
{
	struct cc *s = cc_state(g);
	int change = held - s->side[side].held;

	s->side[side].held = held;
	tell(g, "banner", FACTS(fact_side("side", side),
	    fact_number("change", change), fact_number("banners",
	    s->side[side].banners + held), fact_text("why", "hexes-held")));
	check_victory(g, side);
}

/*
 * [scenario.victory-banners-for-hexes] at the start of a side's turn it gains
 * what it alone holds; whoever does not hold them any more has lost them.
 */
static void
hold_hexes(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int held[GAME_SIDES] = { 0 };

	for (const struct node *r = d->rules ? d->rules->child : NULL; r;
	    r = r->next) {
		const struct node *hexes = node_array_of(r, "hexes");
		int n = (int)node_integer(r, "banners", 1);

		if (!hooked(r, "hold-hexes"))
			continue;
		for (int i = 0; i < d->nsides; i++)
			if (holds_alone(g, i, hexes) && (i == s->active ||
			    s->side[i].held > 0))
				held[i] += n;
	}
	for (int i = 0; i < d->nsides; i++)
		if (held[i] != s->side[i].held)
			set_held(g, i, held[i]);
}

/* A side that does not hold all its hexes alone any more loses the banners. */
void
cc_check_held(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	for (int i = 0; i < d->nsides; i++) {
		int held = 0;

		if (s->side[i].held == 0)
			continue;
		for (const struct node *r = d->rules ? d->rules->child : NULL;
		    r; r = r->next)
			if (hooked(r, "hold-hexes") && holds_alone(g, i,
			    node_array_of(r, "hexes")))
				held += (int)node_integer(r, "banners", 1);
		if (held < s->side[i].held)
			set_held(g, i, held);
	}
}

/* [scenario.camp-capture] */
static void
camps(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	if (!d->camp_banner[s->active])
		return;
	for (int h = 0; h < hex_count(&d->map.grid); h++) {
		const struct cc_unit *u;
		struct question q = question(g, s->active, "camp");

		if (cc_terrain_at(d, s, h) != CC_CAMP ||
		    d->owner[h] == s->active || s->nopened == CC_OPENED)
			continue;
		u = cc_unit_at(s, h);
		if (u == NULL || u->side != s->active)
			continue;
		question_fact(&q, fact_hex("hex", h));
		option_add(&q, 1, "yes");
		option_add(&q, 0, "no");
		if (ask(g, &q) == 0)
			continue;
		s->opened[s->nopened++] = h;
		tell(g, "camp", FACTS(fact_text("unit", u->id),
		    fact_hex("hex", h)));
		cc_win_banners(g, s->active, 1, "camp");
	}
}

/* [scenario.sudden-death-hills] more of one's units on the hills */
static void
sudden_death(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	if (d->sudden_hills[s->active] &&
	    count_units(g, s->active, CC_BOARD, true) >
	    count_units(g, cc_enemy(s->active), CC_BOARD, true))
		cc_end_win(g, s->active, "hills");
}

/* The hex itself, or a free one next to it. */
static void
place_late(struct game *g, struct cc_unit *u, int hex)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, u->side, "enter");
	int to = HEX_NONE;

	if (cc_unit_at(s, hex) == NULL && cc_leader_at(s, hex) == NULL &&
	    cc_passable(d, s, u->side, hex)) {
		to = hex;
	} else {
		question_fact(&q, fact_text("unit", u->id));
		for (int k = 0; k < HEX_DIRS; k++) {
			int h = hex_step(&d->map.grid, hex, k);

			if (h != HEX_NONE && cc_unit_at(s, h) == NULL &&
			    cc_leader_at(s, h) == NULL &&
			    cc_passable(d, s, u->side, h))
				option_hex(&q, h);
		}
		if (q.n > 0)
			to = ask(g, &q);
	}
	if (to == HEX_NONE)
		return;
	cc_put_unit(s, u, to, CC_BOARD);
	tell(g, "enter", FACTS(fact_text("unit", u->id),
	    fact_hex("hex", to)));
	cc_check_held(g);
}

/* [scenario.late-entry] Tricamarum's light cavalry */
static void
late_entries(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	for (const struct node *r = d->rules ? d->rules->child : NULL; r;
	    r = r->next) {
		const struct node *list = node_array_of(r, "units");
		const char *side = node_str(r, "side");

		if (!hooked(r, "enter-after-banners") || side == NULL ||
		    strcmp(side, d->side[s->active]) != 0 ||
		    s->side[s->active].banners + s->side[s->active].held <
		    node_integer(r, "banners", 99))
			continue;
		for (const struct node *c = list ? list->child : NULL; c;
		    c = c->next) {
			const char *id = node_str(c, "unit");
			const char *hex = node_str(c, "hex");
			struct cc_unit *u = id ? cc_find_unit(s, id) : NULL;

			if (u != NULL && hex != NULL &&
			    u->status == CC_RESERVE)
				place_late(g, u, hex_parse(game_grid(g),
				    hex));
		}
	}
}

static void
clear_turn(struct cc *s)
{
	for (int i = 0; i < s->nunits; i++) {
		struct cc_unit *u = &s->unit[i];

		u->ordered = u->idle = u->stopped = u->charge = false;
		u->fought = u->bonus = u->wet = u->again = false;
		u->joined = u->aside = false;
		u->moved = u->fired = 0;
		u->began = u->targethex = HEX_NONE;
		memset(u->target, 0, sizeof u->target);
	}
	for (int i = 0; i < s->nleaders; i++) {
		s->leader[i].ordered = false;
		s->leader[i].moved = 0;
		s->leader[i].began = HEX_NONE;
	}
	for (int i = 0; i < GAME_SIDES; i++) {
		s->side[i].spent = false;
		s->side[i].replace = 0;
	}
	s->played = CC_NO_CARD;
	s->action = CC_NO_ACTION;
	s->one = s->scouted = s->taken = s->gains = false;
}

void
cc_start_phase(struct game *g)
{
	struct cc *s = cc_state(g);

	clear_turn(s);
	tell(g, "turn", FACTS(fact_number("turn", s->turn),
	    fact_side("side", s->active)));
	hold_hexes(g);
	sudden_death(g);
	camps(g);
	late_entries(g);
}

/* [scenario.first-player-by-dice] most helmets, ties rolled again */
void
cc_first_phase(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int n[GAME_SIDES];

	do {
		for (int i = 0; i < d->nsides; i++) {
			n[i] = 0;
			for (int k = 0; k < s->side[i].command; k++)
				if (roll(g, 6, "first %s die %d",
				    game_side(g, i), k + 1) == CC_HELMET)
					n[i]++;
		}
		tell(g, "first", FACTS(fact_side("side", n[0] == n[1] ? -1 :
		    n[0] > n[1] ? 0 : 1), fact_number(d->side[0], n[0]),
		    fact_number(d->side[1], n[1])));
	} while (n[0] == n[1]);
	s->active = n[0] > n[1] ? 0 : 1;
}
