/* collapse.c: the Collapse, advances, what follows shock
 * [6.46, 9.17, 9.2, 10.3] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <stdio.h>
#include <string.h>

/* [9.17 step 2] one hit short, in an enemy ZOC */
static bool
is_shaken(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	return gboh_stands(u) && u->hex == u->origin && u->hits > 0 &&
	    u->hits == gboh_tq(d, s, u) - 1 && gboh_pinned(d, s, u);
}

/* Their dice: none routs before all have rolled.  Who fails is marked. */
static void
roll_shaken(struct game *g, int k, bool attackers, bool *fails)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u[GBOH_GROUP];
	int n = gboh_members(s, k, attackers, u, GBOH_GROUP);

	for (int i = 0; i < n; i++) {
		int tq = gboh_tq(d, s, u[i]), die;
		bool holds;

		if (!is_shaken(g, u[i]) || u[i]->stood)
			continue;
		if (gboh_is(u[i], GBOH_WIDE)) {		/* [spqr 8.47] */
			fails[u[i] - s->unit] = gboh_breaks(g, u[i], true);
			continue;
		}
		die = roll(g, 10, "9.17 collapse %s", u[i]->id);
		holds = die + gboh_tq_drm(g, u[i]) + gboh_mixed_drm(g, u[i]) <=
		    tq;
		tell(g, "collapse", FACTS(fact_text("unit", u[i]->id),
		    fact_number("die", die), fact_number("tq", tq),
		    fact_text("result", holds ? "holds" : "routs"),
		    fact_number("total", u[i]->hits - holds)));
		if (holds)
			u[i]->hits--;
		fails[u[i] - s->unit] = !holds;
		if (!holds && !attackers)
			s->combat[k - 1].shaken = true;
	}
}

static void
shaken_step(struct game *g)
{
	struct gboh *s = gboh_state(g);
	bool fails[GBOH_UNITS] = { false };

	for (int k = 1; k <= s->ncombats; k++)
		if (!s->combat[k - 1].over) {
			roll_shaken(g, k, true, fails);
			roll_shaken(g, k, false, fails);
		}
	for (int k = 1; k <= s->ncombats; k++)
		for (int attacks = 0; attacks < 2; attacks++)
			for (int i = 0; i < s->nunits; i++)
				if (fails[i] && s->unit[i].combat == k &&
				    s->unit[i].attacks == attacks)
					gboh_rout(g, &s->unit[i]);
}

void
gboh_collapse_step(struct game *g)
{
	gboh_rout_combats(g);
	for (int side = 0; side < 2; side++)
		gboh_rout_overdue(g, side);			/* [11.2] */
	shaken_step(g);
	for (int side = 0; side < 2; side++)
		gboh_rout_overdue(g, side);
}

/* --------------------------------------------------------- advance [9.2] */

int
gboh_advance_hits(struct game *g, struct gboh_unit *u, int hex)
{
	const struct gboh_data *d = gboh_data(g);
	int dir = hex == HEX_NONE ? -1 : hex_dir(&d->map.grid, u->hex, hex);
	int climbed = 0, hits = 0;

	if (gboh_is(u, GBOH_WIDE))
		return -1;
	if (dir < 0 || gboh_step_cost(d, u, u->hex, dir, &climbed, &hits) < 0)
		return -1;
	return hits;
}

/* A stack leaves one hex, which was counted for each of its units. */
static int
add_vacated(struct game *g, int hex, int *out, int n, int max)
{
	if (gboh_unit_at(gboh_state(g), hex) != NULL || n == max)
		return n;
	for (int i = 0; i < n && game_revision(g) >= 2; i++)
		if (out[i] == hex)
			return n;
	out[n] = hex;
	return n + 1;
}

/* The hexes that this combat's defenders have left. */
int
gboh_vacated(struct game *g, int k, int *out, int max)
{
	struct gboh *s = gboh_state(g);
	int n = 0;

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->combat != k || u->attacks || u->origin == HEX_NONE ||
		    (gboh_on_map(u) && u->hex == u->origin))
			continue;
		n = add_vacated(g, u->origin, out, n, max);
		if (gboh_is(u, GBOH_WIDE) && u->origin2 != HEX_NONE)
			n = add_vacated(g, u->origin2, out, n, max);
	}
	return n;
}

