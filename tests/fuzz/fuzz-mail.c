/* fuzz-mail.c: any bytes as the text of a message and as a page of HTML; no
 * reading of a block is longer than it can be, and nobody signs by accident */
#include "fuzz.h"

#include "mail/message.h"
#include "mail/unmangle.h"
#include "trust/sig.h"
#include "trust/submission.h"

FUZZ_INITIALIZE

static void
try(struct arena *a, const char *s, size_t n)
{
	struct unmangle *u = arena_new(a, struct unmangle, 1);

	unmangle_text(a, s, n, u);
	assert(u->n >= 0 && u->n <= UNMANGLE_MOST);
	unmangle_game(a, u);
	for (int i = 0; i < u->n; i++) {
		struct submission out;
		struct err e = { 0 };
		char *text, *sig, *sig2;
		size_t len;
		int rc = sig_dearmor(&e, a, "fuzz", u->reading[i].text,
		    strlen(u->reading[i].text), &text, &len, &sig, &sig2);

		if (rc == ERR_OK)
			rc = submission_verify(&e, a, "fuzz",
			    &fuzz_tables[0].charter, text, len, sig, sig2,
			    &out);
		assert(rc != ERR_OK);
		fuzz_message(&e);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct arena a = { 0 };
	struct message *m = arena_new(&a, struct message, 1);
	struct err e = { 0 };
	char *s = fuzz_text(&a, data, n), *plain;

	if (message_read(&e, &a, s, n, m) == ERR_OK) {
		assert(m->n >= 0 && m->n <= MESSAGE_TEXTS);
		for (int i = 0; i < m->n; i++)
			try(&a, m->text[i].text, m->text[i].len);
	} else {
		fuzz_message(&e);
	}
	try(&a, s, strlen(s));
	plain = message_html_text(&a, s);
	try(&a, plain, strlen(plain));
	arena_free(&a);
	return 0;
}
