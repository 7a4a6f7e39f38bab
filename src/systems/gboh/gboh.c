/* gboh.c: Great Battles of History: the sequence of play, and its words
 * [3.0] */
#include "systems/gboh/gboh.h"

#include "base/node.h"

#include <string.h>

/* The outline of 3.0: each phase leaves the state where the next begins. */
void
gboh_play(struct game *g)
{
	struct gboh *s = gboh_state(g);

	for (;;) {
		switch ((enum gboh_phase)s->phase) {
		case GBOH_START:
			gboh_start_phase(g);
			break;
		case GBOH_NEXT:
			gboh_next_phase(g);		/* A */
			break;
		case GBOH_ACTIVATION:
			gboh_activation_phase(g);
			break;
		case GBOH_ORDERS:
			gboh_orders_phase(g);		/* B 1 */
			break;
		case GBOH_SHOCK:
			gboh_shock_phase(g);		/* B 2 */
			gboh_begin_phase(g, GBOH_MOMENTUM);
			break;
		case GBOH_MOMENTUM:
			gboh_momentum_phase(g);		/* C */
			break;
		case GBOH_ROUT:
			gboh_rout_phase(g);		/* D */
			gboh_begin_phase(g, GBOH_WITHDRAWAL);
			break;
		case GBOH_WITHDRAWAL:
			gboh_withdrawal_phase(g);	/* E */
			gboh_begin_phase(g, GBOH_START);
			break;
		case GBOH_PHASE_COUNT:
			game_fail(g, "there is no such phase");
		}
	}
}

static const char *
gboh_shows(int sides, int face, int *n)
{
	(void)sides;
	*n = face;
	return NULL;
}

#define FIRE_FACTS "unit type target target-type strength missiles"
#define WITHDRAW_FACTS "unit type class hits tq hex enemy enemy-type mp " \
	"approach"

static const struct question_kind questions[] = {
	{ "orders", "the orders for a leader's activation", "", "ask",
	    "none", false },
	{ "elite", "who has the Elite Orders Phase [5.51]", "turn", "first",
	    "none", false },
	{ "champion", "which leader the champion's side starts with [11.85]",
	    "", "most initiative", "none", false, "initiative" },
	{ "trump", "whether to trump a trump, and with whom [5.42]",
	    "leader initiative", "none", "none", false, "initiative" },
	{ "momentum-trump", "whether to trump momentum [5.42]",
	    "leader initiative", "none", "none", false, "initiative" },
	{ "leader-withdraw", "where a leader goes to whom an enemy came [4.62]",
	    "leader hex enemy alone",
	    "most wish then most friends then least enemies",
	    "most wish then most friends then least enemies", false,
	    "wish friends enemies" },
	{ "feign", "whether and where to feign a retreat [6.73]",
	    "unit hex enemy enemy-type hits", "none", "none", false,
	    "distance enemies" },
	{ "withdraw", "whether and where to withdraw [6.51]", WITHDRAW_FACTS,
	    "most wish then least hits then most distance then least enemies",
	    "none", false, "distance hits enemies wish" },
	{ "line-withdraw", "where a unit of a withdrawing line goes [6.58]",
	    WITHDRAW_FACTS,
	    "least hits then most distance then least enemies",
	    "least hits then most distance then least enemies", false,
	    "distance hits enemies wish" },
	{ "withdraw-fire", "whether a withdrawing unit fires [6.56]",
	    FIRE_FACTS, "first", "none", false },
	{ "withdraw-face", "how it faces afterwards [6.52]", "unit hex mp",
	    "keep", "keep", false, "covers hits" },
	{ "face", "whether to turn when an enemy comes adjacent [7.14]",
	    "unit type hits tq enemy enemy-type aspect",
	    "most wish then least hits", "keep", false, "front hits wish" },
	{ "entry-fire",
	  "whether to fire as the enemy comes near: Entry Reaction Fire [8.21]",
	  FIRE_FACTS, "first",
	    "none", false },
	{ "retire-fire",
	  "whether to fire as the enemy goes away: Retire Reaction Fire [8.22]",
	  FIRE_FACTS, "first",
	    "none", false },
	{ "return-fire",
	  "whether to fire back: Return Fire [8.23]",
	  FIRE_FACTS, "first", "none",
	    false },
	{ "artillery-fire", "a cheiroballistra's reaction fire [11.66]",
	    FIRE_FACTS, "first", "none", false },
	{ "artillery-rest", "what a cheiroballistra has left to fire [11.66]",
	    FIRE_FACTS, "none", "none", false },
	{ "shield", "whether to form a Shield Wall [11.71]",
	    "unit firer distance strength", "wall", "none", false },
	{ "impetus", "where an impetuous unit goes [8.34]", "unit enemy",
	    "least enemies then first", "least enemies then first", false,
	    "enemies" },
	{ "feign-strike", "what follows a good Feigned Retreat [6.73]",
	    "unit target", "most wish", "none", false, "wish" },
	{ "pursuit-strike", "what the pursuer does [6.73]", "unit target",
	    "most wish", "none", false, "wish" },
	{ "uncontrolled", "whom an uncontrolled unit goes for [11.31]",
	    "unit", "first", "first", false },
	{ "rush", "where an uncontrolled unit goes [11.31]", "unit hex target",
	    "straight", "straight", false, "mp enemies" },
	{ "clash", "which unit counts for the clash [9.15]", "combat as",
	    "most worth then first", "most worth then first", false, "worth" },
	{ "extra-hit", "who takes a hit left over [10.13]", "combat",
	    "most left then first", "most left then first", false, "left" },
	{ "advance", "who advances where [9.23]", "combat", "first", "first",
	    false, "tq hits" },
	{ "advance-face", "how the unit that advanced faces [9.22]",
	    "unit hex", "least hits then most covers then keep", "keep", false,
	    "covers hits" },
	{ "leader-goes", "whether a leader goes along [4.62, 10.25]",
	    "leader unit why", "go", "stay", false },
	{ "rout", "where a routing unit's way ends [10.21]", "unit hex",
	    "least enemies then first", "least enemies then first", false,
	    "enemies friends" },
	{ "column-face", "how a unit attacked in column faces [6.46]", "unit",
	    "first", "first", false },
	{ NULL },
};

