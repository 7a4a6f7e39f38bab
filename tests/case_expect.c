/* case_expect.c: what came of a case against what it expects */
#include "case.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/toml.h"
#include "engine/why.h"

#include <string.h>

static const char *
shown(struct case_run *c, const struct node *x)
{
	struct str s = str_new(c->arena);

	if (x == NULL)
		return "nothing";
	toml_write_inline(&s, x);
	return s.s;
}

/* Tables match in what is expected of them; everything else as a whole. */
static bool
matches(const struct node *expect, const struct node *x)
{
	if (x == NULL)
		return false;
	if (expect->type != NODE_TABLE || x->type != NODE_TABLE)
		return node_equal(expect, x);
	for (const struct node *c = expect->child; c != NULL; c = c->next)
		if (!matches(c, node_get(x, c->key)))
			return false;
	return true;
}

/* ----------------------------------------------------------------- state */

/* What a path means: a field, a table or an entry of one, or neither. */
struct place {
	const struct field *field;	/* the last one on the way; NULL */
	bool below;			/* the path goes on in an entry of it */
	const char *wrong;		/* a name that no field has, or NULL */
	const struct field *among;	/* ... of these */
};

static bool
next_name(struct case_run *c, const char **path, const char **name)
{
	const char *dot;

	if (*path == NULL)
		return false;
	dot = strchr(*path, '.');
	*name = dot ? arena_strndup(c->arena, *path, (size_t)(dot - *path)) :
	    *path;
	*path = dot ? dot + 1 : NULL;
	return true;
}

static struct place
find_place(struct case_run *c, const char *path)
{
	struct place p = { .among = c->g.sys->fields };
	const char *name = NULL;

	while (next_name(c, &path, &name)) {
		const struct field *f = p.among;

		while (f->name != NULL && strcmp(f->name, name) != 0)
			f++;
		p.below = false;
		if (f->name == NULL) {
			p.wrong = name;
			return p;
		}
		p.field = f;
		if (f->fields == NULL || path == NULL)
			return p;
		next_name(c, &path, &name);	/* the entry's id */
		p.among = f->fields;
		p.below = true;
	}
	return p;
}

/* The turn file's own keys are no fields of a position. */
static bool
is_turn_key(const char *path)
{
	return strncmp(path, "ask", 3) == 0 || strncmp(path, "hand", 4) == 0 ||
	    strcmp(path, "result") == 0;
}

static bool
known_path(struct case_run *c, const char *what, const char *path)
{
	struct place p = find_place(c, path);
	const char *names[64];
	size_t n = 0;

	if (p.wrong == NULL || is_turn_key(path))
		return true;
	for (const struct field *f = p.among; f->name && n < 64; f++)
		names[n++] = f->name;
	case_fault(c, "expect.%s: %s: a position has no such field%s", what,
	    str_shown(c->arena, path, 100),
	    str_suggest(c->arena, p.wrong, names, n));
	return false;
}

/* Of a word, a hex or a side that is not there both can be said. */
static bool
says_none(const struct node *x)
{
	return x->type == NODE_STRING &&
	    (*x->s == '\0' || strcmp(x->s, "none") == 0);
}

/* A field that is as it usually is stands in no turn file. */
static bool
is_usual(const struct field *f, const struct node *x)
{
	switch (f->type) {
	case FIELD_INT:
		return x->type == NODE_INT && x->i == f->omit;
	case FIELD_BOOL:
		return x->type == NODE_BOOL && (x->i != 0) == (f->omit != 0);
	case FIELD_ENUM:
		return x->type == NODE_STRING && f->omit >= 0 &&
		    (strcmp(f->names[f->omit], x->s) == 0 ||
		    (strcmp(f->names[f->omit], "none") == 0 && says_none(x)));
	case FIELD_ID:
	case FIELD_TEXT:
	case FIELD_SIDE:
	case FIELD_HEX:
		return says_none(x);
	case FIELD_LIST:
	case FIELD_HEXES:
	case FIELD_IDS:
	case FIELD_HANDS:
		return x->type == NODE_ARRAY && x->n == 0;
	case FIELD_TABLE:
	case FIELD_SIDES:
		return false;
	}
	return false;
}

static bool
usual_here(struct case_run *c, const struct node *turn, const char *path,
    const struct node *x)
{
	struct place p = find_place(c, path);
	const char *dot = strrchr(path, '.');

	if (p.wrong != NULL || p.field == NULL || p.below)
		return false;
	if (dot != NULL && node_path(turn, arena_strndup(c->arena, path,
	    (size_t)(dot - path))) == NULL)
		return false;		/* what it is a field of is gone */
	return is_usual(p.field, x);
}

static void
expect_state(struct case_run *c, const struct node *turn,
    const struct node *state)
{
	for (const struct node *x = state ? state->child : NULL; x;
	    x = x->next) {
		const struct node *y = node_path(turn, x->key);

		if (!known_path(c, "state", x->key) || (y ? matches(x, y) :
		    usual_here(c, turn, x->key, x)))
			continue;
		case_fault(c, "state: %s: expected %s, is %s", x->key,
		    shown(c, x), shown(c, y));
	}
}

static void
expect_absent(struct case_run *c, const struct node *turn,
    const struct node *list)
{
	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		const struct node *y = node_path(turn, x->s);

		if (known_path(c, "absent", x->s) && y != NULL)
			case_fault(c, "absent: %s is there: %s", x->s,
			    shown(c, y));
	}
}

