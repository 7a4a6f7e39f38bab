/* deploy.c: setting up, and every condition on it [3.0, X2.0, X2.1] */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "engine/why.h"

#include <string.h>

/* Where everything would stand: the side's units, by index. */
struct setup {
	struct game *g;
	const struct ab_data *d;
	struct ab *s;
	int side;
	int hex[AB_UNITS];
};

/* ----------------------------------------------------------- conditions */

static bool
listed(const struct node *list, const char *id)
{
	if (list == NULL)
		return false;
	if (list->type == NODE_STRING)
		return strcmp(list->s, id) == 0;
	for (const struct node *c = list->child; c != NULL; c = c->next)
		if (c->s != NULL && strcmp(c->s, id) == 0)
			return true;
	return false;
}

static bool
of_nation(const struct ab_unit *u, const char *nation)
{
	return nation != NULL &&
	    strcmp(ab_nation_names[u->nation], nation) == 0;
}

static const char *
cannot_stand(struct setup *t, const char *code, int i)
{
	return why_not(t->g, code, FACTS(fact_text("unit", t->s->unit[i].id),
	    fact_hex("hex", t->hex[i])));
}

static const char *
rule_at(struct setup *t, const struct node *r, int i)
{
	const struct ab_unit *u = &t->s->unit[i];

	if (!listed(node_get(r, "unit"), u->id) ||
	    listed(node_get(r, "hexes"), game_hex(t->g, t->hex[i])))
		return NULL;
	return cannot_stand(t, "deploy.at", i);
}

/* No hex of that terrain within so many hexes. */
static bool
clear_of(struct setup *t, const struct node *r, int hex)
{
	const char *kind = node_str(r, "clear_of");
	int by = (int)node_integer(r, "clear_by", 0);
	int k = kind ? map_kind(&t->d->map, kind) : -1;

	for (int h = 0; k >= 0 && h < hex_count(&t->d->map.grid); h++)
		if (map_has(&t->d->map, h, k) &&
		    hex_distance(&t->d->map.grid, h, hex) <= by)
			return false;
	return true;
}

static const char *
rule_zone(struct setup *t, const struct node *r, int i)
{
	const struct ab_unit *u = &t->s->unit[i];
	const struct node *c = node_array_of(r, "columns");
	const struct node *w = node_array_of(r, "rows");
	const struct hex_grid *grid = &t->d->map.grid;
	int col = hex_col(grid, t->hex[i]), row = hex_row(grid, t->hex[i]);

	if (listed(node_get(r, "except"), u->id))
		return NULL;
	if ((c != NULL && (col < node_at(c, 0)->i || col > node_at(c, 1)->i))
	    || (w != NULL && (row < node_at(w, 0)->i ||
	    row > node_at(w, 1)->i)) || !clear_of(t, r, t->hex[i]))
		return cannot_stand(t, "deploy.zone", i);
	return NULL;
}

/* Leaders are of a tribe too: they must touch it, and count for it. */
static const char *
rule_touch(struct setup *t, const struct node *r, int i)
{
	const struct ab_unit *u = &t->s->unit[i];

	if (listed(node_get(r, "except"), u->id))
		return NULL;
	for (int k = 0; k < t->s->nunits; k++)
		if (k != i && t->s->unit[k].side == t->side &&
		    t->s->unit[k].nation == u->nation &&
		    t->hex[k] != HEX_NONE &&
		    hex_adjacent(&t->d->map.grid, t->hex[k], t->hex[i]))
			return NULL;
	return cannot_stand(t, "deploy.touch", i);
}

static bool
plain_of(struct setup *t, int i, const char *nation)
{
	const struct ab_unit *u = &t->s->unit[i];

	return u->side == t->side && of_nation(u, nation) &&
	    !ab_is_leader(t->d, u) && !t->d->type[u->type].stacks;
}

/* One of a kind in the middle, and a unit of the nation in each hex round. */
static const char *
rule_ring(struct setup *t, const struct node *r)
{
	const struct hex_grid *grid = &t->d->map.grid;
	const char *centre = node_str(r, "centre");
	const char *nation = node_str(r, "nation");
	const char *type = node_str(r, "type");
	int middle = hex_parse(grid, centre), n = 0;

	for (int i = 0; i < t->s->nunits; i++) {
		const struct ab_unit *u = &t->s->unit[i];

		if (u->side == t->side && t->hex[i] == middle &&
		    (type ? strcmp(ab_type_names[u->type], type) == 0 :
		    listed(node_get(r, "unit"), u->id)))
			n++;
	}
	if (n != 1)
		return why_not(t->g, "deploy.centre", FACTS(fact_text("who",
		    type ? type : node_get(r, "unit")->s), fact_text("hex",
		    centre)));
	for (int k = 0; k < HEX_DIRS; k++) {
		int h = hex_step(grid, middle, k), count = 0;

		for (int i = 0; i < t->s->nunits; i++)
			if (t->hex[i] == h && plain_of(t, i, nation))
				count++;
		if (count != 1)
			return why_not(t->g, "deploy.ring", FACTS(fact_text(
			    "nation", nation), fact_hex("hex", h),
			    fact_text("centre", centre)));
	}
	return NULL;
}

