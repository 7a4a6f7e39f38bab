/* evasion.c: units that evade, leaders that must, and their escapes
 * [evade.*, leader.evade, leader.escape] */
#include "systems/cc_medieval/retreat.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

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
		if (!cc_open_hex(g, u, first[i], &joins))
			continue;
		if (joins) {
			out[n++] = (struct evasion){ { first[i], HEX_NONE } };
			continue;
		}
		cc_homeward(cc_data(g), u->side, first[i], second);
		for (int k = 0; k < 2; k++)
			if (cc_open_hex(g, u, second[k], &joins))
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

		option_add(&q, i, game_unread(g) ? "" : e[i].hex[1] == HEX_NONE ?
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
	int last = way[1] == HEX_NONE ? 0 : 1;

	for (int i = 0; i <= last; i++) {
		cc_add_hex(g, path, way[i]);
		if (i < last && !cc_is_marsh(g, way[i]))
			continue;
		cc_go_leg(g, "evade", u, way[i], path, 0);
		path = node_array(game_arena(g));
		if (cc_marsh_roll(g, u, way[i]))
			return;
	}
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
	int faces[CC_DICE_MAX], n = d->sort[u->type].dice;
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
			cc_put_leader(s, l, HEX_NONE, CC_EXITED);
			break;
		}
		cc_add_hex(g, path, way->hex[i]);
		cc_put_leader(s, l, way->hex[i], CC_BOARD);
		u = cc_unit_at(s, l->hex);
		if (i == way->n - 1 && !cc_leader_can_stand(d, s, l, l->hex)) {
			cc_eliminate_leader(g, l, "leader");
			return;
		}
		if (u != NULL && u->side != l->side && struck(g, l, u))
			return;
		if (cc_leader_marsh_roll(g, l, l->hex))
			return;
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

	for (int i = 0; i < way->n && !game_unread(g); i++)
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
