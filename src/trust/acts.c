/* acts.c: what comes of acts of players and referee (protocol section 15) */
#include "trust/acts.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "trust/terms.h"

#include <string.h>

/* --------------------------------------------------------------- effects */

struct applying {
	struct arena *a;
	const struct position *p;
	struct acts *out;
	struct node *draw;		/* array of sides */
	struct node *rewind, *revision;	/* side = number */
	struct node *pause;		/* side = "FROM TO", "" for none */
	bool resigned[CHARTER_SIDES], forfeit[CHARTER_SIDES];
	bool sent[CHARTER_SIDES];	/* something, to this exchange */
};

bool
acts_decide(const struct acts *x)
{
	return x->result != NULL || x->rewind >= 0;
}

static struct node *
table_in(struct arena *a, struct node *t, const char *key)
{
	const struct node *x = node_get(t, key);

	return x != NULL ? (struct node *)(uintptr_t)x :
	    node_add_table(a, t, key);
}

static struct node *
terms(struct applying *w)
{
	if (w->out->terms == NULL)
		w->out->terms = node_table(w->a);
	return w->out->terms;
}

/* The fields of an act, but for the text of a note, which is its author's. */
static void
copy_fields(struct applying *w, struct node *t, const struct node *act)
{
	for (const struct node *f = act->child; f != NULL; f = f->next)
		if (f->type == NODE_STRING || f->type == NODE_INT)
			node_add(w->a, t, f->key, node_copy(w->a, f));
}

static void
tell_act(struct applying *w, int side, const struct node *act,
    const char *effect, const char *why)
{
	struct node *t = node_table(w->a);

	node_add_string(w->a, t, "event", "act");
	node_add_string(w->a, t, "side", w->p->charter.side[side].name);
	copy_fields(w, t, act);
	node_add_string(w->a, t, "effect", effect);
	if (why != NULL)
		node_add_string(w->a, t, "why", why);
	node_add(w->a, w->out->events, NULL, t);
}

/* Have all who are people proposed the same? */
static bool
all_agree(const struct applying *w, const struct node *t, int64_t n)
{
	const struct charter *c = &w->p->charter;

	for (int i = 0; i < c->nsides; i++)
		if (!c->side[i].bot &&
		    node_integer(t, c->side[i].name, 0) != n)
			return false;
	return true;
}

static bool
has(const struct node *list, const char *s)
{
	for (const struct node *x = list->child; x != NULL; x = x->next)
		if (x->type == NODE_STRING && strcmp(x->s, s) == 0)
			return true;
	return false;
}

static void
substitute(struct applying *w, const char *name, const struct node *act)
{
	const char *mail = node_str(act, "mail");

	node_set(w->a, table_in(w->a, terms(w), "key"), name,
	    node_string(w->a, node_str(act, "key")));
	if (mail != NULL)
		node_set(w->a, table_in(w->a, terms(w), "mail"), name,
		    node_string(w->a, mail));
}

/* One more entry of a list in [terms]. */
static struct node *
term(struct applying *w, const char *key)
{
	const struct node *old = node_array_of(terms(w), key);
	struct node *list = old ? (struct node *)(uintptr_t)old :
	    node_add_array(w->a, terms(w), key);

	return node_add(w->a, list, NULL, node_table(w->a));
}

/* An absence of one side, or a pause of all. */
static void
be_absent(struct applying *w, const char *key, const char *name,
    const struct node *act)
{
	struct node *t = term(w, key);

	if (name != NULL)
		node_add_string(w->a, t, "side", name);
	node_add_string(w->a, t, "from", node_str(act, "from"));
	node_add_string(w->a, t, "to", node_str(act, "to"));
}

static void
extend(struct applying *w, const struct node *act)
{
	struct node *t = term(w, "extension");

	node_add_int(w->a, t, "exchange", w->p->n);
	node_add_string(w->a, t, "side", node_str(act, "for"));
	node_add_int(w->a, t, "hours", node_integer(act, "hours", 0));
}

/* What the referee does.  Whoever comes back in time keeps his side. */
static void
do_referee(struct applying *w, const struct node *act)
{
	const char *name = node_str(act, "for");
	int side = name != NULL ? charter_side(&w->p->charter, name) : -1;
	const char *why = acts_cannot(w->p, CHARTER_REFEREE, act);
	bool taken = acts_is(act, "substitute") || acts_is(act, "forfeit");

	if (why == NULL && taken && w->sent[side])
		why = "came-back";
	if (why != NULL) {
		tell_act(w, CHARTER_REFEREE, act, "refused", why);
		return;
	}
	if (acts_is(act, "extension"))
		extend(w, act);
	else if (acts_is(act, "pause"))
		be_absent(w, "pause", NULL, act);
	else if (acts_is(act, "substitute"))
		substitute(w, name, act);
	else if (acts_is(act, "forfeit"))
		w->forfeit[side] = true;
	tell_act(w, CHARTER_REFEREE, act, "done", NULL);
}

