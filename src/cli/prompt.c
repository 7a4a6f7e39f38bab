/* prompt.c: lines from a person: with history and completion on a terminal */
#include "cli/prompt.h"

#include "base/arena.h"
#include "base/node.h"

#include "config.h"
#ifdef HAVE_EDIT
#include <dlfcn.h>
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
/*
 * libedit brings three libraries more, and only who plays at a terminal needs
 * them: it is loaded then.  Its functions by their names, as in trust/git.h.
 */
#define EDIT_CALLS(X) \
	X(el_end) X(el_get) X(el_gets) X(el_init) X(el_insertstr) X(el_line) \
	X(el_set) X(history) X(history_end) X(history_init)

static struct {
#define EDIT_CALL(name) __typeof__(name) *name;
	EDIT_CALLS(EDIT_CALL)
#undef EDIT_CALL
} edit;

/* false: there is none, and lines come as the terminal gives them */
static bool
load_edit(void)
{
#define EDIT_CALL(name) #name,
	static const char *const names[] = { EDIT_CALLS(EDIT_CALL) };
#undef EDIT_CALL
	static const char *const files[] = { "libedit.so.2", "libedit.so.0",
		"libedit.so", "libedit.dylib" };
	void *library = NULL;
	char *at = (char *)&edit;

	_Static_assert(sizeof names / sizeof *names * sizeof(void *) ==
	    sizeof edit, "a name for each call");
	for (size_t i = 0; i < sizeof files / sizeof *files && !library; i++)
		library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
	for (size_t i = 0; i < sizeof names / sizeof *names && library; i++) {
		void *call = dlsym(library, names[i]);

		if (call == NULL)
			return false;
		memcpy(at + i * sizeof call, &call, sizeof call);
	}
	return library != NULL;
}

static char *
prompt_text(EditLine *el)
{
	struct prompt *p;

	edit.el_get(el, EL_CLIENTDATA, &p);
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
	const LineInfo *at = edit.el_line(el);
	size_t len = (size_t)(at->cursor - at->buffer), start = len, same;
	char line[1024], add[200];
	const struct node *list, *x;
	struct prompt *p;

	(void)ch;
	edit.el_get(el, EL_CLIENTDATA, &p);
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
		edit.el_insertstr(el, add);
		return CC_REFRESH;
	}
	print_words(list);
	return CC_REDISPLAY;
}

static void
open_editor(struct prompt *p)
{
	HistEvent ev;

	if (!load_edit())
		return;
	p->el = edit.el_init("iacta", stdin, stdout, stderr);
	p->history = edit.history_init();
	if (p->el == NULL || p->history == NULL)
		return;
	edit.history(p->history, &ev, H_SETSIZE, 500);
	edit.el_set(p->el, EL_CLIENTDATA, p);
	/* whoever is killed at the prompt leaves the terminal as it was */
	edit.el_set(p->el, EL_SIGNAL, 1);
	edit.el_set(p->el, EL_PROMPT, prompt_text);
	edit.el_set(p->el, EL_EDITOR, "emacs");
	edit.el_set(p->el, EL_HIST, edit.history, p->history);
	edit.el_set(p->el, EL_ADDFN, "complete", "complete a word", complete);
	edit.el_set(p->el, EL_BIND, "^I", "complete", NULL);
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
		edit.el_end(p->el);
	if (p->history != NULL)
		edit.history_end(p->history);
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
		const char *s = edit.el_gets(p->el, &n);

		if (s == NULL || n <= 0)
			return NULL;
		if (n > 1)
			edit.history(p->history, &ev, H_ENTER, s);
		return arena_strndup(a, s, strcspn(s, "\r\n"));
	}
#endif
	return plain_line(p, a);
}
