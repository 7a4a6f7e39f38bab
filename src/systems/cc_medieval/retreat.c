/* retreat.c: losses, leader checks, flags, retreats
 * [retreat.*, morale.*, leader.casualty-*] */
#include "systems/cc_medieval/retreat.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* --------------------------------------------------------------- losses */

void
cc_eliminate_leader(struct game *g, struct cc_leader *l, const char *why)
{
	int hex = l->hex;

	cc_put_leader(cc_state(g), l, HEX_NONE, CC_ELIMINATED);
	tell(g, "eliminated", FACTS(fact_text("leader", l->id),
	    fact_side("side", l->side), fact_hex("hex", hex)));
	cc_win_banners(g, cc_enemy(l->side), 1, why);
}

/* [leader.casualty-two-symbols, leader.casualty-unit-eliminated] */
static void
check_leader(struct game *g, struct cc_leader *l, bool alone)
{
	const struct cc_data *d = cc_data(g);
	int n = alone ? d->alone_dice : d->check_dice, faces[CC_DICE_MAX];
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

	cc_put_unit(cc_state(g), u, HEX_NONE, CC_ELIMINATED);
	u->blocks = 0;
	tell(g, "eliminated", FACTS(fact_text("unit", u->id),
	    fact_side("side", u->side), fact_hex("hex", hex)));
	cc_check_held(g);
	cc_win_banners(g, cc_enemy(u->side), 1, "unit");
}

/*
 * Blocks go; the leader with the unit is checked once in a combat
 * [leader.one-check-per-combat], and evades where his unit is gone.
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
bool
cc_open_hex(struct game *g, const struct cc_unit *u, int hex, bool *joins)
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

		if (!cc_open_hex(g, u, to[k], &joins))
			continue;
		x = joins ? n : 1 + best_retreat(g, u, to[k], n - 1);
		if (x > best)
			best = x;
	}
	return best;
}

/*
 * The rest of a retreat, hex by hex.  So many hexes have every way listed; of
 * longer ones, which multiply, one for each hex where they end, that with the
 * fewest marshes.
 */
#define WAY_HEXES 4
#define WAYS (1 << WAY_HEXES)
#define WAY_MOST 24
struct way {
	int n, hex[WAY_MOST];
};

struct way_list {
	struct way way[WAYS];
	int n;
	bool by_end;
};

/* Is it one of the hexes by which as few blocks as possible are lost? */
static bool
leads_on(struct game *g, const struct cc_unit *u, int to, int n, int best,
    bool *joins)
{
	return cc_open_hex(g, u, to, joins) && (*joins ? n :
	    1 + best_retreat(g, u, to, n - 1)) == best;
}

static int
marshes(struct game *g, const struct way *w)
{
	int n = 0;

	for (int i = 0; i < w->n; i++)
		n += cc_is_marsh(g, w->hex[i]);
	return n;
}

static void
list_way(struct game *g, struct way_list *list, const struct way *w)
{
	for (int i = 0; i < list->n && list->by_end; i++) {
		struct way *x = &list->way[i];

		if (x->hex[x->n - 1] != w->hex[w->n - 1])
			continue;
		if (marshes(g, w) < marshes(g, x))
			*x = *w;
		return;
	}
	if (list->n < WAYS)
		list->way[list->n++] = *w;
}

/* Every such way of n hexes, or as far as it goes. */
static void
whole_ways(struct game *g, const struct cc_unit *u, int hex, int n,
    struct way *so_far, struct way_list *list)
{
	int to[2], best = best_retreat(g, u, hex, n);

	if (best == 0 || so_far->n == WAY_MOST) {
		list_way(g, list, so_far);
		return;
	}
	cc_homeward(cc_data(g), u->side, hex, to);
	for (int k = 0; k < 2; k++) {
		bool joins;

		if (!leads_on(g, u, to[k], n, best, &joins))
			continue;
		so_far->hex[so_far->n++] = to[k];
		whole_ways(g, u, to[k], joins ? 0 : n - 1, so_far, list);
		so_far->n--;
	}
}

static void
retreat_option(struct game *g, struct question *q, const struct cc_unit *u,
    int value, const char *text, int first, int last)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	option_add(q, value, text);
	q->option[q->n - 1].hex = last;
	option_attr(q, "enemies", cc_units_adjacent(d, s, cc_enemy(u->side),
	    first));
	option_attr(q, "friends", cc_units_adjacent(d, s, u->side, first));
}

