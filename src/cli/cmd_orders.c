/* cmd_orders.c: iacta orders: an order sheet to fill in */
#include "cli/commands.h"

#include "base/node.h"
#include "base/str.h"
#include "cli/game.h"
#include "desk/home.h"
#include "show/wrap.h"
#include "trust/inbox.h"
#include "trust/store.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_option options[] = {
	{ "side", 's', "S", "the side that you play", false },
	{ "key", 'k', "KEY", "your secret key: it opens your hand", false },
	{ "open", 0, NULL, "nothing is to be sealed: all may read it", false },
	{ "json", 0, NULL, "header, legal choices and questions as JSON",
	    false },
	{ .name = NULL },
};

/* A sheet on its way. */
struct sheet {
	struct str out;
	struct cli *c;
	struct position *p;
	int side;
	bool open;		/* nothing under [secret] */
	struct node *header, *legal, *sealed;
};

/* ------------------------------------------------------------------ header */

/* One more than the highest that waits, for who keeps the inbox. */
static int
next_revision(struct err *e, struct cli *c, struct history *h,
    const struct position *p, const char *side, long *out)
{
	struct inbox_entry *x;
	struct err none;
	bool referee = false;
	size_t n;
	int rc;

	*out = 1;
	if (store_has_secret(&none, c->a, p->charter.game, &referee) !=
	    ERR_OK || !referee)
		return ERR_OK;
	rc = inbox_get(e, c->a, h, p->n, &x, &n);
	for (size_t i = 0; i < n && rc == ERR_OK; i++)
		if (strcmp(x[i].side, side) == 0)
			*out = x[i].revision + 1;
	return rc;
}

static struct node *
header(struct cli *c, const struct position *p, const char *side,
    long revision)
{
	struct node *t = node_table(c->a);

	node_add_int(c->a, t, "iacta", 1);
	node_add_string(c->a, t, "game", p->charter.game);
	node_add_int(c->a, t, "exchange", p->n);
	node_add_string(c->a, t, "side", side);
	node_add_string(c->a, t, "turn", p->turn_sha);
	node_add_int(c->a, t, "revision", revision);
	node_add_string(c->a, t, "nonce", submission_nonce(c->a));
	return t;
}

/* `turn` fills its line, so that it stands without blanks. */
static void
write_header(struct sheet *s)
{
	for (const struct node *x = s->header->child; x; x = x->next)
		if (x->type == NODE_INT)
			str_addf(&s->out, "%s = %lld\n", x->key,
			    (long long)x->i);
		else
			str_addf(&s->out, "%s%s\"%s\"\n", x->key,
			    strcmp(x->key, "turn") ? " = " : "=", x->s);
}

/* ---------------------------------------------------------------- comments */

static void
comment(struct sheet *s, const char *text)
{
	struct str lines = str_new(s->c->a);

	wrap_text(&lines, text, 2, 6);
	for (char *p = lines.s; *p != '\0'; p = strchr(p, '\n') + 1)
		*p = '#';
	str_add(&s->out, lines.s);
}

