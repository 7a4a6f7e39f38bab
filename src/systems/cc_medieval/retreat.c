/* retreat.c: losses, leader checks, flags, retreats, evasion
 * [retreat.*, morale.*, leader.*, evade.*] */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* --------------------------------------------------------------- losses */

void
cc_eliminate_leader(struct game *g, struct cc_leader *l, const char *why)
{
	int hex = l->hex;

	l->status = CC_ELIMINATED;
	l->hex = HEX_NONE;
	tell(g, "eliminated", FACTS(fact_text("leader", l->id),
	    fact_side("side", l->side), fact_hex("hex", hex)));
	cc_win_banners(g, cc_enemy(l->side), 1, why);
}

/* [leader.casualty-two-symbols, leader.casualty-unit-eliminated] */
static void
check_leader(struct game *g, struct cc_leader *l, bool alone)
{
	const struct cc_data *d = cc_data(g);
	int n = alone ? d->alone_dice : d->check_dice, faces[8];
	int needed = alone ? 1 : d->check_helmets;
	bool lost;

	for (int i = 0; i < n; i++)
		faces[i] = roll(g, 6, "check %s die %d", l->id, i + 1);
	lost = cc_count_faces(faces, n, CC_HELMET) >= needed;
	tell(g, "check", FACTS(fact_text("leader", l->id),
	    fact_node("faces", cc_faces_node(g, faces, n)),
	    fact_text("result", lost ? "lost" : "safe")));
	if (lost)
		cc_eliminate_leader(g, l, "leader");
}

static void
eliminate_unit(struct game *g, struct cc_unit *u)
{
	int hex = u->hex;

	u->status = CC_ELIMINATED;
	u->hex = HEX_NONE;
	u->blocks = 0;
	tell(g, "eliminated", FACTS(fact_text("unit", u->id),
	    fact_side("side", u->side), fact_hex("hex", hex)));
	cc_win_banners(g, cc_enemy(u->side), 1, "unit");
}

/*
 * Blocks go; the leader with the unit is checked once in a combat, and evades
 * where his unit is gone.
 */
void
cc_lose_blocks(struct game *g, struct cc_unit *u, int n, struct cc_fate *fate)
{
	struct cc *s = cc_state(g);
	struct cc_leader *l = cc_attached(s, u);
	int hex = u->hex;

	if (n > u->blocks)
		n = u->blocks;
	if (n == 0)
		return;
	u->blocks -= n;
	tell(g, "hit", FACTS(fact_text("unit", u->id), fact_number("lost", n),
	    fact_number("left", u->blocks), fact_hex("hex", hex)));
	if (u->blocks == 0) {
		eliminate_unit(g, u);
		fate->gone = fate->left = true;
	}
	if (l == NULL)
		return;
	if (!fate->checked) {
		fate->checked = true;
		check_leader(g, l, fate->gone);
	}
	if (fate->gone && cc_leader_on_board(l))
		cc_leader_evade(g, l);
}

/* -------------------------------------------------------------- retreats */

/* May a retreating unit enter?  A lone leader of its own takes it in. */
static bool
open_hex(struct game *g, const struct cc_unit *u, int hex, bool *joins)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	const struct cc_leader *l;

	*joins = false;
	if (hex == HEX_NONE || !cc_passable(d, s, u->side, hex) ||
	    cc_unit_at(s, hex) != NULL)
		return false;
	l = cc_leader_at(s, hex);
	if (l == NULL)
		return true;
	*joins = l->side == u->side && cc_attached(s, u) == NULL;
	return *joins;
}

/* How many of `n` hexes can be retreated from here at best. */
static int
best_retreat(struct game *g, const struct cc_unit *u, int hex, int n)
{
	int to[2], best = 0;

	if (n == 0)
		return 0;
	cc_homeward(cc_data(g), u->side, hex, to);
	for (int k = 0; k < 2; k++) {
		bool joins;
		int x;

		if (!open_hex(g, u, to[k], &joins))
			continue;
		x = joins ? n : 1 + best_retreat(g, u, to[k], n - 1);
		if (x > best)
			best = x;
	}
	return best;
}

