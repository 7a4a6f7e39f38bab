/* cc.c: Commands & Colors: Medieval: the sequence of play, and its words
 * [turn.sequence] */
#include "systems/cc_medieval/cc.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"

#include <string.h>

static void
begin_phase(struct game *g, enum cc_phase phase)
{
	cc_state(g)->phase = phase;
	tell(g, "phase", FACTS(fact_text("phase", cc_phase_names[phase])));
	checkpoint(g);
}

/*
 * [scenario.no-draw-hand-of-eleven] beaten at the end of the turn in which the
 * last card was played, on whosever turn.
 */
static void
check_out_of_cards(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	for (int i = 0; i < d->nsides; i++)
		if (d->no_draw[i] && s->side[i].cards == 0 &&
		    (i == s->active || s->side[i].replace > 0))
			cc_end_win(g, cc_enemy(i), "cards");
}

static void
end_player_turn(struct game *g)
{
	struct cc *s = cc_state(g);

	orders_end(g, s->active, "turn-over");
	check_out_of_cards(g);
	s->side[s->active].turns++;
	s->active = cc_enemy(s->active);
	s->turn++;
}

static void
cc_play(struct game *g)
{
	const struct cc_data *d = cc_data(g);
	struct cc *s = cc_state(g);

	cc_index(s);
	for (;;) {
		switch ((enum cc_phase)s->phase) {
		case CC_DEAL:
			cc_deal(g);
			begin_phase(g, d->first_by_dice ? CC_FIRST :
			    CC_START);
			break;
		case CC_FIRST:
			cc_first_phase(g);
			begin_phase(g, CC_START);
			break;
		case CC_START:
			cc_start_phase(g);
			begin_phase(g, CC_ORDERS);
			break;
		case CC_ORDERS:
			orders_begin(g, s->active);
			begin_phase(g, CC_COMMAND);
			break;
		case CC_COMMAND:
			cc_command_phase(g);
			begin_phase(g, CC_VOLLEY);
			break;
		case CC_VOLLEY:
			cc_combat_phase(g, CC_VOLLEY);
			begin_phase(g, CC_MOVE);
			break;
		case CC_MOVE:
			cc_move_phase(g, CC_MOVE);
			begin_phase(g, CC_COMBAT);
			break;
		case CC_COMBAT:
			cc_combat_phase(g, CC_COMBAT);
			begin_phase(g, CC_AGAIN);
			break;
		case CC_AGAIN:
			cc_move_phase(g, CC_AGAIN);
			begin_phase(g, CC_FINISH);
			break;
		case CC_FINISH:
			cc_finish_phase(g);
			begin_phase(g, CC_DRAW);
			break;
		case CC_DRAW:
			cc_draw_phase(g);
			begin_phase(g, CC_KEEP);
			break;
		case CC_KEEP:
			cc_keep_phase(g);
			end_player_turn(g);
			begin_phase(g, CC_START);
			break;
		case CC_PHASE_COUNT:
			game_fail(g, "there is no such phase");
		}
	}
}

/* A card that is in no deck can never be played. */
static const char *
cc_order_check(struct game *g, int side, const struct node *order)
{
	const struct cc_data *d = cc_data(g);
	const char *card = node_str(order, "card");
	const char *names[CC_CARDS + CC_KIND_COUNT];
	size_t n = 0;

	(void)side;
	if (strcmp(node_str(order, "do"), "play") != 0)
		return NULL;
	for (int k = CC_SCOUT; k < CC_KIND_COUNT; k++)
		names[n++] = cc_kind_names[k];
	for (int i = 0; i < d->ncards; i++)
		names[n++] = d->card[i].id;
	for (size_t i = 0; card != NULL && i < n; i++)
		if (strcmp(names[i], card) == 0)
			return NULL;
	return why_not(g, "card.unknown", FACTS(fact_text("card", card),
	    fact_text("near", card ? str_nearest(card, names, n) : NULL)));
}

static const char *
cc_shows(int sides, int face, int *n)
{
	(void)sides;
	*n = face;
	return cc_face_names[face];
}

#define COMBAT_FACTS "unit type blocks attacker attacker-type " \
	"attacker-blocks dice banners"

