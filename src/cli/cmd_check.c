/* cmd_check.c: iacta check: what an order file would do, and what is wrong */
#include "cli/commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "cli/dry.h"
#include "cli/game.h"
#include "show/report.h"
#include "show/wrap.h"
#include "trust/past.h"
#include "trust/sig.h"
#include "trust/store.h"

#include <sodium.h>
#include <string.h>

#define MESSAGE_MAX (1u << 20)

static const struct cli_option options[] = {
	{ "key", 'k', "KEY", "your secret key, to see that it is the side's; "
	    "it opens your hand", false },
	{ "json", 0, NULL, "the same as JSON", false },
	{ .name = NULL },
};

/* A check on its way. */
struct check {
	struct cli *c;
	const char *file;
	struct history *h;
	struct position *p;
	struct submission s;
	struct node *problems;	/* { part, number, line, problem } */
	struct dry dry;
	bool shut;		/* sealed, and nobody here can open it */
	bool ran;		/* it could be run */
	const char *leaves;	/* a kind that is asked and not answered */
	struct str out;
};

static void
add_problem(struct check *k, const char *part, const char *problem)
{
	struct node *t = node_table(k->c->a);

	node_add_string(k->c->a, t, "part", part);
	node_add_string(k->c->a, t, "problem", problem);
	node_add(k->c->a, k->problems, NULL, t);
}

/* ----------------------------------------------------------------- reading */

/* A draft, a sealed text, or either with its signature in armour. */
static int
read_text(struct err *e, struct check *k, const char *path, char **text,
    size_t *len)
{
	char *sig, *sig2;
	int rc = file_read(e, k->c->a, path, MESSAGE_MAX, text, len);

	if (rc == ERR_OK && *len == 0)
		rc = err_set(e, ERR_INPUT, "%s: it is empty", k->file);
	if (rc == ERR_OK && sig_is_armoured(*text, *len))
		rc = sig_dearmor(e, k->c->a, k->file, *text, *len, text, len,
		    &sig, &sig2);
	return rc;
}

/* What is sealed only the referee opens, with the game's secret. */
static int
open_sealed(struct err *e, struct check *k)
{
	struct err none;
	uint8_t secret[32];
	bool referee = false;
	int rc;

	if (k->s.sealed == NULL)
		return ERR_OK;
	if (store_has_secret(&none, k->c->a, k->p->charter.game, &referee) !=
	    ERR_OK || !referee) {
		k->shut = true;
		return ERR_OK;
	}
	rc = store_secret(e, k->c->a, k->p->charter.game, secret);
	if (rc == ERR_OK)
		rc = submission_open(e, k->c->a, k->file, &k->p->charter,
		    secret, &k->s);
	sodium_memzero(secret, sizeof secret);
	return rc;
}

static int
check_key(struct err *e, struct check *k)
{
	struct secret_key key;
	struct node *sealed;
	int rc = cli_key(e, k->c, k->p, k->s.side, cli_value(k->c, "key"),
	    &key);

	if (rc == ERR_OK) {
		rc = cli_sealed(e, k->c, k->p, k->s.side, &key, &sealed);
		keys_wipe(&key);
	}
	return rc;
}

/* The header is of this turn, and its nonce is new. */
static void
check_header(struct check *k)
{
	struct past past = { .h = k->h };
	struct err e;
	const char *msg;
	long commit = -1;

	if (submission_answers(&e, k->file, &k->s, k->p->n, k->p->turn_sha) !=
	    ERR_OK) {
		msg = strstr(e.msg, ": ");
		add_problem(k, "header", arena_strdup(k->c->a, msg ? msg + 2 :
		    e.msg));
	}
	if (past_nonce(&e, k->c->a, &past, &k->p->charter, &k->s, &commit) ==
	    ERR_OK && commit >= 0)
		add_problem(k, "header", arena_printf(k->c->a, "its nonce was "
		    "used before, in exchange %ld; write a new one",
		    commit - 1));
}

static void
check_parts(struct check *k)
{
	struct node *list = dry_problems(k->c->a, k->p, &k->s);
	struct err e;

	for (const struct node *x = list->child; x != NULL; x = x->next)
		node_add(k->c->a, k->problems, NULL, node_copy(k->c->a, x));
	if (exchange_check_acceptance(&e, k->file, k->p, &k->s) != ERR_OK)
		add_problem(k, "deploy", arena_strdup(k->c->a, e.msg));
	k->leaves = submission_leaves(&k->s,
	    k->p->charter.side[k->s.side].name, position_asks(k->p));
}

