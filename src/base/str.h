/* str.h: growing strings, names and ids, UTF-8, what may be shown, near misses */
#ifndef IACTA_BASE_STR_H
#define IACTA_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* A growing byte string in an arena.  `s` is always NUL-terminated. */
struct str {
	struct arena *arena;
	char *s;
	size_t len, cap;
};

struct str str_new(struct arena *a);
void str_add(struct str *b, const char *s);
void str_addn(struct str *b, const char *s, size_t n);
void str_addc(struct str *b, char c);
void str_addf(struct str *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Names of games and sides: [a-z][a-z0-9-]{0,39}.  (The reserved side names
 * "turn" and "referee" are the charter's business.) */
bool str_is_name(const char *s);
/* Ids of units, leaders, cards: [A-Za-z0-9][A-Za-z0-9-]{0,39}. */
bool str_is_id(const char *s);

/* Valid UTF-8 (no overlong forms, no surrogates) and no NUL. */
bool str_is_utf8(const char *s, size_t n);

/*
 * `s` as it may be shown on a terminal in a message: control characters,
 * DEL, C1 controls, bidirectional controls and invalid UTF-8 become \xNN (or
 * \u{NNNN}), and it is cut with "..." after `max` characters.
 */
const char *str_shown(struct arena *a, const char *s, size_t max);

/* Would str_shown leave it as it is, however long? */
bool str_is_plain(const char *s);

/*
 * The one of `names` that `s` was probably meant to be, or NULL: the shortest
 * that begins with it (from four characters on); else that of the least edit
 * distance, at most a third of its length, ties to the earlier.
 */
const char *str_nearest(const char *s, const char *const names[], size_t n);

/*
 * " — did you mean" in one place: returns `; did you mean "legio-8"?` or "".
 */
const char *str_suggest(struct arena *a, const char *s,
	const char *const names[], size_t n);

/* Does `s` match `pattern`, in which * stands for any run of characters? */
bool str_glob(const char *pattern, const char *s);

/*
 * The normal form of a text (DESIGN, protocol section 6): byte order mark
 * dropped, CRLF and CR made LF, blanks and tabs at line ends removed, empty
 * lines at start and end removed, one LF at the end.  An empty text stays
 * empty.
 */
void str_normal(struct arena *a, const char *s, size_t n,
	char **out, size_t *out_len);

#endif
