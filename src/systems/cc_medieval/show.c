/* show.c: Commands & Colors for people: the board in letters, lists */
#include "systems/cc_medieval/cc.h"

#include "base/str.h"

#include <ctype.h>
#include <string.h>

static const char *const sign[CC_TERRAIN_COUNT] = { ".", ":", "F", "^", "~",
    "=", "H", "C", "m", "#", "G" };

/* Six characters: type and blocks, * with a leader; or the terrain. */
static void
cell(struct str *out, const struct cc_data *d, struct cc *s, int hex)
{
	const struct cc_unit *u = cc_unit_at(s, hex);
	const struct cc_leader *l = cc_leader_at(s, hex);
	const char *t = sign[cc_terrain_at(d, s, hex)];
	char text[16] = "";
	size_t n = 0;

	if (*t != '.')
		text[n++] = *t;
	if (u != NULL) {
		for (const char *p = cc_type_names[u->type]; *p; p++)
			text[n++] = d->top[u->side] ? *p :
			    (char)tolower((unsigned char)*p);
		text[n++] = (char)('0' + u->blocks);
	}
	if (l != NULL)
		text[n++] = u ? '*' : d->top[l->side] ? 'L' : 'l';
	if (n == 0)
		text[n++] = '.';
	text[n] = '\0';
	str_addf(out, "%-6s", text);
}

static void
trim(struct str *out)
{
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	str_addc(out, '\n');
}

void
cc_ascii(struct game *g, struct str *out)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	for (int row = 11; row >= 1; row--) {
		int n = row % 2 ? 13 : 12;

		str_addf(out, "%02d %s", row, row % 2 ? "" : "   ");
		for (int col = 1; col <= n; col++)
			cell(out, d, s, hex_at(&d->map.grid, col, row));
		trim(out);
	}
	/* [board.sections, board.dotted-line-hexes] */
	str_addf(out, "   %-24s|%-23s|%s\n", "left (tan's right)",
	    "        centre", "     right (tan's left)");
	str_add(out, "   ");
	for (int col = 1; col <= 13; col++)
		str_addf(out, "%02d    ", col);
	trim(out);
	str_add(out, "Capitals are tan (top), small letters purple; the digit "
	    "is blocks, * a leader\nwith the unit, L or l a leader alone.  "
	    ": broken, F forest, ^ hill, ~ river,\n= ford, H bridge, C camp, "
	    "m marsh, # wall, G gate.  In odd rows the hexes\nabove a | belong "
	    "to both sections.\n");
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

void
cc_summary(struct game *g, struct str *out)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	for (int i = 0; i < d->nsides; i++) {
		const struct cc_side *x = &s->side[i];
		int n = 0;

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
			if (n++ % 2 == 0)
				str_addf(out, "%-39s", line.s);
			else
				str_addf(out, "%s\n", line.s);
		}
		if (n % 2)
			trim(out);
		for (int k = 0; k < s->nleaders; k++)
			if (s->leader[k].side == i)
				leader_line(g, out, &s->leader[k]);
	}
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
