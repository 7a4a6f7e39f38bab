/* reaction.c: facing, fire and Shield Wall in answer to the enemy
 * [7.14, 8.2, 11.66, 11.71] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* --------------------------------------------------------- facing [7.14] */

/* [spqr 7.16] is one of its hexes behind the unit? */
static bool
is_behind(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *where)
{
	int h[2], n = gboh_hexes(d, where, h);

	for (int i = 0; i < n; i++)
		if (gboh_distance_to(d, u, h[i]) == 1 && gboh_aspect_from(d,
		    u, h[i]) == HEX_REAR)
			return true;
	return false;
}

/* [spqr 7.15] is it in the ZOC of another enemy already?  Who comes up with the
 * mover is none. */
static bool
is_held(const struct gboh_data *d, struct gboh *s, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	struct gboh_unit *v[2 * GBOH_AROUND];
	int n = gboh_zocs_on(d, s, u, mover, v, 2 * GBOH_AROUND);

	for (int i = 0; i < n; i++)
		if (v[i]->self != mover->with)
			return true;
	return false;
}

static bool
may_turn(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover, const struct gboh_unit *where)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	return gboh_stands(u) && u->side != mover->side && !u->turned &&
	    u->column == 0 && !u->engaged && !u->shield &&
	    !gboh_is_artillery(u) && !gboh_is(u, GBOH_RIDDEN) &&
	    !gboh_in_depth(s, u) &&			/* [spqr 9.52] */
	    (!gboh_is(u, GBOH_WIDE) || (is_behind(d, u, where) &&
	    !gboh_stands_rough(d, u))) && (gboh_partner(s, u) ==
	    NULL || u->atop) &&
	    gboh_distance(d, u, where) == 1 &&
	    !is_held(d, s, u, mover);
}

/* [cat 7.14] cavalry turns freely; [spqr 7.15] before infantry */
static bool
turns_freely(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	return gboh_is_horse(u) && (!d->rules.face_difference ||
	    !gboh_is(mover, GBOH_HORSE | GBOH_ELEPHANT | GBOH_CHARIOT));
}

/* [spqr 7.15, 7.16] the enemy's allowance less its own */
static int
difference(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	return gboh_data(g)->rules.face_difference ? gboh_reckoned_ma(g,
	    mover) - u->ma : 0;
}

/* [cat 7.14; spqr 7.15] others roll, and take at least one hit */
static void
turn_check(struct game *g, struct gboh_unit *u, const struct gboh_unit *mover)
{
	const struct gboh_data *d = gboh_data(g);
	int die, tq = gboh_tq(d, gboh_state(g), u), hits;

	if (turns_freely(d, u, mover))
		return;
	if (d->rules.face_difference) {
		hits = gboh_tq_check(g, u, gboh_is(u, GBOH_WIDE) ?
		    "=7.16 reverse" : "=7.15 face", "reaction", difference(g,
		    u, mover), "=7.15 allowances",
		    d->rules.face_least);
		gboh_hit(g, u, hits, "reaction");
		return;
	}
	die = roll(g, 10, "7.14 face %s", u->id);
	hits = die + gboh_tq_drm(g, u) - tq;
	gboh_hit(g, u, hits < 1 ? 1 : hits, "reaction");
}

/* What the turn costs at least, the roll apart [7.13, 7.14]. */
static int
least_hits(const struct gboh_data *d, const struct gboh_unit *u, int facing,
    const struct gboh_unit *mover)
{
	return gboh_turn_hits(d, u, facing) + (turns_freely(d, u, mover) ? 0 :
	    1);
}