static const char *
rule_cluster(struct setup *t, const struct node *r)
{
	const char *centre = node_str(r, "centre");
	const char *nation = node_str(r, "nation");
	int middle = hex_parse(&t->d->map.grid, centre), n = 0;
	int count = (int)node_integer(r, "count", 0);

	for (int i = 0; i < t->s->nunits; i++)
		if (t->hex[i] != HEX_NONE && plain_of(t, i, nation) &&
		    hex_distance(&t->d->map.grid, t->hex[i], middle) <= 1)
			n++;
	if (n == count)
		return NULL;
	return why_not(t->g, "deploy.cluster", FACTS(fact_number("count",
	    count), fact_text("nation", nation), fact_text("hex", centre),
	    fact_number("now", n)));
}

static const char *
rule_apart(struct setup *t, const struct node *r)
{
	const struct node *two = node_array_of(r, "nations");
	int more = (int)node_integer(r, "more_than", 0);

	for (int i = 0; i < t->s->nunits; i++)
		for (int k = 0; k < t->s->nunits; k++) {
			const struct ab_unit *u = &t->s->unit[i];
			const struct ab_unit *v = &t->s->unit[k];

			if (u->side != t->side || v->side != t->side ||
			    !of_nation(u, node_at(two, 0)->s) ||
			    !of_nation(v, node_at(two, 1)->s) ||
			    t->hex[i] == HEX_NONE || t->hex[k] == HEX_NONE ||
			    hex_distance(&t->d->map.grid, t->hex[i],
			    t->hex[k]) > more)
				continue;
			return why_not(t->g, "deploy.apart", FACTS(fact_text(
			    "unit", u->id), fact_text("other", v->id),
			    fact_number("distance", more)));
		}
	return NULL;
}

static const char *
rule_away(struct setup *t, const struct node *r, int i)
{
	const struct ab_unit *u = &t->s->unit[i];

	if (!listed(node_get(r, "unit"), u->id))
		return NULL;
	for (int k = 0; k < t->s->nunits; k++) {
		const struct ab_unit *v = &t->s->unit[k];

		if (v->side == t->side && t->hex[k] != HEX_NONE &&
		    listed(node_get(r, "nations"),
		    ab_nation_names[v->nation]) &&
		    hex_distance(&t->d->map.grid, t->hex[i], t->hex[k]) <= 1)
			return why_not(t->g, "deploy.away", FACTS(fact_text(
			    "unit", u->id), fact_text("other", v->id)));
	}
	return NULL;
}

static const char *
each_unit(struct setup *t, const struct node *r,
    const char *(*rule)(struct setup *, const struct node *, int))
{
	const char *why = NULL;

	for (int i = 0; i < t->s->nunits && why == NULL; i++)
		if (t->s->unit[i].side == t->side && t->hex[i] != HEX_NONE)
			why = rule(t, r, i);
	return why;
}

static const char *
check_rule(struct setup *t, const struct node *r)
{
	const char *rule = node_str(r, "rule"), *side = node_str(r, "side");

	if (rule == NULL || side == NULL ||
	    strcmp(side, t->d->side[t->side]) != 0)
		return NULL;
	if (strcmp(rule, "at") == 0)
		return each_unit(t, r, rule_at);
	if (strcmp(rule, "zone") == 0)
		return each_unit(t, r, rule_zone);
	if (strcmp(rule, "touch") == 0)
		return each_unit(t, r, rule_touch);
	if (strcmp(rule, "away") == 0)
		return each_unit(t, r, rule_away);
	if (strcmp(rule, "ring") == 0)
		return rule_ring(t, r);
	if (strcmp(rule, "cluster") == 0)
		return rule_cluster(t, r);
	if (strcmp(rule, "apart") == 0)
		return rule_apart(t, r);
	return "deploy.rule";
}

/* [5.32] */
static const char *
check_stacking(struct setup *t)
{
	for (int i = 0; i < t->s->nunits; i++)
		for (int k = i + 1; k < t->s->nunits; k++) {
			const struct ab_unit *u = &t->s->unit[i];
			const struct ab_unit *v = &t->s->unit[k];

			if (u->side == t->side && v->side == t->side &&
			    t->hex[i] != HEX_NONE && t->hex[i] == t->hex[k] &&
			    !ab_is_leader(t->d, u) && !ab_is_leader(t->d, v) &&
			    !t->d->type[u->type].stacks &&
			    !t->d->type[v->type].stacks)
				return why_not(t->g, "deploy.share", FACTS(
				    fact_text("unit", u->id), fact_text(
				    "other", v->id), fact_hex("hex",
				    t->hex[i])));
		}
	return NULL;
}

