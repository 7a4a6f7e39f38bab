/* data.c: Commands & Colors: the sheets, the deck, the scenario's hooks */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <string.h>

const char *const cc_terrain_names[] = { "clear", "broken", "forest", "hill",
    "river", "ford", "bridge", "camp", "marsh", "wall", "gate", NULL };

static bool
has_word(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = list; p && (p = strstr(p, word)); p += n)
		if ((p == list || p[-1] == ' ') &&
		    (p[n] == '\0' || p[n] == ' '))
			return true;
	return false;
}

static int
number(const struct node *t, const char *key)
{
	return (int)node_integer(t, key, 0);
}

static bool
is(const struct node *t, const char *key, const char *value)
{
	const char *s = node_str(t, key);

	return s != NULL && strcmp(s, value) == 0;
}

/* There are eight dice in the box; a roll of more has no room either. */
#define DICE_MOST 8

static int
check_dice(struct err *e, const char *where, const struct node *t,
    const char *key, int least)
{
	int64_t n = node_integer(t, key, least);

	if (n >= least && n <= DICE_MOST)
		return ERR_OK;
	return err_set(e, ERR_INPUT, "charts.toml: %s: %s is %lld; it must be "
	    "%d to %d", where, key, (long long)n, least, DICE_MOST);
}

static int
load_types(struct err *e, const struct node *charts, struct cc_data *d)
{
	for (int k = 0; k < CC_TYPE_COUNT; k++) {
		const struct node *t = node_table_of(node_table_of(charts,
		    "type"), cc_type_names[k]);
		const char *evades = node_str(t, "evades");
		struct cc_sort *x = &d->sort[k];

		*x = (struct cc_sort){ .name = cc_type_names[k] };
		if (t == NULL)		/* older charts: nobody has it */
			continue;
		if (node_str(t, "name") == NULL || number(t, "blocks") < 1)
			return err_set(e, ERR_INPUT, "charts.toml: type.%s "
			    "needs name and blocks", cc_type_names[k]);
		if (check_dice(e, cc_type_names[k], t, "dice", 0) != ERR_OK ||
		    check_dice(e, cc_type_names[k], t, "parthian", 0) != ERR_OK)
			return ERR_INPUT;
		*x = (struct cc_sort){
			.name = node_str(t, "name"),
			.class = is(t, "class", "light") ? CC_LIGHT :
			    is(t, "class", "medium") ? CC_MEDIUM : CC_HEAVY,
			.blocks = number(t, "blocks"),
			.move = number(t, "move"),
			.battle_move = number(t, "battle_move"),
			.charge = number(t, "charge"),
			.dice = number(t, "dice"),
			.range = number(t, "range"),
			.bow_range = number(t, "bow_range"),
			.retreat = number(t, "retreat"),
			.armour = number(t, "armour"),
			.parthian = number(t, "parthian"),
			.foot = node_boolean(t, "foot", false),
			.swords = node_boolean(t, "swords", false),
			.evades_all = has_word(evades, "all"),
			.evades_foot = has_word(evades, "foot"),
			.evades_heavy = has_word(evades, "heavy-cavalry"),
			.bonus_always = is(t, "bonus", "always"),
			.extra = node_boolean(t, "extra", false),
		};
	}
	return ERR_OK;
}

static void
load_terrain(const struct node *charts, struct cc_data *d)
{
	for (int k = 0; k < CC_TERRAIN_COUNT; k++) {
		const struct node *t = node_table_of(node_table_of(charts,
		    "terrain"), cc_terrain_names[k]);
		struct cc_ground *x = &d->ground[k];
		const char *entry = node_str(t, "battle_on_entry");

		if (t == NULL) {	/* older charts: on no map */
			x->impassable = true;
			continue;
		}
		x->impassable = node_boolean(t, "impassable", false);
		x->sight = node_boolean(t, "sight", false);
		x->leaves_one = node_boolean(t, "leaves_one", false);
		x->marsh = node_boolean(t, "marsh", false);
		x->gate = node_boolean(t, "gate", false);
		x->stops_foot = is(t, "stops", "all");
		x->stops_mounted = x->stops_foot || is(t, "stops", "mounted");
		x->entry = entry == NULL || strcmp(entry, "all") == 0 ?
		    CC_ENTRY_ALL : strcmp(entry, "foot") == 0 ?
		    CC_ENTRY_FOOT : CC_ENTRY_LISTED;
		for (int i = 0; i < CC_TYPE_COUNT; i++)
			x->entry_type[i] = x->entry == CC_ENTRY_LISTED &&
			    has_word(entry, cc_type_names[i]);
		x->close_in = number(t, "close_in");
		x->close_out = number(t, "close_out");
		x->enemy_out = number(t, "enemy_out");
		x->fire_in = number(t, "fire_in");
		x->fire_out = number(t, "fire_out");
		x->uphill = number(t, "uphill");
		x->downhill_foot = number(t, "downhill_foot");
		x->downhill_mounted = number(t, "downhill_mounted");
		x->flag = is(t, "flag", "foot") ? CC_FLAG_FOOT :
		    is(t, "flag", "owner") ? CC_FLAG_OWNER : CC_FLAG_NONE;
	}
}

