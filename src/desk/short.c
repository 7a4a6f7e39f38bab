/* short.c: an order in a few words: "move legio-3 2503" */
#include "desk/short.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"

#include <stdlib.h>
#include <string.h>

#define WORDS 128

struct reading {
	const struct desk *d;
	struct game *g;
	struct board *b;
	const struct order_verb *v;
	struct node *order;
};

static bool
has_word(const char *words, const char *w)
{
	size_t n = strlen(w);

	for (const char *p = words; p && (p = strstr(p, w)) != NULL; p += n)
		if ((p == words || p[-1] == ' ') && (p[n] == ' ' ||
		    p[n] == '\0'))
			return true;
	return false;
}

/* Where orders name leaders in a field of their own, no other takes them. */
static bool
parts_leaders(const struct order_verb *v)
{
	for (const struct order_field *f = v->fields; f->name != NULL; f++)
		if (strncmp(f->name, "leader", 6) == 0)
			return true;
	return false;
}

/* Could this word be the field's value? */
static bool
fits(const struct reading *r, const struct order_field *f, const char *w)
{
	const struct board_piece *p = board_find(r->b, w);
	bool leader = p != NULL && (p->state & BOARD_IS_LEADER) != 0;
	bool own = p != NULL && p->side == r->d->side;

	switch (f->arg) {
	case ARG_UNIT:
	case ARG_UNITS:
		return own && (!parts_leaders(r->v) || leader ==
		    (strncmp(f->name, "leader", 6) == 0));
	case ARG_ENEMY:
	case ARG_ENEMIES:
	case ARG_ENEMY_OR_LIST:
		return p != NULL && !own;
	case ARG_ANY:
		return p != NULL;
	case ARG_HEX:
	case ARG_HEXES:
		return p == NULL && hex_parse(r->g->grid, w) != HEX_NONE;
	case ARG_WORD:
		return has_word(f->words, w);
	case ARG_INT:
		return *w != '\0' && strspn(w, "0123456789") == strlen(w);
	case ARG_BOOL:
		return strcmp(w, f->name) == 0;
	case ARG_TEXT:
		return p == NULL && hex_parse(r->g->grid, w) == HEX_NONE;
	}
	return false;
}

static struct node *
value_of(struct arena *a, const struct order_field *f, const char *w)
{
	if (f->arg == ARG_INT)
		return node_int(a, strtol(w, NULL, 10));
	if (f->arg == ARG_BOOL)
		return node_bool(a, strcmp(w, "false") != 0);
	return node_string(a, w);
}

static void
put(struct reading *r, const struct order_field *f, const char *w)
{
	struct arena *a = r->d->a;
	struct node *list = NULL;

	for (struct node *x = r->order->child; x != NULL; x = x->next)
		if (strcmp(x->key, f->name) == 0)
			list = x;
	if (!order_arg_is_list(f->arg)) {
		node_add(a, r->order, f->name, value_of(a, f, w));
		return;
	}
	if (list == NULL)
		list = node_add_array(a, r->order, f->name);
	node_add(a, list, NULL, value_of(a, f, w));
}

/* A field that may still take this word: needed ones first. */
static const struct order_field *
field_for(const struct reading *r, const char *w)
{
	for (int pass = 0; pass < 2; pass++)
		for (const struct order_field *f = r->v->fields; f->name; f++)
			if (f->needed == (pass == 0) && fits(r, f, w) &&
			    (order_arg_is_list(f->arg) || node_get(r->order, f->name) ==
			    NULL))
				return f;
	return NULL;
}

/* field=value, field=a,b,c */
static int
take_pair(struct err *e, struct reading *r, const char *w, const char *eq)
{
	struct arena *a = r->d->a;
	const char *name = arena_strndup(a, w, (size_t)(eq - w));
	const struct order_field *f = r->v->fields;
	char *value = arena_strdup(a, eq + 1), *save = NULL;

	while (f->name != NULL && strcmp(f->name, name) != 0)
		f++;
	if (f->name == NULL)
		return err_set(e, ERR_INPUT, "%s takes no field \"%s\"",
		    r->v->verb, str_shown(a, name, 40));
	if (!order_arg_is_list(f->arg)) {
		put(r, f, value);
		return ERR_OK;
	}
	for (char *p = strtok_r(value, ",", &save); p != NULL;
	    p = strtok_r(NULL, ",", &save))
		put(r, f, p);
	return ERR_OK;
}

