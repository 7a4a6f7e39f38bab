/* state.c: Commands & Colors: the position, field by field, and its start */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <stdio.h>
#include <string.h>

const char *const cc_phase_names[] = { "deal", "first", "start", "orders",
    "command", "volley", "move", "combat", "again", "finish", "draw", "keep",
    NULL };
const char *const cc_type_names[] = { "LB", "A", "MI", "W", "HI", "LC", "LBC",
    "MC", "HC", "SHC", NULL };
const char *const cc_kind_names[] = { "none",
#define CARD(kind, name, ...) name,
#include "systems/cc_medieval/cards.def"
#undef CARD
    NULL };
const struct cc_card cc_card_rules[CC_KIND_COUNT] = {
#define CARD(kind, name, ...) [CC_##kind] = { __VA_ARGS__ },
#include "systems/cc_medieval/cards.def"
#undef CARD
};
const char *const cc_action_names[] = { "none", "mounted-charge",
    "foot-onslaught", "fire-and-close", "move-fire-move", "darken-the-sky",
    "rally", "redeploy", NULL };
const char *const cc_face_names[] = { "green", "blue", "red", "helmet",
    "swords", "flag", NULL };
static const char *const status_names[] = { "board", "eliminated", "exited",
    "reserve", NULL };

#define AT(type, member) offsetof(struct type, member)

static const struct field unit_fields[] = {
	{ "side", FIELD_SIDE, AT(cc_unit, side), .omit = -1 },
	{ "type", FIELD_ENUM, AT(cc_unit, type), .names = cc_type_names,
	    .always = true },
	{ "name", FIELD_TEXT, AT(cc_unit, name) },
	{ "blocks", FIELD_INT, AT(cc_unit, blocks), .omit = -1 },
	{ "full", FIELD_INT, AT(cc_unit, full), .omit = -1 },
	{ "bow", FIELD_BOOL, AT(cc_unit, bow) },
	{ "city", FIELD_BOOL, AT(cc_unit, city) },
	{ "hex", FIELD_HEX, AT(cc_unit, hex), .omit = HEX_NONE },
	{ "status", FIELD_ENUM, AT(cc_unit, status), .names = status_names },
	{ "ordered", FIELD_BOOL, AT(cc_unit, ordered) },
	{ "idle", FIELD_BOOL, AT(cc_unit, idle) },
	{ "stopped", FIELD_BOOL, AT(cc_unit, stopped) },
	{ "charge", FIELD_BOOL, AT(cc_unit, charge) },
	{ "fought", FIELD_BOOL, AT(cc_unit, fought) },
	{ "bonus", FIELD_BOOL, AT(cc_unit, bonus) },
	{ "wet", FIELD_BOOL, AT(cc_unit, wet) },
	{ "again", FIELD_BOOL, AT(cc_unit, again) },
	{ "joined", FIELD_BOOL, AT(cc_unit, joined) },
	{ "aside", FIELD_BOOL, AT(cc_unit, aside) },
	{ "moved", FIELD_INT, AT(cc_unit, moved) },
	{ "fired", FIELD_INT, AT(cc_unit, fired) },
	{ "began", FIELD_HEX, AT(cc_unit, began), .omit = HEX_NONE },
	{ "target", FIELD_ID, AT(cc_unit, target) },
	{ "targethex", FIELD_HEX, AT(cc_unit, targethex), .omit = HEX_NONE },
	{ NULL },
};

static const struct field leader_fields[] = {
	{ "side", FIELD_SIDE, AT(cc_leader, side), .omit = -1 },
	{ "name", FIELD_TEXT, AT(cc_leader, name) },
	{ "hex", FIELD_HEX, AT(cc_leader, hex), .omit = HEX_NONE },
	{ "status", FIELD_ENUM, AT(cc_leader, status),
	    .names = status_names },
	{ "ordered", FIELD_BOOL, AT(cc_leader, ordered) },
	{ "moved", FIELD_INT, AT(cc_leader, moved) },
	{ "began", FIELD_HEX, AT(cc_leader, began), .omit = HEX_NONE },
	{ NULL },
};

static const struct field side_fields[] = {
	{ "command", FIELD_INT, AT(cc_side, command), .always = true },
	{ "cards", FIELD_INT, AT(cc_side, cards), .always = true },
	{ "tokens", FIELD_INT, AT(cc_side, tokens), .always = true },
	{ "banners", FIELD_INT, AT(cc_side, banners), .always = true },
	{ "held", FIELD_INT, AT(cc_side, held) },
	{ "spent", FIELD_BOOL, AT(cc_side, spent) },
	{ "last", FIELD_ENUM, AT(cc_side, last), .names = cc_kind_names },
	{ "replace", FIELD_INT, AT(cc_side, replace) },
	{ "turns", FIELD_INT, AT(cc_side, turns) },
	{ NULL },
};

