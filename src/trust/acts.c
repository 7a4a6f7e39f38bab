/* acts.c: what players do besides orders (protocol section 15) */
#include "trust/acts.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "trust/seal.h"

#include <limits.h>
#include <string.h>

#define ACTS_MOST 16		/* in one submission */
#define TEXT_MOST 60		/* characters of a date */

enum act_field { ACT_NUMBER, ACT_KEY, ACT_TEXT, ACT_SEALED };

/* The fields of each act, besides `do`. */
static const struct {
	const char *act;
	struct {
		const char *name;
		enum act_field type;
		bool needed;
	} field[2];
} kinds[] = {
	{ "resign", { { 0 } } },
	{ "draw", { { 0 } } },
	{ "rewind", { { "exchange", ACT_NUMBER, true } } },
	{ "substitute", { { "key", ACT_KEY, true },
	    { "mail", ACT_TEXT, false } } },
	{ "absence", { { "from", ACT_TEXT, true }, { "to", ACT_TEXT, true } } },
	{ "revision", { { "rules_revision", ACT_NUMBER, true } } },
	{ "note", { { "text", ACT_SEALED, true } } },
};
#define NKINDS (sizeof kinds / sizeof kinds[0])

static bool
is(const struct node *act, const char *what)
{
	const char *s = node_str(act, "do");

	return s != NULL && strcmp(s, what) == 0;
}

/* ------------------------------------------------------------------ form */

static bool
is_of(struct arena *a, enum act_field type, const struct node *v)
{
	struct public_key k;
	struct err ignored;

	switch (type) {
	case ACT_NUMBER:
		return v->type == NODE_INT && v->i >= 1 && v->i <= INT_MAX;
	case ACT_KEY:
		return v->type == NODE_STRING && keys_public_parse(&ignored,
		    "key", v->s, &k) == ERR_OK;
	case ACT_TEXT:
		return v->type == NODE_STRING && *v->s != '\0' &&
		    strlen(v->s) <= 4 * TEXT_MOST && str_is_plain(v->s);
	case ACT_SEALED:
		return seal_is_padded(a, v, SEAL_PLAYER);
	}
	return false;
}

static int
check_fields(struct err *e, struct arena *a, const char *what, int number,
    const struct node *act, size_t k, bool draft)
{
	static const char *const says[] = { "a number from 1",
	    "a public key", "a short text",
	    "sealed to your own key, as `iacta sign` does it" };
	size_t known = 1;

	for (int i = 0; i < 2 && kinds[k].field[i].name != NULL; i++) {
		const char *name = kinds[k].field[i].name;
		const struct node *v = node_get(act, name);

		known += v != NULL;
		if (v == NULL && !kinds[k].field[i].needed)
			continue;
		if (draft && v != NULL && v->type == NODE_STRING &&
		    kinds[k].field[i].type == ACT_SEALED)
			continue;
		if (v == NULL || !is_of(a, kinds[k].field[i].type, v))
			return err_set(e, ERR_INPUT, "%s: act %d: %s needs "
			    "%s, %s", what, number, kinds[k].act, name,
			    says[kinds[k].field[i].type]);
	}
	if (act->n != known)
		return err_set(e, ERR_INPUT, "%s: act %d: %s takes no other "
		    "fields than those of iacta-orders(5)", what, number,
		    kinds[k].act);
	return ERR_OK;
}

static int
check_act(struct err *e, struct arena *a, const char *what, int number,
    const struct node *act, bool draft)
{
	const char *names[NKINDS], *verb = act->type == NODE_TABLE ?
	    node_str(act, "do") : NULL;

	for (size_t i = 0; i < NKINDS; i++) {
		names[i] = kinds[i].act;
		if (verb != NULL && strcmp(verb, kinds[i].act) == 0)
			return check_fields(e, a, what, number, act, i, draft);
	}
	return err_set(e, ERR_INPUT, "%s: act %d: do = \"%s\": no such act%s",
	    what, number, verb ? str_shown(a, verb, 40) : "", verb ?
	    str_suggest(a, verb, names, NKINDS) : "");
}

int
acts_check(struct err *e, struct arena *a, const char *what,
    const struct submission *s)
{
	int number = 0, rc = ERR_OK;

	if (s->acts->type != NODE_ARRAY || s->acts->n > ACTS_MOST)
		return err_set(e, ERR_INPUT, "%s: act: write [[act]] entries, "
		    "at most %d", what, ACTS_MOST);
	if (s->exchange == 0)
		return err_set(e, ERR_INPUT, "%s: act: the game has not begun; "
		    "acts can be sent from exchange 1 on", what);
	for (const struct node *x = s->acts->child; x && rc == ERR_OK;
	    x = x->next)
		rc = check_act(e, a, what, ++number, x, s->draft);
	return rc;
}