/* One hex of the way, the owner choosing between equally good ones. */
static int
retreat_step(struct game *g, const struct cc_unit *u, int hex, int n)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, u->side, "retreat");
	int to[2], best = best_retreat(g, u, hex, n);

	if (best == 0)
		return HEX_NONE;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", hex));
	question_fact(&q, fact_number("left", n));
	cc_homeward(d, u->side, hex, to);
	for (int k = 0; k < 2; k++) {
		bool joins;

		if (!open_hex(g, u, to[k], &joins) || (joins ? n :
		    1 + best_retreat(g, u, to[k], n - 1)) < best)
			continue;
		option_hex(&q, to[k]);
		option_attr(&q, "enemies", cc_units_adjacent(d, s,
		    cc_enemy(u->side), to[k]));
		option_attr(&q, "friends", cc_units_adjacent(d, s, u->side,
		    to[k]));
	}
	return ask(g, &q);
}

static void
add_hex(struct game *g, struct node *list, int hex)
{
	node_add(game_arena(g), list, NULL, node_string(game_arena(g),
	    game_hex(g, hex)));
}

/* [retreat.*] n hexes toward its own baseline; a block for each it cannot go */
static void
retreat(struct game *g, struct cc_unit *u, int n, struct cc_fate *fate)
{
	struct node *path = node_array(game_arena(g));
	int from = u->hex, here = u->hex, left = n;
	int marsh[16], nmarsh = 0;
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	while (left > 0) {
		bool joins = false;
		int to = retreat_step(g, u, here, left);

		if (to == HEX_NONE)
			break;
		open_hex(g, u, to, &joins);
		add_hex(g, path, to);
		if (d->ground[cc_terrain_at(d, s, to)].marsh && nmarsh < 16)
			marsh[nmarsh++] = to;
		here = to;
		left = joins ? 0 : left - 1;
	}
	tell(g, "retreat", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", here),
	    fact_node("path", path), fact_number("lost", left)));
	if (here != from) {
		fate->left = true;
		cc_move_unit(g, u, here);
	}
	for (int i = 0; i < nmarsh && !fate->gone; i++)
		fate->gone = cc_marsh_roll(g, u, marsh[i]);
	if (left > 0 && !fate->gone)
		cc_lose_blocks(g, u, left, fate);
}

/* ----------------------------------------------------------------- flags */

/* [morale.support-two-units, morale.lone-leader-supports] */
static bool
supported(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	int n = cc_units_adjacent(d, s, u->side, u->hex);

	if (cc_attached(s, u) == NULL)
		for (int i = 0; i < s->nleaders; i++)
			if (s->leader[i].side == u->side &&
			    cc_leader_on_board(&s->leader[i]) &&
			    cc_unit_at(s, s->leader[i].hex) == NULL &&
			    hex_adjacent(&d->map.grid, s->leader[i].hex,
			    u->hex))
				n++;
	return n >= 2;
}

/* [morale.terrain] */
static bool
terrain_steadies(struct game *g, const struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	int t = cc_terrain_at(d, cc_state(g), u->hex);

	return (d->ground[t].flag == CC_FLAG_FOOT && cc_is_foot(d, u)) ||
	    (d->ground[t].flag == CC_FLAG_OWNER && d->owner[u->hex] ==
	    u->side);
}

/* How many flags the unit may ignore [morale.*] */
static int
may_ignore(struct game *g, const struct cc_unit *u, bool full)
{
	struct cc *s = cc_state(g);
	int n = 0;

	if (cc_attached(s, u) != NULL)
		n += drm(g, 1, "morale.leader");
	if (supported(g, u))
		n += drm(g, 1, "morale.support-two-units");
	if (terrain_steadies(g, u))
		n += drm(g, 1, "morale.terrain");
	if (u->type == CC_W && full)
		n += drm(g, 1, "morale.warrior");
	if (cc_data(g)->city[u->hex])
		n += drm(g, 1, "scenario.city");
	return n;
}

