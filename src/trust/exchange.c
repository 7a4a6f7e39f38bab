/* exchange.c: from one commit to the next: the pure function */
#include "trust/exchange.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/acts.h"
#include "trust/exchange_files.h"
#include "trust/seeds.h"
#include "trust/terms.h"

#include <sodium.h>
#include <string.h>

/* One exchange on its way. */
struct run {
	struct err *e;
	struct arena *a;
	const struct exchange_input *in;
	struct position *p;
	struct submission sub[CHARTER_SIDES];	/* in charter order */
	int nsubs;
	struct submission *alone;	/* those that hold acts alone */
	int nalone;
	struct acts acts;
	struct position *to;		/* where it goes on: p, unless rewound */
	const char *late[CHARTER_SIDES];
	int nlate;
	char transcript[HASH_HEX];
	uint8_t seed[32], key[32], botkey[32];
	char next[HASH_HEX];		/* the next commitment */
	long picks;
	struct node *pick_options;	/* how many each pick had */
	struct exchange_shuffle shuffle[EXCHANGE_SHUFFLES];
	int nshuffles;
};

/* ----------------------------------------------------------- who sent what */

static int
take_paper(struct run *r, const struct exchange_paper *x,
    struct submission *slot[CHARTER_SIDES])
{
	const struct charter *c = &r->p->charter;
	struct submission *s = arena_new(r->a, struct submission, 1);
	int rc = ERR_OK;

	if (x->verified != NULL)
		*s = *x->verified;
	else
		rc = submission_verify(r->e, r->a, x->name != NULL ? x->name :
		    "submission", c, x->text, x->len, x->sig, NULL, s);
	if (rc == ERR_OK)
		rc = submission_answers(r->e, arena_printf(r->a,
		    "submission of %s", c->side[s->side].name), s, r->p->n,
		    r->p->turn_sha);
	if (rc != ERR_OK)
		return rc;
	if (submission_acts_alone(s)) {
		r->alone[r->nalone++] = *s;
		return ERR_OK;
	}
	if (slot[s->side] != NULL)
		return err_set(r->e, ERR_INPUT, "there are two submissions of "
		    "%s to one exchange", c->side[s->side].name);
	slot[s->side] = s;
	return ERR_OK;
}

static bool
is_before(const struct submission *x, const struct submission *y)
{
	return x->side != y->side ? x->side < y->side :
	    x->revision < y->revision;
}

static int
take_papers(struct run *r)
{
	struct submission *slot[CHARTER_SIDES] = { NULL };
	int rc = ERR_OK;

	r->alone = arena_new(r->a, struct submission,
	    (size_t)r->in->npapers + 1);
	for (int i = 0; i < r->in->npapers && rc == ERR_OK; i++)
		rc = take_paper(r, &r->in->paper[i], slot);
	for (int i = 0; i < CHARTER_SIDES && rc == ERR_OK; i++)
		if (slot[i] != NULL)
			r->sub[r->nsubs++] = *slot[i];
	for (int i = 1; i < r->nalone; i++)	/* by side and revision */
		for (int k = i; k > 0 && is_before(&r->alone[k],
		    &r->alone[k - 1]); k--) {
			struct submission t = r->alone[k];

			r->alone[k] = r->alone[k - 1];
			r->alone[k - 1] = t;
		}
	return rc;
}

static const struct submission *
sent_by(const struct run *r, int side)
{
	for (int i = 0; i < r->nsubs; i++)
		if (r->sub[i].side == side)
			return &r->sub[i];
	return NULL;
}

