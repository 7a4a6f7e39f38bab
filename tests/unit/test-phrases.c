/* test-phrases.c: every event of every case of every system in words */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "../case.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/phrase.h"
#include "show/why.h"

#include <stdlib.h>
#include <string.h>

static struct arena kept;

/* --------------------------------------------------------- rules, once each */

struct kept_rules {
	struct kept_rules *next;
	const char *system, *scenario;		/* scenario: "" for none */
	struct rules rules;
};

static struct kept_rules *all_rules;

static int
read_rules(struct err *e, const char *system, const char *scenario,
    const struct rules **out)
{
	const char *name = scenario ? scenario : "";
	struct kept_rules *k;
	int rc;

	for (k = all_rules; k != NULL; k = k->next)
		if (strcmp(k->system, system) == 0 &&
		    strcmp(k->scenario, name) == 0) {
			*out = &k->rules;
			return ERR_OK;
		}
	k = arena_new(&kept, struct kept_rules, 1);
	rc = rules_from_disk(e, &kept, system, scenario, NULL, &k->rules);
	if (rc != ERR_OK)
		return rc;
	k->system = arena_strdup(&kept, system);
	k->scenario = arena_strdup(&kept, name);
	k->next = all_rules;
	all_rules = k;
	*out = &k->rules;
	return ERR_OK;
}

static const struct node *
catalogue(const struct system *s)
{
	const struct rules *r;
	struct err e = { 0 };

	if (read_rules(&e, s->id, NULL, &r) != ERR_OK)
		fail_msg("%s: %s", s->id, e.msg);
	if (r->tree.phrases == NULL)
		fail_msg("%s: there is no phrases.toml", s->id);
	return r->tree.phrases;
}

static const char *
phrase_of(const struct system *s, const char *event)
{
	static const char *const table[] = { "heading", "list", "phrase" };
	const char *phrase = NULL;

	for (int i = 0; i < 3 && phrase == NULL; i++)
		phrase = node_str(node_table_of(catalogue(s), table[i]),
		    event);
	return phrase;
}

static void
every_catalogue_has_every_event(void **state)
{
	(void)state;
	for (int i = 0; systems[i] != NULL; i++) {
		struct err e = { 0 };

		if (phrase_check(&e, &kept, catalogue(systems[i]),
		    systems[i]) != ERR_OK)
			fail_msg("%s: %s", systems[i]->id, e.msg);
	}
}

/* A report without them has nothing to say of how the sides stand, nor of what
 * has changed. */
static void
every_catalogue_has_the_situation_and_the_changes(void **state)
{
	static const char *const need[] = { "side", "lead", "even" };

	(void)state;
	for (int i = 0; systems[i] != NULL; i++) {
		const struct node *c = catalogue(systems[i]);

		for (size_t k = 0; k < sizeof need / sizeof need[0]; k++)
			if (node_str(node_table_of(c, "situation"), need[k]) ==
			    NULL)
				fail_msg("%s: [situation] has no %s",
				    systems[i]->id, need[k]);
		if (node_table_of(c, "change") == NULL)
			fail_msg("%s: there is no [change]", systems[i]->id);
	}
}

/* Made into C line by line, they are what TOML says they are. */
static void
own_phrases_are_those_of_their_file(void **state)
{
	const char *src = getenv("IACTA_SRCDIR");
	size_t n = 0, listed = 0;
	struct node *tree, *fields;
	struct err e = { 0 };

	(void)state;
	if (toml_read_file(&e, &kept, arena_printf(&kept,
	    "%s/templates/phrases.toml", src ? src : "."), &tree) != ERR_OK)
		fail_msg("%s", e.msg);
	for (const struct node *t = tree->child; t != NULL; t = t->next)
		for (const struct node *x = t->child; x != NULL; x = x->next) {
			const char *s = phrase_own(t->key, x->key);

			if (s == NULL || strcmp(s, x->s) != 0)
				fail_msg("[%s] %s: \"%s\", not \"%s\"", t->key,
				    x->key, s ? s : "", x->s);
			if (phrase_fields(&e, &kept, s, false, &fields) !=
			    ERR_OK)
				fail_msg("[%s] %s: %s", t->key, x->key, e.msg);
			n++;
		}
	for (const struct own_phrase *p = own_phrases; p->table != NULL; p++)
		listed++;
	assert_int_equal(listed, n);
}

/*
 * A game that was founded before some codes and events were invented: what its
 * catalogue says stands, told as it tells it; for the rest the program speaks.
 */
