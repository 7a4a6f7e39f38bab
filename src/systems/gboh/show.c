/* show.c: Great Battles of History for people: lists */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/wrap.h"

#include <string.h>

static const char *
leader_name(const struct gboh_leader *l)
{
	return l->name[0] != '\0' ? l->name : l->id;
}

/* "Hun 1 (hun-lc-1)": orders need the id. */
static const char *
name_and_id(struct game *g, const char *name, const char *id)
{
	return name[0] != '\0' ? arena_printf(game_arena(g), "%s (%s)", name,
	    id) : id;
}

/* -------------------------------------------------------------- the lists */

#define INDENT 7		/* of what does not fit into a line */

/* A number, or no such fact. */
static struct fact
number_if(bool there, const char *name, int n)
{
	return there ? fact_number(name, n) : fact_text(name, NULL);
}

static void
list_leaders(struct game *g, say_fn *say, struct str *out, int side)
{
	const bool combat = gboh_data(g)->of == &gboh_cataphract;
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];
		const bool overall = l->rank == GBOH_OVERALL;

		if (l->side != side || !gboh_leads(l))
			continue;
		wrap_line(out, say(g, SAID("summary.leader",
		    fact_text("hex", game_hex(g, l->hex)),
		    fact_text("name", name_and_id(g, l->name, l->id)),
		    fact_text("rank", gboh_rank_names[l->rank]),
		    fact_number("initiative", l->initiative),
		    fact_number("lines", l->lines),
		    fact_number("range", l->range),
		    fact_number("charisma", l->charisma),
		    number_if(combat, "combat", l->combat),
		    number_if(overall, "strategy", l->strategy),
		    fact_number("elite", overall && l->elite),
		    fact_number("wounded", l->wounded),
		    fact_number("finished", l->finished),
		    fact_number("bypassed", l->bypassed),
		    fact_number("held", l->held),
		    fact_text("marker", l->revealed ? "revealed" : l->marker ?
		    "laid" : ""))), INDENT);
	}
}

/* What decides a later rule and is not a number: abilities, then what it has
 * done in this turn and phase. */
static void
unit_words(struct game *g, say_fn *say, const struct gboh_unit *u,
    struct str *out)
{
	const struct gboh *s = gboh_state(g);
	const struct { bool is; const char *code; } words[] = {
		{ u->class[0] != '\0' && !strcmp(u->class, "cat"),
		    "is.cataphract" },
		{ u->feigns, "is.feigns" },
		{ u->sword, "is.sword" },
		{ u->walls && gboh_is(u, GBOH_FORMED), "is.walls" },
		{ u->dismounts && !u->foot, "is.dismounts" },
		{ u->foot, "is.dismounted" },
		{ gboh_fires_twice(u), "is.twice" },
		{ gboh_is_artillery(u) && u->limbered, "is.limbered" },
		{ u->atop, "is.atop" },
		{ u->deep, "is.deep" },
		{ u->depleted, "is.depleted" },
		{ u->routed, "is.routed" },
		{ u->rallied, "is.rallied" },
		{ u->column != 0, "is.column" },
		{ u->shield, "is.shield" },
		{ u->engaged, "is.engaged" },
		{ u->pursued, "is.pursued" },
		{ u->uncontrolled > 0, "is.uncontrolled" },
		{ u->moved, "is.moved" },
		{ u->fired, "is.fired" },
		{ u->side == s->active && u->ordered && !u->moved && !u->fired,
		    "is.ordered" },
		{ u->turned, "is.turned" },
		{ u->shock == GBOH_MUST_CHECK, "is.must-check" },
		{ u->shock == GBOH_NO_CHECK, "is.no-check" },
	};

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (words[i].is)
			str_addf(out, ", %s", say(g, SAID_ALONE(
			    words[i].code)));
}

static void
add_lost(struct game *g, say_fn *say, struct str *out, const char *name,
    const char *id, int points)
{
	str_addf(out, "%s\n", say(g, SAID("summary.lost", fact_text("name",
	    name_and_id(g, name, id)), fact_number("points", points))));
}

/* Whose Rout Points are counted [12.11]. */
static void
list_lost(struct game *g, say_fn *say, struct str *out, int side)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->side == side && u->status == GBOH_ELIMINATED)
			add_lost(g, say, out, u->name, u->id, gboh_points(
			    gboh_data(g), u));
	}
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (l->side == side && l->status == GBOH_ELIMINATED)
			add_lost(g, say, out, l->name, l->id,
			    gboh_leader_points(gboh_data(g), l));
	}
}

/* "3415/3416 NE": its hexes, and where it looks */
static const char *
place(struct game *g, const struct gboh_unit *u)
{
	int h[2];

	gboh_hexes(gboh_data(g), u, h);
	return arena_printf(game_arena(g), "%s%s%s %-2s", game_hex(g, u->hex),
	    h[1] != HEX_NONE ? "/" : "", h[1] != HEX_NONE ? game_hex(g, h[1]) :
	    "", u->column != 0 ? gboh_column_names[u->column] :
	    gboh_facing_names[u->facing]);
}

/* "B-low" */
static const char *
missiles(struct game *g, const struct gboh_unit *u)
{
	return u->missile == GBOH_NO_MISSILE ? NULL : arena_printf(
	    game_arena(g), "%s%s%s", gboh_weapon_names[u->missile],
	    u->missiles != GBOH_FULL ? "-" : "", u->missiles != GBOH_FULL ?
	    gboh_supply_names[u->missiles] : "");
}

static void
list_units(struct game *g, say_fn *say, struct str *out, int side)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];
		struct str line = str_new(game_arena(g));

		if (u->side != side || !gboh_on_map(u))
			continue;
		str_add(&line, say(g, SAID("summary.unit",
		    fact_text("place", place(g, u)),
		    fact_text("name", name_and_id(g, u->name, u->id)),
		    fact_text("type", gboh_type_names[u->type]),
		    fact_number("size", u->size),
		    fact_number("tq", gboh_tq(d, s, u)),
		    fact_number("ma", u->ma),
		    number_if(u->fast > 0, "fast", u->fast),
		    fact_text("missiles", missiles(g, u)),
		    number_if(u->hits > 0, "hits", u->hits))));
		unit_words(g, say, u, &line);
		wrap_line(out, line.s, INDENT);
	}
}

void
gboh_summary(struct game *g, say_fn *say, struct str *out)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int side = 0; side < d->nsides; side++) {
		const struct gboh_side *x = &s->side[side];

		str_addf(out, "%s\n", say(g, SAID("summary.side",
		    fact_text("title", d->title[side]), fact_number("points",
		    x->points), fact_number("level", x->level),
		    fact_number("undisciplined", !x->disciplined &&
		    d->of == &gboh_cataphract))));
		if (!x->disciplined && x->ferocity)
			str_addf(out, "%s\n", say(g, SAID("summary.ferocity",
			    fact_number("more", d->rules.ferocity))));
		list_leaders(g, say, out, side);
		list_units(g, say, out, side);
		list_lost(g, say, out, side);
	}
}

struct said
gboh_when(struct game *g)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	return said_keep(game_arena(g), SAID("when", fact_number("turn",
	    s->turn), fact_text("phase", gboh_phase_names[s->phase]),
	    fact_text("leader", l ? leader_name(l) : NULL),
	    fact_text("side", l ? d->title[l->side] : NULL)));
}