static const struct question_kind cc_questions[] = {
	{ "orders", "the orders for a turn", "", "ask", "none",
	    false },
	{ "card", "which card goes when none was named", "", "first", "first",
	    false },
	{ "muster", "whom a die of Cry Havoc or Rally is for", "card die",
	    "most near", "most near", false, "near" },
	{ "evade", "whether and how a unit evades",
	    "unit type blocks attacker attacker-type dice",
	    "most wish then least enemies", "none", false, "enemies wish" },
	{ "flags", "how many flags are ignored", "unit type flags may-ignore",
	    "most ignored", "most ignored", false, "ignored" },
	{ "retreat", "which way a unit retreats", "unit hex left",
	    "least enemies then most friends",
	    "least enemies then most friends", false, "enemies friends" },
	{ "leader-evade", "which way a leader evades", "leader hex",
	    "most friends then least enemies then most length",
	    "most friends then least enemies then most length", false,
	    "enemies friends length" },
	{ "battle-back", "whether a unit battles back", COMBAT_FACTS, "yes",
	    "yes", .usual = true },
	{ "parthian", "whether a unit that evades shoots", COMBAT_FACTS,
	    "yes", "yes", .usual = true },
	{ "advance", "whether a unit makes its momentum advance", "unit hex",
	    "yes", "no", false },
	{ "extra", "where cavalry goes one hex farther", "unit hex", "none",
	    "none", false, "enemies" },
	{ "bonus", "whom a unit attacks in bonus close combat", "unit hex",
	    "most weak then none", "none", false, "weak" },
	{ "charge", "whom warriors attack that charged and were given no "
	    "attack", "unit", "most weak", "most weak", false, "weak" },
	{ "keep", "which of two cards is kept", "", "leadership-* then "
	    "three-* then mounted-charge-* then first", "first", false },
	{ "camp", "whether an enemy camp is removed for a banner", "hex",
	    "yes", "yes", false },
	{ "enter", "where a late entry stands whose hex is taken", "unit",
	    "first", "first", false },
	{ "first-strike", "whether First Strike is played", COMBAT_FACTS,
	    "none", "none", true },
	{ "ambush", "whether Ambush is played, and by whom",
	    "attacker attacker-type attacker-blocks hex banners", "none",
	    "none", true, "dice blocks" },
	{ "battle-bonus", "whether a token is spent on battling back, or on "
	    "striking first or from ambush", COMBAT_FACTS " deed", "none",
	    "none", true },
	{ "bravery", "whether a token is spent on ignoring a flag",
	    "unit type blocks flags", "none", "none", true },
	{ NULL },
};

static const struct order_field play_fields[] = {
	{ "card", ARG_TEXT, true, NULL, "the card, by id or kind" },
	{ "units", ARG_UNITS, false, NULL, "whom it orders" },
	{ "leaders", ARG_UNITS, false, NULL, "leaders ordered by themselves" },
	{ "leader", ARG_UNIT, false, NULL, "of a Leadership card" },
	{ "as", ARG_WORD, false, "scout one", "its other use" },
	{ "action", ARG_WORD, false, "mounted-charge foot-onslaught "
	    "fire-and-close move-fire-move darken-the-sky rally redeploy",
	    "an inspired leadership action, for a token" },
	{ "banner", ARG_BOOL, false, NULL, "take the banner offered" },
	{ NULL },
};
static const struct order_field move_fields[] = {
	{ "unit", ARG_UNIT, false, NULL, "who moves" },
	{ "leader", ARG_UNIT, false, NULL, "or which leader" },
	{ "to", ARG_HEX, false, NULL, "the hex where it ends" },
	{ "path", ARG_HEXES, false, NULL, "or every hex it enters" },
	{ "exit", ARG_BOOL, false, NULL, "leave the board" },
	{ "enter", ARG_HEX, false, NULL, "enter the board there" },
	{ NULL },
};
static const struct order_field fire_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who fires" },
	{ "target", ARG_ENEMY_OR_LIST, true, NULL, "at whom" },
	{ NULL },
};
static const struct order_field close_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who attacks" },
	{ "target", ARG_ENEMY_OR_LIST, true, NULL, "whom" },
	{ "token", ARG_BOOL, false, NULL, "spend a token for a die" },
	{ "advance", ARG_BOOL, false, NULL, "advance after a success" },
	{ "extra", ARG_TEXT, false, NULL, "where to go one hex farther" },
	{ "bonus", ARG_TEXT, false, NULL, "whom to attack then" },
	{ "bonus-token", ARG_BOOL, false, NULL, "spend the token there" },
	{ NULL },
};
static const struct order_field storm_fields[] = {
	{ "unit", ARG_UNIT, true, NULL, "who storms" },
	{ "gate", ARG_HEX, true, NULL, "the gate" },
	{ "advance", ARG_BOOL, false, NULL, "advance after a success" },
	{ NULL },
};
static const struct order_field leader_fields[] = {
	{ "leader", ARG_UNIT, true, NULL, "who moves" },
	{ "to", ARG_HEX, false, NULL, "the hex where he ends" },
	{ "path", ARG_HEXES, false, NULL, "or every hex he enters" },
	{ NULL },
};

