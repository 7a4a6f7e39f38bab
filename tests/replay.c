/* replay.c: recorded games of bots again: the same answers and rolls must make
 * the same events and positions (tests/golden/README.md) */
#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"
#include "engine/rules.h"
#include "trust/hash.h"
#include "trust/seeds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* One game on its way: its numbers, and what is noted besides its events. */
struct play {
	uint8_t dice[32], picks[32];
	long npicks;
	const struct node *rolls;	/* of the record; NULL: fresh ones */
	const struct node *roll;	/* the next of them */
	struct node *positions;		/* their hashes */
};

static int
roll_die(void *ctx, struct game *g, int sides, const char *label)
{
	struct play *p = ctx;
	const char *s = p->roll ? p->roll->s : NULL;
	size_t n = strlen(label);

	if (p->rolls == NULL)
		return seeds_roll(p->dice, sides, g->nfresh + 1, label);
	if (s == NULL || strncmp(s, label, n) != 0 ||
	    strncmp(s + n, ": ", 2) != 0)
		game_fail(g, "it rolls \"%s\", and the record has \"%s\"",
		    label, s ? s : "nothing");
	p->roll = p->roll->next;
	return atoi(s + n + 2);
}

static int
pick(void *ctx, struct game *g, int n)
{
	struct play *p = ctx;

	if (p->rolls != NULL)
		game_fail(g, "a bot is asked, though all is recorded");
	return seeds_pick(p->picks, n, ++p->npicks);
}

static void
position_of(struct game *g, struct str *out)
{
	struct node *t = node_table(g->arena);

	game_position(g, g->state, t);
	toml_write(out, t);
}

/* At every activation the whole position counts. */
static void
watch(struct game *g)
{
	struct play *p = g->source.ctx;
	const char *id = node_str(g->events->last, "event");
	struct str s = str_new(g->arena);
	char hex[HASH_HEX];

	if (strcmp(id, "activate") != 0)
		return;
	position_of(g, &s);
	hash_sha256_hex(hex, s.s, s.len);
	node_add(g->arena, p->positions, NULL, node_string(g->arena, hex));
}

static struct node *
rolls_of(struct game *g)
{
	struct node *list = node_array(g->arena);

	for (int i = 0; i < g->nfresh; i++)
		node_add(g->arena, list, NULL, node_string(g->arena,
		    arena_printf(g->arena, "%s: %d", g->fresh[i].label,
		    g->fresh[i].face)));
	list->layout = NODE_LINES;
	return list;
}

/* Play it, with `record` or anew, and write down all of it. */
static int
play(struct err *e, struct arena *a, const char *what, const char *seed,
    const struct node *record, struct str *out)
{
	const char *slash = strchr(what, '/');
	struct play p = { .rolls = node_array_of(record, "roll"),
	    .positions = node_array(a) };
	struct game *g = arena_new(a, struct game, 1);
	struct node *t = node_table(a);
	struct rules rules;
	uint8_t secret[32];
	int rc;

	if (slash == NULL)
		return err_set(e, ERR_USAGE, "%s: write SYSTEM/SCENARIO", what);
	rc = rules_from_disk(e, a, arena_strndup(a, what,
	    (size_t)(slash - what)), slash + 1, NULL, &rules);
	if (rc == ERR_OK)
		rc = rules_game(e, a, &rules, NULL, g);
	if (rc != ERR_OK)
		return rc;
	hash_sha256(secret, seed, strlen(seed));
	hash_hmac(p.dice, secret, sizeof secret, "dice");
	hash_hmac(p.picks, secret, sizeof secret, "picks");
	p.roll = p.rolls ? p.rolls->child : NULL;
	g->exchange = 1;
	g->source = (struct source){ .ctx = &p, .roll = roll_die,
	    .pick = pick };
	g->watch = watch;
	g->given = node_array_of(record, "answer");
	g->blind = record != NULL && game_hides(g);	/* it has not what is
							 * hidden */
	for (int i = 0; i < g->nsides; i++)
		g->player[i].bot = true;
	game_run(g);
	if (g->stop != STOP_OVER)
		return err_set(e, ERR_VERIFY, "%s: it does not end: %s", what,
		    g->why);
	node_add_string(a, t, "game", what);
	node_add_string(a, t, "result", g->result);
	node_add(a, t, "roll", rolls_of(g));
	p.positions->layout = NODE_LINES;
	node_add(a, t, "positions", p.positions);
	game_answers(g, t);
	g->events->layout = NODE_LINES;
	node_add(a, t, "event", g->events);
	toml_write(out, t);
	str_add(out, "\n# the last position\n\n");
	position_of(g, out);
	return ERR_OK;
}

