/* toml_scan.c: the check of a TOML text: its values, tables and headers */
#include "base/toml_scan.h"

#include "base/arena.h"
#include "base/err.h"
#include "base/node.h"
#include "base/str.h"
#include "base/toml.h"

#include <stdint.h>
#include <string.h>

/*
 * How a table or an array came about, which says what may still be added to
 * it.  Kept in its `i` while the text is scanned.
 */
enum made {
	MADE_CLOSED,		/* inline, or the end of the text: nothing */
	MADE_IMPLIED,		/* by a longer header: its own may follow */
	MADE_HEADER,		/* by [a], or as one of [[a]] */
	MADE_DOTTED,		/* by a.b = …: more dotted keys, no header */
	MADE_ARRAY,		/* by [[a]]: more of the same */
};

static enum made
made(const struct node *n)
{
	return n->type == NODE_TABLE || n->type == NODE_ARRAY ?
	    (enum made)n->i : MADE_CLOSED;
}

/* A table's entry, to be found by its table and key. */
struct toml_slot {
	const struct node *table;
	struct node *entry;
};

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
static struct toml_slot *
find_slot(const struct toml_scan *sc, const struct node *table, const char *key)
{
	size_t i = hash(table, key);

	for (;; i++) {
		struct toml_slot *s = &sc->slots[i & (sc->n_slots - 1)];

		if (s->entry == NULL || (s->table == table
		    && strcmp(s->entry->key, key) == 0))
			return s;
	}
}

static void
grow_slots(struct toml_scan *sc)
{
	struct toml_slot *old = sc->slots;
	size_t n = sc->n_slots;

	sc->n_slots = n ? n * 2 : 256;
	sc->slots = arena_new(sc->a, struct toml_slot, sc->n_slots);
	for (size_t i = 0; i < n; i++)
		if (old[i].entry != NULL)
			*find_slot(sc, old[i].table, old[i].entry->key)
			    = old[i];
}

static void
add_slot(struct toml_scan *sc, const struct node *table, struct node *entry)
{
	if (++sc->used * 2 > sc->n_slots)
		grow_slots(sc);
	*find_slot(sc, table, entry->key) = (struct toml_slot){ table, entry };
}

/* Most tables are small and searched as they are; the others have slots. */
#define SMALL_TABLE 8

static struct node *
find(const struct toml_scan *sc, const struct node *table, const char *key)
{
	if (table->n > SMALL_TABLE)
		return find_slot(sc, table, key)->entry;
	for (struct node *c = table->child; c != NULL; c = c->next)
		if (strcmp(c->key, key) == 0)
			return c;
	return NULL;
}

/* A new node under a key that is known to be free (NULL in an array); `i` is
 * its value or how it was made. */
static struct node *
add(struct toml_scan *sc, struct node *parent, const char *key,
	enum node_type type, int64_t i)
{
	struct node *n = arena_new(sc->a, struct node, 1);

