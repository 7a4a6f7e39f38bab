/* case_keys.c: the grammar of a case: what may stand in it, and of what type */
#include "case.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

struct key {
	const char *name;
	unsigned types;		/* a bit for each node_type */
	const struct key *keys;	/* of the table, or of each table in the array;
				 * NULL: not ours to know */
};

#define STRING (1u << NODE_STRING)
#define INT (1u << NODE_INT)
#define BOOL (1u << NODE_BOOL)
#define ARRAY (1u << NODE_ARRAY)
#define TABLE (1u << NODE_TABLE)

static const struct key secret_keys[] = {
	{ "order", ARRAY, NULL },
	{ "answer", ARRAY, NULL },
	{ "doctrine", ARRAY, NULL },
	{ "deploy", TABLE | STRING, NULL },
	{ NULL, 0, NULL },
};

static const struct key submission_keys[] = {
	{ "side", STRING, NULL },
	{ "exchange", INT, NULL },
	{ "order", ARRAY, NULL },
	{ "answer", ARRAY, NULL },
	{ "doctrine", ARRAY, NULL },
	{ "deploy", TABLE | STRING, NULL },
	{ "say", STRING, NULL },
	{ "secret", TABLE, secret_keys },
	{ NULL, 0, NULL },
};

static const struct key dice_keys[] = {
	{ "shows", ARRAY, NULL },
	{ "for", TABLE, NULL },
	{ NULL, 0, NULL },
};

static const struct key card_keys[] = {
	{ "draws", ARRAY, NULL },
	{ NULL, 0, NULL },
};

static const struct key expect_keys[] = {
	{ "state", TABLE, NULL },
	{ "absent", ARRAY, NULL },
	{ "events", ARRAY, NULL },
	{ "asks", ARRAY, NULL },
	{ "refused", ARRAY, NULL },
	{ NULL, 0, NULL },
};

static const struct key case_grammar[] = {
	{ "system", STRING, NULL },
	{ "rule", STRING | ARRAY, NULL },
	{ "title", STRING, NULL },
	{ "default_doctrine", BOOL, NULL },
	{ "position", TABLE, NULL },
	{ "submission", ARRAY, submission_keys },
	{ "dice", TABLE, dice_keys },
	{ "cards", TABLE, card_keys },
	{ "expect", TABLE, expect_keys },
	{ NULL, 0, NULL },
};

static void check_table(struct case_run *c, const char *path,
	const struct node *t, const struct key *keys);

static void
unknown_key(struct case_run *c, const char *path, const char *name,
    const struct key *keys)
{
	const char *names[16];
	size_t n = 0;

	for (; keys->name != NULL && n < 16; keys++)
		names[n++] = keys->name;
	case_fault(c, "%s%s: no such key%s", path,
	    str_shown(c->arena, name, 60),
	    str_suggest(c->arena, name, names, n));
}

static void
check_key(struct case_run *c, const char *path, const struct node *x,
    const struct key *k)
{
	const char *here = arena_printf(c->arena, "%s%s", path, k->name);
	int number = 0;

	if (!(k->types >> x->type & 1)) {
		case_fault(c, "%s: it may not be %s", here,
		    node_type_name(x->type));
		return;
	}
	if (k->keys == NULL)
		return;
	if (x->type == NODE_TABLE) {
		check_table(c, arena_printf(c->arena, "%s.", here), x,
		    k->keys);
		return;
	}
	for (const struct node *y = x->child; y != NULL; y = y->next) {
		const char *entry = arena_printf(c->arena, "%s %d: ", here,
		    ++number);

		if (y->type == NODE_TABLE)
			check_table(c, entry, y, k->keys);
		else
			case_fault(c, "%sit may not be %s", entry,
			    node_type_name(y->type));
	}
}

static void
check_table(struct case_run *c, const char *path, const struct node *t,
    const struct key *keys)
{
	for (const struct node *x = t->child; x != NULL; x = x->next) {
		const struct key *k = keys;

		while (k->name != NULL && strcmp(k->name, x->key) != 0)
			k++;
		if (k->name == NULL)
			unknown_key(c, path, x->key, keys);
		else
			check_key(c, path, x, k);
	}
}

/* Every element of an array, where it is there, is of one of these types. */
static void
check_elements(struct case_run *c, const char *path, const struct node *list,
    unsigned types)
{
	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		if (!(types >> x->type & 1))
			case_fault(c, "%s: none of it may be %s", path,
			    node_type_name(x->type));
}

/* [dice.for]: labels' patterns, each with a list of what is shown. */
static void
check_piles(struct case_run *c, const struct node *piles)
{
	for (const struct node *x = piles ? piles->child : NULL; x;
	    x = x->next) {
		const char *path = arena_printf(c->arena, "dice.for.\"%s\"",
		    str_shown(c->arena, x->key, 80));

		if (x->type != NODE_ARRAY)
			case_fault(c, "%s: it must be a list", path);
		else
			check_elements(c, path, x, INT | STRING);
	}
}

void
case_keys(struct case_run *c)
{
	const struct node *dice, *expect;

	check_table(c, "", c->tree, case_grammar);
	if (node_get(c->tree, "system") == NULL)
		case_fault(c, "system: it is not said which");
	dice = node_table_of(c->tree, "dice");
	check_elements(c, "dice.shows", node_array_of(dice, "shows"),
	    INT | STRING);
	check_piles(c, node_table_of(dice, "for"));
	check_elements(c, "cards.draws", node_array_of(
	    node_table_of(c->tree, "cards"), "draws"), STRING);
	check_elements(c, "rule", node_array_of(c->tree, "rule"), STRING);
	expect = node_table_of(c->tree, "expect");
	check_elements(c, "expect.absent", node_array_of(expect, "absent"),
	    STRING);
	check_elements(c, "expect.events", node_array_of(expect, "events"),
	    STRING | TABLE);
	check_elements(c, "expect.asks", node_array_of(expect, "asks"),
	    STRING);
	check_elements(c, "expect.refused", node_array_of(expect, "refused"),
	    STRING);
	if (expect == NULL || expect->n == 0)
		case_fault(c, "expect: it asserts nothing");
}
