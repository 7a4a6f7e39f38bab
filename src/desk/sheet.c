/* sheet.c: an order sheet to fill in: the decision first, then each unit */
#include "desk/sheet_parts.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/group.h"
#include "show/say.h"
#include "show/wrap.h"

#include <string.h>

void
sheet_comment(struct str *out, struct arena *a, const char *text)
{
	struct str lines = str_new(a);

	wrap_text(&lines, text, 2, 6);
	for (char *p = lines.s; *p != '\0'; p = strchr(p, '\n') + 1)
		*p = '#';
	str_add(out, lines.s);
}

static void
comment(struct sheet *s, const char *text)
{
	sheet_comment(s->out, s->d->a, text);
}

void
sheet_say(struct sheet *s, struct said x)
{
	comment(s, desk_say(s->d, x));
}

/* With the verb first, then the lists, then the rest. */
static struct node *
lists_first(struct arena *a, const struct node *order)
{
	struct node *t = node_table(a);

	t->layout = NODE_INLINE;
	for (int pass = 0; pass < 3; pass++)
		for (const struct node *x = order->child; x; x = x->next)
			if (pass == (strcmp(x->key, "do") == 0 ? 0 :
			    x->type == NODE_ARRAY ? 1 : 2))
				node_add(a, t, x->key, node_copy(a, x));
	return t;
}

/* A long order is broken within its lists, where TOML allows it, unless it
 * goes into an editor: nobody forgets the # of a second line there. */
void
sheet_ready(struct sheet *s, const struct node *order)
{
	struct str line = str_new(s->d->a);
	int depth = 0, column = 5;
	bool quoted = false;

	toml_write_inline(&line, order);
	if (s->guided) {
		str_addf(s->out, "#    %s,\n", line.s);
		return;
	}
	if (strcspn(line.s, "[") > 64 && strchr(line.s, '[') != NULL) {
		line = str_new(s->d->a);
		toml_write_inline(&line, lists_first(s->d->a, order));
	}
	str_add(s->out, "#    ");
	for (const char *p = line.s; *p != '\0'; p++, column++) {
		quoted = quoted != (*p == '"');
		if (*p == ']' && depth == 1 && !quoted && column + strcspn(p,
		    "[") > 70) {
			str_add(s->out, "\n#      ");
			column = 7;
		}
		depth += quoted ? 0 : (*p == '[') - (*p == ']');
		str_addc(s->out, *p);
		if ((*p == ',' || *p == '[') && depth > 0 && !quoted &&
		    column + strcspn(p + 1, ",") > 66) {
			str_add(s->out, "\n#       ");
			column = 8;
		}
	}
	str_add(s->out, ",\n");
}

/* ------------------------------------------------------------------ header */

static struct node *
header(const struct desk *d, const struct sheet_head *h)
{
	struct node *t = node_table(d->a);

	node_add_int(d->a, t, "iacta", 1);
	node_add_string(d->a, t, "game", h->game);
	node_add_int(d->a, t, "exchange", d->n);
	node_add_string(d->a, t, "side", d->game->side[d->side]);
	node_add_string(d->a, t, "turn", h->turn);
	node_add_int(d->a, t, "revision", h->revision);
	if (h->nonce != NULL)
		node_add_string(d->a, t, "nonce", h->nonce);
	return t;
}

/* `turn` fills its line, so that it stands without blanks. */
static void
write_header(struct sheet *s, const struct node *head)
{
	for (const struct node *x = head->child; x; x = x->next)
		if (x->type == NODE_INT)
			str_addf(s->out, "%s = %lld\n", x->key,
			    (long long)x->i);
		else
			str_addf(s->out, "%s%s\"%s\"\n", x->key,
			    strcmp(x->key, "turn") ? " = " : "=", x->s);
}

/* ---------------------------------------------------------- the decision */

static void
write_choice(struct sheet *s, const struct node *x)
{
	struct arena *a = s->d->a;
	const struct node *units = node_array_of(x, "units");

	comment(s, arena_printf(a, "- %s%s", node_str(x, "text"), units != NULL
	    && units->n > 0 ? sheet_ids(a, units, desk_say(s->d, SAID_ALONE(
	    "form.could-order"))) : ""));
	if (node_get(x, "order") != NULL)
		sheet_ready(s, node_get(x, "order"));
	if (node_get(x, "example") != NULL)
		sheet_ready(s, node_get(x, "example"));
}

