/* save.c: games of the bot through the whole pipeline, kept as repositories */
#include "cli/save.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/rules.h"
#include "trust/adjudicate.h"
#include "trust/audit.h"
#include "trust/found.h"
#include "trust/past.h"
#include "trust/seeds.h"
#include "trust/sig.h"
#include "trust/store.h"
#include "trust/submit.h"

#ifdef __GLIBC__
#include <malloc.h>
#if __GLIBC_PREREQ(2, 33)
#define HAVE_MALLINFO2		/* ... which other libraries cannot ask */
#endif
#endif
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define EXCHANGES 4000		/* of one game: more is a dead end */
#define CHOICES 100000		/* in one turn of the bot */
#define FREE_MOST (16u << 20)	/* bytes, between the steps of an exchange */

/* A game on its way. */
struct saving {
	struct err *e;
	struct save *s;
	struct arena *a;	/* lives as long as the game */
	struct arena *here;	/* ... as one step of an exchange */
	struct history *h;
	struct position ground;	/* the founding, for its rules and its board */
	const char *game, *dir;
	uint8_t secret[32];
	uint8_t luck[32];	/* what the players choose by */
	long nluck;
	struct secret_key key[GAME_SIDES];
	long audit_at;
};

/* -------------------------------------------------- chance from a seed alone */

/*
 * What libsodium takes for keys, nonces and seals.  It is one for the whole
 * process, so that this is one too.
 */
static struct {
	uint8_t seed[crypto_stream_chacha20_KEYBYTES];
	uint64_t block;
} chance;

static void
chance_buf(void *buf, size_t size)
{
	uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];
	uint64_t n = ++chance.block;

	for (size_t i = 0; i < sizeof nonce; i++, n >>= 8)
		nonce[i] = (uint8_t)n;
	crypto_stream_chacha20(buf, size, nonce, chance.seed);
}

static uint32_t
chance_random(void)
{
	uint32_t n;

	chance_buf(&n, sizeof n);
	return n;
}

static const char *
chance_name(void)
{
	return "iacta-save";
}

static void
chance_begin(const struct save *s, const char *label)
{
	static struct randombytes_implementation ours = {
		.implementation_name = chance_name, .random = chance_random,
		.buf = chance_buf,
	};

	hash_hmac(chance.seed, s->seed, sizeof s->seed, label);
	chance.block = 0;
	randombytes_set_implementation(&ours);
}

static int
pick(struct saving *v, int n)
{
	return n < 2 ? 0 : seeds_pick(v->luck, n, ++v->nluck);
}

static const char *
key_path(struct arena *a, const struct save *s, const char *side)
{
	return arena_printf(a, "%s/.referee/%s", s->dir, side);
}

int
save_prepare(struct err *e, struct arena *a, struct save *s)
{
	const char *home = arena_printf(a, "%s/.referee", s->dir);
	struct game *g = arena_new(a, struct game, 1);
	struct secret_key referee = { .id = { 0 } };
	int rc = rules_game(e, a, s->rules, NULL, g);

	chance_begin(s, "iacta-save-keys");
	if (rc == ERR_OK)
		rc = file_mkdirs(e, s->dir, 0755);
	if (rc == ERR_OK)
		rc = file_mkdirs(e, home, 0700);
	if (rc == ERR_OK && setenv("IACTA_HOME", home, 1) != 0)
		rc = err_set(e, ERR_SYSTEM, "IACTA_HOME cannot be set");
	for (int i = 0; i < g->nsides && rc == ERR_OK; i++) {
		const char *path = key_path(a, s, g->side[i]);

		if (!file_exists(arena_printf(a, "%s.key", path)))
			rc = keys_generate(e, a, path, NULL);
	}
	if (rc == ERR_OK)
		rc = store_referee(e, a, true, &referee);
	keys_wipe(&referee);
	return rc;
}

/* ------------------------------------------------------ the bot looks ahead */

/* The rest of a side's turn, played with dice of its own. */
struct ahead {
	struct saving *v;
	int side;
	long choices;
};

static bool
is_order_of_other(const struct game *g, int side)
{
	const struct answer *x = g->nanswers > 0 ?
	    &g->answers[g->nanswers - 1] : NULL;

	return x != NULL && x->side != side && strcmp(x->kind, "order") == 0;
}

static int
ahead_pick(void *ctx, struct game *g, int n)
{
	struct ahead *x = ctx;

	if (++x->choices > CHOICES || is_order_of_other(g, x->side))
		game_halt(g, "far enough");
	return pick(x->v, n);
}

