/* spqr.c: SPQR on the engine of the series: its words; the sequence of play is
 * the series' own (gboh.c) */
#include "systems/gboh/gboh.h"

#include "base/node.h"

#define FIRE_FACTS "unit type weapon target target-type strength missiles"
#define WITHDRAW_FACTS "unit type class hits tq hex enemy enemy-type mp " \
	"approach forced"
#define FACE_FACTS "unit type hits tq enemy enemy-type drm aspect"

static const struct question_kind questions[] = {
	{ "orders", "a side's orders for one leader's activation", "", "ask",
	    "none", false, NULL },
	{ "elite", "who has the Elite Orders Phase [5.51]", "turn", "first",
	    "none", false, NULL },
	{ "trump", "whether to trump a trump, and with whom [5.42]",
	    "leader initiative", "none", "none", false, "initiative" },
	{ "momentum-trump", "whether to trump momentum [5.42]",
	    "leader initiative", "none", "none", false, "initiative" },
	{ "reactivate", "whom to activate after the other's doom [5.33]",
	    "leader", "most initiative", "none", false,
	    "initiative finished" },
	{ "leader-withdraw", "where a leader goes to whom an enemy came [4.72]",
	    "leader hex enemy alone",
	    "most wish then most friends then least enemies",
	    "most wish then most friends then least enemies", false,
	    "wish friends enemies" },
	{ "prearranged", "whether a prepared line falls back [6.83]",
	    "leader enemy enemy-type units", "none", "none", true, NULL },
	{ "withdraw", "whether and where to withdraw [6.51]", WITHDRAW_FACTS,
	    "most wish then least hits then most distance then least enemies",
	    "none", false, "distance hits enemies wish" },
	{ "line-withdraw", "where a unit of a withdrawing line goes [6.57]",
	    WITHDRAW_FACTS,
	    "least hits then most distance then least enemies",
	    "least hits then most distance then least enemies", false,
	    "distance hits enemies wish" },
	{ "withdraw-fire", "whether a withdrawing unit fires [6.55]",
	    FIRE_FACTS, "first", "none", false, NULL },
	{ "withdraw-face", "how it faces afterwards [6.52]", "unit hex mp",
	    "keep", "keep", false, "covers hits" },
	{ "extend", "whether stacked Romans extend their line [9.67]",
	    "unit hex enemy enemy-type", "none", "none", false, NULL },
	{ "face", "whether to turn when an enemy comes adjacent [7.15]",
	    FACE_FACTS, "most wish then least hits", "keep", false,
	    "front hits wish" },
	{ "reverse", "whether a phalanx turns about [7.16]", FACE_FACTS,
	    "most wish then least hits", "keep", false, "front hits wish" },
	{ "entry-fire", "Entry Reaction Fire [8.21]", FIRE_FACTS, "first",
	    "none", false, NULL },
	{ "retire-fire", "Retire Reaction Fire [8.22]", FIRE_FACTS, "first",
	    "none", false, NULL },
	{ "return-fire", "Return Fire [8.23]", FIRE_FACTS, "first", "none",
	    false, NULL },
	{ "artillery-fire", "a Scorpio's reaction fire [9.86]", FIRE_FACTS,
	    "first", "none", false, NULL },
	{ "pass-thru", "whether to let elephants through [9.11]",
	    "unit type hits tq enemy", "pass", "none", false, NULL },
	{ "pass-hex", "where the elephants come out [9.11]", "unit target",
	    "least enemies then first", "least enemies then first", false,
	    "enemies" },
	{ "clash", "which unit counts for the clash [8.45]", "combat as",
	    "most worth then first", "most worth then first", false, "worth" },
	{ "share", "who takes a hit from a phalanx [10.13]", "combat hits",
	    "least left then first", "least left then first", false, "left" },
	{ "extra-hit", "who takes a hit left over [10.13]", "combat",
	    "most left then first", "most left then first", false, "left" },
	{ "advance", "who advances where [8.54]", "combat", "first", "first",
	    false, "tq hits" },
	{ "advance-face", "how the unit that advanced faces [8.52]",
	    "unit hex", "least hits then most covers then keep", "keep", false,
	    "covers hits" },
	{ "advance-wheel", "whether a phalanx that advanced wheels [8.53]",
	    "unit hex", "keep", "keep", false, "covers hits" },
	{ "pursuit", "which cavalry pursues [8.61]", "combat",
	    "least hits then first", "least hits then first", false,
	    "tq hits" },
	{ "leader-goes", "whether a leader goes along [4.72, 10.26]",
	    "leader unit why", "go", "stay", false, NULL },
	{ "rout", "which hex a routing unit enters [10.22]", "unit hex",
	    "least enemies then first", "least enemies then first", false,
	    "enemies" },
	{ "column-face", "how a unit attacked in column faces [6.76]", "unit",
	    "first", "first", false, NULL },
	{ "elephant-leader", "where an Elephant Leader is placed [4.91]",
	    "leader turn", "none", "none", false, NULL },
	{ NULL },
};