/* -------------------------------------------------------------- reading */

static const char *
place_one(struct setup *t, const struct node *c)
{
	struct ab_unit *u = ab_find(t->s, c->key);
	const char *names[AB_UNITS];
	int n = ab_units(t->s, t->side, names, AB_UNITS);

	if (u == NULL || u->side != t->side)
		return why_not(t->g, "deploy.unit", FACTS(fact_text("id",
		    c->key), fact_text("near", str_nearest(c->key, names,
		    (size_t)n))));
	if (c->type != NODE_STRING ||
	    hex_parse(&t->d->map.grid, c->s) == HEX_NONE)
		return why_not(t->g, "deploy.hex", FACTS(fact_text("unit",
		    u->id)));
	if (u->status == AB_RESERVE)
		return why_not(t->g, "deploy.later", FACTS(fact_text("unit",
		    u->id)));
	t->hex[u - t->s->unit] = hex_parse(&t->d->map.grid, c->s);
	return NULL;
}

/* Standard places, then those that the answer names. */
static const char *
read_setup(struct setup *t, const struct node *answer)
{
	for (int i = 0; i < t->s->nunits; i++) {
		const struct ab_unit *u = &t->s->unit[i];
		const char *hex = node_str(node_table_of(t->d->standard,
		    u->id), "hex");

		t->hex[i] = HEX_NONE;
		if (u->side == t->side && u->status == AB_ON_MAP)
			t->hex[i] = hex ? hex_parse(&t->d->map.grid, hex) :
			    u->hex;
	}
	if (answer->type == NODE_STRING)
		return strcmp(answer->s, "standard") == 0 ? NULL :
		    "deploy.form";
	if (answer->type != NODE_TABLE)
		return "deploy.form";
	for (const struct node *c = answer->child; c != NULL; c = c->next) {
		const char *why = place_one(t, c);

		if (why != NULL)
			return why;
	}
	return NULL;
}

static const char *
check_setup(struct setup *t, const struct node *answer)
{
	const struct node *rules = node_array_of(t->d->deploy, "rule");
	const char *why = read_setup(t, answer);

	if (why == NULL)
		why = check_stacking(t);
	for (const struct node *r = rules ? rules->child : NULL;
	    r != NULL && why == NULL; r = r->next)
		why = check_rule(t, r);
	return why;
}

const char *
ab_deploy_check(struct game *g, int side, const struct node *answer)
{
	struct setup t = { .g = g, .d = ab_data(g), .s = ab_state(g),
	    .side = side };

	if (t.s->phase != AB_DEPLOY || !ab_deploys(t.d, t.s, side))
		return "deploy.now";
	return check_setup(&t, answer);
}

/* The sides that deploy in a step ("roman hunnic"). */
static int
step_sides(const struct ab_data *d, int step, int *out)
{
	const struct node *list = node_array_of(d->deploy, "order");
	const struct node *x = list ? node_at(list, (size_t)step) : NULL;
	int n = 0;

	for (int i = 0; x != NULL && x->s != NULL && i < d->nsides; i++) {
		const char *p = strstr(x->s, d->side[i]);
		size_t len = strlen(d->side[i]);

		if (p != NULL && (p == x->s || p[-1] == ' ') &&
		    (p[len] == '\0' || p[len] == ' '))
			out[n++] = i;
	}
	return n;
}

bool
ab_deploys(const void *data, const void *state, int side)
{
	const struct ab *s = state;
	int sides[GAME_SIDES], n = step_sides(data, s->step, sides);

	for (int i = 0; i < n; i++)
		if (s->phase == AB_DEPLOY && sides[i] == side)
			return true;
	return false;
}

/* Where each unit of the side was put, for the event. */
static struct node *
places(const struct setup *t)
{
	struct arena *a = game_arena(t->g);
	struct node *out = node_table(a);

	for (int i = 0; i < t->s->nunits; i++)
		if (t->hex[i] != HEX_NONE)
			node_add_string(a, out, t->s->unit[i].id,
			    game_hex(t->g, t->hex[i]));
	return out;
}

