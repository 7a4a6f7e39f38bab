/*
 * svg_symbols.c: what is drawn on counters, in our own hand
 *
 * Each is drawn around 0,0 within 24 by 24, in two inks: ~i is the symbol's, ~p
 * the plate's, for what is knocked out of it.  Strokes are ~i unless said
 * otherwise.  Foot is a shield, horse a horse's head.  The fill is the weight:
 * an outline is light, half of it medium, all of it heavy, with scales super
 * heavy.  A spear stands upright (slanted over a round shield it would be
 * something else), a bow stands at the right.
 */
#include "show/svg_draw.h"

#define SPEAR(x) "<path d=\"M" x " 11V-5\"/><path fill=\"~i\" stroke=\"none\" " \
	"d=\"M" x "-12l3 7h-6z\"/>"
#define OVAL "M-4-10C1-10 3-5 3 0S1 10-4 10-11 5-11 0-9-10-4-10z"
#define BOW "<path fill=\"none\" d=\"M6-10Q14 0 6 10\"/><path stroke-width=\"1\" " \
	"d=\"M6-10V10\"/>"

/* A horse's head that looks to the left. */
#define HEAD "M-3-11L0-7C6-6 8-1 8 10H-5C-5 6-2 4-1 1-3 3-6 2-7 5L-10 4-11 1" \
	"-7-5C-6-7-5-8-4-8z"
#define MANE "M0-7C6-6 8-1 8 10H1C3 4 2-2-2-7z"
#define SCALES "<path stroke=\"~p\" stroke-width=\"1\" fill=\"none\" d=\"M0-3" \
	"q3 3 6 1M-1 1q4 3 8 1M-2 5q5 3 10 1\"/>"
#define EYE "<path fill=\"~p\" stroke=\"none\" d=\"M-6-4h2v2h-2z\"/>"
#define LIGHT_HEAD "<path fill=\"~p\" d=\"" HEAD "\"/><path fill=\"~i\" " \
	"stroke=\"none\" d=\"M-5-4h2v2h-2z\"/>"
#define MEDIUM_HEAD LIGHT_HEAD "<path fill=\"~i\" d=\"" MANE "\"/>"
#define HEAVY_HEAD "<path fill=\"~i\" d=\"" HEAD "\"/>" EYE
#define SUPER_HEAD HEAVY_HEAD SCALES
#define ASIDE(head, arms) "<g transform=\"translate(-2)\">" head "</g>" arms

/* The long shield of the legions, with stripes for its line of battle. */
#define SCUTUM "<path fill=\"~p\" d=\"M-6-9q6-3 12 0v18q-6 3-12 0z\"/>"
#define SCUTUM_LEFT "<path fill=\"~p\" d=\"M-10-9q5-3 10 0v18q-5 3-10 0z\"/>"