/* A pause of all clocks, on which all must agree to the day. */
static const char *
propose_pause(struct applying *w, const char *name, const struct node *act)
{
	const struct charter *c = &w->p->charter;
	const char *days = arena_printf(w->a, "%s %s", node_str(act, "from"),
	    node_str(act, "to"));

	node_set(w->a, w->pause, name, node_string(w->a, days));
	for (int i = 0; i < c->nsides; i++) {
		const char *s = node_str(w->pause, c->side[i].name);

		if (!c->side[i].bot && (s == NULL || strcmp(s, days) != 0))
			return "proposed";
	}
	be_absent(w, "pause", NULL, act);
	w->pause = node_table(w->a);
	return "agreed";
}

static const char *
propose(struct applying *w, struct node *t, const char *name, int64_t n,
    bool *agreed)
{
	node_set(w->a, t, name, node_int(w->a, n));
	*agreed = all_agree(w, t, n);
	return *agreed ? "agreed" : "proposed";
}

static void
do_act(struct applying *w, int side, const struct node *act)
{
	const char *name = w->p->charter.side[side].name, *effect = "done";
	const char *why = acts_cannot(w->p, side, act);
	bool agreed = false;

	if (why != NULL) {
		tell_act(w, side, act, "refused", why);
		return;
	}
	if (acts_is(act, "resign")) {
		w->resigned[side] = true;
	} else if (acts_is(act, "draw")) {
		if (!has(w->draw, name))
			node_add(w->a, w->draw, NULL, node_string(w->a, name));
		agreed = (int)w->draw->n == acts_people(&w->p->charter);
		effect = agreed ? "agreed" : "proposed";
		if (agreed)
			w->out->result = "draw by agreement";
	} else if (acts_is(act, "rewind")) {
		int64_t n = node_integer(act, "exchange", 0);

		effect = propose(w, w->rewind, name, n, &agreed);
		if (agreed)
			w->out->rewind = (long)n;
	} else if (acts_is(act, "revision")) {
		int64_t n = node_integer(act, "rules_revision", 0);

		effect = propose(w, w->revision, name, n, &agreed);
		if (agreed)
			node_set(w->a, terms(w), "rules_revision",
			    node_int(w->a, n));
	} else if (acts_is(act, "substitute")) {
		substitute(w, name, act);
	} else if (acts_is(act, "absence")) {
		be_absent(w, "absence", name, act);
	} else if (acts_is(act, "extension")) {
		extend(w, act);
	} else if (acts_is(act, "pause")) {
		effect = propose_pause(w, name, act);
	}
	if (!acts_is(act, "note"))
		tell_act(w, side, act, effect, NULL);
}

static void
list_act(struct applying *w, const struct submission *s,
    const struct node *act)
{
	struct node *t = node_table(w->a);

	node_add_string(w->a, t, "side", w->p->charter.side[s->side].name);
	node_add_int(w->a, t, "revision", s->revision);
	copy_fields(w, t, act);
	node_add(w->a, w->out->list, NULL, t);
}

/* What this side proposed before lapses with its next submission. */
static void
lapse(struct applying *w, int side)
{
	const char *name = w->p->charter.side[side].name;
	struct node *draw = node_array(w->a);

	for (const struct node *x = w->draw->child; x != NULL; x = x->next)
		if (strcmp(x->s, name) != 0)
			node_add(w->a, draw, NULL, node_string(w->a, x->s));
	w->draw = draw;
	if (node_get(w->rewind, name) != NULL)
		node_set(w->a, w->rewind, name, node_int(w->a, 0));
	if (node_get(w->revision, name) != NULL)
		node_set(w->a, w->revision, name, node_int(w->a, 0));
	if (node_get(w->pause, name) != NULL)
		node_set(w->a, w->pause, name, node_string(w->a, ""));
}

/* The next submission of a side by revision, after `last`; NULL. */
static const struct submission *
next_of(const struct submission *list, int n, int side, long last)
{
	const struct submission *best = NULL;

	for (int i = 0; i < n; i++)
		if (list[i].side == side && list[i].revision > last &&
		    (best == NULL || list[i].revision < best->revision))
			best = &list[i];
	return best;
}

static void
do_side(struct applying *w, int side, const struct submission *sub, int nsubs,
    const struct submission *alone, int nalone)
{
	long last = 0;
	bool first = true;

	for (;;) {
		const struct submission *x = next_of(sub, nsubs, side, last);
		const struct submission *y = next_of(alone, nalone, side,
		    last);

		if (x == NULL || (y != NULL && y->revision < x->revision))
			x = y;
		if (x == NULL)
			return;
		if (first && side != CHARTER_REFEREE)
			lapse(w, side);
		first = false;
		last = x->revision;
		for (const struct node *t = x->acts ? x->acts->child : NULL;
		    t != NULL; t = t->next) {
			list_act(w, x, t);
			if (side == CHARTER_REFEREE)
				do_referee(w, t);
			else
				do_act(w, side, t);
		}
	}
}

