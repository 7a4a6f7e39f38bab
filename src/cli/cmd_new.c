/* cmd_new.c: iacta new: found a game */
#include "cli/commands.h"

#include "base/file.h"
#include "base/str.h"
#include "cli/game.h"
#include "trust/found.h"

#include <stdlib.h>
#include <string.h>

static const struct cli_option options[] = {
	{ "side", 's', "NAME=PUBKEY[,MAIL]", "who plays a side: a public key, "
	    "the path of one, or `bot`", true },
	{ "name", 'n', "GAME", "the game's name (default: that of DIR)",
	    false },
	{ "clock", 0, "H[,A[,C]]", "each side has H hours, A more for each "
	    "exchange, C at most", false },
	{ "missed", 0, "DEED=N", "`substitute` or `forfeit`: what the referee "
	    "may do after N deadlines missed in a row", true },
	{ "days-off", 0, "DAYS", "weekdays that do not count, such as "
	    "saturday,sunday", false },
	{ "absence", 0, "DAYS", "so many days on which a side may be absent",
	    false },
	{ "spectator", 0, "ADDRESS", "gets by mail what is public", true },
	{ "rematch", 0, "OLD", "the scenario, players and terms of the game at "
	    "OLD, with the sides swapped", false },
	{ "charts", 'c', "FILE", "values of the printed game's charts",
	    false },
	{ .name = NULL },
};

/* A key line as it is, or the one in the file of that name. */
static int
read_key(struct err *e, struct cli *c, const char *s,
    struct charter_side *side)
{
	struct err first;

	if (strcmp(s, "bot") == 0) {
		side->bot = true;
		return ERR_OK;
	}
	side->key = s;
	if (keys_public_parse(&first, "key", s, &side->public) == ERR_OK) {
		if (side->public.form == KEY_OPENSSH)	/* without a comment */
			side->key = keys_ssh_line(c->a, &side->public);
		return ERR_OK;
	}
	if (file_exists(s))
		return keys_public_read(e, c->a, s, &side->public,
		    &side->key);
	return err_set(e, ERR_INPUT, "--side %s: \"%s\" is neither a public "
	    "key, nor a file with one, nor `bot`", side->name,
	    str_shown(c->a, s, 80));
}

static int
read_side(struct err *e, struct cli *c, const char *arg,
    struct charter_side *side)
{
	const char *eq = strchr(arg, '='), *comma;

	if (eq == NULL)
		return err_set(e, ERR_USAGE, "new: --side %s: write "
		    "NAME=PUBKEY or NAME=PUBKEY,MAIL",
		    str_shown(c->a, arg, 60));
	memset(side, 0, sizeof *side);
	side->name = arena_strndup(c->a, arg, (size_t)(eq - arg));
	comma = strrchr(eq, ',');
	if (comma != NULL && strchr(comma, '@') != NULL)
		side->mail = comma + 1;
	else
		comma = NULL;
	return read_key(e, c, comma ? arena_strndup(c->a, eq + 1,
	    (size_t)(comma - eq - 1)) : eq + 1, side);
}

/* The last part of a path, even of one like "." */
static const char *
base_name(struct arena *a, const char *dir)
{
	char *full = realpath(dir, NULL);
	char *s = arena_strdup(a, full != NULL ? full : dir), *slash;
	size_t n = strlen(s);

	free(full);
	while (n > 1 && s[n - 1] == '/')
		s[--n] = '\0';
	slash = strrchr(s, '/');
	return slash != NULL ? slash + 1 : s;
}

/* "96", "96,24", "96,24,168": hours, more for each exchange, at most. */
static int
read_clock(struct err *e, struct cli *c, struct charter_clock *out)
{
	const char *s = cli_value(c, "clock");
	char *end;
	long n[3] = { 0, 0, 0 };
	int k = 0;

	if (s == NULL)
		return ERR_OK;
	for (const char *p = s; k < 3; p = end + 1) {
		n[k++] = strtol(p, &end, 10);
		if (end == p || *end != ',')
			break;
	}
	if (k < 3)
		n[2] = n[0] > n[1] ? n[0] : n[1];
	*out = (struct charter_clock){ .hours = n[0], .add = n[1],
	    .cap = n[2] };
	if (*end != '\0' || n[0] < 1 || n[1] < 0 || n[2] < n[0] ||
	    n[0] > CHARTER_HOURS || n[1] > CHARTER_HOURS ||
	    n[2] > CHARTER_HOURS)
		return err_set(e, ERR_USAGE, "new: --clock %s: write hours, or "
		    "hours,more,most, such as 96,24,168", str_shown(c->a, s,
		    40));
	return ERR_OK;
}

/* "substitute=3", "forfeit=6" */
static int
read_missed(struct err *e, struct cli *c, struct charter_missed *out)
{
	const char *s;

	for (int i = 0; (s = cli_value_at(c, "missed", i)) != NULL; i++) {
		const char *eq = strchr(s, '=');
		size_t n = eq != NULL ? (size_t)(eq - s) : 0;
		long *to = n == 10 && strncmp(s, "substitute", n) == 0 ?
		    &out->substitute : n == 7 && strncmp(s, "forfeit", n) ==
		    0 ? &out->forfeit : NULL;
		char *end = NULL;

		if (to != NULL)
			*to = strtol(eq + 1, &end, 10);
		if (to == NULL || end == eq + 1 || *end != '\0' || *to < 1 ||
		    *to > CHARTER_MISSED)
			return err_set(e, ERR_USAGE, "new: --missed %s: write "
			    "substitute=N or forfeit=N, N from 1 to %d",
			    str_shown(c->a, s, 40), CHARTER_MISSED);
	}
	return ERR_OK;
}

