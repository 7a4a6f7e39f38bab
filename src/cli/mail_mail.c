/* mail_mail.c: iacta mail: what each player needs, to sendmail or a Maildir */
#include "cli/mail_commands.h"

#include "base/file.h"
#include "base/str.h"
#include "cli/cmd_mail.h"
#include "cli/game.h"
#include "cli/page.h"
#include "cli/png.h"
#include "mail/outgoing.h"
#include "trust/clock.h"
#include "trust/rulings.h"
#include "trust/store.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PNG_MAX (4u << 20)
#define PNG_WIDEST 1600	/* what a mail carries */

struct mailing {
	struct cli *c;
	struct history *h;
	struct position *p;
	const char *id;
	const uint8_t *secret;
	const char *from;
	struct mail_way way;
	int sent;
	/* made once for all who get this turn: the map, and the page of what
	 * happened since turn `since` */
	struct mail_attachment map, page;
	long since;
};

/* The commit's map as a picture; without librsvg it is attached as SVG. */
static void
make_map(struct mailing *m)
{
	struct cli *c = m->c;
	const char *svg = NULL;
	size_t n = 0;
	char path[] = "/tmp/iacta-map-XXXXXX";
	struct err ignored = { 0 };
	char *data;
	size_t len;
	long width;
	int fd;

	if (history_read(&ignored, m->h, c->a, m->id, "map.svg", &svg, &n) !=
	    ERR_OK || svg == NULL)
		return;
	fd = mkstemp(path);
	if (fd < 0)
		return;
	close(fd);
	width = png_natural_width(arena_strndup(c->a, svg, n));
	if (png_write(&ignored, c->a, svg, n, width > 0 && width < PNG_WIDEST ?
	    width : PNG_WIDEST, path) ==
	    ERR_OK && file_read(&ignored, c->a, path, PNG_MAX, &data, &len) ==
	    ERR_OK && len > 0)
		m->map = (struct mail_attachment){ "map.png", "image/png",
		    data, len, "map" };
	else
		m->map = (struct mail_attachment){ "map.svg",
		    "image/svg+xml", svg, n, NULL };
	unlink(path);
}

/* The replay page of what the message tells: public, like the report. */
static int
make_page(struct err *e, struct mailing *m, long since)
{
	struct arena *a = m->c->a;
	struct position *p = arena_new(a, struct position, 1);
	struct report_context x;
	struct str page = str_new(a);
	char id[41];
	int rc = position_at(e, a, m->h, -1, id, p);

	if (rc == ERR_OK)
		rc = retell(e, a, m->h, id, p, since, &x);
	x.brief = true;
	if (rc == ERR_OK)
		rc = page_make(e, m->c, m->h, p, &x, &page);
	if (rc == ERR_OK)
		m->page = (struct mail_attachment){ arena_printf(a,
		    "%s-%ld.html", p->charter.game, p->n), "text/html",
		    page.s, page.len, NULL };
	m->since = since;
	return rc;
}

/* To a side or a spectator, unless the note of that name says that he has had
 * this turn's. */
static int
write_to(struct err *e, struct mailing *m, int side, const char *to,
    const char *note)
{
	struct arena *a = m->c->a;
	struct mail mail = { .from = m->from, .to = to,
	    .date = (int64_t)time(NULL) };
	long mailed, since;
	int rc = outgoing_mailed(e, a, m->h, note, &mailed);

	if (rc != ERR_OK)
		return rc;
	if (mailed >= m->p->n && !(cli_knows(m->c, "again") &&
	    cli_given(m->c, "again")))
		return ERR_OK;
	since = mailed >= 0 && mailed < m->p->n ? mailed : m->p->n - 1;
	rc = outgoing_turn(e, a, m->h, m->id, side, since, m->secret, &mail);
	if (rc != ERR_OK)
		return rc;
	if (m->map.name == NULL)
		make_map(m);
	if (m->map.name != NULL)
		mail.attach[mail.nattach++] = m->map;
	if (m->p->n > 0) {
		if (m->page.name == NULL || m->since != since)
			rc = make_page(e, m, since);
		if (rc != ERR_OK)
			return rc;
		mail.attach[mail.nattach++] = m->page;
	}
	rc = mail_send(e, a, &mail, &m->way);
	if (rc == ERR_OK)
		rc = outgoing_note(e, a, m->h, note, m->p->n);
	m->sent += rc == ERR_OK;
	return rc;
}

