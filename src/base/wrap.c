/* wrap.c: text into lines that mail does not break */
#include "base/wrap.h"

#include "base/str.h"

#include <string.h>

size_t
wrap_columns(const char *s, size_t n)
{
	size_t columns = 0;

	for (size_t i = 0; i < n; i++)
		columns += ((unsigned char)s[i] & 0xc0) != 0x80;
	return columns;
}

static void
indent(struct str *out, int n)
{
	while (n-- > 0)
		str_addc(out, ' ');
}

void
wrap_text(struct str *out, const char *text, int first, int rest)
{
	size_t at = 0;		/* columns in this line; 0: it is not begun */
	int margin = first;

	while (*text != '\0') {
		size_t n = strcspn(text, " \n"), columns;

		columns = wrap_columns(text, n);
		if (n > 0 && at > 0 && at + 1 + columns > WRAP_WIDTH) {
			str_addc(out, '\n');
			at = 0;
			margin = rest;
		}
		if (n > 0) {
			if (at == 0)
				indent(out, margin);
			else
				str_addc(out, ' ');
			str_addn(out, text, n);
			at += at == 0 ? (size_t)margin + columns : columns + 1;
		}
		text += n;
		if (*text == '\n') {
			str_addc(out, '\n');
			at = 0;
			margin = rest;
		}
		text += *text != '\0';
	}
	if (at > 0)
		str_addc(out, '\n');
}

void
wrap_line(struct str *out, const char *line, int rest)
{
	size_t n = strlen(line);

	if (wrap_columns(line, n) <= WRAP_WIDTH)
		str_addf(out, "%s\n", line);
	else
		wrap_text(out, line, (int)strspn(line, " "), rest);
}

void
wrap_word(struct wrap_words *w, const char *word)
{
	size_t columns = wrap_columns(word, strlen(word));

	if (w->at > 0 && w->at + 1 + columns > WRAP_WIDTH) {
		str_addc(w->out, '\n');
		indent(w->out, w->rest);
		w->at = (size_t)w->rest;
	} else if (w->at > 0) {
		str_addc(w->out, ' ');
		w->at++;
	}
	str_add(w->out, word);
	w->at += columns;
}

void
wrap_end(struct wrap_words *w)
{
	if (w->at > 0)
		str_addc(w->out, '\n');
	w->at = 0;
}

void
wrap_heading(struct str *out, const char *text, char rule)
{
	size_t n = wrap_columns(text, strlen(text));

	if (out->len > 0)
		str_addc(out, '\n');
	str_addf(out, "%s\n", text);
	for (size_t i = 0; i < n && i < WRAP_WIDTH; i++)
		str_addc(out, rule);
	str_add(out, "\n\n");
}
