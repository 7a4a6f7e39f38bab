/* cc.h: Commands & Colors: Medieval: its state, its charts, its parts */
#ifndef IACTA_CC_H
#define IACTA_CC_H

#include "engine/system.h"
#include "hex/map.h"

#define CC_UNITS 48
#define CC_LEADERS 16
#define CC_HAND 16
#define CC_CARDS 80
#define CC_SLOTS 256		/* more than twice the cards */
#define CC_OPENED 32
#define CC_HEXES 160		/* of the board */
#define CC_ORDERED 24		/* units or leaders that one order names */
#define CC_DICE_MAX 16		/* of a roll, with all that is added */

enum cc_phase { CC_DEAL, CC_FIRST, CC_START, CC_ORDERS, CC_COMMAND, CC_VOLLEY,
	CC_MOVE, CC_COMBAT, CC_AGAIN, CC_FINISH, CC_DRAW, CC_KEEP,
	CC_PHASE_COUNT };
enum cc_type { CC_LB, CC_A, CC_MI, CC_W, CC_HI, CC_LC, CC_LBC, CC_MC, CC_HC,
	CC_SHC, CC_TYPE_COUNT };
enum cc_class { CC_LIGHT, CC_MEDIUM, CC_HEAVY };	/* their dice faces */
enum cc_face { CC_GREEN, CC_BLUE, CC_RED, CC_HELMET, CC_SWORDS, CC_FLAG };
enum cc_status { CC_BOARD, CC_ELIMINATED, CC_EXITED, CC_RESERVE };
enum cc_terrain { CC_CLEAR, CC_BROKEN, CC_FOREST, CC_HILL, CC_RIVER, CC_FORD,
	CC_BRIDGE, CC_CAMP, CC_MARSH, CC_WALL, CC_GATE, CC_TERRAIN_COUNT };
enum cc_section { CC_LEFT = 1, CC_CENTER = 2, CC_RIGHT = 4 };
enum cc_kind { CC_NO_CARD,
#define CARD(kind, ...) CC_##kind,
#include "systems/cc_medieval/cards.def"
#undef CARD
	CC_KIND_COUNT };
enum cc_action { CC_NO_ACTION, CC_ACT_CHARGE, CC_ACT_ONSLAUGHT,
	CC_ACT_FIRE_CLOSE, CC_ACT_MFM, CC_ACT_DARKEN, CC_ACT_RALLY,
	CC_ACT_REDEPLOY, CC_ACTION_COUNT };

/* A row of cards.def. */
struct cc_card {
	/* whom it orders */
	enum { CC_BY_NOTHING, CC_BY_NUMBER, CC_BY_SECTIONS, CC_BY_SORT,
		CC_BY_LEADER, CC_BY_LINE, CC_BY_ITSELF } by;
	int left, center, right;	/* in each section */
	int most;			/* of a number, a sort, linked hexes */
	enum { CC_WANT_LIGHT, CC_WANT_MEDIUM, CC_WANT_HEAVY, CC_WANT_FOOT,
		CC_WANT_MOUNTED, CC_WANT_RANGED } want;
	unsigned where;			/* the leader's section; 0: any */
	bool linked, away;		/* in one group; not by the enemy */
	bool section;			/* a section card */
	bool scout;			/* may be played as a Scout */
	bool one;			/* or one unit of one's choice */
	bool token;			/* gains one at the end of the turn */
	int mirror;			/* left and right exchanged; 0: itself */
	/* what it lets units do */
	int dice, dice_led;		/* more, all turn; with a leader */
	int first_foot, first_mounted;	/* more, in the initial combat */
	bool no_fire_foot, no_fire_mounted;
};

#define CC_COMMANDED (-1)	/* as many as the side's command */

struct cc_unit {
	char id[ID_SIZE];
	int side, type;
	char name[FIELD_TEXT_SIZE];
	int blocks, full;
	bool bow, city;
	int hex, status;
	/* in this player turn */
	bool ordered, idle, stopped, charge, fought, bonus, wet, again;
	bool joined;		/* a leader has just joined it */
	bool aside;		/* the leadership action is not for it */
	int moved, fired, began;
	char target[ID_SIZE];
	int targethex;
};

