/* toy.c: a small system that uses everything the engine has, for tests */
#include "toy.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

const struct system *const systems[] = { &toy_system, NULL };

static const struct hex_grid grid = {
	.top = HEX_FLAT, .shove = HEX_SHOVE_EVEN, .numbers = HEX_CCRR,
	.col0 = 1, .row0 = 1, .cols = 6, .rows = 6, .digits = 2,
};

static const char *const sides[] = { "red", "blue" };

/* ------------------------------------------------------------- the state */

static const struct field unit_fields[] = {
	{ .name = "side", .type = FIELD_SIDE, .omit = -1,
	    .offset = offsetof(struct toy_unit, side) },
	{ .name = "hex", .type = FIELD_HEX, .omit = HEX_NONE,
	    .offset = offsetof(struct toy_unit, hex) },
	{ .name = "strength", .type = FIELD_INT, .always = true,
	    .offset = offsetof(struct toy_unit, strength) },
	{ .name = "tired", .type = FIELD_BOOL,
	    .offset = offsetof(struct toy_unit, tired) },
	{ .name = NULL },
};

static const struct field side_fields[] = {
	{ .name = "ambushes", .type = FIELD_INT,
	    .offset = offsetof(struct toy_side, ambushes) },
	{ .name = "lost", .type = FIELD_INT,
	    .offset = offsetof(struct toy_side, lost) },
	{ .name = NULL },
};

static const struct field fields[] = {
	{ .name = "turn", .type = FIELD_INT, .always = true,
	    .offset = offsetof(struct toy, turn) },
	{ .name = "turns", .type = FIELD_INT, .always = true,
	    .offset = offsetof(struct toy, turns) },
	{ .name = "active", .type = FIELD_SIDE, .omit = -1,
	    .offset = offsetof(struct toy, active) },
	{ .name = "deployed", .type = FIELD_BOOL,
	    .offset = offsetof(struct toy, deployed) },
	{ .name = "unit", .type = FIELD_TABLE, .fields = unit_fields,
	    .offset = offsetof(struct toy, unit),
	    .stride = sizeof(struct toy_unit), .max = TOY_UNITS,
	    .count = offsetof(struct toy, nunits),
	    .id = offsetof(struct toy_unit, id) },
	{ .name = "side", .type = FIELD_SIDES, .fields = side_fields,
	    .offset = offsetof(struct toy, side),
	    .stride = sizeof(struct toy_side), .max = GAME_SIDES },
	{ .name = NULL },
};

static struct toy_unit *
find_unit(struct toy *s, const char *id)
{
	for (int i = 0; id != NULL && i < s->nunits; i++)
		if (strcmp(s->unit[i].id, id) == 0)
			return &s->unit[i];
	return NULL;
}

static struct toy_unit *
unit_in(struct toy *s, int hex)
{
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].hex == hex)
			return &s->unit[i];
	return NULL;
}

static bool
is_free(struct toy *s, int hex)
{
	return hex != HEX_NONE && hex_exists(&grid, hex) &&
	    unit_in(s, hex) == NULL;
}

static int
enemies_near(struct toy *s, int side, int hex)
{
	int n = 0;

	for (int i = 0; i < s->nunits; i++)
		n += s->unit[i].side != side &&
		    hex_adjacent(&grid, s->unit[i].hex, hex);
	return n;
}

/* A unit without strength leaves the game. */
static void
lose(struct game *g, struct toy *s, struct toy_unit *u, int n)
{
	s->side[u->side].lost += n;
	u->strength -= n;
	tell(g, "lost", FACTS(fact_text("unit", u->id), fact_number("n", n),
	    fact_side("side", u->side)));
	if (u->strength > 0)
		return;
	*u = s->unit[--s->nunits];
	memset(&s->unit[s->nunits], 0, sizeof *u);
}

/* ---------------------------------------------------------------- fights */

static void
retreat(struct game *g, struct toy *s, struct toy_unit *u)
{
	struct question q = question(g, u->side, "retreat");
	int from = u->hex;

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("from", from));
	question_fact(&q, fact_number("strength", u->strength));
	for (int d = 0; d < HEX_DIRS; d++) {
		int to = hex_step(&grid, u->hex, d);

		if (!is_free(s, to))
			continue;
		option_hex(&q, to);
		option_attr(&q, "danger", enemies_near(s, u->side, to));
	}
	if (q.n == 0) {
		lose(g, s, u, 1);
		return;
	}
	u->hex = ask(g, &q);
	tell(g, "retreat", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", u->hex)));
}

