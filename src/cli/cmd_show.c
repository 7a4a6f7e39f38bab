/* cmd_show.c: iacta show: the position in words, and what is asked */
#include "cli/commands.h"

#include "base/node.h"
#include "base/str.h"
#include "cli/game.h"
#include "desk/home.h"
#include "desk/tell.h"
#include "show/report.h"
#include "show/say.h"
#include "show/why.h"
#include "show/wrap.h"
#include "trust/past.h"

#include <string.h>

static const struct cli_option options[] = {
	{ "side", 's', "S", "with -k: what is sealed to this side, too",
	    false },
	{ "key", 'k', "KEY", "its secret key", false },
	{ "at", 0, "N", "turn N (default: the last)", false },
	{ "json", 0, NULL, "the same as JSON", false },
	{ .name = NULL },
};

/* What is shown, as JSON has it; the words are made from it. */
static struct node *
side_node(struct cli *c, const struct position *p, int i)
{
	const struct charter_side *side = &p->charter.side[i];
	const struct player *x = &p->game.player[i];
	struct node *t = node_table(c->a), *o;

	node_add_string(c->a, t, "name", side->name);
	if (side->bot)
		node_add_bool(c->a, t, "bot", true);
	else
		node_add_string(c->a, t, "key", side->key);
	node_add_bool(c->a, t, "asked", position_asked(p, i));
	if (x->orders_exchange >= 0) {
		o = node_add_table(c->a, t, "orders");
		node_add_int(c->a, o, "exchange", x->orders_exchange);
		node_add_bool(c->a, o, "sealed", x->orders_sealed);
		node_add_int(c->a, o, "used", x->used);
		if (!x->orders_sealed && x->orders != NULL)
			node_add_int(c->a, o, "count", (int64_t)x->orders->n);
	}
	if (x->doctrine_exchange >= 0)
		node_add_int(c->a, t, "doctrine", x->doctrine_exchange);
	return t;
}

static struct node *
all_of(struct cli *c, struct position *p, const char *id,
    struct node *sealed, struct home *home, struct node *waiting)
{
	struct node *t = node_table(c->a), *sides;
	const struct node *ask = position_asks(p);

	node_add_string(c->a, t, "game", p->charter.game);
	node_add_string(c->a, t, "system", p->charter.system);
	node_add_string(c->a, t, "scenario", p->charter.scenario);
	node_add_int(c->a, t, "exchange", p->n);
	node_add_string(c->a, t, "commit", id);
	node_add_string(c->a, t, "when", say_when(&p->game));
	if (p->result != NULL)
		node_add_string(c->a, t, "result", p->result);
	node_add(c->a, t, "ask", ask != NULL ? node_copy(c->a, ask) :
	    node_array(c->a));
	sides = node_add_array(c->a, t, "sides");
	for (int i = 0; i < p->charter.nsides; i++)
		node_add(c->a, sides, NULL, side_node(c, p, i));
	game_position(&p->game, p->game.state, node_add_table(c->a, t,
	    "position"));
	if (sealed != NULL)
		node_add(c->a, t, "sealed", sealed);
	if (home != NULL)
		node_add(c->a, t, "standing", desk_standing(&home->desk));
	if (waiting != NULL)
		node_add(c->a, t, "waiting", waiting);
	return t;
}

/* ------------------------------------------------------------------ words */

static void
side_words(struct cli *c, struct str *out, const struct node *t)
{
	const struct node *o = node_table_of(t, "orders");
	int64_t doctrine = node_integer(t, "doctrine", -1);
	long long used = (long long)node_integer(o, "used", 0);
	struct str s = str_new(c->a);

	str_addf(&s, "%s: %s; ", node_str(t, "name"), node_boolean(t, "bot",
	    false) ? "the bot plays it" : node_boolean(t, "asked", false) ?
	    "it is asked" : "nothing is asked of it");
	if (o == NULL) {
		str_add(&s, "no orders stand");
	} else {
		str_addf(&s, "orders of exchange %lld stand, ",
		    (long long)node_integer(o, "exchange", 0));
		if (node_get(o, "count") != NULL)
			str_addf(&s, "%lld of %lld used", used,
			    (long long)node_integer(o, "count", 0));
		else
			str_addf(&s, "sealed, %lld used", used);
	}
	if (doctrine >= 0)
		str_addf(&s, "; doctrine of exchange %lld.",
		    (long long)doctrine);
	else
		str_add(&s, "; the default doctrine.");
	wrap_text(out, s.s, 0, 4);
}

/* The public options of the Nth question. */
static const struct node *
options_of(const struct position *p, const struct node *x)
{
	return node_array_of(node_at(position_asks(p),
	    (size_t)node_integer(x, "number", 1) - 1), "options");
}

/* "The options of keep: 1 is scout-1, 2 is rally-1" */
static void
option_words(struct cli *c, struct str *out, const struct position *p,
    const struct node *x)
{
	const struct node *shown = options_of(p, x);
	const struct node *o = node_array_of(x, "options");
	struct str s = str_new(c->a);

	str_addf(&s, "The options of %s:", str_shown(c->a, node_str(x,
	    "kind"), 40));
	shown = shown != NULL ? shown->child : NULL;
	for (o = o->child; o != NULL; o = o->next) {
		const char *text = shown && shown->s ? shown->s : "?";

		str_addf(&s, " %s is %s%s", str_shown(c->a, text, 60),
		    str_shown(c->a, o->s, 60), o->next ? "," : "");
		shown = shown != NULL ? shown->next : NULL;
	}
	wrap_text(out, s.s, 0, 4);
}

