/* game_files.c: a game in its files: the position, the answers, the checkpoint */
#include "engine/ask.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

struct node *
game_recalled(const struct game *g)
{
	struct node *list = node_array(g->arena);
	int first = g->nrecalled > GAME_RECALLED ?
	    g->nrecalled - GAME_RECALLED : 0;

	for (int i = first; i < g->nrecalled; i++)
		node_add(g->arena, list, NULL, node_copy(g->arena,
		    g->recalled[i % GAME_RECALLED]));
	return list;
}

void
game_position(struct game *g, const void *state, struct node *out)
{
	struct field_names names = { g->grid, g->side, g->nsides,
	    FIELDS_PUBLIC };

	field_write(g->arena, out, state, g->sys->fields, &names);
}

void
game_hidden(struct game *g, const void *state, struct node *out)
{
	struct field_names names = { g->grid, g->side, g->nsides,
	    FIELDS_HIDDEN };

	field_write(g->arena, out, state, g->sys->fields, &names);
}

bool
game_hides(const struct game *g)
{
	return field_hides(g->sys->fields) && (g->sys->hides == NULL ||
	    g->sys->hides(g->data));
}

bool
game_has_hands(const struct game *g)
{
	return g->sys->hand != NULL && game_hides(g);
}

const char *
game_hand_name(const struct game *g)
{
	return g->sys->hand_name != NULL ? g->sys->hand_name : "hand";
}

int
game_hidden_read(struct err *e, struct game *g, const struct node *t)
{
	struct field_names names = { g->grid, g->side, g->nsides,
	    FIELDS_HIDDEN };

	return field_read(e, g->arena, t, g->saved, g->sys->fields, &names,
	    NULL);
}

struct node *
answer_node(struct game *g, const struct answer *x, bool with_q)
{
	struct arena *a = g->arena;
	struct node *t = node_table(a);

	if (with_q)
		node_add_int(a, t, "q", x->q);
	node_add_string(a, t, "side", game_side(g, x->side));
	node_add_string(a, t, "kind", x->kind);
	if (x->number > 0)
		node_add_int(a, t, "number", x->number);
	if (x->about != NULL)
		for (struct node *c = x->about->child; c != NULL; c = c->next)
			node_add(a, t, c->key, node_copy(a, c));
	node_add(a, t, "answer", node_copy(a, x->value));
	node_add_string(a, t, "by", x->by);
	return t;
}

void
game_answers(struct game *g, struct node *out)
{
	struct node *list = node_array(g->arena);

	list->layout = NODE_LINES;
	for (int i = 0; i < g->nanswers; i++)
		node_add(g->arena, list, NULL,
		    answer_node(g, &g->answers[i], false));
	node_add(g->arena, out, "answer", list);
}

static void
write_standing(struct game *g, struct node *out)
{
	struct arena *a = g->arena;
	struct node *orders = node_table(a), *doctrine = node_table(a);

	orders->layout = doctrine->layout = NODE_LINES;
	for (int i = 0; i < g->nsides; i++) {
		const struct player *p = &g->player[i];

		if (p->orders_exchange >= 0) {
			struct node *t = node_add_table(a, orders, g->side[i]);

			node_add_int(a, t, "exchange", p->orders_exchange);
			node_add_int(a, t, "used", p->used);
			node_add_bool(a, t, "begun", p->begun);
			if (p->part > 0)
				node_add_int(a, t, "part", p->part);
			if (p->failed > 0)
				node_add_int(a, t, "failed", p->failed);
			if (p->each > 0)
				node_add_int(a, t, "each", p->each);
			if (p->moved != NULL)
				node_add(a, t, "moved", node_copy(a,
				    p->moved));
		}
		if (p->doctrine_exchange >= 0)
			node_add_int(a, doctrine, g->side[i],
			    p->doctrine_exchange);
	}
	if (orders->n > 0)
		node_add(a, out, "orders", orders);
	if (doctrine->n > 0)
		node_add(a, out, "doctrine", doctrine);
}

/* Mostly nothing has happened since the checkpoint, and the position that is
 * published beside it says it all. */
static void
write_saved(struct game *g, struct node *out)
{
	struct node *saved = node_table(g->arena);
	struct node *now = node_table(g->arena);

	if (memcmp(g->saved, g->state, g->sys->state_size) == 0)
		return;
	game_position(g, g->saved, saved);
	game_position(g, g->state, now);
	if (!node_equal(saved, now))
		node_add(g->arena, out, "state", saved);
}