/* "saturday,sunday", in any order */
static int
read_days_off(struct err *e, struct cli *c, unsigned *out)
{
	const char *s = cli_value(c, "days-off");

	for (const char *p = s; p != NULL && *p != '\0';) {
		size_t n = strcspn(p, ",");
		unsigned day = charter_weekday(arena_strndup(c->a, p, n));

		if (day == 0)
			return err_set(e, ERR_USAGE, "new: --days-off %s: write "
			    "weekdays with commas between them, such as "
			    "saturday,sunday", str_shown(c->a, s, 60));
		*out |= day;
		p += n + (p[n] == ',');
	}
	if (*out == 0x7f)
		return err_set(e, ERR_USAGE, "new: --days-off: one day of the "
		    "week must count");
	return ERR_OK;
}

/* The clock, and who watches. */
static int
read_terms(struct err *e, struct cli *c, struct found_input *in,
    const char **spectator)
{
	const char *arg;
	bool clock = in->clock.hours > 0 || cli_given(c, "clock");
	long days = in->clock.absence;
	int rc = read_clock(e, c, &in->clock);

	if (rc == ERR_OK)
		rc = read_missed(e, c, &in->missed);
	if (rc == ERR_OK)
		rc = read_days_off(e, c, &in->clock.skip);
	if (rc == ERR_OK)
		rc = cli_number(e, c, "absence", 1, days, &days);
	if (rc == ERR_OK && days > CHARTER_ABSENCE)
		rc = err_set(e, ERR_USAGE, "new: --absence: at most %d days",
		    CHARTER_ABSENCE);
	in->clock.absence = days;
	if (rc == ERR_OK && !clock && (cli_given(c, "days-off") ||
	    cli_given(c, "absence")))
		rc = err_set(e, ERR_USAGE, "new: --days-off and --absence say "
		    "when a clock stands still: give --clock too");
	for (int i = 0; (arg = cli_value_at(c, "spectator", i)) != NULL; i++)
		spectator[in->nspectators++] = arg;
	return rc;
}

/* --------------------------------------------------------------- a rematch */

/* Who played a side plays the next one. */
static int
read_rematch(struct err *e, struct cli *c, const char *dir,
    struct found_input *in, struct charter_side *side,
    const char **spectator)
{
	struct position *p = arena_new(c->a, struct position, 1);
	const struct charter *old = &p->charter;
	struct history *h = NULL;
	int rc = cli_open(e, c, dir, &h, p);

	history_close(h);
	if (rc != ERR_OK)
		return rc;
	if (old->own_charts && in->charts == NULL)
		return err_set(e, ERR_USAGE, "new: --rematch %s: that game is "
		    "played by an owner's charts; give them with --charts",
		    str_shown(c->a, dir, 60));
	in->system = old->system;
	in->scenario = old->scenario;
	in->clock = old->clock;
	in->missed = old->missed;
	for (int i = 0; i < old->nsides; i++) {
		side[i] = old->side[(i + 1) % old->nsides];
		side[i].name = old->side[i].name;
	}
	in->nsides = old->nsides;
	for (int i = 0; i < old->nspectators; i++)
		spectator[in->nspectators++] = old->spectator[i];
	return ERR_OK;
}

/* SYSTEM/SCENARIO, and who plays. */
static int
read_game(struct err *e, struct cli *c, struct found_input *in,
    struct charter_side *side)
{
	const char *slash = strchr(c->operand[0], '/'), *arg;
	int rc = ERR_OK;

	if (slash == NULL)
		return err_set(e, ERR_USAGE, "new: %s: write SYSTEM/SCENARIO; "
		    "`iacta games` lists them",
		    str_shown(c->a, c->operand[0], 60));
	in->system = arena_strndup(c->a, c->operand[0],
	    (size_t)(slash - c->operand[0]));
	in->scenario = slash + 1;
	while (rc == ERR_OK && (arg = cli_value_at(c, "side", in->nsides)))
		rc = read_side(e, c, arg, &side[in->nsides++]);
	return rc;
}

static int
run(struct err *e, struct cli *c)
{
	const char *old = cli_value(c, "rematch");
	struct charter_side side[CLI_VALUES];
	const char *spectator[CLI_VALUES + CHARTER_SPECTATORS];
	struct found_input in = { .game = cli_value(c, "name"),
	    .charts = cli_value(c, "charts"), .side = side,
	    .spectator = spectator };
	struct exchange_output out;
	char id[41];
	int rc;

	if (old != NULL && (c->noperands != 1 || cli_given(c, "side")))
		return err_set(e, ERR_USAGE, "new: --rematch OLD takes the "
		    "scenario and the players from OLD: give only DIR");
	if (old == NULL && c->noperands != 2)
		return err_set(e, ERR_USAGE, "new: DIR is missing; usage: "
		    "iacta new SYSTEM/SCENARIO DIR --side NAME=PUBKEY …");
	in.dir = c->operand[c->noperands - 1];
	if (in.game == NULL)
		in.game = base_name(c->a, in.dir);
	rc = old != NULL ? read_rematch(e, c, old, &in, side, spectator) :
	    read_game(e, c, &in, side);
	if (rc == ERR_OK)
		rc = read_terms(e, c, &in, spectator);
	if (rc == ERR_OK)
		rc = found_game(e, c->a, &in, id, &out);
	if (rc == ERR_OK)
		printf("%s\n%s\n", out.headline, id);
	return rc;
}

const struct command cmd_new = {
	.name = "new", .operands = "SYSTEM/SCENARIO DIR",
	.help = "found a game: its charter, its secret, its repository",
	.min = 1, .max = 2, .options = options, .run = run,
};