static void
sealed_words(struct cli *c, struct str *out, struct position *p,
    const char *side, const struct node *list)
{
	wrap_heading(out, arena_printf(c->a, "Sealed to %s", side), '-');
	if (list->n == 0)
		str_add(out, "Nothing.\n");
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		const struct node *card = node_array_of(x, "cards");
		struct str s = str_new(c->a);

		if (node_get(x, "options") != NULL) {
			option_words(c, out, p, x);
			continue;
		}
		if (strcmp(node_str(x, "what"), "note") == 0) {
			wrap_text(out, arena_printf(c->a, "Your note of "
			    "exchange %lld: %s", (long long)node_integer(x,
			    "exchange", 0), str_shown(c->a, node_str(x,
			    "text"), 2000)), 0, 4);
			continue;
		}
		if (card == NULL) {
			const char *why = why_refused(&p->game, x);

			wrap_text(out, arena_printf(c->a, "%s %lld is "
			    "refused: %s.", str_shown(c->a, node_str(x,
			    "what"), 40), (long long)node_integer(x, "number",
			    0), str_shown(c->a, why ? why : "", 600)), 0, 4);
			wrap_text(out, str_shown(c->a, node_str(x, "text"),
			    2000), 8, 8);
			continue;
		}
		str_addf(&s, "The %s, %zu:", game_hand_name(&p->game),
		    card->n);
		for (card = card->child; card != NULL; card = card->next)
			str_addf(&s, " %s", str_shown(c->a, card->s, 60));
		wrap_text(out, s.s, 0, 4);
	}
}

static void
words(struct cli *c, struct position *p, const struct node *t,
    const struct home *home)
{
	struct str s = str_new(c->a);
	const struct node *list = node_array_of(t, "ask");

	wrap_heading(&s, arena_printf(c->a, "%s: %s/%s, turn file %ld",
	    p->charter.game, p->charter.system, p->charter.scenario, p->n),
	    '=');
	wrap_text(&s, node_str(t, "when"), 0, 0);
	if (p->result != NULL)
		wrap_text(&s, arena_printf(c->a, "The game is over: %s.",
		    str_shown(c->a, report_result(c->a, &p->rules, p->result),
		    200)), 0, 4);
	wrap_heading(&s, "What is asked now", '-');
	if (list->n == 0)
		str_add(&s, "Nothing.\n");
	for (const struct node *x = list->child; x != NULL; x = x->next)
		report_asked(&s, &p->game, &p->rules, x);
	wrap_heading(&s, "The sides", '-');
	list = node_array_of(t, "sides");
	for (const struct node *x = list->child; x != NULL; x = x->next)
		side_words(c, &s, x);
	if (node_get(t, "waiting") != NULL) {
		wrap_heading(&s, "What has come in", '-');
		waiting_words(c, node_get(t, "waiting"), &s);
	}
	if (p->game.sys->summary != NULL) {
		wrap_heading(&s, "The position", '-');
		say_summary(&p->game, &s);
	}
	if (home != NULL) {
		wrap_heading(&s, "Your standing orders", '-');
		tell_standing(&home->desk, &s);
		sealed_words(c, &s, p, p->charter.side[home->desk.side].name,
		    node_get(t, "sealed"));
	}
	cli_text(c, s.s);
}

/* -------------------------------------------------------------------- run */

/* --side and -k come together. */
static int
open_home(struct err *e, struct cli *c, struct history *h,
    struct position *p, struct home **out)
{
	const char *key = cli_value(c, "key");
	struct secret_key k = { .id = { 0 } };
	int i, rc;

	if (!cli_given(c, "side") && key == NULL)
		return ERR_OK;
	if (!cli_given(c, "side") || key == NULL)
		return err_set(e, ERR_USAGE, "show: --side and --key go "
		    "together: they open what is sealed to that side");
	rc = cli_side(e, c, p, &i);
	if (rc != ERR_OK)
		return rc;
	*out = arena_new(c->a, struct home, 1);
	rc = cli_key(e, c, p, i, key, &k);
	if (rc == ERR_OK)
		rc = home_open(e, c->a, h, p, i, &k, *out);
	if (rc == ERR_OK)
		rc = home_notes(e, c->a, h, p, i, &k, (*out)->sealed);
	keys_wipe(&k);
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct history *h = NULL;
	struct past past = { .h = NULL };
	struct exchange_past reader = past_of(&past);
	struct home *home = NULL;
	struct node *t, *waiting = NULL;
	bool unknown;
	char id[41];
	long at;
	int rc = cli_number(e, c, "at", 0, -1, &at);

	if (rc == ERR_OK)
		rc = cli_open_at(e, c, cli_dir(c), at, &h, id, p);
	past.h = h;
	past.referee = &p->charter.referee_key;
	if (rc == ERR_OK)
		cli_tell_rules(c, p);
	if (rc == ERR_OK)
		rc = open_home(e, c, h, p, &home);
	if (rc == ERR_OK && home == NULL)
		rc = exchange_players(e, c->a, p, &reader, NULL, NULL, 0,
		    &unknown);
	if (rc == ERR_OK && at < 0)
		rc = waiting_node(e, c, h, p, id, &waiting);
	if (rc == ERR_OK) {
		t = all_of(c, p, id, home ? home->sealed : NULL, home,
		    waiting);
		if (cli_given(c, "json"))
			cli_json(c, t);
		else
			words(c, p, t, home);
	}
	history_close(h);
	return rc;
}

const struct command cmd_show = {
	.name = "show", .operands = "[DIR]",
	.help = "the position, and what is asked",
	.max = 1, .options = options, .run = run,
	.alone = cli_alone,
};
