/* request.c: the desk for other programs and pages: JSON in, JSON out */
#include "desk/request.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "desk/desk.h"
#include "desk/sheet.h"
#include "desk/short.h"
#include "desk/tell.h"
#include "show/json.h"

#include <stdlib.h>
#include <string.h>

#define RUNS_MAX 100000

/* The keys of turn.toml that are no fields of the position. */
static const char *const header[] = { "iacta", "game", "exchange",
	"commitment", "charter", "checkpoint", "previous", "transcript",
	"late", "trips", "result", "ask", "hand", "terms", "acts", NULL };

struct request {
	struct err *e;
	struct arena *a;
	const struct node *in, *files;
	struct node *charter, *turn, *checkpoint;
	struct rules rules;
	struct game *g;
	struct desk d;
};

/* ------------------------------------------------------------------ loading */

static int
read_file(struct request *r, const char *path, struct node **out)
{
	const char *s = node_str(r->files, path);

	if (s == NULL)
		return err_set(r->e, ERR_INPUT, "files: %s is missing", path);
	return toml_read(r->e, r->a, path, s, strlen(s), TOML_MAX_SIZE, out);
}

static int
load_rules(struct request *r)
{
	struct rules_file *list = arena_new(r->a, struct rules_file,
	    r->files->n + 1);
	const char *system = node_str(r->charter, "system");
	const char *scenario = node_str(r->charter, "scenario");
	size_t n = 0;
	int rc;

	for (const struct node *x = r->files->child; x != NULL; x = x->next)
		if (strncmp(x->key, "rules/", 6) == 0 && x->s != NULL)
			list[n++] = (struct rules_file){ x->key + 6, x->s,
			    strlen(x->s) };
	if (system == NULL || scenario == NULL)
		return err_set(r->e, ERR_INPUT, "game.toml: system and "
		    "scenario are missing");
	rc = rules_from_files(r->e, r->a, system, scenario, list, n,
	    &r->rules);
	if (rc == ERR_OK)
		rc = rules_board(r->e, r->a, &r->rules, NULL, r->g);
	if (rc == ERR_OK)
		r->g->revision = (int)node_integer(r->charter,
		    "rules_revision", r->rules.sys->revision);
	return rc;
}

static int
load_state(struct request *r)
{
	struct game *g = r->g;
	struct field_names names = { .grid = g->grid, .side = g->side,
	    .nsides = g->nsides };
	int rc;

	field_clear(g->state, g->sys->fields, &names);
	rc = field_read(r->e, r->a, r->turn, g->state, g->sys->fields, &names,
	    header);
	if (rc == ERR_OK && g->sys->check != NULL)
		rc = g->sys->check(r->e, g->data, g->state);
	if (rc == ERR_OK)
		rc = game_checkpoint_read(r->e, g, r->checkpoint);
	if (rc != ERR_OK)
		return rc;
	g->exchange = (int)node_integer(r->turn, "exchange", 0);
	g->blind = game_hides(g);
	if (g->blind && g->sys->conceal != NULL) {
		g->sys->conceal(g->data, g->saved);
		g->sys->conceal(g->data, g->state);
	}
	return ERR_OK;
}

/* What this side's key opened, put in place of the blanks. */
static int
load_hand(struct request *r)
{
	struct game *g = r->g;
	struct field_names names = { g->grid, g->side, g->nsides,
	    FIELDS_HIDDEN };
	const struct node *cards = node_array_of(r->in, "hand");
	struct node *t = node_table(r->a), *hand;
	int rc;

	if (cards == NULL || !game_has_hands(g) || !g->blind)
		return ERR_OK;
	r->d.hand = cards;
	hand = node_add_table(r->a, t, g->sys->hand_field != NULL ?
	    g->sys->hand_field : "hand");
	node_add(r->a, hand, g->side[r->d.side], node_copy(r->a, cards));
	rc = field_read(r->e, r->a, t, g->state, g->sys->fields, &names, NULL);
	if (rc == ERR_OK)
		rc = field_read(r->e, r->a, t, g->saved, g->sys->fields,
		    &names, NULL);
	return rc;
}