static void
an_old_game_lacks_no_phrase(void **state)
{
	static const char text[] = "[phrase]\nmove = \"{unit} goes\"\n"
	    "[why]\noff-map = \"gone\"\n"
	    "[say]\n\"when.deployment\" = \"first\"\n";
	const struct rules *r;
	struct rules_file file[8];
	struct rules old;
	struct err e = { 0 };
	const struct node *c, *now;
	size_t n = 0;

	(void)state;
	assert_int_equal(read_rules(&e, "ancient-battles", "chalons", &r),
	    ERR_OK);
	now = r->tree.phrases;
	for (size_t i = 0; i < r->nfiles; i++) {
		file[n] = r->file[i];
		if (strcmp(file[n].path, "phrases.toml") == 0)
			file[n].text = text, file[n].len = strlen(text);
		n++;
	}
	assert_int_equal(rules_from_files(&e, &kept, "ancient-battles",
	    "chalons", file, n, &old), ERR_OK);
	c = old.tree.phrases;
	assert_string_equal(node_str(node_table_of(c, "phrase"), "move"),
	    "{unit} goes");
	assert_null(node_get(node_table_of(c, "list"), "move"));
	assert_string_equal(why_phrase(c, "off-map"), "gone");
	for (const struct node *x = node_table_of(now, "why")->child; x != NULL;
	    x = x->next)
		if (strcmp(x->key, "off-map") != 0)
			assert_string_equal(why_phrase(c, x->key), x->s);
	for (const struct node *x = node_table_of(now, "mod")->child; x != NULL;
	    x = x->next)
		assert_string_equal(node_str(node_table_of(c, "mod"), x->key),
		    x->s);
	for (const struct node *x = node_table_of(now, "say")->child; x != NULL;
	    x = x->next)
		assert_string_equal(node_str(node_table_of(c, "say"), x->key),
		    strcmp(x->key, "when.deployment") ? x->s : "first");
	assert_int_equal(phrase_check(&e, &kept, c, old.sys), ERR_OK);

	/* and one that never had a catalogue */
	for (size_t i = 0; i < n; i++)
		if (strcmp(file[i].path, "phrases.toml") == 0)
			file[i] = file[--n];
	assert_int_equal(rules_from_files(&e, &kept, "ancient-battles",
	    "chalons", file, n, &old), ERR_OK);
	assert_string_equal(why_phrase(old.tree.phrases, "off-map"),
	    why_phrase(now, "off-map"));
}

/* ------------------------------------------------------------------- cases */

static struct node *seen;	/* of one system: a table by event */

static const char *
no_name(void *ctx, const char *id)
{
	(void)ctx, (void)id;
	return NULL;
}

/* What the text of an event must not have in it; NULL if all is well. */
static const char *
slip_in(const char *id, const char *text)
{
	if (*text == '\0')
		return "it says nothing";
	if (strpbrk(text, "{}|") != NULL)
		return "there is grammar in it";
	/* a list that is empty would be "none" */
	if (strcmp(id, "refused") != 0 && strstr(text, "none") != NULL)
		return "there is nothing in a list";
	return NULL;
}

static void
assert_phrased(struct arena *a, const struct system *sys, const char *file,
    const struct node *event)
{
	static const struct phrase_names names = { NULL, no_name };
	const char *id = node_str(event, "event"), *phrase;
	struct str s = str_new(a);
	struct err e = { 0 };

	assert_non_null(id);
	if (node_get(seen, id) == NULL)
		node_add(&kept, seen, arena_strdup(&kept, id),
		    node_bool(&kept, true));
	phrase = phrase_of(sys, id);
	if (phrase == NULL)
		fail_msg("%s: %s: there is no phrase", file, id);
	if (*phrase == '\0')
		return;			/* not told, on purpose */
	if (phrase_fill(&e, &s, phrase, event, &names) != ERR_OK)
		fail_msg("%s: %s: %s", file, id, e.msg);
	if (slip_in(id, s.s) != NULL)
		fail_msg("%s: %s: %s: \"%s\"", file, id, slip_in(id, s.s),
		    s.s);
}

/* A refusal has a phrase for its code, and the fields that it needs. */
static void
assert_why(struct arena *a, const struct system *sys, const char *file,
    const struct node *why)
{
	static const struct phrase_names names = { NULL, no_name };
	const char *code = node_str(why, "code"), *phrase;
	struct str s = str_new(a);
	struct err e = { 0 };

	assert_non_null(code);
	phrase = why_phrase(catalogue(sys), code);
	if (phrase == NULL)
		fail_msg("%s: why.%s: there is no phrase", file, code);
	if (phrase_fill(&e, &s, phrase, why, &names) != ERR_OK)
		fail_msg("%s: why.%s: %s", file, code, e.msg);
	if (*s.s == '\0' || strpbrk(s.s, "{}|") != NULL)
		fail_msg("%s: why.%s: \"%s\"", file, code, s.s);
}