/* [9.13, 9.21] in the Charge: held by another enemy */
static bool
is_held(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *v[1];

	return gboh_in_my_zoc(d, s, u, v, 1) > 0 || gboh_pinned(d, s, u);
}

/* [9.21] an advance does not rout: of its hits, those it can take */
static int
bearable(struct game *g, const struct gboh_unit *u, int hits)
{
	int most = gboh_tq(gboh_data(g), gboh_state(g), u) - 1 - u->hits;

	return hits < most ? hits : most > 0 ? most : 0;
}

/* [9.22] it may turn, and pays for that as well [7.13] */
static void
ask_facing(struct game *g, struct gboh_unit *u, const char *planned)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct question q = question(g, u->side, "advance-face");
	struct gboh_unit x = *u, *v[8];
	int f, was = u->facing, keep = gboh_in_my_zoc(d, s, u, v, 8), hits;

	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	for (int t = 1; t <= 5; t += 4) {
		int to = (was + t) % 6;

		hits = bearable(g, u, gboh_turn_hits(d, u, to));
		x.facing = to;
		option_add(&q, to, gboh_facing_names[to]);
		option_attr(&q, "covers", gboh_in_my_zoc(d, s, &x, v, 8));
		option_attr(&q, "hits", hits);
	}
	option_decline(&q, "keep");
	option_attr(&q, "covers", keep);
	option_attr(&q, "hits", 0);
	if (planned[0] != '\0')
		q.planned = node_string(game_arena(g), planned);
	f = ask(g, &q);
	if (f < 0)
		return;
	hits = bearable(g, u, gboh_turn_hits(d, u, f));
	gboh_turn_to(g, u, f, "advance");
	gboh_add_hits(g, u, hits, "facing");
}

/* The other unit of a stack that attacked, beneath or on top as it was. */
static void
bring_partner(struct game *g, struct gboh_unit *u, struct gboh_unit *x,
    const struct gboh_unit *before)
{
	int from = x->hex;

	gboh_place(g, x, u->hex);
	u->atop = before->atop;
	x->atop = !before->atop;
	x->engaged = false;
	tell(g, "advance", FACTS(fact_text("unit", x->id),
	    fact_hex("from", from), fact_hex("to", x->hex)));
}

/* [4.62, 9.24; spqr 4.72, 7.15, 8.21, 9.16] what its coming does, out of turn,
 * to those next to it; `before` it stood so */
void
gboh_comes_up(struct game *g, struct gboh_unit *u,
    const struct gboh_unit *before)
{
	bool shot[GBOH_UNITS] = { false };

	gboh_leaders_flee(g, u, before);
	gboh_terrify(g, u, before, shot);
	gboh_reaction_facing(g, u);
	if (gboh_stands(u))
		gboh_entry_fire(g, u, NULL);
}

