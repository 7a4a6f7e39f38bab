/* rulings.c: the referee's own acts: written and signed, and those that wait */
#include "trust/rulings.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "trust/acts.h"
#include "trust/inbox.h"
#include "trust/sig.h"

#include <string.h>

static const char sender[] = "referee";

/* The submission, as any side writes it. */
static char *
write_paper(struct arena *a, const struct position *p, long revision,
    const struct node *acts)
{
	struct node *t = node_table(a);
	struct str s = str_new(a);

	node_add_int(a, t, "iacta", 1);
	node_add_string(a, t, "game", p->charter.game);
	node_add_int(a, t, "exchange", p->n);
	node_add_string(a, t, "side", sender);
	node_add_string(a, t, "turn", p->turn_sha);
	node_add_int(a, t, "revision", revision);
	node_add_string(a, t, "nonce", submission_nonce(a));
	node_add(a, t, "act", node_copy(a, acts));
	toml_write(&s, t);
	return s.s;
}

int
rulings_paper(struct err *e, struct arena *a, struct history *h,
    const struct node *acts, struct submit_input *out)
{
	struct position *p = arena_new(a, struct position, 1);
	struct secret_key k = { .id = { 0 } };
	char id[41];
	long revision = 1;
	int rc = position_head(e, a, h, id, p);

	if (rc == ERR_OK)
		rc = submit_key(e, a, &p->charter, &k);
	if (rc == ERR_OK)
		rc = inbox_next(e, a, h, p->n, sender, &revision);
	*out = (struct submit_input){ .what = "acts of the referee" };
	if (rc == ERR_OK) {
		out->text = write_paper(a, p, revision, acts);
		out->len = strlen(out->text);
		out->sig = sig_minisign(a, &k, out->text, out->len,
		    arena_printf(a, "iacta %s %ld %s", p->charter.game, p->n,
		    sender));
	}
	keys_wipe(&k);
	return rc;
}

int
rulings_terms(struct err *e, struct arena *a, struct history *h,
    const struct position *p, struct node **terms)
{
	struct inbox_entry *entry = NULL;
	struct submission *s;
	struct acts acts;
	size_t n = 0;
	int count = 0, rc = ERR_OK;

	if (history_is_private(h))
		rc = inbox_acts(e, a, h, p->n, &entry, &n);
	s = arena_new(a, struct submission, n + 1);
	for (size_t i = 0; i < n && rc == ERR_OK; i++)
		rc = submission_verify(e, a, inbox_name(a, &entry[i]),
		    &p->charter, entry[i].text, entry[i].len, entry[i].sig,
		    NULL, &s[count++]);
	if (rc == ERR_OK) {
		acts_apply(a, p, NULL, 0, s, count, &acts);
		*terms = acts.terms;
	}
	return rc;
}