static int
load_cards(struct err *e, const struct node *charts, struct cc_data *d)
{
	const struct node *list = node_array_of(node_table_of(charts,
	    "cards"), "list");

	if (list == NULL || list->n > CC_CARDS)
		return err_set(e, ERR_INPUT, "charts.toml: cards: it needs a "
		    "list of at most %d", CC_CARDS);
	for (const struct node *c = list->child; c != NULL; c = c->next) {
		const char *id = node_str(c, "id"), *kind;
		int k = CC_SCOUT;

		kind = node_str(c, "kind");
		while (kind && k < CC_KIND_COUNT &&
		    strcmp(cc_kind_names[k], kind) != 0)
			k++;
		if (id == NULL || !str_is_id(id) || kind == NULL ||
		    k == CC_KIND_COUNT)
			return err_set(e, ERR_INPUT, "charts.toml: cards: card "
			    "%d needs an id and a kind that is known",
			    d->ncards);
		d->card[d->ncards].id = id;
		d->card[d->ncards++].kind = k;
	}
	return ERR_OK;
}

static int
load_numbers(struct err *e, const struct node *charts, struct cc_data *d)
{
	static const char *const dice[] = { "check_dice", "alone_dice" };
	const struct node *l = node_table_of(charts, "leader");

	for (size_t i = 0; i < 2; i++)
		if (check_dice(e, "leader", l, dice[i], 0) != ERR_OK)
			return ERR_INPUT;

	d->still = number(node_table_of(charts, "ranged"), "still");
	d->moved = number(node_table_of(charts, "ranged"), "moved");
	d->leader_move = number(l, "move");
	d->leader_evade = number(l, "evade");
	d->check_dice = number(l, "check_dice");
	d->check_helmets = number(l, "check_helmets");
	d->alone_dice = number(l, "alone_dice");
	d->leader_blocks = (int)node_integer(l, "blocks", CC_LEADERS);
	d->new_leader = node_str(l, "new_name");
	d->evade_hexes = number(node_table_of(charts, "evade"), "hexes");
	d->tokens = number(node_table_of(charts, "tokens"), "all");
	for (int i = 0; i < d->nsides; i++) {
		const struct node *list = node_array_of(node_table_of(charts,
		    "sheet"), d->side[i]);

		for (const struct node *c = list ? list->child : NULL; c;
		    c = c->next)
			for (int k = 1; k < CC_ACTION_COUNT; k++)
				if (c->s && !strcmp(c->s, cc_action_names[k]))
					d->sheet[i] |= 1u << k;
	}
	return ERR_OK;
}

static int
load_sides(struct err *e, const struct node *t, struct cc_data *d)
{
	const struct node *sides = node_array_of(t, "sides");

	if (sides == NULL || sides->n != 2)
		return err_set(e, ERR_INPUT,
		    "scenario: it needs sides, two names in playing order");
	for (const struct node *c = sides->child; c != NULL; c = c->next) {
		const char *title = node_str(node_table_of(node_table_of(t,
		    "side"), c->s ? c->s : ""), "title");

		if (c->s == NULL || (strcmp(c->s, "tan") != 0 &&
		    strcmp(c->s, "purple") != 0))
			return err_set(e, ERR_INPUT,
			    "scenario: sides must be tan and purple");
		d->side[d->nsides] = c->s;
		d->top[d->nsides] = strcmp(c->s, "tan") == 0;
		d->title[d->nsides++] = title ? title : c->s;
	}
	return ERR_OK;
}

static int
side_of(const struct cc_data *d, const char *name)
{
	for (int i = 0; name != NULL && i < d->nsides; i++)
		if (strcmp(d->side[i], name) == 0)
			return i;
	return -1;
}