void
gboh_advance(struct game *g, struct gboh_unit *u, int hex, const char *face)
{
	const struct gboh_unit before = *u;
	int from = u->hex, hits = gboh_advance_hits(g, u, hex);
	struct gboh_unit *x = gboh_partner(gboh_state(g), u);

	gboh_place(g, u, hex);
	u->engaged = false;
	tell(g, "advance", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", hex)));
	gboh_leaders_ride(g, u, from);
	gboh_add_hits(g, u, bearable(g, u, hits), "advance");
	if (gboh_beside_elephants(g, u))		/* [spqr 9.15] */
		gboh_add_hits(g, u, bearable(g, u,
		    gboh_data(g)->rules.elephant_hex_hits), "elephant");
	if (x != NULL && x->combat == before.combat && x->attacks) {
		bring_partner(g, u, x, &before);	/* [spqr 8.51] */
		gboh_add_hits(g, x, bearable(g, x, hits), "advance");
		u->with = game_revision(g) < 2 ? 0 : x->self;
	}
	ask_facing(g, u, face);
	if (x != NULL && x->hex == u->hex && x->facing != u->facing)
		gboh_turn_to(g, x, u->facing, "advance");
	gboh_comes_up(g, u, &before);
	u->with = 0;
}

/* [9.23] superior first, of a stack by either unit; then the best TQ */
int
gboh_advance_rank(struct gboh *s, const struct gboh_combat *c,
    const struct gboh_unit *u)
{
	const struct gboh_unit *x = gboh_partner(s, u);
	bool superior = c->superiority == GBOH_AS && (!strcmp(c->attacker,
	    u->id) || (x != NULL && !strcmp(c->attacker, x->id)));

	return u->tq + (superior ? 100 : 0);
}

/* Is it beneath another of these? */
static bool
is_beneath(struct gboh *s, const struct gboh_unit *u,
    struct gboh_unit *const *list, int n)
{
	const struct gboh_unit *x = u->atop ? NULL : gboh_partner(s, u);

	for (int i = 0; i < n && x != NULL; i++)
		if (list[i] == x)
			return true;
	return false;
}

/* [9.23] who goes where */
static bool
ask_advance(struct game *g, int k, struct gboh_unit **u, int n,
    const int *hex, int nh, bool charge, struct gboh_unit **who, int *to)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_combat *c = &s->combat[k - 1];
	struct question q = question(g, s->active, "advance");
	int best = -1, can[GBOH_GROUP], ncan = 0;

	for (int i = 0; i < n; i++) {
		bool any = false;

		if (is_beneath(s, u[i], u, n))	/* goes with the top unit */
			continue;
		for (int h = 0; h < nh; h++)
			any = any || gboh_advance_hits(g, u[i], hex[h]) >= 0;
		if (any && gboh_stands(u[i]) && !(charge && is_held(g,
		    u[i])))
			can[ncan++] = i;
	}
	for (int x = 0; x < ncan; x++) {
		int rank = gboh_advance_rank(s, c, u[can[x]]);

		best = rank > best ? rank : best;
	}
	if (ncan == 0)
		return false;
	q.side = u[can[0]]->side;
	question_fact(&q, fact_number("combat", k));
	for (int x = 0; x < ncan; x++) {
		struct gboh_unit *v = u[can[x]];

		if (ncan > nh && gboh_advance_rank(s, c, v) < best)
			continue;
		for (int h = 0; h < nh; h++) {
			int hits = gboh_advance_hits(g, v, hex[h]);

			if (hits < 0)
				continue;
			option_add(&q, can[x] * 64 + h, arena_printf(
			    game_arena(g), "%s %s", v->id,
			    game_hex(g, hex[h])));
			option_attr(&q, "tq", gboh_tq(d, s, v));
			option_attr(&q, "hits", hits +
			    gboh_elephant_hits(g, v, hex[h]));
		}
	}
	if (c->advance[0] != '\0')
		q.planned = node_string(game_arena(g), c->advance);
	best = ask(g, &q);
	*who = u[best / 64];
	*to = hex[best % 64];
	return true;
}

/* Phalanxes: where they are first in rank, or what is left to them. */
static void
advance_phalanxes(struct game *g, int k, bool charge, bool first)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_combat *c = &s->combat[k - 1];
	struct gboh_unit *u[GBOH_GROUP];
	int hex[GBOH_GROUP], n = gboh_members(s, k, true, u, GBOH_GROUP);
	int best = 0, nh;

	for (int i = 0; i < n; i++)
		if (gboh_advance_rank(s, c, u[i]) > best)
			best = gboh_advance_rank(s, c, u[i]);
	for (int i = 0; i < n; i++) {
		if (!gboh_is(u[i], GBOH_WIDE) || !gboh_stands(u[i]) ||
		    (first && gboh_advance_rank(s, c, u[i]) < best) || (charge &&
		    is_held(g, u[i])))
			continue;
		nh = gboh_vacated(g, k, hex, GBOH_GROUP);
		if (nh > 0)
			gboh_advance_phalanx(g, u[i], k, hex, nh);
	}
}