/* Late sides in charter order, whatever order they were named in. */
static int
take_late(struct run *r)
{
	const struct charter *c = &r->p->charter;
	bool is_late[CHARTER_SIDES] = { false };

	if (r->in->nlate > 0 && r->p->n == 0)
		return err_set(r->e, ERR_INPUT, "an acceptance is never late: "
		    "without all of them there is no game");
	for (int i = 0; i < r->in->nlate; i++) {
		int side = charter_side(c, r->in->late[i]);

		if (side < 0 || !position_asked(r->p, side))
			return err_set(r->e, ERR_INPUT, "%s cannot be late: "
			    "exchange %ld asks nothing of it",
			    str_shown(r->a, r->in->late[i], 60), r->p->n);
		is_late[side] = true;
	}
	for (int i = 0; i < c->nsides; i++)
		if (is_late[i]) {
			r->p->game.player[i].late = true;
			r->late[r->nlate++] = c->side[i].name;
		}
	return ERR_OK;
}

int
exchange_check_acceptance(struct err *e, const char *what,
    const struct position *p, const struct submission *s)
{
	const struct game *g = &p->game;

	if (p->n > 0 || (s->sealed != NULL && !s->opened) ||
	    s->part[PART_DEPLOY] != NULL || g->sys->deploys == NULL ||
	    !g->sys->deploys(g->data, g->saved, s->side))
		return ERR_OK;
	return err_set(e, ERR_INPUT, "%s: in %s %s deploys its units before "
	    "the first turn: the acceptance needs [deploy]", what,
	    p->charter.scenario, p->charter.side[s->side].name);
}

/* Without every acceptance there is no game. */
static int
check_acceptances(struct run *r)
{
	const struct charter *c = &r->p->charter;
	int rc = ERR_OK;

	for (int i = 0; i < c->nsides && r->p->n == 0 && rc == ERR_OK; i++) {
		const struct submission *s = sent_by(r, i);

		if (c->side[i].bot)
			continue;
		if (s == NULL)
			return err_set(r->e, ERR_NOTHING, "%s has not accepted "
			    "the charter yet", c->side[i].name);
		rc = exchange_check_acceptance(r->e, arena_printf(r->a,
		    "acceptance of %s", c->side[i].name), r->p, s);
	}
	return rc;
}

/* ------------------------------------------------------------------- seeds */

static int
claimed_tree(struct run *r, const char *path, struct node **out)
{
	const struct history_file *f = position_file(r->in->claimed,
	    r->in->nclaimed, path);

	if (f == NULL)
		return err_set(r->e, ERR_VERIFY, "%s: it is missing", path);
	if (toml_read(r->e, r->a, path, f->data, f->len, TOML_MAX_SIZE, out) !=
	    ERR_OK)
		return r->e->code = ERR_VERIFY;
	return ERR_OK;
}

/* The seed of this exchange and the next commitment, as they were published. */
static int
claimed_seed(struct run *r)
{
	struct node *dice, *turn;
	const char *seed, *next;
	uint8_t hash[HASH_BYTES];
	int rc = claimed_tree(r, "dice.toml", &dice);

	if (rc == ERR_OK)
		rc = claimed_tree(r, "turn.toml", &turn);
	if (rc != ERR_OK)
		return rc;
	seed = node_str(dice, "seed");
	if (seed == NULL || hash_unhex(r->seed, sizeof r->seed, seed) < 0)
		return err_set(r->e, ERR_VERIFY, "dice.toml: seed must be "
		    "there, 64 digits 0-9 and a-f");
	next = node_str(turn, "commitment");
	if (next != NULL && hash_unhex(hash, sizeof hash, next) < 0)
		return err_set(r->e, ERR_VERIFY, "turn.toml: commitment must "
		    "be 64 digits 0-9 and a-f");
	if (next != NULL)
		memcpy(r->next, next, sizeof r->next);
	return ERR_OK;
}

static int
secret_seed(struct run *r)
{
	const struct charter *c = &r->p->charter;
	uint8_t next[32];
	char hex[HASH_HEX];

	seeds_secret_commitment(hex, c->game, r->in->secret);
	if (strcmp(hex, c->secret_commitment) != 0)
		return err_set(r->e, ERR_VERIFY, "game.toml: the secret is "
		    "not the one that secret_commitment was made from");
	seeds_seed(r->seed, c->game, r->in->secret, r->p->n);
	seeds_seed(next, c->game, r->in->secret, r->p->n + 1);
	seeds_commitment(r->next, c->game, next, r->p->n + 1);
	seeds_botkey(r->botkey, c->game, r->in->secret, r->p->n,
	    r->transcript);
	sodium_memzero(next, sizeof next);
	return ERR_OK;
}

