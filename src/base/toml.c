/*
 * toml.c: TOML in: our own check of the text, then a library's values
 *
 * The check is a scanner, not a parser: it finds where keys, strings and
 * brackets begin and end, and which table a line belongs to, but leaves every
 * value to the library.  Its rules are those of TOML 1.0 and narrower where
 * libraries differ, so that a text it passes means the same to all of them.
 * What it finds is the outline: the tree without the values, in the order
 * written and with the lines, which no library tells us in the same way.
 */
#include "base/toml.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/file.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml_backend.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * How a table or an array came about, which says what may still be added to
 * it.  Kept in the node's `i` while the text is scanned.
 */
enum made {
	MADE_CLOSED,		/* inline, or the end of the text: nothing */
	MADE_IMPLIED,		/* by a longer header: its own may follow */
	MADE_HEADER,		/* by [a], or as one of [[a]] */
	MADE_DOTTED,		/* by a.b = …: more dotted keys, no header */
	MADE_ARRAY,		/* by [[a]]: more of the same */
};

/* A table's entry, to be found by its table and key. */
struct slot {
	const struct node *table;
	struct node *entry;
};

struct scan {
	struct err *e;
	struct arena *a;
	const char *p;		/* where we are; a NUL ends the text */
	int line;
	struct slot *slots;	/* open addressing, at most half full;
				 * none before the first large table */
	size_t n_slots, used;
};

/* The keys of `a.b.c` */
struct path {
	const char *key[TOML_MAX_KEYS];
	int n;
};

