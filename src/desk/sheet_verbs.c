/* sheet_verbs.c: every verb with its fields, and every hex: the long form */
#include "desk/sheet_parts.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

static bool
is_hex_list(const struct sheet *s, const struct node *v)
{
	bool good = v->type == NODE_ARRAY && v->n > 3;

	for (const struct node *x = good ? v->child : NULL; x && good;
	    x = x->next)
		good = x->type == NODE_STRING && strlen(x->s) == 4 &&
		    strspn(x->s, "0123456789") == 4 &&
		    hex_parse(s->d->game->grid, x->s) != HEX_NONE;
	return good;
}

static int
by_number(const void *x, const void *y)
{
	const int *a = x, *b = y;

	return *a < *b ? -1 : *a > *b;
}

/* Many hexes, by their numbers: 2120-2123 2219 */
static void
add_hexes(struct sheet *s, struct str *line, const struct node *v)
{
	int *hex = arena_new(s->d->a, int, v->n), n = 0;

	for (const struct node *x = v->child; x != NULL; x = x->next)
		hex[n++] = atoi(x->s);
	qsort(hex, (size_t)n, sizeof *hex, by_number);
	for (int i = 0, k; i < n; i = k) {
		for (k = i + 1; k < n && hex[k] == hex[k - 1] + 1; k++)
			;
		if (k - i < 3)
			k = i + 1;
		str_addf(line, " %04d", hex[i]);
		if (k > i + 1)
			str_addf(line, "-%04d", hex[k - 1]);
	}
}

void
sheet_value(struct sheet *s, struct str *line, const struct node *v)
{
	if (is_hex_list(s, v)) {
		add_hexes(s, line, v);
		return;
	}
	if (v->type == NODE_STRING)
		str_addf(line, " %s", str_shown(s->d->a, v->s, 200));
	else if (v->type == NODE_INT)
		str_addf(line, " %lld", (long long)v->i);
	for (const struct node *x = v->type == NODE_ARRAY ? v->child : NULL;
	    x != NULL; x = x->next)
		sheet_value(s, line, x);
}

static bool
is_verb(const struct node *order, const char *verb)
{
	const char *s = node_str(order, "do");

	return s != NULL && strcmp(s, verb) == 0;
}

/* "legio-49: to 2323 2324 2325", under the verb that it belongs to */
static void
legal_line(struct sheet *s, const struct node *order)
{
	const char *unit = node_str(order, "unit");
	struct str line = str_new(s->d->a);

	str_addf(&line, "  %s%s", unit ? unit : "", unit ? ":" : "");
	for (const struct node *x = order->child; x != NULL; x = x->next) {
		if (strcmp(x->key, "do") == 0 || strcmp(x->key, "unit") == 0)
			continue;
		str_addf(&line, " %s", x->key);
		sheet_value(s, &line, x);
	}
	sheet_comment(s->out, s->d->a, line.s);
}

static const char *
sample(enum order_arg arg)
{
	switch (arg) {
	case ARG_UNITS:
	case ARG_ENEMIES:
	case ARG_HEXES:
		return "[\"...\"]";
	case ARG_INT:
		return "1";
	case ARG_BOOL:
		return "true";
	case ARG_UNIT:
	case ARG_ENEMY:
	case ARG_ENEMY_OR_LIST:
	case ARG_ANY:
	case ARG_HEX:
	case ARG_WORD:
	case ARG_TEXT:
		break;
	}
	return "\"...\"";
}

/* A verb, its fields, and what it could do now. */
static void
verb_comment(struct sheet *s, const struct order_verb *v)
{
	struct str line = str_new(s->d->a), may = str_new(s->d->a);

	str_addf(&line, "{ do = \"%s\"", v->verb);
	for (const struct order_field *f = v->fields; f->name; f++)
		if (f->needed)
			str_addf(&line, ", %s = %s", f->name, sample(f->arg));
		else
			str_addf(&may, "%s %s (%s)", may.len ? "," : "",
			    f->name, f->help);
	str_addf(&line, " }: %s%s%s", v->help, may.len ? "; also" : "",
	    may.s);
	str_add(s->out, "#\n");
	sheet_comment(s->out, s->d->a, line.s);
	for (const struct node *x = s->legal->child; x != NULL; x = x->next)
		if (is_verb(x, v->verb))
			legal_line(s, x);
}

/* Every verb, and what it could do now. */
void
sheet_verbs(struct sheet *s)
{
	str_addc(s->out, '\n');
	sheet_say(s, SAID_ALONE("form.verbs"));
	for (const struct order_verb *v = s->d->game->sys->verbs; v->verb; v++)
		verb_comment(s, v);
}
