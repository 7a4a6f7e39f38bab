/* svg_draw.h: between the files that draw a board */
#ifndef IACTA_SHOW_SVG_DRAW_H
#define IACTA_SHOW_SVG_DRAW_H

#include "base/str.h"
#include "show/svg.h"

struct svg_palette {
	const char *page, *panel, *clear, *ink, *muted, *number, *grid, *frame;
	const char *wood, *tree, *level[4], *contour, *broken, *stone;
	const char *stream, *bank, *water, *marsh, *reed, *town, *wall, *ridge, *hit;
};

struct svg_ink {
	const char *fill, *ink;		/* plate, symbol */
	const char *line, *shade;	/* outline; side of the block */
	const char *deep;		/* trails and front bars */
	bool light;			/* dark symbol on a light plate */
};

struct svg_box { int x0, y0, x1, y1; };

struct svg_point { int x, y; };

/* A number of the story beside what it tells. */
#define SVG_BADGES 64
struct svg_badge { int x, y, n; const char *colour; };

struct svg {
	struct str *out;
	const struct board *b;
	const struct svg_options *o;
	const struct track *deeds;
	const struct svg_palette *c;
	struct svg_ink ink[GAME_SIDES];
	int a, h;		/* long and short half of a hex */
	int x0, y0;		/* centre of the first hex drawn */
	int col0, row0, cols, rows;	/* the window, counted from 0 */
	int left, top, width, height;	/* of the frame */
	int scale;		/* of title and legend, in tenths */
	int total_w, total_h;
	bool lost[BOARD_SYMBOL_COUNT];
	struct svg_box *counter;	/* what the counters take up; NULL: */
	int ncounters;			/* not asked for yet */
	struct svg_badge badge[SVG_BADGES];	/* drawn above all arrows */
	int nbadges;
};

/* A star of losses around 0,0. */
#define SVG_STAR "M0-11l3 4 5-3-1 6 6 0-4 4 4 4-6 0 1 6-5-3-3 4-3-4-5 3 1-6" \
	"-6 0 4-4-4-4 6 0-1-6 5 3z"

/* Half the width and height of a plate, and how far it is moved down. */
struct svg_size { int w, h, down; };

/* Text into the picture: $ is an int, @ a string as it is, ^ one that is
 * escaped. */
void svg_put(struct svg *s, const char *fmt, ...);

struct svg_point svg_centre(const struct svg *s, int hex);
/* A corner of a hex, from its centre; `v` as hex_vertex_name counts. */
struct svg_point svg_corner(const struct svg *s, int v);
bool svg_in_window(const struct svg *s, int hex);
int svg_drawn_dir(const struct svg *s, int dir);

/* svg_ground.c */
void svg_ground_defs(struct svg *s);
void svg_ground(struct svg *s);
uint32_t svg_grounds_used(const struct svg *s);
/* Defines the outline of `n` hexes in a row, as ID and a number. */
void svg_run_path(struct svg *s, const char *id, int number, int n);
bool svg_level_used(const struct svg *s, int level);
/* A colour of the palette, by its offset there. */
const char *svg_colour(const struct svg *s, size_t at);
/* svg_sides.c */
unsigned svg_edges_used(const struct svg *s);
void svg_edges(struct svg *s);
void svg_edge_sample(struct svg *s, enum board_edge x);
/* svg_symbols.c */
void svg_symbol(struct svg *s, enum board_symbol x, const char *ink,
	const char *plate);
/* That of phalanxes in Double Depth. */
void svg_deep_symbol(struct svg *s, const char *ink, const char *plate);
/* svg_waters.c */
void svg_waters(struct svg *s);
/* svg_plates.c */
static inline bool
svg_is_leader(const struct board_piece *p)
{
	return p->state & BOARD_IS_LEADER;
}
void svg_piece_defs(struct svg *s);
/* The plate alone, around 0,0; the symbol where it stands on one. */
void svg_plain_plate(struct svg *s, const struct svg_ink *k);
void svg_plate_symbol(struct svg *s, const struct svg_ink *k,
	enum board_symbol x, bool deep);
/* Its side's colours, or those of the back of its counter. */
struct svg_ink svg_piece_ink(const struct svg *s, const struct board_piece *p);
/* Both hexes' plate, upright. */
void svg_wide_plate(struct svg *s, const struct board_piece *p);
/* A plate with its symbol, of those that svg_piece_defs has made. */
void svg_plate(struct svg *s, int side, enum board_symbol x);
/* Of a piece: another where it is a phalanx in Double Depth. */
void svg_plate_of(struct svg *s, const struct board_piece *p);
struct svg_size svg_plate_size(const struct svg *s);
bool svg_is_drawn(const struct svg *s, const struct board_piece *p);
/* svg_pieces.c */
void svg_pieces(struct svg *s);
/* A plate without a symbol, with ratings and strip. */
void svg_blank(struct svg *s, const struct board_piece *p);
void svg_piece_title(struct svg *s, const struct board_piece *p);
/* svg_leaders.c */
void svg_leader(struct svg *s, const struct board_piece *p);
void svg_leader_names(struct svg *s);
/* How much of it counters cover. */
int svg_covered(struct svg *s, struct svg_box box);
/* svg_deeds.c */
void svg_deed_defs(struct svg *s);
void svg_trails(struct svg *s);
void svg_blows(struct svg *s);
unsigned svg_deeds_used(const struct svg *s);
/* svg_legend.c */
void svg_header(struct svg *s);
void svg_legend(struct svg *s);
int svg_legend_height(struct svg *s);

#endif
