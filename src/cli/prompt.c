/* prompt.c: lines from a person: with history and completion on a terminal */
#include "cli/prompt.h"

#include "base/arena.h"
#include "base/node.h"

#include "config.h"
#ifdef HAVE_EDIT
#include <histedit.h>
#endif
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS 80

struct prompt {
	prompt_words *words;
	void *ctx;
	const char *text;
#ifdef HAVE_EDIT
	EditLine *el;
	History *history;
#endif
};

#ifdef HAVE_EDIT
static char *
prompt_text(EditLine *el)
{
	struct prompt *p;

	el_get(el, EL_CLIENTDATA, &p);
	return (char *)(uintptr_t)p->text;
}

/* In lines that break between words. */
static void
print_words(const struct node *list)
{
	size_t column = 0;

	putchar('\n');
	for (const struct node *x = list->child; x != NULL; x = x->next) {
		size_t n = strlen(x->s);

		if (column > 0 && column + 2 + n >= COLUMNS) {
			putchar('\n');
			column = 0;
		}
		column += (size_t)printf("%s%s", column ? "  " : "", x->s);
	}
	putchar('\n');
}

/* As much as all the words have in common is put in; several are listed. */
static unsigned char
complete(EditLine *el, int ch)
{
	const LineInfo *at = el_line(el);
	size_t len = (size_t)(at->cursor - at->buffer), start = len, same;
	char line[1024], add[200];
	const struct node *list, *x;
	struct prompt *p;

	(void)ch;
	el_get(el, EL_CLIENTDATA, &p);
	if (len >= sizeof line)
		return CC_ERROR;
	memcpy(line, at->buffer, len);
	line[len] = '\0';
	while (start > 0 && strchr(" \"=,", line[start - 1]) == NULL)
		start--;
	list = p->words(p->ctx, line, line + start);
	if (list == NULL || list->n == 0)
		return CC_ERROR;
	same = strlen(list->child->s);
	for (x = list->child; x != NULL; x = x->next) {
		size_t n = 0;

		while (n < same && x->s[n] == list->child->s[n])
			n++;
		same = n;
	}
	if (same > len - start && same < sizeof add - 1) {
		snprintf(add, sizeof add, "%.*s%s", (int)(same - (len -
		    start)), list->child->s + (len - start), list->n == 1 ?
		    " " : "");
		el_insertstr(el, add);
		return CC_REFRESH;
	}
	print_words(list);
	return CC_REDISPLAY;
}

static void
open_editor(struct prompt *p)
{
	HistEvent ev;

	p->el = el_init("iacta", stdin, stdout, stderr);
	p->history = history_init();
	if (p->el == NULL || p->history == NULL)
		return;
	history(p->history, &ev, H_SETSIZE, 500);
	el_set(p->el, EL_CLIENTDATA, p);
	el_set(p->el, EL_PROMPT, prompt_text);
	el_set(p->el, EL_EDITOR, "emacs");
	el_set(p->el, EL_HIST, history, p->history);
	el_set(p->el, EL_ADDFN, "complete", "complete a word", complete);
	el_set(p->el, EL_BIND, "^I", "complete", NULL);
}
#endif

struct prompt *
prompt_new(prompt_words *words, void *ctx)
{
	struct prompt *p = calloc(1, sizeof *p);

	if (p == NULL)
		abort();
	p->words = words;
	p->ctx = ctx;
#ifdef HAVE_EDIT
	if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
		open_editor(p);
#endif
	return p;
}

void
prompt_free(struct prompt *p)
{
	if (p == NULL)
		return;
#ifdef HAVE_EDIT
	if (p->el != NULL)
		el_end(p->el);
	if (p->history != NULL)
		history_end(p->history);
#endif
	free(p);
}

static const char *
plain_line(struct prompt *p, struct arena *a)
{
	char line[4096];

	if (isatty(STDIN_FILENO)) {
		fputs(p->text, stdout);
		fflush(stdout);
	}
	if (fgets(line, sizeof line, stdin) == NULL)
		return NULL;
	line[strcspn(line, "\r\n")] = '\0';
	return arena_strdup(a, line);
}

const char *
prompt_line(struct prompt *p, struct arena *a, const char *text)
{
	p->text = text;
#ifdef HAVE_EDIT
	if (p->el != NULL) {
		HistEvent ev;
		int n = 0;
		const char *s = el_gets(p->el, &n);

		if (s == NULL || n <= 0)
			return NULL;
		if (n > 1)
			history(p->history, &ev, H_ENTER, s);
		return arena_strndup(a, s, strcspn(s, "\r\n"));
	}
#endif
	return plain_line(p, a);
}
