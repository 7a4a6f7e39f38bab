/* sealed.c: what the files of a turn hold sealed to a side */
#include "desk/home.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"
#include "trust/seal.h"

#include <string.h>

static bool
is_sides(const struct node *t, const char *side)
{
	const char *s = node_str(t, "side");

	return s != NULL && strcmp(s, side) == 0 &&
	    node_get(t, "sealed") != NULL;
}

/* Why it was refused: { code = "…", … }. */
static void
add_reason(struct arena *a, struct node *t, const char *reason)
{
	const char *text = arena_printf(a, "why = %s\n", reason);
	struct node *why = NULL;
	struct err e = { 0 };

	if (toml_read(&e, a, "refusal", text,
	    strlen(text), TOML_MAX_SIZE, &why) == ERR_OK &&
	    node_table_of(why, "why") != NULL)
		node_add(a, t, "why", node_copy(a, node_get(why,
		    "why")));
}

/* A refused order: why in the first line, its text in the second. */
static int
opened_refusal(struct err *e, struct arena *a, const struct node *x,
    const struct secret_key *k, struct node *out)
{
	struct node *t = node_table(a);
	const char *what = node_str(x, "what");
	char *s, *text;
	size_t n;

	if (seal_open_side(a, node_get(x, "sealed"), k, &s, &n) < 0)
		return err_set(e, ERR_VERIFY, "events.toml: line %d: what is "
		    "sealed there cannot be opened with this key", x->line);
	if ((text = strchr(s, '\n')) != NULL)
		*text++ = '\0';
	node_add_string(a, t, "what", what ? what : "order");
	node_add_int(a, t, "number", node_integer(x, "number", 0));
	node_add_string(a, t, "text", text == NULL ? "" : arena_strndup(
	    a, text, strcspn(text, "\n")));
	add_reason(a, t, s);
	node_add(a, out, NULL, t);
	return ERR_OK;
}

/* One to a line: a hand, or the options of a question. */
static int
opened_lines(struct err *e, struct arena *a, const struct node *x,
    const struct secret_key *k, struct node *list)
{
	char *s, *save = NULL;
	size_t n;

	if (seal_open_side(a, node_get(x, "sealed"), k, &s, &n) < 0)
		return err_set(e, ERR_VERIFY, "turn.toml: line %d: what is "
		    "sealed there cannot be opened with this key", x->line);
	for (s = strtok_r(s, "\n", &save); s; s = strtok_r(NULL, "\n", &save))
		node_add(a, list, NULL, node_string(a, s));
	return ERR_OK;
}

static int
opened_hand(struct err *e, struct arena *a, struct position *p, int side,
    const struct node *x, const struct secret_key *k, struct node *out)
{
	struct node *t = node_add(a, out, NULL, node_table(a)), *cards;
	int rc;

	node_add_string(a, t, "what", "hand");
	cards = node_add_array(a, t, "cards");
	rc = opened_lines(e, a, x, k, cards);
	if (rc == ERR_OK)
		rc = position_hold(e, a, p, side, cards);
	return rc;
}

static int
opened_options(struct err *e, struct arena *a, const struct node *x, int number,
    const struct secret_key *k, struct node *out)
{
	struct node *t = node_add(a, out, NULL, node_table(a));
	const char *kind = node_str(x, "kind");

	node_add_string(a, t, "what", "options");
	node_add_int(a, t, "number", number);
	node_add_string(a, t, "kind", kind != NULL ? kind : "");
	return opened_lines(e, a, x, k, node_add_array(a, t, "options"));
}

int
home_sealed(struct err *e, struct arena *a, struct position *p, int side,
    const struct secret_key *k, struct node **out)
{
	const struct history_file *f = position_file(p->files, p->nfiles,
	    "events.toml");
	const char *name = p->charter.side[side].name;
	const struct node *x = node_array_of(p->turn, "hand");
	struct node *events = NULL;
	int number = 0, rc = ERR_OK;

	*out = node_array(a);
	for (x = x ? x->child : NULL; x && rc == ERR_OK; x = x->next)
		if (is_sides(x, name))
			rc = opened_hand(e, a, p, side, x, k, *out);
	x = position_asks(p);
	for (x = x ? x->child : NULL; x && rc == ERR_OK; x = x->next) {
		number++;
		if (is_sides(x, name))
			rc = opened_options(e, a, x, number, k, *out);
	}
	if (rc == ERR_OK && f != NULL && toml_read(e, a, f->path, f->data,
	    f->len, TOML_MAX_SIZE, &events) != ERR_OK)
		rc = err_unverified(e);
	x = node_array_of(events, "event");
	for (x = x ? x->child : NULL; x && rc == ERR_OK; x = x->next)
		if (is_sides(x, name))
			rc = opened_refusal(e, a, x, k, *out);
	return rc;
}

static struct node *
order_of(struct arena *a, const char *inline_text)
{
	const char *text = arena_printf(a, "text = %s\n", inline_text);
	struct node *t = NULL;
	struct err e = { 0 };

	if (toml_read(&e, a, "refusal", text, strlen(text), TOML_MAX_SIZE, &t)
	    != ERR_OK || node_get(t, "text") == NULL)
		return node_string(a, inline_text);
	return node_copy(a, node_get(t, "text"));
}

struct node *
home_opened_events(struct arena *a, const struct node *events,
    const char *side, const struct secret_key *k)
{
	struct node *out = node_array(a);

	for (const struct node *x = events->child; x != NULL; x = x->next) {
		struct node *t = node_add(a, out, NULL, node_copy(a, x));
		struct node *opened = node_array(a);
		struct err e;

		if (!is_sides(x, side) || opened_refusal(&e, a, x, k, opened)
		    != ERR_OK || node_get(opened->child, "why") == NULL)
			continue;
		node_set(a, t, "why", node_copy(a, node_get(opened->child,
		    "why")));
		node_set(a, t, "text", order_of(a, node_str(opened->child,
		    "text")));
	}
	return out;
}