/* Of a unit or hex: what it is. */
static const char *
kind_of(const struct reading *r, const char *w)
{
	const struct board_piece *p = board_find(r->b, w);

	if (p == NULL)
		return "hex";
	if (p->side != r->d->side)
		return "enemy";
	return p->state & BOARD_IS_LEADER ? "leader" : "unit";
}

static int
take_word(struct err *e, struct reading *r, const char *w)
{
	const char *eq = strchr(w, '=');
	const struct order_field *f;

	if (eq != NULL)
		return take_pair(e, r, w, eq);
	if ((f = field_for(r, w)) == NULL) {
		const char *names[512];
		int n = r->g->sys->units(r->g->state, -1, names, 512);

		if (board_find(r->b, w) == NULL && hex_parse(r->g->grid, w) ==
		    HEX_NONE)
			return err_set(e, ERR_INPUT, "\"%s\": no unit, hex or "
			    "word that %s takes%s", str_shown(r->d->a, w, 60),
			    r->v->verb, str_suggest(r->d->a, w, names,
			    (size_t)n));
		return err_set(e, ERR_INPUT, "\"%s\": %s takes no %s, or not "
		    "another one", str_shown(r->d->a, w, 60), r->v->verb,
		    kind_of(r, w));
	}
	put(r, f, w);
	return ERR_OK;
}

static int
read_toml(struct err *e, const struct desk *d, const char *line,
    struct node **out)
{
	size_t n = strlen(line);
	const char *text;
	struct node *t;
	int rc;

	while (n > 0 && (line[n - 1] == ',' || line[n - 1] == ' '))
		n--;
	text = arena_printf(d->a, "order = %.*s\n", (int)n, line);
	rc = toml_read(e, d->a, "order", text, strlen(text), TOML_MAX_SIZE,
	    &t);
	if (rc == ERR_OK && node_table_of(t, "order") == NULL)
		rc = err_set(e, ERR_INPUT, "an order is written { do = "
		    "\"...\", ... }");
	if (rc == ERR_OK) {
		*out = node_copy(d->a, node_get(t, "order"));
		(*out)->layout = NODE_INLINE;
	}
	return rc;
}

static int
unknown_verb(struct err *e, const struct desk *d, const char *verb)
{
	const char *names[64];
	size_t n = 0;

	for (const struct order_verb *v = d->game->sys->verbs; v->verb; v++)
		names[n++] = v->verb;
	names[n++] = "pause";
	return err_set(e, ERR_INPUT, "\"%s\": no such order%s", str_shown(d->a,
	    verb, 40), str_suggest(d->a, verb, names, n));
}

/* advance [line] UNITS [toward] [HEX] [by N | by=N] */
static int
read_advance(struct err *e, const struct desk *d, char *rest,
    struct node *order)
{
	struct node *units = node_array(d->a);
	char *save = NULL;
	bool line = false;

	for (char *w = strtok_r(rest, " \t", &save); w != NULL;
	    w = strtok_r(NULL, " \t", &save)) {
		line = line || strcmp(w, "line") == 0;
		if (strcmp(w, "toward") == 0 || strcmp(w, "line") == 0)
			continue;
		if (strcmp(w, "by") == 0 && (w = strtok_r(NULL, " \t", &save))
		    == NULL)
			return err_set(e, ERR_INPUT, "advance: by how many "
			    "hexes?");
		if (strspn(w, "0123456789") == strlen(w) && strlen(w) < 3)
			node_add_int(d->a, order, "by", strtol(w, NULL, 10));
		else if (strncmp(w, "by=", 3) == 0)
			node_add_int(d->a, order, "by", strtol(w + 3, NULL,
			    10));
		else if (hex_parse(d->game->grid, w) != HEX_NONE)
			node_add_string(d->a, order, "toward", w);
		else
			node_add(d->a, units, NULL, node_string(d->a, w));
	}
	if (units->n == 0)
		return err_set(e, ERR_INPUT, "advance: whom? For example: "
		    "advance %s by 3", desk_pattern(d));
	if (line && units->n > 1)
		return err_set(e, ERR_INPUT, "advance line takes one pattern "
		    "of ids, such as %s", desk_pattern(d));
	if (line)
		node_add_string(d->a, order, "units", arena_printf(d->a,
		    "line %s", units->child->s));
	else
		node_add(d->a, order, "units", units);
	return ERR_OK;
}

int
short_order(struct err *e, const struct desk *d, const char *line,
    struct node **out)
{
	struct reading r = { .d = d, .order = node_table(d->a) };
	char *words = arena_strdup(d->a, line), *save = NULL, *w;
	int rc = ERR_OK;

