/* test-rules.c: rules.toml of every system, beside its cases and the index */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/toml.h"
#include "engine/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arena kept;
static const char *srcdir;
static int faults;			/* of the test that runs */

/* One system: its rules, and its cases by the names of their files. */
static struct book {
	struct book *next;
	const char *system;
	const struct node *rules;	/* array; NULL: no rules.toml */
	bool unfinished;		/* rules may be missing: system.toml */
	struct node *cases;		/* table: name = the case */
} *books;

/* ------------------------------------------------------------------ reading */

static struct node *
read_toml(const char *path)
{
	struct node *t = NULL;
	struct err e = { 0 };

	if (toml_read_file(&e, &kept, path, &t) != ERR_OK)
		fail_msg("%s", e.msg);
	return t;
}

static size_t
list(const char *path, char ***names)
{
	struct err e = { 0 };
	size_t n = 0;

	if (file_list(&e, &kept, path, names, &n) != ERR_OK)
		fail_msg("%s", e.msg);
	return n;
}

static void
read_cases(struct book *b)
{
	const char *dir = arena_printf(&kept, "%s/tests/cases/%s", srcdir,
	    b->system);
	char **name = NULL;
	size_t n = b->unfinished && !file_exists(dir) ? 0 : list(dir, &name);

	b->cases = node_table(&kept);
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(name[i]);

		assert_true(len > 5 && !strcmp(name[i] + len - 5, ".toml"));
		node_add(&kept, b->cases, arena_strndup(&kept, name[i],
		    len - 5), read_toml(arena_printf(&kept, "%s/%s", dir,
		    name[i])));
	}
}

/* Every directory of games/ is a system, or will be one. */
static int
read_books(void **state)
{
	char **name = NULL;
	size_t n;

	(void)state;
	srcdir = getenv("IACTA_SRCDIR");
	if (srcdir == NULL)
		srcdir = ".";
	n = list(arena_printf(&kept, "%s/games", srcdir), &name);
	while (n-- > 0) {
		struct book *b = arena_new(&kept, struct book, 1);
		const char *path = arena_printf(&kept,
		    "%s/games/%s/rules.toml", srcdir, name[n]);

		if (system_find(name[n]) == NULL && !file_exists(path))
			continue;
		b->system = name[n];
		b->unfinished = node_boolean(read_toml(arena_printf(&kept,
		    "%s/games/%s/system.toml", srcdir, name[n])),
		    "unfinished", false);
		if (file_exists(path))
			b->rules = node_array_of(read_toml(path), "rule");
		read_cases(b);
		b->next = books;
		books = b;
	}
	return books == NULL;
}

static int
free_books(void **state)
{
	(void)state;
	arena_free(&kept);
	return 0;
}

/* ------------------------------------------------------------------ finding */

static const struct node *
rule_named(const struct book *b, const char *rule)
{
	const struct node *r = b->rules ? b->rules->child : NULL;

	for (; r != NULL; r = r->next)
		if (node_str(r, "rule") && !strcmp(node_str(r, "rule"), rule))
			return r;
	return NULL;
}

static bool
holds(const struct node *array, const char *s)
{
	const struct node *x = array ? array->child : NULL;

	for (; x != NULL; x = x->next)
		if (x->type == NODE_STRING && strcmp(x->s, s) == 0)
			return true;
	return false;
}

/* Is this the rule of a case, or one of its rules? */
static bool
shows(const struct node *one, const char *rule)
{
	const char *s = node_str(one, "rule");

	return s ? strcmp(s, rule) == 0 :
	    holds(node_array_of(one, "rule"), rule);
}

/* The rule with which the name of a case begins. */
static const char *
first_rule(const struct node *one)
{
	const struct node *x = node_at(node_array_of(one, "rule"), 0);

	if (x != NULL)
		return x->type == NODE_STRING ? x->s : NULL;
	return node_str(one, "rule");
}

/* -------------------------------------------------------------------- tests */

/* All that is wrong is told at once. */
static int
begin(void **state)
{
	(void)state;
	faults = 0;
	return 0;
}

__attribute__((format(printf, 2, 3)))
static void
fault(const struct book *b, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "  %s: ", b->system);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	faults++;
}

static void
end(void)
{
	if (faults > 0)
		fail_msg("%d faults, as listed above", faults);
}

static void
every_system_lists_its_rules(void **state)
{
	(void)state;
	for (const struct book *b = books; b != NULL; b = b->next)
		if (b->rules == NULL || b->rules->n == 0)
			fault(b, "there are no rules in rules.toml");
	end();
}

static bool
is_empty(const char *s)
{
	return s == NULL || strspn(s, " \t\n") == strlen(s);
}

static void
check_covered(const struct book *b, const struct node *r, const char *name)
{
	const char *covered = node_str(r, "covered");
	const struct node *cases = node_array_of(r, "cases");

	if (covered != NULL && strcmp(covered, "not-applicable") == 0) {
		if (is_empty(node_str(r, "why")))
			fault(b, "%s: not applicable, and not why", name);
	} else if (covered != NULL && strcmp(covered, "missing") == 0) {
		if (!b->unfinished || (cases != NULL && cases->n > 0))
			fault(b, "%s: missing, though the system is finished "
			    "or a case shows it", name);
	} else if (covered == NULL || (strcmp(covered, "code") != 0 &&
	    strcmp(covered, "data") != 0)) {
		fault(b, "%s: covered = \"code\", \"data\" or "
		    "\"not-applicable\"", name);
	} else if (cases == NULL || cases->n == 0) {
		fault(b, "%s: no case shows it", name);
	}
}