/* [morale.choice-to-accept] how many of those that may be are ignored */
static int
ask_ignored(struct game *g, const struct cc_unit *u, int flags, int may)
{
	struct question q = question(g, u->side, "flags");
	int most = may < flags ? may : flags;

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", cc_type_names[u->type]));
	question_fact(&q, fact_number("flags", flags));
	question_fact(&q, fact_number("may-ignore", may));
	for (int i = 0; i <= most; i++) {
		option_add(&q, i, arena_printf(game_arena(g), "%d", i));
		option_attr(&q, "ignored", i);
	}
	return ask(g, &q);
}

/* [morale.bravery-token] */
static bool
is_brave(struct game *g, const struct cc_unit *u, int flags)
{
	struct cc *s = cc_state(g);
	struct question q = question(g, u->side, "bravery");

	if (!cc_may_spend(s, u->side))
		return false;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", cc_type_names[u->type]));
	question_fact(&q, fact_number("blocks", u->blocks));
	question_fact(&q, fact_number("flags", flags));
	option_add(&q, 1, "yes");
	option_decline(&q, "none");
	if (window(g, &q) != 1)
		return false;
	cc_spend_token(g, u->side, "bravery");
	return true;
}

void
cc_apply_flags(struct game *g, struct cc_unit *u, int flags, bool full,
    struct cc_fate *fate)
{
	int may, ignored = 0;

	if (flags == 0 || fate->gone)
		return;
	may = may_ignore(g, u, full);
	if (may > 0)
		ignored = ask_ignored(g, u, flags, may);
	if (ignored > 0)
		tell(g, "ignored", FACTS(fact_text("unit", u->id),
		    fact_number("flags", flags),
		    fact_number("ignored", ignored)));
	else
		mod_forget(g);
	if (ignored < flags && is_brave(g, u, flags - ignored)) {
		ignored++;
		tell(g, "ignored", FACTS(fact_text("unit", u->id),
		    fact_number("flags", flags),
		    fact_number("ignored", ignored)));
	}
	if (flags > ignored)
		retreat(g, u, (flags - ignored) *
		    cc_data(g)->sort[u->type].retreat, fate);
}

/* ---------------------------------------------------------------- evasion */

/* [evade.eligibility] */
static bool
may_evade(struct game *g, const struct cc_unit *u, const struct cc_unit *by)
{
	const struct cc_data *d = cc_data(g);
	const struct cc_sort *x = &d->sort[u->type];

	return x->evades_all || (x->evades_foot && cc_is_foot(d, by)) ||
	    (x->evades_heavy && (by->type == CC_HC || by->type == CC_SHC));
}

struct evasion {
	int hex[2];
};

/* [evade.two-hexes-or-not-at-all, evade.onto-lone-leader] */
static int
evasions(struct game *g, const struct cc_unit *u, struct evasion *out)
{
	int first[2], second[2], n = 0;
	bool joins;

	cc_homeward(cc_data(g), u->side, u->hex, first);
	for (int i = 0; i < 2; i++) {
		if (!open_hex(g, u, first[i], &joins))
			continue;
		if (joins) {
			out[n++] = (struct evasion){ { first[i], HEX_NONE } };
			continue;
		}
		cc_homeward(cc_data(g), u->side, first[i], second);
		for (int k = 0; k < 2; k++)
			if (open_hex(g, u, second[k], &joins))
				out[n++] = (struct evasion){ { first[i],
				    second[k] } };
	}
	return n;
}