const struct field cc_fields[] = {
	{ "turn", FIELD_INT, AT(cc, turn), .always = true },
	{ "phase", FIELD_ENUM, AT(cc, phase), .names = cc_phase_names,
	    .always = true },
	{ "active", FIELD_SIDE, AT(cc, active), .always = true },
	{ "banners", FIELD_INT, AT(cc, banners), .always = true },
	{ "played", FIELD_ENUM, AT(cc, played), .names = cc_kind_names },
	{ "one", FIELD_BOOL, AT(cc, one) },
	{ "action", FIELD_ENUM, AT(cc, action), .names = cc_action_names },
	{ "scouted", FIELD_BOOL, AT(cc, scouted) },
	{ "taken", FIELD_BOOL, AT(cc, taken) },
	{ "gains", FIELD_BOOL, AT(cc, gains) },
	{ "left", FIELD_INT, AT(cc, left), .always = true },
	{ "shuffles", FIELD_INT, AT(cc, shuffles) },
	{ "discard", FIELD_IDS, AT(cc, discard), .stride = ID_SIZE,
	    .count = AT(cc, ndiscard), .max = CC_CARDS },
	{ "opened", FIELD_HEXES, AT(cc, opened), .stride = sizeof(int),
	    .count = AT(cc, nopened), .max = CC_OPENED },
	{ "newleaders", FIELD_INT, AT(cc, newleaders) },
	{ "side", FIELD_SIDES, AT(cc, side), .fields = side_fields,
	    .stride = sizeof(struct cc_side), .max = GAME_SIDES },
	{ "unit", FIELD_TABLE, AT(cc, unit), .fields = unit_fields,
	    .stride = sizeof(struct cc_unit), .count = AT(cc, nunits),
	    .id = AT(cc_unit, id), .max = CC_UNITS },
	{ "leader", FIELD_TABLE, AT(cc, leader), .fields = leader_fields,
	    .stride = sizeof(struct cc_leader), .count = AT(cc, nleaders),
	    .id = AT(cc_leader, id), .max = CC_LEADERS },
	{ "hand", FIELD_HANDS, AT(cc, hand), .stride = sizeof(struct cc_hand),
	    .count = AT(cc_hand, n), .id = AT(cc_hand, id), .max = CC_HAND,
	    .hidden = true },
	{ "drawn", FIELD_HANDS, AT(cc, drawn),
	    .stride = sizeof(struct cc_hand), .count = AT(cc_hand, n),
	    .id = AT(cc_hand, id), .max = CC_HAND, .hidden = true },
	{ "deck", FIELD_IDS, AT(cc, deck), .stride = ID_SIZE,
	    .count = AT(cc, ndeck), .max = CC_CARDS, .hidden = true },
	{ NULL },
};

/* ----------------------------------------------------------------- start */

static void
start_sides(const struct cc_data *d, const struct node *t, struct cc *s)
{
	for (int i = 0; i < d->nsides; i++) {
		const struct node *x = node_table_of(node_table_of(t,
		    "side"), d->side[i]);

		s->side[i].command = (int)node_integer(x, "cards", 5);
		s->side[i].tokens = (int)node_integer(x, "tokens", 0);
	}
	s->banners = (int)node_integer(t, "banners", 5);
}

static int
start_pieces(struct err *e, struct arena *a, const struct cc_data *d,
    const struct node *t, struct cc *s)
{
	struct field_names names = { &d->map.grid, d->side, d->nsides,
	    FIELDS_ALL };
	struct node *only = node_table(a);

	if (node_get(t, "unit") != NULL)
		node_add(a, only, "unit", node_copy(a, node_get(t, "unit")));
	if (node_get(t, "leader") != NULL)
		node_add(a, only, "leader", node_copy(a, node_get(t,
		    "leader")));
	return field_read(e, a, only, s, cc_fields, &names, NULL);
}

static void
settle(const struct cc_data *d, struct cc *s)
{
	for (int i = 0; i < s->nunits; i++) {
		struct cc_unit *u = &s->unit[i];

		if (u->full < 0)
			u->full = d->sort[u->type].blocks;
		if (u->blocks < 0)
			u->blocks = u->full;
		if (u->hex != HEX_NONE && d->city[u->hex])
			u->city = true;
	}
	for (int i = 0; i < d->nsides; i++)
		s->side[i].cards = s->hand[i].n;
}

/* "Gepid heavy cavalry", "Sassanid auxilia": who is told of in reports.  The
 * title of a side is a plural. */
static void
name_units(const struct cc_data *d, struct cc *s)
{
	for (int i = 0; i < s->nunits; i++) {
		struct cc_unit *u = &s->unit[i];
		char nation[FIELD_TEXT_SIZE];
		const char *title = d->title[u->side];
		size_t n = strlen(title);

		snprintf(nation, sizeof nation, "%.*s", *u->name ? 24 :
		    (int)(n > 1 && title[n - 1] == 's' ? n - 1 : n) % 25,
		    *u->name ? u->name : title);
		memset(u->name, 0, sizeof u->name);
		snprintf(u->name, sizeof u->name, "%.24s %.32s", nation,
		    d->sort[u->type].name);
	}
}

