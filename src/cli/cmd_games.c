/* cmd_games.c: iacta games: which systems and scenarios there are */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/rules.h"
#include "show/json.h"
#include "show/wrap.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "json", 0, NULL, "the same as JSON", false },
	{ "differences", 0, NULL, "of a system: what it has otherwise than its "
	    "sister title", false },
	{ .name = NULL },
};

static void
print_json(struct cli *c, const struct node *t)
{
	struct str s = str_new(c->a);

	json_write(&s, t);
	printf("%s\n", s.s);
}

static const char *
shown(struct cli *c, const char *s)
{
	return str_shown(c->a, s != NULL ? s : "", 200);
}

/* ------------------------------------------------------------- all of them */

static const char *
system_dir(struct cli *c, const char *id)
{
	return arena_printf(c->a, "%s/games/%s", rules_data_dir(c->a), id);
}

/* The scenarios' files, each as { id, title }. */
static int
list_scenarios(struct err *e, struct cli *c, const char *id,
    struct node *out)
{
	const char *dir = arena_printf(c->a, "%s/scenarios",
	    system_dir(c, id));
	char **names;
	size_t n;
	int rc = file_list(e, c->a, dir, &names, &n);

	for (size_t i = 0; i < n && rc == ERR_OK; i++) {
		size_t len = strlen(names[i]);
		struct node *t, *x;

		if (len <= 5 || strcmp(names[i] + len - 5, ".toml") != 0)
			continue;
		rc = toml_read_file(e, c->a, arena_printf(c->a, "%s/%s", dir,
		    names[i]), &t);
		if (rc != ERR_OK)
			return rc;
		x = node_add(c->a, out, NULL, node_table(c->a));
		names[i][len - 5] = '\0';
		node_add_string(c->a, x, "id", names[i]);
		if (node_str(t, "title") != NULL)
			node_add_string(c->a, x, "title",
			    node_str(t, "title"));
	}
	return rc;
}

static int
describe_head(struct err *e, struct cli *c, const struct system *s,
    struct node *out)
{
	struct node *t;
	int rc = toml_read_file(e, c->a, arena_printf(c->a, "%s/system.toml",
	    system_dir(c, s->id)), &t);

	if (rc != ERR_OK)
		return rc;
	node_add_string(c->a, out, "id", s->id);
	node_add_string(c->a, out, "title", node_str(t, "title") ?
	    node_str(t, "title") : s->id);
	node_add_int(c->a, out, "revision", node_integer(t, "revision", 0));
	return list_scenarios(e, c, s->id, node_add_array(c->a, out,
	    "scenarios"));
}

static void
print_head(struct cli *c, const struct node *t)
{
	const struct node *list = node_array_of(t, "scenarios");

	printf("%s: %s (revision %lld of the rules)\n",
	    shown(c, node_str(t, "id")), shown(c, node_str(t, "title")),
	    (long long)node_integer(t, "revision", 0));
	for (const struct node *x = list->child; x != NULL; x = x->next)
		printf("    %s/%-20s %s\n", shown(c, node_str(t, "id")),
		    shown(c, node_str(x, "id")),
		    shown(c, node_str(x, "title")));
}

static int
list_systems(struct err *e, struct cli *c)
{
	struct node *all = node_array(c->a);
	int rc = ERR_OK;

	for (const struct system *const *s = systems; *s && rc == ERR_OK; s++)
		rc = describe_head(e, c, *s, node_add(c->a, all, NULL,
		    node_table(c->a)));
	if (rc != ERR_OK)
		return rc;
	if (cli_given(c, "json"))
		print_json(c, all);
	else
		for (const struct node *x = all->child; x; x = x->next)
			print_head(c, x);
	return ERR_OK;
}

/* ------------------------------------------------------------- one system */

static bool
ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), k = strlen(end);

	return n >= k && strcmp(s + n - k, end) == 0;
}

static void
print_wrapped(struct cli *c, const char *text, int first, int rest)
{
	struct str s = str_new(c->a);

	wrap_text(&s, text, first, rest);
	printf("%s", s.s);
}

/* Where a value is from: KEY_from beside it, else what its table says. */
static const char *
origin(struct cli *c, const struct node *t, const char *key,
    const char *above)
{
	const char *own = node_str(t, arena_printf(c->a, "%s_from", key));
	const char *whole = node_str(t, "from");

	return own ? own : whole ? whole : above ? above : "not said";
}

/* "range: rulebook 10.0": an origin whose value stands in no key of its own */
static void
print_loose_origin(struct cli *c, const struct node *t, const char *path,
    const struct node *x)
{
	const char *key = arena_strndup(c->a, x->key,
	    strlen(x->key) - strlen("_from"));

	if (x->type == NODE_STRING && node_get(t, key) == NULL)
		print_wrapped(c, arena_printf(c->a, "%s %s: (%s)",
		    shown(c, path), shown(c, key), shown(c, x->s)), 4, 8);
}

