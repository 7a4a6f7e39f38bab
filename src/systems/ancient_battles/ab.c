/* ab.c: Ancient Battles: the sequence of play, and its words [4.0] */
#include "systems/ancient_battles/ab.h"

#include "base/node.h"

#include <string.h>

static void
begin_phase(struct game *g, enum ab_phase phase)
{
	struct ab *s = ab_state(g);

	s->phase = phase;
	if (phase == AB_ORDERS)
		s->rallied = false;			/* [13.0] */
	if (phase >= AB_ORDERS)
		tell(g, "phase", FACTS(fact_side("side", s->active),
		    fact_text("phase", ab_phase_names[phase])));
	checkpoint(g);
}

/* [4.0] after a player turn comes the other side's, or the next game turn */
static void
end_player_turn(struct game *g)
{
	struct ab *s = ab_state(g);

	orders_end(g, s->active, "turn-over");
	if (s->active == 0) {
		s->active = 1;
		return;
	}
	if (s->turn >= s->turns)
		ab_final_victory(g);			/* [16.0, X6.0] */
	s->active = 0;
	s->turn++;
	tell(g, "turn", FACTS(fact_number("turn", s->turn)));
}

/* The outline of 4.0: each phase leaves the state where the next begins. */
static void
ab_play(struct game *g)
{
	struct ab *s = ab_state(g);

	for (;;) {
		switch ((enum ab_phase)s->phase) {
		case AB_DEPLOY:
			ab_deploy_phase(g);		/* [3.0] */
			tell(g, "turn", FACTS(fact_number("turn", s->turn)));
			begin_phase(g, AB_ORDERS);
			break;
		case AB_ORDERS:
			orders_begin(g, s->active);
			begin_phase(g, AB_MOVEMENT);
			break;
		case AB_MOVEMENT:
			ab_movement_phase(g);		/* A */
			begin_phase(g, AB_MISSILE);
			break;
		case AB_MISSILE:
			ab_missile_phase(g);		/* B */
			begin_phase(g, AB_COMBAT);
			break;
		case AB_COMBAT:
			ab_combat_phase(g);		/* C */
			begin_phase(g, AB_RALLY);
			break;
		case AB_RALLY:
			ab_rally_phase(g);			/* D */
			end_player_turn(g);
			begin_phase(g, AB_ORDERS);
			break;
		case AB_PHASE_COUNT:
			game_fail(g, "there is no such phase");
		}
	}
}

static const char *
ab_shows(int sides, int face, int *n)
{
	(void)sides;
	*n = face + 1;
	return NULL;
}

static const struct question_kind ab_questions[] = {
	{ "deploy", "where a side sets up", "", "ask", "standard", false },
	{ "orders", "the orders for a player turn", "", "ask", "none",
	    false },
	{ "evade", "whether and how a light unit retreats before combat "
	    "[11.21]", "unit type strength hex attackers odds", "none",
	    "none", false, "enemies terrain" },
	{ "loss", "which unit a side loses [7.6]", "result",
	    "least strength", "least strength", false, "strength" },
	{ "retreat", "where a beaten unit retreats to [7.71]",
	    "unit type strength hex", "least enemies then most terrain",
	    "least enemies then most terrain", false,
	    "enemies terrain displaced" },
	{ "displace", "where a unit goes that is pushed out of its hex "
	    "[7.82]", "unit type strength hex pusher",
	    "least enemies then most terrain",
	    "least enemies then most terrain", false,
	    "enemies terrain displaced" },
	{ "advance", "who advances into a hex that was left [7.74]",
	    "as result", "none", "none", false, "strength enemies terrain" },
	{ "leader-flight", "where a lone leader flees to [12.1, 12.3]",
	    "unit hex", "most friends", "most friends", false, "friends" },
	{ "lend", "whether a unit that an attack by several hexes leaves out "
	    "lends its strength [7.22]", "unit type strength hex attackers "
	    "defenders odds", "lend", "lend", .usual = true },
	{ "combat-plan", "whom a unit attacks that must attack and was given "
	    "no attack [7.11]; with a + together with all who can still attack "
	    "there, all: every enemy next to it", "unit hex", "most odds", "most odds", false,
	    "odds" },
	{ "rally-hex", "where a rallied unit returns [13.0]", "unit",
	    "least enemies", "least enemies", false, "enemies" },
	{ NULL },
};