/* The doctrine of these lines, as one list: what comes after a [[doctrine]]
 * would be part of that, and the orders are still to come. */
static void
write_entries(struct sheet *s, const struct node *lines)
{
	struct str list = str_new(s->d->a);

	for (const struct node *x = lines->child; x != NULL; x = x->next) {
		const struct node *t = node_table_of(x, "doctrine");

		if (t != NULL)
			str_addf(&list, "#    { kind = \"%s\", answer = "
			    "\"%s\" },\n", node_str(t, "kind"),
			    node_str(t, "answer"));
	}
	if (list.len == 0)
		return;
	str_addf(s->out, "# doctrine = [\n%s# ]\n", list.s);
	s->entries = true;
}

static void
write_decide(struct sheet *s)
{
	for (const struct node *x = s->decide->child; x; x = x->next) {
		const struct node *lines = node_array_of(x, "lines");

		if (lines == NULL || lines->n == 0)
			continue;
		str_addc(s->out, '\n');
		comment(s, arena_printf(s->d->a, "== %s ==", node_str(x,
		    "title")));
		for (const struct node *y = lines->child; y; y = y->next)
			write_choice(s, y);
		write_entries(s, lines);
	}
}

/* ------------------------------------------------------------------- parts */

/*
 * Asked for orders, an empty list is there: sent so, it means that there are
 * none.  Not asked, the list stands in a comment, for it would replace what
 * stands.
 */
static void
write_orders(struct sheet *s)
{
	const struct player *x = &s->d->game->player[s->d->side];
	bool asked = desk_asked(s->d, "orders");

	str_addc(s->out, '\n');
	sheet_say(s, SAID_ALONE("form.orders"));
	if (x->orders_exchange >= 0)
		sheet_say(s, SAID("form.orders-stand", fact_number("exchange",
		    x->orders_exchange), fact_number("used", x->used)));
	if (asked)
		sheet_examples(s);
	if (!asked)
		sheet_say(s, SAID_ALONE("form.not-asked"));
	str_add(s->out, asked ? "order = [\n]\n" : "# order = [\n# ]\n");
}

/* What the system says about this side's deployment. */
static struct node *
deployment(const struct sheet *s)
{
	struct game *g = arena_new(s->d->a, struct game, 1);
	struct node *help = node_table(s->d->a);

	game_fork(g, s->d->game, s->d->a);
	if (g->sys->deployment != NULL)
		g->sys->deployment(g, s->d->side, say_words, help);
	return help;
}

/* Where units may stand, and a table of them with their standard hexes. */
static void
write_deployment(struct sheet *s)
{
	const char *units[512];
	int n = s->d->game->sys->units(s->d->game->state, s->d->side, units,
	    512);
	const struct node *help = deployment(s);
	const struct node *rules = node_array_of(help, "rules");
	const struct node *places = node_table_of(help, "places");

	str_addc(s->out, '\n');
	sheet_say(s, SAID_ALONE("form.deployment"));
	if (rules != NULL && rules->n > 0)
		sheet_say(s, SAID_ALONE("form.where"));
	for (const struct node *r = rules ? rules->child : NULL; r; r = r->next)
		comment(s, arena_printf(s->d->a, "- %s", r->s));
	str_add(s->out, "# deploy = \"standard\"\n");
	str_addf(s->out, "# [%sdeploy]\n", s->open ? "" : "secret.");
	for (int i = 0; i < n; i++) {
		const char *hex = node_str(places, units[i]);

		str_addf(s->out, "# %s = \"%s\"\n", units[i],
		    hex ? hex : "");
	}
}

/* A fact that tells the question from others, and that a line can hold: its
 * unit is enough where it has one. */
static bool
is_telling(const struct node *ask, const struct node *v)
{
	static const char *const never[] = { "side", "kind", "options",
	    "sealed" };

	for (int i = 0; i < 4; i++)
		if (strcmp(v->key, never[i]) == 0)
			return false;
	if (node_get(ask, "unit") != NULL && strcmp(v->key, "unit") != 0)
		return false;
	return v->type == NODE_INT || (v->type == NODE_STRING &&
	    strlen(v->s) < 50 && strpbrk(v->s, "\"\\\n") == NULL);
}