static const struct order_field leader_fields[] = {
	{ "leader", ARG_UNIT, true, NULL, "which leader" },
	{ NULL },
};
static const struct order_field none_fields[] = {
	{ NULL },
};
static const struct order_field line_fields[] = {
	{ "units", ARG_UNITS, true, NULL, "the units of the line" },
	{ "unwall", ARG_BOOL, false, NULL, "they leave the Shield Wall" },
	{ NULL },
};
static const struct order_field move_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who moves" },
	{ "path", ARG_TEXT, false, NULL,
	    "hexes, facings and \"fire UNIT\", in order" },
	{ "to", ARG_HEX, false, NULL, "or the hex where it ends" },
	{ "face", ARG_WORD, false, "NE E SE SW W NW N S",
	    "how it faces at the end, N and S only in column" },
	{ "shock", ARG_BOOL, false, NULL, "it shocks if it comes adjacent" },
	{ "column", ARG_WORD, false, "N NE SE S SW NW out",
	    "goes into column facing there, or out of it" },
	{ "lead", ARG_BOOL, false, NULL, "the active leader goes along" },
	{ NULL },
};
static const struct order_field fire_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who fires" },
	{ "target", ARG_ENEMY, true, NULL, "at whom" },
	{ "second", ARG_ENEMY, false, NULL, "at whom the second time" },
	{ NULL },
};
static const struct order_field harass_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who harasses" },
	{ "target", ARG_ENEMY, true, NULL, "whom" },
	{ "path", ARG_HEXES, false, NULL, "the way to the target" },
	{ "feign", ARG_BOOL, false, NULL, "then feigns a retreat" },
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
static const struct order_field mode_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "the artillery" },
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
	{ NULL },
};

static const struct order_verb verbs[] = {
	{ "activate", GBOH_ACTIVATION, "choose among equals", leader_fields },
	{ "trump", GBOH_ACTIVATION, "activate a higher rated leader",
	    leader_fields, true },
	{ "pass", GBOH_ACTIVATION, "the leader is finished", none_fields },
	{ "line", GBOH_ORDERS, "issue a line command", line_fields, true },
	{ "move", GBOH_ORDERS, "move a unit", move_fields },
	{ "fire", GBOH_ORDERS, "missile fire", fire_fields },
	{ "harass", GBOH_ORDERS, "Harassment and Dispersal", harass_fields },
	{ "recover", GBOH_ORDERS, "remove Cohesion Hits", unit_fields },
	{ "rally", GBOH_ORDERS, "try to rally a unit", face_fields },
	{ "move-leader", GBOH_ORDERS, "move a leader", move_leader_fields },
	{ "replace", GBOH_ORDERS, "replace a leader", replace_fields },
	{ "dismount", GBOH_ORDERS, "cavalry dismounts", face_fields },
	{ "mount", GBOH_ORDERS, "cavalry mounts again", face_fields },
	{ "mode", GBOH_ORDERS, "artillery changes its mode", mode_fields },
	{ "disengage", GBOH_ORDERS, "an engaged unit retreats",
	    disengage_fields },
	{ "shock", GBOH_ORDERS, "designate a shock combat", shock_fields },
	{ "momentum", GBOH_ORDERS, "try for another Orders Phase",
	    none_fields, true },
	{ NULL },
};

