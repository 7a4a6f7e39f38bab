/* clock.c: how much time each side has left, by the charter's clock */
#include "trust/clock_work.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/toml.h"

#include <stdlib.h>
#include <string.h>

#define HOUR 3600
#define DAY 86400
#define FAR 40000		/* days after which nobody looks on */
#define NEAR 16			/* exchanges that cost less than to keep them */

/* ------------------------------------------------------------ the calendar */

/* The days since 1970 of a date of the Gregorian calendar, and back (Howard
 * Hinnant's algorithms): years begin in March, eras have 400 of them. */
static int64_t
days_of(int64_t y, int m, int d)
{
	int64_t era, year, day;

	y -= m <= 2;
	era = y / 400;
	year = y - era * 400;
	day = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	return era * 146097 + year * 365 + year / 4 - year / 100 + day -
	    719468;
}

static void
date_of(int64_t days, int64_t *y, int *m, int *d)
{
	int64_t z = days + 719468, era = z / 146097, of = z - era * 146097;
	int64_t year = (of - of / 1460 + of / 36524 - of / 146096) / 365;
	int64_t day = of - (365 * year + year / 4 - year / 100);
	int64_t month = (5 * day + 2) / 153;

	*d = (int)(day - (153 * month + 2) / 5 + 1);
	*m = (int)(month < 10 ? month + 3 : month - 9);
	*y = year + era * 400 + (*m <= 2);
}

int64_t
clock_date(const char *s)
{
	int64_t y, year, days;
	int m, d, month, day;

	if (s == NULL || strlen(s) != 10 || s[4] != '-' || s[7] != '-')
		return -1;
	for (int i = 0; i < 10; i++)
		if (i != 4 && i != 7 && (s[i] < '0' || s[i] > '9'))
			return -1;
	y = strtol(s, NULL, 10);
	m = (int)strtol(s + 5, NULL, 10);
	d = (int)strtol(s + 8, NULL, 10);
	if (y < 1970 || m < 1 || m > 12 || d < 1)
		return -1;
	days = days_of(y, m, d);
	date_of(days, &year, &month, &day);
	return year == y && month == m && day == d ? days : -1;
}

int64_t
clock_day(int64_t when)
{
	return when / DAY;
}

const char *
clock_day_name(struct arena *a, int64_t day)
{
	int64_t y;
	int m, d;

	date_of(day, &y, &m, &d);
	return arena_printf(a, "%04lld-%02d-%02d", (long long)y, m, d);
}

const char *
clock_words(struct arena *a, int64_t seconds)
{
	static const struct { int64_t s; const char *name; } units[] = {
	    { DAY, "day" }, { HOUR, "hour" }, { 60, "minute" } };
	const char *out = "";

	if (seconds < 60)
		return "less than a minute";
	for (int i = 0, shown = 0; i < 3 && shown < 2; i++) {
		int64_t n = seconds / units[i].s;

		seconds -= n * units[i].s;
		if (n == 0 && shown == 0)
			continue;
		shown++;
		if (n > 0)
			out = arena_printf(a, "%s%s%lld %s%s", out, *out ? " "
			    : "", (long long)n, units[i].name, n == 1 ? "" :
			    "s");
	}
	return out;
}

const char *
clock_moment(struct arena *a, int64_t when)
{
	static const char *const months[] = { "January", "February", "March",
	    "April", "May", "June", "July", "August", "September", "October",
	    "November", "December" };
	int64_t y;
	int m, d;

	date_of(when / DAY, &y, &m, &d);
	return arena_printf(a, "%s %d %s %lld, %02lld:%02lld UTC",
	    charter_weekdays[(when / DAY + 3) % 7], d, months[m - 1],
	    (long long)y, (long long)(when % DAY / HOUR),
	    (long long)(when % HOUR / 60));
}

/* ------------------------------------------------------- which days count */

/* 1 January 1970 was a Thursday; weekday 0 is Monday. */
static bool
stands_still(const struct reckoning *r, int side, int64_t day)
{
	if (r->c->clock.skip & 1u << (day + 3) % 7)
		return true;
	for (int i = 0; i < r->nspans; i++)
		if ((r->span[i].side == side || r->span[i].side < 0) &&
		    day >= r->span[i].from && day <= r->span[i].to)
			return true;
	return false;
}

/* The seconds from one time to another that count for a side. */
static int64_t
elapsed(const struct reckoning *r, int side, int64_t from, int64_t to)
{
	int64_t sum = 0;

	if (to - from > (int64_t)FAR * DAY)
		return to - from;	/* nobody plays so long */
	for (int64_t day = from / DAY; day * DAY < to; day++) {
		int64_t begin = day * DAY > from ? day * DAY : from;
		int64_t end = (day + 1) * DAY < to ? (day + 1) * DAY : to;

		if (!stands_still(r, side, day))
			sum += end - begin;
	}
	return sum;
}