/* ------------------------------------------------------- what is possible */

static int
people(const struct charter *c)
{
	int n = 0;

	for (int i = 0; i < c->nsides; i++)
		n += !c->side[i].bot;
	return n;
}

static bool
is_taken(const struct charter *c, int side, const char *line)
{
	struct public_key k;
	struct err ignored;

	if (keys_public_parse(&ignored, "key", line, &k) != ERR_OK ||
	    keys_public_equal(&k, &c->referee_key))
		return true;
	for (int i = 0; i < c->nsides; i++)
		if (i != side && !c->side[i].bot &&
		    keys_public_equal(&k, &c->side[i].public))
			return true;
	return false;
}

static bool
is_minisign(const char *line)
{
	struct public_key k;
	struct err ignored;

	return keys_public_parse(&ignored, "key", line, &k) == ERR_OK &&
	    k.form == KEY_MINISIGN;
}

/* NULL, or a code of why not. */
static const char *
impossible(const struct position *p, int side, const struct node *act)
{
	const struct charter *c = &p->charter;
	struct err ignored;
	int64_t n;

	if (is(act, "draw") && people(c) < 2)
		return "draw-bot";
	n = node_integer(act, "exchange", 0);
	if (is(act, "rewind") && (n < 1 || n >= p->n))
		return "rewind-far";
	if (is(act, "substitute") && is_taken(c, side, node_str(act, "key")))
		return "key-taken";
	if (is(act, "substitute") && game_has_hands(&p->game) &&
	    !is_minisign(node_str(act, "key")))
		return "key-form";
	n = node_integer(act, "rules_revision", 0);
	if (is(act, "revision") && (n == c->rules_revision ||
	    rules_check_revision(&ignored, p->game.sys, n) != ERR_OK))
		return "revision-unknown";
	return NULL;
}

static const char *
in_words(const char *code)
{
	if (strcmp(code, "draw-bot") == 0)
		return "the bot agrees to no draw";
	if (strcmp(code, "rewind-far") == 0)
		return "the game can be taken back to an exchange from 1 to "
		    "the one before this";
	if (strcmp(code, "key-taken") == 0)
		return "that key is the referee's or another side's";
	if (strcmp(code, "key-form") == 0)
		return "something is sealed to each side in this game, and "
		    "that needs a minisign key";
	return "this program does not play that revision of the rules, or the "
	    "game is played by it already";
}

int
acts_possible(struct err *e, struct arena *a, const char *what,
    const struct position *p, const struct submission *s)
{
	const struct node *x = s->acts ? s->acts->child : NULL;

	(void)a;
	for (int number = 1; x != NULL; x = x->next, number++) {
		const char *why = impossible(p, s->side, x);

		if (why != NULL)
			return err_set(e, ERR_INPUT, "%s: act %d: %s", what,
			    number, in_words(why));
	}
	return ERR_OK;
}

/* --------------------------------------------------------------- effects */