/* "3.2": roll 2 of exchange 3, from the dice.toml given as dice/3.toml */
static int
load_rolls(struct request *r)
{
	const struct node *list = node_array_of(r->checkpoint, "rolls");
	struct game *g = r->g;

	g->rolls = arena_new(r->a, struct rolled, (list ? list->n : 0) + 1);
	g->caprolls = (int)(list ? list->n : 0) + 1;
	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		struct rolled *k = &g->rolls[g->nrolls++];
		char *dot = NULL;
		const struct node *t;
		struct node *dice;
		int rc;

		k->exchange = (int)strtol(x->s ? x->s : "", &dot, 10);
		k->index = dot && *dot == '.' ? atoi(dot + 1) : 0;
		rc = read_file(r, arena_printf(r->a, "dice/%d.toml",
		    k->exchange), &dice);
		if (rc != ERR_OK)
			return rc;
		t = node_at(node_array_of(dice, "roll"), (size_t)k->index - 1);
		k->label = node_str(t, "label");
		k->sides = (int)node_integer(t, "sides", 0);
		k->face = (int)node_integer(t, "face", -1);
		k->nth = (long)node_integer(t, "nth", 1);
		if (k->label == NULL || k->sides < 1 || k->face < 0 ||
		    k->face >= k->sides)
			return err_set(r->e, ERR_INPUT, "dice/%d.toml: it has "
			    "no roll %d", k->exchange, k->index);
	}
	return ERR_OK;
}

/* Who plays, and what is known of what stands. */
static int
load_players(struct request *r)
{
	const char *side = node_str(r->in, "side");
	const struct node *standing = node_table_of(r->in, "standing");
	const struct node *list = node_array_of(r->charter, "side");
	struct game *g = r->g;

	r->d.side = -1;
	for (int i = 0; i < g->nsides; i++) {
		const struct node *x = node_at(list, (size_t)i);
		struct player *p = &g->player[i];

		p->bot = node_boolean(x, "bot", false);
		p->known_orders = p->orders_exchange < 0;
		p->known_answers = p->doctrine_exchange < 0;
		if (side != NULL && strcmp(side, g->side[i]) == 0)
			r->d.side = i;
	}
	if (r->d.side < 0)
		return err_set(r->e, ERR_INPUT, "side: it must be one of the "
		    "game's");
	if (node_array_of(standing, "orders") != NULL) {
		g->player[r->d.side].orders = node_get(standing, "orders");
		g->player[r->d.side].known_orders = true;
	}
	if (node_array_of(standing, "doctrine") != NULL) {
		g->player[r->d.side].doctrine = node_get(standing,
		    "doctrine");
		g->player[r->d.side].known_answers = true;
	}
	return ERR_OK;
}

static int
load(struct request *r)
{
	int rc;

	r->files = node_table_of(r->in, "files");
	if (r->files == NULL)
		return err_set(r->e, ERR_INPUT, "files: a table of the turn's "
		    "files by path is missing");
	r->g = arena_new(r->a, struct game, 1);
	rc = read_file(r, "game.toml", &r->charter);
	if (rc == ERR_OK)
		rc = read_file(r, "turn.toml", &r->turn);
	if (rc == ERR_OK)
		rc = read_file(r, "checkpoint.toml", &r->checkpoint);
	if (rc == ERR_OK)
		rc = load_rules(r);
	if (rc == ERR_OK)
		rc = load_state(r);
	if (rc == ERR_OK)
		rc = load_rolls(r);
	if (rc == ERR_OK)
		rc = load_players(r);
	if (rc == ERR_OK)
		rc = load_hand(r);
	r->d.a = r->a;
	r->d.game = r->g;
	r->d.rules = &r->rules;
	r->d.n = (long)node_integer(r->turn, "exchange", 0);
	r->d.asks = node_array_of(r->turn, "ask");
	return rc;
}

/* ------------------------------------------------------------------ answers */