struct cc_leader {
	char id[ID_SIZE];
	int side;
	char name[FIELD_TEXT_SIZE];
	int hex, status;
	bool ordered;
	int moved, began;
};

struct cc_side {
	int command, cards, tokens, banners, held;
	bool spent;		/* a token, in this player turn */
	int last;		/* the kind last played on its own turn */
	int replace;		/* cards played as First Strike or Ambush */
	int turns;		/* player turns it has finished */
};

struct cc_hand {
	int n;
	char id[CC_HAND][ID_SIZE];
};

struct cc {
	int turn, phase, active, banners;
	int played;		/* the kind in effect */
	bool one;		/* its alternative: one unit of choice */
	int action;		/* the inspired leadership action */
	bool scouted;		/* two cards are drawn */
	bool taken;		/* the banner is to be, for one of them */
	bool gains;		/* a token at the end of the turn */
	int left;		/* cards in the deck */
	int shuffles;
	int ndiscard;
	char discard[CC_CARDS][ID_SIZE];
	int nopened, opened[CC_OPENED];	/* gates and camps removed */
	int newleaders;
	struct cc_side side[GAME_SIDES];
	int nunits, nleaders;
	struct cc_unit unit[CC_UNITS];
	struct cc_leader leader[CC_LEADERS];
	/* hidden */
	struct cc_hand hand[GAME_SIDES];
	struct cc_hand drawn[GAME_SIDES];
	int ndeck;
	char deck[CC_CARDS][ID_SIZE];
	/* who stands where: follows from the rest, see board.c */
	bool indexed;
	signed char unit_at[CC_HEXES], leader_at[CC_HEXES];
};

enum cc_entry { CC_ENTRY_ALL, CC_ENTRY_FOOT, CC_ENTRY_LISTED };
enum cc_flag_for { CC_FLAG_NONE, CC_FLAG_FOOT, CC_FLAG_OWNER };

struct cc_ground {
	bool impassable, sight, leaves_one, marsh, gate;
	bool stops_foot, stops_mounted;
	int entry;		/* enum cc_entry */
	bool entry_type[CC_TYPE_COUNT];
	int close_in, close_out, fire_in, fire_out, enemy_out;
	int uphill, downhill_foot, downhill_mounted;
	int flag;
};

struct cc_sort {		/* a row of the unit sheet */
	const char *name;
	int class, blocks, move, battle_move, charge, dice, range, bow_range;
	int retreat, armour, parthian;
	bool foot, swords, evades_all, evades_foot, evades_heavy;
	bool bonus_always, extra;
};

struct cc_data {
	struct map map;
	struct cc_ground ground[CC_TERRAIN_COUNT];
	struct cc_sort sort[CC_TYPE_COUNT];
	int still, moved;
	int leader_move, leader_evade, check_dice, check_helmets, alone_dice;
	int leader_blocks;		/* of a side, in the box */
	const char *new_leader;		/* his name; NULL: he has none */
	int evade_hexes, tokens;
	int ncards;
	struct { const char *id; int kind; } card[CC_CARDS];
	signed char card_slot[CC_SLOTS];	/* number + 1, by its hash */
	unsigned char terrain[CC_HEXES];	/* what nobody has removed */
	unsigned sheet[GAME_SIDES];	/* bits of enum cc_action */
	int nsides;
	const char *side[GAME_SIDES], *title[GAME_SIDES];
	bool top[GAME_SIDES];		/* its baseline is row 11 */
	bool first_by_dice;
	signed char owner[HEX_MAX];	/* of gates and camps; -1 */
	short group[HEX_MAX];		/* of hills; -1 */
	bool city[HEX_MAX];		/* inside the walls */
	bool has_city;			/* any such hex is named */
	/* special rules, by hook */
	const struct node *rules;
	bool rugged, stream;
	bool gate_banner[GAME_SIDES], no_draw[GAME_SIDES];
	bool camp_banner[GAME_SIDES], sudden_hills[GAME_SIDES];
	bool scout_banner[GAME_SIDES], enters_by_card[GAME_SIDES];
	int grows_to[GAME_SIDES];
};

extern const char *const cc_phase_names[];
extern const char *const cc_type_names[];
extern const char *const cc_kind_names[];
extern const struct cc_card cc_card_rules[CC_KIND_COUNT];
extern const char *const cc_action_names[];
extern const char *const cc_face_names[];
extern const char *const cc_terrain_names[];
extern const struct field cc_fields[];
extern const struct system cc_system;

