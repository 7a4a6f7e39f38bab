/* command.c: how SPQR's leaders command: tribunes and praefects, lines with
 * spaces, who needs a roll for them [spqr 4.32, 4.33, 4.5, 4.6] */
#include "systems/gboh/gboh.h"

#include "base/arena.h"
#include "base/node.h"

#include <string.h>

/* ------------------------------------------------ whom he commands [4.5] */

/* [spqr 4.51, 4.53, 4.54] a line: infantry, or cavalry */
bool
gboh_may_line(const struct gboh_leader *l, const struct gboh_unit *u)
{
	if (l->side != u->side)
		return false;
	switch ((enum gboh_rank)l->rank) {
	case GBOH_TRIBUNE: case GBOH_SOCIORUM:
		return gboh_is_roman(u);
	case GBOH_EQUITUM:
		return u->legion[0] != '\0' && gboh_is_horse(u);
	case GBOH_MAHOUT:
		return gboh_is(u, GBOH_ELEPHANT);
	case GBOH_SUBORDINATE: case GBOH_OVERALL: case GBOH_CONTINGENT:
	case GBOH_PROCONSUL:
		break;
	}
	return gboh_may_command(l, u);
}

/* [spqr 4.35, 4.52, 4.54] single units, and who shocks by his range [7.33] */
bool
gboh_may_single(const struct gboh_leader *l, const struct gboh_unit *u)
{
	switch ((enum gboh_rank)l->rank) {
	case GBOH_TRIBUNE:
		return gboh_is_roman(u) && (!u->ala || gboh_is_velites(u));
	case GBOH_SOCIORUM:
		return gboh_is_roman(u) && (u->ala || gboh_is_velites(u));
	case GBOH_EQUITUM:
		return u->legion[0] != '\0' && gboh_is_horse(u);
	case GBOH_MAHOUT:
		return false;
	case GBOH_SUBORDINATE: case GBOH_OVERALL: case GBOH_CONTINGENT:
	case GBOH_PROCONSUL:
		break;
	}
	if (l->arm != GBOH_ANY_ARM && gboh_is_horse(u) != (l->arm ==
	    GBOH_HORSE_ONLY))
		return false;
	return true;
}

/* [spqr 4.52, 4.54] NULL, or why not after what he has ordered in this phase */
const char *
gboh_other_class(const struct gboh_leader *l, const struct gboh_unit *u)
{
	bool foot = l->rank == GBOH_TRIBUNE || l->rank == GBOH_SOCIORUM;

	if (l->ordered_ala == 0 || (!foot && l->rank != GBOH_EQUITUM))
		return NULL;
	if (foot && strcmp(l->ordered_class, u->class) != 0)
		return "class.one";
	if (foot && !gboh_is_velites(u) && (strcmp(l->ordered_legion,
	    u->legion) != 0 || l->ordered_ala != 1 + u->ala))
		return "class.legion";
	if (!foot && l->ordered_ala != 1 + u->ala)
		return "class.cavalry";
	return NULL;
}

void
gboh_spend_order(struct game *g, const struct gboh_unit *u, int n)
{
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);

	s->individual += n;
	s->acted = true;
	if (l == NULL || u->legion[0] == '\0')
		return;
	memcpy(l->ordered_class, u->class, ID_SIZE);
	memcpy(l->ordered_legion, u->legion, ID_SIZE);
	l->ordered_ala = 1 + u->ala;
}

/* --------------------------------------------------------- lines [4.32] */

struct spaced {
	struct game *g;
	const struct gboh_data *d;
	struct gboh *s;
	struct gboh_unit *const *u;
	int n, space;
};

/* What lies in a hex between: 0 it parts the line, 1 nothing of note (or one of
 * the line), 2 a Skirmisher or Velites unit, which alone does not. */
static int
gap(const struct spaced *x, int hex)
{
	struct gboh_unit *v = gboh_unit_at(x->s, hex);

	if (hex == HEX_NONE || gboh_in_ezoc(x->d, x->s, x->u[0]->side, hex))
		return 0;
	if (v == NULL)
		return 1;
	if (v->side != x->u[0]->side)
		return 0;
	for (int i = 0; i < x->n; i++)
		if (x->u[i] == v)
			return 1;
	return gboh_is(v, GBOH_SKIRMISHES) || gboh_is_velites(v) ? 2 : 0;
}