static void
advance(struct game *g, struct toy *s, const struct order *o, int to)
{
	struct question q = question(g, o->side, "advance");
	const struct node *list = node_array_of(o->node, "units");
	int i;

	if (!is_free(s, to))
		return;
	question_fact(&q, fact_hex("into", to));
	q.planned = node_get(o->node, "advance");
	option_decline(&q, "no");
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		struct toy_unit *u = find_unit(s, x->s);

		if (u != NULL && hex_adjacent(&grid, u->hex, to))
			option_add(&q, (int)(u - s->unit), u->id);
	}
	i = ask(g, &q);
	if (i < 0)
		return;
	s->unit[i].hex = to;
	tell(g, "advance", FACTS(fact_text("unit", s->unit[i].id),
	    fact_hex("to", to)));
}

/* Both sides choose who loses a point: neither waits for the other. */
static void
share_losses(struct game *g, struct toy *s, int hex)
{
	struct question q[2];
	char lost[2][ID_SIZE];

	for (int side = 0; side < 2; side++) {
		q[side] = question(g, side, "loss");
		question_fact(&q[side], fact_hex("at", hex));
		for (int i = 0; i < s->nunits; i++) {
			struct toy_unit *u = &s->unit[i];

			if (u->side != side ||
			    hex_distance(&grid, u->hex, hex) > 1)
				continue;
			option_add(&q[side], i, u->id);
			option_attr(&q[side], "strength", u->strength);
		}
	}
	ask_all(g, q, 2);
	for (int side = 0; side < 2; side++)
		memcpy(lost[side], s->unit[q[side].chosen].id, ID_SIZE);
	for (int side = 0; side < 2; side++) {
		struct toy_unit *u = find_unit(s, lost[side]);

		assert(u != NULL);
		u->tired = roll(g, 6, "T.3 exhaustion %s", lost[side]) == 0;
		lose(g, s, u, 1);
	}
}

static bool
is_ambushed(struct game *g, struct toy *s, const struct toy_unit *target)
{
	struct question q = question(g, target->side, "ambush");

	question_fact(&q, fact_text("unit", target->id));
	option_decline(&q, "no");
	if (s->side[target->side].ambushes > 0)
		option_add(&q, 1, "yes");
	if (window(g, &q) < 0)
		return false;
	s->side[target->side].ambushes--;
	return true;
}

static const char *
fight_fault(struct game *g, struct toy *s, const struct order *o)
{
	const struct node *list = node_array_of(o->node, "units");
	const struct toy_unit *t = find_unit(s, node_str(o->node, "target"));

	if (t == NULL || t->side == o->side)
		return "fight.target";
	if (list->n == 0)
		return "fight.nobody";
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		const struct toy_unit *u = find_unit(s, x->s);

		if (u == NULL || u->side != o->side)
			return "fight.attacker";
		if (!hex_adjacent(&grid, u->hex, t->hex))
			return why_not(g, "fight.apart", FACTS(fact_text("unit",
			    u->id), fact_text("target", t->id)));
	}
	return NULL;
}

static void
fight(struct game *g, struct toy *s, const struct order *taken)
{
	const struct order o = *taken;
	const struct node *list = node_array_of(o.node, "units");
	const char *why = fight_fault(g, s, &o);
	struct toy_unit *t = find_unit(s, node_str(o.node, "target"));
	int dr, hex;

	if (why != NULL) {
		order_cannot(g, why, NULL);
		return;
	}
	hex = t->hex;
	dr = 1 + roll(g, 6, "T.2 fight %s on %s", list->child->s, t->id);
	dr += drm(g, (int)list->n - 1, "T.2 more");
	if (is_ambushed(g, s, t))
		dr += drm(g, -2, "T.4 ambush");
	tell(g, "fight", FACTS(fact_node("units", list),
	    fact_text("target", t->id), fact_number("sum", dr),
	    fact_text("result", dr > t->strength ? "retreat" :
	    dr == t->strength ? "exchange" : "nothing")));
	if (dr > t->strength) {
		retreat(g, s, t);
		advance(g, s, &o, hex);
	} else if (dr == t->strength) {
		share_losses(g, s, hex);
	}
}