static bool
is_hex_list(const struct sheet *s, const struct node *v)
{
	bool good = v->type == NODE_ARRAY && v->n > 3;

	for (const struct node *x = good ? v->child : NULL; x && good;
	    x = x->next)
		good = x->type == NODE_STRING && strlen(x->s) == 4 &&
		    strspn(x->s, "0123456789") == 4 &&
		    hex_parse(s->p->game.grid, x->s) != HEX_NONE;
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
	int *hex = arena_new(s->c->a, int, v->n), n = 0;

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

/* A value in a comment: a b c */
static void
add_value(struct sheet *s, struct str *line, const struct node *v)
{
	if (is_hex_list(s, v)) {
		add_hexes(s, line, v);
		return;
	}
	if (v->type == NODE_STRING)
		str_addf(line, " %s", str_shown(s->c->a, v->s, 200));
	else if (v->type == NODE_INT)
		str_addf(line, " %lld", (long long)v->i);
	for (const struct node *x = v->type == NODE_ARRAY ? v->child : NULL;
	    x != NULL; x = x->next)
		add_value(s, line, x);
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
	struct str line = str_new(s->c->a);

	str_addf(&line, "  %s%s", unit ? unit : "", unit ? ":" : "");
	for (const struct node *x = order->child; x != NULL; x = x->next) {
		if (strcmp(x->key, "do") == 0 || strcmp(x->key, "unit") == 0)
			continue;
		str_addf(&line, " %s", x->key);
		add_value(s, &line, x);
	}
	comment(s, line.s);
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
	struct str line = str_new(s->c->a), may = str_new(s->c->a);

	str_addf(&line, "{ do = \"%s\"", v->verb);
	for (const struct order_field *f = v->fields; f->name; f++)
		if (f->needed)
			str_addf(&line, ", %s = %s", f->name, sample(f->arg));
		else
			str_addf(&may, "%s %s (%s)", may.len ? "," : "",
			    f->name, f->help);
	str_addf(&line, " }: %s%s%s", v->help, may.len ? "; also" : "",
	    may.s);
	str_add(&s->out, "#\n");
	comment(s, line.s);
	for (const struct node *x = s->legal->child; x != NULL; x = x->next)
		if (is_verb(x, v->verb))
			legal_line(s, x);
}

/* ------------------------------------------------------------------- parts */

static bool
asked_for(const struct sheet *s, const char *kind)
{
	const struct node *x = position_asks(s->p);
	const char *side = s->p->charter.side[s->side].name;

	for (x = x ? x->child : NULL; x != NULL; x = x->next)
		if (node_str(x, "side") && node_str(x, "kind") &&
		    strcmp(node_str(x, "side"), side) == 0 &&
		    strcmp(node_str(x, "kind"), kind) == 0)
			return true;
	return false;
}

/*
 * Asked for orders, an empty list is there: sent so, it means that there are
 * none.  Not asked, the list stands in a comment, for it would replace what
 * stands.
 */
static void
write_orders(struct sheet *s)
{
	const struct player *x = &s->p->game.player[s->side];
	bool asked = asked_for(s, "orders");

	str_addc(&s->out, '\n');
	comment(s, "Orders are carried out as they stand, phase after phase; "
	    "each is an entry of the list, with a comma after it. What there "
	    "is to order stands below. { do = \"pause\" } stops and asks you "
	    "again.");
	if (x->orders_exchange >= 0)
		comment(s, arena_printf(s->c->a, "Of your orders of exchange "
		    "%d, %d are used and the rest stands: a new list replaces "
		    "it as a whole.", x->orders_exchange, x->used));
	if (!asked)
		comment(s, "You are not asked for orders now: without a list "
		    "what stands goes on.");
	str_add(&s->out, asked ? "order = [\n]\n" : "# order = [\n# ]\n");
}

/* Every verb, and what it could do now. */
static void
write_verbs(struct sheet *s)
{
	str_addc(&s->out, '\n');
	comment(s, "What can be ordered, and who could do it as things stand "
	    "(a-b: every hex number from a to b):");
	for (const struct order_verb *v = s->p->game.sys->verbs; v->verb; v++)
		verb_comment(s, v);
}

/* A table of units and no hexes yet. */
static void
write_deployment(struct sheet *s)
{
	const char *units[512];
	int n = s->p->game.sys->units(s->p->game.state, s->side, units, 512);

	str_addc(&s->out, '\n');
	comment(s, "Your deployment: as in the standard set-up, or unit by "
	    "unit; those not named stand as in the standard one.");
	str_add(&s->out, "# deploy = \"standard\"\n");
	str_addf(&s->out, "# [%sdeploy]\n", s->open ? "" : "secret.");
	for (int i = 0; i < n; i++)
		str_addf(&s->out, "# %s = \"\"\n", units[i]);
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

static void
write_question(struct sheet *s, const struct node *ask)
{
	const struct node *options_of = node_get(ask, "options");
	const char *kind = node_str(ask, "kind");
	const struct question_kind *k = question_kind(s->p->game.sys, kind);
	struct str line = str_new(s->c->a);

	str_addc(&s->out, '\n');
	if (k != NULL)
		comment(s, arena_printf(s->c->a, "You are asked %s:",
		    k->help));
	str_addf(&s->out, "# [[%sanswer]]\n# kind = \"%s\"\n",
	    s->open ? "" : "secret.", kind);
	for (const struct node *x = ask->child; x != NULL; x = x->next) {
		if (!is_telling(ask, x))
			continue;
		if (x->type == NODE_INT)
			str_addf(&s->out, "# %s = %lld\n", x->key,
			    (long long)x->i);
		else
			str_addf(&s->out, "# %s = \"%s\"\n", x->key, x->s);
	}
	str_add(&s->out, "# answer = \"\"\n");
	for (const struct node *x = options_of ? options_of->child : NULL; x;
	    x = x->next)
		if (x->type == NODE_STRING)
			str_addf(&line, "%s %s", line.len ? "," : "options:",
			    str_shown(s->c->a, x->s, 60));
	if (line.len > 0)
		comment(s, line.s);
}

/* What the options of the Nth question are, for who may know. */
static void
write_opened(struct sheet *s, int number)
{
	const struct node *x = s->sealed ? s->sealed->child : NULL;
	struct str line = str_new(s->c->a);

	for (; x != NULL; x = x->next)
		if (node_get(x, "options") != NULL &&
		    node_integer(x, "number", 0) == number)
			break;
	if (x == NULL)
		return;
	str_add(&line, "for you alone, in the same order:");
	add_value(s, &line, node_get(x, "options"));
	comment(s, line.s);
}

static void
write_questions(struct sheet *s)
{
	const struct node *x = position_asks(s->p);
	const char *side = s->p->charter.side[s->side].name;
	int number = 0;

	for (x = x ? x->child : NULL; x != NULL; x = x->next) {
		const char *who = node_str(x, "side");
		const char *kind = node_str(x, "kind");

		number++;
		if (who == NULL || kind == NULL || strcmp(who, side) != 0 ||
		    strcmp(kind, "orders") == 0)
			continue;
		if (strcmp(kind, "deploy") == 0) {
			write_deployment(s);
		} else {
			write_question(s, x);
			write_opened(s, number);
		}
	}
}

static void
write_doctrine(struct sheet *s)
{
	const struct player *x = &s->p->game.player[s->side];

	str_addc(&s->out, '\n');
	comment(s, arena_printf(s->c->a, "Doctrine answers questions before "
	    "the game stops to ask you. %s `iacta doctrine %s` lists the "
	    "kinds of question and the default's answers; a new list replaces "
	    "yours as a whole.", x->doctrine_exchange >= 0 ?
	    arena_printf(s->c->a, "Yours is that of exchange %d.",
	    x->doctrine_exchange) : "You have none: the default's answers "
	    "hold.", s->p->charter.system));
	str_addf(&s->out, "# [[%sdoctrine]]\n# kind = \"...\"\n"
	    "# answer = \"...\"\n", s->open ? "" : "secret.");
}

static void
write_hand(struct sheet *s)
{
	const struct node *x = s->sealed ? s->sealed->child : NULL;

	for (; x != NULL; x = x->next) {
		struct str line = str_new(s->c->a);

		if (node_get(x, "cards") == NULL)
			continue;
		str_addf(&line, "Your %s:", game_hand_name(&s->p->game));
		add_value(s, &line, node_get(x, "cards"));
		comment(s, line.s);
	}
}

static void
write_sheet(struct sheet *s)
{
	const struct charter *t = &s->p->charter;
	struct str when = str_new(s->c->a);

	if (s->p->game.sys->when != NULL)
		s->p->game.sys->when(&s->p->game, &when);
	comment(s, arena_printf(s->c->a, "Order sheet of %s for turn file %ld "
	    "of %s: %s", t->side[s->side].name, s->p->n, t->game, when.s));
	comment(s, "Fill it in; `iacta check FILE` says what it would do, "
	    "`iacta sign FILE -k KEY` seals and signs it. As it is, it gives "
	    "no orders.");
	write_header(s);
	str_add(&s->out, "# say = \"table talk, for everybody, in the "
	    "report\"\n");
	if (!s->open) {
		str_add(&s->out, "\n[secret]\n");
		comment(s, "What stands under [secret] is sealed: only the "
		    "referee reads it.");
	}
	write_hand(s);
	write_orders(s);
	write_questions(s);
	write_doctrine(s);
	write_verbs(s);
}

/* --------------------------------------------------------------------- run */

static void
print_json(struct sheet *s)
{
	struct arena *a = s->c->a;
	const struct node *x = position_asks(s->p);
	struct node *ask;

	node_add(a, s->header, "legal", s->legal);
	ask = node_add_array(a, s->header, "ask");
	for (x = x ? x->child : NULL; x != NULL; x = x->next) {
		const char *who = node_str(x, "side");

		if (who != NULL && strcmp(who,
		    s->p->charter.side[s->side].name) == 0)
			node_add(a, ask, NULL, node_copy(a, x));
	}
	if (s->sealed != NULL)
		node_add(a, s->header, "sealed", s->sealed);
	cli_json(s->c, s->header);
}

static int
open_hand(struct err *e, struct sheet *s)
{
	struct secret_key k;
	int rc = cli_key(e, s->c, s->p, s->side, cli_value(s->c, "key"), &k);

	if (rc == ERR_OK) {
		rc = home_sealed(e, s->c->a, s->p, s->side, &k, &s->sealed);
		keys_wipe(&k);
	}
	return rc;
}

static int
make(struct err *e, struct sheet *s, struct history *h)
{
	const char *side = s->p->charter.side[s->side].name;
	long revision;
	int rc = next_revision(e, s->c, h, s->p, side, &revision);

	if (rc == ERR_OK && cli_given(s->c, "key"))
		rc = open_hand(e, s);
	if (rc != ERR_OK)
		return rc;
	s->header = header(s->c, s->p, side, revision);
	s->legal = node_array(s->c->a);
	if (s->p->game.sys->legal != NULL)
		game_legal(&s->p->game, s->side, NULL, s->legal);
	if (cli_given(s->c, "json")) {
		print_json(s);
		return ERR_OK;
	}
	write_sheet(s);
	fwrite(s->out.s, 1, s->out.len, stdout);
	return ERR_OK;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct sheet s = { .c = c, .p = p, .out = str_new(c->a),
	    .open = cli_given(c, "open") };
	struct history *h = NULL;
	int rc = cli_open(e, c, cli_dir(c), &h, p);

	if (rc == ERR_OK)
		rc = cli_side(e, c, p, &s.side);
	if (rc == ERR_OK && p->result != NULL)
		rc = err_set(e, ERR_NOTHING, "%s: the game is over: %s",
		    p->charter.game, str_shown(c->a, p->result, 200));
	if (rc == ERR_OK && p->n == 0)
		rc = err_set(e, ERR_INPUT, "%s: turn 0 asks for no orders but "
		    "for your acceptance: `iacta accept`", p->charter.game);
	if (rc == ERR_OK)
		rc = make(e, &s, h);
	history_close(h);
	return rc;
}

const struct command cmd_orders = {
	.name = "orders", .operands = "[DIR]",
	.help = "an order sheet to fill in, with the legal choices",
	.max = 1, .options = options, .run = run,
};