/* The options, and what they are for whoever may know. */
static void
write_options(struct sheet *s, const struct node *ask, int number)
{
	const struct node *list = node_array_of(ask, "options");
	const struct node *x = s->d->options ? s->d->options->child : NULL;
	struct str line = str_new(s->d->a);

	for (const struct node *o = list ? list->child : NULL; o; o = o->next)
		if (o->type == NODE_STRING)
			str_addf(&line, "%s %s", line.len ? "," : desk_say(
			    s->d, SAID_ALONE("form.options")),
			    str_shown(s->d->a, o->s, 60));
	if (line.len > 0)
		comment(s, line.s);
	while (x != NULL && node_integer(x, "number", 0) != number)
		x = x->next;
	if (x == NULL)
		return;
	line = str_new(s->d->a);
	str_add(&line, desk_say(s->d, SAID_ALONE("form.options-are")));
	sheet_value(s, &line, node_get(x, "options"));
	comment(s, line.s);
}

static void
write_question(struct sheet *s, const struct node *ask, int number)
{
	const char *kind = str_shown(s->d->a, node_str(ask, "kind"), 60);
	const struct question_kind *k = question_kind(s->d->game->sys, kind);

	str_addc(s->out, '\n');
	if (k != NULL)
		sheet_say(s, SAID("form.asked", fact_text("what", k->help)));
	str_addf(s->out, "# [[%sanswer]]\n# kind = \"%s\"\n",
	    s->open ? "" : "secret.", kind);
	for (const struct node *x = ask->child; x != NULL; x = x->next) {
		if (!is_telling(ask, x))
			continue;
		if (x->type == NODE_INT)
			str_addf(s->out, "# %s = %lld\n", x->key,
			    (long long)x->i);
		else
			str_addf(s->out, "# %s = \"%s\"\n", x->key,
			    str_shown(s->d->a, x->s, 60));
	}
	str_add(s->out, "# answer = \"\"\n");
	write_options(s, ask, number);
}

static void
write_questions(struct sheet *s)
{
	const struct node *x = s->d->asks ? s->d->asks->child : NULL;
	const char *side = s->d->game->side[s->d->side];
	int number = 0;

	for (; x != NULL; x = x->next) {
		const char *who = node_str(x, "side");
		const char *kind = node_str(x, "kind");

		number++;
		if (who == NULL || kind == NULL || strcmp(who, side) != 0 ||
		    strcmp(kind, "orders") == 0)
			continue;
		if (strcmp(kind, "deploy") == 0)
			write_deployment(s);
		else
			write_question(s, x, number);
	}
}

static void
write_doctrine(struct sheet *s)
{
	const struct player *x = &s->d->game->player[s->d->side];

	str_addc(s->out, '\n');
	sheet_say(s, SAID(x->doctrine_exchange >= 0 ? "form.doctrine" :
	    "form.no-doctrine", fact_number("exchange", x->doctrine_exchange),
	    fact_text("system", s->d->game->sys->id)));
	if (s->entries)
		sheet_say(s, SAID_ALONE("form.more-entries"));
	else
		str_addf(s->out, "# [[%sdoctrine]]\n# kind = \"...\"\n"
		    "# answer = \"...\"\n", s->open ? "" : "secret.");
}

/* "scout | one" */
static const char *
one_of(struct arena *a, const char *words)
{
	struct str s = str_new(a);

	for (const char *p = words; *p != '\0'; p++)
		if (*p == ' ')
			str_add(&s, " | ");
		else
			str_addc(&s, *p);
	return s.s;
}

/* `path` can stand for `to` everywhere; it is said once. */
static bool
goes_without_saying(const struct order_verb *v, const char *name)
{
	bool to = false;

	for (const struct order_field *f = v->fields; f->name; f++)
		to = to || strcmp(f->name, "to") == 0;
	return to && strcmp(name, "path") == 0;
}

/* "[token] = true: spend a token for a die; [as] = scout | one: its other
 * use" */
static void
add_fields(struct arena *a, struct str *line, const struct order_verb *v)
{
	const char *between = ". ";

	for (const struct order_field *f = v->fields; f->name; f++) {
		if (f->needed || goes_without_saying(v, f->name) ||
		    strcmp(f->name, "to") == 0 ||
		    strncmp(f->name, "unit", 4) == 0)
			continue;
		str_addf(line, "%s[%s]", between, f->name);
		if (f->arg == ARG_WORD)
			str_addf(line, " = %s", one_of(a, f->words));
		str_addf(line, "%s: %s", f->arg == ARG_BOOL ? " = true" : "",
		    f->help);
		between = "; ";
	}
}