int
cc_start(struct err *e, struct arena *a, const void *data,
    const struct scenario_files *f, const struct node *position, void *state)
{
	static const char *const ignore[] = { "scenario", "map", "terrain",
	    "rule", "owner", NULL };
	const struct cc_data *d = data;
	struct field_names names = { &d->map.grid, d->side, d->nsides,
	    FIELDS_ALL };
	const struct node *t = f->scenario;
	struct cc *s = state;
	int rc = ERR_OK;

	field_clear(s, cc_fields, &names);
	s->turn = 1;
	s->active = 0;
	s->phase = position == NULL ? CC_DEAL : CC_ORDERS;
	s->left = d->ncards;
	start_sides(d, t, s);
	if (position == NULL || node_str(position, "scenario") != NULL)
		rc = start_pieces(e, a, d, t, s);
	if (rc == ERR_OK && position != NULL)
		rc = field_read(e, a, position, s, cc_fields, &names, ignore);
	if (rc == ERR_OK)
		settle(d, s);
	if (rc == ERR_OK && position == NULL)
		name_units(d, s);
	return rc;
}

int
cc_check(struct err *e, const void *data, const void *state)
{
	const struct cc *s = state;

	(void)data;
	if (s->active < 0)
		return err_set(e, ERR_INPUT, "active: it must be "
		    "tan or purple");
	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *u = &s->unit[i];

		if (u->side < 0)
			return err_set(e, ERR_INPUT, "unit.%s: it needs "
			    "side, tan or purple", u->id);
		if (u->blocks < 0 || u->blocks > 8 || u->full > 8)
			return err_set(e, ERR_INPUT, "unit.%s: blocks must "
			    "be 0 to 8", u->id);
		for (int k = 0; k < i; k++)
			if (cc_on_board(u) && cc_on_board(&s->unit[k]) &&
			    s->unit[k].hex == u->hex)
				return err_set(e, ERR_INPUT, "unit.%s: %s "
				    "stands in its hex", u->id,
				    s->unit[k].id);
	}
	for (int i = 0; i < s->nleaders; i++)
		if (s->leader[i].side < 0)
			return err_set(e, ERR_INPUT, "leader.%s: it needs "
			    "side, tan or purple", s->leader[i].id);
	return ERR_OK;
}

int
cc_units(const void *state, int side, const char **out, int max)
{
	const struct cc *s = state;
	int n = 0;

	for (int i = 0; i < s->nunits && n < max; i++)
		if (side < 0 || s->unit[i].side == side)
			out[n++] = s->unit[i].id;
	for (int i = 0; i < s->nleaders && n < max; i++)
		if (side < 0 || s->leader[i].side == side)
			out[n++] = s->leader[i].id;
	return n;
}

/* [card.rally] a leader who steps forward in this turn may be given an order
 * in it: "new-leader-1" and so on */
bool
cc_may_come(const void *state, const char *id)
{
	static const char name[] = "new-leader-";
	size_t n = sizeof name - 1;

	(void)state;
	return strncmp(id, name, n) == 0 && id[n] >= '0' && id[n] <= '9' &&
	    (id[n + 1] == '\0' || (id[n + 1] >= '0' && id[n + 1] <= '9' &&
	    id[n + 2] == '\0'));
}

const char *
cc_invariant(struct game *g)
{
	struct cc *s = cc_state(g);
	const struct cc_data *d = cc_data(g);
	struct arena *a = game_arena(g);
	int cards = s->left + s->ndiscard;

	for (int i = 0; i < s->nunits; i++) {
		const struct cc_unit *u = &s->unit[i];

		if (cc_on_board(u) && cc_unit_at(s, u->hex) != u)
			return arena_printf(a, "%s is not where the index has "
			    "it, or shares its hex", u->id);
		if ((u->status == CC_BOARD) != (u->hex != HEX_NONE))
			return arena_printf(a, "%s: status and hex disagree",
			    u->id);
		if (u->status == CC_BOARD && (u->blocks < 0 ||
		    u->blocks > u->full))
			return arena_printf(a, "%s has %d blocks", u->id,
			    u->blocks);
	}
	for (int i = 0; i < d->nsides; i++) {
		cards += s->hand[i].n + s->drawn[i].n;
		if (s->side[i].tokens < 0)
			return "a side has fewer than no tokens";
	}
	if (s->phase > CC_DEAL && s->phase != CC_COMMAND &&
	    s->ndeck == s->left && s->shuffles > 0 && cards != d->ncards &&
	    cards != d->ncards - 1)
		return arena_printf(a, "there are %d cards", cards);
	return NULL;
}