void
gboh_advance_step(struct game *g, bool charge)
{
	struct gboh *s = gboh_state(g);

	for (int k = 1; k <= s->ncombats; k++) {
		struct gboh_unit *u[GBOH_GROUP], *who;
		int hex[GBOH_GROUP], n, nh, to;
		char face[FIELD_TEXT_SIZE];

		memcpy(face, s->combat[k - 1].face, sizeof face);
		if (!charge)
			gboh_pass_through_ranks(g, k);		/* [spqr 9.11] */
		if (gboh_pursuit_due(s, k) || s->combat[k - 1].chase)
			continue;	/* first who pursues [spqr 8.61] */
		if (!charge)		/* nor later: engaged when they ran */
			s->combat[k - 1].shaken = true;
		advance_phalanxes(g, k, charge, true);
		for (;;) {
			n = gboh_members(s, k, true, u, GBOH_GROUP);
			nh = gboh_vacated(g, k, hex, GBOH_GROUP);
			if (n == 0 || nh == 0 || !ask_advance(g, k, u, n, hex,
			    nh, charge, &who, &to))
				break;
			gboh_advance(g, who, to, face);
		}
		advance_phalanxes(g, k, charge, false);
	}
}

/* Those of the hexes where nobody is now. */
static int
still_empty(struct gboh *s, const int *hex, int n, int *out)
{
	int k = 0;

	for (int i = 0; i < n; i++)
		if (gboh_unit_at(s, hex[i]) == NULL)
			out[k++] = hex[i];
	return k;
}

/* [spqr 8.61] the others, when the pursuer is away or has advanced; phalanxes
 * last */
void
gboh_advance_into(struct game *g, int k, struct gboh_unit **u, int n,
    const int *hex, int nh)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *left[GBOH_GROUP], *who;
	int open[2 * GBOH_GROUP], no, nl = 0, to;
	char face[FIELD_TEXT_SIZE];

	memcpy(face, s->combat[k - 1].face, sizeof face);
	for (int i = 0; i < n; i++)
		if (!gboh_is(u[i], GBOH_WIDE))
			left[nl++] = u[i];
	while (nl > 0 && (no = still_empty(s, hex, nh, open)) > 0 &&
	    ask_advance(g, k, left, nl, open, no, false, &who, &to)) {
		int m = 0;

		gboh_advance(g, who, to, face);
		for (int i = 0; i < nl; i++)
			if (left[i]->hex == left[i]->origin)
				left[m++] = left[i];
		nl = m;
	}
	for (int i = 0; i < n; i++)
		if (gboh_is(u[i], GBOH_WIDE) && gboh_stands(u[i]) &&
		    (no = still_empty(s, hex, nh, open)) > 0)
			gboh_advance_phalanx(g, u[i], k, open, no);
}

/* ------------------------------------------------------------- aftermath */

/* [6.46] to one of the two vertices, but a phalanx stays as it is [spqr 6.76] */
static int
ask_column_face(struct game *g, const struct gboh_unit *u)
{
	struct question q = question(g, u->side, "column-face");
	int dir = u->column - 1;

	question_fact(&q, fact_text("unit", u->id));
	for (int t = 0; t < 2; t++) {
		int f = (dir + 5 + t) % 6;

		option_add(&q, f, gboh_facing_names[f]);
	}
	return ask(g, &q);
}

static void
leave_column(struct game *g, struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit to = *u;
	struct gboh_unit *x = game_revision(g) < 2 ? NULL : gboh_partner(s, u);

	gboh_pose_column(&to, 0, gboh_is(u, GBOH_WIDE) ? u->facing :
	    x != NULL && x->column == 0 ? x->facing :	/* [spqr 6.67] */
	    ask_column_face(g, u));
	gboh_put(d, s, u, &to);
	tell(g, "column", FACTS(fact_text("unit", u->id),
	    fact_text("column", "out"),
	    fact_text("facing", gboh_facing_names[u->facing])));
	gboh_hit(g, u, d->rules.column_hits, "column");
}

