/* stack.c: who stands in which hex: footprints, the index by hex, stacks
 * [cat 6.6; spqr 6.6] */
#include "systems/gboh/gboh.h"

#include <assert.h>

/* ------------------------------------------------------------- footprints */

/* The other half of a two-hex unit is on its right, as it faces. */
int
gboh_hexes(const struct gboh_data *d, const struct gboh_unit *u, int out[2])
{
	out[0] = u->hex;
	out[1] = HEX_NONE;
	if (u->hex == HEX_NONE)
		return 0;
	if (!gboh_is(u, GBOH_WIDE))
		return 1;
	out[1] = hex_step(&d->map.grid, u->hex, (u->facing + 2) % HEX_DIRS);
	return out[1] == HEX_NONE ? 1 : 2;
}

bool
gboh_occupies(const struct gboh_data *d, const struct gboh_unit *u, int hex)
{
	int h[2], n = gboh_hexes(d, u, h);

	return (n > 0 && h[0] == hex) || (n > 1 && h[1] == hex);
}

/* ---------------------------------------------------------------- the index */

/* Which of its hexes is this: 0 or 1? */
static int
half_in(const struct gboh_unit *u, int hex)
{
	return u->hex == hex ? 0 : 1;
}

static struct gboh_unit *
first_in(struct gboh *s, int hex)
{
	return s->at[hex] ? &s->unit[s->at[hex] - 1] : NULL;
}

static struct gboh_unit *
next_in(struct gboh *s, const struct gboh_unit *u, int hex)
{
	int i = u->next[half_in(u, hex)];

	return i ? &s->unit[i - 1] : NULL;
}

/*
 * Lists are kept in the order of the position, so that they do not depend on
 * who came first: a run that goes on from a file finds the same.
 */
static void
link_into(struct gboh *s, struct gboh_unit *u, int half, int hex)
{
	short *at = &s->at[hex];

	while (*at != 0 && *at < u->self) {
		struct gboh_unit *x = &s->unit[*at - 1];

		at = &x->next[half_in(x, hex)];
	}
	u->next[half] = *at;
	*at = u->self;
}

static void
unlink_from(struct gboh *s, struct gboh_unit *u, int half, int hex)
{
	short *at = &s->at[hex];

	while (*at != u->self) {
		struct gboh_unit *x = &s->unit[*at - 1];

		assert(*at != 0);
		at = &x->next[half_in(x, hex)];
	}
	*at = u->next[half];
	u->next[half] = 0;
}

static void
enter_index(const struct gboh_data *d, struct gboh *s, struct gboh_unit *u)
{
	int h[2], n = u->status == GBOH_ON_MAP ? gboh_hexes(d, u, h) : 0;

	for (int i = 0; i < n; i++)
		link_into(s, u, i, h[i]);
}

static void
leave_index(const struct gboh_data *d, struct gboh *s, struct gboh_unit *u)
{
	int h[2], n = u->status == GBOH_ON_MAP ? gboh_hexes(d, u, h) : 0;

	for (int i = 0; i < n; i++)
		unlink_from(s, u, i, h[i]);
}

/* Who is left alone in a hex is on top of nobody. */
static void
stands_alone(struct gboh *s, int hex)
{
	struct gboh_unit *only = NULL;

	for (struct gboh_unit *u = hex != HEX_NONE ? first_in(s, hex) : NULL;
	    u != NULL; u = next_in(s, u, hex)) {
		if (gboh_is(u, GBOH_ENGINE | GBOH_RIDDEN))
			continue;
		if (only != NULL)
			return;
		only = u;
	}
	if (only != NULL)
		only->atop = false;
}

void
gboh_put(const struct gboh_data *d, struct gboh *s, struct gboh_unit *u,
    const struct gboh_unit *pose)
{
	int hex = pose->hex, facing = pose->facing, column = pose->column;

	leave_index(d, s, u);
	if (hex != u->hex) {
		u->atop = false;
		stands_alone(s, u->hex);
	}
	u->hex = hex;
	u->facing = facing;
	u->column = column;
	enter_index(d, s, u);
}

void
gboh_remove(const struct gboh_data *d, struct gboh *s, struct gboh_unit *u,
    int status)
{
	leave_index(d, s, u);
	stands_alone(s, u->hex);
	u->hex = HEX_NONE;
	u->atop = false;
	u->status = status;
}

/* What follows from its type and weapons. */
void
gboh_derive(const struct gboh_data *d, struct gboh_unit *u)
{
	u->traits = GBOH_READY | d->type[u->type].traits |
	    d->weapon[u->missile].traits | (u->rider[0] != '\0' ?
	    GBOH_RIDDEN : 0);
}

void
gboh_ready(const struct gboh_data *d, struct gboh *s)
{
	for (int h = 0; h < HEX_MAX; h++)
		s->at[h] = 0;
	for (int i = 0; i < s->nunits; i++) {
		struct gboh_unit *u = &s->unit[i];

		u->self = (short)(i + 1);
		u->next[0] = u->next[1] = 0;
		gboh_derive(d, u);
		enter_index(d, s, u);
	}
}

/* ------------------------------------------------------------------ stacks */

int
gboh_stack(struct gboh *s, int hex, struct gboh_unit **out, int max)
{
	int n = 0;

	if (hex == HEX_NONE)
		return 0;
	for (struct gboh_unit *u = first_in(s, hex); u != NULL && n < max;
	    u = next_in(s, u, hex))
		out[n++] = u;
	return n;
}

/* The top unit, but for artillery and Leader Elephants, which count where
 * nobody else is. */
static struct gboh_unit *
top_of(struct gboh *s, int hex, const struct gboh_unit *except)
{
	struct gboh_unit *top = NULL;

	if (hex == HEX_NONE)
		return NULL;
	for (struct gboh_unit *u = first_in(s, hex); u != NULL;
	    u = next_in(s, u, hex)) {
		if (except != NULL && u->self == except->self)
			continue;
		if (top == NULL || gboh_is(top, GBOH_ENGINE | GBOH_RIDDEN) ||
		    (u->atop && !top->atop && !gboh_is(u, GBOH_ENGINE |
		    GBOH_RIDDEN)))
			top = u;
	}
	return top;
}

struct gboh_unit *
gboh_unit_at(struct gboh *s, int hex)
{
	return top_of(s, hex, NULL);
}

struct gboh_unit *
gboh_other_at(struct gboh *s, int hex, const struct gboh_unit *u)
{
	return top_of(s, hex, u);
}

struct gboh_unit *
gboh_enemy_at(struct gboh *s, int side, int hex)
{
	struct gboh_unit *u = gboh_unit_at(s, hex);

	return u != NULL && u->side != side ? u : NULL;
}