/* Of several in a hex the last of the list counts. */
static void
set_terrain(struct cc_data *d)
{
	for (int h = 0; h < hex_count(&d->map.grid); h++)
		for (int k = 0; k < CC_TERRAIN_COUNT; k++)
			if (map_has(&d->map, h, k))
				d->terrain[h] = (unsigned char)k;
}

/* Hills that touch are one plateau. */
static void
group_hills(struct cc_data *d)
{
	int n = hex_count(&d->map.grid), groups = 0, stack[HEX_MAX], top;

	for (int h = 0; h < n; h++)
		d->group[h] = -1;
	for (int h = 0; h < n; h++) {
		if (!map_has(&d->map, h, CC_HILL) || d->group[h] >= 0)
			continue;
		top = 0;
		stack[top++] = h;
		d->group[h] = (short)groups;
		while (top > 0) {
			int x = stack[--top];

			for (int k = 0; k < HEX_DIRS; k++) {
				int y = hex_step(&d->map.grid, x, k);

				if (y == HEX_NONE || d->group[y] >= 0 ||
				    !map_has(&d->map, y, CC_HILL))
					continue;
				d->group[y] = (short)groups;
				stack[top++] = y;
			}
		}
		groups++;
	}
}

/* What a hook of a case needs; a scenario's own were checked with it. */
static const struct {
	const char *name;
	bool side, hexes;
} hooks[] = {
	{ "hold-hexes", false, true }, { "gate-banner", true, false },
	{ "camp-banner", true, false }, { "exit-banner", true, true },
	{ "scout-banner", true, false }, { "enter-by-card", true, false },
	{ "enter-after-banners", true, false }, { "growing-hand", true, false },
	{ "no-draw", true, false }, { "sudden-death-hills", true, false },
	{ "rugged-hills", false, false }, { "stream", false, false },
	{ "city-flag", false, true },
};
#define HOOKS (sizeof hooks / sizeof hooks[0])

static int
check_hook(struct err *e, const struct cc_data *d, const struct node *r)
{
	const char *hook = node_str(r, "hook"), *names[HOOKS];
	const struct node *hexes = node_array_of(r, "hexes");
	size_t k = 0;

	for (size_t i = 0; i < HOOKS; i++)
		names[i] = hooks[i].name;
	while (hook != NULL && k < HOOKS &&
	    strcmp(hook, hooks[k].name) != 0)
		k++;
	if (hook == NULL)
		return err_set(e, ERR_INPUT, "rule: it needs hook, such as "
		    "\"%s\"", hooks[0].name);
	if (k == HOOKS)
		return err_set(e, ERR_INPUT, "rule: there is no hook \"%s\"; "
		    "did you mean \"%s\"?", hook, str_nearest(hook, names,
		    HOOKS));
	if (hooks[k].side && side_of(d, node_str(r, "side")) < 0)
		return err_set(e, ERR_INPUT, "rule: %s needs side, tan or "
		    "purple", hook);
	if (hooks[k].hexes && hexes == NULL)
		return err_set(e, ERR_INPUT, "rule: %s needs hexes", hook);
	for (const struct node *c = hexes ? hexes->child : NULL; c; c = c->next)
		if (c->s == NULL || hex_parse(&d->map.grid, c->s) == HEX_NONE)
			return err_set(e, ERR_INPUT, "rule: %s: hexes: \"%s\" "
			    "is not on the board", hook, c->s ? c->s : "");
	return ERR_OK;
}

static void
load_hooks(const struct node *t, struct cc_data *d)
{
	const struct node *owner = node_table_of(t, "owner");

	for (int h = 0; h < HEX_MAX; h++)
		d->owner[h] = -1;
	for (const struct node *c = owner ? owner->child : NULL; c;
	    c = c->next) {
		int h = hex_parse(&d->map.grid, c->key);

		if (h != HEX_NONE)
			d->owner[h] = (signed char)side_of(d, c->s);
	}
	d->rules = node_array_of(t, "rule");
	for (const struct node *r = d->rules ? d->rules->child : NULL; r;
	    r = r->next) {
		int side = side_of(d, node_str(r, "side"));
		const struct node *hexes = node_array_of(r, "hexes");

		d->rugged = d->rugged || is(r, "hook", "rugged-hills");
		d->stream = d->stream || is(r, "hook", "stream");
		if (is(r, "hook", "city-flag"))
			for (const struct node *c = hexes ? hexes->child :
			    NULL; c; c = c->next) {
				int h = hex_parse(&d->map.grid, c->s);

				if (h != HEX_NONE)
					d->city[h] = d->has_city = true;
			}
		if (side < 0)
			continue;
		if (is(r, "hook", "gate-banner"))
			d->gate_banner[side] = true;
		if (is(r, "hook", "no-draw"))
			d->no_draw[side] = true;
		if (is(r, "hook", "camp-banner"))
			d->camp_banner[side] = true;
		if (is(r, "hook", "sudden-death-hills"))
			d->sudden_hills[side] = true;
		if (is(r, "hook", "enter-by-card"))
			d->enters_by_card[side] = true;
		if (is(r, "hook", "growing-hand"))
			d->grows_to[side] = number(r, "to");
		if (is(r, "hook", "scout-banner"))
			d->scout_banner[side] = true;
	}
}

