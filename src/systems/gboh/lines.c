/* lines.c: which units form a Line [4.32, 6.58] */
#include "systems/gboh/gboh.h"

#include "base/node.h"

#include <string.h>

static bool
lists(const struct node *list, const char *word)
{
	if (list == NULL)
		return true;
	for (const struct node *c = list->child; c != NULL; c = c->next)
		if (c->s != NULL && strcmp(c->s, word) == 0)
			return true;
	return false;
}

static bool
fits_line(const struct gboh_line *l, const struct gboh_unit *u)
{
	return l->side == u->side && lists(l->types,
	    gboh_type_names[u->type]) && lists(l->classes, u->class) &&
	    lists(l->nations, u->nation) && (l->ala == 0 ||
	    l->ala == 1 + u->ala);
}

/* [spqr 4.32] does this entry fit all of them? */
bool
gboh_entry_fits(const struct gboh_data *d, const struct gboh_line *l,
    struct gboh_unit *const *u, int n)
{
	(void)d;
	for (int k = 0; k < n; k++)
		if (!fits_line(l, u[k]) || (l->one && (u[k]->ala !=
		    u[0]->ala || strcmp(u[k]->legion, u[0]->legion) != 0)))
			return false;
	return true;
}

/* One entry of the chart fits both; without a chart, type, class, nation. */
static bool
same_line(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v)
{
	for (int i = 0; i < d->nlines; i++)
		if (fits_line(&d->line[i], u) && fits_line(&d->line[i], v))
			return true;
	return d->nlines == 0 && u->type == v->type &&
	    strcmp(u->class, v->class) == 0 &&
	    strcmp(u->nation, v->nation) == 0;
}

static bool
one_entry_fits(const struct gboh_data *d, struct gboh_unit *const *u, int n)
{
	bool fits = false;

	for (int i = 0; i < d->nlines && !fits; i++) {
		fits = true;
		for (int k = 0; k < n && fits; k++)
			fits = fits_line(&d->line[i], u[k]);
	}
	if (d->nlines == 0) {
		fits = true;
		for (int k = 1; k < n && fits; k++)
			fits = same_line(d, u[0], u[k]);
	}
	return fits;
}

/* Infantry: adjacent through flank hexes of both, or front to rear. */
static bool
foot_linked(const struct gboh_data *d, const struct gboh_unit *u,
    const struct gboh_unit *v, bool flank)
{
	int dir = hex_dir(&d->map.grid, u->hex, v->hex);
	enum hex_aspect a, b;

	if (dir < 0)
		return false;
	a = gboh_aspect(u, dir);
	b = gboh_aspect(v, (dir + 3) % 6);
	if (gboh_is_artillery(u) || gboh_is_artillery(v))
		return true;
	return flank ? a == HEX_FLANK && b == HEX_FLANK :
	    (a == HEX_FRONT && b == HEX_REAR) ||
	    (a == HEX_REAR && b == HEX_FRONT);
}

/* Those whom a line may have: does one that stands between two of it part
 * it? */
struct strangers {
	struct game *g;
	struct gboh_unit *const *u;	/* the line */
	int n;
	bool ordered;			/* a leader's; or one that withdraws */
};

/* [4.32] an enemy, or a friend that could not take part in the line */
static bool
is_stranger(const struct strangers *k, struct gboh_unit *x)
{
	struct gboh_unit *all[GBOH_UNITS + 1];

	for (int i = 0; i < k->n; i++) {
		if (k->u[i] == x)
			return false;
		all[i] = k->u[i];
	}
	if (!k->ordered || !gboh_is_horse(x) || gboh_cannot_join(k->g, x))
		return true;
	all[k->n] = x;
	return !one_entry_fits(gboh_data(k->g), all, k->n + 1);
}

/* Cavalry: adjacent, or one hex between without an enemy or a stranger. */
static bool
horse_linked(const struct gboh_data *d, struct gboh *s,
    const struct gboh_unit *u, const struct gboh_unit *v,
    const struct strangers *who)
{
	const struct hex_grid *g = &d->map.grid;
	int far = hex_distance(g, u->hex, v->hex);

	if (far <= 1)
		return true;
	for (int dir = 0; far == 2 && dir < HEX_DIRS; dir++) {
		int h = hex_step(g, u->hex, dir);
		struct gboh_unit *x = gboh_unit_at(s, h);

		if (h != HEX_NONE && hex_adjacent(g, h, v->hex) &&
		    (x == NULL || !is_stranger(who, x)))
			return true;
	}
	return false;
}

static bool
hangs_together(struct game *g, struct gboh_unit *const *u, int n, bool horse,
    bool flank)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	const struct strangers who = { g, u, n, true };
	bool in[GBOH_UNITS] = { true };
	int found = 1;

	for (bool more = true; more; ) {
		more = false;
		for (int i = 0; i < n; i++)
			for (int k = 0; k < n && !in[i]; k++)
				if (in[k] && (horse ? horse_linked(d, s, u[i],
				    u[k], &who) : foot_linked(d, u[i], u[k],
				    flank))) {
					in[i] = more = true;
					found++;
				}
	}
	return found == n;
}

const char *
gboh_not_a_line(struct game *g, struct gboh_unit *const *u, int n)
{
	const struct gboh_data *d = gboh_data(g);

	if (n == 0)
		return "no-units";
	if (gboh_is_spqr(d))
		return gboh_not_spaced_line(g, u, n);
	for (int i = 1; i < n; i++)
		if (gboh_is_horse(u[i]) != gboh_is_horse(u[0]))
			return "line.mixed";
	if (!one_entry_fits(d, u, n))
		return "line.list";
	if (gboh_is_horse(u[0]) ? !hangs_together(g, u, n, true, false) :
	    !hangs_together(g, u, n, false, true) &&
	    !hangs_together(g, u, n, false, false))
		return "line.apart";
	return NULL;
}

/* [spqr 6.57] by the list of lines, in the position's order */
static int
spaced_line(struct game *g, const struct gboh_unit *u, int *out, int max)
{
	struct gboh *s = gboh_state(g);
	bool in[GBOH_UNITS] = { false };
	int n = 0;

	gboh_line_around(g, u, in);
	for (int i = 0; i < s->nunits && n < max; i++)
		if (in[i] && gboh_is_horse(&s->unit[i]))
			out[n++] = i;
	return n;
}

/* [6.58] the whole line of cavalry around a unit, itself first */
int
gboh_cavalry_line(struct game *g, const struct gboh_unit *u, int *out,
    int max)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_unit *all[GBOH_UNITS];
	struct strangers who = { g, all, 0, false };
	int n = 0, k = 1;

	if (gboh_is_spqr(d))
		return spaced_line(g, u, out, max);
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *v = &s->unit[i];

		if (v->side == u->side && gboh_on_map(v) && gboh_is_horse(v) &&
		    same_line(d, u, v))
			all[n++] = v;
	}
	who.n = n;
	out[0] = (int)(u - s->unit);
	for (int i = 0; i < k; i++)
		for (int j = 0; j < n && k < max; j++) {
			int index = (int)(all[j] - s->unit);
			bool known = false;

			for (int x = 0; x < k; x++)
				known = known || out[x] == index;
			if (!known && horse_linked(d, s, &s->unit[out[i]],
			    all[j], &who))
				out[k++] = index;
		}
	return k;
}