static void
move(struct game *g, struct toy *s, const struct order *o)
{
	struct toy_unit *u = find_unit(s, node_str(o->node, "unit"));
	int to = hex_parse(&grid, node_str(o->node, "to"));

	if (u == NULL || u->side != o->side) {
		order_cannot(g, "not-here", NULL);
	} else if (!is_free(s, to) || !hex_adjacent(&grid, u->hex, to)) {
		u->strength++;	/* a careless rule: the engine takes it back */
		order_cannot(g, "move.far", FACTS(fact_text("unit", u->id),
		    fact_hex("from", u->hex), fact_hex("to", to)));
	} else {
		tell(g, "move", FACTS(fact_text("unit", u->id),
		    fact_hex("from", u->hex), fact_hex("to", to)));
		u->hex = to;
	}
}

/* ------------------------------------------------------------ deployment */

static const char *
deploy_check(struct game *g, int side, const struct node *t)
{
	struct toy *s = game_state(g);

	if (t->type == NODE_STRING)
		return strcmp(t->s, "standard") == 0 ? NULL :
		    "deploy.form";
	for (const struct node *x = t->child; x != NULL; x = x->next) {
		const struct toy_unit *u = find_unit(s, x->key);

		if (u == NULL || u->side != side)
			return why_not(g, "deploy.unit", FACTS(fact_text("unit",
			    x->key)));
		if (x->type != NODE_STRING ||
		    hex_parse(&grid, x->s) == HEX_NONE)
			return why_not(g, "deploy.hex", FACTS(fact_text("unit",
			    x->key)));
	}
	return NULL;
}

static void
deploy(struct game *g, struct toy *s)
{
	static const int both[] = { 0, 1 };
	const struct node *answer[2];

	ask_tables(g, "deploy", both, 2, deploy_check, answer);
	for (int i = 0; i < 2; i++) {
		if (answer[i]->type == NODE_TABLE)
			for (const struct node *x = answer[i]->child; x;
			    x = x->next)
				find_unit(s, x->key)->hex =
				    hex_parse(&grid, x->s);
		tell(g, "deployed", FACTS(fact_side("side", i)));
	}
	s->deployed = true;
}

/* ---------------------------------------------------- sequence of play */

static void
side_turn(struct game *g, struct toy *s)
{
	const struct order *o;

	tell(g, "turn", FACTS(fact_number("turn", s->turn),
	    fact_side("side", s->active)));
	orders_begin(g, s->active);
	while ((o = order_next(g, s->active, TOY_MOVE)) != NULL)
		move(g, s, o);
	while ((o = order_next(g, s->active, TOY_FIGHT)) != NULL)
		fight(g, s, o);
	orders_end(g, s->active, "turn-over");
	s->active = !s->active;
	s->turn += s->active == 0;
}

static bool
has_units(const struct toy *s, int side)
{
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side)
			return true;
	return false;
}

static void
play(struct game *g)
{
	struct toy *s = game_state(g);

	if (!s->deployed) {
		deploy(g, s);
		checkpoint(g);
	}
	while (s->turn <= s->turns && has_units(s, 0) && has_units(s, 1)) {
		side_turn(g, s);
		checkpoint(g);
	}
	tell(g, "over", FACTS(fact_number("red", s->side[0].lost),
	    fact_number("blue", s->side[1].lost)));
	finish(g, s->side[0].lost < s->side[1].lost ? "red wins" :
	    s->side[0].lost > s->side[1].lost ? "blue wins" : "a draw");
}

/* ------------------------------------------------------------ the tables */

static const struct question_kind questions[] = {
	{ "orders", "the orders of a turn", "", "ask", "none", false },
	{ "deploy", "where to stand", "", "ask", "standard", false },
	{ "retreat", "where a beaten unit goes", "unit from strength",
	    "least danger", "first", false, "danger" },
	{ "advance", "who follows", "into", "no", "no", false },
	{ "loss", "who loses a point", "at", "ask", "most strength", false, "strength" },
	{ "ambush", "whether to spring an ambush", "unit", "no", "no", true },
	{ .kind = NULL },
};

