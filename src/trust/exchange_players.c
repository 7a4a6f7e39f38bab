/* exchange_players.c: what stands, what is new, and the rolls of the record */
#include "trust/exchange.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/seeds.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct standing {
	struct err *e;
	struct arena *a;
	struct position *p;
	const struct exchange_past *past;
	const uint8_t *secret;
};

/* A file of commit n or of an earlier one. */
static int
read_past(struct standing *s, long n, const char *path, const char **data,
    size_t *len)
{
	const struct history_file *f;

	if (n < s->p->n)
		return s->past->read(s->e, s->past->ctx, s->a, n, path, data,
		    len);
	f = position_file(s->p->files, s->p->nfiles, path);
	*data = f != NULL ? f->data : NULL;
	*len = f != NULL ? f->len : 0;
	return ERR_OK;
}

/* ------------------------------------------------- orders and doctrine */

/*
 * The submission of `side` to exchange k, which commit k+1 holds; *found is
 * false if it sent none.
 */
static int
past_submission(struct standing *s, int side, int k, struct submission *out,
    bool *found)
{
	const char *path = arena_printf(s->a, "orders/%s.toml",
	    s->p->charter.side[side].name), *data;
	const char *what = arena_printf(s->a, "commit %d: %s", k + 1, path);
	size_t len;
	int rc;

	*found = false;
	if (k >= s->p->n)
		return err_set(s->e, ERR_VERIFY, "checkpoint.toml: %s has "
		    "orders or doctrine of exchange %d, which is to come",
		    s->p->charter.side[side].name, k);
	rc = read_past(s, k + 1, path, &data, &len);
	if (rc != ERR_OK || data == NULL)
		return rc;
	rc = submission_parse(s->e, s->a, what, &s->p->charter, data, len,
	    out);
	if (rc == ERR_OK && s->secret != NULL)
		rc = submission_open(s->e, s->a, what, &s->p->charter,
		    s->secret, out);
	if (rc != ERR_OK)
		return err_unverified(s->e);
	*found = true;
	return ERR_OK;
}

static bool
is_shut(const struct submission *s)
{
	return s->sealed != NULL && !s->opened;
}

/* What cannot be read counts as unknown, and as sealed. */
static void
take_orders(struct standing *s, struct player *p,
    const struct submission *sub, bool found)
{
	p->orders = found ? sub->part[PART_ORDER] : NULL;
	p->orders_sealed = found && sub->hidden[PART_ORDER];
	if (p->orders == NULL) {
		/* a late side's orders: none */
		p->orders = node_array(s->a);
		if (found && is_shut(sub)) {
			p->orders_sealed = true;
			p->known_orders = false;
		}
	}
}

static void
take_doctrine(struct player *p, const struct submission *sub, bool found)
{
	p->doctrine = found ? sub->part[PART_DOCTRINE] : NULL;
	if (p->doctrine == NULL && found && is_shut(sub))
		p->known_answers = false;
}

static int
stand(struct standing *s, int side)
{
	struct player *p = &s->p->game.player[side];
	struct submission sub;
	bool found;
	int rc = ERR_OK;

	if (p->orders_exchange >= 0) {
		rc = past_submission(s, side, p->orders_exchange, &sub,
		    &found);
		if (rc == ERR_OK)
			take_orders(s, p, &sub, found);
	}
	if (rc == ERR_OK && p->doctrine_exchange >= 0) {
		rc = past_submission(s, side, p->doctrine_exchange, &sub,
		    &found);
		if (rc == ERR_OK)
			take_doctrine(p, &sub, found);
	}
	return rc;
}

/*
 * What is sealed may hold any part that does not stand there open.  (Where
 * all four do it holds nothing.)
 */
static void
add_unknown(struct player *p, struct submission *sub)
{
	if (sub->part[PART_ORDER] != NULL) {
		p->known_orders = true;
	} else if (is_shut(sub)) {
		sub->stood.known = p->known_orders;
		sub->stood.sealed = p->orders_sealed;
		p->known_orders = false;
		p->orders_sealed = true;
	}
	if (is_shut(sub) && (sub->part[PART_ANSWER] == NULL ||
	    sub->part[PART_DOCTRINE] == NULL ||
	    sub->part[PART_DEPLOY] == NULL))
		p->known_answers = false;
	else if (sub->part[PART_DOCTRINE] != NULL)
		p->known_answers = true;
}

/* New orders and a new doctrine replace the old ones as a whole. */
static int
add_submission(struct standing *s, struct submission *sub)
{
	struct player *p = &s->p->game.player[sub->side];
	int n = s->p->game.exchange;

	if (s->secret != NULL && submission_open(s->e, s->a, arena_printf(s->a,
	    "orders/%s.toml", s->p->charter.side[sub->side].name),
	    &s->p->charter, s->secret, sub) != ERR_OK)
		return s->e->code;
	add_unknown(p, sub);
	if (sub->part[PART_ORDER] != NULL) {
		p->orders = sub->part[PART_ORDER];
		p->orders_sealed = sub->hidden[PART_ORDER];
		p->orders_exchange = n;
		orders_restart(p);
	}
	if (sub->part[PART_DOCTRINE] != NULL) {
		p->doctrine = sub->part[PART_DOCTRINE];
		p->doctrine_exchange = n;
	}
	p->answers = sub->part[PART_ANSWER];
	p->deploy = sub->part[PART_DEPLOY];
	p->answers_sealed = sub->hidden[PART_ANSWER] ||
	    sub->hidden[PART_DEPLOY];
	return ERR_OK;
}