/* " blocks 4", " foot", " name light bow infantry"; lists in brackets */
static void
add_value(struct cli *c, struct str *s, const struct node *x)
{
	struct str v = str_new(c->a);

	if (x->type == NODE_BOOL && x->i) {
		str_addf(s, " %s", shown(c, x->key));
		return;
	}
	if (x->type == NODE_STRING)
		str_add(&v, x->s);
	else if (x->type == NODE_BOOL)
		str_add(&v, "no");
	else
		toml_write_inline(&v, x);
	str_addf(s, " %s %s", shown(c, x->key), str_shown(c->a, v.s, 4000));
}

static bool
is_value(const struct node *x)
{
	return x->type != NODE_TABLE && strcmp(x->key, "from") != 0 &&
	    !ends_with(x->key, "_from");
}

/* One line for each entry of a chart: "type LB: name ..., blocks 4", and for
 * values of one origin that origin once. */
static void
print_charts(struct cli *c, const struct node *t, const char *path,
    const char *above)
{
	struct str s = str_new(c->a);
	const char *from = NULL;

	for (const struct node *x = t->child; x != NULL; x = x->next) {
		const char *own;

		if (!is_value(x))
			continue;
		own = origin(c, t, x->key, above);
		if (from != NULL && strcmp(own, from) != 0) {
			print_wrapped(c, arena_printf(c->a, "%s:%s (%s)",
			    shown(c, path), s.s, shown(c, from)), 4, 8);
			s = str_new(c->a);
		}
		from = own;
		str_add(&s, s.len > 0 ? "," : "");
		add_value(c, &s, x);
	}
	if (s.len > 0)
		print_wrapped(c, arena_printf(c->a, "%s:%s (%s)",
		    shown(c, path), s.s, shown(c, from)), 4, 8);
	for (const struct node *x = t->child; x != NULL; x = x->next) {
		if (x->type == NODE_TABLE)
			print_charts(c, x, *path ? arena_printf(c->a, "%s %s",
			    path, x->key) : x->key, origin(c, t, x->key,
			    above));
		else if (ends_with(x->key, "_from"))
			print_loose_origin(c, t, path, x);
	}
}

static void
print_system(struct cli *c, const struct system *s, const struct node *head,
    const struct node *charts)
{
	print_head(c, head);
	printf("\nThe phases of a side's turn:\n");
	for (const char *const *p = s->phases; *p != NULL; p++)
		printf("    %s\n", *p);
	printf("\nOrders:\n");
	for (const struct order_verb *v = s->verbs; v->verb != NULL; v++) {
		print_wrapped(c, arena_printf(c->a, "%s (%s): %s", v->verb,
		    v->phase == ORDER_ANY ? "any phase" : s->phases[v->phase],
		    v->help), 4, 8);
		for (const struct order_field *f = v->fields; f->name; f++)
			print_wrapped(c, arena_printf(c->a, "%s%s: %s%s%s",
			    f->name, f->needed ? "" : " (optional)", f->help,
			    f->words ? ": " : "", f->words ? f->words : ""),
			    8, 12);
	}
	printf("\nCharts, and where each value is from:\n");
	print_charts(c, charts, "", NULL);
}

static int
describe_system(struct err *e, struct cli *c, const char *id)
{
	struct node *head = node_table(c->a), *list;
	struct rules r;
	int rc = rules_from_disk(e, c->a, id, NULL, NULL, &r);

	if (rc == ERR_OK)
		rc = describe_head(e, c, r.sys, head);
	if (rc != ERR_OK)
		return rc;
	if (!cli_given(c, "json")) {
		print_system(c, r.sys, head, r.tree.charts);
		return ERR_OK;
	}
	list = node_add_array(c->a, head, "phases");
	for (const char *const *p = r.sys->phases; *p != NULL; p++)
		node_add(c->a, list, NULL, node_string(c->a, *p));
	node_add(c->a, head, "charts", node_copy(c->a, r.tree.charts));
	print_json(c, head);
	return ERR_OK;
}

/* ----------------------------------------------------------- one scenario */

/* "Attila, leader, strength 4, ma 8, dot, hex 4400" */
static const char *
unit_line(struct cli *c, const struct node *u)
{
	struct str s = str_new(c->a);

	for (const struct node *f = u->child; f != NULL; f = f->next) {
		const char *sep = s.len ? ", " : "";

		if (strcmp(f->key, "side") == 0 ||
		    (f->type == NODE_BOOL && !f->i))
			continue;
		if (f->type == NODE_BOOL)
			str_addf(&s, "%s%s", sep, f->key);
		else if (f->type == NODE_INT)
			str_addf(&s, "%s%s %lld", sep, f->key,
			    (long long)f->i);
		else if (f->type == NODE_STRING && !strcmp(f->key, "name"))
			str_addf(&s, "%s%s", sep, f->s);
		else if (f->type == NODE_STRING)
			str_addf(&s, "%s%s %s", sep, f->key, f->s);
	}
	return shown(c, s.s);
}

/* What belongs to a side in one table of the position: leaders, units. */
static void
print_those(struct cli *c, const struct game *g, const struct node *all,
    int side)
{
	for (const struct node *u = all ? all->child : NULL; u; u = u->next) {
		const char *of = node_str(u, "side");

		if (of != NULL && strcmp(of, g->side[side]) == 0)
			print_wrapped(c, arena_printf(c->a, "%s: %s",
			    shown(c, u->key), unit_line(c, u)), 4, 8);
	}
}

