/*
 * fuzz-scenario.c: any bytes as a file of rules/: scenario, charts, phrases or
 * system.toml, as another's game may bring them: refused, or a game that is
 * shown, and that bots play for a while
 */
#include "fuzz.h"

#include "show/picture.h"
#include "show/report.h"

FUZZ_INITIALIZE

static void
play(struct arena *a, const struct rules *r, struct game *g)
{
	struct fuzz_dice d = { .seed = 1, .drawn = FUZZ_DRAWS - 200 };
	struct str s = str_new(a);
	struct node *turn = node_table(a);
	struct report_context c = { .game = "fuzz", .exchange = 1,
	    .rules = r, .turn = turn };

	game_position(g, g->state, turn);
	report_write(&s, g, &c, ESCAPE_TEXT);
	picture_svg(&s, g, &r->tree, NULL, "fuzz");
	assert(str_is_utf8(s.s, s.len));
	g->exchange = 1;
	g->source = (struct source){ &d, fuzz_roll, fuzz_pick, fuzz_shuffle };
	for (int i = 0; i < g->nsides; i++)
		g->player[i].bot = true;
	game_run(g);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct rules *r;
	struct game *g;
	struct rules_file file[CHARTER_FILES];
	struct err e = { 0 };
	const struct fuzz_table *t;
	size_t which;

	if (n < 2)
		return 0;
	r = arena_new(&a, struct rules, 1);
	g = arena_new(&a, struct game, 1);
	which = *data >> 4;
	t = fuzz_choose(&data, &n);
	memcpy(file, t->rules.file, t->rules.nfiles * sizeof *file);
	which %= t->rules.nfiles;
	file[which].text = fuzz_text(&a, data, n);
	file[which].len = n;
	if (rules_from_files(&e, &a, t->system, t->scenario, file,
	    t->rules.nfiles, r) == ERR_OK &&
	    rules_game(&e, &a, r, NULL, g) == ERR_OK)
		play(&a, r, g);
	else
		fuzz_message(&e);
	arena_free(&a);
	return 0;
}
