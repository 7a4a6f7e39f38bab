/* rules.c: a system's and a scenario's data files, from disk or a history */
#include "engine/rules.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/catalogue.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_MAX (1u << 20)

const struct system *
system_find(const char *id)
{
	for (const struct system *const *s = systems; *s != NULL; s++)
		if (strcmp((*s)->id, id) == 0)
			return *s;
	return NULL;
}

const struct order_verb *
system_verb(const struct system *s, const char *name)
{
	for (const struct order_verb *v = s->verbs; v->verb != NULL; v++)
		if (name != NULL && strcmp(v->verb, name) == 0)
			return v;
	return NULL;
}

const char *
rules_data_dir(struct arena *a)
{
	const char *env = getenv("IACTA_DATA");
	char exe[4096];
	ssize_t n;

	if (env != NULL && *env != '\0')
		return env;
	n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	while (n > 0) {			/* beside the program, or above it */
		const char *dir;

		exe[n] = '\0';
		while (n > 0 && exe[n - 1] != '/')
			n--;
		if (n <= 1)
			break;
		exe[--n] = '\0';
		dir = arena_printf(a, "%s/games", exe);
		if (file_exists(dir) &&
		    file_exists(arena_printf(a, "%s/configure.ac", exe)))
			return arena_strdup(a, exe);
	}
	return IACTA_PKGDATADIR;
}

static int
unknown_system(struct err *e, struct arena *a, const char *id)
{
	const char *names[32];
	size_t n = 0;

	for (const struct system *const *s = systems; *s && n < 32; s++)
		names[n++] = (*s)->id;
	return err_set(e, ERR_INPUT, "%s: no such system%s",
	    str_shown(a, id, 60), str_suggest(a, id, names, n));
}

static int
unknown_scenario(struct err *e, struct arena *a, const char *system,
    const char *scenario, const char *dir)
{
	char **names = NULL;
	size_t n = 0;

	if (file_list(e, a, dir, &names, &n) != ERR_OK)
		n = 0;
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(names[i]);

		if (len > 5 && strcmp(names[i] + len - 5, ".toml") == 0)
			names[i][len - 5] = '\0';
	}
	return err_set(e, ERR_INPUT, "%s: the system has no scenario \"%s\"%s",
	    system, str_shown(a, scenario, 60), str_suggest(a, scenario,
	    (const char *const *)names, n));
}

static int
by_path(const void *x, const void *y)
{
	return strcmp(((const struct rules_file *)x)->path,
	    ((const struct rules_file *)y)->path);
}

static struct node *
find_tree(struct err *e, struct arena *a, const struct rules *r,
    const char *path, int *rc)
{
	struct node *t = NULL;

	for (size_t i = 0; i < r->nfiles && *rc == ERR_OK; i++)
		if (strcmp(r->file[i].path, path) == 0)
			*rc = toml_read(e, a, arena_printf(a, "rules/%s",
			    path), r->file[i].text, r->file[i].len, FILE_MAX,
			    &t);
	if (*rc == ERR_OK && t != NULL && node_hostile(t) != NULL)
		*rc = err_set(e, ERR_INPUT, "rules/%s: line %d: a text with "
		    "control characters", path, node_hostile(t)->line);
	return t;
}

/* The game's phrases, and the program's where the game has none. */
static const struct node *
find_phrases(struct err *e, struct arena *a, const struct rules *r, int *rc)
{
	struct node *t = find_tree(e, a, r, "phrases.toml", rc);
	const struct rules_file *f = NULL;

	for (size_t i = 0; i < r->nfiles && t != NULL; i++)
		if (strcmp(r->file[i].path, "phrases.toml") == 0)
			f = &r->file[i];
	return *rc == ERR_OK ? catalogue_complete(a, r->sys->id, f, t) : NULL;
}

int
rules_check_revision(struct err *e, const struct system *s, int64_t revision)
{
	if (revision >= 1 && revision <= s->revision)
		return ERR_OK;
	return err_set(e, ERR_INPUT, "revision %lld of the rules of %s: this "
	    "program plays revisions 1 to %d; take a later release",
	    (long long)revision, s->id, s->revision);
}

/* A game goes on, and is audited, by the rules that it was founded with. */
static int
check_revision(struct err *e, struct rules *r)
{
	int64_t theirs = node_integer(r->tree.system, "revision", 0);
	int rc = rules_check_revision(e, r->sys, theirs);

	if (rc != ERR_OK)
		err_prefix(e, "rules/system.toml");
	else
		r->revision = (int)theirs;
	return rc;
}

