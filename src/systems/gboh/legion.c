/* legion.c: the manipular legion: stacks, line extension, the Triarii's
 * doctrine [spqr 6.66, 9.6, 9.7] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

static bool
is_triarii(const struct gboh_unit *u)
{
	return gboh_is_roman(u) && strcmp(u->class, "TR") == 0;
}

/* [spqr 9.72] */
bool
gboh_held_back(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_side *x = &gboh_state(g)->side[u->side];

	return x->triarii && is_triarii(u) && x->points < x->level / 2;
}

/* ------------------------------------------------------- doctrine [9.71] */

/* Is an enemy other than an elephant within reach and sight of it? */
static bool
sees_enemy(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *v = &s->unit[i];

		if (v->side != u->side && gboh_on_map(v) &&
		    !gboh_is(v, GBOH_ELEPHANT) && gboh_distance(d, u, v) <=
		    d->rules.triarii_enemy && gboh_sees(d, s, u->hex,
		    gboh_aim(g, u, v), GBOH_PLAIN, u))
			return true;
	}
	return false;
}

/* Triarii who form a line with it see one. */
static bool
line_sees_enemy(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool in[GBOH_UNITS] = { false };

	in[u->self - 1] = true;
	for (bool more = true; more; ) {
		more = false;
		for (int i = 0; i < s->nunits; i++)
			for (int k = 0; k < s->nunits && in[i]; k++)
				if (!in[k] && s->unit[k].side == u->side &&
				    is_triarii(&s->unit[k]) &&
				    gboh_on_map(&s->unit[k]) &&
				    gboh_distance(d, &s->unit[i],
				    &s->unit[k]) <= 2)
					in[k] = more = true;
	}
	for (int i = 0; i < s->nunits; i++)
		if (in[i] && sees_enemy(g, &s->unit[i]))
			return true;
	return false;
}

bool
gboh_must_stay(struct game *g, const struct gboh_unit *u)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool alone = true;

	if (!s->side[u->side].triarii || !is_triarii(u))
		return false;
	for (int i = 0; i < s->nunits && alone; i++) {
		const struct gboh_unit *v = &s->unit[i];

		if (v->side == u->side && gboh_on_map(v) && gboh_is_roman(v) &&
		    !is_triarii(v) && gboh_distance(d, u, v) <
		    d->rules.triarii_lines)
			alone = false;
	}
	return !alone && !line_sees_enemy(g, u);
}

/* --------------------------------------------------------- restack [6.66] */

void
gboh_order_restack(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *u = gboh_find(s, node_str(o->node, "unit")), *x;
	const char *why = u ? gboh_cannot_reach(g, u) : "off-map";

	x = why == NULL ? gboh_partner(s, u) : NULL;
	if (why == NULL && (x == NULL || u->atop || gboh_is(u, GBOH_WIDE)))
		why = "restack.beneath";
	if (why != NULL) {
		order_cannot(g, why, FACTS(fact_text("unit", node_str(o->node,
		    "unit"))));
		return;
	}
	gboh_spend_order(g, u, 1);
	u->atop = true;
	x->atop = false;
	tell(g, "restack", FACTS(fact_text("unit", u->id),
	    fact_hex("hex", u->hex)));
	gboh_settle_hits(g, u);
	gboh_settle_hits(g, x);
}

/* -------------------------------------------------- line extension [9.66] */

/* NULL, or why the top unit may not go there. */
const char *
gboh_cannot_extend(struct game *g, const struct gboh_unit *u, int hex)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *x = gboh_partner(s, u);
	int dir = hex == HEX_NONE ? -1 : hex_dir(&d->map.grid, u->hex, hex);

	if (x == NULL || !u->atop || !gboh_is_roman(u) || !gboh_is_roman(x) ||
	    !gboh_stands(u))
		return "extend.top";
	if (u->column != 0 || x->column != 0)
		return "extend.column";
	if (u->engaged)					/* [spqr 10.41] */
		return why_not(g, "engaged", FACTS(fact_text("unit", u->id)));
	if (dir < 0 || gboh_aspect(u, dir) != HEX_FLANK)
		return "extend.flank";
	if (gboh_unit_at(s, hex) != NULL)
		return "extend.occupied";
	if (gboh_terrain_at(d, hex) != GBOH_CLEAR || !gboh_passable(d, u->hex,
	    dir))
		return "extend.rough";
	if (gboh_in_ezoc(d, s, u->side, hex))
		return "extend.zoc";
	return NULL;
}

