/* outgoing.c: the mail that a player gets after an adjudication */
#include "mail/outgoing.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "desk/home.h"
#include "desk/sheet.h"
#include "desk/tell.h"
#include "show/layout.h"
#include "show/names.h"
#include "show/phrase.h"
#include "show/report.h"
#include "trust/hash.h"
#include "trust/history.h"
#include "trust/past.h"
#include "trust/retell.h"

#include <stdlib.h>
#include <string.h>

#define HELD 64

/* One thread for each game, whose root nobody has sent. */
static void
set_ids(struct arena *a, const struct position *p, int side, const char *kind,
    struct mail *m)
{
	char sha[HASH_HEX];	/* of a spectator's address, who has no name */

	hash_sha256_hex(sha, m->to, strlen(m->to));
	m->id = arena_printf(a, "%s.%ld.%s.%s%.12s@iacta.invalid",
	    p->charter.game, p->n, side == OUTGOING_SPECTATOR ?
	    arena_printf(a, "0.%.8s", sha) : p->charter.side[side].name, kind,
	    p->charter_sha);
	m->references = arena_printf(a, "<%s.%.12s@iacta.invalid>",
	    p->charter.game, p->charter_sha);
	m->automatic = "auto-generated";
	m->game = p->charter.game;
}

int
outgoing_hand(struct err *e, struct arena *a, const struct position *p, int side,
    const uint8_t *secret, struct node **out)
{
	struct position *open = arena_new(a, struct position, 1);
	const char *ids[HELD];
	const struct game *g;
	int n, rc;

	*out = NULL;
	if (secret == NULL || side < 0 || !game_has_hands(&p->game))
		return ERR_OK;
	rc = position_load(e, a, p->files, p->nfiles, open);
	if (rc == ERR_OK)
		rc = position_unseal(e, a, open, secret);
	if (rc != ERR_OK)
		return rc;
	g = &open->game;
	n = g->sys->hand(g->data, g->saved, side, ids, HELD);
	*out = node_array(a);
	for (int i = 0; i < n && i < HELD; i++)
		if (ids[i] != NULL)
			node_add(a, *out, NULL, node_string(a, ids[i]));
	return ERR_OK;
}

/* The sheet that this side would get with its own key. */
static int
add_sheet(struct err *e, struct arena *a, struct history *h,
    struct position *p, int side, struct node *hand, struct node *facts)
{
	struct home home;
	/* without a nonce: that is for who signs */
	struct sheet_head head = { p->charter.game, p->turn_sha, NULL, 1,
	    false };
	struct str sheet = str_new(a);
	int rc = ERR_OK;

	if (hand != NULL) {
		rc = position_hold(e, a, p, side, hand);
		if (rc == ERR_OK) {
			node_add_string(a, facts, "hand", game_hand_name(
			    &p->game));
			node_add(a, facts, "holds", node_copy(a, hand));
		}
	}
	if (rc != ERR_OK || p->n == 0 || p->result != NULL ||
	    !position_asked(p, side))
		return rc;
	rc = home_open(e, a, h, p, side, NULL, &home);
	if (rc != ERR_OK)
		return rc;
	home.desk.hand = hand;
	sheet_write(&home.desk, &head, false, false, &sheet);
	node_add_string(a, facts, "sheet", sheet.s);
	return ERR_OK;
}

/* What stands of the side's orders and doctrine, which the referee can open,
 * in words. */
static int
add_standing(struct err *e, struct arena *a, struct history *h,
    const struct position *p, int side, const uint8_t *secret,
    struct node *facts)
{
	struct position *open = arena_new(a, struct position, 1);
	struct past past = { .h = h, .referee = &p->charter.referee_key };
	struct exchange_past reader = past_of(&past);
	struct desk desk = { .a = a, .game = &open->game, .rules = &open->rules,
	    .side = side, .n = p->n };
	struct str s = str_new(a);
	bool unknown;
	int rc;

	if (secret == NULL || p->n == 0 || p->result != NULL)
		return ERR_OK;
	rc = position_load(e, a, p->files, p->nfiles, open);
	if (rc == ERR_OK)
		rc = exchange_players(e, a, open, &reader, secret, NULL, 0,
		    &unknown);
	if (rc != ERR_OK)
		return rc;
	tell_standing(&desk, &s);
	node_add_string(a, facts, "standing", s.s);
	return ERR_OK;
}

