/* luck.c: dice expected and rolled, for each side and kind of roll */
#include "show/luck.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "show/names.h"
#include "show/report.h"

#include <stdio.h>
#include <string.h>

#define KINDS 256		/* of rolls that are told apart */
#define FACES 20		/* of a die whose symbols are counted */
#define LEAST 2			/* rolls of a kind that say anything */

/* The rolls of one side and kind. */
struct series {
	const char *side;	/* "" where no side can be told */
	const char *kind;
	int sides;
	int64_t n, sum;		/* of faces, from 0 */
	int64_t least;		/* what the lowest face shows */
	bool symbols;
	const char *shows[FACES];
	int64_t count[FACES];
};

struct luck {
	struct arena *a;
	const struct report_context *c;
	struct names *names;
	struct node *out;
	struct series series[KINDS];
	int n;
	int64_t rolls;
	int tests, odd;
};

/* -------------------------------------------------------------- whose roll */

/* The side of a unit or leader; NULL if there is none of that id. */
static const char *
side_of(const struct luck *k, const char *id)
{
	for (const struct node *t = k->c->turn->child; t; t = t->next) {
		const struct node *x = t->type == NODE_TABLE ? node_get(t,
		    id) : NULL;
		const char *side = x != NULL && x->type == NODE_TABLE ?
		    node_str(x, "side") : NULL;

		if (side != NULL)
			return side;
	}
	return NULL;
}

static bool
is_side(const struct luck *k, const char *s)
{
	return node_get(node_table_of(k->c->turn, "side"), s) != NULL;
}

/* The first id, or name of a side, among an event's values. */
static const char *
side_in_event(const struct luck *k, const struct node *v)
{
	const char *side;

	if (v->type == NODE_STRING)
		return is_side(k, v->s) ? v->s : side_of(k, v->s);
	for (const struct node *x = v->child; x != NULL; x = x->next)
		if ((side = side_in_event(k, x)) != NULL)
			return side;
	return NULL;
}

static bool
rests_on(const struct node *event, const char *roll)
{
	const struct node *rolls = node_array_of(event, "rolls");

	for (const struct node *r = rolls ? rolls->child : NULL; r;
	    r = r->next)
		if (r->type == NODE_STRING && strcmp(r->s, roll) == 0)
			return true;
	return false;
}

/* By the event that tells of the roll, or those before it. */
static const char *
side_by_event(const struct luck *k, const struct node *events,
    const char *roll)
{
	const char *last = NULL;

	for (const struct node *e = events ? events->child : NULL; e;
	    e = e->next) {
		const char *side = side_in_event(k, e);

		if (side != NULL)
			last = side;
		if (rests_on(e, roll))
			return last;
	}
	return NULL;
}

static bool
is_hex(const char *s)
{
	return strlen(s) == 4 && strspn(s, "0123456789") == 4;
}

/* "8.15 fire hun-lc-1 at vandal-hc-3": the words before the first id, and
 * the id's side. */
static const char *
kind_of(struct luck *k, const char *label, const char **side)
{
	struct str s = str_new(k->a);

	*side = NULL;
	while (*label != '\0') {
		size_t n = strcspn(label, " ");
		const char *word = arena_strndup(k->a, label, n);

		*side = side_of(k, word);
		if (*side != NULL || is_hex(word) || is_side(k, word))
			break;
		if (strcmp(word, "at") != 0 && strcmp(word, "on") != 0)
			str_addf(&s, "%s%s", s.len > 0 ? " " : "", word);
		label += n + (label[n] == ' ');
	}
	return s.s;
}

/* ---------------------------------------------------------------- counting */

static struct series *
series_of(struct luck *k, const char *side, const char *kind, int sides)
{
	struct series *s;

	for (int i = 0; i < k->n; i++) {
		s = &k->series[i];
		if (s->sides == sides && strcmp(s->side, side) == 0 &&
		    strcmp(s->kind, kind) == 0)
			return s;
	}
	if (k->n == KINDS)
		return NULL;
	s = &k->series[k->n++];
	s->side = side;
	s->kind = kind;
	s->sides = sides;
	return s;
}

