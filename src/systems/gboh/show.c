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
static void
name_and_id(struct str *out, const char *name, const char *id)
{
	if (name[0] != '\0')
		str_addf(out, "%s (%s)", name, id);
	else
		str_add(out, id);
}

/* -------------------------------------------------------------- the lists */

#define INDENT 7		/* of what does not fit into a line */

static void
list_leaders(struct game *g, struct str *out, int side)
{
	static const char *const rank[] = { "", " OC", " CC", " Proconsul",
	    "", "", "", "" };			/* as enum gboh_rank */
	const bool combat = gboh_data(g)->of == &gboh_cataphract;
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		struct str line = str_new(game_arena(g));

		if (l->side != side || !gboh_leads(l))
			continue;
		str_addf(&line, "  %s ", game_hex(g, l->hex));
		name_and_id(&line, l->name, l->id);
		str_addf(&line, "%s  initiative %d, lines %d, range %d, "
		    "charisma %d", rank[l->rank], l->initiative, l->lines,
		    l->range, l->charisma);
		if (combat)
			str_addf(&line, ", combat %d", l->combat);
		if (l->rank == GBOH_OVERALL)
			str_addf(&line, ", strategy %d%s", l->strategy,
			    l->elite ? ", elite" : "");
		str_addf(&line, "%s%s%s%s%s", l->wounded ? ", wounded" : "",
		    l->finished ? ", finished" : "", l->bypassed ?
		    ", no momentum" : "", l->held ? ", held" : "",
		    l->revealed ? ", withdrawal prepared" : l->marker ?
		    ", marker" : "");
		wrap_line(out, line.s, INDENT);
	}
}

/* What decides a later rule and is not a number: abilities, then what it has
 * done in this turn and phase. */
static void
unit_words(const struct gboh *s, const struct gboh_unit *u, struct str *out)
{
	const struct { bool is; const char *word; } words[] = {
		{ u->class[0] != '\0' && !strcmp(u->class, "cat"),
		    "cataphract" },
		{ u->feigns, "feigns retreats" },
		{ u->sword, "sword" },
		{ u->walls && gboh_is(u, GBOH_FORMED), "forms Shield Wall" },
		{ u->dismounts && !u->foot, "may dismount" },
		{ u->foot, "dismounted" },
		{ gboh_fires_twice(u), "fires twice" },
		{ gboh_is_artillery(u) && u->limbered, "Move mode" },
		{ u->atop, "on top" },
		{ u->deep, "may form Double Depth" },
		{ u->depleted, "depleted" },
		{ u->routed, "routed" },
		{ u->rallied, "rallied" },
		{ u->column != 0, "in column" },
		{ u->shield, "Shield Wall" },
		{ u->engaged, "engaged" },
		{ u->pursued, "has pursued" },
		{ u->uncontrolled > 0, "uncontrolled" },
		{ u->moved, "moved" },
		{ u->fired, "fired" },
		{ u->side == s->active && u->ordered && !u->moved && !u->fired,
		    "ordered" },
		{ u->turned, "turned in reaction" },
		{ u->shock == GBOH_MUST_CHECK, "SHOCK-MUST CHECK TQ" },
		{ u->shock == GBOH_NO_CHECK, "SHOCK-NO TQ CHECK" },
	};

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (words[i].is)
			str_addf(out, ", %s", words[i].word);
}

/* Whose Rout Points are counted [12.11]. */
static void
list_lost(struct game *g, struct str *out, int side)
{
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];

		if (u->side != side || u->status != GBOH_ELIMINATED)
			continue;
		str_add(out, "  lost ");
		name_and_id(out, u->name, u->id);
		str_addf(out, "  %d points\n", gboh_points(gboh_data(g),
		    u));
	}
	for (int i = 0; i < s->nleaders; i++) {
		const struct gboh_leader *l = &s->leaders[i];

		if (l->side != side || l->status != GBOH_ELIMINATED)
			continue;
		str_add(out, "  lost ");
		name_and_id(out, l->name, l->id);
		str_addf(out, "  %d points\n", gboh_leader_points(
		    gboh_data(g), l));
	}
}

static void
list_units(struct game *g, struct str *out, int side)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int i = 0; i < s->nunits; i++) {
		const struct gboh_unit *u = &s->unit[i];
		struct str line = str_new(game_arena(g));
		int h[2];

		if (u->side != side || !gboh_on_map(u))
			continue;
		gboh_hexes(d, u, h);
		str_addf(&line, "  %s%s%s %-2s ", game_hex(g, u->hex),
		    h[1] != HEX_NONE ? "/" : "",
		    h[1] != HEX_NONE ? game_hex(g, h[1]) : "",
		    u->column != 0 ? gboh_column_names[u->column] :
		    gboh_facing_names[u->facing]);
		name_and_id(&line, u->name, u->id);
		str_addf(&line, "  %s size %d tq %d ma %d",
		    gboh_type_names[u->type], u->size, gboh_tq(d, s, u),
		    u->ma);
		if (u->fast > 0)
			str_addf(&line, "/%d", u->fast);
		if (u->missile != GBOH_NO_MISSILE)
			str_addf(&line, " %s%s%s", gboh_weapon_names[
			    u->missile], u->missiles != GBOH_FULL ? "-" : "",
			    u->missiles != GBOH_FULL ? gboh_supply_names[
			    u->missiles] : "");
		if (u->hits > 0)
			str_addf(&line, ", hits %d", u->hits);
		unit_words(s, u, &line);
		wrap_line(out, line.s, INDENT);
	}
}

void
gboh_summary(struct game *g, struct str *out)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);

	for (int side = 0; side < d->nsides; side++) {
		const struct gboh_side *x = &s->side[side];

		str_addf(out, "%s: Rout Points %d of %d%s\n", d->title[side],
		    x->points, x->level, x->disciplined ||
		    d->of != &gboh_cataphract ? "" : ", undisciplined");
		if (!x->disciplined && x->ferocity)
			str_addf(out, "  (the +%d of 11.2 is in every tq below "
			    "but of routed units)\n", d->rules.ferocity);
		list_leaders(g, out, side);
		list_units(g, out, side);
		list_lost(g, out, side);
	}
}

void
gboh_when(struct game *g, struct str *out)
{
	static const char *const words[] = { "start", "next leader",
	    "activation", "orders", "shock", "momentum", "rout and reload",
	    "withdrawal" };
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	str_addf(out, "Turn %d, %s", s->turn, words[s->phase]);
	if (l != NULL)
		str_addf(out, ", %s (%s)", leader_name(l), d->title[l->side]);
}