static const struct order_field leader_fields[] = {
	{ "leader", ARG_UNIT, true, NULL, "which leader" },
	{ NULL },
};
static const struct order_field marker_fields[] = {
	{ "leader", ARG_UNIT, true, NULL, "with whom the marker lies" },
	{ .name = "real", .arg = ARG_BOOL, .help = "it is a real one: secret",
	    .hidden = true },
	{ NULL },
};
static const struct order_field none_fields[] = {
	{ NULL },
};
static const struct order_field line_fields[] = {
	{ "units", ARG_UNITS, true, NULL, "the units of the line" },
	{ NULL },
};
static const struct order_field extend_fields[] = {
	{ "units", ARG_TEXT, true, NULL,
	    "\"UNIT HEX\": top units and the flank hexes they go to" },
	{ NULL },
};
static const struct order_field move_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who moves" },
	{ "path", ARG_TEXT, false, NULL,
	    "hexes (of a phalanx two, as 2620/2720), facings, \"reverse\" and "
	    "\"fire UNIT\", in order" },
	{ "to", ARG_HEX, false, NULL, "or the hex where it ends" },
	{ "face", ARG_WORD, false, "NE E SE SW W NW N S",
	    "how it faces at the end" },
	{ "shock", ARG_BOOL, false, NULL, "it shocks if it comes adjacent" },
	{ "column", ARG_WORD, false, "N NE SE S SW NW out",
	    "goes into column facing there, or out of it" },
	{ "lead", ARG_BOOL, false, NULL, "the active leader goes along" },
	{ "with", ARG_UNIT, false, NULL, "the other unit of its stack goes "
	    "along" },
	{ "double", ARG_BOOL, false, NULL, "its last step forms Double Depth" },
	{ NULL },
};
static const struct order_field fire_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who fires" },
	{ "target", ARG_ENEMY, true, NULL, "at whom" },
	{ NULL },
};
static const struct order_field harass_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who harasses" },
	{ "target", ARG_ENEMY, true, NULL, "whom" },
	{ "path", ARG_HEXES, false, NULL, "the way to the target" },
	{ NULL },
};
static const struct order_field unit_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "which unit" },
	{ NULL },
};
static const struct order_field face_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "which unit" },
	{ "face", ARG_WORD, false, "NE E SE SW W NW", "how it faces then" },
	{ NULL },
};
static const struct order_field move_leader_fields[] = {
	{ "leader", ARG_UNIT, true, NULL, "who moves" },
	{ "to", ARG_HEX, false, NULL, "where to" },
	{ "path", ARG_HEXES, false, NULL, "or every hex" },
	{ NULL },
};
static const struct order_field replace_fields[] = {
	{ "leader", ARG_UNIT, true, NULL, "the eliminated leader" },
	{ "hex", ARG_HEX, true, NULL, "where his replacement appears" },
	{ NULL },
};
static const struct order_field regroup_fields[] = {
	{ "units", ARG_TEXT, true, NULL,
	    "\"UNIT HEX FACING\": where each comes back" },
	{ NULL },
};
static const struct order_field mode_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "the Scorpio" },
	{ "mode", ARG_WORD, true, "fire move", "its new mode" },
	{ NULL },
};
static const struct order_field disengage_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "the engaged unit" },
	{ "to", ARG_HEX, true, NULL, "where it retreats to" },
	{ NULL },
};
static const struct order_field shock_fields[] = {
	{ "units", ARG_UNITS, true, NULL, "the attackers" },
	{ "targets", ARG_ENEMIES, true, NULL, "the defenders" },
	{ "lead", ARG_TEXT, false, NULL, "who counts for the clash" },
	{ "advance", ARG_TEXT, false, NULL, "who advances where" },
	{ "face", ARG_TEXT, false, NULL, "how it faces then" },
	{ "loss", ARG_TEXT, false, NULL, "who takes a hit left over" },
	{ "share", ARG_TEXT, false, NULL, "who takes a phalanx's hits" },
	{ NULL },
};

static const struct order_verb verbs[] = {
	{ "activate", GBOH_ACTIVATION, "choose among equals", leader_fields },
	{ "trump", GBOH_ACTIVATION, "activate a higher rated leader",
	    leader_fields, true },
	{ "prearrange", ORDER_ANY, "lay a marker for Pre-arranged Withdrawal",
	    marker_fields },
	{ "pass", GBOH_ACTIVATION, "the leader is finished", none_fields },
	{ "line", GBOH_ORDERS, "issue a line command", line_fields, true },
	{ "extend", GBOH_ORDERS, "extend the line", extend_fields },
	{ "move", GBOH_ORDERS, "move a unit", move_fields },
	{ "fire", GBOH_ORDERS, "missile fire", fire_fields },
	{ "harass", GBOH_ORDERS, "Harassment and Dispersal", harass_fields },
	{ "recover", GBOH_ORDERS, "remove Cohesion Hits", unit_fields },
	{ "rally", GBOH_ORDERS, "try to rally a unit", face_fields },
	{ "restack", GBOH_ORDERS, "this unit comes on top", unit_fields },
	{ "move-leader", GBOH_ORDERS, "move a leader", move_leader_fields },
	{ "replace", GBOH_ORDERS, "replace a leader", replace_fields },
	{ "regroup", GBOH_ORDERS, "bring back cavalry", regroup_fields },
	{ "mode", GBOH_ORDERS, "a Scorpio changes its mode", mode_fields },
	{ "disengage", GBOH_ORDERS, "an engaged unit retreats",
	    disengage_fields },
	{ "shock", GBOH_ORDERS, "designate a shock combat", shock_fields },
	{ "momentum", GBOH_ORDERS, "try for another Orders Phase",
	    none_fields, true },
	{ NULL },
};

