/* mail_tick.c: iacta tick: what is due in every game of a directory */
#include "cli/mail_commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "cli/cmd_mail.h"
#include "cli/game.h"
#include "mail/outgoing.h"
#include "trust/adjudicate.h"
#include "trust/clock.h"
#include "trust/inbox.h"
#include "trust/rulings.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 100		/* adjudications of one game in one tick */

struct tick {
	struct cli *c;
	const char *from;
	struct mail_way way;
	int64_t now;
	int games, adjudicated, sent, failed;
};

/* ------------------------------------------------------- is anything due? */

/*
 * iacta/due in the private directory says of which head and of which state of
 * the inbox it speaks, and when something is next to be done.  While these are
 * the same and the time has not come, the game need not be opened.
 */
struct due {
	char head[48];
	int64_t inbox, next;	/* next 0: nothing by itself */
};

static const char *
private_dir(struct arena *a, const char *dir)
{
	const char *git = arena_printf(a, "%s/.git", dir);

	return arena_printf(a, "%s/iacta", file_exists(git) ? git : dir);
}

static void
state_now(struct arena *a, const char *dir, struct due *out)
{
	const char *private = private_dir(a, dir);
	const char *ref = arena_printf(a, "%s/../refs/heads/main", private);
	struct err ignored = { 0 };
	struct stat st;
	char *s;
	size_t len;

	memset(out, 0, sizeof *out);
	if (file_read(&ignored, a, ref, 100, &s, &len) == ERR_OK)
		snprintf(out->head, sizeof out->head, "%.40s", s);
	if (stat(arena_printf(a, "%s/inbox", private), &st) == 0)
		out->inbox = (int64_t)st.st_mtim.tv_sec * 1000000000 +
		    st.st_mtim.tv_nsec;
}

static bool
is_due(struct tick *t, struct arena *a, const char *dir)
{
	struct due now, then = { .head = "" };
	struct err ignored = { 0 };
	long long inbox, next;
	char *s;
	size_t len;

	state_now(a, dir, &now);
	if (now.head[0] == '\0' || file_read(&ignored, a, arena_printf(a,
	    "%s/due", private_dir(a, dir)), 200, &s, &len) != ERR_OK ||
	    sscanf(s, "%47s %lld %lld", then.head, &inbox, &next) != 3)
		return true;
	return strcmp(now.head, then.head) != 0 || now.inbox != inbox ||
	    (next != 0 && t->now >= next);
}

static int
note_due(struct err *e, struct arena *a, const char *dir, int64_t next)
{
	struct due now;
	const char *s;

	state_now(a, dir, &now);
	s = arena_printf(a, "%s %lld %lld\n", now.head, (long long)now.inbox,
	    (long long)next);
	return file_write(e, arena_printf(a, "%s/due", private_dir(a, dir)),
	    s, strlen(s), 0600);
}

/* ------------------------------------------------------------- one game */

/*
 * What the clock wants next.  Nobody goes on without a side that has time left:
 * the deadline is that of the last of those who are awaited.  Each of them is
 * reminded when half of his time is gone, half of the rest, and half of that.
 */
struct wanted {
	int64_t deadline;	/* INT64_MAX: none */
	int64_t remind;		/* the next reminder after now; INT64_MAX */
	int due[CHARTER_SIDES];	/* how many reminders are due to each */
	/* the deadline of a side, where what was handed in since the turn's own
	 * message has moved it; else 0 */
	int64_t moved[CHARTER_SIDES];
};

static int
find_wanted(struct err *e, struct tick *t, struct cli *c, struct history *h,
    const struct position *p, struct clock *k, struct wanted *out)
{
	struct node *terms = NULL;
	struct clock told = { .has = false };
	int rc = rulings_terms(e, c->a, h, p, &terms);

	*out = (struct wanted){ .deadline = 0, .remind = INT64_MAX };
	if (rc == ERR_OK)
		rc = clock_read(e, c->a, h, p, NULL, &told);
	*k = told;
	if (rc == ERR_OK && terms != NULL)
		rc = clock_read(e, c->a, h, p, terms, k);
	for (int i = 0; rc == ERR_OK && i < p->charter.nsides; i++) {
		const struct clock_side *s = &k->side[i];
		bool sent = false;

		if (s->deadline == 0)
			continue;
		rc = cli_has_sent(e, c, h, p, i, &sent);
		if (rc != ERR_OK || sent)
			continue;
		if (s->deadline > out->deadline)
			out->deadline = s->deadline;
		if (s->deadline != told.side[i].deadline)
			out->moved[i] = s->deadline;
		for (int n = 0; n < CLOCK_HALVES; n++)
			if (t->now >= s->half[n])
				out->due[i] = n + 1;
			else if (s->half[n] < out->remind)
				out->remind = s->half[n];
	}
	if (out->deadline == 0)
		out->deadline = INT64_MAX;
	return rc;
}