struct applying {
	struct arena *a;
	const struct position *p;
	struct acts *out;
	struct node *draw;		/* array of sides */
	struct node *rewind, *revision;	/* side = number */
	bool resigned[CHARTER_SIDES];
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

static void
tell_act(struct applying *w, int side, const struct node *act,
    const char *effect, const char *why)
{
	struct node *t = node_table(w->a);

	node_add_string(w->a, t, "event", "act");
	node_add_string(w->a, t, "side", w->p->charter.side[side].name);
	for (const struct node *f = act->child; f != NULL; f = f->next)
		if (strcmp(f->key, "text") != 0)
			node_add(w->a, t, f->key, node_copy(w->a, f));
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

static void
be_absent(struct applying *w, const char *name, const struct node *act)
{
	const struct node *old = node_array_of(terms(w), "absence");
	struct node *list = old ? (struct node *)(uintptr_t)old :
	    node_add_array(w->a, terms(w), "absence"), *t;

	t = node_add(w->a, list, NULL, node_table(w->a));
	node_add_string(w->a, t, "side", name);
	node_add_string(w->a, t, "from", node_str(act, "from"));
	node_add_string(w->a, t, "to", node_str(act, "to"));
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
	const char *why = impossible(w->p, side, act);
	bool agreed = false;

	if (why != NULL) {
		tell_act(w, side, act, "refused", why);
		return;
	}
	if (is(act, "resign")) {
		w->resigned[side] = true;
	} else if (is(act, "draw")) {
		if (!has(w->draw, name))
			node_add(w->a, w->draw, NULL, node_string(w->a, name));
		agreed = (int)w->draw->n == people(&w->p->charter);
		effect = agreed ? "agreed" : "proposed";
		if (agreed)
			w->out->result = "draw by agreement";
	} else if (is(act, "rewind")) {
		int64_t n = node_integer(act, "exchange", 0);

		effect = propose(w, w->rewind, name, n, &agreed);
		if (agreed)
			w->out->rewind = (long)n;
	} else if (is(act, "revision")) {
		int64_t n = node_integer(act, "rules_revision", 0);

		effect = propose(w, w->revision, name, n, &agreed);
		if (agreed)
			node_set(w->a, terms(w), "rules_revision",
			    node_int(w->a, n));
	} else if (is(act, "substitute")) {
		substitute(w, name, act);
	} else if (is(act, "absence")) {
		be_absent(w, name, act);
	}
	if (!is(act, "note"))
		tell_act(w, side, act, effect, NULL);
}

static void
list_act(struct applying *w, const struct submission *s,
    const struct node *act)
{
	struct node *t = node_table(w->a);

	node_add_string(w->a, t, "side", w->p->charter.side[s->side].name);
	node_add_int(w->a, t, "revision", s->revision);
	for (const struct node *f = act->child; f != NULL; f = f->next)
		if (strcmp(f->key, "text") != 0)
			node_add(w->a, t, f->key, node_copy(w->a, f));
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
		if (first)
			lapse(w, side);
		first = false;
		last = x->revision;
		for (const struct node *t = x->acts ? x->acts->child : NULL;
		    t != NULL; t = t->next) {
			list_act(w, x, t);
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
keep_numbers(struct applying *w, struct node *pending, const char *key,
    const struct node *t)
{
	struct node *kept = node_table(w->a);

	for (const struct node *x = t->child; x != NULL; x = x->next)
		if (x->type == NODE_INT && x->i > 0)
			node_add_int(w->a, kept, x->key, x->i);
	if (kept->n > 0)
		node_add(w->a, pending, key, kept)->layout = NODE_INLINE;
}

static void
who_resigned(struct applying *w)
{
	const struct charter *c = &w->p->charter;
	int n = 0, left = -1;

	for (int i = 0; i < c->nsides; i++) {
		n += w->resigned[i];
		if (!w->resigned[i])
			left = i;
	}
	if (n > 0)
		w->out->result = n == c->nsides ? "draw by resignation" :
		    arena_printf(w->a, "%s wins by resignation",
		    c->side[left].name);
}

/* What was proposed and came to nothing yet. */
static void
keep_pending(struct applying *w)
{
	struct node *t = node_table(w->a);

	if (w->draw->n > 0)
		node_add(w->a, t, "draw", w->draw)->layout = NODE_INLINE;
	if (w->out->rewind < 0)
		keep_numbers(w, t, "rewind", w->rewind);
	if (!all_agree(w, w->revision, node_integer(w->out->terms,
	    "rules_revision", -1)))
		keep_numbers(w, t, "revision", w->revision);
	w->out->pending = t->n > 0 ? t : NULL;
}

/* Every report says that something was taken back. */
static void
keep_rewound(struct applying *w)
{
	const struct node *old = node_array_of(terms(w), "rewound");
	struct node *list = old ? (struct node *)(uintptr_t)old :
	    node_add_array(w->a, terms(w), "rewound"), *t;

	t = node_add(w->a, list, NULL, node_table(w->a));
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
	    .revision = old_table(a, pending, "revision") };

	memset(out, 0, sizeof *out);
	out->list = node_array(a);
	out->events = node_array(a);
	out->rewind = -1;
	out->terms = old ? node_copy(a, old) : NULL;
	for (draw = draw ? draw->child : NULL; draw; draw = draw->next)
		if (draw->type == NODE_STRING)
			node_add(a, w.draw, NULL, node_string(a, draw->s));
	for (int i = 0; i < p->charter.nsides; i++)
		do_side(&w, i, sub, nsubs, alone, nalone);
	who_resigned(&w);
	if (out->result != NULL)
		out->rewind = -1;
	if (out->rewind >= 0)
		keep_rewound(&w);
	keep_pending(&w);
	lay_out(out->terms, "absence");
	lay_out(out->terms, "rewound");
}