/* ---------------------------------------------------------------- events */

static bool
event_fits(const struct node *expect, const struct node *event)
{
	const char *id = node_str(event, "event");

	if (expect->type == NODE_STRING)
		return id != NULL && strcmp(id, expect->s) == 0;
	return matches(expect, event);
}

static const char *
events_seen(struct case_run *c, const struct node *expect)
{
	struct str s = str_new(c->arena);
	int n = 0;

	for (const struct node *x = c->events->child; x; x = x->next)
		if (expect->type == NODE_TABLE && node_str(expect, "event") &&
		    !strcmp(node_str(expect, "event"), node_str(x, "event")))
			str_addf(&s, "\n    %s", shown(c, x));
		else
			n++;
	if (s.len > 0)
		return s.s;
	for (const struct node *x = c->events->child; x; x = x->next)
		str_addf(&s, " %s", node_str(x, "event"));
	return n > 0 ? s.s : " nothing";
}

static void
expect_events(struct case_run *c, const struct node *list)
{
	const struct node *at = c->events->child;

	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		const struct node *y = at;

		while (y != NULL && !event_fits(x, y))
			y = y->next;
		if (y == NULL) {
			case_fault(c, "events: %s did not happen (in this "
			    "place); what happened:%s", shown(c, x),
			    events_seen(c, x));
			return;
		}
		at = y->next;
	}
}

/* ------------------------------------------------------------- the rest */

static bool
has(const struct node *list, const char *s, int times)
{
	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		times -= strcmp(x->s, s) == 0;
	return times <= 0;
}

static int
times_before(const struct node *list, const struct node *upto)
{
	int n = 1;

	for (const struct node *x = list->child; x != upto; x = x->next)
		n += strcmp(x->s, upto->s) == 0;
	return n;
}

/* The same lines, in whatever order. */
static void
expect_same(struct case_run *c, const char *what, const struct node *expect,
    const struct node *is)
{
	for (const struct node *x = expect ? expect->child : NULL; x;
	    x = x->next)
		if (!has(is, x->s, times_before(expect, x)))
			case_fault(c, "%s: \"%s\" is expected and not there",
			    what, x->s);
	for (const struct node *x = is->child; x != NULL; x = x->next)
		if (!has(expect, x->s, times_before(is, x)))
			case_fault(c, "%s: \"%s\" is there and not expected",
			    what, x->s);
}

static struct node *
open_asks(struct case_run *c)
{
	struct node *list = node_array(c->arena);

	if (c->g.stop != STOP_ASK)
		return list;
	for (const struct node *x = c->g.asks->child; x != NULL; x = x->next)
		node_add(c->arena, list, NULL, node_string(c->arena,
		    arena_printf(c->arena, "%s %s", node_str(x, "side"),
		    node_str(x, "kind"))));
	return list;
}

/* Why an order was refused helps whoever expected it not to be. */
static const char *
reason_of(struct case_run *c, const struct node *x)
{
	const struct node *t = node_table_of(x, "why");

	return t != NULL ? why_plain(c->arena, why_from_node(c->arena, t)) :
	    "sealed";
}

static void
tell_reasons(struct case_run *c)
{
	for (const struct node *x = c->events->child; x; x = x->next)
		if (strcmp(node_str(x, "event"), "refused") == 0)
			case_fault(c, "  %s %s %lld: %s", node_str(x, "side"),
			    node_str(x, "what"),
			    (long long)node_integer(x, "number", 0),
			    reason_of(c, x));
}

static void
expect_used_up(struct case_run *c)
{
	size_t n = 0, cards = 0;

	for (const struct node *x = c->dice.next; x != NULL; x = x->next)
		n++;
	if (n > 0)
		case_fault(c, "dice: %zu of those that show are never rolled",
		    n);
	for (size_t i = 0; i < c->dice.npiles; i++)
		if (c->dice.pile[i].next != NULL)
			case_fault(c, "dice: some of those for \"%s\" are "
			    "never rolled", c->dice.pile[i].pattern);
	for (const struct node *x = c->card; x != NULL; x = x->next)
		cards++;
	if (cards > 0)
		case_fault(c, "cards: %zu are never drawn", cards);
}

static void
expect_handed_in(struct case_run *c)
{
	const struct node *list = node_array_of(c->tree, "submission");

	for (size_t i = 0; list != NULL && i < list->n; i++)
		if (!c->handed[i])
			case_fault(c, "submission %zu: the run never came to "
			    "its exchange", i + 1);
}

void
case_expect(struct case_run *c)
{
	const struct node *t = node_table_of(c->tree, "expect");
	struct node *turn = case_turn(c);
	int before = c->faults;

	expect_same(c, "refused", node_array_of(t, "refused"), c->refused);
	if (c->faults > before)
		tell_reasons(c);
	if (c->g.stop == STOP_FAIL || c->g.stop == STOP_HALT)
		return;			/* said why; the rest follows */
	expect_used_up(c);
	expect_handed_in(c);
	expect_state(c, turn, node_table_of(t, "state"));
	expect_absent(c, turn, node_array_of(t, "absent"));
	expect_events(c, node_array_of(t, "events"));
	if (node_get(t, "asks") != NULL)
		expect_same(c, "asks", node_array_of(t, "asks"), open_asks(c));
}