void
ab_deploy_phase(struct game *g)
{
	struct ab *s = ab_state(g);
	const struct node *answers[GAME_SIDES];
	int sides[GAME_SIDES], n;

	while ((n = step_sides(ab_data(g), s->step, sides)) > 0) {
		ask_tables(g, "deploy", sides, n, ab_deploy_check, answers);
		for (int i = 0; i < n; i++) {
			struct setup t = { .g = g, .d = ab_data(g), .s = s,
			    .side = sides[i] };
			const char *why = check_setup(&t, answers[i]);

			if (why != NULL)
				game_fail(g, "deployment of %s: %s",
				    game_side(g, sides[i]), why_plain(
				    game_arena(g), why));
			for (int k = 0; k < s->nunits; k++)
				if (t.hex[k] != HEX_NONE)
					ab_put(t.d, s, &s->unit[k],
					    t.hex[k]);
			tell(g, "deployed", FACTS(fact_side("side", sides[i]),
			    fact_text("answer", answers[i]->type ==
			    NODE_STRING ? "standard" : "chosen"),
			    fact_number("step", s->step + 1),
			    fact_node("places", places(&t))));
		}
		s->step++;
		checkpoint(g);
	}
	s->step = 0;
}

/* -------------------------------------------------------------- for people */

/* A field of a rule as a list or a text, for a phrase. */
static struct fact
given(const char *name, const struct node *r, const char *key)
{
	return fact_node(name, node_get(r, key));
}

/* Of two numbers that a rule gives, the Nth with so many digits; NULL. */
static const char *
bound(struct arena *a, const struct node *list, int nth, int digits)
{
	return list ? arena_printf(a, "%0*d", digits, (int)node_at(list,
	    (size_t)nth)->i) : NULL;
}

static const char *
zone_words(struct game *g, say_fn *say, const struct node *r)
{
	struct arena *a = game_arena(g);
	const struct node *c = node_array_of(r, "columns");
	const struct node *w = node_array_of(r, "rows");
	struct said where = said_keep(a, SAID(c ? "deploy.columns" :
	    "deploy.rows", fact_text("column", bound(a, c, 0, 0)),
	    fact_text("last_column", bound(a, c, 1, 0)),
	    fact_text("row", bound(a, w, 0, 2)),
	    fact_text("last_row", bound(a, w, 1, 2))));

	if (c == NULL && w == NULL)
		where = SAID_ALONE(NULL);
	return say(g, SAID("deploy.zone", given("except", r, "except"),
	    fact_said("where", where), given("clear", r, "clear_of"),
	    fact_number("by", node_integer(r, "clear_by", 0))));
}

/* One deployment rule as a sentence; the same tables that check_rule reads. */
static const char *
rule_words(struct game *g, say_fn *say, const struct node *r)
{
	const char *rule = node_str(r, "rule"), *type = node_str(r, "type");

	if (strcmp(rule, "at") == 0)
		return say(g, SAID("deploy.at", given("units", r, "unit"),
		    given("hexes", r, "hexes")));
	if (strcmp(rule, "zone") == 0)
		return zone_words(g, say, r);
	if (strcmp(rule, "touch") == 0)
		return say(g, SAID_ALONE("deploy.touch"));
	if (strcmp(rule, "away") == 0)
		return say(g, SAID("deploy.away", given("units", r, "unit"),
		    given("nations", r, "nations")));
	if (strcmp(rule, "ring") == 0)
		return say(g, SAID("deploy.ring", fact_text("type", type),
		    given("units", type ? NULL : r, "unit"),
		    given("centre", r, "centre"), given("nation", r,
		    "nation")));
	if (strcmp(rule, "cluster") == 0)
		return say(g, SAID("deploy.cluster", given("count", r,
		    "count"), given("nation", r, "nation"), given("centre", r,
		    "centre")));
	if (strcmp(rule, "apart") == 0)
		return say(g, SAID("deploy.apart", given("more_than", r,
		    "more_than"), given("nations", r, "nations")));
	return NULL;
}

void
ab_deployment(struct game *g, int side, say_fn *say, struct node *out)
{
	struct arena *a = game_arena(g);
	struct setup t = { .g = g, .d = ab_data(g), .s = ab_state(g),
	    .side = side };
	struct node *list = node_add_array(a, out, "rules");
	const struct node *rules = node_array_of(t.d->deploy, "rule");

	for (const struct node *r = rules ? rules->child : NULL; r;
	    r = r->next) {
		const char *whose = node_str(r, "side");

		if (whose != NULL && node_str(r, "rule") != NULL &&
		    strcmp(whose, t.d->side[side]) == 0)
			node_add(a, list, NULL, node_string(a, rule_words(g,
			    say, r)));
	}
	node_add(a, list, NULL, node_string(a, say(g, SAID_ALONE(
	    "deploy.stacking"))));
	if (read_setup(&t, node_string(a, "standard")) == NULL)
		node_add(a, out, "places", places(&t));
}