static void
offer_turn(struct game *g, struct gboh_unit *u, struct gboh_unit *mover,
    const struct gboh_unit *where)
{
	const struct gboh_data *d = gboh_data(g);
	enum hex_aspect now = gboh_approach(d, u, where);
	int f;
	int tq = gboh_tq(d, gboh_state(g), u), hits;
	bool wish = now != HEX_FRONT && (gboh_is_horse(u) || u->hits == 0);
	bool helps = false;
	struct gboh_unit *with;
	bool wide = gboh_is(u, GBOH_WIDE);
	struct question q = question(g, u->side, wide ? "reverse" : "face");

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", gboh_type_names[u->type]));
	question_fact(&q, fact_number("hits", u->hits));
	question_fact(&q, fact_number("tq", tq));
	question_fact(&q, fact_text("enemy", mover->id));
	question_fact(&q, fact_text("enemy-type",
	    gboh_type_names[mover->type]));
	if (d->rules.face_difference)
		question_fact(&q, fact_number("drm", difference(g, u,
		    mover)));
	question_fact(&q, fact_text("aspect", gboh_aspect_names[now]));
	for (int t = wide ? 3 : 1; t <= 5; t += 4) {
		int to = (u->facing + t) % 6;
		struct gboh_unit x = *u;
		bool front;

		gboh_pose_turn(d, &x, to);
		front = gboh_approach(d, &x, where) == HEX_FRONT;

		option_add(&q, to, gboh_facing_names[to]);
		option_attr(&q, "front", front);
		option_attr(&q, "hits", hits = least_hits(d, u, to,
		    mover));
		front = front && u->hits + hits < tq;	/* and stands */
		option_attr(&q, "wish", wish && front);
		helps = helps || front;
	}
	option_decline(&q, "keep");
	option_attr(&q, "front", now == HEX_FRONT);
	option_attr(&q, "hits", 0);
	option_attr(&q, "wish", !(wish && helps));
	f = ask(g, &q);
	if (f < 0)
		return;
	u->turned = true;
	hits = gboh_turn_hits(d, u, f);
	with = gboh_partner(gboh_state(g), u);
	gboh_turn_to(g, u, f, wide ? "reverse" : "reaction");
	if (hits == 0 || gboh_hit(g, u, hits, "facing"))	/* [7.13] */
		turn_check(g, u, mover);
	if (with == NULL || !gboh_stands(with) || with->turned)
		return;
	with->turned = true;			/* a stack as one [spqr 7.15] */
	gboh_turn_to(g, with, f, "stack");
	if (hits == 0 || gboh_hit(g, with, hits, "facing"))
		turn_check(g, with, mover);
}

void
gboh_reaction_facing(struct game *g, struct gboh_unit *mover)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits && gboh_stands(mover); i++)
		if (may_turn(g, &s->unit[i], mover, mover))
			offer_turn(g, &s->unit[i], mover, mover);
}

/* [6.73, 7.14] one who rides after another, or strikes: all may turn but him
 * whom it strikes from behind (NULL: nobody) */
void
gboh_ride_met(struct game *g, struct gboh_trek *t,
    const struct gboh_unit *struck)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits && gboh_stands(t->u); i++)
		if (&s->unit[i] != struck && may_turn(g, &s->unit[i], t->u,
		    t->u)) {
			gboh_trek_tell(g, t);
			offer_turn(g, &s->unit[i], t->u, t->u);
		}
}

/* [8.33] the target of harassment, toward where the enemy comes up to it */
void
gboh_meet_harassment(struct game *g, struct gboh_unit *u,
    struct gboh_unit *harasser, int hex)
{
	struct gboh_unit x = *harasser;

	x.hex = hex;
	if (may_turn(g, u, harasser, &x))
		offer_turn(g, u, harasser, &x);
}

/* ------------------------------------------------------------ fire [8.2] */

struct gboh_unit *
gboh_ask_fire(struct game *g, const char *kind, struct gboh_unit *u,
    struct gboh_unit **target, int n, int range)
{
	const struct gboh_data *d = gboh_data(g);
	struct question q = question(g, u->side, kind);
	bool extended;
	int chosen;

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_text("type", gboh_type_names[u->type]));
	if (d->drm_skirmisher != 0)
		question_fact(&q, fact_text("weapon",
		    gboh_weapon_names[u->missile]));
	question_fact(&q, fact_text("target", target[0]->id));
	question_fact(&q, fact_text("target-type",
	    gboh_type_names[target[0]->type]));
	question_fact(&q, fact_number("strength", gboh_strength(d, u,
	    range ? range : gboh_distance(d, u, target[0]),
	    target[0]->hex, &extended)));
	question_fact(&q, fact_text("missiles",
	    gboh_supply_names[u->missiles]));
	for (int i = 0; i < n; i++)
		option_add(&q, i, target[i]->id);
	option_decline(&q, "none");
	chosen = ask(g, &q);
	return chosen < 0 ? NULL : target[chosen];
}

