/* unmangle.h: a signed block as mail and forums give it back */
#ifndef IACTA_MAIL_UNMANGLE_H
#define IACTA_MAIL_UNMANGLE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/*
 * What mail does to a text is undone by trying: each reading below is a whole
 * armoured block (sig_dearmor reads it), and the signature decides which one
 * is what was signed.  So nothing is guessed: a reading that is wrong does not
 * verify.
 */
struct unmangle_reading {
	const char *text;
	const char *how;	/* a code of what was undone (mail-receipt.txt has
				 * the words); "" nothing */
};

#define UNMANGLE_MOST 32

struct unmangle {
	struct unmangle_reading reading[UNMANGLE_MOST];
	int n;
	int blocks;		/* how many were found that are not quoted */
	bool cut;		/* one began and did not end */
};

/*
 * Find the block in a text and add its readings, from the least changed to the
 * most.  A block that is quoted ("> ") counts only if no other is there.
 */
void unmangle_text(struct arena *a, const char *s, size_t len,
	struct unmangle *out);

/* The name that a block says its game has; NULL.  Only a guess: what is
 * signed decides. */
const char *unmangle_game(struct arena *a, const struct unmangle *u);

#endif