static const char *const drawings[BOARD_SYMBOL_COUNT] = {
	[BOARD_LIGHT_FOOT] = "<circle fill=\"~p\" cx=\"-4\" cy=\"1\" r=\"7\"/>"
	    "<circle fill=\"~i\" cx=\"-4\" cy=\"1\" r=\"1\"/>" SPEAR("8"),
	[BOARD_MEDIUM_FOOT] = "<path fill=\"~p\" d=\"" OVAL "\"/><path "
	    "fill=\"~i\" d=\"M-4-10C1-10 3-5 3 0S1 10-4 10z\"/>" SPEAR("8"),
	[BOARD_HEAVY_FOOT] = "<path fill=\"~i\" d=\"" OVAL "\"/><path "
	    "stroke=\"~p\" d=\"M-4-7V7\"/><circle fill=\"~p\" stroke=\"none\" "
	    "cx=\"-4\" cy=\"0\" r=\"3\"/>" SPEAR("8"),
	[BOARD_WARRIORS] = "<path d=\"M7-11V7M3 5h8\" stroke-width=\"3\"/>"
	    "<path d=\"M7 6v5\"/><circle fill=\"~i\" cx=\"-4\" cy=\"1\" "
	    "r=\"8\"/><path fill=\"none\" stroke=\"~p\" d=\"M-4 1m-5 0a5 5 0 1 "
	    "1 5 5M-4 1h-1\"/>",
	[BOARD_AUXILIA] = "<path d=\"M-9 11V-7M9 11V-7\"/><path fill=\"~i\" "
	    "stroke=\"none\" d=\"M-9-12l3 6h-6zM9-12l3 6H6z\"/><path "
	    "fill=\"~p\" d=\"M0-9C5-9 6-4 6 0S5 9 0 9-6 4-6 0-5-9 0-9z\"/>"
	    "<path d=\"M0-5V5\"/>",
	[BOARD_ARCHERS] = "<path fill=\"none\" d=\"M-11-1C-9-9 9-9 11-1\"/>"
	    "<path stroke-width=\"1\" fill=\"none\" d=\"M-11-1L0 8 11-1\"/>"
	    "<path d=\"M0 10V-8\"/><path fill=\"~i\" stroke=\"none\" "
	    "d=\"M0-12l4 6h-8z\"/><path d=\"M-2 11l2-3 2 3\" fill=\"none\"/>",
	[BOARD_SLINGERS] = "<path fill=\"none\" d=\"M-9 11C-6 2-2-3 3-7M-9 11C-"
	    "1 9 5 5 9-1\"/><path fill=\"~i\" d=\"M3-7C3-11 7-12 10-9s2 7-1 8"
	    "-6-2-6-6z\"/>",
	[BOARD_JAVELINS] = "<path d=\"M-7 11V-5M0 11V-5M7 11V-5\"/><path "
	    "fill=\"~i\" stroke=\"none\" d=\"M-7-12l3 7h-6zM0-12l3 7h-6zM7-12l3 "
	    "7H4z\"/>",
	[BOARD_AXES] = "<path stroke-width=\"3\" d=\"M3 11L-2-10\"/><path "
	    "fill=\"~i\" d=\"M-2-9C4-10 8-9 11-5 7-4 4-2 1 2z\"/>",
	[BOARD_VELITES] = "<path d=\"M4 11V-5M10 11V-5\"/><path fill=\"~i\" "
	    "stroke=\"none\" d=\"M4-12l3 7H1zM10-12l3 7H7z\"/><circle "
	    "fill=\"~p\" cx=\"-5\" cy=\"2\" r=\"6\"/><path fill=\"none\" "
	    "d=\"M-8 0l3 5 3-5\"/>",
	[BOARD_HASTATI] = SCUTUM "<path d=\"M-6 0H6\"/>",
	[BOARD_PRINCIPES] = SCUTUM "<path d=\"M-6-4H6M-6 4H6\"/>",
	[BOARD_TRIARII] = SCUTUM_LEFT "<path d=\"M-10-5H0M-10 0H0M-10 5H0\"/>"
	    SPEAR("7"),
	[BOARD_COHORT] = "<path fill=\"~p\" d=\"M1-10q5-3 10 0v14q-5 3-10 0z\"/>"
	    "<path d=\"M1-3h10\"/><path fill=\"~p\" d=\"M-11-5q5-3 10 0V9q-5 3"
	    "-10 0z\"/><path d=\"M-11 2h10\"/>",
	[BOARD_PHALANX] = "<path stroke-width=\"1\" d=\"M-9 3V-7M-3 3V-7M3 3V-7"
	    "M9 3V-7\"/><path fill=\"~i\" stroke=\"none\" d=\"M-9-12l2 6h-4zM-3"
	    "-12l2 6h-4zM3-12l2 6H1zM9-12l2 6H7z\"/><path fill=\"~i\" d=\"M-11 "
	    "3h4v6q-2 2-4 0zM-5 3h4v6q-2 2-4 0zM1 3h4v6q-2 2-4 0zM7 3h4v6q-2 2"
	    "-4 0z\"/>",
	[BOARD_LIGHT_HORSE] = LIGHT_HEAD,
	[BOARD_MEDIUM_HORSE] = MEDIUM_HEAD,
	[BOARD_HEAVY_HORSE] = HEAVY_HEAD,
	[BOARD_SUPER_HORSE] = SUPER_HEAD,
	[BOARD_LANCERS] = ASIDE(HEAVY_HEAD, SPEAR("10")),
	[BOARD_CATAPHRACTS] = ASIDE(SUPER_HEAD, SPEAR("10")),
	[BOARD_LIGHT_HORSE_BOW] = ASIDE(LIGHT_HEAD, BOW),
	[BOARD_MEDIUM_HORSE_BOW] = ASIDE(MEDIUM_HEAD, BOW),
	[BOARD_HEAVY_HORSE_BOW] = ASIDE(HEAVY_HEAD, BOW),
	[BOARD_SUPER_HORSE_BOW] = ASIDE(SUPER_HEAD, BOW),
	[BOARD_ELEPHANTS] = "<path fill=\"~i\" d=\"M-4 11V6C-6 6-7 5-8 3-8 7-9 "
	    "10-12 11-10 8-11 4-10 0-9-4-6-6-2-6H5C9-6 11-3 11 1V11H7V6H1V11z"
	    "\"/><path fill=\"~i\" stroke=\"none\" d=\"M-3-7v-5h2v2h2v-2h2v2h2"
	    "v-2h2v5z\"/><path fill=\"none\" stroke=\"~p\" d=\"M-8 3q2 3 4 1\"/>"
	    "<path fill=\"~p\" stroke=\"none\" d=\"M-7-2h2v2h-2z\"/>",
	[BOARD_CHARIOTS] = "<circle fill=\"none\" cx=\"3\" cy=\"5\" r=\"6\"/>"
	    "<path d=\"M3-1V11M-3 5H9M-1 1l8 8M7 1l-8 8\" stroke-width=\"1\"/>"
	    "<path fill=\"none\" d=\"M-12 3H3M10 0V-9q-6-2-10 4v4\"/>",
	[BOARD_ARTILLERY] = "<path fill=\"none\" d=\"M-11-2C-9-9 9-9 11-2M-11-2"
	    "H11M0-11V4M0 4l-6 7M0 4l6 7\"/><path fill=\"~i\" stroke=\"none\" "
	    "d=\"M0-12l3 5h-6z\"/>",
	[BOARD_BAGGAGE] = "<path fill=\"~p\" d=\"M-11 4C-10-8 10-8 11 4z\"/>"
	    "<path d=\"M-5 3V-4M1 3V-5M6 3V-4\" stroke-width=\"1\"/><circle "
	    "fill=\"~p\" cx=\"-6\" cy=\"7\" r=\"4\"/><circle fill=\"~p\" cx=\"6"
	    "\" cy=\"7\" r=\"4\"/>",
	[BOARD_LEADER] = "<path fill=\"~i\" stroke=\"none\" d=\"M0-7L2-2H7L3 1 "
	    "4 6 0 3-4 6-3 1-7-2H-2z\"/>",
	[BOARD_LEADER_OVERALL] = "<path fill=\"~i\" stroke=\"none\" d=\"M0-7L2"
	    "-2H7L3 1 4 6 0 3-4 6-3 1-7-2H-2z\"/>",
	[BOARD_LEADER_CONTINGENT] = "<path fill=\"~i\" stroke=\"none\" d=\"M0-6"
	    "L6 0 0 6-6 0z\"/>",
	[BOARD_LEADER_ELEPHANT] = "<path fill=\"~i\" stroke=\"none\" d=\"M-6 5"
	    "V-1C-6-7 6-7 6-1V5H3V1H-3V5z\"/>",
};

