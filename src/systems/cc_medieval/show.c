/* show.c: Commands & Colors for people: lists */
#include "systems/cc_medieval/cc.h"

#include "base/str.h"

#include <string.h>

static void
trim(struct str *out)
{
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	str_addc(out, '\n');
}

static void
unit_line(struct game *g, struct str *out, const struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	const struct cc_leader *l = cc_on_board(u) ? cc_attached(s, u) : NULL;

	str_addf(out, "  %-12s %-3s%s %d", u->id, cc_type_names[u->type],
	    u->bow ? "b" : " ", u->blocks);
	if (cc_on_board(u))
		str_addf(out, " %s", game_hex(g, u->hex));
	else
		str_addf(out, " %s", u->status == CC_ELIMINATED ? "lost" :
		    u->status == CC_EXITED ? "left" : "waits");
	if (l != NULL)
		str_addf(out, " %s", l->id);
}

/* Those who stand with a unit are shown there. */
static void
leader_line(struct game *g, struct str *out, const struct cc_leader *l)
{
	if (l->status == CC_RESERVE)
		str_addf(out, "  %s waits\n", l->id);
	else if (cc_leader_on_board(l) &&
	    cc_unit_at(cc_state(g), l->hex) == NULL)
		str_addf(out, "  %s alone in %s\n", l->id, game_hex(g,
		    l->hex));
}

#define LINE 72
#define COLUMN 39		/* where the second begins */

/* What all may know of the cards: how many are left, and which lie open. */
static void
card_lines(const struct cc *s, struct str *out)
{
	size_t at;

	if (s->phase == CC_DEAL)
		return;
	str_addf(out, "The deck: %d card%s; discarded:", s->left,
	    s->left == 1 ? "" : "s");
	at = strlen("The deck: 65 cards; discarded:");
	for (int i = 0; i < s->ndiscard; i++) {
		size_t n = strlen(s->discard[i]) + 2;

		if (at + n > LINE) {
			str_add(out, "\n ");
			at = 1;
		}
		str_addf(out, " %s%s", s->discard[i], i + 1 < s->ndiscard ?
		    "," : ".");
		at += n;
	}
	str_add(out, s->ndiscard == 0 ? " none.\n" : "\n");
}

void
cc_summary(struct game *g, struct str *out)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	for (int i = 0; i < d->nsides; i++) {
		const struct cc_side *x = &s->side[i];
		bool begun = false;

		str_addf(out, "%s (%s): %d of %d banners, %d token%s, %d "
		    "card%s, command %d.\n", d->title[i], d->side[i],
		    x->banners + x->held, s->banners, x->tokens,
		    x->tokens == 1 ? "" : "s", x->cards,
		    x->cards == 1 ? "" : "s", x->command);
		for (int k = 0; k < s->nunits; k++) {
			struct str line = str_new(game_arena(g));

			if (s->unit[k].side != i)
				continue;
			unit_line(g, &line, &s->unit[k]);
			if (begun && COLUMN + line.len > LINE) {
				trim(out);
				begun = false;
			}
			if (begun || line.len >= COLUMN) {
				str_addf(out, "%s\n", line.s);
				begun = false;
				continue;
			}
			begun = true;
			str_addf(out, "%-*s", COLUMN, line.s);
		}
		if (begun)
			trim(out);
		for (int k = 0; k < s->nleaders; k++)
			if (s->leader[k].side == i)
				leader_line(g, out, &s->leader[k]);
	}
	card_lines(s, out);
}

void
cc_when(struct game *g, struct str *out)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	if (s->phase == CC_DEAL)
		str_add(out, "before the deal");
	else
		str_addf(out, "player turn %d, %s: %s", s->turn,
		    d->title[s->active], cc_phase_names[s->phase]);
}
