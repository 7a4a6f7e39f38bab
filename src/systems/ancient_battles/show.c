/* show.c: Ancient Battles for people: lists of units */
#include "systems/ancient_battles/ab.h"

#include "base/arena.h"
#include "base/str.h"
#include "base/wrap.h"

#include <string.h>

static void
end_line(struct str *out)
{
	while (out->len > 0 && out->s[out->len - 1] == ' ')
		out->s[--out->len] = '\0';
	str_addc(out, '\n');
}

/* ----------------------------------------------------------- the summary */

/*
 * What a unit has done in this phase, which decides what it still may do: m
 * moved, c may charge, f fired, a attacked, t was a target, v advanced.
 */
static const char *
done_marks(struct game *g, const struct ab_unit *u)
{
	return arena_printf(game_arena(g), "%s%s%s%s%s%s%s",
	    u->disrupted ? "!" : "", u->moved ? "m" : "", u->ready ? "c" : "",
	    u->fired ? "f" : "", u->attacked ? "a" : "",
	    u->defended ? "t" : "", u->advanced ? "v" : "");
}

/* "legio-49   8-5  2424  pilum": . after MA is the dot, then what it did */
static const char *
unit_line(struct game *g, const struct ab_unit *u, int width)
{
	const char *weapon = u->missile != AB_NO_MISSILE && !u->thrown ?
	    ab_weapon_names[u->missile] : "";

	return arena_printf(game_arena(g), "%-*s %2d-%d%s %s%-2s%s", width,
	    u->id, u->strength, u->ma, u->dot && u->type != AB_LEADER ? "." :
	    " ", game_hex(g, u->hex), done_marks(g, u), weapon);
}

/* Those on the map in two columns where they fit, read downwards. */
static void
units_on_map(struct game *g, struct str *out, int side)
{
	struct ab *s = ab_state(g);
	const char *line[AB_UNITS];
	size_t width = 0, id = 0;
	int n = 0, rows;

	for (int i = 0; i < s->nunits; i++)
		if (s->unit[i].side == side && ab_on_map(&s->unit[i]) &&
		    strlen(s->unit[i].id) > id)
			id = strlen(s->unit[i].id);
	for (int i = 0; i < s->nunits; i++) {
		if (s->unit[i].side != side || !ab_on_map(&s->unit[i]))
			continue;
		line[n] = unit_line(g, &s->unit[i], (int)id);
		if (strlen(line[n]) > width)
			width = strlen(line[n]);
		n++;
	}
	rows = 2 * width + 2 <= WRAP_WIDTH ? (n + 1) / 2 : n;
	for (int i = 0; i < rows; i++) {
		if (rows + i < n)
			str_addf(out, "%-*s  %s", (int)width, line[i],
			    line[rows + i]);
		else
			str_add(out, line[i]);
		end_line(out);
	}
}

/* "Eliminated: legio-49 (8-5), …": what one needs to choose a rally */
static void
units_elsewhere(struct game *g, struct str *out, int side,
    enum ab_status status, const char *name)
{
	struct ab *s = ab_state(g);
	struct wrap_words f = { .out = out, .rest = 4 };
	const char *last = NULL;

	for (int i = 0; i < s->nunits; i++) {
		const struct ab_unit *u = &s->unit[i];

		if (u->side != side || (int)status != u->status || ab_on_map(u))
			continue;
		wrap_word(&f, last ? arena_printf(game_arena(g), "%s,", last) :
		    name);
		last = status == AB_RESERVE ? arena_printf(game_arena(g),
		    "%s (turn %d)", u->id, u->arrives) :
		    status == AB_ELIMINATED ? arena_printf(game_arena(g),
		    "%s (%d-%d)", u->id, u->strength, u->ma) : u->id;
	}
	if (last != NULL)
		wrap_word(&f, arena_printf(game_arena(g), "%s.", last));
	wrap_end(&f);
}

void
ab_summary(struct game *g, struct str *out)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	for (int i = 0; i < d->nsides; i++) {
		const struct ab_side *x = &s->side[i];

		int points = ab_victory_points(d, s, i);

		str_addf(out, "%s%s: %d strength lost (demoralized at %d%s, "
		    "beaten at %d),\n%d victory point%s so far, %d from camps "
		    "and exits.\n",
		    i ? "\n" : "", d->title[i], x->lost, x->demoralization,
		    x->demoralized ? ": now" : "", x->disintegration,
		    points, points == 1 ? "" : "s", x->points);
		units_on_map(g, out, i);
		units_elsewhere(g, out, i, AB_ON_MAP, "Not placed yet:");
		units_elsewhere(g, out, i, AB_RESERVE, "To come:");
		units_elsewhere(g, out, i, AB_ELIMINATED, "Eliminated:");
		units_elsewhere(g, out, i, AB_EXITED, "Left the map:");
	}
	str_add(out, "\nStrength-movement (. light), hex, missiles that it "
	    "has.\nAfter the hex: ! disrupted, m moved, c may charge, f fired, "
	    "a attacked,\nt was attacked, v advanced.\n");
}

void
ab_when(struct game *g, struct str *out)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	if (s->phase == AB_DEPLOY)
		str_add(out, "deployment");
	else
		str_addf(out, "turn %d of %d, %s: %s", s->turn, s->turns,
		    d->title[s->active], ab_phase_names[s->phase]);
}