static const struct order_verb cc_verbs[] = {
	{ "play", CC_COMMAND, "play a card and order units", play_fields },
	{ "volley", CC_VOLLEY, "fire before movement (Fire and Close)",
	    fire_fields },
	{ "move", CC_MOVE, "move a unit or a leader", move_fields },
	{ "fire", CC_COMBAT, "ranged combat", fire_fields },
	{ "close", CC_COMBAT, "close combat", close_fields },
	{ "storm", CC_COMBAT, "storm a gate", storm_fields },
	{ "move-again", CC_AGAIN, "the second move of Move Fire Move",
	    move_fields },
	{ "move-leader", CC_FINISH, "move a leader for a token",
	    leader_fields },
	{ NULL },
};

static const struct event_kind cc_events[] = {
	{ "turn", "a player turn begins" },
	{ "phase", "a phase begins" },
	{ "first", "the first player by dice" },
	{ "card", "a card is played" },
	{ "ordered", "who is ordered" },
	{ "token", "a token is gained or spent" },
	{ "move", "a move" },
	{ "attach", "a leader is with a unit" },
	{ "attack", "close combat is declared" },
	{ "charge", "warriors that charged must attack" },
	{ "fire", "ranged combat" },
	{ "close", "close combat" },
	{ "back", "battle back" },
	{ "parthian", "a Parthian shot" },
	{ "ignored", "flags are ignored" },
	{ "hit", "blocks are lost" },
	{ "eliminated", "a unit or leader is lost" },
	{ "check", "a leader casualty check" },
	{ "retreat", "a retreat" },
	{ "evade", "an evasion" },
	{ "escape", "a leader escapes through the enemy" },
	{ "advance", "a momentum advance" },
	{ "declined", "what a unit could do and does not" },
	{ "extra", "cavalry goes one hex farther" },
	{ "bonus", "a bonus close combat" },
	{ "copy", "what a Counter Attack is a copy of" },
	{ "marsh", "the die of a marsh" },
	{ "first-strike", "First Strike is played" },
	{ "ambush", "Ambush is played" },
	{ "gate", "a gate is stormed" },
	{ "muster", "the dice of Cry Havoc or Rally" },
	{ "summoned", "whom a die of Cry Havoc orders" },
	{ "wasted", "dice of Cry Havoc or Rally that help nobody" },
	{ "rally", "a block comes back" },
	{ "newleader", "a new leader steps forward" },
	{ "banner", "banners are gained or lost" },
	{ "exit", "a unit leaves the board" },
	{ "enter", "a unit enters the board" },
	{ "camp", "a camp is removed" },
	{ "draw", "cards are drawn" },
	{ "discard", "a card is discarded" },
	{ "keep", "a card of two is kept" },
	{ "command", "a hand grows" },
	{ "shuffle", "the deck is shuffled" },
	{ "victory", "the end" },
	{ "refused", "an order or answer is refused" },
	{ "late", "a late side's answer" },
	{ NULL },
};

const struct system cc_system = {
	.id = "cc-medieval",
	.revision = 2,
	.state_size = sizeof(struct cc),
	.fields = cc_fields,
	.questions = cc_questions,
	.verbs = cc_verbs,
	.events = cc_events,
	.phases = cc_phase_names,
	.load = cc_load,
	.start = cc_start,
	.check = cc_check,
	.play = cc_play,
	.invariant = cc_invariant,
	.may_come = cc_may_come,
	.order_check = cc_order_check,
	.bot = cc_bot,
	.legal = cc_legal,
	.units = cc_units,
	.hand = cc_hand,
	.conceal = cc_conceal,
	.shows = cc_shows,
	.tolls = cc_tolls,
	.toll = cc_toll,
	.decide = cc_decide,
	.forecast = cc_forecast,
	.guess = cc_guess,
	.assault = "close",
	.board = cc_board,
	.deeds = cc_deeds,
	.sees = cc_in_sight,
	.summary = cc_summary,
	.when = cc_when,
};
