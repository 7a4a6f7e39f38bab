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
units_elsewhere(struct game *g, say_fn *say, struct str *out, int side,
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
		    say(g, SAID_ALONE(name)));
		last = status == AB_RESERVE ? say(g, SAID("summary.arrives",
		    fact_text("unit", u->id), fact_number("turn",
		    u->arrives))) : status == AB_ELIMINATED ? arena_printf(game_arena(g),
		    "%s (%d-%d)", u->id, u->strength, u->ma) : u->id;
	}
	if (last != NULL)
		wrap_word(&f, arena_printf(game_arena(g), "%s.", last));
	wrap_end(&f);
}

void
ab_summary(struct game *g, say_fn *say, struct str *out)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	for (int i = 0; i < d->nsides; i++) {
		const struct ab_side *x = &s->side[i];

		str_addf(out, "%s%s\n%s\n", i ? "\n" : "", say(g, SAID(
		    "summary.side", fact_text("title", d->title[i]),
		    fact_number("lost", x->lost),
		    fact_number("demoralization", x->demoralization),
		    fact_number("demoralized", x->demoralized),
		    fact_number("disintegration", x->disintegration))),
		    say(g, SAID("summary.points", fact_number("points",
		    ab_victory_points(d, s, i)), fact_number("taken",
		    x->points))));
		units_on_map(g, out, i);
		units_elsewhere(g, say, out, i, AB_ON_MAP,
		    "summary.unplaced");
		units_elsewhere(g, say, out, i, AB_RESERVE, "summary.to-come");
		units_elsewhere(g, say, out, i, AB_ELIMINATED,
		    "summary.eliminated");
		units_elsewhere(g, say, out, i, AB_EXITED, "summary.left");
	}
	str_addc(out, '\n');
	wrap_text(out, say(g, SAID_ALONE("summary.columns")), 0, 0);
	wrap_text(out, say(g, SAID_ALONE("summary.marks")), 0, 0);
}

struct said
ab_when(struct game *g)
{
	const struct ab_data *d = ab_data(g);
	struct ab *s = ab_state(g);

	if (s->phase == AB_DEPLOY)
		return SAID_ALONE("when.deployment");
	return said_keep(game_arena(g), SAID("when", fact_number("turn",
	    s->turn), fact_number("turns", s->turns), fact_text("side",
	    d->title[s->active]), fact_text("phase",
	    ab_phase_names[s->phase])));
}