bool
cc_offer_evade(struct game *g, struct cc_unit *u, struct cc_unit *by, int dice,
    int way[2])
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, u->side, "evade");
	struct evasion e[4];
	int n, picked;

	if (!may_evade(g, u, by) || (n = evasions(g, u, e)) == 0)
		return false;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", cc_type_names[u->type]));
	question_fact(&q, fact_number("blocks", u->blocks));
	question_fact(&q, fact_text("attacker", by->id));
	question_fact(&q, fact_text("attacker-type",
	    cc_type_names[by->type]));
	question_fact(&q, fact_number("dice", dice));
	for (int i = 0; i < n; i++) {
		int last = e[i].hex[1] == HEX_NONE ? e[i].hex[0] :
		    e[i].hex[1];

		option_add(&q, i, e[i].hex[1] == HEX_NONE ?
		    game_hex(g, e[i].hex[0]) : arena_printf(game_arena(g),
		    "%s %s", game_hex(g, e[i].hex[0]),
		    game_hex(g, e[i].hex[1])));
		q.option[q.n - 1].hex = last;
		option_attr(&q, "enemies", cc_units_adjacent(d, s,
		    cc_enemy(u->side), last));
		option_attr(&q, "wish", d->sort[u->type].evades_all &&
		    dice >= 3 ? 1 : -1);
	}
	option_decline(&q, "none");
	option_attr(&q, "wish", 0);
	picked = ask(g, &q);
	if (picked < 0)
		return false;
	memcpy(way, e[picked].hex, 2 * sizeof *way);
	return true;
}

void
cc_evade_move(struct game *g, struct cc_unit *u, const int way[2])
{
	struct node *path = node_array(game_arena(g));
	int from = u->hex, to = way[1] == HEX_NONE ? way[0] : way[1];
	bool gone = false;

	add_hex(g, path, way[0]);
	if (way[1] != HEX_NONE)
		add_hex(g, path, way[1]);
	tell(g, "evade", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", to),
	    fact_node("path", path)));
	cc_move_unit(g, u, to);
	for (int i = 0; i < 2 && !gone; i++)
		if (way[i] != HEX_NONE)
			gone = cc_marsh_roll(g, u, way[i]);
}

/* ---------------------------------------------------------- leaders evade */

#define OFF_BOARD (-2)

struct flight {
	int n, hex[4];		/* the last may be OFF_BOARD */
};

/*
 * Every way of one to three hexes toward his own side; `doomed` ways end
 * where he may not, for one who has no other.
 */
static void
flights(struct game *g, const struct cc_leader *l, bool doomed,
    struct flight *way, struct flight *out, int *n, int max)
{
	const struct cc_data *d = cc_data(g);
	int here = way->n ? way->hex[way->n - 1] : l->hex, to[2];

	if (way->n == d->leader_evade || way->n == 3 || *n == max)
		return;
	if (cc_on_baseline(d, l->side, here)) {
		out[*n] = *way;
		out[*n].hex[out[*n].n++] = OFF_BOARD;
		++*n;
		return;
	}
	cc_homeward(d, l->side, here, to);
	for (int k = 0; k < 2 && *n < max; k++) {
		if (to[k] == HEX_NONE ||
		    !cc_passable(d, cc_state(g), l->side, to[k]))
			continue;
		way->hex[way->n++] = to[k];
		if (doomed ? way->n == d->leader_evade || way->n == 3 :
		    cc_leader_can_stand(d, cc_state(g), l, to[k]))
			out[(*n)++] = *way;
		flights(g, l, doomed, way, out, n, max);
		way->n--;
	}
}

/* [leader.escape] the enemy in the hex strikes at him; true if he is lost */
static bool
struck(struct game *g, struct cc_leader *l, struct cc_unit *u)
{
	const struct cc_data *d = cc_data(g);
	int faces[8], n = d->sort[u->type].dice;
	bool lost;

	if (u->type == CC_W && u->blocks == u->full)
		n++;
	for (int i = 0; i < n; i++)
		faces[i] = roll(g, 6, "escape %s at %s die %d", u->id, l->id,
		    i + 1);
	lost = cc_count_faces(faces, n, CC_HELMET) > 0;
	tell(g, "escape", FACTS(fact_text("leader", l->id),
	    fact_text("unit", u->id),
	    fact_node("faces", cc_faces_node(g, faces, n)),
	    fact_text("result", lost ? "lost" : "safe")));
	if (lost)
		cc_eliminate_leader(g, l, "leader");
	return lost;
}