/* A case without a scenario has an empty board, and its own terrain. */
static int
case_terrain(struct err *e, struct cc_data *d, const struct node *position)
{
	const struct node *kinds = node_table_of(position, "terrain");
	bool bare = node_get(position, "scenario") == NULL &&
	    (node_get(position, "map") == NULL || map_is_blank(position));

	for (int h = 0; bare && h < hex_count(&d->map.grid); h++)
		d->map.hex[h] = 1u << CC_CLEAR;
	if (bare)
		for (int h = 0; h < HEX_MAX; h++)
			d->owner[h] = -1;
	for (const struct node *k = kinds ? kinds->child : NULL; k;
	    k = k->next) {
		int kind = map_kind(&d->map, k->key);

		for (const struct node *c = k->child; c; c = c->next) {
			int h = c->s ? hex_parse(&d->map.grid, c->s) :
			    HEX_NONE;

			if (kind < 0 || h == HEX_NONE)
				return err_set(e, ERR_INPUT, "terrain.%s: no "
				    "such terrain or hex", k->key);
			d->map.hex[h] = 1u << kind;
		}
	}
	kinds = node_table_of(position, "owner");
	for (const struct node *c = kinds ? kinds->child : NULL; c;
	    c = c->next) {
		int h = hex_parse(&d->map.grid, c->key);

		if (h == HEX_NONE || side_of(d, c->s) < 0)
			return err_set(e, ERR_INPUT, "owner: write HEX = "
			    "\"tan\" or \"purple\", with a hex of this board");
		d->owner[h] = (signed char)side_of(d, c->s);
	}
	return ERR_OK;
}

int
cc_load(struct err *e, struct arena *a, const struct scenario_files *f,
    const struct node *position, void **data, const struct hex_grid **grid,
    const char **sides, int *nsides)
{
	struct cc_data *d = arena_new(a, struct cc_data, 1);
	const struct node *t = f->scenario, *rules = t;
	struct node *own;
	int rc;

	rc = load_types(e, f->charts, d);
	if (rc == ERR_OK)
		load_terrain(f->charts, d);
	if (rc == ERR_OK)
		rc = load_cards(e, f->charts, d);
	if (rc == ERR_OK)
		rc = load_sides(e, t, d);
	if (rc == ERR_OK)
		rc = map_read(e, a, "scenario", t, cc_terrain_names,
		    CC_TERRAIN_COUNT, &d->map);
	if (rc == ERR_OK)
		rc = load_numbers(e, f->charts, d);
	if (rc != ERR_OK)
		return rc;
	if (node_get(position, "rule") != NULL) {	/* a case's own hooks */
		own = node_table(a);
		node_add(a, own, "rule", node_copy(a, node_get(position,
		    "rule")));
		if (node_get(t, "owner") != NULL)
			node_add(a, own, "owner", node_copy(a, node_get(t,
			    "owner")));
		rules = own;
		for (const struct node *r = node_get(own, "rule")->child;
		    r != NULL && rc == ERR_OK; r = r->next)
			rc = check_hook(e, d, r);
		if (rc != ERR_OK)
			return rc;
	}
	load_hooks(rules, d);
	if (position != NULL)
		rc = case_terrain(e, d, position);
	if (rc != ERR_OK)
		return rc;
	d->first_by_dice = is(t, "first", "dice");
	group_hills(d);
	if (hex_count(&d->map.grid) > CC_HEXES)
		return err_set(e, ERR_INPUT, "scenario: map: it has more than "
		    "%d hexes", CC_HEXES);
	set_terrain(d);
	cc_index_cards(d);
	*data = d;
	*grid = &d->map.grid;
	*nsides = d->nsides;
	memcpy(sides, d->side, sizeof d->side);
	return ERR_OK;
}