static void
count(struct luck *k, const struct report_exchange *x, const struct node *die)
{
	const char *label = node_str(die, "label"), *side, *kind;
	const struct node *shows = node_get(die, "shows");
	int64_t face = node_integer(die, "face", -1);
	int64_t sides = node_integer(die, "sides", 0);
	char roll[48];
	struct series *s;

	if (label == NULL || shows == NULL || face < 0 || sides < 2 ||
	    face >= sides || sides > 65536)
		return;
	k->rolls++;
	kind = kind_of(k, label, &side);
	if (side == NULL) {
		snprintf(roll, sizeof roll, "%lld.%lld", (long long)
		    node_integer(x->dice, "exchange", 0), (long long)
		    node_integer(die, "index", 0));
		side = side_by_event(k, x->events, roll);
	}
	s = series_of(k, side ? side : "", kind, (int)sides);
	if (s == NULL)
		return;
	s->n++;
	s->sum += face;
	if (shows->type == NODE_INT) {
		s->least = shows->i - face;
	} else if (sides <= FACES && shows->type == NODE_STRING) {
		s->symbols = true;
		s->shows[face] = shows->s;
		s->count[face]++;
	}
}

/* ------------------------------------------------------------- arithmetic */

/* The root, rounded down. */
static int64_t
root(int64_t n)
{
	int64_t r = 0, bit = (int64_t)1 << 62;

	while (bit > n)
		bit >>= 2;
	for (; bit != 0; bit >>= 2) {
		if (n >= r + bit) {
			n -= r + bit;
			r = (r >> 1) + bit;
		} else {
			r >>= 1;
		}
	}
	return r;
}

static const char *
hundredths(struct arena *a, int64_t n)
{
	return arena_printf(a, "%s%lld.%02lld", n < 0 ? "-" : "",
	    (long long)(n < 0 ? -n : n) / 100, (long long)(n < 0 ? -n : n) %
	    100);
}

/* Normal distribution, both tails: the distance in hundredths of a standard
 * error that one series in so many reaches. */
static const struct {
	int sigma, one_in;
	const char *word;
} table[] = {
	{ 0, 1, "common" }, { 67, 2, "common" }, { 97, 3, "little" },
	{ 128, 5, "little" }, { 164, 10, "little" }, { 196, 20, "unusual" },
	{ 233, 50, "unusual" }, { 258, 100, "rare" }, { 288, 250, "rare" },
	{ 309, 500, "rare" }, { 329, 1000, "extreme" },
	{ 389, 10000, "extreme" }, { 442, 100000, "extreme" },
	{ 489, 1000000, "extreme" },
};

/* `distance` and `error` in the same small unit. */
static void
add_verdict(struct luck *k, struct node *t, int64_t distance, int64_t error)
{
	int64_t far = distance < 0 ? -distance : distance;
	int64_t sigma = error > 0 ? far * 100 / error : 0;
	size_t i = sizeof table / sizeof *table - 1;

	while (i > 0 && sigma < table[i].sigma)
		i--;
	node_add_string(k->a, t, "sigma", arena_printf(k->a, "%lld.%lld",
	    (long long)sigma / 100, (long long)sigma % 100 / 10));
	node_add_string(k->a, t, "high", distance == 0 ? "level" :
	    distance > 0 ? "high" : "low");
	node_add_string(k->a, t, "unusual", table[i].word);
	node_add_int(k->a, t, "one_in", table[i].one_in);
	k->tests++;
	k->odd += table[i].one_in >= 20;
}

static struct node *
entry(struct luck *k, struct node *list, const struct series *s)
{
	struct node *t = node_table(k->a);

	node_add_string(k->a, t, "side", s->side);
	node_add_string(k->a, t, "title", *s->side ? names_side(k->names,
	    s->side) : "");
	node_add_string(k->a, t, "kind", *s->kind ? s->kind : "?");
	node_add_int(k->a, t, "n", s->n);
	node_add_int(k->a, t, "sides", s->sides);
	node_add(k->a, list, NULL, t);
	return t;
}

/*
 * A die of S faces has the average (S-1)/2 and the variance (S*S-1)/12, faces
 * counted from 0.  All in hundredths.
 */
