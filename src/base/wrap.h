/* wrap.h: text into lines that mail does not break */
#ifndef IACTA_BASE_WRAP_H
#define IACTA_BASE_WRAP_H

#include <stddef.h>

struct str;

#define WRAP_WIDTH 72

/*
 * Add `text` (UTF-8) as lines of at most WRAP_WIDTH characters, broken at
 * blanks, each ended with LF: the first indented by `first`, the others by
 * `rest`.  A word that does not fit stands in a line of its own, too long; a
 * LF in the text ends a line; several blanks count as one.  An empty text
 * adds nothing.
 */
void wrap_text(struct str *out, const char *text, int first, int rest);

/* The same for a line that keeps its blanks where it fits as it is. */
void wrap_line(struct str *out, const char *line, int rest);

/*
 * Words one after the other, a blank between them, in such lines: those after
 * the first indented by `rest`.  A word may have blanks and stays together.
 */
struct wrap_words {
	struct str *out;
	int rest;
	size_t at;		/* columns of this line so far */
};
void wrap_word(struct wrap_words *w, const char *word);
void wrap_end(struct wrap_words *w);	/* ends the line, if one is begun */

/* How many columns a text takes: its characters. */
size_t wrap_columns(const char *s, size_t n);

/* A heading and its rule, with an empty line before and after. */
void wrap_heading(struct str *out, const char *text, char rule);

#endif