/* When so many seconds that count have passed since `from`. */
static int64_t
after(const struct reckoning *r, int side, int64_t from, int64_t seconds)
{
	int64_t last = from / DAY + FAR;

	for (int64_t day = from / DAY; day < last; day++) {
		int64_t begin = day * DAY > from ? day * DAY : from;
		int64_t n = (day + 1) * DAY - begin;

		if (stands_still(r, side, day))
			continue;
		if (seconds <= n)
			return begin + seconds;
		seconds -= n;
	}
	return last * DAY;
}

static void
add_span(struct reckoning *r, int side, int64_t from, int64_t to)
{
	if (r->nspans < CLOCK_SPANS && from <= to)
		r->span[r->nspans++] = (struct clock_span){ side, from, to };
}

/*
 * What [terms] holds of pauses and absences that was not there in the turn
 * before, whose exchange began at `since`: nobody is absent before he says so,
 * nor longer than the charter allows.  What is no date stops no clock.
 */
static void
add_terms(struct reckoning *r, const struct node *terms, int64_t since)
{
	const struct node *away = node_array_of(terms, "absence");
	const struct node *pause = node_array_of(terms, "pause");
	int64_t today = since / DAY;
	size_t i = 0;

	for (const struct node *x = away ? away->child : NULL; x; x = x->next) {
		const char *name = node_str(x, "side");
		int side = name ? charter_side(r->c, name) : -1;
		int64_t from = clock_date(node_str(x, "from"));
		int64_t to = clock_date(node_str(x, "to"));

		if (i++ < r->absences || side < 0 || from < 0)
			continue;
		if (from < today)
			from = today;
		if (to >= from + r->allowed[side])
			to = from + r->allowed[side] - 1;
		if (to >= from)
			r->allowed[side] -= to - from + 1;
		add_span(r, side, from, to);
	}
	if (i > r->absences)
		r->absences = i;
	i = 0;
	for (const struct node *x = pause ? pause->child : NULL; x; x = x->next)
		if (i++ >= r->pauses)
			add_span(r, -1, clock_date(node_str(x, "from")),
			    clock_date(node_str(x, "to")));
	if (i > r->pauses)
		r->pauses = i;
}

/* ------------------------------------------------------------ the exchanges */

static bool
names(const struct node *list, const char *key, const char *side)
{
	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		const char *s = key != NULL ? node_str(x, key) :
		    x->type == NODE_STRING ? x->s : NULL;

		if (s != NULL && strcmp(s, side) == 0)
			return true;
	}
	return false;
}

/* Seconds that extensions give this side in exchange n. */
static int64_t
extended(const struct node *terms, long n, const char *side)
{
	const struct node *list = node_array_of(terms, "extension");
	int64_t sum = 0;

	for (const struct node *x = list ? list->child : NULL; x; x = x->next) {
		const char *s = node_str(x, "side");
		int64_t hours = node_integer(x, "hours", 0);

		if (s != NULL && strcmp(s, side) == 0 && hours > 0 &&
		    hours <= CHARTER_HOURS && node_integer(x, "exchange", -1)
		    == n)
			sum += hours * HOUR;
	}
	return sum;
}

/* Which sides a turn asks something. */
static unsigned
asked_in(const struct charter *c, const struct node *turn)
{
	const struct node *ask = node_array_of(turn, "ask");
	unsigned sides = 0;

	for (int i = 0; i < c->nsides; i++)
		if (names(ask, "side", c->side[i].name))
			sides |= 1u << i;
	return sides;
}

/* One exchange, which asked these sides, to the commit of `next`. */
static void
run_down(struct reckoning *r, unsigned asked, const struct node *next,
    int64_t from, int64_t to)
{
	const struct node *late = node_array_of(next, "late");
	const struct charter_clock *k = &r->c->clock;
	bool several = (asked & (asked - 1)) != 0;

	for (int i = 0; i < r->c->nsides; i++) {
		const char *name = r->c->side[i].name;
		int64_t used, more = k->add * HOUR;

		if ((asked & 1u << i) == 0 || r->c->side[i].bot)
			continue;
		used = elapsed(r, i, from, to);
		r->used[i] += used;
		if (several && used > more && !names(late, NULL, name))
			used = more;
		r->left[i] += extended(node_table_of(next, "terms"), r->n,
		    name) - used;
		if (r->left[i] < 0)
			r->left[i] = 0;
		if (r->left[i] < k->cap * HOUR)
			r->left[i] += more;
		if (r->left[i] > k->cap * HOUR)
			r->left[i] = k->cap * HOUR;
	}
}

/* A commit's time is its writer's: what is none of a calendar is its edge. */
static int64_t
time_of(const struct history_commit *c)
{
	return c->time < 0 ? 0 : c->time > CLOCK_LAST ? CLOCK_LAST : c->time;
}