static void
add_numbers(struct luck *k, struct node *list, const struct series *s)
{
	struct node *t = entry(k, list, s);
	int64_t least = 100 * s->least;
	int64_t average = (100 * s->sum + s->n / 2) / s->n;
	int64_t expected = 50 * (s->sides - 1);
	int64_t variance = 10000 * ((int64_t)s->sides * s->sides - 1) / 12;
	int64_t error = root(100 * variance / s->n);	/* thousandths */

	node_add_string(k->a, t, "average", hundredths(k->a, average +
	    least));
	node_add_string(k->a, t, "expected", hundredths(k->a, expected +
	    least));
	node_add_string(k->a, t, "error", hundredths(k->a, error / 10));
	add_verdict(k, t, 1000 * s->sum / s->n - 10 * expected, error);
}

/* Each symbol is to come up once in S: n/S times, variance n(S-1)/(S*S). */
static void
add_symbols(struct luck *k, struct node *list, const struct series *s)
{
	int64_t expected = 1000 * s->n / s->sides;	/* thousandths */
	int64_t error = root(1000000 * s->n * (s->sides - 1) / s->sides /
	    s->sides);

	for (int i = 0; i < s->sides && i < FACES; i++) {
		struct node *t;

		if (s->shows[i] == NULL)
			continue;
		t = entry(k, list, s);
		node_add_string(k->a, t, "shows", s->shows[i]);
		node_add_int(k->a, t, "count", s->count[i]);
		node_add_string(k->a, t, "expected", hundredths(k->a,
		    expected / 10));
		node_add_string(k->a, t, "error", hundredths(k->a, error /
		    10));
		add_verdict(k, t, 1000 * s->count[i] - expected, error);
	}
}

/* All kinds of a side together, for what shows symbols. */
static void
add_totals(struct luck *k)
{
	int n = k->n;

	for (int i = 0; i < n; i++) {
		const struct series *from = &k->series[i];
		struct series *to;

		if (!from->symbols || (to = series_of(k, from->side,
		    "all", from->sides)) == NULL)
			continue;
		to->symbols = true;
		to->n += from->n;
		for (int f = 0; f < FACES; f++) {
			to->count[f] += from->count[f];
			if (from->shows[f] != NULL)
				to->shows[f] = from->shows[f];
		}
	}
}

/* In the order of the sides, those of no side last. */
static void
add_series(struct luck *k)
{
	const struct node *sides = node_table_of(k->c->turn, "side");
	struct node *numbers = node_add_array(k->a, k->out, "kind");
	struct node *symbols = node_add_array(k->a, k->out, "symbol");
	const struct node *side = sides ? sides->child : NULL;

	for (bool more = true; more; side = side ? side->next : NULL) {
		const char *name = side != NULL ? side->key : "";

		more = side != NULL;
		for (int i = 0; i < k->n; i++) {
			const struct series *s = &k->series[i];

			if (strcmp(s->side, name) != 0 || s->n < LEAST)
				continue;
			if (!s->symbols)
				add_numbers(k, numbers, s);
			else if (strcmp(s->kind, "all") == 0)
				add_symbols(k, symbols, s);
		}
	}
}

struct node *
luck_facts(struct arena *a, const struct report_context *c)
{
	struct luck *k = arena_new(a, struct luck, 1);

	k->a = a;
	k->c = c;
	k->out = node_table(a);
	k->names = names_new(a, c->turn, c->rules);
	for (int i = 0; i < c->ntold; i++) {
		const struct node *rolls = node_array_of(c->told[i].dice,
		    "roll");

		for (const struct node *d = rolls ? rolls->child : NULL; d;
		    d = d->next)
			count(k, &c->told[i], d);
	}
	add_totals(k);
	node_add_string(a, k->out, "game", c->game);
	node_add_int(a, k->out, "exchange", c->exchange);
	if (c->ntold > 0 && c->told[0].n > 1)
		node_add_int(a, k->out, "since", c->told[0].n - 1);
	node_add_int(a, k->out, "rolls", k->rolls);
	add_series(k);
	node_add_int(a, k->out, "tests", k->tests);
	node_add_int(a, k->out, "odd", k->odd);
	node_add_string(a, k->out, "odd_expected", hundredths(a,
	    (int64_t)k->tests * 5));
	return k->out;
}
