/* mail_mail.c: iacta mail: what each player needs, to sendmail or a Maildir */
#include "cli/mail_commands.h"

#include "base/file.h"
#include "base/str.h"
#include "cli/cmd_mail.h"
#include "cli/game.h"
#include "cli/png.h"
#include "mail/outgoing.h"
#include "trust/store.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PNG_MAX (4u << 20)
#define PNG_WIDTH 1000

struct mailing {
	struct cli *c;
	struct history *h;
	struct position *p;
	const char *id;
	const uint8_t *secret;
	const char *from;
	struct mail_way way;
	int sent;
};

/* The commit's map as a picture; without librsvg it is attached as SVG. */
static void
add_map(struct mailing *m, struct mail *mail)
{
	struct cli *c = m->c;
	const struct history_file *f = position_file(m->p->files,
	    m->p->nfiles, "map.svg");
	char path[] = "/tmp/iacta-map-XXXXXX";
	struct err ignored = { 0 };
	char *data;
	size_t len;
	int fd;

	if (f == NULL)
		return;
	fd = mkstemp(path);
	if (fd < 0)
		return;
	close(fd);
	if (png_write(&ignored, c->a, f->data, f->len, PNG_WIDTH, path) ==
	    ERR_OK && file_read(&ignored, c->a, path, PNG_MAX, &data, &len) ==
	    ERR_OK && len > 0)
		mail->attach[mail->nattach++] = (struct mail_attachment){
		    "map.png", "image/png", data, len, "map" };
	else
		mail->attach[mail->nattach++] = (struct mail_attachment){
		    "map.svg", "image/svg+xml", f->data, f->len, NULL };
	unlink(path);
}

static int
write_to(struct err *e, struct mailing *m, int side)
{
	const struct charter_side *s = &m->p->charter.side[side];
	struct arena *a = m->c->a;
	struct mail mail = { .from = m->from, .to = s->mail,
	    .date = (int64_t)time(NULL) };
	long mailed, since;
	int rc = outgoing_mailed(e, a, m->h, s->name, &mailed);

	if (rc != ERR_OK)
		return rc;
	if (mailed >= m->p->n && !(cli_knows(m->c, "again") &&
	    cli_given(m->c, "again")))
		return ERR_OK;
	since = mailed >= 0 && mailed < m->p->n ? mailed : m->p->n - 1;
	rc = outgoing_turn(e, a, m->h, m->id, side, since, m->secret, &mail);
	if (rc != ERR_OK)
		return rc;
	add_map(m, &mail);
	rc = mail_send(e, a, &mail, &m->way);
	if (rc == ERR_OK)
		rc = outgoing_note(e, a, m->h, s->name, m->p->n);
	m->sent += rc == ERR_OK;
	return rc;
}

/* Who is asked and has sent nothing yet. */
static int
remind(struct err *e, struct mailing *m, int side)
{
	const struct charter_side *s = &m->p->charter.side[side];
	struct mail mail = { .from = m->from, .to = s->mail,
	    .date = (int64_t)time(NULL) };
	bool there;
	int rc = cli_has_sent(e, m->c, m->h, m->p, side, &there);

	if (rc != ERR_OK || there || !position_asked(m->p, side))
		return rc;
	rc = outgoing_reminder(e, m->c->a, m->p, side, NULL, &mail);
	if (rc == ERR_OK)
		rc = mail_send(e, m->c->a, &mail, &m->way);
	m->sent += rc == ERR_OK;
	return rc;
}

int
mail_players(struct err *e, struct cli *c, struct history *h,
    struct position *p, const char *id, const char *from,
    const struct mail_way *way, bool reminder, int *sent)
{
	struct mailing m = { .c = c, .h = h, .p = p, .id = id, .from = from,
	    .way = *way };
	const char *only = reminder || !cli_knows(c, "side") ? NULL :
	    cli_value(c, "side");
	uint8_t secret[32];
	bool any = false;
	int rc = ERR_OK;

	if (game_has_hands(&p->game)) {
		rc = store_secret(e, c->a, p->charter.game, secret);
		m.secret = secret;
	}
	for (int i = 0; i < p->charter.nsides && rc == ERR_OK; i++) {
		const struct charter_side *s = &p->charter.side[i];

		if (s->bot || s->mail == NULL || (only != NULL &&
		    strcmp(only, s->name) != 0))
			continue;
		any = true;
		rc = reminder ? remind(e, &m, i) : write_to(e, &m, i);
	}
	sodium_memzero(secret, sizeof secret);
	*sent = m.sent;
	if (rc == ERR_OK && !any)
		rc = err_set(e, ERR_NOTHING, "%s: the charter has no address "
		    "to write to (`iacta new --side NAME=KEY,ADDRESS`)",
		    p->charter.game);
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

	if (rc == ERR_OK)
		rc = cli_open_at(e, c, cli_dir(c), -1, &h, id, p);
	if (rc == ERR_OK)
		rc = mail_players(e, c, h, p, id, from, &way, cli_given(c,
		    "remind"), &sent);
	if (rc == ERR_OK)
		cli_note("%s: turn %ld: %d message%s", p->charter.game, p->n,
		    sent, sent == 1 ? "" : "s");
	history_close(h);
	return rc;
}