static int
ahead_roll(void *ctx, struct game *g, int sides, const char *label)
{
	(void)label;
	return ahead_pick(ctx, g, sides);
}

static void
ahead_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	(void)ctx, (void)j, (void)cards, (void)n;
	game_halt(g, "far enough");
}

/* "scout-2" may be named by its kind: "scout" */
static void
name_by_kind(struct arena *a, struct node *order)
{
	const char *card = node_str(order, "card");
	const char *dash = card != NULL ? strrchr(card, '-') : NULL;

	if (dash != NULL && dash[1] >= '0' && dash[1] <= '9')
		node_set(a, order, "card", node_string(a, arena_strndup(a,
		    card, (size_t)(dash - card))));
}

/* Another card of the hand, in case the first cannot be played. */
static void
add_else(struct saving *v, const struct game *g, int side, struct node *order)
{
	const char *id[64], *card;
	struct node *t = node_table(v->here);
	int n = g->sys->hand(g->data, g->saved, side, id, 64);

	if (n == 0 || (card = id[pick(v, n)]) == NULL)
		return;
	t->layout = NODE_INLINE;
	node_add_string(v->here, t, "do", node_str(order, "do"));
	node_add_string(v->here, t, "card", card);
	node_add(v->here, order, "else", t);
}

/* The record of the bot's order does not have what nobody else may know. */
static void
add_hidden(struct saving *v, const struct game *g, struct node *order)
{
	const struct order_verb *w = g->sys->verbs;

	while (w->verb != NULL && strcmp(w->verb, node_str(order, "do")) != 0)
		w++;
	for (const struct order_field *f = w->fields; w->verb && f->name; f++)
		if (f->hidden && f->arg == ARG_BOOL)
			node_add(v->here, order, f->name, node_bool(v->here,
			    pick(v, 2) == 0));
}

static struct node *
pause_order(struct arena *a)
{
	struct node *t = node_table(a);

	t->layout = NODE_INLINE;
	node_add_string(a, t, "do", "pause");
	return t;
}

/*
 * The orders that the bot would give for the rest of this turn.  Where the
 * dice fall otherwise some will be refused.
 */
static int
plan_orders(struct saving *v, int side, struct node *out)
{
	struct position *p = arena_new(v->here, struct position, 1);
	struct past past = { .h = v->h };	/* our own */
	struct exchange_past reader = past_of(&past);
	struct ahead x = { v, side, 0 };
	struct game *g = &p->game;
	struct node *list = node_add_array(v->here, out, "order");
	bool unknown;
	char id[41];
	int rc = position_at_on(v->e, v->here, &v->ground, v->h, -1, id, p);

	if (rc == ERR_OK)
		rc = position_unseal(v->e, v->here, p, v->secret);
	if (rc == ERR_OK)
		rc = exchange_players(v->e, v->here, p, &reader, v->secret,
		    NULL, 0, &unknown);
	if (rc != ERR_OK)
		return rc;
	for (int i = 0; i < g->nsides; i++)
		g->player[i].bot = true;
	g->source = (struct source){ &x, ahead_roll, ahead_pick,
	    ahead_shuffle, NULL };
	game_run(g);
	if (g->stop == STOP_FAIL)
		return err_set(v->e, ERR_INPUT, "the bot of %s cannot go on: "
		    "%s", g->side[side], g->why);
	list->layout = NODE_LINES;
	for (int i = 0; i < g->nanswers; i++) {
		const struct answer *y = &g->answers[i];
		struct node *o;

		if (strcmp(y->kind, "order") != 0 || y->side != side ||
		    y->value->type != NODE_TABLE)
			continue;
		o = node_copy(v->here, y->value);
		o->layout = NODE_INLINE;
		add_hidden(v, g, o);
		if (node_str(o, "card") != NULL && pick(v, 2) == 0)
			name_by_kind(v->here, o);
		if (node_str(o, "card") != NULL && pick(v, 3) == 0)
			add_else(v, g, side, o);
		node_add(v->here, list, NULL, o);
		if (pick(v, 24) == 0)
			node_add(v->here, list, NULL, pause_order(v->here));
	}
	return ERR_OK;
}

/* -------------------------------------------------------------- submissions */

/* Windows are half of the time answered; some questions are to be asked. */
static void
plan_doctrine(struct saving *v, const struct game *g, struct node *out)
{
	struct node *list = node_add_array(v->here, out, "doctrine");

	list->layout = NODE_LINES;
	for (const struct question_kind *k = g->sys->questions; k->kind; k++) {
		struct node *t;

		if (strcmp(k->kind, "orders") == 0 ||
		    strcmp(k->kind, "deploy") == 0 ||
		    pick(v, k->window ? 2 : 5) != 0)
			continue;
		t = node_add(v->here, list, NULL, node_table(v->here));
		t->layout = NODE_INLINE;
		node_add_string(v->here, t, "kind", k->kind);
		node_add_string(v->here, t, "answer", k->window ? "first" :
		    "ask");
	}
}