static int
make_seeds(struct run *r)
{
	const struct charter *c = &r->p->charter;
	const char *sides[CHARTER_SIDES], *sha[CHARTER_SIDES];
	const char *commitment = node_str(r->p->turn, "commitment");
	char hex[HASH_HEX];
	int rc;

	for (int i = 0; i < r->nsubs; i++) {
		sides[i] = c->side[r->sub[i].side].name;
		sha[i] = r->sub[i].sha;
	}
	seeds_transcript(r->transcript, r->p->turn_sha, sides, sha, r->nsubs);
	rc = r->in->secret != NULL ? secret_seed(r) : claimed_seed(r);
	if (rc != ERR_OK)
		return rc;
	seeds_commitment(hex, c->game, r->seed, r->p->n);
	if (commitment == NULL || strcmp(hex, commitment) != 0)
		return err_set(r->e, ERR_VERIFY, "the seed of exchange %ld is "
		    "not the one that turn %ld committed to", r->p->n,
		    r->p->n);
	seeds_key(r->key, c->game, r->seed, r->p->n, r->transcript);
	return ERR_OK;
}

/* -------------------------------------------------------- numbers for rules */

static int
source_roll(void *ctx, struct game *g, int sides, const char *label)
{
	const struct run *r = ctx;

	if (!seeds_label_ok(label))
		game_fail(g, "\"%s\" is no label for a roll", label);
	return seeds_roll(r->key, sides, g->nth, label);
}

static int
source_pick(void *ctx, struct game *g, int n)
{
	struct run *r = ctx;

	if (r->in->secret == NULL)
		game_fail(g, "the answers do not say what the bot chose");
	if (r->pick_options == NULL)
		r->pick_options = node_array(r->a);
	node_add(r->a, r->pick_options, NULL, node_int(r->a, n));
	return seeds_pick(r->botkey, n, ++r->picks);
}

/* Only the secret deals; without it a run is blind and does not come here. */
static void
source_shuffle(void *ctx, struct game *g, int j, int *cards, int n)
{
	struct run *r = ctx;
	const char *game = r->p->charter.game;
	struct exchange_shuffle *s = &r->shuffle[r->nshuffles];
	uint8_t deck[32], key[32];

	if (r->in->secret == NULL)
		game_fail(g, "a deck cannot be shuffled without the secret");
	if (r->nshuffles++ == EXCHANGE_SHUFFLES)
		game_fail(g, "more than %d shuffles", EXCHANGE_SHUFFLES);
	seeds_deck(deck, game, r->in->secret, j);
	seeds_deckkey(key, game, deck, j, r->transcript);
	seeds_shuffle(key, cards, n);
	s->deck = j;
	s->cards = n;
	seeds_deck_commitment(s->commitment, game, deck, j);
}

/* ------------------------------------------------------- without the secret */

/* Did this side's orders begin in this exchange, as the answers say? */
static bool
began(const struct node *given, const char *side)
{
	for (const struct node *x = given->child; x != NULL; x = x->next) {
		const char *who = node_str(x, "side");
		const char *kind = node_str(x, "kind"), *by = node_str(x, "by");

		if (who != NULL && kind != NULL && by != NULL &&
		    strcmp(who, side) == 0 && strcmp(kind, "orders") == 0 &&
		    strcmp(by, "order") == 0)
			return true;
	}
	return false;
}