/* ----------------------------------------------------- the record's rolls */

/* "12.3": roll 3 of exchange 12 */
static bool
parse_roll(const char *s, struct rolled *r)
{
	char *end;
	long n, k;

	if (s == NULL || *s < '0' || *s > '9')
		return false;
	n = strtol(s, &end, 10);
	if (*end != '.' || end[1] < '1' || end[1] > '9')
		return false;
	k = strtol(end + 1, &end, 10);
	r->exchange = (int)n;
	r->index = (int)k;
	return *end == '\0' && n < INT_MAX && k < INT_MAX;
}

static int
bad_roll(struct err *e, const struct rolled *r)
{
	return err_set(e, ERR_VERIFY, "checkpoint.toml: roll %d.%d is not in "
	    "the dice.toml of its exchange", r->exchange, r->index);
}

static int
copy_roll(struct err *e, const struct node *dice, struct rolled *r)
{
	const struct node *t = node_at(node_array_of(dice, "roll"),
	    (size_t)r->index - 1);
	int64_t sides = node_integer(t, "sides", 0);
	int64_t face = node_integer(t, "face", -1);

	r->label = node_str(t, "label");
	r->nth = (long)node_integer(t, "nth", 0);
	if (t == NULL || node_integer(t, "index", 0) != r->index ||
	    r->label == NULL || !seeds_label_ok(r->label) || sides < 1 ||
	    sides > 65536 || face < 0 || face >= sides || r->nth < 1)
		return bad_roll(e, r);
	r->sides = (int)sides;
	r->face = (int)face;
	return ERR_OK;
}

/* dice.toml of exchange k, which commit k+1 holds. */
static int
past_dice(struct standing *s, int k, struct node **out)
{
	const char *name = arena_printf(s->a, "commit %d: dice.toml", k + 1);
	const char *data = NULL;
	size_t len = 0;
	int rc;

	if (k >= s->p->n)
		return err_set(s->e, ERR_VERIFY, "checkpoint.toml: it has a "
		    "roll of exchange %d, which is to come", k);
	rc = read_past(s, k + 1, "dice.toml", &data, &len);
	if (rc == ERR_OK && data == NULL)
		rc = err_set(s->e, ERR_VERIFY, "%s: it is missing", name);
	if (rc == ERR_OK && toml_read(s->e, s->a, name, data, len,
	    TOML_MAX_SIZE, out) != ERR_OK)
		rc = err_unverified(s->e);
	return rc;
}

static int
record_rolls(struct standing *s)
{
	struct game *g = &s->p->game;
	const struct node *list = node_array_of(s->p->checkpoint, "rolls");
	size_t n = list != NULL ? list->n : 0;
	const struct node *c = n > 0 ? list->child : NULL;
	struct node *dice = NULL;
	int of = -1, rc = ERR_OK;

	g->rolls = arena_new(s->a, struct rolled, n + 1);
	g->caprolls = (int)n + 1;
	for (g->nrolls = 0; c != NULL && rc == ERR_OK; c = c->next) {
		struct rolled *r = &g->rolls[g->nrolls++];

		if (c->type != NODE_STRING || !parse_roll(c->s, r))
			return err_set(s->e, ERR_VERIFY, "checkpoint.toml: "
			    "line %d: a roll is written \"N.K\"", c->line);
		if (of != r->exchange)
			rc = past_dice(s, of = r->exchange, &dice);
		if (rc == ERR_OK)
			rc = copy_roll(s->e, dice, r);
	}
	return rc;
}

int
exchange_players(struct err *e, struct arena *a, struct position *p,
    const struct exchange_past *past, const uint8_t *secret,
    struct submission *sub, int nsubs, bool *unknown)
{
	struct standing s = { e, a, p, past, secret };
	int rc = record_rolls(&s);

	*unknown = false;
	for (int i = 0; i < p->charter.nsides && rc == ERR_OK; i++) {
		struct player *x = &p->game.player[i];

		x->known_orders = x->known_answers = !p->charter.side[i].bot ||
		    secret != NULL;
		rc = stand(&s, i);
	}
	for (int i = 0; i < nsubs && rc == ERR_OK; i++)
		rc = add_submission(&s, &sub[i]);
	for (int i = 0; i < p->charter.nsides; i++)
		if (!p->game.player[i].known_orders ||
		    !p->game.player[i].known_answers)
			*unknown = true;
	return rc;
}