static bool
refuse(struct scan *sc, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Always false, so that a caller may return it. */
static bool
refuse(struct scan *sc, const char *fmt, ...)
{
	char msg[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	err_set(sc->e, ERR_INPUT, "line %d: %s", sc->line, msg);
	return false;
}

/* `n` bytes from where we are, as a message may show them */
static const char *
shown(struct scan *sc, const char *s, size_t n)
{
	return str_shown(sc->a, arena_strndup(sc->a, s, n), 40);
}

/* -- the entries of all tables, by table and key -- */

static size_t
hash(const struct node *table, const char *key)
{
	uint64_t h = (uintptr_t)table * UINT64_C(0x9e3779b97f4a7c15);

	for (; *key != '\0'; key++)
		h = (h ^ (unsigned char)*key) * UINT64_C(0x100000001b3);
	return (size_t)(h ^ h >> 32);
}

/* Where the entry is, or would be. */
static struct slot *
find_slot(const struct scan *sc, const struct node *table, const char *key)
{
	size_t i = hash(table, key);

	for (;; i++) {
		struct slot *s = &sc->slots[i & (sc->n_slots - 1)];

		if (s->entry == NULL || (s->table == table
		    && strcmp(s->entry->key, key) == 0))
			return s;
	}
}

static void
grow_slots(struct scan *sc)
{
	struct slot *old = sc->slots;
	size_t n = sc->n_slots;

	sc->n_slots = n ? n * 2 : 256;
	sc->slots = arena_new(sc->a, struct slot, sc->n_slots);
	for (size_t i = 0; i < n; i++)
		if (old[i].entry != NULL)
			*find_slot(sc, old[i].table, old[i].entry->key)
			    = old[i];
}

static void
add_slot(struct scan *sc, const struct node *table, struct node *entry)
{
	if (++sc->used * 2 > sc->n_slots)
		grow_slots(sc);
	*find_slot(sc, table, entry->key) = (struct slot){ table, entry };
}

/* Most tables are small and searched as they are; the others have slots. */
#define SMALL_TABLE 8

static struct node *
find(const struct scan *sc, const struct node *table, const char *key)
{
	if (table->n > SMALL_TABLE)
		return find_slot(sc, table, key)->entry;
	for (struct node *c = table->child; c != NULL; c = c->next)
		if (strcmp(c->key, key) == 0)
			return c;
	return NULL;
}

/* A new node under a key that is known to be free (NULL in an array). */
static struct node *
add(struct scan *sc, struct node *parent, const char *key,
	enum node_type type, enum made made)
{
	struct node *n = arena_new(sc->a, struct node, 1);

	if (parent->n == TOML_MAX_CHILDREN)
		return refuse(sc, "more than %d entries in one table or array",
		    TOML_MAX_CHILDREN), NULL;
	n->type = type;
	n->i = made;
	n->line = sc->line;
	node_add(sc->a, parent, key, n);
	if (key == NULL || parent->n <= SMALL_TABLE)
		return n;
	if (parent->n > SMALL_TABLE + 1)
		add_slot(sc, parent, n);
	else
		for (n = parent->child; n != NULL; n = n->next)
			add_slot(sc, parent, n);
	return parent->last;
}

/* -- blanks, comments, ends of lines -- */

static void
skip_blanks(struct scan *sc)
{
	while (*sc->p == ' ' || *sc->p == '\t')
		sc->p++;
}

static void
skip_comment(struct scan *sc)
{
	if (*sc->p == '#')
		sc->p += strcspn(sc->p, "\n");
}

/* Blanks, comments and line ends, as between the elements of an array. */
static void
skip_space(struct scan *sc)
{
	for (;;) {
		skip_blanks(sc);
		skip_comment(sc);
		if (*sc->p != '\n')
			return;
		sc->p++;
		sc->line++;
	}
}

static bool
line_end(struct scan *sc)
{
	skip_blanks(sc);
	skip_comment(sc);
	if (*sc->p == '\n' || *sc->p == '\0')
		return true;
	return refuse(sc, "\"%s\" after the end of the entry",
	    shown(sc, sc->p, strcspn(sc->p, "\n")));
}

/* -- strings -- */

/* The code point of `digits` capital hex digits, or -1. */
static long
hex_digits(const char *s, int digits)
{
	long cp = 0;

	for (int i = 0; i < digits; i++) {
		if (s[i] >= '0' && s[i] <= '9')
			cp = cp * 16 + (s[i] - '0');
		else if (s[i] >= 'A' && s[i] <= 'F')
			cp = cp * 16 + (s[i] - 'A' + 10);
		else
			return -1;
	}
	return cp;
}

/* At \u or \U: the hex digits of a character that every library takes. */
static bool
skip_unicode(struct scan *sc)
{
	int digits = sc->p[1] == 'u' ? 4 : 8;
	long cp = hex_digits(sc->p + 2, digits);

	if (cp < 0)
		return refuse(sc, "\\%c wants %d hex digits, in capitals",
		    sc->p[1], digits);
	if (cp == 0 || cp > 0x10ffff || (cp >= 0xd800 && cp <= 0xdfff)
	    || cp == 0xfffe || cp == 0xffff)
		return refuse(sc, "\\%.*s is not a character", digits + 1,
		    sc->p + 1);
	sc->p += 2 + digits;
	return true;
}

/* At a backslash in a basic string. */
static bool
skip_escape(struct scan *sc, bool multi)
{
	char c = sc->p[1];

	if (c == 'u' || c == 'U')
		return skip_unicode(sc);
	if (c == '\n' && multi) {
		sc->p += 2;
		sc->line++;
		return true;
	}
	if (c == '\0' || c == '\n')
		return refuse(sc, "the string is not closed");
	if (strchr("btnfr\"\\", c) == NULL)
		return refuse(sc, "\\%s is no escape; a backslash is written "
		    "\\\\", shown(sc, sc->p + 1, 1));
	if (multi && c == '\\' && sc->p[2] == '"')
		return refuse(sc, "\\\\ before a quote in a multi-line "
		    "string; write \\u005C");
	sc->p += 2;
	return true;
}

static size_t
run_of(const char *s, char c)
{
	size_t n = 0;

	while (s[n] == c)
		n++;
	return n;
}

/* Past the opening quote: one line, to the closing quote. */
static bool
skip_line_string(struct scan *sc, char quote)
{
	for (;;) {
		char c = *sc->p;

		if (c == '\0' || c == '\n')
			return refuse(sc, "the string is not closed");
		if (c == quote) {
			sc->p++;
			return true;
		}
		if (quote == '"' && strncmp(sc->p, "'''", 3) == 0)
			return refuse(sc, "three single quotes in a string; "
			    "write one of them \\u0027");
		if (quote == '"' && c == '\\') {
			if (!skip_escape(sc, false))
				return false;
			continue;
		}
		sc->p++;
	}
}

/* Past the three opening quotes: lines, to three closing quotes. */
static bool
skip_multi_string(struct scan *sc, char quote)
{
	for (;;) {
		char c = *sc->p;
		size_t run = run_of(sc->p, quote);

		if (c == '\0')
			return refuse(sc, "the string is not closed");
		if (run > 3)
			return refuse(sc, "more than three quotes in a row");
		if (run == 3) {
			sc->p += 3;
			return true;
		}
		if (quote == '"' && c == '\\') {
			if (!skip_escape(sc, true))
				return false;
			continue;
		}
		if (c == '\n')
			sc->line++;
		sc->p += run ? run : 1;
	}
}

static bool
skip_string(struct scan *sc)
{
	const char *start = sc->p;
	char quote = *start;
	bool multi = start[1] == quote && start[2] == quote;

	sc->p += multi ? 3 : 1;
	if (!(multi ? skip_multi_string(sc, quote)
	    : skip_line_string(sc, quote)))
		return false;
	if (sc->p - start > TOML_MAX_STRING)
		return refuse(sc, "a string of more than %d bytes",
		    TOML_MAX_STRING);
	return true;
}

/* -- keys -- */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_bare(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
	    || c == '_' || c == '-';
}

/* 1979-05-27…, which tomlc99 takes for a date even as a key */
static bool
begins_like_date(const char *s)
{
	for (int i = 0; i < 10; i++)
		if (i == 4 || i == 7 ? s[i] != '-' : !is_digit(s[i]))
			return false;
	return true;
}

static bool
quoted_key(struct scan *sc, const char **key)
{
	const char *start = sc->p + 1;
	size_t n;

	if (*start == *sc->p)
		return refuse(sc, "a key without a name");
	if (!skip_string(sc))
		return false;
	n = (size_t)(sc->p - 1 - start);
	if (memchr(start, '\t', n) != NULL)
		return refuse(sc, "a tab in a key");
	if (start[-1] == '"' && memchr(start, '\\', n) != NULL)
		return refuse(sc, "an escape in a key; put the key in 'single "
		    "quotes'");
	*key = arena_strndup(sc->a, start, n);
	return true;
}

static bool
scan_key(struct scan *sc, const char **key)
{
	const char *start = sc->p;

	if (*start == '"' || *start == '\'')
		return quoted_key(sc, key);
	while (is_bare(*sc->p))
		sc->p++;
	if (sc->p == start)
		return refuse(sc, "a key is missing before \"%s\"",
		    shown(sc, start, strcspn(start, "\n")));
	if (begins_like_date(start))
		return refuse(sc, "a key that begins like a date; put it in "
		    "quotes");
	*key = arena_strndup(sc->a, start, (size_t)(sc->p - start));
	return true;
}

/* key.key.key, with the blanks around it */
static bool
scan_path(struct scan *sc, struct path *path)
{
	path->n = 0;
	for (;;) {
		if (path->n == TOML_MAX_KEYS)
			return refuse(sc, "more than %d keys joined by dots",
			    TOML_MAX_KEYS);
		skip_blanks(sc);
		if (!scan_key(sc, &path->key[path->n++]))
			return false;
		skip_blanks(sc);
		if (*sc->p != '.')
			return true;
		sc->p++;
	}
}

/* -- values -- */

static bool scan_entry(struct scan *sc, struct node *table, int depth);
static bool scan_value(struct scan *sc, struct node *parent, const char *key,
	int depth);

static bool
too_deep(struct scan *sc, int depth)
{
	if (depth <= TOML_MAX_DEPTH)
		return false;
	refuse(sc, "nested more than %d deep", TOML_MAX_DEPTH);
	return true;
}

/* At [: the elements, one comma after each but the last, or that too. */
static bool
scan_array(struct scan *sc, struct node *array, int depth)
{
	array->layout = NODE_INLINE;
	sc->p++;
	for (;;) {
		skip_space(sc);
		if (*sc->p == ']')
			break;
		if (!scan_value(sc, array, NULL, depth))
			return false;
		skip_space(sc);
		if (*sc->p == ']')
			break;
		if (*sc->p != ',')
			return refuse(sc, "the array that begins in line %d "
			    "wants , or ] here", array->line);
		sc->p++;
	}
	if (sc->line != array->line)
		array->layout = NODE_LINES;
	sc->p++;
	return true;
}

/* At {: the entries, a comma between them, all in one line. */
static bool
scan_inline_table(struct scan *sc, struct node *table, int depth)
{
	table->layout = NODE_INLINE;
	sc->p++;
	skip_blanks(sc);
	if (*sc->p == '}') {
		sc->p++;
		return true;
	}
	for (;;) {
		skip_blanks(sc);
		if (*sc->p == '\n' || *sc->p == '#')
			return refuse(sc, "a { table } is not closed in its "
			    "line");
		if (!scan_entry(sc, table, depth))
			return false;
		skip_blanks(sc);
		if (*sc->p != ',')
			break;
		sc->p++;
	}
	if (*sc->p != '}')
		return refuse(sc, "a { table } wants , or } in its line");
	sc->p++;
	return true;
}

/* [+-]digits, _ only between two digits, no 0 before others, 64 bits */
static bool
is_integer(const char *s, size_t n, bool *fits)
{
	size_t i = *s == '+' || *s == '-';
	bool minus = *s == '-';
	int64_t v = 0;

	*fits = true;
	if (i == n || (s[i] == '0' && i + 1 < n))
		return false;
	for (bool digit_before = false; i < n; i++) {
		int64_t d = minus ? '0' - s[i] : s[i] - '0';

		if (s[i] == '_' && digit_before && i + 1 < n) {
			digit_before = false;
			continue;
		}
		if (!is_digit(s[i]))
			return false;
		digit_before = true;
		if (__builtin_mul_overflow(v, 10, &v)
		    || __builtin_add_overflow(v, d, &v))
			*fits = false;
	}
	return true;
}

/* Say what a bare word is that is neither an integer nor a boolean. */
static bool
refuse_word(struct scan *sc, const char *s, size_t n)
{
	const char *word = shown(sc, s, n);
	size_t sign = *s == '+' || *s == '-';

	if (n == 0)
		return refuse(sc, "a value is missing before \"%s\"",
		    shown(sc, s, strcspn(s, "\n")));
	if (begins_like_date(s) || (n > 2 && is_digit(*s) && s[2] == ':'))
		return refuse(sc, "%s: dates and times are not allowed; put "
		    "it in quotes", word);
	if (s[sign] == '0' && n > sign + 1 && strchr("xob", s[sign + 1]))
		return refuse(sc, "%s: integers are written in decimal", word);
	if ((is_digit(s[sign]) && strpbrk(word, ".eE"))
	    || strncmp(s + sign, "inf", 3) == 0
	    || strncmp(s + sign, "nan", 3) == 0)
		return refuse(sc, "%s: floats are not allowed", word);
	return refuse(sc, "%s is not a value; strings stand in quotes", word);
}

/* true, false or an integer; the node is typed, its value is the library's */
static bool
scan_word(struct scan *sc, struct node *parent, const char *key)
{
	const char *s = sc->p;
	enum node_type type;
	size_t n = 0;
	bool fits;

	while (is_bare(s[n]) || s[n] == '+' || s[n] == '.' || s[n] == ':')
		n++;
	if ((n == 4 && memcmp(s, "true", 4) == 0)
	    || (n == 5 && memcmp(s, "false", 5) == 0))
		type = NODE_BOOL;
	else if (n == 0 || !is_integer(s, n, &fits))
		return refuse_word(sc, s, n);
	else if (!fits)
		return refuse(sc, "%s does not fit in 64 bits",
		    shown(sc, s, n));
	else
		type = NODE_INT;
	sc->p += n;
	return add(sc, parent, key, type, 0) != NULL;
}

/* `depth` is the parent's. */
static bool
scan_value(struct scan *sc, struct node *parent, const char *key, int depth)
{
	struct node *n;

	switch (*sc->p) {
	case '"':
	case '\'':
		return add(sc, parent, key, NODE_STRING, 0) && skip_string(sc);
	case '[':
		if (too_deep(sc, depth + 1))
			return false;
		n = add(sc, parent, key, NODE_ARRAY, MADE_CLOSED);
		return n && scan_array(sc, n, depth + 1);
	case '{':
		if (too_deep(sc, depth + 1))
			return false;
		n = add(sc, parent, key, NODE_TABLE, MADE_HEADER);
		if (n == NULL || !scan_inline_table(sc, n, depth + 1))
			return false;
		n->i = MADE_CLOSED;
		return true;
	default:
		return scan_word(sc, parent, key);
	}
}

static bool
refuse_twice(struct scan *sc, const char *key, const struct node *first)
{
	return refuse(sc, "\"%s\" is there already, in line %d",
	    str_shown(sc->a, key, 40), first->line);
}

/* key = value, in this table; dotted keys make tables on the way */
static bool
scan_entry(struct scan *sc, struct node *table, int depth)
{
	struct path path;
	struct node *n;

	if (!scan_path(sc, &path))
		return false;
	for (int i = 0; i < path.n - 1; i++) {
		n = find(sc, table, path.key[i]);
		if (n != NULL && n->i != MADE_DOTTED)
			return refuse_twice(sc, path.key[i], n);
		if (too_deep(sc, ++depth))
			return false;
		if (n == NULL)
			n = add(sc, table, path.key[i], NODE_TABLE,
			    MADE_DOTTED);
		if (n == NULL)
			return false;
		table = n;
	}
	n = find(sc, table, path.key[path.n - 1]);
	if (n != NULL)
		return refuse_twice(sc, path.key[path.n - 1], n);
	if (*sc->p != '=')
		return refuse(sc, "= is missing after the key \"%s\"",
		    str_shown(sc->a, path.key[path.n - 1], 40));
	sc->p++;
	skip_blanks(sc);
	return scan_value(sc, table, path.key[path.n - 1], depth);
}

/* -- headers -- */

/* One step down a header's path, into what is there or is implied by it. */
static struct node *
step_down(struct scan *sc, struct node *table, const char *key, int *depth)
{
	struct node *n = find(sc, table, key);

	++*depth;
	if (n == NULL)
		return add(sc, table, key, NODE_TABLE, MADE_IMPLIED);
	switch ((enum made)n->i) {
	case MADE_IMPLIED:
	case MADE_HEADER:
		if (n->type == NODE_TABLE)
			return n;
		break;
	case MADE_ARRAY:
		++*depth;
		return n->last;
	case MADE_CLOSED:
	case MADE_DOTTED:
		break;
	}
	refuse_twice(sc, key, n);
	return NULL;
}

/* The table that [path] opens, in `table`. */
static struct node *
open_table(struct scan *sc, struct node *table, const char *key)
{
	struct node *n = find(sc, table, key);

	if (n == NULL)
		return add(sc, table, key, NODE_TABLE, MADE_HEADER);
	if (n->type != NODE_TABLE || n->i != MADE_IMPLIED)
		return refuse_twice(sc, key, n), NULL;
	n->i = MADE_HEADER;
	n->line = sc->line;
	return n;
}

/* The table that [[path]] appends. */
static struct node *
open_element(struct scan *sc, struct node *table, const char *key)
{
	struct node *n = find(sc, table, key);

	if (n == NULL)
		n = add(sc, table, key, NODE_ARRAY, MADE_ARRAY);
	else if (n->type != NODE_ARRAY || n->i != MADE_ARRAY)
		return refuse_twice(sc, key, n), NULL;
	return n ? add(sc, n, NULL, NODE_TABLE, MADE_HEADER) : NULL;
}

/* At [: a header; *body becomes the table that it opens. */
static bool
scan_header(struct scan *sc, struct node *root, struct node **body,
	int *depth)
{
	bool element = sc->p[1] == '[';
	struct node *table = root;
	struct path path;

	sc->p += element ? 2 : 1;
	if (!scan_path(sc, &path))
		return false;
	if (sc->p[0] != ']' || (element && sc->p[1] != ']'))
		return refuse(sc, "the header wants %s here",
		    element ? "]]" : "]");
	sc->p += element ? 2 : 1;

	*depth = element ? 2 : 1;
	for (int i = 0; i < path.n - 1 && table != NULL; i++)
		table = step_down(sc, table, path.key[i], depth);
	if (table == NULL || too_deep(sc, *depth))
		return false;
	*body = element ? open_element(sc, table, path.key[path.n - 1])
	    : open_table(sc, table, path.key[path.n - 1]);
	return *body != NULL;
}

static bool
scan_document(struct scan *sc, struct node *root)
{
	struct node *body = root;
	int depth = 0;

	for (skip_space(sc); *sc->p != '\0'; skip_space(sc)) {
		if (!(*sc->p == '[' ? scan_header(sc, root, &body, &depth)
		    : scan_entry(sc, body, depth)) || !line_end(sc))
			return false;
	}
	return true;
}

/* -- the whole -- */

/* No bytes that are not text: the check that comes before all others. */
static int
check_bytes(struct err *e, const char *s, size_t len)
{
	int line = 1;

	if (len >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0)
		return err_set(e, ERR_INPUT, "line 1: a byte order mark");
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '\n')
			line++;
		else if ((c < 0x20 && c != '\t') || c == 0x7f)
			return err_set(e, ERR_INPUT, "line %d: control "
			    "character 0x%02x", line, c);
	}
	if (str_is_utf8(s, len))
		return ERR_OK;
	line = 1;		/* the first line that is not */
	for (size_t i = 0, n; i < len; i += n + 1, line++) {
		const char *end = memchr(s + i, '\n', len - i);

		n = end ? (size_t)(end - (s + i)) : len - i;
		if (!str_is_utf8(s + i, n))
			break;
	}
	return err_set(e, ERR_INPUT, "line %d: not UTF-8", line);
}