static int
read_turn(struct err *e, struct arena *a, struct history *h, const char *id,
    const struct node **out)
{
	const char *data;
	struct node *turn = NULL;
	size_t len;
	int rc = history_read(e, h, a, id, "turn.toml", &data, &len);

	if (rc == ERR_OK && data != NULL)
		rc = toml_read(e, a, "turn.toml", data, len, TOML_MAX_SIZE,
		    &turn);
	*out = turn;
	return rc;
}

/* What is left of the exchange that is open. */
static void
look_ahead(const struct reckoning *r, const struct position *p,
    const struct node *terms, struct clock *out)
{
	for (int i = 0; i < r->c->nsides; i++) {
		struct clock_side *s = &out->side[i];

		if (!out->has || !position_asked(p, i) || r->c->side[i].bot ||
		    p->result != NULL)
			continue;
		s->left += extended(terms, p->n, r->c->side[i].name);
		for (int k = 0; k < CLOCK_HALVES; k++)
			s->half[k] = after(r, i, out->since, s->left -
			    (s->left >> (k + 1)));
		s->deadline = after(r, i, out->since, s->left);
	}
}

/* A commit, and when it was made. */
struct moment {
	struct moment *next;	/* the commit after it */
	char id[41];
	int64_t time;
};

/*
 * The commits up to turn p->n, from the one that was reckoned to before (`n`,
 * `id`) or from the first whose time counts, whose number is *from.
 */
static int
walk_back(struct err *e, struct arena *a, struct history *h,
    const struct position *p, long n, const char *id, long *from,
    struct moment **out)
{
	struct arena here = {0};
	struct moment *m = arena_new(a, struct moment, 1);
	int rc = history_nth(e, h, p->n, NULL, m->id);

	for (*from = p->n; rc == ERR_OK; --*from) {
		struct history_commit c;

		rc = history_read_commit(e, h, &here, m->id, &c);
		if (rc != ERR_OK)
			break;
		m->time = time_of(&c);
		if (*from <= 1 || *c.parent == '\0' || (*from == n &&
		    strcmp(m->id, id) == 0))
			break;
		*out = arena_new(a, struct moment, 1);
		(*out)->next = m;
		m = *out;
		memcpy(m->id, c.parent, sizeof m->id);
		arena_free(&here);
	}
	*out = m;
	arena_free(&here);
	return rc;
}

/* Carry the reckoning on from commit `m` to the turn; *m is its commit then. */
static int
run_through(struct err *e, struct history *h, const struct position *p,
    struct moment **m, struct reckoning *r)
{
	struct arena here = {0};
	const struct node *turn = NULL;
	int rc = ERR_OK;

	if ((*m)->next != NULL)
		rc = read_turn(e, &here, h, (*m)->id, &turn);
	for (; rc == ERR_OK && (*m)->next != NULL; *m = (*m)->next, r->n++) {
		const struct moment *next = (*m)->next;
		unsigned asked = asked_in(r->c, turn);
		bool known = turn != NULL;

		arena_free(&here);
		if (next->next == NULL)
			turn = p->turn;
		else
			rc = read_turn(e, &here, h, next->id, &turn);
		if (rc != ERR_OK || !known || turn == NULL)
			continue;
		add_terms(r, node_table_of(turn, "terms"), (*m)->time);
		run_down(r, asked, turn, (*m)->time, next->time);
	}
	arena_free(&here);
	return rc;
}

/* As the first exchange finds it. */
static struct reckoning
begin(const struct charter *c, long n)
{
	struct reckoning r = { .c = c, .n = n };

	for (int i = 0; i < c->nsides; i++) {
		r.left[i] = c->clock.hours * HOUR;
		r.allowed[i] = c->clock.absence;
	}
	return r;
}

int
clock_read(struct err *e, struct arena *a, struct history *h,
    const struct position *p, const struct node *terms, struct clock *out)
{
	struct reckoning r = { .c = &p->charter };
	struct moment *m;
	char id[41] = "";
	long from, known;
	int rc;

	memset(out, 0, sizeof *out);
	known = clock_recall(a, p, &r, id) ? r.n : -1;
	rc = walk_back(e, a, h, p, known, id, &from, &m);
	if (rc != ERR_OK)
		return rc;
	if (known != from || strcmp(m->id, id) != 0)
		r = begin(&p->charter, from);
	rc = run_through(e, h, p, &m, &r);
	if (rc != ERR_OK)
		return rc;
	if (p->n - from > NEAR && p->n > known)
		clock_keep(a, p, &r, m->id);
	out->has = p->charter.clock.hours > 0 && p->n > 0;
	out->since = m->time;
	for (int i = 0; i < p->charter.nsides; i++) {
		out->side[i].used = r.used[i];
		out->side[i].left = r.left[i];
	}
	if (terms == NULL)
		terms = node_table_of(p->turn, "terms");
	add_terms(&r, terms, out->since);
	look_ahead(&r, p, terms, out);
	return ERR_OK;
}