static const struct order_field move_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who moves" },
	{ "to", ARG_HEX, true, NULL, "the hex beside it" },
	{ .name = NULL },
};

static const struct order_field fight_fields[] = {
	{ "units", ARG_UNITS, true, NULL, "who attacks" },
	{ "target", ARG_ENEMY, true, NULL, "whom" },
	{ "advance", ARG_TEXT, false, NULL, "who follows" },
	{ .name = NULL },
};

static const struct order_verb verbs[] = {
	{ "move", TOY_MOVE, "go to the next hex", move_fields },
	{ "fight", TOY_FIGHT, "attack", fight_fields },
	{ .verb = NULL },
};

static const struct event_kind events[] = {
	{ "turn", "a side's turn begins" },
	{ "deployed", "a side stands" },
	{ "move", "a unit moved" },
	{ "fight", "a fight" },
	{ "retreat", "a unit retreated" },
	{ "advance", "a unit followed" },
	{ "lost", "a unit lost strength" },
	{ "over", "the game is over" },
	{ .event = NULL },
};

static const char *const phases[] = { "movement", "fight", NULL };

/* --------------------------------------------------------------- loading */

static int
load(struct err *e, struct arena *a, const struct scenario_files *f,
    const struct node *position, void **data, const struct hex_grid **out,
    const char **names, int *n)
{
	(void)e, (void)a, (void)f, (void)position;
	*data = NULL;
	*out = &grid;
	names[0] = sides[0];
	names[1] = sides[1];
	*n = 2;
	return ERR_OK;
}

static int
start(struct err *e, struct arena *a, const void *data,
    const struct scenario_files *f, const struct node *position, void *state)
{
	static const char *const ignore[] = { "scenario", "title", NULL };
	struct field_names names = { &grid, sides, 2, FIELDS_ALL };
	struct toy *s = state;
	int rc = ERR_OK;

	(void)data;
	field_clear(s, fields, &names);
	s->turn = 1;
	s->turns = 4;
	s->active = 0;
	if (f->scenario != NULL)
		rc = field_read(e, a, f->scenario, s, fields, &names, ignore);
	if (rc == ERR_OK && position != NULL)
		rc = field_read(e, a, position, s, fields, &names, ignore);
	return rc;
}

static int
check(struct err *e, const void *data, const void *state)
{
	const struct toy *s = state;

	(void)data;
	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side < 0 || s->unit[i].hex == HEX_NONE)
			return err_set(e, ERR_INPUT, "unit.%s: it needs side "
			    "and hex", s->unit[i].id);
	return ERR_OK;
}

static int
units(const void *state, int side, const char **out, int max)
{
	const struct toy *s = state;
	int n = 0;

	for (int i = 0; i < s->nunits && n < max; i++)
		if (side < 0 || s->unit[i].side == side)
			out[n++] = s->unit[i].id;
	return n;
}

static const char *
shows(int n, int face, int *out)
{
	(void)n;
	*out = face + 1;
	return NULL;
}

/* ------------------------------------------------------------------- bot */

static void
add_order(struct game *g, struct node *out, const char *verb,
    const struct toy_unit *u, int to, const struct toy_unit *target)
{
	struct arena *a = game_arena(g);
	struct node *t = node_add(a, out, NULL, node_table(a));

	node_add_string(a, t, "do", verb);
	if (target == NULL) {
		node_add_string(a, t, "unit", u->id);
		node_add_string(a, t, "to", game_hex(g, to));
	} else {
		node_add(a, node_add_array(a, t, "units"), NULL,
		    node_string(a, u->id));
		node_add_string(a, t, "target", target->id);
	}
}

static void
legal(struct game *g, int side, const char *id, struct node *out)
{
	struct toy *s = game_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct toy_unit *u = &s->unit[i];

		if (u->side != side || (id && strcmp(id, u->id) != 0))
			continue;
		for (int d = 0; d < HEX_DIRS; d++) {
			int to = hex_step(&grid, u->hex, d);
			struct toy_unit *t = to == HEX_NONE ? NULL :
			    unit_in(s, to);

			if (is_free(s, to))
				add_order(g, out, "move", u, to, NULL);
			else if (t != NULL && t->side != side)
				add_order(g, out, "fight", u, to, t);
		}
	}
}