/* ------------------------------------------------------------------- words */

/* "move, unit legio-49, to 2424" */
static const char *
order_words(struct check *k, const struct node *order)
{
	struct arena *a = k->c->a;
	const char *verb = node_str(order, "do");
	struct str s = str_new(a);

	if (order->type != NODE_TABLE)
		return "(no order)";
	str_add(&s, verb != NULL ? str_shown(a, verb, 40) : "(no verb)");
	for (const struct node *x = order->child; x != NULL; x = x->next) {
		const struct node *v = x->type == NODE_ARRAY ? x->child : NULL;
		struct str text = str_new(a);

		if (strcmp(x->key, "do") == 0)
			continue;
		str_addf(&s, ", %s", str_shown(a, x->key, 40));
		for (; v != NULL && v->type == NODE_STRING; v = v->next)
			str_addf(&s, " %s", str_shown(a, v->s, 60));
		if (x->type == NODE_ARRAY && v == NULL)
			continue;
		if (x->type == NODE_STRING)
			str_add(&text, x->s);
		else
			toml_write_inline(&text, x);
		str_addf(&s, " %s", str_shown(a, text.s, 200));
	}
	return s.s;
}

static void
tell_events(struct check *k, const struct node *list, int margin)
{
	const struct node *phrases = k->p->rules.tree.phrases;
	struct phrase_names names = report_names(k->c->a, &k->p->game);
	int rank;

	for (const struct node *x = list->child; x != NULL; x = x->next) {
		struct str s = str_new(k->c->a);

		if (phrase_heading(k->c->a, phrases, x, &names, &rank))
			continue;
		phrase_event(&s, k->c->a, phrases, x, &names);
		for (const char *p = s.s; *p != '\0';
		    p = strchr(p, '\n') + 1)
			str_addf(&k->out, "%*s%.*s\n", margin, "",
			    (int)strcspn(p, "\n"), p);
	}
}

static const char *
problem_of(const struct check *k, const char *part, int number)
{
	for (const struct node *x = k->problems->child; x; x = x->next)
		if (strcmp(node_str(x, "part"), part) == 0 &&
		    node_integer(x, "number", 0) == number)
			return node_str(x, "problem");
	return NULL;
}

/* A refusal of what was found wrong before it was tried. */
static bool
is_known(const struct check *k, const struct node *x)
{
	const char *part = node_str(x, "part");

	return problem_of(k, part, 0) != NULL || problem_of(k, part,
	    (int)node_integer(x, "number", 0)) != NULL;
}

/* What becomes of an order, in a word. */
static const char *
outcome(const struct check *k, const struct dry_order *o)
{
	if (problem_of(k, "order", o->number) != NULL)
		return "wrong";
	if (o->refused != NULL)
		return "refused";
	if (k->dry.dice != NULL && k->dry.dice_order == o->number)
		return "dice";
	return o->reached ? "done" : "not reached";
}

static void
tell_order(struct check *k, const struct dry_order *o)
{
	const char *why = problem_of(k, "order", o->number);
	struct str s = str_new(k->c->a);

	if (why == NULL)
		why = o->refused;
	str_addf(&s, "order %d", o->number);
	if (o->line > 0)
		str_addf(&s, " (line %d)", o->line);
	str_addf(&s, ": %s", order_words(k, o->order));
	wrap_text(&k->out, s.s, 0, 8);
	if (why != NULL)
		wrap_text(&k->out, arena_printf(k->c->a, "%s: %s", outcome(k,
		    o), str_shown(k->c->a, why, 600)), 4, 8);
	tell_events(k, o->events, 4);
	if (strcmp(outcome(k, o), "dice") == 0)
		wrap_text(&k->out, arena_printf(k->c->a, "here the dice "
		    "begin: %s", str_shown(k->c->a, k->dry.dice, 200)), 4, 8);
}

/* "order 3 (line 12): what is wrong" */
static const char *
problem_words(struct check *k, const struct node *x)
{
	struct str s = str_new(k->c->a);
	long long number = (long long)node_integer(x, "number", 0);
	long long line = (long long)node_integer(x, "line", 0);

	str_add(&s, node_str(x, "part"));
	if (number > 0)
		str_addf(&s, " %lld", number);
	if (line > 0)
		str_addf(&s, " (line %lld)", line);
	str_addf(&s, ": %s", str_shown(k->c->a, node_str(x, "problem"), 600));
	return s.s;
}

