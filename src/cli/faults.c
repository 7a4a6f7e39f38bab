/* faults.c: what is wrong with a draft, as comments in it */
#include "cli/faults.h"

#include "base/arena.h"
#include "base/node.h"
#include "base/str.h"
#include "show/wrap.h"

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

/* Those of this line (0: of none); how many. */
static int
add_faults(struct arena *a, const struct node *faults, int64_t line,
    struct str *out)
{
	int n = 0;

	for (const struct node *x = faults->child; x != NULL; x = x->next)
		if (node_integer(x, "line", 0) == line) {
			add_fault(a, node_str(x, "words"), out);
			n++;
		}
	return n;
}

char *
faults_put(struct arena *a, const char *text, const struct node *faults)
{
	struct str out = str_new(a), body = str_new(a);
	int64_t line = 0;
	int below = 0;

	for (const char *p = text, *end; *p != '\0'; p = end) {
		end = line_end(p);
		below += add_faults(a, faults, ++line, &body);
		str_addn(&body, p, (size_t)(end - p));
	}
	add_fault(a, below == 0 ? "What is wrong (these lines go by "
	    "themselves):" : "What is wrong stands above its line, behind "
	    ">>> as here (these lines go by themselves).", &out);
	add_faults(a, faults, 0, &out);
	str_addn(&out, body.s, body.len);
	return out.s;
}