static int
fill(struct err *e, struct arena *a, const char *layout,
    const struct node *facts, enum escape_format f, const char **out)
{
	struct str s = str_new(a);
	int rc = layout_fill(e, &s, layout, layout_own(layout), facts, f);

	*out = s.s;
	return rc;
}

int
outgoing_turn(struct err *e, struct arena *a, struct history *h,
    const char *id, int side, long since, const uint8_t *secret,
    struct mail *out)
{
	struct position *p = arena_new(a, struct position, 1);
	struct report_context c;
	struct node *facts, *hand;
	bool asked;
	char at[41];
	int rc = position_at(e, a, h, -1, at, p);

	if (rc == ERR_OK)
		rc = retell(e, a, h, id, p, p->n > 0 ? since : -1, &c);
	if (rc == ERR_OK)
		rc = outgoing_hand(e, a, p, side, secret, &hand);
	if (rc != ERR_OK)
		return rc;
	facts = report_facts(a, &p->game, &c);
	if (side == OUTGOING_SPECTATOR) {
		node_add_bool(a, facts, "watching", true);
	} else {
		asked = position_asked(p, side);
		node_add_string(a, facts, "you", names_side(names_new(a,
		    p->turn, &p->rules), p->charter.side[side].name));
		node_add_string(a, facts, "your_side",
		    p->charter.side[side].name);
		node_add_bool(a, facts, "asked", asked);
		node_add_bool(a, facts, "accepts", p->n == 0 && asked);
		rc = add_standing(e, a, h, p, side, secret, facts);
		if (rc == ERR_OK)
			rc = add_sheet(e, a, h, p, side, hand, facts);
	}
	if (rc == ERR_OK)
		rc = fill(e, a, "mail-turn.txt", facts, ESCAPE_TEXT,
		    &out->text);
	if (rc == ERR_OK)
		rc = fill(e, a, "mail-turn.html", facts, ESCAPE_HTML,
		    &out->html);
	if (side == OUTGOING_SPECTATOR)
		node_add_bool(a, facts, "asked", false);
	out->subject = phrase_own_filled(a, "subject", p->result != NULL ?
	    "over" : "turn", facts);
	set_ids(a, p, side, "", out);
	return rc;
}

int
outgoing_reminder(struct err *e, struct arena *a, const struct position *p,
    int side, const char *left, const char *by, bool moved, struct mail *out)
{
	struct node *facts = node_table(a);

	node_add_string(a, facts, "game", p->charter.game);
	node_add_int(a, facts, "exchange", p->n);
	node_add_string(a, facts, "you", names_side(names_new(a, p->turn,
	    &p->rules), p->charter.side[side].name));
	if (left != NULL)
		node_add_string(a, facts, "left", left);
	if (by != NULL)
		node_add_string(a, facts, "by", by);
	node_add_bool(a, facts, "moved", moved);
	out->subject = phrase_own_filled(a, "subject", "remind", facts);
	set_ids(a, p, side, arena_printf(a, "%s.%lld.", moved ? "moved" :
	    "remind", (long long)out->date), out);
	return fill(e, a, "mail-remind.txt", facts, ESCAPE_TEXT, &out->text);
}

/* ------------------------------------------------------------------- notes */

static int
note_path(struct err *e, struct arena *a, struct history *h, const char *side,
    const char **out)
{
	const char *dir;
	int rc = history_private(e, h, a, &dir);

	if (rc != ERR_OK)
		return rc;
	dir = arena_printf(a, "%s/mailed", dir);
	*out = arena_printf(a, "%s/%s", dir, side);
	return file_mkdirs(e, dir, 0700);
}

int
outgoing_mailed(struct err *e, struct arena *a, struct history *h,
    const char *side, long *n)
{
	const char *path;
	char *s;
	size_t len;
	int rc = note_path(e, a, h, side, &path);

	*n = -1;
	if (rc != ERR_OK || !file_exists(path))
		return rc;
	rc = file_read(e, a, path, 100, &s, &len);
	if (rc == ERR_OK)
		*n = strtol(s, NULL, 10);
	return rc;
}

int
outgoing_note(struct err *e, struct arena *a, struct history *h,
    const char *side, long n)
{
	const char *path, *s = arena_printf(a, "%ld\n", n);
	int rc = note_path(e, a, h, side, &path);

	return rc == ERR_OK ? file_write(e, path, s, strlen(s), 0600) : rc;
}