/* How orders are written: every verb with its fields. */
static void
write_grammar(struct sheet *s)
{
	struct arena *a = s->d->a;

	str_addc(s->out, '\n');
	comment(s, arena_printf(a, "== %s ==", desk_say(s->d, SAID_ALONE(
	    "form.grammar"))));
	sheet_say(s, SAID_ALONE("form.brackets"));
	for (const struct order_verb *v = s->d->game->sys->verbs; v->verb;
	    v++) {
		struct str line = str_new(a);

		str_addf(&line, "{ do = \"%s\"", v->verb);
		for (const struct order_field *f = v->fields; f->name; f++)
			if (!goes_without_saying(v, f->name))
				str_addf(&line, f->needed ? ", %s" : ", [%s]",
				    f->name);
		str_addf(&line, " }: %s", v->help);
		add_fields(a, &line, v);
		comment(s, line.s);
	}
	if (group_verb(s->d->game->sys) != NULL)
		sheet_say(s, SAID("form.advance", fact_text("units",
		    desk_pattern(s->d))));
}

static void
write_hand(struct sheet *s)
{
	struct str line = str_new(s->d->a);

	if (s->d->hand == NULL || s->d->hand->n == 0)
		return;
	str_add(&line, desk_say(s->d, SAID("form.hand", fact_text("hand",
	    game_hand_name(s->d->game)))));
	sheet_value(s, &line, s->d->hand);
	comment(s, line.s);
}

/* ------------------------------------------------------------------- sheet */

void
sheet_write(const struct desk *d, const struct sheet_head *h, bool open,
    bool all, struct str *out)
{
	struct sheet s = { .out = out, .d = d, .open = open, .all = all,
	    .guided = h->guided, .legal = sheet_legal(d), .decide = sheet_decide(d),
	    .units = node_array(d->a) };
	struct game *g = arena_new(d->a, struct game, 1);

	game_fork(g, d->game, d->a);
	sheet_units(d, s.legal, s.units);
	sheet_say(&s, SAID("form.title", fact_text("side",
	    d->game->side[d->side]), fact_number("turn", d->n),
	    fact_text("game", h->game), fact_text("when", say_when(g))));
	sheet_say(&s, SAID_ALONE(h->guided ? "form.fill-in-guided" :
	    "form.fill-in"));
	write_header(&s, header(d, h));
	str_addf(out, "# say = \"%s\"\n", desk_say(d, SAID_ALONE(
	    "form.talk")));
	if (!open) {
		str_add(out, "\n[secret]\n");
		sheet_say(&s, SAID_ALONE("form.secret"));
	}
	write_hand(&s);
	write_decide(&s);
	write_orders(&s);
	write_questions(&s);
	sheet_groups(&s);
	sheet_unit_lines(&s);
	write_doctrine(&s);
	if (all)
		sheet_verbs(&s);
	else
		write_grammar(&s);
}

void
sheet_deployment(const struct desk *d, const char *game, struct str *out)
{
	struct sheet s = { .out = out, .d = d, .open = true };
	const char *side = d->game->side[d->side];

	sheet_say(&s, SAID("form.deployment-title", fact_text("side", side),
	    fact_text("game", game)));
	sheet_say(&s, SAID("form.deployment-fill-in", fact_text("side",
	    side)));
	write_deployment(&s);
}

struct node *
sheet_node(const struct desk *d, const struct sheet_head *h)
{
	struct arena *a = d->a;
	struct node *t = header(d, h), *ask;
	const struct node *x = d->asks ? d->asks->child : NULL;
	struct node *legal = sheet_legal(d);

	node_add(a, t, "decide", sheet_decide(d));
	sheet_units(d, legal, node_add_array(a, t, "units"));
	node_add(a, t, "legal", legal);
	ask = node_add_array(a, t, "ask");
	for (; x != NULL; x = x->next) {
		const char *who = node_str(x, "side");

		if (who != NULL && strcmp(who, d->game->side[d->side]) == 0)
			node_add(a, ask, NULL, node_copy(a, x));
	}
	return t;
}