static const struct event_kind events[] = {
	{ "turn", "a game turn begins" },
	{ "marker", "a marker for Pre-arranged Withdrawal is placed" },
	{ "revealed", "such a marker is turned over" },
	{ "contest", "two Elite commanders roll for the phase" },
	{ "elite", "an Elite Orders Phase" },
	{ "tie", "leaders of both sides are rated the same" },
	{ "activate", "a leader is activated" },
	{ "trump", "a trump" },
	{ "bypassed", "leaders are bypassed" },
	{ "line", "a line command" },
	{ "extend", "a line is extended" },
	{ "move", "a unit moves" },
	{ "barred", "an enemy stays in a unit's way" },
	{ "again", "a unit moves again" },
	{ "check", "a TQ check" },
	{ "hits", "a unit takes Cohesion Hits" },
	{ "column", "a unit enters or leaves column" },
	{ "withdraw", "an Orderly Withdrawal" },
	{ "prearranged", "a Pre-arranged Withdrawal" },
	{ "leader-withdraw", "a leader withdraws" },
	{ "leader", "a leader moves" },
	{ "captured", "a leader is captured" },
	{ "face", "a unit turns" },
	{ "fire", "missile fire" },
	{ "missiles", "missiles run low or are replenished" },
	{ "casualty", "a leader may be hurt" },
	{ "grief", "a Leader Elephant whose rider fell" },
	{ "harass", "Harassment and Dispersal" },
	{ "recover", "hits are removed" },
	{ "rally", "a rally attempt" },
	{ "depleted", "a unit is depleted" },
	{ "restack", "a stack's order changes" },
	{ "replace", "a leader is replaced" },
	{ "mode", "a Scorpio changes its mode" },
	{ "regroup", "cavalry is called back" },
	{ "return", "cavalry comes back" },
	{ "shock", "a shock combat is designated" },
	{ "passing", "elephants are let through" },
	{ "charge", "a Pre-Shock TQ check" },
	{ "save", "a phalanx's saving throw" },
	{ "clash", "column and superiority" },
	{ "result", "a shock combat's result" },
	{ "stands", "all would rout, and one side stands" },
	{ "steady", "a unit that stands so, and its hits" },
	{ "collapse", "a shaken unit's check" },
	{ "rout", "a unit routs" },
	{ "passed", "a unit is routed through" },
	{ "eliminated", "a unit or leader is lost" },
	{ "advance", "an advance after combat" },
	{ "pursuit", "whether cavalry pursues" },
	{ "pursues", "cavalry pursues" },
	{ "through", "an elephant has gone through" },
	{ "rampage", "an elephant runs wild" },
	{ "engaged", "units are engaged" },
	{ "disengaged", "units are no longer engaged" },
	{ "momentum", "momentum" },
	{ "doom", "the Die Roll of Doom" },
	{ "finished", "a leader is finished" },
	{ "held", "a leader is held in an enemy ZOC" },
	{ "void", "a trump led to nothing" },
	{ "elephant-leader", "an Elephant Leader is placed" },
	{ "withdrawal", "an army withdraws" },
	{ "victory", "the end" },
	{ "refused", "an order or answer is refused" },
	{ "late", "a late side's answer" },
	{ NULL },
};

static const char *
shows(int sides, int face, int *n)
{
	(void)sides;
	*n = face;
	return NULL;
}

const struct system gboh_spqr_system = {
	.id = "spqr",
	.revision = 1,
	.state_size = sizeof(struct gboh),
	.fields = gboh_spqr_fields,
	.questions = questions,
	.verbs = verbs,
	.events = events,
	.phases = gboh_phase_names,
	.load = gboh_load,
	.start = gboh_start,
	.check = gboh_check,
	.cite = gboh_cite,
	.sister = "cataphract",
	.differences = gboh_spqr_differences,
	.play = gboh_play,
	.invariant = gboh_invariant,
	.bot = gboh_bot,
	.legal = gboh_legal,
	.units = gboh_units,
	.hand = gboh_hand,
	.hand_field = "faces",
	.hand_name = "markers",
	.hides = gboh_hides,
	.shows = shows,
	.tolls = gboh_tolls,
	.toll = gboh_toll,
	.decide = gboh_decide,
	.forecast = gboh_forecast,
	.assault = "shock",
	.assume = gboh_assume,
	.board = gboh_board,
	.deeds = gboh_deeds,
	.sees = gboh_in_sight,
	.summary = gboh_summary,
	.when = gboh_when,
};