/* A phalanx behind a phalanx: two ranks of shields. */
static const char deep[] = "<path stroke-width=\"1\" d=\"M-9-2V-8M-3-2V-8M3"
    "-2V-8M9-2V-8\"/><path fill=\"~i\" stroke=\"none\" d=\"M-9-13l2 6h-4zM-3"
    "-13l2 6h-4zM3-13l2 6H1zM9-13l2 6H7z\"/><path fill=\"~i\" stroke-width=\""
    "1\" d=\"M-11-2h4v3q-2 2-4 0zM-5-2h4v3q-2 2-4 0zM1-2h4v3q-2 2-4 0zM7-2h4"
    "v3q-2 2-4 0zM-11 6h4v3q-2 2-4 0zM-5 6h4v3q-2 2-4 0zM1 6h4v3q-2 2-4 0zM7 "
    "6h4v3q-2 2-4 0z\"/>";

static void
in_two_inks(struct svg *s, const char *drawing, const char *ink,
    const char *plate)
{
	for (const char *p = drawing; *p != '\0'; p++)
		if (*p == '~')
			str_add(s->out, *++p == 'i' ? ink : plate);
		else
			str_addc(s->out, *p);
}

void
svg_deep_symbol(struct svg *s, const char *ink, const char *plate)
{
	in_two_inks(s, deep, ink, plate);
}

bool
svg_has_symbol(enum board_symbol x)
{
	return (unsigned)x < BOARD_SYMBOL_COUNT && drawings[x] != NULL;
}

void
svg_symbol(struct svg *s, enum board_symbol x, const char *ink,
    const char *plate)
{
	if (!svg_has_symbol(x)) {	/* never silently nothing */
		svg_put(s, "<text y=\"8\" font-size=\"22\" text-anchor=\""
		    "middle\" fill=\"@\">?</text>", ink);
		return;
	}
	in_two_inks(s, drawings[x], ink, plate);
}