void
game_checkpoint_write(struct game *g, struct node *out)
{
	struct arena *a = g->arena;
	struct node *rolls = node_add_array(a, out, "rolls");
	struct node *record = node_array(a);

	node_add_int(a, out, "stopped", g->stopped);
	for (int i = 0; i < g->nrolls; i++)
		node_add(a, rolls, NULL, node_string(a, arena_printf(a,
		    "%d.%d", g->rolls[i].exchange, g->rolls[i].index)));
	record->layout = NODE_LINES;
	for (int i = 0; i < g->nrecord; i++)
		node_add(a, record, NULL,
		    answer_node(g, &g->record[i], true));
	node_add(a, out, "answer", record);
	write_standing(g, out);
	write_saved(g, out);
}

struct node *
answer_about(struct arena *a, const struct node *answer)
{
	static const char *const own[] = { "q", "side", "kind", "number",
	    "answer", "by", NULL };
	struct node *t = node_table(a);

	for (const struct node *f = answer->child; f != NULL; f = f->next) {
		const char *const *k = own;

		while (*k != NULL && strcmp(*k, f->key) != 0)
			k++;
		if (*k == NULL)
			node_add(a, t, f->key, node_copy(a, f));
	}
	return t;
}

static int
read_record(struct err *e, struct game *g, const struct node *list)
{
	size_t n = list != NULL ? list->n : 0;
	const struct node *c = n ? list->child : NULL;

	g->record = arena_new(g->arena, struct answer, n + 1);
	g->nrecord = (int)n;
	g->caprecord = (int)n + 1;
	for (struct answer *x = g->record; c != NULL; c = c->next, x++) {
		const char *side = node_str(c, "side");

		x->q = (int)node_integer(c, "q", 0);
		x->kind = node_str(c, "kind");
		x->by = node_str(c, "by");
		x->number = (int)node_integer(c, "number", 0);
		x->value = node_copy(g->arena, node_get(c, "answer"));
		x->about = answer_about(g->arena, c);
		x->side = -1;
		for (int i = 0; side != NULL && i < g->nsides; i++)
			if (strcmp(g->side[i], side) == 0)
				x->side = i;
		if (x->side < 0 || x->kind == NULL || x->by == NULL ||
		    node_get(c, "answer") == NULL)
			return err_set(e, ERR_VERIFY, "checkpoint.toml: line "
			    "%d: an answer needs side, kind, answer and by",
			    c->line);
	}
	return ERR_OK;
}

int
game_checkpoint_read(struct err *e, struct game *g, const struct node *t)
{
	struct field_names names = { g->grid, g->side, g->nsides,
	    FIELDS_PUBLIC };
	const struct node *state = node_table_of(t, "state");
	int rc;

	g->stopped = (int)node_integer(t, "stopped", 0);
	for (int i = 0; i < g->nsides; i++) {
		struct player *p = &g->player[i];
		const struct node *o = node_table_of(
		    node_table_of(t, "orders"), g->side[i]);

		p->orders_exchange = (int)node_integer(o, "exchange", -1);
		p->used = (int)node_integer(o, "used", 0);
		p->begun = node_boolean(o, "begun", false);
		p->part = (int)node_integer(o, "part", 0);
		p->failed = (int)node_integer(o, "failed", 0);
		p->each = (int)node_integer(o, "each", 0);
		p->moved = node_array_of(o, "moved");
		p->doctrine_exchange = (int)node_integer(
		    node_table_of(t, "doctrine"), g->side[i], -1);
	}
	rc = read_record(e, g, node_array_of(t, "answer"));
	if (rc != ERR_OK)
		return rc;
	if (state == NULL) {
		memcpy(g->saved, g->state, g->sys->state_size);
		return ERR_OK;
	}
	field_clear(g->saved, g->sys->fields, &names);
	rc = field_read(e, g->arena, state, g->saved, g->sys->fields, &names,
	    NULL);
	if (rc == ERR_OK && g->sys->check != NULL)
		rc = g->sys->check(e, g->data, g->saved);
	if (rc != ERR_OK) {
		err_prefix(e, "checkpoint.toml: state");
		return err_unverified(e);
	}
	return ERR_OK;
}