	while (*line == ' ')
		line++;
	if (*line == '{')
		return read_toml(e, d, line, out);
	if ((w = strtok_r(words, " \t", &save)) == NULL)
		return err_set(e, ERR_INPUT, "nothing was typed");
	r.order->layout = NODE_INLINE;
	node_add_string(d->a, r.order, "do", w);
	*out = r.order;
	if (strcmp(w, "pause") == 0)
		return ERR_OK;
	if (strcmp(w, "advance") == 0)
		return read_advance(e, d, save, r.order);
	if ((r.v = system_verb(d->game->sys, w)) == NULL)
		return unknown_verb(e, d, w);
	r.g = arena_new(d->a, struct game, 1);
	game_fork(r.g, d->game, d->a);
	r.b = board_of(r.g);
	while (rc == ERR_OK && (w = strtok_r(NULL, " \t", &save)) != NULL)
		rc = take_word(e, &r, w);
	return rc;
}

/* ------------------------------------------------------------------- words */

static void
add_value(struct str *out, const struct node *v)
{
	if (v->type == NODE_INT)
		str_addf(out, "%lld", (long long)v->i);
	else if (v->type == NODE_BOOL)
		str_add(out, v->i ? "true" : "false");
	else
		str_add(out, v->s);
}

/* One field: " purple-mc-1 purple-mc-2", " leader=belisarius", " shock" */
static bool
add_field(struct str *out, const struct order_field *f, const struct node *v)
{
	bool plain = f->needed || strcmp(f->name, "units") == 0;
	const char *before = " ";

	if (v->type == NODE_BOOL && v->i) {
		str_addf(out, " %s", f->name);
		return true;
	}
	if (v->type == NODE_TABLE)
		return false;
	if (v->type != NODE_ARRAY) {
		str_addf(out, plain ? " " : " %s=", f->name);
		add_value(out, v);
		return true;
	}
	if (!plain && v->n > 0) {
		str_addf(out, " %s=", f->name);
		before = "";
	}
	for (const struct node *x = v->child; x != NULL; x = x->next) {
		if (x->type == NODE_TABLE || x->type == NODE_ARRAY)
			return false;
		str_add(out, before);
		add_value(out, x);
		before = plain ? " " : ",";
	}
	return true;
}

const char *
short_words(const struct desk *d, const struct node *order)
{
	const struct order_verb *v = system_verb(d->game->sys, node_str(order,
	    "do"));
	struct str out = str_new(d->a);
	int n = 1;

	if (v == NULL)
		return NULL;
	str_add(&out, v->verb);
	for (const struct order_field *f = v->fields; f->name; f++) {
		const struct node *x = node_get(order, f->name);

		if (x == NULL)
			continue;
		if (!add_field(&out, f, x))
			return NULL;
		n++;
	}
	return n == (int)order->n ? out.s : NULL;
}

/* -------------------------------------------------------------- completion */

static void
offer(const struct desk *d, struct node *out, const char *word,
    const char *begin)
{
	if (strncmp(word, begin, strlen(begin)) == 0 && out->n < 400)
		node_add(d->a, out, NULL, node_string(d->a, word));
}

/* Is the first word after the verb begun, and is that a card? */
static bool
wants_card(const struct desk *d, const char *line, const char *begin)
{
	size_t n = strcspn(line, " ");
	const struct order_verb *v = system_verb(d->game->sys,
	    arena_strndup(d->a, line, n));

	if (v == NULL || strcmp(v->fields->name, "card") != 0)
		return false;
	n += strspn(line + n, " ");
	return strlen(line) - n == strlen(begin);
}

struct node *
short_complete(const struct desk *d, const char *line, const char *begin)
{
	struct node *out = node_array(d->a);
	const char *names[512];
	int n;

	while (*line == ' ')
		line++;
	if (strchr(line, ' ') == NULL) {
		for (const struct order_verb *v = d->game->sys->verbs; v->verb;
		    v++)
			offer(d, out, v->verb, begin);
		return out;
	}
	for (const struct node *x = d->hand ? d->hand->child : NULL; x;
	    x = x->next)
		offer(d, out, x->s, begin);
	if (wants_card(d, line, begin))
		return out;
	n = d->game->sys->units(d->game->state, -1, names, 512);
	for (int i = 0; i < n; i++)
		offer(d, out, names[i], begin);
	for (int h = 0; h < hex_count(d->game->grid) && *begin >= '0' &&
	    *begin <= '9'; h++) {
		char name[8];

		if (hex_exists(d->game->grid, h))
			offer(d, out, hex_name(d->game->grid, h, name),
			    begin);
	}
	return out;
}
