/* svg_legend.c: a picture's title, the sides, and what its signs mean */
#include "show/svg_draw.h"

#include "base/node.h"
#include "show/phrase.h"
#include "show/say.h"

#include <string.h>

/* What is around the map grows with it, so that it can be read when a large
 * map is made small: from here on 0,0 is at x,y and lengths are scaled. */
static void
begin_scaled(struct svg *s, int x, int y)
{
	svg_put(s, "<g transform=\"translate($ $)@\">", x, y, s->scale == 20 ?
	    " scale(2)" : s->scale == 15 ? " scale(1.5)" : "");
}

/* The frame's width in such lengths. */
static int
scaled_width(const struct svg *s)
{
	return s->width * 10 / s->scale;
}

static void
swatch(struct svg *s, int side)
{
	const struct svg_ink *k = &s->ink[side];

	svg_put(s, "<path fill=\"@\" stroke=\"@\" d=\"@\"/>", k->fill, k->line,
	    k->light ? "M4 0h16l4 4v12l-4 4h-16l-4-4v-12z" :
	    "M0 0h24v20h-24z");
}

/* Banners: those that are won filled, those that are wanted empty. */
static void
pennants(struct svg *s, const struct board_side *b, const struct svg_ink *k,
    int right, int y)
{
	int n = b->goal > b->won ? b->goal : b->won;

	for (int i = 0; i < n && i < 12; i++)
		svg_put(s, "<path fill=\"@\" stroke=\"@\"@ d=\"M$ $v18m0-17l15 "
		    "5-15 5z\"/>", i < b->won ? k->fill : "none", i < b->won ?
		    k->line : s->c->muted, i < b->won ? "" :
		    " stroke-dasharray=\"2 2\"", right - 20 * (n - i), y);
}

static void
side_line(struct svg *s, int i, int y)
{
	const struct board_side *b = &s->b->side[i];
	int right = scaled_width(s);
	int room = b->goal > 0 ? 20 * (b->goal > b->won ? b->goal : b->won) +
	    12 : 0;

	begin_scaled(s, s->left, y);
	swatch(s, i);
	svg_put(s, "<text x=\"$\" y=\"$\" font-family=\"DejaVu Serif,Georgia,"
	    "serif\" font-weight=\"bold\" font-size=\"15\" fill=\"@\">^</text>"
	    "<text x=\"$\" y=\"$\" text-anchor=\"end\" fill=\"@\">^</text>\n",
	    32, 15, s->c->ink, b->title, right - room, 14, s->c->muted,
	    say_board(s->b, b->status));
	if (b->goal > 0)
		pennants(s, b, &s->ink[i], right, 1);
	svg_put(s, "</g>\n");
}

void
svg_header(struct svg *s)
{
	const struct board *b = s->b;
	/* the side whose home is the upper edge stands above the map */
	int above = b->nsides > 1 && b->side[s->o->flip ? 0 : 1].home != 2 ? 1 :
	    0;

	for (int i = 0; i < b->nsides && i < 2; i++)
		if (b->side[i].home == (s->o->flip ? 2 : 0))
			above = i;
	begin_scaled(s, s->left, 0);
	svg_put(s, "<text y=\"32\" font-family=\"DejaVu Serif,Georgia,"
	    "serif\" font-weight=\"bold\" font-size=\"26\" fill=\"@\">^<tspan "
	    "dx=\"14\" font-weight=\"normal\" font-style=\"italic\" "
	    "font-size=\"15\">^</tspan></text>\n", s->c->ink,
	    b->title ? b->title : "", b->system ? b->system : "");
	svg_put(s, "<text y=\"50\" fill=\"@\">^@^</text></g>\n", s->c->muted,
	    b->when ? b->when : "", b->when && s->o->note ?
	    " · " : "", s->o->note ? s->o->note : "");
	if (b->nsides < 2)
		return;
	side_line(s, above, s->top - 8 - 2 * s->scale);
	side_line(s, 1 - above, s->top + s->height + 9);
}

/* ----------------------------------------------------------------- legend */

/* Items flow from left to right; text widths are estimated generously. */
struct flow {
	struct svg *s;		/* ->out NULL: only measured */
	int x, y;
	bool draw;
};

#define ROW 46

static void
place(struct flow *f, const char *name, int glyph)
{
	int need = glyph + (int)strlen(name) * 13 / 2 + 22;

	if (f->x > 0 && f->x + need > scaled_width(f->s)) {
		f->x = 0;
		f->y += ROW;
	}
	if (f->draw)
		svg_put(f->s, "<text x=\"$\" y=\"$\">^</text><g transform=\""
		    "translate($ $)\">", f->x + glyph + 4, f->y + 4, name,
		    f->x + glyph / 2, f->y);
	f->x += need;
}

static void
end_item(struct flow *f)
{
	if (f->draw)
		svg_put(f->s, "</g>\n");
}

