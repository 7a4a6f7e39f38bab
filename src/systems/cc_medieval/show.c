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
unit_line(struct game *g, say_fn *say, struct str *out,
    const struct cc_unit *u)
{
	struct cc *s = cc_state(g);
	const struct cc_leader *l = cc_on_board(u) ? cc_attached(s, u) : NULL;

	str_addf(out, "  %-12s %-3s%s %d", u->id, cc_type_names[u->type],
	    u->bow ? "b" : " ", u->blocks);
	if (cc_on_board(u))
		str_addf(out, " %s", game_hex(g, u->hex));
	else
		str_addf(out, " %s", say(g, SAID_ALONE(u->status ==
		    CC_ELIMINATED ? "summary.lost" : u->status == CC_EXITED ?
		    "summary.left" : "summary.waits")));
	if (l != NULL)
		str_addf(out, " %s", l->id);
}

/* Those who stand with a unit are shown there. */
static void
leader_line(struct game *g, say_fn *say, struct str *out,
    const struct cc_leader *l)
{
	if (l->status == CC_RESERVE)
		str_addf(out, "  %s\n", say(g, SAID("summary.leader-waits",
		    fact_text("leader", l->id))));
	else if (cc_leader_on_board(l) &&
	    cc_unit_at(cc_state(g), l->hex) == NULL)
		str_addf(out, "  %s\n", say(g, SAID("summary.leader-alone",
		    fact_text("leader", l->id), fact_text("hex", game_hex(g,
		    l->hex)))));
}

#define LINE 72
#define COLUMN 39		/* where the second begins */
#define DECK 30			/* columns before the discards, at least */

/* What all may know of the cards: how many are left, and which lie open. */
static void
card_lines(struct game *g, say_fn *say, struct str *out)
{
	const struct cc *s = cc_state(g);
	int lying[CC_KIND_COUNT] = { 0 }, rest = s->ndiscard;
	const char *deck;
	size_t at;

	if (s->phase == CC_DEAL)
		return;
	for (int i = 0; i < s->ndiscard; i++)
		lying[cc_card_kind(cc_data(g), s->discard[i])]++;
	deck = say(g, SAID("summary.deck", fact_number("left", s->left)));
	str_add(out, deck);
	at = strlen(deck) > DECK ? strlen(deck) : DECK;
	for (int k = 0; k < CC_KIND_COUNT; k++) {
		const char *name = say(g, SAID("summary.discarded",
		    fact_text("kind", cc_kind_names[k]),
		    fact_number("count", lying[k])));
		size_t n = strlen(name) + 2;

		if (lying[k] == 0)
			continue;
		if (at + n > LINE) {
			str_add(out, "\n ");
			at = 1;
		}
		rest -= lying[k];
		str_addf(out, " %s%s", name, rest > 0 ? "," : ".");
		at += n;
	}
	if (s->ndiscard == 0)
		str_addf(out, " %s", say(g, SAID_ALONE("summary.none")));
	str_addc(out, '\n');
}

void
cc_summary(struct game *g, say_fn *say, struct str *out)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	for (int i = 0; i < d->nsides; i++) {
		const struct cc_side *x = &s->side[i];
		bool begun = false;

		str_addf(out, "%s\n", say(g, SAID("summary.side",
		    fact_text("title", d->title[i]), fact_text("side",
		    d->side[i]), fact_number("won", x->banners + x->held),
		    fact_number("goal", s->banners), fact_number("tokens",
		    x->tokens), fact_number("cards", x->cards),
		    fact_number("command", x->command))));
		for (int k = 0; k < s->nunits; k++) {
			struct str line = str_new(game_arena(g));

			if (s->unit[k].side != i)
				continue;
			unit_line(g, say, &line, &s->unit[k]);
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
				leader_line(g, say, out, &s->leader[k]);
	}
	card_lines(g, say, out);
}

struct said
cc_when(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	if (s->phase == CC_DEAL)
		return SAID_ALONE("when.deal");
	return said_keep(game_arena(g), SAID("when", fact_number("turn",
	    s->turn), fact_text("side", d->title[s->active]),
	    fact_text("phase", cc_phase_names[s->phase])));
}