/* A side's numbers, its leaders, its units. */
static void
print_side(struct cli *c, const struct game *g, const struct node *position,
    const struct node *scenario, int side)
{
	const struct node *own = node_table_of(node_table_of(position,
	    "side"), g->side[side]);
	const char *title = node_str(node_table_of(node_table_of(scenario,
	    "side"), g->side[side]), "title");

	printf("\n%s%s%s%s:\n", g->side[side], title ? " (" : "",
	    title ? shown(c, title) : "", title ? ")" : "");
	if (own != NULL)
		print_wrapped(c, unit_line(c, own), 4, 8);
	print_those(c, g, node_table_of(position, "leader"), side);
	print_those(c, g, node_table_of(position, "unit"), side);
}

static void
print_scenario(struct cli *c, const struct rules *r, struct game *g,
    const struct node *position)
{
	const char *title = node_str(r->tree.scenario, "title");
	struct str sides = str_new(c->a);

	printf("%s/%s: %s\n", r->sys->id, r->scenario, shown(c, title));
	for (int i = 0; i < g->nsides; i++)
		str_addf(&sides, "%s%s", i ? ", then " : "", g->side[i]);
	printf("Sides in playing order: %s\n", sides.s);
	if (node_get(position, "turns") != NULL)
		printf("Turns: %lld\n",
		    (long long)node_integer(position, "turns", 0));
	if (node_str(r->tree.scenario, "base") != NULL)
		printf("Based on: %s\n", shown(c, node_str(r->tree.scenario,
		    "base")));
	for (int i = 0; i < g->nsides; i++)
		if (r->sys->deploys != NULL &&
		    r->sys->deploys(g->data, g->state, i))
			printf("%s deploys before the first turn.\n",
			    g->side[i]);
	if (node_integer(position, "banners", 0) > 0)
		printf("Banners to win: %lld\n",
		    (long long)node_integer(position, "banners", 0));
	if (node_get(position, "left") != NULL)
		printf("Cards in the deck: %lld (`iacta games %s` lists them)"
		    "\n", (long long)node_integer(position, "left", 0),
		    r->sys->id);
	for (int i = 0; i < g->nsides; i++)
		print_side(c, g, position, r->tree.scenario, i);
}

static int
describe_scenario(struct err *e, struct cli *c, const char *system,
    const char *scenario)
{
	struct node *t = node_table(c->a), *sides;
	struct game *g = arena_new(c->a, struct game, 1);
	struct rules r;
	int rc = rules_from_disk(e, c->a, system, scenario, NULL, &r);

	if (rc == ERR_OK)
		rc = rules_game(e, c->a, &r, NULL, g);
	if (rc != ERR_OK)
		return rc;
	game_position(g, g->state, t);
	if (!cli_given(c, "json")) {
		print_scenario(c, &r, g, t);
		return ERR_OK;
	}
	t = node_table(c->a);
	node_add_string(c->a, t, "system", system);
	node_add_string(c->a, t, "scenario", scenario);
	if (node_str(r.tree.scenario, "title") != NULL)
		node_add_string(c->a, t, "title",
		    node_str(r.tree.scenario, "title"));
	sides = node_add_array(c->a, t, "sides");
	for (int i = 0; i < g->nsides; i++)
		node_add(c->a, sides, NULL, node_string(c->a, g->side[i]));
	game_position(g, g->state, node_add_table(c->a, t, "position"));
	print_json(c, t);
	return ERR_OK;
}

/* What this title has otherwise than its sister. */
static int
describe_differences(struct err *e, struct cli *c, const char *id)
{
	const struct system *s = id ? system_find(id) : NULL;

	if (s == NULL || s->differences == NULL)
		return err_set(e, ERR_USAGE, "games: --differences needs a "
		    "system with a sister title, such as spqr");
	printf("%s and %s, rule by rule (numbers here / there):\n", s->id,
	    s->sister);
	for (const struct difference *d = s->differences; d->text; d++)
		print_wrapped(c, arena_printf(c->a, "%s / %s: %s",
		    d->here ? d->here : "-", d->there ? d->there : "-",
		    d->text), 2, 4);
	return ERR_OK;
}

static int
run(struct err *e, struct cli *c)
{
	const char *slash, *arg = c->operand[0];

	if (cli_given(c, "differences"))
		return describe_differences(e, c, c->noperands ? arg : NULL);
	if (c->noperands == 0)
		return list_systems(e, c);
	slash = strchr(arg, '/');
	if (slash == NULL)
		return describe_system(e, c, arg);
	return describe_scenario(e, c, arena_strndup(c->a, arg,
	    (size_t)(slash - arg)), slash + 1);
}

const struct command cmd_games = {
	.name = "games", .operands = "[SYSTEM[/SCENARIO]]",
	.help = "list systems and scenarios, or describe one",
	.min = 0, .max = 1, .options = options, .run = run,
};