static void
symbols(struct flow *f)
{
	struct svg *s = f->s;

	for (int x = 0; x < BOARD_SYMBOL_COUNT; x++)
		for (int i = 0; i < s->b->npieces; i++) {
			const struct board_piece *p = &s->b->piece[i];

			if ((int)p->symbol != x || p->where != BOARD_ON_MAP ||
			    !svg_in_window(s, p->hex))
				continue;
			place(f, say_name(s->b, board_symbol_code(
			    (enum board_symbol)x)), 50);
			if (f->draw)
				svg_plate(s, p->side, p->symbol);
			end_item(f);
			break;
		}
	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];

		if (!(p->state & BOARD_DOUBLED) || p->where != BOARD_ON_MAP ||
		    !svg_in_window(s, p->hex))
			continue;
		place(f, phrase_own("legend", "doubled"), 50);
		if (f->draw)
			svg_plate_of(s, p);
		end_item(f);
		break;
	}
}

/* The strips behind the ratings, each with the nation that has it. */
static void
nations(struct flow *f)
{
	struct svg *s = f->s;
	bool made[GAME_SIDES][4] = { { false } };

	for (int i = 0; i < s->b->npieces; i++) {
		const struct board_piece *p = &s->b->piece[i];
		struct board_piece q = *p;
		struct node *t = node_table(s->b->arena);

		if (p->nation == NULL || made[p->side][p->band & 3] ||
		    !svg_is_drawn(s, p))
			continue;
		made[p->side][p->band & 3] = true;
		node_add_string(s->b->arena, t, "nation", p->nation);
		place(f, phrase_own_filled(s->b->arena, "legend", "nation",
		    t), 50);
		q.missile = '\0';
		q.light = false;
		if (f->draw)
			svg_blank(s, &q);
		end_item(f);
	}
	if (f->x > 0)
		f->x = 0, f->y += ROW;
}

static void
grounds(struct flow *f)
{
	uint32_t used = svg_grounds_used(f->s);

	for (int k = 1; k < BOARD_GROUND_COUNT; k++) {
		int level = k == BOARD_SLOPE ? 1 : k == BOARD_HILL ?
		    f->s->b->manner == BOARD_BLOCKS ? 1 : 2 : k == BOARD_PEAK ?
		    3 : 0;

		if (!(used >> k & 1))
			continue;
		place(f, say_name(f->s->b, board_ground_code(
		    (enum board_ground)k)), 50);
		if (f->draw) {
			svg_put(f->s, "<g transform=\"scale(@)\"><use href=\""
			    "#hx\" fill=\"@\" stroke=\"@\"/>", f->s->a == 30 ?
			    ".7" : ".5", k == BOARD_RIVER || k == BOARD_FORD ||
			    k == BOARD_BRIDGE ? f->s->c->water :
			    f->s->c->level[level], f->s->c->grid);
			if (k != BOARD_SLOPE && k != BOARD_HILL && k != BOARD_TRAIL)
				svg_put(f->s, "<use href=\"#g$\"/>", k);
			svg_put(f->s, "</g>");
		}
		end_item(f);
	}
	for (int l = 1; l <= 3 && f->s->b->manner == BOARD_FACED; l++) {
		struct node *t = node_table(f->s->b->arena);

		if (!svg_level_used(f->s, l))
			continue;
		node_add_int(f->s->b->arena, t, "level", l);
		place(f, phrase_own_filled(f->s->b->arena, "legend", "level",
		    t), 50);
		if (f->draw)
			svg_put(f->s, "<use href=\"#hx\" transform=\"scale(.5)"
			    "\" fill=\"@\" stroke=\"@\"/>", f->s->c->level[l],
			    f->s->c->contour);
		end_item(f);
	}
}

static void
edges(struct flow *f)
{
	unsigned used = svg_edges_used(f->s);

	for (int k = 0; k < BOARD_EDGE_COUNT; k++)
		if (used >> k & 1) {
			place(f, say_name(f->s->b, board_edge_code(
			    (enum board_edge)k)), 50);
			if (f->draw)
				svg_edge_sample(f->s, (enum board_edge)k);
			end_item(f);
		}
}

static void
text_line(struct flow *f, const char *text)
{
	if (f->draw)
		svg_put(f->s, "<text y=\"$\">^</text>\n", f->y + 4, text);
}

/* How the states are drawn in which anything on the map is. */
static const char *
with_states(struct svg *s, const char *text)
{
	static const struct { unsigned state; const char *key; } list[] = {
	    { BOARD_ROUTED, "routed" }, { BOARD_DEPLETED, "depleted" },
	    { BOARD_COLUMN, "column" }, { BOARD_SHIELD, "shield" },
	    { BOARD_ENGAGED, "engaged" }, { BOARD_LOOSE, "loose" },
	    { BOARD_WOUNDED, "wounded" }, { BOARD_FINISHED, "finished" } };
	struct str all = str_new(s->b->arena);
	unsigned used = 0;

	for (int i = 0; i < s->b->npieces; i++)
		if (svg_is_drawn(s, &s->b->piece[i]))
			used |= s->b->piece[i].state;
	str_add(&all, text);
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
		if (used & list[i].state) {
			str_add(&all, " · ");
			str_add(&all, phrase_own("legend", list[i].key));
		}
	return all.s;
}

