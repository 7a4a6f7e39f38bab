/*
 * fuzz-submission.c: any bytes at all as a submission: as it comes from a
 * player, as the rest of one after a good header, and as a message with one
 */
#include "fuzz.h"

#include "trust/sig.h"
#include "trust/submission.h"

static const char *header[FUZZ_TABLES];

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	fuzz_begin();
	for (size_t i = 0; i < FUZZ_TABLES; i++)
		header[i] = arena_printf(&fuzz_kept, "iacta = 1\n"
		    "game = \"fuzz\"\nexchange = 1\nside = \"%s\"\n"
		    "turn = \"%064d\"\nrevision = 1\n"
		    "nonce = \"0123456789abcdef\"\n",
		    fuzz_tables[i].start.side[0], 0);
	return 0;
}

/* Would it ever be acceptable?  The rules' own check, on a copy. */
static void
check(struct arena *a, const struct fuzz_table *t, const struct submission *s)
{
	struct game *g = arena_new(a, struct game, 1);
	struct err e = { 0 };

	*g = t->start;
	g->arena = a;
	game_init(g);
	memcpy(g->saved, t->start.saved, g->sys->state_size);
	if (submission_check(&e, g, s->side, submission_table(a, s)) !=
	    ERR_OK)
		assert(str_is_utf8(e.msg, strlen(e.msg)));
}

static void
try(struct arena *a, const struct fuzz_table *t, const char *text, size_t n)
{
	struct submission *s = arena_new(a, struct submission, 1);
	struct err e = { 0 };

	if (submission_parse(&e, a, "fuzz", &t->charter, text, n, s) ==
	    ERR_OK) {
		assert((s->side >= 0 && s->side < t->charter.nsides) ||
		    (s->side == CHARTER_REFEREE && submission_acts_alone(s)));
		if (s->side == CHARTER_REFEREE)
			return;
		if (submission_open(&e, a, "fuzz", &t->charter, t->secret, s)
		    == ERR_OK)
			check(a, t, s);
	} else {
		assert(str_is_utf8(e.msg, strlen(e.msg)));
	}
	/* as a draft: what stands under [secret] counts too */
	memset(s, 0, sizeof *s);
	if (submission_draft(&e, a, "fuzz", &t->charter, text, n, s) ==
	    ERR_OK && s->side != CHARTER_REFEREE)
		check(a, t, s);
}

static void
try_message(struct arena *a, const struct fuzz_table *t, const char *s, size_t n)
{
	struct submission *out = arena_new(a, struct submission, 1);
	char *text = NULL, *sig = NULL, *sig2 = NULL;
	struct err e = { 0 };
	size_t len = 0;

	if (sig_dearmor(&e, a, "fuzz", s, n, &text, &len, &sig, &sig2) ==
	    ERR_OK)
		/* nobody can sign by accident */
		assert(submission_verify(&e, a, "fuzz", &t->charter, text, len,
		    sig, sig2, out) != ERR_OK);
	assert(str_is_utf8(e.msg, strlen(e.msg)));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	for (size_t i = 0; i < FUZZ_TABLES; i++) {
		struct arena a = { 0 };
		struct str s = str_new(&a);

		str_add(&s, header[i]);
		str_addn(&s, (const char *)data, n);
		try(&a, &fuzz_tables[i], s.s, s.len);
		s = str_new(&a);
		str_addn(&s, (const char *)data, n);
		try(&a, &fuzz_tables[i], s.s, s.len);
		try_message(&a, &fuzz_tables[i], s.s, s.len);
		arena_free(&a);
	}
	return 0;
}