static int
answer_sheet(struct request *r, struct node *out)
{
	struct sheet_head h = { node_str(r->charter, "game"), node_str(r->in,
	    "turn"), node_str(r->in, "nonce"), (long)node_integer(r->in,
	    "revision", 1), false };
	struct str s = str_new(r->a);

	h.turn = h.turn != NULL ? h.turn : "";
	h.nonce = h.nonce != NULL ? h.nonce : "";
	sheet_write(&r->d, &h, false, node_boolean(r->in, "all", false), &s);
	node_add_string(r->a, out, "text", s.s);
	node_add(r->a, out, "sheet", sheet_node(&r->d, &h));
	return ERR_OK;
}

static int
answer_try(struct request *r, const struct node *paper,
    const struct node *suppose, struct node *out)
{
	struct node *problems = desk_problems(&r->d, paper);
	struct desk_try t;
	int rc = desk_try(r->e, &r->d, paper, suppose, &t);

	if (rc != ERR_OK)
		return rc;
	tell_try_node(&r->d, &t, problems, out);
	node_add(r->a, out, "problems", problems);
	node_add(r->a, out, "warnings", desk_warnings(&r->d, paper, &t));
	return ERR_OK;
}

static int
answer_rehearse(struct request *r, const struct node *paper,
    const struct node *suppose, struct node *out)
{
	int64_t runs = node_integer(r->in, "runs", 200);
	struct desk_rehearsal x;
	int rc;

	if (runs < 1 || runs > RUNS_MAX)
		return err_set(r->e, ERR_INPUT, "runs: 1 to %d", RUNS_MAX);
	rc = desk_rehearse(r->e, &r->d, paper, suppose, (long)runs,
	    (uint64_t)node_integer(r->in, "seed", 1), &x);
	if (rc == ERR_OK)
		node_add(r->a, out, "rehearsal", tell_rehearsal_node(&r->d,
		    &x));
	return rc;
}

/* An order typed in a few words, as it stands in a paper. */
static int
answer_short(struct request *r, struct node *out)
{
	const char *line = node_str(r->in, "line");
	struct node *order;
	int rc;

	if (line == NULL)
		return err_set(r->e, ERR_INPUT, "line: it is missing");
	rc = short_order(r->e, &r->d, line, &order);
	if (rc == ERR_OK)
		node_add(r->a, out, "order", order);
	return rc;
}

static int
answer(struct request *r, struct node *out)
{
	const char *what = node_str(r->in, "do");
	const struct node *paper = node_table_of(r->in, "paper");
	const struct node *suppose = node_array_of(r->in, "suppose");

	if (paper == NULL)
		paper = node_table(r->a);
	if (what != NULL && strcmp(what, "sheet") == 0)
		return answer_sheet(r, out);
	if (what != NULL && strcmp(what, "try") == 0)
		return answer_try(r, paper, suppose, out);
	if (what != NULL && strcmp(what, "rehearse") == 0)
		return answer_rehearse(r, paper, suppose, out);
	if (what != NULL && strcmp(what, "short") == 0)
		return answer_short(r, out);
	return err_set(r->e, ERR_INPUT, "do: it must be sheet, try, rehearse "
	    "or short");
}

int
desk_request(struct err *e, struct arena *a, const char *json, size_t len,
    struct str *out)
{
	struct request r = { .e = e, .a = a };
	struct node *in = NULL, *reply = node_table(a);
	int rc = json_read(e, a, json, len, REQUEST_MAX, &in);

	r.in = in;
	if (rc == ERR_OK && in->type != NODE_TABLE)
		rc = err_set(e, ERR_INPUT, "JSON: a request is { ... }");
	if (rc == ERR_OK)
		rc = load(&r);
	if (rc == ERR_OK)
		rc = answer(&r, reply);
	if (rc != ERR_OK) {
		reply = node_table(a);
		node_add_string(a, reply, "error", e->msg);
	}
	json_write(out, reply);
	str_addc(out, '\n');
	return rc;
}