int
rules_from_files(struct err *e, struct arena *a, const char *system,
    const char *scenario, const struct rules_file *file, size_t n,
    struct rules *out)
{
	const char *base;
	int rc = ERR_OK;

	memset(out, 0, sizeof *out);
	out->sys = system_find(system);
	if (out->sys == NULL)
		return unknown_system(e, a, system);
	out->scenario = scenario ? arena_strdup(a, scenario) : NULL;
	out->file = arena_new(a, struct rules_file, n + 1);
	memcpy(out->file, file, n * sizeof *file);
	out->nfiles = n;
	qsort(out->file, n, sizeof *out->file, by_path);

	out->tree.system = find_tree(e, a, out, "system.toml", &rc);
	out->tree.charts = find_tree(e, a, out, "charts.toml", &rc);
	out->tree.phrases = find_phrases(e, a, out, &rc);
	if (scenario != NULL)
		out->tree.scenario = find_tree(e, a, out, arena_printf(a,
		    "scenarios/%s.toml", scenario), &rc);
	if (rc == ERR_OK && (out->tree.system == NULL ||
	    out->tree.charts == NULL ||
	    (scenario != NULL && out->tree.scenario == NULL)))
		return err_set(e, ERR_INPUT, "rules/: system.toml, charts.toml "
		    "and scenarios/%s.toml must be there",
		    scenario ? scenario : "SCENARIO");
	if (rc == ERR_OK)
		rc = check_revision(e, out);
	base = node_str(out->tree.scenario, "base");
	if (rc == ERR_OK && base != NULL) {
		out->tree.base = find_tree(e, a, out, arena_printf(a,
		    "scenarios/%s.toml", base), &rc);
		if (rc == ERR_OK && out->tree.base == NULL)
			return err_set(e, ERR_INPUT, "rules/: scenarios/%s.toml"
			    " must be there: %s is based on it", base,
			    scenario);
	}
	return rc;
}

/* ------------------------------------------------------------- from disk */

static int
add_file(struct err *e, struct arena *a, const char *dir, const char *path,
    struct rules_file *list, size_t *n)
{
	char *text;
	int rc = file_read(e, a, arena_printf(a, "%s/%s", dir, path),
	    FILE_MAX, &text, &list[*n].len);

	if (rc == ERR_OK) {
		list[*n].path = arena_strdup(a, path);
		list[(*n)++].text = text;
	}
	return rc;
}

/* Values of an owner's chart file in place of ours, table by table. */
static int
overlay(struct err *e, struct arena *a, struct node *to,
    const struct node *from, const char *path)
{
	for (const struct node *c = from->child; c != NULL; c = c->next) {
		struct node *old = (struct node *)(uintptr_t)node_get(to,
		    c->key);
		const char *here = arena_printf(a, "%s%s%s", path,
		    *path ? "." : "", c->key);
		int rc;

		if (old == NULL)
			return err_set(e, ERR_INPUT, "%s: the charts have no "
			    "such entry", str_shown(a, here, 80));
		if (old->type != c->type)
			return err_set(e, ERR_INPUT, "%s: it must be %s, not "
			    "%s", str_shown(a, here, 80),
			    node_type_name(old->type),
			    node_type_name(c->type));
		if (old->type == NODE_TABLE) {
			if ((rc = overlay(e, a, old, c, here)) != ERR_OK)
				return rc;
		} else {
			node_set(a, to, c->key, node_copy(a, c));
		}
	}
	return ERR_OK;
}

static int
overlay_charts(struct err *e, struct arena *a, const char *path,
    struct rules_file *f)
{
	struct node *ours, *theirs;
	struct str s = str_new(a);
	int rc;

	rc = toml_read(e, a, "charts.toml", f->text, f->len, FILE_MAX, &ours);
	if (rc == ERR_OK)
		rc = toml_read_file(e, a, path, &theirs);
	if (rc != ERR_OK)
		return rc;
	if (theirs->n == 0)
		return err_set(e, ERR_INPUT, "%s: it has no charts; write "
		    "those values of `iacta games SYSTEM` that yours replace",
		    path);
	if ((rc = overlay(e, a, ours, theirs, "")) != ERR_OK) {
		err_prefix(e, "%s", path);
		return rc;
	}
	str_addf(&s, "# values of an owner of the printed game in place of "
	    "those of iacta\n");
	toml_write(&s, ours);
	f->text = s.s;
	f->len = s.len;
	return ERR_OK;
}