static void
fly(struct game *g, struct cc_leader *l, const struct flight *way)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct node *path = node_array(game_arena(g));
	int from = l->hex;
	struct cc_unit *u;

	for (int i = 0; i < way->n; i++) {
		if (way->hex[i] == OFF_BOARD) {
			l->status = CC_EXITED;
			l->hex = HEX_NONE;
			break;
		}
		add_hex(g, path, way->hex[i]);
		l->hex = way->hex[i];
		u = cc_unit_at(s, l->hex);
		if (i == way->n - 1 && !cc_leader_can_stand(d, s, l, l->hex)) {
			cc_eliminate_leader(g, l, "leader");
			return;
		}
		if (u != NULL && u->side != l->side && struck(g, l, u))
			return;
		if (d->ground[cc_terrain_at(d, s, l->hex)].marsh &&
		    roll(g, 6, "marsh %s in %s", l->id, game_hex(g,
		    l->hex)) == CC_HELMET) {
			cc_eliminate_leader(g, l, "marsh");
			return;
		}
	}
	tell(g, "evade", FACTS(fact_text("leader", l->id),
	    fact_hex("from", from), fact_hex("to", l->hex),
	    fact_node("path", path), fact_node("off", l->hex == HEX_NONE ?
	    node_bool(game_arena(g), true) : NULL)));
	if (cc_leader_on_board(l) && (u = cc_unit_at(s, l->hex)) != NULL)
		tell(g, "attach", FACTS(fact_text("leader", l->id),
		    fact_text("unit", u->id), fact_hex("hex", l->hex)));
}

/* Does the way meet no enemy? */
static bool
is_free(struct game *g, const struct cc_leader *l, const struct flight *way)
{
	for (int i = 0; i < way->n; i++) {
		const struct cc_unit *u = way->hex[i] == OFF_BOARD ? NULL :
		    cc_unit_at(cc_state(g), way->hex[i]);

		if (u != NULL && u->side != l->side)
			return false;
	}
	return true;
}

static const char *
flight_text(struct game *g, const struct flight *way)
{
	const char *text = "";

	for (int i = 0; i < way->n; i++)
		text = arena_printf(game_arena(g), "%s%s%s", text,
		    i ? " " : "", way->hex[i] == OFF_BOARD ? "off" :
		    game_hex(g, way->hex[i]));
	return text;
}

/* [leader.evade, leader.evade-off-board, leader.no-evade-path-eliminated] */
void
cc_leader_evade(struct game *g, struct cc_leader *l)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);
	struct question q = question(g, l->side, "leader-evade");
	struct flight way = { .n = 0 }, list[40];
	bool off = false;
	int n = 0;

	flights(g, l, false, &way, list, &n, 40);
	if (n == 0)
		flights(g, l, true, &way, list, &n, 40);
	if (n == 0) {
		cc_eliminate_leader(g, l, "leader");
		return;
	}
	question_fact(&q, fact_text("leader", l->id));
	question_fact(&q, fact_hex("hex", l->hex));
	for (int i = 0; i < n; i++) {
		int last = list[i].hex[list[i].n - 1];

		if (last == OFF_BOARD && is_free(g, l, &list[i])) {
			if (!off)
				option_add(&q, i, "off");
			off = true;
			continue;
		}
		option_add(&q, i, flight_text(g, &list[i]));
		if (last == OFF_BOARD)
			continue;
		q.option[q.n - 1].hex = last;
		option_attr(&q, "enemies", cc_units_adjacent(d, s,
		    cc_enemy(l->side), last));
		option_attr(&q, "friends", cc_units_adjacent(d, s, l->side,
		    last) + (cc_unit_at(s, last) ? 2 : 0));
		option_attr(&q, "length", list[i].n);
	}
	fly(g, l, &list[ask(g, &q)]);
}