static const struct node *
bot(struct game *g, int side, int phase)
{
	struct node *all = node_array(game_arena(g));
	struct node *fit = node_array(game_arena(g));
	const char *verb = phase == TOY_MOVE ? "move" : "fight";

	legal(g, side, NULL, all);
	for (const struct node *x = all->child; x != NULL; x = x->next)
		if (strcmp(node_str(x, "do"), verb) == 0)
			node_add(game_arena(g), fit, NULL,
			    node_copy(game_arena(g), x));
	if (fit->n == 0 || bot_pick(g, 3) == 0)
		return NULL;
	return node_at(fit, (size_t)bot_pick(g, (int)fit->n));
}

static bool
deploys(const void *data, const void *state, int side)
{
	(void)data, (void)side;
	return !((const struct toy *)state)->deployed;
}

/* ------------------------------------------------------------ for people */

static void
summary(struct game *g, say_fn *say, struct str *out)
{
	struct toy *s = game_state(g);

	(void)say;
	for (int i = 0; i < s->nunits; i++)
		str_addf(out, "%s: strength %d in %s\n", s->unit[i].id,
		    s->unit[i].strength, game_hex(g, s->unit[i].hex));
}

static void
board(struct game *g, struct board *b)
{
	struct toy *s = game_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct board_piece *p = board_add(b, s->unit[i].id, "",
		    s->unit[i].side);

		p->symbol = BOARD_HEAVY_FOOT;
		p->hex = s->unit[i].hex;
		p->where = p->hex == HEX_NONE ? BOARD_LOST : BOARD_ON_MAP;
		p->kind = "unit";
		p->rating = arena_printf(game_arena(g), "%d",
		    s->unit[i].strength);
	}
}

static const struct board_verb deeds[] = {
	{ "move", BOARD_MOVE },
	{ "retreat", BOARD_RETREAT },
	{ "advance", BOARD_ADVANCE },
	{ NULL, BOARD_NO_DEED },
};

static struct said
when(struct game *g)
{
	struct toy *s = game_state(g);

	return said_keep(game_arena(g), SAID("when", fact_number("turn",
	    s->turn), fact_text("side", sides[s->active])));
}

const struct system toy_system = {
	.id = "toy",
	.revision = 1,
	.state_size = sizeof(struct toy),
	.fields = fields,
	.questions = questions,
	.verbs = verbs,
	.events = events,
	.phases = phases,
	.load = load,
	.start = start,
	.check = check,
	.play = play,
	.deploy_check = deploy_check,
	.deploys = deploys,
	.bot = bot,
	.legal = legal,
	.units = units,
	.shows = shows,
	.board = board,
	.deeds = deeds,
	.summary = summary,
	.when = when,
};

/* ----------------------------------------------------------------- rules */

int
toy_rules(struct err *e, const char *system, const char *scenario,
    const struct rules **out)
{
	static const char empty[] = "title = \"Toy\"\nrevision = 1\n";
	static const char line[] = "title = \"A line against a line\"\n"
	    "[unit]\n"
	    "red-1 = { side = \"red\", hex = \"0201\", strength = 3 }\n"
	    "red-2 = { side = \"red\", hex = \"0301\", strength = 3 }\n"
	    "red-3 = { side = \"red\", hex = \"0401\", strength = 2 }\n"
	    "blue-1 = { side = \"blue\", hex = \"0202\", strength = 3 }\n"
	    "blue-2 = { side = \"blue\", hex = \"0302\", strength = 4 }\n"
	    "blue-3 = { side = \"blue\", hex = \"0402\", strength = 2 }\n";
	static const struct rules_file file[] = {
		{ "charts.toml", empty, sizeof empty - 1 },
		{ "system.toml", empty, sizeof empty - 1 },
		{ "scenarios/line.toml", line, sizeof line - 1 },
	};
	static struct arena arena;
	static struct rules rules;
	int rc;

	arena_free(&arena);
	rc = rules_from_files(e, &arena, system, scenario, file, 3, &rules);
	*out = &rules;
	return rc;
}