/* What the counters show, part by part; parts end with " · ". */
static void
manner(struct flow *f)
{
	static const char *const key[] = { [BOARD_RATED] = "rated",
	    [BOARD_BLOCKS] = "blocks", [BOARD_FACED] = "faced" };
	static const char sep[] = " · ";
	struct arena *a = f->s->b->arena;
	const char *p = with_states(f->s, phrase_own("legend",
	    key[f->s->b->manner]));
	struct str line = str_new(a);
	int most = scaled_width(f->s) * 2 / 13;	/* characters, as in place() */

	for (const char *end; *p != '\0'; p = end) {
		end = strstr(p, sep);
		end = end != NULL ? end + strlen(sep) : p + strlen(p);
		if (line.len > 0 && (int)(line.len + (size_t)(end - p)) >
		    most) {
			text_line(f, line.s);
			f->y += 16;
			line = str_new(a);
		}
		str_addn(&line, p, (size_t)(end - p));
	}
	text_line(f, line.s);
}

static void
deeds(struct flow *f)
{
	static const struct { unsigned kinds; const char *key, *draw; }
	    list[] = {
		{ 1u << BOARD_MOVE | 1u << BOARD_ADVANCE, "moved",
		    "<path d=\"M-20 0H14\" stroke-width=\"3\" stroke=\"~\"/>"
		    "<path d=\"M12-6L22 0 12 6z\" fill=\"~\"/>" },
		{ 1u << BOARD_RETREAT | 1u << BOARD_EVADE | 1u << BOARD_ROUT,
		    "back", "<path d=\"M-20 0H14\" stroke-width=\"3\" "
		    "stroke-dasharray=\"7 4\" stroke=\"~\"/><path d=\"M12-5L21 0"
		    " 12 5z\" fill=\"none\" stroke=\"~\" stroke-width=\"2\"/>" },
		{ 1u << BOARD_FIRE, "fired", "<path d=\"M-20 4Q0-10 18 2\" "
		    "fill=\"none\" stroke=\"~\" stroke-width=\"2\" "
		    "stroke-dasharray=\"5 3\"/>" },
		{ 1u << BOARD_ATTACK, "attacked", "<path d=\"M-14 0H4\" "
		    "stroke-width=\"7\" stroke=\"!\"/><path d=\"M3-8L16 0 3 8z\""
		    " fill=\"!\"/>" },
		{ 1u << BOARD_HIT, "hit", "<path fill=\"!\" d=\"" SVG_STAR
		    "\"/>" },
		{ 1u << BOARD_GONE, "lost", "<path d=\"M-10-9L10 9M10-9L-10 9\""
		    " stroke=\"!\" stroke-width=\"3\"/>" },
	};
	unsigned used = svg_deeds_used(f->s);
	struct node *t = node_table(f->s->b->arena);

	node_add_string(f->s->b->arena, t, "manner", f->s->b->manner ==
	    BOARD_FACED ? "faced" : "blocks");
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		if (!(used & list[i].kinds))
			continue;
		place(f, phrase_own_filled(f->s->b->arena, "legend",
		    list[i].key, t), 52);
		for (const char *p = list[i].draw; f->draw && *p; p++)
			if (*p == '~' || *p == '!')
				str_add(f->s->out, *p == '~' ? f->s->c->ink :
				    f->s->c->hit);
			else
				str_addc(f->s->out, *p);
		end_item(f);
	}
}

/* How high it is, in scaled lengths. */
static int
flow_all(struct svg *s, bool draw)
{
	struct flow f = { s, 0, 0, draw };

	if (!s->o->ground) {
		symbols(&f);
		if (f.x > 0)
			f.x = 0, f.y += ROW;
		nations(&f);
	}
	grounds(&f);
	edges(&f);
	if (!s->o->ground)
		deeds(&f);
	if (f.x > 0)
		f.x = 0, f.y += ROW - 10;
	if (!s->o->ground) {
		manner(&f);
		f.y += 20;
	}
	return f.y;
}

/* From the frame to the first row: the line of a side is between. */
static int
legend_top(const struct svg *s)
{
	return (s->b->nsides > 1 ? 66 : 36) * s->scale / 10;
}

int
svg_legend_height(struct svg *s)
{
	return legend_top(s) + flow_all(s, false) * s->scale / 10;
}

void
svg_legend(struct svg *s)
{
	svg_put(s, "<g fill=\"@\">\n", s->c->ink);
	begin_scaled(s, s->left, s->top + s->height + legend_top(s));
	flow_all(s, true);
	svg_put(s, "</g></g>\n");
}