/* Who has more time, by an extension, a pause or an absence, is to know it
 * while it is of use, and not with the next turn: once for each deadline. */
static int
tell_moved(struct err *e, struct tick *t, struct cli *c, struct history *h,
    struct position *p, const struct clock *k, const struct wanted *w)
{
	int rc = ERR_OK;

	for (int i = 0; rc == ERR_OK && i < p->charter.nsides; i++) {
		const char *note = arena_printf(c->a, "%s.moved",
		    p->charter.side[i].name);
		long done;
		bool sent = false;

		if (w->moved[i] == 0 || p->charter.side[i].mail == NULL)
			continue;
		rc = outgoing_mailed(e, c->a, h, note, &done);
		if (rc != ERR_OK || done == w->moved[i])
			continue;
		rc = mail_remind(e, c, h, p, i, k, true, t->from, &t->way,
		    &sent);
		if (rc == ERR_OK)
			rc = outgoing_note(e, c->a, h, note,
			    (long)w->moved[i]);
		t->sent += sent;
	}
	return rc;
}

/* A note of the k-th reminder about turn n: one number that grows. */
#define REMINDED(n, k) ((n) * (CLOCK_HALVES + 1) + (k))

static int
remind(struct err *e, struct tick *t, struct cli *c, struct history *h,
    struct position *p, const struct clock *k, const struct wanted *w)
{
	int rc = ERR_OK;

	for (int i = 0; rc == ERR_OK && i < p->charter.nsides; i++) {
		const char *note = arena_printf(c->a, "%s.reminded",
		    p->charter.side[i].name);
		long done, now = REMINDED(p->n, w->due[i]);
		bool sent = false;

		if (w->due[i] == 0 || p->charter.side[i].mail == NULL)
			continue;
		rc = outgoing_mailed(e, c->a, h, note, &done);
		if (rc != ERR_OK || done >= now)
			continue;
		rc = mail_remind(e, c, h, p, i, k, false, t->from, &t->way,
		    &sent);
		if (rc == ERR_OK)
			rc = outgoing_note(e, c->a, h, note, now);
		t->sent += sent;
	}
	return rc;
}

/*
 * What the charter wants after so many deadlines that a side missed in a row:
 * the game is lost for it, by an act that the referee signs.  A substitute is
 * a person; the referee is told that he can name one.
 */
static int
apply_charter(struct err *e, struct cli *c, struct history *h,
    const struct position *p)
{
	const struct charter_missed *m = &p->charter.missed;
	const struct node *missed = node_table_of(node_table_of(p->turn,
	    "trips"), "missed");
	struct node *acts = node_array(c->a), *act;
	struct submit_output out;
	struct submit_input in;
	long revision;
	int rc;

	for (int i = 0; i < p->charter.nsides; i++) {
		const char *name = p->charter.side[i].name;
		long n = (long)node_integer(missed, name, 0);

		if (m->substitute > 0 && n >= m->substitute)
			cli_note("%s: %s has missed %ld deadlines in a row; "
			    "`iacta referee --substitute %s=PUBKEY` names "
			    "somebody else", p->charter.game, name, n, name);
		if (m->forfeit == 0 || n < m->forfeit)
			continue;
		rc = inbox_next(e, c->a, h, p->n, name, &revision);
		if (rc != ERR_OK)
			return rc;
		if (revision > 1)	/* he came back */
			continue;
		act = node_add(c->a, acts, NULL, node_table(c->a));
		node_add_string(c->a, act, "do", "forfeit");
		node_add_string(c->a, act, "for", name);
	}
	if (acts->n == 0)
		return ERR_OK;
	rc = rulings_paper(e, c->a, h, acts, &in);
	return rc == ERR_OK ? submit(e, c->a, h, &in, &out) : rc;
}