static inline const struct cc_data *
cc_data(const struct game *g)
{
	return game_data(g);
}

static inline struct cc *
cc_state(struct game *g)
{
	return game_state(g);
}

static inline int
cc_enemy(int side)
{
	return 1 - side;
}

static inline bool
cc_on_board(const struct cc_unit *u)
{
	return u->status == CC_BOARD && u->hex != HEX_NONE;
}

static inline bool
cc_leader_on_board(const struct cc_leader *l)
{
	return l->status == CC_BOARD && l->hex != HEX_NONE;
}

/* A fact that is there only where it is true. */
struct fact cc_fact_if(struct game *g, const char *name, bool yes);
/* The leader who goes with a unit, as the fact `with`. */
struct fact cc_fact_with(struct game *g, const struct cc_unit *u);

/* data.c, state.c */
int cc_load(struct err *e, struct arena *a, const struct scenario_files *f,
	const struct node *position, void **data,
	const struct hex_grid **grid, const char **sides, int *nsides);
int cc_start(struct err *e, struct arena *a, const void *data,
	const struct scenario_files *f, const struct node *position,
	void *state);
int cc_check(struct err *e, const void *data, const void *state);
int cc_units(const void *state, int side, const char **out, int max);
bool cc_may_come(const void *state, const char *id);
const char *cc_invariant(struct game *g);

/* board.c: who stands where, sections, terrain, sight */
struct cc_unit *cc_find_unit(struct cc *s, const char *id);
struct cc_leader *cc_find_leader(struct cc *s, const char *id);
/* Nobody and nothing else sets a hex or a status. */
void cc_put_unit(struct cc *s, struct cc_unit *u, int hex, int status);
void cc_put_leader(struct cc *s, struct cc_leader *l, int hex, int status);
/* The index is made anew: before play, whatever was read. */
void cc_index(struct cc *s);

static inline struct cc_unit *
cc_unit_at(struct cc *s, int hex)
{
	if (!s->indexed)
		cc_index(s);
	return hex != HEX_NONE && s->unit_at[hex] ?
	    &s->unit[s->unit_at[hex] - 1] : NULL;
}

static inline struct cc_leader *
cc_leader_at(struct cc *s, int hex)
{
	if (!s->indexed)
		cc_index(s);
	return hex != HEX_NONE && s->leader_at[hex] ?
	    &s->leader[s->leader_at[hex] - 1] : NULL;
}

struct cc_leader *cc_attached(struct cc *s, const struct cc_unit *u);
/* A leader alone in a hex; NULL. */
struct cc_leader *cc_lone_leader_at(struct cc *s, int hex);
unsigned cc_sections(const struct cc_data *d, int side, int hex);
int cc_terrain_at(const struct cc_data *d, const struct cc *s, int hex);
/* May units of this side be there at all? */
bool cc_passable(const struct cc_data *d, const struct cc *s, int side,
	int hex);
/* Does terrain end a move there?  u is NULL for a leader alone. */
bool cc_must_stop(const struct cc_data *d, const struct cc *s,
	const struct cc_unit *u, int hex);
/* The two hexes toward a side's own baseline; HEX_NONE off the board. */
void cc_homeward(const struct cc_data *d, int side, int hex, int out[2]);
bool cc_on_baseline(const struct cc_data *d, int side, int hex);
bool cc_enemy_unit_adjacent(const struct cc_data *d, struct cc *s, int side,
	int hex);
bool cc_any_enemy_adjacent(const struct cc_data *d, struct cc *s, int side,
	int hex);
int cc_units_adjacent(const struct cc_data *d, struct cc *s, int side, int hex);
/* How far the nearest of a list of hexes is, those of the enemy's units for
 * example (of which there may be CC_UNITS); 99 if there is none. */
int cc_enemy_hexes(const struct cc *s, int side, int *out);
int cc_nearest_of(const struct cc_data *d, const int *list, int n, int hex);
int cc_nearest_enemy(const struct cc_data *d, struct cc *s, int side, int hex);
bool cc_sees(const struct cc_data *d, struct cc *s, int from, int to);
bool cc_is_foot(const struct cc_data *d, const struct cc_unit *u);
int cc_range_of(const struct cc_data *d, const struct cc_unit *u);