static void
plan_answer(struct saving *v, const struct node *ask, struct node *out)
{
	const struct node *choice = node_array_of(ask, "options");
	struct node *list = (struct node *)(uintptr_t)node_get(out, "answer");
	struct node *t = node_table(v->here);

	if (choice == NULL || choice->n == 0)
		return;
	if (list == NULL) {
		list = node_add_array(v->here, out, "answer");
		list->layout = NODE_LINES;
	}
	t->layout = NODE_INLINE;
	for (const struct node *x = ask->child; x != NULL; x = x->next)
		if (strcmp(x->key, "side") && strcmp(x->key, "options") &&
		    strcmp(x->key, "sealed"))
			node_add(v->here, t, x->key, node_copy(v->here, x));
	node_add_string(v->here, t, "answer", node_at(choice,
	    (size_t)pick(v, (int)choice->n))->s);
	node_add(v->here, list, NULL, t);
}

/* Everything that the turn asks of a side. */
static int
plan(struct saving *v, const struct position *p, int side, struct node *out)
{
	const struct game *g = &p->game;
	const struct node *x = position_asks(p);
	int rc = ERR_OK;

	for (x = x ? x->child : NULL; x && rc == ERR_OK; x = x->next) {
		const char *kind = node_str(x, "kind");

		if (strcmp(node_str(x, "side"), g->side[side]) != 0)
			continue;
		if (strcmp(kind, "orders") == 0)
			rc = plan_orders(v, side, out);
		else if (strcmp(kind, "accept") != 0)
			plan_answer(v, x, out);
	}
	if (p->n == 0 || pick(v, 20) == 0)
		plan_doctrine(v, g, out);
	if (g->sys->deploys != NULL &&
	    g->sys->deploys(g->data, g->saved, side))
		node_add_string(v->here, out, "deploy", "standard");
	return rc;
}

/* What a side sends, in the arena `a`. */
static int
draw_up(struct saving *v, struct arena *a, const struct position *p, int side,
    struct submit_input *in)
{
	struct node *t = node_table(v->here), *body = node_table(v->here);
	const char *name = p->charter.side[side].name;
	struct str draft = str_new(v->here);
	char *text;
	int rc;

	node_add_int(v->here, t, "iacta", 1);
	node_add_string(v->here, t, "game", p->charter.game);
	node_add_int(v->here, t, "exchange", p->n);
	node_add_string(v->here, t, "side", name);
	node_add_string(v->here, t, "turn", p->turn_sha);
	node_add_int(v->here, t, "revision", 1);
	node_add_string(v->here, t, "nonce", submission_nonce(v->here));
	node_add(v->here, t, "secret", body);
	rc = plan(v, p, side, body);
	toml_write(&draft, t);
	if (rc == ERR_OK)
		rc = submission_seal(v->e, a, name, &p->charter, draft.s,
		    draft.len, &text, &in->len);
	if (rc != ERR_OK)
		return rc;
	in->text = text;
	in->sig = sig_minisign(a, &v->key[side], text, in->len, arena_printf(a,
	    "iacta %s %ld %s", p->charter.game, p->n, name));
	return ERR_OK;
}

/* Each step has memory of its own.  What a large battle leaves free is given
 * back; a little is kept, since to get it again takes time. */
static void
end_step(struct saving *v, struct arena *step)
{
	v->here = NULL;
	arena_free(step);
#ifdef HAVE_MALLINFO2
	if (mallinfo2().fordblks > FREE_MOST)
		(void)malloc_trim(0);
#endif
}

static int
send(struct saving *v, struct arena *a, const struct position *p, int side)
{
	struct submit_input in = { .what = p->charter.side[side].name };
	struct submit_output out;
	struct arena step = { 0 };
	int rc;

	v->here = &step;
	rc = draw_up(v, a, p, side, &in);
	end_step(v, &step);
	if (rc != ERR_OK)
		return rc;
	v->s->submissions++;
	rc = submit(v->e, &step, v->h, &in, &out);
	end_step(v, &step);
	return rc;
}

/* --------------------------------------------------------------- a game */