/* Orders refused before any die are as wrong as those that never could be. */
static void
add_refusals(struct check *k)
{
	for (int i = 0; i < k->dry.norders; i++) {
		const struct dry_order *o = &k->dry.order[i];
		struct node *t;

		if (o->refused == NULL || problem_of(k, "order", o->number))
			continue;
		t = node_table(k->c->a);
		node_add_string(k->c->a, t, "part", "order");
		node_add_int(k->c->a, t, "number", o->number);
		node_add_int(k->c->a, t, "line", o->line);
		node_add_string(k->c->a, t, "problem", o->refused);
		node_add(k->c->a, k->problems, NULL, t);
	}
	for (const struct node *x = k->dry.answers->child; x; x = x->next)
		if (!is_known(k, x))
			node_add(k->c->a, k->problems, NULL, node_copy(
			    k->c->a, x));
}

static void
tell_stop(struct check *k)
{
	struct dry *d = &k->dry;

	if (d->dice != NULL)
		wrap_text(&k->out, arena_printf(k->c->a, "What follows "
		    "depends on dice: %s.", str_shown(k->c->a, d->dice, 200)),
		    0, 4);
	else if (d->over)
		wrap_text(&k->out, arena_printf(k->c->a, "The game would be "
		    "over: %s.", str_shown(k->c->a, k->p->game.result, 200)),
		    0, 4);
	else if (d->ask->n == 0)
		wrap_text(&k->out, arena_printf(k->c->a, "Here it stops: %s.",
		    str_shown(k->c->a, k->p->game.why, 200)), 0, 4);
	if (d->dice == NULL && d->ask->n > 0)
		wrap_text(&k->out, d->guessed ? "Without any dice it comes to "
		    "this, unless what was sealed before, which only the "
		    "referee can read, answers it:" : "Without any dice it "
		    "comes to this:", 0, 4);
	for (const struct node *x = d->dice ? NULL : d->ask->child; x;
	    x = x->next)
		report_asked(&k->out, &k->p->game, x);
}

static void
tell_all(struct check *k)
{
	const struct charter *t = &k->p->charter;
	bool any = false;

	str_addf(&k->out, "%s: %s in exchange %ld of %s, revision %ld\n",
	    k->file, t->side[k->s.side].name, k->s.exchange, t->game,
	    k->s.revision);
	if (k->shut)
		wrap_text(&k->out, "What is sealed in it only the referee can "
		    "open: only the rest is checked. Check the draft before "
		    "it is sealed.", 0, 4);
	str_addc(&k->out, '\n');
	for (int i = 0; i < k->dry.norders; i++) {
		if (!k->dry.order[i].reached && (i == 0 ||
		    k->dry.order[i - 1].reached))
			str_addf(&k->out, "%sNot reached, and so each is "
			    "checked only by itself:\n", i > 0 ? "\n" : "");
		tell_order(k, &k->dry.order[i]);
	}
	if (k->dry.norders > 0)
		str_addc(&k->out, '\n');
	for (const struct node *x = k->problems->child; x; x = x->next) {
		if (k->ran && strcmp(node_str(x, "part"), "order") == 0 &&
		    node_get(x, "number") != NULL)
			continue;		/* told with its order */
		wrap_text(&k->out, problem_words(k, x), 0, 4);
		any = true;
	}
	for (const struct node *x = k->dry.answers->child; x; x = x->next) {
		if (is_known(k, x))
			continue;
		wrap_text(&k->out, problem_words(k, x), 0, 4);
		any = true;
	}
	if (any)
		str_addc(&k->out, '\n');
	tell_events(k, k->dry.besides, 0);
	if (k->ran && !k->shut)
		tell_stop(k);
	if (k->leaves != NULL && !k->shut)
		wrap_text(&k->out, arena_printf(k->c->a, "You are asked for "
		    "%s, and it does not answer that.", k->leaves), 0, 4);
	add_refusals(k);
	fwrite(k->out.s, 1, k->out.len, stdout);
}