/* muster.c: the card in effect, or the one whose like an action is; with an
 * action both count. */
const struct cc_card *cc_card_now(const struct cc *s);
const struct cc_card *cc_action_now(const struct cc *s);

/* cards.c */
/* Its number, by id; -1. */
int cc_card_number(const struct cc_data *d, const char *id);
int cc_card_kind(const struct cc_data *d, const char *id);
/* The number of every card by a hash of its id, once they are known. */
void cc_index_cards(struct cc_data *d);
/* A card of the hand by id or kind; its index, -1. */
int cc_in_hand(const struct cc_data *d, const struct cc *s, int side,
	const char *name);
/* Is a card of it not known? */
bool cc_has_blank(const struct cc *s, int side);
bool cc_holds(struct game *g, int side, int kind);
void cc_discard_from_hand(struct game *g, int side, const char *id);
/* The first card of a kind leaves the hand (for a reaction). */
const char *cc_spend_card(struct game *g, int side, int kind);
void cc_deal(struct game *g);
void cc_draw_phase(struct game *g);
void cc_keep_phase(struct game *g);
int cc_hand(const void *data, const void *state, int side, const char **ids,
	int max);
void cc_conceal(const void *data, void *state);

/* banners.c: banners, tokens, special rules at the start of a turn */
void cc_win_banners(struct game *g, int side, int n, const char *why);
bool cc_may_take_banner(const struct cc *s, int side);
void cc_change_tokens(struct game *g, int side, int n, const char *why);
const char *cc_cannot_spend(const struct cc *s, int side);
bool cc_may_spend(const struct cc *s, int side);
void cc_spend_token(struct game *g, int side, const char *why);
void cc_start_phase(struct game *g);
/* Banners held for hexes are lost as soon as these are not held alone. */
void cc_check_held(struct game *g);
void cc_first_phase(struct game *g);
void cc_end_win(struct game *g, int side, const char *why)
	__attribute__((noreturn));

/* command.c: playing a card and ordering */
void cc_command_phase(struct game *g);
/* Does a card of this kind order the unit without being told to (Clash of
 * Shields, Leaders)?  The unit is on the board. */
bool cc_orders_by_itself(const struct cc_data *d, struct cc *s, int kind,
	const struct cc_unit *u);

/* movement.c */
void cc_move_phase(struct game *g, enum cc_phase phase);
void cc_finish_phase(struct game *g);
/* NULL, or why not; the farthest it may move now. */
const char *cc_cannot_move(struct game *g, const struct cc_unit *u);
int cc_move_limit(struct game *g, const struct cc_unit *u);
/* Of a hex within reach: do the rules let it go that far to end there? */
bool cc_may_go_so_far(struct game *g, const struct cc_unit *u, int hex, int n);
/* Does terrain forbid a unit that enters it to battle in that turn? */
bool cc_bars_battle(struct game *g, const struct cc_unit *u, int hex);
bool cc_marsh_roll(struct game *g, struct cc_unit *u, int hex);
/* The same for a leader, who is lost by a helmet; true if he is gone. */
bool cc_leader_marsh_roll(struct game *g, struct cc_leader *l, int hex);
/* May the unit end a move there, its leader with it? */
bool cc_can_stand(const struct cc_data *d, struct cc *s,
	const struct cc_unit *u, int hex);
bool cc_leader_can_stand(const struct cc_data *d, struct cc *s,
	const struct cc_leader *l, int hex);
void cc_move_unit(struct game *g, struct cc_unit *u, int hex);
/* `stays`: the unit does not move any more in this turn. */
void cc_tell_attached(struct game *g, const struct cc_leader *l,
	struct cc_unit *u, bool stays);

/* leaders.c: he is about to move, by himself or with his unit by his order. */
void cc_leader_begins(struct game *g, struct cc_leader *l);
/* May he move now, by his order or for a token?  Where to? */
const char *cc_cannot_move_leader(struct game *g, const struct cc_leader *l);
int cc_leader_destinations(struct game *g, const struct cc_leader *l,
	int *out);

