/* flight_wide.c: how a phalanx routs: straight on, with both halves
 * [spqr 10.22, 10.25] */
#include "systems/gboh/flight.h"

#include "systems/gboh/gboh.h"

/* How hard it is to go forward in that direction with both halves: 0 blocked,
 * 1 to 3 as for a hex. */
static int
wall(const struct gboh_data *d, struct gboh *s, const struct gboh_unit *u,
    int dir)
{
	int h[2], n = gboh_hexes(d, u, h), most = n < 2 ? 0 : 1;

	for (int i = 0; i < n && most > 0; i++) {
		int to = hex_step(&d->map.grid, h[i], dir), r;

		if (to != HEX_NONE && gboh_occupies(d, u, to))
			continue;
		r = gboh_resistance(d, s, u, h[i], dir);
		most = r == 0 ? 0 : r > most ? r : most;
	}
	return most;
}

/* Two steps straight on: the poses after each. */
struct straight {
	struct gboh_unit pose[2];
};

/* Those with the least resistance in the first step and then in the second, of
 * such the most direct, one for each place where they end; how many, 0 where
 * all are blocked. */
static int
straight(struct game *g, const struct gboh_unit *u, struct straight out[4])
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	int first = game_revision(g) < 2 ? 1000 : 10000, least = 1 << 20, n = 0;

	for (int way = 0; way < 4; way++) {
		struct straight x;
		int value = 0;
		bool known = false;

		for (int i = 0; i < 2 && value >= 0; i++) {
			const struct gboh_unit *at = i == 0 ? u : &x.pose[0];
			int dir = (u->facing + (way >> (1 - i)) % 2) % HEX_DIRS;
			int r = wall(d, s, at, dir);

			x.pose[i] = *at;
			if (r > 0)
				gboh_pose_enter(d, &x.pose[i], dir);
			value = r == 0 ? -1 : value + r * (i == 0 ? first :
			    1000) + gboh_to_edge(d, s, u->side,
			    x.pose[i].hex);
		}
		if (value < 0 || value > least)
			continue;
		if (value < least)
			n = 0;
		least = value;
		for (int i = 0; i < n; i++)
			known = known || out[i].pose[1].hex == x.pose[1].hex;
		if (!known)
			out[n++] = x;
	}
	return n;
}

/* [spqr 10.22] of equal ways its owner chooses; who does not say takes the
 * first */
static const struct straight *
choose_straight(struct game *g, const struct gboh_unit *u,
    const struct straight *way, int n)
{
	struct question q = question(g, u->side, "rout");
	int chosen;

	if (n < 2 || game_revision(g) < 2)
		return &way[0];
	question_fact(&q, fact_text("unit", u->id));
	question_fact(&q, fact_hex("hex", u->hex));
	for (int i = 0; i < n; i++) {
		int at = way[i].pose[1].hex;

		option_add(&q, i, game_hex(g, at));
		q.option[q.n - 1].hex = at;
		option_attr(&q, "enemies", gboh_enemies_within(gboh_data(g),
		    gboh_state(g), u->side, at, 1));
		option_attr(&q, "friends", gboh_cannot_stop(g,
		    &way[i].pose[1]) != NULL);
	}
	option_decline(&q, "straight");
	chosen = ask(g, &q);
	return &way[chosen < 0 ? 0 : chosen];
}

static bool
at_edge(const struct gboh_data *d, const struct gboh *s,
    const struct gboh_unit *u)
{
	int h[2], n = gboh_hexes(d, u, h);

	return n < 2 || gboh_leaves_map(d, s, u->side, h[0]) ||
	    gboh_leaves_map(d, s, u->side, h[1]);
}

/* Does one of its two steps toward its edge take it off the map? */
static bool
runs_off(const struct gboh_data *d, struct gboh *s, const struct gboh_unit *u)
{
	int h[2], n = gboh_hexes(d, u, h), left = 1 << 20;
	bool toward = false;

	for (int i = 0; i < n; i++)
		left = gboh_to_edge(d, s, u->side, h[i]) < left ?
		    gboh_to_edge(d, s, u->side, h[i]) : left;
	for (int t = 0; t < 2; t++) {
		int dir = (u->facing + t) % HEX_DIRS;
		int to = hex_step(&d->map.grid, h[0], dir);
		struct gboh_unit next = *u;

		toward = toward || to == HEX_NONE || gboh_to_edge(d, s,
		    u->side, to) < gboh_to_edge(d, s, u->side, h[0]);
		if (wall(d, s, u, dir) == 0)
			continue;
		gboh_pose_enter(d, &next, dir);
		if (toward && at_edge(d, s, &next) && left <= 3)
			return true;
	}
	return toward && at_edge(d, s, u);
}

