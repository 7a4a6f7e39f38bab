/* words.c: orders and events as a player reads them */
#include "desk/desk.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "show/report.h"
#include "show/say.h"

#include <string.h>

const char *
desk_say(const struct desk *d, struct said s)
{
	return say_phrase(d->a, d->game->phrases, s);
}

/* Whatever the game: a draft may be of any. */
static const char *
own(struct arena *a, const char *code)
{
	return say_phrase(a, NULL, SAID_ALONE(code));
}

static void
add_field(struct arena *a, struct str *s, const struct node *x)
{
	const struct node *v = x->type == NODE_ARRAY ? x->child : NULL;
	struct str text = str_new(a);

	str_addf(s, ", %s", str_shown(a, x->key, 40));
	for (; v != NULL && v->type == NODE_STRING; v = v->next)
		str_addf(s, " %s", str_shown(a, v->s, 60));
	if (x->type == NODE_ARRAY && v == NULL)
		return;
	if (x->type == NODE_STRING)
		str_add(&text, x->s);
	else
		toml_write_inline(&text, x);
	str_addf(s, " %s", str_shown(a, text.s, 200));
}

static void
add_under(struct arena *a, struct str *s, const struct node *list)
{
	str_add(s, own(a, list->n > 0 ? "order.if-fails" :
	    "order.if-fails-nothing"));
	for (const struct node *x = list->child; x != NULL; x = x->next)
		str_addf(s, "%s%s", x == list->child ? "" : own(a,
		    "order.then"), desk_order_words(a, x));
}

const char *
desk_order_words(struct arena *a, const struct node *order)
{
	const char *verb = node_str(order, "do");
	struct str s = str_new(a);

	if (order->type != NODE_TABLE)
		return own(a, "order.none");
	str_add(&s, verb != NULL ? str_shown(a, verb, 40) : own(a,
	    "order.no-verb"));
	for (const struct node *x = order->child; x != NULL; x = x->next) {
		if (strcmp(x->key, "do") == 0)
			continue;
		if (strcmp(x->key, "else") == 0 && x->type == NODE_TABLE)
			str_addf(&s, "%s%s", own(a, "order.else"),
			    desk_order_words(a, x));
		else if (strcmp(x->key, "if_fails") == 0 && x->type ==
		    NODE_ARRAY)
			add_under(a, &s, x);
		else
			add_field(a, &s, x);
	}
	return s.s;
}

void
desk_tell_events(const struct desk *d, const struct phrase_names *names,
    const struct node *events, int margin, struct str *out)
{
	const struct node *phrases = d->rules->tree.phrases;
	int rank;

	for (const struct node *x = events->child; x != NULL; x = x->next) {
		struct str s = str_new(d->a);

		if (phrase_heading(d->a, phrases, x, names, &rank))
			continue;
		phrase_event(&s, d->a, phrases, x, names);
		for (const char *p = s.s; *p != '\0';
		    p = strchr(p, '\n') + 1)
			str_addf(out, "%*s%.*s\n", margin, "",
			    (int)strcspn(p, "\n"), p);
	}
}