static const char *
way_text(struct game *g, const struct way *w)
{
	const char *text = "";

	for (int i = 0; i < w->n && !game_unread(g); i++)
		text = arena_printf(game_arena(g), "%s%s%s", text, i ? " " : "",
		    game_hex(g, w->hex[i]));
	return text;
}

/*
 * The owner chooses between ways that are equally good: the next hex, or all
 * that is left of the way at once.
 */
static struct way
choose_way(struct game *g, const struct cc_unit *u, int hex, int n)
{
	struct question q = question(g, u->side, "retreat");
	struct way_list list = { .n = 0, .by_end = n > WAY_HEXES };
	struct way way = { .n = 0 };
	int to[2], picked, best = best_retreat(g, u, hex, n);
	bool joins;

	if (best == 0)
		return way;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", hex));
	question_fact(&q, fact_number("left", n));
	cc_homeward(cc_data(g), u->side, hex, to);
	for (int k = 0; k < 2; k++)
		if (leads_on(g, u, to[k], n, best, &joins))
			retreat_option(g, &q, u, WAYS + k, game_hex(g, to[k]),
			    to[k], to[k]);
	if (q.n > 1)
		whole_ways(g, u, hex, n, &way, &list);
	for (int i = 0; i < list.n; i++)
		if (list.way[i].n > 1)
			retreat_option(g, &q, u, i, way_text(g, &list.way[i]),
			    list.way[i].hex[0],
			    list.way[i].hex[list.way[i].n - 1]);
	picked = ask(g, &q);
	if (picked < WAYS)
		return list.way[picked];
	return (struct way){ .n = 1, .hex = { to[picked - WAYS] } };
}

void
cc_add_hex(struct game *g, struct node *list, int hex)
{
	node_add(game_arena(g), list, NULL, node_string(game_arena(g),
	    game_hex(g, hex)));
}

/* A leg of a way: `event` told, and the unit there. */
void
cc_go_leg(struct game *g, const char *event, struct cc_unit *u, int to,
    const struct node *path, int lost)
{
	bool retreats = strcmp(event, "retreat") == 0;

	tell(g, event, FACTS(fact_text("unit", u->id), cc_fact_with(g, u),
	    fact_hex("from", u->hex), fact_hex("to", to),
	    fact_node("path", path), retreats ? fact_number("lost", lost) :
	    fact_text("lost", NULL)));
	if (to != u->hex)
		cc_move_unit(g, u, to);
}

/* [terrain.marsh] a way is told up to a marsh, where the unit may be lost */
bool
cc_is_marsh(struct game *g, int hex)
{
	const struct cc_data *d = cc_data(g);

	return d->ground[cc_terrain_at(d, cc_state(g), hex)].marsh;
}

/* [retreat.*] n hexes toward its own baseline; a block for each it cannot go */
static void
retreat(struct game *g, struct cc_unit *u, int n, struct cc_fate *fate)
{
	struct node *path = node_array(game_arena(g));
	int here = u->hex, left = n, at = 0;
	struct way way = { .n = 0 };

	while (left > 0) {
		bool joins = false;
		int to;

		if (at == way.n) {
			way = choose_way(g, u, here, left);
			at = 0;
		}
		if (way.n == 0)
			break;
		to = way.hex[at++];
		cc_open_hex(g, u, to, &joins);
		cc_add_hex(g, path, to);
		fate->left = true;
		here = to;
		left = joins ? 0 : left - 1;
		if (!cc_is_marsh(g, to))
			continue;
		cc_go_leg(g, "retreat", u, to, path, 0);
		path = node_array(game_arena(g));
		if (cc_marsh_roll(g, u, to)) {
			fate->gone = true;
			return;
		}
	}
	if (path->n > 0 || left > 0)
		cc_go_leg(g, "retreat", u, here, path, left);
	if (left > 0)
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

/* Inside the walls (Onoguris); a position may say so of a unit where no hexes
 * are named. */
static bool
in_city(const struct cc_data *d, const struct cc_unit *u)
{
	return d->has_city ? d->city[u->hex] : u->city;
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
	if (in_city(cc_data(g), u))
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
		option_add(&q, i, game_unread(g) ? "" : arena_printf(
		    game_arena(g), "%d", i));
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
