/* home.c: a turn of a clone on its side's desk */
#include "desk/home.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "trust/inbox.h"
#include "trust/store.h"

#include <string.h>

/* The draft of what stands of exchange k, if this clone remembers it. */
static int
remembered(struct err *e, struct home *m, int k, const char **draft,
    struct submission *out)
{
	struct exchange_past reader = past_of(&m->past);
	const struct charter *c = &m->p->charter;
	const char *side = c->side[m->desk.side].name, *data = NULL;
	const char *path = arena_printf(m->a, "orders/%s.toml", side);
	const struct history_file *f;
	struct submission used;
	size_t len = 0;
	int rc = ERR_OK;

	*draft = NULL;
	if (k + 1 < m->p->n) {
		rc = reader.read(e, reader.ctx, m->a, k + 1, path, &data,
		    &len);
	} else if ((f = position_file(m->p->files, m->p->nfiles, path))) {
		data = f->data;
		len = f->len;
	}
	if (rc != ERR_OK || data == NULL)
		return rc;
	rc = submission_parse(e, m->a, path, c, data, len, &used);
	if (rc == ERR_OK)
		rc = sent_draft(e, m->a, m->h, c, side, k, used.nonce, draft,
		    out);
	return rc;
}

/* Fill in what the side sealed itself, as far as it is remembered here. */
static int
recall(struct err *e, struct home *m)
{
	struct player *x = &m->p->game.player[m->desk.side];
	struct submission s;
	const char *draft;
	int rc = ERR_OK;

	if (!x->known_orders && x->orders_exchange >= 0) {
		rc = remembered(e, m, x->orders_exchange, &draft, &s);
		if (rc == ERR_OK && draft != NULL &&
		    s.part[PART_ORDER] != NULL) {
			x->orders = s.part[PART_ORDER];
			x->known_orders = true;
		}
	}
	if (rc == ERR_OK && !x->known_answers && x->doctrine_exchange >= 0) {
		rc = remembered(e, m, x->doctrine_exchange, &draft, &s);
		if (rc == ERR_OK && draft != NULL &&
		    s.part[PART_DOCTRINE] != NULL) {
			x->doctrine = s.part[PART_DOCTRINE];
			x->known_answers = true;
		}
	}
	return rc;
}

static void
take_sealed(struct home *m)
{
	struct node *options = node_array(m->a);

	for (const struct node *x = m->sealed->child; x; x = x->next) {
		if (node_get(x, "cards") != NULL)
			m->desk.hand = node_get(x, "cards");
		if (node_get(x, "options") != NULL)
			node_add(m->a, options, NULL, node_copy(m->a, x));
	}
	m->desk.options = options;
}

int
home_open(struct err *e, struct arena *a, struct history *h,
    struct position *p, int side, const struct secret_key *key,
    struct home *out)
{
	struct exchange_past reader;
	bool unknown;
	int rc = ERR_OK;

	*out = (struct home){ .a = a, .h = h, .p = p, .past = { .h = h,
	    .referee = &p->charter.referee_key },
	    .desk = { .a = a, .game = &p->game, .rules = &p->rules,
	    .side = side, .n = p->n, .asks = position_asks(p) } };
	if (key != NULL) {
		rc = home_sealed(e, a, p, side, key, &out->sealed);
		if (rc == ERR_OK)
			take_sealed(out);
	}
	if (rc != ERR_OK)
		return rc;
	reader = past_of(&out->past);
	rc = exchange_players(e, a, p, &reader, NULL, NULL, 0, &unknown);
	return rc == ERR_OK ? recall(e, out) : rc;
}

int
home_revision(struct err *e, struct home *m, long *out)
{
	const char *side = m->p->charter.side[m->desk.side].name;
	struct inbox_entry *x;
	struct err none;
	bool referee = false;
	long last;
	size_t n;
	int rc = sent_revision(e, m->a, m->h, side, m->p->n, &last);

	*out = last + 1;
	if (rc != ERR_OK || store_has_secret(&none, m->a, m->p->charter.game,
	    &referee) != ERR_OK || !referee)
		return rc;
	rc = inbox_get(e, m->a, m->h, m->p->n, &x, &n);
	for (size_t i = 0; i < n && rc == ERR_OK; i++)
		if (strcmp(x[i].side, side) == 0 && x[i].revision >= *out)
			*out = x[i].revision + 1;
	return rc;
}