/* How long until then, from now on. */
static const char *
time_left(struct arena *a, int64_t deadline)
{
	int64_t left = deadline - (int64_t)time(NULL);

	return deadline == 0 || left <= 0 ? NULL : clock_words(a, left);
}

int
mail_remind(struct err *e, struct cli *c, struct history *h,
    struct position *p, int side, const struct clock *k, bool moved,
    const char *from, const struct mail_way *way, bool *sent)
{
	struct mail mail = { .from = from, .to = p->charter.side[side].mail,
	    .date = (int64_t)time(NULL) };
	int64_t deadline = k->side[side].deadline;
	bool there;
	int rc = cli_has_sent(e, c, h, p, side, &there);

	*sent = false;
	if (rc != ERR_OK || there || !position_asked(p, side) ||
	    mail.to == NULL)
		return rc;
	rc = outgoing_reminder(e, c->a, p, side, time_left(c->a, deadline),
	    deadline ? clock_moment(c->a, deadline) : NULL, moved, &mail);
	if (rc == ERR_OK)
		rc = mail_send(e, c->a, &mail, way);
	*sent = rc == ERR_OK;
	return rc;
}

int
mail_players(struct err *e, struct cli *c, struct history *h,
    struct position *p, const char *id, const char *from,
    const struct mail_way *way, int *sent)
{
	struct mailing m = { .c = c, .h = h, .p = p, .id = id, .from = from,
	    .way = *way };
	const char *only = cli_knows(c, "side") ? cli_value(c, "side") : NULL;
	uint8_t secret[32];
	bool any = false;
	int rc;

	rc = store_secret(e, c->a, p->charter.game, secret);
	m.secret = secret;
	for (int i = 0; i < p->charter.nsides && rc == ERR_OK; i++) {
		const struct charter_side *s = &p->charter.side[i];

		if (s->bot || s->mail == NULL || (only != NULL &&
		    strcmp(only, s->name) != 0))
			continue;
		any = true;
		rc = write_to(e, &m, i, s->mail, s->name);
	}
	m.secret = NULL;
	sodium_memzero(secret, sizeof secret);
	for (int i = 0; i < p->charter.nspectators && rc == ERR_OK &&
	    only == NULL; i++) {
		any = true;	/* no side's name begins with a digit */
		rc = write_to(e, &m, OUTGOING_SPECTATOR,
		    p->charter.spectator[i], arena_printf(c->a,
		    "%d.spectator", i));
	}
	*sent = m.sent;
	if (rc == ERR_OK && !any)
		rc = err_set(e, ERR_NOTHING, "%s: the charter has no address "
		    "to write to (`iacta new --side NAME=KEY,ADDRESS`)",
		    p->charter.game);
	return rc;
}

static int
remind_all(struct err *e, struct cli *c, struct history *h,
    struct position *p, const char *from, const struct mail_way *way,
    int *sent)
{
	struct node *terms = NULL;
	struct clock k;
	int rc = rulings_terms(e, c->a, h, p, &terms);

	if (rc == ERR_OK)
		rc = clock_read(e, c->a, h, p, terms, &k);
	for (int i = 0; i < p->charter.nsides && rc == ERR_OK; i++) {
		bool one;

		rc = mail_remind(e, c, h, p, i, &k, false, from, way, &one);
		*sent += one;
	}
	return rc;
}

int
mail_mail_run(struct err *e, struct cli *c)
{
	struct position *p = arena_new(c->a, struct position, 1);
	struct history *h = NULL;
	struct mail_way way;
	const char *from;
	char id[41];
	int sent = 0, rc = cmd_mail_way(e, c, true, &way, &from);

	if (rc == ERR_OK && cli_given(c, "digest") != cli_given(c, "games"))
		rc = err_set(e, ERR_USAGE, "mail: --digest and --games go "
		    "together");
	if (rc == ERR_OK && cli_given(c, "digest"))
		return mail_digest(e, c, from, &way);
	if (rc == ERR_OK)
		rc = cli_open_at(e, c, cli_dir(c), -1, &h, id, p);
	if (rc == ERR_OK)
		rc = cli_given(c, "remind") ? remind_all(e, c, h, p, from,
		    &way, &sent) : mail_players(e, c, h, p, id, from, &way,
		    &sent);
	if (rc == ERR_OK)
		cli_note("%s: turn %ld: %d message%s", p->charter.game, p->n,
		    sent, sent == 1 ? "" : "s");
	history_close(h);
	return rc;
}