static struct node *
old_table(struct arena *a, const struct node *pending, const char *key)
{
	const struct node *x = node_table_of(pending, key);

	return x != NULL ? node_copy(a, x) : node_table(a);
}

static void
keep_proposed(struct applying *w, struct node *pending, const char *key,
    const struct node *t)
{
	struct node *kept = node_table(w->a);

	for (const struct node *x = t->child; x != NULL; x = x->next)
		if (x->type == NODE_INT && x->i > 0)
			node_add_int(w->a, kept, x->key, x->i);
		else if (x->type == NODE_STRING && *x->s != '\0')
			node_add_string(w->a, kept, x->key, x->s);
	if (kept->n > 0)
		node_add(w->a, pending, key, kept)->layout = NODE_INLINE;
}

/* Those who gave up have lost; NULL if nobody did. */
static const char *
lost_by(struct applying *w, const bool gone[CHARTER_SIDES], const char *how)
{
	const struct charter *c = &w->p->charter;
	int n = 0, left = -1;

	for (int i = 0; i < c->nsides; i++) {
		n += gone[i];
		if (!gone[i])
			left = i;
	}
	if (n == 0)
		return NULL;
	return left < 0 ? arena_printf(w->a, "draw by %s", how) :
	    arena_printf(w->a, "%s wins by %s", c->side[left].name, how);
}

/* Resignation goes before an agreed draw, and both before the referee. */
static void
find_result(struct applying *w)
{
	const char *s = lost_by(w, w->resigned, "resignation");

	if (s != NULL)
		w->out->result = s;
	if (w->out->result == NULL)
		w->out->result = lost_by(w, w->forfeit, "forfeit");
}

/* What was proposed and came to nothing yet. */
static void
keep_pending(struct applying *w)
{
	struct node *t = node_table(w->a);

	if (w->draw->n > 0)
		node_add(w->a, t, "draw", w->draw)->layout = NODE_INLINE;
	if (w->out->rewind < 0)
		keep_proposed(w, t, "rewind", w->rewind);
	if (!all_agree(w, w->revision, node_integer(w->out->terms,
	    "rules_revision", -1)))
		keep_proposed(w, t, "revision", w->revision);
	keep_proposed(w, t, "pause", w->pause);
	w->out->pending = t->n > 0 ? t : NULL;
}

/* Every report says that something was taken back. */
static void
keep_rewound(struct applying *w)
{
	struct node *t = term(w, "rewound");

	node_add_int(w->a, t, "at", w->p->n);
	node_add_int(w->a, t, "to", w->out->rewind);
}

/* A list of tables, one a line, however it was read. */
static void
lay_out(struct node *t, const char *key)
{
	struct node *list = t ? (struct node *)(uintptr_t)node_array_of(t,
	    key) : NULL;

	if (list != NULL)
		list->layout = NODE_LINES;
	for (struct node *x = list ? list->child : NULL; x; x = x->next)
		x->layout = NODE_INLINE;
}

void
acts_apply(struct arena *a, const struct position *p,
    const struct submission *sub, int nsubs, const struct submission *alone,
    int nalone, struct acts *out)
{
	const struct node *pending = node_table_of(p->turn, "pending");
	const struct node *old = node_table_of(p->turn, "terms");
	const struct node *draw = node_array_of(pending, "draw");
	struct applying w = { .a = a, .p = p, .out = out,
	    .draw = node_array(a),
	    .rewind = old_table(a, pending, "rewind"),
	    .revision = old_table(a, pending, "revision"),
	    .pause = old_table(a, pending, "pause") };

	memset(out, 0, sizeof *out);
	out->list = node_array(a);
	out->events = node_array(a);
	out->rewind = -1;
	out->terms = old ? node_copy(a, old) : NULL;
	for (draw = draw ? draw->child : NULL; draw; draw = draw->next)
		if (draw->type == NODE_STRING)
			node_add(a, w.draw, NULL, node_string(a, draw->s));
	for (int i = 0; i < nsubs; i++)
		w.sent[sub[i].side] = true;
	for (int i = 0; i < nalone; i++)
		if (alone[i].side != CHARTER_REFEREE)
			w.sent[alone[i].side] = true;
	/* the referee first, so that a player's own word stands */
	do_side(&w, CHARTER_REFEREE, NULL, 0, alone, nalone);
	for (int i = 0; i < p->charter.nsides; i++)
		do_side(&w, i, sub, nsubs, alone, nalone);
	find_result(&w);
	if (out->result != NULL)
		out->rewind = -1;
	if (out->rewind >= 0)
		keep_rewound(&w);
	keep_pending(&w);
	for (int i = 0; i < TERMS_LISTS; i++)
		lay_out(out->terms, terms_lists[i]);
}
