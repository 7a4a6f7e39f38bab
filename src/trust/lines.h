/* lines.h: a text line by line, whatever ends its lines */
#ifndef IACTA_TRUST_LINES_H
#define IACTA_TRUST_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* What of a text is still to be read, and the line read last. */
struct lines {
	const char *p;
	size_t left;
	const char *s;		/* the line, without its LF or CRLF */
	size_t n;
};

/* A reader at the start of a text, which it borrows. */
struct lines lines_of(const char *s, size_t n);
/* Read the next line into `s` and `n`; false at the end. */
bool lines_next(struct lines *l);
/* Drop blanks and tabs at the end of the line read. */
void lines_trim(struct lines *l);
/* Is the line read exactly this?  Does it begin so? */
bool lines_is(const struct lines *l, const char *s);
bool lines_begins(const struct lines *l, const char *s);

#endif