/* [spqr 6.69] one friend, who stands in both hexes, is run over once */
static bool
is_one_unit(struct gboh *s, const struct gboh_unit *u, int a, int b)
{
	const struct gboh_unit *x = gboh_other_at(s, a, u);

	return x != NULL && x == gboh_other_at(s, b, u);
}

/* [spqr 10.25] it would stop on friends and goes one hex farther, straight on.
 * False if that is its end. */
static bool
wide_past_friends(struct game *g, struct gboh_unit *u, const char **cause)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct gboh_stretch t = gboh_stretch(g, u);
	int best = -1, least = 1 << 20, h[2], n;
	struct gboh_unit pose;

	for (int k = 0; k < 2; k++) {
		int dir = (u->facing + k) % HEX_DIRS, r = wall(d, s, u, dir);

		pose = *u;
		if (r == 0)
			continue;
		gboh_pose_enter(d, &pose, dir);
		r = r * 1000 + gboh_to_edge(d, s, u->side, pose.hex);
		if (r < least) {
			least = r;
			best = dir;
		}
	}
	if (best < 0) {
		*cause = at_edge(d, s, u) ? "edge" : "stacking";
		return false;
	}
	pose = *u;
	gboh_pose_enter(d, &pose, best);
	n = gboh_hexes(d, &pose, h);
	if (wall(d, s, u, best) > 1) {
		for (int k = 0; k < n; k++)
			if (k == 0 || !is_one_unit(s, u, h[0], h[1]))
				gboh_run_over(g, u, h[k], true);
		return false;
	}
	gboh_note_way(u, u->hex);
	gboh_place_as(g, u, &pose);
	gboh_stretch_add(g, &t);
	gboh_stretch_tell(g, &t);
	return true;
}

/* It goes on as it faces or turns about, toward its edge first, and is lost
 * where it cannot go two hexes. */
bool
gboh_run_phalanx(struct game *g, struct gboh_unit *u, const char **cause)
{
	const struct gboh_data *d = gboh_data(g);
	struct gboh *s = gboh_state(g);
	struct straight ways[4];
	const struct gboh_unit *way;
	struct gboh_unit about, pose[2];
	struct gboh_stretch t = gboh_stretch(g, u);
	int ahead, back, n;

	*cause = "blocked";
	if (game_revision(g) >= 2)
		u->column = 0;		/* it runs in line, where it stands */
	pose[0] = about = *u;
	ahead = hex_step(&d->map.grid, u->hex, u->facing);
	back = hex_step(&d->map.grid, u->hex, (u->facing + 3) % HEX_DIRS);
	if (!gboh_pose_turn(d, &about, (u->facing + 3) % HEX_DIRS))
		return false;
	pose[1] = about;
	if (ahead == HEX_NONE || (back != HEX_NONE && gboh_to_edge(d, s,
	    u->side, back) < gboh_to_edge(d, s, u->side, ahead))) {
		pose[1] = pose[0];
		pose[0] = about;
	}
	if (runs_off(d, s, &pose[0])) {
		*cause = "edge";			/* [spqr 10.24] */
		return false;
	}
	if ((n = straight(g, &pose[0], ways)) == 0 && (n = straight(g, &pose[1],
	    ways)) == 0)
		return false;
	way = choose_straight(g, u, ways, n)->pose;
	gboh_break(u);
	for (int i = 0; i < 2 && gboh_on_map(u); i++) {
		int h[2];

		if (gboh_finds_leader(g, u, &way[i]))
			gboh_stretch_tell(g, &t);
		if (i > 0)
			gboh_note_way(u, u->hex);
		gboh_place_as(g, u, &way[i]);
		gboh_stretch_add(g, &t);
		n = gboh_hexes(d, u, h);
		if (i == 1 || gboh_other_at(s, h[0], u) != NULL ||
		    (n > 1 && gboh_other_at(s, h[1], u) != NULL))
			gboh_stretch_tell(g, &t);
		for (int k = 0; k < n; k++)
			if (game_revision(g) < 2 || k == 0 ||
			    !is_one_unit(s, u, h[0], h[1]))
				gboh_run_over(g, u, h[k], false);
	}
	*cause = "stacking";
	if (!gboh_on_map(u) || gboh_cannot_stop(g, u) == NULL)
		return true;
	return game_revision(g) >= 2 && wide_past_friends(g, u, cause);
}