/* From this hex to the unit by at most `left` hexes between? */
static bool
bridged(const struct spaced *x, int hex, const struct gboh_unit *v, int left,
    int last)
{
	if (gboh_distance_to(x->d, v, hex) <= 1)
		return true;
	for (int dir = 0; left > 0 && dir < HEX_DIRS; dir++) {
		int h = hex_step(&x->d->map.grid, hex, dir), k = gap(x, h);

		if (k == 0 || (k == 2 && last == 2))
			continue;
		if (bridged(x, h, v, left - 1, k))
			return true;
	}
	return false;
}

/* One Skirmisher between bridges what should be adjacent too [9.24]. */
static bool
near_enough(const struct spaced *x, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	int h[2], n = gboh_hexes(x->d, u, h), far = gboh_distance(x->d, u, v);

	if (far <= 1)
		return true;
	if (far > x->space && far > 2)
		return false;
	for (int i = 0; i < n; i++) {
		if (x->space > 1 && bridged(x, h[i], v, x->space - 1, 1))
			return true;
		for (int dir = 0; x->space == 1 && dir < HEX_DIRS; dir++) {
			int m = hex_step(&x->d->map.grid, h[i], dir);

			if (gap(x, m) == 2 && gboh_distance_to(x->d, v, m) ==
			    1)
				return true;
		}
	}
	return false;
}

/* Straight along flanks, or along front and rear? */
static bool
in_row(const struct spaced *x, const struct gboh_unit *u,
    const struct gboh_unit *v, bool flank)
{
	int h[2], n = gboh_hexes(x->d, u, h);

	if (u->facing != v->facing || u->column != v->column)
		return false;
	for (int i = 0; i < n; i++)
		for (int dir = 0; dir < HEX_DIRS; dir++) {
			int at = h[i];

			if ((gboh_half_aspect(u, i, dir) == HEX_FLANK) !=
			    flank)
				continue;
			for (int k = 0; k <= x->space + 1; k++) {
				at = hex_step(&x->d->map.grid, at, dir);
				if (at == HEX_NONE)
					break;
				if (gboh_occupies(x->d, v, at))
					return true;
			}
		}
	return false;
}

enum link { LINK_ANY, LINK_FLANK, LINK_FRONT };

static bool
hangs_together(const struct spaced *x, enum link how)
{
	bool in[GBOH_UNITS] = { true };
	int found = 1;

	for (bool more = true; more; ) {
		more = false;
		for (int i = 0; i < x->n; i++)
			for (int k = 0; k < x->n && !in[i]; k++)
				if (in[k] && near_enough(x, x->u[i],
				    x->u[k]) && (how == LINK_ANY ||
				    in_row(x, x->u[i], x->u[k],
				    how == LINK_FLANK) ||
				    gboh_distance(x->d, x->u[i], x->u[k]) ==
				    0)) {
					in[i] = more = true;
					found++;
				}
	}
	return found == x->n;
}

/* [spqr 4.32] NULL, or why these units, which an entry of the list with that
 * many spaces fits, are no line of this leader */
static const char *
not_spaced(struct game *g, struct gboh_unit *const *u, int n, int space)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);
	struct spaced x = { g, d, s, u, n, space };

	if (!hangs_together(&x, LINK_ANY))
		return "line.apart";
	if (hangs_together(&x, LINK_FLANK) || hangs_together(&x, LINK_FRONT))
		return NULL;
	for (int i = 0; i < n; i++)
		if (l == NULL || !gboh_unit_in_range(d, s, l, u[i], l->range))
			return why_not(g, "line.orientation", FACTS(fact_text(
			    "unit", u[i]->id), fact_text("leader", l ? l->id :
			    NULL)));
	return NULL;
}

const char *
gboh_not_spaced_line(struct game *g, struct gboh_unit *const *u, int n)
{
	const struct gboh_data *d = gboh_data(g);
	const char *why = "line.list";

	for (int i = 0; i < d->nlines; i++) {
		if (!gboh_entry_fits(d, &d->line[i], u, n))
			continue;
		why = not_spaced(g, u, n, d->line[i].space);
		if (why == NULL)
			return NULL;
	}
	return why;
}

