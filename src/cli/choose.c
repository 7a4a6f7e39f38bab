/* choose.c: a question at the terminal that a letter answers */
#include "cli/choose.h"

#include <ctype.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void
interrupted(int sig)
{
	(void)sig;
}

/* A line; false at the end of the input and at ^C, which is an answer here. */
static bool
read_line(char *line, int size)
{
	struct sigaction act = { .sa_handler = interrupted }, before;
	bool good;

	sigemptyset(&act.sa_mask);
	sigaction(SIGINT, &act, &before);	/* no SA_RESTART */
	good = fgets(line, size, stdin) != NULL;
	sigaction(SIGINT, &before, NULL);
	if (!good)
		fputc('\n', stderr);
	return good;
}

/* The rest of a line that was longer than anything we asked for. */
static void
skip_line(const char *line)
{
	int c;

	if (strchr(line, '\n') == NULL)
		while ((c = getchar()) != EOF && c != '\n')
			;
}

/* The letter of the word that `line` is or abbreviates by its first; 0. */
static int
letter_of(const char *line, const char *words)
{
	size_t n = strlen(line);

	for (const char *p = words; *p != '\0'; p += strspn(p, " ")) {
		size_t k = strcspn(p, " ");

		if (*line == *p && (n == 1 || (n == k && strncmp(line, p, k)
		    == 0)))
			return *p;
		p += k;
	}
	return 0;
}

int
choose(const char *prompt, const char *words)
{
	char line[64];

	for (;;) {
		size_t n;
		int c;

		fflush(stdout);
		fputs(prompt, stderr);
		if (!read_line(line, sizeof line))
			return 0;
		skip_line(line);
		for (n = 0; line[n] != '\0'; n++)
			line[n] = (char)tolower((unsigned char)line[n]);
		while (n > 0 && isspace((unsigned char)line[n - 1]))
			line[--n] = '\0';
		if (n == 0)
			return '\n';
		if ((c = letter_of(line, words)) != 0)
			return c;
		fprintf(stderr, "That is none of these words: %s.\n", words);
	}
}
