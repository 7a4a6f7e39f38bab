/* test-phrases-ab.c: every event of every case of Ancient Battles in words */
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

#include <stdlib.h>
#include <string.h>

static struct arena kept;
static struct rules rules[2];		/* of no scenario; of one named */
static const char *named;

static int
read_rules(struct err *e, const char *system, const char *scenario,
    const struct rules **out)
{
	int i = scenario != NULL, rc = ERR_OK;

	if (rules[i].sys == NULL || (i && strcmp(named, scenario) != 0)) {
		rc = rules_from_disk(e, &kept, system, scenario, NULL,
		    &rules[i]);
		named = scenario ? arena_strdup(&kept, scenario) : named;
	}
	*out = &rules[i];
	return rc;
}

static const struct node *
catalogue(void)
{
	const struct rules *r;
	struct err e = { 0 };

	if (read_rules(&e, "ancient-battles", NULL, &r) != ERR_OK)
		fail_msg("%s", e.msg);
	assert_non_null(r->tree.phrases);
	return r->tree.phrases;
}

static const char *
phrase_of(const char *event)
{
	static const char *const table[] = { "heading", "list", "phrase" };
	const char *s = NULL;

	for (int i = 0; i < 3 && s == NULL; i++)
		s = node_str(node_table_of(catalogue(), table[i]), event);
	return s;
}

static void
the_catalogue_has_every_event(void **state)
{
	struct err e = { 0 };

	(void)state;
	if (phrase_check(&e, &kept, catalogue(), system_find(
	    "ancient-battles")) != ERR_OK)
		fail_msg("%s", e.msg);
}

/* ------------------------------------------------------------------- cases */

#define KINDS 64

static const char *seen[KINDS];
static int nseen;

static void
note(const char *event)
{
	for (int i = 0; i < nseen; i++)
		if (strcmp(seen[i], event) == 0)
			return;
	assert_true(nseen < KINDS);
	seen[nseen++] = arena_strdup(&kept, event);
}

static bool
was_seen(const char *event)
{
	for (int i = 0; i < nseen; i++)
		if (strcmp(seen[i], event) == 0)
			return true;
	return false;
}

static const char *
no_name(void *ctx, const char *id)
{
	(void)ctx, (void)id;
	return NULL;
}

static void
assert_phrased(struct arena *a, const char *file, const struct node *event)
{
	static const struct phrase_names names = { NULL, no_name };
	const char *id = node_str(event, "event"), *phrase;
	struct str s = str_new(a);
	struct err e = { 0 };

	assert_non_null(id);
	note(id);
	phrase = phrase_of(id);
	if (phrase == NULL)
		fail_msg("%s: %s: there is no phrase", file, id);
	if (phrase_fill(&e, &s, phrase, event, &names) != ERR_OK)
		fail_msg("%s: %s: %s", file, id, e.msg);
	/* a list that is empty would be "none" */
	if (s.len == 0 || strpbrk(s.s, "{}|") != NULL ||
	    (strcmp(id, "refused") != 0 && strstr(s.s, "none") != NULL))
		fail_msg("%s: %s: \"%s\"", file, id, s.s);
}

static void
run_case(const char *dir, const char *file)
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
	for (const struct node *x = c->events->child; x != NULL; x = x->next)
		assert_phrased(&a, file, x);
	arena_free(&a);
}

static void
every_event_of_every_case_has_the_fields_of_its_phrase(void **state)
{
	const struct event_kind *k = system_find("ancient-battles")->events;
	const char *src = getenv("IACTA_SRCDIR"), *dir;
	char **names;
	size_t n;
	struct err e = { 0 };

	(void)state;
	dir = arena_printf(&kept, "%s/tests/cases/ancient-battles", src ? src :
	    ".");
	if (file_list(&e, &kept, dir, &names, &n) != ERR_OK)
		fail_msg("%s", e.msg);
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++)
		run_case(dir, names[i]);
	for (; k->event != NULL; k++)
		if (!was_seen(k->event) && strcmp(k->event, "late") != 0)
			fail_msg("no case has the event %s", k->event);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_catalogue_has_every_event),
		cmocka_unit_test(
		    every_event_of_every_case_has_the_fields_of_its_phrase),
	};
	int rc = cmocka_run_group_tests(tests, NULL, NULL);

	arena_free(&kept);
	return rc;
}