	if (parent->n == TOML_MAX_CHILDREN)
		return toml_refuse(sc, "more than %d entries in one table "
		    "or array", TOML_MAX_CHILDREN), NULL;
	n->type = type;
	n->i = i;
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

/* -- values -- */

static bool scan_entry(struct toml_scan *sc, struct node *table, int depth);
static bool scan_value(struct toml_scan *sc, struct node *parent,
	const char *key, int depth);

static bool
too_deep(struct toml_scan *sc, int depth)
{
	if (depth <= TOML_MAX_DEPTH)
		return false;
	toml_refuse(sc, "nested more than %d deep", TOML_MAX_DEPTH);
	return true;
}

/* After an element of a list, where neither , nor ] comes. */
static bool
refuse_in_array(struct toml_scan *sc, const struct node *array)
{
	if (*sc->p == '\0')
		return toml_refuse(sc, "the list that begins in line %d is not "
		    "closed: its ] is missing", array->line);
	return toml_refuse(sc, "a comma is missing before \"%s\", or the ] of "
	    "the list that begins in line %d", toml_shown(sc, sc->p,
	    strcspn(sc->p, "\n")), array->line);
}

/* At [: the elements, one comma after each but the last, or that too. */
static bool
scan_array(struct toml_scan *sc, struct node *array, int depth)
{
	array->layout = NODE_INLINE;
	sc->p++;
	for (;;) {
		toml_skip_space(sc);
		if (*sc->p == ']')
			break;
		if (*sc->p == '\0')
			return refuse_in_array(sc, array);
		if (!scan_value(sc, array, NULL, depth))
			return false;
		toml_skip_space(sc);
		if (*sc->p == ']')
			break;
		if (*sc->p != ',')
			return refuse_in_array(sc, array);
		sc->p++;
	}
	if (sc->line != array->line)
		array->layout = NODE_LINES;
	sc->p++;
	return true;
}

/* Where neither , nor } comes after an entry, or no entry after a comma. */
static bool
refuse_in_table(struct toml_scan *sc, const struct node *table)
{
	if (*sc->p == '}')
		return toml_refuse(sc, "a comma too many before }");
	if (*sc->p != '\n' && *sc->p != '#' && *sc->p != '\0')
		return toml_refuse(sc, "a comma is missing before \"%s\", or "
		    "the } of the { in line %d", toml_shown(sc, sc->p,
		    strcspn(sc->p, "\n")), table->line);
	return toml_refuse(sc, "the { in line %d is not closed: } is missing "
	    "at the end of this line", table->line);
}

/* At {: the entries, a comma between them, all in one line. */
static bool
scan_inline_table(struct toml_scan *sc, struct node *table, int depth)
{
	table->layout = NODE_INLINE;
	sc->p++;
	toml_skip_blanks(sc);
	if (*sc->p == '}') {
		sc->p++;
		return true;
	}
	for (;;) {
		toml_skip_blanks(sc);
		if (*sc->p == '\n' || *sc->p == '#' || *sc->p == '\0' ||
		    *sc->p == '}')
			return refuse_in_table(sc, table);
		if (!scan_entry(sc, table, depth))
			return false;
		toml_skip_blanks(sc);
		if (*sc->p != ',')
			break;
		sc->p++;
	}
	if (*sc->p != '}')
		return refuse_in_table(sc, table);
	sc->p++;
	return true;
}

/* [+-]digits, _ only between two digits, no 0 before others, 64 bits */
static bool
is_integer(const char *s, size_t n, int64_t *out, bool *fits)
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
		if (!toml_is_digit(s[i]))
			return false;
		digit_before = true;
		if (__builtin_mul_overflow(v, 10, &v)
		    || __builtin_add_overflow(v, d, &v))
			*fits = false;
	}
	*out = v;
	return true;
}

/* Say what a bare word is that is neither an integer nor a boolean. */
static bool
refuse_word(struct toml_scan *sc, const char *s, size_t n)
{
	const char *word = toml_shown(sc, s, n);
	size_t sign = *s == '+' || *s == '-';

	if (n == 0)
		return toml_refuse(sc, "a value is missing before \"%s\"",
		    toml_shown(sc, s, strcspn(s, "\n")));
	if (toml_begins_like_date(s)
	    || (n > 2 && toml_is_digit(*s) && s[2] == ':'))
		return toml_refuse(sc, "%s: dates and times are not allowed; "
		    "put it in quotes", word);
	if (s[sign] == '0' && n > sign + 1 && strchr("xob", s[sign + 1]))
		return toml_refuse(sc, "%s: integers are written in decimal",
		    word);
	if ((toml_is_digit(s[sign]) && strpbrk(word, ".eE"))
	    || strncmp(s + sign, "inf", 3) == 0
	    || strncmp(s + sign, "nan", 3) == 0)
		return toml_refuse(sc, "%s: floats are not allowed", word);
	return toml_refuse(sc, "%s is not a value; strings stand in quotes",
	    word);
}

/* true, false or an integer */
static bool
scan_word(struct toml_scan *sc, struct node *parent, const char *key)
{
	const char *s = sc->p;
	enum node_type type;
	int64_t value;
	size_t n = 0;
	bool fits;

	while (toml_is_bare(s[n]) || s[n] == '+' || s[n] == '.' || s[n] == ':')
		n++;
	type = NODE_BOOL;
	if (n == 4 && memcmp(s, "true", 4) == 0)
		value = true;
	else if (n == 5 && memcmp(s, "false", 5) == 0)
		value = false;
	else if (n == 0 || !is_integer(s, n, &value, &fits))
		return refuse_word(sc, s, n);
	else if (!fits)
		return toml_refuse(sc, "%s does not fit in 64 bits",
		    toml_shown(sc, s, n));
	else
		type = NODE_INT;
	sc->p += n;
	return add(sc, parent, key, type, value) != NULL;
}