static const struct event_kind events[] = {
	{ "turn", "a game turn begins" },
	{ "champion", "the Champion Challenge" },
	{ "elite", "an Elite Orders Phase" },
	{ "tie", "leaders of both sides are rated the same" },
	{ "activate", "a leader is activated" },
	{ "trump", "a trump" },
	{ "bypassed", "leaders are bypassed" },
	{ "line", "a line command" },
	{ "move", "a unit moves" },
	{ "barred", "a unit stops before an enemy who stayed" },
	{ "again", "a unit moves again" },
	{ "hits", "a unit takes Cohesion Hits" },
	{ "column", "a unit enters or leaves column" },
	{ "withdraw", "an Orderly Withdrawal" },
	{ "leader-withdraw", "a leader withdraws" },
	{ "leader", "a leader moves" },
	{ "captured", "a leader is captured" },
	{ "face", "a unit turns" },
	{ "fire", "missile fire" },
	{ "missiles", "missiles run low or are replenished" },
	{ "casualty", "a leader may be hurt" },
	{ "harass", "Harassment and Dispersal" },
	{ "impetuosity", "a unit may run after its tormentors" },
	{ "feign", "a Feigned Retreat" },
	{ "bait", "whether the bait is swallowed" },
	{ "feign-result", "whether the retreat was feigned" },
	{ "shield", "a Shield Wall" },
	{ "recover", "hits are removed" },
	{ "rally", "a rally attempt" },
	{ "replace", "a leader is replaced" },
	{ "dismount", "cavalry dismounts" },
	{ "mount", "cavalry mounts" },
	{ "mode", "artillery changes its mode" },
	{ "shock", "a shock combat is designated" },
	{ "charge", "a Pre-Shock TQ check" },
	{ "clash", "column and superiority" },
	{ "result", "a shock combat's result" },
	{ "stands", "all would rout, and one side stands" },
	{ "steady", "a unit that stands so, and its hits" },
	{ "collapse", "a shaken unit's check" },
	{ "rout-phase", "the Rout and Reload Phase begins" },
	{ "rout", "a unit routs" },
	{ "passed", "a unit is routed through" },
	{ "discipline", "an undisciplined army's check" },
	{ "uncontrolled", "units are uncontrolled" },
	{ "controlled", "a line stays under control" },
	{ "eliminated", "a unit or leader is lost" },
	{ "advance", "an advance after combat" },
	{ "engaged", "units are engaged" },
	{ "disengaged", "units are no longer engaged" },
	{ "momentum", "momentum" },
	{ "doom", "the Die Roll of Doom" },
	{ "finished", "a leader is finished" },
	{ "held", "a leader is held in an enemy ZOC" },
	{ "void", "a trump led to nothing" },
	{ "withdrawal", "an army withdraws" },
	{ "victory", "the end" },
	{ "refused", "an order or answer is refused" },
	{ "late", "a late side's answer" },
	{ NULL },
};

const struct system gboh_cataphract_system = {
	.id = "cataphract",
	.revision = 2,
	.state_size = sizeof(struct gboh),
	.fields = gboh_cataphract_fields,
	.questions = questions,
	.verbs = verbs,
	.events = events,
	.phases = gboh_phase_names,
	.load = gboh_load,
	.start = gboh_start,
	.check = gboh_check,
	.play = gboh_play,
	.invariant = gboh_invariant,
	.bot = gboh_bot,
	.legal = gboh_legal,
	.units = gboh_units,
	.shows = gboh_shows,
	.tolls = gboh_tolls,
	.toll = gboh_toll,
	.decide = gboh_decide,
	.forecast = gboh_forecast,
	.assault = "shock",
	.commanded = gboh_commanded,
	.assume = gboh_assume,
	.board = gboh_board,
	.deeds = gboh_deeds,
	.sees = gboh_in_sight,
	.summary = gboh_summary,
	.when = gboh_when,
};