/* Was an order of this side refused in the open? */
static bool
refused_openly(const struct node *events, const char *side)
{
	const struct node *x = node_array_of(events, "event");

	for (x = x ? x->child : NULL; x != NULL; x = x->next) {
		const char *event = node_str(x, "event");
		const char *who = node_str(x, "side");
		const char *what = node_str(x, "what");

		if (event != NULL && who != NULL && what != NULL &&
		    strcmp(event, "refused") == 0 && strcmp(who, side) == 0 &&
		    strcmp(what, "order") == 0 && node_get(x, "text") != NULL)
			return true;
	}
	return false;
}

/*
 * Whether a sealed submission holds orders or a doctrine cannot be seen, but
 * follows from what stands afterwards.  Where no orders stand any more, new
 * ones were there if the answers say that they began.  Where something was
 * refused in the open the old ones, which were open, are those that were
 * carried out; where nothing was refused it makes no difference.
 */
static void
claim_standing(struct run *r, const struct submission *s,
    const struct node *checkpoint, const struct node *events)
{
	const char *side = r->p->charter.side[s->side].name;
	struct player *p = &r->p->game.player[s->side];
	int64_t orders = node_integer(node_table_of(node_table_of(checkpoint,
	    "orders"), side), "exchange", -1);

	if (s->sealed == NULL || s->opened)
		return;
	if (s->part[PART_ORDER] == NULL && (orders == r->p->n ||
	    (orders < 0 && began(r->p->game.given, side) &&
	    !refused_openly(events, side)))) {
		p->orders = node_array(r->a);
		p->orders_sealed = true;
		p->orders_exchange = (int)r->p->n;
		orders_restart(p);
	} else if (s->part[PART_ORDER] == NULL &&
	    refused_openly(events, side)) {
		p->orders_sealed = s->stood.sealed;
		p->known_orders = s->stood.known && !r->p->game.blind;
	}
	if (node_integer(node_table_of(checkpoint, "doctrine"), side, -1) ==
	    r->p->n)
		p->doctrine_exchange = (int)r->p->n;
}

/*
 * Could this side have answered in this way?  Late ones only where they were
 * declared late, a bot's always and only by itself, a submission's only where
 * there is one.
 */
static bool
is_possible(const struct run *r, const struct node *x)
{
	const char *name = node_str(x, "side"), *by = node_str(x, "by");
	const char *kind = node_str(x, "kind");
	int side = name != NULL ? charter_side(&r->p->charter, name) : -1;
	const struct player *p = &r->p->game.player[side < 0 ? 0 : side];

	if (side < 0 || by == NULL || kind == NULL)
		return false;
	if (p->bot || strcmp(by, "bot") == 0)
		return p->bot && strcmp(by, "bot") == 0;
	if (strcmp(by, "late") == 0)
		return p->late;
	if (strcmp(by, "answer") == 0)
		return sent_by(r, side) != NULL;
	if (strcmp(by, "order") == 0 && strcmp(kind, "orders") == 0)
		return p->orders != NULL && !p->begun;
	if (strcmp(by, "order") == 0)		/* a late side's: none */
		return p->orders_exchange >= 0 || p->late;
	return strcmp(by, "doctrine") == 0;
}

static int
check_given(struct run *r)
{
	size_t n = 1;

	for (const struct node *x = r->p->game.given->child; x != NULL;
	    x = x->next, n++)
		if (!is_possible(r, x))
			return err_set(r->e, ERR_VERIFY, "answers.toml: answer "
			    "%zu: its side cannot have answered in this way",
			    n);
	return ERR_OK;
}

static int
claim_answers(struct run *r)
{
	struct node *answers, *checkpoint, *events;
	int rc = claimed_tree(r, "answers.toml", &answers);

	if (rc == ERR_OK)
		rc = claimed_tree(r, "checkpoint.toml", &checkpoint);
	if (rc == ERR_OK)
		rc = claimed_tree(r, "events.toml", &events);
	if (rc != ERR_OK)
		return rc;
	r->p->game.given = node_array_of(answers, "answer");
	if (r->p->game.given == NULL)
		r->p->game.given = node_array(r->a);
	for (int i = 0; i < r->nsubs; i++)
		claim_standing(r, &r->sub[i], checkpoint, events);
	return check_given(r);
}