/* Adjudicate as often as all have answered, or their time is up. */
static int
go_on(struct err *e, struct tick *t, struct cli *c, struct history *h,
    int64_t *next)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct position *p = arena_new(c->a, struct position, 1);
		struct adjudicated *out = arena_new(c->a, struct adjudicated,
		    1);
		struct wanted w;
		struct clock k;
		char id[41];
		int sent = 0, rc = position_head(e, c->a, h, id, p);

		if (rc == ERR_OK)
			rc = mail_players(e, c, h, p, id, t->from, &t->way,
			    &sent);
		t->sent += sent;
		if (rc != ERR_OK && rc != ERR_NOTHING)
			return rc;
		*next = 0;
		if (p->result != NULL)
			return ERR_OK;
		rc = find_wanted(e, t, c, h, p, &k, &w);
		if (rc == ERR_OK && p->n > 0)
			rc = apply_charter(e, c, h, p);
		if (rc != ERR_OK)
			return rc;
		rc = adjudicate(e, c->a, h, t->now >= w.deadline, out);
		if (rc == ERR_OK) {
			t->adjudicated++;
			continue;
		}
		if (rc != ERR_NOTHING)
			return rc;
		if (w.deadline == INT64_MAX)
			return ERR_OK;
		*next = w.remind < w.deadline ? w.remind : w.deadline;
		rc = tell_moved(e, t, c, h, p, &k, &w);
		return rc == ERR_OK ? remind(e, t, c, h, p, &k, &w) : rc;
	}
	*next = t->now;
	return ERR_OK;
}

/* Only one tick at a time does a game: the lock dies with its process. */
static int
one_game(struct err *e, struct tick *t, const char *dir)
{
	struct arena a = { 0 };
	struct cli c = *t->c;
	struct history *h = NULL;
	int64_t next = 0;
	int fd = -1, rc = ERR_OK;

	c.a = &a;
	if (is_due(t, &a, dir)) {
		rc = history_open(e, dir, &h);
		if (rc == ERR_OK) {
			const char *private;

			rc = history_private(e, h, &a, &private);
			if (rc == ERR_OK)
				fd = open(arena_printf(&a, "%s/tick.lock",
				    private), O_RDWR | O_CREAT | O_CLOEXEC,
				    0600);
		}
		if (rc == ERR_OK && fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) ==
		    0) {
			rc = go_on(e, t, &c, h, &next);
			if (rc == ERR_OK)
				rc = note_due(e, &a, dir, next);
		}
	}
	if (fd >= 0)
		close(fd);
	history_close(h);
	arena_free(&a);
	return rc;
}

bool
mail_is_game(struct arena *a, const char *dir)
{
	return file_exists(arena_printf(a, "%s/.git/HEAD", dir)) ||
	    file_exists(arena_printf(a, "%s/HEAD", dir));
}

int
mail_tick_run(struct err *e, struct cli *c)
{
	struct tick t = { .c = c, .now = (int64_t)time(NULL) };
	const char *games;
	char **names;
	size_t n;
	int rc = cmd_mail_way(e, c, true, &t.way, &t.from);

	if (rc == ERR_OK)
		rc = cli_need(e, c, "games", &games);
	if (rc == ERR_OK)
		rc = file_list(e, c->a, games, &names, &n);
	for (size_t i = 0; rc == ERR_OK && i < n; i++) {
		const char *dir = arena_printf(c->a, "%s/%s", games,
		    names[i]);
		struct err failed = { 0 };

		if (names[i][0] == '.' || !mail_is_game(c->a, dir))
			continue;
		t.games++;
		if (one_game(&failed, &t, dir) != ERR_OK) {
			t.failed++;
			cli_note("%s: %s", str_shown(c->a, names[i], 60),
			    failed.msg);
		}
	}
	if (rc == ERR_OK && (t.adjudicated > 0 || t.sent > 0 || t.failed > 0))
		cli_note("%d game%s: %d exchange%s adjudicated, %d message%s, "
		    "%d failed", t.games, t.games == 1 ? "" : "s",
		    t.adjudicated, t.adjudicated == 1 ? "" : "s", t.sent,
		    t.sent == 1 ? "" : "s", t.failed);
	if (rc == ERR_OK && t.failed > 0)
		rc = err_set(e, ERR_SYSTEM, "%d of %d games failed", t.failed,
		    t.games);
	return rc;
}
