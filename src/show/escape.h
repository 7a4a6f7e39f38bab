/* escape.h: text from outside, made harmless for where it is shown */
#ifndef IACTA_SHOW_ESCAPE_H
#define IACTA_SHOW_ESCAPE_H

struct arena;

/* What a report can be written as. */
enum escape_format { ESCAPE_TEXT, ESCAPE_MARKDOWN, ESCAPE_BBCODE, ESCAPE_HTML,
	ESCAPE_FORMAT_COUNT };

/* "text", "markdown", "bbcode", "html". */
extern const char *const escape_format_names[];

/*
 * `s` so that a reader of that format sees these characters and nothing else
 * happens: no tag, no link, no list, no emphasis.  Control characters are not
 * its business (str_shown); a LF stays one.
 */
const char *escape_for(struct arena *a, enum escape_format f, const char *s);

#endif