/* entries.c: may it leave the board, may he or it come on there?  NULL, or why
 * not */
const char *cc_cannot_exit(struct game *g, const struct cc_unit *u);
const char *cc_cannot_enter(struct game *g, const struct cc_unit *u,
	const struct cc_leader *l, int hex);
/* entries.c: NULL and it is done, or why not */
const char *cc_try_exit(struct game *g, struct cc_unit *u);
const char *cc_try_enter(struct game *g, const char *id, const char *where);

/* dice.c: how many dice, and what they hit */
int cc_close_dice(struct game *g, const struct cc_unit *u, int from, int to,
	bool full);
int cc_fire_dice(struct game *g, const struct cc_unit *u, int to);
int cc_card_drm(struct game *g, int n, const char *card);
/* Extra dice of the card in effect in close combat. */
int cc_card_dice(struct game *g, const struct cc_unit *u, bool initial);
/* What it adds in every combat, fire too. */
int cc_all_turn_dice(struct game *g, const struct cc_unit *u);
int cc_close_hits(struct game *g, const struct cc_unit *u,
	const struct cc_unit *target, const int *faces, int n);
int cc_symbol_hits(const struct cc_data *d, const struct cc_unit *target,
	const int *faces, int n);
int cc_count_faces(const int *faces, int n, int face);
struct node *cc_faces_node(struct game *g, const int *faces, int n);

/* battle.c: who may battle; NULL, or why not */
void cc_combat_phase(struct game *g, enum cc_phase phase);
struct cc_target {		/* one of the two */
	struct cc_unit *unit;
	struct cc_leader *leader;	/* alone in his hex */
};

static inline int
cc_target_hex(const struct cc_target *x)
{
	return x->unit ? x->unit->hex : x->leader->hex;
}

static inline const char *
cc_target_id(const struct cc_target *x)
{
	return x->unit ? x->unit->id : x->leader->id;
}

/* Whatever the target; and at this one, if nothing speaks against it. */
const char *cc_cannot_close(struct game *g, const struct cc_unit *u);
const char *cc_cannot_close_with(struct game *g, const struct cc_unit *u,
	const struct cc_target *x);
const char *cc_cannot_fire(struct game *g, const struct cc_unit *u);
const char *cc_cannot_fire_at(struct game *g, const struct cc_unit *u,
	const struct cc_target *x);
const char *cc_cannot_storm(struct game *g, const struct cc_unit *u, int hex);

/* retreat.c, evasion.c: losses, leader checks, flags, retreats, evasion */
struct cc_fate {		/* what one combat does to a unit */
	bool checked;		/* its leader was checked */
	bool gone;		/* eliminated */
	bool left;		/* not in its hex any more */
};
void cc_lose_blocks(struct game *g, struct cc_unit *u, int n,
	struct cc_fate *fate);
/* Flags against a unit: what is ignored, then the retreat. */
void cc_apply_flags(struct game *g, struct cc_unit *u, int flags, bool full,
	struct cc_fate *fate);
/* The ways of an evasion; false: it may not evade. */
bool cc_offer_evade(struct game *g, struct cc_unit *u, struct cc_unit *by,
	int dice, int way[2]);
void cc_evade_move(struct game *g, struct cc_unit *u, const int way[2]);
void cc_leader_evade(struct game *g, struct cc_leader *l);
void cc_eliminate_leader(struct game *g, struct cc_leader *l, const char *why);

/* legal.c, show.c */
const struct node *cc_bot(struct game *g, int side, int phase);
void cc_legal(struct game *g, int side, const char *unit, struct node *out);
void cc_board(struct game *g, struct board *b);
extern const struct board_verb cc_deeds[];
bool cc_in_sight(struct game *g, int from, int to);
void cc_summary(struct game *g, say_fn *say, struct str *out);
struct said cc_when(struct game *g);

/* sheet.c */
extern const char *const cc_tolls[];
void cc_toll(const void *data, const void *state, int side, int *out);
void cc_decide(struct game *g, int side, const struct node *hand, say_fn *say,
	struct node *out);
void cc_guess(const void *data, void *state, int known,
	int (*below)(void *ctx, int n), void *ctx);
const char *cc_forecast(struct game *g, say_fn *say, const char *verb,
	const char *unit,
	const char *target, int from);

#endif