static int
found(struct saving *v)
{
	const struct rules *r = v->s->rules;
	struct game *g = arena_new(v->a, struct game, 1);
	struct charter_side side[GAME_SIDES] = { { .name = NULL } };
	struct found_input in = { .dir = v->dir, .game = v->game,
	    .system = r->sys->id, .scenario = r->scenario, .side = side,
	    .secret = v->secret };
	struct exchange_output out;
	char id[41];
	int rc = rules_game(v->e, v->a, r, NULL, g);

	in.nsides = g->nsides;
	for (int i = 0; i < g->nsides && rc == ERR_OK; i++) {
		const char *path = key_path(v->a, v->s, g->side[i]);

		side[i].name = g->side[i];
		rc = keys_public_read(v->e, v->a, arena_printf(v->a,
		    "%s.pub", path), &side[i].public, &side[i].key);
		if (rc == ERR_OK)
			rc = keys_secret_read(v->e, v->a, arena_printf(v->a,
			    "%s.key", path), NULL, NULL, &v->key[i]);
	}
	if (rc == ERR_OK)
		rc = found_game(v->e, v->a, &in, id, &out);
	if (rc == ERR_OK)
		rc = history_open(v->e, v->dir, &v->h);
	if (rc == ERR_OK)
		rc = position_at(v->e, v->a, v->h, 0, id, &v->ground);
	return rc;
}

static int
check(struct saving *v)
{
	struct audit_verdict out;
	struct arena step = { 0 };
	int rc = audit(v->e, &step, v->h, NULL, 0, 1, &out);

	end_step(v, &step);
	return rc;
}

/* Who is asked answers, or now and then is late. */
static int
answer_all(struct saving *v, bool *late)
{
	struct arena a = { 0 };
	struct position *p = arena_new(&a, struct position, 1);
	char id[41];
	int rc = position_at_on(v->e, &a, &v->ground, v->h, -1, id, p);

	for (int i = 0; rc == ERR_OK && i < p->charter.nsides; i++) {
		if (!position_asked(p, i))
			continue;
		if (p->n > 0 && pick(v, 40) == 0)
			*late = true;
		else
			rc = send(v, &a, p, i);
	}
	end_step(v, &a);
	return rc;
}

static int
resolve(struct saving *v, bool late, const char **result, long *n)
{
	struct arena a = { 0 };
	struct adjudicated *out = arena_new(&a, struct adjudicated, 1);
	int rc = adjudicate(v->e, &a, v->h, late, out);

	if (rc == ERR_OK) {
		v->s->commits++;
		v->s->late += late;
		v->s->refused += out->x.game->nrefusals;
		*n = out->x.n;
	}
	if (rc == ERR_OK && out->x.over)
		*result = arena_strdup(v->a, out->x.game->result);
	end_step(v, &a);
	return rc;
}

static int
exchange(struct saving *v, const char **result)
{
	bool late = false;
	long n;
	int rc = answer_all(v, &late);

	if (rc == ERR_OK)
		rc = resolve(v, late, result, &n);
	if (rc == ERR_OK && *result == NULL && n == v->audit_at) {
		v->s->open_audits++;
		rc = check(v);
	}
	return rc;
}

static int
play(struct saving *v, const char **result)
{
	int rc = ERR_OK;

	for (int i = 0; rc == ERR_OK && *result == NULL; i++)
		if (i == EXCHANGES)
			rc = err_set(v->e, ERR_INPUT, "it does not end: %d "
			    "exchanges", EXCHANGES);
		else
			rc = exchange(v, result);
	return rc == ERR_OK ? check(v) : rc;
}

int
save_game(struct err *e, struct arena *a, struct save *s, long number,
    const char **result)
{
	struct saving v = { .e = e, .s = s, .a = a };
	int rc;

	*result = NULL;
	s->games++;
	v.game = arena_printf(a, "%s-%ld", s->rules->scenario, number);
	v.dir = arena_printf(a, "%s/%s", s->dir, v.game);
	if (file_exists(v.dir))
		return err_set(e, ERR_INPUT, "%s: there is a game already; "
		    "save into another directory, or begin with another "
		    "number (--first)", str_shown(a, v.dir, 200));
	hash_hmac(v.secret, s->seed, sizeof s->seed, arena_printf(a,
	    "iacta-save-secret:%ld", number));
	hash_hmac(v.luck, s->seed, sizeof s->seed, arena_printf(a,
	    "iacta-save-luck:%ld", number));
	chance_begin(s, arena_printf(a, "iacta-save-chance:%ld", number));
	v.audit_at = 2 + pick(&v, 30);
	rc = found(&v);
	if (rc == ERR_OK)
		rc = play(&v, result);
	history_close(v.h);
	for (int i = 0; i < GAME_SIDES; i++)
		keys_wipe(&v.key[i]);
	return rc;
}
