/* mail_digest.c: one message to each who plays in several games */
#include "cli/mail_commands.h"

#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "cli/cmd_mail.h"
#include "cli/game.h"
#include "mail/write.h"
#include "show/layout.h"
#include "show/names.h"
#include "show/phrase.h"
#include "show/picture.h"
#include "trust/clock.h"
#include "trust/hash.h"
#include "trust/rulings.h"

#include <string.h>
#include <time.h>

#define SEVERAL 2

/* mine = [{ game, exchange, you, when, by, left }] that wait for this address,
 * others = those that wait for somebody else: both by address. */
struct digest {
	struct cli *c;
	struct node *people;	/* address = { mine = [], others = [] } */
	int64_t now;
};

static struct node *
entry_of(struct digest *d, const char *address, const char *list)
{
	struct arena *a = d->c->a;
	struct node *who = (struct node *)(uintptr_t)node_get(d->people,
	    address);

	if (who == NULL) {
		who = node_add_table(a, d->people, address);
		node_add_array(a, who, "mine");
		node_add_array(a, who, "others");
	}
	return node_add(a, (struct node *)(uintptr_t)node_get(who, list),
	    NULL, node_table(a));
}

/* Only what stands in every clone, and to each the games that he plays. */
static int
add_game(struct err *e, struct digest *d, struct history *h,
    struct position *p)
{
	struct arena *a = d->c->a;
	struct names *names = names_new(a, p->turn, &p->rules);
	const char *when = picture_board(&p->game, &p->rules.tree)->when;
	struct node *terms = NULL;
	struct clock k;
	int rc = rulings_terms(e, a, h, p, &terms);

	if (rc == ERR_OK)
		rc = clock_read(e, a, h, p, terms, &k);
	for (int i = 0; i < p->charter.nsides && rc == ERR_OK; i++) {
		const struct charter_side *s = &p->charter.side[i];
		bool sent = true;
		struct node *t;

		if (s->bot || s->mail == NULL)
			continue;
		if (position_asked(p, i))
			rc = cli_has_sent(e, d->c, h, p, i, &sent);
		if (rc != ERR_OK)
			return rc;
		t = entry_of(d, s->mail, sent ? "others" : "mine");
		node_add_string(a, t, "game", p->charter.game);
		node_add_int(a, t, "exchange", p->n);
		node_add_string(a, t, "you", names_side(names, s->name));
		if (when != NULL)
			node_add_string(a, t, "when", when);
		if (!sent && k.side[i].deadline != 0)
			node_add_string(a, t, "by", clock_moment(a,
			    k.side[i].deadline));
		if (!sent && k.side[i].deadline > d->now)
			node_add_string(a, t, "left", clock_words(a,
			    k.side[i].deadline - d->now));
	}
	return rc;
}

static int
send_to(struct err *e, struct digest *d, const char *from,
    const struct mail_way *way, const struct node *who, bool *sent)
{
	struct arena *a = d->c->a;
	const struct node *mine = node_array_of(who, "mine");
	size_t n = mine->n + node_array_of(who, "others")->n;
	struct str text = str_new(a);
	struct node *facts = node_copy(a, who);
	char sha[HASH_HEX];
	struct mail m = { .from = from, .to = who->key, .date = d->now,
	    .automatic = "auto-generated" };
	int rc;

	*sent = false;
	if (n < SEVERAL)
		return ERR_OK;
	node_add_int(a, facts, "games", (int64_t)n);
	rc = layout_fill(e, &text, "mail-digest.txt", layout_own(
	    "mail-digest.txt"), facts, ESCAPE_TEXT);
	if (rc != ERR_OK)
		return rc;
	hash_sha256_hex(sha, who->key, strlen(who->key));
	m.text = text.s;
	m.subject = phrase_own_filled(a, "subject", "digest", facts);
	m.id = arena_printf(a, "digest.%lld.%.16s@iacta.invalid",
	    (long long)d->now, sha);
	rc = mail_send(e, a, &m, way);
	*sent = rc == ERR_OK;
	return rc;
}

int
mail_digest(struct err *e, struct cli *c, const char *from,
    const struct mail_way *way)
{
	struct digest d = { c, node_table(c->a), (int64_t)time(NULL) };
	const char *games = cli_value(c, "games");
	char **names;
	size_t n;
	int sent = 0, rc = file_list(e, c->a, games, &names, &n);

	for (size_t i = 0; rc == ERR_OK && i < n; i++) {
		const char *dir = arena_printf(c->a, "%s/%s", games,
		    names[i]);
		struct position *p = arena_new(c->a, struct position, 1);
		struct history *h = NULL;

		if (names[i][0] == '.' || !mail_is_game(c->a, dir))
			continue;
		rc = cli_open(e, c, dir, &h, p);
		if (rc == ERR_OK && p->result == NULL)
			rc = add_game(e, &d, h, p);
		history_close(h);
	}
	for (const struct node *x = d.people->child; x && rc == ERR_OK;
	    x = x->next) {
		bool one;

		rc = send_to(e, &d, from, way, x, &one);
		sent += one;
	}
	if (rc == ERR_OK)
		cli_note("%d digest%s", sent, sent == 1 ? "" : "s");
	return rc;
}
