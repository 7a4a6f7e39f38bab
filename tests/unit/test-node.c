/* test-node.c: the tree of values */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

#define COUNT(a) (sizeof (a) / sizeof *(a))

/* { exchange = 3, late = false, side = ["rome", "carthage"],
 *   unit = { velites-x = { hits = 6 } }, rules = { "a.toml" = "hash" } } */
static struct node *
sample(struct arena *a)
{
	struct node *t = node_table(a), *list, *unit;

	node_add_int(a, t, "exchange", 3);
	node_add_bool(a, t, "late", false);
	list = node_add_array(a, t, "side");
	node_add(a, list, NULL, node_string(a, "rome"));
	node_add(a, list, NULL, node_string(a, "carthage"));
	unit = node_add_table(a, t, "unit");
	unit = node_add_table(a, unit, "velites-x");
	node_add_int(a, unit, "hits", 6);
	node_add_string(a, node_add_table(a, t, "rules"), "a.toml", "hash");
	return t;
}

static void
children_keep_the_order_in_which_they_were_added(void **state)
{
	static const char *const keys[] = { "exchange", "late", "side", "unit",
		"rules" };
	struct arena a = {0};
	const struct node *t = sample(&a), *c = t->child;

	(void)state;
	assert_int_equal(t->n, COUNT(keys));
	for (size_t i = 0; i < COUNT(keys); i++, c = c->next)
		assert_string_equal(c->key, keys[i]);
	assert_null(c);
	assert_string_equal(t->last->key, "rules");
	arena_free(&a);
}

static void
a_value_of_another_type_counts_as_absent(void **state)
{
	struct arena a = {0};
	const struct node *t = sample(&a);

	(void)state;
	assert_int_equal(node_integer(t, "exchange", -1), 3);
	assert_int_equal(node_integer(t, "late", -1), -1);
	assert_int_equal(node_integer(t, "nothing", -1), -1);
	assert_int_equal(node_integer(NULL, "exchange", -1), -1);
	assert_false(node_boolean(t, "late", true));
	assert_true(node_boolean(t, "exchange", true));
	assert_null(node_str(t, "exchange"));
	assert_null(node_array_of(t, "unit"));
	assert_null(node_table_of(t, "side"));
	assert_non_null(node_table_of(t, "unit"));
	assert_non_null(node_array_of(t, "side"));
	assert_null(node_get(node_get(t, "side"), "x"));
	assert_null(node_get(NULL, "x"));
	assert_string_equal(node_at(node_get(t, "side"), 1)->s, "carthage");
	assert_null(node_at(node_get(t, "side"), 2));
	assert_null(node_at(t, 0));
	assert_null(node_at(NULL, 0));
	arena_free(&a);
}

static void
a_path_leads_through_tables_arrays_and_keys_with_dots(void **state)
{
	static const struct { const char *path; bool found; } rows[] = {
		{ "exchange", true },
		{ "unit.velites-x.hits", true },
		{ "unit.velites-x", true },
		{ "unit.velites-y", false },
		{ "unit.velites", false },
		{ "unit.", false },
		{ "", false },
		{ "exchange.x", false },
		{ "side.0", true },
		{ "side.1", true },
		{ "side.2", false },
		{ "side.01", false },
		{ "side.-1", false },
		{ "side.x", false },
		{ "side.99999999999999999999999", false },
		{ "side.0.x", false },
		{ "rules.a.toml", true },
		{ "rules.a", false },
	};
	struct arena a = {0};
	const struct node *t = sample(&a);

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		assert_int_equal(node_path(t, rows[i].path) != NULL,
		    rows[i].found);
	assert_int_equal(node_path(t, "unit.velites-x.hits")->i, 6);
	assert_null(node_path(NULL, "x"));
	arena_free(&a);
}

static void
setting_a_key_keeps_its_place(void **state)
{
	struct arena a = {0};
	struct node *t = sample(&a);

	(void)state;
	node_set(&a, t, "exchange", node_int(&a, 4));
	assert_string_equal(t->child->key, "exchange");
	assert_int_equal(t->child->i, 4);
	node_set(&a, t, "rules", node_bool(&a, true));
	assert_int_equal(t->last->type, NODE_BOOL);
	assert_int_equal(t->n, 5);
	node_set(&a, t, "side", node_string(&a, "x"));
	assert_string_equal(t->child->next->next->s, "x");
	assert_string_equal(t->child->next->next->next->key, "unit");
	node_set(&a, t, "new", node_int(&a, 1));
	assert_string_equal(t->last->key, "new");
	assert_int_equal(t->n, 6);
	arena_free(&a);
}

static void
a_copy_is_equal_and_shares_nothing(void **state)
{
	struct arena a = {0}, b = {0};
	struct node *t = sample(&a), *copy = node_copy(&b, t);

	(void)state;
	assert_true(node_equal(t, copy));
	assert_true(node_equal(copy, t));
	arena_free(&a);
	assert_int_equal(node_path(copy, "unit.velites-x.hits")->i, 6);
	assert_string_equal(node_path(copy, "rules.a.toml")->s, "hash");
	arena_free(&b);
}

static void
any_change_makes_trees_unequal(void **state)
{
	struct arena a = {0};
	struct node *t = sample(&a), *u = sample(&a);

	(void)state;
	u->child->line = 9;
	u->child->layout = NODE_INLINE;
	assert_true(node_equal(t, u));
	node_set(&a, u, "exchange", node_int(&a, 4));
	assert_false(node_equal(t, u));
	node_set(&a, u, "exchange", node_bool(&a, true));
	assert_false(node_equal(t, u));
	u = sample(&a);
	node_add_int(&a, u, "more", 1);
	assert_false(node_equal(t, u));
	assert_false(node_equal(u, t));
	u = sample(&a);
	u->child->key = "exchanges";
	assert_false(node_equal(t, u));
	assert_false(node_equal(node_string(&a, "a"), node_string(&a, "b")));
	assert_false(node_equal(node_table(&a), node_array(&a)));
	arena_free(&a);
}

static void
every_type_has_a_name(void **state)
{
	(void)state;
	assert_string_equal(node_type_name(NODE_STRING), "a string");
	assert_string_equal(node_type_name(NODE_INT), "an integer");
	assert_string_equal(node_type_name(NODE_BOOL), "true or false");
	assert_string_equal(node_type_name(NODE_ARRAY), "an array");
	assert_string_equal(node_type_name(NODE_TABLE), "a table");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    children_keep_the_order_in_which_they_were_added),
		cmocka_unit_test(a_value_of_another_type_counts_as_absent),
		cmocka_unit_test(
		    a_path_leads_through_tables_arrays_and_keys_with_dots),
		cmocka_unit_test(setting_a_key_keeps_its_place),
		cmocka_unit_test(a_copy_is_equal_and_shares_nothing),
		cmocka_unit_test(any_change_makes_trees_unequal),
		cmocka_unit_test(every_type_has_a_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