/*
 * Where a hand is hidden, what became of an order or a doctrine depends on it:
 * even what was sent openly is taken from the answers.
 */
static void
know_nothing(struct run *r)
{
	for (int i = 0; i < r->p->charter.nsides; i++) {
		r->p->game.player[i].known_orders = false;
		r->p->game.player[i].known_answers = false;
	}
}

/* Which shuffles there were the rules say, what was committed to the referee;
 * whether it is true shows when the game ends. */
static int
claim_shuffles(struct run *r)
{
	const struct game *g = &r->to->game;
	struct node *dice;
	int rc = claimed_tree(r, "dice.toml", &dice);

	for (int i = 0; i < g->nshuffles && rc == ERR_OK; i++) {
		const char *s = node_str(node_at(node_array_of(dice,
		    "shuffle"), (size_t)i), "commitment");
		uint8_t hash[HASH_BYTES];

		if (s == NULL || hash_unhex(hash, sizeof hash, s) < 0)
			return err_set(r->e, ERR_VERIFY, "dice.toml: shuffle "
			    "%d must be there, with its commitment, 64 digits "
			    "0-9 and a-f", i + 1);
		r->shuffle[i].deck = g->shuffles[i].deck;
		r->shuffle[i].cards = g->shuffles[i].cards;
		memcpy(r->shuffle[i].commitment, s, HASH_HEX);
		r->nshuffles = i + 1;
	}
	return rc;
}

/* ----------------------------------------------------------------- the run */

static int
play(struct run *r)
{
	struct game *g = &r->p->game;
	size_t at;

	g->source = (struct source){ .ctx = r, .roll = source_roll,
	    .pick = source_pick, .shuffle = source_shuffle };
	game_run(g);
	if (g->stop == STOP_FAIL || g->stop == STOP_HALT)
		return err_set(r->e, ERR_VERIFY, "%sexchange %ld: %s%s",
		    g->given != NULL ? "answers.toml: " : "", r->p->n, g->why,
		    game_replaying(g) ? "; what was recorded before does not "
		    "fit the rules any more: the sides can agree to go back "
		    "with the act `rewind`, which gets past it" : "");
	if (!game_given_all(g, &at))
		return err_set(r->e, ERR_VERIFY, "answers.toml: it has answer "
		    "%zu, but in exchange %ld the rules asked no such "
		    "question", at, r->p->n);
	return ERR_OK;
}

/* ------------------------------------------------------- decided by acts */

/* The commit of the turn to which all want to go back, with the rules and the
 * charter, which never change, from here. */
static int
load_then(struct run *r, struct position *out)
{
	const struct position *p = r->p;
	struct history_file *f = arena_new(r->a, struct history_file,
	    p->nfiles + 2);
	static const char *const own[] = { "turn.toml", "checkpoint.toml" };
	size_t n = 0;
	int rc = ERR_OK;

	for (size_t i = 0; i < p->nfiles; i++)
		if (strcmp(p->files[i].path, "game.toml") == 0 ||
		    strncmp(p->files[i].path, "rules/", 6) == 0)
			f[n++] = p->files[i];
	for (int i = 0; i < 2 && rc == ERR_OK; i++) {
		const char *data = NULL;
		size_t len = 0;

		rc = r->in->past.read(r->e, r->in->past.ctx, r->a,
		    r->acts.rewind, own[i], &data, &len);
		if (rc == ERR_OK && data == NULL)
			rc = err_set(r->e, ERR_VERIFY, "commit %ld: %s is "
			    "missing", r->acts.rewind, own[i]);
		f[n++] = (struct history_file){ own[i], data, len };
	}
	return rc == ERR_OK ? position_load(r->e, r->a, f, n, out) : rc;
}

/*
 * Go on from the start of an earlier exchange.  Running its checkpoint with
 * what stood then and nothing new leads to the very questions that were asked.
 */