/* The archers around an elephant, as a unit: a copy. */
static struct gboh_unit
screen_of(struct game *g, const struct gboh_unit *u)
{
	struct gboh_unit x = *u;

	x.missile = u->screen;
	x.missiles = u->screens;
	gboh_derive(gboh_data(g), &x);
	return x;
}

bool
gboh_screen_ready(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_unit x = screen_of(g, u);

	return u->screen != GBOH_NO_MISSILE && gboh_stands(u) &&
	    gboh_cannot_fire(g, &x) == NULL;
}

bool
gboh_screen_reaches(struct game *g, const struct gboh_unit *u,
    const struct gboh_unit *target)
{
	const struct gboh_unit x = screen_of(g, u);

	return gboh_screen_ready(g, u) && gboh_cannot_hit_unit(g, &x,
	    target) == NULL;
}

bool
gboh_ask_screen(struct game *g, const char *kind, const struct gboh_unit *u,
    struct gboh_unit *target)
{
	struct gboh_unit x = screen_of(g, u);

	return gboh_ask_fire(g, kind, &x, &target, 1, 1) != NULL;
}

/* [spqr 9.12, 9.13] asked after its javelins; its range is one hex */
void
gboh_screen_fire(struct game *g, const char *kind, struct gboh_unit *u,
    struct gboh_unit *target, enum gboh_fire_kind how)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh_unit x = screen_of(g, u);

	if (!gboh_screen_ready(g, u) || !gboh_on_map(target) ||
	    target->engaged || gboh_distance(d, u, target) != 1 ||
	    gboh_cannot_hit_unit(g, &x, target) != NULL ||
	    !gboh_ask_screen(g, kind, u, target))
		return;
	gboh_fire(g, (struct gboh_shot){ .unit = u, .target = target,
	    .kind = how, .range = 1, .screen = true }, NULL);
}

/* [spqr 6.66] at who comes beneath a stack (NULL: anybody else) only from
 * behind it */
bool
gboh_fires_on_entry(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *stack)
{
	return stack == NULL || (gboh_distance(d, stack, u) == 1 &&
	    gboh_approach(d, stack, u) == HEX_REAR);
}

/* [8.21] */
void
gboh_entry_fire(struct game *g, struct gboh_unit *mover,
    const struct gboh_unit *stack)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits && gboh_stands(mover); i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->side == mover->side || !gboh_zoc_on(d, u, mover) ||
		    mover->engaged || !gboh_fires_on_entry(d, u, stack))
			continue;
		if (gboh_cannot_fire(g, u) == NULL && gboh_ask_fire(g,
		    "entry-fire", u, &mover, 1, 1) != NULL) {
			memcpy(u->shot, mover->id, ID_SIZE);
			gboh_fire(g, (struct gboh_shot){ .unit = u,
			    .target = mover, .kind = GBOH_ENTRY, .range = 1 },
			    NULL);
		}
		if (gboh_stands(mover) && gboh_zoc_on(d, u, mover))
			gboh_screen_fire(g, "entry-fire", u, mover,
			    GBOH_ENTRY);
	}
}

/* [8.22] by those whose ZOC it leaves, not by one into whose ZOC it goes on */
void
gboh_retire_fire(struct game *g, struct gboh_unit *mover,
    const struct gboh_unit *to)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool routed = mover->routed;

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (!gboh_on_map(mover) || mover->routed != routed)
			return;
		if (u->side == mover->side || !gboh_zoc_on(d, u, mover) ||
		    (to != NULL && gboh_zoc_on(d, u, to)) ||
		    gboh_cannot_fire(g, u) != NULL ||
		    d->missile[u->missile][gboh_is_mounted(u)].n < 2)
			continue;
		if (gboh_ask_fire(g, "retire-fire", u, &mover, 1, 2) != NULL)
			gboh_fire(g, (struct gboh_shot){ .unit = u,
			    .target = mover, .kind = GBOH_RETIRE, .range = 2 },
			    NULL);
	}
}