/* ------------------------------------------------------------------ files */

static int
read_gz(struct err *e, const char *path, struct str *out)
{
	gzFile f = gzopen(path, "rb");
	char buf[16384];
	int n;

	if (f == NULL)
		return err_set(e, ERR_SYSTEM, "%s: it cannot be opened", path);
	while ((n = gzread(f, buf, sizeof buf)) > 0)
		str_addn(out, buf, (size_t)n);
	gzclose(f);
	return n == 0 ? ERR_OK : err_set(e, ERR_INPUT, "%s: it cannot be "
	    "read", path);
}

static int
write_gz(struct err *e, const char *path, const struct str *s)
{
	gzFile f = gzopen(path, "wb9");
	bool good;

	if (f == NULL)
		return err_set(e, ERR_SYSTEM, "%s: it cannot be written",
		    path);
	good = gzwrite(f, s->s, (unsigned)s->len) == (int)s->len;
	good = gzclose(f) == Z_OK && good;
	return good ? ERR_OK : err_set(e, ERR_SYSTEM, "%s: it cannot be "
	    "written", path);
}

/* The first line that differs, of both. */
static int
differs(struct err *e, struct arena *a, const char *path, const char *was,
    const char *is)
{
	size_t line = 1, at = 0, i;

	for (i = 0; was[i] != '\0' && was[i] == is[i]; i++)
		if (was[i] == '\n') {
			line++;
			at = i + 1;
		}
	if (was[i] == is[i])
		return ERR_OK;
	return err_set(e, ERR_VERIFY, "%s: line %zu comes out otherwise\n"
	    "was %s\nis  %s", path, line,
	    arena_strndup(a, was + at, strcspn(was + at, "\n")),
	    arena_strndup(a, is + at, strcspn(is + at, "\n")));
}

static int
again(struct err *e, struct arena *a, const char *path)
{
	struct str was = str_new(a), is = str_new(a);
	struct node *t;
	const char *end;
	int rc = read_gz(e, path, &was);

	if (rc != ERR_OK)
		return rc;
	end = strstr(was.s, "\n# the last position\n");
	rc = toml_read(e, a, path, was.s, end ? (size_t)(end - was.s) + 1 :
	    was.len, 32u << 20, &t);
	if (rc == ERR_OK && node_str(t, "game") == NULL)
		rc = err_set(e, ERR_INPUT, "%s: it names no game", path);
	if (rc == ERR_OK)
		rc = play(e, a, node_str(t, "game"), "", t, &is);
	return rc == ERR_OK ? differs(e, a, path, was.s, is.s) : rc;
}

int
main(int argc, char **argv)
{
	int rc = ERR_OK, failed = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: replay FILE.gz...\n"
		    "       replay --record SYSTEM/SCENARIO SEED FILE.gz\n");
		return ERR_USAGE;
	}
	if (argc == 5 && strcmp(argv[1], "--record") == 0) {
		struct arena a = { 0 };
		struct str s = str_new(&a);
		struct err e = { 0 };

		rc = play(&e, &a, argv[2], argv[3], NULL, &s);
		if (rc == ERR_OK)
			rc = write_gz(&e, argv[4], &s);
		if (rc != ERR_OK)
			fprintf(stderr, "replay: %s\n", e.msg);
		arena_free(&a);
		return rc;
	}
	for (int i = 1; i < argc; i++) {
		struct arena a = { 0 };
		struct err e = { 0 };

		if (again(&e, &a, argv[i]) != ERR_OK) {
			fprintf(stderr, "replay: %s\n", e.msg);
			failed++;
		}
		arena_free(&a);
	}
	printf("%d of %d recorded games are as they were\n", argc - 1 - failed,
	    argc - 1);
	return failed ? ERR_VERIFY : ERR_OK;
}