static const struct order_field move_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who moves" },
	{ "to", ARG_HEX, false, NULL, "the hex where it ends" },
	{ "path", ARG_HEXES, false, NULL, "or every hex it enters" },
	{ "exit", ARG_BOOL, false, NULL, "leave the map from there" },
	{ NULL },
};
static const struct order_field enter_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "the reinforcement" },
	{ "hex", ARG_HEX, true, NULL, "where it enters" },
	{ "to", ARG_HEX, false, NULL, "where it goes on to" },
	{ "path", ARG_HEXES, false, NULL, "or every hex after that" },
	{ NULL },
};
static const struct order_field fire_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who fires" },
	{ "target", ARG_ENEMY, true, NULL, "at which enemy unit" },
	{ NULL },
};
static const struct order_field attack_fields[] = {
	{ "units", ARG_UNITS, true, NULL, "the attackers" },
	{ "targets", ARG_ENEMIES, true, NULL, "the defenders" },
	{ "charge", ARG_UNITS, false, NULL, "those that charge" },
	{ "advance", ARG_TEXT, false, NULL, "who advances where" },
	{ "loss", ARG_TEXT, false, NULL, "whom to lose" },
	{ NULL },
};
static const struct order_field rally_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "the eliminated unit" },
	{ "hex", ARG_HEX, false, NULL, "where it returns" },
	{ NULL },
};

static const struct order_verb ab_verbs[] = {
	{ "move", AB_MOVEMENT, "move a unit", move_fields },
	{ "enter", AB_MOVEMENT, "bring on a reinforcement", enter_fields },
	{ "fire", AB_MISSILE, "fire at an enemy unit", fire_fields },
	{ "attack", AB_COMBAT, "attack in melee", attack_fields },
	{ "rally", AB_RALLY, "try to rally an eliminated unit",
	    rally_fields },
	{ NULL },
};

static const struct event_kind ab_events[] = {
	{ "turn", "a game turn begins" },
	{ "phase", "a phase begins" },
	{ "deployed", "a side is set up" },
	{ "move", "a unit moves" },
	{ "undone", "a move is undone for stacking" },
	{ "enter", "a reinforcement enters" },
	{ "exit", "a unit leaves the map for points" },
	{ "camp", "a camp hex is taken" },
	{ "escape", "a lone leader is ridden at" },
	{ "flight", "a lone leader flees" },
	{ "fire", "missile fire" },
	{ "assault", "who is to attack whom, before anybody retreats" },
	{ "attack", "a combat begins" },
	{ "extended", "an attack has to take on more enemies" },
	{ "forced", "a combat that nobody planned" },
	{ "released", "attackers whom nobody awaited still have to attack" },
	{ "result", "a combat's result" },
	{ "evade", "a retreat before combat" },
	{ "retreat", "a retreat" },
	{ "displaced", "a displacement" },
	{ "eliminated", "an elimination" },
	{ "advance", "an advance after combat" },
	{ "recover", "disruption ends" },
	{ "rally", "a rally attempt" },
	{ "demoralized", "a side is demoralized" },
	{ "steadied", "a side is demoralized no longer" },
	{ "disintegrated", "a side falls apart" },
	{ "victory", "the end" },
	{ "refused", "an order, answer or deployment is refused" },
	{ "late", "a late side's answer" },
	{ NULL },
};

const struct system ab_system = {
	.id = "ancient-battles",
	.revision = 2,
	.state_size = sizeof(struct ab),
	.fields = ab_fields,
	.questions = ab_questions,
	.verbs = ab_verbs,
	.events = ab_events,
	.phases = ab_phase_names,
	.load = ab_load,
	.start = ab_start,
	.check = ab_check,
	.play = ab_play,
	.invariant = ab_invariant,
	.deploy_check = ab_deploy_check,
	.deploys = ab_deploys,
	.deployment = ab_deployment,
	.bot = ab_bot,
	.legal = ab_legal,
	.units = ab_units,
	.shows = ab_shows,
	.tolls = ab_tolls,
	.toll = ab_toll,
	.forecast = ab_forecast,
	.assault = "attack",
	.board = ab_board,
	.deeds = ab_deeds,
	.sees = ab_in_sight,
	.summary = ab_summary,
	.when = ab_when,
};