void
gboh_line_around(struct game *g, const struct gboh_unit *u, bool *in)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *all[GBOH_UNITS];

	in[u->self - 1] = true;
	for (int e = 0; e < d->nlines; e++) {
		struct spaced x = { g, d, s, all, 0, d->line[e].space };
		bool linked[GBOH_UNITS] = { false };

		for (int i = 0; i < s->nunits; i++) {
			struct gboh_unit *two[2] = { &s->unit[u->self - 1],
			    &s->unit[i] };

			if (gboh_stands(two[1]) && gboh_entry_fits(d,
			    &d->line[e], two, 2)) {
				linked[x.n] = two[1] == two[0];
				all[x.n++] = two[1];
			}
		}
		for (bool more = x.n > 0; more; ) {
			more = false;
			for (int i = 0; i < x.n; i++)
				for (int k = 0; k < x.n && !linked[i]; k++)
					if (linked[k] && near_enough(&x,
					    all[i], all[k]))
						linked[i] = more = true;
		}
		for (int i = 0; i < x.n; i++)
			if (linked[i])
				in[all[i]->self - 1] = true;
	}
}

/* ------------------------------------------------- who may issue [4.33] */

/* NULL, or why this line is too far from him, or out of his sight. */
const char *
gboh_line_too_far(struct game *g, struct gboh_unit *const *u, int n)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (l->mp > 0)
		return gboh_he_cannot(g, l, "line.moved");
	for (int i = 0; i < n; i++) {
		int h[2], k = gboh_hexes(d, u[i], h);

		for (int x = 0; x < k; x++)
			if (hex_distance(&d->map.grid, l->hex, h[x]) <=
			    d->rules.line_reach && (l->hex == h[x] ||
			    gboh_sees(d, s, l->hex, h[x], GBOH_COMMAND,
			    NULL)))
				return NULL;
	}
	return why_not(g, "line.far", FACTS(fact_text("leader", l->id),
	    fact_number("reach", d->rules.line_reach)));
}

/* Does he need no roll in this phase? */
static bool
needs_no_roll(struct game *g, const struct gboh_leader *l)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *oc = gboh_overall(s, l->side);

	if (l->rank == GBOH_OVERALL || l->rank == GBOH_MAHOUT)
		return true;
	if (s->momentum)
		return false;
	return s->turn == 1 || (s->side[l->side].carthaginian &&
	    !l->replacement) || (oc != NULL && gboh_in_range(d, s, oc, l->hex,
	    oc->range));
}

const char *
gboh_no_line_now(struct game *g)
{
	struct gboh *s = gboh_state(g);
	const struct gboh_leader *l = gboh_active(s);

	if (s->momentum && l->rank != GBOH_OVERALL && !l->initial)
		return gboh_he_cannot(g, l, "line.initial");
	if (l->rolled && !l->commanding)
		return gboh_he_cannot(g, l, "line.failed");
	return NULL;
}

/* [spqr 4.33] true if he may; a roll that fails leaves individual orders */
bool
gboh_line_allowed(struct game *g, struct gboh_unit *const *u, int n,
    struct node *list, int *die, int *needed)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_leader *l = gboh_active(s);
	const struct gboh_leader *oc = gboh_overall(s, l->side);
	bool pinned = false;
	int total;

	if (l->commanding || needs_no_roll(g, l)) {
		l->commanding = true;
		return true;
	}
	for (int i = 0; i < n; i++)
		pinned = pinned || gboh_pinned(d, s, u[i]);
	l->rolled = true;
	*needed = oc ? oc->strategy : 0;
	*die = roll(g, 10, "4.33 line %s", l->id);
	total = *die + drm(g, pinned ? 1 : 0,
	    "4.33 line-zoc");
	total += drm(g, l->rank == GBOH_PROCONSUL && !(oc && gboh_in_range(d,
	    s, oc, l->hex, oc->range)) ? -1 : 0, "=4.56 proconsul");
	l->commanding = total <= *needed;
	if (!l->commanding)
		tell(g, "line", FACTS(fact_text("leader", l->id),
		    fact_node("units", list), fact_text("result",
		    "individual"), fact_number("die", *die),
		    fact_number("needed", *needed)));
	return l->commanding;
}