static void
extend(struct game *g, struct gboh_unit *u, int hex, const char *why)
{
	struct gboh *s = gboh_state(g);
	struct gboh_unit *x = gboh_partner(s, u);
	int from = u->hex;

	gboh_place(g, u, hex);
	tell(g, "extend", FACTS(fact_text("unit", u->id),
	    fact_hex("from", from), fact_hex("to", hex),
	    fact_text("why", why)));
	if (x != NULL)
		gboh_settle_hits(g, x);
}

/* [spqr 9.68] as part of a line command: "UNIT HEX" each */
void
gboh_order_extend(struct game *g, const struct order *o)
{
	struct gboh *s = gboh_state(g);
	const struct node *list = node_array_of(o->node, "units");
	struct gboh_unit *u[GBOH_GROUP];
	int to[GBOH_GROUP], n = 0;
	const char *why = s->issued == 0 ? "extend.line" : NULL;

	for (const struct node *c = list ? list->child : NULL; c && !why;
	    c = c->next) {
		const char *blank = c->s ? strrchr(c->s, ' ') : NULL;

		if (blank == NULL || n == GBOH_GROUP) {
			why = why_not(g, "extend.entry", FACTS(fact_text(
			    "entry", c->s)));
			break;
		}
		u[n] = gboh_find(s, arena_strndup(game_arena(g), c->s,
		    (size_t)(blank - c->s)));
		to[n] = hex_parse(game_grid(g), blank + 1);
		if (u[n] == NULL || u[n]->line != s->issued || u[n]->ordered)
			why = "extend.unit";
		else
			why = gboh_cannot_extend(g, u[n], to[n]);
		for (int i = 0; i < n && why == NULL; i++)
			if (to[i] == to[n])
				why = "extend.twice";
		why = why_also(g, why, FACTS(fact_text("entry", c->s)));
		n++;
	}
	if (why == NULL && n == 0)
		why = "no-units";
	if (why != NULL) {
		order_cannot(g, why, NULL);
		return;
	}
	for (int i = 0; i < n; i++) {
		struct gboh_unit *x = gboh_partner(s, u[i]);

		u[i]->extended = true;
		if (x != NULL)
			x->extended = true;
		extend(g, u[i], to[i], "line");
	}
	s->acted = true;
}

static void
offer_extension(struct game *g, struct gboh_unit *u,
    const struct gboh_unit *mover)
{
	const struct gboh_data *d = gboh_data(g);
	struct question q = question(g, u->side, "extend");
	int to;

	for (int t = 5; t >= 2; t -= 3) {	/* the left flank, the right */
		int h = hex_step(&d->map.grid, u->hex, (u->facing + t) % 6);

		if (h != HEX_NONE && gboh_cannot_extend(g, u, h) == NULL)
			option_hex(&q, h);
	}
	if (q.n == 0)
		return;
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	question_fact(&q, fact_text("enemy", mover->id));
	question_fact(&q, fact_text("enemy-type",
	    gboh_type_names[mover->type]));
	option_decline(&q, "none");
	to = ask(g, &q);
	if (to >= 0)
		extend(g, u, to, "reaction");
}

/* [spqr 9.67] the mover has come within two hexes of a line of stacks: all of
 * the line may extend it, but for those in `gone`, who have withdrawn */
void
gboh_extensions(struct game *g, struct gboh_unit *mover,
    const struct gboh_unit *before, const bool *gone)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	bool in[GBOH_UNITS] = { false };

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->atop && u->side != mover->side && gboh_stands(u) &&
		    gboh_distance(d, u, mover) <= 2 &&
		    gboh_distance(d, u, before) > 2)
			gboh_line_around(g, u, in);
	}
	for (int i = 0; i < s->nunits && gboh_stands(mover); i++)
		if (in[i] && !gone[i] && s->unit[i].atop &&
		    gboh_stands(&s->unit[i]))
			offer_extension(g, &s->unit[i], mover);
}