static int
go_back(struct run *r)
{
	struct position *q = arena_new(r->a, struct position, 1);
	struct game *g = &q->game;
	bool unknown;
	int rc = load_then(r, q);

	if (rc == ERR_OK && r->in->secret != NULL)
		rc = position_unseal(r->e, r->a, q, r->in->secret);
	if (rc == ERR_OK)
		rc = exchange_players(r->e, r->a, q, &r->in->past,
		    r->in->secret, NULL, 0, &unknown);
	if (rc != ERR_OK)
		return rc;
	if (r->in->secret == NULL)
		g->given = node_array(r->a);
	for (int i = 0; i < q->charter.nsides && g->blind; i++)
		g->player[i].known_orders = g->player[i].known_answers = false;
	g->source = (struct source){ .ctx = r, .roll = source_roll,
	    .pick = source_pick, .shuffle = source_shuffle };
	g->exchange = (int)r->p->n;
	game_run(g);
	if (g->stop != STOP_ASK || g->nfresh > 0 || g->nshuffles > 0)
		return err_set(r->e, ERR_VERIFY, "exchange %ld: the rules do "
		    "not stop where turn %ld stopped: %s", r->p->n,
		    r->acts.rewind, g->why);
	r->to = q;
	return ERR_OK;
}

/* What the acts alone make of the exchange, without the rules. */
static int
decide(struct run *r)
{
	struct game *g = &r->p->game;

	if (r->nlate > 0)
		return err_set(r->e, ERR_VERIFY, "exchange %ld was decided by "
		    "acts, and nobody can be late", r->p->n);
	if (r->acts.rewind >= 0)
		return go_back(r);
	game_stand(g, r->acts.result);
	return ERR_OK;
}

/* The acts come first and who missed the deadline, and then what the rules
 * made of the orders. */
static void
tell_acts(struct run *r)
{
	struct game *g = &r->to->game;

	for (int i = 0; i < r->nlate; i++) {
		struct node *t = node_add(r->a, r->acts.events, NULL,
		    node_table(r->a));

		node_add_string(r->a, t, "event", "missed");
		node_add_string(r->a, t, "side", r->late[i]);
	}
	if (r->acts.events->n == 0)
		return;
	/* moved, not copied: a refusal's event is still to be sealed */
	for (struct node *x = g->events->child, *next; x != NULL; x = next) {
		next = x->next;
		x->next = NULL;
		node_add(r->a, r->acts.events, NULL, x);
	}
	g->events = r->acts.events;
}

/* How many options the bot's picks had, as it was published: without the secret
 * nobody knows better. */
static const struct node *
claimed_picks(struct run *r)
{
	const struct node *list;
	struct node *dice;

	if (claimed_tree(r, "dice.toml", &dice) != ERR_OK)
		return NULL;
	list = node_array_of(dice, "picks");
	for (const struct node *x = list ? list->child : NULL; x; x = x->next)
		if (x->type != NODE_INT || x->i < 2 || x->i > 65536)
			return NULL;
	return list;
}

/* What is sealed in the files as they were published. */
static int
claim_sealed(struct run *r, struct exchange_made *m)
{
	struct node *events = NULL, *turn = NULL, *checkpoint = NULL;
	int rc = claimed_tree(r, "events.toml", &events);

	if (rc == ERR_OK)
		rc = claimed_tree(r, "turn.toml", &turn);
	if (rc == ERR_OK)
		rc = claimed_tree(r, "checkpoint.toml", &checkpoint);
	if (rc == ERR_OK && r->to->game.blind)
		rc = claim_shuffles(r);
	m->nshuffles = r->nshuffles;
	m->picks = claimed_picks(r);
	m->claimed = node_array_of(events, "event");
	m->claimed_turn = turn;
	m->claimed_checkpoint = checkpoint;
	return rc;
}

