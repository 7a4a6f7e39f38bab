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

/* A long order is broken within its lists, where TOML allows it. */
void
sheet_ready(struct sheet *s, const struct node *order)
{
	struct str line = str_new(s->d->a);
	int depth = 0, column = 5;
	bool quoted = false;

	toml_write_inline(&line, order);
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
	    && units->n > 0 ? sheet_ids(a, units, ". Could order:") : ""));
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
	comment(s, "Your orders, in the order in which they are carried out; "
	    "an entry ends with a comma. { do = \"pause\" } stops and asks "
	    "you again; else = { ... } in an order is done in its place if it "
	    "is not legal then, if_fails = [ ... ] comes next if it fails.");
	if (x->orders_exchange >= 0)
		comment(s, arena_printf(s->d->a, "Of your orders of exchange "
		    "%d, %d are used and the rest stands: a new list replaces "
		    "it as a whole.", x->orders_exchange, x->used));
	if (asked)
		sheet_examples(s);
	if (!asked)
		comment(s, "You are not asked for orders now: without a list "
		    "what stands goes on.");
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
	comment(s, "Your deployment: as in the standard set-up, or unit by "
	    "unit; those not named stand as in the standard one.");
	if (rules != NULL && rules->n > 0)
		comment(s, "Where your units may stand:");
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
			str_addf(&line, "%s %s", line.len ? "," : "options:",
			    str_shown(s->d->a, o->s, 60));
	if (line.len > 0)
		comment(s, line.s);
	while (x != NULL && node_integer(x, "number", 0) != number)
		x = x->next;
	if (x == NULL)
		return;
	line = str_new(s->d->a);
	str_add(&line, "for you alone, in the same order:");
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
		comment(s, arena_printf(s->d->a, "You are asked %s:",
		    k->help));
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
	comment(s, arena_printf(s->d->a, "Doctrine answers questions before "
	    "the game stops to ask you. %s `iacta doctrine %s` lists the "
	    "kinds of question and the default's answers; a new list replaces "
	    "yours as a whole.", x->doctrine_exchange >= 0 ?
	    arena_printf(s->d->a, "Yours is that of exchange %d.",
	    x->doctrine_exchange) : "You have none: the default's answers "
	    "hold.", s->d->game->sys->id));
	if (s->entries)
		comment(s, "More entries go into the list above.");
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
	comment(s, "== How orders are written (iacta orders --all: all that "
	    "is legal, hex by hex) ==");
	comment(s, "What stands in [brackets] can be left out. In the place of "
	    "to, path = [\"...\", \"...\"] lists every hex that is entered.");
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
		comment(s, arena_printf(a, "{ do = \"advance\", units = "
		    "\"%s\", [toward], [by] }: each of these units moves as "
		    "near as it gets to that hex, or to the enemy, by at most "
		    "so many hexes", sheet_pattern(s)));
}

static void
write_hand(struct sheet *s)
{
	struct str line = str_new(s->d->a);

	if (s->d->hand == NULL || s->d->hand->n == 0)
		return;
	str_addf(&line, "Your %s:", game_hand_name(s->d->game));
	sheet_value(s, &line, s->d->hand);
	comment(s, line.s);
}

/* ------------------------------------------------------------------- sheet */

void
sheet_write(const struct desk *d, const struct sheet_head *h, bool open,
    bool all, struct str *out)
{
	struct sheet s = { .out = out, .d = d, .open = open, .all = all,
	    .legal = sheet_legal(d), .decide = sheet_decide(d),
	    .units = node_array(d->a) };
	struct game *g = arena_new(d->a, struct game, 1);

	game_fork(g, d->game, d->a);
	sheet_units(d, s.legal, s.units);
	comment(&s, arena_printf(d->a, "Order sheet of %s for turn file %ld "
	    "of %s: %s", d->game->side[d->side], d->n, h->game, say_when(g)));
	comment(&s, h->guided ? "Fill it in, save it and leave the editor: you "
	    "are shown what it would do, and asked before it is signed. Lines "
	    "that begin with # are comments; copy orders from them into the "
	    "list below." : "Fill it in; `iacta check FILE` says what it would "
	    "do, `iacta sign FILE -k KEY` seals and signs it. As it is, it "
	    "gives no orders. Lines that begin with # are comments.");
	write_header(&s, header(d, h));
	str_add(out, "# say = \"table talk, for everybody, in the report\"\n");
	if (!open) {
		str_add(out, "\n[secret]\n");
		comment(&s, "What stands under [secret] is sealed: only the "
		    "referee reads it.");
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

	comment(&s, arena_printf(d->a, "Deployment sheet of %s for %s", side,
	    game));
	comment(&s, arena_printf(d->a, "Fill it in and hand it in with `iacta "
	    "accept -s %s -k KEY FILE`, which seals it. As it is, it means the "
	    "standard set-up.", side));
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
