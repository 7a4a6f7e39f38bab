/*
 * exchange_back.c: back to the start of an earlier exchange, where all want it
 *
 * Nothing of the open exchange is run, so that a game gets past a record that
 * does not fit its rules.
 */
#include "trust/exchange_run.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"

#include <string.h>

/* The commit of the turn to which all want to go back, with the rules and the
 * charter, which never change, from here. */
static int
load_then(struct exchange_run *r, struct position *out)
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
int
exchange_go_back(struct exchange_run *r)
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
	g->source = exchange_source(r);
	g->exchange = (int)r->p->n;
	game_run(g);
	if (g->stop != STOP_ASK || g->nfresh > 0 || g->nshuffles > 0)
		return err_set(r->e, ERR_VERIFY, "exchange %ld: the rules do "
		    "not stop where turn %ld stopped: %s", r->p->n,
		    r->acts.rewind, g->why);
	r->to = q;
	return ERR_OK;
}