static int
publish(struct run *r, struct exchange_output *out)
{
	struct position *p = r->p;
	struct history_file *kept = arena_new(r->a, struct history_file,
	    p->nfiles + 1);
	struct game *g = &r->to->game;
	bool over = g->stop == STOP_OVER;
	struct charter *charter = arena_new(r->a, struct charter, 1);
	struct exchange_made m = {
		.a = r->a, .charter = charter, .rules = &p->rules,
		.kept = kept, .g = g, .asks = g->asks,
		.n = p->n + 1, .secret = r->in->secret,
		.charter_sha = p->charter_sha,
		.commitment = over ? NULL : r->next, .before = p->turn,
		.previous = p->turn_sha, .transcript = r->transcript,
		.seed = r->seed, .key = r->key, .late = r->late,
		.nlate = r->nlate, .sub = r->sub, .nsubs = r->nsubs,
		.alone = r->alone, .nalone = r->nalone, .acts = &r->acts,
		.picks = r->pick_options,
		.shuffle = r->shuffle, .nshuffles = r->nshuffles,
	};

	/* what is sealed to a side from now on is for who speaks for it now */
	*charter = p->charter;
	if (terms_apply(r->e, r->a, r->acts.terms, charter) != ERR_OK)
		return r->e->code;
	for (size_t i = 0; i < p->nfiles; i++)
		if (strcmp(p->files[i].path, "game.toml") == 0 ||
		    strncmp(p->files[i].path, "rules/", 6) == 0)
			kept[m.nkept++] = p->files[i];
	if (!over && *r->next == '\0')
		return err_set(r->e, ERR_VERIFY, "turn.toml: there is no "
		    "commitment, though the game is not over");
	memcpy(out->commitment, over ? "" : r->next, over ? 1 : HASH_HEX);
	out->before = p;
	out->decided = acts_decide(&r->acts);
	out->blind = g->given != NULL;
	if (out->blind && claim_sealed(r, &m) != ERR_OK)
		return r->e->code;
	return exchange_files(r->e, &m, out);
}

int
exchange_run(struct err *e, struct arena *a, const struct exchange_input *in,
    struct exchange_output *out)
{
	struct run *r = arena_new(a, struct run, 1);
	bool unknown = false;
	int rc;

	memset(out, 0, sizeof *out);
	r->e = e;
	r->a = a;
	r->in = in;
	r->p = in->loaded;
	rc = ERR_OK;
	if (r->p == NULL) {
		r->p = arena_new(a, struct position, 1);
		rc = position_load(e, a, in->files, in->nfiles, r->p);
	}
	if (rc == ERR_OK && r->p->result != NULL)
		return err_set(e, ERR_NOTHING, "the game is over: %s",
		    str_shown(a, r->p->result, 200));
	if (rc == ERR_OK)
		rc = take_papers(r);
	if (rc == ERR_OK)
		rc = take_late(r);
	if (rc == ERR_OK)
		rc = make_seeds(r);
	if (rc == ERR_OK && in->secret != NULL)
		rc = position_unseal(e, a, r->p, in->secret);
	if (rc == ERR_OK)
		rc = exchange_players(e, a, r->p, &in->past, in->secret,
		    r->sub, r->nsubs, &unknown);
	if (rc == ERR_OK && r->p->game.blind) {
		know_nothing(r);
		unknown = true;
	}
	if (rc == ERR_OK)
		rc = check_acceptances(r);
	if (rc == ERR_OK)
		acts_apply(a, r->p, r->sub, r->nsubs, r->alone, r->nalone,
		    &r->acts);
	r->to = r->p;
	if (rc == ERR_OK && acts_decide(&r->acts)) {
		if (in->secret == NULL)
			r->p->game.given = node_array(a);
		rc = decide(r);
	} else {
		if (rc == ERR_OK && unknown)
			rc = claim_answers(r);
		if (rc == ERR_OK)
			rc = play(r);
	}
	if (rc == ERR_OK) {
		tell_acts(r);
		rc = publish(r, out);
	}
	sodium_memzero(r->botkey, sizeof r->botkey);
	return rc;
}
