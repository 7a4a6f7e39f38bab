/* exchange.c: from one commit to the next: the pure function */
#include "trust/exchange.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "trust/exchange_run.h"
#include "trust/seeds.h"
#include "trust/terms.h"

#include <sodium.h>
#include <string.h>

/* ----------------------------------------------------------- who sent what */

static int
take_paper(struct exchange_run *r, const struct exchange_paper *x,
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
take_papers(struct exchange_run *r)
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

const struct submission *
exchange_sent_by(const struct exchange_run *r, int side)
{
	for (int i = 0; i < r->nsubs; i++)
		if (r->sub[i].side == side)
			return &r->sub[i];
	return NULL;
}

/* Late sides in charter order, whatever order they were named in. */
static int
take_late(struct exchange_run *r)
{
	const struct charter *c = &r->p->charter;
	bool is_late[CHARTER_SIDES] = { false };

	if (r->in->nlate > 0 && r->p->n == 0)
		return err_set(r->e, ERR_INPUT, "nobody is late before the "
		    "game begins: it waits until every side has accepted");
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
check_acceptances(struct exchange_run *r)
{
	const struct charter *c = &r->p->charter;
	int rc = ERR_OK;

	for (int i = 0; i < c->nsides && r->p->n == 0 && rc == ERR_OK; i++) {
		const struct submission *s = exchange_sent_by(r, i);

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
secret_seed(struct exchange_run *r)
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
make_seeds(struct exchange_run *r)
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
	rc = r->in->secret != NULL ? secret_seed(r) : exchange_claimed_seed(r);
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

/* ----------------------------------------------------------------- the run */

static int
play(struct exchange_run *r)
{
	struct game *g = &r->p->game;
	size_t at;

	g->source = exchange_source(r);
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

/* What the acts alone make of the exchange, without the rules. */
static int
decide(struct exchange_run *r)
{
	struct game *g = &r->p->game;

	if (r->nlate > 0)
		return err_set(r->e, ERR_VERIFY, "exchange %ld was decided by "
		    "acts, and nobody can be late", r->p->n);
	if (r->acts.rewind >= 0)
		return exchange_go_back(r);
	game_stand(g, r->acts.result);
	return ERR_OK;
}

/* The acts come first and who missed the deadline, and then what the rules
 * made of the orders. */
static void
tell_acts(struct exchange_run *r)
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

static int
publish(struct exchange_run *r, struct exchange_output *out)
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
	if (out->blind && exchange_claim_sealed(r, &m) != ERR_OK)
		return r->e->code;
	return exchange_files(r->e, &m, out);
}

int
exchange_run(struct err *e, struct arena *a, const struct exchange_input *in,
    struct exchange_output *out)
{
	struct exchange_run *r = arena_new(a, struct exchange_run, 1);
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
		exchange_know_nothing(r);
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
			rc = exchange_claim_answers(r);
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