/* [8.23] */
void
gboh_return_fire(struct game *g, struct gboh_unit *firer,
    struct gboh_unit *target)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[2];

	if (!gboh_stands(target) || !gboh_stands(firer) ||
	    gboh_is_artillery(target) || target->side == s->active ||
	    strcmp(target->shot, firer->id) == 0)
		return;
	if (d->drm_skirmisher == 0 && gboh_in_my_zoc(d, s, target, v, 2) >
	    0 && !gboh_zoc_on(d, target, firer))
		return;
	if (gboh_cannot_fire(g, target) == NULL && gboh_cannot_hit_unit(g,
	    target, firer) == NULL && gboh_ask_fire(g, "return-fire", target,
	    &firer, 1, 0) != NULL)
		gboh_fire(g, (struct gboh_shot){ .unit = target,
		    .target = firer, .kind = GBOH_RETURN }, NULL);
	if (gboh_stands(firer))
		gboh_screen_fire(g, "return-fire", target, firer,
		    GBOH_RETURN);
}

/* A piece that has not yet fired twice in this enemy phase. */
static bool
may_answer(struct game *g, const struct gboh_unit *u)
{
	return gboh_is_artillery(u) && u->side != gboh_state(g)->active &&
	    gboh_on_map(u) && u->reaction_fire < 2 &&
	    gboh_cannot_fire(g, u) == NULL;
}

/* [cat 11.66; spqr 9.86] whom it can hit, of a stack the top unit, after
 * `first` (NULL: nobody); how many */
static int
in_its_range(struct game *g, const struct gboh_unit *u,
    struct gboh_unit *first, struct gboh_unit **out)
{
	struct gboh *s = gboh_state(g);
	int n = 0;

	if (first != NULL)
		out[n++] = first;
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *t = &s->unit[i];

		if (t != first && t->side == s->active && gboh_on_map(t) &&
		    gboh_unit_at(s, t->hex) == t && !t->engaged &&
		    gboh_cannot_hit_unit(g, u, t) == NULL)
			out[n++] = t;
	}
	return n;
}

static bool
answer(struct game *g, const char *kind, struct gboh_unit *u,
    struct gboh_unit **target, int n)
{
	struct gboh_unit *t = n > 0 ? gboh_ask_fire(g, kind, u, target, n, 0) :
	    NULL;

	if (t == NULL)
		return false;
	u->reaction_fire++;
	gboh_fire(g, (struct gboh_shot){ .unit = u, .target = t,
	    .kind = GBOH_ARTILLERY }, NULL);
	return true;
}

/* [cat 11.66; spqr 9.86] a unit has finished its move, or fired */
void
gboh_artillery_fire(struct game *g, struct gboh_unit *mover)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *target[GBOH_UNITS] = { mover };

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->side != mover->side && gboh_stands(mover) &&
		    may_answer(g, u) && gboh_cannot_hit_unit(g, u, mover) ==
		    NULL)
			answer(g, "artillery-fire", u, target,
			    game_revision(g) < 2 ? 1 : in_its_range(g, u,
			    mover, target));	/* at whom it likes */
	}
}

/* [cat 11.66; spqr 9.86] at any time, so at the end of the segment too */
void
gboh_artillery_last(struct game *g)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *target[GBOH_UNITS];

	for (int i = 0; i < s->nunits && game_revision(g) >= 2; i++)
		while (may_answer(g, &s->unit[i]) && answer(g,
		    "artillery-rest", &s->unit[i], target, in_its_range(g,
		    &s->unit[i], NULL, target)))
			;
}

/* ---------------------------------------------------- Shield Wall [11.71] */

void
gboh_offer_shield(struct game *g, struct gboh_unit *target,
    struct gboh_unit *firer, int from, int strength)
{
	const struct hex_grid *grid = game_grid(g);
	int distance = hex_distance(grid, target->hex, firer->hex);
	struct question q;
	bool front = false;
	int dir[2];

	if (!target->walls || target->shield || target->routed ||
	    target->column != 0 || target->engaged || distance < 2 ||
	    !gboh_is(target, GBOH_FORMED))
		return;
	for (int i = hex_exits(grid, target->hex, from, dir); i-- > 0;)
		front = front || gboh_aspect(target, dir[i]) == HEX_FRONT;
	if (!front)
		return;
	q = question(g, target->side, "shield");
	question_fact(&q, fact_text("unit", target->id));
	question_fact(&q, fact_text("firer", firer->id));
	question_fact(&q, fact_number("distance", distance));
	question_fact(&q, fact_number("strength", strength));
	option_add(&q, 1, "wall");
	option_decline(&q, "none");
	if (ask(g, &q) == 1)
		gboh_wall(g, target);
}
