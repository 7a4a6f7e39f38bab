/* lines.c: a text line by line, whatever ends its lines */
#include "trust/lines.h"

#include <string.h>

struct lines
lines_of(const char *s, size_t n)
{
	struct lines l = { s, n, s, 0 };

	return l;
}

bool
lines_next(struct lines *l)
{
	const char *lf;

	if (l->left == 0)
		return false;
	lf = memchr(l->p, '\n', l->left);
	l->s = l->p;
	l->n = lf == NULL ? l->left : (size_t)(lf - l->p);
	l->p += l->n + (lf != NULL);
	l->left -= l->n + (lf != NULL);
	if (l->n > 0 && lf != NULL && l->s[l->n - 1] == '\r')
		l->n--;
	return true;
}

void
lines_trim(struct lines *l)
{
	while (l->n > 0 && (l->s[l->n - 1] == ' ' || l->s[l->n - 1] == '\t' ||
	    l->s[l->n - 1] == '\r'))
		l->n--;
}

bool
lines_is(const struct lines *l, const char *s)
{
	return l->n == strlen(s) && memcmp(l->s, s, l->n) == 0;
}

bool
lines_begins(const struct lines *l, const char *s)
{
	return l->n >= strlen(s) && memcmp(l->s, s, strlen(s)) == 0;
}
