/* faults.c: what is wrong with a draft, as comments in it */
#include "cli/faults.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "show/wrap.h"

#include <stdlib.h>
#include <string.h>

#define MARK "# >>> "

static const char *
line_end(const char *p)
{
	p += strcspn(p, "\n");
	return *p == '\n' ? p + 1 : p;
}

char *
faults_strip(struct arena *a, const char *text)
{
	struct str out = str_new(a);

	for (const char *p = text, *end; *p != '\0'; p = end) {
		end = line_end(p);
		if (strncmp(p, MARK, strlen(MARK)) != 0)
			str_addn(&out, p, (size_t)(end - p));
	}
	return out.s;
}

static void
add_fault(struct arena *a, const char *words, struct str *out)
{
	struct str lines = str_new(a);

	wrap_text(&lines, words, 0, 4);
	for (const char *p = lines.s, *end; *p != '\0'; p = end) {
		end = line_end(p);
		str_addf(out, MARK "%.*s", (int)(end - p), p);
		if (end[-1] != '\n')
			str_addc(out, '\n');
	}
}

/* Those of this line (0: of none). */
static void
add_faults(struct arena *a, const struct node *faults, int64_t line,
    struct str *out)
{
	for (const struct node *x = faults->child; x != NULL; x = x->next)
		if (node_integer(x, "line", 0) == line)
			add_fault(a, node_str(x, "words"), out);
}

/* How many lines the faults take that stand above this line. */
static int64_t
lines_above(struct arena *a, const struct node *faults, int64_t line)
{
	struct str s = str_new(a);
	int64_t n = 0;

	for (const struct node *x = faults->child; x != NULL; x = x->next)
		if (node_integer(x, "line", 0) > 0 &&
		    node_integer(x, "line", 0) <= line)
			add_fault(a, node_str(x, "words"), &s);
	for (const char *p = s.s; *p != '\0'; p = line_end(p))
		n++;
	return n;
}

/* "in line 80" of the text as it was read: where that line is with the faults
 * in it, `head` of which stand at its top.  The words may quote the text, which
 * has only so many lines. */
static const char *
with_lines(struct arena *a, const struct node *faults, int64_t head,
    int64_t lines, const char *words)
{
	static const char before[] = "in line ";
	struct str s = str_new(a);
	const char *at;

	while ((at = strstr(words, before)) != NULL) {
		char *end;
		long line = strtol(at + strlen(before), &end, 10);

		str_addn(&s, words, (size_t)(at - words) + strlen(before));
		words = at + strlen(before);
		if (line < 1 || line > lines)
			continue;
		str_addf(&s, "%lld", (long long)(line + head +
		    lines_above(a, faults, line)));
		words = end;
	}
	str_add(&s, words);
	return s.s;
}

/* Where something is missing at the end, that is behind the last line. */
static struct node *
within(struct arena *a, const struct node *faults, int64_t lines)
{
	struct node *out = node_array(a);

	for (const struct node *x = faults->child; x != NULL; x = x->next) {
		struct node *t = node_add(a, out, NULL, node_copy(a, x));

		if (node_integer(x, "line", 0) > lines)
			node_set(a, t, "line", node_int(a, lines));
	}
	return out;
}

/* The same faults, with lines as they will be. */
static struct node *
moved(struct arena *a, const struct node *faults, int64_t head, int64_t lines)
{
	struct node *out = node_array(a);

	for (const struct node *x = faults->child; x != NULL; x = x->next) {
		struct node *t = node_add(a, out, NULL, node_copy(a, x));

		node_set(a, t, "words", node_string(a, with_lines(a, faults,
		    head, lines, node_str(x, "words"))));
	}
	return out;
}

static void
add_head(struct arena *a, const struct node *faults, bool below,
    struct str *out)
{
	add_fault(a, below ? "What is wrong stands above its line, behind >>> "
	    "as here (these lines go by themselves)." : "What is wrong (these "
	    "lines go by themselves):", out);
	add_faults(a, faults, 0, out);
}

char *
faults_put(struct arena *a, const char *text, const struct node *faults)
{
	struct str out = str_new(a), head = str_new(a);
	int64_t line = 0, lines = 0, n = 0;

	for (const char *p = text; *p != '\0'; p = line_end(p))
		n++;
	faults = within(a, faults, n);
	add_head(a, faults, lines_above(a, faults, n) > 0, &head);
	for (const char *p = head.s; *p != '\0'; p = line_end(p))
		lines++;
	faults = moved(a, faults, lines, n);
	add_head(a, faults, lines_above(a, faults, n) > 0, &out);
	for (const char *p = text, *end; *p != '\0'; p = end) {
		end = line_end(p);
		add_faults(a, faults, ++line, &out);
		str_addn(&out, p, (size_t)(end - p));
	}
	return out.s;
}