/* How tables came about is nobody else's business. */
static void
forget_made(struct node *n)
{
	if (n->type == NODE_TABLE || n->type == NODE_ARRAY)
		n->i = 0;
	for (struct node *c = n->child; c != NULL; c = c->next)
		forget_made(c);
}

static int
read_text(struct err *e, struct arena *a, const char *s, size_t len,
	size_t max, struct node **out)
{
	struct scan sc = { .e = e, .a = a, .line = 1 };
	struct node *root = node_table(a);
	char *text;
	int rc;

	if (len > max)
		return err_set(e, ERR_INPUT, "more than %zu bytes", max);
	rc = check_bytes(e, s, len);
	if (rc != ERR_OK)
		return rc;
	sc.p = text = arena_strndup(a, s, len);
	root->i = MADE_HEADER;
	root->line = 1;
	if (!scan_document(&sc, root))
		return ERR_INPUT;
	forget_made(root);
	rc = toml_backend_fill(e, a, text, len, root);
	if (rc == ERR_OK)
		*out = root;
	return rc;
}

int
toml_read(struct err *e, struct arena *a, const char *name, const char *s,
	size_t len, size_t max, struct node **out)
{
	int rc = read_text(e, a, s, len, max < TOML_MAX_SIZE ? max
	    : TOML_MAX_SIZE, out);

	if (rc != ERR_OK)
		err_prefix(e, "%s", name);
	return rc;
}

int
toml_read_file(struct err *e, struct arena *a, const char *path,
	struct node **out)
{
	char *s;
	size_t len;
	int rc = file_read(e, a, path, TOML_MAX_SIZE, &s, &len);

	if (rc != ERR_OK)
		return rc;
	return toml_read(e, a, path, s, len, TOML_MAX_SIZE, out);
}