/* A modifier has a phrase too. */
static void
assert_mods(struct arena *a, const struct system *sys, const char *file,
    const struct node *event)
{
	static const struct phrase_names names = { NULL, no_name };
	const struct node *list = node_array_of(event, "mods");

	for (const struct node *m = list ? list->child : NULL; m; m = m->next) {
		const char *code = node_str(m, "code"), *phrase;
		struct str s = str_new(a);
		struct err e = { 0 };

		assert_non_null(code);
		phrase = node_str(node_table_of(catalogue(sys), "mod"), code);
		if (phrase == NULL)
			fail_msg("%s: mod.%s: there is no phrase", file, code);
		if (phrase_fill(&e, &s, phrase, m, &names) != ERR_OK)
			fail_msg("%s: mod.%s: %s", file, code, e.msg);
	}
}

/* What players write: an order, a step or entry of one, the options of a
 * question; a battle's result, a side and words; and a name from the data. */
static bool
is_written(const char *id, const char *key)
{
	static const char *const keys[] = { "text", "options", "step",
	    "entry", NULL };

	for (int i = 0; keys[i] != NULL && strcmp(id, "refused") == 0; i++)
		if (strcmp(keys[i], key) == 0)
			return true;
	return (strcmp(id, "victory") == 0 && strcmp(key, "result") == 0) ||
	    (strcmp(id, "newleader") == 0 && strcmp(key, "name") == 0);
}

/* Facts are ids, numbers and words of a fixed vocabulary; "go on" is what is
 * written to answer so. */
static void
assert_no_prose(const char *file, const char *id, const struct node *v)
{
	if (v->key != NULL && is_written(id, v->key))
		return;
	if (v->type == NODE_STRING && strchr(v->s, ' ') != NULL &&
	    strcmp(v->s, "go on") != 0)
		fail_msg("%s: %s: %s = \"%s\" is prose", file, id,
		    v->key ? v->key : "", v->s);
	if (v->type == NODE_TABLE || v->type == NODE_ARRAY)
		for (const struct node *c = v->child; c != NULL; c = c->next)
			assert_no_prose(file, id, c);
}

static void
run_case(const struct system *sys, const char *dir, const char *file)
{
	struct arena a = { 0 };
	struct case_run *c = arena_new(&a, struct case_run, 1);
	struct str out = str_new(&a);
	struct node *tree;
	struct err e = { 0 };

	if (toml_read_file(&e, &a, arena_printf(&a, "%s/%s", dir, file),
	    &tree) != ERR_OK)
		fail_msg("%s", e.msg);
	if (!case_open(c, &a, tree, read_rules, &out))
		fail_msg("%s: %s", file, out.s);
	case_play(c);
	for (const struct node *x = c->events->child; x != NULL; x = x->next) {
		assert_phrased(&a, sys, file, x);
		assert_mods(&a, sys, file, x);
		assert_no_prose(file, node_str(x, "event"), x);
	}
	for (const struct node *x = c->events->child; x != NULL; x = x->next)
		if (node_table_of(x, "why") != NULL)
			assert_why(&a, sys, file, node_get(x, "why"));
	arena_free(&a);
}

/* system.toml says that not every rule is there yet. */
static bool
is_unfinished(const struct system *s)
{
	struct node *t;
	struct err e = { 0 };

	if (toml_read_file(&e, &kept, arena_printf(&kept,
	    "%s/games/%s/system.toml", rules_data_dir(&kept), s->id), &t) !=
	    ERR_OK)
		fail_msg("%s", e.msg);
	return node_boolean(t, "unfinished", false);
}

static void
run_cases(const struct system *s)
{
	const char *src = getenv("IACTA_SRCDIR"), *dir;
	char **names;
	size_t n;
	struct err e = { 0 };

	dir = arena_printf(&kept, "%s/tests/cases/%s", src ? src : ".", s->id);
	if (file_list(&e, &kept, dir, &names, &n) != ERR_OK)
		fail_msg("%s", e.msg);
	assert_true(n > 0);
	seen = node_table(&kept);
	for (size_t i = 0; i < n; i++)
		run_case(s, dir, names[i]);
	for (const struct event_kind *k = s->events; k->event != NULL &&
	    !is_unfinished(s); k++)
		if (node_get(seen, k->event) == NULL &&
		    strcmp(k->event, "late") != 0)
			fail_msg("%s: no case has the event %s", s->id,
			    k->event);
}

static void
every_event_of_every_case_has_the_fields_of_its_phrase(void **state)
{
	(void)state;
	for (int i = 0; systems[i] != NULL; i++)
		run_cases(systems[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_catalogue_has_every_event),
		cmocka_unit_test(an_old_game_lacks_no_phrase),
		cmocka_unit_test(
		    every_catalogue_has_the_situation_and_the_changes),
		cmocka_unit_test(own_phrases_are_those_of_their_file),
		cmocka_unit_test(
		    every_event_of_every_case_has_the_fields_of_its_phrase),
	};
	int rc = cmocka_run_group_tests(tests, NULL, NULL);

	arena_free(&kept);
	return rc;
}