static bool
scan_string(struct toml_scan *sc, struct node *parent, const char *key)
{
	struct node *n = add(sc, parent, key, NODE_STRING, 0);

	if (n == NULL || !toml_scan_string(sc, &n->s))
		return false;
	if (n->s == NULL)
		sc->left = true;
	return true;
}

/* `depth` is the parent's. */
static bool
scan_value(struct toml_scan *sc, struct node *parent, const char *key,
	int depth)
{
	struct node *n;

	switch (*sc->p) {
	case '"':
	case '\'':
		return scan_string(sc, parent, key);
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
refuse_twice(struct toml_scan *sc, const char *key, const struct node *first)
{
	return toml_refuse(sc, "\"%s\" is there already, in line %d",
	    str_shown(sc->a, key, 40), first->line);
}

/* key = value, in this table; dotted keys make tables on the way */
static bool
scan_entry(struct toml_scan *sc, struct node *table, int depth)
{
	struct toml_path path;
	struct node *n;

	if (!toml_scan_path(sc, &path))
		return false;
	for (int i = 0; i < path.n - 1; i++) {
		n = find(sc, table, path.key[i]);
		if (n != NULL && made(n) != MADE_DOTTED)
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
		return toml_refuse(sc, "= is missing after the key \"%s\"",
		    str_shown(sc->a, path.key[path.n - 1], 40));
	sc->p++;
	toml_skip_blanks(sc);
	return scan_value(sc, table, path.key[path.n - 1], depth);
}

/* -- headers -- */

/* One step down a header's path, into what is there or is implied by it. */
static struct node *
step_down(struct toml_scan *sc, struct node *table, const char *key, int *depth)
{
	struct node *n = find(sc, table, key);

	++*depth;
	if (n == NULL)
		return add(sc, table, key, NODE_TABLE, MADE_IMPLIED);
	switch (made(n)) {
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
open_table(struct toml_scan *sc, struct node *table, const char *key)
{
	struct node *n = find(sc, table, key);

	if (n == NULL)
		return add(sc, table, key, NODE_TABLE, MADE_HEADER);
	if (n->type != NODE_TABLE || made(n) != MADE_IMPLIED)
		return refuse_twice(sc, key, n), NULL;
	n->i = MADE_HEADER;
	n->line = sc->line;
	return n;
}

/* The table that [[path]] appends. */
static struct node *
open_element(struct toml_scan *sc, struct node *table, const char *key)
{
	struct node *n = find(sc, table, key);

	if (n == NULL)
		n = add(sc, table, key, NODE_ARRAY, MADE_ARRAY);
	else if (n->type != NODE_ARRAY || made(n) != MADE_ARRAY)
		return refuse_twice(sc, key, n), NULL;
	return n ? add(sc, n, NULL, NODE_TABLE, MADE_HEADER) : NULL;
}

/* At [: a header; *body becomes the table that it opens. */
static bool
scan_header(struct toml_scan *sc, struct node *root, struct node **body,
	int *depth)
{
	bool element = sc->p[1] == '[';
	struct node *table = root;
	struct toml_path path;

	sc->p += element ? 2 : 1;
	if (!toml_scan_path(sc, &path))
		return false;
	if (sc->p[0] != ']' || (element && sc->p[1] != ']'))
		return toml_refuse(sc, "the header wants %s here",
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
scan_document(struct toml_scan *sc, struct node *root)
{
	struct node *body = root;
	int depth = 0;

	for (toml_skip_space(sc); *sc->p != '\0'; toml_skip_space(sc)) {
		if (!(*sc->p == '[' ? scan_header(sc, root, &body, &depth)
		    : scan_entry(sc, body, depth)) || !toml_line_end(sc))
			return false;
	}
	return true;
}

/* -- the whole -- */

/* How tables came about is nobody else's business. */
static void
forget_made(struct node *n)
{
	if (n->type == NODE_TABLE || n->type == NODE_ARRAY)
		n->i = 0;
	for (struct node *c = n->child; c != NULL; c = c->next)
		forget_made(c);
}

int
toml_scan(struct err *e, struct arena *a, const char *text,
	struct node **outline, bool *left)
{
	struct toml_scan sc = { .e = e, .a = a, .text = text, .p = text,
	    .line = 1 };
	struct node *root = node_table(a);

	root->i = MADE_HEADER;
	root->line = 1;
	if (!scan_document(&sc, root))
		return ERR_INPUT;
	forget_made(root);
	*outline = root;
	*left = sc.left;
	return ERR_OK;
}