static void
every_rule_is_said_and_covered(void **state)
{
	(void)state;
	for (const struct book *b = books; b != NULL; b = b->next)
		for (const struct node *r = b->rules ? b->rules->child : NULL;
		    r != NULL; r = r->next) {
			const char *name = node_str(r, "rule");

			if (is_empty(name)) {
				fault(b, "line %d: a rule without a name",
				    r->line);
				continue;
			}
			if (rule_named(b, name) != r)
				fault(b, "%s: it is there twice", name);
			if (is_empty(node_str(r, "says")))
				fault(b, "%s: what does it say?", name);
			check_covered(b, r, name);
		}
	end();
}

/* The rules name their cases, and these name the rules. */
static void
check_rules_cases(const struct book *b, const struct node *r)
{
	const struct node *x = node_array_of(r, "cases");
	const char *name = node_str(r, "rule");

	for (x = x ? x->child : NULL; x != NULL && name; x = x->next) {
		const struct node *one = x->type == NODE_STRING ?
		    node_get(b->cases, x->s) : NULL;

		if (one == NULL)
			fault(b, "%s: line %d: there is no such case", name,
			    x->line);
		else if (!shows(one, name))
			fault(b, "%s: the case %s does not say that it shows "
			    "this rule", name, x->s);
	}
}

static void
every_case_that_a_rule_names_is_there(void **state)
{
	(void)state;
	for (const struct book *b = books; b != NULL; b = b->next)
		for (const struct node *r = b->rules ? b->rules->child : NULL;
		    r != NULL; r = r->next)
			check_rules_cases(b, r);
	end();
}

static void
check_case_rule(const struct book *b, const struct node *one,
    const char *rule)
{
	const struct node *r = rule_named(b, rule);

	if (r == NULL)
		fault(b, "%s: there is no rule \"%s\"", one->key, rule);
	else if (!holds(node_array_of(r, "cases"), one->key))
		fault(b, "%s: the rule %s does not name it", one->key, rule);
}

static void
check_case(const struct book *b, const struct node *one)
{
	const char *first = first_rule(one), *system = node_str(one, "system");
	const struct node *more = node_array_of(one, "rule");
	size_t len = first ? strlen(first) : 0;

	if (system == NULL || strcmp(system, b->system) != 0)
		fault(b, "%s: it is not of this system", one->key);
	if (first == NULL) {
		fault(b, "%s: it shows no rule", one->key);
		return;
	}
	if (strncmp(one->key, first, len) != 0 || one->key[len] != '-')
		fault(b, "%s: the name does not begin with \"%s-\"", one->key,
		    first);
	if (more == NULL)
		check_case_rule(b, one, first);
	for (more = more ? more->child : NULL; more; more = more->next)
		check_case_rule(b, one, more->type == NODE_STRING ? more->s :
		    "");
}

static void
every_case_is_of_rules_that_name_it(void **state)
{
	(void)state;
	for (const struct book *b = books; b != NULL; b = b->next)
		for (const struct node *x = b->cases->child; x; x = x->next)
			check_case(b, x);
	end();
}

/* The index of a rulebook: a rule a line. */
static void
check_index(const struct book *b, const char *path)
{
	struct node *index = node_table(&kept);
	char *text = NULL, *line, *rest;
	struct err e = { 0 };
	size_t len;

	if (file_read(&e, &kept, path, 1 << 20, &text, &len) != ERR_OK)
		fail_msg("%s", e.msg);
	for (line = strtok_r(text, "\n", &rest); line != NULL;
	    line = strtok_r(NULL, "\n", &rest)) {
		line[strcspn(line, " \t\r#")] = '\0';
		if (*line == '\0')
			continue;
		node_add_bool(&kept, index, line, true);
		if (rule_named(b, line) == NULL)
			fault(b, "%s: it is missing", line);
	}
	assert_true(index->n > 0);
	for (const struct node *r = b->rules ? b->rules->child : NULL;
	    r != NULL; r = r->next) {
		const char *name = node_str(r, "rule");

		if (name != NULL && node_get(index, name) == NULL)
			fault(b, "%s: the rulebook has no such rule", name);
	}
}

/* The indexes are not part of the release. */
static void
every_rule_of_the_rulebook_is_listed_and_none_invented(void **state)
{
	int found = 0;

	(void)state;
	for (const struct book *b = books; b != NULL; b = b->next) {
		const char *path = arena_printf(&kept,
		    "%s/../shared/rules/index-%s.txt", srcdir, b->system);

		if (!file_exists(path))
			continue;
		found++;
		check_index(b, path);
	}
	if (found == 0)
		skip();
	end();
}

#define TEST(f) cmocka_unit_test_setup(f, begin)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_system_lists_its_rules),
		TEST(every_rule_is_said_and_covered),
		TEST(every_case_that_a_rule_names_is_there),
		TEST(every_case_is_of_rules_that_name_it),
		TEST(every_rule_of_the_rulebook_is_listed_and_none_invented),
	};

	return cmocka_run_group_tests(tests, read_books, free_books);
}
