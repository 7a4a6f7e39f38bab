/* svg.h: a board as a picture (SVG 1.1, integers only) */
#ifndef IACTA_SHOW_SVG_H
#define IACTA_SHOW_SVG_H

#include "engine/board.h"
#include "show/track.h"

struct str;

struct svg_options {
	bool dark;
	bool ground;		/* no counters */
	bool bare;		/* the map alone: no title, no legend */
	bool page;		/* for the replay page: every piece is there,
				 * with an id, and nothing that happened */
	bool flip;		/* seen from the upper edge */
	int around, radius;	/* only so many hexes around that one;
				 * HEX_NONE: the whole map */
	const char *note;	/* below the title: what is shown; or NULL */
};

/*
 * The picture.  The same bytes everywhere: no clock, locale or floating point.
 * `deeds` may be NULL.  Whatever comes from data files is escaped.
 */
void svg_board(struct str *out, const struct board *b,
	const struct track *deeds, const struct svg_options *o);

/* How large the drawing is, and where the centre of a hex is in it, for who
 * draws on top of it. */
struct svg_place {
	int x0, y0;		/* of the upper left hex's centre */
	int dx, dy;		/* from column to column, row to row */
	int shove;		/* how far a shoved column or row is moved */
	int width, height;
};
struct svg_place svg_place(const struct board *b, const struct svg_options *o);

/* Escaped for text and attributes of XML and HTML; what may not be shown
 * (control and bidirectional characters, bad UTF-8) is replaced. */
void svg_escape(struct str *out, const char *s);

/* Of a side's plates: fill, symbol, outline, trail. */
void svg_side_colours(const struct board *b, int side, const char *out[4]);

/* Rules for a style sheet that make a light picture dark, colour by colour. */
void svg_dark_rules(struct str *out);

/* Is there a drawing of it? */
bool svg_has_symbol(enum board_symbol x);
bool svg_has_ground(enum board_ground x);
bool svg_has_edge(enum board_edge x);

#endif
