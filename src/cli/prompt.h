/* prompt.h: lines from a person: with history and completion on a terminal */
#ifndef IACTA_CLI_PROMPT_H
#define IACTA_CLI_PROMPT_H

struct arena;
struct node;
struct prompt;

/* Words that could stand at the cursor: an array of strings. */
typedef struct node *prompt_words(void *ctx, const char *line,
	const char *begin);

struct prompt *prompt_new(prompt_words *words, void *ctx);
void prompt_free(struct prompt *p);		/* NULL does nothing */

/* The next line without its end, in the arena; NULL at the end of input. */
const char *prompt_line(struct prompt *p, struct arena *a,
	const char *text);

#endif