/* The scenario's file and that of the scenario it is based on. */
static int
add_scenario(struct err *e, struct arena *a, const char *system,
    const char *scenario, const char *dir, struct rules_file *list, size_t *n)
{
	const char *path, *base;
	struct node *t;
	int rc;

	path = arena_printf(a, "scenarios/%s.toml", scenario);
	if (!str_is_name(scenario) ||
	    !file_exists(arena_printf(a, "%s/%s", dir, path)))
		return unknown_scenario(e, a, system, scenario,
		    arena_printf(a, "%s/scenarios", dir));
	rc = add_file(e, a, dir, path, list, n);
	if (rc == ERR_OK)
		rc = toml_read(e, a, path, list[*n - 1].text,
		    list[*n - 1].len, FILE_MAX, &t);
	if (rc != ERR_OK || (base = node_str(t, "base")) == NULL)
		return rc;
	if (!str_is_name(base))
		return err_set(e, ERR_INPUT, "%s: base \"%s\" is no "
		    "scenario's name", path, str_shown(a, base, 40));
	return add_file(e, a, dir, arena_printf(a, "scenarios/%s.toml", base),
	    list, n);
}

/* The first scenario that system.toml lists; NULL where it lists none. */
static const char *
first_scenario(struct arena *a, const struct rules_file *f)
{
	struct err e = { 0 };
	struct node *t;
	const struct node *x;

	if (toml_read(&e, a, f->path, f->text, f->len, FILE_MAX, &t) != ERR_OK)
		return NULL;
	x = node_at(node_array_of(t, "scenarios"), 0);
	return x != NULL ? x->s : NULL;
}

int
rules_from_disk(struct err *e, struct arena *a, const char *system,
    const char *scenario, const char *charts, struct rules *out)
{
	struct rules_file list[8];
	const char *dir;
	size_t n = 0;
	int rc = ERR_OK;

	if (system_find(system) == NULL)
		return unknown_system(e, a, system);
	dir = arena_printf(a, "%s/games/%s", rules_data_dir(a), system);
	rc = add_file(e, a, dir, "system.toml", list, &n);
	if (rc == ERR_OK && scenario == NULL)
		scenario = first_scenario(a, &list[0]);
	if (rc == ERR_OK && scenario != NULL)
		rc = add_scenario(e, a, system, scenario, dir, list, &n);
	if (rc == ERR_OK)
		rc = add_file(e, a, dir, "charts.toml", list, &n);
	if (rc == ERR_OK && charts != NULL)
		rc = overlay_charts(e, a, charts, &list[n - 1]);
	if (rc == ERR_OK &&
	    file_exists(arena_printf(a, "%s/phrases.toml", dir)))
		rc = add_file(e, a, dir, "phrases.toml", list, &n);
	return rc == ERR_OK ? rules_from_files(e, a, system, scenario, list,
	    n, out) : rc;
}

int
rules_board(struct err *e, struct arena *a, const struct rules *r,
    const struct node *position, struct game *g)
{
	void *data = NULL;
	int rc;

	memset(g, 0, sizeof *g);
	g->sys = r->sys;
	g->arena = a;
	g->phrases = r->tree.phrases;
	g->revision = r->revision;
	rc = r->sys->load(e, a, &r->tree, position, &data, &g->grid, g->side,
	    &g->nsides);
	if (rc != ERR_OK)
		return rc;
	g->data = data;
	for (int i = 0; i < GAME_SIDES; i++)
		g->player[i].orders_exchange =
		    g->player[i].doctrine_exchange = -1;
	game_init(g);
	return ERR_OK;
}

int
rules_game(struct err *e, struct arena *a, const struct rules *r,
    const struct node *position, struct game *g)
{
	int rc = rules_board(e, a, r, position, g);

	if (rc != ERR_OK)
		return rc;
	rc = r->sys->start(e, a, g->data, &r->tree, position, g->saved);
	if (rc == ERR_OK && r->sys->check != NULL)
		rc = r->sys->check(e, g->data, g->saved);
	memcpy(g->state, g->saved, r->sys->state_size);
	return rc;
}

bool
order_arg_is_list(enum order_arg arg)
{
	return arg == ARG_UNITS || arg == ARG_ENEMIES || arg == ARG_HEXES;
}

bool
order_takes_list(const struct order_verb *v, const char *field)
{
	for (const struct order_field *f = v ? v->fields : NULL; f && f->name;
	    f++)
		if (strcmp(f->name, field) == 0)
			return order_arg_is_list(f->arg);
	return false;
}
