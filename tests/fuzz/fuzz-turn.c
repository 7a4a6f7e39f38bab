/*
 * fuzz-turn.c: any bytes as the turn.toml or the checkpoint.toml of a commit,
 * under hashes that fit, as a hostile referee would sign them: refused, or
 * shown, and the rules run on it to their next stop
 */
#include "fuzz.h"

#include "show/picture.h"
#include "show/report.h"
#include "trust/position.h"

/* The turns and checkpoints of commit 0, each under its byte, as seeds. */
static void
write_seeds(const char *dir)
{
	static const char *const names[] = { "turn.toml", "checkpoint.toml" };

	for (size_t i = 0; i < 2 * FUZZ_TABLES; i++) {
		const struct fuzz_table *t = &fuzz_tables[i / 2];
		const struct history_file *h = position_file(t->found.file,
		    t->found.nfiles, names[i % 2]);
		FILE *f = fopen(arena_printf(&fuzz_kept, "%s/%s-%s", dir,
		    t->system, names[i % 2]), "w");

		assert(f != NULL);
		fputc((int)((i % 2 << 7) | i / 2), f);
		assert(fwrite(h->data, 1, h->len, f) == h->len);
		assert(fclose(f) == 0);
	}
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *dir = getenv("FUZZ_SEEDS");

	(void)argc, (void)argv;
	fuzz_begin();
	if (dir != NULL)
		write_seeds(dir);
	return 0;
}

/* KEY = "64 digits" gets the hash of this text, if it is there. */
static void
put_hash(char *turn, const char *key, const struct history_file *f)
{
	char *at = strstr(turn, key), sha[HASH_HEX];

	if (at == NULL || strlen(at) < strlen(key) + HASH_HEX)
		return;
	hash_sha256_hex(sha, f->data, f->len);
	memcpy(at + strlen(key), sha, HASH_HEX - 1);
}

static void
show(struct arena *a, const struct fuzz_table *t, struct position *p)
{
	struct str s = str_new(a);
	struct report_context c = { .game = "fuzz", .exchange = (int)p->n,
	    .rules = &t->rules, .turn = p->turn };

	report_write(&s, &p->game, &c, ESCAPE_TEXT);
	picture_svg(&s, &p->game, &t->rules.tree, NULL, "fuzz");
	assert(str_is_utf8(s.s, s.len));
}

static void
run(struct position *p)
{
	struct fuzz_dice d = { .seed = 1 };
	struct game *g = &p->game;

	g->source = (struct source){ &d, fuzz_roll, fuzz_pick, fuzz_shuffle };
	for (int i = 0; i < g->nsides; i++)
		g->player[i].late = true;
	game_run(g);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct history_file file[64], *turn = NULL, *checkpoint = NULL;
	struct position *p;
	struct err e = { 0 };
	const struct fuzz_table *t;
	bool which;
	char *text;

	if (n < 2)
		return 0;
	p = arena_new(&a, struct position, 1);
	which = *data & 0x80;
	t = fuzz_choose(&data, &n);
	assert(t->found.nfiles <= 64);
	memcpy(file, t->found.file, t->found.nfiles * sizeof *file);
	for (size_t i = 0; i < t->found.nfiles; i++) {
		if (strcmp(file[i].path, "turn.toml") == 0)
			turn = &file[i];
		if (strcmp(file[i].path, "checkpoint.toml") == 0)
			checkpoint = &file[i];
	}
	text = fuzz_text(&a, data, n);
	*(which ? checkpoint : turn) = (struct history_file){ which ?
	    "checkpoint.toml" : "turn.toml", text, n };
	text = fuzz_text(&a, (const uint8_t *)turn->data, turn->len);
	put_hash(text, "checkpoint = \"", checkpoint);
	put_hash(text, "charter = \"", position_file(file, t->found.nfiles,
	    "game.toml"));
	turn->data = text;
	if (position_load(&e, &a, file, t->found.nfiles, p) == ERR_OK) {
		show(&a, t, p);
		run(p);
	} else {
		fuzz_message(&e);
	}
	arena_free(&a);
	return 0;
}