/* [10.33] Release whoever no enemy is engaged with any more, and note him. */
static void
release(struct game *g, struct node *off)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct arena *a = game_arena(g);

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];
		bool held = false;

		for (int k = 0; k < s->nunits && u->engaged && !held; k++) {
			const struct gboh_unit *v = &s->unit[k];

			held = v->side != u->side && gboh_on_map(v) &&
			    v->engaged && (gboh_zoc_on(d, u, v) ||
			    gboh_zoc_on(d, v, u));
		}
		if (u->engaged && (!held || !gboh_stands(u))) {
			u->engaged = false;
			node_add(a, off, NULL, node_string(a, u->id));
		}
	}
	if (off->n > 0)
		tell(g, "disengaged", FACTS(fact_node("units", off)));
}

/* [10.33] at any time: after each order too */
void
gboh_release(struct game *g)
{
	if (gboh_state(g)->engaged)
		release(g, node_array(game_arena(g)));
}

/* [spqr 8.47] Those who stayed; a phalanx that has only pivoted is among them,
 * whichever half of it went. */
static int
stayed(struct game *g, int k, bool attackers, struct gboh_unit **out)
{
	struct gboh *s = gboh_state(g);
	int n = gboh_members(s, k, attackers, out, GBOH_GROUP);

	for (int i = 0; i < s->nunits && game_revision(g) >= 2; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->combat == k && u->attacks && attackers &&
		    gboh_is(u, GBOH_WIDE) && gboh_stands(u) &&
		    u->hex != u->origin && n < GBOH_GROUP &&
		    gboh_occupies(gboh_data(g), u, u->origin2))
			out[n++] = u;
	}
	return n;
}

/* [9.17 step 3, 10.33] */
static void
engage(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct arena *a = game_arena(g);
	struct node *on = node_array(a), *off = node_array(a);

	for (int k = 1; k <= s->ncombats; k++) {
		struct gboh_unit *att[GBOH_GROUP], *def[GBOH_GROUP];
		int na = stayed(g, k, true, att);
		int nd = stayed(g, k, false, def);

		for (int i = 0; i < na + nd; i++) {
			struct gboh_unit *u = i < na ? att[i] : def[i - na];

			if ((na == 0 || nd == 0) && u->engaged &&
			    gboh_is_spqr(d)) {	/* [spqr 8.47] */
				u->engaged = false;
				node_add(a, off, NULL, node_string(a, u->id));
			}
			if (na == 0 || nd == 0 || u->routed || u->engaged)
				continue;
			u->engaged = true;
			node_add(a, on, NULL, node_string(a, u->id));
		}
	}
	if (on->n > 0)
		tell(g, "engaged", FACTS(fact_node("units", on)));
	release(g, off);
}

/* [spqr 8.17] infantry that was in shock has thrown its javelins */
static void
spend_javelins(struct game *g, struct gboh_unit *u)
{
	if (!gboh_data(g)->rules.shock_javelins || u->combat == 0 ||
	    !gboh_stands(u) || gboh_is_mounted(u) || !gboh_is(u,
	    GBOH_THROWN) || u->missiles == GBOH_NO)
		return;
	u->missiles = GBOH_NO;
	tell(g, "missiles", FACTS(fact_text("unit", u->id),
	    fact_text("missiles", "no"), fact_text("why", "shock")));
}

void
gboh_aftermath_step(struct game *g)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		if (u->charged && gboh_stands(u) && u->column != 0)
			leave_column(g, u);
		u->charged = false;
		spend_javelins(g, u);
		if (u->combat != 0 && u->attacks)
			u->uncontrolled = 0;		/* [11.31] */
	}
	if (s->engaged)
		engage(g);
	for (int i = 0; i < s->nunits; i++)	/* [cat 4.62] */
		if (s->unit[i].combat != 0 && gboh_stands(&s->unit[i]) &&
		    !gboh_is_spqr(gboh_data(g)))
			gboh_leaders_flee(g, &s->unit[i], NULL);
}