static void
print_json(struct check *k)
{
	struct arena *a = k->c->a;
	struct node *t = node_table(a), *list;

	node_add_string(a, t, "file", k->file);
	node_add_string(a, t, "side", k->p->charter.side[k->s.side].name);
	node_add_int(a, t, "exchange", k->s.exchange);
	node_add_int(a, t, "revision", k->s.revision);
	node_add_bool(a, t, "sealed", k->shut);
	list = node_add_array(a, t, "orders");
	for (int i = 0; i < k->dry.norders; i++) {
		const struct dry_order *o = &k->dry.order[i];
		struct node *x = node_add(a, list, NULL, node_table(a));

		node_add_int(a, x, "number", o->number);
		node_add_int(a, x, "line", o->line);
		node_add(a, x, "order", node_copy(a, o->order));
		node_add_string(a, x, "outcome", outcome(k, o));
		if (o->refused != NULL)
			node_add_string(a, x, "reason", o->refused);
		node_add(a, x, "events", node_copy(a, o->events));
	}
	node_add(a, t, "besides", node_copy(a, k->dry.besides));
	add_refusals(k);
	node_add(a, t, "problems", k->problems);
	if (k->dry.dice != NULL)
		node_add_string(a, t, "dice", k->dry.dice);
	else if (k->dry.ask != NULL)
		node_add(a, t, "ask", node_copy(a, k->dry.ask));
	if (k->leaves != NULL)
		node_add_string(a, t, "leaves", k->leaves);
	cli_json(k->c, t);
}

/* --------------------------------------------------------------------- run */

static int
verdict(struct err *e, struct check *k)
{
	size_t n = k->problems->n;

	if (n == 0)
		return ERR_OK;
	return err_set(e, ERR_INPUT, "%s: %s%s", k->file, problem_words(k,
	    k->problems->child), n == 1 ? "" : arena_printf(k->c->a,
	    "; and %zu more", n - 1));
}

/* Of orders each is refused alone; another part that has a fault is left out
 * of the run. */
static bool
is_wrong(const struct check *k, const char *part)
{
	for (const struct node *x = k->problems->child; x; x = x->next)
		if (strcmp(node_str(x, "part"), part) == 0)
			return true;
	return false;
}

/* A list that is none, and orders that are none, cannot be run. */
static bool
can_run(const struct check *k)
{
	const struct node *x = k->s.part[PART_ORDER];

	if (x != NULL && x->type != NODE_ARRAY)
		return false;
	for (x = x ? x->child : NULL; x != NULL; x = x->next)
		if (x->type != NODE_TABLE)
			return false;
	return true;
}

static int
check(struct err *e, struct check *k)
{
	struct past past = { .h = k->h };
	struct exchange_past reader = past_of(&past);
	struct submission s;
	int rc;

	check_header(k);
	check_parts(k);
	s = k->s;
	for (int i = PART_ANSWER; i < PART_COUNT; i++)
		if (is_wrong(k, submission_parts[i]))
			s.part[i] = NULL;
	k->dry.answers = k->dry.besides = k->dry.ask = node_array(k->c->a);
	k->ran = can_run(k);
	if (k->ran && (rc = dry_run(e, k->c->a, k->p, &reader, &s, &k->dry)) !=
	    ERR_OK)
		return rc;
	if (cli_given(k->c, "json"))
		print_json(k);
	else
		tell_all(k);
	return verdict(e, k);
}

static int
run(struct err *e, struct cli *c)
{
	struct check k = { .c = c, .out = str_new(c->a),
	    .problems = node_array(c->a) };
	const char *dir, *path;
	char *text;
	size_t len;
	int rc;

	cli_dir_file(c, &dir, &path);
	k.p = arena_new(c->a, struct position, 1);
	k.file = strcmp(path, "-") ? str_shown(c->a, path, 200) : "orders";
	rc = cli_no_dir(e, c, path);
	if (rc == ERR_OK)
		rc = read_text(e, &k, path, &text, &len);
	if (rc == ERR_OK)
		rc = cli_open(e, c, dir, &k.h, k.p);
	if (rc == ERR_OK && k.p->result != NULL)
		rc = err_set(e, ERR_NOTHING, "%s: the game is over: %s",
		    k.p->charter.game, str_shown(c->a, k.p->result, 200));
	if (rc == ERR_OK)
		rc = submission_draft(e, c->a, k.file, &k.p->charter, text,
		    len, &k.s);
	if (rc == ERR_OK)
		rc = open_sealed(e, &k);
	if (rc == ERR_OK && cli_given(c, "key"))
		rc = check_key(e, &k);
	if (rc == ERR_OK)
		rc = check(e, &k);
	history_close(k.h);
	return rc;
}

const struct command cmd_check = {
	.name = "check", .operands = "[DIR] FILE",
	.help = "what an order file would do, and what is wrong with it",
	.min = 1, .max = 2, .options = options, .run = run,
};
